"""Which card of one state is which of the other: by its id, and a renamed one by what is on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from cardgen.face import Face
from cardgen.findings import Finding
from cardgen.model import Card
from cardgen.proof.likeness import Eye
from cardgen.proof.moved import Told
from cardgen.proof.state import State

RENAMED = 0.6
"""How much of a card's own content (0..1) must be kept under another id for it to be that card renamed; git takes half of a
file's lines for a rename, and cards of a family have more in common than files.
"""
_NAME, _ART, _TEXT, _OTHER = 2.0, 2.0, 3.0, 1.0
"""What a name, a picture, a text and any other field weigh as evidence."""

Pair = tuple[Card | None, Card | None]


class Moment(NamedTuple):
    """A game at one moment with all that is compared of it: its faces, what sees them, what its rules say, the pages of its
    rules sheet.
    """

    state: State
    eye: Eye
    told: Told
    pages: tuple[Face, ...] | None = ()
    """None where it cannot be set."""
    found: tuple[Finding, ...] = ()
    """What is wrong with the rules sheet."""


class _Content(NamedTuple):
    """What makes a card itself: its family, its fields but for its id, the pictures on its front."""

    family: str
    fields: Mapping[str, Any]
    art: frozenset[str]


def paired(before: Moment | None, after: Moment) -> tuple[list[Pair], tuple[str, ...]]:
    """Every card with what it was, in the order of now, those that are gone last; and the ids of cards in what cannot be
    read at one of the moments: of these it is not told that they are gone or new. An id does not make a card: where ids were
    exchanged, or all have moved on by one, each is what it was under another.
    """
    then = {card.id: card for _, card in before.state.cards()} if before else {}
    now = {card.id: card for _, card in after.state.cards()}
    was = dict(_exchanged(before, after)) if before else {}
    free = then.keys() - set(was.values())  # what is not another card's by now
    gone = [i for i in then if i in free and (i not in now or i in was)]
    new = [i for i in now if i not in was and i not in free]
    was |= dict(_renamed(before, after, gone, new)) if before else {}
    lost = [i for i in gone if i not in was.values()]
    unread: list[str] = []
    if after.state.broken:
        unread += lost
        lost = []
    pairs: list[Pair] = []
    for name, card in now.items():
        own = was.get(name) or (name if name in free else "")
        if before and before.state.broken and not own:
            unread.append(name)
        else:
            pairs.append((then.get(own), card))
    return [*pairs, *((then[i], None) for i in lost)], tuple(unread)


def _exchanged(before: Moment, after: Moment) -> Iterator[tuple[str, str]]:
    """(id now, id before) of cards that say, under an id that was another card's, the very same as before."""
    then, now = _said(before.state), _said(after.state)
    waiting: dict[str, list[str]] = {}
    for name, words in then.items():
        if name not in now or now[name] != words:
            waiting.setdefault(words, []).append(name)
    others = [name for name in now if then.get(name) != now[name]]
    if not any(name in then for name in others):
        return  # whatever has another id has one that was nobody's
    for name in others:
        for was in waiting.get(now[name], ()):
            if _content(before, was).art == _content(after, name).art:
                waiting[now[name]].remove(was)
                yield name, was
                break


def _said(state: State) -> dict[str, str]:
    """All that cards say, but for their ids, their copies and the names of their pictures."""
    return {
        card.id: repr((card.family, sorted(_own(state, card).items(), key=lambda field: field[0]))) for _, card in state.cards()
    }


def _own(state: State, card: Card) -> dict[str, Any]:
    """The fields that make a card itself."""
    fields = state.game.printed(card, state.composer.language)
    return {k: v for k, v in fields.items() if k not in ("id", "copies", "art")}


def _renamed(before: Moment, after: Moment, gone: list[str], new: list[str]) -> Iterator[tuple[str, str]]:
    """(id now, id before) of cards with another id and the same content: the likest first."""
    old = {i: _content(before, i) for i in gone}
    own = {i: _content(after, i) for i in new}
    telling = {family: _telling(family, (before.state, after.state)) for family in {c.family for c in old.values()}}
    likest = []
    for a, was in enumerate(old):
        for b, now in enumerate(own):
            if old[was].family == own[now].family:
                like = _alike(old[was], own[now], telling[old[was].family])
                if like >= RENAMED:
                    likest.append((-like, a, b, now, was))
    named: set[str] = set()
    left: set[str] = set()
    for _, _, _, now, was in sorted(likest):
        if now not in named and was not in left:
            named.add(now)
            left.add(was)
            yield now, was


def _content(moment: Moment, card: str) -> _Content:
    state = moment.state
    record = next(c for _, c in state.cards() if c.id == card)
    fronts = [seen for seen in state.faces.values() if seen.card == card]
    art = frozenset(source for seen in fronts[:1] for source in moment.eye.arts(seen.key))
    return _Content(record.family, _own(state, record), art)


def _telling(family: str, states: Iterable[State]) -> frozenset[str]:
    """The fields that are not the same on all cards of a family: only these tell one from another."""
    values: dict[str, set[str]] = {}
    for state in states:
        for own, card in state.cards():
            if own.id == family:
                for name, value in state.game.printed(card, state.composer.language).items():
                    values.setdefault(name, set()).add(repr(value))
    return frozenset(name for name, own in values.items() if len(own) > 1)


def _alike(a: _Content, b: _Content, telling: frozenset[str]) -> float:
    """How much of what tells a card apart two have in common, 0 to 1."""
    weight = score = 0.0
    for name in telling & (a.fields.keys() | b.fields.keys()):
        old, new = a.fields.get(name), b.fields.get(name)
        if old in (None, "", ()) and new in (None, "", ()):
            continue
        prose = isinstance(old, str) and isinstance(new, str) and name != "name"
        heavy = _NAME if name == "name" else _TEXT if prose and len(str(old)) > 30 else _OTHER
        weight += heavy
        score += heavy * (1.0 if old == new else _near(old, new))
    if a.art or b.art:
        weight += _ART
        score += _ART * (a.art == b.art)
    return score / weight if weight else 0.0


def _near(old: object, new: object) -> float:
    """How alike two words are; two numbers that differ are not alike at all."""
    if isinstance(old, str) and isinstance(new, str):
        return SequenceMatcher(None, old, new, autojunk=False).ratio()
    return 0.0
