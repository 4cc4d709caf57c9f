"""Places for the zones of a map, from nothing but how they are joined: few ways cross, and none runs through a third zone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import hypot, inf

Point = tuple[float, float]
MOST = 7
"""Zones that are laid out at most: every order of them is tried."""
_MANY = 1.5
"""So many ways for each zone are many, three to a zone: then zones lie in the corners and the middle."""
_CORNERS = 30.0
"""What it costs to lay them so where there are fewer: it is done to save a crossing, not to save length."""
_CROSSES, _THROUGH, _LENGTH, _ORDER = 100.0, 40.0, 1.0, 0.01
"""What is worst: two ways that cross, one that runs through a zone; then long ways; then zones in another order than told."""


def spread(names: Sequence[str], ways: Sequence[Sequence[str]], wide: float, high: float) -> dict[str, Point]:
    """The middle of each zone, in a field of that size (mm): from left to right, up and down by turns, or, where it is
    clearer, in the corners and the middle; in the order that joins them best, of two as good the one nearer to that in which
    they are named.

    ValueError where a way does not join two of the zones, where a zone is named twice, or where there are too many.
    """
    if len(set(names)) < len(names):
        raise ValueError(f"a zone is named twice in {', '.join(names)}")
    if len(names) > MOST:
        raise ValueError(f"{len(names)} zones are laid out by hand; by itself it lays out {MOST}")
    joined = [_joined(names, way) for way in ways]
    aspect = hypot(wide, high) or 1.0
    best, least = [], inf
    for slots, extra in _patterns(len(names), len(ways)):
        places = [(x * wide, y * high) for x, y in slots]
        cost, order = min((_cost(order, joined, places, aspect), order) for order in permutations(range(len(names))))
        if cost + extra < least:
            best, least = [places[slot] for slot in order], cost + extra
    return dict(zip(names, best, strict=True))


def _joined(names: Sequence[str], way: Sequence[str]) -> tuple[int, int]:
    if len(way) != 2 or way[0] == way[1] or not set(way) <= set(names):
        raise ValueError(f"a way joins two of {', '.join(names)}, not {' - '.join(way)}")
    return names.index(way[0]), names.index(way[1])


def _patterns(count: int, ways: int) -> Iterator[tuple[list[Point], float]]:
    """Fractions of the field where zones may lie, and what that costs beside its ways."""
    if count not in (4, 5) or ways < _MANY * count:
        yield [(_along(n, count), _down(n, count)) for n in range(count)], 0.0
    if count in (4, 5):
        left, right = _along(0, count), _along(count - 1, count)
        corners = [(left, 0.26), (left, 0.74), (right, 0.26), (right, 0.74)]
        yield corners if count == 4 else [*corners, (0.5, 0.5)], _CORNERS


def _along(n: int, count: int) -> float:
    return (n + 0.5) / count


def _down(n: int, count: int) -> float:
    """Up and down by turns, the ends a little nearer to the middle."""
    end = n in (0, count - 1)
    return 0.5 - (0.0 if count == 1 else 0.16 if end else 0.24) * (1 if n % 2 else -1)


def _cost(order: Sequence[int], joined: Sequence[tuple[int, int]], slots: Sequence[Point], aspect: float) -> float:
    lines = [(slots[order[a]], slots[order[b]]) for a, b in joined]
    cost = sum(_LENGTH * (hypot(q[0] - p[0], q[1] - p[1]) / aspect) ** 2 for p, q in lines)
    cost += sum(_CROSSES for one, two in combinations(lines, 2) if _cross(*one, *two))
    near = aspect / 9
    cost += sum(_THROUGH for line in lines for slot in slots if slot not in line and _distance(slot, *line) < near)
    return cost + _ORDER * sum(abs(n - place) for n, place in enumerate(order))


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines that share no end cross."""
    if {a, b} & {c, d}:
        return False
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _distance(p: Point, a: Point, b: Point) -> float:
    """From a point to a line between two others."""
    length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    along = max(0.0, min(1.0, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length))
    return hypot(p[0] - a[0] - along * (b[0] - a[0]), p[1] - a[1] - along * (b[1] - a[1]))
