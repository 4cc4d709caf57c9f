"""Cards against the rules of their game: the data, and what the composed faces really print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardgen.face import Face, Stencil, Text, walk
from cardgen.face import Fact as Drawn
from cardgen.findings import Code, Finding, Severity, Span, nearest
from cardgen.load import Family, Game
from cardgen.model import Card
from cardgen.rules import MODELS, rules_of
from cardgen.rules.protocol import Fact, Rules
from cardgen.svg.markup import place

UNKNOWN_RULES = Code("unknown-rules", "a game whose rules model is misspelt is checked against nothing")
CARD_MISSING = Code("card-missing", "a card that the rules need and the data does not have is missing from the box")
CARD_UNKNOWN = Code("card-unknown", "a card that the rules do not know cannot be played")
WRONG_FAMILY = Code("wrong-family", "a card in another family has another back, and so betrays itself")
WRONG_COPIES = Code("wrong-copies", "with too few of a card a legal plan cannot be laid out, and too many cost money")
DECK_TOO_SMALL = Code("deck-too-small", "a legal plan that cannot be laid out from the hand gives the plan away")
WRONG_FACT = Code("wrong-fact", "a card that disagrees with the rules is played wrongly")
FACT_MISSING = Code("fact-missing", "what a card does not say must be looked up in the rules")
PRINTS_WRONG = Code("prints-wrong", "what is printed is what is played, whatever the data says")
NOT_PRINTED = Code("fact-not-printed", "a fact that the template leaves out is not on the card")
WRONG_NUMBER = Code("wrong-number", "a number in the words of a card is read as a rule")
NUMBER_MISSING = Code("number-missing", "what the words of a card leave out must be looked up in the rules")
PHRASE_MISSING = Code("phrase-missing", "a condition that is not on the card is forgotten at the table")

WAIVED = Code("waived", "a disagreement with the rules that is meant, with its reason", Severity.NOTE)
WAIVER_UNUSED = Code("waiver-unused", "a waiver for nothing would hide the next mistake")

IN_WORDS = frozenset({"pays", "pursuit"})
"""Facts that a face tells in its words, not in a place of their own."""
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PRONOUN = re.compile(r"\b(?:one of you|the one\b|one may\b|one that\b)", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z’']+|\d+")


class Waivers:
    """The waivers of a game, and which of them have been needed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._needed: set[int] = set()

    def applied(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """The findings; those that are waived as notes with their reason."""
        for finding in findings:
            for number, waiver in enumerate(self.game.record.waive):
                named = re.search(rf"(?<![\w-]){re.escape(waiver.card)}(?![\w-])", finding.says)
                if finding.code.name == waiver.code and named and waiver.about in finding.says:
                    self._needed.add(number)
                    yield Finding(WAIVED, finding.at, f"{finding.says}; waived: {waiver.reason}")
                    break
            else:
                yield finding

    def unused(self) -> Iterator[Finding]:
        """A finding for every waiver that nothing needed."""
        for number, waiver in enumerate(self.game.record.waive):
            if number not in self._needed:
                at = self.game.documents[0].at("waive", number)
                yield Finding(WAIVER_UNUSED, at, f'nothing of {waiver.card} is "{waiver.code}"', "take it away")


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
    yield from _deck(game, rules)
    if thorough:
        yield from _enough(game, rules)
    facts = rules.facts()
    tagged = {name for of_card in facts.values() for name in of_card}
    for family in game.families:
        for card in family.cards:
            if card.id in facts:
                yield from _fields(game, card, facts[card.id], tagged)


def _deck(game: Game, rules: Rules[Any, Any]) -> Iterator[Finding]:
    has = {card.id: (family, card) for family in game.families for card in family.cards}
    needed = {printed.card: printed for printed in rules.deck()}
    for printed in needed.values():
        if printed.card not in has:
            at = game.documents[0].at_key("families", printed.family)
            yield Finding(CARD_MISSING, at, f'the rules have a {printed.family} "{printed.card}", the cards have none')
            continue
        family, card = has[printed.card]
        if family.id != printed.family:
            at = game.at(card, "id")
            yield Finding(WRONG_FAMILY, at, f"{card.id} is of the family {family.id}, by the rules of {printed.family}")
        copies = _copies(family, card)
        if copies != printed.copies:
            own = card.record.copies is not None
            at = game.at(card, "copies") if own else _copies_at(game, family)
            yield Finding(WRONG_COPIES, at, f"{card.id}: {copies} copies, the rules need {printed.copies}")
    for family, card in has.values():
        if card.id not in needed:
            yield Finding(
                CARD_UNKNOWN, game.at(card, "id"), f'the rules know no {family.id} "{card.id}"', nearest(card.id, needed)
            )


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


def _copies_at(game: Game, family: Family) -> Span:
    return game.documents[0].at("families", family.id, "copies")


def _stated(game: Game, card: Card) -> dict[str, tuple[Any, tuple[str, ...]]]:
    """The card's fields as facts: their values, and the keys that lead to them."""
    flat: dict[str, tuple[Any, tuple[str, ...]]] = {}
    for name, value in game.printed(card, game.language).items():
        if isinstance(value, Mapping):
            flat |= {f"{name}.{key}": (inner, (name, key)) for key, inner in value.items()}
        else:
            flat[name] = (value, (name,))
    return flat


def _fields(game: Game, card: Card, facts: Mapping[str, Fact], tagged: set[str]) -> Iterator[Finding]:
    flat = _stated(game, card)
    for name, rule in facts.items():
        value, keys = flat.get(name, (None, ()))
        if value in (None, "", ()):
            yield Finding(
                FACT_MISSING, game.at(card, "id"), f"{card.id} does not state {name}; by the rules it is {_shown(rule)}"
            )
        elif not _agrees(value, rule):
            yield Finding(
                WRONG_FACT, game.at(card, *keys), f"{card.id}: {name} is {_shown(value)}, by the rules {_shown(rule)}"
            )
    for name, (value, keys) in flat.items():
        if name in tagged and name not in facts and value not in (None, "", (), "none"):
            yield Finding(WRONG_FACT, game.at(card, *keys), f"{card.id}: {name} is {_shown(value)}, by the rules it has none")


def check_face(game: Game, card: Card, face: Face, language: str) -> Iterator[Finding]:
    """What a card's face prints against the rules: its tagged facts, and the numbers in its words.

    The rules speak the game's first language; of a face in another one the figures are read, and no words.
    """
    if game.record.rules not in MODELS:
        return
    rules = rules_of(game.record.rules or "")
    facts = rules.facts()
    if card.id not in facts:
        return
    tagged = {name for of_card in facts.values() for name in of_card}
    texts: dict[str, list[Text]] = {}
    drawn: dict[str, list[Drawn]] = {}
    seals: set[str] = set()
    for mark in walk(face.marks):
        if isinstance(mark, Text) and mark.fact:
            texts.setdefault(mark.fact, []).append(mark)
        elif isinstance(mark, Stencil):
            seals.add(mark.seal.partition("/")[0])
        elif isinstance(mark, Drawn):
            drawn.setdefault(mark.name, []).append(mark)
    stated = _stated(game, card)
    for name, rule in facts[card.id].items():
        if not _agrees(stated.get(name, (None,))[0], rule):
            continue  # told of the data already
        if language != game.language and not _is_figure(rule):
            continue
        if name not in texts and name not in drawn:
            is_name = name == "reading" and str(rule) == str(facts[card.id].get("name", "")).lower()
            if name not in IN_WORDS and not is_name and not (name == "seal" and rule in seals):
                yield Finding(NOT_PRINTED, game.at(card, "id"), f"{face.name}: the face does not print {name}, {_shown(rule)}")
            continue
        yield from _printed(face, name, rule, texts.get(name, []), drawn.get(name, []))
    for name in sorted((texts.keys() | drawn.keys()) & (tagged - facts[card.id].keys())):
        for text in texts.get(name, []):
            if plain(text.string):
                yield Finding(
                    PRINTS_WRONG, place(text.src), f"{face.name}: prints {name} {text.string!r}, by the rules it has none"
                )
    words = [text for name, of_name in texts.items() if name not in tagged and name not in _NAMES for text in of_name]
    if language == game.language:
        yield from _words(game, card, face, rules, words)


def _is_figure(rule: Fact) -> bool:
    return isinstance(rule, int) or (isinstance(rule, str) and re.fullmatch(r"[+-]?\d+(:\d+)?\*?", rule) is not None)


_NAMES = frozenset({"name", "kanji", "reading"})


def _printed(face: Face, name: str, rule: Fact, texts: list[Text], drawn: list[Drawn]) -> Iterator[Finding]:
    if isinstance(rule, tuple):
        if sorted(plain(t.string) for t in texts) != sorted(plain(r) for r in rule):
            says = f"{face.name}: prints {name} as {', '.join(t.string for t in texts)}; by the rules {_shown(rule)}"
            yield Finding(PRINTS_WRONG, place(texts[0].src), says)
        return
    for mark in drawn:
        if not _agrees(mark.value, rule):
            yield Finding(
                PRINTS_WRONG, place(mark.src), f"{face.name}: draws {name} as {mark.value}, by the rules {_shown(rule)}"
            )
    for text in texts:
        if plain(text.string) != plain(str(rule)) or text.string.endswith("*") != str(rule).endswith("*"):
            yield Finding(
                PRINTS_WRONG, place(text.src), f"{face.name}: prints {name} {text.string!r}, by the rules {_shown(rule)}"
            )


def _words(game: Game, card: Card, face: Face, rules: Rules[Any, Any], texts: list[Text]) -> Iterator[Finding]:
    said = list(rules.said(card.id))
    whole = re.sub(r"\s+", " ", " ".join(t.string for t in texts))
    found = [(m[0].lower(), m.start()) for m in _WORD.finditer(_PRONOUN.sub(lambda m: "_" * len(m[0]), whole))]
    missing = list(said)
    at = place(texts[0].src) if texts else game.at(card, "id")
    for n, (word, _) in enumerate(found):
        number = int(word) if word.isdigit() else _NUMBERS.index(word) if word in _NUMBERS else None
        if number is None:
            continue
        before, behind = found[n - 1][0] if n else "", found[n + 1][0] if n + 1 < len(found) else ""
        fits = [s for s in said if s.number == number and s.before in ("", before) and s.behind in ("", behind)]
        if not fits:
            near = " ".join(filter(None, (before, word, behind)))
            hint = "the rules have: " + "; ".join(" ".join(filter(None, map(str, s))) for s in said) if said else ""
            yield Finding(WRONG_NUMBER, _told_at(game, card, at), f'{face.name}: the words say "{near}"', hint)
        missing = [s for s in missing if s not in fits]
    for one in missing:
        says = f'{face.name}: the words do not say "{" ".join(filter(None, map(str, one)))}"'
        yield Finding(NUMBER_MISSING, _told_at(game, card, at), says)
    for phrase in rules.phrases(card.id):
        if phrase not in whole:
            yield Finding(PHRASE_MISSING, _told_at(game, card, at), f'{face.name}: the words do not say "{phrase}"')


def _told_at(game: Game, card: Card, otherwise: Span) -> Span:
    """The card's own words, where it has any."""
    for field in ("ability", "text"):
        if getattr(card.record, field, None):
            return game.at(card, field)
    return otherwise


def _agrees(value: object, rule: Fact) -> bool:
    if isinstance(rule, tuple):
        return isinstance(value, tuple) and sorted(map(str, value)) == sorted(rule)
    return plain(str(value)) == plain(str(rule))


def plain(text: str) -> str:
    """What a printed fact says: signs, dashes and arrows as data writes them; an asterisk and " back" say no number."""
    text = text.strip().lower().replace("−", "-").replace("–", "-").rstrip("*")
    text = re.sub(r"^→ ", "", re.sub(r"^← ", "-", text)).removesuffix(" back")
    return "" if text in ("—", "none") else text.removeprefix("+")


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
