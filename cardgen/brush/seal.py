"""Carved seals: a glyph cut in stone, worn, inked with uneven paste and stamped; as a mask of ink and paper."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from cardgen.brush.noise import Floats, fbm, gradient

STYLES = ("haku", "shu", "haku-round", "shu-round")
"""haku: white signs in red. shu: red signs and a red frame."""

# Shares of the seal's size: its frame, the margin about the signs (square, round), the gap between signs, the corners.
_FRAME, _MARGIN, _MARGIN_ROUND, _GAP, _CORNER = 0.055, 0.115, 0.20, 0.035, 0.07
# A sign fills its cell, but is never stretched by more than this.
_STRETCH = 1.5
# The chisel cuts a little broader than the brush writes, in shares of the sign; but finer in a sign so crowded (by the
# share of it that is cut) that its strokes would run together.
_CHISEL, _CROWDED = (0.018, -0.028), (0.42, 0.66)
_GLYPH = 256
# The unsteady hand, in mm; and the tool's rounding of corners (blur), in mm.
_HAND, _ROUND = 0.22, 0.085
# A seal of this size (mm) or more is worn as described; smaller ones are worn less, or they could not be read.
_FULL = 12.0
# Room about the stone for its uneven rim, in mm.
_EDGE = 0.08


class _Field(NamedTuple):
    """Noise over the seal: how often per mm, its seed and its octaves."""

    often: float
    seed: int
    octaves: int


def _cells(n: int) -> tuple[tuple[float, float, float, float], ...]:
    """The signs' cells (x, y, width, height in shares), read down and from right to left."""
    return {
        1: ((0.0, 0.0, 1.0, 1.0),),
        2: ((0.0, 0.0, 1.0, 0.5), (0.0, 0.5, 1.0, 0.5)),
        4: ((0.5, 0.0, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5), (0.0, 0.0, 0.5, 0.5), (0.0, 0.5, 0.5, 0.5)),
    }[n]


@lru_cache(maxsize=64)
def _sign(char: str, font: Path) -> Image.Image:
    """A sign that fills a square, cut a little bolder than it is written, or finer where it is crowded."""
    face = ImageFont.truetype(str(font), _GLYPH)
    canvas = Image.new("L", (_GLYPH * 2, _GLYPH * 2), 0)
    ImageDraw.Draw(canvas).text((_GLYPH // 2, _GLYPH // 2), char, 255, font=face)
    box = canvas.point(lambda v: 255 if v > 60 else 0).getbbox()
    if box is None:
        return Image.new("L", (_GLYPH, _GLYPH), 0)
    sign = canvas.crop(box)
    side = max(sign.size)
    wide, high = (min(side, int(v * _STRETCH)) for v in sign.size)
    square = Image.new("L", (side, side), 0)
    square.paste(sign.resize((wide, high), Image.Resampling.BOX), ((side - wide) // 2, (side - high) // 2))
    share = float(np.asarray(square).mean()) / 255
    chisel = round(side * float(np.interp(share, _CROWDED, _CHISEL)) / 2) * 2
    shaped = square.filter(ImageFilter.MaxFilter(chisel + 1) if chisel >= 0 else ImageFilter.MinFilter(1 - chisel))
    return shaped.resize((_GLYPH, _GLYPH), Image.Resampling.BOX)


def _body(n: int, is_round: bool) -> Floats:
    """How far each pixel lies within the seal's outline, in pixels (negative = outside)."""
    at = np.arange(n) + 0.5 - n / 2
    x, y = np.abs(at)[None, :], np.abs(at)[:, None]
    if is_round:
        out: Floats = n / 2 - np.hypot(x, y)
        return out
    r = n * _CORNER
    dx, dy = np.maximum(x - (n / 2 - r), 0), np.maximum(y - (n / 2 - r), 0)
    square: Floats = np.where((dx > 0) & (dy > 0), r - np.hypot(dx, dy), np.minimum(n / 2 - x, n / 2 - y))
    return square


def _stone(text: str, style: str, n: int, font: Path) -> Floats:
    """The freshly cut stone: 1 where it is raised."""
    is_round = style.endswith("-round")
    margin = int(n * (_MARGIN_ROUND if is_round else _MARGIN))
    room, gap = n - 2 * margin, int(_GAP * n)
    signs = Image.new("L", (n, n), 0)
    for char, (cx, cy, cw, ch) in zip(text, _cells(len(text)), strict=True):
        w, h = int(room * cw - (gap if cw < 1 else 0)), int(room * ch - (gap if ch < 1 else 0))
        sign = _sign(char, font).resize((max(1, w), max(1, h)), Image.Resampling.BOX)
        x, y = margin + int(room * cx), margin + int(room * cy)
        signs.paste(sign, (x + (gap // 2 if cw < 1 else 0), y + (gap // 2 if ch < 1 else 0)))
    cut = np.asarray(signs, np.float32) / np.float32(255)
    depth = _body(n, is_round)
    inside = (depth >= 0).astype(np.float32)
    if style.startswith("haku"):
        out: Floats = inside * (1 - cut)
    else:
        out = inside * np.maximum(cut, depth < _FRAME * n)
    return out


def _noise(n: int, per_mm: float, field: _Field) -> Floats:
    at = ((np.arange(n) + 0.5) / per_mm * field.often).astype(np.float32)
    return fbm(at[None, :] + np.float32(field.seed % 97), at[:, None], field.seed, field.octaves)


def _blurred(a: Floats, sigma: float) -> Floats:
    """A Gaussian blur; the rim is repeated outward."""
    reach = max(1, math.ceil(sigma * 3))
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2).astype(np.float32)
    kernel /= kernel.sum()
    for _ in range(2):
        padded = np.pad(a, ((reach, reach), (0, 0)), mode="edge")
        total = np.zeros_like(a)
        for k, weight in enumerate(kernel):
            total += weight * padded[k : k + a.shape[0]]
        a = total.T
    return a


def _shaken(stone: Floats, dx: Floats, dy: Floats) -> Floats:
    """The stone with every pixel fetched from dx, dy pixels away (nearest; the blur follows)."""
    h, w = stone.shape
    i = np.clip(np.rint(np.arange(w)[None, :] + dx), 0, w - 1).astype(np.int64)
    j = np.clip(np.rint(np.arange(h)[:, None] + dy), 0, h - 1).astype(np.int64)
    out: Floats = stone[j, i]
    return out


def _logistic(a: Floats, steep: float) -> Floats:
    out: Floats = 1 / (1 + np.exp(np.clip(-a * steep, -30, 30)))
    return out


def _pressed(stone: Floats, per_mm: float, size: float, seed: int) -> Floats:
    """Paste on paper, 0..1 and a little more: the worn stone, pressed."""
    n = stone.shape[0]
    wear = min(1.0, size / _FULL)
    hand = np.float32(_HAND * (0.35 + 0.65 * wear) * per_mm)
    dx = (_noise(n, per_mm, _Field(2.2, seed, 4)) - np.float32(0.5)) * hand
    dy = (_noise(n, per_mm, _Field(2.2, seed + 1, 4)) - np.float32(0.5)) * hand
    blunt = _blurred(_shaken(stone, dx, dy).astype(np.float32), max(0.6, _ROUND * (0.35 + 0.65 * wear) * per_mm))
    rough = _noise(n, per_mm, _Field(3.1, seed + 2, 5)) - np.float32(0.5)
    raised = _logistic(blunt - np.float32(0.5) + np.float32(0.30) * rough, 26)
    chips = _logistic(_noise(n, per_mm, _Field(0.95, seed + 3, 5)) - np.float32(0.24 + 0.03 * wear), 60)
    holes = _logistic(_noise(n, per_mm, _Field(6.5, seed + 4, 3)) - np.float32(0.20 + 0.07 * wear), 40)
    # paste is squeezed out at the rims of a cut, thin in the middle of broad reds, and no hand presses evenly
    rim = np.clip(blunt - _blurred(raised, 0.30 * per_mm), 0, 1)
    slope = _noise(n, per_mm, _Field(0.32, seed + 5, 4)) - np.float32(0.5)
    at = ((np.arange(n) + 0.5) / per_mm).astype(np.float32)
    tooth = gradient(at[None, :] * 3.1, at[:, None] * 3.1, seed + 6) - np.float32(0.5)
    press = np.float32(0.86) + np.float32(0.55) * slope + np.float32(0.35) * rim - np.float32(0.30) * tooth
    out: Floats = raised * chips * holes * np.clip(press, 0.15, 1.15)
    return out


def carve(text: str, style: str, size: float, per_mm: float, font: Path, seed: int) -> npt.NDArray[np.uint8]:
    """A seal as a mask: n x n pixels, 255 = paste and 0 = none, nothing between; n covers `size` mm at `per_mm`.

    `text` holds 1, 2 or 4 signs, read down and from right to left. Same input, same bytes.
    """
    if style not in STYLES:
        raise ValueError(f"no seal style {style!r}; there are {', '.join(STYLES)}")
    if len(text) not in (1, 2, 4):
        raise ValueError(f"a seal holds 1, 2 or 4 signs, not {len(text)}")
    n = max(16, math.ceil(size * per_mm - 1e-6))
    edge = max(1, round(_EDGE * per_mm))
    stone = np.pad(_stone(text, style, n - 2 * edge, font), edge)
    paste = _pressed(stone, per_mm, size, seed)
    # thin paste breaks into specks as fine as the paper's grain
    at = ((np.arange(n) + 0.5) / per_mm).astype(np.float32)
    speck = gradient(at[None, :] * 13.0, at[:, None] * 13.0, seed + 8)
    threshold = np.float32(0.50) + np.float32(0.75) * (speck - np.float32(0.5))
    return np.where(paste > threshold, 255, 0).astype(np.uint8)
