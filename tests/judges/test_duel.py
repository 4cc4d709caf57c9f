"""Duel's files for a press, judged by programs that are not ours: qpdf, Ghostscript, poppler, PDFBox, pdf_oxide."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest

Program = Callable[..., str]
TECHNICAL = {"dieline": "Dieline", "fold": "Fold"}
"""The house's inks that are no ink on the card: each is a plate of its own, by this name."""
PROCESS = {"Cyan", "Magenta", "Yellow", "Black"}
MOST_PAGES = 8
"""Of a file of many pages alike, as many are laid out as plates."""


@pytest.fixture(scope="module")
def x1a(duel: Path, root: Path) -> Path:
    """Duel for a press that takes X-1a, beside the files that the session built: its pictures are painted by then."""
    return _built(root, duel.parent, "shop-x1a")


@pytest.fixture(scope="module")
def deck(duel: Path, root: Path) -> Path:
    """A family of Duel's cards for DriveThruCards."""
    return _built(root, duel.parent, "drivethrucards", "technique")


def _built(root: Path, out: Path, profile: str, *only: str) -> Path:
    from cardgen.build import Request, build
    from cardgen.project import open_project

    build(open_project(root), Request("duel", (profile,), only=only, out=out), lambda *_: None)
    return out / "duel" / profile


@pytest.fixture(params=["shop", "shop-x1a", "drivethrucards"])
def folder(request: pytest.FixtureRequest, duel: Path) -> Path:
    """The folder of one profile's files."""
    if request.param == "shop":
        return duel / "shop"
    built: Path = request.getfixturevalue({"shop-x1a": "x1a", "drivethrucards": "deck"}[request.param])
    return built


def files(folder: Path) -> list[Path]:
    found = sorted(folder.glob("*.pdf"))
    assert found, f"no PDF in {folder.name}"
    return found


def entries(folder: Path) -> dict[str, dict[str, Any]]:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return {entry["file"]: entry for entry in manifest["files"]}


def columns(text: str) -> Iterator[list[str]]:
    """The rows of one of poppler's tables, below its line of dashes."""
    lines = text.splitlines()
    for line in lines[2:]:
        yield line.split()


def test_the_folders_hold_what_a_shop_asks_for(duel: Path, x1a: Path, deck: Path) -> None:
    assert {path.name for path in files(duel / "shop")} == {path.name for path in files(x1a)}
    assert {"cards.pdf", "box-lid.pdf", "tokens.pdf"} <= {path.name for path in files(x1a)}
    assert [path.name for path in files(deck)] == ["cards-technique.pdf"]


def test_qpdf_finds_no_fault_of_syntax(folder: Path, program: Program) -> None:
    for path in files(folder):
        said = program("qpdf", "--check", path)
        assert "No syntax or stream encoding errors found" in said, f"{path.name}: {said}"


def test_ghostscript_draws_every_page_without_a_word(folder: Path, program: Program) -> None:
    for path in files(folder):
        assert program("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=nullpage", path) == "", path.name


def test_every_page_has_ink_and_none_too_much_on_the_whole(folder: Path, program: Program) -> None:
    """The mean over a page of all four inks: some, and far below the limit of any press."""
    for path in files(folder):
        rows = re.findall(
            r"^ *([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) CMYK OK",
            program("gs", "-q", "-o", "-", "-sDEVICE=ink_cov", "-r36", path),
            re.M,
        )
        assert len(rows) == entries(folder)[path.name]["pages"], path.name
        sums = [sum(float(value) for value in row) for row in rows]
        assert min(sums) > 1, f"{path.name}: page {sums.index(min(sums)) + 1} is as good as empty"
        assert max(sums) < 240, f"{path.name}: page {sums.index(max(sums)) + 1}"


def test_the_plates_are_those_that_the_manifest_tells_of(folder: Path, program: Program, tmp_path: Path) -> None:
    """Ghostscript's separations: the four of the process, and one for each ink that is none (a dieline, a fold)."""
    for path in files(folder):
        entry = entries(folder)[path.name]
        own = tmp_path / path.stem
        own.mkdir()
        last = min(entry["pages"], MOST_PAGES)
        program(
            "gs", "-q", "-dBATCH", "-dNOPAUSE", f"-dLastPage={last}", "-sDEVICE=tiffsep", "-r36", "-o", own / "p%d.tif", path
        )
        found = {match[1] for file in own.iterdir() if (match := re.fullmatch(r"p\d+\((.+)\)\.tif", file.name))}
        expected = PROCESS | {TECHNICAL[ink] for ink in entry["inks"] if ink in TECHNICAL}
        assert found == expected, path.name


def test_pdfinfo_reads_the_standard_and_the_boxes(folder: Path, program: Program) -> None:
    standard = "PDF/X-4" if folder.name == "shop" else "PDF/X-1a:2003"
    for path in files(folder):
        entry = entries(folder)[path.name]
        said = program("pdfinfo", "-box", "-f", "1", "-l", str(entry["pages"]), path)
        subtype = re.search(r"^PDF subtype: +(.+)$", said, re.M)
        assert subtype, f"{path.name} names no standard"
        assert subtype[1].startswith(standard), path.name
        assert "Encrypted:       no" in said
        assert "JavaScript:      no" in said
        assert "Form:            none" in said
        boxes: dict[str, dict[str, list[float]]] = {}
        for page, name, values in re.findall(r"^Page +(\d+) (\w+)Box: +(.+)$", said, re.M):
            boxes.setdefault(page, {})[name] = [float(value) for value in values.split()]
        assert len(boxes) == entry["pages"]
        bleed = entry["bleed"] * 72 / 25.4
        for page, own in boxes.items():
            x0, y0, x1, y1 = own["Media"]
            inner = [x0 + bleed, y0 + bleed, x1 - bleed, y1 - bleed]
            assert own["Trim"] == pytest.approx(inner, abs=0.02), f"{path.name}, page {page}"
            assert own["Bleed"] == pytest.approx(own["Media"], abs=0.02), f"{path.name}, page {page}"


def test_pdffonts_finds_every_font_embedded(folder: Path, program: Program) -> None:
    seen = 0
    for path in files(folder):
        for row in columns(program("pdffonts", path)):
            *_, embedded, subset, _, _, _ = row
            assert (embedded, subset) == ("yes", "yes"), f"{path.name}: {row[0]}"
            seen += 1
    assert seen


def test_pdfimages_finds_no_picture_too_coarse(folder: Path, program: Program) -> None:
    seen = set()
    for path in files(folder):
        for row in columns(program("pdfimages", "-list", path)):
            page, kind, bits, across, up = row[0], row[2], row[7], int(row[12]), int(row[13])
            # poppler rounds to whole pixels an inch
            least = 800 if kind == "stencil" or bits == "1" else 299
            assert min(across, up) >= least, f"{path.name}, page {page}: {kind} of {across} x {up} ppi"
            assert row[5] in ("gray", "cmyk", "sep", "devn", "index", "-"), f"{path.name}, page {page}: {row[5]}"
            seen.add(kind)
    assert {"image", "stencil"} <= seen


def test_pdf_oxide_calls_it_valid(folder: Path, oxide: Callable[[Path], list[str]]) -> None:
    for path in files(folder):
        assert oxide(path) == [], path.name


@pytest.mark.parametrize("name", ["x1a", "deck"])
def test_pdfbox_calls_the_twin_of_an_x1a_file_valid(name: str, request: pytest.FixtureRequest, pdfbox: Any) -> None:
    """Glyphs' widths, fonts, colour, transparency, filters, operators: all that PDF/A-1b and X-1a have in common."""
    said = pdfbox(files(request.getfixturevalue(name)))
    assert {file: words for file, words in said.items() if words} == {}


def test_the_judges_are_shown_the_very_files(x1a: Path) -> None:
    """An X-1a file is PDF 1.4 with nothing of later versions, as its first bytes and its table of objects say."""
    for path in files(x1a):
        data = path.read_bytes()
        assert data.startswith(b"%PDF-1.4"), path.name
        assert b"/ObjStm" not in data, path.name
        with pikepdf.open(path) as pdf:
            assert "/OCProperties" not in pdf.Root, path.name
