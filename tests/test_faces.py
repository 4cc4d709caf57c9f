"""Every face of the games that ship as text: what is set where, in which size and ink, and which facts it states."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from cardgen.build import composer_of
from cardgen.compose import Composer, Side
from cardgen.face import Text, dump, walk
from cardgen.frozen import freeze, thaw
from cardgen.load import Family, Game, load
from cardgen.project import open_project
from tests.conftest import ROOT

GOLDENS = Path(__file__).parent / "faces"
GAMES = [load(open_project(ROOT), game)[0] for game in open_project(ROOT).games()]
COMPOSERS = {game.id: composer_of(open_project(ROOT), game, game.language, 3.0) for game in GAMES}


class Shown(NamedTuple):
    """A face of a game."""

    game: Game
    side: Side

    @property
    def composer(self) -> Composer:
        return COMPOSERS[self.game.id]


def seats(game: Game, family: Family, template: str) -> tuple[str, ...]:
    """Whose faces there are of a template: one for each player where it speaks of him."""
    own = (ROOT / f"templates/{game.id}/{template}.svg").read_text(encoding="utf-8")
    return game.seats if family.record.per == "player" and "seat" in own else ("",)


FRONTS = [Shown(g, Side(f, c, s)) for g in GAMES for f in g.families for c in f.cards for s in seats(g, f, f.template)]
CARDS = [shown for shown in FRONTS if shown.side.family.record.piece is None]
BACKS = [Shown(g, Side(f, None, s)) for g in GAMES for f in g.families if f.record.sides == 2 for s in seats(g, f, f.back)]


def name(shown: Shown) -> str:
    side = shown.side
    own = "-".join(filter(None, (side.card.id if side.card else f"back-{side.family.id}", side.seat.lower())))
    return f"{shown.game.id}/{own}"


@pytest.mark.parametrize("shown", [*FRONTS, *BACKS], ids=name)
def test_face(shown: Shown, request: pytest.FixtureRequest) -> None:
    face, found = shown.composer.draw(shown.side)
    assert not found
    golden = GOLDENS / f"{name(shown)}.txt"
    if request.config.getoption("--update"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(dump(face), encoding="utf-8", newline="\n")
    assert dump(face) == golden.read_text(encoding="utf-8"), "pytest --update writes the golden anew; read the diff"
    assert thaw(freeze(face)) == face


@pytest.mark.parametrize("shown", CARDS, ids=name)
def test_a_card_states_every_fact_of_its_data(shown: Shown) -> None:
    """What a player needs is tagged where it is printed; the words are the data's words."""
    side = shown.side
    face, _ = shown.composer.draw(side)
    assert side.card
    stated: dict[str, str] = {}
    for mark in walk(face.marks):
        if isinstance(mark, Text) and mark.fact:
            stated[mark.fact] = stated.get(mark.fact, "") + mark.string
    drawn = {m.name: m.value for m in walk(face.marks) if type(m).__name__ == "Fact"}
    card = shown.game.printed(side.card, shown.game.language)
    for field in set(card) - {"id", "copies", "art", "seal", "pays", "pursuit", "against"}:
        if side.family.id == "reference" and field in ("name", "kanji"):
            continue
        value = card[field]
        if value in ("", None) or field in drawn or (field == "reading" and value == card["name"].lower()):
            continue
        assert field in stated, f"{field} is not printed"
    for column, cell in card.get("against", {}).items():
        assert stated[f"against.{column}"].replace("−", "-") == cell
    for field in ("health", "stamina", "damage"):
        if card.get(field) is not None:
            assert stated.get(field, drawn.get(field, "")).startswith(str(card[field]))


@pytest.mark.parametrize("shown", [shown for shown in CARDS if shown.side.family.id != "reference"], ids=name)
def test_card_text_is_eight_points_or_near_it(shown: Shown) -> None:
    face, _ = shown.composer.draw(shown.side)
    running = [m.size for m in walk(face.marks) if isinstance(m, Text) and m.fact in ("text", "ability")]
    assert min(running) >= 7.5


def test_cards_that_lie_face_down_together_share_one_back() -> None:
    """A back is composed from its family and seat alone, so that no card of them can be told from another."""
    own = [shown.game.id for shown in BACKS if shown.side.family.record.piece is None]
    assert own.count("duel") == 12
    assert own.count("daisho") == 2
