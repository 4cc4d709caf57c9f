"""A PDF held against a profile: its clauses, its pages against the manifest, and what every page paints and lays.

What is judged page by page is kept in the store by the page's content and the profile: of 220 pages of 37 faces 37 are judged,
and of those only what changed since.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cardgen.findings import Code, Finding, Severity
from cardgen.profile import Profile
from cardgen.readback.against import check_pages
from cardgen.readback.clauses.file import check_clauses
from cardgen.readback.digest import content_digest
from cardgen.readback.document import Document, Sheet, opened
from cardgen.readback.fault import Fault
from cardgen.readback.fault import told as as_findings
from cardgen.store import code_digest, digest, keep, library, stored
from cardgen.units import Rect

PIXELS = 150
"""Dots an inch at which ink is summed (print.md 5: within 1 % of a press's own separations): a pixel of 0.17 mm."""
Progress = Callable[[int, int], None]
_UNREAD = ("damaged-pdf", "broken-content", "missing-resource", "unknown-operator", "foreign-content", "forbidden-filter")
_FOLLOWS = {
    "not-seen": _UNREAD,
    "broken-content": ("damaged-pdf",),
    "heavy-ink": ("too-much-ink",),
    "uneven-pages": ("no-trim-box",),
    "wrong-size": ("no-trim-box",),
    "too-little-bleed": ("no-trim-box",),
    "bleed-missing": ("no-trim-box", "too-little-bleed"),
}
"""Which fault follows from which others of its page, by their codes."""


def read_back(
    path: Path,
    shown: str,
    profile: Profile,
    said: Mapping[str, Any] | None = None,
    kept: Path | None = None,
    progress: Progress | None = None,
) -> list[Finding]:
    """Every finding of the PDF of that path, which is shown so. `said` is its entry in a manifest, `kept` the store's folder.
    Refused where it cannot be opened.
    """
    with opened(path, shown) as document:
        faults = tuple(faults_of(document, profile, said, kept, progress))
        return list(as_findings(faults, document, shown))


def faults_of(
    document: Document,
    profile: Profile,
    said: Mapping[str, Any] | None = None,
    kept: Path | None = None,
    progress: Progress | None = None,
) -> Iterator[Fault]:
    """Everything that is wrong with an open PDF, each fault once: what follows from another is not told beside it."""
    faults = [*check_clauses(document, profile), *check_pages(document, profile, said)]
    if profile.kind == "pages":
        faults += _faults_of_pages(document, profile, kept, progress or (lambda *_: None))
    told = {(fault.page, fault.code.name) for fault in faults}
    for fault in faults:
        causes = _FOLLOWS.get(fault.code.name, ())
        if not any((page, cause) in told for cause in causes for page in {fault.page, 0}):
            yield fault


def manifest_entry(path: Path) -> Mapping[str, Any] | None:
    """What the manifest beside a file says of it; None where there is none, or it says nothing of the file."""
    try:
        files = json.loads((path.parent / "manifest.json").read_text(encoding="utf-8"))["files"]
        return next((file for file in files if file["file"] == path.name), None)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _faults_of_pages(document: Document, profile: Profile, kept: Path | None, progress: Progress) -> Iterator[Fault]:
    """The faults of each page. Equal pages are judged once, and what the store knows is not judged again."""
    cache: dict[Any, bytes] = {}
    contract = digest(_judges(), profile.model_dump_json(include={"press", "safe", "bleed", "ppi", "kind"}))
    alike: dict[str, list[Sheet]] = {}
    for sheet in document.sheets:
        alike.setdefault(content_digest(sheet, cache), []).append(sheet)
    files = {key: kept / "readback" / f"{digest(contract, key)}.faults" if kept else None for key in alike}
    known = {key: _known(file) for key, file in files.items()}
    missing = [sheets[0] for key, sheets in alike.items() if known[key] is None]
    judged = dict(zip((sheet.number for sheet in missing), _judged(document, missing, profile, progress), strict=True))
    for key, sheets in alike.items():
        faults = known[key]
        if faults is None:
            faults = judged[sheets[0].number]
            _keep(files[key], faults)
        yield from (fault._replace(page=sheet.number) for sheet in sheets for fault in faults)


def _judged(document: Document, sheets: list[Sheet], profile: Profile, progress: Progress) -> Iterator[list[Fault]]:
    if not sheets:
        return
    from cardgen.readback.look.page import look
    from cardgen.readback.look.reader import Kept
    from cardgen.readback.pixels import check_plates
    from cardgen.readback.plates.separations import separations

    shared = Kept()
    made = separations(document, [sheet.number for sheet in sheets], PIXELS)
    for number, (sheet, plates) in enumerate(zip(sheets, made, strict=True)):
        progress(number, len(sheets))
        yield [*look(sheet, profile, shared), *check_plates(plates, sheet, profile)]


def _judges() -> str:
    """What a verdict depends on besides the page and the profile: the code of the checks, and its libraries."""
    return digest(code_digest("readback", "profile.py"), library("pikepdf"), library("pypdfium2"), library("fonttools"), PIXELS)


def _known(file: Path | None) -> list[Fault] | None:
    """The faults that the store keeps of a page; None where it knows nothing of it."""
    if file is None or not file.is_file():
        return None
    rows = marshal.loads(stored(file, lambda: marshal.dumps(None)))
    if rows is None:
        return None
    return [
        Fault(Code(name, why, Severity(severity)), says, 0, at and Rect(*at), hint)
        for (name, why, severity), says, at, hint in rows
    ]


def _keep(file: Path | None, faults: Iterable[Fault]) -> None:
    rows = [((f.code.name, f.code.why, str(f.code.severity)), f.says, f.at and tuple(f.at), f.hint) for f in faults]
    if file is not None:
        try:
            keep(file, marshal.dumps(rows))
        except OSError:
            pass  # a store that cannot be written is no hindrance
