"""A sheet to have printed first, with what may go wrong on a press: its parts, its inks, where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cardgen.fonts import Fonts
from cardgen.ink import BLACK, PAPER, Ink, Inks
from cardgen.profile import Press
from cardgen.stationery import cut, wrapped
from cardgen.ticket import least_of, number, parts
from cardgen.units import MM_PER_PT, Rect

TWIN, RICH, STEP = "proof.", "proof.rich", "proof.step-"
"""How inks of the proof itself are called: an ink's other form (spot for process), the rich black, the steps of a duotone."""
STEPS = 128
"""So many steps of a duotone are seen as none."""
SIZES = (5, 6, 7, 8, 9)
"""Type in points: 5 is the least that is printed well in one ink, 8 in several or in white (GWG 2022, R0016 and R0017)."""
LINES = (0.1, 0.25, 0.35, 0.5, 0.75, 1.0)
"""Lines in points: 0.25 is the least (GWG 2022, R0018 and R0019); a tenth is shown so that what is lost is known."""
NARROWEST, _SWATCH = 25.0, 17.0
"""The narrowest column that anything can be seen in, and a field with its words (mm)."""
SEALS = (12.0, 8.0, 5.0)
SAMPLES = ("Hamburgefonstiv 0123456789 |決闘永鬱", "Hamburgefons 0123 |決闘永", "Hamburg 01 |決闘")
"""Words to read, Latin and Han, with strokes that break and counters that fill: the longest that a column holds is taken."""
INTRO = (
    "Have this sheet printed before the edition, on the same press or as its contract proof, on the stock and with the finish "
    "of the cards. Look at it in daylight, and tick the lines of the ticket. The thin frame stands {} mm inside the trim on "
    "every side: measure it, and you know how true the sheet was cut. Its smallest type and thinnest lines are finer than a "
    "press promises, on purpose: they show where it stops."
)
AIR, CLOSE = 3.6, 1.2
"""What lies between parts on a sheet, and on a card (mm)."""
_DARK, _PALE = 120, 150
"""Red, green and blue of an ink together, as a screen shows it: a black has less than the first, and on what has more than the
second black type is read."""
HEAD, LOOK, UNDER = 3.4, 2.9, 0.7
"""The height of a part's title and of a line of what to look for; what is free below them (mm)."""


class Part(NamedTuple):
    """Something to look at: its kind, its height below its words (mm), its title, what to look for, what it is drawn from."""

    kind: str
    height: float
    title: str
    look: str
    data: Any = None


class Spot(NamedTuple):
    """A part in its place: its top left corner and width in mm, the lines of what to look for."""

    part: Part
    x: float
    y: float
    width: float
    look: tuple[str, ...]

    @property
    def body(self) -> float:
        """Where the part itself begins, below its words."""
        return self.y + HEAD + LOOK * len(self.look) + UNDER


class Swatch(NamedTuple):
    """A field of one ink: its class without `fill-`, what stands below it."""

    paint: str
    lines: tuple[str, ...]


class Frame(NamedTuple):
    """How the parts are laid: the page's trim, its columns (left edges), their width, their top and bottom, how far inside the
    trim a line is drawn, all in mm; the type of what to look for, in points.
    """

    trim: Rect
    columns: tuple[float, ...]
    width: float
    top: float
    bottom: float
    line: float
    look: float


def inks_of(inks: Inks, press: Press | None, spots: bool) -> dict[str, Ink]:
    """The inks to draw a proof with. What is ordered as process (`spots` false) is process under its own name; its other form
    has a name of the proof's, and so have the rich black and the steps of the duotone.
    """
    out = dict(inks)
    takes = press is not None and press.spots
    for name, ink in inks.items():
        if ink.spot and not ink.is_plate_only:
            bare = ink._replace(spot="")
            twin = f"{TWIN}{name}"
            out[name] = ink if spots and takes else bare
            if takes:
                out[twin] = (bare if spots else ink)._replace(name=twin)
    if press and press.rich and not any(ink.rich for ink in inks.values()):
        c, m, y, k = (part / 100 for part in press.rich)
        out[RICH] = Ink(RICH, (c, m, y, k), (0, 0, 0))
    if ("sumi" in inks) and ("ground" in inks):
        full, bare = inks["sumi"], inks["ground"]
        for n in range(STEPS + 1):
            out[f"{STEP}{n}"] = _mixed(f"{STEP}{n}", bare, full, n / STEPS)
    return out


def _mixed(name: str, bare: Ink, full: Ink, t: float) -> Ink:
    c, m, y, k = (b * (1 - t) + f * t for b, f in zip(bare.cmyk, full.cmyk, strict=True))
    r, g, b = (round(b * (1 - t) + f * t) for b, f in zip(bare.screen, full.screen, strict=True))
    return Ink(name, (c, m, y, k), (r, g, b))


def parts_of(
    inks: Inks, press: Press | None, ground: str, bleed: float, safe: float, fonts: Fonts, width: float
) -> Iterator[Part]:
    """The parts for a column of that width (mm), from the inks that `inks_of` gave: none of them lays more than the press's
    limit. `ground` is the ink under the page ("" for none), `bleed` and `safe` what the job has (mm).
    """
    limit = press.limit if press else 400
    _, coloured, line, fine = least_of(press)
    own = {n: i for n, i in inks.items() if n != PAPER and not i.is_plate_only and not n.startswith(TWIN)}
    reds = [n for n, i in own.items() if (f"{TWIN}{n}" in inks or i.spot or _is_red(i)) and _full(i) <= limit]
    red = next((n for n in reds if _is_red(own[n])), reds[0] if reds else BLACK)
    yield from _ramps(own, inks, limit)
    side_by_side = max(1, int(width / _SWATCH))
    for name in reds:
        both = [n for n in (name, f"{TWIN}{name}") if n in inks and _full(inks[n]) <= limit]
        title, words = name, "Full and even" + (", neither orange nor brown." if _is_red(own[name]) else ".")
        if len(both) > 1:
            title, words = f"{name}, process and spot", "The seam shows how far they are apart."
        yield from _swatches(title, words, [_swatch(n, inks[n]) for n in both], side_by_side)
    blacks = [_swatch(n, i, n) for n, i in own.items() if sum(i.screen) < _DARK and _full(i) <= limit]
    blacks += [_swatch(RICH, inks[RICH], "rich black")] if RICH in inks else []
    yield from _swatches("Blacks", "None sticks, shines or sets off.", blacks, side_by_side)
    grounds = [(n, _under(i, limit)) for n, i in own.items() if sum(i.screen) > _PALE and n not in (BLACK, ground)]
    room = width / min(side_by_side, max(1, len(grounds))) - 1
    named = [(n, tint, cut(fonts, f"{n} {tint}", room, 5, 700)) for n, tint in grounds if tint]
    for n in range(0, len(named), side_by_side):
        look = "" if n else "It overprints: no white edge anywhere."
        yield Part("overprint", 9.0, "Black type over colour", look, named[n : n + side_by_side])
    yield Part("type", _high(), "Black type", "Each size is read without a glass.", (BLACK, ""))
    yield Part("type", _high() + 2.0, "White type", f"From {coloured} pt no stroke is filled in.", (PAPER, BLACK))
    if red != BLACK:
        yield Part("type", _high(), f"Type in {red}", f"From {coloured} pt no second edge beside a letter.", (red, ""))
    yield Part("lines", 14.6, "Lines in points", f"Whole from {line} in black, {fine} in white and in colour.", red)
    yield Part("seals", SEALS[0] + 0.6, "Seals", "The smallest has no stroke filled in.", (red, SEALS))
    if bleed:
        words = f"Ink runs {number(bleed)} past the trim" + (f", type ends {number(safe)} inside." if safe else ".")
        yield Part("corner", 2 * (bleed + safe) + 5, "A corner, twice as large", words, (bleed, safe))


def _ramps(own: Inks, inks: Inks, limit: float) -> Iterator[Part]:
    """Every ink from nothing to full; what is process and spot, as both; the art's ink on its ground."""
    look = "By tens from bare paper: no two alike, none with a cast."
    for name, ink in own.items():
        for each in (ink, inks.get(f"{TWIN}{name}")):
            if each:
                yield Part("ramp", 7.0 if look else 4.8, f"{name}: {_said(each)}", look, (each.name, _most(each, limit)))
                look = ""
    steps = [f"{STEP}{n}" for n in range(STEPS + 1)]
    if steps[0] in inks and _full(inks[steps[-1]]) <= limit:
        yield Part("duotone", 6.2, "The art’s ink on its ground", "No band, and no step.", steps)


def _swatches(title: str, look: str, swatches: Sequence[Swatch], side_by_side: int) -> Iterator[Part]:
    """Fields beside each other, in as many rows as they need."""
    for n in range(0, len(swatches), side_by_side):
        yield Part("swatches", 14.6, title, "" if n else look, swatches[n : n + side_by_side])


def _swatch(name: str, ink: Ink, title: str = "") -> Swatch:
    return Swatch(name, (title or ("spot" if ink.spot else "process"), ink.spot or _slashed(ink)))


def _slashed(ink: Ink) -> str:
    """The parts of process inks as printers write them: "45/35/35/100"."""
    return "/".join(f"{part * 100:.0f}" for part in ink.cmyk)


def _said(ink: Ink) -> str:
    return f"spot {ink.spot}" if ink.spot else parts(ink.cmyk)


def _is_red(ink: Ink) -> bool:
    """Whether an ink is a red: a screen shows it twice as red as it is green or blue."""
    red, green, blue = ink.screen
    return red > 2 * max(green, blue)


def _full(ink: Ink) -> float:
    """What an ink lays where it is full, in per cent."""
    return 100.0 if ink.spot else 100 * sum(ink.cmyk)


def _high() -> float:
    return sum(SIZES) * MM_PER_PT * 1.28


def _most(ink: Ink, limit: float) -> int:
    """The fullest of ten steps of an ink that is within the limit (per cent)."""
    return min(10, int(10 * limit / _full(ink) + 1e-6)) if _full(ink) else 10


def _under(ink: Ink, limit: float) -> int:
    """The fullest tint (per cent, by tens) of an ink that black may overprint within the limit."""
    total = 100.0 if ink.spot else 100 * sum(ink.cmyk[:3])
    return 10 * min(10, int(10 * (limit - 100) / total + 1e-6)) if total else 100


def on_page(trim: Rect, margin: float) -> Frame:
    """Two columns on a sheet of paper."""
    wide = (trim.w - 2 * margin - 8) / 2
    return Frame(trim, (margin, margin + wide + 8), wide, 46.5, trim.h - margin - 15, 5.0, 7.5)


def on_card(trim: Rect, safe: float) -> Frame:
    """One column on a card, inside its safe margin and the line drawn there."""
    line = max(safe, 3.0) + 0.3
    margin = line + 1.2
    return Frame(trim, (margin,), trim.w - 2 * margin, margin + 3.4, trim.h - margin, line, 6.5)


def laid(asked: Sequence[Part], frame: Frame, fonts: Fonts) -> list[list[Spot]]:
    """The parts one below the other, column by column, page by page; one that is higher than a column is left out.

    Where they fit on one page its columns end about level. No page for a frame that is narrower than what it would show.
    """
    if frame.width < NARROWEST:
        return []
    words = [(_named(part, frame, fonts), wrapped(fonts, part.look, frame.width, frame.look)) for part in asked]
    pages = _filled(words, frame)
    short = frame
    while len(pages) == 1 and len(frame.columns) > 1:
        short = short._replace(bottom=short.bottom - 2)
        closer = _filled(words, short)
        if len(closer) != 1 or len(closer[0]) < len(pages[0]):
            break
        pages = closer
    return pages


def _named(part: Part, frame: Frame, fonts: Fonts) -> Part:
    """A part with words that its column has room for."""
    data = part.data
    if part.kind == "swatches":
        room = frame.width / len(data) - 1
        data = [s._replace(lines=tuple(cut(fonts, line, room, 6) for line in s.lines)) for s in data]
    return part._replace(title=cut(fonts, part.title, frame.width, 5, 700), data=data)


def _filled(words: Sequence[tuple[Part, tuple[str, ...]]], frame: Frame) -> list[list[Spot]]:
    pages: list[list[Spot]] = []
    column, y = len(frame.columns), frame.bottom
    for part, look in words:
        high = HEAD + LOOK * len(look) + UNDER + part.height
        if frame.top + high > frame.bottom + 1e-6:
            continue
        if y + high > frame.bottom + 1e-6:
            column, y = column + 1, frame.top
            if column >= len(frame.columns):
                column = 0
                pages.append([])
        pages[-1].append(Spot(part, frame.columns[column], y, frame.width, look))
        y += high + (CLOSE if len(frame.columns) == 1 else AIR)
    return pages
