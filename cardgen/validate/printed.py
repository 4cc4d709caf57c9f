"""What a composed face really prints, against the rules: its tagged facts, its drawings, its untagged figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cardgen.face import Face, Stencil, Text, walk
from cardgen.face import Fact as Drawn
from cardgen.findings import Code, Finding, Span, nearest, short
from cardgen.load import Family, Game
from cardgen.model import Card
from cardgen.rules import MODELS, rules_of
from cardgen.rules.protocol import Against, Fact, Stated
from cardgen.svg.markup import place
from cardgen.validate.data import NAMES, agrees, facts_of, in_language, is_stated, level, of_family, shown, stated
from cardgen.validate.words import check_figures, check_names, check_phrases, check_words, counts

PRINTS_WRONG = Code("prints-wrong", "what is printed is what is played, whatever the data says")
NOT_PRINTED = Code("fact-not-printed", "a fact that the template leaves out is not on the card")
UNTAGGED = Code("untagged-number", "a number that is tagged as no fact cannot be held against the rules")
UNKNOWN_FACT = Code("unknown-fact", "a misspelt fact is held against nothing")
WRONG_LABEL = Code("wrong-label", "a right number under a wrong word is read wrongly")

IN_WORDS = frozenset({"pays", "pursuit"})
"""Facts that a face tells in its words, not in a place of their own."""
BACK = "/back"
"""What stands behind a family's id where its back is meant."""
LABEL = "label."
"""What the tag of the word beside a fact begins with."""


class _Printed(NamedTuple):
    """What a face prints: its texts and drawings by the fact that they state, the signs of its seals, what is not tagged."""

    texts: dict[str, list[Text]]
    drawn: dict[str, list[Drawn]]
    seals: dict[str, Stencil]
    untagged: list[Text]


def check_face(game: Game, card: Card, face: Face, language: str) -> Iterator[Finding]:
    """What a card's face prints against the rules: its tagged facts, and the numbers in its words.

    Of a face in another language than the game's first one those words are read that the rules tell in it, and the figures.
    """
    if game.record.rules not in MODELS:
        return
    rules = rules_of(game.record.rules or "")
    facts = rules.facts()
    family = next(family for family in game.families if family.id == card.family)
    try:
        own = facts_of(game, rules, card)
    except Against:  # told of its data already
        return
    if own is None:
        return
    tagged = of_family(rules, family) | own.keys()  # a card of your own may have facts that no other has
    prints = _gathered(face)
    hint = f"the face is drawn by templates/{game.id}/{family.template}.svg"
    for finding in _facts(game, family, card, face, own, prints, language):
        yield finding._replace(hint=finding.hint or hint)
    foreign = tagged - own.keys() - (NAMES if card.id not in facts else set())  # a card of your own has the names you give it
    for name in sorted((prints.texts.keys() | prints.drawn.keys()) & foreign):
        for text in prints.texts.get(name, []):
            if plain(text.string):
                says = f"{face.name}: prints {name} {text.string!r}, by the rules it has none"
                yield Finding(PRINTS_WRONG, place(text.src), says, hint)
    yield from _seals(own, face, facts, prints.seals, game.language)
    yield from _tags(family, face, prints, tagged, language == game.language)
    named = tagged | NAMES
    words = [t for name, of_name in prints.texts.items() if name not in named and not name.startswith(LABEL) for t in of_name]
    if language == game.language:
        yield from check_words(game, family, card, face, rules, words, prints.untagged)
        facts_say = [part for fact in own.values() for part in _parts(fact, language, language)]
        yield from check_names(game, family, card, face, rules, prints.untagged, [*rules.phrases(card.id), *facts_say])
    else:
        yield from check_figures(face, rules, card.id, words, language)


def check_back(game: Game, family: Family, face: Face, language: str) -> Iterator[Finding]:
    """What the words of a family's back leave out of the rules, or say beside them, where these know of any."""
    if game.record.rules not in MODELS or language != game.language:
        return
    rules, back = rules_of(game.record.rules or ""), f"{family.id}{BACK}"
    if back in rules.whole:
        words = [mark for mark in walk(face.marks) if isinstance(mark, Text) and mark.fact not in NAMES]
        at = place(words[0].src) if words else Span(f"templates/{game.id}/{family.back}.svg")
        yield from check_phrases(face, rules, back, words, at)


def _gathered(face: Face) -> _Printed:
    out = _Printed({}, {}, {}, [])
    for mark in walk(face.marks):
        if isinstance(mark, Text):
            if mark.fact:
                out.texts.setdefault(mark.fact, []).append(mark)
            else:
                out.untagged.append(mark)
        elif isinstance(mark, Stencil):
            out.seals[mark.seal.partition("/")[0]] = mark
        elif isinstance(mark, Drawn):
            out.drawn.setdefault(mark.name, []).append(mark)
    return out


def _facts(
    game: Game, family: Family, card: Card, face: Face, own: Mapping[str, Fact], prints: _Printed, language: str
) -> Iterator[Finding]:
    data = stated(game, card, language)
    for name, fact in own.items():
        rule = in_language(fact, language, game.language)
        if is_stated(family, name) and not agrees(data.get(name, (None,))[0], rule, quoted=True):
            continue  # told of the data already
        told = language in fact if isinstance(fact, Mapping) else language == game.language
        if not told and not _is_figure(rule) and name in prints.texts and name not in prints.drawn:
            continue  # what is drawn says the same in every language, and a word does not
        if name not in prints.texts and name not in prints.drawn:
            is_name = name == "reading" and rule == str(in_language(own.get("name", ""), language, game.language)).lower()
            if name not in IN_WORDS and not is_name and not (name == "seal" and rule in prints.seals):
                yield Finding(NOT_PRINTED, game.at(card, "id"), f"{face.name}: the face does not print {name}, {shown(rule)}")
            continue
        yield from _printed(face, name, rule, prints.texts.get(name, []), prints.drawn.get(name, []))


def _is_figure(rule: Stated) -> bool:
    """Whether a fact is printed alike in every language: numbers, their signs, and nothing else."""
    if isinstance(rule, tuple):
        return all(map(_is_figure, rule))
    return re.fullmatch(r"[+×-]?\d+([:-]\d+)?\*?", str(rule)) is not None


def _printed(face: Face, name: str, rule: Stated, texts: list[Text], drawn: list[Drawn]) -> Iterator[Finding]:
    if isinstance(rule, tuple):
        says = [t.string for t in texts] or [d.value for d in drawn]
        same = [*map(plain, says)] == [*map(plain, rule)]
        if not same and (len(texts) <= len(rule) or plain(" ".join(says)) != plain(" ".join(rule))):  # in lines, as it runs
            at = place((texts[0] if texts else drawn[0]).src)
            yield Finding(PRINTS_WRONG, at, f"{face.name}: prints {name} as {', '.join(says)}; by the rules {shown(rule)}")
        return
    for mark in drawn:
        if not agrees(mark.value, rule):
            yield Finding(
                PRINTS_WRONG, place(mark.src), f"{face.name}: draws {name} as {mark.value}, by the rules {shown(rule)}"
            )
    whole = " ".join(text.string for text in texts)
    if len(texts) > 1 and plain(whole) == plain(str(rule)):
        return  # running text is in as many pieces as it has lines
    for text in texts:
        signed = isinstance(rule, str) and rule.startswith("+") and not text.string.strip().startswith("+")
        if signed or plain(text.string) != plain(str(rule)) or text.string.endswith("*") != str(rule).endswith("*"):
            yield Finding(
                PRINTS_WRONG, place(text.src), f"{face.name}: prints {name} {text.string!r}, by the rules {shown(rule)}"
            )


def _parts(fact: Fact, language: str, first: str) -> tuple[str, ...]:
    """The words of a fact in a language; a list has several."""
    rule = in_language(fact, language, first)
    return rule if isinstance(rule, tuple) else (str(rule),)


def _seals(
    own: Mapping[str, Fact], face: Face, facts: Mapping[str, Mapping[str, Fact]], seals: Mapping[str, Stencil], first: str
) -> Iterator[Finding]:
    """The seal of another card (or of others of one name), on a face whose facts do not speak of it."""
    spoken = {part for fact in own.values() for part in _parts(fact, first, first)}
    bearers: dict[str, set[str]] = {}
    for other, has in facts.items():
        for sign in _parts(has["seal"], first, first) if "seal" in has else ():
            bearers.setdefault(sign, set()).add(str(in_language(has.get("name", other), first, first)))
    for sign in sorted(seals.keys() & bearers.keys() - spoken):
        if len(bearers[sign]) == 1 and not bearers[sign] <= spoken:
            says = f"{face.name}: bears the seal {sign} of {', '.join(bearers[sign])}, of which its facts do not speak"
            yield Finding(PRINTS_WRONG, place(seals[sign].src), says)


def _tags(family: Family, face: Face, prints: _Printed, tagged: set[str], worded: bool) -> Iterator[Finding]:
    """What the tags themselves get wrong: a name that is no fact's, a label of another fact, a figure without one."""
    known = tagged | NAMES | family.record.fields.keys()
    for name in sorted(prints.texts.keys() | prints.drawn.keys()):
        text = (prints.texts.get(name) or prints.drawn[name])[0]
        if name.startswith(LABEL):
            fact = name.removeprefix(LABEL)
            for said in prints.texts.get(name, ()) if worded else ():
                if said.string.strip().lower() not in (fact, f"in {fact}", f"{fact} by"):
                    says = f'{face.name}: "{said.string}" stands beside {fact}'
                    yield Finding(WRONG_LABEL, place(said.src), says, f'write "{fact}"')
        elif name not in known:
            yield Finding(UNKNOWN_FACT, place(text.src), f'{face.name}: there is no fact "{name}"', nearest(name, known))
    for text in prints.untagged:
        if counts(text.string):
            says = f'{face.name}: prints "{short(text.string, 30)}", which is tagged as no fact'
            yield Finding(UNTAGGED, place(text.src), says, 'data-fact="..." says what it states')


def plain(text: str) -> str:
    """What a printed fact says: signs, dashes and arrows as data writes them; an asterisk and " back" say no number."""
    text = level(text).strip().lower().replace("−", "-").replace("–", "-").rstrip("*")
    text = re.sub(r"^→ ", "", re.sub(r"^← ", "-", text)).removesuffix(" back")
    return "" if text in ("—", "none") else text.removeprefix("+")
