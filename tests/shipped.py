"""A copy of the games that ship, for a test to spoil, and what the validator then finds."""

from __future__ import annotations

import shutil
from pathlib import Path

from cardgen.build import composer_of
from cardgen.compose import Side
from cardgen.findings import Finding
from cardgen.load import Game, load
from cardgen.project import open_project
from cardgen.validate import check_data, check_face
from tests.conftest import ROOT

GAMES = open_project(ROOT).games()


def copied(folder: Path, game: str) -> Path:
    """A project with one of the games that ship, in that folder."""
    for part in (f"card_data/{game}", f"templates/{game}", "templates/_shared", "fonts", f"art/{game}"):
        shutil.copytree(ROOT / part, folder / part)
    shutil.copy(ROOT / "card_data/inks.yaml", folder / "card_data")
    return folder


def loaded(root: Path, name: str) -> Game:
    game, found = load(open_project(root), name)
    assert not found
    return game


def on_data(root: Path, name: str) -> list[Finding]:
    """What the data of a game gets wrong of its rules."""
    return list(check_data(loaded(root, name)))


def on_faces(root: Path, name: str, *families: str, language: str = "") -> list[Finding]:
    """What the faces of these families, or of all, print against the rules; in the game's first language, or another."""
    game = loaded(root, name)
    composer = composer_of(open_project(root), game, language or game.language, 3.0)
    found: list[Finding] = []
    for family in game.families:
        for card in family.cards if family.id in families or not families else ():
            face, faults = composer.draw(Side(family, card, game.seats[0] if family.record.piece and game.seats else ""))
            found += [*faults, *check_face(game, card, face, language or game.language)]
    return found


class Changed:
    """A file of the copy with other text in it, as long as the `with` lasts."""

    def __init__(self, file: Path, text: str) -> None:
        self.file, self.text, self.former = file, text, file.read_text(encoding="utf-8")

    def __enter__(self) -> None:
        self.file.write_text(self.text, encoding="utf-8")

    def __exit__(self, *_: object) -> None:
        self.file.write_text(self.former, encoding="utf-8")


def exchanged(file: Path, old: str, new: str, count: int = -1) -> Changed:
    """A file of the copy with other text in place of what must stand in it; the first so many times, or every time."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    return Changed(file, text.replace(old, new, count))


def told_in_words(found: list[Finding], path: str) -> list[Finding]:
    """The findings, without those of words that are too long now: a slip is told in the file of the words, as one of them."""
    told = [f for f in found if f.code.name != "text-too-long"]
    assert {f.code.name for f in told} & {"wrong-number", "number-missing", "phrase-missing", "wrong-name", "words-beside"}, (
        told
    )
    assert all(f.at.path == path for f in told)
    return told


def is_told_as_printed(found: list[Finding]) -> bool:
    """Whether it is told that a face prints something wrong, or not at all."""
    wrong = {
        "prints-wrong",
        "fact-not-printed",
        "untagged-number",
        "unknown-fact",
        "wrong-label",
        "wrong-number",
        "words-beside",
    }
    return bool({f.code.name for f in found} & wrong)
