"""Where a printer lays the back of a sheet: read off a target, worked out, undone. Millimetres as seen from the front."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from cardgen.findings import Code, Finding, Refused, Span
from cardgen.units import Matrix

IMPLAUSIBLE = Code("implausible-reading", "a back moved by a reading that cannot be true lies farther off than before")

MOST_MM, MOST_DEGREES, MOST_SCALE = 10.0, 2.0, 0.02
"""A printer that is farther off than this has been fed askew, or scales the page to fit; no correction mends that."""
_AGREES = 1.0
"""How far (mm) a reading may lie beside what all of them say together: twice what is misread on a scale without its vernier."""


class Register(NamedTuple):
    """Where the back of a sheet comes to lie, about the paper's middle: so far to the right and down (mm), turned by so many
    degrees clockwise, so large.
    """

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    scale: float = 1.0

    def laid(self, width: float, height: float) -> Matrix:
        """The map from where a point of the back belongs on that paper to where the printer lays it."""
        a, b = self.scale * cos(radians(self.angle)), self.scale * sin(radians(self.angle))
        x, y = width / 2, height / 2
        return Matrix(a, b, -b, a, x - a * x + b * y + self.x, y - b * x - a * y + self.y)

    def undone(self, width: float, height: float) -> Matrix:
        """The map from where a point of the back belongs to where it must be sent to arrive there."""
        a, b, c, d, e, f = self.laid(width, height)
        over = a * d - b * c
        return Matrix(d / over, -b / over, -c / over, a / over, (c * f - d * e) / over, (b * e - a * f) / over)


class Spot(NamedTuple):
    """A place on the target: where its scale across and its scale down have their noughts."""

    across: tuple[float, float]
    down: tuple[float, float]


INSET, APART = 30.0, 24.0
"""How far a corner's scales stand from the paper's edges, and the scale down from the scale across (mm)."""


def spots(width: float, height: float) -> dict[str, Spot]:
    """The places of a target on paper of that size, by the names that they have on it."""
    left, right, top, bottom = INSET, width - INSET, INSET, height - INSET
    return {
        "top-left": Spot((left, top), (left + APART, top)),
        "top-right": Spot((right, top), (right - APART, top)),
        "middle": Spot((width / 2 - APART / 2, height / 2), (width / 2 + APART / 2, height / 2)),
        "bottom-left": Spot((left, bottom), (left + APART, bottom)),
        "bottom-right": Spot((right, bottom), (right - APART, bottom)),
    }


def measured(readings: Mapping[str, tuple[float, float]], width: float, height: float) -> Register:
    """What the readings (right, down) at places of a target say, by least squares; of one place, no more than a shift.

    Refused where they cannot be true: too far off, or not of one sheet.
    """
    import numpy as np

    places = spots(width, height)
    found = [
        _refused(f"--{name}", f"{max(reading, key=abs):g} mm is more than {MOST_MM:g} mm")
        for name, reading in readings.items()
        if max(abs(part) for part in reading) > MOST_MM
    ]
    if found:
        raise Refused(*found)
    # where a long line of the back is met by a scale of the front, the map that undoes the printer's brings the point back
    # onto that line: (a, b, e, f) with x = a*u - b*v + e, y = b*u + a*v + f, which is linear in what is not known
    rows: list[tuple[float, float, float, float]] = []
    wanted: list[float] = []
    for name, (right, down) in readings.items():
        (x, y), (across, along) = places[name]
        x, y, across, along = x - width / 2, y - height / 2, across - width / 2, along - height / 2
        rows += [(x + right, -y, 1, 0), (along + down, across, 0, 1)]
        wanted += [x, along]
    if len(readings) == 1:
        a, b = 1.0, 0.0
        e, f = wanted[0] - rows[0][0], wanted[1] - rows[1][0]
        beside = 0.0
    else:
        solved = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)[0]
        a, b, e, f = (float(v) for v in solved)
        beside = float(np.abs(np.array(rows) @ solved - np.array(wanted)).max())
    size = hypot(a, b)
    x, y = -(a * e + b * f) / size**2, -(a * f - b * e) / size**2
    out = Register(round(x, 3), round(y, 3), round(-degrees(atan2(b, a)), 4), round(1 / size, 5))
    if says := _faults(out, beside):
        raise Refused(*(_refused("cardgen calibrate", each) for each in says))
    return Register(*(value + 0.0 for value in out))


def _faults(register: Register, beside: float) -> list[str]:
    says = []
    if beside > _AGREES:
        says.append(f"the readings do not go together: one of them lies {beside:.1f} mm beside what the others say")
    if max(abs(register.x), abs(register.y)) > MOST_MM:
        says.append(f"the back would lie {max(abs(register.x), abs(register.y)):.1f} mm off, more than {MOST_MM:g} mm")
    if abs(register.angle) > MOST_DEGREES:
        says.append(f"the back would be turned by {abs(register.angle):.1f} degrees, more than {MOST_DEGREES:g}")
    if abs(register.scale - 1) > MOST_SCALE:
        says.append(f"the back would have {100 * register.scale:.1f} % of its size: it was not printed at 100 %, or is misread")
    return says


def _refused(at: str, says: str) -> Finding:
    return Finding(IMPLAUSIBLE, Span(at), says, "print the target once more and read it again")
