"""The four sides of the trim, looked at finer than the page: what a knife shows is thinner than a pixel of the plates."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardgen.units import MM_PER_INCH, Rect

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ink = npt.NDArray[np.uint16]

FINE = 600
"""Dots an inch of a side: a line of 0.1 mm, which is seen, is two pixels wide."""
INWARD, OUTWARD = 3.2, 6.0
"""How far a side reaches inwards from the trim, and outwards into the bleed at most (mm)."""
MOST_WIDE = 30_000
"""Pixels that a page is wide at that fineness at most; a larger one is looked at with fewer (the renderer clips at 32,000)."""
NAMES = ("left", "right", "top", "bottom")


def whole(low: float, high: float, size: float, count: int) -> tuple[int, int]:
    """The first pixel wholly behind `low`, and that after the last wholly before `high`."""
    first = min(max(int(-(-low / size // 1)) if low > 1e-6 else 0, 0), count)
    return first, min(max(int((high + 1e-6) / size), first), count)


class Window(NamedTuple):
    """A part of the page in pixels of the finer grid; `times` as fine as the plates."""

    name: str
    times: int
    x: int
    y: int
    w: int
    h: int


class Side(NamedTuple):
    """The ink of all plates that print (255ths) along one side of the trim: a row for every pixel outwards, a column for every
    pixel of the plates along it, of which the finer ones' `most` and `least` are told.
    """

    name: str
    most: Ink
    least: Ink
    start: float
    """mm from the trim to the first row's inner edge, negative as it lies inside, and"""
    size: float
    """a row's."""
    first: int
    """The pixel of the plates that the first column is."""

    def near(self, row: float) -> float:
        """mm from the trim to a row's inner edge: negative inside."""
        return self.start + row * self.size


def windows(media: Rect, trim: Rect, bleed: Rect, columns: int, rows: int) -> tuple[Window, ...]:
    """The sides that a page has, as parts of its finer grid: none of a trim that is no rectangle on the page."""
    wide, high = max(media.w, 1e-3) / columns, max(media.h, 1e-3) / rows
    times = max(1, min(round(FINE * max(wide, high) / MM_PER_INCH), MOST_WIDE // max(columns, rows)))
    room = bleed if bleed.contains(trim, 0.01) else media
    if trim.w <= 2 * INWARD or trim.h <= 2 * INWARD or not media.contains(trim, 0.01):
        return ()
    left, top = max(room.x, trim.x - OUTWARD, 0.0), max(room.y, trim.y - OUTWARD, 0.0)
    right, bottom = min(room.right, trim.right + OUTWARD, media.w), min(room.bottom, trim.bottom + OUTWARD, media.h)
    # along a side whole pixels of the plates, across it those of the finer grid
    x0, x1 = whole(trim.x, trim.right, wide, columns)
    y0, y1 = whole(trim.y, trim.bottom, high, rows)
    if x1 <= x0 or y1 <= y0:
        return ()
    out = []
    for name in NAMES:
        if name in ("left", "right"):
            low, high_ = (left, trim.x + INWARD) if name == "left" else (trim.right - INWARD, right)
            a, b = _touched(low, high_, wide / times, columns * times)
            out.append(Window(name, times, a, y0 * times, b - a, (y1 - y0) * times))
        else:
            low, high_ = (top, trim.y + INWARD) if name == "top" else (trim.bottom - INWARD, bottom)
            a, b = _touched(low, high_, high / times, rows * times)
            out.append(Window(name, times, x0 * times, a, (x1 - x0) * times, b - a))
    return tuple(out)


def _touched(low: float, high: float, size: float, count: int) -> tuple[int, int]:
    """The first pixel that is touched, and that after the last."""
    return max(0, int((low + 1e-6) / size)), min(count, int(-((1e-6 - high) // size)))


def side(window: Window, ink: Ink, media: Rect, trim: Rect, columns: int, rows: int) -> Side:
    """A side of the trim out of the ink of its window (rows x columns of the finer grid)."""
    across = window.name in ("left", "right")
    size = (media.w / columns if across else media.h / rows) / window.times
    lined = ink.T if across else ink
    low = (window.x if across else window.y) * size
    high = low + lined.shape[0] * size
    start = {
        "left": trim.x - high,
        "right": low - trim.right,
        "top": trim.y - high,
        "bottom": low - trim.bottom,
    }[window.name]
    if window.name in ("left", "top"):
        lined = lined[::-1]
    each = lined.reshape(lined.shape[0], -1, window.times)
    first = (window.y if across else window.x) // window.times
    return Side(window.name, each.max(axis=-1), each.min(axis=-1), start, size, first)
