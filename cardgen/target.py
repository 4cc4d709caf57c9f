"""The two sides of a calibration target: scales in mm on the front, and behind each the lines that are read on it.

A long line of the back stands at nought where front and back lie true. Its shorter neighbours are a vernier: nine tenths of a
millimetre apart, so that the one which runs straight on into a line of the scale tells the tenths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.face import Mark, Shape, Stroke
from cardgen.fonts import Fonts
from cardgen.impose import BLACK, Page, Paper, Strip
from cardgen.register import Spot, spots
from cardgen.typeset import Style, shape, text_mark, width_mm
from cardgen.units import IDENTITY, Matrix

REACH = 10
"""A scale goes so many mm to both sides of its nought."""
TENTHS = 5
_VERNIER = 0.9
_PEN = 0.15
"""The width of a line in mm: seen through office paper against a lamp, and thinner than a tenth and a half."""
_LONG = 7.0
_SMALL, _BODY, _TITLE = 6.5, 9.5, 15.0
"""Type sizes in points."""
_LEADING = 5.2
_HALF = 0.75
"""Half the height of a small figure (mm)."""
_LEFT = 24.0
"""Where the words begin, in mm from the paper's left edge."""

HOW = (
    "Print this file at 100 % (actual size, no fitting to the page), on both sides, turned about the long edge.",
    "The line at the foot of the sheet must measure 50 mm.",
    "Hold the sheet against a lamp or a window, this side towards you, its top up.",
    "At each place the long line of the back crosses two scales: one across, one down. Read off both, in mm;",
    "to the right and down are plus, to the left and up are minus.",
    "For tenths look at the short lines of the back, numbered −5 to 5: the one that runs straight on into a line",
    "of the scale is the number of tenths to add to (or, with a minus, to take from) the nearest whole millimetre.",
)
THEN = (
    "Type what you read, under a name for the printer. What cannot be read is left out; two places are enough:",
    "   cardgen calibrate --printer NAME {paper}--top-left 0.4mm,-0.2mm --top-right 0.5mm,-0.1mm",
    "      --middle 0.4mm,-0.2mm --bottom-left 0.3mm,-0.3mm --bottom-right 0.4mm,-0.1mm",
    "From then on its backs are put right by:  cardgen build GAME --printer NAME",
)
BEHIND = "This side is read from the other one, through the paper."
CHECK = (
    "This sheet is put right for the printer “{printer}”: every long line should stand at 0.",
    "Where one is more than two tenths off, print the target without --printer and read it anew.",
)


def target(fonts: Fonts, paper: Paper, strip: Strip, named: str, printer: str = "") -> Iterator[Page]:
    """A front and its back; `named` is the paper's name, `printer` whom the back is put right for ("" for none)."""
    label = f"{named} target" + (f" for {printer}" if printer else "")
    front = [mark for name, spot in spots(paper.width, paper.height).items() for mark in _scales(fonts, name, spot)]
    words = [text.format(printer=printer) for text in CHECK] if printer else HOW
    front += _lines(fonts, "Do backs lie behind their fronts?", words, 58.0)
    if not printer:
        then = [text.format(paper="" if named == "a4" else f"--paper {named} ") for text in THEN]
        front += _lines(fonts, "What you read", then, paper.height / 2 + 24)
    through = Matrix(a=-1, e=paper.width)  # the back as it is seen through the paper
    back = [mark for spot in spots(paper.width, paper.height).values() for mark in _verniers(fonts, spot, through)]
    back += _words(fonts, BEHIND, paper.width / 2, 58.0, "middle", _BODY)
    for side, marks in (("front", front), ("back", back)):
        row = strip(paper, "below", f"{label} {side}")
        yield Page(paper.width, paper.height, None, None, (), (*marks, *row), f"{label} {side}", behind=side == "back")


def _ways(spot: Spot) -> tuple[tuple[Matrix, bool], tuple[Matrix, bool]]:
    """The maps that lay a scale across and down, its other side to the right; whether it lies across."""
    return (Matrix(e=spot.across[0], f=spot.across[1]), True), (Matrix(0, 1, 1, 0, *spot.down), False)


def _scales(fonts: Fonts, name: str, spot: Spot) -> Iterator[Mark]:
    """The two scales of a place: across with its ticks upwards, down with its ticks to the left."""
    for way, across in _ways(spot):
        yield _line(-REACH, 0, REACH, 0, way)
        for at in range(-REACH, REACH + 1):
            yield _line(at, 0, at, -(3.2 if at % 5 == 0 else 2.0), way)
            if at % 5 == 0:
                x, y = way.apply(at, -4.0)
                yield from _words(fonts, _signed(at), x, y if across else y + _HALF, "middle" if across else "end")
    (x, y), (beside, level) = spot
    yield from _words(fonts, name, x, y + _LONG + 4.0, "middle")
    yield from _words(fonts, "across", x, y - 8.0, "middle")
    yield from _words(fonts, "down", beside, level - REACH - 2.5, "middle")


def _verniers(fonts: Fonts, spot: Spot, through: Matrix) -> Iterator[Mark]:
    """What is read on the scales of a place: a long line at nought, short ones on the side where the scale has none."""
    for way, across in _ways(spot):
        m = through.after(way)
        yield _line(0, -_LONG, 0, _LONG, m)
        for tenth in range(-TENTHS, TENTHS + 1):
            at = tenth * _VERNIER
            if tenth:
                yield _line(at, 0, at, 2.4, m)
            if abs(tenth) == TENTHS:
                x, y = way.apply(at, 3.4)
                dy, anchor = (1.2, "middle") if across else (_HALF, "start")
                yield from _words(fonts, _signed(tenth), x, y + dy, anchor, m=through)


def _line(x1: float, y1: float, x2: float, y2: float, m: Matrix) -> Shape:
    return Shape((("M", m.apply(x1, y1)), ("L", m.apply(x2, y2))), None, Stroke(BLACK, _PEN), False, "target")


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def _words(
    fonts: Fonts, text: str, x: float, y: float, anchor: str = "start", size: float = _SMALL, m: Matrix = IDENTITY
) -> Iterator[Mark]:
    """Words that begin, end or have their middle at a point of what `m` brings to the page."""
    style = Style(fonts.find("EB Garamond", 500, False), size, BLACK)
    words = shape(fonts, style.font, text)
    wide = sum(width_mm(word, style) for word in words)
    yield text_mark(fonts, words, style, x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor], y, m, "target")


def _lines(fonts: Fonts, title: str, lines: Iterable[str], y: float) -> Iterator[Mark]:
    """A title and lines below it; a line that begins with spaces is a command, or what goes on of one."""
    yield from _words(fonts, title, _LEFT, y, size=_TITLE)
    for number, text in enumerate(lines, 1):
        words = text.lstrip()
        yield from _words(fonts, words, _LEFT + len(text) - len(words), y + 3 + number * _LEADING, size=_BODY)
