"""What a seat can know: the weather hides stance, footwork, technique and place; a plan is hidden until its slot."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.rules.duel.plans import Misplay
from cardgen.rules.duel.slot import LOCKED, RESTING, believed
from cardgen.rules.duel.state import Deed, Fighter, Slot, Stage, State, blinded, veiled, weather
from cardgen.rules.duel.terms import CLEAR_IN_FOG, Duellist, Footwork, Stance, Technique, Weather

TOLD_BLIND = frozenset({LOCKED, RESTING})
"""What is told of the other to a player whom the sun blinds: no word of what he did or meant to do [ruling]."""
_IN_SLOT = (Stage.FOOTWORK, Stage.DODGE)
_STANDING = (Stage.PLAN, *_IN_SLOT)


class Seen(NamedTuple):
    """The other player as he is seen; None is what is hidden or not yet there. Health, stamina, locks and rests are open to
    both, whatever the weather: they lie on the table as tokens, or are announced [ruling]. `misplayed` tells an illegal change
    of stance, where stances are seen.
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
    misplayed: bool


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
    dim = veiled(state)
    stance = None if blind or dim or state.stage not in _STANDING else other.stance
    footwork = None if blind or dim else other.footwork
    # in fog a hidden step is not shown on the track before the dodge is over
    space = None if blind else other.was if dim and state.stage is Stage.DODGE else other.space
    misplayed = not blind and not dim and state.stage in _IN_SLOT and other.wrong[state.slot] is Misplay.STANCE
    seen = Seen(
        other.duellist, space, other.health, other.stamina, stance, footwork, len(other.plan), other.lock, other.resting,
        misplayed,
    )  # fmt: skip
    last = state.last
    done = last.deeds[seat] if last else None
    witnessed = _witnessed(last, seat) if last else None
    himself = known(state, own)
    return View(state.stage, condition, state.turn, state.slot, state.exchange, blind, himself, seen, done, witnessed)


def known(state: State, own: Fighter) -> Fighter:
    """A fighter as he knows himself: in the low sun too he is told of collisions and walls, and knows where he stands [ruling].
    In fog he stands where he believes himself until the dodge is over.
    """
    space = believed(state, own)
    return own if space == own.space else own._replace(space=space)


def _witnessed(last: Slot, seat: int) -> Witnessed:
    deed = last.deeds[1 - seat]
    blind = last.blinded == seat
    dim = last.weather is Weather.FOG and last.apart > CLEAR_IN_FOG
    return Witnessed(
        None if blind or dim else deed.stance,
        None if blind or dim else deed.footwork,
        deed.dodged,
        None if blind else deed.technique,
        deed.taken,
        None if blind else deed.space,
        tuple(note for note in deed.notes if note in TOLD_BLIND) if blind else deed.notes,
    )
