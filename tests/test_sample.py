"""Filled samples of templates: they show in a browser what a press prints."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat

from cardgen.build import Request, build
from cardgen.fonts import Fonts
from cardgen.load import load_inks
from cardgen.project import open_project
from cardgen.sample import screen_css, write_sample
from tests.conftest import ROOT
from tests.tiny import tiny_project

TEMPLATES = ["character", "stance", "technique", "footwork", "dodge", "weather", "back"]
BROWSER = (
    "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--allow-file-access-from-files",
    "--force-device-scale-factor=4", "--window-size=300,400",
)  # fmt: skip


def test_the_screens_style_sheet_says_what_inks_and_fonts_say() -> None:
    project = open_project(ROOT)
    faces = [(f.family, f.weight, f.italic, f.path.name) for f in Fonts(project).typefaces.values()]
    kept = (ROOT / "templates" / "_shared" / "screen.css").read_text(encoding="utf-8")
    assert kept == screen_css(load_inks(project, []), faces), "make it anew with cardgen.sample.screen_css"


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_sample_is_whole(name: str, tmp_path: Path) -> None:
    svg, *pictures = write_sample(open_project(ROOT), f"duel/{name}", None, tmp_path)
    root = ElementTree.parse(svg).getroot()
    assert root.get("viewBox") == "0 0 63.0 88.0"
    hrefs = {e.get("href") for e in root.iter() if e.get("href")}
    assert hrefs == {p.name for p in pictures}
    for picture in pictures:
        assert Image.open(picture).size[0] > 50
    text = svg.read_text(encoding="utf-8")
    assert "data-at" not in text
    assert "{{" not in text
    sheet = (
        text.split('@import "')[1].split('"')[0] if '@import "' in text else text.split("@import &quot;")[1].split("&quot;")[0]
    )
    assert Path(os.path.normpath(tmp_path / sheet)).is_file()


def test_a_browser_shows_what_is_printed(tmp_path: Path, program) -> None:
    svg, *_ = write_sample(open_project(ROOT), "duel/technique", "counterattack", tmp_path)
    shot = tmp_path / "shot.png"
    program(*BROWSER, f"--user-data-dir={tmp_path / 'profile'}", f"--screenshot={shot}", svg.as_uri())
    dots = 4 * 96 / 25.4  # the browser's four pixels to a CSS pixel, of which there are 96 to the inch
    build(open_project(ROOT), Request("duel", ("png",), only=("counterattack",), out=tmp_path, ppi=4 * 96), lambda *_: None)
    printed = Image.open(tmp_path / "duel/png/technique-counterattack.png").resize((126, 176), Image.Resampling.BOX)
    shown = (
        Image.open(shot)
        .convert("RGB")
        .crop((0, 0, round(63 * dots), round(88 * dots)))
        .resize((126, 176), Image.Resampling.BOX)
    )
    apart = ImageChops.difference(printed, shown).convert("L")
    assert ImageStat.Stat(apart).mean[0] < 6
    tiles = [ImageStat.Stat(apart.crop((x, y, x + 14, y + 16))).mean[0] for x in range(0, 126, 14) for y in range(0, 176, 16)]
    assert max(tiles) < 30, "something stands elsewhere, or is missing"


UNIT = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40mm" height="56mm" viewBox="0 0 40 56">
  <image href="{{ art }}" x="4" y="4" width="16" height="10"/><image href="{{ art }}" class="ink-seal" x="22" y="4" width="8" height="5"/>
  <image xlink:href="{{ art }}" x="4" y="16" width="16" height="10"/>
  <image href="seal:兆" x="4" y="30" width="6" height="6"/>
  <image href="seal:兆/haku" x="14" y="30" width="6" height="6"/>
  <image href="seal:兆" x="24" y="30" width="9" height="9"/>
</svg>
"""  # noqa: E501


def test_each_picture_is_the_one_that_stands_there(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    (tmp_path / "templates/tiny/unit.svg").write_text(UNIT, encoding="utf-8")
    svg, *pictures = write_sample(project, "tiny/unit", None, tmp_path / "out")
    root = ElementTree.parse(svg).getroot()
    shown = [e.get("href") for e in root.iter("{http://www.w3.org/2000/svg}image")]
    one, two, three, four = (p.name for p in pictures)
    assert shown == [one, two, one, three, three, four]
    assert "xlink" not in svg.read_text(encoding="utf-8")
    black, red = (Image.open(p).convert("RGB") for p in pictures[:2])
    assert ImageStat.Stat(red).mean[0] > ImageStat.Stat(black).mean[0] + 1
    assert Image.open(pictures[0]).size[0] > Image.open(pictures[1]).size[0]
