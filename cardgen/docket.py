"""A ticket laid out on A4: its tables and lines as bands from top to bottom, over as many pages as they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cardgen.fonts import Fonts
from cardgen.stationery import wrapped
from cardgen.ticket import Making, Row, Ticket
from cardgen.units import Rect

A4 = Rect(0, 0, 210, 297)
LEFT, WIDTH = 16.0, 178.0
HALF, SECOND = 86.0, 92.0
"""How wide each of two columns is, and how far right of the first the second begins."""
FIRST, NEXT, FOOT = 47.0, 24.0, 284.0
"""Where the bands begin on the first page and on those after it, and where they end (mm from the top)."""
MOST = 50
"""Lines of a band at most: what has more goes on in the next one, and so upon another page."""
SIZE, LEADING = 8.5, 3.7
"""The type of tables in points, and from line to line in mm."""
HEAD, COLUMNS, GAP, AIR = 6.6, 4.6, 3.4, 1.2
"""Heights of a section's heading, of a table's; what lies between sections; between the lines of a row and its rule (mm)."""
_CLOSER = (1.0, 0.97, 0.94, 0.91)
"""What lines and gaps keep of their height, the first with which the ticket fits one page."""

_FILES = (
    ("File", 25.0), ("Holds", 21.0), ("Trimmed", 26.0), ("Pages", 10.0), ("Front + back", 19.0), ("Per game", 14.0),
    ("Inks", 29.0), ("Other plates", 19.0), ("SHA-256", 15.0),
)  # fmt: skip
_STOCKS = (("Piece", 25.0), ("Stock", 28.0), ("Finish", 37.0), ("Corners", 23.0), ("Folds", 28.0), ("Cut", 37.0))
_RIGHT = {"Pages", "Front + back", "Per game"}
_LABEL = 19.0
"""The width of a fact's name (mm)."""
ASKED = ("Copies of the game", "Wanted by", "Deliver to", "Telephone, e-mail", "Invoice to", "Proof approved: date, signature")


class Cell(NamedTuple):
    """Words at a place of a band: their left edge, or their right where they are `ended`; their lines; whether they are the
    "name" of what stands beside them, or "strong" among it.
    """

    x: float
    lines: tuple[str, ...]
    ended: bool = False
    voice: str = ""


class Band(NamedTuple):
    """What stands side by side across a page: "head", "columns", "row", "fact", "text", "check", "blank"; its height in mm."""

    kind: str
    height: float
    cells: tuple[Cell, ...]


class Leaf(NamedTuple):
    """A page of a ticket: each band with its top, and from line to line in mm."""

    bands: tuple[tuple[float, Band], ...]
    leading: float


class _Section(NamedTuple):
    """Bands under a heading; `again` is repeated where they go on upon another page."""

    head: tuple[Band, ...]
    again: tuple[Band, ...]
    bands: tuple[Band, ...]


def laid(ticket: Ticket, fonts: Fonts) -> list[Leaf]:
    """The ticket's pages: one where it has room, closer set if need be, else as many as it takes."""
    pages: list[Leaf] = []
    for close in _CLOSER:
        pages = list(_pages(list(_sections(ticket, fonts, close)), close))
        if len(pages) == 1:
            return pages
    return list(_pages(list(_sections(ticket, fonts, 1.0)), 1.0))


def _sections(ticket: Ticket, fonts: Fonts, close: float) -> Iterator[_Section]:
    leading = LEADING * close
    yield _Section((), (), tuple(_facts(ticket, fonts, leading)))
    yield _table("Files", _FILES, ticket.rows, fonts, close)
    yield _table("Stock and finishing", _STOCKS, ticket.makings, fonts, close)
    packing = [f"{n}.\t{text}" for n, text in enumerate(ticket.packing, 1)]
    yield _Section(_head("Packing", close), (), tuple(_texts(packing, fonts, leading)))
    if ticket.left_out:
        told = f"{ticket.left_out}. They are in none of the files: ask whether they can be made, and of what."
        yield _Section(_head("Not in this order", close), (), tuple(_texts([told], fonts, leading)))
    if ticket.checks:
        yield _Section(_head("On the hard proof", close), (), tuple(_checks(ticket.checks, fonts, leading)))
    yield _Section(_head("To be filled in", close), (), tuple(_blanks(close)))


def _head(words: str, close: float) -> tuple[Band, ...]:
    return (Band("head", HEAD * close, (Cell(LEFT, (words,)),)),)


def _table(
    title: str, columns: Sequence[tuple[str, float]], rows: Sequence[Row | Making], fonts: Fonts, close: float
) -> _Section:
    """A table without the columns in which nothing would stand: the first has their room."""
    used = [n for n in range(len(columns)) if any(row[n] for row in rows)] or [0]
    spare = sum(wide for n, (_, wide) in enumerate(columns) if n not in used)
    kept = [(columns[n][0], columns[n][1] + (spare if n == used[0] else 0)) for n in used]
    titles = Band("columns", COLUMNS * close, tuple(_cells(kept, [(name,) for name, _ in kept])))
    bands: list[Band] = []
    for row in rows:
        first = kept[0][0]
        texts = [
            wrapped(fonts, row[n], wide - 1.2, SIZE, 700 if name == first else 500)
            for n, (name, wide) in zip(used, kept, strict=True)
        ]
        for some in _parted(texts):
            high = max(len(lines) for lines in some) * LEADING * close + AIR
            bands.append(Band("row", high, tuple(_cells(kept, some))))
    return _Section((*_head(title, close), titles), (titles,), tuple(bands))


def _parted(texts: Sequence[tuple[str, ...]]) -> Iterator[list[tuple[str, ...]]]:
    """Texts beside each other, so many lines of them at a time as a page has room for."""
    for n in range(0, max(1, *(len(lines) for lines in texts)), MOST):
        yield [lines[n : n + MOST] for lines in texts]


def _cells(columns: Sequence[tuple[str, float]], texts: Iterable[tuple[str, ...]]) -> Iterator[Cell]:
    x = LEFT
    for (name, wide), lines in zip(columns, texts, strict=True):
        ended = name in _RIGHT
        if lines:
            voice = "strong" if x == LEFT else "code" if name == "SHA-256" else ""
            yield Cell(x + wide - 3.0 if ended else x, lines, ended, voice)
        x += wide


def _facts(ticket: Ticket, fonts: Fonts, leading: float) -> Iterator[Band]:
    """Names and what is said of them, two side by side."""
    for n in range(0, len(ticket.facts), 2):
        facts = ticket.facts[n : n + 2]
        for some in _parted([wrapped(fonts, says, HALF - _LABEL, SIZE) for _, says in facts]):
            cells: list[Cell] = []
            for column, ((name, _), lines) in enumerate(zip(facts, some, strict=True)):
                x = LEFT + column * SECOND
                cells += [Cell(x, (name,), voice="name"), Cell(x + _LABEL, lines)] if lines else []
            yield Band("fact", max(len(cell.lines) for cell in cells) * leading + 0.6, tuple(cells))


def _texts(texts: Iterable[str], fonts: Fonts, leading: float) -> Iterator[Band]:
    """Paragraphs; what stands before a tab hangs at the left."""
    for text in texts:
        mark, tab, words = text.rpartition("\t")
        indent = 4.5 if tab else 0.0
        for n, (lines,) in enumerate(_parted([wrapped(fonts, words, WIDTH - indent, SIZE)])):
            cells = [Cell(LEFT, (mark,))] if mark and not n else []
            yield Band("text", len(lines) * leading + 0.6, (*cells, Cell(LEFT + indent, lines)))


def _checks(checks: Sequence[str], fonts: Fonts, leading: float) -> Iterator[Band]:
    """Lines to be ticked, two side by side."""
    for n in range(0, len(checks), 2):
        cells = []
        for column, text in enumerate(checks[n : n + 2]):
            cells.append(Cell(LEFT + column * SECOND + 4.5, wrapped(fonts, text, HALF - 4.5, SIZE)))
        yield Band("check", max(len(cell.lines) for cell in cells) * leading + 0.9, tuple(cells))


def _blanks(close: float) -> Iterator[Band]:
    """Ruled lines to write on, two side by side."""
    for n in range(0, len(ASKED), 2):
        yield Band("blank", 9.0 * close, tuple(Cell(LEFT + c * SECOND, (w,)) for c, w in enumerate(ASKED[n : n + 2])))


def _pages(sections: list[_Section], close: float) -> Iterator[Leaf]:
    """Bands one below the other; a heading stays with what follows it, and a table's is said again on a new page."""
    placed: list[tuple[float, Band]] = []
    y = FIRST
    for section in sections:
        y += GAP * close if placed else 0
        for n, band in enumerate(section.bands):
            lead = section.head if n == 0 else ()
            if y + sum(b.height for b in (*lead, band)) > FOOT and placed:
                yield Leaf(tuple(placed), LEADING * close)
                placed, y = [], NEXT
                lead = section.head if n == 0 else section.again
            for own in (*lead, band):
                placed.append((y, own))
                y += own.height
    yield Leaf(tuple(placed), LEADING * close)
