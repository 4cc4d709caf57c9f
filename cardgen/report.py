"""Findings as lines of text: for a person, as JSON, as the workflow commands of GitHub."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from cardgen.findings import Finding, Severity

NAMED = 6
"""Faces that a line names at most; of more it says how many."""


def as_text(findings: Iterable[Finding]) -> Iterator[str]:
    """A finding a line, its hint on the next. One slip of a template is many cards': what is said of several faces in the same
    words, at one place, is said once, with their names; a hint that goes for one line and the next stands behind both.
    """
    folded = [*_folded(findings)]
    for one, following in pairwise([*folded, None]):
        assert one
        again = following is not None and (one.at, one.hint) == (following.at, following.hint)
        yield (one._replace(hint="") if again else one).text()


def _folded(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings, those that differ by the face's name alone as one, where the first of them stood."""
    alike: dict[Finding, list[str]] = {}
    for finding in findings:
        name, colon, says = finding.says.partition(": ")
        alike.setdefault(finding._replace(says=colon + says) if colon else finding, []).append(name)
    for finding, names in alike.items():
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        named = finding.says.startswith(": ")
        yield finding._replace(says=", ".join(names[:NAMED]) + more + finding.says) if named else finding


def as_json(findings: Iterable[Finding]) -> Iterator[str]:
    """All findings as one JSON list of objects."""
    import json

    yield json.dumps([row(f) for f in findings], indent=1)


def row(f: Finding) -> dict[str, str | int]:
    """A finding as plain values."""
    place: dict[str, str | int] = {"file": f.at.path, "line": f.at.line, "column": f.at.column}
    return {"code": f.code.name, "severity": str(f.severity), **place, "says": f.says, "hint": f.hint, "why": f.code.why}


def as_github(findings: Iterable[Finding]) -> Iterator[str]:
    """A workflow command a finding, which GitHub shows beside the line (docs.github.com, workflow commands)."""
    for f in findings:
        kind = "notice" if f.severity is Severity.NOTE else str(f.severity)
        file = _escaped(f.at.path).replace(":", "%3A").replace(",", "%2C")
        at = f"file={file},line={f.at.line or 1},col={f.at.column or 1}"
        says = f"{f.says} ({f.hint})" if f.hint else f.says
        yield f"::{kind} {at},title={f.code.name}::{_escaped(says)}"


FORMS: Mapping[str, Callable[[Iterable[Finding]], Iterator[str]]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
}


def _escaped(text: str) -> str:
    """A text as a workflow command of GitHub takes it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
