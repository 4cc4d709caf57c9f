"""Pictures of pages with their faults outlined and numbered, and told in words beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardgen.findings import Severity
from cardgen.readback.digest import Cache, content_digest
from cardgen.readback.document import Document, Sheet
from cardgen.readback.fault import Fault
from cardgen.readback.plates.apart import apart
from cardgen.readback.plates.separations import painted, pixels
from cardgen.units import Rect

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

MOST_PAGES = 24
"""Pages that are pictured at most."""
MOST_PLACES = 60
"""Places that are marked on a page at most, those of one kind and place once."""

_LOUD = {Severity.ERROR: (230, 0, 126), Severity.WARNING: (240, 120, 0), Severity.NOTE: (0, 120, 220)}
_BOXES = (("trim", (0, 160, 60)), ("bleed", (200, 30, 30)), ("safe", (30, 110, 230)))
_DESK, _INK, _QUIET = (238, 238, 240), (20, 20, 24), (110, 110, 118)
_TYPE, _SMALL, _GAP = 16, 14, 20
_LEGEND = 460
"""Pixels that a legend is wide beside a page of up to 1100; it grows with a larger page, and so does its type."""
_PAGE = 1100

Place = tuple[float, float, float, float]


class Entry(NamedTuple):
    """A line of a legend: what is wrong, and everywhere that it is."""

    fault: Fault
    places: tuple[Rect, ...]


def marked(document: Document, faults: Iterable[Fault], folder: Path, ppi: int, safe: float = 0.0) -> list[Path]:
    """A PNG of every page that has faults, pages that are alike and have the same ones once; at most 24, the last of which
    says how many more there are. `safe` is the margin inside the trim (mm) that is drawn too. The paths, in order of pages.
    """
    own: dict[int, list[Fault]] = {}
    for fault in faults:
        if 1 <= fault.page <= len(document.sheets):
            own.setdefault(fault.page, []).append(fault)
    cache: Cache = {}
    alike: dict[object, list[int]] = {}
    for number in sorted(own):
        key = content_digest(document.sheets[number - 1], cache), tuple(fault._replace(page=0) for fault in own[number])
        alike.setdefault(key, []).append(number)
    shown = list(alike.values())[:MOST_PAGES]
    more = sum(len(numbers) for numbers in list(alike.values())[MOST_PAGES:])
    jobs = [(document.path, numbers[0], *pixels(document.sheets[numbers[0] - 1].media, ppi)) for numbers in shown]
    folder.mkdir(parents=True, exist_ok=True)
    out = []
    for n, (numbers, data) in enumerate(zip(shown, apart(pictured, jobs), strict=True)):
        sheet = document.sheets[numbers[0] - 1]
        beyond = more if n == len(shown) - 1 else 0
        picture = _picture(data, jobs[n][2:], sheet, _entries(own[numbers[0]]), _title(document, numbers), safe, beyond)
        path = folder / f"{named(sheet)}.png"
        picture.save(path, "PNG", dpi=(ppi, ppi))
        out.append(path)
    return out


def named(sheet: Sheet) -> str:
    """A file's name for a page: its number, and its label where that says more."""
    label = re.sub(r"[^A-Za-z0-9]+", "-", sheet.label).strip("-")
    return f"page-{sheet.number:03d}" + (f"-{label[:60]}" if label and label != str(sheet.number) else "")


def pictured(path: Path, number: int, columns: int, rows: int) -> bytes | None:
    """One page as it is seen on a screen, whole and unturned: rows x columns x red, green, blue. None where it cannot be."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path)
        page = document[number - 1]
    except pypdfium2.PdfiumError:
        return None
    page.set_cropbox(*page.get_mediabox())
    page.set_rotation(0)
    return painted(page, columns, rows)[:, :, ::-1].tobytes()


def _entries(faults: Sequence[Fault]) -> list[Entry]:
    """What is wrong, errors first, each said once with all its places."""
    alike: dict[tuple[str, str], tuple[Fault, dict[Rect, None]]] = {}
    for fault in faults:
        _, places = alike.setdefault((fault.code.name, fault.says), (fault, {}))
        if fault.at:
            places[fault.at] = None
    found = [Entry(fault, tuple(places)) for fault, places in alike.values()]
    order = list(_LOUD)
    return sorted(found, key=lambda entry: order.index(entry.fault.code.severity))


def _title(document: Document, numbers: Sequence[int]) -> str:
    label = document.sheets[numbers[0] - 1].label
    head = f"{document.path.name}, page {numbers[0]}" + (f" ({label})" if label and label != str(numbers[0]) else "")
    others = ", ".join(str(n) for n in numbers[1:9])
    more = f" and {len(numbers) - 9} more" if len(numbers) > 9 else ""
    return head + (f"; so are {others}{more}" if others else "")


def _picture(
    data: bytes | None, size: tuple[int, int], sheet: Sheet, entries: Sequence[Entry], title: str, safe: float, more: int
) -> Image.Image:
    from PIL import Image, ImageDraw

    columns, rows = size
    beside = rows >= 0.7 * columns
    unit = min(max(1.0, max(size) / _PAGE), 2.5)
    width = round(_LEGEND * unit) if beside else max(columns, _LEGEND)
    lines = list(_legend(entries, title, safe, more, width, unit))
    high = sum(round(line.height * unit) for line in lines)
    if beside:
        whole = (columns + 3 * _GAP + width, max(rows, high) + 2 * _GAP)
        at = (columns + 2 * _GAP, _GAP)
    else:
        whole = (width + 2 * _GAP, rows + high + 3 * _GAP)
        at = (_GAP, rows + 2 * _GAP)
    picture = Image.new("RGB", whole, _DESK)
    draw = ImageDraw.Draw(picture)
    if data is None:
        draw.rectangle((_GAP, _GAP, _GAP + columns, _GAP + rows), outline=_QUIET)
    else:
        picture.paste(Image.frombytes("RGB", size, data), (_GAP, _GAP))
    scale = columns / max(sheet.media.w, 1e-3), rows / max(sheet.media.h, 1e-3)
    for name, colour in _BOXES:
        box = sheet.trim if name == "trim" else sheet.bleed if name == "bleed" else sheet.trim.grown(-safe)
        if box.w > 0 and box.h > 0 and (name != "safe" or safe > 0):
            draw.rectangle(_pixels(box, scale, size, 0), outline=colour)
    _outline(draw, entries, scale, size, unit)
    x, y = at
    for line in lines:
        line.draw(draw, x, y, unit)
        y += round(line.height * unit)
    return picture


def _pixels(box: Rect, scale: tuple[float, float], size: tuple[int, int], least: int) -> Place:
    """A place on the picture, never smaller than can be seen and never outside the page."""
    x0, y0, x1, y1 = box.x * scale[0], box.y * scale[1], box.right * scale[0] - 1, box.bottom * scale[1] - 1
    grow_x, grow_y = max(0.0, (least - (x1 - x0)) / 2), max(0.0, (least - (y1 - y0)) / 2)
    out = []
    for value, most in ((x0 - grow_x, size[0]), (y0 - grow_y, size[1]), (x1 + grow_x, size[0]), (y1 + grow_y, size[1])):
        out.append(_GAP + min(max(value, 0.0), most - 1.0))
    left, top, right, bottom = out
    return left, top, max(left, right), max(top, bottom)


def _outline(
    draw: ImageDraw.ImageDraw, entries: Sequence[Entry], scale: tuple[float, float], size: tuple[int, int], unit: float
) -> None:
    places = [(n, entry, place) for n, entry in enumerate(entries, 1) for place in entry.places][:MOST_PLACES]
    # numbers are drawn last, so that no outline crosses one
    for _, entry, place in places:
        x0, y0, x1, y1 = _pixels(place, scale, size, 14)
        draw.rectangle((x0 - 4, y0 - 4, x1 + 4, y1 + 4), outline=(255, 255, 255), width=1)
        draw.rectangle((x0 - 3, y0 - 3, x1 + 3, y1 + 3), outline=_LOUD[entry.fault.code.severity], width=round(3 * unit))
    taken: list[tuple[float, float]] = []
    told: set[int] = set()
    for n, entry, place in places:
        x0, y0, _, _ = _pixels(place, scale, size, 14)
        at = _free(x0 - 3, y0 - 3, taken, size, 24 * unit)
        if at is None and n in told:
            continue  # its outline is there, and another of its places has the number
        at = at or (x0 - 3, y0 - 3)
        taken.append(at)
        told.add(n)
        _badge(draw, n, *at, _LOUD[entry.fault.code.severity], unit)


def _free(
    x: float, y: float, taken: Sequence[tuple[float, float]], size: tuple[int, int], step: float
) -> tuple[float, float] | None:
    """The nearest place to the right, or else below, that no number has, on the page; None where there is none."""
    across = ((x + k * step, y) for k in range(int((_GAP + size[0] - x) / step) + 1))
    down = ((x, y + k * step) for k in range(int((_GAP + size[1] - y) / step) + 1))
    free = (
        at for at in chain(across, down) if not any(abs(at[0] - a) < step - 2 and abs(at[1] - b) < step - 2 for a, b in taken)
    )
    return next(free, None)


def _badge(draw: ImageDraw.ImageDraw, n: int, x: float, y: float, colour: tuple[int, int, int], unit: float) -> None:
    font, half = _font(_SMALL * unit), 11 * unit
    wide = max(2 * half, draw.textlength(str(n), font=font) + 10 * unit)
    draw.rounded_rectangle((x - half, y - half, x - half + wide, y + half), radius=half, fill=colour, outline=(255, 255, 255))
    draw.text((x - half + wide / 2, y), str(n), font=font, fill=(255, 255, 255), anchor="mm")


class Line(NamedTuple):
    """A line of a legend: its words, colour and size, a number before it, a colour's sample. Sizes are of a small page."""

    text: str
    size: int = _SMALL
    colour: tuple[int, int, int] = _INK
    height: int = _SMALL + 6
    number: int = 0
    loud: tuple[int, int, int] = _INK
    sample: tuple[int, int, int] | None = None

    def draw(self, draw: ImageDraw.ImageDraw, x: float, y: float, unit: float) -> None:
        if self.number:
            _badge(draw, self.number, x + 11 * unit, y + 10 * unit, self.loud, unit)
        if self.sample:
            middle = y + self.height * unit / 2
            draw.line((x, middle, x + 20 * unit, middle), fill=self.sample, width=round(2 * unit))
        if self.text:
            draw.text((x + 32 * unit, y + 2 * unit), self.text, font=_font(self.size * unit), fill=self.colour)


def _legend(entries: Sequence[Entry], title: str, safe: float, more: int, width: int, unit: float) -> Iterator[Line]:
    room = width / unit - 40
    for text in _wrapped(title, _TYPE, room):
        yield Line(text, _TYPE, height=_TYPE + 8)
    yield Line("", height=8)
    for n, entry in enumerate(entries, 1):
        fault = entry.fault
        loud = _LOUD[fault.code.severity]
        kind = "" if fault.code.severity is Severity.ERROR else f"{fault.code.severity}: "
        places = f", {len(entry.places)} places" if len(entry.places) > 1 else "" if entry.places else ", the whole page"
        yield Line(f"{kind}{fault.code.name}{places}", _TYPE, loud, _TYPE + 7, n, loud)
        for text in _wrapped(fault.says, _SMALL, room):
            yield Line(text)
        for text in _wrapped(fault.hint, _SMALL, room):
            yield Line(text, colour=_QUIET)
        yield Line("", height=10)
    marks = sum(len(entry.places) for entry in entries)
    if marks > MOST_PLACES:
        yield Line(f"{marks - MOST_PLACES} places more are not marked", colour=_QUIET)
    for name, colour in _BOXES:
        if name != "safe" or safe > 0:
            yield Line(f"{name} box" if name != "safe" else f"safe margin, {safe:g} mm", colour=_QUIET, sample=colour)
    if more:
        yield Line("", height=10)
        yield Line(f"{more} page{'s' if more > 1 else ''} more with faults {'are' if more > 1 else 'is'} not pictured", _TYPE)


def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    from PIL import ImageFont

    return ImageFont.load_default(size)


def _wrapped(text: str, size: int, room: float) -> Iterator[str]:
    """The text in lines that fit, each word whole unless it alone is too long."""
    font, line = _font(size), ""
    for word in text.replace("\u2212", "-").split():  # a minus is no letter of Pillow's own font
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > room:
            yield line
            longer = word
        while font.getlength(longer) > room and len(longer) > 8:
            cut = max(8, int(len(longer) * room / font.getlength(longer)))
            yield longer[:cut]
            longer = longer[cut:]
        line = longer
    if line:
        yield line
