"""The contact sheet's page in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2

from cardgen.proof.sheet import contact_sheet
from tests.browser.test_serve_page import BOARD_FAMILY, BOARD_SVG
from tests.tiny import rewrite, tiny_project

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WALL = "pieces:\n  board: {name: Board, width: 420mm, height: 400mm, corner: 3mm, safe: 4mm}\n"


def test_a_piece_of_any_size_is_printed_whole_on_one_page(tmp_path: Path, browser: Browser) -> None:
    project = tiny_project(tmp_path / "tiny")
    rewrite(project.root / "card_data/tiny/game.yaml", "\nfamilies:\n", f"\n{WALL}\nfamilies:\n{BOARD_FAMILY}")
    (project.root / "card_data/tiny/boards.yaml").write_text(
        "family: board\ncards: [{id: wall, name: Wall}]\n", encoding="utf-8"
    )
    (project.root / "templates/tiny/board.svg").write_text(BOARD_SVG.replace("148", "400"), encoding="utf-8")
    sheet = contact_sheet(project, "tiny", None, None, 60, lambda *_: None)
    page = browser.new_page()
    page.goto(sheet.files[1].as_uri())
    printed = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True))
    page.close()
    words = [sheet.get_textpage().get_text_bounded() for sheet in printed]
    assert ["420 × 400 mm" in text for text in words] == ["1 copy" in text and "wall" in text for text in words]
