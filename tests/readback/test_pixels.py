"""Checks of the plates: what a press cannot print, and what a knife would show."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from cardgen.profile import Profile, load_profile
from cardgen.readback.check import PIXELS
from cardgen.readback.digest import content_digest
from cardgen.readback.document import Document, Sheet, opened
from cardgen.readback.fault import Fault
from cardgen.readback.pixels import check_plates
from cardgen.readback.plates.separations import separations
from cardgen.units import MM_PER_PT
from tests.readback.pages import add, separation

BLEED, WIDE, HIGH = 3.0, 40.0, 60.0
"""A card of 40 x 60 mm, its bleed round it."""
OVER = Dictionary(G=Dictionary(OP=True, op=True, OPM=1))


@pytest.fixture(scope="module")
def shop() -> Profile:
    return load_profile("shop")


def rect(x: float, y: float, w: float, h: float) -> bytes:
    """A rectangle in mm from the trim's top left corner."""
    x, y = x + BLEED, HIGH + BLEED - y - h
    return " ".join(f"{v / MM_PER_PT:.4f}" for v in (x, y, w, h)).encode() + b" re f "


def faults(
    tmp_path: Path,
    content: bytes,
    profile: Profile,
    bleed: float = BLEED,
    resources: dict[str, Any] | None = None,
    rounds: float = 0,
) -> list[Fault]:
    """What is found on one card with that content: `bleed` is that of its box, `rounds` how far the media box is round that."""
    size = (WIDE + 2 * BLEED) / MM_PER_PT, (HIGH + 2 * BLEED) / MM_PER_PT
    with pikepdf.new() as pdf:
        page = add(pdf, content, resources or {}, size)
        for name, by in (("/TrimBox", BLEED), ("/BleedBox", BLEED - bleed), ("/MediaBox", -rounds)):
            by /= MM_PER_PT
            page.obj[name] = Array([round(v, 4) for v in (by, by, size[0] - by, size[1] - by)])
        pdf.save(tmp_path / "card.pdf")
    with opened(tmp_path / "card.pdf", "card.pdf") as document:
        return on_plates(document, document.sheets, profile)


def on_plates(document: Document, sheets: Sequence[Sheet], profile: Profile) -> list[Fault]:
    """What is found on the plates of those pages, as fine as they are looked at."""
    made = separations(document, [sheet.number for sheet in sheets], PIXELS)
    return [fault for sheet, plates in zip(sheets, made, strict=True) for fault in check_plates(plates, sheet, profile)]


def codes(found: list[Fault]) -> list[str]:
    return [fault.code.name for fault in found]


FULL = rect(-3, -3, 46, 66)
PALE = b"0 .02 .07 0 k " + FULL


def test_a_sound_card_is_sound(tmp_path: Path, shop: Profile) -> None:
    text = b"/G gs 0 0 0 1 k " + rect(5, 5, 20, 3)
    art = b".6 .5 .5 1 k " + rect(-3, 20, 30, 20) + b"0 0 0 0 k " + rect(10, 25, 4, 4)
    assert faults(tmp_path, PALE + art + text, shop, resources={"ExtGState": OVER}) == []


def test_too_much_ink_is_told_with_how_much_and_where(tmp_path: Path, shop: Profile) -> None:
    found = faults(tmp_path, PALE + b".8 .8 .8 .8 k " + rect(10, 20, 4, 2), shop)
    assert codes(found) == ["too-much-ink"]
    assert "320 %" in found[0].says
    assert "300 %" in found[0].says
    at = found[0].at
    assert at is not None
    assert at.x == pytest.approx(BLEED + 10, abs=0.4)
    assert at.y == pytest.approx(BLEED + 20, abs=0.4)
    assert at.w == pytest.approx(4, abs=0.7)


def test_black_that_overprints_adds_to_what_lies_beneath(tmp_path: Path, shop: Profile) -> None:
    ground = b".8 .7 .7 0 k " + rect(10, 20, 10, 10) + b"0 0 0 1 k " + rect(12, 22, 4, 4)
    assert codes(faults(tmp_path, ground, shop)) == []
    assert codes(faults(tmp_path, b"/G gs " + ground, shop, resources={"ExtGState": OVER})) == ["too-much-ink"]


def test_spots_are_ink_and_a_dieline_is_none(tmp_path: Path, shop: Profile) -> None:
    content = b".8 .7 .7 .5 k " + rect(10, 20, 10, 10) + b"/G gs /S cs 1 scn " + rect(12, 22, 4, 4)
    for name, expected in (("Seal Red", ["too-much-ink"]), ("Dieline", []), ("Spot UV", [])):
        resources = {"ExtGState": OVER, "ColorSpace": Dictionary(S=separation(name))}
        assert codes(faults(tmp_path, content, shop, resources=resources)) == expected


def test_a_speck_or_a_letters_edge_over_the_limit_is_not_told(tmp_path: Path, shop: Profile) -> None:
    specks = b"".join(rect(5 + 2 * n, 10, 0.2, 0.2) for n in range(10))
    line = rect(5, 20, 30, 0.1)
    assert faults(tmp_path, PALE + b"1 1 1 1 k " + specks + line, shop) == []


def test_the_limit_is_the_presss(tmp_path: Path) -> None:
    content = b".6 .6 .6 .8 k " + rect(10, 20, 4, 4)
    assert codes(faults(tmp_path, content, load_profile("drivethrucards"))) == ["too-much-ink"]
    assert faults(tmp_path, content, load_profile("shop")) == []


def test_heavy_ink_is_a_warning_where_the_press_takes_more(tmp_path: Path, shop: Profile) -> None:
    assert shop.press
    generous = shop.model_copy(update={"press": shop.press.model_copy(update={"limit": 400})})
    field = b".9 .9 .8 .8 k "
    assert codes(faults(tmp_path, field + rect(10, 20, 20, 20), generous)) == ["heavy-ink"]
    assert codes(faults(tmp_path, field + rect(10, 20, 12, 12), generous)) == []
    assert codes(faults(tmp_path, field + rect(10, 20, 20, 20), shop)) == ["too-much-ink"]


@pytest.mark.parametrize("tint", [b"0 0 0 1 k ", b"0 0 .03 0 k ", b".3 .2 .1 .4 k "])
def test_ink_that_ends_at_the_trim_has_no_bleed(tmp_path: Path, shop: Profile, tint: bytes) -> None:
    found = faults(tmp_path, tint + rect(0, 0, 40, 60), shop)
    assert set(codes(found)) == {"bleed-missing"}
    assert len(found) == 4
    assert "bare paper" in found[0].says
    places = {tuple(round(v, 1) for v in fault.at) for fault in found if fault.at}
    assert (BLEED - 2, BLEED, 2.0, HIGH) in {(x, round(y), w, round(h)) for x, y, w, h in places}


def test_the_bare_stretch_is_the_place(tmp_path: Path, shop: Profile) -> None:
    found = faults(tmp_path, PALE.replace(FULL, rect(0, 10, 20, 5)), shop)
    assert codes(found) == ["bleed-missing"]
    at = found[0].at
    assert at is not None
    assert (at.x, at.w) == (pytest.approx(BLEED - 2, abs=0.01), pytest.approx(2))
    assert (at.y, at.h) == (pytest.approx(BLEED + 10, abs=0.2), pytest.approx(5, abs=0.4))


def test_ink_that_ends_in_the_bleed_too_early_is_told_with_how_far_it_runs(tmp_path: Path, shop: Profile) -> None:
    found = faults(tmp_path, b"0 0 0 .5 k " + rect(-1, -1, 42, 62), shop)
    assert set(codes(found)) == {"bleed-missing"}
    assert "1.0 mm" in found[0].says


def test_a_panel_that_is_cut_at_the_trim_over_another_ground_is_told(tmp_path: Path, shop: Profile) -> None:
    panel = b".6 .5 .5 .9 k " + rect(0, 10, 20, 30)
    found = faults(tmp_path, PALE + panel, shop)
    assert codes(found) == ["bleed-missing"]
    assert "another colour" in found[0].says
    assert found[0].at
    assert found[0].at.h == pytest.approx(30, abs=0.4)
    assert faults(tmp_path, PALE + b".6 .5 .5 .9 k " + rect(-3, 10, 23, 30), shop) == []
    assert faults(tmp_path, PALE + b".6 .5 .5 .9 k " + rect(1, 10, 20, 30), shop) == []


def test_a_brush_may_end_in_the_bleed_and_cross_the_trim_aslant(tmp_path: Path, shop: Profile) -> None:
    x, y = (BLEED + 0.0) / MM_PER_PT, (BLEED + 30) / MM_PER_PT
    slant = f"0 0 0 1 K 1 J 6 w {x - 4:.2f} {y:.2f} m {x + 60:.2f} {y + 80:.2f} l S".encode()
    assert faults(tmp_path, slant, shop) == []


def test_a_frame_that_ends_a_hair_inside_the_trim_is_told_and_a_curve_is_not(tmp_path: Path, shop: Profile) -> None:
    assert set(codes(faults(tmp_path, b"0 0 0 1 k " + rect(0.35, 0.35, 39.3, 59.3), shop))) == {"bleed-missing"}
    x, y = (BLEED + 10.3) / MM_PER_PT, (BLEED + 30) / MM_PER_PT
    disc = f"0 0 0 1 K 1 J {20 / MM_PER_PT:.2f} w {x:.2f} {y:.2f} m {x:.2f} {y:.2f} l S".encode()
    assert faults(tmp_path, disc, shop) == []


def test_a_white_border_needs_no_bleed(tmp_path: Path, shop: Profile) -> None:
    assert faults(tmp_path, b"0 0 0 .5 k " + rect(3, 3, 34, 54), shop) == []


@pytest.mark.parametrize("inside", [0.8, 1.2, 2.0, 2.5])
def test_a_narrow_rim_is_a_warning_on_all_sides_alike(tmp_path: Path, shop: Profile, inside: float) -> None:
    found = faults(tmp_path, b"0 0 0 .5 k " + rect(inside, inside, 40 - 2 * inside, 60 - 2 * inside), shop)
    assert codes(found) == ["rim"] * 4
    assert {fault.says for fault in found} == {f"what is printed ends {inside:.1f} mm inside the trim, along all of it"}


def test_what_ends_before_the_trim_in_part_is_no_rim(tmp_path: Path, shop: Profile) -> None:
    assert faults(tmp_path, b"0 0 0 .5 k " + rect(2, 2, 25, 30), shop) == []


@pytest.mark.parametrize("runs", [0.5, 1.0, 1.5, 1.9, 2.5])
@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_how_far_ink_runs_is_measured_alike_on_every_side(tmp_path: Path, shop: Profile, side: str, runs: float) -> None:
    x = -runs if side == "left" else -4
    y = -runs if side == "top" else -4
    w = (40 + runs if side == "right" else 50) - x
    h = (60 + runs if side == "bottom" else 70) - y
    (fault,) = faults(tmp_path, b".05 .08 .12 0 k " + rect(x, y, w, h), shop)
    assert fault.code.name == ("bleed-missing" if runs < 2 else "bleed-short")
    assert f"{runs:.1f} mm beyond" in fault.says
    if runs < 2:
        assert fault.hint == "let it run on 3 mm beyond the trim"


def test_ink_that_runs_as_far_as_asked_is_not_told(tmp_path: Path, shop: Profile) -> None:
    for runs in (2.0, 2.2, 3.0):
        box = rect(-runs, -runs, 40 + 2 * runs, 60 + 2 * runs)
        assert faults(tmp_path, b".05 .08 .12 0 k " + box, shop, bleed=min(runs, 2.2)) == []


@pytest.mark.parametrize("gap", [0.1, 0.3, 0.8])
@pytest.mark.parametrize("at", [-0.9, -0.5, -0.05, 0.0, 0.4])
def test_a_bare_line_along_the_trim_is_told(tmp_path: Path, shop: Profile, at: float, gap: float) -> None:
    if at + gap > 1.1:
        pytest.skip("it lies too far from the trim")
    pieces = rect(-3, -3, 46, 63 + at) + rect(-3, 60 + at + gap, 46, 5)
    (fault,) = faults(tmp_path, b".5 .8 .12 0 k " + pieces, shop)
    # what is wide and begins at the trim leaves ink without a bleed
    assert fault.code.name == ("bleed-missing" if gap == 0.8 and -0.1 < at < 0.1 else "sliver")
    assert str(fault.code.severity) == "error"


def test_a_seam_a_pale_line_and_a_hatching_are_no_slivers(tmp_path: Path, shop: Profile) -> None:
    seam = rect(-3, -3, 46, 62.93) + rect(-3, 59.93, 46, 5)
    pale = seam + b"0 .03 .1 0 k " + rect(-3, 59.4, 46, 0.3)
    lines = b"".join(rect(-3, -3.25 + n, 46, 0.5) for n in range(66))
    short = rect(-3, -3, 46, 66) + b"0 0 0 0 k " + rect(10, 59.6, 6, 0.3)
    for own in (seam, pale, lines, short):
        assert faults(tmp_path, b".5 .8 .12 0 k " + own, shop) == []


def test_without_a_bleed_box_beyond_the_trim_ink_at_the_trim_is_told(tmp_path: Path, shop: Profile) -> None:
    assert set(codes(faults(tmp_path, PALE, shop, bleed=0))) == {"bleed-missing"}
    assert faults(tmp_path, b"0 0 0 .5 k " + rect(3, 3, 34, 54), shop, bleed=0) == []


def test_where_the_page_is_cut_must_be_known(tmp_path: Path, shop: Profile) -> None:
    """No trim box, or a bleed box within it, are faults of their own: ink is not blamed for them."""
    faults(tmp_path, PALE, shop)
    with pikepdf.open(tmp_path / "card.pdf", allow_overwriting_input=True) as pdf:
        page = pdf.pages[0].obj
        page["/BleedBox"] = Array([40, 40, 80, 80])
        pdf.save()
        del page["/TrimBox"]
        pdf.save(tmp_path / "untold.pdf")
    for name in ("card.pdf", "untold.pdf"):
        with opened(tmp_path / name, name) as document:
            assert on_plates(document, document.sheets, shop) == [], name


def test_where_no_bleed_is_wanted_none_is_missed(tmp_path: Path) -> None:
    assert faults(tmp_path, b"0 0 0 1 k " + rect(0, 0, 40, 60), load_profile("png-round")) == []


def test_media_round_the_bleed_does_not_move_the_trim(tmp_path: Path, shop: Profile) -> None:
    assert faults(tmp_path, PALE, shop, rounds=10) == []
    assert len(faults(tmp_path, b"0 0 0 1 k " + rect(0, 0, 40, 60), shop, rounds=10)) == 4


def test_beyond_a_dieline_nothing_is_judged(tmp_path: Path, shop: Profile) -> None:
    """A cross, as a box unfolds: in its notches ink may end where it likes, at its arms it may not."""
    notched = b"0 0 0 .3 k " + rect(-3, 15, 46, 30) + rect(10, -3, 20, 66) + rect(0, 0, 6, 6)
    outline = [
        (10, 0),
        (30, 0),
        (30, 15),
        (40, 15),
        (40, 45),
        (30, 45),
        (30, 60),
        (10, 60),
        (10, 45),
        (0, 45),
        (0, 15),
        (10, 15),
    ]
    path = " ".join(
        f"{(x + BLEED) / MM_PER_PT:.3f} {(HIGH + BLEED - y) / MM_PER_PT:.3f} {'l' if n else 'm'}"
        for n, (x, y) in enumerate(outline)
    )
    line = b"/G gs /S CS 1 SCN .5 w " + path.encode() + b" s "
    resources = {"ExtGState": OVER, "ColorSpace": Dictionary(S=separation("Dieline"))}
    assert faults(tmp_path, notched + line, shop, resources=resources) == []
    assert set(codes(faults(tmp_path, notched, shop))) == {"bleed-missing"}, "without the dieline the notch is part of it"
    short = b"0 0 0 .3 k " + rect(0, 15, 40, 30) + rect(10, -3, 20, 66)
    assert len(faults(tmp_path, short + line, shop, resources=resources)) == 2


def test_a_page_without_ink_is_a_warning(tmp_path: Path, shop: Profile) -> None:
    for content in (b"", b"0 0 0 0 k " + FULL, b"1 1 1 rg " + FULL, b"0 0 0 1 k " + rect(-3, -3, 2, 2)):
        found = faults(tmp_path, content, shop)
        assert codes(found) == ["empty-page"]
    dieline = b"/S CS 1 SCN 2 w 20 20 50 50 re s"
    assert codes(faults(tmp_path, dieline, shop, resources={"ColorSpace": Dictionary(S=separation("Dieline"))})) == [
        "empty-page"
    ]


def test_what_is_not_seen_is_said(tmp_path: Path, shop: Profile) -> None:
    found = faults(tmp_path, PALE + b"/G gs", shop, resources={"ExtGState": Dictionary(G=Dictionary(BM=Name.Luminosity))})
    assert codes(found) == ["not-seen"]
    assert "Luminosity" in found[0].says


def test_a_hidden_layer_prints_nothing_and_is_named_once(tmp_path: Path, shop: Profile) -> None:
    with pikepdf.new() as pdf:
        layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=pikepdf.String("Art")))
        either = Dictionary(Type=Name.OCMD, OCGs=Array([layer]))
        resources = {"Properties": Dictionary(L=layer, M=either)}
        dark = b"1 1 1 1 k " + FULL
        page = add(pdf, PALE + b"/OC /L BDC " + dark + b"EMC /OC /M BDC " + dark + b"EMC", resources, (130.394, 187.087))
        page.obj.TrimBox = Array([8.504, 8.504, 121.89, 178.583])
        pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
        pdf.save(tmp_path / "layers.pdf")
    with opened(tmp_path / "layers.pdf", "layers.pdf") as document:
        (fault,) = on_plates(document, document.sheets, shop)
    assert fault.code.name == "hidden-layer"
    assert '"Art"' in fault.says


def test_an_image_that_is_not_what_it_says_is_told_with_what_it_holds(tmp_path: Path, shop: Profile) -> None:
    with pikepdf.new() as pdf:
        image = pikepdf.Stream(pdf, bytes(300), Type=Name.XObject, Subtype=Name.Image, Width=20, Height=20)
        image.BitsPerComponent, image.ColorSpace = 8, Name.DeviceCMYK
        page = add(
            pdf, PALE + b"q 50 0 0 50 30 30 cm /I Do Q", {"XObject": Dictionary(I=pdf.make_indirect(image))}, (130.394, 187.087)
        )
        page.obj.TrimBox = Array([8.504, 8.504, 121.89, 178.583])
        pdf.save(tmp_path / "short.pdf")
    with opened(tmp_path / "short.pdf", "short.pdf") as document:
        (fault,) = on_plates(document, document.sheets, shop)
    assert fault.code.name == "false-image"
    assert "1,600" in fault.says
    assert "300" in fault.says


def test_boxes_without_sense_do_not_stop_the_check(tmp_path: Path, shop: Profile) -> None:
    for trim, bleed in (
        ((0, 0, 0, 0), (0, 0, 9, 9)),
        ((-500, -500, 900, 900), (50, 50, 20, 20)),
        ((300, 300, 400, 400), (0, 0, 1e9, 1)),
    ):
        with pikepdf.new() as pdf:
            page = add(pdf, b"0 0 0 1 k 0 0 99 99 re f", {})
            page.obj["/TrimBox"], page.obj["/BleedBox"] = Array(list(trim)), Array(list(bleed))
            pdf.save(tmp_path / "odd.pdf")
        with opened(tmp_path / "odd.pdf", "odd.pdf") as document:
            on_plates(document, document.sheets, shop)


def test_duel_as_it_is_built_is_sound(duel: Path, shop: Profile) -> None:
    for name in ("cards.pdf", "tokens.pdf", "box-lid.pdf"):
        with opened(duel / "shop" / name, name) as document:
            cache: dict[Any, bytes] = {}
            first = {content_digest(sheet, cache): sheet for sheet in reversed(document.sheets)}
            sheets = sorted(first.values(), key=lambda sheet: sheet.number)[:8]
            assert on_plates(document, sheets, shop) == [], name
