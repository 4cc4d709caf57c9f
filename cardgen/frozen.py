"""Faces as plain tuples and back, for the store: what `marshal` writes and reads quickest.

A word is bytes of its own there: the same few thousand words stand on all cards of a deck, and each is made only once.
"""

from __future__ import annotations

import marshal
from functools import lru_cache
from typing import Any

from cardgen.face import Clipped, Face, Fact, Glyph, Mark, Shape, Stencil, Stroke, Text, Tone, Word
from cardgen.ink import Paint
from cardgen.units import Matrix, Rect

_WORDS = 4096
"""Words remembered at most, so that a very long deck of ever new words does not fill the memory."""


def freeze(face: Face) -> tuple[object, ...]:
    """The face as plain tuples for the store."""
    return (face.name, tuple(face.trim), face.bleed, _frozen(face.marks))


def _frozen(marks: tuple[Mark, ...]) -> tuple[object, ...]:
    out: list[object] = []
    for mark in marks:
        match mark:
            case Clipped(path, inner, src):
                out.append((4, path, _frozen(inner), src))
            case Text():
                words = tuple(map(_frozen_word, mark.words))
                out.append((1, words, tuple(mark.matrix), *mark[2:5], tuple(mark.paint), tuple(mark.box), *mark[7:]))
            case Shape(path, fill, stroke, even_odd, src):
                laid = (tuple(stroke.paint), *stroke[1:]) if stroke else None
                out.append((0, path, tuple(fill) if fill else None, laid, even_odd, src))
            case Tone():
                out.append((2, mark.art, tuple(mark.box), tuple(mark.matrix), *mark[3:]))
            case Stencil():
                out.append((3, mark.seal, mark.size, tuple(mark.matrix), tuple(mark.paint), tuple(mark.box), mark.src))
            case Fact():
                out.append((5, *mark))
    return tuple(out)


def thaw(value: Any) -> Face:
    """A face from the store."""
    name, trim, bleed, marks = value
    return Face(name, Rect(*trim), bleed, _thawed(marks))


def _thawed(marks: Any) -> tuple[Mark, ...]:
    out: list[Mark] = []
    for kind, *v in marks:
        match kind:
            case 0:
                laid = Stroke(Paint(*v[2][0]), *v[2][1:]) if v[2] else None
                out.append(Shape(v[0], Paint(*v[1]) if v[1] else None, laid, v[3], v[4]))
            case 1:
                words = tuple(map(_thawed_word, v[0]))
                out.append(Text(words, Matrix(*v[1]), v[2], v[3], v[4], Paint(*v[5]), Rect(*v[6]), v[7], v[8]))
            case 2:
                out.append(Tone(v[0], Rect(*v[1]), Matrix(*v[2]), *v[3:]))
            case 3:
                out.append(Stencil(v[0], v[1], Matrix(*v[2]), Paint(*v[3]), Rect(*v[4]), v[5]))
            case 4:
                out.append(Clipped(v[0], _thawed(v[1]), v[2]))
            case 5:
                out.append(Fact(*v))
    return tuple(out)


@lru_cache(maxsize=_WORDS)
def _frozen_word(word: Word) -> bytes:
    return marshal.dumps((word.font, tuple(map(tuple, word.glyphs)), word.advance))


@lru_cache(maxsize=_WORDS)
def _thawed_word(data: bytes) -> Word:
    font, glyphs, advance = marshal.loads(data)
    return Word(font, tuple(map(Glyph._make, glyphs)), advance)
