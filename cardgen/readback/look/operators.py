"""What each operator of a content stream does (ISO 32000-1, annex A)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import pikepdf

from cardgen.readback.look.layers import layer
from cardgen.readback.look.masks import lit
from cardgen.readback.look.painted import Colour, Line, around, corners
from cardgen.readback.look.reader import Mark, Operator, Reader, bounded
from cardgen.readback.spaces import CMYK, GRAY, RGB, Space, inks, shaded, space_of
from cardgen.readback.values import MOST, numbers, real, word
from cardgen.units import Matrix

Operands = Sequence[object]
_NUMBERS = frozenset((int, Decimal))
"""As what nearly all numbers come; they need no further look."""
_STATES = 512
"""How deep q stands in q: annex C asks readers for 28."""


def _values(operands: Operands, count: int) -> tuple[float, ...]:
    """So many numbers, and no more. ValueError otherwise."""
    if len(operands) != count:
        raise ValueError("another number of operands")
    if all(type(part) in _NUMBERS for part in operands):
        values = tuple([float(part) for part in operands])  # type: ignore[arg-type]
        if all(-MOST < value < MOST for value in values):
            return values
    return tuple([real(part) for part in operands])


# the graphics state


def _save(reader: Reader, operands: Operands) -> None:
    if len(reader.saved) >= _STATES:
        raise RecursionError("q in q without end")
    reader.saved.append(reader.state)


def _restore(reader: Reader, operands: Operands) -> None:
    if len(reader.saved) <= reader.floor:
        reader.wrong("unbalanced", "there is a Q without its q")
        return
    reader.state = reader.saved.pop()


def _concat(reader: Reader, operands: Operands) -> None:
    reader.state = reader.state._replace(matrix=bounded(reader.state.matrix.after(Matrix(*_values(operands, 6)))))


def _width(reader: Reader, operands: Operands) -> None:
    reader.state = reader.state._replace(width=abs(_values(operands, 1)[0]))


def _graphics(reader: Reader, operands: Operands) -> None:
    found = reader.found("ExtGState", operands[0])
    if not isinstance(found, pikepdf.Dictionary):
        raise ValueError("no graphics state")
    state = reader.state
    if "/LW" in found:
        state = state._replace(width=abs(real(found["/LW"])))
    if "/OP" in found:
        both = bool(found["/OP"])
        state = state._replace(stroke_over=both, fill_over=both)
    if "/op" in found:
        state = state._replace(fill_over=bool(found["/op"]))
    if "/OPM" in found:
        state = state._replace(mode=int(real(found["/OPM"])))
    if "/CA" in found:
        state = state._replace(stroke_alpha=min(max(real(found["/CA"]), 0.0), 1.0))
    if "/ca" in found:
        state = state._replace(fill_alpha=min(max(real(found["/ca"]), 0.0), 1.0))
    if "/BM" in found:
        blend = found["/BM"]
        first = word(blend[0] if isinstance(blend, pikepdf.Array) and len(blend) else blend)
        state = state._replace(blend="Normal" if first in ("Compatible", "") else first)
    if "/SMask" in found:
        mask = found["/SMask"]
        masked = isinstance(mask, pikepdf.Dictionary)
        reader.setting.flush()
        state = state._replace(masked=masked, lit=lit(reader, mask) if masked else None)
    font = found.get("/Font")
    if isinstance(font, pikepdf.Array) and len(font) == 2:
        state = state._replace(text=state.text._replace(font=reader.loaded(font[0], "of a graphics state"), size=real(font[1])))
    reader.state = state


# paths


def _point(reader: Reader, x: float, y: float) -> None:
    reader.path.points.append(reader.state.matrix.apply(x, y))


def _move(reader: Reader, operands: Operands) -> None:
    x, y = _values(operands, 2)
    _point(reader, x, y)
    reader.path.parts += 1


def _line(reader: Reader, operands: Operands) -> None:
    _point(reader, *_values(operands, 2))


def _curve(operator: str) -> Operator:
    """`v` starts without a handle of its own, `y` ends without one."""

    def curve(reader: Reader, operands: Operands) -> None:
        from fontTools.misc.bezierTools import calcCubicBounds  # type: ignore[import-untyped]

        values = _values(operands, 6 if operator == "c" else 4)
        points = [reader.state.matrix.apply(x, y) for x, y in zip(values[::2], values[1::2], strict=True)]
        path = reader.path
        start = path.points[-1] if path.points else points[0]
        drawn = {"c": points, "v": [start, *points], "y": [*points, points[-1]]}[operator]
        x0, y0, x1, y1 = calcCubicBounds(start, *drawn)
        path.points += [(x0, y0), (x1, y1), points[-1]]
        path.curved = True

    return curve


def _rectangle(reader: Reader, operands: Operands) -> None:
    x, y, w, h = _values(operands, 4)
    m, path = reader.state.matrix, reader.path
    if not m.b and not m.c:
        path.level = path.level or not path.points
        x0, y0, x1, y1 = m.a * x + m.e, m.d * y + m.f, m.a * (x + w) + m.e, m.d * (y + h) + m.f
        path.points += [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    else:
        path.points += [m.apply(*p) for p in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
    path.parts += 1


def _clip(reader: Reader, operands: Operands) -> None:
    reader.clipping = "W"


def _paths(fill: bool, stroke: bool) -> Operator:
    return lambda reader, operands: reader.painted_path(fill, stroke)


# colours


def _coloured(reader: Reader, stroke: bool, colour: Colour) -> None:
    reader.state = reader.state._replace(stroke=colour) if stroke else reader.state._replace(fill=colour)


def _device(chosen: Space, stroke: bool) -> Operator:
    def device(reader: Reader, operands: Operands) -> None:
        _coloured(reader, stroke, Colour(chosen, inks(chosen, _values(operands, chosen.parts))))

    return device


def _space(stroke: bool) -> Operator:
    def chosen(reader: Reader, operands: Operands) -> None:
        found = space_of(operands[0], reader.resources)
        _coloured(reader, stroke, Colour(found, inks(found, found.first)))

    return chosen


def _colour(stroke: bool) -> Operator:
    def coloured(reader: Reader, operands: Operands) -> None:
        own = (reader.state.stroke if stroke else reader.state.fill).space
        if own.family == "Pattern":
            pattern = reader.found("Pattern", operands[-1])
            under = own.base
            laid = inks(under, tuple(real(v) for v in operands[:-1])) if under and len(operands) > 1 else ()
            _coloured(reader, stroke, Colour(own, laid, pattern))
        else:
            _coloured(reader, stroke, Colour(own, inks(own, _values(operands, own.parts))))

    return coloured


# pictures, forms, shadings


def _do(reader: Reader, operands: Operands) -> None:
    found = reader.found("XObject", operands[0])
    if not isinstance(found, pikepdf.Stream):
        raise ValueError("no picture and no form")
    layers = reader.layers
    optional = found.get("/OC")
    if isinstance(optional, pikepdf.Dictionary):
        reader.setting.flush()
        reader.layers = (*layers, layer(reader, optional))
    kind = word(found.get("/Subtype"))
    try:
        if kind == "Form":
            reader.setting.flush()
            reader.form(found)
        elif kind == "Image":
            _image(reader, found)
    finally:
        reader.layers = layers


def _image(reader: Reader, found: pikepdf.Object) -> None:
    mask = bool(found.get("/ImageMask", False))
    width, height = (int(real(found.get(key))) for key in ("/Width", "/Height"))
    bits = 1 if mask else int(real(found.get("/BitsPerComponent", 8)))
    chosen = space_of(found["/ColorSpace"], reader.resources) if "/ColorSpace" in found else CMYK
    soft = "/SMask" in found or "/Mask" in found or bool(found.get("/SMaskInData", 0))
    reader.image(width, height, mask, bits, chosen, soft)


def _inline(reader: Reader, operands: Operands) -> None:
    image: Any = operands[0]
    _image(reader, image.obj)  # its entries by their whole names


def _shading(reader: Reader, operands: Operands) -> None:
    found = reader.found("Shading", operands[0])
    laid = shaded(found, reader.resources)
    own = space_of(found.get("/ColorSpace"), reader.resources)
    box = numbers(found.get("/BBox"))
    area = around(corners((box[0], box[1], box[2], box[3]), reader.state.matrix)) if len(box) == 4 else reader.state.clip
    reader.paint("shading", area, Colour(own, laid))


# text


def _set(change: Callable[[Line, float], Line]) -> Operator:
    """An operator of one number that changes how text is set."""

    def put(reader: Reader, operands: Operands) -> None:
        value = _values(operands, 1)[0]
        reader.state = reader.state._replace(text=change(reader.state.text, value))

    return put


def _font(reader: Reader, operands: Operands) -> None:
    font, size = reader.font(operands[0]), real(operands[1])
    reader.state = reader.state._replace(text=reader.state.text._replace(font=font, size=size))


def _moved_leading(reader: Reader, operands: Operands) -> None:
    x, y = _values(operands, 2)
    reader.state = reader.state._replace(text=reader.state.text._replace(leading=-y))
    reader.setting.move(x, y)


def _text_matrix(reader: Reader, operands: Operands) -> None:
    reader.setting.matrix = reader.setting.line = Matrix(*_values(operands, 6))


def _next(reader: Reader, operands: Operands) -> None:
    reader.setting.move(0, -reader.state.text.leading)


def _bytes(value: object) -> bytes:
    if not isinstance(value, pikepdf.String):
        raise ValueError("no text")
    return bytes(value)


def _show(reader: Reader, operands: Operands) -> None:
    reader.setting.show([_bytes(operands[0])])


def _next_show(reader: Reader, operands: Operands) -> None:
    _next(reader, ())
    _show(reader, operands)


def _spaced_show(reader: Reader, operands: Operands) -> None:
    words, letters = real(operands[0]), real(operands[1])
    reader.state = reader.state._replace(text=reader.state.text._replace(words=words, letters=letters))
    _next_show(reader, operands[2:])


def _show_array(reader: Reader, operands: Operands) -> None:
    if not isinstance(operands[0], pikepdf.Array):
        raise ValueError("no array")
    reader.setting.show([_bytes(part) if isinstance(part, pikepdf.String) else real(part) for part in operands[0]])


# marked content, and what paints nothing


def _marked(reader: Reader, operands: Operands) -> None:
    reader.marked.append(Mark(False, None, reader.layers))


def _marked_with(reader: Reader, operands: Operands) -> None:
    setting, layers = reader.setting, reader.layers
    reader.marked.append(Mark(False, None, layers))
    found = operands[1]
    if isinstance(found, pikepdf.Name):
        found = reader.found("Properties", found)
    if not isinstance(found, pikepdf.Dictionary):
        return
    if "/ActualText" in found:
        reader.marked[-1] = Mark(True, setting.saying, layers)
        setting.saying = str(found["/ActualText"])
    if operands[0] == pikepdf.Name.OC:
        setting.flush()
        reader.layers = (*layers, layer(reader, found))


def _unmarked(reader: Reader, operands: Operands) -> None:
    if not reader.marked:
        reader.wrong("unbalanced", "there is an EMC without its BMC or BDC")
        return
    mark = reader.marked.pop()
    if mark.says:
        reader.setting.saying = mark.outer
    if mark.layers != reader.layers:
        reader.setting.flush()
        reader.layers = mark.layers


def _lenient(by: int) -> Operator:
    def lenient(reader: Reader, operands: Operands) -> None:
        reader.lenient = max(reader.lenient + by, 0)

    return lenient


def _nothing(reader: Reader, operands: Operands) -> None:
    pass


OPERATORS: dict[str, Operator] = {
    "q": _save, "Q": _restore, "cm": _concat, "w": _width, "gs": _graphics,
    "J": _nothing, "j": _nothing, "M": _nothing, "d": _nothing, "ri": _nothing, "i": _nothing,
    "m": _move, "l": _line, "c": _curve("c"), "v": _curve("v"), "y": _curve("y"), "h": _nothing, "re": _rectangle,
    "S": _paths(False, True), "s": _paths(False, True), "f": _paths(True, False), "F": _paths(True, False),
    "f*": _paths(True, False), "B": _paths(True, True), "B*": _paths(True, True), "b": _paths(True, True),
    "b*": _paths(True, True), "n": lambda reader, operands: reader.end_path(), "W": _clip, "W*": _clip,
    "CS": _space(True), "cs": _space(False), "SC": _colour(True), "sc": _colour(False), "SCN": _colour(True),
    "scn": _colour(False), "G": _device(GRAY, True), "g": _device(GRAY, False), "RG": _device(RGB, True),
    "rg": _device(RGB, False), "K": _device(CMYK, True), "k": _device(CMYK, False),
    "sh": _shading, "Do": _do, "INLINE": _inline, "BI": _nothing, "ID": _nothing, "EI": _nothing,
    "BT": lambda reader, operands: reader.setting.begin(), "ET": lambda reader, operands: reader.setting.end(),
    "Tc": _set(lambda text, v: text._replace(letters=v)), "Tw": _set(lambda text, v: text._replace(words=v)),
    "Tz": _set(lambda text, v: text._replace(stretch=v / 100)), "TL": _set(lambda text, v: text._replace(leading=v)),
    "Ts": _set(lambda text, v: text._replace(rise=v)), "Tr": _set(lambda text, v: text._replace(mode=int(v))),
    "Td": lambda reader, operands: reader.setting.move(*_values(operands, 2)),
    "Tf": _font, "TD": _moved_leading, "Tm": _text_matrix,
    "T*": _next, "Tj": _show, "'": _next_show, '"': _spaced_show, "TJ": _show_array,
    "MP": _nothing, "DP": _nothing, "BMC": _marked, "BDC": _marked_with, "EMC": _unmarked,
    "BX": _lenient(1), "EX": _lenient(-1), "d0": _nothing, "d1": _nothing,
}  # fmt: skip
"""Every operator of PDF 1.7, and INLINE, as which the parser gives an inline picture."""
