"""Fonts of a PDF: where glyphs draw, how far they move on, what they read as; against pypdfium2's boxes of characters."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
import reportlab
from fontTools.cffLib import SubrsIndex
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont as Reader
from pikepdf import Array, Dictionary, Name
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cardgen.readback.document import opened
from cardgen.readback.look.cmaps import parsed
from cardgen.readback.look.glyphs import Font
from cardgen.readback.look.painted import Painted
from cardgen.units import MM_PER_PT, Rect
from tests.conftest import ROOT
from tests.readback.drawn import Pdf, painted


def texts(path: Path) -> list[Painted]:
    content = painted(path)
    assert not content.trouble
    return [one for one in content.painted if one.kind == "text"]


def seen_by_pdfium(path: Path) -> Rect:
    """The box round all characters of the first page, in mm from its top left corner."""
    page = pypdfium2.PdfDocument(path)[0]
    text = page.get_textpage()
    boxes = [text.get_charbox(n) for n in range(text.count_chars()) if text.get_text_range(n, 1).strip()]
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x1, y1 = max(b[2] for b in boxes), max(b[3] for b in boxes)
    height = page.get_height()
    return Rect(x0 * MM_PER_PT, (height - y1) * MM_PER_PT, (x1 - x0) * MM_PER_PT, (y1 - y0) * MM_PER_PT)


def near(a: Rect, b: Rect, by: float = 0.02) -> bool:
    return a.contains(b, by) and b.contains(a, by)


def canvas(path: Path, draw: Callable[[Canvas], None]) -> Path:
    page = Canvas(str(path), pagesize=(300, 300), invariant=1)
    draw(page)
    page.save()
    return path


def test_truetype_boxes_are_those_another_reader_sees(tmp_path: Path) -> None:
    pdfmetrics.registerFont(TTFont("Serif", ROOT / "fonts" / "EBGaramond-Medium.ttf"))

    def draw(page: Canvas) -> None:
        page.translate(50, 120)
        page.rotate(90)
        page.setFont("Serif", 17)
        page.drawString(0, 0, "Quoth the gale")  # ReportLab gives other letters code 0 now and then, which has no name

    path = canvas(tmp_path / "a.pdf", draw)
    (line,) = texts(path)
    assert line.words == "Quoth the gale"
    assert line.size == pytest.approx(17)
    assert near(line.box, seen_by_pdfium(path))


def test_a_font_that_is_not_embedded_has_its_metrics(tmp_path: Path) -> None:
    path = canvas(tmp_path / "a.pdf", lambda page: page.drawString(40, 100, "Plain Helvetica"))
    (line,) = texts(path)
    assert line.words == "Plain Helvetica"
    own = seen_by_pdfium(path)
    assert line.box.contains(own, 0.1)  # the font's height stands for that of each glyph
    assert line.box.right == pytest.approx(own.right, abs=0.3)


def test_type_1_boxes_are_those_another_reader_sees(tmp_path: Path) -> None:
    folder = Path(reportlab.__file__).parent / "fonts"
    if not (folder / "DarkGardenMK.pfb").is_file():
        pytest.skip("this ReportLab brings no Type 1 font")
    pdfmetrics.registerTypeFace(
        pdfmetrics.EmbeddedType1Face(str(folder / "DarkGardenMK.afm"), str(folder / "DarkGardenMK.pfb"))
    )
    pdfmetrics.registerFont(pdfmetrics.Font("Garden", "DarkGardenMK", "WinAnsiEncoding"))

    def draw(page: Canvas) -> None:
        page.setFont("Garden", 30)
        page.drawString(40, 100, "Leaves")

    path = canvas(tmp_path / "a.pdf", draw)
    (line,) = texts(path)
    assert line.words == "Leaves"
    assert near(line.box, seen_by_pdfium(path))


def compact(bomb: bool = False) -> bytes:
    """A font with CFF outlines: A is a bar of 0.1 to 0.5 em, from 0.2 below the line to 0.7 above it; B draws nothing.

    With a bomb A calls thirty subroutines, each of which calls the next one twice.
    """
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "A", "B"])
    builder.setupCharacterMap({65: "A", 66: "B"})
    pen = T2CharStringPen(600, None)
    pen.moveTo((100, -200))
    for point in ((500, -200), (500, 700), (100, 700)):
        pen.lineTo(point)
    pen.closePath()
    empty = T2CharStringPen(600, None).getCharString()
    builder.setupCFF("Bar", {}, {".notdef": empty, "A": pen.getCharString(), "B": empty}, {})
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", "A", "B"), (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupPost()
    if bomb:
        top = builder.font["CFF "].cff.topDictIndex[0]
        top.Private.Subrs = SubrsIndex()
        for n in range(30):
            call = [n + 1 - 107, "callsubr"]
            top.Private.Subrs.append(T2CharString(program=[*call, *call, "return"] if n < 29 else ["return"]))
        top.CharStrings["A"].program = [-107, "callsubr", "endchar"]
    builder.font.recalcBBoxes = False  # it would draw the bomb
    out = BytesIO()
    builder.font.save(out)
    return bytes(Reader(BytesIO(out.getvalue())).reader["CFF "])


def embedded(pdf: Pdf, program: bytes, subtype: str = "Type1C", **more: object) -> pikepdf.Object:
    file = pdf.stream(program, Subtype=Name("/" + subtype))
    descriptor = Dictionary(Type=Name.FontDescriptor, FontName=Name.Bar, Flags=4, Ascent=800, Descent=-200, FontFile3=file)
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Bar, FirstChar=65, Widths=[600, 600],
        FontDescriptor=descriptor, **more,
    )  # fmt: skip
    return pdf.pdf.make_indirect(font)


def composite(pdf: Pdf, encoding: object, **more: object) -> pikepdf.Object:
    file = pdf.stream(compact(), Subtype=Name.CIDFontType0C)
    descriptor = Dictionary(Type=Name.FontDescriptor, FontName=Name.Bar, Flags=4, Ascent=800, Descent=-200, FontFile3=file)
    below = Dictionary(
        Type=Name.Font, Subtype=Name.CIDFontType0, BaseFont=Name.Bar, FontDescriptor=descriptor, DW=600,
        CIDSystemInfo=Dictionary(Registry=b"Adobe", Ordering=b"Identity", Supplement=0), **more,
    )  # fmt: skip
    return pdf.pdf.make_indirect(
        Dictionary(Type=Name.Font, Subtype=Name.Type0, BaseFont=Name.Bar, Encoding=encoding, DescendantFonts=[below])
    )


def test_compact_outlines(tmp_path: Path) -> None:
    pdf = Pdf()
    pdf.put("Font", "F", embedded(pdf, compact(), Encoding=Name.WinAnsiEncoding))
    path = pdf.save(tmp_path / "a.pdf", "BT /F 10 Tf 50 100 Td (AB) Tj ET")
    (line,) = texts(path)
    assert line.words == "AB"
    x, y = 51 * MM_PER_PT, (260 - 107) * MM_PER_PT
    assert near(line.box, Rect(x, y, 4 * MM_PER_PT, 9 * MM_PER_PT), 1e-3)


def test_a_composite_font_goes_by_its_encoding_and_widths(tmp_path: Path) -> None:
    pdf = Pdf()
    cmap = b"1 begincodespacerange <00> <ff> endcodespacerange 1 begincidrange <41> <42> 1 endcidrange"
    pdf.put("Font", "F", composite(pdf, pdf.stream(cmap), W=[1, [900, 400]]))
    (line,) = texts(pdf.save(tmp_path / "a.pdf", "BT /F 10 Tf 50 100 Td (AA) Tj ET"))
    # two bars: the second begins 0.9 em behind the first
    assert (line.box.x / MM_PER_PT, line.box.right / MM_PER_PT) == pytest.approx((51, 64))


def test_vertical_writing_goes_down(tmp_path: Path) -> None:
    pdf = Pdf()
    pdf.put("Font", "F", composite(pdf, Name("/Identity-V")))
    (line,) = texts(pdf.save(tmp_path / "a.pdf", "BT /F 10 Tf 50 200 Td <000100010001> Tj ET"))
    # the pen stands over the middle of each glyph (0.3 em), 0.88 em above its line; each moves it 1 em down
    assert (line.box.x / MM_PER_PT, line.box.right / MM_PER_PT) == pytest.approx((48, 52))
    top, foot = 260 - line.box.y / MM_PER_PT, 260 - line.box.bottom / MM_PER_PT
    assert (top, foot) == pytest.approx((200 - 1.8, 200 - 20 - 10.8))


def test_an_encoding_that_is_not_here_falls_back_on_the_fonts_height(tmp_path: Path) -> None:
    pdf = Pdf()
    pdf.put("Font", "F", composite(pdf, Name("/UniGB-UCS2-H")))
    (line,) = texts(pdf.save(tmp_path / "a.pdf", "BT /F 10 Tf 50 100 Td <525B529B> Tj ET"))
    assert line.words == "剛力"
    assert near(line.box, Rect(50 * MM_PER_PT, 152 * MM_PER_PT, 12 * MM_PER_PT, 10 * MM_PER_PT), 1e-3)


def test_differences_name_what_is_shown(tmp_path: Path) -> None:
    pdf = Pdf()
    encoding = Dictionary(Type=Name.Encoding, Differences=[65, Name.B, Name.A])
    pdf.put("Font", "F", embedded(pdf, compact(), Encoding=encoding))
    (line,) = texts(pdf.save(tmp_path / "a.pdf", "BT /F 10 Tf 50 100 Td (AB) Tj ET"))
    assert line.words == "BA"
    assert line.box.x / MM_PER_PT == pytest.approx(57)  # the bar is the second glyph


def test_to_unicode_has_the_last_word(tmp_path: Path) -> None:
    pdf = Pdf()
    font = embedded(pdf, compact(), Encoding=Name.WinAnsiEncoding)
    font.ToUnicode = pdf.stream(b"1 beginbfchar <41> <00660066> endbfchar 1 beginbfrange <42> <43> <0078> endbfrange")
    pdf.put("Font", "F", font)
    (line,) = texts(pdf.save(tmp_path / "a.pdf", "BT /F 10 Tf 50 100 Td (AB) Tj ET"))
    assert line.words == "ffx"


def test_type_3_glyphs_are_drawn(tmp_path: Path) -> None:
    pdf = Pdf()
    procedures = Dictionary(
        sq=pdf.stream(b"600 0 0 0 500 500 d1 0 0 500 500 re f"), red=pdf.stream(b"600 0 d0 0 1 1 0 k 0 -200 300 100 re f")
    )
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type3, FontBBox=[0, -200, 600, 800], FontMatrix=[0.001, 0, 0, 0.001, 0, 0], FirstChar=97,
        Widths=[600, 600], CharProcs=procedures, Encoding=Dictionary(Differences=[97, Name.sq, Name.red]),
    )  # fmt: skip
    pdf.put("Font", "F", pdf.pdf.make_indirect(font))
    content = "0 0 0 1 k BT /F 20 Tf 50 100 Td (a) Tj ET BT /F 20 Tf 150 100 Td (b) Tj ET"
    first, second = texts(pdf.save(tmp_path / "a.pdf", content))
    assert near(first.box, Rect(50 * MM_PER_PT, 150 * MM_PER_PT, 10 * MM_PER_PT, 10 * MM_PER_PT), 1e-3)
    assert first.laid == {"Black": 1}
    assert first.size == pytest.approx(20)
    assert near(second.box, Rect(150 * MM_PER_PT, 162 * MM_PER_PT, 6 * MM_PER_PT, 2 * MM_PER_PT), 1e-3)
    assert second.laid == {"Magenta": 1, "Yellow": 1}


@pytest.mark.parametrize("program", [b"", b"\0\1\0\0junk", b"\1\0\4\1" + b"\xff" * 60, b"OTTO" + b"\0" * 40, b"%!PS eexec 00"])
@pytest.mark.parametrize("key", ["FontFile", "FontFile2", "FontFile3"])
def test_a_broken_programme_falls_back_on_the_fonts_height(tmp_path: Path, program: bytes, key: str) -> None:
    pdf = Pdf()
    descriptor = Dictionary(Type=Name.FontDescriptor, FontName=Name.Bar, Flags=4, Ascent=800, Descent=-200)
    descriptor[f"/{key}"] = pdf.stream(program)
    font = Dictionary(
        Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name.Bar, FirstChar=65, Widths=[600], FontDescriptor=descriptor,
        Encoding=Name.WinAnsiEncoding,
    )  # fmt: skip
    pdf.put("Font", "F", pdf.pdf.make_indirect(font))
    (line,) = texts(pdf.save(tmp_path / "a.pdf", "BT /F 10 Tf 50 100 Td (A) Tj ET"))
    assert near(line.box, Rect(50 * MM_PER_PT, 152 * MM_PER_PT, 6 * MM_PER_PT, 10 * MM_PER_PT), 1e-3)


@pytest.mark.parametrize(
    "font",
    [
        Array([]), Dictionary(), Dictionary(Subtype=Name.Type0), Dictionary(Subtype=Name.Type3), Dictionary(Subtype=Name.Type1),
        Dictionary(Subtype=Name.TrueType, Widths=Array([Name.A, 3]), FirstChar=Name.X, Encoding=Dictionary(Differences=7)),
        Dictionary(Subtype=Name.Type0, DescendantFonts=[4], Encoding=Name("/Identity-H")),
        Dictionary(Subtype=Name.Type0, DescendantFonts=[Dictionary(W=[0, 2**31, 4, 5, [1], 7], DW=Name.A)], Encoding=3),
        Dictionary(Subtype=Name.Type0, DescendantFonts=[Dictionary(W=[v for n in range(9000) for v in (0, 65_535, n)])]),
    ],
)  # fmt: skip
def test_a_broken_font_shows_something_or_is_none(font: object) -> None:
    try:
        found = Font(font)
    except ValueError:
        return
    assert all(abs(glyph.advance) < 1e4 for glyph in found.shown(b"A\x00B\xff"))


def test_a_glyph_that_calls_without_end_is_given_up(tmp_path: Path) -> None:
    pdf = Pdf()
    pdf.put("Font", "F", embedded(pdf, compact(bomb=True), Encoding=Name.WinAnsiEncoding))
    (line,) = texts(pdf.save(tmp_path / "a.pdf", "BT /F 10 Tf 50 100 Td (A) Tj ET"))
    assert line.box.w == pytest.approx(6 * MM_PER_PT)  # its width, as of a glyph that cannot be read


def test_codes_of_several_lengths() -> None:
    cmap = parsed(
        b"2 begincodespacerange <00> <80> <8140> <FEFE> endcodespacerange /WMode 1 def "
        b"1 begincidchar <41> 7 endcidchar 1 begincidrange <8140> <8150> 100 endcidrange "
        b"1 beginbfrange <8140> <8142> [<0041> <00420043> <0044>] endbfrange"
    )
    assert list(cmap.codes(b"A\x81\x42\xff")) == [(0x41, 1), (0x8142, 2), (0xFF, 1)]
    assert (cmap.number(0x41), cmap.number(0x8142), cmap.number(0x9000)) == (7, 102, 0)
    assert (cmap.text(0x8141), cmap.text(0x8143)) == ("BC", None)
    assert cmap.vertical


def test_fonts_are_read_once_for_a_document(tmp_path: Path) -> None:
    from cardgen.readback.look.page import read
    from cardgen.readback.look.reader import Kept

    path = canvas(tmp_path / "a.pdf", lambda page: [(page.drawString(9, 9, "x"), page.showPage()) for _ in range(3)])
    kept = Kept()
    with opened(path, "a.pdf") as document:
        for sheet in document.sheets:
            read(sheet, kept)
        assert len(kept.fonts) == 1


def type_of(tmp_path: Path, data: bytes, key: str, shown: str, **entries: object) -> Painted:
    """The line of type that such a font shows; its programme lies in the descriptor under that key."""
    pdf = Pdf()
    programme = pdf.stream(data, **({"Subtype": Name.Type1C} if key == "FontFile3" else {}))
    descriptor = Dictionary({"/Type": Name.FontDescriptor, "/FontName": Name.Own, "/Flags": 32, f"/{key}": programme})
    kind = Name.TrueType if key == "FontFile2" else Name.Type1
    font = Dictionary(Type=Name.Font, Subtype=kind, BaseFont=Name("/ABCDEF+Own"), FirstChar=65, LastChar=66,
                      FontDescriptor=descriptor)  # fmt: skip
    for name, value in entries.items():
        font[f"/{name}"] = value
    pdf.put("Font", "F", font)
    (one,) = texts(pdf.save(tmp_path / "a.pdf", f"BT /F 10 Tf 50 50 Td {shown} Tj ET"))
    return one


def small_truetype() -> bytes:
    """A font that has A alone, 0.6 em wide."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((0, 700))
    pen.lineTo((500, 0))
    pen.closePath()
    build = FontBuilder(1000, isTTF=True)
    build.setupGlyphOrder([".notdef", "A"])
    build.setupCharacterMap({65: "A"})
    build.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "A": pen.glyph()})
    build.setupHorizontalMetrics({".notdef": (500, 0), "A": (600, 0)})
    build.setupHorizontalHeader(ascent=800, descent=-200)
    build.setupNameTable({"familyName": "Own", "styleName": "Regular"})
    build.setupOS2()
    build.setupPost(keepGlyphNames=False)
    out = BytesIO()
    build.font.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("shown", "missing"), [("(AA)", 0), ("(AB)", 1), ("(A A)", 0), ("<41a041>", 0), ("<410d41>", 0), ("<e9e8>", 2)]
)
def test_glyphs_that_a_font_lacks_are_counted(tmp_path: Path, shown: str, missing: int) -> None:
    """A space, and a sign of control, is missed by nobody."""
    one = type_of(tmp_path, small_truetype(), "FontFile2", shown, Widths=Array([600, 600]), Encoding=Name.WinAnsiEncoding)
    assert one.missing == missing
    assert one.font == "Own"


@pytest.mark.parametrize(("width", "off"), [(600, 0.0), (601, 0.001), (300, 0.3)])
def test_widths_are_held_against_the_font(tmp_path: Path, width: int, off: float) -> None:
    one = type_of(tmp_path, small_truetype(), "FontFile2", "(AAA)", Widths=Array([width, 0]), Encoding=Name.WinAnsiEncoding)
    assert one.off == pytest.approx(off, abs=1e-6)
