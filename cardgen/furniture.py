"""The ruler, the words and the stamp beside what is printed on a sheet at home."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.face import Mark
from cardgen.fonts import Fonts
from cardgen.impose import BLACK, MARK_LENGTH, RULER, STRIP, Paper, Side, Strip, ruler
from cardgen.typeset import Style, shape, text_mark, width_mm
from cardgen.units import Matrix

SIZE = 6.5
"""Points; the words beside the cards are read once."""
HANGS = 0.65
"""Millimetres that letters of this size hang below their line."""
WORDS = "this line is 50 mm: print at 100 %, no scaling"
INSET = 12.0
"""Millimetres between the printable area's corners and the row, so that it meets no cut mark."""


def furniture(fonts: Fonts, stamp: str) -> Strip:
    """A function that draws the row of a sheet: its paper, where the row stands, its label ("sheet 3 of 13 back")."""

    def drawn(paper: Paper, side: Side, label: str) -> Iterator[Mark]:
        return _strip(fonts, paper, side, f"{stamp} · {label}")

    return drawn


def _strip(fonts: Fonts, paper: Paper, side: Side, stamp: str) -> Iterator[Mark]:
    """The ruler and the words within STRIP of the printable area's edge: the lower one, or the left one, turned."""
    free = paper.printable
    if side == "below":
        yield from _row(fonts, stamp, Matrix(e=free.x + INSET, f=free.bottom - HANGS), free.w - 2 * INSET)
    elif side == "beside":
        turned = Matrix(0, -1, 1, 0, free.x + STRIP - HANGS, free.bottom - INSET)
        yield from _row(fonts, stamp, turned, free.h - 2 * INSET)


def _row(fonts: Fonts, stamp: str, m: Matrix, length: float) -> Iterator[Mark]:
    style = Style(fonts.find("EB Garamond", 500, False), SIZE, BLACK)
    words, said = shape(fonts, style.font, WORDS), shape(fonts, style.font, stamp)
    yield from ruler(m)
    yield text_mark(fonts, words, style, RULER + MARK_LENGTH, 0, m, "furniture")
    wide = sum(width_mm(w, style) for w in said)
    yield text_mark(fonts, said, style, length - wide, 0, m, "furniture")
