"""Functions of a PDF: each type, many inputs at once, and those that are broken or bombs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pikepdf
import pytest
from pikepdf import Array, Dictionary

from cardgen.readback.functions import function


@pytest.fixture
def pdf() -> pikepdf.Pdf:
    return pikepdf.new()


def at(value: object) -> Callable[..., list[float]]:
    """The function of that object, of one input."""
    found = function(value)
    return lambda *inputs: found(np.array([inputs], dtype=float))[0].tolist()


def test_functions_of_each_type(pdf: pikepdf.Pdf) -> None:
    two = at(Dictionary(FunctionType=2, Domain=[0, 1], C0=[0.2, 0], C1=[1, 0.5], N=2))
    assert two(0.5) == pytest.approx([0.4, 0.125])
    assert two(9) == pytest.approx([1, 0.5])  # clipped to the domain
    first = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0], C1=[1], N=1)
    back = Dictionary(FunctionType=2, Domain=[0, 1], C0=[1], C1=[0], N=1)
    three = at(Dictionary(FunctionType=3, Domain=[0, 1], Functions=[first, back], Bounds=[0.25], Encode=[0, 1, 0, 1]))
    assert [three(x)[0] for x in (0.125, 0.25, 0.625, 1)] == pytest.approx([0.5, 1, 0.5, 0])
    zero = at(
        pdf.make_stream(bytes([0, 0, 255, 51]), Dictionary(
            FunctionType=0, Domain=[0, 1], Range=[0, 1, 0, 1], Size=[2], BitsPerSample=8))
    )  # fmt: skip
    assert zero(0.5) == pytest.approx([0.5, 0.1])
    program = b"{ dup 0.5 gt { pop 1 } { 2 mul } ifelse 0 exch }"
    four = at(pdf.make_stream(program, Dictionary(FunctionType=4, Domain=[0, 1], Range=[0, 1, 0, 1])))
    assert four(0.25) == pytest.approx([0, 0.5])
    assert four(0.75) == pytest.approx([0, 1])


@pytest.mark.parametrize(
    ("program", "wanted"),
    [
        (b"{ 1 2 3 3 1 roll }", [3, 1, 2]), (b"{ 7 3 mod 7 3 idiv }", [1, 2]), (b"{ 2 3 exp sqrt }", [8**0.5]),
        (b"{ 1 2 1 index }", [1, 2, 1]), (b"{ 1 2 2 copy }", [1, 2, 1, 2]), (b"{ 90 sin 5 neg abs }", [1, 5]),
        (b"{ true false and { 1 } if 4 }", [4]), (b"{ 1.5 round 2.7 cvi 6 3 bitshift }", [2, 2, 48]),
    ],
)  # fmt: skip
def test_calculators(pdf: pikepdf.Pdf, program: bytes, wanted: list[float]) -> None:
    entries = Dictionary(FunctionType=4, Domain=[0, 1], Range=[-99, 99] * len(wanted))
    assert at(pdf.make_stream(b"{ pop " + program[1:], entries))(0) == pytest.approx(wanted)


@pytest.mark.parametrize("program", [b"{ add }", b"{ 1 0 div }", b"{ pop pop pop }", b"{ 1 2 if }", b"{ -1 sqrt ln -3 index }",
                                     b"{ 10 1000000 exp }"])  # fmt: skip
def test_a_calculator_that_fails_says_so(pdf: pikepdf.Pdf, program: bytes) -> None:
    found = at(pdf.make_stream(program, Dictionary(FunctionType=4, Domain=[0, 1], Range=[0, 1])))
    with pytest.raises(ValueError, match="calculator"):
        found(0.5)


def test_functions_that_are_bombs_are_refused(pdf: pikepdf.Pdf) -> None:
    inner: object = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0], C1=[1], N=1)
    for _ in range(7):
        inner = pdf.make_indirect(Array([inner] * 30))
    with pytest.raises(ValueError, match="within functions"):
        function(inner)
    ring = pdf.make_indirect(Dictionary(FunctionType=3, Domain=[0, 1], Bounds=[], Encode=[0, 1]))
    ring.Functions = Array([ring])
    with pytest.raises(ValueError, match="within functions"):
        function(ring)
    huge = Dictionary(FunctionType=0, Domain=[0, 1] * 4, Range=[0, 1], Size=[10**6] * 4, BitsPerSample=8)
    with pytest.raises(ValueError, match="samples"):
        function(pdf.make_stream(b"", huge))
    endless = pdf.make_stream(b"{ " + b"1 pop " * 2000 + b"}", Dictionary(FunctionType=4, Domain=[0, 1], Range=[0, 1]))
    with pytest.raises(ValueError, match="without end"):
        function(endless)(np.zeros((1000, 1)))


def test_many_inputs_are_worked_out_as_each_alone(pdf: pikepdf.Pdf) -> None:
    first = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 1], C1=[1, 0.5], N=1.5)
    stitched = Dictionary(FunctionType=3, Domain=[0, 1], Functions=[first] * 3, Bounds=[0.2, 0.6], Encode=[0, 1, 1, 0, 0, 1])
    entries = Dictionary(FunctionType=0, Domain=[0, 1, 0, 1], Range=[0, 1], Size=[3, 2], BitsPerSample=4)
    grid = pdf.make_stream(bytes([0x0F, 0x3C, 0x5A]), entries)
    for value, inputs in ((stitched, 1), (grid, 2)):
        rows = np.linspace(0, 1, 11)[:, None].repeat(inputs, axis=1)
        assert function(value)(rows).tolist() == [pytest.approx(at(value)(*row)) for row in rows.tolist()]
    assert at(grid)(0.5, 0) == pytest.approx([1])  # the first input runs quickest
    assert at(grid)(0, 1) == pytest.approx([12 / 15])


@pytest.mark.parametrize("bits", [1, 2, 4, 8, 12, 16, 24, 32])
def test_samples_of_any_size(pdf: pikepdf.Pdf, bits: int) -> None:
    entries = Dictionary(FunctionType=0, Domain=[0, 1], Range=[0, 1], Decode=[1, 0], Size=[2], BitsPerSample=bits)
    data = ((2**bits - 1) << (-2 * bits % 8)).to_bytes(-(-2 * bits // 8), "big")
    assert [at(pdf.make_stream(data, entries))(x)[0] for x in (0, 0.5, 1)] == pytest.approx([1, 0.5, 0])
