"""Where the pixels lie: the frame of a painting, its paper, and straight grids in millimetres."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cardgen.brush.noise import Floats, Ints, fbm, gradient

# One sheet of washi for everything that is ever printed, so that overlapping boxes agree.
_SHEET = 7
# A pixel count that misses a whole number by less than this much is that number.
_NEARLY = 1e-6
# Rows painted at a time where a whole sheet is worked: small enough for the processor's cache.
_BAND = 48
# How often and how deep the paper's thirst varies (per mm); strokes bleed further where it is damp.
_DAMP = 0.38


class Frame(NamedTuple):
    """A rectangle of pixels: left and top in mm of the score, pixels per mm, width and height in pixels."""

    x: float
    y: float
    per_mm: float
    width: int
    height: int

    def xs(self, first: int = 0, last: int | None = None) -> Floats:
        """The mm of the pixels' middles in columns first..last-1."""
        return self.x + (np.arange(first, self.width if last is None else last) + 0.5) / self.per_mm

    def ys(self, first: int = 0, last: int | None = None) -> Floats:
        """The mm of the pixels' middles in rows first..last-1."""
        return self.y + (np.arange(first, self.height if last is None else last) + 0.5) / self.per_mm

    def pixels(self, left: float, top: float, right: float, bottom: float) -> Patch | None:
        """The pixels within a rectangle in mm, or None where it misses the frame."""
        i0 = max(0, math.floor((left - self.x) * self.per_mm))
        i1 = min(self.width, math.ceil((right - self.x) * self.per_mm) + 1)
        j0 = max(0, math.floor((top - self.y) * self.per_mm))
        j1 = min(self.height, math.ceil((bottom - self.y) * self.per_mm) + 1)
        return Patch(i0, j0, i1, j1) if i1 > i0 and j1 > j0 else None


class Patch(NamedTuple):
    """A rectangle of pixels within a frame: columns left..right-1, rows top..bottom-1."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def window(self) -> tuple[slice, slice]:
        return slice(self.top, self.bottom), slice(self.left, self.right)


class Paper(NamedTuple):
    """The sheet under a frame, per pixel: `tooth` 0..1 (0 = hollow, takes ink first) and `damp` -1..1."""

    tooth: Floats
    damp: Floats


def framed(box: tuple[float, float, float, float], per_mm: float) -> Frame:
    """The frame of a box (x, y, width, height in mm): its pixel counts are rounded up."""
    x, y, w, h = box
    return Frame(x, y, per_mm, max(1, math.ceil(w * per_mm - _NEARLY)), max(1, math.ceil(h * per_mm - _NEARLY)))


def _tooth(x: Floats, y: Floats) -> Floats:
    """Grain about 0.3 mm in three octaves, and long fibres lying mostly across, crossing at two angles."""
    u, v = 0.84 * x - 0.54 * y, 0.54 * x + 0.84 * y
    grain = (
        gradient(u * 3.1, v * 3.1, _SHEET)
        + np.float32(0.6) * gradient(v * 6.7, u * 6.7, _SHEET + 1)
        + np.float32(0.4) * gradient(u * 13.0, v * 13.0, _SHEET + 2)
    ) / 2
    lie = gradient(x * 0.35, y * 0.35, _SHEET + 5) * np.float32(2.2)
    one = gradient((0.95 * x + 0.3 * y) * 0.55 + lie, (0.95 * y - 0.3 * x) * 4.0 + lie * 2, _SHEET + 40)
    two = gradient((0.9 * x - 0.44 * y) * 0.6 + lie, (0.44 * x + 0.9 * y) * 3.6 - lie * 2, _SHEET + 41)
    fibre = 1 - np.minimum(np.abs(2 * one - 1), np.abs(2 * two - 1)) * np.float32(1.6)
    out: Floats = np.clip(0.5 + np.float32(1.45) * (0.78 * (grain - 0.5) + 0.22 * (fibre - 0.62)), 0, 1)
    return out


@lru_cache(maxsize=4)
def paper(frame: Frame) -> Paper:
    """The paper under a frame; kept, since all the cards of a deck share a frame."""
    tooth = np.empty((frame.height, frame.width), np.float32)
    xs = frame.xs().astype(np.float32)[None, :]
    for first in range(0, frame.height, _BAND):
        last = min(frame.height, first + _BAND)
        tooth[first:last] = _tooth(xs, frame.ys(first, last).astype(np.float32)[:, None])
    grid = Grid.over(frame, Patch(0, 0, frame.width, frame.height), 0.25)
    x, y = grid.mesh()
    damp = grid.spread((2 * fbm(x * _DAMP, y * _DAMP, _SHEET + 9, 3) - 1).astype(np.float32), frame)
    tooth.setflags(write=False)
    damp.setflags(write=False)
    return Paper(tooth, damp)


class Grid(NamedTuple):
    """A coarse grid of points `step` mm apart, anchored at 0,0 of the score; it covers a patch of a frame."""

    step: float
    column: int
    row: int
    columns: int
    rows: int
    patch: Patch

    @classmethod
    def over(cls, frame: Frame, patch: Patch, step: float) -> Grid:
        xs = frame.x + patch.left / frame.per_mm, frame.x + patch.right / frame.per_mm
        ys = frame.y + patch.top / frame.per_mm, frame.y + patch.bottom / frame.per_mm
        i0, i1 = math.floor(xs[0] / step) - 1, math.ceil(xs[1] / step) + 1
        j0, j1 = math.floor(ys[0] / step) - 1, math.ceil(ys[1] / step) + 1
        return cls(step, i0, j0, i1 - i0 + 1, j1 - j0 + 1, patch)

    def xs(self) -> Floats:
        return (np.arange(self.columns) + self.column) * self.step

    def ys(self) -> Floats:
        return (np.arange(self.rows) + self.row) * self.step

    def mesh(self) -> tuple[Floats, Floats]:
        """mm of the grid's points, as a row and a column that broadcast."""
        return self.xs().astype(np.float32)[None, :], self.ys().astype(np.float32)[:, None]

    def near(self, frame: Frame) -> tuple[Ints, Ints]:
        """For each column and each row of the patch, the nearest grid column and row."""
        i = np.rint(frame.xs(self.patch.left, self.patch.right) / self.step).astype(np.int64) - self.column
        j = np.rint(frame.ys(self.patch.top, self.patch.bottom) / self.step).astype(np.int64) - self.row
        return i, j

    def spread(self, coarse: Floats, frame: Frame) -> Floats:
        """The grid's values at each pixel of the patch, bilinear."""
        u = frame.xs(self.patch.left, self.patch.right) / self.step - self.column
        v = frame.ys(self.patch.top, self.patch.bottom) / self.step - self.row
        i, j = np.floor(u).astype(np.int64), np.floor(v).astype(np.int64)
        fu, fv = (u - i).astype(np.float32)[None, :], (v - j).astype(np.float32)[:, None]
        wide = coarse[:, i]
        wide += (coarse[:, i + 1] - wide) * fu
        out: Floats = wide[j]
        out += (wide[j + 1] - out) * fv
        return out


def covered(ink: Floats, cover: Floats) -> Floats:
    """The density of pixels of which ink of density `ink` covers the share `cover`: light, not density, is what adds up."""
    part: Floats = -np.log1p(cover * np.expm1(-ink))
    return part
