"""What every rules model offers. The five games fit it: two to four seats, choices at once or in turn, decks and dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

S = TypeVar("S")
M = TypeVar("M")

Stated = str | int | tuple[str, ...]
"""A number, a word as the card's data writes it, or several.

"1*" is a number that is printed with an asterisk, as a condition of it is said in the card's words.
"""
Fact = Stated | Mapping[str, str | tuple[str, ...]]
"""What a rules model says of a card: for all languages, in which case a word is the game's first one's, or by language."""
SPOKEN = "en"
"""The language of all that a rules model tells in sentences: its rulings, what it describes."""


class Chance(Protocol):
    """The only chance there is in a game; `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to stop - 1, each as likely."""
        ...


class Against(ValueError):
    """What the rules have against a card of a designer's own: a sentence, and the keys of its data that lead to it."""

    def __init__(self, says: str, *keys: str | int) -> None:
        super().__init__(says)
        self.keys = keys


class Result(NamedTuple):
    """How a game ended: the seats that won (none in a draw), and why in a few words."""

    winners: tuple[str, ...]
    why: str


class Ruling(NamedTuple):
    """Where the source is silent or can be read two ways: what this edition plays, why, and the dotted name of what says so in
    the code. `variant` is the one that it is of; "" where it is of the whole game.
    """

    name: str
    says: str
    why: str
    code: str
    variant: str = ""


class Said(NamedTuple):
    """A number that a card's words state, and the words that stand right before and right behind it ("" for any)."""

    before: str
    number: int
    behind: str = ""


class Printed(NamedTuple):
    """A card of the deck, or another piece: its family, its id, how many of it each player has (or, where it is `shared`, the
    game). An `optional` one is checked where it is there: a game is played without it.
    """

    family: str
    card: str
    copies: int
    shared: bool = False
    optional: bool = False


Deck = Mapping[str, Mapping[str, Any]]
"""The cards of a game as its data has them, by their ids: fields, in the game's first language."""


class Rules(Protocol[S, M]):
    """One game. States and moves are immutable values; every method is a pure function but for the chance handed in.

    A game that is published with several rule sets for the same cards has them as `variants` by name, the model itself first;
    one that has not, and a variant itself, has none. Whatever a variant plays, its `rulings` and all that it tells of cards
    and tables are those of the whole game. A variant for another number of players has seats of its own, the first of those
    that the largest one has.
    """

    id: str
    seats: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    free: Mapping[str, Callable[[Mapping[str, Any]], Mapping[str, Fact]]]
    """Families to which a designer may add cards of his own: what the rules say of such a card, from its fields.

    Raises `Against` with what they have against it.
    """
    whole: frozenset[str]
    """Cards whose words are nothing but what `phrases` says of them, so that nothing can be said beside."""

    @property
    def variants(self) -> Mapping[str, Rules[Any, Any]]:
        """The rule sets by name, the model itself first; nothing where there is one only."""
        ...

    def setup(self, chance: Chance) -> S:
        """The state before anybody has chosen."""
        ...

    def moves(self, state: S, seat: str) -> Sequence[M]:
        """What a seat may choose now; nothing where it has nothing to choose."""
        ...

    def play(self, state: S, chosen: Sequence[M | None], chance: Chance) -> S:
        """The state after all seats have chosen (in the order of `seats`, None where there was nothing to choose).

        ValueError where a choice is none that the seat's cards allow.
        """
        ...

    def view(self, state: S, seat: str) -> Any:
        """All that a seat can know: a record without anything hidden from it."""
        ...

    def result(self, state: S) -> Result | None:
        """How the game ended; None while it goes on."""
        ...

    def facts(self) -> Mapping[str, Mapping[str, Fact]]:
        """For each card's id what its face must say, by the name of the fact; a word may be told by language."""
        ...

    def said(self, card: str) -> Sequence[Said]:
        """Every number that the words of a card must say, and may."""
        ...

    def phrases(self, card: str) -> Sequence[str]:
        """Words that a card's face must carry."""
        ...

    def deck(self) -> Sequence[Printed]:
        """Every card of the printed set."""
        ...

    def discords(self, cards: Deck) -> Iterable[tuple[str, str]]:
        """What the cards of a deck get wrong of one another, whatever each says for itself: a card's id, a sentence."""
        ...

    def layouts(self) -> Iterable[Mapping[str, int]]:
        """Everything that one player may ever have laid out at once, as how many of which cards."""
        ...

    def face_down(self) -> Sequence[frozenset[str]]:
        """The cards of one player (or of the table) that may lie face down where another of them could lie."""
        ...

    def tables(self) -> Mapping[str, Any]:
        """What boards and rules sheets print of the game, by name: numbers, words, rows, and tables of them."""
        ...

    def describe(self, card: str | None = None) -> str:
        """The whole game, or all that the model knows of one card, as a person reads it."""
        ...
