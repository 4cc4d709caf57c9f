"""The model of Daisho as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.rules.daisho import terms
from cardgen.rules.daisho.facts import deck, facts
from cardgen.rules.daisho.rulings import RULINGS
from cardgen.rules.daisho.signs import SIGNS, Sign
from cardgen.rules.daisho.tables import balance, odds
from cardgen.rules.daisho.terms import (
    ARMOR,
    BY_ID,
    CALM,
    COMBO,
    COPIES,
    COVER_OF,
    DAMAGE,
    DECK,
    DISCARDS,
    ENGLISH,
    HAND,
    HIT_POINTS,
    KAI,
    MOST_TURNS,
    PERSONAS,
    PHASES,
    SPEED,
    STOPS,
    Card,
    Persona,
    kind_of,
)
from cardgen.rules.protocol import Fact, Printed

OF_PHASE = (
    f"both draw until they hold {HAND}; where the deck has run out, the discards are shuffled",
    f"both may throw off {DISCARDS} at the most, chosen first, face up together; both draw up to {HAND} again",
    "both show all Speed cards; who has more chooses: the other plays no defence but Armor, or does not attack",
    f"both attack with any number of one type, or of {terms.COMBO_TYPES} with a Combo; Kai goes with an attack",
    f"{terms.COVERS} Dodge stops every Thrust, {terms.COVERS} Parry every Slash, {terms.COVERS} Block every Chop, "
    "with the Kai attached",
    f"each attack and Kai that came through takes {DAMAGE} hit point, each Armor takes {DAMAGE} off; "
    "all that was played or shown is discarded",
    f"both may throw off {DISCARDS} at the most",
)
"""What is done in each phase, in short."""


def describe(card: str | None = None) -> str:
    """The whole game, or one card. KeyError where the rules know no card of that id."""
    return "\n".join(_game() if card is None else _card(card)) + "\n"


def _game() -> Iterator[str]:
    yield "Daisho"
    yield f"  Two fighters of {HIT_POINTS} hit points, a common deck of {DECK} cards, hands of {HAND}; who is at zero is slain."
    yield f"  {CALM} turns in a row without a lost hit point: a draw; so {MOST_TURNS} turns at the most."
    yield ""
    yield "Turn"
    for number, (name, does) in enumerate(zip(PHASES, OF_PHASE, strict=True), 1):
        yield f"  {number} {name}: {does}."
    yield ""
    yield "Cards"
    of_all = facts()
    for printed in deck():
        if printed.family == "persona":
            continue
        shown = "; ".join(f"{name} {_told(value)}" for name, value in of_all[printed.card].items() if _is_told(name))
        named = _title(printed)
        yield f"  {printed.copies:2} x {named:18} {'' if printed.shared else 'a player  '}{shown}".rstrip()
    yield ""
    yield "Personas (one card each)"
    for who in PERSONAS:
        yield f"  {who.name:15} {who.turns.title:5} as {who.into.title:6}  {_armed(who)}"
    yield ""
    yield f"Odds of a first hand of {HAND}"
    likely = odds()
    for card in Card:
        percent, two = likely["any"][card.id], likely["two"][card.id]
        yield f"  {card.title:7} in {percent} of 100 hands, twice or more in {two}"
    yield f"  No attack at all in {likely['no_attack_mille']} of 1000 hands."
    yield f"  Both hold as many Speed in {likely['speed_tied']} of 100 deals."
    yield ""
    fared = balance()
    yield f"Balance: seeded playouts of two {fared['player']} players, {fared['meetings']} duels of each persona"
    yield "  Deal the personas at random, or play a mirror."
    for row in fared["rows"]:
        yield f"  {row['name']:15} won {row['won']} %, drawn {row['drawn']} %"
    yield ""
    yield "Rulings"
    for ruling in RULINGS:
        yield f"  {ruling.name}: {ruling.says} ({ruling.why})"


def _card(card: str) -> Iterator[str]:
    row = next((row for row in deck() if row.card == card), None)
    if row is None:
        raise KeyError(card)
    where = "in the box" if row.shared else "a player"
    yield f"{_title(row)} ({row.family}), {row.copies} {where}"
    if sign := SIGNS.get(card):
        yield f"  {sign.kanji} ({sign.reading}), seal {sign.seal}"
    for name, value in facts()[card].items():
        if _is_told(name):
            yield f"  {name}: {_told(value)}"
    if card in BY_ID:
        yield from _persona(BY_ID[card])
    elif row.family == "combat":
        yield from _combat(Card[card.upper()])


def _combat(card: Card) -> Iterator[str]:
    """What is done with a card of the common deck, and which personas make it something else, or others it."""
    if card in ENGLISH:
        yield f"  {ENGLISH[card]}"
    yield f"  {_use(card)}"
    for who in PERSONAS:
        if who.turns is card:
            yield f"  The {who.name} may play it as {who.into.title}."
        if who.into is card:
            yield f"  The {who.name} may play {who.turns.title} as it."
        if card in COVER_OF and who.into is COVER_OF[card]:
            yield f"  The {who.name}'s {who.turns.title}, used as {who.into.title}, stops it."
    percent = odds()["any"][card.id]
    yield f"  {COPIES[card]} of {DECK}: in {percent} of 100 first hands."


def _use(card: Card) -> str:
    if card in COVER_OF:
        return (
            f"Strike: any number of it together, with another type only by a Combo; each takes {DAMAGE}. "
            f"{terms.COVERS} {COVER_OF[card].title} stops all of it."
        )
    if card in STOPS:
        return (
            f"Defend: {terms.COVERS} of it stops every {STOPS[card].title} of the other, with the Kai attached; "
            f"not under the first advantage."
        )
    return {
        KAI: f"Strike: with an attack, any number; each takes {DAMAGE}, and falls with its attack. With a Combo it is declared "
        "for one of the attacks.",
        ARMOR: f"Cut: any number; each takes off {DAMAGE}. Under the first advantage too.",
        COMBO: f"Strike: {terms.COMBOS} of it allows {terms.COMBO_TYPES} types of attack.",
        SPEED: "Speed: all of it is shown; who has more chooses an advantage. Discarded at the end of the Cut.",
    }[card]


def _persona(who: Persona) -> Iterator[str]:
    """Where a persona's one substitution matters, phase by phase."""
    yield f"  {_armed(who)}"
    turns, into = who.turns.title, who.into.title
    if who.into is SPEED:
        yield f"  Speed: as many {turns} cards as wanted are shown as Speed beside the natural ones."
        yield f"  Then these are Speed, no {turns}, until the Cut ends and they are discarded."
        return
    shown = "after they have been shown in the Speed phase" if who.turns is SPEED else "from the hand"
    if kind_of(who.into) is terms.Kind.ATTACK:
        yield f"  Strike: {turns} as {into}, {shown}; {COVER_OF[who.into].title} stops them."
        yield "  Not where the other's advantage forbids to attack."
    elif who.into is COMBO:
        yield f"  Strike: {terms.COMBOS} {turns} as Combo, {shown}."
    elif who.into is ARMOR:
        yield f"  Cut: {turns} as Armor, {shown}; also where the other's advantage leaves only Armor."
    else:
        yield f"  Defend: {turns} as {into}, {shown}, against {STOPS[who.into].title}."
        yield f"  Not where the other's advantage leaves only Armor{': used as that it is none' if who.turns is ARMOR else ''}."


def _armed(who: Persona) -> str:
    return f"{who.weapon} ({who.arm}), {who.role}"


def _title(printed: Printed) -> str:
    return str(facts()[printed.card].get("name") or printed.card.replace("-", " ").capitalize())


def _is_told(fact: str) -> bool:
    """Whether a fact stands in a card's row; its names have places of their own."""
    return fact not in ("name", *Sign._fields)


def _told(value: Fact) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)
