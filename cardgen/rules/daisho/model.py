"""Daisho as a rules model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from cardgen.rules.daisho.choices import (
    NO_DEFENCE,
    NO_GUARD,
    NO_STRIKE,
    Defence,
    Drop,
    Drops,
    Guard,
    Show,
    Strike,
    defences,
    guards,
    may_drop,
    shows,
    shows_as_speed,
    strikes,
)
from cardgen.rules.daisho.describe import describe
from cardgen.rules.daisho.facts import deck, discords, face_down, facts, layouts
from cardgen.rules.daisho.rulings import RULINGS
from cardgen.rules.daisho.state import Side, Stage, State
from cardgen.rules.daisho.tables import tables
from cardgen.rules.daisho.terms import PERSONAS, Advantage, Persona
from cardgen.rules.daisho.turn import (
    bars,
    cut,
    damage_to,
    defend,
    ended,
    may_defend,
    persona_of,
    picked,
    recover,
    second_step,
    speed,
    strike,
)
from cardgen.rules.daisho.view import View, view
from cardgen.rules.daisho.words import PHRASES, SAID
from cardgen.rules.protocol import Chance, Result, Rules, Said

Move = Persona | Drop | Show | Advantage | Strike | Defence | Guard
"""A choice: a persona, cards to discard, cards to show as Speed, an advantage, a strike, a defence, Armor."""
M = TypeVar("M", Persona, Drop, Show, Advantage, Strike, Defence, Guard)

_ADVANTAGES = tuple(Advantage)
_NOTHING: tuple[Move, ...] = ()


class Daisho:
    """The rules of this edition."""

    id = "daisho"
    seats = ("A", "B")
    rulings = RULINGS
    variants: Mapping[str, Rules[Any, Any]] = {}
    free: Mapping[str, Any] = {}
    whole: frozenset[str] = frozenset()
    facts, deck = staticmethod(facts), staticmethod(deck)
    layouts, face_down, discords = staticmethod(layouts), staticmethod(face_down), staticmethod(discords)
    describe = staticmethod(describe)

    def setup(self, chance: Chance) -> State:
        """Before personas are picked and cards are dealt."""
        return State(Stage.PERSONA, Side(None), Side(None))

    def moves(self, state: State, seat: str) -> Sequence[Move]:
        return _moves(state, 0 if seat == "A" else 1)

    def play(self, state: State, chosen: Sequence[Move | None], chance: Chance) -> State:
        """A phase in which nobody has a choice is passed: the next state is one in which somebody has, or the end."""
        one, two = chosen
        match state.stage:
            case Stage.PERSONA:
                seat = 0 if state.a.persona is None else 1
                if chosen[1 - seat] is not None:
                    raise ValueError("personas are picked in turn")
                return picked(state, _chosen(state, seat, chosen[seat], Persona, None), chance)
            case Stage.SECOND_STEP:
                drops = _chosen(state, 0, one, Drop, None), _chosen(state, 1, two, Drop, None)
                return second_step(state, drops, chance)
            case Stage.SPEED:
                return speed(state, (_chosen(state, 0, one, Show, Show(0)), _chosen(state, 1, two, Show, Show(0))))
            case Stage.ADVANTAGE:
                assert state.lead is not None
                if chosen[1 - state.lead] is not None:
                    raise ValueError("only who shows more Speed chooses an advantage")
                advantage = _chosen(state, state.lead, chosen[state.lead], Advantage, None)
                return state._replace(stage=Stage.STRIKE, advantage=advantage)
            case Stage.STRIKE:
                return strike(state, (_chosen(state, 0, one, Strike, NO_STRIKE), _chosen(state, 1, two, Strike, NO_STRIKE)))
            case Stage.DEFEND:
                return defend(state, (_chosen(state, 0, one, Defence, NO_DEFENCE), _chosen(state, 1, two, Defence, NO_DEFENCE)))
            case Stage.CUT:
                return cut(state, (_chosen(state, 0, one, Guard, NO_GUARD), _chosen(state, 1, two, Guard, NO_GUARD)))
            case Stage.RECOVER:
                drops = _chosen(state, 0, one, Drop, None), _chosen(state, 1, two, Drop, None)
                return recover(state, drops, chance)
            case Stage.OVER:
                raise ValueError("the duel is over")

    def result(self, state: State) -> Result | None:
        return ended(state, self.seats) if state.stage is Stage.OVER else None

    def view(self, state: State, seat: str) -> View:
        return view(state, 0 if seat == "A" else 1)

    def said(self, card: str) -> Sequence[Said]:
        return SAID.get(card, ())

    def phrases(self, card: str) -> Sequence[str]:
        return PHRASES.get(card, ())

    def tables(self) -> Mapping[str, Any]:
        return tables(cast("Rules[State, Move]", self))


def _moves(state: State, seat: int) -> Sequence[Move]:
    side = state.sides[seat]
    match state.stage:
        case Stage.SECOND_STEP | Stage.RECOVER:
            return Drops(side.hand)
        case Stage.STRIKE:
            return _NOTHING if bars(state, seat, Advantage.NO_ATTACK) else strikes(side.usable, persona_of(side))
        case Stage.DEFEND:
            if not may_defend(state, seat):
                return _NOTHING
            return defences(side.usable, persona_of(side), state.sides[1 - seat].deed.strike)
        case Stage.CUT:
            damage = damage_to(state, seat)
            return guards(side.usable, persona_of(side), damage) if damage else _NOTHING
        case Stage.ADVANTAGE:
            return _ADVANTAGES if state.lead == seat else _NOTHING
        case Stage.SPEED:
            persona = persona_of(side)
            return shows(side.hand[persona.turns]) if shows_as_speed(persona) else _NOTHING
        case Stage.PERSONA:
            return _personas(state, seat)
        case Stage.OVER:
            return _NOTHING


def _personas(state: State, seat: int) -> Sequence[Move]:
    """A picks among all; B among the sixteen that are left, as there is one card of each [ruling]."""
    first = state.a.persona
    if (seat == 0) is (first is not None):
        return _NOTHING
    return tuple(persona for persona in PERSONAS if persona is not first)


def _chosen(state: State, seat: int, move: Move | None, kind: type[M], nothing: M | None) -> M:
    """A seat's choice, held against what it may choose; `nothing` where it has no choice.

    ValueError where it has one and chose something else or not at all, or has none and chose.
    """
    if isinstance(move, kind):
        if isinstance(move, Drop):  # several hundred are not gone through
            if may_drop(state.sides[seat].hand, move):
                return move
        else:
            for choice in _moves(state, seat):
                if choice == move and isinstance(choice, kind):
                    return choice
    elif move is None and nothing is not None and not _moves(state, seat):
        return nothing
    raise ValueError(f"{'AB'[seat]} cannot choose {move} in {state.stage.value}")


RULES = Daisho()
