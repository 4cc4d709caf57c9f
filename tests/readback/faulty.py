"""The faulty corpus: small PDFs with one fault each, beside the sound files that they are spoilt from.

`python -m tests.readback.faulty FOLDER` writes all of them there, to be shown to other programs.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.readback import faults_colour, faults_file, faults_page, hostile, others, sound
from tests.readback.case import RECIPES, Case

CASES: tuple[Case, ...] = (*faults_file.corpus.cases, *faults_colour.corpus.cases, *faults_page.corpus.cases)


def write(folder: Path) -> None:
    """Every sound, faulty and hostile file, and a list of the faulty ones."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in RECIPES:
        (folder / f"sound-{name}.pdf").write_bytes(sound.twin(name))
    for name, (_, make) in others.OTHERS.items():
        (folder / f"sound-{name}.pdf").write_bytes(make(name))
    for name, spoilt in hostile.FILES.items():
        (folder / f"hostile-{name}.pdf").write_bytes(spoilt())
    for case in CASES:
        (folder / f"{case.name}.pdf").write_bytes(case.faulty())
    rows = [f"{case.name}\t{case.code}\t{case.profile}\t{case.page}\t{case.severity}\t{case.why}" for case in CASES]
    (folder / "corpus.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
