"""Each clause of PDF/X-1a:2003 and PDF/X-4 broken once in a sound file: that is found, on its page, and nothing else."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from cardgen.findings import Refused
from cardgen.profile import load_profile
from cardgen.readback.document import opened
from tests.readback.twins import FOGRA39, XMP, Change, findings, picture, place, profile, sound

BOTH = ("X-1a:2003", "X-4")
X1A, X4 = BOTH
SPOT = "/New cs 1 scn 40 40 5 5 re f"


class Broken(NamedTuple):
    """A clause broken: what is found ("code: words"), by which standards, how a sound file is changed, how it is saved."""

    finds: str
    change: Change = lambda pdf: None
    standards: tuple[str, ...] = BOTH
    saved: dict[str, object] = {}  # noqa: RUF012


def icc(pdf: Pdf, n: int, data: bytes = b"") -> Array:
    return Array([Name.ICCBased, pdf.make_indirect(Stream(pdf, data or b"\0" * 16 + b"GRAY" + b"\0" * 108, N=n))])


def tint(pdf: Pdf, *full: float) -> Dictionary:
    return pdf.make_indirect(Dictionary(FunctionType=2, Domain=[0, 1], C0=[0] * len(full), C1=list(full), N=1))


def separation(pdf: Pdf, name: str, alternate: object = Name.DeviceCMYK, *full: float) -> Array:
    return Array([Name.Separation, Name(name), alternate, tint(pdf, *(full or (0, 1, 1, 0)))])


def form(pdf: Pdf, content: bytes, **more: object) -> Stream:
    return pdf.make_indirect(Stream(pdf, content, Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 50, 50], **more))


def space(value: object) -> Change:
    return lambda pdf: place(pdf, "/ColorSpace", value(pdf) if callable(value) else value, b"/New cs 1 0 0 scn 1 1 5 5 re f", 1)


def state(**entries: object) -> Change:
    return lambda pdf: place(pdf, "/ExtGState", Dictionary(**{k: v(pdf) if callable(v) else v for k, v in entries.items()}),
                             b"/New gs", 1)  # fmt: skip


def image(**entries: object) -> Change:
    def change(pdf: Pdf) -> None:
        own = {key: value(pdf) if callable(value) else value for key, value in entries.items()}
        place(pdf, "/XObject", pdf.make_indirect(picture(pdf, **own)), b"/New Do", 1)

    return change


def drawn(content: bytes) -> Change:
    return lambda pdf: pdf.pages[1].contents_add(b"q " + content + b" Q")


def in_form(pdf: Pdf) -> None:
    """RGB two forms deep, on the second page."""
    inner = form(pdf, b"0 1 0 RG 1 1 m 9 9 l S")
    place(pdf, "/XObject", form(pdf, b"/In Do", Resources=Dictionary(XObject=Dictionary(In=inner))), b"/New Do", 1)


def in_pattern(pdf: Pdf) -> None:
    entries = {"PatternType": 1, "PaintType": 1, "TilingType": 1, "BBox": [0, 0, 9, 9], "XStep": 9, "YStep": 9}
    own = pdf.make_indirect(Stream(pdf, b"1 0 0 rg 0 0 4 4 re f", **entries, Resources=Dictionary()))
    place(pdf, "/Pattern", own, b"/Pattern cs /New scn 1 1 20 20 re f", 1)


def in_glyph(pdf: Pdf) -> None:
    glyph = pdf.make_indirect(Stream(pdf, b"500 0 d0 1 0 0 rg 0 0 400 400 re f"))
    own = Dictionary(Type=Name.Font, Subtype=Name.Type3, FontBBox=[0, 0, 500, 500], FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
                     CharProcs=Dictionary(a=glyph), Encoding=Dictionary(Differences=[97, Name.a]), FirstChar=97, LastChar=97,
                     Widths=[500], Resources=Dictionary())  # fmt: skip
    place(pdf, "/Font", pdf.make_indirect(own), b"BT /New 9 Tf (a) Tj ET", 1)


def in_shading(pdf: Pdf) -> None:
    shade = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=[0, 0, 9, 9], Function=tint(pdf, 1, 0, 0))
    place(pdf, "/Shading", shade, b"/New sh", 1)


def in_shading_pattern(pdf: Pdf) -> None:
    shade = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=[0, 0, 9, 9], Function=tint(pdf, 1, 0, 0))
    place(pdf, "/Pattern", Dictionary(PatternType=2, Shading=shade), b"/Pattern cs /New scn 1 1 5 5 re f", 1)


def in_mask(pdf: Pdf) -> None:
    group = form(pdf, b"1 0 0 rg 0 0 9 9 re f", Group=Dictionary(S=Name.Transparency, CS=Name.DeviceGray))
    place(pdf, "/ExtGState", Dictionary(SMask=Dictionary(S=Name.Luminosity, G=group)), b"/New gs", 1)


def in_appearance(pdf: Pdf) -> None:
    """Outside the bleed, where an annotation may lie."""
    note = Dictionary(Type=Name.Annot, Subtype=Name.Stamp, Rect=[-40, -40, -10, -10], AP=Dictionary(N=form(pdf, b"1 0 0 rg f")))
    pdf.pages[1].obj.Annots = Array([pdf.make_indirect(note)])


def unused_font(pdf: Pdf) -> None:
    place(pdf, "/Font", Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica), b"", 1)


def not_embedded(pdf: Pdf) -> None:
    for own in pdf.objects:
        if isinstance(own, Dictionary) and "/FontFile2" in own:
            del own["/FontFile2"]


def font_file(change: Callable[[bytes], bytes]) -> Change:
    def changed(pdf: Pdf) -> None:
        for own in pdf.objects:
            if isinstance(own, Dictionary) and "/FontFile2" in own:
                own.FontFile2.write(change(own.FontFile2.read_bytes()))

    return changed


def font_name(name: str) -> Change:
    def changed(pdf: Pdf) -> None:
        for own in pdf.objects:
            if isinstance(own, Dictionary) and own.get("/Type") == "/Font":
                own.BaseFont = Name(name)

    return changed


def unused_space(value: object) -> Change:
    return lambda pdf: place(pdf, "/ColorSpace", value(pdf) if callable(value) else value, b"", 1)


def composite(pdf: Pdf) -> None:
    under = Dictionary(
        Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name.Ming, FontDescriptor=Dictionary(Type=Name.FontDescriptor)
    )
    own = Dictionary(
        Type=Name.Font, Subtype=Name.Type0, BaseFont=Name.Ming, Encoding=Name("/Identity-H"), DescendantFonts=[under]
    )
    place(pdf, "/Font", own, b"BT /New 9 Tf <0001> Tj ET", 1)


def without(*keys: str, page: int | None = 1) -> Change:
    def change(pdf: Pdf) -> None:
        for key in keys:
            del (pdf.Root if page is None else pdf.pages[page].obj)[key]

    return change


def on_page(**entries: object) -> Change:
    return lambda pdf: [pdf.pages[1].obj.__setitem__(f"/{k}", v) for k, v in entries.items()]


def in_root(**entries: object) -> Change:
    return lambda pdf: [pdf.Root.__setitem__(f"/{k}", v) for k, v in entries.items()]


def in_info(**entries: object) -> Change:
    return lambda pdf: [pdf.docinfo.__setitem__(f"/{k}", v) for k, v in entries.items()]


def no_info(key: str) -> Change:
    return lambda pdf: pdf.docinfo.__delitem__(key)


def intent(**entries: object) -> Change:
    def change(pdf: Pdf) -> None:
        for key, value in entries.items():
            pdf.Root.OutputIntents[0][f"/{key}"] = value(pdf) if callable(value) else value

    return change


def stream(data: bytes, **more: object) -> object:
    return lambda pdf: pdf.make_indirect(Stream(pdf, data, **more))


def xmp(old: str, new: str) -> Change:
    assert old in XMP
    return in_root_stream(XMP.replace(old, new).encode())


def in_root_stream(data: bytes) -> Change:
    return lambda pdf: pdf.Root.Metadata.write(data)


def annotation(**entries: object) -> Change:
    entries = {"Type": Name.Annot, "Subtype": Name.Link, "Rect": [40, 40, 60, 60], **entries}
    return lambda pdf: pdf.pages[1].obj.__setitem__("/Annots", Array([pdf.make_indirect(Dictionary(**entries))]))


def two_spots(one: str, other: str, *full: float) -> Change:
    def change(pdf: Pdf) -> None:
        pdf.pages[0].obj.Resources.ColorSpace = Dictionary(One=separation(pdf, one))
        pdf.pages[0].contents_add(b"/One cs 1 scn 40 40 5 5 re f")
        place(pdf, "/ColorSpace", separation(pdf, other, Name.DeviceCMYK, *full), SPOT.encode(), 1)

    return change


ATTACHED = Dictionary(Names=[String("a"), Dictionary(Type=Name.Filespec, F=String("a.txt"))])
INLINE = b"BI /W 2 /H 2 /BPC 8 /CS /%b ID " + b"EI (" + b"x" * 8 + b"\nEI"

BROKEN = {
    "header": Broken("wrong-version: its header names PDF 1.7", standards=(X1A,), saved={"force_version": "1.7"}),
    "header of 2.0": Broken("wrong-version: PDF 2.0", standards=(X4,), saved={"force_version": "2.0"}),
    "version in catalog": Broken("wrong-version: its catalog", in_root(Version=Name("/1.5")), (X1A,)),
    "no standard": Broken("no-standard: its Info", no_info("/GTS_PDFXVersion"), (X1A,)),
    "no standard in XMP": Broken("no-standard: its XMP", xmp("<q:GTS_PDFXVersion>PDF/X-4</q:GTS_PDFXVersion>", ""), (X4,)),
    "X-3": Broken("wrong-standard: PDF/X-3:2003", in_info(GTS_PDFXVersion=String("PDF/X-3:2003")), (X1A,)),
    "X-4p": Broken("wrong-standard: PDF/X-4p", xmp("PDF/X-4<", "PDF/X-4p<"), (X4,)),
    "no title": Broken("missing-metadata: lacks Title", no_info("/Title"), (X1A,)),
    "no date": Broken("missing-metadata: lacks ModDate", no_info("/ModDate"), (X1A,)),
    "a date that is none": Broken("missing-metadata: CreationDate is no date", in_info(CreationDate=String("today")), (X1A,)),
    "no title in XMP": Broken("missing-metadata: lacks dc:title", xmp("Two cards", ""), (X4,)),
    "no version in XMP": Broken("missing-metadata: lacks xmpMM:VersionID", xmp(' xmpMM:VersionID="1"', ""), (X4,)),
    "no document in XMP": Broken("missing-metadata: lacks xmpMM:DocumentID", xmp("xmpMM:DocumentID", "xmpMM:InstanceID"),
        (X4,)),
    "titles differ": Broken('metadata-disagrees: Title "Three"', in_info(Title=String("Three")), (X4,)),
    "dates differ": Broken("metadata-disagrees: CreationDate", in_info(CreationDate=String("D:20261129000000Z")), (X4,)),
    "trapping differs": Broken("metadata-disagrees: Trapped", in_info(Trapped=Name("/True")), (X4,)),
    "trapped unknown": Broken("trapped-unknown: Unknown", in_info(Trapped=Name.Unknown)),
    "trapped as text": Broken('trapped-unknown: /Trapped is the text "False", and not a name',
        in_info(Trapped=String("False"))),
    "XMP that breaks off": Broken("broken-metadata: its XMP is not well-formed XML", xmp("</rdf:RDF>", ""), (X4,)),
    "XMP outside of a description": Broken("broken-metadata: its XMP has properties that stand in no description",
        xmp("</rdf:Description>", "</rdf:Description><b>1</b>"), (X4,)),
    "trapped as Python's": Broken("trapped-unknown: False_", in_info(Trapped=Name("/False_"))),
    "not told whether trapped": Broken("trapped-unknown: does not say", no_info("/Trapped"), (X1A,)),
    "no intent": Broken("no-output-intent: no output intent", without("/OutputIntents", page=None)),
    "two intents": Broken("no-output-intent: 2 output intents",
        lambda pdf: pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0])),
    "another intent": Broken("no-output-intent", intent(S=Name.GTS_PDFA1)),
    "another condition": Broken('wrong-condition: "FOGRA51"', intent(OutputConditionIdentifier=String("FOGRA51"))),
    "no registry": Broken("wrong-condition: registry", lambda pdf: [pdf.Root.OutputIntents[0].__delitem__(key)
        for key in ("/DestOutputProfile", "/RegistryName")], (X1A,)),
    "no profile": Broken("no-output-profile", lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/DestOutputProfile"), (X4,)),
    "profile elsewhere": Broken("wrong-output-profile: not in the file",
        intent(DestOutputProfile=Dictionary(F=String("a.icc")))),
    "profile of a screen": Broken('wrong-output-profile: "mntr"',
        intent(DestOutputProfile=stream(FOGRA39.replace(b"prtr", b"mntr", 1), N=4))),
    "profile of RGB": Broken("wrong-output-profile: RGB", intent(DestOutputProfile=stream(FOGRA39.replace(b"CMYK", b"RGB ",
        1), N=4))),
    "profile of 3 channels": Broken("wrong-output-profile: the file says 3", intent(DestOutputProfile=stream(FOGRA39, N=3))),
    "profile cut off": Broken("wrong-output-profile: cannot be read", intent(DestOutputProfile=stream(FOGRA39[:5000], N=4))),
    "no trim": Broken("no-trim-box: page 2: it has no TrimBox", without("/TrimBox")),
    "trim and art": Broken("no-trim-box: page 2: ArtBox", on_page(ArtBox=[20, 20, 100, 100])),
    "trim over bleed": Broken("boxes-not-nested: page 2: its TrimBox", on_page(BleedBox=[20, 20, 100, 100])),
    "bleed over media": Broken("boxes-not-nested: page 2: its BleedBox", on_page(BleedBox=[-20, 0, 180, 260])),
    "trim is none": Broken("boxes-not-nested: page 2: TrimBox is no rectangle", on_page(TrimBox=[20, 20, 20, 100])),
    "cropped": Broken("crop-box: page 2", on_page(CropBox=[10, 10, 100, 100])),
    "cropped by the tree": Broken("crop-box: pages 1-2", lambda pdf: pdf.Root.Pages.__setitem__("/CropBox",
        Array([10, 10, 100, 100]))),
    "turned": Broken("turned-page: page 2: 90 degrees", on_page(Rotate=90)),
    "units": Broken("user-unit: page 2", on_page(UserUnit=2)),
    "font not embedded": Broken("font-not-embedded: EBGaramond", not_embedded),
    "font in resources alone": Broken('font-not-embedded: page 1: the font "Helvetica"', unused_font),
    "empty font": Broken('broken-font: page 1: EBGaramond: is empty', font_file(lambda data: b"")),
    "no font": Broken("broken-font: page 1: is no TrueType font", font_file(lambda data: b"not a font at all" * 40)),
    "font that breaks off": Broken("broken-font: page 1: breaks off", font_file(lambda data: data[: len(data) // 2])),
    "Courier": Broken("courier: page 1: Courier", font_name("/ABCDEF+CourierNewPSMT")),
    "composite font": Broken('font-not-embedded: page 2: the font "Ming"', composite),
    "fill": Broken("rgb-colour: page 2: a fill in the page", drawn(b"1 0 0 rg 1 1 5 5 re f")),
    "line": Broken("rgb-colour: page 2: a line in the page", drawn(b"(a (b) \\) c) Tj 1 0 0 RG")),
    "named space": Broken("rgb-colour: page 2: a fill in the page: the operator cs", drawn(b"/DeviceRGB cs 1 0 0 sc")),
    "two forms deep": Broken("rgb-colour: page 2: a line in a form", in_form),
    "pattern": Broken("rgb-colour: page 2: a fill in a pattern", in_pattern),
    "glyph": Broken("rgb-colour: page 2: a fill in a glyph", in_glyph),
    "shading": Broken("rgb-colour: page 2: a shading is in DeviceRGB", in_shading),
    "pattern of a shading": Broken("rgb-colour: page 2: a shading is in DeviceRGB", in_shading_pattern),
    "mask's group": Broken("rgb-colour: page 2: a fill in a soft mask", in_mask, (X4,)),
    "appearance": Broken("rgb-colour: page 2: a fill in an annotation's appearance", in_appearance),
    "picture": Broken("rgb-colour: page 2: an image of 4 x 4 px is in DeviceRGB", image(space=Name.DeviceRGB, n=3)),
    "palette": Broken("rgb-colour: page 2: an image of 4 x 4 px is Indexed over DeviceRGB",
        image(space=Array([Name.Indexed, Name.DeviceRGB, 1, String("abcdef")]))),
    "alternate": Broken('rgb-colour: page 2: the alternate of "Red" is in DeviceRGB',
        space(lambda pdf: separation(pdf, "/Red", Name.DeviceRGB, 1, 0, 0))),
    "DeviceN": Broken('rgb-colour: page 2: the alternate of "Red" and "Black" is in DeviceRGB', space(lambda pdf: Array(
        [Name.DeviceN, Array([Name.Red, Name.Black]), Name.DeviceRGB, tint(pdf, 1, 0, 0)]))),
    "CalRGB": Broken("rgb-colour: page 2: CalRGB", space(Array([Name.CalRGB, Dictionary(WhitePoint=[0.9, 1, 0.8])]))),
    "ICC of three": Broken("rgb-colour: page 2: ICCBased RGB", space(lambda pdf: icc(pdf, 3))),
    "ICC of RGB in one": Broken("rgb-colour: page 2: not of as many", space(lambda pdf: icc(pdf, 1, FOGRA39.replace(b"CMYK",
        b"RGB ")))),
    "default space": Broken("unused-rgb: page 2: a colour space that nothing is painted with is ICCBased RGB",
        lambda pdf: pdf.pages[1].obj.Resources.__setitem__("/ColorSpace",
        Dictionary(DefaultRGB=icc(pdf, 3)))),
    "inline": Broken("rgb-colour: page 2: an inline image of 2 x 2 px", drawn(INLINE % b"RGB")),
    "inline palette": Broken("rgb-colour: page 2: an inline image of 2 x 2 px",
        drawn(b"BI /W 2 /H 2 /BPC 8 /CS [/I /RGB 1 (\\)bcdef)] ID xxxx\nEI")),
    "page's group": Broken("rgb-colour: page 2: the page's group", on_page(Group=Dictionary(S=Name.Transparency,
        CS=Name.DeviceRGB)), (X4,)),
    "alternate picture": Broken("rgb-colour foreign-content", image(Alternates=lambda pdf: Array([Dictionary(
        Image=pdf.make_indirect(picture(pdf, 3, 3, Name.DeviceRGB, 3)))]))),
    "unused picture": Broken("unused-rgb: page 2: an image of 4 x 4 px that nothing draws is in DeviceRGB: take it out",
        lambda pdf: place(pdf, "/XObject",
        pdf.make_indirect(picture(pdf, 4, 4, Name.DeviceRGB, 3)), b"", 1)),
    "unused space": Broken("unused-rgb: page 2: a colour space that nothing is painted with is DeviceRGB",
        unused_space(Array([Name.DeviceRGB]))),
    "unused alternate": Broken('unused-rgb: page 2: the alternate of "Red", which nothing is painted with, is in DeviceRGB',
        unused_space(lambda pdf: separation(pdf, "/Red", Name.DeviceRGB, 1, 0, 0))),
    "unused Lab": Broken("unused-managed: page 2: a colour space that nothing is painted with is Lab", unused_space(
        Array([Name.Lab, Dictionary(WhitePoint=[0.9, 1, 0.8])])), (X1A,)),
    "unused form": Broken("unused-rgb: page 2: a fill in a form that nothing draws", lambda pdf: place(pdf, "/XObject",
        form(pdf, b"1 0 0 rg 1 1 5 5 re f"), b"", 1)),
    "Lab": Broken("managed-colour: page 2: Lab", space(Array([Name.Lab, Dictionary(WhitePoint=[0.9, 1, 0.8])])), (X1A,)),
    "ICC of grey": Broken("managed-colour: page 2: ICCBased Gray", space(lambda pdf: icc(pdf, 1)), (X1A,)),
    "ICC of the intent": Broken("managed-colour: page 2: ICCBased CMYK", space(lambda pdf: icc(pdf, 4, FOGRA39))),
    "alternate in Lab": Broken("managed-colour: page 2: Lab", space(lambda pdf: separation(
        pdf, "/Red", Array([Name.Lab, Dictionary(WhitePoint=[0.9, 1, 0.8])]), 50, 80, 60)), (X1A,)),
    "opacity": Broken("transparency: page 2: fills are 0.5 opaque", state(ca=0.5), (X1A,)),
    "lines' opacity": Broken("transparency: page 2: lines", state(CA=0.5), (X1A,)),
    "blending": Broken("transparency: page 2: Multiply", state(BM=Name.Multiply), (X1A,)),
    "blending of a list": Broken("transparency: page 2: Darken", state(BM=Array([Name.Normal, Name.Darken])), (X1A,)),
    "soft mask": Broken("transparency: page 2: an image of 4 x 4 px has a soft mask",
        image(SMask=lambda pdf: pdf.make_indirect(picture(pdf))), (X1A,)),
    "mask of a state": Broken("transparency: page 2: a graphics state has a soft mask", state(SMask=lambda pdf: Dictionary(
        S=Name.Alpha, G=form(pdf, b""))), (X1A,)),
    "group": Broken("transparency: page 2: the page's group", on_page(Group=Dictionary(S=Name.Transparency,
        CS=Name.DeviceCMYK)), (X1A,)),
    "group without a space": Broken("group-colour: page 2", on_page(Group=Dictionary(S=Name.Transparency)), (X4,)),
    "group of grey": Broken("group-colour: page 2: DeviceGray", on_page(Group=Dictionary(S=Name.Transparency,
        CS=Name.DeviceGray)), (X4,)),
    "LZW": Broken("forbidden-filter: page 2: an image of 4 x 4 px is packed with LZWDecode", lambda pdf: place(pdf, "/XObject",
        pdf.make_indirect(Stream(pdf, b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", Subtype=Name.Image, Width=4, Height=4,
        BitsPerComponent=8, ColorSpace=Name.DeviceGray, Filter=Name.LZWDecode)), b"/New Do", 1),
        saved={"compress_streams": False}),
    "inline LZW": Broken("forbidden-filter: page 2: inline", drawn(b"BI /W 1 /H 1 /BPC 8 /CS /G /F [/A85 /LZW] ID xx\nEI")),
    "JPEG 2000": Broken("forbidden-filter: page 2: JPXDecode", image(Filter=Name.JPXDecode), (X1A,)),
    "JBIG2": Broken("forbidden-filter: page 2: JBIG2Decode", image(Filter=Name.JBIG2Decode), (X1A,)),
    "JPEG 2000 of RGB": Broken("rgb-colour: page 2: JPEG 2000", lambda pdf: place(pdf, "/XObject", pdf.make_indirect(Stream(
        pdf, b"\0\0\0\x0fcolr\1\0\0\0\0\0\x10jp2c", Subtype=Name.Image, Width=4, Height=4, Filter=Name.JPXDecode)),
        b"/New Do", 1), (X4,)),
    "note": Broken("interactive: page 2, at 11.1, 69.8 mm: an annotation (Text)", annotation(Subtype=Name.Text)),
    "link outside": Broken("interactive: page 2", annotation(Rect=[-90, 0, -50, 20], A=Dictionary(S=Name.URI,
        URI=String("a")))),
    "opens with JavaScript": Broken("interactive: JavaScript", in_root(OpenAction=Dictionary(S=Name.JavaScript,
        JS=String("1")))),
    "JavaScript": Broken("interactive: JavaScript", in_root(Names=Dictionary(JavaScript=Dictionary(Names=[])))),
    "form to fill": Broken("interactive: form to fill in", in_root(AcroForm=Dictionary(Fields=[Dictionary(T=String("a"))]))),
    "page's actions": Broken("interactive: page 2", on_page(AA=Dictionary(O=Dictionary(S=Name.Named, N=Name.Print)))),
    "bookmark that acts": Broken("interactive: bookmark", lambda pdf: in_root(Outlines=Dictionary(Count=1,
        First=pdf.make_indirect(
        Dictionary(Title=String("a"), A=Dictionary(S=Name.Launch, F=String("a"))))))(pdf)),
    "attached": Broken("embedded-file", in_root(Names=Dictionary(EmbeddedFiles=ATTACHED))),
    "PostScript": Broken("foreign-content: page 2: PostScript", lambda pdf: place(pdf, "/XObject", pdf.make_indirect(
        Stream(pdf, b"showpage", Type=Name.XObject, Subtype=Name.PS)), b"/New Do", 1)),
    "OPI": Broken("foreign-content: page 2: OPI", image(OPI=Dictionary())),
    "a page of another file": Broken("foreign-content: page 2: Ref", lambda pdf: place(pdf, "/XObject",
        form(pdf, b"", Ref=Dictionary(F=String("a.pdf"), Page=0)), b"/New Do", 1)),
    "steps": Broken("foreign-content: page 2", on_page(PresSteps=Dictionary())),
    "plates": Broken("foreign-content: page 2", on_page(SeparationInfo=Dictionary(DeviceColorant=Name.Cyan))),
    "elsewhere": Broken("foreign-content: page 2: another file", image(F=String("a.raw"))),
    "transfer": Broken("transfer-curve: page 2: (TR)", state(TR=Name.Identity)),
    "transfer 2": Broken("transfer-curve: page 2: (TR2)", state(TR2=lambda pdf: tint(pdf, 1))),
    "screen's phase": Broken("halftone: page 2: HTP", state(HTP=Array([1, 1]))),
    "screen's name": Broken("halftone: page 2: HalftoneName", state(HT=Dictionary(HalftoneType=1, HalftoneName=String("a")))),
    "screen's type": Broken("halftone: page 2: type 6", state(HT=lambda pdf: Stream(pdf, b"a", HalftoneType=6, Width=1,
        Height=1))),
    "screen of a colorant": Broken("halftone: page 2: type 3", state(HT=Dictionary(HalftoneType=5,
        Cyan=Dictionary(HalftoneType=3)))),
    "layers": Broken("layers: PDF/X-1a has none", in_root(OCProperties=Dictionary(OCGs=[], D=Dictionary())), (X1A,)),
    "layers that switch": Broken("layers: /AS", in_root(OCProperties=Dictionary(OCGs=[], D=Dictionary(AS=[Dictionary()]))),
        (X4,)),
    "spot named as an ink": Broken('spots-alike: page 2: the spot "black " is named like the ink Black', space(
        lambda pdf: separation(pdf, "/black ", Name.DeviceCMYK, 0, 0, 0, 1))),
    "spot named as an ink in capitals": Broken('spots-alike: page 2: the spot "MAGENTA" is named like the ink Magenta', space(
        lambda pdf: separation(pdf, "/MAGENTA", Name.DeviceCMYK, 0, 1, 0, 0))),
    "spots alike": Broken('spots-alike: page 2: "PANTONE 185 C" and "Pantone 185 CVC"', two_spots("/PANTONE 185 C",
        "/Pantone 185 CVC")),
    "two alternates": Broken("two-alternates: page 2: CMYK 0/100/100/0 and as CMYK 0/50/100/0", two_spots("/Red", "/Red", 0,
        0.5, 1, 0)),
    "registration": Broken("registration-colour: page 2", space(lambda pdf: separation(pdf, "/All"))),
    "encrypted": Broken("encrypted-pdf", saved={"encryption": pikepdf.Encryption(owner="o", user="", R=4),
        "deterministic_id": None,
        "force_version": None}, standards=(X4,)),
}  # fmt: skip
CASES = [(name, standard) for name, broken in BROKEN.items() for standard in broken.standards]


@pytest.mark.parametrize("standard", BOTH)
def test_a_sound_file_has_no_findings(standard: str, tmp_path: Path) -> None:
    assert findings(sound(tmp_path / "twins.pdf", standard), profile(standard)) == []


@pytest.mark.parametrize(("name", "standard"), CASES)
def test_a_broken_clause_is_found_and_nothing_else(name: str, standard: str, tmp_path: Path) -> None:
    broken = BROKEN[name]
    found = findings(sound(tmp_path / "broken.pdf", standard, broken.change, **broken.saved), profile(standard))
    told = "\n".join(f.text() for f in found)
    codes, _, words = broken.finds.partition(": ")
    assert {f.code.name for f in found} == set(codes.split()), told
    for part in re.split(": ", words):
        assert part in told, told


def test_object_streams_are_none_of_pdf_1_4(tmp_path: Path) -> None:
    generate = {"object_stream_mode": pikepdf.ObjectStreamMode.generate, "force_version": "1.5"}
    path = sound(tmp_path / "packed.pdf", X1A, **generate)
    path.write_bytes(path.read_bytes().replace(b"%PDF-1.5", b"%PDF-1.4", 1))
    assert [f.code.name for f in findings(path, profile(X1A))] == ["object-streams"]


@pytest.mark.parametrize("standard", BOTH)
def test_a_trailer_without_an_identifier(standard: str, tmp_path: Path) -> None:
    path = sound(tmp_path / "anonymous.pdf", standard)
    path.write_bytes(path.read_bytes().replace(b"/ID [", b"/Id ["))
    assert [f.code.name for f in findings(path, profile(standard))] == ["no-file-id"]


def test_without_metadata_there_is_no_standard_either(tmp_path: Path) -> None:
    path = sound(tmp_path / "bare.pdf", X4, without("/Metadata", page=None))
    assert [f.code.name for f in findings(path, profile(X4))] == ["no-standard", "missing-metadata"]


def test_of_an_x4_without_xmp_one_finding_is_enough(tmp_path: Path) -> None:
    def change(pdf: Pdf) -> None:
        del pdf.Root.Metadata
        pdf.docinfo.GTS_PDFXVersion = String("PDF/X-4")

    assert [f.code.name for f in findings(sound(tmp_path / "info.pdf", X4, change), profile(X4))] == ["missing-metadata"]


def test_a_file_of_another_standard_is_told_so_once(tmp_path: Path) -> None:
    path = sound(tmp_path / "x4.pdf", X4)
    codes = {f.code.name for f in findings(path, profile(X1A))}
    assert codes == {"wrong-standard", "wrong-version", "object-streams"}


def test_what_is_in_the_file_and_behind_no_page_is_not_printed(tmp_path: Path) -> None:
    def orphans(pdf: Pdf) -> None:
        pdf.make_indirect(picture(pdf, 9, 9, Name.DeviceRGB, 3))
        pdf.Root.PieceInfo = Dictionary(Own=pdf.make_indirect(picture(pdf, 9, 9, Name.DeviceRGB, 3)))

    assert findings(sound(tmp_path / "orphan.pdf", X1A, orphans), profile(X1A)) == []


@pytest.mark.parametrize(
    "content",
    [
        b"(1 0 0 rg) Tj",
        b"% 1 0 0 rg\n",
        b"<31> Tj (a \\) ( 1 0 0 RG ) /DeviceRGB cs) Tj",
        b"/P <</A (rg) >> BDC EMC",
        INLINE % b"G",
    ],
)
def test_rgb_that_is_only_spelt_in_a_text_is_none(content: bytes, tmp_path: Path) -> None:
    assert findings(sound(tmp_path / "text.pdf", X1A, drawn(b"BT " + content + b" ET")), profile(X1A)) == []


def test_colours_that_x4_takes(tmp_path: Path) -> None:
    def change(pdf: Pdf) -> None:
        lab = Array([Name.Lab, Dictionary(WhitePoint=[0.9, 1, 0.8])])
        place(pdf, "/ColorSpace", separation(pdf, "/Red", lab, 50, 80, 60), SPOT.encode())
        place(pdf, "/ColorSpace", icc(pdf, 4), b"/New cs 1 0 0 0 scn 1 1 2 2 re f", 1)
        place(pdf, "/ExtGState", Dictionary(ca=0.5, BM=Name.Multiply, TR2=Name.Default, HT=Name.Default), b"/New gs", 1)
        place(pdf, "/XObject", pdf.make_indirect(picture(pdf, SMask=pdf.make_indirect(picture(pdf)))), b"/New Do", 1)

    assert findings(sound(tmp_path / "rich.pdf", X4, change), profile(X4)) == []


def test_a_press_of_four_inks_takes_no_spots(tmp_path: Path) -> None:
    path = sound(tmp_path / "spot.pdf")
    assert [f.text().split(": ", 1)[1].split("\n")[0] for f in findings(path, profile(spots=False))] == [
        'spots-not-taken: page 1: "Seal Red" is a plate of its own, and the press has four'
    ]


def test_what_is_cut_along_is_not_made_of_inks(tmp_path: Path) -> None:
    path = sound(tmp_path / "cut.pdf", change=space(lambda pdf: separation(pdf, "/CutContour")))
    (seal, cut) = findings(path, profile(spots=False))
    assert seal.hint == "make it of the four inks"
    assert '"CutContour" is a plate of its own' in cut.says
    assert cut.hint == "take it off the page, and send it as a file of its own"


@pytest.mark.parametrize(("own", "name", "told"), [
    ("longpack", "/Dieline", True), ("longpack", "/Die Cut Line", True), ("longpack", "/die-cut", False),
    ("longpack", "/Fold", False), ("longpack", "/Gold", False),
    ("shop-x1a", "/CutContour", False),  # no shop's name is known
])  # fmt: skip
def test_the_plate_of_a_knife_is_called_as_the_shop_calls_it(own: str, name: str, told: bool, tmp_path: Path) -> None:
    path = sound(tmp_path / "cut.pdf", X1A, space(lambda pdf: separation(pdf, name)))
    texts = [f.text() for f in findings(path, load_profile(own))]
    assert len(texts) == told
    if told:
        assert 'warning: plate-name: page 2: the shop calls the plate of its knife "die-cut"' in texts[0]
        assert f'this one is called "{name[1:]}"' in texts[0]


def test_of_one_space_on_two_pages_the_one_that_uses_it_is_named(tmp_path: Path) -> None:
    def change(pdf: Pdf) -> None:
        for n in (0, 1):
            pdf.pages[n].obj.Resources.ColorSpace = Dictionary(New=Array([Name.DeviceRGB]))
        pdf.pages[1].contents_add(b"/New cs 1 0 0 scn 1 1 5 5 re f")

    (found,) = findings(sound(tmp_path / "two.pdf", X1A, change), profile(X1A))
    assert "rgb-colour: page 2: a fill or a line is in DeviceRGB" in found.text()


def test_what_the_reader_says_is_a_finding_and_stands_on_no_terminal(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = sound(tmp_path / "tree.pdf", X1A)
    data = path.read_bytes()
    (kids,) = re.findall(rb"/Kids \[ ?([^]]*?) ?\]", data)
    second = kids.split(b" 0 R ")[1].removesuffix(b" 0 R")
    path.write_bytes(data.replace(kids, kids.replace(b" %b 0 R" % second, b" null".ljust(5 + len(second)))))
    texts = [f.text() for f in findings(path, profile(X1A))]
    assert any("damaged-pdf: the file is damaged: Pages tree includes non-dictionary object" in text for text in texts), texts
    assert capfd.readouterr() == ("", "")


def test_a_condition_may_be_named_by_the_registry_alone_in_x1a(tmp_path: Path) -> None:
    path = sound(tmp_path / "named.pdf", X1A, lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/DestOutputProfile"))
    assert findings(path, profile(X1A)) == []


def test_a_press_without_a_standard_asks_for_inks_boxes_and_fonts(tmp_path: Path) -> None:
    def change(pdf: Pdf) -> None:
        for broken in ("no intent", "no trim", "fill", "composite font", "JavaScript"):
            BROKEN[broken].change(pdf)

    found = findings(sound(tmp_path / "any.pdf", X4, change), profile(X4, standard="none"))
    assert {f.code.name for f in found} == {"no-trim-box", "rgb-colour", "font-not-embedded"}


def test_a_printer_at_home_asks_only_for_a_whole_file_and_its_fonts(tmp_path: Path) -> None:
    def change(pdf: Pdf) -> None:
        for broken in ("no intent", "no trim", "fill", "composite font", "JavaScript"):
            BROKEN[broken].change(pdf)

    found = findings(sound(tmp_path / "home.pdf", X4, change), load_profile("home-a4"))
    assert [f.code.name for f in found] == ["font-not-embedded"]
    assert findings(sound(tmp_path / "home.pdf", X4, unused_font), load_profile("home-a4")) == []


def test_a_fault_of_every_page_is_told_once(tmp_path: Path) -> None:
    def change(pdf: Pdf) -> None:
        for n in range(9):
            pdf.pages[n].contents_add(b"1 0 0 rg")

    (found,) = findings(sound(tmp_path / "many.pdf", X4, change, pages=9), profile(X4))
    assert "pages 1-9: a fill in the page is in DeviceRGB" in found.text()


# hostile and broken files


def test_a_file_that_is_no_pdf_or_asks_for_a_password_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.pdf"
    path.write_bytes(b"%PDF-1.4\nnothing")
    locked = sound(
        tmp_path / "locked.pdf", encryption=pikepdf.Encryption(owner="o", user="u"), deterministic_id=None, force_version=None
    )
    for own, code in ((path, "unreadable-pdf"), (locked, "encrypted-pdf")):
        with pytest.raises(Refused) as refused, opened(own, own.name):
            pass
        assert [f.code.name for f in refused.value.findings] == [code]


def test_a_file_that_breaks_off_is_damaged(tmp_path: Path) -> None:
    path = sound(tmp_path / "cut.pdf", X1A)
    path.write_bytes(path.read_bytes()[:-200])
    assert [f.code.name for f in findings(path, profile(X1A))] == ["damaged-pdf"]  # and not that it has no title


@pytest.mark.parametrize("broken", ["short", "garbled"])
def test_a_picture_that_is_not_whole_is_damaged(broken: str, tmp_path: Path) -> None:
    def change(pdf: Pdf) -> None:
        packed = zlib.compress(bytes(range(256)) * 64)
        own = picture(pdf, 128, 128)
        own.write(packed[:-30] if broken == "short" else packed[:50] + b"\xff" * 20 + packed[70:], filter=Name.FlateDecode)
        place(pdf, "/XObject", pdf.make_indirect(own), b"/New Do", 1)

    (found,) = findings(sound(tmp_path / "hole.pdf", X1A, change, compress_streams=False), profile(X1A))
    assert found.code.name == "damaged-pdf"
    assert "page 2: an image of 128 x 128 px breaks off" in found.text()


def loop_of_forms(pdf: Pdf) -> None:
    own = form(pdf, b"/New Do 1 0 0 rg")
    own.Resources = Dictionary(XObject=Dictionary(New=own), Pattern=Dictionary(New=own), Font=Dictionary(New=own),
                               ExtGState=Dictionary(New=Dictionary(SMask=Dictionary(G=own))))  # fmt: skip
    place(pdf, "/XObject", own, b"/New Do", 1)


def loop_of_spaces(pdf: Pdf) -> None:
    own = pdf.make_indirect(Array([Name.Indexed]))
    own.append(own)
    other = pdf.make_indirect(Array([Name.DeviceN, Array([Name.A] * 500)]))
    other.append(Name.DeviceRGB)
    other.append(other)
    other.append(Dictionary(Colorants=Dictionary(A=other, B=other), Process=Dictionary(ColorSpace=other)))
    place(pdf, "/ColorSpace", own, b"/New cs", 1)
    place(pdf, "/ColorSpace", other, b"/New cs", 0)


def loop_of_masks(pdf: Pdf) -> None:
    own = pdf.make_indirect(picture(pdf))
    own.SMask, own.Mask, own.Alternates = own, own, Array([Dictionary(Image=own)] * 50)
    place(pdf, "/XObject", own, b"/New Do", 1)


def loop_of_bookmarks(pdf: Pdf) -> None:
    own = pdf.make_indirect(Dictionary(Title=String("a")))
    own.Next, own.First = own, own
    pdf.Root.Outlines = Dictionary(First=own)


def wrong_kinds(pdf: Pdf) -> None:
    pdf.Root.OutputIntents, pdf.Root.Names, pdf.Root.OCProperties, pdf.Root.AcroForm = 3, Array([1]), String("a"), Name.A
    pdf.Root.Outlines, pdf.Root.Version, pdf.Root.OpenAction = 7, 1.5, 1
    page = pdf.pages[1].obj
    page.Group, page.Annots, page.Rotate, page.UserUnit = Name.A, Array([1, Dictionary(Rect=Name.A)]), String("a"), Name.A
    page.BleedBox, page.CropBox, page.ArtBox = Array([1, 2]), Array([Name.A] * 4), Dictionary()
    kinds = [
        1,
        String("a"),
        Name.A,
        Array([]),
        Array([1, 2]),
        Array([Name.Separation]),
        Array([Name.ICCBased, 1]),
        Dictionary(),
        True,
    ]
    for category in ("ColorSpace", "XObject", "Pattern", "Shading", "Font", "ExtGState"):
        page.Resources[f"/{category}"] = Dictionary({f"/K{n}": own for n, own in enumerate(kinds)})
    page.Resources.ExtGState.All = Dictionary(TR=1, TR2=Array([]), HT=1, SMask=1, BM=1, ca=Name.A, Font=1, HTP=1)
    names = b" ".join(b"/K%d %s" % (n, own) for n in range(len(kinds)) for own in (b"cs", b"Do", b"gs", b"sh", b"9 Tf"))
    pdf.pages[1].contents_add(names + b" /All gs BI /W /H ID BI /W 99999999999999999999 /CS [/I [/I ID (((( << EI")


def wrong_tables(pdf: Pdf) -> None:
    pdf.pages[1].obj.Resources = Name.A
    pdf.pages[1].obj.Contents = Array([1, Name.A, Array([])])
    pdf.trailer.Info = Array([1])
    pdf.trailer.ID = Array([1, 2])


def legacy_names(pdf: Pdf) -> None:
    pdf.pages[1].obj.Resources.ColorSpace = pikepdf.Object.parse(b"<< /#e9#ff [/Separation /Gr#fcn /DeviceRGB 1] >>")
    pdf.pages[1].contents_add(b"/#e9\xff cs 1 scn")


ENTITIES = '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'
HOSTILE = {
    "forms": (loop_of_forms, "rgb-colour"),
    "spaces": (loop_of_spaces, "rgb-colour"),
    "masks": (loop_of_masks, "foreign-content"),
    "bookmarks": (loop_of_bookmarks, ""),
    "kinds": (wrong_kinds, "no-output-intent"),
    "tables": (wrong_tables, "damaged-pdf"),
    "names": (legacy_names, "rgb-colour"),
    "entities": (in_root_stream(b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'), "broken-metadata"),
    "entities in UTF-16": (in_root_stream(ENTITIES.encode("utf-16")), "broken-metadata"),
    "metadata that is none": (in_root_stream(b"\xff\x00<<<"), "broken-metadata"),
    "deep metadata": (in_root_stream(b"<a>" * 100_000 + b"</a>" * 100_000), "missing-metadata"),
    "endless content": (lambda pdf: pdf.pages[1].obj.__setitem__("/Contents", pdf.make_indirect(
        Stream(pdf, zlib.compress(b" " * 70_000_000, 1), Filter=Name.FlateDecode))), "damaged-pdf"),
    "a font of many glyphs": (font_file(lambda data: b"\1\0\4\1" + b"\xff" * 5000), "broken-font"),
    "many brackets": (drawn(b"BI " + b"[" * 50_000 + b"(" * 50_000 + b"<" * 50_000), ""),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_gives_findings_and_ends(name: str, tmp_path: Path) -> None:
    change, code = HOSTILE[name]
    path = sound(tmp_path / "hostile.pdf", X4, change, compress_streams=False)
    found = findings(path, profile(X4))
    assert code in {f.code.name for f in found} or not code
    for own in found:
        own.text().encode()  # it can be printed
    findings(path, profile(X1A))
