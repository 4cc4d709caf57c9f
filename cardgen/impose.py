"""Items on pages: one face a page for a shop, sheets to print and cut at home. Positions in mm from the page's top left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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
STRIP = 3.0
"""What the ruler and the words beside it take of a margin: ticks of 2.2 mm, and what hangs below their line."""


class Placed(NamedTuple):
    """A face on a page, by its key: where its trim's top-left corner lies, and the part of it that is seen (its own mm)."""

    key: str
    x: float
    y: float
    seen: Rect


class Page(NamedTuple):
    """A page: its size in mm, its boxes where it has them, the faces on it, marks of its own, its label for viewers."""

    width: float
    height: float
    trim: Rect | None
    bleed: Rect | None
    placed: tuple[Placed, ...]
    marks: tuple[Mark, ...]
    label: str


class Paper(NamedTuple):
    """A sheet for a printer at home: its size, and the margin that it cannot print on (mm)."""

    width: float
    height: float
    margin: float


class Grid(NamedTuple):
    """Cards edge to edge in the middle of a paper: columns and rows, the first trim corner, the bleed that fits.

    `strip` says where the ruler and the words stand: below the block of cards, or beside it, turned; empty for nowhere.
    """

    paper: Paper
    card: Rect
    columns: int
    rows: int
    x: float
    y: float
    bleed: float
    strip: Literal["below", "beside", ""] = ""

    @property
    def block(self) -> Rect:
        return Rect(self.x, self.y, self.columns * self.card.w, self.rows * self.card.h)


def single(items: Iterable[Item], trim: Rect, bleed: float) -> Iterator[Page]:
    """One face a page, front and back in turn, the media as large as the bleed reaches."""
    media = trim.grown(bleed)
    boxes = Rect(bleed, bleed, trim.w, trim.h), Rect(0, 0, media.w, media.h)
    for item in items:
        for number in range(1, item.copies + 1):
            name = " ".join(filter(None, (item.card.id, item.seat, f"{number}/{item.copies}" if item.copies > 1 else "")))
            for side, key in (("front", item.front), ("back", item.back)):
                placed = Placed(key, bleed, bleed, media)
                yield Page(media.w, media.h, *boxes, (placed,), (), f"{name} {side}")


def grid(card: Rect, paper: Paper, bleed: float) -> Grid | None:
    """As many cards as the printable area holds edge to edge with their cut marks; None for none.

    As much of `bleed` lies round them as fits. The ruler stands in the wider margin, where it and a mark have room.
    """
    marks = 2 * (MARK_GAP + LEAST_MARK)
    room_w, room_h = paper.width - 2 * paper.margin, paper.height - 2 * paper.margin
    columns, rows = int((room_w - marks) / card.w + 1e-6), int((room_h - marks) / card.h + 1e-6)
    if columns < 1 or rows < 1:
        return None
    beside, below = (room_w - columns * card.w) / 2, (room_h - rows * card.h) / 2
    x, y = (paper.width - columns * card.w) / 2, (paper.height - rows * card.h) / 2
    fits = max(0.0, min(bleed, beside, below))
    on = Grid(paper, card, columns, rows, x, y, fits)
    if max(beside, below) - fits - MARK_GAP < LEAST_MARK + STRIP:
        return on
    return on._replace(strip="below" if below >= beside else "beside")


Cells = dict[tuple[int, int], str]
"""Which face lies in which row and column."""
Furniture = Callable[[Grid, Cells, str], tuple[Mark, ...]]


def sheets(items: Sequence[Item], on: Grid, furniture: Furniture) -> Iterator[Page]:
    """Sheets of fronts, each followed by its backs, mirrored for a flip about the long edge of the paper.

    `furniture` draws what stands beside the cards on a page: cut marks, the ruler, the words with the page's label.
    """
    per_sheet = on.columns * on.rows
    total = -(-sum(item.copies for item in items) // per_sheet)
    waiting: list[Item] = []
    number = 0
    for item in items:
        for _ in range(item.copies):
            waiting.append(item)
            if len(waiting) == per_sheet:
                number += 1
                yield from _sheet(waiting, on, f"{number} of {total}", furniture)
                waiting = []
    if waiting:
        yield from _sheet(waiting, on, f"{number + 1} of {total}", furniture)


def _sheet(items: list[Item], on: Grid, number: str, furniture: Furniture) -> Iterator[Page]:
    for side in ("front", "back"):
        cells: Cells = {}
        for place, item in enumerate(items):
            row, column = divmod(place, on.columns)
            if side == "back" and on.paper.width > on.paper.height:
                row = on.rows - 1 - row
            elif side == "back":
                column = on.columns - 1 - column
            cells[row, column] = item.front if side == "front" else item.back
        placed = tuple(_cell(key, row, column, cells, on) for (row, column), key in sorted(cells.items()))
        label = f"sheet {number} {side}"
        yield Page(on.paper.width, on.paper.height, None, None, placed, furniture(on, cells, label), label)


def _cell(key: str, row: int, column: int, cells: Cells, on: Grid) -> Placed:
    """A card in its cell: ink runs past the trim on the sides where no other card lies, and is cut sharp where one does."""
    left, right = ((0.0 if (row, column + d) in cells else on.bleed) for d in (-1, 1))
    top, bottom = ((0.0 if (row + d, column) in cells else on.bleed) for d in (-1, 1))
    seen = Rect(-left, -top, on.card.w + left + right, on.card.h + top + bottom)
    return Placed(key, on.x + column * on.card.w, on.y + row * on.card.h, seen)


def cut_marks(on: Grid, cells: Iterable[tuple[int, int]]) -> Iterator[Mark]:
    """A mark at both ends of every cut that the cards in these cells need, inside the printable area.

    It stands outside the bleed where there is room. Where there is none it lies in the bleed, which is cut away, on a white
    casing, so that it is seen on dark ink too.
    """
    block, paper = on.block, on.paper
    columns = [block.x + n * on.card.w for n in sorted({column + side for _, column in cells for side in (0, 1)})]
    rows = [block.y + n * on.card.h for n in sorted({row + side for row, _ in cells for side in (0, 1)})]
    room = block.y - paper.margin
    above, below = _reach(on, room), _reach(on, room - (STRIP if on.strip == "below" else 0))
    for x in columns:
        yield from _mark((x, block.y), (0, -1), above)
        yield from _mark((x, block.bottom), (0, 1), below)
    room = block.x - paper.margin
    left, right = _reach(on, room - (STRIP if on.strip == "beside" else 0)), _reach(on, room)
    for y in rows:
        yield from _mark((block.x, y), (-1, 0), left)
        yield from _mark((block.right, y), (1, 0), right)


def _reach(on: Grid, room: float) -> tuple[float, float, bool]:
    """Where a mark begins and ends, in mm outside the block of cards, with `room` to the margin; whether it is cased."""
    start = on.bleed + MARK_GAP
    if room - start >= LEAST_MARK - 1e-6:
        return start, min(room, start + MARK_LENGTH), False
    return MARK_GAP, min(room, MARK_GAP + MARK_LENGTH), True


def _mark(at: tuple[float, float], out: tuple[int, int], reach: tuple[float, float, bool]) -> Iterator[Mark]:
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
