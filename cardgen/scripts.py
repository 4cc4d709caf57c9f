"""Which way a script runs."""

from __future__ import annotations

import re
from unicodedata import bidirectional

_MAYBE = re.compile(
    r"[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""The blocks of scripts that run from right to left, and the marks that turn text that way."""


def right_to_left(text: str) -> str:
    """The first character of the text that runs from right to left, or turns the text so; empty where none does."""
    if text.isascii():
        return ""
    turned = ("R", "AL", "AN", "RLE", "RLO", "RLI")
    return next((found[0] for found in _MAYBE.finditer(text) if bidirectional(found[0]) in turned), "")
