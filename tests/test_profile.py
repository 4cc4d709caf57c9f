"""Printers' profiles: what ships, one's own, the bleed they take, the paper they print on."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.build import Request, build
from cardgen.findings import Refused
from cardgen.profile import DEFAULT, SHIPPED, bleed_for, load_profile
from cardgen.units import Mm
from tests.tiny import rewrite, tiny_project

OWN = """kind: sheets
folder: club
suffix: a5
paper: {width: 148mm, height: 210mm, margin: 5mm}
bleed: {default: 2mm, least: 0mm, most: 4mm}
"""


def refused(name: str | Path) -> list[tuple[str, int, str]]:
    with pytest.raises(Refused) as error:
        load_profile(str(name))
    return [(f.code.name, f.at.line, f.text()) for f in error.value.findings]


@pytest.mark.parametrize("name", sorted(p.stem for p in SHIPPED.glob("*.yaml")))
def test_what_ships_is_whole(name: str) -> None:
    profile = load_profile(name)
    assert profile.bleed.least <= profile.bleed.default <= profile.bleed.most
    assert (profile.paper is not None) == (profile.kind == "sheets")
    assert bleed_for(profile, name, None) == profile.bleed.default


def test_the_default_is_a_shop_and_a_printer_at_home() -> None:
    assert [load_profile(name).kind for name in DEFAULT] == ["pages", "sheets"]


def test_an_unknown_profile_is_told_with_the_nearest() -> None:
    ((code, _, text),) = refused("home-a5")
    assert code == "unknown-profile"
    assert 'did you mean "home-a4"?' in text
    assert "there are: drivethrucards, home-a4, home-letter, longpack, " in refused("drucker")[0][2]
    assert [code for code, _, _ in refused("no/such.yaml")] == ["unreadable-file"]


def test_a_profile_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(OWN, encoding="utf-8")
    project = tiny_project(tmp_path / "project")
    built = build(project, Request("tiny", (str(tmp_path / "club.yaml"),)), lambda *_: None)
    assert [f.path.relative_to(project.root).as_posix() for f in built.files] == ["output/tiny/club/cards-a5.pdf"]
    assert built.cards == 9


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("suffix: a5", "sufix: a5", 3, 'did you mean "suffix"?'),
        ("148mm", "148", 4, '"148" has no unit'),
        ("most: 4mm", "most: a lot", 5, '"most": "a lot" is not a length'),
        ("kind: sheets", "kind: rolls", 1, '"kind"'),
        ("folder: club", "folder: ../club", 2, '"folder": "../club" is not an id'),
        ("suffix: a5", "ppi: 30", 3, '"ppi"'),
        ("suffix: a5", "suffix: ../..", 3, '"suffix": "../.." is not an id'),
        ("148mm", "0mm", 4, '"width": 0 mm is no size'),
        ("margin: 5mm", "margin: -5mm", 4, '"margin": -5 mm is less than nothing'),
        ("least: 0mm", "least: -1mm", 5, '"least": -1 mm is less than nothing'),
        ("suffix: a5", "folder: b", 3, "repeated-key"),
        ("suffix: a5", "\tsuffix: a5", 3, "yaml-tab"),
    ],
)
def test_a_fault_of_ones_own_profile_is_told_in_its_line(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(OWN, encoding="utf-8")
    rewrite(path, old, new)
    ((code, at, text),) = refused(path)
    assert code in ("bad-value", "unknown-key", "missing-key", "repeated-key", "yaml-tab")
    assert at == line
    assert says in text


def test_the_kinds_of_a_profile_ask_for_what_they_need(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("kind: sheets\nfolder: club\nbleed: {default: 2mm, least: 0mm, most: 4mm}\n", encoding="utf-8")
    assert [code for code, _, _ in refused(path)] == ["bad-value"], "sheets need a paper"
    for wrong in (
        "kind: tts",  # no sheet
        "kind: png\nsheet: {columns: 10, rows: 7, pixels: 4096}",
        "kind: png\npaper: {width: 148mm, height: 210mm, margin: 5mm}",
        "kind: pages\ncorners: round",
        "kind: png\ncorners: round",  # with bleed
        "kind: png\ncorners: bevelled",
        "kind: tts\nsheet: {columns: 1, rows: 7, pixels: 4096}",
    ):
        path.write_text(f"{wrong}\nfolder: club\nbleed: {{default: 2mm, least: 0mm, most: 4mm}}\n", encoding="utf-8")
        assert [code for code, _, _ in refused(path)] == ["bad-value"], wrong
    path.write_text("kind: pages\nfolder: club\nbleed: {default: 9mm, least: 3mm, most: 4mm}\n", encoding="utf-8")
    assert [code for code, _, _ in refused(path)] == ["bad-value"], "the default lies between least and most"


@pytest.mark.parametrize("asked", [2, 3, 3.175, 5])
def test_a_bleed_that_the_printer_takes(asked: float) -> None:
    assert bleed_for(load_profile("shop"), "shop", Mm(asked)) == asked


@pytest.mark.parametrize(("asked", "hint"), [(0, "it takes 2 mm to 5 mm"), (1.99, "it takes"), (5.01, "it takes"), (-1, "")])
def test_a_bleed_that_the_printer_does_not_take(asked: float, hint: str) -> None:
    with pytest.raises(Refused) as error:
        bleed_for(load_profile("shop"), "shop", Mm(asked))
    (finding,) = error.value.findings
    assert finding.code.name == "bleed-out-of-range"
    assert finding.hint.startswith(hint)


def test_a_printer_that_takes_no_bleed_says_so() -> None:
    with pytest.raises(Refused, match="it takes none: it is cut at the trim"):
        bleed_for(load_profile("tts"), "tts", Mm(3))


def test_a_card_larger_than_the_paper_is_refused(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(OWN.replace("148mm", "45mm").replace("210mm", "60mm"), encoding="utf-8")
    project = tiny_project(tmp_path / "project")
    with pytest.raises(Refused) as error:
        build(project, Request("tiny", (str(tmp_path / "club.yaml"),)), lambda *_: None)
    (finding,) = error.value.findings
    assert finding.code.name == "no-room-on-paper"
    assert "a piece of 40 x 56 mm" in finding.says
    assert not (project.root / "output/tiny").exists()


def test_less_bleed_than_asked_is_a_note(tmp_path: Path) -> None:
    built = build(tiny_project(tmp_path), Request("tiny", ("home-a4",), Mm(5.0)), lambda *_: None)
    assert [(f.code.name, str(f.severity)) for f in built.findings] == [("less-bleed", "note")]


def test_two_profiles_that_write_one_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("kind: pages\nfolder: shop\nbleed: {default: 2mm, least: 0mm, most: 4mm}\n")
    project = tiny_project(tmp_path / "project")
    with pytest.raises(Refused) as error:
        build(project, Request("tiny", ("shop", str(tmp_path / "mine.yaml"))), lambda *_: None)
    (finding,) = error.value.findings
    assert finding.code.name == "same-file"
    assert "both write shop/cards.pdf" in finding.says
    assert not (project.root / "output/tiny").exists()


def test_a_profile_that_is_named_twice_is_taken_once(tmp_path: Path) -> None:
    built = build(tiny_project(tmp_path), Request("tiny", ("shop", "shop")), lambda *_: None)
    assert [f.path.name for f in built.files] == ["cards.pdf"]


def test_what_is_named_twice_or_in_another_order_is_one_file(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    for only in (("wolf", "omen"), ("omen", "wolf", "omen")):
        built = build(project, Request("tiny", ("shop",), only=only), lambda *_: None)
        assert [f.path.name for f in built.files] == ["cards-wolf-omen.pdf"]


def test_several_profiles_in_one_word_are_told_apart() -> None:
    with pytest.raises(Refused) as refused:
        load_profile("shop, home-a4")
    assert refused.value.findings[0].hint == "--for shop --for home-a4"
