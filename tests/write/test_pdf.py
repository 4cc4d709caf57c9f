"""The written files, read back by programs that are not ours."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from cardgen.build import Request, build
from cardgen.project import open_project
from cardgen.write.content import Colour
from tests.readers import dictionaries, operators
from tests.tiny import rewrite, tiny_project

MM = 72 / 25.4


@pytest.fixture(scope="module")
def shop(duel: Path) -> Path:
    return duel / "shop" / "cards.pdf"


@pytest.fixture(scope="module")
def home(duel: Path) -> Path:
    return duel / "home" / "cards-a4.pdf"


def boxes(page: pikepdf.Page, name: str) -> list[float]:
    return [float(v) / MM for v in page.obj[name]]


def test_every_card_has_a_front_and_a_back_page(shop: Path) -> None:
    with pikepdf.open(shop) as pdf:
        labels = [page.label for page in pdf.pages]
    assert len(labels) == 220
    assert labels[0] == "brute A front"
    assert labels[1] == "brute A back"
    assert all(label.endswith("front" if n % 2 == 0 else "back") for n, label in enumerate(labels))
    assert len(set(labels)) == 220
    assert "downward-cut B 3/3 front" in labels


def test_boxes_are_right_to_a_hundredth_of_a_millimetre(shop: Path) -> None:
    with pikepdf.open(shop) as pdf:
        for page in pdf.pages:
            assert boxes(page, "/MediaBox") == pytest.approx([0, 0, 69, 94], abs=0.01)
            assert boxes(page, "/BleedBox") == pytest.approx([0, 0, 69, 94], abs=0.01)
            assert boxes(page, "/TrimBox") == pytest.approx([3, 3, 66, 91], abs=0.01)
            assert "/CropBox" not in page.obj
            assert "/Rotate" not in page.obj


def test_ink_reaches_all_four_bleed_edges_of_every_face(shop: Path) -> None:
    pdf = pypdfium2.PdfDocument(shop)
    manifest = json.loads((shop.parent / "manifest.json").read_text(encoding="utf-8"))
    (cards,) = (file for file in manifest["files"] if file["file"] == "cards.pdf")
    families = {piece["card"]: piece["family"] for piece in cards["pieces"]}
    seen = set()
    with pikepdf.open(shop) as file:
        for n, page in enumerate(file.pages):
            card, side = re.sub(r" \d/\d", "", page.label).rsplit(" ", 1)
            face = card.split()[0] if side == "front" else f"{families[card.split()[0]]} {card.split()[1:]}"
            if (face, side) in seen:
                continue
            seen.add((face, side))
            # four pixels a millimetre; a pixel in from the raster's own edge, where it may be anti-aliased
            grey = pdf[n].render(scale=4 / MM).to_pil().convert("RGB")
            w, h = grey.size
            edge = [(x, y) for x in range(1, w - 1) for y in (1, h - 2)] + [(x, y) for x in (1, w - 2) for y in range(1, h - 1)]
            white = [at for at in edge if grey.getpixel(at) == (255, 255, 255)]
            assert not white, f"page {n + 1}: bare paper in the bleed at {white[:3]}"
    assert len(seen) == 24 + 11 + 2


@pytest.mark.parametrize("file", ["shop", "home"])
def test_independent_readers_find_no_fault(file: str, request: pytest.FixtureRequest, program) -> None:
    path = request.getfixturevalue(file)
    assert "No syntax or stream encoding errors found" in program("qpdf", "--check", path)
    program("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=nullpage", path)


@pytest.mark.parametrize("file", ["shop", "home"])
def test_no_rgb_and_no_transparency_anywhere(file: str, request: pytest.FixtureRequest) -> None:
    with pikepdf.open(request.getfixturevalue(file)) as pdf:
        for text in dictionaries(pdf):
            for word in (b"/DeviceRGB", b"/CalRGB", b"/ICCBased", b"/Lab", b"/SMask", b"/Transparency", b"/CalGray"):
                assert word not in text
        assert not operators(pdf) & {"rg", "RG", "g", "G", "sh", "ri", "i"}


def test_black_text_stands_on_the_black_plate_alone(shop: Path, program, tmp_path: Path) -> None:
    """Under the words of the panel the other plates show the bare ground, everywhere the same."""
    with pikepdf.open(shop) as pdf:
        page = next(n for n, p in enumerate(pdf.pages, 1) if p.label == "wait A 1/3 front")
    program(
        "gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r200", f"-dFirstPage={page}", f"-dLastPage={page}",
        "-o", tmp_path / "p%d.tif", shop,
    )  # fmt: skip
    dots = 200 / 25.4
    # the panel's words lie between 58 and 68 mm below the trim's top, clear of the seal
    area = [round(v * dots) for v in (3 + 4, 3 + 58.5, 3 + 59, 3 + 68)]
    plates = {p.name.split("(")[1].split(")")[0]: Image.open(p).crop(area) for p in tmp_path.glob("p1(*).tif")}
    assert plates["Black"].getextrema()[0] == 0
    for name in ("Cyan", "Magenta", "Yellow"):
        low, high = plates[name].getextrema()
        assert high - low <= 1, f"{name} shows the words"


@pytest.mark.parametrize("file", ["shop", "home"])
def test_all_fonts_are_embedded_subsets(file: str, request: pytest.FixtureRequest, program) -> None:
    table = program("pdffonts", request.getfixturevalue(file)).splitlines()[2:]
    assert table
    for row in table:
        assert re.match(r"[A-Z]{6}\+", row), row
        assert row.split()[-5:-2] == ["yes", "yes", "yes"], row


def test_text_copied_out_is_the_text_on_the_card(shop: Path, program) -> None:
    with pikepdf.open(shop) as pdf:
        labels = [p.label for p in pdf.pages]
    pages = program("pdftotext", "-enc", "UTF-8", shop, "-").split("\f")
    said = {label: " ".join(page.split()) for label, page in zip(labels, pages, strict=False)}
    assert "Stiff if it does no damage: next slot, footwork alone." in said["advancing-thrust A 1/3 front"]
    assert "Pursues a dodger within 3 spaces, for 1." in said["advancing-thrust A 1/3 front"]
    assert "No heavy recovery, no stiffness." in said["samurai A front"]
    assert "tatsujin" in said["master A front"]
    assert "達" in said["master A front"]
    assert "−5" in said["block A 1/3 front"]
    assert "朝" in said["morning-sun front"]
    assert not re.search("[\ue000-\uf8ff]", "".join(pages)), "a ligature came out as a private character"


def test_a_face_is_one_form_and_a_picture_one_image_however_many_copies(shop: Path) -> None:
    with pikepdf.open(shop) as pdf:
        kinds: dict[str, int] = {}
        for obj in pdf.objects:
            if isinstance(obj, pikepdf.Stream) and "/Subtype" in obj:
                kinds[str(obj["/Subtype"])] = kinds.get(str(obj["/Subtype"]), 0) + 1
        masks = sum(1 for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/ImageMask"))
    # the weather's three fronts, the reference and the two backs of the dodges stand once each, and are drawn on their pages
    assert kinds["/Form"] == (24 - 3) + (11 - 2)
    assert kinds["/Image"] - masks == 24 + 3


def test_a_further_copy_costs_less_than_two_kilobytes(duel: Path, root: Path, tmp_path: Path) -> None:
    with pikepdf.open(duel / "shop" / "cards.pdf") as pdf:
        pages = [p for p in pdf.pages if "downward-cut" in p.label]
        size = max(len(p.obj.Contents.read_raw_bytes()) + len(p.obj.unparse()) for p in pages)
    assert 2 * (size + 200) < 2000, "front and back of a copy, with their cross-references"


def test_sheets_carry_a_ruler_and_say_100_per_cent(home: Path, program) -> None:
    with pikepdf.open(home) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert len(pdf.pages) == 26
        for page in pdf.pages:
            assert boxes(page, "/MediaBox") == pytest.approx([0, 0, 210, 297], abs=0.01)
    for page in program("pdftotext", "-enc", "UTF-8", home, "-").split("\f")[:26]:
        assert "print at 100 %" in page
        assert "Duel 1.0 · 2026-11-30" in page


def test_shop_pages_carry_nothing_but_the_card(shop: Path, program) -> None:
    with pikepdf.open(shop) as pdf:
        assert "/ViewerPreferences" not in pdf.Root
    assert "100 %" not in program("pdftotext", "-enc", "UTF-8", shop, "-")


def test_nothing_of_a_sheet_lies_in_the_printers_margin(home: Path) -> None:
    pdf = pypdfium2.PdfDocument(home)
    for n in (0, 1, 24, 25):
        picture = pdf[n].render(scale=4 / MM).to_pil().convert("L")
        w, h = picture.size
        margin = 4 * 5 - 2  # half a millimetre of the raster's own doubt
        for strip in ((0, 0, w, margin), (0, h - margin, w, h), (0, 0, margin, h), (w - margin, 0, w, h)):
            assert picture.crop(strip).getextrema() == (255, 255)


def test_the_manifest_counts_what_is_there(duel: Path) -> None:
    manifest = json.loads((duel / "shop" / "manifest.json").read_text(encoding="utf-8"))
    files = {file["file"]: file for file in manifest["files"]}
    assert {*files} == {
        f"{n}.pdf" for n in ("cards", "track", "player-board", "screen", "tokens", "card-box", "box-lid", "box-tray", "rules")
    }
    cards = files["cards.pdf"]
    assert sum(piece["copies"] for piece in cards["pieces"]) == cards["cards"] == 110
    assert cards["pages"] == 220
    assert cards["version"] == "1.0"
    stock = {"gsm": 310, "thickness": 0.3, "finish": "linen, black core"}
    assert cards["sizes"]["cards"] == {"width": 63, "height": 88, "corner": 3, "stock": stock}
    assert not manifest.keys() & {"version", "date", "card", "waived"}, "these are a file's own, or are not there"
    assert cards["inks"] == ["black", "ground", "seal", "sumi"]
    assert files["track.pdf"]["sizes"]["track"]["folds"] == {"upright": [210], "level": []}
    assert files["box-lid.pdf"]["sizes"].keys() == {"box-lid"}, "a press file has one size"
    assert {c["what"] for c in manifest["credits"]} >= {"Rules", "Art"}
    for file in manifest["files"]:
        assert sha256((duel / "shop" / file["file"]).read_bytes()).hexdigest() == file["sha256"]


def test_a_spot_red_is_a_plate_of_its_own(root: Path, tmp_path: Path, program) -> None:
    ask = Request("duel", ("shop",), only=("morning-sun", "ronin"), out=tmp_path, colour=Colour.SPOT)
    build(open_project(root), ask, lambda *_: None)
    path = tmp_path / "duel" / "shop" / "cards-ronin-morning-sun.pdf"
    program("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r72", "-dLastPage=1", "-o", tmp_path / "p%d.tif", path)
    plates = {p.name.split("(")[1].split(")")[0]: Image.open(p) for p in tmp_path.glob("p1(*).tif")}
    assert "Seal Red" in plates
    assert plates["Seal Red"].getextrema()[0] == 0, "the seals are solid on their own plate"
    # no red is left on the process plates: magenta shows the ground and the black's own share only
    assert plates["Magenta"].getextrema()[0] >= 255 * 0.63


def test_a_picture_of_red_alone_lies_on_the_reds_own_plate(tmp_path: Path, program) -> None:
    project = tiny_project(tmp_path / "project")
    rewrite(project.root / "templates/tiny/unit.svg", '<image href="{{ art }}"', '<image class="ink-seal" href="{{ art }}"')
    ask = Request("tiny", ("shop",), only=("wolf",), out=tmp_path / "out", colour=Colour.SPOT)
    build(project, ask, lambda *_: None)
    path = tmp_path / "out" / "tiny" / "shop" / "cards-wolf.pdf"
    program("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r150", "-dLastPage=1", "-o", tmp_path / "p%d.tif", path)
    dots = 150 / 25.4
    area = tuple(round(v * dots) for v in (3 + 4, 3 + 12, 3 + 36, 3 + 32))
    plates = {p.name.split("(")[1].split(")")[0]: Image.open(p).crop(area) for p in tmp_path.glob("p1(*).tif")}
    assert plates["Seal Red"].getextrema()[0] < 60, "the stroke is inked"
    for name in ("Cyan", "Magenta", "Yellow", "Black"):
        assert plates[name].getextrema()[0] >= 255 * (1 - 0.08), f"{name} shows no more than the ground"
