"""Text into lines that fit: shaping with fallback by runs of one script, line breaking, the fit between two sizes.

Sizes are points, lengths millimetres. Nothing is clipped and nothing shrinks below the floor: what does not fit there
raises `TooLong`, what no font draws raises `NoGlyph`; whoever knows the place in the file makes a finding of it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from cardgen.face import Text, Word
from cardgen.fonts import Fonts
from cardgen.ink import Paint
from cardgen.linebreak import SLACK, Pieces, counted, evened, filled
from cardgen.scripts import HALF_BLANK, HALF_OPEN, apart, may_break, right_to_left, script_runs, tucked
from cardgen.units import MM_PER_PT, Matrix, Rect

STEP = 0.25
"""Points between the sizes that are tried."""


MOST_STRETCH = 0.3
"""Ems that are added between two tokens at most: a line that lacks more is left short."""


class Style(NamedTuple):
    """How a piece of text is set: typeface key, size in points, OpenType features, tracking (em/1000), paint."""

    font: str
    size: float
    paint: Paint
    features: str = ""
    tracking: float = 0.0
    fact: str = ""


class NoGlyph(Exception):
    """A character that none of the fonts of a chain draws."""

    def __init__(self, char: str, font: str) -> None:
        super().__init__(char)
        self.char, self.font = char, font


class RightToLeft(NoGlyph):
    """A character of a script that runs from right to left: as long as lines run one way only, no font sets it rightly."""


class TooLong(Exception):
    """Text that does not fit its box at the floor; `over` is by how many mm, `what` in which direction."""

    def __init__(self, over: float, what: str) -> None:
        super().__init__(f"{over:.1f} mm too {what}")
        self.over, self.what = over, what


def shape(fonts: Fonts, key: str, text: str, features: str = "", vertical: bool = False) -> tuple[Word, ...]:
    """The text in this typeface, or run by run of one script in the first of its chain that has all of the run.

    NoGlyph names the first character that no face of the chain draws, RightToLeft one that runs the other way.
    """
    if turned := right_to_left(text):
        raise RightToLeft(turned, key)
    word = fonts.shape(key, text, features, vertical)
    if word is not None:
        return (word,)
    return tuple(shape_whole(fonts, key, run, features, vertical) for run in script_runs(text))


def shape_whole(fonts: Fonts, key: str, text: str, features: str = "", vertical: bool = False) -> Word:
    """The whole text in the first typeface of the chain that has all of it: a title stays in one face."""
    if turned := right_to_left(text):
        raise RightToLeft(turned, key)
    for candidate in fonts.chain(key):
        word = fonts.shape(candidate, text, features, vertical)
        if word is not None:
            return word
    for char in text:
        if all(fonts.shape(candidate, char, features, vertical) is None for candidate in fonts.chain(key)):
            raise NoGlyph(char, key)
    raise NoGlyph(text, key)


class Part(NamedTuple):
    """A shaped piece of a token in one style."""

    word: Word
    style: Style


class Token(NamedTuple):
    """What a line is never broken inside. Widths in mm at the wanted size; `space` is that of the blank before it, less than
    nothing where it stands closer; `lead` and `hang` are blanks of its own that hang out at a line's start and end.
    """

    parts: tuple[Part, ...]
    blank: tuple[Part, ...]
    width: float
    space: float
    lead: float
    hang: float
    forced: bool


class Paragraph(NamedTuple):
    """Tokens between forced ends of lines, and the numbers by which they are broken, in mm at the wanted size."""

    tokens: list[Token]
    pieces: Pieces
    widest: float


class Block(NamedTuple):
    """A paragraph: pieces of styled text (a newline breaks the line), how it is aligned ("left", "center", "right", "justify")
    and spaced.

    `leading` is in ems of the block's largest type, `gap` (before it) and `indent` too; `marker` stands before the first line.
    """

    pieces: tuple[tuple[str, Style], ...]
    align: str
    leading: float
    gap: float
    indent: float
    marker: str

    @property
    def size(self) -> float:
        """The largest type in it, in points."""
        return max((style.size for _, style in self.pieces), default=0.0)


class Line(NamedTuple):
    """A set line: its tokens, its left edge and baseline in mm from the box's corner, its natural width; `stretch` is what is
    added between two tokens (mm) where the text is as wide as its measure.
    """

    tokens: tuple[Token, ...]
    x: float
    baseline: float
    width: float
    marker: tuple[Part, ...]
    stretch: float = 0.0


class Setting(NamedTuple):
    """Blocks set at one size: `scale` is that size over the wanted one; `height` in mm, leading included."""

    lines: tuple[Line, ...]
    scale: float
    height: float


def width_mm(word: Word, style: Style) -> float:
    """The width in mm of a word set in that style, tracking included."""
    return (word.advance + style.tracking * len(word.glyphs)) * style.size * MM_PER_PT / 1000


def fit(fonts: Fonts, blocks: Sequence[Block], width: float, height: float, wanted: float, floor: float) -> Setting:
    """The blocks at the largest size from `wanted` down to `floor` (points) at which they fit the box (mm).

    TooLong says by how much they fail at the floor; NoGlyph as `shape`.
    """
    paragraphs = [[_paragraph(tokens) for tokens in _parted(_tokens(fonts, block))] for block in blocks]
    sizes = [wanted]
    while sizes[-1] > floor + 1e-9:
        sizes.append(max(floor, sizes[-1] - STEP))

    def fits(n: int) -> bool:
        try:
            return _height(blocks, paragraphs, width, sizes[n] / wanted) <= height + SLACK
        except TooLong:
            return False

    # a smaller size never needs more room, so that the largest that fits is found by halving
    n = 0 if fits(0) else bisect_left(range(len(sizes)), True, 1, key=fits)
    if n < len(sizes):
        return _set(fonts, blocks, paragraphs, width, sizes[n] / wanted)
    raise TooLong(_height(blocks, paragraphs, width, sizes[-1] / wanted) - height, "high")


def _tokens(fonts: Fonts, block: Block) -> list[Token]:
    tokens: list[Token] = []
    parts: list[Part] = []
    space = 0.0
    forced = False
    last = ""

    def close() -> None:
        nonlocal parts, space, forced
        if parts:
            tokens.append(_token(fonts, tuple(parts), space, last, forced))
            parts, space, forced = [], 0.0, False

    for text, style in block.pieces:
        pieces = [*_pieces(text), ""]
        for n, piece in enumerate(pieces[:-1]):
            if piece == "\n":
                close()
                forced = True
            elif piece == " ":
                close()
                space = _space(fonts, style)
            elif n and pieces[n - 1] == " " == pieces[n + 1] and not forced:
                tokens.append(_lone(fonts, piece, style))
            else:
                shaped = [Part(word, style) for word in shape(fonts, style.font, piece, style.features)]
                if parts and may_break(last, piece[0]):
                    close()
                    if apart(last, piece[0]):
                        space = _space(fonts, style)
                    elif tucked(last, piece[0]) and _are_wide(tokens[-1].parts[-1], shaped[0]):
                        space = -style.size * MM_PER_PT / 2
                parts += shaped
                last = piece[-1]
    close()
    return tokens


def _token(fonts: Fonts, parts: tuple[Part, ...], space: float, last: str, forced: bool) -> Token:
    style = parts[0].style
    blank = tuple(Part(w, style) for w in shape(fonts, style.font, " ", style.features)) if space > 0 else ()
    lead = _blank_before(fonts, parts[0]) if parts[0].word.glyphs[0].text in HALF_OPEN else 0.0
    hang = _blank(fonts, parts[-1]) if last in HALF_BLANK else 0.0
    return Token(parts, blank, sum(width_mm(p.word, p.style) for p in parts), space, lead, hang, forced)


@lru_cache(maxsize=4096)
def _lone(fonts: Fonts, piece: str, style: Style) -> Token:
    """A word between two blanks, as most are: it is the same token wherever it stands."""
    parts = tuple(Part(word, style) for word in shape(fonts, style.font, piece, style.features))
    return _token(fonts, parts, _space(fonts, style), piece[-1], False)


@lru_cache(maxsize=256)
def _space(fonts: Fonts, style: Style) -> float:
    return width_mm(shape(fonts, style.font, " ", style.features)[0], style)


def _blank(fonts: Fonts, part: Part) -> float:
    """The blank behind a closing mark in mm: half of a full-width one, next to none of a Latin quote."""
    glyph = part.word.glyphs[-1]
    right = glyph.dx + fonts.extents(part.word.font, glyph.gid)[2]
    return max(0.0, glyph.ax - right) * part.style.size * MM_PER_PT / 1000


def _blank_before(fonts: Fonts, part: Part) -> float:
    """The blank half before a full-width opening mark in mm; none before a Latin one."""
    glyph = part.word.glyphs[0]
    left = glyph.dx + fonts.extents(part.word.font, glyph.gid)[0]
    return left * part.style.size * MM_PER_PT / 1000 if left >= _HALF else 0.0


_HALF, _FULL = 250, 900
"""Thousandths of an em: the least blank that is half a sign's, and what a full-width sign is at least as wide as."""


def _are_wide(one: Part, two: Part) -> bool:
    """Whether the marks that meet are full-width ones as their typeface draws them."""
    return one.word.glyphs[-1].ax >= _FULL and two.word.glyphs[0].ax >= _FULL


def _pieces(text: str) -> Iterator[str]:
    """The text as spaces, newlines and pieces that no line is broken inside."""
    for row, line in enumerate(text.split("\n")):
        if row:
            yield "\n"
        for n, word in enumerate(line.split(" ")):
            if n:
                yield " "
            start = 0
            for i in range(1, len(word) if "-" in word or not word.isascii() else 0):
                if may_break(word[i - 1], word[i]):
                    yield word[start:i]
                    start = i
            if word:
                yield word[start:]


def _set(fonts: Fonts, blocks: Sequence[Block], paragraphs: Sequence[list[Paragraph]], width: float, scale: float) -> Setting:
    lines: list[Line] = []
    y = 0.0
    for number, (block, parted) in enumerate(zip(blocks, paragraphs, strict=True)):
        em = block.size * scale * MM_PER_PT
        if number:
            y += block.gap * em
        first = block.pieces[0][1] if block.pieces else None
        metrics = fonts.metrics(first.font) if first else None
        ascent = (metrics.ascent, metrics.descent) if metrics else (1000.0, 0.0)
        # CSS's rule: the leading beyond ascent and descent is shared above and below, so that a browser shows the same
        drop = (block.leading + (ascent[0] - ascent[1]) / 1000) / 2 * em
        measure = (width - block.indent * em) / scale
        marker = tuple(Part(w, first) for w in shape(fonts, first.font, block.marker)) if first and block.marker else ()
        full = block.align == "justify"
        broken = filled if full else evened
        for (tokens, pieces, _), a, b in ((p, a, b) for p in parted for a, b in broken(p.pieces, measure)):
            lead = tokens[a].lead * scale
            natural = (sum(pieces.widths[a:b]) + sum(pieces.spaces[a + 1 : b]) - pieces.hangs[b - 1]) * scale - lead
            slack = width - block.indent * em - natural
            x = block.indent * em + {"center": slack / 2, "right": slack}.get(block.align, 0.0) - lead
            gap = slack / (b - a - 1) if full and b < len(tokens) and b - a > 1 else 0.0
            stretch = gap if 0 < gap <= MOST_STRETCH * em else 0.0
            lines.append(Line(tuple(tokens[a:b]), x, y + drop, natural, marker, stretch))
            marker = ()
            y += block.leading * em
    return Setting(tuple(lines), scale, y)


def _height(blocks: Sequence[Block], paragraphs: Sequence[list[Paragraph]], width: float, scale: float) -> float:
    """How high `_set` makes the blocks: the lines are counted, not evened, as most sizes are tried in vain.

    TooLong where one token is wider than its line.
    """
    y = 0.0
    for number, (block, parted) in enumerate(zip(blocks, paragraphs, strict=True)):
        em = block.size * scale * MM_PER_PT
        if number:
            y += block.gap * em
        measure = (width - block.indent * em) / scale
        for paragraph in parted:
            if paragraph.widest > measure + SLACK:
                raise TooLong(paragraph.widest - measure, "wide")
            for _ in range(counted(paragraph.pieces, measure)[-1]):
                y += block.leading * em
    return y


def _parted(tokens: list[Token]) -> Iterator[list[Token]]:
    """The tokens between forced ends of lines."""
    start = 0
    for end in [*(i for i, t in enumerate(tokens) if t.forced and i), len(tokens)]:
        if end > start:
            yield tokens[start:end]
        start = end


def _paragraph(tokens: list[Token]) -> Paragraph:
    pieces = Pieces([t.width for t in tokens], [t.space for t in tokens], [t.hang for t in tokens])
    return Paragraph(tokens, pieces, pieces.widest)


def marks(fonts: Fonts, setting: Setting, at: tuple[float, float], matrix: Matrix, src: str) -> Iterator[Text]:
    """The set lines as marks, their box's top-left corner at `at` in the coordinates that `matrix` brings to the face."""
    for line in setting.lines:
        y = at[1] + line.baseline
        if line.marker:
            yield from _placed(fonts, list(line.marker), at[0], y, setting.scale, matrix, src)
        parts: list[Part] = []
        for n, token in enumerate(line.tokens):
            if n and (nearer := min(token.space, 0.0) * setting.scale + line.stretch):
                parts[-1] = _moved(parts[-1], nearer / setting.scale)
            if n:
                parts += token.blank
            parts += token.parts
        yield from _placed(fonts, parts, at[0] + line.x, y, setting.scale, matrix, src)


def _moved(part: Part, by: float) -> Part:
    """The part with so many mm (at the wanted size) added behind it."""
    word = part.word
    last = word.glyphs[-1]
    more = by / (part.style.size * MM_PER_PT / 1000)
    glyphs = (*word.glyphs[:-1], last._replace(ax=round(last.ax + more, 3)))
    return part._replace(word=word._replace(glyphs=glyphs, advance=word.advance + more))


def _placed(fonts: Fonts, parts: list[Part], x: float, y: float, scale: float, matrix: Matrix, src: str) -> Iterator[Text]:
    for (style, _), run in groupby(parts, lambda part: (part.style, part.word.font)):
        words = tuple(part.word for part in run)
        style = style._replace(size=style.size * scale)
        yield text_mark(fonts, words, style, x, y, matrix, src)
        x += sum(width_mm(w, style) for w in words)


def text_mark(
    fonts: Fonts,
    words: tuple[Word, ...],
    style: Style,
    x: float,
    y: float,
    matrix: Matrix,
    src: str,
    vertical: bool = False,
) -> Text:
    """A run whose pen starts at (x, y) in the coordinates that `matrix` brings to the face."""
    s = style.size * MM_PER_PT / 1000
    whole = matrix.after(Matrix(s, 0, 0, -s, x, y))
    box = _ink_box(fonts, words, style.tracking, whole, vertical)
    return Text(words, whole, style.size, style.tracking, vertical, style.paint, box, style.fact, src)


def _ink_box(fonts: Fonts, words: tuple[Word, ...], tracking: float, m: Matrix, vertical: bool) -> Rect:
    left, bottom, right, top = 1e9, 1e9, -1e9, -1e9
    pen_x = pen_y = 0.0
    for word in words:
        near, low, far, high, x, y = fonts.ink_box(word, tracking, vertical)
        if near <= far:
            left, bottom = min(left, pen_x + near), min(bottom, pen_y + low)
            right, top = max(right, pen_x + far), max(top, pen_y + high)
        pen_x, pen_y = pen_x + x, pen_y + y
    if left > right:
        left = right = bottom = top = 0.0
    corners = [m.apply(x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
