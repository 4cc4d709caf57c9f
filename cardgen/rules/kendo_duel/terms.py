"""The words and numbers of Kendo Duel. The source [S] is the designer's rules; [S7] is step 7 of the Duel mode,
[S, competition] the other mode. The cards are those of the public list [P]; what neither says is a ruling.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple

SEATS = ("A", "B", "C", "D")
"""The seats in the order of the table; a game of fewer players has the first of them."""
PLAYERS = (2, 3, 4)
"""How many may play the Duel [S]; the Competition is for two [S]."""


class Subdeck(IntEnum):
    """The three subdecks [S1], each with a back of its own."""

    BASIC = 0
    COUNTER = 1
    OTHER = 2

    @property
    def title(self) -> str:
        return ("Basic attacks", "Counterattacks", "Other cards")[self]

    @property
    def seal(self) -> str:
        """The sign on its back and at its place of the board: to strike, to respond, method [ruling]."""
        return "打応法"[self]

    @property
    def family(self) -> str:
        """What its cards are called in the card data."""
        return self.name.lower()


class Target(IntEnum):
    """The parts of the body that are struck, in the source's order; also the names of the basic attacks [S1]."""

    MEN = 0
    KOTE = 1
    DO = 2
    TSUKI = 3

    @property
    def title(self) -> str:
        return self.name.title()

    @property
    def place(self) -> str:
        """The part of the body in English."""
        return ("head", "wrist", "trunk", "throat")[self]


class Kind(Enum):
    """The groups of the public list; the name of each as a card prints it."""

    BASIC = "basic attack"
    COUNTER = "counterattack"
    REINFORCING = "reinforcing card"
    AGAINST = "card against reinforcing"
    DEFLECTING = "deflecting card"
    PARRYING = "parrying card"
    ATTACK = "other attack"
    TIME = "end of the match"

    @property
    def frame(self) -> str:
        """The colour of the frame in the public list; of the one card that it does not have, white [ruling]."""
        return _FRAMES[self]

    @property
    def subdeck(self) -> Subdeck:
        return {Kind.BASIC: Subdeck.BASIC, Kind.COUNTER: Subdeck.COUNTER}.get(self, Subdeck.OTHER)


_FRAMES = {
    Kind.BASIC: "brown",
    Kind.COUNTER: "brown",
    Kind.REINFORCING: "red",
    Kind.AGAINST: "purple",
    Kind.DEFLECTING: "blue",
    Kind.PARRYING: "green",
    Kind.ATTACK: "yellow",
    Kind.TIME: "white",
}


class Card(NamedTuple):
    """A face of the deck: its place among them, its id and name, its kind, how many there are of it; of a basic attack and a
    counterattack what they strike (`to`), of a counterattack what it answers (`begins`), of a basic attack its number.
    """

    row: int
    id: str
    name: str
    kind: Kind
    copies: int = 1
    to: Target | None = None
    begins: Target | None = None
    number: int = 0

    @property
    def subdeck(self) -> Subdeck:
        return Subdeck.BASIC if self.row < 12 else Subdeck.COUNTER if self.row < 28 else Subdeck.OTHER


class Origin(Enum):
    """Where the name of a counterattack comes from."""

    ATTESTED = "attested"
    """Found in lists of oji-waza [P]."""
    KATA = "kata"
    """From a form of the Nippon Kendo Kata."""
    OURS = "ours"
    """Formed by the pattern of the others for this edition [ruling]."""


NUMBERS = {Target.MEN: (12, 7, 1), Target.KOTE: (11, 6, 2), Target.DO: (10, 5, 4), Target.TSUKI: (9, 8, 3)}
"""The numbers on the basic attacks, all different: they only decide who starts [S4; the numbers: ruling]."""

_HOWS = """
suriage A | nuki A        | kaeshi A | mukae o
suriage A | suriage A     | kaeshi o | nuki o
uchiotoshi A | uchiotoshi o | kaeshi o | uchiotoshi o
suriage A | suriage o     | nuki A   | nayashi K
"""
_ORIGINS = {"A": Origin.ATTESTED, "K": Origin.KATA, "o": Origin.OURS}
HOWS: dict[tuple[Target, Target], tuple[str, Origin]] = {
    (Target(begins), Target(to)): (cell.split()[0], _ORIGINS[cell.split()[1]])
    for begins, line in enumerate(_HOWS.strip().splitlines())
    for to, cell in enumerate(line.split("|"))
}
"""By what a counterattack answers and what it then strikes: the technique between both, and where its name is from."""

FLAVOUR = ("Men-nuki-do", "Kote-nuki-men", "Kote-kaeshi-men", "Harai", "Enzan no metsuke", "Zanshin")
"""Real words of kendo that name no card; no rule speaks of them."""

_OTHERS = (
    ("Jodan", Kind.REINFORCING, 2),
    ("Seme", Kind.REINFORCING, 2),
    ("Mushin", Kind.AGAINST, 2),
    ("Seigan", Kind.AGAINST, 2),
    ("Tai sabaki", Kind.DEFLECTING, 2),
    ("Kamae", Kind.DEFLECTING, 2),
    ("Fudoshin", Kind.DEFLECTING, 2),
    ("Tsubazeriai", Kind.PARRYING, 3),
    ("Bogyo", Kind.PARRYING, 3),
    ("Taiatari", Kind.ATTACK, 2),
    ("Maki age", Kind.ATTACK, 2),
    ("Jikan desu", Kind.TIME, 1),
)


def _cards() -> tuple[Card, ...]:
    out: list[Card] = []
    for target, numbers in NUMBERS.items():
        for number in numbers:
            out.append(Card(len(out), f"{target.name.lower()}-{number}", target.title, Kind.BASIC, to=target, number=number))
    for (begins, to), (how, _) in HOWS.items():
        name = f"{begins.title}-{how}-{to.name.lower()}"
        out.append(Card(len(out), name.lower(), name, Kind.COUNTER, to=to, begins=begins))
    for name, kind, copies in _OTHERS:
        out.append(Card(len(out), name.lower().replace(" ", "-"), name, kind, copies))
    return tuple(out)


CARDS = _cards()
"""Every face: 12 basic attacks, 16 counterattacks (one of each ordered pair of targets), 12 other cards of 25."""
BY_ID = {card.id: card for card in CARDS}
JODAN, SEME, MUSHIN, SEIGAN, TAI_SABAKI, KAMAE, FUDOSHIN, TSUBAZERIAI, BOGYO, TAIATARI, MAKI_AGE, JIKAN_DESU = CARDS[28:]


def origin(card: Card) -> Origin | None:
    """Where the name of a counterattack is from; None of another card."""
    return HOWS[card.begins, card.to][1] if card.begins is not None and card.to is not None else None


def deck_of(competition: bool) -> tuple[tuple[Card, ...], ...]:
    """The three subdecks card by card: Jikan desu is left out of the Duel [S1]."""
    out: list[tuple[Card, ...]] = []
    for subdeck in Subdeck:
        own = [card for card in CARDS if card.subdeck is subdeck and (competition or card is not JIKAN_DESU)]
        out.append(tuple(card for card in own for _ in range(card.copies)))
    return tuple(out)


# --- the Duel ---------------------------------------------------------------------------------------------------------

DUEL_DEAL = (3, 4, 5)
"""Cards dealt to each of each subdeck [S2]."""
SWITCHES = 2
"""Cards that each may switch before the first attack [S3]."""
LOST_TO_ATTACK = 2
"""Cards lost to who struck with a basic attack or a counterattack that was not answered [S7]."""
LOST_TO_OTHER = 1
"""Cards lost to an unanswered Taiatari or Maki age, and to an unanswered reinforcing card [S7]."""
BONUS = 1
"""Cards that the last attacker of who dropped out draws [S9]."""
CROWD = 4
"""Players still in with whom a winner, not the loser, starts [S8], and nobody answers his attacker with an attack [S11]."""
TRIO = 3
"""Players in when one drops out, so that who got no bonus card starts [S9; counted before the drop-out: ruling]."""
MINUTES_DUEL = "4-5"
"""With two players [S]."""

# --- the Competition --------------------------------------------------------------------------------------------------

COMPETITION_DEAL = (2, 3, 3)
"""Cards dealt to each of each subdeck [S, competition, starting]."""
IPPON = 2
"""Ippon that win [S, competition, aim]."""
HANSOKU = 2
"""Hansoku that are an Ippon for the other [S, competition]."""
REFILL = 6
"""Cards to which both fill their hands after an Ippon; who has more keeps them [S, competition]."""
DRAWABLE = (Subdeck.COUNTER, Subdeck.OTHER)
"""Where the new card is drawn from that comes with every switch: never from the basic attacks [S, gameplay]."""
MINUTES_COMPETITION = "10-20"
"""[S, competition]"""

LETTERS = {target: target.name[0] for target in Target}
"""The letters of Ippon marks for a struck target [ruling, but for that of Hansoku]."""
H = "H"
"""The mark of an Ippon for Hansoku [S, competition]; also of one for an empty hand where no target was struck [ruling]."""
LETTER_COPIES = 3
"""Marks of each letter on the Ippon sheet: no match can need more [ruling]."""
TRIANGLES = 4
"""Triangles on the Hansoku sheet [ruling]."""
