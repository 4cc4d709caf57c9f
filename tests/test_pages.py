"""What goes to a shop: one face a page, folds on their plate, tokens on one sheet to punch."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.build import Request, build
from cardgen.compose import Item
from cardgen.face import Shape
from cardgen.impose import Page
from cardgen.model import Folds, Stock
from cardgen.pages import EDGE, punch_sheet, single
from cardgen.pieces import Piece
from cardgen.project import open_project
from cardgen.units import Rect
from tests.conftest import ROOT

STOCK = Stock(gsm=950, thickness="1.5mm", finish="matt")  # type: ignore[arg-type]
BOARD = Piece("board", "board", Rect(0, 0, 300, 200), 0, 4, Folds(upright=("150mm",), level=("100mm",)), STOCK)  # type: ignore[arg-type]


class Card:
    id = "x"


def items(count: int, piece: str, back: str = "b") -> list[Item]:
    return [Item(Card(), "", 1, f"f{n}", f"{back}{n}" if back else "", piece) for n in range(count)]  # type: ignore[arg-type]


def inks(page: Page) -> list[str]:
    return [mark.stroke.paint.ink for mark in page.marks if isinstance(mark, Shape) and mark.stroke]


def test_folds_stand_on_the_page_of_the_front_from_edge_to_edge() -> None:
    front, back = single(items(1, "board"), {"board": BOARD}, 3)
    assert inks(front) == ["fold", "fold"]
    assert inks(back) == []
    paths = [mark.path for mark in front.marks if isinstance(mark, Shape)]
    assert paths == [(("M", (153, 0)), ("L", (153, 206))), (("M", (0, 103)), ("L", (306, 103)))]


def test_what_has_one_side_has_one_page() -> None:
    (page,) = single(items(1, "board", ""), {"board": BOARD}, 3)
    assert page.label == "x front"


@given(st.integers(1, 90), st.floats(8, 40), st.floats(8, 40), st.floats(0, 5))
def test_every_token_lies_before_its_back_with_its_own_bleed(count: int, w: float, h: float, bleed: float) -> None:
    piece = Piece("token", "token", Rect(0, 0, w, h), 1, 1, Folds(), STOCK, punched=True)
    front, back = punch_sheet(items(count, "token"), piece, bleed)
    assert front.trim
    free = front.trim.grown(-EDGE + 1e-6)
    behind = {placed.key.removeprefix("b"): placed for placed in back.placed}
    taken: list[Rect] = []
    for placed in front.placed:
        other = behind[placed.key.removeprefix("f")]
        assert placed.x + w + other.x == pytest.approx(front.width)
        assert placed.y == other.y
        box = Rect(placed.x - bleed, placed.y - bleed, w + 2 * bleed, h + 2 * bleed)
        assert free.contains(box)
        assert all(
            min(box.right, t.right) - max(box.x, t.x) < 1e-6 or min(box.bottom, t.bottom) - max(box.y, t.y) < 1e-6
            for t in taken
        )
        taken.append(box)
    assert inks(front) == ["dieline"] * count
    assert inks(back) == []


def test_dielines_and_folds_are_spot_plates_that_overprint(tmp_path: Path) -> None:
    build(open_project(ROOT), Request("duel", ("shop",), only=("card-box", "token"), out=tmp_path), lambda *_: None)
    for name, spots in (("card-box", {"/Dieline", "/Fold"}), ("tokens", {"/Dieline"})):
        with pikepdf.open(tmp_path / f"duel/shop/{name}.pdf") as pdf:
            page = pdf.pages[0]
            spaces = {str(space[1]) for space in page.obj.Resources.ColorSpace.values() if space[0] == "/Separation"}
            assert spaces == spots
            states = list(page.obj.Resources.ExtGState.values())
            assert any(state.OP and state.OPM == 1 for state in states)
