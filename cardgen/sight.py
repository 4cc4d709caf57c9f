"""Whether what a face prints can be seen: words as light as what lies under them, covered, or cut away by a clip."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardgen.face import Clipped, Face, Mark, Shape, Stencil, Text, Tone
from cardgen.findings import Code, Finding, short
from cardgen.ink import Inks, Paint
from cardgen.svg.markup import place
from cardgen.units import Rect

FAINT_TYPE = Code("faint-type", "words hardly darker or lighter than what they stand on are not read")
HIDDEN_TYPE = Code("hidden-type", "words that are covered or clipped away are not on the card")

LEAST_CONTRAST = 0.3
"""Difference of lightness (0..1) between words and their ground; grey type of 40 % on paper has as much."""
_FILLS = 0.95
"""How much of its bounding box a shape fills that is taken for a ground."""


class _Ground(NamedTuple):
    """Something that covers a rectangle: how dark it is (None for a picture), and its number in painting order."""

    box: Rect
    dark: float | None
    number: int


class _Seen(NamedTuple):
    """Words or a seal: the mark, what of the face a clip leaves of it, its number in painting order."""

    mark: Text | Stencil
    clip: Rect
    number: int


def unseen(face: Face, inks: Inks) -> Iterator[Finding]:
    """Words and seals that nobody will see. What stands on a picture is taken to be seen: no one but the eye judges that."""
    grounds: list[_Ground] = []
    seen: list[_Seen] = []
    _gather(face.marks, face.trim.grown(face.bleed), grounds, seen, inks)
    for mark, clip, number in seen:
        named = f'"{short(mark.string, 30)}"' if isinstance(mark, Text) else f"the seal {mark.seal}"
        if isinstance(mark, Text) and not mark.string.strip():
            continue
        m = mark.matrix
        if isinstance(mark, Text) and m.a * m.d > m.b * m.c:  # type stands in y upwards, a face in y downwards
            yield Finding(HIDDEN_TYPE, place(mark.src), f"{face.name}: {named} is mirrored")
            continue
        if not clip.contains(mark.box, slack=0.2):
            yield Finding(HIDDEN_TYPE, place(mark.src), f"{face.name}: {named} is cut away by a clip or stands off the face")
            continue
        over = [ground for ground in grounds if ground.number > number and ground.box.contains(mark.box, slack=0.05)]
        if over:
            yield Finding(HIDDEN_TYPE, place(mark.src), f"{face.name}: {named} is painted over", "draw it after what covers it")
            continue
        box = mark.box
        middle = Rect(box.x + box.w / 2, box.y + box.h / 2, 0, 0)
        under = [ground for ground in grounds if ground.number < number and ground.box.contains(middle)]
        dark = under[-1].dark if under else 0.0
        if dark is not None and abs(_dark(mark.paint, inks) - dark) < LEAST_CONTRAST:
            yield Finding(FAINT_TYPE, place(mark.src), f"{face.name}: {named} is hardly told from its ground")


def _gather(marks: tuple[Mark, ...], clip: Rect, grounds: list[_Ground], seen: list[_Seen], inks: Inks) -> None:
    for mark in marks:
        number = len(grounds) + len(seen)
        match mark:
            case Text() | Stencil():
                seen.append(_Seen(mark, clip, number))
            case Shape(_, fill) if fill and not inks[fill.ink].is_plate_only and (box := _filled(mark)):
                grounds.append(_Ground(box, _dark(fill, inks), number))
            case Tone():
                m = mark.matrix
                xs, ys = zip(m.apply(0, 0), m.apply(1, 1), strict=True)
                grounds.append(_Ground(Rect(min(xs), min(ys), abs(xs[1] - xs[0]), abs(ys[1] - ys[0])), None, number))
            case Clipped(path, inner):
                points = [v for _, values in path for v in values]
                if points:
                    _gather(inner, _within(clip, _bounds(points)), grounds, seen, inks)


def _filled(shape: Shape) -> Rect | None:
    """The box of a shape that fills it, as a rectangle does, rounded or not; None for another."""
    corners = [values[-2:] for _, values in shape.path if values]
    if len(corners) < 3 or sum(step == "M" for step, _ in shape.path) > 1:
        return None
    box = _bounds([v for corner in corners for v in corner])
    area = abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True))) / 2
    return box if box.w * box.h > 1 and area >= _FILLS * box.w * box.h else None


def _bounds(points: list[float]) -> Rect:
    xs, ys = points[::2], points[1::2]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _within(a: Rect, b: Rect) -> Rect:
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Rect(x, y, max(0.0, min(a.right, b.right) - x), max(0.0, min(a.bottom, b.bottom) - y))


def _dark(paint: Paint, inks: Inks) -> float:
    """How dark a paint is on paper, 0 to 1, by its stated screen colour (weights of Rec. 709)."""
    red, green, blue = inks[paint.ink].screen
    return (1 - (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255) * paint.tint
