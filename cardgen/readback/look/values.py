"""Values of a PDF, taken with care: numbers that are none, streams that unpack without end."""

from __future__ import annotations

import zlib

import pikepdf

_MOST = 1e7
"""The largest number that is believed, in points: 3.5 km. PDF readers stop at 14 400 (ISO 32000-1, annex C)."""
_STREAM = 1 << 26
"""The most that a stream of content, a font or a table is unpacked to: 64 MB."""


def number(value: object) -> float:
    """A number, no larger than is believed. ValueError where it is none."""
    if isinstance(value, bool):
        raise ValueError("no number")
    try:
        found = float(value)  # type: ignore[arg-type]
    except (TypeError, OverflowError):
        raise ValueError("no number") from None
    if found != found:
        raise ValueError("no number")
    return min(max(found, -_MOST), _MOST)


def numbers(value: object) -> list[float]:
    """A list's numbers; nothing where it is no list, or not of numbers alone."""
    if not isinstance(value, pikepdf.Array | list):
        return []
    try:
        return [number(part) for part in value]
    except ValueError:
        return []


def decoded(stream: pikepdf.Object) -> bytes:
    """What a stream holds, unpacked. ValueError where it cannot be unpacked, or becomes larger than is believed."""
    try:
        if not small(stream):
            raise ValueError("a stream without end")
        return bytes(stream.read_bytes())
    except (pikepdf.PdfError, RuntimeError, TypeError, AttributeError, NotImplementedError):
        raise ValueError("a stream that cannot be unpacked") from None


def small(stream: pikepdf.Object) -> bool:
    """Whether a stream stays within what is unpacked. Deflate packs 1032 to 1 at best: a little stream needs no trial."""
    raw = bytes(stream.read_raw_bytes())
    filters = stream.get("/Filter")
    names = [str(name) for name in filters] if isinstance(filters, pikepdf.Array) else [str(filters)] if filters else []
    packed = [name for name in names if name in ("/FlateDecode", "/Fl", "/LZWDecode", "/LZW", "/RunLengthDecode", "/RL")]
    if len(raw) * 1032 ** len(packed) <= _STREAM:
        return True
    if names != ["/FlateDecode"]:
        return len(packed) < 2 and len(raw) <= _STREAM >> 4
    unpacker = zlib.decompressobj()
    size = 0
    try:
        while raw and not unpacker.eof:
            size += len(unpacker.decompress(raw, 1 << 20))
            raw = unpacker.unconsumed_tail
            if size > _STREAM:
                return False
    except zlib.error:
        pass  # what is left of it is unpacked by the reader as far as it goes
    return True


def name(value: object) -> str:
    """A name without its stroke, an empty text where it is none."""
    if not isinstance(value, pikepdf.Name):
        return ""
    try:
        return printable(str(value)[1:])
    except UnicodeDecodeError:
        return "?"


def printable(text: str) -> str:
    """The text without what does not stand in a line: a finding's words go to a terminal."""
    return text if text.isprintable() else "".join(sign if sign.isprintable() else "?" for sign in text)
