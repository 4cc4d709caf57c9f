"""Checks of what lies on the plates: too much ink, nothing at all, what they cannot show; `trim` has those of the edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cardgen.findings import Code, Severity
from cardgen.profile import Profile
from cardgen.readback.document import Sheet
from cardgen.readback.fault import Fault
from cardgen.readback.names import technical
from cardgen.readback.plates.separations import Separations
from cardgen.readback.plates.sides import whole
from cardgen.readback.spaces import PROCESS
from cardgen.readback.trim import check_trim
from cardgen.units import Rect

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Plate = npt.NDArray[np.uint8]
    Sums = npt.NDArray[np.float32]
    Bare = npt.NDArray[np.bool_]

TOO_MUCH_INK = Code("too-much-ink", "more ink than the paper takes does not dry, and comes off on the next sheet")
HEAVY_INK = Code(
    "heavy-ink",
    "process inks of more than 320 % over 15 mm are a warning of every print shop's own check (GWG 2022, R0026)",
    Severity.WARNING,
)
EMPTY_PAGE = Code(
    "empty-page", "a page without ink is printed and paid for (GWG 2022, R0005); blank backs may be meant", Severity.WARNING
)
NOT_SEEN = Code("not-seen", "what could not be rendered into plates was not checked either", Severity.WARNING)
FALSE_IMAGE = Code("false-image", "an image that is not what it says it is comes out as noise, in other colours, or not at all")
HIDDEN_LAYER = Code(
    "hidden-layer", "what lies on a layer that is off is not printed; by another program it may be", Severity.WARNING
)

LIMIT = 300
"""Per cent of ink where no press is named: what most guides of card printers say (print.md, 1.3)."""
SLACK = 1.0
"""Per cent of ink that five plates rounded to 255ths may be off together."""
SPECK = 0.25
"""Square mm of ink over the limit that matter; less is the edge of a letter."""
HEAVY, SQUARE = 320.0, 15.0
"""GWG 2022, R0026: per cent, on the average of a square of so many mm."""
_FEW = 8
"""Pixels of a window that are added one by one."""


def check_plates(found: Separations, sheet: Sheet, profile: Profile) -> Iterator[Fault]:
    """What is wrong on one page's plates; `profile.press.limit` and `profile.bleed` are asked."""
    for says in found.unseen:
        yield Fault(NOT_SEEN, f"{says} is not seen on the plates", sheet.number)
    for says in found.untrue:
        yield Fault(FALSE_IMAGE, says, sheet.number, hint="place it again from its own file")
    for layer in found.hidden:
        says = f'the layer "{layer}" is hidden, and something lies on it'
        yield Fault(HIDDEN_LAYER, says, sheet.number, hint="show it if it is meant to be printed; else take it out")
    printing = [plate for name, plate in found.plates.items() if not technical(name)]
    if not printing:
        if not found.unseen and not found.untrue:
            yield Fault(EMPTY_PAGE, "it has no ink", sheet.number)
        return
    total = _summed(printing)
    if not found.unseen and not found.untrue and not _part(total, found, sheet.trim).any():
        yield Fault(EMPTY_PAGE, "it has no ink inside the trim", sheet.number)
    limit = profile.press.limit if profile.press else LIMIT
    over = list(_too_much(total, found, sheet, limit))
    # where the press's own limit is passed, that of every press need not be told too
    yield from over or _heavy([plate for name, plate in found.plates.items() if name in PROCESS], found, sheet)
    if {"TrimBox", "ArtBox"} & set(sheet.boxes):
        yield from check_trim(total, found, sheet, profile)


def _summed(plates: Iterable[Plate]) -> Sums:
    """Ink of all plates together, a pixel, in 255ths."""
    import numpy as np

    total: Sums | None = None
    for plate in plates:
        total = plate.astype(np.float32) if total is None else total + plate
    assert total is not None, "there is a plate"
    return total


def _part(total: Sums, found: Separations, at: Rect) -> Sums:
    """The pixels that lie wholly inside a rectangle (mm)."""
    x0, x1 = whole(at.x, at.right, found.wide, found.columns)
    y0, y1 = whole(at.y, at.bottom, found.high, found.rows)
    return total[y0:y1, x0:x1]


def _averaged(total: Sums, columns: int, rows: int) -> Sums:
    """The average of every window of so many pixels that lies wholly on the page; a window is no larger than the page."""
    import numpy as np

    h, w = total.shape
    rows, columns = min(rows, h), min(columns, w)
    sums = total
    for axis, n in ((0, rows), (1, columns)):
        length = sums.shape[axis] - n + 1
        if n <= _FEW:
            sums = sum((np.take(sums, range(i, i + length), axis) for i in range(1, n)), np.take(sums, range(length), axis))
        else:
            running = np.cumsum(sums, axis=axis, dtype=np.float64)
            ends = np.take(running, range(n - 1, n - 1 + length), axis)
            starts = np.take(running, range(length - 1), axis)
            sums = ends - np.concatenate([np.zeros_like(np.take(ends, [0], axis)), starts], axis)
    out: Sums = (sums / (rows * columns)).astype(np.float32)
    return out


def _too_much(total: Sums, found: Separations, sheet: Sheet, limit: int) -> Iterator[Fault]:
    import numpy as np

    most = (limit + SLACK) * 2.55
    if total.max() <= most:
        return
    # three pixels each way are 0.5 mm: what is over on their average is no letter's edge
    soft = _averaged(total, 3, 3)
    over = soft > most
    side = max(1, round(1 / found.wide))
    crowd = _averaged(over.astype(np.float32), side, side) * min(side, over.shape[1]) * min(side, over.shape[0])
    if crowd.max() * found.wide * found.high <= SPECK:
        return
    y, x = np.unravel_index(int(np.argmax(soft)), soft.shape)
    box = _around(over, int(x), int(y), max(1, round(1 / found.wide)))
    at = Rect(
        (box[0] + 0.5) * found.wide,
        (box[1] + 0.5) * found.high,
        (box[2] - box[0] + 2) * found.wide,
        (box[3] - box[1] + 2) * found.high,
    )
    says = f"{float(soft.max()) / 2.55:.0f} % of ink lie on one place, and {limit} % are the most"
    yield Fault(TOO_MUCH_INK, says, sheet.number, at, "make its colours lighter, or its black of fewer inks")


def _around(over: Bare, x: int, y: int, gap: int) -> tuple[int, int, int, int]:
    """The box of what is over the limit round a pixel, gaps of a few pixels bridged: left, top, right, bottom, all within."""
    left = right = x
    top = bottom = y
    while True:
        wide = over[max(top - gap, 0) : bottom + gap + 1, max(left - gap, 0) : right + gap + 1]
        ys, xs = wide.nonzero()
        if not len(xs):
            return left, top, right, bottom
        x0, y0 = max(left - gap, 0), max(top - gap, 0)
        box = x0 + int(xs.min()), y0 + int(ys.min()), x0 + int(xs.max()), y0 + int(ys.max())
        new = min(left, box[0]), min(top, box[1]), max(right, box[2]), max(bottom, box[3])
        if new == (left, top, right, bottom):
            return new
        left, top, right, bottom = new


def _heavy(plates: list[Plate], found: Separations, sheet: Sheet) -> Iterator[Fault]:
    import numpy as np

    if not plates:
        return
    total = _summed(plates)
    if total.max() <= (HEAVY + SLACK) * 2.55:
        return
    mean = _averaged(total, max(1, round(SQUARE / found.wide)), max(1, round(SQUARE / found.high)))
    worst = float(mean.max()) / 2.55
    if worst > HEAVY + SLACK:
        y, x = np.unravel_index(int(np.argmax(mean)), mean.shape)
        at = Rect(int(x) * found.wide, int(y) * found.high, min(SQUARE, sheet.media.w), min(SQUARE, sheet.media.h))
        yield Fault(HEAVY_INK, f"{worst:.0f} % of process ink lie on the average of {SQUARE:g} mm", sheet.number, at)
