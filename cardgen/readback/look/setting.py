"""Text as it is set: the pen's way from glyph to glyph, and what is shown joined into lines (ISO 32000-1, 9.4).

A line of text is one record, however many operators show it: what stands on one line, next to one another, in one size and
colour. A column that is shown sign by sign is one as well.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from cardgen.readback.look.glyphs import Drawn, Font, Glyph
from cardgen.readback.look.painted import (
    Colour,
    Layer,
    Letters,
    Sides,
    State,
    around,
    corners,
    smaller,
    union,
    within,
)
from cardgen.readback.spaces import CMYK, Space, merged
from cardgen.readback.values import printable
from cardgen.units import Matrix

if TYPE_CHECKING:
    from cardgen.readback.look.reader import Reader

_GLYPHS = 4096
"""Glyphs of one operator at most: no line is longer."""
_LETTERS = 400
"""Characters of a line that are kept for a finding's words."""


_GIVEN = Colour(Space("Given", 0), ())
"""The colour that a Type 3 glyph is shown in, where it chooses none itself."""


class _Shown(NamedTuple):
    """A line of text that may go on: where, what, the state it is shown with, its size, how it runs, where it began last
    and where it ends.
    """

    box: Sides
    words: str
    state: State
    size: float
    along: tuple[float, float]
    start: tuple[float, float]
    end: tuple[float, float]
    signs: int
    colour: Colour
    layers: tuple[Layer, ...]
    missing: int = 0
    off: float = 0.0
    drawn: tuple[Drawn, ...] = ()


class Setting:
    """The text object of one content stream: its matrices, what it clips to, and the line that it is in."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.matrix = self.line = Matrix()
        self.clip: Sides | None = None
        self.letters: Letters | None = None
        self.shown: _Shown | None = None
        self.saying: str | None = None

    def begin(self) -> None:
        self.matrix = self.line = Matrix()
        self.clip = self.letters = None

    def end(self) -> None:
        """The end of a text object: what its text was to clip is clipped."""
        if self.clip is not None:
            reader = self.reader
            letters = self.letters and self.letters._replace(box=self.clip)
            reader.state = reader.state._replace(clip=within(reader.state.clip, self.clip), square=False, letters=letters)
            self.clip = self.letters = None

    def move(self, x: float, y: float) -> None:
        self.line = self.matrix = self.line.after(Matrix(e=x, f=y))

    def show(self, parts: list[bytes | float]) -> None:
        """A text, or texts with numbers between them, shown from where the pen stands."""
        state = self.reader.state
        text = state.text
        font = text.font
        if font is None:
            return
        # the pen's way is summed up in the text's own space, and mapped once
        begun = self.matrix
        pen = 0.0
        box: Sides | None = None
        words = ""
        signs = 0
        missing, off = 0, 0.0
        own: list[tuple[str, float]] = []
        pieces: dict[int, Drawn] = {}
        for part in parts:
            if not isinstance(part, bytes):
                pen -= part / 1000 * text.size * (1 if font.vertical else text.stretch)
                if part < -180 and words and not words.endswith(" "):
                    words += " "
                continue
            self.reader.left -= len(part) // 4
            for glyph in font.shown(part[:_GLYPHS]):
                drawn = glyph.box
                if glyph.missing:
                    missing += 1
                elif glyph.own is not None and not font.vertical:
                    off += abs(glyph.own - glyph.advance)
                if font.type3:
                    piece = self._drawn(glyph, font)
                    drawn = piece.box
                    own += piece.inks
                    if piece.line is not None or piece.bits:
                        pieces[glyph.code] = piece
                if drawn:
                    x, y = (0.0, pen + text.rise) if font.vertical else (pen, text.rise)
                    wide, high = text.size * text.stretch, text.size
                    xs, ys = (drawn[0] * wide + x, drawn[2] * wide + x), (drawn[1] * high + y, drawn[3] * high + y)
                    one = (min(xs), min(ys), max(xs), max(ys))
                    box = union(box, one) if box else one
                words += glyph.text
                signs += 1
                step = glyph.advance * text.size + text.letters + (text.words if glyph.space else 0)
                pen += step if font.vertical else step * text.stretch
        self.matrix = begun.after(Matrix(f=pen) if font.vertical else Matrix(e=pen))
        whole = state.matrix.after(begun)
        if self.saying is not None:
            words, self.saying = self.saying, ""
        if box is None:
            self._space(words)
            return
        placed = around(corners(box, whole))
        size = abs(text.size) * smaller(whole) * font.height
        if text.mode >= 4:
            self.clip = union(self.clip, placed) if self.clip else placed
        if text.mode == 7 and (self.letters is None or size < self.letters.size):
            self.letters = Letters(placed, state.clip, size, printable(words[:_LETTERS]), font.called)
        if text.mode in (3, 7):
            return
        colour = state.stroke if text.mode in (1, 5) else state.fill
        if own:
            colour = Colour(CMYK, merged(own))
        start, end = whole.apply(0, text.rise), whole.apply(*((0, pen + text.rise) if font.vertical else (pen, text.rise)))
        x, y = (-whole.c, -whole.d) if font.vertical else (whole.a, whole.b)
        long = hypot(x, y) or 1.0
        layers = self.reader.layers
        em = Matrix(text.size * text.stretch, 0, 0, text.size)
        by = whole.after(em).after(font.type3.matrix) if font.type3 else whole
        self._join(_Shown(placed, words, state, size, (x / long, y / long), start, end, signs, colour, layers, missing, off,
                          tuple(_scaled(piece, by) for piece in pieces.values())))  # fmt: skip

    def _drawn(self, glyph: Glyph, font: Font) -> Drawn:
        """What a Type 3 glyph draws, in ems, and the inks that it chooses itself. It is read once, in its own space."""
        own = font.type3
        if own is None or glyph.code not in own.glyphs:
            return Drawn(None, ())
        if glyph.code not in font.drawn:
            reader, given = self.reader, State(Matrix(), None, fill=_GIVEN, stroke=_GIVEN)
            inside = reader.aside(lambda: reader.inside(own.glyphs[glyph.code], given, own.resources))
            font.drawn[glyph.code] = Drawn(None, ())
            if inside:
                boxes = [reader.sides(one.box) for one in inside]
                box = around([box[:2] for box in boxes] + [box[2:] for box in boxes])
                inks = merged(pair for one in inside if one.space != _GIVEN.space.family for pair in one.inks)
                lines = [one.width for one in inside if one.kind == "stroke" and one.width is not None]
                found = Drawn(around(corners(box, own.matrix)), inks, min(lines, default=None))
                pictures = [one for one in inside if min(one.pixels) > 1 and min(one.ppi) > 0]
                if pictures:
                    worst = min(pictures, key=lambda one: min(one.ppi))
                    found = found._replace(ppi=worst.ppi, pixels=worst.pixels, bits=worst.bits)
                font.drawn[glyph.code] = found
        return font.drawn[glyph.code]

    def _space(self, words: str) -> None:
        """A space alone: the line goes on behind it."""
        if self.shown and words.isspace() and not self.shown.words.endswith(" "):
            self.shown = self.shown._replace(words=self.shown.words + " ")

    def _join(self, new: _Shown) -> None:
        old = self.shown
        if old and _alike(old, new):
            gap = _follows(old, new)
            if gap is not None:
                spaced = gap > 0.12 and not old.words.endswith(" ") and not new.words.startswith(" ")
                words = (old.words + (" " if spaced else "") + new.words)[:_LETTERS]
                self.shown = new._replace(
                    box=union(old.box, new.box), words=words, signs=old.signs + new.signs, missing=old.missing + new.missing,
                    off=old.off + new.off, drawn=tuple(dict.fromkeys(old.drawn + new.drawn)),
                )  # fmt: skip
                return
        self.flush()
        self.shown = new

    def flush(self) -> None:
        """The line that may have gone on is painted."""
        shown, self.shown = self.shown, None
        if shown is None:
            return
        state, reader = shown.state, self.reader
        mode = state.text.mode
        lined = mode in (1, 5)
        inks, family = shown.colour.inks, shown.colour.space.family
        if shown.colour.pattern is not None and reader.pattern is None:
            kept, reader.state = reader.state, state
            try:
                inks, family = reader.patterned(shown.colour, within(shown.box, state.clip))
            except Exception:  # told where the pattern is chosen
                inks = ()
            finally:
                reader.state = kept
        words = printable(" ".join(shown.words.split()))
        layers, reader.layers = reader.layers, shown.layers
        over, alpha = (state.stroke_over, state.stroke_alpha) if lined else (state.fill_over, state.fill_alpha)
        lines = [piece.line for piece in shown.drawn if piece.line is not None]
        pictures = [piece for piece in shown.drawn if piece.bits]
        worst = min(pictures, key=lambda piece: min(piece.ppi), default=Drawn(None, ()))
        font = state.text.font
        reader.record("text", shown.box, state, inks, family, over, alpha, size=shown.size, words=words,
                      width=min(lines, default=None), ppi=worst.ppi, pixels=worst.pixels, bits=worst.bits,
                      font=font.called if font else "", missing=shown.missing, off=shown.off / max(shown.signs, 1))  # fmt: skip
        if mode in (1, 2, 5, 6):
            colour = state.stroke
            line = None if mode in (2, 6) and colour == state.fill else state.width * smaller(state.matrix)
            reader.record("stroke", shown.box, state, colour.inks, colour.space.family, state.stroke_over, state.stroke_alpha,
                          width=line, words=words)  # fmt: skip
        reader.layers = layers


def _scaled(piece: Drawn, by: Matrix) -> Drawn:
    """What a glyph draws, as the page has it."""
    wide, high = hypot(by.a, by.b), hypot(by.c, by.d)
    ppi = piece.ppi[0] / wide if wide else 0.0, piece.ppi[1] / high if high else 0.0
    return piece._replace(line=None if piece.line is None else piece.line * smaller(by), ppi=ppi)


def _alike(a: _Shown, b: _Shown) -> bool:
    """Whether two texts are set in one size and painted alike."""
    one, two = a.state, b.state
    return (
        abs(a.size - b.size) < 0.02 * a.size + 0.01
        and (a.colour, a.layers, one.text.mode) == (b.colour, b.layers, two.text.mode)
        and one._replace(matrix=two.matrix, text=two.text) == two
    )


def _follows(a: _Shown, b: _Shown) -> float | None:
    """The gap between two texts in ems where the second goes on behind the first; None where it does not."""
    em = max(a.size, 0.01)
    ux, uy = a.along
    if ux * b.along[0] + uy * b.along[1] < 0.99:
        return None
    x, y = b.start[0] - a.end[0], b.start[1] - a.end[1]
    forth, aside = (x * ux + y * uy) / em, (x * uy - y * ux) / em
    if abs(aside) < 0.35 and -1.0 < forth < 1.5:
        return forth
    x, y = b.start[0] - a.start[0], b.start[1] - a.start[1]
    forth, aside = (x * ux + y * uy) / em, (x * uy - y * ux) / em
    if b.signs == 1 and abs(forth) < 0.8 and 0.5 < aside < 1.7:  # a column, sign by sign
        return 0.0
    return None
