"""What boards and the rules sheet print of Duel, in plain numbers, words and rows."""

from __future__ import annotations

from typing import Any

from cardgen.rules.duel import terms
from cardgen.rules.duel.terms import TECHNIQUES, WRITTEN, Duellist, Variant, health_of


def tables(variant: Variant) -> dict[str, Any]:
    """By name; spaces, slots, stamina and damage are whole numbers, a cell of the counter table is as the source writes it."""
    attacks = TECHNIQUES[: len(WRITTEN)]
    return {
        "spaces": terms.SPACES,
        "start": {"A": terms.START[0], "B": terms.START[1]},
        "health": {who.value: health_of(who, variant) for who in Duellist},
        "most_health": max(health_of(who, variant) for who in Duellist),
        "stamina": terms.MOST_STAMINA,
        "slots": terms.SLOTS,
        "between": terms.BETWEEN,
        "rest": terms.REST,
        "waiting": terms.WAITING,
        "dodge": {"cost": terms.DODGE_COST, "back": terms.DODGE_BACK, "rain": terms.DODGE_BACK + terms.FAR_IN_RAIN},
        "pursuit": terms.PURSUIT_REACH,
        "knock_back": terms.KNOCK_BACK,
        "mighty": {"slot": 1, "damage": terms.MIGHTY_DAMAGE, "lock": terms.MIGHTY_LOCK},
        "lock": terms.LOCK,
        "round": terms.ROUND,
        "weather": [condition(slot) for slot in range(1, terms.ROUND + 1)],
        "sun": {"from": terms.SUN_FROM, "turns": terms.SUN_TURNS, "to": terms.SUN_TO},
        "changing": [{"from": first, "to": last} for first, last in terms.CHANGING],
        "techniques": [
            {
                "id": t.id,
                "short": t.short,
                "stance": t.stance.name.lower() if t.stance is not None else "any",
                "step": t.step,
                "least": t.least,
                "most": t.most,
                "damage": t.damage,
                "cost": t.cost,
                "pursuit": t.pursuit,
                "attacks": t.attacks,
                "defends": t.defends,
            }
            for t in TECHNIQUES
        ],
        "counter": [
            {"id": t.id, "short": t.short, "cells": [{"id": o.id, "cell": c} for o, c in zip(attacks, row, strict=True)]}
            for t, row in zip(attacks, WRITTEN, strict=True)
        ],
    }


def condition(slot: int) -> str:
    """The weather of a slot as the strip shows it: rain and fog are drawn, and are one place on it."""
    if terms.SUN_FROM <= slot <= terms.SUN_TO:
        return "sun"
    return "drawn" if any(first <= slot <= last for first, last in terms.CHANGING) else "clear"
