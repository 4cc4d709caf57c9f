"""Everything of one file on paper at home: what fits in rows and columns, what does not over several sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from cardgen.compose import Item
from cardgen.findings import Code, Finding, Refused, Span
from cardgen.impose import Flip, Grid, Page, Paper, Strip, best_grid, sheets
from cardgen.pieces import CARDS, Piece
from cardgen.tiles import Tiling, tiled, tiling

NO_ROOM = Code("no-room-on-paper", "on paper that is too small for a card, or for the tiles of a board, nothing can be printed")


class Layout(NamedTuple):
    """How a file's items lie: the least bleed that they have, their pages, and what the manifest says of them."""

    bleed: float
    pages: Callable[[], Iterator[Page]]
    said: dict[str, Any]


def laid_out(
    items: Iterable[Item], pieces: Mapping[str, Piece], paper: Paper, bleed: float, strip: Strip, flip: Flip
) -> Layout:
    """A layout of these items, those of one piece together, in their order. Refused where the paper is too small."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.piece, []).append(item)
    grids: dict[str, Grid] = {}
    spread: dict[str, Tiling] = {}
    for name, own in groups.items():
        one_sided = all(not item.back for item in own)
        on = best_grid(pieces[name].trim, paper, bleed, Flip.LONG if one_sided else flip)
        if on:
            grids[name] = on
        elif tiles := tiling(pieces[name].trim, paper, bleed):
            spread[name] = tiles
        else:
            trim = pieces[name].trim
            says = f"{trim.w:g} x {trim.h:g} mm with its cut marks has no room on {paper.width:g} x {paper.height:g} mm"
            raise Refused(Finding(NO_ROOM, Span("--for"), f"a piece of {says}"))

    def pages() -> Iterator[Page]:
        for name, own in groups.items():
            if name in grids:
                named = "sheet" if name == CARDS else f"{name} sheet"
                yield from sheets(own, grids[name], strip, flip, named)
            else:
                yield from _tiles(own, pieces[name], spread[name], strip)

    said = {
        "paper": [paper.width, paper.height],
        "flip": str(flip),
        "per sheet": {name: on.columns * on.rows for name, on in grids.items()},
        "tiles": {name: [on.columns, on.rows] for name, on in spread.items()},
    }
    least = min([bleed, *(on.bleed for on in grids.values())])
    return Layout(least, pages, {key: value for key, value in said.items() if value})


def _tiles(items: Iterable[Item], piece: Piece, on: Tiling, strip: Strip) -> Iterator[Page]:
    """The tiles of every front, and after them those of its back, to be glued behind it."""
    for item in items:
        for number in range(1, item.copies + 1):
            name = " ".join(filter(None, (item.card.id, item.seat, f"{number}/{item.copies}" if item.copies > 1 else "")))
            for side, key in (("front", item.front), ("back", item.back)):
                if key:
                    yield from tiled(key, piece, on, strip, f"{name} {side}")
