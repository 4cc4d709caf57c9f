"""A comparison as plain values, for a program to read: the ids of cards by what became of them, and what changed in each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardgen.findings import Finding
from cardgen.proof.compare import Change, Faces, Field
from cardgen.proof.reprint import Again
from cardgen.proof.since import Compared
from cardgen.report import row

Record = dict[str, Any]
KINDS = ("changed", "new", "removed", "renamed")


def record(compared: Compared, again: Sequence[Again]) -> Record:
    """The whole comparison: the lists `changed`, `new`, `removed` and `renamed` of cards with what changed in each, and what
    changed beside them. Nothing in it is a path of this machine or a time.
    """
    changes, game = compared.changes, compared.after.state.game
    return {
        "game": game.id,
        "since": compared.shown,
        "language": compared.after.state.composer.language,
        **{kind: [_card(change) for change in changes.of_kind(kind)] for kind in KINDS},
        "unread": list(changes.unread),
        "backs": [faces.name for faces in changes.backs],
        "pieces": {piece: [_field(field) for field in fields] for piece, fields in changes.pieces.items()},
        "rules sheet": [faces.name for faces in changes.sheet],
        "game.yaml": [_field(field) for field in changes.fields],
        "rules": [line._asdict() for line in changes.rules],
        "findings": _findings(changes.gained, changes.lost),
        "reprint": [_again(one) for one in again],
    }


def _card(change: Change) -> Record:
    out: Record = {"card": change.id}
    if change.kind == "renamed":
        out["was"] = change.was
    return out | {
        "family": change.family,
        "name": change.title,
        "fields": [_field(field) for field in change.fields],
        "faces": [_faces(faces) for faces in change.faces],
        "copies": {"before": dict(change.before), "after": dict(change.after)},
        "findings": _findings(change.gained, change.lost),
        "rules": [line._asdict() for line in change.rules],
    }


def _field(field: Field) -> Record:
    return {"field": field.name, "before": field.before, "after": field.after}


def _faces(faces: Faces) -> Record:
    return {"face": faces.name, "before": faces.before is not None, "after": faces.after is not None}


def _findings(gained: Iterable[Finding], lost: Iterable[Finding]) -> Record:
    return {"gained": [row(f) for f in gained], "lost": [row(f) for f in lost]}


def _again(again: Again) -> Record:
    seat = {"seat": again.seat} if again.seat else {}
    return {
        "card": again.card,
        "family": again.family,
        **seat,
        "print": again.print,
        "throw away": again.throw,
        "why": again.why,
    }
