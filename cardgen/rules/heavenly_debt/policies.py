"""Simple players of both seats, for playouts: they see what lies open and what they may choose, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardgen.rules.heavenly_debt.state import After, Bid, Effort, Go, Stage, State, Word
from cardgen.rules.heavenly_debt.terms import (
    FOE,
    HERO,
    PARTIAL,
    USES,
)
from cardgen.rules.protocol import Chance, Rules

Policy = Callable[[State, Sequence[Any], Chance], Any]

_LEAVES = (Word.YIELD, Word.FLEE, Word.RED_TIDE)


def uniform(seen: State, moves: Sequence[Any], chance: Chance) -> Any:
    """Every choice as likely, giving up too where it is one."""
    return moves[chance.randrange(len(moves))]


def steadfast(seen: State, moves: Sequence[Any], chance: Chance) -> Any:
    """Every choice as likely, but neither side yields or flees."""
    stay = [move for move in moves if move not in _LEAVES]
    return stay[chance.randrange(len(stay))]


def plain(seen: State, moves: Sequence[Any], chance: Chance) -> Any:
    """As a person plays without reckoning: the hero never repeats a Stance, beats one that he sees, else takes one of his two
    best Attributes; a Finisher as soon as it may be, and no Momentum for anything else;
    no Push, no raise, no Technique. The foe's player chooses its Stances by lot.
    """
    if seen.stage is Stage.STANCE and isinstance(moves[0], Bid):
        return _stance(seen, [move for move in moves if move.technique is None], chance)
    if seen.stage is Stage.EFFORT:
        return Effort(finisher=moves[-1].finisher)
    if seen.stage is Stage.AFTER:
        return After()
    if seen.stage is Stage.MOVE:
        return Go()
    if seen.stage is Stage.FOLLOW:
        return Word.FOLLOW
    if moves[0] is Word.GO_ON:
        return Word.GO_ON
    return uniform(seen, moves, chance)


def pushing(seen: State, moves: Sequence[Any], chance: Chance) -> Any:
    """As `plain`, with a Push where there is Strain left, and a raise where a Failure or a Partial Success can be one."""
    if seen.stage is Stage.EFFORT:
        return moves[-1]  # a Finisher and a Push, as far as they may be
    if seen.stage is Stage.AFTER and seen.bout.rolled is not None and seen.bout.rolled <= PARTIAL:
        return max(moves, key=lambda move: (move.raised is not None, not move.spends))
    return plain(seen, moves, chance)


def _stance(seen: State, bids: Sequence[Bid], chance: Chance) -> Bid:
    hero, shown = seen.frame.hero, seen.bout.foe
    assert hero is not None
    fresh = [bid for bid in bids if bid.stance is not seen.player.last]
    if shown is not None:
        beating = [bid for bid in fresh if bid.stance is shown.loses]
        if beating:
            return beating[0]
        fresh = [bid for bid in fresh if bid.stance is not shown.beats] or fresh
    best = sorted(fresh, key=lambda bid: -hero.attribute(USES[bid.stance]))[:2]
    return best[chance.randrange(len(best))]


POLICIES: dict[str, Policy] = {"uniform": uniform, "steadfast": steadfast, "plain": plain, "pushing": pushing}
TURN = "Rounds"
"""What a playout counts."""


def playout(
    rules: Rules[State, Any], hero: Policy, foe: Policy, chance: Chance, cap: int, start: State | None = None
) -> tuple[State, int]:
    """A Duel, from its beginning or from a state, to its end or until `cap` Rounds are begun: the state, and the Rounds."""
    state = rules.setup(chance) if start is None else start
    moves, play = rules.moves, rules.play
    while state.over is None and state.bout.number <= cap:
        for_hero, for_foe = moves(state, HERO), moves(state, FOE)
        one = hero(state, for_hero, chance) if for_hero else None
        two = foe(state, for_foe, chance) if for_foe else None
        state = play(state, (one, two), chance)
    return state, min(state.bout.number, cap)
