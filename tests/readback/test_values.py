"""The parts of a PDF taken with care."""

from __future__ import annotations

import zlib
from decimal import Decimal

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from cardgen.readback import values
from cardgen.readback.values import (
    Missing,
    decoded,
    entry,
    filters,
    inflate,
    named,
    number,
    numbers,
    real,
    text,
    unpacked,
    word,
)


@pytest.fixture
def pdf() -> pikepdf.Pdf:
    return pikepdf.new()


def test_what_is_no_number_is_none() -> None:
    assert [number(own) for own in (1, Decimal("0.5"), -2.0)] == [1, 0.5, -2]
    assert [number(own) for own in (True, None, "1", float("nan"), 10**400, Name.One, Array([1]))] == [None] * 7
    assert numbers(Array([1, Decimal("0.5")])) == [1, 0.5]
    assert numbers(Array([1, Name.One])) == numbers(Dictionary()) == numbers(None) == []


def test_a_number_that_is_drawn_with_is_no_larger_than_is_believed() -> None:
    assert real(10**300) == values.MOST == -real(-(10**300))
    with pytest.raises(ValueError, match="no number"):
        real(String("1"))


def test_names_and_texts_can_be_shown() -> None:
    assert word(Name("/Seal Red")) == "Seal Red"
    assert word(pikepdf.Object.parse(b"/Caf#E9")) == "Caf\u00e9"  # not UTF-8
    assert word(Name("/\x1b[2J")) == "\ufffd[2J"
    assert word(String("x")) == text(Name.X) == ""
    assert text(String(" two\n lines\0")) == "two lines"


def test_what_is_not_there_is_none_or_told() -> None:
    resources = Dictionary(Font=Dictionary(F1=Dictionary(Type=Name.Font)), XObject=3)
    assert entry(entry(resources, "/XObject"), "/X") is None
    assert entry(named(resources, "Font", Name.F1), "/Type") == Name.Font
    for category, name, says in (("Font", Name.F2, "a font"), ("XObject", Name.X, "a picture or form")):
        with pytest.raises(Missing, match=says):
            named(resources, category, name)
    with pytest.raises(ValueError, match="no name"):
        named(resources, "Font", 3)


def test_filters_by_their_whole_names(pdf: pikepdf.Pdf) -> None:
    stream = pdf.make_stream(b"", {"/Filter": Array([Name.A85, Name.Fl])})
    assert filters(stream) == ("ASCII85Decode", "FlateDecode")
    assert filters(pdf.make_stream(b"")) == ()


def test_half_a_stream_is_told_and_read_as_far_as_it_goes(pdf: pikepdf.Pdf) -> None:
    packed = zlib.compress(bytes(range(256)) * 8)
    assert inflate(packed, 10_000) == (2048, True)
    assert inflate(packed[:-6], 10_000)[1] is False
    assert inflate(b"no such thing", 10_000) == (0, False)
    kept = bytearray()
    assert inflate(packed, 300, kept.extend) == (300, False)
    assert kept == (bytes(range(256)) * 8)[:300]
    half = pdf.make_stream(b"")
    half.write(packed[:-6], filter=Name.FlateDecode)
    data, whole = unpacked(half)
    assert data == (bytes(range(256)) * 8)[: len(data)] != b""
    assert not whole


def test_a_bomb_is_not_unpacked(pdf: pikepdf.Pdf) -> None:
    bomb = zlib.compress(bytes(1 << 24), 9)
    stream = pdf.make_stream(b"")
    stream.write(bomb, filter=Name.FlateDecode)
    assert unpacked(stream, 1 << 20) == (bytes(1 << 20), False)
    with pytest.raises(ValueError, match="unpacked"):
        decoded(stream, 1 << 20)
    assert decoded(stream) == bytes(1 << 24)
    stream.write(zlib.compress(zlib.compress(bytes(1 << 24), 9), 9), filter=Array([Name.FlateDecode] * 2))
    assert unpacked(stream) == (b"", False)
    with pytest.raises(ValueError, match="unpacked"):
        decoded(stream)
