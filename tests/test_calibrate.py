"""The target that is printed and read, and the files whose backs are put right, as they are written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter

from cardgen.build import Request, build
from cardgen.calibrate import PAPERS, keep_readings, paper_of, write_target
from cardgen.face import Shape, Text
from cardgen.fonts import Fonts
from cardgen.impose import Flip, Page
from cardgen.printers import keep_printer, register_of
from cardgen.project import Project, open_project
from cardgen.register import Register, spots
from cardgen.target import REACH, target
from cardgen.units import Rect
from tests.conftest import ROOT
from tests.tiny import tiny_project

MM = 72 / 25.4
DOTS = 8
"""Pixels a millimetre of the pictures that are looked at."""


def lines(page: Page) -> Iterator[tuple[float, float, float, float]]:
    for mark in page.marks:
        if isinstance(mark, Shape) and mark.src == "target":
            (_, start), (_, end) = mark.path
            yield start[0], start[1], end[0], end[1]


@pytest.mark.parametrize("name", PAPERS)
def test_each_long_line_of_the_back_stands_behind_the_nought_of_its_scale(name: str) -> None:
    paper = paper_of(name)
    front, back = target(Fonts(open_project(ROOT)), paper, lambda *_: (), name)
    assert (front.behind, back.behind) == (False, True)
    through = [(paper.width - x1, y1, paper.width - x2, y2) for x1, y1, x2, y2 in lines(back)]
    for spot in spots(paper.width, paper.height).values():
        (x, y), (across, down) = spot
        assert any(a == c == pytest.approx(x) and min(b, d) < y < max(b, d) for a, b, c, d in through)
        assert any(b == d == pytest.approx(down) and min(a, c) < across < max(a, c) for a, b, c, d in through)
        scale = {round(a - x, 3) for a, b, c, d in lines(front) if a == c and abs(a - x) <= REACH and b == y != d}
        assert scale == set(range(-REACH, REACH + 1))
        tenths = sorted(round(a - x, 3) for a, b, c, d in through if a == pytest.approx(c) and abs(a - x) < 5 and b == y)
        assert tenths == pytest.approx([0.9 * n for n in range(-5, 6) if n])


@pytest.mark.parametrize("name", PAPERS)
@pytest.mark.parametrize("printer", ["", "attic"])
def test_nothing_of_a_target_lies_in_the_printers_margin_or_on_anything_else(name: str, printer: str) -> None:
    paper = paper_of(name)
    for page in target(Fonts(open_project(ROOT)), paper, lambda *_: (), name, printer):
        boxes = [mark.box for mark in page.marks if isinstance(mark, Text)]
        for box in boxes:
            assert paper.printable.grown(-3).contains(box)
        for n, a in enumerate(boxes):
            for b in boxes[:n]:
                assert a.right <= b.x or b.right <= a.x or a.bottom <= b.y or b.bottom <= a.y
        for x1, y1, x2, y2 in lines(page):
            line = Rect(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2))
            assert paper.printable.grown(-3).contains(line)


def test_a_target_is_two_sides_in_black_alone_that_say_how_they_are_printed(tmp_path: Path, program) -> None:
    path = write_target(tiny_project(tmp_path), "letter", tmp_path / "out")
    assert path == tmp_path / "out/calibrate-letter.pdf"
    with pikepdf.open(path) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert [page.label for page in pdf.pages] == ["letter target front", "letter target back"]
        assert not any(b"Device" in page.obj.unparse() for page in pdf.pages)
    ink = [[float(v) for v in row.split()[:4]] for row in program("gs", "-q", "-o", "-", "-sDEVICE=inkcov", path).splitlines()]
    assert [row[:3] for row in ink] == [[0, 0, 0]] * 2
    assert all(row[3] > 0 for row in ink)
    said = program("pdftotext", "-enc", "UTF-8", "-layout", path, "-")
    assert "at 100 % (actual size" in said
    assert "cardgen calibrate --printer NAME --paper letter --top-left 0.4mm,-0.2mm" in said


def test_the_same_target_has_the_same_bytes(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    assert write_target(project, "a4", tmp_path / "a").read_bytes() == write_target(project, "a4", tmp_path / "b").read_bytes()


def test_readings_are_kept_and_a_target_that_is_put_right_says_for_whom(tmp_path: Path, program) -> None:
    project = tiny_project(tmp_path)
    assert (
        keep_readings(project, "attic", "a4", {"middle": (0.5, -0.3)}) == Register(0.5, -0.3) == register_of(project, "attic")
    )
    path = write_target(project, "a4", tmp_path, "attic")
    assert path.name == "calibrate-a4-attic.pdf"
    assert "put right for the printer “attic”" in program("pdftotext", "-enc", "UTF-8", path, "-")


# --- the whole way: a file is written, a printer lays its backs off, they lie true -------------------------------------


def pictures(path: Path) -> list[Image.Image]:
    pdf = pypdfium2.PdfDocument(path)
    return [pdf[n].render(scale=DOTS / MM).to_pil().convert("L") for n in range(len(pdf))]


def through(back: Image.Image, flip: Flip) -> Image.Image:
    """A back as it is seen through the paper, from the front, where the sheet was turned as asked."""
    upright = (flip is Flip.LONG) == (back.width <= back.height)
    return back.transpose(Image.Transpose.FLIP_LEFT_RIGHT if upright else Image.Transpose.FLIP_TOP_BOTTOM)


def upright(page: Image.Image) -> Image.Image:
    """A page on portrait paper: a wide one turned clockwise."""
    return page.transpose(Image.Transpose.ROTATE_270) if page.width > page.height else page


def laid(seen: Image.Image, printer: Register) -> Image.Image:
    """What is seen of a back on portrait paper from a printer that lays it so."""
    a, b, c, d, e, f = printer.undone(seen.width / DOTS, seen.height / DOTS)
    return seen.transform(
        seen.size, Image.Transform.AFFINE, (a, c, e * DOTS, b, d, f * DOTS), Image.Resampling.BICUBIC, fillcolor=255
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return tiny_project(tmp_path_factory.mktemp("tiny"))


A5 = """kind: sheets
folder: club
suffix: a5
paper: {width: 148mm, height: 210mm, margin: 5mm}
bleed: {default: 2mm, least: 0mm, most: 4mm}
"""


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("flip", [Flip.LONG, Flip.SHORT])
@pytest.mark.parametrize("printer", [Register(1.0, -2.0), Register(-0.6, 0.4, 0.8, 1.004), Register(0, 0, -1.5)])
def test_what_such_a_printer_prints_of_a_file_that_is_put_right_lies_true(
    project: Project, tmp_path: Path, paper: str, flip: Flip, printer: Register
) -> None:
    """On A4 these cards lie on the paper's side, on A5 they stand."""
    keep_printer(project, "attic", "a4", printer)
    (tmp_path / "a5.yaml").write_text(A5, encoding="utf-8")
    profile = "home-a4" if paper == "a4" else str(tmp_path / "a5.yaml")
    looks = []
    for name in (None, "attic"):
        ask = Request("tiny", (profile,), out=tmp_path / str(name), flip=flip, printer=name)
        (file,) = build(project, ask, lambda *_: None).files
        looks.append(pictures(file.path))
    (front, back), (same, moved) = (look[:2] for look in looks)
    assert (front.width > front.height) == (paper == "a4")
    assert moved.height > moved.width
    assert _beside(upright(front), same) == 0, "fronts stay where they are"
    wanted = upright(through(back, flip))
    assert _beside(wanted, laid(wanted, printer)) > 500
    assert _beside(wanted, laid(through(moved, flip), printer)) == 0


def _beside(a: Image.Image, b: Image.Image) -> int:
    """How many pixels of two pictures differ with all their neighbours; single ones do where a picture was turned."""
    different = ImageChops.difference(a, b).point(lambda v: 255 if v > 100 else 0)
    return sum(different.filter(ImageFilter.MinFilter(3)).histogram()[1:])
