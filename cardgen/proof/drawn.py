"""What a proof draws over faces and beside them: words, the lines of trim, safe margin and folds, numbered red marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cardgen.face import Mark, Segment, Shape, Stroke, Text
from cardgen.findings import Severity
from cardgen.fonts import Fonts
from cardgen.ink import PAPER, Paint
from cardgen.paths import rectangle
from cardgen.pieces import Piece
from cardgen.proof.contact import MARK, Note, crossed
from cardgen.typeset import NoGlyph, Style, shape, text_mark, width_mm
from cardgen.units import IDENTITY, MM_PER_PT, Rect

INK, RED, WHITE = Paint("proof.ink"), Paint(MARK), Paint(PAPER)
FAINT = Paint("proof.ink", 0.55)
HAIR, BADGE, FRAME = 0.15, 2.1, 0.6
"""The width of a line over a face, the radius of a number's disc, how far a frame stands from what is in it (mm)."""
_SRC = "proof"


class Badge(NamedTuple):
    """A note's number on a face: the place that it stands at, in mm from the trim's corner; whether it is the left end of what
    the note tells of, or the face's own corner; how many numbers are there already.
    """

    note: Note
    x: float
    y: float
    beside: bool
    nth: int


def badges(notes: Sequence[Note], trim: Rect) -> list[Badge]:
    """The numbers of a face's notes, none over another: to the left of what they tell of, or on the face's corner."""
    out: list[Badge] = []
    for note in notes:
        for box in note.boxes:
            x, y = box.x - FRAME, box.y + box.h / 2
            nth = sum(1 for b in out if b.beside and abs(b.x - x) < 2 * BADGE and abs(b.y - y) < 2 * BADGE)
            out.append(Badge(note, x, y, True, nth))
        if not note.boxes:
            out.append(Badge(note, trim.x, trim.y, False, sum(1 for b in out if not b.beside)))
    return out


class Pen:
    """Draws on a page whose millimetres are `times` as large as those it is given: a page that is shrunk when it is written."""

    def __init__(self, fonts: Fonts, times: float = 1.0) -> None:
        self.fonts, self.times = fonts, times

    def words(
        self, text: str, x: float, y: float, size: float, *, weight: int = 500, italic: bool = False, caps: bool = False,
        end: bool = False, middle: bool = False, paint: Paint = INK,
    ) -> Text:  # fmt: skip
        """A line of text that starts (or ends, or has its middle) at x, on the baseline y (mm); `size` in points."""
        style = self._style(size * self.times, weight, italic, caps, paint)
        said = shape(self.fonts, style.font, drawable(self.fonts, style.font, text), style.features)
        wide = sum(width_mm(word, style) for word in said)
        left = x * self.times - (wide if end else wide / 2 if middle else 0.0)
        return text_mark(self.fonts, said, style, left, y * self.times, IDENTITY, _SRC)

    def wide(self, text: str, size: float, *, weight: int = 500, italic: bool = False, caps: bool = False) -> float:
        """The width of a line of text (mm)."""
        style = self._style(size, weight, italic, caps, INK)
        said = shape(self.fonts, style.font, drawable(self.fonts, style.font, text), style.features)
        return sum(width_mm(word, style) for word in said)

    def lines(self, text: str, width: float, size: float, **how: bool) -> list[str]:
        """A text in lines no wider than that (mm): broken between words, and within one where it alone is wider."""
        out: list[str] = []
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if self.wide(longer, size, **how) <= width:
                line = longer
                continue
            out += [line] if line else []
            line = word
            while len(line) > 1 and self.wide(line, size, **how) > width:
                n = next(n for n in range(len(line) - 1, 0, -1) if n == 1 or self.wide(line[:n], size, **how) <= width)
                out.append(line[:n])
                line = line[n:]
        return [*out, line] if line else out

    def rule(self, x: float, y: float, width: float) -> Shape:
        """A level line."""
        t = self.times
        return Shape((("M", (x * t, y * t)), ("L", ((x + width) * t, y * t))), None, Stroke(INK, HAIR * t), False, _SRC)

    def lined(self, piece: Piece, x: float, y: float) -> Iterator[Mark]:
        """The lines of a face whose trim's corner lies at x, y (mm, those of the page as it is written): trim, safe, folds."""
        trim, t = piece.trim, self.times
        x, y = x * t, y * t
        yield self._line(rectangle(x, y, trim.w, trim.h, piece.corner, piece.corner), FAINT)
        inner = trim.grown(-piece.safe)
        if piece.net:
            return
        if inner.w > 0 and inner.h > 0:
            path = rectangle(x + piece.safe, y + piece.safe, inner.w, inner.h)
            yield self._line(path, Paint(PAPER), (0.9, 0.9))
            yield self._line(path, FAINT, (0.9, 0.9))
        for line in piece.folds.upright:
            yield self._line((("M", (x + line, y)), ("L", (x + line, y + trim.h))), FAINT, (3.0, 1.0))
        for line in piece.folds.level:
            yield self._line((("M", (x, y + line)), ("L", (x + trim.w, y + line))), FAINT, (3.0, 1.0))

    def noted(self, notes: Sequence[Note], piece: Piece, x: float, y: float) -> Iterator[Mark]:
        """Red frames around what a face's notes tell of, and their numbers; the trim's corner lies at x, y."""
        t, trim = self.times, piece.trim
        x, y = x * t, y * t
        for note in notes:
            for box in note.boxes:
                frame = box.grown(FRAME)
                path = rectangle(x + frame.x, y + frame.y, frame.w, frame.h, FRAME, FRAME)
                yield Shape(path, None, Stroke(RED, 0.35 * t), False, _SRC)
            if not note.boxes:
                path = rectangle(x, y, trim.w, trim.h, piece.corner, piece.corner)
                yield Shape(path, None, Stroke(RED, 0.35 * t), False, _SRC)
        for badge in badges(notes, trim):
            aside = -(1 + 2.15 * badge.nth) * BADGE if badge.beside else 2.15 * badge.nth * BADGE
            yield from self.disc(badge.note, (x + badge.x) / t + aside, (y + badge.y) / t)

    def disc(self, note: Note, x: float, y: float) -> Iterator[Mark]:
        """A note's number in a disc: full where it is an error."""
        t = self.times
        error = note.severity is Severity.ERROR
        r = BADGE * t
        path = rectangle(x * t - r, y * t - r, 2 * r, 2 * r, r, r)
        yield Shape(path, RED if error else WHITE, Stroke(RED, 0.3 * t), False, _SRC)
        size = 7 if note.number < 100 else 5.5
        yield self.words(
            str(note.number), x, y + size * 0.32 * MM_PER_PT, size, weight=700, middle=True, paint=WHITE if error else RED
        )

    def empty(self, trim: Rect, x: float, y: float) -> Iterator[Mark]:
        """A face that cannot be drawn: a frame with a cross."""
        t = self.times
        yield crossed(Rect(x * t, y * t, trim.w, trim.h), _SRC)._replace(stroke=Stroke(FAINT, HAIR * t))

    def _line(self, path: tuple[Segment, ...], paint: Paint, dash: tuple[float, ...] = ()) -> Shape:
        return Shape(path, None, Stroke(paint, HAIR * self.times, dash=tuple(d * self.times for d in dash)), False, _SRC)

    def _style(self, size: float, weight: int, italic: bool, caps: bool, paint: Paint) -> Style:
        font = self.fonts.find("Cormorant SC", 600, False) if caps else self.fonts.find("EB Garamond", weight, italic)
        return Style(font, size, paint, "" if caps else "lnum")


def drawable(fonts: Fonts, font: str, text: str) -> str:
    """The text with a question mark for each character that no typeface here draws, or that runs from right to left: a proof
    tells of any text that there is.
    """
    while True:
        try:
            shape(fonts, font, text)
        except NoGlyph as missing:
            text = text.replace(missing.char, "?")
        else:
            return text


def told(pen: Pen, notes: Iterable[Note], x: float, width: float, size: float) -> Iterator[tuple[float, Note, list[str]]]:
    """Findings as lines of text: the height of each (mm), the note, its lines."""
    step = size * MM_PER_PT * 1.3
    for note in notes:
        lines = pen.lines(sentence(note), width, size)
        yield max(len(lines) * step, 2 * BADGE) + 1.0, note, lines


def sentence(note: Note) -> str:
    """A finding as one text: its place, its name, what it says, how it is mended."""
    f = note.finding
    kind = "" if f.severity is Severity.ERROR else f"{f.severity}: "
    return f"{f.at}: {kind}{f.code.name}: {f.says}" + (f" ({f.hint})" if f.hint else "")
