"""Two sound PDFs, PDF/X-1a:2003 and PDF/X-4, drawn by ReportLab and finished with pikepdf, for one clause to be broken."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String
from reportlab.lib.colors import CMYKColor, CMYKColorSep
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cardgen.findings import Finding
from cardgen.profile import ICC, Profile, load_profile
from cardgen.readback.clauses.file import check_clauses
from cardgen.readback.document import opened
from cardgen.readback.fault import told
from tests.conftest import ROOT

PROFILE = {"X-1a:2003": "shop-x1a", "X-4": "shop"}
FOGRA39 = (ICC / "FOGRA39L_coated.icc").read_bytes()
XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:q="http://www.npes.org/pdfx/ns/id/"
 pdf:Trapped="False" xmpMM:VersionID="1" xmpMM:RenditionClass="default">
<d:title><rdf:Alt><rdf:li xml:lang="x-default">Two cards</rdf:li></rdf:Alt></d:title>
<xmp:CreateDate>2026-11-30T01:00:00+01:00</xmp:CreateDate><xmp:ModifyDate>2026-11-30T00:00:00Z</xmp:ModifyDate>
<xmp:MetadataDate>2026-11-30T00:00:00Z</xmp:MetadataDate><xmpMM:DocumentID>uuid:1</xmpMM:DocumentID>
<q:GTS_PDFXVersion>PDF/X-4</q:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""

Change = Callable[[pikepdf.Pdf], object]


@cache
def _drawn(pages: int, trim: tuple[float, float], bleed: float, labels: tuple[str, ...]) -> bytes:
    pdfmetrics.registerFont(TTFont("Sound", str(ROOT / "fonts" / "EBGaramond-Medium.ttf")))
    out = BytesIO()
    w, h, b = (trim[0] + 2 * bleed) * mm, (trim[1] + 2 * bleed) * mm, bleed * mm
    c = Canvas(out, pagesize=(w, h), pdfVersion=(1, 4), invariant=1, initialFontName="Sound",
               trimBox=(b, b, w - b, h - b), bleedBox=(0, 0, w, h))  # fmt: skip
    c.beginForm("seal", 0, 0, 20, 20)
    c.setFillColor(CMYKColorSep(0, 0.95, 0.9, 0.05, spotName="Seal Red"))
    c.rect(0, 0, 20, 20, stroke=0, fill=1)
    resources = pdfdoc.PDFResourceDictionary()
    resources.setColorSpace(c._colorsUsed)
    c.endForm(Resources=resources)
    for n in range(pages):
        c.setFillColor(CMYKColor(0.03, 0.05, 0.15, 0))
        c.rect(0, 0, w, h, stroke=0, fill=1)
        c.setFillColor(CMYKColor(0, 0, 0, 1))
        c.setFont("Sound", 9)
        c.drawString(30, 60, f"rg RG BI (cs) {n}")
        c.doForm("seal")
        c.addPageLabel(n, prefix=labels[n] if labels else None) if labels else None
        c.showPage()
    c.save()
    return out.getvalue()


def picture(pdf: pikepdf.Pdf, w: int = 4, h: int = 4, space: object = Name.DeviceGray, n: int = 1, **more: object) -> Stream:
    """An image that is not yet placed."""
    entries = {"Type": Name.XObject, "Subtype": Name.Image, "Width": w, "Height": h, "BitsPerComponent": 8, "ColorSpace": space}
    return Stream(pdf, b"\x7f" * (w * h * n), **{k: v for k, v in {**entries, **more}.items() if v is not None})


def place(pdf: pikepdf.Pdf, category: str, obj: object, draw: bytes, page: int = 0) -> None:
    """Put a resource "/New" on a page, and add to its content what draws with it."""
    resources = pdf.pages[page].obj.Resources
    if category not in resources:
        resources[category] = Dictionary()
    resources[category]["/New"] = obj
    pdf.pages[page].contents_add(b"q " + draw + b" Q")


def sound(
    path: Path,
    standard: str = "X-4",
    change: Change = lambda pdf: None,
    *,
    pages: int = 2,
    trim: tuple[float, float] = (63, 88),
    bleed: float = 3,
    labels: tuple[str, ...] = (),
    **saved: object,
) -> Path:
    """A sound PDF of that standard, changed before it is saved (with `saved` as pikepdf's options of saving)."""
    x4 = standard == "X-4"
    with pikepdf.open(BytesIO(_drawn(pages, trim, bleed, labels))) as pdf:
        info = pdf.docinfo
        for key in list(info.keys()):
            del info[key]
        info.Title, info.Trapped = String("Two cards"), Name("/False")
        info.CreationDate = info.ModDate = String("D:20261130000000Z")
        if not x4:
            info.GTS_PDFXVersion = String("PDF/X-1a:2003")
        intent = Dictionary(Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=String("FOGRA39"))
        intent.Info, intent.RegistryName = String("Coated FOGRA39"), String("http://www.color.org")
        intent.DestOutputProfile = pdf.make_indirect(Stream(pdf, FOGRA39, N=4))
        pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
        if x4:
            pdf.Root.Metadata = pdf.make_indirect(Stream(pdf, XMP.encode(), Type=Name.Metadata, Subtype=Name.XML))
        for key in ("/Outlines", "/PageMode"):
            if key in pdf.Root:
                del pdf.Root[key]
        change(pdf)
        mode = pikepdf.ObjectStreamMode.generate if x4 else pikepdf.ObjectStreamMode.disable
        options = {"deterministic_id": True, "force_version": "1.6" if x4 else "1.4", "object_stream_mode": mode,
                   "fix_metadata_version": False, **saved}  # fmt: skip
        pdf.save(path, **{k: v for k, v in options.items() if v is not None})
    return path


def profile(standard: str = "X-4", /, **press: object) -> Profile:
    """The house's profile of that standard, with entries of its press changed."""
    own = load_profile(PROFILE[standard])
    assert own.press
    return own.model_copy(update={"press": own.press.model_copy(update=press)})


def findings(path: Path, own: Profile) -> list[Finding]:
    with opened(path, path.name) as document:
        return list(told(list(check_clauses(document, own)), document, path.name))
