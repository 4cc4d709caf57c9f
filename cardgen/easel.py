"""One picture by itself, as its painter wants to see it: a score painted, or a scan taken apart, in the house's inks."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image

from cardgen.art import SCANS, sheet_of
from cardgen.brush import Plates, paint, read_score, separated
from cardgen.delivery import Delivery, make_folders
from cardgen.findings import Code, Finding, Refused, Span
from cardgen.load import load_inks
from cardgen.project import Project
from cardgen.units import MM_PER_INCH, Rect
from cardgen.write.pictures import mixed, screen_parts

NO_PICTURE = Code("no-such-picture", "what is painted is an ink score (SVG) or a painter's scan (PNG, TIFF, JPEG)")
IN_ITS_PLACE = Code("in-its-place", "a PNG beside a score is a painter's scan, which is printed in the score's place")
INKS = ("sumi", "seal", "ground")
"""The inks of a picture where its template names no others: the black plate's, the red plate's, what lies below."""
POKER = Rect(0, 0, 63, 88)
"""The card (mm) that a scan without a score is taken for."""


def write_picture(project: Project, file: Path, ppi: float, folder: Path) -> Path:
    """Paint a score or a scan into `folder`, under its own name; the PNG's path. Refused where it would pass for a scan."""
    target = folder.resolve() / f"{file.stem}.png"
    if target.with_suffix(".svg").exists() or target.resolve() == file.resolve():
        says = f"would lie beside the score as {target.name}, and so be printed in its place"
        raise Refused(Finding(IN_ITS_PLACE, Span(target.as_posix()), says, "name another folder with --out"))
    picture = painted(project, file, ppi)
    if missing := make_folders([target]):
        raise Refused(*missing)
    with Delivery() as delivery:
        with delivery.writing(target) as out:
            out.write(picture)
        delivery.place()
    return target


def painted(project: Project, file: Path, ppi: float) -> bytes:
    """A PNG of a score or a scan with its bleed, in screen colours. Refused where it cannot be read or an ink is missing."""
    found: list[Finding] = []
    inks = load_inks(project, found)
    if found:
        raise Refused(*found)
    plates = _plates(file, ppi / MM_PER_INCH)
    red = np.full_like(plates.black, 255) if plates.red is None else plates.red
    out = io.BytesIO()
    pixels = mixed(plates.black, red, screen_parts(*(inks[name] for name in INKS)))
    Image.fromarray(pixels).save(out, "PNG", dpi=(ppi, ppi))
    return out.getvalue()


def _plates(file: Path, per_mm: float) -> Plates:
    shown = file.as_posix()
    if not file.is_file():
        raise Refused(Finding(NO_PICTURE, Span(shown), "is no file" if file.exists() else "is not there"))
    if file.suffix.lower() in SCANS:
        view = sheet_of(file.with_suffix(".svg"), POKER)
        return separated(file, shown, view, view, per_mm)
    score = read_score(file)
    return paint(score, score.view, per_mm)
