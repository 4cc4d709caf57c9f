"""The job ticket: what it says of a game, and that all of it stands on the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgen.build import composer_of
from cardgen.dispatch import by_sight
from cardgen.docket import FOOT, MOST, laid
from cardgen.fonts import Fonts
from cardgen.ink import Ink
from cardgen.load import load
from cardgen.manifest import Entry
from cardgen.profile import load_profile
from cardgen.project import open_project
from cardgen.stationery import cut, wrapped
from cardgen.ticket import Job, Making, Proofed, Row, Ticket, number, plates, ticket
from cardgen.units import Rect
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def job(duel: Path) -> Iterator[Job]:
    """Duel for `shop`, as it was built."""
    project = open_project(ROOT)
    game, _ = load(project, "duel")
    composer = composer_of(project, game, "en", 3.0)
    items = tuple(composer.compose(list(game.families)))
    entries = json.loads((duel / "shop/manifest.json").read_text(encoding="utf-8"))["files"]
    proof = Proofed("hard-proof.pdf", Rect(0, 0, 210, 297), 1, "5/0 CMYK + Seal Red", "01234567")
    yield Job(game, "en", items, composer.pieces, load_profile("shop"), "shop", entries, proof)
    composer.pack.close()


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts(open_project(ROOT))


def only(job: Job, *pieces: str) -> Job:
    """The job of a shop that makes these pieces alone."""
    return job._replace(entries=[e for e in job.entries if set(e["sizes"]) <= set(pieces)])


def test_faces_that_look_the_same_are_counted_once() -> None:
    """Nine families with one of four backs each: what a printer is told is four."""
    project = open_project(ROOT)
    game, _ = load(project, "heavenly-debt")
    composer = composer_of(project, game, "en", 3.0)
    items = composer.compose([family for family in game.families if family.record.piece is None])
    seen = list(by_sight(composer, items))
    composer.pack.close()
    assert len({item.back for item in items}) == 9
    assert len({item.back for item in seen}) == 4
    assert [item.front for item in seen] == [item.front for item in items]


def test_a_row_says_what_a_file_holds(job: Job) -> None:
    rows = {row.holds: row for row in ticket(job).rows}
    assert rows["Cards"] == Row("cards.pdf", "Cards", "63 × 88", "220", "25 + 12", "110", "4/4 CMYK", "", rows["Cards"].digest)
    assert rows["Tokens"][2:8] == ("186 × 106, sheet", "2", "14 + 5", "66", "3/3 MYK", "Dieline")
    assert (rows["Box, lid"].file, rows["Box, tray"].file) == ("box-lid.pdf", "box-tray.pdf")
    assert rows["Box, lid"].pages == "1"
    assert rows["Card box"].inks == "4/0 CMYK"
    assert rows["Card box"].others == "Dieline, Fold"
    assert rows["Rules"][3:7] == ("20", "", "1", "4/4 CMYK")
    assert rows["Hard proof"].inks == "5/0 CMYK + Seal Red"
    for entry in job.entries:
        assert any(row.file == entry["file"] and entry["sha256"].startswith(row.digest) for row in rows.values())


def test_a_shop_is_told_in_its_own_words(job: Job) -> None:
    rows = {row.holds: row for row in ticket(job._replace(profile=load_profile("longpack"))).rows}
    assert rows["Card box"].others == "die-cut, Fold"


def test_fronts_and_backs_in_files_of_their_own(job: Job) -> None:
    (cards,) = (entry for entry in job.entries if entry["file"] == "cards.pdf")
    files = [cards | {"file": f"cards-{side}s.pdf", "sides": [side], "pages": 110} for side in ("front", "back")]
    front, back = (row for row in ticket(job._replace(entries=files)).rows if row.holds == "Cards")
    assert front[3:7] == ("110", "25", "110", "4/0 CMYK")
    assert back[3:7] == ("110", "0 + 12", "", "0/4 CMYK")


def test_several_pieces_in_one_file_share_its_pages(job: Job) -> None:
    held = {e["file"]: e for e in job.entries if e["file"] in ("track.pdf", "screen.pdf")}
    both = held["track.pdf"] | {
        "file": "420x148.pdf",
        "pages": 5,
        "sizes": held["track.pdf"]["sizes"] | held["screen.pdf"]["sizes"],
        "pieces": held["track.pdf"]["pieces"] + held["screen.pdf"]["pieces"],
    }
    track, screen = (row for row in ticket(job._replace(entries=[both], proof=None)).rows)
    assert (track.holds, track.pages, screen.holds, screen.pages) == ("Track", "1", "Screen", "4")


def test_every_piece_is_told_how_it_is_made(job: Job) -> None:
    made = {making.piece: making for making in ticket(job).makings}
    assert made["Cards"] == Making("Cards", "310 gsm, 0.30 mm", "linen, black core", "round, radius 3", "", "cut to the trim")
    assert made["Screen"].folds == "105 and 315 from left"
    assert made["Card box"][4:] == ("12 creases", "die-cut, 1 glue flap")
    assert made["Tokens"].cutting == "punched 10 × 10, left in place"
    assert made["Rules"].cutting == "20 pages, saddle-stitched"


def test_what_goes_into_which_box(job: Job) -> None:
    cards, deck, tray, lid = ticket(job).packing
    assert "110 cards (53 for A, 53 for B, 4 shared)" in cards
    assert deck.startswith("Card box (inside 64 × 89.5 × 35 mm): all 110 cards")
    assert tray.endswith(": Card box, Track, Player board (2), Screen (2), Tokens (66), Rules.")
    assert lid == "Box, lid: put over it."


def test_what_a_shop_does_not_make_is_said_and_not_packed(job: Job) -> None:
    said = ticket(only(job, "cards"))
    assert said.left_out == "Track; Player board (2); Screen (2); Tokens (66); Card box; Box, lid; Box, tray; Rules"
    assert [row.holds for row in said.rows] == ["Cards", "Hard proof"]
    assert "no box" in said.packing[1]
    assert not any("Track" in line for line in said.packing)


def test_a_game_with_a_deck_box_and_no_outer_one(job: Job) -> None:
    _, deck, rest = ticket(only(job, "cards", "card-box", "token")).packing
    assert deck.startswith("Card box")
    assert rest == "There is no outer box: with it go Tokens (66)."


def test_the_facts_are_the_profiles(job: Job) -> None:
    facts = dict(ticket(job).facts)
    assert facts["Standard"] == "PDF/X-4 (ISO 15930-7)"
    assert facts["Total ink"] == "at most 300 %"
    assert facts["Bleed"] == "3 on every side; safe margin 3"
    assert facts["Red"] == "process; Seal Red is on the hard proof alone"
    shop = dict(ticket(job._replace(profile=load_profile("drivethrucards"), proof=None)).facts)
    assert shop["Rich black"] == "C 60 M 40 Y 40 K 100"
    assert "back and front in turn" in shop["Pages"]
    assert shop["Condition"].endswith("named, its ICC profile not embedded")
    assert shop["Hard proof"].startswith("none")


def test_inks_are_counted_as_a_shop_counts_them() -> None:
    inks = {
        "black": Ink("black", (0, 0, 0, 1), (0, 0, 0)),
        "red": Ink("red", (0, 0.9, 0.9, 0), (200, 0, 0), "Pantone 485"),
        "knife": Ink("knife", (0, 1, 0, 0), (0, 0, 0), "Dieline", technical=True),
    }
    entry: Entry = {"inks": ["black", "red", "knife"], "colour": "process"}
    assert plates(inks, [entry], (True, True)) == ("3/3 MYK", "Dieline")
    assert plates(inks, [entry | {"colour": "spot"}], (True, False)) == ("2/0 K + Pantone 485", "Dieline")
    assert plates(inks, [entry | {"colour": "screen"}], (True, True)) == ("RGB", "")


@pytest.mark.parametrize(("mm", "said"), [(3.0, "3"), (3.175, "3.175"), (3.048, "3.048"), (192.65, "192.65"), (0.0, "0")])
def test_lengths_are_written_without_noughts(mm: float, said: str) -> None:
    assert number(mm) == said


def test_duels_ticket_is_one_page(job: Job, fonts: Fonts) -> None:
    (leaf,) = laid(ticket(job), fonts)
    assert max(y + band.height for y, band in leaf.bands) <= FOOT


def words(pages: list, kind: str) -> str:
    return " ".join(line for leaf in pages for _, b in leaf.bands if b.kind == kind for c in b.cells for line in c.lines)


def test_a_long_game_goes_on_upon_more_pages(job: Job, fonts: Fonts) -> None:
    said = ticket(job)
    rows = tuple(said.rows[0]._replace(file=f"file-{n}.pdf") for n in range(130))
    pages = laid(said._replace(rows=rows), fonts)
    assert len(pages) > 2
    for leaf in pages:
        assert max(y + band.height for y, band in leaf.bands) <= FOOT
    assert all(f"file-{n}.pdf" in words(pages, "row") for n in range(130))
    assert pages[1].bands[0][1].kind == "columns", "a table's heading is said again"
    assert pages[1].bands[0][1].cells[0].lines == ("File",)
    for leaf in pages:
        assert leaf.bands[-1][1].kind not in ("head", "columns"), "no heading stands alone at a page's foot"


def test_no_word_of_a_long_text_is_lost(job: Job, fonts: Fonts) -> None:
    said = ticket(job)
    many = [f"piece{n}" for n in range(2000)]
    finish = said.makings[0]._replace(finish=" ".join(many))
    pages = laid(said._replace(packing=(", ".join(many),), makings=(finish,)), fonts)
    for leaf in pages:
        assert max(y + band.height for y, band in leaf.bands) <= FOOT
        assert all(len(cell.lines) <= MOST for _, band in leaf.bands for cell in band.cells)
    assert words(pages, "text").split()[-2:] == ["piece1998,", "piece1999"]
    assert len(words(pages, "text").split()) == 2001  # and the number of the paragraph
    assert [w for w in words(pages, "row").split() if w.startswith("piece")] == many


def test_an_empty_column_takes_no_room(job: Job, fonts: Fonts) -> None:
    said = ticket(job)
    (leaf,) = laid(said._replace(rows=tuple(row._replace(others="", digest="") for row in said.rows)), fonts)
    (titles,) = (b for _, b in leaf.bands if b.kind == "columns" and b.cells[0].lines == ("File",))
    assert "SHA-256" not in [cell.lines[0] for cell in titles.cells]


def test_words_are_broken_within_where_they_are_wider_than_a_line(fonts: Fonts) -> None:
    lines = wrapped(fonts, "a " + "W" * 40, 20.0, 8.5)
    assert "".join(lines) == "a" + "W" * 40 or "".join(lines) == "a " + "W" * 40
    assert len(lines) > 3
    assert wrapped(fonts, "", 20.0, 8.5) == ()
    assert wrapped(fonts, "決闘" * 20, 20.0, 8.5)[0].startswith("決闘")


def test_a_name_is_cut_to_its_room(fonts: Fonts) -> None:
    assert cut(fonts, "Duel", 30.0, 9) == "Duel"
    assert cut(fonts, "Duel " * 40, 30.0, 9).endswith("…")
    assert len(cut(fonts, "Duel " * 40, 30.0, 9)) < 40


def test_a_ticket_without_anything_is_a_page(fonts: Fonts) -> None:
    bare = Ticket("", "", "", "", (), (), (), (), "", ())
    assert len(laid(bare, fonts)) == 1
