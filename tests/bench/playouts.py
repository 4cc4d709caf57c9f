"""How many slots of Duel a second the rules model plays on one core: `python tests/bench/playouts.py [SECONDS]`."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cardgen.rules.duel import RULES  # noqa: E402  (run as a file)
from cardgen.rules.duel.policies import POLICIES, playout  # noqa: E402

CAP = 400


def main(seconds: float) -> None:
    """A table: policy of A, of B, slots a second (median of five), games, how many were unfinished at the cap."""
    print(f"| A | B | slots a second | games | slots a game | unfinished at {CAP} slots |\n|---|---|---|---|---|---|")
    for one in POLICIES:
        for two in POLICIES:
            rates, games, slots, unfinished = [], 0, 0, 0
            chance = random.Random(1)
            for _ in range(5):
                start, done = time.perf_counter(), 0
                while time.perf_counter() - start < seconds / 5:
                    state, played = playout(RULES, POLICIES[one], POLICIES[two], chance, CAP)
                    done += played
                    games += 1
                    unfinished += RULES.result(state) is None
                rates.append(done / (time.perf_counter() - start))
                slots += done
            share = unfinished / games
            print(f"| {one} | {two} | {median(rates):,.0f} | {games} | {slots / games:.0f} | {unfinished} ({share:.0%}) |")


def daisho(seconds: float) -> None:
    """Daisho's rows of the table, in turns; every one of its duels ends."""
    from cardgen.rules.daisho import RULES
    from cardgen.rules.daisho.policies import POLICIES, playout

    for one in POLICIES:
        for two in POLICIES:
            rates, lengths, drawn = [], [], 0
            chance = random.Random(1)
            for _ in range(5):
                start, done = time.perf_counter(), 0
                while time.perf_counter() - start < seconds / 5:
                    state = playout(RULES, POLICIES[one], POLICIES[two], chance)
                    done += state.turn
                    lengths.append(state.turn)
                    drawn += RULES.result(state) == ((), "both fell in one cut")
                rates.append(done / (time.perf_counter() - start))
            a_game = f"{sum(lengths) / len(lengths):.1f}, {max(lengths)} at the most; {drawn / len(lengths):.0%} drawn"
            print(f"| daisho: {one} | {two} | {median(rates):,.0f} turns | {len(lengths)} | {a_game} | none |")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
    daisho(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
