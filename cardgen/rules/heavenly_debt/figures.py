"""What the bench's exact solver finds of the source's two figures, kept; a test holds some of it against the solver."""

from __future__ import annotations

from typing import NamedTuple

SOURCE_TERRAIN = 8
"""On the source's maps terrain moves an equal Duel's odds by so many in 100 at most [S]."""
SOURCE_OUTRANKED = 15
"""Outranked by 1 even the best map gives about so many Duels in 100 [S]."""


class Figures(NamedTuple):
    """Of 100 Duels against a Rival, best play by the hero without Techniques, Pushes and raises, the mean of five Temperaments
    and four heroes: won by equals without a map; the most that a map and start moves any match-up of equals; won outranked by
    1 without a map; on the best map.
    """

    equal: float
    terrain: float
    outranked: float
    best: float


FIGURES = Figures(0.0, 0.0, 0.0, 0.0)
