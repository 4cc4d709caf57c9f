"""The state of a Duel: immutable records. All of it lies open; what is chosen in secret is chosen at once."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from cardgen.rules.heavenly_debt.frame import Agreed
from cardgen.rules.heavenly_debt.terms import (
    GRAZE,
    MOST_MOMENTUM,
    QI,
    WARD,
    Clash,
    Kind,
    Outcome,
    Raise,
    Stance,
    Technique,
)
from cardgen.rules.protocol import Result


class Stage(Enum):
    """What is chosen next, and (but for the Stances) by one side alone."""

    HERO = "hero"
    ARTS = "techniques"
    KIND = "foe"
    TEMPERAMENT = "temperament"
    GROUND = "ground"
    EDGE = "reveal first"
    SHOW = "foe reveals"
    STANCE = "stances"
    EFFORT = "effort"
    AFTER = "after the check"
    FOE_YIELDS = "foe yields"
    MOVE = "move"
    FOLLOW = "follow"
    LEAVE = "leave"
    OVER = "over"


class Word(Enum):
    """A choice that is a word."""

    GO_ON = "go on"
    LANTERN = "Lantern Heart Sutra"
    FORESIGHT = "Foresight"
    YIELD = "yield"
    FLEE = "flee"
    RED_TIDE = "Red Tide Step"
    FOLLOW = "follow"
    STAY = "stay"


class Bid(NamedTuple):
    """What the hero chooses in secret: a Stance, the Technique that goes with it, the Zone into which that leaps."""

    stance: Stance
    technique: Technique | None = None
    to: str = ""


class Effort(NamedTuple):
    """What is declared after the reveal and before the roll [S of the Finisher; O of the Push]."""

    finisher: bool = False
    push: bool = False


class After(NamedTuple):
    """What is added when the result is seen: how it is raised, and whether a Momentum is spent for harm."""

    raised: Raise | None = None
    spends: bool = False


class Go(NamedTuple):
    """The Zone into which a side moves at the end of a Round; "" stays."""

    zone: str = ""


class Hit(NamedTuple):
    """What landed: whether a Stance or a Graze, the harm it dealt, whether it marked a Wound, whether it was a Finisher."""

    stance: bool
    harm: int = GRAZE
    wound: bool = False
    finisher: bool = False


class Bout(NamedTuple):
    """A Round step by step, as far as it has come.

    `shown`: the foe revealed first. `gained` and `foe_gained` are the Momentum that is added at its end; `paid` and `foe_paid`
    what was spent in it. `mover` went to `moved` at its end.
    """

    number: int
    edge: Word | None = None
    shown: bool = False
    bid: Bid | None = None
    foe: Stance | None = None
    predictable: bool = False
    clash: Clash | None = None
    effort: Effort = Effort()
    roll: int = 0
    bonus: int = 0
    defense: int = 0
    rolled: Outcome | None = None
    after: After = After()
    outcome: Outcome | None = None
    hit: Hit | None = None
    foe_hit: Hit | None = None
    gained: int = 0
    foe_gained: int = 0
    paid: int = 0
    foe_paid: int = 0
    mover: str = ""
    moved: str = ""
    burnt: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        return self.roll + self.bonus

    @property
    def landed(self) -> bool:
        """Whether the hero's Stance landed."""
        return self.hit is not None and self.hit.stance

    @property
    def foe_landed(self) -> bool:
        return self.foe_hit is not None and self.foe_hit.stance


class Flight(NamedTuple):
    """A Flee Check: the die, what was added, the Defense, and the result (None where no Check was needed)."""

    roll: int
    bonus: int
    defense: int
    outcome: Outcome | None


class Player(NamedTuple):
    """The hero: Ward left, Wounds marked, Momentum, Qi left, Strain and Debt marked, his Zone ("" without a map), the Stance of
    the last Round, and what is used up for this Duel, by card id.
    """

    ward: int = WARD
    wounds: int = 0
    momentum: int = 0
    qi: int = QI
    strain: int = 0
    debt: int = 0
    zone: str = ""
    last: Stance | None = None
    used: frozenset[str] = frozenset()


class Foe(NamedTuple):
    """The foe: as the hero, and whether it is Off Balance."""

    ward: int = 0
    wounds: int = 0
    momentum: int = 0
    zone: str = ""
    last: Stance | None = None
    off_balance: bool = False


class State(NamedTuple):
    """A Duel: what is chosen next, its frame, whether the foe is nobody's (`solo`), both sides, the side that holds the High
    ground of the Zone in which both stand ("" for neither), the Round, the one before it, the last Flee Check, how it ended.
    """

    stage: Stage
    frame: Agreed
    solo: bool
    player: Player = Player()
    foe: Foe = Foe()
    high: str = ""
    bout: Bout = Bout(1)
    last: Bout | None = None
    flight: Flight | None = None
    over: Result | None = None

    @property
    def kind(self) -> Kind:
        assert self.frame.kind is not None, "who fights is agreed on before the first Round"
        return self.frame.kind


def clamped(momentum: int) -> int:
    """Momentum is 0 to 3 [S]."""
    return max(0, min(MOST_MOMENTUM, momentum))
