"""Makes the README's pictures anew: `python -m tests.make_preview`. Real faces, in each ink's stated screen colour."""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageFilter

from cardgen.build import Request, build
from cardgen.project import TOP_LEVEL, open_project
from tests.browser.server import Server
from tests.conftest import ROOT

OUT = ROOT / "output" / "preview"
CARDS = ("brute", "downward-cut", "morning-sun", "high")
DOTS = 7
"""Pixels a millimetre."""


def card(game: str, name: str) -> Image.Image:
    """A card's front, cut to its trim with round corners."""
    with tempfile.TemporaryDirectory() as folder:
        ask = Request(game, ("png-round",), only=(name,), out=Path(folder), ppi=round(DOTS * 25.4 * 2))
        build(open_project(ROOT), ask, lambda *_: None)
        (file,) = (Path(folder) / game / "png-round").glob(f"*-{name}.png")
        face = Image.open(file).convert("RGBA")
    return face.resize((63 * DOTS, 88 * DOTS), Image.Resampling.LANCZOS)


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


def others() -> None:
    """Three cards each of 單挑 and Daisho, and under them of Kendo Duel and Heavenly Debt."""
    shown = (
        (("nine-cards", "water-3 fire-2 wood-1"), ("daisho", "thrust kensei ninja")),
        (("kendo-duel", "kote-6 men-nuki-kote fudoshin"), ("heavenly-debt", "guard red-tide-step hazard")),
    )
    rows = [laid([card(game, name) for game, names in row for name in names.split()]) for row in shown]
    table = Image.new("RGB", (rows[0].width, sum(row.height for row in rows) - 4 * DOTS))
    for n, row in enumerate(rows):
        table.paste(row, (0, n * (row.height - 4 * DOTS)))
    small = table.resize((table.width * 5 // 8, table.height * 5 // 8), Image.Resampling.LANCZOS)
    small.quantize(200, dither=Image.Dither.NONE).save(OUT / "others.png", optimize=True)


def laid(faces: list[Image.Image]) -> Image.Image:
    """Cards side by side on a table, each with its shadow."""
    gap, w, h = 4 * DOTS, 63 * DOTS, 88 * DOTS
    table = Image.new("RGB", (len(faces) * (w + gap) + gap, h + 2 * gap), (92, 94, 92))
    for n, face in enumerate(faces):
        at = (gap + n * (w + gap), gap)
        shade = Image.new("L", table.size, 0)
        shade.paste(face.getchannel("A").point(lambda a: a * 120 // 255), (at[0] + DOTS // 2, at[1] + DOTS))
        dark = Image.merge("RGB", [shade.filter(ImageFilter.GaussianBlur(DOTS))] * 3)
        table = ImageChops.subtract(table, dark)
        table.paste(face, at, face)
    return table


def main() -> None:
    boards()
    live()
    others()
    laid([card("duel", name) for name in CARDS]).quantize(200, dither=Image.Dither.NONE).save(OUT / "cards.png", optimize=True)


if __name__ == "__main__":
    main()
