"""Roads between the zones of a map, bent round what lies there: clear of every other zone, and mostly of each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Solid = tuple[float, float, float, float, float]
"""What no road runs over: a box (x, y, width, height), and how far from it a road keeps; a disc is a box of no size."""

_STEP = 3.0
"""How far apart (mm) the points are at which a road is looked at."""
_GRAIN = 1.0
"""How far apart (mm) places are of which it is remembered what lies there."""
_NEAR = 6.0
"""Nearer than this (mm) two roads are taken for one."""
_BENDS = (0.0, 0.12, -0.12, 0.25, -0.25, 0.4, -0.4, 0.55, -0.55)
"""How far a road bends aside, in lengths of it."""
_ROUNDS = 4
"""How often every road is laid anew, now that the others lie."""
_BLOCKED, _BESIDE, _SHORT, _LONG, _BEND, _ASIDE = 60.0, 7.0, 8.0, 0.25, 14.0, 0.12
"""What is worst: a step over something solid, or off the field; a step beside another road; each mm that is missing where there
is no room for a stone; then length, bends, and ends that aim past the middle of their zone.
"""
_ROOM = 9.0


class _Road(NamedTuple):
    """One way that a road may take: its cost by itself, and its points between the two zones."""

    cost: float
    points: tuple[Point, ...]


def roads(
    at: Mapping[str, Point],
    ways: Sequence[Sequence[str]],
    solid: Mapping[str, Sequence[Solid]],
    field: Box,
    reach: Point,
    step: float,
) -> list[list[Point]]:
    """For each way the points of its road, about `step` mm apart, from where it leaves one zone's own solids to the other's.

    `at` is the middle of each zone, `solid` what lies in it, `field` the box that roads stay in; the ends of a road aim at the
    middle of its zones, or up to `reach` beside it (across, down).
    """
    ground = _Ground(solid, field)
    found = [sorted(_candidates(at, way, ground, reach)) for way in ways]
    chosen = [min(some) for some in found]
    for _ in range(_ROUNDS):
        before = list(chosen)
        for n, some in enumerate(found):
            others = {cell for k, road in enumerate(chosen) if k != n for point in road.points for cell in _cells(point)}
            chosen[n] = _cheapest(some, others)
        if chosen == before:
            break
    return [_stepped(road.points, step) for road in chosen]


def _cheapest(some: Sequence[_Road], others: set[tuple[int, int]]) -> _Road:
    best, least = some[0], float("inf")
    for road in some:  # the cheapest by themselves come first
        if road.cost >= least:
            break
        cost = road.cost + _BESIDE * sum(_cell(point) in others for point in road.points)
        if cost < least:
            best, least = road, cost
    return best


def _cell(point: Point) -> tuple[int, int]:
    return round(point[0] / _NEAR * 2), round(point[1] / _NEAR * 2)


def _cells(point: Point) -> Iterator[tuple[int, int]]:
    """The cells about a point in which another road would be taken for this one."""
    x, y = _cell(point)
    return ((x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3) if abs(dx) + abs(dy) < 4)


def _candidates(at: Mapping[str, Point], way: Sequence[str], ground: _Ground, reach: Point) -> Iterator[_Road]:
    one, other = way
    for a, aside in _aims(at[one], reach):
        for b, beside in _aims(at[other], reach):
            for bend in _BENDS:
                line = _bent(a, b, bend)
                on = [ground.of(point) for point in line]
                first = max((n for n, zones in enumerate(on) if one in zones), default=-1) + 1
                last = min((n for n, zones in enumerate(on) if n >= first and other in zones), default=len(line))
                long = max(last - first - 1, 0) * _STEP
                cost = _BLOCKED * sum(map(bool, on[first:last])) + _SHORT * max(_ROOM - long, 0) + _LONG * long
                cost += _BEND * abs(bend) + _ASIDE * (aside + beside)
                yield _Road(cost, tuple(line[first:last]) or (line[len(line) // 2],))


def _aims(middle: Point, reach: Point) -> Iterator[tuple[Point, float]]:
    for x, y in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)):
        yield (middle[0] + x * reach[0], middle[1] + y * reach[1]), hypot(x * reach[0], y * reach[1])


class _Ground:
    """Which zones have something solid at a place; remembered by places a little apart."""

    def __init__(self, solid: Mapping[str, Sequence[Solid]], field: Box) -> None:
        self._solid, self._field = solid, field
        self._known: dict[tuple[int, int], frozenset[str]] = {}

    def of(self, point: Point) -> frozenset[str]:
        """The zones that a road would run over there; off the field one without a name."""
        key = round(point[0] / _GRAIN), round(point[1] / _GRAIN)
        if key not in self._known:
            there = key[0] * _GRAIN, key[1] * _GRAIN
            x, y, w, h = self._field
            off = not (x <= there[0] <= x + w and y <= there[1] <= y + h)
            names = [name for name, boxes in self._solid.items() if any(_on(there, box) for box in boxes)]
            self._known[key] = frozenset([*names, ""] if off else names)
        return self._known[key]


def _on(point: Point, solid: Solid) -> bool:
    x, y, w, h, gap = solid
    dx, dy = max(x - point[0], 0.0, point[0] - x - w), max(y - point[1], 0.0, point[1] - y - h)
    return dx * dx + dy * dy < gap * gap


def _bent(a: Point, b: Point, bend: float) -> list[Point]:
    """Points on a curve between the two, evenly spread but for its ends."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    cx, cy = (a[0] + b[0]) / 2 - dy * bend, (a[1] + b[1]) / 2 + dx * bend
    count = max(2, round(hypot(dx, dy) * (1 + bend * bend) / _STEP))
    parts = [(n / count, 1 - n / count) for n in range(count + 1)]
    return [(u * u * a[0] + 2 * u * t * cx + t * t * b[0], u * u * a[1] + 2 * u * t * cy + t * t * b[1]) for t, u in parts]


def _stepped(points: Sequence[Point], step: float) -> list[Point]:
    """Points about a step apart along a line through the given ones, its two ends among them."""
    along = [0.0]
    for (ax, ay), (bx, by) in pairwise(points):
        along.append(along[-1] + hypot(bx - ax, by - ay))
    count = round(along[-1] / step)
    if not count:
        return [points[len(points) // 2]]
    out, n = [], 0
    for k in range(count + 1):
        far = along[-1] * k / count
        while n < len(points) - 2 and along[n + 1] < far:
            n += 1
        t = (far - along[n]) / (along[n + 1] - along[n])
        (ax, ay), (bx, by) = points[n], points[n + 1]
        out.append((ax + (bx - ax) * t, ay + (by - ay) * t))
    return out
