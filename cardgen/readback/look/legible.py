"""Whether what is printed can be read: type and lines by size and inks, pictures by their resolution where they are placed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardgen.findings import Code, Severity, short
from cardgen.profile import Least, Profile
from cardgen.readback.document import Sheet
from cardgen.readback.fault import Fault
from cardgen.readback.look.painted import Painted
from cardgen.units import MM_PER_PT, Rect

WARNING, ERROR = Severity.WARNING, Severity.ERROR
TINY_TYPE = Code("tiny-type", "type this small fills up on the press, and is not read", WARNING)
TOO_TINY_TYPE = TINY_TYPE._replace(severity=ERROR)
COLOURED_TYPE = Code(
    "coloured-type", "small type of several inks, or in white, blurs where the plates are out of register", WARNING
)
RICH_BLACK_TYPE = Code(
    "rich-black-type", "black type with other inks under it blurs and smears; type stands on black alone", WARNING
)
THIN_LINE = Code("thin-line", "a line this thin breaks up, or is not printed", WARNING)
NO_LINE = THIN_LINE._replace(severity=ERROR)
COARSE_IMAGE = Code("coarse-image", "a picture of too few pixels is blurred, or shows them", WARNING)
TOO_COARSE_IMAGE = Code("too-coarse-image", "a picture of this few pixels shows them at arm's length")
COARSE_LINE_ART = Code(
    "coarse-line-art", "of pixels that are black or white alone more are needed: their stairs are seen", WARNING
)
TOO_COARSE_LINE_ART = Code("too-coarse-line-art", "the stairs of its edges are seen at arm's length")

_RICH = 0.85
_RICH_INK = 2.80
"""Type of 85 % black and more, of which all inks are over 280 % (GWG 2022, R0015)."""
_BLACK_PT = 12.0
"""Under 12 pt black type stands on black alone (GWG 2022, R0009 asks it to overprint; the house asks it to be alone)."""
_ERROR_PPI = 150.0
_LINE_ART, _ERROR_LINE_ART = 800.0, 550.0
"""GWG 2022, R0031 and R0032: errors under 150 and 550 ppi; line art warned of under 800."""
_TOLERANCE = 0.995
"""472 px over 40 mm are 299.7 ppi (print.md, 5)."""
_MANY = 6
"""More places than so many more of one kind on a page are told in one finding."""
_PICTURE = 0.6
"""A clip is a picture's, and not the page's own, where it is less than this part of the trim's area."""
_TRACE = 0.005
"""Ink of less than half a per cent is none: no plate holds it."""


class Said(NamedTuple):
    """A fault of type before the lines of a paragraph are told together: what is said before and behind its words."""

    code: Code
    measure: str
    hint: str


def check_legible(sheet: Sheet, profile: Profile, printed: list[Painted]) -> Iterator[Fault]:
    least = profile.press.least if profile.press else Least()
    yield from check_type(sheet, least, [one for one in printed if one.kind == "text"])
    for one in printed:
        if one.kind in ("image", "mask"):
            yield from _picture(sheet, one, profile.ppi)
        elif one.width is not None and one.kind != "text":
            yield from _line(sheet, one, one.width, least)
    for one, before, after in zip(printed, [None, *printed], [*printed[1:], None], strict=False):
        # of a gradient that is cut into slices none is a line
        if one.slim is not None and not any(
            near and near.slim is not None and near.box.meets(one.box) for near in (before, after)
        ):
            yield from _line(sheet, one, one.slim, least)
    yield from _glyphs(sheet, [one for one in printed if one.kind == "text"], profile.ppi, least)


def _glyphs(sheet: Sheet, texts: list[Painted], wanted: float, least: Least) -> Iterator[Fault]:
    """What glyphs draw that are content themselves (Type 3): of a page's type that with the thinnest line, that of the coarsest
    pixels.
    """
    lined = [one for one in texts if one.width is not None]
    if lined:
        one = min(lined, key=lambda text: text.width or 0.0)
        for fault in _line(sheet, one, one.width or 0.0, least):
            yield fault._replace(says=f"{fault.says}, in {one.called()}")
    drawn = [one for one in texts if one.bits]
    if drawn:
        one = min(drawn, key=lambda text: min(text.ppi))
        for fault in _picture(sheet, one, wanted):
            yield fault._replace(says=f"{fault.says}, in {one.called()}")


def check_type(sheet: Sheet, least: Least, texts: list[Painted]) -> Iterator[Fault]:
    """Type by its size and inks. What goes on as one paragraph is told once; where a page has many, its smallest speaks for
    them. Type that is too small in a picture of a page (clipped to a part of this one) is told once a picture.
    """
    page = _PICTURE * sheet.trim.w * sheet.trim.h
    last: dict[Said, Rect] = {}
    found: dict[Code, list[tuple[Painted, Said]]] = {}
    pictures: dict[Rect, Painted] = {}
    for one in texts:
        if _under(one.size, least.type) and one.window.w * one.window.h < page:
            smallest = pictures.setdefault(one.window, one)
            pictures[one.window] = min(smallest, one, key=lambda text: text.size)
            continue
        for said in _type(one, least):
            seen = one.seen or one.box
            goes_on = said in last and last[said].grown(1.5 * one.size * MM_PER_PT).meets(seen)
            last[said] = seen
            if not goes_on:
                found.setdefault(said.code, []).append((one, said))
    for code, pairs in found.items():
        more = len(pairs) - 1
        if more >= _MANY:
            one, said = min(pairs, key=lambda pair: pair[0].size)
            pairs = [(one, said._replace(measure=f"{said.measure}, and {more} more places are as hard to print"))]
        for one, said in pairs:
            kind = "black type" if code == RICH_BLACK_TYPE else "type"
            yield Fault(code, f"{one.called(kind)} {said.measure}", sheet.number, one.seen, said.hint)
    for one in pictures.values():
        which = f', as "{short(one.words, 30)}"' if one.words else ""
        says = f"a picture of a page holds type as small as {one.size:.3g} pt{which}"
        yield Fault(TINY_TYPE, says, sheet.number, one.seen, f"{_pt(least.type)} pt is the least")


def _type(one: Painted, least: Least) -> Iterator[Said]:
    size = one.size
    laid = {plate: part for plate, part in one.laid.items() if part > _TRACE}
    if _under(size, least.type):
        code = TOO_TINY_TYPE if size < 0.5 * least.type / MM_PER_PT else TINY_TYPE
        yield Said(code, f"is set in {size:.3g} pt", f"{_pt(least.type)} pt is the least")
    black, total = laid.get("Black", 0.0), sum(laid.values())
    if black >= _RICH and len(laid) > 1 and (total > _RICH_INK or size < _BLACK_PT):
        measure = f"is set in {size:.3g} pt of {100 * total:.0f} % of ink"
        yield Said(RICH_BLACK_TYPE, measure, "set it in black alone (K 100)")
    elif _under(size, least.coloured) and len(laid) != 1:
        how = f"in {_count(len(laid))} inks" if laid else "in white"
        yield Said(COLOURED_TYPE, f"is set in {size:.3g} pt {how}", f"{_pt(least.coloured)} pt is the least for it")


def _line(sheet: Sheet, one: Painted, width: float, least: Least) -> Iterator[Fault]:
    laid = [plate for plate, part in one.laid.items() if part > _TRACE]
    if not one.inks or (one.kind == "fill" and one.pattern):
        return
    fine = len(laid) != 1
    floor = least.fine if fine else least.line
    if width <= 0 and one.kind == "fill":
        says = "a shape is filled that has no width: each printer draws it as thin as it can"
        yield Fault(THIN_LINE, says, sheet.number, one.seen, f"{_pt(floor)} pt is the least")
    elif width <= 0:
        yield Fault(NO_LINE, "a line has no width: each printer draws it as thin as it can", sheet.number, one.seen,
                    f"{_pt(floor)} pt is the least")  # fmt: skip
    elif _under(width, floor):
        how = f" in {_count(len(laid))} inks" if len(laid) > 1 else "" if laid else " in white"
        yield Fault(THIN_LINE, f"a line is {width:.2g} pt thin{how}", sheet.number, one.seen, f"{_pt(floor)} pt is the least")


def _picture(sheet: Sheet, one: Painted, wanted: float) -> Iterator[Fault]:
    ppi = min(one.ppi)
    if ppi <= 0 or min(one.pixels) < 2:  # a ground of one pixel, a ramp of one row
        return
    size = f"{one.pixels[0]} x {one.pixels[1]} px"
    if one.bits == 1:
        if ppi < _LINE_ART * _TOLERANCE:
            code = TOO_COARSE_LINE_ART if ppi < _ERROR_LINE_ART * _TOLERANCE else COARSE_LINE_ART
            says = f"line art of {size} is printed at {ppi:.0f} ppi"
            yield Fault(code, says, sheet.number, one.seen, f"{_LINE_ART:g} ppi is wanted")
    elif ppi < wanted * _TOLERANCE:
        code = TOO_COARSE_IMAGE if ppi < _ERROR_PPI * _TOLERANCE else COARSE_IMAGE
        yield Fault(
            code, f"a picture of {size} is printed at {ppi:.0f} ppi", sheet.number, one.seen, f"{wanted:g} ppi is wanted"
        )


def _under(pt: float, mm: float) -> bool:
    return pt < mm / MM_PER_PT - 0.01


def _pt(mm: float) -> str:
    return f"{mm / MM_PER_PT:.3g}"


def _count(number: int) -> str:
    return ("no", "one", "two", "three", "four")[number] if number < 5 else str(number)
