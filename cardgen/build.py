"""The main job: load, compose, paint, impose, write. Files appear under their names when all of them are whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from cardgen import __version__, rulebook
from cardgen.compose import Composer, Item, Side
from cardgen.delivery import Delivery, digest_of, make_folders
from cardgen.face import Face, Wanted
from cardgen.findings import Code, Finding, Refused, Severity, Span, has_errors, in_order, nearest, noted
from cardgen.furniture import furniture
from cardgen.impose import Flip, Page, Paper
from cardgen.ink import Inking, Inks, inked
from cardgen.layout import Layout, laid_out
from cardgen.load import Family, Game, load
from cardgen.manifest import Entry, entry, manifest
from cardgen.pages import punch_sheet, single
from cardgen.pieces import CARDS, Piece, piece_of, pieces
from cardgen.preflight import preflight
from cardgen.printers import register_of
from cardgen.profile import Profile, bleed_for, load_profile
from cardgen.project import Project
from cardgen.secrecy import check_backs
from cardgen.sight import FAINT_TYPE, unseen
from cardgen.store import KEEP
from cardgen.units import Mm
from cardgen.validate import OF_RULES, Waivers, check_data, check_face
from cardgen.write import png, tts
from cardgen.write.content import Colour
from cardgen.write.order import Order, Work
from cardgen.write.pdf import Job, Written, write
from cardgen.write.pictures import Pictures

NOTHING_NAMED = Code("nothing-named", "--only names a family or a card; a misspelt name would build nothing")
NO_LANGUAGE = Code("no-such-language", "a language that the game does not list has no words to print")
NOTHING_TO_PRINT = Code("nothing-to-print", "a file without a page is taken by no printer")
SAME_FILE = Code("same-file", "two profiles that write one file would leave that of the second only")
LESS_BLEED = Code("less-bleed", "at home the bleed is what the paper's edge leaves room for", Severity.NOTE)

Progress = Callable[[str, int, int], None]

CHECKED_BLEED = Mm(3.0)
"""The bleed with which faces are composed where nothing is printed."""


class Request(NamedTuple):
    """What a user asks of a build; `None` and empty mean the defaults."""

    game: str
    profiles: tuple[str, ...]
    bleed: Mm | None = None
    only: tuple[str, ...] = ()
    language: str | None = None
    out: Path | None = None
    colour: Colour = Colour.PROCESS
    ppi: int | None = None
    flip: Flip = Flip.LONG
    url: str | None = None
    ink: Inking = Inking.FULL
    printer: str | None = None


class File(NamedTuple):
    """A file of a build: its path, what it holds, its pages."""

    path: Path
    profile: str
    pages: int
    size: int


class Built(NamedTuple):
    """What a build made: its files, how many cards and other pieces, and what was noticed that did not stop it."""

    files: tuple[File, ...]
    cards: int
    others: int
    findings: tuple[Finding, ...]


def build(project: Project, ask: Request, progress: Progress) -> Built:
    """Build a game's card files for the profiles asked. Refused, with every finding, where anything is an error."""
    game, found = load(project, ask.game)
    waivers = Waivers(game)
    if not has_errors(found):
        found += waivers.applied(check_data(game, thorough=False))
    language, families, only = game.language, list(game.families), list[str]()
    profiles: list[tuple[str, Profile, Mm]] = []
    with noted(found):
        language = language_of(game, ask.language)
    with noted(found):
        families, only = _chosen(game, pieces(game), ask.only, game.has_rules_sheet)
    asked = dict.fromkeys(ask.profiles)
    for name in asked:
        with noted(found):
            profile = load_profile(name)
            profiles.append((name, profile, bleed_for(profile, name, ask.bleed)))
    register = None
    with noted(found):
        register = register_of(project, ask.printer) if ask.printer else None
    if len(profiles) < len(asked):
        raise Refused(*found)
    composer = composer_of(
        project, game, language, max(_drawn_bleed(profile, bleed) for _, profile, bleed in profiles), waivers
    )
    try:
        items = composer.compose(families)
        inks = inked(game.inks, ask.ink)
        ppi = ask.ppi or max(profile.ppi for _, profile, _ in profiles)
        pictures = Pictures(composer.arts, composer.fonts, inks, composer.keep, ppi)
        wanted = list(dict.fromkeys(_wanted(composer, items)))
        found += composer.found + list(check_backs(game, items, composer.whole, composer.arts))
        if ask.ink is not Inking.FULL:
            found += _faint(composer, items, inks, ask.ink)
        folder = (ask.out or project.root / "output") / game.id
        plans: list[Work] = []
        printed: list[Order] = []
        shelf = rulebook.Shelf(game, composer)
        with_rules = not ask.only or rulebook.NAME in ask.only
        suffix = f".{ask.language}" if ask.language and ask.language != game.language else ""
        colour = Colour.BLACK if ask.ink is Inking.BLACK else ask.colour
        for name, profile, bleed in profiles:
            order = Order(
                game,
                composer,
                pictures,
                tuple(items),
                tuple(only),
                folder / profile.folder,
                suffix,
                name,
                profile,
                bleed,
                ask.ppi or profile.ppi,
                f"cardgen {__version__}",
                colour,
                ask.flip,
                register,
                ask.ink,
                ask.url,
            )
            with noted(found):
                plans += OUTPUTS[profile.kind](order, found)
                plans += shelf.works(order) if with_rules else ()
            printed += [order] if profile.kind in ("pages", "sheets") else []
        if with_rules and printed:
            with noted(found):
                plans += shelf.to_read(printed[0], folder)
        wanted = list(dict.fromkeys((*wanted, *shelf.wanted())))
        found += pictures.check(wanted)
        found += _same(plans)
        if not plans and not has_errors(found):
            found.append(_nothing(game, items))
        if not has_errors(found):
            found += make_folders(plan.target for plan in plans)
        if not has_errors(found):
            found += pictures.prepare(wanted, lambda done, of: progress("painting", done, of))
        if has_errors(found):
            raise Refused(*found)
        files = _write_all(game, composer, plans, ask, colour, progress)
    finally:
        composer.pack.close()
    cards = sum(i.copies for i in items if i.piece == CARDS)
    return Built(tuple(files), cards, sum(i.copies for i in items) - cards, tuple(in_order(found)))


def check(project: Project, name: str) -> list[Finding]:
    """Everything that is wrong with a game: its data, its templates, every face in every language, its ink scores."""
    game, found = load(project, name)
    waivers = Waivers(game)
    if not has_errors(found):  # a card that cannot be read is not one that is missing
        found += waivers.applied(check_data(game))
    for language in game.record.languages:
        composer = composer_of(project, game, language, CHECKED_BLEED, waivers)
        try:
            items = composer.compose(list(game.families))
            pictures = Pictures(composer.arts, composer.fonts, game.inks, composer.keep)
            found += composer.found + pictures.check(_wanted(composer, items))
            found += check_backs(game, items, composer.whole, composer.arts)
            for key, card in {item.front: item.card for item in items}.items():
                if face := composer.whole(key):  # also of what is kept: its waivers are needed
                    found += waivers.applied(check_face(game, card, face, language))
            if path := rulebook.source(game, composer):
                with noted(found):
                    rulebook.rulebook(game, composer, path, rulebook.A5, CHECKED_BLEED, rulebook.NAME)
            if not items and not has_errors(found):
                found.append(_nothing(game, items))
        finally:
            composer.pack.close()
    if not {f.code for f in found if f.severity is Severity.ERROR} - OF_RULES:  # of what was not drawn nothing is known
        found += waivers.unused()
    return in_order(found)


def composer_of(project: Project, game: Game, language: str, bleed: float, waivers: Waivers | None = None) -> Composer:
    """A composer whose faces are preflighted, and held against the game's rules, as they are drawn."""
    allowed = waivers or Waivers(game)

    def checked(side: Side, piece: Piece, face: Face) -> Iterator[Finding]:
        yield from preflight(face, piece, game.inks)
        if side.card:
            yield from allowed.applied(check_face(game, side.card, face, language))

    return Composer(project, game, language, bleed, project.root / KEEP, checked)


def language_of(game: Game, asked: str | None) -> str:
    """The language to print; refused where the game has no words in the one asked for."""
    if asked is None or asked in game.record.languages:
        return asked or game.language
    hint = "it lists: " + ", ".join(game.record.languages)
    raise Refused(Finding(NO_LANGUAGE, Span("--lang"), f'{game.id} has no words in "{asked}"', hint))


def _nothing(game: Game, items: Iterable[Item]) -> Finding:
    why = "this profile takes nothing of what is asked for" if any(items) else "every card that is asked for has 0 copies"
    says = f"there is no card to print: {why}"
    return Finding(NOTHING_TO_PRINT, game.documents[0].at("families"), says)


def _same(plans: Iterable[Work]) -> Iterator[Finding]:
    first: dict[Path, str] = {}
    for plan in plans:
        if plan.target in first:
            says = (
                f'the profiles "{first[plan.target]}" and "{plan.name}" both write {plan.target.parent.name}/{plan.target.name}'
            )
            yield Finding(SAME_FILE, Span("--for"), says, "give one of them another folder or suffix")
        first.setdefault(plan.target, plan.name)


def _chosen(game: Game, cut: dict[str, Piece], only: tuple[str, ...], has_rules: bool) -> tuple[list[Family], list[str]]:
    """The families, pieces, files or cards that are named, all of them where none is; their names in the game's order."""
    if not only:
        return list(game.families), []
    known = list(dict.fromkeys(name for f in game.families for name in (*_names(f, cut), *(c.id for c in f.cards))))
    known += [rulebook.NAME] if has_rules else []
    found = []
    for name in dict.fromkeys(only):
        if name not in known:
            hint = nearest(name, known) or "families: " + ", ".join(f.id for f in game.families)
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


def _names(family: Family, cut: dict[str, Piece]) -> tuple[str, ...]:
    """What a family's cards are asked for by: the family, its piece, the file that they are written to."""
    piece = piece_of(family)
    return family.id, piece, cut[piece].file


def _by_file(composer: Composer, items: Iterable[Item]) -> dict[str, list[Item]]:
    """What goes into which file, by its name."""
    out: dict[str, list[Item]] = {}
    for item in items:
        out.setdefault(composer.pieces[item.piece].file, []).append(item)
    return out


def _partly(game: Game, composer: Composer, file: str, only: list[str]) -> list[str]:
    """Which names were asked for of a file that is not printed whole; none where it is."""
    families = [f for f in game.families if composer.piece(f).file == file]
    if not only or all(not frozenset(only).isdisjoint(_names(f, composer.pieces)) for f in families):
        return []
    known = {name for f in families for name in (f.id, *(c.id for c in f.cards))}
    return [name for name in only if name in known]


def _wanted(composer: Composer, items: Iterable[Item]) -> Iterator[Wanted]:
    seen: set[str] = set()
    for item in items:
        for key in filter(None, (item.front, item.back)):
            if key not in seen:
                seen.add(key)
                yield from composer.pictures(key)


def _faint(composer: Composer, items: Iterable[Item], inks: Inks, how: Inking) -> Iterator[Finding]:
    """Words that are read in all inks and hardly in those that are laid."""
    for key in dict.fromkeys(key for item in items for key in (item.front, item.back) if key):
        if face := composer.whole(key):
            for fault in unseen(face, inks):
                if fault.code is FAINT_TYPE:
                    hint = f"with --ink {how} no wash is printed: let it stand on another ink, or paint it in one"
                    yield fault._replace(says=f"{fault.says}, with --ink {how}", hint=hint)


def _drawn_bleed(profile: Profile, bleed: Mm) -> Mm:
    """The bleed to compose with: a picture is cut from a face that reaches over its edge, and from the same as a shop's."""
    return max(bleed, CHECKED_BLEED) if profile.kind in ("png", "tts") else bleed


def _papers(order: Order, found: list[Finding]) -> Iterator[Work]:
    """A PDF for each file of a game: one face a page, or many on sheets of paper."""
    for file, own in _by_file(order.composer, order.items).items():
        only = _partly(order.game, order.composer, file, list(order.only))
        said = order.ink is not Inking.FULL or only[:1] in [[str(ink)] for ink in Inking]  # a card "low" is no deck in low ink
        stem = "-".join([file, *filter(None, [order.profile.suffix, order.ink if said else ""]), *only])
        with noted(found):
            yield _paper(order, order.folder / f"{stem}{order.suffix}.pdf", tuple(own), found)


def _paper(order: Order, target: Path, items: tuple[Item, ...], found: list[Finding]) -> Work:
    game, composer, layout = order.game, order.composer, _layout(order, items)
    bleed = layout.bleed if layout else order.bleed
    if bleed < order.bleed - 1e-6:
        says = f"{order.name} has room for {bleed:.2f} mm of bleed round the block of cards"
        found.append(Finding(LESS_BLEED, Span(f"{target.parent.name}/{target.name}"), says))
    placed: Counter[str] = Counter()
    for item in items:
        tiled = layout and item.piece in layout.said.get("tiles", {})
        placed.update({key: item.copies + bool(tiled) for key in (item.front, item.back)})
    pages: Callable[[], Iterator[Page]] = layout.pages if layout else lambda: single(items, composer.pieces, bleed)
    job = Job(
        title=f"{game.name(composer.language)}: {target.stem} for {order.name}",
        creator=order.creator,
        date=game.record.date,
        colour=order.colour,
        language=composer.language,
        flip=layout.flip if layout else None,
    )

    def written(out: BinaryIO) -> Written:
        return write(out, pages(), composer.face, lambda key: placed[key] > 1, composer.fonts, order.pictures, job)

    return Work(target, order.name, items, bleed, written, layout.said if layout else _sheets(order, items, bleed))


def _sheets(order: Order, items: Iterable[Item], bleed: float) -> dict[str, Any]:
    """What the manifest says of the sheets that tokens are punched from: their trimmed size (mm)."""
    punched = {name: piece for name, piece in order.composer.pieces.items() if piece.punched}
    sheets = {}
    for name, piece in punched.items():
        page = next(punch_sheet([item for item in items if item.piece == name], piece, bleed), None)
        if page and page.trim:
            sheets[name] = [round(page.trim.w, 2), round(page.trim.h, 2)]
    return {"sheets": sheets} if sheets else {}


def _layout(order: Order, items: tuple[Item, ...]) -> Layout | None:
    """How the items lie on a profile's paper; None where it has none."""
    if order.profile.paper is None:
        return None
    game, composer, own = order.game, order.composer, order.profile.paper
    paper = Paper(own.width, own.height, own.margin)
    stamp = f"{game.name(composer.language)} {game.record.version} · {game.record.date}"
    return laid_out(items, composer.pieces, paper, order.bleed, furniture(composer.fonts, stamp), order.flip, order.register)


OUTPUTS: Mapping[str, Callable[[Order, list[Finding]], Iterable[Work]]] = {
    "pages": _papers,
    "sheets": _papers,
    "png": png.works,
    "tts": tts.works,
}
"""Who writes what a profile's kind asks for."""


def _write_all(
    game: Game, composer: Composer, plans: list[Work], ask: Request, colour: Colour, progress: Progress
) -> list[File]:
    """Write every file beside its place, then give all of them their names; on any fault nothing of them is left."""
    files = []
    entries: dict[Path, list[Entry]] = {}
    with Delivery() as delivery:
        for number, plan in enumerate(plans):
            progress("writing", number, len(plans))
            with delivery.writing(plan.target) as out:
                written = plan.write(out)
            whole = delivery.written(plan.target)
            size = whole.stat().st_size
            files.append(File(plan.target, plan.name, written.pages, size))
            if not plan.listed:
                continue
            said = entry(game, composer, plan.target.name, plan.name, written, plan.items, plan.bleed, str(colour))
            said["ink"] = str(ask.ink)
            if ask.printer and plan.said.get("flip") in (Flip.LONG, Flip.SHORT):
                said["printer"] = ask.printer
            said |= {**plan.said, "bytes": size, "sha256": digest_of(whole)}
            entries.setdefault(plan.target.parent, []).append(said)
        for folder, of_folder in entries.items():
            with delivery.writing(folder / "manifest.json") as out:
                out.writelines(manifest(game, composer.language, folder, of_folder))
        delivery.place()
        progress("writing", len(plans), len(plans))
    return files
