"""Files for a user: written beside their names and renamed when all are whole, so that the former ones are lost to no fault."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from cardgen.findings import Code, Finding, Refused, Span, noted

UNWRITABLE = Code("output-unwritable", "a file that cannot be written is not there to be printed")
IN_USE = Code("output-in-use", "another program holds the former file open (viewers on Windows do), so it cannot be replaced")


class Delivery:
    """The files of one build. As a context: what is written in it and not placed at its end is gone."""

    def __init__(self) -> None:
        self._parts: dict[Path, Path] = {}

    def __enter__(self) -> Delivery:
        return self

    def __exit__(self, *_: object) -> None:
        for part in self._parts.values():
            part.unlink(missing_ok=True)

    @contextmanager
    def writing(self, target: Path) -> Iterator[BinaryIO]:
        """The file to write that becomes `target`. Refused, with a finding, where the disk does not take it."""
        part = self._parts[target] = target.with_name(f".{target.name}.{os.getpid()}.part")
        with told(target), part.open("wb") as out:
            yield out

    def written(self, target: Path) -> Path:
        """Where a file that is written lies until it is placed."""
        return self._parts[target]

    def place(self) -> None:
        """Give every file its name, or none: whatever stops the renaming, the former files are put back.

        Refused before the first of them where another program holds a former one open, or where a folder has its name.
        """
        if held := _held(self._parts):
            raise Refused(*held)
        former = {t: part.with_suffix(".former.part") for t, part in self._parts.items() if os.path.lexists(t)}
        try:
            for target, part in self._parts.items():
                with told(target):
                    if target in former:
                        target.replace(former[target])
                    part.replace(target)
        except BaseException:
            self._restore(former)
            raise
        for aside in former.values():
            with suppress(OSError):
                aside.unlink()

    def _restore(self, former: dict[Path, Path]) -> None:
        for target, part in self._parts.items():
            with suppress(OSError):
                if target not in former and not part.exists():
                    target.unlink(missing_ok=True)
                elif target in former and os.path.lexists(former[target]):
                    former[target].replace(target)


def make_folders(targets: Iterable[Path]) -> list[Finding]:
    """Make the folders of these files; a finding for each that cannot be made."""
    found: list[Finding] = []
    for target in targets:
        with noted(found), told(target):
            target.parent.mkdir(parents=True, exist_ok=True)
    return found


def digest_of(path: Path) -> str:
    """The file's SHA-256 in hexadecimal."""
    h = sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            h.update(block)
    return h.hexdigest()


def _held(targets: Iterable[Path]) -> list[Finding]:
    found: list[Finding] = []
    for target in targets:
        with noted(found), told(target):
            if target.is_dir():
                says = "a folder has the name of this file"
                raise Refused(Finding(UNWRITABLE, Span(target.as_posix()), says, "move the folder away"))
            if target.exists():
                target.replace(target)  # Windows moves no file that is open, not even to where it is
    return found


@contextmanager
def told(target: Path) -> Iterator[None]:
    """Faults of the disk while a file is written become findings that name it."""
    try:
        yield
    except OSError as error:
        shown = Span(target.as_posix())
        if isinstance(error, PermissionError) and target.exists() and os.access(target.parent, os.W_OK):
            hint = "close it there, then build again"
            raise Refused(Finding(IN_USE, shown, "another program holds this file open", hint)) from error
        hint = "the disk is full" if error.errno == errno.ENOSPC else "choose another folder with --out"
        raise Refused(Finding(UNWRITABLE, shown, f"cannot be written: {error.strerror or error}", hint)) from error
