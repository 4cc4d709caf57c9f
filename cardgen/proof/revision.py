"""A project as it was: at a revision of git, or as it lies in another folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cardgen.findings import Code, Finding, Refused, Span
from cardgen.project import TOP_LEVEL, Project

NO_REVISION = Code("no-such-revision", "without a state to compare with nothing can be told to have changed")

LAST = "HEAD"
_RULES = "cardgen"
"""The code of the rules, where a project is cardgen's own repository."""
_OF_A_HOOK = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"})
"""What git tells a hook, and all that the hook runs, of where its own repository lies: that of the project is found anew."""


class Former(NamedTuple):
    """A project as it was: its files, what it is called ("a47ef93 of 2026-11-30"), and where its own rules lie, if it has any.

    Only a revision of the repository whose code runs brings rules of its own; what lies in another folder is read, never run.
    """

    project: Project
    shown: str
    rules: Path | None = None


@contextmanager
def former(project: Project, since: str | None) -> Iterator[Former]:
    """The project at `since`: a revision of git or a folder; the last commit, where it is None. Gone when the context ends.

    Refused where there is none.
    """
    if since and (folder := Path(since)).is_dir() and not _is_revision(project.root, since):
        if not (folder / "card_data").is_dir():
            raise _refused(since, "the folder holds no card_data/", "name the folder of a project")
        root = folder.resolve()
        yield Former(
            Project(root, _shipped(project, root)), folder.as_posix()
        )  # as it was named: no page tells where this lies
        return
    commit = _commit(project.root, LAST if since is None else since)
    with tempfile.TemporaryDirectory(prefix="cardgen-") as name:
        root = Path(name).resolve() / "then"
        own = project.root == project.shipped
        _check_out(project.root, commit, root, (*TOP_LEVEL, *((_RULES,) if own else ())))
        shown = _git(project.root, "log", "-1", "--format=%h of %cs", commit).strip()
        rules = root if own and (root / _RULES / "rules").is_dir() else None
        yield Former(Project(root, _shipped(project, root)), shown, rules)


def is_kept(project: Project) -> bool:
    """Whether git keeps the project, and has a commit to compare it with."""
    return shutil.which("git") is not None and _is_revision(project.root, LAST)


def _shipped(project: Project, root: Path) -> Path:
    """What ships beside a former project: where the project is cardgen's own, that was another then, too."""
    return root if project.root == project.shipped else project.shipped


def _is_revision(root: Path, name: str) -> bool:
    try:
        _commit(root, name)
    except Refused:
        return False
    return True


def _commit(root: Path, name: str) -> str:
    """The full name of a revision's commit. Refused where git knows none of that name."""
    if not name or name.startswith("-"):
        raise _refused(name, f'"{name}" is no revision', "name a commit, a branch, a tag, or the folder of a project")
    try:
        return _git(root, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").strip()
    except _GitFault as fault:
        says = f'git knows no revision "{name}"' + (f": {fault.says}" if fault.says else "")
        hint = "name a commit, a branch, a tag, or the folder of a project" if not fault.says else ""
        if hint and _git(root, "rev-parse", "--is-shallow-repository").strip() == "true":
            hint = "this clone holds its last commits only: git fetch --unshallow brings the others"
        raise _refused(name, says, hint) from None


def _check_out(root: Path, commit: str, to: Path, folders: tuple[str, ...]) -> None:
    """Write the project's folders as they were in a commit. The repository's own index and files stay as they are."""
    to.mkdir()
    try:
        # a path is told from the repository's top, and a project may lie below it
        inside = _git(root, "rev-parse", "--show-prefix").rstrip("\n")
        top = Path(_git(root, "rev-parse", "--show-toplevel").rstrip("\n"))
        _write(top, commit, [inside + folder for folder in folders], to / "whole", to.parent / "index")
    except _GitFault as fault:
        raise _refused(commit, f"git cannot bring its files: {fault.says}", "") from None
    for folder in folders:
        lies = to / "whole" / inside / folder
        if lies.exists():
            lies.rename(to / folder)
    shutil.rmtree(to / "whole", ignore_errors=True)


def _write(top: Path, commit: str, wanted: Iterable[str], to: Path, index: Path) -> None:
    """Write these folders of a repository's commit into another; of a submodule that is here, what that commit names of it."""
    names: list[str] = []
    modules: list[tuple[str, str]] = []
    for entry in filter(None, _git(top, "ls-tree", "-r", "-z", "--full-tree", commit, "--", *wanted).split("\0")):
        (_, kind, own), name = entry.partition("\t")[0].split(), entry.partition("\t")[2]
        if kind != "commit":
            names.append(f"{name}\0")
        elif (top / name / ".git").exists():
            modules.append((name, own))
    aside = {"GIT_INDEX_FILE": str(index)}
    _git(top, "read-tree", commit, more=aside)
    # unlike `archive`, this leaves nothing out that is marked export-ignore
    _git(top, "checkout-index", "-z", "--stdin", f"--prefix={to.as_posix()}/", given="".join(names), more=aside)
    for name, own in modules:
        _write(top / name, own, (), to / name, index)


class _GitFault(Exception):
    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


def _git(root: Path, *words: str, given: str = "", more: dict[str, str] | None = None) -> str:
    """What git says. Raises _GitFault with its own first line where it fails, or where there is no git."""
    env = {name: value for name, value in os.environ.items() if name not in _OF_A_HOOK}
    env |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_LITERAL_PATHSPECS": "1", "LC_ALL": "C", **(more or {})}
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *words], input=os.fsencode(given), capture_output=True, check=False, env=env
        )
    except OSError:
        raise _GitFault("there is no git on this machine") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise _GitFault(said[0].removeprefix("fatal: ") if said else "")
    return os.fsdecode(done.stdout)


def _refused(name: str, says: str, hint: str) -> Refused:
    return Refused(Finding(NO_REVISION, Span("--since"), says, hint))
