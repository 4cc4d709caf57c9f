"""Two states of a game: what changed on paper, what in the data, what the checks say now and said before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from cardgen import rulebook
from cardgen.face import Face, Text, walk
from cardgen.findings import Finding, Refused
from cardgen.ink import PAPER, Ink
from cardgen.load import Family
from cardgen.model import Card, Stock, in_language
from cardgen.pieces import Piece, piece_of
from cardgen.proof.likeness import Eye, same_marks
from cardgen.proof.moved import Line, moved
from cardgen.proof.pairing import Moment, Pair, paired
from cardgen.proof.state import Seen, State
from cardgen.proof.words import Step, compared

LOOK_PPI = 200
"""The dots an inch at which faces whose marks are painted in another order are held against each other."""


class Field(NamedTuple):
    """A field as it is printed, before and after; "" where there is none."""

    name: str
    before: str
    after: str

    @property
    def steps(self) -> tuple[Step, ...]:
        """The change word by word."""
        return compared(self.before, self.after)


class View(NamedTuple):
    """A face as it is looked at: its marks, and the radius of its corners (mm)."""

    face: Face
    corner: float


class Faces(NamedTuple):
    """A side that looks otherwise: its name for people, before and after; None where there is none, or it cannot be drawn."""

    name: str
    before: View | None
    after: View | None
    words: tuple[Step, ...] = ()
    """What is read on it, word by word, where it reads otherwise."""
    family: str = ""
    seat: str = ""
    """Whose side it is; "" where it is the same for all."""
    is_back: bool = False
    there: tuple[bool, bool] = (True, True)
    """Whether there was and is such a side, drawn or not."""


class Change(NamedTuple):
    """What became of one card. `was` is the id that it had before ("" for a new one), `card` the one it has now ("" for one
    that is removed).
    """

    kind: str
    card: str
    was: str
    family: str
    title: str
    fields: tuple[Field, ...]
    faces: tuple[Faces, ...]
    before: Mapping[str, int]
    after: Mapping[str, int]
    gained: tuple[Finding, ...]
    lost: tuple[Finding, ...]
    rules: tuple[Line, ...]

    @property
    def id(self) -> str:
        return self.card or self.was


class Changes(NamedTuple):
    """Everything that changed between two states.

    `cards` are those that changed themselves, in the game's order; `backs` what lies behind a family; `pieces` what is cut,
    folded or made of another stock, by piece; `sheet` the pages of the rules sheet; `fields` what game.yaml and inks.yaml say.
    `gained` and `lost` are findings of no one card. `unread` are cards that may be there, in files that cannot be read; while
    there are any, nothing is told of what speaks of all cards or is as large as they are many: of boards, boxes, lost backs.
    """

    cards: tuple[Change, ...]
    backs: tuple[Faces, ...]
    pieces: dict[str, tuple[Field, ...]]
    sheet: tuple[Faces, ...]
    fields: tuple[Field, ...]
    gained: tuple[Finding, ...]
    lost: tuple[Finding, ...]
    rules: tuple[Line, ...]
    unread: tuple[str, ...]

    @property
    def any(self) -> bool:
        """Whether anything changed at all."""
        return any(self)

    def of_kind(self, kind: str) -> list[Change]:
        """The cards of a kind: "changed", "new", "removed", "renamed"."""
        return [change for change in self.cards if change.kind == kind]


def changes_of(before: Moment | None, after: Moment) -> Changes:
    """What changed from one moment to the other; `before` is None where the game was not there at all."""
    then, now = before.state if before else None, after.state
    pairs, unread = paired(before, after)
    looks = _Looks(before, after)
    told = [pair for pair in pairs if not (unread and _speaks_of_all(pair, then, now))]
    cards = tuple(filter(None, (_change(pair, before, after, looks) for pair in told)))
    gained, lost = _findings(_general(after), _general(before) if before else ())
    backs = tuple(f for f in looks.changed(_backs(then), _backs(now)) if not unread or (f.before and f.after))
    rules = moved(before.told.game, after.told.game) if before else ()
    return Changes(
        cards,
        backs,
        {name: fields for name, fields in _pieces(then, now) if not (unread and _is_box(now, name))},
        _pages(before, after, looks),
        tuple(_game(then, now)),
        gained,
        lost,
        rules,
        unread,
    )


def _speaks_of_all(pair: Pair, then: State | None, now: State) -> bool:
    """Whether what a card shows, then and now, hangs on all the others."""
    states = [(state, card) for state, card in zip((then, now), pair, strict=True) if state and card]
    return len(states) > 1 and any(state.composer.speaks_of_all(_family(state, card)) for state, card in states)


def _is_box(state: State, piece: str) -> bool:
    own = state.composer.pieces.get(piece)
    return own is not None and own.net is not None


class _Looks:
    """Tells which faces look otherwise."""

    def __init__(self, before: Moment | None, after: Moment) -> None:
        self.before, self.after = before, after
        self.supplies = before is not None and before.eye.supplies == after.eye.supplies

    def changed(self, before: Mapping[str, Seen], after: Mapping[str, Seen]) -> Iterator[Faces]:
        """The sides of the two that differ, those of now first."""
        for name in dict.fromkeys((*after, *before)):
            old, new = before.get(name), after.get(name)
            if not self._as_seen(old, new):
                shown = new or old
                assert shown
                views = _view(self.before and self.before.state, old), _view(self.after.state, new)
                there = old is not None, new is not None
                yield Faces(shown.name, *views, _read(*views), shown.side.family.id, shown.side.seat, there=there)

    def _as_seen(self, old: Seen | None, new: Seen | None) -> bool:
        if old is None or new is None:
            return old is new
        if old.face is None or new.face is None:
            return old.face is new.face and (old.key == new.key or self._fails_alike(old, new))
        return self.alike(old.face, new.face)

    def _fails_alike(self, old: Seen, new: Seen) -> bool:
        """Whether two faces that cannot be drawn are at fault in one thing, and as far as they are drawn, one."""
        assert self.before
        if {(f.code.name, f.says) for f in old.findings} != {(f.code.name, f.says) for f in new.findings}:
            return False
        then, now = (m.state.composer.faulty(seen.key) for m, seen in ((self.before, old), (self.after, new)))
        return then is not None and now is not None and self.alike(then.face, now.face)

    def alike(self, old: Face, new: Face) -> bool:
        """Whether a face of then and one of now are one on paper."""
        assert self.before
        then, now = self.before.eye, self.after.eye
        if self.supplies and old == new and then.sources(old) == now.sources(new):
            return True  # drawn from the very same
        a, b = then.essence(old), now.essence(new)
        if a == b:
            return True
        return same_marks(a, b) and _picture(then, old) == _picture(now, new)


def _picture(eye: Eye, face: Face) -> bytes:
    try:
        return eye.studio.picture(face, face.trim.grown(face.bleed), LOOK_PPI).tobytes()
    except Refused:  # what cannot be painted is like nothing
        return repr(eye.essence(face)).encode()


def _view(state: State | None, seen: Seen | None) -> View | None:
    return View(seen.face, state.composer.pieces[seen.piece].corner) if state and seen and seen.face else None


def _read(old: View | None, new: View | None) -> tuple[Step, ...]:
    """What is read on two faces, in painting order, where it differs."""
    before, after = (_text(view.face) if view else "" for view in (old, new))
    return compared(before, after) if before and after and before != after else ()


def _text(face: Face) -> str:
    return " ".join(mark.string for mark in walk(face.marks) if isinstance(mark, Text))


def _change(pair: Pair, before: Moment | None, after: Moment, looks: _Looks) -> Change | None:
    """What became of a card; None where nothing did."""
    old, new = pair
    was, card = (c.id if c else "" for c in pair)
    then, now = before.state if before else None, after.state
    kind = "new" if old is None else "removed" if new is None else "renamed" if was != card else "changed"
    fields = tuple(_fields(old and then and _printed(then, old), new and _printed(now, new)))
    faces = tuple(looks.changed(_fronts(then, was), _fronts(now, card)))
    if then and old and new and (moved_to := tuple(_moved(then, old, now, new))):
        fields += moved_to
        backs = looks.changed(_behind(then, was), _behind(now, card))
        faces += tuple(side._replace(name=f"{card}, its {side.name}", is_back=True) for side in backs)
    if kind == "removed" and any(own.id == was for _, own in now.cards()):  # its id is another card's
        faces = tuple(side._replace(name=f"{side.name}, as it was") for side in faces)
    counts = (then.copies(was) if then and old else {}, now.copies(card) if new else {})
    gained, lost = _findings(now.of_cards.get(card, ()), then.of_cards.get(was, ()) if then else ())
    rules = moved(before.told.cards.get(was, ()), after.told.cards.get(card, ())) if before and kind == "changed" else ()
    if kind == "changed" and not (fields or faces or counts[0] != counts[1] or gained or lost or rules):
        return None
    state, shown = (now, new) if new else (then, old)
    assert state
    assert shown
    title = str(state.game.printed(shown, state.composer.language)["name"])
    return Change(kind, card, was, shown.family, title, fields, faces, *counts, gained, lost, rules)


def _fronts(state: State | None, card: str) -> dict[str, Seen]:
    """A card's fronts by whose they are: so that one that has another id now is still held against itself."""
    faces = state.faces.values() if state and card else ()
    return {seen.side.seat: seen for seen in faces if seen.card == card}


def _backs(state: State | None) -> dict[str, Seen]:
    return {seen.name: seen for seen in state.faces.values() if not seen.card} if state else {}


def _behind(state: State, card: str) -> dict[str, Seen]:
    """What lies behind a card by whose it is."""
    backs = {seen.key: seen for seen in state.faces.values() if not seen.card}
    return {item.seat: backs[item.back] for item in state.items if item.card.id == card and item.back in backs}


def _moved(before: State, old: Card, after: State, new: Card) -> Iterator[Field]:
    """That a card is of another family, and what is cut otherwise where it is another piece."""
    if old.family != new.family:
        yield Field("family", old.family, new.family)
    was, now = (piece_of(_family(state, card)) for state, card in ((before, old), (after, new)))
    if was != now:
        yield from _fields(cut(before.composer.pieces[was]), cut(after.composer.pieces[now]))


def _family(state: State, card: Card) -> Family:
    return next(family for family in state.game.families if family.id == card.family)


# --- data ---------------------------------------------------------------------------------------------------------------


def _printed(state: State, card: Card) -> dict[str, str]:
    """A card's fields as words, those of tables by their names; what is empty is left out."""
    try:
        words = state.composer.words(card)
    except Refused:  # its text asks for what is not there, which is told
        words = state.game.printed(card, state.composer.language)
    flat = dict(_flat(words))
    del flat["id"]
    flat.pop("copies", None)
    return flat


def _flat(fields: Mapping[str, object], inside: str = "") -> Iterator[tuple[str, str]]:
    for name, value in fields.items():
        whole = f"{inside}{name}"
        match value:
            case dict():
                yield from _flat(value, f"{whole}.")
            case tuple():
                if value:
                    yield whole, "\n".join(map(str, value))
            case None | "":
                pass
            case float():
                yield whole, f"{value:g} mm"
            case _:
                yield whole, str(value)


def _fields(before: Mapping[str, str] | None, after: Mapping[str, str] | None) -> Iterator[Field]:
    old, new = before or {}, after or {}
    for name in dict.fromkeys((*new, *old)):
        if old.get(name, "") != new.get(name, ""):
            yield Field(name, old.get(name, ""), new.get(name, ""))


def _game(before: State | None, after: State) -> Iterator[Field]:
    """What game.yaml says of the game itself, and what its inks are."""
    if before:
        yield from _fields(*(dict(_flat(_record(state))) for state in (before, after)))


def _record(state: State) -> dict[str, object]:
    names = ("name", "version", "date", "languages", "players", "seats", "minutes", "age", "ground", "rules", "terms")
    record = state.game.record
    out = {name: getattr(record, name) for name in names}
    out["ink"] = {name: _ink(ink) for name, ink in state.game.inks.items() if name != PAPER}
    out["safe"] = {name: piece.safe for name, piece in state.composer.pieces.items()}
    out["families"] = {f.id: _name(state, f.record.name) for f in state.game.families}
    out["pieces"] = {name: _name(state, piece.name) for name, piece in record.pieces.items()}
    out["credits"] = tuple(", ".join(f"{k}: {v}" for k, v in credit) for credit in record.credits)
    return out


def _name(state: State, name: object) -> str:
    return str(in_language(name, state.composer.language, state.game.language))


def _ink(ink: Ink) -> str:
    parts = " ".join(f"{100 * part:g}" for part in ink.cmyk)
    flags = [flag for flag in ("wash", "finish", "rich") if getattr(ink, flag)]
    return ", ".join([parts, "#" + "".join(f"{part:02x}" for part in ink.screen), *filter(None, [ink.spot]), *flags])


def _pieces(before: State | None, after: State) -> Iterator[tuple[str, tuple[Field, ...]]]:
    """What is cut, folded, or made of another stock."""
    was = before.composer.pieces if before else {}
    for name, piece in after.composer.pieces.items():
        if name in was and (found := tuple(_fields(cut(was[name]), cut(piece)))):
            yield name, found
    if before and (paper := tuple(_fields(_paper(before), _paper(after)))):
        yield rulebook.NAME, paper


def _paper(state: State) -> dict[str, str]:
    """What the rules sheet is printed on."""
    paper = state.game.record.booklet
    return {"stock": _stock(paper)} if paper and state.game.has_rules_sheet else {}


def _stock(stock: Stock) -> str:
    return f"{stock.gsm} gsm, {stock.thickness:g} mm, {stock.finish}"


def cut(piece: Piece) -> dict[str, str]:
    """How a piece is cut and folded, and what it is made of, in words."""
    folds = {"folds": ", ".join(f"{line:g} mm" for line in (*piece.folds.upright, *piece.folds.level))}
    return {
        "size": f"{piece.trim.w:g} x {piece.trim.h:g} mm",
        "corner": f"{piece.corner:g} mm",
        **folds,
        "stock": _stock(piece.stock),
        "punched": "yes" if piece.punched else "",
        "inside": " x ".join(f"{side:g}" for side in piece.net.inside) + " mm" if piece.net else "",
    }


# --- findings, pages ----------------------------------------------------------------------------------------------------


def _general(moment: Moment) -> tuple[Finding, ...]:
    """What is wrong with no one card, or with one that cannot be read."""
    known = {card.id for _, card in moment.state.cards()}
    of_cards = {finding for card, own in moment.state.of_cards.items() if card in known for finding in own}
    return tuple(finding for finding in (*moment.state.found, *moment.found) if finding not in of_cards)


def _findings(now: Iterable[Finding], then: Iterable[Finding]) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Those gained and those lost: a finding is the same in whatever line it stands."""
    new = {(f.code.name, f.at.path, f.says): f for f in now}
    old = {(f.code.name, f.at.path, f.says): f for f in then}
    return tuple(new[k] for k in new if k not in old), tuple(old[k] for k in old if k not in new)


def _pages(before: Moment | None, after: Moment, looks: _Looks) -> tuple[Faces, ...]:
    """The pages of the rules sheet that differ, by their number; none where it cannot be set at one of the moments."""
    if after.pages is None or (before and before.pages is None):
        return ()
    then, now = (tuple(View(page, 0) for page in moment.pages or ()) if moment else () for moment in (before, after))
    out = []
    for n in range(max(len(then), len(now))):
        old, new = (views[n] if n < len(views) else None for views in (then, now))
        if not (old and new and looks.alike(old.face, new.face)):
            out.append(Faces(f"page {n + 1}", old, new, _read(old, new), there=(old is not None, new is not None)))
    return tuple(out)
