"""Which plates a colour lays ink on."""

from __future__ import annotations

import numpy as np
import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from cardgen.readback.spaces import CMYK, GRAY, RGB, inks, most, shaded, space_of, tint
from cardgen.readback.values import Missing


@pytest.fixture
def pdf() -> pikepdf.Pdf:
    return pikepdf.new()


TINT = {"FunctionType": 2, "Domain": [0, 1], "C0": [0, 0, 0, 0], "C1": [0, 1, 1, 0], "N": 1}


def laid(value: object, *parts: float) -> dict[str, float]:
    found = inks(space_of(value), parts)
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
    assert space_of(red).first == (1.0,)
    both = Array([Name.DeviceN, Array([Name.Black, Name("/Gold"), Name("/None")]), Name.DeviceCMYK, Dictionary(**TINT)])
    assert inks(space_of(both), (0, 0.4, 1)) == (("Black", 0), ("Gold", 0.4))
    assert laid(Array([Name.Separation, Name("/None"), Name.DeviceCMYK, Dictionary(**TINT)]), 1) == {}
    assert laid(Array([Name.Separation, Name.All, Name.DeviceCMYK, Dictionary(**TINT)]), 1) == {"All": 1}


def test_an_indexed_colour_is_its_entry_and_a_picture_in_it_holds_no_other(pdf: pikepdf.Pdf) -> None:
    table = bytes([0, 0, 0, 0, 0, 51, 0, 0, 255, 0, 0, 102])
    for holder in (pikepdf.String(table), pdf.make_stream(table)):
        value = Array([Name.Indexed, Name.DeviceCMYK, 2, holder])
        assert laid(value, 1) == {"Magenta": 0.2}
        assert dict(most(space_of(value))) == pytest.approx({"Cyan": 1, "Magenta": 0.2, "Yellow": 0, "Black": 0.4})
        assert laid(value, 99) == laid(value, 2)  # past its end the last one holds
    short = Array([Name.Indexed, Name.DeviceCMYK, 255, pikepdf.String(b"")])
    assert laid(short, 255) == {}
    on_spot = Array(
        [Name.Indexed, Array([Name.Separation, Name.Gold, Name.DeviceCMYK, Dictionary(**TINT)]), 1, pikepdf.String(b"\0\xff")]
    )
    assert laid(on_spot, 1) == {"Gold": 1}


def test_a_name_is_looked_up_and_its_want_is_told() -> None:
    resources = Dictionary(ColorSpace=Dictionary(CS0=Array([Name.ICCBased, 3]), CS1=Name.DeviceCMYK))
    assert space_of(Name.CS1, resources).family == "DeviceCMYK"
    with pytest.raises(Missing) as caught:
        space_of(Name.CS7, resources)
    assert (caught.value.what, caught.value.named) == ("colour space", "CS7")
    with pytest.raises(ValueError, match="broken"):
        space_of(Name.CS0, resources)


@pytest.mark.parametrize(
    "value",
    [
        Array([]), Array([Name.Indexed]), Array([Name.Separation, 4]), Array([Name.DeviceN, Array([])]), 7, Dictionary(),
        Array([Name.Indexed, Array([Name.Indexed, Name.DeviceGray, 1, pikepdf.String(b"ab")]), 1, pikepdf.String(b"ab")]),
        Array([Name.Whatever, 1]),
    ],
)  # fmt: skip
def test_what_is_no_colour_space_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="a colour space that is broken"):
        space_of(value)


def test_many_colours_at_once_lay_what_each_lays(pdf: pikepdf.Pdf) -> None:
    both = space_of(Array([Name.DeviceN, Array([Name.Black, Name.Gold]), Name.DeviceCMYK, Dictionary(**TINT)]))
    table = space_of(Array([Name.Indexed, Name.DeviceCMYK, 2, pikepdf.String(bytes(range(0, 240, 20)))]))
    for space in (GRAY, RGB, CMYK, both, table):
        rows = np.array([[0.1 * n] * space.parts for n in range(11)]) * (2 if space == table else 1)
        for plate in space.plates:
            assert tint(space, rows, plate) == pytest.approx([dict(inks(space, tuple(row)))[plate] for row in rows.tolist()])


def test_a_ring_of_colour_spaces_is_refused(pdf: pikepdf.Pdf) -> None:
    ring = pdf.make_indirect(Array([Name.Pattern, 0]))
    ring[1] = ring
    with pytest.raises(ValueError, match="within itself"):
        space_of(ring)


def test_a_shading_lays_what_its_function_gives() -> None:
    ramp = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0.3], C1=[0, 0.5, 0, 0], N=1)
    axial = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 1, 0], Function=ramp)
    assert dict(shaded(axial, None)) == pytest.approx({"Cyan": 0, "Magenta": 0.5, "Yellow": 0, "Black": 0.3})
    axial.Function = 3  # broken: anything may be laid
    assert dict(shaded(axial, None))["Cyan"] == 1
