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
FEWER = "50 mm at 100 %"
APART = 3.0
"""What lies between the words and the stamp at the least (mm)."""
SEPARATOR = " · "
INSET = 12.0
"""Millimetres between the printable area's corners and the row, so that it meets no cut mark."""


def furniture(fonts: Fonts, stamp: str) -> Strip:
    """A function that draws the row of a sheet: its paper, where the row stands, its label ("sheet 3 of 13 back")."""

    def drawn(paper: Paper, side: Side, label: str) -> Iterator[Mark]:
        return _strip(fonts, paper, side, f"{stamp}{SEPARATOR}{label}")

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
    """The ruler, and as many words beside it as there is room for: on narrow paper fewer."""
    style = Style(fonts.find("EB Garamond", 500, False), SIZE, BLACK)
    if length < RULER:
        return
    yield from ruler(m)
    label = stamp.rsplit(SEPARATOR, 1)[-1]
    name = label.split("; ")[0]
    for left, right in ((WORDS, stamp), (FEWER, stamp), (FEWER, label), (FEWER, name), ("", name), (FEWER, "")):
        words, said = (shape(fonts, style.font, text) if text else () for text in (left, right))
        start, wide = RULER + MARK_LENGTH, sum(width_mm(w, style) for w in said)
        if start + sum(width_mm(w, style) for w in words) + (APART if left and right else 0) + wide <= length:
            if left:
                yield text_mark(fonts, words, style, start, 0, m, "furniture")
            if right:
                yield text_mark(fonts, said, style, length - wide, 0, m, "furniture")
            return
