"""The games as executable rules: pure, immutable, and knowing nothing of paper."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from cardgen.findings import Code, Finding, Refused, Span, nearest
from cardgen.rules.protocol import Rules

NO_RULES = Code("no-rules", "a rules model is asked for by the name of its game")
NOT_IN_RULES = Code("not-in-rules", "the rules know a card by the id that its data gives it")

MODELS = {found.name.replace("_", "-"): f"{__name__}.{found.name}" for found in iter_modules(__path__) if found.ispkg}
"""The modules that hold a game's `RULES`, by the names of the games: every folder here is one."""


def rules_of(game: str) -> Rules[Any, Any]:
    """The rules model of a game; refused where there is none."""
    if game not in MODELS:
        says = f'there is no rules model "{game}"'
        raise Refused(Finding(NO_RULES, Span("rules"), says, nearest(game, MODELS) or "there are: " + ", ".join(MODELS)))
    rules: Rules[Any, Any] = import_module(MODELS[game]).RULES
    return rules


def variants_of(game: str) -> Mapping[str, Rules[Any, Any]]:
    """Every rule set of a game by name, the default one first; one of the name "" where a game has one only."""
    rules = rules_of(game)
    return rules.variants or {"": rules}


def described(game: str, card: str | None) -> str:
    """A game, or one of its cards, as a person reads it; refused where the rules know none of that name."""
    rules = rules_of(game)
    known = [printed.card for printed in rules.deck()]
    if card is not None and card not in known:
        hint = nearest(card, known) or "there are: " + ", ".join(known)
        raise Refused(Finding(NOT_IN_RULES, Span("rules"), f'{game} has no card "{card}"', hint))
    return rules.describe(card)
