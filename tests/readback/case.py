"""What a case of the faulty corpus is, and how a sound file is spoilt in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

from tests.readback import sound
from tests.readback.sound import DRIVETHRU, MBPRINT, X1A, X4, Recipe

ERROR, WARNING = "error", "warning"
RECIPES: Mapping[str, Recipe] = {"shop-x1a": X1A, "shop": X4, "drivethrucards": DRIVETHRU, "mbprint": MBPRINT, "longpack": X1A}
UNSEEN = {"rgb-colour", "managed-colour", "transparency"}
"""Faults of what has no place among plates, or none for sure: that it cannot be seen there may be told besides."""

ANYTHING = "*"
"""In `also`: the fault takes so much with it that what else is found is not told here."""


class Case(NamedTuple):
    """One fault: the code it is found by, the profile whose sound file it spoils and is judged for, the page (0: the file;
    None: a page or the file, where either is a fair place to name), how the file is spoilt; codes that it implies besides; what
    the manifest says of the file.
    """

    name: str
    code: str
    profile: str
    page: int | None
    severity: str
    spoil: Callable[[bytes], bytes]
    also: frozenset[str]
    said: Mapping[str, Any] | None
    why: str

    def faulty(self) -> bytes:
        return self.spoil(sound.twin(self.profile))


Spoil = Callable[[pikepdf.Pdf], Any]


class Corpus:
    """Cases as they are written down: a function each, its docstring is what is wrong."""

    def __init__(self) -> None:
        self.cases: list[Case] = []

    def raw(
        self, code: str, profile: str = "shop-x1a", page: int | None = 0, severity: str = ERROR, *also: str, said: Any = None
    ) -> Callable[[Callable[[bytes], bytes]], Callable[[bytes], bytes]]:
        """The function takes the sound file's bytes and gives the faulty one's."""

        def add(spoil: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
            name = spoil.__name__.replace("_", "-")
            implied = frozenset(also) | ({"not-seen"} if code in UNSEEN else set())
            why = (spoil.__doc__ or "").strip()
            self.cases.append(Case(name, code, profile, page, severity, spoil, implied, said, why))
            return spoil

        return add

    def pdf(
        self,
        code: str,
        profile: str = "shop-x1a",
        page: int | None = 1,
        severity: str = ERROR,
        *also: str,
        said: Any = None,
        **save: Any,
    ) -> Callable[[Spoil], Spoil]:
        """The function changes the opened file, which is then written as its standard asks (but for `save`)."""

        def add(spoil: Spoil) -> Spoil:
            def spoilt(data: bytes) -> bytes:
                with pikepdf.open(BytesIO(data)) as pdf:
                    spoil(pdf)
                    return sound.saved(pdf, RECIPES[profile].standard, **save)

            spoilt.__name__, spoilt.__doc__ = spoil.__name__, spoil.__doc__
            self.raw(code, profile, page, severity, *also, said=said)(spoilt)
            return spoil

        return add


# --- how a page is spoilt ---------------------------------------------------------------------------------------------------


def paint(pdf: pikepdf.Pdf, content: str | bytes, page: int = 1, **groups: dict[str, Any]) -> None:
    """Paints more on a page, over all else; `groups` are further resources (XObject={"X": ...})."""
    own = pdf.pages[page - 1].obj
    resources = own.Resources = pdf.make_indirect(Dictionary(own.Resources))  # pages may share what they have
    for group, entries in groups.items():
        merged = Dictionary(resources.get(f"/{group}", Dictionary()))
        for name, value in entries.items():
            merged[f"/{name}"] = value
        resources[f"/{group}"] = merged
    data = content if isinstance(content, bytes) else content.encode("latin-1")
    own.Contents = Array([pdf.make_stream(read(pdf, page)), pdf.make_stream(b"q " + data + b" Q")])


def read(pdf: pikepdf.Pdf, page: int = 1) -> bytes:
    """A page's content."""
    contents = pdf.pages[page - 1].obj.Contents
    parts = list(contents) if isinstance(contents, Array) else [contents]
    return b"\n".join(part.read_bytes() for part in parts)


def rewrite(pdf: pikepdf.Pdf, old: str, new: str, page: int = 1) -> None:
    """Puts `new` where `old` stands in a page's content; it stands there once."""
    data = read(pdf, page)
    assert data.count(old.encode()) == 1, f"{old!r} stands {data.count(old.encode())} times on page {page}"
    pdf.pages[page - 1].obj.Contents = pdf.make_stream(data.replace(old.encode(), new.encode()))


def xobject(pdf: pikepdf.Pdf, name: str, page: int = 1) -> pikepdf.Object:
    return pdf.pages[page - 1].obj.Resources.XObject[f"/{name}"]


def grey(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """The picture in its form."""
    return xobject(pdf, "Art").Resources.XObject.Im


def square(x: float = 36, y: float = 60, side: float = 6, recipe: Recipe = X1A) -> str:
    """A square in the free part of the card (mm from the trim's lower left corner), ready to be filled."""
    return f"{sound.rect(recipe, x, y, side, side)} f"


def spread(pdf: pikepdf.Pdf, side: int, mm: float, page: int = 1, x: float = 34, y: float = 50, **more: Any) -> None:
    """A grey picture of so many pixels a side on a square of so many millimetres, in the free part."""
    paint(
        pdf,
        sound.placed(X1A, x, y, mm, mm, "More"),
        page,
        XObject={"More": sound.picture(pdf, side, side, sound.art(side), **more)},
    )


def intent(pdf: pikepdf.Pdf) -> pikepdf.Object:
    return pdf.Root.OutputIntents[0]


def metadata(pdf: pikepdf.Pdf, old: str, new: str) -> None:
    """Changes the XMP packet; `old` stands there once."""
    text = pdf.Root.Metadata.read_bytes().decode()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    pdf.Root.Metadata = pdf.make_indirect(Stream(pdf, text.replace(old, new).encode(), Type=Name.Metadata, Subtype=Name.XML))


def box(pdf: pikepdf.Pdf, page: int, name: str, by: float) -> None:
    """A page's box with every side moved outwards by so many millimetres."""
    x0, y0, x1, y1 = (float(v) for v in pdf.pages[page - 1].obj[f"/{name}"])
    d = by * sound.MM
    pdf.pages[page - 1].obj[f"/{name}"] = Array([round(v, 4) for v in (x0 - d, y0 - d, x1 + d, y1 + d)])


def state(pdf: pikepdf.Pdf, **keys: Any) -> pikepdf.Object:
    return pdf.make_indirect(Dictionary(Type=Name.ExtGState, **keys))


def glyph(pdf: pikepdf.Pdf, drawn: bytes, em: int = 20) -> pikepdf.Object:
    """A font of one letter, which is content (Type 3): "a", of so many units to the type's size."""
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type3,
            FontBBox=Array([0, 0, em, em]),
            FontMatrix=Array([1 / em, 0, 0, 1 / em, 0, 0]),
            CharProcs=Dictionary(a=pdf.make_stream(drawn)),
            Encoding=Dictionary(Type=Name.Encoding, Differences=Array([97, Name.a])),
            FirstChar=97,
            LastChar=97,
            Widths=Array([em]),
            Resources=Dictionary(),
        )
    )
