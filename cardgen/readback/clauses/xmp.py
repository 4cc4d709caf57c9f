"""XMP metadata (ISO 16684-1) read from a PDF: its properties by namespace; no document type, nothing from outside."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from xml.etree import ElementTree

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
XML = "{http://www.w3.org/XML/1998/namespace}"
DC = "{http://purl.org/dc/elements/1.1/}"
XMP = "{http://ns.adobe.com/xap/1.0/}"
MM = "{http://ns.adobe.com/xap/1.0/mm/}"
PDF = "{http://ns.adobe.com/pdf/1.3/}"
X = "{http://www.npes.org/pdfx/ns/id/}"
"""PDF/X's own: GTS_PDFXVersion (ISO 15930-7)."""


class _Builder(ElementTree.TreeBuilder):
    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise ValueError("declares a document type, which metadata has no need of")


def properties(data: bytes) -> Mapping[str, str]:
    """Each property ("{http://purl.org/dc/elements/1.1/}title") and its text; of a list its members with "; " between
    them, of a text in several languages the one that holds by default. ValueError, saying why, where it is no XMP: "is not
    well-formed XML", or has more in its RDF than descriptions (ISO 16684-1, 7.4: it holds those alone).
    """
    parser = ElementTree.XMLParser(target=_Builder())
    try:
        parser.feed(data.strip(b"\0 \t\r\n"))
        root = parser.close()
    except (ElementTree.ParseError, LookupError, UnicodeError) as error:
        raise ValueError("is not well-formed XML") from error
    out: dict[str, str] = {}
    for own in root.iter(f"{RDF}RDF"):
        if any(child.tag != f"{RDF}Description" for child in own):
            raise ValueError("has properties that stand in no description")
    for description in root.iter(f"{RDF}Description"):
        for key, value in description.attrib.items():
            if key.startswith("{") and not key.startswith((RDF, XML)):
                out.setdefault(key, value.strip())
        for own in description:
            out.setdefault(own.tag, _value(own))
    return out


def _value(element: ElementTree.Element) -> str:
    container = next((own for own in element if own.tag in (f"{RDF}Alt", f"{RDF}Seq", f"{RDF}Bag")), None)
    if container is None:
        return (element.text or "").strip()
    items = [own for own in container if own.tag == f"{RDF}li"]
    if container.tag == f"{RDF}Alt":
        items = [own for own in items if own.get(f"{XML}lang") == "x-default"][:1] or items[:1]
    return "; ".join((own.text or "").strip() for own in items)


_DATE = re.compile(
    r"(?:D:)?(\d{4})(?:-?(\d\d)(?:-?(\d\d)(?:T?(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?)?)?)?"
    r"(?:(Z)(?:00'?:?00'?)?|([+-])(\d\d)'?:?(\d\d)?'?)?"
)


def moment(written: str) -> tuple[datetime, bool] | None:
    """A date as PDF ("D:20261130120000+01'00'") or XMP ("2026-11-30T12:00:00+01:00") writes it, and whether it tells its
    zone: then in universal time, else as it stands. None where it is none.
    """
    match = _DATE.fullmatch(written)
    if match is None:
        return None
    year, month, day, hour, minute, second, utc, sign, hours, minutes = match.groups()
    try:
        at = datetime(int(year), int(month or 1), int(day or 1), int(hour or 0), int(minute or 0), int(second or 0))
        if sign:
            ahead = timedelta(hours=int(hours), minutes=int(minutes or 0))
            at -= ahead if sign == "+" else -ahead
    except (ValueError, OverflowError):
        return None
    return at.replace(tzinfo=timezone.utc), bool(utc or sign)  # noqa: UP017
