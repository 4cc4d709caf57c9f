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
    **{attack.id: ("any number", "Combo", cover.title) for attack, cover in COVER_OF.items()},
    **{cover.id: (f"every {attack.title}", "with the Kai") for cover, attack in STOPS.items()},
    "kai": ("with an attack", "falls with it", "Combo"),
    "armor": ("any number", "Cut phase"),
    "combo": ("Kai",),
    "speed": ("show all", "no defence but Armor", "no attack", "after the Cut"),
    **{who.id: (f"{'show' if who.into is SPEED else 'play'} {who.turns.title} as {who.into.title}",) for who in PERSONAS},
    **{
        who.id: (f"play {who.turns.title} as {who.into.title}", "once you have shown it")
        for who in PERSONAS
        if who.turns is SPEED
    },
    "phase-strip": ("Speed", "no defence but Armor", "no attack", "Combo", "Kai", "Dodge, Parry or Block"),
}
"""Words that a card must carry; no other card is named in its words."""
