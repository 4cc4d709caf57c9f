"""Questions that several checks ask of what is painted."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from cardgen.findings import short
from cardgen.readback.look.painted import Painted
from cardgen.units import Rect

_TECHNICAL = """
    cut cuts cutcontour contour die dieline dielines diecut kisscut throughcut thrucut stanze stanzen fold folds crease creases
    crimp perf perforation score varnish lack uv foil emboss embossing deboss white weiss
"""
TECHNICAL = frozenset(_TECHNICAL.split())
"""Words in the name of a plate that is no ink: it tells a knife or a rule where to go, or lays varnish, foil, white."""


@lru_cache(maxsize=256)
def names_technical(plate: str) -> bool:
    """Whether a plate's name says that it is no ink: "CutContour", "Die-cut", "Spot UV", "Varnish 1"."""
    parts = re.findall(r"[A-Z]?[a-zà-ÿ]+|[A-Z]+(?![a-z])", plate)
    words = {part.lower() for part in parts}
    pairs = {a.lower() + b.lower() for a, b in pairwise(parts)}
    return not TECHNICAL.isdisjoint(words | pairs)


def technical(one: Painted) -> bool:
    """Whether something is painted on technical plates alone."""
    return bool(one.inks) and all(names_technical(plate) for plate, _ in one.inks)


def meets(a: Rect, b: Rect) -> bool:
    """Whether two boxes have a place in common."""
    return a.x <= b.right and b.x <= a.right and a.y <= b.bottom and b.y <= a.bottom


def quoted(one: Painted) -> str:
    """The beginning of a text in quotes; where nothing says what it reads as, that."""
    return f'"{short(one.words, 30)}"' if one.words else "that names no characters"
