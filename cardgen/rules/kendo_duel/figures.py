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


FIGURES: tuple[Figure, ...] = (
    Figure("duel", "uniform", 0.3, 50.6, 3.8, 0.0, 18, 22, 24, 12.62, 2.49, 1.62, 0.0, 0.0, 0.0),
    Figure("duel-3", "uniform", 0.5, 29.9, 5.4, 0.0, 31, 35, 37, 22.13, 4.56, 3.24, 0.0, 0.0, 0.0),
    Figure("duel-4", "uniform", 0.5, 21.6, 7.1, 0.0, 44, 48, 50, 30.93, 7.18, 5.22, 0.0, 0.0, 0.0),
    Figure("competition", "uniform", 0.0, 55.0, 6.7, 7.7, 23, 42, 73, 16.71, 0.0, 0.0, 1.91, 0.51, 1.77),
    Figure("duel", "counter", 1.8, 49.1, 4.1, 0.0, 19, 22, 24, 13.03, 2.09, 1.32, 0.0, 0.0, 0.0),
    Figure("duel-3", "counter", 1.9, 29.3, 5.8, 0.0, 31, 35, 37, 22.38, 3.93, 2.78, 0.0, 0.0, 0.0),
    Figure("duel-4", "counter", 1.7, 21.4, 7.1, 0.0, 45, 48, 50, 31.37, 6.4, 4.51, 0.0, 0.0, 0.0),
    Figure("competition", "counter", 0.0, 53.8, 6.2, 15.0, 25, 48, 95, 19.23, 0.0, 0.0, 1.78, 0.49, 1.71),
)
"""By variant: every choice as likely, then counterattacks first, and Jikan desu as soon as it wins."""
