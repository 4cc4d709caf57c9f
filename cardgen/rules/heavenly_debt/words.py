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
    "reference-momentum": (Said("gain", terms.GAIN), Said("lose", terms.LOSES), Said("to", terms.MOST_MOMENTUM)),
    "reference-results": (Said("", terms.CRITICAL_HARM, "more"), Said("", terms.CRITICAL_OVER), Said("", terms.PARTIAL_UNDER)),
}
"""Each of these must be said, and no number may be said that is none of them."""

_SHOWS = "Pay for it before you choose: the foe now reveals what it has."
_HERE = "when it lands on a fighter who stands here."
_REACHES = "also lands in a connected Zone, unless that is Screened."
_LEAPS = "You go there at the reveal, and your {} lands from there. Once a Duel."
_RAISES = f"The Check is made, and not enough: raise its result {terms.RAISE_STEPS} step, and mark"
_ONCE = "Only once a Duel, and no Check is raised again."
_ROLLS = ("Choose first; then roll for the foe.",)
PHRASES: dict[str, tuple[str, ...]] = {
    "attack": ("When it lands it does its harm, and nothing else.",),
    "guard": (f"you gain {terms.GAIN} Momentum when it lands.",),
    "feint": ("Off Balance when it lands: next Round the foe reveals first.",),
    "qi-burst": ("Its Qi is paid at the reveal, whatever comes of it.",),
    "foe-attack": ("When it lands it does its harm, and nothing else.",),
    "foe-guard": (f"The foe gains {terms.GAIN} Momentum when it lands.",),
    "foe-feint": (f"when it lands, you must lose {terms.LOSES} Momentum.",),
    "foe-qi-burst": ("A foe's Qi is not counted, and so it pays none.",),
    "high": (
        "With both sides here, the High ground is with whoever came first, and goes to whoever alone lands a Stance.",
        f"Yours adds {terms.HIGH_BONUS} to your Checks, a foe's to its Defense.",
    ),
    "unstable": (f"A Feint does {terms.UNSTABLE_HARM} more harm {_HERE}",),
    "water": (f"An Attack does {terms.WATER_HARM} less harm, but at least {terms.LEAST_HARM}, {_HERE}",),
    "screened": (
        "No Hit comes in from another Zone.",
        f"Who begins a Duel here unseen has an Ambush: {terms.AMBUSH} Momentum.",
    ),
    "hazard": (f"Hero or foe, each who ends a Round here: {terms.HAZARD_HARM} harm. Both out by it: nobody has won.",),
    "exit": (
        "When a Round is over the hero may Flee from here: "
        "by a Flee Check, or, with the foe in another Zone, by no Check at all.",
        "From elsewhere only Red Tide Step helps.",
    ),
    "dense-qi": ("Choosing a Qi Burst here costs no Qi, and marks no Strain of a Fist.",),
    "lantern-heart-sutra": (_SHOWS, "Once a Duel."),
    "foresight": (_SHOWS, "Not while Outranked."),
    "red-tide-step": ("When a Round is over, Flee from any Zone.", "If a foe is in it, you still make the Flee Check."),
    "pole-sweep": (f"Your Attack {_REACHES}",),
    "salt-burn": (f"Your Qi Burst {_REACHES}", "It costs no more than the burst."),
    "chain-stair-step": ("Choose a connected Zone with your Stance.", _LEAPS.format("Feint")),
    "thunder-in-the-bones": ("Choose a connected Zone with your Stance, but not from Water.", _LEAPS.format("Attack")),
    "hundred-step-return": (
        "If your Guard lands, go to a connected Zone as the Round ends, if you like, whatever has landed on you.",
    ),
    "finisher": (
        "its name",
        "Declare it once the Stances are seen, unless the Clash is lost, and pay.",
        "If your Stance lands, it means a Wound, even if there is Ward.",
        f"Outranked by {terms.DEFIANT_GAP} it does all its harm, and in a lost Clash too: overleaf.",
    ),
    "finisher/back": (
        "Defiant Finisher",
        f"Only Outranked by exactly {terms.DEFIANT_GAP}, in a Clash that you lost. Pay the {terms.FINISHER} Momentum.",
        "A Graze of yours in this Round is your Stance landing instead. It marks a Wound, even if there is Ward, and no higher "
        "Realm makes it less.",
    ),
    "push": (
        f"Once a Check, before you roll: add {terms.PUSH} to it and mark {terms.PUSH_STRAIN} Strain.",
        "The track must have a free box.",
    ),
    "borrow-from-heaven": (f"{_RAISES} {terms.BORROW_DEBT} Debt.", _ONCE),
    "break-the-limit": (f"{_RAISES} {terms.BREAK_WOUNDS} Wound, but never the last.", _ONCE),
    "minion": (f"It falls as {terms.MINION_ROUNDS} Round ends, whatever the Check came to.",),
    "rival": ("Against a Rival of your own Realm a Duel is even.",),
    **{temperament.id: _ROLLS for temperament in terms.TEMPERAMENTS},
    "foe-board": (
        "Ward, Wounds and the last Wound are on the card of its kind.",
        "With its Momentum full, the next Stance that it lands, unless it lost the Clash, marks a Wound through all Ward; "
        "then the track is empty.",
    ),
    "fist": (
        f"His Attack deals {terms.FIST_ATTACK}.",
        f"A Qi Burst marks {terms.BURST_STRAIN} Strain, except in Dense Qi, and needs a free box for it.",
    ),
    "seal": ("She has Foresight beside the Techniques that she brings: the card lies with them from the start.",),
    "reference-momentum": (
        f"You gain {terms.GAIN} each time that you win a Clash, that a foe who Outranks you marks a Wound of yours, "
        f"that you have a Success or better, that your Guard lands. To a foe's Feint you lose {terms.LOSES}.",
        f"Counted as the Round ends, up to {terms.MOST_MOMENTUM}. What you gain now is not spent before the next Round. "
        "After the Duel it is gone.",
    ),
    "reference-results": (
        f"Critical Success: the die's highest face, or {terms.CRITICAL_OVER} above the Defense. It counts as a Success, "
        f"and the Hit does {terms.CRITICAL_HARM} more harm.",
        f"Partial Success: below the Defense by {terms.PARTIAL_UNDER} or less.",
    ),
}
"""Words that a card must carry, each rule as a whole, so that no "not" fits in; no other card is named in its words. Those of a
back stand by its family's id and `/back`.
"""

FLAVOUR = {"attack", "guard", "foe-feint", "minion", "rival", "fist", "seal"}
"""Cards that say more than their rules."""
WHOLE = frozenset(PHRASES.keys() | {"reference-round", "reference-words"}) - FLAVOUR
