"""Pictures of a state's faces: on a screen, or one of their plates."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING

from cardgen.compose import Composer
from cardgen.face import Face
from cardgen.findings import Finding
from cardgen.pieces import Piece
from cardgen.proof.state import Seen, State
from cardgen.units import Rect
from cardgen.write.content import Colour
from cardgen.write.pictures import Pictures
from cardgen.write.png import page_of, pixels, rendered

if TYPE_CHECKING:
    from PIL import Image


class Studio:
    """Draws the faces of one state. Its tones are painted at `ppi` dots an inch of their printed size, as a build's are at
    300: what one painted the other finds in the store.
    """

    def __init__(self, state: State, ppi: int = 300) -> None:
        self.state = state
        self.composer: Composer = state.composer
        self.pieces = state.composer.pieces
        self.ppi = ppi

    @cached_property
    def pictures(self) -> Pictures:
        """What the ink engine paints for it."""
        pictures = copy(self.state.pictures)  # painted from the files that the state was read from
        pictures.ppi = self.ppi
        return pictures

    def prepare(self, faces: Iterable[Seen], progress: Callable[[int, int], None]) -> list[Finding]:
        """Paint what these faces ask for, on all cores; what is wrong with it."""
        asked = dict.fromkeys(w for seen in faces for w in self.composer.pictures(seen.key))
        return self.pictures.prepare(asked, progress)

    def media(self, seen: Seen) -> Rect:
        """The face with its bleed, in mm from its trim's corner."""
        return self.piece(seen).trim.grown(self.composer.bleed)

    def piece(self, seen: Seen) -> Piece:
        """The piece that a face is on."""
        return self.pieces[seen.piece]

    def picture(self, face: Face, media: Rect, ppi: float) -> Image.Image:
        """`media` (mm) of a face in screen colours, at `ppi` dots an inch. Refused where its art cannot be painted."""
        pdf, _ = page_of(face, self.composer, self.pictures, media)
        return rendered(pdf, pixels(media, round(ppi)))

    def page(self, face: Face, media: Rect, colour: Colour) -> bytes:
        """`media` (mm) of a face as a PDF of one page in a press's inks."""
        return page_of(face, self.composer, self.pictures, media, colour)[0]


def png(picture: Image.Image) -> bytes:
    """A picture as the bytes of a PNG that says nothing of when or by whom."""
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
