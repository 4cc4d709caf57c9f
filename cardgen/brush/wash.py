"""Thin ink: washes with soft ends and clouds, and the mist that takes ink away."""

from __future__ import annotations

import numpy as np

from cardgen.brush.curve import outline
from cardgen.brush.frame import Frame, Grid, Paper, Patch, covered
from cardgen.brush.marks import Layer, Mist, Wash
from cardgen.brush.noise import FBM_STEP, Floats, fbm

_OCTAVES = 5
_FINEST = FBM_STEP ** (_OCTAVES - 1)
# Clouds within a wash: how often per mm, and a grid that still shows their finest octave.
_CLOUD, _CLOUD_STEP = 0.13, 0.2
# Steps of the grid on which the distance to the outline is measured, in mm.
_FINE_STEP, _COARSE_STEP = 1 / 6, 0.6
# Outline pieces searched at a time.
_CHUNK = 8
_TONES = 2048
# How often mist wanders, per mm, and a grid that shows it.
_MIST, _MIST_STEP = 0.045, 0.8


def _inside(points: Floats, xs: Floats, ys: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which grid points lie within a closed outline (even-odd)."""
    ax, ay = points[:, 0], points[:, 1]
    bx, by = np.roll(ax, -1), np.roll(ay, -1)
    out = np.zeros((len(ys), len(xs)), np.bool_)
    for row, y in enumerate(ys):
        cut = (ay <= y) != (by <= y)
        if cut.any():
            at = ax[cut] + (y - ay[cut]) / (by[cut] - ay[cut]) * (bx[cut] - ax[cut])
            out[row] = np.searchsorted(np.sort(at), xs) % 2 == 1
    return out


def signed_distance(points: Floats, grid: Grid, most: float) -> Floats:
    """mm from each grid point to a closed outline, positive within; cut off at `most` either way."""
    xs, ys = grid.xs(), grid.ys()
    gx, gy = xs.astype(np.float32), ys.astype(np.float32)
    away = np.full((len(ys), len(xs)), most * most, np.float32)
    ax, ay = points[:, 0].astype(np.float32), points[:, 1].astype(np.float32)
    dx, dy = np.roll(ax, -1) - ax, np.roll(ay, -1) - ay
    square = np.maximum(dx * dx + dy * dy, np.float32(1e-9))
    for first in range(0, len(ax), _CHUNK):
        k = slice(first, first + _CHUNK)
        x, y, u, v = ax[k], ay[k], dx[k], dy[k]
        i0, i1 = np.searchsorted(gx, [min(x.min(), (x + u).min()) - most, max(x.max(), (x + u).max()) + most])
        j0, j1 = np.searchsorted(gy, [min(y.min(), (y + v).min()) - most, max(y.max(), (y + v).max()) + most])
        if i1 <= i0 or j1 <= j0:
            continue
        px, py = gx[None, i0:i1] - x[:, None], gy[None, j0:j1] - y[:, None]
        at = (px * (u / square[k])[:, None])[:, None, :] + (py * (v / square[k])[:, None])[:, :, None]
        np.clip(at, 0, 1, out=at)
        ex = px[:, None, :] - at * u[:, None, None]
        ey = py[:, :, None] - at * v[:, None, None]
        ex *= ex
        ey *= ey
        ex += ey
        np.minimum(away[j0:j1, i0:i1], ex.min(axis=0), out=away[j0:j1, i0:i1])
    far = np.sqrt(away)
    out: Floats = np.where(_inside(points, xs, ys), far, -far)
    return out


def _edge(mark: Wash, points: Floats, frame: Frame, patch: Patch, most: float) -> Floats:
    """The signed distance of each pixel to the outline, moved about by the bleeding."""
    water = mark.water
    step = float(np.clip(min(most / 14, min(water.soft) / 3), _FINE_STEP, _COARSE_STEP))
    creeps = water.bleed > 0
    fine = creeps and water.bleed_often * _FINEST > 0.4 / step
    spacing = float(np.clip(step * 1.5, 0.3, 1.0))
    grid = Grid.over(frame, patch, step)
    distance = signed_distance(points[:: max(1, round(spacing / 0.3))] if spacing > 0.45 else points, grid, most)
    often = water.bleed_often

    def creep(x: Floats, y: Floats) -> Floats:
        return np.float32(2.2 * water.bleed) * (fbm(x * often, y * often, mark.seed + 9, _OCTAVES) - np.float32(0.5))

    if creeps and not fine:
        distance = distance + creep(*grid.mesh())
    out = grid.spread(distance.astype(np.float32), frame)
    if creeps and fine:
        near = np.abs(out) < max(water.soft) + 1.2 * water.bleed + 4 * water.edge_mm + 0.3
        row, column = np.nonzero(near)
        x = frame.xs(patch.left, patch.right).astype(np.float32)[column]
        y = frame.ys(patch.top, patch.bottom).astype(np.float32)[row]
        out[near] += creep(x, y)
    return out


def _along(mark: Wash, frame: Frame, patch: Patch, points: Floats) -> Floats:
    """Where each pixel lies along the gradient, 0..1."""
    if mark.gradient is None:
        middle = float(points[:, 0].mean())
        (x0, y0), (x1, y1) = (middle, float(points[:, 1].min())), (middle, float(points[:, 1].max()))
    else:
        (x0, y0), (x1, y1) = mark.gradient
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy + 1e-9
    x = ((frame.xs(patch.left, patch.right) - x0) * (dx / square)).astype(np.float32)
    y = ((frame.ys(patch.top, patch.bottom) - y0) * (dy / square)).astype(np.float32)
    out: Floats = np.clip(x[None, :] + y[:, None], 0, 1)
    return out


def wash_ink(mark: Wash, frame: Frame, sheet: Paper) -> Layer | None:
    """The ink of one wash on a frame, or None where it misses it."""
    water = mark.water
    points = outline(mark.curve)
    most = max(water.soft) * 1.2 + water.bleed * 1.6 + 0.3
    low, high = points.min(axis=0) - most, points.max(axis=0) + most
    patch = frame.pixels(float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    if patch is None:
        return None
    deep = max(most, 3 * water.edge_mm) if water.edge > 0 else most
    depth = _edge(mark, points, frame, patch, deep)
    paper = sheet.tooth[patch.window] - np.float32(0.5)
    if water.bleed > 0:
        depth += np.float32(0.5 * water.bleed) * paper
    along = _along(mark, frame, patch, points)
    blur = np.float32(0.7 / frame.per_mm)
    soft = (np.float32(water.soft[0]) + blur) + np.float32(water.soft[1] - water.soft[0]) * along
    cover = depth / (2 * soft)
    cover += np.float32(0.5)
    np.clip(cover, 0, 1, out=cover)
    cover *= cover * (3 - 2 * cover)

    if water.cloud > 0 and len(set(water.tone)) > 1:
        grid = Grid.over(frame, patch, _CLOUD_STEP)
        x, y = grid.mesh()
        cloud = fbm(x * np.float32(_CLOUD), y * np.float32(_CLOUD), mark.seed + 70, _OCTAVES) - np.float32(0.5)
        along += grid.spread((np.float32(1.5 * water.cloud) * cloud).astype(np.float32), frame)
        np.clip(along, 0, 1, out=along)
    stops = np.linspace(0, 1, len(water.tone)) if len(water.tone) > 1 else np.array([0.0])
    tones = np.interp(np.linspace(0, 1, _TONES), stops, water.tone).astype(np.float32)
    tone = tones.take((along * np.float32(_TONES - 1)).astype(np.int32))
    if water.grain > 0:
        tone *= 1 - np.float32(2 * water.grain) * (np.float32(1.05) - tone) * paper
    ink = -np.log1p(-np.clip(tone, 0, np.float32(0.985)))
    if water.edge > 0:
        pool = np.exp(np.maximum(depth, 0) * np.float32(-1 / max(water.edge_mm, 1e-3)))
        ink *= np.float32(1 - 0.3 * water.edge) + np.float32(1.5 * water.edge) * pool
    return Layer(patch.top, patch.left, covered(ink, cover))


def mist_veil(mark: Mist, frame: Frame) -> Layer | None:
    """How thick the mist lies (0..1) on each pixel of a frame, or None where it does not reach."""
    reach = mark.height * 3 + abs(mark.wander) * 0.5
    patch = frame.pixels(frame.x, mark.y - reach, frame.x + frame.width / frame.per_mm, mark.y + reach)
    if patch is None:
        return None
    grid = Grid.over(frame, patch, _MIST_STEP)
    x, y = grid.mesh()
    drift = fbm(x * np.float32(_MIST), y * np.float32(_MIST), mark.seed, _OCTAVES) - np.float32(0.5)
    level = (y - np.float32(mark.y)) - np.float32(mark.wander) * drift
    band = grid.spread(np.abs(level / np.float32(max(mark.height, 0.1))).astype(np.float32), frame)
    return Layer(patch.top, patch.left, np.exp(-(band ** np.float32(mark.power))))
