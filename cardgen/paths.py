"""SVG's geometry as segments: path data, the basic shapes, transforms. Millimetres in, millimetres out."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardgen.face import Segment
from cardgen.units import IDENTITY, Matrix

LARGEST = 1e6
"""A kilometre: a larger number is a slip, and could not be reckoned with."""

KAPPA = 4 / 3 * (math.sqrt(2) - 1)
"""How far a quarter circle's control points stand from its ends, in radii."""

_TOKEN = re.compile(r"[MLHVCSQTAZmlhvcsqtaz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_BLANK = re.compile(r"[\s,]*")
_FLAG = re.compile(r"[01]")
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")


class BadPath(ValueError):
    """Path data or a transform that cannot be read; says what is wrong, and how far into the text it stands."""

    def __init__(self, says: str, offset: int = 0) -> None:
        super().__init__(says)
        self.offset = offset


class _Token(NamedTuple):
    text: str
    offset: int


def numbers(text: str, offset: int = 0) -> list[float]:
    """The numbers of a list with spaces or commas. BadPath where one is not a finite number."""
    return [number(word, offset) for word in re.split(r"[\s,]+", text.strip()) if word]


def number(text: str, offset: int = 0) -> float:
    try:
        value = float(text)
    except ValueError:
        raise BadPath(f'"{text}" is not a number', offset) from None
    if not abs(value) <= LARGEST:  # nor is "nan"
        raise BadPath(f'"{text}" is not a number that paper has room for', offset)
    return value


def parse_path(d: str) -> tuple[Segment, ...]:
    """Path data as M, L, C and Z with absolute coordinates; quadratics and arcs become cubics."""
    return tuple(_steps(_tokens(d), len(d.rstrip(" ,\t\n\r"))))


def _tokens(d: str) -> list[_Token]:
    """Commands and numbers. The two flags of an arc need nothing between them: `a1 1 0 01.5.5` says 0, 1, .5, .5."""
    out: list[_Token] = []
    at, of_arc = _BLANK.match(d).end(), None  # type: ignore[union-attr]
    while at < len(d):
        m = _TOKEN.match(d, at)
        if m is None:
            raise BadPath(f'"{d[at:].split()[0][:12]}" is neither a command nor a number', at)
        if m[0].isalpha():
            of_arc = 0 if m[0] in "Aa" else None
        elif of_arc is not None:
            if of_arc % 7 in (3, 4):
                flag = _FLAG.match(d, at)
                if flag is None:
                    raise BadPath(f'"{m[0]}" is no flag of an arc; it is 0 or 1', at)
                m = flag
            of_arc += 1
        out.append(_Token(m[0], at))
        at = _BLANK.match(d, m.end()).end()  # type: ignore[union-attr]
    return out


def _steps(tokens: list[_Token], end: int) -> Iterator[Segment]:
    i, op, place = 0, "", 0
    x = y = sx = sy = 0.0
    cx = cy = 0.0  # the last control point, for S and T
    before = ""
    while i < len(tokens):
        if tokens[i].text.isalpha():
            op, place = tokens[i]
            i += 1
        elif not op or op in "Zz":
            raise BadPath(f'"{tokens[i].text}" stands where a command should', tokens[i].offset)
        kind = op.upper()
        count = _COUNT[kind]
        given = [t for t in tokens[i : i + count] if not t.text.isalpha()]
        if len(given) < count:
            after = tokens[i + len(given)].offset if i + len(given) < len(tokens) else end
            raise BadPath(f'"{op}" needs {count} numbers', after)
        v = [number(t.text, t.offset) for t in given]
        i += count
        if not before and kind != "M":
            raise BadPath("a path begins with M", place)
        ox, oy = (x, y) if op.islower() else (0.0, 0.0)
        if kind == "M":
            x, y = v[0] + ox, v[1] + oy
            sx, sy = x, y
            yield "M", (x, y)
            op = "l" if op == "m" else "L"
        elif kind in "LHV":
            x, y = {"L": (v[0] + ox, v[-1] + oy), "H": (v[0] + ox, y), "V": (x, v[0] + oy)}[kind]
            yield "L", (x, y)
        elif kind in "CS":
            if kind == "S":
                v = [*((2 * x - cx - ox, 2 * y - cy - oy) if before in "CS" else (x - ox, y - oy)), *v]
            p = [c + (ox, oy)[n % 2] for n, c in enumerate(v)]
            yield "C", tuple(p)
            cx, cy, x, y = p[2], p[3], p[4], p[5]
        elif kind in "QT":
            if kind == "T":
                v = [*((2 * x - cx - ox, 2 * y - cy - oy) if before in "QT" else (x - ox, y - oy)), *v]
            qx, qy, ex, ey = (c + (ox, oy)[n % 2] for n, c in enumerate(v))
            yield (
                "C",
                (x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y), ex + 2 / 3 * (qx - ex), ey + 2 / 3 * (qy - ey), ex, ey),
            )
            cx, cy, x, y = qx, qy, ex, ey
        elif kind == "A":
            ex, ey = v[5] + ox, v[6] + oy
            yield from _arc(x, y, v[0], v[1], v[2], bool(v[3]), bool(v[4]), ex, ey)
            x, y = ex, ey
        else:
            x, y = sx, sy
            yield "Z", ()
        before = kind


def _arc(
    x: float, y: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, ex: float, ey: float
) -> Iterator[Segment]:
    """An elliptical arc as cubics, by SVG 1.1, appendix F.6."""
    rx, ry = abs(rx), abs(ry)
    if rx == 0 or ry == 0 or (x == ex and y == ey):
        yield "L", (ex, ey)
        return
    phi = math.radians(turn)
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (x - ex) / 2, (y - ey) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    under = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
    f = math.sqrt(max(0.0, under) / ((rx * py) ** 2 + (ry * px) ** 2)) * (-1 if large == sweep else 1)
    qx, qy = f * rx * py / ry, -f * ry * px / rx
    mx, my = cos * qx - sin * qy + (x + ex) / 2, sin * qx + cos * qy + (y + ey) / 2
    a0 = math.atan2((py - qy) / ry, (px - qx) / rx)
    sweep_by = math.atan2((-py - qy) / ry, (-px - qx) / rx) - a0
    if sweep and sweep_by < 0:
        sweep_by += 2 * math.pi
    elif not sweep and sweep_by > 0:
        sweep_by -= 2 * math.pi
    pieces = max(1, math.ceil(abs(sweep_by) / (math.pi / 2) - 1e-9))
    step = sweep_by / pieces
    k = 4 / 3 * math.tan(step / 4)
    m = Matrix(cos * rx, sin * rx, -sin * ry, cos * ry, mx, my)
    for n in range(pieces):
        a, b = a0 + n * step, a0 + (n + 1) * step
        p1 = m.apply(math.cos(a) - k * math.sin(a), math.sin(a) + k * math.cos(a))
        p2 = m.apply(math.cos(b) + k * math.sin(b), math.sin(b) - k * math.cos(b))
        p3 = m.apply(math.cos(b), math.sin(b)) if n < pieces - 1 else (ex, ey)
        yield "C", (*p1, *p2, *p3)


def rectangle(x: float, y: float, w: float, h: float, rx: float = 0.0, ry: float = 0.0) -> tuple[Segment, ...]:
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    if not rx or not ry:
        return ("M", (x, y)), ("L", (x + w, y)), ("L", (x + w, y + h)), ("L", (x, y + h)), ("Z", ())
    u, v, r, b = rx * (1 - KAPPA), ry * (1 - KAPPA), x + w, y + h
    return (
        ("M", (x + rx, y)),
        ("L", (r - rx, y)),
        ("C", (r - u, y, r, y + v, r, y + ry)),
        ("L", (r, b - ry)),
        ("C", (r, b - v, r - u, b, r - rx, b)),
        ("L", (x + rx, b)),
        ("C", (x + u, b, x, b - v, x, b - ry)),
        ("L", (x, y + ry)),
        ("C", (x, y + v, x + u, y, x + rx, y)),
        ("Z", ()),
    )


def ellipse(cx: float, cy: float, rx: float, ry: float) -> tuple[Segment, ...]:
    return rectangle(cx - rx, cy - ry, 2 * rx, 2 * ry, rx, ry)


def polyline(points: list[float], closed: bool) -> tuple[Segment, ...]:
    if len(points) < 4 or len(points) % 2:
        raise BadPath("points need pairs of numbers, two at least")
    pairs = list(zip(points[::2], points[1::2], strict=True))
    steps: list[Segment] = [("M", pairs[0]), *(("L", p) for p in pairs[1:])]
    return tuple([*steps, ("Z", ())] if closed else steps)


def mapped(path: Iterable[Segment], m: Matrix) -> tuple[Segment, ...]:
    """The path with the matrix worked into its coordinates."""
    if m == IDENTITY:
        return tuple(path)
    out = []
    for op, v in path:
        flat: list[float] = []
        for n in range(0, len(v), 2):
            flat += m.apply(v[n], v[n + 1])
        out.append((op, tuple(flat)))
    return tuple(out)


def straightened(path: Iterable[Segment], off: float) -> tuple[Segment, ...]:
    """The path with its curves as straight steps that keep within `off` (mm) of them; for what is too small to show curves."""
    out: list[Segment] = []
    here = (0.0, 0.0)
    for op, values in path:
        if op == "C":
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = here, values[:2], values[2:4], values[4:]
            bend = max(math.hypot(ax - 2 * bx + cx, ay - 2 * by + cy), math.hypot(bx - 2 * cx + dx, by - 2 * cy + dy))
            steps = max(1, math.ceil(math.sqrt(0.75 * bend / off)))  # a cubic's chord is off by at most 3/4 of its bend / n²
            for n in range(1, steps + 1):
                t = n / steps
                u = 1 - t
                parts = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
                point = tuple(
                    round(sum(p * v for p, v in zip(parts, side, strict=True)), 3)
                    for side in ((ax, bx, cx, dx), (ay, by, cy, dy))
                )
                out.append(("L", point))
        else:
            out.append((op, values))
        if values:
            here = values[-2], values[-1]
    return tuple(out)


def parse_transform(text: str) -> Matrix:
    """An SVG `transform` list as one matrix. BadPath for what it does not know."""
    m = IDENTITY
    at = _BLANK.match(text).end()  # type: ignore[union-attr]
    while at < len(text):
        step = _TRANSFORM.match(text, at)
        if step is None:
            raise BadPath(f'"{text[at:][:20]}" is not a transform', at)
        m = m.after(_one_transform(step[1], numbers(step[2], at), at))
        at = _BLANK.match(text, step.end()).end()  # type: ignore[union-attr]
    return m


def _one_transform(name: str, v: list[float], offset: int) -> Matrix:
    match name, len(v):
        case "translate", 1 | 2:
            return Matrix(e=v[0], f=v[1] if len(v) == 2 else 0)
        case "scale", 1 | 2:
            return Matrix(a=v[0], d=v[-1])
        case "rotate", 1 | 3:
            a = math.radians(v[0])
            # quarter turns exactly, so that a half-turned back equals itself to the last digit
            cos, sin = (round(f(a), 15) for f in (math.cos, math.sin))
            turn = Matrix(cos, sin, -sin, cos)
            if len(v) == 1:
                return turn
            return Matrix(e=v[1], f=v[2]).after(turn).after(Matrix(e=-v[1], f=-v[2]))
        case "skewX", 1:
            return Matrix(c=math.tan(math.radians(v[0])))
        case "skewY", 1:
            return Matrix(b=math.tan(math.radians(v[0])))
        case "matrix", 6:
            return Matrix(*v)
    raise BadPath(f'"{name}" with {len(v)} numbers is not a transform', offset)
