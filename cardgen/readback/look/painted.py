"""What a page paints, as records in painting order, and the graphics state that it is painted with."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import hypot
from typing import Literal, NamedTuple

import pikepdf

from cardgen.findings import short
from cardgen.readback.look.glyphs import Font
from cardgen.readback.names import technical
from cardgen.readback.spaces import GRAY, PROCESS, Plates, Space
from cardgen.units import MM_PER_PT, Matrix, Rect

Kind = Literal["text", "fill", "stroke", "image", "mask", "shading"]
Sides = tuple[float, float, float, float]
"""A box in points: left, lower, right, upper edge."""


class Painted(NamedTuple):
    """One thing that is painted: a line of text, a path filled or stroked, a picture, a stencil, a shading. What is filled
    within type that clips (mode 7) is text.

    `box` is where (mm from the media box's top left corner), `window` the box of all clips, `seen` what they leave of it
    (None: nothing), `whole` whether all of that is covered. `inks` is what is laid, by plate, of the colour space `space`; of
    a picture, a pattern or a shading the most that it may lay. `overprint` and `mode` (OPM) are those of the operator;
    `alpha` and `blend` as they come out of all groups, `masked` with a soft mask. `size` is the type's in pt as drawn,
    `width` the line's (the lesser where it differs by direction; None: no line), `ppi` and `bits` a picture's; of text they
    are those of the thinnest line and the coarsest picture that its glyphs draw (Type 3). `slim` is how thick a straight bar
    is that is filled (pt; None: it is none). `words` are what text reads as, `font` its font's name, `missing` how many of its
    glyphs the font lacks, `off` by how many ems a glyph's width differs from the font's, on the average. `pattern` is what
    stands in a pattern's cell: its box is the whole area. `frame` is a rectangle of which the edge alone is painted. `layers`
    are the names of optional content.
    """

    kind: Kind
    box: Rect
    seen: Rect | None
    window: Rect
    whole: bool
    space: str
    inks: Plates
    overprint: bool = False
    mode: int = 0
    alpha: float = 1.0
    blend: str = "Normal"
    masked: bool = False
    size: float = 0.0
    width: float | None = None
    ppi: tuple[float, float] = (0.0, 0.0)
    pixels: tuple[int, int] = (0, 0)
    bits: int = 0
    slim: float | None = None
    words: str = ""
    font: str = ""
    missing: int = 0
    off: float = 0.0
    pattern: bool = False
    frame: bool = False
    layers: tuple[str, ...] = ()

    @property
    def laid(self) -> dict[str, float]:
        """The plates that ink is laid on; it is not to be changed."""
        return _laid(self.inks)

    @property
    def level(self) -> bool:
        """Whether it is a line that runs level or upright."""
        return self.width is not None and min(self.box.w, self.box.h) <= 1.5 * self.width * MM_PER_PT + 1e-3

    @property
    def white(self) -> bool:
        """Whether it lays no ink at all: paper shows, or what lies beneath where it overprints."""
        return not self.laid

    @property
    def technical(self) -> bool:
        """Whether it is painted on technical plates alone."""
        return _technical(self.inks)

    @property
    def void(self) -> bool:
        """Whether its colour names no plate at all (Separation /None): no press lays it, and it takes nothing away."""
        return not self.inks and self.space in ("Separation", "DeviceN")

    def called(self, kind: str = "type") -> str:
        """Type of that kind for a sentence, with the beginning of what it reads as where its font says so."""
        return f'the {kind} "{short(self.words, 30)}"' if self.words else f"{kind} (its font tells no letters)"

    def spares(self, plate: str) -> bool:
        """Whether what lies beneath on that plate stays (ISO 32000-1, 11.7.4.3, table 149; a press has all four process
        plates, and the spots of the file).
        """
        if not self.overprint:
            return False
        if self.space in ("Separation", "DeviceN"):
            return plate not in dict(self.inks)
        if plate not in PROCESS:
            return True
        return self.space == "DeviceCMYK" and self.kind != "image" and self.mode == 1 and not dict(self.inks).get(plate)


@lru_cache(maxsize=1024)
def _laid(inks: Plates) -> dict[str, float]:
    return {plate: part for plate, part in inks if part > 0}


@lru_cache(maxsize=1024)
def _technical(inks: Plates) -> bool:
    return bool(inks) and all(technical(plate) for plate, _ in inks)


class Colour(NamedTuple):
    """A colour as it is chosen: its space, the inks it lays, its pattern where it is one."""

    space: Space
    inks: Plates
    pattern: pikepdf.Object | None = None


class Line(NamedTuple):
    """What text is set with: its font (None: none, or one that is broken), size, and what moves its glyphs."""

    font: Font | None = None
    size: float = 0.0
    letters: float = 0.0
    words: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0


BLACK = Colour(GRAY, (("Black", 1.0),))


class Letters(NamedTuple):
    """Type that clips and is not painted itself (mode 7): where, within which clip, its size in pt as drawn, what it reads as,
    its font.
    """

    box: Sides
    clip: Sides | None
    size: float
    words: str
    font: str


class Layer(NamedTuple):
    """Optional content: its name, and whether it is not shown."""

    name: str
    hidden: bool


class State(NamedTuple):
    """The graphics state. `clip` is the box of all clips in the page's points (None: nothing is seen), `square` whether they
    are all rectangles, so that the box is the clip; `letters` the type that clips. `group_alpha` and `group_blend` are those of
    the groups around. `lit` is the box that a soft mask lets through (None: nothing).
    """

    matrix: Matrix
    clip: Sides | None
    square: bool = True
    fill: Colour = BLACK
    stroke: Colour = BLACK
    width: float = 1.0
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    blend: str = "Normal"
    group_alpha: float = 1.0
    group_blend: str = "Normal"
    masked: bool = False
    lit: Sides | None = None
    letters: Letters | None = None
    fill_over: bool = False
    stroke_over: bool = False
    mode: int = 0
    text: Line = Line()

    def blended(self) -> str:
        return self.blend if self.blend != "Normal" else self.group_blend


def smaller(m: Matrix) -> float:
    """By how much a map draws the narrowest way: its smaller singular value."""
    return abs(hypot(m.a + m.d, m.b - m.c) - hypot(m.a - m.d, m.b + m.c)) / 2


def around(points: Iterable[tuple[float, float]]) -> Sides:
    """The box of these points; there is at least one."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def corners(box: Sides, m: Matrix) -> list[tuple[float, float]]:
    """A box's four corners, mapped."""
    x0, y0, x1, y1 = box
    return [m.apply(x0, y0), m.apply(x1, y0), m.apply(x1, y1), m.apply(x0, y1)]


def upright(m: Matrix) -> bool:
    """Whether a rectangle stays a rectangle with level sides under that map."""
    size = max(abs(m.a), abs(m.b), abs(m.c), abs(m.d)) * 1e-4
    return (abs(m.b) <= size and abs(m.c) <= size) or (abs(m.a) <= size and abs(m.d) <= size)


def union(a: Sides, b: Sides) -> Sides:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def within(a: Sides | None, b: Sides | None) -> Sides | None:
    """What two boxes have in common; None where they do not meet."""
    if a is None or b is None:
        return None
    x0, y0, x1, y1 = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return (x0, y0, x1, y1) if x0 <= x1 and y0 <= y1 else None


class Path:
    """A path that is being built, in the page's points. `level` says that it begins with a rectangle of level sides."""

    def __init__(self) -> None:
        self.points: list[tuple[float, float]] = []
        self.curved = False
        self.level = False
        self.parts = 0

    def box(self) -> Sides | None:
        if self.level and len(self.points) == 4:
            (x0, y0), _, (x1, y1), _ = self.points
            return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
        return around(self.points) if self.points else None

    def square(self) -> bool:
        """Whether it is one rectangle with level sides."""
        if self.level and self.parts == 1 and len(self.points) == 4:
            return True
        if self.curved or self.parts != 1 or not 4 <= len(self.points) <= 5:
            return False
        x0, y0, x1, y1 = around(self.points)
        slack = min(1e-3 * max(x1 - x0, y1 - y0, 1e-9), 0.2 * min(x1 - x0, y1 - y0))
        cut = [(min(abs(x - x0), abs(x - x1)) <= slack, min(abs(y - y0), abs(y - y1)) <= slack) for x, y in self.points]
        met = {(abs(x - x0) <= slack, abs(y - y0) <= slack) for x, y in self.points}
        return all(a and b for a, b in cut) and len(met) == 4

    def slim(self) -> float | None:
        """How thick it is where it is one straight bar, longer than a point and more than four times as long as thick; 0 where
        all its points stand on a line. None where it is none.
        """
        points = self.points
        if self.curved or self.parts != 1 or not 2 <= len(points) <= 5:
            return None
        if self.level and len(points) == 4:
            (x0, y0), _, (x1, y1), _ = points
            short, long = sorted((abs(x1 - x0), abs(y1 - y0)))
        else:
            points = points[:-1] if len(points) > 2 and points[-1] == points[0] else points
            (x0, y0), *rest = points
            x1, y1 = max(rest, key=lambda p: hypot(p[0] - x0, p[1] - y0))
            long = hypot(x1 - x0, y1 - y0)
            aside = [abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) for x, y in points]
            if max(aside) <= 1e-4 * long * long:
                short = max(aside) / long if len(points) == 4 and long else 0.0
            elif len(points) == 4 and _parallel(points):
                a, b = (hypot(points[n + 1][0] - points[n][0], points[n + 1][1] - points[n][1]) for n in (0, 1))
                (ax, ay), (bx, by), (cx, cy), _ = points
                long = max(a, b)
                short = abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) / long
            else:
                return None
        return short if long > 1 and 4 * short < long else None


def _parallel(points: list[tuple[float, float]]) -> bool:
    """Whether four points are a parallelogram's."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    side = min(hypot(bx - ax, by - ay), hypot(cx - bx, cy - by))
    return hypot(ax + cx - bx - dx, ay + cy - by - dy) <= 0.1 * side
