"""A contact sheet for a meeting: the faces on A4 pages, below each row what was found in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor
from typing import NamedTuple

from cardgen.face import Mark, Shape
from cardgen.fonts import Fonts
from cardgen.impose import Page, Placed
from cardgen.ink import PAPER, Paint
from cardgen.paths import rectangle
from cardgen.pieces import Piece
from cardgen.proof.contact import Contact, Group, Note, Shown
from cardgen.proof.drawn import BADGE, Pen, told
from cardgen.units import Matrix, Rect

PAPER_A4 = Rect(0, 0, 297, 210)
LEFT, TOP, FOOT = 12.0, 22.0, 197.0
"""The margin at either side, where the rows begin and where they end (mm)."""
WIDE = PAPER_A4.w - 2 * LEFT
SCALE = 0.8
"""A card is shown at four fifths of its size: five in a row, two rows with what was found in them."""
GAP, LEAST_CELL = 4.2, 25.0
NAME_PT, LINE, NOTE_PT = 7.5, 3.2, 8.5
HEAD = 8.0
"""The height of a family's heading (mm)."""


class _Row(NamedTuple):
    """Faces side by side with their words below, and how high that is (mm)."""

    piece: Piece
    faces: tuple[tuple[Shown, tuple[str, ...]], ...]
    height: float


class _Leaf:
    """A page being filled: its scale, how far down it is filled (mm), what is on it."""

    def __init__(self, scale: float) -> None:
        self.scale, self.y = scale, TOP
        self.placed: list[Placed] = []
        self.marks: list[Mark] = []

    def holds(self, height: float) -> bool:
        return self.y + height <= FOOT + 1e-6


def leaves(contact: Contact, fonts: Fonts) -> list[Page]:
    """The pages, A4 on its side. Their faces are placed by their names."""
    filled = list(_filled(contact, fonts))
    return [_page(contact, fonts, leaf, number, len(filled)) for number, leaf in enumerate(filled, 1)]


def scale_of(piece: Piece) -> float:
    """How large a piece is shown: as cards are, or as large as a page has room for, in whole hundredths."""
    trim = piece.trim
    return floor(100 * min(SCALE, WIDE / trim.w, (FOOT - TOP - HEAD - 20) / trim.h)) / 100


def _filled(contact: Contact, fonts: Fonts) -> Iterator[_Leaf]:
    leaf = _Leaf(SCALE)
    empty = True
    for note in contact.others:
        for again in _note(fonts, leaf, note):
            yield again[0]
            leaf = again[1]
        empty = False
    for group in contact.groups:
        scale = scale_of(group.piece)
        rows = list(_rows(group, Pen(fonts), scale))
        if scale != leaf.scale and not empty:
            yield leaf
            leaf = _Leaf(scale)
        leaf.scale = scale
        head = True
        for row in rows:
            notes = list(dict.fromkeys(note._replace(boxes=()) for shown, _ in row.faces for note in shown.notes))
            first = next((high for high, _, _ in _told(fonts, notes[:1], scale)), 0.0)
            if not leaf.holds(row.height + first + (HEAD if head else 0)) and leaf.y > TOP:
                yield leaf
                leaf = _Leaf(scale)
                head = True
            if head:
                _headed(leaf, fonts, group, again=row is not rows[0])
            head = empty = False
            _lay(leaf, fonts, row)
            for note in notes:
                for again in _note(fonts, leaf, note):
                    yield again[0]
                    leaf, head = again[1], True
            leaf.y += GAP if notes else 0
    yield leaf


def _note(fonts: Fonts, leaf: _Leaf, note: Note) -> Iterator[tuple[_Leaf, _Leaf]]:
    """A finding below what is on a page; where it has no room there, the page and the next one, on which it stands."""
    for high, _, lines in _told(fonts, [note], leaf.scale):
        on = leaf
        if not leaf.holds(high) and leaf.y > TOP:
            on = _Leaf(leaf.scale)
            yield leaf, on
        pen = Pen(fonts, 1 / on.scale)
        on.marks += pen.disc(note, LEFT + BADGE, on.y + BADGE)
        for n, line in enumerate(lines):
            on.marks.append(pen.words(line, LEFT + 2 * BADGE + 2, on.y + 3.1 + n * NOTE_PT * 0.46, NOTE_PT))
        on.y += high


def _told(fonts: Fonts, notes: Sequence[Note], scale: float) -> Iterator[tuple[float, Note, list[str]]]:
    return told(Pen(fonts), notes, LEFT, WIDE - 2 * BADGE - 2, NOTE_PT)


def _rows(group: Group, pen: Pen, scale: float) -> Iterator[_Row]:
    cell = max(group.piece.trim.w * scale, LEAST_CELL) + GAP
    a_row = max(1, int((WIDE + GAP + 1e-6) / cell))
    for start in range(0, len(group.faces), a_row):
        faces = []
        for shown in group.faces[start : start + a_row]:
            counted = shown.counted
            faces.append((shown, tuple(pen.lines(shown.name + (f" · {counted}" if counted else ""), cell - GAP, NAME_PT))))
        high = group.piece.trim.h * scale + 1.4 + max(len(words) for _, words in faces) * LINE + GAP
        yield _Row(group.piece, tuple(faces), high)


def _headed(leaf: _Leaf, fonts: Fonts, group: Group, again: bool) -> None:
    pen = Pen(fonts, 1 / leaf.scale)
    leaf.marks.append(pen.words(group.name, LEFT, leaf.y + 4.6, 15, caps=True))
    if again:
        leaf.marks.append(pen.words("continued", LEFT + pen.wide(group.name, 15, caps=True) + 2, leaf.y + 4.6, 9, italic=True))
    leaf.y += HEAD


def _lay(leaf: _Leaf, fonts: Fonts, row: _Row) -> None:
    t = 1 / leaf.scale
    pen = Pen(fonts, t)
    trim, corner = row.piece.trim, row.piece.corner
    cell = max(trim.w / t, LEAST_CELL) + GAP
    for n, (shown, words) in enumerate(row.faces):
        x, y = LEFT + n * cell, leaf.y
        if shown.face:
            leaf.placed.append(Placed(shown.name, x * t, y * t, trim))
            beyond = Rect(x * t, y * t, trim.w, trim.h).grown(0.4)  # no edge of what is cut away is left
            outside = (*rectangle(*beyond), *rectangle(x * t, y * t, trim.w, trim.h, corner, corner))
            leaf.marks.append(Shape(outside, Paint(PAPER), None, True, "proof"))
            leaf.marks += pen.lined(row.piece, x, y)
        else:
            leaf.marks += pen.empty(trim, x, y)
        leaf.marks += pen.noted(shown.notes, row.piece, x, y)
        for m, line in enumerate(words):
            leaf.marks.append(pen.words(line, x, y + trim.h / t + 1.2 + (m + 0.7) * LINE, NAME_PT))
    leaf.y += row.height


def _page(contact: Contact, fonts: Fonts, leaf: _Leaf, number: int, of: int) -> Page:
    state, t = contact.state, 1 / leaf.scale
    pen, record = Pen(fonts, t), contact.state.game.record
    right = PAPER_A4.w - LEFT
    size = f"{leaf.scale * 100:.0f} % of real size"
    marks: list[Mark] = [
        pen.words(state.game.name(state.composer.language), LEFT, 14, 19, caps=True),
        pen.words(f"Every face · version {record.version} of {record.date} · {size}", right, 14, 9, italic=True, end=True),
        pen.rule(LEFT, 17, WIDE),
        pen.words("Dashed: safe margin. Long dashes: folds. Red, by number: what was found.", LEFT, 203, 7.5, italic=True),
        pen.words(f"page {number} of {of}", right, 203, 7.5, italic=True, end=True),
    ]
    shift = Matrix(leaf.scale, 0, 0, leaf.scale, 0, 0)
    placed = tuple(leaf.placed)
    return Page(PAPER_A4.w, PAPER_A4.h, None, None, placed, (*leaf.marks, *marks), str(number), shift=shift)
