"""Text elements: titles set along a line or down a column, and boxes of running text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

from cardgen.face import Mark, Word
from cardgen.findings import Refused, short
from cardgen.fonts import Fonts
from cardgen.paths import number
from cardgen.scripts import is_cjk, script_runs
from cardgen.svg.prose import UNKNOWN_ELEMENT, blocks
from cardgen.svg.style import BAD_ATTRIBUTE, BLACK, SVG, Fault, State, seen
from cardgen.typeset import (
    STEP,
    NoGlyph,
    Style,
    TooLong,
    fit,
    marks,
    shape_whole,
    text_mark,
    width_mm,
)
from cardgen.units import MM_PER_PT, Matrix, parse_pt

_APART = "-liga,-clig"
Inherit = Callable[[State, Element], State]
Report = Callable[[NoGlyph | TooLong | Refused, str, str, str], None]


class _Chunk(NamedTuple):
    """Text set from one point: its pieces with their states."""

    x: float
    y: float
    pieces: list[tuple[str, State]]


class _Set(NamedTuple):
    """A shaped piece: upright words, or a word laid on its side where it is `turned`."""

    word: Word
    style: Style
    state: State
    turned: bool

    @property
    def length(self) -> float:
        return width_mm(self.word, self.style)


class Lettering:
    """Sets the text elements of one template with the given fonts; what cannot be set is told to `report`."""

    def __init__(self, fonts: Fonts, report: Report) -> None:
        self.fonts = fonts
        self.report = report

    def style(self, state: State) -> Style:
        key = self.fonts.find(state.family, state.weight, state.italic)
        tracking = state.tracking / (state.size * MM_PER_PT) * 1000 if state.tracking else 0.0
        features = state.features
        if tracking:  # as in CSS: letters set apart are not drawn together
            features = f"{features},{_APART}" if features else _APART
        return Style(key, state.size, state.fill or BLACK, features, tracking, state.fact)

    def running(self, e: Element, state: State, inherit: Inherit) -> Iterator[Mark]:
        """A `foreignObject`: blocks at the largest size that fits its box, top, middle or bottom of it."""
        x, y, w, h = (number(e.get(side, "0")) for side in ("x", "y", "width", "height"))
        wanted, floor = _fit_range(e, state)
        state = state._replace(size=wanted)
        said = " ".join("".join(e.itertext()).split())
        if not said:
            return
        try:
            set_blocks = blocks(e, state, inherit, self.style)
            setting = fit(self.fonts, set_blocks, w, h, wanted, floor)
        except (NoGlyph, TooLong, Refused) as fault:
            self.report(fault, said, f'"{short(said)}" in a box of {w:g} x {h:g} mm', state.at)
            return
        e.set("font-size", f"{wanted * setting.scale * MM_PER_PT:.4f}")  # so that a sample shows what was printed
        spare = h - setting.height
        drop = {"middle": spare / 2, "bottom": spare}.get(e.get("data-align", "top"), 0.0)
        yield from marks(self.fonts, setting, (x, y + drop), state.matrix, state.at)

    def text(self, e: Element, state: State, inherit: Inherit) -> Iterator[Mark]:
        """A `text`: chunks from their points; with `data-width` and `data-fit` it may shrink to its floor."""
        wanted, floor = _fit_range(e, state)
        room = number(e.get("data-width", "inf")) if e.get("data-width") else float("inf")
        chunks: list[_Chunk] = [_Chunk(number(e.get("x", "0")), number(e.get("y", "0")), [])]
        self._gather(e, state._replace(size=wanted), inherit, chunks)
        for chunk in chunks:
            pieces = _trimmed(chunk.pieces)
            said = "".join(text for text, _ in pieces)
            if not said:
                continue
            try:
                row = self._shrunk(pieces, wanted, floor, room)
            except (NoGlyph, TooLong, Refused) as fault:
                self.report(fault, said, f'"{short(said)}" on a line of {room:g} mm', state.at)
                continue
            if e.get("data-fit"):
                e.set("font-size", f"{row[0].style.size * MM_PER_PT:.4f}")
            yield from self._run(row, chunk, state)

    def _shrunk(self, pieces: list[tuple[str, State]], wanted: float, floor: float, room: float) -> list[_Set]:
        size = wanted
        while True:
            row = [s for text, state in pieces for s in self._shaped(text, state._replace(size=state.size * size / wanted))]
            over = sum(s.length for s in row) - room
            if over <= 1e-6:
                return row
            if size <= floor + 1e-9:
                raise TooLong(over, "long")
            size = max(floor, size - STEP)

    def _shaped(self, text: str, state: State) -> Iterator[_Set]:
        seen(state, text)
        if state.stroke and state.stroke_width:
            raise Fault(BAD_ATTRIBUTE, "text is not drawn with a stroke", 'take it away here: class="stroke-none"')
        style = self.style(state)
        if not state.vertical:
            yield _Set(shape_whole(self.fonts, style.font, text, style.features), style, state, False)
            return
        for run in script_runs(text):
            upright = is_cjk(run[0])
            yield _Set(shape_whole(self.fonts, style.font, run, style.features, vertical=upright), style, state, not upright)

    def _run(self, row: list[_Set], chunk: _Chunk, state: State) -> Iterator[Mark]:
        length = sum(s.length for s in row)
        back = {"middle": length / 2, "end": length}.get(row[0].state.anchor, 0.0)
        x, y = chunk.x, chunk.y
        if state.vertical:
            y -= back
        else:
            x -= back
        for s in row:
            m = s.state.matrix
            if s.turned:
                # a Latin word in a column lies on its side, its middle on the column's
                metrics = self.fonts.metrics(s.word.font)
                off = (metrics.ascent - metrics.descent) / 2 * s.style.size * MM_PER_PT / 1000
                turn = m.after(Matrix(0, 1, -1, 0, x - off, y))
                yield text_mark(self.fonts, (s.word,), s.style, 0, 0, turn, s.state.at)
            else:
                yield text_mark(self.fonts, (s.word,), s.style, x, y, m, s.state.at, vertical=state.vertical)
            if state.vertical:
                y += s.length
            else:
                x += s.length

    def _gather(self, e: Element, state: State, inherit: Inherit, chunks: list[_Chunk]) -> None:
        chunks[-1].pieces.append((e.text or "", state))
        for child in e:
            name = str(child.tag).removeprefix(SVG)
            if name in ("title", "desc"):
                pass
            elif name != "tspan":
                raise Fault(UNKNOWN_ELEMENT, f"<{name}> is not known inside <text>", "tspan is")
            else:
                inner = inherit(state, child)
                if child.get("x") or child.get("y"):
                    x, y = chunks[-1].x, chunks[-1].y
                    chunks.append(_Chunk(number(child.get("x", str(x))), number(child.get("y", str(y))), []))
                self._gather(child, inner, inherit, chunks)
            chunks[-1].pieces.append((child.tail or "", state))


def _fit_range(e: Element, state: State) -> tuple[float, float]:
    """The size wanted and the floor, in points: `data-fit="8pt 6.5pt"`, or the font-size for both."""
    fit_text = e.get("data-fit")
    if fit_text is None:
        return state.size, state.size
    return _sizes(fit_text)


@lru_cache(maxsize=64)
def _sizes(fit_text: str) -> tuple[float, float]:
    try:
        sizes = [parse_pt(word) for word in fit_text.split()]
    except ValueError as error:
        raise Fault(BAD_ATTRIBUTE, f"data-fit: {error}") from None
    if len(sizes) != 2 or sizes[0] < sizes[1] or sizes[1] <= 0:
        raise Fault(BAD_ATTRIBUTE, f'data-fit="{fit_text}" is not a size and a floor', 'as in data-fit="8pt 6.5pt"')
    return sizes[0], sizes[1]


def _trimmed(pieces: list[tuple[str, State]]) -> list[tuple[str, State]]:
    """White space as SVG's default has it: collapsed, none at the ends."""
    out: list[tuple[str, State]] = []
    blank = True
    for text, state in pieces:
        text = re.sub(r"[ \t\r\n]+", " ", text)
        text = text.lstrip(" ") if blank else text
        if text:
            out.append((text, state))
            blank = text.endswith(" ")
    if out:
        out[-1] = (out[-1][0].rstrip(" "), out[-1][1])
    return [p for p in out if p[0]]
