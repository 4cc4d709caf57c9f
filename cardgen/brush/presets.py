"""What a score may say: the brushes of presets.toml, and the numbers that each kind of mark understands."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.brush.marks import Brush, Mode, Water

_FILE = Path(__file__).with_name("presets.toml")


class Numbers(NamedTuple):
    """What an attribute holds: how many numbers at least and at most, and their range."""

    least: int
    most: int
    low: float
    high: float


_SHARE = Numbers(1, 1, 0, 1)
_LENGTH = Numbers(1, 1, 0, 1000)

STROKE: Mapping[str, Numbers] = {
    "tone": Numbers(1, 2, 0, 1),
    "dry": Numbers(1, 2, -1, 2),
    "dry-power": Numbers(1, 1, 0.05, 20),
    "hairs": Numbers(1, 1, 1, 400),
    "side": Numbers(1, 1, -1, 1),
    "edge-dry": Numbers(1, 1, -1, 3),
    "rough": _SHARE,
    "bleed": _LENGTH,
    "edge": Numbers(1, 1, 0, 2),
    "edge-mm": _LENGTH,
    "head": Numbers(1, 1, 0, 4),
    "tail": Numbers(1, 1, 0, 4),
    "fray": _LENGTH,
    "streak": Numbers(1, 1, 0, 2),
    "grain": _SHARE,
    "soft": _LENGTH,
    "skew": Numbers(1, 2, -4, 4),
}
WASH: Mapping[str, Numbers] = {
    "tone": Numbers(1, 12, 0, 1),
    "soft": Numbers(1, 2, 0, 100),
    "bleed": _LENGTH,
    "bleed-often": Numbers(1, 1, 0.001, 20),
    "edge": Numbers(1, 1, 0, 2),
    "edge-mm": _LENGTH,
    "cloud": Numbers(1, 1, 0, 4),
    "grain": _SHARE,
}
SPLATTER: Mapping[str, Numbers] = {
    "ang": Numbers(1, 1, -720, 720),
    "n": Numbers(1, 1, 1, 2000),
    "size": Numbers(1, 1, 0.01, 50),
    "spread": Numbers(1, 1, 0, 360),
    "tone": _SHARE,
    "stretch": Numbers(1, 1, 1, 20),
}
MODES = tuple(m.value for m in Mode if m is not Mode.HEAP)


def _pair(value: tuple[float, ...]) -> tuple[float, float]:
    return (value[0], value[-1])


def _plain(name: str, value: Any, pairs: set[str]) -> Any:
    if name == "mode":
        return Mode(value)
    numbers = tuple(float(v) for v in value) if isinstance(value, (list, tuple)) else (float(value),)
    if name in pairs:
        return _pair(numbers)
    return numbers if name == "tone" else numbers[0]


def _arguments(settings: Mapping[str, Any], pairs: set[str]) -> dict[str, Any]:
    return {name.replace("-", "_"): _plain(name, value, pairs) for name, value in settings.items()}


def brush_with(brush: Brush, settings: Mapping[str, Any]) -> Brush:
    """The brush with some of its numbers changed; a single number counts for both ends of tone, dry and skew."""
    return replace(brush, **_arguments(settings, {"tone", "dry", "skew"}))


def water_with(water: Water, settings: Mapping[str, Any]) -> Water:
    """The wash with some of its numbers changed; a single number counts for both ends of its softness."""
    return replace(water, **_arguments(settings, {"soft"}))


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text("utf-8"))


@cache
def brushes() -> Mapping[str, Brush]:
    """The brushes of presets.toml by name."""
    base = brush_with(Brush(), _file()["base"])
    return {name: brush_with(base, settings) for name, settings in _file()["brush"].items()}


@cache
def water() -> Water:
    """The wash that a closed path is without any attributes."""
    return water_with(Water(), _file()["wash"])
