"""The manifest of a folder of files: what each holds, for whom it is, and by whose leave."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cardgen import __version__
from cardgen.compose import Item
from cardgen.impose import Grid
from cardgen.load import Game
from cardgen.model import in_language
from cardgen.write.pdf import Written

Entry = dict[str, Any]


def entry(
    game: Game, name: str, profile: str, written: Written, items: Iterable[Item], bleed: float, on: Grid | None, colour: str
) -> Entry:
    """What the manifest says of one file; lengths in mm. Its size and digest are added when it is whole.

    The game's version, date and card are said here, as a file of a former version may lie beside it.
    """
    record = game.record
    pieces = [{"card": i.card.id, "family": i.card.family, "seat": i.seat, "copies": i.copies} for i in items]
    out: Entry = {
        "file": name,
        "profile": profile,
        "version": record.version,
        "date": record.date,
        "card": {"width": record.card.width, "height": record.card.height, "corner": record.card.corner},
        "pages": written.pages,
        "cards": sum(piece["copies"] for piece in pieces),
        "bleed": round(bleed, 3),
        "colour": colour,
        "inks": list(written.inks),
        "fonts": list(written.fonts),
        "images": written.images,
        "pieces": pieces,
    }
    if on:
        out |= {"paper": [on.paper.width, on.paper.height], "per sheet": on.columns * on.rows}
    return out


def manifest(game: Game, language: str, folder: Path, files: Iterable[Entry]) -> Iterator[bytes]:
    """The manifest of a folder as JSON, piece by piece, as a long deck's is long.

    What the former one said of other files that are still there is kept.
    """
    new = {file["file"]: file for file in files}
    all_files = {**{file["file"]: file for file in _kept(folder)}, **new}
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


def _kept(folder: Path) -> list[Entry]:
    try:
        files = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]
        return [file for file in files if (folder / file["file"]).is_file()]
    except (OSError, ValueError, KeyError, TypeError):
        return []
