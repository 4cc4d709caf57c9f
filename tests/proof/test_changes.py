"""A comparison as a user gets it: the page, the PDF, lines, JSON, and what is printed once more."""

from __future__ import annotations

import json
import os
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result

from cardgen.cli import cli
from tests.proof.test_compare import GAME, OMENS, UNITS, Two
from tests.proof.test_revision import git, kept
from tests.tiny import rewrite, tiny_project


@pytest.fixture
def two(tmp_path: Path) -> Two:
    return Two(tmp_path)


def proof(root: Path, *words: str) -> Result:
    """`cardgen proof` in a folder, as a user runs it."""
    was = Path.cwd()
    os.chdir(root)
    try:
        return CliRunner().invoke(cli, ["proof", *words])
    finally:
        os.chdir(was)


def since(two: Two, *words: str) -> Result:
    return proof(two.root, "tiny", "--since", str(two.then), *words)


class _Read(HTMLParser):
    """What a page names outside itself, its text, and whether every element is closed."""

    VOID = frozenset({"meta", "img", "br", "link", "input", "hr", "path", "rect"})

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "action", "data")]
        assert not any(name.startswith("on") for name, _ in attrs)
        self.scripts += tag == "script"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("style", "script"):
            self.text += data


def read(two: Two) -> _Read:
    page = _Read()
    page.feed((two.root / "output/tiny/proof/changes.html").read_text(encoding="utf-8"))
    assert page.open == []
    return page


def pdf_text(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    return [document[n].get_textpage().get_text_range() for n in range(len(document))]


def test_the_page_and_the_pdf_tell_the_same(two: Two) -> None:
    two.now(UNITS, "strength: 3", "strength: 4")
    two.now(UNITS, "    strength: 2\n", "    strength: 2\n    copies: 3\n")
    done = since(two)
    assert done.exit_code == 0
    assert "2 cards changed; 6 to print, 4 to throw away." in done.output
    assert re.search(r"changed  wolf  strength 3 → 4; text Deal \*\*3\*\*\. → Deal \*\*4\*\*\.", done.output)
    assert re.search(r"changed  pike  copies 2 of A, 2 of B → 3 of A, 3 of B", done.output)
    text = " ".join(read(two).text.split())
    pages = pdf_text(two.root / "output/tiny/proof/changes.pdf")
    for words in ("Tiny", "2 cards changed; 6 to print, 4 to throw away.", "Wolf", "Pike", "its front changed"):
        assert words in text
        assert words in " ".join(" ".join(pages).split())
    images = [a for a in read(two).addresses if a.startswith("data:image/png")]
    assert len(images) == 4, "before, after, before once more to flip, the difference"


def test_the_page_needs_nothing_beside_it(two: Two) -> None:
    two.now(OMENS, "Every wolf", "No wolf")
    since(two)
    page = (two.root / "output/tiny/proof/changes.html").read_text(encoding="utf-8")
    assert all(address.startswith(("data:image/png;base64,", "#")) for address in read(two).addresses)
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|@import|url\(", re.sub(r'"data:[^"]*"|url\(data:[^)]*\)', "", page))
    assert str(two.root) not in page.replace(two.then.as_posix(), ""), "no path of this machine"


def test_a_card_of_which_none_is_left_is_not_one_that_cannot_be_drawn(two: Two) -> None:
    two.now(OMENS, "id: comet\n", "id: comet\n    copies: 0\n")
    since(two)
    text = read(two).text
    assert "it is gone" in text
    assert "it cannot be drawn" not in text
    paper = " ".join(pdf_text(two.root / "output/tiny/proof/changes.pdf"))
    assert "after: it is gone" in paper
    assert "Copies: 1 none" in paper


def test_a_new_card_that_cannot_be_drawn_has_a_place_of_its_size(two: Two) -> None:
    two.now(OMENS, "id: comet\n", "id: star\n")
    assert since(two).exit_code == 1
    page = (two.root / "output/tiny/proof/changes.html").read_text(encoding="utf-8")
    assert re.findall(r"--w: (\S+); --h: (\S+);", page) == [("40", "56")] * page.count('class="shots"')


def test_what_stands_on_a_card_is_no_markup(two: Two) -> None:
    two.now(OMENS, "name: Comet", 'name: "<script>alert(1)</script>"')
    two.now(OMENS, "Every wolf howls.", '"</style><img src=x onerror=alert(1)>"')
    since(two)
    page = read(two)
    assert page.scripts == 1
    assert "<script>alert(1)</script>" in page.text
    assert not [a for a in page.addresses if not a.startswith(("data:", "#"))]


def test_a_letter_that_no_font_draws_is_told_by_its_number(two: Two) -> None:
    two.now(OMENS, "Every wolf howls.", "Every wolf \U0001f43a howls.")
    done = since(two)
    assert done.exit_code == 1, "the card has an error now"
    assert "1 error in it now: cardgen validate tiny tells them" in done.output
    assert "no-glyph" not in done.output or "\U0001f43a" in done.output
    assert "U+1F43A" in " ".join(pdf_text(two.root / "output/tiny/proof/changes.pdf"))
    assert "\U0001f43a" in read(two).text


def test_a_field_longer_than_a_page_is_in_the_page_alone(two: Two) -> None:
    two.both(GAME, "text: text?", "text: text?, notes: text?")
    long = " ".join(["Very long words about the wolf that go on and on without an end."] * 120)
    two.now(UNITS, "    speed: 5\n", f"    speed: 5\n    notes: {long}\n")
    assert since(two).exit_code == 0
    assert (two.root / "output/tiny/proof/changes.pdf").is_file()
    two.now(UNITS, "    speed: 5\n", f"    speed: 6\n    reading: {'x' * 30000}\n")
    two.both(GAME, "notes: text?", "notes: text?, reading: text?")
    done = since(two)
    assert "proof-not-set" in done.output
    assert not (two.root / "output/tiny/proof/changes.pdf").exists(), "the former one tells of another comparison"
    assert "x" * 30000 in read(two).text


def test_the_same_comparison_gives_the_same_bytes(two: Two) -> None:
    two.now(UNITS, "strength: 3", "strength: 4")
    two.now(OMENS, "  - id: comet", "  - id: star\n    art: comet")
    since(two)
    files = [two.root / f"output/tiny/proof/changes.{kind}" for kind in ("html", "pdf")]
    kept = [file.read_bytes() for file in files]
    shutil.rmtree(two.root / "output")
    since(two)
    assert [file.read_bytes() for file in files] == kept


def test_json_has_the_lists_of_cards_with_what_changed(two: Two) -> None:
    two.now(UNITS, "strength: 3", "strength: 4")
    two.now(UNITS, "  - id: pike", "  - id: lance")
    done = since(two, "--format", "json")
    told = json.loads(done.stdout)
    assert [card["card"] for card in told["changed"]] == ["wolf"]
    assert told["changed"][0]["fields"][0] == {"field": "strength", "before": "3", "after": "4"}
    assert told["changed"][0]["copies"] == {"before": {"A": 2, "B": 2}, "after": {"A": 2, "B": 2}}
    assert [(card["card"], card["was"]) for card in told["renamed"]] == [("lance", "pike")]
    assert told["new"] == told["removed"] == told["unread"] == []
    assert {(row["card"], row["seat"], row["print"], row["throw away"]) for row in told["reprint"]} == {
        ("wolf", "A", 2, 2),
        ("wolf", "B", 2, 2),
    }


@pytest.mark.parametrize("changed", [False, True])
def test_the_exit_code_is_that_of_a_change_where_it_is_asked_for(two: Two, changed: bool) -> None:
    if changed:
        two.now(UNITS, "strength: 3", "strength: 4")
    assert since(two).exit_code == 0
    assert since(two, "--exit-code").exit_code == int(changed)
    assert since(two, "--format", "json", "--exit-code").exit_code == int(changed)


def test_every_change_is_one_line(two: Two) -> None:
    two.now(GAME, "languages: [en, de]", "languages: [en, de, fr]")
    two.now(UNITS, "side: sea", "side: air")
    lines = since(two).stdout.splitlines()
    assert lines[0].endswith("1 line of game.yaml, 1 card that cannot be compared; 1 new error.")
    assert "  game     languages en, de → en, de, fr" in lines
    assert "  unread   pike: gone, new or as before" in lines[2]
    assert len(lines) == 6


def test_of_a_long_text_the_words_are_told(two: Two) -> None:
    two.both(OMENS, "Every wolf howls.", "Every wolf of the long night howls at them.")
    two.now(OMENS, "howls at", "barks at")
    assert '  changed  comet  text: "howls" → "barks"' in since(two).stdout.splitlines()
    two.now(OMENS, "Every wolf", "No wolf")
    assert "  changed  comet  text reads otherwise" in since(two).stdout.splitlines()
    two.now(OMENS, "No wolf of the long night barks", "Every wolf howls")
    assert '  changed  comet  text: "of the long night" → nothing' in since(two).stdout.splitlines()
    two.now(OMENS, "    text:", "    copies: 0\n    text:")
    assert "otherwise" not in since(two).stdout


def test_findings_gained_and_mended_are_told(two: Two) -> None:
    two.both(OMENS, "id: comet\n", "id: comet\n    copies: 0\n")
    two.now(OMENS, "copies: 0", "copies: 1")
    two.now(UNITS, "art: wolf", "art: wolv")
    done = since(two, "--format", "json")
    assert done.exit_code == 1, "there is an error now"
    told = {card["card"]: card["findings"] for card in json.loads(done.stdout)["changed"]}
    assert [finding["code"] for finding in told["pike"]["gained"]] == ["missing-art"]
    assert [finding["code"] for finding in told["comet"]["lost"]] == ["no-copies"]


# --- without --since ------------------------------------------------------------------------------------------------------


def test_the_last_commit_or_else_every_face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tiny_project(tmp_path / "p")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for made in (False, True):
        done = proof(project.root, "tiny", "--ppi", "72")
        assert done.exit_code == 0
        assert "faces.png" in done.output, "git does not keep it yet" if not made else "nothing changed"
        if not made:
            kept(project.root)
    rewrite(project.root / UNITS, "strength: 3", "strength: 4")
    done = proof(project.root, "tiny")
    assert "changed  wolf  strength 3 → 4" in done.output
    assert "faces.png" not in done.output
    assert "faces.png" in proof(project.root, "tiny", "--faces", "--ppi", "72").output
    assert git(project.root, "status", "--porcelain") == " M card_data/tiny/units.yaml\n"


@pytest.mark.parametrize(
    "words",
    [
        ["--faces", "--since", "HEAD"],
        ["--faces", "--reprint"],
        ["--faces", "--format", "json"],
        ["--for", "shop"],
        ["--bleed", "3mm"],
        ["--ppi", "9"],
    ],
)
def test_options_that_do_not_go_together(two: Two, words: list[str]) -> None:
    assert proof(two.root, "tiny", *words).exit_code == 2


# --- what is printed once more --------------------------------------------------------------------------------------------


def entries(folder: Path) -> dict[str, dict[str, int]]:
    """What the manifests below a folder say: the copies of each card for each seat, by file."""
    out = {}
    for path in sorted(folder.glob("*/manifest.json")):
        for file in json.loads(path.read_text(encoding="utf-8"))["files"]:
            held = {f"{piece['card']} {piece['seat']}".strip(): piece["copies"] for piece in file["pieces"]}
            out[f"{path.parent.name}/{file['file']}"] = held
    return out


def test_a_reprint_holds_what_changed_and_nothing_else(two: Two) -> None:
    two.now(UNITS, "strength: 3", "strength: 4")
    two.now(UNITS, "    strength: 2\n", "    strength: 2\n    copies: 3\n")
    done = since(two, "--reprint")
    assert done.exit_code == 0
    folder = two.root / "output/tiny/reprint"
    held = {"wolf A": 2, "wolf B": 2, "pike A": 1, "pike B": 1}
    assert entries(folder) == {"home/cards-a4.pdf": held, "shop/cards.pdf": held}
    assert len(pypdfium2.PdfDocument(folder / "shop/cards.pdf")) == 2 * 6
    told = json.loads((folder / "throw-away.json").read_text(encoding="utf-8"))
    assert {(row["card"], row["seat"], row["throw away"]) for row in told["throw away"]} == {("wolf", "A", 2), ("wolf", "B", 2)}
    assert {(row["card"], row["seat"], row["print"]) for row in told["print"]} == {
        ("wolf", "A", 2), ("wolf", "B", 2), ("pike", "A", 1), ("pike", "B", 1),
    }  # fmt: skip
    assert told["files"] == ["shop/cards.pdf", "home/cards-a4.pdf"]
    assert not (two.root / "output/tiny/shop").exists(), "the whole game's files are as they were"


def test_of_a_former_reprint_nothing_is_left(two: Two) -> None:
    two.now(UNITS, "strength: 3", "strength: 4")
    since(two, "--reprint", "--for", "home-letter")
    folder = two.root / "output/tiny/reprint"
    (folder / "mine.txt").write_text("kept", encoding="utf-8")
    assert entries(folder)
    two.now(UNITS, "strength: 4", "strength: 3")
    two.now(UNITS, "    strength: 2\n", "    strength: 2\n    copies: 1\n")
    assert since(two, "--reprint").exit_code == 0
    assert entries(folder) == {}
    assert sorted(p.name for p in folder.rglob("*") if p.is_file()) == ["mine.txt", "throw-away.json"]
    told = json.loads((folder / "throw-away.json").read_text(encoding="utf-8"))
    assert (told["print"], told["files"]) == ([], [])
    assert sum(row["throw away"] for row in told["throw away"]) == 2


def test_a_rules_sheet_that_is_gone_is_not_printed(two: Two) -> None:
    (two.then / "card_data/tiny/rules.md").write_text("# Tiny\n\nDeal, and look.\n", encoding="utf-8")
    done = since(two, "--reprint")
    assert done.exit_code == 0, done.output
    folder = two.root / "output/tiny/reprint"
    told = json.loads((folder / "throw-away.json").read_text(encoding="utf-8"))
    assert (told["print"], told["files"]) == ([], [])
    assert [(row["card"], row["throw away"], row["why"]) for row in told["throw away"]] == [("rules", 1, "it is gone")]
    (two.root / "card_data/tiny/rules.md").write_text("# Tiny\n\nDeal, and look again.\n", encoding="utf-8")
    assert since(two, "--reprint").exit_code == 0
    told = json.loads((folder / "throw-away.json").read_text(encoding="utf-8"))
    assert [(row["card"], row["print"]) for row in told["print"]] == [("rules", 1)]
    assert [(row["card"], row["throw away"]) for row in told["throw away"]] == [("rules", 1)]
    assert told["files"] == ["shop/rules.pdf", "home/rules-a4.pdf", "rules.pdf"]


def test_what_has_an_error_is_not_printed_again(two: Two) -> None:
    two.now(UNITS, "strength: 3", "strength: 4")
    since(two, "--reprint")
    folder = two.root / "output/tiny/reprint"
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    two.now(UNITS, "art: wolf", "art: wolv")
    done = since(two, "--reprint", "--format", "json")
    assert done.exit_code == 1
    assert "missing-art" in done.stderr
    assert {card["card"] for card in json.loads(done.stdout)["changed"]} == {"wolf", "pike"}
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
