"""Generators: a group with `ink:gen` stands for many marks that no one wants to draw one by one.

Lengths are mm, angles degrees (0 = right, 90 = down). Each generator makes its marks in its group's own coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from cardgen.brush.curve import Point, through
from cardgen.brush.marks import Brush, Generated, Hair, Mist, Needles, Primitive, Stroke
from cardgen.brush.noise import Dice
from cardgen.brush.presets import Numbers, brush_with, brushes

Settings = Mapping[str, float]
Maker = Callable[[Settings, int, bool], tuple[Primitive, ...]]


class Generator(NamedTuple):
    """A kind of generator: what makes its marks, and its settings with their defaults."""

    make: Maker
    defaults: Settings


def _stroke(rows: list[tuple[float, float, float]], brush: Brush, seed: int, red: bool) -> Stroke:
    return Stroke(through([Point(x, y) for x, y, _ in rows]), tuple(w for _, _, w in rows), brush, seed, red)


def _hair(x: float, y: float, angle: float, length: float, widths: tuple[float, float, float], tone: float, dry: float,
          bend: float = 0.0) -> Hair:  # fmt: skip
    """A hair from x, y in a direction (radians); `bend` moves its middle sideways, in lengths."""
    c, s = math.cos(angle), math.sin(angle)
    middle = Point(x + length * (0.5 * c - bend * s), y + length * (0.5 * s + bend * c))
    return Hair(Point(x, y), middle, Point(x + length * c, y + length * s), widths, tone, dry)


def _pine(v: Settings, seed: int, red: bool) -> tuple[Primitive, ...]:
    """After Tohaku: a trunk that is only suggested, and fans of fast needles; a pale pass, then a dark one, tighter."""
    dice, h, tone = Dice(seed), v["h"], v["tone"]
    n, phase = round(v["n"]), Dice(seed + 77).between(0, 6.28)

    def trunk(f: float) -> Point:
        return Point(v["x"] + v["lean"] * h * f**1.6 + 0.018 * h * math.sin(f * 7 + phase), v["y"] - h * f)

    ends = (tone * 0.85, tone * 0.85)
    brush = Brush(ends, (0.30, 0.62), hairs=14, tail=0.2, rough=0.3, edge=0.1, fray=0.1 * h, streak=0.3)
    rows = [(*trunk(f), h * (0.030 - 0.024 * f)) for f in (0, 0.2, 0.4, 0.6, 0.8, 1.0)]
    marks: list[Primitive] = [_stroke(rows, brush, seed, red)]
    fans: list[tuple[float, float, float, float]] = []
    for k in range(n):
        f = 0.36 + 0.66 * (k + 0.5) / n
        cx, cy = trunk(f)
        side = -1 if (k + (dice.between() < 0.22)) % 2 else 1
        wide = v["w"] * h * (1.12 - 0.95 * (f - 0.3) / 0.7) * dice.between(0.45, 1.1)
        tufts = 1 + int(wide / (0.062 * h) + 0.5)
        for z in range(tufts):
            u = (z + 0.55 * dice.between()) / tufts
            fans.append((
                cx + side * wide * u, cy + h * (0.045 * u * u - 0.012) + h * dice.around(0, 0.008),
                1.05 - 0.35 * u, side * (0.18 + 0.5 * u),
            ))  # fmt: skip
        if dice.between() < 0.8:
            fans.append((cx + h * dice.around(0, 0.02), cy, 1.1, 0))
    for tight, (dark, long, thick, many) in enumerate(((0.42, 1.25, 1.1, 17), (1.0, 0.9, 0.95, 21))):
        hairs = []
        for cx, cy, size, tilt in fans:
            if tight and dice.between() < 0.10:
                continue
            for _ in range(int(many * v["thick"] * size * dice.between(0.7, 1.2))):
                a = -math.pi / 2 + tilt + dice.around(0, 0.62)
                length = h * 0.078 * long * size * dice.between(0.6, 1.2)
                x, y = cx + h * dice.around(0, 0.020 if tight else 0.03), cy + h * dice.around(0, 0.008)
                bend = 0.18 * length * dice.around()
                ink = min(0.97, tone * dark * dice.between(0.55, 1.1))
                c, s = math.cos(a), math.sin(a)
                hairs.append(Hair(
                    Point(x, y), Point(x + 0.55 * length * c + bend * 0.5, y + 0.55 * length * s),
                    Point(x + length * c + bend, y + length * s + 0.05 * length),
                    (h * 0.0022, h * 0.0072 * thick, h * 0.0008), ink, dice.between(0, 0.55),
                ))  # fmt: skip
            if not tight:
                # the twig droops a little below its needles
                out = 1 if tilt > 0 else -1
                hairs.append(Hair(
                    Point(cx, cy), Point(cx - 0.02 * h, cy + 0.004 * h), Point(cx - 0.05 * h * out, cy + 0.002 * h),
                    (h * 0.004, h * 0.006, h * 0.002), tone * 0.5, 0.4,
                ))  # fmt: skip
        marks.append(Needles(tuple(hairs), seed + 7 + tight, red=red))
    return tuple(marks)


def _rain(v: Settings, seed: int, red: bool) -> tuple[Primitive, ...]:
    """Fine lines, nearly parallel; `white` more are lifted out of what lies below (a cloud, a dark figure)."""
    dice, angle = Dice(seed), v["angle"]

    def lines(n: int, tone: tuple[float, float], steady: bool) -> tuple[Hair, ...]:
        out = []
        for q in range(n):
            x, y = v["x"] + v["w"] * dice.between(), v["y"] + v["h"] * dice.between()
            length = v["length"] * dice.between(0.43, 1.6) * dice.between(0.6, 1.25)
            lean = math.radians(angle + dice.around(0, 0.9) + (0 if steady else 1.8 if q % 4 else -1.6))
            w = v["width"] * dice.between(0.5, 1.5)
            out.append(_hair(x, y, lean, length, (w * 0.5, w, w * 0.2), dice.between(*tone), dice.between(0, v["dry"])))
        return tuple(out)

    dark = lines(round(v["n"]), (v["tone"] * 0.5, min(0.98, v["tone"] * 1.5)), False)
    white = lines(round(v["white"]), (0.40, 0.80), True)
    return Needles(dark, seed, red=red), Needles(white, seed + 1, lift=True, red=red)


def _reeds(v: Settings, seed: int, red: bool) -> tuple[Primitive, ...]:
    """Blades of grass from a foot, bowed by the wind; `lean` is how far the tips bow, in heights."""
    dice, marks, n = Dice(seed), [], max(1, round(v["n"]))
    line = brushes()["line"]
    for q in range(n):
        x = v["x"] + v["w"] * (q + 0.5 + dice.around(0, 0.35)) / n
        y, h = v["y"] + dice.between(-0.08, 0.08) * v["h"], v["h"] * dice.between(0.65, 1.35)
        lean, w = v["lean"] * dice.between(0.7, 1.25), v["width"]
        rows = [
            (x, y, w * 0.25), (x + 0.02 * lean * h, y - 0.14 * h, w * 0.85),
            (x + 0.24 * lean * h, y - 0.5 * h, w), (x + lean * h, y - 0.92 * h, 0.06),
        ]  # fmt: skip
        tone = v["tone"] * dice.between(0.65, 1.05)
        brush = brush_with(line, {"tone": min(tone, 0.97), "dry": (0, 0.45)})
        marks.append(_stroke(rows, brush, seed + q, red))
    return tuple(marks)


def _needles(v: Settings, seed: int, red: bool) -> tuple[Primitive, ...]:
    """A tuft: hairs from a foot of width `w`, all about one direction."""
    dice, hairs = Dice(seed), []
    for _ in range(round(v["n"])):
        a = math.radians(v["angle"] + dice.around(0, v["spread"]))
        across = v["w"] * (dice.between() - 0.5)
        lift = v["rise"] * dice.between()
        foot = math.radians(v["angle"])
        x = v["x"] - across * math.sin(foot) + lift * math.cos(foot)
        y = v["y"] + across * math.cos(foot) + lift * math.sin(foot)
        w = v["width"] * dice.between(0.5, 1.5)
        tone = min(0.97, v["tone"] * dice.between(0.6, 1.1))
        length, bend = v["length"] * dice.between(0.6, 1.3), v["bend"] * dice.between(0.5, 1.5)
        hairs.append(_hair(x, y, a, length, (w * 0.35, w, w * 0.12), tone, dice.between(0, v["dry"]), bend))
    return (Needles(tuple(hairs), seed, red=red),)


def _waves(v: Settings, seed: int, red: bool) -> tuple[Primitive, ...]:
    """Level lines of a far sea: thin and many far off, fewer and longer near; paper stays open about `gap-x`."""
    dice, hairs = Dice(seed), []
    for _ in range(round(v["n"])):
        near = dice.between() ** 1.6
        y, x = v["y"] + v["h"] * near, v["x"] + v["w"] * dice.between()
        length = v["length"] * dice.between(0.4, 1.6) * (1 + 0.8 * near)
        if abs(x - v["gap-x"]) < length / 2 + v["gap"] * dice.between(0.3, 1.2):
            continue
        start, end = Point(x - length / 2, y), Point(x + length / 2, y + dice.around(0, 0.1))
        w = v["width"] * dice.between(0.45, 1.55) * (1 + near)
        tone = v["tone"] * dice.between(0.55, 1.45)
        bend = Point(x, y + dice.around(0, 0.12))
        hairs.append(Hair(start, bend, end, (0.05, w, 0.03), min(0.97, tone), dice.between(0.3, 0.9)))
    return (Needles(tuple(hairs), seed, red=red),)


def _straw(v: Settings, seed: int, red: bool) -> tuple[Primitive, ...]:
    """A straw coat hung from x, y: `tiers` rows of stalks, each wider and lower than the last."""
    dice, hairs, tiers = Dice(seed), [], max(1, round(v["tiers"]))
    h, w = v["h"], v["w"]
    for tier in range(tiers):
        down = tier / tiers
        for _ in range(round(v["n"] / tiers)):
            u = dice.between(-1, 1)
            x = v["x"] + u * w * (0.13 + 0.42 * down)
            y = v["y"] + h * (0.74 * down + 0.055 * abs(u)) + dice.around(0, h * 0.028)
            length = h * dice.between(0.25, 0.40) * (1 - 0.2 * abs(u))
            a = math.pi / 2 - u * v["flare"] + dice.around(0, 0.06) + 0.08
            thick = v["width"] * dice.between(0.55, 1.45)
            tone, dry = min(0.97, v["tone"] * dice.between(0.72, 1.26)), dice.between(0.1, 0.6)
            hairs.append(_hair(x, y, a, length, (thick * 0.4, thick, thick * 0.08), tone, dry, 0.02 * u))
    return (Needles(tuple(hairs), seed, red=red),)


def _beard(v: Settings, seed: int, red: bool) -> tuple[Primitive, ...]:
    """Long fine hairs hanging from a chin of width `w`, gathering to a point."""
    dice, hairs = Dice(seed), []
    for _ in range(round(v["n"])):
        u = dice.between(-1, 1)
        x, y = v["x"] + u * v["w"] / 2, v["y"] + v["length"] * 0.4 * dice.between()
        length = v["length"] * dice.between(0.47, 1.0) * (1 - 0.35 * abs(u))
        inward = u * v["w"] / 2
        bend = Point(x - 0.1 * inward + dice.around(0, 0.4), y + 0.5 * length)
        end = Point(x - 0.2 * inward * (1 + dice.between()) + dice.around(0, 0.4), y + length)
        w = v["width"] * dice.between(0.6, 1.5)
        tone = v["tone"] * dice.between(0.4, 1.6)
        hairs.append(Hair(Point(x, y), bend, end, (0.06, w, 0.03), min(0.97, tone), dice.between(0, 0.5)))
    return (Needles(tuple(hairs), seed, red=red),)


def _mist(v: Settings, seed: int, red: bool) -> tuple[Primitive, ...]:
    """A band of mist about the height `y`; it wanders up and down by half of `wander`."""
    return (Mist(v["y"], v["h"], v["black"], v["red"], v["wander"], v["power"], seed),)


def _enso(v: Settings, seed: int, red: bool) -> tuple[Primitive, ...]:
    """A ring in one breath: it swells, runs dry and stops short of closing."""
    n, rows = 18, []
    for q in range(n + 1):
        a = math.radians(v["start"] + v["turn"] * q / n)
        swell = 0.6 + 0.75 * math.sin(min(1.0, q / 13) * math.pi * 0.6)
        rows.append((v["x"] + v["r"] * math.cos(a), v["y"] + 0.98 * v["r"] * math.sin(a), v["width"] * swell))
    brush = brush_with(Brush(), {
        "tone": v["tone"], "dry": (0.05, v["dry"]), "dry-power": 1.2, "hairs": v["hairs"], "fray": v["r"] * 0.9,
        "tail": 0, "head": 0.4, "bleed": 0.1, "streak": 0.3,
    })  # fmt: skip
    return (_stroke(rows, brush, seed, red),)


GENERATORS: Mapping[str, Generator] = {
    "pine": Generator(_pine, {
        "x": 30, "y": 80, "h": 60, "lean": 0, "w": 0.3, "n": 13, "tone": 0.95, "thick": 1,
    }),
    "rain": Generator(_rain, {
        "x": -9, "y": -17, "w": 98, "h": 90, "n": 260, "white": 120, "angle": 108, "length": 16, "width": 0.14,
        "tone": 0.5, "dry": 0.75,
    }),
    "reeds": Generator(_reeds, {"x": 40, "y": 85, "w": 16, "h": 12, "n": 7, "lean": -0.4, "width": 0.65, "tone": 0.85}),
    "needles": Generator(_needles, {
        "x": 30, "y": 40, "w": 0, "rise": 0, "n": 30, "angle": -90, "spread": 35, "length": 6, "width": 0.3,
        "bend": 0, "tone": 0.9, "dry": 0.5,
    }),
    "waves": Generator(_waves, {
        "x": -9, "y": 50, "w": 86, "h": 9, "n": 90, "length": 10, "width": 0.27, "gap-x": 38, "gap": 4.5, "tone": 0.35,
    }),
    "straw": Generator(_straw, {
        "x": 30, "y": 60, "w": 14, "h": 18, "n": 138, "tiers": 3, "flare": 0.34, "width": 0.65, "tone": 0.77,
    }),
    "beard": Generator(_beard, {"x": 30, "y": 40, "w": 6, "length": 15, "n": 60, "width": 0.2, "tone": 0.38}),
    "mist": Generator(_mist, {"y": 60, "h": 8, "black": 0.8, "red": 0, "wander": 24, "power": 2.2}),
    "enso": Generator(_enso, {
        "x": 31.5, "y": 44, "r": 22, "width": 5, "start": 110, "turn": 332, "tone": 0.93, "dry": 0.9, "hairs": 60,
    }),
}  # fmt: skip


_SHARE, _SIZE, _LENGTH, _COUNT = (
    Numbers(1, 1, 0, 1),
    Numbers(1, 1, 0.1, 1000),
    Numbers(1, 1, 0, 1000),
    Numbers(1, 1, 0, 5000),
)
_ANY = Numbers(1, 1, -10_000, 10_000)
_RANGES: Mapping[str, Numbers] = {
    **dict.fromkeys(("tone", "dry", "black", "red"), _SHARE),
    **dict.fromkeys(("h", "r"), _SIZE),
    **dict.fromkeys(("w", "length", "gap", "rise", "wander", "spread"), _LENGTH),
    **dict.fromkeys(("n", "white"), _COUNT),
    "width": Numbers(1, 1, 0, 20),
    "tiers": Numbers(1, 1, 1, 50),
    "hairs": Numbers(1, 1, 1, 400),
    "thick": Numbers(1, 1, 0.01, 10),
    "power": Numbers(1, 1, 0.1, 20),
    "turn": Numbers(1, 1, -720, 720),
    "lean": Numbers(1, 1, -3, 3),
    "bend": Numbers(1, 1, -3, 3),
    "flare": Numbers(1, 1, -2, 2),
}


def ranges(kind: str) -> dict[str, Numbers]:
    """What each setting of a generator may hold."""
    return {name: _RANGES.get(name, _ANY) for name in GENERATORS[kind].defaults}


def expanded(mark: Generated) -> tuple[Primitive, ...]:
    """The marks that a generator stands for, in the score's coordinates."""
    made = GENERATORS[mark.kind].make(dict(mark.settings), mark.seed, mark.red)
    return tuple(m.moved(mark.matrix) for m in made)
