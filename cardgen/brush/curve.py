"""Curves in the plane: cubic pieces, what a map makes of them, and their sampling in millimetres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cardgen.brush.noise import Floats
from cardgen.units import Matrix


class Point(NamedTuple):
    """A place in mm, x to the right and y down."""

    x: float
    y: float


class Cubic(NamedTuple):
    """One Bezier piece: it starts at `a`, ends at `d`, and `b` and `c` are its handles."""

    a: Point
    b: Point
    c: Point
    d: Point


def put(m: Matrix, p: Point) -> Point:
    """Where a map brings a point."""
    return Point(*m.apply(p.x, p.y))


def bent(m: Matrix, q: Cubic) -> Cubic:
    """A piece as a map makes it."""
    return Cubic(put(m, q.a), put(m, q.b), put(m, q.c), put(m, q.d))


def heading(m: Matrix, degrees: float) -> float:
    """Where a direction points after the map, in degrees (0 = right, 90 = down)."""
    u, v = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return math.degrees(math.atan2(m.b * u + m.d * v, m.a * u + m.c * v))


def straight(a: Point, d: Point) -> Cubic:
    """A straight piece."""
    return Cubic(a, Point(a.x + (d.x - a.x) / 3, a.y + (d.y - a.y) / 3),
                 Point(a.x + (d.x - a.x) * 2 / 3, a.y + (d.y - a.y) * 2 / 3), d)  # fmt: skip


def through(nodes: Sequence[Point], closed: bool = False) -> tuple[Cubic, ...]:
    """The smooth curve through the nodes (centripetal Catmull-Rom, which neither loops nor overshoots)."""
    n = len(nodes)
    if n == 2 and not closed:
        return (straight(Point(*nodes[0]), Point(*nodes[1])),)
    at = [np.array(p[:2], float) for p in nodes]

    def node(i: int) -> Floats:
        if closed or 0 <= i < n:
            return at[i % n]
        out: Floats = 2 * at[0] - at[1] if i < 0 else 2 * at[-1] - at[-2]
        return out

    pieces = []
    for i in range(n if closed else n - 1):
        p0, p1, p2, p3 = (node(i + k) for k in (-1, 0, 1, 2))
        d1, d2, d3 = (math.sqrt(max(1e-6, float(np.hypot(*(q - p))))) for p, q in ((p0, p1), (p1, p2), (p2, p3)))
        b = (d1 * d1 * p2 - d2 * d2 * p0 + (2 * d1 * d1 + 3 * d1 * d2 + d2 * d2) * p1) / (3 * d1 * (d1 + d2))
        c = (d3 * d3 * p1 - d2 * d2 * p3 + (2 * d3 * d3 + 3 * d3 * d2 + d2 * d2) * p2) / (3 * d3 * (d3 + d2))
        pieces.append(Cubic(*(Point(float(q[0]), float(q[1])) for q in (p1, b, c, p2))))
    return tuple(pieces)


def _points(piece: Cubic, step: float) -> tuple[Floats, Floats]:
    """Points of a piece about `step` mm apart (its end left out), and their parameters 0..1."""
    a, b, c, d = (np.array(p, float) for p in piece)
    length = sum(float(np.hypot(*(q - p))) for p, q in ((a, b), (b, c), (c, d)))
    u = np.arange(max(2, math.ceil(length / step))) / max(2, math.ceil(length / step))
    w = u[:, None]
    return (1 - w) ** 3 * a + 3 * w * (1 - w) ** 2 * b + 3 * w * w * (1 - w) * c + w**3 * d, u


def outline(pieces: Sequence[Cubic], step: float = 0.3) -> Floats:
    """A closed curve as rows x, y about `step` mm apart; the last point is not the first again."""
    return np.vstack([_points(p, step)[0] for p in pieces])


def sampled(pieces: Sequence[Cubic], widths: Sequence[float], step: float = 0.2) -> Floats:
    """An open curve as rows x, y, width. The width runs smoothly through the nodes' widths, at least 0.03 mm."""
    w = list(widths) if len(widths) > 1 else [widths[0]] * (len(pieces) + 1)
    rows = []
    for i, piece in enumerate(pieces):
        xy, t = _points(piece, step)
        w0, w1, w2, w3 = w[max(0, i - 1)], w[i], w[i + 1], w[min(len(w) - 1, i + 2)]
        wide = 0.5 * (2 * w1 + (w2 - w0) * t + (2 * w0 - 5 * w1 + 4 * w2 - w3) * t * t + (3 * w1 - w0 - 3 * w2 + w3) * t**3)
        rows.append(np.column_stack([xy, np.maximum(wide, 0.03)]))
    rows.append(np.array([[*pieces[-1].d, max(0.03, w[-1])]]))
    return np.vstack(rows)
