"""Functions of a PDF (ISO 32000-1, 7.10), for many inputs at once: sampled, exponential, stitched, PostScript calculators."""

from __future__ import annotations

import math
import operator as op
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

import pikepdf

from cardgen.readback.values import BROKEN, decoded, entry, members, number, numbers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]
    Function = Callable[[Values], Values]

_DEPTH = 8
_COUNT = 1024
"""How deep functions are stitched of functions, and how many in all; more is a ring, or a bomb."""
_CODE = 65_536
"""The longest calculator that is read, in bytes."""
_MOST = 2_000_000
"""Samples of a table, and steps of a calculator for all its inputs, that are gone through at most."""
_STACK = 100
"""What a calculator's stack holds (ISO 32000-1, annex C)."""
_BITS = (1, 2, 4, 8, 12, 16, 24, 32)

Pairs = list[tuple[float, float]]


def function(value: object) -> Function:
    """The function, or the functions of an array side by side: from rows of inputs (N x m) to rows of outputs (N x k).
    ValueError where it is none; the function itself raises that where it is broken inside, or fails for an input.
    """
    return _function(value, 0, [])


def _function(value: object, depth: int, made: list[object]) -> Function:
    made.append(value)
    if depth > _DEPTH or len(made) > _COUNT:
        raise ValueError("functions within functions")
    if isinstance(value, pikepdf.Array):
        import numpy as np

        parts = [_function(part, depth + 1, made) for part in list(value)[:32]]
        return lambda x: np.concatenate([part(x) for part in parts], axis=-1)
    kind = number(entry(value, "/FunctionType"))
    domain, limits = _pairs(value, "/Domain"), _pairs(value, "/Range", [])
    if kind == 2:
        inner = _exponential(value)
    elif kind == 3:
        inner = _stitched(value, domain[0], depth, made)
    elif kind in (0, 4) and isinstance(value, pikepdf.Stream) and limits:
        inner = _sampled(value, domain, limits) if kind == 0 else _calculator(value, len(limits))
    else:
        raise ValueError("no known type of function")

    def within(inputs: Values) -> Values:
        import numpy as np

        if inputs.shape[-1] < len(domain):
            raise ValueError("too few inputs")
        try:
            with np.errstate(all="ignore"):
                out = _clipped(inner(_clipped(inputs, domain)), limits)
        except BROKEN as error:
            raise ValueError(str(error) or "a function that fails") from None
        if not np.isfinite(out).all():
            raise ValueError("a function that fails")
        return out

    return within


def _pairs(value: object, key: str, otherwise: Pairs | None = None) -> Pairs:
    flat = numbers(entry(value, key))
    if otherwise is not None and entry(value, key) is None:
        return otherwise
    if not flat or len(flat) % 2 or len(flat) > 2 * _COUNT:
        raise ValueError(f"{key} is no list of pairs")
    return list(zip(flat[::2], flat[1::2], strict=True))


def _clipped(values: Values, pairs: Pairs) -> Values:
    """The values within their ends, and of them as many as have ends; all where none has."""
    import numpy as np

    if not pairs:
        return values
    low, high = np.array(pairs[: values.shape[-1]]).T
    out: Values = np.minimum(np.maximum(values[:, : len(low)], low), high)
    return out


def _between(x: Values, low: float, high: float, to_low: float, to_high: float) -> Values:
    return x * 0 + to_low if high == low else to_low + (x - low) * ((to_high - to_low) / (high - low))


def _exponential(value: object) -> Function:
    import numpy as np

    start, end = (np.array(numbers(entry(value, key)) or otherwise) for key, otherwise in (("/C0", [0.0]), ("/C1", [1.0])))
    power = number(entry(value, "/N"))
    if len(start) != len(end):
        raise ValueError("C0 and C1 differ")
    return lambda x: start + np.power(x[:, :1], 1.0 if power is None else power) * (end - start)


def _stitched(value: object, domain: tuple[float, float], depth: int, made: list[object]) -> Function:
    import numpy as np

    bounds, encode = numbers(entry(value, "/Bounds")), _pairs(value, "/Encode")
    listed = list(members(entry(value, "/Functions")))
    if not len(listed) == len(bounds) + 1 == len(encode) <= _COUNT:
        raise ValueError("functions and bounds differ")
    parts = [_function(part, depth + 1, made) for part in listed]
    edges = [domain[0], *bounds, domain[1]]

    def at(x: Values) -> Values:
        which = (x[:, :1] >= np.array(bounds)).sum(axis=1)
        own = {n: which == n for n in np.unique(which).tolist()}
        found = {n: parts[n](_between(x[rows, :1], edges[n], edges[n + 1], *encode[n])) for n, rows in own.items()}
        out = np.zeros((len(x), max(len(values[0]) for values in found.values())))
        for n, values in found.items():
            out[own[n]] = values
        return out

    return at


def _sampled(value: pikepdf.Stream, domain: Pairs, limits: Pairs) -> Function:
    import numpy as np

    size = [int(v) for v in numbers(entry(value, "/Size"))]
    bits, outputs = int(number(entry(value, "/BitsPerSample")) or 0), len(limits)
    if not len(size) == len(domain) <= 4 or min(size) < 1 or math.prod(size) * outputs > _MOST or bits not in _BITS:
        raise ValueError("no table of samples")
    encode = _pairs(value, "/Encode", [(0.0, n - 1.0) for n in size])
    decode = _pairs(value, "/Decode", limits)
    count, data = math.prod(size) * outputs, decoded(value)
    if len(data) * 8 < count * bits or len(encode) < len(size) or len(decode) < outputs:
        raise ValueError("fewer samples than it says")
    whole = np.frombuffer(data, np.uint8, -(-count * bits // 8))
    if bits % 8:
        whole = np.unpackbits(whole)[: count * bits]
    part = min(bits, 8) if bits % 8 == 0 else 1
    samples = whole.reshape(count, -1) @ (2.0 ** np.arange(bits - part, -1, -part)) / (2.0**bits - 1)
    low, high = np.array(decode[:outputs]).T
    # the first input runs quickest
    table = low + samples.reshape(-1, outputs) * (high - low)

    def at(x: Values) -> Values:
        places = [_between(x[:, i], *domain[i], *encode[i]).clip(0, n - 1) for i, n in enumerate(size)]
        under = [np.floor(place).astype(np.intp) for place in places]
        out = np.zeros((len(x), outputs))
        for corner in product((0, 1), repeat=len(size)):
            weight, row, stride = np.ones(len(x)), np.zeros(len(x), np.intp), 1
            for place, low, up, n in zip(places, under, corner, size, strict=True):
                weight *= place - low if up else 1 - (place - low)
                row += np.minimum(low + up, n - 1) * stride
                stride *= n
            out += weight[:, None] * table[row]
        return out

    return at


_TOKEN = re.compile(rb"%[^\r\n]*|[{}]|[^\s{}%]+")
Code = list["str | float | Code"]


def _calculator(value: pikepdf.Stream, outputs: int) -> Function:
    import numpy as np

    data = decoded(value, _CODE)
    tokens = [token.decode("latin-1") for token in _TOKEN.findall(data) if not token.startswith(b"%")]
    if tokens[:1] != ["{"]:
        raise ValueError("no calculator")
    code = _block(iter(tokens[1:]), 0)

    def row(inputs: Sequence[float]) -> list[float]:
        stack = list(inputs)
        try:
            _run(code, stack)
        except (*BROKEN, RecursionError):
            raise ValueError("a calculator that fails") from None
        if len(stack) < outputs:
            raise ValueError("a calculator with too few outputs")
        return [float(v) for v in stack[len(stack) - outputs :]]

    def at(x: Values) -> Values:
        if len(x) * len(tokens) > _MOST:
            raise ValueError("a calculator without end")
        return np.array([row(inputs) for inputs in x.tolist()], dtype=np.float64).reshape(len(x), outputs)

    return at


def _block(tokens: Iterator[str], depth: int) -> Code:
    if depth > 32:
        raise ValueError("blocks within blocks")
    out: Code = []
    for token in tokens:
        if token == "}":
            return out
        if token == "{":
            out.append(_block(tokens, depth + 1))
        elif token in _SIMPLE or token in _WORDS:
            out.append(token)
        else:
            out.append(_bounded(float(token), 1e9))
    raise ValueError("a block without end")


def _bounded(value: float, most: float) -> float:
    return min(max(value, -most), most)


def _bits(value: float) -> int | bool:
    return value if isinstance(value, bool) else int(value)


_SIMPLE: dict[str, tuple[int, Callable[..., float]]] = {
    "abs": (1, abs), "neg": (1, op.neg), "ceiling": (1, math.ceil), "floor": (1, math.floor), "truncate": (1, math.trunc),
    "round": (1, lambda a: math.floor(a + 0.5)), "cvi": (1, math.trunc), "cvr": (1, float),
    "sqrt": (1, lambda a: math.sqrt(a) if a > 0 else 0.0),
    "sin": (1, lambda a: math.sin(math.radians(a))), "cos": (1, lambda a: math.cos(math.radians(a))),
    "ln": (1, lambda a: math.log(a) if a > 0 else 0.0), "log": (1, lambda a: math.log10(a) if a > 0 else 0.0),
    "add": (2, op.add), "sub": (2, op.sub), "mul": (2, op.mul), "div": (2, op.truediv), "exp": (2, op.pow),
    "idiv": (2, lambda a, b: math.trunc(int(a) / int(b))), "mod": (2, lambda a, b: math.fmod(int(a), int(b))),
    "atan": (2, lambda a, b: math.degrees(math.atan2(a, b)) % 360),
    "eq": (2, op.eq), "ne": (2, op.ne), "gt": (2, op.gt), "ge": (2, op.ge), "lt": (2, op.lt), "le": (2, op.le),
    "and": (2, lambda a, b: _bits(a) & _bits(b)), "or": (2, lambda a, b: _bits(a) | _bits(b)),
    "xor": (2, lambda a, b: _bits(a) ^ _bits(b)), "not": (1, lambda a: not a if isinstance(a, bool) else ~int(a)),
    "bitshift": (2, lambda a, b: (int(a) << min(int(b), 31)) & 0xFFFFFFFF if b >= 0 else int(a) >> min(-int(b), 31)),
}  # fmt: skip
_WORDS = {"copy", "dup", "exch", "false", "if", "ifelse", "index", "pop", "roll", "true"}


def _run(code: Code, stack: list[float]) -> None:
    for n, token in enumerate(code):
        if isinstance(token, float):
            stack.append(token)
        elif isinstance(token, list):
            continue  # it is done by the `if` behind it
        elif token in _SIMPLE:
            taken, word = _SIMPLE[token]
            if len(stack) < taken:
                raise IndexError(token)
            values = stack[len(stack) - taken :]
            del stack[len(stack) - taken :]
            stack.append(_real(word(*values)))
        elif token in ("if", "ifelse"):
            _branch(code[max(n - 2, 0) : n], token, stack)
        else:
            _move(token, stack)
        if len(stack) > _STACK:
            raise IndexError("a full stack")


def _real(value: float) -> float:
    if isinstance(value, complex) or value != value:
        raise TypeError("no number")
    return value if isinstance(value, bool) else _bounded(value, 1e30)


def _branch(before: Code, token: str, stack: list[float]) -> None:
    true = bool(stack.pop())
    blocks = before[-1 if token == "if" else -2 :]
    if not all(isinstance(block, list) for block in blocks) or len(blocks) < (1 if token == "if" else 2):
        raise IndexError(token)
    chosen = blocks[0] if true else blocks[1] if token == "ifelse" else []
    if isinstance(chosen, list):
        _run(chosen, stack)


def _move(token: str, stack: list[float]) -> None:
    match token:
        case "true" | "false":
            stack.append(token == "true")
        case "dup":
            stack.append(stack[-1])
        case "pop":
            stack.pop()
        case "exch":
            stack[-1], stack[-2] = stack[-2], stack[-1]
        case "copy":
            count = _counted(stack.pop(), len(stack))
            stack += stack[len(stack) - count :]
        case "index":
            stack.append(stack[-1 - _counted(stack.pop(), _STACK)])
        case "roll":
            by, count = int(stack.pop()), _counted(stack.pop(), len(stack))
            if count:
                part = stack[len(stack) - count :]
                by %= count
                stack[len(stack) - count :] = part[count - by :] + part[: count - by]


def _counted(value: float, most: int) -> int:
    if not 0 <= value <= most:
        raise IndexError("fewer values than it asks for")
    return int(value)
