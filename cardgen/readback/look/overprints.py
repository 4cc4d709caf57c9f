"""Overprint: black that knocks out what lies beneath, white that vanishes, technical plates that leave holes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.findings import Code, Severity
from cardgen.readback.document import Sheet
from cardgen.readback.fault import Fault
from cardgen.readback.look.painted import Painted
from cardgen.readback.names import technical
from cardgen.readback.spaces import NO_INKS
from cardgen.units import Rect

BLACK_KNOCKS_OUT = Code(
    "black-knocks-out", "small black over a colour shows a white edge where the plates are out of register", Severity.WARNING
)
WHITE_OVERPRINTS = Code(
    "white-overprints", "white that overprints lays nothing and takes nothing away: it vanishes on the press"
)
TECHNICAL_KNOCKS_OUT = Code(
    "technical-knocks-out", "a line for the knife, or varnish, that knocks out leaves a hole in the print"
)

_SMALL_TYPE, _THIN = 12.0, 2.0
"""Pure black type under 12 pt and lines under 2 pt overprint (GWG 2022, R0009 and R0010)."""
_TOUCH = 0.02
"""By how many mm boxes may go over one another and but touch."""
_BUDGET = 2_000_000
"""How many pairs of boxes of one page are held against each other; of more it is taken that colour lies beneath."""


def check_overprints(sheet: Sheet, shown: list[Painted]) -> Iterator[Fault]:
    beneath = Beneath()
    told: set[str] = set()
    for one in shown:
        yield from _white(sheet, one)
        for plate in one.laid:
            if technical(plate) and not one.overprint and plate not in told:
                told.add(plate)
                says = f'the plate "{plate}" knocks out what lies beneath'
                yield Fault(TECHNICAL_KNOCKS_OUT, says, sheet.number, one.seen, "set it to overprint")
        if _small_black(one) and beneath.coloured(one):
            what = f"the black type {one.quoted}" if one.kind == "text" else f"a black line of {one.width:.3g} pt"
            hint = "set it to overprint, in DeviceCMYK with OPM 1"
            yield Fault(BLACK_KNOCKS_OUT, f"{what} knocks out the colour beneath", sheet.number, one.seen, hint)
        if not one.technical:
            beneath.add(one)


def _white(sheet: Sheet, one: Painted) -> Iterator[Fault]:
    """White that overprints: GWG 2022, R0007 and R0008. A colour that names no plate (None) is no white."""
    if one.white and one.inks and one.overprint and not one.pattern and not one.technical:
        what = f"the white type {one.quoted}" if one.kind == "text" else "something white"
        yield Fault(WHITE_OVERPRINTS, f"{what} overprints", sheet.number, one.seen, "let it knock out")


def _small_black(one: Painted) -> bool:
    if one.pattern or one.blend in ("Multiply", "Darken") or one.alpha < 1:
        return False
    small = (one.kind == "text" and one.size < _SMALL_TYPE) or (one.kind == "stroke" and (one.width or 0.0) < _THIN)
    return small and one.space not in NO_INKS and list(one.laid) == ["Black"] and one.laid["Black"] > 0.995


class Beneath:
    """What was painted before, by boxes: coarse, for what is no rectangle is known by the one around it."""

    def __init__(self) -> None:
        self.painted: list[tuple[float, float, float, float, frozenset[str], bool]] = []
        self.left = _BUDGET

    def add(self, one: Painted) -> None:
        if one.seen and one.alpha > 0:
            x, y, w, h = one.seen
            covers = one.whole and one.alpha == 1 and not one.masked and one.blend == "Normal" and not one.overprint
            self.painted.append((x, y, x + w, y + h, frozenset(one.laid) - {"Black"}, covers))

    def coloured(self, above: Painted) -> bool:
        """Whether ink lies beneath it, on a plate other than black, that it takes away."""
        if above.spares("Cyan") and above.spares("a spot"):
            return False
        return any(self._knocked(part, above) for part in _parts(above))

    def _knocked(self, box: Rect, above: Painted) -> bool:
        left, top, right, bottom = box.x + _TOUCH, box.y + _TOUCH, box.right - _TOUCH, box.bottom - _TOUCH
        for x0, y0, x1, y1, plates, covers in reversed(self.painted):
            self.left -= 1
            if self.left < 0:
                return True
            if x0 > right or x1 < left or y0 > bottom or y1 < top:
                continue
            if any(not above.spares(plate) for plate in plates):
                return True
            if covers and x0 <= left and y0 <= top and x1 >= right and y1 >= bottom:
                return False
        return False


def _parts(one: Painted) -> Iterable[Rect]:
    """Where it is painted: its box, or, of a frame, its four sides."""
    seen, box = one.seen, one.box
    if seen is None:
        return ()
    if not one.frame:
        return (seen,)
    side = min(0.5, box.w, box.h)
    sides = (
        Rect(box.x, box.y, box.w, side),
        Rect(box.x, box.bottom - side, box.w, side),
        Rect(box.x, box.y, side, box.h),
        Rect(box.right - side, box.y, side, box.h),
    )
    return tuple(part for part in sides if part.meets(seen))
