"""Marks of one face as they stand, smaller, on another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.face import Clipped, Face, Fact, Mark, Shape, Stencil, Text, Tone
from cardgen.fonts import Fonts
from cardgen.paths import mapped, rectangle
from cardgen.units import MM_PER_PT, Matrix, Rect

THINNEST = 0.25 * MM_PER_PT
"""A line is not made thinner than a quarter of a point, the least that prints everywhere (mm)."""
FINE = 0.005
"""How far the outline of a word in a picture may be from its curve (mm): half a dot of a plate-setter's 2540 to the inch."""


def inset(face: Face, corner: float, width: float, x: float, y: float, fonts: Fonts) -> Clipped:
    """A whole face `width` mm wide, its top-left corner at x, y, cut to its trim and its corners.

    Its words are outlines: they are a picture of words, too small to be type, and are not copied out with the text.
    """
    scale = width / face.trim.w
    m = Matrix(scale, 0, 0, scale, x - face.trim.x * scale, y - face.trim.y * scale)
    cut = mapped(rectangle(face.trim.x, face.trim.y, face.trim.w, face.trim.h, corner, corner), m)
    return Clipped(cut, tuple(_pictured(moved(face.marks, m), fonts)), "booklet")


def _pictured(marks: Iterable[Mark], fonts: Fonts) -> Iterator[Mark]:
    for mark in marks:
        match mark:
            case Text():
                yield Shape(fonts.outlined(mark, FINE), mark.paint, None, False, mark.src)
            case Clipped():
                yield mark._replace(marks=tuple(_pictured(mark.marks, fonts)))
            case _:
                yield mark


def moved(marks: Iterable[Mark], m: Matrix) -> Iterator[Mark]:
    """The marks after a map that keeps angles; what they state of the rules they do not state again."""
    for mark in marks:
        match mark:
            case Text():
                yield mark._replace(matrix=m.after(mark.matrix), box=_box(mark.box, m), fact="")
            case Shape(path, _, stroke):
                if stroke:
                    dash = tuple(d * m.scale for d in stroke.dash)
                    stroke = stroke._replace(width=max(stroke.width * m.scale, min(stroke.width, THINNEST)), dash=dash)
                yield mark._replace(path=mapped(path, m), stroke=stroke)
            case Tone():
                yield mark._replace(matrix=m.after(mark.matrix))
            case Stencil():
                yield mark._replace(matrix=m.after(mark.matrix), size=mark.size * m.scale, box=_box(mark.box, m))
            case Clipped(path, inner):
                yield mark._replace(path=mapped(path, m), marks=tuple(moved(inner, m)))
            case Fact():
                pass


def _box(box: Rect, m: Matrix) -> Rect:
    corners = [m.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
