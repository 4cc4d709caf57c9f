"""Files that are made to break whoever reads them: each is told of, none is crashed or waited on."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from tests.readback import sound
from tests.readback.case import paint, square, state

FILES: dict[str, Callable[[], bytes]] = {}


def hostile(spoil: Callable[[pikepdf.Pdf], Any]) -> Callable[[pikepdf.Pdf], Any]:
    def make() -> bytes:
        with pikepdf.open(BytesIO(sound.twin("shop"))) as pdf:
            paint(pdf, f"0.9 0.8 0.8 rg {square()}", 2)  # a plain fault on the back, to be found in spite of the rest
            spoil(pdf)
            return sound.saved(pdf, "X-4")

    FILES[spoil.__name__.replace("_", "-")] = make
    return spoil


@hostile
def a_form_that_holds_itself(pdf: pikepdf.Pdf) -> None:
    ring = sound.form(pdf, 20, 20, "/Ring Do")
    ring.Resources.XObject = Dictionary(Ring=ring)
    paint(pdf, "/Ring Do", XObject={"Ring": ring})


@hostile
def two_forms_that_hold_each_other(pdf: pikepdf.Pdf) -> None:
    one, two = sound.form(pdf, 20, 20, "/Two Do"), sound.form(pdf, 20, 20, "/One Do")
    one.Resources.XObject, two.Resources.XObject = Dictionary(Two=two), Dictionary(One=one)
    paint(pdf, "/One Do", XObject={"One": one})


@hostile
def forms_that_multiply(pdf: pikepdf.Pdf) -> None:
    """Ten deep, each placing the next ten times: ten thousand million squares."""
    inner = sound.form(pdf, 20, 20, "0 0 0 0.1 k 0 0 4 4 re f")
    for _ in range(10):
        inner = sound.form(pdf, 20, 20, "/F Do " * 10, XObject={"F": inner})
    paint(pdf, "/F Do", XObject={"F": inner})


@hostile
def a_pattern_that_is_painted_with_itself(pdf: pikepdf.Pdf) -> None:
    tile = pdf.make_indirect(
        Stream(
            pdf,
            b"/Pattern cs /Tile scn 0 0 4 4 re f",
            Type=Name.Pattern,
            PatternType=1,
            PaintType=1,
            TilingType=1,
            XStep=8,
            YStep=8,
        )
    )
    tile.BBox = Array([0, 0, 8, 8])
    tile.Resources = Dictionary(Pattern=Dictionary(Tile=tile))
    paint(pdf, f"/Pattern cs /Tile scn {square()}", Pattern={"Tile": tile})


@hostile
def a_soft_mask_that_is_masked_by_itself(pdf: pikepdf.Pdf) -> None:
    group = sound.form(pdf, 200, 300, "/Soft gs 0 0 0 0.5 k 0 0 200 300 re f")
    group.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)
    soft = state(pdf, SMask=Dictionary(Type=Name.Mask, S=Name.Luminosity, G=group))
    group.Resources.ExtGState = Dictionary(Soft=soft)
    paint(pdf, f"/Soft gs 0 0 0 0.3 k {square()}", ExtGState={"Soft": soft})


@hostile
def a_colour_space_that_is_its_own_base(pdf: pikepdf.Pdf) -> None:
    space = pdf.make_indirect(Array([Name.Indexed, Name.DeviceCMYK, 1, String(bytes(8))]))
    space[1] = space
    paint(pdf, f"/Own cs 1 scn {square()}", ColorSpace={"Own": space})


@hostile
def a_picture_of_absurd_size(pdf: pikepdf.Pdf) -> None:
    image = sound.picture(pdf, 2_000_000_000, 2_000_000_000, b"\x80")
    paint(pdf, sound.placed(sound.X1A, 36, 60, 6, 6, "Huge"), XObject={"Huge": image})


@hostile
def a_picture_of_negative_size(pdf: pikepdf.Pdf) -> None:
    image = sound.picture(pdf, -5, 0, b"\x80")
    paint(pdf, sound.placed(sound.X1A, 36, 60, 6, 6, "Less"), XObject={"Less": image})


@hostile
def a_picture_with_too_few_bytes(pdf: pikepdf.Pdf) -> None:
    image = sound.picture(pdf, 80, 80, b"\x80" * 5, Name.DeviceCMYK)
    paint(pdf, sound.placed(sound.X1A, 36, 60, 6, 6, "Few"), XObject={"Few": image})


@hostile
def a_page_of_a_kilometre(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.MediaBox = Array([0, 0, 2_834_645, 2_834_645])


@hostile
def a_page_of_no_size(pdf: pikepdf.Pdf) -> None:
    for name in ("/MediaBox", "/TrimBox", "/BleedBox"):
        pdf.pages[0].obj[name] = Array([10, 10, 10, 10])


@hostile
def boxes_of_words(pdf: pikepdf.Pdf) -> None:
    for name in ("/MediaBox", "/TrimBox"):
        pdf.pages[0].obj[name] = Array([String("a"), Name.B, True, Dictionary()])


@hostile
def numbers_out_of_all_bounds(pdf: pikepdf.Pdf) -> None:
    big = "9" * 60
    paint(pdf, f"{big} 0 0 {big} {big} {big} cm 0 0 0 1 k {big} w 0 0 {big} {big} re B BT /F1 {big} Tf (a) Tj ET")


@hostile
def matrices_that_flatten(pdf: pikepdf.Pdf) -> None:
    paint(pdf, "0 0 0 0 0 0 cm 0 0 0 1 k 1 w 0 0 5 5 re B BT /F1 8 Tf (a) Tj ET /Art Do")


@hostile
def more_q_than_any_stack_holds(pdf: pikepdf.Pdf) -> None:
    paint(pdf, b"q " * 200_000)


@hostile
def more_ends_than_beginnings(pdf: pikepdf.Pdf) -> None:
    paint(pdf, b"Q Q Q Q ET ET EMC EMC 0 0 0 0.3 k 10 10 5 5 re f")


@hostile
def operands_of_wrong_kinds(pdf: pikepdf.Pdf) -> None:
    paint(pdf, b"(a) (b) (c) rg /N w [1 2] k << /A 1 >> Tf (x) cm null gs 1 Do 5 scn true TL /x /y re f (z) sh")


@hostile
def operators_without_operands(pdf: pikepdf.Pdf) -> None:
    paint(pdf, b"rg RG k K g cs CS sc scn SCN w re m l c v y f S B gs Do sh cm Tf Td TD Tm Tj TJ ' \" BI ID EI d i j J M ri")


@hostile
def resources_of_wrong_kinds(pdf: pikepdf.Pdf) -> None:
    own = pdf.pages[0].obj
    own.Resources = Dictionary(
        Font=5, XObject=Array([]), ExtGState=String("x"), ColorSpace=Name.DeviceCMYK, Pattern=True, Shading=0
    )


@hostile
def contents_of_wrong_kinds(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.Contents = Array([5, Name.X, Dictionary(), pdf.make_stream(b"q"), String("Q")])


@hostile
def a_catalog_of_wrong_kinds(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OutputIntents = Array([5, String("x"), Array([])])
    pdf.Root.Metadata, pdf.Root.PageLabels, pdf.Root.Names = 5, Array([]), Array([])
    pdf.Root.OCProperties, pdf.Root.AcroForm = Name.X, Array([])
    pdf.docinfo.Title, pdf.docinfo.Trapped = 5, Array([])


@hostile
def metadata_that_is_no_xml(pdf: pikepdf.Pdf) -> None:
    pdf.Root.Metadata = pdf.make_indirect(Stream(pdf, b"<x><y></x>\xff\xfe", Type=Name.Metadata, Subtype=Name.XML))


@hostile
def metadata_whose_entities_multiply(pdf: pikepdf.Pdf) -> None:
    rows = [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12)]
    text = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "lol">' + "".join(rows) + "]><x>&a11;</x>"
    pdf.Root.Metadata = pdf.make_indirect(Stream(pdf, text.encode(), Type=Name.Metadata, Subtype=Name.XML))


@hostile
def a_font_that_is_none(pdf: pikepdf.Pdf) -> None:
    file = pdf.make_indirect(Stream(pdf, b"OTTO" + bytes(40), Length1=44))
    face = Dictionary(Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name("/AAAAAA+Broken"), FirstChar=-5, LastChar=10**9)
    face.FontDescriptor = Dictionary(Type=Name.FontDescriptor, FontName=Name("/AAAAAA+Broken"), Flags=32, FontFile2=file)
    paint(
        pdf,
        f"0 0 0 1 k {sound.type_(sound.X1A, 'wolf', 36, 60, 14)}".replace("/F1", "/Bad"),
        Font={"Bad": pdf.make_indirect(face)},
    )


@hostile
def a_glyph_that_shows_itself(pdf: pikepdf.Pdf) -> None:
    glyph = pdf.make_indirect(Stream(pdf, b"1000 0 d0 BT /Self 1 Tf (a) Tj ET"))
    face = pdf.make_indirect(
        Dictionary(
            Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 1, 1]), FontMatrix=Array([1, 0, 0, 1, 0, 0]), FirstChar=97
        )
    )
    face.LastChar, face.Widths, face.CharProcs = 97, Array([1]), Dictionary(a=glyph)
    face.Encoding = Dictionary(Type=Name.Encoding, Differences=Array([97, Name.a]))
    face.Resources = Dictionary(Font=Dictionary(Self=face))
    paint(pdf, f"0 0 0 1 k {sound.type_(sound.X1A, 'aaa', 36, 60, 14)}".replace("/F1", "/Self"), Font={"Self": face})


@hostile
def a_function_without_end(pdf: pikepdf.Pdf) -> None:
    program = pdf.make_indirect(Stream(pdf, b"{ " * 5000, FunctionType=4, Domain=Array([0, 1]), Range=Array([0, 1] * 4)))
    space = pdf.make_indirect(Array([Name.Separation, Name.Gold, Name.DeviceCMYK, program]))
    paint(pdf, f"/Odd cs 1 scn {square()}", ColorSpace={"Odd": space})


@hostile
def content_that_is_noise(pdf: pikepdf.Pdf) -> None:
    noise = bytes((n * n * 31 + n * 7) % 251 for n in range(4000))
    pdf.pages[0].obj.Contents = pdf.make_stream(noise)


def a_ring_of_pages() -> bytes:
    """A tree of pages whose root is its own child."""
    data = sound.twin("shop-x1a")
    with pikepdf.open(BytesIO(data)) as pdf:
        root = pdf.Root.Pages.objgen[0]
        one = pdf.pages[0].obj.objgen[0]
    return data.replace(b"/Kids [ %d 0 R" % one, b"/Kids [ %d 0 R" % root)


def a_page_that_is_no_page() -> bytes:
    """The first of the pages is the metadata's stream."""
    data = sound.twin("shop-x1a")
    with pikepdf.open(BytesIO(data)) as pdf:
        meta = pdf.Root.Metadata.objgen[0]
        one = pdf.pages[0].obj.objgen[0]
    return data.replace(b"/Kids [ %d 0 R" % one, b"/Kids [ %d 0 R" % meta)


SPOILT = tuple(FILES)
"""Those whose second page is whole, and has a plain fault of its own."""

FILES["a-ring-of-pages"] = a_ring_of_pages
FILES["a-page-that-is-no-page"] = a_page_that_is_no_page
