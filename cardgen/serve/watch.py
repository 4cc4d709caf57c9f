"""Which of a game's files changed: noticed by the system where it tells, looked for where it does not."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from cardgen.art import SCANS
from cardgen.project import TOP_LEVEL, Project

QUIET = 40
"""Milliseconds without another change after which files are looked at: an editor writes, renames and removes in a few."""
AT_MOST = 400
"""Milliseconds for which changes that go on are waited for."""
LOOK = 2.0
"""Seconds after which files are looked at without a word from the system: it tells nothing of what others write on a network
disk."""
ENDINGS = (".yaml", ".yml", ".md", ".svg", ".ttf", ".otf", *SCANS)
_DEEPEST = 12

Files = dict[Path, tuple[int, int, int]]
"""Files by what changes when they are written: time (ns), size, number on the disk."""


class Saved(NamedTuple):
    """Files that are new, changed or gone, and when that was noticed (seconds of the monotonic clock)."""

    paths: tuple[Path, ...]
    at: float


def files(project: Project, game: str) -> Files:
    """All files that a game's faces come from, the project's own and those that ship. What an editor puts beside them (hidden
    files, other endings) is none of them.
    """
    out: Files = {}
    for root in project.roots():
        for name in (f"card_data/{game}", f"templates/{game}", "templates/_shared", "art", "fonts"):
            for folder, entries in _walked(root / name, root.resolve()):
                for entry in entries:
                    with suppress(OSError):  # gone by now
                        if entry.name.lower().endswith(ENDINGS) and not _is_folder(entry):
                            out[folder / entry.name] = _mark(entry.stat())
        with suppress(OSError):
            out[root / "card_data/inks.yaml"] = _mark((root / "card_data/inks.yaml").stat())
    return out


def _walked(folder: Path, root: Path, depth: int = 0) -> Iterator[tuple[Path, list[os.DirEntry[str]]]]:
    """A folder and all below it, each with what is in it; no hidden ones. A link out of the project is not followed, as none
    of its files is read, and neither is one that leads back to where it lies.
    """
    try:
        if folder.is_symlink() and _leads_away(folder, root):
            return
        found = [entry for entry in os.scandir(folder) if not entry.name.startswith(".")]
    except OSError:
        return
    yield folder, found
    for entry in found:
        if depth < _DEEPEST and _is_folder(entry):
            yield from _walked(folder / entry.name, root, depth + 1)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link to itself
        return False


def _leads_away(link: Path, root: Path) -> bool:
    target = link.resolve()
    return not target.is_relative_to(root) or link.parent.resolve().is_relative_to(target)


def _mark(told: os.stat_result) -> tuple[int, int, int]:
    return told.st_mtime_ns, told.st_size, told.st_ino


def differing(former: Files, now: Files) -> tuple[Path, ...]:
    """The files that are new, changed or gone, sorted."""
    return tuple(sorted(path for path in former.keys() | now.keys() if former.get(path) != now.get(path)))


def folders(project: Project) -> dict[Path, int]:
    """The folders to watch that are there, with their numbers on the disk: one that is made anew is another."""
    out = {}
    for root in project.roots():
        for folder, _ in (one for name in TOP_LEVEL for one in _walked(root / name, root.resolve())):
            with suppress(OSError):
                out[folder] = folder.stat().st_ino
    return out


async def saves(project: Project, game: str, first: Files) -> AsyncIterator[Saved]:
    """What is saved from now on, `first` being the files as they are known; ends when it is cancelled."""
    last, known = first, dict[Path, int]()
    told = asyncio.Event()
    watching: list[asyncio.Task[None]] = []
    try:
        while True:
            if (there := await asyncio.to_thread(folders, project)) != known or any(task.done() for task in watching):
                await _ended(watching)
                known = there
                watching = [asyncio.create_task(_watch(told, (*there, *project.roots())))]
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await told.wait()
            told.clear()
            at = time.monotonic()
            now = await asyncio.to_thread(files, project, game)
            if paths := differing(last, now):
                last = now
                yield Saved(paths, at)
    finally:
        await _ended(watching)


async def _watch(told: asyncio.Event, paths: Iterable[Path]) -> None:
    """Tell of every change in these folders (left to itself a watcher follows each link); by polling where the system has no
    way.
    """
    from watchfiles import awatch

    there = [path for path in paths if path.is_dir()]
    for polling in (None, True) if there else ():
        try:
            async for _ in awatch(
                *there, watch_filter=None, debounce=AT_MOST, step=QUIET, recursive=False, force_polling=polling,
                ignore_permission_denied=True,
            ):  # fmt: skip
                told.set()
        except (OSError, RuntimeError):
            continue
        else:
            return
    await asyncio.sleep(60)  # nothing to be watched: what is looked for now and then is found all the same


async def _ended(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
