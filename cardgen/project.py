"""Where a project's files lie: the user's own folder first, then what ships with cardgen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cardgen.findings import Code, Finding, Refused, Span

OUTSIDE = Code("outside-project", "a file from outside the project is not there on the next machine, and may be private")
TOP_LEVEL = ("card_data", "templates", "art", "fonts")


def shipped_root() -> Path:
    """The folder that holds the games that ship: packed beside the code in a wheel, the checkout's top level otherwise."""
    here = Path(__file__).resolve().parent
    packed = here / "shipped"
    return packed if packed.is_dir() else here.parent


class Project(NamedTuple):
    """`root` is the user's folder (with `output/` in it), `shipped` where cardgen's own games, type and inks lie."""

    root: Path
    shipped: Path

    def roots(self) -> tuple[Path, ...]:
        return (self.root,) if self.root == self.shipped else (self.root, self.shipped)

    def find(self, relative: str) -> Path | None:
        """The first of the project's and the shipped file or folder of that relative path; None where neither is there.

        Refused where the path, links followed, leaves the folder it is looked for in.
        """
        for root in self.roots():
            path = root / relative
            if path.exists():
                _stays(path, root, relative)
                return path
        return None

    def stays(self, path: Path) -> None:
        """Refused where a file of the project or of what ships, links followed, lies outside of it."""
        for root in self.roots():
            if path.is_relative_to(root):
                _stays(path, root, self.shown(path))
                return

    def shown(self, path: Path) -> str:
        """The path as findings print it: relative to the project or to what ships, with forward slashes."""
        for root in self.roots():
            if path.is_relative_to(root):
                return path.relative_to(root).as_posix()
        return path.as_posix()

    def games(self) -> list[str]:
        """The names of the games there are, sorted; a project's own folder of games hides the shipped ones."""
        return sorted(p.parent.name for p in self._game_files())

    def _game_files(self) -> Iterator[Path]:
        own = self.root / "card_data"
        yield from (own if own.is_dir() else self.shipped / "card_data").glob("*/game.yaml")


def _stays(path: Path, root: Path, shown: str) -> None:
    if path.exists() and not path.resolve().is_relative_to(root.resolve()):
        raise Refused(Finding(OUTSIDE, Span(shown), "leads out of the project", "copy the file into it"))


def open_project(start: Path) -> Project:
    """The project that `start` stands in: the nearest folder upwards with a `card_data/`, else `start` itself."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / "card_data").is_dir():
            return Project(folder, shipped_root())
    return Project(start, shipped_root())
