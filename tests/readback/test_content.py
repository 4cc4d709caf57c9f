"""What content streams paint, where, with what; and content that is broken or means harm."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from cardgen.readback.look.page import Content, read
from cardgen.readback.look.painted import Painted
from cardgen.units import MM_PER_PT, Rect
from tests.readback.drawn import MEDIA, Pdf, only_sheet, painted


def pt(box: Rect | None) -> list[float]:
    """A box in points as PDF has them: left, lower, right, upper."""
    assert box is not None
    values = box.x / MM_PER_PT, MEDIA - box.bottom / MM_PER_PT, box.right / MM_PER_PT, MEDIA - box.y / MM_PER_PT
    return [round(value, 3) + 0.0 for value in values]


def one(tmp_path: Path, content: str, pdf: Pdf | None = None) -> Painted:
    found = painted((pdf or Pdf()).save(tmp_path / "a.pdf", content))
    assert not found.trouble
    assert len(found.painted) == 1
    return found.painted[0]


def trouble(tmp_path: Path, content: str | bytes, pdf: Pdf | None = None) -> list[tuple[str, str]]:
    return [(t.kind, t.says) for t in painted((pdf or Pdf()).save(tmp_path / "a.pdf", content)).trouble]


def test_a_path_has_the_box_of_what_it_draws(tmp_path: Path) -> None:
    square = one(tmp_path, "q 2 0 0 2 10 20 cm 0 0.5 0 0 k 5 5 10 20 re f Q")
    assert pt(square.box) == [20, 30, 40, 70]
    assert (square.kind, square.whole, square.laid) == ("fill", True, {"Magenta": 0.5})
    curve = one(tmp_path, "10 10 m 10 110 110 110 110 10 c f")
    assert pt(curve.box) == [10, 10, 110, 85]  # the curve's own top, not its handles'
    assert not curve.whole


def test_lines_are_as_thin_as_they_are_drawn(tmp_path: Path) -> None:
    line = one(tmp_path, "q 2 0 0 0.5 0 0 cm 3 w 10 100 m 40 100 l S Q")
    assert line.width == pytest.approx(1.5)
    assert pt(line.box) == [17, 49.25, 83, 50.75]
    assert line.level
    pdf = Pdf()
    pdf.put("ExtGState", "G", Dictionary(LW=0.3))
    assert one(tmp_path, "/G gs 10 10 50 50 re s", pdf).width == pytest.approx(0.3)


def test_both_a_fill_and_a_stroke(tmp_path: Path) -> None:
    found = painted(Pdf().save(tmp_path / "a.pdf", "1 0 0 0 k 0 0 0 1 K 10 10 50 50 re B")).painted
    assert [(p.kind, list(p.laid)) for p in found] == [("fill", ["Cyan"]), ("stroke", ["Black"])]
    assert found[1].frame


def test_a_clip_leaves_what_is_seen(tmp_path: Path) -> None:
    found = painted(Pdf().save(tmp_path / "a.pdf", """
        q 50 50 100 100 re W n q 0 0 80 80 re W n 0 0 200 200 re f Q 0 0 200 200 re f
        200 200 10 10 re W n 0 0 200 200 re f Q 0 0 9 9 re f"""))  # fmt: skip
    assert [pt(p.seen) if p.seen else None for p in found.painted] == [
        [50, 50, 80, 80], [50, 50, 150, 150], None, [0, 0, 9, 9]
    ]  # fmt: skip
    assert found.painted[0].whole
    round_clip = one(tmp_path, "10 10 m 10 90 90 90 90 10 c h W n 0 0 200 200 re f")
    assert not round_clip.whole


def test_forms_stand_by_their_matrix_in_their_box(tmp_path: Path) -> None:
    pdf = Pdf()
    inner = pdf.form(b"0 0 100 100 re f", (0, 0, 50, 100), Matrix=[0, 1, -1, 0, 100, 0])
    outer = pdf.form(b"q 0.5 0 0 0.5 0 0 cm /In Do Q", Resources=Dictionary(XObject=Dictionary(In=inner)))
    pdf.put("XObject", "Out", outer)
    found = one(tmp_path, "1 0 0 1 20 30 cm /Out Do", pdf)
    assert pt(found.box) == [20, 30, 70, 80]
    assert pt(found.seen) == [20, 30, 70, 55]  # its box is turned with it


def test_a_form_without_resources_has_those_around_it(tmp_path: Path) -> None:
    pdf = Pdf()
    pdf.put("ColorSpace", "Red", pdf.spot("Red"))
    pdf.put("XObject", "Old", pdf.form(b"/Red cs 0.5 scn 0 0 9 9 re f"))
    assert one(tmp_path, "/Old Do", pdf).laid == {"Red": 0.5}


def test_a_state_inside_a_form_ends_with_it(tmp_path: Path) -> None:
    pdf = Pdf()
    pdf.put("XObject", "F", pdf.form(b"1 0 0 0 k 2 0 0 2 0 0 cm q"))
    found = painted(pdf.save(tmp_path / "a.pdf", "/F Do 0 0 10 10 re f"))
    assert pt(found.painted[0].box) == [0, 0, 10, 10]
    assert found.painted[0].laid == {"Black": 1}


def test_overprint_spares_what_the_standard_says(tmp_path: Path) -> None:
    pdf = Pdf()
    pdf.put("ExtGState", "On", Dictionary(OP=True, op=True, OPM=1))
    pdf.put("ExtGState", "Old", Dictionary(OP=True, OPM=0))
    pdf.put("ExtGState", "Off", Dictionary(op=False))
    pdf.put("ColorSpace", "Red", pdf.spot("Red"))
    found = painted(pdf.save(tmp_path / "a.pdf", """
        /On gs 0 0 0 1 k 0 0 1 1 re f  0 g 0 0 1 1 re f  /Red cs 1 scn 0 0 1 1 re f
        /Old gs 0 0 0 1 k 0 0 1 1 re f  /Off gs 0 0 1 1 re f  0 0 1 1 re S"""))  # fmt: skip
    assert not found.trouble
    cmyk, grey, spot, old, off, stroke = found.painted
    assert [cmyk.spares(p) for p in ("Cyan", "Black", "Red")] == [True, False, True]
    assert [grey.spares(p) for p in ("Cyan", "Black", "Red")] == [False, False, True]
    assert [spot.spares(p) for p in ("Cyan", "Black", "Red")] == [True, True, False]
    assert [old.spares(p) for p in ("Cyan", "Black", "Red")] == [False, False, True]
    assert not any(off.spares(p) for p in ("Cyan", "Black", "Red"))
    assert stroke.overprint


def test_groups_and_states_fade(tmp_path: Path) -> None:
    pdf = Pdf()
    pdf.put("ExtGState", "Half", Dictionary(ca=0.5, CA=0.25, BM=Name.Multiply))
    pdf.put("ExtGState", "Soft", Dictionary(SMask=Dictionary(S=Name.Luminosity)))
    pdf.put("XObject", "Group", pdf.form(b"/Half gs 0 0 9 9 re f", Group=Dictionary(S=Name.Transparency)))
    found = painted(pdf.save(tmp_path / "a.pdf", "q /Half gs 0 0 9 9 re B /Group Do Q /Soft gs 0 0 9 9 re f")).painted
    assert [(p.alpha, p.blend, p.masked) for p in found] == [
        (0.5, "Multiply", False), (0.25, "Multiply", False), (0.25, "Multiply", False), (1, "Normal", True)
    ]  # fmt: skip


def test_pictures_have_the_resolution_that_poppler_sees(tmp_path: Path, program) -> None:
    pdf = Pdf()
    pdf.put("XObject", "Im", pdf.image(300, 200))
    pdf.put("XObject", "Bit", pdf.image(500, 500, 1, ColorSpace=None, ImageMask=True))
    pdf.put("XObject", "F", pdf.form(b"q 36 48 -96 72 100 0 cm /Im Do Q", Matrix=[0.5, 0, 0, 0.25, 0, 0]))
    content = "q 72 0 0 36 10 20 cm /Im Do Q q 0 45 -30 0 200 100 cm /Bit Do Q /F Do"
    path = pdf.save(
        tmp_path / "a.pdf", content + " q 9 0 0 9 50 50 cm BI /W 2 /H 3 /BPC 8 /CS /G /F /AHx ID 00FF00FF00FF> EI Q"
    )
    found = painted(path)
    assert not found.trouble
    own = [(p.kind == "mask", p.bits, round(p.ppi[0]), round(p.ppi[1])) for p in found.painted]
    rows = [line.split() for line in program("pdfimages", "-list", path).splitlines()[2:]]
    assert own == [(row[2] == "stencil", int(row[7]), int(row[-4]), int(row[-3])) for row in rows]
    assert own[0] == (False, 8, 300, 400)
    assert pt(found.painted[0].box) == [10, 20, 82, 56]
    assert pt(found.painted[1].box) == [170, 100, 200, 145]


def test_patterns_lay_what_their_cell_lays(tmp_path: Path) -> None:
    pdf = Pdf()
    cell = {"PatternType": 1, "TilingType": 1, "BBox": Array([0, 0, 9, 9]), "XStep": 9, "YStep": 9}
    content = b"0.2 w 0 0 0 0.5 K 0 0 m 9 9 l S /Red cs 1 scn 0 0 4 4 re f"
    own = Dictionary(ColorSpace=Dictionary(Red=pdf.spot("Red")))
    pdf.put("Pattern", "P", pdf.stream(content, PaintType=1, Resources=own, **cell))
    pdf.put("Pattern", "U", pdf.stream(b"0 0 4 4 re f", PaintType=2, Resources=Dictionary(), **cell))
    pdf.put("ColorSpace", "Under", Array([Name.Pattern, Name.DeviceCMYK]))
    ramp = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[0.3, 0, 0, 0], N=1)
    axial = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 9, 0], Function=ramp)
    pdf.put("Pattern", "S", Dictionary(PatternType=2, Shading=axial))
    pdf.put("Shading", "Sh", axial)
    found = painted(pdf.save(tmp_path / "a.pdf", """
        /Pattern cs /P scn 10 10 50 50 re f  /Under cs 0 1 0 0 /U scn 10 10 50 50 re f
        /Pattern cs /S scn 10 10 50 50 re f q 5 5 20 20 re W n /Sh sh Q"""))  # fmt: skip
    assert not found.trouble
    line, red, tiled, under, plain, shaded, shading = found.painted
    assert line.pattern
    assert line.width == pytest.approx(0.2)
    assert pt(line.box) == [10, 10, 60, 60]
    assert red.laid == {"Red": 1}
    assert tiled.laid == {"Black": 0.5, "Red": 1}
    assert (under.laid, plain.laid) == ({"Magenta": 1}, {"Magenta": 1})
    assert shaded.laid == pytest.approx({"Cyan": 0.3})
    assert (shading.kind, pt(shading.box)) == ("shading", [5, 5, 25, 25])


def text_pdf() -> Pdf:
    pdf = Pdf()
    pdf.put("Font", "H", Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
    return pdf


def words(tmp_path: Path, content: str, pdf: Pdf | None = None) -> list[str]:
    found = painted((pdf or text_pdf()).save(tmp_path / "a.pdf", content))
    assert not found.trouble
    return [p.words for p in found.painted if p.kind == "text"]


def test_a_line_of_text_is_one_record(tmp_path: Path) -> None:
    assert words(tmp_path, "BT /H 9 Tf 20 100 Td (One) Tj ( line) Tj [(, of) -250 (many) -600 (parts)] TJ ET") == [
        "One line, of many parts"
    ]
    assert words(tmp_path, "BT /H 9 Tf 12 TL 20 100 Td (First) Tj T* (second) Tj (third) ' 1 2 (fourth) \" ET") == [
        "First", "second", "third", "fourth"
    ]  # fmt: skip
    sign_by_sign = "BT /H 9 Tf 1 0 0 1 20 100 Tm (a) Tj 1 0 0 1 25 100 Tm (b) Tj 1 0 0 1 80 100 Tm (c) Tj ET"
    assert words(tmp_path, sign_by_sign) == ["ab", "c"]
    column = "BT /H 9 Tf 1 0 0 1 20 100 Tm (a) Tj 1 0 0 1 20 91 Tm (b) Tj 1 0 0 1 20 82 Tm (c) Tj ET"
    assert words(tmp_path, column) == ["abc"]
    assert words(tmp_path, "BT /H 9 Tf 20 100 Td (black) Tj 0 1 1 0 k (red) Tj ET") == ["black", "red"]


def test_text_that_says_itself_is_believed(tmp_path: Path) -> None:
    assert words(tmp_path, "BT /H 9 Tf 20 100 Td /Span <</ActualText (fine)>> BDC (f) Tj (xyz) Tj EMC (!) Tj ET") == ["fine!"]


def test_type_is_as_large_as_it_is_drawn(tmp_path: Path) -> None:
    found = painted(text_pdf().save(tmp_path / "a.pdf", """
        0.5 0 0 0.5 0 0 cm BT /H 20 Tf 50 Tz 0.3 0.4 -0.4 0.3 100 100 Tm (turned) Tj ET
        BT /H -8 Tf 1 0 0 2 100 300 Tm (stretched) Tj ET"""))  # fmt: skip
    assert [p.size for p in found.painted] == pytest.approx([5, 4])


def test_text_that_is_not_painted_is_none(tmp_path: Path) -> None:
    assert words(tmp_path, "BT /H 9 Tf 3 Tr 20 100 Td (unseen) Tj 7 Tr (clip) Tj ET") == []
    found = painted(text_pdf().save(tmp_path / "a.pdf", "BT /H 90 Tf 7 Tr 20 100 Td (A) Tj ET 0 0 200 200 re f")).painted
    assert pt(found[0].seen)[0] > 19
    outlined = painted(text_pdf().save(tmp_path / "a.pdf", "0.1 w BT /H 9 Tf 1 Tr 20 100 Td (A) Tj ET")).painted
    assert [(p.kind, p.width) for p in outlined] == [("text", None), ("stroke", 0.1)]


def test_the_order_is_that_of_painting(tmp_path: Path) -> None:
    found = painted(text_pdf().save(tmp_path / "a.pdf", "BT /H 9 Tf 20 100 Td (a) Tj ET 0 0 9 9 re f BT 30 100 Td (b) Tj ET"))
    assert [p.kind for p in found.painted] == ["text", "fill", "text"]


def test_layers_are_named(tmp_path: Path) -> None:
    pdf = Pdf()
    pdf.put("Properties", "L", pdf.pdf.make_indirect(Dictionary(Type=Name.OCG, Name="Dieline")))
    found = painted(pdf.save(tmp_path / "a.pdf", "/OC /L BDC 0 0 9 9 re f EMC 0 0 9 9 re f"))
    assert [p.layers for p in found.painted] == [("Dieline",), ()]


@pytest.mark.parametrize(
    ("content", "kind", "says"),
    [
        ("0 0 9 9 re f flourish", "operator", 'no operator "flourish"'),
        ("/Nix Do", "resource", 'picture or form "Nix"'),
        ("BT /Nix 9 Tf (a) Tj ET", "resource", 'font "Nix"'),
        ("/Nix gs", "resource", 'graphics state "Nix"'),
        ("/Nix cs", "resource", 'colour space "Nix"'),
        ("/Pattern cs /Nix scn", "resource", 'pattern "Nix"'),
        ("/Nix sh", "resource", 'shading "Nix"'),
        ("/OC /Nix BDC EMC", "resource", 'property list "Nix"'),
        ("Q", "unbalanced", "Q without its q"),
        ("q q 0 0 9 9 re f", "unbalanced", "2 q stand without"),
        ("EMC", "unbalanced", "EMC without"),
        ("1 2 re f", "broken", '"re"'),
        ("(a) (b) (c) (d) k", "broken", '"k"'),
        ("/A /B cm", "broken", '"cm"'),
        ("q " * 600, "broken", "nested without end"),
        ("/Name Tj", "broken", '"Tj"'),
    ],
)
def test_broken_content_is_told(tmp_path: Path, content: str, kind: str, says: str) -> None:
    found = trouble(tmp_path, content)
    assert any(k == kind and says in s for k, s in found), found


def test_what_is_tolerated_is_not_told(tmp_path: Path) -> None:
    assert trouble(tmp_path, "BX flourish EX 0 0 9 9 re f") == []
    assert trouble(tmp_path, "") == []


@pytest.mark.parametrize(
    "content",
    [
        "<< [ (", "(((", "BI /W 9999999 /H 1 ID x", "BI ID EI", "\0\0\1 q", "1e99 0 0 1 0 0 cm 0 0 1 1 re f",
        "9" * 400 + " w 0 0 1 1 re S", "[" * 3000, "BT [[[]]] TJ ET", "0 0 9 9 re f\n%" + "x" * 99, "\xff\xfe f /\xff gs",
    ],
)  # fmt: skip
def test_garbage_raises_nothing(tmp_path: Path, content: str) -> None:
    painted(text_pdf().save(tmp_path / "a.pdf", content))


def test_huge_numbers_stay_numbers(tmp_path: Path) -> None:
    big = "9" * 30
    found = painted(
        text_pdf().save(tmp_path / "a.pdf", f"q {big} 0 0 {big} {big} 0 cm " * 20 + "0 0 1 1 re f BT /H 9 Tf (a) Tj ET")
    )
    assert all(value == value for p in found.painted for value in p.box)


def test_a_form_that_paints_itself_is_refused(tmp_path: Path) -> None:
    pdf = Pdf()
    form = pdf.form(b"0 0 9 9 re f /Me Do")
    form.Resources = Dictionary(XObject=Dictionary(Me=form))
    pdf.put("XObject", "Me", form)
    assert trouble(tmp_path, "/Me Do", pdf) == [("broken", "a form paints itself")]


def test_forms_that_double_end(tmp_path: Path) -> None:
    pdf = Pdf()
    form = pdf.form(b"0 0 9 9 re f")
    for _ in range(20):
        form = pdf.form(b"/In Do " * 8, Resources=Dictionary(XObject=Dictionary(In=form)))
    pdf.put("XObject", "F", form)
    (unread,) = trouble(tmp_path, "/F Do", pdf)
    assert unread[0] == "unread"
    assert unread[1].endswith("what comes after them is not judged")


def test_patterns_and_glyphs_that_paint_themselves_end(tmp_path: Path) -> None:
    pdf = Pdf()
    cell = pdf.stream(
        b"/Pattern cs /Me scn 0 0 9 9 re f BT /T 9 Tf (a) Tj ET", PatternType=1, PaintType=1, BBox=Array([0, 0, 9, 9])
    )
    glyph = pdf.stream(b"600 0 d0 BT /T 9 Tf (a) Tj ET /Pattern cs /Me scn 0 0 9 9 re f")
    font = pdf.pdf.make_indirect(Dictionary(
        Type=Name.Font, Subtype=Name.Type3, FontBBox=[0, 0, 1, 1], FontMatrix=[1, 0, 0, 1, 0, 0], FirstChar=97, Widths=[1],
        CharProcs=Dictionary(a=glyph), Encoding=Dictionary(Differences=[97, Name.a])))  # fmt: skip
    pdf.put("Pattern", "Me", cell)
    pdf.put("Font", "T", font)
    assert ("broken", "a form paints itself") in trouble(tmp_path, "/Pattern cs /Me scn 0 0 9 9 re f BT /T 9 Tf (a) Tj ET", pdf)


def test_content_that_unpacks_without_end_is_refused(tmp_path: Path) -> None:
    import zlib

    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(b"q Q " * (1 << 20)) for _ in range(24)) + packer.flush()
    path = Pdf().save(tmp_path / "a.pdf", "")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        stream = pikepdf.Stream(pdf, bomb)
        stream.Filter = Name.FlateDecode
        pdf.pages[0].obj.Contents = pdf.make_indirect(stream)
        pdf.save(path)
    assert [trouble.kind for trouble in painted(path).trouble] == ["broken"]


def test_objects_of_the_wrong_kind(tmp_path: Path) -> None:
    pdf = Pdf()
    for category in ("Font", "XObject", "ExtGState", "ColorSpace", "Pattern", "Shading", "Properties"):
        for n, value in enumerate((7, Array([]), Name.X, Dictionary(), pdf.stream(b""))):
            pdf.put(category, f"N{n}", value)
    every = "/N gs /N cs /Pattern cs /N scn 0 0 9 9 re f /N sh /N Do BT /N 9 Tf (a) Tj ET /OC /N BDC EMC "
    names = "".join(every.replace("/N ", f"/N{n} ") for n in range(5))
    kinds = {kind for kind, _ in trouble(tmp_path, names, pdf)}
    assert "broken" in kinds
    assert kinds <= {"broken", "resource"}  # a colour space that is a name is looked for


def test_a_page_without_content_or_resources(tmp_path: Path) -> None:
    path = Pdf().save(tmp_path / "a.pdf", "")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        del pdf.pages[0].obj["/Contents"]
        del pdf.pages[0].obj["/Resources"]
        pdf.save(path)
    with only_sheet(path) as sheet:
        assert read(sheet) == Content((), ())
