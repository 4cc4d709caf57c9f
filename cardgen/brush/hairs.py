"""Small things in great number: hair-lines (rain, needles, straw, beard) and thrown drops."""

from __future__ import annotations

import math

import numpy as np

from cardgen.brush.frame import Frame, Paper, covered
from cardgen.brush.marks import Layer, Needles, Splatter, density
from cardgen.brush.noise import Dice, Floats, Ints, smooth, value

# Pixels painted at a time, so that the arrays stay small.
_BATCH = 600_000
# A line fades over this many pixels at each side; none is drawn thinner than one pixel, only paler.
_FADE = 0.6
# A hair shorter than this (mm) leaves nothing.
_SHORTEST = 1e-3


def _table(mark: Needles) -> Floats:
    """Rows x0 y0 xb yb x1 y1 r0 r1 r2 density dry (r = half-widths)."""
    return np.array([
        (*h.start, *h.bend, *h.end, h.widths[0] / 2, h.widths[1] / 2, h.widths[2] / 2, density(h.tone), h.dry)
        for h in mark.hairs
    ])  # fmt: skip


def _monotone(table: Floats) -> Floats:
    """The hairs with the axis along which each is longer put first, and its bend kept within its ends on that axis.

    A last column says whether that axis is y.
    """
    steep = np.abs(table[:, 5] - table[:, 1]) > np.abs(table[:, 4] - table[:, 0])
    out = table.copy()
    out[steep, 0:6] = table[steep][:, [1, 0, 3, 2, 5, 4]]
    low, high = np.minimum(out[:, 0], out[:, 4]), np.maximum(out[:, 0], out[:, 4])
    span = high - low
    out[:, 2] = np.clip(out[:, 2], low + 0.1 * span, high - 0.1 * span)
    return np.column_stack([out, steep])[span > _SHORTEST]


def _runs(rows: Floats, frame: Frame) -> tuple[Ints, Floats]:
    """For every hair one entry per pixel step along its longer axis: the hair's number, and the step's place in mm."""
    steep = rows[:, 11] > 0.5
    origin = np.where(steep, frame.y, frame.x)
    count = np.where(steep, frame.height, frame.width)
    low, high = np.minimum(rows[:, 0], rows[:, 4]), np.maximum(rows[:, 0], rows[:, 4])
    first = np.maximum(0, np.floor((low - origin) * frame.per_mm)).astype(np.int64)
    last = np.minimum(count - 1, np.floor((high - origin) * frame.per_mm)).astype(np.int64)
    many = np.maximum(0, last - first + 1)
    hair = np.repeat(np.arange(len(rows)), many)
    step = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many) + np.repeat(first, many)
    return hair, step


def _batch_ink(rows: Floats, first: int, frame: Frame, tooth: Floats, seed: int) -> tuple[Ints, Floats]:
    """Flat pixel indices and densities for some hairs; a pixel may come more than once."""
    hair, step = _runs(rows, frame)
    if not len(hair):
        return np.empty(0, np.int64), np.empty(0)
    r = rows[hair]
    steep = r[:, 11] > 0.5
    place = np.where(steep, frame.y, frame.x) + (step + 0.5) / frame.per_mm
    # the parameter u where the quadratic curve passes `place` on its longer axis
    a, b, c = r[:, 0] - 2 * r[:, 2] + r[:, 4], 2 * (r[:, 2] - r[:, 0]), r[:, 0] - place
    root = np.sqrt(np.maximum(b * b - 4 * a * c, 0))
    u = -2 * c / np.where(b >= 0, b + root, b - root)
    np.clip(u, 0, 1, out=u)
    middle = (1 - u) ** 2 * r[:, 1] + 2 * u * (1 - u) * r[:, 3] + u * u * r[:, 5]
    slope = (2 * (1 - u) * (r[:, 3] - r[:, 1]) + 2 * u * (r[:, 5] - r[:, 3])) / (
        2 * (1 - u) * (r[:, 2] - r[:, 0]) + 2 * u * (r[:, 4] - r[:, 2])
    )
    lean = 1 / np.sqrt(1 + slope * slope)
    half = np.where(u < 0.5, r[:, 6] + (r[:, 7] - r[:, 6]) * 2 * u, r[:, 7] + (r[:, 8] - r[:, 7]) * (2 * u - 1))
    pale = np.minimum(1, 2 * half * frame.per_mm)
    shown = np.maximum(half, 0.5 / frame.per_mm)

    reach = ((shown + _FADE / frame.per_mm) / lean).max()
    width = 2 * math.ceil(reach * frame.per_mm) + 1
    begin = np.floor((middle - np.where(steep, frame.x, frame.y)) * frame.per_mm).astype(np.int64) - width // 2
    across = begin[:, None] + np.arange(width)[None, :]
    away = np.where(steep, frame.x, frame.y)[:, None] + (across + 0.5) / frame.per_mm - middle[:, None]
    away = np.abs(away) * lean[:, None]
    cover = smooth(_FADE / frame.per_mm, -_FADE / frame.per_mm, away - shown[:, None]) * pale[:, None]
    limit = np.where(steep, frame.width, frame.height)[:, None]
    at, k = np.nonzero((cover > 0) & (across >= 0) & (across < limit))
    cover, across = cover[at, k], across[at, k]
    column, row = np.where(steep[at], across, step[at]), np.where(steep[at], step[at], across)
    pixel = row * frame.width + column
    dry = r[at, 10]
    thirsty = np.flatnonzero(dry > 0)
    if len(thirsty):
        q, s = at[thirsty], u[at[thirsty]]
        across_ = away[q, k[thirsty]] / shown[q]
        hairs = value((s * 7 + (hair[q] + first) * 3.7).astype(np.float32), (across_ * 0.8).astype(np.float32), seed)
        left = 0.95 - 1.1 * dry[thirsty] * (0.55 + 0.6 * s) - (0.55 * tooth.take(pixel[thirsty]) + 0.45 * hairs)
        cover[thirsty] *= smooth(-0.15, 0.15, left)
    return pixel, covered(r[at, 9], cover)


def _many(rows: Floats, frame: Frame) -> int:
    """How many of these hairs fit into one batch."""
    if not len(rows):
        return 1
    long = min(float(np.abs(rows[:, 4] - rows[:, 0]).mean()) * frame.per_mm, float(max(frame.width, frame.height)))
    wide = 3 * float(rows[:, 6:9].max()) * frame.per_mm + 4
    return max(1, int(_BATCH / ((long + 1) * wide)))


def needles_ink(mark: Needles, frame: Frame, sheet: Paper) -> Layer | None:
    """The ink of a batch of hairs on a frame, or None where there is none.

    For a lift it is what is taken off. Else it is heaped: hairs screened one over the other add up in exp(D / 2), so
    the sum does not depend on their order.
    """
    if not mark.hairs:
        return None
    table = _monotone(_table(mark))
    tooth = sheet.tooth.ravel()
    total = np.zeros(frame.width * frame.height)
    touched = False
    for wide in (False, True):
        # thin and broad hairs apart: a run is as wide as the widest of its batch
        group = np.flatnonzero((table[:, 6:9].max(axis=1) > 0.2) == wide)
        many = _many(table[group], frame)
        for first in range(0, len(group), many):
            chosen = group[first : first + many]
            pixel, ink = _batch_ink(table[chosen], first, frame, tooth, mark.seed)
            if len(pixel):
                touched = True
                total += np.bincount(pixel, ink if mark.lift else np.expm1(ink / 2), minlength=len(total))
    if not touched:
        return None
    ink = total if mark.lift else 2 * np.log1p(total)
    return Layer(0, 0, ink.astype(np.float32).reshape(frame.height, frame.width))


def _drops(mark: Splatter) -> list[tuple[float, float, float, float, float, float]]:
    """Drops as x, y, radius, stretch, direction (radians), density: threads that shrink outward, then a fine mist."""
    dice = Dice(mark.seed)
    spread, angle = math.radians(mark.spread), math.radians(mark.angle)
    out = []

    def drop(direction: float, far: float, radius: float, stretch: float) -> None:
        x, y = mark.at.x + math.cos(direction) * far, mark.at.y + math.sin(direction) * far
        tone = density(mark.tone * dice.between(0.85, 1))
        out.append((x, y, max(0.03, radius), stretch, direction + dice.around(0, 0.12), tone))

    n = round(mark.n)
    for _ in range(max(2, n // 9)):
        direction = angle + dice.around(0, spread)
        far = mark.reach * dice.between(0.02, 0.35)
        radius = mark.size * (0.12 + 0.88 * dice.between() ** 4)
        for _ in range(1 + int(dice.between() * 6)):
            stretch = 1 + (mark.stretch - 1) * dice.between(0.2, 1.0)
            drop(direction + dice.around(0, 0.03), far, radius * dice.between(0.6, 1.1), stretch)
            far += mark.reach * dice.between(0.03, 0.22)
            radius *= dice.between(0.35, 0.75)
    for _ in range(n):
        direction = angle + dice.around(0, spread * 1.25)
        far = mark.reach * dice.between(0, 1.15) ** 0.9
        radius = mark.size * (0.05 + 0.13 * dice.between() ** 3)
        drop(direction, far, radius, 1 + (mark.stretch - 1) * 0.4 * dice.between())
    return out


def splatter_ink(mark: Splatter, frame: Frame) -> Layer | None:
    """The ink of thrown drops on a frame, or None where none falls on it."""
    drops = _drops(mark)
    most = mark.reach * 2.6 + mark.size * 3
    x, y = mark.at
    whole = frame.pixels(x - most, y - most, x + most, y + most)
    if whole is None:
        return None
    ink = np.zeros((whole.bottom - whole.top, whole.right - whole.left), np.float32)
    for k, (cx, cy, radius, stretch, direction, dark) in enumerate(drops):
        reach = radius * stretch * 1.5 + 0.2
        patch = frame.pixels(cx - reach, cy - reach, cx + reach, cy + reach)
        if patch is None:
            continue
        dx = frame.xs(patch.left, patch.right)[None, :] - cx
        dy = frame.ys(patch.top, patch.bottom)[:, None] - cy
        along = (dx * math.cos(direction) + dy * math.sin(direction)) / stretch
        across = dy * math.cos(direction) - dx * math.sin(direction)
        turn = np.arctan2(across, along)
        # a tear: pointed backwards
        across = across * (1 + 0.45 * (stretch - 1) * np.maximum(0, -along / radius))
        far = np.hypot(along, across)
        lumpy = radius * (1 + 0.44 * (value(turn * 1.3 + 9 * k, np.full_like(turn, k * 3.3), mark.seed) - 0.5))
        cover = smooth(0.8 / frame.per_mm, -0.8 / frame.per_mm, far - lumpy)
        pool = np.exp(-np.maximum(lumpy - far, 0) / (0.35 * radius + 0.02))
        j, i = patch.top - whole.top, patch.left - whole.left
        part = ink[max(0, j) : j + far.shape[0], max(0, i) : i + far.shape[1]]
        drop = covered(dark * (0.8 + 0.4 * pool), cover)[max(0, -j) :, max(0, -i) :][: part.shape[0], : part.shape[1]]
        np.maximum(part, drop, out=part, casting="same_kind")
    return Layer(whole.top, whole.left, ink)
