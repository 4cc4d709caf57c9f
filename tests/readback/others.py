"""More sound files: what is right and looks wrong. A check that speaks up here cries wolf."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from tests.readback import sound
from tests.readback.case import glyph, grey, paint, rewrite, square, state
from tests.readback.faults_file import g4, jpx
from tests.readback.sound import MM, X1A, X4

OTHERS: dict[str, tuple[str, Callable[[str], bytes]]] = {}

HERE = sound.at(X1A, 36, 60)
MOVED = f"1 0 0 1 {HERE[0]:.3f} {HERE[1]:.3f} cm"


def other(profile: str) -> Callable[[Callable[[], bytes]], Callable[[], bytes]]:
    def add(make: Callable[[], bytes]) -> Callable[[], bytes]:
        kept = lru_cache(make)
        OTHERS[make.__name__.replace("_", "-")] = (profile, lambda _: kept())
        return make

    return add


def changed(profile: str) -> Callable[[Callable[[pikepdf.Pdf], Any]], Callable[[pikepdf.Pdf], Any]]:
    """The profile's sound file, changed by the function in a way that leaves it sound."""

    def add(change: Callable[[pikepdf.Pdf], Any]) -> Callable[[pikepdf.Pdf], Any]:
        def make() -> bytes:
            with pikepdf.open(BytesIO(sound.twin(profile))) as pdf:
                change(pdf)
                return sound.saved(pdf, "X-4" if profile == "shop" else "X-1a:2003")

        make.__name__ = change.__name__
        other(profile)(make)
        return change

    return add


# --- type and lines ---------------------------------------------------------------------------------------------------------


@changed("shop-x1a")
def type_of_two_bytes_a_letter(pdf: pikepdf.Pdf) -> None:
    words = sound.type_(X1A, "x", 36, 60, 8).replace("/F1", "/Wide").replace("(x)", sound.wide("made by hand"))
    paint(pdf, f"/On gs 0 0 0 1 k {words}", Font={"Wide": sound.wide_font(pdf)})


@changed("shop-x1a")
def type_of_size_1_made_large(pdf: pikepdf.Pdf) -> None:
    """Font size 1, and a text matrix of 8; in TJ, with kerning."""
    paint(pdf, f"/On gs 0 0 0 1 k BT /F1 1 Tf 8 0 0 8 {HERE[0]:.3f} {HERE[1]:.3f} Tm [(ma) 20 (de by) -30 (hand)] TJ ET")


@changed("shop-x1a")
def large_black_type_knocks_out(pdf: pikepdf.Pdf) -> None:
    """14 pt of black, and a 3 pt line, need no overprint; white type of 10 pt on brown and red type of 10 pt are well seen."""
    x, y = HERE
    paint(pdf, f"0 0 0 1 k BT /F1 14 Tf {x:.3f} {y:.3f} Td (made) Tj ET 0 0 0 1 K 3 w {sound.rect(X1A, 36, 50, 9, 6)} S")
    brown = f"0.3 0.5 0.6 0.3 k {sound.rect(X1A, 33, 57, 24, 8)} f"
    paint(pdf, f"{brown} 0 0 0 0 k BT /F1 10 Tf {x:.3f} {y:.3f} Td (made) Tj ET", 2)
    paint(pdf, f"0 0.9 0.9 0 k BT /F1 10 Tf {x:.3f} {y + 30:.3f} Td (made) Tj ET", 2)


@changed("shop-x1a")
def a_line_made_thick_by_its_matrix(pdf: pikepdf.Pdf) -> None:
    """0.05 pt, ten times enlarged; and 0.3 pt of black, which is no hairline."""
    x, y = HERE
    paint(pdf, f"/On gs 0 0 0 1 K 10 0 0 10 {x:.3f} {y:.3f} cm 0.05 w 0 0 2 2 re S")
    paint(pdf, f"/On gs 0 0 0 1 K 0.3 w {sound.rect(X1A, 36, 50, 6, 6)} S")


@changed("shop-x1a")
def a_thin_line_set_and_not_drawn(pdf: pikepdf.Pdf) -> None:
    """0 w, and a fill; 3 pt type, and none shown; RGB-free colour that paints nothing."""
    paint(pdf, f"0 w 0 0 0 0.3 k {square()} BT /F1 3 Tf ET 0 0 0 0 K")


@changed("shop-x1a")
def type_in_a_drawn_font(pdf: pikepdf.Pdf) -> None:
    """Type 3, its glyphs coloured by the text's own colour."""
    face = glyph(pdf, b"1000 0 0 0 1000 1000 d1 100 0 800 800 re f", 1000)
    words = sound.type_(X1A, "aaa", 36, 60, 10).replace("/F1", "/Drawn")
    paint(pdf, f"/On gs 0 0 0 1 k {words}", Font={"Drawn": face})


# --- pictures ---------------------------------------------------------------------------------------------------------------


@changed("shop-x1a")
def pictures_of_all_kinds(pdf: pikepdf.Pdf) -> None:
    """A CMYK JPEG as Adobe inverts it, a palette of CMYK, one bit as CCITT, an inline picture: all fine enough."""
    from PIL import Image

    out = BytesIO()
    Image.new("CMYK", (80, 80), (30, 60, 20, 10)).save(out, "JPEG", quality=90)
    jpeg = Stream(pdf, out.getvalue(), Type=Name.XObject, Subtype=Name.Image, Width=80, Height=80, BitsPerComponent=8)
    jpeg.Filter, jpeg.ColorSpace, jpeg.Decode = Name.DCTDecode, Name.DeviceCMYK, Array([1, 0] * 4)
    paint(pdf, sound.placed(X1A, 34, 70, 6.5, 6.5, "Jpeg"), XObject={"Jpeg": pdf.make_indirect(jpeg)})
    palette = Array([Name.Indexed, Name.DeviceCMYK, 1, String(b"\x10\x20\x00\x00\x40\x00\x60\x10")])
    few = sound.picture(pdf, 80, 80, bytes([0, 1]) * 3200, palette)
    paint(pdf, sound.placed(X1A, 42, 70, 6.5, 6.5, "Few"), XObject={"Few": few})
    bits = Stream(pdf, g4(264), Type=Name.XObject, Subtype=Name.Image, Width=264, Height=264, BitsPerComponent=1)
    bits.ColorSpace, bits.Filter = Name.DeviceGray, Name.CCITTFaxDecode
    bits.DecodeParms = Dictionary(K=-1, Columns=264, Rows=264)
    paint(pdf, sound.placed(X1A, 34, 60, 8, 8, "Bits"), XObject={"Bits": pdf.make_indirect(bits)})
    inline = f"0.4 0 0 0.4 {HERE[0] + 40:.3f} {HERE[1]:.3f} cm BI /W 2 /H 2 /BPC 8 /CS /CMYK /F /AHx"
    paint(pdf, f"{inline} ID 10200000 40006010 10200000 40006010> EI")


@changed("shop")
def a_picture_made_small_and_turned(pdf: pikepdf.Pdf) -> None:
    """75 ppi in a form that is placed at a quarter of its size, turned: 300 ppi. 0.2 % less is no fault."""
    image = sound.picture(pdf, 60, 60, sound.art(60))
    side = 60 / 74.85 * 72
    piece = sound.form(pdf, side, side, f"q {side:.4f} 0 0 {side:.4f} 0 0 cm /Im Do Q", XObject={"Im": image})
    x, y = sound.at(X1A, 45, 55)
    paint(pdf, f"0.2165 0.125 -0.125 0.2165 {x:.3f} {y:.3f} cm /Piece Do", XObject={"Piece": piece})


@other("shop")
def a_picture_that_fills_the_card() -> bytes:
    """No ground but a picture that runs through the bleed: it lies across the trim, and is meant to."""
    with pikepdf.open(BytesIO(sound.twin("shop"))) as pdf:
        w, h = X4.media
        image = sound.picture(pdf, 822, 1122, bytes(60 + (x // 100 + y // 100) % 90 for y in range(1122) for x in range(822)))
        rewrite(pdf, f"0.03 0.05 0.15 0 k 0.0000 0.0000 {w:.4f} {h:.4f} re f", "")
        own = sound.form(pdf, w, h, f"{w:.4f} 0 0 {h:.4f} 0 0 cm /Full Do", XObject={"Full": image})
        under = pdf.make_stream(b"q /Ground Do Q")
        page = pdf.pages[0].obj
        page.Resources = Dictionary(page.Resources)
        page.Resources.XObject = Dictionary({**dict(page.Resources.XObject.items()), "/Ground": own})
        page.Contents = Array([under, page.Contents])
        return sound.saved(pdf, "X-4")


# --- colour -----------------------------------------------------------------------------------------------------------------


@changed("shop-x1a")
def gradients_patterns_and_mixtures(pdf: pikepdf.Pdf) -> None:
    """Shadings, tilings and DeviceN, all of CMYK."""
    x, y = HERE
    tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0.1, 0, 0, 0]), C1=Array([0.4, 0.3, 0.1, 0]), N=1)
    shade = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=Array([x, y, x + 20, y]), Function=tint)
    paint(pdf, f"{sound.rect(X1A, 36, 60, 7, 7)} W n /Sh sh", Shading={"Sh": pdf.make_indirect(shade)})
    tile = Stream(
        pdf,
        b"0 0.2 0.2 0 k 0 0 4 4 re f",
        Type=Name.Pattern,
        PatternType=1,
        PaintType=1,
        TilingType=1,
        BBox=Array([0, 0, 8, 8]),
    )
    tile.XStep, tile.YStep, tile.Resources = 8, 8, Dictionary()
    paint(pdf, f"/Pattern cs /Tile scn {square(46, 60)}", Pattern={"Tile": pdf.make_indirect(tile)})
    mix = pdf.make_indirect(
        Stream(pdf, b"{ 0 exch 0 exch }", FunctionType=4, Domain=Array([0, 1] * 2), Range=Array([0, 1] * 4))
    )
    space = pdf.make_indirect(Array([Name.DeviceN, Array([Name.Cyan, Name.Black]), Name.DeviceCMYK, mix]))
    paint(pdf, f"/Mix cs 0.3 0.2 scn {square(36, 50)}", ColorSpace={"Mix": space})


@changed("shop-x1a")
def exactly_the_limit(pdf: pikepdf.Pdf) -> None:
    """A field of 100/100/0/100: 300 %, and no more."""
    paint(pdf, f"1 1 0 1 k {square(34, 50, 20)}")


@changed("shop-x1a")
def much_ink_under_less(pdf: pikepdf.Pdf) -> None:
    """400 % that a field of one ink covers: nothing of it is printed."""
    paint(pdf, f"1 1 1 1 k {square(35, 51, 18)} 0 0 0 0.4 k {square(34, 50, 20)}")


@changed("shop-x1a")
def states_that_say_nothing(pdf: pikepdf.Pdf) -> None:
    """Opacity 1, no soft mask, Normal, TR2 Default, a plain screen."""
    screen = Dictionary(Type=Name.Halftone, HalftoneType=1, Frequency=60, Angle=45, SpotFunction=Name.Round)
    plain = state(pdf, ca=1, CA=1, SMask=Name("/None"), BM=Name.Normal, TR2=Name.Default, HT=screen)
    paint(pdf, f"/Plain gs 0 0 0 0.3 k {square()}", ExtGState={"Plain": plain})


@changed("shop-x1a")
def spots_of_other_names(pdf: pikepdf.Pdf) -> None:
    """A tint of the same spot by a space of its own that is alike, and another spot."""
    same, gold = sound.separation(pdf, "Seal Red", sound.SEAL), sound.separation(pdf, "Gold", [0, 0.2, 0.6, 0.2])
    paint(pdf, f"/Same cs 0.4 scn {square()} /Gold cs 1 scn {square(46, 60)}", ColorSpace={"Same": same, "Gold": gold})


@changed("shop")
def transparency_in_cmyk(pdf: pikepdf.Pdf) -> None:
    """X-4: a page's group, a soft mask, opacity, Multiply and a picture's alpha channel, all blended in CMYK."""
    pdf.pages[0].obj.Group = Dictionary(Type=Name.Group, S=Name.Transparency, CS=Name.DeviceCMYK)
    piece = sound.form(
        pdf, 20, 20, "/Half gs 0.2 0 0 0.2 k 2 2 16 16 re f", ExtGState={"Half": state(pdf, ca=0.5, BM=Name.Multiply)}
    )
    piece.Group = Dictionary(Type=Name.Group, S=Name.Transparency, CS=Name.DeviceCMYK, I=True)
    paint(pdf, f"{MOVED} /Piece Do", XObject={"Piece": piece})
    grey(pdf).SMask = sound.picture(pdf, 240, 240, bytes([255] * 120 + [160] * 120) * 240)


@changed("shop")
def a_picture_as_jpeg_2000(pdf: pikepdf.Pdf) -> None:
    image = Stream(pdf, jpx(80), Type=Name.XObject, Subtype=Name.Image, Width=80, Height=80, BitsPerComponent=8)
    image.Filter, image.ColorSpace = Name.JPXDecode, Name.DeviceGray
    paint(pdf, sound.placed(X1A, 36, 60, 6.5, 6.5, "Jpx"), XObject={"Jpx": pdf.make_indirect(image)})


# --- pages ------------------------------------------------------------------------------------------------------------------


@other("shop-x1a")
def a_card_on_bare_paper() -> bytes:
    """No ground: nothing is to bleed where nothing is printed."""
    return sound.card(X1A._replace(tint=False))


@other("shop")
def more_bleed_than_the_least() -> bytes:
    """5 mm."""
    return sound.card(X4._replace(bleed=5))


@changed("shop-x1a")
def an_origin_at_the_trim(pdf: pikepdf.Pdf) -> None:
    """The page's corner is not at 0, 0, and its boxes stand in another order of corners."""
    d = 3 * MM
    for page in pdf.pages:
        own = page.obj
        for name in ("/MediaBox", "/BleedBox", "/TrimBox"):
            x0, y0, x1, y1 = (float(v) - d for v in own[name])
            own[name] = Array([round(v, 4) for v in (x1, y1, x0, y0)])
        own.Contents = Array([pdf.make_stream(f"1 0 0 1 {-d:.4f} {-d:.4f} cm ".encode()), own.Contents])


@changed("shop-x1a")
def what_pages_inherit(pdf: pikepdf.Pdf) -> None:
    """Boxes and resources at the root of the pages' tree; content in pieces that end within a line."""
    root = pdf.Root.Pages
    root.MediaBox, root.Resources = pdf.pages[0].obj.MediaBox, pdf.pages[0].obj.Resources
    for page in pdf.pages:
        own = page.obj
        data = own.Contents.read_bytes()
        middle = data.index(b" k", len(data) // 2)  # between an operand and its operator
        del own.MediaBox, own.Resources
        own.Contents = Array([pdf.make_stream(data[:middle]), pdf.make_stream(data[middle:])])


@changed("shop-x1a")
def a_crop_box_that_crops_nothing(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        page.obj.CropBox = page.obj.MediaBox


@changed("shop-x1a")
def bookmarks(pdf: pikepdf.Pdf) -> None:
    """Bookmarks that lead to pages, and no action."""
    item = pdf.make_indirect(Dictionary(Title=String("Wolf"), Dest=Array([pdf.pages[1].obj, Name.Fit])))
    top = pdf.make_indirect(Dictionary(Type=Name.Outlines, First=item, Last=item, Count=1))
    item.Parent = top
    pdf.Root.Outlines = top


@changed("shop-x1a")
def no_xmp(pdf: pikepdf.Pdf) -> None:
    """X-1a asks for none."""
    del pdf.Root.Metadata


@changed("shop-x1a")
def a_condition_only_named(pdf: pikepdf.Pdf) -> None:
    """FOGRA39 by its name in the registry, without its profile: X-1a allows it."""
    del pdf.Root.OutputIntents[0].DestOutputProfile


# --- by other programs ------------------------------------------------------------------------------------------------------


@other("shop-x1a")
def by_reportlab() -> bytes:
    """Drawn by ReportLab: its fonts, its forms, its spot, its way to switch overprint on."""
    from reportlab.lib.colors import CMYKColor, CMYKColorSep
    from reportlab.pdfbase import pdfdoc, pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    pdfmetrics.registerFont(TTFont("Garamond", BytesIO(sound.typeface())))
    w, h = X1A.media
    edge, out = 3 * MM, BytesIO()
    canvas = Canvas(
        out,
        pagesize=(w, h),
        pdfVersion=(1, 4),
        invariant=1,
        initialFontName="Garamond",
        trimBox=(edge, edge, w - edge, h - edge),
    )
    canvas.setBleedBox((0, 0, w, h))
    canvas.beginForm("seal", 0, 0, 34, 34)
    canvas.setFillColor(CMYKColorSep(*sound.SEAL, spotName="Seal Red"))
    canvas.roundRect(0, 0, 34, 34, 4, stroke=0, fill=1)
    resources = pdfdoc.PDFResourceDictionary()  # a form's own resources lack its colour spaces otherwise
    resources.setColorSpace(canvas._colorsUsed)
    canvas.endForm(Resources=resources)
    for side in X1A.sides:
        canvas.setFont("Garamond", 8)
        canvas.setFillColor(CMYKColor(0.03, 0.05, 0.15, 0))
        canvas.rect(0, 0, w, h, stroke=0, fill=1)
        canvas.saveState()
        canvas.translate(45 * MM, 12 * MM)
        canvas.doForm("seal")
        canvas.restoreState()
        canvas.setFillOverprint(True)
        canvas.setStrokeOverprint(True)
        canvas.setOverprintMask(1)
        canvas.setFillColor(CMYKColor(0, 0, 0, 1))
        canvas.setStrokeColor(CMYKColor(0, 0, 0, 1))
        canvas.setLineWidth(0.5)
        canvas.rect(10 * MM, 50 * MM, 30 * MM, 30 * MM)
        canvas.drawString(12 * MM, 40 * MM, f"The {side}, by another hand.")
        canvas.showPage()
    canvas.save()
    with pikepdf.open(BytesIO(out.getvalue())) as pdf:
        if "/Outlines" in pdf.Root:
            del pdf.Root.Outlines
        for key in list(pdf.docinfo.keys()):
            del pdf.docinfo[key]
        return sound.finished(pdf, X1A)


# --- what an adversary tried ------------------------------------------------------------------------------------------------


@changed("longpack")
def a_cut_line_by_the_shops_name(pdf: pikepdf.Pdf) -> None:
    """ "die-cut", overprinting, and a fold, which no shop names."""
    cut, fold = sound.separation(pdf, "die-cut", [0, 1, 0, 0]), sound.separation(pdf, "Fold", [1, 0, 0, 0])
    on = {"Over": sound.overprint(pdf)}
    paint(pdf, f"/Over gs /Die CS 1 SCN 0.5 w {sound.rect(X1A, 0, 0, *X1A.trim)} S", ColorSpace={"Die": cut}, ExtGState=on)
    x, y = HERE
    paint(
        pdf,
        f"/Over gs /Fold CS 1 SCN 0.5 w {x:.3f} {y:.3f} m {x + 40:.3f} {y:.3f} l S",
        ColorSpace={"Fold": fold},
        ExtGState=on,
    )


@changed("shop-x1a")
def process_inks_by_their_names(pdf: pikepdf.Pdf) -> None:
    """Separations of Cyan and Black are the inks' own plates, and "PANTONE Black C" is another ink."""
    spaces = {"C": sound.separation(pdf, "Cyan", [1, 0, 0, 0]), "K": sound.separation(pdf, "Black", [0, 0, 0, 1]),
              "P": sound.separation(pdf, "PANTONE Black C", [0.3, 0.2, 0.2, 0.9])}  # fmt: skip
    paint(pdf, f"/C cs 0.3 scn {square()} /K cs 0.3 scn {square(46, 60)} /P cs 1 scn {square(36, 50)}", ColorSpace=spaces)


@changed("shop-x1a")
def spaces_that_nothing_is_painted_with(pdf: pikepdf.Pdf) -> None:
    """Of CMYK and grey they are no fault, and a spot's neither."""
    paint(pdf, "", ColorSpace={"K": Array([Name.DeviceCMYK]), "G": Name.DeviceGray,
                               "Red": sound.separation(pdf, "Seal Red", sound.SEAL)})  # fmt: skip


@changed("shop")
def pages_without_labels(pdf: pikepdf.Pdf) -> None:
    """A front and a back, as most programs write them."""
    del pdf.Root.PageLabels


@changed("shop")
def a_board_of_one_side(pdf: pikepdf.Pdf) -> None:
    """One page, no label."""
    del pdf.pages[1]
    del pdf.Root.PageLabels


@other("home-a4")
def a_sheet_of_paper() -> bytes:
    """A4 on its side, with a card on it."""
    with pikepdf.open(BytesIO(sound.twin("shop-x1a"))) as pdf:
        for page in pdf.pages:
            page.obj.MediaBox = Array([0, 0, round(297 * MM, 4), round(210 * MM, 4)])
            del page.obj.TrimBox, page.obj.BleedBox
        return sound.saved(pdf, "X-1a:2003")


@changed("shop-x1a")
def fonts_of_other_kinds(pdf: pikepdf.Pdf) -> None:
    """A font as CFF, alone and within OpenType."""
    from tests.readback.test_programmes import drawn

    for name, kind, subtype in (("Bare", "cff", Name.Type1C), ("Open", "OTTO", Name.OpenType)):
        face = sound.font(pdf)
        face.Subtype = Name.Type1
        face.FirstChar, face.LastChar, face.Widths = 65, 66, Array([600, 600])
        face.FontDescriptor = pdf.make_indirect(Dictionary(face.FontDescriptor))
        del face.FontDescriptor.FontFile2
        face.FontDescriptor.CharSet = String("/A/B")
        face.FontDescriptor.FontFile3 = pdf.make_indirect(Stream(pdf, drawn(kind), Subtype=subtype))
        words = sound.type_(X1A, "AB", 36, 60 if kind == "cff" else 70, 10).replace("/F1", f"/{name}")
        paint(pdf, f"/On gs 0 0 0 1 k {words}", Font={name: face})


# --- along the trim ---------------------------------------------------------------------------------------------------------

_GROUND = "0.03 0.05 0.15 0 k 0.0000 0.0000 197.0079 269.0079 re f"


@changed("shop")
def stripes_along_the_trim(pdf: pikepdf.Pdf) -> None:
    """A ground of stripes, bare paper between them, that runs through the bleed: none of them is a sliver."""
    w, h = X4.media
    rewrite(
        pdf,
        _GROUND,
        "0.3 0.05 0.15 0 k " + " ".join(f"{(x + 0.7) * MM:.3f} 0 {0.4 * MM:.3f} {h:.3f} re f" for x in range(69)),
    )
    assert w < 70 * MM


@changed("shop")
def grounds_that_meet_beside_the_trim(pdf: pikepdf.Pdf) -> None:
    """Two pieces without a gap, which a renderer softens where they meet; and a pale line of ink in a dark one."""
    w, h = X4.media
    x = w - 3.3 * MM
    pieces = f"0 0 {x:.4f} {h:.4f} re f {x:.4f} 0 90 {h:.4f} re f"
    line = f"0 0.02 0.1 0 k 0 {3.3 * MM:.4f} {w:.4f} {0.4 * MM:.4f} re f"
    rewrite(pdf, _GROUND, f"0.6 0.5 0.4 0.1 k {pieces} {line}", 2)


@changed("shop-x1a")
def a_ground_that_ends_at_the_safe_margin(pdf: pikepdf.Pdf) -> None:
    """A white border of 3.1 mm."""
    w, h = X1A.trim
    rewrite(pdf, _GROUND, f"0.03 0.05 0.15 0 k {sound.rect(X1A, 3.1, 3.1, w - 6.2, h - 6.2)} f")


@changed("shop-x1a")
def a_curve_that_comes_near_the_trim(pdf: pikepdf.Pdf) -> None:
    """A disc on bare paper, 1 mm from the trim at its widest."""
    x, y = sound.at(X1A, X1A.trim[0] / 2, X1A.trim[1] / 2)
    disc = f"q 1 J {(X1A.trim[0] - 2) * MM:.3f} w 0.03 0.05 0.15 0 K {x:.3f} {y:.3f} m {x:.3f} {y:.3f} l S Q"
    rewrite(pdf, _GROUND, disc)


@changed("shop")
def guides_on_a_hidden_layer(pdf: pikepdf.Pdf) -> None:
    """A template's guides are off, as they ought to be, and a layer that holds nothing is."""
    names = ("Guides", "Notes")
    layers = [pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name))) for name in names]
    known = pdf.Root.OCProperties
    known.OCGs, known.D.OFF = Array([*known.OCGs, *layers]), Array(layers)
    known.D.Order = Array([*known.D.Order, *layers])
    content = f"/OC /Guides BDC /On gs 0 0 0 1 K 1 w {sound.rect(X1A, 36, 60, 9, 9)} S EMC /OC /Notes BDC EMC"
    paint(pdf, content, Properties=dict(zip(names, layers, strict=True)))


# --- what is there, and is not seen -------------------------------------------------------------------------------------------


def hairlines(size: float = 2) -> str:
    """Type far too small and a line far too thin, without overprint."""
    return f"0 0 0 1 k 0 0 0 1 K {sound.type_(X1A, 'note', 36, 60, size)} 0.01 w {sound.rect(X1A, 1, 58, 20, 5)} S"


@changed("shop")
def a_layer_that_is_off(pdf: pikepdf.Pdf) -> None:
    """Guides in a layer that is not shown; in one that is shown only with it; in a form of that layer."""
    off = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Guides")))
    by = pdf.make_indirect(Dictionary(Type=Name.OCMD, OCGs=Array([off]), P=Name.AllOn))
    pdf.Root.OCProperties = Dictionary(
        OCGs=Array([off]), D=Dictionary(Name=String("all"), Order=Array([off]), OFF=Array([off]))
    )
    note = sound.form(pdf, 60, 90, "0 0 0 1 K 0.01 w 5 5 m 50 5 l S")
    note.OC = off
    paint(
        pdf,
        f"/OC /Off BDC {hairlines()} EMC /OC /By BDC {hairlines()} EMC {MOVED} /Note Do",
        Properties={"Off": off, "By": by},
        XObject={"Note": note},
    )


@changed("shop-x1a")
def hairlines_beneath_an_opaque_box(pdf: pikepdf.Pdf) -> None:
    paint(pdf, f"{hairlines()} 0.03 0.05 0.15 0 k {sound.rect(X1A, 0.5, 57, 60, 8)} f")


@changed("shop")
def hairlines_that_a_mask_hides(pdf: pikepdf.Pdf) -> None:
    """A soft mask that is black all over, and one that is light elsewhere."""
    group = Dictionary(Type=Name.Group, S=Name.Transparency, CS=Name.DeviceGray)
    dark = sound.form(pdf, 200, 300, "0 g 0 0 200 300 re f")
    aside = sound.form(pdf, 200, 300, "1 g 0 0 50 50 re f")
    dark.Group = aside.Group = group
    for page, mask in ((1, dark), (2, aside)):
        masked = state(pdf, SMask=Dictionary(Type=Name.Mask, S=Name.Luminosity, G=mask))
        paint(pdf, f"/Masked gs {hairlines()}", page, ExtGState={"Masked": masked})


@changed("shop-x1a")
def type_in_no_ink(pdf: pikepdf.Pdf) -> None:
    """Separation /None lays nothing, on any press."""
    nothing = sound.separation(pdf, "None", [0, 0, 0, 1])
    paint(pdf, f"/Nothing cs 1 scn {sound.type_(X1A, 'nothing', 36, 60, 2)}", ColorSpace={"Nothing": nothing})


@changed("shop-x1a")
def an_outline_in_the_colour_of_its_fill(pdf: pikepdf.Pdf) -> None:
    """A thin line round a shape, and round letters, that only makes them larger."""
    paint(pdf, f"0.5 0.2 0.1 0 k 0.5 0.2 0.1 0 K 0.02 w {sound.rect(X1A, 36, 60, 9, 9)} B")
    bold = sound.type_(X1A, "bold", 36, 52, 12).replace("Td (", "Td 2 Tr (")
    paint(pdf, f"/On gs 0 0 0 1 k 0 0 0 1 K 0.1 w {bold}")


# --- white that overprints, and takes nothing with it -------------------------------------------------------------------------


@changed("shop-x1a")
def white_that_overprints_by_the_old_rule(pdf: pikepdf.Pdf) -> None:
    """DeviceCMYK with OPM 0: every process plate is knocked out, and the type is seen."""
    old = state(pdf, OP=True, op=True, OPM=0)
    words = sound.type_(X1A, "white", 36, 60, 12)
    paint(pdf, f"0 0.6 0 0 k {square(34, 58, 22)} /Old gs 0 0 0 0 k {words}", ExtGState={"Old": old})


@changed("shop-x1a")
def white_that_overprints_paper(pdf: pikepdf.Pdf) -> None:
    """Nothing lies beneath: nothing vanishes."""
    own = pdf.pages[0].obj
    first = pdf.make_stream(b"q /On gs 0 0 0 0 k 0 0 200 300 re f Q")
    contents = own.Contents
    own.Contents = Array([first, *(contents if isinstance(contents, Array) else [contents])])


@changed("shop-x1a")
def black_outlines_of_large_type(pdf: pikepdf.Pdf) -> None:
    """Type of 16 pt as outlines, its small letters beside its capital: it may knock out."""
    paint(pdf, f"0 0 0 1 k {sound.outlines('Magnon', *HERE, 16)}")


@changed("shop-x1a")
def letters_made_of_fine_pixels(pdf: pikepdf.Pdf) -> None:
    """Letters of 160 x 160 pixels at 12 pt, 960 to the inch; and one drawn by a line of 0.6 pt."""
    bits = b"20 0 0 0 20 20 d1 q 20 0 0 20 0 0 cm BI /W 160 /H 160 /IM true /BPC 1 ID "
    bits += bytes([0xF0] * 20 * 160) + b"\nEI Q"
    for page, drawn in ((1, bits), (2, b"20 0 d0 1 w 2 2 m 18 18 l S")):
        font = {"T3": glyph(pdf, drawn)}
        paint(pdf, f"/On gs 0 0 0 1 k {sound.type_(X1A, 'aaa', 36, 60, 12).replace('/F1', '/T3')}", page, Font=font)


@changed("shop")
def very_many_paths(pdf: pikepdf.Pdf) -> None:
    """A traced picture: 120,000 squares of a light brown."""
    rows = b"".join(b"%d %d.5 1 1 re f\n" % (100 + n % 60, 150 + n // 60 % 60) for n in range(120_000))
    paint(pdf, b"0.1 0.2 0.3 0 k\n" + rows)
