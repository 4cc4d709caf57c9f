"""What the command line says while it works and when it is done."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.findings import Finding
from cardgen.report import FORMS

if TYPE_CHECKING:
    from cardgen.build import Built


class Progress:
    """Long work on one line of stderr, and only where that is a terminal."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shown = False
        self.wanted = sys.stderr.isatty()

    def __call__(self, what: str, done: int, of: int) -> None:
        if self.wanted and of > 1:
            filled = round(24 * done / of)
            click.echo(f"\r{self.name}: {what:8} [{'#' * filled}{'.' * (24 - filled)}] {done}/{of} ", nl=False, err=True)
            self.shown = True

    def end(self) -> None:
        if self.shown:
            click.echo("\r" + " " * 70 + "\r", nl=False, err=True)


def tell(findings: Iterable[Finding], form: str = "text") -> None:
    """Print findings in a form; as text they are for a person, on stderr."""
    for line in FORMS[form](findings):
        click.echo(line, err=form == "text")


def summary(name: str, built: Built, seconds: float) -> None:
    """Print what a build made: a line a file, and one a folder of pictures."""
    counts = ((built.cards, "cards"), (built.others, "other pieces" if built.cards else "pieces"))
    held = " and ".join(f"{count} {what}" for count, what in counts if count) or "rules"
    click.echo(f"{name}: {held} in {seconds:.1f} s")
    pictures: dict[Path, list[int]] = {}
    for file in built.files:
        if file.path.suffix == ".png":
            pictures.setdefault(file.path.parent, []).append(file.size)
        else:
            pages = f"{file.pages} pages, " if file.pages else ""
            click.echo(f"  {shown(file.path)}  {pages}{file.size / 1e6:.1f} MB")
    for folder, sizes in pictures.items():
        click.echo(f"  {shown(folder)}/  {len(sizes)} pictures, {sum(sizes) / 1e6:.1f} MB")


def shown(path: Path) -> str:
    """A path as a person reads it, from where they stand."""
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()
