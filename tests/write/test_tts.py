"""What Tabletop Simulator takes: every CardID's cell shows that card, sheets keep within its limits, objects are whole."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen.build import Built, Request, build
from cardgen.findings import Refused
from cardgen.profile import load_profile
from cardgen.project import open_project
from cardgen.svg.prose import plain
from cardgen.units import Mm, Rect
from cardgen.write.png import pixels
from cardgen.write.tts import CARD_HEIGHT, TILE_HEIGHT, grid_for
from tests.conftest import ROOT
from tests.tiny import rewrite, tiny_project

BASE = "https://example.org/games/duel/"
SHEET = load_profile("tts").sheet
assert SHEET


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, duel: Path) -> Path:
    """Duel for the table, and the same faces one by one; the art in the store is that of the session's build."""
    out = tmp_path_factory.mktemp("tts")
    made = build(open_project(ROOT), Request("duel", ("tts", "png"), out=out, url=BASE), lambda *_: None)
    assert [f.code.name for f in made.findings] == ["not-made"]
    return out / "duel" / "tts"


def made(folder: Path, **asked: Any) -> Built:
    return build(tiny_project(folder), Request("tiny", ("tts",), **asked), lambda *_: None)


def saved(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def every(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for content in objects:
        yield content
        yield from every(content.get("ContainedObjects", []))


def decks(content: dict[str, Any]) -> list[dict[str, Any]]:
    return [o for o in content["ObjectStates"] if o["Name"] in ("DeckCustom", "CardCustom")]


def cards(deck: dict[str, Any]) -> list[dict[str, Any]]:
    return deck["ContainedObjects"] if deck["Name"] == "DeckCustom" else [deck]


def cell(sheet: Image.Image, custom: dict[str, Any], index: int) -> Image.Image:
    """The picture that the game cuts out of a sheet for an index: by rows, from the top left."""
    w, h = sheet.width // custom["NumWidth"], sheet.height // custom["NumHeight"]
    row, column = divmod(index, custom["NumWidth"])
    return sheet.crop((column * w, row * h, (column + 1) * w, (row + 1) * h))


def test_every_card_id_is_the_cell_that_shows_that_card(table: Path) -> None:
    pictures = {p.stem: np.asarray(Image.open(p)) for p in (table.parent / "png").glob("*.png") if "screen" not in p.stem}
    by_card = {}
    for file in json.loads((table.parent / "png/manifest.json").read_text(encoding="utf-8"))["files"]:
        for held in file["pieces"]:
            by_card[held["card"], held["seat"], file["side"]] = file["file"].removesuffix(".png")
    names = {o["Nickname"]: o for o in every(saved(table / "duel.json")["ObjectStates"]) if "CardID" in o}
    ids = {held["card"]: held for f in json.loads((table / "manifest.json").read_text())["files"] for held in f["pieces"]}
    shown = Counter[str]()
    for deck in decks(saved(table / "duel.json")):
        for card in cards(deck):
            number, index = divmod(card["CardID"], 100)
            custom = card["CustomDeck"][str(number)]
            assert list(card["CustomDeck"]) == [str(number)]
            sheet = Image.open(table / custom["FaceURL"].removeprefix(BASE))
            back = np.asarray(Image.open(table / custom["BackURL"].removeprefix(BASE)))
            hidden = custom["NumWidth"] * custom["NumHeight"] - 1
            assert index < hidden
            assert np.array_equal(np.asarray(cell(sheet, custom, hidden)), back), "the last cell is what others see"
            (card_id,) = {c for c in ids if _named(c, card["Nickname"])}
            seat = next(s for s in ("A", "B", "") if (card_id, s, "front") in by_card)
            own = pictures[by_card[card_id, seat, "front"]]
            assert np.array_equal(np.asarray(cell(sheet, custom, index)), own), card["Nickname"]
            shown[card_id] += 1
    assert shown.total() == 110
    assert shown["downward-cut"] == 6
    assert len(names) == 25


def _named(card: str, nickname: str) -> bool:
    return card == nickname.lower().replace(" ", "-") or (card, nickname) == ("reference", "Both reach")


def test_a_deck_says_the_same_as_its_cards(table: Path) -> None:
    found = decks(saved(table / "duel.json"))
    assert len(found) == 12
    for deck in found:
        assert all(custom["BackIsHidden"] and not custom["UniqueBack"] for custom in deck["CustomDeck"].values())
        if deck["Name"] == "CardCustom":
            continue
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        assert len(deck["DeckIDs"]) >= 2
        used = {custom for card in deck["ContainedObjects"] for custom in card["CustomDeck"]}
        assert used == deck["CustomDeck"].keys()
    keys = [key for deck in found for key in deck["CustomDeck"]]
    assert len(keys) == len(set(keys)), "no two sheets have one number"
    assert [d["Nickname"] for d in found if d["Name"] == "DeckCustom"][:4] == [
        "Duellists A", "Duellists B", "Stances A", "Stances B",
    ]  # fmt: skip


def test_a_card_has_its_name_and_its_words(table: Path) -> None:
    by_name = {o["Nickname"]: o for o in every(saved(table / "duel.json")["ObjectStates"])}
    cut = by_name["Advancing Cut"]
    assert cut["Description"].startswith(
        "Heavy. Next slot: Low, Horizontal Cut or Wait. Pursues a dodger within 3 spaces, for 5."
    )
    assert "{{" not in "".join(o["Description"] for o in by_name.values())
    assert by_name["High"]["Description"] == "The blade waits above. A heavy cut drops to Low."
    assert by_name["Samurai"]["Description"].startswith("Unmoved. Your Block holds")
    assert "* paid only if it works." in by_name["Screen A"]["Description"]


def test_everything_that_is_no_box_is_on_the_table(table: Path) -> None:
    content = saved(table / "duel.json")
    objects = list(every(content["ObjectStates"]))
    tiles = [o for o in objects if o["Name"] == "Custom_Tile"]
    assert len(tiles) == 74 - 3
    files = {p.name for p in table.glob("*.png")}
    told = {url for o in tiles for key, url in o["CustomImage"].items() if key.endswith("URL")}
    told |= {d[key] for o in objects for d in o.get("CustomDeck", {}).values() for key in ("FaceURL", "BackURL")}
    assert {url.removeprefix(BASE) for url in told} == files, "each picture is used, and each that is used is there"
    guids = [o["GUID"] for o in objects]
    assert len(guids) == len(set(guids))
    assert all(len(guid) == 6 and int(guid, 16) >= 0 for guid in guids)
    assert content["Date"] == content["SaveName"] == ""


def test_pieces_have_their_true_size_beside_the_cards(table: Path) -> None:
    """A track of 420 x 148 mm is 148 / 88 times as high as a card, and as wide as its picture says."""
    by_name = {o["Nickname"]: o for o in saved(table / "duel.json")["ObjectStates"]}
    for name, high in {"Track": 148, "Player board A": 210, "Screen B": 148, "Heavy A": 10}.items():
        scale = by_name[name]["Transform"]
        assert scale["scaleX"] == scale["scaleZ"]
        assert scale["scaleZ"] * TILE_HEIGHT / CARD_HEIGHT == pytest.approx(high / 88, rel=1e-4)
        assert by_name[name]["CustomImage"]["CustomTile"]["Stretch"] is True
    assert by_name["Techniques A"]["Transform"]["scaleZ"] == 1


def test_nothing_lies_on_anything_else(table: Path) -> None:
    lie = []
    for o in saved(table / "duel.json")["ObjectStates"]:
        at = o["Transform"]
        if o["Name"] == "Custom_Tile":
            with Image.open(table / o["CustomImage"]["ImageURL"].removeprefix(BASE)) as picture:
                high = at["scaleZ"] * TILE_HEIGHT
                size = high * picture.width / picture.height, high
        else:
            size = (2.0, 2.0) if o["Name"] == "Bag" else (CARD_HEIGHT * 63 / 88, CARD_HEIGHT)
        lie.append((at["posX"] - size[0] / 2, at["posZ"] - size[1] / 2, *size))
    for n, (x, z, w, h) in enumerate(lie):
        for a, b, c, d in lie[:n]:
            assert x + w <= a + 0.01 or a + c <= x + 0.01 or z + h <= b + 0.01 or b + d <= z + 0.01


def test_no_picture_is_larger_than_the_game_takes(table: Path) -> None:
    for path in table.glob("*.png"):
        with Image.open(path) as picture:
            assert picture.mode == "RGB"
            assert max(picture.size) <= 4096
    with Image.open(table / "duel-track.png") as track:
        assert track.size == (4096, 1443)


@given(
    st.integers(1, 69),
    st.floats(20, 200, allow_nan=False),
    st.floats(20, 200, allow_nan=False),
    st.sampled_from([72, 150, 300, 600]),
)
def test_a_sheet_keeps_within_its_limits_and_is_as_large_as_it_can_be(cards: int, wide: float, high: float, ppi: int) -> None:
    assert SHEET
    trim = Rect(0, 0, wide, high)
    grid = grid_for(cards + 1, trim, ppi, SHEET)
    full = pixels(trim, ppi)
    assert grid.columns <= 10
    assert grid.rows <= 7
    assert grid.columns * grid.rows >= cards + 1
    assert grid.columns * grid.card.width <= 4096
    assert grid.rows * grid.card.height <= 4096
    assert grid.card.width <= full.width
    assert grid.card.height <= full.height
    shrunk = grid.card.width / full.width
    assert abs(grid.card.height - full.height * shrunk) <= 1 + full.height / full.width, "cards keep their shape"
    for columns in range(1, 11):
        for rows in range(-(-(cards + 1) // columns), 8):
            possible = min(full.width, int(4096 / columns), int(4096 / rows * full.width / full.height))
            assert grid.card.width >= possible - 1, f"{columns} x {rows} would show them larger"


def test_more_cards_than_a_sheet_holds_go_on_a_second_in_one_deck(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    omens = "family: omen\ncards:\n" + "".join(
        f"  - {{id: omen-{n}, name: Omen {n}, text: 'It is night {n}.', art: comet}}\n" for n in range(72)
    )
    (tmp_path / "card_data/tiny/omens.yaml").write_text(omens, encoding="utf-8")
    build(project, Request("tiny", ("tts",), only=("omen",)), lambda *_: None)
    (deck,) = saved(tmp_path / "output/tiny/tts/tiny-omen.json")["ObjectStates"]
    assert deck["DeckIDs"] == [*range(100, 169), *range(200, 203)]
    first, second = deck["CustomDeck"]["1"], deck["CustomDeck"]["2"]
    assert (first["NumWidth"], first["NumHeight"]) == (10, 7)
    assert (first["FaceURL"], second["FaceURL"]) == ("tiny-omen-sheet-omen.png", "tiny-omen-sheet-omen-2.png")
    assert first["BackURL"] == second["BackURL"] == "tiny-back-omen.png"
    with Image.open(tmp_path / "output/tiny/tts/tiny-omen-sheet-omen.png") as sheet:
        assert sheet.size == (4090, 4011)
    whole = [c["Nickname"] for c in deck["ContainedObjects"]]
    assert whole == [f"Omen {n}" for n in range(72)]


def test_cards_without_a_back_have_bare_paper_there(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    rewrite(tmp_path / "card_data/tiny/game.yaml", "    name: Omens\n", "    name: Omens\n    sides: 1\n    copies: 2\n")
    build(project, Request("tiny", ("tts",), only=("omen",)), lambda *_: None)
    (deck,) = saved(tmp_path / "output/tiny/tts/tiny-omen.json")["ObjectStates"]
    custom = deck["CustomDeck"]["1"]
    assert custom["BackURL"] == "tiny-blank.png"
    with Image.open(tmp_path / "output/tiny/tts/tiny-blank.png") as blank:
        assert blank.getextrema() == ((255, 255),) * 3
        assert blank.size == (472, 661)
    with Image.open(tmp_path / "output/tiny/tts" / custom["FaceURL"]) as sheet:
        assert cell(sheet, custom, 1).getextrema() == ((255, 255),) * 3


def test_without_an_address_a_note_says_where_the_pictures_go(tmp_path: Path) -> None:
    (finding,) = made(tmp_path).findings
    assert (finding.code.name, str(finding.severity)) == ("no-url", "note")
    assert "Mods/Images" in finding.hint
    assert "--url" in finding.hint
    text = (tmp_path / "output/tiny/tts/tiny.json").read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    assert '"FaceURL": "tiny-sheet-unit-a.png"' in text


@pytest.mark.parametrize(
    ("url", "starts"),
    [
        ("https://example.org/t", "https://example.org/t/tiny-"),
        ("http://localhost:8000", "http://localhost:8000/tiny-"),
        ("file:///C:/My%20Games/t/", "file:///C:/My%20Games/t/tiny-"),
    ],
)
def test_an_address_stands_before_every_name(tmp_path: Path, url: str, starts: str) -> None:
    assert made(tmp_path, url=url).findings == ()
    content = saved(tmp_path / "output/tiny/tts/tiny.json")
    urls = [d[k] for o in decks(content) for d in o["CustomDeck"].values() for k in ("FaceURL", "BackURL")]
    assert urls
    assert all(u.startswith(starts) for u in urls)


@pytest.mark.parametrize("url", ["", "pictures/", "C:\\Games\\t", "/games/t", "ftp://example.org/", "https://", "https://a b/"])
def test_what_is_no_address_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(Refused, match="bad-url") as error:
        made(tmp_path, url=url)
    assert "https://example.org/duel/" in error.value.findings[0].hint
    assert not (tmp_path / "output/tiny").exists()


def test_bleed_is_refused_for_a_table(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="bleed-out-of-range"):
        made(tmp_path, bleed=Mm(3.0))


def test_a_box_alone_is_nothing_for_a_table(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="nothing-to-print"):
        build(open_project(ROOT), Request("duel", ("tts",), only=("card-box",), out=tmp_path), lambda *_: None)


def test_names_and_words_are_of_the_language_asked(tmp_path: Path) -> None:
    made(tmp_path, language="de")
    out = tmp_path / "output/tiny/tts"
    assert {p.name for p in out.iterdir()} == {
        "tiny.de.json", "manifest.json", "tiny-sheet-unit-a.de.png", "tiny-sheet-unit-b.de.png", "tiny-sheet-omen.de.png",
        "tiny-back-unit-a.de.png", "tiny-back-unit-b.de.png", "tiny-back-omen.de.png",
    }  # fmt: skip
    said = {o["Nickname"]: o["Description"] for o in every(saved(out / "tiny.de.json")["ObjectStates"])}
    assert said["Hecht"] == ""
    assert said["Wolf"] == "Deal 3."


def test_the_manifest_tells_of_sheets_and_of_the_saved_object(table: Path) -> None:
    files = {f["file"]: f for f in json.loads((table / "manifest.json").read_text(encoding="utf-8"))["files"]}
    assert files.keys() == {p.name for p in table.iterdir()} - {"manifest.json"}
    assert files["duel.json"]["cards"] == 110
    assert files["duel-sheet-technique-a.png"]["cards"] == 30
    assert files["duel-sheet-technique-a.png"]["pixels"] == [2976, 3117]


def test_the_same_game_gives_the_same_table(tmp_path: Path) -> None:
    for name in ("one", "two"):
        made(tmp_path / name)
    one, two = ({p.name: p.read_bytes() for p in (tmp_path / n / "output/tiny/tts").iterdir()} for n in ("one", "two"))
    assert one == two


def test_discs_are_round_and_bags_hold_what_is_many(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    rewrite(
        tmp_path / "card_data/tiny/game.yaml", "families:\n",
        "pieces:\n  coin: {name: Coin, width: 20mm, height: 20mm, corner: 10mm, safe: 1mm}\n"
        "  mat: {name: Mat, width: 40mm, height: 30mm, safe: 1mm}\nfamilies:\n"
        "  coin: {name: Coins, piece: coin, copies: 3, template: blank, back: blank}\n"
        "  mat: {name: Mat, piece: mat, sides: 1, template: blank}\n",
    )  # fmt: skip
    for name in ("coin", "mat"):
        text = f"family: {name}\ncards:\n  - {{id: {name}, name: {name.title()}}}\n"
        (tmp_path / f"card_data/tiny/{name}s.yaml").write_text(text, encoding="utf-8")
    blank = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}">'
        '<rect x="-5" y="-5" width="60" height="60" class="fill-seal"/></svg>'
    )
    (tmp_path / "templates/tiny/blank.svg").write_text(blank, encoding="utf-8")
    build(project, Request("tiny", ("tts",), only=("coin", "mat")), lambda *_: None)
    bag, mat = saved(tmp_path / "output/tiny/tts/tiny-coin-mat.json")["ObjectStates"]
    assert (bag["Name"], bag["Nickname"]) == ("Bag", "Coin (3)")
    assert [o["CustomImage"]["CustomTile"]["Type"] for o in bag["ContainedObjects"]] == [2, 2, 2]
    assert bag["ContainedObjects"][0]["CustomImage"]["ImageSecondaryURL"] == "tiny-back-coin.png"
    assert mat["CustomImage"]["CustomTile"]["Type"] == 0
    assert mat["CustomImage"]["ImageSecondaryURL"] == mat["CustomImage"]["ImageURL"] == "tiny-mat.png"


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("**Heavy.** Next *slot*.", "Heavy. Next slot."),
        ("* paid only if it works.", "* paid only if it works."),
        (r"2 \* 3 is **six**.", "2 * 3 is six."),
        ("One.\n\nTwo\nlines.", "One.\nTwo lines."),
    ],
)
def test_words_without_signs_of_stress(text: str, bare: str) -> None:
    assert plain(text) == bare
