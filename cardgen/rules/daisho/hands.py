"""Cards in hands and piles: hands as counts, the draw pile in its order, and how hands are filled from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardgen.rules.daisho.terms import COPIES, HAND, Card
from cardgen.rules.protocol import Chance

Hand = tuple[int, ...]
"""How many of each card, in the order of `Card`. The discard pile is one too: it lies open, and its order tells nothing."""
Pile = tuple[Card, ...]
"""The draw pile; its last card is drawn next."""

EMPTY: Hand = (0,) * len(Card)
CARDS = tuple(Card)


class Filled(NamedTuple):
    """After both hands were filled: what A and B hold, the draw pile, the discards; where these were shuffled, what A and B
    held at that moment (None where they were not).
    """

    a: Hand
    b: Hand
    pile: Pile
    discards: Hand
    held: tuple[Hand, Hand] | None = None


def hand_of(cards: Iterable[Card]) -> Hand:
    """The counts of these cards."""
    out = [0] * len(Card)
    for card in cards:
        out[card] += 1
    return tuple(out)


def cards_of(hand: Hand) -> tuple[Card, ...]:
    """The cards of a hand, in the order of `Card`."""
    return tuple(card for card, count in zip(CARDS, hand, strict=True) for _ in range(count))


def without(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The hand after these cards have left it; ValueError where they are not in it."""
    out = list(hand)
    for card in cards:
        if not out[card]:
            raise ValueError(f"there is no {card.title} left in the hand")
        out[card] -= 1
    return tuple(out)


def fewer(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The counts with as many of these cards taken out as are there."""
    out = list(hand)
    for card in cards:
        out[card] -= out[card] > 0
    return tuple(out)


def along(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The counts with these cards added."""
    out = list(hand)
    for card in cards:
        out[card] += 1
    return tuple(out)


def shuffled(cards: Hand, chance: Chance) -> Pile:
    """These cards in an order by chance: every order as likely (Fisher and Yates)."""
    out = list(cards_of(cards))
    draw = chance.randrange
    for last in range(len(out) - 1, 0, -1):
        other = draw(last + 1)
        out[last], out[other] = out[other], out[last]
    return tuple(out)


def new_pile(chance: Chance) -> Pile:
    """The whole deck, shuffled."""
    return shuffled(COPIES, chance)


def filled(a: Hand, b: Hand, pile: Pile, discards: Hand, chance: Chance) -> Filled:
    """Both hands filled to ten, a card each by turns, A first, who is full being passed over [ruling].

    Where a card is to be drawn and the pile is empty, all discards are shuffled and are the pile [S; when: ruling]. There are
    always enough: of seventy cards the two hands hold twenty at the most.
    """
    need_a, need_b = HAND - sum(a), HAND - sum(b)
    if not need_a and not need_b:
        return Filled(a, b, pile, discards)
    hands, need, rest, held = (list(a), list(b)), [need_a, need_b], list(pile), None
    while need[0] or need[1]:
        for seat in (0, 1):
            if need[seat]:
                if not rest:
                    rest, discards = list(shuffled(discards, chance)), EMPTY
                    held = tuple(hands[0]), tuple(hands[1])
                hands[seat][rest.pop()] += 1
                need[seat] -= 1
    return Filled(tuple(hands[0]), tuple(hands[1]), tuple(rest), discards, held)
