"""Pages into a PDF file. A face that is placed more than once is one form; a picture is written once, whatever uses it."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import BinaryIO, NamedTuple

from cardgen.face import Face, Mark, Stencil, Tone, Wanted, wanted
from cardgen.fonts import Fonts
from cardgen.impose import Flip, Page, Placed
from cardgen.ink import PAPER, ramp, screen_ramp
from cardgen.profile import Press
from cardgen.units import IDENTITY, Rect, to_pt
from cardgen.write.content import Colour, Content, Drawer, Glyphs, num
from cardgen.write.document import Name, Raw, StreamedDocument
from cardgen.write.pictures import Pictures
from cardgen.write.standard import Words
from cardgen.write.type0 import embed

_DUPLEX = {Flip.LONG: b"DuplexFlipLongEdge", Flip.SHORT: b"DuplexFlipShortEdge", Flip.FOLD: b"Simplex", Flip.NONE: b"Simplex"}
_SHORT = 200
"""Bytes of a page that does no more than place a form: the next copy of a card, and every back, does the same."""


class Job(NamedTuple):
    """What a file is besides its pages: its title and language, who made it, the data's date, its colour; the press that it is
    for.
    """

    title: str
    creator: str
    date: str
    language: str = "en"
    colour: Colour = Colour.PROCESS
    flip: Flip | None = None
    """How a printer at home gets the backs behind the fronts; it is then told to print at full size, too."""
    press: Press | None = None


class Written(NamedTuple):
    """What was written: how many pages, the typefaces and inks in it, the pictures."""

    pages: int
    fonts: tuple[str, ...]
    inks: tuple[str, ...]
    images: int


def write(
    out: BinaryIO,
    pages: Iterable[Page],
    face: Callable[[str], Face],
    repeated: Callable[[str], bool],
    fonts: Fonts,
    pictures: Pictures,
    job: Job,
) -> Written:
    """Write the pages one after another; `face` brings a face by its key, `repeated` tells which are placed twice or more."""
    file = _File(out, fonts, pictures, job)
    for page in pages:
        file.page(page, face, repeated)
    return file.close()


class _File:
    """The file being written: its document, and the names of what its pages use."""

    def __init__(self, out: BinaryIO, fonts: Fonts, pictures: Pictures, job: Job) -> None:
        self.document = StreamedDocument(out, Words(job.title, job.creator, job.date), job.language, job.press)
        self.fonts, self.pictures, self.job = fonts, pictures, job
        self.glyphs = Glyphs(fonts)
        self.numbers: dict[str, int] = {}
        self.known: dict[object, str] = {}
        self.contents: dict[bytes, int] = {}
        self.inks: set[str] = set()
        self.images = 0
        if job.flip is not None:
            duplex = _DUPLEX[job.flip]
            self.document.Catalog.ViewerPreferences = Raw(b"<< /PrintScaling /None /Duplex /%b >>" % duplex)

    # --- names ------------------------------------------------------------------------------------------------------

    def _named(self, what: object, letter: str, make: Callable[[], int]) -> str:
        name = self.known.get(what)
        if name is None:
            name = self.known[what] = f"{letter}{len(self.known) + 1}"
            self.numbers[name] = make()
        return name

    def font(self, key: str) -> str:
        return self._named(("font", key), "F", self.document.reserve)

    def overprint(self, on: bool) -> str:
        text = (
            b"<< /Type /ExtGState /OP true /op true /OPM 1 >>" if on else b"<< /Type /ExtGState /OP false /op false /OPM 0 >>"
        )
        return self._named(("overprint", on), "G", lambda: self.document.put(text))

    def spot(self, ink: str) -> str:
        return self._named(("spot", ink), "C", lambda: self.document.put(self._separation(ink)))

    def stencil(self, mark: Stencil) -> str:
        want = wanted(mark)
        assert want
        return self._named(want, "S", lambda: self._put_image(want, ("", "", "")))

    def tone(self, mark: Tone) -> str:
        want = wanted(mark)
        assert want
        inks = (mark.ink, mark.red, mark.ground)
        return self._named((want, inks), "I", lambda: self._put_image(want, inks))

    # --- objects ----------------------------------------------------------------------------------------------------

    def _separation(self, ink: str) -> bytes:
        c = self.pictures.inks[ink]
        grey = self.job.colour is Colour.BLACK
        none, full = ("1", num(1 - c.cmyk[3])) if grey else ("0 0 0 0", " ".join(num(v) for v in c.cmyk))
        function = f"<< /FunctionType 2 /Domain [0 1] /C0 [{none}] /C1 [{full}] /N 1 >>"
        return f"[/Separation {Name(c.spot)} {'/DeviceGray' if grey else '/DeviceCMYK'} {function}]".encode()

    def _put_image(self, want: Wanted, inks: tuple[str, str, str]) -> int:
        self.images += 1
        image = self.pictures.image(want, inks, self.job.colour)
        head = f"/Type /XObject /Subtype /Image /Width {image.width} /Height {image.height} /Filter /FlateDecode"
        if image.kind == "mask":
            return self.document.put_stream(image.data, f"{head} /ImageMask true /BitsPerComponent 1".encode())
        self._lays(inks[0], inks[2])
        if image.kind == "plate":
            space, channels = self._indexed(inks[0], inks[2]), 1
        else:
            self._lays(inks[1])
            channels = self.pictures.channels(self.job.colour, inks[1])
            space = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK", 5: self._five(inks[1])}[channels]
        parms = f"/DecodeParms << /Predictor 15 /Colors {channels} /BitsPerComponent 8 /Columns {image.width} >>"
        return self.document.put_stream(image.data, f"{head} /BitsPerComponent 8 /ColorSpace {space} {parms}".encode())

    def _lays(self, *names: str) -> None:
        self.inks |= {self.pictures.inks[name].name for name in names}

    def _indexed(self, ink: str, ground: str) -> str:
        """A duotone's colour space: 256 steps from the ground to full ink, shared by all pictures of that pair."""
        screen = self.job.colour is Colour.SCREEN

        def make() -> int:
            paste, paper = self.pictures.inks[ink], self.pictures.inks[ground]
            base = "/DeviceRGB" if screen else self._five(ink) or "/DeviceCMYK"
            table = screen_ramp(paste, paper) if screen else ramp(paste, paper)
            if self.job.colour is Colour.BLACK:
                base, table = "/DeviceGray", bytes(255 - k for k in table[3::4])
            if base.endswith("R"):  # the ink has its own plate: the ground's process inks thin out as it grows
                bare = ramp(paste._replace(cmyk=(0, 0, 0, 0)), paper)
                table = b"".join(bare[4 * v : 4 * v + 4] + bytes([255 - v]) for v in range(256))
            return self.document.put(f"[/Indexed {base} 255 <{table.hex()}>]".encode())

        return f"{self.numbers[self._named(('ramp', ink, ground), 'R', make)]} 0 R"

    def _five(self, red: str) -> str:
        """Process colours and the red's own plate for one picture (DeviceN), with a CMYK alternate."""
        if self.job.colour is not Colour.SPOT or not self.pictures.inks[red].spot:
            return ""

        def make() -> int:
            ink = self.pictures.inks[red]
            # C M Y K r on the stack: each process part plus r times the spot's own, at most 1; then the five are dropped
            steps = (f"4 index {n + 1} index {num(p)} mul add dup 1 gt {{pop 1}} if" for n, p in enumerate(ink.cmyk))
            body = "{" + " ".join(steps) + " 9 4 roll pop pop pop pop pop}"
            function = self.document.put_stream(
                body.encode(), b"/FunctionType 4 /Domain [0 1 0 1 0 1 0 1 0 1] /Range [0 1 0 1 0 1 0 1]"
            )
            names = f"[/Cyan /Magenta /Yellow /Black {Name(ink.spot)}]"
            return self.document.put(f"[/DeviceN {names} /DeviceCMYK {function} 0 R]".encode())

        return f"{self.numbers[self._named(('five', red), 'N', make)]} 0 R"

    def _resources(self, used: Iterable[tuple[str, str]]) -> bytes:
        kinds: dict[str, list[str]] = {}
        for kind, name in used:
            kinds.setdefault(kind, []).append(f"/{name} {self.numbers[name]} 0 R")
        return " ".join(f"/{kind} << {' '.join(names)} >>" for kind, names in sorted(kinds.items())).encode()

    # --- pages ------------------------------------------------------------------------------------------------------

    def _content(self, marks: Iterable[Mark]) -> Content:
        drawer = Drawer(self.pictures.inks, self.job.colour, self.glyphs, self, self.job.press)
        content = drawer.draw(marks)
        self.inks |= drawer.painted
        return content

    def _form(self, key: str, face: Callable[[str], Face]) -> str:
        def make() -> int:
            drawn = face(key)
            content = self._content(drawn.marks)
            box = drawn.trim.grown(drawn.bleed)
            sides = " ".join(num(v) for v in (box.x, box.y, box.right, box.bottom))
            entries = b"/Type /XObject /Subtype /Form /FormType 1 /BBox [%b] /Filter /FlateDecode /Resources << %b >>" % (
                sides.encode(),
                self._resources(content.resources),
            )
            return self.document.put_stream(zlib.compress(content.data), entries)

        return self._named(("form", key), "X", make)

    def page(self, page: Page, face: Callable[[str], Face], repeated: Callable[[str], bool]) -> None:
        scale = num(to_pt(1))
        ops = [f"q {scale} 0 0 -{scale} 0 {num(to_pt(page.height))} cm".encode()]
        if page.shift != IDENTITY:  # to seven decimals: over the length of a sheet four would be off by hundredths of a mm
            ops.append(" ".join(f"{v:.7f}" for v in page.shift).encode() + b" cm")
        used: dict[tuple[str, str], None] = {}
        for placed in page.placed:
            ops.append(self._place(placed, face, repeated, used))
        if page.marks:
            content = self._content(page.marks)
            ops.append(content.data)
            used.update(dict.fromkeys(content.resources))
        ops.append(b"Q")
        drawn = b"\n".join(ops)
        contents = self.contents.get(drawn)
        if contents is None:
            contents = self.document.put_stream(zlib.compress(drawn), b"/Filter /FlateDecode")
            if len(drawn) < _SHORT:
                self.contents[drawn] = contents
        boxes = _boxes(page.width, page.height, page.bleed, page.trim)
        entries = b"%b /Contents %d 0 R /Resources << %b >>" % (boxes, contents, self._resources(used))
        if page.links:
            entries += b" /Annots [%b]" % b" ".join(_link(page.height, box, name) for box, name in page.links)
        self.document.put_page(entries, page.label, page.places, page.height)

    def _place(
        self,
        placed: Placed,
        face: Callable[[str], Face],
        repeated: Callable[[str], bool],
        used: dict[tuple[str, str], None],
    ) -> bytes:
        seen = placed.seen
        clip = " ".join(num(v) for v in seen)
        turn = "-1 0 0 -1" if placed.turned else "1 0 0 1"
        start = f"q {turn} {num(placed.x)} {num(placed.y)} cm {clip} re W n"
        if repeated(placed.key):
            name = self._form(placed.key, face)
            used["XObject", name] = None
            return f"{start} /{name} Do Q".encode()
        content = self._content(face(placed.key).marks)
        used.update(dict.fromkeys(content.resources))
        return b"%b\n%b\nQ" % (start.encode(), content.data)

    def close(self) -> Written:
        keys = sorted(self.glyphs.used)
        for key in keys:
            embed(self.document, self.numbers[self.font(key)], self.fonts, key, self.glyphs.used[key])
        self.document.close()
        return Written(len(self.document.kids), tuple(keys), tuple(sorted(self.inks - {PAPER})), self.images)


def _link(height: float, box: Rect, name: str) -> bytes:
    """An annotation that leads to a place of the same file."""
    sides = " ".join(num(to_pt(v)) for v in (box.x, height - box.bottom, box.right, height - box.y))
    return f"<< /Type /Annot /Subtype /Link /Rect [{sides}] /Border [0 0 0] /Dest ({name}) >>".encode()


@lru_cache(maxsize=64)
def _boxes(width: float, height: float, bleed: Rect | None, trim: Rect | None) -> bytes:
    """A page's boxes in points."""
    boxes = [f"/MediaBox [0 0 {num(to_pt(width))} {num(to_pt(height))}]"]
    for name, box in (("BleedBox", bleed), ("TrimBox", trim)):
        if box:
            sides = (box.x, height - box.bottom, box.right, height - box.y)
            boxes.append(f"/{name} [{' '.join(num(to_pt(v)) for v in sides)}]")
    return " ".join(boxes).encode()
