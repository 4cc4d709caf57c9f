"""Cards that name one another: whether both say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from cardgen.rules.protocol import Deck


def one_sided(cards: Deck, says: str, told: str, name: str = "name") -> Iterator[tuple[str, str]]:
    """Of each two cards of which one names the other in the field `says` and that does not name it in the field `told`, or the
    other way round: the first one's id, a sentence. `name` is the field by which cards are named.
    """
    for one, other in permutations(cards, 2):
        a, b = cards[one], cards[other]
        first, second = b[name] in names(a, says), a[name] in names(b, told)
        if first and not second:
            yield one, f"{one}: {says} {b[name]}, and {other} does not say the same under {told}"
        elif second and not first:
            yield one, f"{one}: does not say that it {says} {b[name]}, and {other} does under {told}"


def names(card: Mapping[str, Any], field: str) -> tuple[str, ...]:
    """The names that a field has: one, several or none."""
    value = card.get(field)
    return tuple(map(str, value)) if isinstance(value, tuple) else () if value is None else (str(value),)
