"""A game for Tabletop Simulator: sheets of cards, pictures of boards and tokens, and a saved object that lays them out.

Sources. kb.tabletopsimulator.com: `custom-content/custom-deck` (the last picture of a sheet is what others see of a hidden
card), `custom-content/asset-creation` (RGB, 4096 pixels a side), `custom-content/save-file-format` (the names of objects and
their fields; a CustomDeck's key is the hundreds of a CardID), `custom-content/asset-importing` and `cloud-manager` (where
pictures may lie). The repository argonui/TTSModManager, `saved-object-feature.md` (which fields of a saved object are
empty); Sebaestschjin/typed-tabletop-simulator, `packages/data/src/object` (the shapes of cards and tiles). The Steam guide
"Modding File Management" (3595651918): a bare file name is looked for in Mods/Images.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, BinaryIO, NamedTuple
from urllib.parse import quote

from cardgen.compose import Item
from cardgen.findings import Code, Finding, Refused, Severity, Span
from cardgen.model import in_language
from cardgen.pieces import CARDS, Piece
from cardgen.profile import CardSheet
from cardgen.svg.prose import plain
from cardgen.units import Rect
from cardgen.write.content import Colour
from cardgen.write.order import Order, Work, fresh, seat_slug
from cardgen.write.pdf import Written
from cardgen.write.png import Size, drawn, encoded, pixels, shots

NO_URL = Code("no-url", "a picture whose place is not told is shown by no other player's table", Severity.NOTE)
BAD_URL = Code("bad-url", "Tabletop Simulator loads pictures from the web or from a file's full address, from nowhere else")

Json = dict[str, Any]

CARD_HEIGHT = 3.03
"""How high a card stands in the game's units at scale 1, whatever its pixels; its width follows from the sheet. This and the
next are what importers of its saves reckon with (7.7 cm at 2.54 cm a unit, and two units a tile); its makers state neither."""
TILE_HEIGHT = 2.0
"""How high a tile that is stretched to its picture lies at scale 1."""
UNIT = 88 / CARD_HEIGHT
"""Millimetres in a unit, so that a poker card (88 mm) has scale 1 and everything else its true size beside it."""
THINNEST = 0.1
"""Units: a thinner tile is hard to pick up; the game's own tiles begin there."""
GAP = 1.0
ROW = 36.0
"""Units between objects, and how wide a row of them grows."""
DECK = 100
"""A CardID is the number of its CustomDeck times this, plus the card's place on the sheet."""
FACE_UP, FACE_DOWN = 0, 180

_SENTENCE = re.compile(r"[.!?…。！？][\"'”’»」)]*$")


class Grid(NamedTuple):
    """A sheet's columns and rows, and the size of a card on it in pixels."""

    columns: int
    rows: int
    card: Size


class Deck(NamedTuple):
    """Cards of one back on one sheet: the number in their CardIDs, the sheet's file and the back's, the fronts by key."""

    number: int
    face: str
    back: str
    back_key: str
    grid: Grid
    fronts: tuple[str, ...]
    items: tuple[Item, ...]

    def card_id(self, front: str) -> int:
        return DECK * self.number + self.fronts.index(front)


def works(order: Order, found: list[Finding]) -> Iterator[Work]:
    """The sheets of cards, their backs, the other pieces front and back, and `<game>.json`, the saved object."""
    base = _base(order, found)
    cards = [item for item in order.items if item.piece == CARDS]
    tiles = [item for item in order.items if item.piece != CARDS]
    if not cards and not tiles:
        return
    names = {
        item.front if shot.side == "front" else item.back: f"{order.game.id}-{shot.name}{order.tail}.png"
        for shot in shots(order.game, (*cards, *tiles), order.composer.whole)
        for item in shot.items
    }
    taken = {name.removesuffix(f"{order.tail}.png") for name in names.values()}
    names[""] = fresh(f"{order.game.id}-blank", taken) + ".png"
    decks = list(_decks(order, cards, names, taken))
    for deck in decks:
        size = Size(deck.grid.columns * deck.grid.card.width, deck.grid.rows * deck.grid.card.height)
        yield _work(order, deck.face, deck.items, partial(_write_sheet, order, deck), size)
    for back, key in dict.fromkeys((deck.back, deck.back_key) for deck in decks):
        own = tuple(item for item in cards if item.back == key)
        yield _picture(order, back, key, order.pieces[CARDS], own)
    keys = {names[key]: key for item in tiles for key in (item.back, item.front) if key}
    for name, key in keys.items():
        own = tuple(item for item in tiles if name in (names[item.front], names[item.back]))
        yield _picture(order, name, key, order.pieces[own[0].piece], own)
    content = saved_object(order, decks, tiles, names, base)
    name = "-".join([order.game.id, *order.only]) + f"{order.tail}.json"
    said = {"objects": len(content["ObjectStates"]), "colour": str(Colour.SCREEN)}
    yield Work(order.folder / name, order, (*cards, *tiles), 0, partial(_write_json, content), said)


def _base(order: Order, found: list[Finding]) -> str:
    """What stands before a picture's name in its address."""
    if order.url is None:
        says = "the pictures are named without a place to find them"
        hint = (
            "copy them into Documents/My Games/Tabletop Simulator/Mods/Images, where a bare name is looked for; to play with"
            " others, Upload All in the Cloud Manager, or host them and build with --url https://…"
        )
        found.append(Finding(NO_URL, Span(f"{order.folder.name}/{order.game.id}.json"), says, hint))
        return ""
    if not re.fullmatch(r"(https?://[^\s/?#]+(/[^\s?#]*)?|file:///[^\s?#]+)", order.url):
        hint = "write https://example.org/duel/ or file:///C:/Games/duel/"
        raise Refused(Finding(BAD_URL, Span("--url"), f'"{order.url}" is no address of a folder of pictures', hint))
    return order.url.rstrip("/") + "/"


# --- pictures --------------------------------------------------------------------------------------------------------


def grid_for(cards: int, trim: Rect, ppi: int, sheet: CardSheet) -> Grid:
    """The grid that shows so many cells the largest, at `ppi` at most; of equals the one with the fewest cells."""
    full = pixels(trim, ppi)
    best = Grid(0, 0, Size(0, 0))
    for columns in range(1, min(sheet.columns, cards) + 1):
        rows = -(-cards // columns)
        if rows <= sheet.rows:
            shrunk = min(1.0, sheet.pixels / columns / full.width, sheet.pixels / rows / full.height)
            size = Size(max(1, int(full.width * shrunk + 1e-9)), max(1, int(full.height * shrunk + 1e-9)))
            better = size.width - best.card.width or best.columns * best.rows - columns * rows
            if not best.rows or better > 0:
                best = Grid(columns, rows, size)
    return best


def _decks(order: Order, cards: Sequence[Item], names: dict[str, str], taken: set[str]) -> Iterator[Deck]:
    """The cards by their backs, as many sheets for each as their fronts need; the last cell of a sheet is its back."""
    sheet, piece = order.profile.sheet, order.pieces[CARDS]
    assert sheet
    most = sheet.columns * sheet.rows - 1
    stem = "-".join([order.game.id, *order.only])
    by_back: dict[tuple[str, str], list[Item]] = {}
    for item in cards:
        by_back.setdefault((item.back, "" if item.back else item.card.family), []).append(item)
    number = 0
    for (back, _), own in by_back.items():
        fronts = list(dict.fromkeys(item.front for item in own))
        seat = [seat_slug(order.game, own[0].seat)] if back and own[0].seat else []
        for first in range(0, len(fronts), most):
            part = tuple(fronts[first : first + most])
            number += 1
            face = fresh("-".join([stem, "sheet", own[0].card.family, *seat]), taken) + f"{order.tail}.png"
            grid = grid_for(len(part) + 1, piece.trim, order.ppi, sheet)
            on_it = tuple(item for item in own if item.front in part)
            yield Deck(number, face, names[back], back, grid, part, on_it)


def _picture(order: Order, name: str, key: str, piece: Piece, items: tuple[Item, ...]) -> Work:
    """A face by itself, as large as the table's pictures may be."""
    full = pixels(piece.trim, order.ppi)
    assert order.profile.sheet
    shrunk = min(1.0, order.profile.sheet.pixels / max(full))
    size = Size(max(1, int(full.width * shrunk)), max(1, int(full.height * shrunk)))
    return _work(order, name, items, partial(_write_face, order, key, piece, size), size)


def _work(order: Order, name: str, items: tuple[Item, ...], write: Any, size: Size) -> Work:
    said = {"pixels": list(size), "colour": str(Colour.SCREEN)}
    return Work(order.folder / name, order, items, 0, write, said)


def _write_face(order: Order, key: str, piece: Piece, size: Size, out: BinaryIO) -> Written:
    picture, written = _drawn(order, key, piece, size)
    out.write(encoded(picture, order.ppi))
    return written


def _write_sheet(order: Order, deck: Deck, out: BinaryIO) -> Written:
    """The fronts row by row, and the back in every cell behind them, the last of which is what is shown of a hidden card."""
    from PIL import Image

    grid, piece = deck.grid, order.pieces[CARDS]
    whole = Image.new("RGB", (grid.columns * grid.card.width, grid.rows * grid.card.height))
    cells = grid.columns * grid.rows
    made: list[Written] = []
    for number, key in enumerate((*deck.fronts, deck.back_key)):
        picture, written = _drawn(order, key, piece, grid.card)
        for place in range(number, number + 1 if key != deck.back_key else cells):
            row, column = divmod(place, grid.columns)
            whole.paste(picture, (column * grid.card.width, row * grid.card.height))
        made.append(written)
    out.write(encoded(whole, order.ppi))
    fonts = sorted({font for one in made for font in one.fonts})
    inks = sorted({ink for one in made for ink in one.inks})
    return Written(1, tuple(fonts), tuple(inks), sum(one.images for one in made))


def _drawn(order: Order, key: str, piece: Piece, size: Size) -> tuple[Any, Written]:
    """A face, or the bare paper of a side that nothing is printed on."""
    from PIL import Image

    if not key:
        return Image.new("RGB", size, "white"), Written(1, (), (), 0)
    return drawn(order, key, piece.trim, size)


# --- the saved object ------------------------------------------------------------------------------------------------


def saved_object(order: Order, decks: Sequence[Deck], tiles: Iterable[Item], names: dict[str, str], base: str) -> Json:
    """The whole of it as the game reads it: a deck for every back, every other piece as a tile, what is many in a bag."""
    objects = [*_deck_objects(order, decks, base), *_tile_objects(order, tiles, names, base)]
    _lay_out(objects)
    states = [content for content, _, _ in objects]
    _number(order.game.id, states)
    empty = ("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity", "Table", "Sky", "Note")
    return {
        **dict.fromkeys(empty, ""),
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": states,
    }


_Laid = tuple[Json, float, float]
"""An object, and how wide and deep it lies (units)."""


def _deck_objects(order: Order, decks: Sequence[Deck], base: str) -> Iterator[_Laid]:
    piece = order.pieces[CARDS]
    scale = piece.trim.h / 88
    lies = piece.trim.w / UNIT, piece.trim.h / UNIT
    by_back: dict[tuple[str, str], list[Deck]] = {}
    for deck in decks:
        by_back.setdefault((deck.back_key, deck.items[0].card.family), []).append(deck)
    for own in by_back.values():
        sheets = {str(deck.number): _custom_deck(deck, piece, base) for deck in own}
        cards = []
        for deck in own:
            for item in deck.items:
                said = {
                    **_object("Card", _name(order, item), _text(order, item), scale, FACE_DOWN),
                    "CardID": deck.card_id(item.front),
                    "SidewaysCard": piece.trim.w > piece.trim.h,
                    "CustomDeck": {str(deck.number): sheets[str(deck.number)]},
                    "Hands": True,
                    "HideWhenFaceDown": True,
                }
                cards += [dict(said) for _ in range(item.copies)]
        if len(cards) == 1:  # a deck has two cards at least
            yield {**cards[0], "Name": "CardCustom"}, *lies
            continue
        family = next(f for f in order.game.families if f.id == own[0].items[0].card.family)
        title = str(in_language(family.record.name, order.composer.language, order.game.language))
        seat = own[0].items[0].seat if own[0].back_key else ""
        content = {
            **_object("DeckCustom", f"{title} {seat}".rstrip(), "", scale, FACE_DOWN),
            "SidewaysCard": piece.trim.w > piece.trim.h,
            "Hands": False,
            "HideWhenFaceDown": True,
            "DeckIDs": [card["CardID"] for card in cards],
            "CustomDeck": sheets,
            "ContainedObjects": cards,
        }
        yield content, *lies


def _custom_deck(deck: Deck, piece: Piece, base: str) -> Json:
    return {
        "FaceURL": base + quote(deck.face),
        "BackURL": base + quote(deck.back),
        "NumWidth": deck.grid.columns,
        "NumHeight": deck.grid.rows,
        "BackIsHidden": True,
        "UniqueBack": False,
        "Type": 0 if piece.corner else 1,  # a rectangle, rounded or not
    }


def _tile_objects(order: Order, tiles: Iterable[Item], names: dict[str, str], base: str) -> Iterator[_Laid]:
    """A tile each, as it has two sides and a known size, which a Custom_Board has not."""
    for item in tiles:
        piece = order.pieces[item.piece]
        w, h = piece.trim.w, piece.trim.h
        front = base + quote(names[item.front])
        name = f"{_name(order, item)} {item.seat}".rstrip()
        one = {
            **_object("Custom_Tile", name, _text(order, item), h / UNIT / TILE_HEIGHT, FACE_UP),
            "CustomImage": {
                "ImageURL": front,
                "ImageSecondaryURL": base + quote(names[item.back]) if item.back else front,
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                "CustomTile": {
                    "Type": 2 if w == h and 2 * piece.corner >= w else 0,  # a disc, or a rectangle
                    "Thickness": round(max(THINNEST, piece.stock.thickness / UNIT), 4),
                    "Stackable": item.copies > 1,
                    "Stretch": True,
                },
            },
        }
        if item.copies == 1:
            yield one, w / UNIT, h / UNIT
        else:
            bag = _object("Bag", f"{name} ({item.copies})", "", 1, FACE_UP)
            yield {**bag, "ContainedObjects": [dict(one) for _ in range(item.copies)]}, 2.0, 2.0


def _object(name: str, nickname: str, description: str, scale: float, turned: int) -> Json:
    """What every object has; its place is told when all are there. Turned about the upright axis, to be read from below."""
    scale = round(scale, 5)
    return {
        "GUID": "",
        "Name": name,
        "Transform": {
            "posX": 0.0,
            "posY": 1.0,
            "posZ": 0.0,
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": float(turned),
            "scaleX": scale,
            "scaleY": 1.0,
            "scaleZ": scale,
        },
        "Nickname": nickname,
        "Description": description,
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
    }


def _lay_out(objects: Sequence[_Laid]) -> None:
    """Rows from the left and the far side about the table's middle, each as deep as its deepest object."""
    x, far, deepest = 0.0, 0.0, 0.0
    middles: list[tuple[float, float]] = []
    for _, wide, deep in objects:
        if x and x + wide > ROW:
            x, far, deepest = 0.0, far + deepest + GAP, 0.0
        middles.append((x + wide / 2, far + deep / 2))
        x, deepest = x + wide + GAP, max(deepest, deep)
    for (content, _, _), (right, near) in zip(objects, middles, strict=True):
        content["Transform"] |= {"posX": round(right - ROW / 2, 4), "posZ": round((far + deepest) / 2 - near, 4)}


def _number(game: str, objects: Iterable[Json]) -> None:
    """Six hexadecimal digits for every object, those in decks and bags too: the same for the same game."""
    taken: set[str] = set()

    def numbered(content: Json, path: str) -> None:
        salt = 0
        while not content["GUID"] or content["GUID"] in taken:
            content["GUID"] = sha256(f"{game}/{path}/{salt}".encode()).hexdigest()[:6]
            salt += 1
        taken.add(content["GUID"])
        for place, inner in enumerate(content.get("ContainedObjects", ())):
            numbered(inner, f"{path}/{place}")

    for place, content in enumerate(objects):
        numbered(content, str(place))


def _name(order: Order, item: Item) -> str:
    return str(in_language(item.card.record.name, order.composer.language, order.game.language))


def _text(order: Order, item: Item) -> str:
    """What a card says: the sentences among its fields, each a paragraph, without signs of stress."""
    family = next(f for f in order.game.families if f.id == item.card.family)
    fields = order.composer.words(item.card)
    words = [text for name, value in fields.items() if name in family.worded and name != "name" for text in _strings(value)]
    return "\n".join(text for text in map(plain, words) if _SENTENCE.search(text))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _strings(inner)


def _write_json(content: Json, out: BinaryIO) -> Written:
    out.write(json.dumps(content, ensure_ascii=False, indent=1).encode() + b"\n")
    return Written(0, (), (), 0)
