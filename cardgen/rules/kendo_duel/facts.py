"""What the cards and the other pieces must say, and how many of them there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from cardgen.rules.kendo_duel.answers import ATTACKS, HOLDS, UNANSWERABLE, Called, Effect, groups, printed
from cardgen.rules.kendo_duel.signs import SIGNS
from cardgen.rules.kendo_duel.terms import (
    CARDS,
    HANSOKU,
    IPPON,
    LETTER_COPIES,
    LETTERS,
    TRIANGLES,
    Card,
    H,
    Kind,
    Subdeck,
)
from cardgen.rules.mutual import names
from cardgen.rules.protocol import Deck, Fact, Printed

MARKS = tuple(letter for letter in (*LETTERS.values(), H) for _ in range(LETTER_COPIES))
"""The Ippon marks of the sheet, fifteen [ruling, but for H]."""
COURT, SCORES, PLAYED = "Court", "Scores", "Played"
"""Places of the board: the competition court for played cards, the scores [S]; a pile of played cards beside each subdeck
[ruling].
"""
SIDES = ("Red", "White")
"""The two sides of a match [ruling]."""
BOARD_SIGNS = ("試合場", "赤", "白")
"""What the court and the sides are called in Japanese [ruling]."""

MARK_SIGNS = ("一本", "反則")
"""What Ippon and Hansoku are called in Japanese [ruling]."""


def facts() -> dict[str, dict[str, Fact]]:
    """By card id and fact; words as the card's data writes them."""
    return {card.id: of_card(card) for card in CARDS} | pieces_say()


def of_card(card: Card) -> dict[str, Fact]:
    """What a card states: how it is called, its kind; a basic attack its number and target; a counterattack what it answers
    (`from`) and then strikes (`to`); an answer of the other cards what it does; and what it answers, and is answered by.
    """
    out: dict[str, Fact] = {"name": card.name, **SIGNS[card.id]._asdict(), "kind": card.kind.value}
    if card.number:
        out["number"] = card.number
    if card.begins is not None:
        out["from"] = card.begins.title
    if card.to is not None:
        out["to"] = card.to.title
    if does := doing(card):
        out["does"] = does.value
    answers, answered = printed()[card]
    if answers:
        out["answers"] = answers
        if card.subdeck is Subdeck.OTHER:
            out["small"] = tuple(signs_of(answers))
    if answered:
        out["answered"] = answered
    return out


def signs_of(names: Iterable[str]) -> Iterator[str]:
    """What stands for cards in small: the seal of one, the kind of any of a kind."""
    seals = {card.name: SIGNS[card.id].seal for card in CARDS}
    for name in names:
        yield seals.get(name) or name.removeprefix("any ")


def doing(card: Card) -> Effect | None:
    """What a purple, blue or green card does to what it answers; None of another card."""
    return Effect.PARRY if card.kind is Kind.PARRYING else HOLDS.get(card, (None,))[0]


def pieces_say() -> dict[str, dict[str, Fact]]:
    """What the two sheets of marks and the board print."""
    return {
        "ippon-sheet": {"name": "Ippon", "kanji": MARK_SIGNS[0], "marks": MARKS},
        "hansoku-sheet": {"name": "Hansoku", "kanji": MARK_SIGNS[1], "triangles": ("hansoku",) * TRIANGLES},
        "board": {
            "subdecks": tuple(subdeck.title for subdeck in Subdeck),
            "played": (PLAYED,) * len(Subdeck),
            "court": COURT,
            "scores": SCORES,
            "sides": SIDES,
            "signs": BOARD_SIGNS,
            "seals": tuple(subdeck.seal for subdeck in Subdeck),
            "ippon": ("Ippon",) * (IPPON * len(SIDES)),
            "hansoku": ("Hansoku",) * (HANSOKU * len(SIDES)),
        },
    }


def deck() -> tuple[Printed, ...]:
    """The 53 cards of the three subdecks, the two sheets of marks, the board: all shared, and the board can be done without."""
    return (
        *(Printed(card.subdeck.family, card.id, card.copies, shared=True) for card in CARDS),
        Printed("marks", "ippon-sheet", 1, shared=True),
        Printed("marks", "hansoku-sheet", 1, shared=True),
        Printed("board", "board", 1, shared=True, optional=True),
    )


def layouts() -> Iterator[dict[str, int]]:
    """What may be dealt at once, of all players, as all is shared: with four every basic attack and every counterattack is, and
    of each other card all there are may be; in the Competition Jikan desu, too. The marks that one match may need.
    """
    yield {card.id: card.copies for card in CARDS if card.subdeck is not Subdeck.OTHER}
    for card in CARDS:
        if card.subdeck is Subdeck.OTHER:
            yield {card.id: card.copies}
    yield {"ippon-sheet": 1, "hansoku-sheet": 1}


def face_down() -> tuple[frozenset[str], ...]:
    """The three subdecks."""
    return tuple(frozenset(card.id for card in CARDS if card.subdeck is subdeck) for subdeck in Subdeck)


def discords(cards: Deck) -> Iterator[tuple[str, str]]:
    """Of what the cards say that they answer and are answered by, a designer's own among them: names of nothing, an answer of
    which one card speaks and the other does not, attacks that nothing answers and of which the rules do not say so.

    Nothing is asked of the rules' own relation: who is meant by a name is read off the cards.
    """
    kinds = {kind.value for kind in Kind}
    deck = {card: fields for card, fields in cards.items() if fields.get("kind") in kinds}
    called = groups({card: _called(fields) for card, fields in deck.items()})
    lists = {card: (names(fields, "answers"), names(fields, "answered")) for card, fields in deck.items()}
    unknown = [(card, name) for card, both in lists.items() for name in (*both[0], *both[1]) if name not in called]
    for card, name in unknown:
        yield card, f'{card}: there is no card "{name}", and none of a kind that is called so'
    if unknown:
        return
    meets = {card: tuple({one for name in own for one in called[name]} for own in both) for card, both in lists.items()}
    for answer, attack in product(meets, repeat=2):
        says = attack in meets[answer][0]
        if says is not (answer in meets[attack][1]):
            first, second = ("answers", "is not answered by") if says else ("does not answer", "is answered by")
            yield answer, f"{answer}: {first} {attack}, which says that it {second} {answer}"
    attacks, meant = {card.kind.value for card in ATTACKS}, {card.id for card in UNANSWERABLE}
    for attack, fields in deck.items():
        if fields["kind"] in attacks and attack not in meant and not any(attack in own for own, _ in meets.values()):
            yield attack, f"{attack}: no card answers it"


def _called(fields: Mapping[str, Any]) -> Called:
    return Called(str(fields["name"]), fields["kind"], fields.get("from") or "", fields.get("to") or "")
