"""Which file a picture is painted from: an ink score, or the painter's scan that takes its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from cardgen.face import Wanted
from cardgen.findings import Code, Finding, Refused, Severity, Span, nearest
from cardgen.project import Project
from cardgen.units import MM_PER_INCH, Rect

TWO_SCANS = Code("two-scans", "of two scans of one picture only one can be printed, and a guess may print the older one")
SCAN_SHAPE = Code("scan-shape", "a scan of another shape than its sheet would be stretched")
SCAN_COARSE = Code("scan-coarse", "under 300 pixels an inch a picture looks soft beside the type", Severity.WARNING)
SCAN_TOO_COARSE = Code("scan-too-coarse", "under 150 pixels an inch the pixels themselves are seen")
SCAN_SHORT = Code("scan-short", "past its edge a scan has nothing to print; its edge is mirrored there", Severity.WARNING)

SCANS = (".png", ".tif", ".tiff", ".jpg", ".jpeg")
ENOUGH_PPI, LEAST_PPI = 300, 150
"""Effective resolutions of a tone (the card printers ask for 300; GWG 2022, R0031, takes none under 149)."""
_TOLERANCE = 0.005
SHEET_BLEED = 3.0
"""How far (mm) a scan without a score goes past the trim on every side, as scores do."""
_STRETCH = 0.01
_NAME = re.compile(r"art/[\w./-]+\.svg")


class Art(NamedTuple):
    """A picture's file and the rectangle that it fills, in millimetres of the picture (the trim's corner is 0,0)."""

    name: str
    path: Path
    view: Rect
    is_scan: bool


class Arts:
    """The pictures of a project, by the names that templates give them ("art/duel/ronin.svg")."""

    def __init__(self, project: Project, trim: Rect) -> None:
        self.project, self.trim = project, trim
        self._known: dict[str, Art | None] = {}

    def find(self, name: str) -> Art | None:
        """The picture of that name; None where there is none. A scan beside the score takes its place."""
        if name not in self._known:
            self._known[name] = self._found(name) if _NAME.fullmatch(name) and ".." not in name else None
        return self._known[name]

    def near(self, name: str) -> str:
        """`did you mean "road"?` for the picture in the same folder that has nearly this name; "" where there is none."""
        folder = Path(name).parent
        known = {path.stem for root in self.project.roots() for path in (root / folder).glob("*") if path.is_file()}
        return nearest(Path(name).stem, sorted(known)) if _NAME.fullmatch(name) and ".." not in name else ""

    def shown(self, art: Art) -> str:
        """The path of its file as findings print it."""
        return self.project.shown(art.path)

    def _found(self, name: str) -> Art | None:
        score = self.project.find(name)
        for root in self.project.roots():
            if scans := _scans(root / name):
                self.project.stays(scans[0])
                return Art(name, scans[0], sheet_of(score, self.trim), True)
            if score and score.is_relative_to(root):
                break
        return Art(name, score, _view_box(score), False) if score else None

    def check(self, pictures: Iterable[Wanted]) -> Iterator[Finding]:
        """Every finding of the scans among the pictures: their shape, their resolution where they are printed, their reach."""
        from cardgen.brush import scan_size

        asked: dict[str, list[Wanted]] = {}
        for w in pictures:
            if w.kind == "tone":
                asked.setdefault(w.what, []).append(w)
        for name, places in sorted(asked.items()):
            art = self.find(name)
            if art and art.is_scan:
                try:
                    yield from self._checked(art, places, *scan_size(art.path, self.shown(art)))
                except Refused as refused:
                    yield from refused.findings

    def _checked(self, art: Art, places: list[Wanted], width: int, height: int) -> Iterator[Finding]:
        at, view = Span(self.shown(art)), art.view
        if len(both := _scans(art.path)) > 1:
            names = " and ".join(path.name for path in both)
            yield Finding(TWO_SCANS, at, f"{names} are scans of one picture", "keep one of them")
        if abs(width / view.w / (height / view.h) - 1) > _STRETCH:
            says = f"of {width} x {height} pixels is to fill {view.w:g} x {view.h:g} mm"
            wide, high = round(height * view.w / view.h), round(width * view.h / view.w)
            hint = f"cut it to {wide} x {height}" if wide < width else f"cut it to {width} x {high}"
            yield Finding(SCAN_SHAPE, at, says, hint)
            return
        scale = max(w.scale for w in places)
        ppi = min(width / view.w, height / view.h) * MM_PER_INCH / scale
        if ppi < ENOUGH_PPI * (1 - _TOLERANCE):
            code = SCAN_TOO_COARSE if ppi < LEAST_PPI * (1 - _TOLERANCE) else SCAN_COARSE
            need = [round(side * scale * ENOUGH_PPI / MM_PER_INCH) for side in (view.w, view.h)]
            says = f"is printed with {ppi:.0f} pixels an inch"
            yield Finding(code, at, says, f"{need[0]} x {need[1]} pixels or more are {ENOUGH_PPI} pixels an inch")
        short = max(
            max(view.x - x, view.y - y, x + w - view.right, y + h - view.bottom) * place.scale
            for place in places
            for x, y, w, h in (place.box,)
        )
        if short > 0.01:
            says = f"ends {short:.2f} mm short of the bleed asked for; its edge is mirrored there"
            yield Finding(SCAN_SHORT, at, says, "scan more of the sheet, or ask for less bleed")


def _scans(name: Path) -> list[Path]:
    """The scans in that folder of that name, whatever its ending; sorted."""
    return sorted(p for p in name.parent.glob(f"{name.stem}.*") if p.suffix.lower() in SCANS and p.is_file())


def sheet_of(score: Path | None, trim: Rect) -> Rect:
    """The rectangle (mm) that a scan fills: the sheet of the score beside it, or, without one, the card and its bleed."""
    return _view_box(score) if score and score.is_file() else trim.grown(SHEET_BLEED)


def _view_box(path: Path) -> Rect:
    try:
        for _, root in ElementTree.iterparse(path, ["start"]):
            x, y, w, h = (float(v) for v in root.get("viewBox", "").replace(",", " ").split())
            return Rect(x, y, w, h)
    except (ElementTree.ParseError, ValueError, OSError):
        pass
    return Rect(0, 0, 1, 1)  # an art that cannot be read is a finding of the ink engine, with its line
