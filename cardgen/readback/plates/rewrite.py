"""A page drawn anew as light of some of its plates: every colour told as what it leaves of the paper there, every object
left out that does not reach those plates. Forms, patterns and drawn letters are written anew for the state they are met in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf
from pikepdf import Dictionary, Stream

from cardgen.readback.plates.paints import Paint, Reach, State, Survey, Unseen
from cardgen.readback.plates.redraw import Instruction, Redrawn, head, seen
from cardgen.readback.plates.samples import Pictures
from cardgen.readback.spaces import ALL, laid
from cardgen.readback.streams import instructions
from cardgen.readback.values import BROKEN

DEEP = 24
"""Forms, patterns and letters that stand in each other at most so deep."""
MOST_PARTS = 4000
"""Forms, patterns and letters that are written anew for a page at most."""

_PART = (
    "/Type", "/Subtype", "/BBox", "/Matrix", "/OC", "/PatternType", "/PaintType", "/TilingType", "/XStep", "/YStep",
)  # fmt: skip


_WATCHED = frozenset(
    "q Q g G rg RG k K cs CS sc scn SC SCN gs Do sh f F f* B B* b b* S s Tj TJ ' \" Tr Tf d0 d1 BDC BMC EMC".split()  # noqa: SIM905
)


class Source:
    """Content streams read once: for the survey and for every group of plates."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf = pdf
        self.pictures = Pictures(pdf)
        self._read: dict[object, list[Instruction]] = {}

    def read(self, content: Any) -> list[Instruction]:
        own = content.obj if isinstance(content, pikepdf.Page) else content
        key = own.objgen if own.is_indirect else id(own)
        if key not in self._read:
            try:
                self._read[key] = list(_watched(self.pdf, content))
            except BROKEN as error:
                endless = "without end" in str(error)
                raise Unseen("content that goes on without end" if endless else "content that cannot be read") from None
        return self._read[key]


def _watched(pdf: pikepdf.Pdf, content: Any) -> Iterator[Instruction]:
    run: list[Any] = []
    for one in instructions(content):
        inline = isinstance(one, pikepdf.ContentStreamInlineImage)
        name = "BI" if inline else str(one.operator)
        if not inline and name not in _WATCHED:
            run.append(one)
            continue
        if run:
            yield "", pikepdf.unparse_content_stream(run)
            run = []
        yield name, _inline(pdf, one.iimage) if inline else list(one.operands)
    if run:
        yield "", pikepdf.unparse_content_stream(run)


def _inline(pdf: pikepdf.Pdf, image: Any) -> Any:
    """An inline image as the stream that it would be as an object of its own; None where it is broken."""
    try:
        new = Stream(pdf, image.read_raw_bytes())
        for name, value in image.obj.items():  # by their whole names
            if name != "/Length":
                new[name] = value
        new.Type, new.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        return pdf.make_indirect(new)
    except BROKEN:
        return None


class Drawing:
    """One page for one group of plates (for none: only its survey is taken)."""

    def __init__(self, source: Source, plates: tuple[str, ...], survey: Survey) -> None:
        self.source, self.pdf, self.plates, self.survey = source, source.pdf, plates, survey
        self._parts: dict[object, Any] = {}
        self._within: list[object] = []
        self.weights: dict[object, int] = {}
        """How many operators each of the parts draws, those of its own parts among them."""

    def page(self, page: pikepdf.Page, resources: Any) -> tuple[bytes, Dictionary]:
        """The page's new content and resources."""
        out = Redrawn(self, resources, State())
        with seen(self.survey):
            out.colour("f")
            out.colour("s")
            out.run(self.source.read(page))
        return b"\n".join(out.data), out.resources

    def part(self, kind: str, obj: Any, resources: Any, state: State) -> Any:
        """A form, a pattern's cell or a letter written anew for the state that it is drawn in; None where it cannot be."""
        lent = "/Resources" not in obj and resources is not None
        key = kind, obj.objgen, state.key, (resources.objgen, id(resources)) if lent else None
        if key in self._parts:
            return self._parts[key]
        if obj.objgen in self._within or len(self._within) >= DEEP:
            self.survey.unseen["a form that draws itself"] = None
            return None
        if len(self._parts) >= MOST_PARTS:
            self.survey.unseen[f"more than {MOST_PARTS} forms on a page"] = None
            return None
        self._within.append(obj.objgen)
        out = Redrawn(self, obj.get("/Resources", resources), state)
        with seen(self.survey):
            if not state.bare:
                out.colour("f")
                out.colour("s")
            out.run(self.source.read(obj))
        self._within.pop()
        new = Stream(self.pdf, b"\n".join(out.data))
        for name, value in obj.items():
            if name in _PART:
                new[name] = value
        if "/Group" in obj and isinstance(obj.Group, Dictionary):
            # the group blends as each plate does, whatever colour space it was to blend in
            new.Group = Dictionary({k: v for k, v in obj.Group.items() if k in ("/S", "/I", "/K")})
        new.Resources = out.resources
        self._parts[key] = made = self.pdf.make_indirect(new)
        self.weights[made.objgen] = out.weight
        return made

    def letters(self, font: Any, resources: Any, state: State, on: bool) -> Any:
        """A Type 3 font whose letters are drawn for these plates; or not at all, but as wide as before."""
        key = "font", font.objgen, state.key, on
        if key in self._parts:
            return self._parts[key]
        new = Dictionary({name: value for name, value in font.items() if name not in ("/CharProcs", "/Resources")})
        own = font.get("/Resources", resources)
        drawn = Dictionary()
        for name, letter in font.CharProcs.items():
            with seen(self.survey):
                first = next((op for op in self.source.read(letter) if op[0] in ("d0", "d1")), None)
                made = None
                if on or (first and first[0] == "d0"):
                    made = self.part("letter", letter, own, state._replace(bare=not first or first[0] == "d1", text=0, shown=0))
                if made is None:
                    made = self.pdf.make_indirect(Stream(self.pdf, head(first)))
                # a letter's resources are its font's: each has its own, by names of its own
                drawn[name] = made
        new.CharProcs = drawn
        self._parts[key] = made = self.pdf.make_indirect(new)
        return made

    def reaches(self, reach: Reach) -> bool:
        return not self.plates or reach is None or self.plates[0] in reach or ALL in reach

    def light(self, paint: Paint) -> str:
        """A colour as operands of `rg`: what it leaves of the paper on the three plates."""
        inks = [laid(paint.space, paint.values, plate) for plate in (self.plates * 3)[:3]] or [None] * 3
        return " ".join("1" if ink is None else f"{1 - ink:.5f}" for ink in inks)
