"""Overprint: black that knocks out what lies beneath, white that vanishes, technical plates that leave holes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cardgen.findings import Code, Severity
from cardgen.readback.document import Sheet
from cardgen.readback.fault import Fault
from cardgen.readback.look.covered import covers
from cardgen.readback.look.painted import Painted
from cardgen.readback.names import technical
from cardgen.readback.spaces import NO_INKS, PROCESS
from cardgen.units import MM_PER_PT, Rect

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
_LETTER, _WORD = 0.71 * _SMALL_TYPE, 0.95 * _SMALL_TYPE
"""How high (pt) a letter of such type stands as an outline (its capitals), and a word in one piece (from foot to top)."""
_NEXT = 6.0
"""How far (pt) one letter's outline stands from the next at most."""
_TOUCH = 0.02
"""By how many mm boxes may go over one another and but touch."""
_BUDGET = 2_000_000
"""How many pairs of boxes of one page are held against each other; of more it is taken that colour lies beneath."""


def check_overprints(sheet: Sheet, shown: list[Painted]) -> Iterator[Fault]:
    beneath = Beneath()
    told: set[str] = set()
    letters = _lettering(shown)
    outlined: list[Painted] = []
    for n, one in enumerate(shown):
        if _vanishing(one) and beneath.kept(one):
            what = one.called("white type") if one.kind == "text" else "something white"
            yield Fault(WHITE_OVERPRINTS, f"{what} overprints", sheet.number, one.seen, "let it knock out")
        for plate in one.laid:
            if technical(plate) and not one.overprint and plate not in told:
                told.add(plate)
                says = f'the plate "{plate}" knocks out what lies beneath'
                yield Fault(TECHNICAL_KNOCKS_OUT, says, sheet.number, one.seen, "set it to overprint")
        if _small_black(one) and beneath.coloured(one):
            what = one.called("black type") if one.kind == "text" else f"a black line of {one.width:.3g} pt"
            yield Fault(BLACK_KNOCKS_OUT, f"{what} knocks out the colour beneath", sheet.number, one.seen, _OVER)
        elif n in letters and beneath.coloured(one):
            outlined.append(one)
        if not one.technical:
            beneath.add(one)
    if outlined:
        many = f", in {len(outlined)} places" if len(outlined) > 1 else ""
        says = f"black as small as type is drawn as outlines, and knocks out the colour beneath{many}"
        yield Fault(BLACK_KNOCKS_OUT, says, sheet.number, outlined[0].seen, _OVER)


_OVER = "set it to overprint, in DeviceCMYK with OPM 1"


def _vanishing(one: Painted) -> bool:
    """White that overprints: GWG 2022, R0007 and R0008. A colour that names no plate (None) is no white."""
    return one.overprint and one.white and bool(one.inks) and not one.pattern and not one.technical


def _black(one: Painted) -> bool:
    """Whether it is opaque, of black alone and all of it."""
    laid = one.laid
    return (
        len(laid) == 1
        and laid.get("Black", 0.0) > 0.995
        and not one.pattern
        and one.alpha == 1
        and one.blend not in ("Multiply", "Darken")
        and one.space not in NO_INKS
    )


def _small_black(one: Painted) -> bool:
    small = (one.kind == "text" and one.size < _SMALL_TYPE) or (
        one.kind == "stroke" and one.width is not None and one.width < _THIN
    )
    return small and _black(one)


def _lettering(shown: list[Painted]) -> set[int]:
    """Which of these are black outlines as small as type, by their numbers: those of lines that no larger one stands in, and
    bars as thin as a line.
    """
    out: set[int] = set()
    run: list[int] = []
    for n, one in enumerate(shown):
        if one.kind != "fill" or not _black(one):
            continue
        if one.slim is not None or one.whole:
            if min(one.box.w, one.box.h) < _THIN * MM_PER_PT:
                out.add(n)
        elif min(one.box.w, one.box.h) >= _TOUCH:  # what has no area is seen by the line round it
            if run and not shown[run[-1]].box.grown(_NEXT * MM_PER_PT).meets(one.box):
                out.update(_small([shown[m].box for m in run], run))
                run = []
            run.append(n)
    return out.union(_small([shown[m].box for m in run], run))


def _small(boxes: list[Rect], run: list[int]) -> list[int]:
    """The outlines of a line, by their numbers, where none is higher than small type."""
    wide = max((box.right for box in boxes), default=0) - min((box.x for box in boxes), default=0)
    high = max((box.bottom for box in boxes), default=0) - min((box.y for box in boxes), default=0)
    most = max((box.h if wide >= high else box.w for box in boxes), default=0)
    alone = len(boxes) == 1 and max(wide, high) > 3 * min(wide, high)
    return run if most < (_WORD if alone else _LETTER) * MM_PER_PT else []


class Beneath:
    """What was painted before, by boxes: coarse, for what is no rectangle is known by the one around it."""

    def __init__(self) -> None:
        self.painted: list[_Below] = []
        self.coloured_ones: list[_Below] = []
        self.left = _BUDGET

    def add(self, one: Painted) -> None:
        if one.seen and one.alpha > 0 and not one.void:
            x, y, w, h = one.seen
            own = x, y, x + w, y + h, frozenset(one.laid), covers(one)
            self.painted.append(own)
            # black does not matter beneath black but where it covers a colour
            if own[4] - _BLACK or (own[5] and self.coloured_ones):
                self.coloured_ones.append(own)

    def coloured(self, above: Painted) -> bool:
        """Whether ink lies beneath it, on a plate other than black, that it takes away."""
        if above.spares("Cyan") and above.spares("a spot"):
            return False

        def taken(plate: str) -> bool:
            return plate != "Black" and not above.spares(plate)

        return any(self._meets(self.coloured_ones, part, taken) for part in _parts(above))

    def kept(self, above: Painted) -> bool:
        """Whether ink lies beneath it that stays, as it overprints that plate. Gray may be taken for the black plate alone."""

        def stays(plate: str) -> bool:
            if above.space in ("Separation", "DeviceN"):
                return above.spares(plate)
            return above.space != "DeviceCMYK" or above.mode != 0 or plate not in PROCESS

        return any(self._meets(self.painted, part, stays) for part in _parts(above))

    def _meets(self, below: list[_Below], box: Rect, matters: Callable[[str], bool]) -> bool:
        """Whether ink that matters lies in that box, on a plate of which nothing later takes it away."""
        left, top, right, bottom = box.x + _TOUCH, box.y + _TOUCH, box.right - _TOUCH, box.bottom - _TOUCH
        for x0, y0, x1, y1, plates, covering in reversed(below):
            self.left -= 1
            if self.left < 0:
                return True
            if x0 > right or x1 < left or y0 > bottom or y1 < top:
                continue
            if any(matters(plate) for plate in plates):
                return True
            if covering and x0 <= left and y0 <= top and x1 >= right and y1 >= bottom:
                return False
        return False


_Below = tuple[float, float, float, float, frozenset[str], bool]
"""What lies beneath: its four sides (mm), the plates that it lays ink on, whether it covers what is beneath it in turn."""
_BLACK = frozenset(("Black",))


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
