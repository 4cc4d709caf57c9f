"""A piece that is larger than the paper, printed on several sheets to be joined: every millimetre of it on exactly one.

A tile's core is what stays seen of it. On its right and lower side, where another tile follows, the picture goes on for an
overlap, which the next tile, cut along its own edge, is glued upon.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from cardgen.face import Mark
from cardgen.impose import LEAST_MARK, MARK_GAP, MARK_LENGTH, STRIP, Page, Paper, Placed, Strip, mark
from cardgen.pieces import Piece
from cardgen.units import Rect

OVERLAP = 10.0
"""The strip that two tiles share (mm): as wide as a glue stick."""

LEAST = 50.0
"""A tile smaller than this joins nothing well."""


class Tile(NamedTuple):
    """One sheet's part: its row and column, its core (mm of the face), and that with overlap and bleed round it."""

    row: int
    column: int
    core: Rect
    shown: Rect


class Tiling(NamedTuple):
    """How a piece is spread: the paper as it lies, columns and rows, the tiles row by row."""

    paper: Paper
    columns: int
    rows: int
    tiles: tuple[Tile, ...]


def tiling(trim: Rect, paper: Paper, bleed: float) -> Tiling | None:
    """The fewest tiles, on the paper as it lies or on its side (of equals as it lies); None where it is too small for any."""
    found = [spread for p in (paper, paper.turned) if (spread := _spread(trim, p, bleed))]
    return min(found, key=lambda spread: len(spread.tiles), default=None)


def _spread(trim: Rect, paper: Paper, bleed: float) -> Tiling | None:
    edges = bleed + max(bleed, OVERLAP) + 2 * (MARK_GAP + LEAST_MARK)
    room_w, room_h = paper.printable.w - edges, paper.printable.h - STRIP - edges
    if min(room_w, room_h) < LEAST:
        return None
    columns, rows = ceil(trim.w / room_w - 1e-9), ceil(trim.h / room_h - 1e-9)
    w, h = trim.w / columns, trim.h / rows
    tiles = []
    for row in range(rows):
        for column in range(columns):
            core = Rect(trim.x + column * w, trim.y + row * h, w, h)
            left = bleed if column == 0 else 0.0
            top = bleed if row == 0 else 0.0
            right = bleed if column == columns - 1 else OVERLAP
            bottom = bleed if row == rows - 1 else OVERLAP
            shown = Rect(core.x - left, core.y - top, w + left + right, h + top + bottom)
            tiles.append(Tile(row, column, core, shown))
    return Tiling(paper, columns, rows, tuple(tiles))


def tiled(key: str, piece: Piece, on: Tiling, strip: Strip, label: str) -> Iterator[Page]:
    """The tiles of one face, each with the marks of its cuts and joints and of the piece's folds."""
    for tile in on.tiles:
        paper, shown = on.paper, tile.shown
        x = (paper.width - shown.w) / 2 - shown.x
        y = (paper.height - STRIP - shown.h) / 2 - shown.y
        where = f"tile {_name(tile.row, tile.column)} of {on.rows} x {on.columns}" if len(on.tiles) > 1 else ""
        said = ", ".join(filter(None, (label, where)))
        marks = (*_marks(tile, piece, x, y), *strip(paper, "below", said + _joined(tile, on)))
        yield Page(paper.width, paper.height, None, None, (Placed(key, x, y, shown),), marks, said)


def _name(row: int, column: int) -> str:
    return f"{chr(65 + row)}{column + 1}"


def _joined(tile: Tile, on: Tiling) -> str:
    """Which tiles are glued upon this one, and where; empty for the last of a row and a column."""
    right = f"{_name(tile.row, tile.column + 1)} to its right" if tile.column < on.columns - 1 else ""
    below = f"{_name(tile.row + 1, tile.column)} below" if tile.row < on.rows - 1 else ""
    both = " and ".join(filter(None, (right, below)))
    return f"; glue {both} upon it, cut at its marks" if both else ""


def _marks(tile: Tile, piece: Piece, x: float, y: float) -> Iterator[Mark]:
    """At both ends of each edge of the core, outside what is kept of it; at the ends of each fold that crosses it."""
    core, shown = tile.core, tile.shown
    above, below = core.y - shown.y, shown.bottom - core.bottom
    left, right = core.x - shown.x, shown.right - core.right
    upright = [core.x, core.right, *(f for f in piece.folds.upright if core.x < f < core.right)]
    level = [core.y, core.bottom, *(f for f in piece.folds.level if core.y < f < core.bottom)]
    for at in upright:
        yield from mark((x + at, y + core.y), (0, -1), _reach(above))
        yield from mark((x + at, y + core.bottom), (0, 1), _reach(below))
    for at in level:
        yield from mark((x + core.x, y + at), (-1, 0), _reach(left))
        yield from mark((x + core.right, y + at), (1, 0), _reach(right))


def _reach(printed: float) -> tuple[float, float, bool]:
    """A mark begins past the ink; past an overlap, which is covered, it begins in it and is cased in white."""
    if printed >= OVERLAP - 1e-9:
        return MARK_GAP, OVERLAP, True
    return printed + MARK_GAP, printed + min(MARK_LENGTH, MARK_GAP + LEAST_MARK), False
