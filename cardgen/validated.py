"""pydantic's verdicts as findings: which key, where it stands, one sentence, the nearest known word."""

from __future__ import annotations

from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from cardgen.findings import Code, Finding, nearest
from cardgen.model import COLOUR, DATE
from cardgen.source import Document, Key

UNKNOWN_KEY = Code("unknown-key", "a misspelt key would be passed over in silence, and its value never printed")
MISSING_KEY = Code("missing-key", "a card that lacks a field its family declares would print a gap")
BAD_VALUE = Code("bad-value", "a value of the wrong kind prints something else than was meant")

M = TypeVar("M", bound=BaseModel)


def validated(model: type[M], value: object, document: Document, base: tuple[Key, ...], found: list[Finding]) -> M | None:
    """The value, found under `base` in its document, as a record; None, and a finding a fault, where it is none."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        found += (_finding(model, fault, document, base) for fault in error.errors(include_url=False))
        return None


_WRITTEN = {DATE: "2026-11-30", COLOUR: "#c8281e"}
_BELONGS = {
    "model_type": "keys with values belong here",
    "dict_type": "keys with values belong here",
    "tuple_type": "a list belongs here",
    "string_type": "a text belongs here",
    "too_short": "one at least belongs here",
}


def _finding(model: type[BaseModel], fault: Any, document: Document, base: tuple[Key, ...]) -> Finding:
    steps = (*base, *(s for s in fault["loc"] if not str(s).startswith("function-")))
    key = next((s for s in reversed(steps) if isinstance(s, str)), "")
    named = f'"{key}": ' if key else ""
    match fault["type"]:
        case "extra_forbidden":
            hint = nearest(key, _known(model, fault["loc"][:-1]))
            return Finding(UNKNOWN_KEY, document.at_key(*steps), f'"{key}" is not a known key here', hint)
        case "missing":
            return Finding(MISSING_KEY, document.at(*steps), f'"{key}" is missing')
        case "value_error":
            return Finding(BAD_VALUE, document.at(*steps), f"{named}{fault['ctx']['error']}")
        case "int_type" | "int_from_float" | "greater_than_equal":
            low = fault.get("ctx", {}).get("ge")
            says = f"{_quoted(fault['input'])} is not a whole number" + (f" of {low} or more" if low is not None else "")
            hint = "write it in digits, without quotes" if isinstance(fault["input"], str) else ""
            return Finding(BAD_VALUE, document.at(*steps), f'"{key}": {says}', hint)
        case "less_than_equal":
            says = f"{_quoted(fault['input'])} is more than {fault['ctx']['le']}, which is the most"
            return Finding(BAD_VALUE, document.at(*steps), f'"{key}": {says}')
        case "literal_error":
            choices = fault["ctx"]["expected"].replace("'", "")
            hint = nearest(str(fault["input"]), choices.replace(" or ", ", ").split(", "))
            return Finding(BAD_VALUE, document.at(*steps), f'"{key}": {_quoted(fault["input"])} is none of {choices}', hint)
        case "string_pattern_mismatch":
            says = f'"{key}": {_quoted(fault["input"])} is not written as in {_WRITTEN[fault["ctx"]["pattern"]]}'
            return Finding(BAD_VALUE, document.at(*steps), says)
        case kind:
            wanted = _BELONGS.get(kind) or f"{fault['msg'][0].lower()}{fault['msg'][1:]}"
            return Finding(BAD_VALUE, document.at(*steps), f"{named}{_quoted(fault['input'])}: {wanted}")


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str | int) else "a list or a mapping"


def _known(model: type[BaseModel], loc: tuple[Key, ...]) -> list[str]:
    """The keys that the record at `loc` inside the model knows."""
    kind: Any = model
    for step in loc:
        fields = getattr(kind, "model_fields", {})
        kind = fields[step].annotation if step in fields else next(iter(_inner(kind)), kind)
    kind = next((k for k in (kind, *_inner(kind)) if hasattr(k, "model_fields")), model)
    return list(kind.model_fields)


def _inner(kind: Any) -> list[Any]:
    return [a for a in get_args(kind) if hasattr(a, "model_fields")]
