"""Duel, sentence by sentence of its source, and ruling by ruling."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.rules.duel import RULES, Duel, Stage, State, Variant
from cardgen.rules.duel.plans import Misplay, Pair, legal_plans, misplays
from cardgen.rules.duel.policies import playout
from cardgen.rules.duel.state import Deed, Fighter, weather
from cardgen.rules.duel.terms import (
    CA,
    DC,
    FOOTWORK,
    TABLE,
    TECHNIQUES,
    TOWARD,
    WRITTEN,
    Duellist,
    Evasion,
    Footwork,
    Stance,
    Weather,
)
from cardgen.rules.duel.view import View, Witnessed
from tests.rules.table import (
    LONG,
    NAMES,
    Lot,
    duel,
    filled,
    foot,
    fought,
    having,
    health,
    held,
    plan,
    planned,
    slot,
    spaces,
    stamina,
    stepped,
)

REACH = (7, 9)
"""Two spaces apart: in reach."""
FAR = (4, 12)
RULED: set[str] = set()
"""The rulings that a test names."""


def ruling(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """That a test is of these rulings."""

    def marked(test: Callable[..., None]) -> Callable[..., None]:
        RULED.update(names)
        return test

    return marked


def deeds(state: State) -> tuple[Deed, Deed]:
    assert state.last is not None
    return state.last.deeds


def witnessed(state: State, seat: str) -> Witnessed:
    seen = RULES.view(state, seat).witnessed
    assert seen is not None
    return seen


def fog(at: tuple[int, int], a: str = "ronin", b: str = "ronin") -> State:
    return duel(a, b, at=at, turn=19, drawn=Weather.FOG)


def sun(at: tuple[int, int], a: str = "ronin", b: str = "ronin") -> State:
    """The low sun blinds A."""
    return duel(a, b, at=at, turn=10, blinded=0)


def rain(at: tuple[int, int], a: str = "ronin", b: str = "ronin") -> State:
    return duel(a, b, at=at, turn=19, drawn=Weather.RAIN)


# --- set-up ---------------------------------------------------------------------------------------------------------


def test_a_begins_on_6_and_b_on_10_with_20_stamina() -> None:
    state = RULES.setup(Lot())
    assert (state.slot, state.exchange, state.turn) == (0, 1, 1)
    assert spaces(state) == (6, 10)
    assert stamina(state) == (20, 20)


@pytest.mark.parametrize(("who", "expected"), [("brute", 6), ("samurai", 5), ("ronin", 5), ("master", 5)])
def test_each_starts_with_5_health_the_brute_with_6(who: str, expected: int) -> None:
    assert duel(who).a.health == expected


def test_both_choose_a_duellist_secretly_and_reveal_together() -> None:
    state = RULES.setup(Lot())
    assert set(RULES.moves(state, "A")) == set(RULES.moves(state, "B")) == set(Duellist)
    assert RULES.view(state, "A").other.duellist is None
    both = RULES.play(state, (Duellist.BRUTE, Duellist.BRUTE), Lot())
    assert RULES.view(both, "A").other.duellist is Duellist.BRUTE


# --- plans ------------------------------------------------------------------------------------------------------------


def test_there_are_888_legal_plans_and_1088_for_the_samurai() -> None:
    assert sum(len(legal_plans(s, False)) for s in Stance) == 888
    assert sum(len(legal_plans(s, True)) for s in Stance) == 1088


def test_slot_1_uses_the_opening_stance() -> None:
    state = RULES.play(duel(), (Stance.HIGH, Stance.LOW), Lot())
    assert all(p[0].stance is Stance.HIGH for p in RULES.moves(state, "A"))  # type: ignore[union-attr, index]
    with pytest.raises(ValueError, match="opening stance"):
        RULES.play(state, (plan("HC HC HC"), plan("HC HC HC")), Lot())


@ruling("the opening is free")
def test_an_exchange_may_open_in_any_stance_whatever_the_last_one_was() -> None:
    after = fought(duel(at=FAR), "RC", "LT", dodges="A")
    assert after.stage is Stage.OPENING
    for seat in RULES.seats:
        assert set(RULES.moves(after, seat)) == set(Stance)


@ruling("plans are judged when they are locked", "the drop after a heavy cut", "after a misplay")
@pytest.mark.parametrize(
    ("text", "free", "wrong"),
    [
        ("RC RC RC", False, "..."),
        ("RC HC HC", False, ".s."),  # High to Low; then Low from Middle is a step
        ("DC HC HC", False, "..."),  # the drop after a heavy cut
        ("DC W.low HC", False, "..."),
        ("AC RH HC", False, ".t."),  # recovery leaves Horizontal Cut and Wait
        ("AC B HC", False, ".s."),  # recovery leaves Low
        ("AC RC.low HC", False, ".t."),
        ("AC W.high W.high", False, ".s."),
        ("AC B HC", True, "..."),
        ("DC HC HC", True, ".s."),  # the Samurai is free of recovery: no drop either
        ("DC AC RC", True, "..."),
        ("B.high B B", False, "t.."),  # a technique of another stance
        ("LT B.low W.high", False, ".t."),  # it fails in Low, but what follows is judged from Middle
        ("DC.low RH W.high", False, "t.s"),  # a cut that fails brings no recovery
        ("RC DC.low RC", False, ".s."),  # the stance fails first
        ("W.high W.middle W.low", False, "..."),
        ("W.high W.low W.low", False, ".s."),
        ("W.low W.high W.low", False, ".s."),
    ],
)
def test_stances_change_one_step_at_a_time(text: str, free: bool, wrong: str) -> None:
    """s: the stance may not follow; t: the technique does not fit."""
    assert misplays(plan(text), free) == tuple({"s": Misplay.STANCE, "t": Misplay.TECHNIQUE}.get(sign) for sign in wrong)


@ruling("the drop after a heavy cut")
def test_for_the_samurai_high_then_low_stays_a_misplay() -> None:
    for who, technique in (("samurai", None), ("ronin", NAMES["HC"])):
        after = slot(slot(planned(duel(who, at=FAR), "DC HC HC", filled("W.high"))))
        assert deeds(after)[0].technique == technique


def test_what_is_legal_is_offered_and_what_is_offered_is_legal() -> None:
    for free in (False, True):
        for opening in Stance:
            for p in legal_plans(opening, free):
                assert not any(misplays(p, free))
                assert p[0].stance is opening


@ruling("when a misplay shows", "after a misplay")
def test_an_illegal_change_of_stance_shows_when_stances_are_revealed() -> None:
    state = slot(planned(duel(at=FAR), "RC HC HC", "W.high W.middle HC"))
    seen, fair = RULES.view(state, "B").other, RULES.view(state, "A").other
    assert (seen.stance, seen.misplayed) == (Stance.MIDDLE, True)
    assert (fair.stance, fair.misplayed) == (Stance.MIDDLE, False)
    after = slot(state)
    assert deeds(after)[0][:4] == (Stance.MIDDLE, foot("stay"), False, None)
    assert witnessed(after, "B").notes == ("misplay",)
    assert stamina(after)[0] == stamina(state)[0]


MISFITS = [("B.high B B", "RC B B", 0), ("W.high RC.middle HC", "W.high CA HC", 1), ("AC RH HC", "AC HC HC", 1)]
"""A plan with a technique that does not fit, a fair one with the same stances, and in which slot."""


@ruling("when a misplay shows")
@pytest.mark.parametrize(("wrong", "fair", "at"), MISFITS)
def test_a_technique_that_does_not_fit_shows_when_techniques_are_revealed(wrong: str, fair: str, at: int) -> None:
    one, two = (planned(duel(at=FAR), text, filled("W.low")) for text in (wrong, fair))
    for _ in range(at):
        one, two = slot(one), slot(two)
    footwork, dodge = (one, two), (stepped(one), stepped(two))
    for first, second in (footwork, dodge):
        assert RULES.view(first, "B") == RULES.view(second, "B")
        assert RULES.view(first, "B").other.stance is first.a.stance is plan(wrong)[at].stance
        assert RULES.moves(first, "A") == RULES.moves(second, "A") != ()
    done = slot(one)
    seen = witnessed(done, "B")
    assert (seen.stance, seen.technique, seen.notes) == (Stance.MIDDLE, None, ("misplay",))
    assert stamina(done)[0] == stamina(one)[0]


@ruling("when a misplay shows")
def test_a_technique_that_is_never_revealed_shows_no_misplay() -> None:
    dodged = fought(duel(at=FAR), "B.high B B", "W.low", dodges="A")
    rested = fought(having(duel(at=FAR), 0), "B.high B B", "W.low")
    locked = fought(held(duel(at=FAR), 1), "B.high B B", "W.low")
    stiff = slot(slot(planned(duel(at=FAR), "LT B.low B", filled("W.low"))))
    assert [(deeds(s)[0].stance, deeds(s)[0].notes) for s in (dodged, rested, locked, stiff)] == [
        (Stance.HIGH, ()),
        (Stance.HIGH, ("resting",)),
        (Stance.HIGH, ("locked",)),
        (Stance.LOW, ("stiff",)),
    ]


@ruling("after a misplay")
@pytest.mark.parametrize("text", ["RC HC HC", "RC RH.high W.high"])
def test_a_misplay_leaves_footwork_and_dodge_free(text: str) -> None:
    state = slot(planned(having(duel(at=(5, 12)), 10), text, filled("W.low")))
    after = slot(state, "toward", dodges="A")
    assert spaces(after)[0] == spaces(state)[0] + 1 - 2
    assert after.a.stamina == state.a.stamina - 1 + 5


@ruling("plans are judged when they are locked")
def test_a_cut_that_was_rested_makes_no_misplay_of_the_drop() -> None:
    state = slot(planned(having(duel(), 1), "DC HC HC", "W.high W.high W.high"))
    assert state.a.stance is Stance.LOW


# --- movement ---------------------------------------------------------------------------------------------------------


def test_footwork_is_one_space_toward_stay_or_one_away_and_free() -> None:
    assert [f.spaces for f in RULES.moves(planned(duel("brute"), "W.low W.low W.low", "W.low W.low W.low"), "A")] == [1, 0, -1]  # type: ignore[union-attr]
    state = fought(duel(), "W.low", "W.low", ("toward", "away"))
    assert spaces(state) == (7, 11)
    assert stamina(state) == (20, 20)


def test_the_ronin_may_move_two_or_one_or_stay() -> None:
    state = planned(duel("ronin", "master"), filled("W.low"), filled("W.low"))
    assert sorted(f.spaces for f in RULES.moves(state, "A")) == [-2, -1, 0, 1, 2]  # type: ignore[union-attr]
    assert spaces(slot(state, "toward 2", "stay")) == (8, 10)
    assert spaces(slot(state, "away 2", "stay")) == (4, 10)


@ruling("walls stop")
def test_spaces_1_and_15_are_walls() -> None:
    assert spaces(fought(duel(at=(1, 15)), "W.low", "W.low", ("away", "away"))) == (1, 15)
    assert spaces(fought(duel(at=(2, 14)), "W.low", "W.low", ("away 2", "away 2"))) == (1, 15)
    assert spaces(fought(duel(at=(1, 15)), "RC", "RC")) == (1, 15)


@ruling("nobody meets or passes")
@pytest.mark.parametrize(
    ("at", "steps"),
    [
        ((7, 9), ("toward", "toward")),  # one space
        ((7, 8), ("toward", "toward")),  # through each other
        ((7, 8), ("toward", "stay")),  # onto the other
        ((7, 8), ("toward 2", "away")),  # onto where the other would finish
        ((7, 10), ("toward 2", "toward 2")),
    ],
)
def test_if_they_would_meet_or_pass_neither_moves(at: tuple[int, int], steps: tuple[str, str]) -> None:
    assert spaces(fought(duel(at=at), "W.low", "W.low", steps)) == at


def test_footwork_comes_before_the_techniques_own_step() -> None:
    assert spaces(fought(duel(), "AC", "W.low", ("toward", "stay"))) == (8, 10)
    assert spaces(fought(duel(at=(7, 8)), "AC", "RC", ("toward", "stay"))) == (8, 9)  # blocked first, free then


@ruling("nobody meets or passes")
@pytest.mark.parametrize(
    ("at", "techniques", "expected"),
    [
        ((7, 9), ("AT", "AT"), (7, 9)),  # one space
        ((7, 8), ("AT", "LT"), (7, 8)),  # through each other
        ((7, 8), ("LT", "W.low"), (7, 8)),  # onto the other
        ((7, 8), ("LT", "B"), (8, 9)),
        ((7, 9), ("B", "B"), (6, 10)),
    ],
)
def test_own_steps_are_simultaneous_and_follow_the_same_rule(
    at: tuple[int, int], techniques: tuple[str, str], expected: tuple[int, int]
) -> None:
    assert spaces(fought(duel(at=at), *techniques)) == expected


# --- dodge and pursuit ------------------------------------------------------------------------------------------------


def test_a_dodge_costs_1_moves_back_2_and_ends_the_exchange() -> None:
    state = fought(having(duel(at=REACH), 10, 10), "DC", "W.low", dodges="B")
    assert spaces(state) == (7, 11)
    assert health(state) == (5, 5)
    assert state.stage is Stage.OPENING
    assert stamina(state) == (10 - 2 + 5, 10 - 1 + 5)  # 5 recovered by both
    assert state.turn == 2


@ruling("cards come back")
def test_a_dodge_cancels_the_dodgers_technique_and_the_rest_of_both_plans() -> None:
    state = fought(duel(at=REACH), "W.low", "AC", dodges="B")
    assert deeds(state)[1].technique is None
    assert health(state) == (5, 5)
    assert (state.a.plan, state.b.plan) == ((), ())
    opened = RULES.play(state, (Stance.HIGH, Stance.HIGH), Lot())
    assert len(RULES.moves(opened, "B")) == len(legal_plans(Stance.HIGH, False))  # with all cards in hand


@ruling("room to dodge")
@pytest.mark.parametrize(
    ("seat", "at", "wet", "may"),
    [
        ("A", (3, 10), False, True), ("A", (2, 10), False, False), ("A", (1, 10), False, False),
        ("A", (4, 10), True, True), ("A", (3, 10), True, False),
        ("B", (6, 13), False, True), ("B", (6, 14), False, False), ("B", (6, 15), False, False),
        ("B", (6, 12), True, True), ("B", (6, 13), True, False),
    ],
)  # fmt: skip
def test_a_dodge_requires_clear_space_behind(seat: str, at: tuple[int, int], wet: bool, may: bool) -> None:
    state = stepped(planned(rain(at) if wet else duel(at=at), filled("W.low"), filled("W.low")))
    assert bool(RULES.moves(state, seat)) is may


@pytest.mark.parametrize(
    "state",
    [held(duel(at=FAR), 1), having(duel(at=FAR), 1), having(duel(at=FAR), 0)],
    ids=["locked", "resting", "exhausted"],
)
def test_nobody_dodges_in_a_lock_or_in_a_forced_rest(state: State) -> None:
    state = stepped(planned(state, filled("DC"), filled("W.low")))
    assert RULES.moves(state, "A") == ()
    with pytest.raises(ValueError, match="dodge"):
        RULES.play(state, (Evasion.DODGE, Evasion.GO_ON), Lot())


@ruling("pursuit replaces the reach", "both may dodge")
@pytest.mark.parametrize(
    ("technique", "at", "taken"),
    [("AC", (7, 8), 5), ("AT", (7, 8), 1), ("LT", (7, 8), 1), ("AC", (6, 8), 5), ("AT", (6, 8), 1), ("LT", (6, 8), 1),
     ("AC", (5, 8), 0), ("AT", (5, 8), 0), ("LT", (5, 8), 0), ("DC", (7, 8), 0), ("RC", (7, 8), 0), ("HC", (7, 8), 0),
     ("RH", (7, 8), 0)],
)  # fmt: skip
def test_only_three_techniques_pursue_a_dodger_within_three_spaces(technique: str, at: tuple[int, int], taken: int) -> None:
    """After the attacker's own step: from 7 against 8 the dodger ends on 10, the pursuer on 8."""
    state = fought(having(duel("ronin", "ronin", at=at), 10), technique, "W.low", dodges="B")
    assert state.b.health == 5 - taken
    assert state.a.health == 5
    assert state.a.stamina == 10 - NAMES[technique].cost + (5 if state.stage is Stage.OPENING else 0)


@ruling("both may dodge")
def test_both_may_dodge_at_once() -> None:
    assert spaces(fought(duel(), "DC", "DC", dodges="AB")) == (4, 12)
    assert health(fought(duel(at=(7, 8)), "AC", "LT", dodges="AB")) == (5, 5)


# --- range and the table ------------------------------------------------------------------------------------------------


def test_the_table_is_antisymmetric() -> None:
    for i in range(9):
        for j in range(9):
            one, two = TABLE[i][j], TABLE[j][i]
            assert (one.dealt, one.taken, one.clash) == (two.taken, two.dealt, two.clash)


def test_the_tables_5_for_a_technique_that_lists_less_cancels_the_other() -> None:
    cells = [(i, j) for i in range(9) for j in range(9) if TABLE[i][j].dealt == 5 and TECHNIQUES[i].damage < 5]
    assert [(TECHNIQUES[i].short, TECHNIQUES[j].short) for i, j in cells] == [
        ("AT", "DC"), ("AT", "AC"), ("AT", "HC"), ("AT", "LT"), ("HC", "AC"), ("LT", "AC"), ("LT", "RH"),
    ]  # fmt: skip
    assert all(TABLE[i][j].taken == 0 for i, j in cells)


def test_downward_cut_against_advancing_cut_takes_5() -> None:
    assert health(fought(duel(at=(7, 9)), "DC", "AC")) == (0, 5)


@ruling("the cell before the list")
@pytest.mark.parametrize("row", range(9))
@pytest.mark.parametrize("column", range(9))
def test_every_cell_is_played_as_it_is_written(row: int, column: int) -> None:
    """At whatever distance both reach after their own steps (two that step back only meet at a wall)."""
    one, two = TECHNIQUES[row], TECHNIQUES[column]
    for start in range(1, 6):
        state = fought(duel(at=(1, 1 + start)), one.short, two.short)
        assert state.last is not None
        distance = state.last.distance
        reach = [t.defends or t.least <= distance <= t.most for t in (one, two)]
        if all(reach):
            break
    else:
        pytest.fail("they never meet")
    text = WRITTEN[row][column]
    expected = {"Clash": (0, 0)}.get(text) or (
        tuple(int(v) for v in text.split(":")) if ":" in text else (max(0, int(text)), max(0, -int(text)))
    )
    assert (state.last.deeds[1].taken, state.last.deeds[0].taken) == expected
    assert state.last.clash == (text == "Clash")
    if one.defends and two.defends:
        assert (text, stamina(state)) == ("0", (20, 20))


def test_if_neither_reaches_no_one_is_hurt() -> None:
    assert health(fought(duel(at=(4, 12)), "DC", "DC")) == (5, 5)


LISTED = [("DC", 5), ("AC", 5), ("RC", 2), ("AT", 2), ("HC", 1), ("RH", 1), ("LT", 2)]


@ruling("attack on a waiting player")
@pytest.mark.parametrize(("technique", "damage"), LISTED)
def test_an_attack_on_one_who_waits_deals_its_listed_damage(technique: str, damage: int) -> None:
    start = 2 + NAMES[technique].step
    assert health(fought(duel(at=(5, 5 + start)), technique, "W.low")) == (5, 5 - damage)
    assert health(fought(held(duel(at=(5, 5 + start)), 1), "DC", technique)) == (5 - damage, 5)  # a technique that is void


@pytest.mark.parametrize(("technique", "damage"), [listed for listed in LISTED if listed[0] != "AT"])
def test_if_only_one_reaches_it_deals_its_listed_damage(technique: str, damage: int) -> None:
    """At one space Advancing Thrust falls short, and every other attack lands."""
    start = 1 + NAMES[technique].step + 1
    state = fought(duel(at=(5, 5 + start)), technique, "AT")
    assert state.last is not None
    assert (state.last.distance, health(state)) == (1, (5, 5 - damage))


@pytest.mark.parametrize(("apart", "taken"), [(2, 0), (3, 2), (4, 0)])
def test_advancing_thrust_lands_at_exactly_two(apart: int, taken: int) -> None:
    assert fought(duel(at=(5, 5 + apart)), "AT", "W.low").b.health == 5 - taken


@ruling("Clash")
def test_in_a_clash_both_pay_2_and_are_knocked_back_one() -> None:
    state = fought(duel(at=REACH), "DC", "DC")
    assert (health(state), stamina(state), spaces(state)) == ((5, 5), (18, 18), (6, 10))
    assert spaces(fought(duel(at=(1, 2)), "DC", "DC")) == (1, 3)  # at a wall none
    assert spaces(fought(duel(at=(14, 15)), "DC", "DC")) == (13, 15)


@ruling("Clash")
def test_the_knock_back_of_a_clash_is_no_move_in_rain() -> None:
    assert spaces(fought(duel(at=REACH, turn=19, drawn=Weather.RAIN), "DC", "DC")) == (6, 10)


# --- stamina ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("technique", [t for t in TECHNIQUES if t.attacks])
def test_an_attack_is_paid_for_also_when_it_misses(technique: object) -> None:
    state = fought(duel(at=(4, 12)), technique.short, "W.low", ("stay", "away"))  # type: ignore[attr-defined]
    assert state.a.stamina == 20 - technique.cost  # type: ignore[attr-defined]


@ruling("when a defence works")
@pytest.mark.parametrize(
    ("defence", "attack", "cost"),
    [("B", "RC", 1), ("B", "DC", 0), ("B", "W.low", 0), ("B", "CA", 0), ("CA", "AT", 1), ("CA", "LT", 1),
     ("CA", "RC", 0), ("CA", "B", 0)],
)  # fmt: skip
def test_counterattack_and_block_cost_1_only_when_they_work(defence: str, attack: str, cost: int) -> None:
    step = next((t.step for t in TECHNIQUES if t.short == attack.split(".")[0]), 0)
    back = 1 if defence == "B" else 0
    apart = max(1, 2 + step - back)
    state = fought(having(duel(at=(1, 1 + apart)), 10), defence, attack)  # at the wall, where Block's step ends
    assert state.a.stamina == 10 - cost


@ruling("out of Block's reach")
def test_an_attack_that_falls_short_through_blocks_step_was_not_blocked() -> None:
    assert fought(duel("samurai", at=REACH), "B", "HC").a.stamina == 20


def test_wait_with_stay_recovers_1_and_with_a_step_nothing() -> None:
    tired = having(duel(), 10, 10)
    assert stamina(fought(tired, "W.low", "W.low", ("stay", "away"))) == (11, 10)
    assert fought(having(duel(at=REACH), 10), "W.low", "HC").a.stamina == 11  # also when he is hit


@ruling("a stopped step is no Stay")
def test_a_step_that_is_stopped_is_no_stay() -> None:
    assert stamina(fought(having(duel(at=(7, 8)), 10, 10), "W.low", "W.low", ("toward", "stay"))) == (10, 11)
    assert stamina(fought(having(duel(at=(1, 8)), 10), "W.low", "W.low", ("away", "stay")))[0] == 10


def test_between_exchanges_both_recover_5_up_to_20() -> None:
    tired = having(duel(), 10, 17)
    after = slot(slot(slot(planned(tired, filled("W.low"), filled("W.low")), "away", "away"), "away", "away"), "away", "away")
    assert after.stage is Stage.OPENING
    assert stamina(after) == (15, 20)


@pytest.mark.parametrize(
    ("has", "technique", "rests"),
    [(0, "W.low", True), (1, "W.low", False), (1, "DC", True), (1, "HC", False), (1, "B", False), (2, "DC", False)],
)
def test_too_little_stamina_forces_a_rest(has: int, technique: str, rests: bool) -> None:
    state = planned(having(duel(at=REACH), has), filled(technique), filled("W.low"))
    assert state.a.resting is rests
    assert RULES.view(state, "B").other.resting is rests
    if rests:
        assert not RULES.moves(state, "A")
        with pytest.raises(ValueError, match="footwork"):
            RULES.play(state, (TOWARD, TOWARD), Lot())
        after = slot(state, None, "stay")
        assert after.a.stamina == has + 1
        assert spaces(after)[0] == 7
        assert deeds(after)[0].technique is None


@ruling("a forced rest")
def test_a_rest_is_announced_and_the_stance_is_shown_and_taken() -> None:
    after = fought(having(duel(at=FAR), 1), "DC", "W.low")
    assert deeds(after)[0] == Deed(Stance.HIGH, None, False, None, 0, 4, ("resting",))
    assert witnessed(after, "B").notes == ("resting",)
    assert not after.a.heavy  # nothing was performed


@ruling("the stamina check", "a locked slot")
@pytest.mark.parametrize(("has", "rests"), [(1, True), (2, False)])
def test_the_stamina_check_is_made_of_the_planned_technique_void_or_not(has: int, rests: bool) -> None:
    """Locked, stiff, misplayed: who is short of it stands still and recovers 1, and who is not recovers nothing."""
    locked = planned(held(having(duel(at=FAR), has), 1), filled("DC"), filled("W.low"))
    stiff = slot(planned(having(duel(at=FAR), has + 2), "LT LT LT", filled("W.low")))
    misplayed = planned(having(duel(at=FAR), has), "DC.middle W.low W.low", filled("W.low"))
    for state, moves in ((locked, False), (stiff, not rests), (misplayed, not rests)):
        assert state.a.resting is rests
        assert bool(RULES.moves(state, "A")) is moves
        assert slot(state, "toward").a.stamina == has + rests
    assert deeds(slot(locked))[0].notes == (("locked", "resting") if rests else ("locked",))


@ruling("the stamina check")
def test_at_zero_stamina_even_who_planned_to_wait_rests() -> None:
    state = planned(held(having(duel(at=FAR), 0), 1), filled("W.low"), filled("W.low"))
    assert slot(state).a.stamina == 1


# --- states -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", ["DC", "AC"])
def test_heavy_recovery_follows_a_heavy_cut_but_not_the_samurais(cut: str) -> None:
    assert fought(duel(at=(4, 12)), cut, "W.low").a.heavy
    assert not fought(duel("samurai", at=(4, 12)), f"{cut} W.high W.high", "W.low").a.heavy
    assert not any(fought(duel(at=FAR), other, "W.low").a.heavy for other in ("RC", "AT", "HC", "RH", "LT"))


@pytest.mark.parametrize("thrust", ["AT", "LT"])
def test_a_thrust_that_deals_no_damage_leaves_only_footwork(thrust: str) -> None:
    state = fought(duel(at=(3, 12)), f"{thrust} {thrust} {thrust}", "W.low")
    assert state.a.stiff
    moved = stepped(state, "toward")
    assert not RULES.moves(moved, "A")
    after = slot(state, "toward")
    assert deeds(after)[0].technique is None
    assert deeds(after)[0].notes == ("stiff",)
    assert after.a.stamina == state.a.stamina
    assert spaces(after)[0] == spaces(state)[0] + 1
    assert not after.a.stiff
    assert not fought(duel("samurai", at=(3, 12)), thrust, "W.low").a.stiff


def test_a_thrust_that_hits_does_not_stiffen() -> None:
    assert not fought(duel(at=(5, 8)), "AT", "W.low").a.stiff


@pytest.mark.parametrize(("technique", "state"), [("DC", "heavy"), ("AT", "stiff"), ("LT", "stiff")])
def test_recovery_and_stiffness_clear_between_exchanges(technique: str, state: str) -> None:
    """What would hold in the next slot of the exchange is gone in the first of the next one."""
    same = fought(duel(at=FAR), technique, "W.low")
    ended = fought(duel(at=FAR), technique, "W.low", dodges="B")
    assert (getattr(same.a, state), getattr(ended.a, state)) == (True, False)
    again = fought(ended, technique, "W.low")
    assert deeds(again)[0].technique == NAMES[technique]


@ruling("a lock in a new exchange")
def test_a_lock_stays_between_exchanges_and_its_slots_are_planned_all_the_same() -> None:
    state = slot(slot(planned(duel("brute", at=(3, 12)), "DC HC HC", filled("W.low"))))
    assert state.a.lock == 2
    after = slot(state, dodges="B")
    assert (after.stage, after.a.lock, after.a.resting) == (Stage.OPENING, 1, False)
    again = planned(after, filled("HC"), filled("W.low"))
    assert not RULES.moves(again, "A")
    done = slot(again)
    assert (deeds(done)[0].technique, done.a.lock) == (None, 0)
    assert RULES.moves(done, "A")


def test_nobody_acts_in_a_lock_but_damage_still_lands() -> None:
    state = fought(duel("brute", at=(5, 9)), "DC HC HC", "W.high DC W.low", ("stay", "toward"))
    assert state.a.lock == 3
    assert not RULES.moves(state, "A")
    after = slot(state, None, "toward")
    assert after.a.health == 6 - 5
    assert deeds(after)[0].technique is None


@ruling("an intercepted technique was performed")
def test_an_intercepted_technique_was_performed() -> None:
    """It pays, it stiffens, a heavy one brings on recovery, and the Master locks its owner."""
    thrust = fought(duel(at=(5, 9)), "AT", "LT")  # the low thrust is intercepted for 5
    assert (health(thrust), thrust.b.stamina, thrust.b.stiff) == ((5, 0), 18, True)
    state = slot(planned(duel("brute", at=(5, 9)), "W.high DC W.low", "W.middle AT W.low"))
    cut = slot(state, "toward", "stay")  # in slot 2 the Brute's cut is no Mighty one: it is intercepted
    assert deeds(cut)[1].technique == NAMES["AT"]
    assert (health(cut), cut.a.stamina, cut.a.heavy, cut.a.lock) == ((1, 5), 18, True, 0)
    by_the_master = fought(duel("brute", "master", at=(6, 9)), "HC", "AT")
    assert (health(by_the_master), by_the_master.a.stamina, by_the_master.a.lock) == ((1, 5), 19, 1)


@ruling("an intercepted technique was performed")
def test_a_technique_that_a_mighty_cut_cancels_was_performed() -> None:
    thrust = fought(duel("brute", at=(6, 9)), "DC", "AT")
    assert (health(thrust), thrust.b.stamina, thrust.b.stiff) == ((6, 0), 18, True)
    cut = fought(duel("brute", at=REACH), "DC", "DC")
    assert (health(cut), cut.b.stamina, cut.b.heavy) == ((6, 0), 18, True)
    assert not cut.last.clash  # type: ignore[union-attr]


@ruling("locks do not add up")
def test_of_two_locks_the_longer_holds() -> None:
    assert fought(duel("brute", "master", at=(4, 12)), "DC", "W.low").a.lock == 3


@ruling("stiff and locked")
def test_stiffness_and_a_lock_run_together() -> None:
    state = fought(duel("ronin", "master", at=(3, 13)), "AT W.middle AT", "W.low")
    assert (state.a.stiff, state.a.lock) == (True, 1)
    after = slot(state)
    assert (after.a.stiff, after.a.lock) == (False, 0)
    assert deeds(slot(after))[0].technique == NAMES["AT"]


@ruling("a void Wait")
def test_a_void_wait_recovers_nothing() -> None:
    """Locked, stiff, misplayed and dodged (a rest has its own 1)."""
    locked = planned(held(having(duel(at=FAR), 10), 1), filled("W.low"), filled("W.low"))
    stiff = slot(planned(having(duel(at=FAR), 10), "LT W.low W.low", filled("W.low")))
    misplayed = slot(planned(having(duel(at=FAR), 10), "RC W.low W.low", filled("W.low")))
    for state in (locked, stiff, misplayed):
        assert slot(state).a.stamina == state.a.stamina
        assert deeds(slot(state))[0].technique is None
    assert fought(having(duel(at=FAR), 10), "W.low", "W.low", dodges="A").a.stamina == 10 - 1 + 5
    assert fought(having(duel(at=FAR), 0), "W.low", "W.low").a.stamina == 1


@ruling("a locked slot")
def test_a_locked_players_stance_is_shown_and_taken() -> None:
    state = slot(planned(duel("brute", at=(3, 12)), "DC HC HC", filled("W.low")))
    assert (state.a.stance, state.a.lock) == (Stance.LOW, 3)
    assert RULES.view(state, "B").other.stance is Stance.LOW


# --- the end ----------------------------------------------------------------------------------------------------------


def test_health_0_loses_and_both_in_one_slot_is_a_draw() -> None:
    won = fought(duel(at=REACH), "DC", "W.low")
    assert RULES.result(won) is not None
    assert RULES.result(won).winners == ("A",)  # type: ignore[union-attr]
    lost = fought(duel(at=(7, 8)), "W.low", "AC", dodges="A")
    assert RULES.result(lost).winners == ("B",)  # type: ignore[union-attr]
    assert (lost.stage, lost.exchange) == (Stage.OVER, 1)  # no new exchange begins
    for one, two in (("HC", "W.low"), ("W.low", "HC")):
        hurt = duel(at=REACH)
        hurt = hurt._replace(a=hurt.a._replace(health=2), b=hurt.b._replace(health=2))
        assert RULES.result(fought(hurt, one, two)) is None  # at 1 health it goes on
    barely = duel(at=REACH)
    barely = fought(barely._replace(a=barely.a._replace(health=1)), "DC", "W.low")
    assert RULES.result(barely).winners == ("A",)  # type: ignore[union-attr]
    low = duel(at=REACH)
    low = low._replace(a=low.a._replace(health=1), b=low.b._replace(health=1))
    drawn = fought(low, "HC", "HC")
    assert RULES.result(drawn).winners == ()  # type: ignore[union-attr]
    assert not RULES.moves(drawn, "A")


def test_cornering_or_exhausting_does_not_win() -> None:
    state = duel(at=(1, 2))
    state = state._replace(a=state.a._replace(stamina=0))
    assert RULES.result(fought(state, "W.low", "W.low", ("stay", "stay"))) is None


# --- duellists ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cut", "at"), [("DC", REACH), ("AC", (6, 9))])
@pytest.mark.parametrize("answer", ["DC", "AC", "RC", "CA", "AT", "B", "HC", "RH", "LT"])
def test_a_mighty_cut_goes_before_every_normal_technique(cut: str, at: tuple[int, int], answer: str) -> None:
    state = duel("brute", at=at)
    for shift in (0, -1, 1):
        after = fought(state._replace(b=state.b._replace(space=at[1] + shift)), cut, answer)
        assert after.last is not None
        if 1 <= after.last.distance <= 2:
            assert health(after) == (6, 0)
            assert after.a.lock == 0  # it has not missed
            return
    pytest.fail("out of reach")


@ruling("Mighty in slot 1")
def test_only_slot_1_is_mighty_and_of_every_exchange() -> None:
    state = slot(planned(duel("brute", at=(5, 9)), "W.high AC W.low", "W.middle AT W.low"))
    assert health(slot(state))[0] == 6 - 5
    again = fought(duel("brute", at=(5, 9)), "W.low", "W.low", dodges="B")
    assert again.exchange == 2
    assert fought(again, "DC", "W.low").a.lock == 3


@ruling("two Mighty Cuts")
def test_two_mighty_cuts_meet_by_the_table() -> None:
    assert health(fought(duel("brute", "brute", at=REACH), "DC", "AC")) == (1, 6)
    assert fought(duel("brute", "brute", at=REACH), "DC", "DC").last.clash  # type: ignore[union-attr]


@ruling("a missed Mighty Cut")
@pytest.mark.parametrize(
    ("cut", "dodges", "at", "lock"),
    [
        ("DC", "", (4, 12), 3),
        ("DC", "B", (7, 8), 3),
        ("DC", "", (7, 9), 0),
        ("AC", "", (4, 12), 3),
        ("AC", "B", (5, 8), 3),  # out of the pursuer's reach
        ("AC", "B", (7, 8), 0),  # the dodger is caught
    ],
)
def test_a_missed_mighty_cut_locks_the_brute_for_three_slots(cut: str, dodges: str, at: tuple[int, int], lock: int) -> None:
    assert fought(duel("brute", at=at), cut, "W.low", dodges=dodges).a.lock == lock


@ruling("a missed Mighty Cut")
def test_a_blocked_mighty_cut_was_not_missed() -> None:
    after = fought(duel("brute", "samurai", at=(6, 8)), "AC", "B")
    assert health(after) == (6, 5)
    assert after.a.lock == 1


def test_the_samurais_block_stops_advancing_cut_and_locks_its_owner() -> None:
    after = fought(duel("ronin", "samurai", at=(6, 8)), "AC", "B")
    assert (health(after), after.a.lock, after.b.stamina) == ((5, 5), 1, 19)
    assert fought(duel("ronin", "ronin", at=(6, 8)), "AC", "B").b.health == 0


@pytest.mark.parametrize(("thrust", "lock"), [("AT", 1), ("LT", 1), ("RC", 0), ("HC", 0)])
def test_blocking_a_thrust_locks_its_owner_blocking_another_cut_does_not(thrust: str, lock: int) -> None:
    for apart in (1, 2, 3):
        after = fought(duel("ronin", "samurai", at=(15 - apart, 15)), thrust, "B")
        if after.b.stamina == 19:
            assert after.a.lock == lock
            return
    pytest.fail("never blocked")


def test_a_thrust_that_falls_short_of_the_samurais_block_was_not_blocked() -> None:
    short = fought(duel("ronin", "samurai", at=(6, 9)), "AT", "B")
    assert (health(short), short.b.stamina, short.a.lock) == ((5, 5), 20, 0)


def test_the_samurais_block_does_not_stop_downward_cut() -> None:
    assert fought(duel("ronin", "samurai", at=(7, 8)), "DC", "B").b.health == 0


def test_the_samurais_counterattack_stops_an_ordinary_advancing_cut_and_deals_1() -> None:
    plain = fought(duel("ronin", "samurai", at=(6, 8)), "AC", "CA")
    assert (health(plain), plain.b.stamina, plain.a.lock) == ((4, 5), 19, 0)
    mighty = fought(duel("brute", "samurai", at=(6, 8)), "AC", "CA")
    assert (health(mighty), mighty.b.stamina) == ((6, 0), 20)
    assert health(fought(duel("ronin", "samurai", at=REACH), "DC", "CA")) == (5, 0)


@ruling("the Master's lock")
@pytest.mark.parametrize("attack", [t.short for t in TECHNIQUES])
def test_an_attack_that_deals_the_master_nothing_locks_its_owner(attack: str) -> None:
    technique = next(t for t in TECHNIQUES if t.short == attack)
    words = f"{attack}.middle" if technique.stance is None else attack
    assert fought(duel("ronin", "master", at=(3, 13)), words, "W.low").a.lock == (1 if technique.attacks else 0)


@ruling("the Master's lock")
def test_an_attack_that_the_master_dodges_or_blocks_locks_its_owner() -> None:
    assert fought(duel("ronin", "master", at=REACH), "DC", "W.low", dodges="B").a.lock == 1
    blocked = fought(duel("ronin", "master", at=(14, 15)), "HC", "B")
    assert (blocked.b.stamina, blocked.a.lock) == (19, 1)


@ruling("the Master's lock")
def test_an_attack_that_hurts_the_master_does_not_lock() -> None:
    assert fought(duel("ronin", "master", at=REACH), "HC", "W.low").a.lock == 0


@ruling("the Master's lock")
def test_a_clash_with_the_master_locks() -> None:
    after = fought(duel("ronin", "master", at=REACH), "DC", "DC")
    assert (after.a.lock, after.b.lock) == (1, 0)


def test_the_last_three_changes_of_the_rules_can_be_taken_back() -> None:
    before = Duel(Variant(master_unhurt=False, brute_health=5, samurai_free=False))
    assert duel("brute", rules=before).a.health == 5
    assert fought(duel("ronin", "master", at=REACH, rules=before), "HC", "W.low", rules=before).a.lock == 1
    assert fought(duel("samurai", at=(3, 13), rules=before), "LT", "W.low", rules=before).a.stiff
    opened = before.play(duel("samurai", rules=before), (Stance.HIGH, Stance.HIGH), Lot())
    assert len(before.moves(opened, "A")) == len(before.moves(opened, "B"))


# --- weather ------------------------------------------------------------------------------------------------------------


def test_the_33_slots_of_the_weather() -> None:
    shown = {}
    for turn in range(1, 34):
        shown[turn] = weather(duel(turn=turn, drawn=Weather.FOG))
    assert [t for t, w in shown.items() if w is Weather.SUN] == list(range(10, 16))
    assert [t for t, w in shown.items() if w is Weather.FOG] == list(range(19, 25))
    assert [t for t, w in shown.items() if w is Weather.RAIN] == list(range(28, 34))


def test_rain_or_fog_is_drawn_after_slot_18_and_the_count_repeats_after_33() -> None:
    state = duel(turn=18)
    assert state.drawn is None
    assert fought(state, "W.low", "W.low").drawn is Weather.RAIN
    assert slot(planned(state, filled("W.low"), filled("W.low")), lot=1).drawn is Weather.FOG
    ended = fought(duel(turn=33, drawn=Weather.RAIN), "W.low", "W.low")
    assert (ended.turn, ended.drawn) == (1, None)


@ruling("weather goes by slots begun")
def test_dodges_and_new_exchanges_never_reset_the_count() -> None:
    assert fought(duel(turn=7), "W.low", "W.low", dodges="A").turn == 8
    whole = slot(slot(fought(duel(turn=7), "W.low", "W.low")))
    assert (whole.stage, whole.exchange, whole.turn) == (Stage.OPENING, 2, 10)
    assert fought(whole, "W.low", "W.low").turn == 11


class Draws:
    """Chance that remembers what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def randrange(self, stop: int, /) -> int:
        self.asked.append(stop)
        return len(self.asked) % stop


@ruling("who is blinded first")
@pytest.mark.parametrize("former", [0, 1])
@pytest.mark.parametrize("lot", [0, 1])
def test_who_is_blinded_first_is_drawn_each_time(former: int, lot: int) -> None:
    state = planned(duel(turn=9, blinded=former), filled("W.low"), filled("W.low"))
    assert slot(state, lot=lot).blinded == lot


def test_nothing_is_drawn_but_after_slots_9_and_18() -> None:
    drawn = {}
    for turn in range(1, 34):
        draws = Draws()
        state = stepped(planned(duel(turn=turn, drawn=Weather.FOG), filled("W.low"), filled("W.low")))
        RULES.play(state, (Evasion.GO_ON, Evasion.GO_ON), draws)
        drawn[turn] = draws.asked
    assert {turn: asked for turn, asked in drawn.items() if asked} == {9: [2], 18: [2]}


@pytest.mark.parametrize(
    ("steps", "expected"), [(("toward", "stay"), (8, 10)), (("stay", "away"), (6, 12)), (("stay", "stay"), (6, 10))]
)
def test_in_rain_every_move_that_is_not_zero_goes_one_farther(steps: tuple[str, str], expected: tuple[int, int]) -> None:
    assert spaces(fought(duel(turn=19, drawn=Weather.RAIN), "W.low", "W.low", steps)) == expected


def test_in_rain_own_steps_dodges_and_long_strides_go_one_farther_too() -> None:
    wet = rain((5, 9))
    assert spaces(fought(wet, "AC", "W.low")) == (7, 9)
    assert spaces(fought(wet, "RC", "W.low")) == (3, 9)
    assert spaces(fought(wet, "W.low", "W.low", dodges="A")) == (2, 9)
    assert spaces(fought(wet, "W.low", "W.low", dodges="B")) == (5, 12)
    assert spaces(fought(wet, "W.low", "W.low", ("toward 2", "away 2"))) == (8, 12)
    assert spaces(fought(wet, "W.low", "W.low", ("away 2", "stay"))) == (2, 9)


def test_the_low_sun_blinds_one_for_three_slots_and_then_the_other() -> None:
    for first, turn in itertools.product((0, 1), range(9, 17)):
        state = planned(duel(turn=turn, blinded=first), filled("HC"), filled("HC"))
        blind = [RULES.view(state, seat).blind for seat in ("AB" if first == 0 else "BA")]
        assert blind == ([True, False] if 10 <= turn <= 12 else [False, True] if 13 <= turn <= 15 else [False, False])


def test_the_blinded_sees_neither_stance_footwork_technique_nor_place_but_every_hit() -> None:
    state = planned(sun((6, 8)), filled("W.low"), filled("HC"))
    for now in (state, stepped(state)):
        seen = RULES.view(now, "A").other
        assert (seen.stance, seen.space, seen.footwork) == (None, None, None)
    seen = RULES.view(stepped(state), "B").other
    assert (seen.stance, seen.space, seen.footwork) == (Stance.LOW, 6, foot("stay"))
    after = slot(state)
    assert witnessed(after, "A") == Witnessed(None, None, False, None, 0, None, ())
    assert witnessed(after, "B") == Witnessed(Stance.LOW, foot("stay"), False, NAMES["W"], 1, 6, ())
    assert (RULES.view(after, "A").other.stance, RULES.view(after, "A").other.space) == (None, None)
    assert RULES.view(after, "A").own.health == 4
    assert witnessed(fought(sun((6, 8)), "HC", "W.low", dodges="B"), "A").dodged
    hit = witnessed(fought(sun((6, 8)), "HC", "W.low"), "A")
    assert (hit.taken, hit.technique) == (1, None)
    fallen = fought(sun(REACH)._replace(turn=12), "W.low", "DC")
    assert fallen.stage is Stage.OVER
    assert RULES.view(fallen, "A").other.stance is None


@ruling("what the blinded are told")
def test_the_blinded_is_told_of_locks_and_rests_but_not_of_what_was_performed() -> None:
    for turns, told in ((10, ()), (13, ("stiff",))):  # A is blind, then B
        state = planned(sun(FAR)._replace(turn=turns), filled("W.low"), "AT W.middle W.middle")
        assert witnessed(slot(slot(state)), "A").notes == told
    for turns, told in ((10, ()), (13, ("misplay",))):
        state = fought(sun(FAR)._replace(turn=turns), "W.low", "B.high B B")
        assert witnessed(state, "A").notes == told
    locked = sun(FAR)
    locked = locked._replace(b=locked.b._replace(lock=1, stamina=0))
    assert witnessed(fought(locked, "W.low", "W.low"), "A").notes == ("locked", "resting")


@ruling("what the blinded are told")
@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("AT CA CA", "RC CA CA"),  # stiff, not stiff
        ("W.high W.low W.low", "W.high W.middle W.low"),  # an illegal stance
        ("W.high RC.middle CA", "W.high CA CA"),  # a technique that does not fit
        ("DC HC CA", "LT HC CA"),  # recovery
    ],
)
def test_nothing_tells_the_blinded_what_the_other_does_as_long_as_he_is_blind(one: str, two: str) -> None:
    first, second = (planned(sun(FAR), filled("W.low"), text) for text in (one, two))
    for _ in range(2):
        assert RULES.view(first, "A") == RULES.view(second, "A")
        first, second = stepped(first, "stay", "toward"), stepped(second, "stay", "away")
        assert RULES.view(first, "A") == RULES.view(second, "A")
        first, second = (RULES.play(s, _going_on(s), Lot()) for s in (first, second))
    same = {"own": None, "other": None}  # stamina lies open
    assert RULES.view(first, "A")._replace(**same) == RULES.view(second, "A")._replace(**same)  # type: ignore[arg-type]


def _going_on(state: State) -> tuple[Evasion | None, ...]:
    return tuple(Evasion.GO_ON if RULES.moves(state, seat) else None for seat in RULES.seats)


@ruling("collisions in the low sun")
def test_collisions_and_walls_are_announced_to_the_blinded() -> None:
    state = planned(sun((7, 9)), filled("W.low"), filled("W.low"))
    assert RULES.view(stepped(state, "toward", "toward"), "A").own.space == 7
    assert RULES.view(stepped(state, "toward", "stay"), "A").own.space == 8
    assert RULES.view(stepped(planned(sun((1, 9)), filled("W.low"), filled("W.low")), "away"), "A").own.space == 1


@pytest.mark.parametrize(
    ("state", "seen_by_a", "seen_by_b"),
    [
        (duel(at=FAR), True, True),
        (rain(FAR), True, True),
        (fog((7, 8)), True, True),
        (fog((7, 9)), False, False),
        (sun(FAR), False, True),
        (sun(FAR)._replace(turn=13), True, False),
    ],
    ids=["clear", "rain", "near in fog", "fog", "sun", "sun turned"],
)
def test_the_opening_stance_is_revealed_unless_the_weather_hides_it(state: State, seen_by_a: bool, seen_by_b: bool) -> None:
    assert RULES.view(state, "A").other.stance is None
    state = RULES.play(state, (Stance.HIGH, Stance.LOW), Lot())
    assert state.stage is Stage.PLAN
    assert RULES.view(state, "A").other.stance is (Stance.LOW if seen_by_a else None)
    assert RULES.view(state, "B").other.stance is (Stance.HIGH if seen_by_b else None)


@ruling("fog on the track")
@pytest.mark.parametrize(("at", "hidden"), [((6, 8), True), ((7, 8), False)])
def test_in_fog_beyond_one_space_stance_and_footwork_are_hidden_and_places_known(at: tuple[int, int], hidden: bool) -> None:
    state = planned(fog(at), filled("HC"), filled("HC"))
    assert (RULES.view(state, "A").other.stance is None) is hidden
    assert RULES.view(state, "A").other.space == at[1]
    moved = stepped(state, "stay", "away")
    assert RULES.view(moved, "A").other.space == (at[1] if hidden else at[1] + 1)  # set after the dodge
    assert (RULES.view(moved, "A").other.footwork is None) is hidden
    after = slot(state, "stay", "away")
    assert RULES.view(after, "A").other.space == at[1] + 1
    stance, footwork = (None, None) if hidden else (Stance.LOW, foot("away"))
    assert witnessed(after, "A") == Witnessed(stance, footwork, False, NAMES["HC"], 1 if not hidden else 0, at[1] + 1, ())


@ruling("fog on the track")
def test_in_fog_far_and_near_are_judged_by_where_both_stood_when_the_slot_began() -> None:
    parting = slot(planned(fog((7, 8)), filled("W.low"), filled("W.low")), "away", "away")
    assert witnessed(parting, "A").footwork == foot("away")
    meeting = slot(planned(fog((7, 9)), filled("W.low"), filled("W.low")), "toward", "stay")
    assert witnessed(meeting, "A").footwork is None
    assert RULES.view(meeting, "A").other.stance is Stance.LOW


@ruling("when a misplay shows")
def test_fog_and_sun_hide_an_illegal_change_of_stance_too() -> None:
    for state in (fog(FAR), sun(FAR)):
        wrong = slot(planned(state, filled("W.low"), "W.high W.low W.low"))
        assert not RULES.view(wrong, "A").other.misplayed
        assert RULES.view(wrong, "A").other.stance is None


@ruling("held back in fog")
@pytest.mark.parametrize("at", [(a, a + apart) for a in (1, 2, 3, 4) for apart in (2, 3, 4)])
def test_in_fog_a_collision_betrays_no_footwork_before_the_dodge(at: tuple[int, int]) -> None:
    """Whatever the other chose, a player sees and may do the same; he stands where his own step and a wall leave him."""
    mirrored = (16 - at[1], 16 - at[0])
    for steps in [*FOOTWORK, *LONG.values()]:
        for seat, places in (("A", at), ("B", mirrored)):
            state = planned(fog(places), filled("HC"), filled("HC"))
            known = set()
            for hidden in [*FOOTWORK, *LONG.values()]:
                after = RULES.play(state, (steps, hidden) if seat == "A" else (hidden, steps), Lot())
                view = RULES.view(after, seat)
                known.add((view, RULES.moves(after, seat)))
                room = max(1, at[0] + steps.spaces)
                assert view.own.space == (room if seat == "A" else 16 - room)
                assert bool(RULES.moves(after, seat)) is (room >= 3)
            assert len(known) == 1


@ruling("held back in fog")
@pytest.mark.parametrize(("seat", "at"), [("A", (2, 4)), ("B", (12, 14))])
def test_in_fog_a_dodge_that_finds_no_room_is_no_dodge(seat: str, at: tuple[int, int]) -> None:
    """He took himself to be a space further on; the collision that held him back shows now: nothing is paid or cancelled."""
    own = RULES.seats.index(seat)
    state = planned(having(fog(at), 10, 10), filled("HC"), filled("HC"))
    held_back = slot(state, "toward", "toward", dodges=seat)
    assert held_back.stage is Stage.FOOTWORK
    assert spaces(held_back) == at
    assert (deeds(held_back)[own].dodged, deeds(held_back)[own].technique) == (False, NAMES["HC"])
    assert stamina(held_back)[own] == 10 - 1
    free = slot(state, *(("toward", "away") if seat == "A" else ("away", "toward")), dodges=seat)
    assert free.stage is Stage.OPENING
    assert spaces(free)[own] == (1, 15)[own]


@ruling("held back in fog")
def test_a_collision_in_near_fog_is_seen() -> None:
    near = stepped(planned(fog((7, 8)), filled("HC"), filled("HC")), "toward", "toward")
    assert RULES.view(near, "A").own.space == 7


@ruling("what lies open")
@pytest.mark.parametrize("state", [fog(FAR), sun(FAR)], ids=["fog", "sun"])
def test_health_stamina_locks_and_rests_lie_open_in_any_weather(state: State) -> None:
    state = state._replace(b=state.b._replace(stamina=0, lock=2, health=3))
    seen = RULES.view(planned(state, filled("W.low"), filled("W.low")), "A").other
    assert (seen.health, seen.stamina, seen.lock, seen.resting) == (3, 0, 2, True)
    tired = planned(having(state._replace(b=state.b._replace(lock=0)), 10, 10), filled("W.low"), filled("W.low"))
    told = [RULES.view(slot(tired, "stay", step), "A").other.stamina for step in ("stay", "away")]
    assert told == [11, 10]  # what stamina tells of hidden footwork is part of the game


@pytest.mark.parametrize("other", ["LT HC HC", "LT RH LT", "LT B AT", "LT W.middle RC"])
def test_a_plan_is_hidden_until_its_slot(other: str) -> None:
    """Whatever the other has laid for slots 2 and 3, the view is the same until they are played."""
    one, two = (planned(duel(), "HC HC HC", text) for text in ("LT LT LT", other))
    assert RULES.view(one, "A") == RULES.view(two, "A")
    assert RULES.view(one, "B") != RULES.view(two, "B")
    assert RULES.view(stepped(one), "A") == RULES.view(stepped(two), "A")


# --- properties over random play --------------------------------------------------------------------------------------


def played(seed: int, slots: int) -> list[State]:
    chance = random.Random(seed)
    state = RULES.setup(chance)
    states = [state]
    while RULES.result(state) is None and len(states) < slots:
        may = [RULES.moves(state, seat) for seat in RULES.seats]
        chosen = [m[chance.randrange(len(m))] if m else None for m in may]
        states.append(RULES.play(state, chosen, chance))
        state = states[-1]
    return states


@given(st.integers(0, 10**6))
def test_what_holds_in_every_duel(seed: int) -> None:
    states = played(seed, 120)
    for former, state in itertools.pairwise(states):
        for was, now in ((former.a, state.a), (former.b, state.b)):
            assert now.duellist is None or was.duellist is None or now.health <= was.health
            assert 0 <= now.stamina <= 20
            assert 1 <= now.space <= 15
            assert now.lock <= 3
            if state.stage in (Stage.FOOTWORK, Stage.DODGE) and former.stage not in (Stage.PLAN, Stage.OPENING):
                assert now.plan == was.plan
            if former.stage is Stage.DODGE and was.lock:
                assert state.last is not None
                deed = state.last.deeds[0 if was is former.a else 1]
                assert (deed.technique, deed.footwork, deed.dodged) == (None, None, False)
        assert state.a.space < state.b.space
        assert state.turn in (former.turn, former.turn % 33 + 1)
    assert states == played(seed, 120)


def mirrored(state: State) -> State:
    """The same duel as it looks from the other end of the track: A is B."""

    def turned(f: Any) -> Any:
        return f._replace(space=16 - f.space, **({"was": 16 - f.was} if isinstance(f, Fighter) else {}))

    last = state.last
    if last is not None:
        blind = None if last.blinded is None else 1 - last.blinded
        last = last._replace(blinded=blind, deeds=(turned(last.deeds[1]), turned(last.deeds[0])))
    return state._replace(a=turned(state.b), b=turned(state.a), blinded=1 - state.blinded, last=last)


@given(st.integers(0, 10**6))
def test_the_rules_are_the_same_for_both(seed: int) -> None:
    chance = random.Random(seed)
    state = RULES.setup(chance)
    for _ in range(90):
        if RULES.result(state) is not None:
            break
        may = [RULES.moves(state, seat) for seat in RULES.seats]
        assert [RULES.moves(mirrored(state), seat) for seat in "BA"] == may
        # in footwork the first is toward: they meet
        one, two = (m[0 if chance.random() < 0.3 else chance.randrange(len(m))] if m else None for m in may)
        lot = chance.randrange(2)
        after = RULES.play(state, (one, two), Lot(lot))
        sun_comes = state.turn == 9 and after.turn == 10
        assert RULES.play(mirrored(state), (two, one), Lot(1 - lot if sun_comes else lot)) == mirrored(after)
        assert RULES.view(mirrored(after), "B") == _seen_from_the_other_end(RULES.view(after, "A"))
        state = after


def _seen_from_the_other_end(view: View) -> View:
    def turned(thing: Any) -> Any:
        if thing is None or thing.space is None:
            return thing
        return thing._replace(space=16 - thing.space, **({"was": 16 - thing.was} if isinstance(thing, Fighter) else {}))

    return view._replace(
        own=turned(view.own), other=turned(view.other), done=turned(view.done), witnessed=turned(view.witnessed)
    )


def test_a_choice_that_the_cards_do_not_allow_is_refused() -> None:
    state = planned(duel("brute"), filled("W.low"), filled("W.low"))
    long_stride = RULES.moves(planned(duel("ronin"), filled("W.low"), filled("W.low")), "A")[3]
    with pytest.raises(ValueError, match="footwork"):
        RULES.play(state, (long_stride, RULES.moves(state, "B")[0]), Lot())
    with pytest.raises(ValueError, match="footwork"):
        RULES.play(state, (None, RULES.moves(state, "B")[0]), Lot())


JUNK: tuple[Any, ...] = (
    None, "junk", 7, (), [], (1, 2, 3), ("toward", 1), Duellist.RONIN, Stance.LOW, Evasion.DODGE, Footwork("toward", 3),
    plan("HC HC"), (*plan("HC HC HC"), "junk"), (*plan("HC HC"), "junk"), [*plan("HC HC HC")], plan("HC HC HC HC"),
    (*plan("HC HC"), ("low", "HC")), (*plan("HC HC"), Pair(2, NAMES["HC"])), (*plan("HC HC"), Pair(Stance.LOW, "HC")),
    (*plan("HC HC"), Pair(Stance.LOW, None)), (*plan("HC HC"), Pair(Stance.LOW, DC._replace(cost=0))),
    (*plan("HC HC"), Pair(Stance.LOW, tuple(NAMES["HC"]))), (*plan("HC HC"), (Stance.LOW, NAMES["HC"])), plan("RC RC RC"),
)  # type: ignore[arg-type]  # fmt: skip


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("stage", [Stage.DUELLIST, Stage.OPENING, Stage.PLAN, Stage.FOOTWORK, Stage.DODGE])
def test_a_choice_that_is_none_is_refused(stage: Stage, junk: Any) -> None:
    opened = RULES.play(duel("brute", "brute"), (Stance.LOW, Stance.LOW), Lot())
    laid = RULES.play(opened, (plan("HC HC HC"),) * 2, Lot())
    state, fair = {
        Stage.DUELLIST: (RULES.setup(Lot()), Duellist.BRUTE),
        Stage.OPENING: (duel(), Stance.LOW),
        Stage.PLAN: (opened, plan("HC HC HC")),
        Stage.FOOTWORK: (laid, TOWARD),
        Stage.DODGE: (stepped(laid), Evasion.GO_ON),
    }[stage]
    assert state.stage is stage
    if type(junk) is type(fair) and stage in (Stage.DUELLIST, Stage.OPENING, Stage.DODGE):
        return
    for chosen in ((junk, fair), (fair, junk)):
        with pytest.raises(ValueError, match=r"choose|plan|slot 1"):
            RULES.play(state, chosen, Lot())
    for chosen in ((), (fair,), (fair, fair, fair)):
        with pytest.raises(ValueError, match="unpack"):
            RULES.play(state, chosen, Lot())


def test_nothing_is_chosen_when_the_duel_is_over() -> None:
    over = fought(duel(at=REACH), "DC", "W.low")
    with pytest.raises(ValueError, match="over"):
        RULES.play(over, (None, None), Lot())


@ruling("no last slot")
def test_a_playout_takes_a_cap_and_reports_a_game_that_reaches_it_as_unfinished() -> None:
    def away(moves: Any, _chance: Any) -> Any:
        return moves[-1] if isinstance(moves[0], Footwork) else moves[0]

    state, slots = playout(RULES, away, away, Lot(), 150)
    assert (slots, RULES.result(state)) == (150, None)


def test_every_ruling_is_tested_by_name() -> None:
    assert {r.name for r in RULES.rulings} == RULED


# --- as a person reads it ---------------------------------------------------------------------------------------------


def told(card: str, variant: Variant = Variant()) -> list[str]:  # noqa: B008 (a constant)
    return [line.strip() for line in Duel(variant).describe(card).splitlines()]


def test_an_interception_is_a_5_where_the_technique_lists_less() -> None:
    assert "against Advancing Thrust: you deal 2" in told("retreating-horizontal-cut")
    assert "against Low Advancing Thrust: you take 5, and yours is cancelled" in told("retreating-horizontal-cut")
    assert "against Downward Cut: you deal 5 and cancel it" in told("advancing-thrust")
    assert "against Retreating Cut: you deal 5" in told("downward-cut")
    assert "against Counterattack: you deal 1" in told("retreating-cut")
    assert "against Counterattack: nothing happens" in told("block")


def test_what_the_samurai_does_to_a_mighty_cut_is_told() -> None:
    mighty = "against the Brute's Advancing Cut in slot 1"
    blocked = "nothing comes through; its owner is locked for the next slot"
    block, counter, cut = told("block"), told("counterattack"), told("advancing-cut")
    assert f"as the Samurai, against Advancing Cut: {blocked}" in block
    assert f"as the Samurai, {mighty}: {blocked}" in block
    assert f"as the Samurai, against Low Advancing Thrust: {blocked}" in block
    assert f"{mighty}: you take 5, and yours is cancelled" in block
    assert not any(line.startswith("as the Samurai, against the Brute's Downward") for line in block)
    assert "as the Samurai, against Advancing Cut: you deal 1" in counter
    assert f"as the Samurai, {mighty}: you take 5, and yours is cancelled" in counter
    assert "against the Samurai's Counterattack: you take 1" in cut
    assert "as the Brute in slot 1, against the Samurai's Counterattack: you deal 5 and cancel it" in cut
    locked = "against the Samurai's Block: nothing comes through; you are locked for the next slot"
    assert locked in cut
    assert f"as the Brute in slot 1, {locked}" in cut
    assert locked in told("advancing-thrust")
    assert not any("Samurai's Block" in line for line in told("retreating-cut"))
    assert any(line.startswith("as the Brute in slot 1, against the Brute's Advancing Cut in slot 1: a Clash") for line in cut)


@pytest.mark.parametrize("card", ["wait", "stay"])
def test_the_1_of_a_wait_is_told(card: str) -> None:
    assert any("with Stay as the footwork chosen recovers 1 stamina" in line for line in told(card))


def test_what_is_told_is_right_for_an_earlier_edition_too() -> None:
    before = Variant(master_unhurt=False, brute_health=5, samurai_free=False)
    game, now = Duel(before).describe(), RULES.describe()
    assert "There are 888 legal plans, 1088 for the Samurai." in now
    assert "There are 888 legal plans." in game
    assert "1088" not in game
    assert "health: 5" in told("brute", before)
    assert "Whoever attacks him is locked for the next slot." in told("master", before)
    assert "Whoever attacks him without doing damage is locked for the next slot." in told("master")
    assert "no stiffness" in told("samurai")[-1]
    assert "no stiffness" not in told("samurai", before)[-1]
    assert any("not for the Samurai" in line for line in told("downward-cut"))
    assert not any("not for the Samurai" in line for line in told("downward-cut", before))
    assert "him High then Low" in now
    assert "him High then Low" not in game
    assert "deals the Master nothing" not in game
    assert {r.name for r in Duel(before).rulings} == {r.name for r in RULES.rulings}
    assert all(ruling.code not in now for ruling in RULES.rulings)


def test_the_deck_has_24_faces_and_109_cards() -> None:
    rows = [row for row in RULES.deck() if not row.optional]
    assert len(rows) == 24
    assert sum(r.copies * (1 if r.shared else 2) for r in rows) == 109
    assert {r.card for r in RULES.deck()} == set(RULES.facts())
    assert RULES.facts()["counterattack"]["damage"] == CA.damage
