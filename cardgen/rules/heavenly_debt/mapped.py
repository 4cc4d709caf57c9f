"""A scene map of a designer's own, from the fields of its card: the same record as the six, held against the same rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardgen.rules.heavenly_debt.facts import of_scene
from cardgen.rules.heavenly_debt.scenes import Scene, Start, Trait, Zone, scene
from cardgen.rules.heavenly_debt.terms import HERO
from cardgen.rules.protocol import Fact

_BY_NAME = {trait.value: trait for trait in Trait}


def of_own(fields: Mapping[str, Any]) -> dict[str, Fact]:
    """What a map of that data must print. ValueError, in a sentence, where nobody could play on it."""
    return of_scene(mapped(fields))


def mapped(fields: Mapping[str, Any]) -> Scene:
    """The map that the data describes. ValueError for a trait that there is none of, traits or a picture of a Zone
    that is none, a connection that does not join two of its Zones, and all that `scene` refuses.
    """
    names: Mapping[str, str] = fields["zones"]
    traits: Mapping[str, Sequence[str]] = fields["traits"]
    for given in ("traits", "pictures"):
        for zone in fields.get(given) or ():
            if zone not in names:
                raise ValueError(f"it gives {given} to {zone}, which is none of its Zones: {', '.join(names)}")
    zones = [Zone(zone, name, tuple(_traits(traits.get(zone, ())))) for zone, name in names.items()]
    ways = [_joined(way, names) for way in fields["connections"]]
    starts = [Start(fields["start"], fields["first"] or "")]
    starts += [Start(zone, HERO, ambush=True) for zone in fields["ambush"]]
    starts += [Start(zone, HERO) for zone in fields["held"]]
    try:
        return scene(fields["id"], fields["name"], zones, ways, starts)
    except ValueError as refused:
        raise ValueError(str(refused).removeprefix(f"{fields['id']}: ")) from None


def _traits(names: Iterable[str]) -> Iterable[Trait]:
    for name in names:
        if name not in _BY_NAME:
            raise ValueError(f"there is no trait {name}; there are {', '.join(_BY_NAME)}")
        yield _BY_NAME[name]


def _joined(way: str, zones: Mapping[str, str]) -> tuple[str, str]:
    """The two Zones of a connection written `one-other`, whose ids may have hyphens of their own."""
    parts = way.split("-")
    for n in range(1, len(parts)):
        one, other = "-".join(parts[:n]), "-".join(parts[n:])
        if one in zones and other in zones:
            return one, other
    raise ValueError(f"{way} joins no two of its Zones, {', '.join(zones)}; write it as {'-'.join([*zones, '', ''][:2])}")
