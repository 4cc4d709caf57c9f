"""Noise from an integer hash: the same on every machine and for ever; nothing here holds a random state.

A 256 x 256 table of hashed numbers is the lattice of all value noise; a seed only moves the window on it. So a field
repeats after 256 cells, which is more than any mark has.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating[Any]]
Ints = npt.NDArray[np.integer[Any]]

_SIDE = 256
_MASK = _SIDE - 1
# Each octave of `fbm` is turned and doubled (times 2.03), so that the lattices of the octaves never line up.
_TURN = (1.62, 1.22)
FBM_STEP = 2.03


def seed_of(text: str) -> int:
    """A 31-bit seed from any text (an element's id), the same in every process."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big") & 0x7FFFFFFF


def _hashed(ix: Ints, iy: Ints, seed: int) -> Floats:
    """Uniform numbers 0 <= v < 1 for lattice points."""
    keep = np.uint64(0xFFFFFFFF)
    h = (ix.astype(np.uint64) * np.uint64(374761393) + iy.astype(np.uint64) * np.uint64(668265263)) & keep
    h = (h + np.uint64(seed * 974634777 & 0xFFFFFFFF)) & keep
    h = ((h ^ (h >> np.uint64(13))) * np.uint64(1274126177)) & keep
    h = ((h ^ (h >> np.uint64(15))) * np.uint64(739982445)) & keep
    out: Floats = (h ^ (h >> np.uint64(16))).astype(np.float64) / 4294967296.0
    return out


@cache
def _tile() -> Floats:
    at = np.arange(_SIDE)
    return np.ascontiguousarray(_hashed(at[None, :], at[:, None], 1), dtype=np.float32)


@cache
def _directions() -> tuple[Floats, Floats]:
    at = np.arange(_SIDE)
    turn = 2 * np.pi * _hashed(at[None, :], at[:, None], 2)
    return np.cos(turn).astype(np.float32).ravel(), np.sin(turn).astype(np.float32).ravel()


def _window(seed: int) -> tuple[int, int]:
    """Where on the table a seed begins."""
    h = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & 0xFFFFFFFFFFFFFFFF
    h = ((h ^ (h >> 31)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return (h >> 20) & _MASK, (h >> 40) & _MASK


def smooth(low: float | Floats, high: float | Floats, at: Floats) -> Floats:
    """0 below `low`, 1 above `high` and an S between; `low` may be the greater (then it falls)."""
    u = (at - low) / (high - low)
    np.clip(u, 0, 1, out=u)
    out: Floats = u * u * (3 - 2 * u)
    return out


def _split(at: Floats) -> tuple[Ints, Floats]:
    cell = np.floor(at)
    return cell.astype(np.int32), (at - cell).astype(np.float32)


def value(x: Floats, y: Floats, seed: int) -> Floats:
    """Value noise 0..1 at lattice coordinates (arrays that broadcast together)."""
    ox, oy = _window(seed)
    ix, u = _split(x)
    iy, v = _split(y)
    u = u * u * (3 - 2 * u)
    v = v * v * (3 - 2 * v)
    x0, x1 = (ix + ox) & _MASK, (ix + (ox + 1)) & _MASK
    y0, y1 = ((iy + oy) & _MASK) * _SIDE, ((iy + (oy + 1)) & _MASK) * _SIDE
    flat = _tile().ravel()
    a = flat.take(y0 + x0)
    a += (flat.take(y0 + x1) - a) * u
    b = flat.take(y1 + x0)
    b += (flat.take(y1 + x1) - b) * u
    out: Floats = a + (b - a) * v
    return out


def value_grid(xs: Floats, ys: Floats, seed: int) -> Floats:
    """Value noise 0..1 on the grid ys x xs (rows x columns): the fast form of `value` for straight grids."""
    ox, oy = _window(seed)
    ix, u = _split(xs)
    iy, v = _split(ys)
    u = u * u * (3 - 2 * u)
    v = (v * v * (3 - 2 * v))[:, None]
    low = int(ix.min())
    lattice = (np.arange(low, int(ix.max()) + 2) + ox) & _MASK
    tile = _tile()[:, lattice]
    top = tile[(iy + oy) & _MASK]
    rows = top + (tile[(iy + (oy + 1)) & _MASK] - top) * v
    left = rows[:, ix - low]
    out: Floats = left + (rows[:, ix - low + 1] - left) * u
    return out


def fbm(x: Floats, y: Floats, seed: int, octaves: int) -> Floats:
    """Sum of value noises 0..1, each octave half as strong and about twice as fine."""
    total: Floats = np.float32(0.5) * value(x, y, seed)
    weight, share = 0.5, 0.5
    for k in range(1, octaves):
        x, y = _TURN[0] * x - _TURN[1] * y + 13.7, _TURN[1] * x + _TURN[0] * y - 7.1
        share *= 0.5
        weight += share
        total = total + np.float32(share) * value(x, y, seed + 17 * k)
    return total / np.float32(weight)


def gradient(x: Floats, y: Floats, seed: int) -> Floats:
    """Gradient noise, about 0..1. It shows no cells, so it is the one for paper seen close up."""
    ox, oy = _window(seed)
    ix, u = _split(x)
    iy, v = _split(y)
    x0, x1 = (ix + ox) & _MASK, (ix + (ox + 1)) & _MASK
    y0, y1 = ((iy + oy) & _MASK) * _SIDE, ((iy + (oy + 1)) & _MASK) * _SIDE
    gx, gy = _directions()

    def slope(at: Ints, du: Floats, dv: Floats) -> Floats:
        return gx.take(at) * du + gy.take(at) * dv

    p = u * u * u * (u * (u * 6 - 15) + 10)
    q = v * v * v * (v * (v * 6 - 15) + 10)
    a = slope(y0 + x0, u, v)
    a += (slope(y0 + x1, u - 1, v) - a) * p
    b = slope(y1 + x0, u, v - 1)
    b += (slope(y1 + x1, u - 1, v - 1) - b) * p
    return np.float32(0.5) + np.float32(0.75) * (a + (b - a) * q)


class Dice:
    """A counted stream of numbers from one seed, for generators: the n-th call gives the same number everywhere."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._count = 0

    def between(self, low: float = 0.0, high: float = 1.0) -> float:
        """A uniform number, low <= v < high."""
        keep = (1 << 64) - 1
        self._count += 1
        h = (self._count * 0x9E3779B97F4A7C15 + self._seed * 0xBF58476D1CE4E5B9) & keep
        h ^= h >> 30
        h = h * 0xBF58476D1CE4E5B9 & keep
        h ^= h >> 27
        h = h * 0x94D049BB133111EB & keep
        h ^= h >> 31
        return low + (high - low) * (h / 2**64)

    def around(self, middle: float = 0.0, spread: float = 1.0) -> float:
        """A bell-shaped number about `middle`; `spread` is its standard deviation, and it never strays past 4.3."""
        return middle + spread * (sum(self.between() for _ in range(6)) - 3) * 1.414
