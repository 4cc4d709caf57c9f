"""Functions of a PDF (ISO 32000-1, 7.10): sampled, exponential, stitched, and PostScript calculators."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import pikepdf

from cardgen.readback.look.values import decoded, numbers

Function = Callable[[Sequence[float]], list[float]]

_DEPTH = 8
_COUNT = 256
"""How deep functions are stitched of functions, and how many in all; more is a ring, or a bomb."""
_CODE = 65_536
_TABLE = 1 << 24
"""The longest calculator and the longest table of samples that are read, in bytes."""
_STACK = 100
"""What a calculator's stack holds (ISO 32000-1, annex C)."""


def function(value: object, depth: int = 0, made: list[object] | None = None) -> Function:
    """The function, or the functions of an array side by side: from its inputs to its outputs. ValueError where it is none;
    so may the function itself raise, where it is broken inside.
    """
    made = [] if made is None else made
    made.append(value)
    if depth > _DEPTH or len(made) > _COUNT:
        raise ValueError("functions within functions")
    if isinstance(value, pikepdf.Array):
        parts = [function(part, depth + 1, made) for part in list(value)[:32]]
        return lambda inputs: [out for part in parts for out in part(inputs)]
    if not isinstance(value, pikepdf.Dictionary | pikepdf.Stream):
        raise ValueError("no function")
    kind = value.get("/FunctionType")
    domain = _pairs(value, "/Domain")
    limits = _pairs(value, "/Range") if "/Range" in value else []
    if kind == 0 and isinstance(value, pikepdf.Stream):
        inner = _sampled(value, domain, limits)
    elif kind == 2:
        inner = _exponential(value)
    elif kind == 3:
        inner = _stitched(value, domain, depth, made)
    elif kind == 4 and isinstance(value, pikepdf.Stream):
        inner = _calculator(value, len(limits))
    else:
        raise ValueError("no known type of function")

    def within(inputs: Sequence[float]) -> list[float]:
        if len(inputs) < len(domain):
            raise ValueError("too few inputs")
        out = inner([_clamped(v, *pair) for v, pair in zip(inputs, domain, strict=False)])
        return [_clamped(v, *pair) for v, pair in zip(out, limits, strict=False)] if limits else out

    return within


def _pairs(value: pikepdf.Object, key: str) -> list[tuple[float, float]]:
    flat = numbers(value.get(key))
    if not flat or len(flat) % 2 or len(flat) > 64:
        raise ValueError(f"{key} is no list of pairs")
    return list(zip(flat[::2], flat[1::2], strict=True))


def _clamped(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def _between(value: float, low: float, high: float, to_low: float, to_high: float) -> float:
    return to_low if high == low else to_low + (value - low) * (to_high - to_low) / (high - low)


def _exponential(value: pikepdf.Object) -> Function:
    start = numbers(value.get("/C0")) or [0.0]
    end = numbers(value.get("/C1")) or [1.0]
    power = numbers([value.get("/N", 1)])
    if len(start) != len(end) or not power:
        raise ValueError("C0 and C1 differ")

    def at(inputs: Sequence[float]) -> list[float]:
        try:
            grown = float(inputs[0] ** power[0])
        except (OverflowError, ZeroDivisionError, TypeError):
            raise ValueError("no power") from None
        return [a + grown * (b - a) for a, b in zip(start, end, strict=True)]

    return at


def _stitched(value: pikepdf.Object, domain: list[tuple[float, float]], depth: int, made: list[object]) -> Function:
    listed = value.get("/Functions")
    bounds = numbers(value.get("/Bounds"))
    encode = _pairs(value, "/Encode")
    if not isinstance(listed, pikepdf.Array) or not len(listed) == len(bounds) + 1 == len(encode) <= 64:
        raise ValueError("functions and bounds differ")
    parts = [function(part, depth + 1, made) for part in listed]
    edges = [domain[0][0], *bounds, domain[0][1]]

    def at(inputs: Sequence[float]) -> list[float]:
        x = inputs[0]
        n = sum(x >= bound for bound in bounds)
        return parts[n]([_between(x, edges[n], edges[n + 1], *encode[n])])

    return at


def _sampled(value: pikepdf.Stream, domain: list[tuple[float, float]], limits: list[tuple[float, float]]) -> Function:
    size = [int(v) for v in numbers(value.get("/Size"))]
    bits = int((numbers([value.get("/BitsPerSample", 8)]) or [8])[0])
    outputs = len(limits)
    if len(size) != len(domain) or len(size) > 4 or not outputs or bits not in (1, 2, 4, 8, 12, 16, 24, 32):
        raise ValueError("no table of samples")
    count = math.prod(size) * outputs
    if min(size) < 1 or count * bits > _TABLE * 8:
        raise ValueError("no table of samples")
    encode = _pairs(value, "/Encode") if "/Encode" in value else [(0.0, n - 1.0) for n in size]
    decode = _pairs(value, "/Decode") if "/Decode" in value else limits
    data = decoded(value)
    if len(data) * 8 < count * bits or len(encode) < len(size) or len(decode) < outputs:
        raise ValueError("fewer samples than it says")
    top = (1 << bits) - 1

    def sample(number: int) -> int:
        first = number * bits
        last = first + bits
        chunk = int.from_bytes(data[first // 8 : (last + 7) // 8], "big")
        return (chunk >> (-last % 8)) & top

    def at(inputs: Sequence[float]) -> list[float]:
        spots = [
            _clamped(_between(x, *inside, *outside), 0, n - 1)
            for x, inside, outside, n in zip(inputs, domain, encode, size, strict=False)
        ]
        sums = [0.0] * outputs
        for corner in product((0, 1), repeat=len(size)):
            weight, number, stride = 1.0, 0, 1
            for spot, up, n in zip(spots, corner, size, strict=True):
                low = math.floor(spot)
                weight *= spot - low if up else 1 - (spot - low)
                number += min(low + up, n - 1) * stride
                stride *= n
            if weight:
                for n in range(outputs):
                    sums[n] += weight * sample(number * outputs + n)
        return [_between(v, 0, top, *pair) for v, pair in zip(sums, decode, strict=False)]

    return at


_TOKEN = re.compile(rb"%[^\r\n]*|[{}]|[^\s{}%]+")
Code = list["str | float | Code"]


def _calculator(value: pikepdf.Stream, outputs: int) -> Function:
    data = decoded(value)
    if len(data) > _CODE:
        raise ValueError("a calculator without end")
    tokens = (token.decode("latin-1") for token in _TOKEN.findall(data) if not token.startswith(b"%"))
    if next(tokens, "") != "{":
        raise ValueError("no calculator")
    code = _block(tokens, 0)

    def at(inputs: Sequence[float]) -> list[float]:
        stack: list[float] = list(inputs)
        try:
            _run(code, stack)
        except (IndexError, ZeroDivisionError, OverflowError, TypeError):
            raise ValueError("a calculator that fails") from None
        if len(stack) < outputs:
            raise ValueError("a calculator with too few outputs")
        return [float(v) for v in stack[len(stack) - outputs :]]

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
            out.append(_clamped(float(token), -1e9, 1e9))
    raise ValueError("a block without end")


def _bits(value: float) -> int | bool:
    return value if isinstance(value, bool) else int(value)


def _atan(a: float, b: float) -> float:
    return math.degrees(math.atan2(a, b)) % 360


_SIMPLE: dict[str, tuple[int, Callable[..., float]]] = {
    "abs": (1, abs),
    "add": (2, lambda a, b: a + b),
    "and": (2, lambda a, b: _bits(a) & _bits(b)),
    "atan": (2, _atan),
    "bitshift": (2, lambda a, b: (int(a) << min(int(b), 31)) & 0xFFFFFFFF if b >= 0 else int(a) >> min(-int(b), 31)),
    "ceiling": (1, math.ceil),
    "cos": (1, lambda a: math.cos(math.radians(a))),
    "cvi": (1, math.trunc),
    "cvr": (1, float),
    "div": (2, lambda a, b: a / b),
    "eq": (2, lambda a, b: a == b),
    "exp": (2, lambda a, b: a**b),
    "floor": (1, math.floor),
    "ge": (2, lambda a, b: a >= b),
    "gt": (2, lambda a, b: a > b),
    "idiv": (2, lambda a, b: math.trunc(int(a) / int(b))),
    "le": (2, lambda a, b: a <= b),
    "ln": (1, lambda a: math.log(a) if a > 0 else 0.0),
    "log": (1, lambda a: math.log10(a) if a > 0 else 0.0),
    "lt": (2, lambda a, b: a < b),
    "mod": (2, lambda a, b: math.fmod(int(a), int(b))),
    "mul": (2, lambda a, b: a * b),
    "ne": (2, lambda a, b: a != b),
    "neg": (1, lambda a: -a),
    "not": (1, lambda a: not a if isinstance(a, bool) else ~int(a)),
    "or": (2, lambda a, b: _bits(a) | _bits(b)),
    "round": (1, lambda a: math.floor(a + 0.5)),
    "sin": (1, lambda a: math.sin(math.radians(a))),
    "sqrt": (1, lambda a: math.sqrt(a) if a > 0 else 0.0),
    "sub": (2, lambda a, b: a - b),
    "truncate": (1, math.trunc),
    "xor": (2, lambda a, b: _bits(a) ^ _bits(b)),
}
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
            _branch(code[:n], token, stack)
        else:
            _move(token, stack)
        if len(stack) > _STACK:
            raise IndexError("a full stack")


def _real(value: float) -> float:
    if isinstance(value, complex) or value != value:
        raise TypeError("no number")
    return value if isinstance(value, bool) else _clamped(value, -1e30, 1e30)


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
            count = int(stack.pop())
            if not 0 <= count <= len(stack):
                raise IndexError(token)
            stack += stack[len(stack) - count :]
        case "index":
            back = int(stack.pop())
            if back < 0:
                raise IndexError(token)
            stack.append(stack[-1 - back])
        case "roll":
            by, count = int(stack.pop()), int(stack.pop())
            if not 0 <= count <= len(stack):
                raise IndexError(token)
            if count:
                part = stack[len(stack) - count :]
                by %= count
                stack[len(stack) - count :] = part[count - by :] + part[: count - by]
