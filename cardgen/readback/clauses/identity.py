"""What a PDF says of itself against its standard: version, PDF/X, title and dates, XMP, trapping, identifiers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pikepdf

from cardgen.findings import Code, short
from cardgen.profile import Press
from cardgen.readback.clauses.xmp import DC, MM, PDF, XMP, X, moment, properties
from cardgen.readback.document import Document
from cardgen.readback.fault import Fault
from cardgen.readback.values import entry, members, text, unpacked, word

VERSION = Code("wrong-version", "a press's program that knows an older PDF leaves out what is newer in it")
NO_STANDARD = Code("no-standard", "a file that does not say that it is PDF/X is checked by hand, and often sent back")
OTHER_STANDARD = Code("wrong-standard", "a press that asks for one standard has set its programs for that one")
MISSING = Code("missing-metadata", "PDF/X asks for a title, dates and names, by which a press tells one version from the next")
BROKEN = Code(
    "broken-metadata", "XMP that cannot be read tells nothing: a press's program finds no standard, no title, no date"
)
DISAGREES = Code("metadata-disagrees", "of two titles or dates that differ nobody knows which holds (ISO 15930)")
TRAPPED = Code("trapped-unknown", "a press traps once: it must be told whether that was done (ISO 15930: True or False)")
NO_ID = Code("no-file-id", "two files without identifiers cannot be told apart (ISO 15930: /ID in the trailer)")

MOST = {"X-1a:2003": (1, 4), "X-4": (1, 7)}
"""ISO 15930-4: PDF 1.4; ISO 15930-7: PDF 1.6, and a higher 1.x in the header is tolerated (print.md 1.1, row 1)."""
XMP_KEYS = {
    f"{DC}title": "dc:title",
    f"{XMP}CreateDate": "xmp:CreateDate",
    f"{XMP}ModifyDate": "xmp:ModifyDate",
    f"{XMP}MetadataDate": "xmp:MetadataDate",
    f"{MM}DocumentID": "xmpMM:DocumentID",
    f"{MM}VersionID": "xmpMM:VersionID",
    f"{MM}RenditionClass": "xmpMM:RenditionClass",
}
"""What ISO 15930-7 asks of a file's XMP (print.md 1.1, row 3)."""
PAIRS = {
    "/Title": f"{DC}title",
    "/Author": f"{DC}creator",
    "/Subject": f"{DC}description",
    "/Keywords": f"{PDF}Keywords",
    "/Creator": f"{XMP}CreatorTool",
    "/Producer": f"{PDF}Producer",
    "/CreationDate": f"{XMP}CreateDate",
    "/ModDate": f"{XMP}ModifyDate",
    "/Trapped": f"{PDF}Trapped",
    "/GTS_PDFXVersion": f"{X}GTS_PDFXVersion",
}
"""An entry of the Info dictionary, and the XMP property that says the same."""
DATES = ("/CreationDate", "/ModDate")


def check_identity(document: Document, press: Press) -> Iterator[Fault]:
    info = document.pdf.trailer.get("/Info")
    stream = entry(document.pdf.Root, "/Metadata")
    known: Mapping[str, str] = {}
    silent = False  # of what cannot be read nothing else is told
    if isinstance(stream, pikepdf.Stream):
        try:
            known = properties(unpacked(stream, 4_000_000)[0])
        except ValueError as error:
            yield Fault(BROKEN, f"its XMP {error}", hint="write it again")
            silent = press.standard == "X-4"
    yield from _version(document, press)
    said = text(entry(info, "/GTS_PDFXVersion"))
    says = known.get(f"{X}GTS_PDFXVersion", "") or said  # what its XMP says, else its Info dictionary
    wanted = f"PDF/{press.standard}"
    own = known.get(f"{X}GTS_PDFXVersion", "") if press.standard == "X-4" else said
    if says and says != wanted:
        says = f"it says that it is {short(says)}, and the press asks for {wanted}"
        yield Fault(OTHER_STANDARD, says, hint=f"save it as {wanted}")
        return  # what the other standard asks for is another list
    if not own and not (says and not known) and not silent:  # of an X-4 without XMP one finding says enough
        where = "its XMP" if press.standard == "X-4" else "its Info dictionary"
        yield Fault(NO_STANDARD, f"{where} does not say that it is PDF/X", hint=f"save it as {wanted}")
    if not silent:
        yield from _metadata(info, known, press)
    yield from _disagreeing(info, known)
    if not silent or entry(info, "/Trapped") is not None:
        yield from _trapped(info, known, press)
    ids = [bytes(own) for own in members(document.pdf.trailer.get("/ID")) if isinstance(own, pikepdf.String)]
    if len(ids) != 2 or not all(ids):
        yield Fault(NO_ID, "its trailer has no identifier (/ID)", hint="save it again with one")


def _version(document: Document, press: Press) -> Iterator[Fault]:
    most = MOST[press.standard]
    catalog = word(entry(document.pdf.Root, "/Version"))
    for written, where in ((document.header, "its header"), (catalog, "its catalog")):
        numbers = written.split(".")
        if not written:
            continue
        if len(numbers) != 2 or not all(own.isascii() and own.isdigit() and len(own) < 4 for own in numbers):
            yield Fault(VERSION, f"{where} names the version {short(written)}, which there is not", hint="save it again")
        elif (int(numbers[0]), int(numbers[1])) > most:
            says = f"{where} names PDF {written}, and PDF/{press.standard} is PDF {most[0]}.{most[1]} at most"
            yield Fault(VERSION, says, hint=f"save it as PDF/{press.standard}")


def _metadata(info: object, known: Mapping[str, str], press: Press) -> Iterator[Fault]:
    if press.standard == "X-4":
        if not known:
            yield Fault(MISSING, "it has no XMP metadata", hint="PDF/X-4 asks for it")
            return
        lacking = [name for key, name in XMP_KEYS.items() if not known.get(key)]
        dates = [name for key, name in XMP_KEYS.items() if "Date" in name and known.get(key) and not moment(known[key])]
    else:
        lacking = [key[1:] for key in ("/Title", *DATES) if not text(entry(info, key))]
        dates = []
    dates += [key[1:] for key in DATES if (own := text(entry(info, key))) and not moment(own)]
    yield from (Fault(MISSING, f"its metadata lacks {name}", hint=f"PDF/{press.standard} asks for it") for name in lacking)
    yield from (Fault(MISSING, f"its {name} is no date", hint="write it as year, month, day, time and zone") for name in dates)


def _disagreeing(info: object, known: Mapping[str, str]) -> Iterator[Fault]:
    for key, name in PAIRS.items():
        one, other = text(entry(info, key)) or word(entry(info, key)), known.get(name, "")
        if not one or not other or (key == "/Trapped" and one not in ("True", "False")):
            continue
        if key in DATES:
            a, b = moment(one), moment(other)
            alike = a is None or b is None or a == b or (not (a[1] and b[1]) and moment(one[:16]) == moment(other[:19]))
        else:
            alike = " ".join(one.split()) == " ".join(other.split())
        if not alike:
            says = f'its Info dictionary says {key[1:]} "{short(one)}", its XMP "{short(other)}"'
            yield Fault(DISAGREES, says, hint="write both anew from one")


def _trapped(info: object, known: Mapping[str, str], press: Press) -> Iterator[Fault]:
    value = entry(info, "/Trapped")
    name, other = word(value), known.get(f"{PDF}Trapped", "")
    if isinstance(value, pikepdf.String):
        says = f'/Trapped is the text "{short(text(value))}", and not a name'
        yield Fault(TRAPPED, says, hint="write it as a name: /True or /False")
    elif value is not None and name not in ("True", "False"):
        yield Fault(TRAPPED, f"/Trapped is {short(name or str(value))}", hint="say /True or /False")
    elif value is None and (press.standard != "X-4" or other not in ("True", "False")):
        yield Fault(TRAPPED, "it does not say whether it is trapped", hint="say /True or /False")
