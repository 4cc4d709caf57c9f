"""What the words of Duel's cards may say in numbers, each with a word that stands beside it; and what they must say."""

from __future__ import annotations

from cardgen.rules.duel import terms
from cardgen.rules.protocol import Said

_PURSUES = (Said("within", terms.PURSUIT_REACH, "spaces"),)
_CLASH = Said("back", terms.KNOCK_BACK)
_RAIN = terms.FAR_IN_RAIN

SAID: dict[str, tuple[Said, ...]] = {
    "brute": (
        Said("slot", terms.MIGHTY_SLOT + 1),
        Said("deal", terms.MIGHTY_DAMAGE),
        Said("for", terms.MIGHTY_LOCK, "slots"),
    ),
    "samurai": (Said("for", terms.CA.damage),),
    "ronin": (Said("you", terms.LONG_STRIDE[3].spaces, "spaces"), Said("of", terms.TOWARD.spaces)),
    "downward-cut": (_CLASH,),
    "advancing-cut": (*_PURSUES, Said("for", terms.AC.pursuit), _CLASH),
    "advancing-thrust": (*_PURSUES, Said("for", terms.AT.pursuit)),
    "low-advancing-thrust": (*_PURSUES, Said("for", terms.LT.pursuit)),
    "counterattack": (Said("its", terms.CA.damage, "back"),),
    "wait": (Said("recover", terms.WAITING, "stamina"),),
    "toward": (Said("", terms.TOWARD.spaces, "space"), Said("", terms.TOWARD.spaces + _RAIN, "in")),
    "stay": (Said("recover", terms.WAITING, "stamina"),),
    "away": (Said("", -terms.AWAY.spaces, "space"), Said("", -terms.AWAY.spaces + _RAIN, "in")),
    "dodge": (Said("within", terms.PURSUIT_REACH, "spaces"),),
    "morning-sun": (Said("for", terms.SUN_TURNS - terms.SUN_FROM, "slots"),),
    "rain": (Said("slot", terms.CHANGING[0][0] - 1), Said("you", _RAIN, "space")),
    "fog": (Said("slot", terms.CHANGING[0][0] - 1), Said("beyond", terms.CLEAR_IN_FOG, "space")),
    "screen": (
        Said("lay", terms.SLOTS, "pairs"),
        Said("recover", terms.BETWEEN, "stamina"),
        Said("recover", terms.REST),
        Said("misplay", 2, "steps"),
        Said("you", _RAIN, "space"),
        Said("beyond", 1, "space"),
        Said("sun", 2, "clips"),
        Said("within", terms.PURSUIT_REACH, "spaces"),
    ),
}
"""Each of these must be said, and no number may be said that is none of them."""

PHRASES: dict[str, tuple[str, ...]] = {
    "brute": ("Mighty", "Downward and Advancing Cut", "in slot 1 of every exchange", "any normal technique", "lock you"),
    "samurai": ("Block", "Advancing Cut", "Counterattack", "for a slot", "no heavy recovery", "no stiffness"),
    "ronin": ("Toward and Away",),
    "master": ("does you no damage", "locks its attacker for the next slot"),
    "high": ("drops to Low",),
    "middle": ("misplay puts you here",),
    "downward-cut": ("Heavy", "Low, with Horizontal Cut or Wait", "both pay, no damage"),
    "advancing-cut": ("Heavy", "Low, Horizontal Cut or Wait", "Pursues a dodger", "no damage"),
    "counterattack": ("Paid only if it works",),
    "advancing-thrust": ("Pursues a dodger",),
    "low-advancing-thrust": ("Pursues a dodger",),
    "block": ("Paid only if it works",),
    "toward": ("one space toward the other", "two in rain", "neither of you moves"),
    "away": ("one space back", "two in rain"),
    "stay": ("Wait",),
    "wait": ("Stay",),
    "dodge": ("Advancing Cut and both advancing thrusts still hit", "Not while locked, stiff or resting"),
    "morning-sun": ("stance, footwork, technique and space",),
    "rain": ("after slot 18", "one space more", "not so a clash, nor reach or damage"),
    "fog": ("after slot 18", "beyond one space apart", "stance or footwork"),
    "track": ("Rain or fog",),
    "screen": (
        "Downward or Advancing Cut",
        "next slot Low, with Horizontal Cut or Wait",
        "Not the Samurai",
        "in Middle",
        "Rain",
        "Fog",
    ),
}
"""Words that a card must carry; no other card is named in its words."""
