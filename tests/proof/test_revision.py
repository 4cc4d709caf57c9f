"""The project as it was: in git, or in another folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cardgen.findings import Refused
from cardgen.proof.revision import former, is_kept
from tests.tiny import rewrite, tiny_project

NOBODY = {
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z", "GIT_CONFIG_GLOBAL": os.devnull,
}  # fmt: skip


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, env={**os.environ, **NOBODY}, capture_output=True, text=True, check=True)
    return done.stdout


def kept(folder: Path) -> None:
    """Make a repository of a folder, with all of it in one commit."""
    git(folder, "init", "-q", "-b", "main")
    (folder / ".gitignore").write_text("output/\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")


def units(root: Path) -> Path:
    return root / "card_data/tiny/units.yaml"


def test_the_last_commit_is_what_is_compared_with(tmp_path: Path) -> None:
    project = tiny_project(tmp_path / "p")
    kept(project.root)
    before = units(project.root).read_bytes()
    rewrite(units(project.root), "strength: 3", "strength: 4")
    status = git(project.root, "status", "--porcelain")
    with former(project, None) as then:
        assert units(then.project.root).read_bytes() == before
        assert then.shown == git(project.root, "log", "-1", "--format=%h").strip() + " of 2026-01-02"
        root = then.project.root
    assert not root.exists()
    assert git(project.root, "status", "--porcelain") == status == " M card_data/tiny/units.yaml\n"
    assert not git(project.root, "stash", "list")


@pytest.mark.parametrize("name", ["HEAD~1", "v1", "old", "main~1"])
def test_any_name_of_a_revision_is_one(tmp_path: Path, name: str) -> None:
    project = tiny_project(tmp_path / "p")
    kept(project.root)
    git(project.root, "tag", "v1")
    git(project.root, "branch", "old")
    rewrite(units(project.root), "strength: 3", "strength: 4")
    git(project.root, "commit", "-qam", "second")
    with former(project, name) as then:
        assert "strength: 3" in units(then.project.root).read_text(encoding="utf-8")


def test_a_project_below_the_top_of_a_repository(tmp_path: Path) -> None:
    project = tiny_project(tmp_path / "games and more/tiny game")
    kept(tmp_path)
    rewrite(units(project.root), "strength: 3", "strength: 4")
    with former(project, "HEAD") as then:
        assert "strength: 3" in units(then.project.root).read_text(encoding="utf-8")
        assert (then.project.root / "art/tiny/wolf.svg").is_file()


@pytest.mark.parametrize("name", ["[ab] *", ":(top)tiny", "é 剣"])
def test_a_folder_of_any_name_is_found(tmp_path: Path, name: str) -> None:
    project = tiny_project(tmp_path / name)
    kept(tmp_path)
    with former(project, "HEAD") as then:
        assert (then.project.root / "art/tiny/wolf.svg").is_file()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_file_whose_name_is_no_utf_8(tmp_path: Path) -> None:
    project = tiny_project(tmp_path / "p")
    odd = os.fsdecode(b"art/caf\xe9.txt")
    try:
        (project.root / odd).touch()
    except OSError:
        pytest.skip("this disk takes no such name")
    kept(project.root)
    with former(project, "HEAD") as then:
        assert (then.project.root / odd).is_file()


@pytest.mark.parametrize("told", [{"GIT_DIR": ".git"}, {"GIT_DIR": "{top}/.git", "GIT_INDEX_FILE": ".git/index"}])
def test_in_a_hook_the_project_is_found_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: dict[str, str]
) -> None:
    project = tiny_project(tmp_path / "games/tiny")
    kept(tmp_path)
    for name, value in told.items():
        monkeypatch.setenv(name, value.format(top=tmp_path))
    assert is_kept(project)
    with former(project, None) as then:
        assert units(then.project.root).is_file()


def test_pictures_in_a_submodule(tmp_path: Path) -> None:
    """As they were at the commit that the project's own names, not as they are."""
    project, art = tiny_project(tmp_path / "p"), tmp_path / "art"
    shutil.move(project.root / "art", art)
    kept(art)
    kept(project.root)
    git(project.root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(art), "art")
    git(project.root, "commit", "-qm", "pictures")
    score = project.root / "art/tiny/wolf.svg"
    was = score.read_text(encoding="utf-8")
    score.write_text("other", encoding="utf-8")
    git(project.root / "art", "commit", "-qam", "another wolf")
    with former(project, "HEAD") as then:
        assert (then.project.root / "art/tiny/wolf.svg").read_text(encoding="utf-8") == was


def test_what_a_shallow_clone_has_not_is_told(tmp_path: Path) -> None:
    project = tiny_project(tmp_path / "p")
    kept(project.root)
    git(project.root, "commit", "-q", "--allow-empty", "-m", "second")
    git(tmp_path, "clone", "-q", "--depth", "1", project.root.as_uri(), "clone")
    with pytest.raises(Refused, match="--unshallow"), former(project._replace(root=tmp_path / "clone"), "HEAD~1"):
        pass


def test_what_an_archive_would_leave_out_is_there(tmp_path: Path) -> None:
    project = tiny_project(tmp_path / "p")
    (project.root / ".gitattributes").write_text("art export-ignore\n*.yaml export-subst\n")
    kept(project.root)
    with former(project, "HEAD") as then:
        assert (then.project.root / "art/tiny/wolf.svg").read_bytes() == (project.root / "art/tiny/wolf.svg").read_bytes()


def test_another_folder_is_one_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project, other = tiny_project(tmp_path / "p"), tiny_project(tmp_path / "as-printed")
    with former(project, str(other.root)) as then:
        assert then.project.root == other.root
        assert then.rules is None, "what lies in a folder is read, never run"
    monkeypatch.chdir(project.root)
    with former(project, "../as-printed") as then:
        assert then.project.root == other.root
        assert then.shown == "../as-printed", "a page that is handed on does not tell where the folder lies"
    assert units(other.root).is_file()


@pytest.mark.parametrize("name", ["nothing", "", "-x", "--upload-pack=x", "HEAD~99", "HEAD:card_data", "a b", "..", "\n"])
def test_what_is_no_revision_is_told(tmp_path: Path, name: str) -> None:
    project = tiny_project(tmp_path / "p")
    kept(project.root)
    with pytest.raises(Refused, match="no-such-revision"), former(project, name):
        pass


def test_a_folder_that_is_no_project_is_told(tmp_path: Path) -> None:
    project = tiny_project(tmp_path / "p")
    with pytest.raises(Refused, match="holds no card_data/"), former(project, str(tmp_path)):
        pass


def test_a_project_that_git_does_not_keep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tiny_project(tmp_path / "p")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    assert not is_kept(project)
    with pytest.raises(Refused, match="not a git repository"), former(project, None):
        pass
    git(project.root, "init", "-q")
    assert not is_kept(project), "there is no commit yet"


def test_a_machine_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tiny_project(tmp_path / "p")
    kept(project.root)
    assert is_kept(project)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not is_kept(project)
    with pytest.raises(Refused, match="there is no git on this machine"), former(project, "HEAD"):
        pass
