"""Front and back in register: the target to print and to read, and what a printer's readings come to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Never

from cardgen import __version__
from cardgen.art import Arts
from cardgen.delivery import Delivery, make_folders
from cardgen.findings import Refused
from cardgen.fonts import Fonts
from cardgen.furniture import furniture
from cardgen.impose import Flip, Paper
from cardgen.ink import BLACK, PAPER, Ink
from cardgen.layout import put_right
from cardgen.printers import keep_printer, register_of
from cardgen.profile import load_profile
from cardgen.project import Project
from cardgen.register import Register, measured
from cardgen.store import KEEP
from cardgen.target import target
from cardgen.units import Rect
from cardgen.write.content import Colour
from cardgen.write.pdf import Job, write
from cardgen.write.pictures import Pictures

PAPERS = {"a4": "home-a4", "letter": "home-letter"}
"""The papers of a target, and the profile that says how large they are."""
_INKS = {PAPER: Ink(PAPER, (0, 0, 0, 0), (255, 255, 255)), BLACK: Ink(BLACK, (0, 0, 0, 1), (0, 0, 0))}
_DATE = "2026-01-01"
"""What the file gives as its day: it is the same on every day."""


def paper_of(name: str) -> Paper:
    size = load_profile(PAPERS[name]).paper
    assert size, "a profile of sheets has a paper"
    return Paper(size.width, size.height, size.margin)


def write_target(project: Project, name: str, folder: Path, printer: str | None = None) -> Path:
    """Write the target for that paper into a folder; its path. For a printer that is known its back is put right."""
    register = register_of(project, printer) if printer else Register()
    path = folder / ("-".join(filter(None, ["calibrate", name, printer])) + ".pdf")
    if missing := make_folders([path]):
        raise Refused(*missing)
    fonts, paper = Fonts(project), paper_of(name)
    pictures = Pictures(Arts(project, Rect(0, 0, 0, 0)), fonts, _INKS, project.root / KEEP)
    pages = target(fonts, paper, furniture(fonts, f"cardgen {__version__}"), name, printer or "")
    job = Job(f"Front and back in register, {name}", f"cardgen {__version__}", _DATE, colour=Colour.BLACK, flip=Flip.LONG)
    with Delivery() as delivery:
        with delivery.writing(path) as out:
            write(
                out, (put_right(page, Flip.LONG, register) for page in pages), _no_face, lambda _: False, fonts, pictures, job
            )
        delivery.place()
    return path


def _no_face(key: str) -> Never:
    raise AssertionError(f"a target has no faces, and is asked for {key}")


def keep_readings(project: Project, printer: str, name: str, readings: Mapping[str, tuple[float, float]]) -> Register:
    """Work out and keep how a printer lays its backs, from what was read off the target on that paper."""
    paper = paper_of(name)
    register = measured(readings, paper.width, paper.height)
    keep_printer(project, printer, name, register)
    return register
