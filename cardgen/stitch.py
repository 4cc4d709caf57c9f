"""A booklet two pages a side of a sheet, to be folded and stapled through the fold (saddle stitch)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.face import Mark
from cardgen.impose import Page, Paper, Placed, fold_marks
from cardgen.units import Rect


def leaf(paper: Paper) -> tuple[float, float]:
    """The size of a booklet's page (mm) on that paper folded in half: A5 of A4."""
    wide, high = max(paper.width, paper.height), min(paper.width, paper.height)
    return wide / 2, high


def order(pages: int) -> list[tuple[int, int]]:
    """Which pages (from 0) lie left and right on each side of each sheet, front and back in turn; `pages` by four."""
    if pages % 4:
        raise ValueError(f"{pages} pages are no booklet: it has four on every sheet")
    sides = []
    for n in range(pages // 2):
        low, high = n, pages - 1 - n
        sides.append((high, low) if n % 2 == 0 else (low, high))
    return sides


def stitched(keys: Sequence[str], size: Rect, paper: Paper) -> Iterator[Page]:
    """The pages by their keys on sheets lying on their side, to be printed on both sides and turned about the short edge.

    What of a page lies in the printer's margin is left out.
    """
    lying = paper if paper.width > paper.height else paper.turned
    free = lying.printable
    top = (lying.height - size.h) / 2
    sides = order(len(keys))
    for number, (left, right) in enumerate(sides):
        placed = []
        for x, key in ((lying.width / 2 - size.w, keys[left]), (lying.width / 2, keys[right])):
            seen_x, seen_right = max(free.x, x) - x, min(free.right, x + size.w) - x
            seen_y, seen_bottom = max(free.y, top) - top, min(free.bottom, top + size.h) - top
            seen = Rect(seen_x, seen_y, seen_right - seen_x, seen_bottom - seen_y)
            placed.append(Placed(key, x, top, seen))
        side = "front" if number % 2 == 0 else "back"
        label = f"sheet {number // 2 + 1} of {len(sides) // 2} {side}"
        marks: tuple[Mark, ...] = tuple(fold_marks(lying, lying.width / 2)) if number == 0 else ()
        yield Page(lying.width, lying.height, None, None, tuple(placed), marks, label, behind=side == "back")
