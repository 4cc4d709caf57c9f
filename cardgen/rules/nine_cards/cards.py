"""The variant `cards`: no dice and no discs. Whoever has no card left has broken the other's will, and wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.rules.nine_cards.dice import Hand, Pair, left, shuffled, taken
from cardgen.rules.nine_cards.terms import (
    DEFENDED,
    LAST_ROUND,
    OPEN_HAND,
    SEATS,
    Card,
    Word,
    attacker,
)
from cardgen.rules.protocol import Chance, Result

Move = Card | Word


class Bout(NamedTuple):
    """A round that is over: its number, the cards of A and B, who attacked (0 = A; None in a tie), whether the attack came
    through, and the cards that A and B drew.
    """

    round: int
    cards: Pair
    attacker: int | None
    through: bool
    drawn: tuple[Hand, Hand]


class State(NamedTuple):
    """A game: the hands of A and B, the common cards (in the order of the nine: they are shuffled before every draw), the
    coming round, who has resigned, whether it is over, the last round played.
    """

    hands: tuple[Hand, Hand]
    common: Hand
    round: int
    resigned: tuple[bool, bool]
    over: bool
    last: Bout | None


class Seen(NamedTuple):
    """The last round as a seat saw it: cards, attacker and outcome are open; of what was drawn only one's own."""

    round: int
    cards: Pair
    attacker: int | None
    through: bool
    drew: Hand
    other_drew: int


class View(NamedTuple):
    """What a seat knows: its hand, how many cards the other holds and how many are common, the round, who resigned (itself,
    the other), whether it is over, the last round.
    """

    hand: Hand
    other_hand: int
    common: int
    round: int
    resigned: tuple[bool, bool]
    over: bool
    last: Seen | None


def setup(chance: Chance) -> State:
    """Three cards each, three in the middle."""
    cards = shuffled(chance)
    hands = tuple(sorted(cards[:OPEN_HAND])), tuple(sorted(cards[OPEN_HAND : 2 * OPEN_HAND]))
    return State(hands, tuple(sorted(cards[2 * OPEN_HAND :])), 1, (False, False), False, None)


def moves(state: State, seat: int) -> Sequence[Move]:
    """The cards in hand, and to resign [S2.1]; nothing when it is over."""
    return () if state.over else (*state.hands[seat], Word.RESIGN)


def play(state: State, chosen: Sequence[object], chance: Chance) -> State:
    """Both turn their cards over and draw; or somebody resigns, and no card is turned. ValueError for what is no choice."""
    one, two = chosen
    resigned = one is Word.RESIGN, two is Word.RESIGN
    pair = [None if gone else taken(state.hands[n], chosen[n], n, state.over) for n, gone in enumerate(resigned)]
    if state.over:
        raise ValueError("the game is over")
    if pair[0] is None or pair[1] is None:
        return state._replace(resigned=resigned, over=True)
    return settled(state, (pair[0], pair[1]), chance)


def settled(state: State, pair: Pair, chance: Chance) -> State:
    """The cards go face down among the common ones, which are shuffled; only then is anything drawn [S2.4]."""
    hands = [left(state.hands[0], pair[0]), left(state.hands[1], pair[1])]
    common: Hand = tuple(sorted((*state.common, *pair)))
    first, counts = attacker(*pair), draws(*pair)
    drawn: list[Hand] = [(), ()]
    for seat in (0, 1) if first in (0, None) else (1, 0):  # the attacker draws first
        drawn[seat], common = taken_blind(common, counts[seat], chance)
        hands[seat] = tuple(sorted((*hands[seat], *drawn[seat])))
    bout = Bout(state.round, pair, first, is_through(*pair), (drawn[0], drawn[1]))
    over = () in hands or state.round == LAST_ROUND
    return State((hands[0], hands[1]), common, state.round + (not over), state.resigned, over, bout)


def is_through(one: Card, two: Card) -> bool:
    """Whether the attack comes through: the attacker's number is higher; an equal one is defended [S2.4]. Never in a tie."""
    first = attacker(one, two)
    return first is not None and (one, two)[first].number > (two, one)[first].number


def draws(one: Card, two: Card) -> tuple[int, int]:
    """How many cards the owners of the two draw: none in a tie [S2.4A], one each after a good defence [S2.4B], the
    difference of the numbers for the defender after a good attack [S2.4C; ruling].
    """
    first = attacker(one, two)
    if first is None:
        return 0, 0
    if not is_through(one, two):
        return DEFENDED, DEFENDED
    difference = abs(one.number - two.number)
    return (0, difference) if first == 0 else (difference, 0)


def taken_blind(common: Hand, count: int, chance: Chance) -> tuple[Hand, Hand]:
    """So many of the common cards, and those that stay: they lie face down, so that whichever is taken is drawn by lot. There
    are always enough of them: two go in before at most two come out [ruling].
    """
    drawn: Hand = ()
    for _ in range(count):
        card = common[chance.randrange(len(common))]
        drawn, common = (*drawn, card), left(common, card)
    return drawn, common


def result(state: State) -> Result | None:
    """Whoever has no card left wins; both at once, or both resigning, is a draw; after the last round fewer cards win."""
    if not state.over:
        return None
    if any(state.resigned):
        gone = [seat for seat, resigns in zip(SEATS, state.resigned, strict=True) if resigns]
        stays = tuple(seat for seat in SEATS if seat not in gone)
        return Result(stays, f"{stays[0]} wins: {gone[0]} resigned" if stays else "a draw: both resigned at once")
    a, b = map(len, state.hands)
    if a == b:
        return Result(
            (), "a draw: both have played their last card" if a == 0 else "a draw: as many cards after the last round"
        )
    winner = SEATS[0] if a < b else SEATS[1]
    return Result((winner,), f"{winner} wins: {'no card left' if 0 in (a, b) else 'fewer cards after the last round'}")


def view(state: State, seat: int) -> View:
    other, last = 1 - seat, state.last
    seen = last and Seen(last.round, last.cards, last.attacker, last.through, last.drawn[seat], len(last.drawn[other]))
    resigned = state.resigned[seat], state.resigned[other]
    return View(state.hands[seat], len(state.hands[other]), len(state.common), state.round, resigned, state.over, seen)
