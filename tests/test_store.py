"""What a build keeps is never printed stale or damaged, and deleting it is always safe."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from cardgen.build import Request, build
from cardgen.pack import Pack
from cardgen.project import Project
from cardgen.store import is_kept, keep, stored
from tests.conftest import ROOT
from tests.tiny import rewrite, tiny_project

PART = '<text class="fill-black" x="20" y="49" font-family="EB Garamond" font-size="{{ pt(7) }}">part</text>'


def built(project: Project, out: Path) -> dict[str, str]:
    """The digests of a build's PDFs."""
    build(project, Request("tiny", ("shop",), out=out), lambda *_: None)
    return {p.name: sha256(p.read_bytes()).hexdigest() for p in sorted(out.rglob("*.pdf"))}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """The tiny project with parts of templates in odd places, fonts of its own, a picture that two games share."""
    project = tiny_project(tmp_path / "project")
    root = project.root
    (root / "templates/tiny/parts").mkdir()
    for part in ("templates/tiny/parts/p.svg", "templates/tiny/p.jinja", "templates/p.svg"):
        (root / part).write_text(PART.replace("part", Path(part).parent.name), encoding="utf-8")
    more = '{% include "tiny/parts/p.svg" %}{% include "tiny/p.jinja" %}{% include "p.svg" %}'
    more += '<image href="art/shared/x.svg" x="4" y="12" width="8" height="8"/>'
    more += '<image href="seal:兆/haku" x="20" y="20" width="6" height="6"/>'
    rewrite(root / "templates/tiny/unit.svg", "</svg>", more + "</svg>")
    (root / "art/shared").mkdir()
    shutil.copy(root / "art/tiny/wolf.svg", root / "art/shared/x.svg")
    (root / "fonts").mkdir()
    for font in ("EBGaramond-Medium.ttf", "EBGaramond-Bold.ttf", "KaiseiTokumin-ExtraBold.ttf"):
        shutil.copy(ROOT / "fonts" / font, root / "fonts" / font)
    (root / "fonts/fonts.yaml").write_text(
        "faces:\n"
        "  - {family: EB Garamond, weight: 500, style: normal, file: EBGaramond-Medium.ttf, then: [Noto Serif SC]}\n"
        "  - {family: Kaisei Tokumin, weight: 800, style: normal, file: KaiseiTokumin-ExtraBold.ttf, then: []}\n",
        encoding="utf-8",
    )
    return project


def edited(name: str, old: str, new: str) -> Callable[[Path], None]:
    return lambda root: rewrite(root / name, old, new)


def other_font(root: Path) -> None:
    """Another typeface of the very same name and length."""
    size = (root / "fonts/EBGaramond-Medium.ttf").stat().st_size
    data = (ROOT / "fonts/EBGaramond-MediumItalic.ttf").read_bytes()
    (root / "fonts/EBGaramond-Medium.ttf").write_bytes(data + bytes(size - len(data)))


def other_seal(root: Path) -> None:
    shutil.copy(ROOT / "fonts/YujiSyuku-Regular.ttf", root / "fonts/KaiseiTokumin-ExtraBold.ttf")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(edited("card_data/tiny/game.yaml", "name: Units", "name: Troops"), id="a word of game.yaml"),
        pytest.param(edited("templates/tiny/unit.svg", 'y="52"', 'y="51"'), id="a template"),
        pytest.param(edited("templates/tiny/parts/p.svg", ">parts<", ">other<"), id="a part in a folder"),
        pytest.param(edited("templates/tiny/p.jinja", ">tiny<", ">other<"), id="a part of another ending"),
        pytest.param(edited("templates/p.svg", ">templates<", ">other<"), id="a part beside the game's folder"),
        pytest.param(edited("fonts/fonts.yaml", "then: [Noto Serif SC]", "then: [Kaisei Tokumin]"), id="a chain of typefaces"),
        pytest.param(other_font, id="a font file of the same length"),
        pytest.param(other_seal, id="the seal's font"),
    ],
)
def test_what_changed_is_printed_anew(project: Project, tmp_path: Path, change: Callable[[Path], None]) -> None:
    built(project, tmp_path / "before")
    change(project.root)
    warm = built(project, tmp_path / "warm")
    shutil.rmtree(project.root / "output")
    cold = built(project, tmp_path / "cold")
    assert warm == cold, "a build with a store gives what a build without one gives"


@pytest.mark.parametrize("picture", ["art/tiny/wolf.svg", "art/shared/x.svg"])
@pytest.mark.parametrize("what", ["viewBox", "stroke"])
def test_a_changed_picture_is_printed_anew(project: Project, tmp_path: Path, picture: str, what: str) -> None:
    before = built(project, tmp_path / "before")
    path = project.root / picture
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('viewBox="-3 -3', 'viewBox="-2 -2') if what == "viewBox" else _heavier(text), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    warm = built(project, tmp_path / "warm")
    shutil.rmtree(project.root / "output")
    assert warm == built(project, tmp_path / "cold")
    assert warm != before


def _heavier(text: str) -> str:
    return re.sub(r'ink:w="([^"]*)"', 'ink:w="9"', text, count=1)


def test_damage_to_the_store_is_mended(project: Project, tmp_path: Path) -> None:
    right = built(project, tmp_path / "right")
    store = project.root / "output" / ".store"
    kept = [p for p in sorted(store.rglob("*")) if p.suffix in (".plates", ".mask", ".mixed", ".pack")]
    assert {p.suffix for p in kept} >= {".plates", ".mask", ".pack"}
    for spoil in (_cut, _emptied, _garbled):
        for path in kept:
            spoil(path)
        assert built(project, tmp_path / "again") == right, spoil.__name__
        assert built(project, tmp_path / "warm") == right, f"{spoil.__name__}: mended for good"
    shutil.rmtree(store)
    assert built(project, tmp_path / "without") == right


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


def _garbled(path: Path) -> None:
    data = bytearray(path.read_bytes())
    third = len(data) // 3
    data[third : third + 60] = bytes(b ^ 0x5A for b in data[third : third + 60])
    path.write_bytes(data)


def test_a_kept_file_is_read_back_or_made_again(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.kept"
    assert stored(path, lambda: b"one") == b"one"
    assert stored(path, lambda: b"two") == b"one"
    assert is_kept(path)
    _cut(path)
    assert not is_kept(path)
    assert stored(path, lambda: b"two") == b"two"
    keep(path, b"")
    assert stored(path, lambda: b"three") == b""


def test_a_pack_keeps_what_was_asked_for(tmp_path: Path) -> None:
    pack = Pack(tmp_path / "x.pack")
    with pack:
        for n in range(10):
            pack.put(f"k{n}", (n, "text" * 50), n)
    assert pack.get("k3") == (3, "text" * 50)
    assert pack.note("k7") == 7
    pack.close()
    part = Pack(tmp_path / "x.pack")
    part.whole = False
    with part:
        assert part.has("k1")
        part.put("new", (1,))
    part.close()
    whole = Pack(tmp_path / "x.pack")
    with whole:
        assert whole.has("k9"), "a build of a part throws nothing away"
        assert whole.has("new")
        whole.put("newer", (2,))
    assert whole.get("k9") == (9, "text" * 50)
    whole.close()
    after = Pack(tmp_path / "x.pack")
    with after:
        assert not after.has("k1"), "a whole build lets go of what nobody asks for"
        assert after.get("newer") == (2,)
    after.close()
    assert [p.name for p in tmp_path.iterdir()] == ["x.pack"]


def test_an_error_leaves_the_former_pack(tmp_path: Path) -> None:
    with Pack(tmp_path / "x.pack") as pack:
        pack.put("a", (1,))
    pack.close()
    pack = Pack(tmp_path / "x.pack")
    pack.__enter__()
    pack.put("b", (2,))
    pack.__exit__(KeyError)
    pack.close()
    with Pack(tmp_path / "x.pack") as pack:
        assert pack.has("a")
        assert not pack.has("b")
    pack.close()
    assert [p.name for p in tmp_path.iterdir()] == ["x.pack"]


def test_a_full_disk_is_no_hindrance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = Pack(tmp_path / "x.pack")
    written = Pack._write

    def full(self: Pack, out: object, data: bytes) -> None:
        if hasattr(out, "name") and self._end > 200:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written(self, out, data)  # type: ignore[arg-type]

    monkeypatch.setattr(Pack, "_write", full)
    with pack:
        for n in range(10):
            pack.put(f"k{n}", "x" * 100)
    assert [pack.get(f"k{n}") for n in range(10)] == ["x" * 100] * 10
    pack.close()
    assert list(tmp_path.iterdir()) == []


def test_what_is_put_for_the_time_being_is_there_until_the_pack_is_opened_anew(tmp_path: Path) -> None:
    pack = Pack(tmp_path / "x.pack")
    with pack:
        pack.put("a", "for ever")
        pack.put("b", "for now", lasting=False)
        pack.put("c", "for now", lasting=False)
        pack.put("c", "for ever")
    assert [pack.get(key) for key in "abc"] == ["for ever", "for now", "for ever"]
    with pack:
        assert [pack.has(key) for key in "abc"] == [True, False, True]
    pack.close()
    with Pack(tmp_path / "x.pack") as after:
        assert [after.has(key) for key in "abc"] == [True, False, True]
