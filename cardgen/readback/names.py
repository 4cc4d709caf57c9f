"""Plates that are no printing ink, by their names: what a knife, a rule, a stamp or a varnish follows."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from cardgen.readback.spaces import PROCESS

_KNIVES = """
    cut cuts cutcontour contour cutting die dies dieline dielines diecut kisscut throughcut thrucut
    stanze stanzen stanzkontur stanzlinie
"""
_OTHERS = """
    fold folds crease creases creasing crimp perf perfo perforation score scoring varnish lack lacquer coating laminat
    laminate lamination uv foil hotstamp hotstamping emboss embossing deboss glue white weiss guide guides template
    technical dimension dimensions
"""
KNIVES = frozenset(_KNIVES.split())
"""Words in the name of a plate that is cut along."""
TECHNICAL = KNIVES | frozenset(_OTHERS.split())
"""Words in the name of a plate that is no ink: it tells a knife or a rule where to go, or lays varnish, foil, white."""


def technical(plate: str) -> bool:
    """Whether a plate's name says that it is no ink: "CutContour", "Die-cut", "Spot UV", "Varnish 1"."""
    return plate not in PROCESS and not TECHNICAL.isdisjoint(_words(plate))


def knife(plate: str) -> bool:
    """Whether a plate's name says that a knife follows it: "CutContour", "Die-cut"."""
    return plate not in PROCESS and not KNIVES.isdisjoint(_words(plate))


@lru_cache(maxsize=256)
def _words(plate: str) -> frozenset[str]:
    """The words of a name, in small letters, and each two that follow one another as one."""
    parts = [part.lower() for part in re.findall(r"[A-Z]?[a-zà-ÿ]+|[A-Z]+(?![a-z])", plate)]
    return frozenset(parts) | {a + b for a, b in pairwise(parts)}
