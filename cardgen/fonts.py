"""The vendored typefaces: found, opened lazily, shaped by HarfBuzz, subset into a PDF. No system font is ever used."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import uharfbuzz as hb
from pydantic import Field

from cardgen.face import Glyph, Segment, Text, Word
from cardgen.findings import Code, Finding, Refused, Span, nearest
from cardgen.model import Plain, Record
from cardgen.paths import straightened
from cardgen.project import Project
from cardgen.source import Document, read_yaml
from cardgen.store import digest
from cardgen.validated import validated

UNKNOWN_FONT = Code("unknown-font", "a typeface that is not vendored would be another one on every machine")
FONT_FILE = Code("font-file", "a font file that cannot be used leaves its text without a face")

SEAL_FACE = ("Kaisei Tokumin", 800, False)
"""What seals are carved in: family, weight, slope."""

WANTED = {"kern": True, "liga": True, "clig": True, "dlig": False, "hlig": False, "chws": True, "vchw": True}
"""Kerning and the ligatures a reader does not notice, and full-width marks closer where two meet; EB Garamond's archaic ct
and st (dlig) are off.
"""

_NOT_EMBEDDED = {
    int.from_bytes(tag.encode(), "big")
    for tag in (
        "GSUB",
        "GPOS",
        "GDEF",
        "BASE",
        "name",
        "post",
        "OS/2",
        "cmap",
        "gasp",
        "vhea",
        "vmtx",
        "VORG",
        "DSIG",
        "STAT",
    )
}
"""Tables that a CID font in a PDF never asks for (ISO 32000-1, 9.9, table 126)."""

_REMEMBERED = 8192
"""Shaped words kept at most, so that a very long deck of ever new words does not fill the memory."""


class FaceRecord(Record):
    """A line of fonts.yaml."""

    family: Plain
    weight: Annotated[int, Field(ge=1, le=1000)]
    style: Literal["normal", "italic"]
    file: Plain
    then: tuple[Plain, ...] = ()
    script: Literal["zh-Hans", "zh-Hant"] | None = None
    """The way of writing Chinese whose forms of the signs it has; none where it has no signs, or another country's."""


class FontFile(Record):
    faces: tuple[FaceRecord, ...]


class Typeface(NamedTuple):
    """One font file: `key` is its name in faces and PDFs; metrics are in thousandths of an em."""

    key: str
    family: str
    weight: int
    italic: bool
    path: Path
    then: tuple[str, ...]
    script: str | None = None


class Metrics(NamedTuple):
    ascent: float
    descent: float
    cap_height: float


class InkBox(NamedTuple):
    """The box round a word's ink, and how far it moves the pen, in thousandths of an em; without ink, right is left of left."""

    left: float
    bottom: float
    right: float
    top: float
    pen_x: float
    pen_y: float


class Fonts:
    """The typefaces of a project. It remembers what it has shaped; the same question has the same answer."""

    def __init__(self, project: Project) -> None:
        self.typefaces: dict[str, Typeface] = {}
        self._fonts: dict[str, hb.Font] = {}
        self._scale: dict[str, float] = {}
        self._words: dict[tuple[str, str, str, bool], Word | None] = {}
        self._extents: dict[tuple[str, int], tuple[float, float, float, float]] = {}
        self._glyphs: dict[Glyph, Glyph] = {}
        self._outlines: dict[tuple[str, int, float], tuple[Segment, ...]] = {}
        self._chains: dict[str, tuple[str, ...]] = {}
        self._found: dict[tuple[str, int, bool], str] = {}
        self._boxes: dict[tuple[int, float, bool], tuple[Word, InkBox]] = {}
        for root in project.roots():
            path = root / "fonts" / "fonts.yaml"
            if path.is_file():
                document = read_yaml(path, project.shown(path))
                for face in _read(document, path.parent):
                    self.typefaces.setdefault(face.key, face)

    def find(self, family: str, weight: int, italic: bool) -> str:
        """The key of the typeface of that family nearest in weight and slope. Refused where no family has that name."""
        asked = (family, weight, italic)
        if asked in self._found:
            return self._found[asked]
        of_family = [f for f in self.typefaces.values() if f.family == family]
        if not of_family:
            families = sorted({f.family for f in self.typefaces.values()})
            hint = nearest(family, families) or "there are: " + ", ".join(families)
            raise Refused(Finding(UNKNOWN_FONT, Span(""), f'no typeface "{family}" is in fonts/', hint))
        nearest_face = min(of_family, key=lambda f: (f.italic != italic, abs(f.weight - weight), f.key))
        self._found[asked] = nearest_face.key
        return nearest_face.key

    def chain(self, key: str) -> tuple[str, ...]:
        """The keys in which a character is looked for: the face itself, its family's other weights (the nearest first, of its
        slope), then the families that `then` names, in order, each with its other weights too.
        """
        if key not in self._chains:
            face = self.typefaces[key]
            found: dict[str, None] = {}
            for first in (key, *(self.find(f, face.weight, face.italic) for f in face.then)):
                one = self.typefaces[first]
                same = [f for f in self.typefaces.values() if (f.family, f.italic) == (one.family, one.italic)]
                found |= dict.fromkeys(
                    [first, *(f.key for f in sorted(same, key=lambda f: (abs(f.weight - face.weight), f.key)))]
                )
            self._chains[key] = tuple(found)
        return self._chains[key]

    def metrics(self, key: str) -> Metrics:
        font, scale = self._open(key), self._scale[key]
        extents = font.get_font_extents("ltr")
        cap = font.get_metric_position(hb.OTMetricsTag.CAP_HEIGHT)
        return Metrics(extents.ascender * scale, -extents.descender * scale, cap * scale)

    def shape(self, key: str, text: str, features: str = "", vertical: bool = False) -> Word | None:
        """The text as glyphs of that one font; None where it lacks a character, or draws one as nothing at all.

        `features` is a comma-separated list of OpenType tags to turn on besides the wanted ones, or off ("smcp,-liga").
        """
        asked = (key, text, features, vertical)
        try:
            return self._words[asked]
        except KeyError:
            if len(self._words) > _REMEMBERED:
                self._words.clear()
            word = self._words[asked] = self._shaped(key, text, features, vertical)
            return word

    def extents(self, key: str, gid: int) -> tuple[float, float, float, float]:
        """The glyph's ink box: left, bottom, right, top in thousandths of an em; all zero where it draws nothing."""
        asked = (key, gid)
        box = self._extents.get(asked)
        if box is None:
            font, scale = self._open(key), self._scale[key]
            e = font.get_glyph_extents(gid)
            left, top = (e.x_bearing * scale, e.y_bearing * scale) if e else (0, 0)
            box = (left, top + e.height * scale, left + e.width * scale, top) if e else (0, 0, 0, 0)
            self._extents[asked] = box
        return box

    def outlined(self, text: Text, off: float = 0.0) -> tuple[Segment, ...]:
        """A run of set text as one path in the face's millimetres, to a micrometre; with `off` as straight steps that keep
        within so much (mm) of its curves.
        """
        out: list[Segment] = []
        a, b, c, d, _, _ = text.matrix
        em = math.hypot(a, b)
        x = y = 0.0
        for word in text.words:
            for g in word.glyphs:
                e, f = text.matrix.apply(x + g.dx, y + g.dy)
                for op, v in self._outline(word.font, g.gid, round(off / em, 1) if off and em else 0.0):
                    if len(v) == 2:
                        out.append((op, (round(a * v[0] + c * v[1] + e, 3), round(b * v[0] + d * v[1] + f, 3))))
                    else:
                        points = zip(v[::2], v[1::2], strict=True)
                        out.append((op, tuple(round(u, 3) for p, q in points for u in (a * p + c * q + e, b * p + d * q + f))))
                x += g.ax + (0 if text.vertical else text.tracking)
                y += g.ay - (text.tracking if text.vertical else 0)
        return tuple(out)

    def _outline(self, key: str, gid: int, off: float = 0.0) -> tuple[Segment, ...]:
        """A glyph as a path in thousandths of an em, y upwards, empty where it draws nothing; with `off` in straight steps."""
        if (key, gid, off) not in self._outlines:
            drawn = straightened(self._outline(key, gid), off) if off else _drawn(self._open(key), gid, self._scale[key])
            self._outlines[key, gid, off] = drawn
        return self._outlines[key, gid, off]

    def ink_box(self, word: Word, tracking: float, vertical: bool) -> InkBox:
        """The box round the word's ink, its pen starting at the origin, `tracking` after every glyph."""
        # words are shared, so that one is known by its identity, which stays its own as the word is kept too
        asked = (id(word), tracking, vertical)
        kept = self._boxes.get(asked)
        if kept is None:
            if len(self._boxes) > _REMEMBERED:
                self._boxes.clear()
            kept = self._boxes[asked] = (word, self._inked(word, tracking, vertical))
        return kept[1]

    def advances(self, key: str, gids: Iterable[int]) -> dict[int, float]:
        """The glyphs' own advance widths in thousandths of an em, as the font file states them."""
        font, scale = self._open(key), self._scale[key]
        return {gid: font.get_glyph_h_advance(gid) * scale for gid in gids}

    def box(self, key: str) -> tuple[float, float, float, float]:
        """The font's bounding box in thousandths of an em, from its head table: left, bottom, right, top."""
        self._open(key)
        head = self._fonts[key].face.reference_table("head").data
        scale = self._scale[key]
        sides = [int.from_bytes(head[i : i + 2], "big", signed=True) * scale for i in (36, 38, 40, 42)]
        return sides[0], sides[1], sides[2], sides[3]

    def fingerprint(self, key: str) -> str:
        """A digest that changes with the font file: its table directory holds a checksum of every table."""
        path = self.typefaces[key].path
        with path.open("rb") as file:
            return digest(path.stat().st_size, file.read(4096))

    def subset(self, key: str, gids: Iterable[int]) -> bytes:
        """A TrueType file with only these glyphs under their own numbers, for embedding as a CID font."""
        self._open(key)
        ask = hb.SubsetInput()
        ask.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE
        ask.glyph_set.update(gids)
        ask.unicode_set.clear()
        ask.drop_table_tag_set.update(_NOT_EMBEDDED)
        face = hb.subset(self._fonts[key].face, ask)
        return bytes(face.blob.data)

    def _inked(self, word: Word, tracking: float, vertical: bool) -> InkBox:
        left, bottom, right, top = 1e9, 1e9, -1e9, -1e9
        pen_x = pen_y = 0.0
        for g in word.glyphs:
            near, low, far, high = self.extents(word.font, g.gid)
            if near != far:
                left, right = min(left, pen_x + g.dx + near), max(right, pen_x + g.dx + far)
                bottom, top = min(bottom, pen_y + g.dy + low), max(top, pen_y + g.dy + high)
            pen_x += g.ax + (0 if vertical else tracking)
            pen_y += g.ay - (tracking if vertical else 0)
        return InkBox(left, bottom, right, top, pen_x, pen_y)

    def _open(self, key: str) -> hb.Font:
        font = self._fonts.get(key)
        if font is None:
            path = self.typefaces[key].path
            face = hb.Face(hb.Blob.from_file_path(str(path)))
            if not face.glyph_count:
                raise Refused(Finding(FONT_FILE, Span(path.as_posix()), "is not a font file"))
            font = self._fonts[key] = hb.Font(face)
            self._scale[key] = 1000 / face.upem
        return font

    def _shaped(self, key: str, text: str, features: str, vertical: bool) -> Word | None:
        font, scale = self._open(key), self._scale[key]
        buffer = hb.Buffer()
        buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_codepoints([ord(c) for c in text])
        buffer.guess_segment_properties()
        buffer.direction = "ttb" if vertical else "ltr"
        wanted = WANTED if not features else WANTED | {t.removeprefix("-"): t[0] != "-" for t in features.split(",")}
        hb.shape(font, buffer, wanted)
        infos, places = buffer.glyph_infos, buffer.glyph_positions
        starts = [i.cluster for i in infos]
        glyphs = []
        for n, (info, place) in enumerate(zip(infos, places, strict=True)):
            if n and starts[n - 1] == info.cluster:
                said = ""
            else:
                after = next((s for s in starts[n + 1 :] if s != info.cluster), len(text))
                said = text[info.cluster : after]
            gid = info.codepoint
            if gid == 0 or (said and not said.isspace() and self.extents(key, gid) == (0, 0, 0, 0) and _draws(said)):
                return None
            moves = (place.x_advance, place.y_advance, place.x_offset, place.y_offset)
            ax, ay, dx, dy = (move * scale for move in moves)
            glyph = Glyph(gid, ax, ay, dx, dy, said)
            glyphs.append(self._glyphs.setdefault(glyph, glyph))  # a letter is one object in all words that it stands in
        advance = sum(-g.ay if vertical else g.ax for g in glyphs)
        return Word(key, tuple(glyphs), advance)


def _drawn(font: hb.Font, gid: int, scale: float) -> tuple[Segment, ...]:
    path: list[Segment] = []

    def point(x: float, y: float) -> tuple[float, float]:
        return x * scale, y * scale

    def curve(ax: float, ay: float, x: float, y: float, _: object) -> None:
        start, (cx, cy), end = path[-1][1][-2:], point(ax, ay), point(x, y)
        # a quadratic's control point, from both ends two thirds of the way to it, is a cubic's two
        first = ((start[0] + 2 * cx) / 3, (start[1] + 2 * cy) / 3)
        last = ((end[0] + 2 * cx) / 3, (end[1] + 2 * cy) / 3)
        path.append(("C", (*first, *last, *end)))

    pen = hb.DrawFuncs()
    pen.set_move_to_func(lambda x, y, _: path.append(("M", point(x, y))))
    pen.set_line_to_func(lambda x, y, _: path.append(("L", point(x, y))))
    pen.set_quadratic_to_func(curve)
    pen.set_cubic_to_func(lambda a, b, c, d, x, y, _: path.append(("C", (*point(a, b), *point(c, d), *point(x, y)))))
    pen.set_close_path_func(lambda _: path.append(("Z", ())))
    font.draw_glyph(gid, pen, None)
    return tuple(path)


def _draws(text: str) -> bool:
    """Whether the text should leave ink: format characters (joiners, marks of direction, "as text") need not."""
    from unicodedata import category

    return any(category(c) not in ("Cf", "Zs", "Cc") and c != "\ufe0e" for c in text)


def _read(document: Document, folder: Path) -> list[Typeface]:
    found: list[Finding] = []
    record = validated(FontFile, document.value, document, (), found)
    faces: list[Typeface] = []
    for number, face in enumerate(record.faces if record else ()):
        path = folder / face.file
        if not path.is_file() or not path.resolve().is_relative_to(folder.resolve()):
            found.append(Finding(FONT_FILE, document.at("faces", number, "file"), f'"{face.file}" is not in fonts/'))
        elif _signature(path) not in _TRUETYPE:
            says = f'"{face.file}" holds no TrueType outlines'
            hint = "convert it: a PDF embeds glyf outlines, neither CFF (OpenType) nor a web font"
            found.append(Finding(FONT_FILE, document.at("faces", number, "file"), says, hint))
        elif path.stem in {other.key for other in faces}:
            says = f'the file "{face.file}" is named twice; a typeface is a file of its own'
            found.append(Finding(FONT_FILE, document.at("faces", number, "file"), says))
        else:
            faces.append(Typeface(path.stem, face.family, face.weight, face.style == "italic", path, face.then, face.script))
    if found:
        raise Refused(*found)
    return faces


_TRUETYPE = (b"\x00\x01\x00\x00", b"true")


def _signature(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4)
