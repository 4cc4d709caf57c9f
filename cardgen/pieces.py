"""What is cut from a sheet: the cards, and every board, screen, token and box, with the size that each has or works out."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import NamedTuple

from cardgen.load import Family, Game
from cardgen.model import Folds, PieceRecord, Stock
from cardgen.nets import Inside, Net, open_box, tuck_box
from cardgen.units import Rect

CARDS = "cards"
"""The piece of every family that names none, and the file of the cards."""
DECK_CLEAR = (1.0, 1.5, 2.0)
"""What a tuck box is wider, higher and deeper than its cards (mm), so that they slide out."""
TRAY_CLEAR = 2.0
"""What a tray is wider and higher than what lies in it, so that fingers lift it out."""
LID_CLEAR = 1.0
"""What a lid is wider and higher inside than its tray outside."""
LID_SHORT = 8.0
"""By how much a lid's walls end above those of its tray, so that it is lifted off."""
HEAP = 0.5
"""How much of its room a heap of tokens fills."""
BOOKLET = Inside(210, 148, 3)
"""The room of a rules sheet: A5, stapled."""


class Piece(NamedTuple):
    """One kind of thing that is cut out: its id, its file, its trimmed size from 0, 0 (mm), its corners and safe margin, how
    it is folded, its stock, and its net where it is a box.
    """

    id: str
    file: str
    trim: Rect
    corner: float
    safe: float
    folds: Folds
    stock: Stock
    net: Net | None = None
    punched: bool = False

    @property
    def folded(self) -> Inside:
        """How it lies in a box: its longest panels, and how thick they are one on the other."""
        if self.net:
            return self.net.outside
        width, across = _folded(self.trim.w, self.folds.upright)
        height, down = _folded(self.trim.h, self.folds.level)
        return Inside(width, height, self.stock.thickness * across * down)


def pieces(game: Game) -> dict[str, Piece]:
    """Every piece of a game by its id, the cards first."""
    card, stock = game.record.card, game.record.stock
    out = {
        CARDS: Piece(CARDS, CARDS, Rect(0, 0, card.width, card.height), card.corner, card.safe, Folds(), stock),
    }
    for name, record in game.record.pieces.items():
        if record.net is None:
            assert record.width
            assert record.height
            trim = Rect(0, 0, record.width, record.height)
            out[name] = Piece(
                name,
                record.file or name,
                trim,
                record.corner,
                record.safe,
                record.folds,
                record.stock or stock,
                punched=record.punched,
            )
    for form in ("tuck", "tray", "lid"):  # each holds those before it
        for name, record in game.record.pieces.items():
            if record.net == form:
                out[name] = _boxed(game, out, name, record)
    return {CARDS: out[CARDS], **{name: out[name] for name in game.record.pieces}}


def piece_of(family: Family) -> str:
    """The id of the piece that a family's faces are printed on."""
    return family.record.piece or CARDS


def _boxed(game: Game, known: dict[str, Piece], name: str, record: PieceRecord) -> Piece:
    stock = record.stock or game.record.stock
    t = stock.thickness
    match record.net:
        case "tuck":
            net = tuck_box(_deck(game, known[CARDS]), t)
        case "tray":
            net = open_box(_contents(game, known), t)
        case _:
            net = open_box(_over(game, known), t)
    trim = Rect(0, 0, net.width, net.height)
    return Piece(name, record.file or name, trim, record.corner, record.safe, record.folds, stock, net)


def counted(game: Game) -> dict[str, int]:
    """How many of each piece a game has."""
    out = {CARDS: 0}
    for family in game.families:
        out[piece_of(family)] = out.get(piece_of(family), 0) + sum(c.copies for c in game.copies(family))
    return out


def _deck(game: Game, card: Piece) -> Inside:
    """The room for all cards in one stack."""
    count = counted(game)[CARDS]
    more_w, more_h, more_d = DECK_CLEAR
    return Inside(card.trim.w + more_w, card.trim.h + more_h, count * card.stock.thickness + more_d)


def _contents(game: Game, known: dict[str, Piece]) -> Inside:
    """The room for every piece as it lies folded: what is large one on the other, on it side by side what is small."""
    has_deck_box = any(piece.net for piece in known.values())
    lying = [(known[i].folded, n) for i, n in counted(game).items() if i in known and not (i == CARDS and has_deck_box)]
    lying += [(BOOKLET, 1)] if game.has_rules_sheet else []
    width = max([1.0, *(max(size.width, size.height) for size, _ in lying)])
    height = max([1.0, *(min(size.width, size.height) for size, _ in lying)])
    flat = sum(size.depth * n for size, n in lying if max(size.width, size.height) > width / 2)
    small = [(size, n) for size, n in lying if max(size.width, size.height) <= width / 2]
    upright = [size for size, n in small if n == 1]
    taken = sum(size.width * size.height for size in upright)
    heap = sum(size.width * size.height * size.depth * n for size, n in small if n > 1)
    beside = max([0.0, *(size.depth for size in upright)])
    free = max(width * height - taken, 1.0)
    return Inside(width + TRAY_CLEAR, height + TRAY_CLEAR, flat + max(beside, heap / HEAP / free) + 1)


def _over(game: Game, known: dict[str, Piece]) -> Inside:
    """The room in a lid: that of the tray with its walls."""
    tray = next((p for i, p in known.items() if p.net and game.record.pieces[i].net == "tray"), None)
    if tray is None:
        inside = _contents(game, known)
        return inside._replace(depth=max(inside.depth - LID_SHORT, inside.depth / 2))
    w, h, d = tray.folded
    return Inside(w + LID_CLEAR, h + LID_CLEAR, max(d - LID_SHORT, d / 2))


def _folded(side: float, lines: tuple[float, ...]) -> tuple[float, int]:
    """The longest of the parts that folds make of a side, and how many layers lie on each other."""
    edges = [0.0, *lines, side]
    longest = max(b - a for a, b in pairwise(edges))
    return longest, ceil(side / longest - 1e-6)
