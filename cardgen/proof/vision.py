"""How a picture looks to eyes that see colours otherwise, and how far apart two colours look."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from PIL import Image

Rows = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
"""A matrix by its rows, for red, green and blue in linear light."""
Pixels = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]

_LUMINANCE = (0.2126, 0.7152, 0.0722)

SIMULATIONS: Mapping[str, Rows] = {
    "grey": (_LUMINANCE, _LUMINANCE, _LUMINANCE),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Ways to see, each a matrix on linear sRGB: grey is its relative luminance (IEC 61966-2-1); the others are eyes without their
long, middle or short cones (Machado, Oliveira and Fernandes 2009, "A physiologically-based model for simulation of color
vision deficiency", severity 1.0). SVG's feColorMatrix takes the same numbers, with color-interpolation-filters="linearRGB".
"""

_XYZ = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)
"""Linear sRGB to XYZ, over D65's white (IEC 61966-2-1)."""
_STRIP = 32
"""Rows of a picture that are reckoned with at once."""
_FINE = 1 << 14
"""Steps of linear light in the table back to sRGB: even near black less than half a level each."""


def simulated(picture: Image.Image, sight: str) -> Image.Image:
    """The picture as seen by one of `SIMULATIONS`; it has three channels."""
    from PIL import Image

    pixels = np.asarray(picture.convert("RGB"))
    out = np.empty_like(pixels)
    for row in range(0, len(pixels), _STRIP):  # what is reckoned with stays in the processor's cache
        out[row : row + _STRIP] = seen(pixels[row : row + _STRIP], sight)
    return Image.fromarray(out)


def seen(pixels: Pixels, sight: str) -> Pixels:
    """Rows of sRGB pixels (rows x columns x 3, or any number of them x 3) as seen by one of `SIMULATIONS`."""
    light = (_linear()[pixels] @ np.array(SIMULATIONS[sight], np.float32).T).clip(0, 1)
    return _back()[(light * (_FINE - 1) + 0.5).astype(np.uint16)]


def lab(pixels: Pixels) -> Numbers:
    """sRGB pixels in CIE 1976 L*a*b* (D65): last come L*, a*, b*."""
    x, y, z = np.moveaxis(
        _root()[((_linear()[pixels] @ np.array(_XYZ, np.float32).T) * (_FINE - 1) + 0.5).astype(np.uint16)], -1, 0
    )
    return np.stack((116 * y - 16, 500 * (x - y), 200 * (y - z)), axis=-1)


@cache
def _linear() -> Numbers:
    """Linear light of each of 256 levels (IEC 61966-2-1)."""
    level = np.arange(256, dtype=np.float64) / 255
    out: Numbers = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4).astype(np.float32)
    return out


@cache
def _back() -> Pixels:
    """The level of each step of linear light."""
    light = np.arange(_FINE, dtype=np.float64) / (_FINE - 1)
    level = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    out: Pixels = (level * 255 + 0.5).astype(np.uint8)
    return out


@cache
def _root() -> Numbers:
    """CIE's cube root, straight near black, of each step of light; light over white (a rounding) is white."""
    t = np.minimum(np.arange(1 << 16, dtype=np.float64) / (_FINE - 1), 1.0)
    out: Numbers = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29).astype(np.float32)
    return out


def matrix_values(sight: str) -> str:
    """The same matrix as SVG's feColorMatrix has it: four rows of five, alpha kept."""
    rows: list[Any] = [f"{r:g} {g:g} {b:g} 0 0" for r, g, b in SIMULATIONS[sight]]
    return " ".join([*rows, "0 0 0 1 0"])
