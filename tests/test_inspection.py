"""`cardgen preflight`: any file held against a printer's profile, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from cardgen import cli
from cardgen.build import Request, build
from tests.conftest import ROOT
from tests.readback import sound
from tests.readback.faulty import CASES
from tests.tiny import tiny_project


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.cli, ["preflight", *words], standalone_mode=False)


def faulty(name: str) -> bytes:
    (case,) = (case for case in CASES if case.name == name)
    return case.faulty()


def test_a_file_of_anyone_is_judged_for_a_printer(folder: Path) -> None:
    (folder / "theirs.pdf").write_bytes(sound.twin("shop-x1a"))
    (folder / "spoilt.pdf").write_bytes(faulty("type-of-3-pt"))
    well = run("theirs.pdf", "--for", "shop-x1a")
    assert (well.exit_code, well.exception) == (0, None)
    assert "theirs.pdf: no errors for shop-x1a" in well.output
    both = run("theirs.pdf", "spoilt.pdf", "--for", "shop-x1a")
    assert "spoilt.pdf: warning: tiny-type: page 1 (wolf front), at 36." in both.output
    worse = run("theirs.pdf", "spoilt.pdf", "--for", "drivethrucards")
    assert isinstance(worse.exception, SystemExit)
    assert worse.exception.code == 1
    assert "wrong-condition" in worse.output


def test_what_is_found_is_told_as_data(folder: Path) -> None:
    (folder / "spoilt.pdf").write_bytes(faulty("type-of-3-pt"))
    (found,) = json.loads(run("spoilt.pdf", "--for", "shop-x1a", "--format", "json").output)
    assert (found["code"], found["severity"], found["file"]) == ("tiny-type", "warning", "spoilt.pdf")


def test_the_places_are_marked_on_a_picture(folder: Path) -> None:
    (folder / "spoilt.pdf").write_bytes(faulty("type-of-3-pt"))
    ran = run("spoilt.pdf", "--for", "shop-x1a", "--picture", "--out", "marked")
    (path,) = (folder / "marked/spoilt").glob("*.png")
    assert path.name in ran.output
    picture = Image.open(path).convert("RGB")
    assert picture.width > 300
    loud = [p for p in picture.get_flattened_data() if max(p) - min(p) > 150]
    assert len(loud) > 50, "something is outlined in a loud colour"
    (folder / "well.pdf").write_bytes(sound.twin("shop-x1a"))
    run("well.pdf", "--for", "shop-x1a", "--picture", "--out", "none")
    assert not (folder / "none").exists(), "nothing to mark"


def test_every_plate_is_written_as_a_picture(folder: Path) -> None:
    (folder / "theirs.pdf").write_bytes(sound.twin("shop-x1a"))
    ran = run("theirs.pdf", "--for", "shop-x1a", "--plates", "plates", "--ppi", "100")
    names = {path.name for path in (folder / "plates").iterdir()}
    assert any("Black" in name for name in names)
    assert any("Seal" in name for name in names)
    assert all(name in ran.output for name in names)


def test_a_manifest_beside_the_file_says_whom_it_is_for(folder: Path) -> None:
    project = tiny_project(folder)
    build(project, Request("tiny", ("shop",)), lambda *_: None)
    path = folder / "output/tiny/shop/cards.pdf"
    ran = run(str(path))
    assert "no errors for shop" in ran.output
    told = json.loads((path.parent / "manifest.json").read_text(encoding="utf-8"))
    told["files"][0]["pages"] += 1
    (path.parent / "manifest.json").write_text(json.dumps(told), encoding="utf-8")
    assert "wrong-page-count" in run(str(path)).output


def test_a_file_of_nobody_is_asked_for_whom_it_is(folder: Path) -> None:
    (folder / "theirs.pdf").write_bytes(sound.twin("shop-x1a"))
    (folder / "theirs.png").write_bytes(b"")
    (folder / "notes.txt").write_text("cards", encoding="utf-8")
    for words, code in (
        (("theirs.pdf",), "no-profile-given"),
        (("theirs.pdf", "--for", "thegamecrafter"), "wrong-form"),
        (("theirs.png", "--for", "shop"), "wrong-form"),
        (("theirs.pdf", "--for", "nobody"), "unknown-profile"),
        (("gone.pdf", "--for", "shop"), "no-such-file"),
        ((".", "--for", "shop"), "no-such-file"),
        (("notes.txt", "--for", "shop"), "no-such-file"),
        (("theirs.png", "--for", "thegamecrafter"), "unreadable-picture"),
    ):
        ran = run(*words)
        assert isinstance(ran.exception, SystemExit), words
        assert ran.exception.code == 1
        assert f" {code}: " in ran.output, ran.output


def test_a_picture_of_the_shops_pixels_is_right(folder: Path) -> None:
    Image.new("RGB", (825, 1125), "white").save(folder / "card.png")
    Image.new("RGB", (825, 1120), "white").save(folder / "short.png")
    assert "no errors" in run("card.png", "--for", "thegamecrafter").output
    assert "wrong-pixels" in run("short.png", "--for", "thegamecrafter").output


def test_a_manifest_that_cannot_be_read_is_told(folder: Path) -> None:
    (folder / "theirs.pdf").write_bytes(sound.twin("shop-x1a"))
    (folder / "manifest.json").write_text('{"files": [{"file"', encoding="utf-8")
    assert " bad-manifest: " in run("theirs.pdf", "--for", "shop-x1a").output


def test_of_one_kind_a_few_are_told_and_the_rest_counted(folder: Path) -> None:
    many = next(case for case in CASES if case.name == "type-of-3-pt").faulty()
    (folder / "many.pdf").write_bytes(many)
    strict = (ROOT / "cardgen/profiles/shop-x1a.yaml").read_text(encoding="utf-8").replace("safe: 3mm", "safe: 25mm")
    (folder / "strict.yaml").write_text(strict, encoding="utf-8")
    brief, whole = run("many.pdf", "--for", "strict.yaml"), run("many.pdf", "--for", "strict.yaml", "--format", "json")
    told = [found for found in json.loads(whole.output) if found["code"] == "near-trim"]
    lines = [line for line in brief.output.splitlines() if "near-trim" in line]
    assert len(lines) == min(len(told), 6)
