"""Scene maps as data: zones, connections, traits, starts. Six are in the box; a seventh is a record of the same kind."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from cardgen.rules.heavenly_debt import terms
from cardgen.rules.heavenly_debt.terms import FOE, HERO
from cardgen.rules.protocol import Against

FEWEST_ZONES, MOST_ZONES = 3, 5
"""Of a scene map [S]."""
MOST_TRAITS = 2
"""Of a zone [S]."""
SOURCE_MAPS = 14
"""The scene maps that the source's book has, and its page does not show [S]."""


class Trait(Enum):
    """What a Zone does, for both sides alike [S]."""

    HIGH = "High"
    UNSTABLE = "Unstable"
    WATER = "Water"
    SCREENED = "Screened"
    HAZARD = "Hazard"
    EXIT = "Exit"
    DENSE_QI = "Dense Qi"

    @property
    def id(self) -> str:
        return self.value.lower().replace(" ", "-")


class Zone(NamedTuple):
    """A Zone of a map: its id, its name, its traits."""

    id: str
    name: str
    traits: tuple[Trait, ...] = ()


class Start(NamedTuple):
    """Where a Duel begins: the Zone in which both stand, who got there first ("" for neither), whether that side was unseen
    there and ambushes the other.
    """

    zone: str
    first: str = ""
    ambush: bool = False


class Scene(NamedTuple):
    """A scene map. `starts` are the suggested one and what may be agreed in its place."""

    id: str
    name: str
    zones: tuple[Zone, ...]
    connections: tuple[tuple[str, str], ...]
    starts: tuple[Start, ...]


def scene(id: str, name: str, zones: Iterable[Zone], connections: Iterable[tuple[str, str]], starts: Iterable[Start]) -> Scene:
    """A scene map that can be played on.

    Raises `Against` for other than three to five Zones, more than two traits of one, a Zone named twice, a connection or a
    start that names none, joins a Zone to itself or is there twice, Zones that are not all connected or have one name, no
    start, two in one Zone, an Ambush in a Zone that is not Screened.
    """
    made = Scene(id, name, tuple(zones), tuple(connections), tuple(starts))
    ids = [zone.id for zone in made.zones]
    if not FEWEST_ZONES <= len(ids) <= MOST_ZONES:
        raise Against(f"a scene map has {FEWEST_ZONES} to {MOST_ZONES} Zones, not {len(ids)}", "zones")
    if len(set(ids)) != len(ids):
        raise Against("a Zone is named twice", "zones")
    for zone in made.zones:
        if len(zone.traits) > MOST_TRAITS:
            raise Against(f"{zone.id} has more than {MOST_TRAITS} traits", "traits", zone.id)
        if twice := [trait.value for trait in zone.traits if zone.traits.count(trait) > 1]:
            raise Against(f"{zone.id} has {twice[0]} twice", "traits", zone.id)
    names = [zone.name.casefold().strip() for zone in made.zones]
    for zone, called in zip(made.zones, names, strict=True):
        if not called or names.count(called) > 1:
            raise Against(f"{zone.id} needs a name that no other Zone has, not {zone.name!r}", "zones", zone.id)
    joined = [frozenset(way) for way in made.connections]
    for n, (one, two) in enumerate(made.connections):
        if one not in ids or two not in ids or one == two:
            raise Against(f"{one} and {two} cannot be connected", "connections", n)
        if frozenset((one, two)) in joined[:n]:
            raise Against(f"{one} and {two} are connected twice", "connections", n)
    if reached(made) != set(ids):
        raise Against("its Zones are not all connected", "connections")
    if not made.starts:
        raise Against("it has no start", "start")
    for n, start in enumerate(made.starts):
        check_start(made, start)
        if start.zone in [before.zone for before in made.starts[:n]]:
            says = f"{start.zone} is a start twice; there is room for one in a Zone"
            raise Against(says, "ambush" if start.ambush else "held")
    return made


def check_start(of: Scene, start: Start) -> None:
    """Raises `Against` for a start that the map has no room for, or an Ambush where nothing hides anybody, or of nobody."""
    zone = next((zone for zone in of.zones if zone.id == start.zone), None)
    field = "ambush" if start.ambush else "start" if of.starts and start == of.starts[0] else "held"
    if zone is None:
        raise Against(f"it has no Zone {start.zone}; its Zones are {', '.join(zone.id for zone in of.zones)}", field)
    if start.first not in ("", HERO, FOE):
        raise Against(f"{start.first} is no side; there are {HERO} and {FOE}", "first")
    if start.ambush and Trait.SCREENED not in zone.traits:
        raise Against(f"there is no Ambush in {start.zone}, which is not Screened", field)
    if start.ambush and not start.first:
        raise Against(f"whoever ambushes in {start.zone} was there first", field)


def reached(of: Scene) -> set[str]:
    """The Zones that can be walked to from the first."""
    out = {of.zones[0].id}
    while more := {zone for one, two in of.connections for zone in (one, two) if out & {one, two}} - out:
        out |= more
    return out


@lru_cache(maxsize=256)
def connected(of: Scene, zone: str) -> tuple[str, ...]:
    """The Zones that a line joins to this one, in the map's order."""
    near = {two if one == zone else one for one, two in of.connections if zone in (one, two)}
    return tuple(other.id for other in of.zones if other.id in near)


@lru_cache(maxsize=256)
def traits_of(of: Scene, zone: str) -> tuple[Trait, ...]:
    return next(one.traits for one in of.zones if one.id == zone)


def named(of: Scene, zone: str) -> str:
    """A Zone's name."""
    return next(one.name for one in of.zones if one.id == zone)


HIGH, UNSTABLE, WATER, SCREENED, HAZARD, EXIT, DENSE_QI = Trait

ACTS = {
    HIGH: f"+{terms.HIGH_BONUS} to the Checks, or the Defense, of the side that came first or alone lands its Stance",
    UNSTABLE: f"a landed Feint does {terms.UNSTABLE_HARM} more harm to a fighter here",
    WATER: f"a landed Attack does {terms.WATER_HARM} less harm to a fighter here, at least {terms.LEAST_HARM}",
    SCREENED: f"no Hit comes in from another Zone; whoever begins unseen here has an Ambush, {terms.AMBUSH} Momentum",
    HAZARD: f"{terms.HAZARD_HARM} harm to each side that is here as a Round ends",
    EXIT: "the hero may Flee from here, alone in the Zone without a Check",
    DENSE_QI: "from here a Qi Burst takes no Qi, and of a Fist no Strain",
}
"""What a trait does, as the foot of a map tells it."""

SCENES = (
    scene(
        "ferry-deck",
        "Ferry Deck",
        (Zone("deck", "Deck", (UNSTABLE,)), Zone("roof", "Cabin roof", (HIGH,)), Zone("shallows", "Shallows", (WATER, EXIT))),
        (("deck", "roof"), ("deck", "shallows")),
        (Start("deck"),),
    ),
    scene(
        "shrine-stair",
        "Shrine Stair",
        (
            Zone("gate", "Gate", (EXIT,)),
            Zone("stair", "Stair", (HIGH,)),
            Zone("shrine", "Shrine", (DENSE_QI,)),
            Zone("bamboo", "Bamboo", (SCREENED,)),
        ),
        (("gate", "stair"), ("stair", "shrine"), ("shrine", "bamboo")),
        (Start("stair", FOE),),
    ),
    scene(
        "reed-ford",
        "Reed Ford",
        (
            Zone("ford", "Ford", (WATER,)),
            Zone("reeds", "Reeds", (WATER, SCREENED)),
            Zone("road", "Road", (EXIT,)),
            Zone("bank", "Bank", (HIGH,)),
        ),
        (("ford", "reeds"), ("reeds", "road"), ("road", "bank"), ("bank", "ford")),
        (Start("ford"), Start("reeds", HERO, ambush=True)),
    ),
    scene(
        "burning-granary",
        "Burning Granary",
        (
            Zone("loft", "Loft", (HIGH,)),
            Zone("yard", "Yard", (EXIT,)),
            Zone("floor", "Grain floor", (UNSTABLE,)),
            Zone("fire", "Fire", (HAZARD,)),
        ),
        (("loft", "yard"), ("yard", "floor"), ("floor", "fire")),
        (Start("yard"),),
    ),
    scene(
        "rope-bridge",
        "Rope Bridge",
        (
            Zone("west", "West head", (HIGH, EXIT)),
            Zone("bridge", "Bridge", (UNSTABLE,)),
            Zone("east", "East head", (HIGH,)),
        ),
        (("west", "bridge"), ("bridge", "east")),
        (Start("bridge"), Start("west", HERO), Start("east", HERO)),
    ),
    scene(
        "sealed-spring",
        "Sealed Spring",
        (
            Zone("path", "Path", (EXIT,)),
            Zone("spring", "Spring", (WATER, DENSE_QI)),
            Zone("ledge", "Ledge", (HIGH,)),
        ),
        (("path", "spring"), ("spring", "ledge")),
        (Start("spring"),),
    ),
)
"""The six of this edition [O]. In the order of the map table: the face of a six-sided die draws one [O]."""
