"""What one page paints, held against what a press prints well: type, lines, pictures, overprint, what the knife may take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardgen.findings import Code, Severity
from cardgen.profile import Profile
from cardgen.readback.document import Sheet
from cardgen.readback.fault import Fault
from cardgen.readback.look.covered import uncovered
from cardgen.readback.look.legible import check_legible
from cardgen.readback.look.operators import OPERATORS
from cardgen.readback.look.overprints import check_overprints
from cardgen.readback.look.painted import Painted
from cardgen.readback.look.reader import Kept, Reader, Trouble
from cardgen.readback.look.typefaces import check_typefaces
from cardgen.readback.spaces import ALL
from cardgen.units import Rect

UNKNOWN_OPERATOR = Code(
    "unknown-operator", "what a press does with an operator that PDF lacks, nobody knows (ISO 32000-1, 7.8.2)"
)
MISSING_RESOURCE = Code("missing-resource", "what content speaks of and the file lacks is not printed, or stops the press")
BROKEN_CONTENT = Code("broken-content", "of content that is broken each program shows another part")
NOT_JUDGED = Code("not-judged", "what was not looked at may be right, or wrong: it is not known", Severity.WARNING)
UNBALANCED = Code("unbalanced-content", "a state that is saved and not restored spoils what comes after", Severity.WARNING)
NEAR_TRIM = Code("near-trim", "a knife wanders by a millimetre and more: what stands near the edge is cut", Severity.WARNING)
CUT_TYPE = NEAR_TRIM._replace(severity=Severity.ERROR)
PRINTER_MARKS = Code(
    "printer-marks", "a shop lays its own marks: foreign ones are printed, or taken for the picture", Severity.WARNING
)
LIVE_TYPE = Code("live-type", "this shop asks for outlines: it will not answer for how its fonts come out")

_SLACK = 0.05
"""How many mm a box may be out: glyphs and matrices are rounded."""
_APART = 0.2
"""How many mm the bleed's edge may be passed before something stands beyond it."""
_SMALL = 0.5
"""A drawing is small, and no ground, where it is no longer than this part of the trim's shorter side."""
_WORDS = {"operator": UNKNOWN_OPERATOR, "resource": MISSING_RESOURCE, "broken": BROKEN_CONTENT, "unbalanced": UNBALANCED,
          "unread": NOT_JUDGED}  # fmt: skip


class Content(NamedTuple):
    """All that a page paints, in painting order, and all that of it cannot be read, each once."""

    painted: tuple[Painted, ...]
    trouble: tuple[Trouble, ...]


def read(sheet: Sheet, kept: Kept | None = None) -> Content:
    """What that page paints, as a printer reads it. Whatever is wrong with it is told as trouble; nothing is raised. Clips, and
    what is no rectangle, are known by their bounding boxes; of a pattern one cell is read.

    `kept` holds what the pages of one document share; the caller gives the same to each of them.
    """
    reader = Reader(sheet, kept or Kept(), OPERATORS)
    reader.page()
    return Content(tuple(reader.painted), tuple(dict.fromkeys(reader.trouble)))


def look(sheet: Sheet, profile: Profile, kept: Kept | None = None) -> Iterator[Fault]:
    """Everything that is wrong with what the page paints. `kept` holds what the pages of one document share."""
    content = read(sheet, kept)
    for trouble in content.trouble:
        yield Fault(_WORDS[trouble.kind], trouble.says, sheet.number)
    # a page without a box for its bleed is taken to have as much as the printer takes at most
    bleed = sheet.bleed if "BleedBox" in sheet.boxes else sheet.trim.grown(max(profile.bleed.most, 1.0))
    seen = uncovered([one for one in content.painted if one.seen and one.alpha > 0 and not one.void])
    yield from check_marks(sheet, bleed, seen)
    # what is printed: it is seen, in the bleed's box; and what only guides a knife is none of it
    shown = [one for one in seen if one.seen and one.seen.meets(bleed)]
    yield from check_overprints(sheet, shown)
    printed = [one for one in shown if not one.technical]
    yield from check_typefaces(sheet, [one for one in shown if one.kind == "text"])
    yield from check_legible(sheet, profile, printed)
    yield from check_trim(sheet, profile, printed)
    yield from check_live(sheet, profile, printed)


def check_marks(sheet: Sheet, bleed: Rect, seen: list[Painted]) -> Iterator[Fault]:
    """What stands outside the bleed, what is painted on every plate, and level lines between the trim and the bleed. What is
    painted on every plate within the trim is no mark: of that colour another check speaks.
    """
    inner, trim = bleed.grown(-_APART), sheet.trim.grown(-_SLACK)
    for one in seen:
        if not one.seen or one.white or one.pattern:
            continue
        if ALL in one.laid and not trim.contains(one.seen, _SLACK):
            yield Fault(PRINTER_MARKS, "a mark of registration is painted on every plate", sheet.number, one.seen, _BARE)
        elif not one.seen.meets(inner):
            what = f"{one.called()} stands" if one.kind == "text" else "something is painted"
            yield Fault(PRINTER_MARKS, f"{what} outside the bleed", sheet.number, one.seen, _BARE)
        elif one.width is not None and one.level and not one.seen.meets(trim) and not one.technical:
            yield Fault(PRINTER_MARKS, "a line stands outside the trim, as a mark does", sheet.number, one.seen, _BARE)


_BARE = "leave the page bare outside its bleed"


def check_trim(sheet: Sheet, profile: Profile, printed: list[Painted]) -> Iterator[Fault]:
    """Type and small drawings against the trim and the safe margin. What the trim cuts and is no type is a ground."""
    trim, safe = sheet.trim, sheet.trim.grown(-profile.safe)
    small = _SMALL * min(trim.w, trim.h)
    last: Rect | None = None
    for one in printed:
        seen = one.seen
        if seen is None or one.pattern or one.white or safe.contains(seen, _SLACK):
            continue
        if one.kind == "text":
            if not trim.contains(seen, _SLACK):
                if seen.meets(trim):
                    says = f"the trim cuts {one.called()}"
                    yield Fault(CUT_TYPE, says, sheet.number, seen, f"move it {profile.safe:g} mm inside the trim")
                continue
            says = f"{one.called()} stands {_inside(seen, trim):.1f} mm inside the trim"
            yield Fault(NEAR_TRIM, says, sheet.number, seen, f"{profile.safe:g} mm is the safe margin")
        elif one.frame and trim.contains(seen, _SLACK):
            says = f"a frame stands {_inside(seen, trim):.1f} mm inside the trim"
            yield Fault(NEAR_TRIM, says, sheet.number, seen, f"{profile.safe:g} mm is the safe margin")
        elif max(seen.w, seen.h) <= small and trim.contains(seen, _SLACK) and one.kind != "shading":
            near = last is not None and last.grown(2).meets(seen)
            last = seen
            if not near:  # a drawing is painted piece by piece
                inside = _inside(seen, trim)
                says = f"a drawing stands {inside:.1f} mm inside the trim" if inside >= _SLACK else _ENDS
                yield Fault(NEAR_TRIM, says, sheet.number, seen, f"{profile.safe:g} mm is the safe margin")


_ENDS = "a drawing ends at the trim, without bleed"


def _inside(seen: Rect, trim: Rect) -> float:
    """How far from the nearest edge of the trim a box stands."""
    return max(min(seen.x - trim.x, seen.y - trim.y, trim.right - seen.right, trim.bottom - seen.bottom), 0.0)


def check_live(sheet: Sheet, profile: Profile, printed: list[Painted]) -> Iterator[Fault]:
    """Type that is type where the shop asks for outlines: once a page."""
    if profile.press is None or profile.press.text != "outlines":
        return
    first = next((one for one in printed if one.kind == "text"), None)
    if first:
        yield Fault(LIVE_TYPE, "the type is live", sheet.number, first.seen, "write it as outlines")
