"""What the words of the cards may say in numbers, each with a word that stands beside it; and what they must say."""

from __future__ import annotations

from cardgen.rules.kendo_duel.terms import CARDS, LOST_TO_OTHER, SEIGAN, Card, Kind
from cardgen.rules.protocol import Said


def _of(kind: Kind) -> tuple[Card, ...]:
    return tuple(card for card in CARDS if card.kind is kind)


SAID: dict[str, tuple[Said, ...]] = {
    card.id: (Said("", LOST_TO_OTHER, "card"),) for card in (*_of(Kind.REINFORCING), SEIGAN, *_of(Kind.ATTACK))
}
"""Each of these must be said, and no number may be said that is none of them: what else a card states has its own place."""

_FORCE = ("Jodan or Seme",)
_ON = ("goes on to any other player. You attack with it",)
PHRASES: dict[str, tuple[str, ...]] = {
    **{
        card.id: ("with a basic attack when you start", "It is answered first", "you pull", "unseen")
        for card in _of(Kind.REINFORCING)
    },
    "mushin": (*_FORCE, "is over", "Answer the basic attack"),
    "seigan": (*_FORCE, "goes back to the sender", "you pull", "unseen"),
    "tai-sabaki": ("Taiatari", *_ON),
    "kamae": ("Maki age", *_ON),
    "fudoshin": ("Taiatari", "Maki age", *_FORCE, *_ON),
    **{card.id: ("attack ends", "You start the next, against whom you like") for card in _of(Kind.PARRYING)},
    **{card.id: ("Start with it, alone", "you pull", "unseen", "in the Competition", "Hansoku") for card in _of(Kind.ATTACK)},
    "jikan-desu": ("Only in the Competition", "Lay it on your turn to start, if you lead in Ippon", "you win the match"),
}
"""Words that a card must carry, a condition as a whole, so that no "not" fits in; no other card is
named in its words. Basic attacks and counterattacks need none."""
