"""Kendo Duel, the Duel mode before the first attack and at its start: steps 1 to 5 of its source, and ruling by ruling."""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest

from cardgen.rules.kendo_duel import RULES, VARIANTS, Duel, Stage, State
from cardgen.rules.kendo_duel.opening import lowest, opened, totals
from cardgen.rules.kendo_duel.piles import shuffled
from cardgen.rules.kendo_duel.state import Opening, Switch
from cardgen.rules.kendo_duel.terms import BY_ID, JIKAN_DESU, Subdeck, deck_of
from tests.rules.kendo_table import Lots, everywhere, held, offered, play, ruling, table, turn

PLAYERS = (2, 3, 4)


def variant(players: int) -> str:
    return "duel" if players == 2 else f"duel-{players}"


# --- 1, 2: the deal ---------------------------------------------------------------------------------------------------


def test_the_duel_is_for_two_to_four_players() -> None:
    assert [len(VARIANTS[variant(n)].seats) for n in PLAYERS] == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(ValueError, match="2, 3, 4"):
            Duel(players)


def test_jikan_desu_and_the_marks_are_left_out() -> None:
    piles = deck_of(competition=False)
    assert [len(pile) for pile in piles] == [12, 16, 24]
    assert JIKAN_DESU not in piles[Subdeck.OTHER]
    assert everywhere(RULES.setup(random.Random(0)))[JIKAN_DESU] == 0


@pytest.mark.parametrize("players", PLAYERS)
def test_each_is_dealt_three_basic_four_counter_and_five_other_cards(players: int) -> None:
    state = VARIANTS[variant(players)].setup(random.Random(5))
    for hand in state.hands:
        assert [sum(card.subdeck is subdeck for card in hand) for subdeck in Subdeck] == [3, 4, 5]
    left = [12 - 3 * players, 16 - 4 * players, 24 - 5 * players]
    assert [len(pile) for pile in state.subdecks] == left
    assert everywhere(state).total() == 52


def test_every_order_of_a_subdeck_is_dealt_alike() -> None:
    seen = [RULES.setup(random.Random(seed)).hands[0] for seed in range(1200)]
    for card in deck_of(competition=False)[Subdeck.BASIC]:
        assert abs(sum(card in hand for hand in seen) - 300) < 5 * 15  # 3 of 12


def test_every_order_of_cards_falls_by_as_many_lots() -> None:
    some = deck_of(competition=False)[Subdeck.COUNTER][:4]
    lots = product(range(4), range(3), range(2))
    assert {shuffled(some, Lots(*fall)) for fall in lots} == {*permutations(some)}  # 24 lots, 24 orders


# --- 3: the switch ----------------------------------------------------------------------------------------------------


def switching(*hands: str, tops: tuple[str, str, str] = ("", "", "")) -> State:
    return table(*hands, tops=tops)._replace(stage=Stage.SWITCH)


def test_any_two_cards_may_be_switched_or_one_or_none() -> None:
    state = switching("men-12 men-7 men-nuki-kote jodan", "kote-11")
    may = offered(state)
    assert "switch" in may
    assert "switch jodan" in may
    assert "switch men-12 jodan" in may
    assert "switch men-12 men-7" in may
    assert len(may) == 1 + 4 + 6


def test_the_new_card_is_the_top_of_its_own_subdeck_and_the_old_one_lies_under_it() -> None:
    state = switching("men-12 jodan", "kote-11", tops=("do-5", "", "kamae"))
    after = play(state, "switch men-12 jodan")
    assert held(after, "A") == "do-5 kamae"
    assert after.subdecks[Subdeck.BASIC][0] is BY_ID["men-12"]
    assert after.subdecks[Subdeck.OTHER][0] is BY_ID["jodan"]
    assert after.subdecks[Subdeck.COUNTER] == state.subdecks[Subdeck.COUNTER]


def test_two_of_one_subdeck_are_the_two_cards_on_top() -> None:
    after = play(switching("men-12 men-7", "kote-11", tops=("do-5 tsuki-3", "", "")), "switch men-12 men-7")
    assert held(after, "A") == "do-5 tsuki-3"


@ruling("who is A")
def test_all_switch_once_in_the_order_of_the_seats() -> None:
    state = VARIANTS["duel-3"].setup(random.Random(1))
    for seat in "ABC":
        assert turn(state) == f"{seat} switch"
        state = play(state, "switch")
    assert state.stage is Stage.START


@ruling("an empty subdeck at the start")
def test_nobody_switches_more_of_a_subdeck_than_lie_in_it() -> None:
    state = VARIANTS["duel-4"].setup(random.Random(1))
    for move in VARIANTS["duel-4"].moves(state, "A"):
        assert isinstance(move, Switch)
        assert all(card.subdeck is Subdeck.OTHER for card in move.cards)
    one = table("men-12 men-7 jodan", "kote-11", tops=("do-5", "", ""), rest="away")._replace(stage=Stage.SWITCH)
    assert offered(one) == ["switch", "switch men-12", "switch men-7"]


# --- 4: who starts ----------------------------------------------------------------------------------------------------


def test_the_highest_total_starts() -> None:
    state = opened(table("men-12 jodan", "kote-11 men-1 do-5", "tsuki-9"))
    assert totals(state) == (12, 17, 9)
    assert state.opening == Opening((12, 17, 9), None, None, 1)
    assert turn(state) == "B start"


def test_who_is_tied_switches_the_lowest_card_and_all_totals_are_compared_again() -> None:
    state = table("men-12 men-1", "kote-11 kote-2", "do-10", tops=("tsuki-3 tsuki-8", "", ""))
    after = opened(state)
    assert (held(after, "A"), held(after, "B"), held(after, "C")) == ("men-12 tsuki-3", "kote-11 tsuki-8", "do-10")
    assert after.opening == Opening((13, 13, 10), (15, 19, 10), None, 1)
    assert after.subdecks[Subdeck.BASIC][:2] == (BY_ID["kote-2"], BY_ID["men-1"])


def test_a_third_may_start_after_a_tie() -> None:
    after = opened(table("men-12 kote-6", "kote-11 men-7", "do-10 do-5", tops=("men-1 kote-2", "", "")))
    assert after.opening == Opening((18, 18, 15), (13, 13, 15), None, 2)


@ruling("totals tied")
def test_tied_again_or_with_nothing_to_draw_the_highest_number_starts() -> None:
    again = opened(table("men-12 men-1", "kote-11 kote-2", tops=("men-7 tsuki-8", "", "")))
    assert again.opening == Opening((13, 13), (19, 19), (12, 11), 0)
    empty = opened(table("kote-11 kote-2", "men-12 men-1", "do-10 tsuki-3", "tsuki-9", rest="away"))
    assert empty.opening == Opening((13, 13, 13, 9), None, (11, 12, 10, 0), 1)
    assert turn(empty) == "B start"


@ruling("totals tied")
def test_the_tie_that_would_never_end_ends() -> None:
    """games/kendo-duel.md, 2.11: the same three players would switch for ever; here it is over after one switch."""
    state = table("men-12 tsuki-9 men-1", "do-10 men-7 do-5", "kote-11 tsuki-8 tsuki-3", tops=("kote-2 kote-6 do-4", "", ""))
    after = opened(state)
    assert after.opening == Opening((22, 22, 22), (23, 23, 23), (12, 10, 11), 0)


@ruling("the numbers")
def test_all_numbers_are_different_so_that_the_lowest_is_one_card() -> None:
    numbers = [card.number for card in deck_of(competition=False)[Subdeck.BASIC]]
    assert sorted(numbers) == [*range(1, 13)]
    state = RULES.setup(random.Random(2))
    assert lowest(state.hand).number == min(card.number for card in state.hand if card.number)


# --- 5: what starts ---------------------------------------------------------------------------------------------------

EVERYTHING = "men-12 men-nuki-kote jodan seme mushin seigan tai-sabaki kamae fudoshin tsubazeriai bogyo taiatari maki-age"


@ruling("what starts")
def test_an_attack_starts_with_a_basic_attack_alone_or_reinforced_or_with_an_other_attack_alone() -> None:
    assert sorted(offered(table(EVERYTHING, "kote-11"))) == [
        "start maki-age - B", "start men-12 - B", "start men-12 jodan B", "start men-12 seme B", "start taiatari - B",
    ]  # fmt: skip


def test_a_new_attack_may_be_on_anybody() -> None:
    assert offered(table("men-12", "kote-11", "do-10", "tsuki-9")) == [
        "start men-12 - B", "start men-12 - C", "start men-12 - D",
    ]  # fmt: skip
