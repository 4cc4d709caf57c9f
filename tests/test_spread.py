"""Maps are laid out from how their zones are joined."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.spread import MOST, _cross, _distance, spread

FIELD = (230.0, 150.0)


def ways_of(text: str) -> list[list[str]]:
    return [way.split("-") for way in text.split()]


@pytest.mark.parametrize(
    ("names", "ways"),
    [
        ("ABC", "A-B A-C"),
        ("ABCD", "A-B B-C C-D"),
        ("ABCD", "A-B B-C C-D D-A"),
        ("ABCD", "B-A B-C B-D"),
        ("ABCDE", "A-B B-C C-D D-E E-A A-C"),
        ("EDCBA", "A-B B-C C-D D-E"),
        ("ABCDEF", "A-B A-C A-D A-E A-F D-E"),  # by the length of its ways alone two would cross
        ("ABCDEF", "A-B A-E B-C B-E C-E D-E E-F"),
    ],
)
def test_no_ways_cross_and_none_runs_through_a_third_zone(names: str, ways: str) -> None:
    places = spread(names, ways_of(ways), *FIELD)
    lines = [(places[a], places[b]) for a, b in ways_of(ways)]
    assert not any(_cross(*one, *two) for one, two in combinations(lines, 2))
    assert all(_distance(p, *line) > 20 for line in lines for p in places.values() if p not in line)
    assert spread(names, ways_of(ways), *FIELD) == places


@given(st.integers(1, 6), st.data())
def test_zones_keep_their_distance_and_lie_in_the_field(count: int, data: st.DataObject) -> None:
    names = "ABCDEF"[:count]
    pairs = [list(pair) for pair in combinations(names, 2)]
    ways = data.draw(st.lists(st.sampled_from(pairs), unique_by=tuple) if pairs else st.just([]))
    places = spread(names, ways, *FIELD)
    assert places.keys() == set(names)
    assert all(15 <= x <= FIELD[0] - 15 and 30 <= y <= FIELD[1] - 30 for x, y in places.values())
    for (ax, ay), (bx, by) in combinations(places.values(), 2):
        assert (ax - bx) ** 2 + (ay - by) ** 2 > (FIELD[0] / count) ** 2 * 0.9


def test_where_the_order_does_not_matter_zones_lie_as_they_are_named() -> None:
    places = spread("ABCD", ways_of("A-B B-C C-D"), *FIELD)
    assert sorted(places, key=lambda name: places[name]) == ["A", "B", "C", "D"]


@pytest.mark.parametrize(
    ("names", "ways", "says"),
    [
        ("AB", "A-C", "joins two of A, B"),
        ("AB", "A-A", "joins two of A, B"),
        ("AB", "A-B-A", "joins two of A, B"),
        ("ABA", "A-B", "named twice"),
        ("ABCDEFGH", "", f"by itself it lays out {MOST}"),
    ],
)
def test_a_map_that_is_none_is_refused(names: str, ways: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        spread(names, ways_of(ways), *FIELD)
