"""A PDF/A-1b twin of an X-1a file: the same pages under another name, for PDFBox's preflight, which judges PDF/A-1b only."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

from tests.conftest import ROOT

ICC = ROOT / "cardgen" / "icc" / "FOGRA39L_coated.icc"
PDFA = (
    '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">'
    "<pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description></rdf:RDF>"
)


def pdfa_twin(source: Path, to: Path) -> Path:
    """Writes the twin of `source` and gives its path.

    The output intent becomes PDF/A's (PDFBox refuses any other) and embeds a profile, as PDF/A knows no condition that is only
    named; PDF/X's keys go from Info and XMP; a font of two bytes a letter gets the list of its glyphs (CIDSet) that PDF/A-1
    asks for. Streams stay packed as they are, so that a filter that may not be is still seen.
    """
    with pikepdf.open(source) as pdf:
        assert "/OutputIntents" in pdf.Root, f"{source.name} has no output intent"
        intent = Dictionary(pdf.Root.OutputIntents[0])
        intent.S = Name.GTS_PDFA1
        if "/DestOutputProfile" not in intent:
            intent.DestOutputProfile = pdf.make_indirect(Stream(pdf, ICC.read_bytes(), N=4))
        pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
        xmp = pdf.Root.Metadata.read_bytes().decode()
        xmp = re.sub(r"<pdf:Trapped>.*?</pdf:Trapped>|<pdfx(id)?:GTS_\w+>.*?</pdfx(id)?:GTS_\w+>", "", xmp)
        xmp = re.sub(r"\s(pdf:Trapped|pdfx(id)?:GTS_\w+)=\"[^\"]*\"", "", xmp)  # where they are attributes
        assert xmp.count("</rdf:RDF>") == 1
        xmp = xmp.replace("</rdf:RDF>", PDFA)
        pdf.Root.Metadata = pdf.make_indirect(Stream(pdf, xmp.encode(), Type=Name.Metadata, Subtype=Name.XML))
        for key in ("/GTS_PDFXVersion", "/GTS_PDFXConformance", "/Trapped"):
            if key in pdf.docinfo:
                del pdf.docinfo[key]
        for font in [obj for obj in pdf.objects if isinstance(obj, Dictionary) and obj.get("/Subtype") == Name.CIDFontType2]:
            if "/CIDSet" not in font.FontDescriptor:
                font.FontDescriptor.CIDSet = pdf.make_indirect(Stream(pdf, b"\xff" * 8192))
        pdf.save(
            to,
            force_version="1.4",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            compress_streams=False,
            deterministic_id=True,
            fix_metadata_version=False,
        )
    return to
