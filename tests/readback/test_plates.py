"""The plates of a page: their values where they are known, and Ghostscript's where another must judge."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream
from PIL import Image, ImageFilter

from cardgen.readback.document import opened
from cardgen.readback.plates.separations import Separations, separations
from cardgen.readback.proofs import write_plates
from tests.readback.pages import HIGH, PAGES, WIDE, add, image, jpeg, separation, shown, written

PPI = 288
"""Four pixels a point."""

KNOWN: dict[str, list[tuple[int, int, dict[str, float]]]] = {
    "process_fills": [(10, 10, {"Black": 50}), (40, 30, {"Cyan": 20, "Magenta": 40, "Yellow": 60, "Black": 10})],
    "spot_knocks_out": [(10, 10, {"Cyan": 100}), (25, 40, {"Seal Red": 70}), (45, 25, {"Yellow": 100})],
    "spot_overprints": [(25, 40, {"Cyan": 100, "Seal Red": 70}), (45, 25, {"Cyan": 100, "Yellow": 100, "Seal Red": 70})],
    "overprint_mode_0": [(60, 25, {"Yellow": 100}), (60, 40, {"Black": 100})],
    "overprint_mode_1": [
        (60, 25, {"Cyan": 100, "Magenta": 50, "Yellow": 100}),
        (60, 40, {"Cyan": 100, "Magenta": 50, "Black": 100}),
        (15, 15, {"Cyan": 20, "Magenta": 50, "Black": 50}),
    ],
    "only_the_line_overprints": [
        (55, 30, {"Yellow": 100}),
        (55, 22, {"Yellow": 100, "Black": 100}),
        (55, 18, {"Cyan": 100, "Magenta": 50, "Black": 100}),
    ],
    "gray_overprints_as_process": [(55, 25, {"Black": 100})],
    "all_and_none": [
        (15, 15, {"Cyan": 50, "Magenta": 50, "Yellow": 50, "Black": 50, "Seal Red": 50}),
        (50, 20, {"Cyan": 100}),
        (70, 15, {"Seal Red": 100}),
        (70, 30, {"Black": 60}),
    ],
    "device_n_fills": [
        (20, 20, {"Cyan": 30, "Gold": 60, "Black": 90}),
        (50, 20, {"Cyan": 30, "Yellow": 100, "Gold": 60, "Black": 90}),
        (70, 20, {"Cyan": 100, "Yellow": 100, "Magenta": 30, "Gold": 90}),
    ],
    "icc_based": [(20, 20, {"Cyan": 20, "Magenta": 40, "Yellow": 60, "Black": 10}), (60, 20, {"Black": 75})],
    "inline_images": [
        (20, 30, {"Magenta": 100, "Yellow": 50.2, "Black": 75.3}),
        (80, 30, {"Cyan": 100}),
        (4, 10, {"Black": 100}),
        (4, 50, {"Magenta": 100}),
    ],
    "see_through": [
        (30, 30, {"Cyan": 60, "Magenta": 50, "Yellow": 60, "Black": 10}),
        (70, 30, {"Cyan": 25, "Magenta": 50, "Yellow": 35, "Black": 10}),
    ],
    "multiplied": [(30, 30, {"Cyan": 85, "Magenta": 100, "Yellow": 85, "Black": 20})],
    "darkened": [(30, 30, {"Cyan": 70, "Magenta": 100, "Yellow": 70, "Black": 20})],
    "drawn_letters": [
        (20, 20, {"Magenta": 100}),
        (55, 25, {"Yellow": 100}),
        (18, 48, {"Cyan": 100, "Black": 100}),
        (38, 48, {"Cyan": 100, "Yellow": 100}),
    ],
    "form_takes_what_it_is_called_with": [
        (20, 20, {"Magenta": 100, "Black": 20}),
        (35, 35, {"Yellow": 100}),
        (55, 15, {"Black": 100}),
    ],
    "tiles_without_colour": [(12, 12, {"Cyan": 20, "Magenta": 40, "Yellow": 60, "Black": 10}), (17, 17, {"Cyan": 100})],
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("plates") / "all.pdf", list(PAGES))


@pytest.fixture(scope="module")
def plates(file: Path) -> dict[str, Separations]:
    with opened(file, "all.pdf") as document:
        return dict(zip(PAGES, separations(document, range(1, len(PAGES) + 1), PPI), strict=True))


def at(found: Separations, x: float, y: float) -> dict[str, float]:
    """The ink at a point (pt), in per cent, of the plates that have some."""
    row, column = int(found.rows - y * PPI / 72), int(x * PPI / 72)
    inks = {name: float(plate[row, column]) / 2.55 for name, plate in found.plates.items()}
    return {name: ink for name, ink in inks.items() if ink}


@pytest.mark.parametrize("name", KNOWN)
def test_ink_is_where_it_is_laid_and_as_much(plates: dict[str, Separations], name: str) -> None:
    assert plates[name].unseen == ()
    for x, y, inks in KNOWN[name]:
        assert at(plates[name], x, y) == pytest.approx(inks, abs=0.6), f"at {x}, {y}"


def test_a_page_is_exactly_as_large_as_it_says(plates: dict[str, Separations]) -> None:
    found = plates["process_fills"]
    assert (found.columns, found.rows) == (WIDE * 4, HIGH * 4)
    assert found.plate("Black").shape == (HIGH * 4, WIDE * 4)
    black = found.plate("Black") > 0
    assert np.flatnonzero(black.any(axis=0))[0] == 20, "5 pt from the left"
    assert np.flatnonzero(black.any(axis=1))[-1] == HIGH * 4 - 21, "5 pt from the bottom"


@pytest.fixture(scope="module")
def judged(file: Path, tmp_path_factory: pytest.TempPathFactory, program: Callable[..., str]) -> dict[str, dict[str, Any]]:
    """Ghostscript's plates of every page."""
    out = tmp_path_factory.mktemp("gs")
    program("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=tiffsep", f"-r{PPI}", "-o", out / "p%03d.tif", file)
    found: dict[str, dict[str, Any]] = {}
    for n, name in enumerate(PAGES, 1):
        files = out.glob(f"p{n:03d}(*).tif")
        found[name] = {path.name[5:-5]: 255 - np.asarray(Image.open(path).convert("L")) for path in files}
    return found


@pytest.mark.parametrize("name", PAGES)
def test_ghostscript_burns_the_same_plates(
    plates: dict[str, Separations], judged: dict[str, dict[str, Any]], name: str
) -> None:
    found, theirs = plates[name], judged[name]
    assert set(found.plates) <= set(theirs)
    for ink, plate in theirs.items():
        ours = found.plate(ink).astype(int)
        # an edge may lie a pixel beside theirs: only what is even round about is held against it
        picture = Image.fromarray(plate)
        even = (
            np.asarray(picture.filter(ImageFilter.MaxFilter(7))).astype(int)
            - np.asarray(picture.filter(ImageFilter.MinFilter(7)))
            < 16
        )
        off = np.abs(ours - plate)[even]
        assert (off > 8).mean() < 0.003, ink
        assert abs(ours.mean() - plate.mean()) < 2.5, ink


def test_text_goes_on_when_a_letter_is_left_out_and_still_clips(tmp_path: Path) -> None:
    from reportlab.lib.colors import CMYKColor, PCMYKColorSep
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "text.pdf"), pagesize=(WIDE, HIGH))
    canvas.setFillColor(CMYKColor(1, 0, 0, 0))
    canvas.rect(0, 0, WIDE, HIGH, stroke=0, fill=1)
    canvas.setFillOverprint(True)
    canvas.setOverprintMask(1)
    canvas.setFillColor(PCMYKColorSep(0, 100, 100, 0, spotName="Seal Red", density=100))
    canvas.setFont("Helvetica-Bold", 30)
    canvas.drawString(10, 30, "II")
    canvas.saveState()
    text = canvas.beginText(60, 5)
    text.setFont("Helvetica-Bold", 60)
    text.setTextRenderMode(7)
    text.textOut("I")
    canvas.drawText(text)
    canvas.setFillColor(CMYKColor(0, 0, 1, 0))
    canvas.rect(0, 0, WIDE, 20, stroke=0, fill=1)
    canvas.restoreState()
    canvas.save()
    with opened(tmp_path / "text.pdf", "text.pdf") as document:
        found = next(separations(document, [1], PPI))
    cyan, red, yellow = (found.plate(name) for name in ("Cyan", "Seal Red", "Yellow"))
    assert cyan.min() == 255, "what overprints leaves the cyan whole"
    assert 0.01 < (red > 128).mean() < 0.1
    assert (np.flatnonzero(yellow.any(axis=0))[[0, -1]] // 4 >= 60).all(), "only inside the letter that clips"
    assert yellow[: HIGH * 4 - 80].max() == 0


def test_rgb_and_lab_are_seen_though_nobody_knows_what_a_press_makes_of_them(tmp_path: Path) -> None:
    lab = Array([Name.Lab, Dictionary(WhitePoint=[0.9642, 1, 0.8249], Range=[-100, 100, -100, 100])])
    with pikepdf.new() as pdf:
        add(pdf, b"1 0 0 rg 5 5 30 50 re f /L cs 50 0 0 scn 50 5 30 50 re f", {"ColorSpace": Dictionary(L=lab)})
        pdf.save(tmp_path / "rgb.pdf")
    with opened(tmp_path / "rgb.pdf", "rgb.pdf") as document:
        found = next(separations(document, [1], PPI))
    assert at(found, 20, 30) == pytest.approx({"Magenta": 100, "Yellow": 100})
    grey = at(found, 60, 30)
    assert grey["Black"] > 40
    assert sum(grey.values()) < grey["Black"] + 10


def _image(pdf: pikepdf.Pdf, side: int, **more: Any) -> tuple[bytes, dict[str, Any]]:
    return shown(image(pdf, np.zeros((2, 2), np.uint8), Name.DeviceCMYK, rows=side, columns=side, **more))


BROKEN: dict[str, Callable[[pikepdf.Pdf], tuple[bytes, dict[str, Any]]]] = {
    "a colour space that the page does not have": lambda pdf: (b"/Gone cs 1 scn 0 0 9 9 re f", {}),
    "a pattern that the page does not have": lambda pdf: (b"/Pattern cs /Gone scn 0 0 9 9 re f", {}),
    "the blend mode Luminosity": lambda pdf: (b"/G gs", {"ExtGState": Dictionary(G=Dictionary(BM=Name.Luminosity))}),
    "a pattern of tiles too small to be seen": lambda pdf: _dust(pdf),
    "more than 2000000 operators on a page": lambda pdf: _doubling(pdf),
    "a colour of the wrong number of parts": lambda pdf: (b"1 0 k 0 0 9 9 re f", {}),
    "an image of 900000 x 900000 pixels": lambda pdf: _image(pdf, 900_000),
    "an image of 90 x 90 px needs 32,400 bytes, and its data hold 4": lambda pdf: _image(pdf, 90),
    "an image that cannot be decoded": lambda pdf: _image(pdf, 4, packed=b"no JPEG", Filter=Name.DCTDecode),
    "an image that holds more than it says": lambda pdf: _image(pdf, 4, packed=_bomb(), Filter=Name.FlateDecode),
    "a colour space within itself": lambda pdf: (b"/R cs 1 scn", {"ColorSpace": Dictionary(R=Name.S, S=Name.R)}),
    "a shading without a function": lambda pdf: _functionless(),
    "a form that draws itself": lambda pdf: _ring(pdf),
}


def _dust(pdf: pikepdf.Pdf) -> tuple[bytes, dict[str, Any]]:
    cell = pdf.make_indirect(Stream(pdf, b"0 0 1 1 re f"))
    cell.PatternType, cell.PaintType, cell.TilingType, cell.Resources = 1, 1, 1, Dictionary()
    cell.BBox, cell.XStep, cell.YStep = Array([0, 0, 1, 1]), 0.00001, 0.00001
    return b"1 0 0 0 k /Pattern cs /P scn 0 0 100 60 re f", {"Pattern": Dictionary(P=cell)}


def _doubling(pdf: pikepdf.Pdf) -> tuple[bytes, dict[str, Any]]:
    form = pdf.make_indirect(Stream(pdf, b"0 0 5 5 re f"))
    for _ in range(22):
        form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 9, 9])
        inner, form = form, pdf.make_indirect(Stream(pdf, b"/F Do /F Do"))
        form.Resources = Dictionary(XObject=Dictionary(F=inner))
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 9, 9])
    return b"/F Do", {"XObject": Dictionary(F=form)}


def _bomb() -> bytes:
    """A gigabyte of nothing, packed."""
    packer = zlib.compressobj(9)
    block = bytes(1 << 24)
    return b"".join(packer.compress(block) for _ in range(64)) + packer.flush()


def _functionless() -> tuple[bytes, dict[str, Any]]:
    return b"/H sh", {"Shading": Dictionary(H=Dictionary(ShadingType=2, ColorSpace=Name.DeviceGray))}


def _ring(pdf: pikepdf.Pdf) -> tuple[bytes, dict[str, Any]]:
    form = pdf.make_indirect(Stream(pdf, b"0 0 5 5 re f /F Do"))
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 9, 9])
    form.Resources = Dictionary(XObject=Dictionary(F=form))
    return b"/F Do", {"XObject": Dictionary(F=form)}


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Separations]:
    path = tmp_path_factory.mktemp("broken") / "broken.pdf"
    with pikepdf.new() as pdf:
        for make in BROKEN.values():
            content, resources = make(pdf)
            add(pdf, b"q " + content + b" Q 0 0 0 1 k 50 5 30 30 re f", resources)
        pdf.save(path)
    with opened(path, "broken.pdf") as document:
        return dict(zip(BROKEN, separations(document, range(1, len(BROKEN) + 1), PPI), strict=True))


@pytest.mark.parametrize("says", BROKEN)
def test_what_is_broken_is_told_and_the_rest_is_seen(broken: dict[str, Separations], says: str) -> None:
    assert says in (*broken[says].unseen, *broken[says].untrue)
    assert at(broken[says], 60, 20) == {"Black": 100}


@pytest.mark.parametrize("packed", ["DCTDecode", "FlateDecode"])
def test_half_an_image_is_told_though_a_renderer_would_show_it(tmp_path: Path, packed: str) -> None:
    data = np.random.default_rng(2).integers(0, 255, (80, 80), dtype=np.uint8)
    whole = jpeg(data) if packed == "DCTDecode" else zlib.compress(data.tobytes())
    with pikepdf.new() as pdf:
        for part in (whole, whole[: len(whole) // 2]):
            add(pdf, *shown(image(pdf, data, Name.DeviceGray, packed=part, Filter=Name("/" + packed))))
        pdf.save(tmp_path / "half.pdf")
    with opened(tmp_path / "half.pdf", "half.pdf") as document:
        good, half = separations(document, [1, 2], 72)
    assert good.unseen == ()
    assert good.plate("Black").mean() > 60
    assert len(half.unseen) == 1
    assert half.unseen[0].startswith("an image that ")


def test_no_page_is_larger_than_memory(tmp_path: Path) -> None:
    with pikepdf.new() as pdf:
        add(pdf, b"0 0 0 1 k 0 0 7200 7200 re f", {}, (14_400, 14_400))
        pdf.save(tmp_path / "large.pdf")
    with opened(tmp_path / "large.pdf", "large.pdf") as document:
        found = next(separations(document, [1], 2400))
    assert found.columns * found.rows < 70_000_000
    assert found.wide * found.columns == pytest.approx(document.sheets[0].media.w)
    assert found.plate("Black").mean() == pytest.approx(255 / 4, rel=0.01)


def test_plates_as_pictures(tmp_path: Path) -> None:
    with pikepdf.new() as pdf:
        for tint in (b"1", b".5", b"1"):
            add(
                pdf,
                b"/S cs " + tint + b" scn 0 0 50 60 re f .5 0 0 0 k 50 0 50 60 re f",
                {"ColorSpace": Dictionary(S=separation("Seal Red"))},
            )
        pdf.save(tmp_path / "three.pdf")
    with opened(tmp_path / "three.pdf", "three.pdf") as document:
        paths = write_plates(document, tmp_path / "out", 72)
    assert [path.name for path in paths] == [
        "page-001-Cyan.png", "page-001-Seal-Red.png", "page-001.png",
        "page-002-Cyan.png", "page-002-Seal-Red.png", "page-002.png",
    ]  # fmt: skip
    with Image.open(paths[1]) as film:
        assert (film.mode, film.size) == ("L", (WIDE, HIGH))
        assert film.getpixel((10, 30)) == 0, "full ink is black on its film"
        assert film.getpixel((90, 30)) == 255
