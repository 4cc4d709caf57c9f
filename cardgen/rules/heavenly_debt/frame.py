"""What is agreed on before a Duel: who fights whom, with what, and where."""

from __future__ import annotations

from enum import Enum
from itertools import combinations
from typing import NamedTuple

from cardgen.rules.heavenly_debt.scenes import SCENES, Scene, Start, check_start
from cardgen.rules.heavenly_debt.terms import (
    ARTS,
    CHOSEN,
    DIE,
    FORESEEING,
    REALM,
    SEAL,
    TRAITS_OFF,
    Hero,
    Kind,
    Technique,
    Temperament,
)
from cardgen.rules.protocol import Chance


class Ground(Enum):
    """Where a Duel is fought, if on no map that was agreed on: most need none [S]."""

    PLAIN = "no map"
    TABLE = "the map table"


class Arts(NamedTuple):
    """The Techniques that a hero brings, in the order of the cards."""

    techniques: tuple[Technique, ...]


class Agreed(NamedTuple):
    """The frame of a Duel. What is None is left to the players (the Temperament is asked for in solo play alone); a start that
    is None is the map's own. `TABLE` draws a map by the die.
    """

    hero: Hero | None = None
    arts: Arts | None = None
    kind: Kind | None = None
    temperament: Temperament | None = None
    ground: Scene | Ground | None = None
    start: Start | None = None
    realm: int = REALM
    foe_realm: int = REALM

    @property
    def gap(self) -> int:
        """How many Realms the foe is above the hero: he is outranked by so many, or outranks it where it is below 0."""
        return self.foe_realm - self.realm

    @property
    def scene(self) -> Scene | None:
        return self.ground if isinstance(self.ground, Scene) else None


def agreed(frame: Agreed) -> Agreed:
    """The same frame, held against the rules.

    ValueError for a Realm below 1, other Techniques than a hero may bring, a start that its map does not have, or an Ambush at
    a gap at which no trait hides anybody [S].
    """
    if frame.realm < REALM or frame.foe_realm < REALM:
        raise ValueError(f"a Realm is {REALM} or more")
    if frame.arts is not None and frame.arts not in all_arts():
        raise ValueError(f"a hero brings {ARTS} of {', '.join(technique.name for technique in CHOSEN)}, in their order")
    if frame.start is not None:
        if frame.scene is None:
            raise ValueError("a start is agreed on for a map that is agreed on")
        check_start(frame.scene, frame.start)
        if frame.start.ambush and abs(frame.gap) >= TRAITS_OFF:
            raise ValueError(f"at a gap of {TRAITS_OFF} Realms or more no trait does anything, and there is no Ambush")
    return frame


def all_arts() -> tuple[Arts, ...]:
    """Every choice of Techniques, of which each hero brings two [ruling]."""
    return tuple(Arts(two) for two in combinations(CHOSEN, ARTS))


def has(frame: Agreed, technique: Technique) -> bool:
    """Whether the hero has a Technique: one that he brings, or a Seal's Foresight [S]."""
    if technique is FORESEEING:
        return frame.hero is not None and frame.hero.id == SEAL.id
    return frame.arts is not None and technique in frame.arts.techniques


def drawn(chance: Chance) -> Scene:
    """A map by the map table: each face of the die is one of the six [ruling]."""
    return SCENES[chance.randrange(DIE)]


def start_of(frame: Agreed) -> Start:
    """Where the Duel begins: as an adventure sets it, else as the map suggests [S]; nowhere without a map."""
    if frame.scene is None:
        return Start("")
    return frame.start or frame.scene.starts[0]
