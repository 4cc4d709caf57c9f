"""All faces of a game side by side on one table, as a page: large with what is wrong with them, or small and bare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, sqrt
from typing import NamedTuple

from cardgen.face import Mark, Segment, Shape
from cardgen.fonts import Fonts
from cardgen.impose import Page, Placed
from cardgen.ink import Paint
from cardgen.paths import rectangle
from cardgen.pieces import Piece
from cardgen.proof.contact import Contact, Group, Note, Shown
from cardgen.proof.drawn import BADGE, Pen, told

COLUMNS = 9
"""Cards in a row at the least: what a deck of poker cards shows on a wide screen."""
GAP, EDGE = 7.0, 12.0
"""What lies between faces, and around the table (mm)."""
LEAST_CELL = 26.0
"""The least width that a face takes (mm): a token's words stand below it."""
TABLE = Paint("proof.table")
NAME_PT, LINE = 9.0, 3.9
"""The type of a face's words, and from line to line (mm)."""
NOTE_PT = 10.0


class Sizes(NamedTuple):
    """How a table is set: the type of its headings in points, whether faces have their words, lines and findings."""

    heading: float
    told: bool


LARGE, SMALL = Sizes(24, True), Sizes(34, False)
"""At arm's length; as thumbnails, whose headings alone are read."""


class Cell(NamedTuple):
    """A face on the table: where its trim's corner lies, its words."""

    shown: Shown
    piece: Piece
    x: float
    y: float
    words: tuple[str, ...]


def table(contact: Contact, fonts: Fonts, sizes: Sizes) -> Page:
    """The page, in mm; its faces are placed by their names."""
    pen = Pen(fonts)
    columns = max(COLUMNS, ceil(sqrt(len(contact.faces))))
    card = max((g.piece.trim.w for g in contact.groups if g.in_hand), default=LEAST_CELL)
    wide = max([columns * (card + GAP), *(g.piece.trim.w + GAP for g in contact.groups)]) + 2 * EDGE - GAP
    state = contact.state
    y = EDGE
    marks: list[Mark] = []
    if sizes.told:
        y += 12
        marks.append(pen.words(state.game.name(state.composer.language), EDGE, y, 40, caps=True))
        edition = f"Every face · version {state.game.record.version} of {state.game.record.date}"
        marks.append(pen.words(edition, wide - EDGE, y, 14, italic=True, end=True))
        y += 6
        marks.append(pen.rule(EDGE, y, wide - 2 * EDGE))
        y += 4
        y = _noted(pen, contact.others, wide, y, marks)
    cells: list[Cell] = []
    for shelf in _shelves(contact.groups, wide - 2 * EDGE):
        y = _shelf(pen, shelf, wide, y, sizes, cells, marks)
    if sizes.told:
        notes = list(dict.fromkeys(note._replace(boxes=()) for shown in contact.faces for note in shown.notes))
        y = _noted(pen, notes, wide, y, marks)
    y += EDGE - GAP
    placed = tuple(Placed(cell.shown.name, cell.x, cell.y, cell.piece.trim) for cell in cells if cell.shown.face)
    over: list[Mark] = [_cloth(wide, y, cells)]
    for cell in cells:
        over += _over(pen, cell, sizes)
    return Page(wide, y, None, None, placed, (*over, *marks), "faces")


def _shelves(groups: Iterable[Group], width: float) -> Iterator[list[Group]]:
    """Families one after another, several on a shelf where all of each has room there and their pieces are as high."""
    shelf: list[Group] = []
    taken = 0.0
    for group in groups:
        wide = len(group.faces) * _cell(group.piece)
        if shelf and (taken + wide > width + GAP or not _alike(shelf[0].piece, group.piece)):
            yield shelf
            shelf, taken = [], 0.0
        shelf.append(group)
        taken += wide
    if shelf:
        yield shelf


def _alike(a: Piece, b: Piece) -> bool:
    """Whether two pieces stand well on one shelf: neither is much higher."""
    return max(a.trim.h, b.trim.h) <= 1.4 * min(a.trim.h, b.trim.h)


def _cell(piece: Piece) -> float:
    return max(piece.trim.w, LEAST_CELL) + GAP


def _shelf(
    pen: Pen, shelf: Sequence[Group], wide: float, y: float, sizes: Sizes, cells: list[Cell], marks: list[Mark]
) -> float:
    """Lay a shelf at that height; where the next begins."""
    x, low = EDGE, y
    y += sizes.heading * 0.45
    for group in shelf:
        cell = _cell(group.piece)
        room = wide - 2 * EDGE if len(shelf) == 1 else len(group.faces) * cell - GAP
        size = sizes.heading
        while size > 9 and pen.wide(group.name, size, caps=True) > room:
            size -= 1
        marks.append(pen.words(group.name, x, y, size, caps=True))
        a_row = max(1, int((wide - 2 * EDGE + GAP + 1e-6) / cell)) if len(shelf) == 1 else len(group.faces)
        top = y + 4
        for start in range(0, len(group.faces), a_row):
            some = group.faces[start : start + a_row]
            words = [_words(pen, shown, cell - GAP) if sizes.told else () for shown in some]
            for n, shown in enumerate(some):
                cells.append(Cell(shown, group.piece, x + n * cell, top, words[n]))
            top += group.piece.trim.h + max(len(w) for w in words) * LINE + GAP
        low = max(low, top)
        x += len(group.faces) * cell
    return low


def _words(pen: Pen, shown: Shown, width: float) -> tuple[str, ...]:
    """A face's id and its copies, in lines."""
    counted = shown.counted
    return tuple(pen.lines(shown.name + (f" · {counted}" if counted else ""), width, NAME_PT))


def _over(pen: Pen, cell: Cell, sizes: Sizes) -> Iterator[Mark]:
    trim = cell.piece.trim
    if cell.shown.face is None:
        yield from pen.empty(trim, cell.x, cell.y)
    elif sizes.told:
        yield from pen.lined(cell.piece, cell.x, cell.y)
    if sizes.told:
        yield from pen.noted(cell.shown.notes, cell.piece, cell.x, cell.y)
    for n, line in enumerate(cell.words):
        yield pen.words(line, cell.x, cell.y + trim.h + 1.6 + (n + 0.55) * LINE, NAME_PT)


def _noted(pen: Pen, notes: Iterable[Note], wide: float, y: float, marks: list[Mark]) -> float:
    """Findings in lines below each other; where they end."""
    left = EDGE + 2 * BADGE + 2
    for high, note, lines in told(pen, notes, left, wide - EDGE - left, NOTE_PT):
        marks += pen.disc(note, EDGE + BADGE, y + BADGE)
        for n, line in enumerate(lines):
            marks.append(pen.words(line, left, y + 3.4 + n * NOTE_PT * 0.46, NOTE_PT))
        y += high
    return y


def _cloth(width: float, height: float, cells: Iterable[Cell]) -> Shape:
    """The table that the faces lie on, drawn over them, so that their corners are as round as they will be cut."""
    path: tuple[Segment, ...] = rectangle(0, 0, width, height)
    holes: list[Segment] = []
    for cell in cells:
        trim, corner = cell.piece.trim, cell.piece.corner
        holes += rectangle(cell.x, cell.y, trim.w, trim.h, corner, corner)
    return Shape((*path, *holes), TABLE, None, True, "proof")
