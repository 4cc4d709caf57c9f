"""The corpus that reading back is tested with is judged by programs that are not ours: the sound files are sound to them, and
what they can see they see. (They see less than half: overprint, ink, bleed, sizes and small type are nobody's but ours.)
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.readback import others, sound
from tests.readback.case import RECIPES, Case
from tests.readback.faulty import CASES

SOUND = {**{name: (name, sound.twin) for name in RECIPES}, **others.OTHERS}
X1A_SOUND = [name for name, (profile, _) in SOUND.items() if profile != "shop" and name != "no-xmp"]

BY_PDFBOX = {
    "font-not-embedded": "3.1",
    "rgb-colour": "2.4",
    "transparency": r"(2\.2|4\.1)",
    "embedded-file": "1.2.9",
    "foreign-content": r"(2\.3|1\.2\.6)",
    "transfer-curve": "2.3",
    "interactive": r"(5|6)\.",
    "unknown-operator": "1.2.10",
    "forbidden-filter": "1.2",
    "layers": "1.4.8",
}
"""Codes of ours that PDFBox has a word for, and how the numbers of its complaints begin."""
NOT_BY_PDFBOX = {
    "rgb-in-an-uncoloured-pattern",
    "rgb-shading-pattern",
    "multiplied",
    "jbig2",
    "a-form-field",
    "helvetica-listed-and-not-used",
}
"""Where it looks in no such place, or allows in PDF/A what PDF/X does not."""

BY_OXIDE = {
    "no-output-intent": {"no-output-intent", "an-intent-for-pdf-a"},
    "boxes-not-nested": {"bleed-box-beyond-the-page", "bleed-box-within-the-trim"},
    "encrypted-pdf": {"encrypted-with-no-password", "encrypted-with-a-password"},
    "transparency": {"half-opaque-line", "soft-mask-of-a-state", "transparent-page"},
    "interactive": {"javascript-among-the-names", "javascript-on-opening"},
    "no-standard": {"no-standard", "x4-named-nowhere"},
    "no-trim-box": {"no-trim-box"},
    "missing-metadata": {"x4-without-xmp"},
}
NOT_BY_OXIDE = {"a-sheet-of-paper", "an-origin-at-the-trim", "what-pages-inherit", "no-xmp"}
"""Sound files that it is wrong about: it takes a box's corners in one order only, does not look where a page inherits from,
and asks for XMP in X-1a.
"""


def written(name: str, data: bytes, folder: Path) -> Path:
    path = folder / f"{name}.pdf"
    path.write_bytes(data)
    return path


def case(name: str) -> Case:
    (found,) = (case for case in CASES if case.name == name)
    return found


@pytest.mark.parametrize("name", SOUND)
def test_qpdf_and_ghostscript_read_a_sound_file(name: str, tmp_path: Path, program: Callable[..., str]) -> None:
    path = written(name, SOUND[name][1](name), tmp_path)
    program("qpdf", "--check", path)
    said = program("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=nullpage", path)
    assert said == ""
    subtype = re.search(r"^PDF subtype: +(.+)$", program("pdfinfo", path), re.M)
    assert subtype
    assert subtype[1].startswith("PDF/X-4" if SOUND[name][0] == "shop" else "PDF/X-1a:2003")


@pytest.mark.parametrize("name", [name for name in SOUND if name not in NOT_BY_OXIDE])
def test_pdf_oxide_has_nothing_against_a_sound_file(name: str, tmp_path: Path, oxide: Callable[[Path], list[str]]) -> None:
    assert oxide(written(name, SOUND[name][1](name), tmp_path)) == []


def test_pdfbox_has_nothing_against_the_sound_files(tmp_path: Path, pdfbox: Any) -> None:
    said = pdfbox([written(name, SOUND[name][1](name), tmp_path) for name in X1A_SOUND])
    assert {name: words for name, words in said.items() if words} == {}


def test_pdfbox_sees_the_faults_that_it_knows(tmp_path: Path, pdfbox: Any) -> None:
    known = [c for c in CASES if c.code in BY_PDFBOX and c.profile == "shop-x1a" and c.name not in NOT_BY_PDFBOX]
    assert len(known) > 25
    said = pdfbox([written(c.name, c.faulty(), tmp_path) for c in known])
    blind = {
        c.name: said[f"{c.name}.pdf"]
        for c in known
        if not any(re.match(BY_PDFBOX[c.code], words) for words in said[f"{c.name}.pdf"])
    }
    assert blind == {}


@pytest.mark.parametrize("name", sorted(name for names in BY_OXIDE.values() for name in names))
def test_pdf_oxide_sees_the_faults_that_it_knows(name: str, tmp_path: Path, oxide: Callable[[Path], list[str]]) -> None:
    assert oxide(written(name, case(name).faulty(), tmp_path))


@pytest.mark.parametrize("name", ["its-tail-is-lost", "half-a-file", "no-pdf-at-all", "an-empty-file", "a-damaged-stream"])
def test_qpdf_sees_a_broken_file(name: str, tmp_path: Path, program: Callable[..., str]) -> None:
    program("qpdf", "--version")  # skips where there is none
    path = written(name, case(name).faulty(), tmp_path)
    done = subprocess.run(["qpdf", "--check", str(path)], capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode in (2, 3)
    assert "WARNING" in done.stderr or "qpdf" in done.stderr


@pytest.mark.parametrize("name", [c.name for c in CASES if c.code == "missing-resource"])
def test_ghostscript_misses_what_is_missing(name: str, tmp_path: Path, program: Callable[..., str]) -> None:
    program("gs", "--version")
    path = written(name, case(name).faulty(), tmp_path)
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=nullpage", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode or "Couldn't find named resource" in done.stdout + done.stderr


# --- plates, by Ghostscript -------------------------------------------------------------------------------------------------


def plates(path: Path, page: int, folder: Path, program: Callable[..., str]) -> dict[str, Any]:
    """A page's separations at 100 ppi, by the ink's name, as ink from 0 to 255 (numpy)."""
    import numpy as np
    from PIL import Image

    options = ["-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=tiffsep", "-r100", f"-dFirstPage={page}", f"-dLastPage={page}"]
    program("gs", *options, "-o", folder / "p.tif", path)
    found = {}
    for plate in folder.glob("p(*).tif"):
        with Image.open(plate) as image:
            found[plate.stem[2:-1]] = 255 - np.asarray(image).astype(int)
    return found


def most(found: dict[str, Any]) -> float:
    """The most ink of all plates together, in per cent, on no less than a thousandth of the page."""
    import numpy as np

    return float(np.quantile(sum(found.values()), 0.999)) / 2.55


@pytest.mark.parametrize("name", [c.name for c in CASES if c.code == "too-much-ink"])
def test_ghostscript_lays_too_much_ink(name: str, tmp_path: Path, program: Callable[..., str]) -> None:
    one = case(name)
    limit = 240 if one.profile == "drivethrucards" else 300
    assert most(plates(written(name, one.faulty(), tmp_path), one.page or 1, tmp_path, program)) > limit + 5


@pytest.mark.parametrize("name", SOUND)
def test_ghostscript_lays_no_more_ink_than_the_limit(name: str, tmp_path: Path, program: Callable[..., str]) -> None:
    profile, make = SOUND[name]
    limit = 240 if profile == "drivethrucards" else 300
    path = written(name, make(name), tmp_path)
    for page in (1, 2):
        assert most(plates(path, page, tmp_path, program)) <= limit + 1


@pytest.mark.parametrize("name", [c.name for c in CASES if c.code == "bleed-missing"])
def test_ghostscript_leaves_the_bleed_bare(name: str, tmp_path: Path, program: Callable[..., str]) -> None:
    one = case(name)
    well, ink = (
        sum(plates(written(name, data, tmp_path), one.page or 1, tmp_path, program).values())
        for data in (sound.twin(one.profile), one.faulty())
    )
    edges = {"foot": ink[-3:-1, 20:-20], "head": ink[1:3, 20:-20], "right": ink[20:-20, -3:-1], "left": ink[20:-20, 1:3]}
    bare = [name for name, edge in edges.items() if edge.max() == 0]
    # where it ends too early it is bare only from there on: less ink lies round the trim than in the sound file
    around = slice(14, -14), slice(14, -14)
    less = (well.sum() - well[around].sum()) - (ink.sum() - ink[around].sum())
    assert bare or less > 1000, "nowhere is the bleed bare"
    assert ink[20:-20, 20:-20].max() > 0, "and the card is not bare"


@pytest.mark.parametrize("name", [c.name for c in CASES if c.code == "black-knocks-out"])
def test_ghostscript_knocks_out_under_black(name: str, tmp_path: Path, program: Callable[..., str]) -> None:
    """Under the black there is no yellow of the ground left; in the sound file there is."""
    one = case(name)
    free = slice(60, 190), slice(150, 230)  # where faults are put; under all else black overprints, or a picture lies
    faulty, well = (
        plates(written(name, data, tmp_path), one.page or 1, tmp_path, program)["Yellow"][free].copy()
        for data in (one.faulty(), sound.twin(one.profile))
    )
    assert ((faulty < 10) & (well >= 10)).any()


@pytest.mark.parametrize("name", [c.name for c in CASES if c.code == "white-overprints"])
def test_ghostscript_prints_no_white(name: str, tmp_path: Path, program: Callable[..., str]) -> None:
    """All of the field is brown, and the white on it is not there."""
    found = plates(written(name, case(name).faulty(), tmp_path), 1, tmp_path, program)
    yellow = found["Yellow"][60:190, 150:230]
    assert yellow.min() > 20
    assert yellow.max() > 140


@pytest.mark.parametrize(
    ("name", "plate"), [("a-dieline-that-knocks-out", "Dieline"), ("varnish-that-knocks-out", "Spot Varnish")]
)
def test_ghostscript_knocks_out_under_what_is_no_ink(
    name: str, plate: str, tmp_path: Path, program: Callable[..., str]
) -> None:
    """The ground's yellow is less where the knife or the varnish runs; in the sound file the knife leaves it alone."""
    found = plates(written(name, case(name).faulty(), tmp_path), 1, tmp_path, program)
    there = found[plate] >= found[plate].max() * 0.9
    ground = found["Yellow"][150, 100]
    assert there.any()
    assert found["Yellow"][there].max() < ground * 0.6
    sound_one = plates(written("sound", sound.twin("shop"), tmp_path), 1, tmp_path, program)
    line = sound_one["Dieline"] >= sound_one["Dieline"].max() * 0.9
    assert abs(sound_one["Yellow"][line] - ground).max() <= 4
