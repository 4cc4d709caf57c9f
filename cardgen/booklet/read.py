"""Markdown into the blocks of a booklet: CommonMark with tables, as markdown-it-py reads it, and no HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from cardgen.findings import Code, Finding, Refused, Span
from cardgen.scripts import is_cjk

BAD_MARKDOWN = Code("bad-markdown", "what the rules sheet's dialect does not know would be set as something else")

CONTENTS = "[[contents]]"


class Piece(NamedTuple):
    """A run of text in one style; a newline ends the line."""

    text: str
    bold: bool = False
    italic: bool = False


Pieces = tuple[Piece, ...]


class Heading(NamedTuple):
    """A heading: 1 is the booklet's title, 2 a chapter, 3 a section."""

    level: int
    pieces: Pieces

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


class Prose(NamedTuple):
    """A paragraph, or an item of a list with its marker; how deep it stands in lists, whether it is an aside."""

    pieces: Pieces
    marker: str = ""
    depth: int = 0
    aside: bool = False


class Table(NamedTuple):
    """A table: its head, its rows, how each column is aligned ("left", "center", "right")."""

    head: tuple[Pieces, ...]
    rows: tuple[tuple[Pieces, ...], ...]
    align: tuple[str, ...]
    aside: bool = False


class Figure(NamedTuple):
    """A picture: what it shows ("face:brute", "diagram:move"), how wide in mm (None for its own size), its caption."""

    what: str
    width: float | None
    caption: str


class Figures(NamedTuple):
    """Pictures side by side."""

    figures: tuple[Figure, ...]


class Break(NamedTuple):
    """A new page; where it is `last`, what follows stands on the booklet's last page."""

    last: bool


class Contents(NamedTuple):
    """Where the list of chapters stands."""


Block = Heading | Prose | Table | Figures | Break | Contents


def read_markdown(text: str, path: str) -> list[Block]:
    """The blocks of a rules sheet. Refused, with every fault, where it says what the dialect does not know."""
    tokens = MarkdownIt("commonmark", {"typographer": True}).enable(["table", "smartquotes"]).parse(text)
    found: list[Finding] = []
    blocks = list(_blocks(tokens, path, found))
    if found:
        raise Refused(*found)
    return blocks


def _blocks(tokens: Sequence[Token], path: str, found: list[Finding]) -> Iterator[Block]:
    lists: list[tuple[str, int]] = []
    marker = ""
    asides = 0
    for n, token in enumerate(tokens):
        match token.type:
            case "heading_open":
                level = int(token.tag[1])
                if level > 3:
                    found.append(Finding(BAD_MARKDOWN, Span(path), f'a heading of level {level}: "{tokens[n + 1].content}"'))
                yield Heading(min(level, 3), _pieces(tokens[n + 1], path, found))
            case "bullet_list_open" | "ordered_list_open":
                lists.append(("" if token.type.startswith("bullet") else ".", int(token.attrGet("start") or 1)))
            case "bullet_list_close" | "ordered_list_close":
                lists.pop()
            case "list_item_open":
                kind, number = lists[-1]
                marker = f"{number}{kind}" if kind else "•"
                lists[-1] = kind, number + 1
            case "blockquote_open":
                asides += 1
            case "blockquote_close":
                asides -= 1
            case "hr":
                yield Break(last=token.markup.startswith("*"))
            case "table_open":
                yield _table(tokens[n:], path, found, asides > 0)
            case "paragraph_open":
                inline = tokens[n + 1]
                if inline.content.strip() == CONTENTS:
                    yield Contents()
                elif figures := _figures(inline, path, found):
                    yield figures
                else:
                    yield Prose(_pieces(inline, path, found), marker, len(lists), asides > 0)
                marker = ""
            case "html_block" | "fence" | "code_block":
                said = token.content.strip().splitlines()
                found.append(Finding(BAD_MARKDOWN, Span(path), f'code or HTML is not known here: "{said[0] if said else ""}"'))


def _figures(inline: Token, path: str, found: list[Finding]) -> Figures | None:
    """The pictures of a paragraph that holds nothing else."""
    children = [c for c in inline.children or () if c.type != "softbreak" and (c.type != "text" or c.content.strip())]
    if not children or any(child.type != "image" for child in children):
        return None
    return Figures(tuple(_figure(child, path, found) for child in children))


def _figure(image: Token, path: str, found: list[Finding]) -> Figure:
    what, title = str(image.attrGet("src") or ""), str(image.attrGet("title") or "")
    if title and not re.fullmatch(r"\d+(\.\d+)?", title):
        found.append(Finding(BAD_MARKDOWN, Span(path), f'the width of "{what}" is "{title}"', "write millimetres, as 26"))
        title = ""
    return Figure(what, float(title) if title else None, image.content)


def _table(tokens: Sequence[Token], path: str, found: list[Finding], aside: bool) -> Table:
    rows: list[list[Pieces]] = []
    align: list[str] = []
    for n, token in enumerate(tokens):
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append(_pieces(tokens[n + 1], path, found))
            if len(rows) == 1:
                align.append(str(token.attrGet("style") or "").rpartition(":")[2] or "left")
    return Table(tuple(rows[0]), tuple(map(tuple, rows[1:])), tuple(align), aside)


def _pieces(inline: Token, path: str, found: list[Finding]) -> Pieces:
    out: list[Piece] = []
    bold = italic = 0
    for child in inline.children or ():
        match child.type:
            case "text" if "**" in child.content and "**" in inline.content:
                says = f'"**" stresses nothing here: "{inline.content[:40]}"'
                hint = "behind a full-width mark it closes nothing: put the mark outside, as in **水**。"
                found.append(Finding(BAD_MARKDOWN, Span(path), says, hint))
            case "text" | "code_inline" | "text_special":
                out.append(Piece(child.content, bold > 0, italic > 0))
            case "softbreak":
                out.append(Piece(" ", bold > 0, italic > 0))
            case "hardbreak":
                out.append(Piece("\n", bold > 0, italic > 0))
            case "strong_open" | "strong_close":
                bold += 1 if child.type.endswith("open") else -1
            case "em_open" | "em_close":
                italic += 1 if child.type.endswith("open") else -1
            case _:
                says = f"{child.type.removesuffix('_open')} is not known inside a line"
                if not child.type.endswith("_close"):
                    found.append(Finding(BAD_MARKDOWN, Span(path), f'{says}: "{inline.content[:40]}"'))
    return tuple(piece for n, piece in enumerate(out) if piece.text and not _joins_signs(out, n))


def _joins_signs(pieces: Sequence[Piece], n: int) -> bool:
    """Whether a piece is the end of a typed line between two Han signs: where no blank parts words, none is read there."""
    if pieces[n].text != " " or not 0 < n < len(pieces) - 1:
        return False
    before, behind = pieces[n - 1].text, pieces[n + 1].text
    return bool(before and behind) and is_cjk(before[-1]) and is_cjk(behind[0])
