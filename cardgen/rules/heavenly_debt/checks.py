"""The numbers of a Check and of a Hit: who wins a Clash, the Difficulty, the bands, harm, Wounds."""

from __future__ import annotations

from cardgen.rules.heavenly_debt.ground import high_bonus
from cardgen.rules.heavenly_debt.state import State
from cardgen.rules.heavenly_debt.terms import (
    ATTACK,
    CRITICAL,
    CRITICAL_OVER,
    DEFENSE,
    DEFIANT_GAP,
    FAILURE,
    FIST,
    FIST_ATTACK,
    FOE,
    HARM,
    LEAST_HARM,
    PARTIAL,
    PARTIAL_UNDER,
    SIDES,
    SUCCESS,
    Clash,
    Outcome,
    Stance,
)


def compared(own: Stance, foe: Stance, gap: int) -> Clash:
    """The Clash of two Stances; of a Draw the side that outranks the other is the winner [S]. No Technique of this edition
    changes a Clash [ruling].
    """
    if own.beats is foe or (own.loses is not foe and gap < 0):
        return Clash.WON
    if own.loses is foe or gap > 0:
        return Clash.LOST
    return Clash.DRAW


def is_fist(state: State) -> bool:
    return state.frame.hero is not None and state.frame.hero.id == FIST.id


def realm_bonus(state: State) -> int:
    """What a Check adds for the hero's Realm: its number [ruling; S: +1 in the example]."""
    return state.frame.realm


def defense(state: State) -> int:
    """The foe's Defense: the Difficulty of every Check against it [S; its size: ruling]."""
    return DEFENSE + state.frame.foe_realm + high_bonus(state, FOE)


def outcome_of(roll: int, bonus: int, defense: int) -> Outcome:
    """What a Check comes to [ruling]."""
    over = roll + bonus - defense
    if roll == SIDES or over >= CRITICAL_OVER:
        return CRITICAL
    return SUCCESS if over >= 0 else PARTIAL if over >= -PARTIAL_UNDER else FAILURE


def stance_harm(state: State, stance: Stance) -> int:
    """What the hero's Stance deals: a Fist hits harder [S]."""
    return FIST_ATTACK if stance is ATTACK and is_fist(state) else HARM[stance]


def suppressed(harm: int, gap: int, finisher: bool) -> int:
    """Realm Suppression: the Hits of a side that is outranked by `gap` deal so much less, never less than 1 [ruling]; a
    Finisher ignores a gap of 1 [S].
    """
    if gap <= 0 or (finisher and gap == DEFIANT_GAP):
        return harm
    return max(LEAST_HARM, harm - gap)


def taken(ward: int, harm: int, finisher: bool) -> tuple[int, bool]:
    """The Ward that a Hit leaves, and whether it marks a Wound: harm goes to the Ward first [S]; what is more than the Ward
    leaves none and marks one Wound, never two [ruling]. A Finisher marks one in any case [S].
    """
    return max(0, ward - harm), finisher or harm > ward
