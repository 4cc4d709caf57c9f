"""SVG's geometry against what is worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardgen.face import Segment
from cardgen.paths import (
    KAPPA,
    BadPath,
    ellipse,
    mapped,
    numbers,
    parse_path,
    parse_transform,
    polyline,
    rectangle,
)
from cardgen.units import IDENTITY, Matrix

steady = settings(deadline=None)  # however slow the machine is


def points(path: tuple[Segment, ...], per: int = 16) -> Iterator[tuple[float, float]]:
    """Points along a path."""
    at = (0.0, 0.0)
    for op, v in path:
        if op == "C":
            p = [at, (v[0], v[1]), (v[2], v[3]), (v[4], v[5])]
            for n in range(per + 1):
                t = n / per
                w = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3]
                yield sum(a * b[0] for a, b in zip(w, p, strict=True)), sum(a * b[1] for a, b in zip(w, p, strict=True))
        elif v:
            yield v[0], v[1]
        at = (v[-2], v[-1]) if v else at


def same(one: tuple[Segment, ...], two: tuple[Segment, ...]) -> bool:
    return [op for op, _ in one] == [op for op, _ in two] and all(
        v == pytest.approx(w, abs=1e-9) for (_, v), (_, w) in zip(one, two, strict=True)
    )


# --- path data ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "absolute"),
    [
        ("m1,2 3,4 5,6", "M1,2 L4,6 L9,12"),
        ("M1 2 3 4", "M1,2 L3,4"),
        ("M1,2 h3 v4 H5 V6", "M1,2 L4,2 L4,6 L5,6 L5,6"),
        ("M1,2 l3,4 z l1,1", "M1,2 L4,6 Z L2,3"),
        ("M1,2 L3,4 z m1,1 l1,1", "M1,2 L3,4 Z M2,3 L3,4"),
        ("M1,1 c1,0 2,1 2,2", "M1,1 C2,1 3,2 3,3"),
        ("M0,0 C1,1 2,3 4,4 S8,5 9,9", "M0,0 C1,1 2,3 4,4 C6,5 8,5 9,9"),
        ("M0,0 c1,1 2,3 4,4 s4,1 5,5", "M0,0 C1,1 2,3 4,4 C6,5 8,5 9,9"),
        ("M2,2 S8,5 9,9", "M2,2 C2,2 8,5 9,9"),
        ("M2,2 s6,3 7,7", "M2,2 C2,2 8,5 9,9"),
        ("M0,0 Q3,3 6,0", "M0,0 C2,2 4,2 6,0"),
        ("M0,0 Q3,3 6,0 T12,0", "M0,0 C2,2 4,2 6,0 C8,-2 10,-2 12,0"),
        ("M0,0 q3,3 6,0 t6,0", "M0,0 C2,2 4,2 6,0 C8,-2 10,-2 12,0"),
        ("M0,0 T6,0", "M0,0 C0,0 2,0 6,0"),
        ("M0,0 Q3,3 6,0 C1,1 2,2 3,3 T6,6", "M0,0 C2,2 4,2 6,0 C1,1 2,2 3,3 C3,3 4,4 6,6"),
        ("M0,0 Q3,3 6,0 S8,5 9,9", "M0,0 C2,2 4,2 6,0 C6,0 8,5 9,9"),
        ("M.5.5-1-1", "M0.5,0.5 L-1,-1"),
        ("M1e1,2E-1 L+3,-.4", "M10,0.2 L3,-0.4"),
        ("M1,2\n\tL3,4", "M1,2 L3,4"),
        ("", ""),
    ],
)
def test_path_data(typed: str, absolute: str) -> None:
    assert same(parse_path(typed), parse_path(absolute))
    assert {op for op, _ in parse_path(typed)} <= set("MLCZ")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("L1,1", "begins with M"), ("1,1", "where a command should"), ("M1", '"M" needs 2 numbers'), ("M1,1 L2", '"L" needs 2'),
        ("M1,1 C1,1 2,2", '"C" needs 6'), ("M1,1 L2,2 3", '"L" needs 2'), ("M1,1 Z 2,2", "where a command should"),
        ("M1,1 K2,2", "neither a command"), ("M1,1 L2px,2", "neither a command"), ("M1,1 L1e999,0", "room"),
        ("M1,1 L1e7,0", "room"), ("M0,0 A1,1 0 2 0 3,3", "flag"),
        ("M0,0 A1,1 0 1", '"A" needs 7'), ("M nan,1", "neither a command"),
    ],
)  # fmt: skip
def test_path_data_that_cannot_be_read_says_why(typed: str, says: str) -> None:
    with pytest.raises(BadPath, match=says):
        parse_path(typed)


COORDINATE = st.integers(-50, 50)
STEPS = st.lists(st.tuples(st.sampled_from("LHVCSQTZ"), st.lists(COORDINATE, min_size=6, max_size=6)), max_size=8)


@steady
@given(COORDINATE, COORDINATE, STEPS)
def test_relative_commands_are_the_absolute_ones_from_where_the_pen_is(
    x: int, y: int, steps: list[tuple[str, list[int]]]
) -> None:
    absolute = relative = f"M{x},{y}"
    start, at = (x, y), (x, y)
    for op, values in steps:
        count = {"L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}[op]
        v = values[:count]
        base = {"H": [at[0]], "V": [at[1]]}.get(op, [at[n % 2] for n in range(count)])
        absolute += op + " ".join(map(str, v))
        relative += op.lower() + " ".join(str(a - b) for a, b in zip(v, base, strict=True))
        match op:
            case "H":
                at = (v[0], at[1])
            case "V":
                at = (at[0], v[0])
            case "Z":
                at = start
            case _:
                at = (v[-2], v[-1])
    assert same(parse_path(absolute), parse_path(relative))


# --- arcs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "centre", "turn"), [("0 0", (10, 10), -90), ("0 1", (0, 0), 90), ("1 0", (0, 0), -270), ("1 1", (10, 10), 270)]
)
def test_the_four_arcs_between_two_points(flags: str, centre: tuple[float, float], turn: float) -> None:
    path = parse_path(f"M10,0 A10,10 0 {flags} 0,10")
    along = list(points(path))[1:]
    assert all(math.hypot(x - centre[0], y - centre[1]) == pytest.approx(10, abs=0.01) for x, y in along)
    angles = [math.atan2(y - centre[1], x - centre[0]) for x, y in along]
    turned = sum((b - a + math.pi) % (2 * math.pi) - math.pi for a, b in pairwise(angles))
    assert math.degrees(turned) == pytest.approx(turn, abs=0.1)
    assert along[-1] == (0, 10)


def test_a_turned_ellipse_is_a_circle_when_it_is_turned_back_and_stretched() -> None:
    along = list(points(parse_path("M0,0 A20,8 30 1 1 5,9")))[1:]
    assert along[-1] == (5, 9)
    back = complex(math.cos(math.radians(-30)), math.sin(math.radians(-30)))
    turned = [complex(x, y) * back for x, y in along]
    circle = [complex(z.real, z.imag * 20 / 8) for z in turned]
    a, b, c = circle[0], circle[len(circle) // 3], circle[2 * len(circle) // 3]
    w = (c - a) / (b - a)
    centre = (b - a) * (w - abs(w) ** 2) / (2j * w.imag) + a
    assert all(abs(z - centre) == pytest.approx(20, abs=0.02) for z in circle)


def test_radii_too_small_grow_until_they_reach() -> None:
    along = list(points(parse_path("M0,0 A1,1 0 0 1 20,0")))[1:]
    assert all(math.hypot(x - 10, y) == pytest.approx(10, abs=0.01) for x, y in along)
    assert min(y for _, y in along) == pytest.approx(-10, abs=0.01)


def test_an_arc_without_radius_is_a_line() -> None:
    assert parse_path("M0,0 A0,5 0 0 1 3,4") == parse_path("M0,0 L3,4")
    assert parse_path("M3,4 A5,5 0 0 1 3,4") == parse_path("M3,4 L3,4")


def test_negative_radii_are_positive_ones() -> None:
    assert same(parse_path("M0,0 A-5,-5 0 0 1 3,4"), parse_path("M0,0 A5,5 0 0 1 3,4"))


@pytest.mark.parametrize("tight", ["M0 0a5 5 0 0110 10", "M0,0a5,5,0,0,1,10,10", "M0 0a5 5 0 01 10 10", "m0 0a5-5 0 0110 10"])
def test_the_flags_of_an_arc_need_nothing_between_them(tight: str) -> None:
    assert same(parse_path(tight), parse_path("M0,0 a5,5 0 0 1 10,10"))
    again = f"{tight} {tight.partition('a')[2]}l1 1"
    assert same(parse_path(again), parse_path("M0,0 a5,5 0 0 1 10,10 a5,5 0 0 1 10,10 l1,1"))


# --- shapes -------------------------------------------------------------------------------------------------------


def test_a_rectangle() -> None:
    assert rectangle(1, 2, 3, 4) == parse_path("M1,2 L4,2 L4,6 L1,6 Z")


def test_a_rectangle_with_round_corners_is_no_rounder_than_half_of_it() -> None:
    assert same(rectangle(0, 0, 10, 6, 99, 99), rectangle(0, 0, 10, 6, 5, 3))
    corner = [p for p in points(rectangle(0, 0, 10, 10, 2, 2)) if p[0] >= 8 and p[1] <= 2]
    assert all(math.hypot(x - 8, y - 2) == pytest.approx(2, abs=0.01) for x, y in corner)


def test_a_circle_is_round() -> None:
    assert all(math.hypot(x - 3, y - 4) == pytest.approx(5, abs=0.002) for x, y in points(ellipse(3, 4, 5, 5)))
    assert pytest.approx(0.5522847) == KAPPA


def test_a_polygon_is_closed_and_a_polyline_is_not() -> None:
    assert polyline([0, 0, 3, 0, 3, 4], True) == parse_path("M0,0 L3,0 L3,4 Z")
    assert polyline([0, 0, 3, 0, 3, 4], False) == parse_path("M0,0 L3,0 L3,4")
    for bad in ([], [1, 2], [1, 2, 3]):
        with pytest.raises(BadPath):
            polyline(bad, True)


def test_lists_of_numbers() -> None:
    assert numbers(" 1,2  3,\n4 ") == [1, 2, 3, 4]
    for bad in ("1;2", "1px", "inf", "nan"):
        with pytest.raises(BadPath):
            numbers(bad)


# --- transforms -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("transform", "at"),
    [
        ("", (3, 1)),
        ("translate(10, 20)", (13, 21)),
        ("translate(10)", (13, 1)),
        ("scale(2)", (6, 2)),
        ("scale(2 -1)", (6, -1)),
        ("rotate(90)", (-1, 3)),
        ("rotate(-90)", (1, -3)),
        ("rotate(180)", (-3, -1)),
        ("rotate(90 3 1)", (3, 1)),
        ("rotate(90, 0, 1)", (0, 4)),
        ("skewX(45)", (4, 1)),
        ("skewY(45)", (3, 4)),
        ("matrix(1 2 3 4 5 6)", (1 * 3 + 3 * 1 + 5, 2 * 3 + 4 * 1 + 6)),
        ("translate(10 0) scale(2)", (16, 2)),
        ("scale(2) translate(10 0)", (26, 2)),
        ("translate(1,1),rotate(90)", (0, 4)),
    ],
)
def test_transforms_of_the_point_3_1(transform: str, at: tuple[float, float]) -> None:
    assert parse_transform(transform).apply(3, 1) == pytest.approx(at, abs=1e-9)


def test_quarter_turns_are_exact() -> None:
    assert parse_transform("rotate(180)") == Matrix(-1, 0, 0, -1)
    assert parse_transform("rotate(90) rotate(270)").apply(3, 1) == (3, 1)


@pytest.mark.parametrize(
    "bad", ["turn(3)", "scale()", "scale(1 2 3)", "rotate(1 2)", "translate(1", "3", "matrix(1 2 3)", "scale(x)"]
)
def test_a_transform_that_cannot_be_read_is_refused(bad: str) -> None:
    with pytest.raises(BadPath):
        parse_transform(bad)


@steady
@given(st.lists(st.floats(-10, 10), min_size=6, max_size=6), st.floats(0, 1))
def test_a_mapped_curve_is_the_curve_of_mapped_points(v: list[float], t: float) -> None:
    m = Matrix(2, 1, -1, 3, 5, 7)
    assume(any(v))
    path: tuple[Segment, ...] = (("M", (0.0, 0.0)), ("C", tuple(v)))
    one, two = list(points(mapped(path, m))), [m.apply(*p) for p in points(path)]
    assert all(a == pytest.approx(b, abs=1e-6) for a, b in zip(one, two, strict=True))
    assert mapped(path, IDENTITY) == path
