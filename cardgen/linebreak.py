"""Where lines are broken, by numbers alone: what stands in a paragraph are pieces that no line is broken inside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

SLACK = 1e-6
"""What a line may be too long by: less than any printer shows, more than sums of numbers differ by."""


class Pieces(NamedTuple):
    """The pieces of a paragraph, in one unit: their widths, the blanks before them, what of them may hang over an end."""

    widths: list[float]
    spaces: list[float]
    hangs: list[float]

    @property
    def widest(self) -> float:
        """What the measure must be at least."""
        return max(width - hang for width, hang in zip(self.widths, self.hangs, strict=True))


def counted(pieces: Pieces, measure: float) -> list[int]:
    """The least number of lines for the first 0, 1, 2 ... pieces, which is what a greedy breaker needs."""
    count, used, counts = 1, -pieces.spaces[0], [0]
    for width, space, hang in zip(*pieces, strict=True):
        used += space + width
        if measure - used + hang < -SLACK:
            count += 1
            used = width
        counts.append(count)
    return counts


def filled(pieces: Pieces, measure: float) -> Iterator[tuple[int, int]]:
    """Lines filled one by one, as text is set that is as wide as its measure; one piece alone stands on no last line where the
    line before can spare one.
    """
    counts = counted(pieces, measure)
    starts = [n for n in range(len(pieces.widths)) if n == 0 or counts[n + 1] > counts[n]]
    end = len(pieces.widths)
    if len(starts) > 1 and end - starts[-1] == 1 and starts[-1] - starts[-2] > _SPARES:
        starts[-1] -= 1
    yield from pairwise([*starts, end])


_SPARES = 8
"""Pieces of a line that can spare one of them: of fewer it would be missed."""


def evened(pieces: Pieces, measure: float) -> Iterator[tuple[int, int]]:
    """Lines of least raggedness, no more of them than `counted`: the first piece of each, and the one behind its last."""
    widths, spaces, hangs = pieces
    n, lines = len(widths), counted(pieces, measure)
    # for the first j pieces: the least raggedness in as many lines as they need, and where the last of those starts
    ragged, starts = [0.0] * (n + 1), [-1] * (n + 1)
    for j in range(1, n + 1):
        used, gap, hang, full = 0.0, 0.0, hangs[j - 1], lines[j] - 1
        for i in range(j - 1, -1, -1):
            used += widths[i] + gap
            gap = spaces[i]
            slack = measure - used + hang
            if slack < -SLACK:
                break
            if lines[i] == full:
                rag = ragged[i] + ((0.6 * max(0.0, slack - 0.66 * measure)) ** 2 if j == n else slack * slack)
                if rag <= ragged[j] or starts[j] < 0:
                    ragged[j], starts[j] = rag, i
    cuts = [n]
    while cuts[-1]:
        cuts.append(starts[cuts[-1]])
    yield from pairwise(reversed(cuts))
