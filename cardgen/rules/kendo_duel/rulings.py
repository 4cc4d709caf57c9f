"""Where the source is silent or can be read two ways: what this edition plays."""

from __future__ import annotations

from cardgen.rules.kendo_duel import terms
from cardgen.rules.protocol import Ruling

_HERE = "cardgen.rules.kendo_duel"


def _competition(name: str, says: str, why: str, code: str) -> Ruling:
    return Ruling(name, says, why, f"{_HERE}.{code}", "competition")


RULINGS = (
    # the cards
    Ruling(
        "the numbers",
        "Men 12, 7, 1; Kote 11, 6, 2; Do 10, 5, 4; Tsuki 9, 8, 3.",
        "The source adds them up and does not give them; all are different, so that the lowest is always one card.",
        f"{_HERE}.terms.NUMBERS",
    ),
    Ruling(
        "sixteen counterattacks",
        "There is one for each pair of what is answered and what is struck.",
        "The list says four times four combinations, and the source that one starts with what it answers.",
        f"{_HERE}.terms.CARDS",
    ),
    Ruling(
        "one Jikan desu",
        "The deck has it once.",
        "The source speaks of it as of one card; the list does not count it.",
        f"{_HERE}.terms.JIKAN_DESU",
    ),
    Ruling(
        "waza names",
        "Where no list of kendo techniques names a combination, its name is formed by the pattern of the others.",
        "Every counterattack is to have a name; which are ours is told.",
        f"{_HERE}.terms.HOWS",
    ),
    Ruling(
        "Japanese names",
        "Every card has its name in Japanese signs.",
        "The source has Latin letters only.",
        f"{_HERE}.signs.SIGNS",
    ),
    Ruling(
        "signs for colours",
        "Each kind of card has a sign of its own and a seal cut in a way of its own, in place of a frame in its colour; Jikan "
        "desu is a kind by itself.",
        "The list tells the kinds by the colours of their frames, and does not give that of Jikan desu: white in the model.",
        f"{_HERE}.terms.Kind",
    ),
    Ruling(
        "neutralise, reflect, deflect",
        "Mushin neutralises a Jodan or Seme, Seigan reflects it. Tai sabaki deflects a Taiatari, Kamae a Maki age, Fudoshin "
        "either of them and a Jodan or Seme, too.",
        "The source names the three verbs, the list names the groups of cards; no card's text was found.",
        f"{_HERE}.answers.HOLDS",
    ),
    Ruling(
        "what the verbs mean",
        "Neutralised: it is over. Reflected: whoever sent it must answer it, or loses a card. Deflected: it goes on to any "
        "other player, who sent it among them. Whoever reflects or deflects attacks with it from then on.",
        "The source uses the words and lets both hit one's attacker even with four players.",
        f"{_HERE}.answers.Effect",
    ),
    Ruling(
        "a parry",
        "Tsubazeriai and Bogyo parry any basic attack and any counterattack. The attack ends, and who parried starts.",
        "In the Competition who parries may not switch and draw again, so it is he who plays next.",
        f"{_HERE}.flow._parried",
    ),
    Ruling(
        "what starts",
        "Counterattacks, and all cards that only answer, never start an attack.",
        "The source lists what starts one.",
        f"{_HERE}.answers.STARTERS",
    ),
    # before the first attack
    Ruling(
        "who is A",
        "Seats are drawn by lot. Before the first attack the cards are switched in the order of the seats; each "
        "chooses all of his before he takes any.",
        "The source lets all switch and gives no order.",
        f"{_HERE}.opening.switched",
    ),
    Ruling(
        "an empty subdeck at the start",
        "Nobody switches more cards of a subdeck than lie in it. With four players no basic attack and no counterattack is "
        "left to switch for.",
        "Four players are dealt all of them.",
        f"{_HERE}.opening.switches",
    ),
    Ruling(
        "totals tied",
        "Those tied for the highest total switch their lowest basic attack, once, in the order of the seats; then all totals "
        "are compared again. Where the highest are tied again, or no basic attack is left to draw, the highest single number "
        "among those tied starts.",
        "The source goes on switching, which may never end, and with four players cannot begin.",
        f"{_HERE}.opening.opened",
    ),
    # attack and answer
    Ruling(
        "who can answer must",
        "Whoever has an answer plays one, to Taiatari and Maki age, too.",
        "The source demands it for strokes at a target; of these two it tells what is lost without a valid card.",
        f"{_HERE}.flow._answer",
    ),
    Ruling(
        "who starts may attack anyone",
        "Only the winner with four players in is bound. Who starts after a parry or a closed counterattack may attack his "
        "attacker.",
        "The source binds answers with a basic attack or a counterattack, not new attacks.",
        f"{_HERE}.choices.starts",
    ),
    Ruling(
        "after a card lost to a reinforcing card",
        "The basic attack that came with it must still be answered. Who starts next is seen when the exchange is over.",
        "The source lets who loses a card start, and also has the basic attack answered after the reinforcing card.",
        f"{_HERE}.flow._pull",
    ),
    Ruling(
        "pulled by its back",
        "Whoever takes a card sees the backs, and so chooses of which subdeck it is; which of these, is chance. He and the "
        "loser know the card, the others only its back. Two cards are pulled one after the other.",
        "The source lets him choose without seeing the cards; for two cards it gives no way of its own.",
        f"{_HERE}.flow._pulled",
    ),
    Ruling(
        "played cards",
        "They lie on the court until the exchange is over, then face up on the played pile of their subdeck; discards at "
        "once. All may look through these.",
        "An empty subdeck is made anew of them.",
        f"{_HERE}.table.swept",
    ),
    Ruling(
        "an empty subdeck",
        "Where a card is to be drawn and the subdeck is empty, its played cards are shuffled and are the subdeck.",
        "The source draws without saying from what.",
        f"{_HERE}.table.taken",
    ),
    Ruling(
        "no basic attack anywhere",
        "If who must start cannot, and no basic attack lies in the subdeck or among the played cards, the next player who can "
        "start does.",
        "Then all of them are in other hands. So it never happens that nobody can start.",
        f"{_HERE}.flow.passed",
    ),
    # the Duel
    Ruling(
        "players still in",
        "Rules for two, three or four players count those who are still in; when one drops out, those before it.",
        "The source speaks of the player who got no bonus card: of one, so of three before.",
        f"{_HERE}.ends.out",
    ),
    Ruling(
        "one card where two are owed",
        "Who has one card left gives it and stays in, until he must answer or start without any.",
        "The source puts out who has no card to give.",
        f"{_HERE}.flow._pull",
    ),
    Ruling(
        "a reinforcing card knocks nobody out",
        "On a player without cards it has no effect; the basic attack with it has.",
        "It costs a card, and nothing where there is none.",
        f"{_HERE}.flow._empty",
    ),
    Ruling(
        "two ways to lose",
        "Out is who is attacked, and who must start, without a card.",
        "The source joins both in a sentence.",
        f"{_HERE}.flow._start",
    ),
    Ruling(
        "the last attacker",
        "It is whose attack, or reinforcing card, came last at who drops out; a basic attack comes after what reinforced it. "
        "He must draw his card.",
        "The source says that he can.",
        f"{_HERE}.table.to_answer",
    ),
    Ruling(
        "hikiwake",
        "With two players in, a parry with one's last card ends the game at once, and nobody wins; with more, who parried "
        "drops out, as he must start.",
        "So the last card that was valid was a parry.",
        f"{_HERE}.flow._parried",
    ),
    # the Competition
    _competition(
        "no switch at the start",
        "Before the first attack nobody switches two cards; who starts is found without.",
        "In the Competition cards are switched before each card that is played.",
        "opening.competition",
    ),
    _competition(
        "switch, then draw",
        "First a card is switched: it is chosen, and a subdeck; the top card there is taken, then the old one is put under its "
        "own. Then the new card is drawn.",
        "The source names both in this order.",
        "flow._changed",
    ),
    _competition(
        "once for a card",
        "A basic attack and its reinforcing card are one play. Who has switched and drawn does not again before he has played "
        "a card: so not between a reinforcing card that he could not answer and the attack that came with it.",
        "The source forbids it one after another.",
        "ends.changing",
    ),
    _competition(
        "a reinforcing card unanswered",
        "It costs a card, as in the Duel; the basic attack must be answered then.",
        "The source gives no other price.",
        "flow._answer",
    ),
    _competition(
        "no card left",
        "It is an Ippon when a player must answer or start, and not before: also by a Taiatari, a Maki age or a reinforcing "
        "card. No switch and draw comes before it.",
        "The source does not say when it is looked at.",
        "flow._empty",
    ),
    _competition(
        "no hikiwake",
        "A parry with one's last card is no draw: who then has to start without a card suffers an Ippon.",
        "The source tells it of the Duel, and has a rule of its own for an empty hand.",
        "flow._parried",
    ),
    _competition(
        "Hansoku in pairs",
        "Both are taken off with the second, which is an Ippon for the other. One alone stays through any other Ippon.",
        "The source calls it the second one, and does not say what becomes of them.",
        "ends.hansoku",
    ),
    _competition(
        "after an Ippon",
        f"Who starts draws first, card by card, up to {terms.REFILL}; then the other.",
        "The source gives no order.",
        "ends.refilled",
    ),
    _competition(
        "Jikan desu",
        "Who has more Ippon than the other lays it on his turn to start, and wins.",
        "A leader wins when time is over; the source asks for success and does not say in what.",
        "choices.leads",
    ),
    _competition(
        "letters",
        "An Ippon is marked M, K, D or T by its target; H also where an empty hand was not struck on a target.",
        "The source has the H alone.",
        "terms.LETTERS",
    ),
    # the pieces
    Ruling(
        "fifteen marks",
        f"The Ippon sheet has {terms.LETTER_COPIES} of each letter, the other {terms.TRIANGLES} triangles.",
        f"No match has more than {2 * terms.IPPON - 1} Ippon, nor more than {terms.HANSOKU} Hansoku at once.",
        f"{_HERE}.facts.MARKS",
    ),
    Ruling(
        "the board",
        "It has a pile of played cards beside each subdeck, a red and a white side, and boxes for Ippon and Hansoku on both.",
        "The source has places for the subdecks, the court and the scores.",
        f"{_HERE}.facts.SIDES",
    ),
)
"""In the order of play."""
