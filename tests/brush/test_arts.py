"""The pictures that ship: each a sheet with its bleed, none a copy, quiet where letters stand, sparing with red."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from cardgen.brush import Plates, paint, read_score
from cardgen.brush.marks import Needles
from cardgen.load import Game, load
from cardgen.project import open_project
from cardgen.units import Rect
from tests.conftest import ROOT

ARTS = sorted((ROOT / "art").glob("*/*.svg"))
GAMES = [load(open_project(ROOT), name)[0] for name in open_project(ROOT).games()]
BACKS = sorted((ROOT / "art").glob("*/back*.svg"))
DOTS = 4
WIDEST, BOARDS = 5.0, 3.0
"""The most bleed (mm) that a shop asks for round a card, and round a board."""


def named(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def fronts(game: Game) -> list[Path]:
    """The art of every card; Duel's reference card is a table of numbers."""
    cards = [c for f in game.families if f.record.piece is None and (game.id, f.id) != ("duel", "reference") for c in f.cards]
    return [ROOT / "art" / game.id / f"{card.record.art or card.id}.svg" for card in cards]


def trim(path: Path) -> Rect:
    """The sheet without its bleed, which is 3 mm where the art does not say more by its title."""
    x, y, w, h = read_score(path).view
    return Rect(0, 0, w + 2 * x, h + 2 * y)


@cache
def bled(path: Path) -> Plates:
    """The art with the most bleed that is asked for, at `dots` pixels a millimetre."""
    return paint(read_score(path), trim(path).grown(most(path)), dots(path))


def most(path: Path) -> float:
    return WIDEST if trim(path).w < 100 else BOARDS


def painted(path: Path) -> Plates:
    """The same, cut to its trim."""
    plates, d = bled(path), round(most(path) * dots(path))
    return plates._replace(**{k: v[d:-d, d:-d] for k in ("black", "red") if (v := getattr(plates, k)) is not None})


def dots(path: Path) -> int:
    return DOTS if trim(path).w < 100 else DOTS // 2


@pytest.mark.parametrize("file", ARTS, ids=named)
def test_every_art_is_a_sheet_with_its_bleed(file: Path) -> None:
    score = read_score(file)
    x, y, w, h = score.view
    assert max(x, y) <= -3
    assert min(w + 2 * x, h + 2 * y) > 20
    assert score.marks
    assert not any(isinstance(m, Needles) and not m.hairs for m in score.marks)
    ids = re.findall(r'\sid="([^"]*)"', file.read_text(encoding="utf-8"))
    assert len(ids) == len(set(ids)), "two marks of one id have the same hairs"


@pytest.mark.parametrize("file", ARTS, ids=named)
def test_ink_that_touches_the_trim_runs_on_through_the_bleed(file: Path) -> None:
    """A knife that wanders finds the same ink outside: nowhere does it end at the trim, or between it and the bleed's edge."""
    plates = bled(file)
    ink = 255 - plates.black.astype(float)
    if plates.red is not None:
        ink = np.maximum(ink, 255 - plates.red.astype(float))
    d, mm = round(most(file) * dots(file)), dots(file)
    for side, turned in (("left", ink.T), ("right", ink.T[::-1]), ("top", ink), ("bottom", ink[::-1])):
        inside = turned[d : d + mm, d:-d].mean()
        if inside < 12:
            continue
        for outside in (turned[d - mm : d, d:-d], turned[:mm, d:-d]):
            assert outside.mean() > 0.4 * inside, f"the ink at the {side} ends at the trim"


@pytest.mark.parametrize("file", ARTS, ids=named)
def test_the_ramp_is_used_from_paper_to_black(file: Path) -> None:
    plates = painted(file)
    assert plates.black.min() < 40, "no ink is black"
    assert plates.black.max() > 250, "no paper is bare"
    tones = [(plates.black < v).mean() for v in (60, 130, 215)]
    assert tones[0] < tones[1] < tones[2]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_card_has_a_picture_of_its_own(game: Game) -> None:
    own = fronts(game)
    assert len(set(own)) == len(own)
    small = {}
    for file in {*own, *(ROOT / "art" / game.id).glob("back*.svg")}:
        view = read_score(file).view
        assert view == (-3, -3, 69, 94)
        black = painted(file).black.astype(float)
        small[file.stem] = black[: 88 * DOTS, : 63 * DOTS].reshape(88, DOTS, 63, DOTS).mean((1, 3)).ravel()
    names = sorted(small)
    for k, one in enumerate(names):
        for other in names[:k]:
            alike = np.corrcoef(small[one], small[other])[0, 1]
            assert alike < 0.93, f"{one} and {other} are the same picture"


def test_the_stances_are_told_apart_by_their_outline() -> None:
    shapes = {n: painted(ROOT / f"art/duel/{n}.svg").black < 128 for n in ("high", "middle", "low")}
    for one, other in (("high", "middle"), ("middle", "low"), ("high", "low")):
        both, either = (shapes[one] & shapes[other]).sum(), (shapes[one] | shapes[other]).sum()
        assert both / either < 0.75


@pytest.mark.parametrize("file", BACKS, ids=named)
@pytest.mark.parametrize("bleed", [3.0, 5.0])
def test_a_back_equals_its_half_turn_to_the_last_pixel(file: Path, bleed: float) -> None:
    plates = paint(read_score(file), Rect(0, 0, 63, 88).grown(bleed), 300 / 25.4)
    for plate in (plates.black, plates.red):
        if plate is not None:
            assert np.array_equal(plate, plate[::-1, ::-1])


def test_the_players_backs_differ_at_a_glance() -> None:
    a, b = (painted(ROOT / f"art/duel/back-{seat}.svg").black.astype(float) for seat in "ab")
    assert abs(a.mean() - b.mean()) > 25 or np.corrcoef(a.ravel(), b.ravel())[0, 1] < 0.3


@pytest.mark.parametrize("file", fronts(next(game for game in GAMES if game.id == "duel")), ids=named)
def test_the_corner_where_the_index_stands_is_light(file: Path) -> None:
    corner = paint(read_score(file), Rect(1, 1, 9, 36), 3)
    assert corner.black.mean() > 205


@pytest.mark.parametrize("file", ARTS, ids=named)
def test_red_is_spent_sparingly(file: Path) -> None:
    red = painted(file).red
    assert red is None or (255 - red.astype(float)).mean() / 255 < 0.14
