"""What a writer is asked for, and what it promises: files, each with what it holds and how it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from cardgen.compose import Composer, Item
from cardgen.formats import Fit
from cardgen.impose import Flip
from cardgen.ink import Inking
from cardgen.load import Game
from cardgen.pieces import Piece
from cardgen.profile import Profile
from cardgen.register import Register
from cardgen.write.content import Colour
from cardgen.write.pdf import Written
from cardgen.write.pictures import Pictures


class Order(NamedTuple):
    """A game to write for one profile: its items, the pieces as the profile makes them, the names that were asked for (none
    for the whole game), where its files go, what is behind their names in another language (".de"), the bleed (mm), the dots
    an inch, and what a user chose.
    """

    game: Game
    composer: Composer
    pictures: Pictures
    items: tuple[Item, ...]
    fits: Mapping[str, Fit]
    only: tuple[str, ...]
    folder: Path
    suffix: str
    name: str
    profile: Profile
    bleed: float
    ppi: int
    creator: str
    colour: Colour = Colour.PROCESS
    flip: Flip = Flip.LONG
    register: Register | None = None
    ink: Inking = Inking.FULL
    url: str | None = None

    @property
    def tail(self) -> str:
        """What ends the names of its files: the inks, where not all are laid, and the language ("-low.de")."""
        return ("" if self.ink is Inking.FULL else f"-{self.ink}") + self.suffix

    @property
    def pieces(self) -> dict[str, Piece]:
        """Every piece that the profile makes, by its id, at the size at which it makes it."""
        return {name: fit.piece for name, fit in self.fits.items()}


class Work(NamedTuple):
    """One file to write: its place, what it is a part of, what it holds, the bleed on it, who writes it, what the manifest
    says of it beside that.
    """

    target: Path
    order: Order
    items: tuple[Item, ...]
    bleed: float
    write: Callable[[BinaryIO], Written]
    said: Mapping[str, Any]
    listed: bool = True
    """Whether the manifest tells of it."""


def seat_slug(game: Game, seat: str) -> str:
    """A seat as a part of a file's name: its small letters and digits, or its number where these do not tell it apart."""
    slugs = [re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") for name in game.seats]
    number = game.seats.index(seat)
    return slugs[number] if slugs[number] and slugs.count(slugs[number]) == 1 else str(number + 1)


def fresh(name: str, taken: set[str]) -> str:
    """The name, or the first of name-2, name-3 … that is not taken; it is taken then."""
    number, out = 1, name
    while out in taken:
        number += 1
        out = f"{name}-{number}"
    taken.add(out)
    return out
