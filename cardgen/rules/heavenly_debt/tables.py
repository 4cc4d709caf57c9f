"""What boards, maps and the rules sheet print of the Duel, in plain numbers, words and rows."""

from __future__ import annotations

from typing import Any

from cardgen.rules.heavenly_debt import terms
from cardgen.rules.heavenly_debt.example import example
from cardgen.rules.heavenly_debt.facts import COLUMNS, cards, cell, deck, of_technique
from cardgen.rules.heavenly_debt.figures import FIGURES, MATCHES, SOURCE_OUTRANKED, SOURCE_TERRAIN
from cardgen.rules.heavenly_debt.leaving import FLEES_WITH
from cardgen.rules.heavenly_debt.rulings import OURS, RULINGS
from cardgen.rules.heavenly_debt.scenes import (
    ACTS,
    FEWEST_ZONES,
    MOST_TRAITS,
    MOST_ZONES,
    SCENES,
    SOURCE_MAPS,
    Scene,
    Trait,
    named,
)
from cardgen.rules.heavenly_debt.terms import (
    HEROES,
    KINDS,
    RESULTS,
    SEATS,
    STANCES,
    STEPS,
    TECHNIQUES,
    TEMPERAMENTS,
    USES,
    WORDS,
    Attribute,
    Clash,
    Hero,
    Raise,
    Stance,
    Technique,
)


def tables() -> dict[str, Any]:
    """By name; harm, points and Rounds are whole numbers, odds are of 100."""
    return {
        "players": len(SEATS),
        **_set(),
        "words": list(WORDS),
        "circle": [{"id": stance.id, "name": stance.title, "beats": stance.beats.title} for stance in Stance],
        "stances": [_stance(stance) for stance in STANCES],
        "steps": [{"number": n, "name": name} for n, name in enumerate(STEPS, 1)],
        "results": [_row(clash) for clash in Clash],
        "bands": {"die": terms.SIDES, "over": terms.CRITICAL_OVER, "under": terms.PARTIAL_UNDER},
        "check": {
            "sides": terms.SIDES,
            "clash": terms.CLASH_BONUS,
            "predictable": terms.PREDICTABLE,
            "push": terms.PUSH,
            "push_strain": terms.PUSH_STRAIN,
            "high": terms.HIGH_BONUS,
            "defense": terms.DEFENSE,
            "realm": terms.REALM,
            "first_defense": terms.DEFENSE + terms.REALM,
            "flee": FLEES_WITH.value,
        },
        "harm": {
            "graze": terms.GRAZE,
            "least": terms.LEAST_HARM,
            "fist": terms.FIST_ATTACK,
            "critical": terms.CRITICAL_HARM,
            "unstable": terms.UNSTABLE_HARM,
            "water": terms.WATER_HARM,
            "hazard": terms.HAZARD_HARM,
        },
        "momentum": {
            "most": terms.MOST_MOMENTUM,
            "gain": terms.GAIN,
            "gains": list(terms.GAINS),
            "loses": terms.LOSES,
            "loss": terms.LOSS,
            "extra": terms.EXTRA_COST,
            "extra_harm": terms.EXTRA_HARM,
            "foresight": terms.FORESIGHT,
            "finisher": terms.FINISHER,
            "defiant": terms.DEFIANT_GAP,
            "ambush": terms.AMBUSH,
        },
        "raise": {
            "steps": terms.RAISE_STEPS,
            "debt": terms.BORROW_DEBT,
            "wounds": terms.BREAK_WOUNDS,
            "ids": [each.value for each in Raise],
        },
        "tracks": {
            "ward": [0, terms.MOST_WARD],
            "wounds": [1, terms.MOST_WOUNDS],
            "momentum": [0, terms.MOST_MOMENTUM],
            "qi": [0, terms.MOST_QI],
            "strain": [1, terms.STRAIN],
        },
        "hero": {
            "ward": terms.WARD,
            "wounds": terms.WOUNDS,
            "qi": terms.QI,
            "strain": terms.STRAIN,
            "techniques": terms.ARTS,
            "burst_qi": terms.BURST_QI,
            "burst_strain": terms.BURST_STRAIN,
        },
        "heroes": [_hero(hero) for hero in HEROES],
        "foes": [kind._asdict() for kind in KINDS],
        "minion_rounds": terms.MINION_ROUNDS,
        "die": terms.DIE,
        "temperaments": [
            {
                "id": one.id,
                "name": one.name,
                "shares": {stance.id: share for stance, share in zip(STANCES, one.shares, strict=True)},
                "faces": [stance.title for stance in one.faces],
            }
            for one in TEMPERAMENTS
        ],
        "techniques": [_technique(technique) for technique in TECHNIQUES],
        "traits": [{"id": trait.id, "name": trait.value, "acts": ACTS[trait]} for trait in Trait],
        "maps": {
            "zones": [FEWEST_ZONES, MOST_ZONES],
            "traits": MOST_TRAITS,
            "off": terms.TRAITS_OFF,
            "source": SOURCE_MAPS,
            "table": [{"die": n, "id": scene.id, "name": scene.name} for n, scene in enumerate(SCENES, 1)],
            "scenes": {scene.id: _scene(scene) for scene in SCENES},
        },
        "figures": {
            **FIGURES._asdict(),
            "source_terrain": SOURCE_TERRAIN,
            "source_outranked": SOURCE_OUTRANKED,
            "matches": {gap: {hero: list(row) for hero, row in rows.items()} for gap, rows in MATCHES.items()},
        },
        "rulings": [{"name": r.name, "says": r.says, "variant": r.variant, "ours": r.why.startswith(OURS)} for r in RULINGS],
        "example": example(),
    }


def _set() -> dict[str, Any]:
    """The cards by family, and the copies of everything."""
    families: dict[str, int] = {}
    for printed in cards():
        families[printed.family] = families.get(printed.family, 0) + printed.copies
    return {
        "deck": families,
        "cards": sum(families.values()),
        "copies": {printed.card: printed.copies for printed in deck()},
    }


def _stance(stance: Stance) -> dict[str, Any]:
    return {
        "id": stance.id,
        "name": stance.title,
        "uses": USES[stance].value,
        "beats": stance.beats.title,
        "loses": stance.loses.title,
        "harm": terms.HARM[stance],
    }


def _row(clash: Clash) -> dict[str, Any]:
    """A row of the result table: what is added to the Check, and each cell as it lands for both and in words."""
    bonus = {Clash.WON: terms.CLASH_BONUS, Clash.LOST: -terms.CLASH_BONUS}.get(clash, 0)
    cells = []
    for outcome in COLUMNS:
        own, foe = RESULTS[clash, outcome]
        says = {"outcome": outcome.title, "hero": own.value, "foe": foe.value, "says": cell(clash, outcome)}
        cells.append(says)
    return {"clash": clash.value, "bonus": bonus, "cells": cells}


def _hero(hero: Hero) -> dict[str, Any]:
    attributes = {which.value.lower(): hero.attribute(which) for which in Attribute}
    return {"id": hero.id, "name": hero.name, "calling": hero.calling, **attributes}


def _technique(technique: Technique) -> dict[str, Any]:
    return {
        "id": technique.id,
        "name": technique.name,
        "stance": "",
        "way": "",
        "calling": "",
        "momentum": 0,
        "qi": 0,
        **of_technique(technique),
        "once": technique.once,
        "zones": technique.zoned,
        "dry": technique.dry,
    }


def _scene(scene: Scene) -> dict[str, Any]:
    """A map as plain data, all of it by the names of its Zones."""
    return {
        "name": scene.name,
        "zones": [{"id": zone.id, "name": zone.name, "traits": [trait.value for trait in zone.traits]} for zone in scene.zones],
        "connections": [[named(scene, zone) for zone in pair] for pair in scene.connections],
        "starts": [{"zone": named(scene, start.zone), "first": start.first, "ambush": start.ambush} for start in scene.starts],
    }
