"""Secrecy: cards that lie face down together share one back that no others have, and no back tells which way up it lies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import hypot
from typing import Any

from cardgen.art import Art, Arts
from cardgen.brush import read_score, separated
from cardgen.compose import Item
from cardgen.face import Clipped, Face, Fact, Mark, Segment, Shape, Stencil, Text, Tone
from cardgen.findings import Code, Finding, Refused, Span
from cardgen.load import Game
from cardgen.rules import MODELS, rules_of
from cardgen.svg.markup import place
from cardgen.units import Matrix, Rect

BACKS_DIFFER = Code("backs-differ", "cards that may lie in one place face down are told apart by their backs")
BACKS_ALIKE = Code("backs-alike", "cards of two piles, or of two players, that have one back are never parted again")
NO_BACK = Code("no-back", "a card of bare paper among backs is known by everybody who sees it lie")
BACK_TURNED = Code("back-turned", "a back that shows which way up it lies marks a card")
LOPSIDED = Code("lopsided-art", "a picture on a back must equal its own half turn, or it marks a card")

_SYMMETRIC = re.compile(rb"<svg\b[^>]*\bink:symmetry=[\"']half-turn[\"']")
_COMMENT = re.compile(rb"<!--.*?(?:-->|$)", re.DOTALL)
_HEAD = 4096
_FINE = 3
"""Decimals of a millimetre to which a mark and its partner must agree."""
_SCAN_DOTS = 12
_SCAN_LEVELS = 8
"""A scan of a back must equal its half turn within so many levels of 255 (mean), at twelve dots a millimetre."""


def check_backs(game: Game, items: Iterable[Item], face: Callable[[str], Face | None], arts: Arts) -> Iterator[Finding]:
    """Every back of a game whose rules lay cards face down. `face` brings a back by its key, None where it has an error."""
    if game.record.rules not in MODELS:
        return
    everything = list(items)
    rules = rules_of(game.record.rules or "")
    for group in rules.face_down():
        for seat in sorted({item.seat for item in everything}):
            own = [item for item in everything if item.card.id in group and item.seat == seat]
            for item in own[1:]:
                if item.back != own[0].back:
                    says = f"{item.card.id} and {own[0].card.id} may lie face down in one place and have two backs"
                    yield Finding(BACKS_DIFFER, game.at(item.card, "id"), says)
    yield from _alike(game, everything, rules.face_down(), face)
    hidden = frozenset().union(*rules.face_down())
    seen: set[str] = set()
    lopsided: dict[str, bool] = {}
    for item in everything:
        if item.card.id in hidden and not item.back:
            says = f"{item.card.id} may lie face down and has no back"
            yield Finding(NO_BACK, game.at(item.card, "id"), says, f"leave `sides: 1` out of the family {item.card.family}")
        elif item.card.id in hidden and item.back not in seen:
            seen.add(item.back)
            back = face(item.back)
            if back:
                yield from turned(back)
                yield from _pictures(back, arts, lopsided)


def _alike(
    game: Game, items: Iterable[Item], piles: Iterable[frozenset[str]], face: Callable[[str], Face | None]
) -> Iterator[Finding]:
    """Piles that lie face down apart, or a pile of two players, with backs that print the same."""
    of = {card: n for n, pile in enumerate(piles) for card in pile}
    looks: dict[Any, Item] = {}
    told: set[tuple[int, str]] = set()
    for item in items:
        pile = of.get(item.card.id)
        back = face(item.back) if pile is not None and item.back else None
        if pile is None or back is None:
            continue
        first = looks.setdefault(frozenset(Counter(_key(mark, Matrix()) for mark in back.marks).items()), item)
        if (of[first.card.id], first.seat) != (pile, item.seat) and (pile, item.seat) not in told:
            told.add((pile, item.seat))
            whose = f" of {item.seat}" if item.seat != first.seat else ""
            says = f"{item.card.id}{whose} has the back of {first.card.id}, beside which it never lies face down"
            yield Finding(BACKS_ALIKE, game.at(item.card, "id"), says, "give each pile, and each player, a back")


def turned(back: Face) -> Iterator[Finding]:
    """Every mark of a back that has no partner where half a turn puts it."""
    half = Matrix(-1, 0, 0, -1, 2 * back.trim.x + back.trim.w, 2 * back.trim.y + back.trim.h)
    here = Counter(_key(mark, Matrix()) for mark in back.marks)
    there = Counter(_key(mark, half) for mark in back.marks)
    for mark in back.marks:
        if here[_key(mark, Matrix())] != there[_key(mark, Matrix())]:
            says = f"{back.name}: {_named(mark)} has no partner half a turn away"
            yield Finding(BACK_TURNED, place(mark.src), says, "draw it twice, the second turned by 180 about the middle")


def _pictures(back: Face, arts: Arts, known: dict[str, bool]) -> Iterator[Finding]:
    for mark in _tones(back.marks):
        art = arts.find(mark.art)
        if art is None:
            continue
        if off := _off_middle(mark, art.view, back.trim):
            says = f"{back.name}: the middle of {_named(mark)} lies {off:.2f} mm beside the card's"
            yield Finding(BACK_TURNED, place(mark.src), says, "a picture that equals its half turn stands in the middle")
        if art.name not in known:
            known[art.name] = _lopsided(art, arts.shown(art))
            if known[art.name]:
                hint = "" if art.is_scan else 'ink:symmetry="half-turn" on the root makes it so'
                yield Finding(LOPSIDED, Span(arts.shown(art)), "does not equal its own half turn, and lies on a back", hint)


def _off_middle(mark: Tone, view: Rect, trim: Rect) -> float:
    """How far (mm) the middle of a whole picture lies from that of the card; 0 where they agree."""
    box = mark.box
    x, y = mark.matrix.apply((view.x + view.w / 2 - box.x) / box.w, (view.y + view.h / 2 - box.y) / box.h)
    off = hypot(x - trim.x - trim.w / 2, y - trim.y - trim.h / 2)
    return off if off >= 10**-_FINE else 0.0


def _tones(marks: Iterable[Mark]) -> Iterator[Tone]:
    for mark in marks:
        if isinstance(mark, Tone):
            yield mark
        elif isinstance(mark, Clipped):
            yield from _tones(mark.marks)


def _lopsided(art: Art, shown: str) -> bool:
    try:
        if art.is_scan:
            plates = separated(art.path, shown, art.view, art.view, _SCAN_DOTS)
            both = [plates.black] if plates.red is None else [plates.black, plates.red]
            return any(abs(p.astype(int) - p[::-1, ::-1]).mean() > _SCAN_LEVELS for p in both)
        with art.path.open("rb") as file:
            if _SYMMETRIC.search(_COMMENT.sub(b"", file.read(_HEAD))):
                return False  # as a build asks each time; what is written otherwise is read in full
        return not read_score(art.path).half_turn
    except Refused:
        return False  # a picture that cannot be read is told of where pictures are read


def _key(mark: Mark, m: Matrix) -> Any:
    """What a mark looks like after `m`: equal for two marks that print the same."""
    match mark:
        case Shape(path, fill, stroke, even_odd):
            return "shape", _points(path, m), fill, stroke, even_odd
        case Text():
            return "text", mark.string, mark.size, mark.paint, _rounded(m.after(mark.matrix))
        case Stencil(seal, size, matrix, paint):
            return "seal", seal, size, paint, _rounded(m.after(matrix))
        case Tone(art, box, matrix, ink, red, ground):
            # the picture equals its own half turn (looked at apart): only where its middle lies and how large it is count
            middle = m.after(matrix).apply(0.5, 0.5)
            return "tone", art, _rounded(Rect(*box)), _rounded(middle), round(abs(matrix.a), _FINE), ink, red, ground
        case Clipped(path, marks):
            return "clip", _points(path, m), tuple(_key(inner, m) for inner in marks)
        case Fact(name, value):
            return "fact", name, value


def _points(path: tuple[Segment, ...], m: Matrix) -> Any:
    """The steps of a path, each from end to end, in whichever direction and order they are drawn: a rectangle turned by half
    starts at another corner.
    """
    out = []
    start: tuple[float, ...] = ()
    here: tuple[float, ...] = ()
    for step, values in path:
        points = [_rounded(m.apply(values[i], values[i + 1])) for i in range(0, len(values), 2)]
        if step == "M":
            start = here = points[0]
            continue
        way = (here, *(points or [start]))
        out.append(min(way, way[::-1]))
        here = way[-1]
    return tuple(sorted(step for step in out if step[0] != step[-1] or len(step) > 2))


def _rounded(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(v, _FINE) + 0.0 for v in values)


def _named(mark: Mark) -> str:
    match mark:
        case Text():
            return f'the words "{mark.string}"'
        case Stencil(seal):
            return f"the seal {seal}"
        case Tone(art):
            return f"the picture {art}"
    return "a shape"
