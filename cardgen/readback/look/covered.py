"""What of a page is covered wholly by what is painted later, and is not seen."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest

from cardgen.readback.look.painted import Painted

_COVERS = 256
"""How many of what covers are asked: the largest."""
_OVER = 0.01
"""By how many mm a box may stand out of what covers it: numbers are rounded."""


def covers(one: Painted) -> bool:
    """Whether nothing that lies beneath it is seen: it is opaque and covers all of its box."""
    return (
        one.whole
        and one.alpha == 1
        and not (one.masked or one.overprint or one.pattern or one.technical or one.void)
        and one.blend == "Normal"
        and one.seen is not None
    )


def uncovered(painted: Sequence[Painted]) -> list[Painted]:
    """What is seen in no place where something later covers all of it is left out. All of it has a place where it is seen."""
    import numpy as np

    able = nlargest(
        _COVERS, (n for n, one in enumerate(painted) if covers(one)), key=lambda n: painted[n].box.w * painted[n].box.h
    )
    if not able:
        return list(painted)
    boxes = np.array([one.seen or one.box for one in painted], dtype=np.float64)
    left, top, right, bottom = boxes[:, 0], boxes[:, 1], boxes[:, 0] + boxes[:, 2], boxes[:, 1] + boxes[:, 3]
    gone = np.zeros(len(painted), dtype=bool)
    for n in able:
        x0, y0, x1, y1 = left[n] - _OVER, top[n] - _OVER, right[n] + _OVER, bottom[n] + _OVER
        gone[:n] |= (left[:n] >= x0) & (top[:n] >= y0) & (right[:n] <= x1) & (bottom[:n] <= y1)
    return [one for one, hid in zip(painted, gone, strict=True) if not hid]
