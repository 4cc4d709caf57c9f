"""Whether two faces are one on paper: their marks as a press lays them, without where they were written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import blake2b
from typing import Any

from cardgen.compose import Composer
from cardgen.face import Clipped, Face, Fact, Mark, Segment, Shape, Stencil, Text, Tone, Wanted, walk, wanted
from cardgen.findings import Refused
from cardgen.ink import Paint
from cardgen.proof.picture import Studio
from cardgen.units import Matrix

Essence = tuple[Any, ...]
"""What a press does for a mark: comparable, hashable."""


class Eye:
    """Sees the faces of one state. Two marks are alike where a press lays the same ink in the same place: the names of inks and
    how a screen shows them, of files and of lines are nothing that is seen on paper; neither is a picture's file, but its
    pixels are.
    """

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.composer: Composer = studio.composer
        self._pixels: dict[Wanted, str] = {}

    @cached_property
    def supplies(self) -> Essence:
        """What every face is printed with: the inks, and the typefaces by name."""
        fonts = self.composer.fonts
        return self.composer.game.inks, {key: fonts.fingerprint(key) for key in fonts.typefaces}

    def sources(self, face: Face) -> frozenset[str]:
        """What the pictures of a face are painted from, and how."""
        return frozenset(self.studio.pictures.path(w).stem for mark in walk(face.marks) if (w := wanted(mark)))

    def arts(self, key: str) -> frozenset[str]:
        """The pictures of a face, by their pixels; seals are no pictures."""
        return frozenset(self._painted(w) for w in self.composer.pictures(key) if w.kind == "tone")

    def essence(self, face: Face) -> Essence:
        """A face as it is printed: its size, its bleed, its marks in painting order."""
        return (tuple(face.trim), face.bleed, tuple(self._marks(face.marks)))

    def _marks(self, marks: Iterable[Mark]) -> Iterator[Essence]:
        for mark in marks:
            match mark:
                case Shape(path, fill, stroke, even_odd):
                    line = (self._paint(stroke.paint), *map(_round, stroke[1:4]), stroke.dash, stroke.miter) if stroke else None
                    yield "shape", _path(path), self._paint(fill) if fill else None, line, even_odd
                case Text(words, matrix, _, tracking, vertical, paint):
                    yield "text", tuple(map(self._word, words)), _matrix(matrix), tracking, vertical, self._paint(paint)
                case Tone(_, _, matrix, ink, red, ground):
                    inks = tuple(self._paint(Paint(name)) for name in (ink, red, ground))
                    yield "tone", self._picture(mark), _matrix(matrix), inks
                case Stencil(_, _, matrix, paint):
                    yield "seal", self._picture(mark), _matrix(matrix), self._paint(paint)
                case Clipped(path, inner, _, even_odd):
                    yield "clip", _path(path), even_odd, tuple(self._marks(inner))
                case Fact():
                    pass

    def _paint(self, paint: Paint) -> Essence:
        ink = self.composer.game.inks[paint.ink]
        return (ink.cmyk, ink.spot, ink.technical, ink.finish, paint.tint)

    def _word(self, word: Any) -> Essence:
        glyphs = tuple((g.gid, *(round(v, 2) for v in (g.ax, g.ay, g.dx, g.dy))) for g in word.glyphs)
        return self.supplies[1][word.font], glyphs

    def _picture(self, mark: Mark) -> str:
        """A picture by its pixels: a file that was saved anew, or renamed, shows what it showed."""
        w = wanted(mark)
        assert w
        return self._painted(w)

    def _painted(self, w: Wanted) -> str:
        if w not in self._pixels:
            try:
                self._pixels[w] = blake2b(self.studio.pictures.kept(w), digest_size=16).hexdigest()
            except Refused:  # it cannot be painted, which is told; it is like none that can
                self._pixels[w] = f"unpainted {self.studio.pictures.path(w).stem}"
        return self._pixels[w]


def same_marks(a: Essence, b: Essence) -> bool:
    """Whether two faces have the same marks, in whatever order they are painted."""
    return a[:2] == b[:2] and _unordered(a[2]) == _unordered(b[2])


def _unordered(marks: Iterable[Essence]) -> list[str]:
    """Marks without their order, those within a clip too: a picture of a card on a rules sheet is one."""
    return sorted(repr((*mark[:3], _unordered(mark[3])) if mark[0] == "clip" else mark) for mark in marks)


def _round(value: float) -> float:
    return round(value, 3)


def _path(path: tuple[Segment, ...]) -> Essence:
    """A path to a micrometre: less is no difference on paper."""
    return tuple((op, tuple(round(v, 3) for v in values)) for op, values in path)


def _matrix(m: Matrix) -> Essence:
    return (*(round(v, 6) for v in m[:4]), round(m.e, 3), round(m.f, 3))
