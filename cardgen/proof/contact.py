"""A contact sheet's content: every face of a game by family, what is wrong with it, and where on it that stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from cardgen.compose import Item
from cardgen.face import Clipped, Face, Mark, Shape, Stroke, Tone, Wanted, walk, wanted
from cardgen.findings import Finding, Severity, has_errors, in_order
from cardgen.ink import Paint
from cardgen.load import Family
from cardgen.model import in_language
from cardgen.paths import rectangle
from cardgen.pieces import CARDS, Piece, piece_of
from cardgen.proof.alike import Alike
from cardgen.proof.places import box_of, boxes
from cardgen.proof.state import Seen, State
from cardgen.units import Rect

MARK = "proof.mark"
"""The ink of what a proof marks on a face."""


class Note(NamedTuple):
    """A finding with its number on the sheet, and where it stands on a face (mm from its trim's corner); no box where it is
    told of the whole face.
    """

    number: int
    finding: Finding
    boxes: tuple[Rect, ...] = ()

    @property
    def severity(self) -> Severity:
        return self.finding.severity


class Shown(NamedTuple):
    """A face on the sheet: as it is drawn (None where it cannot be), what it is called, how many are printed by whose they are
    ("" for the game's), what is wrong with it.
    """

    seen: Seen
    face: Face | None
    title: str
    copies: tuple[tuple[str, int], ...]
    notes: tuple[Note, ...]

    @property
    def name(self) -> str:
        return self.seen.name

    @property
    def counted(self) -> str:
        """Its copies in words: "2 A, 2 B", "3 copies"; of a back nothing, as it has those of its fronts."""
        if any(seat for seat, _ in self.copies):
            return ", ".join(f"{n} {seat}" for seat, n in self.copies)
        n = sum(n for _, n in self.copies)
        return f"{n} {'copy' if n == 1 else 'copies'}" if n else ""


class Group(NamedTuple):
    """The faces of one family on the sheet, fronts before backs; the family's name in the sheet's language."""

    family: Family
    name: str
    piece: Piece
    faces: tuple[Shown, ...]

    @property
    def fronts(self) -> tuple[Shown, ...]:
        return tuple(face for face in self.faces if face.seen.card)

    @property
    def in_hand(self) -> bool:
        """Whether it is held in a hand: cards are, of which there is more than one."""
        return self.piece.id == CARDS and len(self.fronts) > 1


class Contact(NamedTuple):
    """All of a contact sheet: the state that it shows, its groups, the findings of no one face, every finding."""

    state: State
    groups: tuple[Group, ...]
    others: tuple[Note, ...]
    findings: tuple[Finding, ...]

    @property
    def faces(self) -> tuple[Shown, ...]:
        return tuple(face for group in self.groups for face in group.faces)

    @property
    def cards(self) -> int:
        """How many cards and other pieces are printed."""
        return sum(item.copies for item in self.state.items)


def contact_of(
    state: State, alike: Iterable[Alike], found: Iterable[Finding] = (), unpainted: Iterable[Wanted] = ()
) -> Contact:
    """The sheet of a state: with what was found of faces that look alike, and what else was found since it was composed (as
    its pictures were painted). `unpainted` pictures are crossed out on the faces that ask for them.
    """
    pairs = list(alike)
    everything = tuple(in_order([*state.found, *found, *(pair.finding for pair in pairs)]))
    missing = frozenset(want.what for want in unpainted if want.kind == "tone")
    faces = {name: _drawable(seen, missing) for name, seen in state.faces.items()}
    own = _by_face(state, everything, pairs)
    on_a_face = {finding for of_face in own.values() for finding in of_face}
    of_whole = {pair.finding for pair in pairs}
    numbers: dict[Finding, int] = {}
    for finding in (f for f in everything if f not in on_a_face):
        numbers[finding] = len(numbers) + 1
    others = tuple(Note(number, finding) for finding, number in numbers.items())
    counts = _copies(state.items)
    groups: dict[str, list[Shown]] = {}
    for name, seen in state.faces.items():
        notes = []
        for finding in own.get(name, ()):
            number = numbers.setdefault(finding, len(numbers) + 1)
            face = faces[name]
            where = boxes(state, seen, face, finding) if face and finding not in of_whole else ()
            notes.append(Note(number, finding, where))
        shown = Shown(seen, faces[name], _title(state, seen), counts.get(seen.key, ()) if seen.card else (), tuple(notes))
        groups.setdefault(seen.side.family.id, []).append(shown)
    return Contact(state, tuple(_groups(state, groups)), others, everything)


def _groups(state: State, faces: Mapping[str, list[Shown]]) -> Iterator[Group]:
    for family in state.game.families:
        if own := faces.get(family.id):
            name = str(in_language(family.record.name, state.composer.language, state.game.language))
            yield Group(family, name, state.composer.pieces[piece_of(family)], tuple(own))


def _title(state: State, seen: Seen) -> str:
    side = seen.side
    named = side.card.record.name if side.card else side.family.record.name
    title = str(in_language(named, state.composer.language, state.game.language))
    return title if side.card else f"{title}, back"


def _copies(items: Iterable[Item]) -> dict[str, tuple[tuple[str, int], ...]]:
    out: dict[str, dict[str, int]] = {}
    for item in items:
        of_front = out.setdefault(item.front, {})
        of_front[item.seat] = of_front.get(item.seat, 0) + item.copies
    return {key: tuple(counts.items()) for key, counts in out.items()}


def _by_face(state: State, everything: Iterable[Finding], pairs: Iterable[Alike]) -> dict[str, list[Finding]]:
    """The findings of each face: those that its drawing brought up; those of its card that are no other face's; those that
    name it; those of what looks like it.
    """
    out: dict[str, dict[Finding, None]] = {name: dict.fromkeys(seen.findings) for name, seen in state.faces.items()}
    drawn = {finding for of_face in out.values() for finding in of_face}
    for name, seen in state.faces.items():
        out[name].update(dict.fromkeys(f for f in state.of_cards.get(seen.card, ()) if f not in drawn))
    for pair in pairs:
        for name in pair.faces:
            out[name][pair.finding] = None
    placed = {finding for of_face in out.values() for finding in of_face}
    for finding in everything:
        name = finding.says.partition(": ")[0]
        if finding not in placed and name in out:
            out[name][finding] = None
    return {name: in_order(of_face) for name, of_face in out.items() if of_face}


def _drawable(seen: Seen, missing: frozenset[str]) -> Face | None:
    """A face without the pictures that cannot be painted."""
    if seen.face is None or not missing or not any(isinstance(m, Tone) and m.art in missing for m in walk(seen.face.marks)):
        return seen.face
    return seen.face._replace(marks=_crossed(seen.face.marks, missing))


def _crossed(marks: tuple[Mark, ...], missing: frozenset[str]) -> tuple[Mark, ...]:
    out: list[Mark] = []
    for mark in marks:
        if isinstance(mark, Tone) and mark.art in missing:
            out.append(crossed(box_of(mark), mark.src))
        else:
            out.append(mark._replace(marks=_crossed(mark.marks, missing)) if isinstance(mark, Clipped) else mark)
    return tuple(out)


def crossed(box: Rect, src: str) -> Shape:
    """A frame with a cross in it, as printers mark a picture that is not there."""
    path = (
        *rectangle(box.x, box.y, box.w, box.h),
        ("M", (box.x, box.y)), ("L", (box.right, box.bottom)), ("M", (box.right, box.y)), ("L", (box.x, box.bottom)),
    )  # fmt: skip
    return Shape(path, None, Stroke(Paint(MARK), 0.3), False, src)


def unpainted(state: State, asked: Iterable[Wanted], found: Iterable[Finding]) -> list[Wanted]:
    """The pictures asked for whose file was found at fault."""
    faulty = {f.at.path for f in found if has_errors([f])}
    arts = state.composer.arts
    return [w for w in asked if w.kind == "tone" and (art := arts.find(w.what)) and arts.shown(art) in faulty]


def asked_by(state: State) -> list[Wanted]:
    """What all faces that can be drawn ask of the ink engine, each once."""
    marks = (m for seen in state.faces.values() if seen.face for m in walk(seen.face.marks))
    return list(dict.fromkeys(w for m in marks if (w := wanted(m))))
