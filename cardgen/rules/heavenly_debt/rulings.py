"""What the source leaves blank or can be read two ways: what this edition plays. Some follow from the source; most are ours,
designed for this edition, and say so.
"""

from __future__ import annotations

from cardgen.rules.heavenly_debt import terms
from cardgen.rules.heavenly_debt.facts import TRACK_MARKERS
from cardgen.rules.heavenly_debt.scenes import SOURCE_MAPS
from cardgen.rules.heavenly_debt.terms import HEROES, KINDS, STANCES, TECHNIQUES, USES
from cardgen.rules.protocol import Ruling

_HERE = "cardgen.rules.heavenly_debt"
OURS = "Of this edition: "
"""What the reason of a ruling begins with that the source gives no hold for, or little."""


def _ours(name: str, says: str, why: str, code: str, variant: str = "") -> Ruling:
    return Ruling(name, says, OURS + why, f"{_HERE}.{code}", variant)


def _follows(name: str, says: str, why: str, code: str, variant: str = "") -> Ruling:
    return Ruling(name, says, why, f"{_HERE}.{code}", variant)


_ATTRIBUTES = "; ".join(f"{hero.calling} {'/'.join(map(str, hero.attributes))}" for hero in HEROES)
_KINDS = "; ".join(f"{kind.name} Ward {kind.ward}, out with Wound {kind.wounds}" for kind in KINDS)
_COSTS = "; ".join(
    f"{t.name} {t.momentum or t.qi} {'Momentum' if t.momentum else 'Qi'}"
    f"{f', {t.stance.title}' if t.stance is not None and (t.reach or t.dry) else ''}{', once a Duel' if t.once else ''}"
    for t in TECHNIQUES
)
_SHARES = "; ".join(
    f"{t.name} {', '.join(f'{n} {s.title}' for n, s in zip(t.shares, STANCES, strict=True))}" for t in terms.TEMPERAMENTS
)

RULINGS = (
    # the frame
    _ours(
        "four heroes",
        f"There are four boards, by {', '.join(USES[s].value for s in STANCES)}: {_ATTRIBUTES}. Crane and Mask, and "
        "the names of "
        "all four, are ours.",
        "the source names Fist and Seal, and an Insight of +3.",
        "terms.HEROES",
    ),
    _ours(
        "the hero's tracks",
        f"A hero has Ward {terms.WARD} and is out with Wound {terms.WOUNDS}.",
        "the source has both tracks and no size.",
        "terms.WARD",
    ),
    _ours(
        "kinds of foe",
        f"{_KINDS}.",
        "the source names the four, and in an example a Ward of 4.",
        "terms.KINDS",
    ),
    _ours(
        "how much Qi",
        f"A hero has {terms.QI} Qi for a Duel. A foe's is not counted: the die, or whoever plays it, is all that limits it.",
        "the source has a cost and no store.",
        "terms.QI",
    ),
    _ours(
        "how much Strain",
        f"The Strain track has {terms.STRAIN} boxes. Where it is full a hero may not Push, and a Fist not choose a Qi Burst "
        "outside of Dense Qi.",
        "the source names Strain and gives no size.",
        "terms.STRAIN",
    ),
    _ours("Realm Bonus", "It is the number of the hero's Realm.", "+1 in the source's example.", "checks.realm_bonus"),
    _ours(
        "Defense",
        f"A foe's Defense is {terms.DEFENSE} and its Realm, so that a Duel of equals is as hard in every Realm.",
        f"{terms.DEFENSE + terms.REALM} in the source's example.",
        "checks.defense",
    ),
    _ours(
        "Realm 1",
        f"Where nothing else is agreed both are of Realm {terms.REALM}, as the boards print it.",
        "an example's Realm Bonus.",
        "terms.REALM",
    ),
    _ours(
        "how the frame is chosen",
        "The hero's player chooses hero, Techniques and whether there is a map; the foe's player chooses the foe. Solo "
        "you choose "
        "all of it.",
        "at the source's table the one who leads the game does.",
        "opening.chooser",
    ),
    _ours(
        "two Techniques",
        f"A hero brings {terms.ARTS} Techniques to a Duel, and lays one at the most beside a Stance.",
        "the source names one a Round, and not how many one has.",
        "frame.all_arts",
    ),
    _follows(
        "Foresight is the Seal's",
        "Every Seal has Foresight beside the Techniques that he brings, and nobody else has it.",
        "The source lists it as what a Seal spends Momentum on.",
        "frame.has",
    ),
    _ours(
        "the map table",
        "A six-sided die draws one of the six maps.",
        f"the source's table and its {SOURCE_MAPS} maps are in its book only.",
        "frame.drawn",
    ),
    _ours("six maps", "The six scene maps are of this edition.", "as above.", "scenes.SCENES"),
    _ours(
        "one start",
        "Both begin in one Zone. Where a start says so, one side was there first.",
        "so that somebody can land from the first Round on.",
        "opening.placed",
    ),
    _ours(
        "Ambush",
        f"Whoever begins unseen in a Screened Zone begins with {terms.AMBUSH} Momentum; the other has come there, and was "
        "second.",
        "the source names it only. A whole first Round Off Balance moved the odds of equals by more than 8 in 100.",
        "terms.AMBUSH",
    ),
    # the round
    _ours(
        "costs before the reveal",
        "Lantern Heart Sutra and Foresight are paid for when they are used, before Stances are chosen.",
        "the source spends costs at the reveal, which is too late for these.",
        "steps.edged",
    ),
    _follows(
        "who is Predictable",
        "Only the hero. Where another person plays the foe, both lay a card; if the hero's Stance is his last one, the "
        "foe's card "
        "is exchanged for the one that beats it.",
        "The source says it of you alone, and lets the foe answer.",
        "steps.revealed",
    ),
    _ours(
        "how long a foe is Off Balance",
        "Until it has revealed first in the next Round.",
        "the source says what it does, and not when it ends.",
        "steps.begun",
    ),
    _ours(
        "the Technique's Zone",
        "The Zone into which a Leap goes is chosen in secret with the Stance.",
        "the Technique is named before the reveal.",
        "state.Bid",
    ),
    _ours(
        "Technique costs",
        f"{_COSTS}. Salt Burn costs its Qi Burst and no more.",
        "the source tells what each does on a map, what Foresight costs, and the Stance of two.",
        "terms.TECHNIQUES",
    ),
    _ours(
        "no Technique changes a Clash",
        "None of the eight does, so nothing is applied there.",
        "the source leaves room for some.",
        "checks.compared",
    ),
    _follows(
        "a Fist's Strain",
        f"A Fist marks {terms.BURST_STRAIN} Strain for a Qi Burst, except in Dense Qi.",
        "The source says that in Dense Qi a Fist marks none for it.",
        "terms.BURST_STRAIN",
    ),
    _ours(
        "Push",
        f"Before the roll, once a Check: {terms.PUSH_STRAIN} Strain for +{terms.PUSH}.",
        "the source has the +3, in the step of the Check, and not the cost.",
        "state.Effort",
    ),
    _ours(
        "the bands",
        f"A {terms.SIDES} on the die, or {terms.CRITICAL_OVER} above the Defense, is a Critical Success; the Defense or more a "
        f"Success; up to {terms.PARTIAL_UNDER} below a Partial Success; lower a Failure.",
        "3 below is a Partial Success in the source's example.",
        "checks.outcome_of",
    ),
    _ours(
        "raising a result",
        f"Borrow from Heaven ({terms.BORROW_DEBT} Debt) and Break the Limit ({terms.BREAK_WOUNDS} Wound) each raise a result "
        f"{terms.RAISE_STEPS} step, a Success to a Critical one; each once a Duel, one of them a Check.",
        "the source names them only.",
        "steps.raised_to",
    ),
    _ours(
        "nobody breaks himself",
        "Break the Limit may not mark the Wound with which the hero is out.",
        "it would end the Duel before the Hit.",
        "steps.afters",
    ),
    _ours(
        "raise and Momentum together",
        "Both are said at once, when the Check is seen. A Momentum is spent only where you land a Hit, one a Hit.",
        "the source puts both behind the Check.",
        "state.After",
    ),
    # harm
    _ours(
        "a Hit greater than the Ward",
        "It leaves no Ward and marks one Wound; a Hit never marks two. What takes the last Ward exactly marks none.",
        "the source lets Wounds begin where the Ward is gone.",
        "checks.taken",
    ),
    _ours(
        "Realm Suppression",
        "The Hits of a side that is outranked by N deal N less harm, at least 1.",
        "the source names it, and lets a Finisher ignore it at a gap of 1.",
        "checks.suppressed",
    ),
    _ours(
        "the order of harm",
        "First the Stance's own harm, then what water takes or unstable ground adds, then a Critical Success and spent "
        "Momentum, "
        "last Realm Suppression. Ground changes Stances, not Grazes.",
        "the traits speak of an Attack and a Feint.",
        "steps.hero_hits",
    ),
    _ours(
        "Defiant Finisher",
        "Declared in a Clash that was lost, outranked by exactly 1, it turns a Graze of yours in that Round into your Stance "
        "landing.",
        "the source lets you declare it there; only a Stance that lands would do anything, and a lost Clash gives none.",
        "steps.landings",
    ),
    _ours(
        "the foe's Momentum",
        "It has a track as the hero's: 1 for a Clash that it wins, 1 for its Guard that lands, 1 less for the hero's "
        "Feint that "
        "lands on it; told as the Round ends.",
        "the source adds it up, and says no more.",
        "steps.foe_gains",
    ),
    _ours(
        "the foe's Finisher",
        "With 3 Momentum the next Stance that it lands, unless it lost the Clash, is one: it marks a Wound "
        "whatever Ward is "
        "left, and ignores a gap of 1. The 3 are spent when it lands.",
        "the source gives no use for the foe's Momentum.",
        "steps.foe_finishes",
    ),
    _ours(
        "the foe's Feint",
        "It does its harm and takes a Momentum; you are never Off Balance.",
        "the source says what you lose, and Off Balance of foes alone.",
        "state.Foe",
    ),
    _follows(
        "one Momentum for a Guard",
        "Your Guard that lands gains 1 Momentum, not 2.",
        "The source tells it twice, in the table and in the list.",
        "steps.gains",
    ),
    _ours(
        "when a foe yields",
        "Whoever plays the foe may let it yield when your Hit has landed; it lands nothing then, and you have won. No foe "
        "flees.",
        "the source has it there without saying when, and tells of your flight only.",
        "steps.foe_yields",
        "table",
    ),
    _ours(
        "a foe of nobody's never yields",
        "Solo the foe fights on until it is out.",
        "there is nobody to ask.",
        "steps.struck",
        "solo",
    ),
    # ground
    _follows(
        "a Stance lands in its own Zone",
        "Hits, Stances and Grazes alike, land on whoever is in the same Zone; from another only with Reach or after a Leap. A "
        "foe has neither.",
        "Else Reach would do nothing.",
        "ground.foe_reaches",
    ),
    _ours(
        "Reach and Leap",
        "With Reach you land in a connected Zone, too. With a Leap you go, at the reveal, to a connected Zone and land "
        "from there. "
        "Neither lands on a foe in another Zone that is Screened.",
        "the source names them only.",
        "ground.reaches",
    ),
    _ours(
        "a Leap is made at the reveal",
        "The Check and all harm are of the Zones in which both stand after it; a Qi Burst is paid for where it was chosen.",
        "as above.",
        "steps.leapt",
    ),
    _ours(
        "moving",
        "At the end of a Round the side whose Stance alone landed may go to a connected Zone; the other follows, and arrives "
        "second. A Hundred-Step Return that lands moves even if the foe's Stance landed, too.",
        "the source has Zones and who was there first, and no move but the Hundred-Step Return's.",
        "ending.mover",
    ),
    _follows(
        "staying behind",
        "A hero who has Pole-Sweep or Salt Burn may stay where he is when the foe moves.",
        "Else both were always in one Zone, and Reach would do nothing.",
        "ending.may_stay",
    ),
    _ours(
        "the foe comes after you",
        "A foe left in another Zone by a Leap, or by your staying a Round ago, comes to yours as the Round ends "
        "and arrives "
        "second.",
        "so that somebody can always land.",
        "ending.settled",
    ),
    _ours(
        "where a foe of nobody's moves",
        "Solo the foe that may move goes up to High ground next to it, unless it stands on some; else out of Water or a Hazard "
        "into a Zone that is neither; else it stays. Of two such Zones it takes the first on the map.",
        "there is nobody to ask; a foe that stood on in the water moved the odds of equals by more than 8 in 100.",
        "ending.solo_goes",
        "solo",
    ),
    _ours(
        "the Temperament's die",
        f"Its six faces: {_SHARES}.",
        "the source rolls on a table that its page does not show.",
        "terms.TEMPERAMENTS",
        "solo",
    ),
    _ours(
        "the end of a Round",
        "In this order: Momentum is changed, High ground passes, somebody moves, Hazards burn, a Minion falls; then "
        "the hero goes "
        "on, flees or yields.",
        "the source orders a Round up to its Momentum.",
        "ending.ended",
    ),
    # the end
    _ours("both out", "If both are out as a Round ends, nobody wins.", "the source is silent.", "ending.outs"),
    _ours(
        "a Minion",
        "It is out as the first Round ends, whatever the Check came to.",
        "the source says that it falls in 1 Round.",
        "terms.MINION_ROUNDS",
    ),
    _ours(
        "yielding and fleeing",
        "Between two Rounds the hero may yield or try to flee. Whoever does either has lost the Duel, and is not out.",
        "the source lets you flee and says neither when nor what it is worth.",
        "leaving.left",
    ),
    _ours(
        "fleeing without a map",
        "Wherever you stand you may flee, by a Flee Check.",
        "the source ties it to an Exit on a map.",
        "leaving.leaves",
    ),
    _ours(
        "the Flee Check",
        "d20 + Grace + Realm Bonus, and the High ground, against the Defense; no Push and no raise. Success: you are away. "
        "Partial Success: away, and the foe Grazes you. Failure: it Grazes you, and you stay.",
        "the source names it; its Difficulty is the Defense, as that of every Check against a foe.",
        "leaving.fled",
    ),
    # names and pieces
    _ours("Chinese names", "Every card has its name in Chinese signs.", "the source has Latin letters.", "signs.SIGNS"),
    _ours(
        "the pieces",
        f"Forty cards; four boards of heroes, one of foes, six maps; {TRACK_MARKERS} track markers, four of states, "
        "two pawns. A d20 and a "
        "d6 are not in the box.",
        "the source needs pen and paper.",
        "facts.TRACK_MARKERS",
    ),
)
"""In the order of play."""
