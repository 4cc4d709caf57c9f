"""Everything that a face depends on besides its card, as one digest: what is forgotten here would be printed stale."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cardgen.fonts import Fonts
from cardgen.load import Game
from cardgen.project import Project
from cardgen.store import code_digest, digest, library

_VIEW_BOX = re.compile(rb"viewBox\s*=\s*[\"']([^\"']*)[\"']")
_LIBRARIES = ("jinja2", "uharfbuzz")


def ingredients(project: Project, game: Game, language: str, bleed: float, fonts: Fonts) -> str:
    """A digest of the code, the libraries, the game's own record, the language and bleed, and of every template, typeface and
    picture that a template could ask for.
    """
    return digest(
        code_digest(),
        [library(name) for name in _LIBRARIES],
        language,
        bleed,
        game.record.model_dump_json(),
        list(_files(project, "templates")),
        [(face._replace(path=Path(face.path.name)), fonts.fingerprint(face.key)) for face in fonts.typefaces.values()],
        list(_pictures(project)),
        sorted(game.inks),
    )


def _files(project: Project, folder: str) -> Iterator[tuple[str, bytes]]:
    for number, root in enumerate(project.roots()):
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix != ".css":  # a style sheet is for screens
                yield f"{number}/{path.relative_to(root).as_posix()}", path.read_bytes()


def _pictures(project: Project) -> Iterator[tuple[str, bytes]]:
    """The pictures there are, each with the box that its file gives: what they show is painted later."""
    for number, root in enumerate(project.roots()):
        for path in sorted((root / "art").rglob("*")):
            if path.is_file():
                yield f"{number}/{path.relative_to(root).as_posix()}", _head(path)


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        found = _VIEW_BOX.search(file.read(4096))
    return found[1] if found else b""
