"""A content stream searched for what names a colour: a fast look at its bytes, and, only where that is not enough, its tokens.

This is no interpreter: it tells which names a stream uses and whether it has an operator, not what is drawn with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_SPACE = rb"\x00\t\n\f\r "
_REGULAR = rb"[^\x00\t\n\f\r ()<>\[\]{}/%]"

_NAME = re.compile(rb"/(" + _REGULAR + rb"*)")
_SUSPECT = tuple(re.compile(sign + rb"(?!" + _REGULAR + rb")") for sign in (b"rg", b"RG", b"BI"))
"""An operator of RGB, an inline image, as bytes: a stream without any has none. Where there is one it may yet be part of a
string: then the tokens tell."""
_TOKEN = re.compile(
    rb"[" + _SPACE + rb"]*+("
    rb"[-+.0-9][-+.0-9" + _SPACE + rb"]*"  # numbers: as many as there are, they matter to nobody
    rb"|%[^\r\n]*"
    rb"|\((?:[^()\\]*+(?:\\.[^()\\]*+)*+\))?"  # a string that holds no other brackets; else its first bracket alone
    rb"|<<|>>|<[^<>]*>|[\[\]{}]"
    rb"|/" + _REGULAR + rb"*|" + _REGULAR + rb"+)",
    re.DOTALL,
)
_PASSED = b"(%<-+.0123456789"
_BRACKET = re.compile(rb"\\.|[()]", re.DOTALL)
_END = re.compile(rb"[" + _SPACE + rb"]EI(?=[" + _SPACE + rb"]|$)(?=[\t\n\r -~]{8}|[\t\n\r -~]{0,7}\Z)")
_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")


class Inline(NamedTuple):
    """An inline image: its colour space and, of an Indexed one, what it is over, its filters, its size in px."""

    space: tuple[str, ...]
    filters: tuple[str, ...]
    width: int
    height: int


class Scan(NamedTuple):
    """What a content stream names: every name in it ("/F1"; perhaps too many, never too few), its operators of device RGB
    ("rg", "RG", or "cs", "CS" with that space), its inline images.
    """

    names: frozenset[str]
    rgb: frozenset[str] = frozenset()
    inline: tuple[Inline, ...] = ()


def scan(data: bytes) -> Scan:
    names = frozenset(_name(name) for name in set(_NAME.findall(data)))
    if "/DeviceRGB" not in names and not any(sign.search(data) for sign in _SUSPECT):
        return Scan(names)
    rgb: set[str] = set()
    inline: dict[Inline, None] = {}
    last = b""
    wanted = {sign for sign in (b"rg", b"RG") if sign in data}
    if b"BI" in data or "/DeviceRGB" in names:
        wanted.add(b"")  # then there is no telling before the end
    for token in _tokens(data):
        if isinstance(token, Inline):
            inline[token] = None
        elif token in (b"rg", b"RG") or (token in (b"cs", b"CS") and last[:1] == b"/" and _name(last[1:]) == "/DeviceRGB"):
            rgb.add(token.decode())
            wanted.discard(token)
            if not wanted:
                break
        last = token if isinstance(token, bytes) else b""
    return Scan(names, frozenset(rgb), tuple(inline))


def _tokens(data: bytes) -> Iterator[bytes | Inline]:
    """The tokens outside strings and comments; an inline image as one."""
    at = 0
    while match := _TOKEN.search(data, at):
        token, at = match[1], match.end()
        if token == b"(":
            at = _behind_string(data, at)
        elif token == b"BI":
            image, at = _inline(data, at)
            if image:
                yield image
        elif token[0] not in _PASSED:
            yield token


def _behind_string(data: bytes, at: int) -> int:
    depth = 1
    for match in _BRACKET.finditer(data, at):
        depth += {b"(": 1, b")": -1}.get(match[0], 0)
        if not depth:
            return match.end()
    return len(data)


def _inline(data: bytes, at: int) -> tuple[Inline | None, int]:
    """The inline image whose entries begin there, and where what follows it begins; None where no image follows."""
    held: dict[str, tuple[str, ...]] = {}
    key = ""
    depth = 0
    while match := _TOKEN.search(data, at):
        token, at = match[1], match.end()
        if token == b"(":
            at = _behind_string(data, at)
        if token == b"ID":
            break
        depth += {b"[": 1, b"]": -1}.get(token, 0)
        if not key and token.startswith(b"/"):
            key = _name(token[1:])[1:]
            held[key] = ()
        elif key:
            if token not in (b"[", b"]"):
                held[key] += (_name(token[1:])[1:] if token.startswith(b"/") else token.decode("latin-1").strip("\0 \t\r\n\f"),)
            if depth <= 0:
                key = ""
    else:
        return None, len(data)
    ends = _END.search(data, at)
    space = held.get("CS") or held.get("ColorSpace") or ()
    space = space[: 2 if space[:1] in (("I",), ("Indexed",)) else 1]
    sides = (_whole(held.get("W") or held.get("Width")), _whole(held.get("H") or held.get("Height")))
    return Inline(space, held.get("F") or held.get("Filter") or (), *sides), ends.end() if ends else len(data)


def _whole(value: tuple[str, ...] | None) -> int:
    return int(value[0]) if value and value[0].isascii() and value[0].isdigit() and len(value[0]) < 10 else 0


def _name(raw: bytes) -> str:
    """A name as pikepdf has it, with its slash and its escapes resolved."""
    plain = _ESCAPE.sub(lambda m: bytes((int(m[1], 16),)), raw) if b"#" in raw else raw
    return "/" + plain.decode("utf-8", "surrogateescape")
