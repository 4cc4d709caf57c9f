"""The boxes of every page (print.md 1.1, row 9; GWG 2022 R0002 to R0004): where it is cut, how far it bleeds."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.findings import Code, Severity
from cardgen.readback.document import Document, Sheet
from cardgen.readback.fault import Fault
from cardgen.readback.values import entry, inherited, number

NO_TRIM = Code("no-trim-box", "a press cuts where the TrimBox says (ISO 15930: a TrimBox or an ArtBox, not both)")
NESTED = Code(
    "boxes-not-nested", "the cut lies within the bleed and the bleed on the page (ISO 15930), or one of them is an error"
)
CROP = Code("crop-box", "a program that places the page by its CropBox leaves out what is outside (GWG 2022 R0003: an error)")
TURNED = Code(
    "turned-page", "one program turns the page as /Rotate says and another does not (GWG 2022 R0004)", Severity.WARNING
)
UNIT = Code("user-unit", "a page measured in units of its own is printed smaller by a program that does not know them (R0002)")

SLACK = 0.01
"""Boxes are held against each other to that (pt): writers round to two digits and more."""
Box = tuple[float, float, float, float]


def check_frames(document: Document) -> Iterator[Fault]:
    for sheet in document.sheets:
        yield from (Fault(code, says, sheet.number, None, hint) for code, says, hint in _frames(sheet))


def _frames(sheet: Sheet) -> Iterator[tuple[Code, str, str]]:
    page, boxes = sheet.page.obj, sheet.boxes
    trim, art = "/TrimBox" in page, "/ArtBox" in page  # neither is inherited (ISO 32000-1, 14.11.2)
    if trim == art:
        says = "it has a TrimBox and an ArtBox" if trim else "it has no TrimBox"
        yield NO_TRIM, says, "leave out the ArtBox" if trim else "say where it is cut"
    for name in ("MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"):
        box = boxes.get(name)
        if f"/{name}" in page and (box is None or box[2] - box[0] <= 0 or box[3] - box[1] <= 0):
            yield NESTED, f"its {name} is no rectangle", "write it again"
    media = boxes["MediaBox"]
    bleed = boxes.get("BleedBox")
    if bleed and not _within(bleed, media):
        yield NESTED, "its BleedBox reaches over its MediaBox", "the page is as large as its bleed"
    for name in ("TrimBox", "ArtBox"):
        box = boxes.get(name)
        if box and bleed and not _within(box, bleed):
            yield NESTED, f"its {name} reaches over its BleedBox", "it bleeds over the cut on all sides"
        elif box and not _within(box, media):
            yield NESTED, f"its {name} reaches over its MediaBox", "it is cut within the page"
    crop = boxes.get("CropBox")
    if crop and not (_within(crop, media) and _within(media, crop)):
        yield CROP, "its CropBox is not its MediaBox", "leave it out"
    turned = number(inherited(page, "/Rotate"))
    if turned is not None and turned % 360:
        yield TURNED, f"it is turned by {turned:g} degrees (/Rotate)", "turn what is on it"
    unit = entry(page, "/UserUnit")
    if unit is not None and number(unit) != 1:
        yield UNIT, "it is measured in units of its own (/UserUnit)", "measure it in points"


def _within(inner: Box, outer: Box) -> bool:
    low = all(a >= b - SLACK for a, b in zip(inner[:2], outer[:2], strict=True))
    return low and all(a <= b + SLACK for a, b in zip(inner[2:], outer[2:], strict=True))
