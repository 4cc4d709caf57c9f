"""What the words of the cards may say in numbers, each with a word that stands beside it; and what they must say."""

from __future__ import annotations

from cardgen.rules.kendo_duel.signs import IN_ENGLISH
from cardgen.rules.kendo_duel.terms import CARDS, LOST_TO_OTHER, SEIGAN, Card, Kind
from cardgen.rules.protocol import Said


def _of(kind: Kind) -> tuple[Card, ...]:
    return tuple(card for card in CARDS if card.kind is kind)


SAID: dict[str, tuple[Said, ...]] = {
    card.id: (Said("", LOST_TO_OTHER, "card"),) for card in (*_of(Kind.REINFORCING), SEIGAN, *_of(Kind.ATTACK))
}
"""Each of these must be said, and no number may be said that is none of them: what else a card states has its own place."""

_PULL = f"No answer: you pull {LOST_TO_OTHER} card, unseen"
_ON = "goes on to any other player. You attack with it now."
_RULES: dict[str, tuple[str, ...]] = {
    **{
        card.id: (f"Lay it with a basic attack when you start. It is answered first. {_PULL}.",)
        for card in _of(Kind.REINFORCING)
    },
    "mushin": ("A Jodan or Seme that was laid against you is over. Answer the basic attack now.",),
    "seigan": (f"A Jodan or Seme goes back to the sender. {_PULL}.",),
    "tai-sabaki": (f"A Taiatari {_ON}",),
    "kamae": (f"A Maki age {_ON}",),
    "fudoshin": (f"Taiatari, Maki age, a Jodan or Seme: it {_ON}",),
    **{card.id: ("The attack ends. You start the next, against whom you like.",) for card in _of(Kind.PARRYING)},
    "taiatari": (f"Start with it, alone. {_PULL}; in the Competition, out of the court: a Hansoku.",),
    "maki-age": (f"Start with it, alone. {_PULL}; in the Competition, the sword is lost: a Hansoku.",),
    "jikan-desu": ("Only in the Competition. Lay it on your turn to start, if you lead in Ippon: you win the match.",),
}
_CUT = dict.fromkeys(("ippon-sheet", "hansoku-sheet"), ("cut along the lines",))
PHRASES = {card: (f"{IN_ENGLISH[card]}.", *rules) for card, rules in _RULES.items()} | _CUT
"""Words that a card must carry, what it is called in English first; each rule as a whole, so that no "not" fits in; no other
card is named in its words. Basic attacks and counterattacks need none.
"""
WHOLE = frozenset({*PHRASES, *(card.id for card in CARDS)})
"""No card says anything else."""
