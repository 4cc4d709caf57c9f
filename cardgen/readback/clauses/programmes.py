"""Font programmes that a PDF embeds, looked at lightly: whether one is whole enough to be read at all (ISO 32000-1, 9.9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

_SFNT = (b"\0\1\0\0", b"true", b"OTTO")
_BOTH = frozenset((b"head", b"maxp"))
"""Tables without which no program sets a TrueType font (print.md has no list: ISO 32000-1, 9.9, asks for more, which some
subsets lack and are read without)."""
_PADDING = 3
"""By so many bytes a last table may end behind the file: they are those that it is filled up with to a multiple of four."""
_CHAR_STRINGS = 17
"""The operator of a top dictionary that says where the glyphs lie (Adobe TN 5176, table 9)."""


def broken(key: str, data: bytes) -> str:
    """Why a programme cannot be read, as the end of a sentence ("breaks off"); empty where it can. `key` is the one that the
    font's descriptor has it under: "/FontFile" Type 1, "/FontFile2" TrueType, "/FontFile3" CFF or OpenType.
    """
    if not data:
        return "is empty"
    try:
        if key == "/FontFile":
            return _type_1(data)
        return _tables(data) if key == "/FontFile2" or data[:4] in _SFNT else _cff(data)
    except (IndexError, ValueError):
        return "breaks off"


def _type_1(data: bytes) -> str:
    """A Type 1 programme: its header, in the clear or as PFB has it, and glyphs behind `eexec`."""
    if not data[:64].lstrip().startswith((b"%!", b"\x80\x01")):
        return "is no Type 1 font"
    at = data.find(b"eexec")
    return "" if 0 < at < len(data) - 16 else "breaks off"


def _tables(data: bytes) -> str:
    """A TrueType or OpenType programme: its directory, and the tables that draw within the file."""
    if data[:4] not in _SFNT:
        return "is no TrueType font"
    count = _int(data, 4, 2)
    rows = [data[n : n + 16] for n in range(12, 12 + 16 * count, 16)]
    if not rows or len(rows[-1]) < 16:
        return "breaks off"
    ends = {row[:4]: _int(row, 8, 4) + _int(row, 12, 4) for row in rows}
    if b"CFF " in ends:
        return _cff(data[next(_int(row, 8, 4) for row in rows if row[:4] == b"CFF ") :])
    drawn = {*_BOTH, b"glyf", b"loca"}
    lacking = sorted(drawn - ends.keys())
    if lacking:
        return f"lacks its table {lacking[0].decode()}"
    return "breaks off" if max(ends[own] for own in drawn) > len(data) + _PADDING else ""


def _cff(data: bytes) -> str:
    """A CFF programme: its header, its four INDEXes and that of its glyphs, which is the last of length (TN 5176)."""
    if data[:1] not in (b"\1", b"") or _int(data, 2, 1) < 4:
        return "is no CFF font"
    _, names = _index(data, _int(data, 2, 1))
    tops, at = _index(data, names)
    _, strings = _index(data, at)
    _index(data, strings)
    if not tops:
        return "has no dictionary"
    where = next((values[-1] for operator, values in _operators(tops[0]) if operator == _CHAR_STRINGS and values), 0)
    if not where:
        return "has no glyphs"
    glyphs, _ = _index(data, where)
    return "" if glyphs else "has no glyphs"


def _index(data: bytes, at: int) -> tuple[list[bytes], int]:
    """An INDEX's members and where what follows it begins. ValueError where it is not whole."""
    count = _int(data, at, 2)
    if count == 0:
        return [], at + 2
    size = _int(data, at + 2, 1)
    if not 1 <= size <= 4:
        raise ValueError("no INDEX")
    start = at + 3 + (count + 1) * size
    offsets = [_int(data, at + 3 + n * size, size) for n in range(count + 1)]
    last = start - 1 + offsets[-1]
    if offsets[0] != 1 or last > len(data) or any(a > b for a, b in pairwise(offsets)):
        raise ValueError("no INDEX")
    return [data[start - 1 + a : start - 1 + b] for a, b in pairwise(offsets)], last


def _operators(data: bytes) -> Iterator[tuple[int, list[int]]]:
    """A dictionary's operators and their whole numbers (TN 5176, 4); of two bytes the second, 256 more."""
    at, values = 0, list[int]()
    while at < len(data):
        first = data[at]
        at += 1
        if first == 12:
            yield 256 + data[at], values
            at, values = at + 1, []
        elif first <= 21:
            yield first, values
            values = []
        elif first in (28, 29):
            size = 2 if first == 28 else 4
            values.append(int.from_bytes(data[at : at + size], "big", signed=True))
            at += size
        elif first == 30:  # a real number, which none is that is asked for here
            while data[at] & 15 != 15:
                at += 1
            at += 1
        elif first <= 246:
            values.append(first - 139)
        elif first <= 254:
            sign = 1 if first <= 250 else -1
            values.append(sign * ((first - (247 if sign > 0 else 251)) * 256 + data[at] + 108))
            at += 1


def _int(data: bytes, at: int, size: int) -> int:
    """A whole number of so many bytes. ValueError where there are none."""
    if at < 0 or at + size > len(data):
        raise ValueError("no number")
    return int.from_bytes(data[at : at + size], "big")
