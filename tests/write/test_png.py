"""Faces as pictures, read back with Pillow: their sizes, their colours, their names."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from PIL import Image

from cardgen.build import OUTPUTS, Request, build
from cardgen.findings import Refused
from cardgen.ink import DIELINE, FOLD
from cardgen.load import load
from cardgen.profile import SHIPPED, Profile, load_profile
from cardgen.project import open_project
from cardgen.units import Mm, Rect
from cardgen.write import png
from cardgen.write.order import seat_slug
from cardgen.write.png import Size, pixels
from tests.conftest import ROOT
from tests.tiny import rewrite, tiny_project

GROUND = 0xF8, 0xF3, 0xE6
"""Duel's ground as `card_data/inks.yaml` states it for screens."""
ONLY = ("wait", "weather", "life", "track", "card-box")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory, duel: Path) -> Path:
    """Some faces of Duel as pictures; the art in the store is that of the session's build."""
    out = tmp_path_factory.mktemp("png")
    build(open_project(ROOT), Request("duel", ("png",), only=ONLY, out=out), lambda *_: None)
    return out / "duel" / "png"


def tiny(folder: Path, *profiles: str, **asked: object) -> Path:
    """The small game as pictures, in a project in that folder."""
    project = tiny_project(folder)
    build(project, Request("tiny", profiles or ("png",), **asked), lambda *_: None)  # type: ignore[arg-type]
    return project.root / "output/tiny"


def area(picture: Path, left: float, top: float, right: float, bottom: float) -> np.ndarray:
    """A part of a picture of 300 dots an inch, in mm from its top left."""
    a, b, c, d = (round(mm * 300 / 25.4) for mm in (left, top, right, bottom))
    return np.asarray(Image.open(picture))[b:d, a:c].astype(int)


def names(folder: Path) -> list[str]:
    return sorted(p.stem for p in folder.glob("*.png"))


def test_every_face_is_there_once_under_a_plain_name(drawn: Path) -> None:
    weather = {"weather-morning-sun", "weather-rain", "weather-fog", "back-weather"}
    tokens = {"life-health-token", "life-stamina-token", "back-life-a", "back-life-b"}
    others = {"technique-wait", "back-technique-a", "back-technique-b", "track", "card-box"}
    assert set(names(drawn)) == weather | tokens | others


def test_a_picture_is_its_trim_at_300_dots_an_inch(drawn: Path) -> None:
    for name, size in {
        "technique-wait": (744, 1039),
        "back-technique-a": (744, 1039),
        "track": (4961, 1748),
        "life-health-token": (118, 118),
    }.items():
        with Image.open(drawn / f"{name}.png") as picture:
            assert picture.format == "PNG"
            assert picture.mode == "RGB"
            assert picture.size == size
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
            assert set(picture.info) == {"dpi", "srgb"}, "no date, no name of a program"


def test_the_ground_is_its_stated_colour_to_the_edge(drawn: Path) -> None:
    picture = np.asarray(Image.open(drawn / "technique-wait.png"))
    for edge in (picture[700:, 0], picture[700:, -1], picture[-1]):
        assert set(map(tuple, edge)) == {GROUND}


def test_text_is_black_on_its_ground_and_nothing_else(drawn: Path) -> None:
    """Every pixel of the words lies on the line between the ground and 0, 0, 0."""
    words = area(drawn / "technique-wait.png", 4, 58.8, 59, 64)
    flat = words.reshape(-1, 3)
    colours = set(map(tuple, flat))
    assert (0, 0, 0) in colours
    assert GROUND in colours
    part = flat[:, :1] / GROUND[0]
    assert np.abs(flat - part * GROUND).max() <= 1.5


def test_the_seal_is_its_inks_colour(drawn: Path) -> None:
    seal = area(drawn / "technique-wait.png", 3.5, 8.5, 10, 15.3)
    # its mask has four dots to a pixel a side; their mean is a level off at most
    assert (np.abs(seal - (0xC8, 0x28, 0x1E)) <= 1).all(axis=-1).mean() > 0.3


def test_a_net_shows_where_it_is_cut_and_folded(drawn: Path) -> None:
    net = np.asarray(Image.open(drawn / "card-box.png")).reshape(-1, 3)
    for ink in (DIELINE, FOLD):
        assert (np.abs(net - np.array(ink.screen)).max(axis=-1) < 40).sum() > 500
    board = np.asarray(Image.open(drawn / "track.png")).reshape(-1, 3)
    assert not (np.abs(board - np.array(FOLD.screen)).max(axis=-1) < 40).any(), "what is folded is not printed"


def test_a_card_on_screen_looks_like_the_one_in_the_shops_file(drawn: Path, duel: Path) -> None:
    import pikepdf
    import pypdfium2

    with pikepdf.open(duel / "shop/cards.pdf") as pdf:
        page = next(n for n, p in enumerate(pdf.pages) if p.label == "wait A 1/3 front")
    shop = pypdfium2.PdfDocument(duel / "shop/cards.pdf")[page].render(scale=4 * 25.4 / 72, grayscale=True).to_pil()
    cut = shop.crop((12, 12, 12 + 63 * 4, 12 + 88 * 4))  # 3 mm of bleed, four pixels a millimetre
    own = Image.open(drawn / "technique-wait.png").convert("L")
    # by the millimetre: that program rounds a page's size up, and so shifts it by a part of a pixel
    both = [np.asarray(picture.resize((63, 88), Image.Resampling.BOX)).ravel() for picture in (cut, own)]
    assert np.corrcoef(*both)[0, 1] > 0.94, "that program guesses at CMYK, but the card is the same"


def test_the_bleed_is_there_where_it_is_asked_for(tmp_path: Path) -> None:
    """The sizes of MakePlayingCards and The Game Crafter for a poker card: 36 pixels a side, 1/8 inch a side."""
    poker = Rect(0, 0, 63.5, 88.9)
    assert pixels(poker.grown(3.048), 300) == (822, 1122)
    assert pixels(poker.grown(25.4 / 8), 300) == (825, 1125)
    out = tiny(tmp_path, bleed=Mm(3.0)) / "png"
    with Image.open(out / "unit-wolf.png") as wide:
        assert wide.size == (round(46 * 300 / 25.4), round(62 * 300 / 25.4))
        kept = wide.copy()
    shutil.rmtree(out)
    build(open_project(tmp_path), Request("tiny", ("png",)), lambda *_: None)
    with Image.open(out / "unit-wolf.png") as trimmed:
        assert trimmed.size == (round(40 * 300 / 25.4), round(56 * 300 / 25.4))
        left = round(3 * 300 / 25.4)
        inside = kept.crop((left, left, left + trimmed.width, left + trimmed.height))
        assert np.abs(np.asarray(inside).astype(int) - np.asarray(trimmed)).mean() < 6, "the same face, cut"


@pytest.mark.parametrize("ppi", [72, 150, 301])
def test_other_dots_an_inch(tmp_path: Path, ppi: int) -> None:
    with Image.open(tiny(tmp_path, ppi=ppi) / "png/omen-comet.png") as picture:
        assert picture.size == (round(40 * ppi / 25.4), round(56 * ppi / 25.4))
        assert picture.info["dpi"] == pytest.approx((ppi, ppi), abs=0.02)


def test_corners_are_square_or_cut_and_transparent(tmp_path: Path) -> None:
    out = tiny(tmp_path, "png", "png-round")
    square, cut = Image.open(out / "png/unit-wolf.png"), Image.open(out / "png-round/unit-wolf.png")
    assert (square.mode, cut.mode) == ("RGB", "RGBA")
    assert np.array_equal(np.asarray(square), np.asarray(cut)[..., :3]), "no white is mixed in at the edge"
    alpha = np.asarray(cut)[..., 3]
    assert {alpha[y, x] for x in (0, -1) for y in (0, -1)} == {0}
    radius = round(2 * 300 / 25.4)
    assert (alpha[radius:-radius] == 255).all()
    assert (alpha[:, radius:-radius] == 255).all()
    missing = (255 - alpha.astype(float)).sum() / 255
    assert missing == pytest.approx((4 - np.pi) * (2 * 300 / 25.4) ** 2, rel=0.02)


def test_a_part_and_a_language_have_names_of_their_own(tmp_path: Path) -> None:
    out = tiny(tmp_path / "a", only=("omen",)) / "png"
    assert names(out) == ["back-omen", "omen-comet"]
    out = tiny(tmp_path / "b", language="de") / "png"
    assert names(out) == ["back-omen.de", "back-unit-a.de", "back-unit-b.de", "omen-comet.de", "unit-pike.de", "unit-wolf.de"]


def test_names_of_seats_are_safe_and_tell_them_apart(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    for seats, slugs in {
        "[A, B]": ["a", "b"],
        "[Red fox, Owl!]": ["red-fox", "owl"],
        "[甲, 乙]": ["1", "2"],
        "['a!', 'A?']": ["1", "2"],
    }.items():
        rewrite(tmp_path / "card_data/tiny/game.yaml", "seats: [A, B]", f"seats: {seats}")
        game, _ = load(project, "tiny")
        assert [seat_slug(game, seat) for seat in game.seats] == slugs
        rewrite(tmp_path / "card_data/tiny/game.yaml", f"seats: {seats}", "seats: [A, B]")


def test_two_faces_with_one_name_are_both_there(tmp_path: Path) -> None:
    """A card "unit-a" of a family "back" would be called as the back of seat A's units."""
    project = tiny_project(tmp_path)
    rewrite(tmp_path / "card_data/tiny/game.yaml", "  omen:\n", "  back:\n    template: omen\n")
    rewrite(tmp_path / "card_data/tiny/omens.yaml", "family: omen", "family: back")
    rewrite(tmp_path / "card_data/tiny/omens.yaml", "id: comet", "id: unit-a\n    art: comet")
    build(project, Request("tiny", ("png",), ppi=72), lambda *_: None)
    assert names(tmp_path / "output/tiny/png") == [
        "back-back", "back-unit-a", "back-unit-a-2", "back-unit-b", "unit-pike", "unit-wolf",
    ]  # fmt: skip


def test_the_manifest_tells_of_every_picture(drawn: Path) -> None:
    files = {file["file"]: file for file in json.loads((drawn / "manifest.json").read_text(encoding="utf-8"))["files"]}
    assert files.keys() == {p.name for p in drawn.glob("*.png")}
    for name, said in files.items():
        data = (drawn / name).read_bytes()
        assert said["bytes"] == len(data)
        assert said["sha256"] == sha256(data).hexdigest()
        with Image.open(drawn / name) as picture:
            assert said["pixels"] == list(picture.size)
        assert (said["ppi"], said["bleed"], said["colour"]) == (300, 0, "screen")
    wait, back = files["technique-wait.png"], files["back-technique-a.png"]
    assert (wait["side"], back["side"]) == ("front", "back")
    assert {"black", "ground", "seal"} <= set(wait["inks"])
    assert [(p["card"], p["seat"], p["copies"]) for p in wait["pieces"]] == [("wait", "A", 3), ("wait", "B", 3)]


def test_the_same_game_gives_the_same_pictures(tmp_path: Path) -> None:
    one, two = (tiny(tmp_path / name) / "png" for name in ("one", "two"))
    assert {p.name: p.read_bytes() for p in one.iterdir()} == {p.name: p.read_bytes() for p in two.iterdir()}


def test_a_fault_of_a_face_is_told_as_for_any_file(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    rewrite(tmp_path / "templates/tiny/unit.svg", "{{ card.speed }}", "{{ card.speed }}{{ seat }}")
    rewrite(tmp_path / "card_data/tiny/units.yaml", "id: wolf\n    name: Wolf", "id: wolf\n    name: Wolf\n    art: wolv")
    with pytest.raises(Refused) as error:
        build(project, Request("tiny", ("png", "tts")), lambda *_: None)
    assert {f.code.name for f in error.value.findings} == {"missing-art", "no-url"}


def test_a_front_that_tells_its_seat_is_there_for_each(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    rewrite(tmp_path / "templates/tiny/unit.svg", "{{ card.speed }}", "{% if card.id == 'wolf' %}{{ seat }}{% endif %}")
    build(project, Request("tiny", ("png",), ppi=72, only=("unit",)), lambda *_: None)
    assert names(tmp_path / "output/tiny/png") == ["back-unit-a", "back-unit-b", "unit-pike", "unit-wolf-a", "unit-wolf-b"]


def test_a_picture_that_no_program_opens_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "MOST_PIXELS", 472 * 661 - 1)
    project = tiny_project(tmp_path)
    with pytest.raises(Refused, match="picture-too-large: unit-wolf would be 472 x 661 pixels at 300 dots an inch"):
        build(project, Request("tiny", ("png",)), lambda *_: None)
    assert not (tmp_path / "output/tiny").exists()


def test_a_fault_leaves_the_former_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tiny(tmp_path, ppi=72) / "png"
    kept = {p.name: p.read_bytes() for p in out.iterdir()}
    real, seen = png.encoded, list[int]()

    def breaks(picture: Image.Image, ppi: float) -> bytes:
        seen.append(1)
        if len(seen) == 4:
            raise OSError(28, "No space left on device")
        return real(picture, ppi)

    monkeypatch.setattr(png, "encoded", breaks)
    with pytest.raises(Refused, match="output-unwritable"):
        build(open_project(tmp_path), Request("tiny", ("png",), ppi=100), lambda *_: None)
    assert {p.name: p.read_bytes() for p in out.iterdir()} == kept


def test_every_kind_of_profile_has_its_writer() -> None:
    kinds = get_args(Profile.model_fields["kind"].annotation)
    assert set(OUTPUTS) == set(kinds)
    assert {load_profile(p.stem).kind for p in SHIPPED.glob("*.yaml")} == set(OUTPUTS)


def test_a_page_fills_its_picture_edge_to_edge(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "p.pdf"), pagesize=(178.5827, 249.4488))
    canvas.setFillColorRGB(0, 0, 0)
    canvas.rect(0, 0, 178.5827, 249.4488, stroke=0, fill=1)
    canvas.save()
    picture = np.asarray(png.rendered((tmp_path / "p.pdf").read_bytes(), Size(744, 1039)))
    assert picture.shape == (1039, 744, 3)
    assert picture.max() <= 1
