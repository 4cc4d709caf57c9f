"""Faces before they are printed: what of them a trimming knife or a press could spoil."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from cardgen.face import Face, Stencil, Text, walk
from cardgen.findings import Code, Finding, short
from cardgen.svg.markup import place
from cardgen.units import MM_PER_PT

OUTSIDE_SAFE = Code("outside-safe", "a knife wanders by a millimetre and more: words and seals near the edge are cut")
SMALL_TYPE = Code("small-type", "type below 6.5 pt is not read at arm's length")

LEAST_PT = 6.5
"""The floor of card text (the house's own: 8 pt wanted, 6.5 pt the least)."""


def preflight(face: Face, safe: float) -> Iterator[Finding]:
    """Every word and seal of a face against the safe margin (mm), every word against the smallest size."""
    inside = face.trim.grown(-safe)
    for mark in walk(face.marks):
        match mark:
            case Text():
                if not inside.contains(mark.box, slack=0.01):
                    yield Finding(
                        OUTSIDE_SAFE, place(mark.src), f'{face.name}: "{short(mark.string, 30)}" {_over(face, mark, safe)}'
                    )
                size = printed_size(mark)
                if size < LEAST_PT - 1e-6:
                    says = f'{face.name}: "{short(mark.string, 30)}" is set in {size:.4g} pt'
                    yield Finding(SMALL_TYPE, place(mark.src), says, f"{LEAST_PT:g} pt is the least")
            case Stencil():
                if not inside.contains(mark.box, slack=0.01):
                    yield Finding(OUTSIDE_SAFE, place(mark.src), f"{face.name}: the seal {mark.seal} {_over(face, mark, safe)}")


def printed_size(mark: Text) -> float:
    """The type size on paper in points: where a transform draws the type narrower or lower, by the smaller of the two."""
    m = mark.matrix
    smaller = abs(hypot(m.a + m.d, m.b - m.c) - hypot(m.a - m.d, m.b + m.c)) / 2  # the matrix's smaller singular value
    return smaller * 1000 / MM_PER_PT


def _over(face: Face, mark: Text | Stencil, safe: float) -> str:
    inside, box = face.trim.grown(-safe), mark.box
    over = max(inside.x - box.x, inside.y - box.y, box.right - inside.right, box.bottom - inside.bottom)
    return f"stands {over:.2f} mm outside the safe margin of {safe:g} mm"
