"""Content streams searched for RGB: found where it is an operator, and not where it is only spelt."""

from __future__ import annotations

import pytest

from cardgen.readback.clauses.scan import Inline, scan


@pytest.mark.parametrize(
    ("content", "rgb"),
    [
        (b"1 0 0 rg", {"rg"}),
        (b"1 0 0 rg\n0 0 0 RG", {"rg", "RG"}),
        (b"[(a) 3 (b)]TJ 1 0 0 rg", {"rg"}),
        (b"/DeviceRGB cs 1 0 0 sc", {"cs"}),
        (b"/Device#52GB CS", {"CS"}),
        (b"(a\\) rg) Tj (\\\\) Tj 1 0 0 RG", {"RG"}),
        (b"(((1 0 0 rg))) Tj", set()),
        (b"% 1 0 0 rg\r0 0 0 1 k", set()),
        (b"/rg gs /RG Do <2f72672f> Tj", set()),
        (b"/DeviceRGB /Other cs", set()),
        (b"/Artifact <</A (1 0 0 rg) /B /DeviceRGB>> BDC EMC", set()),
        (b"(never closed 1 0 0 rg", set()),
        (b"xrg rgx 1 0 0 r g", set()),
        (b"", set()),
    ],
)
def test_operators_of_rgb(content: bytes, rgb: set[str]) -> None:
    assert scan(content).rgb == rgb


def test_names_with_their_escapes_resolved() -> None:
    assert scan(b"/Seal#20Red cs /F1 9 Tf(x)Tj/X1 Do[/A/B]").names == {"/Seal Red", "/F1", "/X1", "/A", "/B"}


def test_inline_images() -> None:
    content = (
        b"BI /W 2 /H 3 /BPC 8 /CS [/I /RGB 1 (\\)bc\x00ef)] /F [/A85 /LZW] ID 1 0 0 rg EIEI \xff\x00 EI \x80\nEI\n0 0 1 RG"
    )
    found = scan(content)
    assert found.inline == (Inline(("Indexed", "DeviceRGB"), ("ASCII85Decode", "LZWDecode"), 2, 3),)
    assert found.rgb == {"RG"}  # the picture's own bytes are no operators


def test_an_inline_image_that_breaks_off() -> None:
    for content in (b"BI", b"BI /W", b"BI /W 1 ID", b"BI /CS /RGB ID xx", b"BI /CS [[[[ (("):
        scan(content)
    assert scan(b"BI /CS /RGB ID xx").inline[0].space == ("DeviceRGB",)
    assert scan(b"1 0 0 rg BI /CS [[[[ ((").rgb == {"rg"}
