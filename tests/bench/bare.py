"""The bare program: a careful ReportLab script that draws the benchmark's job and nothing else. The yardstick.

`python tests/bench/bare.py FOLDER OUT [both]` reads `FOLDER/job.json` and `FOLDER/art/*.png` and writes `OUT/cards.pdf`
(and `OUT/sheets.pdf`, nine to an A4, with `both`). It knows the design by heart: no YAML, no template, no check, nothing
kept. It is as quick as ReportLab's canvas lets it be: the PNGs' data is passed through, no ASCII85, the back is one form,
a card printed more than once is one form, and widths of words are measured once.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from reportlab import rl_config

rl_config.useA85 = 0
rl_config.invariant = 1

from reportlab.pdfbase import pdfdoc, pdfmetrics  # noqa: E402
from reportlab.pdfbase.ttfonts import TTFont  # noqa: E402
from reportlab.pdfgen.canvas import Canvas  # noqa: E402

FONTS = Path(__file__).resolve().parents[2] / "fonts"
MM = 72 / 25.4
W, H, BLEED = 63, 88, 3
SIZES = [9 - n / 4 for n in range(11)]
LEADING = 1.2
BOX = 6.5, 48, 50, 18
SEAL_RED, BACK, GREY = (0, 0.92, 0.88, 0.06), (0.62, 0.44, 0.34, 0.42), (0, 0, 0, 0.17)
BLACK, PAPER = (0, 0, 0, 1), (0, 0, 0, 0)
STAR = [
    (0, -4), (0.62, -2.32), (2, -3.46), (1.7, -1.7), (3.46, -2), (2.32, -0.62), (4, 0), (2.32, 0.62), (3.46, 2),
    (1.7, 1.7), (2, 3.46), (0.62, 2.32), (0, 4), (-0.62, 2.32), (-2, 3.46), (-1.7, 1.7), (-3.46, 2), (-2.32, 0.62),
    (-4, 0), (-2.32, -0.62), (-3.46, -2), (-1.7, -1.7), (-2, -3.46), (-0.62, -2.32),
]  # fmt: skip

A4 = 210, 297
OX, OY = (A4[0] - 3 * W) / 2, (A4[1] - 3 * H) / 2


class Png(pdfdoc.PDFObject):  # type: ignore[misc]
    """A grey PNG as an image object: its data is Flate over PNG's predictors, which a PDF reads as it stands."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        at, self.data = 8, b""
        while at < len(data):
            n, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
            if kind == b"IHDR":
                self.w, self.h = int.from_bytes(data[at + 8 : at + 12], "big"), int.from_bytes(data[at + 12 : at + 16], "big")
            elif kind == b"IDAT":
                self.data += data[at + 8 : at + 8 + n]
            at += 12 + n

    def format(self, document: Any) -> Any:
        stream = pdfdoc.PDFStream(content=self.data)
        stream.filters = []
        name, d = pdfdoc.PDFName, stream.dictionary
        d["Type"], d["Subtype"] = name("XObject"), name("Image")
        d["Width"], d["Height"], d["BitsPerComponent"] = self.w, self.h, 8
        d["ColorSpace"], d["Filter"] = name("DeviceGray"), name("FlateDecode")
        d["DecodeParms"] = pdfdoc.PDFDictionary({"Predictor": 15, "Colors": 1, "BitsPerComponent": 8, "Columns": self.w})
        return stream.format(document)


def image(c: Canvas, path: Path, x: float, y: float, w: float, h: float) -> None:
    name = c._doc.getXObjectName(path.stem)
    if name not in c._doc.idToObject:
        picture = Png(path)
        c._doc.Reference(picture, name)
        c._doc.addForm(path.stem, picture)
    c._code.append(f"q {w:.4f} 0 0 {h:.4f} {x:.4f} {y:.4f} cm /{name} Do Q")
    c._formsinuse.append(path.stem)


widths: dict[str, float] = {}


def fitted(text: str) -> tuple[float, list[str]]:
    """The lines at the first size at which they fit; the fit loop is plain arithmetic over words measured once."""
    words = text.split(" ")
    for word in words:
        if word not in widths:
            widths[word] = pdfmetrics.stringWidth(word, "Text", 1)
    space = pdfmetrics.stringWidth(" ", "Text", 1)
    lines: list[str] = []
    for size in SIZES:
        room = BOX[2] * MM / size
        lines, line, used = [], [], 0.0
        for word in words:
            w = widths[word]
            if line and used + space + w > room:
                lines.append(" ".join(line))
                line, used = [word], w
            else:
                used += w + (space if line else 0)
                line.append(word)
        lines.append(" ".join(line))
        if len(lines) * size * LEADING <= BOX[3] * MM:
            return size, lines
    raise ValueError(f"does not fit: {text}")


def Y(y: float) -> float:
    return (H - y) * MM


def seal(c: Canvas, x: float, y: float) -> None:
    c.setFillColorCMYK(*SEAL_RED)
    c.circle(x * MM, Y(y), 6 * MM, fill=1, stroke=0)
    c.setStrokeColorCMYK(*PAPER)
    c.setLineWidth(0.3 * MM)
    c.circle(x * MM, Y(y), 4.8 * MM, fill=0, stroke=1)
    path = c.beginPath()
    path.moveTo((x + STAR[0][0]) * MM, Y(y + STAR[0][1]))
    for dx, dy in STAR[1:]:
        path.lineTo((x + dx) * MM, Y(y + dy))
    path.close()
    c.setFillColorCMYK(*PAPER)
    c.drawPath(path, fill=1, stroke=0)


def front(c: Canvas, card: dict[str, Any], art: Path) -> None:
    """The card's front, the trim's lower left corner at the origin."""
    image(c, art / f"{card['art']}.png", -BLEED * MM, -BLEED * MM, (W + 2 * BLEED) * MM, (H + 2 * BLEED) * MM)
    c.setFillColorCMYK(*PAPER)
    c.setStrokeColorCMYK(*BLACK)
    c.setLineWidth(0.3 * MM)
    for x, y, w, h in ((3, 3, 57, 9), (3, 45, 57, 24)):
        c.rect(x * MM, Y(y + h), w * MM, h * MM, fill=1, stroke=1)
    c.setFillColorCMYK(*BLACK)
    c.setFont("Title", 12)
    c.drawCentredString(31.5 * MM, Y(9), card["title"])
    seal(c, 53, 19)
    c.setFillColorCMYK(*BLACK)
    c.setStrokeColorCMYK(*BLACK)
    size, lines = fitted(card["text"])
    text = c.beginText(BOX[0] * MM, Y(BOX[1]) - size)
    text.setFont("Text", size, size * LEADING)
    for line in lines:
        text.textLine(line)
    c.drawText(text)
    x, y, w, row = 3, 71, 57, 14 / 3
    c.setFillColorCMYK(*PAPER)
    c.rect(x * MM, Y(y + 3 * row), w * MM, 3 * row * MM, fill=1, stroke=0)
    c.setFillColorCMYK(*GREY)
    c.rect(x * MM, Y(y + row), w * MM, row * MM, fill=1, stroke=0)
    c.setLineWidth(0.25 * MM)
    c.grid([(x + 19 * n) * MM for n in range(4)], [Y(y + row * n) for n in range(4)])
    c.setFillColorCMYK(*BLACK)
    c.setFont("Cell", 7.5)
    for n, cells in enumerate((("Cost", "Power", "Guard"), *card["table"])):
        for column, cell in enumerate(cells):
            c.drawCentredString((12.5 + 19 * column) * MM, Y(74.2 + row * n), cell)


def back(c: Canvas) -> None:
    c.setFillColorCMYK(*BACK)
    c.rect(-BLEED * MM, -BLEED * MM, (W + 2 * BLEED) * MM, (H + 2 * BLEED) * MM, fill=1, stroke=0)
    seal(c, 31.5, 44)


class Faces:
    """Draws fronts and backs on one canvas; the back, and a front that is drawn more than once, is a form."""

    def __init__(self, c: Canvas, art: Path) -> None:
        self.c, self.art = c, art
        self.forms: set[str] = set()

    def draw(self, name: str, x: float, y: float, card: dict[str, Any] | None) -> None:
        """The face with its trim's lower left corner at (x, y) points; `card` is None for the back."""
        c = self.c
        if card is not None and card["copies"] == 1:
            c.saveState()
            c.translate(x, y)
            front(c, card, self.art)
            c.restoreState()
            return
        if name not in self.forms:
            self.forms.add(name)
            c.beginForm(name, -BLEED * MM, -BLEED * MM, (W + BLEED) * MM, (H + BLEED) * MM)
            if card is None:
                back(c)
            else:
                front(c, card, self.art)
            c.endForm()
        c.saveState()
        c.translate(x, y)
        c.doForm(name)
        c.restoreState()


def cards_file(path: Path, deck: list[dict[str, Any]], art: Path) -> None:
    width, height = (W + 2 * BLEED) * MM, (H + 2 * BLEED) * MM
    c = Canvas(str(path), pagesize=(width, height))
    c.setTrimBox((BLEED * MM, BLEED * MM, width - BLEED * MM, height - BLEED * MM))
    c.setBleedBox((0, 0, width, height))
    faces = Faces(c, art)
    for card in deck:
        for _ in range(card["copies"]):
            faces.draw(card["id"], BLEED * MM, BLEED * MM, card)
            c.showPage()
            faces.draw("back", BLEED * MM, BLEED * MM, None)
            c.showPage()
    c.save()


def sheets_file(path: Path, deck: list[dict[str, Any]], art: Path) -> None:
    c = Canvas(str(path), pagesize=(A4[0] * MM, A4[1] * MM))
    faces = Faces(c, art)
    cut = [(x, 5, x, 9) for x in (OX + W * n for n in range(4))] + [(5, y, 9, y) for y in (OY + H * n for n in range(4))]
    marks = [(x1 * MM, y1 * MM, x2 * MM, y2 * MM) for x1, y1, x2, y2 in cut]
    marks += [(A4[0] * MM - x1, A4[1] * MM - y1, A4[0] * MM - x2, A4[1] * MM - y2) for x1, y1, x2, y2 in marks]
    printed = [card for card in deck for _ in range(card["copies"])]
    for start in range(0, len(printed), 9):
        for side in ("front", "back"):
            for n, card in enumerate(printed[start : start + 9]):
                row, column = divmod(n, 3)
                column = 2 - column if side == "back" else column
                y = A4[1] - OY - (row + 1) * H
                faces.draw(
                    side if side == "back" else card["id"], (OX + column * W) * MM, y * MM, card if side == "front" else None
                )
            c.setLineWidth(0.25)
            c.lines(marks)
            c.showPage()
    c.save()


def main() -> None:
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    for name, file in (("Text", "EBGaramond-Medium"), ("Cell", "EBGaramond-Bold"), ("Title", "CormorantSC-SemiBold")):
        pdfmetrics.registerFont(TTFont(name, FONTS / f"{file}.ttf"))
    deck = json.loads((folder / "job.json").read_text(encoding="utf-8"))
    out.mkdir(parents=True, exist_ok=True)
    cards_file(out / "cards.pdf", deck, folder / "art")
    if "both" in sys.argv[3:]:
        sheets_file(out / "sheets.pdf", deck, folder / "art")


if __name__ == "__main__":
    main()
