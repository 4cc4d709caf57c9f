"""Which plates a colour lays ink on."""

from __future__ import annotations

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from cardgen.readback.look.functions import function
from cardgen.readback.look.spaces import Missing, most, plates, shaded, space


@pytest.fixture
def pdf() -> pikepdf.Pdf:
    return pikepdf.new()


TINT = {"FunctionType": 2, "Domain": [0, 1], "C0": [0, 0, 0, 0], "C1": [0, 1, 1, 0], "N": 1}


def laid(value: object, *parts: float) -> dict[str, float]:
    found = plates(space(value), parts)
    return {plate: round(part, 3) for plate, part in found if part}


def test_process_colours_lay_their_own_plates() -> None:
    assert laid(Name.DeviceCMYK, 0.1, 0, 0, 1) == {"Cyan": 0.1, "Black": 1}
    assert laid(Name.DeviceGray, 0.25) == {"Black": 0.75}
    assert laid(Array([Name.CalGray, Dictionary(WhitePoint=[1, 1, 1])]), 1) == {}


def test_what_is_no_ink_is_taken_as_the_inks_it_comes_near_to(pdf: pikepdf.Pdf) -> None:
    assert laid(Name.DeviceRGB, 1, 1, 1) == {}
    assert laid(Name.DeviceRGB, 1, 0, 0) == {"Magenta": 1, "Yellow": 1}
    lab = Array([Name.Lab, Dictionary(WhitePoint=[0.9642, 1, 0.8249], Range=[-128, 127, -128, 127])])
    assert all(part < 0.01 for part in laid(lab, 100, 0, 0).values())
    assert min(laid(lab, 0, 0, 0).values()) > 0.99
    profile = pdf.make_stream(b"", {"/N": 4})
    assert laid(Array([Name.ICCBased, profile]), 0, 0.5, 0, 0) == {"Magenta": 0.5}


def test_a_spot_is_a_plate_of_its_own() -> None:
    red = Array([Name.Separation, Name("/Seal Red"), Name.DeviceCMYK, Dictionary(**TINT)])
    assert laid(red, 0.5) == {"Seal Red": 0.5}
    assert space(red).first == (1.0,)
    both = Array([Name.DeviceN, Array([Name.Black, Name("/Gold"), Name("/None")]), Name.DeviceCMYK, Dictionary(**TINT)])
    assert plates(space(both), (0, 0.4, 1)) == (("Black", 0), ("Gold", 0.4))
    assert laid(Array([Name.Separation, Name("/None"), Name.DeviceCMYK, Dictionary(**TINT)]), 1) == {}
    assert laid(Array([Name.Separation, Name.All, Name.DeviceCMYK, Dictionary(**TINT)]), 1) == {"All": 1}


def test_an_indexed_colour_is_its_entry_and_a_picture_in_it_holds_no_other(pdf: pikepdf.Pdf) -> None:
    table = bytes([0, 0, 0, 0, 0, 51, 0, 0, 255, 0, 0, 102])
    for holder in (pikepdf.String(table), pdf.make_stream(table)):
        value = Array([Name.Indexed, Name.DeviceCMYK, 2, holder])
        assert laid(value, 1) == {"Magenta": 0.2}
        assert dict(most(space(value))) == pytest.approx({"Cyan": 1, "Magenta": 0.2, "Yellow": 0, "Black": 0.4})
        assert laid(value, 99) == laid(value, 2)  # past its end the last one holds
    short = Array([Name.Indexed, Name.DeviceCMYK, 255, pikepdf.String(b"")])
    assert laid(short, 255) == {}
    on_spot = Array(
        [Name.Indexed, Array([Name.Separation, Name.Gold, Name.DeviceCMYK, Dictionary(**TINT)]), 1, pikepdf.String(b"\0\xff")]
    )
    assert laid(on_spot, 1) == {"Gold": 1}


def test_a_name_is_looked_up_and_its_want_is_told() -> None:
    resources = Dictionary(ColorSpace=Dictionary(CS0=Array([Name.ICCBased, 3]), CS1=Name.DeviceCMYK))
    assert space(Name.CS1, resources).family == "DeviceCMYK"
    with pytest.raises(Missing) as caught:
        space(Name.CS7, resources)
    assert (caught.value.category, caught.value.named) == ("ColorSpace", "CS7")
    with pytest.raises(ValueError, match=r"too few|no known"):
        space(Name.CS0, resources)


@pytest.mark.parametrize(
    "value",
    [
        Array([]), Array([Name.Indexed]), Array([Name.Separation, 4]), Array([Name.DeviceN, Array([])]), 7, Dictionary(),
        Array([Name.Indexed, Array([Name.Indexed, Name.DeviceGray, 1, pikepdf.String(b"ab")]), 1, pikepdf.String(b"ab")]),
        Array([Name.Whatever, 1]),
    ],
)  # fmt: skip
def test_what_is_no_colour_space_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"colour|plate|name|Indexed"):
        space(value)


def test_a_ring_of_colour_spaces_is_refused(pdf: pikepdf.Pdf) -> None:
    ring = pdf.make_indirect(Array([Name.Pattern, 0]))
    ring[1] = ring
    with pytest.raises(ValueError, match="within colour spaces"):
        space(ring)


def test_functions_of_each_type(pdf: pikepdf.Pdf) -> None:
    two = function(Dictionary(FunctionType=2, Domain=[0, 1], C0=[0.2, 0], C1=[1, 0.5], N=2))
    assert two([0.5]) == pytest.approx([0.4, 0.125])
    assert two([9]) == pytest.approx([1, 0.5])  # clipped to the domain
    first = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0], C1=[1], N=1)
    back = Dictionary(FunctionType=2, Domain=[0, 1], C0=[1], C1=[0], N=1)
    three = function(Dictionary(FunctionType=3, Domain=[0, 1], Functions=[first, back], Bounds=[0.25], Encode=[0, 1, 0, 1]))
    assert [three([x])[0] for x in (0.125, 0.25, 0.625, 1)] == pytest.approx([0.5, 1, 0.5, 0])
    zero = function(
        pdf.make_stream(bytes([0, 0, 255, 51]), Dictionary(
            FunctionType=0, Domain=[0, 1], Range=[0, 1, 0, 1], Size=[2], BitsPerSample=8))
    )  # fmt: skip
    assert zero([0.5]) == pytest.approx([0.5, 0.1])
    program = b"{ dup 0.5 gt { pop 1 } { 2 mul } ifelse 0 exch }"
    four = function(pdf.make_stream(program, Dictionary(FunctionType=4, Domain=[0, 1], Range=[0, 1, 0, 1])))
    assert four([0.25]) == pytest.approx([0, 0.5])
    assert four([0.75]) == pytest.approx([0, 1])


@pytest.mark.parametrize(
    ("program", "given", "wanted"),
    [
        (b"{ 1 2 3 3 1 roll }", [], [3, 1, 2]), (b"{ 7 3 mod 7 3 idiv }", [], [1, 2]), (b"{ 2 3 exp sqrt }", [], [8**0.5]),
        (b"{ 1 2 1 index }", [], [1, 2, 1]), (b"{ 1 2 2 copy }", [], [1, 2, 1, 2]), (b"{ 90 sin 5 neg abs }", [], [1, 5]),
        (b"{ true false and { 1 } if 4 }", [], [4]), (b"{ 1.5 round 2.7 cvi 6 3 bitshift }", [], [2, 2, 48]),
    ],
)  # fmt: skip
def test_calculators(pdf: pikepdf.Pdf, program: bytes, given: list[float], wanted: list[float]) -> None:
    entries = Dictionary(FunctionType=4, Domain=[0, 1], Range=[-99, 99] * len(wanted))
    at = function(pdf.make_stream(b"{ pop " + program[1:], entries))
    assert at([0]) == pytest.approx(wanted)


@pytest.mark.parametrize("program", [b"{ add }", b"{ 1 0 div }", b"{ pop pop pop }", b"{ 1 2 if }", b"{ -1 sqrt ln -3 index }",
                                     b"{ 10 1000000 exp }"])  # fmt: skip
def test_a_calculator_that_fails_says_so(pdf: pikepdf.Pdf, program: bytes) -> None:
    at = function(pdf.make_stream(program, Dictionary(FunctionType=4, Domain=[0, 1], Range=[0, 1])))
    with pytest.raises(ValueError, match="calculator"):
        at([0.5])


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


def test_a_shading_lays_what_its_function_gives() -> None:
    ramp = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0.3], C1=[0, 0.5, 0, 0], N=1)
    axial = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 1, 0], Function=ramp)
    assert dict(shaded(axial, None)) == pytest.approx({"Cyan": 0, "Magenta": 0.5, "Yellow": 0, "Black": 0.3})
    axial.Function = 3  # broken: anything may be laid
    assert dict(shaded(axial, None))["Cyan"] == 1
