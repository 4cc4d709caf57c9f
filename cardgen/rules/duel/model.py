"""Duel as a rules model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeGuard, cast

from cardgen.rules.duel.facts import deck, describe, discords, face_down, facts, layouts
from cardgen.rules.duel.plans import Pair, Plan, legal_plans, misplays
from cardgen.rules.duel.rulings import rulings_of
from cardgen.rules.duel.sheet import sheet
from cardgen.rules.duel.slot import begun, can_dodge, resolved, stepped
from cardgen.rules.duel.state import Fighter, Stage, State
from cardgen.rules.duel.tables import tables
from cardgen.rules.duel.terms import (
    FOOTWORK,
    LONG_STRIDE,
    MOST_STAMINA,
    SLOTS,
    START,
    TECHNIQUES,
    Duellist,
    Evasion,
    Footwork,
    Stance,
    Technique,
    Variant,
    health_of,
)
from cardgen.rules.duel.view import View, view
from cardgen.rules.duel.words import PHRASES, SAID
from cardgen.rules.protocol import Chance, Deck, Fact, Printed, Result, Rules, Said

Move = Duellist | Stance | Plan | Footwork | Evasion
"""A choice: a duellist, an opening stance, a plan of three pairs, a footwork, to dodge or go on."""

OPENINGS = tuple(Stance)
"""The stances in which an exchange may open: any [ruling]."""
_DUELLISTS, _EVASIONS = tuple(Duellist), tuple(Evasion)


class Duel:
    """The rules of this edition, or, with a `variant`, of an earlier one."""

    id = "duel"
    seats = ("A", "B")
    variants: Mapping[str, Rules[Any, Any]] = {}
    free: Mapping[str, Any] = {}
    whole: frozenset[str] = frozenset()

    def __init__(self, variant: Variant = Variant()) -> None:  # noqa: B008 (a constant)
        self.variant = variant
        self.rulings = rulings_of(variant)

    def setup(self, chance: Chance) -> State:
        """Both on their spaces, before the duellists are chosen."""
        a, b = (Fighter(None, space, 0, MOST_STAMINA, was=space) for space in START)
        return State(Stage.DUELLIST, a, b, 0, 1, 1, None, 0, None)

    def moves(self, state: State, seat: str) -> Sequence[Move]:
        f = state.a if seat == "A" else state.b
        match state.stage:
            case Stage.FOOTWORK:
                if f.lock or f.resting:
                    return ()
                return LONG_STRIDE if f.duellist is Duellist.RONIN else FOOTWORK
            case Stage.DODGE:
                return _EVASIONS if can_dodge(state, f) else ()
            case Stage.PLAN:
                assert f.stance is not None
                return legal_plans(f.stance, self._free(f))
            case Stage.OPENING:
                return OPENINGS
            case Stage.DUELLIST:
                return _DUELLISTS
            case Stage.OVER:
                return ()

    def play(self, state: State, chosen: Sequence[Move | None], chance: Chance) -> State:
        """Any three pairs are a plan: one that `moves` does not offer holds a misplay, which fails in its slot."""
        one, two = chosen
        match state.stage:
            case Stage.FOOTWORK:
                return stepped(state, self._step(state, "A", one), self._step(state, "B", two))
            case Stage.DODGE:
                dodges = self._dodges(state, "A", one), self._dodges(state, "B", two)
                return resolved(state, *dodges, self.variant, chance)
            case Stage.PLAN:
                return begun(state._replace(a=self._planned(state.a, one), b=self._planned(state.b, two)))
            case Stage.OPENING:
                if not isinstance(one, Stance) or not isinstance(two, Stance):
                    raise ValueError("both choose an opening stance")
                return state._replace(stage=Stage.PLAN, a=state.a._replace(stance=one), b=state.b._replace(stance=two))
            case Stage.DUELLIST:
                if not isinstance(one, Duellist) or not isinstance(two, Duellist):
                    raise ValueError("both choose a duellist")
                return state._replace(
                    stage=Stage.OPENING,
                    a=state.a._replace(duellist=one, health=health_of(one, self.variant)),
                    b=state.b._replace(duellist=two, health=health_of(two, self.variant)),
                )
            case Stage.OVER:
                raise ValueError("the duel is over")

    def result(self, state: State) -> Result | None:
        if state.stage is not Stage.OVER:
            return None
        winners = tuple(s for s, f in zip(self.seats, (state.a, state.b), strict=True) if f.health > 0)
        return Result(winners, f"{winners[0]} wins" if winners else "both fell in one slot")

    def view(self, state: State, seat: str) -> View:
        return view(state, 0 if seat == "A" else 1)

    def facts(self) -> Mapping[str, Mapping[str, Fact]]:
        return facts(self.variant)

    def said(self, card: str) -> Sequence[Said]:
        return SAID.get(card, ())

    def phrases(self, card: str) -> Sequence[str]:
        return PHRASES.get(card, ())

    def deck(self) -> Sequence[Printed]:
        return deck(self.variant)

    def discords(self, cards: Deck) -> Iterable[tuple[str, str]]:
        return discords(cards)

    def layouts(self) -> Iterable[Mapping[str, int]]:
        return layouts(self.variant)

    def face_down(self) -> Sequence[frozenset[str]]:
        return face_down()

    def tables(self) -> Mapping[str, Any]:
        return {**tables(self.variant), **sheet(cast("Rules[State, Move]", self))}

    def describe(self, card: str | None = None) -> str:
        return describe(card, self.variant)

    def _free(self, f: Fighter) -> bool:
        return self.variant.samurai_free and f.duellist is Duellist.SAMURAI

    def _planned(self, f: Fighter, move: Move | None) -> Fighter:
        plan = tuple(pair for pair in move if _is_pair(pair)) if isinstance(move, tuple) else ()
        if not isinstance(move, tuple) or not len(move) == len(plan) == SLOTS:
            raise ValueError("a plan is three pairs of a stance and a technique")
        if plan[0].stance is not f.stance:
            raise ValueError("slot 1 takes the opening stance")
        return f._replace(plan=plan, wrong=misplays(plan, self._free(f)))

    def _step(self, state: State, seat: str, move: Move | None) -> Footwork | None:
        may = self.moves(state, seat)
        if move is None and not may:
            return None
        if move not in may or not isinstance(move, Footwork):
            raise ValueError(f"{seat} cannot choose {move} as footwork")
        return move

    def _dodges(self, state: State, seat: str, move: Move | None) -> bool:
        may = self.moves(state, seat)
        if move is None and not may:
            return False
        if move not in may:
            raise ValueError(f"{seat} cannot choose {move} as a dodge")
        return move is Evasion.DODGE


def _is_pair(pair: object) -> TypeGuard[Pair]:
    return (
        isinstance(pair, Pair)
        and isinstance(pair.stance, Stance)
        and isinstance(pair.technique, Technique)
        and pair.technique in TECHNIQUES
    )


RULES = Duel()
