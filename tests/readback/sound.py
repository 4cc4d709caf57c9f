"""Sound files to be read back: what a prepress operator would pass, made object by object with pikepdf, never by cardgen.

A poker card of two pages, "wolf front" and "wolf back". What the faults of `tests/readback/faulty.py` spoil is one of these.
"""

from __future__ import annotations

import string
import zlib
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from tests.conftest import ROOT

MM = 72 / 25.4
ICC = (ROOT / "cardgen" / "icc" / "FOGRA39L_coated.icc").read_bytes()
TYPEFACE = ROOT / "fonts" / "EBGaramond-Medium.ttf"
LETTERS = string.ascii_letters + " .,"
SEAL = [0, 0.95, 0.9, 0.05]
DATE, XMP_DATE = "D:20250101000000+00'00'", "2025-01-01T00:00:00+00:00"
VERSION = {"X-1a:2003": "PDF/X-1a:2003", "X-4": "PDF/X-4"}


class Recipe(NamedTuple):
    """How a card is printed: standard, condition (its profile within or only named), trim and bleed in mm, what is on it."""

    standard: str = "X-1a:2003"
    condition: str = "FOGRA39"
    icc: bool = True
    trim: tuple[float, float] = (63.5, 88.9)
    bleed: float = 3.0
    margin: float = 0.0
    sides: tuple[str, str] = ("front", "back")
    spots: bool = True
    live: bool = True
    dieline: bool = False
    tint: bool = True
    rich: str = "0.4 0 0 1"

    @property
    def media(self) -> tuple[float, float]:
        """The media box's sides in points."""
        return tuple((side + 2 * (self.bleed + self.margin)) * MM for side in self.trim)  # type: ignore[return-value]


# --- parts ------------------------------------------------------------------------------------------------------------------


@lru_cache
def typeface() -> bytes:
    """Latin letters of EB Garamond as a TrueType file."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(TYPEFACE, recalcTimestamp=False)
    options = Options(layout_features=[], hinting=False, name_IDs=[1, 2, 3, 4, 5, 6], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    out = BytesIO()
    font.save(out)
    return out.getvalue()


@lru_cache
def _metrics() -> tuple[dict[str, int], dict[str, int], int]:
    """Of each letter its width (1000 to the em) and its glyph's number; units to the em."""
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(typeface()))
    em, names = font["head"].unitsPerEm, font.getBestCmap()
    widths = {c: round(font["hmtx"][names[ord(c)]][0] * 1000 / em) for c in LETTERS}
    return widths, {c: font.getGlyphID(names[ord(c)]) for c in LETTERS}, em


def outlines(text: str, x: float, y: float, size: float) -> str:
    """The text as paths, filled; its baseline begins at that point (pt)."""
    from fontTools.pens.basePen import BasePen
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(typeface()))
    glyphs, names, out = font.getGlyphSet(), font.getBestCmap(), []
    scale = size / font["head"].unitsPerEm

    class Pen(BasePen):  # type: ignore[misc]
        def _at(self, *points: tuple[float, float]) -> str:
            return " ".join(f"{x + px * scale:.3f} {y + py * scale:.3f}" for px, py in points)

        def _moveTo(self, p: Any) -> None:
            out.append(f"{self._at(p)} m")

        def _lineTo(self, p: Any) -> None:
            out.append(f"{self._at(p)} l")

        def _curveToOne(self, a: Any, b: Any, c: Any) -> None:
            out.append(f"{self._at(a, b, c)} c")

        def _closePath(self) -> None:
            out.append("h")

    for c in text:
        glyphs[names[ord(c)]].draw(Pen(glyphs))
        x += glyphs[names[ord(c)]].width * scale
    return "\n".join(out) + " f"


def _descriptor(pdf: pikepdf.Pdf) -> pikepdf.Object:
    data = typeface()
    file = pdf.make_indirect(Stream(pdf, data, Length1=len(data)))
    return pdf.make_indirect(
        Dictionary(
            Type=Name.FontDescriptor,
            FontName=Name("/AAAAAA+EBGaramond-Medium"),
            Flags=32,
            FontBBox=Array([-300, -300, 1100, 950]),
            ItalicAngle=0,
            Ascent=950,
            Descent=-300,
            CapHeight=650,
            StemV=80,
            FontFile2=file,
        )
    )


def font(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """A TrueType font of one byte a letter, embedded."""
    widths = _metrics()[0]
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.TrueType,
            BaseFont=Name("/AAAAAA+EBGaramond-Medium"),
            Encoding=Name.WinAnsiEncoding,
            FirstChar=32,
            LastChar=122,
            Widths=Array([widths.get(chr(c), 0) for c in range(32, 123)]),
            FontDescriptor=_descriptor(pdf),
        )
    )


def wide_font(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """The same face as a font of two bytes a letter, which are its glyphs' numbers."""
    widths, glyphs, _ = _metrics()
    descriptor = _descriptor(pdf)
    descriptor.Flags = 4
    ordered = sorted((n, widths[c]) for c, n in glyphs.items())
    inner = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=Name("/AAAAAA+EBGaramond-Medium"),
        CIDToGIDMap=Name.Identity,
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
        FontDescriptor=descriptor,
        W=Array([value for n, w in ordered for value in (n, Array([w]))]),
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=Name("/AAAAAA+EBGaramond-Medium"),
            Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(inner)]),
        )
    )


def wide(text: str) -> str:
    """The text as that font has it: a string of hexadecimal digits."""
    return "<" + "".join(f"{_metrics()[1][c]:04x}" for c in text) + ">"


def separation(pdf: pikepdf.Pdf, name: str, full: list[float], space: Name = Name.DeviceCMYK) -> pikepdf.Object:
    """A spot ink's colour space, with what stands for it where it has no plate."""
    tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0] * len(full)), C1=Array(full), N=1)
    return pdf.make_indirect(Array([Name.Separation, Name("/" + name), space, tint]))


def picture(
    pdf: pikepdf.Pdf, width: int, height: int, data: bytes, space: Any = Name.DeviceGray, **more: Any
) -> pikepdf.Object:
    """A picture of eight bits, deflated; `more` are further entries."""
    keys: dict[str, Any] = {"BitsPerComponent": 8, "ColorSpace": space, "Filter": Name.FlateDecode, **more}
    return pdf.make_indirect(
        Stream(pdf, zlib.compress(data, 9), Type=Name.XObject, Subtype=Name.Image, Width=width, Height=height, **keys)
    )


def mask(pdf: pikepdf.Pdf, side: int) -> pikepdf.Object:
    """A stencil: a square of rings, one bit a pixel."""
    row = (side + 7) // 8
    data = bytes(0xF0 if (min(x * 8, y, side - x * 8, side - y) // 12) % 2 else 0x3C for y in range(side) for x in range(row))
    return pdf.make_indirect(
        Stream(
            pdf,
            zlib.compress(data, 9),
            Type=Name.XObject,
            Subtype=Name.Image,
            Width=side,
            Height=side,
            ImageMask=True,
            BitsPerComponent=1,
            Filter=Name.FlateDecode,
        )
    )


def art(side: int) -> bytes:
    """A picture in grey, lighter than 200 of 255 nowhere, as coarse steps that pack well."""
    return bytes(40 + (x // 16 * 11 + y // 16 * 7) % 160 for y in range(side) for x in range(side))


def form(pdf: pikepdf.Pdf, w: float, h: float, content: str | bytes, **resources: Any) -> pikepdf.Object:
    """A form XObject of that size (pt) with its resources (ExtGState={"On": ...})."""
    data = content.encode("latin-1") if isinstance(content, str) else content
    return pdf.make_indirect(
        Stream(
            pdf,
            data,
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=Array([0, 0, w, h]),
            Resources=resources_of(resources),
        )
    )


def resources_of(groups: dict[str, Any]) -> pikepdf.Dictionary:
    return Dictionary({f"/{g}": Dictionary({f"/{k}": v for k, v in entries.items()}) for g, entries in groups.items()})


def overprint(pdf: pikepdf.Pdf, on: bool = True) -> pikepdf.Object:
    return pdf.make_indirect(Dictionary(Type=Name.ExtGState, OP=on, op=on, OPM=int(on)))


def at(recipe: Recipe, x: float, y: float) -> tuple[float, float]:
    """A point in mm from the trim's lower left corner, in points of the page."""
    edge = recipe.bleed + recipe.margin
    return (x + edge) * MM, (y + edge) * MM


def placed(recipe: Recipe, x: float, y: float, w: float, h: float, name: str) -> str:
    """A form or an image on the unit square, drawn on that rectangle (mm from the trim's lower left corner)."""
    px, py = at(recipe, x, y)
    return f"q {w * MM:.4f} 0 0 {h * MM:.4f} {px:.4f} {py:.4f} cm /{name} Do Q\n"


def rect(recipe: Recipe, x: float, y: float, w: float, h: float) -> str:
    px, py = at(recipe, x, y)
    return f"{px:.4f} {py:.4f} {w * MM:.4f} {h * MM:.4f} re"


def type_(recipe: Recipe, text: str, x: float, y: float, size: float, live: bool = True) -> str:
    """A line of type in the font F1 (or as outlines), in the colour that is set."""
    px, py = at(recipe, x, y)
    return f"BT /F1 {size:g} Tf {px:.4f} {py:.4f} Td ({text}) Tj ET" if live else outlines(text, px, py, size)


# --- a card -----------------------------------------------------------------------------------------------------------------


def card(recipe: Recipe) -> bytes:
    """The whole file. Nothing lies nearer than 5 mm to the trim but the ground, which runs through the bleed. What is right of
    32 mm between 45 and 80 mm up is left free but for the ground: faults are put there.
    """
    pdf = pikepdf.new()
    w, h = recipe.media
    edge = recipe.margin * MM
    inks = {"Seal": separation(pdf, "Seal Red", SEAL)} if recipe.spots else {}
    stamp = 12 * MM
    colour = "/Seal cs 1 scn" if recipe.spots else "0 0.95 0.9 0.05 k"
    seal = form(
        pdf,
        stamp,
        stamp,
        f"{colour} 0 0 {stamp:.3f} {stamp:.3f} re f 0 0 0 0 k 9 9 {stamp - 18:.3f} {stamp - 18:.3f} re f",
        ColorSpace=inks,
    )
    grey = form(pdf, 1, 1, "q 1 0 0 1 0 0 cm /Im Do Q", XObject={"Im": picture(pdf, 240, 240, art(240))})
    face = font(pdf) if recipe.live else None
    stencil, on = mask(pdf, 264), overprint(pdf)
    line = separation(pdf, "Dieline", [0, 1, 0, 0]) if recipe.dieline else None
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Dieline"))) if recipe.dieline else None
    for side in recipe.sides:
        content = ""
        if recipe.tint:
            content += f"q 0.03 0.05 0.15 0 k {edge:.4f} {edge:.4f} {w - 2 * edge:.4f} {h - 2 * edge:.4f} re f Q\n"
        content += placed(recipe, 8, 55, 20, 20, "Art")
        content += f"q /On gs 0 0 0 1 K 0.5 w {rect(recipe, 8, 55, 20, 20)} S Q\n"
        words = ("Reach out and strike", "Step back, then turn.") if side == "front" else ("The wolf", "waits in the snow.")
        for n, text in enumerate(words):
            content += f"q /On gs 0 0 0 1 k {type_(recipe, text, 8, 40 - 5 * n, 8, recipe.live)} Q\n"
        content += f"q /On gs 0 0 0 1 k {placed(recipe, 8, 8, 8, 8, 'Mask')} Q\n"
        sx, sy = at(recipe, 44, 8)
        content += f"q 1 0 0 1 {sx:.4f} {sy:.4f} cm /Stamp Do Q\n"
        if side == "back":
            content += f"q {recipe.rich} k {rect(recipe, 20, 8, 20, 16)} f Q\n"
        groups: dict[str, Any] = {"XObject": {"Art": grey, "Mask": stencil, "Stamp": seal}, "ExtGState": {"On": on}}
        if face is not None:
            groups["Font"] = {"F1": face}
        if line is not None:
            groups |= {"ColorSpace": {"Die": line}, "Properties": {"Layer": layer}}
            cut = rect(recipe, 0, 0, *recipe.trim)
            content += f"/OC /Layer BDC q /On gs /Die CS 1 SCN 0.5 w {cut} S Q EMC\n"
        add_page(pdf, recipe, content, resources_of(groups))
    if layer is not None:
        default = Dictionary(Name=String("Default"), Order=Array([layer]), ON=Array([layer]))
        pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=default)
    return finished(pdf, recipe)


def add_page(pdf: pikepdf.Pdf, recipe: Recipe, content: str, resources: pikepdf.Dictionary) -> None:
    w, h = recipe.media
    inner, trim = recipe.margin * MM, (recipe.margin + recipe.bleed) * MM
    page = Dictionary(
        Type=Name.Page,
        MediaBox=Array(_r(0, 0, w, h)),
        BleedBox=Array(_r(inner, inner, w - inner, h - inner)),
        TrimBox=Array(_r(trim, trim, w - trim, h - trim)),
        Resources=resources,
        Contents=pdf.make_stream(content.encode("latin-1")),
    )
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))


def _r(*values: float) -> list[float]:
    return [round(v, 4) for v in values]


def finished(pdf: pikepdf.Pdf, recipe: Recipe, label: Callable[[str], str] = "wolf {}".format) -> bytes:
    """Identified as its standard asks: Info, XMP, output intent, labels of pages; then written."""
    pdf.Root.PageLabels = Dictionary(
        Nums=Array([v for n, side in enumerate(recipe.sides) for v in (n, Dictionary(P=String(label(side))))])
    )
    info = pdf.docinfo
    info.Title, info.Creator, info.Producer = String("Wolf"), String("a test"), String("pikepdf")
    info.CreationDate, info.ModDate, info.Trapped = String(DATE), String(DATE), Name("/False")
    info.GTS_PDFXVersion = String(VERSION[recipe.standard])
    meta = Stream(pdf, xmp(recipe.standard).encode(), Type=Name.Metadata, Subtype=Name.XML)
    pdf.Root.Metadata = pdf.make_indirect(meta)
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(recipe.condition),
        RegistryName=String("http://www.color.org"),
        OutputCondition=String("Offset, coated"),
        Info=String(recipe.condition),
    )
    if recipe.icc:
        intent.DestOutputProfile = pdf.make_indirect(Stream(pdf, ICC, N=4, Alternate=Name.DeviceCMYK))
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
    return saved(pdf, recipe.standard)


def xmp(standard: str) -> str:
    key = "pdfxid:GTS_PDFXVersion" if standard == "X-4" else "pdfx:GTS_PDFXVersion"
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Wolf</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>{XMP_DATE}</xmp:CreateDate><xmp:ModifyDate>{XMP_DATE}</xmp:ModifyDate>
<xmp:MetadataDate>{XMP_DATE}</xmp:MetadataDate><xmp:CreatorTool>a test</xmp:CreatorTool>
<xmpMM:DocumentID>uuid:6f1d3c1e-0000-4000-8000-000000000001</xmpMM:DocumentID>
<xmpMM:InstanceID>uuid:6f1d3c1e-0000-4000-8000-000000000002</xmpMM:InstanceID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass><xmpMM:VersionID>1</xmpMM:VersionID>
<pdf:Producer>pikepdf</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<{key}>{VERSION[standard]}</{key}>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


def saved(pdf: pikepdf.Pdf, standard: str, **more: Any) -> bytes:
    """The file's bytes: PDF 1.4 without object streams for X-1a, PDF 1.6 with them for X-4; the same every time."""
    mode = pikepdf.ObjectStreamMode.generate if standard == "X-4" else pikepdf.ObjectStreamMode.disable
    options: dict[str, Any] = {
        "force_version": "1.6" if standard == "X-4" else "1.4",
        "object_stream_mode": mode,
        "deterministic_id": True,
        "compress_streams": True,
        "fix_metadata_version": False,
        **more,
    }
    out = BytesIO()
    pdf.save(out, **options)
    return out.getvalue()


X1A = Recipe()
X4 = Recipe(standard="X-4", dieline=True)
DRIVETHRU = Recipe(condition="CGATS TR 001", icc=False, bleed=3.175, sides=("back", "front"), spots=False, rich="0.6 0.4 0.4 1")
MBPRINT = Recipe(spots=False, live=False, rich="0.3 0.3 0 1")


@lru_cache
def twin(name: str) -> bytes:
    """The sound file that is judged for that profile."""
    return card({"shop": X4, "drivethrucards": DRIVETHRU, "mbprint": MBPRINT}.get(name, X1A))
