"""A game as it stands at one moment: every face that can be drawn, also one that disagrees with its rules, and what is wrong
with which card.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import NamedTuple

from cardgen import rulebook
from cardgen.build import composer_of, language_of
from cardgen.compose import Composer, Item, Side
from cardgen.face import Face, Wanted
from cardgen.findings import Finding, Span, has_errors, in_order, noted
from cardgen.load import Family, Game, load
from cardgen.model import Card
from cardgen.project import Project
from cardgen.secrecy import check_backs
from cardgen.shops import CHECKED_BLEED
from cardgen.source import Document
from cardgen.translations import check_translations
from cardgen.validate import Waivers, check_data
from cardgen.write.pictures import Pictures


class Seen(NamedTuple):
    """A face of a game: its name ("downward-cut", "health A", "technique back A"), what it is a side of, its piece, its key.

    `face` is None where it cannot be drawn whole; what was found in it stands in `findings`.
    """

    name: str
    side: Side
    piece: str
    key: str
    face: Face | None
    findings: tuple[Finding, ...]

    @property
    def card(self) -> str:
        """The card's id; "" of a back, which is its family's."""
        return self.side.card.id if self.side.card else ""


class State(NamedTuple):
    """A game composed in one language for one bleed. `broken` where something of it could not be read, so that a card that is
    not there may be there all the same.

    `found` is everything that is wrong with it, `of_cards` the same by the card's id (what is wrong with a face, its data, its
    picture); what belongs to no one card, or to one that cannot be read, stands in `found` alone.
    """

    composer: Composer
    items: tuple[Item, ...]
    faces: dict[str, Seen]
    found: tuple[Finding, ...]
    of_cards: dict[str, tuple[Finding, ...]]
    broken: bool
    pictures: Pictures
    """What its faces ask of the ink engine, from files as they were read for this state."""
    sound: frozenset[Path] = frozenset()
    """The pictures in whose files nothing was found, by where the store keeps them."""

    @property
    def game(self) -> Game:
        return self.composer.game

    def cards(self) -> Iterator[tuple[Family, Card]]:
        """Every card with its family, those of no copies too."""
        for family in self.game.families:
            for card in family.cards:
                yield family, card

    def copies(self, card: str) -> dict[str, int]:
        """How many of a card are printed, by whose they are ("" where they are the game's)."""
        out: dict[str, int] = {}
        for item in self.items:
            if item.card.id == card:
                out[item.seat] = out.get(item.seat, 0) + item.copies
        return out

    def back_of(self, seen: Seen) -> Seen | None:
        """The face behind a front."""
        keys = {item.back for item in self.items if item.front == seen.key}
        return next((other for other in self.faces.values() if other.key in keys), None)

    def wanted(self, seen: Seen) -> tuple[Wanted, ...]:
        """What a face asks of the ink engine."""
        return tuple(self.composer.pictures(seen.key))


def state_of(
    project: Project,
    name: str,
    language: str | None = None,
    bleed: float = CHECKED_BLEED,
    keep: Path | None = None,
    one_of_two: bool = False,
    former: State | None = None,
) -> State:
    """A game with all its faces. `keep` is the store, where it is not the project's own; `one_of_two` where another state
    shares it. `former` is an earlier state of the same game in the same language: where it had nothing wrong, what stayed as it
    was is not checked again (half the time of a deck of a thousand cards). Refused where there is no game to be had at all, or
    not in that language. The caller closes `composer.pack`.
    """
    game, found = load(project, name)
    broken = has_errors(found)
    waivers = Waivers(game)
    if not broken:
        found += waivers.applied(check_data(game, thorough=False))
    composer = composer_of(project, game, language_of(game, language), bleed, waivers, keep)
    with noted(found):
        found += check_translations(project, game, composer.language)
    items = tuple(composer.compose(list(game.families), one_of_two=one_of_two))
    faultless = {seen.key: seen.face for seen in former.faces.values() if not seen.findings} if former else {}
    faces = {seen.name: seen for seen in _faces(composer, items, faultless)}
    pictures = Pictures(composer.arts, composer.fonts, game.inks, composer.keep)
    asked = list(dict.fromkeys(w for seen in faces.values() for w in composer.pictures(seen.key)))
    found += [f for seen in faces.values() for f in seen.findings]
    faulty = pictures.check(w for w in asked if former is None or pictures.path(w) not in former.sound)
    found += faulty
    sound = _sound(composer, pictures, asked, {f.at.path for f in faulty})
    found += check_backs(game, items, composer.whole, composer.arts)
    whole = tuple(in_order(found))
    return State(composer, items, faces, whole, _of_cards(composer, faces, whole), broken, pictures, sound)


def found_otherwise(state: State, found: Iterable[Finding]) -> State:
    """A state with other findings: those of other rules than today's."""
    whole = tuple(in_order(found))
    faces = {name: seen._replace(findings=()) for name, seen in state.faces.items()}
    told = _of_cards(state.composer, faces, whole)
    for finding in whole:
        card = next((c.id for _, c in state.cards() if finding.says.startswith((f"{c.id}:", f'the card "{c.id}"'))), None)
        if card and finding not in told.get(card, ()):
            told[card] = (*told.get(card, ()), finding)
    return state._replace(found=whole, of_cards=told)


def set_rules(state: State, found: list[Finding]) -> rulebook.Rulebook | None:
    """The game's rules sheet as A5 pages; None where it has none, or where something is wrong, which is then noted."""
    composer = state.composer
    path = rulebook.source(state.game, composer)
    if path is None or has_errors(state.found):
        return None
    with noted(found):
        return rulebook.rulebook(state.game, composer, path, rulebook.A5, composer.bleed, rulebook.NAME)
    return None


def _sound(composer: Composer, pictures: Pictures, asked: Iterable[Wanted], faulty: set[str]) -> frozenset[Path]:
    """The pictures of scores without a finding; a scan is measured anew, as others may ask for it larger."""
    arts = {w: composer.arts.find(w.what) for w in asked if w.kind == "tone"}
    return frozenset(
        pictures.path(w) for w, art in arts.items() if art and not art.is_scan and composer.arts.shown(art) not in faulty
    )


def _faces(composer: Composer, items: Iterable[Item], faultless: Mapping[str, Face | None]) -> Iterator[Seen]:
    """Every face once: by family the fronts, then the backs. `faultless` are those that are known, by their keys."""
    families = {family.id: family for family in composer.game.families}
    of_family: dict[str, list[Item]] = {name: [] for name in families}
    for item in items:
        of_family[item.card.family].append(item)
    for name, own in of_family.items():
        family, done = families[name], set[str]()
        for back in (False, True):
            for item in own:
                key = item.back if back else item.front
                side = Side(family, None if back else item.card, item.seat)
                side = side._replace(seat=side.seat if composer.speaks_of_seat(side) else "")
                if key and key not in done:
                    done.add(key)
                    if face := faultless.get(key):
                        yield Seen(composer.named(side), side, item.piece, key, face, ())
                    else:
                        yield _seen(composer, side, item.piece, key)


def _seen(composer: Composer, side: Side, piece: str, key: str) -> Seen:
    faulty = composer.faulty(key)
    face = composer.face(key) if faulty is None else None if faulty.half else faulty.face
    found = composer.told.get(key)
    if found is None and face:  # it was kept, and nothing is kept that has an error; but what is waived is told again
        found = list(composer.check(side, composer.piece(side.family), face))
    return Seen(composer.named(side), side, piece, key, face, tuple(found or ()))


def _of_cards(composer: Composer, faces: dict[str, Seen], found: Iterable[Finding]) -> dict[str, tuple[Finding, ...]]:
    """What is wrong by card: found in its face, standing in its lines of the data, or in its picture."""
    out: dict[str, dict[Finding, None]] = {}
    arts: dict[str, list[str]] = {}
    for seen in faces.values():
        if seen.card:
            out.setdefault(seen.card, {}).update(dict.fromkeys(seen.findings))
            for want in composer.pictures(seen.key):
                art = composer.arts.find(want.what)
                arts.setdefault(composer.arts.shown(art) if art else want.what, []).append(seen.card)
    places = _Places(composer.game)
    told = {f for own in out.values() for f in own}
    for finding in (f for f in found if f not in told):
        for card in (*places.card(finding.at), *arts.get(finding.at.path, ())):
            out.setdefault(card, {})[finding] = None
    return {card: tuple(in_order(own)) for card, own in out.items() if own}


def entries(document: Document) -> list[tuple[int, int]]:
    """Where each entry of a file of cards begins: line and column, from 1."""
    out: list[tuple[int, int]] = []
    for n in count():
        at = document.at("cards", n)
        if out and (at.line, at.column) <= out[-1]:  # there is none: this is the place of all of them
            return out
        out.append((at.line, at.column))
    return out


class _Places:
    """In the lines of which card a place of the data is."""

    def __init__(self, game: Game) -> None:
        self._files = {d.shown: n for n, d in enumerate(game.documents) if n}
        self._documents = game.documents
        self._cards = {(c.document, c.number): c.id for family in game.families for c in family.cards}
        self._entries: dict[int, list[tuple[int, int]]] = {}

    def card(self, at: Span) -> list[str]:
        """The card, if any. One that could not be read has no id here: what is wrong with it is said of none."""
        file = self._files.get(at.path)
        if file is None or not at.line:
            return []
        if file not in self._entries:
            self._entries[file] = entries(self._documents[file])
        number = bisect_right(self._entries[file], (at.line, at.column or _ANY_COLUMN)) - 1
        return [self._cards[file, number]] if (file, number) in self._cards else []


_ANY_COLUMN = 1_000_000
