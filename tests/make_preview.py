"""Makes the README's pictures anew: `python -m tests.make_preview`. Real faces, in each ink's stated screen colour."""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from cardgen.build import Request, build
from cardgen.project import TOP_LEVEL, open_project
from cardgen.write.content import Colour
from tests.browser.server import Server
from tests.conftest import ROOT

OUT = ROOT / "output" / "preview"
CARDS = ("brute", "downward-cut", "morning-sun", "high")
DOTS = 7
"""Pixels a millimetre."""


def card(pdf: Path) -> Image.Image:
    """The first page's card, cut to its trim with round corners."""
    page = pypdfium2.PdfDocument(pdf)[0]
    full = (
        page.render(scale=DOTS * 25.4 / 72 * 2).to_pil().convert("RGB").resize((69 * DOTS, 94 * DOTS), Image.Resampling.LANCZOS)
    )
    cut = full.crop((3 * DOTS, 3 * DOTS, 66 * DOTS, 91 * DOTS))
    mask = Image.new("L", (cut.width * 4, cut.height * 4), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), 3 * DOTS * 4, fill=255)
    cut.putalpha(mask.resize(cut.size, Image.Resampling.LANCZOS))
    return cut


def boards() -> None:
    """The track, and under it a player board and the first page of the rules."""
    gap, wide = 24, 1360
    with tempfile.TemporaryDirectory() as folder:
        ask = Request("duel", ("png",), only=("track", "player-board"), out=Path(folder), ppi=150)
        build(open_project(ROOT), ask, lambda *_: None)
        build(open_project(ROOT), Request("duel", ("shop",), only=("rules",), out=Path(folder)), lambda *_: None)
        track, board = (
            Image.open(Path(folder) / f"duel/png/{name}.png").convert("RGB") for name in ("track", "player-board-a")
        )
        cover = pypdfium2.PdfDocument(Path(folder) / "duel/rules.pdf")[0].render(scale=2.5).to_pil().convert("RGB")
    track = track.resize((wide, round(track.height * wide / track.width)), Image.Resampling.LANCZOS)
    # the two under it are as high as each other and as wide as it together
    high = round((wide - gap) / (board.width / board.height + cover.width / cover.height))
    under = [p.resize((round(p.width * high / p.height), high), Image.Resampling.LANCZOS) for p in (board, cover)]
    table = Image.new("RGB", (wide + 2 * gap, track.height + high + 3 * gap), (92, 94, 92))
    table.paste(track, (gap, gap))
    x = gap
    for picture in under:
        table.paste(picture, (x, track.height + 2 * gap))
        x += picture.width + gap
    table.quantize(160, dither=Image.Dither.NONE).save(OUT / "boards.png", optimize=True)


def live() -> None:
    """The page of `cardgen serve`, a number of a card gone wrong."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        for part in (*TOP_LEVEL, "output/.store"):
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, folder / part)
        cards = folder / "card_data/duel/techniques.yaml"
        cards.write_text(cards.read_text(encoding="utf-8").replace("damage: 5", "damage: 4", 1), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with Server(folder, "duel") as server:
            page = browser.new_page(viewport={"width": 1360, "height": 860})
            page.goto(server.url)
            page.wait_for_selector('.face[data-name="downward-cut"] img')
            page.locator('.face[data-name="downward-cut"]').evaluate("one => one.closest('section').scrollIntoView()")
            page.evaluate("scrollBy(0, -150)")
            page.wait_for_timeout(4000)
            shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        browser.close()
    shot.quantize(160, dither=Image.Dither.NONE).save(OUT / "serve.png", optimize=True)


def main() -> None:
    boards()
    live()
    project = open_project(ROOT)
    gap, w, h = 4 * DOTS, 63 * DOTS, 88 * DOTS
    table = Image.new("RGB", (len(CARDS) * (w + gap) + gap, h + 2 * gap), (92, 94, 92))
    with tempfile.TemporaryDirectory() as folder:
        for n, name in enumerate(CARDS):
            ask = Request("duel", ("shop",), only=(name,), out=Path(folder), colour=Colour.SCREEN)
            build(project, ask, lambda *_: None)
            face = card(Path(folder) / "duel" / "shop" / f"cards-{name}.pdf")
            at = (gap + n * (w + gap), gap)
            shade = Image.new("L", table.size, 0)
            shade.paste(face.getchannel("A").point(lambda a: a * 120 // 255), (at[0] + DOTS // 2, at[1] + DOTS))
            dark = Image.merge("RGB", [shade.filter(ImageFilter.GaussianBlur(DOTS))] * 3)
            table = ImageChops.subtract(table, dark)
            table.paste(face, at, face)
    table.quantize(200, dither=Image.Dither.NONE).save(OUT / "cards.png", optimize=True)


if __name__ == "__main__":
    main()
