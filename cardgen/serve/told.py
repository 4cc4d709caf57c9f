"""What the page is told, as JSON takes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardgen.findings import Finding
from cardgen.serve.job import End, Said
from cardgen.serve.live import Shown, Told
from cardgen.shops import CHECKED_BLEED


def told_state(told: Told, language: str, first: str, game: str, version: int, rules: Iterable[Finding]) -> dict[str, Any]:
    """A game in one language; the language that the server was begun with stands first among them."""
    others = (other for other in told.languages if other != first)
    return {
        "version": version,
        "game": game,
        "name": told.name,
        "language": language,
        "languages": [first, *others],
        "bleed": CHECKED_BLEED,
        "plates": list(told.plates),
        "families": [group._asdict() for group in told.groups],
        "faces": {name: _face(face) for name, face in told.faces.items()},
        "findings": told_findings(dict.fromkeys((*told.found, *rules))),
    }


def _face(face: Shown) -> dict[str, Any]:
    out = face._asdict() | {"picture": face.picture or None, "stale": face.stale, "findings": told_findings(face.findings)}
    out["folds"] = {"upright": face.folds[0], "level": face.folds[1]}
    del out["now"], out["good"]
    return out


def told_findings(findings: Iterable[Finding]) -> list[dict[str, str]]:
    """Findings with all that is said of them."""
    return [
        {"code": f.code.name, "severity": str(f.severity), "at": str(f.at), "says": f.says, "hint": f.hint, "why": f.code.why}
        for f in findings
    ]


def told_job(said: Said) -> dict[str, Any]:
    """How far a build is, or how it ended."""
    if isinstance(said, End):
        return {"running": False, "ok": said.ok, "files": said.files, "findings": told_findings(said.findings)}
    return {"running": True, **said._asdict()}
