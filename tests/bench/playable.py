"""Whether a game can be played with its cards: `python tests/bench/playable.py [GAMES] [GAME...]`.

So many games of every rule set between players who take any choice that they have as likely: how many end, how long they
are, and in how many of them the least used card is played. A card is played where it stands in a choice that was taken.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cardgen.rules import MODELS, variants_of  # noqa: E402  (run as a file)
from cardgen.rules.protocol import Rules  # noqa: E402

CAP = 3000
"""Choices after which a game is given up."""


def main(count: int, games: list[str]) -> None:
    """A row for each rule set."""
    print("| game | rules | games | ended | choices a game: median | 95% | longest | drawn | least played card | in games |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for game in games:
        for name, rules in variants_of(game).items():
            print("|", " | ".join((game, name, *row(rules, count))), "|", flush=True)


def row(rules: Rules[Any, Any], count: int) -> Iterator[str]:
    """Games, how many ended, their lengths, how many were drawn, the least played card and in how many games it was."""
    chance, played, lengths = random.Random(1), Counter[str](), []
    ended = drawn = 0
    cards = {printed.card for printed in rules.deck()}
    for _ in range(count):
        state, length, used = rules.setup(chance), 0, set[str]()
        while rules.result(state) is None and length < CAP:
            may = [rules.moves(state, seat) for seat in rules.seats]
            chosen = [m[chance.randrange(len(m))] if m else None for m in may]
            used.update(id_ for move in chosen for id_ in named(move))
            state, length = rules.play(state, chosen, chance), length + 1
        result = rules.result(state)
        ended += result is not None
        drawn += result is not None and not result.winners
        played.update(used & cards)
        lengths.append(length)
    lengths.sort()
    yield f"{count:,}"
    yield f"{ended:,}"
    yield str(lengths[count // 2])
    yield str(lengths[count * 95 // 100])
    yield str(lengths[-1])
    yield f"{drawn / count:.1%}"
    least = min(sorted(card for card in cards if played[card]), key=lambda card: played[card])
    yield least
    yield f"{played[least]:,}"
    never = sorted(cards - played.keys())
    print(f"{rules.id}: no choice names {', '.join(never)}", file=sys.stderr)


def named(move: object) -> Iterator[str]:
    """The ids of the cards that a choice speaks of."""
    if hasattr(move, "id"):
        yield str(move.id)
    if isinstance(move, Enum):
        yield str(move.value)
    elif isinstance(move, tuple):
        for part in move:
            yield from named(part)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, sys.argv[2:] or list(MODELS))
