"""Roads between the zones of a map keep clear of every other zone, and of each other."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise
from math import hypot

import pytest

from cardgen.roads import Box, Point, Solid, roads
from cardgen.spread import _cross, spread

FIELD: Box = (0, 0, 240, 125)
ALL_OF_FOUR = "A-B A-C A-D B-C B-D C-D"
ALL_OF_FIVE = "A-B A-C A-D A-E B-C B-D B-E C-D C-E D-E"


def laid(names: str, ways: str) -> tuple[list[list[Point]], list[list[str]], Mapping[str, list[Solid]]]:
    """The roads of a map whose zones each have a picture and, below it, a disc at either side."""
    joined = [way.split("-") for way in ways.split()]
    wide, high = 168 * len(names) / (len(names) - 1), 63 / 0.48
    at = {name: (x + 120 - wide / 2, y + 60 - high / 2) for name, (x, y) in spread(names, joined, wide, high).items()}
    solid: dict[str, list[Solid]] = {
        name: [(x - 20, y - 22, 40, 30, 3), (x - 16, y + 8, 32, 16, 3), (x - 25, y + 16, 0, 0, 12), (x + 25, y + 16, 0, 0, 12)]
        for name, (x, y) in at.items()
    }
    return roads(at, joined, solid, FIELD, (15, 8), 8.0), joined, solid


def gap(point: Point, box: Solid) -> float:
    """How far a point is from where it may not be; less than 0 where it is there."""
    x, y, w, h, least = box
    return hypot(max(x - point[0], 0, point[0] - x - w), max(y - point[1], 0, point[1] - y - h)) - least


@pytest.mark.parametrize(
    ("names", "ways", "crossings"),
    [
        ("ABC", "A-B B-C C-A", 0),
        ("ABCD", "A-B B-C C-D", 0),
        ("ABCD", "A-B A-C A-D", 0),
        ("ABCD", ALL_OF_FOUR, 1),
        ("ABCDE", "A-B B-C C-D D-E", 0),
        ("ABCDE", "A-B A-C A-D A-E", 0),
        ("ABCDE", "A-B B-C C-D D-E E-A", 0),
        ("ABCDE", "A-B A-C A-D A-E B-C C-D D-E E-B", 0),
        ("ABCDE", "A-C A-D A-E B-C B-D B-E", 0),
        ("ABCDE", ALL_OF_FIVE.removesuffix(" D-E"), 2),
        ("ABCDE", ALL_OF_FIVE, 3),
    ],
)
def test_roads_run_over_nothing_and_seldom_cross(names: str, ways: str, crossings: int) -> None:
    found, joined, solid = laid(names, ways)
    assert len(found) == len(joined)
    for road, way in zip(found, joined, strict=True):
        foreign = [box for name, boxes in solid.items() if name not in way for box in boxes]
        assert all(gap(point, box) > -1 for point in road for box in foreign)
        assert all(gap(point, box) > -1 for point in road for name in way for box in solid[name])
        assert all(-1 < x < FIELD[2] + 1 and -1 < y < FIELD[3] + 1 for x, y in road)
        for end, name in zip((road[0], road[-1]), way, strict=True):
            assert min(gap(end, box) for box in solid[name]) < 12
    steps = [list(pairwise(road)) for road in found]
    met = sum(_cross(*a, *b) for one, other in combinations(steps, 2) for a in one for b in other)
    assert met <= crossings
    assert laid(names, ways)[0] == found


def test_stones_lie_a_step_apart() -> None:
    for road in laid("ABCD", ALL_OF_FOUR)[0]:
        apart = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(road)]
        assert all(5 < step < 12 for step in apart)


def test_a_road_between_zones_that_touch_is_a_single_stone() -> None:
    solid: dict[str, list[Solid]] = {"A": [(0, 0, 20, 20, 2)], "B": [(20, 0, 20, 20, 2)]}
    (road,) = roads({"A": (10, 10), "B": (30, 10)}, ["AB"], solid, FIELD, (0, 0), 8)
    assert len(road) == 1


def test_a_map_without_ways_has_no_roads() -> None:
    assert roads({"A": (10, 10)}, [], {"A": []}, FIELD, (0, 0), 8) == []
