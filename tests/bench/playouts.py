"""How many turns a second of CPU the rules models play on one core: `python tests/bench/playouts.py [SECONDS] [GAME...]`.

A game's module `policies` has `POLICIES`, what a turn is called (`TURN`), and a `playout` of two of them up to a cap of turns.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations_with_replacement
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cardgen.rules import MODELS, variants_of  # noqa: E402  (run as a file)
from cardgen.rules.protocol import Rules  # noqa: E402

CAP = 400


def main(seconds: float, games: list[str]) -> None:
    """A table a game: a row for each rule set and each two of the game's policies, played for so many seconds."""
    for game in games:
        policies = import_module(f"{MODELS[game]}.policies")
        turns = policies.TURN
        print(f"\n{game}\n")
        print(f"| rules | A | B | {turns} a second | games | {turns} a game | longest | drawn | unfinished at {CAP} |")
        print("|---|---|---|---|---|---|---|---|---|")
        for name, rules in variants_of(game).items():
            for one, two in combinations_with_replacement(policies.POLICIES, 2):
                cells = row(rules, policies.playout, policies.POLICIES[one], policies.POLICIES[two], seconds)
                print("|", " | ".join((name or game, one, two, *cells)), "|")


def row(rules: Rules[Any, Any], playout: Any, one: Any, two: Any, seconds: float) -> Iterator[str]:
    """Turns a second of CPU (median of five), games, turns a game, the longest game, how many were drawn and unfinished."""
    rates, lengths, drawn, unfinished = [], [], 0, 0
    chance = random.Random(1)
    for _ in range(5):
        start, done = time.process_time(), 0
        while time.process_time() - start < seconds / 5:
            state, played = playout(rules, one, two, chance, CAP)
            done += played
            lengths.append(played)
            result = rules.result(state)
            unfinished += result is None
            drawn += result is not None and not result.winners
        rates.append(done / (time.process_time() - start))
    games = len(lengths)
    yield f"{median(rates):,.0f}"
    yield f"{games:,}"
    yield f"{sum(lengths) / games:.1f}"
    yield str(max(lengths))
    yield f"{drawn / games:.1%}"
    yield f"{unfinished} ({unfinished / games:.0%})"


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10, sys.argv[2:] or list(MODELS))
