"""Colour spaces as a PDF has them (ISO 32000-1, 8.6), and the plates that a colour in one of them lays ink on.

What is no ink (RGB, Lab, what an ICC profile describes) has no plates of its own before it is converted. It is taken as the
process inks that it comes near to, so that white is white and black is dark; which inks exactly no reader can know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pikepdf

from cardgen.readback.look.functions import function
from cardgen.readback.look.values import decoded, name, number, numbers

PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
ALL = "All"
"""The name under which every plate is painted: marks of registration."""

Plates = tuple[tuple[str, float], ...]
"""Ink by the name of its plate, 0..1. A plate with 0 is painted with nothing; one that is missing is not painted."""

_DEPTH = 6
_MOST = 32
"""How many parts a colour may have (DeviceN: ISO 32000-1, annex C)."""


class Missing(Exception):
    """Raised where a name is spoken of that the resources lack: which name of which category."""

    def __init__(self, category: str, named: str) -> None:
        super().__init__(f"{category} {named}")
        self.category, self.named = category, named


class Space(NamedTuple):
    """A colour space: its family, how many parts a colour has, its plates (Separation, DeviceN), what it stands on (Indexed,
    Pattern), its table (Indexed), the range of its parts (Lab).
    """

    family: str
    parts: int
    names: tuple[str, ...] = ()
    base: Space | None = None
    table: bytes = b""
    ranges: tuple[float, ...] = ()

    @property
    def first(self) -> tuple[float, ...]:
        """The colour that a content stream has when it chooses the space."""
        if self.family in ("Separation", "DeviceN"):
            return (1.0,) * self.parts
        return (0.0, 0.0, 0.0, 1.0) if self.family == "DeviceCMYK" else (0.0,) * self.parts


GRAY = Space("DeviceGray", 1)
RGB = Space("DeviceRGB", 3)
CMYK = Space("DeviceCMYK", 4)
PATTERN = Space("Pattern", 0)
_NAMED = {"DeviceGray": GRAY, "G": GRAY, "DeviceRGB": RGB, "RGB": RGB, "DeviceCMYK": CMYK, "CMYK": CMYK, "Pattern": PATTERN}

_LENGTHS = {"Indexed": 4, "I": 4, "Separation": 4, "DeviceN": 4}
"""How many parts a family's array has at least; 2 otherwise."""


def space(value: object, resources: pikepdf.Object | None = None, depth: int = 0) -> Space:
    """The colour space of that name or array. Missing where the resources lack the name, ValueError where it is none."""
    if depth > _DEPTH:
        raise ValueError("colour spaces within colour spaces")
    if isinstance(value, pikepdf.Name):
        named = name(value)
        if named in _NAMED:
            return _NAMED[named]
        found = resources.get("/ColorSpace") if isinstance(resources, pikepdf.Dictionary) else None
        if not isinstance(found, pikepdf.Dictionary) or value not in found:
            raise Missing("ColorSpace", named)
        return space(found[value], None, depth + 1)
    if not isinstance(value, pikepdf.Array) or not len(value):
        raise ValueError("no colour space")
    family = name(value[0])
    if len(value) == 1 and family in _NAMED:
        return _NAMED[family]
    if len(value) < _LENGTHS.get(family, 2):
        raise ValueError("a colour space of too few parts")
    match family:
        case "CalGray":
            return Space(family, 1)
        case "CalRGB":
            return Space(family, 3)
        case "Lab":
            ranges = numbers(value[1].get("/Range")) if isinstance(value[1], pikepdf.Dictionary) else []
            return Space(family, 3, ranges=(0.0, 100.0, *(ranges if len(ranges) == 4 else (-100.0, 100.0, -100.0, 100.0))))
        case "ICCBased":
            parts = int(number(value[1].get("/N", 0))) if isinstance(value[1], pikepdf.Stream) else 0
            if parts not in (1, 3, 4):
                raise ValueError("an ICC profile of no known number of parts")
            return Space(family, parts)
        case "Separation":
            return Space(family, 1, (_plate(value[1]),))
        case "DeviceN":
            if not isinstance(value[1], pikepdf.Array) or not 1 <= len(value[1]) <= _MOST:
                raise ValueError("DeviceN without names")
            return Space(family, len(value[1]), tuple(_plate(part) for part in value[1]))
        case "Indexed" | "I":
            return _indexed(value, resources, depth)
        case "Pattern":
            return Space(family, 0, base=space(value[1], resources, depth + 1))
    raise ValueError("no known colour space")


def _plate(value: object) -> str:
    """A plate's name; bytes that are no UTF-8 stand as their numbers."""
    named = name(value) or (str(value) if isinstance(value, pikepdf.String) else "")
    if not named:
        raise ValueError("a plate without a name")
    return named.encode("utf-8", "backslashreplace").decode("utf-8")


def _indexed(value: pikepdf.Array, resources: pikepdf.Object | None, depth: int) -> Space:
    base = space(value[1], resources, depth + 1)
    if base.family in ("Indexed", "Pattern"):
        raise ValueError("Indexed on what has no colours of its own")
    count = min(max(int(number(value[2])), 0), 255) + 1
    if not isinstance(value[3], pikepdf.Stream | pikepdf.String):
        raise ValueError("Indexed without a table")
    table = decoded(value[3]) if isinstance(value[3], pikepdf.Stream) else bytes(value[3])
    return Space("Indexed", 1, base=base, table=table[: count * base.parts])


def plates(chosen: Space, values: Sequence[float]) -> Plates:
    """The ink that a colour of that space lays, by plate. ValueError where it has too few parts."""
    if len(values) < chosen.parts:
        raise ValueError("a colour of too few parts")
    if chosen.family == "Indexed" and chosen.base:
        return plates(chosen.base, _entry(chosen, int(values[0])))
    parts = [min(max(v, 0.0), 1.0) for v in values]
    if chosen.family in ("Separation", "DeviceN"):
        return merged([(plate, part) for plate, part in zip(chosen.names, parts, strict=False) if plate != "None"])
    if chosen.family == "Lab":
        parts = _rgb(values)
    if chosen.family == "Pattern":
        return ()
    if chosen.parts == 1:
        return tuple(zip(PROCESS, (0.0, 0.0, 0.0, 1 - parts[0]), strict=True))
    if chosen.parts == 3:
        return tuple(zip(PROCESS, (*(1 - part for part in parts[:3]), 0.0), strict=True))
    return tuple(zip(PROCESS, parts, strict=False))


@lru_cache(maxsize=64)
def most(chosen: Space) -> Plates:
    """The most ink that any colour of that space lays on each plate: what a picture in it may hold."""
    if chosen.family == "Indexed" and chosen.base:
        entries = range(max(len(chosen.table) // chosen.base.parts, 1))
        return merged(pair for n in entries for pair in plates(chosen.base, _entry(chosen, n)))
    if chosen.family in ("Separation", "DeviceN"):
        return plates(chosen, (1.0,) * chosen.parts)
    if chosen.family == "Pattern":
        return ()
    amounts = {1: (0.0, 0.0, 0.0, 1.0), 3: (1.0, 1.0, 1.0, 0.0)}.get(chosen.parts, (1.0, 1.0, 1.0, 1.0))
    return tuple(zip(PROCESS, amounts, strict=True))


def merged(parts: Iterable[tuple[str, float]]) -> Plates:
    """Each plate once, with the most that is laid on it."""
    out: dict[str, float] = {}
    for plate, part in parts:
        out[plate] = max(out.get(plate, 0.0), part)
    return tuple(out.items())


def _entry(chosen: Space, index: int) -> list[float]:
    base = chosen.base or GRAY
    entries = len(chosen.table) // base.parts
    first = min(max(index, 0), max(entries - 1, 0)) * base.parts
    parts = [byte / 255 for byte in chosen.table[first : first + base.parts]]
    parts += [0.0] * (base.parts - len(parts))
    if base.ranges:
        lows, highs = base.ranges[::2], base.ranges[1::2]
        return [low + part * (high - low) for part, low, high in zip(parts, lows, highs, strict=True)]
    return parts


def _rgb(lab: Sequence[float]) -> list[float]:
    """A colour of Lab (D50) as sRGB, 0..1 (CIE 15; IEC 61966-2-1, adapted to D50)."""
    fy = (lab[0] + 16) / 116
    whites = (0.9642, 1.0, 0.8249)
    roots = (fy + lab[1] / 500, fy, fy - lab[2] / 200)
    x, y, z = (
        white * (root**3 if root > 6 / 29 else 3 * (6 / 29) ** 2 * (root - 4 / 29))
        for white, root in zip(whites, roots, strict=True)
    )
    linear = (
        3.1339 * x - 1.6169 * y - 0.4906 * z,
        -0.9788 * x + 1.9161 * y + 0.0335 * z,
        0.0719 * x - 0.2290 * y + 1.4052 * z,
    )
    bounded = [min(max(v, 0.0), 1.0) for v in linear]
    return [12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in bounded]


def shaded(shading: pikepdf.Object, resources: pikepdf.Object | None) -> Plates:
    """The most ink that a shading lays on each plate: of its function along its domain, of its space where it has none.
    Missing and ValueError as `space`; a function that is broken is no error here.
    """
    if not isinstance(shading, pikepdf.Dictionary | pikepdf.Stream):
        raise ValueError("no shading")
    chosen = space(shading.get("/ColorSpace"), resources)
    if "/Function" not in shading or chosen.family == "Indexed":
        return most(chosen)
    kind = shading.get("/ShadingType")
    try:
        blend = function(shading["/Function"])
        domain = numbers(shading.get("/Domain"))
        steps = range(17) if kind != 1 else range(6)
        if kind == 1:
            x0, x1, y0, y1 = domain if len(domain) == 4 else (0.0, 1.0, 0.0, 1.0)
            spots = [[x0 + (x1 - x0) * i / 5, y0 + (y1 - y0) * j / 5] for i in steps for j in steps]
        else:
            decode = numbers(shading.get("/Decode"))
            t0, t1 = domain if len(domain) == 2 else decode[4:6] if len(decode) >= 6 else (0.0, 1.0)
            spots = [[t0 + (t1 - t0) * i / 16] for i in steps]
        return merged(pair for spot in spots for pair in plates(chosen, blend(spot)))
    except ValueError:
        return most(chosen)
