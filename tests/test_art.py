"""A painter's scan takes the place of a score: its red, its paper, its resolution."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageCms

from cardgen.art import Arts
from cardgen.brush import Plates, paint, read_score, separated
from cardgen.build import Request, build, check
from cardgen.face import Wanted
from cardgen.findings import Refused
from cardgen.project import Project, open_project
from cardgen.units import Mm, Rect
from tests.conftest import ROOT

BASE = ROOT / "tests/findings/base"
VIEW = Rect(0, 0, 20, 10)
PAPER, BLACK, GREY, RED, SEPIA = (244, 236, 216), (28, 27, 25), (136, 131, 120), (197, 46, 34), (120, 104, 84)
STRIPES = (PAPER, BLACK, GREY, RED, SEPIA)


def striped(width: int = 400, height: int = 200) -> Image.Image:
    """Paper, black, grey, red and warm ink side by side, a fifth of the width each."""
    image = Image.new("RGB", (width, height))
    for k, colour in enumerate(STRIPES):
        image.paste(colour, (k * width // 5, 0, (k + 1) * width // 5, height))
    return image


def plates(file: Path, box: Rect = VIEW) -> Plates:
    return separated(file, file.name, VIEW, box, 20)


def middles(plate: np.ndarray) -> list[int]:
    """The plate in the middle of each stripe."""
    return [int(plate[100, 40 + k * 80]) for k in range(5)]


def test_red_goes_to_the_red_plate_and_all_else_to_the_black_one(tmp_path: Path) -> None:
    striped().save(tmp_path / "a.png")
    done = plates(tmp_path / "a.png")
    assert (done.width, done.height) == (400, 200)
    assert done.red is not None
    paper, black, grey, red, sepia = middles(done.black)
    assert paper == 255
    assert black < 45
    assert 115 < grey < 160
    assert red > 215
    assert 90 < sepia < 130
    paper, black, grey, red, sepia = middles(done.red)
    assert (paper, black, grey, sepia) == (255,) * 4
    assert red < 30


def test_without_red_there_is_no_red_plate(tmp_path: Path) -> None:
    Image.new("L", (400, 200), 90).save(tmp_path / "a.png")
    assert plates(tmp_path / "a.png").red is None


def saved(how: str, folder: Path) -> Path:
    """The same scan as other programs save it."""
    image, file = striped(), folder / f"{how}.png"
    match how:
        case "palette":
            image.quantize(16).save(file)
        case "transparent":
            paper = Image.new("L", image.size, 255)
            paper.paste(0, (0, 0, 80, 200))  # the paper is left out
            image.putalpha(paper)
            image.save(file)
        case "tiff-lzw":
            image.save(file := folder / "a.tif", compression="tiff_lzw")
        case "cmyk":
            image.convert("CMYK").save(file := folder / "a.tif")
        case "turned":
            exif = Image.Exif()
            exif[0x0112] = 6
            image.transpose(Image.Transpose.ROTATE_90).save(file := folder / "a.jpg", exif=exif, quality=95)
        case "profile":
            srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
            image.save(file, icc_profile=srgb)
    return file


@pytest.mark.parametrize("how", ["palette", "transparent", "tiff-lzw", "cmyk", "turned", "profile"])
def test_however_it_is_saved_it_is_the_same_picture(tmp_path: Path, how: str) -> None:
    striped().save(tmp_path / "plain.png")
    plain, done = plates(tmp_path / "plain.png"), plates(saved(how, tmp_path))
    assert plain.red is not None
    assert done.red is not None
    for a, b in ((plain.black, done.black), (plain.red, done.red)):
        assert np.abs(np.array(middles(a)) - np.array(middles(b))).max() <= 14


def test_sixteen_bits_of_grey(tmp_path: Path) -> None:
    ramp = np.linspace(0, 65535, 400).astype(np.uint16)
    Image.fromarray(np.tile(ramp, (200, 1))).save(tmp_path / "a.tif")
    row = plates(tmp_path / "a.tif").black[100].astype(int)
    assert row[0] == 0
    assert row[-1] == 255
    assert (np.diff(row) >= 0).all()
    assert 110 < row[200] < 150


def test_past_its_edge_a_scan_is_mirrored(tmp_path: Path) -> None:
    striped().save(tmp_path / "a.png")
    inner, wider = plates(tmp_path / "a.png"), plates(tmp_path / "a.png", VIEW.grown(2))
    assert (wider.width, wider.height) == (480, 280)
    assert np.abs(wider.black[40:-40, 40:-40].astype(int) - inner.black).max() <= 2
    assert np.abs(wider.black[40:-40, :40].astype(int) - wider.black[40:-40, 40:80][:, ::-1]).max() <= 2


def test_a_score_printed_and_scanned_is_the_score_again(tmp_path: Path) -> None:
    """Ink, red and paper of a real picture come back: what is lost is the grain of a scanner's paper."""
    score = read_score(ROOT / "art/tutorial/moon-boat.svg")
    view = Rect(*score.view)
    made = paint(score, view, 10)
    assert made.red is not None
    colour = np.ones((*made.black.shape, 3)) * (245, 238, 222)
    red = made.red[..., None] / 255
    colour = (colour * red + np.array((201, 44, 32)) * (1 - red)) * (made.black[..., None] / 255)
    Image.fromarray(colour.astype(np.uint8)).save(tmp_path / "a.png")
    back = separated(tmp_path / "a.png", "a.png", view, view, 10)
    assert back.red is not None
    assert np.abs(back.black.astype(int) - made.black).mean() < 5
    assert np.abs(back.red.astype(int) - made.red).mean() < 1
    lost = (made.red < 120) & (made.black > 150) & (back.red > 200)
    assert not lost.any()


@pytest.mark.parametrize("data", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n cut", b"GIF89a"])
def test_what_is_no_picture_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.png").write_bytes(data)
    with pytest.raises(Refused, match=r"a\.png: scan-unreadable"):
        plates(tmp_path / "a.png")


def test_more_pixels_than_a_press_can_show_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    striped().save(tmp_path / "a.png")
    monkeypatch.setattr("cardgen.brush.scan.LARGEST", 400 * 200 - 1)
    with pytest.raises(Refused, match=r"a\.png: scan-too-large"):
        plates(tmp_path / "a.png")


def test_a_picture_cut_short_is_told(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 400, 3), np.uint8)
    Image.fromarray(noise).save(tmp_path / "whole.png")
    (tmp_path / "a.png").write_bytes((tmp_path / "whole.png").read_bytes()[:60_000])
    with pytest.raises(Refused, match=r"a\.png: scan-unreadable"):
        plates(tmp_path / "a.png")


# --- in a project ---------------------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Project:
    shutil.copytree(BASE, tmp_path / "p")
    return open_project(tmp_path / "p")


def scan(project: Project, name: str, width: int, height: int) -> Path:
    file = project.root / "art/tiny" / name
    striped(width, height).save(file)
    return file


def codes(project: Project) -> list[str]:
    return [f"{f.at}: {f.code.name}" for f in check(project, "tiny")]


def sheet(project: Project) -> Rect:
    art = Arts(project, Rect(0, 0, 63, 88)).find("art/tiny/wolf.svg")
    assert art
    return art.view


def at_ppi(project: Project, ppi: float) -> tuple[int, int]:
    view = sheet(project)
    return round(view.w * ppi / 25.4), round(view.h * ppi / 25.4)


def scale(project: Project) -> float:
    """How much larger than its own millimetres the template prints the wolf."""
    from cardgen.build import composer_of
    from cardgen.load import load

    game, _ = load(project, "tiny")
    composer = composer_of(project, game, game.language, 3.0)
    items = composer.compose(list(game.families))
    found: set[Wanted] = {w for i in items for w in composer.pictures(i.front) if w.what == "art/tiny/wolf.svg"}
    composer.pack.close()
    return max(w.scale for w in found)


@pytest.mark.parametrize(
    ("ppi", "code"),
    [(600, None), (300, None), (280, "scan-coarse"), (160, "scan-coarse"), (140, "scan-too-coarse")],
)
def test_resolution_is_that_of_the_printed_size(project: Project, ppi: int, code: str | None) -> None:
    scan(project, "wolf.png", *at_ppi(project, ppi * scale(project)))
    said = [line for line in codes(project) if "short" not in line]
    assert said == ([f"art/tiny/wolf.png: {code}"] if code else [])


def test_a_scan_that_ends_before_the_bleed_does_is_told(project: Project) -> None:
    scan(project, "wolf.png", *at_ppi(project, 600))
    arts = Arts(project, Rect(0, 0, 63, 88))
    for bleed, said in ((0.0, []), (2.0, ["scan-short"])):
        box = sheet(project).grown(bleed)
        assert [f.code.name for f in arts.check([Wanted("tone", "art/tiny/wolf.svg", tuple(box), 1.0)])] == said


def test_a_warning_is_told_on_every_run_and_an_error_stops_the_build(project: Project) -> None:
    scan(project, "wolf.png", *at_ppi(project, 200 * scale(project)))
    ask = Request("tiny", ("shop",), Mm(3.0))
    for _ in range(2):
        built = build(project, ask, lambda *_: None)
        assert "scan-coarse" in [f.code.name for f in built.findings]
    scan(project, "wolf.png", *at_ppi(project, 100 * scale(project)))
    with pytest.raises(Refused, match="scan-too-coarse"):
        build(project, ask, lambda *_: None)


def test_a_scan_is_printed_in_place_of_the_score(project: Project) -> None:
    ask = Request("tiny", ("shop",), Mm(3.0))
    (file,) = build(project, ask, lambda *_: None).files
    painted = file.path.read_bytes()
    own = scan(project, "wolf.PNG", *at_ppi(project, 600))
    build(project, ask, lambda *_: None)
    scanned = file.path.read_bytes()
    assert scanned != painted
    build(project, ask, lambda *_: None)
    assert file.path.read_bytes() == scanned
    own.unlink()
    build(project, ask, lambda *_: None)
    assert file.path.read_bytes() == painted


def test_two_scans_and_another_shape_are_told(project: Project) -> None:
    w, h = at_ppi(project, 600)
    scan(project, "wolf.png", w, h)
    scan(project, "wolf.tif", w, h)
    assert "art/tiny/wolf.png: two-scans" in codes(project)
    (project.root / "art/tiny/wolf.tif").unlink()
    scan(project, "wolf.png", w, h * 9 // 10)
    assert codes(project) == ["art/tiny/wolf.png: scan-shape"]


def test_a_scan_without_a_score_fills_the_card_and_its_bleed(project: Project) -> None:
    (project.root / "art/tiny/wolf.svg").unlink()
    scan(project, "wolf.png", 1630, 2220)
    art = Arts(project, Rect(0, 0, 63, 88)).find("art/tiny/wolf.svg")
    assert art
    assert art.is_scan
    assert art.view == Rect(-3, -3, 69, 94)


def test_a_scan_that_leads_out_of_the_project_is_refused(project: Project, tmp_path: Path) -> None:
    striped().save(tmp_path / "private.png")
    (project.root / "art/tiny/wolf.png").symlink_to(tmp_path / "private.png")
    with pytest.raises(Refused, match="outside-project"):
        Arts(project, Rect(0, 0, 63, 88)).find("art/tiny/wolf.svg")
