"""A comparison on paper and on a page: written as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cardgen.build import Progress
from cardgen.delivery import Delivery, make_folders
from cardgen.findings import Finding, Refused
from cardgen.proof.page import page
from cardgen.proof.reprint import Again
from cardgen.proof.shots import Shot, shot
from cardgen.proof.since import Compared

CHANGES = "changes"
"""What the files of a comparison are called."""


class Proofed(NamedTuple):
    """The files that a comparison was written into, and what was noticed."""

    files: tuple[Path, ...]
    findings: tuple[Finding, ...]


def write_changes(compared: Compared, again: Sequence[Again], folder: Path, progress: Progress) -> Proofed:
    """Write `changes.html` into a folder. Refused where it cannot be written."""
    target = folder / f"{CHANGES}.html"
    found = list(compared.found)
    if missing := make_folders([target]):
        raise Refused(*missing)
    shots = _shots(compared, found, progress)
    with Delivery() as delivery:
        with delivery.writing(target) as out:
            out.write(page(compared, again, shots).encode())
        delivery.place()
    return Proofed((target,), tuple(found))


def _shots(compared: Compared, found: list[Finding], progress: Progress) -> dict[str, Shot]:
    """The pictures of every side that changed, by its name; what cannot be painted is noted."""
    changes = compared.changes
    sides = [*(faces for card in changes.cards for faces in card.faces), *changes.backs, *changes.sheet]
    then, now = (moment.eye.studio if moment else None for moment in (compared.before, compared.after))
    assert now
    for studio, views in ((then, [f.before for f in sides]), (now, [f.after for f in sides])):
        if studio:
            found += studio.prepare([view.face for view in views if view], lambda done, of: progress("painting", done, of))
    shots = {}
    for n, faces in enumerate(sides, 1):
        shots[faces.name] = shot(faces, then, now)
        progress("drawing", n, len(sides))
    return shots
