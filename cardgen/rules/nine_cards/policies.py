"""Simple players of both variants, for playouts: they see what a seat may choose, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardgen.rules.nine_cards.terms import Card
from cardgen.rules.protocol import Chance, Rules

Policy = Callable[[Sequence[Any], Chance], Any]


def uniform(moves: Sequence[Any], chance: Chance) -> Any:
    """Every choice as likely, resigning too where it is one."""
    return moves[chance.randrange(len(moves))]


def steadfast(moves: Sequence[Any], chance: Chance) -> Any:
    """Every card as likely; never resigns."""
    held = len(moves) - (not isinstance(moves[-1], Card))  # the word comes last
    return moves[chance.randrange(held)]


def strong(moves: Sequence[Any], chance: Chance) -> Any:
    """The highest number in hand, of several any as likely; never resigns."""
    held = [move for move in moves if isinstance(move, Card)]
    most = max(card.number for card in held)
    best = [card for card in held if card.number == most]
    return best[chance.randrange(len(best))]


POLICIES: dict[str, Policy] = {"uniform": uniform, "steadfast": steadfast, "strong": strong}
TURN = "rounds"
"""What a playout counts."""


def playout(rules: Rules[Any, Any], a: Policy, b: Policy, chance: Chance, cap: int) -> tuple[Any, int]:
    """A game of a variant to its end, or until `cap` rounds have been played and it is unfinished: the state, and the rounds
    played (one that somebody's resigning ends is none).
    """
    state, rounds = rules.setup(chance), 0
    moves, play = rules.moves, rules.play
    while not state.over and rounds < cap:
        last = state.last
        state = play(state, (a(moves(state, "A"), chance), b(moves(state, "B"), chance)), chance)
        rounds += state.last is not last
    return state, rounds
