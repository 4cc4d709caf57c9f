"""The spots of a PDF: whether the press takes them, names that are nearly alike, names with two meanings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardgen.findings import Code, Severity
from cardgen.profile import Profile
from cardgen.readback.clauses.hues import Spot, spots
from cardgen.readback.clauses.inside import Thing
from cardgen.readback.fault import Fault
from cardgen.readback.functions import function
from cardgen.readback.names import knife, technical
from cardgen.readback.spaces import ALL, NONE, PROCESS
from cardgen.readback.values import key_of, members, word

NOT_TAKEN = Code(
    "spots-not-taken", "a press that prints in four inks has no plate for a fifth: it is left out, or turned into others"
)
ALIKE = Code(
    "spots-alike", "two names for one ink are two plates, and two inks are paid for (GWG 2022 R0021)", Severity.WARNING
)
PLATE = Code(
    "plate-name", "a shop finds the plate of its knife by its name, and prints one of another name as ink", Severity.WARNING
)
TWO = Code("two-alternates", "a spot that is shown in two colours is one plate: one of the two is not what was meant")
REGISTRATION = Code(
    "registration-colour",
    "what is painted in every ink at once is for marks outside the trim (GWG 2022 R0024)",
    Severity.WARNING,
)

_SUFFIX = re.compile(r"(?<=[\d ])(?:c|u|m|cv|cvc|cvu|cvs|cp|up|ec|pc|tc|tpx|tcx|coated|uncoated)$")

_PROCESS = {name.casefold(): name for name in PROCESS}


def check_spots(things: Iterable[Thing], profile: Profile) -> Iterator[Fault]:
    found = [(thing, spot) for thing in things if thing.kind == "space" for spot in spots(thing.obj)]
    for thing, spot in found:
        if spot.name == ALL and thing.used:
            says = f"{thing.says} is in the registration colour (/All)"
            yield Fault(REGISTRATION, says, thing.page, None, "make it black alone")
    first: dict[str, Thing] = {}
    for thing, spot in found:
        if spot.name not in (ALL, NONE, "", *PROCESS):
            first.setdefault(spot.name, thing)
    if profile.press and not profile.press.spots:
        for name, thing in first.items():
            hint = "make it of the four inks"
            if not thing.used:
                hint = "nothing draws with it: take it out of the resources"
            elif technical(name):  # what is cut along must not be printed
                hint = "take it off the page, and send it as a file of its own"
            yield Fault(NOT_TAKEN, f'"{name}" is a plate of its own, and the press has four', thing.page, None, hint)
    elif profile.press and "dieline" in profile.press.model_fields_set:  # else the name is the house's, which no shop asks for
        meant = profile.press.dieline
        for name, thing in first.items():
            if thing.used and knife(name) and name != meant:
                says = f'the shop calls the plate of its knife "{meant}", and this one is called "{name}"'
                yield Fault(PLATE, says, thing.page, None, f'call it "{meant}"')
    alike: dict[str, str] = {}
    for name, thing in first.items():
        ink = _PROCESS.get("".join(name.casefold().split()))
        if ink:
            says = f'the spot "{name}" is named like the ink {ink}, and is a plate of its own'
            yield Fault(ALIKE, says, thing.page, None, f'call it "{ink}", which is the ink\'s own plate')
            continue
        other = alike.setdefault(plain(name), name)
        if other != name:
            yield Fault(ALIKE, f'the spots "{other}" and "{name}" are named alike', thing.page, None, "one ink has one name")
    yield from _two(found)


def plain(name: str) -> str:
    """A spot's name without case, spaces, marks and the suffix of a book of colours ("PANTONE 185 CVC" is "pantone185")."""
    return re.sub(r"[^\w]|_", "", _SUFFIX.sub("", name.casefold().strip()))


def _two(found: Iterable[tuple[Thing, Spot]]) -> Iterator[Fault]:
    known: dict[str, tuple[str, tuple[float, ...]]] = {}
    done: set[tuple[str, tuple[int, int], tuple[int, int]]] = set()
    for thing, spot in found:
        key = (spot.name, key_of(spot.alternate), key_of(spot.transform))
        if spot.name in (ALL, NONE, "") or spot.transform is None or (key in done and key[2] != (0, 0)):
            continue
        done.add(key)
        full = _solid(spot.transform)
        if full is None:
            continue
        family = word(spot.alternate) or word(next(members(spot.alternate), None))
        other, values = known.setdefault(spot.name, (family, full))
        near = len(values) == len(full) and all(abs(a - b) <= 0.01 for a, b in zip(values, full, strict=True))
        if other != family or not near:
            says = f'the spot "{spot.name}" is shown as {_colour(other, values)} and as {_colour(family, full)}'
            yield Fault(TWO, says, thing.page, None, "give it one alternate")


def _colour(family: str, values: tuple[float, ...]) -> str:
    if family == "DeviceCMYK":
        return "CMYK " + "/".join(f"{100 * v:.0f}" for v in values)
    return f"{family} " + "/".join(f"{v:.3g}" for v in values)


def _solid(transform: object) -> tuple[float, ...] | None:
    """What a tint transform makes of a full tint; None where it is none that can be worked out."""
    import numpy as np

    try:
        return tuple(function(transform)(np.ones((1, 1)))[0].tolist())
    except ValueError:
        return None
