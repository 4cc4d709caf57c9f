"""A game sent to a shop: its files, the ticket that goes with them, a hard proof to have printed first; all in one zip."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from cardgen import __version__, docket, hard_proof
from cardgen.build import File, Progress, Request, build, composer_of, language_of
from cardgen.compose import Composer, Item
from cardgen.delivery import Delivery, digest_of, make_folders
from cardgen.docket import A4
from cardgen.face import Face, Tone, walk
from cardgen.findings import Code, Finding, Refused, Span, has_errors
from cardgen.formats import Fit
from cardgen.frozen import freeze
from cardgen.hard_proof import Frame, Part
from cardgen.impose import Page, Placed
from cardgen.ink import BLACK, PAPER, Ink, Inks, pressed
from cardgen.load import Game, load
from cardgen.manifest import Entry
from cardgen.pieces import CARDS, piece_of
from cardgen.profile import Profile, load_profile
from cardgen.project import Project
from cardgen.readback.check import read_back
from cardgen.readback.picture import check_picture
from cardgen.shops import Asked, only_one, shop_of
from cardgen.stationery import cut, drawn, wrapped, write_pages
from cardgen.store import digest
from cardgen.ticket import SHOWN_DIGEST, Proofed, Ticket, number, plates, ticket
from cardgen.ticket import Job as Told
from cardgen.units import Rect
from cardgen.write.content import Colour
from cardgen.write.pdf import Job
from cardgen.write.png import encoded, pixels, rendered

NO_ORDER = Code("no-order", "a job ticket goes to a shop: a printer at home, or a table online, takes no order")

TICKET, PROOF, README = "ticket", "hard-proof", "READ ME FIRST.txt"
KINDS = ("pages", "png")
"""The kinds of profiles that shops have."""
MARGIN = 13.0
"""What a hard proof of paper size keeps free round its columns (mm)."""
NAME_ROOM = 100.0
"""What a name may take in the type of tables (mm), of a line of 150: titles are set in a wider one."""
_INKS = {
    PAPER: Ink(PAPER, (0, 0, 0, 0), (255, 255, 255)),
    BLACK: Ink(BLACK, (0, 0, 0, 1), (0, 0, 0)),
    "seal": Ink("seal", (0, 0.92, 0.88, 0.06), (200, 40, 30)),
}
"""The inks of a ticket, whatever those of the game: it is read on a screen and printed in an office."""
_EARLIEST, _LATEST = date(1980, 1, 1), date(2107, 12, 31)
"""The days that a zip can tell (APPNOTE.TXT, 4.4.6)."""


class Sent(NamedTuple):
    """What an order made: the files of the game, those of the order, and what was noticed."""

    built: tuple[File, ...]
    files: tuple[Path, ...]
    findings: tuple[Finding, ...]


class _Shop(NamedTuple):
    """The game and the profile of an order, composed, its pieces as the shop makes them; what the manifest says of its files;
    where the order's own go, and what ends their names.
    """

    game: Game
    composer: Composer
    items: tuple[Item, ...]
    fits: Mapping[str, Fit]
    profile: Profile
    ask: Request
    folder: Path
    entries: tuple[Entry, ...]
    tail: str

    def target(self, name: str, ending: str) -> Path:
        return self.folder / "order" / f"{name}{self.tail}.{ending}"

    @property
    def card(self) -> Fit:
        """A card as the shop makes it, or as the game has it where the shop makes none."""
        return self.fits.get(CARDS) or Fit(self.composer.pieces[CARDS])

    def job(self, what: str, colour: Colour) -> Job:
        """What a file of the order says of itself."""
        title = f"{self.game.name(self.composer.language)}: {what} for {self.profile.says or self.ask.profiles[0]}"
        return Job(title, f"cardgen {__version__}", self.game.record.date, colour=colour)

    @property
    def bleed(self) -> float:
        return max(float(entry["bleed"]) for entry in self.entries)

    @property
    def ppi(self) -> int:
        return self.ask.ppi or self.profile.ppi


def dispatch(project: Project, ask: Request, progress: Progress) -> Sent:
    """Build a game for the one profile asked and write its order: ticket, hard proof, and a zip of all. Refused, with every
    finding, where anything is an error; the order's files appear together or not at all.
    """
    name = only_one(ask.profiles)
    profile = load_profile(name)
    if profile.kind not in KINDS:
        what = "Tabletop Simulator" if profile.kind == "tts" else "a printer at home"
        hint = "take a shop's profile, as in --for shop"
        raise Refused(Finding(NO_ORDER, Span("--for"), f'the profile "{name}" is {what}, which takes no order', hint))
    built = build(project, ask, progress)
    game, _ = load(project, ask.game)
    language = language_of(game, ask.language)
    folder = (ask.out or project.root / "output") / game.id / profile.folder
    files = [file for file in built.files if file.path.parent == folder]
    told = _told(folder / "manifest.json", files)
    tail = f".{language}" if language != game.language else ""
    own = shop_of(game, name, Asked(game.families, True, ask.bleed, ask.ink, ask.colour is Colour.SPOT), [])
    composer = composer_of(project, game, language, own.drawn)
    try:
        items = tuple(composer.compose([family for family in game.families if piece_of(family) in own.fits]))
        shop = _Shop(game, composer, items, own.fits, profile, ask, folder, tuple(told["files"]), tail)
        progress("ordering", 0, 1)
        written = _write(shop, files, told)
        progress("ordering", 1, 1)
    finally:
        composer.pack.close()
    return Sent(tuple(files), written, built.findings)


def _told(path: Path, files: Iterable[File]) -> dict[str, Any]:
    """What the manifest says, of these files alone, in the order in which they were written."""
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    own = {entry["file"]: entry for entry in told["files"]}
    told["files"] = [own[file.path.name] for file in files if file.path.name in own]
    return told


def _write(shop: _Shop, files: Sequence[File], told: Mapping[str, Any]) -> tuple[Path, ...]:
    """The order's files: the hard proof, the ticket that tells of it, the zip with both."""
    zipped = shop.target("-".join(filter(None, [shop.game.id, shop.profile.folder, shop.profile.suffix])), "zip")
    if missing := make_folders([zipped]):
        raise Refused(*missing)
    with Delivery() as delivery:
        proofs, proofed = _proofs(shop, delivery)
        name = shop.ask.profiles[0]
        job = Told(
            shop.game,
            shop.composer.language,
            tuple(by_sight(shop.composer, shop.items)),
            {**shop.composer.pieces, **{piece: fit.piece for piece, fit in shop.fits.items()}},
            shop.profile,
            Path(name).stem,
            shop.entries,
            proofed,
        )
        said = ticket(job)
        paper = shop.target(TICKET, "pdf")
        with delivery.writing(paper) as out:
            _write_ticket(shop, said, out)
        own = [paper, *proofs]
        readme = _readme(shop, said, [(path.name, digest_of(delivery.written(path))) for path in own])
        with delivery.writing(zipped) as out:
            texts = {README: readme.encode(), "manifest.json": _json(told)}
            held = {path.name: delivery.written(path) for path in own} | {file.path.name: file.path for file in files}
            _zip(out, texts, held, shop.game.record.date)
        delivery.place()
    return (paper, *proofs, zipped)


def by_sight(composer: Composer, items: Iterable[Item]) -> Iterator[Item]:
    """The items, with faces that look the same under one key: two families with one back have a single picture to print."""
    first: dict[str, str] = {}
    known = {"": ""}
    for item in items:
        for key in (item.front, item.back):
            if key not in known:
                known[key] = first.setdefault(digest(freeze(composer.face(key)._replace(name=""))), key)
        yield item._replace(front=known[item.front], back=known[item.back])


# --- the ticket -----------------------------------------------------------------------------------------------------------


def _write_ticket(shop: _Shop, said: Ticket, out: BinaryIO) -> None:
    fonts = shop.composer.fonts
    leaves = docket.laid(said, fonts)
    name, of_whom = cut(fonts, said.name, NAME_ROOM, 9), cut(fonts, said.shop, NAME_ROOM, 6)
    edition = cut(fonts, f"{said.edition} · profile {said.profile}", NAME_ROOM, 5)
    pages = []
    for n, leaf in enumerate(leaves, 1):
        more = {
            "name": name,
            "shop": of_whom,
            "edition": edition,
            "bands": leaf.bands,
            "leading": leaf.leading,
            "number": n,
            "of": len(leaves),
        }
        marks = drawn(shop.composer, "ticket", A4, 0.0, _INKS, more)
        pages.append(Page(A4.w, A4.h, None, None, (), marks, f"ticket {n}"))
    write_pages(shop.composer, _INKS, shop.ppi, pages, {}, shop.job("job ticket", Colour.SCREEN), out)


def _readme(shop: _Shop, said: Ticket, own: Iterable[tuple[str, str]]) -> str:
    """What is read first, by who has no program for PDF at hand; lines end as Windows' oldest editor wants them."""
    lines = [f"{said.name}: {said.edition}, for {said.shop}", "", f"{TICKET}.pdf says what is to be made, and of what."]
    if said.checks:
        lines += ["Print the hard proof first, on the stock of the job, and have it approved. Its smallest"]
        lines += ["type and its thinnest lines are finer than promised, on purpose: they show where it stops."]
    lines += ["Print every file as it is: no scaling, no change of colours, no marks of your own inside the bleed.", ""]
    if shop.profile.kind == "png":
        lines += _pairs(shop)
    lines += ["SHA-256                                                           file", ""]
    lines += [f"{digest}  {name}" for name, digest in own]
    lines += [f"{entry['sha256']}  {entry['file']}" for entry in shop.entries]
    lines += ["", f"manifest.json has the same and more for programs. Made by cardgen {__version__}."]
    return "\r\n".join(lines) + "\r\n"


def _pairs(shop: _Shop) -> list[str]:
    """Which picture is behind which, and how many of each pair a game has: of pictures no order tells it."""
    of = {(h["card"], h["seat"], e["side"]): e["file"] for e in shop.entries for h in e["pieces"] if "side" in e}
    counts: dict[tuple[str, str], int] = {}
    for item in shop.items:
        pair = of.get((item.card.id, item.seat, "front"), ""), of.get((item.card.id, item.seat, "back"), "-")
        counts[pair] = counts.get(pair, 0) + item.copies
    wide = max(len(front) for front, _ in counts)
    lines = [f"{'front':{wide}}  copies  back", ""]
    return [*lines, *(f"{front:{wide}}  {count:6}  {back}" for (front, back), count in counts.items()), ""]


# --- the hard proof -------------------------------------------------------------------------------------------------------


def _proofs(shop: _Shop, delivery: Delivery) -> tuple[list[Path], Proofed | None]:
    """The hard proof, written: a sheet with its bleed; for who makes nothing but cards, some cards, or pictures of them."""
    profile, press = shop.profile, shop.profile.press
    inks = pressed(shop.game.inks, press.rich, press.dieline) if press else shop.game.inks
    inks = hard_proof.inks_of(inks, press, shop.ask.colour is Colour.SPOT)
    cards = profile.kind == "png" or profile.makes == ("cards",) or bool(profile.sizes)
    if cards and profile.sizes and CARDS not in shop.fits:
        return [], None
    proof = _proof(shop, inks, cards)
    if not proof.pages:
        return [], None
    if profile.kind == "png":
        targets = [shop.target(f"{PROOF}-{n}", "png") for n in range(1, len(proof.pages) + 1)]
        for target, page in zip(targets, proof.pages, strict=True):
            one = io.BytesIO()
            job = shop.job("hard proof", Colour.SCREEN)
            write_pages(shop.composer, inks, shop.ppi, [page], proof.faces, job, one)
            with delivery.writing(target) as out:
                picture = rendered(one.getvalue(), pixels(Rect(0, 0, page.width, page.height), shop.ppi))
                out.write(encoded(picture, shop.ppi))
            _read_back(shop, target, delivery)
        last = targets[-1].name.rpartition("-")[2]
        return targets, Proofed(f"{PROOF}-1 … {last}", proof.trim, 0, "RGB", "")
    target = shop.target(PROOF, "pdf")
    colour = Colour.SPOT if any(ink.spot and not ink.is_plate_only for ink in inks.values()) else Colour.PROCESS
    job = shop.job("hard proof", colour)._replace(press=press)
    with delivery.writing(target) as out:
        written = write_pages(shop.composer, inks, shop.ppi, proof.pages, proof.faces, job, out)
    _read_back(shop, target, delivery)
    told = plates(inks, [{"inks": written.inks, "colour": str(colour)}], (True, len(proof.pages) > 1))[0]
    digest = digest_of(delivery.written(target))[:SHOWN_DIGEST]
    return [target], Proofed(target.name, proof.trim, len(proof.pages), told, digest)


def _read_back(shop: _Shop, target: Path, delivery: Delivery) -> None:
    """Refused where the shop would not take a file of the proof. That it is finer than a press promises is meant."""
    shown, whole = f"{target.parent.name}/{target.name}", delivery.written(target)
    if target.suffix == ".png":
        found = list(check_picture(whole, shown, shop.profile))
    else:
        found = read_back(whole, shown, shop.profile, None, shop.composer.keep)
    if has_errors(found):
        raise Refused(*found)


class _Proof(NamedTuple):
    """A hard proof: its trim, its pages, and the faces that are its own."""

    trim: Rect
    pages: list[Page]
    faces: dict[str, Face]


def _proof(shop: _Shop, inks: Inks, cards: bool) -> _Proof:
    """The pages of a hard proof. Cards have two sides: where their number is odd, the last one shows a card of the game."""
    composer, bleed, safe, fonts = shop.composer, shop.bleed, shop.profile.safe, shop.composer.fonts
    card, key = shop.card.piece.trim, _shown(shop)
    trim = Rect(0, 0, card.w, card.h) if cards else A4
    full = shop.card.media(bleed, shop.profile.ppi) if cards else trim.grown(bleed)  # of a shop that counts in pixels, theirs
    media = Rect(full.x - card.x, full.y - card.y, full.w, full.h) if cards else full
    frame = hard_proof.on_card(trim, safe) if cards else hard_proof.on_page(trim, MARGIN)
    ground = "ground" if shop.game.record.ground == "printed" and "ground" in inks else ""
    if ground and shop.profile.press and 100 * sum(inks[ground].cmyk[:3]) + 100 > shop.profile.press.limit:
        ground = ""  # black is printed over it
    parts = list(hard_proof.parts_of(inks, shop.profile.press, ground, bleed, safe, fonts, frame.width))
    if key and not cards:
        parts.append(Part("card", card.h + 1, "A card of the game", "Art, type, ground: as they will be.", (card.w, card.h)))
    leaves = hard_proof.laid(parts, frame, fonts)
    common = _common(shop, ground, frame, cards)
    proof = _Proof(trim, [], {})
    for n, spots in enumerate(leaves, 1):
        more = {**common, "spots": spots, "number": n, "of": len(leaves)}
        marks = drawn(composer, "hard-proof", trim, max(-media.x, -media.y), inks, more)
        proof.faces[f"{PROOF} {n}"] = Face(f"{PROOF} {n}", trim, bleed, marks)
        placed = [Placed(f"{PROOF} {n}", -media.x, -media.y, media)]
        for spot in (spot for spot in spots if spot.part.kind == "card"):
            placed.append(Placed(key, spot.x - card.x - media.x, spot.body - card.y - media.y, card))
        proof.pages.append(_page(trim, media, bleed, placed, n))
    if cards and len(leaves) % 2 and key:
        placed = [Placed(key, -full.x, -full.y, full)]
        proof.pages.append(_page(trim, media, bleed, placed, len(leaves) + 1))
    return proof


def _page(trim: Rect, media: Rect, bleed: float, placed: Iterable[Placed], n: int) -> Page:
    on = Rect(-media.x, -media.y, trim.w, trim.h)
    return Page(media.w, media.h, on, on.grown(bleed), tuple(placed), (), f"{PROOF} {n}")


def _common(shop: _Shop, ground: str, frame: Frame, cards: bool) -> dict[str, object]:
    """What every page of a hard proof is drawn from."""
    fonts, name = shop.composer.fonts, shop.game.name(shop.composer.language)
    sample = next(
        s
        for s in hard_proof.SAMPLES
        if len(wrapped(fonts, s, frame.width - 9, hard_proof.SIZES[-1])) == 1 or s is hard_proof.SAMPLES[-1]
    )
    return {
        "name": cut(fonts, f"Hard proof: {name}", frame.width - 9, 5) if cards else cut(fonts, name, NAME_ROOM, 9),
        "edition": cut(fonts, f"version {shop.game.record.version} of {shop.game.record.date}", NAME_ROOM, 5),
        "ground": ground,
        "frame": frame.line,
        "wide": not cards,
        "left": frame.columns[0],
        "intro": wrapped(fonts, hard_proof.INTRO.format(number(frame.line)), frame.trim.w - 2 * MARGIN, 8.5),
        "look": frame.look,
        "sizes": hard_proof.SIZES,
        "line_widths": hard_proof.LINES,
        "sample": sample.split("|"),
    }


def _shown(shop: _Shop) -> str:
    """The front of the first card that has a picture, or of the first card; "" where there is none."""
    fronts = [item.front for item in shop.items if item.piece == CARDS]
    painted = (
        key for key in fronts if (face := shop.composer.whole(key)) and any(isinstance(m, Tone) for m in walk(face.marks))
    )
    return next(painted, fronts[0] if fronts else "")


# --- the zip --------------------------------------------------------------------------------------------------------------


def _json(told: Mapping[str, Any]) -> bytes:
    return (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()


def _zip(out: BinaryIO, texts: Mapping[str, bytes], held: Mapping[str, Path], day: str) -> None:
    """The texts and then the files, by name, on the game's day: the same bytes on every day and every machine.

    They are stored, not packed: PDFs and PNGs are packed already, and another zlib would pack them otherwise.
    """
    first = min(max(date.fromisoformat(day), _EARLIEST), _LATEST)
    stamp = (first.year, first.month, first.day, 0, 0, 0)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as file:
        for name, text in texts.items():
            file.writestr(_entry(name, stamp, len(text)), text)
        for name, path in sorted(held.items()):
            with path.open("rb") as source, file.open(_entry(name, stamp, path.stat().st_size), "w") as into:
                shutil.copyfileobj(source, into, 1 << 20)


def _entry(name: str, stamp: tuple[int, int, int, int, int, int], size: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, stamp)
    info.create_system, info.external_attr = 0, 0x20  # a plain file of MS-DOS, which has no rights to unpack (4.4.15)
    info.file_size = size
    return info
