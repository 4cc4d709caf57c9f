"""From a folder to a game, and from a card's words to what is printed: nothing is lost and nothing is changed."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest

from cardgen.build import check, composer_of
from cardgen.compose import Side
from cardgen.face import Text, walk
from cardgen.findings import Finding, Refused, noted
from cardgen.load import Game, load
from cardgen.project import Project, open_project
from tests.tiny import rewrite, tiny_project

UNITS = "card_data/tiny/units.yaml"
GAME = "card_data/tiny/game.yaml"


def printed(project: Project, language: str = "en") -> dict[str, dict[str, str]]:
    """What each card's front says, by card and by the fact that is stated."""
    game, found = load(project, "tiny")
    assert not found
    composer = composer_of(project, game, language, 3.0)
    faces: dict[str, dict[str, str]] = {}
    for family in game.families:
        for card in family.cards:
            face, found = composer.draw(Side(family, card, ""))
            assert not found, found[0].text()
            said, line = faces.setdefault(card.id, {}), 0.0
            for mark in walk(face.marks):
                if isinstance(mark, Text):
                    gap = "" if mark.fact not in said or mark.matrix.f == line else " "
                    said[mark.fact] = said.get(mark.fact, "") + gap + mark.string
                    line = mark.matrix.f
    return faces


def units(folder: Path, *cards: str) -> Project:
    """The small project with these cards, each as the lines that follow its id."""
    project = tiny_project(folder)
    body = "".join(
        f"  - id: c{n}\n    strength: 1\n    side: sea\n    art: wolf\n"
        + "".join(f"    {line}\n" for line in card.splitlines())
        for n, card in enumerate(cards)
    )
    (folder / UNITS).write_text(f"family: unit\ncards:\n{body}", encoding="utf-8")
    return project


# --- words --------------------------------------------------------------------------------------------------------

TYPED = ["No", "Off", "y", "1e3", "007", "1_000", "12:30", "2026-01-02", "~", "null", "true", "5", "-1", "0x1F", "1.0", "½"]
QUOTED = ["@Ignister", "Fire & <Ice>", "50 % & more", "Affiche office ffi", "Sæmund “O’Neil”", "Réné", "剣", "#1"]


def test_a_name_is_printed_exactly_as_it_is_typed(tmp_path: Path) -> None:
    said = printed(units(tmp_path, *(f"name: {typed}" for typed in TYPED)))
    assert [said[f"c{n}"]["name"] for n in range(len(TYPED))] == TYPED


def test_a_quoted_name_is_printed_exactly_as_it_is_typed(tmp_path: Path) -> None:
    said = printed(units(tmp_path, *(f'name: "{typed}"' for typed in QUOTED)))
    assert [said[f"c{n}"]["name"] for n in range(len(QUOTED))] == QUOTED


def test_a_name_typed_in_parts_is_the_same_name(tmp_path: Path) -> None:
    parts, whole = (unicodedata.normalize(form, "Réné") for form in ("NFD", "NFC"))
    assert parts != whole
    said = printed(units(tmp_path, f"name: {parts}", f"name: {whole}"))
    assert said["c0"]["name"] == said["c1"]["name"] == whole


def test_words_take_their_numbers_from_the_cards_own_fields(tmp_path: Path) -> None:
    said = printed(tiny_project(tmp_path))
    assert said["wolf"]["text"] == "Deal 3."
    assert said["wolf"]["strength"] == "3"


def test_words_that_quote_a_name_are_escaped_once(tmp_path: Path) -> None:
    said = printed(units(tmp_path, 'name: "Fire & <Ice>"\ntext: "{{ name }} burns & <b>bites</b>."'))
    assert said["c0"]["text"] == "Fire & <Ice> burns & <b>bites</b>."


def test_stress_asides_and_asterisks_in_words(tmp_path: Path) -> None:
    said = printed(units(tmp_path, 'name: A\ntext: "**Heavy.** *An aside* of 3 \\\\* 4."'))
    assert said["c0"]["text"] == "Heavy. An aside of 3 * 4."


def test_a_field_that_is_left_out_prints_nothing(tmp_path: Path) -> None:
    said = printed(units(tmp_path, "name: A", 'name: B\ntext: ""', "name: C\nspeed: 0"))
    assert said["c0"] == {"name": "A", "strength": "1", "": "sea"}
    assert said["c1"] == {"name": "B", "strength": "1", "": "sea"}
    assert said["c2"][""] == "0 sea"


def test_lists_and_tables_may_quote_the_cards_fields(tmp_path: Path) -> None:
    project = units(tmp_path, 'name: A\nsteps: ["deal {{ strength }}", rest]\nrows: {win: "+{{ strength }}", lose: 007}')
    rewrite(tmp_path / GAME, "text: text?}", "text: text?, steps: list, rows: table}")
    rewrite(
        tmp_path / "templates/tiny/unit.svg",
        "{{ card.text | prose }}",
        "{{ card.steps | join(', ') }}; {{ card.rows.win }} {{ card.rows.lose }}",
    )
    assert printed(project)["c0"]["text"] == "deal 1, rest; +1 007"


def test_words_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    assert printed(project)["pike"]["name"] == "Pike"
    assert printed(project, "de")["pike"]["name"] == "Hecht"
    assert printed(project, "de")["wolf"]["name"] == "Wolf", "a text that is given once is the same in all"


# --- cards and copies -----------------------------------------------------------------------------------------------


def counts(game: Game) -> dict[tuple[str, str], int]:
    return {(c.card.id, c.seat): c.copies for family in game.families for c in game.copies(family)}


def test_each_seat_has_its_cards_and_a_shared_family_is_there_once(tmp_path: Path) -> None:
    game, found = load(tiny_project(tmp_path), "tiny")
    assert not found
    assert counts(game) == {("wolf", "A"): 2, ("pike", "A"): 2, ("wolf", "B"): 2, ("pike", "B"): 2, ("comet", ""): 1}


def test_a_cards_own_copies_go_before_the_familys(tmp_path: Path) -> None:
    game, found = load(units(tmp_path, "name: A\ncopies: 5", "name: B\ncopies: 0", "name: C"), "tiny")
    assert [f.code.name for f in found] == ["no-copies"]
    assert {k: v for k, v in counts(game).items() if k[1] == "A"} == {("c0", "A"): 5, ("c2", "A"): 2}


def test_a_faulty_card_is_left_out_and_the_others_are_there(tmp_path: Path) -> None:
    game, found = load(units(tmp_path, "name: A\ncopies: 2.5", "name: B"), "tiny")
    assert [f.code.name for f in found] == ["bad-value"]
    assert [c.id for c in game.families[0].cards] == ["c1"]


def test_cards_stand_in_the_order_of_their_files(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    (tmp_path / "card_data/tiny/a.yaml").write_text("family: unit\ncards:\n  - {id: zebra, name: Z, strength: 1, side: sea}\n")
    game, _ = load(project, "tiny")
    assert [c.id for c in game.families[0].cards] == ["zebra", "wolf", "pike"]


@pytest.mark.parametrize(
    ("declared", "typed", "value"),
    [
        ("text", "abc", "abc"), ("text", "5", "5"), ("text?", None, ""), ("text ?", None, ""),
        ("number", "5", 5), ("number", "-5", -5), ("number?", None, None),
        ("length", "1/8in", 3.175), ("length?", None, None),
        ("list", "[a, 5, no]", ("a", "5", "no")), ("list?", None, ()),
        ("table", "{a: 5, 7: no}", {"a": "5", "7": "no"}), ("table?", None, {}),
        ("lists", "{a: [5, x], b: []}", {"a": ("5", "x"), "b": ()}), ("lists?", None, {}),
        ('"one of 1, 2"', "1", "1"), ('"one of yes, no"', "no", "no"), ('"one of a, b?"', None, None),
    ],
)  # fmt: skip
def test_the_types_of_fields(tmp_path: Path, declared: str, typed: str | None, value: object) -> None:
    project = units(tmp_path, "name: A" + (f"\nmade: {typed}" if typed else ""))
    rewrite(tmp_path / GAME, "text: text?}", f"text: text?, made: {declared}}}")
    game, found = load(project, "tiny")
    assert not found, found[0].text()
    assert game.printed(game.families[0].cards[0], "en")["made"] == value


# --- the folders of a project ---------------------------------------------------------------------------------------


def test_ones_own_inks_go_before_those_that_ship(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    assert load(project, "tiny")[0].inks["seal"].spot == "Seal Red"
    (tmp_path / "card_data/inks.yaml").write_text('inks:\n  seal: {process: [0, 100, 0, 0], screen: "#ff00ff"}\n')
    inks = load(project, "tiny")[0].inks
    assert sorted(inks) == ["dieline", "fold", "paper", "seal"]
    assert inks["seal"].cmyk == (0, 1, 0, 0)
    assert inks["seal"].screen == (255, 0, 255)


def test_a_project_without_inks_is_told_so(tmp_path: Path) -> None:
    project = Project(tiny_project(tmp_path / "a").root, tmp_path / "nothing")
    with pytest.raises(Refused) as error:
        load(project, "tiny")
    assert [f.code.name for f in error.value.findings] == ["missing-inks"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    project = tiny_project(tmp_path / "project")
    private = tmp_path / "private.svg"
    private.write_bytes((project.root / "art/tiny/wolf.svg").read_bytes())
    (project.root / "art/tiny/wolf.svg").unlink()
    (project.root / "art/tiny/wolf.svg").symlink_to(private)
    with pytest.raises(Refused) as error:
        project.find("art/tiny/wolf.svg")
    assert [f.code.name for f in error.value.findings] == ["outside-project"]
    (project.root / "art/tiny/wolf.svg").unlink()
    (project.root / "art/tiny/wolf.svg").symlink_to(project.root / "art/tiny/wolf.svg")
    assert project.find("art/tiny/wolf.svg") is None, "a link to itself leads nowhere"


def test_a_project_is_found_from_any_folder_in_it(tmp_path: Path) -> None:
    root = tiny_project(tmp_path).root
    assert open_project(root / "templates/tiny").root == root
    assert open_project(root).games() == ["tiny"]


def test_a_folder_with_games_of_its_own_hides_those_that_ship(tmp_path: Path) -> None:
    assert "duel" in open_project(tmp_path).games()
    project = tiny_project(tmp_path)
    with pytest.raises(Refused) as error:
        load(project, "duel")
    assert [f.code.name for f in error.value.findings] == ["no-such-game"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
@pytest.mark.parametrize("where", ["card_data/tiny/units.yaml", "card_data/tiny/game.yaml", "templates/tiny/unit.svg"])
def test_a_card_file_or_template_linked_from_outside_is_refused(tmp_path: Path, where: str) -> None:
    project = tiny_project(tmp_path / "project")
    (project.root / where).rename(tmp_path / "private")
    (project.root / where).symlink_to(tmp_path / "private")
    assert ("outside-project", where) in told(project)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
@pytest.mark.parametrize("where", ["card_data/tiny/units.yaml", "templates/tiny/unit.svg", "templates/_shared/more.svg"])
@pytest.mark.parametrize("what", ["dangling", "looping", "folder"])
def test_what_is_no_file_among_cards_and_templates_is_told(tmp_path: Path, where: str, what: str) -> None:
    project = tiny_project(tmp_path)
    path = project.root / where
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    if what == "folder":
        path.mkdir()
    else:
        path.symlink_to(path if what == "looping" else tmp_path / "nothing")
    assert ("unreadable-file", where) in told(project)


def told(project: Project) -> list[tuple[str, str]]:
    """The codes and files of what a check finds, refused or not."""
    found: list[Finding] = []
    with noted(found):
        found += check(project, "tiny")
    return [(f.code.name, f.at.path) for f in found]


RESERVED = [
    "copy",
    "dict",
    "json",
    "schema",
    "model_fields",
    "model_dump_it",
    "model_validate_it",
    "model_x",
    "construct",
    "mro",
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", RESERVED)
def test_a_field_with_a_name_that_is_taken_is_refused(tmp_path: Path, name: str) -> None:
    project = tiny_project(tmp_path)
    rewrite(tmp_path / GAME, "text: text?}", f"text: text?, {name}: text?}}")
    assert [code for code, _ in told(project)] == ["bad-field"]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", ["root", "class", "items", "values", "type", "self", "cls", "fields", "field_name"])
def test_a_field_with_any_other_name_is_a_field(tmp_path: Path, name: str) -> None:
    project = units(tmp_path, f"name: A\n{name}: 5")
    rewrite(tmp_path / GAME, "text: text?}", f"text: text?, {name}: number}}")
    game, found = load(project, "tiny")
    assert not found
    assert game.printed(game.families[0].cards[0], "en")[name] == 5
