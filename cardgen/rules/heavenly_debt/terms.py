"""The words and numbers of the Duel of Heavenly Debt. [S] is stated in the source, the game's own page of its Duel; [D] follows
from it; [O] is ours, designed for this edition. What is [D] or [O] is a ruling.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple

HERO, FOE = "hero", "foe"
SEATS = (HERO, FOE)
"""The player who holds the die, and whoever he fights."""
SIDES, DIE = 20, 6
"""Of the die of every Check [S], and of the die of Temperaments and of the map table [O]."""


class Attribute(Enum):
    """What a Check adds for the Stance that is chosen [S, the 4 Stances]."""

    FORCE = "Force"
    GRACE = "Grace"
    GUILE = "Guile"
    INSIGHT = "Insight"


class Stance(IntEnum):
    """The four in the order of their circle: each beats the next [S, the circle]."""

    ATTACK = 0
    FEINT = 1
    QI_BURST = 2
    GUARD = 3

    @property
    def id(self) -> str:
        return self.name.lower().replace("_", "-")

    @property
    def title(self) -> str:
        return ("Attack", "Feint", "Qi Burst", "Guard")[self]

    @property
    def beats(self) -> Stance:
        return Stance((self + 1) % 4)

    @property
    def loses(self) -> Stance:
        """What beats it."""
        return Stance((self - 1) % 4)


ATTACK, FEINT, QI_BURST, GUARD = Stance
STANCES = (ATTACK, GUARD, FEINT, QI_BURST)
"""In the source's order."""
USES = {
    ATTACK: Attribute.FORCE,
    GUARD: Attribute.GRACE,
    FEINT: Attribute.GUILE,
    QI_BURST: Attribute.INSIGHT,
}
"""The Attribute of each Stance's Check [S]."""
HARM = {ATTACK: 2, GUARD: 1, FEINT: 1, QI_BURST: 3}
"""What each deals when it lands [S]."""
FIST_ATTACK = 3
"""What a Fist's Attack deals [S, the example of the Finisher]."""
GRAZE = 1
"""What a Graze deals [S]."""
LEAST_HARM = 1
"""What is left of a Hit at the least, whatever makes it less [S of Water; O of Realm Suppression]."""
BURST_QI = 1
"""What a Qi Burst costs at the reveal [S]."""
BURST_STRAIN = 1
"""The Strain that a Fist marks for a Qi Burst where the Qi is not dense [D]."""


class Clash(Enum):
    """What two Stances make of each other, as the hero sees it [S]."""

    WON = "won"
    DRAW = "draw"
    LOST = "lost"


class Outcome(IntEnum):
    """What a Check comes to, the worst first [S; the bands: O]."""

    FAILURE = 0
    PARTIAL = 1
    SUCCESS = 2
    CRITICAL = 3

    @property
    def title(self) -> str:
        return ("Failure", "Partial Success", "Success", "Critical Success")[self]


FAILURE, PARTIAL, SUCCESS, CRITICAL = Outcome
CRITICAL_OVER = 10
"""A total that is so far above the Defense is critical, and so is a die that shows its highest face [O]."""
PARTIAL_UNDER = 5
"""A total that is so far below the Defense at the most is a Partial Success; lower it is a Failure [O; S: 3 below]."""


class Landing(Enum):
    """What the result table gives a side [S]."""

    NOTHING = "nothing"
    GRAZE = "Graze"
    STANCE = "Stance"


_LANDS, _GRAZE, _NO = Landing.STANCE, Landing.GRAZE, Landing.NOTHING
RESULTS: dict[tuple[Clash, Outcome], tuple[Landing, Landing]] = {
    (Clash.WON, SUCCESS): (_LANDS, _NO),
    (Clash.WON, PARTIAL): (_LANDS, _GRAZE),
    (Clash.WON, FAILURE): (_NO, _GRAZE),
    (Clash.DRAW, SUCCESS): (_LANDS, _NO),
    (Clash.DRAW, PARTIAL): (_LANDS, _LANDS),
    (Clash.DRAW, FAILURE): (_NO, _LANDS),
    (Clash.LOST, SUCCESS): (_GRAZE, _NO),
    (Clash.LOST, PARTIAL): (_GRAZE, _LANDS),
    (Clash.LOST, FAILURE): (_NO, _LANDS),
}
"""What the hero lands, and the foe [S, the result table]; a Critical Success is read as a Success."""
CRITICAL_HARM = 1
"""What the hero's Hit deals more [S]."""

CLASH_BONUS = 2
"""On a Check in a Clash that was won; as much off where it was lost [S]."""
PREDICTABLE = 2
"""Off the Check of a Stance that was the last one, too [S]."""
PUSH, PUSH_STRAIN = 3, 1
"""What a Push adds to a Check [S], and the Strain that it marks [O]."""
HIGH_BONUS = 1
"""What the High ground adds to the holder's Checks or Defense [S]."""
EXTRA_HARM, EXTRA_COST = 1, 1
"""What spent Momentum adds to a Hit, and the Momentum [S]."""
FORESIGHT = 2
"""The Momentum that it costs [S]."""
FINISHER = 3
"""The Momentum that it costs, all that there can be [S]."""
DEFIANT_GAP = 1
"""Outranked by exactly so much the hero may declare a Finisher in a lost Clash, and a Finisher ignores Suppression [S]."""
MOST_MOMENTUM = 3
"""[S]"""
UNSTABLE_HARM = 1
"""What a Feint deals more to someone on unstable ground [S]."""
WATER_HARM = 1
"""What an Attack deals less to someone in water [S]."""
HAZARD_HARM = 1
"""What whoever ends a Round in a Hazard takes [S]."""
TRAITS_OFF = 2
"""The Realm gap from which Zone Traits do nothing, but for an Exit [S]."""

QI = 3
"""What a hero has for a Duel [O]."""
STRAIN = 2
"""The boxes of the Strain track [O]."""
WARD, WOUNDS = 6, 3
"""The hero's Ward, and the Wound with which he is out [O]."""
MOST_WARD, MOST_WOUNDS, MOST_QI = 8, 4, 5
"""The last spaces of the boards' tracks [O]."""
REALM = 1
"""The Realm printed on the boards, where nothing else is agreed [O]."""
DEFENSE = 19
"""A foe's Defense is this and its Realm [O; S: 20 in the example]."""
AMBUSH = 1
"""The Momentum with which the hero begins who starts from an Ambush [O]."""
ARTS = 2
"""The Techniques that a hero brings to a Duel; a Seal has Foresight beside them [O]."""
MINION_ROUNDS = 1
"""The Rounds after which a Minion has fallen [S]."""


class Hero(NamedTuple):
    """A board: its id, what the hero is called by trade and by name, the four Attributes in the order of `Attribute` [O]."""

    id: str
    calling: str
    name: str
    attributes: tuple[int, int, int, int]

    def attribute(self, which: Attribute) -> int:
        return self.attributes[tuple(Attribute).index(which)]


HEROES = (
    Hero("fist", "Fist", "Meng Tieshan", (3, 2, 1, 1)),
    Hero("crane", "Crane", "Bai Liuxu", (1, 3, 2, 1)),
    Hero("mask", "Mask", "Ruan Sixi", (1, 1, 3, 2)),
    Hero("seal", "Seal", "Zhuo Qingyin", (2, 1, 1, 3)),
)
"""Fist and Seal are callings of the source; the other two and all names are ours [O]."""
FIST, CRANE, MASK, SEAL = HEROES


class Kind(NamedTuple):
    """A kind of foe [S]: its id and name, its Ward, and the Wound with which it is out [O]."""

    id: str
    name: str
    ward: int
    wounds: int


KINDS = (Kind("minion", "Minion", 0, 1), Kind("mob", "Mob", 2, 1), Kind("rival", "Rival", 4, 3), Kind("boss", "Boss", 6, 4))
MINION, MOB, RIVAL, BOSS = KINDS


class Temperament(NamedTuple):
    """How a foe fights that nobody plays: its id and name, and how many faces of the die show each Stance, in the order of
    `STANCES` [O].
    """

    id: str
    name: str
    shares: tuple[int, int, int, int]

    @property
    def faces(self) -> tuple[Stance, ...]:
        """The Stance of each face of the die, from 1."""
        return tuple(stance for stance, share in zip(STANCES, self.shares, strict=True) for _ in range(share))


TEMPERAMENTS = (
    Temperament("level", "Level", (2, 2, 1, 1)),
    Temperament("fierce", "Fierce", (3, 1, 1, 1)),
    Temperament("patient", "Patient", (1, 3, 1, 1)),
    Temperament("sly", "Sly", (1, 1, 3, 1)),
    Temperament("burning", "Burning", (1, 1, 1, 3)),
)
LEVEL, FIERCE, PATIENT, SLY, BURNING = TEMPERAMENTS


class Technique(NamedTuple):
    """A Technique [S]: the Stance with which it goes (None for none), its cost in Qi [O] and in Momentum [S], whether it is
    used once a Duel; what it does on a map: `reach`, `leap` (not from Water, if `dry`), a move at the end of the Round.
    """

    id: str
    name: str
    stance: Stance | None
    qi: int = 0
    momentum: int = 0
    once: bool = False
    reach: bool = False
    leap: bool = False
    dry: bool = False
    returns: bool = False

    @property
    def zoned(self) -> bool:
        """Whether it does something on a map only."""
        return self.reach or self.leap or self.returns or self.id == "red-tide-step"


TECHNIQUES = (
    Technique("lantern-heart-sutra", "Lantern Heart Sutra", None, qi=1, once=True),
    Technique("foresight", "Foresight", None, momentum=FORESIGHT),
    Technique("red-tide-step", "Red Tide Step", None, qi=1),
    Technique("pole-sweep", "Pole-Sweep", ATTACK, qi=1, reach=True),
    Technique("salt-burn", "Salt Burn", QI_BURST, reach=True),
    Technique("chain-stair-step", "Chain-Stair Step", FEINT, qi=1, once=True, leap=True),
    Technique("thunder-in-the-bones", "Thunder in the Bones", ATTACK, qi=1, once=True, leap=True, dry=True),
    Technique("hundred-step-return", "Hundred-Step Return", GUARD, returns=True),
)
LANTERN, FORESEEING, RED_TIDE = TECHNIQUES[:3]
CHOSEN = tuple(technique for technique in TECHNIQUES if technique is not FORESEEING)
"""Those of which a hero brings some: Foresight is every Seal's and nobody else's [O]."""


class Raise(Enum):
    """What raises a result by a step, each once a Duel [O]."""

    BORROW = "borrow-from-heaven"
    BREAK = "break-the-limit"


RAISE_STEPS = 1
"""[O]"""
BORROW_DEBT, BREAK_WOUNDS = 1, 1
"""The Debt that is marked for Borrow from Heaven, the Wound for Break the Limit [O]."""

GAIN, LOSES = 1, 1
"""What each way to gain Momentum gains, and what the one way to lose it takes [S]."""
GAINS = ("You win a Clash", "A foe of a higher Realm Wounds you", "You have a Success or better", "Your Guard lands")
"""The four ways to gain a Momentum [S]."""
LOSS = "The foe lands a Feint on you"
"""The one way to lose one [S]."""
WORDS = (
    "Duel", "Round", "Stance", "Clash", "Land", "Graze", "Hit", "harm", "Ward", "Momentum", "Defense", "Outranked", "Foe",
)  # fmt: skip
"""The words that the source explains, in its order [S]."""
STEPS = (
    "Reveal first?",
    "Choose a Stance",
    "Name a Technique",
    "Reveal and pay",
    "Compare",
    "Finisher?",
    "Check",
    "Result",
    "Harm and Momentum",
)
"""The nine steps of a Round [S]."""
