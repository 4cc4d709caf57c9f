"""A filled template's text into elements, or into what is wrong with it as XML, with the template's own line."""

from __future__ import annotations

import re
from typing import cast
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from cardgen.findings import Code, Finding, Refused, Span

BAD_SVG = Code("bad-svg", "a template that is not well-formed XML cannot be drawn at all")


def parsed(markup: str, template: str) -> Element:
    """The root element. Refused where the markup is not well-formed, or brings a document type."""
    if m := re.search(r"<!DOCTYPE|<!ENTITY", markup):
        behind = re.search(r'data-at="([^"]+)"', markup[m.start() :])
        at = Span(place(behind[1]).path if behind else template, markup.count("\n", 0, m.start()) + 1)
        raise Refused(Finding(BAD_SVG, at, "a document type is not read", "take the DOCTYPE away"))
    try:
        return ElementTree.fromstring(markup)
    except ElementTree.ParseError as error:
        raise Refused(_malformed(error, markup, template)) from None
    except UnicodeEncodeError:
        raise Refused(Finding(BAD_SVG, Span(template), "holds half of a character (a surrogate)")) from None


def _malformed(error: ElementTree.ParseError, markup: str, template: str) -> Finding:
    if (unclosed := _unclosed(markup)) is not None:
        name = str(unclosed.tag).rpartition("}")[2]
        return Finding(BAD_SVG, place(unclosed.get("data-at", template)), f"<{name}> is not closed", f"write </{name}>")
    row, column = error.position
    before = "\n".join(markup.split("\n")[: row - 1]) + "\n" + markup.split("\n")[row - 1][: column + 1]
    places = re.findall(r'data-at="([^"]+)"', before)
    says = str(error).split(":")[0]
    hint = "the last element before it begins in this line; is a tag closed that was never opened, or an & left bare?"
    return Finding(BAD_SVG, place(places[-1]) if places else Span(template, 1), says, hint)


def _unclosed(markup: str) -> Element | None:
    """The innermost element still open where the markup closes one that stands further out, or ends."""
    parser: ElementTree.XMLPullParser[Element] = ElementTree.XMLPullParser(["start", "end"])
    parser.feed(markup)
    open_: list[Element] = []
    try:
        for read in parser.read_events():
            event, element = cast("tuple[str, Element]", read)
            if event == "start":
                open_.append(element)
            else:
                open_.pop()
        parser.close()
    except ElementTree.ParseError as error:
        row, column = error.position
        closed = re.match(r"[\w.-]*", markup.split("\n")[row - 1][column:])
        names = {str(e.tag).rpartition("}")[2] for e in open_[:-1]}
        if open_ and closed and ("no element" in str(error) or ("mismatched" in str(error) and closed[0] in names)):
            return open_[-1]
    return None


def place(at: str) -> Span:
    """A `data-at` mark ("templates/duel/technique.svg:12") as a span."""
    path, _, line = at.rpartition(":")
    return Span(path, int(line)) if path and line.isdecimal() else Span(at)
