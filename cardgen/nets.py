"""Boxes unfolded: panels, glue flaps, the outline to cut and the lines to fold, from what a box must hold.

All lengths are mm; a net's origin is its bounding box's top-left corner. A panel is measured from fold to fold: as board of
thickness t bends about its middle, the room inside is one t less than the panels across it; and a t less for every flap that
lies inside a wall.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cardgen.face import Mark, Segment, Shape, Stroke
from cardgen.ink import DIELINE, FOLD, Paint
from cardgen.units import MM_PER_PT, Rect

TECHNICAL = 0.25 * MM_PER_PT
"""The width of a line for a knife or a creasing rule: a quarter point."""
GLUE = 12.0
"""The width of a glue flap (carton makers ask for 10 to 15 mm)."""
TUCK = 15.0
"""How far a tuck flap goes into its box."""
EASE = 0.5
"""What a lid is narrower than its box, so that it does not bind (mm)."""
BEVEL = 0.2
"""How much a flap's free edge is drawn in at each end, as a part of the flap's depth, so that it slides in."""

Line = tuple[float, float, float, float]


class Inside(NamedTuple):
    """The room in a box (mm): width and height as its face is seen, and how deep it is."""

    width: float
    height: float
    depth: float


class Net(NamedTuple):
    """A box cut and not yet folded: the room in it and what it takes up, its size, its panels by name, its outline, its folds,
    the flaps that take glue.
    """

    inside: Inside
    outside: Inside
    width: float
    height: float
    panels: Mapping[str, Rect]
    outline: tuple[Segment, ...]
    folds: tuple[Line, ...]
    glue: tuple[str, ...]


def tuck_box(inside: Inside, t: float) -> Net:
    """A straight tuck-end box of board `t` thick: left to right a glue flap, a side, the front, a side, the back, with the lid
    and the bottom hinged to the back, and dust flaps at both ends of the sides.

    Inside lie the glue flap and a tuck (in the depth) and the dust flaps (in the height).
    """
    w, h, d = inside.width + t, inside.height + 3 * t, inside.depth + 3 * t
    shut = d - t  # the lid and the bottom end inside the front
    top = shut + TUCK
    xs = [0, GLUE]
    for wide in (d, w, d, w):
        xs.append(xs[-1] + wide)
    _, left, front, right, back, end = xs
    low, high = top + h, top
    dust = min(d, w / 2) * 0.8
    panels = {
        "glue": Rect(0, high, GLUE, h),
        "left": Rect(left, high, d, h),
        "front": Rect(front, high, w, h),
        "right": Rect(right, high, d, h),
        "back": Rect(back, high, w, h),
        "lid": Rect(back + EASE / 2, high - shut, w - EASE, shut),
        "tuck": Rect(back + EASE / 2, 0, w - EASE, TUCK),
        "bottom": Rect(back + EASE / 2, low, w - EASE, shut),
        "bottom-tuck": Rect(back + EASE / 2, low + shut, w - EASE, TUCK),
        "left-dust": Rect(left, high - dust, d, dust),
        "right-dust": Rect(right, high - dust, d, dust),
        "left-bottom-dust": Rect(left, low, d, dust),
        "right-bottom-dust": Rect(right, low, d, dust),
    }
    draw = GLUE * BEVEL * 2
    path = _Path(left, high)
    for x in (left, right):  # along the top, from the left
        path.to(x, high)
        path.to(x + dust * BEVEL, high - dust).to(x + d - dust * BEVEL, high - dust).to(x + d, high)
    near, far = back + EASE / 2, end - EASE / 2
    path.to(back, high).to(near, high).to(near, TUCK).to(near + 1, TUCK - 1)
    path.curve(near + 1, TUCK * 0.3, near + TUCK * 0.3 + 1, 0, near + TUCK * 0.8, 0)
    path.to(far - TUCK * 0.8, 0)
    path.curve(far - TUCK * 0.3 - 1, 0, far - 1, TUCK * 0.3, far - 1, TUCK - 1)
    path.to(far, TUCK).to(far, high).to(end, high).to(end, low).to(far, low).to(far, low + shut).to(far - 1, low + shut + 1)
    tall = low + shut + TUCK
    path.curve(far - 1, tall - TUCK * 0.3, far - TUCK * 0.3 - 1, tall, far - TUCK * 0.8, tall)
    path.to(near + TUCK * 0.8, tall)
    path.curve(near + TUCK * 0.3 + 1, tall, near + 1, tall - TUCK * 0.3, near + 1, low + shut + 1)
    path.to(near, low + shut).to(near, low).to(back, low)
    for x in (right, left):  # along the bottom, from the right
        path.to(x + d, low)
        path.to(x + d - dust * BEVEL, low + dust).to(x + dust * BEVEL, low + dust).to(x, low)
    path.to(0, low - draw).to(0, high + draw)
    folds = (
        *((x, high, x, low) for x in (left, front, right, back)),
        *((x, y, x + d, y) for x in (left, right) for y in (high, low)),
        *((near, y, far, y) for y in (high, low)),
        *((near + 1, y, far - 1, y) for y in (TUCK, low + shut)),
    )
    outside = Inside(w + t, h + t, d + t)
    return Net(inside, outside, end, tall, panels, path.closed(), folds, ("glue",))


def open_box(inside: Inside, t: float) -> Net:
    """A lid or a tray of board `t` thick: a middle with four walls, two of them with glue flaps that go behind the others, and
    so lie in its width.
    """
    w, h, d = inside.width + 3 * t, inside.height + t, inside.depth + t / 2
    right, low = d + w, d + h
    flap = min(GLUE, h / 3, d * 0.9)
    panels = {
        "middle": Rect(d, d, w, h),
        "top": Rect(d, 0, w, d),
        "bottom": Rect(d, low, w, d),
        "left": Rect(0, d, d, h),
        "right": Rect(right, d, d, h),
        "glue-1": Rect(d - flap, 0, flap, d),
        "glue-2": Rect(right, 0, flap, d),
        "glue-3": Rect(d - flap, low, flap, d),
        "glue-4": Rect(right, low, flap, d),
    }
    draw = min(flap * BEVEL * 2, d / 4)
    path = _Path(d, 0).to(right, 0)
    path.to(right + flap, draw).to(right + flap, d - draw).to(right, d)
    path.to(right + d, d).to(right + d, low).to(right, low)
    path.to(right + flap, low + draw).to(right + flap, low + d - draw).to(right, low + d)
    path.to(d, low + d)
    path.to(d - flap, low + d - draw).to(d - flap, low + draw).to(d, low)
    path.to(0, low).to(0, d).to(d, d)
    path.to(d - flap, d - draw).to(d - flap, draw)
    folds = (
        *((d, y, right, y) for y in (d, low)),
        *((x, d, x, low) for x in (d, right)),
        *((x, y, x, y + d) for x in (d, right) for y in (0, low)),
    )
    outside = Inside(w + t, h + t, inside.depth + t)
    return Net(inside, outside, w + 2 * d, h + 2 * d, panels, path.closed(), folds, ("glue-1", "glue-2", "glue-3", "glue-4"))


class _Path:
    """A path under the pen."""

    def __init__(self, x: float, y: float) -> None:
        self.steps: list[Segment] = [("M", (x, y))]

    def to(self, x: float, y: float) -> _Path:
        if self.steps[-1][1][-2:] != (x, y):
            self.steps.append(("L", (x, y)))
        return self

    def curve(self, *points: float) -> _Path:
        self.steps.append(("C", points))
        return self

    def closed(self) -> tuple[Segment, ...]:
        return (*self.steps, ("Z", ()))


def dieline(net: Net) -> Iterator[Mark]:
    """Where a box is cut and folded, on plates of their own."""
    yield Shape(net.outline, None, Stroke(Paint(DIELINE.name), TECHNICAL), False, "net")
    for x1, y1, x2, y2 in net.folds:
        path = (("M", (x1, y1)), ("L", (x2, y2)))
        yield Shape(path, None, Stroke(Paint(FOLD.name), TECHNICAL, dash=(2.0, 1.0)), False, "net")
