"""What a seat can know: the weather hides stance, footwork, technique and place; a plan is hidden until its slot."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.rules.duel.state import Deed, Fighter, Slot, Stage, State, blinded, weather
from cardgen.rules.duel.terms import Duellist, Footwork, Stance, Technique, Weather

_CHOOSING = (Stage.DUELLIST, Stage.OPENING)


class Seen(NamedTuple):
    """The other player as he is seen; None is what is hidden or not yet there. Health, stamina, locks and rests are open to
    both, whatever the weather: they lie on the table as tokens, or are announced [ruling].
    """

    duellist: Duellist | None
    space: int | None
    health: int
    stamina: int
    stance: Stance | None
    footwork: Footwork | None
    planned: int
    lock: int
    resting: bool


class Witnessed(NamedTuple):
    """The other's part of the slot that is over. Whether he dodged and what he took is always told."""

    stance: Stance | None
    footwork: Footwork | None
    dodged: bool
    technique: Technique | None
    taken: int
    space: int | None
    notes: tuple[str, ...]


class View(NamedTuple):
    """A seat's knowledge: the stage, the coming slot's weather and count, its own fighter, the other, what it saw last."""

    stage: Stage
    weather: Weather
    turn: int
    slot: int
    exchange: int
    blind: bool
    own: Fighter
    other: Seen
    done: Deed | None
    witnessed: Witnessed | None


def view(state: State, seat: int) -> View:
    """The view of seat 0 (A) or 1 (B)."""
    own, other = (state.a, state.b) if seat == 0 else (state.b, state.a)
    condition = weather(state)
    blind = blinded(state) == seat
    dim = condition is Weather.FOG and state.b.was - state.a.was > 1
    stance = None if blind or dim or state.stage in _CHOOSING else other.stance
    footwork = None if blind or dim else other.footwork
    # in fog a hidden step is not shown on the track before the dodge is over
    space = None if blind else other.was if dim and state.stage is Stage.DODGE else other.space
    seen = Seen(
        other.duellist, space, other.health, other.stamina, stance, footwork, len(other.plan), other.lock, other.resting
    )
    last = state.last
    done = last.deeds[seat] if last else None
    witnessed = _witnessed(last, seat) if last else None
    return View(state.stage, condition, state.turn, state.slot, state.exchange, blind, own, seen, done, witnessed)


def _witnessed(last: Slot, seat: int) -> Witnessed:
    deed = last.deeds[1 - seat]
    blind = last.blinded == seat
    dim = last.weather is Weather.FOG and last.apart > 1
    return Witnessed(
        None if blind or dim else deed.stance,
        None if blind or dim else deed.footwork,
        deed.dodged,
        None if blind else deed.technique,
        deed.taken,
        None if blind else deed.space,
        deed.notes,
    )
