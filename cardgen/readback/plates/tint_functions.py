"""Functions of a PDF (ISO 32000-1, 7.10) worked out, for the colours of shadings."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pikepdf

from cardgen.readback.plates.tints import BROKEN, Unseen

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]
    Function = Callable[[Values], Values]

_DEEP = 8
_MOST = 4_000_000
"""Samples of a table and steps of a program that are gone through at most."""


def function_of(value: object, deep: int = 0) -> Function:
    """A function of rows of inputs (N x m) to rows of outputs (N x k); an array of functions is one of all their outputs.
    Unseen where it is broken.
    """
    if deep > _DEEP:
        raise Unseen("a function within itself")
    try:
        if isinstance(value, pikepdf.Array):
            return _side_by_side([function_of(part, deep + 1) for part in list(value)[:32]])
        if not isinstance(value, (pikepdf.Dictionary, pikepdf.Stream)):
            raise Unseen("a shading without a function")
        made = _made(value, int(value.FunctionType), deep)
        return _within(made, _pairs(value.get("/Domain")), _pairs(value.get("/Range")))
    except BROKEN:
        raise Unseen("a function that is broken") from None


def _made(value: pikepdf.Object, kind: int, deep: int) -> Function:
    match kind:
        case 0:
            return _sampled(value)
        case 2:
            return _power(value)
        case 3:
            return _stitched(value, deep)
        case 4:
            return _program(value)
    raise Unseen(f"a function of type {kind}")


def _pairs(value: object) -> list[tuple[float, float]] | None:
    if not isinstance(value, pikepdf.Array):
        return None
    numbers = [float(v) for v in value]
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _clipped(values: Values, pairs: list[tuple[float, float]] | None) -> Values:
    import numpy as np

    if not pairs:
        return values
    low, high = (np.array(side) for side in zip(*pairs, strict=True))
    n = min(values.shape[-1], len(pairs))
    return np.clip(values[..., :n], low[:n], high[:n])


def _within(made: Function, domain: list[tuple[float, float]] | None, ranges: list[tuple[float, float]] | None) -> Function:
    return lambda x: _clipped(made(_clipped(x, domain)), ranges)


def _side_by_side(parts: list[Function]) -> Function:
    import numpy as np

    return lambda x: np.concatenate([part(x) for part in parts], axis=-1)


def _power(value: pikepdf.Object) -> Function:
    import numpy as np

    c0 = np.array([float(v) for v in value.get("/C0", [0])])
    c1 = np.array([float(v) for v in value.get("/C1", [1])])
    n = float(value.get("/N", 1))
    return lambda x: c0 + np.power(np.maximum(x[:, :1], 0 if n >= 0 else 1e-9), n) * (c1 - c0)


def _stitched(value: pikepdf.Object, deep: int) -> Function:
    import numpy as np

    parts = [function_of(part, deep + 1) for part in list(value.Functions)[:4096]]
    bounds = [float(v) for v in value.Bounds]
    encode = _pairs(value.Encode) or []
    d0, d1 = (_pairs(value.Domain) or [(0.0, 1.0)])[0]
    edges = [d0, *bounds, d1]

    def worked(x: Values) -> Values:
        which = np.clip(np.searchsorted(np.array(bounds), x[:, 0], side="right"), 0, len(parts) - 1)
        out: Values | None = None
        for i, part in enumerate(parts):
            own = which == i
            if own.any():
                low, high = edges[i], edges[i + 1]
                e0, e1 = encode[i]
                at = x[own, :1]
                values = part(e0 + (at - low) * ((e1 - e0) / (high - low)) if high > low else np.full_like(at, e0))
                out = np.zeros((len(x), values.shape[-1])) if out is None else out
                out[own] = values
        return out if out is not None else np.zeros((len(x), 1))

    return worked


def _sampled(value: pikepdf.Object) -> Function:
    import numpy as np

    size = [int(v) for v in value.Size]
    bits = int(value.BitsPerSample)
    domain, ranges = _pairs(value.Domain) or [], _pairs(value.Range) or []
    count = math.prod(size)
    if min(size, default=0) < 1 or count * len(ranges) > _MOST or len(size) > 4 or bits not in (1, 2, 4, 8, 12, 16, 24, 32):
        raise Unseen("a table of colours that is too large")
    given = value.get("/Encode")
    encode = _pairs(given) or [(0.0, float(n - 1)) for n in size]
    decode = _pairs(value.get("/Decode")) or ranges
    lines = np.unpackbits(np.frombuffer(value.read_bytes(), np.uint8))[: count * len(ranges) * bits]
    lines = np.pad(lines, (0, count * len(ranges) * bits - len(lines)))
    whole = lines.reshape(-1, bits).astype(np.float64) @ (2.0 ** np.arange(bits - 1, -1, -1)) / (2.0**bits - 1)
    low, high = (np.array(side) for side in zip(*decode, strict=True))
    # the first input runs quickest, so that it is the last axis but that of the outputs
    table = low + whole.reshape(*reversed(size), len(ranges)) * (high - low)

    def worked(x: Values) -> Values:
        at = []
        for i, n in enumerate(size):
            (d0, d1), (e0, e1) = domain[i], encode[i]
            place = e0 + (x[:, i] - d0) * ((e1 - e0) / (d1 - d0)) if d1 > d0 else np.full(len(x), e0)
            at.append(np.clip(np.nan_to_num(place), 0, n - 1))
        out = np.zeros((len(x), len(ranges)))
        for corner in range(2 ** len(size)):
            weight, index = np.ones(len(x)), []
            for i, n in enumerate(size):
                under = np.minimum(np.floor(at[i]).astype(np.intp), max(n - 2, 0))
                part = at[i] - under
                up = corner >> i & 1
                weight *= part if up else 1 - part
                index.append(np.minimum(under + up, n - 1))
            out += weight[:, None] * table[tuple(reversed(index))]
        return out

    return worked


_WORD = re.compile(rb"[{}]|[^\s{}]+")


def _program(value: pikepdf.Object) -> Function:
    import numpy as np

    words = iter(_WORD.findall(re.sub(rb"%[^\r\n]*", b"", value.read_bytes()[:100_000])))
    if next(words, b"") != b"{":
        raise Unseen("a function that is broken")
    body = _block(words, 0)
    outputs = len(_pairs(value.Range) or [])

    def worked(x: Values) -> Values:
        if len(x) * len(body) > _MOST:
            raise Unseen("a function that is too long")
        rows = []
        for row in x.tolist():
            stack: list[float] = list(row)
            _run(body, stack)
            rows.append([float(v) for v in stack[-outputs:]])
        return np.array(rows, dtype=np.float64).reshape(len(x), outputs)

    return worked


def _block(words: object, deep: int) -> list[object]:
    if deep > 32:
        raise Unseen("a function within itself")
    out: list[object] = []
    for word in words:  # type: ignore[attr-defined]
        if word == b"}":
            return out
        if word == b"{":
            out.append(_block(words, deep + 1))
            continue
        try:
            out.append(float(word) if b"." in word or b"e" in word[1:].lower() else int(word))
        except ValueError:
            out.append(word.decode("latin-1"))
    return out


def _run(body: list[object], stack: list[float]) -> None:
    for i, word in enumerate(body):
        if isinstance(word, list):
            continue
        if not isinstance(word, str):
            stack.append(word)  # type: ignore[arg-type]
        elif word == "if":
            if stack.pop():
                _run(body[i - 1], stack)  # type: ignore[arg-type]
        elif word == "ifelse":
            _run(body[i - 2] if stack.pop() else body[i - 1], stack)  # type: ignore[arg-type]
        elif word in _ONE:
            stack.append(_ONE[word](stack.pop()))
        elif word in _TWO:
            b, a = stack.pop(), stack.pop()
            stack.append(_TWO[word](a, b))
        else:
            _shuffle(word, stack)


def _shuffle(word: str, stack: list[float]) -> None:
    match word:
        case "pop":
            stack.pop()
        case "exch":
            stack[-1], stack[-2] = stack[-2], stack[-1]
        case "dup":
            stack.append(stack[-1])
        case "true" | "false":
            stack.append(word == "true")
        case "copy":
            n = int(stack.pop())
            if 0 < n <= min(len(stack), 100):
                stack += stack[-n:]
        case "index":
            stack.append(stack[-1 - int(stack.pop())])
        case "roll":
            j, n = int(stack.pop()), int(stack.pop())
            if 0 < n <= len(stack):
                part = stack[-n:]
                j %= n
                stack[-n:] = part[n - j :] + part[: n - j]
        case _:
            raise Unseen("a function that is broken")


def _bits(word: Callable[[int, int], int]) -> Callable[[float, float], float]:
    return lambda a, b: bool(word(int(a), int(b))) if isinstance(a, bool) else word(int(a), int(b))


_ONE: dict[str, Callable[[float], float]] = {
    "abs": abs,
    "neg": lambda a: -a,
    "ceiling": math.ceil,
    "floor": math.floor,
    "round": lambda a: math.floor(a + 0.5),
    "truncate": math.trunc,
    "cvi": math.trunc,
    "cvr": float,
    "sqrt": lambda a: math.sqrt(max(a, 0)),
    "sin": lambda a: math.sin(math.radians(a)),
    "cos": lambda a: math.cos(math.radians(a)),
    "ln": lambda a: math.log(max(a, 1e-300)),
    "log": lambda a: math.log10(max(a, 1e-300)),
    "not": lambda a: (not a) if isinstance(a, bool) else ~int(a),
}
_TWO: dict[str, Callable[[float, float], float]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b if b else 0.0,
    "idiv": lambda a, b: int(a / b) if b else 0,
    "mod": lambda a, b: math.fmod(a, b) if b else 0,
    "exp": lambda a, b: min(max(a, 1e-300) ** min(max(b, -1e3), 1e3), 1e30) if abs(a) < 1e30 else 0.0,
    "atan": lambda a, b: math.degrees(math.atan2(a, b)) % 360,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "and": _bits(lambda a, b: a & b),
    "or": _bits(lambda a, b: a | b),
    "xor": _bits(lambda a, b: a ^ b),
    "bitshift": lambda a, b: int(a) << min(int(b), 31) if b >= 0 else int(a) >> min(int(-b), 31),
}
