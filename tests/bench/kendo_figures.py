"""The figures of Kendo Duel anew, as rows of `FIGURES`: `python tests/bench/kendo_figures.py [GAMES]` (minutes)."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cardgen.rules.kendo_duel.figures import GAMES, SEED  # noqa: E402  (run as a file)
from cardgen.rules.kendo_duel.model import VARIANTS  # noqa: E402
from cardgen.rules.kendo_duel.policies import POLICIES  # noqa: E402
from cardgen.rules.kendo_duel.tallies import figure, tally  # noqa: E402


def main(games: int) -> None:
    """A row for each policy and variant."""
    for policy, plays in POLICIES.items():
        for variant, rules in VARIANTS.items():
            print(f"    {figure(variant, policy, tally(rules, plays, games, SEED))},", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
