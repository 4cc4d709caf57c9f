"""Daisho, sentence by sentence of its source, and ruling by ruling."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations, product
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.rules.daisho import RULES, Side, Stage, State
from cardgen.rules.daisho.balance import BALANCE, GAMES, MEETINGS
from cardgen.rules.daisho.choices import Attack, Drop, Drops, Guard, Show, Strike, defences, guards, strikes
from cardgen.rules.daisho.hands import EMPTY, cards_of, filled, hand_of, shuffled, without
from cardgen.rules.daisho.policies import POLICIES, fared, playout
from cardgen.rules.daisho.tables import holds, speed_tied
from cardgen.rules.daisho.terms import COPIES, PERSONAS, PHASES, Advantage, Card, Kind, Persona, kind_of
from cardgen.rules.daisho.turn import damage_to
from cardgen.rules.daisho.words import PHRASES, SAID
from tests.rules.daisho_record import PLAYS, RECORDED, replayed
from tests.rules.daisho_table import (
    Lots,
    at_strike,
    cards,
    cut,
    defence,
    defended,
    duel,
    everywhere,
    guard,
    hand,
    hits,
    order_of,
    play,
    shown,
    strike,
    struck,
    who,
)

ARMOR_ONLY, NO_ATTACK = Advantage.ARMOR_ONLY, Advantage.NO_ATTACK
NOTHING = Drop(())
RULED: set[str] = set()
"""The rulings that a test names."""

SUBSTITUTIONS = """
samurai Speed Armor          | bushi Speed Chop       | ronin Armor Speed       | kensei Armor Combo
onna-bugeisha Armor Slash    | domin Armor Parry      | otokodate Chop Block    | ashigaru Chop Thrust
traveling-monk Dodge Parry   | ninja Block Speed      | doshin Chop Parry       | kyokaku Parry Chop
yamabushi Speed Slash        | brigand Combo Chop     | wako Armor Dodge        | yojimbo Kai Speed
merchant Armor Block
"""
"""Read off the source a second time: what each persona may play as what."""
TURNS = {
    name: (Card[turns.upper()], Card[into.upper()])
    for name, turns, into in (part.split() for part in SUBSTITUTIONS.replace("\n", "|").split("|") if part.strip())
}


def ruling(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """That a test is of these rulings."""

    def marked(test: Callable[..., None]) -> Callable[..., None]:
        RULED.update(names)
        return test

    return marked


def offered(state: State, seat: str = "A") -> list[object]:
    return list(RULES.moves(state, seat))


# --- personas ---------------------------------------------------------------------------------------------------------


def test_there_are_seventeen_personas_each_with_a_weapon_and_one_substitution() -> None:
    assert len(PERSONAS) == len({p.id for p in PERSONAS}) == 17
    assert {p.id: (p.turns, p.into) for p in PERSONAS} == TURNS
    assert len(set(TURNS.values())) == 17
    assert all(p.weapon for p in PERSONAS)


@pytest.mark.parametrize(
    ("persona", "weapon"),
    [
        ("samurai", "Katana and Wakizashi"),
        ("bushi", "Nodachi"),
        ("ronin", "Tachi and Tanto"),
        ("kensei", "Daisho"),
        ("onna-bugeisha", "Naginata"),
        ("domin", "Tonfa"),
        ("otokodate", "Gunsen"),
        ("ashigaru", "Yari"),
        ("traveling-monk", "Jo"),
        ("ninja", "Kusari-gama"),
        ("doshin", "Jitte"),
        ("kyokaku", "Nunchaku"),
        ("yamabushi", "Ono"),
        ("brigand", "Tetsubo"),
        ("wako", "Aikuchi"),
        ("yojimbo", "Katana"),
        ("merchant", "Kiseru"),
    ],
)
def test_each_fights_with_the_weapon_that_the_source_names(persona: str, weapon: str) -> None:
    assert RULES.facts()[persona]["weapon"] == weapon


@ruling("personas are picked in turn")
def test_a_picks_openly_then_b_among_the_other_sixteen_then_cards_are_dealt() -> None:
    state = RULES.setup(Lots())
    assert offered(state, "A") == list(PERSONAS)
    assert offered(state, "B") == []
    state = RULES.play(state, (who("ninja"), None), Lots())
    assert RULES.view(state, "B").other.persona is who("ninja")
    assert offered(state, "A") == []
    assert offered(state, "B") == [p for p in PERSONAS if p is not who("ninja")]
    assert state.a.hand == EMPTY
    with pytest.raises(ValueError, match="cannot choose"):
        RULES.play(state, (None, who("ninja")), Lots())
    with pytest.raises(ValueError, match="in turn"):
        RULES.play(state, (who("bushi"), who("bushi")), Lots())
    state = RULES.play(state, (None, who("bushi")), Lots())
    assert (sum(state.a.hand), sum(state.b.hand)) == (10, 10)


@ruling("spellings")
def test_names_are_printed_in_their_usual_spelling() -> None:
    names = {p.name for p in PERSONAS}
    assert {"Ronin", "Kensei", "Onna-bugeisha", "Traveling Monk"} <= names
    assert not names & {"Ronnin", "Kensai"}
    said = next(r.says for r in RULES.rulings if r.name == "spellings")
    for seed in ("Ronnin", "Kensai", "Jojutsu"):
        assert seed in said


@ruling("Japanese names")
def test_every_card_of_the_box_has_its_signs() -> None:
    facts = RULES.facts()
    for printed in RULES.deck():
        if not printed.optional:
            own = facts[printed.card]
            assert own["kanji"]
            assert str(own["seal"]) in str(own["kanji"])
            assert own["reading"]
    seals = [own["seal"] for own in facts.values() if "seal" in own]
    assert len(seals) == len(set(seals)) == 27
    assert facts["kai"]["reading"] == "kiai"


# Every persona in every place: with three of a card in hand, what can be done with it there.


def three(persona: str, card: Card, others: str = "") -> State:
    """The persona with three of that card, at the Strike phase, against a Bushi without cards who has shown as much Speed."""
    b = "merchant" if persona == "bushi" else "bushi"
    return at_strike(persona, b, (f"{card.id}*3 {others}", ""))


@pytest.mark.parametrize("persona", TURNS)
def test_in_the_speed_contest_only_speed_and_what_is_used_as_speed_counts(persona: str) -> None:
    for card in Card:
        b = "merchant" if persona == "bushi" else "bushi"
        state = duel(persona, b, (f"{card.id}*3", ""), stage=Stage.SPEED)
        turns, into = TURNS[persona]
        may = offered(state)
        if into is Card.SPEED:
            assert may == [Show(n) for n in range(4 if card is turns else 1)]
        else:
            assert may == []
        for choice in may or [None]:
            after = RULES.play(state, (choice, None), Lots())
            counts = 3 if card is Card.SPEED else choice.turned if isinstance(choice, Show) else 0
            assert after.a.deed.speeds == counts
            assert after.lead == (0 if counts else None)


@pytest.mark.parametrize("persona", TURNS)
def test_in_the_strike_only_attacks_and_what_is_used_as_one_strike(persona: str) -> None:
    for card in Card:
        turns, into = TURNS[persona]
        expected = {card} if kind_of(card) is Kind.ATTACK else set()
        if card is turns and kind_of(into) is Kind.ATTACK:
            expected.add(into)
        found = [s for s in strikes(three(persona, card).a.usable, who(persona)) if s.attacks]
        assert {s.attacks[0].type for s in found} == expected
        assert all(len(s.attacks) == 1 and s.combo is None for s in found)
        most = {kind: max(s.attacks[0].damage for s in found if s.attacks[0].type is kind) for kind in expected}
        assert set(most.values()) <= {3}


@pytest.mark.parametrize("persona", TURNS)
def test_two_types_are_struck_only_with_a_combo_or_what_is_used_as_one(persona: str) -> None:
    for card in Card:
        turns, into = TURNS[persona]
        state = three(persona, card, "chop slash" if card not in (Card.CHOP, Card.SLASH) else "thrust slash chop")
        combos = {s.combo for s in strikes(state.a.usable, who(persona)) if len(s.attacks) == 2}
        expected = {card} if card is Card.COMBO or (card is turns and into is Card.COMBO) else set()
        assert combos == expected


@pytest.mark.parametrize("persona", TURNS)
@pytest.mark.parametrize("attack", [Card.CHOP, Card.SLASH, Card.THRUST])
def test_in_the_defence_only_the_right_card_and_what_is_used_as_it_defends(persona: str, attack: Card) -> None:
    for card in Card:
        turns, into = TURNS[persona]
        stops = {Card.CHOP: Card.BLOCK, Card.SLASH: Card.PARRY, Card.THRUST: Card.DODGE}[attack]
        found = defences(three(persona, card).a.usable, who(persona), Strike((Attack(attack, 1, 0, 0),), None))
        can = card is stops or (card is turns and into is stops)
        assert [[(c.played, c.card) for c in d.covers] for d in found] == ([[], [(stops, card)]] if can else [[]])


@pytest.mark.parametrize("persona", TURNS)
def test_in_the_cut_only_armor_and_what_is_used_as_armor_protects(persona: str) -> None:
    for card in Card:
        turns, into = TURNS[persona]
        found = guards(three(persona, card).a.usable, who(persona), 9)
        if card is Card.ARMOR:
            assert found == tuple(Guard(n, 0) for n in range(4))
        elif card is turns and into is Card.ARMOR:
            assert found == tuple(Guard(0, n) for n in range(4))
        else:
            assert found == (Guard(0, 0),)


@ruling("what a substitution is")
def test_a_substitution_is_no_duty_goes_one_way_and_once() -> None:
    found = {s for s in strikes(hand("chop*2 thrust"), who("ashigaru")) if s.attacks}
    assert strike("chop 2") in found  # as it is
    assert strike("thrust 1+2") in found
    assert strike("thrust 0+1") in found
    assert not any(a.type is Card.CHOP and a.turned for s in found for a in s.attacks)  # Thrust is no Chop
    only = set(strikes(hand("speed*2"), who("ronin")))
    assert only == {strike("none")}
    for turns, into in TURNS.values():
        assert turns is not into
    chain = {name for name, (_, into) in TURNS.items() for turns, _ in [TURNS[name]] if turns is into}
    assert not chain


# --- victory, hit points, deck, set-up --------------------------------------------------------------------------------


def test_each_starts_with_ten_hit_points_and_ten_cards_of_the_common_deck_of_seventy() -> None:
    state = RULES.setup(Lots())
    state = RULES.play(state, (who("wako"), None), Lots())
    state = RULES.play(state, (None, who("domin")), random.Random(3))
    assert hits(state) == (10, 10)
    assert (sum(state.a.hand), sum(state.b.hand), len(state.pile)) == (10, 10, 50)
    assert everywhere(state) == COPIES
    assert sum(COPIES) == 70


@pytest.mark.parametrize(
    ("card", "count", "kind", "facts"),
    [
        ("chop", 10, "attack", {"damage": 1}),
        ("slash", 10, "attack", {"damage": 1}),
        ("thrust", 10, "attack", {"damage": 1}),
        ("kai", 5, "modifier", {"damage": 1}),
        ("armor", 5, "defence", {"negates": "1"}),
        ("dodge", 5, "defence", {"negates": "Thrust", "small": ("突",)}),
        ("parry", 5, "defence", {"negates": "Slash", "small": ("横",)}),
        ("block", 5, "defence", {"negates": "Chop", "small": ("縦",)}),
        ("combo", 5, "modifier", {}),
        ("speed", 10, "modifier", {}),
    ],
)
def test_the_card_list_of_the_source(card: str, count: int, kind: str, facts: dict[str, object]) -> None:
    own = {name: v for name, v in RULES.facts()[card].items() if name not in ("kanji", "reading", "seal")}
    assert own == {"name": card.title(), "count": count, "kind": kind} | facts
    printed = next(p for p in RULES.deck() if p.card == card)
    assert (printed.copies, printed.family, printed.shared) == (count, "combat", True)


def test_who_brings_the_other_to_zero_wins() -> None:
    state = at_strike("bushi", "wako", ("chop*4", ""), hit_points=(1, 4))
    state = cut(defended(struck(state, "chop 4")))
    assert hits(state) == (1, 0)
    result = RULES.result(state)
    assert result is not None
    assert (result.winners, result.why) == (("A",), "A wins")
    assert not offered(state, "A") + offered(state, "B")
    with pytest.raises(ValueError, match="over"):
        RULES.play(state, (None, None), Lots())


@ruling("zero is the end")
def test_hit_points_stop_at_zero_and_recover_is_not_played() -> None:
    state = at_strike("bushi", "wako", ("chop*7", "dodge"), hit_points=(1, 4))
    state = cut(defended(struck(state, "chop 7")))
    assert hits(state) == (1, 0)
    assert state.stage is Stage.OVER
    assert state.last is not None
    assert state.last.deeds[1].taken == 7
    assert everywhere(state) == COPIES


@ruling("both fall")
def test_where_both_fall_in_one_cut_nobody_wins() -> None:
    state = at_strike("bushi", "wako", ("chop*2", "slash*2"), hit_points=(2, 2))
    state = cut(defended(struck(state, "chop 2", "slash 2")))
    result = RULES.result(state)
    assert result is not None
    assert result.winners == ()
    assert "both fell" in result.why


@ruling("one name for the last phase")
def test_a_turn_has_the_seven_phases_of_the_source() -> None:
    assert PHASES == ("First Step", "Second Step", "Speed", "Strike", "Defend", "Cut", "Recover")
    assert RULES.facts()["phase-strip"]["order"] == ("1", "2", "3", "4", "5", "6", "7")
    state = duel("ronin", "wako", ("chop*2 slash armor*2 speed", "thrust*4 block parry"))
    seen = [state.stage]
    choices: list[tuple[object, object]] = [
        (NOTHING, NOTHING),
        (Show(0), None),
        (ARMOR_ONLY, None),
        (strike("slash 1"), strike("thrust 4")),
        (defence("none"), None),
        (guard("2"), guard("0")),
        (NOTHING, NOTHING),
    ]
    for one, two in choices:
        may = [RULES.moves(state, seat) for seat in RULES.seats]
        chance = order_of(state.pile)
        state = RULES.play(state, [m if may[n] else None for n, m in enumerate((one, two))], chance)  # type: ignore[misc]
        seen.append(state.stage)
    assert [stage.value for stage in seen] == [
        "second step", "speed", "advantage", "strike", "defend", "cut", "recover", "second step",
    ]  # fmt: skip
    assert state.turn == 2


# --- first step -------------------------------------------------------------------------------------------------------


def test_in_the_first_step_both_fill_their_hands_to_ten() -> None:
    state = duel(hands=("chop*3", "slash*7"), stage=Stage.RECOVER)
    state = play(state, NOTHING, NOTHING)
    assert (sum(state.a.hand), sum(state.b.hand)) == (10, 10)
    assert state.stage is Stage.SECOND_STEP
    assert len(state.pile) == 50


@ruling("the first First Step")
def test_the_first_step_of_the_first_turn_fills_nothing_more() -> None:
    state = RULES.play(RULES.setup(Lots()), (who("wako"), None), Lots())
    state = RULES.play(state, (None, who("domin")), Lots())
    assert (state.turn, state.stage) == (1, Stage.SECOND_STEP)
    assert len(state.pile) == 50


@ruling("drawing by turns")
def test_hands_are_filled_a_card_each_a_first_who_is_full_is_passed_over() -> None:
    pile = (*cards("chop*2 thrust*2 kai"), Card.SLASH, Card.SPEED)  # the last is drawn first
    one = filled(hand("armor*5 parry*3"), hand("block*5"), pile, EMPTY, Lots())
    assert one.a == hand("armor*5 parry*3 speed kai")
    assert one.b == hand("block*5 slash thrust*2 chop*2")
    assert one.pile == ()


@ruling("when the deck has run out")
def test_the_discards_are_shuffled_when_a_card_is_to_be_drawn_and_none_is_left() -> None:
    a, b = hand("armor*4 block*5"), hand("dodge*5 parry*5")
    exact = filled(a, b, cards("chop"), hand("kai*5"), Lots())
    assert (exact.pile, exact.discards) == ((), hand("kai*5"))  # empty, but nothing is to be drawn
    beyond = filled(hand("armor*3 block*5"), b, cards("chop"), hand("kai*5"), Lots())
    assert beyond.a == hand("armor*3 block*5 chop kai")
    assert (beyond.pile, beyond.discards) == (cards("kai*4"), EMPTY)


@ruling("when the deck has run out")
def test_in_the_second_step_too_what_was_just_discarded_is_among_them() -> None:
    state = duel(hands=("chop*10", "slash*10"), pile=(), discards=hand("kai"))
    state = play(state, Drop(cards("chop*2")), NOTHING, Lots())
    assert sum(state.a.hand) == 10
    assert everywhere(state) == hand("chop*10 slash*10 kai")
    assert (len(state.pile), sum(state.discards)) == (1, 0)


def test_a_shuffle_may_leave_the_cards_in_any_order_each_as_likely() -> None:
    of_three = hand("chop kai speed")
    orders = Counter(shuffled(of_three, Lots(*lots)) for lots in product(range(3), range(2)))
    assert set(orders) == set(permutations(cards_of(of_three)))
    assert set(orders.values()) == {1}
    order = tuple(random.Random(5).sample(cards_of(COPIES), 70))
    assert shuffled(COPIES, order_of(order)) == order


# --- second step ------------------------------------------------------------------------------------------------------


def test_in_the_second_step_both_discard_up_to_five_cards_and_fill_to_ten() -> None:
    state = duel(hands=("chop*6 kai*4", "slash*10"))
    sizes = Counter(len(drop.cards) for drop in RULES.moves(state, "A"))  # type: ignore[union-attr]
    assert set(sizes) == {0, 1, 2, 3, 4, 5}
    assert max(sizes) == 5
    after = play(state, Drop(cards("chop*5")), Drop(cards("slash*2")))
    assert (sum(after.a.hand) + after.a.speed, sum(after.b.hand) + after.b.speed) == (10, 10)
    assert after.discards == hand("chop*5 slash*2")
    for wrong in ("chop*6", "chop*3 kai*3", "slash"):
        with pytest.raises(ValueError, match="cannot choose"):
            RULES.play(state, (Drop(cards(wrong)), NOTHING), Lots())


@ruling("chosen first, shown together")
@pytest.mark.parametrize("stage", [Stage.SECOND_STEP, Stage.SPEED, Stage.STRIKE, Stage.DEFEND, Stage.CUT, Stage.RECOVER])
def test_both_choose_at_once_and_neither_choice_changes_what_the_other_may_choose(stage: Stage) -> None:
    state = duel("ronin", "ninja", ("armor*3 chop*2 parry", "block*2 slash*3 armor dodge"), stage=stage)
    if stage in (Stage.DEFEND, Stage.CUT):
        state = struck(state._replace(stage=Stage.STRIKE), "chop 2", "slash 3")
    if stage is Stage.CUT:
        state = defended(state)
    assert state.stage is stage
    for seat in RULES.seats:
        assert len(RULES.moves(state, seat)) > 1
    for one in RULES.moves(state, "A"):
        RULES.play(state, (one, RULES.moves(state, "B")[-1]), random.Random(1))


def test_discards_of_the_second_step_are_seen_by_the_other() -> None:
    after = play(duel("ronin", "wako", ("chop*10", "slash*10")), Drop(cards("chop*3")), NOTHING)
    assert RULES.view(after, "B").other.deed.dropped == cards("chop*3")


@ruling("the discards lie open")
def test_all_discards_lie_open_those_of_recover_too() -> None:
    state = duel(hands=("chop*3", "slash*7"), stage=Stage.RECOVER, discards=hand("kai"))
    state = play(state, Drop(cards("chop*2")), Drop(cards("slash")))
    for seat in RULES.seats:
        seen = RULES.view(state, seat)
        assert seen.discards == hand("kai chop*2 slash")
        assert seen.last is not None
        assert [deed.recovered for deed in seen.last.deeds] == [cards("chop*2"), cards("slash")]


@ruling("counting cards")
def test_what_the_other_held_when_the_discards_were_shuffled_is_known_until_it_is_played() -> None:
    state = duel("ronin", "wako", ("chop*8 kai", "slash*7 kai armor"), stage=Stage.RECOVER)
    state = state._replace(pile=cards("thrust"), discards=hand("dodge*5 parry*3"))
    state = play(state, NOTHING, NOTHING)
    # A draws the Thrust, then the discards are shuffled, and B draws of them
    seen = RULES.view(state, "A")
    assert (seen.other.cards, seen.other.sure) == (10, hand("slash*7 kai armor"))
    assert RULES.view(state, "B").other.sure == hand("chop*8 kai thrust")
    state = play(state, Drop(cards("chop*2")), Drop(cards("kai")))
    assert RULES.view(state, "A").other.sure == hand("slash*7 armor")
    state = struck(play(state, Show(0), None), "chop 1", "slash 3")
    assert RULES.view(state, "A").other.sure == hand("slash*4 armor")
    assert RULES.view(state, "B").other.sure == hand("chop*5 kai thrust")
    state = cut(defended(state), "0", "1")
    assert RULES.view(state, "A").other.sure == hand("slash*4")
    assert RULES.view(duel(hands=("chop", "slash")), "A").other.sure == EMPTY


# --- speed ------------------------------------------------------------------------------------------------------------


@ruling("which Speed cards are shown")
def test_all_natural_speed_cards_are_shown_converted_ones_by_choice() -> None:
    state = duel("ronin", "wako", ("speed*2 armor*3 chop", "speed*3 dodge"), stage=Stage.SPEED)
    assert offered(state) == [Show(0), Show(1), Show(2), Show(3)]
    assert offered(state, "B") == []
    after = shown(state, 1)
    assert (after.a.speed, after.a.turned, after.b.speed) == (2, 1, 3)
    assert after.a.hand == hand("armor*2 chop")
    assert after.b.hand == hand("dodge")
    with pytest.raises(ValueError, match="cannot choose"):
        RULES.play(state, (Show(4), None), Lots())
    with pytest.raises(ValueError, match="cannot choose"):
        RULES.play(state, (None, None), Lots())
    with pytest.raises(ValueError, match="cannot choose"):
        RULES.play(state, (Show(0), Show(0)), Lots())


def test_where_nobody_converts_speed_is_shown_without_a_choice() -> None:
    after = play(duel("bushi", "wako", ("speed*2 chop*8", "slash*10")), NOTHING, NOTHING)
    assert (after.stage, after.lead, after.a.deed.speed) == (Stage.ADVANTAGE, 0, 2)


@pytest.mark.parametrize(("a", "b", "lead"), [(2, 1, 0), (1, 2, 1), (3, 3, None), (0, 0, None), (0, 1, 1)])
def test_who_has_more_must_choose_one_advantage_nobody_where_they_are_tied(a: int, b: int, lead: int | None) -> None:
    state = shown(duel("ronin", "wako", (f"speed*{a} armor" if a else "armor", f"speed*{b}" if b else ""), stage=Stage.SPEED))
    assert state.lead == lead
    if lead is None:
        assert state.stage is Stage.STRIKE
        return
    leads, other = RULES.seats[lead], RULES.seats[1 - lead]
    assert offered(state, leads) == [ARMOR_ONLY, NO_ATTACK]  # no third: one must be chosen
    assert offered(state, other) == []
    assert RULES.view(state, leads).leads is True
    assert RULES.view(state, other).leads is False
    choice = [NO_ATTACK if seat == leads else None for seat in RULES.seats]
    assert RULES.play(state, choice, Lots()).advantage is NO_ATTACK
    with pytest.raises(ValueError, match="cannot choose"):
        RULES.play(state, (None, None), Lots())
    with pytest.raises(ValueError, match="who shows more"):
        RULES.play(state, (NO_ATTACK, NO_ATTACK), Lots())


def test_cards_used_as_speed_count_in_the_contest() -> None:
    state = duel("ninja", "yojimbo", ("speed block*3", "speed*2 kai*2"), stage=Stage.SPEED)
    assert shown(state, 3, 2).lead is None
    assert shown(state, 3, 1).lead == 0
    assert shown(state, 0, 0).lead == 1


def test_under_the_first_advantage_the_other_plays_no_defence_but_armor() -> None:
    state = at_strike("bushi", "wako", ("thrust*3 parry", "slash*2 dodge*2 armor"), "A", ARMOR_ONLY)
    state = struck(state, "thrust 3", "slash 2")
    assert state.stage is Stage.DEFEND
    assert offered(state, "B") == []
    assert offered(state, "A") == [defence("none"), defence("parry")]  # the leader is free
    state = defended(state, "parry")
    assert offered(state, "B") == [guard("0"), guard("1")]
    state = cut(state, b="1")
    assert hits(state) == (10, 8)


def test_under_the_second_advantage_the_other_may_not_attack() -> None:
    state = at_strike("bushi", "wako", ("thrust*3 dodge", "slash*2 dodge armor"), "B", NO_ATTACK)
    assert offered(state, "A") == []
    assert len(offered(state, "B")) == 3
    with pytest.raises(ValueError, match="cannot choose"):
        RULES.play(state, (strike("thrust 1"), strike("slash 1")), Lots())
    state = struck(state, b="slash 2")
    assert offered(state, "A")  # he may defend
    assert offered(state, "B") == []


@ruling("no attack, no Kai")
def test_who_may_not_attack_plays_no_kai_and_no_combo() -> None:
    state = at_strike("bushi", "wako", ("thrust kai combo chop", ""), "B", NO_ATTACK)
    assert offered(state, "A") == []
    assert struck(state).a.hand == state.a.hand


def test_the_advantage_ends_with_its_turn() -> None:
    state = at_strike("bushi", "wako", ("chop", "slash"), "A", NO_ATTACK)
    state = play(struck(state, "none"), NOTHING, NOTHING)
    assert (state.lead, state.advantage) == (None, None)
    assert state.last is not None
    assert (state.last.lead, state.last.advantage) == (0, NO_ATTACK)


@ruling("shown Speed cards are discarded")
def test_shown_speed_lies_there_until_the_cut_has_ended() -> None:
    state = shown(duel("ronin", "wako", ("speed*2 armor*2 chop", "speed"), stage=Stage.SPEED), 1)
    assert state.discards == EMPTY
    state = play(state, ARMOR_ONLY, None)
    state = struck(state, "chop 1")
    assert state.stage is Stage.CUT
    assert state.discards == EMPTY
    state = cut(state)
    assert state.discards == hand("speed*3 armor chop")
    assert (state.a.speed, state.a.turned, state.b.speed) == (0, 0, 0)
    assert state.a.hand == hand("armor")


@ruling("shown Speed cards are discarded")
def test_they_are_discarded_where_nobody_attacks_too_and_used_ones_not_twice() -> None:
    state = at_strike("bushi", "wako", ("speed*3", "speed*3"))
    state = struck(state)
    assert state.stage is Stage.RECOVER
    assert state.discards == hand("speed*6")
    state = at_strike("bushi", "wako", ("speed*3", "block"))
    state = defended(struck(state, "chop 0+2"), b="block")
    assert state.discards == hand("speed*3 block")


@ruling("shown as Speed")
@pytest.mark.parametrize(("persona", "card"), [("ronin", "armor"), ("ninja", "block"), ("yojimbo", "kai")])
def test_a_card_shown_as_speed_is_nothing_else_in_that_turn(persona: str, card: str) -> None:
    state = shown(duel(persona, "wako", (f"{card}*2 slash", "chop*3 thrust speed*2"), stage=Stage.SPEED), 2)
    assert state.lead is None
    assert state.a.turned == 2
    assert all(not attack.kai for s in RULES.moves(state, "A") for attack in s.attacks)  # type: ignore[union-attr]
    state = struck(state, "none", "chop 3")
    assert state.stage is Stage.DEFEND
    assert offered(state) == [defence("none")]
    state = defended(state)
    assert offered(state) == [guard("0")]
    kept = shown(duel(persona, "wako", (f"{card}*2 slash", "chop*3"), stage=Stage.SPEED), 0)
    assert kept.a.hand == hand(f"{card}*2 slash")  # what is not shown is what it was


@ruling("a shown Speed card can still be used")
def test_samurai_bushi_and_yamabushi_use_the_speed_cards_that_they_have_shown() -> None:
    for persona, type_ in (("bushi", "chop"), ("yamabushi", "slash")):
        state = shown(duel(persona, "wako", ("speed*2", ""), stage=Stage.SECOND_STEP)._replace(stage=Stage.SPEED))
        state = play(state, ARMOR_ONLY, None)
        assert offered(state) == [strike("none"), strike(f"{type_} 0+1"), strike(f"{type_} 0+2")]
        state = cut(struck(state, f"{type_} 0+2"))
        assert hits(state) == (10, 8)
        assert state.discards == hand("speed*2")
    state = shown(duel("samurai", "wako", ("speed*2", "speed chop*3"), stage=Stage.SPEED))
    state = defended(struck(play(state, ARMOR_ONLY, None), b="chop 3"))
    assert offered(state) == [guard("0"), guard("0+1"), guard("0+2")]
    state = cut(state, "0+2")
    assert hits(state) == (9, 10)
    assert state.discards == hand("speed*3 chop*3")


@ruling("a card is what it is played as")
def test_under_the_first_advantage_speed_used_as_armor_is_armor() -> None:
    state = at_strike("samurai", "bushi", ("speed*2 armor", "speed*3 chop*3"), "B", ARMOR_ONLY)
    state = struck(state, b="chop 3")
    assert state.stage is Stage.CUT
    assert guard("1+2") in offered(state)
    assert hits(cut(state, "1+2")) == (10, 10)


@ruling("a card is what it is played as")
@pytest.mark.parametrize(
    ("persona", "card", "attack"),
    [
        ("domin", "armor", "slash"),
        ("wako", "armor", "thrust"),
        ("merchant", "armor", "chop"),
        ("otokodate", "chop", "chop"),
        ("traveling-monk", "dodge", "slash"),
        ("doshin", "chop", "slash"),
    ],
)
def test_a_card_used_as_a_defence_is_one_under_both_advantages(persona: str, card: str, attack: str) -> None:
    hands = (f"{card}*2", f"{attack}*3 speed")
    free = struck(at_strike(persona, "bushi", hands), b=f"{attack} 3")
    assert len(offered(free)) == 2
    barred = struck(at_strike(persona, "bushi", hands, "B", ARMOR_ONLY), b=f"{attack} 3")
    assert barred.stage is Stage.CUT
    assert offered(barred) == ([guard("0"), guard("1"), guard("2")] if card == "armor" else [guard("0")])
    peaceful = struck(at_strike(persona, "bushi", hands, "B", NO_ATTACK), b=f"{attack} 3")
    assert len(offered(peaceful)) == 2  # no attack, though an attack card may be used


@ruling("a card is what it is played as")
@pytest.mark.parametrize(
    ("persona", "card"),
    [("bushi", "speed"), ("yamabushi", "speed"), ("onna-bugeisha", "armor"), ("ashigaru", "chop"), ("kyokaku", "parry"),
     ("brigand", "combo")],
)  # fmt: skip
def test_a_card_used_as_an_attack_is_one_under_both_advantages(persona: str, card: str) -> None:
    other = "wako"
    may = at_strike(persona, other, (f"{card}*2", ""), "B", ARMOR_ONLY)
    assert any(a.turned for s in RULES.moves(may, "A") for a in s.attacks)  # type: ignore[union-attr]
    assert offered(at_strike(persona, other, (f"{card}*2", ""), "B", NO_ATTACK)) == []


# --- strike -----------------------------------------------------------------------------------------------------------


def test_a_strike_is_any_number_of_attack_cards_of_one_type() -> None:
    found = offered(at_strike("wako", "bushi", ("chop*3 slash", "")))
    assert found == [strike(t) for t in ("none", "chop 1", "chop 2", "chop 3", "slash 1")]
    with pytest.raises(ValueError, match="cannot choose"):
        struck(at_strike("wako", "bushi", ("chop*3 slash", "")), "chop 1 & slash 1")


@ruling("nobody must attack")
def test_nobody_must_attack() -> None:
    state = struck(at_strike("wako", "bushi", ("chop*3", "slash")))
    assert (state.stage, state.calm) == (Stage.RECOVER, 1)
    assert hits(state) == (10, 10)


def test_the_sources_example_three_chops_and_two_kai() -> None:
    state = at_strike("wako", "domin", ("chop*3 kai*2 thrust slash", ""))
    assert strike("chop 3 kai 2") in offered(state)
    assert not any(len(s.attacks) > 1 for s in RULES.moves(state, "A"))  # type: ignore[union-attr]
    state = cut(defended(struck(state, "chop 3 kai 2")))
    assert hits(state) == (10, 5)


def test_kai_is_played_only_with_an_attack() -> None:
    assert offered(at_strike("wako", "bushi", ("kai*3 combo", ""))) == [strike("none")]


def test_the_sources_example_a_combo_two_chops_and_two_slashes() -> None:
    state = at_strike("bushi", "wako", ("", "combo chop*2 slash*2"))
    assert strike("chop 2 & slash 2 by combo") in offered(state, "B")
    state = struck(state, b="chop 2 & slash 2 by combo")
    assert state.b.hand == EMPTY
    state = cut(defended(state))
    assert hits(state) == (6, 10)
    assert state.discards == hand("combo chop*2 slash*2")


@ruling("a Combo goes with two types")
def test_one_combo_each_with_two_types_and_no_third() -> None:
    found = strikes(hand("combo*3 chop slash thrust"), who("wako"))
    assert {len(s.attacks) for s in found} == {0, 1, 2}
    for s in found:
        assert (s.combo is Card.COMBO) == (len(s.attacks) == 2)
        assert len({a.type for a in s.attacks}) == len(s.attacks)
    assert [s for s in strikes(hand("combo chop*2"), who("wako")) if s.combo is not None] == []


def test_with_a_combo_it_is_declared_to_which_attack_a_kai_is_attached() -> None:
    found = strikes(hand("combo chop slash kai*2"), who("wako"))
    split = sorted(tuple(a.kai for a in s.attacks) for s in found if s.combo is not None)
    assert split == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)]


def test_the_kensei_uses_armor_as_combo_and_the_brigand_combo_as_chop() -> None:
    found = strikes(hand("armor chop slash"), who("kensei"))
    assert strike("chop 1 & slash 1 by armor") in found
    both = strikes(hand("armor combo chop slash"), who("kensei"))
    assert {s.combo for s in both} == {None, Card.COMBO, Card.ARMOR}
    state = at_strike("kensei", "wako", ("armor*2 chop slash", ""))
    state = cut(defended(struck(state, "chop 1 & slash 1 by armor")))
    assert (state.discards, state.a.hand) == (hand("armor chop slash"), hand("armor"))
    one = strikes(hand("combo slash"), who("brigand"))
    assert not any(s.combo is not None for s in one)  # the one Combo cannot be both
    two = strikes(hand("combo*2 slash"), who("brigand"))
    assert [s for s in two if s.combo is not None] == [strike("chop 0+1 & slash 1 by combo")]


def test_the_ashigaru_uses_no_chop_twice() -> None:
    found = strikes(hand("combo chop*2 thrust"), who("ashigaru"))
    assert strike("chop 1 & thrust 1+1 by combo") in found
    assert strike("chop 1 & thrust 0+1 by combo") in found
    assert strike("chop 2 & thrust 1+1 by combo") not in found


# --- defend -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attack", "cover"), [("thrust", "dodge"), ("chop", "block"), ("slash", "parry")])
def test_one_card_negates_all_attacks_of_its_type(attack: str, cover: str) -> None:
    state = struck(at_strike("bushi", "ninja", (f"{attack}*5", "dodge*2 block*2 parry*2")), f"{attack} 5")
    assert offered(state, "B") == [defence("none"), defence(cover)]
    state = defended(state, b=cover)
    assert (state.stage, hits(state)) == (Stage.RECOVER, (10, 10))
    assert state.discards == hand(f"{attack}*5 {cover}")
    assert sum(state.b.hand) == 5  # one of them was enough


@ruling("Kai without a Combo")
def test_kai_falls_with_its_attack() -> None:
    state = struck(at_strike("bushi", "ninja", ("chop*2 kai*3", "block")), "chop 2 kai 3")
    assert damage_to(state, 1) == 5
    state = defended(state, b="block")
    assert state.stage is Stage.RECOVER
    assert state.discards == hand("chop*2 kai*3 block")
    state = at_strike("bushi", "ninja", ("chop*2 slash kai*3 combo", "block"))
    state = struck(state, "chop 2 kai 1 & slash 1 kai 2 by combo")
    state = defended(state, b="block")
    assert damage_to(state, 1) == 3
    assert state.discards == hand("chop*2 kai block")  # of the strike what is negated, at once
    state = cut(state)
    assert hits(state) == (10, 7)
    assert state.discards == hand("chop*2 slash kai*3 combo block")


@ruling("one defence for a type")
def test_one_defence_for_each_type_two_against_a_combo_none_without_an_attack() -> None:
    state = at_strike("bushi", "ninja", ("chop*2 slash combo parry", "block*2 parry*2 dodge thrust"))
    state = struck(state, "chop 2 & slash 1 by combo", "thrust 1")
    assert offered(state, "B") == [defence(t) for t in ("none", "parry", "block", "block parry")]
    assert offered(state, "A") == [defence("none")]  # attacked, and without a Dodge
    state = struck(at_strike("bushi", "ninja", ("chop", "block parry")), "chop 1")
    assert offered(state, "A") == []  # not attacked
    with pytest.raises(ValueError, match="cannot choose"):
        RULES.play(state, (None, defence("parry")), Lots())


def test_a_converted_defence_and_a_natural_one_are_two_choices_and_no_card_is_played_twice() -> None:
    against = strike("slash 1 & thrust 1 by combo")
    monk = who("traveling-monk")
    assert list(defences(hand("dodge"), monk, against)) == [defence(t) for t in ("none", "dodge", "parry(dodge)")]
    both = defences(hand("dodge*2 parry"), monk, against)
    assert defence("parry(dodge) dodge") in both
    assert defence("parry dodge") in both
    assert len(both) == 6


# --- cut --------------------------------------------------------------------------------------------------------------


def test_each_attack_and_kai_that_was_not_negated_takes_a_point_and_armor_negates_one() -> None:
    state = at_strike("bushi", "ninja", ("chop*3 kai armor*2", "slash*2 armor*3"))
    state = defended(struck(state, "chop 3 kai 1", "slash 2"))
    assert damage_to(state, 1) == 4
    state = cut(state, "1", "3")
    assert hits(state) == (9, 9)
    assert state.discards == hand("chop*3 kai armor slash*2 armor*3")
    assert (state.a.hand, state.b.hand) == (hand("armor"), EMPTY)


@ruling("no more Armor than damage")
def test_any_number_of_armor_up_to_the_damage() -> None:
    state = defended(struck(at_strike("bushi", "samurai", ("chop*3", "armor*2 speed*4")), "chop 3"))
    found = [(g.own, g.turned) for g in RULES.moves(state, "B")]  # type: ignore[union-attr]
    assert found == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]
    assert offered(state, "A") == []


def test_what_is_no_choice_is_refused_and_changes_nothing() -> None:
    state = duel(hands=("chop*3 kai", "slash"))
    wrong: list[object] = [
        Drop(cards("slash")),
        Drop((Card.KAI, Card.CHOP)),  # not in the deck's order: one choice is written one way
        Drop([Card.CHOP]),  # type: ignore[arg-type]
        Drop((0,)),  # type: ignore[arg-type]
        Show(0),
        strike("none"),
        None,
        "chop",
        (),
    ]
    for choice in wrong:
        with pytest.raises(ValueError, match="cannot choose"):
            RULES.play(state, (choice, NOTHING), Lots())  # type: ignore[arg-type]
    at = at_strike("bushi", "wako", ("chop", ""))
    for other in (Drop(()), guard("0"), defence("none"), ((), None), strike("chop 2"), strike("thrust 1")):
        with pytest.raises(ValueError, match="cannot choose"):
            RULES.play(at, (other, strike("none")), Lots())  # type: ignore[arg-type]
    loose = Strike((Attack(0, 1, 0, 0),), None)  # type: ignore[arg-type]
    after = RULES.play(at, (loose, strike("none")), Lots())
    assert after.a.deed.strike.attacks[0].type is Card.CHOP  # equal to one that is offered, and taken as that
    for chosen in ((), (NOTHING,), (NOTHING,) * 3):
        with pytest.raises(ValueError, match="unpack"):
            RULES.play(state, chosen, Lots())


# --- recover, and the next turn ---------------------------------------------------------------------------------------


def test_in_recover_both_may_discard_up_to_five_cards() -> None:
    state = struck(at_strike("bushi", "wako", ("chop*7", "slash*2")), "none")
    assert state.stage is Stage.RECOVER
    assert max(len(drop.cards) for drop in RULES.moves(state, "A")) == 5  # type: ignore[union-attr]
    assert offered(state, "B") == [NOTHING, Drop(cards("slash")), Drop(cards("slash*2"))]
    state = play(state, Drop(cards("chop*5")), NOTHING)
    assert state.turn == 2
    assert (sum(state.a.hand), sum(state.b.hand)) == (10, 10)


# --- the end ----------------------------------------------------------------------------------------------------------


def waiting(state: State, until: int) -> State:
    """Both let turns pass until so many have passed without a wound, or the duel is over."""
    while state.stage is not Stage.OVER and not (state.calm == until and state.stage is Stage.SECOND_STEP):
        may = [RULES.moves(state, seat) for seat in RULES.seats]
        state = RULES.play(state, [m[0] if m else None for m in may], Lots())
    return state


@ruling("turns without a wound")
def test_two_who_wait_for_ever_part_after_ten_turns() -> None:
    state = duel(hands=("chop*5 slash*5", "thrust*5 kai*5"))
    state = waiting(state, -1)
    assert state.turn == 10
    result = RULES.result(state)
    assert result is not None
    assert (result.winners, result.why) == ((), "10 turns without a wound")


def one_cut(state: State, by: int) -> State:
    """Turns without a choice but one wound by that seat; who has no attack discards until he has one."""
    before = state.sides[1 - by].hit_points
    while state.sides[1 - by].hit_points == before:
        may = [RULES.moves(state, seat) for seat in RULES.seats]
        chosen = [m[0] if m else None for m in may]
        if state.stage is Stage.SECOND_STEP and not any(state.sides[by].hand[:3]):
            chosen[by] = may[by][-1]
        if state.stage is Stage.ADVANTAGE and state.lead == 1 - by:
            chosen[1 - by] = ARMOR_ONLY
        if state.stage is Stage.STRIKE:
            chosen[by] = min((s for s in may[by] if s.attacks), key=lambda s: s.attacks[0].damage)  # type: ignore[union-attr]
        state = RULES.play(state, chosen, random.Random(state.turn))
    return state


@ruling("turns without a wound")
def test_the_longest_duel_has_190_turns() -> None:
    state = duel("wako", "domin", ("chop*5 slash*5", "thrust*5 kai*5"))
    state = state._replace(pile=shuffled(hand_of(state.pile), random.Random(1)))
    for number in range(18):
        state = waiting(state, 9)
        state = one_cut(state, number % 2)
        assert state.calm == 0
        assert state.turn == 10 * (number + 1)
    assert hits(state) == (1, 1)
    state = waiting(state, -1)
    assert (state.stage, state.turn) == (Stage.OVER, 190)
    assert RULES.tables()["most_turns"] == 190


# --- properties of random play ----------------------------------------------------------------------------------------


def states(seed: int, policy: str = "uniform") -> list[State]:
    chance = random.Random(seed)
    state, out = RULES.setup(chance), []
    while state.stage is not Stage.OVER:
        out.append(state)
        chosen = []
        for seat in RULES.seats:
            may = RULES.moves(state, seat)
            chosen.append(POLICIES[policy](RULES.view(state, seat), may, chance) if may else None)
        state = RULES.play(state, chosen, chance)
    return [*out, state]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(POLICIES)))
def test_in_every_state_of_every_game(seed: int, policy: str) -> None:
    before = None
    for state in states(seed, policy):
        if state.stage is not Stage.PERSONA:
            assert everywhere(state) == COPIES, state  # no card is lost or made
            assert len(state.pile) + sum(state.discards) >= 50 or state.stage not in (Stage.SECOND_STEP, Stage.SPEED)
        for side in state.sides:
            assert all(known <= held for known, held in zip(side.sure, side.hand, strict=True))
        if state.stage is Stage.SECOND_STEP:
            assert sum(state.a.hand) == sum(state.b.hand) == 10
        if state.stage not in (Stage.PERSONA, Stage.SECOND_STEP, Stage.SPEED):
            assert not state.a.hand[Card.SPEED] + state.b.hand[Card.SPEED] or state.stage in (Stage.RECOVER, Stage.OVER)
        may = [RULES.moves(state, seat) for seat in RULES.seats]
        assert any(may) is (state.stage is not Stage.OVER)  # somebody has a choice, or it is over
        for choices in may:
            assert len(set(choices)) == len(choices) <= 638
        if before:
            assert all(now <= was for now, was in zip(hits(state), hits(before), strict=True))
            assert 0 <= state.turn - before.turn <= 1
        assert min(hits(state)) >= 0
        assert state.calm < 10 or state.stage is Stage.OVER
        before = state


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(POLICIES)))
def test_every_turn_is_reckoned_again_from_what_was_seen(seed: int, policy: str) -> None:
    """A second reckoning, from the source's sentences and single cards, of the contest, the wounds and what was allowed."""
    stops = {"block": "chop", "parry": "slash", "dodge": "thrust"}
    game = states(seed, policy)
    for before, state in pairwise(game):
        last = state.last
        if last is None or last is before.last:
            continue
        if state.stage is Stage.OVER or before.stage is Stage.RECOVER:
            speeds = [deed.speed + deed.turned for deed in last.deeds]
            assert last.lead == (None if speeds[0] == speeds[1] else speeds.index(max(speeds)))
            assert (last.advantage is None) == (last.lead is None)
        for seat, deed in enumerate(last.deeds):
            side, other = state.sides[seat], last.deeds[1 - seat]
            assert side.persona
            points = 0
            for attack in other.strike.attacks:
                cards_laid = ["attack"] * (attack.own + attack.turned) + ["kai"] * attack.kai
                if attack.type.id not in [stops[cover.played.id] for cover in deed.defence.covers]:
                    points += len(cards_laid)
            points -= deed.guard.own + deed.guard.turned
            assert deed.taken == points >= 0
            if last.lead == 1 - seat and last.advantage is ARMOR_ONLY:
                assert deed.defence.covers == ()
            if last.lead == 1 - seat and last.advantage is NO_ATTACK:
                assert deed.strike == strike("none")
            assert len(deed.dropped) <= 5 >= len(deed.recovered)
            turned = bool(deed.turned or deed.guard.turned or any(a.turned for a in deed.strike.attacks))
            turned |= any(c.card is not c.played for c in deed.defence.covers) or deed.strike.combo not in (None, Card.COMBO)
            assert not turned or TURNS[side.persona.id] == (side.persona.turns, side.persona.into)
        if state.stage is Stage.OVER:
            for was, side, deed in zip(before.sides, state.sides, last.deeds, strict=True):
                assert side.hit_points == max(0, was.hit_points - deed.taken)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_a_view_tells_nothing_of_the_others_hand_and_of_the_order_of_the_pile(seed: int) -> None:
    """Whatever the other holds of the cards that a seat does not see: it sees the same, and may choose the same."""
    dice = random.Random(seed)
    for state in states(seed):
        if state.stage is Stage.PERSONA:
            continue
        for seat, name in enumerate(RULES.seats):
            other = state.sides[1 - seat]
            counted = cards_of(other.sure)
            unseen = [*cards_of(without(other.hand, counted)), *state.pile]
            dice.shuffle(unseen)
            if state.stage not in (Stage.SECOND_STEP, Stage.SPEED):  # Speed cards are no longer in a hand
                unseen.sort(key=lambda card: card is Card.SPEED)
            held = sum(other.hand) - len(counted)
            another = other._replace(hand=hand_of([*counted, *unseen[:held]]))
            rest = unseen[held:]
            dice.shuffle(rest)
            sides = {"a": another} if seat else {"b": another}
            alike = state._replace(pile=tuple(rest), **sides)
            assert RULES.view(alike, name) == RULES.view(state, name)
            assert list(RULES.moves(alike, name)) == list(RULES.moves(state, name))


def test_a_view_holds_the_own_hand_and_of_the_rest_how_many() -> None:
    state = shown(duel("ronin", "wako", ("speed armor*3 chop", "speed*2 dodge*4"), stage=Stage.SPEED), 1)
    seen = RULES.view(state, "B")
    assert seen.own == state.b
    assert (seen.other.persona, seen.other.hit_points, seen.other.cards) == (who("ronin"), 10, 3)
    assert (seen.other.speed, seen.other.turned) == (1, 1)
    assert (seen.pile, seen.discards, seen.turn, seen.calm) == (59, EMPTY, 1, 0)
    assert seen.leads is None
    assert not any(isinstance(value, Side) and value == state.a for value in seen)


# --- the lists of choices are whole, by another way of counting -------------------------------------------------------


def every_strike(held: list[Card], persona: Persona) -> set[tuple[object, ...]]:
    """All strikes of these single cards, tried one by one: each card is left, or played in one of its senses."""
    attacks = {Card.CHOP, Card.SLASH, Card.THRUST}
    senses: list[list[tuple[Card, Card | None]]] = []
    for card in held:
        roles: list[tuple[Card, Card | None]] = [(card, None)]
        plays = [card] + ([persona.into] if card is persona.turns else [])
        roles += [(card, played) for played in plays if played in attacks or played is Card.COMBO]
        if card is Card.KAI:
            roles += [(card, attack) for attack in sorted(attacks)]
        senses.append(roles)
    out = set()
    for chosen in product(*senses):
        types = {played for card, played in chosen if played in attacks and card is not Card.KAI}
        kais = {played for card, played in chosen if card is Card.KAI and played is not None}
        combos = [card for card, played in chosen if played is Card.COMBO]
        if kais <= types and len(combos) == (len(types) == 2) and len(types) <= 2:
            out.add(tuple(sorted(Counter(c for c in chosen if c[1] is not None).items())))
    return out


def as_single(found: Strike, persona: Persona) -> tuple[object, ...]:
    laid: list[tuple[Card, Card]] = [(found.combo, Card.COMBO)] if found.combo is not None else []
    for a in found.attacks:
        laid += [(a.type, a.type)] * a.own + [(persona.turns, a.type)] * a.turned + [(Card.KAI, a.type)] * a.kai
    return tuple(sorted(Counter(laid).items()))


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(PERSONAS), st.lists(st.sampled_from(list(Card)), max_size=6))
def test_the_strikes_offered_are_all_there_are(persona: Persona, held: list[Card]) -> None:
    if max(Counter(held).values(), default=0) > 5:
        held = held[:5]
    found = strikes(hand_of(held), persona)
    assert {as_single(s, persona) for s in found} == every_strike(held, persona)
    assert len({as_single(s, persona) for s in found}) == len(found)  # and each of them once


@given(st.lists(st.sampled_from(list(Card)), min_size=0, max_size=10))
def test_the_discards_offered_are_all_there_are(held: list[Card]) -> None:
    found = Drops(hand_of(held))
    every = {
        tuple(sorted(card for card, kept in zip(held, bits, strict=True) if kept)) for bits in product((0, 1), repeat=len(held))
    }
    assert [drop.cards for drop in found] == sorted({c for c in every if len(c) <= 5}, key=lambda c: (len(c), c))
    assert found[-1] == list(found)[-1]
    assert list(found[1:3]) == list(found)[1:3]


def test_the_longest_lists() -> None:
    assert len(Drops((1,) * 10)) == 638
    assert len(strikes(hand("chop*3 slash thrust*2 kai*3 combo"), who("ashigaru"))) == 351


# --- playouts, odds, tables -------------------------------------------------------------------------------------------


def test_every_card_and_persona_is_used_in_every_sense_that_it_has() -> None:
    used: Counter[tuple[str, ...]] = Counter()
    for seed in range(300):
        chance = random.Random(seed)
        state = RULES.setup(chance)
        while state.stage is not Stage.OVER:
            chosen = []
            for seat, side in zip(RULES.seats, state.sides, strict=True):
                may = RULES.moves(state, seat)
                choice = POLICIES["uniform"](RULES.view(state, seat), may, chance) if may else None
                chosen.append(choice)
                persona = side.persona.id if side.persona else ""
                match choice:
                    case Persona():
                        used["picked", choice.id] += 1
                    case Show(turned) if turned:
                        used["turned", persona] += 1
                    case Strike():
                        for attack in choice.attacks:
                            used["struck", attack.type.id] += attack.own > 0
                            used["turned", persona] += attack.turned > 0
                            used["struck", "kai"] += attack.kai > 0
                        if choice.combo is not None:
                            used["combo" if choice.combo is Card.COMBO else "turned", persona] += 1
                            used["struck", "combo"] += choice.combo is Card.COMBO
                    case Guard(own, turned):
                        used["cut", "armor"] += own > 0
                        used["turned", persona] += turned > 0
                    case _:
                        for cover in getattr(choice, "covers", ()):
                            natural = cover.played is cover.card
                            used["defended" if natural else "turned", cover.played.id if natural else persona] += 1
                if isinstance(choice, Advantage):
                    used["advantage", choice.value] += 1
            state = RULES.play(state, chosen, chance)
            used["shown", "speed"] += state.a.deed.speed > 0
    for needed in [
        *(("picked", p.id) for p in PERSONAS),
        *(("turned", p.id) for p in PERSONAS),
        *(("struck", c) for c in ("chop", "slash", "thrust", "kai", "combo")),
        *(("defended", c) for c in ("dodge", "parry", "block")),
        ("cut", "armor"),
        ("shown", "speed"),
        *(("advantage", a.value) for a in Advantage),
    ]:
        assert used[needed] > 0, needed


@pytest.mark.parametrize(("a", "b"), list(product(POLICIES, repeat=2)))
def test_every_playout_ends(a: str, b: str) -> None:
    chance = random.Random(7)
    for _ in range(40):
        state, _ = playout(RULES, POLICIES[a], POLICIES[b], chance)
        assert RULES.result(state) is not None
        assert state.turn <= 190


def test_the_greedy_player_beats_the_uniform_one() -> None:
    chance = random.Random(2)
    won = sum(
        RULES.result(playout(RULES, POLICIES["greedy"], POLICIES["uniform"], chance)[0]).winners == ("A",) for _ in range(60)
    )  # type: ignore[union-attr]
    assert won > 50


@ruling("deal or mirror")
def test_the_balance_is_that_of_the_seeded_playouts() -> None:
    assert set(BALANCE) == {p.id for p in PERSONAS}
    # every duel is one persona's and another's: what one wins the other loses
    assert sum(2 * f.won + f.drawn for f in BALANCE.values()) == 2 * 17 * 16 * GAMES
    assert MEETINGS == 2 * 16 * GAMES
    for persona in ("kyokaku", "ronin"):
        assert fared(RULES, who(persona), GAMES) == BALANCE[persona]
    rows = RULES.tables()["balance"]["rows"]
    assert [row["won"] for row in rows] == sorted((row["won"] for row in rows), reverse=True)
    assert rows[0]["won"] > 55 > 45 > rows[-1]["won"]  # which is why a deal or a mirror is offered


def test_the_odds_are_counted_right() -> None:
    none = 1.0
    for drawn in range(10):
        none *= (60 - drawn) / (70 - drawn)  # ten draws, none of them one of the ten Speed cards
    assert holds(10, 0) == pytest.approx(none)
    assert sum(holds(10, n) for n in range(11)) == pytest.approx(1)
    odds = RULES.tables()["odds"]
    assert odds["any"]["speed"] == round(100 * (1 - none)) == 81
    assert odds["any"]["kai"] == 55
    assert (odds["none"]["speed"], odds["none"]["kai"]) == (19, 45)
    one = none * 10 * 10 / 51  # nine of the sixty others in place of ten of them, and any of the ten Speed cards
    assert odds["two"]["speed"] == round(100 * (1 - none - one)) == 44
    assert odds["two"]["kai"] == round(100 * sum(holds(5, n) for n in range(2, 6))) == 15
    assert odds["no_attack_mille"] == round(1000 * comb(40, 10) / comb(70, 10))
    chance, tied = random.Random(1), 0
    deck = cards_of(COPIES)
    for _ in range(4000):
        dealt = chance.sample(deck, 20)
        tied += dealt[:10].count(Card.SPEED) == dealt[10:].count(Card.SPEED)
    assert tied / 4000 == pytest.approx(speed_tied(), abs=0.025)


def test_the_set_is_seventy_cards_seventeen_personas_and_the_pieces() -> None:
    tables = RULES.tables()
    assert tables["deck"] == {"combat": {"faces": 10, "cards": 70}, "persona": {"faces": 17, "cards": 17}}
    numbers = {"players": 2, "hit_points": 10, "hand": 10, "discards": 5, "damage": 1, "combos": 1, "types": 2, "calm": 10}
    assert {name: tables[name] for name in numbers} == numbers
    assert (tables["covers_a_type"], tables["faces"], tables["copies"]["kai"]) == (1, 10, 5)
    assert tables["phases"][0] == {"number": 1, "name": "First Step"}
    assert tables["advantages"] == [{"number": 1, "name": "armor only"}, {"number": 2, "name": "no attack"}]
    assert {"attack": "Thrust", "cover": "Dodge"} in tables["covers"]
    assert tables["combat"][0] == {
        "id": "chop", "name": "Chop", "english": "vertical cut", "kind": "attack", "count": 10, "damage": 1,
    }  # fmt: skip
    assert {row["name"] for row in tables["rulings"]} == {r.name for r in RULES.rulings}
    phases = {row["id"]: row["phase"] for row in tables["personas"]}
    assert [phases[p] for p in ("ronin", "samurai", "kensei", "bushi", "domin")] == [
        "Speed",
        "Cut",
        "Strike",
        "Strike",
        "Defend",
    ]
    assert Counter(phases.values()) == {"Speed": 3, "Cut": 1, "Strike": 7, "Defend": 6}
    assert (tables["cards"], tables["common"], tables["kinds"]) == (87, 70, {"attack": 30, "defence": 20, "modifier": 20})
    pieces = {p.card: (p.copies, p.shared) for p in RULES.deck() if p.optional}
    assert pieces == {
        "hit-point-track": (1, False), "phase-strip": (1, False), "mat": (1, True), "hit-point-marker": (1, False),
    }  # fmt: skip
    assert RULES.facts()["hit-point-track"]["points"] == tuple(map(str, range(11)))
    assert RULES.facts()["mat"]["piles"] == ("Draw", "Discard")


def test_the_common_deck_lies_in_one_pile_and_personas_may_be_dealt() -> None:
    deck, personas = RULES.face_down()
    assert deck == {card.id for card in Card}
    assert personas == {p.id for p in PERSONAS}


def test_layouts_are_what_a_hand_can_lay_out() -> None:
    copies = {p.card: p.copies for p in RULES.deck()}
    most: Counter[str] = Counter()
    for laid in RULES.layouts():
        assert all(count <= copies[card] for card, count in laid.items())
        assert sum(laid.values()) <= 10
        most |= Counter(laid)
    assert most["chop"] == most["speed"] == 10
    assert (most["kai"], most["armor"], most["combo"], most["dodge"]) == (5, 5, 1, 1)
    assert set(most) == {card.id for card in Card} | {p.id for p in PERSONAS}


def test_numbers_and_words_are_of_cards_that_there_are() -> None:
    known = {p.card for p in RULES.deck()}
    assert set(PHRASES) <= known
    assert set(SAID) <= known
    for persona, (turns, into) in TURNS.items():
        verb = "show" if into is Card.SPEED else "play"
        shown = ", once you have shown it" if turns is Card.SPEED else ""
        assert RULES.phrases(persona) == (f"You may {verb} {turns.title} as {into.title}{shown}.",)
    said = {card: [tuple(s) for s in RULES.said(card)] for card in known}
    assert said["combo"] == [("", 2, "types"), ("", 1, "combo")]
    assert said["armor"] == [("", 1, "point")]
    assert said["dodge"] == [("", 1, "dodge")]
    assert said["phase-strip"] == [("to", 10, ""), ("to", 5, ""), ("", 1, "type"), ("", 2, "with")]
    assert said["chop"] == said["samurai"] == said["kensei"] == []
    assert RULES.phrases("thrust")[0].endswith("only by a Combo. A Dodge stops them all.")
    assert RULES.phrases("parry")[0].startswith("One Parry stops every Slash that is played against you")
    assert "Each takes off one point." in RULES.phrases("armor")[0]


def test_what_is_told_of_a_card() -> None:
    chop, samurai, merchant = (RULES.describe(card) for card in ("chop", "samurai", "merchant"))
    assert "1 Block stops all of it" in chop
    assert "The Bushi may play Speed as it." in chop
    assert "The Merchant's Armor, used as Block, stops it." in chop
    assert "also where the other's advantage leaves only Armor" in samurai
    assert "used as that it is none" in merchant
    for persona, (turns, into) in TURNS.items():
        assert (
            f"{turns.title} cards are shown as Speed"
            if into is Card.SPEED
            else f"{turns.title} as {into.title}" in RULES.describe(persona)
        )
    with pytest.raises(KeyError):
        RULES.describe("katana")


def test_every_ruling_is_tested_by_name() -> None:
    assert {r.name for r in RULES.rulings} == RULED


# --- the played example and the recorded duels ------------------------------------------------------------------------


def test_the_example_tells_what_it_should() -> None:
    example = RULES.tables()["example"]
    assert (example["A"], example["B"]) == ("ronin", "samurai")
    one, two = example["turns"]
    assert (one["A"]["speeds"], one["B"]["speeds"], one["lead"], one["advantage"]) == (3, 2, "A", "armor only")
    assert one["A"]["combo"]
    assert [a["kai"] for a in one["A"]["attacks"]] == [1, 0]
    assert one["A"]["covers"] == [{"played": "Parry", "card": "Parry"}]
    assert one["B"]["covers"] == []  # he holds Dodge and Block, and may not
    assert (one["B"]["armor"], one["B"]["armor_turned"], one["B"]["from"], one["B"]["to"]) == (1, 2, 10, 8)
    assert (one["A"]["struck"], one["A"]["taken"]) == (5, 0)
    assert (one["A"]["drawn"], one["B"]["drawn"]) == (["Combo"], ["Slash"])
    assert (two["lead"], two["A"]["speeds"], two["B"]["speeds"]) == (None, 1, 1)
    assert (two["A"]["dropped"], two["A"]["drawn"]) == (["Chop"], ["Slash"])  # two types are all that a Combo allows
    for seat in RULES.seats:
        assert two[seat]["combo"]
        assert [a["kai"] for a in two[seat]["attacks"]] in ([0, 1], [1, 0])
    assert (two["A"]["struck"], two["A"]["armor"], two["A"]["taken"], two["A"]["to"]) == (7, 0, 3, 7)
    assert (two["B"]["struck"], two["B"]["armor_turned"], two["B"]["taken"], two["B"]["to"]) == (6, 1, 2, 6)
    assert two["A"]["recovered"] == two["B"]["recovered"] == []
    for turn in example["turns"]:
        for seat in RULES.seats:
            assert len(turn[seat]["dealt"]) == 10


@pytest.mark.parametrize("file", sorted(PLAYS.glob("*.txt")), ids=lambda p: p.stem)
def test_a_recorded_duel_replays_choice_by_choice(file: Path) -> None:
    for number, (stands, comes) in enumerate(replayed(file.read_text(encoding="utf-8")), 1):
        assert comes == stands, f"{file.name}:{number}"


def test_the_recorded_duels_show_what_they_should() -> None:
    assert {p.stem for p in PLAYS.glob("*.txt")} == RECORDED.keys()
    text = "".join(p.read_text(encoding="utf-8") for p in PLAYS.glob("*.txt"))
    for seen in (
        "| shuffled ",
        "no attack",
        "armor only",
        "by combo",
        "by armor",
        "both fell",
        "wins",
        "leads",
        "shown",
        "(armor)",
    ):
        assert seen in text, seen
