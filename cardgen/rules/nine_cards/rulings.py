"""Where the source is silent or can be read two ways: what this edition plays."""

from __future__ import annotations

from cardgen.rules.nine_cards import terms
from cardgen.rules.nine_cards.facts import TWICE
from cardgen.rules.protocol import Ruling

_HERE = "cardgen.rules.nine_cards"


def _dice(name: str, says: str, why: str, code: str) -> Ruling:
    return Ruling(name, says, why, f"{_HERE}.{code}", "dice")


def _cards(name: str, says: str, why: str, code: str) -> Ruling:
    return Ruling(name, says, why, f"{_HERE}.{code}", "cards")


RULINGS = (
    # of both
    Ruling(
        "the nine cards",
        "Water, fire and wood, each with the numbers 1, 2 and 3, and each card once.",
        "The source names three symbols, numbers up to three, and nine cards.",
        f"{_HERE}.terms.DECK",
    ),
    Ruling(
        "what the cards are called",
        "A card is called by its symbol and its number.",
        "The source gives them no names.",
        f"{_HERE}.facts.chinese",
    ),
    Ruling(
        "two discard places",
        "The mat has a discard place before each player. For the rules both are one, and hold the lost discs too.",
        "The source names one place for cards and discs, and says that lost life lies between the players.",
        f"{_HERE}.facts.DISCARDS",
    ),
    # dice: before the game
    _dice(
        "ten life",
        f"Each begins with {terms.LIFE} life where nothing else is agreed.",
        "The source leaves 6 to 10 to the players, and its designer thought 10 a good middle.",
        "terms.LIFE",
    ),
    _dice(
        "another life",
        f"More than {terms.MOST_LIFE} life may be agreed, and is told on the life track; less than {terms.LEAST_LIFE} may not.",
        f"The source speaks of {terms.LONG_LIFE} and more, and never of less than {terms.LEAST_LIFE}.",
        "terms.agreed",
    ),
    _dice(
        "twenty discs",
        f"There are {terms.DISCS} discs: {terms.MOST_LIFE} for each.",
        "The source asks for 12 to 20.",
        "terms.DISCS",
    ),
    _dice(
        "the life track",
        f"A track has the spaces 0 to {terms.TRACK} and a mark {TWICE}. A disc on a space tells life; with a second one on the "
        f"mark it is {terms.TRACK} more, up to {terms.MOST_TRACKED}. What is beyond is kept on paper.",
        f"Twenty discs cannot tell a life of {terms.LONG_LIFE} each.",
        "terms.TRACK",
    ),
    _dice(
        "the ninth card",
        "The card that is left after the deal goes to the discard face down, and nobody looks at it.",
        "The source was asked, and has not answered; seen, it would tell too much of so few cards.",
        "dice.dealt",
    ),
    # dice: a round
    _dice(
        "how many dice",
        f"You throw as many dice as your card says. Or both agree before the game to throw all {terms.DICE} each time and to "
        "count only as many as the card says.",
        "The source has both, and its designer came to like the second one better; the first one is quicker.",
        "dice.throw",
    ),
    _dice(
        "the best dice count",
        "Where dice are picked of three, the highest are.",
        "A lower one never serves whoever threw it, in attack or in defence.",
        "dice.kept",
    ),
    _dice(
        "life stops at nothing",
        "Who should lose more life than he has loses what he has.",
        "There are no more discs to take.",
        "dice.remaining",
    ),
    _dice(
        "played cards lie open",
        "Cards that were played lie face up in the discard, for both to look at.",
        "Both have seen them.",
        "dice.View",
    ),
    _dice(
        "falling in a tie",
        "Who takes his own last life in a tie has lost. If both do, the game is drawn, in the long contest too.",
        "The source lets whoever first takes all of the other's life win; here neither is first.",
        "dice.result",
    ),
    _dice(
        "no resigning with dice",
        "A game with dice is played to its end.",
        "The source lets players resign in its second rule set only.",
        "dice.moves",
    ),
    # dice: the long contest
    _dice(
        "the long contest",
        f"Who agree on {terms.LONG_LIFE} or more life play the long contest: the life that is left after a third round stays, "
        "the cards are dealt anew, and it ends only where a life does.",
        f"The source lets {terms.LONG_LIFE} or more life be fought out over several games in place of one, and says no more.",
        "terms.Agreed",
    ),
    _dice(
        "a new deal",
        "All nine are shuffled for a new deal; the card that each still holds goes in unseen.",
        "Each game of the source begins with nine cards.",
        "dice.play",
    ),
    # cards
    _cards(
        "words bind nobody",
        "Before a card is laid both may say what they like, true or not.",
        "The source has players sound each other out, and adds no rule.",
        "tables.TAUNT",
    ),
    _cards(
        "how many cards are drawn",
        "Good defence: one each. Good attack: as many for the defender as the attacker's number is higher. A tie: none.",
        "The source's third step lets the numbers decide; its fourth says how.",
        "cards.draws",
    ),
    _cards(
        "drawn by lot",
        "The common cards lie face down and are shuffled after the played ones went in: take any of them, and look at none.",
        "The source lets a player take any, and has them lie with their backs up.",
        "cards.taken_blind",
    ),
    _cards(
        "always enough",
        "The common cards never run out while somebody draws.",
        "Two go in before at most two come out.",
        "cards.settled",
    ),
    _cards(
        "what lies open",
        "Both see how many cards each holds and how many are common, and of the drawn ones their own only.",
        "Hands are held up, and cards are drawn from their backs.",
        "cards.View",
    ),
    _cards(
        "at least three rounds",
        f"Nobody is out of cards before the end of round {terms.FEWEST_ROUNDS}; only resigning ends a game sooner.",
        f"The source says two at least, but a hand of {terms.OPEN_HAND} gets smaller by one card a round at most.",
        "terms.FEWEST_ROUNDS",
    ),
    _cards(
        "the last round",
        f"After round {terms.LAST_ROUND} fewer cards win; as many each is a draw.",
        "Nothing in the source makes a game end; few games come so far.",
        "terms.LAST_ROUND",
    ),
    _cards(
        "how to resign",
        "You may resign at any time. It counts where the next card would be laid; who resigns turns none over.",
        "Between two choices nothing is left to decide.",
        "cards.moves",
    ),
    _cards(
        "both resign",
        "If both resign at once the game is drawn.",
        "Neither of them stays.",
        "cards.result",
    ),
)
