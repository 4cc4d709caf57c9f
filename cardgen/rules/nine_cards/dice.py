"""The variant `dice`: life, three rounds, and dice for the attacker and the defender."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.rules.nine_cards.terms import (
    DECK,
    DICE,
    DOUBLED,
    HAND,
    ROUNDS,
    SEATS,
    SIDES,
    TIMES,
    Agreed,
    Card,
    attacker,
)
from cardgen.rules.protocol import Chance, Result

Pair = tuple[Card, Card]
Hand = tuple[Card, ...]


class Bout(NamedTuple):
    """A round that is over: which round of which deal, the cards of A and B, who attacked (0 = A; None in a tie), the dice
    that each threw, those that each counted, whether the damage was doubled, and the life that each lost.
    """

    deal: int
    round: int
    cards: Pair
    attacker: int | None
    thrown: tuple[tuple[int, ...], tuple[int, ...]]
    counted: tuple[tuple[int, ...], tuple[int, ...]]
    doubled: bool
    lost: tuple[int, int]


class State(NamedTuple):
    """A game: hands and life of A and B, the ninth card, the pairs played since the deal, the coming round (1 to 3) of which
    deal (always 1 but in the long contest), whether it is over, the last round played.
    """

    hands: tuple[Hand, Hand]
    life: tuple[int, int]
    aside: Card
    played: tuple[Pair, ...]
    round: int
    deal: int
    over: bool
    last: Bout | None


class View(NamedTuple):
    """What a seat knows: its hand and life, the other's life and how many cards he holds, the pairs in the discard (face up;
    the ninth card lies face down among them [ruling]), the coming round, the deal, the last round.
    """

    hand: Hand
    life: int
    other_life: int
    other_hand: int
    played: tuple[Pair, ...]
    round: int
    deal: int
    over: bool
    last: Bout | None


def setup(agreed: Agreed, chance: Chance) -> State:
    """The first deal, before anybody has chosen."""
    hands, aside = dealt(chance)
    return State(hands, (agreed.life, agreed.life), aside, (), 1, 1, False, None)


def dealt(chance: Chance) -> tuple[tuple[Hand, Hand], Card]:
    """Both hands, in the order of the nine, and the one card that is left: it is set aside face down [S1.2; ruling]."""
    cards = shuffled(chance)
    return (tuple(sorted(cards[:HAND])), tuple(sorted(cards[HAND : 2 * HAND]))), cards[-1]


def shuffled(chance: Chance) -> list[Card]:
    """The nine cards, every order as likely, however often the players shuffle."""
    cards = list(DECK)
    for n in range(len(cards) - 1, 0, -1):
        m = chance.randrange(n + 1)
        cards[n], cards[m] = cards[m], cards[n]
    return cards


def moves(state: State, seat: int) -> Sequence[Card]:
    """The cards in hand; nothing when it is over."""
    return () if state.over else state.hands[seat]


def play(state: State, chosen: Sequence[object], agreed: Agreed, chance: Chance) -> State:
    """Both turn their cards over, throw, and lose life; ValueError for what is no card of the hand."""
    one, two = chosen
    pair = taken(state.hands[0], one, 0, state.over), taken(state.hands[1], two, 1, state.over)
    bout = fought(state, pair, agreed, chance)
    life = (remaining(state.life[0], bout.lost[0]), remaining(state.life[1], bout.lost[1]))
    hands = left(state.hands[0], pair[0]), left(state.hands[1], pair[1])
    fell = 0 in life
    last_round = state.round == ROUNDS
    if last_round and agreed.long and not fell:
        hands, aside = dealt(chance)
        return State(hands, life, aside, (), 1, state.deal + 1, False, bout)
    over = fell or last_round
    return State(hands, life, state.aside, (*state.played, pair), state.round + (not over), state.deal, over, bout)


def fought(state: State, pair: Pair, agreed: Agreed, chance: Chance) -> Bout:
    """A round of two cards: in a tie each loses the number on his own card [S1.4], else the attacker throws first [S1.5]."""
    first = attacker(*pair)
    if first is None:
        lost = pair[0].number, pair[1].number
        return Bout(state.deal, state.round, pair, None, ((), ()), ((), ()), False, lost)
    attacks, defends = pair[first], pair[1 - first]
    thrown = throw(attacks, agreed, chance), throw(defends, agreed, chance)
    counted = kept(attacks, thrown[0]), kept(defends, thrown[1])
    dealt, doubled = damage(attacks, defends, sum(counted[0]), sum(counted[1]))
    if first == 0:
        return Bout(state.deal, state.round, pair, first, thrown, counted, doubled, (0, dealt))
    return Bout(state.deal, state.round, pair, first, thrown[::-1], counted[::-1], doubled, (dealt, 0))


def throw(card: Card, agreed: Agreed, chance: Chance) -> tuple[int, ...]:
    """As many dice as the card's number, or all three where the best are kept [S1.5; ruling]."""
    count = DICE if agreed.best else card.number
    return tuple(1 + chance.randrange(SIDES) for _ in range(count))


def kept(card: Card, thrown: tuple[int, ...]) -> tuple[int, ...]:
    """The dice that count, highest first where there is a choice: lower ones would only serve the other [ruling]."""
    return thrown if len(thrown) == card.number else tuple(sorted(thrown, reverse=True)[: card.number])


def damage(attacks: Card, defends: Card, attack: int, defence: int) -> tuple[int, bool]:
    """The life that the defender loses by these sums, and whether it was doubled: none where the defence is as high
    [S1.6], twice the difference where a 1 hits a 3 [S1.7].
    """
    hit = max(0, attack - defence)
    doubled = hit > 0 and (attacks.number, defends.number) == DOUBLED
    return (hit * TIMES if doubled else hit), doubled


def remaining(life: int, lost: int) -> int:
    """Life never goes below nothing: there are no more discs to take [ruling]."""
    return max(0, life - lost)


def result(state: State) -> Result | None:
    """The last one with life wins; after three rounds, whoever has more of it; else it is a draw."""
    if not state.over:
        return None
    a, b = state.life
    if a == b:
        return Result((), "a draw: both fell in one round" if a == 0 else "a draw: as much life after the last round")
    winner, loser = SEATS if a > b else SEATS[::-1]
    return Result((winner,), f"{winner} wins: {loser} has {'no life left' if 0 in state.life else 'less life'}")


def view(state: State, seat: int) -> View:
    other = 1 - seat
    return View(
        state.hands[seat], state.life[seat], state.life[other], len(state.hands[other]), state.played, state.round, state.deal,
        state.over, state.last,
    )  # fmt: skip


def taken(hand: Hand, choice: object, seat: int, over: bool) -> Card:
    """The card of a hand that was chosen; ValueError for anything else."""
    if over:
        raise ValueError("the game is over")
    for card in hand:
        if isinstance(choice, Card) and card == choice:
            return card
    raise ValueError(f"{SEATS[seat]} does not hold {choice}")


def left(hand: Hand, card: Card) -> Hand:
    """A hand without that card."""
    return tuple(other for other in hand if other.row != card.row)
