"""What a printer means by colour. There is no RGB here but each ink's stated screen colour."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

Cmyk = tuple[float, float, float, float]

PAPER = "paper"
"""The name of the stock itself: painting with it lays no ink and knocks out what lies below."""
BLACK = "black"


class Inking(StrEnum):
    """What of the inks is laid: all of them; all but the washes, which are grounds; or black alone, and no wash."""

    FULL = "full"
    LOW = "low"
    BLACK = "black"


class Ink(NamedTuple):
    """An ink: its parts of cyan, magenta, yellow and black (0..1), its screen colour (0..255), its spot's name.

    `spot` is the name under which it is a plate of its own when spots are asked for; empty for a process colour. A
    `technical` ink is never printed: it tells a knife or a creasing rule where to go, always on a plate of its own. A
    `wash` is a ground that a printer at home may leave out, as the paper does as well. A `finish` (varnish, foil) is no ink
    either: it is a plate of its own for a press that takes one, and nothing anywhere else. A `rich` ink is black with others
    under it, of which a press may ask its own parts.
    """

    name: str
    cmyk: Cmyk
    screen: tuple[int, int, int]
    spot: str = ""
    technical: bool = False
    wash: bool = False
    finish: bool = False
    rich: bool = False

    @property
    def is_plate_only(self) -> bool:
        """Whether it is laid by no press as ink is: it has its own plate, and hides nothing."""
        return self.technical or self.finish


DIELINE = Ink("dieline", (0.0, 1.0, 0.0, 0.0), (230, 0, 126), "Dieline", technical=True)
FOLD = Ink("fold", (1.0, 0.0, 0.0, 0.0), (0, 158, 224), "Fold", technical=True)
"""Where a sheet is cut and where it is creased (their customary screen colours): plates beside the printing ones."""


class Paint(NamedTuple):
    """An ink by name, and how much of it (0..1)."""

    ink: str
    tint: float = 1.0

    def __str__(self) -> str:
        return self.ink if self.tint == 1 else f"{self.ink}-{self.tint * 100:g}"


Inks = Mapping[str, Ink]


def tinted(ink: Ink, tint: float) -> Cmyk:
    c, m, y, k = ink.cmyk
    return c * tint, m * tint, y * tint, k * tint


def ramp(ink: Ink, ground: Ink) -> bytes:
    """256 CMYK quadruples for one 8-bit plate laid over `ground`: 0 is full ink, 255 the bare ground (a duotone)."""
    out = bytearray()
    for value in range(256):
        t = 1 - value / 255
        out += bytes(round(255 * (g * (1 - t) + i * t)) for g, i in zip(ground.cmyk, ink.cmyk, strict=True))
    return bytes(out)


def screen_ramp(ink: Ink, ground: Ink) -> bytes:
    """`ramp` in the stated screen colours: 256 RGB triples."""
    out = bytearray()
    for value in range(256):
        t = 1 - value / 255
        out += bytes(round(g * (1 - t) + i * t) for g, i in zip(ground.screen, ink.screen, strict=True))
    return bytes(out)


def inked(inks: Inks, how: Inking) -> Inks:
    """The inks under their names as they are laid: a wash is the bare paper where washes are left out; where black is alone,
    every other ink is the grey of its lightness, with no plate of its own but the technical ones.
    """
    if how is Inking.FULL:
        return inks
    return {name: inks[PAPER] if ink.wash else _grey(ink) if how is Inking.BLACK else ink for name, ink in inks.items()}


def pressed(inks: Inks, rich: tuple[int, int, int, int] | None, dieline: str) -> Inks:
    """The inks as one press asks for them: its own parts (per cent) of a rich black, its own name for the dieline's plate."""
    own = dict(inks)
    for name, ink in inks.items():
        if ink.rich and rich:
            c, m, y, k = rich
            own[name] = ink._replace(cmyk=(c / 100, m / 100, y / 100, k / 100))
    own[DIELINE.name] = own[DIELINE.name]._replace(spot=dieline)
    return own


def _grey(ink: Ink) -> Ink:
    """Black alone, as dark as the ink is on paper (the relative luminance of its screen colour, IEC 61966-2-1), and no lighter
    than the black that it holds: the art's ink is black with other inks under it.
    """
    if ink.name == PAPER or ink.finish:
        return ink
    linear = ((part / 255 / 12.92) if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in ink.screen)
    light = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    light = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    black = max(1 - light, ink.cmyk[3])
    value = round(255 * (1 - black))
    return ink._replace(
        name=ink.name if ink.technical else BLACK,
        cmyk=(0.0, 0.0, 0.0, 1 - value / 255),
        screen=(value, value, value),
        spot=ink.spot if ink.technical else "",
    )
