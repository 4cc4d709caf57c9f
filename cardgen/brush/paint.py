"""A score into plates: marks in painting order onto two layers of optical density, black and red."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cardgen.brush.frame import Frame, Paper, framed, paper
from cardgen.brush.generate import expanded
from cardgen.brush.hairs import needles_ink, splatter_ink
from cardgen.brush.marks import Generated, Layer, Mist, Mode, Needles, Primitive, Score, Splatter, Stroke, Wash
from cardgen.brush.noise import Floats
from cardgen.brush.stroke import stroke_ink
from cardgen.brush.wash import mist_veil, wash_ink

# How strongly lifting and erasing take ink off, per density of the mark.
_LIFT, _ERASE = 1.6, 2.5
# Black of this density is printed solid.
_SOLID = 3.0
# Pixels painted at a time: a board is painted in bands, so that it takes no more memory than a card at 600 ppi.
_AT_ONCE = 4_000_000
# Red paste covers more than black ink of the same density: cinnabar is opaque.
_PASTE = 1.35

Bytes = npt.NDArray[np.uint8]


class Plates(NamedTuple):
    """A painted picture: two 8-bit plates of `height` x `width` pixels, 255 = no ink; `red` None where none is."""

    per_mm: float
    width: int
    height: int
    black: Bytes
    red: Bytes | None


class _Sheet:
    """The two layers while a score is being painted."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.paper: Paper = paper(frame)
        self.black: Floats = np.zeros((frame.height, frame.width), np.float32)
        self.red: Floats = np.zeros((frame.height, frame.width), np.float32)

    @staticmethod
    def _window(layer: Layer) -> tuple[slice, slice]:
        rows, columns = layer.ink.shape
        return slice(layer.top, layer.top + rows), slice(layer.left, layer.left + columns)

    def _meet(self, layer: Layer | None, mode: Mode, red: bool) -> None:
        if layer is None:
            return
        window = self._window(layer)
        under = (self.red if red else self.black)[window]
        match mode:
            case Mode.SCREEN:
                under += layer.ink * np.exp(np.float32(-0.5) * under)
            case Mode.MAX:
                np.maximum(under, layer.ink, out=under)
            case Mode.HEAP:
                # both are sums of exp(D / 2) - 1
                np.copyto(under, 2 * np.log(np.exp(under / 2) + np.expm1(layer.ink / 2)))
            case Mode.LIFT:
                under *= np.exp(layer.ink * np.float32(-_LIFT))
            case Mode.ERASE:
                left = np.exp(layer.ink * np.float32(-_ERASE))
                self.black[window] *= left
                self.red[window] *= left

    def _veil(self, mark: Mist) -> None:
        layer = mist_veil(mark, self.frame)
        if layer is not None:
            window = self._window(layer)
            self.black[window] *= 1 - np.float32(mark.black) * layer.ink
            if mark.red:
                self.red[window] *= 1 - np.float32(mark.red) * layer.ink

    def add(self, mark: Primitive) -> None:
        match mark:
            case Stroke():
                self._meet(stroke_ink(mark, self.frame, self.paper), mark.brush.mode, mark.red)
            case Wash():
                self._meet(wash_ink(mark, self.frame, self.paper), mark.water.mode, mark.red)
            case Needles():
                mode = Mode.LIFT if mark.lift else Mode.HEAP
                self._meet(needles_ink(mark, self.frame, self.paper), mode, mark.red)
            case Splatter():
                self._meet(splatter_ink(mark, self.frame), Mode.MAX, mark.red)
            case Mist():
                self._veil(mark)


def _plate(ink: Floats, strength: float) -> Bytes:
    """Density into 8 bits: 255 without ink, 0 from the density on that prints solid."""
    bottom = float(np.exp(-_SOLID))
    light = np.exp(ink * np.float32(-strength))
    out = (light - np.float32(bottom)) * np.float32(255 / (1 - bottom)) + np.float32(0.5)
    plate: Bytes = np.clip(out, 0, 255).astype(np.uint8)
    return plate


def paint(score: Score, box: tuple[float, float, float, float], per_mm: float) -> Plates:
    """The plates of a score within a box (x, y, width, height in mm of the score), at `per_mm` pixels per mm.

    The box may be larger than the score's view: what runs off it goes on. Boxes that overlap agree. Where the score
    has a half-turn symmetry, the box must be centred on the view.
    """
    frame = framed(box, per_mm)
    parts = [part for mark in score.marks for part in (expanded(mark) if isinstance(mark, Generated) else (mark,))]
    black = np.empty((frame.height, frame.width), np.uint8)
    red = np.empty_like(black)
    rows = max(1, _AT_ONCE // frame.width)
    for first in range(0, frame.height, rows):
        last = min(frame.height, first + rows)
        sheet = _Sheet(frame._replace(y=frame.y + first / per_mm, height=last - first))
        for part in parts:
            sheet.add(part)
        black[first:last], red[first:last] = _plate(sheet.black, 1.0), _plate(sheet.red, _PASTE)
    if score.half_turn:
        black, red = np.minimum(black, black[::-1, ::-1]), np.minimum(red, red[::-1, ::-1])
    return Plates(per_mm, frame.width, frame.height, black, red if red.min() < 255 else None)
