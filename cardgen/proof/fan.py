"""A family's cards as they are held in a hand: of each its left edge, of the last the whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import TYPE_CHECKING

from cardgen.face import Mark
from cardgen.fonts import Fonts
from cardgen.impose import Page
from cardgen.proof.contact import Contact, Group, Shown
from cardgen.proof.drawn import Pen
from cardgen.proof.table import EDGE, TABLE
from cardgen.units import MM_PER_INCH
from cardgen.write.png import Size, rounded

if TYPE_CHECKING:
    from PIL import Image

STEP = 12.0
"""What of a card shows in a hand (mm): a playing card's index, and the margin beside it (the house's own measure)."""
MOST = 14
"""So many cards are held at most (the house's own measure)."""
HEAD, GAP = 13.0, 9.0


def fans(contact: Contact) -> list[tuple[Group, Sequence[Shown]]]:
    """Every hand there is: the fronts of a family that can be drawn, in hands as even as they can be."""
    out: list[tuple[Group, Sequence[Shown]]] = []
    for group in contact.groups:
        faces = [face for face in group.fronts if face.face]
        if group.in_hand and faces:
            hands = ceil(len(faces) / MOST)
            most = ceil(len(faces) / hands)
            out += [(group, faces[n : n + most]) for n in range(0, len(faces), most)]
    return out


def fan_page(hands: Sequence[tuple[Group, Sequence[Shown]]], fonts: Fonts) -> Page:
    """The table that the hands are laid on, with the families' names (mm)."""
    pen = Pen(fonts)
    marks: list[Mark] = []
    wide, y = 2 * EDGE, EDGE
    before = None
    for group, faces in hands:
        if group is not before:
            marks.append(pen.words(group.name, EDGE, y + 8, 24, caps=True))
            y += HEAD
        before = group
        wide = max(wide, (len(faces) - 1) * STEP + group.piece.trim.w + 2 * EDGE)
        y += group.piece.trim.h + GAP
    return Page(wide, y - GAP + EDGE, None, None, (), (cloth(wide, y - GAP + EDGE), *marks), "fan")


def cloth(width: float, height: float) -> Mark:
    """A table with nothing on it."""
    from cardgen.face import Shape
    from cardgen.paths import rectangle

    return Shape(rectangle(0, 0, width, height), TABLE, None, False, "proof")


def laid(
    ground: Image.Image,
    hands: Sequence[tuple[Group, Sequence[Shown]]],
    ppi: int,
    bleed: float,
    picture: Callable[[Shown, float], Image.Image],
) -> Image.Image:
    """The hands on their table, at real size for `ppi`; each card is on the one before it, with its corners cut."""
    from PIL import Image

    per_mm = ppi / MM_PER_INCH
    y = EDGE
    before = None
    for group, faces in hands:
        trim = group.piece.trim
        y += HEAD if group is not before else 0
        before = group
        size = Size(round(trim.w * per_mm), round(trim.h * per_mm))
        cut = rounded(size, group.piece.corner * per_mm) if group.piece.corner else Image.new("L", size, 255)
        edge = Image.new("RGB", size, (29, 27, 25))
        for n, shown in enumerate(faces):
            whole = picture(shown, ppi)
            left = top = round(bleed * per_mm)
            card = whole.crop((left, top, left + size.width, top + size.height))
            x, down = round((EDGE + n * STEP) * per_mm), round(y * per_mm)
            ground.paste(edge, (x - 1, down), cut.point(lambda v: v // 3))  # the shadow of its edge on the one before
            ground.paste(card, (x, down), cut)
        y += trim.h + GAP
    return ground
