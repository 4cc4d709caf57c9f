"""The interpreter of content streams: it keeps the graphics state and records what is painted (ISO 32000-1, 8).

What each operator does stands in `operators`, how text is set in `setting`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import Literal, NamedTuple

import pikepdf

from cardgen.findings import short
from cardgen.readback.document import Sheet
from cardgen.readback.look.glyphs import Font
from cardgen.readback.look.painted import (
    Colour,
    Kind,
    Layer,
    Painted,
    Path,
    Sides,
    State,
    around,
    corners,
    smaller,
    upright,
    within,
)
from cardgen.readback.look.setting import Setting
from cardgen.readback.spaces import GRAY, Plates, Space, merged, most, shaded, space_of
from cardgen.readback.streams import instructions
from cardgen.readback.values import BROKEN, Missing, named, numbers, printable, real, word
from cardgen.units import MM_PER_PT, Matrix, Rect

OPERATORS = 1_500_000
"""How many operators of one page are read, its forms' among them. A traced picture has some hundred thousand paths."""
_FORM, _RECORD = 30, 4
"""As how many operators a form and a record count, for the time that they take."""
_STREAMS = 1024
"""How many forms are remembered at most, so that a very long file does not fill the memory."""
_DEPTH = 24
"""How deep forms stand in forms."""
Wrong = Literal["operator", "resource", "broken", "unbalanced", "unread"]


class Trouble(NamedTuple):
    """What of a page's content cannot be read, said in words."""

    kind: Wrong
    says: str


class Mark(NamedTuple):
    """Marked content that is open: whether it says its text itself, what the mark around it said, the layers around it."""

    says: bool
    outer: str | None
    layers: tuple[Layer, ...]


class Kept:
    """What the pages of one document share and is read once: fonts, the operators of forms. One for each document."""

    def __init__(self) -> None:
        self.fonts: dict[tuple[int, int] | bytes, Font | None] = {}
        self.streams: dict[tuple[int, int], list[Instruction]] = {}


Instruction = tuple[str, Sequence[object]]
Operator = Callable[["Reader", Sequence[object]], None]


def _listed(stream: pikepdf.Object | pikepdf.Page) -> list[Instruction]:
    """A content stream's operators with their operands; an inline picture is "INLINE". ValueError where it is not read."""
    return [
        ("INLINE", (one.iimage,))
        if isinstance(one, pikepdf.ContentStreamInlineImage)
        else (printable(str(one.operator)), list(one.operands))
        for one in instructions(stream)
    ]


class Reader:
    """The interpreter of one page. It keeps the state; `painted` and `trouble` grow while it reads."""

    def __init__(self, sheet: Sheet, kept: Kept, operators: Mapping[str, Operator]) -> None:
        self.sheet, self.kept, self.operators = sheet, kept, operators
        self.painted: list[Painted] = []
        self.trouble: list[Trouble] = []
        self.state = State(Matrix(), sheet.boxes["MediaBox"])
        self.resources: pikepdf.Object = sheet.resources
        self.corner = sheet.boxes["MediaBox"][0], sheet.boxes["MediaBox"][3]
        self.window: tuple[Sides, Rect] = (0.0, 0.0, 0.0, 0.0), Rect(0, 0, 0, 0)
        self.saved: list[State] = []
        self.path = Path()
        self.clipping: str = ""
        self.layers: tuple[Layer, ...] = ()
        self.marked: list[Mark] = []
        self.floor = 0
        self.running: list[tuple[int, int]] = []
        self.left = OPERATORS
        self.lenient = 0
        self.pattern: Sides | None = None
        self.masks: dict[object, Sides | None] = {}
        self.vague = False
        self.known: dict[tuple[int, int], bool] = {}
        self.setting = Setting(self)

    def page(self) -> None:
        try:
            listed = _listed(self.sheet.page)
        except ValueError as error:
            self.wrong("broken", str(error))
            return
        self.run(listed)
        self.setting.flush()

    def wrong(self, kind: Wrong, says: str) -> None:
        if len(self.trouble) < 1000:
            self.trouble.append(Trouble(kind, says))

    def run(self, listed: list[Instruction]) -> None:
        """One content stream, with the state as it is; what it saves and does not restore is restored."""
        own, marked, layers = len(self.saved), len(self.marked), self.layers
        floor, self.floor = self.floor, own
        for operator, operands in listed:
            self.left -= 1
            if self.left < 0:
                self.ended()
                break
            found = self.operators.get(operator)
            if found is None:
                if not self.lenient:
                    self.wrong("operator", f'there is no operator "{short(operator, 32)}"')
                continue
            try:
                found(self, operands)
            except Missing as missing:
                self.wrong("resource", f'content speaks of the {missing.what} "{missing.named}", which its resources lack')
            except RecursionError:
                self.wrong("broken", "its content is nested without end")
            except BROKEN:
                self.wrong("broken", f'the operator "{operator}" has operands that it cannot have')
        if len(self.saved) > own:
            if self.left >= 0:
                self.wrong("unbalanced", f"{len(self.saved) - own} q stand without their Q")
            self.state = self.saved[own]
            del self.saved[own:]
        self.floor = floor
        del self.marked[marked:]
        self.layers = layers

    def ended(self) -> None:
        """No more of the page is read, which is told once."""
        if all(trouble.kind != "unread" for trouble in self.trouble):
            marks = len(self.painted) // 1000 * 1000
            much = f"{marks:,} marks" if marks else f"{OPERATORS:,} operators"
            self.trouble.append(Trouble("unread", f"it has more than {much}: what comes after them is not judged"))

    # what is found by name

    def found(self, category: str, operand: object) -> pikepdf.Object:
        return named(self.resources, category, operand)

    def font(self, operand: object) -> Font | None:
        return self.loaded(self.found("Font", operand), f'"{short(word(operand), 32)}"')

    def loaded(self, value: pikepdf.Object, called: str) -> Font | None:
        """The font of that dictionary, read once; None, and told, where it is none."""
        # a font that is no object of its own is known by what is written in it
        key = value.objgen if value.objgen[0] else value.unparse()
        if key not in self.kept.fonts:
            try:
                font = Font(value)
            except BROKEN:
                self.wrong("broken", f"the font {called} is none that can be read")
                font = None
            self.kept.fonts[key] = font
        return self.kept.fonts[key]

    def listed(self, stream: pikepdf.Object) -> list[Instruction]:
        key = stream.objgen
        if key not in self.kept.streams or key == (0, 0):
            if len(self.kept.streams) >= _STREAMS:
                self.kept.streams.clear()
            self.kept.streams[key] = _listed(stream)
        return self.kept.streams[key]

    # painting

    def paint(self, kind: Kind, box: Sides | None, colour: Colour, whole: bool = False, **more: object) -> None:
        """A record of what is painted there in that colour, behind whatever was painted before."""
        self.setting.flush()
        state = self.state
        inks, family = colour.inks, colour.space.family
        if colour.pattern is not None and self.pattern is None:
            inks, family = self.patterned(colour, within(box, state.clip))
        lined = kind == "stroke"
        over, alpha = (state.stroke_over, state.stroke_alpha) if lined else (state.fill_over, state.fill_alpha)
        letters = state.letters
        if letters and self.pattern is None:
            where, whole_clip = within(letters.box, within(box, state.clip)), state._replace(clip=letters.clip)
            self.record("text", where, whole_clip, inks, family, over, alpha,
                        size=letters.size, words=letters.words, font=letters.font)  # fmt: skip
            if kind in ("fill", "shading"):
                return
        self.record(kind, box, state, inks, family, over, alpha, whole, **more)

    def record(self, kind: Kind, box: Sides | None, state: State, inks: Plates, family: str, over: bool, alpha: float,
               whole: bool = False, **more: object) -> None:  # fmt: skip
        if self.pattern is not None:
            box = self.pattern
        if box is None:
            return
        self.left -= _RECORD
        if self.layers and any(layer.hidden for layer in self.layers):
            return
        seen = within(box, state.clip)
        if state.masked:
            seen = within(seen, state.lit)
        masked = state.masked or bool(more.pop("soft", False))
        own = self.rect(box)
        clip = state.clip or box
        if clip is not self.window[0]:
            self.window = clip, self.rect(clip)
        self.painted.append(
            Painted(
                kind, own, own if seen == box else self.rect(seen) if seen else None, self.window[1],
                whole and state.square and self.pattern is None, family, inks, over, state.mode, alpha * state.group_alpha,
                state.blended(), masked, pattern=self.pattern is not None, layers=tuple([layer.name for layer in self.layers]),
                **more,  # type: ignore[arg-type]
            )
        )  # fmt: skip

    def rect(self, box: Sides) -> Rect:
        left, top = self.corner
        return Rect(
            (box[0] - left) * MM_PER_PT,
            (top - box[3]) * MM_PER_PT,
            (box[2] - box[0]) * MM_PER_PT,
            (box[3] - box[1]) * MM_PER_PT,
        )

    def sides(self, rect: Rect) -> Sides:
        """The box in points that was made into those millimetres."""
        left, top = self.corner
        return (
            rect.x / MM_PER_PT + left, top - rect.bottom / MM_PER_PT, rect.right / MM_PER_PT + left, top - rect.y / MM_PER_PT
        )  # fmt: skip

    def aside(self, draw: Callable[[], None]) -> list[Painted]:
        """What is painted when that is drawn; the page has none of it, and its layers and patterns do not matter."""
        before = len(self.painted)
        kept = self.pattern, self.layers
        self.pattern, self.layers = None, ()
        try:
            draw()
        finally:
            self.pattern, self.layers = kept
        inside = self.painted[before:]
        del self.painted[before:]
        return inside

    def painted_path(self, fill: bool, stroke: bool) -> None:
        box, state = self.path.box(), self.state
        if box and fill:
            self.paint("fill", box, state.fill, state.fill.pattern is None and self.path.square(),
                       slim=None if stroke else self.path.slim())  # fmt: skip
        if box and stroke:
            m, width = state.matrix, state.width
            wide, high = width * hypot(m.a, m.c) / 2, width * hypot(m.b, m.d) / 2
            grown = (box[0] - wide, box[1] - high, box[2] + wide, box[3] + high)
            line: float | None = width * smaller(m)
            if line is not None and fill and state.stroke == state.fill:
                # in the colour of what it goes round it makes that larger, and is no line unless that is one
                slim = self.path.slim()
                line = None if slim is None else slim + line
            self.paint("stroke", grown, state.stroke, width=line, frame=self.path.square())
        self.end_path()

    def end_path(self) -> None:
        if self.clipping:
            box = self.path.box()
            state = self.state
            self.state = state._replace(clip=within(state.clip, box), square=state.square and self.path.square())
        self.clipping = ""
        self.path = Path()

    def patterned(self, colour: Colour, seen: Sides | None) -> tuple[Plates, str]:
        """The most ink that a pattern lays on each plate. What stands in its cell is painted into the area."""
        pattern, self.vague = colour.pattern, True
        if not isinstance(pattern, pikepdf.Dictionary | pikepdf.Stream):
            return colour.inks, colour.space.family
        if pattern.get("/PatternType") == 2:
            shading = pattern["/Shading"]
            return shaded(shading, self.resources), space_of(shading.get("/ColorSpace"), self.resources).family
        if not isinstance(pattern, pikepdf.Stream):
            raise ValueError("no pattern")
        state = self.state
        before = len(self.painted)
        inner = State(_placed(pattern, Matrix()), state.clip, state.square, group_alpha=state.group_alpha * state.fill_alpha)
        if pattern.get("/PaintType") == 2:
            plain = Colour(colour.space.base or GRAY, colour.inks)
            inner = inner._replace(fill=plain, stroke=plain)
        self.pattern = seen or (0.0, 0.0, 0.0, 0.0)
        try:
            self.inside(pattern, inner, pattern.get("/Resources"))
        finally:
            self.pattern = None
        return merged(pair for one in self.painted[before:] for pair in one.inks), "Pattern"

    def inside(self, stream: pikepdf.Object, state: State, resources: object) -> None:
        """A form, a pattern's cell or a glyph: its own content, with its own resources or those around it."""
        key = stream.objgen
        if key in self.running or len(self.running) >= _DEPTH:
            self.wrong("broken", "a form paints itself" if key in self.running else "forms stand in forms without end")
            return
        try:
            listed = self.listed(stream)
        except ValueError as error:
            self.wrong("broken", f"of a form or pattern: {error}")
            return
        self.left -= _FORM
        kept = self.state, self.resources, self.path, self.clipping, self.setting
        self.state, self.path, self.clipping, self.setting = state, Path(), "", Setting(self)
        if isinstance(resources, pikepdf.Dictionary):
            self.resources = resources
        self.running.append(key)
        try:
            self.run(listed)
            self.setting.flush()
        finally:
            self.running.pop()
            self.state, self.resources, self.path, self.clipping, self.setting = kept

    def form(self, form: pikepdf.Stream) -> None:
        state = self.state
        own = _placed(form, state.matrix)
        box = numbers(form.get("/BBox"))
        if len(box) != 4:
            raise ValueError("a form without a box")
        edges = around(corners((box[0], box[1], box[2], box[3]), own))
        inner = state._replace(matrix=own, clip=within(state.clip, edges), square=state.square and upright(own))
        group = form.get("/Group")
        if isinstance(group, pikepdf.Dictionary) and group.get("/S") == pikepdf.Name.Transparency:
            inner = inner._replace(
                group_alpha=state.group_alpha * state.fill_alpha, group_blend=state.blended(),
                fill_alpha=1.0, stroke_alpha=1.0, blend="Normal",
            )  # fmt: skip
        self.inside(form, inner, form.get("/Resources"))

    def image(self, width: int, height: int, mask: bool, bits: int, chosen: Space, soft: bool) -> None:
        m = self.state.matrix
        sides = hypot(m.a, m.b), hypot(m.c, m.d)
        ppi = tuple(pixels * 72 / side if side > 1e-6 else 0.0 for pixels, side in zip((width, height), sides, strict=True))
        box = around(corners((0, 0, 1, 1), m))
        colour = self.state.fill if mask else Colour(chosen, most(chosen))
        self.paint("mask" if mask else "image", box, colour, upright(m) and not mask and not soft,
                   ppi=ppi, pixels=(width, height), bits=bits, soft=soft)  # fmt: skip


def _placed(form: pikepdf.Object, matrix: Matrix) -> Matrix:
    """The map that a form's own makes of the one around it."""
    own = numbers(form.get("/Matrix"))
    return bounded(matrix.after(Matrix(*own))) if len(own) == 6 else matrix


def bounded(m: Matrix) -> Matrix:
    """The map with no number larger than is believed."""
    return Matrix(*(real(v) for v in m))
