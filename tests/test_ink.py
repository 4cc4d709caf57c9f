"""Builds with less ink: without the washes, and with black alone. What they lay, and what can still be read."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from cardgen.build import Request, build
from cardgen.findings import Refused
from cardgen.ink import DIELINE, PAPER, Ink, Inking, Inks, inked
from cardgen.load import load
from cardgen.project import Project, open_project
from cardgen.write.content import Colour
from tests.conftest import ROOT
from tests.readers import dictionaries, operators
from tests.tiny import rewrite, tiny_project

MM = 72 / 25.4


@pytest.fixture(scope="module")
def house() -> Inks:
    return load(open_project(ROOT), "duel")[0].inks


def test_with_all_inks_nothing_changes(house: Inks) -> None:
    assert inked(house, Inking.FULL) is house


def test_low_lays_the_paper_in_place_of_every_wash_and_all_else_as_it_is(house: Inks) -> None:
    low = inked(house, Inking.LOW)
    assert {name for name, ink in house.items() if ink.wash} == {"ground", "back"}
    assert low.keys() == house.keys()
    for name, ink in house.items():
        assert low[name] == (house[PAPER] if ink.wash else ink)


def test_black_is_as_dark_as_the_ink_it_stands_for(house: Inks) -> None:
    black = inked(house, Inking.BLACK)
    assert all(ink.cmyk[:3] == (0, 0, 0) and len(set(ink.screen)) == 1 for ink in black.values())
    assert black["ground"] == black["back"] == black[PAPER] == house[PAPER]
    assert black["black"].cmyk[3] == black["sumi"].cmyk[3] == 1, "the art's ink is black with others under it: it stays solid"
    assert black["sumi"].name == black["seal"].name == "black"
    assert 0.5 < black["seal"].cmyk[3] < 0.7, "told apart from black, and read on paper"
    assert black["seal"].spot == ""
    assert black["dieline"][3:5] == DIELINE[3:5], "a knife's line keeps its plate"


@pytest.mark.parametrize(
    ("screen", "k", "grey"),
    [((255, 255, 255), 0.0, 0.0), ((0, 0, 0), 0.0, 1.0), ((119, 119, 119), 0.0, 136 / 255), ((255, 255, 255), 0.4, 0.4),
     ((255, 0, 0), 0.0, 1 - 127 / 255), ((0, 255, 0), 0.0, 1 - 220 / 255), ((0, 0, 255), 0.0, 1 - 76 / 255)],
)  # fmt: skip
def test_greys_by_hand(screen: tuple[int, int, int], k: float, grey: float) -> None:
    """The grey of the same relative luminance in sRGB; never lighter than the black that an ink holds."""
    inks = {PAPER: Ink(PAPER, (0, 0, 0, 0), (255, 255, 255)), "x": Ink("x", (0.2, 0.1, 0, k), screen)}
    assert inked(inks, Inking.BLACK)["x"].cmyk[3] == pytest.approx(grey, abs=1 / 255)


# --- Duel ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("inked")
    for ink in (Inking.LOW, Inking.BLACK):
        build(open_project(ROOT), Request("duel", ("shop", "home-a4"), out=out, ink=ink), lambda *_: None)
    return out / "duel"


SHARED = ("rules", "cards", "track", "player-board", "screen", "tokens", "card-box")
PIECES = {"shop": (*SHARED, "box-lid", "box-tray"), "home": (*SHARED, "box")}


@pytest.mark.parametrize("ink", ["low", "black"])
def test_files_have_their_own_names_and_the_manifest_says_what_is_laid(built: Path, ink: str) -> None:
    for folder, suffix in (("shop", ""), ("home", "-a4")):
        told = {f["file"]: f for f in json.loads((built / folder / "manifest.json").read_text(encoding="utf-8"))["files"]}
        assert {f"{piece}{suffix}-{ink}.pdf" for piece in PIECES[folder]} == {n for n in told if f"-{ink}." in n}
        cards = told[f"cards{suffix}-{ink}.pdf"]
        assert cards["ink"] == ink
        assert cards["colour"] == ("black" if ink == "black" else "process")
        assert cards["inks"] == (["black"] if ink == "black" else ["black", "seal", "sumi"])


@pytest.mark.parametrize(
    "file", [f"{folder}/{p}{s}-black.pdf" for folder, s in (("shop", ""), ("home", "-a4")) for p in PIECES[folder]]
)
def test_black_alone_is_in_every_file_and_picture(built: Path, file: str, program) -> None:
    """By what the file says: no colour space but grey and the knife's, no operator of another. By what a press would get."""
    with pikepdf.open(built / file) as pdf:
        for text in dictionaries(pdf):
            for word in (b"/DeviceCMYK", b"/DeviceRGB", b"/CalRGB", b"/ICCBased", b"/Lab", b"/DeviceN", b"/SMask"):
                assert word not in text
        assert not operators(pdf) & {"k", "K", "rg", "RG", "sh"}
    rows = re.findall(r"^ *([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) CMYK", program(
        "gs", "-q", "-o", "-", "-sDEVICE=inkcov", "-r50", built / file), re.M)  # fmt: skip
    assert rows
    assert {float(v) for row in rows for v in row[:3]} == {0.0}, "cyan, magenta and yellow cover nothing of any page"
    assert any(float(row[3]) > 0.01 for row in rows)


def test_the_plates_of_a_press_are_black_and_the_knifes(built: Path, tmp_path: Path, program) -> None:
    path = built / "shop/card-box-black.pdf"
    program("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r72", "-o", tmp_path / "p%d.tif", path)
    plates = {p.name.split("(")[1].split(")")[0]: Image.open(p) for p in tmp_path.glob("p1(*).tif")}
    assert {name for name, plate in plates.items() if plate.getextrema()[0] < 255} == {"Black", "Dieline", "Fold"}


def test_a_picture_of_two_plates_is_one_ramp_of_grey(built: Path) -> None:
    with pikepdf.open(built / "shop/cards-black.pdf") as pdf:
        kinds = [str(o.get("/ColorSpace", "mask")) if o.get("/ColorSpace") == "/DeviceGray" or o.get("/ImageMask") else "ramp"
                 for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]  # fmt: skip
    assert set(kinds) == {"/DeviceGray", "ramp", "mask"}, "mixed, of one plate, and the seals"


def test_without_the_washes_the_bare_paper_shows_and_all_else_is_as_it_was(built: Path, duel: Path) -> None:
    """On a card's first page: a corner of the bleed is white, the seal as red as ever."""
    low, full = (pypdfium2.PdfDocument(path)[0].render(scale=4 / MM).to_pil().convert("RGB")
                 for path in (built / "shop/cards-low.pdf", duel / "shop/cards.pdf"))  # fmt: skip
    assert low.getpixel((4, low.height - 4)) == (255, 255, 255) != full.getpixel((4, low.height - 4))
    red = [sum(r > 150 and g < 90 for r, g, _ in zip(*[iter(picture.tobytes())] * 3, strict=True)) for picture in (low, full)]
    assert red[0] == pytest.approx(red[1], rel=0.05)
    assert red[0] > 200


def test_less_ink_is_laid(built: Path, duel: Path, program) -> None:
    def laid(path: Path) -> float:
        rows = program("gs", "-q", "-o", "-", "-sDEVICE=ink_cov", "-r20", path).splitlines()
        return sum(float(v) for row in rows for v in row.split()[:4])

    full, low, black = (
        laid(path) for path in (duel / "home/cards-a4.pdf", built / "home/cards-a4-low.pdf", built / "home/cards-a4-black.pdf")
    )
    assert black < low < full


def test_a_card_named_as_an_inking_has_a_file_of_its_own(tmp_path: Path) -> None:
    """Duel has a stance Low: its file is not that of the deck in low ink."""
    names = []
    for ink in Inking:
        ask = Request("duel", ("shop",), only=("low",), out=tmp_path, ink=ink)
        names += [f.path.name for f in build(open_project(ROOT), ask, lambda *_: None).files]
    assert names == ["cards-full-low.pdf", "cards-low-low.pdf", "cards-black-low.pdf"]


# --- what cannot be read ---------------------------------------------------------------------------------------------


def test_words_that_a_wash_alone_made_legible_are_told(tmp_path: Path) -> None:
    """The small project's backs are paper on the backs' ground: without it they are white on white."""
    project = tiny_project(tmp_path)
    for ink in (Inking.LOW, Inking.BLACK):
        with pytest.raises(Refused) as error:
            build(project, Request("tiny", ("shop", "home-a4"), ink=ink), lambda *_: None)
        assert {f.code.name for f in error.value.findings} == {"faint-type"}
        assert all(f.at.path == "templates/tiny/back.svg" for f in error.value.findings)
        assert f"with --ink {ink}" in str(error.value)
    assert not (project.root / "output/tiny").exists()
    build(project, Request("tiny", ("shop",)), lambda *_: None)


def legible(folder: Path) -> Project:
    project = tiny_project(folder)
    rewrite(project.root / "templates/tiny/back.svg", "fill-back", "fill-seal")
    return project


def test_a_wash_is_what_the_inks_say_and_no_name(tmp_path: Path) -> None:
    project = legible(tmp_path)
    text = (ROOT / "card_data/inks.yaml").read_text(encoding="utf-8").replace("    wash: yes\n", "")
    (project.root / "card_data/inks.yaml").write_text(text, encoding="utf-8")
    build(project, Request("tiny", ("shop",), ink=Inking.LOW, only=("wolf",)), lambda *_: None)
    told = json.loads((project.root / "output/tiny/shop/manifest.json").read_text(encoding="utf-8"))["files"]
    assert [(f["file"], "ground" in f["inks"]) for f in told] == [("cards-low-wolf.pdf", True)]


def test_low_keeps_the_reds_own_plate(tmp_path: Path, program) -> None:
    ask = Request("tiny", ("shop",), only=("omen",), colour=Colour.SPOT, ink=Inking.LOW, out=tmp_path / "out")
    build(legible(tmp_path / "project"), ask, lambda *_: None)
    (path,) = (tmp_path / "out").rglob("*.pdf")
    program("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r72", "-dLastPage=1", "-o", tmp_path / "p%d.tif", path)
    plates = {p.name.split("(")[1].split(")")[0]: Image.open(p) for p in tmp_path.glob("p1(*).tif")}
    assert plates["Seal Red"].getextrema()[0] == 0
