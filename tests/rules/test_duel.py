"""Duel, sentence by sentence of its source, and ruling by ruling."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.rules.duel import RULES, Duel, Stage, State, Variant
from cardgen.rules.duel.plans import legal_plans, misplays
from cardgen.rules.duel.state import weather
from cardgen.rules.duel.terms import CA, TABLE, TECHNIQUES, WRITTEN, Duellist, Stance, Weather
from tests.rules.table import Lot, duel, filled, fought, health, plan, planned, slot, spaces, stamina

NEAR, REACH = (7, 8), (7, 9)
"""One space apart and two: in reach."""


# --- set-up ---------------------------------------------------------------------------------------------------------


def test_a_begins_on_6_and_b_on_10_with_20_stamina() -> None:
    state = RULES.setup(Lot())
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


@pytest.mark.parametrize(
    ("text", "free", "wrong"),
    [
        ("RC RC RC", False, (False, False, False)),
        ("RC HC HC", False, (False, True, False)),  # High to Low; then Low from Middle is a step
        ("DC HC HC", False, (False, False, False)),  # the drop after a heavy cut
        ("DC W.low HC", False, (False, False, False)),
        ("AC RH HC", False, (False, True, False)),
        ("AC B HC", False, (False, True, False)),
        ("AC B HC", True, (False, False, False)),
        ("DC HC HC", True, (False, True, False)),  # free of recovery: no drop either
        ("B.high B B", False, (True, False, False)),  # a technique of another stance
        ("W.high W.middle W.low", False, (False, False, False)),
        ("W.high W.low W.low", False, (False, True, False)),
    ],
)
def test_stances_change_one_step_at_a_time(text: str, free: bool, wrong: tuple[bool, ...]) -> None:
    assert misplays(plan(text), free) == wrong


def test_what_is_legal_is_offered_and_what_is_offered_is_legal() -> None:
    for free in (False, True):
        for opening in Stance:
            for p in legal_plans(opening, free):
                assert not any(misplays(p, free))
                assert p[0].stance is opening


def test_a_misplay_fails_and_returns_to_middle() -> None:
    state = slot(planned(duel(at=REACH), "RC HC HC", "W.high W.high W.high"), "stay", "stay")
    state = state._replace(a=state.a._replace(space=7), b=state.b._replace(space=9))
    assert state.a.stance is Stance.MIDDLE
    after = slot(state)
    assert after.last is not None
    assert after.last.deeds[0].technique is None
    assert stamina(after)[0] == stamina(state)[0]


def test_a_cut_that_was_rested_makes_no_misplay_of_the_drop() -> None:
    tired = duel()
    tired = tired._replace(a=tired.a._replace(stamina=1))
    state = slot(planned(tired, "DC HC HC", "W.high W.high W.high"))
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


def test_spaces_1_and_15_are_walls() -> None:
    assert spaces(fought(duel(at=(1, 15)), "W.low", "W.low", ("away", "away"))) == (1, 15)
    assert spaces(fought(duel(at=(2, 14)), "W.low", "W.low", ("away 2", "away 2"))) == (1, 15)


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


def test_own_steps_are_simultaneous_and_follow_the_same_rule() -> None:
    assert spaces(fought(duel(at=(7, 9)), "AT", "AT")) == (7, 9)
    assert spaces(fought(duel(at=(7, 9)), "B", "B")) == (6, 10)


# --- dodge and pursuit ------------------------------------------------------------------------------------------------


def test_a_dodge_costs_1_moves_back_2_and_ends_the_exchange() -> None:
    state = fought(duel(at=REACH), "DC", "W.low", dodges="B")
    assert spaces(state) == (7, 11)
    assert health(state) == (5, 5)
    assert state.stage is Stage.OPENING
    assert state.b.stamina == 20  # 1 paid, 5 recovered, 20 at most
    assert state.turn == 2


def test_a_dodge_cancels_the_dodgers_technique() -> None:
    state = fought(duel(at=REACH), "W.low", "AC", dodges="B")
    assert state.last is not None
    assert state.last.deeds[1].technique is None
    assert health(state) == (5, 5)


@pytest.mark.parametrize(("at", "may"), [(3, True), (2, False), (1, False)])
def test_a_dodge_requires_clear_space_behind(at: int, may: bool) -> None:
    state = RULES.play(
        planned(duel(at=(at, 10)), filled("W.low"), filled("W.low")),
        (RULES.moves(planned(duel(), filled("W.low"), filled("W.low")), "A")[1],) * 2,
        Lot(),
    )  # type: ignore[arg-type]
    assert bool(RULES.moves(state, "A")) is may


@pytest.mark.parametrize(
    ("technique", "at", "taken"),
    [("AC", (7, 8), 5), ("AT", (7, 8), 1), ("LT", (7, 8), 1), ("AC", (6, 8), 5), ("AC", (5, 8), 0), ("DC", (7, 8), 0),
     ("RC", (7, 8), 0), ("HC", (7, 8), 0), ("RH", (7, 8), 0)],
)  # fmt: skip
def test_only_three_techniques_pursue_a_dodger_within_three_spaces(technique: str, at: tuple[int, int], taken: int) -> None:
    """After the attacker's own step: from 7 against 8 the dodger ends on 10, the pursuer on 8."""
    state = fought(duel("ronin", "ronin", at=at), technique, "W.low", dodges="B")
    assert state.b.health == 5 - taken


def test_both_may_dodge_at_once() -> None:
    assert spaces(fought(duel(), "DC", "DC", dodges="AB")) == (4, 12)


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


@pytest.mark.parametrize("row", range(9))
@pytest.mark.parametrize("column", range(9))
def test_every_cell_is_played_as_it_is_written(row: int, column: int) -> None:
    """At whatever distance both reach after their own steps (two that step back only meet at a wall)."""
    one, two = TECHNIQUES[row], TECHNIQUES[column]
    if one.defends and two.defends:
        return
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


def test_if_neither_reaches_no_one_is_hurt() -> None:
    assert health(fought(duel(at=(4, 12)), "DC", "DC")) == (5, 5)


@pytest.mark.parametrize(("technique", "damage"), [("DC", 5), ("AC", 5), ("RC", 2), ("AT", 2), ("HC", 1), ("RH", 1), ("LT", 2)])
def test_if_only_one_reaches_it_deals_its_listed_damage(technique: str, damage: int) -> None:
    start = 2 - next(t.step for t in TECHNIQUES if t.short == technique) * -1
    state = fought(duel(at=(5, 5 + start)), technique, "W.low")
    assert state.b.health == 5 - damage


@pytest.mark.parametrize(("apart", "taken"), [(2, 0), (3, 2), (4, 0)])
def test_advancing_thrust_lands_at_exactly_two(apart: int, taken: int) -> None:
    assert fought(duel(at=(5, 5 + apart)), "AT", "W.low").b.health == 5 - taken


def test_in_a_clash_both_pay_2_and_are_knocked_back_one() -> None:
    state = fought(duel(at=REACH), "DC", "DC")
    assert (health(state), stamina(state), spaces(state)) == ((5, 5), (18, 18), (6, 10))
    assert spaces(fought(duel(at=(1, 2)), "DC", "DC")) == (1, 3)  # at a wall none


def test_the_knock_back_of_a_clash_is_no_move_in_rain() -> None:
    assert spaces(fought(duel(at=REACH, turn=19, drawn=Weather.RAIN), "DC", "DC")) == (6, 10)


# --- stamina ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("technique", [t for t in TECHNIQUES if t.attacks])
def test_an_attack_is_paid_for_also_when_it_misses(technique: object) -> None:
    state = fought(duel(at=(4, 12)), technique.short, "W.low", ("stay", "away"))  # type: ignore[attr-defined]
    assert state.a.stamina == 20 - technique.cost  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("defence", "attack", "cost"),
    [("B", "RC", 1), ("B", "DC", 0), ("B", "W.low", 0), ("B", "CA", 0), ("CA", "AT", 1), ("CA", "LT", 1),
     ("CA", "RC", 0), ("CA", "B", 0)],
)  # fmt: skip
def test_counterattack_and_block_cost_1_only_when_they_work(defence: str, attack: str, cost: int) -> None:
    step = next((t.step for t in TECHNIQUES if t.short == attack.split(".")[0]), 0)
    back = 1 if defence == "B" else 0
    apart = max(1, 2 + step - back)
    state = fought(duel(at=(1, 1 + apart)), defence, attack)  # at the wall, where Block's step ends
    assert state.a.stamina == 20 - cost


def test_an_attack_that_falls_short_through_blocks_step_was_not_blocked() -> None:
    assert fought(duel("samurai", at=REACH), "B", "HC").a.stamina == 20


def test_wait_with_stay_recovers_1_and_with_a_step_nothing() -> None:
    state = duel()._replace()
    tired = state._replace(a=state.a._replace(stamina=10), b=state.b._replace(stamina=10))
    assert stamina(fought(tired, "W.low", "W.low", ("stay", "away"))) == (11, 10)


def test_between_exchanges_both_recover_5_up_to_20() -> None:
    state = duel()
    tired = state._replace(a=state.a._replace(stamina=10), b=state.b._replace(stamina=17))
    after = slot(slot(slot(planned(tired, filled("W.low"), filled("W.low")), "away", "away"), "away", "away"), "away", "away")
    assert after.stage is Stage.OPENING
    assert stamina(after) == (15, 20)


@pytest.mark.parametrize(
    ("has", "technique", "rests"), [(0, "W.low", True), (1, "DC", True), (1, "HC", False), (1, "B", False), (2, "DC", False)]
)
def test_too_little_stamina_forces_a_rest(has: int, technique: str, rests: bool) -> None:
    state = duel(at=REACH)
    state = planned(state._replace(a=state.a._replace(stamina=has)), filled(technique), filled("W.low"))
    assert state.a.resting is rests
    if rests:
        assert not RULES.moves(state, "A")
        after = slot(state, None, "stay")
        assert after.a.stamina == has + 1
        assert after.last is not None
        assert after.last.deeds[0].technique is None


# --- states -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", ["DC", "AC"])
def test_heavy_recovery_follows_a_heavy_cut_but_not_the_samurais(cut: str) -> None:
    assert fought(duel(at=(4, 12)), cut, "W.low").a.heavy
    assert not fought(duel("samurai", at=(4, 12)), f"{cut} W.high W.high", "W.low").a.heavy


@pytest.mark.parametrize("thrust", ["AT", "LT"])
def test_a_thrust_that_deals_no_damage_leaves_only_footwork(thrust: str) -> None:
    state = fought(duel(at=(3, 12)), f"{thrust} {thrust} {thrust}", "W.low")
    assert state.a.stiff
    moved = RULES.play(state, (RULES.moves(state, "A")[0], RULES.moves(state, "B")[1]), Lot())
    assert not RULES.moves(moved, "A")
    after = RULES.play(moved, (None, RULES.moves(moved, "B")[0]), Lot())
    assert after.last is not None
    assert after.last.deeds[0].technique is None
    assert spaces(after)[0] == spaces(state)[0] + 1
    assert not after.a.stiff
    assert not fought(duel("samurai", at=(3, 12)), thrust, "W.low").a.stiff


def test_a_thrust_that_hits_does_not_stiffen() -> None:
    assert not fought(duel(at=(5, 8)), "AT", "W.low").a.stiff


def test_recovery_and_stiffness_clear_between_exchanges_and_locks_stay() -> None:
    state = slot(slot(planned(duel("brute", at=(3, 12)), "DC HC HC", filled("W.low"))))
    assert state.a.lock == 2
    after = slot(state, dodges="B")
    assert after.stage is Stage.OPENING
    assert after.a.lock == 1
    assert not after.a.heavy


def test_nobody_acts_in_a_lock_but_damage_still_lands() -> None:
    state = fought(duel("brute", at=(5, 9)), "DC HC HC", "W.high DC W.low", ("stay", "toward"))
    assert state.a.lock == 3
    assert not RULES.moves(state, "A")
    after = slot(state, None, "toward")
    assert after.a.health == 6 - 5
    assert after.last is not None
    assert after.last.deeds[0].technique is None


def test_an_intercepted_technique_was_performed() -> None:
    """It pays, it stiffens, and a heavy one leaves recovery behind."""
    after = fought(duel(at=(5, 9)), "AT", "LT")  # the low thrust is intercepted for 5
    assert (health(after), after.b.stamina, after.b.stiff) == ((5, 0), 18, True)
    cut = fought(duel("brute", "ronin", at=(6, 9)), "W.high", "AC")
    assert cut.b.heavy


def test_of_two_locks_the_longer_holds() -> None:
    assert fought(duel("brute", "master", at=(4, 12)), "DC", "W.low").a.lock == 3


def test_a_void_wait_recovers_nothing() -> None:
    state = duel("brute", at=(3, 12))
    state = slot(planned(state._replace(a=state.a._replace(stamina=10)), "DC W.low W.low", filled("W.low")))
    assert state.a.lock == 3
    assert slot(state, None, "stay").a.stamina == state.a.stamina


def test_a_locked_players_stance_is_shown_and_taken() -> None:
    state = slot(planned(duel("brute", at=(3, 12)), "DC HC HC", filled("W.low")))
    assert (state.a.stance, state.a.lock) == (Stance.LOW, 3)


# --- the end ----------------------------------------------------------------------------------------------------------


def test_health_0_loses_and_both_in_one_slot_is_a_draw() -> None:
    won = fought(duel(at=REACH), "DC", "W.low")
    assert RULES.result(won) is not None
    assert RULES.result(won).winners == ("A",)  # type: ignore[union-attr]
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
@pytest.mark.parametrize("answer", ["RC", "AT", "HC", "LT", "B", "CA"])
def test_a_mighty_cut_goes_before_every_normal_technique(cut: str, at: tuple[int, int], answer: str) -> None:
    state = duel("brute", at=at)
    for shift in (0, -1, 1):
        after = fought(state._replace(b=state.b._replace(space=at[1] + shift)), cut, answer)
        assert after.last is not None
        if 1 <= after.last.distance <= 2:
            assert health(after) == (6, 0)
            return
    pytest.fail("out of reach")


def test_only_slot_1_is_mighty() -> None:
    state = slot(planned(duel("brute", at=(5, 9)), "W.high AC W.low", "W.middle AT W.low"))
    assert health(slot(state))[0] == 6 - 5


def test_two_mighty_cuts_meet_by_the_table() -> None:
    assert health(fought(duel("brute", "brute", at=REACH), "DC", "AC")) == (1, 6)
    assert fought(duel("brute", "brute", at=REACH), "DC", "DC").last.clash  # type: ignore[union-attr]


@pytest.mark.parametrize(("dodges", "at", "lock"), [("", (4, 12), 3), ("B", (7, 8), 3), ("", (7, 9), 0)])
def test_a_missed_mighty_cut_locks_the_brute_for_three_slots(dodges: str, at: tuple[int, int], lock: int) -> None:
    assert fought(duel("brute", at=at), "DC", "W.low", dodges=dodges).a.lock == lock


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


def test_the_samurais_block_does_not_stop_downward_cut() -> None:
    assert fought(duel("ronin", "samurai", at=(7, 8)), "DC", "B").b.health == 0


def test_the_samurais_counterattack_stops_an_ordinary_advancing_cut_and_deals_1() -> None:
    assert health(fought(duel("ronin", "samurai", at=(6, 8)), "AC", "CA")) == (4, 5)
    assert health(fought(duel("brute", "samurai", at=(6, 8)), "AC", "CA")) == (6, 0)


@pytest.mark.parametrize("attack", [t.short for t in TECHNIQUES])
def test_an_attack_that_deals_the_master_nothing_locks_its_owner(attack: str) -> None:
    technique = next(t for t in TECHNIQUES if t.short == attack)
    words = f"{attack}.middle" if technique.stance is None else attack
    assert fought(duel("ronin", "master", at=(3, 13)), words, "W.low").a.lock == (1 if technique.attacks else 0)


def test_an_attack_that_hurts_the_master_does_not_lock() -> None:
    assert fought(duel("ronin", "master", at=REACH), "HC", "W.low").a.lock == 0


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
    ended = fought(duel(turn=33, drawn=Weather.RAIN), "W.low", "W.low")
    assert (ended.turn, ended.drawn) == (1, None)


def test_dodges_and_new_exchanges_never_reset_the_count() -> None:
    assert fought(duel(turn=7), "W.low", "W.low", dodges="A").turn == 8


@pytest.mark.parametrize(
    ("steps", "expected"), [(("toward", "stay"), (8, 10)), (("stay", "away"), (6, 12)), (("stay", "stay"), (6, 10))]
)
def test_in_rain_every_move_that_is_not_zero_goes_one_farther(steps: tuple[str, str], expected: tuple[int, int]) -> None:
    assert spaces(fought(duel(turn=19, drawn=Weather.RAIN), "W.low", "W.low", steps)) == expected


def test_in_rain_own_steps_and_dodges_go_one_farther_too() -> None:
    rain = duel(at=(5, 9), turn=19, drawn=Weather.RAIN)
    assert spaces(fought(rain, "AC", "W.low")) == (7, 9)
    assert spaces(fought(rain, "RC", "W.low")) == (3, 9)
    assert spaces(fought(rain, "W.low", "W.low", dodges="A")) == (2, 9)


def test_the_low_sun_blinds_one_for_three_slots_and_then_the_other() -> None:
    for turn in range(9, 17):
        state = planned(duel(turn=turn, blinded=0), filled("HC"), filled("HC"))
        blind = [RULES.view(state, seat).blind for seat in "AB"]
        assert blind == ([True, False] if 10 <= turn <= 12 else [False, True] if 13 <= turn <= 15 else [False, False])


def test_the_blinded_sees_neither_stance_footwork_technique_nor_place_but_every_hit() -> None:
    state = planned(duel(at=(6, 8), turn=10, blinded=0), filled("W.low"), filled("HC"))
    seen = RULES.view(state, "A").other
    assert (seen.stance, seen.space) == (None, None)
    assert RULES.view(state, "B").other.stance is Stance.LOW
    after = RULES.view(slot(state), "A")
    assert after.witnessed is not None
    assert (after.witnessed.technique, after.witnessed.footwork, after.witnessed.space) == (None, None, None)
    assert after.done is not None
    assert after.done.taken == 1
    assert after.own.health == 4


@pytest.mark.parametrize(("at", "hidden"), [((6, 8), True), ((7, 8), False)])
def test_in_fog_beyond_one_space_stance_and_footwork_are_hidden_and_places_known(at: tuple[int, int], hidden: bool) -> None:
    state = planned(duel(at=at, turn=19, drawn=Weather.FOG), filled("HC"), filled("HC"))
    assert (RULES.view(state, "A").other.stance is None) is hidden
    assert RULES.view(state, "A").other.space == at[1]
    stepped = RULES.play(state, (RULES.moves(state, "A")[1], RULES.moves(state, "B")[2]), Lot())
    assert RULES.view(stepped, "A").other.space == (at[1] if hidden else at[1] + 1)  # set after the dodge
    assert (RULES.view(stepped, "A").other.footwork is None) is hidden
    after = RULES.view(RULES.play(stepped, (RULES.moves(stepped, "A")[0], RULES.moves(stepped, "B")[0]), Lot()), "A")
    assert after.other.space == at[1] + 1


@pytest.mark.parametrize("other", ["LT HC HC", "LT RH LT", "LT B AT", "LT W.middle RC"])
def test_a_plan_is_hidden_until_its_slot(other: str) -> None:
    """Whatever the other has laid for slots 2 and 3, the view is the same until they are played."""
    one, two = (planned(duel(), "HC HC HC", text) for text in ("LT LT LT", other))
    assert RULES.view(one, "A") == RULES.view(two, "A")
    assert RULES.view(one, "B") != RULES.view(two, "B")
    stepped = [RULES.play(s, (RULES.moves(s, "A")[1], RULES.moves(s, "B")[1]), Lot()) for s in (one, two)]
    assert RULES.view(stepped[0], "A") == RULES.view(stepped[1], "A")


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


def test_a_choice_that_the_cards_do_not_allow_is_refused() -> None:
    state = planned(duel("brute"), filled("W.low"), filled("W.low"))
    long_stride = RULES.moves(planned(duel("ronin"), filled("W.low"), filled("W.low")), "A")[3]
    with pytest.raises(ValueError, match="footwork"):
        RULES.play(state, (long_stride, RULES.moves(state, "B")[0]), Lot())
    with pytest.raises(ValueError, match="footwork"):
        RULES.play(state, (None, RULES.moves(state, "B")[0]), Lot())


def test_every_ruling_has_a_name_of_its_own_and_a_reason() -> None:
    assert len({r.name for r in RULES.rulings}) == len(RULES.rulings)
    assert all(r.says and r.why for r in RULES.rulings)


def test_the_deck_has_24_faces_and_109_cards() -> None:
    rows = [row for row in RULES.deck() if not row.optional]
    assert len(rows) == 24
    assert sum(r.copies * (1 if r.shared else 2) for r in rows) == 109
    assert {r.card for r in RULES.deck()} == set(RULES.facts())
    assert RULES.facts()["counterattack"]["damage"] == CA.damage
