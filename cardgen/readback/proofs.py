"""A page's plates as pictures: each one as the film of it would look, and all side by side with their names and ink."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.readback.digest import Cache, content_digest
from cardgen.readback.document import Document, Sheet
from cardgen.readback.mark import named
from cardgen.readback.plates.separations import Separations, separations

if TYPE_CHECKING:
    from PIL import Image

_SWATCH = {"Cyan": (0, 158, 224), "Magenta": (230, 0, 126), "Yellow": (255, 221, 0), "Black": (29, 29, 27)}
_OTHER = (140, 140, 150)
_WIDE, _GAP, _HEAD = 420, 16, 46
"""Pixels that a plate is wide at most beside others, that are between them, and over each for its name."""
_ACROSS = 5


def write_plates(document: Document, folder: Path, ppi: int, numbers: Sequence[int] = ()) -> list[Path]:
    """A gray PNG of every plate (`page-001-brute-A-front-Cyan.png`, black is full ink), and one of all the page's plates with
    their names and the ink on them in per cent of the trimmed page. Of the pages of those numbers; of none, every page, those
    that draw the same once. The paths, in order of pages. OSError where the folder cannot be written.
    """
    from PIL import Image

    if not numbers:
        cache: Cache = {}
        first: dict[str, int] = {}
        for sheet in document.sheets:
            first.setdefault(content_digest(sheet, cache), sheet.number)
        numbers = list(first.values())
    folder.mkdir(parents=True, exist_ok=True)
    out = []
    for found in separations(document, numbers, ppi, sides=False):
        sheet = document.sheets[found.number - 1]
        films = {name: Image.fromarray(255 - plate) for name, plate in found.plates.items()}
        for name, film in films.items():
            path = folder / f"{named(sheet)}-{_plain(name)}.png"
            film.save(path, "PNG", dpi=(ppi, ppi))
            out.append(path)
        path = folder / f"{named(sheet)}.png"
        _side_by_side(films, found, sheet).save(path, "PNG")
        out.append(path)
    return out


def _plain(name: str) -> str:
    """An ink's name as part of a file's: letters of any script and digits stay."""
    return "".join(c if c.isalnum() else "-" for c in name)[:40].strip("-") or "plate"


def _side_by_side(films: dict[str, Image.Image], found: Separations, sheet: Sheet) -> Image.Image:
    from PIL import Image, ImageDraw, ImageFont

    wide = min(_WIDE, found.columns) if found.columns <= 2 * found.rows else min(2 * _WIDE, found.columns)
    high = max(1, round(found.rows * wide / found.columns))
    across = max(1, min(len(films), _ACROSS if wide <= _WIDE else 2))
    down = max(1, -(-len(films) // across))
    type_, small = ImageFont.load_default(16), ImageFont.load_default(13)
    title = f"page {sheet.number}" + (f" ({sheet.label})" if sheet.label != str(sheet.number) else "")
    title += "" if films else ": no ink"
    picture = Image.new("RGB", (across * (wide + _GAP) + _GAP, down * (high + _HEAD + _GAP) + _GAP + 28), (238, 238, 240))
    draw = ImageDraw.Draw(picture)
    draw.text((_GAP, 10), title, font=type_, fill=(20, 20, 24))
    for n, (name, film) in enumerate(films.items()):
        x, y = _GAP + n % across * (wide + _GAP), _GAP + 28 + n // across * (high + _HEAD + _GAP)
        mean, most = _coverage(found, name, sheet)
        draw.rectangle((x, y + 4, x + 14, y + 18), fill=_SWATCH.get(name, _OTHER))
        draw.text((x + 22, y + 2), name, font=type_, fill=(20, 20, 24))
        draw.text((x + 22, y + 23), f"{mean:.1f} % of the page, {most:.0f} % at most", font=small, fill=(90, 90, 98))
        picture.paste(film.convert("RGB").resize((wide, high), Image.Resampling.BOX), (x, y + _HEAD))
    return picture


def _coverage(found: Separations, name: str, sheet: Sheet) -> tuple[float, float]:
    """How much ink of that name lies within the trim, on the average and at most (per cent)."""
    plate, trim = found.plates[name], sheet.trim
    x0, x1 = (min(max(round(v / found.wide), 0), found.columns) for v in (trim.x, trim.right))
    y0, y1 = (min(max(round(v / found.high), 0), found.rows) for v in (trim.y, trim.bottom))
    inside = plate[y0:y1, x0:x1]
    inside = inside if inside.size else plate
    return float(inside.mean()) / 2.55, float(inside.max()) / 2.55
