"""One element of a score: its attributes with their places, and the marks it stands for."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from cardgen.brush import codes
from cardgen.brush.curve import Cubic, Point, bent
from cardgen.brush.generate import GENERATORS, ranges
from cardgen.brush.marks import Generated, Mark, Splatter, Stroke, Wash
from cardgen.brush.noise import seed_of
from cardgen.brush.presets import MODES, SPLATTER, STROKE, WASH, Numbers, brush_with, brushes, water, water_with
from cardgen.brush.svgpath import PathFault, parsed, transformed
from cardgen.findings import Code, Finding, Span, nearest
from cardgen.paths import KAPPA
from cardgen.units import IDENTITY, Matrix

INK = "urn:cardgen:ink"
# Red is what has this much more red than green and blue, of 255.
_REDDISH = 60
_PLAIN = Numbers(1, 1, -10000, 10000)
_SEED = Numbers(1, 1, 0, 2**31 - 1)


class Element(NamedTuple):
    """A start tag: its local name, plain attributes, ink: attributes, the tag's own text and where that begins."""

    name: str
    plain: Mapping[str, str]
    ink: Mapping[str, str]
    tag: str
    at: Span


class Ground(NamedTuple):
    """What an element inherits from the groups about it."""

    matrix: Matrix = IDENTITY
    fill: str = ""
    stroke: str = ""
    hidden: bool = False


class Faults:
    """Collects findings about one element."""

    def __init__(self, element: Element, found: list[Finding]) -> None:
        self.element, self.found = element, found

    def place(self, attribute: str = "", offset: int = 0) -> Span:
        """The place of an attribute's value (plus an offset into it), or of the element."""
        at, tag = self.element.at, self.element.tag
        hit = attribute and re.search(rf"\s(?:[\w.-]+:)?{re.escape(attribute)}\s*=\s*[\"']", tag)
        if not hit:
            return at
        end = hit.end() + offset
        breaks = tag.count("\n", 0, end)
        column = end - tag.rfind("\n", 0, end) if breaks else at.column + end
        return Span(at.path, at.line + breaks, column)

    def add(self, code: Code, says: str, hint: str = "", attribute: str = "", offset: int = 0) -> None:
        self.found.append(Finding(code, self.place(attribute, offset), says, hint))


def _numbers(faults: Faults, name: str, text: str, spec: Numbers) -> tuple[float, ...] | None:
    """The numbers of an attribute, or None with a finding."""
    out = []
    for part in re.finditer(r"[^\s,]+", text):
        try:
            value = float(part[0])
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            hint = "write numbers without units; lengths are mm" if re.match(r"[-+.\d]", part[0]) else ""
            faults.add(codes.NOT_A_NUMBER, f'"{part[0]}" in {name} is not a number', hint, name, part.start())
            return None
        if not spec.low <= value <= spec.high:
            says = f"{name} is {part[0]}, but must lie between {spec.low:g} and {spec.high:g}"
            faults.add(codes.RANGE, says, "", name, part.start())
            return None
        out.append(value)
    if not spec.least <= len(out) <= spec.most:
        many = str(spec.least) if spec.least == spec.most else f"{spec.least} to {spec.most}"
        faults.add(codes.COUNT, f"{name} holds {len(out)} numbers, but takes {many}", "", name)
        return None
    return tuple(out)


def _known(faults: Faults, allowed: set[str], what: str) -> None:
    """A finding for each ink: attribute that this kind of mark does not have."""
    for name in faults.element.ink:
        if name not in allowed:
            hint = nearest(name, allowed) or f"{what} takes: {', '.join(sorted(allowed))}"
            faults.add(codes.UNKNOWN_ATTRIBUTE, f"{what} has no attribute ink:{name}", hint, name)


def _settings(faults: Faults, specs: Mapping[str, Numbers]) -> dict[str, Any]:
    """All number attributes that are given and right, and the mode."""
    out: dict[str, Any] = {}
    for name, text in faults.element.ink.items():
        if name in specs:
            values = _numbers(faults, name, text, specs[name])
            if values is not None:
                out[name] = values
        elif name == "mode":
            if text in MODES:
                out[name] = text
            else:
                hint = nearest(text, MODES) or f"modes are: {', '.join(MODES)}"
                faults.add(codes.UNKNOWN_MODE, f'there is no mode "{text}"', hint, name)
    return out


def _seed(faults: Faults) -> int:
    """ink:seed where it is given; else a hash of the id; else one of all the element's attributes."""
    element = faults.element
    if "seed" in element.ink:
        values = _numbers(faults, "seed", element.ink["seed"], _SEED)
        return int(values[0]) if values else 0
    if element.plain.get("id"):
        return seed_of(element.plain["id"])
    own = sorted(element.plain.items()) + sorted((f"ink:{k}", v) for k, v in element.ink.items())
    return seed_of(repr((element.name, own)))


def colour(element: Element, name: str, inherited: str) -> str:
    """The element's fill or stroke, from its style or attribute, or the inherited one."""
    style = re.search(rf"(?:^|;)\s*{name}\s*:\s*([^;]+)", element.plain.get("style", ""))
    return style[1].strip() if style else element.plain.get(name, inherited).strip()


def _red(faults: Faults, ground: Ground, names: tuple[str, ...]) -> bool:
    """Whether the first of the paints (fill, stroke) that is not `none` is reddish."""
    for name in names:
        paint = colour(faults.element, name, getattr(ground, name))
        if paint in ("", "none", "inherit", "currentColor", "transparent") or paint.startswith("url("):
            continue
        rgb = _rgb(paint)
        if rgb is None:
            faults.add(codes.COLOUR, f'"{paint}" is no colour', "write it as #rrggbb", name)
            return False
        return rgb[0] - max(rgb[1], rgb[2]) >= _REDDISH
    return False


def _rgb(paint: str) -> tuple[int, ...] | None:
    from PIL import ImageColor

    try:
        return ImageColor.getrgb(paint)[:3]
    except ValueError:
        return None


def matrix_of(faults: Faults) -> Matrix:
    """The element's transform; a finding and no transform where it cannot be read."""
    try:
        return transformed(faults.element.plain.get("transform", ""))
    except PathFault as fault:
        faults.add(codes.TRANSFORM, fault.says, fault.hint, "transform", fault.offset)
        return IDENTITY


def _path(faults: Faults, ground: Ground) -> Mark | None:
    try:
        path = parsed(faults.element.plain.get("d", ""))
    except PathFault as fault:
        faults.add(codes.PATH, fault.says, fault.hint, "d", fault.offset)
        path = None
    if path and path.closed:
        return _wash(faults, ground, path.pieces)
    _known(faults, {*STROKE, "brush", "w", "mode", "seed"}, "a stroke")
    element = faults.element
    name = element.ink.get("brush", "ink")
    if name not in brushes():
        hint = nearest(name, brushes()) or f"brushes are: {', '.join(brushes())}"
        faults.add(codes.UNKNOWN_BRUSH, f'there is no brush "{name}"', hint, "brush")
    settings = _settings(faults, STROKE)
    nodes = len(path.pieces) + 1 if path else 0
    given = element.ink.get("w", element.plain.get("stroke-width", "1"))
    attribute = "w" if "w" in element.ink else "stroke-width"
    widths = _numbers(faults, attribute, given, Numbers(1, 10000, 0, 1000))
    if widths is not None and path and len(widths) not in (1, nodes):
        says = f"ink:w holds {len(widths)} widths, but the path has {nodes} nodes"
        faults.add(codes.WIDTHS, says, f"write one width, or {nodes}", attribute)
        widths = None
    red = _red(faults, ground, ("stroke", "fill"))
    if path is None or widths is None or name not in brushes():
        return None
    return Stroke(path.pieces, widths, brush_with(brushes()[name], settings), _seed(faults), red)


def _wash(faults: Faults, ground: Ground, pieces: tuple[Cubic, ...]) -> Wash:
    what = "a wash (a closed path)" if faults.element.name == "path" else "a disc (a circle without ink:ang)"
    _known(faults, {*WASH, "g", "mode", "seed"}, what)
    settings = _settings(faults, WASH)
    gradient = None
    if "g" in faults.element.ink:
        g = _numbers(faults, "g", faults.element.ink["g"], Numbers(4, 4, -10000, 10000))
        gradient = (Point(g[0], g[1]), Point(g[2], g[3])) if g else None
    red = _red(faults, ground, ("fill", "stroke"))
    return Wash(pieces, gradient, water_with(water(), settings), _seed(faults), red)


def _circle(faults: Faults, ground: Ground) -> Mark | None:
    element = faults.element
    place = [_numbers(faults, name, element.plain.get(name, "0"), _PLAIN) for name in ("cx", "cy", "r")]
    x, y, r = (v[0] if v else 0.0 for v in place)
    if "ang" not in element.ink:
        return _wash(faults, ground, _disc(x, y, r))
    _known(faults, {*SPLATTER, "seed"}, "a splatter (a circle with ink:ang)")
    v = {name: values[0] for name, values in _settings(faults, SPLATTER).items()}
    angle = v.pop("ang", 0.0)
    return Splatter(Point(x, y), angle, r, **v, seed=_seed(faults), red=_red(faults, ground, ("stroke", "fill")))


def _disc(x: float, y: float, r: float) -> tuple[Cubic, ...]:
    """A circle as four cubics."""
    quarter = Cubic(Point(1, 0), Point(1, KAPPA), Point(KAPPA, 1), Point(0, 1))
    out, turn = [], Matrix(r, 0, 0, r, x, y)
    for _ in range(4):
        out.append(bent(turn, quarter))
        turn = turn.after(Matrix(0, 1, -1, 0))
    return tuple(out)


def generated(faults: Faults, ground: Ground) -> Mark | None:
    """The generator that a group with ink:gen stands for."""
    element = faults.element
    kind = element.ink["gen"]
    if kind not in GENERATORS:
        hint = nearest(kind, GENERATORS) or f"generators are: {', '.join(GENERATORS)}"
        faults.add(codes.UNKNOWN_GENERATOR, f'there is no generator "{kind}"', hint, "gen")
        return None
    defaults = GENERATORS[kind].defaults
    _known(faults, {*defaults, "gen", "seed"}, f"the generator {kind}")
    given = _settings(faults, ranges(kind))
    settings = tuple((name, given[name][0] if name in given else float(v)) for name, v in defaults.items())
    return Generated(kind, settings, _seed(faults), _red(faults, ground, ("stroke", "fill")))


def mark_of(faults: Faults, ground: Ground) -> Mark | None:
    """The mark of a path or a circle in the score's coordinates, or None with findings."""
    mark = _path(faults, ground) if faults.element.name == "path" else _circle(faults, ground)
    return mark.moved(ground.matrix) if mark else None
