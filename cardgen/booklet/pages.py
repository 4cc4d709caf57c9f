"""Units on pages, pages into faces: a booklet with its contents, its folios, and where its chapters stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cardgen.booklet.flow import BLACK, DROP, Picture, Setter, Unit, nothing, slug_of
from cardgen.booklet.manner import manner_of
from cardgen.booklet.read import Block, Break, Contents, Heading, Piece
from cardgen.face import Face, Mark, Shape, Stroke
from cardgen.fonts import Fonts
from cardgen.typeset import TooLong, shape, width_mm
from cardgen.units import Rect

INNER, OUTER, TOP, BOTTOM = 17.0, 14.0, 15.0, 18.0
"""Margins of a page (mm), on A5 and on what is wider."""
MEASURE, LEAST = 117.0, 8.0
"""A narrower page keeps the measure, and with it lines and pictures, at the cost of its margins, down to the least (mm)."""
FOLIO = 8.5


class Sheet(NamedTuple):
    """The page of a booklet: its trimmed size and bleed (mm), the space that the first page's picture takes from its top."""

    width: float
    height: float
    bleed: float
    first: float


class Chapter(NamedTuple):
    """Where a heading stands: its page (from 0), its top from the trim's (mm), its level, its words, its name as a place."""

    page: int
    top: float
    level: int
    title: str
    name: str


class Link(NamedTuple):
    """A rectangle of a page that leads to a chapter."""

    page: int
    box: Rect
    name: str


class Booklet(NamedTuple):
    """The pages as faces, where its headings stand, what of its contents leads to them."""

    faces: tuple[Face, ...]
    chapters: tuple[Chapter, ...]
    links: tuple[Link, ...]


class _Set(NamedTuple):
    """A unit on a page: which page, the grid line that it begins on."""

    unit: Unit
    page: int
    line: int


def set_booklet(
    blocks: Sequence[Block],
    fonts: Fonts,
    sheet: Sheet,
    picture: Callable[[str, float | None], Picture],
    cover: tuple[Mark, ...],
    title: str,
    multiple: int = 4,
    language: str = "en",
) -> Booklet:
    """The blocks as pages, a `multiple` of so many of them (four are folded from one sheet), set in the language's manner;
    `cover` is drawn under the first page, `title` stands at every foot.

    NoGlyph for what no font draws, TooLong (typeset) for what is wider than a line or higher than a page.
    """
    inner, outer = margins(sheet.width)
    width = sheet.width - inner - outer
    setter = Setter(fonts, manner_of(language), width, picture)
    grid = setter.grid
    chapters = [block for block in blocks if isinstance(block, Heading) and block.level == 2]
    units = list(setter.units(blocks))
    room = int((sheet.height - TOP - BOTTOM) / grid + 1e-6)
    for unit in units:
        if unit.lines > room:
            raise TooLong((unit.lines - room) * grid, "high")
    start = max(0, -int(-(sheet.first - TOP) // grid)) if sheet.first else 0
    placed, count = _placed(units, room, start, len(chapters) + 1, multiple)
    where = {id(p.unit.heading): p for p in placed if p.unit.heading}
    names = _names([p.unit.heading for p in placed if p.unit.heading])
    drawn: list[list[Mark]] = [[] for _ in range(count)]
    found: list[Chapter] = []
    links: list[Link] = []
    for p in placed:
        x, y = inner if p.page % 2 == 0 else outer, TOP + p.line * grid  # the first page lies to the right of the fold
        if p.unit.heading:
            heading = p.unit.heading
            found.append(Chapter(p.page, y, heading.level, heading.text, names[id(heading)]))
        if isinstance(p.unit.special, Contents):
            for n, chapter in enumerate(chapters):
                top = y + n * grid
                drawn[p.page] += _entry(setter, chapter, where[id(chapter)].page + 1, x, top, width)
                links.append(Link(p.page, Rect(x, top, width, grid), names[id(chapter)]))
        else:
            drawn[p.page] += p.unit.draw(x, y)
    faces = []
    for n, marks in enumerate(drawn):
        foot = list(_folio(setter, n, title, sheet)) if n else []
        under = cover if n == 0 else ()
        faces.append(Face(f"page {n + 1}", Rect(0, 0, sheet.width, sheet.height), sheet.bleed, (*under, *marks, *foot)))
    return Booklet(tuple(faces), tuple(found), tuple(links))


def _names(headings: Sequence[Heading]) -> dict[int, str]:
    """A name for each heading's place, by its identity; of two that read alike the second is told apart by its number."""
    out: dict[int, str] = {}
    taken: dict[str, int] = {}
    for heading in headings:
        name = slug_of(heading)
        taken[name] = taken.get(name, 0) + 1
        out[id(heading)] = name if taken[name] == 1 else f"{name}-{taken[name]}"
    return out


def margins(width: float) -> tuple[float, float]:
    """The margins (mm) at the fold and at the outer edge of a page that is so wide."""
    spare = max(width - MEASURE, 2 * LEAST)
    if spare >= INNER + OUTER:
        return INNER, OUTER
    outer = max(LEAST, spare * OUTER / (INNER + OUTER))
    return spare - outer, outer


def _placed(units: Sequence[Unit], room: int, start: int, contents: int, multiple: int) -> tuple[list[_Set], int]:
    """Every unit on its page and grid line; how many pages there are."""
    last_from = next((n for n, u in enumerate(units) if isinstance(u.special, Break) and u.special.last), len(units))
    body = _filled(units[:last_from], room, start, contents)
    closing = _filled(units[last_from + 1 :], room, 0, contents)
    used = body[-1].page + 1 if body else 1
    ending = closing[-1].page + 1 if closing else 0
    count = -(-(used + ending) // multiple) * multiple
    return [*body, *(p._replace(page=p.page + count - ending) for p in closing)], count


def _filled(units: Sequence[Unit], room: int, start: int, contents: int) -> list[_Set]:
    out: list[_Set] = []
    page, line, n = 0, start, 0
    top = start
    while n < len(units):
        unit = units[n]
        if isinstance(unit.special, Break):
            page, line, top = page + 1, 0, 0
            n += 1
            continue
        if unit.draw is nothing and unit.special is None and (line == top or line + unit.lines > room):
            n += 1  # a blank line opens no page, and begins none
            continue
        group = _together(units, n)
        sizes = [contents if isinstance(u.special, Contents) else u.lines for u in group]
        before = [0 if i == 0 and line == top else u.before for i, u in enumerate(group)]
        needed = sum(sizes) + sum(before)
        if line + needed > room and line > top and needed - before[0] <= room:
            page, line, top = page + 1, 0, 0
            continue
        for u, size, blank in zip(group, sizes, before, strict=True):
            if line + blank + size > room and line > top:  # more than a page that would stand together
                page, line, top, blank = page + 1, 0, 0, 0
            line += blank
            out.append(_Set(u, page, line))
            line += size
        n += len(group)
    return out


def _together(units: Sequence[Unit], n: int) -> list[Unit]:
    """The units from one on that must stand on one page: those that keep with the next, and that one."""
    end = n
    while units[end].keep and end + 1 < len(units) and units[end + 1].special is None:
        end += 1
    return list(units[n : end + 1])


def _entry(setter: Setter, chapter: Heading, page: int, x: float, y: float, width: float) -> Iterator[Mark]:
    """A line of the contents: the chapter, dots, its page."""
    style = setter.style(Piece(""), setter.manner.body)
    base = y + DROP * setter.grid
    yield from setter.words(chapter.text, x, base, style)
    yield from setter.words(str(page), x + width, base, style, "right")
    wide = sum(width_mm(w, style) for w in shape(setter.fonts, style.font, chapter.text))
    path = (("M", (x + wide + 2.5, base)), ("L", (x + width - 7, base)))
    yield Shape(path, None, Stroke(BLACK, 0.3, cap=1, dash=(0.0, 1.6)), False, "booklet")


def _folio(setter: Setter, page: int, title: str, sheet: Sheet) -> Iterator[Mark]:
    """The page's number at the outer edge of its foot, the title beside it."""
    style = setter.style(Piece(""), FOLIO)
    base = sheet.height - 9.5
    _, outer = margins(sheet.width)
    if page % 2 == 0:
        yield from setter.words(f"{title}  ·  {page + 1}", sheet.width - outer, base, style, "right")
    else:
        yield from setter.words(f"{page + 1}  ·  {title}", outer, base, style)
