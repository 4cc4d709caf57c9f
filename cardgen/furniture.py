"""What stands beside the cards on a sheet to print at home: cut marks, a ruler, the words, the stamp."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardgen.face import Mark
from cardgen.fonts import Fonts
from cardgen.impose import BLACK, MARK_LENGTH, RULER, STRIP, Cells, Furniture, Grid, cut_marks, ruler
from cardgen.typeset import Style, shape, text_mark, width_mm
from cardgen.units import Matrix

SIZE = 6.5
"""Points; the words beside the cards are read once."""
HANGS = 0.65
"""Millimetres that letters of this size hang below their line."""
WORDS = "this line is 50 mm: print at 100 %, no scaling"


def furniture(fonts: Fonts, stamp: str) -> Furniture:
    """A function that draws the furniture of a sheet: its grid, the cells that hold cards, its label ("sheet 3 of 13 back")."""

    def drawn(on: Grid, cells: Cells, label: str) -> tuple[Mark, ...]:
        return (*cut_marks(on, cells), *_strip(fonts, on, f"{stamp} · {label}"))

    return drawn


def _strip(fonts: Fonts, on: Grid, stamp: str) -> Iterator[Mark]:
    """The ruler and the words within STRIP of the printable area's edge: below the block of cards, or beside it, turned."""
    paper, block = on.paper, on.block
    if on.strip == "below":
        y = paper.height - paper.margin - HANGS
        yield from _row(fonts, stamp, Matrix(e=block.x + 2, f=y), block.w - 4)
    elif on.strip == "beside":
        x = paper.margin + STRIP - HANGS
        turn = math.cos(math.pi / 2)
        yield from _row(fonts, stamp, Matrix(round(turn), -1, 1, round(turn), x, block.bottom - 2), block.h - 4)


def _row(fonts: Fonts, stamp: str, m: Matrix, length: float) -> Iterator[Mark]:
    style = Style(fonts.find("EB Garamond", 500, False), SIZE, BLACK)
    words, said = shape(fonts, style.font, WORDS), shape(fonts, style.font, stamp)
    yield from ruler(m)
    yield text_mark(fonts, words, style, RULER + MARK_LENGTH, 0, m, "furniture")
    wide = sum(width_mm(w, style) for w in said)
    yield text_mark(fonts, said, style, length - wide, 0, m, "furniture")
