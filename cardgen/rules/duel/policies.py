"""Simple players of Duel, for playouts: they see what a seat may choose, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.rules.duel.model import Duel, Move
from cardgen.rules.duel.state import Stage, State
from cardgen.rules.duel.terms import Evasion, Footwork
from cardgen.rules.protocol import Chance

Policy = Callable[[Sequence[Move], Chance], Move]


def uniform(moves: Sequence[Move], chance: Chance) -> Move:
    """Every choice as likely."""
    return moves[chance.randrange(len(moves))]


def advancing(moves: Sequence[Move], chance: Chance) -> Move:
    """Always toward the other, never a dodge, any plan."""
    first = moves[0]
    if isinstance(first, Footwork) or first is Evasion.GO_ON:
        return first
    return moves[chance.randrange(len(moves))]


POLICIES: dict[str, Policy] = {"uniform": uniform, "advancing": advancing}
TURN = "slots"
"""What a playout counts."""


def playout(rules: Duel, a: Policy, b: Policy, chance: Chance, cap: int) -> tuple[State, int]:
    """A duel to its end, or until `cap` slots have been played and it is unfinished: the state, and the slots played."""
    state, slots = rules.setup(chance), 0
    moves, play = rules.moves, rules.play
    while state.stage is not Stage.OVER and slots < cap:
        for_a, for_b = moves(state, "A"), moves(state, "B")
        last = state.last
        state = play(state, (a(for_a, chance) if for_a else None, b(for_b, chance) if for_b else None), chance)
        slots += state.last is not last
    return state, slots
