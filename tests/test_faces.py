"""Every face of every game as text: what is set where, in which size and ink, and which facts it states."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest

from cardgen.build import composer_of
from cardgen.compose import Composer, Side
from cardgen.face import Text, dump, walk
from cardgen.frozen import freeze, thaw
from cardgen.load import Family, Game, load
from cardgen.project import open_project
from cardgen.scripts import is_cjk
from tests.conftest import ROOT

GOLDENS = Path(__file__).parent / "faces"
GAMES = [load(open_project(ROOT), game)[0] for game in open_project(ROOT).games()]
FAMILIES = {"zh-Hans": "Noto Serif SC", "zh-Hant": "Noto Serif TC"}
"""What Chinese words are set in."""


@lru_cache
def composer_in(game: str, language: str) -> Composer:
    return composer_of(open_project(ROOT), next(own for own in GAMES if own.id == game), language, 3.0)


class Shown(NamedTuple):
    """A face of a game in a language."""

    game: Game
    language: str
    side: Side

    @property
    def composer(self) -> Composer:
        return composer_in(self.game.id, self.language)


def seats(game: Game, family: Family, template: str) -> tuple[str, ...]:
    """Whose faces there are of a template: one for each player where it speaks of him."""
    own = (ROOT / f"templates/{game.id}/{template}.svg").read_text(encoding="utf-8")
    return game.seats if family.record.per == "player" and "seat" in own else ("",)


def fronts(game: Game) -> list[Side]:
    return [Side(f, c, s) for f in game.families for c in f.cards for s in seats(game, f, f.template)]


def backs(game: Game) -> list[Side]:
    return [Side(f, None, s) for f in game.families if f.record.sides == 2 for s in seats(game, f, f.back)]


EVERY = [Shown(g, lang, side) for g in GAMES for lang in g.record.languages for side in (*fronts(g), *backs(g))]
CARDS = [s for s in EVERY if s.side.card and s.side.family.record.piece is None and s.language == s.game.language]


def name(shown: Shown) -> str:
    """Where its golden lies, without the ending; a game of several languages has a folder for each."""
    side = shown.side
    own = "-".join(filter(None, (side.card.id if side.card else f"back-{side.family.id}", side.seat.lower())))
    language = [shown.language] if len(shown.game.record.languages) > 1 else []
    return "/".join([shown.game.id, *language, own])


@pytest.mark.parametrize("shown", EVERY, ids=name)
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
        if value in ("", None, ()) or field in drawn or (field == "reading" and value == card["name"].lower()):
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
    assert min(running, default=8) >= 7.5


def test_cards_that_lie_face_down_together_share_one_back() -> None:
    """A back is composed from its family and seat alone, so that no card of them can be told from another."""
    own = {g.id: [side for side in backs(g) if side.family.record.piece is None] for g in GAMES}
    assert {game: len(sides) for game, sides in own.items()} == {
        "daisho": 2,
        "duel": 12,
        "heavenly-debt": 9,
        "kendo-duel": 4,
        "nine-cards": 1,
    }


@pytest.mark.parametrize("shown", [shown for shown in EVERY if shown.language in FAMILIES], ids=name)
def test_chinese_words_stand_in_the_face_of_their_script(shown: Shown) -> None:
    """Not one sign of a word is borrowed: a title never mixes two faces, and a text neither."""
    face, _ = shown.composer.draw(shown.side)
    for mark in walk(face.marks):
        if isinstance(mark, Text) and any(is_cjk(char) for char in mark.string):
            families = {shown.composer.fonts.typefaces[word.font].family for word in mark.words}
            assert families == {FAMILIES[shown.language]}, mark.string
