"""What makes a PDF a PDF/X (ISO 15930): who says it is, for which printing condition, with which metadata."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID
from xml.sax.saxutils import escape

from cardgen.profile import Press

PRODUCER = "ReportLab"
REGISTRY = "http://www.color.org"
"""Who keeps the names of printing conditions: the ICC's characterization data registry (ISO 15930-4, 6.4)."""
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate><xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
<xmpMM:DocumentID>uuid:{document}</xmpMM:DocumentID><xmpMM:InstanceID>uuid:{instance}</xmpMM:InstanceID>
<xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>{producer}</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
{claim}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class Words(NamedTuple):
    """What a file says of itself: its title, who made it, the data's date (YYYY-MM-DD, which takes the clock's place)."""

    title: str
    creator: str
    date: str


def version(press: Press | None) -> tuple[int, int]:
    """The PDF version to write: 1.4 is PDF/X-1a:2003's (ISO 15930-4), 1.6 PDF/X-4's (ISO 15930-7)."""
    return (1, 4) if press and press.standard == "X-1a:2003" else (1, 6)


def info(words: Words, press: Press | None, string: Callable[[str], bytes]) -> bytes:
    """The Info dictionary; `string` writes a text as PDF does. Trapped is a name, and may not be Unknown (ISO 15930)."""
    date = f"(D:{words.date.replace('-', '')}000000+00'00')".encode()
    out = b"<< /Title %b /Creator %b /Producer %b /CreationDate %b /ModDate %b /Trapped /False" % (
        string(words.title),
        string(words.creator),
        string(PRODUCER),
        date,
        date,
    )
    if press and press.standard != "none":
        out += b" /GTS_PDFXVersion (PDF/%b)" % press.standard.encode()
    return out + b" >>"


def intent(press: Press, profile: int | None, string: Callable[[str], bytes]) -> bytes:
    """The output intent; `profile` is the number of the object that holds the condition's ICC profile, if it is embedded."""
    condition = press.condition
    return (
        b"<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier %b /OutputCondition %b /Info %b /RegistryName %b%b >>"
        % (
            string(condition.name),
            string(condition.says),
            string(condition.says),
            string(REGISTRY),
            b" /DestOutputProfile %d 0 R" % profile if profile else b"",
        )
    )


def xmp(words: Words, press: Press, document: bytes, instance: bytes) -> bytes:
    """The metadata stream's XML; the two digests (16 bytes) are the ids of the document and of this state of it."""
    name = "pdfxid" if press.standard == "X-4" else "pdfx"
    claim = f"<{name}:GTS_PDFXVersion>PDF/{press.standard}</{name}:GTS_PDFXVersion>" if press.standard != "none" else ""
    return _XMP.format(
        title=escape(words.title),
        creator=escape(words.creator),
        producer=PRODUCER,
        date=f"{words.date}T00:00:00+00:00",
        document=UUID(bytes=document),
        instance=UUID(bytes=instance),
        claim=claim,
    ).encode()
