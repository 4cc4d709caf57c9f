"""Every fact of every game changed once: as its data states it, and as its faces print it. Each change is found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cardgen.build import composer_of
from cardgen.compose import Composer, Side
from cardgen.face import Clipped, Face, Glyph, Mark, Stencil, Text, Word, walk
from cardgen.face import Fact as Drawn
from cardgen.load import Family, Game
from cardgen.model import Card
from cardgen.project import open_project
from cardgen.rules import rules_of
from cardgen.rules.protocol import Fact
from cardgen.validate import check_data, check_face
from cardgen.validate.data import in_language, is_stated
from cardgen.validate.data import stated as stated_in
from tests.conftest import ROOT
from tests.shipped import GAMES, Changed, copied, loaded


@lru_cache
def shipped(name: str) -> Game:
    return loaded(ROOT, name)


@lru_cache
def facts_of(name: str) -> Mapping[str, Mapping[str, Fact]]:
    return rules_of(name).facts()


def words(game: str, card: str, language: str) -> dict[str, str | int | tuple[str, ...]]:
    """What the rules say of a card in a language."""
    return {name: in_language(rule, language, shipped(game).language) for name, rule in facts_of(game).get(card, {}).items()}


# --- as the data states it ----------------------------------------------------------------------------------------------------


class Stated(NamedTuple):
    """A fact that a card's data states, in a language."""

    game: str
    card: str
    fact: str
    language: str


def stated(name: str) -> Iterator[Stated]:
    game = shipped(name)
    for family in game.families:
        for card in family.cards:
            for fact, rule in facts_of(name).get(card.id, {}).items():
                told = game.record.languages if isinstance(rule, Mapping) else (game.language,)
                yield from (Stated(name, card.id, fact, of) for of in told if is_stated(family, fact))


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {name: copied(tmp_path_factory.mktemp(name), name) for name in GAMES}


def family_of(game: Game, card: str) -> tuple[Family, Card]:
    return next((f, c) for f in game.families for c in f.cards if c.id == card)


def instead(change: Stated, value: object) -> str:
    """Another value for a fact: a number more, else what another card of the family says there, else a word of nobody's."""
    if re.fullmatch(r"[+-]?\d+", str(value)):
        return str(int(str(value)) + 1)
    family, _ = family_of(shipped(change.game), change.card)
    every = (words(change.game, card.id, change.language).get(change.fact) for card in family.cards)
    others = sorted({str(v[0] if isinstance(v, tuple) else v).rstrip("*") for v in every if v not in (None, ())} - {str(value)})
    return others[0] if others else f"other {value}"


@pytest.mark.parametrize("change", [s for name in GAMES for s in stated(name)], ids="-".join)
def test_every_fact_changed_once_is_found_where_it_stands(copies: dict[str, Path], change: Stated) -> None:
    game = shipped(change.game)
    _, card = family_of(game, change.card)
    keys: tuple[str | int, ...] = tuple(change.fact.split("."))
    rule = words(change.game, change.card, change.language)[change.fact]
    if isinstance(rule, tuple):  # of a list the first that is written out
        written = stated_in(game, card, change.language)[change.fact][0]
        first = next(n for n, one in enumerate(written) if "{{" not in one)
        rule, keys = rule[first], (*keys, first)
    at = game.at(card, *keys)
    file = copies[change.game] / at.path
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    value: Any = str(rule).rstrip("*").replace("'", "’")
    n, start = at.line - 1, at.column - 1
    if isinstance(facts_of(change.game)[change.card][change.fact], Mapping):
        start = lines[n].index(f"{change.language}: ", start)
    while value not in lines[n][start:]:
        n, start = n + 1, 0  # a list, or what is said by language, one to a line
    lines[n] = lines[n][:start] + lines[n][start:].replace(value, instead(change, value), 1)
    with Changed(file, "".join(lines)):
        found = list(check_data(loaded(copies[change.game], change.game)))
    assert [(f.code.name, f.at.path, f.at.line) for f in found] == [("wrong-fact", at.path, at.line)]
    where = f" in {change.language}" if change.language != game.language else ""
    assert f"{change.fact}{where} is" in found[0].says
    assert "by the rules" in found[0].says


# --- as the faces print it ----------------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A card's face in a language."""

    game: str
    language: str
    family: str
    card: str


SHOWN = [Shown(g, lang, f.id, c.id) for g in GAMES for lang in shipped(g).record.languages
         for f in shipped(g).families for c in f.cards if c.id in facts_of(g)]  # fmt: skip


@lru_cache
def composer_in(name: str, language: str) -> Composer:
    return composer_of(open_project(ROOT), shipped(name), language, 3.0)


def face_of(shown: Shown) -> tuple[Card, Face]:
    game = shipped(shown.game)
    family, card = family_of(game, shown.card)
    seat = game.seats[0] if family.record.piece and game.seats else ""
    face, found = composer_in(shown.game, shown.language).draw(Side(family, card, seat))
    assert not found
    return card, face


def exchanged(marks: tuple[Mark, ...], old: Mark, new: Mark) -> tuple[Mark, ...]:
    inside = (m._replace(marks=exchanged(m.marks, old, new)) if isinstance(m, Clipped) else m for m in marks)
    return tuple(new if m is old else m for m in inside)


def saying(text: Text, string: str) -> Text:
    """The same text with other letters in it, of which only what they say is looked at."""
    return text._replace(words=(Word("", tuple(Glyph(1, 500, 0, 0, 0, char) for char in string), 500.0 * len(string)),))


def is_number(word: str) -> bool:
    return re.search(r"\d", word) is not None


def mutants(shown: Shown, face: Face) -> Iterator[tuple[Mark, Mark, str]]:
    """Each fact on a face said otherwise, each number in its words, each card that is named, each seal: one at a time."""
    rules, first = rules_of(shown.game), shown.language == shipped(shown.game).language
    facts = {card: words(shown.game, card, shown.language) for card in facts_of(shown.game)}
    own, told = facts[shown.card], facts_of(shown.game)[shown.card]
    spoken = " ".join([*rules.phrases(shown.card), *(str(fact) for fact in own.values())])
    names = [n for n in sorted({str(f["name"]) for f in facts.values() if "name" in f}) if n not in spoken]
    bearers: dict[str, set[str]] = {}
    for card, said in facts.items():
        if "seal" in said:
            bearers.setdefault(str(said["seal"]), set()).add(str(said.get("name", card)))
    seals = [sign for sign, of in bearers.items() if sign not in spoken and len(of) == 1 and not any(n in spoken for n in of)]
    for mark in walk(face.marks):
        match mark:
            case Text(fact=fact) if mark.string.strip() and (fact in own or re.search(r"\d", mark.string)):
                if fact in own and not is_number(mark.string) and (first or isinstance(told[fact], Mapping)):
                    yield mark, saying(mark, f"{mark.string} once"), fact
                for number in re.finditer(r"\d+", mark.string):
                    more = str(int(number[0]) + 1)
                    yield mark, saying(mark, mark.string[: number.start()] + more + mark.string[number.end() :]), fact
            case Text(fact=fact) if first:
                for number in re.finditer(r"\b(two|three|four|five|six|seven|eight|nine|ten)\b", mark.string):
                    string = mark.string[: number.start()] + "eleven" + mark.string[number.end() :]
                    yield mark, saying(mark, string), fact
                for name in re.findall("|".join(sorted({str(f["name"]) for f in facts.values() if "name" in f})), mark.string):
                    for other in names[:1]:
                        yield mark, saying(mark, mark.string.replace(name, other, 1)), fact
            case Drawn(name, value):
                yield mark, mark._replace(value=str(int(value) + 1) if re.fullmatch(r"-?\d+", value) else "other"), name
            case Stencil(seal):
                for sign in seals[:1]:
                    yield mark, mark._replace(seal=f"{sign}/{seal.partition('/')[2]}"), "seal"


@pytest.mark.parametrize("shown", SHOWN, ids="-".join)
def test_whatever_a_face_says_otherwise_is_found(shown: Shown) -> None:
    card, face = face_of(shown)
    game, survived, tried = shipped(shown.game), [], 0
    assert not list(check_face(game, card, face, shown.language))
    for old, new, about in mutants(shown, face):
        tried += 1
        spoilt = face._replace(marks=exchanged(face.marks, old, new))
        if not list(check_face(game, card, spoilt, shown.language)):
            survived.append((about, getattr(old, "string", old), getattr(new, "string", new)))
    assert survived == []
    assert tried or not facts_of(shown.game)[shown.card]
