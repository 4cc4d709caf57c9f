"""What is wrong with what a page paints is named where it stands, and its sound twin is passed in silence."""

from __future__ import annotations

from pathlib import Path

import pytest
from pikepdf import Array, Dictionary, Name

from cardgen.findings import Severity
from cardgen.profile import Profile, load_profile
from cardgen.readback.document import opened
from cardgen.readback.fault import Fault, told
from cardgen.readback.look.page import look, read
from cardgen.units import MM_PER_PT
from tests.readback.drawn import MEDIA, Pdf, only_sheet

SHOP = load_profile("shop")
BLACK, RED, RICH = "0 0 0 1 k", "0 0.95 0.9 0.05 k", "0.6 0.4 0.4 1 k"


def page() -> Pdf:
    """A page with what the tests speak of: Helvetica, overprint on and off, spots, pictures."""
    pdf = Pdf()
    pdf.put("Font", "H", Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
    pdf.put("ExtGState", "Over", Dictionary(OP=True, op=True, OPM=1))
    pdf.put("ExtGState", "Old", Dictionary(OP=True, op=True, OPM=0))
    pdf.put("ExtGState", "Dark", Dictionary(BM=Name.Multiply))
    for name in ("Seal", "CutContour"):
        pdf.put("ColorSpace", name, pdf.spot(name))
    pdf.put("ColorSpace", "All", Array([Name.Separation, Name.All, Name.DeviceCMYK, pdf.spot("x")[3]]))
    pdf.put("ColorSpace", "Nothing", Array([Name.Separation, Name("/None"), Name.DeviceCMYK, pdf.spot("x")[3]]))
    pdf.put("XObject", "Im", pdf.image(100, 100))
    pdf.put("XObject", "Bit", pdf.image(100, 100, 1, ColorSpace=None, ImageMask=True))
    pdf.put("XObject", "Dot", pdf.image(1, 1))
    return pdf


def faults(
    tmp_path: Path, content: str, profile: Profile = SHOP, **boxes: tuple[float, float, float, float] | None
) -> list[Fault]:
    with only_sheet(page().save(tmp_path / "a.pdf", content, **boxes)) as sheet:
        return list(look(sheet, profile))


def names(found: list[Fault]) -> list[tuple[str, str]]:
    return [(fault.code.name, fault.code.severity.value) for fault in found]


def text(size: float, colour: str = BLACK, x: float = 100, y: float = 100, words: str = "Toward", before: str = "") -> str:
    return f"{before} {colour} BT /H {size} Tf {x} {y} Td ({words}) Tj ET "


def line(width: float, colour: str = "0 0 0 1 K") -> str:
    return f"{colour} {width} w 80 100 m 180 100 l S "


GROUND = "0.1 0 0 0 k 0 0 260 260 re f "
WHITE = "0 0 0 0 k 0 0 260 260 re f "
OVER = "/Over gs"
LETTERS = "".join(f" {100 + 6 * n} 100 m {102 + 6 * n} 106 l {104 + 6 * n} 100 l h f" for n in range(5))
LARGE = " 94 100 m 97 112 l 99 100 l h f"
"""Triangles for letters: small ones, as of 8 pt, and one of a larger line beside them."""
WRONG = {
    "tiny": (text(4.2), ("tiny-type", "warning"), text(5)),
    "much too tiny": (text(2.4), ("tiny-type", "error"), text(5)),
    "tiny as drawn": ("q 0.4 0 0 1 0 0 cm" + text(9) + "Q", ("tiny-type", "warning"), "q 0.9 0 0 1 0 0 cm" + text(9) + "Q"),
    "red": (text(7, RED), ("coloured-type", "warning"), text(8, RED)),
    "white": (GROUND + text(7, "0 0 0 0 k"), ("coloured-type", "warning"), GROUND + text(8, "0 0 0 0 k")),
    "spot": (text(7, "/Seal cs 1 scn") + text(7, "0 1 1 0 k", y=60), ("coloured-type", "warning"), text(7, "/Seal cs 1 scn")),
    "rich": (text(9, RICH), ("rich-black-type", "warning"), text(14, RICH)),
    "very rich": (text(30, "0.8 0.7 0.6 0.9 k"), ("rich-black-type", "warning"), text(30, "0.6 0.6 0.6 0.9 k")),
    "thin": (line(0.2), ("thin-line", "warning"), line(0.25)),
    "fine": (line(0.4, "0 1 1 0 K"), ("thin-line", "warning"), line(0.5, "0 1 1 0 K")),
    "thin white": (GROUND + line(0.4, "0 0 0 0 K"), ("thin-line", "warning"), GROUND + line(0.5, "0 0 0 0 K")),
    "no width": (line(0), ("thin-line", "error"), "/Nothing CS 1 SCN 0 w 80 100 m 180 100 l S"),
    "thin rectangle": (BLACK + " 80 100 90 0.1 re f", ("thin-line", "warning"), BLACK + " 80 100 90 0.3 re f"),
    "coarse": ("q 30 0 0 25 90 90 cm /Im Do Q", ("coarse-image", "warning"), "q 24 0 0 24 90 90 cm /Im Do Q"),
    "too coarse": ("q 50 0 0 24 90 90 cm /Im Do Q", ("too-coarse-image", "error"), "q 50 0 0 50 90 90 cm /Dot Do Q"),
    "coarse art": ("q 10 0 0 10 90 90 cm /Bit Do Q", ("coarse-line-art", "warning"), "q 9 0 0 9 90 90 cm /Bit Do Q"),
    "too coarse art": ("q 14 0 0 9 90 90 cm /Bit Do Q", ("too-coarse-line-art", "error"), "q 9 0 0 9 90 90 cm /Bit Do Q"),
    "knocks out": (GROUND + text(9), ("black-knocks-out", "warning"), GROUND + text(9, before=OVER)),
    "grey knocks out": (GROUND + text(9, "0 g", before=OVER), ("black-knocks-out", "warning"), WHITE + text(9, "0 g")),
    "old overprint": (GROUND + text(9, before="/Old gs"), ("black-knocks-out", "warning"), GROUND + text(9, before="/Dark gs")),
    "line knocks out": (GROUND + line(1), ("black-knocks-out", "warning"), GROUND + line(2)),
    "on a picture": ("q 20 0 0 20 100 95 cm /Im Do Q" + text(9), ("black-knocks-out", "warning"),
                     "q 20 0 0 20 100 95 cm /Im Do Q 0 0 0 0 k 90 90 80 40 re f" + text(9)),
    "on a spot": ("/Seal cs 1 scn 0 0 260 260 re f" + text(9), ("black-knocks-out", "warning"),
                  "/Seal cs 1 scn 0 0 260 260 re f" + text(13)),
    "white vanishes": (GROUND + text(20, "0 0 0 0 k", before=OVER), ("white-overprints", "error"),
                       GROUND + text(20, "0 0 0 0 k")),
    "white shape": (GROUND + OVER + " 0 0 0 0 k 100 100 40 40 re f", ("white-overprints", "error"),
                    GROUND + OVER + " /Nothing cs 1 scn 100 100 40 40 re f"),
    "knife knocks out": ("/CutContour CS 1 SCN 1 w 31 31 198 198 re S", ("technical-knocks-out", "error"),
                         OVER + " /CutContour CS 1 SCN 0.1 w 31 31 198 198 re S"),
    "type over the trim": (text(9, x=20), ("near-trim", "error"), text(9, x=40)),
    "type near the trim": (text(9, y=33), ("near-trim", "warning"), text(9, y=42)),
    "seal near the trim": ("q 9 0 0 9 34 90 cm /Bit Do Q", ("near-trim", "warning"), "q 9 0 0 9 39 90 cm /Bit Do Q"),
    "frame near the trim": ("1 w 35 35 190 190 re S", ("near-trim", "warning"), "1 w 40 40 180 180 re S"),
    "a mark": ("1 w 0 30 m 15 30 l S", ("printer-marks", "warning"), "1 w 0 30 m 60 30 l S"),
    "a mark in the bleed": ("1 w 22 60 m 28 60 l S", ("printer-marks", "warning"), "1 w 22 60 m 38 60 l S"),
    "registration": ("/All cs 1 scn 24 100 3 3 re f", ("printer-marks", "warning"), "/All cs 1 scn 100 100 30 30 re f"),
    "thin bar": (BLACK + " 80 100 90 0.05 re f", ("thin-line", "warning"), BLACK + " 80 100 90 0.3 re f"),
    "turned bar": (BLACK + " q 0.8 0.6 -0.6 0.8 80 90 cm 0 0 60 0.1 re f Q", ("thin-line", "warning"),
                   BLACK + " q 0.8 0.6 -0.6 0.8 80 90 cm 0 0 60 0.3 re f Q"),
    "no area": (BLACK + " 80 100 m 150 120 l h f", ("thin-line", "warning"), BLACK + " 80 100 m 150 120 l 150 100 l h f"),
    "outlined": ("0 1 1 0 k 0.9 1 1 0 K 0.1 w 80 100 40 40 re B", ("thin-line", "warning"),
                 "0 1 1 0 k 0 1 1 0 K 0.1 w 80 100 40 40 re B"),
    "a line there and back": ("0 1 1 0 k 0 1 1 0 K 0.1 w 80 100 m 150 100 l h B", ("thin-line", "warning"),
                              "0 1 1 0 k 0 1 1 0 K 0.6 w 80 100 m 150 100 l h B"),
    "a clip of type": ("q 7 Tr " + text(4) + BLACK + " 90 90 80 30 re f Q", ("tiny-type", "warning"),
                       "q 7 Tr " + text(4) + "Q " + BLACK + " 90 90 80 30 re f"),
    "outlines knock out": (GROUND + BLACK + LETTERS, ("black-knocks-out", "warning"), WHITE + BLACK + LETTERS),
    "outlines by size": (GROUND + BLACK + LETTERS, ("black-knocks-out", "warning"), GROUND + BLACK + LARGE + LETTERS),
    "outlines of black": (GROUND + BLACK + LETTERS, ("black-knocks-out", "warning"), GROUND + OVER + " " + BLACK + LETTERS),
    "white by the old rule": ("/Seal cs 1 scn 0 0 260 260 re f /Old gs" + text(20, "0 0 0 0 k"), ("white-overprints", "error"),
                              GROUND + "/Old gs" + text(20, "0 0 0 0 k")),
    "white on something": (GROUND + text(20, "0 0 0 0 k", before=OVER), ("white-overprints", "error"),
                           WHITE + text(20, "0 0 0 0 k", before=OVER)),
    "gray white": (GROUND + text(20, "1 g", before=OVER), ("white-overprints", "error"), text(20, "1 g", before=OVER)),
    "uncovered": (text(3, y=100) + BLACK + " 90 101 80 30 re f", ("tiny-type", "warning"),
                  text(3, y=100) + BLACK + " 90 90 80 30 re f"),
    "no ink": (text(3), ("tiny-type", "warning"), text(3, "/Nothing cs 1 scn")),
    "without bleed": ("0 0.5 0.5 0 k 30 100 9 9 re f", ("near-trim", "warning"), "0 0.5 0.5 0 k 21 100 18 9 re f"),
    "words in the slug": (text(9, y=5), ("printer-marks", "warning"), text(9, y=60)),
    "operator": ("0 0 9 9 re n flourish", ("unknown-operator", "error"), "BX flourish EX"),
    "resource": ("/Nix Do", ("missing-resource", "error"), "q 9 0 0 9 100 100 cm /Dot Do Q"),
    "state": ("q", ("unbalanced-content", "warning"), "q Q"),
    "content": ("1 w (a) w", ("broken-content", "error"), "1 w"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_each_fault_is_found_and_its_twin_is_not(tmp_path: Path, case: str) -> None:
    wrong, code, right = WRONG[case]
    assert code in names(faults(tmp_path, wrong))
    assert faults(tmp_path, right) == []


ALONE = [case for case in WRONG if case not in ("tiny as drawn",)]


@pytest.mark.parametrize("case", ALONE)
def test_a_fault_is_told_alone(tmp_path: Path, case: str) -> None:
    assert len(faults(tmp_path, WRONG[case][0])) == 1


def test_a_fault_says_what_where_and_how_it_is_mended(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, text(4.25, words="Toward the other, step by step again"))
    assert fault.says == 'the type "Toward the other, step by st…" is set in 4.25 pt'
    assert fault.hint == "5 pt is the least"
    assert fault.page == 1
    assert fault.at is not None
    assert fault.at.x == pytest.approx(100 * MM_PER_PT, abs=0.1)
    assert fault.at.bottom == pytest.approx((MEDIA - 100) * MM_PER_PT, abs=0.5)


def test_a_paragraph_is_told_once_and_a_page_of_small_type_too(tmp_path: Path) -> None:
    lines = "".join(text(4, y=150 - 5 * n, words=f"line {n}") for n in range(4))
    assert [fault.says for fault in faults(tmp_path, lines)] == ['the type "line 0" is set in 4 pt']
    scattered = "".join(text(4 - 0.1 * n, y=40 + 20 * n, words=f"number {n}") for n in range(8))
    (fault,) = faults(tmp_path, scattered)
    assert fault.says == 'the type "number 7" is set in 3.3 pt, and 7 more places are as hard to print'


def test_type_in_a_picture_of_a_page_is_told_once(tmp_path: Path) -> None:
    picture = "q 60 60 80 80 re W n " + text(2, x=70, words="small") + text(1.5, x=70, y=80, words="smallest") + "Q"
    (fault,) = faults(tmp_path, picture)
    assert fault.says == 'a picture of a page holds type as small as 1.5 pt, as "smallest"'
    assert fault.code.severity is Severity.WARNING


def test_what_is_clipped_away_is_not_judged(tmp_path: Path) -> None:
    assert faults(tmp_path, "q 150 150 20 20 re W n " + text(3) + line(0.1) + "Q") == []


def test_what_a_profile_says_is_the_measure(tmp_path: Path) -> None:
    home = load_profile("home-a4")
    assert SHOP.press is not None
    least = SHOP.press.least.model_copy(update={"type": 7 * MM_PER_PT, "line": 1 * MM_PER_PT})
    strict = SHOP.model_copy(update={"press": SHOP.press.model_copy(update={"least": least}), "safe": 30.0, "ppi": 600})
    drawn = text(6, before=OVER) + line(0.5) + "q 24 0 0 24 120 120 cm /Im Do Q"
    assert faults(tmp_path, drawn) == []
    assert {name for name, _ in names(faults(tmp_path, drawn, strict))} == {
        "tiny-type",
        "thin-line",
        "coarse-image",
        "near-trim",
    }
    assert names(faults(tmp_path, text(4), home)) == [("tiny-type", "warning")]  # the house's least where no press is named


def test_live_type_where_a_shop_wants_outlines(tmp_path: Path) -> None:
    assert SHOP.press is not None
    outlines = SHOP.model_copy(update={"press": SHOP.press.model_copy(update={"text": "outlines"})})
    assert names(faults(tmp_path, text(9) + text(9, y=60), outlines)) == [("live-type", "error")]
    assert faults(tmp_path, "0 0 0 1 k 100 100 30 30 re f", outlines) == []
    assert faults(tmp_path, "BT /H 9 Tf 3 Tr 100 100 Td (a) Tj ET", outlines) == []


def test_a_ground_that_the_trim_cuts_is_no_drawing_near_it(tmp_path: Path) -> None:
    assert faults(tmp_path, "0.2 0 0 0 k 0 0 40 260 re f q 24 0 0 24 20 90 cm /Im Do Q") == []


def test_a_drawing_of_many_pieces_is_told_once(tmp_path: Path) -> None:
    pieces = "".join(f"0 0 0 1 k 33 {90 + 3 * n} 3 2 re f " for n in range(9))
    assert names(faults(tmp_path, pieces)) == [("near-trim", "warning")]


def test_a_gradient_of_slices_is_no_thin_line(tmp_path: Path) -> None:
    slices = "".join(f"0 0 0 {n / 40} k {100 + 0.2 * n:.1f} 90 0.2 60 re f " for n in range(1, 40))
    assert faults(tmp_path, slices) == []


def test_a_frame_lies_on_what_its_edge_meets(tmp_path: Path) -> None:
    inside = "0 1 1 0 k 100 100 40 40 re f 0 0 0 1 K 1 w 90 90 60 60 re S"
    assert faults(tmp_path, inside) == []
    assert names(faults(tmp_path, inside.replace("90 90 60 60", "110 110 60 60"))) == [("black-knocks-out", "warning")]


def test_what_ends_at_the_trim_is_told_so(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "0 0.5 0.5 0 k 30 100 9 9 re f")
    assert fault.says == "a drawing ends at the trim, without bleed"


def test_type_that_cannot_be_read_is_told_so(tmp_path: Path) -> None:
    pdf = page()
    named = Dictionary(Type=Name.Encoding, Differences=Array([97, Name("/g1")]))
    pdf.put("Font", "N", Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=named,
                                    FirstChar=97, LastChar=97, Widths=Array([500])))  # fmt: skip
    with only_sheet(pdf.save(tmp_path / "a.pdf", BLACK + " BT /N 4 Tf 100 100 Td (aa) Tj ET")) as sheet:
        (fault,) = look(sheet, SHOP)
    assert fault.says == "type (its font tells no letters) is set in 4 pt"


def test_an_outline_does_not_hide_what_was_there_before(tmp_path: Path) -> None:
    """What covers must be opaque, painted later, and go over all of it."""
    small, box = text(3), " 90 90 80 30 re f "
    assert names(faults(tmp_path, BLACK + box + small)) == [("tiny-type", "warning")]
    assert names(faults(tmp_path, small + OVER + " 0 0.5 0 0 k" + box)) == [("tiny-type", "warning")]
    assert names(faults(tmp_path, small + "/Dark gs 0 0.5 0 0 k" + box)) == [("tiny-type", "warning")]
    assert faults(tmp_path, small + "0 0.5 0 0 k" + box) == []


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ("off", False),
        ("on", True),
        ({"OCGs": ["off", "on"]}, True),
        ({"OCGs": ["off", "on"], "P": Name.AllOn}, False),
        ({"OCGs": ["off"], "P": Name.AllOff}, True),
        ({"OCGs": ["on"], "P": Name.AnyOff}, False),
        ({"VE": [Name.And, "on", [Name.Not, "off"]]}, True),
        ({"VE": [Name.Or, "off", [Name.Not, "on"]]}, False),
    ],
)
def test_what_is_in_a_layer_that_is_off_is_not_judged(tmp_path: Path, rule: object, shown: bool) -> None:
    pdf = page()
    groups = {name: pdf.pdf.make_indirect(Dictionary(Type=Name.OCG, Name=name)) for name in ("off", "on")}

    def made(value: object) -> object:
        if isinstance(value, list):
            return Array([made(part) for part in value])
        return groups[value] if isinstance(value, str) else value

    if isinstance(rule, dict):
        entries = {f"/{key}": made(value) for key, value in rule.items()}
        pdf.put("Properties", "L", pdf.pdf.make_indirect(Dictionary({"/Type": Name.OCMD, **entries})))
    else:
        pdf.put("Properties", "L", made(rule))
    off = Array([groups["off"]])
    pdf.pdf.Root.OCProperties = Dictionary(OCGs=Array(list(groups.values())), D=Dictionary(OFF=off))
    path = pdf.save(tmp_path / "a.pdf", f"/OC /L BDC {text(3)} EMC {text(9, y=60)}")
    with only_sheet(path) as sheet:
        assert bool(list(look(sheet, SHOP))) is shown


@pytest.mark.parametrize(
    ("content", "kind", "more", "seen"),
    [
        (b"0 g 0 0 300 300 re f", "Luminosity", {}, False),
        (b"", "Luminosity", {}, False),
        (b"", "Alpha", {}, False),
        (b"0 g 0 0 300 300 re f", "Alpha", {}, True),
        (b"0.5 g 0 0 300 300 re f", "Luminosity", {}, True),
        (b"1 g 0 0 50 50 re f", "Luminosity", {}, False),
        (b"1 g 0 0 150 150 re f", "Luminosity", {}, True),
        (b"", "Luminosity", {"BC": Array([1])}, True),
        (b"", "Luminosity", {"TR": Dictionary(FunctionType=2, Domain=[0, 1], C0=[1], C1=[0], N=1)}, True),
    ],
)
def test_what_a_soft_mask_hides_is_not_judged(
    tmp_path: Path, content: bytes, kind: str, more: dict[str, object], seen: bool
) -> None:
    pdf = page()
    group = pdf.form(content, Group=Dictionary(S=Name.Transparency, CS=Name.DeviceGray))
    mask = Dictionary({"/S": Name("/" + kind), "/G": group, **{f"/{key}": value for key, value in more.items()}})
    pdf.put("ExtGState", "Masked", Dictionary(SMask=mask))
    pdf.put("ExtGState", "Bare", Dictionary(SMask=Name("/None")))
    with only_sheet(pdf.save(tmp_path / "a.pdf", f"q /Masked gs {text(3)} Q {text(9, y=60)}")) as sheet:
        assert bool(list(look(sheet, SHOP))) is seen
    again = pdf.save(tmp_path / "b.pdf", f"q /Masked gs /Bare gs {text(3)} Q")
    with opened(again, "b.pdf") as document:
        assert names(list(look(document.sheets[1], SHOP))) == [("tiny-type", "warning")]


def test_a_page_without_bleed_box_has_its_marks_outside_the_most(tmp_path: Path) -> None:
    mark = "1 w 0 30 m 14 30 l S"
    assert names(faults(tmp_path, mark, BleedBox=None)) == [("printer-marks", "warning")]
    assert faults(tmp_path, "1 0 0 0 k 20 20 220 220 re f", BleedBox=None) == []


def test_a_fault_of_many_pages_is_one_finding(tmp_path: Path) -> None:
    pdf = page()
    for n in range(3):
        pdf.save(tmp_path / "a.pdf", text(4) if n != 1 else text(9))
    with opened(tmp_path / "a.pdf", "a.pdf") as document:
        found = [fault for sheet in document.sheets for fault in look(sheet, SHOP)]
        (finding,) = told(found, document, "a.pdf")
    assert finding.says.startswith("pages 1, 3, at ")
    assert finding.says.endswith('mm: the type "Toward" is set in 4 pt')


def test_a_file_of_cardgens_own_is_passed_in_silence(duel: Path) -> None:
    """Duel's cards and boards, as the shop gets them: every page looked at, nothing to say."""
    from cardgen.readback.look.reader import Kept

    for name in ("cards.pdf", "player-board.pdf", "tokens.pdf", "card-box.pdf"):
        with opened(duel / "shop" / name, name) as document:
            kept = Kept()
            sheets = {sheet.page.obj.Contents.objgen: sheet for sheet in document.sheets}.values()
            assert [fault for sheet in sheets for fault in look(sheet, SHOP, kept)] == []
            assert all(read(sheet, kept).painted for sheet in sheets)
