"""What a seat can know: its own hand, all that lies open, and of the rest how many."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.rules.daisho.hands import Hand
from cardgen.rules.daisho.state import Deed, Side, Stage, State, Turn
from cardgen.rules.daisho.terms import Advantage, Persona


class Seen(NamedTuple):
    """The other player: the persona, hit points, how many cards he holds unseen and which of them are known by counting, the
    Speed cards and the cards shown as Speed that lie before him, and what he has done this turn.
    """

    persona: Persona | None
    hit_points: int
    cards: int
    sure: Hand
    speed: int
    turned: int
    deed: Deed


class View(NamedTuple):
    """A seat's knowledge: the stage, the turn, turns without a wound, its own side, the other's, how many cards are in the draw
    pile, the discards by kind (they lie open, both may look through them [ruling]), whether it leads in speed (None: nobody
    does), the advantage chosen, the last turn that is over (its `lead` and deeds by seat).
    """

    stage: Stage
    turn: int
    calm: int
    own: Side
    other: Seen
    pile: int
    discards: Hand
    leads: bool | None
    advantage: Advantage | None
    last: Turn | None


def view(state: State, seat: int) -> View:
    """The view of seat 0 (A) or 1 (B)."""
    own, other = state.sides[seat], state.sides[1 - seat]
    seen = Seen(other.persona, other.hit_points, sum(other.hand), other.sure, other.speed, other.turned, other.deed)
    leads = None if state.lead is None else state.lead == seat
    return View(
        state.stage, state.turn, state.calm, own, seen, len(state.pile), state.discards, leads, state.advantage, state.last
    )
