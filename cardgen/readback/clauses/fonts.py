"""The fonts of a PDF: whether each lies in the file (ISO 15930-4 and -7: all of them, print.md 1.1, row 12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pikepdf

from cardgen.findings import Code
from cardgen.readback.clauses.inside import Thing
from cardgen.readback.fault import Fault
from cardgen.readback.values import entry, members, word

NOT_EMBEDDED = Code("font-not-embedded", "a font that is not in the file is set in another one at the press")
FILES = ("/FontFile", "/FontFile2", "/FontFile3")


def check_fonts(things: Iterable[Thing], unused: bool = True) -> Iterator[Fault]:
    """Every font that has no file of its own in the PDF; a Type 3 font is drawn and needs none. With `unused`, those too
    that only lie in the resources: a press's programs stop at them, a printer at home does not.
    """
    for thing in things:
        if thing.kind != "font" or not (thing.used or unused) or _embedded(thing.obj):
            continue
        name = word(entry(thing.obj, "/BaseFont")) or word(entry(thing.obj, "/Name"))
        says = f'the font "{name}" is not in the file' if name else "a font without a name is not in the file"
        hint = "embed it, or a subset of it" if thing.used else "no type is set in it: take it out of the resources"
        yield Fault(NOT_EMBEDDED, says, thing.page, None, hint)


def _embedded(font: object) -> bool:
    kind = word(entry(font, "/Subtype"))
    if kind == "Type0":
        font = next(members(entry(font, "/DescendantFonts")), None)
    descriptor = entry(font, "/FontDescriptor")
    return kind == "Type3" or any(isinstance(entry(descriptor, key), pikepdf.Stream) for key in FILES)
