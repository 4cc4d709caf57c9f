"""One content stream drawn anew as light of some plates; `rewrite` says which streams, and of which page.

What an object reaches is ISO 32000-1, 8.6.7 and table 149: without overprint every plate (those that it has no ink of are
knocked out); a process colour with overprint the process plates, in mode 1 and said directly in DeviceCMYK only those that it
has ink of; Separation and DeviceN with overprint the plates that they name.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator, Stream

from cardgen.readback.names import technical
from cardgen.readback.plates import shades
from cardgen.readback.plates.paints import Paint, Reach, State, Survey, Unseen, Untrue, coloured
from cardgen.readback.plates.samples import shape_of
from cardgen.readback.spaces import CMYK, GRAY, PATTERN, PROCESS, RGB, UNKNOWN, Space, laid
from cardgen.readback.values import BROKEN, Missing, entry, key_of, named, one_or_more, text, word

if TYPE_CHECKING:
    from cardgen.readback.plates.rewrite import Drawing

Instruction = tuple[str, Any]
"""An operator that matters here and its operands; or "" and a run of others, as bytes."""
MOST_DRAWN = 2_000_000
"""Operators that are drawn on a page at most, those of a form as often as it is met: forms can double without end."""
LEAST_STEP = 0.05
"""Points from tile to tile of a pattern at the least; a page of smaller ones is drawn for ever, and is but a tint."""

_FILLS = {"f": "f", "F": "f", "f*": "f*", "B": "f", "B*": "f*", "b": "h f", "b*": "h f*"}
_STROKES = {"S": "S", "s": "s", "B": "S", "B*": "S", "b": "s", "b*": "s"}
_PAINTS = frozenset("f F f* B B* b b* S s Tj TJ ' \" sh BI Do".split())  # noqa: SIM905
_PLAIN = {"g": GRAY, "rg": RGB, "k": CMYK}
_KEPT = ("/LW", "/LC", "/LJ", "/ML", "/D", "/Font", "/FL", "/SM", "/SA", "/CA", "/ca", "/AIS", "/SMask", "/TK")
_SEPARABLE = {
    "Normal", "Compatible", "Multiply", "Screen", "Overlay", "Darken", "Lighten", "ColorDodge", "ColorBurn", "HardLight",
    "SoftLight", "Difference", "Exclusion",
}  # fmt: skip
_OTHER = {"Hue", "Saturation", "Color", "Luminosity"}
_NOT_FOR_SPOTS = ("Difference", "Exclusion")


class seen:
    """What cannot be seen inside is noted, and what follows is drawn."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if isinstance(error, Unseen):
            self.survey.unseen[str(error)] = None
            return True
        if isinstance(error, Untrue):
            self.survey.untrue[str(error)] = None
            return True
        if isinstance(error, BROKEN):
            self.survey.unseen["something that is broken"] = None
            return True
        return False


def head(first: Instruction | None) -> bytes:
    if first is None:
        return b"0 0 d0"
    return b" ".join(str(float(v)).encode() for v in first[1]) + f" {first[0]}".encode()


class Redrawn:
    """One content stream being written anew."""

    def __init__(self, drawing: Drawing, resources: Any, state: State) -> None:
        self.drawing, self.given, self.state = drawing, resources, state
        self.pdf, self.survey = drawing.pdf, drawing.survey
        self.data: list[bytes] = []
        self.resources = Dictionary()
        self.stack: list[State] = []
        self.weight = 0
        self.marks: list[str] = []
        """Of every marked part that is open the name of the layer that it hides, if it does."""
        self._names: dict[object, str] = {}
        for category in ("/Font", "/Properties"):
            own = resources.get(category) if isinstance(resources, Dictionary) else None
            if isinstance(own, Dictionary):
                self.resources[category] = Dictionary(dict(own.items()))

    def say(self, text: str) -> None:
        self.data.append(text.encode("latin-1"))

    def named(self, category: str, obj: Any, key: object = None) -> str:
        """The name of an object among the new resources."""
        key = category, key if key is not None else obj.objgen
        if key not in self._names:
            if category not in self.resources:
                self.resources[category] = Dictionary()
            name = f"/_{len(self._names)}"
            self.resources[category][name] = obj
            self._names[key] = name
        return self._names[key]

    def resource(self, category: str, name: Any) -> Any:
        """What the resources have under that name; None where they lack it, which other checks tell."""
        return entry(entry(self.given, category), str(name))

    def run(self, instructions: list[Instruction]) -> None:
        self.weight += len(instructions)
        for name, operands in instructions:
            if not name:
                self.data.append(operands)
                continue
            with seen(self.survey):
                self.one(name, operands)

    def one(self, name: str, operands: Any) -> None:
        if name in _PAINTS and any(self.marks):
            self.survey.layers.update(dict.fromkeys(filter(None, self.marks)))
        match name:
            case "BDC" | "BMC":
                self.marks.append(self.layer(operands) if len(self.marks) < 4096 else "")
                self.data.append(pikepdf.unparse_content_stream([(operands, Operator(name))]))
            case "EMC":
                if self.marks:
                    self.marks.pop()
                self.say("EMC")
            case "q":
                if len(self.stack) < 4096:
                    self.stack.append(self.state)
                    self.say("q")
            case "Q":
                if self.stack:
                    self.state = self.stack.pop()
                    self.say("Q")
            case "g" | "rg" | "k" | "G" | "RG" | "K":
                self.paint(_PLAIN[name.lower()], operands, "f" if name.islower() else "s")
            case "cs" | "CS":
                which = "f" if name == "cs" else "s"
                try:
                    space = coloured(operands[0], self.given)
                except Unseen:
                    self.set(which, Paint(UNKNOWN, ()))
                    raise
                self.set(which, Paint(space, space.first))
            case "sc" | "scn" | "SC" | "SCN":
                self.coloured(operands, "f" if name.islower() else "s")
            case "gs":
                self.graphics_state(self.resource("/ExtGState", operands[0]))
            case "Do":
                self.xobject(self.resource("/XObject", operands[0]))
            case "BI":
                if operands is None:
                    raise Unseen("an image that is broken")
                self.image(operands)
            case "sh":
                self.shading(self.resource("/Shading", operands[0]))
            case "Tj" | "TJ" | "'" | '"':
                self.show(name, operands)
            case "Tr":
                self.state = self.state._replace(text=min(max(int(operands[0]), 0), 7))
            case "Tf":
                font = self.resource("/Font", operands[0])
                self.font(font if isinstance(font, Dictionary) else None, float(operands[1]))
                self.data.append(pikepdf.unparse_content_stream([(operands, Operator("Tf"))]))
            case "d0" | "d1":
                self.data.insert(0, head((name, operands)))
            case _:
                self.area(name)

    def layer(self, operands: Any) -> str:
        """The name of the layer that marked content is on where that is not shown; else none."""
        if len(operands) < 2 or operands[0] != Name.OC or not isinstance(operands[1], Name):
            return ""
        return hidden(self.resource("/Properties", operands[1]), self.survey.hidden)

    # colours

    def set(self, which: str, paint: Paint) -> None:
        if not self.state.bare:
            self.state = self.state._replace(fill=paint) if which == "f" else self.state._replace(stroke=paint)
            try:
                self.colour(which)
            except Unseen:
                # what cannot be seen paints nothing, rather than what was painted with before
                nothing = Paint(PATTERN, ())
                self.state = self.state._replace(fill=nothing) if which == "f" else self.state._replace(stroke=nothing)
                raise

    def paint(self, space: Space, operands: Any, which: str) -> None:
        values = tuple(float(v) for v in operands)
        if len(values) != space.parts:
            raise Unseen("a colour of the wrong number of parts")
        self.set(which, Paint(space, values))

    def coloured(self, operands: Any, which: str) -> None:
        paint = self.state.fill if which == "f" else self.state.stroke
        if paint.space.kind == "unknown":
            return
        if paint.space.kind != "pattern":
            self.paint(paint.space, operands, which)
            return
        try:
            pattern = named(self.given, "Pattern", operands[-1])
        except Missing as missing:
            raise Unseen(str(missing)) from None
        if not pattern.is_indirect:
            pattern = self.pdf.make_indirect(pattern)
        self.set(which, Paint(paint.space, tuple(float(v) for v in operands[:-1]), pattern))

    def colour(self, which: str) -> None:
        """Say the paint of the moment."""
        paint = self.state.fill if which == "f" else self.state.stroke
        light, setting, colour = ("rg", "cs", "scn") if which == "f" else ("RG", "CS", "SCN")
        if paint.space.kind != "pattern":
            self.say(f"{self.drawing.light(paint)} {light}")
        elif paint.pattern is not None and self.drawing.plates:
            self.pattern(paint, setting, colour)

    def pattern(self, paint: Paint, setting: str, colour: str) -> None:
        pattern = paint.pattern
        if int(pattern.get("/PatternType", 1)) == 2:
            space = shades.shading_space(pattern.Shading, self.given)
            new = Dictionary(Type=Name.Pattern, PatternType=2)
            new.Shading = shades.on_plates(self.pdf, pattern.Shading, space, self.drawing.plates)
            if "/Matrix" in pattern:
                new.Matrix = pattern.Matrix
            name = self.named("/Pattern", self.pdf.make_indirect(new), pattern.objgen)
            self.say(f"/Pattern {setting} {name} {colour}")
            return
        if _step(pattern) < LEAST_STEP:
            raise Unseen("a pattern of tiles too small to be seen")
        bare = int(pattern.get("/PaintType", 1)) == 2
        state = State(bare=True) if bare else State()
        cell = self.drawing.part("cell", pattern, self.given, state)
        if cell is None:
            self.say(f"1 1 1 {'rg' if setting == 'cs' else 'RG'}")
            return
        name = self.named("/Pattern", cell)
        if bare and paint.space.base:
            plain = self.named("/ColorSpace", Array([Name.Pattern, Name.DeviceRGB]), "bare")
            self.say(f"{plain} {setting} {self.drawing.light(Paint(paint.space.base, paint.values))} {name} {colour}")
        else:
            self.say(f"/Pattern {setting} {name} {colour}")

    def reach(self, which: str) -> Reach:
        """What the paint of the moment reaches; noted for the survey."""
        state = self.state
        paint, over = (state.fill, state.fill_over) if which == "f" else (state.stroke, state.stroke_over)
        space, values = paint.space, paint.values
        if space.kind == "pattern":
            pattern = paint.pattern
            if pattern is None:
                return frozenset()
            if int(pattern.get("/PatternType", 1)) == 2:
                space = shades.shading_space(pattern.Shading, self.given)
                return self.spread(space, over)
            if int(pattern.get("/PaintType", 1)) != 2:
                if not self.drawing.plates:
                    self.drawing.part("cell", pattern, self.given, State())
                return None
            space = space.base or GRAY
        inked = [name for name in space.plates if laid(space, values, name)]
        if space.kind == "inks" and not space.plates:
            reach: Reach = frozenset()
        elif not over:
            reach = None
        elif space.spelt:
            reach = frozenset(space.plates)
        elif space.family == "DeviceCMYK" and state.mode:
            reach = frozenset(inked)
        else:
            reach = frozenset(PROCESS)
        self.survey.note(reach, inked)
        return reach

    def spread(self, space: Space, over: bool) -> Reach:
        """What an image or a shading of that space reaches: whatever it may lay ink on, nought or not."""
        names = space.plates
        reach: Reach = None
        if space.spelt and not names:
            reach = frozenset()
        elif over:
            reach = frozenset(names if space.spelt else PROCESS)
        self.survey.note(reach, names)
        return reach

    # what paints

    def area(self, name: str) -> None:
        fills, strokes = name in _FILLS, name in _STROKES
        fills = fills and self.drawing.reaches(self.reach("f"))
        strokes = strokes and self.drawing.reaches(self.reach("s"))
        if fills and strokes:
            self.say(name)
        elif fills:
            self.say(_FILLS[name])
        elif strokes:
            self.say(_STROKES[name])
        else:
            self.say("n")

    def font(self, font: Any, size: float) -> None:
        drawn = font if font is not None and str(font.get("/Subtype")) == "/Type3" else None
        if drawn is not None and not drawn.is_indirect:
            drawn = self.pdf.make_indirect(drawn)
        self.state = self.state._replace(font=drawn, size=size)

    def show(self, name: str, operands: Any) -> None:
        state = self.state
        if state.font is not None:
            on = state.text != 3 and self.drawing.reaches(self.reach("f"))
            font = self.drawing.letters(state.font, self.given, state, on)
            self.say(f"{self.named('/Font', font)} {state.size:.5f} Tf")
        else:
            clips, how = state.text & 4, state.text & 3
            fills = how in (0, 2) and self.drawing.reaches(self.reach("f"))
            strokes = how in (1, 2) and self.drawing.reaches(self.reach("s"))
            shown = clips + {(True, False): 0, (False, True): 1, (True, True): 2, (False, False): 3}[fills, strokes]
            if shown != state.shown:
                self.say(f"{shown} Tr")
                self.state = state._replace(shown=shown)
        self.data.append(pikepdf.unparse_content_stream([(operands, Operator(name))]))

    def xobject(self, obj: Any) -> None:
        if not isinstance(obj, Stream):
            return
        if name := hidden(entry(obj, "/OC"), self.survey.hidden):
            self.survey.layers[name] = None
        kind = str(obj.get("/Subtype"))
        if kind == "/Image":
            self.image(obj)
        elif kind == "/Form":
            new = self.drawing.part("form", obj, self.given, self.state)
            if new is not None:
                self.weight += self.drawing.weights.get(new.objgen, 1)
                if self.weight > MOST_DRAWN:
                    raise Unseen(f"more than {MOST_DRAWN} operators on a page")
                self.say(f"{self.named('/XObject', new)} Do")
        elif kind == "/PS":
            raise Unseen("a PostScript object")

    def image(self, obj: Any) -> None:
        if entry(obj, "/ImageMask") is True:
            if self.drawing.reaches(self.reach("f")):
                self.say(f"{self.named('/XObject', obj)} Do")
            return
        shape = shape_of(obj, self.given)
        if self.drawing.reaches(self.spread(shape.space, self.state.fill_over)) and self.drawing.plates:
            new = self.drawing.source.pictures.on_plates(obj, shape, self.drawing.plates)
            self.say(f"{self.named('/XObject', new)} Do")

    def shading(self, obj: Any) -> None:
        if not isinstance(obj, (Dictionary, Stream)):
            return
        space = shades.shading_space(obj, self.given)
        if self.drawing.reaches(self.spread(space, self.state.fill_over)) and self.drawing.plates:
            key = obj.objgen if obj.is_indirect else ("direct", len(self._names))
            new = shades.on_plates(self.pdf, obj, space, self.drawing.plates)
            self.say(f"{self.named('/Shading', new, key)} sh")

    def graphics_state(self, given: Any) -> None:
        if not isinstance(given, Dictionary):
            return
        state = self.state
        if "/OP" in given:
            state = state._replace(stroke_over=bool(given.OP), fill_over=bool(given.OP))
        if "/op" in given:
            state = state._replace(fill_over=bool(given.op))
        if "/OPM" in given:
            state = state._replace(mode=int(given.OPM))
        self.state = state
        if "/Font" in given:
            self.font(given.Font[0], float(given.Font[1]))
        new = Dictionary({name: given[name] for name in _KEPT if name in given})
        if "/BM" in given:
            new.BM = Name("/" + self.blend(given.BM))
        if len(new):
            key = given.objgen if given.is_indirect else ("direct", len(self._names))
            self.say(f"{self.named('/ExtGState', new, key)} gs")

    def blend(self, given: Any) -> str:
        asked = [str(v).removeprefix("/") for v in (list(given) if isinstance(given, Array) else [given])]
        name = next((v for v in asked if v in _SEPARABLE or v in _OTHER), "Normal")
        if name not in _SEPARABLE:
            self.survey.unseen[f"the blend mode {name}"] = None
            return "Normal"
        if name in _NOT_FOR_SPOTS and self.drawing.plates and self.drawing.plates[0] not in PROCESS:
            return "Normal"
        return name


def hidden(layer: object, off: frozenset[tuple[int, int]]) -> str:
    """The name of a layer, or of the first of those that a membership lists (ISO 32000-1, 8.11.2), where it is not shown and
    is no drawing of a tool's ("Dieline", "Guides"), which many hide; else none.
    """
    own = list(one_or_more(entry(layer, "/OCGs"))) if word(entry(layer, "/Type")) == "OCMD" else [layer]
    if not off or not own or not all(key_of(one) in off for one in own):
        return ""
    name = text(entry(own[0], "/Name")) or "without a name"
    return "" if technical(name) else name


def _step(pattern: Any) -> float:
    """How far a pattern's tiles are apart (pt), as far as its own matrix tells."""
    a, b, c, d = (float(v) for v in list(pattern.get("/Matrix", [1, 0, 0, 1, 0, 0]))[:4])
    across, down = abs(float(pattern.XStep)), abs(float(pattern.YStep))
    return min(across * math.hypot(a, b), down * math.hypot(c, d))
