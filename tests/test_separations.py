"""Duel's plates: what stands on which, by cardgen's own separations and by Ghostscript's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from cardgen.build import Request, build
from cardgen.profile import load_profile
from cardgen.project import open_project
from cardgen.readback.document import opened
from cardgen.readback.plates.separations import separations
from cardgen.write.content import Colour
from tests.conftest import ROOT

Plate = npt.NDArray[np.uint8]
PPI = 150
FACES = ("brute A front", "wait A 1/3 front", "morning-sun front", "brute A back", "morning-sun back")


@pytest.fixture(scope="module")
def spot(tmp_path_factory: pytest.TempPathFactory, duel: Path) -> Path:
    """The same cards with the red as a spot; painted for the session's build already."""
    out = tmp_path_factory.mktemp("spot")
    ask = Request("duel", ("shop",), only=("character", "technique", "weather", "track", "token"), out=out, colour=Colour.SPOT)
    build(open_project(ROOT), ask, lambda *_: None)
    return out / "duel/shop"


def plates(path: Path, labels: tuple[str, ...]) -> dict[str, Mapping[str, Plate]]:
    with opened(path, path.name) as document:
        numbers = {s.label: s.number for s in document.sheets if s.label in labels}
        made = separations(document, list(numbers.values()), PPI)
        return {label: found.plates for label, found in zip(numbers, made, strict=True)}


def cards(folder: Path) -> Path:
    return next(path for path in folder.glob("cards*.pdf"))


def ground(plate: Plate) -> int:
    """The tint that most of a plate has."""
    return int(np.bincount(plate.ravel()).argmax())


def test_a_red_seal_over_black_stays_within_the_ink_limit(duel: Path, spot: Path) -> None:
    limit = load_profile("shop").press
    assert limit
    seen = 0
    for folder in (duel / "shop", spot):
        for found in plates(cards(folder), FACES).values():
            total = sum(plate.astype(int) for plate in found.values()) / 2.55
            assert total.max() <= limit.limit
            red = found.get("Seal Red", found["Magenta"])
            seen += int(((red > 200) & (total > 180)).sum())
    assert seen > 500, "there is red of more than the process inks' own"


def test_body_text_stands_on_black_alone(duel: Path) -> None:
    """Under the words of the panel the other plates are the bare ground."""
    found = plates(cards(duel / "shop"), ("wait A 1/3 front",))["wait A 1/3 front"]
    dots = PPI / 25.4
    words = np.s_[round(61.5 * dots) : round(71 * dots), round(7 * dots) : round(62 * dots)]
    assert found["Black"][words].max() == 255
    for name in ("Cyan", "Magenta", "Yellow"):
        plate = found.get(name)
        if plate is not None:
            assert int(plate[words].max()) - int(plate[words].min()) <= 1, f"{name} shows the words"


@pytest.mark.parametrize("face", ["brute A front", "brute A back", "morning-sun back"])
def test_seals_stand_on_the_red_plate_alone_when_it_is_a_spot(spot: Path, face: str) -> None:
    found = plates(cards(spot), (face,))[face]
    red = found["Seal Red"]
    solid = red > 250
    assert solid.sum() > 200
    for name in ("Cyan", "Magenta", "Yellow", "Black"):
        under = found[name][solid] if name in found else np.zeros(1, np.uint8)
        assert under.max() <= 8, f"{name} lies under the seal: {under.max()}"
    assert found["Magenta"][~(red > 0)].max() < 200, "and no red is left in the process inks"


def test_folds_and_dielines_stand_on_their_own_plates_and_overprint(spot: Path, duel: Path) -> None:
    (found,) = plates(next(spot.glob("token*.pdf")), ("token front",)).values()
    line = found["Dieline"] > 128
    assert line.sum() > 500
    # what lies under the line is what lies beside it: the ground of the tokens is printed through
    beside = np.roll(line, 3, axis=0) & ~line
    for name in ("Yellow", "Magenta"):
        assert abs(float(np.median(found[name][line])) - float(np.median(found[name][beside]))) <= 2
    (found,) = plates(duel / "shop/track.pdf", ("track front",)).values()
    fold = found["Fold"]
    columns = np.flatnonzero(fold.sum(axis=0))
    middle = (3 + 210) * PPI / 25.4
    assert abs(columns.mean() + 0.5 - middle) < 1.5, "in the middle of the track, and nowhere else"
    assert columns.max() - columns.min() <= 2


def test_the_plates_are_those_of_another_program(spot: Path, tmp_path: Path, program) -> None:
    """The mean of each plate within half a per cent of Ghostscript's."""
    path = cards(spot)
    found = plates(path, ("brute A front",))["brute A front"]
    program(
        "gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", f"-r{PPI}", "-dLastPage=1", "-o", tmp_path / "p%d.tif", path
    )
    theirs = {p.name.split("(")[1].split(")")[0]: 255 - np.asarray(Image.open(p)) for p in tmp_path.glob("p1(*).tif")}
    assert found.keys() <= theirs.keys()
    for name, plate in theirs.items():
        own = found[name].mean() if name in found else 0.0
        assert own == pytest.approx(plate.mean(), abs=1.3), name
