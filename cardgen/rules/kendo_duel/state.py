"""The state of a game of either mode, and what may be chosen: immutable records, nothing hidden from the model itself."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from cardgen.rules.kendo_duel.piles import NO_PILES, Hand, Piles, kinds
from cardgen.rules.kendo_duel.terms import Card, Subdeck
from cardgen.rules.protocol import Result


class Stage(Enum):
    """What is chosen next; always by one seat."""

    SWITCH = "switch"
    """Up to two cards before the first attack; the Duel only."""
    CHANGE = "change"
    """Which card is switched before one is played, and for one of which subdeck; the Competition only."""
    DRAW = "draw"
    """From which subdeck the new card comes that goes with it; the Competition only."""
    START = "start"
    DISCARD = "discard"
    """What goes for a basic attack, as nothing in hand can start one; the Duel only."""
    RED = "answer to the reinforcing card"
    ANSWER = "answer"
    PULL = "pull"
    """Which card, by its back, is taken out of another's hand."""
    BONUS = "bonus"
    """From which subdeck who made another drop out draws; the Duel only."""
    REFILL = "refill"
    """From which subdeck a card comes after an Ippon; the Competition only."""
    OVER = "over"


class Switch(NamedTuple):
    """Cards put under their subdecks for new ones from the top: none, one or two."""

    cards: tuple[Card, ...]


class Change(NamedTuple):
    """A card put under its own subdeck, and the subdeck whose top card is taken for it."""

    card: Card
    new: Subdeck


class Draw(NamedTuple):
    """A card from the top of this subdeck."""

    subdeck: Subdeck


class Start(NamedTuple):
    """A card laid to start an attack, a reinforcing card with it or none, and the seat that it is on by number (None: Jikan
    desu attacks nobody).
    """

    card: Card
    red: Card | None
    on: int | None


class Answer(NamedTuple):
    """A card laid against an attack; the seat that it then attacks, or on to which it deflects, by number; else None."""

    card: Card
    on: int | None


class Discard(NamedTuple):
    """A card given up for a basic attack."""

    card: Card


class Pull(NamedTuple):
    """The back of the card that is taken; which of these it is, is chance."""

    subdeck: Subdeck


Move = Switch | Change | Draw | Start | Answer | Discard | Pull


class Attack(NamedTuple):
    """A card that comes at a seat: who sent it, whom it is on, by number."""

    by: int
    on: int
    card: Card


class Opening(NamedTuple):
    """How the first attacker was found: the totals of all; after tied players had switched their lowest cards, the totals again
    (None: nobody had to); where they were tied again, or nothing could be switched, the highest numbers of those tied, by seat
    (0 of the others; None: it was not asked for); who starts.
    """

    totals: tuple[int, ...]
    again: tuple[int, ...] | None
    highest: tuple[int, ...] | None
    starter: int


class Pulled(NamedTuple):
    """The last card that was taken out of a hand: who has it, from whom; both have seen it, the others its back."""

    by: int
    of: int
    card: Card


class Score(NamedTuple):
    """One side of the scores: the letters of the Ippon won, the Hansoku suffered that are not yet an Ippon."""

    ippon: tuple[str, ...] = ()
    hansoku: int = 0


class State(NamedTuple):
    """A game. Seats are numbers here, 0 is A.

    `turn` chooses next; `subdecks` lie face down, `played` face up beside them, the cards of the exchange that goes on lie on
    the `court`; `inside` are the players still in. `attack` must be answered, and before it `red`, the reinforcing card, by
    whomever it is on. `owed` cards are to be pulled; `spared` may not be attacked by who starts; `attackers` are who attacked
    each seat last; `then` starts when the bonus card or the cards after an Ippon are drawn. `changed`: who has switched and
    drawn and not yet played a card, or need not. `scores` is of the Competition alone.
    """

    stage: Stage
    turn: int
    hands: tuple[Hand, ...]
    subdecks: Piles
    played: Piles = NO_PILES
    court: Hand = ()
    inside: tuple[int, ...] = (0, 1)
    opening: Opening | None = None
    attack: Attack | None = None
    red: Attack | None = None
    owed: int = 0
    spared: int | None = None
    attackers: tuple[int | None, ...] = (None, None)
    then: int = 0
    changed: tuple[bool, ...] = (False, False)
    scores: tuple[Score, Score] | None = None
    pulled: Pulled | None = None
    ended: Result | None = None

    @property
    def hand(self) -> Hand:
        """Of who chooses next."""
        return self.hands[self.turn]

    @property
    def held(self) -> Hand:
        """Each card of that hand once."""
        return kinds(self.hands[self.turn])

    @property
    def incoming(self) -> Attack | None:
        """What must be answered now: the reinforcing card first [S7]."""
        return self.red or self.attack

    def others(self, seat: int) -> tuple[int, ...]:
        """The other players still in, in the order of the seats."""
        return tuple(other for other in self.inside if other != seat)
