"""The pages of a PDF against what the shop makes, and against what the manifest beside it says: sizes, bleed, count, order."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from cardgen.findings import Code, Severity, short
from cardgen.profile import Profile
from cardgen.readback.document import Document, Sheet
from cardgen.readback.fault import Fault

SIZE = Code("wrong-size", "what is not of a size that the shop cuts is scaled, or cut across what is printed")
LARGE = Code("page-too-large", "a page larger than its bleed is placed askew by a program that centres it", Severity.WARNING)
BLEED = Code("too-little-bleed", "where the knife wanders over the bleed's end the paper shows as a white edge")
COUNT = Code("wrong-page-count", "a page too few is a card that is missing in every copy")
ORDER = Code("wrong-page-order", "a press lays a page behind the one before it: out of turn every card has another's back")
OTHER = Code("other-file", "the manifest tells of another file than the one that would be sent")
ODD = Code("odd-pages", "a press lays a page behind the one before it: of an odd number one has no back", Severity.WARNING)
UNEVEN = Code("uneven-pages", "pages of several sizes in one file are not laid on one sheet (GWG 2022 R0004)", Severity.WARNING)

SLACK = 0.1
"""A trim is held against a shop's size to that (mm): a point's hundredth is less, and no guillotine cuts closer."""
FAR = 10.0
"""A trim that is farther (mm) from every size that a shop makes is meant to be none of them (the house's own)."""
PAPER = 1.0
"""A page is held against a printer's paper to that (mm): papers are cut to 1.5 or 2 mm (ISO 216)."""
MOST = 100_000
"""More copies than that are none (the house's own)."""
NAMED = 6
"""How many of a shop's sizes a hint names."""
CLOSE = 0.05
"""Bleeds and pages are held against each other to that (mm): sizes in whole pixels or points are rounded."""

_SIDE = re.compile(r"(?P<name>.*?)(?P<copy> \d+/\d+)? (?P<side>front|back)")


class Turn(NamedTuple):
    """What a page's label tells: the thing that it is a side of ("high A 1/3"), without its copy ("high A"), the side."""

    thing: str
    name: str
    side: str


def check_pages(document: Document, profile: Profile, said: Mapping[str, Any] | None) -> Iterator[Fault]:
    """Sizes, bleed, count and order of the pages. `said` is what the manifest has of the file, one entry of its "files", or
    None; what in it is not of the kind that it should be is passed over.
    """
    told = said if isinstance(said, Mapping) else {}
    yield from _same_file(document, told)
    yield from _count(document, told)
    yield from _paper(document.sheets, profile)
    if profile.press is None:
        return
    cut = [sheet for sheet in document.sheets if {"TrimBox", "ArtBox"} & sheet.boxes.keys()]  # else nobody knows where
    yield from _sizes(cut, profile, told)
    yield from _room(cut, profile)
    turns = [turn(sheet.label) for sheet in document.sheets]
    if turns and all(turns):
        sides = [own for own in turns if own]
        wrong = list(_order(sides, profile.order, told))
        yield from wrong or _in_turn(sides, told)
        yield from _copies(sides, told)
    else:
        yield from _pairs(len(turns), profile)


def turn(label: str) -> Turn | None:
    """A label "high A 1/3 front" taken apart; None where it does not tell which side the page is."""
    match = _SIDE.fullmatch(label)
    return Turn(match["name"] + (match["copy"] or ""), match["name"], match["side"]) if match else None


def _same_file(document: Document, said: Mapping[str, Any]) -> Iterator[Fault]:
    digest = said.get("sha256")
    if not isinstance(digest, str):
        return
    with document.path.open("rb") as file:
        own = hashlib.file_digest(file, "sha256").hexdigest()
    if own != digest.lower():
        says = "it is not the file that the manifest tells of: its digest (sha256) is another"
        yield Fault(OTHER, says, hint="build it again")


def _count(document: Document, said: Mapping[str, Any]) -> Iterator[Fault]:
    pages = said.get("pages")
    if isinstance(pages, int) and not isinstance(pages, bool) and 0 < pages != len(document.sheets):
        yield Fault(COUNT, f"it has {len(document.sheets)} pages, and the manifest says {pages}", hint="build it again")


def _paper(sheets: Iterable[Sheet], profile: Profile) -> Iterator[Fault]:
    """Whether every page is of the paper that is printed on, either way up."""
    if profile.paper is None:
        return
    paper = (float(profile.paper.width), float(profile.paper.height))
    for sheet in sheets:
        own = (sheet.media.w, sheet.media.h)
        if min(_far(own, paper), _far(own, paper[::-1])) > PAPER:
            says = f"it is {_mm(own)}, and the paper is {_mm(paper)}"
            yield Fault(SIZE, says, sheet.number, None, "build it for that paper, or print it on another")


def _sizes(sheets: list[Sheet], profile: Profile, said: Mapping[str, Any]) -> Iterator[Fault]:
    """Every card's trim is of a size that the shop makes, and every one of a size that the manifest tells; where neither is
    told, all are alike. Where the shop makes nothing but cards every file is one of cards, whatever the manifest says.
    """
    meant = dict(_meant(said))
    cards = "cards" in meant or tuple(profile.makes) == ("cards",)
    made = {name: (float(own.width), float(own.height)) for name, own in profile.sizes.items() if cards}
    first = next(((s.trim.w, s.trim.h) for s in sheets), (0.0, 0.0))
    for sheet in sheets:
        own = (sheet.trim.w, sheet.trim.h)
        if made and not _known(own, made):
            hint = _nearest(own, made, profile)
            yield Fault(SIZE, f"its trim of {_mm(own)} is no size that the shop makes", sheet.number, None, hint)
        if meant and not _known(own, meant):
            name = min(meant, key=lambda name: _far(own, meant[name]))
            says = f"its trim is {_mm(own)}, and the manifest says {meant[name][0]:g} x {meant[name][1]:g} mm ({name})"
            yield Fault(SIZE, says, sheet.number, None, "build it again")
        if not meant and _far(own, first) > SLACK:
            hint = "one size a file is what a press lays on a sheet"
            yield Fault(UNEVEN, f"its trim is {_mm(own)}, and the first page's {_mm(first)}", sheet.number, None, hint)


def _nearest(own: tuple[float, float], made: Mapping[str, tuple[float, float]], profile: Profile) -> str:
    """The size that was meant, or, where it is none of them, those that there are."""
    name = min(made, key=lambda name: _far(own, made[name]))
    if _far(own, made[name]) <= FAR:
        return f"the nearest is {name}, {_mm(made[name])}"
    listed = [f"{name}, {_mm(size)}" for name, size in made.items()]
    more = f"; and {len(listed) - NAMED} more" if len(listed) > NAMED else ""
    alone = "cards alone" if tuple(profile.makes) == ("cards",) else "these"
    return f"the shop makes {alone}: {'; '.join(listed[:NAMED])}{more}"


def _meant(said: Mapping[str, Any]) -> Iterator[tuple[str, tuple[float, float]]]:
    """The sizes that the manifest tells of a file's pieces; of what is punched together the sheet's alone."""
    sheets, sizes = said.get("sheets"), said.get("sizes")
    whole = sheets if isinstance(sheets, Mapping) else {}
    for name, own in (sizes if isinstance(sizes, Mapping) else {}).items():
        pair = whole.get(name) or ([own.get("width"), own.get("height")] if isinstance(own, Mapping) else None)
        if isinstance(pair, list | tuple) and len(pair) == 2 and all(isinstance(side, int | float) for side in pair):
            yield str(name), (float(pair[0]), float(pair[1]))


def _far(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _known(own: tuple[float, float], sizes: Mapping[str, tuple[float, float]]) -> bool:
    return any(_far(own, size) <= SLACK for size in sizes.values())


def _mm(size: tuple[float, float]) -> str:
    return f"{round(size[0], 2):g} x {round(size[1], 2):g} mm"


def _room(sheets: list[Sheet], profile: Profile) -> Iterator[Fault]:
    """The bleed round every trim, and what the page has beyond it."""
    least, most = float(profile.bleed.least), float(profile.bleed.most)
    for sheet in sheets:
        trim, bleed, media = sheet.trim, sheet.bleed, sheet.media
        if not bleed.contains(trim, CLOSE):
            continue  # one of the two is wrong, and which is not known (boxes-not-nested)
        round_trim = min(trim.x - bleed.x, trim.y - bleed.y, bleed.right - trim.right, bleed.bottom - trim.bottom)
        if round_trim < least - CLOSE:
            says = f"it bleeds {abs(round_trim):.2f} mm over its trim, and the shop asks for {least:g} mm"
            yield Fault(BLEED, says, sheet.number, None, f"let what touches the edge run on for {least:g} mm on all sides")
        outside = max(bleed.x - media.x, bleed.y - media.y, media.right - bleed.right, media.bottom - bleed.bottom)
        beyond = max(trim.x - media.x, trim.y - media.y, media.right - trim.right, media.bottom - trim.bottom) - most
        if outside > CLOSE:
            says = f"it reaches {outside:.2f} mm over its bleed"
            yield Fault(LARGE, says, sheet.number, None, "let the page be as large as its bleed, without marks")
        elif beyond > CLOSE:
            says = f"it reaches {beyond + most:.2f} mm over its trim, and the shop takes {most:g} mm of bleed"
            yield Fault(LARGE, says, sheet.number, None, f"give it a bleed of {most:g} mm")


def _order(turns: list[Turn], order: str, said: Mapping[str, Any]) -> Iterator[Fault]:
    """Whether fronts and backs follow each other as the shop lays them: in pairs wherever there is a back at all (what has one
    side has a blank page beside it), or all fronts and then the backs.
    """
    if order == "backs-last":
        sides = [own.side for own in turns]
        first_back = sides.index("back") if "back" in sides else len(sides)
        if "front" in sides[first_back:]:
            late = sides.index("front", first_back) + 1
            says = "it is a front behind a back, and the shop asks for all fronts and then the backs"
            yield Fault(ORDER, says, late, None, "write the fronts first")
        return
    first, second = ("front", "back") if order == "front-first" else ("back", "front")
    found = {own.side for own in turns}
    if found == {"back"} or said.get("sides") in (["front"], ["back"]):
        says = f"it holds the {turns[0].side}s alone, and the shop asks for {first} and {second} in turn"
        yield Fault(ORDER, says, hint="write both into one file")
        return
    if found == {"front"}:
        return  # one side is printed
    for n in range(0, len(turns), 2):
        own, then = turns[n], turns[n + 1] if n + 1 < len(turns) else None
        if own.side != first or then is None or (then.thing, then.side) != (own.thing, second):
            says = f"it is not one of a pair, {first} and then {second} of one card, as the shop lays them"
            yield Fault(ORDER, says, n + 1, None, f"write {first} and {second} in turn, a blank page for what has no back")
            return


def _pairs(pages: int, profile: Profile) -> Iterator[Fault]:
    """Whether pages whose labels tell nothing can be pairs. One page alone may be a board, where the shop makes any."""
    paired = profile.order in ("front-first", "back-first")
    if paired and pages % 2 and (pages > 1 or tuple(profile.makes) == ("cards",)):
        says = f"{pages} pages are no pairs of front and back" if pages > 1 else "one page is no pair of front and back"
        yield Fault(ODD, says, hint="a blank page stands for what has no back")


def _in_turn(turns: list[Turn], said: Mapping[str, Any]) -> Iterator[Fault]:
    """Whether the cards follow each other as in the manifest, where the file holds those that it tells of and no others."""
    meant = [name for name, copies in _held(said) for _ in range(copies)]
    side = "front" if any(own.side == "front" for own in turns) else "back"
    own = [(turn.name, page) for page, turn in enumerate(turns, 1) if turn.side == side]
    if Counter(name for name, _ in own) != Counter(meant):
        return  # the backs of a file are one for all, or another number is told of
    for (name, page), then in zip(own, meant, strict=True):
        if name != then:
            says = f'it shows "{short(name)}", and the manifest has "{short(then)}" in its place'
            yield Fault(ORDER, says, page, None, "build it again, or put the pages in the manifest's order")
            return


def _copies(turns: list[Turn], said: Mapping[str, Any]) -> Iterator[Fault]:
    """Whether each card has as many fronts as the manifest says copies, where its labels name the manifest's cards."""
    meant: Counter[str] = Counter()
    for name, copies in _held(said):
        meant[name] += copies
    fronts = Counter(own.name for own in turns if own.side == "front")
    if not fronts or not fronts.keys() & meant.keys():
        return
    names = sorted(fronts.keys() | meant.keys())
    for word, wrong in (
        ("few", [n for n in names if fronts[n] < meant[n]]),
        ("many", [n for n in names if fronts[n] > meant[n]]),
    ):
        if not wrong:
            continue
        first = wrong[0]
        says = f'"{short(first)}" has {_count_of(fronts[first], "front", "fronts")}, and the manifest says '
        says += _count_of(meant[first], "copy", "copies")
        if len(wrong) > 1:
            says = f"{len(wrong)} cards have too {word} fronts, the first: {says}"
        yield Fault(COUNT, says, hint="build it again")


def _held(said: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """The cards that the manifest says a file holds, in their order, as a page's label names them, and their copies."""
    held = said.get("pieces")
    for own in held if isinstance(held, list) else []:
        copies = own.get("copies") if isinstance(own, Mapping) else None
        if isinstance(copies, int) and not isinstance(copies, bool) and 0 < copies <= MOST:
            yield " ".join(filter(None, (str(own.get("card", "")), str(own.get("seat", "") or "")))), copies


def _count_of(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
