"""What must be printed again, and what is thrown away for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardgen.compose import Item
from cardgen.proof.compare import Changes, cut
from cardgen.proof.pairing import Moment
from cardgen.rulebook import NAME


class Again(NamedTuple):
    """Of one card for one seat ("" where it is the game's): how many to print, how many to throw away, and why. The rules sheet
    is one, too, of no family.
    """

    card: str
    family: str
    title: str
    seat: str
    print: int
    throw: int
    why: str


def reprint(before: Moment | None, after: Moment, changes: Changes) -> tuple[Again, ...]:
    """Every card of which copies are printed or thrown away, in the order of printing; those that are gone last, and then the
    rules sheet.
    """
    if before is None:
        return (
            *(_again(after, item, item.copies, 0, "it is new") for item in after.state.items),
            *_sheet(None, after, changes),
        )
    return (*_now(before, after, changes), *_gone(before, changes), *_sheet(before, after, changes))


def _sheet(before: Moment | None, after: Moment, changes: Changes) -> Iterator[Again]:
    """The rules sheet, where what it says is another, or its paper."""
    now, then = (moment is not None and moment.state.game.has_rules_sheet for moment in (after, before))
    if changes.sheet or NAME in changes.pieces:
        pages = len(changes.sheet)
        why = f"{pages} page{'s' if pages > 1 else ''} of it changed" if pages else "its paper changed"
        yield Again(
            NAME, "", "Rules sheet", "", int(now), int(then), why if now and then else "it is new" if now else "it is gone"
        )


def _now(before: Moment, after: Moment, changes: Changes) -> Iterator[Again]:
    new = {change.card: change for change in changes.cards if change.card}
    was = {card: change.was for card, change in new.items()}
    for item in after.state.items:
        card = item.card.id
        if card in changes.unread:
            continue
        old = before.state.copies(was.get(card, card)).get(item.seat, 0)
        if why := _why(item, changes) or _cut_otherwise(before, was.get(card, card), after, item):
            yield _again(after, item, item.copies, old, why)
        elif old != item.copies:
            why = "it is new" if not old else f"there are {item.copies} now, and were {old}"
            yield _again(after, item, max(0, item.copies - old), max(0, old - item.copies), why)
    for card, name in was.items():  # a seat, or all of its copies, that is there no more
        left = after.state.copies(card)
        for item in before.state.items:
            if item.card.id == name and item.seat not in left:
                yield _again(before, item, 0, item.copies, "none is left of it")


def _gone(before: Moment, changes: Changes) -> Iterator[Again]:
    gone = {change.was for change in changes.of_kind("removed")}
    for item in before.state.items:
        if item.card.id in gone:
            yield _again(before, item, 0, item.copies, "it is removed")


def _why(item: Item, changes: Changes) -> str:
    """Why every copy of a card is another on paper; "" where none is."""
    if item.piece in changes.pieces:
        return "its " + " and ".join(field.name for field in changes.pieces[item.piece]) + " changed"
    for change in changes.cards:
        if change.card == item.card.id and (own := [faces for faces in change.faces if faces.seat in ("", item.seat)]):
            if not change.was:
                return "it is new"
            return "its back changed" if all(faces.is_back for faces in own) else "its front changed"
    if any(f.family == item.card.family and f.seat in ("", item.seat) for f in changes.backs):
        return "its back changed"  # also where there is none any more
    return ""


def _cut_otherwise(before: Moment, was: str, after: Moment, item: Item) -> str:
    """Why a card that is another piece now is another on paper."""
    former = next((old.piece for old in before.state.items if old.card.id == was), item.piece)
    old, new = cut(before.state.composer.pieces[former]), cut(after.state.composer.pieces[item.piece])
    fields = [name for name in new if new[name] != old[name]]
    return f"its {' and '.join(fields)} changed" if former != item.piece and fields else ""


def _again(moment: Moment, item: Item, copies: int, throw: int, why: str) -> Again:
    state = moment.state
    title = str(state.game.printed(item.card, state.composer.language)["name"])
    return Again(item.card.id, item.card.family, title, item.seat, copies, throw, why)
