"""A game's data against its rules: the deck, its copies, every stated fact."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cardgen.findings import Code, Finding, Severity, nearest
from cardgen.load import Family, Game
from cardgen.model import Card
from cardgen.rules import MODELS, rules_of
from cardgen.rules.protocol import Against, Fact, Printed, Rules, Stated
from cardgen.validate.typed import on_boxes

UNKNOWN_RULES = Code("unknown-rules", "a game whose rules model is misspelt is checked against nothing")
CARD_MISSING = Code("card-missing", "a card that the rules need and the data does not have is missing from the box")
CARD_UNKNOWN = Code("card-unknown", "a card that the rules do not know cannot be played")
WRONG_FAMILY = Code("wrong-family", "a card in another family has another back, and so betrays itself")
WRONG_COPIES = Code("wrong-copies", "with too few of a card a legal plan cannot be laid out, and too many cost money")
WRONG_SEATS = Code("wrong-seats", "a set for a player too few, or one that is shared by mistake, is half a game")
DECK_TOO_SMALL = Code("deck-too-small", "a legal plan that cannot be laid out from the hand gives the plan away")
WRONG_FACT = Code("wrong-fact", "a card that disagrees with the rules is played wrongly")
DISCORD = Code("cards-disagree", "of two cards that tell one exchange differently, one is played wrongly")
OWN_CARD = Code("own-card", "a card of your own that breaks the rules cannot be played")
ART_OF_ANOTHER = Code("art-of-another", "a card with the picture of another is taken for it", Severity.WARNING)
FACT_MISSING = Code("fact-missing", "what a card does not say must be looked up in the rules")

NAMES = frozenset({"name", "kanji", "reading", "seal"})
"""How a card is called."""


def check_data(game: Game, thorough: bool = True) -> Iterator[Finding]:
    """Every card's fields against the rules, the families' completeness, the copies of each; where `thorough`, whether every
    legal plan can be laid out, too (which the copies alone tell of a deck that has them all).
    """
    if game.record.rules is None:
        return
    if game.record.rules not in MODELS:
        at = game.documents[0].at("rules")
        hint = nearest(game.record.rules, MODELS) or "there are: " + ", ".join(MODELS)
        yield Finding(UNKNOWN_RULES, at, f'there is no rules model "{game.record.rules}"', hint)
        return
    rules = rules_of(game.record.rules)
    yield from _seats(game, rules)
    yield from _deck(game, rules)
    yield from _pictured(game, {printed.card for printed in rules.deck()})
    yield from on_boxes(game)
    if thorough or game.record.waive:  # a waived count may hide too small a hand
        yield from _enough(game, rules)
    wrong = False
    for finding in _stated(game, rules):
        wrong = True
        yield finding
    if game.record.waive or not wrong:  # what a wrong fact disagrees with, it need not be told again
        cards = {card.id: card for family in game.families for card in family.cards}
        for card_id, says in rules.discords({id: game.printed(card, game.language) for id, card in cards.items()}):
            yield Finding(DISCORD, game.at(cards[card_id], "id"), says)


def _stated(game: Game, rules: Rules[Any, Any]) -> Iterator[Finding]:
    """Every card's fields against the rules."""
    for family in game.families:
        tagged = of_family(rules, family)
        for card in family.cards:
            try:
                facts = facts_of(game, rules, card)
            except Against as error:
                yield Finding(OWN_CARD, game.at(card, *(error.keys or ("id",))), f"{card.id}: {error}")
                continue
            if facts is not None:
                yield from _fields(game, family, card, facts, tagged - NAMES if card.id not in rules.facts() else tagged)


def facts_of(game: Game, rules: Rules[Any, Any], card: Card) -> Mapping[str, Fact] | None:
    """What the rules say of a card, or of one of the designer's own in a family that is free; None where they say nothing.

    Raises `Against` where they have something against a card of his own.
    """
    known = rules.facts().get(card.id)
    if known is None and card.family in rules.free:
        return rules.free[card.family](game.printed(card, game.language))
    return known


def _seats(game: Game, rules: Rules[Any, Any]) -> Iterator[Finding]:
    """As many players as the rules have at the most, and each of them with the sets that are his own."""
    document, seats = game.documents[0], game.record.seats
    needed = max(len(variant.seats) for variant in (rules, *rules.variants.values()))
    if len(set(seats)) != len(seats):
        yield Finding(WRONG_SEATS, document.at("seats"), f"a seat is named twice in {', '.join(seats)}")
    elif len(seats) != needed:
        says = f"the seats are {', '.join(seats) or 'none'}; the rules have {needed}"
        yield Finding(WRONG_SEATS, document.at("seats"), says)
    most = [int(number) for number in re.findall(r"\d+", game.record.players)]
    if not most or max(most) != needed:
        says = f'players: "{game.record.players}"; the rules have {needed}'
        yield Finding(WRONG_SEATS, document.at("players"), says)
    shared = {printed.family: printed.shared for printed in rules.deck()}
    for family in game.families:
        per = {True: "game", False: "player"}.get(shared.get(family.id, family.record.per == "game"))
        if family.record.per != per:
            says = f"{family.id}: there is a set per {family.record.per}, by the rules per {per}"
            yield Finding(WRONG_SEATS, document.at("families", family.id, "per"), says)


def _deck(game: Game, rules: Rules[Any, Any]) -> Iterator[Finding]:
    has = {card.id: (family, card) for family in game.families for card in family.cards}
    needed = {printed.card: printed for printed in rules.deck()}
    for printed in needed.values():
        if printed.card not in has:
            if printed.optional and printed.family not in game.record.families:
                continue
            at = game.documents[0].at_key("families", printed.family)
            yield Finding(CARD_MISSING, at, f'the rules have a {printed.family} "{printed.card}", the cards have none')
            continue
        yield from _counted(game, *has[printed.card], printed)
    for family, card in has.values():
        if card.id not in needed and not _is_packing(game, family) and family.id not in rules.free:
            yield Finding(
                CARD_UNKNOWN, game.at(card, "id"), f'the rules know no {family.id} "{card.id}"', nearest(card.id, needed)
            )


def _counted(game: Game, family: Family, card: Card, printed: Printed) -> Iterator[Finding]:
    if family.id != printed.family:
        at = game.at(card, "id")
        yield Finding(WRONG_FAMILY, at, f"{card.id} is of the family {family.id}, by the rules of {printed.family}")
    copies = _copies(family, card)
    if copies != printed.copies:
        own = card.record.copies is not None
        at = game.at(card, "copies") if own else game.documents[0].at("families", family.id, "copies")
        yield Finding(WRONG_COPIES, at, f"{card.id}: {copies} copies, the rules need {printed.copies}")


def _pictured(game: Game, needed: Collection[str]) -> Iterator[Finding]:
    """Cards of the rules that ask for a picture that is another's: named after it, or asked for by it before. A card of your
    own may borrow one.
    """
    cards = [card for family in game.families for card in family.cards]
    owners = {card.record.art or card.id: card for card in reversed(cards)} | {c.id: c for c in cards if not c.record.art}
    for card in cards:
        art = card.record.art
        if art and card.id in needed and (owner := owners[art]) is not card:
            yield Finding(ART_OF_ANOTHER, game.at(card, "art"), f'{card.id}: the picture "{art}" is that of {owner.id}')


def _is_packing(game: Game, family: Family) -> bool:
    """A box holds a game, and no rule speaks of it."""
    return family.record.piece is not None and game.record.pieces[family.record.piece].net is not None


def _enough(game: Game, rules: Rules[Any, Any]) -> Iterator[Finding]:
    """Whether each player can lay out everything that the rules let him: enumerated, not assumed."""
    has = {card.id: _copies(family, card) for family in game.families for card in family.cards}
    short: dict[str, tuple[int, Mapping[str, int]]] = {}
    for laid in rules.layouts():
        for card, count in laid.items():
            if card in has and has[card] < count and count > short.get(card, (0, {}))[0]:
                short[card] = count, laid
    for family in game.families:
        for own in family.cards:
            if own.id in short:
                count, laid = short[own.id]
                example = ", ".join(f"{n} x {card}" for card, n in sorted(laid.items()))
                says = f"{own.id}: a player may need {count} at once and has {has[own.id]}, as for {example}"
                yield Finding(DECK_TOO_SMALL, game.at(own, "id"), says)


def _copies(family: Family, card: Card) -> int:
    return family.record.copies if card.record.copies is None else card.record.copies


def in_language(rule: Fact, language: str, first: str) -> Stated:
    """What the rules say of a fact in a language; in the `first` one, else in any, where they say nothing of it in that."""
    if not isinstance(rule, Mapping):
        return rule
    return next(rule[one] for one in (language, first, *rule) if one in rule)


def stated(game: Game, card: Card, language: str) -> dict[str, tuple[Any, tuple[str, ...]]]:
    """The card's fields as facts: their values, and the keys that lead to them."""
    flat: dict[str, tuple[Any, tuple[str, ...]]] = {}
    for name, value in game.printed(card, language).items():
        if isinstance(value, Mapping):
            flat |= {f"{name}.{key}": (inner, (name, key)) for key, inner in value.items()}
        else:
            flat[name] = (value, (name,))
    return flat


def is_stated(family: Family, fact: str) -> bool:
    """Whether a card of that family states such a fact; what it does not state is only printed."""
    field = fact.partition(".")[0]
    return field == "name" or field in family.record.fields


def of_family(rules: Rules[Any, Any], family: Family) -> set[str]:
    """Every fact that the rules have of some card of a family."""
    facts = rules.facts()
    return {name for printed in rules.deck() if printed.family == family.id for name in facts[printed.card]}


def _fields(game: Game, family: Family, card: Card, facts: Mapping[str, Fact], tagged: set[str]) -> Iterator[Finding]:
    flat = stated(game, card, game.language)
    for name, rule in facts.items():
        if not is_stated(family, name):
            continue
        value, keys = flat.get(name, (None, ()))
        if value in (None, "", ()):
            first = shown(in_language(rule, game.language, game.language))
            yield Finding(FACT_MISSING, game.at(card, "id"), f"{card.id} does not state {name}; by the rules it is {first}")
            continue
        spoken = [one for one in game.record.languages if one in rule] if isinstance(rule, Mapping) else [game.language]
        for language in spoken:
            says, own = in_language(rule, language, game.language), stated(game, card, language)[name][0]
            if not agrees(own, says, quoted=True):
                at: tuple[str | int, ...] = flat[name][1]
                where = f" in {language}" if language != game.language else ""
                if isinstance(says, tuple) and (n := _odd(own, says)) is not None:  # the one that is wrong, where it stands
                    own, says, at = own[n], says[n], (*at, n)
                told = f"{card.id}: {name}{where} is {shown(own)}, by the rules {shown(says)}"
                yield Finding(WRONG_FACT, game.at(card, *at), told, f"write {shown(says).removesuffix('*')}, or waive it")
    for name, (value, keys) in flat.items():
        unnamed = "name" not in facts and name in NAMES  # of a board the rules know what it prints, not what it is called
        if name in tagged and name not in facts and not unnamed and value not in (None, "", (), "none"):
            yield Finding(WRONG_FACT, game.at(card, *keys), f"{card.id}: {name} is {shown(value)}, by the rules it has none")


def _odd(value: object, rule: tuple[str, ...]) -> int | None:
    """Which of a list disagrees, where only one does."""
    if not isinstance(value, tuple) or len(value) != len(rule):
        return None
    odd = [n for n, says in enumerate(rule) if not agrees(str(value[n]), says, quoted=True)]
    return odd[0] if len(odd) == 1 else None


def agrees(value: object, rule: Stated, quoted: bool = False) -> bool:
    """Whether data says what the rules say: to the letter, a list in its order, but for the asterisk of a face and the
    typewriter's apostrophe. Where it may be `quoted`, what data takes from elsewhere (`{{ rules.harm.graze }}`) agrees: it is
    held against the rules as it is printed.
    """
    if isinstance(rule, tuple):
        if not isinstance(value, tuple) or len(value) != len(rule):
            return False
        return all(agrees(str(one), by, quoted) for one, by in zip(value, rule, strict=True))
    if quoted and "{{" in str(value):
        return True
    return level(value).strip() == level(rule).removesuffix("*")


def level(text: object) -> str:
    """A text with the typewriter's apostrophe: which of both is printed is the typesetter's to choose."""
    return str(text).replace("’", "'")


def shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
