"""Faces: one printed side of a piece, as data. Everything after `compose` sees faces only.

Marks are flat: every transform is already worked into their millimetres (origin at the trim's top-left corner, y
downwards). They are tuples, so that two equal faces are equal and a face can be kept, hashed and dumped as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardgen.ink import Paint
from cardgen.units import Matrix, Rect

Segment = tuple[str, tuple[float, ...]]
"""One step of a path: M and L with x, y; C with three points; Z with none. Millimetres."""


class Stroke(NamedTuple):
    """How a path is drawn along: its paint, width in mm, cap and join as PDF numbers them, dashes in mm, miter limit."""

    paint: Paint
    width: float
    cap: int = 0
    join: int = 0
    dash: tuple[float, ...] = ()
    miter: float = 4.0


class Shape(NamedTuple):
    """A path, filled or stroked or both."""

    path: tuple[Segment, ...]
    fill: Paint | None
    stroke: Stroke | None
    even_odd: bool
    src: str


class Glyph(NamedTuple):
    """One glyph of a word in thousandths of an em: its number in the font, how far it moves the pen, how it is shifted,
    and the characters it stands for (empty for the later glyphs of a cluster).
    """

    gid: int
    ax: float
    ay: float
    dx: float
    dy: float
    text: str


class Word(NamedTuple):
    """A shaped piece of text in one font: what is drawn, and what is read when it is copied out."""

    font: str
    glyphs: tuple[Glyph, ...]
    advance: float

    def __hash__(self) -> int:
        # words are looked up by the dozen on every card: few of their glyphs are gone through, yet enough to tell apart
        # the words of a script whose letters are all as wide
        glyphs = self.glyphs
        ends = (glyphs[0].gid, glyphs[-1].gid) if glyphs else None
        return hash((self.font, self.advance, len(glyphs), ends))


class Text(NamedTuple):
    """A run of set text. The matrix brings thousandths of the font's em, y upwards, to the face's millimetres.

    `size` is the type size in points, `tracking` in thousandths of an em after every glyph, `box` the ink-safe rectangle
    of the run in mm, `fact` the name of what it states of the rules (empty where it states none).
    """

    words: tuple[Word, ...]
    matrix: Matrix
    size: float
    tracking: float
    vertical: bool
    paint: Paint
    box: Rect
    fact: str
    src: str

    @property
    def string(self) -> str:
        return "".join(g.text for w in self.words for g in w.glyphs)


class Tone(NamedTuple):
    """A picture of at most two plates. The matrix brings the unit square (y downwards) to the face's millimetres.

    `art` is its reference ("art/duel/ronin.svg"), `box` the part of the art that is shown, in the art's own millimetres.
    """

    art: str
    box: Rect
    matrix: Matrix
    ink: str
    red: str
    ground: str
    src: str


class Stencil(NamedTuple):
    """A seal: a hard-edged mask through which one ink is laid. `seal` says what is carved ("技 haku 9 seed")."""

    seal: str
    size: float
    matrix: Matrix
    paint: Paint
    box: Rect
    src: str


class Clipped(NamedTuple):
    """Marks seen only inside a path."""

    path: tuple[Segment, ...]
    marks: tuple[Mark, ...]
    src: str
    even_odd: bool = False


class Fact(NamedTuple):
    """What a drawing without words states of the rules (an arrow, a row of pips): its name and the value drawn."""

    name: str
    value: str
    src: str


Mark = Shape | Text | Tone | Stencil | Clipped | Fact


class Face(NamedTuple):
    """One printed side: its name for people, its trimmed size, how far ink runs past the trim, its marks in order."""

    name: str
    trim: Rect
    bleed: float
    marks: tuple[Mark, ...]


class Wanted(NamedTuple):
    """A picture that faces ask of the ink engine: a tone's art, the part shown (mm) and its printed scale; or a seal and
    its size (mm, in `box`).
    """

    kind: str
    what: str
    box: tuple[float, float, float, float]
    scale: float


def wanted(mark: Mark) -> Wanted | None:
    """What a mark asks of the ink engine, if anything; rounded to a micrometre, so that equal pictures are one."""
    match mark:
        case Tone(art, box, m):
            sides = (round(box.x, 3), round(box.y, 3), round(box.w, 3), round(box.h, 3))
            return Wanted("tone", art, sides, round((m.a * m.a + m.b * m.b) ** 0.5 / box.w, 4))
        case Stencil(seal, size):
            return Wanted("seal", seal, (0, 0, round(size, 3), round(size, 3)), 1.0)
    return None


def walk(marks: tuple[Mark, ...]) -> Iterator[Mark]:
    """Every mark in painting order, those inside a clip among them."""
    for mark in marks:
        yield mark
        if isinstance(mark, Clipped):
            yield from walk(mark.marks)


def dump(face: Face) -> str:
    """The face as readable lines, one mark a line: the golden form of tests."""
    lines = [f"face {face.name} {face.trim.w:g} x {face.trim.h:g} mm, bleed {face.bleed:g}"]
    lines += _dumped(face.marks, "  ")
    return "\n".join(lines) + "\n"


def _dumped(marks: tuple[Mark, ...], indent: str) -> Iterator[str]:
    for mark in marks:
        match mark:
            case Shape(path, fill, stroke):
                drawn = [f"fill {fill}" if fill else "", f"stroke {stroke.paint} {stroke.width:.3g}" if stroke else ""]
                yield f"{indent}shape {_path(path)} {' '.join(d for d in drawn if d)}"
            case Text(words, m, size, _, _, paint, box, fact):
                fonts = "+".join(dict.fromkeys(w.font for w in words))
                tag = f" fact={fact}" if fact else ""
                yield f"{indent}text {mark.string!r} {fonts} {size:g}pt at {m.e:.2f},{m.f:.2f} {paint}{tag}"
            case Tone(art, _, m, ink, red, ground):
                yield f"{indent}tone {art} {m.a:.2f}x{m.d:.2f} at {m.e:.2f},{m.f:.2f} {ink}/{red} on {ground}"
            case Stencil(seal, size, _, paint, box):
                yield f"{indent}seal {seal} {size:g} mm at {box.x:.2f},{box.y:.2f} {paint}"
            case Clipped(path, inner, _, even_odd):
                yield f"{indent}clip {'evenodd ' if even_odd else ''}{_path(path)}"
                yield from _dumped(inner, indent + "  ")
            case Fact(name, value):
                yield f"{indent}fact {name}={value}"


def _path(path: tuple[Segment, ...]) -> str:
    steps = (op + ",".join(f"{v:.2f}".rstrip("0").rstrip(".") for v in values) for op, values in path)
    text = " ".join(steps)
    return text if len(text) <= 120 else f"{text[:110]}… {len(path)} steps"
