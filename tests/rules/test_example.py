"""The played example of the rules sheet is legal, ends as it is told, and is what a recorded game of the same choices gives."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.rules.duel import RULES, Duel, Variant
from cardgen.rules.duel.example import DUELLISTS, PLANS, STEPS, exchange
from cardgen.rules.duel.plans import legal_plans
from cardgen.rules.duel.terms import Duellist
from tests.rules.record import replayed

CHOICES = """\
duellist | samurai | master => slot 1 normal: A on 6 health 5 stamina 20  B on 10 health 5 stamina 20
opening stance | low | middle => slot 1 normal: A on 6 health 5 stamina 20  B on 10 health 5 stamina 20
plan | LT CA AT | CA RC DC => slot 1 normal: A on 6 health 5 stamina 20  B on 10 health 5 stamina 20
footwork | toward | toward => slot 1 normal: A on 7 health 5 stamina 20  B on 9 health 5 stamina 20
dodge | go on | go on => slot 2 normal: A on 8 health 4 stamina 18 locked 1  B on 9 health 5 stamina 19
footwork | - | stay => slot 2 normal: A on 8 health 4 stamina 18 locked 1  B on 9 health 5 stamina 19
dodge | - | go on => slot 3 normal: A on 8 health 2 stamina 18  B on 10 health 5 stamina 17
footwork | away | stay => slot 3 normal: A on 7 health 2 stamina 18  B on 10 health 5 stamina 17
dodge | go on | go on => slot 4 normal: A on 8 health 2 stamina 16  B on 10 health 0 stamina 15
=> A wins"""


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return RULES.tables()["example"]


def test_the_example_is_legal() -> None:
    assert DUELLISTS[0] is not DUELLISTS[1]
    for who, plan in zip(DUELLISTS, PLANS, strict=True):
        assert plan in legal_plans(plan[0].stance, who is Duellist.SAMURAI)
    assert len(STEPS) == len(PLANS[0])


def test_a_recorded_game_of_the_same_choices_goes_the_same_way(example: dict[str, Any]) -> None:
    after = []
    for stands, comes in replayed(CHOICES):
        assert stands == comes
        after.append(comes)
    ends = [line for line, choice in zip(after, CHOICES.splitlines(), strict=True) if choice.startswith("dodge")]
    for slot, line in zip(example["slots"], ends, strict=True):
        for name in ("A", "B"):
            side = slot[name]
            locked = f" locked {side['lock']}" if side["lock"] else ""
            assert f"{name} on {side['to']} health {side['health']} stamina {side['stamina']}{locked}" in line
    assert after[-1] == example["why"]


def test_the_example_tells_what_it_should(example: dict[str, Any]) -> None:
    one, two, three = example["slots"]
    assert one["A"]["stepped"] > one["A"]["from"]
    assert one["B"]["stepped"] < one["B"]["from"]  # both close in
    assert one["B"]["technique"] == "counterattack"
    assert one["A"]["taken"] == one["B"]["paid"] == 1  # a defence that works, and is paid for
    assert one["A"]["lock"] == 1  # a state arises
    assert two["A"]["notes"] == ["locked"]
    assert (two["A"]["technique"], two["A"]["footwork"], two["A"]["taken"]) == (None, None, 2)  # a cut lands
    assert {"by": three["A"]["technique"], "on": three["B"]["technique"]} in RULES.tables()["interceptions"]
    assert (three["distance"], three["B"]["taken"], three["B"]["health"]) == (2, 5, 0)
    assert example["winners"] == ["A"]
    instead = example["instead"]
    assert (instead["distance"], instead["A"]["health"], instead["B"]["taken"]) == (1, -3, 0)  # one step decides it


@pytest.mark.parametrize("variant", [Variant(master_unhurt=False), Variant(brute_health=5), Variant(samurai_free=False)])
def test_the_example_can_be_played_by_earlier_rules(variant: Variant) -> None:
    assert exchange(Duel(variant))["winners"] == ["A"]
