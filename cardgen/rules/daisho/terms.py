"""The words and numbers of Daisho. The source [S] is the game's own page; what it does not say is a ruling."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple

HIT_POINTS = 10
"""What each fighter starts with; at zero he is slain [S, victory, hit points]."""
HAND = 10
"""Cards to which a hand is filled, in both step phases [S, set-up, step phases]."""
DISCARDS = 5
"""The most that a player may discard in the Second Step, and again in Recover [S]."""
COMBOS = 1
"""Combo cards that a player may play in a strike [S, strike]."""
COMBO_TYPES = 2
"""Types of attack that a Combo allows; it is played with that many and no fewer [ruling]."""
DAMAGE = 1
"""What each attack card and each Kai takes that is not negated; what one Armor negates [S, cut]."""
COVERS = 1
"""Defence cards that may be played against one type of attack; one negates all of it [S, defend]."""
CALM = 10
"""Turns in a row without a lost hit point after which the duel is a draw: the source knows no end but death [ruling]."""

MOST_TURNS = (2 * HIT_POINTS - 1) * CALM
"""The longest duel by that: both may lose all points but one, one at a time, each as late as can be."""


class Kind(Enum):
    """The source's three types of card: A, D and M."""

    ATTACK = "attack"
    DEFENCE = "defence"
    MODIFIER = "modifier"


class Card(IntEnum):
    """The ten cards of the common deck, in the source's order. A hand is how many of each, in this order."""

    CHOP = 0
    SLASH = 1
    THRUST = 2
    KAI = 3
    ARMOR = 4
    DODGE = 5
    PARRY = 6
    BLOCK = 7
    COMBO = 8
    SPEED = 9

    @property
    def id(self) -> str:
        return self.name.lower()

    @property
    def title(self) -> str:
        return self.name.title()


CHOP, SLASH, THRUST, KAI, ARMOR, DODGE, PARRY, BLOCK, COMBO, SPEED = Card

COPIES = (10, 10, 10, 5, 5, 5, 5, 5, 5, 10)
"""How many of each card the deck has [S, card list]."""
DECK = sum(COPIES)
"""Seventy [S, deck]."""
ATTACKS = (CHOP, SLASH, THRUST)
COVER_OF = {CHOP: BLOCK, SLASH: PARRY, THRUST: DODGE}
"""What negates each attack [S, card list, defend]."""
STOPS = {cover: attack for attack, cover in COVER_OF.items()}
DEFENCES = (ARMOR, DODGE, PARRY, BLOCK)
ENGLISH = {CHOP: "vertical cut", SLASH: "horizontal cut", SPEED: "iaijutsu"}
"""What the source adds to a card's name."""


def kind_of(card: Card) -> Kind:
    """The type of a card, also of one that another is played as [S, card list]."""
    return Kind.ATTACK if card in COVER_OF else Kind.DEFENCE if card in DEFENCES else Kind.MODIFIER


class Persona(NamedTuple):
    """A fighter: the card's id and name, the weapon and what that is, who the fighter is, both as this edition
    words them, and the one substitution: cards of the kind `turns` may be played as `into` [S, personas].
    """

    id: str
    name: str
    weapon: str
    arm: str
    role: str
    turns: Card
    into: Card


PERSONAS = (
    Persona("samurai", "Samurai", "Katana and Wakizashi", "long sword and short", "a lord’s warrior", SPEED, ARMOR),
    Persona("bushi", "Bushi", "Nodachi", "a great sword", "man of arms", SPEED, CHOP),
    Persona("ronin", "Ronin", "Tachi and Tanto", "slung long sword and short", "without a master", ARMOR, SPEED),
    Persona("kensei", "Kensei", "Daisho", "long and short at once", "saint of the sword", ARMOR, COMBO),
    Persona("onna-bugeisha", "Onna-bugeisha", "Naginata", "a curved blade on a pole", "woman of arms", ARMOR, SLASH),
    Persona("domin", "Domin", "Tonfa", "clubs with a side grip", "man of the soil", ARMOR, PARRY),
    Persona("otokodate", "Otokodate", "Gunsen", "a fan of iron", "of a sworn band", CHOP, BLOCK),
    Persona("ashigaru", "Ashigaru", "Yari", "a straight spear", "of the ranks", CHOP, THRUST),
    Persona("traveling-monk", "Traveling Monk", "Jo", "a staff", "on no road long", DODGE, PARRY),
    Persona("ninja", "Ninja", "Kusari-gama", "a sickle on a chain", "seen too late", BLOCK, SPEED),
    Persona("doshin", "Doshin", "Jitte", "a pair of pronged truncheons", "of the town watch", CHOP, PARRY),
    Persona("kyokaku", "Kyokaku", "Nunchaku", "a flail of wood and cord", "against the officials", PARRY, CHOP),
    Persona("yamabushi", "Yamabushi", "Ono", "a pole-axe", "armed ascetic", SPEED, SLASH),
    Persona("brigand", "Brigand", "Tetsubo", "a studded iron club", "lord of a hill road", COMBO, CHOP),
    Persona("wako", "Wako", "Aikuchi", "a dagger without a guard", "raider of the coasts", ARMOR, DODGE),
    Persona("yojimbo", "Yojimbo", "Katana", "a long sword", "hired to stand by", KAI, SPEED),
    Persona("merchant", "Merchant", "Kiseru", "a smoker’s pipe of iron", "man of ledgers", ARMOR, BLOCK),
)
"""All seventeen, in the source's order; spelt as this edition prints them [ruling]."""
BY_ID = {persona.id: persona for persona in PERSONAS}


class Advantage(Enum):
    """What the winner of the speed contest must choose one of [S, speed]."""

    ARMOR_ONLY = "armor only"
    """The other plays no defence card but Armor this turn."""
    NO_ATTACK = "no attack"
    """The other plays no attack this turn."""


PHASES = ("First Step", "Second Step", "Speed", "Strike", "Defend", "Cut", "Recover")
"""The seven phases of a turn; the source calls the last one Recover and Recovery [ruling]."""
