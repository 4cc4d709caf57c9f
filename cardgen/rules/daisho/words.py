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

_NUMBERS = ("no", "one", "two", "three", "four", "five")
_A_COVER, _A_COMBO = _NUMBERS[COVERS].capitalize(), _NUMBERS[COMBOS].capitalize()
_POINT, _TYPES = _NUMBERS[DAMAGE], _NUMBERS[COMBO_TYPES]
PHRASES: dict[str, tuple[str, ...]] = {
    **{
        attack.id: (f"Play any number together, with another attack only by a Combo. A {cover.title} stops them all.",)
        for attack, cover in COVER_OF.items()
    },
    **{
        cover.id: (f"{_A_COVER} {cover.title} stops every {attack.title} that is played against you, with the Kai attached.",)
        for cover, attack in STOPS.items()
    },
    "kai": (
        "Play it with an attack. It adds its damage, and falls with it.",
        "with it. With a Combo, say to which attack it belongs.",
    ),
    "armor": (f"Play any number in the Cut phase. Each takes off {_POINT} point. No advantage of the other forbids it.",),
    "combo": (
        f"Strike with {_TYPES} types of attack at once. Say to which of them each Kai belongs.",
        f"belongs. {_A_COMBO} Combo a turn.",
    ),
    "speed": (
        "Both show all of theirs. Who has more chooses for the other: no defence but Armor or no attack.",
        "no attack. Discarded after the Cut.",
    ),
    **{
        who.id: (
            f"You may {'show' if who.into is SPEED else 'play'} {who.turns.title} as {who.into.title}"
            f"{', once you have shown it' if who.turns is SPEED else ''}.",
        )
        for who in PERSONAS
    },
    "phase-strip": (
        f"Fill your hand to {HAND} cards. Discard up to {DISCARDS}, face up and together. Fill to {HAND} again.",
        "again. Show all Speed. Who has more chooses for the other: no defence but Armor, or no attack.",
        f"no attack. Attacks of one type, or of {_TYPES} with a Combo. Each Kai goes with an attack.",
        "an attack. A Dodge, Parry or Block stops all of its type, with the Kai.",
        "the Kai. Armor takes off a point each; the rest is lost. Discard all that was played or shown.",
        f"or shown. Discard up to {DISCARDS} that you do not want.",
    ),
}
"""What a card must say, sentence by sentence and in this order, so that nothing fits in between; no other card is named in
its words.
"""
