"""Boards over several sheets, as geometry: every millimetre kept once, nothing where a printer cannot print."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.face import Shape
from cardgen.fonts import Fonts
from cardgen.furniture import furniture
from cardgen.impose import BLACK, STRIP, Page, Paper, Strip
from cardgen.model import Folds, Stock
from cardgen.pieces import Piece
from cardgen.project import open_project
from cardgen.tiles import LEAST, OVERLAP, Tiling, tiled, tiling
from cardgen.units import Rect
from tests.conftest import ROOT

A4, LETTER = Paper(210, 297, 5), Paper(215.9, 279.4, 5)
PAPERS = st.sampled_from([A4, LETTER, A4.turned, Paper(420, 297, 0)])
SIDES = st.floats(60, 900).map(lambda v: round(v, 1))
BLEEDS = st.sampled_from([0.0, 3.0, 5.0])
NONE: Strip = lambda *_: ()  # noqa: E731


def spread(w: float, h: float, paper: Paper, bleed: float) -> tuple[Rect, Tiling]:
    trim = Rect(0, 0, w, h)
    on = tiling(trim, paper, bleed)
    assert on
    return trim, on


def pages(trim: Rect, on: Tiling, folds: Folds = Folds(), strip: Strip = NONE) -> list[Page]:  # noqa: B008
    piece = Piece("board", "board", trim, 3, 3, folds, Stock(gsm=300, thickness="0.3mm", finish="matt"))  # type: ignore[arg-type]
    return list(tiled("face", piece, on, strip, "board front"))


def folded(**at: float) -> Folds:
    return Folds.model_validate({way: (f"{mm:.3f}mm",) for way, mm in at.items()})


def on_paper(page: Page) -> Rect:
    (placed,) = page.placed
    return Rect(placed.x + placed.seen.x, placed.y + placed.seen.y, placed.seen.w, placed.seen.h)


def drawn(page: Page) -> list[Shape]:
    return [mark for mark in page.marks if isinstance(mark, Shape)]


def ends(line: Shape) -> tuple[tuple[float, ...], tuple[float, ...]]:
    (_, start), (_, end) = line.path
    return start, end


@given(SIDES, SIDES, PAPERS, BLEEDS)
def test_every_millimetre_lies_on_exactly_one_core(w: float, h: float, paper: Paper, bleed: float) -> None:
    trim, on = spread(w, h, paper, bleed)
    assert [(t.row, t.column) for t in on.tiles] == [(r, c) for r in range(on.rows) for c in range(on.columns)]
    rows = [on.tiles[r * on.columns : (r + 1) * on.columns] for r in range(on.rows)]
    for row in rows:
        assert row[0].core.x == trim.x
        assert row[-1].core.right == pytest.approx(trim.right)
        assert {(t.core.y, t.core.h) for t in row} == {(row[0].core.y, row[0].core.h)}
        for a, b in pairwise(row):
            assert a.core.right == pytest.approx(b.core.x)
    assert rows[0][0].core.y == trim.y
    assert rows[-1][0].core.bottom == pytest.approx(trim.bottom)
    for above, below in pairwise(rows):
        assert above[0].core.bottom == pytest.approx(below[0].core.y)
        assert [(t.core.x, t.core.w) for t in above] == [(t.core.x, t.core.w) for t in below]


@given(SIDES, SIDES, PAPERS, BLEEDS)
def test_what_two_tiles_share_is_printed_on_both(w: float, h: float, paper: Paper, bleed: float) -> None:
    trim, on = spread(w, h, paper, bleed)
    tiles = {(t.row, t.column): t for t in on.tiles}
    for (row, column), tile in tiles.items():
        core, shown = tile.core, tile.shown
        assert shown.contains(core)
        if right := tiles.get((row, column + 1)):
            shared = Rect(core.right, core.y, OVERLAP, core.h)
            assert shown.contains(shared)
            assert right.shown.contains(shared)
            assert right.shown.x == right.core.x, "the upper tile is cut along its own edge"
        else:
            assert shown.right == pytest.approx(trim.right + bleed)
        if below := tiles.get((row + 1, column)):
            shared = Rect(core.x, core.bottom, core.w, OVERLAP)
            assert shown.contains(shared)
            assert below.shown.contains(shared)
            assert below.shown.y == below.core.y
        else:
            assert shown.bottom == pytest.approx(trim.bottom + bleed)


@given(SIDES, SIDES, PAPERS, BLEEDS)
def test_a_tile_and_its_marks_stay_inside_the_printable_area(w: float, h: float, paper: Paper, bleed: float) -> None:
    trim, on = spread(w, h, paper, bleed)
    free = on.paper.printable
    free = free._replace(h=free.h - STRIP)
    for page in pages(trim, on, folded(upright=w / 3, level=h / 3)):
        assert (page.width, page.height) == (on.paper.width, on.paper.height)
        assert free.contains(on_paper(page))
        for line in drawn(page):
            (x1, y1), (x2, y2) = ends(line)
            assert free.contains(Rect(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2)))


@given(SIDES, SIDES, PAPERS, BLEEDS)
def test_every_edge_of_a_core_has_its_two_marks_and_none_lies_in_it(w: float, h: float, paper: Paper, bleed: float) -> None:
    trim, on = spread(w, h, paper, bleed)
    for tile, page in zip(on.tiles, pages(trim, on), strict=True):
        (placed,) = page.placed
        core = Rect(placed.x + tile.core.x, placed.y + tile.core.y, tile.core.w, tile.core.h)
        lines = [ends(line) for line in drawn(page) if line.stroke and line.stroke.paint == BLACK]
        assert len(lines) == 8
        for edge in (core.x, core.right):
            assert sum(x1 == x2 == pytest.approx(edge) for (x1, _), (x2, _) in lines) == 2
        for edge in (core.y, core.bottom):
            assert sum(y1 == y2 == pytest.approx(edge) for (_, y1), (_, y2) in lines) == 2
        inner = core.grown(-1e-6)
        for (x1, y1), (x2, y2) in lines:
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            assert x < inner.x or x > inner.right or y < inner.y or y > inner.bottom


def test_a_fold_is_marked_at_both_ends_on_the_tile_that_it_crosses() -> None:
    trim, on = spread(420, 148, A4, 3)
    assert (on.columns, on.rows) == (2, 1)
    left, right = pages(trim, on, folded(upright=105))
    assert [sum(line.stroke.paint == BLACK for line in drawn(page) if line.stroke) for page in (left, right)] == [10, 8]
    x = left.placed[0].x + 105
    assert sum(ends(line)[0][0] == pytest.approx(x) for line in drawn(left)) == 2


def test_a_board_takes_the_fewest_tiles_and_lies_as_it_does_best() -> None:
    _, on = spread(420, 148, A4, 3)
    assert on.paper == A4.turned
    _, on = spread(150, 400, A4, 3)
    assert (on.paper, on.columns, on.rows) == (A4, 1, 2)


def test_paper_too_small_for_a_tile_has_none() -> None:
    assert tiling(Rect(0, 0, 300, 300), Paper(LEAST, 2 * LEAST, 5), 3) is None


def test_a_tile_says_which_it_is_and_what_is_glued_upon_it() -> None:
    trim, on = spread(500, 400, A4, 3)
    said: list[str] = []

    def strip(paper: Paper, side: str, label: str) -> tuple[()]:
        assert (paper, side) == (on.paper, "below")
        said.append(label)
        return ()

    labels = [page.label for page in pages(trim, on, strip=strip)]
    assert (on.rows, on.columns) == (2, 2) or (on.rows, on.columns) == (2, 3)
    assert labels[0] == f"board front, tile A1 of {on.rows} x {on.columns}"
    assert said[0] == labels[0] + "; glue A2 to its right and B1 below upon it, cut at its marks"
    assert said[on.columns - 1].endswith("; glue B" + str(on.columns) + " below upon it, cut at its marks")
    assert said[-1] == labels[-1], "the last is glued upon the others"


@pytest.mark.parametrize("width", [120, 148, 210, 297])
def test_the_row_below_a_tile_stays_in_the_printable_area_and_its_words_apart(width: float) -> None:
    strip = furniture(Fonts(open_project(ROOT)), "Duel 1.0 · 2026-11-30")
    paper = Paper(width, 297, 5)
    marks = list(
        strip(paper, "below", "player-board A front, tile A1 of 1 x 2; glue A2 to its right upon it, cut at its marks")
    )
    boxes = sorted((mark.box for mark in marks if not isinstance(mark, Shape)), key=lambda box: box.x)  # type: ignore[union-attr]
    ruler = max(x for line in marks if isinstance(line, Shape) for x, _ in ends(line))
    for box in boxes:
        assert paper.printable.contains(box, slack=0.02)
    for a, b in pairwise([Rect(0, 0, ruler, 0), *boxes]):
        assert a.right < b.x
    assert len(boxes) == (1 if width < 130 else 2), "what there is no room for is left out, the ruler's own words last"


def test_paper_narrower_than_the_ruler_has_none() -> None:
    strip = furniture(Fonts(open_project(ROOT)), "Duel 1.0 · 2026-11-30")
    assert list(strip(Paper(80, 100, 5), "below", "sheet 1 of 1 front")) == []
