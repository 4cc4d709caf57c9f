"""A scene map of a designer's own, from the fields of its card: the same record as the six, held against the same rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardgen.rules.heavenly_debt.facts import of_scene
from cardgen.rules.heavenly_debt.scenes import Scene, Start, Trait, Zone, scene
from cardgen.rules.heavenly_debt.terms import HERO
from cardgen.rules.protocol import Against, Fact

_BY_NAME = {trait.value: trait for trait in Trait}


def of_own(fields: Mapping[str, Any]) -> dict[str, Fact]:
    """What a map of that data must print. Raises `Against` where nobody could play on it."""
    return of_scene(mapped(fields))


def mapped(fields: Mapping[str, Any]) -> Scene:
    """The map that the data describes. Raises `Against` for a trait that there is none of, traits or a picture of a Zone
    that is none, a connection that does not join two of its Zones, and all that `scene` refuses.
    """
    names: Mapping[str, str] = fields["zones"]
    traits: Mapping[str, Sequence[str]] = fields["traits"]
    for given in ("traits", "pictures"):
        for zone in fields.get(given) or ():
            if zone not in names:
                raise Against(f"it gives {given} to {zone}, which is none of its Zones: {', '.join(names)}", given, zone)
    zones = [Zone(zone, name, tuple(_traits(zone, traits.get(zone, ())))) for zone, name in names.items()]
    ways = [_joined(n, way, names) for n, way in enumerate(fields["connections"])]
    starts = [Start(fields["start"], fields["first"] or "")]
    starts += [Start(zone, HERO, ambush=True) for zone in fields["ambush"]]
    starts += [Start(zone, HERO) for zone in fields["held"]]
    return scene(fields["id"], fields["name"], zones, ways, starts)


def _traits(zone: str, names: Iterable[str]) -> Iterable[Trait]:
    for n, name in enumerate(names):
        if name not in _BY_NAME:
            raise Against(f"there is no trait {name}; there are {', '.join(_BY_NAME)}", "traits", zone, n)
        yield _BY_NAME[name]


def _joined(number: int, way: str, zones: Mapping[str, str]) -> tuple[str, str]:
    """The two Zones of a connection written `one-other`, whose ids may have hyphens of their own."""
    parts = way.split("-")
    pairs = [("-".join(parts[:n]), "-".join(parts[n:])) for n in range(1, len(parts))]
    found = [(one, other) for one, other in pairs if one in zones and other in zones]
    if len(found) > 1:
        both = " or ".join(f"{one} with {other}" for one, other in found)
        raise Against(f"{way} joins {both}; give one of these Zones another id", "connections", number)
    if found:
        return found[0]
    says = f"{way} joins no two of its Zones, {', '.join(zones)}; write it as {'-'.join([*zones, '', ''][:2])}"
    raise Against(says, "connections", number)
