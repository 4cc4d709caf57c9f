"""The state of a duel: immutable records, and nothing hidden from the model itself (a seat's view hides)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from cardgen.rules.daisho.choices import NO_DEFENCE, NO_GUARD, NO_STRIKE, Defence, Guard, Strike
from cardgen.rules.daisho.hands import EMPTY, Hand, Pile
from cardgen.rules.daisho.terms import HIT_POINTS, SPEED, Advantage, Card, Persona


class Stage(Enum):
    """What is chosen next. But for personas and the advantage all who have a choice choose at once, in secret [ruling]."""

    PERSONA = "persona"
    SECOND_STEP = "second step"
    SPEED = "speed"
    ADVANTAGE = "advantage"
    STRIKE = "strike"
    DEFEND = "defend"
    CUT = "cut"
    RECOVER = "recover"
    OVER = "over"


class Deed(NamedTuple):
    """What one player has done in a turn, all of it seen by both: cards discarded in the Second Step, Speed cards shown and
    cards shown as Speed, the strike, the defence, the Armor, hit points lost, cards discarded in Recover.
    """

    dropped: tuple[Card, ...] = ()
    speed: int = 0
    turned: int = 0
    strike: Strike = NO_STRIKE
    defence: Defence = NO_DEFENCE
    guard: Guard = NO_GUARD
    taken: int = 0
    recovered: tuple[Card, ...] = ()

    @property
    def speeds(self) -> int:
        """What counts in the speed contest."""
        return self.speed + self.turned


IDLE = Deed()


class Side(NamedTuple):
    """One player. `hand` is what the other does not see; `speed` are the Speed cards that lie shown and can still be used by a
    persona who uses Speed cards, `turned` the cards shown as Speed, which are nothing else this turn [ruling]. `sure` are cards
    of the hand that the other knows of by counting: what was neither among the discards nor in his own hand when these were
    last shuffled, and has not been played since [ruling].
    """

    persona: Persona | None
    hit_points: int = HIT_POINTS
    hand: Hand = EMPTY
    speed: int = 0
    turned: int = 0
    deed: Deed = IDLE
    sure: Hand = EMPTY

    @property
    def usable(self) -> Hand:
        """The cards that can be played: the hand, and the Speed cards that lie shown."""
        return (*self.hand[:SPEED], self.hand[SPEED] + self.speed)


class Turn(NamedTuple):
    """A turn that is over: its number, who won the speed contest (0 = A; None: nobody), what was chosen, what A and B did."""

    number: int
    lead: int | None
    advantage: Advantage | None
    deeds: tuple[Deed, Deed]


class State(NamedTuple):
    """A duel: what is chosen next, A and B, the draw pile, the discards, the number of the turn, how many turns in a row have
    passed without a lost hit point, who leads in speed this turn and what he chose, the last turn that is over.
    """

    stage: Stage
    a: Side
    b: Side
    pile: Pile = ()
    discards: Hand = EMPTY
    turn: int = 1
    calm: int = 0
    lead: int | None = None
    advantage: Advantage | None = None
    last: Turn | None = None

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.a, self.b
