"""Duels as readable text, a choice of both a line: `python -m tests.rules.record` writes the recorded ones anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from cardgen.rules.duel import RULES, Stage, State
from cardgen.rules.duel.model import Move
from cardgen.rules.duel.policies import advancing, uniform
from cardgen.rules.duel.state import weather
from cardgen.rules.duel.terms import FOOTWORK, Duellist, Evasion, Footwork, Stance
from tests.rules.table import LONG, Lot, plan

PLAYS = Path(__file__).parent / "plays"
RECORDED = {"the-brute-and-the-master": (52, 70), "a-long-day": (18, 70)}
"""The names of the recorded games: the seed of each, and after how many slots it stops."""


class Drawn:
    """A generator that remembers what it drew for the weather."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)
        self.lots: list[int] = []

    def randrange(self, stop: int, /) -> int:
        lot = self.source.randrange(stop)
        self.lots.append(lot)
        return lot


def word(move: Move | None) -> str:
    match move:
        case None:
            return "-"
        case Duellist():
            return move.value
        case Stance():
            return move.name.lower()
        case Footwork(id, spaces):
            return id if abs(spaces) < 2 else f"{id} 2"
        case Evasion():
            return move.value
    return " ".join(
        p.technique.short if p.technique.stance is p.stance else f"{p.technique.short}.{p.stance.name.lower()}" for p in move
    )


def move(stage: Stage, text: str) -> Move | None:
    """A choice read back."""
    if text == "-":
        return None
    match stage:
        case Stage.DUELLIST:
            return Duellist(text)
        case Stage.OPENING:
            return Stance[text.upper()]
        case Stage.PLAN:
            return plan(text)
        case Stage.DODGE:
            return Evasion(text)
        case _:
            name, _, far = text.partition(" ")
            return LONG[name, 2] if far else next(f for f in FOOTWORK if f.id == name)


def told(state: State) -> str:
    """The state after a choice, as far as a table shows it."""
    sides = "  ".join(
        f"{seat} on {f.space} health {f.health} stamina {f.stamina}{f' locked {f.lock}' if f.lock else ''}"
        f"{' stiff' if f.stiff else ''}{' resting' if f.resting else ''}"
        for seat, f in (("A", state.a), ("B", state.b))
    )
    return f"slot {state.turn} {weather(state).value}: {sides}"


def recorded(seed: int, cap: int) -> Iterator[str]:
    """A game of two players who mostly advance, line by line: stage, what A and B chose, the lots drawn, the state after."""
    chance, dice = Drawn(seed), random.Random(seed)
    state, slots = RULES.setup(chance), 0
    while RULES.result(state) is None and slots < cap:
        may = [RULES.moves(state, seat) for seat in RULES.seats]
        # bold enough to meet, not so bold that it is over at once
        chosen = [(advancing if dice.random() < 0.35 else uniform)(m, dice) if m else None for m in may]
        chance.lots.clear()
        after = RULES.play(state, chosen, chance)
        lots = f" | lot {chance.lots[0]}" if chance.lots else ""
        yield f"{state.stage.value} | {word(chosen[0])} | {word(chosen[1])}{lots} => {told(after)}"
        slots += after.last is not state.last
        state = after
    result = RULES.result(state)
    yield f"=> {result.why if result else 'unfinished'}"


def replayed(text: str) -> Iterator[tuple[str, str]]:
    """For each line of a recorded game what stands in it, and what the rules make of its choices."""
    state = RULES.setup(Lot())
    for line in text.splitlines():
        choices, _, after = line.partition("=> ")
        if not choices:
            result = RULES.result(state)
            yield after, result.why if result else "unfinished"
            continue
        stage, a, b, *lot = (part.strip() for part in choices.split("|"))
        assert stage == state.stage.value
        chance = Lot(int(lot[0].removeprefix("lot "))) if lot else Lot()
        state = RULES.play(state, (move(state.stage, a), move(state.stage, b)), chance)
        yield after, told(state)


if __name__ == "__main__":
    for name, (seed, cap) in RECORDED.items():
        (PLAYS / f"{name}.txt").write_text("\n".join(recorded(seed, cap)) + "\n", encoding="utf-8", newline="\n")
