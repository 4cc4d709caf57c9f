"""A game as a page shows it while it is changed: every face as it is now, or the last good picture of it and what is wrong."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from cardgen.build import NO_LANGUAGE, language_of
from cardgen.face import Face, Wanted
from cardgen.findings import Finding, Refused, Severity, Span, has_errors, in_order, noted
from cardgen.load import NO_GAME, load
from cardgen.model import in_language
from cardgen.pieces import piece_of
from cardgen.project import Project
from cardgen.proof.picture import Studio
from cardgen.proof.state import Seen, State, entries, state_of
from cardgen.readback.spaces import PROCESS
from cardgen.serve.look import Keys, Look, look_of, plates, unpainted
from cardgen.source import read_yaml
from cardgen.units import Rect

AGAIN = 0.1
"""Seconds after which a file that was not there is looked for once more."""


class Subject(NamedTuple):
    """What a picture is drawn from: a face, the part of it that is shown (mm), its state, what it asks of the ink engine."""

    face: Face
    media: Rect
    state: State
    wanted: tuple[Wanted, ...]


class Shown(NamedTuple):
    """A face as the page shows it: what it is, the key of its picture ("" where it was never drawn), what is wrong with it.

    `now` is the key of the face as it stands in the files, "" where that cannot be drawn: the picture is then the last good
    one. `good` is the one before, until the picture is painted. Lengths in mm; `at` is its place in the data.
    """

    name: str
    card: str
    title: str
    family: str
    side: str
    seat: str
    copies: tuple[tuple[str, int], ...]
    piece: str
    trim: tuple[float, float]
    corner: float
    safe: float
    folds: tuple[tuple[float, ...], tuple[float, ...]]
    at: str
    findings: tuple[Finding, ...] = ()
    picture: str = ""
    now: str = ""
    good: str = ""

    @property
    def stale(self) -> bool:
        """Whether the face of now cannot be drawn."""
        return not self.now or self.now != self.picture


class Group(NamedTuple):
    """A family on the page: its id, its name, its piece, its faces by name in their order."""

    id: str
    name: str
    piece: str
    faces: tuple[str, ...]


class Told(NamedTuple):
    """A game in one language as it is shown. `found` is what is wrong with no one face, `plates` the plates that its faces may
    lie on, `state` the last of which every face could be drawn.
    """

    name: str
    languages: tuple[str, ...]
    groups: tuple[Group, ...]
    faces: Mapping[str, Shown]
    found: tuple[Finding, ...]
    plates: tuple[str, ...]
    state: State | None
    looks: Mapping[str, Look]
    """By the composer's keys."""

    @property
    def has_errors(self) -> bool:
        """Whether anything of it keeps it from being built."""
        return has_errors((*self.found, *(f for face in self.faces.values() for f in face.findings)))


class Live:
    """A game's faces by language, remade when its files change. What changes it is called by one thread at a time."""

    def __init__(self, project: Project, game: str, language: str | None = None) -> None:
        """Refused where there is no such game, or it has no words in that language; what else is wrong is told on the page."""
        self.project, self.game, self.asked = project, game, language
        self.language = _first_language(project, game, language)
        self._home = project.root / "card_data" if (project.root / "card_data").is_dir() else project.root
        self._told: dict[str, Told] = {}
        self._subjects: dict[str, Subject] = {}
        self._unpaintable: dict[str, tuple[Finding, ...]] = {}

    def remake(self, language: str) -> set[str]:
        """Look at the files again; the names of the faces that are new, gone, look otherwise, or of which else is found.

        Refused where the game has no words in that language.
        """
        if gone := self.gone():
            return self.lost(language, [gone])
        with _no_collector():
            try:
                return self._remade(language)
            except OSError:  # a file that went between its being listed and its being read: an editor puts another there
                time.sleep(AGAIN)
                return self._remade(language)

    def _remade(self, language: str) -> set[str]:
        former = self._told.get(language)
        try:
            state = state_of(self.project, self.game, language, former=former.state if former else None)
        except Refused as refused:
            if any(f.code is NO_LANGUAGE for f in refused.findings):
                raise
            told = _lost(former, refused.findings, self.game, self.language)
        else:
            state.composer.pack.close()  # all its faces are in memory
            told, subjects = shown(former, state, language, self._unpaintable)
            self._subjects.update(subjects)
        return self._set(language, told)

    def gone(self) -> Finding | None:
        """What is said while the project is not where it was. The game that ships under its name is another, and nothing is
        written where the project may come back to.
        """
        if self._home.is_dir():
            return None
        return Finding(
            NO_GAME, Span(self._home.name), f"{self._home} is not there any more", "put it back, or end this and begin anew"
        )

    def told(self, language: str) -> Told | None:
        """What is shown in a language; None where it was not asked for yet."""
        return self._told.get(language)

    def forget(self, language: str) -> None:
        """A language that the game has no words in any more."""
        self._told.pop(language, None)

    def lost(self, language: str, findings: Iterable[Finding]) -> set[str]:
        """Nothing can be looked at, for these reasons; the names of the faces that are stale for it."""
        return self._set(language, _lost(self._told.get(language), findings, self.game, self.language))

    def languages(self) -> list[str]:
        """The languages that are looked at."""
        return list(self._told)

    def keys(self) -> set[str]:
        """The keys of the pictures that are shown."""
        return {face.picture for told in list(self._told.values()) for face in told.faces.values()}

    def has(self, key: str) -> bool:
        """Whether a picture is shown, or was before one that is not painted yet."""
        return key in self._subjects

    def subject(self, key: str) -> Subject | None:
        """What a picture is drawn from, of those that are shown and of the last good ones."""
        return self._subjects.get(key)

    def painted(self, key: str) -> None:
        """A picture was drawn: the one before is not asked for any more."""
        self._each(key, lambda face: face._replace(good=""))

    def unpaintable(self, key: str, findings: Iterable[Finding]) -> set[str]:
        """What was found when a picture was to be painted; the names of the faces that are stale for it."""
        self._unpaintable[key] = tuple(findings)
        return self._each(key, lambda face: _spoilt(face, self._unpaintable[key]))

    def _each(self, key: str, other: Callable[[Shown], Shown]) -> set[str]:
        changed: set[str] = set()
        for language, told in list(self._told.items()):
            own = {name: other(face) for name, face in told.faces.items() if face.picture == key}
            if any(told.faces[name] != face for name, face in own.items()):
                changed |= self._set(language, told._replace(faces={**told.faces, **own}))
        return changed

    def _set(self, language: str, told: Told) -> set[str]:
        former = self._told.get(language)
        self._told[language] = told
        faces = [face for other in self._told.values() for face in other.faces.values()]
        needed = {key for face in faces for key in (face.picture, face.now, face.good)}
        self._subjects = {key: subject for key, subject in self._subjects.items() if key in needed}
        self._unpaintable = {key: found for key, found in self._unpaintable.items() if key in needed}
        return changes(former.faces if former else {}, told.faces)


def changes(former: Mapping[str, Shown], now: Mapping[str, Shown]) -> set[str]:
    """The names of the faces that are shown otherwise; that a line has another number is no change."""
    return {name for name in former.keys() | now.keys() if _as_seen(former.get(name)) != _as_seen(now.get(name))}


def _as_seen(face: Shown | None) -> object:
    if face is None:
        return None
    plain = face._replace(at="", findings=(), now="", good="")
    return plain, face.stale, [(f.code.name, f.says, f.hint) for f in face.findings]


def _first_language(project: Project, game: str, asked: str | None) -> str:
    try:
        return language_of(load(project, game)[0], asked)
    except Refused as refused:
        if any(f.code in (NO_GAME, NO_LANGUAGE) for f in refused.findings):
            raise
        return asked or "en"


def _lost(former: Told | None, findings: Iterable[Finding], game: str, language: str) -> Told:
    """What is shown of a game of which nothing can be read."""
    if former is None:
        return Told(game, (language,), (), {}, tuple(in_order(findings)), PROCESS, None, {})
    faces = {name: face._replace(now="", good=face.good, findings=()) for name, face in former.faces.items()}
    return former._replace(faces=faces, found=tuple(in_order(findings)))


def shown(
    former: Told | None, state: State, language: str, unpaintable: Mapping[str, tuple[Finding, ...]]
) -> tuple[Told, dict[str, Subject]]:
    """What is shown of a state after what was shown before, and what its pictures are drawn from."""
    game, composer, studio, keys = state.game, state.composer, Studio(state), Keys(state)
    looks: dict[str, Look] = {}
    subjects: dict[str, Subject] = {}
    before = former.faces if former else {}
    faulty = frozenset(f.at.path for f in state.found if f.severity is Severity.ERROR)
    copies = _copies(state)
    faces: dict[str, Shown] = {}
    for seen in state.faces.values():
        face = _described(state, seen, language, copies)
        found = dict.fromkeys((*state.of_cards.get(seen.card, ()), *seen.findings))
        key = ""
        if seen.face is not None:
            known = former.looks.get(seen.key) if former else None
            looks[seen.key] = look = known or look_of(seen.face)
            if not unpainted(state, seen, faulty):
                wanted = state.wanted(seen)
                key = keys.key(look, wanted)
                subjects[key] = Subject(seen.face, studio.media(seen), state, wanted)
                found.update(dict.fromkeys(unpaintable.get(key, ())))
        faces[seen.name] = _after(before.get(seen.name), face._replace(findings=tuple(in_order(found)), now=key), unpaintable)
    groups = [
        Group(family.id, str(in_language(family.record.name, language, game.language)), piece_of(family), ())
        for family in game.families
    ]
    if state.broken and former:
        groups, faces = _with_unread(former, state, groups, faces)
    whole = not state.broken and all(seen.face is not None for seen in state.faces.values())
    owners: dict[Finding, set[str]] = {}
    for face in faces.values():
        for finding in face.findings:
            owners.setdefault(finding, set()).add(face.card or face.name)
    rest = [f for f in state.found if len(owners.get(f, ())) != 1]
    here = [group._replace(faces=tuple(n for n, face in faces.items() if face.family == group.id)) for group in groups]
    return (
        Told(
            game.name(language),
            game.record.languages,
            tuple(group for group in here if group.faces),
            faces,
            tuple(rest),
            plates(composer, looks.values()),
            state if whole or former is None else former.state,
            looks if whole or former is None else {**former.looks, **looks},
        ),
        subjects,
    )


def _after(before: Shown | None, face: Shown, unpaintable: Mapping[str, object]) -> Shown:
    """A face as it is shown behind what was shown of it before."""
    last, good = (before.picture, before.good) if before else ("", "")
    if face.now and face.now not in unpaintable:
        return face._replace(picture=face.now, good=good if last == face.now else last)
    return face._replace(picture=last, good=good)


def _spoilt(face: Shown, findings: Iterable[Finding]) -> Shown:
    """A face whose picture cannot be painted: with the one before."""
    found = (*face.findings, *findings) if face.now == face.picture else face.findings
    return face._replace(picture=face.good, good="", findings=tuple(in_order(found)))


def _described(state: State, seen: Seen, language: str, copies: Mapping[str, dict[str, int]]) -> Shown:
    """What a face is."""
    game, family, card = state.game, seen.side.family, seen.side.card
    piece = state.composer.pieces[seen.piece]
    words = card.record.name if card else family.record.name
    title = str(in_language(words, language, game.language))
    at = game.at(card) if card else game.documents[0].at_key("families", family.id)
    return Shown(
        seen.name,
        seen.card,
        title if card else f"{title}, back",
        family.id,
        "front" if card else "back",
        seen.side.seat,
        tuple(copies.get(seen.key, {}).items()),
        seen.piece,
        (piece.trim.w, piece.trim.h),
        piece.corner,
        piece.safe,
        (tuple(piece.folds.upright), tuple(piece.folds.level)),
        str(at),
    )


def _copies(state: State) -> dict[str, dict[str, int]]:
    """How many of each face are printed, by whose they are."""
    out: dict[str, dict[str, int]] = {}
    for item in state.items:
        for key in (item.front, item.back):
            own = out.setdefault(key, {})
            own[item.seat] = own.get(item.seat, 0) + item.copies
    return out


def _with_unread(
    former: Told, state: State, groups: list[Group], faces: dict[str, Shown]
) -> tuple[list[Group], dict[str, Shown]]:
    """The faces with those, at their places, that may be there though they could not be read, each with what is wrong there."""
    missing = [face for name, face in former.faces.items() if name not in faces]
    unread = _Unread(state)
    kept = {face.name: face._replace(now="", findings=unread.findings(face)) for face in missing}
    names = merged(list(former.faces), list(faces), kept)
    known = {group.id: group for group in (*former.groups, *groups)}
    families = merged([g.id for g in former.groups], [g.id for g in groups], {face.family for face in missing})
    return [known[family] for family in families], {name: faces.get(name) or kept[name] for name in names}


def merged(former: list[str], now: list[str], kept: Iterable[str]) -> list[str]:
    """The names of now and those that are kept of former ones, which stay behind the one that they stood behind."""
    out, wanted, place = list(now), {*kept} - {*now}, 0
    where = {name: n for n, name in enumerate(now)}
    behind: dict[int, list[str]] = {}
    for name in former:
        if name in where:
            place = where[name] + 1
        elif name in wanted:
            behind.setdefault(place, []).append(name)
    for place, names in sorted(behind.items(), reverse=True):
        out[place:place] = names
    return out


@contextmanager
def _no_collector() -> Iterator[None]:
    """The cyclic collector takes a third of the time of a deck of a thousand cards (measured); it comes when all is shown."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class _Unread:
    """What keeps cards from being read, by card."""

    def __init__(self, state: State) -> None:
        self._errors = [f for f in state.found if f.severity is Severity.ERROR and f.at.path.startswith("card_data/")]
        self._told = {f for own in state.of_cards.values() for f in own}
        self._project = state.composer.project
        self._files: dict[str, dict[str, tuple[Span, Span]]] = {}

    def findings(self, face: Shown) -> tuple[Finding, ...]:
        """What is wrong in the lines of a card that is not there; in its file, where its lines are not known; or anywhere."""
        path = face.at.partition(":")[0]
        own = [f for f in self._errors if f.at.path == path and f not in self._told]
        lines = self._lines(path).get(face.card)
        if lines:
            own = [f for f in own if lines[0] <= f.at < lines[1]] or own
        return tuple(in_order(own or [f for f in self._errors if f not in self._told]))

    def _lines(self, path: str) -> dict[str, tuple[Span, Span]]:
        """Where the entries of a file begin and end, by their ids."""
        if path not in self._files:
            self._files[path] = {}
            with noted([]):
                file = self._project.find(path)
                document = read_yaml(file, path) if file else None
                cards = document.value.get("cards") if document and isinstance(document.value, dict) else None
                if document and isinstance(cards, tuple):
                    starts = [*(Span(path, *at) for at in entries(document)), Span(path, 1_000_000_000)]
                    named = [str(card.get("id")) if isinstance(card, dict) else "" for card in cards]
                    self._files[path] = {name: (a, b) for name, a, b in zip(named, starts, starts[1:], strict=False)}
        return self._files[path]
