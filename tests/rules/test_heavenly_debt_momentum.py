"""Momentum, Finishers, Push and Raise in the Duel of Heavenly Debt, sentence by sentence of its source."""

from __future__ import annotations

import pytest

from cardgen.rules.heavenly_debt import Stage
from cardgen.rules.heavenly_debt.state import After, Effort
from cardgen.rules.heavenly_debt.terms import (
    CRITICAL,
    FIST,
    PARTIAL,
    SUCCESS,
    Clash,
    Raise,
)
from tests.rules.heavenly_debt_table import Lots, duel, having, played, revealed, rules_for, went_on

# --- Momentum ---------------------------------------------------------------------------------------------------------


def test_a_clash_that_is_won_gains_one() -> None:
    state = played(duel(), "F", "Q", 2)  # a Failure
    assert (state.bout.gained, state.player.momentum) == (1, 1)


def test_a_success_gains_one_also_pushed_or_raised() -> None:
    for roll, push, raised in ((16, False, None), (13, True, None), (12, False, Raise.BORROW)):
        state = played(duel(), "F", "F", roll, push=push, raised=raised)
        assert (state.bout.outcome, state.bout.gained) == (SUCCESS, 1)


def test_defiance_a_foe_that_outranks_you_wounds_you() -> None:
    for gap, gained in ((2, 1), (1, 1), (0, 0), (-1, 1)):
        state = played(having(duel(gap=gap), ward=0), "F", "G", 2)  # a Draw of equals
        assert state.player.wounds == 1
        assert state.bout.gained == gained  # above the foe the hero has won that Clash
    assert played(duel(gap=1), "F", "G", 2).bout.gained == 0  # no Wound


def test_a_feint_of_the_foes_that_lands_takes_one() -> None:
    state = played(having(duel(), momentum=2), "F", "F", 2)
    assert (state.bout.gained, state.player.momentum) == (-1, 1)
    state = played(having(duel(), momentum=2), "Q", "F", 19)  # lost, and it lands nothing
    assert state.player.momentum == 3
    bout = played(having(duel(), momentum=2), "A", "F", 2).bout
    assert (bout.foe_hit, bout.gained) == ((False, 1, False, False), 1)  # a Graze is none: the Clash was won


def test_gains_and_losses_are_summed_and_then_applied() -> None:
    state = played(having(duel(), momentum=3), "G", "F", 16)  # a Guard lands, a Feint lands
    assert (state.bout.gained, state.player.momentum) == (0, 3)  # not 2, as 4 was never reached and then one lost
    state = played(duel(), "F", "F", 2)
    assert (state.bout.gained, state.player.momentum) == (-1, 0)  # never below 0


def test_three_is_the_most() -> None:
    assert played(having(duel(), momentum=2), "G", "A", 19).player.momentum == 3


def test_momentum_is_not_spent_in_the_round_that_gains_it() -> None:
    rules = rules_for()
    state = rules.play(revealed(duel(), "G", "A"), (Effort(), None), Lots(18))
    assert state.stage is Stage.AFTER  # raises alone
    assert not any(move.spends for move in rules.moves(state, "hero"))
    assert played(duel(), "G", "A", 19).player.momentum == 3  # the Clash, the Success, the Guard


def test_one_momentum_after_the_check_is_one_more_harm() -> None:
    state = played(having(duel(), momentum=1), "F", "F", 19, spends=True)
    assert (state.bout.hit, state.bout.paid) == ((True, 2, False, False), 1)
    assert state.player.momentum == 1  # spent, and gained by the Success
    assert played(having(duel(), momentum=1), "F", "A", 17, spends=True).bout.hit == (False, 2, False, False)
    with pytest.raises(ValueError, match="cannot choose"):
        played(having(duel(), momentum=1), "F", "F", 2, spends=True)  # no Hit


def test_momentum_empties_when_the_fight_ends() -> None:
    state = played(having(duel(), momentum=2, foe_ward=0, foe_wounds=2, foe_momentum=2), "F", "F", 19)
    assert (state.stage, state.player.momentum, state.foe.momentum) == (Stage.OVER, 0, 0)


def test_the_foes_momentum() -> None:
    state = played(duel(), "A", "G", 2)  # it wins the Clash, its Guard lands
    assert (state.bout.foe_gained, state.foe.momentum) == (2, 2)
    state = played(having(duel(), foe_momentum=2), "F", "F", 19)
    assert (state.bout.foe_gained, state.foe.momentum) == (-1, 1)
    assert played(having(duel(), foe_momentum=3), "A", "G", 20).foe.momentum == 3  # and never more


def test_with_three_the_foes_next_stance_is_a_finisher() -> None:
    state = played(having(duel(), foe_momentum=3), "A", "G", 2)
    assert state.bout.foe_hit == (True, 1, True, True)
    assert (state.player.ward, state.player.wounds) == (5, 1)
    assert state.foe.momentum == 2  # the 3 are spent, and 2 gained
    state = played(having(duel(), foe_momentum=3), "A", "F", 2)  # it lost the Clash: a Graze
    assert (state.bout.foe_hit, state.foe.momentum) == ((False, 1, False, False), 3)
    state = played(having(duel(gap=-1), foe_momentum=3), "G", "Q", 2)  # outranked by one it ignores that
    assert state.bout.foe_hit == (True, 3, True, True)
    assert played(having(duel(gap=-2), foe_momentum=3), "G", "Q", 1).bout.foe_hit == (True, 1, True, True)


# --- Finishers --------------------------------------------------------------------------------------------------------


def test_the_example_of_the_finisher() -> None:
    state = having(duel(hero=FIST), momentum=3)
    state = played(state, "A", "F", 12, finisher=True)
    assert (state.bout.clash, state.bout.outcome) == (Clash.WON, PARTIAL)
    assert (state.bout.hit, state.foe.ward, state.foe.wounds) == ((True, 3, True, True), 1, 1)


def test_a_finisher_is_declared_before_the_roll_with_three_momentum_and_a_clash_not_lost() -> None:
    rules = rules_for()
    for momentum, foe, gap, offered in (
        (3, "Q", 0, True), (3, "F", 0, True), (3, "A", 0, False), (2, "Q", 0, False),
        (3, "A", 1, True), (3, "F", 1, True), (3, "A", 2, False), (3, "Q", 2, True), (3, "A", -1, False),
    ):  # fmt: skip
        state = revealed(having(duel(gap=gap), momentum=momentum), "F", foe)
        assert state.stage is Stage.EFFORT
        assert (Effort(finisher=True) in rules.moves(state, "hero")) is offered


def test_a_finisher_is_spent_even_if_the_check_fails() -> None:
    state = played(having(duel(), momentum=3), "F", "F", 2, finisher=True)
    assert (state.bout.hit, state.player.momentum) == (None, 0)


def test_a_finisher_leaves_no_momentum_for_more_harm() -> None:
    with pytest.raises(ValueError, match="cannot choose"):
        played(having(duel(), momentum=3), "F", "F", 19, finisher=True, spends=True)


def test_a_defiant_finisher_turns_a_graze_into_the_stance() -> None:
    state = played(having(duel(gap=1), momentum=3), "F", "A", 19, finisher=True)
    assert (state.bout.clash, state.bout.outcome) == (Clash.LOST, SUCCESS)
    assert state.bout.hit == (True, 1, True, True)
    assert state.foe.off_balance
    state = played(having(duel(gap=1), momentum=3), "F", "A", 5, finisher=True)
    assert (state.bout.hit, state.player.momentum) == (None, 0)


# --- Push, Raise ------------------------------------------------------------------------------------------------------


def test_a_push_adds_three_for_a_strain_before_the_roll() -> None:
    state = revealed(duel(), "F", "F")
    assert state.stage is Stage.EFFORT
    assert rules_for().moves(state, "hero") == (Effort(), Effort(push=True))
    after = played(duel(), "F", "F", 10, push=True)
    assert (after.bout.bonus, after.player.strain) == (3 + 1 + 3, 1)
    assert played(having(duel(), strain=2), "F", "F", 10).bout.bonus == 3 + 1  # a full track: nobody is asked


@pytest.mark.parametrize("raised", Raise)
def test_a_raise_makes_the_result_a_step_better_once_a_duel(raised: Raise) -> None:
    for roll, outcome in ((5, PARTIAL), (14, SUCCESS), (18, CRITICAL)):
        state = played(duel(), "F", "F", roll, raised=raised)
        assert (state.bout.rolled, state.bout.outcome) == (outcome - 1, outcome)
        assert (state.player.debt, state.player.wounds) == ((1, 0) if raised is Raise.BORROW else (0, 1))
        assert state.bout.gained == (outcome >= SUCCESS) - (outcome is PARTIAL)  # a Success, raised too; a Feint landed
        with pytest.raises(ValueError, match="cannot choose"):
            played(went_on(state), "G", "G", 5, raised=raised)


def test_a_critical_success_is_not_raised() -> None:
    rules = rules_for()
    state = rules.play(revealed(duel(), "F", "F"), (Effort(), None), Lots(19))
    assert state.stage is Stage.FOE_YIELDS  # nothing to add without Momentum


def test_nobody_takes_himself_out_by_breaking_the_limit() -> None:
    rules = rules_for()
    for wounds, offered in ((1, True), (2, False)):
        state = rules.play(revealed(having(duel(), wounds=wounds), "F", "F"), (Effort(), None), Lots(4))
        assert (After(Raise.BREAK) in rules.moves(state, "hero")) is offered
