"""The small good project of `tests/findings/base`, copied for a test to spoil or to build."""

from __future__ import annotations

import shutil
from pathlib import Path

from cardgen.project import Project, shipped_root

FINDINGS = Path(__file__).parent / "findings"
BASE = FINDINGS / "base"


def tiny_project(folder: Path, *overlays: Path) -> Project:
    """A project in that folder: the base, and what is laid over it."""
    for source in (BASE, *overlays):
        shutil.copytree(source, folder, dirs_exist_ok=True)
    return Project(folder.resolve(), shipped_root())


def rewrite(path: Path, old: str, new: str) -> None:
    """Put `new` where `old` stands in a file; it stands there once."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    path.write_text(text.replace(old, new), encoding="utf-8")
