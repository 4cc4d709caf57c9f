"""Font programmes that are whole, and those that no press can read."""

from __future__ import annotations

from io import BytesIO

import pytest

from cardgen.readback.clauses.programmes import broken
from tests.readback import sound


def drawn(kind: str) -> bytes:
    """A font of two letters: "OTTO" with CFF, or "cff", the CFF alone."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen

    pen = T2CharStringPen(600, {})
    pen.moveTo((0, 0))
    for point in ((500, 0), (500, 700), (0, 700)):
        pen.lineTo(point)
    pen.closePath()
    glyph = pen.getCharString()
    names = [".notdef", "A", "B"]
    made = FontBuilder(1000, isTTF=False)
    made.setupGlyphOrder(names)
    made.setupCharacterMap({65: "A", 66: "B"})
    made.setupCFF("Two", {"FullName": "Two", "ItalicAngle": -12.5}, dict.fromkeys(names, glyph), {})
    made.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupNameTable({"familyName": "Two", "styleName": "Regular"})
    made.setupOS2()
    made.setupPost()
    out = BytesIO()
    made.font.save(out)
    return out.getvalue() if kind == "OTTO" else bytes(made.font.getTableData("CFF "))


TYPE_1 = b"%!PS-AdobeFont-1.0: Two\n/FontName /Two def\ncurrentfile eexec\n" + bytes(range(256)) * 4
WHOLE = {
    "TrueType": ("/FontFile2", sound.typeface),
    "CFF": ("/FontFile3", lambda: drawn("cff")),
    "OpenType with CFF": ("/FontFile3", lambda: drawn("OTTO")),
    "OpenType with glyf": ("/FontFile3", sound.typeface),
    "Type 1": ("/FontFile", lambda: TYPE_1),
    "Type 1 as PFB": ("/FontFile", lambda: b"\x80\1\x40\0\0\0" + TYPE_1),
}


@pytest.mark.parametrize("kind", WHOLE)
def test_a_whole_font_is_read_and_half_of_it_is_not(kind: str) -> None:
    key, make = WHOLE[kind]
    data = make()
    assert broken(key, data) == ""
    assert broken(key, b"") == "is empty"
    assert broken(key, data[:40]) == "breaks off"
    assert broken(key, data[: len(data) // 2 if "Type 1" not in kind else 70]) == "breaks off"
    assert broken(key, b"<html><title>404</title></html>").startswith("is no ")


def test_a_font_without_its_outlines() -> None:
    data = sound.typeface()
    assert broken("/FontFile2", data.replace(b"glyf", b"glyg", 1)) == "lacks its table glyf"


@pytest.mark.parametrize("key", ["/FontFile", "/FontFile2", "/FontFile3"])
def test_bytes_of_any_kind_are_told_and_not_crashed_on(key: str) -> None:
    for start in (b"", b"\0\1\0\0", b"OTTO\xff\xff", b"\1\0\4\1", b"%!eexec", b"\1\0\4\1\0\0\0\1\1\1\3\x1e\x11"):
        for byte in (0, 1, 17, 30, 255):
            assert broken(key, start + bytes([byte]) * 3) or key == "/FontFile"
            broken(key, start + bytes([byte]) * 3000)
