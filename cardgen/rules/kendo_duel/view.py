"""What a seat can know: its own hand, what lies open, and of everything else the backs."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.rules.kendo_duel.piles import Backs, Hand, Piles, backs
from cardgen.rules.kendo_duel.state import Attack, Opening, Score, Stage, State
from cardgen.rules.kendo_duel.terms import Card, Subdeck
from cardgen.rules.protocol import Result


class Taken(NamedTuple):
    """The last card pulled: who has it, from whom, its back; and which it is, to these two (None to others)."""

    by: int
    of: int
    back: Subdeck
    card: Card | None


class View(NamedTuple):
    """A seat's knowledge of the moment; what it saw before, it remembers or not. Seats are numbers. `hands` shows each hand's
    backs, `subdecks` how many cards lie there; the rest is as in `State`.
    """

    seat: int
    stage: Stage
    turn: int
    hand: Hand
    hands: tuple[Backs, ...]
    subdecks: Backs
    played: Piles
    court: Hand
    inside: tuple[int, ...]
    opening: Opening | None
    attack: Attack | None
    red: Attack | None
    owed: int
    spared: int | None
    attackers: tuple[int | None, ...]
    then: int
    changed: tuple[bool, ...]
    scores: tuple[Score, Score] | None
    pulled: Taken | None
    ended: Result | None


def view(state: State, seat: int) -> View:
    """The view of a seat by number."""
    pulled = state.pulled
    taken = pulled and Taken(pulled.by, pulled.of, pulled.card.subdeck, pulled.card if seat in (pulled.by, pulled.of) else None)
    basic, counter, other = map(len, state.subdecks)
    return View(
        seat,
        state.stage,
        state.turn,
        state.hands[seat],
        tuple(map(backs, state.hands)),
        (basic, counter, other),
        state.played,
        state.court,
        state.inside,
        state.opening,
        state.attack,
        state.red,
        state.owed,
        state.spared,
        state.attackers,
        state.then,
        state.changed,
        state.scores,
        taken,
        state.ended,
    )
