"""What a page draws, as one digest: equal pages have equal ones, whatever their resources are called and numbered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import pikepdf

from cardgen.readback.document import Sheet
from cardgen.readback.values import decoded

DEEP = 100
"""Objects that lie in each other at most so deep; what lies deeper is told apart by its number."""
_LENT = 30
"""How much deeper a form counts as lying that lends its resources."""
_NAME = re.compile(rb"/[^\x00\t\n\f\r ()<>\[\]{}/%]*")
_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
_ASIDE = frozenset(
    "/Length /Parent /P /StructParent /StructParents /LastModified /PieceInfo /Metadata /Resources".split()  # noqa: SIM905
)
"""What is said of an object that is not drawn, or leads back to the page."""
_HIDDEN = b"hidden"
_DEFAULTS = ("/DefaultGray", "/DefaultRGB", "/DefaultCMYK")

Cache = dict[Any, bytes]


def content_digest(sheet: Sheet, cache: Cache) -> str:
    """A digest of all that the page draws, hidden layers told apart from shown ones: 32 hexadecimal digits. `cache` is one
    file's, empty at its first page.

    Equal pages have equal digests within a file and across files that number and name their objects otherwise. What is not
    drawn (labels, bookmarks, unused resources) does not matter.
    """
    page, h = sheet.page.obj, blake2b(digest_size=16)
    for layer in sheet.hidden:
        cache[layer] = _HIDDEN
    for name in sorted(sheet.boxes):
        h.update(f"{name}{[round(side, 3) for side in sheet.boxes[name]]}".encode())
    for key in ("/Rotate", "/UserUnit", "/Group"):
        h.update(_entry(page, key, cache))
    contents = page.get("/Contents")
    parts = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
    data = b"\n".join(_bytes(part) for part in parts if isinstance(part, pikepdf.Stream))
    h.update(_content(data, sheet.resources, cache, 0))
    notes = page.get("/Annots")
    for note in notes if isinstance(notes, pikepdf.Array) else ():
        if isinstance(note, pikepdf.Dictionary):
            for key in ("/Subtype", "/Rect", "/F", "/AP"):
                h.update(_entry(note, key, cache))
    return h.hexdigest()


def _entry(obj: pikepdf.Object, key: str, cache: Cache) -> bytes:
    return _digest(obj[key], cache, 0) if key in obj else b"-"


def _bytes(stream: pikepdf.Object) -> bytes:
    """A content stream without its packing; as it is packed where it cannot be unpacked."""
    try:
        return decoded(stream)
    except ValueError:
        return stream.read_raw_bytes()


def _content(data: bytes, resources: Any, cache: Cache, deep: int) -> bytes:
    """A digest of operators, every name among them that resources have replaced by the digest of what it stands for."""
    held: dict[bytes, list[tuple[str, Any]]] = {}
    h = blake2b(digest_size=16)
    for category, own in _sorted(resources):
        if isinstance(own, pikepdf.Dictionary):
            for name, value in _sorted(own):
                held.setdefault(name.encode(), []).append((category, value))
                if name in _DEFAULTS:
                    h.update(name.encode() + _digest(value, cache, deep + 1))
    known: dict[bytes, bytes] = {}

    def lent(form: Any) -> bool:
        """Whether a form draws with the resources of what it stands in (ISO 32000-1, 7.8.3: old files do)."""
        return deep + _LENT < DEEP and isinstance(form, pikepdf.Stream) and _is_drawn(form) and "/Resources" not in form

    def told(match: re.Match[bytes]) -> bytes:
        name = match[0]
        if name not in known:
            plain = _ESCAPED.sub(lambda m: bytes([int(m[1], 16)]), name) if b"#" in name else name
            known[name] = name
            if plain in held:
                known[name] = b"/" + b"".join(c.encode() + _digest(v, cache, deep + 1) for c, v in held[plain])
                known[name] += b"".join(_content(_bytes(v), resources, cache, deep + _LENT) for _, v in held[plain] if lent(v))
        return known[name]

    h.update(_NAME.sub(told, data) if held else data)
    return h.digest()


def _sorted(obj: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(obj, (pikepdf.Dictionary, pikepdf.Stream)):
        yield from ((name, obj[name]) for name in sorted(obj.keys()))


def _digest(obj: Any, cache: Cache, deep: int) -> bytes:
    """A digest of any object, without the numbers that it and its parts have in their file."""
    if not isinstance(obj, (pikepdf.Dictionary, pikepdf.Stream, pikepdf.Array)):
        return blake2b(_scalar(obj), digest_size=16).digest()
    key = obj.objgen if obj.is_indirect else None
    if deep > DEEP:
        return repr(key).encode()
    if key is not None:
        if key in cache:
            # it draws nothing, whatever it is called: that is told by its name
            return cache[key] + _scalar(obj.get("/Name")) if cache[key] == _HIDDEN else cache[key]
        # what leads back to itself has come to an end here
        cache[key] = b"round"
    found = _compound(obj, cache, deep)
    if key is not None:
        cache[key] = found
    return found


def _compound(obj: Any, cache: Cache, deep: int) -> bytes:
    h = blake2b(digest_size=16)
    if isinstance(obj, pikepdf.Array):
        h.update(b"[")
        for value in obj:
            h.update(_digest(value, cache, deep + 1))
        return h.digest()
    drawn = isinstance(obj, pikepdf.Stream) and _is_drawn(obj)
    letters = isinstance(obj, pikepdf.Dictionary) and str(obj.get("/Subtype")) == "/Type3"
    for name, value in _sorted(obj):
        if name in _ASIDE or (drawn and name in ("/Filter", "/DecodeParms")) or (letters and name == "/CharProcs"):
            continue
        h.update(name.encode("utf-8", "replace"))
        h.update(_digest(value, cache, deep + 1))
    if drawn:
        h.update(_content(_bytes(obj), obj.get("/Resources"), cache, deep))
    elif isinstance(obj, pikepdf.Stream):
        h.update(obj.read_raw_bytes())
    elif letters:
        for name, letter in _sorted(obj.get("/CharProcs")):
            h.update(name.encode("utf-8", "replace"))
            if isinstance(letter, pikepdf.Stream):
                h.update(_content(_bytes(letter), obj.get("/Resources"), cache, deep))
    return h.digest()


def _is_drawn(stream: pikepdf.Object) -> bool:
    return str(stream.get("/Subtype")) == "/Form" or "/PatternType" in stream


def _scalar(obj: Any) -> bytes:
    """A number, a name or a string by its kind and value: 1 and 1.0 are one number."""
    if isinstance(obj, bool) or obj is None:
        return repr(obj).encode()
    if isinstance(obj, pikepdf.String):
        return b"(" + bytes(obj)
    if isinstance(obj, pikepdf.Object):
        return obj.unparse()
    try:
        return f"{float(obj):.9g}".encode()
    except (TypeError, ValueError, OverflowError):
        return repr(obj).encode()
