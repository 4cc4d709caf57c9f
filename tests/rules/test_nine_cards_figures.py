"""The chances that are told of the nine-card Duel, its tables, and the played examples of its rules sheets."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import accumulate
from typing import Any

import pytest

from cardgen.rules.nine_cards import RULES, Dice, dice
from cardgen.rules.nine_cards.chances import Blow, blow, contests, duels, sums
from cardgen.rules.nine_cards.example import CARDS_ROUNDS, DICE_ROUNDS
from cardgen.rules.nine_cards.figures import ENDS, FALLS, Fall
from cardgen.rules.nine_cards.policies import playout, steadfast
from cardgen.rules.nine_cards.tables import percent
from cardgen.rules.nine_cards.terms import DECK, Agreed

OF = RULES.tables()["variants"]
BY_ID = {card.id: card for card in DECK}


def test_an_attack_by_the_book() -> None:
    """Of 36 throws of a die each the attacker's is higher in 15, by 35 in all; a 1 hits a 3 in 10 of 1296."""
    assert blow(1, 1, False) == Blow(Fraction(15, 36), Fraction(35, 36), 5)
    # 6 over 3, 4, 5 (1, 3 and 6 of 216), 5 over 3, 4, 4 over 3: by 3, 2, 1, 2, 1, 1, and doubled
    assert blow(1, 3, False) == Blow(
        Fraction(1 + 3 + 6 + 1 + 3 + 1, 1296), Fraction(2 * (1 * 3 + 3 * 2 + 6 + 1 * 2 + 3 + 1), 1296), 6
    )
    assert blow(3, 1, False).most == 17
    assert blow(3, 3, True) == blow(3, 3, False)
    assert sums(1, True)[6] == 216 - 125  # the best of three is a 6
    assert sums(2, False)[7] == 6 * 6  # of 36, each with six third dice
    for number in (1, 2, 3):
        assert sum(sums(number, True).values()) == sum(sums(number, False).values()) == 216


@pytest.mark.parametrize("fall", FALLS, ids=str)
def test_what_is_kept_of_dice_is_what_is_reckoned(fall: Fall) -> None:
    found = duels(Agreed(fall.life, fall.best))
    assert (fall.first, fall.fall, fall.drawn) == tuple(map(percent, found))


def test_what_is_kept_of_cards_is_what_is_reckoned() -> None:
    found = contests()
    over = [*accumulate(won + both for won, both in zip(found.won, found.both_out, strict=True))]
    assert over[-1] + found.fewer + found.equal == pytest.approx(1)
    shares = sum(found.won), sum(found.both_out), found.fewer, found.equal
    assert ENDS[:4] == tuple(map(percent, shares))
    assert ENDS.half == next(number for number, share in enumerate(over, 1) if share >= 0.5)
    assert ENDS.most == next(number for number, share in enumerate(over, 1) if share >= 0.95)
    assert over[1] == 0 < over[2]  # three rounds at least


@pytest.mark.parametrize("fall", [FALLS[0], FALLS[1], FALLS[4]], ids=str)
def test_games_that_are_played_come_out_as_reckoned(fall: Fall) -> None:
    """Six thousand games by the rules themselves: within four standard deviations."""
    rules, chance, count = Dice(fall.life, fall.best), random.Random(11), 6000
    seen = {"first": 0, "fall": 0, "drawn": 0}
    for _ in range(count):
        state, rounds = playout(rules, steadfast, steadfast, chance, 3)
        result = rules.result(state)
        assert result is not None
        seen["fall"] += 0 in state.life
        seen["first"] += 0 in state.life and rounds == 1
        seen["drawn"] += not result.winners
    for name, times in seen.items():
        share = getattr(fall, name) / 100
        assert abs(times - count * share) < 4 * (count * share * (1 - share)) ** 0.5, name


def test_contests_that_are_played_come_out_as_reckoned() -> None:
    rules, chance, count = RULES.variants["cards"], random.Random(11), 4000
    lengths, drawn = [], 0
    for _ in range(count):
        state, rounds = playout(rules, steadfast, steadfast, chance, 15)
        result = rules.result(state)
        assert result is not None
        lengths.append(rounds)
        drawn += not result.winners
    share = (ENDS.both_out + ENDS.equal) / 100
    assert abs(drawn - count * share) < 4 * (count * share * (1 - share)) ** 0.5
    lengths.sort()
    assert (lengths[0], lengths[count // 2]) == (3, ENDS.half)
    assert abs(lengths[count * 95 // 100] - ENDS.most) <= 1


# --- tables ---------------------------------------------------------------------------------------------------------------


def test_the_circle_and_the_numbers() -> None:
    tables = RULES.tables()
    assert [(row["id"], row["sign"], row["beats"], row["beaten"]) for row in tables["elements"]] == [
        ("water", "水", "fire", "wood"), ("fire", "火", "wood", "water"), ("wood", "木", "water", "fire"),
    ]  # fmt: skip
    assert (tables["cards"], tables["players"], tables["numbers"]) == (9, 2, [1, 2, 3])
    assert [row["id"] for row in tables["nine"]] == [card.id for card in DECK]


def test_the_numbers_of_both_variants() -> None:
    d, c = OF["dice"], OF["cards"]
    assert d["life"] == {"least": 6, "most": 10, "usual": 10, "long": 36}
    assert (d["hand"], d["aside"], d["rounds"], d["dice"], d["sides"], d["minutes"]) == (4, 1, 3, 3, 6, "2-4")
    assert d["doubling"] == {"attacker": 1, "defender": 3, "times": 2}
    assert [step["id"] for step in d["steps"]] == ["choose", "reveal", "sides", "attack", "defend", "settle", "discard"]
    assert (c["hand"], c["common"], c["defended"], c["last_round"], c["minutes"]) == (3, 3, 1, 15, "1-4")
    assert c["most_drawn"] == 2
    assert [(row["attacker"], row["defender"]) for row in c["draws"]] == [
        (1, 1), (1, 1), (1, 1), (0, 1), (1, 1), (1, 1), (0, 2), (0, 1), (1, 1),
    ]  # fmt: skip
    assert [row["expected"] for row in d["blows"]["thrown"]] == [0.97, 0.16, 0.03, 3.66, 1.37, 0.37, 7.02, 3.87, 1.68]
    assert [row["doubled"] for row in d["blows"]["best"]] == [False, False, True, *[False] * 6]


def test_what_comes_before_the_first_round() -> None:
    assert [step["id"] for step in OF["dice"]["setup"]] == ["agree", "shuffle", "deal", "aside"]
    assert [step["id"] for step in OF["cards"]["setup"]] == ["shuffle", "deal", "row"]


def test_every_word_has_its_three_languages() -> None:
    words = [*RULES.tables()["names"].values(), *(step["name"] for of in OF.values() for step in (*of["setup"], *of["steps"]))]
    for word in words:
        assert set(word) == {"en", "zh-Hans", "zh-Hant"}
        assert word["en"].isascii()
        assert not any(char.isascii() for char in word["zh-Hans"] + word["zh-Hant"])
    assert RULES.tables()["names"]["title"]["zh-Hant"] == "單挑"
    assert RULES.tables()["names"]["once"]["zh-Hant"] == "一騎討"


def test_every_ruling_is_told_with_its_variant() -> None:
    told = RULES.tables()["rulings"]
    assert [(row["name"], row["variant"], row["says"]) for row in told] == [(r.name, r.variant, r.says) for r in RULES.rulings]


# --- the examples ---------------------------------------------------------------------------------------------------------


def test_the_duel_shows_a_hit_a_doubled_hit_and_a_tie() -> None:
    told: dict[str, Any] = OF["dice"]["example"]
    one, two, three = told["rounds"]
    assert (one["attacker"], one["doubled"], one["A"]["lost"]) == ("B", False, one["B"]["sum"] - one["A"]["sum"])
    assert (two["attacker"], two["doubled"], two["B"]["lost"]) == ("A", True, 2 * (two["A"]["sum"] - two["B"]["sum"]))
    assert (three["attacker"], three["A"]["lost"], three["B"]["lost"]) == (None, 3, 2)
    assert [row["A"]["life"] for row in told["rounds"]] == [8, 8, 5]
    assert [row["B"]["life"] for row in told["rounds"]] == [10, 6, 4]
    assert (told["winners"], told["why"]) == (["A"], "A wins: B has less life")
    assert told["instead"]["winners"] == ["B"]  # one card decides it


def test_the_duel_is_a_deal_and_its_choices_were_in_hand() -> None:
    told = OF["dice"]["example"]
    assert sorted([*told["hands"]["A"], *told["hands"]["B"], told["aside"]]) == sorted(BY_ID)
    for seat, n in (("A", 0), ("B", 1)):
        assert [row[n] for row in DICE_ROUNDS] == [row[seat]["card"] for row in told["rounds"]]
        assert {row[n] for row in DICE_ROUNDS} < {*told["hands"][seat]}
    for row in (*told["rounds"], told["instead"]):
        for seat in ("A", "B"):
            assert len(row[seat]["thrown"]) == (BY_ID[row[seat]["card"]].number if row["attacker"] else 0)
            assert all(1 <= die <= 6 for die in row[seat]["thrown"])


def test_the_contest_shows_a_tie_a_good_defence_and_good_attacks() -> None:
    told = OF["cards"]["example"]
    assert [(row["attacker"], row["through"]) for row in told["rounds"]] == [
        (None, False), ("B", False), ("A", True), ("A", True),
    ]  # fmt: skip
    assert [(len(row["A"]["drew"]), len(row["B"]["drew"])) for row in told["rounds"]] == [(0, 0), (1, 1), (0, 1), (0, 2)]
    assert [len(row["A"]["hand"]) for row in told["rounds"]] == [2, 2, 1, 0]
    assert (told["winners"], told["why"]) == (["A"], "A wins: no card left")
    assert (told["instead"]["winners"], told["instead"]["why"]) == ([], "")  # it would have gone on
    assert len(told["instead"]["A"]["hand"]) == 1


def test_in_the_contest_every_card_is_somewhere() -> None:
    told = OF["cards"]["example"]
    assert sorted([*told["hands"]["A"], *told["hands"]["B"], *told["common"]]) == sorted(BY_ID)
    for row in (*told["rounds"], told["instead"]):
        assert sorted([*row["A"]["hand"], *row["B"]["hand"], *row["common"]]) == sorted(BY_ID)
    assert len(told["rounds"]) == len(CARDS_ROUNDS)


def test_the_duel_replays_by_the_model() -> None:
    """Choice by choice through the protocol, with the dice that are told."""
    told = OF["dice"]["example"]
    hands = [tuple(sorted(BY_ID[card] for card in told["hands"][seat])) for seat in "AB"]
    state = RULES.setup(random.Random(1))._replace(hands=(hands[0], hands[1]), aside=BY_ID[told["aside"]])
    for row in told["rounds"]:
        first, second = (row["attacker"], row["defender"]) if row["attacker"] else ("A", "B")
        fallen = [*row[first]["thrown"], *row[second]["thrown"]]
        state = RULES.play(state, [BY_ID[row[seat]["card"]] for seat in "AB"], _Fallen(fallen))
        assert state.life == (row["A"]["life"], row["B"]["life"])
    assert isinstance(state, dice.State)
    result = RULES.result(state)
    assert result is not None
    assert [*result.winners] == told["winners"]


class _Fallen:
    def __init__(self, fallen: list[int]) -> None:
        self.fallen = fallen

    def randrange(self, stop: int, /) -> int:
        assert stop == 6
        return self.fallen.pop(0) - 1
