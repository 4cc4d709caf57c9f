"""The words and numbers of Duel. The source is the designer's page (2026); what it does not say is a ruling."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple

SPACES = 15
"""The track: spaces 1 to 15, walls beyond both ends."""
START = (6, 10)
"""Where A and B begin: four spaces apart."""
MOST_STAMINA = 20
SLOTS = 3
"""Slots planned for an exchange."""
BETWEEN = 5
"""Stamina that both recover between exchanges."""
REST = 1
"""Stamina recovered at the end of a slot of forced rest."""
WAITING = 1
"""Stamina recovered by a performed Wait with Stay as the footwork chosen: a step that is stopped is no Stay [ruling]."""
DODGE_COST, DODGE_BACK = 1, 2
PURSUIT_REACH = 3
"""Spaces within which a pursuing technique hits a dodger, after its own step, whatever distances its card lists [ruling]."""
FAR_IN_RAIN = 1
"""How much farther every non-zero move goes in rain."""
CLEAR_IN_FOG = 1
"""How far apart both may stand in fog and still see stances and footwork."""
INTERCEPTION = 5
"""Damage in a cell of the table that cancels the other technique, where the technique itself lists less."""
MIGHTY_DAMAGE, MIGHTY_LOCK = 5, 3
MIGHTY_SLOT = 0
"""The slot of every exchange (from 0) in which the Brute's heavy cuts are Mighty: "in the first slot" [ruling]."""
LOCK = 1
"""Slots for which the Samurai's Block and the Master lock an attacker."""
KNOCK_BACK = 1
"""Spaces that a Clash throws both back; no move, so that rain adds nothing, and at a wall none [ruling]."""


class Stance(IntEnum):
    """The three guards in their order; a stance changes by one step at a time."""

    HIGH = 0
    MIDDLE = 1
    LOW = 2


class Duellist(Enum):
    """Who fights."""

    BRUTE = "brute"
    SAMURAI = "samurai"
    RONIN = "ronin"
    MASTER = "master"


class Technique(NamedTuple):
    """A technique: its row in the counter table, its card, its stance (None: any), its own step (forward is positive), the
    distances at which it lands (0, 0 for what does not attack), its damage, its cost in stamina, what it deals a dodger.
    """

    row: int
    id: str
    short: str
    stance: Stance | None
    step: int
    least: int
    most: int
    damage: int
    cost: int
    pursuit: int = 0
    heavy: bool = False
    thrust: bool = False

    @property
    def attacks(self) -> bool:
        return self.most > 0

    @property
    def defends(self) -> bool:
        """Counterattack and Block: they meet what reaches, and are paid for only where they work."""
        return self.row in (3, 5)


_H, _M, _L = Stance.HIGH, Stance.MIDDLE, Stance.LOW
DC = Technique(0, "downward-cut", "DC", _H, 0, 1, 2, 5, 2, heavy=True)
AC = Technique(1, "advancing-cut", "AC", _H, 1, 1, 2, 5, 2, pursuit=5, heavy=True)
RC = Technique(2, "retreating-cut", "RC", _H, -1, 1, 2, 2, 2)
CA = Technique(3, "counterattack", "CA", _M, 0, 0, 0, 1, 1)
AT = Technique(4, "advancing-thrust", "AT", _M, 1, 2, 2, 2, 2, pursuit=1, thrust=True)
B = Technique(5, "block", "B", _M, -1, 0, 0, 0, 1)
HC = Technique(6, "horizontal-cut", "HC", _L, 0, 1, 2, 1, 1)
RH = Technique(7, "retreating-horizontal-cut", "RH", _L, -1, 1, 2, 1, 2)
LT = Technique(8, "low-advancing-thrust", "LT", _L, 1, 1, 2, 2, 2, pursuit=1, thrust=True)
WAIT = Technique(9, "wait", "W", None, 0, 0, 0, 0, 0)
TECHNIQUES = (DC, AC, RC, CA, AT, B, HC, RH, LT, WAIT)
OF_STANCE = {s: tuple(t for t in TECHNIQUES if t.stance in (s, None)) for s in Stance}


class Cell(NamedTuple):
    """A meeting of two techniques in reach: damage dealt and taken by the row's, or a Clash."""

    dealt: int
    taken: int
    clash: bool = False


def _cell(text: str) -> Cell:
    if text == "Clash":
        return Cell(0, 0, True)
    if ":" in text:
        dealt, taken = text.split(":")
        return Cell(int(dealt), int(taken))
    return Cell(max(0, int(text)), max(0, -int(text)))


TABLE_TEXT = """
      DC    AC    RC    CA    AT    B     HC    RH    LT
DC    Clash -5    +5    +5    -5    +5    0     +5    +5
AC    +5    Clash +5    +5    -5    +5    -5    +5    -5
RC    -5    -5    2:2   +1    +2    0     +2    +2    +2
CA    -5    -5    -1    0     +1    0     -1    -1    +1
AT    +5    +5    -2    -1    2:2   0     +5    -2    +5
B     -5    -5    0     0     0     0     0     0     0
HC    0     +5    -2    +1    -5    0     1:1   0     +1
RH    -5    -5    -2    +1    +2    0     0     1:1   -5
LT    -5    +5    -2    -1    -5    0     -1    +5    2:2
"""
"""The source's counter table: row = yours, column = theirs; + is dealt, - is taken, a:b is both."""

WRITTEN = tuple(tuple(line.split()[1:]) for line in TABLE_TEXT.strip().splitlines()[1:])
TABLE = tuple(tuple(_cell(text) for text in row) for row in WRITTEN)


class Footwork(NamedTuple):
    """A choice of footwork: its card, how many spaces toward the other."""

    id: str
    spaces: int


TOWARD, STAY, AWAY = Footwork("toward", 1), Footwork("stay", 0), Footwork("away", -1)
FOOTWORK = (TOWARD, STAY, AWAY)
LONG_STRIDE = (*FOOTWORK, Footwork("toward", 2), Footwork("away", -2))
"""The Ronin's."""


class Evasion(Enum):
    """The one chance of a slot to dodge."""

    GO_ON = "go on"
    DODGE = "dodge"


class Weather(Enum):
    """The condition of a slot."""

    CLEAR = "normal"
    SUN = "morning-sun"
    RAIN = "rain"
    FOG = "fog"


ROUND = 33
"""Slots after which the weather repeats."""
SUN_FROM, SUN_TURNS, SUN_TO = 10, 13, 15
"""The low sun: the first and last slot, and the slot in which it turns to the other player."""
CHANGING = ((19, 24), (28, 33))
"""Rain or fog, drawn before the first of these slots; the other one in the second."""


class Variant(NamedTuple):
    """The last three changes of the rules, each of which can be taken back."""

    master_unhurt: bool = True
    """The Master locks only an attacker who did no damage (before: any attacker)."""
    brute_health: int = 6
    """Before: 5."""
    samurai_free: bool = True
    """The Samurai has no heavy recovery and no stiffness (before: as all others)."""


HEALTH = 5


def health_of(who: Duellist, variant: Variant) -> int:
    return variant.brute_health if who is Duellist.BRUTE else HEALTH
