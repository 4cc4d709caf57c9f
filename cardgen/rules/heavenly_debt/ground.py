"""Zones and what they do: High ground, reach, harm that the ground changes."""

from __future__ import annotations

from cardgen.rules.heavenly_debt.scenes import EXIT, HIGH, SCREENED, UNSTABLE, WATER, Trait, connected, traits_of
from cardgen.rules.heavenly_debt.state import State
from cardgen.rules.heavenly_debt.terms import (
    ATTACK,
    FEINT,
    HIGH_BONUS,
    LEAST_HARM,
    TRAITS_OFF,
    UNSTABLE_HARM,
    WATER_HARM,
    Stance,
    Technique,
)


def trait(state: State, zone: str, which: Trait) -> bool:
    """Whether a Zone has a trait that does something: at a gap of two Realms or more only an Exit does, for either side [S]."""
    scene = state.frame.scene
    if scene is None or (which is not EXIT and abs(state.frame.gap) >= TRAITS_OFF):
        return False
    return which in traits_of(scene, zone)


def near(state: State, zone: str) -> tuple[str, ...]:
    """The Zones connected with this one; none without a map."""
    return () if state.frame.scene is None else connected(state.frame.scene, zone)


def holds(state: State, side: str) -> bool:
    """Whether a side holds the High ground: both stand there, and it was there first or took it [S]."""
    player, foe = state.player, state.foe
    return state.high == side and player.zone == foe.zone and trait(state, player.zone, HIGH)


def high_bonus(state: State, side: str) -> int:
    """What the High ground adds to a side: the hero's Checks, the foe's Defense [S]."""
    return HIGH_BONUS if holds(state, side) else 0


def reaches(state: State, technique: Technique | None) -> bool:
    """Whether the hero's Hits reach the foe: in one Zone always; from another with Reach or after a Leap, where they are
    connected and the foe's is not Screened [ruling].
    """
    player, foe = state.player, state.foe
    if player.zone == foe.zone:
        return True
    if technique is None or not (technique.reach or technique.leap):
        return False
    return foe.zone in near(state, player.zone) and not trait(state, foe.zone, SCREENED)


def foe_reaches(state: State) -> bool:
    """Whether the foe's Hits reach the hero: in one Zone only, as a foe has no Reach [ruling]."""
    return state.player.zone == state.foe.zone


def on_ground(state: State, stance: Stance, harm: int, zone: str) -> int:
    """The harm of a Stance that lands on someone in a Zone: unstable ground adds to a Feint, water takes from an Attack, and
    leaves 1 [S].
    """
    if stance is FEINT and trait(state, zone, UNSTABLE):
        return harm + UNSTABLE_HARM
    if stance is ATTACK and trait(state, zone, WATER):
        return max(LEAST_HARM, harm - WATER_HARM)
    return harm


def came(state: State, zone: str, first: str) -> State:
    """The state with both in this Zone, where that side was first."""
    high = first if trait(state, zone, HIGH) else ""
    return state._replace(player=state.player._replace(zone=zone), foe=state.foe._replace(zone=zone), high=high)
