"""Cards on sheets to print and cut at home, each back behind its front. Positions in mm from the page's top left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Literal, NamedTuple

from cardgen.compose import Item
from cardgen.face import Mark, Shape, Stroke
from cardgen.ink import PAPER, Paint
from cardgen.units import IDENTITY, MM_PER_PT, Matrix, Rect

BLACK = Paint("black")
HAIRLINE = 0.25 * MM_PER_PT
"""The width of a cut mark: a quarter point, the thinnest line that prints everywhere."""
MARK_LENGTH = 4.0
MARK_GAP = 1.0
"""A cut mark begins a millimetre outside the bleed, so that no mark is left on a card that is cut a little wide."""
LEAST_MARK = 1.5
RULER = 50.0
FEW_LESS = 0.9
"""What a sheet keeps of its cards at the least where some give way to the ruler."""
FOLD_GAP = 1.0
"""What lies between the bleed of the cards and the fold of a fold-over sheet."""
STRIP = 3.0
"""What the ruler and the words beside it take of a margin: ticks of 2.2 mm, and what hangs below their line."""


class Flip(StrEnum):
    """How a sheet gets its backs: printed on its other side, turned about its long or its short edge; or beside the fronts,
    folded over and glued (a gutterfold). A file without backs has none.
    """

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    NONE = "none"


class Placed(NamedTuple):
    """A face on a page, by its key: where its origin (the trim's top-left corner) lies, the part of it that is seen (its own
    mm), and whether it stands on its head there.
    """

    key: str
    x: float
    y: float
    seen: Rect
    turned: bool = False


class Place(NamedTuple):
    """A place on a page that bookmarks and links lead to: its name, its words, its level from 1, its top (mm)."""

    name: str
    title: str
    level: int
    top: float


class Page(NamedTuple):
    """A page: its size in mm, its boxes where it has them, the faces on it, marks of its own, its label for viewers; whether it
    is printed behind the page before it, and by which map all of it is moved.
    """

    width: float
    height: float
    trim: Rect | None
    bleed: Rect | None
    placed: tuple[Placed, ...]
    marks: tuple[Mark, ...]
    label: str
    behind: bool = False
    shift: Matrix = IDENTITY
    places: tuple[Place, ...] = ()
    links: tuple[tuple[Rect, str], ...] = ()
    """Rectangles of the page that lead to a place, by its name."""


class Paper(NamedTuple):
    """A sheet for a printer at home: its size, and the margin that it cannot print on (mm)."""

    width: float
    height: float
    margin: float

    @property
    def turned(self) -> Paper:
        return Paper(self.height, self.width, self.margin)

    @property
    def printable(self) -> Rect:
        return Rect(0, 0, self.width, self.height).grown(-self.margin)


Side = Literal["below", "beside", ""]


class Grid(NamedTuple):
    """Cards edge to edge on a paper: columns and rows, the first trim corner, the bleed that fits.

    `strip` says where the ruler and the words stand: below the block of cards, or beside it, turned; empty for nowhere.
    Where `fold` is a distance from the left edge, the backs lie to the right of it.
    """

    paper: Paper
    card: Rect
    columns: int
    rows: int
    x: float
    y: float
    bleed: float
    strip: Side = ""
    fold: float | None = None

    @property
    def block(self) -> Rect:
        return Rect(self.x, self.y, self.columns * self.card.w, self.rows * self.card.h)


def grid(card: Rect, paper: Paper, bleed: float, flip: Flip = Flip.LONG) -> Grid | None:
    """As many cards as the printable area holds edge to edge with their cut marks; None for none.

    As much of `bleed` lies round them as fits. The ruler stands in the wider margin, where it and a mark have room; a row or a
    column of many gives way to it. For a fold-over sheet the cards lie left of its middle, as near to it as their bleed allows.
    """
    marks = MARK_GAP + LEAST_MARK
    room_h = paper.height - 2 * paper.margin - 2 * marks
    room_w = paper.width - 2 * paper.margin - 2 * marks
    if flip is Flip.FOLD:
        room_w = paper.width / 2 - paper.margin - marks - bleed - FOLD_GAP
    columns, rows = int(room_w / card.w + 1e-6), int(room_h / card.h + 1e-6)
    if columns < 1 or rows < 1:
        return None
    on = _centred(card, paper, bleed, flip, columns, rows)
    if on.strip:
        return on
    fewer = [_centred(card, paper, bleed, flip, columns - c, rows - r) for c, r in ((0, 1), (1, 0))]
    ruled = [less for less in fewer if less.strip and less.columns * less.rows >= FEW_LESS * columns * rows]
    return max(ruled, key=lambda less: less.columns * less.rows, default=on)


def _centred(card: Rect, paper: Paper, bleed: float, flip: Flip, columns: int, rows: int) -> Grid:
    """So many cards in the middle of a paper, or of its left half beside the gutter."""
    fold = paper.width / 2 if flip is Flip.FOLD else None
    y = (paper.height - rows * card.h) / 2
    x = (paper.width - columns * card.w) / 2 if fold is None else fold - bleed - FOLD_GAP - columns * card.w
    beside, below = x - paper.margin, y - paper.margin
    on = Grid(paper, card, columns, rows, x, y, max(0.0, min(bleed, beside, below)), fold=fold)
    if max(beside, below) - on.bleed - MARK_GAP < LEAST_MARK + STRIP:
        return on
    return on._replace(strip="below" if below >= beside else "beside")


def best_grid(card: Rect, paper: Paper, bleed: float, flip: Flip = Flip.LONG, count: int | None = None) -> Grid | None:
    """The grid on the paper as it lies, or, where more cards go on it so, on its side; no more rows than `count` cards need."""
    found = [on for on in (grid(card, p, bleed, flip) for p in (paper, paper.turned)) if on]
    on = max(found, key=lambda on: on.columns * on.rows, default=None)  # of equals the first
    if on is None or count is None or count > on.columns * (on.rows - 1):
        return on
    return _centred(card, on.paper, bleed, flip, on.columns, -(-count // on.columns))


Cells = dict[tuple[int, int], str]
"""Which face lies in which row and column."""
Strip = Callable[[Paper, Side, str], Iterable[Mark]]
"""Draws the ruler and the words on a paper, below or beside what is printed, with the page's label."""


def sheets(items: Iterable[Item], on: Grid, strip: Strip, flip: Flip = Flip.LONG, named: str = "sheet") -> Iterator[Page]:
    """Sheets of fronts, each with its backs: on a page of their own, or across the fold."""
    one_by_one = [item for item in items for _ in range(item.copies)]
    per_sheet = on.columns * on.rows
    total = -(-len(one_by_one) // per_sheet)
    for number in range(total):
        own = one_by_one[number * per_sheet : (number + 1) * per_sheet]
        yield from _sheet(own, on, f"{named} {number + 1} of {total}", strip, flip)


def turns_upright(flip: Flip, width: float, height: float) -> bool:
    """Whether the axis that a sheet is turned about stands upright on it, or lies level."""
    return flip is Flip.FOLD or (flip is Flip.LONG) == (width <= height)


def _sheet(items: list[Item], on: Grid, label: str, strip: Strip, flip: Flip) -> Iterator[Page]:
    paper = on.paper
    fronts: Cells = {}
    backs: Cells = {}
    upright = turns_upright(flip, paper.width, paper.height)  # columns are mirrored; else rows are, and backs are turned
    for place, item in enumerate(items):
        row, column = divmod(place, on.columns)
        fronts[row, column] = item.front
        if item.back:
            backs[(row, on.columns - 1 - column) if upright else (on.rows - 1 - row, column)] = item.back
    if on.fold is None:
        for side, cells in (("front", fronts), ("back", backs)):
            if cells:
                placed = tuple(_cells(cells, on, turned=side == "back" and not upright))
                marks = (*cut_marks(on, cells), *strip(paper, on.strip, f"{label} {side}"))
                behind = side == "back"
                yield Page(paper.width, paper.height, None, None, placed, marks, f"{label} {side}", behind)
        return
    over = on._replace(x=2 * on.fold - on.block.right)
    placed = (*_cells(fronts, on), *_cells(backs, over))
    marks = (*cut_marks(on, fronts, "right"), *cut_marks(over, backs, "left"), *fold_marks(paper, on.fold))
    yield Page(paper.width, paper.height, None, None, placed, (*marks, *strip(paper, on.strip, label)), label)


def _cells(cells: Cells, on: Grid, turned: bool = False) -> Iterator[Placed]:
    """Cards in their cells: ink runs past the trim on the sides where no other card lies, and is cut sharp where one does."""
    card = on.card
    for (row, column), key in sorted(cells.items()):
        left, right = ((0.0 if (row, column + d) in cells else on.bleed) for d in (-1, 1))
        top, bottom = ((0.0 if (row + d, column) in cells else on.bleed) for d in (-1, 1))
        x, y = on.x + column * card.w, on.y + row * card.h
        if turned:
            seen = Rect(-right, -bottom, card.w + left + right, card.h + top + bottom)
            yield Placed(key, x + card.w, y + card.h, seen, turned=True)
        else:
            yield Placed(key, x, y, Rect(-left, -top, card.w + left + right, card.h + top + bottom))


def cut_marks(on: Grid, cells: Iterable[tuple[int, int]], without: str = "") -> Iterator[Mark]:
    """A mark at both ends of every cut that the cards in these cells need, inside the printable area; none on the side
    `without` ("left", "right"), where the paper is folded.

    It stands outside the bleed where there is room. Where there is none it lies in the bleed, which is cut away, on a white
    casing, so that it is seen on dark ink too.
    """
    block, paper = on.block, on.paper
    columns = [block.x + n * on.card.w for n in sorted({column + side for _, column in cells for side in (0, 1)})]
    rows = [block.y + n * on.card.h for n in sorted({row + side for row, _ in cells for side in (0, 1)})]
    room = block.y - paper.margin
    above, below = _reach(on, room), _reach(on, room - (STRIP if on.strip == "below" else 0))
    for x in columns:
        yield from mark((x, block.y), (0, -1), above)
        yield from mark((x, block.bottom), (0, 1), below)
    left = _reach(on, block.x - paper.margin - (STRIP if on.strip == "beside" and without != "left" else 0))
    right = _reach(on, paper.width - block.right - paper.margin)
    for y in rows:
        if without != "left":
            yield from mark((block.x, y), (-1, 0), left)
        if without != "right":
            yield from mark((block.right, y), (1, 0), right)


def fold_marks(paper: Paper, x: float) -> Iterator[Mark]:
    """Where a sheet is folded over: a dashed line from margin to margin."""
    path = (("M", (x, paper.margin)), ("L", (x, paper.height - paper.margin)))
    yield Shape(path, None, Stroke(BLACK, HAIRLINE, dash=(3.0, 2.0)), False, "impose")


def _reach(on: Grid, room: float) -> tuple[float, float, bool]:
    """Where a mark begins and ends, in mm outside the block of cards, with `room` to the margin; whether it is cased."""
    start = on.bleed + MARK_GAP
    if room - start >= LEAST_MARK - 1e-6:
        return start, min(room, start + MARK_LENGTH), False
    return MARK_GAP, min(room, MARK_GAP + MARK_LENGTH), True


def mark(at: tuple[float, float], out: tuple[int, int], reach: tuple[float, float, bool]) -> Iterator[Mark]:
    """A mark outwards from the block's edge; none where there is no room for one."""
    start, end, cased = reach
    if end <= start:
        return
    (x1, y1), (x2, y2) = ((at[0] + out[0] * far, at[1] + out[1] * far) for far in (start, end))
    if cased:
        path = (("M", (x1, y1)), ("L", (x2, y2)))
        yield Shape(path, None, Stroke(Paint(PAPER), 5 * HAIRLINE), False, "impose")
    yield line(x1, y1, x2, y2)


def line(x1: float, y1: float, x2: float, y2: float, m: Matrix = IDENTITY) -> Shape:
    a, b = m.apply(x1, y1), m.apply(x2, y2)
    return Shape((("M", a), ("L", b)), None, Stroke(BLACK, HAIRLINE), False, "impose")


def ruler(m: Matrix) -> Iterator[Mark]:
    """A 50 mm ruler, ticks upwards every 5 mm, from the origin of `m` to the right."""
    yield line(0, 0, RULER, 0, m)
    for n in range(0, int(RULER) + 1, 5):
        yield line(n, 0, n, -2.2 if n % 10 == 0 else -1.2, m)
