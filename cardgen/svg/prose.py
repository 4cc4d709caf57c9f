"""Running text: a card's words as plain XHTML, and the XHTML of a `foreignObject` as blocks for the typesetter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from markupsafe import Markup, escape

from cardgen.findings import Code
from cardgen.svg.style import XHTML, Fault, State, seen
from cardgen.typeset import Block, Style

UNKNOWN_ELEMENT = Code("unknown-element", "an element that the renderer does not know would be missing on paper")

GAP = 0.35
"""Ems between paragraphs."""
INDENT = 1.0
"""Ems by which a list stands in."""

_BLOCKS = {"p", "div", "li"}
_LISTS = {"ul", "ol"}
_INLINE = {"b", "strong", "i", "em", "span"}

Inherit = Callable[[State, Element], State]
ToStyle = Callable[[State], Style]


class _Run(NamedTuple):
    text: str
    state: State


def prose(text: object) -> Markup:
    """Text into XHTML: a blank line parts paragraphs, **stress** is bold, *an aside* italic, \\* an asterisk."""
    out = []
    for paragraph in re.split(r"\n\s*\n", str(text).strip()):
        safe = str(escape(paragraph)).replace(r"\*", "&#42;")
        safe = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", safe, flags=re.S)
        safe = re.sub(r"\*(.+?)\*", r"<i>\1</i>", safe, flags=re.S)
        out.append(f"<p>{safe}</p>" if safe else "")
    return Markup("".join(out))


def plain(text: object) -> str:
    """The words of `prose` alone: no sign of stress, a paragraph a line."""
    out = []
    for paragraph in re.split(r"\n\s*\n", str(text).strip()):
        bare = paragraph.replace(r"\*", "\0")
        for stress in (r"\*\*(.+?)\*\*", r"\*(.+?)\*"):
            bare = re.sub(stress, r"\1", bare, flags=re.S)
        out.append(" ".join(bare.replace("\0", "*").split()))
    return "\n".join(out)


def blocks(element: Element, state: State, inherit: Inherit, style: ToStyle) -> list[Block]:
    """The element's content as blocks. Fault for an element that running text does not have."""
    out: list[Block] = []
    for runs, of, indent, marker in _gathered(element, state, inherit, 0.0, ""):
        pieces = _collapsed(runs)
        for t, s in pieces:
            seen(s, t)
        if pieces:
            out.append(Block(tuple((t, style(s)) for t, s in pieces), of.align, of.leading, GAP, indent, marker))
    return out


def _gathered(
    element: Element, state: State, inherit: Inherit, indent: float, marker: str
) -> Iterator[tuple[list[_Run], State, float, str]]:
    runs: list[_Run] = [_Run(element.text or "", state)]
    for child in element:
        name = child.tag.removeprefix(XHTML)
        inner = inherit(state, child)
        if name in _BLOCKS or name in _LISTS:
            yield runs, state, indent, marker
            runs, marker = [], ""
            if name in _LISTS:
                for number, item in enumerate(child, 1):
                    mark = "•" if name == "ul" else f"{number}."
                    yield from _gathered(item, inherit(inner, item), inherit, indent + INDENT, mark)
            else:
                yield from _gathered(child, inner, inherit, indent, marker)
        elif name == "br":
            runs.append(_Run("\n", inner))
        elif name in _INLINE:
            runs += _inline(child, _stressed(name, inner), inherit)
        else:
            raise Fault(UNKNOWN_ELEMENT, f"<{name}> is not known in running text", "p, b, i, br, ul, ol, li and span are")
        runs.append(_Run(child.tail or "", state))
    yield runs, state, indent, marker


def _inline(element: Element, state: State, inherit: Inherit) -> Iterator[_Run]:
    yield _Run(element.text or "", state)
    for child in element:
        name = child.tag.removeprefix(XHTML)
        if name == "br":
            yield _Run("\n", state)
        elif name in _INLINE:
            yield from _inline(child, _stressed(name, inherit(state, child)), inherit)
        else:
            raise Fault(UNKNOWN_ELEMENT, f"<{name}> is not known inside a line", "b, i, br and span are")
        yield _Run(child.tail or "", state)


def _stressed(name: str, state: State) -> State:
    if name in ("b", "strong"):
        return state._replace(weight=700)
    return state._replace(italic=True) if name in ("i", "em") else state


def _collapsed(runs: list[_Run]) -> list[_Run]:
    """White space as HTML has it: runs of it are one space, none at a line's ends; a newline is only a <br/>."""
    out: list[_Run] = []
    ends_blank = True
    for text, state in runs:
        if text != "\n":
            text = re.sub(r"[ \t\r\n]+", " ", text)
            if ends_blank:
                text = text.lstrip(" ")
        if text:
            out.append(_Run(text, state))
            ends_blank = text[-1] in " \n"
    while out and not out[-1].text.strip(" \n"):
        out.pop()
    if out:
        out[-1] = out[-1]._replace(text=out[-1].text.rstrip(" \n"))
    return out
