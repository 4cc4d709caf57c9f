"""The Duel of Heavenly Debt as a rules model: `table` with a second player is the model itself, `solo` its variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardgen.rules.heavenly_debt.describe import describe
from cardgen.rules.heavenly_debt.ending import followed, goes, moved
from cardgen.rules.heavenly_debt.facts import deck, discords, face_down, facts, layouts
from cardgen.rules.heavenly_debt.frame import Agreed, agreed
from cardgen.rules.heavenly_debt.leaving import leaves, left
from cardgen.rules.heavenly_debt.mapped import of_own
from cardgen.rules.heavenly_debt.opening import Opening, chooser, chosen, opened, openings
from cardgen.rules.heavenly_debt.rulings import RULINGS
from cardgen.rules.heavenly_debt.state import After, Bid, Effort, Go, Stage, State, Word
from cardgen.rules.heavenly_debt.steps import (
    afters,
    bids,
    checked,
    edged,
    edges,
    efforts,
    foe_yields,
    revealed,
    shown,
    struck,
)
from cardgen.rules.heavenly_debt.tables import tables
from cardgen.rules.heavenly_debt.terms import FOE, HERO, SEATS, STANCES, Stance
from cardgen.rules.heavenly_debt.words import PHRASES, SAID, WHOLE
from cardgen.rules.protocol import Chance, Fact, Result, Rules, Ruling, Said

Move = Opening | Word | Bid | Stance | Effort | After | Go
"""A choice: of the frame, a word, the hero's or the foe's Stance, what is declared or added, a Zone."""

OPEN = Agreed()
"""Nothing is agreed on: the players choose."""
_NOTHING: tuple[Move, ...] = ()
_YIELDS = (Word.GO_ON, Word.YIELD)
_FOLLOWS = (Word.FOLLOW, Word.STAY)


class HeavenlyDebt:
    """The rules of this edition, in a frame that may leave things open."""

    id = "heavenly-debt"
    seats: tuple[str, ...] = SEATS
    rulings: tuple[Ruling, ...] = RULINGS
    free: Mapping[str, Callable[[Mapping[str, Any]], Mapping[str, Fact]]] = {"scene": of_own}
    whole = WHOLE
    facts, deck = staticmethod(facts), staticmethod(deck)
    layouts, face_down, discords = staticmethod(layouts), staticmethod(face_down), staticmethod(discords)
    describe, tables = staticmethod(describe), staticmethod(tables)

    def __init__(self, frame: Agreed = OPEN, solo: bool = False) -> None:
        """ValueError for a frame that the rules do not allow."""
        self.agreed, self.solo = agreed(frame), solo

    @property
    def variants(self) -> Mapping[str, Rules[Any, Any]]:
        """`table` and `solo` in one frame; none of a solo game."""
        if self.solo:
            return {}
        return {"table": self, "solo": HeavenlyDebt(self.agreed, solo=True)}

    def setup(self, chance: Chance) -> State:
        """Before what is left open is chosen; or, where nothing is, before the first Stance."""
        return opened(State(Stage.HERO, self.agreed, self.solo), chance)

    def moves(self, state: State, seat: str) -> Sequence[Move]:
        return moves(state, seat)

    def play(self, state: State, chosen: Sequence[Move | None], chance: Chance) -> State:
        """A stage in which nobody has a choice is passed: the next state is one in which somebody has, or the end."""
        if state.stage is Stage.OVER:
            raise ValueError("the Duel is over")
        hero, foe = (_taken(state, seat, move) for seat, move in zip(SEATS, chosen, strict=True))
        return _played(state, hero, foe, chance)

    def view(self, state: State, seat: str) -> State:
        """All that there is: nothing lies hidden once it is chosen."""
        return state

    def result(self, state: State) -> Result | None:
        return state.over

    def said(self, card: str) -> Sequence[Said]:
        return SAID.get(card, ())

    def phrases(self, card: str) -> Sequence[str]:
        return PHRASES.get(card, ())


def moves(state: State, seat: str) -> Sequence[Move]:
    """What a seat may choose: the foe's player has his Stance, a move, a yield; of a foe that nobody plays there is none."""
    match state.stage:
        case Stage.STANCE:
            if seat == HERO:
                return bids(state)
            return _NOTHING if state.solo or state.bout.shown else STANCES
        case Stage.SHOW:
            return STANCES if seat == FOE else _NOTHING
        case Stage.FOE_YIELDS:
            return _YIELDS if seat == FOE else _NOTHING
        case Stage.MOVE:
            return goes(state) if seat == state.bout.mover else _NOTHING
        case Stage.HERO | Stage.ARTS | Stage.KIND | Stage.TEMPERAMENT | Stage.GROUND:
            return openings(state) if seat == chooser(state) else _NOTHING
    return _of_hero(state) if seat == HERO else _NOTHING


def _of_hero(state: State) -> Sequence[Move]:
    """What the hero alone chooses."""
    match state.stage:
        case Stage.EDGE:
            return edges(state)
        case Stage.EFFORT:
            return efforts(state)
        case Stage.AFTER:
            return afters(state)
        case Stage.FOLLOW:
            return _FOLLOWS
        case Stage.LEAVE:
            return leaves(state)
    return _NOTHING


def _taken(state: State, seat: str, move: Move | None) -> Any:
    """A seat's choice, held against what it may choose; ValueError where it has one and made none of these, or has none."""
    may = moves(state, seat)
    if move is None and not may:
        return None
    for choice in may:
        if choice == move and type(choice) is type(move):
            return choice
    raise ValueError(f"{seat} cannot choose {move} in {state.stage.value}")


def _played(state: State, hero: Any, foe: Any, chance: Chance) -> State:
    """The state after two choices that are allowed."""
    match state.stage:
        case Stage.STANCE:
            return revealed(state, hero, foe, chance)
        case Stage.EDGE:
            return edged(state, hero, chance)
        case Stage.SHOW:
            return shown(state, foe)
        case Stage.EFFORT:
            return checked(state, hero, chance)
        case Stage.AFTER:
            return struck(state, hero)
        case Stage.FOE_YIELDS:
            return foe_yields(state, foe)
        case Stage.MOVE:
            return moved(state, state.bout.mover, hero or foe)
        case Stage.FOLLOW:
            return followed(state, hero)
        case Stage.LEAVE:
            return left(state, hero, chance)
    return opened(state._replace(frame=chosen(state.frame, hero or foe)), chance)


RULES = HeavenlyDebt()
