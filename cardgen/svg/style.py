"""What an element inherits: where it stands, its paints, its type. Attributes and classes into a State."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from cardgen.findings import Code, nearest
from cardgen.ink import Inks, Paint
from cardgen.paths import BadPath, number, numbers, parse_transform
from cardgen.units import IDENTITY, MM_PER_PT, Matrix

UNKNOWN_ATTRIBUTE = Code(
    "unknown-attribute", "an attribute that is passed over in silence would be drawn by a browser, not by a press"
)
UNKNOWN_CLASS = Code("unknown-class", "a class paints with an ink by name; a misspelt one would print nothing")
SCREEN_COLOUR = Code("screen-colour", "a press has inks, not screen colours; an sRGB colour would print as a guess")
BAD_ATTRIBUTE = Code("bad-attribute", "a value that cannot be read has no place on paper")

TYPE = {
    "font-family", "font-size", "font-weight", "font-style", "font-variant", "letter-spacing", "text-anchor",
    "writing-mode", "text-align", "line-height",
}  # fmt: skip
DRAWING = {
    "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "fill-rule",
    "clip-rule",
}  # fmt: skip
EVERYWHERE = {"id", "class", "style", "transform", "clip-path", "fill", "stroke", "data-at", "data-fact", "data-value"}
PASSED_OVER = {"role", "aria-label", "aria-hidden", "lang", "version", "baseProfile"}
_IN_STYLE = TYPE | DRAWING | {"fill", "stroke"}
_ANYWHERE = TYPE | DRAWING | EVERYWHERE | PASSED_OVER

_FEATURES = {"small-caps": "smcp", "all-small-caps": "smcp,c2sc", "oldstyle-nums": "onum", "lining-nums": "lnum",
             "tabular-nums": "tnum", "proportional-nums": "pnum", "normal": ""}  # fmt: skip
_CAPS = {"butt": 0, "round": 1, "square": 2}
_ALIGNED = {"left": "left", "start": "left", "center": "center", "right": "right", "justify": "justify"}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


SVG = "{http://www.w3.org/2000/svg}"
XHTML = "{http://www.w3.org/1999/xhtml}"
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
"""How ElementTree writes the names of SVG, of running text inside it, and of the older way to refer."""

BLACK = Paint("black")
"""What SVG fills with where nothing is said."""


class State(NamedTuple):
    """The inherited properties of an element; lengths in mm of the element's own coordinates."""

    matrix: Matrix = IDENTITY
    fill: Paint | None = BLACK
    stroke: Paint | None = None
    stroke_width: float = 1.0
    cap: int = 0
    join: int = 0
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    even_odd: bool = False
    clip_even_odd: bool = False
    family: str = "EB Garamond"
    weight: int = 500
    italic: bool = False
    size: float = 8.0
    features: str = ""
    tracking: float = 0.0
    anchor: str = "start"
    vertical: bool = False
    align: str = "left"
    leading: float = 1.2
    fact: str = ""
    at: str = ""


class Fault(Exception):
    """An attribute that cannot be taken as it stands: which kind of finding, the sentence, the hint."""

    def __init__(self, code: Code, says: str, hint: str = "") -> None:
        super().__init__(says)
        self.code, self.says, self.hint = code, says, hint


def inherit(state: State, attributes: Mapping[str, str], allowed: Collection[str], inks: Inks) -> State:
    """The state inside an element with these attributes. Fault for one that it does not know, or whose value is off."""
    given = {k: v for k, v in attributes.items() if k not in ("class", "style")}
    # as in CSS: a class weighs more than an attribute, a style more than a class
    given |= {k: attributes[k] for k in ("class",) if k in attributes} | _css(attributes.get("style", ""))
    new: dict[str, object] = {"at": given.pop("data-at", state.at)}
    for name, value in given.items():
        if name not in _ANYWHERE and name not in allowed and not name.startswith("data-"):
            raise Fault(UNKNOWN_ATTRIBUTE, f'"{name}" is not an attribute here', nearest(name, {*allowed, *_ANYWHERE}))
        if name in TYPE or name in DRAWING or name in EVERYWHERE:
            try:
                _take(new, state, name, value, inks)
            except BadPath as bad:
                raise Fault(BAD_ATTRIBUTE, f"{name}: {bad}") from None
    return state._replace(**new)  # type: ignore[arg-type]


def _take(new: dict[str, object], state: State, name: str, value: str, inks: Inks) -> None:
    match name:
        case "class":
            for word in value.split():
                side, _, rest = word.partition("-")
                if side in ("fill", "stroke") and rest:
                    new[side] = paint(rest, inks)
                elif side not in ("ink", "red", "ground"):
                    raise Fault(UNKNOWN_CLASS, f'"{word}" is not a class here', "write fill-INK or stroke-INK, as in fill-seal")
        case "fill" | "stroke":
            if value != "none":
                says = f'"{value}" is a screen colour'
                raise Fault(SCREEN_COLOUR, says, f'paint with the name of an ink: class="{name}-black"')
            new[name] = None
        case "transform":
            new["matrix"] = state.matrix.after(parse_transform(value))
        case "stroke-width":
            new["stroke_width"] = _least(name, number(value), 0)
        case "stroke-miterlimit":
            new["miter"] = _least(name, number(value), 1)
        case "stroke-linecap":
            new["cap"] = _choice(name, value, _CAPS)
        case "stroke-linejoin":
            new["join"] = _choice(name, value, _JOINS)
        case "stroke-dasharray":
            dash = () if value == "none" else tuple(_least(name, v, 0) for v in numbers(value))
            new["dash"] = dash if any(dash) else ()
        case "fill-rule" | "clip-rule":
            new["even_odd" if name == "fill-rule" else "clip_even_odd"] = _choice(
                name, value, {"nonzero": False, "evenodd": True}
            )
        case "font-family":
            new["family"] = value.split(",")[0].strip().strip("'\"")
        case "font-size":
            new["size"] = type_size(value)
        case "font-weight":
            new["weight"] = {"normal": 500, "bold": 700}.get(value) or round(number(value))
        case "font-style":
            new["italic"] = _choice(name, value, {"normal": False, "italic": True})
        case "font-variant":
            new["features"] = ",".join(filter(None, (str(_choice(name, word, _FEATURES)) for word in value.split())))
        case "letter-spacing":
            new["tracking"] = 0.0 if value == "normal" else number(value)
        case "text-anchor":
            new["anchor"] = _choice(name, value, {"start": "start", "middle": "middle", "end": "end"})
        case "writing-mode":
            new["vertical"] = _choice(name, value, {"vertical-rl": True, "horizontal-tb": False})
        case "text-align":
            new["align"] = _choice(name, value, _ALIGNED)
        case "line-height":
            new["leading"] = number(value)
        case "data-fact":
            new["fact"] = value


def type_size(value: str) -> float:
    """A font-size, which SVG gives in user units (mm here), as points."""
    if value.endswith("pt"):
        says = f'font-size="{value}": a point is not a user unit, a browser would show it far too large'
        raise Fault(BAD_ATTRIBUTE, says, f'write font-size="{{{{ pt({value[:-2]}) }}}}"')
    size = round(number(value) / MM_PER_PT, 4)
    if size <= 0:
        raise Fault(BAD_ATTRIBUTE, f'font-size="{value}" is no size')
    return size


def paint(word: str, inks: Inks) -> Paint | None:
    """The paint a class names: `black`, `seal-40` (per cent), `none`. Fault for an ink that does not exist."""
    if word == "none":
        return None
    if word in inks:
        return Paint(word)
    name, _, tint = word.rpartition("-")
    if name in inks and tint.isdecimal() and int(tint) <= 100:
        return Paint(name, int(tint) / 100)
    if name in inks:
        raise Fault(UNKNOWN_CLASS, f'"{tint}" is not a tint of "{name}"', f"write per cent from 0 to 100, as in {name}-40")
    hint = nearest(word, inks) or "there are: " + ", ".join(inks)
    raise Fault(UNKNOWN_CLASS, f'there is no ink "{name if tint.isdecimal() and name else word}"', hint)


def seen(state: State, text: str) -> None:
    """Fault where text would be drawn otherwise than its paints say: it is filled, and has no outline."""
    if state.fill is None and text.strip():
        raise Fault(
            BAD_ATTRIBUTE, "text without a fill prints nothing", 'give it the class of an ink, as in class="fill-black"'
        )


def _least(name: str, value: float, least: float) -> float:
    if value < least:
        raise Fault(BAD_ATTRIBUTE, f"{name}: {value:g} is less than {least:g}")
    return value


def _choice(name: str, value: str, choices: Mapping[str, object]) -> object:
    if value not in choices:
        raise Fault(BAD_ATTRIBUTE, f'{name}: "{value}" is none of {", ".join(choices)}', nearest(value, choices))
    return choices[value]


def _css(style: str) -> dict[str, str]:
    """A style attribute's declarations; the same names and rules as attributes."""
    out = {}
    for declaration in style.split(";"):
        if declaration.strip():
            name, _, value = (part.strip() for part in declaration.partition(":"))
            if name not in _IN_STYLE:
                raise Fault(UNKNOWN_ATTRIBUTE, f'"{name}" is not known in a style', nearest(name, _IN_STYLE))
            out[name] = value
    return out
