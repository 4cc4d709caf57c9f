"""Graphics states, forms and images against the standard: transparency, curves, halftones, what comes from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.findings import Code
from cardgen.profile import Press
from cardgen.readback.clauses.inside import Thing
from cardgen.readback.fault import Fault
from cardgen.readback.values import entries, entry, number, one_or_more, word

TRANSPARENCY = Code(
    "transparency", "PDF/X-1a has no transparency (ISO 15930-4): a press that asks for it flattens or drops what blends"
)
TRANSFER = Code("transfer-curve", "a curve in the file changes every ink at the press, unseen before (ISO 15930: none)")
HALFTONE = Code(
    "halftone", "a screen of the file's own takes the place of the press's (ISO 15930: HT of type 1 or 5 alone, no HTP)"
)
FOREIGN = Code("foreign-content", "what is fetched, replaced or run at the press is not what was proofed (ISO 15930: none)")

PROCESS = ("Cyan", "Magenta", "Yellow", "Black", "Gray", "Default")


def check_states(things: Iterable[Thing], press: Press) -> Iterator[Fault]:
    for thing in things:
        says = list(_transparent(thing)) if press.standard == "X-1a:2003" else []
        yield from (Fault(TRANSPARENCY, own, thing.page, None, "flatten it") for own in says)
        if thing.kind == "state":
            yield from _curves(thing)
        elif thing.kind == "halftone":
            yield from (Fault(code, says, thing.page, None, "take it out") for code, says in set(_screen(thing.obj, True)))
        yield from (Fault(FOREIGN, own, thing.page, None, "place the thing itself in the file") for own in _foreign(thing))


def _transparent(thing: Thing) -> Iterator[str]:
    """What of a thing X-1a calls transparent (ISO 15930-4; print.md 1.1, row 11)."""
    obj = thing.obj
    if thing.kind == "group":
        yield f"{thing.says} is a transparency group"
    elif thing.kind == "image":
        if entry(obj, "/SMask") is not None and word(entry(obj, "/SMask")) != "None":
            yield f"{thing.says} has a soft mask"
        if number(entry(obj, "/SMaskInData")):
            yield f"{thing.says} has a soft mask in its data"
    elif thing.kind == "state":
        mask = entry(obj, "/SMask")
        if mask is not None and word(mask) != "None":
            yield "a graphics state has a soft mask"
        for key, what in (("/ca", "fills"), ("/CA", "lines")):
            value = number(entry(obj, key))
            if value is not None and value != 1:
                yield f"{what} are {value:.4g} opaque ({key[1:]})"
        modes = [word(own) for own in one_or_more(entry(obj, "/BM"))]
        for mode in modes:
            if mode not in ("Normal", "Compatible"):
                yield f"a graphics state blends as {mode or 'something unknown'}"


def _curves(thing: Thing) -> Iterator[Fault]:
    """Transfer functions and screens of a graphics state (ISO 15930; print.md 1.1, row 15)."""
    obj = thing.obj
    for key, code, says in (("/TR", TRANSFER, "has a transfer function"), ("/TR2", TRANSFER, "has a transfer function"),
                            ("/HTP", HALFTONE, "moves the screen")):  # fmt: skip
        own = entry(obj, key)
        if own is not None and not (key == "/TR2" and word(own) == "Default"):
            yield Fault(code, f"a graphics state {says} ({key[1:]})", thing.page, None, "take it out")


def _screen(halftone: object, whole: bool, colorant: str = "Default") -> Iterator[tuple[Code, str]]:
    """A halftone, and, of type 5, those of its colorants."""
    kind = number(entry(halftone, "/HalftoneType"))
    if kind not in ((1, 5) if whole else (1,)):
        yield HALFTONE, f"a halftone is of type {kind:g}" if kind is not None else "a halftone has no type"
    if entry(halftone, "/HalftoneName") is not None:
        yield HALFTONE, "a halftone is named (HalftoneName)"
    curve = entry(halftone, "/TransferFunction")
    if curve is not None and word(curve) != "Identity" and colorant in PROCESS:
        yield TRANSFER, "a halftone has a transfer function"
    if kind == 5 and whole:
        for name, own in entries(halftone):
            if entry(own, "/HalftoneType") is not None:
                yield from _screen(own, False, name[1:])


def _foreign(thing: Thing) -> Iterator[str]:
    """PostScript, OPI, pictures in a picture's stead, pages of other files (ISO 15930; print.md 1.1, row 17)."""
    if thing.kind not in ("form", "image"):
        return
    obj = thing.obj
    if word(entry(obj, "/Subtype")) == "PS" or word(entry(obj, "/Subtype2")) == "PS" or entry(obj, "/PS") is not None:
        yield "a piece of PostScript stands on the page"
    if entry(obj, "/OPI") is not None:
        yield f"{thing.says} is to be replaced from elsewhere (OPI)"
    if entry(obj, "/Alternates") is not None:
        yield f"{thing.says} has alternates"
    if entry(obj, "/Ref") is not None:
        yield f"{thing.says} stands for a page of another file (Ref)"
