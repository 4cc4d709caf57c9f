"""What `chances` finds in seconds, kept: shares of all games when both play any card as likely and nobody resigns.

A test holds every number here against `chances`.
"""

from __future__ import annotations

from typing import NamedTuple


class Fall(NamedTuple):
    """Of a game of `dice`: the life agreed, whether the best dice are kept; in how many games of 100 somebody falls in the
    first round, in how many in any, and how many are drawn.
    """

    life: int
    best: bool
    first: float
    fall: float
    drawn: float


FALLS = (
    Fall(6, False, 11.6, 47.7, 13.2),
    Fall(6, True, 8.8, 42.4, 14.1),
    Fall(8, False, 6.1, 30.1, 13.0),
    Fall(8, True, 3.6, 23.7, 14.0),
    Fall(10, False, 2.7, 18.1, 13.1),
    Fall(10, True, 1.2, 12.3, 14.1),
)


class Ends(NamedTuple):
    """How games of `cards` end, in games of 100: won by an empty hand, both out of cards at once, decided by fewer cards
    after the last round, and level there; the round by which half of them are over, and nearly all (`MOSTLY`).
    """

    won: float
    both_out: float
    fewer: float
    equal: float
    half: int
    most: int


MOSTLY = 95
"""What is nearly all, of 100."""
ENDS = Ends(78.5, 20.1, 0.8, 0.6, 6, 12)
