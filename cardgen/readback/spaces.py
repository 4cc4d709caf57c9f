"""Colour spaces as a press has them (ISO 32000-1, 8.6): which plates a colour is laid on, how much of each (0 none, 1 full).

DeviceCMYK and ICCBased of four are the process plates, grays are black, Separation and DeviceN the plates that they name. RGB,
Lab and ICCBased of three become process inks by the plainest formula there is (ISO 32000-1, 10.3.5, with all of the black taken
out), so that white is white and black is dark: what a press makes of them nobody knows, and other checks say so.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

import pikepdf

from cardgen.readback.functions import function
from cardgen.readback.values import BROKEN, decoded, entry, members, named, numbers, real, text, word

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]

PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
ALL = "All"
"""The name under which every plate is painted: marks of registration."""
NONE = "None"
"""The name under which none is."""

Plates = tuple[tuple[str, float], ...]
"""Ink by the name of its plate, 0..1. A plate with 0 is painted with nothing; one that is missing is not painted."""
Kind = Literal["gray", "rgb", "cmyk", "lab", "inks", "indexed", "pattern", "unknown"]

_DEPTH = 6
"""A colour space stands in another at most so deep (Pattern over Indexed over Separation is three)."""
_MOST = 32
"""How many parts a colour may have (DeviceN: ISO 32000-1, annex C)."""
_SHORT = {"G": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK", "CalCMYK": "DeviceCMYK", "I": "Indexed"}
_KINDS: dict[str, Kind] = {
    "DeviceGray": "gray", "CalGray": "gray", "DeviceRGB": "rgb", "CalRGB": "rgb", "DeviceCMYK": "cmyk", "Lab": "lab",
    "Separation": "inks", "DeviceN": "inks", "Indexed": "indexed", "Pattern": "pattern", "ICCBased Gray": "gray",
    "ICCBased RGB": "rgb", "ICCBased CMYK": "cmyk",
}  # fmt: skip
PROFILED = {1: "ICCBased Gray", 3: "ICCBased RGB", 4: "ICCBased CMYK"}
"""Spaces that a profile describes, by the parts of a colour."""
NO_INKS = frozenset(("DeviceRGB", "CalRGB", "ICCBased RGB", "Lab"))
"""Families whose colours are no inks until a press makes some of them."""


class Space(NamedTuple):
    """A colour space: its family ("ICCBased CMYK" where a profile tells it), how many parts a colour has, its plates
    (Separation, DeviceN), what it stands on (Indexed, Pattern), its table (Indexed), the ends of its parts (Lab).
    """

    family: str
    parts: int
    names: tuple[str, ...] = ()
    base: Space | None = None
    table: bytes = b""
    ends: tuple[tuple[float, float], ...] = ()

    @property
    def kind(self) -> Kind:
        """What its colours are told by, whichever profile describes them."""
        return _KINDS.get(self.family, "unknown")

    @property
    def plates(self) -> tuple[str, ...]:
        """The plates that a colour of this space can lay ink on, each once; "All" stands for every one."""
        match self.kind:
            case "inks":
                return tuple(dict.fromkeys(name for name in self.names if name != NONE))
            case "indexed" | "pattern":
                return self.base.plates if self.base else ()
            case "gray":
                return ("Black",)
            case "unknown":
                return ()
        return PROCESS

    @property
    def spelt(self) -> bool:
        """Whether its colours, or those of its table, name their plates: others are none of theirs (8.6.6.4)."""
        return self.kind == "inks" or (self.kind == "indexed" and self.base is not None and self.base.kind == "inks")

    @property
    def first(self) -> tuple[float, ...]:
        """The colour that a content stream has when it chooses the space."""
        return (0.0, 0.0, 0.0, 1.0) if self.kind == "cmyk" else (1.0 if self.kind == "inks" else 0.0,) * self.parts

    @property
    def natural(self) -> tuple[tuple[float, float], ...]:
        """The least and the most of each part, which is what an image's Decode is where it has none."""
        return self.ends or ((0.0, 1.0),) * self.parts


GRAY = Space("DeviceGray", 1)
RGB = Space("DeviceRGB", 3)
CMYK = Space("DeviceCMYK", 4)
PATTERN = Space("Pattern", 0)
UNKNOWN = Space("", 0)
"""What stands for a space that cannot be told: its colours lay nothing."""
_PLAIN = {space.family: space for space in (GRAY, RGB, CMYK, PATTERN)}


def space_of(value: object, resources: object = None, depth: int = 0) -> Space:
    """The colour space of that name or array. Missing where the resources lack the name; ValueError where it is none, saying
    what it is ("a colour space within itself").
    """
    if depth > _DEPTH:
        raise ValueError("a colour space within itself")
    if isinstance(value, pikepdf.Name):
        plain = _PLAIN.get(whole(word(value)))
        if plain:
            return plain
        return space_of(named(resources, "ColorSpace", value), resources, depth + 1)
    parts = list(islice(members(value), 5))
    family = whole(word(parts[0])) if parts else ""
    if family in _PLAIN and (family != "Pattern" or len(parts) == 1):
        return _PLAIN[family]
    base = space_of(parts[1], resources, depth + 1) if family in ("Indexed", "Pattern") and len(parts) > 1 else None
    try:
        return _array(family, parts, base)
    except BROKEN:
        raise ValueError("a colour space that is broken") from None


def whole(family: str) -> str:
    """A family's name where it is a short one (ISO 32000-1, table 93); the space of PDF 1.1 by what it became."""
    return _SHORT.get(family, family)


def _array(family: str, parts: list[object], base: Space | None) -> Space:
    match family:
        case "CalGray":
            return Space(family, 1)
        case "CalRGB":
            return Space(family, 3)
        case "Lab":
            a0, a1, b0, b1 = numbers(entry(parts[1], "/Range")) or (-100.0, 100.0, -100.0, 100.0)
            return Space(family, 3, ends=((0.0, 100.0), (a0, a1), (b0, b1)))
        case "ICCBased":
            count = int(real(entry(parts[1], "/N")))
            return Space(PROFILED[count], count)
        case "Separation":
            return Space(family, 1, (_plate(parts[1]),))
        case "DeviceN":
            names = tuple(_plate(part) for part in islice(members(parts[1]), _MOST + 1))
            if 1 <= len(names) <= _MOST:
                return Space(family, len(names), names)
        case "Pattern":
            return Space(family, 0, base=base)
        case "Indexed" if base and base.kind not in ("indexed", "pattern"):
            if not isinstance(parts[3], pikepdf.Stream | pikepdf.String):
                raise ValueError("no table")
            table = decoded(parts[3]) if isinstance(parts[3], pikepdf.Stream) else bytes(parts[3])
            size = (min(max(int(real(parts[2])), 0), 255) + 1) * base.parts
            return Space(family, 1, base=base, table=table[:size].ljust(size, b"\0"))
    raise ValueError("no known colour space")


def _plate(value: object) -> str:
    """A plate's name, which broken files write as a string."""
    called = word(value) or text(value)
    if not called:
        raise ValueError("a plate without a name")
    return called


def tint(space: Space, values: Values, plate: str) -> Values | None:
    """How much of one ink (0..1) colours of that space have: their parts along the last axis, which goes. None where the
    space lays nothing on that plate.
    """
    import numpy as np

    match space.kind:
        case "inks":
            own = [values[..., i] for i, name in enumerate(space.names) if name in (plate, ALL)]
            return _within(own[0] if len(own) == 1 else np.max(own, axis=0)) if own else None
        case "indexed" if space.base:
            table = _table(space)
            index = np.clip(np.nan_to_num(values[..., 0]).round(), 0, len(table) - 1).astype(np.intp)
            return tint(space.base, table[index], plate)
        case "gray":
            return 1 - _within(values[..., 0]) if plate == "Black" else None
        case "cmyk":
            return _within(values[..., PROCESS.index(plate)]) if plate in PROCESS else None
        case "rgb" | "lab":
            if plate not in PROCESS:
                return None
            rest = 1 - _within(values if space.kind == "rgb" else _rgb(values))
            black = rest.min(axis=-1)
            laid: Values = black if plate == "Black" else rest[..., PROCESS.index(plate)] - black
            return laid
    return None


def _within(values: Values) -> Values:
    import numpy as np

    return np.minimum(np.maximum(values, 0.0), 1.0)


def _table(space: Space) -> Values:
    """The colours of an Indexed space in its base: entries x parts."""
    import numpy as np

    base = space.base or GRAY
    low, high = np.array(base.natural).T
    table: Values = low + np.frombuffer(space.table, np.uint8).reshape(-1, base.parts) / 255 * (high - low)
    return table


def _rgb(lab: Values) -> Values:
    """Lab (D50) as sRGB, near enough to be seen: CIE 1976 and the Bradford-adapted matrix of sRGB (IEC 61966-2-1)."""
    import numpy as np

    y = (lab[..., 0] + 16) / 116
    f = np.stack([y + lab[..., 1] / 500, y, y - lab[..., 2] / 200], axis=-1)
    xyz = np.where(f > 6 / 29, f**3, 3 * (6 / 29) ** 2 * (f - 4 / 29)) * (0.9642, 1.0, 0.8249)
    to = np.array([[3.1339, -1.6169, -0.4906], [-0.9788, 1.9161, 0.0335], [0.0719, -0.2290, 1.4052]])
    linear = np.clip(xyz @ to.T, 0, 1)
    rgb: Values = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return rgb


@lru_cache(maxsize=4096)
def laid(space: Space, values: tuple[float, ...], plate: str) -> float | None:
    """How much of an ink (0..1) one colour has; None where it lays nothing on that plate, or is no colour of the space."""
    import numpy as np

    if len(values) < space.parts:
        return None
    found = tint(space, np.array(values, dtype=np.float64), plate)
    return None if found is None else float(found)


@lru_cache(maxsize=4096)
def inks(space: Space, values: tuple[float, ...]) -> Plates:
    """The ink that a colour of that space lays, by plate. ValueError where it has too few parts."""
    if len(values) < space.parts:
        raise ValueError("a colour of too few parts")
    if space.kind == "pattern":
        return ()
    return tuple((plate, laid(space, values, plate) or 0.0) for plate in space.plates)


@lru_cache(maxsize=64)
def most(space: Space) -> Plates:
    """The most ink that any colour of that space lays on each plate: what a picture in it may hold."""
    if space.kind == "indexed" and space.base:
        return _most(space.base, _table(space))
    return tuple((plate, 1.0) for plate in space.plates) if space.kind != "pattern" else ()


def _most(space: Space, values: Values) -> Plates:
    """The most ink that those colours (rows) lay on each plate."""
    found = ((plate, tint(space, values, plate)) for plate in space.plates)
    return tuple((plate, float(own.max())) for plate, own in found if own is not None)


def merged(parts: Iterable[tuple[str, float]]) -> Plates:
    """Each plate once, with the most that is laid on it."""
    out: dict[str, float] = {}
    for plate, part in parts:
        out[plate] = max(out.get(plate, 0.0), part)
    return tuple(out.items())


def shaded(shading: object, resources: object) -> Plates:
    """The most ink that a shading lays on each plate: of its function along its domain, of its space where it has none.
    Missing and ValueError as `space_of`; a function that is broken is no error here.
    """
    space = space_of(entry(shading, "/ColorSpace"), resources)
    if entry(shading, "/Function") is None or space.kind == "indexed":
        return most(space)
    try:
        import numpy as np

        blend, ends = function(entry(shading, "/Function")), numbers(entry(shading, "/Domain"))
        if entry(shading, "/ShadingType") == 1:
            x0, x1, y0, y1 = ends if len(ends) == 4 else (0.0, 1.0, 0.0, 1.0)
            colours = blend(np.stack(np.meshgrid(np.linspace(x0, x1, 6), np.linspace(y0, y1, 6)), axis=-1).reshape(-1, 2))
        else:
            decode = numbers(entry(shading, "/Decode"))
            t0, t1 = ends if len(ends) == 2 else decode[4:6] if len(decode) >= 6 else (0.0, 1.0)
            colours = blend(np.linspace(t0, t1, 17)[:, None])
        return _most(space, colours) if colours.shape[-1] >= space.parts else most(space)
    except ValueError:
        return most(space)
