"""Blocks into units that stand one below the other on a baseline grid. All lengths are mm."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from cardgen import typeset
from cardgen.booklet.manner import LATIN, Manner
from cardgen.booklet.read import Block, Break, Contents, Figures, Heading, Piece, Pieces, Prose, Table
from cardgen.face import Mark, Segment, Shape, Stroke, Text, Word
from cardgen.fonts import Fonts
from cardgen.ink import Paint
from cardgen.scripts import is_cjk, script_runs
from cardgen.typeset import Setting, Style
from cardgen.units import IDENTITY, MM_PER_PT

DROP = 0.74
"""Where in a grid line its baseline lies."""
ASIDE = 5.0
"""How far an aside stands in, with a rule at its side."""
LIST = 5.0
CELL = 2.4
"""What lies between two columns of a table."""
BELOW = 3.2
"""What lies below a picture that has no caption."""
GAP = 4.0
"""What lies between two pictures."""
BLACK = Paint("black")

Draw = Callable[[float, float], Iterable[Mark]]


class Unit(NamedTuple):
    """What is never parted: its lines of the grid, how it is drawn at a left edge and a top, the blank lines before it (none
    at a page's top), whether it must stand with the next, and what stands in the contents or breaks the page.
    """

    lines: int
    draw: Draw
    before: int = 0
    keep: bool = False
    heading: Heading | None = None
    special: Break | Contents | None = None


class Picture(NamedTuple):
    """A figure's picture: its size, and how it is drawn."""

    width: float
    height: float
    draw: Draw


def slug_of(heading: Heading) -> str:
    """A name for a heading's place: small letters, digits and hyphens."""
    bare = unicodedata.normalize("NFKD", heading.text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", bare.lower()).strip("-") or "part"


class Setter:
    """Sets blocks with the given fonts, in a language's manner, in columns of one width. `picture` brings a figure's picture
    by what it shows.
    """

    def __init__(self, fonts: Fonts, manner: Manner, width: float, picture: Callable[[str, float | None], Picture]) -> None:
        self.fonts, self.manner, self.width, self.picture = fonts, manner, width, picture
        self.grid = manner.grid

    def units(self, blocks: Sequence[Block]) -> Iterator[Unit]:
        """The blocks one after the other. NoGlyph or TooLong (typeset) for what cannot be set."""
        former: Block | None = None
        for block in blocks:
            match block:
                case Heading():
                    yield self._heading(block, former)
                case Prose():
                    yield from self._prose(block, former)
                case Table():
                    yield from self._table(block, former)
                case Figures():
                    yield self._figures(block)
                case Break() | Contents():
                    yield Unit(0, nothing, 1 if isinstance(block, Contents) else 0, special=block)
            former = block

    # --- type -------------------------------------------------------------------------------------------------------

    def style(self, piece: Piece, size: float) -> Style:
        slanted = piece.italic and not piece.bold and not self.manner.dots
        key = self.fonts.find(self.manner.family, 700 if piece.bold else 500, slanted)
        return Style(key, size, BLACK, fact=DOTTED if piece.italic and self.manner.dots else "")

    def runs(self, text: str, style: Style) -> Iterator[tuple[str, Style]]:
        """The text cut where it goes over to signs that another face sets, and back."""
        if not self.manner.signs or text.isascii():
            yield text, style
            return
        brushed = style._replace(font=self.fonts.find(self.manner.signs, 400, False))
        for run in script_runs(text):
            yield run, brushed if any(map(is_cjk, run)) else style

    def apart(self, piece: Piece) -> Piece:
        """A piece as a table's head has it: slanted, or bold where there are no italics."""
        return piece._replace(bold=True) if self.manner.dots else piece._replace(italic=True)

    def lines(self, pieces: Pieces, width: float, size: float, align: str = "left", lead: str = "") -> Setting:
        """Pieces set into lines of a width; `lead` stands before the first word, as an indent does."""
        styled = [run for piece in pieces for run in self.runs(piece.text, self.style(piece, size))]
        if lead and styled:
            styled[0] = lead + styled[0][0].lstrip(), styled[0][1]
        block = typeset.Block(tuple(styled), align, 1.0, 0.0, 0.0, "")
        return typeset.fit(self.fonts, [block], width, 1e6, size, size)

    def line(self, setting: Setting, n: int, x: float, baseline: float) -> Iterator[Mark]:
        """One line of a setting with its baseline there."""
        one = setting._replace(lines=(setting.lines[n]._replace(baseline=0.0),))
        for mark in typeset.marks(self.fonts, one, (x, baseline), IDENTITY, "booklet"):
            yield mark._replace(fact="")
            yield from dots(mark) if mark.fact == DOTTED else ()

    def shaped(self, text: str, style: Style, whole: bool) -> tuple[Word, ...]:
        """A text as glyphs; the `whole` of it in one typeface, where it is a title, but for its signs."""
        runs = self.runs(text, style)
        if whole:
            return tuple(typeset.shape_whole(self.fonts, own.font, run, own.features) for run, own in runs)
        return tuple(word for run, own in runs for word in typeset.shape(self.fonts, own.font, run, own.features))

    def words(
        self, text: str, x: float, baseline: float, style: Style, align: str = "left", whole: bool = False
    ) -> Iterator[Mark]:
        """A text in one line from x, or about it, or up to it."""
        shaped = self.shaped(text, style, whole)
        wide = sum(typeset.width_mm(word, style) for word in shaped)
        x -= {"center": wide / 2, "right": wide}.get(align, 0.0)
        yield typeset.text_mark(self.fonts, shaped, style, x, baseline, IDENTITY, "booklet")

    # --- blocks -----------------------------------------------------------------------------------------------------

    def _heading(self, block: Heading, former: Block | None) -> Unit:
        size, before, lines, base = self.manner.heads[block.level]
        if isinstance(former, Heading):  # it stands under the other's rule
            before = 0
        family = self.manner.head if block.level < 3 else (self.manner.family, 700)
        style = Style(self.fonts.find(*family, False), size, BLACK, tracking=self.manner.apart if block.level < 3 else 0)
        wide = sum(typeset.width_mm(word, style) for word in self.shaped(block.text, style, True))
        if wide > self.width:  # a long title is set so much smaller that it is one line
            style = style._replace(size=size * self.width / wide)

        def draw(x: float, y: float) -> Iterator[Mark]:
            yield from self.words(block.text, x, y + base * self.grid, style, whole=True)
            if block.level == 2:
                yield rule(x, y + self.manner.ruled * self.grid, self.width, 0.25)

        return Unit(lines, draw, before, keep=True, heading=block)

    def _prose(self, block: Prose, former: Block | None) -> Iterator[Unit]:
        left = (ASIDE if block.aside else 0.0) + max(block.depth, 0) * LIST
        joins = isinstance(former, Prose) and former.aside == block.aside
        plain = not block.marker and not block.depth
        goes_on = joins and isinstance(former, Prose) and not former.depth
        begins = goes_on or (self.manner.indents_all and not block.aside)
        lead = self.manner.indent if plain and begins else ""
        after = isinstance(former, Prose) or (isinstance(former, Figures) and any(f.caption for f in former.figures))
        before = 1 if after and not joins else 0
        size = self.manner.body - 0.5 if block.aside else self.manner.body
        setting = self.lines(block.pieces, self.width - left, size, self.manner.align, lead)
        count = len(setting.lines)
        for n in range(count):
            marker = block.marker if n == 0 else ""

            def draw(x: float, y: float, n: int = n, marker: str = marker) -> Iterator[Mark]:
                if block.aside:
                    yield Shape(_rect(x + 1.2, y, 0.7, self.grid), Paint("seal"), None, False, "booklet")
                if marker:
                    style = self.style(Piece(marker), size)
                    if marker == "•":  # in the Chinese faces it is as small as a full stop
                        style = style._replace(font=self.fonts.find(LATIN.family, 500, False))
                    yield from self.words(marker, x + left - 1.6, y + DROP * self.grid, style, "right")
                yield from self.line(setting, n, x + left, y + DROP * self.grid)

            # neither a first line alone at a page's foot nor a last one at its top
            alone = count > 1 and n in (0, count - 2)
            yield Unit(1, draw, before if n == 0 else 0, keep=alone)

    def _table(self, block: Table, former: Block | None) -> Iterator[Unit]:
        left = ASIDE if block.aside else 0.0
        rows = [block.head, *block.rows]
        told = [tuple(tuple(map(self.apart, cell)) for cell in block.head), *block.rows]
        widths = self._columns(told, block.align, self.width - left)
        for number, cells in enumerate(told):
            size = self.manner.small
            settings = [self.lines(cell, width, size) if cell else None for cell, width in zip(cells, widths, strict=True)]
            high = max((len(s.lines) for s in settings if s), default=1)
            lines = ceil(high * 0.8 - 0.2) if high > 1 else 1

            def draw(
                x: float,
                y: float,
                settings: list[Setting | None] = settings,
                number: int = number,
                high: int = high,
                lines: int = lines,
            ) -> Iterator[Mark]:
                at = x + left
                step = min(self.grid, self.grid * lines / high)
                for setting, width, align in zip(settings, widths, block.align, strict=True):
                    for n in range(len(setting.lines) if setting else 0):
                        assert setting
                        slack = width - setting.lines[n].width
                        shift = {"center": slack / 2, "right": slack}.get(align, 0.0)
                        yield from self.line(setting, n, at + shift, y + DROP * self.grid + n * step)
                    at += width + CELL
                wide = sum(widths) + CELL * (len(widths) - 1)
                last = number == len(rows) - 1
                yield rule(x + left, y + lines * self.grid - 0.1, wide, 0.25 if number == 0 or last else 0.09)

            keep = number < len(rows) - 1 and (len(rows) <= 14 or number in (0, len(rows) - 2))
            after_text = isinstance(former, Prose | Figures)
            yield Unit(lines, draw, 1 if number == 0 and after_text else 0, keep=keep)
        yield Unit(1, nothing)

    def _columns(self, rows: Sequence[Sequence[Pieces]], align: Sequence[str], width: float) -> list[float]:
        """How wide each column is, that the table may be as wide as its text: as its widest cell where all have room (those of
        a matrix alike), and a share of what is spare, but for the heads of rows; else the long ones share what is left.
        """
        natural = [
            max([1.0, *(line.width for c in column if c for line in self.lines(c, 1e6, self.manner.small).lines)])
            for column in zip(*rows, strict=True)
        ]
        room = width - CELL * (len(natural) - 1)
        if sum(natural) <= room:
            middle = [n for n, way in zip(natural, align, strict=True) if way == "center"]
            if len(middle) > 4:
                wide = min(max(middle), level(middle, room - sum(natural) + sum(middle)))
                natural = [max(n, wide) if way == "center" else n for n, way in zip(natural, align, strict=True)]
            heads = 0 if rows[0][0] or len(natural) == 1 else 1
            share = (room - sum(natural)) / (len(natural) - heads)
            return [n if number < heads else n + share for number, n in enumerate(natural)]
        fair = room / len(natural)
        short = sum(n for n in natural if n <= fair)
        long = sum(n for n in natural if n > fair)
        return [n + 0.01 if n <= fair else (room - short) * n / long for n in natural]

    def _figures(self, block: Figures) -> Unit:
        pictures = [self.picture(figure.what, figure.width) for figure in block.figures]
        high = max(picture.height for picture in pictures)
        caption = any(figure.caption for figure in block.figures)
        lines = ceil((high + (1.5 if caption else BELOW)) / self.grid) + (1 if caption else 0)
        wide = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
        if wide > self.width + 1e-6:
            raise typeset.TooLong(wide - self.width, "wide")
        style = self.style(Piece("", italic=not self.manner.dots), self.manner.small)

        def draw(x: float, y: float) -> Iterator[Mark]:
            at = x + (self.width - wide) / 2
            top = y + (lines - (1 if caption else 0)) * self.grid - high - (0.5 if caption else BELOW - 0.8)
            for figure, picture in zip(block.figures, pictures, strict=True):
                yield from picture.draw(at, top + (high - picture.height))
                if figure.caption:
                    base = y + (lines - 1 + DROP) * self.grid
                    yield from self.words(figure.caption, at + picture.width / 2, base, style, "center")
                at += picture.width + GAP

        return Unit(lines, draw, before=0)


DOTTED = "dotted"
"""What marks a run of text that is stressed by dots, as the typesetter hands it on."""


def dots(mark: Text) -> Iterator[Mark]:
    """A dot below each sign of a stressed run, none below a mark (GB/T 15834, 4.12: the stress of Chinese)."""
    em = mark.size * MM_PER_PT
    x, y = mark.matrix.e, mark.matrix.f + 0.27 * em
    for word in mark.words:
        for glyph in word.glyphs:
            if glyph.text and unicodedata.category(glyph.text[0]) in ("Lo", "Nl"):
                yield Shape(_disc(x + glyph.ax * em / 2000, y, 0.062 * em), BLACK, None, False, "booklet")
            x += glyph.ax * em / 1000


def level(widths: Sequence[float], room: float) -> float:
    """The width to which all can be filled up, that together they are as wide as the room: those beyond it stay as they are."""
    rest, among = room, len(widths)
    for wide in sorted(widths, reverse=True):
        if wide <= rest / among or among == 1:
            break
        rest, among = rest - wide, among - 1
    return rest / among


def rule(x: float, y: float, width: float, weight: float) -> Shape:
    """A level line."""
    return Shape((("M", (x, y)), ("L", (x + width, y))), None, Stroke(BLACK, weight), False, "booklet")


def _rect(x: float, y: float, w: float, h: float) -> tuple[tuple[str, tuple[float, ...]], ...]:
    return ("M", (x, y)), ("L", (x + w, y)), ("L", (x + w, y + h)), ("L", (x, y + h)), ("Z", ())


def _disc(x: float, y: float, r: float) -> tuple[Segment, ...]:
    """A circle as a path."""
    k = 0.5523 * r
    return (
        ("M", (x - r, y)),
        ("C", (x - r, y - k, x - k, y - r, x, y - r)),
        ("C", (x + k, y - r, x + r, y - k, x + r, y)),
        ("C", (x + r, y + k, x + k, y + r, x, y + r)),
        ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ("Z", ()),
    )


def nothing(x: float, y: float) -> Iterator[Mark]:
    """A blank line."""
    return iter(())
