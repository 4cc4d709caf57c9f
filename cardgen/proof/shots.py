"""Pictures of what changed: a face before, after, and the difference, all of one size and trimmed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cardgen.findings import Refused
from cardgen.pieces import CARDS
from cardgen.proof.compare import Faces, View
from cardgen.proof.picture import Studio
from cardgen.units import MM_PER_INCH, Rect
from cardgen.write.png import pixels

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from PIL import Image

    Dots = npt.NDArray[np.uint8]

MOST_PPI, FEWER_PPI, MOST_DOTS = 200, 130, 1500
"""Dots an inch of a card's picture, the same where very many changed, and how many a board's longest side has at the most."""
VERY_MANY = 40
SEEN = 12
"""By how much of 255 a dot must differ to be marked: less is not seen beside its neighbour."""
FADED = 0.25
"""How much of a face is left under the marks of its difference."""
GONE, ADDED = (31, 92, 168), (196, 38, 24)
"""Where ink is gone, and where ink is added: blue and red are told apart by every eye, in light and dark as well."""
CELL = 3.0
"""Changes nearer to one another than this (mm) lie in one box."""


class Shot(NamedTuple):
    """A side before and after, in one size: the pictures (None where there is no such face, or it cannot be drawn), the
    difference, the boxes round it (mm of the trimmed face), the part of the face that differs (0..1), the size in mm, the
    radius of its corners.
    """

    name: str
    before: Image.Image | None
    after: Image.Image | None
    difference: Image.Image | None
    boxes: tuple[Rect, ...]
    part: float
    size: Rect
    corner: float


def shot(faces: Faces, then: Studio | None, now: Studio, most: int = MOST_PPI) -> Shot:
    """The pictures of one side that changed, of so many dots an inch at the most."""
    views = faces.before, faces.after
    trims = [view.face.trim for view in views if view]
    trims = trims or [now.pieces[CARDS].trim]  # it is drawn at neither moment
    size = Rect(0, 0, max(t.w for t in trims), max(t.h for t in trims))
    ppi = min(most, MOST_DOTS * MM_PER_INCH / max(size.w, size.h, 1))
    before = _drawn(faces.before, then, size, ppi)
    after = _drawn(faces.after, now, size, ppi)
    corner = max((view.corner for view in views if view), default=0.0)
    if before is None or after is None:
        return Shot(faces.name, before, after, None, (), 1.0, size, corner)
    picture, boxes, part = difference(before, after, ppi / MM_PER_INCH)
    return Shot(faces.name, before, after, picture, boxes, part, size, corner)


def _drawn(view: View | None, studio: Studio | None, size: Rect, ppi: float) -> Image.Image | None:
    """A face from its trim's corner on, on a sheet of that size; None where its picture cannot be painted (which is told)."""
    from PIL import Image

    if view is None or studio is None:
        return None
    try:
        picture = studio.picture(view.face, view.face.trim, ppi)
    except Refused:
        return None
    whole = pixels(size, round(ppi))
    if picture.size == whole:
        return picture
    sheet = Image.new("RGB", whole, (255, 255, 255))
    sheet.paste(picture, (0, 0))
    return sheet


def difference(before: Image.Image, after: Image.Image, per_mm: float) -> tuple[Image.Image, tuple[Rect, ...], float]:
    """Two pictures of one size as one: faded, where ink is added red and where it is gone blue; the boxes round what differs
    (mm), and what part of the picture it is.
    """
    import numpy as np
    from PIL import Image, ImageDraw

    old, new = (np.asarray(picture.convert("RGB"), np.int16) for picture in (before, after))
    off = np.abs(new - old).max(axis=2)
    differs = off > SEEN
    out = 255 - (255 - new) * FADED
    darker = new.sum(axis=2) < old.sum(axis=2)
    for where, colour in ((differs & darker, ADDED), (differs & ~darker, GONE)):
        strong = np.clip(off[where, None] / 96, 0.45, 1.0)
        out[where] = out[where] * (1 - strong) + np.array(colour) * strong
    picture = Image.fromarray(out.astype(np.uint8))
    boxes = tuple(_boxes(differs, per_mm))
    draw = ImageDraw.Draw(picture)
    for box in boxes:
        edge = [round(v * per_mm) for v in (box.x, box.y, box.right, box.bottom)]
        draw.rectangle(edge, outline=ADDED, width=max(1, round(0.25 * per_mm)))
    return picture, boxes, float(differs.mean())


def _boxes(differs: npt.NDArray[np.bool_], per_mm: float) -> Iterator[Rect]:
    """Boxes round what lies together, in mm, a little wider, from top to bottom."""
    import numpy as np

    cell = max(1, round(CELL * per_mm))
    rows, columns = (-(-side // cell) for side in differs.shape)
    ys, xs = differs.nonzero()
    grid = np.zeros((rows, columns), bool)
    grid[ys // cell, xs // cell] = True
    label = np.zeros((rows, columns), int)
    count = 0
    for y, x in zip(*grid.nonzero(), strict=True):
        if not label[y, x]:
            count += 1
            _filled(grid, label, int(y), int(x), count)
    of_dot = label[ys // cell, xs // cell]
    high, wide = differs.shape
    for n in range(1, count + 1):
        own = of_dot == n
        left, right = max(0, int(xs[own].min()) - per_mm), min(wide - 1, int(xs[own].max()) + per_mm)
        top, bottom = max(0, int(ys[own].min()) - per_mm), min(high - 1, int(ys[own].max()) + per_mm)
        yield Rect(left / per_mm, top / per_mm, (right - left) / per_mm, (bottom - top) / per_mm)


def _filled(grid: npt.NDArray[np.bool_], label: npt.NDArray[np.int_], y: int, x: int, number: int) -> None:
    """Number a cell and all that touch it."""
    waiting = deque([(y, x)])
    label[y, x] = number
    while waiting:
        cy, cx = waiting.popleft()
        for ny in range(max(0, cy - 1), min(grid.shape[0], cy + 2)):
            for nx in range(max(0, cx - 1), min(grid.shape[1], cx + 2)):
                if grid[ny, nx] and not label[ny, nx]:
                    label[ny, nx] = number
                    waiting.append((ny, nx))
