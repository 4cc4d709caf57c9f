"""Pictures of a contact sheet's faces, kept in the store: what did not change is not drawn again."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np

from cardgen.face import Wanted, walk, wanted
from cardgen.ink import Ink
from cardgen.proof.alike import PER_MM, PPI
from cardgen.proof.contact import MARK, Shown
from cardgen.proof.picture import Studio
from cardgen.proof.state import Seen
from cardgen.proof.vision import Pixels
from cardgen.store import code_digest, digest, library, stored
from cardgen.units import MM_PER_INCH, Rect
from cardgen.write.content import Colour
from cardgen.write.pictures import Image as Picture
from cardgen.write.pictures import Pictures, packed, unpacked
from cardgen.write.png import page_of, pixels, rendered

if TYPE_CHECKING:
    from PIL import Image

INKS = {
    MARK: Ink(MARK, (0, 1, 1, 0.2), (179, 38, 30)),
    "proof.ink": Ink("proof.ink", (0, 0, 0, 0.95), (29, 27, 25)),
    "proof.table": Ink("proof.table", (0, 0.02, 0.08, 0.2), (207, 200, 186)),
}
"""What a sheet is drawn in besides the game's inks: its red, its black, the table that faces lie on. They are for screens."""
LEVEL = 3
"""How hard zlib tries: on faces the default takes twice the time and saves nothing (measured on Duel)."""
LONGEST = 270.0
"""A face that is longer (mm) has only as many dots as one of this length would: it is looked at from farther away."""


class Halved(Pictures):
    """Pictures of half the dots: what is looked at on a screen, or on the paper of a meeting, needs no more."""

    def image(self, w: Wanted, inks: tuple[str, str, str], colour: Colour) -> Picture:
        """The picture as a stream, half as wide and high; a seal, which is line art, as it is."""
        whole = super().image(w, inks, colour)
        if whole.kind == "mask":
            return whole
        channels = 1 if whole.kind == "plate" else self.channels(colour, inks[1])
        width, height = (whole.width + 1) // 2, (whole.height + 1) // 2
        laid = sorted((name, self.inks[name]) for name in inks) if whole.kind == "mixed" else ""
        path = self.path(w)
        half = path.with_name(f"{path.stem}-{digest(code_digest('proof/prints.py'), laid, colour)[:12]}.half")
        return Picture(whole.kind, width, height, stored(half, lambda: self._halved(whole, channels)))

    def _halved(self, whole: Picture, channels: int) -> bytes:
        rows = unpacked(whole.data, whole.width * channels, whole.height).reshape(whole.height, whole.width, channels)
        even = np.pad(rows, ((0, whole.height % 2), (0, whole.width % 2), (0, 0)), "edge").astype(np.uint16)
        mean = (even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2] + 2) // 4
        return packed(mean.astype(np.uint8).reshape(mean.shape[0], -1), channels)


class Prints:
    """Draws the faces of a sheet, with their bleed, in screen colours."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.inks = {**studio.composer.game.inks, **INKS}
        self.pictures = studio.pictures.in_inks(self.inks)
        own = self.pictures
        self.halved = Halved(own.arts, own.fonts, self.inks, own.keep, own.ppi)
        self.engine = digest(code_digest(), library("pypdfium2"), library("pillow"), sorted(self.inks.items()))

    def png(self, shown: Shown, ppi: float) -> bytes:
        """A face as a PNG. It has a face."""
        media = self.studio.media(shown.seen)
        assert shown.face
        if shown.face is not shown.seen.face:  # without a picture that cannot be painted: it is soon another
            return self._drawn(shown, media, ppi)
        asked = dict.fromkeys(w for m in walk(shown.face.marks) if (w := wanted(m)))
        painted = [self.pictures.path(w).name for w in asked]
        name = digest(self.engine, shown.seen.key, painted, tuple(media), round(ppi, 3))
        return stored(self.studio.composer.keep / "proof" / f"{name}.png", lambda: self._drawn(shown, media, ppi))

    def picture(self, shown: Shown, ppi: float) -> Image.Image:
        """A face as a picture."""
        from PIL import Image

        picture: Image.Image = Image.open(io.BytesIO(self.png(shown, ppi)))
        picture.load()
        return picture

    def look(self, seen: Seen) -> Pixels:
        """A face within its trim, PER_MM pixels a millimetre, to be compared with another's. It has a face."""
        trim, media = self.studio.piece(seen).trim, self.studio.media(seen)
        whole = np.asarray(self.picture(Shown(seen, seen.face, "", (), ()), PPI))
        left, top = round((trim.x - media.x) * PER_MM), round((trim.y - media.y) * PER_MM)
        return whole[top : top + round(trim.h * PER_MM), left : left + round(trim.w * PER_MM)]

    def _drawn(self, shown: Shown, media: Rect, ppi: float) -> bytes:
        assert shown.face
        pdf, _ = page_of(shown.face, self.studio.composer, self.pictures, media)
        size = pixels(media, ppi)  # type: ignore[arg-type]
        return encoded(rendered(pdf, size))


def encoded(picture: Image.Image, ppi: float = 0) -> bytes:
    """A picture as the bytes of a PNG that says nothing of when or by whom, and its dots an inch where they are given."""
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=LEVEL, **({"dpi": (ppi, ppi)} if ppi else {}))
    return out.getvalue()


def dots(media: Rect, ppi: float) -> float:
    """The dots an inch at which a face is shown on a page."""
    return ppi * min(1.0, LONGEST / max(media.w, media.h))


def millimetre(ppi: float) -> float:
    """Dots a millimetre."""
    return ppi / MM_PER_INCH
