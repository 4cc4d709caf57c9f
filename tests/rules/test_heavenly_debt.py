"""The Round of the Duel of Heavenly Debt, sentence by sentence of its source, and ruling by ruling."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from cardgen.rules.heavenly_debt import HeavenlyDebt, Stage
from cardgen.rules.heavenly_debt.checks import compared, outcome_of, suppressed, taken
from cardgen.rules.heavenly_debt.state import After, Bid, Effort, Word
from cardgen.rules.heavenly_debt.steps import gains
from cardgen.rules.heavenly_debt.terms import (
    ATTACK,
    BOSS,
    CRANE,
    CRITICAL,
    FAILURE,
    FEINT,
    FIERCE,
    FIST,
    GUARD,
    HEROES,
    MINION,
    MOB,
    PARTIAL,
    QI_BURST,
    RIVAL,
    SEAL,
    STANCES,
    SUCCESS,
    TEMPERAMENTS,
    Clash,
    Outcome,
    Stance,
)
from tests.rules.heavenly_debt_table import LETTERS, Lots, duel, having, played, revealed, rules_for, went_on

# a Mask: Force 1, Grace 1, Guile 3, Insight 2; Realm Bonus 1, Defense 20

# --- the four Stances -------------------------------------------------------------------------------------------------


def test_each_stance_beats_one_and_loses_to_one_and_all_else_is_a_draw() -> None:
    beats = {(ATTACK, FEINT), (FEINT, QI_BURST), (QI_BURST, GUARD), (GUARD, ATTACK)}
    for own, foe in product(STANCES, repeat=2):
        clash = Clash.WON if (own, foe) in beats else Clash.LOST if (foe, own) in beats else Clash.DRAW
        assert compared(own, foe, 0) is clash
    assert all((stance, stance.beats) in beats and (stance.loses, stance) in beats for stance in STANCES)


@pytest.mark.parametrize(("own", "harm"), [("A", 2), ("G", 1), ("F", 1), ("Q", 3)])
def test_what_each_stance_deals_when_it_lands(own: str, harm: int) -> None:
    state = played(duel(kind=BOSS), own, own, 19)  # a Draw, a Success
    assert state.bout.outcome is SUCCESS
    assert state.bout.hit == (True, harm, False, False)
    assert state.foe.ward == BOSS.ward - harm


def test_the_foes_stances_deal_the_same() -> None:
    for foe, harm in {"A": 2, "G": 1, "F": 1, "Q": 3}.items():
        state = played(duel(), foe, foe, 2)  # a Draw, a Failure
        assert (state.bout.outcome, state.bout.foe_hit) == (FAILURE, (True, harm, False, False))
        assert state.player.ward == 6 - harm


def test_a_fists_attack_deals_three() -> None:
    assert played(duel(hero=FIST), "A", "A", 19).foe.ward == RIVAL.ward - 3
    assert played(duel(hero=CRANE), "A", "A", 19).foe.ward == RIVAL.ward - 2
    assert played(duel(hero=FIST), "A", "A", 2).player.ward == 6 - 2  # the foe is none
    assert [played(duel(hero=FIST), own, own, 19).foe.ward for own in "GFQ"] == [3, 3, 1]  # his other Stances deal as all do


@pytest.mark.parametrize("hero", HEROES, ids=lambda hero: hero.id)
def test_the_stance_sets_the_attribute_of_the_check(hero: object) -> None:
    for own, attribute in zip("AGFQ", hero.attributes, strict=True):  # type: ignore[attr-defined]
        state = played(duel(hero=hero), own, own, 10)
        assert state.bout.bonus == attribute + 1


def test_a_guard_that_lands_gains_one_momentum_not_two() -> None:
    state = played(duel(), "G", "F", 17)  # a Draw, one below: both land
    assert state.bout.outcome is PARTIAL
    assert (state.bout.gained, gains(state)) == (1 - 1, (False, False, False, True))  # and the foe's Feint takes one
    state = played(duel(), "G", "G", 17)
    assert (state.bout.gained, state.player.momentum) == (1, 1)


def test_a_feint_that_lands_makes_the_foe_reveal_first_in_the_next_round() -> None:
    state = played(duel(), "F", "F", 19)
    assert state.foe.off_balance
    state = went_on(state)
    assert state.stage is Stage.SHOW
    rules = rules_for()
    assert rules.moves(state, "hero") == ()
    state = rules.play(state, (None, QI_BURST), Lots())
    assert (state.stage, state.bout.foe, state.bout.shown) == (Stage.STANCE, QI_BURST, True)
    assert rules.moves(state, "foe") == ()
    state = went_on(played(state, "G", "Q", 2))  # the hero lands nothing
    assert state.stage is Stage.STANCE  # it was for one Round
    assert not state.foe.off_balance


def test_a_graze_makes_nobody_lose_balance() -> None:
    state = played(duel(), "F", "A", 20)  # lost, and critical: a Graze
    assert state.bout.hit == (False, 2, False, False)
    assert not state.foe.off_balance


def test_a_qi_burst_costs_a_qi_at_the_reveal_whatever_comes_of_it() -> None:
    assert played(duel(), "Q", "F", 2).player.qi == 2
    rules = rules_for()
    state = having(duel(), qi=0)
    assert {bid.stance for bid in rules.moves(state, "hero")} == {ATTACK, GUARD, FEINT}
    with pytest.raises(ValueError, match="hero cannot choose"):
        rules.play(state, (Bid(QI_BURST), ATTACK), Lots(3))


def test_a_fists_qi_burst_marks_a_strain_and_needs_a_box() -> None:
    state = revealed(duel(hero=FIST), "Q", "G")
    assert (state.player.qi, state.player.strain) == (2, 1)
    assert revealed(duel(hero=CRANE), "Q", "G").player.strain == 0
    full = having(duel(hero=FIST), strain=2)
    assert {bid.stance for bid in rules_for().moves(full, "hero")} == {ATTACK, GUARD, FEINT}


# --- Predictable ------------------------------------------------------------------------------------------------------


def test_the_same_stance_again_is_predictable() -> None:
    """-2, and the foe has the Stance that beats it, whatever its player laid."""
    state = went_on(played(duel(), "F", "F", 2))
    state = played(state, "F", "Q", 10)
    assert (state.bout.predictable, state.bout.foe, state.bout.clash) == (True, ATTACK, Clash.LOST)
    assert state.bout.bonus == 3 + 1 - 2 - 2


def test_another_stance_is_not_predictable() -> None:
    """The source's example: Feint, then Guard."""
    state = played(went_on(played(duel(), "F", "F", 2)), "G", "Q", 10)
    assert (state.bout.predictable, state.bout.foe, state.bout.bonus) == (False, QI_BURST, 1 + 1 - 2)
    state = played(went_on(state), "F", "F", 10)
    assert not state.bout.predictable  # it was not the last one


def test_a_stance_that_was_revealed_first_is_kept() -> None:
    state = went_on(played(duel(), "F", "F", 19))
    state = played(state, "F", "Q", 10)
    assert (state.bout.predictable, state.bout.foe, state.bout.clash) == (True, QI_BURST, Clash.WON)
    assert state.bout.bonus == 3 + 1 + 2 - 2


def test_solo_the_foe_takes_that_stance_without_rolling() -> None:
    rules = rules_for(solo=True)
    state = rules.play(rules.setup(Lots()), (Bid(FEINT), None), Lots(4))  # the fifth face of Level: a Feint
    state = rules.play(state, (Effort(), None), Lots(1))
    state = rules.play(state, (After(), None), Lots())
    assert state.bout.foe is FEINT
    state = rules.play(state, (Word.GO_ON, None), Lots())
    state = rules.play(state, (Bid(FEINT), None), Lots())
    assert (state.bout.foe, state.bout.predictable) == (ATTACK, True)


def test_there_is_no_last_stance_in_the_first_round() -> None:
    assert not any(revealed(duel(), own, "G").bout.predictable for own in LETTERS)


# --- the Round --------------------------------------------------------------------------------------------------------


def test_solo_you_choose_first_and_then_the_die_is_rolled() -> None:
    rules = rules_for(solo=True, temperament=FIERCE)
    state = rules.setup(Lots())
    assert state.stage is Stage.STANCE
    assert rules.moves(state, "foe") == ()
    seen = Counter(rules.play(state, (Bid(GUARD), None), Lots(face)).bout.foe for face in range(6))
    assert seen == {ATTACK: 3, GUARD: 1, FEINT: 1, QI_BURST: 1}


def test_every_temperament_has_six_faces() -> None:
    for temperament in TEMPERAMENTS:
        assert len(temperament.faces) == 6
        assert set(temperament.faces) == set(STANCES)


@pytest.mark.parametrize(
    ("gap", "clash"), [(-2, Clash.WON), (-1, Clash.WON), (0, Clash.DRAW), (1, Clash.LOST), (2, Clash.LOST)]
)
def test_the_side_that_outranks_wins_a_draw(gap: int, clash: Clash) -> None:
    assert compared(ATTACK, ATTACK, gap) is clash
    assert compared(ATTACK, QI_BURST, gap) is clash
    assert compared(ATTACK, FEINT, gap) is Clash.WON
    assert compared(ATTACK, GUARD, gap) is Clash.LOST
    state = revealed(duel(gap=gap), "A", "A")
    assert state.bout.clash is clash


def test_the_example_of_the_check() -> None:
    """Insight +3, Realm Bonus +1, a Clash won: +6; 11 is 17, 3 below 20: it lands for 3 harm, and the foe Grazes."""
    state = played(duel(hero=SEAL), "Q", "G", 11)
    bout = state.bout
    assert (bout.bonus, bout.total, bout.defense, bout.outcome) == (6, 17, 20, PARTIAL)
    assert (bout.hit, bout.foe_hit) == ((True, 3, False, False), (False, 1, False, False))
    assert (state.foe.ward, state.player.ward) == (1, 5)


@pytest.mark.parametrize(("own", "foe", "sign"), [("F", "Q", 2), ("F", "F", 0), ("F", "A", -2)])
def test_a_won_clash_adds_two_and_a_lost_one_takes_two(own: str, foe: str, sign: int) -> None:
    assert played(duel(), own, foe, 10).bout.bonus == 3 + 1 + sign


@pytest.mark.parametrize("gap", [-2, -1, 0, 1, 2])
def test_the_realm_bonus_and_the_defense(gap: int) -> None:
    """Realm Bonus is the hero's Realm; Defense is 19 and the foe's."""
    bout = played(duel(gap=gap), "F", "F", 10).bout
    assert (bout.defense - 19, bout.bonus - 3 - {-1: 2, 0: 0, 1: -2}[(gap > 0) - (gap < 0)]) == (
        (1 + gap, 1) if gap >= 0 else (1, 1 - gap)
    )


@pytest.mark.parametrize(
    ("total", "outcome"),
    [(30, CRITICAL), (29, SUCCESS), (20, SUCCESS), (19, PARTIAL), (17, PARTIAL), (15, PARTIAL), (14, FAILURE), (3, FAILURE)],
)
def test_the_bands(total: int, outcome: Outcome) -> None:
    assert outcome_of(2, total - 2, 20) is outcome
    assert outcome_of(20, total - 20, 20) is CRITICAL  # the highest face in any case


TABLE = {
    # Clash: Success, Partial Success, Failure; what the hero lands, what the foe does
    ("F", "Q"): (("Stance", ""), ("Stance", "Graze"), ("", "Graze")),
    ("F", "F"): (("Stance", ""), ("Stance", "Stance"), ("", "Stance")),
    ("F", "A"): (("Graze", ""), ("Graze", "Stance"), ("", "Stance")),
}


@pytest.mark.parametrize("pair", TABLE)
def test_the_result_table(pair: tuple[str, str]) -> None:
    bonus = {"Q": 6, "F": 4, "A": 2}[pair[1]]
    for under, lands in zip((0, 3, 6), TABLE[pair], strict=True):
        bout = played(duel(), *pair, 20 - bonus - under).bout
        shown = tuple("" if hit is None else "Stance" if hit.stance else "Graze" for hit in (bout.hit, bout.foe_hit))
        assert shown == lands, bout.outcome


def test_a_graze_deals_one_whatever_the_stance() -> None:
    for foe in ("Q", "A"):  # won against a Qi Burst, lost against an Attack
        bout = played(duel(), "F", foe, 13).bout
        graze = bout.foe_hit if foe == "Q" else bout.hit
        assert graze == (False, 1, False, False)


def test_a_critical_success_deals_one_more() -> None:
    assert played(duel(), "A", "A", 20).bout.hit == (True, 3, False, False)
    assert played(duel(), "A", "G", 20).bout.hit == (False, 2, False, False)  # a Graze, too


def test_every_cell_deals_a_hit_so_that_a_duel_ends() -> None:
    for own, foe, roll in product(LETTERS, LETTERS, range(1, 21)):
        bout = played(duel(kind=BOSS), own, foe, roll).bout
        assert bout.hit or bout.foe_hit


# --- harm, Ward, Wounds -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ward", "harm", "left", "wound"),
    [(4, 3, 1, False), (3, 3, 0, False), (2, 3, 0, True), (0, 1, 0, True), (0, 5, 0, True)],
)
def test_harm_goes_to_the_ward_and_then_marks_one_wound(ward: int, harm: int, left: int, wound: bool) -> None:
    assert taken(ward, harm, False) == (left, wound)
    assert taken(ward, harm, True) == (left, True)  # a Finisher's


def test_the_hero_hits_first_and_a_foe_that_is_out_lands_nothing() -> None:
    state = played(having(duel(kind=MOB), foe_ward=0), "A", "A", 17)  # both would land
    assert (state.stage, state.bout.foe_hit, state.player.ward) == (Stage.OVER, None, 6)
    assert state.over == (("hero",), "the foe is out")


def test_the_third_wound_is_the_heros_last() -> None:
    state = played(having(duel(), ward=0, wounds=1), "A", "A", 2)
    assert (state.player.wounds, state.over) == (2, None)
    state = played(having(duel(), ward=0, wounds=2), "A", "A", 2)
    assert state.over == (("foe",), "the hero is out")


@pytest.mark.parametrize(("kind", "wounds"), [(MINION, 1), (MOB, 1), (RIVAL, 3), (BOSS, 4)])
def test_a_foe_is_out_with_its_last_wound(kind: object, wounds: int) -> None:
    state = having(duel(kind=kind), foe_ward=0, foe_wounds=wounds - 1)
    assert played(state, "A", "A", 19).over == (("hero",), "the foe is out")
    if wounds > 1:
        assert played(having(state, foe_wounds=wounds - 2), "A", "A", 19).over is None


def test_a_minion_falls_in_one_round_whatever_happened() -> None:
    state = played(duel(kind=MINION), "A", "G", 1)
    assert (state.player.ward, state.over) == (5, (("hero",), "a Minion falls in a Round"))


def test_a_foe_that_was_hit_may_yield_and_lands_nothing() -> None:
    state = played(duel(), "A", "A", 17, yields=True)
    assert (state.over, state.bout.foe_hit) == ((("hero",), "the foe yields"), None)
    assert played(duel(), "A", "A", 2).bout.hit is None  # and was not asked


def test_solo_no_foe_yields() -> None:
    rules = rules_for(solo=True)
    state = rules.play(rules.setup(Lots()), (Bid(FEINT), None), Lots(4))
    state = rules.play(state, (Effort(), None), Lots(18))
    assert rules.play(state, (After(), None), Lots()).stage is Stage.LEAVE


@pytest.mark.parametrize(("gap", "dealt"), [(-2, 3), (0, 3), (1, 2), (2, 1), (3, 1)])
def test_realm_suppression_takes_the_gap_from_the_hits_of_the_outranked(gap: int, dealt: int) -> None:
    assert suppressed(3, gap, False) == dealt
    state = played(having(duel(kind=BOSS, gap=gap), foe_ward=6), "Q", "G", 19)
    assert state.foe.ward == 6 - dealt
    state = played(duel(gap=-gap), "G", "Q", 1)
    assert state.player.ward == 6 - dealt  # the foe's, where the hero outranks it


def test_a_finisher_ignores_suppression_at_a_gap_of_one() -> None:
    assert (suppressed(3, 1, True), suppressed(3, 2, True)) == (3, 1)
    state = played(having(duel(kind=BOSS, gap=1), momentum=3), "Q", "G", 19, finisher=True)
    assert (state.foe.ward, state.foe.wounds) == (3, 1)


def test_every_choice_that_is_none_is_refused() -> None:
    rules, state = rules_for(), duel()
    junk: tuple[object, ...] = (None, "attack", Bid(ATTACK, None, "deck"), Effort(), (ATTACK, None, ""), 0)
    for own in junk:
        with pytest.raises(ValueError, match="hero cannot choose"):
            rules.play(state, (own, ATTACK), Lots(1))  # type: ignore[arg-type]
    for foe in (None, Bid(ATTACK), 0, "A"):
        with pytest.raises(ValueError, match="foe cannot choose"):
            rules.play(state, (Bid(ATTACK), foe), Lots(1))  # type: ignore[arg-type]
    over = played(duel(kind=MINION), "A", "G", 1)
    with pytest.raises(ValueError, match="over"):
        rules.play(over, (None, None), Lots())


def test_nobody_rolls_but_the_hero() -> None:
    """Every d20 of a Duel is the Check of a Round or of a flight."""
    rules, chance = HeavenlyDebt(), random.Random(3)
    asked: list[int] = []

    class Watched:
        def randrange(self, stop: int, /) -> int:
            asked.append(stop)
            return chance.randrange(stop)

    for _ in range(30):
        state = rules.setup(Watched())
        while state.over is None:
            may = [rules.moves(state, seat) for seat in rules.seats]
            before = len(asked)
            after = rules.play(state, [m[chance.randrange(len(m))] if m else None for m in may], Watched())
            checks = after.bout.roll and not (state.bout.roll and state.bout.number == after.bout.number)
            fled = after.flight is not state.flight and after.flight and after.flight.roll
            assert asked[before:].count(20) == bool(checks) + bool(fled)
            state = after


def test_the_stance_enum_is_the_circle() -> None:
    assert [stance.beats for stance in Stance] == [*list(Stance)[1:], ATTACK]
