"""Heavenly Debt's scene maps: the six, and a seventh, written as data, that is laid out, inked, printed and checked."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest

from cardgen.build import composer_of
from cardgen.compose import Composer, Side
from cardgen.face import Fact, Stencil, Text, Tone, walk
from cardgen.load import Game
from cardgen.project import open_project
from tests.conftest import ROOT
from tests.shipped import Changed, copied, loaded, on_data, on_faces

NAME = "heavenly-debt"
DATA, TEMPLATES = "card_data/heavenly-debt", "templates/heavenly-debt"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp(NAME), NAME)


@pytest.fixture(scope="module")
def composer() -> Composer:
    return composer_of(open_project(ROOT), loaded(ROOT, NAME), "en", 3.0)


def maps(game: Game) -> list[Side]:
    return [Side(f, card, "") for f in game.families for card in f.cards if f.id == "scene"]


def words_on(side: Side, composer: Composer) -> list[Text]:
    face, found = composer.draw(side)
    assert found == []
    return [m for m in walk(face.marks) if isinstance(m, Text)]


@pytest.mark.parametrize("side", maps(loaded(ROOT, NAME)), ids=lambda side: side.card.id)
def test_nothing_on_a_map_stands_on_another_thing(side: Side, composer: Composer) -> None:
    """No two texts touch, whatever places the Zones have been given."""
    texts = words_on(side, composer)
    for n, one in enumerate(texts):
        for other in texts[n + 1 :]:
            assert apart(one, other), (one.string, other.string)


def rings(texts: list[Text]) -> list[tuple[Text, float, float]]:
    """Where pawns stand, as the middle of each ring and its Zone's name."""
    zones = [m for m in texts if m.fact.startswith("zones.")]
    return [(zone, zone.box.x + zone.box.w / 2 + side, zone.matrix.f + 2.2) for zone in zones for side in (-25.5, 25.5)]


def apart(one: Text, other: Text) -> bool:
    a, b = one.box, other.box
    return a.x + a.w <= b.x + 0.3 or b.x + b.w <= a.x + 0.3 or a.y + a.h <= b.y + 0.9 or b.y + b.h <= a.y + 0.9


# --- a seventh map ------------------------------------------------------------------------------------------------------

SEVENTH = """
  - id: mill-race
    name: Mill Race
    zones: {wheel: Wheel, weir: Weir, loft: Mill loft, lane: Lane, orchard: Orchard}
    traits: {wheel: [Hazard, Water], weir: [Water, Unstable], loft: [High], lane: [Exit]}
    connections: [wheel-weir, weir-orchard, orchard-lane, lane-loft, loft-wheel]
    start: orchard
    first: hero
"""
"""Five Zones in a ring, as a designer writes them: no signs, no pictures of its own."""


def with_seventh(copy: Path, text: str = SEVENTH) -> Changed:
    file = copy / DATA / "scenes.yaml"
    return Changed(file, file.read_text(encoding="utf-8") + text)


def test_a_seventh_map_is_laid_out_inked_printed_and_checked(copy: Path) -> None:
    with with_seventh(copy):
        assert on_data(copy, NAME) == []
        assert on_faces(copy, NAME, "scene") == []
        game = loaded(copy, NAME)
        side = next(s for s in maps(game) if s.card and s.card.id == "mill-race")
        composer = composer_of(open_project(copy), game, "en", 3.0)
        face, found = composer.draw(side)
    assert found == []
    marks = list(walk(face.marks))
    pictures = [m.art.rpartition("/")[2] for m in marks if isinstance(m, Tone)]
    # each Zone's picture is its first trait's, and one without any has the open ground
    for picture in ("map-ground", "zone-fire", "zone-ford", "zone-ledge", "zone-gate", "zone-open"):
        assert f"{picture}.svg" in pictures
    assert pictures.count("way.svg") >= 5  # stones on each of the five ways
    drawn = [(m.name, m.value) for m in marks if isinstance(m, Fact)]
    assert [value for name, value in drawn if name == "connections"] == [
        "wheel-weir", "weir-orchard", "orchard-lane", "lane-loft", "loft-wheel"
    ]  # fmt: skip
    assert ("start", "orchard") in drawn
    assert ("first", "hero") in drawn
    texts = [m for m in marks if isinstance(m, Text)]
    said = {m.fact: m.string for m in texts}
    assert said["zones.loft"] == "Mill loft"
    assert [m.string for m in texts if m.fact == "traits.weir"] == ["Water", "Unstable"]
    assert {"acts.high", "acts.water", "acts.unstable", "acts.hazard", "acts.exit"} <= said.keys()
    assert "acts.screened" not in said
    names = [m for m in texts if m.fact.startswith("zones.")]
    for n, one in enumerate(names):  # every Zone has a place of its own
        assert all(hypot(one.box.x - o.box.x, one.box.y - o.box.y) > 40 for o in names[n + 1 :])
    assert all(apart(one, other) for n, one in enumerate(texts) for other in texts[n + 1 :])
    assert any(isinstance(m, Stencil) and m.seal.startswith("險") for m in marks)


ODD = """
  - id: court
    name: The Old Magistrate’s Burnt and Twice Rebuilt Courtyard House
    kanji: 老縣令燒院
    zones: {a: The judge’s hall, b: Court of pines, c: Storehouse gate, d: Upper gallery, e: Well’s edge}
    traits: {a: [High, Screened], b: [Unstable, Water], c: [Hazard, Exit], d: [Dense Qi, High], e: [Water, Hazard]}
    connections: [a-b, b-c, c-d, d-e, e-a]
    start: a
    held: [b, c, e]

  - id: star
    name: Star
    zones: {hub: Hub, n: North, s: South, e: East, w: West}
    traits: {n: [High], s: [High]}
    connections: [hub-n, hub-s, hub-e, hub-w]
    start: hub
    held: [n, s, e]

  - id: all-ways
    name: 完全
    zones: {a: 山門, b: O’Brien, c: Überführung, d: Замок, e: Ω}
    traits: {a: [Screened], b: [Screened]}
    connections: [a-b, a-c, a-d, a-e, b-c, b-d, b-e, c-d, c-e, d-e]
    start: c
    first: hero
    ambush: [a, b]

  - id: apart
    name: A star without traits
    zones: {a: Aa, b: Bb, c: Cc, d: Dd, e: Ee}
    connections: [a-b, a-c, a-d, a-e]
    start: e

  - id: crossing
    name: Every way
    kanji: 萬路交一處
    zones: {a: Bamboo, b: Dyke, c: Mill, d: Road, e: Weir}
    traits: {a: [Screened]}
    connections: [a-b, a-c, a-d, a-e, b-c, b-d, b-e, c-d, c-e, d-e]
    start: b
    ambush: [a]
    held: [c, d, e]

  - id: fork
    name: Fork
    zones: {hub: Hub, n: North, s: South, e: East}
    connections: [hub-n, hub-s, hub-e]
    start: hub

  - id: triangle
    name: Triangle
    zones: {a: A, b: B, c: C}
    connections: [a-b, b-c, c-a]
    start: b
"""
"""Odd and legal: long names and other scripts, seven traits, a start in four Zones, a star, a fork, all joined to all."""


def test_odd_maps_are_laid_out_with_nothing_on_another_thing(copy: Path) -> None:
    with with_seventh(copy, ODD):
        assert on_data(copy, NAME) == []
        game = loaded(copy, NAME)
        composer = composer_of(open_project(copy), game, "en", 3.0)
        for side in maps(game):
            face, found = composer.draw(side)
            assert found == []
            assert side.card
            marks = list(walk(face.marks))
            texts = [m for m in marks if isinstance(m, Text)]
            assert all(apart(one, other) for n, one in enumerate(texts) for other in texts[n + 1 :]), side.card.id
            stones = [
                (m.matrix.e + m.matrix.a / 2, m.matrix.f + m.matrix.d / 2)
                for m in marks
                if isinstance(m, Tone) and "/way" in m.art
            ]
            assert stones
            for m in texts:
                assert not any(
                    m.box.x - 2 < sx < m.box.x + m.box.w + 2 and m.box.y - 1 < sy < m.box.y + m.box.h + 1 for sx, sy in stones
                )
            for title in (m for m in texts if m.fact == "kanji"):  # its slip, and what of the map begins below it
                assert all(m.box.x > title.box.right + 1 or m.box.y > title.box.y + title.box.h + 1
                           for m in marks if isinstance(m, Stencil)), side.card.id  # fmt: skip
            boxes = [m.box for m in marks if isinstance(m, Text | Stencil)]
            for zone, x, y in rings(texts):  # where pawns stand: no stone lies there, no words, no seal
                assert all(hypot(x - sx, y - sy) > 11.5 for sx, sy in stones), (side.card.id, zone.string)
                near = [(min(max(x, b.x), b.x + b.w), min(max(y, b.y), b.y + b.h)) for b in boxes]
                assert all(hypot(x - nx, y - ny) > 9 for nx, ny in near), (side.card.id, zone.string)


def test_a_map_tells_every_start_in_a_line_and_a_zone_may_have_a_number_in_its_name(copy: Path) -> None:
    text = SEVENTH.replace("orchard: Orchard", "orchard: Third orchard").replace("lane: [Exit]", "lane: [Exit, Screened]")
    with with_seventh(copy, text + "    ambush: [lane]\n    held: [loft]\n"):
        assert on_faces(copy, NAME, "scene") == []
        game = loaded(copy, NAME)
        side = next(s for s in maps(game) if s.card and s.card.id == "mill-race")
        face, found = composer_of(open_project(copy), game, "en", 3.0).draw(side)
    assert found == []
    (line,) = (m.string for m in walk(face.marks) if isinstance(m, Text) and m.fact == "begins")
    assert line == "Start: Third orchard, where the hero came first, or the hero unseen, or the hero came first."


@pytest.mark.parametrize(
    ("old", "new", "says", "field"),
    [
        ("loft: [High]", "loft: [Slippery]", "there is no trait Slippery", "traits"),
        ("loft: [High]", "attic: [High]", "it gives traits to attic", "traits"),
        ("wheel: [Hazard, Water]", "wheel: [Hazard, Water, High]", "wheel has more than 2 traits", "traits"),
        ("wheel: [Hazard, Water]", "wheel: [Hazard, Hazard]", "wheel has Hazard twice", "traits"),
        ("orchard-lane, lane-loft, loft-wheel", "lane-loft", "not all connected", "connections"),
        ("loft-wheel]", "loft-moon]", "loft-moon joins no two of its Zones", "connections"),
        ("loft-wheel]", "loft-loft]", "cannot be connected", "connections"),
        ("start: orchard", "start: moon", "it has no Zone moon", "start"),
        ("first: hero", "first: nobody", "nobody is no side; there are hero and foe", "first"),
        ("    first: hero\n", "    ambush: [loft]\n", "which is not Screened", "ambush"),
        (
            "zones: {wheel: Wheel, weir: Weir, loft: Mill loft, lane: Lane, orchard: Orchard}",
            "zones: {orchard: Orchard, lane: Lane}",
            "it gives traits to wheel",
            "traits",
        ),
        ("orchard: Orchard}", "orchard: Orchard, moon: Moon}", "3 to 5 Zones, not 6", "zones"),
        ("    first: hero\n", "    pictures: {moon: zone-road}\n", "it gives pictures to moon", "pictures"),
        ("loft-wheel]", "loft-wheel, wheel-loft]", "wheel and loft are connected twice", "connections"),
        ("orchard: Orchard}", "orchard: lane}", "needs a name that no other Zone has", "zones"),
        ("    first: hero\n", "    held: [loft, loft]\n", "loft is a start twice", "held"),
        ("    first: hero\n", "    held: [orchard]\n", "orchard is a start twice", "held"),
    ],
)
def test_a_map_on_which_nobody_could_play_is_found_where_it_is_written(
    copy: Path, old: str, new: str, says: str, field: str
) -> None:
    assert old in SEVENTH
    with with_seventh(copy, SEVENTH.replace(old, new)):
        (found,) = on_data(copy, NAME)
        line = (copy / DATA / "scenes.yaml").read_text(encoding="utf-8").splitlines()[found.at.line - 1]
    assert (found.code.name, found.at.path) == ("own-card", f"{DATA}/scenes.yaml")
    assert line.startswith(f"    {field}: ")
    assert says in found.says


@pytest.mark.parametrize(("picture", "hint"), [("zone-raod", 'did you mean "zone-road"?'), ("../duel/back-z", "draw it")])
def test_a_picture_that_is_not_there_is_told_at_the_zone_that_names_it(copy: Path, picture: str, hint: str) -> None:
    text = SEVENTH + f"    pictures:\n      weir: zone-ford\n      lane: {picture}\n"
    lines = ((copy / DATA / "scenes.yaml").read_text(encoding="utf-8") + text).splitlines()
    with with_seventh(copy, text):
        game = loaded(copy, NAME)
        side = next(s for s in maps(game) if s.card and s.card.id == "mill-race")
        (found,) = composer_of(open_project(copy), game, "en", 3.0).draw(side)[1]
    line = lines.index(f"      lane: {picture}") + 1
    assert (found.code.name, found.at.path, found.at.line, found.at.column) == ("missing-art", f"{DATA}/scenes.yaml", line, 13)
    assert hint in found.hint


def test_a_title_of_more_signs_than_have_room_is_told(copy: Path) -> None:
    with with_seventh(copy, SEVENTH + "    kanji: 水車急流夜半鐘聲到客船\n"):
        found = on_faces(copy, NAME, "scene")
        line = (copy / DATA / "scenes.yaml").read_text(encoding="utf-8").splitlines()[found[0].at.line - 1]
    assert {f.code.name for f in found} == {"text-too-long"}
    assert line.startswith("    kanji: ")


def test_a_connection_that_can_be_read_in_two_ways_is_told(copy: Path) -> None:
    zones = "{wheel: Wheel, wheel-weir: Weir, weir-lane: Mill loft, lane: Lane}"
    text = f"""
  - id: mill-race
    name: Mill Race
    zones: {zones}
    connections: [wheel-wheel-weir, wheel-weir-lane, lane-weir-lane]
    start: lane
"""
    with with_seventh(copy, text):
        (found,) = on_data(copy, NAME)
    assert "wheel-weir-lane joins wheel with weir-lane or wheel-weir with lane; give one" in found.says


def test_two_zones_are_too_few(copy: Path) -> None:
    small = """
  - id: plank
    name: Plank
    zones: {left: Left, right: Right}
    connections: [left-right]
    start: left
"""
    with with_seventh(copy, small):
        (found,) = on_data(copy, NAME)
    assert "3 to 5 Zones, not 2" in found.says


def test_a_seventh_map_that_prints_another_thing_is_found(copy: Path) -> None:
    template = copy / TEMPLATES / "scene.svg"
    spoilt = template.read_text(encoding="utf-8").replace(">{{ card.zones[id] }}<", ">{{ id }}<")
    with with_seventh(copy), Changed(template, spoilt):
        assert any("mill-race" in f.says for f in on_faces(copy, NAME, "scene"))
