"""The manifest of a folder of files: what each holds, for whom it is, and by whose leave."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cardgen import __version__
from cardgen.compose import Composer, Item
from cardgen.load import Game
from cardgen.model import Stock, in_language
from cardgen.pieces import CARDS, Piece
from cardgen.write.pdf import Written

Entry = dict[str, Any]


def entry(
    composer: Composer,
    pieces: Mapping[str, Piece],
    name: str,
    profile: str,
    written: Written,
    items: Iterable[Item],
    bleed: float,
    colour: str,
) -> Entry:
    """What the manifest says of one file; lengths in mm, the pieces as the profile makes them. Its size and digest are added
    when it is whole.

    The game's version, date and sizes are said here, as a file of a former version may lie beside it.
    """
    record = composer.game.record
    own = list(items)
    held = [{"card": i.card.id, "family": i.card.family, "seat": i.seat, "copies": i.copies} for i in own]
    sizes = {name: _described(composer, pieces[name]) for name in dict.fromkeys(item.piece for item in own)}
    return {
        "file": name,
        "profile": profile,
        "version": record.version,
        "date": record.date,
        "sizes": sizes,
        "pages": written.pages,
        "cards": sum(item.copies for item in own if item.piece == CARDS),
        "bleed": round(bleed, 3),
        "colour": colour,
        "inks": list(written.inks),
        "fonts": list(written.fonts),
        "images": written.images,
        "pieces": held,
    }


def _described(composer: Composer, piece: Piece) -> dict[str, Any]:
    """A piece's trim, corners, folds and stock; of a box the room inside it."""
    out: dict[str, Any] = {
        "width": round(piece.trim.w, 3),
        "height": round(piece.trim.h, 3),
        "corner": piece.corner,
        "stock": told_stock(piece.stock, composer),
    }
    if piece.folds.upright or piece.folds.level:
        out["folds"] = {"upright": list(piece.folds.upright), "level": list(piece.folds.level)}
    if piece.net:
        out["inside"] = [round(side, 2) for side in piece.net.inside]
    return out


def told_stock(stock: Stock, composer: Composer) -> dict[str, Any]:
    """A stock as the manifest says it: gsm, mm, the finish in the language that is printed."""
    finish = in_language(stock.finish, composer.language, composer.game.language)
    return {"gsm": stock.gsm, "thickness": stock.thickness, "finish": finish}


def manifest(game: Game, language: str, folder: Path, files: Iterable[Entry], alone: bool = False) -> Iterator[bytes]:
    """The manifest of a folder as JSON, piece by piece, as a long deck's is long.

    What the former one said of other files that are still there is kept, unless these stand `alone`.
    """
    new = {file["file"]: file for file in files}
    all_files = {**{file["file"]: file for file in (() if alone else told_of(folder))}, **new}
    record = game.record

    def words(value: object) -> object:
        return in_language(value, language, game.language)

    content = {
        "game": game.id,
        "name": game.name(language),
        "made by": f"cardgen {__version__}",
        "stock": {"gsm": record.stock.gsm, "thickness": record.stock.thickness, "finish": words(record.stock.finish)},
        "ground": record.ground,
        "files": [all_files[name] for name in sorted(all_files)],
        "credits": [{k: words(v) for k, v in credit} for credit in record.credits],
    }
    if record.waive:
        content["waived"] = [{k: words(v) for k, v in waiver if v} for waiver in record.waive]
    yield from (chunk.encode() for chunk in json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(content))
    yield b"\n"


def told_of(folder: Path) -> list[Entry]:
    """What the manifest of a folder says of the files that are still there."""
    try:
        files = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]
        return [file for file in files if (folder / file["file"]).is_file()]
    except (OSError, ValueError, KeyError, TypeError):
        return []
