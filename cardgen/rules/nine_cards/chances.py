"""Chances in exact numbers, by going through every deal and throw; both play any card as likely, and nobody resigns."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import NamedTuple

from cardgen.rules.nine_cards.cards import draws, is_through
from cardgen.rules.nine_cards.dice import damage, kept, remaining
from cardgen.rules.nine_cards.terms import (
    DECK,
    DICE,
    LAST_ROUND,
    OPEN_HAND,
    ROUNDS,
    SIDES,
    Agreed,
    Card,
    Element,
    attacker,
)

_WHOLE: int = SIDES ** (2 * DICE)
"""The weight of certainty: every throw of all dice of both."""


def sums(number: int, best: bool) -> dict[int, int]:
    """How often the dice of a card come to each sum, of all throws of three dice."""
    card = Card(0, Element.WATER, number)
    out: Counter[int] = Counter()
    for three in product(range(1, SIDES + 1), repeat=DICE):
        out[sum(kept(card, three if best else three[:number]))] += 1
    return dict(out)


def losses(attacks: int, defends: int, best: bool) -> dict[int, int]:
    """How often a defender of that number loses how much life to an attacker of that number, of all throws of six dice."""
    one, two = Card(0, Element.WATER, attacks), Card(0, Element.FIRE, defends)
    out: Counter[int] = Counter()
    for (a, ways), (b, others) in product(sums(attacks, best).items(), sums(defends, best).items()):
        out[damage(one, two, a, b)[0]] += ways * others
    return dict(out)


class Blow(NamedTuple):
    """An attack: the share of throws that do damage, the damage to be expected, and the most."""

    hits: Fraction
    expected: Fraction
    most: int


def blow(attacks: int, defends: int, best: bool) -> Blow:
    """What an attacker of that number does to a defender of that number."""
    dealt = losses(attacks, defends, best)
    expected = Fraction(sum(lost * ways for lost, ways in dealt.items()), _WHOLE)
    return Blow(1 - Fraction(dealt.get(0, 0), _WHOLE), expected, max(dealt))


class Duels(NamedTuple):
    """Shares of all games of `dice`: those in which somebody falls in the first round, in any; those that are drawn."""

    first: Fraction
    fall: Fraction
    drawn: Fraction


def duels(agreed: Agreed) -> Duels:
    """The shares of a game of three rounds with this agreement.

    Whose a card that was played is makes no difference to what may come: either of the next two is any that is left.
    """
    blows = {(a, d): losses(a, d, agreed.best) for a in (1, 2, 3) for d in (1, 2, 3)}
    now: dict[tuple[frozenset[Card], tuple[int, int]], int] = {(frozenset(), (agreed.life, agreed.life)): 1}
    fallen: list[int] = []
    drawn, weight = 0, 1
    for number in range(1, ROUNDS + 1):
        then: defaultdict[tuple[frozenset[Card], tuple[int, int]], int] = defaultdict(int)
        pairs = (len(DECK) - 2 * number + 2) * (len(DECK) - 2 * number + 1)
        weight *= pairs * _WHOLE
        fallen, drawn = [each * pairs * _WHOLE for each in fallen], drawn * pairs * _WHOLE
        fallen.append(0)
        for (used, life), ways in now.items():
            for pair in permutations([card for card in DECK if card not in used], 2):
                for lost, share in _lost(pair, blows):
                    after = remaining(life[0], lost[0]), remaining(life[1], lost[1])
                    if 0 in after:
                        fallen[-1] += ways * share
                        drawn += ways * share * (after == (0, 0))
                    elif number == ROUNDS:
                        drawn += ways * share * (after[0] == after[1])
                    else:
                        then[used.union(pair), after] += ways * share
        now = then
    return Duels(Fraction(fallen[0], weight), Fraction(sum(fallen), weight), Fraction(drawn, weight))


def _lost(pair: tuple[Card, Card], blows: dict[tuple[int, int], dict[int, int]]) -> Iterator[tuple[tuple[int, int], int]]:
    """What A and B lose when these meet, and how often."""
    first = attacker(*pair)
    if first is None:
        yield (pair[0].number, pair[1].number), _WHOLE
        return
    for lost, ways in blows[pair[first].number, pair[1 - first].number].items():
        yield ((0, lost) if first == 0 else (lost, 0)), ways


class Contests(NamedTuple):
    """Shares of all games of `cards` by the round in which they ended (from round 1): those that were won by the last card,
    those that ended with both out of cards; and of those that came to the last round's end, with fewer cards and as many.
    """

    won: tuple[float, ...]
    both_out: tuple[float, ...]
    fewer: float
    equal: float


_Position = tuple[int, ...]
"""By card: who has it, 0 for A, 1 for B, 2 for nobody."""


def contests() -> Contests:
    """The shares, to the precision of a float: every position and draw is gone through, seconds long."""
    now: dict[_Position, float] = {}
    deals = [(a, b) for a in combinations(range(9), OPEN_HAND) for b in combinations([*set(range(9)) - {*a}], OPEN_HAND)]
    for a, b in deals:
        position = _alike(tuple(0 if n in a else 1 if n in b else 2 for n in range(9)))
        now[position] = now.get(position, 0) + 1 / len(deals)
    won, both_out = [], []
    known: dict[_Position, dict[_Position, float]] = {}
    for _ in range(LAST_ROUND):
        then: defaultdict[_Position, float] = defaultdict(float)
        out = [0.0, 0.0]
        for position, share in now.items():
            if position not in known:
                known[position] = _next(position)
            for after, part in known[position].items():
                empty = (0 not in after) + (1 not in after)
                if empty:
                    out[empty - 1] += share * part
                else:
                    then[after] += share * part
        won.append(out[0])
        both_out.append(out[1])
        now = then
    equal = sum(share for position, share in now.items() if position.count(0) == position.count(1))
    return Contests(tuple(won), tuple(both_out), sum(now.values()) - equal, equal)


def _next(position: _Position) -> dict[_Position, float]:
    out: defaultdict[_Position, float] = defaultdict(float)
    hands = [[n for n in range(9) if position[n] == seat] for seat in (0, 1)]
    for a, b in product(*hands):
        laid = tuple(2 if n in (a, b) else owner for n, owner in enumerate(position))
        common = [n for n, owner in enumerate(laid) if owner == 2]
        count_a, count_b = draws(DECK[a], DECK[b])
        drawn = [*permutations(common, count_a + count_b)]
        part = 1 / (len(hands[0]) * len(hands[1]) * len(drawn))
        for cards in drawn:
            owners = [*laid]
            for n, card in enumerate(cards):
                owners[card] = 0 if n < count_a else 1
            out[_alike(tuple(owners))] += part
    return dict(out)


def _alike(position: _Position) -> _Position:
    """One position for all that differ by the turn of the circle, or by which player is which."""
    turned = [position[n:] + position[:n] for n in (0, 3, 6)]
    return min(turned + [tuple((1, 0, 2)[owner] for owner in one) for one in turned])


def chances_of_through() -> Fraction:
    """The share of meetings of different symbols in which, in `cards`, the attack comes through."""
    pairs = [pair for pair in permutations(DECK, 2) if attacker(*pair) is not None]
    return Fraction(sum(is_through(*pair) for pair in pairs), len(pairs))
