"""What the words of the cards may say in numbers, each with a word that stands beside it; and what they must say."""

from __future__ import annotations

from cardgen.rules.heavenly_debt import terms
from cardgen.rules.protocol import Said

_DEFIANT = Said("by", terms.DEFIANT_GAP)

SAID: dict[str, tuple[Said, ...]] = {
    "guard": (Said("gain", terms.GAIN, "momentum"),),
    "foe-guard": (Said("gains", terms.GAIN, "momentum"),),
    "foe-feint": (Said("lose", terms.LOSES, "momentum"),),
    "high": (Said("", terms.HIGH_BONUS, "to"),),
    "unstable": (Said("", terms.UNSTABLE_HARM, "more"),),
    "water": (Said("", terms.WATER_HARM, "less"), Said("least", terms.LEAST_HARM)),
    "screened": (Said("", terms.AMBUSH, "momentum"),),
    "hazard": (Said("", terms.HAZARD_HARM, "harm"),),
    "finisher": (_DEFIANT,),
    "push": (Said("", terms.PUSH, "to"), Said("", terms.PUSH_STRAIN, "strain")),
    "borrow-from-heaven": (Said("", terms.RAISE_STEPS, "step"), Said("", terms.BORROW_DEBT, "debt")),
    "break-the-limit": (Said("", terms.RAISE_STEPS, "step"), Said("", terms.BREAK_WOUNDS, "wound")),
    "minion": (Said("", terms.MINION_ROUNDS, "round"),),
    "fist": (Said("deals", terms.FIST_ATTACK), Said("", terms.BURST_STRAIN, "strain")),
    "reference-momentum": (
        Said("gain", terms.GAIN),
        Said("lose", terms.LOSES),
        Said("", terms.EXTRA_HARM, "harm"),
        Said("to", terms.MOST_MOMENTUM),
    ),
    "reference-results": (Said("", terms.CRITICAL_HARM, "more"), Said("", terms.CRITICAL_OVER), Said("", terms.PARTIAL_UNDER)),
    "reference-words": (Said("", terms.GRAZE, "harm"), Said("to", terms.MOST_MOMENTUM)),
}
"""Each of these must be said, and no number may be said that is none of them."""

PHRASES: dict[str, tuple[str, ...]] = {
    "guard": ("when it lands", "Momentum"),
    "foe-guard": ("when it lands", "Momentum"),
    "feint": ("when it lands", "Off Balance"),
    "foe-feint": ("when it lands",),
    "qi-burst": ("at the reveal",),
    "high": ("first", "your Checks", "Defense", "alone"),
    "unstable": ("Feint", "lands"),
    "water": ("Attack", "lands"),
    "screened": ("from another Zone", "Ambush"),
    "hazard": ("ends a Round",),
    "exit": ("Flee", "no Check", "Red Tide Step"),
    "dense-qi": ("Qi Burst", "costs no Qi", "Fist", "no Strain"),
    "lantern-heart-sutra": ("reveals", "before you choose", "once a Duel"),
    "foresight": ("reveals", "before you choose", "Outranked"),
    "red-tide-step": ("Flee", "any Zone"),
    "pole-sweep": ("connected Zone", "Attack", "Screened"),
    "salt-burn": ("connected Zone", "Qi Burst", "Screened"),
    "chain-stair-step": ("connected Zone", "Feint", "at the reveal", "once a Duel"),
    "thunder-in-the-bones": ("connected Zone", "Attack", "at the reveal", "not from Water", "once a Duel"),
    "hundred-step-return": ("Guard lands", "connected Zone", "Round ends"),
    "finisher": ("Clash", "a Wound", "even if", "Outranked"),
    "push": ("before you roll",),
    "borrow-from-heaven": ("once a Duel", "result"),
    "break-the-limit": ("once a Duel", "result"),
    "minion": ("falls",),
    "fist": ("Attack", "Qi Burst", "Dense Qi"),
    "seal": ("Foresight",),
    "reference-momentum": ("win a Clash", "Outranks you", "Success", "Guard lands", "Feint", "Round ends", "Finisher"),
    "reference-results": ("Critical",),
    "reference-words": ("Attack", "Guard", "Feint", "Qi Burst", "Minion", "Mob", "Rival", "Boss"),
}
"""Words that a card must carry; no other card is named in its words."""
