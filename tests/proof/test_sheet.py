"""The contact sheet: each face once, what is wrong with it where it stands, in every form that is written."""

from __future__ import annotations

import io
import re
import shutil
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import Image

from cardgen.cli import cli
from cardgen.face import Text, walk
from cardgen.findings import Refused
from cardgen.project import Project, open_project
from cardgen.proof import sheet as sheet_module
from cardgen.proof.contact import Contact, Shown, contact_of
from cardgen.proof.page import anchor
from cardgen.proof.sheet import SIGHT_PPI, SMALL_PPI, Proof, contact_sheet
from cardgen.proof.state import state_of
from cardgen.proof.table import LARGE, table
from cardgen.proof.vision import SIMULATIONS, simulated
from tests.conftest import ROOT
from tests.tiny import rewrite, tiny_project

FORMS = ["", "-small", "-fan", *(f"-{sight}" for sight in SIMULATIONS)]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return tiny_project(tmp_path / "p")


@pytest.fixture(scope="module")
def duel_sheet(tmp_path_factory: pytest.TempPathFactory) -> Proof:
    return contact_sheet(open_project(ROOT), "duel", None, tmp_path_factory.mktemp("proof"), 60, lambda *_: None)


def made(project: Project, ppi: int = 60) -> dict[str, Path]:
    return {file.name: file for file in contact_sheet(project, "tiny", None, None, ppi, lambda *_: None).files}


def contact(project: Project) -> Contact:
    state = state_of(project, "tiny")
    state.composer.pack.close()
    return contact_of(state, ())


def shown(sheet: Contact, name: str) -> Shown:
    return next(face for face in sheet.faces if face.name == name)


class Page(HTMLParser):
    """A page as a browser takes it apart: its tags that must be closed are, every address in it, its words."""

    VOID = frozenset({"meta", "img", "input", "br", "link", "hr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.pictures: list[tuple[str, bytes]] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        self.addresses += [own[name] for name in ("src", "href", "action", "data", "poster", "srcset") if name in own]
        self.ids += [own["id"]] if "id" in own else []
        if tag == "img":
            assert own["alt"]
            self.pictures.append((own["alt"], b64decode(own["src"].removeprefix("data:image/png;base64,"))))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data if self.open[-1:] not in (["style"], ["script"]) else ""


def page(file: Path) -> Page:
    read = Page(file.read_text(encoding="utf-8"))
    assert read.open == []
    return read


# --- the whole of Duel ------------------------------------------------------------------------------------------------


def test_every_face_of_duel_stands_on_the_page_once_and_by_family(duel_sheet: Proof) -> None:
    cards = 24 + 11 + 2  # the reference card has a back of its own
    boards = 1 + 2 + 1 + 2 + 3  # track, player boards, the screens' inside and outsides, card box, lid and tray
    tokens = 2 * 6 + 2 + 5  # of both players six kinds, two counts, backs by family and player
    assert duel_sheet.faces == cards + boards + tokens
    read = page(duel_sheet.files[1])
    assert len(read.pictures) == duel_sheet.faces
    state = state_of(open_project(ROOT), "duel")
    state.composer.pack.close()
    order = [i for i in read.ids if i.startswith(("family-", "face-"))]
    wanted = []
    for family in state.game.families:
        wanted.append(f"family-{family.id}")
        wanted += [anchor(face.name) for face in state.faces.values() if face.side.family.id == family.id]
    assert order == wanted
    for picture in ("morning-sun", "retreating-horizontal-cut", "technique back B"):
        assert picture in read.words
    assert len({data for _, data in read.pictures[:cards]}) == cards, "two cards have one picture"


def test_duel_has_nothing_wrong_and_no_two_faces_that_are_told_by_colour_alone(duel_sheet: Proof) -> None:
    assert duel_sheet.findings == ()


def test_every_face_of_duel_is_painted_on_the_table(duel_sheet: Proof) -> None:
    state = state_of(open_project(ROOT), "duel")
    state.composer.pack.close()
    laid = table(contact_of(state, ()), state.composer.fonts, LARGE)
    whole = np.asarray(Image.open(duel_sheet.files[0])).astype(int)
    dots = 60 / 25.4
    assert abs(whole.shape[1] - laid.width * dots) <= 1
    assert abs(whole.shape[0] - laid.height * dots) <= 1
    assert {placed.key for placed in laid.placed} == state.faces.keys()
    assert len(laid.placed) == len(state.faces)
    for placed in laid.placed:
        x, y = placed.x + placed.seen.x, placed.y + placed.seen.y
        cell = whole[round(y * dots) : round((y + placed.seen.h) * dots), round(x * dots) : round((x + placed.seen.w) * dots)]
        assert cell.std() > 12, f"{placed.key} is empty"


def test_every_id_of_duel_is_in_the_pdf_and_every_page_has_its_number(duel_sheet: Proof) -> None:
    document = pypdfium2.PdfDocument(duel_sheet.files[-1])
    texts = [document[n].get_textpage().get_text_bounded() for n in range(len(document))]
    whole = " ".join(re.sub(r"\s+", " ", text) for text in texts)
    state = state_of(open_project(ROOT), "duel")
    state.composer.pack.close()
    for name in state.faces:
        assert name in whole.replace("- ", "-"), name
    for number, text in enumerate(texts, 1):
        assert f"page {number} of {len(texts)}" in text
        assert "version 1.0 of 2026-11-30" in text
        width, height = document[number - 1].get_size()
        assert (round(width / 72 * 25.4), round(height / 72 * 25.4)) == (297, 210)


# --- its forms ---------------------------------------------------------------------------------------------------------


def test_the_page_needs_nothing_but_itself(project: Project) -> None:
    file = made(project)["faces.html"]
    read = page(file)
    assert all(address.startswith(("data:image/png;base64,", "#")) for address in read.addresses)
    assert {address[1:] for address in read.addresses if address.startswith("#")} <= set(read.ids)
    assert len(read.ids) == len(set(read.ids))
    text = re.sub(r"data:(image|font)/[^\")]+", "", file.read_text(encoding="utf-8"))
    assert not re.search(r"https?:|//[a-z]|@import|url\((?!#|\))", text)
    assert "default-src 'none'; img-src data:;" in text


def test_the_pages_sights_are_those_of_the_pictures(project: Project) -> None:
    text = made(project)["faces.html"].read_text(encoding="utf-8")
    filters = dict(re.findall(r'<filter id="(\w+)"[^>]*linearRGB[^>]*><feColorMatrix type="matrix" values="([^"]+)"', text))
    assert filters.keys() == SIMULATIONS.keys()
    for sight, values in filters.items():
        rows = np.array([float(v) for v in values.split()]).reshape(4, 5)
        assert np.allclose(rows[:3, :3], SIMULATIONS[sight])
        assert np.array_equal(rows[3], (0, 0, 0, 1, 0))


def test_another_language_is_shown_in_its_words(project: Project) -> None:
    files = contact_sheet(project, "tiny", "de", None, 60, lambda *_: None).files
    assert "Hecht" in page(files[1]).words


def test_the_page_is_written_in_the_games_words_escaped(project: Project) -> None:
    rewrite(project.root / "card_data/tiny/units.yaml", "name: Wolf", 'name: "<b>&amp; Wolf"')
    read = page(made(project)["faces.html"])
    assert "<b>&amp; Wolf" in read.words
    assert any(alt == "<b>&amp; Wolf" for alt, _ in read.pictures)


def test_the_pictures_are_as_large_as_they_are_asked_for(project: Project) -> None:
    files = made(project, 100)
    assert [name for name in files if name.endswith(".png")] == [f"faces{form}.png" for form in FORMS]
    for _, data in page(files["faces.html"]).pictures:
        assert Image.open(io.BytesIO(data)).size == (round(46 / 0.254), round(62 / 0.254))
    sizes = {name: Image.open(file).size for name, file in files.items() if file.suffix == ".png"}
    assert sizes["faces-grey.png"] == sizes["faces-protan.png"] == sizes["faces-deutan.png"] == sizes["faces-tritan.png"]
    assert sizes["faces-small.png"] == tuple(round(side * SMALL_PPI / SIGHT_PPI) for side in sizes["faces-grey.png"])
    assert round(Image.open(files["faces.png"]).info["dpi"][0]) == 100


def test_no_picture_has_more_pixels_than_programs_open(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_module, "MOST_PIXELS", 90_000)
    files = made(project, 300)
    for name in ("faces.png", "faces-fan.png"):
        picture = Image.open(files[name])
        assert picture.width * picture.height <= 90_000, name


def test_a_hand_shows_twelve_millimetres_of_a_card_and_the_whole_of_the_last(project: Project) -> None:
    fan = np.asarray(Image.open(made(project, 127)["faces-fan.png"])).astype(int)  # five dots a millimetre
    top = np.argmax((np.abs(fan - fan[0, 0]).sum(axis=2) > 60)[:, 30 * 5])  # into the first card of wolf, then pike
    row = fan[top + 28 * 5]
    cards = np.nonzero(np.abs(row - fan[0, 0]).sum(axis=1) > 24)[0]
    assert abs((cards[-1] - cards[0]) / 5 - (12 + 40)) < 0.6


def test_a_sight_is_simulated_in_the_pictures(project: Project) -> None:
    files = made(project)
    grey, protan = (np.asarray(Image.open(files[f"faces-{sight}.png"])) for sight in ("grey", "protan"))
    assert (grey.max(axis=2) == grey.min(axis=2)).all()
    assert not (protan.max(axis=2) == protan.min(axis=2)).all()
    assert (np.asarray(simulated(Image.fromarray(protan), "grey")).max(axis=2).shape) == grey.shape[:2]


def test_the_same_game_gives_the_same_bytes_also_without_its_store(project: Project) -> None:
    first = {name: file.read_bytes() for name, file in made(project).items()}
    assert {name: file.read_bytes() for name, file in made(project).items()} == first
    shutil.rmtree(project.root / "output")
    assert {name: file.read_bytes() for name, file in made(project).items()} == first


# --- findings ----------------------------------------------------------------------------------------------------------


def test_words_outside_the_safe_margin_are_framed_where_they_stand(project: Project) -> None:
    rewrite(project.root / "templates/tiny/unit.svg", 'x="36" y="52"', 'x="39" y="52"')
    sheet = contact(project)
    (note,) = shown(sheet, "pike").notes
    assert note.finding.code.name == "outside-safe"
    face = shown(sheet, "pike").face
    assert face
    (words,) = (m for m in walk(face.marks) if isinstance(m, Text) and m.string.strip() == "sea")
    assert note.boxes == (words.box,)
    assert sheet.others == ()
    read = page(made(project)["faces.html"])
    assert f"n{note.number}-{anchor('pike')}" in read.ids
    assert "templates/tiny/unit.svg:6" in read.words


def test_a_finding_of_a_field_is_framed_where_the_field_is_printed(project: Project) -> None:
    rewrite(project.root / "card_data/tiny/units.yaml", "name: {en: Pike, de: Hecht}", "name: {en: Pike, fr: Brochet}")
    sheet = contact(project)
    notes = shown(sheet, "pike").notes
    assert [note.finding.code.name for note in notes] == ["unknown-language"]
    face = shown(sheet, "pike").face
    assert face
    (name,) = (m for m in walk(face.marks) if isinstance(m, Text) and m.fact == "name")
    assert notes[0].boxes == (name.box,)


def test_a_face_with_an_error_is_shown_and_the_command_ends_with_one(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    rewrite(project.root / "templates/tiny/unit.svg", 'x="36" y="52"', 'x="39" y="52"')
    monkeypatch.chdir(project.root)
    done = CliRunner().invoke(cli, ["proof", "tiny", "--ppi", "50"])
    assert done.exit_code == 1
    assert "outside-safe" in done.output
    assert "output/tiny/proof/faces.html" in done.output
    read = page(project.root / "output/tiny/proof/faces.html")
    assert len(read.pictures) == 6


def test_a_face_that_cannot_be_drawn_has_an_empty_frame_with_the_reason(project: Project) -> None:
    rewrite(project.root / "card_data/tiny/units.yaml", "art: wolf", "art: wolv")
    sheet = contact(project)
    assert shown(sheet, "pike").face is None
    assert [n.finding.code.name for n in shown(sheet, "pike").notes] == ["missing-art"]
    files = made(project)
    read = page(files["faces.html"])
    assert len(read.pictures) == 5
    assert "Cannot be drawn" in read.words
    assert "wolv" in read.words
    text = pypdfium2.PdfDocument(files["faces.pdf"])[0].get_textpage().get_text_bounded()
    assert "missing-art" in text
    assert "wolv" in text


def test_a_picture_that_cannot_be_painted_is_crossed_out_on_its_face(project: Project) -> None:
    score = project.root / "art/tiny/wolf.svg"
    before = page(made(project)["faces.html"]).pictures
    text = score.read_text(encoding="utf-8")
    score.write_text(re.sub(r'ink:brush="[^"]*"', 'ink:brush="broom"', text, count=1), encoding="utf-8")
    done = contact_sheet(project, "tiny", None, None, 60, lambda *_: None)
    assert "ink-unknown-brush" in {f.code.name for f in done.findings}
    after = page(done.files[1]).pictures
    assert [alt for alt, _ in after] == [alt for alt, _ in before]
    changed = [alt for (alt, old), (_, new) in zip(before, after, strict=True) if old != new]
    assert changed == ["Wolf", "Pike"]


def test_what_is_wrong_with_no_one_face_stands_at_the_top(project: Project) -> None:
    (project.root / "card_data/tiny/more.yml").write_text("family: unit\ncards: []\n", encoding="utf-8")
    sheet = contact(project)
    assert [note.finding.code.name for note in sheet.others] == ["file-not-read"]
    read = page(made(project)["faces.html"])
    assert "On no one face" in read.words
    assert "card_data/tiny/more.yml" in read.words


def test_what_can_be_read_is_shown_where_a_file_cannot(project: Project) -> None:
    (project.root / "card_data/tiny/omens.yaml").write_text("family: omen\ncards:\n\t- id: comet\n", encoding="utf-8")
    done = contact_sheet(project, "tiny", None, None, 60, lambda *_: None)
    assert "yaml-tab" in {f.code.name for f in done.findings}
    read = page(done.files[1])
    assert [alt for alt, _ in read.pictures] == ["Wolf", "Pike", "Units, back, A", "Units, back, B"]
    assert "card_data/tiny/omens.yaml:3:1" in read.words


def test_words_that_no_typeface_has_are_told_all_the_same(project: Project) -> None:
    rewrite(project.root / "card_data/tiny/units.yaml", "name: Wolf", "name: Wolf 🐺 זאב")
    files = made(project)
    assert "🐺" in page(files["faces.html"]).words
    assert "wolf" in pypdfium2.PdfDocument(files["faces.pdf"])[0].get_textpage().get_text_bounded()


def test_a_game_without_a_face_is_refused(project: Project) -> None:
    for name in ("units", "omens"):
        (project.root / f"card_data/tiny/{name}.yaml").unlink()
    with pytest.raises(Refused, match="empty-family"):
        contact_sheet(project, "tiny", None, None, 50, lambda *_: None)


def alone(project: Project, copies: int) -> None:
    """Let the game have one card and no back."""
    (project.root / "card_data/tiny/units.yaml").unlink()
    game = project.root / "card_data/tiny/game.yaml"
    text = game.read_text(encoding="utf-8")
    omens = "families:\n  omen: {name: Omens, sides: 1, fields: {text: text}}\n"
    game.write_text(text[: text.index("families:")] + omens, encoding="utf-8")
    card = f"{{id: comet, name: Comet, text: A star., copies: {copies}}}"
    (project.root / "card_data/tiny/omens.yaml").write_text(f"family: omen\ncards: [{card}]\n", encoding="utf-8")


def test_a_game_whose_cards_have_no_copies_is_refused_with_the_reason(project: Project) -> None:
    alone(project, 0)
    with pytest.raises(Refused, match="nothing-to-print") as refused:
        contact_sheet(project, "tiny", None, None, 50, lambda *_: None)
    assert [f.code.name for f in refused.value.findings] == ["no-copies", "nothing-to-print"]


def test_a_game_of_one_card_is_counted_as_one(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    alone(project, 1)
    monkeypatch.chdir(project.root)
    done = CliRunner().invoke(cli, ["proof", "tiny", "--faces", "--ppi", "50"])
    assert "tiny: 1 face\n" in done.output
    assert "1 face of 1 piece, 3 mm of bleed" in page(project.root / "output/tiny/proof/faces.html").words
    assert not (project.root / "output/tiny/proof/faces-fan.png").exists()


def test_an_unknown_language_is_told(project: Project) -> None:
    with pytest.raises(Refused, match="no-such-language"):
        contact_sheet(project, "tiny", "ja", None, 50, lambda *_: None)
