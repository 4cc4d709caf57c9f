"""CMaps: how a text's bytes are cut into codes, which glyph one is, which characters it reads as (ISO 32000-1, 9.7.5)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

_BLOCK = re.compile(rb"begin(codespacerange|cidrange|cidchar|bfrange|bfchar)\b(.*?)end\1\b", re.DOTALL)
_TOKEN = re.compile(rb"<([0-9A-Fa-f\s]*)>|(\[)|(\])|(-?\d+)")
_WMODE = re.compile(rb"/WMode\s+(\d)")
_BYTES = 4_000_000
_SPACES = 64
_ROWS = 200_000
"""The most rows that are read; no typeface has so many glyphs."""


TWO = ((2, b"\0\0", b"\xff\xff"),)
"""Every code has two bytes: what most files say."""


class CMap(NamedTuple):
    """`spaces` are the ranges of codes: how many bytes, the first and the last. `single` and `ranges` (first, last, what the
    first is) say what a code is: a glyph's number, or its text.
    """

    spaces: tuple[tuple[int, bytes, bytes], ...] = ()
    numbers: dict[int, int] = {}  # noqa: RUF012 - a NamedTuple's default; nobody writes to it
    ranges: tuple[tuple[int, int, int], ...] = ()
    texts: dict[int, str] = {}  # noqa: RUF012
    text_ranges: tuple[tuple[int, int, str], ...] = ()
    vertical: bool = False

    def codes(self, data: bytes) -> Iterator[tuple[int, int]]:
        """The text's codes, each with its number of bytes."""
        if self.spaces == TWO and len(data) % 2 == 0:
            for at in range(0, len(data), 2):
                yield data[at] << 8 | data[at + 1], 2
            return
        lengths = sorted({length for length, _, _ in self.spaces}) or [2]
        at = 0
        while at < len(data):
            took = next((n for n in lengths if self._within(data[at : at + n], n)), lengths[0])
            yield int.from_bytes(data[at : at + took], "big"), took
            at += took

    def _within(self, code: bytes, length: int) -> bool:
        return any(
            n == length == len(code) and all(a <= c <= b for a, c, b in zip(low, code, high, strict=True))
            for n, low, high in self.spaces
        )

    def number(self, code: int) -> int:
        """The glyph's number of that code; 0 where it has none."""
        if code in self.numbers:
            return self.numbers[code]
        n = bisect_right(self.ranges, code, key=lambda row: row[0]) - 1
        if n >= 0 and code <= self.ranges[n][1]:
            return self.ranges[n][2] + code - self.ranges[n][0]
        return 0

    def text(self, code: int) -> str | None:
        """What that code reads as; None where nothing says so."""
        if code in self.texts:
            return self.texts[code]
        n = bisect_right(self.text_ranges, code, key=lambda row: row[0]) - 1
        if n < 0 or code > self.text_ranges[n][1]:
            return None
        first, _, text = self.text_ranges[n]
        last = ord(text[-1]) + code - first if text else 0
        return text[:-1] + chr(last) if 0 < last < 0x110000 else None


def parsed(data: bytes) -> CMap:
    """A CMap's stream, read as far as it can be."""
    spaces: list[tuple[int, bytes, bytes]] = []
    numbers: dict[int, int] = {}
    ranges: list[tuple[int, int, int]] = []
    texts: dict[int, str] = {}
    text_ranges: list[tuple[int, int, str]] = []
    for kind, body in _BLOCK.findall(data[:_BYTES]):
        rows = _rows(body)
        if len(texts) + len(numbers) + len(ranges) + len(text_ranges) > _ROWS:
            break
        if kind == b"codespacerange":
            for low, high in _grouped(rows, 2):
                if isinstance(low, bytes) and isinstance(high, bytes) and 0 < len(low) == len(high) <= 4:
                    spaces.append((len(low), low, high))
        elif kind == b"cidchar":
            numbers.update({_int(code): n for code, n in _grouped(rows, 2) if _bytes(code) and isinstance(n, int)})
        elif kind == b"cidrange":
            ranges += [(_int(a), _int(b), n) for a, b, n in _grouped(rows, 3) if _bytes(a) and _bytes(b) and isinstance(n, int)]
        elif kind == b"bfchar":
            texts.update({_int(code): _text(to) for code, to in _grouped(rows, 2) if _bytes(code) and _bytes(to)})
        else:
            for a, b, to in _grouped(rows, 3):
                if not _bytes(a) or not _bytes(b):
                    continue
                if isinstance(to, list):
                    texts.update({_int(a) + n: _text(part) for n, part in enumerate(to) if _bytes(part)})
                elif _bytes(to):
                    text_ranges.append((_int(a), _int(b), _text(to)))
    mode = _WMODE.search(data)
    return CMap(
        tuple(spaces[:_SPACES]),
        numbers,
        tuple(sorted(ranges)),
        texts,
        tuple(sorted(text_ranges)),
        bool(mode and mode[1] == b"1"),
    )


def _rows(body: bytes) -> list[object]:
    out: list[object] = []
    inside: list[object] | None = None
    for token in _TOKEN.finditer(body):
        if token[2]:
            inside = []
        elif token[3]:
            if inside is not None:
                out.append(inside)
            inside = None
        else:
            value: object = int(token[4]) if token[4] and len(token[4]) < 12 else None
            if token[1] is not None:
                digits = b"".join(token[1].split())
                value = bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
            (out if inside is None else inside).append(value)
    return out


def _grouped(rows: list[object], size: int) -> Iterator[tuple[object, ...]]:
    return zip(*(rows[n::size] for n in range(size)), strict=False)


def _bytes(value: object) -> bool:
    return isinstance(value, bytes) and len(value) > 0


def _int(value: object) -> int:
    return int.from_bytes(value, "big") if isinstance(value, bytes) else 0


def _text(value: object) -> str:
    return value.decode("utf-16-be", "replace").replace("\0", "") if isinstance(value, bytes) else ""
