"""What a PDF does instead of being printed: actions, forms, annotations, attached files, layers (print.md 1.1, 16 to 18)."""

from __future__ import annotations

from collections.abc import Iterator

import pikepdf

from cardgen.findings import Code
from cardgen.profile import Press
from cardgen.readback.clauses.states import FOREIGN
from cardgen.readback.document import Document, Sheet
from cardgen.readback.fault import Fault
from cardgen.readback.values import entry, key_of, members, number, word
from cardgen.units import MM_PER_PT, Rect

INTERACTIVE = Code(
    "interactive", "what acts, asks or lies on a page as a note is not printed, or is printed where nobody meant it"
)
EMBEDDED = Code("embedded-file", "a file inside the file is printed by nobody, and stopped by a press's programs")
LAYERS = Code("layers", "what can be switched off is switched off by one program and printed by the next")

SLACK = 0.01 * MM_PER_PT
"""What reaches over the bleed's edge by no more (mm) lies beside it."""
MOST = 100_000
"""Nodes of a tree (bookmarks, names) that are looked at (the house's own)."""

_PAGE = (
    ("/AA", INTERACTIVE, "it has actions of its own", "take them out"),
    ("/PresSteps", FOREIGN, "it is shown in steps", "take them out"),
    ("/SeparationInfo", FOREIGN, "it is one plate of a page that is separated already", "write whole pages"),
)
"""What a page has that is not printed as it is: under which key, what it is, how it is mended."""


def check_acts(document: Document, press: Press) -> Iterator[Fault]:
    root = document.pdf.Root
    for says in sorted(set(_catalog_acts(root))):
        yield Fault(INTERACTIVE, says, hint="take it out; bookmarks with a destination alone may stay")
    names = entry(root, "/Names")
    if entry(names, "/EmbeddedFiles") is not None or entry(root, "/AF") is not None or entry(root, "/Collection") is not None:
        yield Fault(EMBEDDED, "it has other files in it", hint="take them out")
    yield from _layers(entry(root, "/OCProperties"), press)
    for sheet in document.sheets:
        yield from _page(sheet)


def _catalog_acts(root: object) -> Iterator[str]:
    opens = entry(root, "/OpenAction")
    if isinstance(opens, pikepdf.Dictionary):
        yield f"it does something when it is opened ({word(entry(opens, '/S')) or 'OpenAction'})"
    if entry(root, "/AA") is not None:
        yield "it has actions of its own (/AA)"
    if entry(entry(root, "/Names"), "/JavaScript") is not None:
        yield "it has JavaScript in it"
    form = entry(root, "/AcroForm")
    if next(members(entry(form, "/Fields")), None) is not None or entry(form, "/XFA") is not None:
        yield "it is a form to fill in"
    todo: list[object] = [entry(entry(root, "/Outlines"), "/First")]
    seen: set[tuple[int, int]] = set()
    while todo and len(seen) < MOST:
        item = todo.pop()
        if not isinstance(item, pikepdf.Dictionary) or key_of(item) in seen:
            continue
        seen.add(key_of(item))
        if entry(item, "/A") is not None:
            yield f"a bookmark does something ({word(entry(entry(item, '/A'), '/S')) or 'an action'})"
        todo += [entry(item, "/Next"), entry(item, "/First")]


def _layers(properties: object, press: Press) -> Iterator[Fault]:
    """Layers: none in X-1a, whose PDF has none; in X-4 no other set-ups and none that switch themselves (R0034)."""
    if properties is None:
        return
    if press.standard == "X-1a:2003":
        yield Fault(LAYERS, "it has layers, and PDF/X-1a has none", hint="merge them")
        return
    if next(members(entry(properties, "/Configs")), None) is not None:
        yield Fault(LAYERS, "its layers have more than one configuration (/Configs)", hint="leave the default one alone")
    if next(members(entry(entry(properties, "/D"), "/AS")), None) is not None:
        yield Fault(LAYERS, "its layers switch themselves (/AS)", hint="leave them on or off")


def _page(sheet: Sheet) -> Iterator[Fault]:
    page = sheet.page.obj
    for key, code, says, hint in _PAGE:
        if entry(page, key) is not None:
            yield Fault(code, f"{says} ({key})", sheet.number, None, hint)
    for annotation in members(entry(page, "/Annots")):
        kind = word(entry(annotation, "/Subtype"))
        if kind in ("PrinterMark", "TrapNet"):
            continue  # a press's own (ISO 15930)
        at = _place(sheet, annotation)
        named = f"an annotation ({kind})" if kind else "an annotation"
        if at is None or at.meets(sheet.bleed.grown(-SLACK)):
            yield Fault(INTERACTIVE, f"{named} lies on what is printed", sheet.number, at, "take it out, or off the bleed")
        elif entry(annotation, "/A") is not None or entry(annotation, "/AA") is not None:
            yield Fault(INTERACTIVE, f"{named} does something", sheet.number, at, "take it out")
        if kind == "FileAttachment" or entry(annotation, "/AF") is not None:
            yield Fault(EMBEDDED, "a file is attached to it", sheet.number, at, "take it out")


def _place(sheet: Sheet, annotation: object) -> Rect | None:
    sides = [number(side) for side in members(entry(annotation, "/Rect"))]
    if len(sides) != 4 or any(side is None for side in sides):
        return None
    (x0, y0), (x1, y1) = (sheet.place(x or 0.0, y or 0.0) for x, y in (sides[:2], sides[2:]))
    return Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
