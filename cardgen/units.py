"""Lengths. Millimetres everywhere, origin at the top left, y downwards; points only for type size and inside `write`."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import NamedTuple, NewType

Mm = NewType("Mm", float)
Pt = NewType("Pt", float)

MM_PER_INCH = 25.4
PT_PER_INCH = 72
MM_PER_PT = MM_PER_INCH / PT_PER_INCH

_MM_PER = {
    "mm": Fraction(1),
    "cm": Fraction(10),
    "in": Fraction(254, 10),
    '"': Fraction(254, 10),
    "pt": Fraction(254, 720),
}
_LENGTH = re.compile(r"(-?)(?:([0-9]{1,9})/([0-9]{1,9})|([0-9]{1,9}(?:\.[0-9]{1,15})?|\.[0-9]{1,15}))\s*(mm|cm|in|pt|\")")


def to_pt(mm: float) -> float:
    """Millimetres as PDF points (72 to the inch)."""
    return mm * PT_PER_INCH / MM_PER_INCH


def parse_length(text: object) -> Mm:
    """`63 mm`, `0.125in`, `1/8in` or `9pt` in millimetres, worked out exactly and rounded once.

    ValueError, with a sentence that tells the mend, for anything else: a bare number, a decimal comma, an unknown unit.
    """
    written = str(text).strip()
    m = _LENGTH.fullmatch(written)
    if m is None or (m[3] and not int(m[3])):
        if re.fullmatch(r"-?\d+(\.\d+)?", written):
            raise ValueError(f'"{written}" has no unit; write "{written}mm" if millimetres are meant')
        if re.fullmatch(r"-?\d+,\d+\s*\w*", written):
            raise ValueError(f'"{written}" has a decimal comma; write "{written.replace(",", ".")}"')
        raise ValueError(f'"{written}" is not a length; write a number and one of mm, cm, in, pt')
    number = Fraction(int(m[2]), int(m[3])) if m[2] else Fraction(m[4])
    return Mm(float((-number if m[1] else number) * _MM_PER[m[5]]))


def parse_pt(text: object) -> Pt:
    """A type size in points, from any length with a unit. ValueError as `parse_length`."""
    return Pt(float(Fraction(parse_length(text)) * 72 / Fraction(254, 10)))


class Rect(NamedTuple):
    """A rectangle in millimetres: its left and top edge, its width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def grown(self, by: float) -> Rect:
        """The rectangle with every edge moved outwards by `by` (inwards where it is negative)."""
        return Rect(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def meets(self, other: Rect) -> bool:
        """Whether the two have a place in common, be it an edge."""
        return self.x <= other.right and other.x <= self.right and self.y <= other.bottom and other.y <= self.bottom

    def contains(self, other: Rect, slack: float = 1e-6) -> bool:
        return (
            self.x <= other.x + slack
            and self.y <= other.y + slack
            and self.right >= other.right - slack
            and self.bottom >= other.bottom - slack
        )


class Matrix(NamedTuple):
    """An affine map as SVG and PDF write it: x' = ax + cy + e, y' = bx + dy + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def after(self, m: Matrix) -> Matrix:
        """This map applied after `m`: what a nested `transform` means."""
        a, b, c, d, e, f = self
        return Matrix(
            a * m.a + c * m.b,
            b * m.a + d * m.b,
            a * m.c + c * m.d,
            b * m.c + d * m.d,
            a * m.e + c * m.f + e,
            b * m.e + d * m.f + f,
        )

    def apply(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        """How much a length grows, as the square root of the area's growth."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


IDENTITY = Matrix()
