"""The streams of a PDF: their filters, whether they lie in the file, whether they are whole."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

import pikepdf

from cardgen.findings import Code, short
from cardgen.profile import Press
from cardgen.readback.clauses.inside import Thing
from cardgen.readback.clauses.states import FOREIGN
from cardgen.readback.document import Document
from cardgen.readback.fault import Fault
from cardgen.readback.values import entries, entry, filters, inflate, key_of, word

FILTER = Code(
    "forbidden-filter", "a press's program that does not know the packing shows nothing (ISO 15930: no LZW, X-1a no JPX, JBIG2)"
)
DAMAGED = Code("damaged-pdf", "one program mends a broken file in one way and the next in another, or stops")
OBJECT_STREAMS = Code("object-streams", "PDF/X-1a is PDF 1.4, whose programs find nothing in a table packed as PDF 1.5 does it")

NEVER = ("LZWDecode",)
NOT_IN_X1A = (*NEVER, "JPXDecode", "JBIG2Decode", "Crypt")
MOST = 2_000_000_000
"""Of all streams together no more than that is unpacked to see whether they are whole (bytes; the house's own)."""


class Own(NamedTuple):
    """A stream: what it is in words, and the page that uses it first (0: none that is known)."""

    stream: pikepdf.Stream
    says: str
    page: int


def reached(document: Document, things: Iterable[Thing]) -> list[Own]:
    """Every stream that the catalog or the Info dictionary leads to; an object that nothing leads to is not printed."""
    named: dict[tuple[int, int], tuple[str, int]] = {}
    for thing in things:
        if isinstance(thing.obj, pikepdf.Object) and key_of(thing.obj) != (0, 0):
            named.setdefault(key_of(thing.obj), (thing.says, thing.page))
    for sheet in document.sheets:
        contents = entry(sheet.page.obj, "/Contents")
        for own in contents if isinstance(contents, pikepdf.Array) else [contents]:
            if isinstance(own, pikepdf.Stream):
                named.setdefault(key_of(own), ("the page's content", sheet.number))
    out: list[Own] = []
    seen: set[tuple[int, int]] = set()
    todo: list[pikepdf.Object] = [own for own in (document.pdf.Root, document.pdf.trailer.get("/Info")) if own is not None]
    while todo:
        obj = todo.pop()
        key = obj.objgen
        if key != (0, 0):
            if key in seen:
                continue
            seen.add(key)
        if isinstance(obj, pikepdf.Array):
            todo += [own for own in obj if isinstance(own, pikepdf.Object)]
            continue
        todo += [own for _, own in entries(obj) if isinstance(own, pikepdf.Object)]
        if isinstance(obj, pikepdf.Stream):
            says, page = named.get(key, ("", 0))
            out.append(Own(obj, says or _kind(obj), page))
    return sorted(out, key=lambda own: (own.page or len(document.sheets) + 1, key_of(own.stream)))


def _kind(stream: pikepdf.Stream) -> str:
    what = word(entry(stream, "/Type")) or word(entry(stream, "/Subtype"))
    return f"a stream ({what}, object {stream.objgen[0]})" if what else f"a stream (object {stream.objgen[0]})"


def check_filters(streams: Iterable[Own], things: Iterable[Thing], press: Press) -> Iterator[Fault]:
    """Filters that the standard forbids, in streams and inline images; streams whose bytes are in another file."""
    forbidden = {"X-1a:2003": NOT_IN_X1A, "X-4": NEVER}.get(press.standard, ())
    packed = [(own.says, own.page, filters(own.stream)) for own in streams]
    inline = ((thing, image) for thing in things if thing.scan for image in thing.scan.inline)
    packed += [(f"an inline image in {thing.says}", thing.page, image.filters) for thing, image in inline]
    for says, page, names in packed:
        for name in names:
            if name in forbidden:
                yield Fault(FILTER, f"{says} is packed with {name}", page, None, "pack it with Flate")
    for own in streams:
        if entry(own.stream, "/F") is not None:
            yield Fault(FOREIGN, f"the bytes of {own.says} are in another file", own.page, None, "place them in this one")


def check_whole(streams: Iterable[Own], whole_pages: Collection[int] = ()) -> Iterator[Fault]:
    """Whether every stream is whole: deflated ones to their checksum, JPEGs to their end. Of what `whole_pages` draw (by
    their numbers) it is known.
    """
    left = MOST
    for own in streams:
        if own.page in whole_pages:
            continue
        names = filters(own.stream)
        if names not in (("FlateDecode",), ("DCTDecode",)) or entry(own.stream, "/F") is not None:
            continue
        try:
            raw = own.stream.read_raw_bytes()
        except (pikepdf.PdfError, ValueError, RuntimeError):
            raw = b""
        if names == ("DCTDecode",):
            whole = raw.startswith(b"\xff\xd8") and b"\xff\xd9" in raw[-1024:]
        else:
            unpacked, whole = inflate(raw, left)
            left -= unpacked
        if not whole and left > 0:
            yield Fault(DAMAGED, f"{own.says} breaks off or is damaged", own.page, None, "write it again")


def check_tables(document: Document) -> Iterator[Fault]:
    """Object streams and cross-reference streams: PDF 1.5, which X-1a has none of (print.md 1.1, row 18)."""
    trailer = document.pdf.trailer
    kinds = (word(entry(own, "/Type")) for own in (trailer, *document.pdf.objects))
    if "/XRefStm" in trailer or any(kind in ("ObjStm", "XRef") for kind in kinds):
        says = "its objects or their table are packed as PDF 1.5 has it"
        yield Fault(OBJECT_STREAMS, says, hint="save it without object streams")


def check_warnings(document: Document) -> Iterator[Fault]:
    """What the reader mended, or could not: its first word."""
    said = [*document.heard, *(str(own).replace(str(document.path), "").strip(" :,") for own in document.pdf.get_warnings())]
    said = [own for own in said if "handled correctly" not in own]  # an object at offset 0, which harms nobody
    telling = [own for own in said if own != "file is damaged"]
    if said:
        first = short("".join(c if c.isprintable() else " " for c in (telling or said)[0]), 120)
        more = f" (and {len(telling) - 1} more)" if len(telling) > 1 else ""
        yield Fault(DAMAGED, f"the file is damaged: {first}{more}", hint="write it again")
