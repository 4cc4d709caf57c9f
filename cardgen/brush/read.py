"""An SVG file into a Score, or into all that is wrong with it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from cardgen.brush import codes
from cardgen.brush.element import INK, Element, Faults, Ground, colour, generated, mark_of, matrix_of
from cardgen.brush.marks import Mark, Score
from cardgen.findings import Finding, Refused, Span, in_order, nearest

SVG = "http://www.w3.org/2000/svg"
# What may stand in an SVG without being painted.
_PASSED = frozenset({"title", "desc", "metadata", "defs", "style"})
_MARKS = frozenset({"path", "circle"})
# How far the size in mm and the viewBox may differ.
_SAME = 1e-3
_TAG = re.compile(rb"<(?:[^>\"']|\"[^\"]*\"|'[^']*')*")
_HINTS = {
    "rect": "draw it as a closed path (Path > Object to Path)",
    "ellipse": "draw it as a closed path (Path > Object to Path)",
    "polygon": "draw it as a closed path (Path > Object to Path)",
    "line": "draw it as a path (Path > Object to Path)",
    "polyline": "draw it as a path (Path > Object to Path)",
    "text": "text is set by the card's template, not painted",
    "image": "a score holds strokes only",
    "use": "unlink the clone (Edit > Clone > Unlink)",
}


class _Stop(Exception):
    """Ends the parsing early; a finding says why."""


class _Open(NamedTuple):
    """An open element: what its children inherit, and whether they are looked at."""

    ground: Ground
    passed: bool


class _Reader:
    """Receives the parser's events and gathers marks and findings."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.marks: list[Mark] = []
        self.found: list[Finding] = []
        self.view: tuple[float, float, float, float] = (0, 0, 0, 0)
        self.half_turn = False
        self.stack: list[_Open] = []
        self.parser = expat.ParserCreate(encoding="utf-8", namespace_separator=" ")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.data = text.encode()

    def span(self) -> Span:
        return Span(self.path, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def doctype(self, *_: object) -> None:
        self.found.append(Finding(codes.DOCTYPE, self.span(), "the file has a DOCTYPE", "take that line out"))
        raise _Stop

    def end(self, _: str) -> None:
        self.stack.pop()

    def element(self, name: str, attributes: dict[str, str]) -> Element:
        plain, ink = {}, {}
        for full, value in attributes.items():
            space, _, local = full.rpartition(" ")
            if space == INK:
                ink[local] = value
            elif not space:
                plain[local] = value
        begin = self.parser.CurrentByteIndex
        tag = _TAG.match(self.data, begin)
        return Element(name, plain, ink, tag[0].decode() if tag else "", self.span())

    def start(self, full: str, attributes: dict[str, str]) -> None:
        space, _, name = full.rpartition(" ")
        if self.stack and self.stack[-1].passed:
            self.stack.append(self.stack[-1])
            return
        ground = self.stack[-1].ground if self.stack else Ground()
        element = self.element(name, attributes)
        faults = Faults(element, self.found)
        if not self.stack:
            if (space, name) != (SVG, "svg"):
                hint = f'it must be svg with xmlns="{SVG}"'
                self.found.append(Finding(codes.ROOT, element.at, f"the outermost element is {name}", hint))
                raise _Stop
            self.root(faults)
            self.stack.append(_Open(ground, False))
            return
        if space == INK:
            faults.add(codes.UNKNOWN_ELEMENT, f"there is no element ink:{name}", "ink: has attributes only")
        passed = space != SVG or name in _PASSED
        if not passed:
            ground = self.within(faults, ground)
            passed = name != "g" or "gen" in element.ink
        self.stack.append(_Open(ground, passed))

    def within(self, faults: Faults, ground: Ground) -> Ground:
        """Reads a group or a mark; what its children inherit."""
        element = faults.element
        if element.name != "g" and element.name not in _MARKS:
            hint = _HINTS.get(element.name) or nearest(element.name, ("g", *_MARKS))
            faults.add(codes.UNKNOWN_ELEMENT, f"<{element.name}> is no mark", hint)
            return ground
        shown = re.search(r"(?:^|;)\s*display\s*:\s*none", element.plain.get("style", "")) is None
        ground = Ground(
            ground.matrix.after(matrix_of(faults)),
            colour(element, "fill", ground.fill),
            colour(element, "stroke", ground.stroke),
            ground.hidden or not shown or element.plain.get("display") == "none",
        )
        mark: Mark | None = None
        if element.name in _MARKS:
            mark = mark_of(faults, ground)
        elif "gen" in element.ink:
            mark = generated(faults, ground)
            mark = mark.moved(ground.matrix) if mark else None
        else:
            for name in element.ink:
                hint = 'a group takes ink:gen="..." and that generator\'s settings, or no ink: attribute'
                faults.add(codes.UNKNOWN_ATTRIBUTE, f"a group has no attribute ink:{name}", hint, name)
        if mark is not None and not ground.hidden:
            self.marks.append(mark)
        return ground

    def root(self, faults: Faults) -> None:
        plain, ink = faults.element.plain, faults.element.ink
        for name in ink:
            if name != "symmetry":
                hint = nearest(name, ("symmetry",)) or "the root takes ink:symmetry"
                faults.add(codes.UNKNOWN_ATTRIBUTE, f"the root has no attribute ink:{name}", hint, name)
        symmetry = ink.get("symmetry")
        self.half_turn = symmetry == "half-turn"
        if symmetry is not None and not self.half_turn:
            hint = nearest(symmetry, ("half-turn",)) or "the symmetry is half-turn"
            faults.add(codes.SYMMETRY, f'there is no symmetry "{symmetry}"', hint, "symmetry")
        number = r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
        box = re.fullmatch(rf"{number}[\s,]{number}[\s,]{number}[\s,]{number}\s*", plain.get("viewBox", ""))
        if not box or float(box[3]) <= 0 or float(box[4]) <= 0:
            hint = 'as in viewBox="-3 -3 69 94"'
            faults.add(codes.SIZE, "the viewBox is missing or is not four numbers", hint, "viewBox")
            return
        self.view = (float(box[1]), float(box[2]), float(box[3]), float(box[4]))
        for name, size in (("width", self.view[2]), ("height", self.view[3])):
            given = re.fullmatch(rf"{number}\s*mm\s*", plain.get(name, ""))
            if not given or abs(float(given[1]) - size) > _SAME:
                says = f'{name} is "{plain[name]}"' if name in plain else f"{name} is missing"
                faults.add(codes.SIZE, says, f'with this viewBox it must be {name}="{size:g}mm"', name)

    def score(self) -> Score:
        try:
            self.parser.Parse(self.data, True)
        except _Stop:
            pass
        except expat.ExpatError as error:
            at = Span(self.path, error.lineno, error.offset + 1)
            self.found.append(Finding(codes.XML, at, f"the file is not well-formed: {expat.ErrorString(error.code)}"))
        if self.found:
            raise Refused(*in_order(self.found))
        return Score(self.view, tuple(self.marks), self.half_turn)


def read_score(path: Path) -> Score:
    """The score of an SVG file. Raises Refused with everything that is wrong with it."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise Refused(Finding(codes.XML, Span(str(path)), f"the file cannot be read: {error.strerror}")) from None
    except UnicodeDecodeError as error:
        raise Refused(Finding(codes.XML, Span(str(path)), f"the file is not UTF-8 (byte {error.start + 1})")) from None
    return _Reader(str(path), text).score()
