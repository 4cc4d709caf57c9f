"""Colour spaces as a press has them: which plates a colour is laid on, and how much of each (0 none, 1 full).

DeviceCMYK and ICCBased of four are the process plates, grays are black, Separation and DeviceN the plates that they name.
RGB, CalRGB, ICCBased of three and Lab become process inks by the plainest formula there is (ISO 32000-1, 10.3.5, with all of
the black taken out), only so that something is seen: what a press makes of them nobody knows, and other checks say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pikepdf

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]

PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
ALL = "All"
NONE = "None"

BROKEN = (
    ValueError, TypeError, KeyError, AttributeError, IndexError, ArithmeticError, RuntimeError, MemoryError, pikepdf.PdfError,
)  # fmt: skip
"""What is raised where an object of a PDF is not of the kind that it must be, lacks what it must have, or is too large."""

_DEEP = 6
"""A colour space stands in another at most so deep (Pattern over Indexed over Separation is three)."""

_SHORT = {"/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK", "/I": "/Indexed", "/CalCMYK": "/DeviceCMYK"}


class Unseen(Exception):
    """Raised where something cannot be made into plates; its text says what, for a sentence."""


class Space(NamedTuple):
    """A colour space: "gray", "cmyk", "rgb", "lab", "inks", "indexed", "pattern" or "unknown"; how many parts a colour has;
    the plates of "inks"; the space beneath of "indexed" and "pattern"; the table of "indexed" (bytes), the range of "lab".
    """

    kind: str
    parts: int
    names: tuple[str, ...] = ()
    base: Space | None = None
    table: bytes = b""
    ranges: tuple[float, ...] = ()
    device: bool = False

    @property
    def plates(self) -> tuple[str, ...]:
        """The plates that a colour of this space can lay ink on; "All" stands for every one."""
        if self.kind == "inks":
            return tuple(name for name in self.names if name != NONE)
        if self.kind in ("indexed", "pattern"):
            return self.base.plates if self.base else ()
        return {"gray": ("Black",), "unknown": ()}.get(self.kind, PROCESS)

    @property
    def first(self) -> tuple[float, ...]:
        """The colour that `cs` sets (ISO 32000-1, 8.6)."""
        if self.kind == "cmyk":
            return (0.0, 0.0, 0.0, 1.0)
        return (1.0 if self.kind == "inks" else 0.0,) * self.parts


GRAY = Space("gray", 1, device=True)
RGB = Space("rgb", 3)
CMYK = Space("cmyk", 4, device=True)
PATTERN = Space("pattern", 0)
UNKNOWN = Space("unknown", 0)
"""What stands for a space that cannot be told: its colours knock out and lay nothing."""
_DEVICE = {"/DeviceGray": GRAY, "/DeviceRGB": RGB, "/DeviceCMYK": CMYK, "/Pattern": PATTERN}
_OF_PARTS = {1: GRAY._replace(device=False), 3: RGB, 4: CMYK._replace(device=False)}


def space_of(value: object, resources: pikepdf.Object | None = None, deep: int = 0) -> Space:
    """The colour space that a name or an array stands for. Unseen where it is none that is known."""
    if deep > _DEEP:
        raise Unseen("a colour space within itself")
    if isinstance(value, pikepdf.Name):
        name = _SHORT.get(str(value), str(value))
        if name in _DEVICE:
            return _DEVICE[name]
        named = entry(resources, "/ColorSpace", str(value))
        if named is None:
            raise Unseen("a colour space that the page does not have")
        return space_of(named, resources, deep + 1)
    if not isinstance(value, pikepdf.Array) or not len(value):
        raise Unseen("a colour space that is none")
    try:
        return _array(value, resources, deep)
    except BROKEN:
        raise Unseen("a colour space that is broken") from None


def _array(value: pikepdf.Array, resources: pikepdf.Object | None, deep: int) -> Space:
    kind = _SHORT.get(str(value[0]), str(value[0]))
    if kind in _DEVICE and kind != "/Pattern":
        return _DEVICE[kind]
    match kind:
        case "/Pattern":
            return PATTERN._replace(base=space_of(value[1], resources, deep + 1)) if len(value) > 1 else PATTERN
        case "/ICCBased":
            return _OF_PARTS[int(value[1].N)]
        case "/CalGray":
            return _OF_PARTS[1]
        case "/CalRGB":
            return RGB
        case "/Lab":
            given = value[1].get("/Range")
            a0, a1, b0, b1 = (float(v) for v in given) if given is not None else (-100.0, 100.0, -100.0, 100.0)
            return Space("lab", 3, ranges=(a0, a1, b0, b1))
        case "/Separation":
            return Space("inks", 1, (_plate(value[1]),))
        case "/DeviceN":
            names = tuple(_plate(name) for name in value[1])
            return Space("inks", len(names), names)
        case "/Indexed":
            base = space_of(value[1], resources, deep + 1)
            if base.kind in ("indexed", "pattern"):
                raise Unseen("a colour space that is broken")
            table = value[3].read_bytes() if isinstance(value[3], pikepdf.Stream) else bytes(value[3])
            most = min(max(int(value[2]), 0), 255)
            whole = (most + 1) * base.parts
            return Space("indexed", 1, base=base, table=table[:whole].ljust(whole, b"\0"))
    raise Unseen(f"the colour space {kind.strip('/')[:40]}")


def _plate(name: pikepdf.Object) -> str:
    return str(name).removeprefix("/")


def natural(space: Space) -> list[tuple[float, float]]:
    """The least and the most of each part of a colour, which is what an image's Decode is where it has none."""
    if space.kind == "lab":
        a0, a1, b0, b1 = space.ranges
        return [(0.0, 100.0), (a0, a1), (b0, b1)]
    return [(0.0, 1.0)] * space.parts


def tint(space: Space, values: Values, plate: str) -> Values | None:
    """How much of one ink (0..1) colours of that space have: their parts along the last axis, which goes. None where the
    space lays nothing on that plate.
    """
    import numpy as np

    match space.kind:
        case "inks":
            names = [i for i, name in enumerate(space.names) if name in (plate, ALL)]
            return np.clip(np.max(values[..., names], axis=-1), 0, 1) if names else None
        case "indexed" if space.base:
            count = len(space.table) // space.base.parts
            table = np.frombuffer(space.table, np.uint8).reshape(count, space.base.parts) / 255
            low, high = (np.array(side) for side in zip(*natural(space.base), strict=True))
            index = np.clip(np.nan_to_num(values[..., 0]).round(), 0, count - 1).astype(np.intp)
            return tint(space.base, (low + table * (high - low))[index], plate)
        case "gray":
            return 1 - np.clip(values[..., 0], 0, 1) if plate == "Black" else None
        case "cmyk":
            return np.clip(values[..., PROCESS.index(plate)], 0, 1) if plate in PROCESS else None
        case "rgb" | "lab":
            if plate not in PROCESS:
                return None
            rest = 1 - np.clip(values if space.kind == "rgb" else _rgb(values), 0, 1)
            black = rest.min(axis=-1)
            laid: Values = black if plate == "Black" else rest[..., PROCESS.index(plate)] - black
            return laid
    return None


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


def entry(resources: pikepdf.Object | None, category: str, name: str) -> Any:
    """What resources have under a name; None where they lack it or are none."""
    try:
        own = resources.get(category) if isinstance(resources, pikepdf.Dictionary) else None
        return own.get(name) if isinstance(own, pikepdf.Dictionary) and name.startswith("/") else None
    except BROKEN:
        return None
