"""The words of a face against the rules: every number in them, every card they speak of, what they must say."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any, NamedTuple

from cardgen.face import Face, Text
from cardgen.findings import Code, Finding, Span, short
from cardgen.load import Family, Game
from cardgen.model import Card
from cardgen.rules.protocol import SPOKEN, Rules, Said
from cardgen.svg.markup import place
from cardgen.validate.data import in_language, level

WRONG_NUMBER = Code("wrong-number", "a number in the words of a card is read as a rule")
NUMBER_MISSING = Code("number-missing", "what the words of a card leave out must be looked up in the rules")
PHRASE_MISSING = Code("phrase-missing", "a condition that is not on the card is forgotten at the table")
WORDS_BESIDE = Code("words-beside", "what a card says beside the rules is played as one of them")
WRONG_NAME = Code("wrong-name", "a card that is named in the words of another is played for it")

_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
         "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty")  # fmt: skip
_VALUES: dict[str, float] = {word: n for n, word in enumerate(_ONES)} | {
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
    "thousand": 1000, "dozen": 12, "pair": 2, "couple": 2, "twice": 2, "thrice": 3, "double": 2, "doubled": 2, "triple": 3,
    "tripled": 3, "half": 0.5, "halved": 0.5, "fold": -1, "times": -1,
}  # fmt: skip
"""What number words mean; what multiplies another number is never one that the rules have (-1)."""
_PRONOUN = re.compile(r"\b(?:one of you|the one\b|one may\b|one that\b)", re.IGNORECASE)
_DENIED = re.compile(r"(?:\b(?:not?|never|cannot|nor|without)|n[’']t) [“‘\"(]*$", re.IGNORECASE)
"""What turns a phrase right behind it into its contrary."""
_WORD = re.compile(r"(?:(?<![\w-])[-−])?\d+(?:st|nd|rd|th)?|[^\W\d_]+(?:[’'][^\W\d_]+)*|[^\w\s]|_+")


class _Token(NamedTuple):
    """A word, lower case; the number that it means, None for none; the text that it stands in."""

    word: str
    number: float | None
    text: Text


def check_words(
    game: Game, family: Family, card: Card, face: Face, rules: Rules[Any, Any], texts: list[Text], untagged: list[Text]
) -> Iterator[Finding]:
    """Numbers that the rules do not have, numbers and phrases that are left out, cards named that are not meant; of a card
    whose words are told whole, what these or the `untagged` texts of the face say beside.
    """
    said = list(rules.said(card.id))
    tokens = [token for token in _tokens(texts) if token.number is not None or token.word[0].isalpha()]
    missing = list(said)
    told = "; ".join(_shown(s) for s in said) or "none"
    otherwise = place(texts[0].src) if texts else game.at(card, "id")
    for n, (word, number, text) in enumerate(tokens):
        if number is None:
            continue
        before, behind = (tokens[i].word if 0 <= i < len(tokens) else "" for i in (n - 1, n + 1))
        fits = [s for s in said if s.number == number and s.before in ("", before) and s.behind in ("", behind)]
        if not fits:
            near = " ".join(filter(None, (before, word, behind)))
            at = _told_at(game, family, card, [text], place(text.src))
            yield Finding(WRONG_NUMBER, at, f'{face.name}: the words say "{near}"; numbers by the rules: {told}')
        missing = [s for s in missing if s not in fits]
    for one in missing:
        says = f'{face.name}: the words do not say "{_shown(one)}"'
        yield Finding(NUMBER_MISSING, _told_at(game, family, card, texts, otherwise), says)
    yield from check_phrases(face, rules, card.id, texts, _told_at(game, family, card, texts, otherwise))
    if card.id in rules.whole:
        for text in untagged:
            if _letters(text.string):
                says = f'{face.name}: prints "{short(text.string, 30)}", of which the rules say nothing'
                yield Finding(WORDS_BESIDE, place(text.src), says, 'take it away, or data-fact="..." says what it states')
    yield from check_names(game, family, card, face, rules, texts, list(rules.phrases(card.id)))


def check_phrases(face: Face, rules: Rules[Any, Any], card: str, texts: list[Text], at: Span) -> Iterator[Finding]:
    """What the words of a card leave out; of one whose words are told whole, what they say beside that."""
    left, out = level(_joined(texts)), False
    for phrase in sorted(rules.phrases(card), key=len, reverse=True):  # so that none takes away a part of another
        here = re.compile(rf"(?<!\w){re.escape(level(phrase))}(?!\w)", re.IGNORECASE)
        said = [*here.finditer(left)]
        if not said or any(_DENIED.search(left[: one.start()]) for one in said):
            out = True
            says = f'the words deny "{phrase}"' if said else f'the words do not say "{phrase}"'
            yield Finding(PHRASE_MISSING, at, f"{face.name}: {says}")
        elif card in rules.whole:
            left = here.sub("|", left, 1)
    beside = " ".join(part for part in map(str.strip, left.split("|")) if part)
    if _letters(beside) and not out and card in rules.whole:
        yield Finding(WORDS_BESIDE, at, f'{face.name}: the words also say "{beside}", which the rules do not', "take it away")


def check_figures(face: Face, rules: Rules[Any, Any], card: str, texts: list[Text], language: str) -> Iterator[Finding]:
    """Of words in another language than the game's first one: every figure is one that the rules have, and every number in
    words, where they are in the language that the rules speak.
    """
    known = {said.number for said in rules.said(card)}
    for word, number, text in _tokens(texts):
        if number is not None and number not in known and (language == SPOKEN or re.search(r"\d", word)):
            has = ", ".join(map(str, sorted(known))) or "none"
            says = f'{face.name}: the words say "{word}"; numbers by the rules: {has}'
            yield Finding(WRONG_NUMBER, place(text.src), says)


def check_names(
    game: Game, family: Family, card: Card, face: Face, rules: Rules[Any, Any], texts: list[Text], asked: Iterable[str]
) -> Iterator[Finding]:
    """Cards that texts name without being `asked` to by the rules; a card may always name itself."""
    names = {one: str(in_language(facts.get("name", ""), game.language, game.language)) for one, facts in rules.facts().items()}
    own = {*names.values()} - {""}
    spoken = " ".join((*asked, names.get(card.id, "")))
    meant = {name for name in own if re.search(rf"\b{re.escape(name)}s?\b", spoken)}
    pattern = re.compile(r"\b(" + "|".join(map(re.escape, sorted(own, key=len, reverse=True))) + r")s?\b")
    starts = [0, *accumulate(len(_joined([text])) + 1 for text in texts)]
    for found in pattern.finditer(_joined(texts)):
        if found[1] not in meant:
            text = texts[bisect(starts, found.start()) - 1]
            at = _told_at(game, family, card, [text], place(text.src))
            yield Finding(WRONG_NAME, at, f'{face.name}: the words name "{found[1]}", which the rules do not there')


def _tokens(texts: Iterable[Text]) -> Iterator[_Token]:
    for text in texts:
        string = _PRONOUN.sub(lambda m: "_" * len(m[0]), text.string.replace("\u00ad", ""))
        for m in _WORD.finditer(string):
            yield _Token(m[0].lower(), _number(m[0].lower()), text)


def counts(text: str) -> bool:
    """Whether a text says a number, in whatever way."""
    string = _PRONOUN.sub("_", text.replace("\u00ad", ""))
    return any(_number(m[0].lower()) is not None for m in _WORD.finditer(string))


def _number(word: str) -> float | None:
    """The number that a word means: in digits, in words, or by a sign that counts; None for another word."""
    word = word.replace("−", "-")
    if re.fullmatch(r"-?\d+", word) and word.isascii():
        return int(word)
    if word in _VALUES:
        return _VALUES[word]
    # digits of another script, fractions, circled and Roman numerals as one sign: read as numbers, and never meant
    if any(unicodedata.numeric(char, None) is not None for char in word) or re.fullmatch(r"[ivx]{2,}", word):
        return -1
    return None


def _joined(texts: Iterable[Text]) -> str:
    return " ".join(re.sub(r"\s+", " ", t.string.replace("\u00ad", "")).strip() for t in texts)


def _shown(said: Said) -> str:
    return " ".join(filter(None, map(str, said)))


def _told_at(game: Game, family: Family, card: Card, texts: list[Text], otherwise: Span) -> Span:
    """Where words stand: in the card's own field that holds the most of them, else in the template."""
    fields = game.printed(card, game.language)
    lines = [line for text in texts if (line := _letters(text.string))]
    held = {}
    for field in sorted(family.worded - {"name"}):
        written = _letters(re.sub(r"\{\{.*?\}\}", "", str(fields.get(field) or "")))
        held[field] = sum(len(line) for line in lines if line in written)
    most = max(held, key=lambda field: held[field], default="")
    return game.at(card, most) if held.get(most) else otherwise


def _letters(text: str) -> str:
    """What set text and data have in common, whatever numbers stand between."""
    return re.sub(r"[\W\d_]+", "", text).lower()
