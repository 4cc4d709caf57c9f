"""SVG path data and transforms into cubic pieces and matrices."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from cardgen.brush.curve import Cubic, Matrix, Point, straight

_TOKEN = re.compile(r"\s*,?\s*(?:(?P<letter>[A-Za-z])|(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))")
_PAIRS = {"M": 1, "L": 1, "T": 1, "C": 3, "S": 2, "Q": 2}
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


class _Token(NamedTuple):
    text: str
    offset: int
    is_letter: bool


def _tokens(d: str) -> list[_Token]:
    out, at = [], 0
    while d[at:].strip():
        found = _TOKEN.match(d, at)
        if not found:
            bad = d[at:].strip().split()[0]
            raise PathFault(f'"{bad[:20]}" is neither a command nor a number', at)
        kind = "letter" if found["letter"] else "number"
        out.append(_Token(found[kind], found.start(kind), kind == "letter"))
        at = found.end()
    return out


class _Pen:
    """Walks along the tokens of one path."""

    def __init__(self, d: str) -> None:
        self.tokens = _tokens(d)
        self.end = len(d)
        self.at = 0
        self.here = self.start = Point(0.0, 0.0)
        self.handle: Point | None = None
        self.pieces: list[Cubic] = []
        self.closed = False

    def more(self) -> bool:
        return self.at < len(self.tokens) and not self.tokens[self.at].is_letter

    def number(self, command: _Token) -> float:
        if not self.more():
            offset = self.tokens[self.at].offset if self.at < len(self.tokens) else self.end
            raise PathFault(f'a number is missing after "{command.text}"', offset)
        token = self.tokens[self.at]
        self.at += 1
        value = float(token.text)
        if not abs(value) <= _FAR:
            raise PathFault(f"{token.text} mm is too far off any sheet", token.offset)
        return value

    def point(self, command: _Token, relative: bool) -> Point:
        x, y = self.number(command), self.number(command)
        return Point(x + self.here.x, y + self.here.y) if relative else Point(x, y)

    def mirrored(self) -> Point:
        """The last handle, mirrored at the node; the node itself where there is none."""
        h = self.handle or self.here
        return Point(2 * self.here.x - h.x, 2 * self.here.y - h.y)

    def go(self, piece: Cubic, handle: Point | None) -> None:
        self.pieces.append(piece)
        self.here, self.handle = piece.d, handle

    def quadratic(self, q: Point, d: Point) -> None:
        a = self.here
        b = Point(a.x + (q.x - a.x) * 2 / 3, a.y + (q.y - a.y) * 2 / 3)
        c = Point(d.x + (q.x - d.x) * 2 / 3, d.y + (q.y - d.y) * 2 / 3)
        self.go(Cubic(a, b, c, d), q)

    def segment(self, kind: str, command: _Token, relative: bool) -> None:
        match kind:
            case "L":
                self.go(straight(self.here, self.point(command, relative)), None)
            case "H":
                x = self.number(command) + (self.here.x if relative else 0)
                self.go(straight(self.here, Point(x, self.here.y)), None)
            case "V":
                y = self.number(command) + (self.here.y if relative else 0)
                self.go(straight(self.here, Point(self.here.x, y)), None)
            case "C":
                b, c, d = (self.point(command, relative) for _ in range(3))
                self.go(Cubic(self.here, b, c, d), c)
            case "S":
                b = self.mirrored()
                c, d = self.point(command, relative), self.point(command, relative)
                self.go(Cubic(self.here, b, c, d), c)
            case "Q":
                q, d = self.point(command, relative), self.point(command, relative)
                self.quadratic(q, d)
            case "T":
                q = self.mirrored()
                self.quadratic(q, self.point(command, relative))


def parsed(d: str) -> Path:
    """The path that SVG path data describes. Raises PathFault."""
    pen = _Pen(d)
    if not pen.tokens:
        raise PathFault("the path is empty", 0)
    last = ""
    while pen.at < len(pen.tokens):
        command = pen.tokens[pen.at]
        if not command.is_letter:
            raise PathFault(f'"{command.text}" stands where a command should', command.offset)
        pen.at += 1
        kind, relative = command.text.upper(), command.text.islower()
        if not last and kind != "M":
            raise PathFault("a path begins with M", command.offset)
        if pen.closed:
            raise PathFault("the path goes on after Z", command.offset, _SPLIT)
        if kind == "A":
            raise PathFault("arcs (A) are not read", command.offset, _NO_ARCS)
        if kind == "Z":
            if math.dist(pen.here, pen.start) > _SAME:
                pen.go(straight(pen.here, pen.start), None)
            pen.closed = True
        elif kind == "M":
            if last:
                raise PathFault("the path has a second M", command.offset, _SPLIT)
            pen.here = pen.start = pen.point(command, relative)
            while pen.more():
                pen.segment("L", command, relative)
        elif kind in "LHVCSQT":
            # S mirrors only a cubic's handle, T only a quadratic's
            if (kind == "S" and last not in "CS") or (kind == "T" and last not in "QT"):
                pen.handle = None
            pen.segment(kind, command, relative)
            while pen.more():
                pen.segment(kind, command, relative)
        else:
            raise PathFault(f'there is no path command "{command.text}"', command.offset)
        last = kind
    if all(math.dist(pen.start, p) <= _SAME for piece in pen.pieces for p in piece):
        raise PathFault("the path has only one node", 0)
    return Path(tuple(pen.pieces), pen.closed)


_STEP = re.compile(r"\s*,?\s*([A-Za-z]+)\s*\(([^)]*)\)")


def transformed(text: str) -> Matrix:
    """The matrix of an SVG transform attribute. Raises PathFault."""
    out, at = Matrix(), 0
    while text[at:].strip():
        found = _STEP.match(text, at)
        if not found:
            raise PathFault(f'"{text[at:].strip()[:20]}" is no transform', at)
        try:
            v = [float(n) for n in found[2].replace(",", " ").split()]
        except ValueError:
            v = [math.nan]
        step = _step(found[1], v) if all(map(math.isfinite, v)) else None
        if step is None:
            hint = "translate, scale, rotate and matrix are read"
            raise PathFault(f'"{found[0].strip()}" is no transform', found.start(1), hint)
        out = out.after(step)
        if not 1 / _FAR <= out.scale <= _FAR or not max(map(abs, out)) <= _FAR:
            raise PathFault(f'"{found[0].strip()}" makes the picture vanish', found.start(1))
        at = found.end()
    return out


def _step(name: str, v: list[float]) -> Matrix | None:
    match name, v:
        case "translate", [x]:
            return Matrix(e=x)
        case "translate", [x, y]:
            return Matrix(e=x, f=y)
        case "scale", [k]:
            return Matrix(a=k, d=k)
        case "scale", [x, y]:
            return Matrix(a=x, d=y)
        case "rotate", [angle, *about] if len(about) in (0, 2):
            c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            x, y = about or (0.0, 0.0)
            return Matrix(c, s, -s, c, x - c * x + s * y, y - s * x - c * y)
        case "matrix", [a, b, c, d, e, f]:
            return Matrix(a, b, c, d, e, f)
    return None
