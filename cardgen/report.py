"""Findings as lines of text: for a person, as JSON, as the workflow commands of GitHub."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from cardgen.findings import Finding, Severity


def as_text(findings: Iterable[Finding]) -> Iterator[str]:
    """A finding a line, its hint on the next."""
    for finding in findings:
        yield finding.text()


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
