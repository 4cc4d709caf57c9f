"""Cards on sheets, as geometry: every back behind its own front, nothing where a printer cannot print."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.compose import Item
from cardgen.face import Shape
from cardgen.fonts import Fonts
from cardgen.furniture import furniture
from cardgen.impose import (
    FEW_LESS,
    LEAST_MARK,
    MARK_GAP,
    RULER,
    STRIP,
    Flip,
    Grid,
    Page,
    Paper,
    Strip,
    best_grid,
    cut_marks,
    grid,
    sheets,
)
from cardgen.layout import laid_out
from cardgen.model import Folds, Stock
from cardgen.pages import single
from cardgen.pieces import CARDS, Piece
from cardgen.project import open_project
from cardgen.register import Register
from cardgen.units import IDENTITY, Rect
from tests.conftest import ROOT

A4 = Paper(210, 297, 5)
LETTER = Paper(215.9, 279.4, 5)
POKER = Rect(0, 0, 63, 88)
PIECES = {CARDS: Piece(CARDS, CARDS, POKER, 3, 3, Folds(), Stock(gsm=310, thickness="0.3mm", finish="linen"))}  # type: ignore[arg-type]


def items(count: int) -> list[Item]:
    return [Item(None, "", 1, f"front {n}", f"back {n}") for n in range(count)]  # type: ignore[arg-type]


def laid(count: int, on: Grid) -> list[Page]:
    return list(sheets(items(count), on, lambda *_: ()))


@given(st.integers(1, 30), st.sampled_from([A4, LETTER]), st.sampled_from([0.0, 3.0, 5.0]))
def test_each_back_lies_behind_its_own_front(count: int, paper: Paper, bleed: float) -> None:
    on = grid(POKER, paper, bleed)
    assert on
    pages = laid(count, on)
    fronts, backs = pages[::2], pages[1::2]
    assert sum(len(p.placed) for p in fronts) == count
    for front, back in zip(fronts, backs, strict=True):
        behind = {placed.key.removeprefix("back "): placed for placed in back.placed}
        for placed in front.placed:
            other = behind[placed.key.removeprefix("front ")]
            # seen through the paper, turned about its long edge
            assert placed.x + POKER.w + other.x == pytest.approx(paper.width)
            assert placed.y == pytest.approx(other.y)


@given(st.integers(1, 20), st.sampled_from([A4, LETTER]))
def test_cards_and_their_bleed_stay_inside_the_printable_area(count: int, paper: Paper) -> None:
    on = grid(POKER, paper, 3.0)
    assert on
    printable = Rect(0, 0, paper.width, paper.height).grown(-paper.margin)
    for page in laid(count, on):
        for placed in page.placed:
            s = placed.seen
            assert printable.contains(Rect(placed.x + s.x, placed.y + s.y, s.w, s.h))


@given(st.integers(1, 18))
def test_no_cards_ink_covers_another_card(count: int) -> None:
    on = grid(POKER, A4, 3.0)
    assert on
    for page in laid(count, on):
        for a in page.placed:
            ink = Rect(a.x + a.seen.x, a.y + a.seen.y, a.seen.w, a.seen.h)
            for b in page.placed:
                apart = (
                    ink.right <= b.x + 1e-9 or b.x + 63 <= ink.x + 1e-9 or ink.bottom <= b.y + 1e-9 or b.y + 88 <= ink.y + 1e-9
                )
                assert apart or a is b


def test_nine_cards_of_poker_size_fit_a4_and_letter() -> None:
    for paper, bleed in ((A4, 3.0), (LETTER, 2.7)):
        on = grid(POKER, paper, 3.0)
        assert on
        assert (on.columns, on.rows) == (3, 3)
        assert on.bleed == pytest.approx(bleed, abs=0.01)


def test_ink_runs_past_the_trim_only_where_no_other_card_lies() -> None:
    on = grid(POKER, A4, 3.0)
    assert on
    full = {p.key: p.seen for p in laid(9, on)[0].placed}
    assert full["front 4"] == POKER
    assert full["front 0"] == Rect(-3, -3, 66, 91)
    alone = laid(1, on)[0].placed[0]
    assert alone.seen == POKER.grown(3)


def test_every_cut_has_its_two_marks_outside_the_cards_and_inside_the_printable_area() -> None:
    for paper, ink in ((A4, 3.0), (LETTER, 0.0)):  # on Letter the marks of the columns lie in the bleed, cased in white
        on = grid(POKER, paper, 3.0)
        assert on
        kept_clear = on.block.grown(ink)
        printable = Rect(0, 0, paper.width, paper.height).grown(-paper.margin)
        ends: dict[tuple[str, float], int] = {}
        for mark in cut_marks(on, [(r, c) for r in range(3) for c in range(3)]):
            (_, (x1, y1)), (_, (x2, y2)) = mark.path  # type: ignore[union-attr]
            box = Rect(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2))
            assert printable.contains(box)
            assert max(box.w, box.h) >= 1.5
            x, y = box.x + box.w / 2, box.y + box.h / 2
            assert x < kept_clear.x or x > kept_clear.right or y < kept_clear.y or y > kept_clear.bottom
            if mark.stroke.paint.ink == "black":  # type: ignore[union-attr]
                cut = ("column", round(x1, 6)) if x1 == x2 else ("row", round(y1, 6))
                ends[cut] = ends.get(cut, 0) + 1
        assert set(ends.values()) == {2}
        assert {x for kind, x in ends if kind == "column"} == {round(on.x + n * 63, 6) for n in range(4)}
        assert {y for kind, y in ends if kind == "row"} == {round(on.y + n * 88, 6) for n in range(4)}


def test_a_sheet_with_one_card_has_the_cuts_of_one_card() -> None:
    on = grid(POKER, A4, 3.0)
    assert on
    front, back = laid(10, on)[2:]
    assert front.placed[0].x == pytest.approx(on.x)
    assert back.placed[0].x == pytest.approx(on.x + 2 * 63), "mirrored"
    assert len(front.marks) == len(back.marks) == 8


SIZES = st.floats(20, 120).map(lambda v: round(v, 1))


@given(st.integers(1, 30), SIZES, SIZES, st.sampled_from([Paper(297, 210, 5), Paper(279.4, 215.9, 5), Paper(420, 297, 0)]))
def test_each_back_lies_behind_its_own_front_on_landscape_paper(count: int, w: float, h: float, paper: Paper) -> None:
    on = grid(Rect(0, 0, w, h), paper, 3.0)
    assert on
    pages = laid(count, on)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        behind = {placed.key.removeprefix("back "): placed for placed in back.placed}
        for placed in front.placed:
            other = behind[placed.key.removeprefix("front ")]
            # seen through the paper, turned about its long edge, which lies across; there it stands on its head
            assert other.turned
            assert placed.y + other.y == pytest.approx(paper.height)
            assert placed.x + w == pytest.approx(other.x)


@given(SIZES, SIZES, st.sampled_from([A4, LETTER, Paper(297, 210, 5), Paper(210, 297, 0)]), st.sampled_from([0.0, 3.0, 5.0]))
def test_marks_lie_between_the_cards_the_ruler_and_the_printers_margin(w: float, h: float, paper: Paper, bleed: float) -> None:
    on = grid(Rect(0, 0, w, h), paper, bleed)
    assert on
    cells = [(r, c) for r in range(on.rows) for c in range(on.columns)]
    free = Rect(0, 0, paper.width, paper.height).grown(-paper.margin)
    if on.strip == "below":
        free = free._replace(h=free.h - STRIP)
    elif on.strip == "beside":
        free = Rect(free.x + STRIP, free.y, free.w - STRIP, free.h)
    lines = [mark.path for mark in cut_marks(on, cells) if mark.stroke.paint.ink == "black"]  # type: ignore[union-attr]
    assert len(lines) == 2 * (on.columns + 1 + on.rows + 1)
    for (_, (x1, y1)), (_, (x2, y2)) in lines:
        assert free.contains(Rect(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2)))
        inner = on.block.grown(MARK_GAP - 1e-6)
        assert x1 <= inner.x or x1 >= inner.right or y1 <= inner.y or y1 >= inner.bottom
        assert abs(x1 - x2) + abs(y1 - y2) >= LEAST_MARK - 1e-6
        outwards = x2 < x1 <= on.x or x2 > x1 >= on.block.right or y2 < y1 <= on.y or y2 > y1 >= on.block.bottom
        assert outwards


def test_a_column_without_room_for_its_marks_is_left_out() -> None:
    on = grid(Rect(0, 0, 40, 56), A4, 3.0)  # five are as wide as the printable area
    assert on
    assert (on.columns, on.rows) == (4, 5)
    assert grid(Rect(0, 0, 200, 56), A4, 3.0) is None


def test_no_mark_is_drawn_backwards() -> None:
    on = Grid(Paper(50, 60, 5), Rect(0, 0, 40, 50), 1, 1, 5, 5, 0)
    assert list(cut_marks(on, [(0, 0)])) == []


def test_the_ruler_stands_where_there_is_room_for_it() -> None:
    assert [on.strip for paper in (A4, LETTER) if (on := grid(POKER, paper, 3.0))] == ["below", "beside"]


def test_a_card_larger_than_the_paper_has_no_grid() -> None:
    assert grid(Rect(0, 0, 300, 88), A4, 3.0) is None


def test_a_page_for_a_shop_is_as_large_as_the_bleed() -> None:
    pages = list(single([Item(_Card(), "A", 2, "f", "b")], PIECES, 3.175))  # type: ignore[arg-type]
    assert [p.label for p in pages] == ["x A 1/2 front", "x A 1/2 back", "x A 2/2 front", "x A 2/2 back"]
    assert pages[0].width == pytest.approx(69.35)
    assert pages[0].trim == Rect(3.175, 3.175, 63, 88)


class _Card:
    id = "x"


# --- every flip, as a whole ------------------------------------------------------------------------------------------

PAPERS = st.sampled_from([A4, LETTER, A4.turned, LETTER.turned])
FLIPS = st.sampled_from([Flip.LONG, Flip.SHORT, Flip.FOLD])
CARDS_OF = st.sampled_from(
    [POKER, Rect(0, 0, 70, 70), Rect(0, 0, 57, 87), Rect(0, 0, 44, 67), Rect(0, 0, 88, 63), Rect(0, 0, 10, 10)]
)
FONTS = Fonts(open_project(ROOT))
ROW = furniture(FONTS, "Duel 1.0 · 2026-11-30")


def pieces(card: Rect, **others: Rect) -> dict[str, Piece]:
    stock = Stock.model_validate({"gsm": 310, "thickness": "0.3mm", "finish": "linen"})
    return {name: Piece(name, name, trim, 3, 3, Folds(), stock) for name, trim in {CARDS: card, **others}.items()}


def every(
    count: int, card: Rect, paper: Paper, flip: Flip, strip: Strip = lambda *_: (), register: Register | None = None
) -> list[Page]:
    return list(laid_out(items(count), pieces(card), paper, 3.0, strip, flip, register).pages())


@given(st.integers(1, 20), CARDS_OF, PAPERS, FLIPS)
def test_each_back_lies_behind_its_own_front_however_the_sheet_gets_it(
    count: int, card: Rect, paper: Paper, flip: Flip
) -> None:
    """Seen from the front: a sheet turned about its long or short edge, or its right half folded over to the left."""
    pages = every(count, card, paper, flip)
    fronts, backs = (pages, pages) if flip is Flip.FOLD else (pages[::2], pages[1::2])
    assert [page.behind for page in pages] == [flip is not Flip.FOLD and n % 2 == 1 for n in range(len(pages))]
    seen = 0
    for front, back in zip(fronts, backs, strict=True):
        w, h = front.width, front.height
        assert (back.width, back.height) == (w, h)
        behind = {p.key: p for p in back.placed}
        about_upright = flip is Flip.FOLD or (flip is Flip.LONG) == (w <= h)
        for placed in (p for p in front.placed if p.key.startswith("front ")):
            other = behind[placed.key.replace("front", "back")]
            sign = -1 if other.turned else 1
            corners = [(other.x + sign * x, other.y + sign * y) for x, y in ((0, 0), (card.w, card.h))]
            through = [(w - x, y) if about_upright else (x, h - y) for x, y in corners]
            left, right = sorted(x for x, _ in through)
            top, bottom = sorted(y for _, y in through)
            assert (left, top) == pytest.approx((placed.x, placed.y))
            assert (right, bottom) == pytest.approx((placed.x + card.w, placed.y + card.h))
            assert through[0][1] < through[1][1], "its head is where the front's is"
            s, o = placed.seen, other.seen
            assert (s.y, s.h, s.w) == pytest.approx((o.y, o.h, o.w)), "as much bleed as in front, above and below"
            assert s.x == pytest.approx(card.w - o.right), "and on the other side"
            seen += 1
    assert seen == count


@given(st.integers(1, 20), CARDS_OF, PAPERS, FLIPS)
def test_everything_of_a_sheet_stays_in_the_printable_area_and_its_marks_off_the_cards(
    count: int, card: Rect, paper: Paper, flip: Flip
) -> None:
    for page in every(count, card, paper, flip, ROW):
        free = Paper(page.width, page.height, paper.margin).printable
        trims = []
        for p in page.placed:
            s = p.seen
            ink = Rect(p.x - s.right, p.y - s.bottom, s.w, s.h) if p.turned else Rect(p.x + s.x, p.y + s.y, s.w, s.h)
            assert free.contains(ink)
            trims.append(Rect(p.x - card.w, p.y - card.h, card.w, card.h) if p.turned else Rect(p.x, p.y, card.w, card.h))
        for mark in page.marks:
            if not isinstance(mark, Shape):
                assert free.contains(mark.box, slack=0.05)  # type: ignore[union-attr]
                assert not any(_meet(mark.box, trim) for trim in trims)  # type: ignore[union-attr]
                continue
            (_, (x1, y1)), (_, (x2, y2)) = mark.path
            box = Rect(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2))
            assert free.contains(box)
            assert not any(_meet(box, trim) for trim in trims)


def _meet(a: Rect, b: Rect) -> bool:
    """Whether a mark lies on a card; one that ends on its edge does not."""
    return a.x < b.right - 1e-6 and b.x + 1e-6 < a.right and a.y < b.bottom - 1e-6 and b.y + 1e-6 < a.bottom


@given(st.integers(1, 20), CARDS_OF, PAPERS)
def test_a_fold_over_sheet_has_its_line_in_the_middle_and_the_cards_clear_of_it(count: int, card: Rect, paper: Paper) -> None:
    for page in every(count, card, paper, Flip.FOLD):
        (fold,) = (m for m in page.marks if isinstance(m, Shape) and m.stroke and m.stroke.dash)
        (_, (x1, y1)), (_, (x2, y2)) = fold.path
        assert x1 == x2 == page.width / 2
        assert sorted((y1, y2)) == [paper.margin, page.height - paper.margin]
        for p in page.placed:
            ink = Rect(p.x + p.seen.x, p.y + p.seen.y, p.seen.w, p.seen.h)
            assert ink.right < x1 - 0.5 or ink.x > x1 + 0.5


@given(st.integers(1, 900), CARDS_OF, PAPERS, FLIPS)
def test_a_sheet_has_its_ruler_unless_that_costs_many_cards(count: int, card: Rect, paper: Paper, flip: Flip) -> None:
    on = best_grid(card, paper, 3.0, flip, count)
    assert on
    if not on.strip:
        assert count > on.columns * (on.rows - 1), "else it would have fewer rows"
        assert (on.rows - 1) / on.rows < FEW_LESS or not grid(card, on.paper, 3.0, flip)
    full = best_grid(card, paper, 3.0, flip)
    assert full
    assert -(-count // (on.columns * on.rows)) == -(-count // (full.columns * full.rows)), "no more sheets for fewer rows"


def test_a_sheet_of_a_few_small_pieces_is_as_high_as_they_need_and_has_its_ruler() -> None:
    token = Rect(0, 0, 10, 10)
    page = every(66, token, A4, Flip.LONG, ROW)[0]
    rows = {p.y for p in page.placed}
    assert len(rows) == 4
    assert min(rows) + max(rows) + 10 == pytest.approx(A4.height), "in the middle"
    lengths = [abs(m.path[1][1][0] - m.path[0][1][0]) for m in page.marks if isinstance(m, Shape)]
    assert RULER in lengths
    full = grid(token, A4, 3.0)
    assert full
    assert (full.columns, full.rows, full.strip) == (19, 27, "below"), "of 28 rows one gives way to the ruler"


def one_sided(count: int, piece: str) -> list[Item]:
    return [Item(_Card(), "", 1, f"{piece} {n}", "", piece) for n in range(count)]  # type: ignore[arg-type]


@pytest.mark.parametrize("flip", [Flip.LONG, Flip.SHORT])
def test_what_has_no_back_has_a_blank_one_between_sheets_that_have(flip: Flip) -> None:
    """A printer lays every second page behind the one before it."""
    cut = pieces(POKER, mat=Rect(0, 0, 100, 150), board=Rect(0, 0, 150, 400))
    own = [*one_sided(1, "mat"), *items(10), *one_sided(1, "board")]
    laid = laid_out(own, cut, A4, 3.0, lambda *_: (), flip)
    pages = list(laid.pages())
    assert laid.flip is flip
    assert [page.behind for page in pages] == [False, True] * (1 + 2 + 2)
    assert [bool(page.placed) for page in pages] == [True, False, True, True, True, True, True, False, True, False]
    assert pages[1].label == "mat sheet 1 of 1 front, its other side"


def test_a_file_without_backs_is_printed_on_one_side() -> None:
    cut = pieces(POKER, board=Rect(0, 0, 150, 400))
    laid = laid_out(one_sided(2, "board"), cut, A4, 3.0, lambda *_: (), Flip.LONG, Register(1, 1))
    assert laid.flip is Flip.NONE
    assert "flip" not in laid.said
    assert [(page.behind, page.shift) for page in laid.pages()] == [(False, IDENTITY)] * 4


def test_only_backs_are_moved_for_a_printer_and_only_where_the_sheet_is_turned() -> None:
    off = Register(0.5, -0.25)
    for flip in (Flip.LONG, Flip.SHORT):
        pages = every(10, POKER, A4, flip, register=off)
        assert [page.shift == IDENTITY for page in pages] == [True, False, True, False]
    x, y = every(1, POKER, A4, Flip.LONG, register=off)[1].shift.apply(0, 0)
    assert (x, y) == pytest.approx((0.5, 0.25)), "too far right as seen from the front is too far left on the back"
    assert {page.shift for page in every(10, POKER, A4, Flip.FOLD, register=off)} == {IDENTITY}
