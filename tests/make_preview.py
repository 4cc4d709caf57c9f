"""Makes the README's picture anew: `python -m tests.make_preview`. Real faces, in each ink's stated screen colour."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from cardgen.build import Request, build
from cardgen.project import open_project
from cardgen.write.content import Colour
from tests.conftest import ROOT

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


def main() -> None:
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
    out = ROOT / "output" / "preview" / "cards.png"
    out.parent.mkdir(parents=True, exist_ok=True)
    table.quantize(200, dither=Image.Dither.NONE).save(out, optimize=True)


if __name__ == "__main__":
    main()
