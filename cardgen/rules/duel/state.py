"""The state of a duel: immutable records, and nothing hidden from the model itself (a seat's view hides)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from cardgen.rules.duel.plans import Misplay, Plan
from cardgen.rules.duel.terms import (
    CHANGING,
    CLEAR_IN_FOG,
    ROUND,
    SUN_FROM,
    SUN_TO,
    SUN_TURNS,
    Duellist,
    Footwork,
    Stance,
    Technique,
    Weather,
)


class Stage(Enum):
    """What both choose next, at once and in secret."""

    DUELLIST = "duellist"
    OPENING = "opening stance"
    PLAN = "plan"
    FOOTWORK = "footwork"
    DODGE = "dodge"
    OVER = "over"


class Fighter(NamedTuple):
    """One player in the duel. `lock` counts the slots of a full action lock still to come, this one among them.

    `was` is the space that the other last saw when a hidden step is under way; `footwork` this slot's, when chosen.
    """

    duellist: Duellist | None
    space: int
    health: int
    stamina: int
    stance: Stance | None = None
    plan: Plan = ()
    wrong: tuple[Misplay | None, ...] = ()
    lock: int = 0
    stiff: bool = False
    heavy: bool = False
    resting: bool = False
    was: int = 0
    footwork: Footwork | None = None


class Deed(NamedTuple):
    """What one player did in a slot: the stance taken, footwork, whether he dodged, the technique performed (None: none),
    the damage he took, the space he ended on, and in words what happened to him.
    """

    stance: Stance
    footwork: Footwork | None
    dodged: bool
    technique: Technique | None
    taken: int
    space: int
    notes: tuple[str, ...]


class Slot(NamedTuple):
    """A slot that is over: its number in the weather's count, its condition, whom the sun blinded (0 = A; None: nobody), how
    far they stood apart when it began and when damage was told, what A and B did, and whether they clashed.
    """

    turn: int
    weather: Weather
    blinded: int | None
    apart: int
    distance: int
    deeds: tuple[Deed, Deed]
    clash: bool


class State(NamedTuple):
    """A duel: what is chosen next, A and B, the slot of the exchange (0..2), the number of the exchange, the weather's count
    (1..33, of the coming slot), what was drawn after slot 18, whom the sun blinds first (0 = A), the last slot played.
    """

    stage: Stage
    a: Fighter
    b: Fighter
    slot: int
    exchange: int
    turn: int
    drawn: Weather | None
    blinded: int
    last: Slot | None


def _conditions(drawn: Weather | None) -> tuple[Weather, ...]:
    out = [Weather.CLEAR] * (ROUND + 1)
    out[SUN_FROM : SUN_TO + 1] = [Weather.SUN] * (SUN_TO + 1 - SUN_FROM)
    if drawn:
        other = Weather.FOG if drawn is Weather.RAIN else Weather.RAIN
        for (first, last), kind in zip(CHANGING, (drawn, other), strict=True):
            out[first : last + 1] = [kind] * (last + 1 - first)
    return tuple(out)


_CONDITIONS = {drawn: _conditions(drawn) for drawn in (None, Weather.RAIN, Weather.FOG)}


def weather(state: State) -> Weather:
    """The condition of the coming slot, or of the one under way."""
    return _CONDITIONS[state.drawn][state.turn]


def blinded(state: State) -> int | None:
    """Who cannot see in the low sun (0 = A, 1 = B); None outside of it."""
    if not SUN_FROM <= state.turn <= SUN_TO:
        return None
    return state.blinded if state.turn < SUN_TURNS else 1 - state.blinded


def veiled(state: State) -> bool:
    """Whether fog hides stances and footwork: by where both stood when the slot began [ruling]."""
    return state.b.was - state.a.was > CLEAR_IN_FOG and weather(state) is Weather.FOG
