"""Pictures of pages with faults."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pikepdf
import pytest
from pikepdf import Array, Name
from PIL import Image

from cardgen.findings import Code, Severity
from cardgen.readback.document import opened
from cardgen.readback.fault import Fault
from cardgen.readback.mark import MOST_PAGES, marked
from cardgen.units import MM_PER_PT, Rect
from tests.readback.pages import add

WRONG = Code("something-wrong", "for a test")
ODD = Code("something-odd", "for a test", Severity.WARNING)
LOUD, QUIETER = (230, 0, 126), (240, 120, 0)
SIZE = (200, 300)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Three pages, the first and the last alike."""
    with pikepdf.new() as pdf:
        for tint in (b"0", b".4", b"0"):
            page = add(pdf, b"0 0 0 " + tint + b" k 0 0 200 300 re f", {}, SIZE)
            page.obj["/TrimBox"] = Array([10, 10, 190, 290])
        pdf.save(tmp_path / "pages.pdf")
    return tmp_path / "pages.pdf"


def pictures(file: Path, faults: list[Fault], safe: float = 0.0) -> list[Path]:
    with opened(file, "pages.pdf") as document:
        return marked(document, faults, file.parent / "marks", 144, safe)


def colour(path: Path, wanted: tuple[int, int, int]) -> np.ndarray:
    """Where a picture has that colour."""
    with Image.open(path) as picture:
        return (np.asarray(picture.convert("RGB")) == wanted).all(axis=-1)


def test_a_place_is_outlined_where_it_is(file: Path) -> None:
    at = Rect(20, 40, 10, 5)
    (path,) = pictures(file, [Fault(WRONG, "it is wrong", 1, at)])
    assert path.name == "page-001.png"
    page = colour(path, LOUD)[20 : 20 + 600, 20 : 20 + 400]
    ys, xs = page.nonzero()
    k = 144 / 25.4
    # the number lies on the outline's corner, half of it outside
    assert ys.max() == pytest.approx(at.bottom * k, abs=5)
    assert xs.max() == pytest.approx(at.right * k, abs=5)
    assert xs.min() == pytest.approx(at.x * k, abs=16)
    inside = page[round(at.y * k) + 12 : round(at.bottom * k) - 3, round(at.x * k) + 12 : round(at.right * k) - 3]
    assert not inside.any(), "what is marked can be seen"


def test_pages_that_are_alike_with_the_same_faults_are_pictured_once(file: Path) -> None:
    at = Rect(20, 40, 10, 5)
    faults = [Fault(WRONG, "it is wrong", number, at) for number in (1, 2, 3)]
    assert [path.name for path in pictures(file, faults)] == ["page-001.png", "page-002.png"]
    faults.append(Fault(ODD, "and odd", 3))
    assert [path.name for path in pictures(file, faults)] == ["page-001.png", "page-002.png", "page-003.png"]


def test_warnings_are_less_loud_and_a_fault_of_the_file_has_no_page(file: Path) -> None:
    assert pictures(file, [Fault(WRONG, "the whole file is wrong")]) == []
    (path,) = pictures(file, [Fault(ODD, "it is odd", 2, Rect(20, 40, 10, 5))])
    assert colour(path, QUIETER).any()
    assert not colour(path, LOUD).any()


def test_the_trim_and_the_safe_margin_are_drawn(file: Path) -> None:
    (path,) = pictures(file, [Fault(ODD, "it is odd", 1)], safe=5.0)
    trim = colour(path, (0, 160, 60))[20:620, 20:420]
    ys, xs = trim.nonzero()
    assert (xs.min(), ys.min()) == (pytest.approx(20, abs=1), pytest.approx(20, abs=1))
    safe = colour(path, (30, 110, 230))[20:620, 20:420]
    assert safe.nonzero()[1].min() == pytest.approx((10 * MM_PER_PT + 5) * 144 / 25.4, abs=2)


def test_odd_places_and_turned_pages_do_not_stop_it(file: Path) -> None:
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        pdf.pages[0].obj["/Rotate"] = 90
        pdf.pages[0].obj["/CropBox"] = Array([50, 50, 80, 80])
        pdf.pages[1].obj["/Contents"] = Name.Nothing
        pdf.save()
    odd = [Rect(-500, 3, 1, 1), Rect(5, 5, 1e7, 1e7), Rect(10, 10, -4, 0), Rect(70, 105, 9, 9)]
    paths = pictures(file, [Fault(WRONG, f"wrong {'x' * 300}", n, at) for n in (1, 2) for at in odd])
    for path in paths:
        with Image.open(path) as picture:
            assert picture.size[0] > 400
            assert picture.size[1] == 640, "the page as it is written, unturned and uncut"


def test_of_many_pages_the_first_are_pictured(tmp_path: Path) -> None:
    with pikepdf.new() as pdf:
        for n in range(MOST_PAGES + 3):
            add(pdf, f"0 0 0 {n / 100} k 0 0 100 60 re f".encode(), {})
        pdf.save(tmp_path / "many.pdf")
    with opened(tmp_path / "many.pdf", "many.pdf") as document:
        faults = [Fault(WRONG, "it is wrong", number) for number in range(1, MOST_PAGES + 4)]
        paths = marked(document, faults, tmp_path / "marks", 72)
    assert len(paths) == MOST_PAGES
    sizes = [Image.open(path).size[1] for path in paths]
    assert sizes[-1] > sizes[0], "the last says how many more there are"
