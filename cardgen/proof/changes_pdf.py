"""A comparison as a PDF for a meeting: set by the house's own typesetter, with the same pictures as the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, BinaryIO

from cardgen import __version__
from cardgen.booklet import Sheet, set_booklet
from cardgen.booklet.flow import Picture
from cardgen.booklet.read import Block, Figure, Figures, Heading, Piece, Pieces, Prose, Table
from cardgen.face import Clipped, Mark, Tone, Wanted
from cardgen.findings import Code, Finding, Refused, Severity, Span
from cardgen.impose import Page, Placed
from cardgen.paths import rectangle
from cardgen.proof.brief import UNREAD, copies, missing, note, summary
from cardgen.proof.compare import Change, Faces, Field
from cardgen.proof.moved import Line
from cardgen.proof.reprint import Again
from cardgen.proof.shots import Shot
from cardgen.proof.since import Compared
from cardgen.proof.words import Step
from cardgen.typeset import NoGlyph, TooLong
from cardgen.units import Matrix, Rect
from cardgen.write.content import Colour
from cardgen.write.pdf import Job, write
from cardgen.write.pictures import Image, Pictures, packed

if TYPE_CHECKING:
    from PIL import Image as Pillow

NOT_SET = Code("proof-not-set", "a field of more than a page cannot be set in the meeting's PDF", Severity.WARNING)

A4 = (210.0, 297.0)
WIDE, HIGH = 179.0, 92.0
"""The measure of its page (mm), and how high a picture stands at the most."""
GAP = 4.0
_LONGEST = 40
_LONG = re.compile(rf"\S{{{_LONGEST},}}")
"""A word of so many letters fits no column beside another."""
_SHOWN = ("before", "after", "difference")


def write_paper(compared: Compared, again: Sequence[Again], shots: Mapping[str, Shot], out: BinaryIO) -> None:
    """Write the PDF. Refused, with a warning, where a field is longer than a page."""
    composer, game = compared.after.state.composer, compared.after.state.game
    pasted = _Pasted(compared, shots)
    title = f"{game.name(composer.language)}: what changed since {compared.shown}"
    blocks = [_spelt(block, {}) for block in _blocks(compared, again, shots)]
    unknown: dict[str, str] = {}
    while True:
        try:
            booklet = set_booklet(blocks, composer.fonts, Sheet(*A4, 0.0, 0.0), pasted.picture, (), title, 1)
            break
        except NoGlyph as fault:  # a finding may tell of the very letter that no font draws
            if fault.char in unknown:
                raise
            unknown[fault.char] = " ".join(f"U+{ord(char):04X}" for char in fault.char)
            blocks = [_spelt(block, unknown) for block in blocks]
        except TooLong as fault:
            says = f"a word, a field or a row of pictures is {fault.over:.1f} mm more than its page has room for"
            raise Refused(Finding(NOT_SET, Span("changes.pdf"), says, "the page changes.html has all of it")) from None
    faces = {face.name: face for face in booklet.faces}
    size = Rect(0, 0, *A4)
    pages = [Page(*A4, None, None, (Placed(name, 0, 0, size),), (), str(n)) for n, name in enumerate(faces, 1)]
    job = Job(title, f"cardgen {__version__}", game.record.date, "en", Colour.SCREEN)
    write(out, iter(pages), faces.__getitem__, lambda _: False, composer.fonts, pasted, job)


class _Pasted(Pictures):
    """Pictures that are pixels already, by the names of their sides: "downward-cut/before"."""

    def __init__(self, compared: Compared, shots: Mapping[str, Shot]) -> None:
        composer = compared.after.state.composer
        super().__init__(composer.arts, composer.fonts, composer.game.inks, composer.keep)
        self.shots = shots

    def picture(self, what: str, width: float | None) -> Picture:
        """A picture to be set, cut to its corners."""
        shot = self.shots[what.rpartition("/")[0]]
        wide = width or WIDE
        high = wide * shot.size.h / shot.size.w
        corner = shot.corner * wide / shot.size.w
        ink, paper = next(iter(self.inks)), next(iter(self.inks))

        def draw(x: float, y: float) -> Iterator[Mark]:
            if self._pixels(what) is not None:
                tone = Tone(what, Rect(0, 0, wide, high), Matrix(wide, 0, 0, high, x, y), ink, ink, paper, "proof")
                yield Clipped(rectangle(x, y, wide, high, corner, corner), (tone,), "proof")

        return Picture(wide, high, draw)

    def image(self, w: Wanted, inks: tuple[str, str, str], colour: Colour) -> Image:
        """Its pixels, as a stream."""
        import numpy as np

        picture = self._pixels(w.what)
        assert picture
        rows = np.asarray(picture.convert("RGB"))
        high, wide = rows.shape[:2]
        return Image("mixed", wide, high, packed(rows.reshape(high, wide * 3), 3))

    def _pixels(self, what: str) -> Pillow.Image | None:
        name, _, side = what.rpartition("/")
        picture: Pillow.Image | None = getattr(self.shots[name], side)
        return picture


# --- what stands in it ---------------------------------------------------------------------------------------------------


def _blocks(compared: Compared, again: Sequence[Again], shots: Mapping[str, Shot]) -> Iterator[Block]:
    changes, game = compared.changes, compared.after.state.game
    yield Heading(1, _said(game.name(compared.after.state.composer.language)))
    yield Prose(_said(f"Version {game.record.version}, held against {compared.shown}. {summary(compared, again)}"))
    if shots:
        yield Prose((Piece("In the pictures of differences ink that is added is red, ink that is gone blue.", italic=True),))
    if not changes.any:
        yield Prose((Piece("Nothing changed, on paper or in the data.", italic=True),))
    if again:
        yield Heading(2, _said("Print again, throw away"))
        yield _reprint(again)
    if changes.gained or changes.lost or changes.rules:
        yield Heading(2, _said("The game"))
        yield from _checks(changes.gained, changes.lost)
        yield from _moved(changes.rules)
    if changes.unread:
        yield Heading(2, _said("Not read"))
        yield Prose(_said(f"{', '.join(changes.unread)}: {UNREAD}."))
    if changes.cards:
        yield Heading(2, _said("Cards"))
        for change in changes.cards:
            yield from _card(change, shots)
    for title, sides in (("Backs", changes.backs), ("Rules sheet", changes.sheet)):
        if sides:
            yield Heading(2, _said(title))
            for faces in sides:
                yield Heading(3, _said(faces.name))
                yield from _pictures(faces, shots)
    if changes.pieces or changes.fields:
        yield Heading(2, _said("Sizes, stock, inks, the game"))
        for name, fields in (*changes.pieces.items(), ("game.yaml, inks.yaml", changes.fields)):
            if fields:
                yield Heading(3, _said(name))
                yield _fields(fields)


def _card(change: Change, shots: Mapping[str, Shot]) -> Iterator[Block]:
    was = f"{change.was} → " if change.kind == "renamed" else ""
    yield Heading(3, _said(f"{change.title}  ·  {change.kind}  ·  {was}{change.id}"))
    for faces in change.faces:
        yield from _pictures(faces, shots)
    if change.fields and change.kind in ("changed", "renamed"):
        yield _fields(change.fields)
    if change.before != change.after:
        yield Prose((Piece("Copies: "), *_steps(copies(change))))
    yield from _checks(change.gained, change.lost)
    yield from _moved(change.rules)


def _pictures(faces: Faces, shots: Mapping[str, Shot]) -> Iterator[Block]:
    shot = shots[faces.name]
    have = [side for side in _SHOWN if getattr(shot, side) is not None]
    told = missing(faces)
    gone = [f"{side}: {told[side]}" for side in _SHOWN[:2] if side not in have]
    if gone:
        yield Prose((Piece("; ".join(gone), italic=True),))
    if not have:
        return
    board = shot.size.w > shot.size.h * 1.3
    across = 1 if board else 3
    wide = min(WIDE if across == 1 else (WIDE - 2 * GAP) / 3, HIGH * shot.size.w / shot.size.h)
    captions = {"before": "before", "after": "after", "difference": f"difference: {note(shot)}" if board else "difference"}
    figures = [Figure(f"{faces.name}/{side}", round(wide, 2), captions[side]) for side in have]
    for n in range(0, len(figures), across):
        yield Figures(tuple(figures[n : n + across]))


def _fields(fields: Iterable[Field]) -> Table:
    rows = []
    for field in fields:
        gone = tuple(_piece(step) for step in field.steps if step.kind != "new")
        new = tuple(_piece(step) for step in field.steps if step.kind != "gone")
        rows.append((_said(field.name), gone, new))
    return Table((_said("field"), _said("before"), _said("after")), tuple(rows), ("left", "left", "left"))


def _reprint(again: Sequence[Again]) -> Table:
    head = tuple(map(_said, ("card", "whose", "print", "throw away", "why")))
    rows = [(_said(a.title), _said(a.seat), _said(str(a.print)), _said(str(a.throw)), _said(a.why)) for a in again]
    total = (
        (Piece("in all", italic=True),),
        (),
        _said(str(sum(a.print for a in again))),
        _said(str(sum(a.throw for a in again))),
        (),
    )
    return Table(head, (*rows, total), ("left", "left", "right", "right", "left"))


def _checks(gained: Iterable[Finding], lost: Iterable[Finding]) -> Iterator[Block]:
    for sign, all_of in (("+", gained), ("−", lost)):
        for finding in all_of:
            how = str(finding.severity) if sign == "+" else "mended"
            says = (Piece(f"{how} ", bold=True), Piece(f"{finding.says} "), Piece(str(finding.at), italic=True))
            yield Prose(says, sign, 1)


def _moved(lines: Iterable[Line]) -> Iterator[Block]:
    for line in lines:
        yield Prose(_said(f"the rules: {line.text}"), "−" if line.kind == "gone" else "+", 1)


def _steps(steps: Iterable[Step]) -> Iterator[Piece]:
    """What became of a text in one line: what is new stands a blank from what is gone."""
    former = ""
    for step in steps:
        if former == "gone" and step.kind == "new":
            yield Piece(" ")
        yield _piece(step)
        former = step.kind


def _spelt(block: Block, unknown: Mapping[str, str]) -> Block:
    """A block with letters that no font draws told by their number, and words without end broken."""

    def own(pieces: Pieces) -> Pieces:
        return tuple(piece._replace(text=_LONG.sub(_broken, _told(piece.text, unknown))) for piece in pieces)

    match block:
        case Heading() | Prose():
            return block._replace(pieces=own(block.pieces))
        case Table():
            return block._replace(head=tuple(map(own, block.head)), rows=tuple(tuple(map(own, row)) for row in block.rows))
    return block


def _told(text: str, unknown: Mapping[str, str]) -> str:
    for char, name in unknown.items():
        text = text.replace(char, name)
    return text


def _broken(long: re.Match[str]) -> str:
    return " ".join(long[0][n : n + _LONGEST] for n in range(0, len(long[0]), _LONGEST))


def _piece(step: Step) -> Piece:
    return Piece(step.text, bold=step.kind == "new", italic=step.kind == "gone")


def _said(text: str) -> Pieces:
    return (Piece(text),) if text else ()
