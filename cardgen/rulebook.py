"""A game's rules sheet: its text with the rules' numbers in it, its pictures, its pages in every form that is printed."""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple
from xml.etree.ElementTree import Element

from cardgen.booklet import Booklet, Sheet, set_booklet
from cardgen.booklet.flow import Picture
from cardgen.booklet.inset import inset, moved
from cardgen.booklet.pages import Chapter, Link
from cardgen.booklet.read import read_markdown
from cardgen.compose import TEMPLATE_FIELD, Composer, Side
from cardgen.face import Clipped, Face, Mark, Wanted, walk, wanted
from cardgen.findings import Code, Finding, Refused, Span, has_errors, nearest
from cardgen.frozen import freeze, thaw
from cardgen.impose import Flip, Page, Paper, Place, Placed
from cardgen.layout import put_right
from cardgen.load import RULES_SHEET, Game
from cardgen.manifest import told_stock
from cardgen.model import Folds
from cardgen.pieces import Piece
from cardgen.preflight import preflight
from cardgen.register import Register
from cardgen.source import read_text
from cardgen.stitch import leaf, stitched
from cardgen.store import digest, library, stored
from cardgen.templating import FAULTS, missing_name, raised, undefined
from cardgen.typeset import NoGlyph, TooLong
from cardgen.units import Matrix, Rect
from cardgen.validate.typed import ASKED, NUMBERS, TYPED_NUMBER, without_asked
from cardgen.write.content import Colour
from cardgen.write.order import Order, Work
from cardgen.write.pdf import Job, Written, write

NOT_SHOWN = Code("nothing-to-show", "a rules sheet that shows a card which is not there shows a gap")
UNSET_TEXT = Code("unset-text", "text that cannot be set is missing from the rules sheet")

A5 = (148.0, 210.0)
NAME = RULES_SHEET
"""What the rules sheet is asked for by, and its files are called."""
SAFE = 6.0
_MORE = {"wide": "wider", "high": "higher"}
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")


class Rulebook(NamedTuple):
    """A rules sheet set for one size of page: its pages by key, and where its chapters stand."""

    faces: dict[str, Face]
    booklet: Booklet
    sheet: Sheet

    def to_read(self) -> Iterator[Page]:
        """One page after the other with bookmarks and links, without bleed."""
        size = Rect(0, 0, self.sheet.width, self.sheet.height)
        for n, key in enumerate(self.faces):
            places = tuple(
                Place(c.name, c.title, max(1, c.level - 1), c.top) for c in self.booklet.chapters if c.page == n and c.level > 1
            )
            links = tuple((link.box, link.name) for link in self.booklet.links if link.page == n)
            yield Page(size.w, size.h, None, None, (Placed(key, 0, 0, size),), (), str(n + 1), places=places, links=links)

    def for_press(self, bleed: float) -> Iterator[Page]:
        """One page after the other with its bleed, and nothing that is not printed."""
        trim = Rect(0, 0, self.sheet.width, self.sheet.height)
        media = trim.grown(bleed)
        for n, key in enumerate(self.faces):
            boxes = Rect(bleed, bleed, trim.w, trim.h), Rect(0, 0, media.w, media.h)
            yield Page(media.w, media.h, *boxes, (Placed(key, bleed, bleed, media),), (), str(n + 1))

    def stitched(self, paper: Paper) -> Iterator[Page]:
        """Two pages a side, to be folded and stapled."""
        return stitched(list(self.faces), Rect(0, 0, self.sheet.width, self.sheet.height), paper)


class Shelf:
    """A game's rules sheet in every size that is asked for, each set once. Nothing, where the game has none."""

    def __init__(self, game: Game, composer: Composer) -> None:
        self.game, self.composer = game, composer
        self.path = source(game, composer)
        self._books: dict[tuple[float, float], Rulebook] = {}

    def works(self, order: Order) -> Iterator[Work]:
        """What a profile prints of it: pages for a press, or a booklet to staple. Refused with every finding."""
        name = "-".join(filter(None, (NAME, order.profile.suffix)))
        target = order.folder / f"{name}{order.tail}.pdf"
        if self.path and order.profile.kind == "pages":
            book = self._book(A5)
            yield self._work(order, target, book, lambda: book.for_press(order.bleed), order.bleed)
        elif self.path and order.profile.kind == "sheets" and order.profile.paper:
            paper = Paper(order.profile.paper.width, order.profile.paper.height, order.profile.paper.margin)
            own = self._book(size_on(paper))
            yield self._work(order, target, own, lambda: _put_right(own.stitched(paper), order.register), 0.0, Flip.SHORT)

    def to_read(self, order: Order, folder: Path) -> Iterator[Work]:
        """The pages to read on a screen: no profile's, and in no manifest. Refused with every finding."""
        if self.path:
            book = self._book(A5)
            screen = order._replace(name="a screen", colour=Colour.SCREEN)
            work = self._work(screen, folder / f"{NAME}{order.tail}.pdf", book, book.to_read, 0.0)
            yield work._replace(listed=False)

    def wanted(self) -> Iterator[Wanted]:
        """Every picture that the pages set so far ask for."""
        for book in self._books.values():
            for face in book.faces.values():
                yield from (w for m in walk(face.marks) if (w := wanted(m)))

    def _book(self, size: tuple[float, float]) -> Rulebook:
        assert self.path
        if size not in self._books:
            prefix = f"{NAME}-{len(self._books)}-"
            self._books[size] = rulebook(self.game, self.composer, self.path, size, self.composer.bleed, prefix)
        return self._books[size]

    def _work(
        self,
        order: Order,
        target: Path,
        book: Rulebook,
        pages: Callable[[], Iterator[Page]],
        bleed: float,
        flip: Flip | None = None,
    ) -> Work:
        title = f"{self.game.name(self.composer.language)}: {target.stem} for {order.name}"
        press = order.profile.press if bleed else None  # what is read on a screen, or stapled at home, is no press file
        job = Job(
            title,
            order.creator,
            self.game.record.date,
            self.composer.language,
            order.colour,
            flip,
            press,
        )

        def write_to(out: BinaryIO) -> Written:
            return write(out, pages(), book.faces.__getitem__, lambda _: False, self.composer.fonts, order.pictures, job)

        size: dict[str, object] = {"width": round(book.sheet.width, 2), "height": round(book.sheet.height, 2)}
        if paper := self.game.record.booklet:
            size["stock"] = told_stock(paper, self.composer)
        return Work(target, order, (), bleed, write_to, {"sizes": {NAME: size}})


def _put_right(pages: Iterator[Page], register: Register | None) -> Iterator[Page]:
    for page in pages:
        yield put_right(page, Flip.SHORT, register) if register else page


def source(game: Game, composer: Composer) -> Path | None:
    """The Markdown of a game's rules sheet in the composer's language, or else in the game's first; None where it has none."""
    names = [f"{NAME}.{composer.language}.md", f"{NAME}.md"]
    for name in names:
        if path := composer.project.find(f"card_data/{game.id}/{name}"):
            return path
    return None


def size_on(paper: Paper | None) -> tuple[float, float]:
    """The size of a page (mm): A5, or half of a paper that is narrower than A5's two pages."""
    if paper is None:
        return A5
    wide, high = leaf(paper)
    return A5 if wide >= A5[0] and high >= A5[1] else (wide, high)


def rulebook(game: Game, composer: Composer, path: Path, size: tuple[float, float], bleed: float, prefix: str) -> Rulebook:
    """The rules sheet set on pages of that size, or as the store keeps it; `prefix` begins its pages' keys. Refused with
    every finding.
    """
    composer.project.stays(path)
    text = read_text(path, composer.project.shown(path))
    key = digest(composer.everything, library("markdown-it-py"), text, size, bleed)
    kept = stored(composer.keep / "rules" / f"{key}.pages", lambda: _packed(*_set(game, composer, path, text, size, bleed)))
    first, faces, chapters, links = marshal.loads(kept)
    pages = tuple(map(thaw, faces))
    where = tuple(Link(page, Rect(*box), name) for page, box, name in links)
    booklet = Booklet(pages, tuple(Chapter(*chapter) for chapter in chapters), where)
    return Rulebook({f"{prefix}{n}": face for n, face in enumerate(pages, 1)}, booklet, Sheet(*size, bleed, first))


def _packed(booklet: Booklet, first: float) -> bytes:
    links = tuple((page, tuple(box), name) for page, box, name in booklet.links)
    faces = tuple(map(freeze, booklet.faces))
    chapters = tuple((c.page, c.top, c.level, c.title, c.name) for c in booklet.chapters)
    return marshal.dumps((first, faces, chapters, links))  # type: ignore[arg-type]


def _set(
    game: Game, composer: Composer, path: Path, text: str, size: tuple[float, float], bleed: float
) -> tuple[Booklet, float]:
    """The pages, and the space that the first one's picture takes. Refused with every finding."""
    shown = composer.project.shown(path)
    found = list(_typed(text, shown))
    blocks = read_markdown(_filled(composer, text, shown), shown)
    pictures = _Pictures(game, composer, shown, text)
    cover, first = pictures.cover(size, bleed)
    sheet = Sheet(*size, bleed, first)
    try:
        title, language = game.name(composer.language), composer.language
        booklet = set_booklet(blocks, composer.fonts, sheet, pictures.picture, cover, title, language=language)
    except (NoGlyph, TooLong) as fault:
        if isinstance(fault, NoGlyph):
            says = f'no font draws "{fault.char}"'
        else:
            room = "a line" if fault.what == "wide" else "a page"
            says = f"a word, a table or a row of pictures is {fault.over:.1f} mm {_MORE[fault.what]} than {room} has room for"
        raise Refused(*found, *pictures.found, Finding(UNSET_TEXT, Span(shown), says)) from None
    found += pictures.found
    if pictures.faulty:  # what is wrong with the card is told already
        raise Refused(*found)
    piece = Piece(NAME, NAME, booklet.faces[0].trim, 0, SAFE, Folds(), game.record.stock)
    for face in booklet.faces[1:]:
        own = face._replace(name=f"{NAME}, {face.name}", marks=tuple(m for m in face.marks if not isinstance(m, Clipped)))
        found += preflight(own, piece, game.inks)
    if has_errors(found):
        raise Refused(*found)
    return booklet, first


_NO_LONGER = "has no element False"
"""What Jinja says where a sheet's `holds` is asked of something that is not so."""


def _filled(composer: Composer, text: str, shown: str) -> str:
    """The Markdown with the game's numbers in it."""
    try:
        return composer.plain.from_string(text).render(composer.context)
    except FAULTS as error:
        lines = [int(getattr(error, "lineno", 0) or 0)]
        trace = error.__traceback__
        while trace:
            if trace.tb_frame.f_code.co_filename == "<template>":
                lines.append(trace.tb_lineno)
            trace = trace.tb_next
        if str(error).endswith(_NO_LONGER):  # noticed in the macro; what is wrong stands where it is called
            says = "a sentence here is made for other rules: what it is held to is no longer so"
            held = re.findall(r"\{\{-?\s*(holds\(.*?\))\s*-?\}\}", text.splitlines()[lines[1] - 1])
            hint = f"it is held to {' and to '.join(held)}" if held else ""
            raise Refused(Finding(TEMPLATE_FIELD, Span(shown, lines[1]), says, hint)) from None
        raise Refused(Finding(TEMPLATE_FIELD, Span(shown, lines[-1]), undefined(error, composer.context))) from None


def _typed(text: str, shown: str) -> Iterator[Finding]:
    """Numbers that are typed rather than asked of the rules; those of lists and of pictures' widths are none."""
    bare = _IMAGE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), without_asked(text))
    for number, line in enumerate(bare.splitlines(), 1):
        row = re.sub(r"^\s*(?:>\s*)?\d+\.\s", lambda m: " " * len(m[0]), line)
        for m in NUMBERS.finditer(row):
            yield Finding(TYPED_NUMBER, Span(shown, number, m.start() + 1), f'"{m[0]}" is typed', ASKED)


class _Pictures:
    """Brings the pictures of a rules sheet: composed faces, and diagrams; what is not there is found."""

    def __init__(self, game: Game, composer: Composer, shown: str, text: str) -> None:
        self.game, self.composer, self.shown, self.text = game, composer, shown, text
        self.found: list[Finding] = []
        self.faulty = False

    def cover(self, size: tuple[float, float], bleed: float) -> tuple[tuple[Mark, ...], float]:
        """The marks under the first page, and how far down (mm) they keep it free of text."""
        name = f"{self.game.id}/rules-cover.svg"
        if self.composer.project.find(f"templates/{name}") is None:
            return (), 0.0
        sheet = {"width": size[0], "height": size[1], "bleed": bleed, "seat": ""}
        marks, root = self._drawn(name, Rect(0, 0, *size), bleed, sheet)
        return marks, float(root.get("data-text-from", 0))

    def picture(self, what: str, width: float | None) -> Picture:
        kind, _, name = what.partition(":")
        if kind == "face" and (face := self._face(name)):
            piece = self.composer.pieces[face[1]]
            wide = width or face[0].trim.w / 2
            high = wide * face[0].trim.h / face[0].trim.w
            return Picture(wide, high, lambda x, y: [inset(face[0], piece.corner, wide, x, y, self.composer.fonts)])
        if kind == "diagram":
            drawn = self._diagram(name)
            if drawn:
                marks, trim = drawn
                return Picture(trim.w, trim.h, lambda x, y: list(moved(marks, Matrix(e=x, f=y))))
        elif kind != "face":
            says, hint = f'there is no picture of the kind "{kind}"', "write face:CARD or diagram:NAME"
            self.found.append(Finding(NOT_SHOWN, self._at(what), says, hint))
        return Picture(10, 10, lambda x, y: [])

    def _at(self, what: str) -> Span:
        """Where the sheet asks for a picture; the sheet alone, where a macro of it puts the name together."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if asked := re.search(rf"\]\(({re.escape(what)})(?![\w/-])", line):
                return Span(self.shown, number, asked.start(1) + 1)
        return Span(self.shown)

    def _face(self, name: str) -> tuple[Face, str] | None:
        """A card's front by its id, or a family's back as FAMILY/back; the first player's, where each has his own."""
        seat = self.game.seats[0] if self.game.seats else ""
        family_id, _, back = name.partition("/")
        for family in self.game.families:
            piece = self.composer.piece(family).id
            if back == "back" and family.id == family_id:
                return self._whole(Side(family, None, seat), piece)
            for card in family.cards if not back else ():
                if card.id == name:
                    return self._whole(Side(family, card, seat), piece)
        known = [card.id for family in self.game.families for card in family.cards]
        says = f'there is no card "{name}" to show'
        self.found.append(Finding(NOT_SHOWN, self._at(f"face:{name}"), says, nearest(name, known)))
        return None

    def _whole(self, side: Side, piece: str) -> tuple[Face, str] | None:
        face = self.composer.kept_face(side)
        self.faulty |= face is None
        return (face, piece) if face else None

    def _diagram(self, name: str) -> tuple[tuple[Mark, ...], Rect] | None:
        template = f"{self.game.id}/rules/{name}.svg"
        if self.composer.project.find(f"templates/{template}") is None:
            folder = Path(template).parent
            known = sorted({p.stem for r in self.composer.project.roots() for p in (r / "templates" / folder).glob("*.svg")})
            says = f'there is no diagram "templates/{template}"'
            self.found.append(Finding(NOT_SHOWN, self._at(f"diagram:{name}"), says, nearest(name, known)))
            return None
        marks, root = self._drawn(template, None, 0.0, {"seat": ""})
        view = [float(v) for v in root.get("viewBox", "0 0 10 10").split()]
        return marks, Rect(0, 0, view[2], view[3])

    def _drawn(
        self, template: str, trim: Rect | None, bleed: float, more: dict[str, object]
    ) -> tuple[tuple[Mark, ...], Element]:
        """A template filled and read, on a sheet of that size or of its own; its marks and its root."""
        composer = self.composer
        try:
            markup = composer.jinja.get_template(template).render({**composer.context, **more})
        except FAULTS as error:
            at = raised(composer.project, error, template, missing_name(error))
            raise Refused(Finding(TEMPLATE_FIELD, at, undefined(error, composer.context))) from None
        if trim is None:
            found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', markup)
            trim = Rect(0, 0, float(found[1]), float(found[2])) if found else Rect(0, 0, 10, 10)
        drawn = composer.picture(f"templates/{template}", trim, bleed, markup)
        self.found += drawn.findings
        return drawn.marks, drawn.root
