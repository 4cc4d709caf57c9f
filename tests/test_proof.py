"""The picture of all faces: each once, as it is printed, and small."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cardgen.findings import Refused
from cardgen.project import Project, open_project
from cardgen.proof.sheet import CAPTION, COLUMNS, GAP, contact_sheet
from tests.conftest import ROOT

BASE = ROOT / "tests/findings/base"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    shutil.copytree(BASE, tmp_path / "p")
    return open_project(tmp_path / "p")


def test_every_face_of_duel_stands_on_it_once(tmp_path: Path, duel: Path) -> None:
    made = contact_sheet(open_project(ROOT), "duel", None, tmp_path, 60, lambda *_: None)
    cards = 24 + 11 + 2  # the reference card has a back of its own
    boards = 1 + 2 + 1 + 2 + 3  # track, player boards, the screens' inside and outsides, card box, lid and tray
    tokens = 2 * 6 + 2 + 5  # of both players six kinds, two counts, backs by family and player
    assert made.faces == cards + boards + tokens
    whole = np.asarray(Image.open(made.files[0])).astype(int)
    dots = 60 / 25.4
    width = GAP + COLUMNS * (63 + GAP)
    assert abs(whole.shape[1] - width * dots) <= 1.5
    cells = []
    for number in range(cards):
        row, column = divmod(number, COLUMNS)
        x, y = GAP + column * (63 + GAP), GAP + row * (88 + CAPTION + GAP)
        cell = whole[round(y * dots) : round((y + 88) * dots), round(x * dots) : round((x + 63) * dots)]
        assert cell.std() > 25, f"face {number} is empty"
        cells.append(cell[:200, :140])
    for a in range(len(cells)):
        for b in range(a):
            assert np.abs(cells[a] - cells[b]).mean() > 0.5, f"faces {b} and {a} look the same"
    small = Image.open(made.files[1])
    assert abs(small.width * 60 / 40 - whole.shape[1]) < 4


def test_the_same_game_gives_the_same_picture(project: Project) -> None:
    first = contact_sheet(project, "tiny", None, None, 50, lambda *_: None).files
    kept = [file.read_bytes() for file in first]
    shutil.rmtree(project.root / "output")
    assert [f.read_bytes() for f in contact_sheet(project, "tiny", None, None, 50, lambda *_: None).files] == kept
    assert [f.relative_to(project.root).as_posix() for f in first] == [
        "output/tiny/proof/faces.png",
        "output/tiny/proof/faces-small.png",
    ]


def test_a_face_with_an_error_leaves_the_former_picture(project: Project) -> None:
    (file, _) = contact_sheet(project, "tiny", None, None, 50, lambda *_: None).files
    kept = file.read_bytes()
    cards = project.root / "card_data/tiny/units.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("art: wolf", "art: wolv"), encoding="utf-8")
    with pytest.raises(Refused, match="missing-art"):
        contact_sheet(project, "tiny", None, None, 50, lambda *_: None)
    assert file.read_bytes() == kept
    assert sorted(p.name for p in file.parent.iterdir()) == ["faces-small.png", "faces.png"]


def test_an_unknown_language_is_told(project: Project) -> None:
    with pytest.raises(Refused, match="no-such-language"):
        contact_sheet(project, "tiny", "ja", None, 50, lambda *_: None)
