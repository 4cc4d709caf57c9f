"""The page of `cardgen serve` in a real browser: what is saved is seen, what is broken is said, and all of it by keys."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench import job
from tests.browser.conftest import Looking
from tests.browser.server import Server
from tests.tiny import rewrite

if TYPE_CHECKING:
    from PIL import Image
    from playwright.sync_api import Locator, Page

Serve = Callable[..., Server]

UNITS, OMENS, GAME = (f"card_data/tiny/{name}.yaml" for name in ("units", "omens", "game"))
UNIT = "templates/tiny/unit.svg"
BOARD = """
pieces:
  board:
    name: Board
    width: 420mm
    height: 148mm
    corner: 3mm
    safe: 4mm
    folds: {upright: [210mm]}
"""
BOARD_FAMILY = """  board:
    name: Board
    piece: board
    sides: 1
"""
BOARD_CARDS = """family: board
cards:
  - {id: board, name: Board}
"""
BOARD_SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="420mm" height="148mm" viewBox="0 0 420 148">
  <rect class="fill-ground" x="-3" y="-3" width="426" height="154"/>
  <path class="stroke-black" fill="none" stroke-width="0.1" d="M10,74 H410"/>
  <text class="fill-black" x="200" y="70" font-family="EB Garamond" font-size="{{ pt(12) }}">{{ card.name }}</text>
</svg>
"""

ALL_FROM = "(words) => [...document.querySelectorAll('.face img')].every((one) => one.getAttribute('src').includes(words))"
NAMELESS = """[...document.querySelectorAll('button, select, input, progress, summary, nav, dialog, aside')].filter((one) => !(
  one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || one.labels?.[0]?.textContent.trim()
  || one.textContent.trim())).map((one) => one.outerHTML)"""


def expect(thing: Page | Locator):  # type: ignore[no-untyped-def]
    from playwright.sync_api import expect

    return expect(thing)


def until(page: Page, script: str, arg: object = None) -> None:
    """Wait until the script says so. Asked from here: the page's own policy lets nothing evaluate words inside it."""
    end = time.monotonic() + 40
    while not page.evaluate(script, arg):
        assert time.monotonic() < end, f"never: {script} {arg}"
        page.wait_for_timeout(25)


def face(page: Page, name: str) -> Locator:
    return page.locator(f'.face[data-name="{name}"]')


def sources(page: Page) -> dict[str, str]:
    """The picture of every face by its name, once all that are near the screen have one."""
    until(page, "[...document.querySelectorAll('.face .sheet')].every((sheet) => sheet.querySelector('img'))")
    images = page.locator(".face img")
    names = page.locator(".face").evaluate_all("all => all.map((one) => one.dataset.name)")
    return dict(zip(names, images.evaluate_all("all => all.map((one) => one.getAttribute('src'))"), strict=True))


def picture(place: Locator) -> Image.Image:
    """What the screen shows there, when nothing is lit any more."""
    from PIL import Image

    until(place.page, "!document.querySelector('.fresh')")
    place.page.mouse.move(0, 0)
    return Image.open(io.BytesIO(place.screenshot(animations="disabled"))).convert("RGB")


def new_picture(page: Page, name: str, old: str) -> str:
    """The address of a face's picture when it is another than `old`."""
    until(
        page,
        "([name, old]) => document.querySelector(`.face[data-name='${name}'] img`).getAttribute('src') !== old",
        [name, old],
    )
    return str(face(page, name).locator("img").get_attribute("src"))


def focused(page: Page) -> str:
    """The name of the face that has the keyboard."""
    return str(page.evaluate("document.activeElement.closest('.face')?.dataset.name ?? document.activeElement.id"))


def has_the_keyboard(page: Page, name: str) -> None:
    """The face of that name has it, as soon as the page has come to it."""
    until(page, f"(document.activeElement.closest('.face')?.dataset.name ?? document.activeElement.id) === {name!r}")


def changed_alone(page: Page, before: dict[str, str], names: set[str]) -> None:
    """These faces have other pictures now and no other face has; the page was not loaded anew."""
    for name in names:
        new_picture(page, name, before[name])
    after = sources(page)
    assert {name for name in before if after[name] != before[name]} == names
    assert page.evaluate("window.same") is True, "the page was loaded anew"


def watched(looking: Looking, url: str, *size: int) -> tuple[Page, dict[str, str]]:
    """A page that would notice to be loaded anew, and the pictures on it."""
    page = looking.at(url, *size)
    page.evaluate("window.same = true")
    return page, sources(page)


def test_the_whole_game_stands_there_by_family(tiny: Path, serve: Serve, looking: Looking) -> None:
    page = looking.at(serve(tiny, "tiny").url)
    expect(page.locator("#game")).to_have_text("Tiny")
    assert page.locator(".family h2 .name").all_inner_texts() == ["Units", "Omens"]
    assert page.locator(".family h2 .number").first.inner_text() == "2 cards, 8 copies, 4 faces"
    assert list(sources(page)) == ["wolf", "pike", "unit back A", "unit back B", "comet", "omen back"]
    expect(face(page, "wolf").locator(".caption")).to_contain_text("Wolf")
    expect(face(page, "wolf").locator(".copies")).to_have_text("×2 A, ×2 B")
    expect(face(page, "comet").locator(".copies")).to_have_text("×1")
    expect(face(page, "pike").locator("img")).to_have_attribute("alt", "Pike (pike), front")
    expect(page.locator("#clean")).to_be_visible()
    expect(page.locator("#sum")).to_have_text("6 faces")


def test_a_saved_card_is_seen_without_loading_the_page_anew(tiny: Path, serve: Serve, looking: Looking) -> None:
    page, before = watched(looking, serve(tiny, "tiny").url, 500, 420)
    wolf, pike = face(page, "wolf").locator(".sheet"), face(page, "pike").locator(".sheet")
    old = picture(wolf), picture(pike)
    page.keyboard.press("t")
    face(page, "pike").locator(".card").focus()
    page.mouse.wheel(0, 130)
    until(page, "scrollY > 100")
    place = page.evaluate("scrollY")
    rewrite(tiny / UNITS, "strength: 3", "strength: 4")
    changed_alone(page, before, {"wolf"})
    expect(page.locator("#says")).to_have_text(re.compile(r"^wolf changed \(units\.yaml\), \d+ ms$"))
    expect(face(page, "wolf")).to_have_class(re.compile("fresh"))
    assert page.evaluate("scrollY") == place
    has_the_keyboard(page, "pike")
    assert page.locator('[data-toggle="trim"]').get_attribute("aria-pressed") == "true"
    page.keyboard.press("t")
    new = picture(wolf), picture(pike)
    assert new[0].tobytes() != old[0].tobytes()
    assert new[1].tobytes() == old[1].tobytes()


def test_a_saved_template_is_seen_on_all_that_it_draws(tiny: Path, serve: Serve, looking: Looking) -> None:
    page, before = watched(looking, serve(tiny, "tiny").url)
    rewrite(tiny / UNIT, 'x="4" y="12" width="32"', 'x="4" y="13" width="32"')
    changed_alone(page, before, {"wolf", "pike"})
    expect(page.locator("#says")).to_contain_text("(unit.svg)")


def test_a_saved_score_is_seen_on_all_that_show_it(tiny: Path, serve: Serve, looking: Looking) -> None:
    page, before = watched(looking, serve(tiny, "tiny").url)
    rewrite(tiny / "art/tiny/wolf.svg", "M4,18 L36,6", "M4,6 L36,18")
    changed_alone(page, before, {"wolf", "pike"})
    expect(page.locator("#says")).to_contain_text("(wolf.svg)")


def test_a_card_that_cannot_be_read_keeps_its_last_good_face(tiny: Path, serve: Serve, looking: Looking) -> None:
    page, before = watched(looking, serve(tiny, "tiny").url)
    rewrite(tiny / UNITS, "strength: 3", "strength: three")
    finding = face(page, "wolf").locator(".finding.error")
    expect(finding.locator(".head")).to_contain_text("error")
    expect(finding.locator("code")).to_have_text(f"{UNITS}:5:15")
    expect(face(page, "wolf").locator(".ribbon")).to_have_text("last good face")
    expect(page.locator("#errors")).to_contain_text("1 error")
    assert sources(page) == before
    page.locator("#errors").click()
    expect(finding).to_be_focused()
    rewrite(tiny / UNITS, "strength: three", "strength: 3")
    expect(page.locator(".finding")).to_have_count(0)
    expect(page.locator(".ribbon")).to_have_count(0)
    expect(page.locator("#clean")).to_be_visible()
    has_the_keyboard(page, "wolf")  # the keyboard stays with the card whose finding is gone


def test_yaml_that_is_none_at_all_keeps_the_whole_file_s_faces(tiny: Path, serve: Serve, looking: Looking) -> None:
    page, before = watched(looking, serve(tiny, "tiny").url)
    text = (tiny / UNITS).read_text(encoding="utf-8")
    (tiny / UNITS).write_text(text.replace("cards:", "cards: ["), encoding="utf-8")
    expect(page.locator(".ribbon").first).to_have_text("last good face")
    expect(page.locator(".finding code").first).to_contain_text(f"{UNITS}:")
    assert sources(page) == before
    assert set(page.locator(".face:has(.stale)").evaluate_all("all => all.map((one) => one.dataset.name)")) >= {"wolf", "pike"}
    (tiny / UNITS).write_text(text, encoding="utf-8")
    expect(page.locator(".finding")).to_have_count(0)
    expect(page.locator(".ribbon")).to_have_count(0)


def test_a_broken_template_keeps_the_last_good_faces(tiny: Path, serve: Serve, looking: Looking) -> None:
    page, before = watched(looking, serve(tiny, "tiny").url)
    rewrite(tiny / UNIT, "{{ card.speed }}", "{{ card.sped }}")
    for name in ("wolf", "pike"):
        expect(face(page, name).locator(".ribbon")).to_have_text("last good face")
        expect(face(page, name).locator(".finding code").first).to_contain_text(f"{UNIT}:6")
    expect(face(page, "comet").locator(".ribbon")).to_have_count(0)
    assert sources(page) == before
    rewrite(tiny / UNIT, "{{ card.sped }}", "{{ card.speed }}")
    expect(page.locator(".finding, .ribbon")).to_have_count(0)
    assert sources(page) == before


def test_a_broken_score_keeps_the_last_good_faces(tiny: Path, serve: Serve, looking: Looking) -> None:
    page, before = watched(looking, serve(tiny, "tiny").url)
    rewrite(tiny / "art/tiny/wolf.svg", 'ink:brush="line"', 'ink:brush="broom"')
    for name in ("wolf", "pike"):
        expect(face(page, name).locator(".finding code").first).to_contain_text("art/tiny/wolf.svg:2")
        expect(face(page, name).locator(".ribbon")).to_have_text("last good face")
    assert sources(page) == before
    rewrite(tiny / "art/tiny/wolf.svg", 'ink:brush="broom"', 'ink:brush="line"')
    expect(page.locator(".finding, .ribbon")).to_have_count(0)


def test_a_card_comes_and_goes(tiny: Path, serve: Serve, looking: Looking) -> None:
    page, before = watched(looking, serve(tiny, "tiny").url)
    text = (tiny / OMENS).read_text(encoding="utf-8")
    (tiny / OMENS).write_text(
        text + "\n  - id: eclipse\n    name: Eclipse\n    art: comet\n    text: All is dark.\n", encoding="utf-8"
    )
    expect(face(page, "eclipse").locator("img")).to_be_visible()
    assert list(sources(page)) == [*list(before)[:5], "eclipse", "omen back"]
    (tiny / OMENS).write_text(text, encoding="utf-8")
    expect(face(page, "eclipse")).to_have_count(0)
    assert sources(page) == before


def test_the_place_of_a_finding_is_copied_by_a_click(tiny: Path, serve: Serve, looking: Looking) -> None:
    rewrite(tiny / UNITS, "strength: 2", "strength: two")
    page = looking.at(serve(tiny, "tiny").url, permissions=["clipboard-read", "clipboard-write"])
    page.locator(".finding [data-copy]").first.click()
    expect(page.locator("#says")).to_have_text(re.compile(rf"{UNITS}:\d+:\d+ copied"))
    assert re.fullmatch(rf"{UNITS}:\d+:\d+", page.evaluate("navigator.clipboard.readText()"))


LEFT = "document.querySelector('#stage .sheet').getBoundingClientRect().x"


def test_all_of_it_by_keys(tiny: Path, serve: Serve, looking: Looking) -> None:
    page = looking.at(serve(tiny, "tiny").url)
    sources(page)
    page.keyboard.press("Tab")
    expect(page.locator("#skip")).to_be_focused()
    page.keyboard.press("Enter")
    has_the_keyboard(page, "wolf")
    path = ("pike", "unit back A", "pike", "wolf", "comet", "wolf", "comet", "omen back", "wolf")
    for key, name in zip(("ArrowRight", "l", "ArrowLeft", "h", "ArrowDown", "k", "j", "End", "Home"), path, strict=True):
        page.keyboard.press(key)
        has_the_keyboard(page, name)
    assert page.locator(".card[tabindex='0']").count() == 1

    for key, name in (("b", "bleed"), ("t", "trim"), ("s", "safe"), ("c", "folds")):
        page.keyboard.press(key)
        expect(page.locator(f'[data-toggle="{name}"]')).to_have_attribute("aria-pressed", "true")
        page.keyboard.press(key)
        expect(page.locator(f'[data-toggle="{name}"]')).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("+")
    expect(page.locator("#size")).to_have_value("large")
    page.keyboard.press("-")
    page.keyboard.press("f")
    expect(face(page, "unit back A")).to_be_hidden()
    expect(page.locator("#sum")).to_have_text("3 of 6 faces")
    page.keyboard.press("f")
    page.keyboard.press("f")

    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("omen")
    expect(face(page, "wolf")).to_be_hidden()
    page.keyboard.press("Enter")
    has_the_keyboard(page, "comet")
    page.keyboard.press("Escape")
    expect(face(page, "wolf")).to_be_visible()

    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    has_the_keyboard(page, "comet")

    page.keyboard.press("Enter")
    expect(page.locator("#zoom")).to_be_visible()
    expect(page.locator("#zoom-title")).to_have_text("Comet")
    page.keyboard.press("f")
    expect(page.locator("#zoom-title")).to_have_text("Omens, back")
    page.keyboard.press("f")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#zoom-title")).to_have_text("Units, back")
    scale = page.locator("#zoom-scale").inner_text()
    page.keyboard.press("+")
    expect(page.locator("#zoom-scale")).not_to_have_text(scale)
    left = page.evaluate(LEFT)
    page.keyboard.press("ArrowRight")
    until(page, f"{LEFT} < {left}")
    page.keyboard.press("0")
    expect(page.locator("#zoom-scale")).to_have_text(scale)
    page.keyboard.press("Escape")
    expect(page.locator("#zoom")).to_be_hidden()
    has_the_keyboard(page, "unit back B")  # the keyboard returns to the face that was open last


def test_findings_are_walked_through(tiny: Path, serve: Serve, looking: Looking) -> None:
    rewrite(tiny / UNITS, "strength: 2", "strength: two")
    rewrite(tiny / OMENS, "name: Comet", "name: Comet\n    nme: Comet")
    page = looking.at(serve(tiny, "tiny").url)
    expect(page.locator("#errors")).to_contain_text("2 errors")

    def key(name: str) -> str:
        page.keyboard.press(name)
        return str(page.evaluate("document.activeElement.querySelector('code').textContent"))

    first = key("n")
    second = key("n")
    assert {first.split(":")[0], second.split(":")[0]} == {UNITS, OMENS}
    assert key("N") == first
    assert key("N") == second, "round and round"


def test_settings_outlive_a_reload(tiny: Path, serve: Serve, looking: Looking) -> None:
    page = looking.at(serve(tiny, "tiny").url)
    for key in "btv":
        page.keyboard.press(key)
    page.locator("#size").select_option("large")
    page.reload()
    page.wait_for_selector(".face img")
    assert page.locator('[data-toggle="bleed"]').get_attribute("aria-pressed") == "true"
    assert page.locator('[data-toggle="trim"]').get_attribute("aria-pressed") == "true"
    expect(page.locator("#size")).to_have_value("large")
    expect(page.locator("#vision")).to_have_value("grey")


def test_the_bleed_is_shown_or_cut(tiny: Path, serve: Serve, looking: Looking) -> None:
    page = looking.at(serve(tiny, "tiny").url)
    sources(page)
    sheet = face(page, "wolf").locator(".sheet")
    cut = sheet.bounding_box()
    page.keyboard.press("b")
    whole = sheet.bounding_box()
    assert cut
    assert whole
    assert abs(cut["width"] / cut["height"] - 40 / 56) < 0.02
    assert abs(whole["width"] / whole["height"] - 46 / 62) < 0.02
    page.keyboard.press("t")
    expect(sheet.locator(".lines .trim")).to_be_visible()
    expect(sheet.locator(".lines .safe")).to_be_hidden()


def test_a_fan_shows_the_left_of_each_card(tiny: Path, serve: Serve, looking: Looking) -> None:
    page = looking.at(serve(tiny, "tiny").url + "#size=fan")
    sources(page)
    wolf, pike = (face(page, name).locator(".sheet").bounding_box() for name in ("wolf", "pike"))
    assert wolf
    assert pike
    assert abs((pike["x"] - wolf["x"]) / wolf["width"] * 40 - 12) < 0.5, "12 mm of 40"


def test_every_row_of_a_fan_ends_on_the_screen(tiny: Path, serve: Serve, looking: Looking) -> None:
    unit = "  - {{id: unit-{n}, name: Unit, strength: {n}, side: sea, art: wolf}}\n"
    more = "family: unit\ncards:\n" + "".join(unit.format(n=n) for n in range(60))
    (tiny / "card_data/tiny/more.yaml").write_text(more, encoding="utf-8")
    page = looking.at(serve(tiny, "tiny").url + "#size=fan&sides=fronts", width=800)
    ends = page.locator(".face .card").evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
    assert len(ends) == 63 + 3  # its backs are there, and hidden
    assert max(ends) <= 800
    assert page.evaluate("document.documentElement.scrollWidth") == 800


def machado(rgb: tuple[int, int, int]) -> list[int]:
    """A colour as protans see it: Machado, Oliveira, Fernandes 2009, severity 1.0, in linear light."""
    linear = [(c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    rows = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
    seen = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in rows]
    return [round(255 * (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055)) for c in seen]


def test_colours_are_seen_as_others_see_them(tiny: Path, serve: Serve, looking: Looking) -> None:
    rewrite(tiny / "templates/tiny/back.svg", "fill-back", "fill-seal")
    page = looking.at(serve(tiny, "tiny").url)
    sources(page)
    back = face(page, "omen back").locator(".sheet")
    plain = picture(back).getpixel((20, 20))
    page.locator("#vision").select_option("protan")
    seen = picture(back).getpixel((20, 20))
    assert max(abs(a - b) for a, b in zip(seen, machado(plain), strict=True)) <= 4, (plain, seen)  # type: ignore[arg-type]
    page.locator("#vision").select_option("grey")
    grey = picture(back).getpixel((20, 20))
    assert max(grey) - min(grey) <= 1  # type: ignore[arg-type, type-var, operator]


def test_plates_are_shown_one_by_one(tiny: Path, serve: Serve, looking: Looking) -> None:
    rewrite(tiny / "templates/tiny/back.svg", "fill-back", "fill-seal")
    page, before = watched(looking, serve(tiny, "tiny").url)
    back = face(page, "omen back").locator(".sheet")
    lightness = {}
    for plate in ("Cyan", "Magenta"):
        page.locator("#plate").select_option(plate)
        until(page, ALL_FROM, f"/{plate}.png")
        pixel = picture(back).getpixel((20, 20))
        assert max(pixel) - min(pixel) <= 1, "a plate is gray"  # type: ignore[arg-type, type-var, operator]
        lightness[plate] = pixel[0]  # type: ignore[index]
    assert lightness["Cyan"] > 240, "cinnabar has no cyan"
    assert lightness["Magenta"] < 60, "and is full of magenta"
    page.locator("#plate").select_option("")
    until(page, ALL_FROM, "/picture/")
    assert sources(page) == before


def test_the_other_language_is_shown(tiny: Path, serve: Serve, looking: Looking) -> None:
    page, before = watched(looking, serve(tiny, "tiny").url)
    page.keyboard.press("g")
    expect(face(page, "pike").locator(".title")).to_have_text("Hecht")
    new_picture(page, "pike", before["pike"])
    rewrite(tiny / UNITS, "de: Hecht", "de: Hechte")
    expect(face(page, "pike").locator(".title")).to_have_text("Hechte")
    page.reload()
    expect(face(page, "pike").locator(".title")).to_have_text("Hechte")
    page.keyboard.press("g")
    expect(face(page, "pike").locator(".title")).to_have_text("Pike")
    assert sources(page) == before


def with_board(folder: Path) -> None:
    """Give the game a board as wide as Duel's track, with a line of a tenth of a millimetre."""
    game = (folder / GAME).read_text(encoding="utf-8")
    (folder / GAME).write_text(game.replace("\nfamilies:", f"{BOARD}\nfamilies:") + BOARD_FAMILY, encoding="utf-8")
    (folder / "card_data/tiny/board.yaml").write_text(BOARD_CARDS, encoding="utf-8")
    (folder / "templates/tiny/board.svg").write_text(BOARD_SVG, encoding="utf-8")


def test_a_board_is_zoomed_to_its_finest_line(tiny: Path, serve: Serve, looking: Looking) -> None:
    with_board(tiny)
    page = looking.at(serve(tiny, "tiny").url)
    face(page, "board").locator(".card").click()
    stage = page.locator("#stage")
    expect(stage.locator("img")).to_be_visible()
    box = stage.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(12):
        page.mouse.wheel(0, -400)
    expect(stage.locator("img")).to_have_attribute("src", re.compile("ppi=600"))
    wide = stage.locator("img").evaluate("(image) => image.naturalWidth")
    assert abs(wide - 426 / 25.4 * 600) < 3
    shown = stage.locator("img").bounding_box()
    assert shown
    assert shown["width"] / 426 * 0.1 >= 2, "a tenth of a millimetre is pixels wide"
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 - 200, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    dragged = stage.locator("img").bounding_box()
    assert dragged
    assert abs(shown["x"] - dragged["x"] - 200) < 2
    rewrite(tiny / "templates/tiny/board.svg", "M10,74 H410", "M10,75 H410")
    expect(page.locator("#says")).to_contain_text("board changed")
    assert stage.locator("img").evaluate("(image) => image.naturalWidth") == wide, "sharp also when it has changed"
    still = stage.locator("img").bounding_box()
    assert still == dragged, "and where it was"


def test_the_button_builds_the_pdfs(tiny: Path, serve: Serve, looking: Looking) -> None:
    page = looking.at(serve(tiny, "tiny").url)
    page.locator("#build").click()
    expect(page.locator("#press-says")).to_have_text(re.compile(r"\d+ files? built"))
    files = page.locator("#press-out .files code").all_inner_texts()
    assert any(name.endswith(".pdf") for name in files)
    assert all((tiny / name).is_file() for name in files), files
    page.locator("#press-close").click()
    expect(page.locator("#press")).to_be_hidden()
    expect(page.locator("#build")).to_be_focused()


def test_what_stops_a_build_is_said(tiny: Path, serve: Serve, looking: Looking) -> None:
    rewrite(tiny / UNITS, "strength: 2", "strength: two")
    page = looking.at(serve(tiny, "tiny").url)
    page.keyboard.press("B")
    expect(page.locator("#press-says")).to_have_text("Nothing was built")
    expect(page.locator("#press-out .finding code").first).to_contain_text(UNITS)


def test_a_build_shows_how_far_it_is_and_can_be_stopped(tmp_path: Path, serve: Serve, looking: Looking) -> None:
    job.make(tmp_path, 120)
    page = looking.at(serve(tmp_path, job.GAME).url + "#sides=backs")
    page.keyboard.press("B")
    until(page, "document.getElementById('press-done').value > 0")
    expect(page.locator("#press-says")).to_have_text(re.compile(r", \d+ of \d+"))
    page.locator("#press-stop").click()
    expect(page.locator("#press-says")).to_have_text("Stopped")
    assert not list(tmp_path.rglob("*.pdf"))


MUTATIONS = """() => {
  window.touched = new Set();
  window.long = 0;
  new MutationObserver((all) => { for (const one of all) {
    const item = (one.target.nodeType === 1 ? one.target : one.target.parentElement)?.closest('.face');
    if (item && one.type === 'childList') window.touched.add(item.dataset.name);
  } }).observe(document.getElementById('families'), { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => { window.long += list.getEntries().length; }).observe({ type: 'longtask' });
}"""


def test_a_thousand_cards_stay_responsive(tmp_path: Path, serve: Serve, looking: Looking) -> None:
    job.make(tmp_path, 1000)
    cards = tmp_path / f"card_data/{job.GAME}/cards.yaml"
    cards.write_text(re.sub(r"art: a\d\d", "art: a00", cards.read_text(encoding="utf-8")), encoding="utf-8")
    page = looking.at(serve(tmp_path, job.GAME).url)
    expect(page.locator("#sum")).to_have_text("1001 faces")
    assert page.locator(".face").count() == 1001
    assert page.locator(".face img").count() < 200, "what is far from the screen has no picture yet"
    page.evaluate(MUTATIONS)
    before = face(page, "c00003").locator("img").get_attribute("src")
    text = cards.read_text(encoding="utf-8")
    name = re.search(r"id: c00003\n    name: (.+)\n", text)
    assert name
    cards.write_text(text.replace(name[0], "id: c00003\n    name: Another Name\n"), encoding="utf-8")
    for key in ("End", "Home", "ArrowRight", "ArrowDown", "t"):  # while the change comes in
        page.keyboard.press(key)
    assert page.locator('[data-toggle="trim"]').get_attribute("aria-pressed") == "true"
    assert focused(page) != "c00000"
    page.keyboard.press("Home")
    new_picture(page, "c00003", str(before))
    expect(face(page, "c00003").locator(".title")).to_have_text("Another Name")
    assert page.evaluate("window.touched.size") < 200, "what is far from the screen was not touched"
    assert page.evaluate("window.long") < 20, "the page was held up again and again"


def test_a_server_that_comes_back_is_caught_up_with(tiny: Path, serve: Serve, looking: Looking) -> None:
    looking.expects = (
        "ERR_CONNECTION_REFUSED",
        "ERR_CONNECTION_RESET",
        "ERR_INCOMPLETE_CHUNKED_ENCODING",
        "ERR_EMPTY_RESPONSE",
    )
    server = serve(tiny, "tiny")
    page, before = watched(looking, server.url)
    server.stop()
    expect(page.locator("#lost")).to_be_visible()
    rewrite(tiny / UNITS, "strength: 3", "strength: 4")
    serve(tiny, "tiny", server.port)
    expect(page.locator("#lost")).to_be_hidden()
    changed_alone(page, before, {"wolf"})
    page.locator("#build").click()  # another run of the server has another token
    expect(page.locator("#press-says")).to_have_text(re.compile(r"\d+ files? built"))


def test_a_browser_has_room_for_many_pages(tiny: Path, serve: Serve, looking: Looking) -> None:
    def see(page: Page, seen: bool) -> None:
        """Let the page be one that is seen, or one that lies behind others."""
        page.evaluate(
            """(hidden) => {
              Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
              document.dispatchEvent(new Event('visibilitychange'));
            }""",
            not seen,
        )

    server = serve(tiny, "tiny")
    pages = [looking.at(server.url)]
    for _ in range(7):  # one more than a browser has connections to a server
        see(pages[-1], False)
        pages.append(pages[0].context.new_page())
        pages[-1].goto(server.url)
        pages[-1].wait_for_selector("html[data-version]")
    first, last = pages[0], pages[-1]
    rewrite(tiny / UNITS, "name: Wolf", "name: Bear")
    expect(face(last, "wolf").locator(".title")).to_have_text("Bear")
    expect(face(first, "wolf").locator(".title")).to_have_text("Wolf")
    see(last, False)
    see(first, True)
    expect(face(first, "wolf").locator(".title")).to_have_text("Bear")
    rewrite(tiny / UNITS, "name: Bear", "name: Lion")
    expect(face(first, "wolf").locator(".title")).to_have_text("Lion")


def test_a_phone_has_all_of_it(tiny: Path, serve: Serve, looking: Looking) -> None:
    page = looking.at(serve(tiny, "tiny").url, 390, 844)
    sources(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#more").click()
    for control in ("#find", "#size", "#plate", "#vision", '[data-toggle="bleed"]'):
        box = page.locator(control).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    page.keyboard.press("Escape")
    face(page, "wolf").locator(".card").click()
    box = page.locator("#stage .sheet").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


def test_everything_has_a_name_for_who_does_not_see_it(tiny: Path, serve: Serve, looking: Looking) -> None:
    rewrite(tiny / UNITS, "strength: 2", "strength: two")
    page = looking.at(serve(tiny, "tiny").url)
    nameless = page.evaluate(NAMELESS)
    assert nameless == []
    assert page.locator(".face img").evaluate_all("all => all.every((image) => image.alt.length > 3)")
    assert page.locator("[role=status][aria-live=polite]").count() == 1
