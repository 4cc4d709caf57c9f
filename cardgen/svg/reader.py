"""The reader itself: a filled template's elements, one after the other, into marks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import hypot
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from cardgen import paths
from cardgen.face import Clipped, Fact, Mark, Segment, Shape, Stencil, Stroke, Tone
from cardgen.findings import Code, Finding, Refused, Span, nearest
from cardgen.fonts import SEAL_FACE, UNKNOWN_FONT, Fonts
from cardgen.ink import Inks
from cardgen.paths import BadPath, numbers
from cardgen.svg.lettering import Lettering
from cardgen.svg.markup import BAD_SVG, parsed, place
from cardgen.svg.outline import num, outline, ratio, viewport
from cardgen.svg.prose import UNKNOWN_ELEMENT
from cardgen.svg.style import BAD_ATTRIBUTE, SVG, UNKNOWN_CLASS, XHTML, XLINK_HREF, Fault, State, inherit, paint
from cardgen.typeset import NoGlyph, RightToLeft, TooLong
from cardgen.units import Matrix, Rect

TEXT_TOO_LONG = Code("text-too-long", "nothing is clipped and nothing shrinks below its floor: the words must be fewer")
NO_GLYPH = Code("no-glyph", "a character that no font draws would print as nothing or as a box")
RIGHT_TO_LEFT = Code("right-to-left", "lines run from left to right: Hebrew or Arabic would be printed backwards")
MISSING_ART = Code("missing-art", "a card without its picture must not reach a press")
BAD_SIZE = Code("bad-face-size", "a face is composed for the piece's own size; a template of another size would be cut wrongly")

_BOX = {"x", "y", "width", "height"}
_KNOWN: Mapping[str, set[str]] = {
    "svg": {"viewBox", "width", "height"},
    "g": set(),
    "defs": set(),
    "symbol": {"viewBox"},
    "clipPath": set(),
    "use": {"href", "x", "y", "width", "height"},
    "rect": _BOX | {"rx", "ry"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polyline": {"points"},
    "polygon": {"points"},
    "path": {"d"},
    "image": _BOX | {"href", "preserveAspectRatio"},
    "text": {"x", "y", "data-fit", "data-width"},
    "tspan": {"x", "y"},
    "foreignObject": _BOX | {"data-fit", "data-align"},
}
_SEALS = ("haku", "shu", "haku-round", "shu-round")
_LEAVES = {SVG + name for name in ("rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "image", "text")}
"""Elements that draw the same wherever they stand alone in the same state."""
_NOT_ALONE = {"clip-path", "data-fit"}
"""Attributes by which an element asks for another one, or is told the size that was set."""
_REMEMBERED = 1024
_TOO_DEEP = "elements stand one inside the other too deeply"
_DEEPEST = 100
"""Elements one inside the other at most: more of them is a slip, and more than Python can go into."""
_SMALLEST = 0.001
"""What a picture must measure at least, in its own mm and in printed ones for each of them; less is not seen."""
_ELSEWHERE = {
    "tspan": "it stands inside <text>",
    "svg": "inside another one, place a <g> with a transform, or a <symbol> with a <use>",
}
_NO_ART = "draw it (art/README.md tells how), or name another with `art:`"
_SILENT = {"title", "desc", "metadata", "style"}


class Reading(NamedTuple):
    """What reading a template needs to know: the type, the inks, the piece's trim and bleed in mm, and a few questions.

    `art_box` tells the rectangle of a picture in its own mm (None where the file is not there), `blame` the place in the
    game's files of a text that does not fit or has no glyph, or of a picture that is not there, `near` which there is of nearly
    that picture's name; `card` is what the card is called. `memory` is where it remembers what elements inherit and draw, for
    all faces of one project, bleed and trim: most of a family is the same on every card.
    """

    fonts: Fonts
    inks: Inks
    trim: Rect
    bleed: float
    art_box: Callable[[str], Rect | None]
    blame: Callable[[str], Span | None]
    card: str
    memory: dict[object, Any] | None = None
    near: Callable[[str], str] = lambda href: ""


class Drawn(NamedTuple):
    """What became of a filled template: its marks in painting order, the findings, its elements with the sizes that fit."""

    marks: tuple[Mark, ...]
    findings: list[Finding]
    root: Element


def read(markup: str, template: str, reading: Reading) -> Drawn:
    """A filled template into marks, with every finding on the way. Refused where it is no XML at all."""
    root = parsed(markup, template)
    reader = _Reader(reading, template, root)
    try:
        return Drawn(tuple(reader.face(root)), reader.found, root)
    except RecursionError:  # spans or XHTML
        raise Refused(Finding(BAD_SVG, Span(template), _TOO_DEEP)) from None


class _Reader:
    def __init__(self, reading: Reading, template: str, root: Element) -> None:
        self.r = reading
        self.template = template
        self.found: list[Finding] = []
        self.by_id: dict[str, Element] = {}
        self.twice: set[str] = set()
        for e in root.iter():
            if (name := e.get("id")) and self.by_id.setdefault(name, e) is not e:
                self.twice.add(name)
        self.lettering = Lettering(reading.fonts, self._fault)
        self.using: list[str] = []
        self.depth = 0
        self.memory = {} if reading.memory is None else reading.memory

    def face(self, root: Element) -> Iterator[Mark]:
        if root.tag != SVG + "svg":
            self._note(Fault(UNKNOWN_ELEMENT, 'the root of a template is <svg xmlns="http://www.w3.org/2000/svg">'), "")
            return
        try:
            state = self._inherit(State(at=f"{self.template}:1"), root)
            view = numbers(root.get("viewBox", ""))
            if view != [0, 0, self.r.trim.w, self.r.trim.h]:
                size = f"0 0 {self.r.trim.w:g} {self.r.trim.h:g}"
                self._note(
                    Fault(
                        BAD_SIZE,
                        f'the viewBox is "{root.get("viewBox", "")}"',
                        f'this piece is viewBox="{size}", in mm',
                    ),
                    state.at,
                )
        except (Fault, BadPath) as fault:
            self._note(fault, f"{self.template}:1")
            return
        for child in root:
            yield from self.element(child, state)

    def element(self, element: Element, outer: State) -> Iterable[Mark]:
        """What an element draws; one that stands alone draws what it drew before in the same state."""
        if len(element):
            return self._element(element, outer)
        asked = (element.tag, element.text, *element.attrib.items(), outer)
        marks: tuple[Mark, ...] | None = self.memory.get(asked)
        if marks is None:
            before = len(self.found)
            marks = tuple(self._element(element, outer))
            if element.tag in _LEAVES and element.attrib.keys().isdisjoint(_NOT_ALONE) and len(self.found) == before:
                self._remember(asked, marks)
        return marks

    def _element(self, element: Element, outer: State) -> Iterator[Mark]:
        tag = element.tag
        if not isinstance(tag, str) or not tag.startswith(SVG):
            if isinstance(tag, str) and (tag.startswith(XHTML) or not tag.startswith("{")):
                self._note(
                    Fault(UNKNOWN_ELEMENT, f"<{tag.removeprefix(XHTML)}> is not an SVG element here"),
                    element.get("data-at", outer.at),
                )
            return  # an editor's own notes
        name = tag.removeprefix(SVG)
        if name in _SILENT:
            return
        if name not in _KNOWN or name in _ELSEWHERE:
            hint = _ELSEWHERE.get(name) or nearest(name, _KNOWN)
            self._note(Fault(UNKNOWN_ELEMENT, f"<{name}> is not known here", hint), element.get("data-at", outer.at))
            return
        self.depth += 1
        try:
            if self.depth > _DEEPEST:
                raise Fault(BAD_SVG, _TOO_DEEP)
            state = self._inherit(outer, element)
            marks = self._drawn(name, element, state)
            if clip := element.get("clip-path"):
                marks = self._clipped(self._clip(clip, state), marks, state)
            empty = True
            for mark in marks:
                empty = False
                yield mark
            if element.get("data-value") is not None and not empty:  # what draws nothing states nothing
                yield Fact(state.fact, element.get("data-value", ""), state.at)
        except (Fault, BadPath) as fault:
            self._note(fault, element.get("data-at", outer.at))
        finally:
            self.depth -= 1

    def _remember(self, asked: object, answer: object) -> None:
        if len(self.memory) >= _REMEMBERED:
            self.memory.clear()
        self.memory[asked] = answer

    def _drawn(self, name: str, e: Element, state: State) -> Iterator[Mark]:
        match name:
            case "g":
                for child in e:
                    yield from self.element(child, state)
            case "use":
                yield from self._use(e, state)
            case "text":
                yield from self.lettering.text(e, state, self._inherit)
            case "foreignObject":
                yield from self.lettering.running(e, state, self._inherit)
            case "image":
                yield from self._image(e, state)
            case "defs" | "symbol" | "clipPath":
                return
            case _:
                yield from self._shape(outline(name, e), state)

    def _shape(self, path: tuple[Segment, ...], state: State) -> Iterator[Mark]:
        stroke = None
        if state.stroke and state.stroke_width > 0:
            grow = state.matrix.scale
            dash = tuple(d * grow for d in state.dash)
            stroke = Stroke(state.stroke, state.stroke_width * grow, state.cap, state.join, dash, state.miter)
        if path and (state.fill or stroke):
            yield Shape(paths.mapped(path, state.matrix), state.fill, stroke, state.even_odd, state.at)

    def _use(self, e: Element, state: State) -> Iterator[Mark]:
        target = _href(e).removeprefix("#")
        found = self._named(target)
        if found is None:
            raise Fault(BAD_ATTRIBUTE, f'nothing here has the id "{target}"', nearest(target, [i for i in self.by_id if i]))
        if target in self.using:
            raise Fault(BAD_ATTRIBUTE, f'"{target}" uses itself')
        moved = state._replace(matrix=state.matrix.after(Matrix(e=num(e, "x"), f=num(e, "y"))))
        self.using.append(target)
        try:
            if found.tag == SVG + "symbol":
                inner = self._inherit(moved, found)
                inner = inner._replace(matrix=inner.matrix.after(viewport(found, e)))
                for child in found:
                    yield from self.element(child, inner)
            else:
                yield from self.element(found, moved)
        finally:
            self.using.pop()

    def _named(self, name: str) -> Element | None:
        if name in self.twice:
            raise Fault(BAD_ATTRIBUTE, f'more than one element has the id "{name}"', "call each by a name of its own")
        return self.by_id.get(name)

    def _clipped(self, clip: tuple[tuple[Segment, ...], bool], inner: Iterator[Mark], state: State) -> Iterator[Mark]:
        marks = tuple(inner)
        if clip[0]:  # an empty path shows nothing
            yield Clipped(clip[0], marks, state.at, clip[1])

    def _clip(self, value: str, state: State) -> tuple[tuple[Segment, ...], bool]:
        """The path to clip with, and whether by the even-odd rule."""
        m = re.fullmatch(r"url\(#([^)]+)\)", value)
        found = self._named(m[1]) if m else None
        if found is None or found.tag != SVG + "clipPath":
            raise Fault(BAD_ATTRIBUTE, f'clip-path="{value}" names no clipPath')
        drawn: list[tuple[tuple[Segment, ...], bool]] = []
        whole = self._inherit(state._replace(clip_even_odd=False), found)
        for child in found:
            name = child.tag.removeprefix(SVG)
            if name in _SILENT or name.startswith("{"):
                continue
            inner = self._inherit(whole, child)
            if path := outline(name, child):
                drawn.append((paths.mapped(path, inner.matrix), inner.clip_even_odd))
        if len(drawn) > 1 and any(even_odd for _, even_odd in drawn):
            raise Fault(BAD_ATTRIBUTE, 'clip-rule="evenodd" is for a clipPath of one shape', "write them as one path")
        return tuple(step for path, _ in drawn for step in path), any(even_odd for _, even_odd in drawn)

    def _image(self, e: Element, state: State) -> Iterator[Mark]:
        href = _href(e)
        box = Rect(num(e, "x"), num(e, "y"), num(e, "width"), num(e, "height"))
        if box.w <= 0 or box.h <= 0:
            raise Fault(BAD_ATTRIBUTE, "an image needs width and height")
        if href.startswith("seal:"):
            tagged = "data-fact" in e.attrib and "data-value" not in e.attrib
            for mark in self._seal(href.removeprefix("seal:"), box, state, "fill-" in e.get("class", "")):
                yield mark
                if tagged and isinstance(mark, Stencil):
                    yield Fact(state.fact, mark.seal.partition("/")[0], state.at)  # what is carved is what it states
            return
        own = self.r.art_box(href)
        if own is None:
            at = self.r.blame(href) or place(state.at)
            near = self.r.near(href)
            hint = f"{near} Else draw it (art/README.md tells how)" if near else _NO_ART
            self.found.append(Finding(MISSING_ART, at, f'{self.r.card}: there is no picture "{href}"', hint))
            return
        if own.w <= 0 or own.h <= 0:
            self.found.append(Finding(BAD_ATTRIBUTE, Span(href), "its viewBox has no room for a picture"))
            return
        s = ratio(e)(box.w / own.w, box.h / own.h)
        dx, dy = box.x + (box.w - own.w * s) / 2, box.y + (box.h - own.h * s) / 2
        here = state.matrix.after(Matrix(s, 0, 0, s, dx - own.x * s, dy - own.y * s))
        if s * own.w > box.w or s * own.h > box.h:  # what covers its box is seen in it alone
            w, h = min(own.w, box.w / s), min(own.h, box.h / s)
            own = Rect(own.x + (own.w - w) / 2, own.y + (own.h - h) / 2, w, h)
        shown = self._shown(own, here)
        if min(shown.w, shown.h) < _SMALLEST or here.scale < _SMALLEST:  # off the face, or made as small as nothing
            return
        whole = here.after(Matrix(shown.w, 0, 0, shown.h, shown.x, shown.y))
        inks = self._image_inks(e)
        yield Tone(href, shown, whole, inks["ink"], inks["red"], inks["ground"], state.at)

    def _shown(self, own: Rect, m: Matrix) -> Rect:
        """The part of the art to paint: past its own edge where it reaches the bleed, no farther than the bleed asked."""
        if m.b or m.c or m.a <= 0 or m.d <= 0:
            return own
        full = self.r.trim.grown(self.r.bleed)
        left, top = m.apply(own.x, own.y)
        right, bottom = m.apply(own.right, own.bottom)
        left = full.x if left < self.r.trim.x - 1e-6 else max(left, full.x)
        top = full.y if top < self.r.trim.y - 1e-6 else max(top, full.y)
        right = full.right if right > self.r.trim.right + 1e-6 else min(right, full.right)
        bottom = full.bottom if bottom > self.r.trim.bottom + 1e-6 else min(bottom, full.bottom)
        return Rect((left - m.e) / m.a, (top - m.f) / m.d, (right - left) / m.a, (bottom - top) / m.d)

    def _image_inks(self, e: Element) -> dict[str, str]:
        inks = {"ink": "sumi", "red": "seal", "ground": "ground"}
        for word in e.get("class", "").split():
            side, _, name = word.partition("-")
            if side in inks:
                if name not in self.r.inks:
                    raise Fault(UNKNOWN_CLASS, f'there is no ink "{name}"', nearest(name, self.r.inks))
                inks[side] = name
        return inks

    def _seal(self, what: str, box: Rect, state: State, inked: bool) -> Iterator[Mark]:
        text, _, style = what.partition("/")
        if style and style not in _SEALS:
            raise Fault(BAD_ATTRIBUTE, f'there is no seal style "{style}"', ", ".join(_SEALS))
        if len(text) not in (1, 2, 4):
            at = self.r.blame(text) or place(state.at) if text else place(state.at)
            says = f'{self.r.card}: a seal holds 1, 2 or 4 signs, not {len(text)} ("{text}")'
            self.found.append(Finding(BAD_ATTRIBUTE, at, says, 'as in href="seal:技/haku"'))
            return
        font = self.r.fonts.find(*SEAL_FACE)
        for sign in text:
            if self.r.fonts.shape(font, sign) is None:
                self._fault(NoGlyph(sign, font), text, "", state.at)
                return
        laid = state.fill if inked else None
        laid = laid or paint("seal", self.r.inks)
        assert laid is not None
        side = min(box.w, box.h)  # a sign is square, whatever its box
        m = state.matrix
        whole = m.after(Matrix(side, 0, 0, side, box.x + (box.w - side) / 2, box.y + (box.h - side) / 2))
        if m.scale < _SMALLEST:
            return
        size = side * max(hypot(m.a, m.b), hypot(m.c, m.d))
        corners = [whole.apply(x, y) for x in (0, 1) for y in (0, 1)]
        xs, ys = [c[0] for c in corners], [c[1] for c in corners]
        seen = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        yield Stencil(f"{text}/{style or 'haku'}", size, whole, laid, seen, state.at)

    def _inherit(self, state: State, e: Element) -> State:
        asked = (e.tag, *e.attrib.items(), state)
        inner: State | None = self.memory.get(asked)
        if inner is None:
            inner = inherit(state, _attributes(e), _KNOWN.get(e.tag.removeprefix(SVG), set()), self.r.inks)
            self._remember(asked, inner)
        return inner

    def _note(self, fault: Fault | BadPath, at: str) -> None:
        if isinstance(fault, BadPath):
            fault = Fault(BAD_ATTRIBUTE, str(fault))
        self.found.append(Finding(fault.code, place(at), fault.says, fault.hint))

    def _fault(self, fault: NoGlyph | TooLong | Refused, said: str, what: str, at: str) -> None:
        """What the typesetter could not do, laid at the door of the card's text."""
        if isinstance(fault, RightToLeft):
            char = fault.char
            named = f'"{char}" (U+{ord(char):04X} {unicodedata.name(char, "")}'.rstrip() + ")"
            says = f"{self.r.card}: {named} runs from right to left, which cannot be set yet"
            self.found.append(Finding(RIGHT_TO_LEFT, self.r.blame(char) or place(at), says, f"the text is set at {at}"))
        elif isinstance(fault, NoGlyph):
            char = fault.char
            codes = " ".join(f"U+{ord(c):04X}" for c in char[:4])
            says = f'{self.r.card}: no font of the chain of {fault.font} draws "{char}" ({codes})'
            self.found.append(Finding(NO_GLYPH, self.r.blame(char) or place(at), says, f"the text is set at {at}"))
        elif isinstance(fault, TooLong):
            says = f"{self.r.card}: {what} is {fault.over:.1f} mm too {fault.what} at its smallest size"
            self.found.append(
                Finding(
                    TEXT_TOO_LONG,
                    self.r.blame(said) or place(at),
                    says,
                    f"shorten it, or give the box at {at} more room",
                )
            )
        else:
            self.found += (Finding(f.code, place(at), f.says, f.hint) if f.code is UNKNOWN_FONT else f for f in fault.findings)


def _attributes(e: Element) -> dict[str, str]:
    out = {}
    for name, value in e.attrib.items():
        if name == XLINK_HREF:
            out["href"] = value
        elif not name.startswith("{"):
            out[name] = value
    return out


def _href(e: Element) -> str:
    return e.get("href") or e.get(XLINK_HREF) or ""
