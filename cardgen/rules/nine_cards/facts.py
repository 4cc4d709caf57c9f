"""What the nine cards and the other pieces must say, in every language of this edition, and how many there are of each."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.rules.mutual import one_sided
from cardgen.rules.nine_cards.terms import (
    COMMON,
    DECK,
    DISCS,
    LEAST_LIFE,
    MOST_LIFE,
    SEATS,
    TRACK,
    Card,
    Element,
    named,
)
from cardgen.rules.protocol import Deck, Fact, Printed

NUMERALS = "一二三"
"""How the numbers are written in the names of the cards [ruling]."""
TITLE = {"en": "Duel", "zh-Hans": "单挑", "zh-Hant": "單挑"}
LIFE = {"en": "life", "zh-Hans": "血量", "zh-Hant": "血量"}
COMMON_AREA = {"en": "common cards", "zh-Hans": "公共卡牌区", "zh-Hant": "公共卡牌區"}
DISCARD = {"en": "discard", "zh-Hans": "弃牌区", "zh-Hant": "棄牌區"}
LAY = {"en": "your card", "zh-Hans": "出牌", "zh-Hant": "出牌"}
"""What the source calls itself, what a disc counts and the places on the table, and what they are called in English."""
DISCARDS = 2
"""Discard places on the mat, one before each player; for the rules they are one [ruling]."""
TWICE = "×2"
"""The mark of the life track."""


def chinese(card: Card) -> str:
    """A card's name in Chinese: its symbol and its number [ruling]."""
    return card.element.sign + NUMERALS[card.number - 1]


def facts() -> dict[str, dict[str, Fact]]:
    """By card id and fact. Signs are the same in Simplified and Traditional; names are told by language."""
    return {card.id: of_card(card) for card in DECK} | {
        "life-disc": {},  # blank, as the source asks
        "life-track": {"space": tuple(str(n) for n in range(TRACK + 1)), "twice": TWICE, "life": LIFE},
        "mat": {
            "title": TITLE,
            "common": COMMON_AREA,
            "row": tuple(str(n) for n in range(1, COMMON + 1)),
            "lay": LAY,
            "discard": {language: (name,) * DISCARDS for language, name in DISCARD.items()},
            "circle": tuple(element.sign for element in Element),
        },
    }


def of_card(card: Card) -> dict[str, Fact]:
    """What one of the nine states: `element` is a word of ours, for a drawing; `seal`, `beats` and `beaten` are signs."""
    return {
        "name": {"en": named(card), "zh-Hans": chinese(card), "zh-Hant": chinese(card)},
        "element": card.element.id,
        "number": card.number,
        "seal": card.element.sign,
        "beats": card.element.beats.sign,
        "beaten": card.element.beaten.sign,
    }


def deck() -> tuple[Printed, ...]:
    """The nine cards, and pieces without which the game can be played: all of them shared."""
    return (
        *(Printed("element", card.id, 1, shared=True) for card in DECK),
        Printed("life", "life-disc", DISCS, shared=True, optional=True),
        Printed("track", "life-track", len(SEATS), shared=True, optional=True),
        Printed("mat", "mat", 1, shared=True, optional=True),
    )


def layouts() -> Iterator[dict[str, int]]:
    """What may lie out at once, of both players, as all is shared: the nine cards, which every deal uses up; the discs of both,
    for every life that they tell; in the long contest a track for each, and on it two discs.
    """
    yield {card.id: 1 for card in DECK}
    for life in range(LEAST_LIFE, MOST_LIFE + 1):
        yield {"life-disc": len(SEATS) * life, "mat": 1}
    yield {"life-track": len(SEATS), "life-disc": len(SEATS) * 2, "mat": 1}


def face_down() -> tuple[frozenset[str], ...]:
    """All nine: in hands, laid for a round, set aside, among the common cards."""
    return (frozenset(card.id for card in DECK),)


def discords(cards: Deck) -> Iterator[tuple[str, str]]:
    """Elements of which one beats the other and is not beaten by it."""
    yield from one_sided({card.id: cards[card.id] for card in DECK if card.id in cards}, "beats", "beaten", "seal")
