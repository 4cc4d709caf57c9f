"""Text as it is set: the pen's way from glyph to glyph, and what is shown joined into lines (ISO 32000-1, 9.4).

A line of text is one record, however many operators show it: what stands on one line, next to one another, in one size and
colour. A column that is shown sign by sign is one as well.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from cardgen.readback.look.glyphs import Drawn, Font, Glyph
from cardgen.readback.look.painted import Colour, Sides, State, around, corners, smaller, union, within
from cardgen.readback.spaces import CMYK, Space, merged
from cardgen.readback.values import printable
from cardgen.units import MM_PER_PT, Matrix

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
    layers: tuple[str, ...]


class Setting:
    """The text object of one content stream: its matrices, what it clips to, and the line that it is in."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.matrix = self.line = Matrix()
        self.clip: Sides | None = None
        self.shown: _Shown | None = None
        self.saying: str | None = None

    def begin(self) -> None:
        self.matrix = self.line = Matrix()
        self.clip = None

    def end(self) -> None:
        """The end of a text object: what its text was to clip is clipped."""
        if self.clip is not None:
            reader = self.reader
            reader.state = reader.state._replace(clip=within(reader.state.clip, self.clip), square=False)
            self.clip = None

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
        own: list[tuple[str, float]] = []
        for part in parts:
            if not isinstance(part, bytes):
                pen -= part / 1000 * text.size * (1 if font.vertical else text.stretch)
                if part < -180 and words and not words.endswith(" "):
                    words += " "
                continue
            self.reader.left -= len(part) // 4
            for glyph in font.shown(part[:_GLYPHS]):
                drawn = glyph.box
                if font.type3:
                    drawn, inks = self._drawn(glyph, font)
                    own += inks
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
        if text.mode >= 4:
            self.clip = union(self.clip, placed) if self.clip else placed
        if text.mode in (3, 7):
            return
        colour = state.stroke if text.mode in (1, 5) else state.fill
        if own:
            colour = Colour(CMYK, merged(own))
        size = abs(text.size) * smaller(whole) * font.height
        start, end = whole.apply(0, text.rise), whole.apply(*((0, pen + text.rise) if font.vertical else (pen, text.rise)))
        x, y = (-whole.c, -whole.d) if font.vertical else (whole.a, whole.b)
        long = hypot(x, y) or 1.0
        layers = self.reader.layers
        self._join(_Shown(placed, words, state, size, (x / long, y / long), start, end, signs, colour, layers))

    def _drawn(self, glyph: Glyph, font: Font) -> Drawn:
        """What a Type 3 glyph draws, in ems, and the inks that it chooses itself. It is read once, in its own space."""
        own = font.type3
        if own is None or glyph.code not in own.glyphs:
            return Drawn(None, ())
        if glyph.code not in font.drawn:
            reader = self.reader
            before = len(reader.painted)
            kept, reader.pattern = reader.pattern, None
            try:
                reader.inside(own.glyphs[glyph.code], State(Matrix(), None, fill=_GIVEN, stroke=_GIVEN), own.resources)
            finally:
                reader.pattern = kept
            inside = reader.painted[before:]
            del reader.painted[before:]
            font.drawn[glyph.code] = Drawn(None, ())
            if inside:
                x0, y0, x1, y1 = around(
                    [(one.box.x, one.box.y) for one in inside] + [(one.box.right, one.box.bottom) for one in inside]
                )
                page = reader.sheet.boxes["MediaBox"]
                box = x0 / MM_PER_PT + page[0], page[3] - y1 / MM_PER_PT, x1 / MM_PER_PT + page[0], page[3] - y0 / MM_PER_PT
                inks = merged(pair for one in inside if one.space != _GIVEN.space.family for pair in one.inks)
                font.drawn[glyph.code] = Drawn(around(corners(box, own.matrix)), inks)
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
                self.shown = new._replace(box=union(old.box, new.box), words=words, signs=old.signs + new.signs)
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
        reader.record("text", shown.box, state, inks, family, over, alpha, size=shown.size, words=words)
        if mode in (1, 2, 5, 6):
            colour = state.stroke
            reader.record("stroke", shown.box, state, colour.inks, colour.space.family, state.stroke_over, state.stroke_alpha,
                          width=state.width * smaller(state.matrix), words=words)  # fmt: skip
        reader.layers = layers


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
