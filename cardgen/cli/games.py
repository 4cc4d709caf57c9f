"""A job for every game that is named."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

from cardgen.console import Progress, tell
from cardgen.findings import Refused, in_order

if TYPE_CHECKING:
    from cardgen.project import Project


def named(games: tuple[str, ...], project: Project) -> tuple[str, ...]:
    """The games that are named, each once; all of the project where none is."""
    names = tuple(dict.fromkeys(games)) or tuple(project.games())
    if not names:
        raise click.UsageError(f"there is no game in {(project.root / 'card_data').as_posix()}/")
    return names


def for_each(names: Iterable[str], job: Callable[[str, Progress], None]) -> None:
    """Do a job for every game, whatever befalls the one before; exits 1 where any was refused."""
    failed = False
    for name in names:
        progress = Progress(name)
        try:
            job(name, progress)
        except Refused as refused:
            progress.end()
            failed = True
            tell(in_order(refused.findings))
    if failed:
        sys.exit(1)
