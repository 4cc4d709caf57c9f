"""Fonts of a PDF: what a text's bytes show, glyph by glyph - how far each moves on, where it draws, what it reads as.

Lengths are in ems, the type's size being 1 (ISO 32000-1, 9.2.4: a thousandth is the unit of glyph space, but in Type 3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category

import pikepdf

from cardgen.readback.look.cmaps import TWO, CMap, parsed
from cardgen.readback.look.outlines import NOTHING, Box, Outlines, outlines
from cardgen.readback.spaces import Plates
from cardgen.readback.values import decoded, number, numbers, word
from cardgen.units import Matrix

_SYMBOLIC = 4
"""The flag of a font whose glyphs are not those of the standard Latin set (ISO 32000-1, table 123)."""
_GLYPHS = 65_536
"""More glyphs no font has."""
_UNICODE = ("-UCS2-", "-UTF16-")
_MIXED = ("RKSJ-", "EUC-", "GBK", "GBpc", "GB-", "ETen", "B5pc", "HKscs", "KSC", "ETHK", "CNS")


class Glyph(NamedTuple):
    """One glyph of a shown text: its code, how far it moves on (to the right, or down where the writing is vertical: less
    than 0), what it draws from where the pen stands (None: nothing), what it reads as, whether it is a word's space. `own` is
    how far it would move on by the embedded programme (None: that is not known), `missing` whether that has no such glyph.
    """

    code: int
    advance: float
    box: Box | None
    text: str
    space: bool = False
    own: float | None = None
    missing: bool = False


class Type3(NamedTuple):
    """A font whose glyphs are content streams: by code, its matrix, its resources (None: the page's)."""

    glyphs: Mapping[int, pikepdf.Object]
    matrix: Matrix
    resources: pikepdf.Object | None


class Drawn(NamedTuple):
    """What a Type 3 glyph draws: its box in ems (None: nothing), the inks that it chooses itself; in its own space, in which a
    unit is a point, its thinnest line (None: none) and its coarsest picture: pixels an inch by width and height (0: none),
    pixels, bits.
    """

    box: Box | None
    inks: Plates
    line: float | None = None
    ppi: tuple[float, float] = (0.0, 0.0)
    pixels: tuple[int, int] = (0, 0)
    bits: int = 0


class Font:
    """A font dictionary, read as far as it can be. ValueError where it is none."""

    def __init__(self, font: object) -> None:
        if not isinstance(font, pikepdf.Dictionary):
            raise ValueError("no font")
        self.name = word(font.get("/BaseFont"))
        self.called = self.name.partition("+")[2] or self.name
        self.type3: Type3 | None = None
        self.vertical = False
        self.height = 1.0
        self.drawn: dict[int, Drawn] = {}
        self._kept: dict[int, Glyph] = {}
        texts = _data(font.get("/ToUnicode"))
        self._texts = parsed(texts) if texts else None
        kind = word(font.get("/Subtype"))
        self._cmap: CMap | None = None
        self._glyph: Callable[[int], Glyph]
        if kind == "Type0":
            self._compose(font)
        elif kind in ("Type1", "MMType1", "TrueType", "Type3"):
            self._simple(font, kind)
        else:
            raise ValueError("no known kind of font")

    def shown(self, data: bytes) -> list[Glyph]:
        """The glyphs that a text of these bytes shows."""
        out = []
        for code, length in self._cmap.codes(data) if self._cmap else ((byte, 1) for byte in data):
            key = code * 5 + length
            if key not in self._kept:
                found = self._glyph(code)
                box = None if found.box == NOTHING else found.box
                self._kept[key] = found._replace(space=length == 1 and code == 32, box=box)
            out.append(self._kept[key])
        return out

    def _simple(self, font: pikepdf.Object, kind: str) -> None:
        descriptor = _dictionary(font.get("/FontDescriptor"))
        first = int(_number(font.get("/FirstChar"), 0))
        widths = _loose(font.get("/Widths"))
        drawn = outlines(descriptor) if kind != "Type3" else None
        names = _encoding(font.get("/Encoding"), descriptor, kind, drawn.coded if drawn else {})
        standard = _standard(self.name) if not widths and kind != "Type3" else None
        missing = _number(descriptor.get("/MissingWidth"), 0)
        unit = 0.001
        if kind == "Type3":
            self.type3 = _type3(font, names)
            unit = self.type3.matrix.a or self.type3.matrix.b
            box = _loose(font.get("/FontBBox"))
            high = (box[3] - box[1] if len(box) == 4 else 0.0) or 1 / (abs(self.type3.matrix.d) or 1)
            self.height = abs(high * (self.type3.matrix.d or self.type3.matrix.c))
        low, top = _heights(descriptor, standard)

        def glyph(code: int) -> Glyph:
            called = names.get(code, "")
            at = code - first
            width = widths[at] * unit if 0 <= at < len(widths) else missing * unit
            if standard and not widths:
                width = standard.widths.get(called, 0) / 1000
            text = self._texts.text(code) if self._texts else None
            text = _read(called) if text is None else text
            if self.type3:
                return Glyph(code, width, NOTHING, text, missing=bool(called) and code not in self.type3.glyphs and _seen(text))
            found = _found(drawn, code, called, descriptor) if drawn else None
            lacks = drawn is not None and found is None and _lacks(drawn, code, called, text)
            box, own = _drawn(drawn, found)
            if box is None:
                blank = called in ("space", "nbspace") or not (width or lacks)
                box = NOTHING if blank else (0.0, low, width or 0.5, top)
            return Glyph(code, width, box, text, own=own, missing=lacks)

        self._glyph = glyph

    def _compose(self, font: pikepdf.Object) -> None:
        below = font.get("/DescendantFonts")
        descendant = _dictionary(below[0] if isinstance(below, pikepdf.Array) and len(below) else below)
        descriptor = _dictionary(descendant.get("/FontDescriptor"))
        self._cmap, cid_of, reads = _codes(font.get("/Encoding"))
        self.vertical = self._cmap.vertical
        drawn = outlines(descriptor)
        gid_of = _cid_to_gid(descendant.get("/CIDToGIDMap"))
        default = _number(descendant.get("/DW"), 1000)
        widths = _ranges(descendant.get("/W"), 1)
        down = numbers(descendant.get("/DW2"))
        origin, fall = down if len(down) == 2 else (880.0, -1000.0)
        falls = _ranges(descendant.get("/W2"), 3) if self.vertical else {}
        low, top = _heights(descriptor, None)

        def glyph(code: int) -> Glyph:
            cid = cid_of(code)
            width = widths.get(cid, (default,))[0] / 1000
            text = self._texts.text(code) if self._texts else None
            text = reads(code) if text is None else text
            gid = gid_of(cid) if cid >= 0 else None
            box, own = _drawn(drawn, gid)
            missing = False
            if drawn and gid is not None and _seen(text):
                # the first glyph stands for those that a font lacks: a box, or nothing
                missing = not drawn.holds(gid) or (gid == 0 and (bool(text) or box not in (None, NOTHING)))
            if box is None or (missing and box == NOTHING):
                box = NOTHING if text.isspace() or not (width or missing) else (0.0, low, width or 0.5, top)
            if not self.vertical:
                return Glyph(code, width, box, text, own=None if missing else own, missing=missing)
            move, x, y = falls.get(cid, (fall, width * 500, origin))
            if box != NOTHING:
                box = (box[0] - x / 1000, box[1] - y / 1000, box[2] - x / 1000, box[3] - y / 1000)
            return Glyph(code, move / 1000, box, text, missing=missing)

        self._glyph = glyph


def _drawn(drawn: Outlines | None, glyph: int | str | None) -> tuple[Box | None, float | None]:
    """What a glyph of a programme draws and how far it moves on; None for what is not known."""
    if drawn is None or glyph is None:
        return None, None
    box = drawn.named(glyph) if isinstance(glyph, str) else drawn.numbered(glyph)
    return box, None if box in (None, NOTHING) else drawn.wide(glyph)


def _seen(text: str) -> bool:
    """Whether a glyph that reads so is one to be seen: no space, no sign of control; whatever is not told may be."""
    return not text or any(category(sign) not in ("Cc", "Cf", "Zs", "Zl", "Zp") for sign in text)


def _lacks(drawn: Outlines, code: int, called: str, text: str) -> bool:
    """Whether a programme lacks a simple font's glyph that was not found in it, and is missed."""
    if not drawn.sure or not _seen(text) or (not called and code <= 32):
        return False
    read = _read(called)
    return not read or all(_read(name) != read for name in drawn.names)


def _dictionary(value: object) -> pikepdf.Object:
    return value if isinstance(value, pikepdf.Dictionary) else pikepdf.Dictionary()


def _number(value: object, otherwise: float) -> float:
    found = number(value)
    return otherwise if found is None else found


def _loose(value: object) -> list[float]:
    """An array's numbers, 0 for what is none."""
    return [_number(part, 0.0) for part in value] if isinstance(value, pikepdf.Array) and len(value) <= 65_536 else []


def _data(value: object) -> bytes:
    """What a stream holds; nothing where it is none, or cannot be unpacked."""
    try:
        return decoded(value) if isinstance(value, pikepdf.Stream) else b""
    except ValueError:
        return b""


class _Standard(NamedTuple):
    widths: Mapping[str, float]
    low: float
    top: float


def _standard(called: str) -> _Standard | None:
    """The metrics of one of the fourteen fonts that a file may leave out (ISO 32000-1, 9.6.2.2)."""
    from reportlab.pdfbase.pdfmetrics import getTypeFace
    from reportlab.rl_config import canvas_basefontname  # noqa: F401 - reading it brings the fonts

    try:
        face = getTypeFace(called.partition("+")[2] or called)
        return _Standard(dict(face.glyphWidths), face.descent / 1000, face.ascent / 1000)
    except Exception:  # it raises of many kinds where a font is none of these
        return None


def _heights(descriptor: pikepdf.Object, standard: _Standard | None) -> tuple[float, float]:
    """How far type reaches below and above its line where no outline says so: the font's own word, or the usual."""
    low, top = _number(descriptor.get("/Descent"), 0) / 1000, _number(descriptor.get("/Ascent"), 0) / 1000
    if standard:
        return standard.low, standard.top
    return (min(low, 0.0), top) if 0 < top < 3 and -3 < low < 3 else (-0.25, 0.9)


@lru_cache(maxsize=8)
def _base(called: str) -> Mapping[int, str]:
    """An encoding of the standard's annex D by its name, as names of glyphs."""
    from fontTools.agl import UV2AGL  # type: ignore[import-untyped]
    from fontTools.encodings import MacRoman, StandardEncoding  # type: ignore[import-untyped]

    if called == "WinAnsiEncoding":
        out = {}
        for code in range(32, 256):
            sign = bytes([code]).decode("cp1252", "ignore")
            out[code] = UV2AGL.get(ord(sign), "bullet") if sign else "bullet"
        return out | {160: "space", 173: "hyphen"}
    listed = MacRoman.MacRoman if called == "MacRomanEncoding" else StandardEncoding.StandardEncoding
    return {code: glyph for code, glyph in enumerate(listed) if glyph != ".notdef"}


def _encoding(value: object, descriptor: pikepdf.Object, kind: str, own: Mapping[int, str]) -> dict[int, str]:
    """The names of a simple font's glyphs by code; `own` are those that its programme has for itself."""
    if isinstance(value, pikepdf.Name):
        return dict(_base(word(value)))
    symbolic = int(_number(descriptor.get("/Flags"), 0)) & _SYMBOLIC
    if not isinstance(value, pikepdf.Dictionary):
        plain = {} if kind == "Type3" or (kind == "TrueType" and symbolic) else _base("StandardEncoding")
        return {**plain, **own}
    base = word(value.get("/BaseEncoding"))
    out = {} if kind == "Type3" else dict(_base(base)) if base else {**_base("StandardEncoding"), **own}
    listed = value.get("/Differences")
    code = 0
    for part in listed if isinstance(listed, pikepdf.Array) and len(listed) < 4096 else ():
        if isinstance(part, pikepdf.Name):
            out[code] = word(part)
            code += 1
        else:
            code = int(_number(part, 0))
    return out


def _read(glyph: str) -> str:
    """What a glyph of that name reads as."""
    from fontTools.agl import toUnicode

    return toUnicode(glyph) if glyph else ""


def _found(drawn: Outlines, code: int, called: str, descriptor: pikepdf.Object) -> int | str | None:
    """A simple font's glyph in its programme: by name, or as TrueType finds it by code (ISO 32000-1, 9.6.6.4)."""
    symbolic = int(_number(descriptor.get("/Flags"), 0)) & _SYMBOLIC
    ways: list[int | None] = []
    if called and not (symbolic and drawn.mapped((1, 0), code)):
        if called in drawn.names or drawn.named(called) is not None:
            return called
        text = _read(called)
        if len(text) == 1:
            ways += [drawn.mapped(table, ord(text)) for table in ((3, 1), (0, 3), (0, 1), (0, 0))]
        if called in _mac():
            ways.append(drawn.mapped((1, 0), _mac()[called]))
    ways += [drawn.mapped(table, code) for table in ((3, 0), (1, 0), (3, 1))] + [drawn.mapped((3, 0), 0xF000 + code)]
    return next((gid for gid in ways if gid and drawn.holds(gid)), None)


@lru_cache(maxsize=1)
def _mac() -> Mapping[str, int]:
    """The codes of glyphs by their names in the encoding of a Macintosh's `cmap`."""
    return {name: code for code, name in sorted(_base("MacRomanEncoding").items(), reverse=True)}


def _codes(value: object) -> tuple[CMap, Callable[[int], int], Callable[[int], str]]:
    """How a composite font's text is cut, which CID a code is, and what it reads as where its encoding says so."""
    if isinstance(value, pikepdf.Stream):
        data = _data(value)
        found = parsed(data)
        vertical = found.vertical or value.get("/WMode") == 1
        # what it takes from another CMap is not known
        rest = -1 if "/UseCMap" in value or b"usecmap" in data else 0
        return found._replace(vertical=vertical), lambda code: found.number(code) or rest, lambda code: ""
    called = word(value)
    vertical = called.endswith("-V") or called == "V"
    if any(part in called for part in _UNICODE):
        return CMap(TWO, vertical=vertical), lambda code: -1, lambda code: chr(code) if not 0xD800 <= code < 0xE000 else ""
    if any(part in called for part in _MIXED):
        # one byte for ASCII, two for the rest; which CID each is stands in files of Adobe's that are not here
        return CMap(((1, b"\0", b"\x80"), (2, b"\x81\0", b"\xff\xff")), vertical=vertical), lambda code: -1, lambda code: ""
    return CMap(TWO, vertical=vertical), lambda code: code, lambda code: ""


def _cid_to_gid(value: object) -> Callable[[int], int]:
    table = _data(value)
    if not table:
        return lambda cid: cid
    return lambda cid: int.from_bytes(table[2 * cid : 2 * cid + 2], "big") if cid >= 0 else 0


def _ranges(value: object, size: int) -> dict[int, tuple[float, ...]]:
    """/W (size 1) or /W2 (size 3): `first [a b c]`, or `first last a`."""
    out: dict[int, tuple[float, ...]] = {}
    rows = list(value)[:100_000] if isinstance(value, pikepdf.Array) else []
    at = spent = 0
    while at + 1 < len(rows) and len(out) < _GLYPHS:
        first = int(_number(rows[at], 0))
        if isinstance(rows[at + 1], pikepdf.Array):
            listed = _loose(rows[at + 1])
            out.update({first + n: tuple(listed[n * size : n * size + size]) for n in range(len(listed) // size)})
            at += 2
        else:
            row = [_number(part, 0) for part in rows[at + 1 : at + 2 + size]]
            if len(row) < 1 + size:
                break
            last = min(int(row[0]), first + _GLYPHS)
            spent += last - first
            if spent > 4 * _GLYPHS:  # rows that go over the same glyphs again and again
                break
            out.update(dict.fromkeys(range(first, last + 1), tuple(row[1:])))
            at += 2 + size
    return out


def _type3(font: pikepdf.Object, names: Mapping[int, str]) -> Type3:
    found = numbers(font.get("/FontMatrix"))
    matrix = Matrix(*found) if len(found) == 6 else Matrix(0.001, 0, 0, 0.001)
    procedures = _dictionary(font.get("/CharProcs"))
    glyphs = {code: procedures[f"/{called}"] for code, called in names.items() if f"/{called}" in procedures}
    return Type3(glyphs, matrix, font.get("/Resources"))
