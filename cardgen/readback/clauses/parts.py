"""The parts of a PDF taken with care: what is not of the kind that it should be is None, and nothing is ever raised."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator
from decimal import Decimal

import pikepdf

MOST_BYTES = 64_000_000
"""Of a content stream, metadata or a profile no more is unpacked (the house's own: a small file may unpack to gigabytes)."""
CHUNK = 1 << 20
_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")


def entry(obj: object, key: str) -> object:
    """What a dictionary, or a stream's, has under that key ("/Type"); None where it has nothing or is none."""
    if isinstance(obj, pikepdf.Dictionary | pikepdf.Stream):
        try:
            return obj.get(key)
        except (pikepdf.PdfError, ValueError):
            return None
    return None


def entries(obj: object) -> Iterator[tuple[str, object]]:
    """The keys ("/F1") of a dictionary, or of a stream's, and what it has under them; nothing where it is none."""
    if isinstance(obj, pikepdf.Dictionary | pikepdf.Stream):
        yield from obj.items()


def members(obj: object) -> Iterator[object]:
    """What stands in an array; nothing where it is none."""
    if isinstance(obj, pikepdf.Array):
        yield from obj


def one_or_more(obj: object) -> Iterator[object]:
    """What stands in an array, or the thing itself where it is none; nothing for None."""
    if isinstance(obj, pikepdf.Array):
        yield from obj
    elif obj is not None:
        yield obj


def word(obj: object) -> str:
    """A name without its slash ("DeviceRGB"); empty where it is none. One that is not UTF-8 is read as Latin 1."""
    if not isinstance(obj, pikepdf.Name):
        return ""
    try:
        return _shown(str(obj)[1:])
    except UnicodeDecodeError:
        raw = _ESCAPE.sub(lambda m: bytes((int(m[1], 16),)), obj.unparse()[1:])
        return _shown(raw.decode("latin-1"))


def _shown(own: str) -> str:
    """A text that may stand in a line: without what moves a terminal's cursor."""
    return own if own.isprintable() else "".join(c if c.isprintable() else "\ufffd" for c in own)


def text(obj: object) -> str:
    """A string of text, its white space as single spaces, none and no NUL bytes at its ends; empty where it is none."""
    if not isinstance(obj, pikepdf.String):
        return ""
    try:
        return _shown(" ".join(str(obj).strip("\0 \t\r\n").split()))
    except (ValueError, UnicodeError):
        return ""


def number(obj: object) -> float | None:
    """A number; None where it is none, or none that can be reckoned with."""
    if isinstance(obj, bool) or not isinstance(obj, int | float | Decimal):
        return None
    try:
        value = float(obj)
    except (OverflowError, ValueError):
        return None
    return value if math.isfinite(value) else None


def key_of(obj: object) -> tuple[int, int]:
    """An object's number and generation; (0, 0) where it has none, as it stands inside another."""
    return obj.objgen if isinstance(obj, pikepdf.Object) else (0, 0)


def filters(stream: object) -> tuple[str, ...]:
    """The names of a stream's filters, the outermost first, without slashes."""
    return tuple(word(name) for name in one_or_more(entry(stream, "/Filter")))


def unpacked(stream: pikepdf.Stream, most: int = MOST_BYTES) -> tuple[bytes, bool]:
    """A stream's bytes without its filters, and whether they are whole: what can be read and no more than `most` of it."""
    try:
        raw = stream.read_raw_bytes()
        names = filters(stream)
        if not names:
            return raw[:most], len(raw) <= most
        if names == ("FlateDecode",) and not _predicts(stream):
            return inflated(raw, most)
        if len(names) > 2 or len(raw) > most // 64:  # filters upon filters unpack without bounds
            return b"", False
        return stream.read_bytes()[:most], True
    except (pikepdf.PdfError, ValueError, RuntimeError, MemoryError):
        return b"", False


def inflated(raw: bytes, most: int) -> tuple[bytes, bool]:
    """Deflated bytes unpacked, no more than `most`, and whether they came to their end, checksum and all."""
    if not raw:
        return b"", True  # an empty stream, as every program has it
    out = bytearray()
    unpacker = zlib.decompressobj()
    try:
        while raw and not unpacker.eof and len(out) < most:
            out += unpacker.decompress(raw, min(CHUNK, most - len(out)))
            raw = unpacker.unconsumed_tail
    except zlib.error:
        pass
    return bytes(out), unpacker.eof


def _predicts(stream: pikepdf.Stream) -> bool:
    parameters = [entry(own, "/Predictor") for own in one_or_more(entry(stream, "/DecodeParms"))]
    return any((number(p) or 1) > 1 for p in parameters)
