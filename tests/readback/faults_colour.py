"""Faults of colour and transparency: RGB wherever it hides, colour managed where none may be, transparency."""

from __future__ import annotations

from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from tests.readback import sound
from tests.readback.case import WARNING, Corpus, glyph, grey, paint, square, state, xobject
from tests.readback.faults_file import srgb
from tests.readback.sound import X1A

corpus = Corpus()
pdf_ = corpus.pdf

HERE = sound.at(X1A, 36, 60)
MOVED = f"1 0 0 1 {HERE[0]:.3f} {HERE[1]:.3f} cm"


def _icc(pdf: pikepdf.Pdf, data: bytes, n: int, **more: Any) -> pikepdf.Object:
    return pdf.make_indirect(Array([Name.ICCBased, pdf.make_indirect(Stream(pdf, data, N=n, **more))]))


def _group(pdf: pikepdf.Pdf, content: str, space: Any = Name.DeviceCMYK, **resources: Any) -> pikepdf.Object:
    """A transparency group of 20 pt a side."""
    piece = sound.form(pdf, 20, 20, content, **resources)
    piece.Group = Dictionary(Type=Name.Group, S=Name.Transparency, CS=space)
    return piece


def _ramp(a: list[float], b: list[float]) -> pikepdf.Dictionary:
    return Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array(a), C1=Array(b), N=1)


# --- RGB --------------------------------------------------------------------------------------------------------------------


@pdf_("rgb-colour", page=1)
def rgb_on_the_page(pdf: pikepdf.Pdf) -> None:
    """A gray given as RGB: what most programs write for a tint."""
    paint(pdf, f"0.8 0.8 0.8 rg {square()}")


@pdf_("rgb-colour", page=2)
def rgb_line(pdf: pikepdf.Pdf) -> None:
    """A line of RGB on the back."""
    paint(pdf, f"1 w 0.5 0.2 0.2 RG {sound.rect(X1A, 36, 60, 8, 8)} S", 2)


@pdf_("rgb-colour", page=1)
def rgb_in_a_form_in_a_form(pdf: pikepdf.Pdf) -> None:
    """Two forms deep."""
    inner = sound.form(pdf, 20, 20, "0.9 0.6 0.6 rg 2 2 16 16 re f")
    paint(pdf, f"{MOVED} /Outer Do", XObject={"Outer": sound.form(pdf, 20, 20, "/Inner Do", XObject={"Inner": inner})})


@pdf_("rgb-colour", "shop", 1)
def rgb_in_a_tiling_pattern(pdf: pikepdf.Pdf) -> None:
    """In the cell of a pattern."""
    tile = Stream(
        pdf,
        b"0.9 0.9 0.6 rg 0 0 4 4 re f",
        Type=Name.Pattern,
        PatternType=1,
        PaintType=1,
        TilingType=1,
        BBox=Array([0, 0, 8, 8]),
        XStep=8,
        YStep=8,
        Resources=Dictionary(),
    )
    paint(pdf, f"/Pattern cs /Tile scn {square()}", Pattern={"Tile": pdf.make_indirect(tile)})


@pdf_("rgb-colour", page=1)
def rgb_in_an_uncoloured_pattern(pdf: pikepdf.Pdf) -> None:
    """The colour that a pattern without colour is painted in is RGB."""
    tile = Stream(
        pdf,
        b"0 0 4 4 re f",
        Type=Name.Pattern,
        PatternType=1,
        PaintType=2,
        TilingType=1,
        BBox=Array([0, 0, 8, 8]),
        XStep=8,
        YStep=8,
        Resources=Dictionary(),
    )
    space = {"Tinted": Array([Name.Pattern, Name.DeviceRGB])}
    paint(pdf, f"/Tinted cs 0.9 0.7 0.7 /Tile scn {square()}", Pattern={"Tile": pdf.make_indirect(tile)}, ColorSpace=space)


@pdf_("rgb-colour", page=1)
def rgb_image(pdf: pikepdf.Pdf) -> None:
    """A photograph as it came."""
    image = sound.picture(pdf, 72, 72, b"\xc0\xa0\x90" * 72 * 72, Name.DeviceRGB)
    paint(pdf, sound.placed(X1A, 36, 60, 6, 6, "Photo"), XObject={"Photo": image})


@pdf_("rgb-colour", page=1)
def rgb_in_an_indexed_base(pdf: pikepdf.Pdf) -> None:
    """A picture of few colours, whose palette is RGB."""
    space = Array([Name.Indexed, Name.DeviceRGB, 1, String(b"\xff\xee\xdd\x99\x88\x77")])
    image = sound.picture(pdf, 72, 72, bytes([0, 1]) * (72 * 36), space)
    paint(pdf, sound.placed(X1A, 36, 60, 6, 6, "Few"), XObject={"Few": image})


@pdf_("rgb-colour", page=1)
def rgb_as_a_spot_s_alternate(pdf: pikepdf.Pdf) -> None:
    """What stands for a spot is RGB."""
    space = sound.separation(pdf, "Gold", [0.8, 0.7, 0.3], Name.DeviceRGB)
    paint(pdf, f"/Gold cs 1 scn {square()}", ColorSpace={"Gold": space})


@pdf_("rgb-colour", "shop", 1)
def rgb_as_a_devicen_alternate(pdf: pikepdf.Pdf) -> None:
    """What stands for several inks is RGB."""
    program = Stream(pdf, b"{ pop dup dup }", FunctionType=4, Domain=Array([0, 1, 0, 1]), Range=Array([0, 1, 0, 1, 0, 1]))
    space = Array([Name.DeviceN, Array([Name.Black, Name("/Seal Red")]), Name.DeviceRGB, pdf.make_indirect(program)])
    paint(pdf, f"/Mix cs 0.2 0.1 scn {square()}", ColorSpace={"Mix": pdf.make_indirect(space)})


@pdf_("rgb-colour", "shop", 1)
def rgb_in_a_soft_mask(pdf: pikepdf.Pdf) -> None:
    """The group that a soft mask is made from is painted in RGB."""
    light = _group(pdf, "0.5 0.5 0.5 rg 0 0 200 300 re f", Name.DeviceRGB)
    light.BBox = Array([0, 0, 200, 300])
    soft = state(pdf, SMask=Dictionary(Type=Name.Mask, S=Name.Luminosity, G=light))
    paint(pdf, f"/Soft gs 0 0 0 0.3 k {square()}", ExtGState={"Soft": soft})


@pdf_("rgb-colour", page=1)
def rgb_inline_image(pdf: pikepdf.Pdf) -> None:
    """A picture within the content, by its short name."""
    paint(
        pdf, f"0.4 0 0 0.4 {HERE[0]:.3f} {HERE[1]:.3f} cm BI /W 2 /H 2 /BPC 8 /CS /RGB /F /AHx ID ffeeddccbbaaffeeddccbbaa> EI"
    )


@pdf_("rgb-colour", "shop", 1)
def rgb_shading(pdf: pikepdf.Pdf) -> None:
    """A gradient of RGB."""
    x, y = HERE
    shade = Dictionary(
        ShadingType=2,
        ColorSpace=Name.DeviceRGB,
        Coords=Array([x, y, x + 20, y]),
        Function=_ramp([1, 0.9, 0.9], [0.6, 0.5, 0.5]),
    )
    paint(pdf, f"{sound.rect(X1A, 36, 60, 7, 7)} W n /Sh sh", Shading={"Sh": pdf.make_indirect(shade)})


@pdf_("rgb-colour", page=1)
def rgb_shading_pattern(pdf: pikepdf.Pdf) -> None:
    """A gradient of RGB as a pattern."""
    x, y = HERE
    shade = Dictionary(
        ShadingType=3,
        ColorSpace=Name.DeviceRGB,
        Coords=Array([x + 8, y + 8, 0, x + 8, y + 8, 12]),
        Extend=Array([True, True]),
        Function=_ramp([1, 0.9, 0.9], [0.6, 0.5, 0.5]),
    )
    fade = Dictionary(Type=Name.Pattern, PatternType=2, Shading=shade)
    paint(pdf, f"/Pattern cs /Fade scn {square()}", Pattern={"Fade": pdf.make_indirect(fade)})


@pdf_("rgb-colour", "shop", 1)
def rgb_group(pdf: pikepdf.Pdf) -> None:
    """A transparency group that is blended in RGB, though all in it is CMYK."""
    group = _group(pdf, "0 0 0 0.3 k 2 2 16 16 re f", Name.DeviceRGB)
    paint(pdf, f"{MOVED} /Blend Do", XObject={"Blend": group})


@pdf_("rgb-colour", "shop", 1)
def rgb_page_group(pdf: pikepdf.Pdf) -> None:
    """The page is blended in RGB."""
    pdf.pages[0].obj.Group = Dictionary(Type=Name.Group, S=Name.Transparency, CS=Name.DeviceRGB)


@pdf_("rgb-colour", page=1)
def rgb_in_a_type_3_glyph(pdf: pikepdf.Pdf) -> None:
    """A glyph that is drawn, and in RGB."""
    face = glyph(pdf, b"1000 0 d0 0.6 0.2 0.2 rg 100 0 800 800 re f", 1000)
    words = sound.type_(X1A, "aaa", 36, 60, 10).replace("/F1", "/Drawn")
    paint(pdf, f"0 0 0 1 k {words}", Font={"Drawn": face})


@pdf_("rgb-colour", "shop", 1)
def rgb_by_its_profile(pdf: pikepdf.Pdf) -> None:
    """A picture with an sRGB profile."""
    image = sound.picture(pdf, 72, 72, b"\xc0\xa0\x90" * 72 * 72, _icc(pdf, srgb(), 3))
    paint(pdf, sound.placed(X1A, 36, 60, 6, 6, "Photo"), XObject={"Photo": image})


@pdf_("rgb-colour", "shop", 1)
def calibrated_rgb(pdf: pikepdf.Pdf) -> None:
    """CalRGB."""
    space = Array([Name.CalRGB, Dictionary(WhitePoint=Array([0.9505, 1, 1.089]))])
    paint(pdf, f"/Cal cs 0.9 0.8 0.8 scn {square()}", ColorSpace={"Cal": space})


@pdf_("rgb-colour", "shop", None, "error", "interactive")
def rgb_in_an_appearance(pdf: pikepdf.Pdf) -> None:
    """An annotation's appearance in RGB; that one is there is a fault of its own."""
    look = sound.form(pdf, 20, 20, "1 0.9 0.5 rg 0 0 20 20 re f")
    note = Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=Array([60, 90, 80, 110]), F=4, AP=Dictionary(N=look))
    pdf.pages[0].obj.Annots = Array([pdf.make_indirect(note)])


# --- colour that a profile manages ------------------------------------------------------------------------------------------


@pdf_("managed-colour", page=1)
def lab_as_a_spot_s_alternate(pdf: pikepdf.Pdf) -> None:
    """A spot from a swatch book: Lab stands for it."""
    lab = Array([Name.Lab, Dictionary(WhitePoint=Array([0.9642, 1, 0.8249]), Range=Array([-128, 127, -128, 127]))])
    tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([100, 0, 0]), C1=Array([45, 60, 40]), N=1)
    space = pdf.make_indirect(Array([Name.Separation, Name.Warm, lab, tint]))
    paint(pdf, f"/Warm cs 1 scn {square()}", ColorSpace={"Warm": space})


@pdf_("managed-colour", page=1)
def profiled_cmyk_image(pdf: pikepdf.Pdf) -> None:
    """A picture of CMYK with a profile: X-1a has none."""
    image = sound.picture(pdf, 72, 72, b"\x20\x30\x40\x10" * 72 * 72, _icc(pdf, sound.ICC, 4))
    paint(pdf, sound.placed(X1A, 36, 60, 6, 6, "Photo"), XObject={"Photo": image})


@pdf_("managed-colour", page=1)
def calibrated_gray(pdf: pikepdf.Pdf) -> None:
    """CalGray."""
    space = Array([Name.CalGray, Dictionary(WhitePoint=Array([0.9505, 1, 1.089]), Gamma=2.2)])
    paint(pdf, f"/Cal cs 0.8 scn {square()}", ColorSpace={"Cal": space})


@pdf_("managed-colour", page=1)
def default_cmyk(pdf: pikepdf.Pdf) -> None:
    """DefaultCMYK: every CMYK of the page is put through a profile, though none is named where it is painted."""
    paint(pdf, f"0 0 0 0.3 k {square()}", ColorSpace={"DefaultCMYK": _icc(pdf, sound.ICC, 4)})


@pdf_("managed-colour", "shop", 1)
def the_intent_s_own_profile(pdf: pikepdf.Pdf) -> None:
    """X-4: ICCBased CMYK of the output intent's own profile, which turns overprint off."""
    paint(
        pdf, f"/Own cs 0.1 0.1 0.1 0.1 scn {square()}", ColorSpace={"Own": _icc(pdf, sound.ICC, 4, Alternate=Name.DeviceCMYK)}
    )


# --- transparency -----------------------------------------------------------------------------------------------------------


@pdf_("transparency", page=1)
def half_opaque_in_a_form(pdf: pikepdf.Pdf) -> None:
    """ca 0.5 in the graphics state of a form."""
    piece = sound.form(pdf, 20, 20, "/Half gs 0 0 0 0.5 k 2 2 16 16 re f", ExtGState={"Half": state(pdf, ca=0.5)})
    paint(pdf, f"{MOVED} /Piece Do", XObject={"Piece": piece})


@pdf_("transparency", page=1)
def half_opaque_line(pdf: pikepdf.Pdf) -> None:
    """CA 0.99: hardly seen, and not allowed."""
    paint(pdf, f"/Half gs 1 w 0 0 0 0.5 K {sound.rect(X1A, 36, 60, 8, 8)} S", ExtGState={"Half": state(pdf, CA=0.99)})


@pdf_("transparency", page=1)
def multiplied(pdf: pikepdf.Pdf) -> None:
    """Blend mode Multiply, given as a list."""
    blend = state(pdf, BM=Array([Name.Multiply, Name.Normal]))
    paint(pdf, f"/Mult gs 0 0 0 0.3 k {square()}", ExtGState={"Mult": blend})


@pdf_("transparency", page=1)
def soft_masked_image(pdf: pikepdf.Pdf) -> None:
    """A picture with an alpha channel."""
    alpha = sound.picture(pdf, 240, 240, bytes([255, 128] * (240 * 120)))
    grey(pdf).SMask = alpha


@pdf_("transparency", page=1)
def soft_mask_of_a_state(pdf: pikepdf.Pdf) -> None:
    """A soft mask in the graphics state."""
    light = _group(pdf, "0 0 0 0.5 k 0 0 200 300 re f")
    light.BBox = Array([0, 0, 200, 300])
    soft = state(pdf, SMask=Dictionary(Type=Name.Mask, S=Name.Luminosity, G=light))
    paint(pdf, f"/Soft gs 0 0 0 0.3 k {square()}", ExtGState={"Soft": soft})


@pdf_("transparency", page=2)
def transparent_page(pdf: pikepdf.Pdf) -> None:
    """A page that is a transparency group, as many programs write it needlessly."""
    pdf.pages[1].obj.Group = Dictionary(Type=Name.Group, S=Name.Transparency, CS=Name.DeviceCMYK)


@pdf_("transparency", page=1)
def transparent_form(pdf: pikepdf.Pdf) -> None:
    """The seal's form is a transparency group."""
    xobject(pdf, "Stamp").Group = Dictionary(Type=Name.Group, S=Name.Transparency, I=True)


@pdf_("group-colour", "shop", 1, WARNING)
def page_group_of_no_colour(pdf: pikepdf.Pdf) -> None:
    """The page's group does not say in which colours it is blended."""
    pdf.pages[0].obj.Group = Dictionary(Type=Name.Group, S=Name.Transparency)
