"""The model as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.rules.nine_cards import terms
from cardgen.rules.nine_cards.cards import draws, is_through
from cardgen.rules.nine_cards.chances import blow
from cardgen.rules.nine_cards.facts import chinese, deck
from cardgen.rules.nine_cards.figures import ENDS, FALLS, MOSTLY
from cardgen.rules.nine_cards.rulings import RULINGS
from cardgen.rules.nine_cards.tables import SETUP_CARDS, SETUP_DICE, STEPS_CARDS, STEPS_DICE, Words, percent
from cardgen.rules.nine_cards.terms import DECK, NUMBERS, Card, Element, attacker, named


def describe(card: str | None = None) -> str:
    """The whole game, or one card. KeyError where the rules know no card of that id."""
    return "\n".join(_game() if card is None else _card(card)) + "\n"


def _game() -> Iterator[str]:
    yield "The nine-card Duel (單挑, once 一騎討)"
    yield f"  {', '.join(f'{e.id} {e.sign} beats {e.beats.id} {e.beats.sign}' for e in Element)}; a symbol on itself is a tie."
    yield "  Variants: dice, cards."
    yield ""
    yield "Cards"
    for printed in deck():
        of_card = next((card for card in DECK if card.id == printed.card), None)
        shown = _facts(of_card) if of_card else "for both"
        yield f"  {printed.copies:>2} x {_titled(printed.card):12} {shown}"
    yield ""
    yield from _dice()
    yield ""
    yield from _cards()
    yield ""
    for variant, title in (("", "Rulings"), ("dice", "Rulings of dice"), ("cards", "Rulings of cards")):
        yield title
        for ruling in RULINGS:
            if ruling.variant == variant:
                yield f"  {ruling.name}: {ruling.says} ({ruling.why})"


def _dice() -> Iterator[str]:
    yield f"dice ({terms.MINUTES_DICE} minutes)"
    yield f"  {terms.LEAST_LIFE} to {terms.MOST_LIFE} life each, as agreed ({terms.LIFE} where nothing is said)."
    yield f"  {terms.HAND} cards each, the ninth set aside; {terms.ROUNDS} rounds."
    yield "  Whoever has no life left has lost; after the last round, whoever has less."
    yield f"  Before: {_steps(SETUP_DICE)}."
    yield f"  A round: {_steps(STEPS_DICE)}."
    one, two = terms.DOUBLED
    yield "  A tie: each loses the number on his own card."
    yield "  Else each throws as many dice as his number, and the defender loses what the attacker threw above him,"
    yield f"  {_TWICE} as much where a {one} hits a {two}."
    yield f"  From {terms.LONG_LIFE} life on it is the long contest: new deals until a life is gone."
    yield ""
    yield "  What an attack does (row: the attacker's number, column: the defender's)"
    yield "  of 100 throws with damage, damage to expect, the most"
    for best in (False, True):
        yield f"  {f'{terms.DICE} dice thrown, the best kept' if best else 'thrown'}, as many as the number:"
        yield "     " + "".join(f"{two:>18}" for two in NUMBERS)
        for one in NUMBERS:
            blows = [blow(one, two, best) for two in NUMBERS]
            yield f"  {one:>3}" + "".join(f"{percent(b.hits):>8}{float(b.expected):>6.2f}{b.most:>4}" for b in blows)
    yield ""
    yield "  Of 100 games in which both play any card as likely (by going through all of them):"
    yield "   life    dice  fall in round 1   fall in any   drawn"
    for fall in FALLS:
        yield f"  {fall.life:>5}  {'best' if fall.best else 'thrown':>6}  {fall.first:>15}  {fall.fall:>12}  {fall.drawn:>6}"


_TWICE = "twice" if terms.TIMES == 2 else f"{terms.TIMES} times"


def _cards() -> Iterator[str]:
    yield f"cards ({terms.MINUTES_CARDS} minutes)"
    yield f"  {terms.OPEN_HAND} cards each, {terms.COMMON} common ones face down in a row."
    yield "  Whoever has no card left after a round wins; if both have none, it is a draw. A player may resign at any time."
    yield f"  After round {terms.LAST_ROUND} fewer cards win."
    yield f"  Before: {_steps(SETUP_CARDS)}."
    yield f"  A round: {_steps(STEPS_CARDS)}."
    yield "  A tie: nobody draws. The attacker's number is higher: the defender draws the difference."
    yield f"  Else it is defended, and each draws {terms.DEFENDED}, the attacker first."
    yield ""
    yield "  Who draws how many (row: the attacker's number, column: the defender's; attacker + defender)"
    yield "     " + "".join(f"{two:>7}" for two in NUMBERS)
    for one in NUMBERS:
        drawn = (draws(Card(0, Element.WATER, one), Card(0, Element.FIRE, two)) for two in NUMBERS)
        yield f"  {one:>3}" + "".join(f"{f'{a} + {b}':>7}" for a, b in drawn)
    yield ""
    yield "  Of 100 games in which both play any card as likely and nobody resigns (by going through all of them):"
    yield f"  {ENDS.won} are won by the last card, {ENDS.both_out} end with both out of cards at once;"
    yield f"  round {terms.LAST_ROUND} decides {ENDS.fewer} and leaves {ENDS.equal} level."
    yield f"  Half are over by round {ENDS.half}, {MOSTLY} by round {ENDS.most}."


def _steps(steps: dict[str, Words]) -> str:
    return "; ".join(f"{words['en'].lower()} ({words['zh-Hans']})" for words in steps.values())


def _titled(card: str) -> str:
    return card.replace("-", " ").capitalize()


def _facts(card: Card) -> str:
    element = card.element
    return (
        f"{chinese(card)}; seal {element.sign}; number {card.number}; beats {element.beats.id} {element.beats.sign}; "
        f"beaten by {element.beaten.id} {element.beaten.sign}"
    )


def _card(card: str) -> Iterator[str]:
    printed = next((row for row in deck() if row.card == card), None)
    if printed is None:
        raise KeyError(card)
    yield f"{_titled(card)} ({printed.family}), {printed.copies} in the box"
    own = next((one for one in DECK if one.id == card), None)
    if own is None:
        yield f"  {_PIECES[card]}"
        return
    yield f"  {_facts(own)}"
    yield "  dice (in brackets: with the best of three dice kept):"
    for other in DECK:
        if other is not own:
            yield f"    against {named(other)}: {_thrown(own, other)}"
    yield "  cards:"
    for other in DECK:
        if other is not own:
            yield f"    against {named(other)}: {_drawn(own, other)}"


def _thrown(own: Card, other: Card) -> str:
    first = attacker(own, other)
    if first is None:
        return f"a tie: you lose {own.number}, the other loses {other.number}"
    attacks, defends = (own, other) if first == 0 else (other, own)
    plain, best = (blow(attacks.number, defends.number, kept) for kept in (False, True))
    doubled = f", {_TWICE} the difference" if (attacks.number, defends.number) == terms.DOUBLED else ""
    return (
        f"{'you attack' if first == 0 else 'you defend'}, {_dice_of(own)} against {_dice_of(other)}{doubled}: "
        f"damage in {percent(plain.hits)} ({percent(best.hits)}) of 100, "
        f"{float(plain.expected):.2f} ({float(best.expected):.2f}) to expect, {plain.most} at most"
    )


def _dice_of(card: Card) -> str:
    return f"{card.number} {'die' if card.number == 1 else 'dice'}"


def _drawn(own: Card, other: Card) -> str:
    first = attacker(own, other)
    if first is None:
        return "a tie: nobody draws"
    mine, others = draws(own, other)
    if not is_through(own, other):
        who = "the other defends: each draws" if first == 0 else "you defend: each draws"
        return f"{who} {mine}, {'you' if first == 0 else 'the other'} first"
    return (
        f"your attack comes through: the other draws {others}" if first == 0 else f"the attack comes through: you draw {mine}"
    )


_PIECES = {
    "life-disc": "Blank; a disc is a life of the variant dice, and marks a life on the track.",
    "life-track": f"0 to {terms.TRACK}, and a mark x2 for {terms.TRACK} more; one before each player in the long contest.",
    "mat": "The common cards of the variant cards, a discard place before each player, the circle of the symbols.",
}
