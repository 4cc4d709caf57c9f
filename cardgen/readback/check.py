"""A PDF held against a profile: its clauses, its pages against the manifest, and what every page paints and lays.

What is judged page by page is kept in the store by the page's content and the profile: of 220 pages of 37 faces 37 are judged,
and of those only what changed since.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.findings import Code, Finding, Refused, Severity, Span
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
"""Dots an inch at which ink is summed (print.md 5: within 1 % of a press's own separations)."""
BAD_MANIFEST = Code("bad-manifest", "a manifest that cannot be read tells nothing of the file that it lies beside")

Progress = Callable[[int, int], None]
_UNREAD = ("damaged-pdf", "broken-content", "missing-resource", "unknown-operator", "foreign-content", "forbidden-filter")
_FOLLOWS = {
    "not-seen": (*_UNREAD, "not-judged"),
    "broken-content": ("damaged-pdf",),
    "heavy-ink": ("too-much-ink",),
    "uneven-pages": ("no-trim-box",),
    "wrong-size": ("no-trim-box",),
    "too-little-bleed": ("no-trim-box",),
    "bleed-missing": ("no-trim-box", "too-little-bleed"),
    "sliver": ("technical-knocks-out",),
}
"""Which fault follows from which others of its page, by their codes."""


def read_back(
    path: Path,
    shown: str,
    profile: Profile,
    said: Mapping[str, Any] | None = None,
    kept: Path | None = None,
    progress: Progress | None = None,
    brief: bool = False,
) -> list[Finding]:
    """Every finding of the PDF of that path, which is shown so; of one kind no more than a few where it is to be brief. `said`
    is its entry in a manifest, `kept` the store's folder. Refused where it cannot be opened.
    """
    with opened(path, shown) as document:
        faults = tuple(faults_of(document, profile, said, kept, progress))
        return list(as_findings(faults, document, shown, brief))


def faults_of(
    document: Document,
    profile: Profile,
    said: Mapping[str, Any] | None = None,
    kept: Path | None = None,
    progress: Progress | None = None,
) -> Iterator[Fault]:
    """Everything that is wrong with an open PDF, each fault once: what follows from another is not told beside it."""
    pages = _pages(document, profile, kept)
    known = frozenset(sheet.number for page in pages if page.faults is not None for sheet in page.sheets)
    faults = list(check_clauses(document, profile, known))
    damaged = {fault.page for fault in faults if fault.code.name == "damaged-pdf"}
    faults += check_pages(document, profile, said)
    faults += _faults_of_pages(document, profile, pages, damaged, progress or (lambda *_: None))
    told = {(fault.page, fault.code.name) for fault in faults}
    for fault in faults:
        causes = _FOLLOWS.get(fault.code.name, ())
        if not any((page, cause) in told for cause in causes for page in {fault.page, 0}):
            yield fault


def beside(path: Path) -> tuple[Mapping[str, Any] | None, str | None]:
    """What the manifest beside a file, or in the folder above it, says of the file, and for which profile it is; None for what
    none says. Refused where the one beside it cannot be read.
    """
    for folder in (path.parent, path.parent.parent):
        manifest = folder / "manifest.json"
        if not manifest.is_file():
            continue
        try:
            files = json.loads(manifest.read_text(encoding="utf-8"))["files"]
            entry = next((file for file in files if file["file"] == path.name), None) if folder == path.parent else None
            profiles = {str(file["profile"]) for file in files}
        except (OSError, ValueError, KeyError, TypeError):
            says = "it is no manifest that can be read"
            raise Refused(Finding(BAD_MANIFEST, Span(manifest.as_posix()), says, "build again, or take it away")) from None
        of_all = profiles.pop() if len(profiles) == 1 else None
        return entry, str(entry["profile"]) if entry else of_all
    return None, None


class _Page(NamedTuple):
    """Pages that are alike: the sheets, the file that keeps the verdict on them, and what it says (None: nothing)."""

    sheets: tuple[Sheet, ...]
    file: Path | None
    faults: tuple[Fault, ...] | None


def _pages(document: Document, profile: Profile, kept: Path | None) -> list[_Page]:
    """The pages by what they draw, and what is known of them: that is so long as page, profile and checks are the same."""
    cache: dict[Any, bytes] = {}
    contract = digest(_judges(), profile.model_dump_json(include={"press", "safe", "bleed", "ppi", "kind"}))
    alike: dict[str, list[Sheet]] = {}
    for sheet in document.sheets:
        alike.setdefault(content_digest(sheet, cache), []).append(sheet)
    out = []
    for key, sheets in alike.items():
        file = kept / "readback" / f"{digest(contract, key)}.faults" if kept else None
        out.append(_Page(tuple(sheets), file, _known(file)))
    return out


def _faults_of_pages(
    document: Document, profile: Profile, pages: list[_Page], damaged: set[int], progress: Progress
) -> Iterator[Fault]:
    """The faults of each page. Equal pages are judged once, and what the store knows is not judged again; of what is damaged
    it learns nothing.
    """
    missing = [page.sheets[0] for page in pages if page.faults is None]
    # many sheets of a paper are for a printer at home, which has no press: only that they are whole is asked
    found = _judged(document, missing, profile, progress) if profile.kind == "pages" else (() for _ in missing)
    judged = dict(zip((sheet.number for sheet in missing), found, strict=True))
    for page in pages:
        faults = page.faults
        if faults is None:
            faults = judged[page.sheets[0].number]
            if not damaged & {0, *(sheet.number for sheet in page.sheets)}:
                _keep(page.file, faults)
        yield from (fault._replace(page=sheet.number) for sheet in page.sheets for fault in faults)


def _judged(document: Document, sheets: list[Sheet], profile: Profile, progress: Progress) -> Iterator[tuple[Fault, ...]]:
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
        yield (*look(sheet, profile, shared), *check_plates(plates, sheet, profile))


def _judges() -> str:
    """What a verdict depends on besides the page and the profile: the code of the checks, and its libraries."""
    return digest(code_digest("readback", "profile.py"), library("pikepdf"), library("pypdfium2"), library("fonttools"), PIXELS)


def _known(file: Path | None) -> tuple[Fault, ...] | None:
    """The faults that the store keeps of a page; None where it knows nothing of it."""
    if file is None or not file.is_file():
        return None
    rows = marshal.loads(stored(file, lambda: marshal.dumps(None)))
    if rows is None:
        return None
    return tuple(
        Fault(Code(name, why, Severity(severity)), says, 0, at and Rect(*at), hint)
        for (name, why, severity), says, at, hint in rows
    )


def _keep(file: Path | None, faults: Iterable[Fault]) -> None:
    rows = [((f.code.name, f.code.why, str(f.code.severity)), f.says, f.at and tuple(f.at), f.hint) for f in faults]
    if file is not None:
        try:
            keep(file, marshal.dumps(rows))
        except OSError:
            pass  # a store that cannot be written is no hindrance
