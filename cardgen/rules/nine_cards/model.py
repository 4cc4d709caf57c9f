"""The nine-card Duel as a rules model: `dice` is the model itself, and `cards` its other variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.rules.nine_cards import cards, dice
from cardgen.rules.nine_cards.facts import deck, discords, face_down, facts, layouts
from cardgen.rules.nine_cards.rulings import RULINGS
from cardgen.rules.nine_cards.tables import tables
from cardgen.rules.nine_cards.terms import SEATS, Agreed, Card, agreed
from cardgen.rules.nine_cards.told import describe
from cardgen.rules.protocol import Chance, Result, Rules, Ruling, Said


class _Game:
    """What is the same in both variants: the cards and the other pieces, and what is told of the whole game."""

    id = "nine-cards"
    seats: tuple[str, ...] = SEATS
    rulings: tuple[Ruling, ...] = RULINGS
    free: Mapping[str, Any] = {}
    whole: frozenset[str] = frozenset()
    facts, deck = staticmethod(facts), staticmethod(deck)
    layouts, face_down, discords = staticmethod(layouts), staticmethod(face_down), staticmethod(discords)
    tables, describe = staticmethod(tables), staticmethod(describe)

    def said(self, card: str) -> Sequence[Said]:
        return ()  # no face says a rule in words

    def phrases(self, card: str) -> Sequence[str]:
        return ()


class Cards(_Game):
    """The later rule set: the hand is what the other has left of his will, and there is nothing but cards."""

    variants: Mapping[str, Rules[Any, Any]] = {}

    def setup(self, chance: Chance) -> cards.State:
        return cards.setup(chance)

    def moves(self, state: cards.State, seat: str) -> Sequence[cards.Move]:
        return cards.moves(state, SEATS.index(seat))

    def play(self, state: cards.State, chosen: Sequence[cards.Move | None], chance: Chance) -> cards.State:
        return cards.play(state, chosen, chance)

    def view(self, state: cards.State, seat: str) -> cards.View:
        return cards.view(state, SEATS.index(seat))

    def result(self, state: cards.State) -> Result | None:
        return cards.result(state)


class Dice(_Game):
    """The first rule set, with life and dice, as both have agreed on them."""

    def __init__(self, life: int = Agreed().life, best: bool = False) -> None:
        self.agreed = agreed(life, best)

    @property
    def variants(self) -> Mapping[str, Rules[Any, Any]]:
        return {"dice": self, "cards": CARDS}

    def setup(self, chance: Chance) -> dice.State:
        return dice.setup(self.agreed, chance)

    def moves(self, state: dice.State, seat: str) -> Sequence[Card]:
        return dice.moves(state, SEATS.index(seat))

    def play(self, state: dice.State, chosen: Sequence[Card | None], chance: Chance) -> dice.State:
        return dice.play(state, chosen, self.agreed, chance)

    def view(self, state: dice.State, seat: str) -> dice.View:
        return dice.view(state, SEATS.index(seat))

    def result(self, state: dice.State) -> Result | None:
        return dice.result(state)


CARDS = Cards()
RULES = Dice()
