"""The separations of a page: for every ink how much of it lies where, as the press would burn its plates.

pikepdf writes the page anew so that an ink is drawn as gray (three at once, as red, green and blue, where nothing that is
drawn reaches only some of them), pypdfium2 renders that. Overprint, knock-out and spots are told by the rewriting, so that
what the renderer makes of CMYK does not matter.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pikepdf

from cardgen.readback.document import Document, Sheet
from cardgen.readback.names import technical
from cardgen.readback.plates.apart import apart
from cardgen.readback.plates.paints import Survey, Unseen
from cardgen.readback.plates.redraw import seen
from cardgen.readback.plates.rewrite import Drawing, Source
from cardgen.readback.plates.sides import Side, Window, side, windows
from cardgen.readback.spaces import PROCESS
from cardgen.readback.values import inherited
from cardgen.units import MM_PER_INCH, Rect

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pypdfium2

    Plate = npt.NDArray[np.uint8]

MOST_PIXELS = 60_000_000
"""Pixels of a page at most (a metre square at 195 ppi); a larger one is looked at with fewer dots an inch."""


class Separations(NamedTuple):
    """A page's plates by their inks' names, process inks first: rows x columns, 0 no ink, 255 full. Plates without ink are
    left out. `wide` and `high` are mm a pixel, from the media box's top left corner.
    """

    number: int
    columns: int
    rows: int
    wide: float
    high: float
    plates: Mapping[str, Plate]
    unseen: tuple[str, ...] = ()
    untrue: tuple[str, ...] = ()
    """Images that are not what they say, a sentence each, and"""
    hidden: tuple[str, ...] = ()
    """layers that are not shown and hold something, by their names."""
    sides: tuple[Side, ...] = ()
    """The trim's sides, finer than the plates."""

    def plate(self, name: str) -> Plate:
        """The plate of that name, empty where the page has no such ink."""
        import numpy as np

        found = self.plates.get(name)
        return np.zeros((self.rows, self.columns), np.uint8) if found is None else found


def pixels(media: Rect, ppi: int) -> tuple[int, int]:
    """Columns and rows of a page of so many dots an inch, to the nearest pixel; fewer where they would be too many."""
    w, h = (max(side, 0.0) * ppi / MM_PER_INCH for side in (media.w, media.h))
    if w * h > MOST_PIXELS:
        less = (MOST_PIXELS / (w * h)) ** 0.5
        w, h = w * less, h * less
    most = 30_000
    return min(max(1, round(w)), most), min(max(1, round(h)), most)


class Job(NamedTuple):
    """A page to be made into plates: file, number from 1, its boxes (mm), columns and rows, what of its trim is looked at
    finer, the layers that are not shown.
    """

    path: Path
    number: int
    media: Rect
    trim: Rect
    columns: int
    rows: int
    windows: tuple[Window, ...] = ()
    hidden: frozenset[tuple[int, int]] = frozenset()

    @property
    def size(self) -> tuple[float, float]:
        """mm a pixel."""
        return max(self.media.w, 1e-3) / self.columns, max(self.media.h, 1e-3) / self.rows


def separations(document: Document, numbers: Sequence[int], ppi: int, sides: bool = True) -> Iterator[Separations]:
    """The plates of the pages of those numbers (from 1), in that order, made by processes of their own: a page that breaks
    the renderer is told as one that could not be seen, and stops nothing. `sides` says whether the trim is looked at finer.
    """
    jobs = [_job(document.path, document.sheets[number - 1], ppi, sides) for number in numbers]
    for job, made in zip(jobs, apart(separated, [(job,) for job in jobs]), strict=True):
        yield made or Separations(job.number, job.columns, job.rows, *job.size, {}, ("a page that stops the renderer",))


def _job(path: Path, sheet: Sheet, ppi: int, sides: bool) -> Job:
    columns, rows = pixels(sheet.media, ppi)
    finer = windows(sheet.media, sheet.trim, sheet.bleed, columns, rows) if sides else ()
    return Job(path, sheet.number, sheet.media, sheet.trim, columns, rows, finer, sheet.hidden)


def separated(job: Job) -> Separations:
    """The plates of one page, made in this process."""
    import numpy as np

    survey = Survey(job.hidden)
    plates: dict[str, Plate] = {}
    fine = [np.zeros((window.h, window.w), np.uint16) for window in job.windows]
    with seen(survey):
        groups, data = _drawn(job.path, job.number, survey)
        for group, (light, *finer) in zip(groups, rendered(data, job.columns, job.rows, job.windows), strict=True):
            for i, plate in enumerate(group):
                # BGR: the first plate is red, which is last
                plates[plate] = np.ascontiguousarray(255 - light[:, :, 2 - i])
                for ink, own in zip(fine, finer, strict=True):
                    ink += 0 if technical(plate) else 255 - own[:, :, 2 - i]
    inked = {
        name: plates[name] for name in [*PROCESS, *sorted(set(plates) - set(PROCESS))] if name in plates and plates[name].any()
    }
    sides = tuple(
        side(window, ink, job.media, job.trim, job.columns, job.rows) for window, ink in zip(job.windows, fine, strict=True)
    )
    return Separations(
        job.number,
        job.columns,
        job.rows,
        *job.size,
        inked,
        tuple(survey.unseen),
        tuple(survey.untrue),
        tuple(survey.layers),
        sides,
    )


def _drawn(path: Path, number: int, survey: Survey) -> tuple[list[tuple[str, ...]], bytes]:
    """The groups of plates that a page has ink on, and a PDF of a page for each."""
    # opened for this page alone (2 ms): what is made for it goes with it
    with pikepdf.open(path) as pdf:
        page = pdf.pages[number - 1]
        resources, media = inherited(page.obj, "/Resources"), inherited(page.obj, "/MediaBox")
        source = Source(pdf)
        Drawing(source, (), survey).page(page, resources)
        groups = survey.groups()
        drawn = [Drawing(source, group, survey).page(page, resources) for group in groups]
        return groups, _written(pdf, drawn, media) if drawn else b""


def _written(pdf: pikepdf.Pdf, contents: list[tuple[bytes, pikepdf.Dictionary]], media: object) -> bytes:
    """A PDF of pages with those contents and resources, with the objects of the one that they stand in."""
    root = pdf.Root
    pages = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Pages, Count=len(contents)))
    kids = []
    for data, resources in contents:
        page = pikepdf.Dictionary(Type=pikepdf.Name.Page, Parent=pages, Resources=resources)
        page.MediaBox = media if isinstance(media, pikepdf.Array) else pikepdf.Array([0, 0, 612, 792])
        page.Contents = pdf.make_indirect(pikepdf.Stream(pdf, data))
        kids.append(pdf.make_indirect(page))
    pages.Kids = pikepdf.Array(kids)
    # nothing else of the file is written: its own pages would be, by a bookmark or an annotation
    for name in list(root.keys()):
        if name not in ("/Type", "/OCProperties"):
            del root[name]
    root.Pages = pages
    out = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of fields of a form that nobody fills in here
        pdf.save(
            out,
            compress_streams=False,
            stream_decode_level=pikepdf.StreamDecodeLevel.none,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            fix_metadata_version=False,
        )
    return out.getvalue()


def rendered(data: bytes, columns: int, rows: int, finer: Sequence[Window] = ()) -> Iterator[list[Plate]]:
    """Each page of a PDF, edge to edge on rows x columns x 3 (blue, green, red), and the parts of it that are asked for."""
    import pypdfium2

    if not data:
        return
    try:
        document = pypdfium2.PdfDocument(data)
        pages = [document[n] for n in range(len(document))]
    except pypdfium2.PdfiumError:
        raise Unseen("a page that the renderer does not take") from None
    for page in pages:
        parts = [painted(page, columns * own.times, rows * own.times, own[2:]) for own in finer]
        yield [painted(page, columns, rows), *parts]
        page.close()
    document.close()


def painted(page: pypdfium2.PdfPage, columns: int, rows: int, part: tuple[int, int, int, int] | None = None) -> Plate:
    """A page, edge to edge on white: rows x columns x 3 (blue, green, red); or a part: its left, top, columns, rows."""
    import pypdfium2
    from pypdfium2 import raw

    x, y, w, h = part or (0, 0, columns, rows)
    bitmap = pypdfium2.PdfBitmap.new_native(w, h, raw.FPDFBitmap_BGR)
    raw.FPDFBitmap_FillRect(bitmap.raw, 0, 0, w, h, 0xFFFFFFFF)
    # its own render() rounds the size up to whole pixels
    raw.FPDF_RenderPageBitmap(bitmap.raw, page.raw, -x, -y, columns, rows, 0, 0)
    found: Plate = bitmap.to_numpy()
    return found
