"""Kendo Duel as a rules model: the Duel of two is the model itself; variants are those of three and four, the Competition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.rules.kendo_duel import opening
from cardgen.rules.kendo_duel.choices import moves
from cardgen.rules.kendo_duel.describe import describe
from cardgen.rules.kendo_duel.facts import deck, discords, face_down, facts, layouts
from cardgen.rules.kendo_duel.flow import onward, played
from cardgen.rules.kendo_duel.rulings import RULINGS
from cardgen.rules.kendo_duel.state import Move, State
from cardgen.rules.kendo_duel.tables import tables
from cardgen.rules.kendo_duel.terms import PLAYERS, SEATS
from cardgen.rules.kendo_duel.view import View, view
from cardgen.rules.kendo_duel.words import PHRASES, SAID, WHOLE
from cardgen.rules.protocol import Chance, Result, Rules, Ruling, Said


class _Game:
    """What is the same in both modes: how a game is played on, the cards, and what is told of the whole game."""

    id = "kendo-duel"
    seats: tuple[str, ...] = SEATS[:2]
    rulings: tuple[Ruling, ...] = RULINGS
    free: Mapping[str, Any] = {}
    whole = WHOLE
    facts, deck = staticmethod(facts), staticmethod(deck)
    layouts, face_down, discords = staticmethod(layouts), staticmethod(face_down), staticmethod(discords)
    tables, describe = staticmethod(tables), staticmethod(describe)

    @property
    def variants(self) -> Mapping[str, Rules[Any, Any]]:
        return {}

    def moves(self, state: State, seat: str) -> Sequence[Move]:
        """All choices are made in turn: one seat has some, the others none."""
        return moves(state) if SEATS[state.turn] == seat else ()

    def play(self, state: State, chosen: Sequence[Move | None], chance: Chance) -> State:
        """What has no choice in it is passed: the next state is one in which somebody has one, or the end."""
        move = chosen[state.turn]
        others = [other for seat, other in enumerate(chosen) if seat != state.turn]
        for choice in moves(state):
            if choice == move and type(choice) is type(move) and not any(others):
                return played(state, choice, chance)
        raise ValueError(f"{SEATS[state.turn]} cannot choose {move} in {state.stage.value}")

    def view(self, state: State, seat: str) -> View:
        return view(state, SEATS.index(seat))

    def result(self, state: State) -> Result | None:
        return state.ended

    def said(self, card: str) -> Sequence[Said]:
        return SAID.get(card, ())

    def phrases(self, card: str) -> Sequence[str]:
        return PHRASES.get(card, ())


class Duel(_Game):
    """The Duel of two, three or four players."""

    def __init__(self, players: int = 2) -> None:
        if players not in PLAYERS:
            raise ValueError(f"the Duel is for {', '.join(map(str, PLAYERS))} players")
        self.seats = SEATS[:players]

    @property
    def variants(self) -> Mapping[str, Rules[Any, Any]]:
        return VARIANTS if self is RULES else {}

    def setup(self, chance: Chance) -> State:
        return opening.duel(len(self.seats), chance)


class Competition(_Game):
    """The Competition of two: to the second Ippon, or till time is called."""

    def setup(self, chance: Chance) -> State:
        return onward(opening.opened(opening.competition(chance)), chance)


RULES = Duel()
VARIANTS: dict[str, Rules[Any, Any]] = {
    "duel": RULES,
    "duel-3": Duel(3),
    "duel-4": Duel(4),
    "competition": Competition(),
}
