"""What boards and the rules sheet print of Kendo Duel, in plain numbers, words and rows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from cardgen.rules.kendo_duel import terms
from cardgen.rules.kendo_duel.answers import ATTACKS, EFFECTS, GROUPS, STARTERS, Effect, answered, answers, printed
from cardgen.rules.kendo_duel.example import COMPETITION, DUEL, FOUR, example
from cardgen.rules.kendo_duel.facts import COURT, MARKS, PLAYED, SCORES, SIDES, deck, of_card
from cardgen.rules.kendo_duel.figures import FIGURES, GAMES
from cardgen.rules.kendo_duel.rulings import RULINGS
from cardgen.rules.kendo_duel.signs import ENGLISH, IN_ENGLISH
from cardgen.rules.kendo_duel.terms import (
    CARDS,
    HOWS,
    NUMBERS,
    Card,
    Kind,
    Origin,
    Subdeck,
    Target,
    deck_of,
    origin,
)

LOSSES = {
    Kind.BASIC: terms.LOST_TO_ATTACK,
    Kind.COUNTER: terms.LOST_TO_ATTACK,
    Kind.REINFORCING: terms.LOST_TO_OTHER,
    Kind.ATTACK: terms.LOST_TO_OTHER,
}
"""Cards lost to each kind of attack where it is not answered [S7]."""


def tables() -> dict[str, Any]:
    """By name; cards and players are whole numbers, shares are per cent."""
    return {
        "players": {"least": min(terms.PLAYERS), "most": max(terms.PLAYERS), "competition": 2},
        **_set(),
        "targets": [
            {
                "id": target.name.lower(),
                "name": target.title,
                "place": target.place,
                "letter": terms.LETTERS[target],
                "numbers": [*NUMBERS[target]],
                "sum": sum(NUMBERS[target]),
            }
            for target in Target
        ],
        "kinds": [
            {
                "name": kind.value,
                "frame": kind.frame,
                "cards": sum(card.copies for card in CARDS if card.kind is kind),
                "names": [*dict.fromkeys(card.name for card in CARDS if card.kind is kind)],
                "starts": kind in STARTERS,
            }
            for kind in Kind
        ],
        "all": [_row(card) for card in CARDS],
        "counters": [
            {
                "name": target.title,
                "row": [_waza(card) for card in CARDS if card.begins is target],
            }
            for target in Target
        ],
        "techniques": dict(ENGLISH),
        "flavour": [*terms.FLAVOUR],
        "origins": {one.value: [card.name for card in CARDS if origin(card) is one] for one in Origin},
        "groups": {name: [card.id for card in group] for name, group in GROUPS.items() if len(group) > 1},
        "legality": list(_legality()),
        "effects": [effect.value for effect in Effect],
        "losses": {kind.value: count for kind, count in LOSSES.items()},
        "duel": _duel(),
        "competition": _competition(),
        "board": {
            "subdecks": [subdeck.title for subdeck in Subdeck],
            "played": PLAYED,
            "court": COURT,
            "scores": SCORES,
            "sides": [*SIDES],
        },
        "figures": {"games": GAMES, "rows": [figure._asdict() for figure in FIGURES]},
        "rulings": [{"name": one.name, "says": one.says, "variant": one.variant} for one in RULINGS],
        "examples": examples(),
    }


@lru_cache(maxsize=1)
def examples() -> dict[str, Any]:
    """The played examples by name."""
    return {"duel": example(DUEL), "four": example(FOUR), "competition": example(COMPETITION)}


def _set() -> dict[str, Any]:
    """The cards by family, with the sheets of marks; how many of everything; and how many cards there are."""
    families: dict[str, dict[str, int]] = {}
    rows = [row for row in deck() if not row.optional]
    for row in rows:
        family = families.setdefault(row.family, {"faces": 0, "cards": 0})
        family["faces"] += 1
        family["cards"] += row.copies
    return {
        "deck": families,
        "cards": sum(row.copies for row in rows),
        "copies": {row.card: row.copies for row in deck()},
        "marks": {
            "letters": {letter: MARKS.count(letter) for letter in dict.fromkeys(MARKS)},
            "ippon": len(MARKS),
            "hansoku": terms.TRIANGLES,
        },
    }


def _row(card: Card) -> dict[str, Any]:
    """A card: its facts, what it is in English, where its name is from, and both lists card by card."""
    from_ = origin(card)
    return {
        "id": card.id,
        "family": card.subdeck.family,
        "copies": card.copies,
        "frame": card.kind.frame,
        "english": IN_ENGLISH[card.id],
        "origin": from_.value if from_ else "",
        **of_card(card),
        "answers": [*printed()[card][0]],
        "answered": [*printed()[card][1]],
        "answers_cards": [one.id for one in answers(card)],
        "answered_cards": [one.id for one in answered(card)],
    }


def _waza(card: Card) -> dict[str, str]:
    assert card.begins is not None
    assert card.to is not None
    how, from_ = HOWS[card.begins, card.to]
    return {"id": card.id, "name": card.name, "how": how, "origin": from_.value, "to": card.to.title}


def _legality() -> Iterator[dict[str, Any]]:
    """A row for each kind of attack that comes in (a target where it has one: X), and what each kind of answer does to it; ""
    where it is none.
    """
    first = [CARDS[0], next(card for card in CARDS if card.begins and card.to is CARDS[0].to)]
    named = {first[0]: "basic attack on X", first[1]: "counterattack on X"}
    for incoming in [*first, *(card for card in ATTACKS if card.to is None)]:
        columns: dict[str, str] = {}
        for answer in CARDS:
            if answer.kind is Kind.BASIC:
                column = "the same basic attack"
            elif answer.kind is Kind.COUNTER:
                column = "a counterattack from X"
            else:
                column = answer.name
            if answer.kind in (Kind.BASIC, Kind.COUNTER) and columns.get(column):
                continue
            does = EFFECTS[answer.row][incoming.row]
            columns[column] = does.value if does else ""
        kept = {name: does for name, does in columns.items() if name not in _NO_ANSWERS}
        yield {"incoming": named.get(incoming, incoming.name), "answers": kept}


_NO_ANSWERS = frozenset(card.name for card in CARDS if card.kind is not Kind.BASIC and not answers(card))


SETUP_DUEL = {
    "sort": "Leave out Jikan desu and the marks",
    "shuffle": "Shuffle the three subdecks and lay them on their places, face down",
    "deal": "Deal to each",
    "switch": "Switch up to two cards",
    "start": "Compare totals: the highest starts",
}
SETUP_COMPETITION = {
    "cut": "Cut out the marks",
    "shuffle": "Shuffle the three subdecks, Jikan desu among the other cards, and lay them on their places, face down",
    "deal": "Deal to each",
    "start": "Compare totals: the highest starts",
}
NEXT_DUEL = (
    ("an answer that attacks", "whoever it is on answers"),
    ("a counterattack closed by a basic attack", "the counterattack's player starts"),
    ("a parry", "the parrying player starts"),
    ("no answer, two or three players in", "the loser starts, against anyone"),
    ("no answer, four players in", "the winner starts, against anyone but the loser"),
    ("one of four drops out", "the last attacker draws a bonus card and starts"),
    ("one of three drops out", "the last attacker draws a bonus card, the other one starts"),
)
"""Who plays next in the Duel [S6, S8, S9; parry: ruling]."""
NEXT_COMPETITION = (
    ("an answer that attacks", "the other answers"),
    ("a counterattack closed by a basic attack", "the counterattack's player starts"),
    ("a parry", "the parrying player starts, without a switch and a draw"),
    ("an Ippon", "both fill their hands; who suffered it starts, without a switch and a draw"),
    ("a Hansoku", "who suffered it starts, without a switch and a draw"),
)
"""Who plays next in the Competition [S; parry: ruling]."""


def _duel() -> dict[str, Any]:
    """Of the Duel. `left`: the cards in each subdeck after the deal, by players."""
    sizes = [len(pile) for pile in deck_of(False)]
    return {
        "minutes": terms.MINUTES_DUEL,
        "players": [*terms.PLAYERS],
        "deal": _deal(terms.DUEL_DEAL),
        "hand": sum(terms.DUEL_DEAL),
        "cards": sum(sizes),
        "left": {
            str(players): [size - players * count for size, count in zip(sizes, terms.DUEL_DEAL, strict=True)]
            for players in terms.PLAYERS
        },
        "switches": terms.SWITCHES,
        "bonus": terms.BONUS,
        "setup": _steps(SETUP_DUEL),
        "next": [{"after": after, "then": then} for after, then in NEXT_DUEL],
    }


def _competition() -> dict[str, Any]:
    sizes = [len(pile) for pile in deck_of(True)]
    return {
        "minutes": terms.MINUTES_COMPETITION,
        "deal": _deal(terms.COMPETITION_DEAL),
        "hand": sum(terms.COMPETITION_DEAL),
        "cards": sum(sizes),
        "left": [size - 2 * count for size, count in zip(sizes, terms.COMPETITION_DEAL, strict=True)],
        "ippon": terms.IPPON,
        "hansoku": terms.HANSOKU,
        "refill": terms.REFILL,
        "drawable": [subdeck.title for subdeck in terms.DRAWABLE],
        "setup": _steps(SETUP_COMPETITION),
        "next": [{"after": after, "then": then} for after, then in NEXT_COMPETITION],
    }


def _deal(counts: tuple[int, int, int]) -> dict[str, int]:
    return {subdeck.family: count for subdeck, count in zip(Subdeck, counts, strict=True)}


def _steps(steps: dict[str, str]) -> list[dict[str, str]]:
    return [{"id": step, "name": name} for step, name in steps.items()]
