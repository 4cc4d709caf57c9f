"""One touch of the brush: from a curve with widths to ink on pixels.

Every pixel gets stroke coordinates: s (mm along the curve) and t (-1..1 across it). Hairs are noise in (s, t), long
in s and fine in t. Where the hairs and the paper's tooth stand higher than the ink left in the brush, paper stays
white: one inequality (`_CARRY` ... below) makes the flying white.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from cardgen.brush.curve import sampled
from cardgen.brush.frame import Frame, Grid, Paper, Patch, covered
from cardgen.brush.marks import Brush, Layer, Stroke
from cardgen.brush.noise import Floats, Ints, fbm, smooth, value_grid

# Flying white: ink covers where CARRY - THIRST * dry > HAIR * hair + TOOTH * (paper - 1/2) + START.
_CARRY, _THIRST = 1.32, 1.55
_HAIR, _TOOTH, _START = 0.70, 0.67, 0.15
# The coverage rises from 0 to 1 over this range of the difference of the two sides.
_CATCH = (-0.07, 0.11)
# Hair noise: frequency as a part of the hairs, length in half-widths, weight, where on the lattice it begins.
_OCTAVES = ((0.10, 7.0, 0.30, 3.1), (0.34, 4.5, 0.32, 0.0), (1.0, 2.2, 0.26, 0.0), (2.3, 1.1, 0.12, 0.0))
# How far the hairs wander across the stroke, in half-widths.
_WOBBLE = 0.10
# The texture of hairs reaches this far in t; beyond, only bleeding and soft edges lie.
_ACROSS = 1.5
# Samples per cell of the finest hair noise, along and across the stroke.
_ALONG_SAMPLES, _ACROSS_SAMPLES = 5, 5
# No texture is larger than this; only very long, very thin strokes of many hairs would be.
_MOST_SAMPLES = 2_000_000
# Samples per mm of the outline's roughness along the stroke, and of the ragged ends across it.
_ROUGH_SAMPLES, _RAGGED_SAMPLES = 40, 2048
# Path points searched at a time: enough to save calls, few enough to keep their common box small.
_CHUNK = 8
_FAR = np.float32(1e9)


class Spine(NamedTuple):
    """The curve at equal steps: place, half-width, direction, curvature, growth of the half-width; `s0` = its first s.

    It goes straight on past both ends of the stroke, so that caps and frays have coordinates too.
    """

    x: Floats
    y: Floats
    half: Floats
    ux: Floats
    uy: Floats
    bend: Floats
    growth: Floats
    s0: float
    step: float
    length: float
    typical: float


class Place(NamedTuple):
    """Stroke coordinates of pixels: their flat index in the patch, s in mm, t in half-widths, the half-width there."""

    pixel: Ints
    s: Floats
    t: Floats
    half: Floats


def _spine(mark: Stroke) -> Spine:
    brush = mark.brush
    step = float(np.clip(0.03 * max(mark.widths), 0.05, 0.25))
    rough = sampled(mark.curve, mark.widths, step / 2)
    gap = np.hypot(np.diff(rough[:, 0]), np.diff(rough[:, 1]))
    rough = rough[np.concatenate([[True], gap > 1e-9])]
    s = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(rough[:, 0]), np.diff(rough[:, 1])))])
    length = max(float(s[-1]), 1e-3)
    count = max(3, math.ceil(length / step) + 1)
    step = length / (count - 1)
    at = np.linspace(0, length, count)
    x, y, half = np.interp(at, s, rough[:, 0]), np.interp(at, s, rough[:, 1]), np.interp(at, s, rough[:, 2]) / 2
    typical = max(0.05, float(np.percentile(half, 80)))
    spare = brush.bleed * 2 + brush.soft + 0.05
    before = math.ceil((half[0] * max(brush.head + abs(brush.skew[0]), 0.05) + spare) / step)
    past = math.ceil((half[-1] * max(brush.tail + abs(brush.skew[1]), 0.05) + spare + 0.15 * brush.fray) / step)
    reach = min(3, count - 1)

    def beyond(a: Floats) -> Floats:
        lead = (a[0] - a[reach]) / reach * np.arange(before, 0, -1) + a[0]
        trail = (a[-1] - a[-1 - reach]) / reach * np.arange(1, past + 1) + a[-1]
        return np.concatenate([lead, a, trail])

    x, y = beyond(x), beyond(y)
    half = np.concatenate([np.full(before, half[0]), half, np.full(past, half[-1])])
    dx, dy = np.gradient(x), np.gradient(y)
    norm = np.maximum(np.hypot(dx, dy), 1e-9)
    ux, uy = dx / norm, dy / norm
    bend = np.convolve(ux * np.gradient(uy) - uy * np.gradient(ux), np.full(5, 0.2), "same")
    growth = np.gradient(half) / step
    half = np.maximum(half, 0.015)
    return Spine(
        x.astype(np.float32), y.astype(np.float32), half.astype(np.float32),
        ux.astype(np.float32), uy.astype(np.float32), (bend / step).astype(np.float32), growth.astype(np.float32),
        -before * step, step, length, typical,
    )  # fmt: skip


def _nearest(spine: Spine, every: int, grid: Grid, reach: float, margin: float) -> Ints:
    """For each point of the grid the spine point that is nearest in half-widths, or -1 where none is in reach."""
    best = np.full((grid.rows, grid.columns), _FAR, np.float32)
    index = np.full((grid.rows, grid.columns), -1, np.int32)
    gx, gy = grid.xs().astype(np.float32), grid.ys().astype(np.float32)
    points = np.arange(0, len(spine.x), every)
    if points[-1] != len(spine.x) - 1:
        points = np.append(points, len(spine.x) - 1)
    slack = margin + grid.step * 0.75 + every * spine.step * 0.5
    for first in range(0, len(points), _CHUNK):
        k = points[first : first + _CHUNK]
        x, y, half = spine.x[k], spine.y[k], spine.half[k]
        most = float(half.max()) * reach + slack
        i0, i1 = np.searchsorted(gx, [x.min() - most, x.max() + most])
        j0, j1 = np.searchsorted(gy, [y.min() - most, y.max() + most])
        if i1 <= i0 or j1 <= j0:
            continue
        dx, dy = gx[None, i0:i1] - x[:, None], gy[None, j0:j1] - y[:, None]
        away = (dx * dx)[:, None, :] + (dy * dy)[:, :, None]
        away /= (half * half)[:, None, None]
        pick = away.argmin(axis=0)
        least = np.take_along_axis(away, pick[None], axis=0)[0]
        near = least < best[j0:j1, i0:i1]
        near &= least < ((half * reach + slack) / half)[pick] ** 2
        best[j0:j1, i0:i1][near] = least[near]
        index[j0:j1, i0:i1][near] = k[pick[near]]
    return index


def _refined(spine: Spine, k: Ints, px: Floats, py: Floats) -> tuple[Ints, Floats, Floats, Floats]:
    """One step of Newton's from spine points `k` towards each pixel's nearest point: new points, and there the
    distance along, across, and the half-width.
    """
    x, y, ux, uy = spine.x.take(k), spine.y.take(k), spine.ux.take(k), spine.uy.take(k)
    half, growth, bend = spine.half.take(k), spine.growth.take(k), spine.bend.take(k)
    ex, ey = px - x, py - y
    across = ux * ey - uy * ex
    along = (ex * ux + ey * uy) / np.maximum(1 - bend * across, 0.3)
    # nearest in half-widths, not in mm: where the stroke swells, that is a little further on
    along += growth * across * across / np.maximum(half + growth * along, 0.3 * half)
    to = k + np.rint(np.clip(along, -2 * half, 2 * half) / spine.step).astype(np.int32)
    np.clip(to, 0, len(spine.x) - 1, out=to)
    ex, ey = px - spine.x.take(to), py - spine.y.take(to)
    ux, uy = spine.ux.take(to), spine.uy.take(to)
    along, across = ex * ux + ey * uy, ux * ey - uy * ex
    return to, along, across, spine.half.take(to)


def _placed(spine: Spine, frame: Frame, patch: Patch, reach: float, margin: float) -> Place:
    """Stroke coordinates of all pixels of the patch that the stroke can reach."""
    wide = float(spine.half.max())
    grid = Grid.over(frame, patch, float(np.clip(0.1 * wide, 0.12, 0.4)))
    every = max(1, round(float(np.clip(0.12 * wide, 0.1, 0.6)) / spine.step))
    index = _nearest(spine, every, grid, reach, margin)
    i, j = grid.near(frame)
    whole = index[j][:, i].ravel()
    pixel = np.flatnonzero(whole >= 0)
    k = whole[pixel]
    columns = patch.right - patch.left
    px = frame.xs(patch.left, patch.right).astype(np.float32).take(pixel % columns)
    py = frame.ys(patch.top, patch.bottom).astype(np.float32).take(pixel // columns)
    to, along, across, half = _refined(spine, k, px, py)
    s = np.float32(spine.s0) + to * np.float32(spine.step) + along
    # only where the fold of a tight bend kept Newton from arriving does `along` still count
    left_over = np.maximum(np.abs(along) - np.float32(spine.step), 0)
    t = np.copysign(np.hypot(across, left_over), across) / half
    return Place(pixel, s, t, half)


class Texture(NamedTuple):
    """Hairs and tone over (s, t): rows `step` mm apart from `s0` on, columns from t = -_ACROSS to +_ACROSS."""

    left: Floats
    tone: Floats
    s0: float
    step: float


def _ragged(hairs: float, seed: int) -> tuple[Floats, Floats]:
    """How far single hairs reach past the head and the tail, 0..1, over t = -_ACROSS.._ACROSS."""
    t = np.linspace(-_ACROSS, _ACROSS, _RAGGED_SAMPLES).astype(np.float32)
    head = value_grid(t * np.float32(hairs * 0.25) + 7.7, np.array([0.5]), seed + 21)[0]
    tail = value_grid(t * np.float32(hairs * 0.25) + 1.3, np.array([2.5]), seed + 22)[0]
    return head, tail


def _texture(brush: Brush, spine: Spine, seed: int, tail: Floats) -> Texture:
    """The ink that is left in the hairs (before the paper has its say) and the tone, over the whole stroke."""
    w = spine.typical
    step = min(_OCTAVES[-1][1] * w / _ALONG_SAMPLES, max(brush.fray, 0.6) / 8)
    last = spine.s0 + (len(spine.x) - 1) * spine.step
    columns = math.ceil(2 * _ACROSS * max(brush.hairs, 1.0) * _OCTAVES[-1][0] * _ACROSS_SAMPLES)
    step = max(step, (last - spine.s0) * columns / _MOST_SAMPLES)
    s = spine.s0 + np.arange(math.ceil((last - spine.s0) / step) + 2) * step
    t = np.linspace(-_ACROSS, _ACROSS, columns).astype(np.float32)
    broad = hair = np.zeros((len(s), columns), np.float32)
    for k, (often, length, weight, begin) in enumerate(_OCTAVES):
        noise = value_grid(t * np.float32(brush.hairs * often) + begin, s / (length * w), seed + 11 + k)
        hair = hair + np.float32(weight) * noise
        broad = noise if k == 0 else broad
    hair = np.clip((hair - 0.5) * np.float32(2.1) + np.float32(0.5), 0, 1)
    wander = np.float32(_WOBBLE) * (value_grid(t * np.float32(1.3), s / (2.4 * w), seed + 1) - np.float32(0.5))
    at = np.arange(columns)[None, :] + np.rint(wander * np.float32((columns - 1) / (2 * _ACROSS))).astype(np.int64)
    np.clip(at, 0, columns - 1, out=at)
    hair, broad = np.take_along_axis(hair, at, 1), np.take_along_axis(broad, at, 1)

    u = np.clip(s / spine.length, 0, 1)
    dry = (brush.dry[0] + (brush.dry[1] - brush.dry[0]) * u**brush.dry_power).astype(np.float32)[:, None]
    dry = dry + np.float32(brush.edge_dry) * np.maximum(0, np.abs(t) - np.float32(0.45)) ** 1.5
    if brush.fray > 0:
        lag = tail.take(np.rint((t + _ACROSS) * ((_RAGGED_SAMPLES - 1) / (2 * _ACROSS))).astype(np.int64))
        start = spine.length - brush.fray * (0.5 + lag)
        end = spine.length + 0.15 * brush.fray
        dry = dry + np.float32(1.25) * smooth(0.0, 1.0, ((s[:, None] - start) / (end - start)).astype(np.float32))
    left = np.float32(_CARRY - _START) - np.float32(_THIRST) * dry - np.float32(_HAIR) * hair

    tone = (brush.tone[0] + (brush.tone[1] - brush.tone[0]) * u).astype(np.float32)[:, None]
    load = 1 + np.float32(brush.side) * np.clip(t, -1, 1)
    streak = np.float32(brush.streak) * ((np.float32(0.5) - hair) + (np.float32(0.5) - broad) * np.float32(1.6))
    return Texture(left.astype(np.float32), (tone * (load + streak)).astype(np.float32), spine.s0, step)


def _looked_up(texture: Texture, place: Place) -> tuple[Floats, Floats]:
    """The texture at each pixel: linear along the stroke, nearest across it (its columns are finer than pixels)."""
    rows, columns = texture.left.shape
    v = np.clip((place.s - np.float32(texture.s0)) / np.float32(texture.step), 0, rows - 1.001)
    row = v.astype(np.int32)
    v -= row
    across = (np.clip(place.t, -_ACROSS, _ACROSS) + np.float32(_ACROSS)) * np.float32((columns - 1) / (2 * _ACROSS))
    at = row * columns + (across + np.float32(0.5)).astype(np.int32)
    left, tone = texture.left.ravel(), texture.tone.ravel()
    a, b = left.take(at), tone.take(at)
    at += columns
    a += (left.take(at) - a) * v
    b += (tone.take(at) - b) * v
    return a, b


def _depth(brush: Brush, spine: Spine, place: Place, bleed: Floats | None, ragged: tuple[Floats, Floats], seed: int) -> Floats:
    """mm inside the outline (negative = outside): sides roughened by the hairs, ends rounded, ragged and skewed."""
    n = math.ceil((spine.length - 2 * spine.s0 + 2) * _ROUGH_SAMPLES)
    along = ((np.arange(n) / _ROUGH_SAMPLES + spine.s0) / (0.55 * spine.typical)).astype(np.float32)
    sides = np.concatenate([
        1 + brush.rough * (fbm(along + 31.7 * k, np.full_like(along, 3.3 * k), seed + 3, 3) - 0.5) * 2 for k in (-1, 1)
    ]).astype(np.float32)  # fmt: skip
    at = ((place.s - np.float32(spine.s0)) * _ROUGH_SAMPLES).astype(np.int32)
    np.clip(at, 0, n - 1, out=at)
    at += np.where(place.t > 0, np.int32(n), np.int32(0))
    across = np.abs(place.t)
    depth = (sides.take(at) - across) * place.half
    if bleed is not None:
        depth += bleed

    cap = max(brush.head + abs(brush.skew[0]), brush.tail + abs(brush.skew[1]), 0.2) + 0.3
    room = np.float32(cap * 1.2) * place.half + np.float32(brush.bleed * 3 + brush.soft + 0.3)
    ends = np.flatnonzero((place.s < room) | (place.s > np.float32(spine.length) - room))
    s, t, half, a = place.s[ends], np.clip(place.t[ends], -1, 1), place.half[ends], np.minimum(across[ends], 1)
    dome = np.sqrt(1 - a * a)
    scale = (_RAGGED_SAMPLES - 1) / (2 * _ACROSS)
    hair = ((np.clip(place.t[ends], -_ACROSS, _ACROSS) + _ACROSS) * scale + 0.5).astype(np.int32)
    torn = np.float32(0.25 * brush.rough) * half
    head = s + half * (brush.head * dome + brush.skew[0] * t) - torn * ragged[0].take(hair)
    tail = spine.length - s + half * (brush.tail * dome + brush.skew[1] * t) - torn * ragged[1].take(hair)
    end = np.minimum(head, tail)
    if bleed is not None:
        end += np.float32(0.6) * bleed[ends]
    depth[ends] = np.minimum(depth[ends], end)
    return depth


def stroke_ink(mark: Stroke, frame: Frame, sheet: Paper) -> Layer | None:
    """The ink of one stroke on a frame, or None where it misses it."""
    brush, seed = mark.brush, mark.seed
    spine = _spine(mark)
    reach = 1.02 + brush.rough * 1.3
    margin = brush.bleed * 1.8 + brush.soft + 1.5 / frame.per_mm
    most = float(spine.half.max()) * reach + margin
    low_x, high_x, low_y, high_y = (float(v) for v in (spine.x.min(), spine.x.max(), spine.y.min(), spine.y.max()))
    patch = frame.pixels(low_x - most, low_y - most, high_x + most, high_y + most)
    if patch is None:
        return None
    place = _placed(spine, frame, patch, reach, margin)
    tooth = sheet.tooth[patch.window].ravel()
    paper = tooth.take(place.pixel)
    bleed: Floats | None = None
    if brush.bleed > 0:
        damp = sheet.damp[patch.window].ravel().take(place.pixel)
        bleed = np.float32(brush.bleed) * (np.float32(1.2) * damp + np.float32(0.55) * (paper - np.float32(0.5)))
    ragged = _ragged(brush.hairs, seed)
    depth = _depth(brush, spine, place, bleed, ragged, seed)
    blur = 0.7 / frame.per_mm + brush.soft
    keep = np.flatnonzero(depth > -blur)
    place = Place(place.pixel[keep], place.s[keep], place.t[keep], place.half[keep])
    depth, paper = depth[keep], paper[keep]

    left, tone = _looked_up(_texture(brush, spine, seed, ragged[1]), place)
    paper = paper - np.float32(0.5)
    cover = smooth(_CATCH[0], _CATCH[1], left - np.float32(_TOOTH) * paper)
    cover *= smooth(-blur, blur, depth)
    tone *= 1 - np.float32(2 * brush.grain) * (np.float32(1.05) - tone) * paper
    ink = -np.log1p(-np.clip(tone, 0, np.float32(0.985)))
    if brush.edge > 0:
        pool = np.exp(np.maximum(depth, 0) * np.float32(-1 / max(brush.edge_mm, 1e-3)))
        ink *= np.float32(1 - 0.35 * brush.edge) + np.float32(1.3 * brush.edge) * pool
    ink = covered(ink, cover)
    out = np.zeros(tooth.shape, np.float32)
    out[place.pixel] = ink
    return Layer(patch.top, patch.left, out.reshape(patch.bottom - patch.top, patch.right - patch.left))
