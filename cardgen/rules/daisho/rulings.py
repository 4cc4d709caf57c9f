"""Where the source is silent or can be read two ways: what this edition plays."""

from __future__ import annotations

from cardgen.rules.daisho.terms import CALM, MOST_TURNS
from cardgen.rules.protocol import Ruling

_HERE = "cardgen.rules.daisho"

RULINGS = (
    # personas
    Ruling(
        "personas are picked in turn",
        "Who is A is drawn by lot. A picks a persona openly, then B; then the cards are dealt. There is one card of each, so "
        "that both never play the same.",
        "The source lets each player pick and says no more.",
        f"{_HERE}.model._personas",
    ),
    Ruling(
        "deal or mirror",
        "For an even match deal the personas at random, or play a mirror: two duels, the personas exchanged for the second. "
        "Whoever wins more of the two has won; if nobody does, the hit points decide that were left over in both together; if "
        "these are equal, it is a draw.",
        "Between simple players the personas win unequally; the rules are left as they are.",
        f"{_HERE}.balance.BALANCE",
    ),
    Ruling(
        "spellings",
        "Ronin, Kensei, Jo, Tetsubo, Ono and Onna-bugeisha are printed for the source's Ronnin, Kensai, Jojutsu, tetsu-bo, ono "
        "and Japanese Woman.",
        "The usual forms; jojutsu is the art of the staff, the staff is the jo.",
        f"{_HERE}.terms.PERSONAS",
    ),
    Ruling(
        "Japanese names",
        "Every card has its name in Japanese signs; Kai is printed with those of kiai.",
        "The source has Latin letters only.",
        f"{_HERE}.signs.SIGNS",
    ),
    Ruling(
        "what a substitution is",
        "It is never a duty, goes one way, for any number of cards, and only once for a card: what was turned is not turned "
        "again.",
        "The source leaves the persona free to, and says no more.",
        f"{_HERE}.terms.Persona",
    ),
    # step phases
    Ruling(
        "the first First Step",
        "In turn 1 the First Step fills nothing: the hands are full.",
        "Set-up deals ten cards before it.",
        f"{_HERE}.turn.dealt",
    ),
    Ruling(
        "drawing by turns",
        "Hands are filled a card each by turns, A first; who is full is passed over.",
        "Both fill from one pile, which may run out between them.",
        f"{_HERE}.hands.filled",
    ),
    Ruling(
        "when the deck has run out",
        "The discards are shuffled when a card is to be drawn and none is left, in both step phases; what was discarded in the "
        "same phase is among them.",
        "The source tells it of the First Step; the Second fills the same hands.",
        f"{_HERE}.hands.filled",
    ),
    Ruling(
        "chosen first, shown together",
        "Discards of the Second Step and of Recover, cards shown as Speed, strikes, defences and Armor are chosen by both "
        "before either shows them.",
        "The source says simultaneously of the Second Step and of Speed, and gives no order elsewhere.",
        f"{_HERE}.state.Stage",
    ),
    Ruling(
        "the discards lie open",
        "All discards lie face up in one pile, those of Recover too; both may look through it.",
        "The source has one discard, and lays cards on it face up.",
        f"{_HERE}.view.View",
    ),
    Ruling(
        "counting cards",
        "When the discards are shuffled, what is neither among them nor in one's own hand is in the other's: a player may know "
        "it of him until it is played. Else he knows only how many cards the other holds.",
        "The discards lie open, and the deck is known.",
        f"{_HERE}.state.Side",
    ),
    # speed
    Ruling(
        "which Speed cards are shown",
        "All natural Speed cards must be shown; a persona who uses other cards as Speed shows as many of them as he likes.",
        "The source has both show what Speed they hold; a substitution is never a duty.",
        f"{_HERE}.turn.shown",
    ),
    Ruling(
        "shown as Speed",
        "A card that a persona shows as Speed is Speed for the rest of the turn and nothing else: it lies there until the Cut "
        "phase ends.",
        "A card is what it is played as.",
        f"{_HERE}.state.Side",
    ),
    Ruling(
        "a shown Speed card can still be used",
        "The Samurai, the Bushi and the Yamabushi use the Speed cards that they have shown in the same turn.",
        "The source leaves them out of the discards of the Speed phase.",
        f"{_HERE}.choices.strikes",
    ),
    Ruling(
        "shown Speed cards are discarded",
        "At the end of the Cut phase all shown Speed cards are discarded, unless a persona has used them before.",
        "The source says only that it is not in the Speed phase; kept in hand they stall the game.",
        f"{_HERE}.turn.shown_cards",
    ),
    Ruling(
        "a card is what it is played as",
        "Under the first advantage a Speed card used as Armor is Armor and may be played; an Armor card used as Dodge, Parry "
        "or Block is none and may not, nor may any other card used as one of these. Under the second a card used as an attack "
        "is an attack, an attack card used as a defence is a defence.",
        "One rule for all seventeen.",
        f"{_HERE}.turn.bars",
    ),
    # strike
    Ruling(
        "nobody must attack",
        "A player may strike with nothing.",
        "The source says how both attack, not that they must.",
        f"{_HERE}.choices.NO_STRIKE",
    ),
    Ruling(
        "no attack, no Kai",
        "Who may not attack plays no Kai and no Combo either.",
        "Both go with an attack.",
        f"{_HERE}.turn.bars",
    ),
    Ruling(
        "a Combo goes with two types",
        "A Combo is played with two types of attack, a card of each at least; with one type it stays in the hand. "
        "A second one cannot be played for a third type.",
        "It allows two; played for one it would do nothing.",
        f"{_HERE}.terms.COMBO_TYPES",
    ),
    Ruling(
        "Kai without a Combo",
        "It belongs to the whole attack and falls with it. With a Combo it falls with the type of the card that it was "
        "declared for.",
        "There is one type, and a defence stops all of it.",
        f"{_HERE}.turn.negated",
    ),
    # defend and cut
    Ruling(
        "one defence for a type",
        "Against each type of attack that was played one Dodge, Parry or Block at the most may be played, so two "
        "against a Combo; none against a type that was not.",
        "One negates all cards of its type.",
        f"{_HERE}.choices.defences",
    ),
    Ruling(
        "no more Armor than damage",
        "Any number of Armor cards may be played in the Cut phase, up to the points that have come through.",
        "Each negates a point.",
        f"{_HERE}.choices.guards",
    ),
    Ruling(
        "zero is the end",
        "Hit points do not go below zero. The duel ends with the Cut phase in which somebody falls; Recover is not played.",
        "The source asks for zero.",
        f"{_HERE}.turn.wounded",
    ),
    Ruling(
        "both fall",
        "Where both fall in one Cut, nobody wins.",
        "Damage is told at once.",
        f"{_HERE}.turn.ended",
    ),
    Ruling(
        "turns without a wound",
        f"After {CALM} turns in a row in which neither lost a hit point the two bow and part: a draw.",
        "Nobody must attack, and the source names no other end: two who wait would wait for ever. So every duel ends, "
        f"after {MOST_TURNS} turns at the latest.",
        f"{_HERE}.terms.CALM",
    ),
    Ruling(
        "one name for the last phase",
        "It is called Recover.",
        "The source lists it so and heads it Recovery.",
        f"{_HERE}.terms.PHASES",
    ),
)
"""In the order of play."""
