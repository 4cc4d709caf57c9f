"""Checks along the trim: ink that ends at it or too soon beyond it, a bare line beside it, a ground that ends before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cardgen.findings import Code, Severity
from cardgen.profile import Profile
from cardgen.readback.document import Sheet
from cardgen.readback.fault import Fault
from cardgen.readback.names import knife
from cardgen.readback.plates.separations import Separations
from cardgen.readback.plates.sides import Side, whole
from cardgen.units import Rect

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Sums = npt.NDArray[np.float32]
    Bare = npt.NDArray[np.bool_]
    Ends = npt.NDArray[np.float64]

BLEED_MISSING = Code("bleed-missing", "where ink ends at the trim, a knife that is a hair off leaves a white edge")
BLEED_SHORT = Code(
    "bleed-short",
    "ink that ends before the bleed box does leaves less than was promised to a knife that is off",
    Severity.WARNING,
)
SLIVER = Code("sliver", "a thin bare line beside the trim is seen as a white edge, wherever the knife goes")
RIM = Code(
    "rim",
    "a bare rim that is narrow shows how far the knife was off: it is wider on one side than on the other",
    Severity.WARNING,
)

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
STRAIGHT, SHORT = 5.0, 0.06
"""Ink that ends along such a length (mm) in the bleed, by so much (mm) too early, was cut there; a brush's end is no line."""
PROMISED = 0.2
"""Ink that ends by so much (mm) before the bleed box, though late enough for the press, is worth a word."""
BESIDE, SLOPE = 0.7, 0.45
"""How far past a stretch (mm) it is seen whether the ink goes on, and by how much (mm) it may end elsewhere there."""
MOST_PLACES = 12
"""Bare places told of a page at most: the longest."""
LONG = 20.0
"""How long (mm), or half the side, a bare line or a short end is that is told although the press would bear it."""
NEAR, THIN, CLOSE, BESIDE_IT = 1.1, 1.0, 2.0, 12
"""A bare line so near the trim and so thin (mm) is a sliver, if on both its sides, so close to the trim, is so much ink."""
WHOLE = 0.85
"""How much of a side a ground that ends before it takes up; corners are round."""


Stretch = tuple[Code, int, int, str]
"""A stretch of an edge: what is wrong there, its first pixel, that after its last, and that in words."""
_NOTHING = "ink touches the trim, and beyond it is bare paper"
_HINTS = {
    "sliver": "let one run under the other",
    "rim": "let it run on into the bleed, or end {safe:g} mm inside the trim",
}


class Edge(NamedTuple):
    """One side of the trim, as pixels along it."""

    inside: Sums
    """The ink of the band just inside, a row for every pixel inwards,"""
    within: Sums
    """of all that is to be kept free of type, or more, and"""
    outside: Sums
    """of the bleed, a row for every pixel outwards."""
    gap: float
    """mm from the trim to the first row inside."""
    first: int
    """The pixel of the page that the edge begins with."""
    step: float
    """mm a pixel along the edge, and"""
    depth: float
    """outwards from it."""
    room: float
    """mm of bleed that the page has there."""
    name: str


def check_trim(total: Sums, found: Separations, sheet: Sheet, profile: Profile) -> Iterator[Fault]:
    """What is wrong along one page's trim, by the ink of all its printing plates; asks `profile.bleed` and `profile.safe`."""
    wanted = profile.bleed.least or profile.bleed.default
    if wanted <= 0:
        return
    judged = total
    knives = [plate for name, plate in found.plates.items() if knife(name)]
    if knives:
        import numpy as np

        # beyond a dieline is waste: what ink does there is of no matter
        judged = np.where(_waste(np.max(knives, axis=0) >= 64), np.float32(0), total)
    fine = {side.name: side for side in found.sides}
    places: list[tuple[float, Fault]] = []
    for edge in _edges(judged, total, found, sheet, wanted, profile.safe):
        side = fine.get(edge.name)
        stretches = [*_bare(edge, side, wanted), *_other(edge)]
        if side is not None:
            told = tuple(stretches)
            stretches += (own for own in _slivers(edge, side) if not any(own[1] < b and a < own[2] for _, a, b, _ in told))
        if side is not None and not stretches and "BleedBox" in sheet.boxes:
            stretches += _short(edge, side, wanted, profile.bleed.default)
        stretches += _rim(edge, side, profile.safe)
        for code, start, stop, says in stretches:
            hint = _HINTS.get(code.name, f"let it run on {profile.bleed.default:g} mm beyond the trim")
            hint = hint.format(safe=profile.safe)
            fault = Fault(code, says, sheet.number, _place(edge, sheet, start, stop, wanted), hint)
            places.append(((start - stop) * edge.step, fault))
    # the longest are told, in the order in which they were met
    longest = sorted(range(len(places)), key=lambda n: places[n][0])[:MOST_PLACES]
    yield from (places[n][1] for n in sorted(longest))


def _edges(judged: Sums, total: Sums, found: Separations, sheet: Sheet, wanted: float, safe: float) -> Iterator[Edge]:
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
        a, b = whole(low, high, step, own.shape[0])
        # a pixel that the trim cuts is on neither side
        x0, x1 = whole(line, line + BAND + depth, depth, own.shape[1])
        _, x2 = whole(line, line + max(safe, CLOSE), depth, own.shape[1])
        out0, out1 = whole(line - min(room, wanted), line, depth, own.shape[1])
        if b > a and x1 > x0:
            outside = every[a:b, out0:out1][:, ::-1].T
            yield Edge(own[a:b, x0:x1].T, own[a:b, x0:x2].T, outside, x0 * depth - line, a, step, depth, room, name)


def _bare(edge: Edge, side: Side | None, wanted: float) -> Iterator[Stretch]:
    """Where ink inside has none outside, or too little of it."""
    import numpy as np

    most = edge.inside.max(axis=0)
    inked, touching = most >= INK, edge.inside[0] >= INK
    if side is not None:
        begins = _begins(side)[: len(inked)]
        # what ends within the band but not at the trim was cut there only if it is straight; a curve may come near
        frame = ~touching & ~(edge.outside >= BARE).any(axis=0) & (begins <= BAND + SHORT)
        for start, stop in _runs(frame, 1):
            if (stop - start) * edge.step >= FRAME and np.ptp(begins[start:stop]) <= edge.depth:
                yield BLEED_MISSING, start, stop, _NOTHING
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
    near = np.argmax(edge.inside >= INK, axis=0)
    ends = np.where(reached > 0, reached, np.where(inked, -near, -np.inf)) * edge.depth
    for start, stop in _runs(bare & touching, max(1, round(0.5 / edge.step))):
        matters = next(length for ink, length in RUNS if np.median(most[start:stop]) >= ink)
        if (stop - start) * edge.step > matters and not _grazes(ends, start, stop, edge.step):
            yield BLEED_MISSING, start, stop, _NOTHING
    if not deep or side is None:
        return
    exact = _ends(edge, side)
    short = inked & (reached > 0) & (exact < min(edge.room, wanted) - SHORT)
    for start, stop, runs in _straight(short, exact, edge):
        yield BLEED_MISSING, start, stop, f"ink that touches the trim ends {runs:.1f} mm beyond it"


def _ends(edge: Edge, side: Side) -> Ends:
    """How far beyond the trim (mm) the ink goes on that touches it, or such ink close beside it; nought where it does not."""
    import numpy as np

    reach = max(1, round(1 / edge.step))
    least = np.clip(edge.inside.max(axis=0) // 4, 1, BARE)
    out = np.zeros(len(least))
    for row in range(len(side.most)):
        near = side.near(row)
        if near + side.size / 2 > 0:
            spread = _spread(side.most[row].astype(np.float32), min(reach, reach // 2 + int(near / edge.depth)))
            out[spread >= least] = near + side.size / 2
    return out


def _begins(side: Side) -> Ends:
    """How far inside the trim (mm) there is ink, going inwards; endlessly far where there is none that near."""
    import numpy as np

    inside = [row for row in range(len(side.most)) if side.near(row) + side.size / 2 < 0]
    inked = side.most[inside][::-1] >= INK
    return np.where(inked.any(axis=0), -side.near(inside[-1] + 1) + np.argmax(inked, axis=0) * side.size, np.inf)


def _straight(found: Bare, ends: Ends, edge: Edge) -> Iterator[tuple[int, int, float]]:
    """The stretches of an edge whose ink ends in the bleed on one line, and how far out that is."""
    import numpy as np

    for start, stop in _runs(found, 1):
        if (stop - start) * edge.step < STRAIGHT or np.ptp(ends[start:stop]) > edge.depth:
            continue
        if not _grazes(ends, start, stop, edge.step):
            yield start, stop, float(np.median(ends[start:stop]))


def _short(edge: Edge, side: Side, wanted: float, usual: float) -> Iterator[Stretch]:
    """Where ink goes on as far as the press asks at least, and ends before the bleed box, and the usual bleed, do."""
    import numpy as np

    inked = edge.inside.max(axis=0) >= INK
    ends = _ends(edge, side)
    rows = [row for row in range(len(side.most)) if -CLOSE <= side.near(row) < 0]
    # of stripes the outermost may end where it likes
    striped: Bare = np.asarray(_bare_lines(side, rows).any(axis=0))[: len(inked)]
    short = inked & ~striped & (ends >= wanted - SHORT) & (ends < min(edge.room, usual) - PROMISED)
    for start, stop, runs in _straight(short, ends, edge):
        if (stop - start) * edge.step >= _long(edge):
            yield BLEED_SHORT, start, stop, f"ink ends {runs:.1f} mm beyond the trim, and the bleed box says {edge.room:.1f}"


def _bare_lines(side: Side, rows: list[int]) -> Bare:
    """Where among those rows bare paper lies between ink and ink."""
    import numpy as np

    most, least = side.most[rows], side.least[rows]
    before = np.maximum.accumulate(least, axis=0)
    after = np.maximum.accumulate(least[::-1], axis=0)[::-1]
    return np.asarray((np.minimum(before, after) >= BESIDE_IT) & (most <= BARE))


def _slivers(edge: Edge, side: Side) -> Iterator[Stretch]:
    """Where a bare line lies along the trim between ink and ink; one of several is a pattern's."""
    import numpy as np

    rows = [row for row in range(len(side.most)) if side.near(row) >= -CLOSE and side.near(row + 1) <= CLOSE]
    columns = min(side.most.shape[1], edge.inside.shape[1])
    if not rows or not columns or side.first != edge.first or not len(edge.within):
        return
    bare = _bare_lines(side, rows)[:, :columns]
    begins = bare.copy()
    begins[1:] &= ~bare[:-1]
    first, wide = np.argmax(bare, axis=0), bare.sum(axis=0)
    near = side.near(rows[0]) + first * side.size
    width = wide * side.size
    kept = edge.within[:, :columns].max(axis=0) >= INK
    thin = (begins.sum(axis=0) == 1) & (width <= THIN) & (near >= -NEAR) & (near + width <= NEAR) & kept
    for start, stop in _runs(thin, max(1, round(0.5 / edge.step))):
        own = thin[start:stop]
        at = float(np.median(near[start:stop][own]))
        straight = np.abs(near[start:stop][own] - at) <= 1.5 * side.size
        if (stop - start) * edge.step >= _long(edge) and own.mean() >= 0.9 and straight.mean() >= 0.95:
            middle = at + float(np.median(width[start:stop][own])) / 2
            where = f"{abs(middle):.1f} mm {'inside' if middle < 0 else 'beyond'} it" if abs(middle) >= 0.05 else "on it"
            yield SLIVER, start, stop, f"a thin bare line runs along the trim between ink and ink, {where}"


def _rim(edge: Edge, side: Side | None, safe: float) -> Iterator[Stretch]:
    """Where all that is printed ends on one line, along the whole side, before the trim, on bare paper."""
    import numpy as np

    inked = edge.within >= INK
    some = inked.any(axis=0) & ~(edge.outside >= BARE).any(axis=0)
    if some.mean() < WHOLE:
        return
    begins = edge.gap + np.argmax(inked, axis=0) * edge.depth
    if side is not None:
        exact = _begins(side)[: len(begins)]
        begins = np.where(np.isfinite(exact), exact, begins)
    runs = float(np.median(begins[some]))
    on = some & (np.abs(begins - runs) <= edge.depth)
    if on.mean() >= WHOLE and BAND + SHORT < runs < safe - SHORT:
        columns = np.flatnonzero(on)
        yield RIM, int(columns[0]), int(columns[-1]) + 1, f"what is printed ends {runs:.1f} mm inside the trim, along all of it"


def _long(edge: Edge) -> float:
    return min(LONG, float(edge.inside.shape[1] * edge.step / 2))


def _grazes(ends: Ends, start: int, stop: int, step: float) -> bool:
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
            yield BLEED_MISSING, start, stop, "what touches the trim ends there, and another colour lies beyond"


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
