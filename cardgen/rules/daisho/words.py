"""What the words of Daisho's cards may say in numbers, each with a word that stands beside it; and what they must say."""

from __future__ import annotations

from cardgen.rules.daisho.terms import COMBO_TYPES, COMBOS, COVER_OF, COVERS, DAMAGE, DISCARDS, HAND, PERSONAS, SPEED, STOPS
from cardgen.rules.protocol import Said

SAID: dict[str, tuple[Said, ...]] = {
    **{cover.id: (Said("", COVERS, cover.id),) for cover in STOPS},
    "armor": (Said("", DAMAGE, "point"),),
    "combo": (Said("", COMBO_TYPES, "types"), Said("", COMBOS, "combo")),
    "phase-strip": (Said("to", HAND), Said("to", DISCARDS), Said("", 1, "type"), Said("", COMBO_TYPES, "with")),
}
"""Each of these must be said, and no number may be said that is none of them: what else a card states has its own place."""

PHRASES: dict[str, tuple[str, ...]] = {
    **{
        attack.id: ("any number together", "only by a Combo", f"A {cover.title} stops them all")
        for attack, cover in COVER_OF.items()
    },
    **{cover.id: (f"stops every {attack.title} that is played against you", "with the Kai") for cover, attack in STOPS.items()},
    "kai": ("with an attack", "adds its damage", "falls with it", "With a Combo, say to which attack it belongs"),
    "armor": ("any number in the Cut phase", "takes off", "No advantage of the other forbids it"),
    "combo": ("types of attack at once", "to which of them each Kai belongs", "a turn"),
    "speed": ("Both show all", "Who has more chooses for the other", "no defence but Armor or no attack", "after the Cut"),
    **{who.id: (f"{'show' if who.into is SPEED else 'play'} {who.turns.title} as {who.into.title}",) for who in PERSONAS},
    **{
        who.id: (f"play {who.turns.title} as {who.into.title}", "once you have shown it")
        for who in PERSONAS
        if who.turns is SPEED
    },
    "phase-strip": (
        *("Fill your hand", "face up and together", "again"),
        *("Show all Speed", "Who has more chooses for the other", "no defence but Armor, or no attack"),
        *("Attacks of one type", "with a Combo", "Each Kai goes with an attack"),
        "A Dodge, Parry or Block stops all of its type, with the Kai",
        *("Armor takes off a point each", "the rest is lost", "Discard all that was played or shown"),
        "that you do not want",
    ),
}
"""Words that a card must carry; no other card is named in its words."""
