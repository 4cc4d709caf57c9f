"""Where on a face stands what a finding tells of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.face import Clipped, Face, Mark, Shape, Stencil, Text, Tone, walk
from cardgen.findings import Finding, short
from cardgen.model import Card
from cardgen.origin import written_in
from cardgen.proof.state import Seen, State
from cardgen.svg.markup import place
from cardgen.units import Rect

_NEAR = 0.8
"""Boxes that lie so close (mm) are one place: lines of a text do."""


def boxes(state: State, seen: Seen, face: Face, finding: Finding) -> tuple[Rect, ...]:
    """The rectangles of a face (mm from its trim's corner) that a finding tells of; none where it tells of the whole face.

    What was drawn by the template's line that is named; or, of a line of the data, what prints its field; or the picture.
    """
    marks = [m for m in walk(face.marks) if isinstance(m, Text | Stencil | Tone | Shape)]
    card = seen.side.card
    if card and finding.at.path == state.game.documents[card.document].shown:
        found = list(_of_field(state, card, marks, finding))
    else:
        found = [m for m in marks if _stands_at(m, finding)] or [m for m in marks if _shows(state, m, finding)]
    found = _named(found, finding)
    media = face.trim.grown(face.bleed)
    return tuple(_joined(box for m in found if (box := _within(box_of(m), media))))


def box_of(mark: Mark) -> Rect:
    """The rectangle that a mark covers (mm)."""
    match mark:
        case Text() | Stencil():
            return mark.box
        case Tone():
            return _around([mark.matrix.apply(x, y) for x in (0, 1) for y in (0, 1)])
        case Shape(path) | Clipped(path):
            return _around([(v[i], v[i + 1]) for _, v in path for i in range(0, len(v), 2)])
    return Rect(0, 0, 0, 0)


def _stands_at(mark: Mark, finding: Finding) -> bool:
    at = place(mark.src)
    return at.path == finding.at.path and at.line == finding.at.line > 0


def _shows(state: State, mark: Mark, finding: Finding) -> bool:
    """Whether it is the picture that the finding's file is painted from."""
    art = state.composer.arts.find(mark.art) if isinstance(mark, Tone) else None
    return art is not None and state.composer.arts.shown(art) == finding.at.path


def _of_field(state: State, card: Card, marks: Iterable[Mark], finding: Finding) -> Iterator[Mark]:
    """The marks that print the field in whose lines a finding stands."""
    field = _field_at(state, card, finding)
    art = f"/{card.record.art or card.id}.svg"
    fields = state.game.printed(card, state.composer.language)
    for mark in marks:
        match mark:
            case Tone(name) if field == "art" and name.endswith(art):
                yield mark
            case Text(fact=fact) if field not in ("", "id"):
                if fact == field or (not fact and mark.string.strip() and written_in(fields, mark.string) == field):
                    yield mark


def _field_at(state: State, card: Card, finding: Finding) -> str:
    """The card's field whose value is at a place, or the last that begins before it; "" where none does."""
    fields = ((state.game.at(card, name), name) for name in type(card.record).model_fields if _is_given(card, name))
    before = sorted((at.line, at.column, name) for at, name in fields if at.line and (at.line, at.column) <= finding.at[1:])
    return before[-1][2] if before else ""


def _is_given(card: Card, name: str) -> bool:
    return name in card.record.model_fields_set


def _named(marks: list[Mark], finding: Finding) -> list[Mark]:
    """Of several marks the ones whose words, or whose seal, the finding quotes; all where it quotes none."""
    quoted: list[Mark] = [
        m
        for m in marks
        if (isinstance(m, Text) and m.string.strip() and _quotes(finding.says, m.string))
        or (isinstance(m, Stencil) and m.seal in finding.says)
    ]
    return quoted or marks


def _quotes(says: str, words: str) -> bool:
    return any(f"{mark}{form}{mark}" in says for form in (words, short(words, 30)) for mark in "\"'")


def _around(points: list[tuple[float, float]]) -> Rect:
    if not points:
        return Rect(0, 0, 0, 0)
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _within(box: Rect, media: Rect) -> Rect | None:
    """What of a box lies on the media; None where nothing does, so that it is told of the whole face."""
    x, y = max(box.x, media.x), max(box.y, media.y)
    right, bottom = min(box.right, media.right), min(box.bottom, media.bottom)
    return Rect(x, y, right - x, bottom - y) if right > x and bottom > y else None


def _joined(all_boxes: Iterable[Rect]) -> list[Rect]:
    """The boxes, those as one that touch."""
    out: list[Rect] = []
    for box in all_boxes:
        while near := next((other for other in out if other.grown(_NEAR).meets(box)), None):
            out.remove(near)
            x, y = min(box.x, near.x), min(box.y, near.y)
            box = Rect(x, y, max(box.right, near.right) - x, max(box.bottom, near.bottom) - y)
        out.append(box)
    return sorted(out, key=lambda b: (b.y, b.x))
