"""Everything of one file on paper at home: what fits in rows and columns, what does not over several sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from cardgen.compose import Item
from cardgen.findings import Code, Finding, Refused, Span
from cardgen.impose import Flip, Grid, Page, Paper, Strip, best_grid, sheets, turns_upright
from cardgen.pieces import CARDS, Piece
from cardgen.register import Register
from cardgen.tiles import Tiling, tiled, tiling
from cardgen.units import IDENTITY, Matrix

NO_ROOM = Code("no-room-on-paper", "on paper that is too small for a card, or for the tiles of a board, nothing can be printed")


class Layout(NamedTuple):
    """How a file's items lie: the least bleed that they have, their pages, how these get their backs, and what the manifest
    says of them.
    """

    bleed: float
    flip: Flip
    pages: Callable[[], Iterator[Page]]
    said: dict[str, Any]


def laid_out(
    items: Iterable[Item],
    pieces: Mapping[str, Piece],
    paper: Paper,
    bleed: float,
    strip: Strip,
    flip: Flip,
    register: Register | None = None,
) -> Layout:
    """A layout of these items, those of one piece together, in their order; where a printer's register is known, with backs put
    right for it. Refused where the paper is too small.
    """
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.piece, []).append(item)
    grids: dict[str, Grid] = {}
    spread: dict[str, Tiling] = {}
    for name, own in groups.items():
        one_sided = all(not item.back for item in own)
        on = best_grid(pieces[name].trim, paper, bleed, Flip.LONG if one_sided else flip, sum(item.copies for item in own))
        if on:
            grids[name] = on
        elif tiles := tiling(pieces[name].trim, paper, bleed):
            spread[name] = tiles
        else:
            trim = pieces[name].trim
            says = f"{trim.w:g} x {trim.h:g} mm with its cut marks has no room on {paper.width:g} x {paper.height:g} mm"
            raise Refused(Finding(NO_ROOM, Span("--for"), f"a piece of {says}"))

    turned = any(name in grids and any(item.back for item in own) for name, own in groups.items())
    flip = flip if turned else Flip.NONE

    def each() -> Iterator[Page]:
        for name, own in groups.items():
            if name in grids:
                named = "sheet" if name == CARDS else f"{name} sheet"
                yield from sheets(own, grids[name], strip, flip, named)
            else:
                yield from _tiles(own, pieces[name], spread[name], strip)

    def pages() -> Iterator[Page]:
        if flip in (Flip.FOLD, Flip.NONE):
            yield from each()
            return
        for page in _both_sides(each()):
            yield page if register is None else put_right(page, flip, register)

    said = {
        "paper": [paper.width, paper.height],
        "flip": str(flip) if turned else "",
        "per sheet": {name: on.columns * on.rows for name, on in grids.items()},
        "tiles": {name: [on.columns, on.rows] for name, on in spread.items()},
    }
    least = min([bleed, *(on.bleed for on in grids.values())])
    return Layout(least, flip, pages, {key: value for key, value in said.items() if value})


def _both_sides(pages: Iterable[Page]) -> Iterator[Page]:
    """The pages with a blank one behind each that has no back, as a printer lays every second page behind the one before."""
    front: Page | None = None
    for page in pages:
        if front and not page.behind:
            yield _blank(front)
        yield page
        front = None if page.behind else page
    if front:
        yield _blank(front)


def _blank(front: Page) -> Page:
    return Page(front.width, front.height, None, None, (), (), f"{front.label}, its other side", behind=True)


def put_right(page: Page, flip: Flip, register: Register) -> Page:
    """A page as it is sent to a printer that lays backs so: a back is moved by what undoes that.

    A page that lies on its side is turned upright, its back with it, as no one knows which way a printer turns it.
    """
    level = page.width > page.height
    width, height = (page.height, page.width) if level else (page.width, page.height)
    upright = Matrix(0, 1, -1, 0, page.height, 0) if level else IDENTITY
    if page.behind:
        there = _seen(flip, page.width, page.height)
        undone = register.undone(width, height)
        shift = _seen(flip, width, height).after(undone.after(upright.after(there)))
    else:
        shift = upright
    return page._replace(width=width, height=height, shift=shift)


def _seen(flip: Flip, width: float, height: float) -> Matrix:
    """The map from a back to how it is seen through the paper, from the front; it is its own inverse."""
    return Matrix(a=-1, e=width) if turns_upright(flip, width, height) else Matrix(d=-1, f=height)


def _tiles(items: Iterable[Item], piece: Piece, on: Tiling, strip: Strip) -> Iterator[Page]:
    """The tiles of every front, and after them those of its back, to be glued behind it."""
    for item in items:
        for number in range(1, item.copies + 1):
            name = " ".join(filter(None, (item.card.id, item.seat, f"{number}/{item.copies}" if item.copies > 1 else "")))
            for side, key in (("front", item.front), ("back", item.back)):
                if key:
                    yield from tiled(key, piece, on, strip, f"{name} {side}")
