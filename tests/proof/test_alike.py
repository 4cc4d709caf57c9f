"""Colour vision, and faces that are told apart by nothing, or by colour alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen.findings import Finding
from cardgen.project import Project
from cardgen.proof.alike import APART, LEAST_MM2, PER_MM, Alike, alike_pairs, look_alikes
from cardgen.proof.contact import contact_of
from cardgen.proof.picture import Studio
from cardgen.proof.prints import Prints
from cardgen.proof.sheet import contact_sheet
from cardgen.proof.state import state_of
from cardgen.proof.vision import SIMULATIONS, lab, matrix_values, seen, simulated
from tests.tiny import rewrite, tiny_project

COLOUR = st.tuples(*[st.integers(0, 255)] * 3)
RED, GREEN = (203, 92, 25), (67, 138, 2)
"""Of one luminance, and one colour to eyes without their long or their middle cones."""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return tiny_project(tmp_path / "p")


def card(*spots: tuple[int, int, int, int, tuple[int, int, int]]) -> np.ndarray:
    """A card of 40 x 56 mm on paper, with rectangles (mm)."""
    out = np.full((56 * PER_MM, 40 * PER_MM, 3), (248, 243, 230), np.uint8)
    for x, y, w, h, colour in spots:
        out[y * PER_MM : (y + h) * PER_MM, x * PER_MM : (x + w) * PER_MM] = colour
    return out


def alike(a: np.ndarray, b: np.ndarray) -> set[str]:
    """To which sights two pictures look alike; "" is full colour."""
    flat = [a.reshape(-1, 3), b.reshape(-1, 3)]
    return {sight or "" for sight in (None, *SIMULATIONS) if alike_pairs(flat, ["a", "b"], sight)}


def found(project: Project) -> list[Alike]:
    state = state_of(project, "tiny")
    prints = Prints(Studio(state))
    out = list(look_alikes(state, {name: prints.look(face) for name, face in state.faces.items() if face.face}))
    state.composer.pack.close()
    return out


# --- vision ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sight", SIMULATIONS)
def test_grey_stays_grey_in_every_sight(sight: str) -> None:
    greys = np.repeat(np.arange(256, dtype=np.uint8)[:, None], 3, axis=1)
    assert np.abs(seen(greys, sight).astype(int) - greys).max() <= 1
    assert all(abs(sum(row) - 1) < 1e-5 for row in SIMULATIONS[sight])


def test_what_is_seen_agrees_with_its_definition() -> None:
    rng = np.random.default_rng(7)
    pixels = rng.integers(0, 256, (500, 3), dtype=np.uint8)
    level = pixels / 255
    linear = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    for sight, rows in SIMULATIONS.items():
        light = np.clip(linear @ np.array(rows).T, 0, 1)
        back = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
        assert np.abs(seen(pixels, sight) - back * 255).max() <= 1.1
        assert matrix_values(sight).split()[:3] == [f"{v:g}" for v in rows[0]]


def test_lab_is_that_of_known_colours() -> None:
    known = {
        (255, 255, 255): (100, 0, 0),
        (0, 0, 0): (0, 0, 0),
        (255, 0, 0): (53.24, 80.09, 67.20),
        (0, 0, 255): (32.30, 79.19, -107.86),
    }
    for colour, expected in known.items():
        assert np.abs(lab(np.array([colour], np.uint8))[0] - expected).max() < 0.1


def test_a_picture_is_simulated_whole() -> None:
    picture = Image.new("RGB", (3, 2), RED)
    assert simulated(picture, "grey").size == (3, 2)
    assert len(set(simulated(picture, "grey").getpixel((0, 0)))) == 1


# --- two pictures --------------------------------------------------------------------------------------------------------


def test_red_and_green_of_one_luminance_are_told_by_colour_alone() -> None:
    assert alike(card((10, 10, 8, 8, RED)), card((10, 10, 8, 8, GREEN))) == {"grey", "protan", "deutan"}


def test_another_form_or_word_tells_them_apart() -> None:
    red, green = (10, 10, 8, 8, RED), (10, 10, 8, 8, GREEN)
    assert alike(card(red), card(green, (12, 12, 1, 1, (0, 0, 0)))) == set()
    assert alike(card(red), card((10, 10, 8, 9, GREEN))) == set()


@given(COLOUR, COLOUR, COLOUR)
def test_what_no_sight_tells_is_never_missed(
    ground: tuple[int, int, int], a: tuple[int, int, int], b: tuple[int, int, int]
) -> None:
    one, other = (np.full((30, 30, 3), ground, np.uint8) for _ in range(2))
    one[3:12, 3:12], other[3:12, 3:12] = a, b
    for sight in (None, *SIMULATIONS):
        colours = np.array([a, b], np.uint8)
        apart = np.linalg.norm(np.subtract(*lab(seen(colours, sight) if sight else colours)))
        assert (sight or "") in alike(one, other) if apart < APART - 0.01 else (sight or "") not in alike(one, other)


@given(st.integers(0, 8))
def test_so_much_of_a_face_must_look_otherwise(count: int) -> None:
    one = card((10, 10, 8, 8, RED))
    other = one.copy()
    other[100, 5 : 5 + count] = 0
    assert ("" in alike(one, other)) == (count <= LEAST_MM2 * PER_MM * PER_MM)


def test_of_a_thousand_cards_the_two_alike_are_found() -> None:
    rng = np.random.default_rng(3)
    cards = []
    for _ in range(1000):
        one = card((10, 10, 8, 8, RED))
        words = one[20:32, 20:60]
        words[rng.random(words.shape[:2]) < 0.3] = 0
        cards.append(one.reshape(-1, 3))
    cards[700] = cards[123].copy()
    assert alike_pairs(cards, [str(n) for n in range(1000)], None) == {(700, 123)}


def test_pictures_of_one_card_are_not_compared() -> None:
    one = card().reshape(-1, 3)
    assert alike_pairs([one, one.copy(), one.copy()], ["wolf", "wolf", "pike"], None) == {(2, 0), (2, 1)}


# --- a game ------------------------------------------------------------------------------------------------------------------


def test_cards_that_differ_by_a_word_are_told_apart(project: Project) -> None:
    assert found(project) == []


def test_two_cards_told_by_colour_alone_are_a_finding_of_both(project: Project) -> None:
    inks(project)
    rewrite(
        project.root / "templates/tiny/unit.svg",
        'data-width="24" data-fit="10pt 7pt" data-fact="name">{{ card.name }}</text>',
        'data-width="24">Unit</text>'
        '<rect class="fill-{{ "rowan" if card.side == "land" else "moss" }}" x="4" y="44" width="8" height="6"/>',
    )
    rewrite(project.root / "templates/tiny/unit.svg", "{{ card.speed }} {{ card.side }}", "same")
    rewrite(project.root / "card_data/tiny/units.yaml", "side: land\n", "side: land\n    art: wolf\n")
    rewrite(project.root / "card_data/tiny/units.yaml", "strength: 2", "strength: 3")
    rewrite(project.root / "card_data/tiny/units.yaml", '    text: "Deal **{{ strength }}**."\n', "")
    (pair,) = found(project)
    assert pair.faces == ("pike", "wolf")
    told: Finding = pair.finding
    assert told.code.name == "told-by-colour-alone"
    assert (told.at.path, told.at.line) == ("card_data/tiny/units.yaml", 10)
    assert told.says == "pike: looks like wolf to eyes that see grey, protan eyes and deutan eyes"
    done = contact_sheet(project, "tiny", None, None, 60, lambda *_: None)
    assert [f.code.name for f in done.findings] == ["told-by-colour-alone"]
    state = state_of(project, "tiny")
    state.composer.pack.close()
    marked = [face for face in contact_of(state, [pair]).faces if face.notes]
    assert [face.name for face in marked] == ["wolf", "pike"]
    assert not any(note.boxes for face in marked for note in face.notes), "it is told of the whole of both"


def test_two_cards_and_two_backs_that_look_the_same_are_told(project: Project) -> None:
    rewrite(project.root / "templates/tiny/unit.svg", ">{{ card.name }}<", ">Unit<")
    rewrite(project.root / "templates/tiny/unit.svg", "{{ card.speed }} {{ card.side }}", "same")
    rewrite(project.root / "templates/tiny/unit.svg", ">{{ card.strength }}<", ">1<")
    rewrite(project.root / "templates/tiny/back.svg", "{{ family.name }} {{ seat }}", "{{ family.name }}")
    rewrite(project.root / "card_data/tiny/units.yaml", '    text: "Deal **{{ strength }}**."\n', "")
    fronts, backs = found(project)
    assert {pair.finding.code.name for pair in (fronts, backs)} == {"faces-alike"}
    assert fronts.finding.says == "pike: looks like wolf"
    assert backs.finding.says == "unit back B: looks like unit back A"
    assert backs.finding.at.path == "card_data/tiny/game.yaml"


def inks(project: Project) -> None:
    """A red and a green of the project's own, beside the shipped inks."""
    shipped = (project.shipped / "card_data/inks.yaml").read_text(encoding="utf-8")
    more = "".join(
        f'  {name}:\n    process: [0, 0, 0, 50]\n    screen: "#{r:02x}{g:02x}{b:02x}"\n'
        for name, (r, g, b) in (("rowan", RED), ("moss", GREEN))
    )
    (project.root / "card_data/inks.yaml").write_text(shipped.rstrip("\n") + "\n" + more, encoding="utf-8")
