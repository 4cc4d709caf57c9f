"""Lengths: one length however it is written, and nothing that is not a length."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.units import IDENTITY, MM_PER_PT, Matrix, Rect, parse_length, parse_pt, to_pt

steady = settings(deadline=None)  # however slow the machine is


@pytest.mark.parametrize(
    ("written", "mm"),
    [
        ("3mm", 3), ("3 mm", 3), (" 3mm ", 3), ("0.3cm", 3), ("-1mm", -1), ("0mm", 0), ("63.5mm", 63.5),
        ("0.125in", 3.175), ('.125"', 3.175), ("1/8in", 3.175), ("1/8 in", 3.175), ("9pt", 3.175), ("72pt", 25.4),
    ],
)  # fmt: skip
def test_a_length_in_any_unit(written: str, mm: float) -> None:
    assert parse_length(written) == mm


def test_an_eighth_of_an_inch_is_nine_points_to_a_millionth() -> None:
    points = [to_pt(parse_length(t)) for t in ("0.125in", '.125"', "1/8in", "9pt", "3.175mm", "0.3175cm")]
    assert max(abs(p - 9) for p in points) < 1e-6


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (3, 'write "3mm"'), ("3", 'write "3mm"'), ("0", "no unit"), ("2.5", 'write "2.5mm"'), ("-2", "no unit"),
        ("3,0mm", 'write "3.0mm"'), ("3,5", 'write "3.5"'), ("3mmm", "is not a length"), ("3 m m", "is not a length"),
        ("mm", "is not a length"), ("", "is not a length"), ("3px", "one of mm, cm, in, pt"), ("1e3mm", "is not a length"),
        ("١mm", "is not a length"), ("+3mm", "is not a length"), ("1/0in", "is not a length"), ("1/00in", "is not a length"),
        ("--1mm", "is not a length"), ("3mm\n4mm", "is not a length"), ("9" * 5000 + "mm", "is not a length"),
        ("__import__('os').system('x')", "is not a length"), (None, "is not a length"), ((), "is not a length"),
    ],
)  # fmt: skip
def test_what_is_no_length_is_refused_with_the_mend(written: object, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        parse_length(written)


@steady
@given(st.text() | st.from_regex(r"-?[0-9]*[./,]?[0-9]+ ?(mm|cm|in|pt|\")?", fullmatch=True))
def test_any_text_is_a_finite_length_or_refused(text: str) -> None:
    with suppress(ValueError):
        assert math.isfinite(parse_length(text))


@steady
@given(st.integers(0, 10**6), st.integers(1, 10**4), st.sampled_from(["mm", "cm", "in", "pt", '"']))
def test_a_fraction_is_worked_out_exactly(over: int, under: int, unit: str) -> None:
    per = {"mm": Fraction(1), "cm": Fraction(10), "in": Fraction(254, 10), '"': Fraction(254, 10), "pt": Fraction(254, 720)}
    assert parse_length(f"{over}/{under}{unit}") == float(Fraction(over, under) * per[unit])


def test_a_type_size_is_the_very_number_that_was_typed() -> None:
    assert [parse_pt(t) for t in ("8pt", "6.5pt", "1in", "6.75pt")] == [8.0, 6.5, 72.0, 6.75]
    assert pytest.approx(25.4, abs=1e-12) == MM_PER_PT * 72


def test_a_rectangle_grows_on_every_side() -> None:
    card = Rect(0, 0, 63, 88)
    assert card.grown(3) == Rect(-3, -3, 69, 94)
    assert card.grown(3).grown(-3) == card
    assert card.contains(card)
    assert card.contains(card.grown(-3))
    assert not card.contains(Rect(60, 80, 4, 4))


NUMBER = st.floats(-100, 100)
MATRIX = st.builds(Matrix, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER)


@steady
@given(MATRIX, MATRIX, NUMBER, NUMBER)
def test_a_nested_transform_is_applied_first(outer: Matrix, inner: Matrix, x: float, y: float) -> None:
    assert outer.after(inner).apply(x, y) == pytest.approx(outer.apply(*inner.apply(x, y)), abs=1e-6, rel=1e-9)


@steady
@given(MATRIX)
def test_the_identity_changes_nothing(m: Matrix) -> None:
    assert m.after(IDENTITY) == m
    assert IDENTITY.after(m) == m
    assert Matrix(a=2, d=8).scale == 4
