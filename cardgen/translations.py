"""What a game says in its first language and in another: texts that are missing there, and those that have grown stale.

Of every translated text `translations.yaml` keeps a digest of the words that it was made from; when these change, the
translation is stale until somebody has looked at it and says so. A rules sheet is looked at chapter by chapter. What it tells
of the rulings is made from the rules model, which speaks one language: in every other one, the game's first too, it is written
by hand, and so each ruling is noted as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from cardgen.findings import Code, Finding, Refused, Severity, Span
from cardgen.load import RULES_SHEET, TRANSLATIONS, Game, Worded, worded
from cardgen.model import Plain, Record
from cardgen.project import Project
from cardgen.rules import MODELS, rules_of
from cardgen.rules.protocol import SPOKEN
from cardgen.scripts import of_other_script
from cardgen.source import Key, read_text, read_yaml
from cardgen.store import digest
from cardgen.validated import validated

MISSING = Code("missing-translation", "words that a language lacks would be printed in another one")
STALE = Code("stale-translation", "a translation of words that have changed since says what no longer holds", Severity.WARNING)
OTHER_SCRIPT = Code(
    "other-script",
    "a sign of the other way of writing Chinese is a slip of the hand, or a text that is not converted",
    Severity.WARNING,
)
NO_TEXT = Code("no-such-text", "a misspelt name would leave a translation stale that was looked at")

RULINGS = "rules.rulings"
"""What the names of the rulings begin with; a template finds them under it."""
DIGITS = 8
"""Of a digest, as many as tell two versions of one text apart."""


class How(StrEnum):
    """How a text stands in another language."""

    DONE = "done"
    MISSING = "missing"
    STALE = "stale"


class Passage(NamedTuple):
    """A text to translate: its name, where the words stand in the first language and (or ought to) in the other, the words."""

    name: str
    at: Span
    there: Span
    source: str
    words: str
    how: How


class NotedFile(Record):
    """`translations.yaml`: by language and text, a digest of the words that the translation was made from."""

    made_from: dict[str, dict[str, Plain]]


def passages(project: Project, game: Game, language: str, sheet: bool = True) -> list[Passage]:
    """Every text of a game that is given by language, in its order; with the chapters of its rules sheet, where it has one, and
    the rulings that these tell. In the first language there are the rulings alone: all else is not made from anything.

    Refused where a file cannot be read.
    """
    noted = _noted(project, game).get(language, {})
    texts: list[Passage] = []
    if language != game.language:
        texts += [*_of_data(game, language), *(_of_sheet(project, game, language) if sheet else ())]
    if sheet:
        texts += _of_rules(project, game, language)
    return [text._replace(how=_how(text, noted)) for text in texts]


def check_translations(project: Project, game: Game, language: str, sheet: bool = True) -> Iterator[Finding]:
    """What is missing in a language, an error where it is to be printed; and what has grown stale, as far as the game keeps
    note of it (from the first `cardgen words GAME --lang xx --done` on).
    """
    yield from _in_script(project, game, language, sheet)
    found = passages(project, game, language, sheet)
    command = f"cardgen words {game.id} --lang {language}"
    stale = [text for text in found if text.how is How.STALE]
    sheet_is_there = project.find(f"card_data/{game.id}/{_sheet(language)}") is not None
    if language != game.language and not sheet_is_there and any(text.there.path.endswith(_sheet(language)) for text in found):
        says = f"there is no rules sheet in {language}"
        yield Finding(MISSING, Span(f"card_data/{game.id}/{_sheet(language)}"), says, f"translate {RULES_SHEET}.md")
        found = [text for text in found if not text.there.path.endswith(_sheet(language))]
    for text in found:
        if text.how is How.MISSING:
            says = f'"{text.name}" is not given in {language}'
            yield Finding(MISSING, text.there, says, f"{command} lists what is to be translated")
    if not _file(project, game).is_file():
        return
    if stale and language not in _noted(project, game):
        says = f"it is nowhere noted what the words in {language} were made from"
        at = game.documents[0].at("languages")
        yield Finding(STALE, at, says, f"where they are right, write: {command} --done")
        return
    for text in stale:
        where = "the rules" if text.name.startswith(f"{RULINGS}/") else game.language
        says = f'"{text.name}" has changed in {where} since its translation was noted as done'
        done = f'cardgen words {game.id} "{text.name}" --lang {language} --done'
        yield Finding(STALE, text.there, says, f"where it is right, write: {done}")


def _in_script(project: Project, game: Game, language: str, sheet: bool) -> Iterator[Finding]:
    """Signs of the other script, in the texts that are given in a language and in its rules sheet."""
    lines = [(text.document.at(*text.steps, language), str(text.words[language]))
             for text in worded(game) if isinstance(text.words, dict) and language in text.words]  # fmt: skip
    name = f"card_data/{game.id}/{_sheet(language) if language != game.language else f'{RULES_SHEET}.md'}"
    if sheet and (path := project.find(name)):
        bare = re.sub(
            r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", lambda m: re.sub(r"[^\n]", " ", m[0]), read_text(path, name), flags=re.S
        )
        lines += [(Span(name, number), line) for number, line in enumerate(bare.split("\n"), 1)]
    for at, line in lines:
        for sign in of_other_script(line, language):
            yield Finding(OTHER_SCRIPT, at, f'"{sign}" is not written so in {language}')


def chosen(found: Iterable[Passage], names: Iterable[str]) -> list[Passage]:
    """The texts of these names, or of a name that begins with one of them and a slash; all where none is given. Refused for
    a name that no text has.
    """
    texts, asked = list(found), list(names)
    for name in asked:
        if not any(_is_called(text, name) for text in texts):
            raise Refused(Finding(NO_TEXT, Span(name), f'there is no text "{name}" to translate'))
    return [text for text in texts if not asked or any(_is_called(text, name) for name in asked)]


def noted_as_done(project: Project, game: Game, language: str, done: Iterable[Passage]) -> tuple[Path, str]:
    """The file of what translations were made from, and its text when these are noted as right as they stand."""
    of_language = {text.name: text for text in passages(project, game, language)}
    noted = {of: dict(names) for of, names in _noted(project, game).items()}
    own = noted.setdefault(language, {})
    own |= {text.name: _digest(text) for text in done if text.how is not How.MISSING}
    noted[language] = {name: own[name] for name in of_language if name in own}
    lines = [f"# Of every translated text, a digest of the words it was made from: cardgen words {game.id} --lang xx --done"]
    lines += ["made_from:"]
    for of in game.record.languages:
        if noted.get(of):
            lines.append(f"  {of}:")
            lines += (f"    {json.dumps(name, ensure_ascii=False)}: {json.dumps(said)}" for name, said in noted[of].items())
    return _file(project, game), "\n".join(lines) + "\n"


def _is_called(text: Passage, name: str) -> bool:
    return text.name == name or text.name.startswith(f"{name}/")


def _how(text: Passage, noted: Mapping[str, str]) -> How:
    if not text.words.strip() and text.source.strip():
        return How.MISSING
    return How.DONE if noted.get(text.name) == _digest(text) else How.STALE


def _digest(text: Passage) -> str:
    """Of the words alone: how their lines are broken is no change."""
    return digest(" ".join(text.source.split()))[:DIGITS]


def _file(project: Project, game: Game) -> Path:
    folder = project.find(f"card_data/{game.id}")
    assert folder
    return folder / TRANSLATIONS


def _noted(project: Project, game: Game) -> dict[str, dict[str, str]]:
    path = _file(project, game)
    if not path.is_file():
        return {}
    project.stays(path)
    document, found = read_yaml(path, project.shown(path)), list[Finding]()
    record = validated(NotedFile, document.value, document, (), found)
    if record is None:
        raise Refused(*found)
    return record.made_from


# --- the data -------------------------------------------------------------------------------------------------------------


def _of_data(game: Game, language: str) -> Iterator[Passage]:
    for text in worded(game):
        if not isinstance(text.words, dict) or game.language not in text.words:
            continue  # a text that is given once is meant for all
        at = text.document.at(*text.steps, game.language)
        there = text.document.at(*text.steps, language) if language in text.words else text.document.at(*text.steps)
        yield Passage(_name(game, text), at, there, text.words[game.language], text.words.get(language, ""), How.DONE)


def _name(game: Game, text: Worded) -> str:
    """What a text is called: its file, and the keys that lead to it, a card by its id."""
    steps: list[Key] = list(text.steps)
    if text.document is not game.documents[0]:
        number = next(n for n, document in enumerate(game.documents) if document is text.document)
        cards = {card.number: card.id for family in game.families for card in family.cards if card.document == number}
        steps[:2] = [cards[int(steps[1])]]
    return "/".join([Path(text.document.shown).stem, *(str(step + 1) if isinstance(step, int) else step for step in steps)])


# --- the rules sheet ------------------------------------------------------------------------------------------------------


def _sheet(language: str) -> str:
    return f"{RULES_SHEET}.{language}.md"


class _Chapter(NamedTuple):
    title: str
    line: int
    text: str


def _of_sheet(project: Project, game: Game, language: str) -> Iterator[Passage]:
    own, other = f"{RULES_SHEET}.md", _sheet(language)
    source = project.find(f"card_data/{game.id}/{own}")
    if source is None:
        return
    path = project.find(f"card_data/{game.id}/{other}")
    chapters = list(_chapters(project, source))
    translated = list(_chapters(project, path)) if path else []
    at, there = project.shown(source), project.shown(path) if path else f"card_data/{game.id}/{other}"
    titles: dict[str, int] = {}
    for n, chapter in enumerate(chapters):
        titles[chapter.title] = titles.get(chapter.title, 0) + 1
        of_many = f" {titles[chapter.title]}" if titles[chapter.title] > 1 else ""
        same = translated[n] if n < len(translated) else _Chapter("", 0, "")
        name = f"{own}/{chapter.title or 'top'}{of_many}"
        yield Passage(name, Span(at, chapter.line), Span(there, same.line), chapter.text, same.text, How.DONE)
    for extra in translated[len(chapters) :]:  # its own chapter is gone
        yield Passage(f"{own}/{extra.title}", Span(at), Span(there, extra.line), "", extra.text, How.DONE)


def _chapters(project: Project, path: Path) -> Iterator[_Chapter]:
    """The chapters of a rules sheet: what stands before the first of them, and each from its heading on."""
    project.stays(path)
    title, first, lines = "", 1, list[str]()
    for number, line in enumerate(read_text(path, project.shown(path)).splitlines(), 1):
        if heading := re.match(r"##\s+(.+?)\s*$", line):
            yield _Chapter(title, first, "\n".join(lines))
            title, first, lines = heading[1], number, []
        lines.append(line)
    yield _Chapter(title, first, "\n".join(lines))


# --- the rules ------------------------------------------------------------------------------------------------------------


def _of_rules(project: Project, game: Game, language: str) -> Iterator[Passage]:
    """The rulings as the model words them; who writes the sheet of another language writes them anew."""
    path = project.find(f"card_data/{game.id}/{RULES_SHEET + '.md' if language == game.language else _sheet(language)}")
    if language == SPOKEN or path is None or game.record.rules not in MODELS:
        return
    for ruling in rules_of(game.record.rules or "").rulings:
        name = f"{RULINGS}/{ruling.name}"
        yield Passage(name, Span(ruling.code), Span(project.shown(path)), ruling.says, path.name, How.DONE)
