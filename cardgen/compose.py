"""A card and its template into a face. Jinja2 runs sandboxed over SVG; a misspelt field is an error in its line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import jinja2
from jinja2.sandbox import SandboxedEnvironment

from cardgen.art import Arts
from cardgen.face import Face, Mark, Tone, Wanted, walk, wanted
from cardgen.findings import Code, Finding, Refused, Span, has_errors, nearest
from cardgen.fonts import Fonts
from cardgen.frozen import freeze, thaw
from cardgen.ingredients import ingredients
from cardgen.load import Family, Game
from cardgen.model import Card, Copies, in_language
from cardgen.nets import dieline
from cardgen.origin import picture_at, written_in
from cardgen.pack import Pack
from cardgen.pieces import CARDS, Piece, counted, piece_of, pieces
from cardgen.project import Project
from cardgen.rules import MODELS, rules_of
from cardgen.source import read_text
from cardgen.store import digest
from cardgen.svg import Drawn, Reading, read
from cardgen.templating import FAULTS, environment, missing_name, raised, undefined
from cardgen.units import Rect

MISSING_TEMPLATE = Code("missing-template", "a family without a template cannot be drawn")
TEMPLATE_FIELD = Code("template-field", "a field that a card does not have would print as nothing")
ART_NOT_SHOWN = Code("art-not-shown", "a card with another's picture, or with none, is taken for another")
TEMPLATE_SYNTAX = Code("template-syntax", "a template that cannot be read draws nothing")


class Item(NamedTuple):
    """So many equal cards to print: the card, whose they are, their number, their front and back by key ("" for a blank
    back), and the piece that they are cut as.
    """

    card: Card
    seat: str
    copies: int
    front: str
    back: str
    piece: str = CARDS


class Side(NamedTuple):
    """What one face is composed from: a card's front, or (card None) a family's back, for a seat."""

    family: Family
    card: Card | None
    seat: str


class Faulty(NamedTuple):
    """A face with an error: as far as it could be drawn, whether its drawing itself was at fault, what it asks of the ink
    engine.
    """

    face: Face
    half: bool
    wanted: tuple[Wanted, ...]


class Composer:
    """Composes the faces of one game in one language for one bleed, and keeps them in the store."""

    def __init__(
        self,
        project: Project,
        game: Game,
        language: str,
        bleed: float,
        keep: Path,
        check: Callable[[Side, Piece, Face], Iterable[Finding]],
    ) -> None:
        self.check = check
        self.project = project
        self.game = game
        self.language = language
        self.bleed = bleed
        self.keep = keep
        self.found: list[Finding] = []
        self.pieces = pieces(game)
        self.arts = Arts(project, self.pieces[CARDS].trim)
        self.pack = Pack(self.keep / f"faces-{digest(game.id, language, bleed)[:12]}.pack")
        self._memory: dict[str, dict[object, Any]] = {}
        self._notes: dict[object, object] = {}
        self._back_keys: dict[tuple[str, str], str] = {}
        self._fronts: dict[str, Path | None] = {}
        self._faulty: dict[str, Faulty] = {}
        self.told: dict[str, list[Finding]] = {}
        """What was found in each face that was drawn here, by its key; of what was kept nothing stands in it."""

    # --- the whole game -------------------------------------------------------------------------------------------

    def compose(self, families: list[Family], *, one_of_two: bool = False) -> list[Item]:
        """Every face of these families, composed or found in the store; the items to print, in order.

        What is wrong with any of them stands in `found`; a face with an error is not there to be printed. Of `one_of_two`
        states of a game the store drops nothing that the other may ask for.
        """
        items = []
        self.pack.whole = not one_of_two and families == list(self.game.families)
        with self.pack:
            for family in families:
                for copies in self.game.copies(family):
                    front = self._kept(Side(family, copies.card, copies.seat if self._is_seated(family) else ""))
                    items.append(self._item(family, copies, front))
        self._memory.clear()  # all is drawn; writing has a use for the room
        return items

    def _item(self, family: Family, copies: Copies, front: str) -> Item:
        back = self._back(family, copies.seat) if family.record.sides == 2 else ""
        return Item(copies.card, copies.seat, copies.copies, front, back, piece_of(family))

    def piece(self, family: Family) -> Piece:
        """The piece that a family is cut as."""
        return self.pieces[piece_of(family)]

    def _back(self, family: Family, seat: str) -> str:
        if (family.id, seat) not in self._back_keys:
            self._back_keys[family.id, seat] = self._kept(Side(family, None, seat))
        return self._back_keys[family.id, seat]

    def face(self, key: str) -> Face:
        """A composed face by its key."""
        return thaw(self.pack.get(key))

    def _kept(self, side: Side) -> str:
        key = self._key(side)
        if not self.pack.has(key) and key not in self._faulty:
            face, found = self.draw(side)
            half = has_errors(found)
            if not half:  # half a face says nothing of the rules
                found += self.check(side, self.piece(side.family), face)
            self.found += found
            self.told[key] = found
            asked = dict.fromkeys(w for m in walk(face.marks) if (w := wanted(m)))
            if has_errors(found):
                self._faulty[key] = Faulty(face, half, tuple(asked))
            else:
                note = tuple(map(tuple, asked))
                # what is to be told of it is told in every run
                self.pack.put(key, freeze(face), self._notes.setdefault(note, note), lasting=not found)
        return key

    def whole(self, key: str) -> Face | None:
        """A composed face by its key; None where it has an error."""
        return None if key in self._faulty else self.face(key)

    def faulty(self, key: str) -> Faulty | None:
        """What there is of a face with an error; None where it has none."""
        return self._faulty.get(key)

    def pictures(self, key: str) -> Iterator[Wanted]:
        """What a composed face asks of the ink engine."""
        if key in self._faulty:
            yield from self._faulty[key].wanted
        else:
            note: Any = self.pack.note(key)
            yield from (Wanted(*w) for w in note)

    def _key(self, side: Side) -> str:
        card = side.card.record.model_dump_json() if side.card else ""
        others = self._all_cards if side.card and self.speaks_of_all(side.family) else ""
        return digest(self._context_digest, side.family.id, card, side.seat, self.piece(side.family), others)

    @property
    def everything(self) -> str:
        """A digest of all that any face of the game depends on."""
        return digest(self._context_digest, self._all_cards)

    @cached_property
    def _all_cards(self) -> str:
        return digest(*(card.record.model_dump_json() for family in self.game.families for card in family.cards))

    @cached_property
    def _context_digest(self) -> str:
        return ingredients(self.project, self.game, self.language, self.bleed, self.fonts)

    def _is_seated(self, family: Family) -> bool:
        """Whether a family's fronts say whose they are: its template, or a part that templates share, speaks of the seat."""
        return self._parts_ask_seat or self._asks(self._front(family), b"seat")

    def _front(self, family: Family) -> Path | None:
        if family.template not in self._fronts:  # asked for every card, and links are followed each time
            self._fronts[family.template] = self.project.find(f"templates/{self.game.id}/{family.template}.svg")
        return self._fronts[family.template]

    @cached_property
    def _parts_ask_seat(self) -> bool:
        drawn = {name for family in self.game.families for name in (family.template, family.back)}
        own = {f"{name}.svg" for name in drawn}
        folders = [root / "templates" / of for root in self.project.roots() for of in ("_shared", self.game.id)]
        parts = [path for folder in folders for path in folder.rglob("*.svg")]
        return any(self._asks(path, b"seat") for path in parts if path.parent.name == "_shared" or path.name not in own)

    def _asks(self, path: Path | None, word: bytes) -> bool:
        return path is not None and path.is_file() and word in path.read_bytes()

    # --- one face -------------------------------------------------------------------------------------------------

    def named(self, side: Side) -> str:
        """What a face is called: "downward-cut", "health A", "technique back A"."""
        name = side.card.id if side.card else f"{side.family.id} back"
        return f"{name} {side.seat}" if side.seat else name

    def draw(self, side: Side) -> tuple[Face, list[Finding]]:
        """One face, and every finding that its drawing brought up."""
        name = self.named(side)
        piece = self.piece(side.family)
        face = Face(name, piece.trim, self.bleed, ())
        found: list[Finding] = []
        try:
            drawn = self.drawn(side, name)
            marks = (*drawn.marks, *dieline(piece.net)) if side.card and piece.net else drawn.marks
            face, found = face._replace(marks=marks), [*drawn.findings, *self._not_shown(side, marks)]
        except Refused as refused:
            found = list(refused.findings)
        return face, found

    def _not_shown(self, side: Side, marks: tuple[Mark, ...]) -> Iterator[Finding]:
        """A card's own picture that its face does not show: another card's stands in its place, or none."""
        art = self._art_of(side.card) if side.card else ""
        if side.card and self.art_box(art) and not any(isinstance(m, Tone) and m.art == art for m in walk(marks)):
            at = self.game.at(side.card, "art" if side.card.record.art else "id")
            hint = f"templates/{self.game.id}/{side.family.template}.svg draws it with {{{{ art }}}}"
            yield Finding(ART_NOT_SHOWN, at, f'{side.card.id}: its picture "{art}" is not on its face', hint)

    def drawn(self, side: Side, name: str) -> Drawn:
        """The side's template filled and read."""
        file = side.family.template if side.card else side.family.back
        template = f"templates/{self.game.id}/{file}.svg"
        markup = self.filled(side)
        reading = Reading(
            self.fonts,
            self.game.inks,
            self.piece(side.family).trim,
            self.bleed,
            self.art_box,
            lambda text: self._blame(side, text),
            name,
            self._memory.setdefault(piece_of(side.family), {}),
            self.arts.near,
        )
        return read(markup, template, reading)

    def filled(self, side: Side) -> str:
        """The template's SVG with the card's words in it. Refused where the template or one of its fields is not there."""
        file = side.family.template if side.card else side.family.back
        try:
            template = self.jinja.get_template(f"{self.game.id}/{file}.svg")
            return template.render(self._context(side))
        except jinja2.TemplateNotFound as error:
            raise Refused(self._no_template(side, error, file)) from None
        except jinja2.TemplateSyntaxError as error:
            at = Span(f"templates/{error.name}" if error.name else "a card's text", error.lineno)
            raise Refused(Finding(TEMPLATE_SYNTAX, at, str(error.message))) from None
        except FAULTS as error:
            raise Refused(self._template_fault(side, error)) from None

    def _context(self, side: Side) -> dict[str, Any]:
        game, language, piece = self.game, self.language, self.piece(side.family)
        context: dict[str, Any] = {
            "game": self._named_game,
            "family": SimpleNamespace(id=side.family.id, name=in_language(side.family.record.name, language, game.language)),
            "terms": in_language(game.record.terms, language, game.language),
            "seat": side.seat,
            "lang": language,
            "width": piece.trim.w,
            "height": piece.trim.h,
            "bleed": self.bleed,
            "piece": piece,
            "rules": self._tables,
            "cards": self._cards,
        }
        if side.card:
            context["card"] = SimpleNamespace(**self.words(side.card))
            context["art"] = self._art_of(side.card)
        return context

    def words(self, card: Card) -> dict[str, Any]:
        """A card's fields as they are printed. Refused where its text asks for what is not there."""
        fields = self.game.printed(card, self.language)
        for key, value in fields.items():
            fields[key] = self._worded(card, key, value, fields)
        return fields

    def _worded(self, card: Card, key: str, value: Any, fields: dict[str, Any]) -> Any:
        """A card's own text may say `{{ damage }}`: its numbers come from its fields."""
        if isinstance(value, tuple):
            return tuple(self._worded(card, key, inner, fields) for inner in value)
        if isinstance(value, dict):
            return {k: self._worded(card, key, inner, fields) for k, inner in value.items()}
        if not isinstance(value, str) or "{{" not in value:
            return value
        try:
            return self.plain.from_string(value).render({"rules": self._tables, "game": self._named_game, **fields})
        except FAULTS as error:
            at = self.game.at(card, key)
            raise Refused(Finding(TEMPLATE_FIELD, at, f'"{key}": {undefined(error, fields)}')) from None

    def _art_of(self, card: Card) -> str:
        return f"art/{self.game.id}/{card.record.art or card.id}.svg"

    def art_box(self, href: str) -> Rect | None:
        """The rectangle that a picture covers in its own millimetres; None where it is not there."""
        art = self.arts.find(href)
        return art.view if art else None

    def _blame(self, side: Side, text: str) -> Span | None:
        """The place in the game's files of a text or picture that cannot be printed; None where it is the template's own."""
        if side.card and text == self._art_of(side.card):
            return self.game.at(side.card, "art" if side.card.record.art else "id")
        if text.startswith("art/"):
            return picture_at(self.game, side.card, Path(text))
        if side.card is None:
            return None
        field = written_in(vars(self._context(side)["card"]), text)
        return self.game.at(side.card, field) if field else None

    def _no_template(self, side: Side, error: jinja2.TemplateNotFound, file: str) -> Finding:
        missing = str(error.name)
        own = f"{self.game.id}/{file}.svg"
        says = f'there is no template "templates/{missing}"'
        folder = self.project.find(f"templates/{missing}".rpartition("/")[0])
        hint = nearest(Path(missing).stem, [p.stem for p in folder.glob("*.svg")] if folder else [])
        record = side.family.record
        named = ("template",) if side.card and record.template else ("back",) if not side.card and record.back else ()
        at = self.game.documents[0].at_key("families", side.family.id, *named)
        return Finding(MISSING_TEMPLATE, at if missing == own else raised(self.project, error, own, missing), says, hint)

    def _template_fault(self, side: Side, error: BaseException) -> Finding:
        if isinstance(error, UnicodeDecodeError):
            for root in self.project.roots():
                for template in sorted((root / "templates").rglob("*.svg")):
                    read_text(template, self.project.shown(template))
        own = f"{self.game.id}/{side.family.template if side.card else side.family.back}.svg"
        fields = self.game.printed(side.card, self.language) if side.card else {}
        at = raised(self.project, error, own, missing_name(error))
        return Finding(TEMPLATE_FIELD, at, f"{side.card.id if side.card else side.family.id}: {undefined(error, fields)}")

    # --- what is opened once ----------------------------------------------------------------------------------------

    @property
    def context(self) -> dict[str, Any]:
        """What a rules sheet and its pictures may ask for: the game, its cards, its terms, its rules in numbers."""
        terms = in_language(self.game.record.terms, self.language, self.game.language)
        return {"game": self._named_game, "cards": self._cards, "terms": terms, "rules": self._tables, "lang": self.language}

    def picture(self, template: str, trim: Rect, bleed: float, markup: str) -> Drawn:
        """A filled template that is no side of a card (a diagram, a cover) as marks on a sheet of that size."""
        reading = Reading(self.fonts, self.game.inks, trim, bleed, self.art_box, lambda _: None, template)
        return read(markup, template, reading)

    def kept_face(self, side: Side) -> Face | None:
        """A face by what it is composed from; None where it has an error."""
        return self.whole(self._kept(side._replace(seat=side.seat if self.speaks_of_seat(side) else "")))

    def speaks_of_all(self, family: Family) -> bool:
        """Whether a family's fronts may say something of every card, and of how many there are: a board does."""
        return self.piece(family).id != CARDS or self._asks(self._front(family), b"cards")

    def speaks_of_seat(self, side: Side) -> bool:
        """Whether a face is another for every player."""
        if side.card is None:
            return side.family.record.per == "player"
        return self._is_seated(side.family)

    @cached_property
    def _named_game(self) -> SimpleNamespace:
        """What a template may print of the game itself."""
        game, language = self.game, self.language
        credits = [{k: in_language(v, language, game.language) for k, v in credit} for credit in game.record.credits]
        record = {k: getattr(game.record, k) for k in ("version", "date", "players", "seats", "minutes", "age")}
        return SimpleNamespace(id=game.id, name=game.name(language), credits=credits, pieces=counted(game), **record)

    @cached_property
    def _cards(self) -> dict[str, SimpleNamespace]:
        """Every card by its id, for what speaks of all of them."""
        game = self.game
        return {c.id: SimpleNamespace(**game.printed(c, self.language)) for f in game.families for c in f.cards}

    @cached_property
    def _tables(self) -> Mapping[str, Any]:
        """What the rules model tells of the game in numbers; nothing where the game has none."""
        return rules_of(self.game.record.rules).tables() if self.game.record.rules in MODELS else {}

    @cached_property
    def fonts(self) -> Fonts:
        return Fonts(self.project)

    @cached_property
    def jinja(self) -> SandboxedEnvironment:
        return environment(self.project, self.keep / "templates")

    @cached_property
    def plain(self) -> jinja2.Environment:
        """For words, which are escaped when a template prints them."""
        return self.jinja.overlay(autoescape=False)
