"""A comparison as one page of HTML that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING

from cardgen import __version__
from cardgen.findings import Finding
from cardgen.proof.brief import UNREAD, copies, missing, note, summary
from cardgen.proof.compare import Change, Faces
from cardgen.proof.letters import font_faces
from cardgen.proof.page import data, filled
from cardgen.proof.picture import png
from cardgen.proof.reprint import Again
from cardgen.proof.shots import Shot
from cardgen.proof.since import Compared

if TYPE_CHECKING:
    from PIL import Image

BOARD = 130.0
"""A side longer than this (mm) is shown in a row of its own."""
_COLOURS = 256
"""Ink, one red and paper: a picture in so many colours looks as it does in all, at a quarter of the bytes."""


def page(compared: Compared, again: Sequence[Again], shots: Mapping[str, Shot]) -> bytes:
    """The page. `shots` are the pictures by the name of their side; `again` what is printed and thrown away."""
    state, changes = compared.after.state, compared.changes
    composer, game = state.composer, state.game
    sections = [
        SimpleNamespace(id="backs", title="Backs", parts=[_part(f, shots) for f in changes.backs]),
        SimpleNamespace(
            id="cut",
            title="Sizes and stock",
            parts=[SimpleNamespace(title=name, shots=[], fields=fields) for name, fields in changes.pieces.items()],
        ),
        SimpleNamespace(id="sheet", title="Rules sheet", parts=[_part(f, shots) for f in changes.sheet]),
        SimpleNamespace(
            id="record",
            title="game.yaml, inks.yaml",
            parts=[SimpleNamespace(title="What it says", shots=[], fields=own) for own in (changes.fields,) if own],
        ),
    ]
    return filled(
        "changes.html",
        font_faces(composer.fonts, composer.keep),
        title=f"{game.name(composer.language)}: what changed since {compared.shown}",
        scripts=("changes.js",),
        languages=len(game.record.languages),
        language=composer.language,
        name=game.name(composer.language),
        version=game.record.version,
        date=game.record.date,
        ground=_ground(game.record.ground),
        maker=f"cardgen {__version__}",
        since=compared.shown,
        summary=summary(compared, again),
        nothing=not changes.any,
        cards=[_card(change, shots) for change in changes.cards],
        sections=[section for section in sections if section.parts],
        again=again,
        general=[_finding(f) for f in changes.gained],
        general_lost=[_finding(f) for f in changes.lost],
        rules=changes.rules,
        unread=f"{', '.join(changes.unread)}: {UNREAD}." if changes.unread else "",
    )


def _card(change: Change, shots: Mapping[str, Shot]) -> SimpleNamespace:
    own = [_shot(shots[faces.name], faces, change) for faces in change.faces]
    return SimpleNamespace(
        id=f"{'gone' if change.kind == 'removed' else 'card'}-{change.id}",
        card=change.card or change.was,
        was=change.was,
        kind=change.kind,
        family=change.family,
        title=change.title,
        fields=change.fields if change.kind in ("changed", "renamed") else (),
        shots=own,
        copies=copies(change),
        gained=[_finding(f) for f in change.gained],
        lost=[_finding(f) for f in change.lost],
        rules=change.rules,
    )


def _part(faces: Faces, shots: Mapping[str, Shot]) -> SimpleNamespace:
    return SimpleNamespace(title=faces.name, shots=[_shot(shots[faces.name], faces, None)], fields=())


def _shot(shot: Shot, faces: Faces, change: Change | None) -> SimpleNamespace:
    w, h = shot.size.w or 1.0, shot.size.h or 1.0
    told = change is not None and any(field.name for field in change.fields)
    return SimpleNamespace(
        name=shot.name,
        before=_uri(shot.before),
        after=_uri(shot.after),
        difference=_uri(shot.difference),
        none=missing(faces),
        note=note(shot) if shot.difference else "",
        wide=f"{w:g}",
        high=f"{h:g}",
        rx=f"{100 * shot.corner / w:.2f}",
        ry=f"{100 * shot.corner / h:.2f}",
        board=max(w, h) > BOARD,
        words=faces.words if not told else (),  # its fields tell it already
    )


def _finding(finding: Finding) -> dict[str, str]:
    return {
        "severity": str(finding.severity),
        "says": finding.says,
        "hint": finding.hint,
        "at": str(finding.at),
        "code": finding.code.name,
    }


def _uri(picture: Image.Image | None) -> str:
    """A picture as an address that holds it."""
    if picture is None:
        return ""
    from PIL import Image

    few = picture.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return data(png(few))


def _ground(ground: str) -> str:
    if ground == "printed":
        return "The ground of its cards is printed, as shown."
    return "The ground of its cards is the paper's own colour; nothing is printed there."
