"""Small pages written by hand, each drawing one thing that plates must be told rightly of: 100 x 60 pt."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String
from PIL import Image

WIDE, HIGH = 100, 60

Made = tuple[bytes, dict[str, Any]]
PAGES: dict[str, Callable[[Pdf], Made]] = {}


def page(make: Callable[[Pdf], Made]) -> Callable[[Pdf], Made]:
    PAGES[make.__name__] = make
    return make


def written(path: Path, names: list[str]) -> Path:
    """A PDF of the pages of those names."""
    with Pdf.new() as pdf:
        for name in names:
            add(pdf, *PAGES[name](pdf))
        pdf.save(path)
    return path


def add(pdf: Pdf, content: bytes, resources: dict[str, Any], size: tuple[float, float] = (WIDE, HIGH)) -> pikepdf.Page:
    """One more page."""
    new = pdf.add_blank_page(page_size=size)
    new.Contents = pdf.make_indirect(Stream(pdf, content))
    new.Resources = Dictionary({f"/{key}": value for key, value in resources.items()})
    return new


def separation(name: str, cmyk: tuple[float, ...] = (0, 1, 1, 0)) -> Array:
    function = Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=[0, 0, 0, 0], C1=list(cmyk))
    return Array([Name.Separation, Name("/" + name), Name.DeviceCMYK, function])


def device_n(pdf: Pdf, *names: str) -> Array:
    function = Stream(pdf, ("{" + " pop" * len(names) + " 0 0 0 0}").encode())
    function.FunctionType, function.Domain, function.Range = 4, Array([0, 1] * len(names)), Array([0, 1] * 4)
    listed = Array([Name("/" + name) for name in names])
    return Array([Name.DeviceN, listed, Name.DeviceCMYK, pdf.make_indirect(function)])


def image(pdf: Pdf, data: Any, space: Any, bits: int = 8, packed: bytes | None = None, **more: Any) -> Any:
    data = np.asarray(data)
    new = Stream(pdf, data.tobytes() if packed is None else packed)
    new.Type, new.Subtype, new.BitsPerComponent = Name.XObject, Name.Image, bits
    new.Height, new.Width = more.pop("rows", data.shape[0]), more.pop("columns", data.shape[1])
    if space is not None:
        new.ColorSpace = space
    for key, value in more.items():
        new[f"/{key}"] = value
    return pdf.make_indirect(new)


def chequers(parts: int) -> Any:
    """A picture of 5 x 8 fields of different colours, 6 pixels each."""
    y, x = np.mgrid[0:5, 0:8]
    fields = np.stack([(x * (i + 1) * 37 // 8 * 3 + y * (i + 2) * 11) % 256 for i in range(parts)], axis=-1)
    return fields.astype(np.uint8).repeat(6, axis=0).repeat(6, axis=1)


def noise(columns: int) -> Any:
    return np.random.default_rng(1).integers(0, 255, (10, columns)).astype(np.uint8).repeat(6, axis=0)


def jpeg(data: Any, kind: str = "JPEG") -> bytes:
    out = io.BytesIO()
    picture = Image.fromarray(data, "CMYK") if data.ndim == 3 and data.shape[2] == 4 else Image.fromarray(data)
    picture.save(out, kind, **({"quality": 95, "subsampling": 0} if kind == "JPEG" else {}))
    return out.getvalue()


def group4(data: Any) -> tuple[bytes, bool]:
    out = io.BytesIO()
    Image.fromarray(data).save(out, "TIFF", compression="group4", tiffinfo={278: data.shape[0]})
    with Image.open(out) as tiff:
        start, length, black = tiff.tag_v2[273][0], tiff.tag_v2[279][0], tiff.tag_v2[262] == 1
    return out.getvalue()[start : start + length], bool(black)


def shown(picture: Any, under: bytes = b"") -> Made:
    return under + b" q 80 0 0 50 10 5 cm /I Do Q", {"XObject": Dictionary(I=picture)}


OVER = Dictionary(G=Dictionary(OP=True, op=True, OPM=1))
UNDER = b"0 1 0 0 k 0 0 100 60 re f"


@page
def process_fills(pdf: Pdf) -> Made:
    return b"0.5 g 5 5 30 30 re f .2 .4 .6 .1 k 25 15 30 30 re f 0 1 0 0 K 4 w 60 5 m 90 55 l S", {}


@page
def spot_knocks_out(pdf: Pdf) -> Made:
    content = b"1 0 0 0 k 5 5 80 50 re f /S cs .7 scn 20 15 30 30 re f 0 0 1 0 k 40 20 30 10 re f"
    return content, {"ColorSpace": Dictionary(S=separation("Seal Red"))}


@page
def spot_overprints(pdf: Pdf) -> Made:
    content = b"1 0 0 0 k 5 5 80 50 re f /G gs /S cs .7 scn 20 15 30 30 re f 0 0 1 0 k 40 20 30 10 re f"
    return content, {"ColorSpace": Dictionary(S=separation("Seal Red")), "ExtGState": OVER}


@page
def overprint_mode_0(pdf: Pdf) -> Made:
    content = b"1 .5 0 0 k 5 5 80 50 re f /G gs 0 0 1 0 k 40 20 30 10 re f 0 0 0 1 K 5 w 10 40 m 80 40 l S"
    return content, {"ExtGState": Dictionary(G=Dictionary(OP=True, op=True, OPM=0))}


@page
def overprint_mode_1(pdf: Pdf) -> Made:
    content = b"1 .5 0 0 k 5 5 80 50 re f /G gs 0 0 1 0 k 40 20 30 10 re f 0 0 0 1 K 5 w 10 40 m 80 40 l S"
    return content + b" .2 0 0 .5 k 10 10 15 15 re f", {"ExtGState": OVER}


@page
def only_the_line_overprints(pdf: Pdf) -> Made:
    content = b"1 .5 0 0 k 5 5 80 50 re f /G gs 0 0 1 0 k 0 0 0 1 K 6 w 40 20 30 20 re B"
    return content, {"ExtGState": Dictionary(G=Dictionary(OP=True, op=False, OPM=1))}


@page
def gray_overprints_as_process(pdf: Pdf) -> Made:
    return b"1 .5 0 0 k 5 5 80 50 re f /G gs 0 g 40 20 30 10 re f", {"ExtGState": OVER}


@page
def all_and_none(pdf: Pdf) -> Made:
    spaces = Dictionary(A=separation("All"), N=separation("None"), S=separation("Seal Red"), B=separation("Black"))
    content = b"1 0 0 0 k 5 5 80 50 re f /A cs .5 scn 10 10 20 20 re f /N cs 1 scn 40 10 20 20 re f"
    return content + b" /S cs 1 scn 65 10 10 10 re f /B cs .6 scn 65 25 10 10 re f", {"ColorSpace": spaces}


@page
def device_n_fills(pdf: Pdf) -> Made:
    content = b"1 0 1 0 k 5 5 80 50 re f /D cs .3 .6 .9 scn 10 10 25 30 re f /G gs .3 .6 .9 scn 40 10 20 30 re f"
    content += b" /E cs .3 .6 .9 scn 65 10 15 30 re f"
    spaces = Dictionary(D=device_n(pdf, "Cyan", "Gold", "Black"), E=device_n(pdf, "Magenta", "None", "Gold"))
    return content, {"ColorSpace": spaces, "ExtGState": OVER}


@page
def icc_based(pdf: Pdf) -> Made:
    four, one = Stream(pdf, b"no profile"), Stream(pdf, b"no profile")
    four.N, one.N = 4, 1
    four.Alternate, one.Alternate = Name.DeviceCMYK, Name.DeviceGray
    spaces = Dictionary(F=Array([Name.ICCBased, pdf.make_indirect(four)]), O=Array([Name.ICCBased, pdf.make_indirect(one)]))
    return b"/F cs .2 .4 .6 .1 scn 5 5 30 50 re f /O cs .25 scn 50 5 30 50 re f", {"ColorSpace": spaces}


@page
def cmyk_image(pdf: Pdf) -> Made:
    return shown(image(pdf, chequers(4), Name.DeviceCMYK))


@page
def cmyk_image_decoded(pdf: Pdf) -> Made:
    return shown(image(pdf, chequers(4), Name.DeviceCMYK, Decode=Array([1, 0, 1, 0, 0, 1, 0.25, 0.75])))


@page
def gray_image_knocks_out(pdf: Pdf) -> Made:
    return shown(image(pdf, chequers(1), Name.DeviceGray), UNDER)


@page
def gray_image_decoded(pdf: Pdf) -> Made:
    return shown(image(pdf, chequers(1), Name.DeviceGray, Decode=Array([1, 0])))


@page
def image_of_1_bit(pdf: Pdf) -> Made:
    return shown(image(pdf, noise(2), Name.DeviceGray, 1, columns=12))


@page
def image_of_2_bits_indexed(pdf: Pdf) -> Made:
    table = bytes([0, 0, 0, 0, 255, 0, 0, 0, 0, 128, 0, 0, 10, 20, 30, 200])
    return shown(image(pdf, noise(3), Array([Name.Indexed, Name.DeviceCMYK, 3, String(table)]), 2, columns=12))


@page
def image_of_4_bits(pdf: Pdf) -> Made:
    return shown(image(pdf, noise(24), Name.DeviceCMYK, 4, columns=12))


@page
def image_of_16_bits(pdf: Pdf) -> Made:
    data = np.random.default_rng(1).integers(0, 65535, (10, 12, 4)).astype(">u2").repeat(6, axis=0)
    return shown(image(pdf, data, Name.DeviceCMYK, 16))


@page
def spot_image(pdf: Pdf) -> Made:
    return shown(image(pdf, chequers(1), separation("Seal Red")), UNDER)


@page
def spot_image_indexed(pdf: Pdf) -> Made:
    table = String(bytes([0, 90, 180, 255]))
    return shown(image(pdf, chequers(1) % 4, Array([Name.Indexed, separation("Seal Red"), 3, table])))


@page
def device_n_image(pdf: Pdf) -> Made:
    return shown(image(pdf, chequers(5), device_n(pdf, "Cyan", "Magenta", "Yellow", "Black", "Seal Red")))


@page
def device_n_image_overprints(pdf: Pdf) -> Made:
    table = String(bytes([0, 255, 128, 0]))
    space = Array([Name.Indexed, device_n(pdf, "Gold", "Black"), 1, table])
    content, resources = shown(image(pdf, chequers(1) % 2, space), b"/G gs 1 0 0 0 k 0 0 60 60 re f")
    return content, {**resources, "ExtGState": OVER}


@page
def colour_key(pdf: Pdf) -> Made:
    return shown(image(pdf, chequers(4), Name.DeviceCMYK, Mask=Array([0, 128, 0, 255, 0, 255, 0, 255])), UNDER)


@page
def colour_key_indexed(pdf: Pdf) -> Made:
    space = Array([Name.Indexed, Name.DeviceCMYK, 3, String(bytes(range(0, 160, 10)))])
    return shown(image(pdf, chequers(1) % 4, space, Mask=Array([1, 2])), UNDER)


@page
def explicit_mask(pdf: Pdf) -> Made:
    mask = image(pdf, noise(2), None, 1, columns=12, ImageMask=True)
    return shown(image(pdf, chequers(4), Name.DeviceCMYK, Mask=mask), UNDER)


@page
def soft_masked_image(pdf: Pdf) -> Made:
    return shown(image(pdf, chequers(4), Name.DeviceCMYK, SMask=image(pdf, chequers(1), Name.DeviceGray)), UNDER)


@page
def stencil_overprints(pdf: Pdf) -> Made:
    mask = image(pdf, noise(2), None, 1, columns=12, ImageMask=True)
    content, resources = shown(mask, UNDER + b" /G gs 0 0 0 1 k")
    return content, {**resources, "ExtGState": OVER}


@page
def cmyk_jpeg_of_adobe(pdf: Pdf) -> Made:
    data = chequers(4)
    return shown(image(pdf, data, Name.DeviceCMYK, 8, jpeg(data), Filter=Name.DCTDecode, Decode=Array([1, 0] * 4)))


@page
def cmyk_jpeg_upside_down(pdf: Pdf) -> Made:
    data = chequers(4)
    return shown(image(pdf, data, Name.DeviceCMYK, 8, jpeg(data), Filter=Name.DCTDecode))


@page
def gray_jpeg_as_a_spot(pdf: Pdf) -> Made:
    data = chequers(1)[..., 0]
    return shown(image(pdf, data, separation("Seal Red"), 8, jpeg(data), Filter=Name.DCTDecode))


@page
def gray_jpeg_2000(pdf: Pdf) -> Made:
    data = chequers(1)[..., 0]
    return shown(image(pdf, data, Name.DeviceGray, 8, jpeg(data, "JPEG2000"), Filter=Name.JPXDecode))


@page
def fax_image(pdf: Pdf) -> Made:
    data = chequers(1)[..., 0] > 128
    packed, black = group4(data)
    parms = Dictionary(K=-1, Columns=data.shape[1], Rows=data.shape[0], BlackIs1=black)
    return shown(image(pdf, data, Name.DeviceGray, 1, packed, Filter=Name.CCITTFaxDecode, DecodeParms=parms))


@page
def inline_images(pdf: Pdf) -> Made:
    content = UNDER + b" q 80 0 0 50 10 5 cm BI /W 2 /H 1 /BPC 8 /CS /CMYK /F /AHx ID 00ff80c0ff000000> EI Q"
    return content + b" 0 0 0 1 k q 8 0 0 60 0 0 cm BI /W 1 /H 2 /IM true /F /AHx ID 8000> EI Q", {}


def _shaded(pdf: Pdf, kind: int, space: Any, coords: list[float], c0: list[float], c1: list[float], **more: Any) -> Any:
    function = Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=c0, C1=c1)
    new = Dictionary(ShadingType=kind, ColorSpace=space, Coords=coords, Function=function, **more)
    return pdf.make_indirect(new)


@page
def axial_shading(pdf: Pdf) -> Made:
    both = Array([True, True])
    shade = _shaded(pdf, 2, Name.DeviceCMYK, [10, 0, 90, 0], [0, 0.5, 1, 0], [1, 0.5, 0, 0.2], Extend=both)
    return b"0 0 0 .3 k 0 0 100 60 re f q 10 10 80 40 re W n /H sh Q", {"Shading": Dictionary(H=shade)}


@page
def shading_of_a_spot(pdf: Pdf) -> Made:
    parts = [Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=[low], C1=[1]) for low in (0, 0.2)]
    stitched = Dictionary(FunctionType=3, Domain=[0, 1], Bounds=[0.4], Encode=[0, 1, 1, 0], Functions=parts)
    shade = _shaded(pdf, 2, separation("Gold"), [10, 0, 90, 0], [0], [1])
    shade.Function = stitched
    return b"0 0 0 .3 k 0 0 100 60 re f q 10 10 80 40 re W n /H sh Q", {"Shading": Dictionary(H=shade)}


@page
def radial_pattern(pdf: Pdf) -> Made:
    coords = [50, 30, 5, 50, 30, 28]
    shade = _shaded(pdf, 3, Name.DeviceCMYK, coords, [0, 0.5, 1, 0], [1, 0.5, 0, 0.2], Extend=Array([True, False]))
    pattern = pdf.make_indirect(Dictionary(PatternType=2, Shading=shade))
    return b"0 0 0 .3 k 0 0 100 60 re f /Pattern cs /P scn 10 5 80 50 re f", {"Pattern": Dictionary(P=pattern)}


@page
def shading_by_a_program(pdf: Pdf) -> Made:
    program = Stream(pdf, b"{ 2 copy mul 0 }")
    program.FunctionType, program.Domain, program.Range = 4, Array([0, 1] * 2), Array([0, 1] * 4)
    shade = Dictionary(ShadingType=1, ColorSpace=Name.DeviceCMYK, Matrix=[80, 0, 0, 40, 10, 10])
    shade.Function = pdf.make_indirect(program)
    return b"/H sh", {"Shading": Dictionary(H=shade)}


def _mesh(pdf: Pdf, kind: int, data: bytes) -> Made:
    new = Stream(pdf, data)
    new.ShadingType, new.ColorSpace = kind, Name.DeviceCMYK
    new.BitsPerCoordinate = new.BitsPerComponent = new.BitsPerFlag = 8
    new.Decode = Array([10, 90, 10, 50, *[0, 1] * 4])
    return b"/H sh", {"Shading": Dictionary(H=pdf.make_indirect(new))}


@page
def triangles(pdf: Pdf) -> Made:
    corners = [(0, 0, (255, 0, 0, 0)), (255, 0, (0, 255, 0, 0)), (128, 255, (0, 0, 0, 255))]
    return _mesh(pdf, 4, b"".join(bytes([0, x, y, *colour]) for x, y, colour in corners))


@page
def patches(pdf: Pdf) -> Made:
    round_it = [
        (0, 0),
        (0, 80),
        (0, 160),
        (0, 255),
        (80, 255),
        (160, 255),
        (255, 255),
        (255, 160),
        (255, 80),
        (255, 0),
        (160, 0),
        (80, 0),
    ]
    colours = [(255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 0, 0, 255)]
    return _mesh(pdf, 6, bytes([0]) + b"".join(bytes(p) for p in [*round_it, *colours]))


def _cell(pdf: Pdf, content: bytes, paint: int, resources: Dictionary) -> Any:
    cell = Stream(pdf, content)
    cell.PatternType, cell.PaintType, cell.TilingType = 1, paint, 1
    cell.BBox, cell.XStep, cell.YStep, cell.Resources = Array([0, 0, 10, 10]), 10, 10, resources
    return pdf.make_indirect(cell)


@page
def tiles(pdf: Pdf) -> Made:
    spaces = Dictionary(ColorSpace=Dictionary(S=separation("Gold")))
    cell = _cell(pdf, b"0 .5 1 0 k 0 0 5 5 re f /S cs .8 scn 5 5 5 5 re f", 1, spaces)
    return b"1 0 0 0 k 0 0 50 60 re f /Pattern cs /P scn 10 10 80 50 re f", {"Pattern": Dictionary(P=cell)}


@page
def tiles_without_colour(pdf: Pdf) -> Made:
    cell = _cell(pdf, b"0 0 5 5 re f", 2, Dictionary())
    spaces = Dictionary(Q=Array([Name.Pattern, Name.DeviceCMYK]))
    content = b"1 0 0 0 k 0 0 50 60 re f /Q cs .2 .4 .6 .1 /P scn 10 10 80 50 re f"
    return content, {"Pattern": Dictionary(P=cell), "ColorSpace": spaces}


def _form(pdf: Pdf, content: bytes, **more: Any) -> Any:
    form = Stream(pdf, content)
    form.Type, form.Subtype, form.BBox, form.Resources = Name.XObject, Name.Form, Array([0, 0, 40, 40]), Dictionary()
    for key, value in more.items():
        form[f"/{key}"] = value
    return pdf.make_indirect(form)


@page
def form_takes_what_it_is_called_with(pdf: Pdf) -> Made:
    form = _form(pdf, b"0 0 20 20 re f 0 0 1 0 k 20 20 10 10 re f", Matrix=Array([1, 0, 0, 1, 10, 10]))
    content = b"1 0 0 0 k 0 0 50 60 re f 0 1 0 .2 k /F Do q 1 0 0 1 40 0 cm /G gs 0 0 0 1 k /F Do Q"
    return content, {"XObject": Dictionary(F=form), "ExtGState": OVER}


def _half(pdf: Pdf, **state: Any) -> Made:
    content = b".7 0 .5 0 k 0 0 50 60 re f /G gs .5 1 .7 .2 k 20 10 60 40 re f"
    return content, {"ExtGState": Dictionary(G=Dictionary(**state))}


@page
def see_through(pdf: Pdf) -> Made:
    return _half(pdf, ca=0.5, CA=0.5)


@page
def multiplied(pdf: Pdf) -> Made:
    return _half(pdf, BM=Name.Multiply)


@page
def darkened(pdf: Pdf) -> Made:
    return _half(pdf, BM=Name.Darken)


@page
def soft_mask(pdf: Pdf) -> Made:
    shade = _shaded(pdf, 2, Name.DeviceGray, [0, 0, 100, 0], [0], [1])
    form = _form(pdf, b"/H sh", Group=Dictionary(S=Name.Transparency, CS=Name.DeviceGray))
    form.BBox, form.Resources = Array([0, 0, 100, 60]), Dictionary(Shading=Dictionary(H=shade))
    return _half(pdf, SMask=Dictionary(S=Name.Luminosity, G=form))


@page
def group_see_through(pdf: Pdf) -> Made:
    group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK, I=True)
    form = _form(pdf, b"0 1 0 0 k 0 0 20 20 re f 0 0 1 0 k 10 10 20 20 re f", Group=group)
    content = b"1 0 0 0 k 0 0 50 60 re f /G gs q 1.5 0 0 1.5 20 5 cm /F Do Q"
    return content, {"XObject": Dictionary(F=form), "ExtGState": Dictionary(G=Dictionary(ca=0.5))}


@page
def drawn_letters(pdf: Pdf) -> Made:
    stencil = pdf.make_indirect(Stream(pdf, b"1000 0 0 0 800 800 d1 0 0 800 800 re f"))
    coloured = pdf.make_indirect(Stream(pdf, b"1000 0 d0 0 0 1 0 k 0 0 700 700 re f"))
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type3, FontBBox=[0, 0, 1000, 1000], FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
        FirstChar=65, LastChar=66, Widths=[1000, 1000], CharProcs=Dictionary(a=stencil, b=coloured), Resources=Dictionary(),
        Encoding=Dictionary(Type=Name.Encoding, Differences=[65, Name.a, Name.b]),
    )  # fmt: skip
    content = b"1 0 0 0 k 0 0 50 60 re f 0 1 0 0 k BT /T 30 Tf 15 15 Td (AB) Tj ET"
    return content + b" /G gs 0 0 0 1 k BT /T 10 Tf 15 45 Td (AAB) Tj ET", {"Font": Dictionary(T=font), "ExtGState": OVER}
