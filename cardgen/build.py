"""The main job: load, compose, paint, impose, write. Files appear under their names when all of them are whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cardgen import __version__, rulebook
from cardgen.chosen import chosen
from cardgen.compose import Composer, Item, Side
from cardgen.delivery import Delivery, digest_of, make_folders, told
from cardgen.face import Face, Wanted
from cardgen.findings import Code, Finding, Refused, Severity, Span, has_errors, in_order, noted
from cardgen.impose import Flip
from cardgen.ink import Inking, Inks, inked
from cardgen.load import Family, Game, load
from cardgen.manifest import Entry, entry, manifest
from cardgen.model import Copies
from cardgen.pieces import CARDS, Piece, piece_of, pieces
from cardgen.preflight import other_forms, preflight
from cardgen.printers import register_of
from cardgen.project import Project
from cardgen.readback.check import read_back
from cardgen.readback.picture import check_picture
from cardgen.register import Register
from cardgen.secrecy import check_backs
from cardgen.shops import CHECKED_BLEED, Asked, Shop, drawn_together, shop_of
from cardgen.sight import FAINT_TYPE, unseen
from cardgen.store import KEEP
from cardgen.translations import check_translations
from cardgen.units import Mm
from cardgen.validate import OF_RULES, Waivers, check_back, check_data, check_face
from cardgen.write import papers, png, tts
from cardgen.write.content import Colour
from cardgen.write.order import Order, Work
from cardgen.write.pictures import Pictures

NO_LANGUAGE = Code("no-such-language", "a language that the game does not list has no words to print")
NOTHING_TO_PRINT = Code("nothing-to-print", "a file without a page is taken by no printer")
SAME_FILE = Code("same-file", "two profiles that write one file would leave that of the second only")

REPRINT = "reprint"
"""The folder of what is printed once more."""

Progress = Callable[[str, int, int], None]


class Again(NamedTuple):
    """What is printed once more: how many of each card for each seat, by (card, seat), and whether the rules sheet too."""

    counts: Mapping[tuple[str, str], int]
    rules: bool


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
    again: Again | None = None


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
    cut = pieces(game)
    with noted(found):
        language = language_of(game, ask.language)
    with noted(found):
        families, only = chosen(game, cut, ask.only)
    families = _printed_again(families, ask.again) if ask.again else families
    with_rules = _with_rules(ask)
    with noted(found):
        found += check_translations(project, game, language, with_rules)
    asked = Asked(tuple(families), with_rules, ask.bleed, ask.ink, ask.colour is Colour.SPOT)
    shops: list[Shop] = []
    for name in dict.fromkeys(ask.profiles):
        with noted(found):
            shops.append(shop_of(game, name, asked, found))
    register = None
    with noted(found):
        register = register_of(project, ask.printer) if ask.printer else None
    if len(shops) < len(set(ask.profiles)):
        raise Refused(*found)
    families = [family for family in families if any(piece_of(family) in shop.fits for shop in shops)]
    with ExitStack() as open_packs:
        batches = []
        for (bleed, ppi), own in drawn_together(shops, ask.ppi).items():
            composer = composer_of(project, game, language, bleed, waivers)
            open_packs.callback(composer.pack.close)
            batches.append(_batch(composer, own, ppi, families, tuple(only), register, ask, found))
        plans = [plan for batch in batches for plan in batch.plans]
        if with_rules and (to_read := next((batch for batch in batches if batch.printed), None)):
            with noted(found):
                plans += to_read.shelf.to_read(to_read.printed[0], _folder(project, game, ask))
        wanted = [(batch.pictures, list(dict.fromkeys((*batch.wanted, *batch.shelf.wanted())))) for batch in batches]
        for pictures, own_wanted in wanted:
            found += pictures.check(own_wanted)
        found += _same(plans)
        if not plans and not has_errors(found):
            found.append(_nothing(game, families))
        if not has_errors(found):
            found += make_folders(plan.target for plan in plans)
        for pictures, own_wanted in wanted if not has_errors(found) else ():
            found += pictures.prepare(own_wanted, lambda done, of: progress("painting", done, of))
        if has_errors(found):
            raise Refused(*found)
        files = _write_all(plans, ask, found, progress)
    counts = [(piece_of(family), _copies(ask, c)) for family in families for c in game.copies(family)]
    cards = sum(n for piece, n in counts if piece == CARDS)
    return Built(tuple(files), cards, sum(n for _, n in counts) - cards, tuple(in_order(found)))


def _with_rules(ask: Request) -> bool:
    return ask.again.rules if ask.again else not ask.only or rulebook.NAME in ask.only


def _printed_again(families: Iterable[Family], again: Again) -> list[Family]:
    """The families with those of their cards that are printed once more; a family without any is left out."""
    wanted = {card for (card, _), count in again.counts.items() if count}
    own = [family._replace(cards=tuple(card for card in family.cards if card.id in wanted)) for family in families]
    return [family for family in own if family.cards]


def _copies(ask: Request, copies: Copies | Item) -> int:
    """How many of a card are printed: as the game has them, or as they are printed once more."""
    return ask.again.counts.get((copies.card.id, copies.seat), 0) if ask.again else copies.copies


class _Batch(NamedTuple):
    """What is composed with one bleed: the files to write, the pictures that they want, the orders that are PDF, the rules."""

    plans: list[Work]
    pictures: Pictures
    wanted: list[Wanted]
    printed: list[Order]
    shelf: rulebook.Shelf


def _batch(
    composer: Composer,
    shops: list[Shop],
    ppi: int,
    families: list[Family],
    only: tuple[str, ...],
    register: Register | None,
    ask: Request,
    found: list[Finding],
) -> _Batch:
    """Everything that these shops are given; what is wrong with it is noted."""
    game = composer.game
    composed = composer.compose([f for f in families if any(piece_of(f) in shop.fits for shop in shops)])
    items = [item._replace(copies=count) for item in composed if (count := _copies(ask, item))]
    found += composer.found + list(check_backs(game, items, composer.whole, composer.arts))
    if ask.ink is not Inking.FULL:
        found += _faint(composer, items, inked(game.inks, ask.ink), ask.ink)
    pictures = Pictures(composer.arts, composer.fonts, game.inks, composer.keep, ppi)
    shelf = rulebook.Shelf(game, composer)
    with_rules = _with_rules(ask)
    plans: list[Work] = []
    printed: list[Order] = []
    for shop in shops:
        order = Order(
            game,
            composer,
            pictures.in_inks(shop.inks),
            tuple(item for item in items if item.piece in shop.fits),
            shop.fits,
            only,
            _folder(composer.project, game, ask) / shop.profile.folder,
            f".{ask.language}" if ask.language and ask.language != game.language else "",
            shop.name,
            shop.profile,
            shop.bleed,
            ppi,
            f"cardgen {__version__}",
            Colour.BLACK if ask.ink is Inking.BLACK else ask.colour,
            ask.flip,
            register,
            ask.ink,
            ask.url,
        )
        with noted(found):
            plans += OUTPUTS[shop.profile.kind](order, found)
            plans += shelf.works(order) if with_rules and rulebook.NAME in shop.profile.makes else ()
        printed += [order] if shop.profile.kind in ("pages", "sheets") else []
    return _Batch(plans, pictures, list(dict.fromkeys(_wanted(composer, items))), printed, shelf)


def folder_of(project: Project, game: str, out: Path | None) -> Path:
    """The folder of a game's files: in `output/`, or in the one that a user names in its place."""
    return (out or project.root / "output") / game


def _folder(project: Project, game: Game, ask: Request) -> Path:
    folder = folder_of(project, game.id, ask.out)
    return folder / REPRINT if ask.again else folder


def check(project: Project, name: str) -> list[Finding]:
    """Everything that is wrong with a game: its data, its templates, every face in every language, its ink scores."""
    game, found = load(project, name)
    waivers = Waivers(game)
    if not has_errors(found):  # a card that cannot be read is not one that is missing
        found += waivers.applied(check_data(game))
    for language in game.record.languages:
        with noted(found):
            found += check_translations(project, game, language)
        composer = composer_of(project, game, language, CHECKED_BLEED, waivers)
        try:
            items = composer.compose(list(game.families))
            pictures = Pictures(composer.arts, composer.fonts, game.inks, composer.keep)
            found += composer.found + pictures.check(_wanted(composer, items))
            found += check_backs(game, items, composer.whole, composer.arts)
            for key, card in {item.front: item.card for item in items}.items():
                if face := composer.whole(key):  # also of what is kept: its waivers are needed
                    found += waivers.applied(check_face(game, card, face, language))
            families = {family.id: family for family in game.families}
            for key, of in {item.back: item.card.family for item in items if item.back}.items():
                if face := composer.whole(key):
                    found += waivers.applied(check_back(game, families[of], face, language))
            if path := rulebook.source(game, composer):
                with noted(found):
                    rulebook.rulebook(game, composer, path, rulebook.A5, CHECKED_BLEED, rulebook.NAME)
            if not items and not has_errors(found):
                found.append(_nothing(game, game.families))
        finally:
            composer.pack.close()
    if not {f.code for f in found if f.severity is Severity.ERROR} - OF_RULES:  # of what was not drawn nothing is known
        found += waivers.unused()
    return in_order(found)


def composer_of(
    project: Project, game: Game, language: str, bleed: float, waivers: Waivers | None = None, keep: Path | None = None
) -> Composer:
    """A composer whose faces are preflighted, and held against the game's rules, as they are drawn. `keep` is the store, where
    it is not the project's own.
    """
    allowed = waivers or Waivers(game)

    def checked(side: Side, piece: Piece, face: Face) -> Iterator[Finding]:
        yield from preflight(face, piece, game.inks)
        yield from other_forms(face, composer.fonts, language)
        if side.card:
            yield from allowed.applied(check_face(game, side.card, face, language))
        else:
            yield from allowed.applied(check_back(game, side.family, face, language))

    composer = Composer(project, game, language, bleed, keep or project.root / KEEP, checked)
    return composer


def language_of(game: Game, asked: str | None) -> str:
    """The language to print; refused where the game has no words in the one asked for."""
    if asked is None or asked in game.record.languages:
        return asked or game.language
    hint = "it lists: " + ", ".join(game.record.languages)
    raise Refused(Finding(NO_LANGUAGE, Span("--lang"), f'{game.id} has no words in "{asked}"', hint))


def _nothing(game: Game, families: Iterable[Family]) -> Finding:
    taken = any(game.copies(family) for family in families)
    why = "every card that is asked for has 0 copies" if any(families) and not taken else "no profile takes what is asked for"
    says = f"there is no card to print: {why}"
    return Finding(NOTHING_TO_PRINT, game.documents[0].at("families"), says)


def _same(plans: Iterable[Work]) -> Iterator[Finding]:
    first: dict[Path, str] = {}
    for plan in plans:
        if plan.target in first:
            shown = f"{plan.target.parent.name}/{plan.target.name}"
            says = f'the profiles "{first[plan.target]}" and "{plan.order.name}" both write {shown}'
            yield Finding(SAME_FILE, Span("--for"), says, "give one of them another folder or suffix")
        first.setdefault(plan.target, plan.order.name)


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


OUTPUTS: Mapping[str, Callable[[Order, list[Finding]], Iterable[Work]]] = {
    "pages": papers.works,
    "sheets": papers.works,
    "png": png.works,
    "tts": tts.works,
}
"""Who writes what a profile's kind asks for."""


def _write_all(plans: list[Work], ask: Request, found: list[Finding], progress: Progress) -> list[File]:
    """Write every file beside its place and read it back, then give all of them their names; on any fault nothing of them is
    left.
    """
    files = []
    entries: dict[Path, list[Entry]] = {}
    with Delivery() as delivery:
        for number, plan in enumerate(plans):
            progress("writing", number, len(plans))
            with delivery.writing(plan.target) as out:
                written = plan.write(out)
            whole, order = delivery.written(plan.target), plan.order
            size = whole.stat().st_size
            files.append(File(plan.target, order.name, written.pages, size))
            if not plan.listed:
                continue
            said = entry(
                order.composer, order.pieces, plan.target.name, order.name, written, plan.items, plan.bleed, str(order.colour)
            )
            said["ink"] = str(ask.ink)
            if ask.printer and plan.said.get("flip") in (Flip.LONG, Flip.SHORT):
                said["printer"] = ask.printer
            said |= {**plan.said, "bytes": size, "sha256": digest_of(whole)}
            entries.setdefault(plan.target.parent, []).append(said)
            found += _read_back(plan, whole, said, progress)
        if has_errors(found):
            raise Refused(*found)
        for folder, of_folder in entries.items():
            with delivery.writing(folder / "manifest.json") as out:
                composer = plans[0].order.composer
                out.writelines(manifest(composer.game, composer.language, folder, of_folder, alone=ask.again is not None))
        delivery.place()
        progress("writing", len(plans), len(plans))
    return files


def _read_back(plan: Work, whole: Path, said: Entry, progress: Progress) -> list[Finding]:
    """What is found in a file that is written and has not its name yet, for whom it is."""
    order, shown = plan.order, f"{plan.target.parent.name}/{plan.target.name}"
    with told(plan.target):
        if plan.target.suffix == ".png":
            return list(check_picture(whole, shown, order.profile)) if order.profile.kind == "png" else []
        if plan.target.suffix != ".pdf":
            return []
        judging = partial(progress, "judging")
        return read_back(whole, shown, order.profile, said, order.composer.keep, judging, brief=True)
