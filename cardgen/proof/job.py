"""A comparison written as files: a page, a PDF, and what is printed once more."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path

from cardgen.build import REPRINT, Built, Progress, Request, build, folder_of
from cardgen.build import Again as Once
from cardgen.delivery import Delivery, make_folders, told
from cardgen.findings import Finding, Refused, noted
from cardgen.manifest import told_of
from cardgen.project import Project
from cardgen.proof.changes_html import page
from cardgen.proof.changes_pdf import write_paper
from cardgen.proof.record import record
from cardgen.proof.reprint import Again
from cardgen.proof.shots import FEWER_PPI, MOST_PPI, VERY_MANY, Shot, shot
from cardgen.proof.since import Compared

CHANGES = "changes"
"""What the files of a comparison are called."""


THROWN = "throw-away.json"
"""What a reprint makes waste of, beside its files."""


def write_changes(
    compared: Compared, again: Sequence[Again], folder: Path, found: list[Finding], progress: Progress
) -> list[Path]:
    """Write `changes.html` and `changes.pdf` into a folder; the second is left out, with a warning, where it cannot be set.
    Refused where they cannot be written.
    """
    html, pdf = (folder / f"{CHANGES}.{kind}" for kind in ("html", "pdf"))
    if missing := make_folders([html]):
        raise Refused(*missing)
    shots = _shots(compared, progress)
    with Delivery() as delivery:
        with delivery.writing(html) as out:
            out.write(page(compared, again, shots))
        paper = io.BytesIO()
        with noted(found):
            write_paper(compared, again, shots, paper)
            with delivery.writing(pdf) as out:
                out.write(paper.getvalue())
        delivery.place()
    if not paper.getvalue():
        with told(pdf):
            pdf.unlink(missing_ok=True)  # what is there is of another comparison
        return [html]
    return [html, pdf]


def write_reprint(project: Project, compared: Compared, again: Sequence[Again], ask: Request, progress: Progress) -> list[Path]:
    """Write the files of what is printed once more, and the list of what is thrown away for it, into `reprint/`; files of a
    former reprint go. Nothing is built where nothing is printed. Refused, with every finding, where anything is an error.
    """
    counts = {(a.card, a.seat): a.print for a in again if a.print and a.family}
    sheet = any(a.print for a in again if not a.family)
    folder = folder_of(project, ask.game, ask.out) / REPRINT
    former = [own.parent / entry["file"] for own in sorted(folder.glob("*/manifest.json")) for entry in told_of(own.parent)]
    former += [*sorted(folder.glob("*/manifest.json")), *sorted(folder.glob("*.pdf"))]
    built = None
    if counts or sheet:
        built = build(project, ask._replace(again=Once(counts, sheet)), progress)
    target = folder / THROWN
    if missing := make_folders([target]):
        raise Refused(*missing)
    with Delivery() as delivery:
        with delivery.writing(target) as out:
            out.write((json.dumps(_thrown(compared, again, built, folder), ensure_ascii=False, indent=1) + "\n").encode())
        delivery.place()
    now = {file.path for file in built.files} if built else set()
    folders = {path.parent for path in now}
    for path in former:
        if path not in now and not (path.name == "manifest.json" and path.parent in folders):
            with told(path):
                path.unlink(missing_ok=True)
    return [*(file.path for file in built.files), target] if built else [target]


def _thrown(compared: Compared, again: Sequence[Again], built: Built | None, folder: Path) -> dict[str, object]:
    """What is printed, what is thrown away, and in which files the first lies."""
    rows = record(compared, again)["reprint"]
    return {
        "game": compared.after.state.game.id,
        "version": compared.after.state.game.record.version,
        "since": compared.shown,
        "print": [{k: v for k, v in row.items() if k != "throw away"} for row in rows if row["print"]],
        "throw away": [{k: v for k, v in row.items() if k != "print"} for row in rows if row["throw away"]],
        "files": [file.path.relative_to(folder).as_posix() for file in built.files] if built else [],
    }


def _shots(compared: Compared, progress: Progress) -> dict[str, Shot]:
    """The pictures of every side that changed, by its name. What cannot be painted is told by its state already."""
    changes = compared.changes
    sides = [*(faces for card in changes.cards for faces in card.faces), *changes.backs, *changes.sheet]
    then, now = (moment.eye.studio if moment else None for moment in (compared.before, compared.after))
    assert now
    for studio, views in ((then, [f.before for f in sides]), (now, [f.after for f in sides])):
        if studio:
            studio.prepare([view.face for view in views if view], lambda done, of: progress("painting", done, of))
    shots = {}
    most = MOST_PPI if len(sides) <= VERY_MANY else FEWER_PPI
    for n, faces in enumerate(sides, 1):
        shots[faces.name] = shot(faces, then, now, most)
        progress("drawing", n, len(sides))
    return shots
