"""Which colour spaces a PDF names, and which of them its standard forbids (print.md 1.1, row 10; GWG 2022 R0027, R0030)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import pikepdf

from cardgen.findings import Code, Severity
from cardgen.profile import Press
from cardgen.readback.clauses.inside import SPACE, Thing
from cardgen.readback.fault import Fault
from cardgen.readback.spaces import PROFILED, whole
from cardgen.readback.values import entries, entry, filters, key_of, members, number, unpacked, word

RGB = Code("rgb-colour", "RGB is separated into inks by the press's own program, and black type comes out in four of them")
MANAGED = Code(
    "managed-colour", "a colour that a profile manages is turned into inks only at the press (ISO 15930-4: none in X-1a)"
)
UNUSED_RGB = Code(
    "unused-rgb",
    "RGB that nothing is painted with is not printed, but a press's preflight may stop at it",
    Severity.WARNING,
)
UNUSED_MANAGED = Code(
    "unused-managed",
    "a colour that a profile manages and nothing is painted with is not printed, but a press's preflight may stop at it",
    Severity.WARNING,
)
GROUP = Code(
    "group-colour", "transparency that is blended in no space or in another than CMYK changes colours", Severity.WARNING
)

CMYK_HINT = "make it CMYK, or a spot, before it is written"
GROUP_HINT = "give it /CS /DeviceCMYK (GWG 2022 R0030)"
UNUSED_HINT = "take it out of the resources"
UNUSED = {RGB: UNUSED_RGB, MANAGED: UNUSED_MANAGED}
"""What a colour is told as that only lies in the resources."""
MOST = 64
"""Of a DeviceN no more colorants are looked at; it may have 32 (ISO 32000-1, C.2)."""
DEEP = 8
"""A colour space stands in another no more often than that (Pattern over Indexed over DeviceN over its alternate: 4)."""


Known = dict[tuple[int, int], bytes]
"""ICC profiles by the stream that they are."""


class Hue(NamedTuple):
    """A colour space that a thing's colours end in: its family ("DeviceRGB", "ICCBased"), what it stands under ("Indexed"),
    the profile's stream and its number of channels where it has one; the spot whose alternate it is.
    """

    family: str
    under: str = ""
    profile: object = None
    spot: str = ""


class Spot(NamedTuple):
    """A spot, or a component of DeviceN: its name, the space of its alternate, its tint transform (None: one of several)."""

    name: str
    alternate: object
    transform: object


def hues(space: object, under: str = "", spot: str = "", seen: frozenset[tuple[int, int]] = frozenset()) -> Iterator[Hue]:
    """Every colour space that this one ends in, its base, its alternates and its colorants' among them."""
    family, rest, seen = _parts(space, seen)
    if not rest and family:
        yield Hue(family, under, None, spot)
        return
    over = f"{under} over {family}" if under else family
    match family:
        case "ICCBased":
            yield Hue(PROFILED.get(int(number(entry(rest[0], "/N")) or 0), family), under, rest[0], spot)
        case "Indexed" | "Pattern":
            yield from hues(rest[0], over, spot, seen)
        case "Separation":
            yield from hues(rest[1], over, f'"{word(rest[0])}"', seen)
        case "DeviceN":
            names = " and ".join(f'"{word(name)}"' for name in islice(members(rest[0]), 4))
            yield from hues(rest[1], over, names, seen)
            for own in _colorants(rest[3]):
                yield from hues(own, over, spot, seen)
            yield from hues(entry(entry(rest[3], "/Process"), "/ColorSpace"), over, names, seen)
        case "CalGray" | "CalRGB" | "Lab" | "DeviceGray" | "DeviceRGB" | "DeviceCMYK":
            yield Hue(family, under, None, spot)


def spots(space: object, seen: frozenset[tuple[int, int]] = frozenset()) -> Iterator[Spot]:
    """Every ink that a colour space names as a plate of its own, /All and /None among them."""
    family, rest, seen = _parts(space, seen)
    match family if rest else "":
        case "Indexed" | "Pattern":
            yield from spots(rest[0], seen)
        case "Separation":
            yield Spot(word(rest[0]), rest[1], rest[2])
        case "DeviceN":
            yield from (Spot(word(name), None, None) for name in islice(members(rest[0]), MOST))
            for own in _colorants(rest[3]):
                if _parts(own, seen)[0] == "Separation":
                    yield from spots(own, seen)


def _parts(space: object, seen: frozenset[tuple[int, int]]) -> tuple[str, list[object], frozenset[tuple[int, int]]]:
    """A colour space's family, what follows it (padded to four; nothing where the space is a name), and the objects that it
    lies in: nothing of one that lies in itself, or too deep.
    """
    if isinstance(space, pikepdf.Name):
        return whole(word(space)), [], seen
    key = key_of(space)
    if key in seen or len(seen) >= DEEP:
        return "", [None] * 4, seen
    parts = list(islice(members(space), 5))
    family = whole(word(parts[0])) if parts else ""
    inner = seen | {key if key != (0, 0) else (0, -len(seen) - 1)}
    return family, [*parts[1:], None, None, None, None], inner


def _colorants(attributes: object) -> Iterator[object]:
    """The spaces of a DeviceN's own spots: Separations, each, which lie in no further DeviceN (ISO 32000-1, 8.6.6.5)."""
    for _, own in islice(entries(entry(attributes, "/Colorants")), MOST):
        if word(next(members(own), None)) == "Separation":
            yield own


def check_hues(things: Iterable[Thing], press: Press, intent: bytes) -> Iterator[Fault]:
    """RGB anywhere; colours that a profile manages, where the standard has none; groups that blend in another space.

    `intent` is the output intent's profile: in X-4 a space that is the same as it is turned into inks with no account taken of
    overprint, and forbidden (ISO 15930-7).
    """
    known: Known = {}
    for thing in things:
        if thing.kind == "space":
            yield from _judged(thing, thing.obj, thing.says, press, known, intent)
        elif thing.kind == "content" and thing.scan:
            for operator in sorted(thing.scan.rgb):
                what = "a fill" if operator.islower() else "a line"
                where = thing.says if thing.used else f"{thing.says} that nothing draws"
                yield _fault(RGB, thing, f"{what} in {where} is in DeviceRGB (the operator {operator})", CMYK_HINT)
            for image in thing.scan.inline:
                if "DeviceRGB" in image.space:
                    says = f"an inline image of {image.width} x {image.height} px is in DeviceRGB"
                    yield _fault(RGB, thing, says, CMYK_HINT)
        elif thing.kind == "image" and "JPXDecode" in filters(thing.obj) and entry(thing.obj, "/ColorSpace") is None:
            if _jpeg_2000_is_rgb(thing.obj):
                yield _fault(RGB, thing, f"{thing.says} is in RGB, as its own bytes say", CMYK_HINT)
        elif thing.kind == "group" and press.standard == "X-4":
            yield from _group(thing)


def _judged(thing: Thing, space: object, says: str, press: Press, known: Known, intent: bytes) -> Iterator[Fault]:
    told: set[str] = set()
    idle = "" if thing.used else ", which nothing is painted with,"
    if not thing.used:
        says = "a colour space that nothing is painted with" if says == SPACE else f"{says} that nothing draws"
    for hue in hues(space):
        named = f"{says} is in {hue.family}" if thing.used or thing.says != SPACE else f"{says} is {hue.family}"
        if hue.spot:
            named = f"the alternate of {hue.spot}{idle} is in {hue.family}"
        elif hue.under:
            named = f"{says} is {hue.under} over {hue.family}"
        if named in told:
            continue
        told.add(named)
        if hue.family in ("DeviceRGB", "CalRGB", "ICCBased RGB"):
            yield _fault(RGB, thing, named, CMYK_HINT)
        elif hue.family == "ICCBased" or _profile(hue.profile, known)[16:20] == b"RGB ":
            yield _fault(RGB, thing, f"{named}, and its profile is not of as many channels as it says", CMYK_HINT)
        elif press.standard == "X-1a:2003" and (hue.profile is not None or hue.family in ("CalGray", "Lab")):
            yield _fault(MANAGED, thing, named, "DeviceCMYK, DeviceGray and spots are what X-1a has")
        elif press.standard == "X-4" and hue.family == "ICCBased CMYK" and intent and _profile(hue.profile, known) == intent:
            yield _fault(MANAGED, thing, f"{named} of the very profile that the file is printed with", "make it DeviceCMYK")


def _group(thing: Thing) -> Iterator[Fault]:
    space = entry(thing.obj, "/CS")
    if space is None:
        if thing.says.startswith("the page"):
            yield _fault(GROUP, thing, f"{thing.says} names no colour space to blend in", GROUP_HINT)
    elif not thing.says.startswith("a soft mask"):
        for hue in hues(space):
            if hue.family not in ("DeviceCMYK", "ICCBased CMYK", "DeviceRGB", "CalRGB", "ICCBased RGB"):
                yield _fault(GROUP, thing, f"{thing.says} blends in {hue.family}", GROUP_HINT)


def _fault(code: Code, thing: Thing, says: str, hint: str) -> Fault:
    """A fault of a thing; of one that nothing draws with a warning, where it is one of a colour."""
    if thing.used:
        return Fault(code, says, thing.page, None, hint)
    return Fault(UNUSED.get(code, code), says, thing.page, None, UNUSED_HINT)


def _profile(stream: object, known: Known) -> bytes:
    """An ICC profile, unpacked once; empty where it is none."""
    if not isinstance(stream, pikepdf.Stream):
        return b""
    if key_of(stream) not in known:
        known[key_of(stream)] = unpacked(stream)[0]
    return known[key_of(stream)]


def _jpeg_2000_is_rgb(obj: object) -> bool:
    """Whether a JPEG 2000's first `colr` box is sRGB or sYCC (ISO 15444-1, I.5.3.3)."""
    if not isinstance(obj, pikepdf.Stream) or filters(obj) != ("JPXDecode",):
        return False
    raw = obj.read_raw_bytes()[:65_536]
    at = raw.find(b"colr")
    method, space = raw[at + 4 : at + 5], raw[at + 7 : at + 11]
    return at > 0 and method == b"\1" and int.from_bytes(space, "big") in (16, 18)
