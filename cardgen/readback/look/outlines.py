"""What the glyphs of an embedded font programme draw: their bounding boxes, from TrueType, CFF and Type 1.

Boxes are in ems (1 is the type size), from the glyph's origin. A programme is read as far as it can be; of what cannot be
read nothing is known (None), which is another thing than a glyph that draws nothing (`NOTHING`).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from typing import Any, NamedTuple

import pikepdf

from cardgen.readback.values import decoded

Box = tuple[float, float, float, float]
NOTHING: Box = (0.0, 0.0, 0.0, 0.0)

_STEPS = 20_000
"""How many subroutines one glyph may call: a few dozen are usual, and a hostile one calls without end."""
_TYPE1 = 2_000_000
"""How many bytes of a Type 1 font are read."""
_FAR = 100.0
"""How many ems from its origin a glyph is believed to reach."""


class Outlines(NamedTuple):
    """A font programme: its glyphs by number, name and CID; what it says itself about which code is which glyph.

    `numbered` and `named` give a glyph's box, or None where there is no such glyph. `coded` are the codes of its own
    encoding, as names; `mapped` finds a glyph's number by (platform, encoding) and code. `wide` is how far a glyph moves on by
    the programme (ems; None: it does not say). `holds` tells whether there is a glyph of that number, `names` are those of all
    glyphs, where they have any. `sure` is whether a glyph that is not found by its code or name is not there.
    """

    numbered: Callable[[int], Box | None]
    named: Callable[[str], Box | None]
    coded: Mapping[int, str] = {}
    mapped: Callable[[tuple[int, int], int], int | None] = lambda table, code: None
    wide: Callable[[int | str], float | None] = lambda glyph: None
    holds: Callable[[int], bool] = lambda gid: True
    names: Iterable[str] = ()
    sure: bool = False


def outlines(descriptor: pikepdf.Object) -> Outlines | None:
    """The programme that a font descriptor embeds. None where it embeds none, or one that cannot be read."""
    try:
        for key in ("/FontFile2", "/FontFile3", "/FontFile"):
            if isinstance(descriptor.get(key), pikepdf.Stream):
                data = decoded(descriptor[key])
                wrapped = data[:4] in (b"\0\1\0\0", b"true", b"OTTO", b"ttcf")
                return _type1(data) if key == "/FontFile" else _sfnt(data) if wrapped else _cff(data, None)
    except Exception:  # fontTools raises whatever a broken font makes it stumble over
        return None
    return None


def _bounds(glyphs: object, draw: Callable[[object], None], matrix: list[float]) -> Box | None:
    """The box of what a glyph draws; None where it is broken."""
    from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-untyped]

    pen = BoundsPen(glyphs)
    try:
        draw(pen)
    except Exception:  # a broken charstring
        return None
    return _box(pen.bounds, matrix)


def _box(bounds: tuple[float, ...] | None, m: list[float]) -> Box:
    if bounds is None:
        return NOTHING
    (x0, y0), (x1, y1) = ((m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]) for x, y in (bounds[:2], bounds[2:]))
    sides = [min(max(v, -_FAR), _FAR) for v in (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))]
    return sides[0], sides[1], sides[2], sides[3]


def _sfnt(data: bytes) -> Outlines:
    """TrueType, or OpenType with CFF inside. A glyph of `glyf` tells its box in its first ten bytes."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    font = TTFont(BytesIO(data), fontNumber=0, lazy=True)
    if "glyf" not in font:
        return _cff(font.reader["CFF "], font)
    reader: Any = font.reader
    head, loca, glyf = reader["head"], reader["loca"], reader["glyf"]
    em = struct.unpack_from(">H", head, 18)[0] or 1000
    long = struct.unpack_from(">h", head, 50)[0]
    count = len(loca) // (4 if long else 2)
    offsets = struct.unpack_from(f">{count}{'L' if long else 'H'}", loca)

    def numbered(gid: int) -> Box | None:
        if not 0 <= gid < count - 1:
            return None
        first, last = (v * (1 if long else 2) for v in offsets[gid : gid + 2])
        if last - first < 10 or first + 10 > len(glyf):
            return NOTHING
        return _box(struct.unpack_from(">4h", glyf, first + 2), [1 / em, 0, 0, 1 / em, 0, 0])

    metrics = reader["hmtx"] if "hmtx" in font and "hhea" in font else b""
    told = min(struct.unpack_from(">H", reader["hhea"], 34)[0], len(metrics) // 4) if metrics else 0

    def wide(glyph: int | str) -> float | None:
        gid = font.getReverseGlyphMap().get(glyph, -1) if isinstance(glyph, str) else glyph
        if not told or not 0 <= gid < count - 1:
            return None
        return float(struct.unpack_from(">H", metrics, 4 * min(gid, told - 1))[0]) / em

    found = _subtables(reader["cmap"]) if "cmap" in font else {}
    sure = bool(found) and all(int.from_bytes(table[:2], "big") in (0, 4, 6) for table in found.values())

    def mapped(table: tuple[int, int], code: int) -> int | None:
        return _looked_up(found[table], code) if table in found else None

    def named(name: str) -> Box | None:
        try:
            return numbered(int(font.getReverseGlyphMap()[name])) if "post" in font else None
        except Exception:  # a broken table of names names nothing
            return None

    return Outlines(numbered, named, mapped=mapped, wide=wide, holds=lambda gid: 0 <= gid < count - 1, sure=sure)


def _subtables(data: bytes) -> dict[tuple[int, int], bytes]:
    """The subtables of a `cmap` by platform and encoding. Looked up code by code: a hostile one spread out fills the memory."""
    out = {}
    for n in range(min(int.from_bytes(data[2:4], "big"), 32)):
        platform, encoding, first = struct.unpack_from(">HHL", data, 4 + 8 * n)
        out[platform, encoding] = data[first : first + 0x20000]
    return out


def _looked_up(data: bytes, code: int) -> int | None:
    """A code's glyph in a subtable of format 0, 4 or 6 (OpenType, cmap); None where it has none."""
    try:
        kind = struct.unpack_from(">H", data)[0]
        if kind == 0:
            return data[6 + code] if code < 256 else None
        if kind == 6:
            first, count = struct.unpack_from(">HH", data, 6)
            return int(struct.unpack_from(">H", data, 10 + 2 * (code - first))[0]) if first <= code < first + count else None
        if kind != 4:
            return None
        half = struct.unpack_from(">H", data, 6)[0] // 2
        ends = struct.unpack_from(f">{half}H", data, 14)
        n = next((n for n, end in enumerate(ends) if code <= end), None)
        if n is None:
            return None
        start, delta, offset = (struct.unpack_from(">H", data, 16 + 2 * (half * part + n))[0] for part in (1, 2, 3))
        if code < start:
            return None
        if not offset:
            return int(code + delta) & 0xFFFF
        glyph = struct.unpack_from(">H", data, 16 + 2 * (3 * half + n) + offset + 2 * (code - start))[0]
        return int(glyph + delta) & 0xFFFF if glyph else None
    except (struct.error, IndexError):
        return None


def _cff(data: bytes, font: object) -> Outlines:
    from fontTools.cffLib import CFFFontSet  # type: ignore[import-untyped]

    fonts = CFFFontSet()
    fonts.decompile(BytesIO(data), font)
    top: Any = fonts.topDictIndex[0]
    strings = top.CharStrings
    order: list[str] = top.charset
    by_cid = {int(name[3:]) if name[3:].isdigit() else 0: name for name in order} if hasattr(top, "ROS") else {}
    from fontTools.misc.psCharStrings import T2OutlineExtractor  # type: ignore[import-untyped]

    counted = _counted(T2OutlineExtractor)
    kept: dict[str, Box | None] = {}
    widths: dict[str, float] = {}

    def named(name: str) -> Box | None:
        if name not in kept:
            kept[name] = _drawn(name)
        return kept[name]

    def _drawn(name: str) -> Box | None:
        if name not in strings:
            return None
        try:
            string = strings[name]
            string.outlineExtractor = counted
        except Exception:  # a broken charstring
            return None
        matrix = _matrix(top, string)
        box = _bounds(strings, string.draw, matrix)
        if box is not None and isinstance(string.width, int | float):
            widths[name] = string.width * matrix[0]
        return box

    def called(glyph: int | str) -> str:
        """A font with CIDs is asked by CID: its numbers are what a PDF's codes become."""
        if isinstance(glyph, str):
            return glyph
        return by_cid.get(glyph, "") if by_cid else order[glyph] if 0 <= glyph < len(order) else ""

    def wide(glyph: int | str) -> float | None:
        named(called(glyph))
        return widths.get(called(glyph))

    encoding = getattr(top, "Encoding", None)
    coded = {code: name for code, name in enumerate(encoding) if name != ".notdef"} if isinstance(encoding, list) else {}
    return Outlines(
        lambda gid: named(called(gid)), named, coded, wide=wide, holds=lambda gid: bool(called(gid)),
        names=() if by_cid else order, sure=not by_cid and encoding != "ExpertEncoding",
    )  # fmt: skip


def _matrix(top: Any, string: Any) -> list[float]:
    """A glyph's way into ems: the font's matrix, or, of a font with CIDs, that of the glyph's own part."""
    for owner in (getattr(string, "fontDict", None), top):
        found = getattr(owner, "FontMatrix", None) if owner is not None else None
        if found and found[0]:
            return [float(v) for v in found]
    return [0.001, 0.0, 0.0, 0.001, 0.0, 0.0]


def _counted(extractor: Any) -> Any:
    """The extractor, but for one that gives up where a glyph calls subroutines without end."""

    class Counted(extractor):  # type: ignore[misc]
        steps = 0

        def execute(self, string: object, **more: object) -> None:
            self.steps += 1
            if self.steps > _STEPS:
                raise ValueError("a glyph without end")
            super().execute(string, **more)

    return Counted


_STRING = re.compile(rb"/([^\s/{}\[\]()<>]+)\s+(\d{1,6})\s+(?:RD|-\||\S{1,8}) ")
_SUBR = re.compile(rb"dup\s+(\d{1,6})\s+(\d{1,6})\s+(?:RD|-\||\S{1,8}) ")
_CODE = re.compile(rb"dup\s+(\d{1,3})\s*/([^\s/]+)\s+put")


def _type1(data: bytes) -> Outlines:
    """Type 1: the clear part says the encoding, the encrypted one (key 55665) holds the charstrings (key 4330)."""
    from fontTools.misc.eexec import decrypt  # type: ignore[import-untyped]
    from fontTools.misc.psCharStrings import T1CharString, T1OutlineExtractor

    if data[:1] == b"\x80":
        data = _unsegmented(data)
    clear, _, packed = data.partition(b"eexec")
    packed = packed.lstrip(b" \t\r\n")
    if re.fullmatch(rb"[0-9A-Fa-f\s]{8}", packed[:8]):
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", packed)
        packed = bytes.fromhex(digits[: len(digits) // 2 * 2].decode("ascii"))
    private = decrypt(packed[:_TYPE1], 55665)[0][4:]
    found = re.search(rb"/lenIV\s+(\d+)", private)
    skip = int(found[1]) if found else 4
    start = private.find(b"/CharStrings")

    def string(first: int, length: str | bytes) -> bytes:
        return bytes(decrypt(private[first : first + int(length)], 4330)[0][skip:])

    subrs: list[Any] = []
    at = private.find(b"/Subrs")
    while at >= 0 and (entry := _SUBR.search(private, at, start if start > at else len(private))):
        number = int(entry[1])
        subrs += [None] * (min(number, 65_535) + 1 - len(subrs))
        subrs[min(number, 65_535)] = string(entry.end(), entry[2])
        at = entry.end() + int(entry[2])
    subrs = [T1CharString(code or b"\x0b") for code in subrs]
    strings: dict[str, Any] = {}
    at = start + len(b"/CharStrings")
    while start >= 0 and (entry := _STRING.search(private, at)):
        strings[entry[1].decode("latin-1")] = T1CharString(string(entry.end(), entry[2]), subrs=subrs)
        at = entry.end() + int(entry[2])
    if not strings:
        raise ValueError("no glyphs")
    scale = re.search(rb"/FontMatrix\s*\[\s*([^\]]+)\]", clear)
    matrix = [float(v) for v in scale[1].split()] if scale else []
    if len(matrix) != 6 or not matrix[0]:
        matrix = [0.001, 0.0, 0.0, 0.001, 0.0, 0.0]
    counted = _counted(T1OutlineExtractor)

    widths: dict[str, float] = {}

    class Glyph(NamedTuple):
        name: str

        def draw(self, pen: object) -> None:
            extractor = counted(pen, subrs)
            extractor.execute(strings[self.name])
            if isinstance(extractor.width, int | float):
                widths[self.name] = extractor.width * matrix[0]

    glyphs = {name: Glyph(name) for name in strings}

    def named(name: str) -> Box | None:
        return _bounds(glyphs, glyphs[name].draw, matrix) if name in glyphs else None

    coded = {int(code): name.decode("latin-1") for code, name in _CODE.findall(clear)}

    def wide(glyph: int | str) -> float | None:
        named(str(glyph))
        return widths.get(str(glyph))

    return Outlines(lambda gid: None, named, coded, wide=wide, names=strings, sure=True)


def _unsegmented(data: bytes) -> bytes:
    """A Type 1 font without the heads of its segments (PFB)."""
    out, at = b"", 0
    while at + 6 <= len(data) and data[at] == 0x80 and data[at + 1] in (1, 2):
        length = int.from_bytes(data[at + 2 : at + 6], "little")
        out += data[at + 6 : at + 6 + length]
        at += 6 + length
    return out
