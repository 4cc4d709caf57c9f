"""The marks of a score as records: what is painted, before any pixel is known. All lengths are mm."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from cardgen.brush.curve import Cubic, Point, bent, heading, put
from cardgen.brush.noise import Floats
from cardgen.units import IDENTITY, Matrix


class Mode(StrEnum):
    """How a mark meets the ink that lies there already."""

    SCREEN = "screen"
    """Glaze: dark on dark does not double."""
    MAX = "max"
    """The darker of the two."""
    LIFT = "lift"
    """Wipe the mark's own colour off (black, or red for a red mark): white lines kept in wet ink."""
    ERASE = "erase"
    """Bare paper: black and red both go."""
    HEAP = "heap"
    """A batch of hairs, each screened over the last."""


@dataclass(frozen=True, slots=True)
class Brush:
    """How a stroke is painted; README.md says what each number does. Every preset is one of these."""

    tone: tuple[float, float] = (0.9, 0.9)
    dry: tuple[float, float] = (0.0, 0.0)
    dry_power: float = 1.6
    hairs: float = 40.0
    side: float = 0.0
    edge_dry: float = 0.25
    rough: float = 0.08
    bleed: float = 0.0
    edge: float = 0.15
    edge_mm: float = 0.25
    head: float = 1.0
    tail: float = 1.0
    fray: float = 0.0
    streak: float = 0.22
    grain: float = 0.3
    soft: float = 0.0
    skew: tuple[float, float] = (0.0, 0.0)
    mode: Mode = Mode.SCREEN

    def scaled(self, k: float) -> Brush:
        """The same brush on a picture k times as large."""
        if k == 1:
            return self
        return replace(self, bleed=self.bleed * k, edge_mm=self.edge_mm * k, fray=self.fray * k, soft=self.soft * k)


@dataclass(frozen=True, slots=True)
class Stroke:
    """One touch of the brush along an open curve, with a width at each node."""

    curve: tuple[Cubic, ...]
    widths: tuple[float, ...]
    brush: Brush
    seed: int
    red: bool = False

    def moved(self, m: Matrix) -> Stroke:
        k = m.scale
        return replace(
            self,
            curve=tuple(bent(m, c) for c in self.curve),
            widths=tuple(w * k for w in self.widths),
            brush=self.brush.scaled(k),
        )


@dataclass(frozen=True, slots=True)
class Water:
    """How a wash is laid: tones along a gradient, soft edges, clouds."""

    tone: tuple[float, ...] = (0.3, 0.1)
    soft: tuple[float, float] = (0.05, 0.05)
    bleed: float = 0.4
    bleed_often: float = 0.5
    edge: float = 0.35
    edge_mm: float = 0.35
    cloud: float = 0.25
    grain: float = 0.22
    mode: Mode = Mode.SCREEN

    def scaled(self, k: float) -> Water:
        """The same wash on a picture k times as large."""
        if k == 1:
            return self
        soft = (self.soft[0] * k, self.soft[1] * k)
        return replace(self, soft=soft, bleed=self.bleed * k, edge_mm=self.edge_mm * k)


@dataclass(frozen=True, slots=True)
class Wash:
    """A closed curve filled with thin ink. `gradient` is where the first tone is full and where the last one is."""

    curve: tuple[Cubic, ...]
    gradient: tuple[Point, Point] | None
    water: Water
    seed: int
    red: bool = False

    def moved(self, m: Matrix) -> Wash:
        g = self.gradient
        return replace(
            self,
            curve=tuple(bent(m, c) for c in self.curve),
            gradient=None if g is None else (put(m, g[0]), put(m, g[1])),
            water=self.water.scaled(m.scale),
        )


@dataclass(frozen=True, slots=True)
class Splatter:
    """Thrown drops: from `at` towards `angle` (degrees, 0 = right, 90 = down), about `reach` mm far."""

    at: Point
    angle: float
    reach: float
    n: float = 40.0
    spread: float = 20.0
    size: float = 0.5
    tone: float = 0.9
    stretch: float = 1.5
    seed: int = 0
    red: bool = False

    def moved(self, m: Matrix) -> Splatter:
        k = m.scale
        return replace(self, at=put(m, self.at), angle=heading(m, self.angle), reach=self.reach * k, size=self.size * k)


class Hair(NamedTuple):
    """One hair-line of a batch: a quadratic curve, three widths, a tone 0..1 and how dry it is 0..1."""

    start: Point
    bend: Point
    end: Point
    widths: tuple[float, float, float]
    tone: float
    dry: float = 0.0


@dataclass(frozen=True, slots=True)
class Needles:
    """A batch of hair-lines painted as one: rain, pine needles, straw, beard. `lift` makes them white."""

    hairs: tuple[Hair, ...]
    seed: int
    lift: bool = False
    red: bool = False

    def moved(self, m: Matrix) -> Needles:
        if m == IDENTITY:
            return self
        k = m.scale
        hairs = tuple(
            Hair(put(m, h.start), put(m, h.bend), put(m, h.end),
                 (h.widths[0] * k, h.widths[1] * k, h.widths[2] * k), h.tone, h.dry)
            for h in self.hairs
        )  # fmt: skip
        return replace(self, hairs=hairs)


@dataclass(frozen=True, slots=True)
class Mist:
    """A band of mist that takes ink away: `black` and `red` say how much of each plate (0..1) at its middle."""

    y: float
    height: float
    black: float = 0.8
    red: float = 0.0
    wander: float = 24.0
    power: float = 2.2
    seed: int = 0

    def moved(self, m: Matrix) -> Mist:
        k = m.scale
        return replace(self, y=m.apply(0, self.y)[1], height=self.height * k, wander=self.wander * k)


@dataclass(frozen=True, slots=True)
class Generated:
    """Marks that a generator makes when the score is painted; `settings` are complete."""

    kind: str
    settings: tuple[tuple[str, float], ...]
    seed: int
    red: bool = False
    matrix: Matrix = IDENTITY

    def moved(self, m: Matrix) -> Generated:
        return replace(self, matrix=m.after(self.matrix))


Primitive = Stroke | Wash | Splatter | Needles | Mist
Mark = Primitive | Generated


class Score(NamedTuple):
    """A picture as it is written: its sheet (x, y, width, height in mm) and its marks in painting order."""

    view: tuple[float, float, float, float]
    marks: tuple[Mark, ...]
    half_turn: bool = False


class Layer(NamedTuple):
    """What one mark leaves: optical density (0 = none) for the pixels from row `top` and column `left` on."""

    top: int
    left: int
    ink: Floats


def density(tone: float) -> float:
    """The optical density of a tone 0..1 (0.5 takes half of the light); the blackest ink has 4.2."""
    return float(-np.log1p(-min(0.985, max(0.0, tone))))
