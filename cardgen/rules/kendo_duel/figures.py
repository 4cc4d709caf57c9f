"""What `tallies` finds in minutes, kept: shares of games between simple players. A test holds them against fewer games."""

from __future__ import annotations

from typing import NamedTuple

GAMES = 20_000
"""Games of each line."""
SEED = 1


class Figure(NamedTuple):
    """Games of a variant between players of one policy. Shares in games of 100: drawn, won by who started, with tied totals,
    ended by Jikan desu. Cards laid: median, what 95 of 100 games do not exceed, the most seen. A game has on average so many
    attacks, unanswered basic attacks and counterattacks (Duel), cards discarded for a basic attack (Duel), Ippon for a
    target, Ippon marked H, Hansoku (Competition).
    """

    variant: str
    policy: str
    drawn: float
    starter: float
    tied: float
    timed: float
    median: int
    most_of: int
    most: int
    attacks: float
    unanswered: float
    discards: float
    waza: float
    marked: float
    hansoku: float


FIGURES: tuple[Figure, ...] = ()
"""By variant, every choice as likely; then counterattacks before anything else."""
