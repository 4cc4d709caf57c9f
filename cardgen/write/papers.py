"""A PDF for each file of a game: one face a page for a press, or many on sheets of paper to cut at home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from cardgen.compose import Item
from cardgen.findings import Code, Finding, Severity, Span, noted
from cardgen.furniture import furniture
from cardgen.impose import Page, Paper
from cardgen.ink import Inking
from cardgen.layout import Layout, laid_out
from cardgen.pages import punch_sheet, single
from cardgen.pieces import piece_of
from cardgen.write.order import Order, Work
from cardgen.write.pdf import Job, Written, write

LESS_BLEED = Code("less-bleed", "at home the bleed is what the paper's edge leaves room for", Severity.NOTE)


def works(order: Order, found: list[Finding]) -> Iterator[Work]:
    """A work for every file: what lies in one, in the pages' order that the profile asks."""
    for file, own in _by_file(order).items():
        only = _partly(order, {item.piece for item in own}, file)
        said = order.ink is not Inking.FULL or only[:1] in [[str(ink)] for ink in Inking]  # a card "low" is no deck in low ink
        stem = "-".join([file, *filter(None, [order.profile.suffix, order.ink if said else ""]), *only])
        with noted(found):
            for part, sides in _sides(order, own):
                yield _paper(order, order.folder / f"{stem}{part}{order.suffix}.pdf", tuple(own), sides, found)


Sides = tuple[str, ...]
"""Which sides a file holds, in the order of its pages: as `pages.single` takes them."""


def _sides(order: Order, items: list[Item]) -> list[tuple[str, Sides]]:
    """What is behind a file's name, and the sides in it: two files where all backs come last and there are several."""
    backs = {item.back for item in items}
    if order.profile.order == "front-first" or backs == {""}:
        return [("", ("front", "back"))]
    if order.profile.order == "back-first":
        return [("", ("back", "front"))]
    if len(backs) == 1:
        return [("", ("fronts", "back"))]
    return [("-fronts", ("front",)), ("-backs", ("back",))]


def file_of(order: Order, piece: str) -> str:
    """The name of the file that a piece is written to: its own, or its size where a shop wants a file a size.

    What goes to a press has one trim size a file (GWG 2022, R0004): pieces of one file that differ get one each.
    """
    own = order.pieces[piece]
    if order.profile.files == "size":
        return f"{own.trim.w:g}x{own.trim.h:g}"
    sizes = {(p.trim.w, p.trim.h) for p in order.pieces.values() if p.file == own.file}
    return own.file if len(sizes) == 1 or order.profile.kind == "sheets" else own.id


def _by_file(order: Order) -> dict[str, list[Item]]:
    """What goes into which file, by its name."""
    out: dict[str, list[Item]] = {}
    for item in order.items:
        out.setdefault(file_of(order, item.piece), []).append(item)
    return out


def _partly(order: Order, cut: set[str], file: str) -> list[str]:
    """Which names were asked for of a file that is not printed whole; none where it is."""
    game, only = order.game, order.only
    in_file = {name for name in order.pieces if file_of(order, name) == file} | cut
    families = [f for f in game.families if piece_of(f) in in_file]
    asked = frozenset(only)
    if not only or all(asked & {f.id, piece_of(f), file, order.pieces[piece_of(f)].file} for f in families):
        return []
    known = {name for f in families for name in (f.id, *(c.id for c in f.cards))}
    return [name for name in only if name in known]


def _paper(order: Order, target: Path, items: tuple[Item, ...], sides: Sides, found: list[Finding]) -> Work:
    game, composer, layout = order.game, order.composer, _layout(order, items)
    bleed = layout.bleed if layout else order.bleed
    if bleed < order.bleed - 1e-6:
        says = f"{order.name} has room for {bleed:.2f} mm of bleed round the block of cards"
        found.append(Finding(LESS_BLEED, Span(f"{target.parent.name}/{target.name}"), says))
    placed: Counter[str] = Counter()
    for item in items:
        tiled = layout and item.piece in layout.said.get("tiles", {})
        placed.update({key: item.copies + bool(tiled) for key in (item.front, item.back)})
    pages: Callable[[], Iterator[Page]] = layout.pages if layout else lambda: single(items, order.pieces, bleed, sides)
    job = Job(
        title=f"{game.name(composer.language)}: {target.stem} for {order.name}",
        creator=order.creator,
        date=game.record.date,
        colour=order.colour,
        language=composer.language,
        flip=layout.flip if layout else None,
        press=order.profile.press,
    )

    def written(out: BinaryIO) -> Written:
        return write(out, pages(), composer.face, lambda key: placed[key] > 1, composer.fonts, order.pictures, job)

    said = layout.said if layout else {"sides": list(sides), **_sheets(order, items, bleed)}
    return Work(target, order, items, bleed, written, said)


def _sheets(order: Order, items: Iterable[Item], bleed: float) -> Mapping[str, Any]:
    """What the manifest says of the sheets that tokens are punched from: their trimmed size (mm)."""
    sheets = {}
    for name, piece in order.pieces.items():
        own = [item for item in items if item.piece == name] if piece.punched else []
        page = next(punch_sheet(own, piece, bleed), None)
        if page and page.trim:
            sheets[name] = [round(page.trim.w, 2), round(page.trim.h, 2)]
    return {"sheets": sheets} if sheets else {}


def _layout(order: Order, items: tuple[Item, ...]) -> Layout | None:
    """How the items lie on a profile's paper; None where it has none."""
    if order.profile.paper is None:
        return None
    game, composer, own = order.game, order.composer, order.profile.paper
    paper = Paper(own.width, own.height, own.margin)
    stamp = f"{game.name(composer.language)} {game.record.version} · {game.record.date}"
    return laid_out(items, order.pieces, paper, order.bleed, furniture(composer.fonts, stamp), order.flip, order.register)
