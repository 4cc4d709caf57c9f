"""Questions that several checks ask of what is painted."""

from __future__ import annotations

from cardgen.findings import short
from cardgen.readback.look.painted import Painted
from cardgen.readback.names import technical
from cardgen.units import Rect


def guides(one: Painted) -> bool:
    """Whether something is painted on technical plates alone."""
    return bool(one.inks) and all(technical(plate) for plate, _ in one.inks)


def meets(a: Rect, b: Rect) -> bool:
    """Whether two boxes have a place in common."""
    return a.x <= b.right and b.x <= a.right and a.y <= b.bottom and b.y <= a.bottom


def quoted(one: Painted) -> str:
    """The beginning of a text in quotes; where nothing says what it reads as, that."""
    return f'"{short(one.words, 30)}"' if one.words else "that names no characters"
