"""What boards and the rules sheet print of Daisho, in plain numbers, words and rows."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any

from cardgen.rules.daisho import terms
from cardgen.rules.daisho.balance import BALANCE, GAMES, MEETINGS
from cardgen.rules.daisho.example import example
from cardgen.rules.daisho.facts import PILES, of_card
from cardgen.rules.daisho.state import State
from cardgen.rules.daisho.terms import (
    ARMOR,
    ATTACKS,
    COPIES,
    COVER_OF,
    DAMAGE,
    DECK,
    ENGLISH,
    HAND,
    PERSONAS,
    PHASES,
    SPEED,
    Advantage,
    Card,
    Kind,
    Persona,
)
from cardgen.rules.protocol import Rules


def tables(rules: Rules[State, Any]) -> dict[str, Any]:
    """By name; cards, points and turns are whole numbers, odds and shares are per cent, rounded."""
    return {
        "players": len(rules.seats),
        "hit_points": terms.HIT_POINTS,
        "hand": HAND,
        "discards": terms.DISCARDS,
        "damage": DAMAGE,
        "combos": terms.COMBOS,
        "types": terms.COMBO_TYPES,
        "covers_a_type": terms.COVERS,
        "calm": terms.CALM,
        "most_turns": terms.MOST_TURNS,
        "common": DECK,
        "faces": len(Card),
        **_set(rules),
        "phases": [{"number": n, "name": name} for n, name in enumerate(PHASES, 1)],
        "piles": list(PILES),
        "kinds": {kind.value: sum(COPIES[card] for card in Card if terms.kind_of(card) is kind) for kind in Kind},
        "combat": [{"id": card.id, "name": card.title, "english": ENGLISH.get(card, ""), **of_card(card)} for card in Card],
        "covers": [{"attack": attack.title, "cover": cover.title} for attack, cover in COVER_OF.items()],
        "advantages": [{"number": n, "name": advantage.value} for n, advantage in enumerate(Advantage, 1)],
        "personas": [
            {
                "id": who.id,
                "name": who.name,
                "weapon": who.weapon,
                "arm": who.arm,
                "role": who.role,
                "from": who.turns.title,
                "to": who.into.title,
                "phase": phase_of(who),
            }
            for who in PERSONAS
        ],
        "odds": odds(),
        "balance": balance(),
        "rulings": [{"name": ruling.name, "says": ruling.says} for ruling in rules.rulings],
        "example": example(rules),
    }


def phase_of(who: Persona) -> str:
    """The phase in which a persona's substitution matters."""
    if who.into is SPEED:
        return "Speed"
    if who.into is ARMOR:
        return "Cut"
    return "Defend" if terms.kind_of(who.into) is Kind.DEFENCE else "Strike"


def _set(rules: Rules[State, Any]) -> dict[str, Any]:
    """The cards by family and the copies of everything: of each player, or, where it is shared, of the game."""
    families: dict[str, dict[str, int]] = {}
    for printed in rules.deck():
        if printed.optional:
            continue
        family = families.setdefault(printed.family, {"faces": 0, "cards": 0})
        family["faces"] += 1
        family["cards"] += printed.copies * (1 if printed.shared else len(rules.seats))
    return {
        "deck": families,
        "cards": sum(family["cards"] for family in families.values()),
        "copies": {printed.card: printed.copies for printed in rules.deck()},
    }


@lru_cache(maxsize=1)
def odds() -> dict[str, Any]:
    """Of the first hands of ten, by counting: how often one holds at least one of a card, none of it, two or more; how often it
    holds no attack (by mille); how often both hold as many natural Speed cards.
    """
    return {
        "any": {card.id: _percent(1 - holds(COPIES[card], 0)) for card in Card},
        "none": {card.id: _percent(holds(COPIES[card], 0)) for card in Card},
        "two": {card.id: _percent(1 - holds(COPIES[card], 0) - holds(COPIES[card], 1)) for card in Card},
        "no_attack_mille": round(1000 * holds(sum(COPIES[card] for card in ATTACKS), 0)),
        "speed_tied": _percent(speed_tied()),
    }


def holds(copies: int, count: int) -> float:
    """The chance that a hand of ten from the whole deck holds exactly so many of so many cards."""
    return comb(copies, count) * comb(DECK - copies, HAND - count) / comb(DECK, HAND)


def speed_tied() -> float:
    """The chance that two first hands hold as many Speed cards as each other."""
    copies, others = COPIES[SPEED], DECK - COPIES[SPEED]
    tied = sum(
        comb(copies, n) * comb(others, HAND - n) * comb(copies - n, n) * comb(others - HAND + n, HAND - n)
        for n in range(copies // 2 + 1)
    )
    return tied / (comb(DECK, HAND) * comb(DECK - HAND, HAND))


def balance() -> dict[str, Any]:
    """How the personas fared between two simple players, best first: shares of their duels, in per cent; seeded playouts."""
    rows = [
        {"id": who.id, "name": who.name, "won": _percent(fared.won / MEETINGS), "drawn": _percent(fared.drawn / MEETINGS)}
        for who in PERSONAS
        for fared in [BALANCE[who.id]]
    ]
    by_share = sorted(rows, key=lambda row: -BALANCE[str(row["id"])].won)
    return {"player": "greedy", "pairings": len(PERSONAS) - 1, "games": GAMES, "meetings": MEETINGS, "rows": by_share}


def _percent(share: float) -> int:
    return round(100 * share)
