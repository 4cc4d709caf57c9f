"""All faces of a game side by side on one sheet, to be looked at: large, and as small as they look across a table."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cardgen import __version__
from cardgen.build import NOTHING_TO_PRINT, Progress, composer_of, language_of
from cardgen.compose import Composer, Item
from cardgen.delivery import Delivery, make_folders
from cardgen.face import Mark, Segment, Shape
from cardgen.findings import Finding, Refused, has_errors, in_order
from cardgen.impose import BLACK, Page, Placed
from cardgen.ink import Paint
from cardgen.load import Game, load
from cardgen.model import in_language
from cardgen.paths import rectangle
from cardgen.pieces import CARDS
from cardgen.project import Project
from cardgen.typeset import Style, shape, text_mark
from cardgen.units import IDENTITY, Mm, Rect
from cardgen.write.content import Colour
from cardgen.write.pdf import Job, write
from cardgen.write.pictures import Pictures
from cardgen.write.png import encoded, pixels, rendered

COLUMNS = 9
"""Faces in a row: what a deck of poker cards shows on a wide screen."""
GAP, CAPTION = 6.0, 5.0
"""Millimetres between faces, and what the words below each take."""
TABLE = Paint("black", 0.3)
SMALL_PPI = 40
"""At 40 dots an inch a card is as large on a screen as its neighbour's across a table is to the eye."""


class Shown(NamedTuple):
    """A face on the sheet: its key, and the words below it."""

    key: str
    words: str
    piece: str


class Proof(NamedTuple):
    """What a proof wrote: its pictures, how many faces they show, and what was noticed."""

    files: tuple[Path, ...]
    faces: int
    findings: tuple[Finding, ...]


def contact_sheet(project: Project, name: str, language: str | None, out: Path | None, ppi: int, progress: Progress) -> Proof:
    """Write `proof/faces.png`, every face of a game once at `ppi`, and `proof/faces-small.png`, the same as a thumbnail.

    Refused, with every finding, where a face has an error.
    """
    game, found = load(project, name)
    language = language_of(game, language)
    composer = composer_of(project, game, language, Mm(3.0))
    try:
        items = composer.compose(list(game.families))
        pictures = Pictures(composer.arts, composer.fonts, game.inks, composer.keep)
        faces = list(_faces(game, items, language))
        wanted = list(dict.fromkeys(w for face in faces for w in composer.pictures(face.key)))
        found += composer.found + pictures.check(wanted)
        if not faces and not has_errors(found):
            found.append(Finding(NOTHING_TO_PRINT, game.documents[0].at("families"), "there is no face to show"))
        if not has_errors(found):
            found += pictures.prepare(wanted, lambda done, of: progress("painting", done, of))
        folder = (out or project.root / "output") / game.id / "proof"
        targets = [folder / "faces.png", folder / "faces-small.png"]
        if not has_errors(found):
            found += make_folders(targets)
        if has_errors(found):
            raise Refused(*found)
        page = _sheet(faces, composer)
        pdf = _written(game, language, composer, page, pictures)
    finally:
        composer.pack.close()
    with Delivery() as delivery:
        for number, (target, dots) in enumerate(zip(targets, (ppi, SMALL_PPI), strict=True)):
            progress("drawing", number, len(targets))
            with delivery.writing(target) as file:
                file.write(encoded(rendered(pdf, pixels(Rect(0, 0, page.width, page.height), dots)), dots))
        delivery.place()
    return Proof(tuple(targets), len(faces), tuple(in_order(found)))


def _faces(game: Game, items: list[Item], language: str) -> Iterator[Shown]:
    """Every face once, by family: its fronts as the cards stand in their file, then its backs."""
    for family in game.families:
        own = [item for item in items if any(item.card is card for card in family.cards)]
        title = in_language(family.record.name, language, game.language)
        counts: dict[str, list[Item]] = {}
        for item in own:
            counts.setdefault(item.front, []).append(item)
        for key, of_face in counts.items():
            item = of_face[0]
            seats = f" {item.seat}" if item.seat and len({i.front for i in own if i.card is item.card}) > 1 else ""
            yield Shown(key, f"{item.card.id}{seats} · {' + '.join(str(i.copies) for i in of_face)}", item.piece)
        for key, seat, piece in dict.fromkeys((item.back, item.seat, item.piece) for item in own if item.back):
            yield Shown(key, f"back: {title} {seat}".rstrip(), piece)


def _written(game: Game, language: str, composer: Composer, page: Page, pictures: Pictures) -> bytes:
    out = io.BytesIO()
    job = Job(f"{game.name(language)}: every face", f"cardgen {__version__}", game.record.date, language, Colour.SCREEN)
    write(out, iter([page]), composer.face, lambda _: False, composer.fonts, pictures, job)
    return out.getvalue()


def _sheet(faces: list[Shown], composer: Composer) -> Page:
    """The faces in rows, each row as wide as COLUMNS cards at most, or as its one face where that is wider."""
    card = composer.pieces[CARDS].trim.w
    most = max([COLUMNS * (card + GAP), *(composer.pieces[f.piece].trim.w + GAP for f in faces)])
    rows: list[list[Shown]] = [[]]
    taken = 0.0
    for face in faces:
        piece = composer.pieces[face.piece]
        wide = piece.trim.w + GAP
        if rows[-1] and (taken + wide > most + 1e-6 or rows[-1][-1].piece != face.piece):
            rows.append([])
            taken = 0.0
        rows[-1].append(face)
        taken += wide
    fonts = composer.fonts
    style = Style(fonts.find("EB Garamond", 500, False), 9, BLACK)
    placed: list[Placed] = []
    words: list[Mark] = []
    holes: list[tuple[Segment, ...]] = []
    y = right = GAP
    for row in rows:
        x = GAP
        for face in row:
            trim, corner = composer.pieces[face.piece].trim, composer.pieces[face.piece].corner
            placed.append(Placed(face.key, x, y, trim))
            holes.append(rectangle(x, y, trim.w, trim.h, corner, corner))
            said = shape(fonts, style.font, face.words)
            words.append(text_mark(fonts, said, style, x + 1, y + trim.h + CAPTION - 1, IDENTITY, "proof"))
            x += trim.w + GAP
            right = max(right, x)
        y += max(composer.pieces[face.piece].trim.h for face in row) + CAPTION + GAP
    return Page(right, y, None, None, tuple(placed), (_table(right, y, holes), *words), "faces")


def _table(width: float, height: float, holes: list[tuple[Segment, ...]]) -> Shape:
    """The table that the faces lie on, drawn over them, so that their corners are as round as they will be cut."""
    path = rectangle(0, 0, width, height)
    for hole in holes:
        path += hole
    return Shape(path, TABLE, None, True, "proof")
