"""Faces as PNG files, one each, in the inks' stated screen colours: for tables online, for the web, for shops that take
pictures.

The page is written as any other, in screen colours, and rendered; so a picture shows what the plates say (black text is
0, 0, 0), not what a viewer makes of CMYK. Of a box its net is shown with its dieline and folds: without them it is no net.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from cardgen import __version__
from cardgen.compose import Composer, Item
from cardgen.face import Face
from cardgen.findings import Code, Finding, Refused, Span
from cardgen.impose import Page, Placed
from cardgen.load import Game
from cardgen.units import MM_PER_INCH, Rect
from cardgen.write.content import Colour
from cardgen.write.order import Order, Work, fresh, seat_slug
from cardgen.write.pdf import Job, Written, write
from cardgen.write.pictures import Pictures

if TYPE_CHECKING:
    from PIL import Image

TOO_LARGE = Code("picture-too-large", "a picture of more pixels than programs agree to open is of no use to anyone")

MOST_PIXELS = 178_956_970
"""What Pillow opens at most (twice its MAX_IMAGE_PIXELS): more is taken for an attack, here and by what is built on it."""


class Shot(NamedTuple):
    """A face to be pictured: its key, its name, the piece that it is on, its side, the items that show it."""

    key: str
    name: str
    piece: str
    side: str
    items: tuple[Item, ...]


class Size(NamedTuple):
    """A picture's size in pixels."""

    width: int
    height: int


def works(order: Order, found: list[Finding]) -> Iterator[Work]:
    """A file for every face, each face once: `technique-downward-cut.png`, `back-technique-a.png`, `track.png`."""
    for shot in shots(order.game, order.items, order.composer.whole):
        fit = order.fits[shot.piece]
        size = pixels(fit.media(order.bleed, order.profile.ppi), order.ppi)
        if size.width * size.height > MOST_PIXELS:
            says = f"{shot.name} would be {size.width} x {size.height} pixels at {order.ppi} dots an inch"
            raise Refused(Finding(TOO_LARGE, Span("--ppi"), says, "take fewer dots an inch"))
        said = {"side": shot.side, "pixels": list(size), "ppi": order.ppi, "colour": str(Colour.SCREEN)}
        target = order.folder / f"{shot.name}{order.tail}.png"
        yield Work(target, order, shot.items, order.bleed, partial(_write, order, shot, size), said)


def shots(game: Game, items: Iterable[Item], face: Callable[[str], Face | None]) -> list[Shot]:
    """Every face once under a name of its own: the fronts as the items stand, then the backs.

    A front says whose it is only where the seats' differ; a card that has its family's name does not say it twice.
    """
    of_card: dict[str, list[Item]] = {}
    backs: dict[str, list[Item]] = {}
    for item in items:
        of_card.setdefault(item.card.id, []).append(item)
        if item.back:
            backs.setdefault(item.back, []).append(item)
    taken: set[str] = set()
    out = []
    for own in of_card.values():
        fronts = _alike(own, face)
        words = list(dict.fromkeys((own[0].card.family, own[0].card.id)))
        for same in fronts:
            seat = [seat_slug(game, same[0].seat)] if len(fronts) > 1 and same[0].seat else []
            name = fresh("-".join([*words, *seat]), taken)
            out.append(Shot(same[0].front, name, same[0].piece, "front", tuple(same)))
    for key, own in backs.items():
        seat = [seat_slug(game, own[0].seat)] if own[0].seat else []
        name = fresh("-".join(["back", own[0].card.family, *seat]), taken)
        out.append(Shot(key, name, own[0].piece, "back", tuple(own)))
    return out


def _alike(items: list[Item], face: Callable[[str], Face | None]) -> list[list[Item]]:
    """A card's items by what their fronts show. A seat's front has a key of its own though nothing on it may tell the seat;
    one with an error has no face, and is like no other.
    """
    if len({item.front for item in items}) == 1:
        return [items]
    out: dict[Face | str, list[Item]] = {}
    for item in items:
        shown = face(item.front)
        out.setdefault(shown._replace(name="") if shown else item.front, []).append(item)
    return list(out.values())


def pixels(media: Rect, ppi: int) -> Size:
    """The size of a picture of so many dots an inch, to the nearest pixel."""
    w, h = (max(1, round(side * ppi / MM_PER_INCH)) for side in (media.w, media.h))
    return Size(w, h)


def _write(order: Order, shot: Shot, size: Size, out: BinaryIO) -> Written:
    piece = order.fits[shot.piece].piece
    media = order.fits[shot.piece].media(order.bleed, order.profile.ppi)
    picture, written = drawn(order, shot.key, media, size)
    if order.profile.corners == "round" and piece.corner:
        most = min(piece.trim.w, piece.trim.h) / 2
        picture.putalpha(rounded(size, min(piece.corner, most) * order.ppi / MM_PER_INCH))
    out.write(encoded(picture, order.ppi))
    return written


def drawn(order: Order, key: str, media: Rect, size: Size) -> tuple[Image.Image, Written]:
    """What `media` (mm of the face) shows of a face as a picture of exactly that size, and what it was written from."""
    composer = order.composer
    pdf, written = page_of(composer.face(key), composer, order.pictures, media)
    return rendered(pdf, size), written


def page_of(
    face: Face, composer: Composer, pictures: Pictures, media: Rect, colour: Colour = Colour.SCREEN
) -> tuple[bytes, Written]:
    """A PDF of one page that shows `media` (mm) of a face, and what was written into it."""
    out = io.BytesIO()
    # what is seen of the face ends past the picture, so that no edge of it is mixed with white
    placed = Placed(face.name, -media.x, -media.y, media.grown(face.bleed))
    page = Page(media.w, media.h, None, None, (placed,), (), face.name)
    job = Job(face.name, f"cardgen {__version__}", composer.game.record.date, composer.language, colour)
    written = write(out, iter([page]), lambda _: face, lambda _: False, composer.fonts, pictures, job)
    return out.getvalue(), written


def rounded(size: Size, radius: float) -> Image.Image:
    """What is left of a picture when its corners are cut, as alpha: 255 is there, 0 is cut away. The radius in pixels."""
    from PIL import Image, ImageDraw

    fine, n = 8, ceil(radius)  # eight lines a pixel are as smooth as 256 levels can show
    corner = Image.new("L", (fine * n, fine * n))
    draw, edge = ImageDraw.Draw(corner), fine * radius
    draw.ellipse((0, 0, 2 * edge, 2 * edge), fill=255)
    draw.rectangle((edge, 0, fine * n, fine * n), fill=255)
    draw.rectangle((0, edge, fine * n, fine * n), fill=255)
    left = corner.reduce(fine)
    right = left.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    alpha = Image.new("L", size, 255)
    for tile, x in ((left, 0), (right, size.width - n)):
        alpha.paste(tile, (x, 0))
        alpha.paste(tile.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (x, size.height - n))
    return alpha


def encoded(picture: Image.Image, ppi: float) -> bytes:
    """A picture as a PNG without date or name; it says that it is sRGB (0: perceptual), and its dots an inch (pHYs)."""
    from PIL.PngImagePlugin import PngInfo

    out, said = io.BytesIO(), PngInfo()
    said.add(b"sRGB", b"\0")
    picture.save(out, "PNG", dpi=(ppi, ppi), pnginfo=said)
    return out.getvalue()


def rendered(pdf: bytes, size: Size) -> Image.Image:
    """The first page of a PDF, edge to edge on a picture of that size."""
    import pypdfium2
    from pypdfium2 import raw

    page = pypdfium2.PdfDocument(pdf)[0]
    bitmap = pypdfium2.PdfBitmap.new_native(*size, raw.FPDFBitmap_BGR)
    raw.FPDFBitmap_FillRect(bitmap.raw, 0, 0, *size, 0xFFFFFFFF)
    # its own render() knows a scale only, and rounds the size up: a card of 744.09 pixels would have a white edge
    raw.FPDF_RenderPageBitmap(bitmap.raw, page.raw, 0, 0, *size, 0, 0)
    picture: Image.Image = bitmap.to_pil()
    return picture
