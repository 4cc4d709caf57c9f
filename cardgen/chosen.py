"""What of a game is asked for: families, pieces, files or cards, by their names."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cardgen.findings import Code, Finding, Refused, Span, nearest, one_by_one
from cardgen.load import RULES_SHEET, Family, Game
from cardgen.pieces import Piece, piece_of

NOTHING_NAMED = Code("nothing-named", "--only names a family or a card; a misspelt name would build nothing")


def chosen(game: Game, cut: Mapping[str, Piece], only: Collection[str]) -> tuple[list[Family], list[str]]:
    """The families with what is named of them (a family, a piece, a file, a card), all of them where nothing is; the names in
    the game's order, the rules sheet's among them. Refused where a name is nothing of the game's.
    """
    if not only:
        return list(game.families), []
    known = list(dict.fromkeys(name for f in game.families for name in (*_names(f, cut), *(c.id for c in f.cards))))
    known += [RULES_SHEET] if game.has_rules_sheet else []
    found = []
    for name in dict.fromkeys(only):
        if name not in known:
            families = "families: " + ", ".join(f.id for f in game.families)
            hint = one_by_one("--only", name) or nearest(name, known) or families
            found.append(Finding(NOTHING_NAMED, Span("--only"), f'there is no family, piece or card "{name}"', hint))
    if found:
        raise Refused(*found)
    out, only_names = [], frozenset(only)
    for family in game.families:
        if not only_names.isdisjoint(_names(family, cut)):
            out.append(family)
        elif cards := tuple(c for c in family.cards if c.id in only):
            out.append(family._replace(cards=cards))
    return out, [name for name in known if name in only]


def _names(family: Family, cut: Mapping[str, Piece]) -> tuple[str, ...]:
    """What a family's cards are asked for by: the family, its piece, the file that they are written to."""
    piece = piece_of(family)
    return family.id, piece, cut[piece].file
