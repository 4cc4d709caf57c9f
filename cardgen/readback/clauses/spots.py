"""The spots of a PDF: whether the press takes them, names that are nearly alike, names with two meanings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pikepdf

from cardgen.findings import Code, Severity
from cardgen.profile import Profile
from cardgen.readback.clauses.hues import Spot, spots
from cardgen.readback.clauses.inside import Thing
from cardgen.readback.clauses.parts import entry, key_of, members, number, unpacked, word
from cardgen.readback.fault import Fault

NOT_TAKEN = Code(
    "spots-not-taken", "a press that prints in four inks has no plate for a fifth: it is left out, or turned into others"
)
ALIKE = Code(
    "spots-alike", "two names for one ink are two plates, and two inks are paid for (GWG 2022 R0021)", Severity.WARNING
)
TWO = Code("two-alternates", "a spot that is shown in two colours is one plate: one of the two is not what was meant")
REGISTRATION = Code(
    "registration-colour",
    "what is painted in every ink at once is for marks outside the trim (GWG 2022 R0024)",
    Severity.WARNING,
)

PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
_SUFFIX = re.compile(r"(?<=[\d ])(?:c|u|m|cv|cvc|cvu|cvs|cp|up|ec|pc|tc|tpx|tcx|coated|uncoated)$")


def check_spots(things: Iterable[Thing], profile: Profile) -> Iterator[Fault]:
    found = [(thing, spot) for thing in things if thing.kind == "space" for spot in spots(thing.obj)]
    registered = [thing for thing, spot in found if spot.name == "All" and thing.used]
    yield from (
        Fault(REGISTRATION, f"{t.says} is in the registration colour (/All)", t.page, None, "make it black alone")
        for t in registered
    )
    first: dict[str, Thing] = {}
    for thing, spot in found:
        if spot.name not in ("All", "None", "", *PROCESS):
            first.setdefault(spot.name, thing)
    if profile.press and not profile.press.spots:
        for name, thing in first.items():
            hint = "make it of the four inks" if thing.used else "nothing draws with it: take it out of the resources"
            yield Fault(NOT_TAKEN, f'"{name}" is a plate of its own, and the press has four', thing.page, None, hint)
    alike: dict[str, str] = {}
    for name, thing in first.items():
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
        if spot.name in ("All", "None", "") or spot.transform is None or (key in done and key[2] != (0, 0)):
            continue
        done.add(key)
        full = solid(spot.transform)
        if full is None:
            continue
        family = word(spot.alternate) or word(next(members(spot.alternate), None))
        other = known.setdefault(spot.name, (family, full))
        if (
            other[0] != family
            or len(other[1]) != len(full)
            or max(map(abs, map(float.__sub__, other[1], full)), default=0) > 0.01
        ):
            says = f'the spot "{spot.name}" is shown as {_colour(*other)} and as {_colour(family, full)}'
            yield Fault(TWO, says, thing.page, None, "give it one alternate")


def _colour(family: str, values: tuple[float, ...]) -> str:
    if family == "DeviceCMYK":
        return "CMYK " + "/".join(f"{100 * v:.0f}" for v in values)
    return f"{family} " + "/".join(f"{v:.3g}" for v in values)


def solid(function: object, depth: int = 0) -> tuple[float, ...] | None:
    """What a tint transform (ISO 32000-1, 7.10) makes of a full tint; None where that cannot be told."""
    kind = number(entry(function, "/FunctionType"))
    if kind == 2:
        return _numbers(entry(function, "/C1")) or (1.0,)
    if kind == 3 and depth < 4:
        parts = list(members(entry(function, "/Functions")))
        ends = _numbers(entry(function, "/Encode"))
        return solid(parts[-1], depth + 1) if parts and ends and ends[-1] == 1 else None
    if not isinstance(function, pikepdf.Stream):
        return None
    if kind == 0:
        return _sampled(function)
    if kind == 4:
        done = _reckoned(unpacked(function, 100_000)[0])
        ends = _numbers(entry(function, "/Range")) or ()
        return done if done is not None and 2 * len(done) == len(ends) else None
    return None


def _numbers(obj: object) -> tuple[float, ...] | None:
    values = [number(own) for own in members(obj)]
    return tuple(v for v in values if v is not None) if values and None not in values else None


def _sampled(function: pikepdf.Stream) -> tuple[float, ...] | None:
    """The last sample of a sampled function of 8 bits that runs from its first to its last."""
    ends = _numbers(entry(function, "/Range"))
    if not ends or number(entry(function, "/BitsPerSample")) != 8 or entry(function, "/Encode") is not None:
        return None
    ends = _numbers(entry(function, "/Decode")) or ends
    n = len(ends) // 2
    data = unpacked(function, 1_000_000)[0]
    sizes = _numbers(entry(function, "/Size"))
    if not sizes or len(sizes) != 1 or not 0 < sizes[0] < 100_000 or len(data) < n * sizes[0]:
        return None
    last = data[n * int(sizes[0]) - n : n * int(sizes[0])]
    return tuple(lo + v / 255 * (hi - lo) for v, lo, hi in zip(last, ends[::2], ends[1::2], strict=False))


def _reckoned(program: bytes) -> tuple[float, ...] | None:
    """What a PostScript calculator leaves of 1.0 on its stack; None where it needs more than is known here."""
    stack = [1.0]
    words = program.decode("latin-1").replace("{", " ").replace("}", " ").split()
    if len(words) > 5000 or program.count(b"{") != 1:
        return None
    try:
        for own in words:
            match own:
                case "pop":
                    stack.pop()
                case "dup":
                    stack.append(stack[-1])
                case "exch":
                    stack[-1], stack[-2] = stack[-2], stack[-1]
                case "mul":
                    stack.append(stack.pop() * stack.pop())
                case "add":
                    stack.append(stack.pop() + stack.pop())
                case "sub":
                    stack.append(-stack.pop() + stack.pop())
                case "neg":
                    stack[-1] = -stack[-1]
                case "cvr":
                    pass
                case "index":
                    stack.append(stack[-1 - _small(stack.pop())])
                case "copy":
                    n = _small(stack.pop())
                    stack += stack[len(stack) - n :]
                case "roll":
                    by, n = int(stack.pop()), _small(stack.pop())
                    top = stack[len(stack) - n :]
                    stack[len(stack) - n :] = top[-by % n :] + top[: -by % n] if n else []
                case _:
                    stack.append(float(own))
    except (ValueError, IndexError, OverflowError, ZeroDivisionError):
        return None
    return tuple(stack)


def _small(value: float) -> int:
    if not 0 <= value <= 32:
        raise ValueError
    return int(value)
