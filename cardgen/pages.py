"""Pages for a shop: one face a page, what is punched together on one sheet; folds on a plate of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, sqrt

from cardgen.compose import Item
from cardgen.face import Mark, Shape, Stroke
from cardgen.impose import Page, Placed
from cardgen.ink import DIELINE, FOLD, Paint
from cardgen.nets import TECHNICAL
from cardgen.paths import mapped, rectangle
from cardgen.pieces import Piece
from cardgen.units import Matrix, Rect

ALTERNATE = ("front", "back")
EDGE = 5.0
"""What stays round the tokens of a punched sheet, past their bleed (mm): the frame that holds them."""


def single(
    items: Iterable[Item], pieces: Mapping[str, Piece], bleed: float, sides: Sequence[str] = ALTERNATE
) -> Iterator[Page]:
    """One face a page, the media as large as the bleed reaches; what is punched, on one sheet.

    `sides` is their order: ("front", "back") or ("back", "front") are in turn, ("fronts", "back") is every front and then the
    back that all share, one side alone is that side of everything. Where some have backs, the others' are blank pages, so that
    no front is taken for the back of another.
    """
    punched: dict[str, list[Item]] = {}
    flat: list[Item] = []
    for item in items:
        (punched.setdefault(item.piece, []) if pieces[item.piece].punched else flat).append(item)
    in_turn = ["front"] if "fronts" in sides else list(sides)
    two_sided = any(item.back for item in flat)
    for item in flat:
        yield from _faces(item, pieces[item.piece], bleed, [side for side in in_turn if side == "front" or two_sided])
    if "fronts" in sides:
        for item in flat[-1:]:
            yield from _faces(item._replace(copies=1), pieces[item.piece], bleed, ["back"])
    for name, own in punched.items():
        sheet = {page.label.rsplit(" ", 1)[-1]: page for page in punch_sheet(own, pieces[name], bleed)}
        wanted = dict.fromkeys(side.removesuffix("s") for side in sides)
        yield from (sheet[side] for side in wanted if side in sheet)


def _faces(item: Item, piece: Piece, bleed: float, sides: Iterable[str]) -> Iterator[Page]:
    trim = piece.trim
    media = trim.grown(bleed)
    boxes = Rect(bleed, bleed, trim.w, trim.h), Rect(0, 0, media.w, media.h)
    for number in range(1, item.copies + 1):
        name = " ".join(filter(None, (item.card.id, item.seat, f"{number}/{item.copies}" if item.copies > 1 else "")))
        for side in sides:
            key = item.front if side == "front" else item.back
            placed = (Placed(key, -media.x, -media.y, media),) if key else ()
            folds = tuple(_folds(piece, bleed)) if side == "front" else ()
            yield Page(media.w, media.h, *boxes, placed, folds, f"{name} {side}")


def _folds(piece: Piece, bleed: float) -> Iterator[Mark]:
    """A piece's folds from edge to edge, on the page that shows its front."""
    w, h = piece.trim.w + 2 * bleed, piece.trim.h + 2 * bleed
    for x in piece.folds.upright:
        yield _fold(bleed + x, 0, bleed + x, h)
    for y in piece.folds.level:
        yield _fold(0, bleed + y, w, bleed + y)


def _fold(x1: float, y1: float, x2: float, y2: float) -> Shape:
    path = (("M", (x1, y1)), ("L", (x2, y2)))
    return Shape(path, None, Stroke(Paint(FOLD.name), TECHNICAL, dash=(2.0, 1.0)), False, "pages")


def punch_sheet(items: Iterable[Item], piece: Piece, bleed: float) -> Iterator[Page]:
    """Everything of one piece on one sheet, each with its own bleed and its outline on the dieline's plate; then the backs,
    mirrored, so that each lies behind its front.
    """
    one_by_one = [item for item in items for _ in range(item.copies)]
    if not one_by_one:
        return
    trim = piece.trim
    step_w, step_h = trim.w + 2 * bleed, trim.h + 2 * bleed
    columns = max(1, min(len(one_by_one), ceil(sqrt(len(one_by_one) * 1.6 * step_h / step_w))))
    rows = -(-len(one_by_one) // columns)
    sheet = Rect(bleed, bleed, columns * step_w + 2 * EDGE, rows * step_h + 2 * EDGE)
    media = sheet.grown(bleed)
    spots = [
        (sheet.x + EDGE + bleed + column * step_w, sheet.y + EDGE + bleed + row * step_h)
        for row, column in (divmod(n, columns) for n in range(len(one_by_one)))
    ]
    for side in ("front", "back"):
        placed: list[Placed] = []
        marks: list[Mark] = []
        for (x, y), item in zip(spots, one_by_one, strict=True):
            key = item.front if side == "front" else item.back
            left = x if side == "front" else media.w - x - trim.w
            if key:
                placed.append(Placed(key, left, y, trim.grown(bleed)))
            if side == "front":
                outline = rectangle(0, 0, trim.w, trim.h, piece.corner, piece.corner)
                pen = Stroke(Paint(DIELINE.name), TECHNICAL)
                marks.append(Shape(mapped(outline, Matrix(e=left, f=y)), None, pen, False, "pages"))
        if placed:
            label = f"{piece.id} {side}"
            yield Page(media.w, media.h, sheet, Rect(0, 0, media.w, media.h), tuple(placed), tuple(marks), label)
