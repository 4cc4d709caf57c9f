"""What the rules sheet prints beside the tables that boards print too: the set, words of the rules, rulings, an example."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.rules.duel import terms
from cardgen.rules.duel.boards import STEPS
from cardgen.rules.duel.example import exchange
from cardgen.rules.duel.state import State
from cardgen.rules.duel.tables import condition
from cardgen.rules.duel.terms import FOOTWORK, LONG_STRIDE, TABLE, TECHNIQUES, WRITTEN, Stance
from cardgen.rules.protocol import Rules

YEAR = 1612
"""The year of the duel that the game remembers."""
CLEAR_IN_FOG = 1
"""How far apart both may stand in fog and still see stances and footwork."""


def sheet(rules: Rules[State, Any]) -> dict[str, Any]:
    """By name, as `tables` has them."""
    attacks = TECHNIQUES[: len(WRITTEN)]
    return {
        "year": YEAR,
        "players": len(rules.seats),
        **_set(rules),
        "steps": list(STEPS),
        "moves": {step.id: abs(step.spaces) for step in FOOTWORK},
        "stride": max(step.spaces for step in LONG_STRIDE),
        "farther": terms.FAR_IN_RAIN,
        "clear_in_fog": CLEAR_IN_FOG,
        "spans": list(_spans()),
        "stances": [stance.name.lower() for stance in Stance],
        "cells": {t.id: {o.id: c for o, c in zip(attacks, row, strict=True)} for t, row in zip(attacks, WRITTEN, strict=True)},
        "interception": _interception(),
        "interceptions": [{"by": by, "on": on} for by, on in _interceptions()],
        "rulings": [{"name": ruling.name, "says": ruling.says} for ruling in rules.rulings],
        "example": exchange(rules),
    }


def _set(rules: Rules[State, Any]) -> dict[str, Any]:
    """The cards by family and the copies of everything: of each player, or, where it is shared, of the game."""
    families: dict[str, dict[str, int]] = {}
    for printed in rules.deck():
        if printed.optional:
            continue
        family = families.setdefault(printed.family, {"faces": 0, "copies": printed.copies, "cards": 0})
        family["faces"] += 1
        family["cards"] += printed.copies * (1 if printed.shared else len(rules.seats))
    return {
        "deck": families,
        "cards": sum(family["cards"] for family in families.values()),
        "copies": {printed.card: printed.copies for printed in rules.deck()},
    }


def _spans() -> Iterator[dict[str, Any]]:
    """The weather's count in stretches of one condition."""
    first = 1
    for slot in range(1, terms.ROUND + 1):
        if slot == terms.ROUND or condition(slot + 1) != condition(slot):
            yield {"from": first, "to": slot, "weather": condition(slot)}
            first = slot + 1


def _interception() -> int:
    return max(cell.dealt for row in TABLE for cell in row)


def _interceptions() -> Iterator[tuple[str, str]]:
    """Which technique intercepts which: its cell deals the table's most, and it lists less itself."""
    for own in TECHNIQUES[: len(TABLE)]:
        for other, cell in zip(TECHNIQUES, TABLE[own.row], strict=False):
            if cell.dealt == _interception() > own.damage:
                yield own.id, other.id
