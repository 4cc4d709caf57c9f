"""Marks into PDF operators: one match statement turns drawing into paper. Coordinates stay millimetres, y downwards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, Protocol

from cardgen.face import Clipped, Fact, Mark, Segment, Shape, Stencil, Stroke, Text, Tone, Word
from cardgen.fonts import Fonts
from cardgen.ink import Inks, Paint, tinted
from cardgen.profile import Press


class Colour(StrEnum):
    """What the inks become: process colours, the spots as plates of their own, the black that they hold and no other, or
    their stated screen colours.
    """

    PROCESS = "process"
    SPOT = "spot"
    BLACK = "black"
    SCREEN = "screen"


class Names(Protocol):
    """Who names the resources that content speaks of, and so writes them."""

    def font(self, key: str) -> str: ...
    def tone(self, mark: Tone) -> str: ...
    def stencil(self, mark: Stencil) -> str: ...
    def spot(self, ink: str) -> str: ...
    def overprint(self, on: bool) -> str: ...


class Content(NamedTuple):
    """Operators, and the resources they use by category ("Font", "XObject", "ColorSpace", "ExtGState")."""

    data: bytes
    resources: tuple[tuple[str, str], ...]


_WORDS = 8192
_TEXTS = 512
"""Words and runs of text remembered at most, so that a very long deck of ever new ones does not fill the memory."""


class Glyphs:
    """Which glyphs of which typeface a file shows, and what each reads as. The first reading of a glyph is the font's;
    a word in which one of its glyphs reads otherwise says its text itself (ActualText).
    """

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.used: dict[str, dict[int, str]] = {}
        self._widths: dict[str, dict[int, float]] = {}
        self._shown: dict[int, tuple[Word, tuple[str, bool, bool]]] = {}
        self.texts: dict[Text, tuple[str, list[tuple[str, str]]]] = {}

    def shown(self, word: Word) -> tuple[str, bool, bool]:
        """The inside of a TJ array for a word set along a line, whether it must say its text itself, and whether a glyph
        of it is raised, which no TJ array tells.
        """
        # words are shared, so that one is known by its identity, which stays its own as the word is kept too
        found = self._shown.get(id(word))
        if found is None:
            if len(self._shown) >= _WORDS:
                self._shown.clear()
            found = self._shown[id(word)] = (word, self._array(word))
        return found[1]

    def note(self, word: Word) -> bool:
        """Count the word's glyphs as used; whether its text would be read wrongly from them."""
        used = self.used.setdefault(word.font, {})
        odd = False
        for glyph in word.glyphs:
            odd |= used.setdefault(glyph.gid, glyph.text) != glyph.text or not glyph.text
        return odd

    def width(self, font: str, gid: int) -> float:
        widths = self._widths.setdefault(font, {})
        if gid not in widths:
            widths.update(self.fonts.advances(font, (gid,)))
        return widths[gid]

    def _array(self, word: Word) -> tuple[str, bool, bool]:
        odd = self.note(word)
        out: list[str] = []
        codes = ""
        carry = 0.0
        for g in word.glyphs:
            before = carry - g.dx
            if abs(before) > 0.05:
                out.append(f"<{codes}>{num(before)}" if codes else num(before))
                codes = ""
            codes += f"{g.gid:04x}"
            carry = self.width(word.font, g.gid) - g.ax + g.dx
        out.append(f"<{codes}>")
        if abs(carry) > 0.05:
            out.append(num(carry))
        return "".join(out), odd, any(g.dy for g in word.glyphs)


@lru_cache(maxsize=16384)
def num(value: float) -> str:
    """A number as PDF writes it: at most four decimals, no exponent, no trailing noughts."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@lru_cache(maxsize=1024)
def _turn(a: float, b: float, c: float, d: float) -> str:
    return f"{num(a)} {num(b)} {num(c)} {num(d)}"


@lru_cache(maxsize=256)
def _process(parts: tuple[float, ...]) -> str:
    # in 255ths, as pictures have them: a picture's ground and the panel beside it are the same tint to the last level
    return " ".join(num(round(part * 255) / 255) for part in parts)


class Drawer:
    """Draws marks with one set of inks; knows the graphics state, so that nothing is said twice."""

    def __init__(self, inks: Inks, colour: Colour, glyphs: Glyphs, names: Names, press: Press | None = None) -> None:
        self.outlines = press is not None and press.text == "outlines"
        self.inks = inks
        # a varnish is nothing where no plate is made of it; what tells a knife where to go is there at home, too
        self.left_out = frozenset(
            name for name, ink in inks.items() if (not press.spots and ink.is_plate_only if press else ink.finish)
        )
        self.colour = colour
        self.glyphs = glyphs
        self.names = names
        self.painted: set[str] = set()

    def draw(self, marks: Iterable[Mark]) -> Content:
        self.out: list[str] = []
        self.resources: dict[tuple[str, str], None] = {}
        self._reset()
        for mark in marks:
            self._mark(mark)
        return Content("\n".join(self.out).encode("ascii"), tuple(self.resources))

    def _reset(self) -> None:
        self.fill: Paint | None = None
        self.stroke: Paint | None = None
        self.pen: tuple[object, ...] | None = None
        self.miter = 10.0  # what PDF begins with
        self.over = False

    def _mark(self, mark: Mark) -> None:
        match mark:
            case Text() | Stencil() if mark.paint.ink in self.left_out:
                pass
            case Text():
                self._text(mark)
            case Shape(path, fill, stroke, even_odd):
                fill = None if fill and fill.ink in self.left_out else fill
                stroke = None if stroke and stroke.paint.ink in self.left_out else stroke
                if fill is None and stroke is None:
                    return
                if fill and stroke and self._overprints(fill) != self._overprints(stroke.paint):
                    # a black line overprints also where the shape that it goes round does not
                    self._shape(path, fill, None, even_odd)
                    fill = None
                self._shape(path, fill, stroke, even_odd)
            case Tone():
                name = self.names.tone(mark)
                self._overprint(False)
                self._image(name, mark.matrix)
            case Stencil():
                name = self.names.stencil(mark)
                self._overprint(self._overprints(mark.paint))
                self._fill(mark.paint)
                self._image(name, mark.matrix)
            case Clipped(()):
                pass  # nothing is seen through it
            case Clipped(path, marks, _, even_odd):
                self.out += ["q", _operators(path) + (" W* n" if even_odd else " W n")]
                kept = self.fill, self.stroke, self.pen, self.miter, self.over
                for inner in marks:
                    self._mark(inner)
                self.fill, self.stroke, self.pen, self.miter, self.over = kept
                self.out.append("Q")
            case Fact():
                pass

    def _shape(self, path: tuple[Segment, ...], fill: Paint | None, stroke: Stroke | None, even_odd: bool) -> None:
        self._overprint(self._overprints(fill) and (stroke is None or self._overprints(stroke.paint)))
        self._fill(fill)
        self._pen(stroke)
        self.out.append(_operators(path))
        self.out.append(_painted(fill, stroke, even_odd))

    def _image(self, name: str, m: tuple[float, ...]) -> None:
        self.resources["XObject", name] = None
        a, b, c, d, e, f = m
        # an image's first row is at its top: PDF's unit square stands the other way up
        matrix = (a, b, -c, -d, e + c, f + d)
        self.out.append(f"q {' '.join(num(v) for v in matrix)} cm /{name} Do Q")

    def _text(self, mark: Text) -> None:
        self._overprint(self._overprints(mark.paint))
        self._fill(mark.paint)
        # a run of one word (a number in a table) stands on other cards too, a line of text hardly does
        text, fonts = self._kept(mark) if len(mark.words) == 1 else self._written(mark)
        self.resources.update(dict.fromkeys(fonts))
        self.out.append(text)

    def _kept(self, mark: Text) -> tuple[str, list[tuple[str, str]]]:
        texts = self.glyphs.texts
        written = texts.get(mark)
        if written is None:
            if len(texts) >= _TEXTS:
                texts.clear()
            written = texts[mark] = self._written(mark)
        return written

    def _written(self, mark: Text) -> tuple[str, list[tuple[str, str]]]:
        """A run's operators, and the fonts that they name."""
        if self.outlines:
            return self._outlined(mark), []
        fonts: list[tuple[str, str]] = []
        m, size = mark.matrix, mark.size
        k = 1000 / size
        turn = _turn(m.a * k, m.b * k, m.c * k, m.d * k)
        out = ["BT"]
        if mark.tracking and not mark.vertical:
            out.append(f"{num(mark.tracking * size / 1000)} Tc")
        x = y = 0.0
        font = ""
        placed = False
        for word in mark.words:
            if word.font != font:
                font = word.font
                name = self.names.font(font)
                fonts.append(("Font", name))
                out.append(f"/{name} {num(size)} Tf")
            array, odd, raised = ("", False, True) if mark.vertical else self.glyphs.shown(word)
            if raised:
                x, y = self._glyph_by_glyph(out, word, mark, turn, x, y)
                placed = False
                continue
            if not placed:
                at = m.apply(x, y)
                out.append(f"{turn} {num(at[0])} {num(at[1])} Tm")
                placed = True
            shown = f"[{array}] TJ"
            out.append(_saying(word, shown) if odd else shown)
            x += word.advance + mark.tracking * len(word.glyphs)
        if mark.tracking and not mark.vertical:
            out.append("0 Tc")
        out.append("ET")
        return " ".join(out), fonts

    def _glyph_by_glyph(self, out: list[str], word: Word, mark: Text, turn: str, x: float, y: float) -> tuple[float, float]:
        odd = self.glyphs.note(word)
        shown = []
        for g in word.glyphs:
            at = mark.matrix.apply(x + g.dx, y + g.dy)
            shown.append(f"{turn} {num(at[0])} {num(at[1])} Tm <{g.gid:04x}> Tj")
            x += g.ax + (0 if mark.vertical else mark.tracking)
            y += g.ay - (mark.tracking if mark.vertical else 0)
        text = " ".join(shown)
        # a column would be read as so many lines of one sign each
        out.append(_saying(word, text) if odd or (mark.vertical and len(shown) > 1) else text)
        return x, y

    def _outlined(self, mark: Text) -> str:
        """A run as one path: no font is left for a shop to have or to lack."""
        path = self.glyphs.fonts.outlined(mark)
        return f"{_operators(path)} f" if path else ""

    def _fill(self, paint: Paint | None) -> None:
        if paint and paint != self.fill:
            self.fill = paint
            self.out.append(self._paint(paint, "k", "cs", "scn", "rg", "g"))

    def _pen(self, stroke: Stroke | None) -> None:
        if stroke is None:
            return
        if stroke.paint != self.stroke:
            self.stroke = stroke.paint
            self.out.append(self._paint(stroke.paint, "K", "CS", "SCN", "RG", "G"))
        pen = stroke[1:-1]
        if pen != self.pen:
            self.pen = pen
            dashes = " ".join(num(d) for d in stroke.dash)
            self.out.append(f"{num(stroke.width)} w {stroke.cap} J {stroke.join} j [{dashes}] 0 d")
        if stroke.join == 0 and stroke.miter != self.miter:
            self.miter = stroke.miter
            self.out.append(f"{num(stroke.miter)} M")

    def _paint(self, paint: Paint, process: str, space: str, spot: str, screen: str, grey: str) -> str:
        ink = self.inks[paint.ink]
        self.painted.add(ink.name)
        if self.colour is Colour.SCREEN:
            mixed = (255 - (255 - part) * paint.tint for part in ink.screen)
            return " ".join(num(part / 255) for part in mixed) + f" {screen}"
        if ink.is_plate_only or (self.colour is Colour.SPOT and ink.spot):
            name = self.names.spot(ink.name)
            self.resources["ColorSpace", name] = None
            return f"/{name} {space} {num(paint.tint)} {spot}"
        if self.colour is Colour.BLACK:
            return f"{_process((1 - ink.cmyk[3] * paint.tint,))} {grey}"
        return f"{_process(tinted(ink, paint.tint))} {process}"

    def _overprints(self, paint: Paint | None) -> bool:
        """Solid black alone overprints, so that a plate out of register shows no white edge (GWG 2022, R0009 and R0010); and
        so do the lines that are not printed.
        """
        return paint is None or (paint.ink == "black" and paint.tint == 1) or self.inks[paint.ink].is_plate_only

    def _overprint(self, on: bool) -> None:
        if on != self.over and self.colour is not Colour.SCREEN:
            self.over = on
            name = self.names.overprint(on)
            self.resources["ExtGState", name] = None
            self.out.append(f"/{name} gs")


def _saying(word: Word, shown: str) -> str:
    text = "".join(g.text for g in word.glyphs).encode("utf-16-be").hex().upper()
    return f"/Span << /ActualText <FEFF{text}> >> BDC {shown} EMC"


_STEP = {"M": "%.4f %.4f m", "L": "%.4f %.4f l", "C": "%.4f %.4f %.4f %.4f %.4f %.4f c", "Z": "h"}
_NOUGHTS = re.compile(r"\.0000(?= )|(?<=\d)0+(?= )")
_MINUS = re.compile(r"(?<![\d.])-0(?= )")


@lru_cache(maxsize=8192)
def _operators(path: tuple[Segment, ...]) -> str:
    """A path's operators, its numbers as `num` writes them: all at once, as letters set as outlines have thousands."""
    text = " ".join([_STEP[op] for op, _ in path]) % tuple(chain.from_iterable(values for _, values in path))
    return _MINUS.sub("0", _NOUGHTS.sub("", text))


def _painted(fill: Paint | None, stroke: Stroke | None, even_odd: bool) -> str:
    if fill and stroke:
        return "B*" if even_odd else "B"
    return ("f*" if even_odd else "f") if fill else "S"
