"""Which card answers which attack: one relation, from which both what a card answers and what answers it are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, TypeVar

from cardgen.rules.kendo_duel.terms import (
    CARDS,
    FUDOSHIN,
    JODAN,
    KAMAE,
    MAKI_AGE,
    MUSHIN,
    SEIGAN,
    SEME,
    TAI_SABAKI,
    TAIATARI,
    Card,
    Kind,
    Target,
)


class Effect(Enum):
    """What comes of an answer; the word that a card prints of it."""

    LIVE = "attacks"
    """The answer is itself an attack, on whom its player chooses [S6, S11]."""
    CLOSE = "closes"
    """A basic attack closes a counterattack: it attacks nobody, and the counterattack's player starts anew [S6]."""
    PARRY = "parries"
    """The attack ends; who parried starts anew [ruling]."""
    NEUTRALISE = "neutralises"
    """The reinforcing card is over [S7; ruling]."""
    REFLECT = "reflects"
    """It goes back to who sent it [S7; ruling]."""
    DEFLECT = "deflects"
    """It goes on to any other player, who sent it among them [S7, S11; ruling]."""


HOLDS: dict[Card, tuple[Effect, tuple[Card, ...]]] = {
    MUSHIN: (Effect.NEUTRALISE, (JODAN, SEME)),
    SEIGAN: (Effect.REFLECT, (JODAN, SEME)),
    TAI_SABAKI: (Effect.DEFLECT, (TAIATARI,)),
    KAMAE: (Effect.DEFLECT, (MAKI_AGE,)),
    FUDOSHIN: (Effect.DEFLECT, (JODAN, SEME, TAIATARI, MAKI_AGE)),
}
"""The purple and the blue cards: what each does, and with which attacks [S7 names the three verbs; which is whose: ruling]."""


def effect(answer: Card, incoming: Card) -> Effect | None:
    """What an answer does to an attack, or to the reinforcing card of one; None where it is no answer to it.

    Everything that the model knows of answers is read from here.
    """
    if incoming.to is not None:  # a basic attack or a counterattack
        if answer.kind is Kind.PARRYING:
            return Effect.PARRY
        if answer.kind is Kind.COUNTER:
            return Effect.LIVE if answer.begins is incoming.to else None
        if answer.kind is Kind.BASIC and answer.to is incoming.to:
            return Effect.LIVE if incoming.kind is Kind.BASIC else Effect.CLOSE
        return None
    does, holds = HOLDS.get(answer, (None, ()))
    return does if incoming in holds else None


EFFECTS = tuple(tuple(effect(answer, incoming) for incoming in CARDS) for answer in CARDS)
"""The relation by the rows of both cards: it is asked for at every turn."""
ATTACKS = tuple(card for card in CARDS if card.kind in (Kind.BASIC, Kind.COUNTER, Kind.REINFORCING, Kind.ATTACK))
"""What can come at a player: reinforcing cards come with a basic attack."""
UNANSWERABLE: frozenset[Card] = frozenset()
"""Attacks that no card is meant to answer: there is none [ruling]."""
STARTERS = (Kind.BASIC, Kind.ATTACK)
"""Kinds that start an attack [S5]; counterattacks and the purple, blue and green cards never do [ruling]."""


def answers(card: Card) -> tuple[Card, ...]:
    """What a card answers, in the order of the deck."""
    return tuple(incoming for incoming in CARDS if EFFECTS[card.row][incoming.row] is not None)


def answered(card: Card) -> tuple[Card, ...]:
    """What a card is answered by, in the order of the deck."""
    return tuple(answer for answer in CARDS if EFFECTS[answer.row][card.row] is not None)


C = TypeVar("C")
ANY_BASIC, ANY_COUNTER = "any basic attack", "any counterattack"


class Called(NamedTuple):
    """By what other cards speak of a card: its name, its kind, the titles of the targets that it answers and strikes."""

    name: str
    kind: str
    begins: str
    to: str


def groups(cards: Mapping[C, Called]) -> dict[str, tuple[C, ...]]:
    """Whom each name means: several cards at once, largest groups first, or one."""

    def those(kind: Kind, begins: str = "", to: str = "") -> tuple[C, ...]:
        return tuple(
            c for c, one in cards.items() if one.kind == kind.value and begins in ("", one.begins) and to in ("", one.to)
        )

    titles = [target.title for target in Target]
    out = {ANY_BASIC: those(Kind.BASIC), ANY_COUNTER: those(Kind.COUNTER)}
    out |= {title: those(Kind.BASIC, to=title) for title in titles}
    out |= {f"counter to {title}": those(Kind.COUNTER, to=title) for title in titles}
    out |= {f"counter from {title}": those(Kind.COUNTER, begins=title) for title in titles}
    return out | {one.name: (card,) for card, one in cards.items() if one.kind != Kind.BASIC.value}


def _titled(target: Target | None) -> str:
    return target.title if target is not None else ""


GROUPS: Mapping[str, tuple[Card, ...]] = groups(
    {card: Called(card.name, card.kind.value, _titled(card.begins), _titled(card.to)) for card in CARDS}
)
"""The names by which faces speak of cards."""


def told(cards: Iterable[Card]) -> tuple[str, ...]:
    """The fewest names that say these cards and no other, largest groups first."""
    left, out = set(cards), []
    for name, group in GROUPS.items():
        if left.issuperset(group):
            out.append(name)
            left.difference_update(group)
    return tuple(out)


def expanded(names: Iterable[str]) -> frozenset[Card]:
    """The cards that these names say. KeyError where one is no name of a card or a group."""
    return frozenset(card for name in names for card in GROUPS[name])


Lists = Mapping[Card, tuple[tuple[str, ...], tuple[str, ...]]]
"""By card, the names that it prints under what it answers, and under what answers it."""


@lru_cache(maxsize=1)
def printed() -> Lists:
    """What every card must print."""
    return {card: (told(answers(card)), told(answered(card))) for card in CARDS}


def disagreements(lists: Lists) -> list[tuple[Card, Card]]:
    """Of what cards print: each answer and attack of which one says that they meet and the other does not.

    Nothing is asked of the relation: lists that agree with each other may still be wrong. KeyError for a name that is none.
    """
    meets = {card: (expanded(own), expanded(by)) for card, (own, by) in lists.items()}
    return [(a, b) for a in lists for b in lists if (b in meets[a][0]) is not (a in meets[b][1])]
