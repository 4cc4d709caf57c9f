"""Cards in hands and piles. The last card of a subdeck is its top, the first lies at its bottom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.rules.kendo_duel.terms import Card, Subdeck
from cardgen.rules.protocol import Chance

Hand = tuple[Card, ...]
"""Cards in the order of the deck."""
Piles = tuple[Hand, Hand, Hand]
"""One for each subdeck."""
Backs = tuple[int, int, int]
"""How many cards of each subdeck: what the backs of a hand show to all."""

NO_PILES: Piles = ((), (), ())


def shuffled(cards: Sequence[Card], chance: Chance) -> Hand:
    """These cards in an order by chance: every order as likely (Fisher and Yates)."""
    out = list(cards)
    for last in range(len(out) - 1, 0, -1):
        other = chance.randrange(last + 1)
        out[last], out[other] = out[other], out[last]
    return tuple(out)


def along(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The hand with these cards."""
    return tuple(sorted((*hand, *cards)))


def without(hand: Hand, card: Card) -> Hand:
    """The hand without one such card; ValueError where it is not in it."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def kinds(hand: Hand) -> Hand:
    """Each card of a hand once."""
    return tuple(card for n, card in enumerate(hand) if not n or hand[n - 1] is not card)


def backs(hand: Hand) -> Backs:
    """How many of its cards are of each subdeck."""
    out = [0, 0, 0]
    for card in hand:
        out[card.subdeck] += 1
    return out[0], out[1], out[2]


def put(piles: Piles, subdeck: Subdeck, pile: Hand) -> Piles:
    """The piles with this one in the place of another."""
    out = list(piles)
    out[subdeck] = pile
    return out[0], out[1], out[2]
