"""What single elements say of their geometry: outlines, viewports, how a picture fills its box."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from cardgen import paths
from cardgen.face import Segment
from cardgen.paths import number, numbers
from cardgen.svg.prose import UNKNOWN_ELEMENT
from cardgen.svg.style import BAD_ATTRIBUTE, Fault
from cardgen.units import Matrix


def num(e: Element, name: str, default: float = 0.0) -> float:
    """An attribute's number. BadPath where it is none."""
    value = e.get(name)
    return default if value is None else number(value)


def _length(e: Element, name: str, default: float = 0.0) -> float:
    value = num(e, name, default)
    if value < 0:
        raise Fault(BAD_ATTRIBUTE, f"{name}: {value:g} is less than 0")
    return value


def ratio(e: Element) -> Callable[[float, float], float]:
    """Which of the two scales a picture takes: the smaller, so that it is seen whole, or the larger, so that it covers."""
    value = e.get("preserveAspectRatio", "xMidYMid meet")
    if value not in ("xMidYMid", "xMidYMid meet", "xMidYMid slice"):
        raise Fault(BAD_ATTRIBUTE, f'preserveAspectRatio="{value}" is not known', 'it is "xMidYMid meet" or "xMidYMid slice"')
    return max if value.endswith("slice") else min


def viewport(symbol: Element, use: Element) -> Matrix:
    """What brings a symbol's viewBox into the box of its use."""
    if symbol.get("viewBox") is None:
        return Matrix()
    view = numbers(symbol.get("viewBox", ""))
    w, h = num(use, "width"), num(use, "height")
    if len(view) != 4 or min(view[2:]) <= 0 or min(w, h) <= 0:
        raise Fault(BAD_ATTRIBUTE, "a symbol with a viewBox is used with a width and a height")
    s = min(w / view[2], h / view[3])
    return Matrix(s, 0, 0, s, (w - view[2] * s) / 2 - view[0] * s, (h - view[3] * s) / 2 - view[1] * s)


def outline(name: str, e: Element) -> tuple[Segment, ...]:
    """A shape's outline; empty where it has no size, as nothing of it is drawn then."""
    match name:
        case "rect":
            w, h = _length(e, "width"), _length(e, "height")
            rx = _length(e, "rx", _length(e, "ry"))
            return paths.rectangle(num(e, "x"), num(e, "y"), w, h, rx, _length(e, "ry", rx)) if w and h else ()
        case "circle":
            r = _length(e, "r")
            return paths.ellipse(num(e, "cx"), num(e, "cy"), r, r) if r else ()
        case "ellipse":
            rx, ry = _length(e, "rx"), _length(e, "ry")
            return paths.ellipse(num(e, "cx"), num(e, "cy"), rx, ry) if rx and ry else ()
        case "line":
            return ("M", (num(e, "x1"), num(e, "y1"))), ("L", (num(e, "x2"), num(e, "y2")))
        case "polyline" | "polygon":
            return paths.polyline(numbers(e.get("points", "")), name == "polygon")
        case "path":
            return paths.parse_path(e.get("d", ""))
    raise Fault(UNKNOWN_ELEMENT, f"<{name}> has no outline to clip with")
