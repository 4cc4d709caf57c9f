"""What lies in a PDF behind its pages: resources, forms, images, patterns, fonts, graphics states, groups, appearances.

One walk that visits each thing once, on the first page that uses it; then what the resources hold and nothing draws with.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

import pikepdf

from cardgen.readback.clauses.scan import Scan, scan
from cardgen.readback.document import Document
from cardgen.readback.values import entries, entry, filters, key_of, members, number, one_or_more, unpacked, word

Kind = Literal["content", "space", "image", "form", "pattern", "shading", "font", "state", "group", "halftone", "unread"]
MOST_CONTENT = 128_000_000
"""Of all content streams together no more than that is unpacked (bytes; the house's own)."""


class Thing(NamedTuple):
    """A thing that a page is made of: its kind, itself (of a "space" the colour space), the page from 1 that uses it first,
    what it is in words, what bears it ("an image of 591 x 472 px"); whether a content stream names it, as against only
    lying in the resources. `scan` is what a "content" names.
    """

    kind: Kind
    obj: object
    page: int
    says: str
    used: bool
    scan: Scan | None = None


class _Job(NamedTuple):
    kind: Literal["resource", "content"]
    obj: object
    page: int
    used: bool
    category: str = ""
    says: str = ""
    resources: object = None


class _Met(NamedTuple):
    """The resources of one category: what they hold by name, the page that has them first, the names that content has used."""

    category: str
    held: Mapping[str, object]
    page: int
    named: set[str]


CATEGORIES = ("/ColorSpace", "/XObject", "/Pattern", "/Shading", "/Font", "/ExtGState")
DEFAULTS = ("/DefaultGray", "/DefaultCMYK")
"""Colour spaces that hold without being named (ISO 32000-1, 8.6.5.6). DefaultRGB is not among them: where RGB is painted with
that is told, and where none is the space is unused."""
SPACE = "a fill or a line"
"""What bears a colour space that resources hold."""


def walk(document: Document) -> Iterator[Thing]:
    """Everything that the pages are made of, each thing once, in the order of the pages; what is unused at the end."""
    walker = _Walker()
    for sheet in document.sheets:
        page = sheet.page.obj
        yield from walker.groups(page, sheet.number, "the page's group", True)
        contents = entry(page, "/Contents")
        walker.todo.append(_Job("content", contents, sheet.number, True, says="the page", resources=sheet.resources))
        for annotation in members(entry(page, "/Annots")):
            for _, appearance in entries(entry(annotation, "/AP")):
                states = entries(appearance) if isinstance(appearance, pikepdf.Dictionary) else ()
                for state in (appearance, *(own for _, own in states)):
                    if isinstance(state, pikepdf.Stream):
                        says = "an annotation's appearance"
                        walker.todo.append(_Job("resource", state, sheet.number, True, "/XObject", says))
        yield from walker.run()
    yield from walker.unnamed()


class _Walker:
    """Where the walk has been, and what is left to visit."""

    def __init__(self) -> None:
        self.todo: deque[_Job] = deque()
        self.seen: set[tuple[str, tuple[int, int]]] = set()
        self.met: list[_Met] = []
        self.within: set[tuple[str, bytes]] = set()
        self.numbers: dict[tuple[tuple[int, int], str], int] = {}
        self.scans: dict[tuple[tuple[int, int], ...], Scan] = {}
        self.unpacked = 0

    def run(self) -> Iterator[Thing]:
        while self.todo:
            job = self.todo.popleft()
            if job.kind == "content":
                yield from self._content(job)
            elif not self._again(job.category, job.obj):
                yield from self._resource(job)

    def unnamed(self) -> Iterator[Thing]:
        """What resources hold that no content names, and all that is behind it; not what stands there a second time, in full,
        and is used elsewhere.
        """
        n = 0
        while n < len(self.met):
            category, held, page, named = self.met[n]
            for name, obj in held.items():
                if name not in named and (category, _spelt(obj)) not in self.within:
                    used = category == "/ColorSpace" and name in DEFAULTS
                    self.todo.append(_Job("resource", obj, page, used, category))
            yield from self.run()
            n += 1

    def _again(self, what: str, obj: object) -> bool:
        key = key_of(obj)
        if key == (0, 0):
            return False  # it stands inside another thing, which is visited once
        if (what, key) in self.seen:
            return True
        self.seen.add((what, key))
        return False

    def _resources(self, obj: object, page: int, names: frozenset[str], used: bool) -> None:
        """The entries of a resources' dictionary that a content stream names are visited next."""
        for category in CATEGORIES:
            own = entry(obj, category)
            if not isinstance(own, pikepdf.Dictionary):
                continue
            # either may be shared by pages, and then is looked at once for all of them
            key = (key_of(own), "") if key_of(own) != (0, 0) else (key_of(obj), category)
            shared = key[0] != (0, 0)
            n = self.numbers.get(key) if shared else None
            if n is None:
                n = len(self.met)
                self.met.append(_Met(category, dict(entries(own)), page, set()))
                if shared:
                    self.numbers[key] = n
            _, held, _, named = self.met[n]
            if used:  # what is unused is visited with all that is unnamed
                for name in sorted(name for name in names - named if name in held):
                    named.add(name)
                    self.within.add((category, _spelt(held[name])))
                    self.todo.append(_Job("resource", held[name], page, True, category, resources=obj))

    def _content(self, job: _Job) -> Iterator[Thing]:
        """A content stream, or a page's array of them: what it names, and what it draws with device colours."""
        streams = [own for own in one_or_more(job.obj) if isinstance(own, pikepdf.Stream)]
        streams = list({key_of(own): own for own in streams}.values())
        key = tuple(key_of(own) for own in streams)
        done = self.scans.get(key)
        if done is None:
            data = bytearray()
            for own in streams:
                if self.unpacked > MOST_CONTENT:
                    yield Thing("unread", own, job.page, f"the content of {job.says} is larger than can be judged", job.used)
                    break
                plain, whole = unpacked(own)
                self.unpacked += len(plain)
                data += plain + b"\n"
                if not whole:
                    yield Thing("unread", own, job.page, f"the content of {job.says} breaks off", job.used)
            done = self.scans[key] = scan(bytes(data))
            yield Thing("content", job.obj, job.page, job.says, job.used, done)
        self._resources(job.resources, job.page, done.names, job.used)

    def _resource(self, job: _Job) -> Iterator[Thing]:
        match job.category:
            case "/ColorSpace":
                yield from self._space(job.obj, job.page, SPACE, job.used)
            case "/XObject":
                yield from self._external(job)
            case "/Pattern":
                yield from self._pattern(job)
            case "/Shading":
                yield from self._shading(job.obj, job.page, job.used)
            case "/Font":
                yield from self._font(job)
            case "/ExtGState":
                yield from self._state(job.obj, job.page, job.used)

    def _space(self, obj: object, page: int, says: str, used: bool) -> Iterator[Thing]:
        if isinstance(obj, pikepdf.Name | pikepdf.Array):
            yield Thing("space", obj, page, says, used)

    def _external(self, job: _Job) -> Iterator[Thing]:
        if not isinstance(job.obj, pikepdf.Stream):
            return
        kind = word(entry(job.obj, "/Subtype"))
        if kind == "Image":
            yield from self._image(job.obj, job.page, job.used, _sized("an image", job.obj))
            return
        says = job.says or ("a PostScript object" if kind == "PS" else "a form")
        yield Thing("form", job.obj, job.page, says, job.used)
        if kind != "PS":
            yield from self.groups(job.obj, job.page, f"{says}'s group", job.used)
            self._own_content(job, job.obj, says)

    def _own_content(self, job: _Job, stream: object, says: str) -> None:
        """The content of a form, a pattern or a glyph, with its resources: its own, or (PDF 1.1) those that it is named in."""
        own = entry(job.obj, "/Resources")
        resources = job.resources if own is None else own
        self.todo.append(_Job("content", stream, job.page, job.used, says=says, resources=resources))

    def _image(self, obj: object, page: int, used: bool, says: str, depth: int = 0) -> Iterator[Thing]:
        yield Thing("image", obj, page, says, used)
        if entry(obj, "/ImageMask") is not True:
            yield from self._space(entry(obj, "/ColorSpace"), page, says, used)
        masks = [(key, entry(obj, f"/{key}")) for key in ("SMask", "Mask")]
        masks += [("Alternate", entry(own, "/Image")) for own in members(entry(obj, "/Alternates"))]
        for key, own in masks:
            if isinstance(own, pikepdf.Stream) and depth < 4 and not self._again("/XObject", own):
                other = {"SMask": "soft mask", "Mask": "mask"}.get(key, "alternate")
                yield from self._image(own, page, used, _sized(f"an image's {other}", own), depth + 1)

    def _pattern(self, job: _Job) -> Iterator[Thing]:
        yield Thing("pattern", job.obj, job.page, "a pattern", job.used)
        if isinstance(job.obj, pikepdf.Stream):
            self._own_content(job, job.obj, "a pattern")
            return
        shading = entry(job.obj, "/Shading")
        if not self._again("/Shading", shading):
            yield from self._shading(shading, job.page, job.used)
        state = entry(job.obj, "/ExtGState")
        if not self._again("/ExtGState", state):
            yield from self._state(state, job.page, job.used)

    def _shading(self, obj: object, page: int, used: bool) -> Iterator[Thing]:
        yield Thing("shading", obj, page, "a shading", used)
        yield from self._space(entry(obj, "/ColorSpace"), page, "a shading", used)

    def _font(self, job: _Job) -> Iterator[Thing]:
        yield Thing("font", job.obj, job.page, "a font", job.used)
        if word(entry(job.obj, "/Subtype")) != "Type3":
            return
        glyphs = [own for _, own in entries(entry(job.obj, "/CharProcs")) if isinstance(own, pikepdf.Stream)]
        for own in {key_of(own): own for own in glyphs}.values():
            self._own_content(job, own, "a glyph of a Type 3 font")

    def _state(self, obj: object, page: int, used: bool) -> Iterator[Thing]:
        yield Thing("state", obj, page, "a graphics state", used)
        mask = entry(entry(obj, "/SMask"), "/G")
        if isinstance(mask, pikepdf.Stream):
            self.todo.append(_Job("resource", mask, page, used, "/XObject", "a soft mask"))
        font = next(members(entry(obj, "/Font")), None)
        if font is not None:
            self.todo.append(_Job("resource", font, page, used, "/Font"))
        halftone = entry(obj, "/HT")
        if isinstance(halftone, pikepdf.Dictionary | pikepdf.Stream) and not self._again("/HT", halftone):
            yield Thing("halftone", halftone, page, "a halftone", used)

    def groups(self, obj: object, page: int, says: str, used: bool) -> Iterator[Thing]:
        """The transparency group that a page or a form is."""
        group = entry(obj, "/Group")
        if word(entry(group, "/S")) == "Transparency":
            yield Thing("group", group, page, says, used)
            yield from self._space(entry(group, "/CS"), page, says, used)


def _spelt(obj: object) -> bytes:
    """A thing as it is written, or the reference to it."""
    return obj.unparse() if isinstance(obj, pikepdf.Object) else b""


def _sized(what: str, obj: object) -> str:
    """An image in words: with its size in pixels, and JPEG 2000, whose colours lie in its bytes, named."""
    w, h = number(entry(obj, "/Width")), number(entry(obj, "/Height"))
    coded = " (JPEG 2000)" if "JPXDecode" in filters(obj) else ""
    return f"{what} of {w:.0f} x {h:.0f} px{coded}" if w and h else f"{what}{coded}"
