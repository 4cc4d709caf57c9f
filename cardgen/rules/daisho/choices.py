"""What a player may choose: discards, cards shown as Speed, strikes, defences, Armor. A choice tells cards by kind, so that two
choices that put the same cards on the table are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple, overload

from cardgen.rules.daisho.hands import CARDS, Hand
from cardgen.rules.daisho.terms import ARMOR, ATTACKS, COMBO, COVER_OF, DAMAGE, DISCARDS, KAI, SPEED, Card, Persona


class Drop(NamedTuple):
    """Cards discarded, in the order of `Card`: none to five."""

    cards: tuple[Card, ...]


class Show(NamedTuple):
    """How many cards a persona shows as Speed beside the Speed cards that must be shown."""

    turned: int


class Attack(NamedTuple):
    """One type of attack in a strike: cards of that kind, cards that the persona uses as it, the Kai attached to it."""

    type: Card
    own: int
    turned: int
    kai: int

    @property
    def damage(self) -> int:
        """Hit points that it takes where it is not negated."""
        return (self.own + self.turned + self.kai) * DAMAGE


class Strike(NamedTuple):
    """All that is played in the Strike phase: no attack, one type, or two and the card that is played as Combo."""

    attacks: tuple[Attack, ...]
    combo: Card | None


class Cover(NamedTuple):
    """One defence card: what it is played as, and what it is."""

    played: Card
    card: Card


class Defence(NamedTuple):
    """What is played in the Defend phase: at most one card for each type of attack, in the order of the types."""

    covers: tuple[Cover, ...]


class Guard(NamedTuple):
    """What is played in the Cut phase: Armor cards, and cards that the persona uses as Armor."""

    own: int
    turned: int


NO_STRIKE, NO_DEFENCE, NO_GUARD = Strike((), None), Defence(()), Guard(0, 0)


class Drops(Sequence[Drop]):
    """All that may be discarded of a hand, the fewest cards first: up to 638 choices, each made when it is asked for."""

    def __init__(self, hand: Hand) -> None:
        self._kinds = tuple(card for card, count in zip(CARDS, hand, strict=True) if count)
        self._chosen = _chosen(tuple(count for count in hand if count))

    def __len__(self) -> int:
        return len(self._chosen)

    @overload
    def __getitem__(self, at: int) -> Drop: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Drop, ...]: ...
    def __getitem__(self, at: int | slice) -> Drop | tuple[Drop, ...]:
        if isinstance(at, slice):
            return tuple(map(self._drop, self._chosen[at]))
        return self._drop(self._chosen[at])

    def __iter__(self) -> Iterator[Drop]:
        return map(self._drop, self._chosen)

    def _drop(self, chosen: tuple[int, ...]) -> Drop:
        return Drop(tuple(map(self._kinds.__getitem__, chosen)))


@lru_cache(maxsize=2048)  # a hand of ten has 1,023 shapes at the most
def _chosen(counts: Hand) -> tuple[tuple[int, ...], ...]:
    """Every choice of up to five of so many cards of each of these kinds, as the numbers of the kinds in rising order."""
    each = [n for n, count in enumerate(counts) for _ in range(min(count, DISCARDS))]
    return tuple(dict.fromkeys(chosen for size in range(DISCARDS + 1) for chosen in combinations(each, size)))


def may_drop(hand: Hand, drop: Drop) -> bool:
    """Whether it is one of the hand's `Drops`."""
    cards = drop.cards
    return (
        isinstance(cards, tuple)
        and len(cards) <= DISCARDS
        and all(isinstance(card, Card) for card in cards)
        and list(cards) == sorted(cards)
        and all(cards.count(card) <= hand[card] for card in set(cards))
    )


def shows_as_speed(persona: Persona) -> bool:
    """Whether the persona has a choice in the Speed phase: natural Speed cards are all shown, converted ones by choice
    [ruling].
    """
    return persona.into is SPEED


@lru_cache(maxsize=64)
def shows(count: int) -> tuple[Show, ...]:
    """The choices of one who holds so many cards that can be used as Speed."""
    return tuple(Show(turned) for turned in range(count + 1))


def strikes(hand: Hand, persona: Persona) -> Sequence[Strike]:
    """Every strike from these cards, shown Speed cards among them; the first is none at all: nobody must attack [ruling]."""
    spare = hand[persona.turns] if persona.into in COVER_OF or persona.into is COMBO else 0
    return _strikes((*hand[:3], hand[KAI], hand[COMBO], spare), persona.turns, persona.into)


@lru_cache(maxsize=1 << 15)
def _strikes(has: tuple[int, ...], turns: Card, into: Card) -> tuple[Strike, ...]:
    *attacks, kais, combos, spare = has
    out = [NO_STRIKE]
    ways = [list(_ways(card, attacks[card], spare if into is card else 0)) for card in ATTACKS]
    for of_type in ways:
        for type_, own, turned, _ in of_type:
            out += [Strike((Attack(type_, own, turned, kai),), None) for kai in range(kais + 1)]
    for card in (COMBO, turns) if into is COMBO else (COMBO,):
        if not (combos if card is COMBO else spare):
            continue
        for one, two in combinations(ways, 2):
            for first, second in product(one, two):
                if _enough(first, second, card, has, turns):
                    out += _with_kai(first, second, kais, card)
    return tuple(out)


def _ways(card: Card, own: int, turned: int) -> Iterator[Attack]:
    """An attack of one type, before Kai: one card or more [S, strike]."""
    for of_own, of_turned in product(range(own + 1), range(turned + 1)):
        if of_own + of_turned:
            yield Attack(card, of_own, of_turned, 0)


def _enough(one: Attack, two: Attack, combo: Card, has: tuple[int, ...], turns: Card) -> bool:
    """Whether cards used as something else suffice for what they are used as themselves, too."""
    turned = one.turned + two.turned
    if not turned:
        return True
    natural = sum(attack.own for attack in (one, two) if attack.type is turns) + (combo is turns)
    return turned + natural <= has[-1]


def _with_kai(one: Attack, two: Attack, kais: int, combo: Card) -> Iterator[Strike]:
    """With a Combo it is declared which attack each Kai is attached to [S, strike]."""
    firsts = [Attack(one.type, one.own, one.turned, kai) for kai in range(kais + 1)]
    seconds = [Attack(two.type, two.own, two.turned, kai) for kai in range(kais + 1)]
    for number, first in enumerate(firsts):
        for second in seconds[: kais + 1 - number]:
            yield Strike((first, second), combo)


def struck_with(strike: Strike, persona: Persona) -> tuple[Card, ...]:
    """The cards that a strike takes from the hand."""
    out: list[Card] = [] if strike.combo is None else [strike.combo]
    for attack in strike.attacks:
        out += laid(attack, persona)
    return tuple(out)


def laid(attack: Attack, persona: Persona) -> list[Card]:
    """The cards of one attack, its Kai among them."""
    return [attack.type] * attack.own + [persona.turns] * attack.turned + [KAI] * attack.kai


def defences(hand: Hand, persona: Persona, against: Strike) -> Sequence[Defence]:
    """Every defence against a strike, the first of them none: for each type that was played one card or none [S, defend]."""
    each: list[list[Cover | None]] = []
    for attack in against.attacks:
        played = COVER_OF[attack.type]
        cards = (played, persona.turns) if persona.into is played else (played,)
        each.append([None, *(Cover(played, card) for card in cards if hand[card])])
    out = []
    for chosen in product(*each):
        covers = tuple(cover for cover in chosen if cover is not None)
        if all(sum(cover.card is card for cover in covers) <= hand[card] for card in {cover.card for cover in covers}):
            out.append(Defence(covers))
    return tuple(out)


def guards(hand: Hand, persona: Persona, damage: int) -> Sequence[Guard]:
    """Every choice of Armor against so much damage, the first of them none: no more than there is to negate [ruling]."""
    own, turned = min(hand[ARMOR], damage), min(hand[persona.turns], damage) if persona.into is ARMOR else 0
    return _guards(own, turned, damage)


@lru_cache(maxsize=4096)
def _guards(own: int, turned: int, damage: int) -> tuple[Guard, ...]:
    both = product(range(own + 1), range(turned + 1))
    return tuple(Guard(one, two) for one, two in both if (one + two) * DAMAGE <= damage)
