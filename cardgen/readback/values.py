"""The parts of a PDF taken with care: wrong kinds, numbers that are none, streams that unpack without end.

`entry` to `numbers` raise nothing: what is not of the kind that it should be is None, or empty. `real` and `decoded` raise
ValueError, for those who cannot go on without.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable, Iterator
from decimal import Decimal

import pikepdf

from cardgen.findings import short

BROKEN = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RuntimeError, MemoryError, pikepdf.PdfError)
"""What pikepdf and Python raise where an object is of another kind than it must be, lacks what it must have, or is too big."""
MOST_BYTES = 1 << 26
"""Of a content stream, a font, metadata or a profile no more is unpacked (the house's own: little may hold gigabytes)."""
MOST = 1e7
"""The largest number that is drawn with, in points: 3.5 km. PDF readers stop at 14 400 (ISO 32000-1, annex C)."""
_DEEP = 64
"""No tree of pages is deeper; a broken one may be a ring."""
RATIO = 1032
"""What Flate packs at most into a byte (zlib's own limit)."""
_CHUNK = 1 << 20
_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")
_FILTERS = {
    "AHx": "ASCIIHexDecode", "A85": "ASCII85Decode", "LZW": "LZWDecode", "Fl": "FlateDecode", "RL": "RunLengthDecode",
    "CCF": "CCITTFaxDecode", "DCT": "DCTDecode",
}  # fmt: skip
"""Short names of filters (ISO 32000-1, table 94)."""
_NUMBERS = (int, float, Decimal)
_CATEGORIES = {
    "ColorSpace": "colour space", "ExtGState": "graphics state", "Font": "font", "Pattern": "pattern",
    "Properties": "property list", "Shading": "shading", "XObject": "picture or form",
}  # fmt: skip
PACKS = ("FlateDecode", "LZWDecode", "RunLengthDecode")


def entry(obj: object, key: str) -> object:
    """What a dictionary, or a stream's, has under that key ("/Type"); None where it has nothing or is none."""
    if isinstance(obj, pikepdf.Dictionary | pikepdf.Stream):
        try:
            return obj.get(key)
        except (pikepdf.PdfError, ValueError):
            return None
    return None


class Missing(ValueError):
    """Raised where a name is spoken of that the resources lack: which name of which category, and what that is in words."""

    def __init__(self, category: str, named: str) -> None:
        self.named, self.what = short(named, 32), _CATEGORIES[category]
        super().__init__(f"a {self.what} that the page does not have")


def named(resources: object, category: str, name: object) -> pikepdf.Object:
    """What resources have under a name of a category ("Font"). Missing where they lack it; ValueError where it is no name."""
    listed = entry(resources, f"/{category}")
    if not isinstance(name, pikepdf.Name):
        raise ValueError("no name")
    if not isinstance(listed, pikepdf.Dictionary) or name not in listed:
        raise Missing(category, word(name))
    return listed[name]


def inherited(page: object, key: str) -> object:
    """A page's entry, or the one that it has from a node above it (ISO 32000-1, 7.7.3.4); None where there is none."""
    for _ in range(_DEEP):
        found = entry(page, key)
        if found is not None:
            return found
        page = entry(page, "/Parent")
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


def key_of(obj: object) -> tuple[int, int]:
    """An object's number and generation; (0, 0) where it has none, as it stands inside another."""
    return obj.objgen if isinstance(obj, pikepdf.Object) else (0, 0)


def word(obj: object) -> str:
    """A name without its slash ("DeviceRGB"); empty where it is none. One that is not UTF-8 is read as Latin 1."""
    if not isinstance(obj, pikepdf.Name):
        return ""
    try:
        return printable(str(obj)[1:])
    except UnicodeDecodeError:
        raw = _ESCAPE.sub(lambda m: bytes((int(m[1], 16),)), obj.unparse()[1:])
        return printable(raw.decode("latin-1"))


def text(obj: object) -> str:
    """A string of text, its white space as single spaces, none and no NUL bytes at its ends; empty where it is none."""
    if not isinstance(obj, pikepdf.String):
        return ""
    try:
        return printable(" ".join(str(obj).strip("\0 \t\r\n").split()))
    except (ValueError, UnicodeError):
        return ""


def printable(own: str) -> str:
    """The text without what does not stand in a line: a finding's words go to a terminal."""
    return own if own.isprintable() else "".join(c if c.isprintable() else "\ufffd" for c in own)


def number(obj: object) -> float | None:
    """A number; None where it is none, or none that can be reckoned with."""
    if isinstance(obj, bool) or not isinstance(obj, _NUMBERS):
        return None
    try:
        value = float(obj)
    except (OverflowError, ValueError):
        return None
    return value if math.isfinite(value) else None


def real(obj: object) -> float:
    """A number that is drawn with, no larger than is believed. ValueError where it is none."""
    value = number(obj)
    if value is None:
        raise ValueError("no number")
    return value if -MOST < value < MOST else math.copysign(MOST, value)


def numbers(obj: object) -> list[float]:
    """An array's numbers; nothing where it is none, or not of numbers alone."""
    values = [number(own) for own in members(obj)]
    known = [value for value in values if value is not None]
    return known if len(known) == len(values) else []


def filters(stream: object) -> tuple[str, ...]:
    """The names of a stream's filters, the outermost first, whole and without slashes."""
    named = (word(name) for name in one_or_more(entry(stream, "/Filter")))
    return tuple(_FILTERS.get(name, name) for name in named)


def inflate(raw: bytes, most: int, keep: Callable[[bytes], object] = len) -> tuple[int, bool]:
    """How many bytes deflated ones unpack to, and whether they come to their end, checksum and all. What is unpacked is handed
    to `keep` piece by piece; no more than `most` is.
    """
    if not raw:
        return 0, True  # an empty stream, as every program has it
    unpacker, size = zlib.decompressobj(), 0
    try:
        while raw and not unpacker.eof and size < most:
            piece = unpacker.decompress(raw, min(_CHUNK, most - size))
            size += len(piece)
            keep(piece)
            raw = unpacker.unconsumed_tail
    except zlib.error:
        return size, False
    return size, unpacker.eof


def unpacked(stream: pikepdf.Stream, most: int = MOST_BYTES) -> tuple[bytes, bool]:
    """A stream's bytes without its filters, and whether they are whole: what can be read and no more than `most` of it."""
    try:
        raw, names = stream.read_raw_bytes(), filters(stream)
        if names == ("FlateDecode",) and not _predicts(stream):
            out = bytearray()
            whole = inflate(raw, most, out.extend)[1]
            return bytes(out), whole
        if names and not _small(raw, names, most):
            return b"", False
        data = stream.read_bytes() if names else raw
        return data[:most], len(data) <= most
    except (*BROKEN, NotImplementedError):
        return b"", False


def decoded(stream: pikepdf.Object, most: int = MOST_BYTES) -> bytes:
    """What a stream holds, unpacked. ValueError where it cannot be unpacked, or becomes larger than is believed."""
    try:
        if not _small(stream.read_raw_bytes(), filters(stream), most):
            raise ValueError("a stream without end")
        return bytes(stream.read_bytes())
    except (*BROKEN, NotImplementedError):
        raise ValueError("a stream that cannot be unpacked") from None


def _small(raw: bytes, names: tuple[str, ...], most: int) -> bool:
    """Whether a stream stays within what is unpacked. What is little, packed at best, needs no trial."""
    packed = sum(name in PACKS for name in names)
    if len(raw) * RATIO**packed <= most:
        return True
    if names == ("FlateDecode",):
        return inflate(raw, most + 1)[0] <= most
    return packed < 2 and len(raw) <= most >> 4


def _predicts(stream: pikepdf.Stream) -> bool:
    parameters = [entry(own, "/Predictor") for own in one_or_more(entry(stream, "/DecodeParms"))]
    return any((number(p) or 1) > 1 for p in parameters)
