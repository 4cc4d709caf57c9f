"""The words and numbers of the nine-card Duel. The source is the designer's two rule sets: V1 is the variant `dice`, V2 the
variant `cards`; [S1.4] is step 4 of the first. What they do not say is a ruling.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple

SEATS = ("A", "B")


class Element(IntEnum):
    """The three symbols in the order of their circle: each beats the next [S1.4, S2.4]."""

    WATER = 0
    FIRE = 1
    WOOD = 2

    @property
    def id(self) -> str:
        return self.name.lower()

    @property
    def sign(self) -> str:
        """The sign that stands in seal script in the upper right corner: the same in both ways of writing Chinese."""
        return "水火木"[self]

    @property
    def beats(self) -> Element:
        return Element((self + 1) % 3)

    @property
    def beaten(self) -> Element:
        """What beats it."""
        return Element((self - 1) % 3)


class Card(NamedTuple):
    """One of the nine: its place among them (0 to 8), its element, its number (1 to 3)."""

    row: int
    element: Element
    number: int

    @property
    def id(self) -> str:
        return f"{self.element.id}-{self.number}"


NUMBERS = (1, 2, 3)
DECK = tuple(Card(3 * element + number - 1, element, number) for element in Element for number in NUMBERS)
"""The nine cards: each of three symbols with each of three numbers, once [D: both rule sets name these and nine cards]."""


class Word(Enum):
    """What a player of `cards` may say in place of laying a card."""

    RESIGN = "resign"


# --- dice -------------------------------------------------------------------------------------------------------------

LEAST_LIFE, MOST_LIFE = 6, 10
"""How many discs each may be given, as both agree [S1.2]."""
LIFE = 10
"""How many this edition gives where nobody says otherwise [ruling]."""
LONG_LIFE = 36
"""The life from which it is the long contest [S1 note]."""
HAND = 4
"""Cards dealt to each; the ninth is set aside [S1.2]."""
ROUNDS = 3
DICE, SIDES = 3, 6
DOUBLED = (1, 3)
"""The attacker's and the defender's numbers at which damage is doubled [S1.7]."""
TIMES = 2
MINUTES_DICE = "2-4"


class Agreed(NamedTuple):
    """What both agree on before the first deal: the life of each, and whether three dice are always thrown and the best of
    them kept, as many as the card says (`best`), or only so many are thrown.
    """

    life: int = LIFE
    best: bool = False

    @property
    def long(self) -> bool:
        """Whether it is the long contest: one deal after the other until a life is gone [ruling]."""
        return self.life >= LONG_LIFE


def agreed(life: int, best: bool) -> Agreed:
    """An agreement; ValueError for a life of less than 6. More than 10 may be agreed: it is told on the life track [ruling]."""
    if life < LEAST_LIFE:
        raise ValueError(f"the life of each is {LEAST_LIFE} or more")
    return Agreed(life, best)


TRACK = 40
"""The last space of the life track [ruling]."""
MARKED = 2
"""The mark of the life track, x2: who has a disc on it has a whole track of life more than his space tells [ruling]."""
MOST_TRACKED = MARKED * TRACK
"""The most life that a track tells; beyond, paper and pencil."""
DISCS = 2 * MOST_LIFE
"""Blank discs in the box: the most that the source asks for, ten a player."""

# --- cards ------------------------------------------------------------------------------------------------------------

OPEN_HAND = 3
"""Cards dealt to each [S2.2]."""
COMMON = 3
"""Cards face down in a row between both [S2.2]."""
FEWEST_ROUNDS = OPEN_HAND
"""The rounds that a game lasts at least, if nobody resigns: a hand gets smaller by one card a round at most [ruling]."""
DEFENDED = 1
"""Cards that each draws after a good defence, the attacker first [S2.4B]."""
LAST_ROUND = 15
"""The round after which fewer cards win [ruling]."""
MINUTES_CARDS = "1-4"


def attacker(one: Card, two: Card) -> int | None:
    """Which of the two attacks: 0 the first, 1 the second; None for a tie, the same symbol [S1.4, S2.4]."""
    return (None, 0, 1)[(two.element - one.element) % 3]


def named(card: Card) -> str:
    """A card's English name."""
    return f"{card.element.name.title()} {card.number}"
