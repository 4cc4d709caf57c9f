"""A game's folder into a Game. Every fault of the folder is a finding; all of them are told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.findings import Code, Finding, Refused, Severity, Span, has_errors, nearest, noted
from cardgen.ink import DIELINE, FOLD, PAPER, Ink, Inks
from cardgen.model import (
    Card,
    CardFile,
    CardRecord,
    Copies,
    FamilyRecord,
    FieldError,
    GameRecord,
    InkFile,
    card_model,
    in_language,
)
from cardgen.project import Project
from cardgen.source import UNREADABLE, Document, Key, read_yaml
from cardgen.validated import validated

NO_GAME = Code("no-such-game", "a name that no folder of card_data/ has cannot be built")
UNKNOWN_FAMILY = Code("unknown-family", "cards of a family that game.yaml does not declare have no template and no back")
UNKNOWN_PIECE = Code("unknown-piece", "a family on a piece that game.yaml does not describe has no size")
UNUSED_PIECE = Code("unused-piece", "a piece that no family is printed on is missing from the box", Severity.WARNING)
EMPTY_FAMILY = Code("empty-family", "a family without cards is most likely a file that was forgotten")
REPEATED_ID = Code("repeated-id", "two cards with one id cannot be told apart by rules, art or orders")
BAD_FIELD = Code("bad-field", "a field's declaration says what its value may be")
UNKNOWN_LANGUAGE = Code("unknown-language", "words in a language the game does not list are never printed")
NO_COPIES = Code("no-copies", "a card with no copies is left out of every file", Severity.NOTE)
NO_SEATS = Code("no-seats", "a family that each player has needs to know how many players have one")
MISSING_INKS = Code("missing-inks", "templates paint with the names of inks; an ink that is missing has no colour")
NOT_READ = Code("file-not-read", "cards in a file that is not read are missing from the deck", Severity.WARNING)
TOO_MANY = Code("too-many-copies", "a count with a zero too many would print boxes of paper", Severity.WARNING)

MANY = 1000
TRANSLATIONS = "translations.yaml"
"""The file of a game's folder that says what its translations were made from; it holds no cards."""
RULES_SHEET = "rules"
"""What the files of a game's rules sheet are called: rules.md, and rules.de.md in another language."""


class Family(NamedTuple):
    """A family with its cards. `document` is the number of the file that declares it (game.yaml)."""

    id: str
    record: FamilyRecord
    cards: tuple[Card, ...]
    worded: frozenset[str]

    @property
    def template(self) -> str:
        return self.record.template or self.id

    @property
    def back(self) -> str:
        return self.record.back or "back"


class Game(NamedTuple):
    """A loaded game: its id, what game.yaml says, its families in order, its inks, its files, whether rules lie beside them."""

    id: str
    record: GameRecord
    families: tuple[Family, ...]
    inks: Inks
    documents: tuple[Document, ...]
    has_rules_sheet: bool = False

    @property
    def language(self) -> str:
        return self.record.languages[0]

    @property
    def seats(self) -> tuple[str, ...]:
        return self.record.seats

    def name(self, language: str) -> str:
        return str(in_language(self.record.name, language, self.language))

    def at(self, card: Card, *steps: Key) -> Span:
        return self.documents[card.document].at("cards", card.number, *steps)

    def copies(self, family: Family) -> Iterator[Copies]:
        """The family's cards as they are printed: seat by seat, card by card, each with its count (none with 0)."""
        seats = self.record.seats if family.record.per == "player" else ("",)
        for seat in seats:
            for card in family.cards:
                count = family.record.copies if card.record.copies is None else card.record.copies
                if count:
                    yield Copies(card, seat, count)

    def printed(self, card: Card, language: str) -> dict[str, Any]:
        """The card's fields by name, in one language; a field that it leaves out is there, and empty."""
        worded = next(f.worded for f in self.families if f.id == card.family)
        fields = {name: getattr(card.record, name) for name in type(card.record).model_fields}
        for name in worded:
            fields[name] = in_language(fields[name], language, self.language)
        return fields


class Worded(NamedTuple):
    """A text of a game's data: what is printed, for all languages or by language; its file, the keys that lead to it there."""

    words: str | dict[str, str]
    document: Document
    steps: tuple[Key, ...]

    @property
    def field(self) -> str:
        return next(step for step in reversed(self.steps) if isinstance(step, str))


def load(project: Project, name: str) -> tuple[Game, list[Finding]]:
    """The game of that name, and everything that is wrong with its files.

    What has an error is left out of the game, so that the rest of it can be looked at too. Refused where there is no
    game to be had: game.yaml or the inks cannot be read.
    """
    folder = project.find(f"card_data/{name}")
    known = project.games()
    if folder is None or name not in known:
        hint = nearest(name, known) or ("there are: " + ", ".join(known) if known else "")
        raise Refused(Finding(NO_GAME, Span(f"card_data/{name}/game.yaml"), f'there is no game "{name}"', hint))
    found: list[Finding] = []
    documents: list[Document] = []
    for path in [folder / "game.yaml", *_card_files(folder)]:
        with noted(found):
            project.stays(path)
            documents.append(read_yaml(path, project.shown(path)))
    found += _never_read(project, folder)
    templates = list(_broken(project, name))
    found += templates
    inks = load_inks(project, found)
    if templates or not documents or documents[0].path.name != "game.yaml":
        raise Refused(*found)
    record = validated(GameRecord, documents[0].value, documents[0], (), found)
    if record is None or not inks:
        raise Refused(*found)
    models = _models(record, documents[0], found)
    cards = _cards(models, record, documents, found)
    families = tuple(
        Family(
            f,
            r,
            tuple(cards[f]),
            frozenset({"name"} | {k for k, v in r.fields.items() if v.rstrip("?").strip() in ("text", "list")}),
        )
        for f, r in record.families.items()
        if r.piece is None or r.piece in record.pieces
    )
    found += _unknown_pieces(record, documents[0])
    has_rules_sheet = any(True for _ in folder.glob(f"{RULES_SHEET}*.md"))
    game = Game(name, record, families, inks, tuple(documents), has_rules_sheet)
    found += _whole(game, complete=not has_errors(found))
    return game, found


def _unknown_pieces(record: GameRecord, document: Document) -> Iterator[Finding]:
    for name, family in record.families.items():
        if family.piece is not None and family.piece not in record.pieces:
            hint = nearest(family.piece, record.pieces) or "leave it out for cards"
            at = document.at("families", name, "piece")
            yield Finding(UNKNOWN_PIECE, at, f'game.yaml has no piece "{family.piece}"', hint)
    used = {family.piece for family in record.families.values()}
    for name in record.pieces:
        if name not in used:
            at = document.at_key("pieces", name)
            yield Finding(UNUSED_PIECE, at, f'no family is printed on the piece "{name}"', "give a family piece: " + name)


def load_inks(project: Project, found: list[Finding]) -> Inks:
    """The inks of `card_data/inks.yaml`, and `paper`, which lays none; no ink at all where the file is faulty."""
    path = project.find("card_data/inks.yaml")
    if path is None:
        found.append(Finding(MISSING_INKS, Span("card_data/inks.yaml"), "is not there"))
        return {}
    try:
        document = read_yaml(path, project.shown(path))
    except Refused as refused:
        found += refused.findings
        return {}
    record = validated(InkFile, document.value, document, (), found)
    if record is None:
        return {}
    inks = {PAPER: Ink(PAPER, (0, 0, 0, 0), (255, 255, 255)), DIELINE.name: DIELINE, FOLD.name: FOLD}
    for name, ink in record.inks.items():
        c, m, y, k = (part / 100 for part in ink.process)
        red, green, blue = (int(ink.screen[i : i + 2], 16) for i in (1, 3, 5))
        inks[name] = Ink(name, (c, m, y, k), (red, green, blue), ink.spot, wash=ink.wash, finish=ink.finish, rich=ink.rich)
    return inks


def _card_files(folder: Path) -> list[Path]:
    apart = ("game.yaml", TRANSLATIONS)
    return sorted(p for p in folder.glob("*.yaml") if p.name not in apart and not p.name.startswith("."))


def _never_read(project: Project, folder: Path) -> Iterator[Finding]:
    """Files that look like cards, but for their name or their place."""
    read = {folder / "game.yaml", folder / TRANSLATIONS, *_card_files(folder)}
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.suffix.lower() in (".yaml", ".yml") and path not in read and not hidden:
            says = f"is never read: a game's cards stand in card_data/{folder.name}/*.yaml"
            hint = "rename it to .yaml" if path.parent == folder else f"move it to card_data/{folder.name}/"
            yield Finding(NOT_READ, Span(project.shown(path), 1), says, hint)


def _broken(project: Project, name: str) -> Iterator[Finding]:
    """Templates that are no files, or whose links leave the project."""
    for folder in (f"templates/{name}", "templates/_shared"):
        for path in sorted(found.glob("*.svg") if (found := project.find(folder)) else ()):
            try:
                project.stays(path)
                path.open("rb").close()
            except Refused as refused:
                yield from refused.findings
            except OSError as error:
                yield Finding(UNREADABLE, Span(project.shown(path)), f"cannot be read: {error.strerror or error}")


def _models(record: GameRecord, document: Document, found: list[Finding]) -> dict[str, type[CardRecord] | None]:
    models: dict[str, type[CardRecord] | None] = {}
    for family, declared in record.families.items():
        try:
            models[family] = card_model(family, declared.fields)
        except FieldError:
            models[family] = None
            for field, spec in declared.fields.items():
                try:
                    card_model(family, {field: spec})
                except FieldError as error:
                    found.append(Finding(BAD_FIELD, document.at("families", family, "fields", field), str(error)))
    return models


def _cards(
    models: Mapping[str, type[CardRecord] | None], record: GameRecord, documents: list[Document], found: list[Finding]
) -> dict[str, list[Card]]:
    cards: dict[str, list[Card]] = {family: [] for family in record.families}
    first: dict[str, tuple[Document, int]] = {}
    for number, document in enumerate(documents[1:], 1):
        file = validated(CardFile, document.value, document, (), found)
        if file is None:
            continue
        if file.family not in models:
            hint = nearest(file.family, models) or "game.yaml declares: " + ", ".join(models)
            says = f'game.yaml has no family "{file.family}"'
            found.append(Finding(UNKNOWN_FAMILY, document.at("family"), says, hint))
            continue
        model = models[file.family]
        for index, value in enumerate(file.cards):
            card = validated(model, value, document, ("cards", index), found) if model else None
            if card is None:
                continue
            if card.id in first:
                where, other = first[card.id]
                says = f'the id "{card.id}" was given before, at {where.at("cards", other, "id")}'
                found.append(Finding(REPEATED_ID, document.at("cards", index, "id"), says, "give every card its own id"))
            first.setdefault(card.id, (document, index))
            cards[file.family].append(Card(file.family, card, number, index))
        document.value = ()  # it is told again by the records, and found again in the text
    return cards


def _whole(game: Game, complete: bool) -> Iterator[Finding]:
    """What can be told only of the game as a whole; `complete` where no card of it was left out for an error."""
    document = game.documents[0]
    for text in worded(game):
        yield from _languages(game, text)
    for family in game.families:
        if family.record.copies > MANY:
            at = document.at("families", family.id, "copies")
            yield Finding(TOO_MANY, at, f"{family.record.copies} copies of every card are a great many")
        if complete and not family.cards:
            says = f'no file of card_data/{game.id}/ holds cards of the family "{family.id}"'
            yield Finding(EMPTY_FAMILY, document.at_key("families", family.id), says)
        if family.record.per == "player" and not game.record.seats:
            at = document.at("families", family.id, "per")
            yield Finding(NO_SEATS, at, "each player has this family, but the game names no seats", "add seats: [A, B]")
        for card in family.cards:
            if card.record.copies == 0:
                at = game.at(card, "copies")
                yield Finding(NO_COPIES, at, f'"{card.id}" has no copies and is left out')
            if (card.record.copies or 0) > MANY:
                yield Finding(TOO_MANY, game.at(card, "copies"), f"{card.record.copies} copies of one card are a great many")


def worded(game: Game) -> Iterator[Worded]:
    """Every text that may be given in one language and another: those of game.yaml, and those of the cards."""
    record = game.record
    yield from _parted(game, 0, record.name, "name")
    yield from _parted(game, 0, record.stock.finish, "stock", "finish")
    if record.booklet:
        yield from _parted(game, 0, record.booklet.finish, "booklet", "finish")
    for name, piece in record.pieces.items():
        yield from _parted(game, 0, piece.name, "pieces", name, "name")
        if piece.stock:
            yield from _parted(game, 0, piece.stock.finish, "pieces", name, "stock", "finish")
    for family in game.families:
        yield from _parted(game, 0, family.record.name, "families", family.id, "name")
    for number, waiver in enumerate(record.waive):
        yield from _parted(game, 0, waiver.reason, "waive", number, "reason")
    for number, credit in enumerate(record.credits):
        for field, words in credit:
            yield from _parted(game, 0, words, "credits", number, field)
    for term, words in record.terms.items():
        if not isinstance(words, dict) or set(words) & set(record.languages):
            yield from _parted(game, 0, words, "terms", term)
        else:  # a table of words by name
            for name, inner in words.items():
                yield from _parted(game, 0, inner, "terms", term, name)
    for family in game.families:
        for card in family.cards:
            for field in sorted(family.worded):
                yield from _parted(game, card.document, getattr(card.record, field), "cards", card.number, field)


def _parted(game: Game, document: int, words: object, *steps: Key) -> Iterator[Worded]:
    """The text that stands there; those of a list one by one."""
    if isinstance(words, tuple):
        for number, inner in enumerate(words):
            yield from _parted(game, document, inner, *steps, number)
    elif isinstance(words, str | dict):
        yield Worded(words, game.documents[document], steps)


def _languages(game: Game, text: Worded) -> Iterator[Finding]:
    """What is wrong with the languages of a text."""
    words, document, steps = text
    if not isinstance(words, dict):
        return
    for language in words:
        if language not in game.record.languages:
            hint = nearest(language, game.record.languages) or "the game lists: " + ", ".join(game.record.languages)
            at = document.at(*steps, language)
            yield Finding(UNKNOWN_LANGUAGE, at, f'"{language}" is not one of the languages', hint)
    if game.language not in words:
        says = f'"{text.field}" is not given in {game.language}, the first language'
        yield Finding(UNKNOWN_LANGUAGE, document.at(*steps), says)
