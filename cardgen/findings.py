"""What is wrong, as data: every check yields findings, only the command line prints them.

A `Code` stands beside the check that yields it, so that `cardgen explain CODE` can say why the check exists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """How much a finding matters: an error stops the build, a warning and a note do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Span(NamedTuple):
    """A place in a text file. Line and column count from 1; 0 means that the place is not known so closely."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.path
        return f"{self.path}:{self.line}:{self.column}" if self.column else f"{self.path}:{self.line}"


class Code(NamedTuple):
    """The name of a kind of finding, in words, and why a user is told of it."""

    name: str
    why: str
    severity: Severity = Severity.ERROR


class Finding(NamedTuple):
    """One thing that is wrong: its kind, its place, one sentence, and how it is mended (may be empty)."""

    code: Code
    at: Span
    says: str
    hint: str = ""

    @property
    def severity(self) -> Severity:
        return self.code.severity

    def text(self) -> str:
        """`path:line:column: code: sentence`, and the hint on a line of its own; warnings and notes say so."""
        kind = "" if self.severity is Severity.ERROR else f"{self.severity}: "
        head = f"{self.at}: {kind}{self.code.name}: {self.says}"
        return f"{head}\n    hint: {self.hint}" if self.hint else head


class Refused(Exception):
    """Raised where work cannot go on; carries every finding that led there. Never an internal fault."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__("\n".join(f.text() for f in findings))
        self.findings = findings


@contextmanager
def noted(found: list[Finding]) -> Iterator[None]:
    """What is refused inside is noted, and work goes on behind it."""
    try:
        yield
    except Refused as refused:
        found += refused.findings


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """The findings by file, line and column, each once."""
    return sorted(set(findings), key=lambda f: (f.at, f.code.name, f.says))


def has_errors(findings: Iterable[Finding]) -> bool:
    return any(f.severity is Severity.ERROR for f in findings)


def short(text: str, at_most: int = 40) -> str:
    """The text, or its beginning, for a sentence that has no room for all of it."""
    return text if len(text) <= at_most else text[: at_most - 2] + "…"


def nearest(word: str, known: Iterable[str]) -> str:
    """`did you mean "reach"?` for the known word most like `word`, or an empty string where none is near."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f'did you mean "{near[0]}"?' if near else ""


def one_by_one(option: str, word: str) -> str:
    """How several words that were given to an option as one, with commas, are given: `--for shop --for home-a4`. Else empty."""
    return " ".join(f"{option} {one.strip()}" for one in word.split(",") if one.strip()) if "," in word else ""
