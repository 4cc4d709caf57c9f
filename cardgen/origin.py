"""Where in a game's files what a face prints comes from: a text by its words, a picture by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from cardgen.findings import Span
from cardgen.load import Game
from cardgen.model import Card
from cardgen.source import Key

_BY_CHANCE = ("id", "name")
"""Fields in which a picture's name stands by chance."""


def picture_at(game: Game, card: Card | None, picture: Path) -> Span | None:
    """Where the card, or the game's own terms, say a score's name (`art/duel/road.svg`); None where only a template does."""
    if picture.suffix != ".svg":
        return None
    names = (picture.stem, picture.with_suffix("").as_posix().removeprefix(f"art/{game.id}/"))  # also with a folder in it
    if card:
        own = {field: getattr(card.record, field) for field in type(card.record).model_fields if field not in _BY_CHANCE}
        if steps := next(filter(None, (steps_to(own, name) for name in names)), None):
            return game.at(card, *steps)
    steps = next(filter(None, (steps_to(game.record.terms, name) for name in names)), None)
    return game.documents[0].at("terms", *steps) if steps else None


def written_in(fields: Mapping[str, object], text: str) -> str:
    """The field of a card that a set text comes from: the one that holds it, or that it is mostly made of; "" where it is the
    template's own.
    """
    written = [(field, words) for field in sorted(fields, key=lambda f: f == "id") for words in _strings(fields[field])]
    for field, words in written:
        if text in words:
            return field
    plain = _bare(text)
    if not plain:
        return ""
    shared = {field: len(bare) for field, words in written if (bare := _bare(words)) in plain or plain in bare}
    field = max(shared, key=lambda f: shared[f], default="")
    # a text of which a field is the lesser part is the template's own
    return field if shared.get(field, 0) * 2 >= len(plain) else ""


def steps_to(value: object, word: str) -> tuple[Key, ...] | None:
    """The keys and indices that lead to the first text in a record's value that is this word; None where none is."""
    inner: Iterable[tuple[Key, object]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, tuple):
        inner = enumerate(value)
    for step, one in inner:
        if (further := steps_to(one, word)) is not None:
            return (step, *further)
    return () if value == word else None


def _bare(text: str) -> str:
    """Letters and digits only: what a card's text and the set text have in common."""
    return re.sub(r"\W+", "", re.sub(r"\{\{.*?\}\}", "", text)).lower()


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, int):
        yield str(value)
