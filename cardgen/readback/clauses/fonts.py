"""The fonts of a PDF: whether each lies in the file (ISO 15930-4 and -7: all of them, print.md 1.1, row 12) and can be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pikepdf

from cardgen.findings import Code, Severity
from cardgen.readback.clauses.inside import Thing
from cardgen.readback.clauses.programmes import broken
from cardgen.readback.fault import Fault
from cardgen.readback.values import entry, filters, key_of, members, unpacked, word

NOT_EMBEDDED = Code("font-not-embedded", "a font that is not in the file is set in another one at the press")
BROKEN = Code("broken-font", "a font that a press's program cannot read is set in another one, or not at all")
COURIER = Code(
    "courier", "Courier is what a program sets in a missing font's place (GWG 2022 R0014): is it meant?", Severity.WARNING
)
FILES = ("/FontFile", "/FontFile2", "/FontFile3")

_COURIER = re.compile(r"(?:[A-Z]{6}\+)?Courier", re.IGNORECASE)


def check_fonts(things: Iterable[Thing], press: bool = True) -> Iterator[Fault]:
    """Every font that has no file of its own in the PDF, or one that cannot be read; a Type 3 font is drawn and needs none.
    For a press those too that only lie in the resources, at which its programs stop and a printer at home does not, and a
    Courier that type is set in.
    """
    judged: dict[tuple[int, int], str] = {}
    for thing in things:
        if thing.kind != "font" or not (thing.used or press):
            continue
        name = word(entry(thing.obj, "/BaseFont")) or word(entry(thing.obj, "/Name"))
        called = f'the font "{name}"' if name else "a font without a name"
        if word(entry(thing.obj, "/Subtype")) == "Type3":
            continue
        key, file = _file(thing.obj)
        hint = "" if thing.used else "no type is set in it: take it out of the resources"
        if file is None:
            yield Fault(NOT_EMBEDDED, f"{called} is not in the file", thing.page, None, hint or "embed it, or a subset of it")
            continue
        if thing.used and press and _COURIER.match(name):
            yield Fault(COURIER, f"type is set in {called}", thing.page, None, "set it in the font that is meant")
        why = judged.get(key_of(file))
        if why is None:
            why = judged[key_of(file)] = _why(key, file)
        if why:
            yield Fault(BROKEN, f"{called} {why}", thing.page, None, hint or "embed it anew")


def _file(font: object) -> tuple[str, pikepdf.Stream | None]:
    """A font's programme, or its descendant's, and the key that its descriptor has it under."""
    if word(entry(font, "/Subtype")) == "Type0":
        font = next(members(entry(font, "/DescendantFonts")), None)
    descriptor = entry(font, "/FontDescriptor")
    for key in FILES:
        file = entry(descriptor, key)
        if isinstance(file, pikepdf.Stream):
            return key, file
    return "", None


def _why(key: str, file: pikepdf.Stream) -> str:
    """Why a programme cannot be read; empty where it can, and where its stream is damaged, which is told of all streams."""
    data, whole = unpacked(file)
    if whole:
        return broken(key, data)
    return "" if filters(file) == ("FlateDecode",) else "cannot be unpacked"
