"""The nine-card Duel, sentence by sentence of its two rule sets, and ruling by ruling."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.rules import described, rules_of, variants_of
from cardgen.rules.nine_cards import RULES, Cards, Dice, cards, dice
from cardgen.rules.nine_cards.example import hand
from cardgen.rules.nine_cards.policies import POLICIES, playout, steadfast, uniform
from cardgen.rules.nine_cards.terms import DECK, Agreed, Card, Element, Word, attacker
from cardgen.rules.protocol import Rules
from tests.rules.record_nine_cards import Lots

OPEN = Cards()
BY_ID = {card.id: card for card in DECK}
RULED: set[str] = set()
"""The rulings that a test names."""
WAYS = [
    pytest.param(rules, id=name)
    for name, rules in {
        **RULES.variants,
        "six": Dice(6),
        "best": Dice(best=True),
        "long": Dice(36),
        "eighteen": Dice(18),
    }.items()
]
"""Both variants, and what may be agreed on in the first."""


def ruling(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """That a test is of these rulings."""

    def marked(test: Callable[..., None]) -> Callable[..., None]:
        RULED.update(names)
        return test

    return marked


def throws(*dice_thrown: int) -> Lots:
    """Dice as they fall: the attacker's, then the defender's."""
    return Lots([die - 1 for die in dice_thrown])


def duel(a: str, b: str, life: tuple[int, int] = (10, 10), number: int = 1) -> dice.State:
    """A round of `dice` with these hands before it (filled up, as far as there are cards, with some of the others)."""
    one, two = hand(a), hand(b)
    rest = [card for card in DECK if card not in one + two]
    while len(one) < 5 - number:
        one = (*one, rest.pop())
    while len(two) < 5 - number:
        two = (*two, rest.pop(0))
    aside, *gone = rest
    played = tuple(zip(gone[::2], gone[1::2], strict=True))
    return dice.State((tuple(sorted(one)), tuple(sorted(two))), life, aside, played, number, 1, False, None)


def fought(a: str, b: str, *thrown: int, rules: Dice = RULES, life: tuple[int, int] = (10, 10), number: int = 1) -> dice.State:
    """The round in which A lays one of these cards and B the other."""
    chance = throws(*thrown)
    after = rules.play(duel(a, b, life, number), (BY_ID[a], BY_ID[b]), chance)
    assert not chance.lots
    return after


def lost(state: dice.State) -> tuple[int, int]:
    assert state.last is not None
    return state.last.lost


def contest(a: str, b: str, number: int = 1) -> cards.State:
    """A round of `cards` with these hands before it; all others are common."""
    one, two = hand(a), hand(b)
    common = tuple(card for card in DECK if card not in one + two)
    return cards.State((one, two), common, number, (False, False), False, None)


def met(state: cards.State, a: str, b: str, *lots: int) -> cards.State:
    chance = Lots(lots)
    after = OPEN.play(state, (BY_ID[a], BY_ID[b]), chance)
    assert not chance.lots
    return after


def ids(hand_of: Sequence[Card]) -> str:
    return " ".join(card.id for card in hand_of)


# --- the cards ----------------------------------------------------------------------------------------------------------


@ruling("the nine cards")
def test_there_are_nine_cards_three_symbols_by_three_numbers() -> None:
    assert len(DECK) == len({card.id for card in DECK}) == 9
    assert {(card.element, card.number) for card in DECK} == {*product(Element, (1, 2, 3))}
    assert [card.row for card in DECK] == [*range(9)]
    assert [row.copies for row in RULES.deck() if not row.optional] == [1] * 9


@pytest.mark.parametrize(("beats", "beaten"), [("water", "fire"), ("fire", "wood"), ("wood", "water")])
def test_water_beats_fire_fire_beats_wood_wood_beats_water(beats: str, beaten: str) -> None:
    """Whoever turned over the symbol that beats the other's attacks; the numbers do not matter."""
    for one, two in product((1, 2, 3), repeat=2):
        assert attacker(BY_ID[f"{beats}-{one}"], BY_ID[f"{beaten}-{two}"]) == 0
        assert attacker(BY_ID[f"{beaten}-{one}"], BY_ID[f"{beats}-{two}"]) == 1
    facts = RULES.facts()
    assert facts[f"{beats}-1"]["beats"] == facts[f"{beaten}-1"]["seal"]
    assert facts[f"{beaten}-1"]["beaten"] == facts[f"{beats}-1"]["seal"]


def test_equal_symbols_are_a_tie() -> None:
    for one, two in permutations(DECK, 2):
        assert (attacker(one, two) is None) == (one.element is two.element)


# --- dice: before the game ----------------------------------------------------------------------------------------------


def test_there_are_two_players() -> None:
    assert RULES.seats == OPEN.seats == ("A", "B")


def test_each_is_dealt_four_cards_and_the_one_that_is_left_is_set_aside() -> None:
    for seed in range(50):
        state = RULES.setup(random.Random(seed))
        assert [len(own) for own in state.hands] == [4, 4]
        assert sorted((*state.hands[0], *state.hands[1], state.aside)) == [*DECK]


def test_every_card_is_dealt_everywhere() -> None:
    states = [RULES.setup(random.Random(seed)) for seed in range(600)]
    for card in DECK:
        assert 30 < sum(state.aside == card for state in states) < 110  # 67 are to be expected
        assert 200 < sum(card in state.hands[0] for state in states) < 330  # 267


@pytest.mark.parametrize("life", [6, 7, 8, 9, 10])
def test_each_begins_with_6_to_10_life_as_both_agree(life: int) -> None:
    assert Dice(life).setup(random.Random(1)).life == (life, life)


@ruling("ten life", "twenty discs")
def test_it_is_10_where_nobody_says_otherwise() -> None:
    assert RULES.setup(random.Random(1)).life == (10, 10)
    assert {row.card: row.copies for row in RULES.deck()}["life-disc"] == 20


@ruling("another life")
def test_more_life_may_be_agreed_and_less_than_6_not() -> None:
    assert Dice(18).setup(random.Random(1)).life == (18, 18)
    for life in (5, 0, -1):
        with pytest.raises(ValueError, match="6 or more"):
            Dice(life)


@ruling("the ninth card")
def test_nobody_sees_the_card_that_is_set_aside() -> None:
    state = RULES.setup(random.Random(3))
    for aside in DECK:
        for seat in RULES.seats:
            assert RULES.view(state._replace(aside=aside), seat) == RULES.view(state, seat)


# --- dice: a round ------------------------------------------------------------------------------------------------------


def test_each_lays_one_card_of_his_hand() -> None:
    state = RULES.setup(random.Random(2))
    assert (RULES.moves(state, "A"), RULES.moves(state, "B")) == state.hands


def test_in_a_tie_each_loses_the_number_on_his_own_card_and_nobody_throws() -> None:
    state = fought("fire-2", "fire-1")
    assert state.life == (8, 9)
    assert state.last is not None
    assert (state.last.attacker, state.last.thrown) == (None, ((), ()))
    for one, two in permutations(DECK, 2):
        if one.element is two.element:
            assert fought(one.id, two.id).life == (10 - one.number, 10 - two.number)


@ruling("how many dice")
def test_each_throws_as_many_dice_as_the_number_on_his_card() -> None:
    for one, two in permutations(DECK, 2):
        if one.element is not two.element:
            last = fought(one.id, two.id, *[6] * (one.number + two.number)).last
            assert last is not None
            assert [len(thrown) for thrown in last.thrown] == [one.number, two.number]
            assert last.counted == last.thrown


def test_the_attacker_throws_first() -> None:
    first = fought("water-2", "fire-1", 1, 2, 6).last
    assert first is not None
    assert first.thrown == ((1, 2), (6,))
    second = fought("wood-1", "fire-2", 1, 2, 6).last
    assert second is not None
    assert (second.attacker, second.thrown) == (1, ((6,), (1, 2)))


def test_dice_have_six_sides() -> None:
    chance, seen = random.Random(1), set()
    for _ in range(100):
        last = RULES.play(duel("water-3", "fire-3"), (BY_ID["water-3"], BY_ID["fire-3"]), chance).last
        assert last is not None
        seen |= {*last.thrown[0], *last.thrown[1]}
    assert seen == {1, 2, 3, 4, 5, 6}


def test_the_difference_is_the_damage_to_the_defender() -> None:
    assert fought("water-2", "fire-2", 1, 4, 1, 2).life == (10, 8)  # 5 against 3
    assert fought("fire-2", "water-2", 1, 4, 1, 2).life == (8, 10)
    assert fought("water-3", "fire-1", 6, 6, 6, 1, life=(20, 20), rules=Dice(20)).life == (20, 3)


@pytest.mark.parametrize("defence", [(2, 3), (3, 3), (6, 6)])
def test_a_defence_as_high_or_higher_lets_nothing_through(defence: tuple[int, int]) -> None:
    assert fought("water-2", "fire-2", 1, 4, *defence).life == (10, 10)


@pytest.mark.parametrize(
    ("attack", "defence", "damage"), [(6, (1, 1, 1), 6), (6, (1, 2, 2), 2), (5, (1, 1, 1), 4), (5, (1, 1, 2), 2)]
)
def test_the_damage_of_a_1_on_a_3_is_doubled(attack: int, defence: tuple[int, int, int], damage: int) -> None:
    state = fought("water-1", "fire-3", attack, *defence)
    assert lost(state) == (0, damage)
    assert state.last is not None
    assert state.last.doubled


def test_what_does_no_damage_is_not_doubled() -> None:
    for defence in ((1, 1, 4), (6, 6, 6)):
        state = fought("water-1", "fire-3", 6, *defence)
        assert lost(state) == (0, 0)
        assert state.last is not None
        assert not state.last.doubled


def test_no_other_numbers_double() -> None:
    for one, two in product((1, 2, 3), repeat=2):
        if (one, two) != (1, 3):
            high, low = [6] * one, [1] * two
            state = fought(f"water-{one}", f"fire-{two}", *high, *low, life=(20, 20))
            assert lost(state) == (0, max(0, 6 * one - two))
    assert lost(fought("fire-1", "water-3", 1, 1, 3, 1)) == (4, 0)  # a 3 on a 1


@ruling("how many dice", "the best dice count")
def test_of_three_dice_thrown_the_best_count_as_many_as_the_number() -> None:
    best = Dice(best=True)
    state = fought("water-2", "fire-1", 1, 5, 4, 2, 6, 3, rules=best)
    assert state.last is not None
    assert state.last.thrown == ((1, 5, 4), (2, 6, 3))
    assert state.last.counted == ((5, 4), (6,))
    assert state.life == (10, 7)
    assert lost(fought("water-3", "fire-3", 6, 5, 4, 1, 2, 3, rules=best)) == (0, 9)  # a 3 counts all
    assert lost(fought("water-1", "fire-3", 1, 6, 2, 1, 1, 1, rules=best)) == (0, 6)  # doubled too
    assert fought("water-2", "water-1", rules=best).life == (8, 9)  # a tie is a tie


@ruling("the best dice count")
def test_other_dice_than_the_best_never_serve_whoever_threw_them() -> None:
    for attacks, defends in product((1, 2, 3), repeat=2):
        one, two = BY_ID[f"water-{attacks}"], BY_ID[f"fire-{defends}"]
        for defence in range(1, 19):
            dealt = [dice.damage(one, two, attack, defence)[0] for attack in range(1, 19)]
            assert dealt == sorted(dealt)
        for attack in range(1, 19):
            taken = [dice.damage(one, two, attack, defence)[0] for defence in range(1, 19)]
            assert taken == sorted(taken, reverse=True)


@ruling("life stops at nothing")
def test_nobody_loses_more_life_than_he_has() -> None:
    assert fought("water-3", "fire-1", 6, 6, 6, 1).life == (10, 0)


# --- dice: the end ------------------------------------------------------------------------------------------------------


@ruling("played cards lie open")
@pytest.mark.parametrize(("b", "thrown"), [("fire-1", (1, 1, 6)), ("fire-1", (6, 6, 1)), ("water-3", ())])
def test_both_cards_are_discarded_after_a_round_whatever_came_of_it(b: str, thrown: tuple[int, ...]) -> None:
    before = duel("water-2", b)
    state = RULES.play(before, (BY_ID["water-2"], BY_ID[b]), throws(*thrown))
    assert [len(own) for own in state.hands] == [3, 3]
    assert state.played == ((BY_ID["water-2"], BY_ID[b]),)
    for seat in RULES.seats:
        seen = RULES.view(state, seat)
        assert seen.played == state.played
        assert seen.other_hand == 3


@pytest.mark.parametrize("number", [1, 2, 3])
def test_whoever_takes_all_of_the_others_life_wins_at_once(number: int) -> None:
    state = fought("water-3", "fire-1", 6, 6, 6, 1, number=number)
    result = RULES.result(state)
    assert result == (("A",), "A wins: B has no life left")
    assert [RULES.moves(state, seat) for seat in RULES.seats] == [(), ()]
    other = RULES.result(fought("fire-1", "water-3", 6, 6, 6, 1, number=number))
    assert other is not None
    assert other.winners == ("B",)


def test_a_6_on_three_dice_of_1_can_take_6_life_in_the_first_round() -> None:
    """As the designer reckoned: one die, doubled, is enough for 6 life."""
    state = fought("water-1", "fire-3", 6, 1, 1, 1, life=(6, 6), rules=Dice(6))
    assert RULES.result(state) is not None


def test_with_18_life_the_worst_leaves_1() -> None:
    assert fought("water-3", "fire-1", 6, 6, 6, 1, life=(18, 18), rules=Dice(18)).life == (18, 1)
    assert RULES.tables()["variants"]["dice"]["most_damage"] == 17


@pytest.mark.parametrize(("life", "winners"), [((5, 4), ("A",)), ((4, 5), ("B",)), ((5, 5), ())])
def test_after_three_rounds_more_life_wins_and_equal_life_is_a_draw(life: tuple[int, int], winners: tuple[str, ...]) -> None:
    state = fought("water-2", "fire-2", 1, 1, 6, 6, life=life, number=3)
    result = RULES.result(state)
    assert result is not None
    assert result.winners == winners
    assert "after the last round" in result.why or "less life" in result.why


def test_before_the_third_round_is_over_nothing_is_decided() -> None:
    for number in (1, 2):
        state = fought("water-2", "fire-2", 1, 1, 6, 6, life=(9, 3), number=number)
        assert RULES.result(state) is None
        assert state.round == number + 1


@ruling("falling in a tie")
def test_who_takes_his_own_last_life_in_a_tie_has_lost_and_both_are_a_draw() -> None:
    assert RULES.result(fought("fire-2", "fire-1", life=(2, 2))) == (("B",), "B wins: A has no life left")
    assert RULES.result(fought("fire-2", "fire-3", life=(1, 4))) == (("B",), "B wins: A has no life left")
    assert RULES.result(fought("fire-2", "fire-3", life=(1, 2))) == ((), "a draw: both fell in one round")
    long = Dice(36)
    assert long.result(fought("fire-2", "fire-3", life=(1, 2), rules=long)) == ((), "a draw: both fell in one round")


@ruling("no resigning with dice")
def test_with_dice_nobody_resigns() -> None:
    state = RULES.setup(random.Random(1))
    with pytest.raises(ValueError, match="does not hold"):
        RULES.play(state, (Word.RESIGN, state.hands[1][0]), Lots([]))  # type: ignore[arg-type]


# --- dice: the long contest -----------------------------------------------------------------------------------------------


@ruling("the long contest")
@pytest.mark.parametrize(("life", "long"), [(6, False), (10, False), (35, False), (36, True), (80, True)])
def test_from_36_life_on_it_is_the_long_contest(life: int, long: bool) -> None:
    """The third round ends a game, and the life of a long contest goes into another deal."""
    rules = Dice(life)
    assert rules.agreed.long is long
    state = rules.play(duel("fire-2", "fire-1", (life, life), 3), (BY_ID["fire-2"], BY_ID["fire-1"]), random.Random(1))
    assert (rules.result(state) is None) is long
    assert state.life == (life - 2, life - 1)


@ruling("a new deal")
def test_all_nine_are_dealt_anew_after_a_third_round() -> None:
    rules, chance = Dice(36), random.Random(5)
    state = rules.setup(chance)
    for number in range(1, 4):
        assert (state.deal, state.round) == (1, number)
        state = rules.play(state, [own[0] for own in state.hands], chance)
    assert (state.deal, state.round, state.played) == (2, 1, ())
    assert sorted((*state.hands[0], *state.hands[1], state.aside)) == [*DECK]
    assert state.last is not None
    assert (state.last.deal, state.last.round) == (1, 3)


def test_the_long_contest_ends_where_a_life_does_in_any_round() -> None:
    long = Dice(36)
    for number in (1, 2, 3):
        state = fought("water-3", "fire-1", 6, 6, 6, 1, life=(30, 9), rules=long, number=number)
        assert long.result(state) == (("A",), "A wins: B has no life left")
        assert state.deal == 1


@ruling("the life track")
def test_a_track_tells_0_to_40_and_40_more_by_its_mark() -> None:
    track = RULES.facts()["life-track"]
    assert track["space"] == tuple(map(str, range(41)))
    assert track["twice"] == "×2"
    assert RULES.tables()["variants"]["dice"]["track"] == {"last": 40, "mark": 2, "most": 80}
    assert {row.card: row.copies for row in RULES.deck()}["life-track"] == 2


# --- cards: before the game -----------------------------------------------------------------------------------------------


def test_each_is_dealt_three_cards_and_three_are_common() -> None:
    for seed in range(50):
        state = OPEN.setup(random.Random(seed))
        assert [len(own) for own in (*state.hands, state.common)] == [3, 3, 3]
        assert sorted((*state.hands[0], *state.hands[1], *state.common)) == [*DECK]


@ruling("words bind nobody")
def test_before_a_card_is_chosen_there_is_a_time_for_words() -> None:
    steps = [step["id"] for step in RULES.tables()["variants"]["cards"]["steps"]]
    assert steps == ["taunt", "choose", "reveal", "sides", "return", "draw", "end"]
    taunt = RULES.tables()["variants"]["cards"]["steps"][0]["name"]
    assert (taunt["en"], taunt["zh-Hans"][:2], taunt["zh-Hant"][:2]) == ("Taunt", "口术", "口術")


# --- cards: a round -------------------------------------------------------------------------------------------------------


def test_in_a_tie_both_cards_become_common_and_nobody_draws() -> None:
    state = met(contest("water-1 fire-2 wood-3", "fire-1 fire-3 wood-2"), "fire-2", "fire-3")
    assert [ids(own) for own in state.hands] == ["water-1 wood-3", "fire-1 wood-2"]
    assert ids(state.common) == "water-2 water-3 fire-2 fire-3 wood-1"


@pytest.mark.parametrize(("attacks", "defends"), [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)])
def test_a_defence_as_high_or_higher_is_good_and_each_draws_one(attacks: int, defends: int) -> None:
    a, b = f"water-{attacks}", f"fire-{defends}"
    state = met(contest(f"{a} wood-1 wood-2", f"{b} wood-3"), a, b, 0, 0)
    assert [len(own) for own in state.hands] == [3, 2]
    assert state.last is not None
    assert not state.last.through
    assert [len(drawn) for drawn in state.last.drawn] == [1, 1]


@pytest.mark.parametrize(("attacks", "defends", "drawn"), [(2, 1, 1), (3, 1, 2), (3, 2, 1)])
def test_after_a_good_attack_the_defender_draws_the_difference(attacks: int, defends: int, drawn: int) -> None:
    for turned in (False, True):
        a, b = f"water-{attacks}", f"fire-{defends}"
        pair, hands = (a, b), (f"{a} wood-1", f"{b} wood-3")
        if turned:
            pair, hands = pair[::-1], hands[::-1]
        state = met(contest(*hands), *pair, *[0] * drawn)
        assert [len(own) for own in state.hands] == ([1 + drawn, 1] if turned else [1, 1 + drawn])
        assert state.last is not None
        assert state.last.through


@ruling("how many cards are drawn")
def test_the_number_on_a_card_alone_lets_nobody_draw() -> None:
    """Whose 3 ties draws nothing, whose 3 defends draws one, whose 3 comes through draws none."""
    three = BY_ID["water-3"]
    assert cards.draws(three, BY_ID["water-1"]) == (0, 0)
    assert cards.draws(three, BY_ID["wood-1"]) == (1, 1)
    assert cards.draws(three, BY_ID["fire-1"]) == (0, 2)


def test_the_attacker_draws_first() -> None:
    """Of the common cards in their order the first lot is the attacker's."""
    state = met(contest("water-1 wood-1", "fire-1 wood-2"), "water-1", "fire-1", 0, 5)
    assert [ids(own) for own in state.hands] == ["water-1 wood-1", "wood-2 wood-3"]
    state = met(contest("fire-1 wood-1", "water-1 wood-2"), "fire-1", "water-1", 0, 5)
    assert [ids(own) for own in state.hands] == ["wood-1 wood-3", "water-1 wood-2"]


@ruling("drawn by lot")
def test_played_cards_go_in_before_anything_is_drawn_so_that_they_may_come_back() -> None:
    before = contest("water-3 wood-1", "fire-1 wood-2")
    come = set()
    for seed in range(200):
        state = OPEN.play(before, (BY_ID["water-3"], BY_ID["fire-1"]), random.Random(seed))
        assert state.last is not None
        come |= {*state.last.drawn[1]}
    assert come == {*before.common, BY_ID["water-3"], BY_ID["fire-1"]}


@ruling("drawn by lot")
def test_every_common_card_is_as_likely() -> None:
    before = contest("water-3 wood-1", "fire-2 wood-2")
    chance = random.Random(1)
    drawn = [OPEN.play(before, (BY_ID["water-3"], BY_ID["fire-2"]), chance).hands[1] for _ in range(1400)]
    for card in (*before.common, BY_ID["water-3"], BY_ID["fire-2"]):
        assert 150 < sum(card in own for own in drawn) < 250  # 200 are to be expected


@ruling("always enough")
def test_there_are_always_enough_common_cards() -> None:
    """With none in the middle two go in; no two cards let more than two be drawn."""
    assert max(sum(cards.draws(one, two)) for one, two in permutations(DECK, 2)) == 2
    state = contest("water-3 wood-1 wood-2 wood-3", "fire-1 fire-2 fire-3 water-1 water-2")
    assert state.common == ()
    after = met(state, "water-3", "fire-1", 1, 0)
    assert ids(after.hands[1]) == "water-1 water-2 water-3 fire-1 fire-2 fire-3"
    assert after.common == ()


@ruling("what lies open")
def test_what_is_drawn_is_seen_by_its_owner_alone() -> None:
    before = contest("water-1 wood-1", "fire-1 wood-2")
    one = met(before, "water-1", "fire-1", 0, 0)
    two = met(before, "water-1", "fire-1", 0, 5)  # B draws something else
    assert one != two
    assert OPEN.view(one, "A") == OPEN.view(two, "A")
    assert OPEN.view(one, "B") != OPEN.view(two, "B")
    seen = OPEN.view(one, "A")
    assert (seen.other_hand, seen.common) == (2, 5)
    assert seen.last is not None
    assert (ids(seen.last.drew), seen.last.other_drew, ids(seen.last.cards)) == ("water-1", 1, "water-1 fire-1")


# --- cards: the end -------------------------------------------------------------------------------------------------------


def test_whoever_has_no_card_left_when_a_round_is_settled_wins() -> None:
    state = met(contest("water-3", "fire-1 wood-1"), "water-3", "fire-1", 0, 0)
    assert OPEN.result(state) == (("A",), "A wins: no card left")
    assert [OPEN.moves(state, seat) for seat in OPEN.seats] == [(), ()]
    state = met(contest("water-3 wood-1", "wood-2"), "wood-1", "wood-2")  # a tie may end it
    assert OPEN.result(state) == (("B",), "B wins: no card left")


def test_a_last_card_that_is_defended_wins_nothing() -> None:
    """The round ends with its draws: whoever laid his last card has one again."""
    state = met(contest("water-1", "fire-1 wood-1"), "water-1", "fire-1", 0, 0)
    assert OPEN.result(state) is None
    assert [len(own) for own in state.hands] == [1, 2]
    state = met(contest("fire-1", "water-3 wood-1"), "fire-1", "water-3", 0, 0)  # nor one that was broken through
    assert OPEN.result(state) is None


def test_both_out_of_cards_at_once_is_a_draw() -> None:
    state = met(contest("wood-1", "wood-2"), "wood-1", "wood-2")
    assert OPEN.result(state) == ((), "a draw: both have played their last card")


@ruling("how to resign")
def test_a_player_may_resign_at_any_time() -> None:
    chance = random.Random(4)
    state = OPEN.setup(chance)
    while OPEN.result(state) is None:
        for seat, other in (("A", "B"), ("B", "A")):
            assert OPEN.moves(state, seat)[-1] is Word.RESIGN
            chosen = [Word.RESIGN if s == seat else state.hands[n][0] for n, s in enumerate("AB")]
            gone = OPEN.play(state, chosen, Lots([]))
            assert OPEN.result(gone) == ((other,), f"{other} wins: {seat} resigned")
            assert (gone.hands, gone.common, gone.last) == (state.hands, state.common, state.last)
        state = OPEN.play(state, [steadfast(OPEN.moves(state, seat), chance) for seat in OPEN.seats], chance)
    assert state.round > 2


@ruling("both resign")
def test_both_resigning_at_once_is_a_draw() -> None:
    state = OPEN.play(OPEN.setup(random.Random(1)), (Word.RESIGN, Word.RESIGN), Lots([]))
    assert OPEN.result(state) == ((), "a draw: both resigned at once")


@ruling("at least three rounds")
def test_nobody_is_out_of_cards_before_the_third_round_ends() -> None:
    """A round takes one card from a hand at most; three rounds are enough if each comes through or ties."""
    assert min(sum(cards.draws(one, two)) for one, two in permutations(DECK, 2)) == 0
    state = contest("water-3 fire-2 wood-3", "fire-1 wood-1 water-1")
    state = met(state, "water-3", "fire-1", 2, 2)
    state = met(state, "fire-2", "wood-1", 0)
    assert OPEN.result(state) is None
    (last,) = state.hands[0]
    b = next(card for card in state.hands[1] if attacker(last, card) != 1)
    state = OPEN.play(state, (last, b), random.Random(1))
    assert (state.round, OPEN.result(state)) == (3, (("A",), "A wins: no card left"))
    assert RULES.tables()["variants"]["cards"]["fewest_rounds"] == 3


@ruling("the last round")
@pytest.mark.parametrize(
    ("a", "b", "winners"),
    [("water-1 wood-1", "fire-1", ("B",)), ("fire-1", "water-1 wood-1", ("A",)), ("fire-1", "water-1", ())],
)
def test_after_round_15_fewer_cards_win_and_as_many_are_a_draw(a: str, b: str, winners: tuple[str, ...]) -> None:
    for number in (14, 15):
        state = contest(a, b, number)
        state = OPEN.play(state, [own[0] for own in state.hands], random.Random(1))  # defended: as many cards as before
        result = OPEN.result(state)
        if number == 14:
            assert result is None
        else:
            assert result is not None
            assert result.winners == winners
            assert "after the last round" in result.why


# --- both -----------------------------------------------------------------------------------------------------------------


def played(rules: Rules[Any, Any], seed: int, policy: Callable[..., Any] = steadfast) -> Iterator[Any]:
    """Every state of a game of random choices."""
    chance = random.Random(seed)
    state = rules.setup(chance)
    yield state
    while rules.result(state) is None:
        state = rules.play(state, [policy(rules.moves(state, seat), chance) for seat in rules.seats], chance)
        yield state


@given(st.integers(0, 10**6), st.sampled_from([RULES, Dice(6, True), Dice(36), Dice(41, True)]))
def test_what_holds_in_every_game_of_dice(seed: int, rules: Dice) -> None:
    states = [*played(rules, seed)]
    for was, now in pairwise(states):
        bout = now.last
        assert bout is not None
        assert all(0 <= after <= before for before, after in zip(was.life, now.life, strict=True))
        assert now.life == tuple(max(0, life - off) for life, off in zip(was.life, bout.lost, strict=True))
        if bout.attacker is None:
            assert bout.lost == tuple(card.number for card in bout.cards)
            assert not bout.doubled
        else:
            one, two = bout.attacker, 1 - bout.attacker
            dealt = max(0, sum(bout.counted[one]) - sum(bout.counted[two]))
            twice = (bout.cards[one].number, bout.cards[two].number) == (1, 3)
            assert (bout.lost[one], bout.lost[two]) == (0, dealt * (2 if twice else 1))
            assert bout.doubled is (twice and dealt > 0)
        everything = [*now.hands[0], *now.hands[1], now.aside, *(card for pair in now.played for card in pair)]
        assert sorted(everything) == [*DECK]
        assert len(now.hands[0]) == len(now.hands[1]) == 5 - now.round - now.over
        assert 0 not in was.life
        assert 1 <= now.round <= 3
    result = rules.result(states[-1])
    assert result is not None
    if 0 not in states[-1].life:
        assert not rules.agreed.long
        assert len(states) == 4


@given(st.integers(0, 10**6))
def test_what_holds_in_every_game_of_cards(seed: int) -> None:
    states = [*played(OPEN, seed)]
    assert 4 <= len(states) <= 16
    for number, (was, now) in enumerate(pairwise(states), 1):
        assert was.round == number
        assert sorted((*now.hands[0], *now.hands[1], *now.common)) == [*DECK]
        assert all(was.hands)  # nobody goes on without a card
        for before, after, other in zip(was.hands, now.hands, now.hands[::-1], strict=True):
            assert len(after) >= len(before) - 1
            if len(after) < len(before):
                assert now.last is not None
                assert now.last.attacker is None or len(other) >= 1
    assert OPEN.result(states[-2]) is None


@pytest.mark.parametrize("rules", WAYS)
@pytest.mark.parametrize("seed", range(40))
def test_the_rules_are_the_same_for_both(rules: Any, seed: int) -> None:
    """With hands and choices exchanged everything comes out exchanged; the lots are the attacker's and the defender's."""
    chance = random.Random(seed)
    states = [*played(rules, seed)]
    for state in states[:-1]:
        chosen = [steadfast(rules.moves(state, seat), chance) for seat in rules.seats]
        after = rules.play(state, chosen, random.Random(seed))
        turned = rules.play(exchanged(state), chosen[::-1], random.Random(seed))
        if isinstance(after, dice.State) and after.deal > state.deal:  # hands are dealt to A first
            turned = turned._replace(hands=turned.hands[::-1])
        assert turned == exchanged(after)
        for own, other in ("AB", "BA"):
            assert rules.moves(exchanged(state), own) == rules.moves(state, other)
    one, two = rules.result(states[-1]), rules.result(exchanged(states[-1]))
    assert one.winners == tuple("AB"["BA".index(seat)] for seat in two.winners)


def exchanged(state: Any) -> Any:
    """The same game with A and B exchanged."""
    last = state.last
    if last is not None:
        who = None if last.attacker is None else 1 - last.attacker
        pairs = {
            name: getattr(last, name)[::-1] for name in ("cards", "thrown", "counted", "lost", "drawn") if hasattr(last, name)
        }
        last = last._replace(attacker=who, **pairs)
    if isinstance(state, dice.State):
        pairs = tuple(pair[::-1] for pair in state.played)
        return state._replace(hands=state.hands[::-1], life=state.life[::-1], played=pairs, last=last)
    return state._replace(hands=state.hands[::-1], resigned=state.resigned[::-1], last=last)


@pytest.mark.parametrize("rules", WAYS)
def test_nothing_that_a_seat_cannot_know_shows_to_it(rules: Any) -> None:
    """The cards that a seat does not see may lie in any other way: it sees the same, and has the same choices."""
    chance, others = random.Random(1), 0
    for seed in range(60):
        for state in played(rules, seed):
            for own, seat in enumerate(rules.seats):
                hidden = [*state.hands[1 - own], *([state.aside] if isinstance(state, dice.State) else state.common)]
                chance.shuffle(hidden)
                count = len(state.hands[1 - own])
                hands = [*state.hands]
                hands[1 - own] = tuple(sorted(hidden[:count]))
                if isinstance(state, dice.State):
                    other: Any = state._replace(hands=tuple(hands), aside=hidden[count])
                else:
                    other = state._replace(hands=tuple(hands), common=tuple(sorted(hidden[count:])))
                    if other.last is not None:  # what the other drew
                        drawn = [*other.last.drawn]
                        drawn[1 - own] = tuple(chance.sample(DECK, len(drawn[1 - own])))
                        other = other._replace(last=other.last._replace(drawn=tuple(drawn)))
                others += other != state
                assert rules.view(other, seat) == rules.view(state, seat)
                assert rules.moves(other, seat) == rules.moves(state, seat)
    assert others > 200


@pytest.mark.parametrize("rules", WAYS)
@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_every_game_ends_and_every_card_is_used(rules: Any, policy: Any) -> None:
    chance, used, won = random.Random(7), set(), set()
    for _ in range(400):
        state, rounds = playout(rules, policy, uniform, chance, 400)
        result = rules.result(state)
        assert result is not None
        won.add(result.winners)
        assert rounds <= 15 or rules.agreed.long
        if state.last is not None:
            used |= {*state.last.cards}
    assert used == {*DECK}
    assert won == {("A",), ("B",), ()}


def test_a_playout_takes_a_cap_and_counts_rounds() -> None:
    long = Dice(360)
    state, rounds = playout(long, uniform, uniform, random.Random(1), 20)
    assert (rounds, long.result(state)) == (20, None)

    def never(moves: Any, _chance: Any) -> Any:
        return moves[-1]

    assert playout(OPEN, never, never, random.Random(1), 20)[1] == 0  # resigned before the first


JUNK: tuple[Any, ...] = (
    None, "junk", 7, (), [], "water-1", ("water", 1), Element.WATER, Card(0, Element.WATER, 4), Card(9, Element.WATER, 1),
    (0, Element.WATER, 1), Word, "resign",
)  # fmt: skip


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("rules", [RULES, OPEN], ids=["dice", "cards"])
def test_a_choice_that_is_none_is_refused(rules: Any, junk: Any) -> None:
    state = rules.setup(Lots([0] * 8))
    fair = state.hands[0][0], state.hands[1][0]
    for chosen, seat in (((junk, fair[1]), "A"), ((fair[0], junk), "B"), (fair[::-1], "A")):
        with pytest.raises(ValueError, match=f"{seat} does not hold"):
            rules.play(state, chosen, random.Random(1))
    for chosen in ((), (fair[0],), (*fair, fair[0])):
        with pytest.raises(ValueError, match="unpack"):
            rules.play(state, chosen, random.Random(1))


@pytest.mark.parametrize("rules", [RULES, OPEN], ids=["dice", "cards"])
def test_nothing_is_chosen_when_a_game_is_over(rules: Any) -> None:
    *_, over = played(rules, 1)
    for chosen in ((None, None), (Word.RESIGN, Word.RESIGN), (over.hands[0][:1] or (None,)) * 2):
        with pytest.raises(ValueError, match="the game is over"):
            rules.play(over, chosen, random.Random(1))


def test_every_ruling_is_tested_by_name() -> None:
    assert {r.name for r in RULES.rulings} == RULED
    assert {r.variant for r in RULES.rulings} == {"", "dice", "cards"}


# --- what the cards and the sheet are told --------------------------------------------------------------------------------


def test_the_first_rule_set_is_the_model_and_the_second_its_variant() -> None:
    assert rules_of("nine-cards") is RULES
    assert variants_of("nine-cards") == {"dice": RULES, "cards": RULES.variants["cards"]}
    assert variants_of("duel") == {"": rules_of("duel")}


@ruling("what the cards are called")
def test_what_a_card_states() -> None:
    assert RULES.facts()["wood-2"] == {
        "name": {"en": "Wood 2", "zh-Hans": "木二", "zh-Hant": "木二"},
        "element": "wood", "number": 2, "seal": "木", "beats": "水", "beaten": "火",
    }  # fmt: skip
    names = [facts["name"] for card, facts in RULES.facts().items() if card in BY_ID]
    for language in ("zh-Hans", "zh-Hant"):
        assert [n[language] for n in names] == ["水一", "水二", "水三", "火一", "火二", "火三", "木一", "木二", "木三"]
    assert [n["en"] for n in names] == [f"{element} {number}" for element in ("Water", "Fire", "Wood") for number in (1, 2, 3)]


@ruling("two discard places")
def test_the_pieces_beside_the_cards() -> None:
    facts = RULES.facts()
    assert facts["mat"] == {
        "title": {"en": "Duel", "zh-Hans": "单挑", "zh-Hant": "單挑"},
        "row": ("1", "2", "3"),
        "lay": {"en": "your card", "zh-Hans": "出牌", "zh-Hant": "出牌"},
        "common": {"en": "common cards", "zh-Hans": "公共卡牌区", "zh-Hant": "公共卡牌區"},
        "discard": {"en": ("discard",) * 2, "zh-Hans": ("弃牌区",) * 2, "zh-Hant": ("棄牌區",) * 2},
        "circle": ("水", "火", "木"),
    }
    assert facts["life-disc"] == {}
    assert {row.card: (row.copies, row.shared, row.optional) for row in RULES.deck()[9:]} == {
        "life-disc": (20, True, True), "life-track": (2, True, True), "mat": (1, True, True),
    }  # fmt: skip
    assert all(row.shared and not row.optional and row.family == "element" for row in RULES.deck()[:9])


def test_what_lies_out_is_in_the_box() -> None:
    copies = {row.card: row.copies for row in RULES.deck()}
    most: dict[str, int] = {}
    for laid in RULES.layouts():
        for card, count in laid.items():
            most[card] = max(count, most.get(card, 0))
    assert most == copies


def test_all_nine_may_lie_face_down_in_one_place() -> None:
    assert RULES.face_down() == (frozenset(BY_ID),)


def test_the_whole_game_is_told() -> None:
    told = described("nine-cards", None)
    for line in (
        "water 水 beats fire 火, fire 火 beats wood 木, wood 木 beats water 水",
        "6 to 10 life each",
        "From 36 life on",
        "Rulings of cards",
        "taunt (口术试探)",
        "    1    41.7  0.97   5     9.3  0.16   4     1.2  0.03   6",
        "    3  0 + 2  0 + 1  1 + 1",
    ):
        assert line in told, line


def test_what_a_card_meets_is_told() -> None:
    told = [line.strip() for line in described("nine-cards", "fire-1").splitlines()]
    assert "against Wood 3: you attack, 1 die against 3 dice, twice the difference: " in "\n".join(told)
    assert "against Fire 3: a tie: you lose 1, the other loses 3" in told
    assert "against Fire 3: a tie: nobody draws" in told
    assert "against Water 3: the attack comes through: you draw 2" in told
    assert "against Water 1: you defend: each draws 1, the other first" in told
    assert "against Wood 1: the other defends: each draws 1, you first" in told
    assert "against Wood 2: your attack comes through: the other draws 1" in [
        line.strip() for line in described("nine-cards", "fire-3").splitlines()
    ]
    assert sum(line.startswith("against") for line in told) == 16
    with pytest.raises(KeyError):
        RULES.describe("earth-1")


def test_agreed_is_what_both_begin_with() -> None:
    assert RULES.agreed == Agreed(10, False)
    assert Dice(36, True).agreed == Agreed(36, True)
