"""Checks of what lies on the plates: too much ink, ink that ends at the trim, nothing at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from cardgen.findings import Code, Severity
from cardgen.profile import Profile
from cardgen.readback.document import Sheet
from cardgen.readback.fault import Fault
from cardgen.readback.names import knife, technical
from cardgen.readback.plates.separations import Separations
from cardgen.readback.spaces import PROCESS
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
BLEED_MISSING = Code("bleed-missing", "where ink ends at the trim, a knife that is a hair off leaves a white edge")
EMPTY_PAGE = Code(
    "empty-page", "a page without ink is printed and paid for (GWG 2022, R0005); blank backs may be meant", Severity.WARNING
)
NOT_SEEN = Code("not-seen", "what could not be rendered into plates was not checked either", Severity.WARNING)

LIMIT = 300
"""Per cent of ink where no press is named: what most guides of card printers say (print.md, 1.3)."""
SLACK = 1.0
"""Per cent of ink that five plates rounded to 255ths may be off together."""
SPECK = 0.25
"""Square mm of ink over the limit that matter; less is the edge of a letter."""
HEAVY, SQUARE = 320.0, 15.0
"""GWG 2022, R0026: per cent, on the average of a square of so many mm."""
INK = 5
"""255ths of ink, all plates together, that are ink at the trim: a tint of 2 %; less is a wash's end, or a JPEG's noise."""
BARE = 3
"""255ths that are bare paper beside much ink; beside little, a quarter of that, so that a wash may end beyond the trim."""
BAND = 0.5
"""How far inside the trim (mm) ink touches it."""
FRAME = 8.0
"""How long (mm) a bare place matters beside ink that ends straight within the band but short of the trim."""
RUNS = ((51, 0.5), (20, 1.5), (0, FRAME))
"""How long (mm) a bare place matters beside ink of so many 255ths: a faint one is a tint if it is long, else a wash's end or a
drop of the brush.
"""
STEP = 64
"""255ths of ink, all plates together, by which colours differ that are told to meet at the trim."""
STRAIGHT, SHORT = 5.0, 0.4
"""Ink that ends in the bleed along such a length (mm), by so much (mm) too early, was cut there; a brush's end is neither."""
BESIDE, SLOPE = 0.7, 0.45
"""How far past a stretch (mm) it is seen whether the ink goes on, and by how much (mm) it may end elsewhere there."""
_FEW = 8
"""Pixels of a window that are added one by one."""
MOST_PLACES = 12
"""Bare places told of a page at most: the longest."""


def check_plates(found: Separations, sheet: Sheet, profile: Profile) -> Iterator[Fault]:
    """What is wrong on one page's plates; `profile.press.limit` and `profile.bleed` are asked."""
    for says in found.unseen:
        yield Fault(NOT_SEEN, f"{says} is not seen on the plates", sheet.number)
    printing = [plate for name, plate in found.plates.items() if not technical(name)]
    if not printing:
        if not found.unseen:
            yield Fault(EMPTY_PAGE, "it has no ink", sheet.number)
        return
    total = _summed(printing)
    if not found.unseen and not _part(total, found, sheet.trim).any():
        yield Fault(EMPTY_PAGE, "it has no ink inside the trim", sheet.number)
    limit = profile.press.limit if profile.press else LIMIT
    over = list(_too_much(total, found, sheet, limit))
    # where the press's own limit is passed, that of every press need not be told too
    yield from over or _heavy([plate for name, plate in found.plates.items() if name in PROCESS], found, sheet)
    wanted = profile.bleed.least or profile.bleed.default
    if wanted > 0 and {"TrimBox", "ArtBox"} & set(sheet.boxes):
        yield from _bleed(total, found, sheet, wanted)


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
    x0, x1 = _within(at.x, at.right, found.wide, found.columns)
    y0, y1 = _within(at.y, at.bottom, found.high, found.rows)
    return total[y0:y1, x0:x1]


def _within(low: float, high: float, size: float, count: int) -> tuple[int, int]:
    """The first pixel wholly behind `low`, and that after the last wholly before `high`."""
    first = min(max(int(-(-low / size // 1)) if low > 1e-6 else 0, 0), count)
    return first, min(max(int((high + 1e-6) / size), first), count)


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


Stretch = tuple[int, int, str]
"""A stretch of an edge: its first pixel, that after its last, and what is wrong there."""
_NOTHING = "ink touches the trim, and beyond it is bare paper"


class Edge(NamedTuple):
    """One side of the trim, as pixels along it."""

    inside: Sums
    """The ink of the band just inside, a row for every pixel inwards, and"""
    outside: Sums
    """of the bleed, a row for every pixel outwards."""
    first: int
    """The pixel of the page that the edge begins with."""
    step: float
    """mm a pixel along the edge, and"""
    depth: float
    """outwards from it."""
    name: str


def _bleed(total: Sums, found: Separations, sheet: Sheet, wanted: float) -> Iterator[Fault]:
    """Where ink touches the trim from inside, and nothing, or a straight end, is outside."""
    judged = total
    knives = [plate for name, plate in found.plates.items() if knife(name)]
    if knives:
        import numpy as np

        # beyond a dieline is waste: what ink does there is of no matter
        judged = np.where(_waste(np.max(knives, axis=0) >= 64), np.float32(0), total)
    places: list[tuple[float, Fault]] = []
    for edge in _edges(judged, total, found, sheet, wanted):
        for start, stop, says in [*_bare(edge, wanted), *_other(edge)]:
            at = _place(edge, sheet, start, stop, wanted)
            fault = Fault(BLEED_MISSING, says, sheet.number, at, f"let it run on {wanted:g} mm beyond the trim")
            places.append(((start - stop) * edge.step, fault))
    # the longest are told, in the order in which they were met
    longest = sorted(range(len(places)), key=lambda n: places[n][0])[:MOST_PLACES]
    yield from (places[n][1] for n in sorted(longest))


def _edges(judged: Sums, total: Sums, found: Separations, sheet: Sheet, wanted: float) -> Iterator[Edge]:
    """The four sides: as if each were the page's left, with what is judged inside and all there is outside."""
    trim, media = sheet.trim, sheet.media
    # a bleed box within the trim means nothing: what lies there is looked at
    bleed = sheet.bleed if sheet.bleed.contains(trim, 0.01) else media
    left, top = max(bleed.x, 0.0), max(bleed.y, 0.0)
    right, bottom = min(bleed.right, media.w), min(bleed.bottom, media.h)
    sides = (
        ("left", False, False, trim.x, trim.x - left, (trim.y, trim.bottom)),
        ("right", False, True, media.w - trim.right, right - trim.right, (trim.y, trim.bottom)),
        ("top", True, False, trim.y, trim.y - top, (trim.x, trim.right)),
        ("bottom", True, True, media.h - trim.bottom, bottom - trim.bottom, (trim.x, trim.right)),
    )
    for name, lies, far, line, room, (low, high) in sides:
        own, every = (judged.T, total.T) if lies else (judged, total)
        step, depth = (found.wide, found.high) if lies else (found.high, found.wide)
        if far:
            own, every = own[:, ::-1], every[:, ::-1]
        a, b = _within(low, high, step, own.shape[0])
        # a pixel that the trim cuts is on neither side
        x0, x1 = _within(line, line + BAND + depth, depth, own.shape[1])
        out0, out1 = _within(line - min(room, wanted), line, depth, own.shape[1])
        if b > a and x1 > x0:
            outside = every[a:b, out0:out1][:, ::-1].T
            yield Edge(own[a:b, x0:x1].T, outside, a, step, depth, name)


def _bare(edge: Edge, wanted: float) -> Iterator[Stretch]:
    """Where ink inside has none outside, or too little of it."""
    import numpy as np

    most = edge.inside.max(axis=0)
    inked = most >= INK
    if not inked.any():
        return
    deep = len(edge.outside)
    # what crosses the trim aslant goes on a little beside: 0.5 mm at the trim, 1 mm farther out
    reach = max(1, round(1 / edge.step))
    reached = np.zeros(len(inked), dtype=np.intp)
    least = np.clip(most // 4, 1, BARE)
    for row in range(deep):
        reached[_spread(edge.outside[row], min(reach, reach // 2 + row)) >= least] = row + 1
    bare = inked & (reached == 0)
    touching = edge.inside[0] >= INK
    near = np.argmax(edge.inside >= INK, axis=0)
    ends = np.where(reached > 0, reached, np.where(inked, -near, -np.inf)) * edge.depth
    for start, stop in _runs(bare & touching, max(1, round(0.5 / edge.step))):
        matters = next(length for ink, length in RUNS if np.median(most[start:stop]) >= ink)
        if (stop - start) * edge.step > matters and not _grazes(ends, start, stop, edge.step):
            yield start, stop, _NOTHING
    # what ends within the band but not at the trim was cut there only if it is straight; a curve may come near
    for start, stop in _runs(bare & ~touching, 1):
        if (stop - start) * edge.step >= FRAME and np.ptp(near[start:stop]) <= 1:
            yield start, stop, _NOTHING
    if not deep:
        return
    short = inked & (reached > 0) & (reached * edge.depth < min(deep * edge.depth, wanted) - SHORT)
    for start, stop in _runs(short, 1):
        straight = (stop - start) * edge.step >= STRAIGHT and np.ptp(reached[start:stop]) <= 1
        if straight and not _grazes(ends, start, stop, edge.step):
            runs = float(reached[start:stop].max()) * edge.depth
            yield start, stop, f"ink that touches the trim ends {runs:.1f} mm beyond it"


def _grazes(ends: npt.NDArray[np.float64], start: int, stop: int, step: float) -> bool:
    """Whether a stretch is the height of a curve that comes to the trim and leaves it, as a brush's edge does: past both its
    ends the ink goes on, and ends (mm from the trim) hardly elsewhere. What is cut breaks off there.
    """
    import numpy as np

    beside = round(BESIDE / step)
    first, last = start - beside, stop - 1 + beside
    if first < 0 or last >= len(ends):
        return False
    level = float(np.median(ends[start:stop]))
    return all(abs(float(ends[at]) - level) <= SLOPE for at in (first, last))


def _other(edge: Edge) -> Iterator[Stretch]:
    """Where one colour lies up to the trim, another beyond it, and each is even: what ends there was cut there."""
    import numpy as np

    if len(edge.inside) < 2 or len(edge.outside) < 2:
        return
    step = np.abs(edge.inside[0] - edge.outside[0])
    even = np.maximum(np.abs(edge.inside[1] - edge.inside[0]), np.abs(edge.outside[1] - edge.outside[0]))
    found = (step >= STEP) & (even * 4 <= step) & (edge.outside.max(axis=0) >= BARE) & (edge.inside[0] >= INK)
    for start, stop in _runs(found, max(1, round(0.5 / edge.step))):
        if (stop - start) * edge.step >= FRAME and found[start:stop].mean() > 0.8:
            yield start, stop, "what touches the trim ends there, and another colour lies beyond"


def _spread(row: Sums, by: int) -> Sums:
    """The most of every pixel and of so many to either side."""
    import numpy as np

    padded = np.pad(row, by)
    out: Sums = np.max(np.lib.stride_tricks.sliding_window_view(padded, 2 * by + 1), axis=-1)
    return out


def _runs(row: Bare, gap: int) -> Iterator[tuple[int, int]]:
    """Stretches of true pixels, those with a gap between them of so few joined."""
    import numpy as np

    places = np.flatnonzero(row)
    if not len(places):
        return
    for run in np.split(places, np.flatnonzero(np.diff(places) > gap) + 1):
        yield int(run[0]), int(run[-1]) + 1


def _place(edge: Edge, sheet: Sheet, start: int, stop: int, wanted: float) -> Rect:
    along, length = (edge.first + start) * edge.step, (stop - start) * edge.step
    trim = sheet.trim
    x = {"left": trim.x - wanted, "right": trim.right}
    y = {"top": trim.y - wanted, "bottom": trim.bottom}
    return Rect(x[edge.name], along, wanted, length) if edge.name in x else Rect(along, y[edge.name], length, wanted)


def _waste(line: Bare) -> Bare:
    """What lies outside a dieline: all that is reached from the page's edge without crossing it, the line not among it."""
    import numpy as np

    out = np.zeros(line.shape, dtype=bool)
    out[0], out[-1], out[:, 0], out[:, -1] = ~line[0], ~line[-1], ~line[:, 0], ~line[:, -1]
    across, down = _stretches(line), _stretches(line.T)
    before = -1
    while (count := int(out.sum())) != before:
        before = count
        out = _filled(out, across, line)
        out = _filled(out.T, down, line.T).T
    return out


def _stretches(line: Bare) -> npt.NDArray[np.int32]:
    """A number for every stretch of a row between lines."""
    import numpy as np

    starts = np.ones(line.shape, dtype=bool)
    starts[:, 1:] = line[:, 1:] != line[:, :-1]
    return (np.cumsum(starts.ravel(), dtype=np.int32) - 1).reshape(line.shape)


def _filled(out: Bare, stretches: npt.NDArray[np.int32], line: Bare) -> Bare:
    """Every stretch whole of which a pixel is reached."""
    import numpy as np

    hit = np.zeros(int(stretches.max()) + 1, dtype=bool)
    hit[stretches[out]] = True
    return np.asarray(hit[stretches] & ~line)
