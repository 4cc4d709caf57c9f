"""Duels of Heavenly Debt as readable text, a choice of both a line: `python -m tests.rules.record_heavenly_debt` writes the
recorded ones anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.rules.heavenly_debt import Agreed, HeavenlyDebt, Stage, State
from cardgen.rules.heavenly_debt.frame import Arts
from cardgen.rules.heavenly_debt.policies import pushing, steadfast, uniform
from cardgen.rules.heavenly_debt.scenes import SCENES
from cardgen.rules.heavenly_debt.state import After, Bid, Effort, Go
from cardgen.rules.heavenly_debt.terms import BOSS, RIVAL, SEAL, TECHNIQUES
from tests.rules.record_nine_cards import Drawn, Lots

PLAYS = Path(__file__).parent / "plays" / "heavenly-debt"
_OF = {technique.id: technique for technique in TECHNIQUES}


class Recorded(NamedTuple):
    """A recorded Duel: its frame, whether a die is the foe, its seed, how both play."""

    frame: Agreed
    solo: bool
    seed: int
    policy: Any = steadfast


STAIRS = Arts((_OF["chain-stair-step"], _OF["hundred-step-return"]))
REACH = Arts((_OF["pole-sweep"], _OF["salt-burn"]))
RECORDED = {
    "a-rival-on-the-ferry": Recorded(Agreed(arts=REACH, kind=RIVAL, ground=SCENES[0]), False, 3),
    "a-boss-on-the-stair": Recorded(Agreed(arts=STAIRS, kind=BOSS, ground=SCENES[1]), False, 8),
    "from-the-reeds": Recorded(Agreed(SEAL, ground=SCENES[2], start=SCENES[2].starts[1]), True, 5, pushing),
    "outranked-in-the-granary": Recorded(Agreed(kind=RIVAL, ground=SCENES[3], foe_realm=2), True, 11),
    "fled": Recorded(Agreed(kind=BOSS), True, 143, uniform),
}
"""By name."""


def word(move: Any) -> str:
    """A choice in words; no two that are offered together have the same."""
    match move:
        case None:
            return "-"
        case Bid():
            with_ = f" with {move.technique.id}" if move.technique else ""
            return f"{move.stance.id}{with_}{f' to {move.to}' if move.to else ''}"
        case Effort():
            return " ".join(name for name, does in move._asdict().items() if does) or "no effort"
        case After():
            raised = [move.raised.value] if move.raised else []
            return " ".join(raised + ["spends"] * move.spends) or "as it is"
        case Go():
            return f"to {move.zone}" if move.zone else "stays"
        case Arts():
            return " and ".join(technique.id for technique in move.techniques)
    return str(getattr(move, "id", None) or move.value)


def told(state: State) -> str:
    """The state after a choice."""
    player, foe, bout = state.player, state.foe, state.bout
    if state.stage in (Stage.HERO, Stage.ARTS, Stage.KIND, Stage.TEMPERAMENT, Stage.GROUND):
        return state.stage.value
    sides = [f"hero {player.ward}/{player.wounds} m{player.momentum} q{player.qi} s{player.strain} {player.zone}".strip()]
    sides.append(f"foe {foe.ward}/{foe.wounds} m{foe.momentum} {foe.zone}{' off' if foe.off_balance else ''}".strip())
    if state.high:
        sides.append(f"high {state.high}")
    if bout.clash is not None:
        assert bout.foe is not None
        sides.append(f"{bout.clash.value} against {bout.foe.id}{' predictable' if bout.predictable else ''}")
    if bout.roll:
        assert bout.rolled is not None
        sides.append(
            f"{bout.roll}{bout.bonus:+} of {bout.defense} {(bout.rolled if bout.outcome is None else bout.outcome).title}"
        )
    return f"round {bout.number}; {'; '.join(sides)}; {state.stage.value}"


def recorded(game: Recorded) -> Iterator[str]:
    """A Duel line by line: what both chose, the lots drawn, the state after."""
    rules, chance, choice = HeavenlyDebt(game.frame, game.solo), Drawn(game.seed), random.Random(1000 + game.seed)
    state = rules.setup(chance)
    yield f"setup{chance.told()} => {told(state)}"
    while state.over is None:
        may = [rules.moves(state, seat) for seat in rules.seats]
        chosen = [game.policy(state, m, choice) if m else None for m in may]
        state = rules.play(state, chosen, chance)
        yield f"{word(chosen[0])} | {word(chosen[1])}{chance.told()} => {told(state)}"
    yield f"=> {', '.join(state.over.winners) or 'nobody'}: {state.over.why}"


def replayed(game: Recorded, text: str) -> Iterator[tuple[str, str]]:
    """For each line of a recorded Duel what stands in it, and what the rules make of its choices."""
    rules = HeavenlyDebt(game.frame, game.solo)
    state: Any = None
    for line in text.splitlines():
        choices, _, after = line.partition("=> ")
        *parts, drawn = [part.strip() for part in choices.split("|")]
        if not drawn.startswith("lots"):
            parts, drawn = [*parts, drawn], ""
        chance = Lots([int(lot) for lot in drawn.split()[1:]])
        if parts == [""]:
            over = state.over
            yield after, f"{', '.join(over.winners) or 'nobody'}: {over.why}" if over else "unfinished"
            continue
        if parts == ["setup"]:
            state = rules.setup(chance)
        else:
            chosen = [read(rules.moves(state, seat), part) for seat, part in zip(rules.seats, parts, strict=True)]
            state = rules.play(state, chosen, chance)
        assert not chance.lots, line
        yield after, told(state)


def read(may: Sequence[Any], text: str) -> Any:
    """A choice read back."""
    return None if text == "-" else next(move for move in may if word(move) == text)


if __name__ == "__main__":
    PLAYS.mkdir(parents=True, exist_ok=True)
    for name, game in RECORDED.items():
        (PLAYS / f"{name}.txt").write_text("\n".join(recorded(game)) + "\n", encoding="utf-8", newline="\n")
