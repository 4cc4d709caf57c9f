"""How a face looks, as one name: equal names are equal pictures, whatever was moved in the files that they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardgen.compose import Composer
from cardgen.face import Clipped, Face, Fact, Mark, Shape, Stencil, Text, Tone, Wanted, walk
from cardgen.proof.state import Seen, State
from cardgen.readback.spaces import PROCESS
from cardgen.store import code_digest, digest


class Look(NamedTuple):
    """What is drawn of a face: a digest of its marks, and the typefaces and the inks that they name."""

    marks: str
    fonts: frozenset[str]
    inks: frozenset[str]


def look_of(face: Face) -> Look:
    """The look of a face. What its marks are called, which line of a template they come from and what they state of the rules
    is not seen.
    """
    fonts: set[str] = set()
    inks: set[str] = set()
    for mark in walk(face.marks):
        match mark:
            case Shape(_, fill, stroke):
                inks.update(paint.ink for paint in (fill, stroke.paint if stroke else None) if paint)
            case Text():
                fonts.update(word.font for word in mark.words)
                inks.add(mark.paint.ink)
            case Tone():
                inks.update((mark.ink, mark.red, mark.ground))
            case Stencil():
                inks.add(mark.paint.ink)
    return Look(digest(face.trim, face.bleed, *_seen(face.marks)), frozenset(fonts), frozenset(inks))


def _seen(marks: Iterable[Mark]) -> Iterator[object]:
    for mark in marks:
        if isinstance(mark, Clipped):
            yield (mark.path, mark.even_odd, *_seen(mark.marks))
        elif isinstance(mark, Text):
            yield mark._replace(src="", fact="")
        elif not isinstance(mark, Fact):
            yield mark._replace(src="")


class Keys:
    """The keys of one state's pictures."""

    def __init__(self, state: State) -> None:
        self._state, self._composer = state, state.composer
        self._prints: dict[str, str] = {}

    def key(self, look: Look, wanted: Iterable[Wanted]) -> str:
        """A digest of all that a picture of a face depends on: its look, what its art is painted from, the inks, the files of
        its typefaces, the code that draws it.
        """
        inks = self._composer.game.inks
        return digest(
            code_digest("write", "ink.py"),
            look.marks,
            [self._state.pictures.path(w).name for w in wanted],
            [inks.get(name) for name in sorted(look.inks)],
            [self._print(font) for font in sorted(look.fonts)],
        )

    def _print(self, font: str) -> str:
        if font not in self._prints:
            self._prints[font] = self._composer.fonts.fingerprint(font)
        return self._prints[font]


def plates(composer: Composer, looks: Iterable[Look]) -> tuple[str, ...]:
    """The plates that faces of these looks may lie on where their inks are process inks: those, then the technical ones."""
    used = {name for look in looks for name in look.inks}
    own = {ink.spot for name in used if (ink := composer.game.inks.get(name)) and ink.is_plate_only}
    return (*PROCESS, *sorted(own))


def unpainted(state: State, seen: Seen, faulty: frozenset[str]) -> bool:
    """Whether something that a face shows is painted from a faulty score; `faulty` are such files, as findings name them."""
    arts = (state.composer.arts.find(w.what) for w in state.wanted(seen) if w.kind == "tone")
    return any(art is not None and state.composer.arts.shown(art) in faulty for art in arts)
