"""What the bench's exact solver finds of the source's two figures, kept: `tests/bench/heavenly_debt.py` finds them again."""

from __future__ import annotations

from typing import NamedTuple

SOURCE_TERRAIN = 8
"""On the source's maps terrain moves an equal Duel's odds by so many in 100 at most [S]."""
SOURCE_OUTRANKED = 15
"""Outranked by 1 even the best map gives about so many Duels in 100 [S]."""


class Figures(NamedTuple):
    """Of 100 Duels against a Rival, with the best play that there is without Techniques, Pushes and raises, and the foe's
    Stances by a die, its moves the worst: means of five Temperaments and four heroes, but for `terrain`.

    Won by equals without a map; the most that a map and a start move any of these twenty match-ups; won outranked by 1 without
    a map, from the start of the best map, and from the best Ambush.
    """

    equal: float
    terrain: float
    outranked: float
    best: float
    ambush: float


FIGURES = Figures(equal=55.7, terrain=7.8, outranked=14.6, best=15.8, ambush=17.6)

MATCHES: dict[int, dict[str, tuple[float, ...]]] = {
    0: {
        "fist": (51.4, 55.6, 52.8, 63.5, 52.5),
        "crane": (53.0, 50.8, 58.8, 53.5, 51.1),
        "mask": (54.7, 47.4, 64.3, 57.1, 58.7),
        "seal": (56.9, 54.8, 62.0, 57.0, 57.0),
    },
    1: {
        "fist": (12.5, 14.9, 13.7, 20.5, 15.1),
        "crane": (13.9, 14.3, 15.1, 10.6, 16.2),
        "mask": (13.3, 12.9, 18.3, 13.1, 19.4),
        "seal": (12.5, 12.0, 15.9, 13.0, 14.1),
    },
}
"""The match-ups without a map, by gap and hero, in the order of the Temperaments."""
