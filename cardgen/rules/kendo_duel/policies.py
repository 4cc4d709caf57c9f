"""Simple players of both modes, for playouts: they see what a seat sees and may choose, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from typing import Any

from cardgen.rules.kendo_duel.state import Answer, Move, Stage, Start, State
from cardgen.rules.kendo_duel.terms import JIKAN_DESU, Kind
from cardgen.rules.kendo_duel.view import View
from cardgen.rules.protocol import Chance, Rules

Policy = Callable[[View, Sequence[Move], Chance], Move]


def uniform(seen: View, moves: Sequence[Move], chance: Chance) -> Move:
    """Every choice as likely."""
    return moves[chance.randrange(len(moves))]


def counter(seen: View, moves: Sequence[Move], chance: Chance) -> Move:
    """Counterattacks before anything else, and parries when nothing else answers; Jikan desu as soon as it wins; else every
    choice as likely.
    """
    if seen.stage is Stage.START and isinstance(moves[-1], Start) and moves[-1].card is JIKAN_DESU:
        return moves[-1]
    if seen.stage is Stage.ANSWER:
        for kinds in ((Kind.COUNTER,), tuple(kind for kind in Kind if kind is not Kind.PARRYING)):
            best = [move for move in moves if isinstance(move, Answer) and move.card.kind in kinds]
            if best:
                return uniform(seen, best, chance)
    return uniform(seen, moves, chance)


POLICIES: dict[str, Policy] = {"uniform": uniform, "counter": counter}
TURN = "cards"
"""What a playout counts: cards laid; a basic attack and its reinforcing card are two."""


def laid(move: Move) -> int:
    """How many cards a choice lays on the court."""
    if isinstance(move, Start):
        return 1 if move.red is None else 2
    return int(isinstance(move, Answer))


def playout(rules: Rules[State, Move], a: Policy, b: Policy, chance: Chance, cap: int) -> tuple[State, int]:
    """A game to its end, or until so many cards are laid and it is unfinished: the state, and the cards. The two players sit by
    turns where there are more than two seats.
    """
    state, cards = rules.setup(chance), 0
    players = tuple(islice(cycle((a, b)), len(rules.seats)))
    while state.ended is None and cards < cap:
        seat = rules.seats[state.turn]
        move = players[state.turn](rules.view(state, seat), rules.moves(state, seat), chance)
        state = rules.play(state, chosen(rules, state, move), chance)
        cards += laid(move)
    return state, cards


def chosen(rules: Rules[Any, Any], state: State, move: Move) -> list[Move | None]:
    """The choices of all seats: only one has any."""
    return [move if seat == state.turn else None for seat in range(len(rules.seats))]
