"""Faces as plain tuples and back, for the store: what `marshal` writes and reads quickest.

Marks and words are bytes of their own there: most marks of a family are the same on every card, and the same few thousand
words stand on all cards of a deck, so that each is made only once.
"""

from __future__ import annotations

import marshal
from functools import lru_cache
from typing import Any

from cardgen.face import Clipped, Face, Fact, Glyph, Mark, Shape, Stencil, Stroke, Text, Tone, Word
from cardgen.ink import Paint
from cardgen.units import Matrix, Rect

_MARKS = 512
_WORDS = 2048
_GLYPHS = 8192
"""Marks, words and glyphs remembered at most, so that a very long deck of ever new ones does not fill the memory."""


def freeze(face: Face) -> tuple[object, ...]:
    """The face as plain tuples for the store."""
    return (face.name, tuple(face.trim), face.bleed, tuple(map(_packed, face.marks)))


def thaw(value: Any) -> Face:
    """A face from the store."""
    name, trim, bleed, marks = value
    return Face(name, Rect(*trim), bleed, tuple(map(_thawed, marks)))


def _packed(mark: Mark) -> bytes:
    """The mark's bytes. A line of text stands on one card only and is not remembered; other marks come again."""
    if isinstance(mark, Text) and len(mark.words) > 1:
        return marshal.dumps(_plain(mark))
    return _packed_once(mark)


@lru_cache(maxsize=_MARKS)
def _packed_once(mark: Mark) -> bytes:
    return marshal.dumps(_plain(mark))


def _plain(mark: Mark) -> tuple[Any, ...]:
    match mark:
        case Shape(path, fill, stroke, even_odd, src):
            laid = (tuple(stroke.paint), *stroke[1:]) if stroke else None
            return (0, path, tuple(fill) if fill else None, laid, even_odd, src)
        case Text():
            words = tuple(map(_packed_word, mark.words))
            return (1, words, tuple(mark.matrix), *mark[2:5], tuple(mark.paint), tuple(mark.box), *mark[7:])
        case Tone():
            return (2, mark.art, tuple(mark.box), tuple(mark.matrix), *mark[3:])
        case Stencil():
            return (3, mark.seal, mark.size, tuple(mark.matrix), tuple(mark.paint), tuple(mark.box), mark.src)
        case Clipped(path, inner, src, even_odd):
            return (4, path, tuple(map(_packed, inner)), src, even_odd)
        case Fact():
            return (5, *mark)


@lru_cache(maxsize=_MARKS)
def _thawed(data: bytes) -> Mark:
    kind, *v = marshal.loads(data)
    match kind:
        case 0:
            laid = Stroke(Paint(*v[2][0]), *v[2][1:]) if v[2] else None
            return Shape(v[0], Paint(*v[1]) if v[1] else None, laid, v[3], v[4])
        case 1:
            words = tuple(map(_thawed_word, v[0]))
            return Text(words, Matrix(*v[1]), v[2], v[3], v[4], Paint(*v[5]), Rect(*v[6]), v[7], v[8])
        case 2:
            return Tone(v[0], Rect(*v[1]), Matrix(*v[2]), *v[3:])
        case 3:
            return Stencil(v[0], v[1], Matrix(*v[2]), Paint(*v[3]), Rect(*v[4]), v[5])
        case 4:
            return Clipped(v[0], tuple(map(_thawed, v[1])), *v[2:])
        case _:
            return Fact(*v)


@lru_cache(maxsize=_WORDS)
def _packed_word(word: Word) -> bytes:
    return marshal.dumps((word.font, tuple(map(tuple, word.glyphs)), word.advance))


@lru_cache(maxsize=_WORDS)
def _thawed_word(data: bytes) -> Word:
    font, glyphs, advance = marshal.loads(data)
    return Word(font, tuple(map(_thawed_glyph, glyphs)), advance)


@lru_cache(maxsize=_GLYPHS)
def _thawed_glyph(values: tuple[Any, ...]) -> Glyph:
    return Glyph._make(values)
