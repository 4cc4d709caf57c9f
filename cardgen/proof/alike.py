"""Faces of one family that look alike, in full colour or to eyes that see colours otherwise: they are taken for each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cardgen.findings import Code, Finding, Severity, Span
from cardgen.proof.state import Seen, State
from cardgen.proof.vision import SIMULATIONS, Numbers, Pixels, lab, seen
from cardgen.units import MM_PER_INCH

ALIKE = Code("faces-alike", "two cards that look the same are taken for each other at the table", Severity.WARNING)
BY_COLOUR = Code(
    "told-by-colour-alone",
    "one man in twelve sees some colours as one, and by candlelight everybody does: what only colour tells is not told",
    Severity.WARNING,
)

PER_MM = 3
"""Pixels a millimetre at which faces are compared. An eye tells one minute of arc, a sixth of a millimetre from arm's length
(60 cm); what is told at a glance is twice as large.
"""
PPI = PER_MM * MM_PER_INCH
APART = 12.0
"""From this CIELAB difference (CIE 1976) on a place looks otherwise. Side by side people see two colours from 5 on (Mokrzycki
and Tatol 2011, "Colour difference Delta E"); cards are compared from memory, apart and in the light of a room, where what
counts is another colour and no shade of the same: "different colour" begins at 12 on the scale of Cividini and others (2007).
Of black on paper a pixel differs as much when an eighth of it is covered.
"""
LEAST_MM2 = 0.3
"""So much of a face (mm2) must look otherwise: a 3 and an 8 of the smallest type (6.5 pt) differ by more, dust and the soft
edges of equal pictures by less (the house's own measure).
"""
_MOST_PIXELS = int(LEAST_MM2 * PER_MM * PER_MM)
"""Two faces that differ in no more pixels than these are alike."""
_PROBES = (48, 768, 4096)
"""How many pixels are looked at in the first part, the second, and in all after them."""
_NAMED = 3
"""As many others are named at most in one finding."""
FULL = "full colour"


class Alike(NamedTuple):
    """A finding of faces that look alike, and those faces by name."""

    finding: Finding
    faces: tuple[str, ...]


class _Pair(NamedTuple):
    """Two faces by their numbers; the later one first, so that they sort by it."""

    later: int
    former: int


def look_alikes(state: State, looks: Mapping[str, Pixels]) -> Iterator[Alike]:
    """Every face that looks like one of another card of its family, or, of a back, like that of another player.

    `looks` are the faces by name within their trim, PER_MM pixels a millimetre; a face that is not there is not looked at.
    """
    for faces in compared(state):
        there = [face for face in faces if face.name in looks]
        if len(there) > 1:
            yield from _of_family(state, there, [looks[face.name] for face in there])


def compared(state: State) -> Iterator[list[Seen]]:
    """The faces that must be told apart: the fronts of each family, and its backs, where there are several."""
    for family in state.game.families:
        own = [face for face in state.faces.values() if face.side.family.id == family.id]
        for faces in ([f for f in own if f.card], [f for f in own if not f.card]):
            if len({_kind(face) for face in faces}) > 1:
                yield faces


def _kind(face: Seen) -> str:
    """What a face tells: its card; of a back, its player."""
    return face.card or face.side.seat


def _of_family(state: State, faces: Sequence[Seen], pixels: Sequence[Pixels]) -> Iterator[Alike]:
    kinds = [_kind(face) for face in faces]
    flat = [p.reshape(-1, 3) for p in pixels]
    order = _telling(flat)
    alike = {FULL: alike_pairs(flat, kinds, None, order)}
    for sight in SIMULATIONS:
        alike[sight] = alike_pairs(flat, kinds, sight, order) - alike[FULL]
    for later, of_face in _by_later(alike[FULL]).items():
        yield _told(state, faces, later, of_face, ALIKE, "", "let a picture, a title or a number of it be another")
    how: dict[_Pair, list[str]] = {}
    for sight in SIMULATIONS:
        for pair in alike[sight]:
            how.setdefault(pair, []).append(sight)
    grouped: dict[tuple[int, tuple[str, ...]], list[int]] = {}
    for pair, sights in sorted(how.items()):
        grouped.setdefault((pair.later, tuple(sights)), []).append(pair.former)
    for (later, eyes), formers in grouped.items():
        hint = "let a shape, a seal's form or a word differ too"
        yield _told(state, faces, later, formers, BY_COLOUR, f" to {_listed(_EYES[s] for s in eyes)}", hint)


_EYES = {"grey": "eyes that see grey", "protan": "protan eyes", "deutan": "deutan eyes", "tritan": "tritan eyes"}


def _told(state: State, faces: Sequence[Seen], later: int, formers: Sequence[int], code: Code, eyes: str, hint: str) -> Alike:
    face, others = faces[later], [faces[n] for n in formers[:_NAMED]]
    more = f" (and {len(formers) - _NAMED} more)" if len(formers) > _NAMED else ""
    says = f"{face.name}: looks like {_listed(other.name for other in others)}{more}{eyes}"
    return Alike(Finding(code, _at(state, face), says, hint), (face.name, *(other.name for other in others)))


def _at(state: State, face: Seen) -> Span:
    if face.side.card:
        return state.game.at(face.side.card, "id")
    return state.game.documents[0].at_key("families", face.side.family.id)


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _by_later(pairs: Iterable[_Pair]) -> dict[int, list[int]]:
    out: dict[int, list[int]] = {}
    for later, former in sorted(pairs):
        out.setdefault(later, []).append(former)
    return out


def alike_pairs(
    flat: Sequence[Pixels], kinds: Sequence[str], sight: str | None, order: npt.NDArray[np.int64] | None = None
) -> set[_Pair]:
    """The pairs of pictures (equal in size; pixels x 3) that look alike to a sight, None for full colour. Pictures of one kind
    are not compared. `order` is that in which pixels are looked at, where it is known.

    Pixels are looked at in parts, first those that tell most, and a pair is done with as soon as it differs in more of them
    than alike ones do: most pairs of a thousand cards are after the first part.
    """
    kind = np.unique(np.array(kinds), return_inverse=True)[1]
    later, former = (side.astype(np.int32) for side in np.tril_indices(len(flat), -1))
    other = kind[later] != kind[former]
    later, former = later[other], former[other]
    apart = np.zeros(len(later), np.int32)
    order = _telling(flat) if order is None else order
    start = 0
    for size in chain(_PROBES, repeat(_PROBES[-1])):
        if start >= len(order) or not len(later):
            break
        places = order[start : start + size]
        start += size
        probed = np.stack([_lab(p[places], sight) for p in flat])
        step = max(1, (1 << 20) // len(places))
        for n in range(0, len(later), step):
            some = slice(n, n + step)
            apart[some] += _differing(probed[later[some]], probed[former[some]])
        kept = apart <= _MOST_PIXELS
        later, former, apart = later[kept], former[kept], apart[kept]
    return {_Pair(int(a), int(b)) for a, b in zip(later, former, strict=True)}


def _lab(pixels: Pixels, sight: str | None) -> Numbers:
    return lab(seen(pixels, sight) if sight else pixels)


def _differing(a: Numbers, b: Numbers) -> npt.NDArray[np.int64]:
    """How many pixels of each pair look otherwise (pairs x pixels x colours)."""
    apart = a - b
    squares: Numbers = np.einsum("...c,...c->...", apart, apart)
    return np.asarray(np.count_nonzero(squares > APART * APART, axis=-1), np.int64)


def _telling(flat: Sequence[Pixels]) -> npt.NDArray[np.int64]:
    """The numbers of the pixels that are not the same in all pictures, those first in which they differ most."""
    total, squares = (np.zeros(flat[0].shape, np.int64) for _ in range(2))
    for p in flat:
        wide = p.astype(np.int64)
        total += wide
        squares += wide * wide
    spread = (squares * len(flat) - total * total).sum(axis=-1)
    return np.argsort(-spread, kind="stable")[: np.count_nonzero(spread)]
