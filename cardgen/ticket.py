"""What a job ticket says: a game as a print shop reads it. Its files, their stock and finish, what goes into which box, what is
not made; as words, from what was built.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cardgen.compose import Item
from cardgen.ink import Inks, pressed
from cardgen.load import RULES_SHEET, Game
from cardgen.manifest import Entry
from cardgen.model import in_language
from cardgen.pieces import CARDS, Piece, counted
from cardgen.profile import Least, Press, Profile
from cardgen.units import MM_PER_PT, Rect

SHOWN_DIGEST = 8
"""So many digits of a SHA-256 tell two files of one job apart; the manifest has all of them."""
_FACES = {
    "front-first": "front and back in turn",
    "back-first": "back and front in turn",
    "backs-last": "all fronts, then the backs",
}
_STANDARDS = {
    "X-1a:2003": "PDF/X-1a:2003 (ISO 15930-4)",
    "X-4": "PDF/X-4 (ISO 15930-7)",
    "none": "PDF, to no standard of exchange",
}


class Row(NamedTuple):
    """A file, or a piece in it, or all pictures of a piece: what it holds, its trimmed size, its pages, its different faces
    ("37 + 8": fronts and backs), how many a game has, its inks a side ("4/4 CMYK"), the plates beside these, its digest.
    """

    file: str
    holds: str
    trim: str
    pages: str
    faces: str
    copies: str
    inks: str
    others: str
    digest: str


class Making(NamedTuple):
    """How a piece is made: its stock, its finish, its corners, its folds, how it is cut."""

    piece: str
    stock: str
    finish: str
    corners: str
    folds: str
    cutting: str


class Ticket(NamedTuple):
    """A job ticket: whose and for whom, what holds for all files, a row a file, how each piece is made, how a game is packed,
    what is not made, what to look at on the hard proof (empty where there is none).
    """

    name: str
    edition: str
    shop: str
    profile: str
    facts: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]
    makings: tuple[Making, ...]
    packing: tuple[str, ...]
    left_out: str
    checks: tuple[str, ...]


class Proofed(NamedTuple):
    """The hard proof as the ticket tells of it: its files' name, size, pages, plates and digest."""

    file: str
    trim: Rect
    pages: int
    inks: str
    digest: str


class Job(NamedTuple):
    """What a ticket is written from: the game in a language, its items and its pieces as the shop makes them, the profile and
    its name, what the manifest says of the files, and the hard proof.
    """

    game: Game
    language: str
    items: Sequence[Item]
    pieces: Mapping[str, Piece]
    profile: Profile
    name: str
    entries: Sequence[Entry]
    proof: Proofed | None

    @property
    def shop(self) -> str:
        return self.profile.says or self.name

    @property
    def inks(self) -> Inks:
        """The inks as the press lays them, with its name for the dieline's plate."""
        press = self.profile.press
        return pressed(self.game.inks, press.rich, press.dieline) if press else self.game.inks

    def words(self, value: object) -> str:
        return str(in_language(value, self.language, self.game.language))

    def title(self, piece: str) -> str:
        """What a piece is called by people."""
        if piece == CARDS:
            return "Cards"
        return "Rules" if piece == RULES_SHEET else self.words(self.game.record.pieces[piece].name)


def ticket(job: Job) -> Ticket:
    """The ticket of a job."""
    record = job.game.record
    return Ticket(
        job.game.name(job.language),
        f"Version {record.version} of {record.date}",
        job.shop,
        job.name,
        tuple(_facts(job)),
        tuple(_rows(job)),
        tuple(_makings(job)),
        tuple(_packing(job)),
        _left_out(job),
        tuple(_checks(job)) if job.proof else (),
    )


def number(value: float) -> str:
    """A length in mm as a shop writes it: three decimals at the most (1/8 in is 3.175), no trailing noughts."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def size(*sides: float) -> str:
    return " × ".join(number(side) for side in sides)


def parts(cmyk: Iterable[float]) -> str:
    """Parts of process inks (0..1), those that are there: "C 45 M 35 Y 35 K 100"."""
    return " ".join(f"{plate} {part * 100:.0f}" for plate, part in zip("CMYK", cmyk, strict=True) if part) or "no ink"


def least_of(press: Press | None) -> tuple[str, str, str, str]:
    """The smallest type in one ink and in several or white, and the thinnest line in each, that a press prints well (pt)."""
    least = press.least if press else Least()
    type_, coloured, line, fine = (number(mm / MM_PER_PT) for mm in (least.type, least.coloured, least.line, least.fine))
    return type_, coloured, line, fine


def made(job: Job) -> dict[str, list[Entry]]:
    """The pieces that are in the files, the rules sheet among them, and the files of each, in the order of the game."""
    order = [*job.pieces, RULES_SHEET]
    found = {piece: [entry for entry in job.entries if piece in entry.get("sizes", {})] for piece in order}
    return {piece: entries for piece, entries in found.items() if entries}


# --- what holds for all ---------------------------------------------------------------------------------------------------


def _facts(job: Job) -> Iterator[tuple[str, str]]:
    profile, press = job.profile, job.profile.press
    bleeds = sorted({entry["bleed"] for entry in job.entries})
    safe = f"; safe margin {number(profile.safe)}" if profile.safe else ""
    yield "Bleed", " or ".join(number(b) for b in bleeds) + f" on every side{safe}"
    if press:
        yield "Standard", _STANDARDS[press.standard]
        says = f"{press.condition.name}: {press.condition.says}"
        yield "Condition", says if press.condition.icc else f"{says}; named, its ICC profile not embedded"
        yield "Total ink", f"at most {press.limit} %"
        if press.rich:
            yield "Rich black", parts(part / 100 for part in press.rich)
        yield "Black", "type and lines are K alone and overprint"
        yield "Type", "outlines, no font" if press.text == "outlines" else "live; every typeface is embedded"
    if profile.kind == "png":
        yield "Pictures", _pictures(job)
        corners = "cut round, transparent outside" if profile.corners == "round" else "square: they are rounded by the shop"
        yield "Corners", corners
    else:
        yield "Pages", f"one face each, {_FACES[profile.order]}; no marks"
    if job.proof is None:
        yield "Hard proof", "none: nothing that is made here has room for it"
    spots = sorted({job.inks[i].spot for e in job.entries for i in _spots(job.inks, e)})
    reds = sorted(ink.spot for ink in job.inks.values() if ink.spot and not ink.is_plate_only)
    if press and reds:
        shown = [red for red in reds if job.proof and red in job.proof.inks]
        bare = f"process; {', '.join(shown)} is on the hard proof alone" if shown else "process, no spot plate"
        yield "Red", f"spot, a plate of its own: {', '.join(spots)}" if spots else bare


def _pictures(job: Job) -> str:
    """The sizes of the pictures of cards, or of all where there is none of a card."""
    own = [e for e in job.entries if CARDS in e.get("sizes", {})] or job.entries
    sizes = sorted({tuple(e["pixels"]) for e in own if "pixels" in e})
    ppi = sorted({e["ppi"] for e in own if "ppi" in e})
    told = ", ".join(f"{w} × {h}" for w, h in sizes[:2]) + (" and other sizes" if len(sizes) > 2 else "")
    return f"PNG, RGB, {told} pixels" + (f", {ppi[0]} to the inch" if len(ppi) == 1 else "")


# --- the files ------------------------------------------------------------------------------------------------------------


def _rows(job: Job) -> Iterator[Row]:
    for piece, entries in made(job).items():
        if job.profile.kind == "png":
            yield _row(job, piece, entries, _alike(entries), "", "")
        else:
            for entry in entries:
                yield _row(job, piece, [entry], entry["file"], f"{_pages(job, piece, entry)}", entry["sha256"][:SHOWN_DIGEST])
    if proof := job.proof:
        w, h = proof.trim.w, proof.trim.h
        yield Row(proof.file, "Hard proof", size(w, h), str(proof.pages or ""), "", "", proof.inks, "", proof.digest)


def _row(job: Job, piece: str, entries: list[Entry], file: str, pages: str, digest: str) -> Row:
    own = [item for item in job.items if item.piece == piece and any(_holds(entry, item) for entry in entries)]
    sides = {side for entry in entries for side in _sides(entry)}
    fronts, backs = ({key for item in own if side in sides and (key := getattr(item, side))} for side in ("front", "back"))
    said = entries[0]["sizes"][piece]
    trim = size(said["width"], said["height"])
    if sheet := entries[0].get("sheets", {}).get(piece):
        trim = f"{size(*sheet)}, sheet"
    elif "inside" in said:
        trim += ", flat"
    one_sided = fronts and "back" in sides and piece not in (RULES_SHEET, CARDS) and not job.pieces[piece].net
    faces = f"{len(fronts)} + {len(backs)}" if backs else f"{len(fronts)}, no back" if one_sided else str(len(fronts) or "")
    copies = 1 if piece == RULES_SHEET else sum(item.copies for item in own)
    printed = (True, True) if piece == RULES_SHEET else (bool(fronts), bool(backs))
    inks, others = plates(job.inks, entries, printed)
    return Row(file, job.title(piece), trim, pages, faces, str(copies) if printed[0] else "", inks, others, digest)


def _sides(entry: Entry) -> set[str]:
    """The sides that a file holds; both, where the manifest says nothing of it, or where it is a picture."""
    if "sides" in entry:
        return {side.removesuffix("s") for side in entry["sides"]}
    return {"front", "back"}


def _holds(entry: Entry, item: Item) -> bool:
    held = entry["pieces"]
    return any(one["card"] == item.card.id and one["seat"] == item.seat for one in held)


def _pages(job: Job, piece: str, entry: Entry) -> int:
    """How many pages of a file show a piece: all, where it holds no other."""
    if len(entry["sizes"]) == 1:
        return int(entry["pages"])
    own = [item for item in job.items if item.piece == piece and _holds(entry, item)]
    sides = _sides(entry)
    shown = [sum(1 if job.pieces[piece].punched else i.copies for i in own if getattr(i, s)) for s in sorted(sides)]
    return sum(min(1, count) if job.pieces[piece].punched else count for count in shown)


def _alike(entries: list[Entry]) -> str:
    """The name of a picture, or how many there are: the manifest has their names."""
    return str(entries[0]["file"]) if len(entries) == 1 else f"{len(entries)} PNG files"


def plates(inks: Inks, entries: Iterable[Entry], printed: tuple[bool, bool]) -> tuple[str, str]:
    """The inks of files as a shop counts them, on fronts and backs ("5/5 CMYK + Seal Red", "RGB"), and the plates beside them
    that are no inks: what is cut or creased, varnish, foil.
    """
    own = list(entries)
    used = dict.fromkeys(name for entry in own for name in entry["inks"] if name in inks)
    others = dict.fromkeys(inks[name].spot for name in used if inks[name].is_plate_only)
    colours = {entry["colour"] for entry in own}
    if "screen" in colours:
        return "RGB", ""
    spots = dict.fromkeys(inks[name].spot for entry in own for name in _spots(inks, entry))
    laid = [inks[n] for n in used if not inks[n].is_plate_only and not ("spot" in colours and inks[n].spot)]
    process = "".join(plate for n, plate in enumerate("CMYK") if any(ink.cmyk[n] for ink in laid))
    front, back = (len(process) + len(spots) if side else 0 for side in printed)
    return f"{front}/{back} " + " + ".join(filter(None, [process, *spots])), ", ".join(others)


def _spots(inks: Inks, entry: Entry) -> list[str]:
    """The inks of a file that are plates of their own and are printed."""
    if entry["colour"] != "spot":
        return []
    return [name for name in entry["inks"] if name in inks and inks[name].spot and not inks[name].is_plate_only]


# --- how it is made -------------------------------------------------------------------------------------------------------


def _makings(job: Job) -> Iterator[Making]:
    for piece, entries in made(job).items():
        if piece == RULES_SHEET:
            pages = max(entry["pages"] for entry in entries)
            bound = f"{pages} pages, saddle-stitched" if pages > 4 else f"{pages} pages"
            paper = entries[0]["sizes"][piece].get("stock")
            made_of = f"{paper['gsm']} gsm, {paper['thickness']:.2f} mm" if paper else "to be agreed"
            yield Making(job.title(piece), made_of, str(paper["finish"]) if paper else "", "square", "", bound)
            continue
        own, said = job.pieces[piece], entries[0]["sizes"][piece]
        stock = said["stock"]
        made_of = f"{stock['gsm']} gsm, {stock['thickness']:.2f} mm"
        corners = f"round, radius {number(own.corner)}" if own.corner else "" if own.net else "square"
        yield Making(job.title(piece), made_of, str(stock["finish"]), corners, _folds(own), _cutting(own))


def _folds(piece: Piece) -> str:
    if piece.net:
        return f"{len(piece.net.folds)} creases"
    told = [
        f"{' and '.join(number(line) for line in lines)} from {edge}"
        for lines, edge in ((piece.folds.upright, "left"), (piece.folds.level, "top"))
        if lines
    ]
    return "; ".join(told)


def _cutting(piece: Piece) -> str:
    if piece.net:
        flaps = len(piece.net.glue)
        return f"die-cut, {flaps} glue flap{'s' if flaps > 1 else ''}"
    return f"punched {size(piece.trim.w, piece.trim.h)}, left in place" if piece.punched else "cut to the trim"


# --- how it is packed -----------------------------------------------------------------------------------------------------


def _packing(job: Job) -> Iterator[str]:
    """One game: which cards are a set, what goes into which box. Only what is made here is packed here."""
    here = made(job)
    counts = {piece: sum(i.copies for i in job.items if i.piece == piece) for piece in here}
    nets = {job.game.record.pieces[p].net: p for p in here if p in job.game.record.pieces and job.game.record.pieces[p].net}
    if CARDS in here:
        yield _sets(job, counts[CARDS])
    loose = [piece for piece in here if piece not in nets.values() and not (piece == CARDS and "tuck" in nets)]
    if (tuck := nets.get("tuck")) and CARDS in here:
        high = counts[CARDS] * job.pieces[CARDS].stock.thickness
        yield f"{job.title(tuck)} ({_inside(job, tuck)}): all {counts[CARDS]} cards, a stack of {number(high)} mm."
    if outer := nets.get("tray") or nets.get("lid"):
        inner = [tuck] if tuck else []
        held = _listed(_counted(job, piece, counts) for piece in [*inner, *loose])
        yield f"{job.title(outer)} ({_inside(job, outer)}): {held}."
        if "tray" in nets and "lid" in nets:
            yield f"{job.title(nets['lid'])}: put over it."
    elif not tuck:
        yield "There is no box: the pieces of one game are packed together, each kind banded or wrapped by itself."
    elif loose:
        yield f"There is no outer box: with it go {_listed(_counted(job, piece, counts) for piece in loose)}."


def _sets(job: Job, count: int) -> str:
    """How many cards one game has, and whose they are."""
    of: dict[str, int] = {}
    for item in job.items:
        if item.piece == CARDS:
            of[item.seat] = of.get(item.seat, 0) + item.copies
    whose = [f"{n} for {seat}" if seat else f"{n} shared" for seat, n in sorted(of.items(), key=lambda o: not o[0])]
    told = f" ({', '.join(whose)})" if len(of) > 1 else ""
    order = (
        "READ ME FIRST.txt lists front, back and copies" if job.profile.kind == "png" else "one deck in the order of the pages"
    )
    return f"One game has {count} card{'s' if count != 1 else ''}{told}; {order}."


def _counted(job: Job, piece: str, counts: Mapping[str, int]) -> str:
    count = counts.get(piece, 0)
    title = job.title(piece)
    return f"{title} ({count})" if count > 1 else title


def _listed(names: Iterable[str]) -> str:
    """Names in a row, parted by what is in none of them."""
    own = list(names)
    return ("; " if any("," in name for name in own) else ", ").join(own)


def _inside(job: Job, piece: str) -> str:
    net = job.pieces[piece].net
    return f"inside {size(*net.inside)} mm" if net else ""


def _left_out(job: Job) -> str:
    """What the game has and this order has not: the profile is not for it."""
    here = made(job)
    counts = counted(job.game)
    missing = [piece for piece, count in counts.items() if count and piece not in here]
    missing += [RULES_SHEET] if job.game.has_rules_sheet and RULES_SHEET not in here else []
    return _listed(_counted(job, piece, counts) for piece in missing)


def _checks(job: Job) -> Iterator[str]:
    """What to look at on the hard proof, a line each."""
    both = job.profile.press and job.profile.press.spots
    yield "Every step of each ramp is told from the next; none has a cast."
    yield "The faint ground is there and even, without dots to be seen."
    yield "Red is warm and full" + ("; process and spot are near enough." if both else ", neither orange nor brown.")
    yield "Black type has neither a coloured nor a white fringe."
    small, coloured, line, fine = least_of(job.profile.press)
    yield f"{small} pt is read in black, {coloured} pt in white and in red; strokes are whole."
    yield f"Lines are whole: {line} pt in black, {fine} pt in white and in red."
    yield "The frame is as far from all four edges."
    yield "Stock, finish and corners are those of this ticket."
