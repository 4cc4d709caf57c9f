"""What is noticed of a game's files, however an editor writes them."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from cardgen.project import Project
from cardgen.serve import watch
from cardgen.serve.watch import differing, files, saves
from tests.tiny import tiny_project

PATIENCE = 60
UNITS = "card_data/tiny/units.yaml"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return tiny_project(tmp_path)


def noticed(project: Project, *writers: Callable[[], object]) -> list[set[str]]:
    """The files that are told of after each of these."""

    async def all_of_them() -> list[set[str]]:
        told = saves(project, "tiny", files(project, "tiny"))
        out = []
        for write in writers:
            coming = asyncio.ensure_future(anext(told))
            await asyncio.sleep(0.3)  # it watches by then
            write()
            saved = await asyncio.wait_for(coming, PATIENCE)
            out.append({project.shown(path) for path in saved.paths})
        await closed(told)
        return out

    return asyncio.run(all_of_them())


async def closed(told: AsyncIterator[object]) -> None:
    await told.aclose()  # type: ignore[attr-defined]


def test_a_save_in_place_is_noticed(project: Project) -> None:
    path = project.root / UNITS
    assert noticed(project, lambda: path.write_text("family: unit\n")) == [{UNITS}]


def test_a_save_beside_and_a_rename_is_noticed_as_the_file(project: Project) -> None:
    path = project.root / UNITS

    def as_vim() -> None:
        (path.parent / "4913").touch()
        (path.parent / "4913").unlink()
        (path.parent / ".units.yaml.swp").write_text("vim")
        path.rename(path.with_name("units.yaml~"))
        path.write_text("family: unit\n")

    def as_code() -> None:
        beside = path.with_name("units.yaml.tmp.1234")
        beside.write_text("family: unit\ncards: []\n")
        beside.replace(path)

    assert noticed(project, as_vim, as_code) == [{UNITS}, {UNITS}]


def test_new_gone_and_renamed_files_are_noticed(project: Project) -> None:
    folder = project.root / "card_data/tiny"
    assert noticed(
        project,
        lambda: (folder / "more.yaml").write_text("family: unit\n"),
        lambda: (folder / "more.yaml").rename(folder / "others.yaml"),
        lambda: (folder / "others.yaml").unlink(),
    ) == [
        {"card_data/tiny/more.yaml"},
        {"card_data/tiny/more.yaml", "card_data/tiny/others.yaml"},
        {"card_data/tiny/others.yaml"},
    ]


@pytest.mark.parametrize(
    "file",
    ["templates/tiny/unit.svg", "templates/_shared/new.svg", "art/tiny/wolf.svg", "art/tiny/wolf.png", "card_data/inks.yaml",
     "fonts/fonts.yaml", "card_data/tiny/rules.de.md"],
)  # fmt: skip
def test_all_that_a_face_comes_from_is_watched(project: Project, file: str) -> None:
    def write() -> None:
        (project.root / file).parent.mkdir(parents=True, exist_ok=True)
        (project.root / file).write_bytes(b"other")

    assert noticed(project, write) == [{file}]


def test_what_is_of_no_face_is_not_told(project: Project) -> None:
    def write() -> None:
        for other in (
            "output/tiny/x.png",
            "card_data/other/game.yaml",
            "notes.md",
            "card_data/tiny/.hidden.yaml",
            "art/x.svg.bak",
        ):
            (project.root / other).parent.mkdir(parents=True, exist_ok=True)
            (project.root / other).write_text("x")
        (project.root / UNITS).write_text("family: unit\n")

    assert noticed(project, write) == [{UNITS}]


def test_a_folder_that_is_made_anew_is_watched_again(project: Project) -> None:
    folder, aside = project.root / "templates", project.root / "aside"

    def write() -> None:
        (folder / "tiny/unit.svg").write_text("<svg/>")

    told = noticed(project, lambda: folder.rename(aside), lambda: shutil.copytree(aside, folder), write)
    everything = {f"templates/tiny/{name}.svg" for name in ("unit", "omen", "back")}
    assert told == [everything, everything, {"templates/tiny/unit.svg"}]


def test_links_are_followed_within_the_project_and_no_further(tmp_path: Path) -> None:
    project = tiny_project(tmp_path / "tiny")
    more = {"out": tmp_path / "elsewhere", "more": project.root / "pictures"}
    for name, folder in more.items():
        folder.mkdir()
        (folder / f"{name}.svg").write_text("<svg/>")
        (project.root / f"art/{name}").symlink_to(folder)
    (project.root / "art/here").symlink_to(".")
    (project.root / "art/up").symlink_to("..")
    (project.root / "art/itself").symlink_to("itself")
    own = {path.relative_to(project.root).as_posix() for path in files(project, "tiny") if path.is_relative_to(project.root)}
    assert {path for path in own if path.startswith("art/")} == {"art/tiny/wolf.svg", "art/tiny/comet.svg", "art/more/more.svg"}
    assert not {"out", "here", "up", "itself"} & {path.name for path in watch.folders(project)}
    assert noticed(project, lambda: (more["more"] / "more.svg").write_text("<svg></svg>")) == [{"art/more/more.svg"}]


def test_a_new_folder_is_watched_too(project: Project) -> None:
    folder = project.root / "art/tiny/deep"

    def made() -> None:
        folder.mkdir()
        (folder / "one.svg").write_text("<svg/>")

    told = noticed(project, made, lambda: (folder / "one.svg").write_text("<svg></svg>"))
    assert told == [{"art/tiny/deep/one.svg"}] * 2
    assert folder in watch.folders(project)


def test_a_disk_that_tells_nothing_is_looked_at_now_and_then(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    async def deaf(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(watch, "_watch", deaf)
    assert noticed(project, lambda: (project.root / UNITS).write_text("family: unit\n")) == [{UNITS}]


def test_where_the_system_cannot_watch_it_is_polled(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    import watchfiles

    asked: list[object] = []
    whole = watchfiles.awatch

    def awatch(*paths: Path, force_polling: bool | None, **more: object) -> object:
        asked.append(force_polling)
        if not force_polling:
            raise OSError("no more watches")
        return whole(*paths, force_polling=True, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(watchfiles, "awatch", awatch)
    assert noticed(project, lambda: (project.root / UNITS).write_text("family: unit\n")) == [{UNITS}]
    assert None in asked
    assert True in asked


def test_a_file_of_the_same_size_and_another_time_is_another(project: Project) -> None:
    before = files(project, "tiny")
    path = project.root / UNITS
    told = path.stat()
    os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns + 1000))
    assert differing(before, files(project, "tiny")) == (path,)
    assert differing(before, before) == ()
