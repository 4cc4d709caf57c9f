"""Every face of every game as text: what is set where, in which size and ink, and which facts it states."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

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
GAMES = {name: load(open_project(ROOT), name)[0] for name in open_project(ROOT).games()}
GAME = GAMES["duel"]


def seats(game: Game, family: Family, template: str) -> tuple[str, ...]:
    """Whose faces there are of a template: one for each player where it speaks of him."""
    own = (ROOT / f"templates/{game.id}/{template}.svg").read_text(encoding="utf-8")
    return game.seats if family.record.per == "player" and "seat" in own else ("",)


def fronts(game: Game) -> list[Side]:
    return [Side(f, c, s) for f in game.families for c in f.cards for s in seats(game, f, f.template)]


def backs(game: Game) -> list[Side]:
    return [Side(f, None, s) for f in game.families if f.record.sides == 2 for s in seats(game, f, f.back)]


CARDS = [side for side in fronts(GAME) if side.family.record.piece is None]
EVERY = [
    (game, language, side)
    for game in GAMES.values()
    for language in game.record.languages
    for side in (*fronts(game), *backs(game))
]


def name(side: Side) -> str:
    return "-".join(filter(None, (side.card.id if side.card else f"back-{side.family.id}", side.seat.lower())))


@lru_cache
def composer_in(game: str, language: str) -> Composer:
    return composer_of(open_project(ROOT), GAMES[game], language, 3.0)


@pytest.fixture(scope="module")
def composer() -> Composer:
    return composer_in("duel", "en")


@pytest.mark.parametrize(("game", "language", "side"), EVERY, ids=[f"{g.id}-{lang}-{name(s)}" for g, lang, s in EVERY])
def test_face(game: Game, language: str, side: Side, request: pytest.FixtureRequest) -> None:
    face, found = composer_in(game.id, language).draw(side)
    assert not found
    folder = GOLDENS / game.id if len(game.record.languages) == 1 else GOLDENS / game.id / language
    golden = folder / f"{name(side)}.txt"
    if request.config.getoption("--update"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(dump(face), encoding="utf-8", newline="\n")
    assert dump(face) == golden.read_text(encoding="utf-8"), "pytest --update writes the golden anew; read the diff"
    assert thaw(freeze(face)) == face


@pytest.mark.parametrize("side", CARDS, ids=name)
def test_a_card_states_every_fact_of_its_data(side: Side, composer: Composer) -> None:
    """What a player needs is tagged where it is printed; the words are the data's words."""
    face, _ = composer.draw(side)
    assert side.card
    stated: dict[str, str] = {}
    for mark in walk(face.marks):
        if isinstance(mark, Text) and mark.fact:
            stated[mark.fact] = stated.get(mark.fact, "") + mark.string
    drawn = {m.name: m.value for m in walk(face.marks) if type(m).__name__ == "Fact"}
    card = GAME.printed(side.card, "en")
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


@pytest.mark.parametrize("side", [side for side in CARDS if side.family.id != "reference"], ids=name)
def test_card_text_is_eight_points_or_near_it(side: Side, composer: Composer) -> None:
    face, _ = composer.draw(side)
    running = [m.size for m in walk(face.marks) if isinstance(m, Text) and m.fact in ("text", "ability")]
    assert min(running) >= 7.5


def test_cards_that_lie_face_down_together_share_one_back() -> None:
    """A back is composed from its family and seat alone, so that no card of them can be told from another."""
    assert len([side for side in backs(GAME) if side.family.record.piece is None]) == 12


FAMILIES = {"zh-Hans": "Noto Serif SC", "zh-Hant": "Noto Serif TC"}


@pytest.mark.parametrize(
    ("game", "language", "side"),
    [case for case in EVERY if case[1] in FAMILIES],
    ids=[f"{g.id}-{lang}-{name(s)}" for g, lang, s in EVERY if lang in FAMILIES],
)
def test_chinese_words_stand_in_the_face_of_their_script(game: Game, language: str, side: Side) -> None:
    """Not one sign of a word is borrowed: a title never mixes two faces, and a text neither."""
    face, _ = composer_in(game.id, language).draw(side)
    fonts = composer_in(game.id, language).fonts
    for mark in walk(face.marks):
        if isinstance(mark, Text) and any(is_cjk(char) for char in mark.string):
            assert {fonts.typefaces[word.font].family for word in mark.words} == {FAMILIES[language]}, mark.string
