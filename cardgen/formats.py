"""What a shop makes of a game: which of its pieces, and at which of the shop's sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cardgen.findings import Code, Finding, Severity, Span
from cardgen.load import Game
from cardgen.pieces import CARDS, Piece
from cardgen.profile import Format, Kind, Profile
from cardgen.units import MM_PER_INCH, Rect

NOT_MADE = Code("not-made", "what a shop does not make is not in the files that it gets", Severity.NOTE)
NO_FORMAT = Code("no-such-format", "a card of a size that the shop does not cut is not printed by it")
OTHER_SIZE = Code(
    "other-size", "the shop cuts another size: there is a little more or less round what is drawn", Severity.WARNING
)

NEAR = 1.0
"""By how much a side may differ from the shop's (mm) for a card to be composed for it: 63 x 88 is 63.5 x 88.9 to a player."""


class Fit(NamedTuple):
    """A piece as a shop makes it: `piece` has the shop's trim, in the millimetres of its faces (so that it may begin left of
    nought); the pixels of a picture with its bleed where the shop states them.
    """

    piece: Piece
    pixels: tuple[int, int] | None = None

    def media(self, bleed: float, ppi: float) -> Rect:
        """The trim with its bleed, or what the shop's pixels cover at so many an inch; mm of the face."""
        trim = self.piece.trim
        if self.pixels is None:
            return trim.grown(bleed)
        w, h = (side * MM_PER_INCH / ppi for side in self.pixels)
        return Rect(trim.x + (trim.w - w) / 2, trim.y + (trim.h - h) / 2, w, h)


def kind_of(piece: Piece) -> Kind:
    """What a shop calls a piece."""
    if piece.id == CARDS:
        return "cards"
    if piece.net:
        return "boxes"
    return "tokens" if piece.punched else "boards"


def fitted(
    game: Game, profile: Profile, name: str, pieces: Mapping[str, Piece], asked: Iterable[str], rules: bool
) -> tuple[dict[str, Fit], list[Finding]]:
    """The pieces that the profile makes, by their ids, each as it makes it; and what is to be told of those asked for.
    `rules` says whether a rules sheet is asked for.
    """
    wanted = frozenset(asked)
    out: dict[str, Fit] = {}
    found: list[Finding] = []
    left: list[str] = []
    shop = profile.says or name
    for piece_id, piece in pieces.items():
        kind = kind_of(piece)
        near = nearest_format(profile.sizes, piece.trim)
        if kind not in profile.makes:
            left += [piece_id] if piece_id in wanted else []
        elif near is None or kind != "cards":
            out[piece_id] = Fit(piece)
        elif near[1] > NEAR and piece_id in wanted:
            own = profile.sizes[near[0]]
            says = f"{shop} makes no cards of {size(piece.trim)}; the nearest is {near[0]}, {own.width:g} x {own.height:g} mm"
            found.append(Finding(NO_FORMAT, game.documents[0].at("card"), says, "choose that size, or another shop"))
        elif near[1] <= NEAR:
            own = profile.sizes[near[0]]
            trim = _round_middle(piece.trim, own)
            if near[1] > 0.05 and piece_id in wanted:
                says = f"{piece_id} are composed for {name} ({near[0]}, {size(trim)}) in place of {size(piece.trim)}"
                found.append(Finding(OTHER_SIZE, Span("--for"), says))
            out[piece_id] = Fit(piece._replace(trim=trim), own.pixels)
    if rules and "rules" not in profile.makes:
        left.append("the rules sheet")
    if left:
        says = f"the profile {name} is for {' and '.join(profile.makes)} alone: left out are {', '.join(left)}"
        found.append(Finding(NOT_MADE, Span("--for"), says))
    return out, found


def nearest_format(sizes: Mapping[str, Format], trim: Rect) -> tuple[str, float] | None:
    """The size that is nearest to a trim, by name, and by how much its worse side differs (mm); None where any is made."""
    off = {name: max(abs(own.width - trim.w), abs(own.height - trim.h)) for name, own in sizes.items()}
    name = min(off, key=lambda name: off[name], default=None)
    return None if name is None else (name, off[name])


def reach(fit: Fit, piece: Piece, bleed: float, ppi: float) -> float:
    """How far past a piece's own trim (mm) its faces must be drawn, so that they fill what the shop is given."""
    media = fit.media(bleed, ppi)
    return max(-media.x, -media.y, media.right - piece.trim.w, media.bottom - piece.trim.h)


def size(trim: Rect) -> str:
    return f"{trim.w:g} x {trim.h:g} mm"


def _round_middle(trim: Rect, own: Format) -> Rect:
    """The shop's size about the middle of a trim."""
    return Rect(trim.x + (trim.w - own.width) / 2, trim.y + (trim.h - own.height) / 2, own.width, own.height)
