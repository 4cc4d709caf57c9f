"""The contact sheet of a game: every face by family with what is wrong with it, as a page, as pictures, as a PDF."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardgen import __version__
from cardgen.build import NOTHING_TO_PRINT, Progress
from cardgen.delivery import Delivery, make_folders
from cardgen.face import Face, Wanted
from cardgen.findings import Finding, Refused, Severity, has_errors, in_order
from cardgen.impose import Page
from cardgen.project import Project
from cardgen.proof.alike import compared, look_alikes
from cardgen.proof.contact import Contact, asked_by, contact_of, unpainted
from cardgen.proof.drawn import badges
from cardgen.proof.fan import fan_page, fans, laid
from cardgen.proof.leaves import leaves
from cardgen.proof.letters import font_faces
from cardgen.proof.page import filled
from cardgen.proof.picture import Studio
from cardgen.proof.prints import Prints, dots, encoded
from cardgen.proof.state import State, state_of
from cardgen.proof.table import LARGE, SMALL, table
from cardgen.proof.vision import SIMULATIONS, Pixels, simulated
from cardgen.units import MM_PER_INCH, Rect
from cardgen.write.content import Colour
from cardgen.write.pdf import Job, write
from cardgen.write.pictures import Pictures
from cardgen.write.png import pixels, rendered

if TYPE_CHECKING:
    from PIL import Image

SMALL_PPI = 40
"""At 40 dots an inch a card is as large on a screen as its neighbour's across a table is to the eye."""
SIGHT_PPI = 64
"""Of the pictures of other sights: their words are read by nobody, their colours are looked at."""
MOST_PIXELS = 80_000_000
"""A sheet of more pixels is opened by few programs: of a very large game it has fewer dots an inch."""
PAGE_PIXELS = 40_000_000
"""All faces on a page have no more pixels than this together, so that a browser holds them; but at the least LEAST_PPI."""
LEAST_PPI = 72
_AT_ONCE = 2
"""Pictures that are packed while the next are drawn; more would be held in memory."""


class Proof(NamedTuple):
    """What a proof wrote: its files, how many faces they show, and everything that was found."""

    files: tuple[Path, ...]
    faces: int
    findings: tuple[Finding, ...]


def contact_sheet(project: Project, name: str, language: str | None, out: Path | None, ppi: int, progress: Progress) -> Proof:
    """Write the contact sheet of a game into `proof/`, pictures at `ppi` dots an inch: `faces.html`, `faces.pdf`, and
    `faces.png` with its forms: `-small`, `-fan`, and as seen by each of vision's sights.

    What is wrong is on the sheet, and told in what comes back. Refused where there is no game, or no face, to be shown.
    """
    state = state_of(project, name, language)
    try:
        if not state.faces:
            nothing = Finding(NOTHING_TO_PRINT, state.game.documents[0].at("families"), "there is no face to show")
            raise Refused(*state.found, *([] if has_errors(state.found) else [nothing]))
        return _written(state, out or project.root / "output", ppi, progress)
    finally:
        state.composer.pack.close()


def _written(state: State, out: Path, ppi: int, progress: Progress) -> Proof:
    studio = Studio(state)
    prints = Prints(studio)
    asked = asked_by(state)
    missing = unpainted(state, asked, state.found)
    found = prints.pictures.prepare(
        [w for w in asked if w not in set(missing)], lambda done, of: progress("painting", done, of)
    )
    missing = unpainted(state, asked, [*state.found, *found])
    contact = contact_of(state, look_alikes(state, dict(_looks(state, prints, missing, progress))), found, missing)
    folder = out / state.game.id / "proof"
    makers = dict(_files(contact, prints, ppi))
    if faults := make_folders(folder / name for name in makers):
        raise Refused(*faults)
    with Delivery() as delivery, ThreadPoolExecutor(_AT_ONCE) as pool:
        made: dict[str, Future[bytes]] = {}
        for number, (name, make) in enumerate(makers.items()):
            progress("drawing", number, len(makers))
            made[name] = pool.submit(_packed, *make())
        for name, data in made.items():
            with delivery.writing(folder / name) as file:
                file.write(data.result())
        delivery.place()
    progress("drawing", len(makers), len(makers))
    return Proof(tuple(folder / name for name in makers), len(contact.faces), tuple(in_order(contact.findings)))


def _looks(state: State, prints: Prints, missing: Iterable[Wanted], progress: Progress) -> Iterator[tuple[str, Pixels]]:
    """The faces that must be told apart, as they look; those whose picture cannot be painted are left out."""
    crossed = {want.what for want in missing}
    faces = [face for of_family in compared(state) for face in of_family]
    for number, face in enumerate(faces):
        progress("comparing", number, len(faces))
        if face.face and not any(want.what in crossed for want in state.wanted(face)):
            yield face.name, prints.look(face)


Made = tuple["bytes | Image.Image", float]
"""A file's bytes, or the picture that it shows and its dots an inch."""


def _packed(made: bytes | Image.Image, ppi: float) -> bytes:
    return made if isinstance(made, bytes) else encoded(made, ppi)


def _files(contact: Contact, prints: Prints, ppi: int) -> Iterator[tuple[str, Callable[[], Made]]]:
    """What is written, by its name: how it is made."""
    fonts = contact.state.composer.fonts

    def whole() -> Made:
        page = table(contact, fonts, LARGE)
        at = _fitting(page, ppi)
        enough = prints.halved if at <= prints.studio.ppi / 2 else prints.pictures
        return _rendered(contact, enough, page, at), at

    @cache
    def small() -> Image.Image:
        return _rendered(contact, prints.halved, table(contact, fonts, SMALL), SIGHT_PPI)

    def fanned() -> Made:
        page = fan_page(hands, fonts)
        at = _fitting(page, ppi)
        ground = _rendered(contact, prints.halved, page, at)
        return laid(ground, hands, at, contact.state.composer.bleed, prints.picture), at

    def seen(sight: str) -> Made:
        return simulated(small(), sight), SIGHT_PPI

    yield "faces.png", whole
    yield "faces.html", lambda: (page_of_faces(contact, prints, ppi), 0)
    yield "faces-small.png", lambda: (_smaller(small(), SMALL_PPI / SIGHT_PPI), SMALL_PPI)
    hands = fans(contact)
    if hands:
        yield "faces-fan.png", fanned
    for sight in SIMULATIONS:
        yield f"faces-{sight}.png", partial(seen, sight)
    yield "faces.pdf", lambda: (_pdf(contact, prints.halved, leaves(contact, fonts)), 0)


def _fitting(page: Page, ppi: int) -> int:
    """The dots an inch at which a page has no more pixels than a picture may have."""
    return int(min(ppi, (MOST_PIXELS / (page.width * page.height)) ** 0.5 * MM_PER_INCH))


def _rendered(contact: Contact, pictures: Pictures, page: Page, ppi: int) -> Image.Image:
    return rendered(_pdf(contact, pictures, [page]), pixels(Rect(0, 0, page.width, page.height), ppi))


def _smaller(picture: Image.Image, by: float) -> Image.Image:
    from PIL import Image

    return picture.resize((round(picture.width * by), round(picture.height * by)), Image.Resampling.BOX)


def _pdf(contact: Contact, pictures: Pictures, pages: list[Page]) -> bytes:
    """Pages of faces that are placed by their names, in screen colours."""
    out = io.BytesIO()
    state = contact.state
    faces = {shown.name: shown.face for shown in contact.faces}

    def face(name: str) -> Face:
        drawn = faces[name]
        assert drawn
        return drawn

    title = f"{state.game.name(state.composer.language)}: every face"
    job = Job(title, f"cardgen {__version__}", state.game.record.date, state.composer.language, Colour.SCREEN)
    write(out, iter(pages), face, lambda _: False, state.composer.fonts, pictures, job)
    return out.getvalue()


def page_of_faces(contact: Contact, prints: Prints, ppi: int) -> bytes:
    """The page for a browser, in one file."""
    state = contact.state
    record, bleed = state.game.record, state.composer.bleed
    medias = {shown.name: prints.studio.media(shown.seen) for shown in contact.faces if shown.face}
    area = sum(media.w * media.h for media in medias.values())
    at = min(ppi, max(LEAST_PPI, int((PAGE_PIXELS / area) ** 0.5 * MM_PER_INCH))) if area else ppi
    return filled(
        "faces.html",
        font_faces(state.composer.fonts, state.composer.keep),
        scripts=("faces.js",),
        language=state.composer.language,
        languages=len(record.languages),
        title=f"{state.game.name(state.composer.language)}: every face",
        name=state.game.name(state.composer.language),
        version=record.version,
        date=record.date,
        made=f"cardgen {__version__}",
        bleed=bleed,
        ppi=at,
        contact=contact,
        counts=counted(contact.findings),
        badges={shown.name: badges(shown.notes, state.composer.pieces[shown.seen.piece].trim) for shown in contact.faces},
        pictures={shown.name: prints.png(shown, dots(medias[shown.name], at)) for shown in contact.faces if shown.face},
        rounded={group.piece.id: _rounded(group.piece.trim, group.piece.corner) for group in contact.groups},
    )


def counted(findings: tuple[Finding, ...]) -> str:
    """How many findings there are of each severity: "2 errors, 1 warning"; "" where there are none."""
    counts = Counter(f.severity for f in findings)
    words = ((counts[severity], severity.value) for severity in Severity)
    return ", ".join(f"{n} {word}{'s' if n > 1 else ''}" for n, word in words if n)


def _rounded(trim: Rect, corner: float) -> str:
    """A rectangle with round corners as path data."""
    r = min(corner, trim.w / 2, trim.h / 2)
    w, h = trim.w - 2 * r, trim.h - 2 * r
    arcs = [f"a{r:g},{r:g} 0 0 1 {x:g},{y:g}" if r else "" for x, y in ((r, r), (-r, r), (-r, -r), (r, -r))]
    return f"M{r:g},0h{w:g}{arcs[0]}v{h:g}{arcs[1]}h{-w:g}{arcs[2]}v{-h:g}{arcs[3]}z"
