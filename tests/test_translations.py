"""What a game says in one language and not in another: missing, stale, too long, and what a translator is told of it."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardgen.build import Request, build, check
from cardgen.cli import cli
from cardgen.findings import Finding, Refused
from cardgen.project import Project
from tests.tiny import rewrite, tiny_project

SHEET = "# Tiny\n\nTwo play.\n\n## Play\n\nLay a card.\n\n## End\n\nNobody has a card.\n"
BLATT = "# Tiny\n\nZwei spielen.\n\n## Spiel\n\nLegt eine Karte.\n\n## Ende\n\nNiemand hat eine Karte.\n"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = tiny_project(tmp_path)
    data = made.root / "card_data/tiny"
    rewrite(data / "units.yaml", "name: Wolf", "name: {en: Wolf, de: Wolf}")
    rewrite(data / "omens.yaml", "text: Every wolf howls.", "text: {en: Every wolf howls., de: Jeder Wolf heult.}")
    (data / "rules.md").write_text(SHEET, encoding="utf-8")
    (data / "rules.de.md").write_text(BLATT, encoding="utf-8")
    return made


def run(project: Project, monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    monkeypatch.chdir(project.root)
    done = CliRunner().invoke(cli, ["words", "tiny", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def told(found: list[Finding]) -> list[tuple[str, str, int]]:
    return [(f.code.name, f.at.path.removeprefix("card_data/tiny/"), f.at.line) for f in found]


# --- missing ------------------------------------------------------------------------------------------------------------


def test_words_in_one_language_only_are_an_error_where_the_other_is_printed(project: Project) -> None:
    rewrite(project.root / "card_data/tiny/units.yaml", "{en: Pike, de: Hecht}", "{en: Pike}")
    (found,) = check(project, "tiny")
    assert told([found]) == [("missing-translation", "units.yaml", 11)]
    assert found.says == '"units/pike/name" is not given in de'
    assert found.severity == "error"
    build(project, Request("tiny", ("png",)), lambda *_: None)  # in the first language nothing is missing
    with pytest.raises(Refused) as refused:
        build(project, Request("tiny", ("png",), language="de"), lambda *_: None)
    assert refused.value.findings == (found,)


def test_empty_words_are_missing_too(project: Project) -> None:
    rewrite(project.root / "card_data/tiny/omens.yaml", "de: Jeder Wolf heult.", 'de: ""')
    assert told(check(project, "tiny")) == [("missing-translation", "omens.yaml", 5)]


def test_words_that_are_given_once_are_meant_for_all(project: Project) -> None:
    rewrite(project.root / "card_data/tiny/units.yaml", "{en: Pike, de: Hecht}", "Pike")
    assert check(project, "tiny") == []


def test_a_rules_sheet_in_one_language_only_is_found_and_a_chapter_too(project: Project) -> None:
    sheet = project.root / "card_data/tiny/rules.de.md"
    sheet.unlink()
    (found,) = check(project, "tiny")
    assert (found.code.name, found.at.path, found.says) == (
        "missing-translation", "card_data/tiny/rules.de.md", "there is no rules sheet in de"
    )  # fmt: skip
    sheet.write_text(BLATT.partition("## Ende")[0], encoding="utf-8")
    assert [f.says for f in check(project, "tiny")] == ['"rules.md/End" is not given in de']
    cards = build(project, Request("tiny", ("png",), only=("wolf",), language="de"), lambda *_: None)
    assert cards.findings == ()  # who prints a card asks for no rules


def test_what_fits_in_one_language_and_not_in_another_is_found(project: Project) -> None:
    rewrite(
        project.root / "card_data/tiny/omens.yaml", "de: Jeder Wolf heult.", f"de: {'Donaudampfschifffahrtsgesellschaft ' * 9}"
    )
    (found,) = check(project, "tiny")
    assert (found.code.name, found.at.path, found.at.line) == ("text-too-long", "card_data/tiny/omens.yaml", 5)


# --- stale --------------------------------------------------------------------------------------------------------------


def test_nothing_is_told_stale_of_a_game_that_keeps_no_note(project: Project) -> None:
    assert check(project, "tiny") == []


def test_a_translation_of_words_that_have_changed_is_found_until_it_is_looked_at(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "6 texts in de noted as done" in run(project, monkeypatch, "--lang", "de", "--done")
    assert check(project, "tiny") == []
    rewrite(project.root / "card_data/tiny/omens.yaml", "en: Every wolf howls.", "en: Every other wolf howls.")
    rewrite(project.root / "card_data/tiny/rules.md", "Lay a card.", "Lay two cards.")
    found = check(project, "tiny")
    assert told(found) == [("stale-translation", "omens.yaml", 5), ("stale-translation", "rules.de.md", 5)]
    assert all(f.severity == "warning" for f in found)
    assert found[1].hint == 'where it is right, write: cardgen words tiny "rules.md/Play" --lang de --done'
    run(project, monkeypatch, "rules.md/Play", "--lang", "de", "--done")
    assert told(check(project, "tiny")) == [("stale-translation", "omens.yaml", 5)]
    run(project, monkeypatch, "omens", "--lang", "de", "--done")
    assert check(project, "tiny") == []


def test_how_lines_are_broken_is_no_change(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    run(project, monkeypatch, "--lang", "de", "--done")
    rewrite(project.root / "card_data/tiny/rules.md", "Lay a card.", "Lay\na card.")
    assert check(project, "tiny") == []


def test_a_chapter_put_between_others_is_the_only_one_missing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    run(project, monkeypatch, "--lang", "de", "--done")
    for name, chapter in (
        ("rules.md", "## Draw\n\nTake one.\n\n## End"),
        ("rules.de.md", "## Ziehen\n\nNehmt eine.\n\n## Ende"),
    ):
        file = project.root / "card_data/tiny" / name
        rewrite(file, f"## {'End' if name == 'rules.md' else 'Ende'}", chapter)
    assert told(check(project, "tiny")) == [("stale-translation", "rules.de.md", 9)]


def test_a_chapter_whose_own_is_gone_is_found(project: Project) -> None:
    (project.root / "card_data/tiny/translations.yaml").write_text("made_from: {de: {}}\n", encoding="utf-8")
    rewrite(project.root / "card_data/tiny/rules.md", "## End", "And")
    assert ("stale-translation", "rules.de.md", 9) in told(check(project, "tiny"))


def test_a_language_that_was_never_noted_is_told_of_once(project: Project) -> None:
    (project.root / "card_data/tiny/translations.yaml").write_text("made_from: {}\n", encoding="utf-8")
    (found,) = check(project, "tiny")
    assert found.says == "it is nowhere noted what the words in de were made from"


def test_a_file_of_notes_that_is_none_is_refused(project: Project) -> None:
    (project.root / "card_data/tiny/translations.yaml").write_text("made: {}\n", encoding="utf-8")
    assert {f.code.name for f in check(project, "tiny")} == {"unknown-key", "missing-key"}


# --- what a translator is told --------------------------------------------------------------------------------------------


def test_a_translator_is_told_what_is_missing_and_where(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    run(project, monkeypatch, "--lang", "de", "--done")
    rewrite(project.root / "card_data/tiny/units.yaml", "{en: Pike, de: Hecht}", "{en: Pike}")
    rewrite(project.root / "card_data/tiny/omens.yaml", "en: Every wolf howls.", "en: No wolf howls.")
    assert run(project, monkeypatch, "--lang", "de") == (
        "tiny, en to de: 6 texts, 1 missing, 1 stale\n\n"
        "missing: units/pike/name\n"
        "  card_data/tiny/units.yaml:11:16: Pike\n"
        "  card_data/tiny/units.yaml:11:11\n\n"
        "stale: omens/comet/text\n"
        "  card_data/tiny/omens.yaml:5:16: No wolf howls.\n"
        "  card_data/tiny/omens.yaml:5:36: Jeder Wolf heult.\n"
    )
    rows = list(csv.reader(io.StringIO(run(project, monkeypatch, "--lang", "de", "--all", "--format", "csv"))))
    assert rows[0] == ["text", "state", "place", "en", "de"]
    assert [row[:2] for row in rows[1:]] == [
        ["units/wolf/name", "done"], ["units/pike/name", "missing"], ["omens/comet/text", "stale"],
        ["rules.md/top", "done"], ["rules.md/Play", "done"], ["rules.md/End", "done"],
    ]  # fmt: skip


def test_a_text_or_a_language_that_is_not_there_is_refused(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project.root)
    with pytest.raises(Refused) as refused:
        CliRunner().invoke(cli, ["words", "tiny", "omens/comit", "--lang", "de"], catch_exceptions=False)
    assert refused.value.findings[0].code.name == "no-such-text"
    with pytest.raises(Refused):
        CliRunner().invoke(cli, ["words", "tiny", "--lang", "fr"], catch_exceptions=False)
    assert CliRunner().invoke(cli, ["words", "tiny", "--lang", "en"]).exit_code == 2
