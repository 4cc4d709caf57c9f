"""Faults of what a page paints: type, lines, pictures, overprint, what lies too near the knife, ink, bleed."""

from __future__ import annotations

from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from tests.readback import sound
from tests.readback.case import WARNING, Corpus, glyph, paint, read, rewrite, spread, square, state, xobject
from tests.readback.sound import DRIVETHRU, MM, X1A, X4

corpus = Corpus()
raw, pdf_ = corpus.raw, corpus.pdf

HERE = sound.at(X1A, 36, 60)
MOVED = f"1 0 0 1 {HERE[0]:.3f} {HERE[1]:.3f} cm"
BLACK = "/On gs 0 0 0 1 k"
GROUND = "0.03 0.05 0.15 0 k 0.0000 0.0000 197.0079 269.0079 re f"


def words(text: str, size: float, x: float = 36, y: float = 60) -> str:
    return sound.type_(X1A, text, x, y, size)


# --- content ----------------------------------------------------------------------------------------------------------------


@pdf_("unknown-operator", page=1)
def unknown_operator(pdf: pikepdf.Pdf) -> None:
    """An operator that PDF does not have."""
    paint(pdf, "0.5 foo")


@pdf_("unknown-operator", page=1)
def unknown_operator_in_a_form(pdf: pikepdf.Pdf) -> None:
    """The same within a form."""
    paint(pdf, f"{MOVED} /Piece Do", XObject={"Piece": sound.form(pdf, 20, 20, "q 0 0 0 0.3 k 2 2 9 9 re fill Q")})


@pdf_("broken-content", page=1)
def a_width_that_is_a_word(pdf: pikepdf.Pdf) -> None:
    """A line's width is given as a text."""
    paint(pdf, "(wide) w")


@pdf_("unbalanced-content", page=2, severity=WARNING)
def a_state_that_is_not_restored(pdf: pikepdf.Pdf) -> None:
    """The back's content ends within a saved state."""
    own = pdf.pages[1].obj
    own.Contents = Array([pdf.make_stream(read(pdf, 2)), pdf.make_stream(b"q 0 0 0 0 k")])


@pdf_("not-seen", "shop", page=1, severity=WARNING)
def a_blend_of_lightness(pdf: pikepdf.Pdf) -> None:
    """X-4 takes it; what ink it lays depends on more than the plates."""
    lightness = {"Light": state(pdf, BM=Name.Luminosity)}
    paint(pdf, f"/Light gs 0 0 0 0.3 k {sound.rect(X4, 36, 60, 8, 8)} f", ExtGState=lightness)


@pdf_("missing-resource", page=1)
def missing_form(pdf: pikepdf.Pdf) -> None:
    """A form is placed that the page does not have."""
    paint(pdf, "/Gone Do")


@pdf_("missing-resource", page=1)
def missing_colour_space_in_a_form(pdf: pikepdf.Pdf) -> None:
    """The page has the spot, the form that paints with it has not: what ReportLab's forms leave out."""
    seal = xobject(pdf, "Stamp")
    del seal.Resources["/ColorSpace"]


@pdf_("missing-resource", page=2)
def missing_font(pdf: pikepdf.Pdf) -> None:
    """The back has type, and no font."""
    own = pdf.pages[1].obj
    own.Resources = Dictionary({k: v for k, v in own.Resources.items() if k != "/Font"})


@pdf_("missing-resource", page=1)
def missing_graphics_state(pdf: pikepdf.Pdf) -> None:
    """A graphics state of a name that nothing has."""
    paint(pdf, f"/Off gs 0 0 0 0.3 k {square()}")


# --- type -------------------------------------------------------------------------------------------------------------------


@pdf_("tiny-type", "shop-x1a", 1, WARNING)
def type_of_3_pt(pdf: pikepdf.Pdf) -> None:
    """3 pt."""
    paint(pdf, f"{BLACK} {words('made by hand', 3)}")


@pdf_("tiny-type", "shop-x1a", 1)
def type_of_2_pt(pdf: pikepdf.Pdf) -> None:
    """2 pt: nobody reads it."""
    paint(pdf, f"{BLACK} {words('made by hand', 2)}")


@pdf_("tiny-type", "shop", 1, WARNING)
def type_made_small_by_its_matrices(pdf: pikepdf.Pdf) -> None:
    """8 pt type, in a form at 0.8, its text matrix at 0.5: 3.2 pt."""
    text = "/On gs 0 0 0 1 k BT /F1 8 Tf 0.5 0 0 0.5 0 4 Tm (made by hand) Tj ET"
    on = {"On": sound.overprint(pdf)}
    piece = sound.form(pdf, 60, 20, text, Font={"F1": sound.font(pdf)}, ExtGState=on)
    piece.Matrix = Array([0, 0.8, -0.8, 0, 0, 0])  # and turned, at that
    paint(pdf, f"{MOVED} /Piece Do", XObject={"Piece": piece})


@pdf_("coloured-type", "shop-x1a", 1, WARNING)
def small_type_of_three_inks(pdf: pikepdf.Pdf) -> None:
    """7 pt in cyan, magenta and yellow: three plates must meet."""
    paint(pdf, f"0.7 0.6 0.6 0 k {words('made by hand', 7)}")


@pdf_("coloured-type", "shop-x1a", 1, WARNING)
def small_white_type(pdf: pikepdf.Pdf) -> None:
    """7 pt in white on a brown of four inks."""
    paint(pdf, f"0.3 0.5 0.6 0.3 k {sound.rect(X1A, 33, 57, 24, 8)} f 0 0 0 0 k {words('made by hand', 7)}")


@pdf_("rich-black-type", "shop-x1a", 1, WARNING)
def type_of_four_colours(pdf: pikepdf.Pdf) -> None:
    """10 pt in 60/40/40/100: what an office program makes of black."""
    paint(pdf, f"0.6 0.4 0.4 1 k {words('made by hand', 10)}")


@pdf_("rich-black-type", "shop", 1, WARNING)
def large_type_of_much_ink(pdf: pikepdf.Pdf) -> None:
    """20 pt, K 90 % and 295 % in all."""
    paint(pdf, f"0.75 0.65 0.65 0.9 k {words('wolf', 20)}")


@pdf_("live-type", "mbprint", 1)
def type_where_outlines_are_asked(pdf: pikepdf.Pdf) -> None:
    """One line of type that is still type."""
    paint(pdf, f"{BLACK} {words('made by hand', 8)}", Font={"F1": sound.font(pdf)})


# --- overprint --------------------------------------------------------------------------------------------------------------


@pdf_("black-knocks-out", "shop-x1a", 1, WARNING)
def black_type_that_knocks_out(pdf: pikepdf.Pdf) -> None:
    """8 pt in black on the ground's tint, without overprint: every shift of the plates shows white edges."""
    paint(pdf, f"0 0 0 1 k {words('made by hand', 8)}")


@pdf_("black-knocks-out", "shop-x1a", 1, WARNING)
def overprint_of_mode_0(pdf: pikepdf.Pdf) -> None:
    """Overprint is on, its mode is 0: the noughts of 0/0/0/100 are painted, too."""
    paint(pdf, f"/Nought gs 0 0 0 1 k {words('made by hand', 8)}", ExtGState={"Nought": state(pdf, OP=True, op=True, OPM=0)})


@pdf_("black-knocks-out", "shop", 1, WARNING)
def gray_type_that_knocks_out(pdf: pikepdf.Pdf) -> None:
    """Black as DeviceGray: overprint mode 1 is for DeviceCMYK alone, so it clears the other plates."""
    paint(pdf, f"/On gs 0 g {words('made by hand', 8)}")


@pdf_("black-knocks-out", "shop-x1a", 1, WARNING)
def a_black_line_that_knocks_out(pdf: pikepdf.Pdf) -> None:
    """A 1 pt line with the overprint of fills only (op, not OP)."""
    fills = state(pdf, OP=False, op=True, OPM=1)
    paint(pdf, f"/Fills gs 0 0 0 1 K 1 w {sound.rect(X1A, 36, 60, 9, 9)} S", ExtGState={"Fills": fills})


@pdf_("white-overprints", page=1)
def white_type_overprints(pdf: pikepdf.Pdf) -> None:
    """10 pt in white on brown, with overprint left on: it is not there in print."""
    paint(pdf, f"0.3 0.5 0.6 0.3 k {sound.rect(X1A, 33, 57, 24, 8)} f /On gs 0 0 0 0 k {words('wolf', 10)}")


@pdf_("white-overprints", page=1)
def white_overprints_in_a_form(pdf: pikepdf.Pdf) -> None:
    """The form switches overprint on, and paints its white field."""
    piece = sound.form(
        pdf, 40, 40, "0.3 0.5 0.6 0.3 k 0 0 40 40 re f /On gs 0 0 0 0 k 8 8 24 24 re f", ExtGState={"On": sound.overprint(pdf)}
    )
    paint(pdf, f"{MOVED} /Piece Do", XObject={"Piece": piece})


@pdf_("white-overprints", "shop", 1)
def a_form_takes_overprint_over(pdf: pikepdf.Pdf) -> None:
    """Overprint is on when the form is placed, and the form knows nothing of it."""
    piece = sound.form(pdf, 40, 40, "0 0 0 0 k 8 8 24 24 re f")
    under = f"0.3 0.5 0.6 0.3 k {sound.rect(X1A, 34, 58, 18, 18)} f"
    paint(pdf, f"{under} /On gs {MOVED} /Piece Do", XObject={"Piece": piece})


@pdf_("technical-knocks-out", "shop", 1)
def a_dieline_that_knocks_out(pdf: pikepdf.Pdf) -> None:
    """The knife's line does not overprint: a white hair is printed where it is taken out."""
    rewrite(pdf, "q /On gs /Die CS", "q /Die CS")


@pdf_("technical-knocks-out", "shop-x1a", 1)
def varnish_that_knocks_out(pdf: pikepdf.Pdf) -> None:
    """A field of varnish that clears the ground under it."""
    space = sound.separation(pdf, "Spot Varnish", [0, 0, 0.5, 0])
    paint(pdf, f"/Var cs 1 scn {square()}", ColorSpace={"Var": space})


# --- lines ------------------------------------------------------------------------------------------------------------------


@pdf_("thin-line", "shop-x1a", 1)
def a_line_of_no_width(pdf: pikepdf.Pdf) -> None:
    """0 w: as thin as the device can, which on a plate is not seen."""
    paint(pdf, f"/On gs 0 0 0 1 K 0 w {sound.rect(X1A, 36, 60, 9, 9)} S")


@pdf_("thin-line", "shop-x1a", 1, WARNING)
def a_thin_line(pdf: pikepdf.Pdf) -> None:
    """0.1 pt."""
    paint(pdf, f"/On gs 0 0 0 1 K 0.1 w {sound.rect(X1A, 36, 60, 9, 9)} S")


@pdf_("thin-line", "shop", 1, WARNING)
def a_line_made_thin_by_its_matrix(pdf: pikepdf.Pdf) -> None:
    """1 pt in a form at a sixth of its size."""
    piece = sound.form(pdf, 200, 200, "/On gs 0 0 0 1 K 1 w 20 20 100 100 re S", ExtGState={"On": sound.overprint(pdf)})
    paint(pdf, f"0.1667 0 0 0.1667 {HERE[0]:.3f} {HERE[1]:.3f} cm /Piece Do", XObject={"Piece": piece})


@pdf_("thin-line", "shop-x1a", 1, WARNING)
def a_thin_line_of_two_inks(pdf: pikepdf.Pdf) -> None:
    """0.3 pt, enough for one ink and too little for two."""
    paint(pdf, f"0 0.6 0.6 0 K 0.3 w {sound.rect(X1A, 36, 60, 9, 9)} S")


# --- pictures ---------------------------------------------------------------------------------------------------------------


@pdf_("coarse-image", "shop-x1a", 1, WARNING)
def an_image_of_200_ppi(pdf: pikepdf.Pdf) -> None:
    """600 ppi by its own form, which is placed three times as large by another and its matrix."""
    image = sound.picture(pdf, 160, 160, sound.art(160))
    side = 160 / 600 * 72
    inner = sound.form(pdf, 60, 60, f"q {side:.4f} 0 0 {side:.4f} 0 0 cm /Im Do Q", XObject={"Im": image})
    inner.Matrix = Array([1.5, 0, 0, 1.5, 0, 0])
    outer = sound.form(pdf, 60, 60, "q 2 0 0 2 0 0 cm /Inner Do Q", XObject={"Inner": inner})
    paint(pdf, f"{MOVED} /Outer Do", XObject={"Outer": outer})


@pdf_("coarse-image", "shop", 1, WARNING)
def an_image_stretched_one_way(pdf: pikepdf.Pdf) -> None:
    """300 ppi across and 200 ppi up, and turned by thirty degrees."""
    image = sound.picture(pdf, 120, 120, sound.art(120))
    w, h, c, s = 120 / 305 * 72, 120 / 200 * 72, 0.8660, 0.5
    x, y = sound.at(X1A, 45, 50)
    paint(pdf, f"{c * w:.3f} {s * w:.3f} {-s * h:.3f} {c * h:.3f} {x:.3f} {y:.3f} cm /Im Do", XObject={"Im": image})


@pdf_("too-coarse-image", page=1)
def an_image_of_120_ppi(pdf: pikepdf.Pdf) -> None:
    """120 ppi."""
    spread(pdf, 80, 80 / 120 * 25.4)


@pdf_("too-coarse-image", page=1)
def a_coarse_inline_image(pdf: pikepdf.Pdf) -> None:
    """Four pixels on 4 mm, within the content."""
    side = 4 * MM
    data = "ID 40606040>"
    paint(pdf, f"{side:.3f} 0 0 {side:.3f} {HERE[0]:.3f} {HERE[1]:.3f} cm BI /W 2 /H 2 /BPC 8 /CS /G /F /AHx {data} EI")


@pdf_("too-coarse-image", "shop", 1)
def a_coarse_image_in_a_pattern(pdf: pikepdf.Pdf) -> None:
    """A field is tiled with a picture of 100 ppi."""
    image = sound.picture(pdf, 16, 16, sound.art(16))
    side = 16 / 100 * 72
    tile = Stream(
        pdf,
        f"{side:.3f} 0 0 {side:.3f} 0 0 cm /Im Do".encode(),
        Type=Name.Pattern,
        PatternType=1,
        PaintType=1,
        TilingType=1,
        BBox=Array([0, 0, side, side]),
        XStep=side,
        YStep=side,
        Resources=Dictionary(XObject=Dictionary(Im=image)),
    )
    paint(pdf, f"/Pattern cs /Tile scn {square(side=14)}", Pattern={"Tile": pdf.make_indirect(tile)})


def _stencil(pdf: pikepdf.Pdf, ppi: float) -> None:
    mm = 264 / ppi * 25.4
    paint(pdf, f"{BLACK} {sound.placed(X1A, 34, 50, mm, mm, 'Art1')}", XObject={"Art1": sound.mask(pdf, 264)})


@pdf_("coarse-line-art", "shop-x1a", 1, WARNING)
def line_art_of_700_ppi(pdf: pikepdf.Pdf) -> None:
    """One bit a pixel at 700 ppi."""
    _stencil(pdf, 700)


@pdf_("too-coarse-line-art", page=1)
def line_art_of_400_ppi(pdf: pikepdf.Pdf) -> None:
    """One bit a pixel at 400 ppi."""
    _stencil(pdf, 400)


@pdf_("too-coarse-line-art", "shop", 1)
def a_coarse_image_of_one_bit(pdf: pikepdf.Pdf) -> None:
    """No stencil but a picture of one bit, at 300 ppi: fine for a photograph, not for line art."""
    image = pdf.make_indirect(
        Stream(pdf, b"\xf0\x0f" * 8 * 128, Type=Name.XObject, Subtype=Name.Image, Width=128, Height=128, BitsPerComponent=1)
    )
    image.ColorSpace = Name.DeviceGray
    mm = 128 / 305 * 25.4
    paint(pdf, sound.placed(X1A, 36, 60, mm, mm, "Bit"), XObject={"Bit": image})


@pdf_("damaged-pdf", "shop-x1a", 1, "error")
def a_broken_photograph(pdf: pikepdf.Pdf) -> None:
    """A JPEG of which only the beginning came: no program knows what it shows."""
    image = Stream(pdf, b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", Type=Name.XObject, Subtype=Name.Image, Width=72, Height=72)
    image.Filter, image.BitsPerComponent, image.ColorSpace = Name.DCTDecode, 8, Name.DeviceGray
    paint(pdf, sound.placed(X1A, 36, 60, 6, 6, "Photo"), XObject={"Photo": pdf.make_indirect(image)})


# --- the knife --------------------------------------------------------------------------------------------------------------


@pdf_("near-trim", "shop-x1a", 1, WARNING)
def type_1_mm_from_the_trim(pdf: pikepdf.Pdf) -> None:
    """Its foot is 1 mm from the cut."""
    paint(pdf, f"{BLACK} {words('no hurry', 8, 24, 1)}")


@pdf_("near-trim", "shop-x1a", 2)
def type_across_the_trim(pdf: pikepdf.Pdf) -> None:
    """Half of the last word is cut off."""
    paint(pdf, f"{BLACK} {words('no hurry', 12, 55, 44)}", 2)


@pdf_("near-trim", "mbprint", 1, WARNING)
def a_mark_3_5_mm_from_the_trim(pdf: pikepdf.Pdf) -> None:
    """A small stencil 3.5 mm from the edge, where this shop asks for 4."""
    paint(pdf, f"{BLACK} {sound.placed(X1A, 3.5, 45, 7, 7, 'Sign')}", XObject={"Sign": sound.mask(pdf, 264)})


@pdf_("near-trim", "shop", 1, WARNING)
def turned_type_near_the_trim(pdf: pikepdf.Pdf) -> None:
    """Type that runs upwards along the right edge, 1.5 mm from it."""
    x, y = sound.at(X1A, 62, 30)
    paint(pdf, f"{BLACK} BT /F1 8 Tf 0 1 -1 0 {x:.3f} {y:.3f} Tm (no hurry) Tj ET")


def _marks(edge: float) -> str:
    """Eight crop marks in a page's corners, from the bleed box outwards."""
    w, h = (side * MM for side in X1A.trim)
    lines = [
        f"{x:.3f} {y:.3f} m {x + dx:.3f} {y + dy:.3f} l S"
        for x, y, dx, dy in (
            (edge, 0, 0, 4 * MM),
            (edge + w, 0, 0, 4 * MM),
            (edge, 2 * edge + h, 0, -4 * MM),
            (edge + w, 2 * edge + h, 0, -4 * MM),
            (0, edge, 4 * MM, 0),
            (0, edge + h, 4 * MM, 0),
            (2 * edge + w, edge, -4 * MM, 0),
            (2 * edge + w, edge + h, -4 * MM, 0),
        )
    ]
    return "/On gs 0 0 0 1 K 0.5 w " + " ".join(lines)


@raw("printer-marks", "shop-x1a", 1, WARNING, "page-too-large")
def crop_marks(data: bytes) -> bytes:
    """Crop marks round the bleed, which a shop that lays cards on sheets does not want."""
    recipe = X1A._replace(margin=5)
    with pikepdf.open(BytesIO(sound.card(recipe))) as pdf:
        paint(pdf, _marks(8 * MM))
        return sound.saved(pdf, recipe.standard)


@raw("printer-marks", "shop-x1a", 1, WARNING, "page-too-large", "registration-colour", "too-much-ink")
def marks_in_register_s_colour(data: bytes) -> bytes:
    """The same in all plates, as drawing programs set them."""
    recipe = X1A._replace(margin=5)
    with pikepdf.open(BytesIO(sound.card(recipe))) as pdf:
        marks = _marks(8 * MM).replace("/On gs 0 0 0 1 K", "/Reg CS 1 SCN")
        paint(pdf, marks, ColorSpace={"Reg": sound.separation(pdf, "All", [1, 1, 1, 1])})
        return sound.saved(pdf, recipe.standard)


# --- ink --------------------------------------------------------------------------------------------------------------------


@pdf_("too-much-ink", page=1)
def four_hundred_per_cent(pdf: pikepdf.Pdf) -> None:
    """A field of 100/100/100/100."""
    paint(pdf, f"1 1 1 1 k {square(34, 50, 20)}")


@pdf_("too-much-ink", page=1)
def too_much_by_overprint(pdf: pikepdf.Pdf) -> None:
    """200 % and, overprinting it, 200 % again."""
    paint(pdf, f"1 1 0 0 k {square(34, 50, 20)} /On gs 0 0 1 1 k {square(34, 50, 20)}")


@pdf_("too-much-ink", page=1)
def too_much_with_the_spot(pdf: pikepdf.Pdf) -> None:
    """250 % of process inks, and the seal's ink overprinting them."""
    space = sound.separation(pdf, "Seal Red", sound.SEAL)
    paint(pdf, f"1 1 0 0.5 k {square(34, 50, 20)} /On gs /Red cs 1 scn {square(34, 50, 20)}", ColorSpace={"Red": space})


def _inked(pdf: pikepdf.Pdf, pixel: bytes, **more: object) -> None:
    image = sound.picture(pdf, 240, 240, pixel * 240 * 240, Name.DeviceCMYK, **more)
    paint(pdf, sound.placed(X1A, 34, 50, 20, 20, "Dark"), XObject={"Dark": image})


@pdf_("too-much-ink", page=1)
def too_much_in_an_image(pdf: pikepdf.Pdf) -> None:
    """A picture of 350 %."""
    _inked(pdf, b"\xe6\xd9\xcc\xf0")


@pdf_("too-much-ink", page=1)
def too_much_in_an_inverted_image(pdf: pikepdf.Pdf) -> None:
    """A picture whose numbers are low, and its Decode array turns them round."""
    _inked(pdf, b"\x10\x20\x30\x10", Decode=Array([1, 0] * 4))


@pdf_("too-much-ink", "shop", 1)
def too_much_in_a_palette(pdf: pikepdf.Pdf) -> None:
    """A picture of few colours, of which one is 360 %."""
    space = Array([Name.Indexed, Name.DeviceCMYK, 1, String(b"\x10\x10\x10\x10\xf0\xf0\xe0\xd8")])
    image = sound.picture(pdf, 240, 240, bytes(60 * 240) + b"\x01" * (180 * 240), space)
    paint(pdf, sound.placed(X1A, 34, 50, 20, 20, "Dark"), XObject={"Dark": image})


@pdf_("too-much-ink", "shop", 1)
def too_much_in_a_shading(pdf: pikepdf.Pdf) -> None:
    """A gradient from 330 to 380 %."""
    x, y = sound.at(X1A, 34, 50)
    tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0.9, 0.8, 0.8, 0.8]), C1=Array([1, 0.9, 0.9, 1]), N=1)
    shade = Dictionary(
        ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=Array([x, y, x + 60, y]), Function=tint, Extend=Array([True, True])
    )
    paint(pdf, f"{sound.rect(X1A, 34, 50, 20, 20)} W n /Sh sh", Shading={"Sh": pdf.make_indirect(shade)})


@pdf_("too-much-ink", "drivethrucards", 2)
def more_than_this_shop_takes(pdf: pikepdf.Pdf) -> None:
    """280 %, which others print and this shop does not."""
    paint(pdf, f"0.8 0.7 0.5 0.8 k {sound.rect(DRIVETHRU, 34, 50, 20, 20)} f", 2)


# --- bleed ------------------------------------------------------------------------------------------------------------------


@pdf_("bleed-missing", page=1)
def no_bleed_at_the_foot(pdf: pikepdf.Pdf) -> None:
    """The ground ends at the trim, below; elsewhere it runs on."""
    foot = 3 * MM
    rewrite(pdf, GROUND, f"0.03 0.05 0.15 0 k 0.0000 {foot:.4f} 197.0079 {269.0079 - foot:.4f} re f")


@pdf_("bleed-missing", page=2)
def a_ground_that_stops_at_the_trim(pdf: pikepdf.Pdf) -> None:
    """The back's ground ends at the trim all round."""
    rewrite(pdf, GROUND, f"0.03 0.05 0.15 0 k {sound.rect(X1A, 0, 0, *X1A.trim)} f", 2)


@pdf_("bleed-missing", "shop", 1)
def a_clipped_ground(pdf: pikepdf.Pdf) -> None:
    """The ground is drawn into the bleed, and clipped at the trim."""
    rewrite(pdf, GROUND, f"{sound.rect(X1A, 0, 0, *X1A.trim)} W n {GROUND}")


@pdf_("bleed-missing", "drivethrucards", 2)
def a_picture_without_bleed(pdf: pikepdf.Pdf) -> None:
    """A picture that fills the card, and stops where it is cut."""
    w, h = DRIVETHRU.trim
    image = sound.picture(pdf, 760, 1060, b"\x60" * 760 * 1060)
    old = "0.03 0.05 0.15 0 k 0.0000 0.0000 198.0000 270.0000 re f"
    rewrite(pdf, old, sound.placed(DRIVETHRU, 0, 0, w, h, "Full").strip(), 2)
    paint(pdf, "", 2, XObject={"Full": image})


@pdf_("empty-page", "shop-x1a", 2, WARNING)
def an_empty_back(pdf: pikepdf.Pdf) -> None:
    """Nothing is on the back."""
    pdf.pages[1].obj.Contents = pdf.make_stream(b"q Q")


@pdf_("empty-page", "shop", 2, WARNING)
def a_back_in_white(pdf: pikepdf.Pdf) -> None:
    """The back is painted all over, in no ink."""
    pdf.pages[1].obj.Contents = pdf.make_stream(b"0 0 0 0 k 0 0 200 300 re f")


# --- along the trim ---------------------------------------------------------------------------------------------------------

_TINT, _W, _H, _EDGE = "0.03 0.05 0.15 0 k", *X1A.media, 3 * MM


def _parted(pdf: pikepdf.Pdf, at: float, gap: float) -> None:
    """The ground in two pieces: a bare line of so many mm, which begins so many mm to the right of the right trim."""
    x = _W - _EDGE + at * MM
    rewrite(pdf, GROUND, f"{_TINT} 0 0 {x:.4f} {_H:.4f} re f {x + gap * MM:.4f} 0 40 {_H:.4f} re f")


@pdf_("sliver", page=1)
def a_bare_line_on_the_trim(pdf: pikepdf.Pdf) -> None:
    """0.3 mm between ground and bleed, across the trim."""
    _parted(pdf, -0.2, 0.3)


@pdf_("sliver", "shop", 1)
def a_hair_of_bare_paper_inside_the_trim(pdf: pikepdf.Pdf) -> None:
    """0.1 mm, half a millimetre inside."""
    _parted(pdf, -0.5, 0.1)


@pdf_("sliver", "shop", 1)
def a_hair_of_bare_paper_beyond_the_trim(pdf: pikepdf.Pdf) -> None:
    """0.15 mm, half a millimetre beyond: the knife may be there."""
    _parted(pdf, 0.5, 0.15)


@pdf_("bleed-missing", page=1)
def too_short_a_bleed_at_the_right(pdf: pikepdf.Pdf) -> None:
    """The ground ends 1.9 mm beyond the trim, and 2 mm are the least."""
    rewrite(pdf, GROUND, f"{_TINT} 0 0 {_W - 1.1 * MM:.4f} {_H:.4f} re f")


@pdf_("bleed-missing", "shop", 1)
def too_short_a_bleed_at_the_head(pdf: pikepdf.Pdf) -> None:
    """It ends 1.5 mm beyond."""
    rewrite(pdf, GROUND, f"{_TINT} 0 0 {_W:.4f} {_H - 1.5 * MM:.4f} re f")


@pdf_("bleed-missing", "mbprint", 2)
def less_than_this_shop_s_bleed(pdf: pikepdf.Pdf) -> None:
    """2.7 mm, where this shop wants 3."""
    rewrite(pdf, GROUND, f"{_TINT} {0.3 * MM:.4f} 0 {_W:.4f} {_H:.4f} re f", 2)


@pdf_("bleed-short", "shop", 1, WARNING)
def less_bleed_than_the_box_says(pdf: pikepdf.Pdf) -> None:
    """The ground ends 2.5 mm beyond the trim at the foot; the bleed box is 3 mm round it."""
    rewrite(pdf, GROUND, f"{_TINT} 0 {0.5 * MM:.4f} {_W:.4f} {_H:.4f} re f")


@pdf_("rim", page=1, severity=WARNING)
def a_narrow_rim_of_bare_paper(pdf: pikepdf.Pdf) -> None:
    """The ground ends 1.2 mm inside the trim."""
    rewrite(pdf, GROUND, f"{_TINT} {sound.rect(X1A, 1.2, 1.2, X1A.trim[0] - 2.4, X1A.trim[1] - 2.4)} f")


# --- images that lie, layers that hide --------------------------------------------------------------------------------------


def _jpeg(pdf: pikepdf.Pdf, mode: str, side: int, said: int) -> None:
    from PIL import Image

    out = BytesIO()
    Image.new(mode, (side, side), (90, 120, 60, 20)[: len(mode)]).save(out, "JPEG")
    image = Stream(pdf, out.getvalue(), Type=Name.XObject, Subtype=Name.Image, Width=said, Height=said, BitsPerComponent=8)
    image.Filter, image.ColorSpace = Name.DCTDecode, Name.DeviceCMYK
    paint(pdf, sound.placed(X1A, 36, 60, 6, 6, "Lies"), XObject={"Lies": pdf.make_indirect(image)})


@pdf_("false-image", page=1)
def an_rgb_jpeg_that_says_cmyk(pdf: pikepdf.Pdf) -> None:
    """Three channels, and the file says four."""
    _jpeg(pdf, "RGB", 80, 80)


@pdf_("false-image", "shop", 1)
def a_jpeg_that_is_smaller_than_it_says(pdf: pikepdf.Pdf) -> None:
    """40 px a side, and the file says 80: it would pass for twice as fine."""
    _jpeg(pdf, "CMYK", 40, 80)


@pdf_("false-image", "shop", 1)
def an_image_whose_data_are_short(pdf: pikepdf.Pdf) -> None:
    """A third of its rows are there."""
    image = sound.picture(pdf, 80, 80, sound.art(80)[: 80 * 27])
    paint(pdf, sound.placed(X1A, 36, 60, 6, 6, "Short"), XObject={"Short": image})


def _hides(pdf: pikepdf.Pdf, layer: pikepdf.Object) -> None:
    layers = pdf.Root.OCProperties
    layers.OCGs, layers.D.OFF = Array([*layers.OCGs, layer]), Array([layer])
    layers.D.Order = Array([*layers.D.Order, layer])


@pdf_("hidden-layer", "shop", 1, WARNING)
def a_form_on_a_hidden_layer(pdf: pikepdf.Pdf) -> None:
    """A form whose layer is off."""
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Frame")))
    piece = sound.form(pdf, 20, 20, "0 0 0 0.3 k 2 2 9 9 re f")
    piece.OC = layer
    _hides(pdf, layer)
    paint(pdf, f"{MOVED} /Piece Do", XObject={"Piece": piece})


@pdf_("hidden-layer", "shop", 1, WARNING)
def a_ground_on_a_hidden_layer(pdf: pikepdf.Pdf) -> None:
    """The ground's layer is off."""
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Ground")))
    _hides(pdf, layer)
    rewrite(pdf, GROUND, f"/OC /Off BDC {GROUND} EMC")
    paint(pdf, "", Properties={"Off": layer})


# --- fonts that are not what the type asks of them ----------------------------------------------------------------------------


@pdf_("missing-glyph", page=1)
def a_letter_that_the_font_lacks(pdf: pikepdf.Pdf) -> None:
    """A sign that the embedded part of the font does not hold."""
    paint(pdf, f"{BLACK} {words('x', 9).replace('(x)', '<a7b6>')}")


@pdf_("missing-glyph", page=2)
def a_glyph_beyond_the_font(pdf: pikepdf.Pdf) -> None:
    """Glyphs by numbers that are larger than any the font has."""
    shown = words("x", 9).replace("/F1", "/Wide").replace("(x)", "<fff0fff1>")
    paint(pdf, f"{BLACK} {shown}", 2, Font={"Wide": sound.wide_font(pdf)})


@pdf_("wrong-widths", page=1, severity=WARNING)
def letters_set_too_narrow(pdf: pikepdf.Pdf) -> None:
    """The file says of every letter that it is 0.3 em wide."""
    narrow = sound.font(pdf)
    narrow.Widths = Array([300] * 91)
    paint(pdf, f"{BLACK} {words('by hand', 9).replace('/F1', '/Narrow')}", Font={"Narrow": narrow})


# --- lines that are none by name ----------------------------------------------------------------------------------------------


@pdf_("thin-line", page=1, severity=WARNING)
def a_rule_filled_0_02_mm_high(pdf: pikepdf.Pdf) -> None:
    """A rule as a filled rectangle, as thin as a hairline."""
    paint(pdf, f"{BLACK} {sound.rect(X1A, 33, 60, 24, 0.02)} f")


@pdf_("thin-line", "shop", page=2, severity=WARNING)
def a_slanting_rule_that_is_filled(pdf: pikepdf.Pdf) -> None:
    """The same, turned, as a path of four points."""
    paint(pdf, f"{BLACK} q 0.8 0.6 -0.6 0.8 {HERE[0]:.3f} {HERE[1]:.3f} cm 0 0 40 0.06 re f Q", 2)


@pdf_("thin-line", page=1, severity=WARNING)
def a_shape_without_area(pdf: pikepdf.Pdf) -> None:
    """A path there and back, filled."""
    paint(pdf, f"{BLACK} {HERE[0]:.3f} {HERE[1]:.3f} m {HERE[0] + 40:.3f} {HERE[1]:.3f} l h f")


@pdf_("thin-line", page=1, severity=WARNING)
def letters_drawn_with_a_hairline(pdf: pikepdf.Pdf) -> None:
    """A letter that is a line of 0.1 pt."""
    paint(pdf, f"{BLACK} {words('aaa', 20).replace('/F1', '/T3')}", Font={"T3": glyph(pdf, b"20 0 d0 0.1 w 2 2 m 18 18 l S")})


@pdf_("too-coarse-line-art", page=2)
def letters_made_of_pixels(pdf: pikepdf.Pdf) -> None:
    """Letters of 8 x 8 pixels at 12 pt, as old typesetters wrote them."""
    bits = b"20 0 0 0 20 20 d1 q 20 0 0 20 0 0 cm BI /W 8 /H 8 /IM true /BPC 1 ID " + bytes([0xA5] * 8) + b"\nEI Q"
    paint(pdf, f"{BLACK} {words('aaa', 12).replace('/F1', '/T3')}", 2, Font={"T3": glyph(pdf, bits)})


# --- what is type, and is not shown as such -----------------------------------------------------------------------------------


@pdf_("tiny-type", page=1, severity=WARNING)
def type_that_clips(pdf: pikepdf.Pdf) -> None:
    """Type of 4 pt clips, and a black square is painted within it."""
    shown = words("made by hand", 4).replace("Td (", "Td 7 Tr (")
    paint(pdf, f"{BLACK} {shown} {sound.rect(X1A, 34, 58, 22, 6)} f")


@pdf_("black-knocks-out", page=1, severity=WARNING)
def black_type_of_a_pattern(pdf: pikepdf.Pdf) -> None:
    """Type of 7 pt painted with tiles of black, without overprint."""
    tile = pdf.make_indirect(
        Stream(
            pdf,
            b"0 0 0 1 k 0 0 20 20 re f",
            Type=Name.Pattern,
            PatternType=1,
            PaintType=1,
            TilingType=1,
            BBox=Array([0, 0, 20, 20]),
            XStep=20,
            YStep=20,
            Resources=Dictionary(),
        )
    )
    paint(pdf, f"/Pattern cs /Tile scn {words('made by hand', 7)}", Pattern={"Tile": tile})


@pdf_("black-knocks-out", "shop", page=2, severity=WARNING)
def black_outlines_knock_out(pdf: pikepdf.Pdf) -> None:
    """Type of 8 pt as outlines, in black alone, without overprint on the ground."""
    paint(pdf, f"0 0 0 1 k {sound.outlines('made by hand', *HERE, 8)}", 2)


@pdf_("technical-knocks-out", page=1)
def a_die_in_another_language(pdf: pikepdf.Pdf) -> None:
    """The plate is called Fustella, and knocks out."""
    plate = sound.separation(pdf, "Fustella", [0, 1, 0, 0])
    paint(pdf, f"/Die CS 1 SCN 1 w {sound.rect(X1A, 36, 60, 9, 9)} S", ColorSpace={"Die": plate})


@pdf_("near-trim", page=1, severity=WARNING)
def a_stripe_that_ends_at_the_trim(pdf: pikepdf.Pdf) -> None:
    """A stripe of 10 x 4 mm that begins at the trim, on a ground that bleeds."""
    paint(pdf, f"0 0 0.3 0 k {sound.rect(X1A, 0, 40, 10, 4)} f")


@pdf_("not-judged", page=1, severity=WARNING)
def more_than_is_read(pdf: pikepdf.Pdf) -> None:
    """Half a million squares: forms that place forms."""
    inner = sound.form(pdf, 20, 20, "0 0 0 0.1 k " + "0 0 4 4 re f " * 200)
    for _ in range(2):
        inner = sound.form(pdf, 20, 20, "/F Do " * 50, XObject={"F": inner})
    paint(pdf, f"{MOVED} /F Do", XObject={"F": inner})
