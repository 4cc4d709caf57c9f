"""What the cards and the other pieces must say, and how many of them there are."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.rules.daisho.choices import strikes
from cardgen.rules.daisho.signs import SIGNS
from cardgen.rules.daisho.terms import (
    ARMOR,
    COPIES,
    COVER_OF,
    COVERS,
    DAMAGE,
    HAND,
    HIT_POINTS,
    KAI,
    PERSONAS,
    PHASES,
    SPEED,
    STOPS,
    Card,
    kind_of,
)
from cardgen.rules.mutual import names
from cardgen.rules.protocol import Deck, Fact, Printed

PILES = ("Draw", "Discard")
"""The places of the mat: one deck, one place for what is discarded [S]; each is named for both players."""
PILE_SIGNS = ("山札", "捨札")
"""What they are called in Japanese [ruling]."""


def facts() -> dict[str, dict[str, Fact]]:
    """By card id and fact; words as the card's data writes them."""
    out: dict[str, dict[str, Fact]] = {card.id: {"name": card.title} | signs_of(card.id) | of_card(card) for card in Card}
    for who in PERSONAS:
        out[who.id] = {"name": who.name} | signs_of(who.id)
        out[who.id] |= {"who": who.role, "weapon": who.weapon, "arm": who.arm, "from": who.turns.title, "to": who.into.title}
        out[who.id]["small"] = (SIGNS[who.turns.id].seal, SIGNS[who.into.id].seal)
    return out | boards()


def signs_of(card: str) -> dict[str, Fact]:
    return dict(SIGNS[card]._asdict())


def of_card(card: Card) -> dict[str, Fact]:
    """What a card of the common deck states: its kind, how many there are, its damage, what it negates (in small, its seal)."""
    out: dict[str, Fact] = {"kind": kind_of(card).value, "count": COPIES[card]}
    if card in COVER_OF or card is KAI:
        out["damage"] = DAMAGE
    if card is ARMOR:
        out["negates"] = str(DAMAGE)
    elif card in STOPS:
        out["negates"] = STOPS[card].title
        out["small"] = (SIGNS[STOPS[card].id].seal,)
    return out


def boards() -> dict[str, dict[str, Fact]]:
    """What the pieces print that are no cards."""
    return {
        "hit-point-track": {
            "points": tuple(str(n) for n in range(HIT_POINTS + 1)),
            "place": "Persona",
            "label": "hit points",
        },
        "phase-strip": {"order": tuple(str(n) for n in range(1, len(PHASES) + 1)), "phases": PHASES},
        "mat": {"piles": PILES, "facing": PILES, "signs": PILE_SIGNS},
        "hit-point-marker": {},
    }


def deck() -> tuple[Printed, ...]:
    """The 70 cards of the common deck, the 17 personas and the other pieces."""
    rows = [Printed("combat", card.id, copies, shared=True) for card, copies in zip(Card, COPIES, strict=True)]
    rows += [Printed("persona", who.id, 1, shared=True) for who in PERSONAS]
    return (*rows, *pieces())


def pieces() -> tuple[Printed, ...]:
    """The boards and the marker of the track. The game can be played without any of them."""
    return (
        Printed("track", "hit-point-track", 1, optional=True),
        Printed("strip", "phase-strip", 1, optional=True),
        Printed("mat", "mat", 1, shared=True, optional=True),
        Printed("marker", "hit-point-marker", 1, optional=True),
    )


def layouts() -> Iterator[dict[str, int]]:
    """Everything that one player may ever have on the table, by kind of card: the most of each that a hand of ten plays."""
    for who in PERSONAS:
        yield {who.id: 1}
    yield {SPEED.id: min(COPIES[SPEED], HAND)}
    yield {ARMOR.id: min(COPIES[ARMOR], HAND)}
    for cover in STOPS:
        yield {cover.id: COVERS}
    most = tuple(min(count, HAND) for count in COPIES)
    laid = set()
    for strike in strikes(most, PERSONAS[0]):
        cards = {attack.type.id: attack.own for attack in strike.attacks}
        kais = sum(attack.kai for attack in strike.attacks)
        cards |= {KAI.id: kais} if kais else {}
        cards |= {strike.combo.id: 1} if strike.combo is not None else {}
        if 0 < sum(cards.values()) <= HAND:
            laid.add(frozenset(cards.items()))
    for of_strike in sorted(laid, key=sorted):
        yield dict(of_strike)


def face_down() -> tuple[frozenset[str], ...]:
    """The whole common deck lies in one draw pile; personas lie face down where they are dealt at random."""
    return frozenset(card.id for card in Card), frozenset(who.id for who in PERSONAS)


def discords(cards: Deck) -> Iterator[tuple[str, str]]:
    """Attacks that no card of the deck negates, substitutions of cards that it does not have."""
    deck = {card.id: cards[card.id] for card in Card if card.id in cards}
    negated = {name for card in deck.values() for name in names(card, "negates")}
    for attack in (card for card in COVER_OF if card.id in deck):
        if deck[attack.id]["name"] not in negated:
            yield attack.id, f"{attack.id}: no card negates {deck[attack.id]['name']} alone"
    known = {card["name"] for card in deck.values()}
    for who in (persona for persona in PERSONAS if persona.id in cards):
        for name in (*names(cards[who.id], "from"), *names(cards[who.id], "to")):
            if name not in known:
                yield who.id, f"{who.id}: there is no card {name} in the deck"
