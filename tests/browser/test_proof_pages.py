"""The pages of a proof, opened from disk in a real browser: what changed, and every face."""

from __future__ import annotations

import os
from pathlib import Path

from click.testing import CliRunner

from cardgen.cli import cli
from tests.browser.conftest import Looking
from tests.tiny import rewrite, tiny_project

UNITS, OMENS = "card_data/tiny/units.yaml", "card_data/tiny/omens.yaml"


def proof(root: Path, *words: str) -> Path:
    """`cardgen proof tiny`, as a user runs it; the folder of what it wrote."""
    was = Path.cwd()
    os.chdir(root)
    try:
        done = CliRunner().invoke(cli, ["proof", "tiny", *words])
    finally:
        os.chdir(was)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return root / "output/tiny/proof"


def changed(tmp_path: Path) -> Path:
    """The page of three changes: a number, a name, a picture that is not there."""
    root, then = tiny_project(tmp_path / "now").root, tiny_project(tmp_path / "then").root
    rewrite(root / UNITS, "strength: 3", "strength: 4")
    rewrite(root / UNITS, "art: wolf", "art: wolv")
    rewrite(root / OMENS, "name: Comet", "name: Star")
    return proof(root, "--since", str(then)) / "changes.html"


def test_every_picture_of_a_change_is_drawn(looking: Looking, tmp_path: Path) -> None:
    page = looking.page(changed(tmp_path).as_uri())
    assert page.title() == f"Tiny: what changed since {(tmp_path / 'then').resolve().as_posix()}"
    assert page.locator("article").count() == 3
    drawn = page.locator("img").evaluate_all("all => all.map((one) => one.complete && one.naturalWidth > 100)")
    assert drawn
    assert all(drawn)
    sizes = (
        page.locator("article")
        .first.locator("figure")
        .evaluate_all(
            "all => all.map((one) => [...one.querySelectorAll('img')].map((i) => [i.clientWidth, i.clientHeight]).join())"
        )
    )
    assert len({size.split(",")[0] for size in sizes}) == 1, "before, after and difference are as large"


def test_before_and_after_are_flipped_by_a_key_and_by_a_button(looking: Looking, tmp_path: Path) -> None:
    page = looking.page(changed(tmp_path).as_uri())
    first = page.locator("article").first
    under = first.locator(".flip img").nth(1)
    assert under.evaluate("one => getComputedStyle(one).opacity") == "0"
    page.keyboard.press("j")
    assert first.evaluate("one => one === document.activeElement")
    page.keyboard.press("b")
    assert under.evaluate("one => getComputedStyle(one).opacity") == "1"
    button = first.get_by_role("button")
    assert button.get_attribute("aria-pressed") == "true"
    assert button.inner_text() == "shows before"
    button.click()
    assert under.evaluate("one => getComputedStyle(one).opacity") == "0"
    page.keyboard.press("j")
    second = page.locator("article").nth(1)
    assert second.evaluate("one => one === document.activeElement")
    page.keyboard.press("k")
    assert first.evaluate("one => one === document.activeElement")


def test_what_changed_is_read_on_any_screen(looking: Looking, tmp_path: Path) -> None:
    path = changed(tmp_path)
    for width in (1440, 1024, 390):
        page = looking.page(path.as_uri(), width)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{width}: it is wider than its window"
        assert page.locator("article").nth(1).get_by_text("missing-art").is_visible()
        assert page.locator("del").first.is_visible()
        assert page.locator("ins").first.is_visible()


def test_the_page_asks_for_nothing(looking: Looking, tmp_path: Path) -> None:
    path = changed(tmp_path)
    page = looking.page("about:blank")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    assert [url for url in asked if not url.startswith("data:")] == [path.as_uri()]


def test_the_sheet_of_faces_shows_what_is_switched_on(looking: Looking, tmp_path: Path) -> None:
    root = tiny_project(tmp_path / "p").root
    rewrite(
        root / "templates/tiny/omen.svg", "</svg>", '<text class="fill-black" x="1" y="30" font-size="3.2">Low</text></svg>'
    )
    page = looking.page((proof(root, "--faces", "--ppi", "100") / "faces.html").as_uri())
    pieces = page.locator(".piece img")
    assert pieces.count() == 6, "three fronts, three backs"
    assert all(pieces.evaluate_all("all => all.map((one) => one.complete && one.naturalWidth > 100)"))
    safe = page.locator(".lines .safe").first
    assert not safe.is_visible()
    page.keyboard.press("s")
    assert safe.is_visible()
    assert page.locator("#safe").is_checked()
    filters = """(one) => {
      const out = [];
      for (let e = one; e; e = e.parentElement) out.push(getComputedStyle(e).filter);
      return out.join();
    }"""
    assert "deutan" not in pieces.first.evaluate(filters)
    page.locator("#as-deutan").check()
    assert "deutan" in pieces.first.evaluate(filters)
    disc = page.locator(".disc").first
    assert disc.is_visible(), "what stands outside the safe margin is marked on the face"
    wide = pieces.first.evaluate("one => one.clientWidth")
    page.keyboard.press("3")
    assert pieces.first.evaluate("one => one.clientWidth") > wide
    page.keyboard.press("h")
    assert page.locator("#fan").is_checked()
