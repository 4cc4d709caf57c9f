"""What a page is painted with, which plates that reaches, and what is found out of a page before it is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from cardgen.readback.spaces import ALL, GRAY, PROCESS, Space, space_of

Reach = frozenset[str] | None
"""The plates that an object changes; None for all there are."""


class Unseen(Exception):
    """Raised where something cannot be made into plates; its text says what, for a sentence."""


def coloured(value: object, resources: object) -> Space:
    """The colour space of that name or array. Unseen where it is none."""
    try:
        return space_of(value, resources)
    except ValueError as error:
        raise Unseen(str(error)) from None


class Untrue(Exception):
    """Raised where an image is not what it says it is; its text is a sentence."""


class Paint(NamedTuple):
    """What is painted with: a colour of a space, or a pattern (its object number as well, by which it is told apart)."""

    space: Space = GRAY
    values: tuple[float, ...] = (0.0,)
    pattern: Any = None

    @property
    def key(self) -> object:
        return self.space, self.values, None if self.pattern is None else self.pattern.objgen


class State(NamedTuple):
    """What of the graphics state matters to plates: paints, overprint, how text is shown, its font where it is drawn."""

    fill: Paint = Paint()
    stroke: Paint = Paint()
    fill_over: bool = False
    stroke_over: bool = False
    mode: int = 0
    text: int = 0
    shown: int = 0
    font: Any = None
    size: float = 1.0
    bare: bool = False
    """Whether colours are told from outside: in a pattern without colours, in a letter that is a stencil."""

    @property
    def key(self) -> object:
        font = None if self.font is None else self.font.objgen
        return self.fill.key, self.stroke.key, *self[2:7], font, self.size, self.bare


class Survey:
    """What a page needs: which plates have ink, what overprints, what cannot be seen, what is untrue, what is hidden."""

    def __init__(self, hidden: frozenset[tuple[int, int]] = frozenset()) -> None:
        self.hidden = hidden
        """The layers that are not shown, by their numbers as objects, and"""
        self.layers: dict[str, None] = {}
        """the names of those that hold something."""
        self.untrue: dict[str, None] = {}
        self.plates: dict[str, None] = {}
        self.reaches: dict[frozenset[str], None] = {}
        self.unseen: dict[str, None] = {}

    def note(self, reach: Reach, names: Iterable[str]) -> None:
        self.plates.update(dict.fromkeys(names))
        if reach is not None:
            self.reaches[reach] = None

    def groups(self) -> list[tuple[str, ...]]:
        """The plates that have ink, three at a time where whatever is drawn reaches all three or none of them; a process
        plate is never with a spot, as there are blend modes that spots do not know.
        """
        alike: dict[object, list[str]] = {}
        for plate in [*PROCESS, *sorted(set(self.plates) - {*PROCESS, ALL})]:
            if plate in self.plates or ALL in self.plates:
                sign = (plate in PROCESS, *(plate in reach or ALL in reach for reach in self.reaches))
                alike.setdefault(sign, []).append(plate)
        return [tuple(own[i : i + 3]) for own in alike.values() for i in range(0, len(own), 3)]
