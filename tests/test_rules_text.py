"""The rules sheet's text: nothing in it is typed that the rules know, and nothing that the rules know is left out."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import jinja2
import pytest

from cardgen.compose import Composer, Side
from cardgen.load import load
from cardgen.project import open_project
from cardgen.rules import rules_of
from cardgen.svg import Reading, read
from cardgen.templating import signed, undefined, words
from cardgen.units import MM_PER_PT, Rect
from tests.conftest import ROOT

TEXT = ROOT / "card_data" / "duel" / "rules.md"
DIAGRAMS = ROOT / "templates" / "duel" / "rules"
PARTS = "row"
"""What the diagrams share; it is none itself."""
IMAGE = re.compile(r'!\[([^\]]*)\]\((face|diagram):([\w/-]+)(?: "(\d+)")?\)')
MEASURE = 116
"""How wide the type area of a page is, in millimetres."""

Render = Callable[..., str]


@pytest.fixture(scope="module")
def composer(tmp_path_factory: pytest.TempPathFactory) -> Composer:
    project = open_project(ROOT)
    game, _ = load(project, "duel")
    return Composer(project, game, "en", 3.0, tmp_path_factory.mktemp("keep"), lambda *_: ())


@pytest.fixture(scope="module")
def context(composer: Composer) -> dict[str, Any]:
    whole = composer._context(Side(composer.game.families[0], None, ""))
    return {name: whole[name] for name in ("game", "rules", "cards", "terms")}


@pytest.fixture(scope="module")
def text(composer: Composer, context: dict[str, Any]) -> str:
    return _rendered(composer, context)


def _rendered(composer: Composer, context: dict[str, Any]) -> str:
    plain = composer.jinja.overlay(autoescape=False)
    assert plain.undefined is jinja2.StrictUndefined
    return plain.from_string(TEXT.read_text(encoding="utf-8")).render(context)


def _tables(text: str, columns: int) -> list[list[list[str]]]:
    """The bodies of all tables with so many columns."""
    out: list[list[list[str]]] = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.M):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        if len(rows[0]) == columns:
            assert all(len(row) == columns for row in rows)
            out.append(rows[2:])
    return out


def test_the_sheet_has_its_parts_in_order(text: str) -> None:
    assert text.startswith("# Duel\n")
    assert len(re.findall(r"^# ", text, re.M)) == 1
    story = text[: text.index("[[contents]]")].split("\n\n")[1:3]
    assert 60 <= len(story[0].split()) <= 110
    assert sum(map(len, story)) < 12 * 80  # it shares page 1 with a picture
    assert text.index("[[contents]]") < text.index("\n## ")
    assert len(re.findall(r"^\*\*\*$", text, re.M)) == 1
    assert not re.search(r"<[a-zA-Z/]|\n{4}|\{\{|\{%", text)


def test_no_number_is_typed() -> None:
    typed = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "", TEXT.read_text(encoding="utf-8"), flags=re.S)
    typed = re.sub(r"^\d+\. ", "", IMAGE.sub("", typed), flags=re.M)
    assert re.findall(r".{0,20}\d.{0,20}", typed) == []


def test_every_card_is_spoken_of(text: str, context: dict[str, Any]) -> None:
    running = re.sub(r"^\|.*$", "", IMAGE.sub("", text), flags=re.M)
    for printed in rules_of("duel").deck():
        if not printed.optional:
            assert context["cards"][printed.card].name in running, printed.card


def test_every_ruling_is_printed(text: str) -> None:
    chapter = text[text.index("## Rulings of this edition") :].replace("’", "'")
    for ruling in rules_of("duel").rulings:
        assert f"- **{ruling.name[0].upper()}{ruling.name[1:]}.** {ruling.says}\n" in chapter, ruling.name


def test_the_counter_tables_are_the_rules_own(text: str, context: dict[str, Any]) -> None:
    counter = context["rules"]["counter"]
    found = _tables(text, len(counter) + 1)
    assert len(found) == 2  # in its chapter, and at a glance
    for table in found:
        assert [row[0] for row in table] == [f"**{row['short']}**" for row in counter]
        assert [row[1:] for row in table] == [[signed(cell["cell"]) for cell in row["cells"]] for row in counter]
        assert (len(table), {len(row) for row in table}) == (9, {10})


def test_the_techniques_are_the_rules_own(text: str, context: dict[str, Any]) -> None:
    (table,) = _tables(text, 7)
    assert [row[0] for row in table] == [t["short"] for t in context["rules"]["techniques"]]
    for row, technique in zip(table, context["rules"]["techniques"], strict=True):
        assert row[1] == context["cards"][technique["id"]].name
        assert row[6] == f"{technique['cost']}{'*' if technique['defends'] else ''}"


def test_every_figure_is_there(text: str, context: dict[str, Any], composer: Composer) -> None:
    drawn = set()
    families = {family.id for family in composer.game.families}
    for line in text.splitlines():
        figures = IMAGE.findall(line)
        assert len(figures) == line.count("!["), line
        assert sum(int(width or 0) for *_, width in figures) + 2 * (len(figures) - 1) <= MEASURE, line
        for _, kind, name, width in figures:
            if kind == "diagram":
                drawn.add(name)
            else:
                assert width
                assert name in context["cards"] or name.removesuffix("/back") in families, name
    assert drawn == {file.stem for file in DIAGRAMS.glob("*.svg")} - {PARTS}


@pytest.mark.parametrize("name", sorted(file.stem for file in DIAGRAMS.glob("*.svg") if file.stem != PARTS))
def test_a_diagram_can_be_drawn(name: str, composer: Composer, context: dict[str, Any]) -> None:
    markup = composer.jinja.get_template(f"duel/rules/{name}.svg").render(context)
    m = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm" viewBox="0 0 ([\d.]+) ([\d.]+)"', markup)
    assert m
    width, height, *box = map(float, m.groups())
    assert [width, height] == box
    assert width <= 112
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', markup)]
    assert min(sizes, default=9.0) >= 6.5 * MM_PER_PT - 1e-6
    reading = Reading(
        composer.fonts, composer.game.inks, Rect(0, 0, width, height), 0.0, composer.art_box, lambda _: None, name
    )
    drawn = read(markup, f"templates/duel/rules/{name}.svg", reading)
    assert drawn.findings == []
    assert drawn.marks


def test_where_the_rules_change_the_text_is_not_printed(composer: Composer, context: dict[str, Any]) -> None:
    other = copy.deepcopy(dict(context["rules"]))
    other["cells"]["retreating-cut"]["downward-cut"] = "+1"
    with pytest.raises(jinja2.UndefinedError):
        _rendered(composer, {**context, "rules": other})
    other = copy.deepcopy(dict(context["rules"]))
    other["example"]["winners"] = ["B"]
    with pytest.raises(jinja2.UndefinedError):
        _rendered(composer, {**context, "rules": other})


def test_numbers_as_words() -> None:
    assert [words(n) for n in (0, 1, 3, 15, 20, 21, -1)] == ["zero", "one", "three", "fifteen", "twenty", "21", "-1"]
    assert words("20-40") == "20-40"


def test_what_is_missing_is_not_suggested_for_itself() -> None:
    with pytest.raises(jinja2.UndefinedError) as raised:
        jinja2.Environment(undefined=jinja2.StrictUndefined).from_string("{{ terms.start }}").render(terms={})
    assert undefined(raised.value, ["start", "text"]) == 'there is no "start" here'
    assert undefined(raised.value, ["start", "starts"]) == 'there is no "start" here; did you mean "starts"?'
