"""A PDF opened to be read back: its pages with their boxes in millimetres, its labels, its resources."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pikepdf

from cardgen.findings import Code, Finding, Refused, Span
from cardgen.readback.values import entry, inherited, key_of, members, numbers, word
from cardgen.units import MM_PER_PT, Rect

UNREADABLE = Code("unreadable-pdf", "a file that no program can read is printed by none")
ENCRYPTED = Code("encrypted-pdf", "a file that asks for a password is opened by no press (ISO 15930: no encryption)")
INHERITED = ("MediaBox", "CropBox")
"""The boxes that a page may have from the node above it (ISO 32000-1, table 30)."""
LARGEST = 1e6
"""A box that reaches farther (pt) is none: the largest page is 14,400 a side (ISO 32000-1, annex C)."""
BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox")

_READER = logging.getLogger("pikepdf")
_READER.addHandler(logging.NullHandler())  # what it says of a broken file is told as a finding, and stands on no terminal


class Sheet(NamedTuple):
    """A page of a PDF: its number from 1, its label (its number where it has none), its boxes in mm from the media box's top
    left corner with y downwards, unturned; its boxes as they are written, in points (only those that are).

    `trim` and `bleed` are the media box's where the page has none. `hidden` are the file's layers that are not shown, by their
    numbers as objects.
    """

    number: int
    label: str
    page: pikepdf.Page
    media: Rect
    trim: Rect
    bleed: Rect
    boxes: dict[str, tuple[float, float, float, float]]
    hidden: frozenset[tuple[int, int]] = frozenset()

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point of the page's own space (pt, y upwards) in mm from the media box's top left corner, y downwards."""
        x0, _, _, y1 = self.boxes["MediaBox"]
        return (x - x0) * MM_PER_PT, (y1 - y) * MM_PER_PT

    @property
    def resources(self) -> pikepdf.Dictionary:
        """The page's resources, its own or inherited; an empty dictionary where it has none."""
        found = inherited(self.page.obj, "/Resources")
        return found if isinstance(found, pikepdf.Dictionary) else pikepdf.Dictionary()


class Document(NamedTuple):
    """A PDF and its pages; `header` is the version that its first line tells, as "1.6"; `heard` is what the reader said of its
    tree of pages.
    """

    path: Path
    pdf: pikepdf.Pdf
    header: str
    sheets: tuple[Sheet, ...]
    heard: tuple[str, ...] = ()


class _Ear(logging.Handler):
    """Keeps what is said to it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage().strip()
        if said:
            self.heard.append(said)


@contextmanager
def _listening() -> Iterator[list[str]]:
    """What the reader says besides its warnings: so it passes over what in the tree of pages is no page."""
    ear = _Ear()
    _READER.addHandler(ear)
    try:
        yield ear.heard
    finally:
        _READER.removeHandler(ear)


@contextmanager
def opened(path: Path, shown: str) -> Iterator[Document]:
    """The PDF of that path. Refused, naming it as shown, where it cannot be read or asks for a password."""
    with _listening() as heard:
        pdf, labels, pages = _read(path, shown)
    with pdf:
        hidden = _hidden(pdf)
        sheets = (_sheet(n, page, labels.get(n, str(n)), hidden) for n, page in enumerate(pages, 1))
        yield Document(path, pdf, pdf.pdf_version, tuple(sheets), tuple(heard))


def _read(path: Path, shown: str) -> tuple[pikepdf.Pdf, dict[int, str], list[pikepdf.Page]]:
    try:
        pdf = pikepdf.open(path)
    except pikepdf.PasswordError:
        raise Refused(Finding(ENCRYPTED, Span(shown), "it asks for a password", "save it without one")) from None
    except (pikepdf.PdfError, OSError) as error:
        says = error.strerror if isinstance(error, OSError) and error.strerror else "it is no whole PDF"
        raise Refused(Finding(UNREADABLE, Span(shown), says, "write it again")) from None
    try:
        return pdf, _labels(pdf), list(pdf.pages)
    except (pikepdf.PdfError, RuntimeError, TypeError, ValueError):
        pdf.close()
        raise Refused(Finding(UNREADABLE, Span(shown), "its pages cannot be counted", "write it again")) from None


def _labels(pdf: pikepdf.Pdf) -> dict[int, str]:
    """What a viewer shows for each page, by its number from 1, of those that have a label of their own words; read at once,
    as pikepdf goes through all of them for each.
    """
    out: dict[int, str] = {}
    tree = pdf.Root.get("/PageLabels")
    if not isinstance(tree, pikepdf.Dictionary):
        return out
    starts = sorted((int(n), label) for n, label in pikepdf.NumberTree(tree).items() if isinstance(label, pikepdf.Dictionary))
    last = len(pdf.pages)
    for (first, label), (after, _) in zip(starts, [*starts[1:], (last, None)], strict=True):
        prefix = str(label.get("/P", ""))
        for n in range(max(first, 0), min(after, last)):
            count = int(label.get("/St", 1)) + n - first
            out[n + 1] = f"{prefix}{count}" if "/S" in label else prefix
    return out


def _hidden(pdf: pikepdf.Pdf) -> frozenset[tuple[int, int]]:
    """The layers that the default configuration does not show (ISO 32000-1, 8.11.4.3)."""
    layers = entry(pdf.Root, "/OCProperties")
    default = entry(layers, "/D")
    off, on, every = (
        frozenset(key_of(own) for own in members(listed))
        for listed in (entry(default, "/OFF"), entry(default, "/ON"), entry(layers, "/OCGs"))
    )
    return (every - on if word(entry(default, "/BaseState")) == "OFF" else frozenset()) | off


def _sheet(number: int, page: pikepdf.Page, label: str, hidden: frozenset[tuple[int, int]]) -> Sheet:
    boxes = {
        name: _box(inherited(page.obj, f"/{name}") if name in INHERITED else entry(page.obj, f"/{name}")) for name in BOXES
    }
    written = {name: box for name, box in boxes.items() if box}
    written.setdefault("MediaBox", (0.0, 0.0, 612.0, 792.0))
    media = written["MediaBox"]
    trim = _rect(written.get("TrimBox") or written.get("ArtBox") or media, media)
    bleed = _rect(written.get("BleedBox") or media, media)
    return Sheet(number, label, page, _rect(media, media), trim, bleed, written, hidden)


def _rect(box: tuple[float, float, float, float], media: tuple[float, float, float, float]) -> Rect:
    x0, y0, x1, y1 = box
    return Rect((x0 - media[0]) * MM_PER_PT, (media[3] - y1) * MM_PER_PT, (x1 - x0) * MM_PER_PT, (y1 - y0) * MM_PER_PT)


def _box(value: object) -> tuple[float, float, float, float] | None:
    """A rectangle's four sides, the smaller first; None where it is none."""
    sides = numbers(value)
    if len(sides) != 4 or not all(abs(v) <= LARGEST for v in sides):
        return None
    a, b, c, d = sides
    return min(a, c), min(b, d), max(a, c), max(b, d)
