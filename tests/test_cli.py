"""The command line as a user meets it: exit codes, one clear line for each fault, former files that stay as they were."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import cardgen.write.papers
from cardgen.cli import cli, main
from cardgen.findings import Code, Finding, Severity, Span
from cardgen.report import as_text
from tests.conftest import ROOT
from tests.tiny import rewrite, tiny_project


class Ran(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def codes(self) -> list[str]:
        """The codes of the findings that were told, in order."""
        return re.findall(r"^(?:\S.*?: )?(?:(?:warning|note): )?([a-z]+(?:-[a-z]+)+): ", self.err, re.M)


Run = Callable[..., Ran]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small project, with the user standing in its folder."""
    tiny_project(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `cardgen` in this process as the shell would, and asserts that no stack trace reaches the user."""

    def running(*words: str | Path) -> Ran:
        monkeypatch.setattr(sys, "argv", ["cardgen", *map(str, words)])
        code: object = 0
        try:
            main()
        except SystemExit as end:
            code = end.code
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Ran(int(str(code or 0)), said.out, said.err)

    return running


def files(folder: Path) -> dict[str, bytes]:
    """What stands in a folder of output, the store left out."""
    return {
        p.relative_to(folder).as_posix(): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and ".store" not in p.relative_to(folder).parts
    }


def left_over(folder: Path) -> list[Path]:
    return [p for p in folder.rglob("*") if p.name.endswith(".part")]


BUILT = ["tiny/home/cards-a4.pdf", "tiny/home/manifest.json", "tiny/shop/cards.pdf", "tiny/shop/manifest.json"]


# --- exit codes ---------------------------------------------------------------------------------------------------


def test_a_build_ends_with_0_and_says_what_it_made(run: Run, project: Path) -> None:
    ran = run("build", "tiny", "--bleed", "3mm")
    assert ran.code == 0
    assert sorted(files(project / "output")) == BUILT
    assert "tiny: 9 cards" in ran.out
    assert "output/tiny/shop/cards.pdf  18 pages" in ran.out
    assert not left_over(project)


def test_findings_end_with_1(run: Run, project: Path) -> None:
    rewrite(project / "card_data/tiny/units.yaml", "strength: 3", "strength: three")
    for command in (["build", "--for", "shop"], ["validate"]):
        ran = run(*command, "tiny")
        assert (ran.code, ran.codes) == (1, ["bad-value"])
        assert ran.err.startswith('card_data/tiny/units.yaml:5:15: bad-value: "strength": "three" is not a whole number\n')
    assert not files(project / "output")


@pytest.mark.parametrize(
    "words", [["bild"], ["build", "--blead", "3mm"], ["build", "--red", "green"], ["validate", "--format", "xml"], ["template"]]
)
def test_wrong_usage_ends_with_2(run: Run, words: list[str]) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert re.search(r"^(Error|Usage): ", ran.err, re.M)


def test_a_fault_of_cardgen_itself_is_one_line_that_asks_for_a_report(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the moon")

    monkeypatch.setattr("cardgen.build.build", broken)
    ran = run("build")
    assert ran.code == 1
    assert re.match(r"cardgen: a fault of cardgen itself at test_cli.py:\d+: RuntimeError: the moon\n +hint: ", ran.err)
    monkeypatch.setenv("CARDGEN_TRACE", "1")
    with pytest.raises(RuntimeError):
        run("build")


def test_an_end_of_a_file_within_cardgen_is_no_users_interrupt(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise EOFError("marshal data too short")

    monkeypatch.setattr("cardgen.build.build", broken)
    ran = run("build")
    assert ran.code == 1
    assert "a fault of cardgen itself at test_cli.py:" in ran.err
    assert "EOFError: marshal data too short" in ran.err


def test_a_folder_without_games_says_so(run: Run, project: Path) -> None:
    (project / "card_data/tiny/game.yaml").unlink()
    for command in ("build", "validate"):
        ran = run(command)
        assert ran.code == 2
        assert "there is no game in" in ran.err


# --- what is named ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["build", "validate"])
def test_an_unknown_game_is_told_with_the_nearest(run: Run, command: str) -> None:
    ran = run(command, "tinny")
    assert (ran.code, ran.codes) == (1, ["no-such-game"])
    assert 'there is no game "tinny"' in ran.err
    assert 'did you mean "tiny"?' in ran.err
    assert "there are: tiny" in run(command, "chess").err


@pytest.mark.parametrize("name", ["../card_data/tiny", ".", "tiny/..", "", "/etc", "../../../.."])
def test_a_path_is_no_game(run: Run, project: Path, name: str) -> None:
    ran = run("build", name)
    assert ran.code == 1
    assert set(ran.codes) <= {"no-such-game", "outside-project"}
    assert ran.codes
    assert not (project / "output").exists()


def test_every_misspelt_option_is_told_in_one_run(run: Run, project: Path) -> None:
    ran = run(
        "build", "--only", "wolv", "--only", "dragon", "--lang", "fr", "--for", "shopp", "--for", "shop", "--bleed", "40mm"
    )
    assert ran.code == 1
    assert sorted(ran.codes) == [
        "bleed-out-of-range", "no-such-language", "nothing-named", "nothing-named", "unknown-profile"
    ]  # fmt: skip
    for words in (
        'did you mean "wolf"?',
        "families: unit, omen",
        "it lists: en, de",
        'did you mean "shop"?',
        "it takes 2 mm to 5 mm",
    ):
        assert words in ran.err
    assert not (project / "output").exists()


def test_options_that_are_given_as_one_with_commas_are_told_apart(run: Run, project: Path) -> None:
    ran = run("build", "--only", "wolf, omen", "--for", "shop,home-a4")
    assert sorted(ran.codes) == ["nothing-named", "unknown-profile"]
    assert "--only wolf --only omen" in ran.err
    assert "--for shop --for home-a4" in ran.err


def test_only_what_is_named_is_built_and_under_its_own_name(run: Run, project: Path) -> None:
    ran = run("build", "--only", "wolf", "--for", "shop", "--lang", "de")
    assert ran.code == 0
    assert "4 cards" in ran.out
    assert [f for f in files(project / "output") if f.endswith(".pdf")] == ["tiny/shop/cards-wolf.de.pdf"]


def test_a_game_that_is_named_twice_is_built_once(run: Run) -> None:
    assert run("build", "tiny", "tiny", "--for", "shop").out.count("tiny: 9 cards") == 1


def test_no_card_to_print_is_an_error(run: Run, project: Path) -> None:
    units = project / "card_data/tiny/units.yaml"
    units.write_text(units.read_text(encoding="utf-8").replace("    side:", "    copies: 0\n    side:"), encoding="utf-8")
    ran = run("build", "--only", "unit")
    assert (ran.code, set(ran.codes) - {"no-copies", "less-bleed"}) == (1, {"nothing-to-print"})
    assert not (project / "output/tiny").exists()
    assert run("build").code == run("validate").code == 0, "the omens are there"
    rewrite(project / "card_data/tiny/omens.yaml", "    text:", "    copies: 0\n    text:")
    assert "nothing-to-print" in run("build").codes
    assert "nothing-to-print" in run("validate").codes


def test_an_unknown_template_is_told_with_the_nearest(run: Run, project: Path) -> None:
    ran = run("template", "tiny/unti", "--sample")
    assert (ran.code, ran.codes) == (1, ["no-such-template"])
    assert 'did you mean "unit"?' in ran.err
    assert run("template", "tiny/unit", "--sample", "--card", "pike", "--out", project / "shown").code == 0
    assert ">Pike</" in (project / "shown/tiny-unit.svg").read_text(encoding="utf-8")


# --- lengths ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("same", [["3mm", "3 mm", "0.3cm"], ["0.125in", '.125"', "1/8in", "9pt"]])
def test_one_bleed_however_it_is_written(run: Run, project: Path, same: list[str]) -> None:
    made = []
    for number, length in enumerate(same):
        out = project / str(number)
        assert run("build", "--only", "comet", "--for", "shop", "--bleed", length, "--out", out).code == 0
        made.append((out / "tiny/shop/cards-comet.pdf").read_bytes())
    assert len(set(made)) == 1


@pytest.mark.parametrize(
    ("length", "says"),
    [
        ("3", '"3" has no unit; write "3mm"'),
        ("0", '"0" has no unit'),
        ("3,0mm", '"3,0mm" has a decimal comma; write "3.0mm"'),
        ("3mmm", '"3mmm" is not a length'),
        ("1/0in", '"1/0in" is not a length'),
        ("1/00in", '"1/00in" is not a length'),
        ("9" * 400 + "mm", "is not a length"),
        ("", '"" is not a length'),
        ("__import__('os').system('touch ran')", "is not a length"),
    ],
)
def test_a_bleed_that_is_no_length_is_refused_and_nothing_runs(run: Run, project: Path, length: str, says: str) -> None:
    ran = run("build", "--bleed", length)
    assert ran.code == 2
    errors = [line for line in ran.err.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 1
    assert says in errors[0]
    assert not (project / "output").exists()
    assert not (project / "ran").exists()


@pytest.mark.parametrize(
    ("length", "says"), [("-1mm", "-1 mm is less than nothing"), ("40mm", "40 mm is not a bleed"), ("0mm", "0 mm")]
)
def test_a_bleed_that_the_printer_does_not_take_is_refused(run: Run, length: str, says: str) -> None:
    ran = run("build", "--for", "shop", "--bleed", length)
    assert (ran.code, ran.codes) == (1, ["bleed-out-of-range"])
    assert says in ran.err


# --- files that cannot be written -----------------------------------------------------------------------------------


def test_a_file_in_place_of_the_output_folder_is_told_for_every_file(run: Run, project: Path) -> None:
    (project / "output").write_text("mine")
    ran = run("build")
    assert (ran.code, [c for c in ran.codes if c != "less-bleed"]) == (1, ["output-unwritable", "output-unwritable"])
    assert "choose another folder with --out" in ran.err
    assert (project / "output").read_text() == "mine"


def test_without_a_store_a_check_and_a_build_elsewhere_still_work(
    run: Run, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (project / "output").write_text("mine")
    out = tmp_path_factory.mktemp("elsewhere")
    assert run("validate").code == 0
    assert run("build", "--out", out).code == 0
    assert sorted(files(out)) == BUILT


def test_a_full_disk_is_told_and_leaves_the_former_files(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("build")
    former = files(project / "output")
    really = cardgen.write.papers.write

    def full(out: io.BufferedWriter, *rest: object) -> object:
        out.write(b"%PDF-half")
        if "cards-a4" in str(out.name):
            raise OSError(errno.ENOSPC, "No space left on device")
        return really(out, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("cardgen.write.papers.write", full)
    ran = run("build")
    assert (ran.code, ran.codes) == (1, ["output-unwritable"])
    assert "the disk is full" in ran.err
    assert files(project / "output") == former
    assert not left_over(project)


def test_files_that_another_program_holds_open_are_all_told_and_none_is_replaced(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("build")
    former = files(project / "output")
    rewrite(project / "card_data/tiny/units.yaml", "name: Wolf", "name: Dog")
    really = Path.replace

    def held(self: Path, target: Path) -> Path:
        if Path(target).name in ("cards.pdf", "cards-a4.pdf"):
            raise PermissionError(
                errno.EACCES, "The process cannot access the file because it is being used by another process"
            )
        return really(self, target)

    monkeypatch.setattr(Path, "replace", held)
    ran = run("build")
    assert (ran.code, ran.codes) == (1, ["output-in-use", "output-in-use"])
    assert "home/cards-a4.pdf: output-in-use: another program holds this file open" in ran.err
    assert "shop/cards.pdf: output-in-use" in ran.err
    assert files(project / "output") == former
    assert not left_over(project)


def test_a_folder_in_place_of_a_file_is_told(run: Run, project: Path) -> None:
    (project / "output/tiny/shop/cards.pdf").mkdir(parents=True)
    ran = run("build", "--for", "shop")
    assert (ran.code, ran.codes) == (1, ["output-unwritable"])
    assert "a folder has the name of this file" in ran.err
    assert not left_over(project)


def test_a_folder_in_place_of_the_last_file_leaves_the_others_as_they_were(run: Run, project: Path) -> None:
    run("build")
    (project / "output/tiny/home/manifest.json").unlink()
    (project / "output/tiny/home/manifest.json").mkdir()
    former = files(project / "output")
    rewrite(project / "card_data/tiny/units.yaml", "name: Wolf", "name: Dog")
    ran = run("build")
    assert (ran.code, [c for c in ran.codes if c != "less-bleed"]) == (1, ["output-unwritable"])
    assert files(project / "output") == former
    assert not left_over(project)


@pytest.mark.parametrize("fault", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()], ids=["a fault", "Ctrl-C"])
@pytest.mark.parametrize("when", ["cards-a4.pdf", "manifest.json", "cards.pdf"])
@pytest.mark.parametrize("first", [False, True], ids=["former files", "no former files"])
def test_all_files_are_replaced_or_none(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException, when: str, first: bool
) -> None:
    if not first:
        run("build")
    former = files(project / "output")
    rewrite(project / "card_data/tiny/units.yaml", "name: Wolf", "name: Dog")
    really, failed = Path.replace, []

    def failing(self: Path, target: Path) -> Path:
        if Path(target).name == when and self.name.endswith(".part") and ".former" not in self.name and not failed:
            failed.append(target)
            raise fault
        return really(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    assert run("build").code in (1, 130)
    assert failed
    assert files(project / "output") == former
    assert not left_over(project)
    assert run("build").code == 0
    assert sorted(files(project / "output")) == BUILT
    assert not left_over(project)


def test_a_file_of_a_former_version_keeps_its_version_in_the_manifest(run: Run, project: Path) -> None:
    run("build", "--for", "shop")
    rewrite(project / "card_data/tiny/game.yaml", 'version: "0.1"', 'version: "0.2"')
    run("build", "--for", "shop", "--only", "wolf")
    manifest = json.loads((project / "output/tiny/shop/manifest.json").read_text(encoding="utf-8"))
    assert {f["file"]: f["version"] for f in manifest["files"]} == {"cards.pdf": "0.1", "cards-wolf.pdf": "0.2"}
    assert not manifest.keys() & {"version", "date", "card", "waived"}


# --- Ctrl-C -------------------------------------------------------------------------------------------------------


def test_ctrl_c_while_writing_ends_with_130_and_leaves_the_former_files(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("build")
    former = files(project / "output")
    rewrite(project / "card_data/tiny/units.yaml", "name: Wolf", "name: Dog")
    really = cardgen.write.papers.write

    def interrupted(out: io.BufferedWriter, *rest: object) -> object:
        if "cards-a4" in str(out.name):
            out.write(b"%PDF-half")
            raise KeyboardInterrupt
        return really(out, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("cardgen.write.papers.write", interrupted)
    ran = run("build")
    assert ran.code == 130
    assert "interrupted; the former files are as they were" in ran.err
    assert files(project / "output") == former
    assert not left_over(project)


def test_ctrl_c_while_composing_leaves_the_store_as_it_was(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("build")
    rewrite(project / "card_data/tiny/units.yaml", "name: Wolf", "name: Dog")
    store = {p: p.read_bytes() for p in (project / "output/.store").rglob("*.pack")}
    assert store

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cardgen.compose.freeze", interrupted)
    assert run("build").code == 130
    assert {p: p.read_bytes() for p in (project / "output/.store").rglob("*.pack")} == store
    assert not left_over(project)


SLOW = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:ink="urn:cardgen:ink" width="46mm" height="30mm" viewBox="-3 -3 46 30">
{}</svg>
"""
STROKE = '<path d="M-3,{0} C12,0 24,24 43,{0}" fill="none" stroke="#111" stroke-width="9" ink:brush="ink" ink:w="9"/>\n'


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal to a process group")
@pytest.mark.parametrize("whom", ["the process and its workers", "the process alone"])
@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_ctrl_c_while_painting_ends_with_130_and_no_worker_is_left(project: Path, run: Run, whom: str, sent: str) -> None:
    run("build")
    former = files(project / "output")
    for n, name in enumerate(("wolf", "comet")):
        strokes = "".join(STROKE.format(1 + n + k * 0.1) for k in range(160))
        (project / f"art/tiny/{name}.svg").write_text(SLOW.format(strokes), encoding="utf-8")
    command = [sys.executable, "-c", "from cardgen.cli import main; main()", "build", "--ppi", "1200"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, cwd=project, env=env, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as child:
        wait_until(lambda: len(group(child.pid)) >= 3)
        time.sleep(0.2)
        (os.killpg if "workers" in whom else os.kill)(child.pid, getattr(signal, sent))
        _, err = child.communicate(timeout=20)
        assert child.returncode == 130
        assert err.strip() == "interrupted; the former files are as they were"
        assert group(child.pid) == []
    assert files(project / "output") == former
    assert not left_over(project)


def group(leader: int) -> list[int]:
    """The processes that belong to the group of that leader."""
    done = subprocess.run(["ps", "-A", "-o", "pid=,pgid=,stat="], capture_output=True, text=True, check=True)
    rows = [line.split() for line in done.stdout.splitlines()]
    return [int(pid) for pid, pgid, state in rows if int(pgid) == leader and not state.startswith("Z")]


def wait_until(true: Callable[[], bool]) -> None:
    for _ in range(200):
        if true():
            return
        time.sleep(0.05)
    pytest.fail("waited for ten seconds in vain")


# --- help, lists, formats -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [[], *([name] for name in sorted(cli.commands))], ids=" ".join)
def test_every_command_has_help(run: Run, command: list[str]) -> None:
    for flag in ("--help", "-h"):
        ran = run(*command, flag)
        assert ran.code == 0
        assert ran.out.startswith("Usage: ")
        assert re.search(r"^  [A-Z][^.:]*[.:]", ran.out, re.M), "a sentence says what it does"
    for option in cli.commands[command[0]].params if command else ():
        assert option.param_type_name == "argument" or getattr(option, "help", None), f"{option.name} has no help"


@pytest.mark.parametrize("words", [["--help"], ["build", "--help"], ["list"]], ids=" ".join)
def test_what_draws_nothing_imports_nothing_that_draws(project: Path, words: list[str]) -> None:
    code = (
        "import sys\nfrom cardgen.cli import main\ntry:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([m for m in ('numpy', 'PIL', 'reportlab', 'jinja2', 'uharfbuzz') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=project, env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "[]"
    assert done.stderr == ""


def test_the_list_names_each_game_its_cards_and_its_version(run: Run, project: Path) -> None:
    assert run("list").out == "tiny             Tiny, 9 cards, version 0.1\n"
    rewrite(project / "card_data/tiny/units.yaml", "strength: 3", "strength: three")
    ran = run("list")
    assert ran.code == 0
    assert ran.out == "tiny             cannot be read; cardgen validate tiny says why\n"


def test_findings_as_json(run: Run, project: Path) -> None:
    assert json.loads(run("validate", "--format", "json").out) == []
    rewrite(project / "card_data/tiny/units.yaml", "name: Wolf", "name: 狼 🐺")
    ran = run("validate", "--format", "json")
    assert ran.code == 1
    (finding,) = json.loads(ran.out)
    assert finding["why"]
    assert {k: finding[k] for k in ("code", "severity", "file", "line", "column")} == {
        "code": "no-glyph", "severity": "error", "file": "card_data/tiny/units.yaml", "line": 4, "column": 11
    }  # fmt: skip
    assert finding["says"].endswith('draws "🐺" (U+1F43A)')


def test_one_slip_in_a_template_is_told_once_with_the_names_of_its_cards(run: Run, project: Path) -> None:
    """To a person; a program is told of every card."""
    units = project / "card_data/tiny/units.yaml"
    text = units.read_text(encoding="utf-8")
    more = "".join(f"  - {{id: more-{n}, name: More, strength: {n}, side: land, art: wolf}}\n" for n in range(9))
    units.write_text(text + more, encoding="utf-8")
    rewrite(project / "templates/tiny/unit.svg", "card.strength", "card.strenth")
    told = run("validate").err
    assert told.count("strenth") == 1
    assert 'more-0, more-1, more-2, more-3, more-4, more-5 and 5 more: there is no "strenth" here' in told
    assert len(json.loads(run("validate", "--format", "json").out)) == 11
    assert len(run("validate", "--format", "github").out.splitlines()) == 11


def test_what_is_told_once_is_one_place_one_sentence_and_one_hint() -> None:
    code, warned = Code("slip", "it is one"), Code("slip", "it is one", Severity.WARNING)
    here, there = Span("a.svg", 3), Span("a.svg", 4)
    found = [
        Finding(code, here, "wolf: no", "mend it"), Finding(code, here, "pike: no", "mend it"),
        Finding(warned, here, "omen: no"), Finding(code, here, "omen: yes", "mend it"),
        Finding(code, there, "omen: yes", "mend it"), Finding(code, there, "bad"), Finding(code, there, "worse"),
    ]  # fmt: skip
    assert "\n".join(as_text(found)).splitlines() == [
        "a.svg:3: slip: wolf, pike: no", "    hint: mend it", "a.svg:3: warning: slip: omen: no", "a.svg:3: slip: omen: yes",
        "    hint: mend it", "a.svg:4: slip: omen: yes", "    hint: mend it", "a.svg:4: slip: bad", "a.svg:4: slip: worse",
    ]  # fmt: skip
    assert list(as_text([])) == []
    assert list(as_text(found[:1] + found[3:4])) == ["a.svg:3: slip: wolf: no", "a.svg:3: slip: omen: yes\n    hint: mend it"]


def test_findings_as_github_takes_them(run: Run, project: Path) -> None:
    assert run("validate", "--format", "github").out == ""
    rewrite(
        project / "card_data/tiny/units.yaml",
        "name: Wolf",
        'name: "5 % of a\\nvery very very very long name"\n    copies: 2000',
    )
    ran = run("validate", "--format", "github")
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert len(lines) == 2, "one line a finding"
    pattern = r"::(error|warning|notice) file=([^,:]+),line=(\d+),col=(\d+),title=([a-z-]+)::(.+)"
    told = [re.fullmatch(pattern, line) for line in lines]
    assert [(m[1], m[2], m[3], m[5]) for m in told if m] == [
        ("error", "card_data/tiny/units.yaml", "4", "text-too-long"),
        ("warning", "card_data/tiny/units.yaml", "5", "too-many-copies"),
    ]
    assert "5 %25 of a" in lines[0]


def test_a_terminal_that_knows_no_kanji_still_hears_what_is_wrong(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rewrite(project / "card_data/tiny/game.yaml", "name: Tiny", "name: 小")
    narrow = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", narrow)
    monkeypatch.setattr(sys, "argv", ["cardgen", "list"])
    main()
    narrow.flush()
    assert narrow.buffer.getvalue() == b"tiny             \\u5c0f, 9 cards, version 0.1\n"  # type: ignore[attr-defined]


# --- front and back in register -----------------------------------------------------------------------------------


def test_a_target_is_written_read_and_kept_and_undone(run: Run, project: Path) -> None:
    ran = run("calibrate")
    assert (ran.code, ran.out) == (0, "output/calibrate-a4.pdf\n")
    ran = run("calibrate", "--printer", "attic", "--top-left", "0.5mm,-0.25mm", "--bottom-right", "0.02in,-0.25mm")
    assert ran.code == 0
    assert ran.out.startswith("attic: backs lie 0.50 mm to the right, 0.25 mm too high, turned by ")
    assert "cardgen build GAME --printer attic" in ran.out
    assert "  attic:\n    paper: a4\n    x: 0.504mm\n" in (project / "printers.yaml").read_text(encoding="utf-8")
    assert run("calibrate", "--printer", "attic", "--out", "sheets").out == "sheets/calibrate-a4-attic.pdf\n"
    plain = run("build", "tiny", "--for", "home-a4") and files(project / "output")["tiny/home/cards-a4.pdf"]
    assert run("build", "tiny", "--for", "home-a4", "--printer", "attic").code == 0
    assert files(project / "output")["tiny/home/cards-a4.pdf"] != plain
    (told,) = json.loads((project / "output/tiny/home/manifest.json").read_text(encoding="utf-8"))["files"]
    assert (told["printer"], told["flip"], told["ink"]) == ("attic", "long", "full")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["build", "--printer", "attik"], 1, 'unknown-printer: there is no printer "attik" in printers.yaml'),
        (["calibrate", "--printer", "attik"], 1, "unknown-printer"),
        (["calibrate", "--printer", "attic", "--middle", "1cm,11mm"], 1, "implausible-reading: 11 mm is more than 10 mm"),
        (["calibrate", "--printer", "The Attic", "--middle", "1mm,1mm"], 1, '"The Attic" is not an id'),
        (["calibrate", "--middle", "1mm,1mm"], 2, "Give the printer a name with --printer"),
        (["calibrate", "--printer", "attic", "--middle", "1mm"], 2, '"1mm" is not two lengths'),
        (["calibrate", "--printer", "attic", "--middle", "0.5,1mm"], 2, '"0.5" has no unit; write "0.5mm"'),
        (["calibrate", "--printer", "attic", "--middle", "0,5mm,1mm"], 2, "is not two lengths"),
        (["calibrate", "--paper", "a3"], 2, "'a3' is not one of"),
        (["build", "--printer", "attic", "--flip", "fold"], 2, "there is no back for --printer to put right"),
        (["build", "--ink", "black", "--red", "spot"], 2, "--ink black leaves no plate for --red spot"),
    ],
)
def test_what_cannot_be_put_right_is_refused_and_nothing_is_written(
    run: Run, project: Path, words: list[str], code: int, says: str
) -> None:
    ran = run(*words)
    assert ran.code == code
    assert says in ran.err
    assert not files(project / "output")
    assert not (project / "printers.yaml").exists()


def test_each_game_is_looked_at_though_another_has_faults(run: Run, project: Path) -> None:
    other = project / "card_data/other"
    other.mkdir()
    (other / "game.yaml").write_text("name: Other\n", encoding="utf-8")
    ran = run("build")
    assert ran.code == 1
    assert "missing-key" in ran.codes
    assert sorted(files(project / "output")) == BUILT
