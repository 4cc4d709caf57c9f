"""One picture painted by itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cardgen.easel import write_picture
from cardgen.findings import Refused
from cardgen.project import open_project
from tests.conftest import ROOT

PROJECT = open_project(ROOT)
BOAT = ROOT / "art/tutorial/moon-boat.svg"


def test_a_score_is_painted_with_its_bleed_in_the_houses_inks(tmp_path: Path) -> None:
    path = write_picture(PROJECT, BOAT, 127, tmp_path)
    assert path == tmp_path / "moon-boat.png"
    picture = Image.open(path)
    assert picture.size == (345, 470)
    pixels = np.asarray(picture).astype(int)
    assert tuple(pixels.reshape(-1, 3).max(axis=0)) == (248, 243, 230)  # the ground's screen colour: bare paper
    assert pixels.sum(axis=2).min() < 120
    red = pixels[..., 0] - pixels[..., 1]
    assert red.max() > 100
    write_picture(PROJECT, BOAT, 127, tmp_path / "again")
    assert (tmp_path / "again" / "moon-boat.png").read_bytes() == path.read_bytes()


def test_a_scan_is_shown_as_it_will_be_printed(tmp_path: Path) -> None:
    Image.new("RGB", (690, 940), (240, 230, 205)).save(tmp_path / "owl.png")
    path = write_picture(PROJECT, tmp_path / "owl.png", 127, tmp_path / "out")
    assert set(np.asarray(Image.open(path)).reshape(-1, 3)[:, 2]) == {230}  # its paper is paper


def test_a_picture_does_not_take_the_place_of_its_score(tmp_path: Path) -> None:
    shutil.copy(BOAT, tmp_path)
    for out in (tmp_path, tmp_path / "x/.."):
        with pytest.raises(Refused, match="in-its-place"):
            write_picture(PROJECT, tmp_path / "moon-boat.svg", 72, out)
    Image.new("RGB", (69, 94)).save(tmp_path / "owl.png")
    with pytest.raises(Refused, match="in-its-place"):
        write_picture(PROJECT, tmp_path / "owl.png", 72, tmp_path)


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [("a.svg", None, "no-such-picture"), ("a.svg", "<svg", "ink-xml"), ("a.png", "", "scan-unreadable")],
)
def test_what_cannot_be_painted_is_told(tmp_path: Path, name: str, text: str | None, code: str) -> None:
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match=code):
        write_picture(PROJECT, tmp_path / name, 72, tmp_path / "out")
    assert not (tmp_path / "out").exists()
