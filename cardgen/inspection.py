"""A file held against a profile on its own: any PDF, or a picture for a shop that takes pictures."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cardgen.delivery import told as writable
from cardgen.findings import Code, Finding, Refused, Span, in_order, noted
from cardgen.profile import load_profile
from cardgen.project import Project
from cardgen.readback.check import Progress, beside, faults_of
from cardgen.readback.document import opened
from cardgen.readback.fault import told
from cardgen.readback.picture import check_picture
from cardgen.store import KEEP

NO_PROFILE = Code("no-profile-given", "what is right for one printer is wrong for another")
NO_FILE = Code("no-such-file", "what is not there, or is no PDF, is held against nothing")
WRONG_FORM = Code("wrong-form", "a shop that takes pictures takes no PDF, and one that takes PDF no picture")


class Inspected(NamedTuple):
    """What came of it: for which profile, the findings, the pictures that were written."""

    profile: str
    findings: tuple[Finding, ...]
    written: tuple[Path, ...] = ()


def inspect(
    project: Project,
    path: Path,
    name: str | None,
    pictures: Path | None,
    plates: Path | None,
    ppi: int,
    progress: Progress,
    brief: bool = True,
) -> Inspected:
    """Everything that is wrong with a file. `name` is the profile's (None: the one that the manifest beside it names);
    `pictures` and `plates` are the folders for pages with their faults marked, and for their plates. `brief` tells of one kind
    no more than a few. Refused where it cannot be read.
    """
    shown = path.as_posix()
    if not path.is_file():
        says = "it is a folder" if path.is_dir() else "there is no such file"
        raise Refused(Finding(NO_FILE, Span(shown), says, "give the path of a PDF"))
    said, told_for = beside(path)
    name = name or told_for
    if name is None:
        raise Refused(
            Finding(NO_PROFILE, Span(shown), "no manifest beside it says whom it is for", "name the printer with --for")
        )
    profile = load_profile(name)
    is_picture = path.suffix.lower() == ".png"
    if is_picture != (profile.kind in ("png", "tts")):
        takes = "pictures (PNG)" if profile.kind in ("png", "tts") else "PDF"
        raise Refused(Finding(WRONG_FORM, Span(shown), f"{profile.says or name} takes {takes}"))
    if is_picture:
        return Inspected(name, tuple(in_order(check_picture(path, shown, profile))))
    if path.open("rb").read(1024).find(b"%PDF-") < 0:
        raise Refused(Finding(NO_FILE, Span(shown), "it is no PDF"))
    # what is judged is kept for a project's own sake, and litters no other folder
    kept = project.root / KEEP if (project.root / "card_data").is_dir() else None
    written: list[Path] = []
    with opened(path, shown) as document:
        faults = tuple(faults_of(document, profile, said, kept, progress))
        findings = list(told(faults, document, shown, brief))
        with noted(findings):
            if pictures and any(fault.page for fault in faults):
                from cardgen.readback.mark import marked

                with writable(pictures):
                    written += marked(document, faults, pictures, ppi, profile.safe)
            if plates:
                from cardgen.readback.proofs import write_plates

                with writable(plates):
                    written += write_plates(document, plates, ppi)
    return Inspected(name, tuple(findings), tuple(written))
