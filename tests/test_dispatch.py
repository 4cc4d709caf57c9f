"""An order: its files, their bytes, what stands on them, and what is refused."""

from __future__ import annotations

import json
import zipfile
from hashlib import sha256
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import Image

from cardgen.build import Request
from cardgen.cli import cli
from cardgen.dispatch import README, Sent, dispatch
from cardgen.findings import Refused
from cardgen.fonts import Fonts
from cardgen.hard_proof import inks_of, parts_of
from cardgen.ink import Ink
from cardgen.profile import Condition, Press
from cardgen.project import Project, open_project
from cardgen.units import to_pt
from cardgen.write.content import Colour
from tests.conftest import ROOT
from tests.tiny import rewrite, tiny_project


def order(project: Project, profile: str, game: str = "tiny", **more: object) -> Sent:
    return dispatch(project, Request(game, (profile,), **more), lambda *_: None)  # type: ignore[arg-type]


def text(path: Path) -> str:
    pdf = pypdfium2.PdfDocument(path)
    return "\n".join(page.get_textpage().get_text_range() for page in pdf)


@pytest.fixture(scope="module")
def duel_order(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of Duel's order for `shop`."""
    out = tmp_path_factory.mktemp("ordered")
    order(open_project(ROOT), "shop", "duel", out=out)
    return out / "duel/shop/order"


CARDS_ALONE = """
kind: pages
folder: corner
says: The corner shop
press:
  standard: X-1a:2003
  condition: {name: CGATS TR 001, says: SWOP}
  limit: 240
  spots: no
order: back-first
bleed: {default: 3mm, least: 3mm, most: 3mm}
safe: 3mm
makes: [cards]
"""


@pytest.fixture
def corner_shop(tmp_path: Path) -> str:
    """The profile of a shop that makes cards alone, of any size."""
    path = tmp_path / "corner-shop.yaml"
    path.write_text(CARDS_ALONE, encoding="utf-8")
    return path.as_posix()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return tiny_project(tmp_path / "p")


def test_the_zip_holds_what_was_built_and_what_goes_with_it(duel_order: Path) -> None:
    with zipfile.ZipFile(duel_order / "duel-shop.zip") as file:
        names = file.namelist()
        assert names[:2] == [README, "manifest.json"]
        assert names[2:] == sorted(
            ["box-lid.pdf", "box-tray.pdf", "card-box.pdf", "cards.pdf", "hard-proof.pdf", "player-board.pdf", "rules.pdf",
             "screen.pdf", "ticket.pdf", "tokens.pdf", "track.pdf"]
        )  # fmt: skip
        manifest = json.loads(file.read("manifest.json"))
        for entry in manifest["files"]:
            assert sha256(file.read(entry["file"])).hexdigest() == entry["sha256"]
        assert {entry["file"] for entry in manifest["files"]} == set(names[2:]) - {"ticket.pdf", "hard-proof.pdf"}
        readme = file.read(README).decode()
        assert "\r\n" in readme
        assert "\n" not in readme.replace("\r\n", "")
        for name in names[2:]:
            assert f"{sha256(file.read(name)).hexdigest()}  {name}" in readme
        for info in file.infolist():
            assert info.date_time == (2026, 11, 30, 0, 0, 0)
            assert (info.create_system, info.external_attr) == (0, 0x20)
        assert file.testzip() is None


def test_duels_ticket_is_read_on_one_page(duel_order: Path, program) -> None:
    said = program("pdftotext", "-layout", duel_order / "ticket.pdf", "-")
    assert said.count("\f") == 1
    for words in ("Job ticket for a press that prints offset", "Version 1.0 of 2026-11-30 · profile shop", "PDF/X-4",
                  "310 gsm, 0.30 mm", "linen, black core", "Card box (inside 64 × 89.5 × 35 mm): all 110 cards",
                  "To be filled in", "Copies of the game"):  # fmt: skip
        assert " ".join(words.split()).lower() in " ".join(said.split()).lower()
    entry = next(e for e in json.loads((duel_order.parent / "manifest.json").read_text())["files"] if e["file"] == "cards.pdf")
    assert entry["sha256"][:8] in said


def test_duels_hard_proof_is_a_sheet_with_its_bleed(duel_order: Path) -> None:
    with pikepdf.open(duel_order / "hard-proof.pdf") as pdf:
        (page,) = pdf.pages
        left, bottom, right, top = (float(v) for v in page.trimbox)
        assert (right - left, top - bottom) == pytest.approx((to_pt(210), to_pt(297)), abs=0.01)
        bleed = [float(v) for v in page.obj.BleedBox]
        assert left - bleed[0] == pytest.approx(to_pt(3), abs=0.01)
        spots = {str(space[1]) for space in page.Resources.ColorSpace.values() if str(space[0]) == "/Separation"}
        assert spots == {"/Seal Red"}
    said = text(duel_order / "hard-proof.pdf")
    for words in ("black: K 100", "sumi: C 45 M 35 Y 35 K 100", "seal: M 92 Y 88 K 6", "spot Seal Red", "0/92/88/6",
                  "Hamburgefonstiv", "決闘永鬱", "Brute", "Signature"):  # fmt: skip
        assert words in said


def test_the_sizes_of_type_and_lines_are_true(duel_order: Path) -> None:
    with pikepdf.open(duel_order / "hard-proof.pdf") as pdf:
        ops = list(pikepdf.parse_content_stream(pdf.pages[0]))
    k = to_pt(1)
    sizes = {round(float(o.operands[1]), 2) for o in ops if str(o.operator) == "Tf"}
    assert {5, 6, 7, 8, 9} <= sizes
    assert min(sizes) >= 5
    widths = {round(float(o.operands[0]) * k, 2) for o in ops if str(o.operator) == "w"}
    assert {0.1, 0.25, 0.35, 0.5, 0.75, 1.0} <= widths


@pytest.mark.parametrize("limit", [400, 300, 240, 200])
def test_no_patch_lays_more_ink_than_the_press_takes(limit: int) -> None:
    inks = {
        "paper": Ink("paper", (0, 0, 0, 0), (255, 255, 255)),
        "black": Ink("black", (0, 0, 0, 1), (0, 0, 0)),
        "sumi": Ink("sumi", (0.9, 0.8, 0.8, 1), (9, 9, 9)),
        "ground": Ink("ground", (0, 0.02, 0.07, 0), (250, 245, 230)),
        "back": Ink("back", (1, 0.9, 0.8, 0.42), (63, 74, 85)),
        "seal": Ink("seal", (0.2, 1, 1, 0), (200, 40, 30), "Seal Red"),
        "blue": Ink("blue", (1, 0.7, 0, 0), (0, 60, 160), "Reflex Blue"),
        "gloss": Ink("gloss", (0, 0, 0, 0), (255, 255, 255), "Varnish", finish=True),
    }
    press = Press(standard="none", condition=Condition(name="any", says="any"), limit=limit)
    own = inks_of(inks, press, False)
    fonts = Fonts(open_project(ROOT))

    def laid(paint: str, tint: float, over: float = 0) -> float:
        ink = own[paint]
        return 100 * tint if ink.spot else 100 * tint * (sum(ink.cmyk) if not over else sum(ink.cmyk[:3])) + over

    for width in (28, 57, 90):
        parts = list(parts_of(own, press, "ground", 3, 3, fonts, width))
        assert not any("gloss" in part.title for part in parts), "varnish is no ink"
        for part in parts:
            match part.kind:
                case "ramp":
                    assert laid(part.data[0], part.data[1] / 10) <= limit
                case "duotone":
                    assert all(laid(step, 1) <= limit for step in part.data)
                case "swatches":
                    assert part.data
                    assert all(laid(swatch.paint, 1) <= limit for swatch in part.data)
                case "overprint":
                    assert all(laid(name, tint / 100, 100) <= limit for name, tint, _ in part.data)
                case "type" | "seals":
                    assert laid(part.data[0], 1) <= limit
                case "lines":
                    assert laid(part.data, 1) <= limit
        red = next(part for part in parts if part.title.startswith("Type in"))
        assert red.data[0] == ("seal" if limit > 220 else "blue"), "a red that the press cannot take is not shown"


@pytest.mark.parametrize("profile", ["shop", "png"])
def test_the_same_order_has_the_same_bytes(tmp_path: Path, profile: str) -> None:
    first, second = (
        order(tiny_project(tmp_path / name), profile, colour=Colour.SPOT if profile == "shop" else Colour.PROCESS)
        for name in ("a", "b")
    )
    assert [p.name for p in first.files] == [p.name for p in second.files]
    for one, two in zip(first.files, second.files, strict=True):
        assert one.read_bytes() == two.read_bytes(), one.name


def test_a_shop_of_cards_proofs_on_cards(project: Project, corner_shop: str) -> None:
    sent = order(project, corner_shop)
    assert [p.name for p in sent.files] == ["ticket.pdf", "hard-proof.pdf", "tiny-corner.zip"]
    (built,) = (file for file in sent.built if file.path.name == "cards.pdf")
    with pikepdf.open(sent.files[1]) as pdf, pikepdf.open(built.path) as cards:
        assert len(pdf.pages) % 2 == 0, "a card has two sides"
        for page in pdf.pages:
            assert [float(v) for v in page.trimbox] == pytest.approx([float(v) for v in cards.pages[0].trimbox], abs=0.01)
            assert [float(v) for v in page.mediabox] == pytest.approx([float(v) for v in cards.pages[0].mediabox], abs=0.01)
        spaces = [str(s) for p in pdf.pages for s in p.Resources.get("/ColorSpace", {}).values()]
    assert not any("Separation" in space for space in spaces), "this shop takes no spot"


def test_a_shop_of_pictures_proofs_on_pictures(project: Project) -> None:
    sent = order(project, "png")
    pictures = [p for p in sent.files if p.suffix == ".png"]
    assert len(pictures) > 1
    (card, *_) = (file.path for file in sent.built if file.path.suffix == ".png")
    assert {Image.open(p).size for p in pictures} == {Image.open(card).size}
    with zipfile.ZipFile(sent.files[-1]) as file:
        assert {p.name for p in pictures} <= set(file.namelist())
    assert "RGB" in text(sent.files[0])


def test_a_game_without_a_box_says_how_it_is_packed(project: Project) -> None:
    assert "no box" in " ".join(text(order(project, "shop").files[0]).split())


def test_an_order_stands_where_out_says_and_names_its_language(project: Project, tmp_path: Path) -> None:
    sent = order(project, "shop", out=tmp_path / "elsewhere", language="de")
    folder = tmp_path / "elsewhere/tiny/shop/order"
    assert [p.relative_to(folder).as_posix() for p in sent.files] == ["ticket.de.pdf", "hard-proof.de.pdf", "tiny-shop.de.zip"]
    with zipfile.ZipFile(sent.files[-1]) as file:
        assert "cards.de.pdf" in file.namelist()
    assert not (project.root / "output/tiny").exists()


def test_what_lies_in_the_folder_from_before_is_not_sent(project: Project) -> None:
    from cardgen.build import build

    build(project, Request("tiny", ("shop",), only=("omen",)), lambda *_: None)
    assert (project.root / "output/tiny/shop/cards-omen.pdf").is_file()
    with zipfile.ZipFile(order(project, "shop").files[-1]) as file:
        assert "cards-omen.pdf" not in file.namelist()
        assert "cards-omen.pdf" not in file.read("manifest.json").decode()


def test_a_profile_of_ones_own_is_told_by_its_name(project: Project, corner_shop: str) -> None:
    said = text(order(project, corner_shop).files[0])
    assert "Job ticket for The corner shop" in said
    assert "profile corner-shop" in said
    assert corner_shop not in said


@pytest.mark.parametrize(("profile", "cut"), [("drivethrucards", "63.5 × 88.9"), ("makeplayingcards", "63.5 × 88.9")])
def test_a_card_that_is_cut_larger_is_proofed_larger(tmp_path: Path, profile: str, cut: str) -> None:
    sent = order(open_project(ROOT), profile, "duel", out=tmp_path)
    said = " ".join(text(sent.files[0]).split())
    assert said.count(cut) == 2, "the cards and the hard proof"
    assert "Track; Player board (2); Screen (2); Tokens (66); Card box; Box, lid; Box, tray; Rules." in said
    assert "ask whether they can be made" in said
    if profile == "drivethrucards":
        with pikepdf.open(sent.files[1]) as pdf:
            assert {tuple(float(v) for v in page.mediabox) for page in pdf.pages} == {(0, 0, 198, 270)}
            assert pdf.pages[0].Resources.get("/Font")
    else:
        assert {Image.open(p).size for p in sent.files if p.suffix == ".png"} == {(822, 1122)}


@pytest.mark.parametrize("profile", ["home-a4", "tts"])
def test_who_is_no_shop_takes_no_order(project: Project, profile: str) -> None:
    with pytest.raises(Refused) as refused:
        order(project, profile)
    assert [f.code.name for f in refused.value.findings] == ["no-order"]
    assert not (project.root / "output/tiny").exists()


def test_a_proof_that_the_shop_would_refuse_is_not_written(
    project: Project, corner_shop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.hard_proof.LINES", (0.0,))
    monkeypatch.setattr("cardgen.hard_proof.SIZES", (2, 9))
    with pytest.raises(Refused) as refused:
        order(project, corner_shop)
    assert "tiny-type" in {f.code.name for f in refused.value.findings}
    assert not list((project.root / "output/tiny/corner/order").iterdir())


def test_cards_too_small_for_a_proof_have_none_and_the_ticket_says_so(
    project: Project, tmp_path: Path, corner_shop: str
) -> None:
    own = tmp_path / "narrow.yaml"
    own.write_text(CARDS_ALONE.replace("safe: 3mm", "safe: 9mm"), encoding="utf-8")
    sent = order(project, own.as_posix())
    assert [p.name for p in sent.files] == ["ticket.pdf", "tiny-corner.zip"]
    said = text(sent.files[0])
    assert "nothing that is made here has room for it" in said
    assert "hard-proof" not in said


def test_the_command_names_what_it_wrote(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project.root)
    done = CliRunner().invoke(cli, ["order", "tiny", "--red", "spot"])
    assert done.exit_code == 0
    for name in ("ticket.pdf", "hard-proof.pdf", "tiny-shop.zip"):
        assert f"output/tiny/shop/order/{name}" in done.output
        assert (project.root / "output/tiny/shop/order" / name).is_file()
    assert CliRunner().invoke(cli, ["order", "tiny", "--for", "home-a4"]).exit_code == 1


def test_an_unknown_shop_is_told(project: Project) -> None:
    with pytest.raises(Refused) as refused:
        order(project, "drivethrucard")
    assert refused.value.findings[0].code.name == "unknown-profile"


def test_a_file_in_the_way_leaves_the_former_order_as_it_was(project: Project) -> None:
    ticket, _, zipped = order(project, "shop").files
    before = ticket.read_bytes()
    zipped.unlink()
    zipped.mkdir()
    rewrite(project.root / "card_data/tiny/game.yaml", 'version: "0.1"', 'version: "0.2"')
    with pytest.raises(Refused) as refused:
        order(project, "shop")
    assert refused.value.findings[0].code.name == "output-unwritable"
    assert ticket.read_bytes() == before
    assert not list(ticket.parent.glob(".*part"))


def test_a_day_that_no_zip_can_tell(project: Project) -> None:
    rewrite(project.root / "card_data/tiny/game.yaml", "date: 2026-11-30", "date: 1926-11-30")
    with zipfile.ZipFile(order(project, "shop").files[-1]) as file:
        assert {info.date_time[:3] for info in file.infolist()} == {(1980, 1, 1)}


def test_a_very_small_card_and_a_very_long_name(project: Project) -> None:
    game = project.root / "card_data/tiny/game.yaml"
    rewrite(game, "name: Tiny", "name: " + "Tiny and quite unbelievably long " * 12)
    sent = order(project, "png")
    assert sent.files[0].name == "ticket.pdf"
    assert len(pypdfium2.PdfDocument(sent.files[0])) == 1


def test_an_order_goes_to_one_shop(project: Project) -> None:
    with pytest.raises(Refused) as error:
        dispatch(project, Request("tiny", ("shop", "longpack")), lambda *_: None)
    assert [f.code.name for f in error.value.findings] == ["several-shops"]


def test_pictures_come_with_a_list_of_pairs(duel: Path, tmp_path: Path) -> None:
    order(open_project(ROOT), "thegamecrafter", "duel", out=tmp_path)
    (path,) = (tmp_path / "duel/thegamecrafter/order").glob("*.zip")
    with zipfile.ZipFile(path) as file:
        rows = [line.split() for line in file.read(README).decode().splitlines()]
        names = set(file.namelist())
    pairs = [row for row in rows if len(row) == 3 and row[0].endswith(".png") and row[2].endswith(".png")]
    assert sum(int(count) for _, count, _ in pairs) == 110
    assert {name for front, _, back in pairs for name in (front, back)} <= names
    assert ["technique-wait.png", "3", "back-technique-b.png"] in pairs
