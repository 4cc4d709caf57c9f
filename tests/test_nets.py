"""Boxes fold to the size asked for: sums of panels, outlines, folds; and what they must hold."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.load import load
from cardgen.nets import EASE, GLUE, TUCK, Inside, Net, open_box, tuck_box
from cardgen.pieces import BOOKLET, DECK_CLEAR, LID_CLEAR, TRAY_CLEAR, pieces
from cardgen.project import open_project
from cardgen.units import Rect
from tests.conftest import ROOT

SIDE = st.floats(20, 400)
THICK = st.floats(0.2, 2)
INSIDE = st.builds(Inside, SIDE, SIDE, st.floats(8, 90))


def corners(net: Net) -> list[tuple[float, float]]:
    return [(v[-2], v[-1]) for _, v in net.outline if v]


def holds(net: Net, x: float, y: float) -> bool:
    """Whether a point lies inside the outline (its curves taken as straight)."""
    ends = corners(net)
    inside = False
    for (x1, y1), (x2, y2) in zip(ends, ends[1:] + ends[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def on_an_edge(net: Net, x: float, y: float) -> bool:
    for panel in net.panels.values():
        if panel.grown(1.01).contains(Rect(x, y, 0, 0)) and not panel.grown(-1.01).contains(Rect(x, y, 0, 0)):
            return True
    return False


@given(INSIDE, THICK)
def test_a_tuck_box_folds_to_the_room_asked_for(inside: Inside, t: float) -> None:
    net = tuck_box(inside, t)
    p = net.panels
    assert p["front"].w - t == pytest.approx(inside.width)
    assert p["front"].h - 3 * t == pytest.approx(inside.height)  # two dust flaps lie in it
    assert p["left"].w - 3 * t == pytest.approx(inside.depth)  # the glue flap and a tuck
    round_about = [p[name] for name in ("glue", "left", "front", "right", "back")]
    for one, other in pairwise(round_about):
        assert one.right == pytest.approx(other.x)
        assert one.h == other.h
    assert (p["left"].w, p["front"].w) == (p["right"].w, p["back"].w)
    assert sum(panel.w for panel in round_about[1:]) == pytest.approx(2 * (inside.width + inside.depth) + 8 * t)
    for end in ("lid", "bottom"):  # it closes the box from back to front, and ends inside it
        assert (p[end].w, p[end].h) == (pytest.approx(p["back"].w - EASE), pytest.approx(p["left"].w - t))
    assert p["glue"].w == GLUE
    assert net.height == pytest.approx(p["front"].h + 2 * (p["left"].w - t + TUCK))
    assert net.outside == pytest.approx((inside.width + 2 * t, inside.height + 4 * t, inside.depth + 4 * t))
    assert p["left-dust"].h <= p["front"].w / 2  # dust flaps of both sides do not overlap


@given(INSIDE, THICK)
def test_a_tray_folds_to_the_room_asked_for(inside: Inside, t: float) -> None:
    net = open_box(inside, t)
    p = net.panels
    # the glue flaps lie inside the walls to the left and right
    assert (p["middle"].w - 3 * t, p["middle"].h - t) == (pytest.approx(inside.width), pytest.approx(inside.height))
    assert net.outside == pytest.approx((inside.width + 4 * t, inside.height + 2 * t, inside.depth + t))
    assert {round(p[name].h, 6) for name in ("top", "bottom")} == {round(inside.depth + t / 2, 6)}
    assert {round(p[name].w, 6) for name in ("left", "right")} == {round(inside.depth + t / 2, 6)}
    assert all(p[name].w <= p["left"].w + 20 for name in net.glue)


@given(INSIDE, THICK, st.sampled_from([tuck_box, open_box]))
def test_an_outline_holds_every_panel_and_no_more_than_the_sheet(inside: Inside, t: float, made) -> None:  # type: ignore[no-untyped-def]
    net: Net = made(inside, t)
    xs, ys = zip(*corners(net), strict=True)
    assert (min(xs), min(ys)) == (pytest.approx(0), pytest.approx(0))
    assert (max(xs), max(ys)) == (pytest.approx(net.width), pytest.approx(net.height))
    for name, panel in net.panels.items():
        assert holds(net, panel.x + panel.w / 2, panel.y + panel.h / 2), name
    for x1, y1, x2, y2 in net.folds:
        assert x1 == x2 or y1 == y2
        assert on_an_edge(net, (x1 + x2) / 2, (y1 + y2) / 2)
    # no panel lies on another
    boxes = list(net.panels.values())
    for n, one in enumerate(boxes):
        for other in boxes[:n]:
            wide = min(one.right, other.right) - max(one.x, other.x)
            high = min(one.bottom, other.bottom) - max(one.y, other.y)
            assert min(wide, high) < 1e-6 or made is open_box


def test_duels_boxes_hold_what_is_in_them() -> None:
    game, _ = load(open_project(ROOT), "duel")
    cut = pieces(game)
    deck, tray, lid = (cut[name] for name in ("card-box", "box-tray", "box-lid"))
    assert deck.net
    assert tray.net
    assert lid.net
    assert deck.net.inside == pytest.approx((63 + DECK_CLEAR[0], 88 + DECK_CLEAR[1], 110 * 0.30 + DECK_CLEAR[2]))
    flat = ("track", "player-board", "screen")
    for name in flat:
        size = cut[name].folded
        assert max(size[:2]) <= tray.net.inside.width - TRAY_CLEAR + 1e-6
        assert min(size[:2]) <= tray.net.inside.height - TRAY_CLEAR + 1e-6
    # a track of two layers, two boards of two, two screens of two; the card box on them, its walls counted
    stack = 2 * 1.5 + 2 * 2 * 1.5 + 2 * 2 * 0.45 + deck.net.outside.depth
    assert tray.net.inside.depth >= stack
    assert tray.net.inside.depth <= stack + 6
    outside = tray.folded
    assert lid.net.inside[:2] == pytest.approx((outside.width + LID_CLEAR, outside.height + LID_CLEAR))
    assert lid.net.inside.depth < outside.depth
    assert lid.net.inside.width > outside.width  # flaps of both counted: it goes over


def test_more_cards_make_a_deeper_box(tmp_path: Path) -> None:
    game, _ = load(open_project(ROOT), "duel")
    more = game._replace(
        families=tuple(
            f._replace(record=f.record.model_copy(update={"copies": f.record.copies * 2})) if f.id == "technique" else f
            for f in game.families
        )
    )
    one, two = pieces(game), pieces(more)
    assert two["card-box"].folded.depth - one["card-box"].folded.depth == pytest.approx(60 * 0.30)
    assert two["box-lid"].folded.depth > one["box-lid"].folded.depth


def test_a_box_has_room_for_rules_where_there_are_some() -> None:
    game, _ = load(open_project(ROOT), "duel")
    assert game.has_rules_sheet
    bare = game._replace(has_rules_sheet=False)
    less = pieces(game)["box-tray"].folded.depth - pieces(bare)["box-tray"].folded.depth
    assert less == pytest.approx(BOOKLET.depth)
