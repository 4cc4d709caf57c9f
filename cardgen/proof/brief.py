"""A comparison in a few words, as page, PDF and terminal share them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardgen.findings import Finding, Severity, short
from cardgen.proof.compare import Change, Changes, Faces, Field
from cardgen.proof.record import KINDS
from cardgen.proof.reprint import Again
from cardgen.proof.shots import Shot
from cardgen.proof.since import Compared
from cardgen.proof.words import Step, compared

UNREAD = "gone, new or as before: a file of theirs cannot be read; boards and boxes, which speak of all cards, are not compared"
_ROOM = 28
"""Letters of a field that a line of the terminal has room for."""


def summary(compared: Compared, again: Sequence[Again]) -> str:
    """What changed, in one or two sentences."""
    changes = compared.changes
    parts = [(len(own), kind) for kind in KINDS if (own := changes.of_kind(kind))]
    cards = ", ".join(
        f"{count} {('card ' if count == 1 else 'cards ') if n == 0 else ''}{kind}" for n, (count, kind) in enumerate(parts)
    )
    others = [
        _counted(len(changes.backs), "back", "backs"),
        _counted(len(changes.pieces), "piece cut or made otherwise", "pieces cut or made otherwise"),
        _counted(len(changes.sheet), "page of the rules sheet", "pages of the rules sheet"),
        _counted(len(changes.fields), "line of game.yaml", "lines of game.yaml"),
        _counted(len(changes.unread), "card that cannot be compared", "cards that cannot be compared"),
    ]
    first = ", ".join(filter(None, [cards, *others]))
    gained = _all((changes.gained, *(c.gained for c in changes.cards)))
    lost = _all((changes.lost, *(c.lost for c in changes.cards)))
    errors = sum(f.severity is Severity.ERROR for f in gained)
    rest = len(gained) - errors
    checks = ", ".join(
        filter(
            None,
            (
                _counted(errors, "new error", "new errors"),
                _counted(rest, "new remark", "new remarks"),
                _counted(len(lost), "finding mended", "findings mended"),
            ),
        )
    )
    prints, throws = sum(a.print for a in again), sum(a.throw for a in again)
    paper = f"{prints} to print, {throws} to throw away" if prints or throws else ""
    said = [part for part in (first, checks, paper) if part]
    return "; ".join(said) + "." if said else "Nothing changed."


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}" if count else ""


def copies(change: Change) -> tuple[Step, ...]:
    """How many there were and are, where that changed."""
    return compared(*(_copies(c) for c in (change.before, change.after))) if change.before != change.after else ()


def _copies(by_seat: Mapping[str, int]) -> str:
    return ", ".join(f"{count} of {seat}" if seat else str(count) for seat, count in by_seat.items()) or "none"


def note(shot: Shot) -> str:
    """What a picture of a difference does not say by itself."""
    if not shot.boxes:
        return "not a dot differs on a screen: another ink, or the bleed"
    places = "one place" if len(shot.boxes) == 1 else f"{len(shot.boxes)} places"
    return f"{max(shot.part * 100, 0.1):.1f} % of it, in {places}"


def missing(faces: Faces) -> dict[str, str]:
    """What stands where a picture of a side is missing."""
    was, is_there = faces.there
    before = "it could not be drawn" if was else "there was none"
    return {"before": before, "after": "it cannot be drawn" if is_there else "it is gone"}


def lines(changes: Changes) -> Iterator[str]:
    """What changed, a line each: cards by what became of them, then what is no card's."""
    wide = max((len(change.id) for change in changes.cards), default=0)
    for change in changes.cards:
        yield f"{change.kind:8} {change.id:{wide}}  {'; '.join(_said(change))}".rstrip()
    for faces in changes.backs:
        yield f"back     {faces.name}"
    for name, fields in changes.pieces.items():
        yield f"piece    {name}  " + "; ".join(f"{f.name} {f.before or 'none'} → {f.after or 'none'}" for f in fields)
    if changes.sheet:
        yield "rules    " + ", ".join(faces.name for faces in changes.sheet)
    for field in changes.fields:
        before, after = (short(words.replace("\n", ", "), _ROOM) or "none" for words in (field.before, field.after))
        yield f"game     {field.name} {before} → {after}"
    if changes.rules:
        yield f"model    {_counted(len(changes.rules), 'line', 'lines')} of what the rules say"
    if changes.unread:
        yield f"unread   {', '.join(changes.unread)}: {UNREAD}"


def _said(change: Change) -> Iterator[str]:
    if change.kind == "renamed":
        yield f"it was {change.was}"
    if change.kind in ("changed", "renamed"):
        for field in change.fields:
            if max(len(field.before), len(field.after)) <= _ROOM and "\n" not in field.before + field.after:
                yield f"{field.name} {field.before or 'none'} → {field.after or 'none'}"
            else:
                yield _in_prose(field)
    if change.before != change.after and change.kind in ("changed", "renamed"):
        yield f"copies {_copies(change.before)} → {_copies(change.after)}"
    if change.kind == "changed" and not change.faces:
        yield "nothing of it is seen on paper"
    elif change.faces and change.after and not change.fields and change.kind == "changed":
        yield "it looks otherwise"
    if change.rules:
        yield "the rules say otherwise"
    errors = sum(f.severity is Severity.ERROR for f in change.gained)
    yield from filter(None, (_counted(errors, "new error", "new errors"), _counted(len(change.lost), "mended", "mended")))


def _in_prose(field: Field) -> str:
    """What became of a long text: the words, where they are few and in one place."""
    gone, new = ([step.text for step in field.steps if step.kind == kind] for kind in ("gone", "new"))
    few = len(gone) <= 1 and len(new) <= 1 and max(map(len, (*gone, *new))) <= _ROOM and "\n" not in "".join((*gone, *new))
    if not few:
        return f"{field.name} reads otherwise"
    return f"{field.name}: " + " → ".join(f'"{words[0].strip()}"' if words else "nothing" for words in (gone, new))


def _all(own: Iterable[Iterable[Finding]]) -> list[Finding]:
    return list(dict.fromkeys(f for findings in own for f in findings))
