"""A content stream searched for what names a colour: a fast look at its bytes, and, where that is not enough, its operators.

This is no interpreter: it tells which names a stream uses and whether it has an operator, not what is drawn with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pikepdf

from cardgen.readback.spaces import whole
from cardgen.readback.streams import instructions
from cardgen.readback.values import BROKEN, entry, filters, number, one_or_more, word

_REGULAR = rb"[^\x00\t\n\f\r ()<>\[\]{}/%]"
_NAME = re.compile(rb"/(" + _REGULAR + rb"*)")
_SUSPECT = re.compile(rb"(?:rg|RG|BI)(?!" + _REGULAR + rb")")
"""An operator of RGB, an inline image, as bytes: a stream without any has none. Where there is one it may yet be part of a
string: then its operators tell."""
_HEAD = re.compile(rb"(?<!\S)BI\s([^()]{0,500}?)\sID\s")
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
    """What that content names; of content that cannot be taken apart the names, and what inline images say of themselves."""
    names = frozenset(_name(name) for name in set(_NAME.findall(data)))
    if "/DeviceRGB" not in names and not _SUSPECT.search(data):
        return Scan(names)
    rgb: set[str] = set()
    inline: dict[Inline, None] = {}
    for one in _telling(data):
        if isinstance(one, pikepdf.ContentStreamInlineImage):
            inline[_inline(one.iimage.obj)] = None
        elif str(one.operator) in ("rg", "RG") or [word(own) for own in one.operands][-1:] == ["DeviceRGB"]:
            rgb.add(str(one.operator))
    if not rgb and not inline:
        inline = dict.fromkeys(_broken(data))
    return Scan(names, frozenset(rgb), tuple(inline))


def _telling(data: bytes) -> list[Any]:
    """The operators that choose a colour by a name or in RGB, and the inline images; nothing of what cannot be taken apart."""
    with pikepdf.new() as pdf:
        try:
            return instructions(pdf.make_stream(data), "rg RG cs CS BI ID EI")
        except ValueError:
            return []


def _broken(data: bytes) -> Iterator[Inline]:
    """Inline images by their entries alone: the parser passes over one that breaks off, or begins as its end would."""
    for head in _HEAD.findall(data):
        try:
            yield _inline(pikepdf.Object.parse(b"<<" + head + b">>"))
        except BROKEN:
            continue


def _inline(image: pikepdf.Object) -> Inline:
    space = tuple(whole(word(own)) for own in one_or_more(entry(image, "/ColorSpace") or entry(image, "/CS")))
    width, height = (int(number(entry(image, key) or entry(image, key[:2])) or 0) for key in ("/Width", "/Height"))
    return Inline(space[: 2 if space[:1] == ("Indexed",) else 1], filters(image), width, height)


def _name(raw: bytes) -> str:
    """A name as pikepdf has it, with its slash and its escapes resolved."""
    plain = _ESCAPE.sub(lambda m: bytes((int(m[1], 16),)), raw) if b"#" in raw else raw
    return "/" + plain.decode("utf-8", "surrogateescape")
