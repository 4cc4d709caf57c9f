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
}
"""Each of these must be said, and no number may be said that is none of them."""

PHRASES: dict[str, tuple[str, ...]] = {
    "counterattack": ("only if it works",),
    "block": ("only if it works",),
}
"""Words that a card must carry."""
