"""SVG path data as one brush mark: its cubic pieces, one for each stretch between two nodes of the artist's."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from cardgen.brush.curve import Cubic, Point, straight
from cardgen.paths import BadPath, parse_path, parse_transform
from cardgen.units import Matrix

# Nodes nearer than this (mm) are one node.
_SAME = 1e-6
# No node lies further off than this (mm), and nothing is made larger or smaller than this many times.
_FAR = 10_000
_SPLIT = "one path is one mark: split it (Path > Break Apart)"
_NO_ARCS = "turn arcs into curves: select all nodes and make the segments curves (Shift+U)"


class PathFault(Exception):
    """What is wrong in path data or a transform, where in the text (offset), and how it is mended."""

    def __init__(self, says: str, offset: int, hint: str = "") -> None:
        super().__init__(says)
        self.says, self.offset, self.hint = says, offset, hint


class Path(NamedTuple):
    """A path of one piece: its cubics and whether Z closed it."""

    pieces: tuple[Cubic, ...]
    closed: bool


def parsed(d: str) -> Path:
    """The path that SVG path data describes. Raises PathFault."""
    try:
        steps = parse_path(d)
    except BadPath as bad:
        raise PathFault(str(bad), bad.offset) from None
    commands = [(m[0].upper(), m.start()) for m in re.finditer(r"[A-DF-Za-df-z]", d)]  # an e is part of a number
    for n, (command, offset) in enumerate(commands):
        if command == "A":  # an arc becomes several pieces, which have no widths of their own
            raise PathFault("arcs (A) are not read", offset, _NO_ARCS)
        if n and command == "M":
            raise PathFault("the path has a second M", offset, _SPLIT)
        if n and commands[n - 1][0] == "Z":
            raise PathFault("the path goes on after Z", offset, _SPLIT)
    pieces: list[Cubic] = []
    start = here = Point(0.0, 0.0)
    for op, v in steps:
        if any(abs(value) > _FAR for value in v):
            raise PathFault(f"a node is more than {_FAR} mm off", 0)
        if op == "M":
            start = here = Point(v[0], v[1])
        elif op == "L":
            pieces.append(straight(here, Point(v[0], v[1])))
        elif op == "C":
            pieces.append(Cubic(here, Point(v[0], v[1]), Point(v[2], v[3]), Point(v[4], v[5])))
        elif math.dist(here, start) > _SAME:
            pieces.append(straight(here, start))
        here = pieces[-1].d if pieces else here
    if all(math.dist(start, p) <= _SAME for piece in pieces for p in piece):
        raise PathFault("the path has only one node", 0)
    return Path(tuple(pieces), bool(commands) and commands[-1][0] == "Z")


def transformed(text: str) -> Matrix:
    """The matrix of an SVG transform attribute. Raises PathFault."""
    try:
        out = parse_transform(text)
    except BadPath as bad:
        raise PathFault(str(bad), bad.offset, "translate, scale, rotate, skewX, skewY and matrix are read") from None
    if not 1 / _FAR <= out.scale <= _FAR or not max(map(abs, out)) <= _FAR:
        raise PathFault(f'"{text.strip()[:40]}" makes the picture vanish', 0)
    return out
