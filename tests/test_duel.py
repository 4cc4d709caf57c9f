"""Duel's cards against what its source says: the table, the numbers, the copies. (The rules model will say it again.)"""

from __future__ import annotations

import pytest

from cardgen.load import Game, load
from cardgen.project import open_project
from tests.conftest import ROOT

COUNTER_TABLE = """
DC: Clash -5 +5 +5 -5 +5 0 +5 +5
AC: +5 Clash +5 +5 -5 +5 -5 +5 -5
RC: -5 -5 2:2 +1 +2 0 +2 +2 +2
CA: -5 -5 -1 0 +1 0 -1 -1 +1
AT: +5 +5 -2 -1 2:2 0 +5 -2 +5
B: -5 -5 0 0 0 0 0 0 0
HC: 0 +5 -2 +1 -5 0 1:1 0 +1
RH: -5 -5 -2 +1 +2 0 0 1:1 -5
LT: -5 +5 -2 -1 -5 0 -1 +5 2:2
"""

TECHNIQUES = """
downward-cut high 0 1-2 5 2
advancing-cut high 1 1-2 5 2
retreating-cut high -1 1-2 2 2
counterattack middle 0 defensive 1 1
advancing-thrust middle 1 exactly 2 2 2
block middle -1 defensive 0 1
horizontal-cut low 0 1-2 1 1
retreating-horizontal-cut low -1 1-2 1 2
low-advancing-thrust low 1 1-2 2 2
"""


@pytest.fixture(scope="module")
def game() -> Game:
    game, found = load(open_project(ROOT), "duel")
    assert not found
    return game


def cards(game: Game, family: str) -> dict[str, dict]:
    return {c.id: game.printed(c, "en") for f in game.families if f.id == family for c in f.cards}


def test_a_hundred_and_nine_cards_in_six_families(game: Game) -> None:
    counts = {f.id: (len(f.cards), sum(c.copies for c in game.copies(f))) for f in game.families if not f.record.piece}
    assert counts.pop("reference") == (1, 1)
    assert counts == {
        "character": (4, 8), "stance": (3, 18), "technique": (10, 60), "footwork": (3, 18), "dodge": (1, 2), "weather": (3, 3)
    }  # fmt: skip


def test_each_card_carries_its_row_of_the_counter_table(game: Game) -> None:
    short = {v: k for k, v in game.record.terms["short"].items()}  # type: ignore[union-attr]
    rows = dict(line.split(": ") for line in COUNTER_TABLE.strip().splitlines())
    for code, row in rows.items():
        against = cards(game, "technique")[short[code]]["against"]
        assert list(against) == [short[c] for c in rows], "the columns stand in the table's order"
        assert list(against.values()) == row.split(), code


def test_each_technique_states_its_facts(game: Game) -> None:
    for line in TECHNIQUES.strip().splitlines():
        name, stance, step, *reach, damage, stamina = line.split()
        card = cards(game, "technique")[name]
        stated = (card["stance"], card["step"], card["reach"], card["damage"], card["stamina"])
        assert stated == (stance, int(step), " ".join(reach), int(damage), int(stamina)), name
        assert (card["pays"] == "if it works") == (name in ("counterattack", "block"))
    pursuing = {n: c["pursuit"] for n, c in cards(game, "technique").items() if c["pursuit"] is not None}
    assert pursuing == {"advancing-cut": 5, "advancing-thrust": 1, "low-advancing-thrust": 1}


def test_the_duellists_health_and_stamina(game: Game) -> None:
    stated = {n: (c["health"], c["stamina"]) for n, c in cards(game, "character").items()}
    assert stated == {"brute": (6, 20), "samurai": (5, 20), "ronin": (5, 20), "master": (5, 20)}
