"""Optional content: which of a page's layers are shown, and rules that ask several (ISO 32000-1, 8.11.2)."""

from __future__ import annotations

from itertools import islice

import pikepdf

from cardgen.readback.look.painted import Layer
from cardgen.readback.look.reader import Reader
from cardgen.readback.values import entry, key_of, members, one_or_more, word

_LAYERS, _GROUPS = 3, 16
"""How deep rules for what is shown stand in one another, and how many parts of one are asked."""


def layer(reader: Reader, found: pikepdf.Object) -> Layer:
    """The layer, or the rule by layers, of that dictionary."""
    key = key_of(found)
    if key not in reader.known or key == (0, 0):
        reader.known[key] = _shown(found, reader.sheet.hidden)
    return Layer(str(found.get("/Name", "")), not reader.known[key])


def _shown(found: object, hidden: frozenset[tuple[int, int]]) -> bool:
    """Whether a layer, or what is shown by those that it names, is shown (ISO 32000-1, 8.11.2)."""
    rule = list(islice(members(entry(found, "/VE")), _GROUPS))
    if rule and key_of(found) != (0, 0):
        return _holds(rule, hidden, 1)
    named = islice(one_or_more(entry(found, "/OCGs")), _GROUPS)
    groups = [key_of(group) not in hidden for group in named if isinstance(group, pikepdf.Dictionary)]
    if not groups:
        return key_of(found) not in hidden
    policy = {"AllOn": all(groups), "AnyOff": not all(groups), "AllOff": not any(groups)}
    return policy.get(word(entry(found, "/P")), any(groups))


def _holds(rule: list[object], hidden: frozenset[tuple[int, int]], depth: int) -> bool:
    """What an expression of visibility comes to."""
    if depth > _LAYERS:
        return True
    parts = [
        _holds(list(islice(members(part), _GROUPS)), hidden, depth + 1)
        if isinstance(part, pikepdf.Array)
        else key_of(part) not in hidden
        for part in rule[1:]
    ]
    match word(rule[0]) if rule else "":
        case "And":
            return all(parts)
        case "Not":
            return not any(parts)
    return any(parts) or not parts
