"""Daisho's cards, boards and rules sheet against its rules: what ships agrees, and what a designer gets wrong is found."""

from __future__ import annotations

import copy as copying
import re
from pathlib import Path
from typing import Any

import jinja2
import pytest

from cardgen.build import composer_of
from cardgen.compose import Composer, Side
from cardgen.face import Fact, Text, walk
from cardgen.load import Game
from cardgen.project import open_project
from cardgen.rules import rules_of
from tests.conftest import ROOT
from tests.shipped import copied, exchanged, is_told_as_printed, loaded, on_data, on_faces, told_in_words

NAME = "daisho"
RULES = rules_of(NAME)
DATA, TEMPLATES = "card_data/daisho", "templates/daisho"
PARTS = {"table", "turn"}
"""What the diagrams share."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp(NAME), NAME)


def test_what_ships_agrees_with_the_rules(copy: Path) -> None:
    assert on_data(copy, NAME) == []
    assert on_faces(copy, NAME) == []


def test_seventy_cards_of_ten_kinds_and_seventeen_personas() -> None:
    game = loaded(ROOT, NAME)
    counts = {f.id: (len(f.cards), sum(c.copies for c in game.copies(f))) for f in game.families if not f.record.piece}
    assert counts == {"combat": (10, 70), "persona": (17, 17)}
    stated = {c.id: game.printed(c, "en") for f in game.families for c in f.cards}
    assert [stated[i]["count"] for i in ("chop", "slash", "thrust", "speed")] == [10] * 4
    assert [stated[i]["count"] for i in ("kai", "armor", "dodge", "parry", "block", "combo")] == [5] * 6
    turns = {(c["from"], c["to"]) for c in stated.values() if "from" in c}
    assert len(turns) == 17
    assert ("Speed", "Armor") in turns
    assert ("Kai", "Speed") in turns


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("combat.yaml", "copies: 5\n", "copies: 6\n", "wrong-copies"),
        ("combat.yaml", "    copies: 10\n", "", "wrong-copies"),
        ("combat.yaml", "id: chop\n", "id: chop\n    art: slash\n", "art-of-another"),
        ("personas.yaml", "art: monk", "art: ninja", "art-of-another"),
        ("personas.yaml", "arm: a straight spear", "arm: a curved sickle", "wrong-fact"),
        ("personas.yaml", "long and short at once", "long and short by turns", "wrong-fact"),
        ("personas.yaml", "arm: a staff", "arm: a staff like a Combo", "wrong-fact"),
        ("personas.yaml", "who: woman of arms", "who: man of arms", "wrong-fact"),
        ("boards.yaml", "place: Persona", "place: Discards", "wrong-fact"),
        ("boards.yaml", "label: hit points", "label: victory points", "wrong-fact"),
        ("mat.yaml", "[山札, 捨札]", "[捨札, 山札]", "wrong-fact"),
        ("boxes.yaml", "{{ game.pieces.cards }} cards", "90 cards", "typed-number"),
        ("combat.yaml", "id: kai\n", "id: spirit\n    art: kai\n", "card-missing"),
        ("combat.yaml", "    negates: Chop\n", "", "fact-missing"),
        ("combat.yaml", "    kind: modifier\n", "    kind: modifier\n    negates: Chop\n", "wrong-fact"),
        ("personas.yaml", "id: wako\n", "id: pirate\n    art: wako\n", "card-unknown"),
        ("game.yaml", "name: Personas\n    per: game", "name: Personas\n    per: player", "wrong-seats"),
        ("game.yaml", "per: player, copies: 1", "per: player, copies: 2", "wrong-copies"),
        ("game.yaml", "piece: strip, per: player", "piece: strip", "wrong-seats"),
    ],
)
def test_a_deck_that_is_not_the_rules_is_found(copy: Path, file: str, old: str, new: str, code: str) -> None:
    with exchanged(copy / DATA / file, old, new, 1):
        assert code in [f.code.name for f in on_data(copy, NAME)]


SLIPS = [
    ("combat", "A Block stops them all", "A Parry stops them all"),
    ("combat", "only by a Combo", "also without it"),
    ("combat", "Play any number together", "Play two together"),
    ("combat", "falls with it", "stays without it"),
    ("combat", "takes off one point", "takes off two points"),
    ("combat", "in the Cut phase", "in any phase"),
    ("combat", "One Dodge", "Two Dodges"),
    ("combat", "every Thrust", "one Thrust"),
    ("combat", "with the Kai", "but not the Kai"),
    ("combat", "two types", "three types"),
    ("combat", "One Combo", "Any Combo"),
    ("combat", "no defence but Armor", "no defence"),
    ("combat", "or no attack", "or no attack twice"),
    ("combat", "after the Cut", "at once"),
    ("combat", "show all", "show some"),
    ("personas", "show Armor as Speed", "play Speed as Armor"),
    ("personas", "play Chop as Thrust", "play Chop for Thrust"),
    ("personas", ", once you have shown it", ""),
    ("combat", "A Block stops them all.", "A Block stops them all but the first."),
    ("combat", "forbids it.", "forbids it, but the first does."),
    ("combat", "It adds its damage, and", "It never adds its damage, and never"),
    ("combat", "all of theirs.", "all of theirs but may keep some back."),
    ("combat", "Kai attached.", "Kai attached, and wounds the attacker."),
    ("combat", "Discarded after", "Never discarded after"),
    ("combat", "Play it with an attack.", "Play it with an attack or a defence."),
    ("personas", "You may play", "You may not play"),
    ("personas", "You may play", "The other may play"),
    ("personas", "as Thrust.", "as Thrust and back."),
    ("personas", "as Combo.", "as Combo once a duel."),
    ("strip", "cards.\n", "cards of the discards.\n"),
    ("strip", "Who has more chooses", "Who has fewer chooses; who has more chooses"),
    ("strip", "a point each;", "a point each turn;"),
    ("strip", "      - A Dodge, Parry", "      - Nothing more.\n      - A Dodge, Parry"),
    ("strip", "two with a Combo", "three with a Combo"),
    ("strip", "{{ rules.hand }}", "the brim"),
    ("strip", "up to {{ rules.discards }}", "up to 4"),
    ("strip", "Dodge, Parry or Block", "Dodge or Parry"),
    ("strip", "no attack", "no attack with Slash"),
]


@pytest.mark.parametrize("slip", SLIPS, ids=[f"{n}-{s[0]}" for n, s in enumerate(SLIPS)])
def test_a_slip_in_the_words_is_found_in_the_words(copy: Path, slip: tuple[str, str, str]) -> None:
    name, old, new = slip
    with exchanged(copy / DATA / f"{name}.yaml", old, new):
        found = on_faces(copy, NAME, name.removesuffix("s"))
    told_in_words(found, f"{DATA}/{name}.yaml")


SPOILT = [
    ("combat", "'kind', 'kind', card.kind", "'kind', 'kind', 'attack'"), ("combat", "'count', card.count", "'count', 7"),
    ("combat", "'damage', 'damage', card.damage", "'damage', 'damage', card.count"),
    ("combat", "'negates', 'negates', card.negates", "'negates', 'negates', card.name"),
    ("combat", "'negates', 'negates', card.negates", "'negates', 'takes', card.negates"),
    ("combat", "{{ parts.fact('count', 'count', card.count, x + 15.4, 67, 8) }}", ""),
    ("combat", 'data-value="{{ card.negates }}"', 'data-value="{{ card.name }}"'),
    ("combat", 'data-fact="kanji">{{ card.kanji }}', 'data-fact="kanji">{{ card.reading }}'),
    ("combat", "{{ card.name }}</text>", "{{ card.name }} 2</text>"),
    ("persona", 'data-fact="from" data-value="{{ card.from }}"', 'data-fact="from" data-value="{{ card.to }}"'),
    ("persona", 'data-fact="to">{{ card.to }}', 'data-fact="to">{{ card.from }}'),
    ("persona", "{% set from, to =", "{% set to, from ="), ("combat", "cards[card.negates | lower], 3.9", "card, 3.9"),
    ("combat", "signs.seal(card, 3.2", "signs.seal(cards.kai, 3.2"),
    ("combat", "signs.mark(card.kind, 4.2", "signs.mark('attack', 4.2"),
    ("combat", "signs.drops(card.damage, 4.5", "signs.drops(card.count, 4.5"),
    ("persona", "{{ card.who }}", "{{ card.arm }}"), ("track", "{{ card.place }}", "{{ card.label }}"),
    ("mat", 'data-fact="facing">{{ name }}', 'data-fact="facing">{{ card.piles[0] }}'),
    ("mat", "card.signs[loop.index0]", "card.signs[0]"),
    ("persona", 'data-fact="weapon"', 'data-fact="weapons"'), ("persona", "{{ card.weapon }}", "{{ card.arm }}"),
    ("persona", 'data-fact="name">{{ card.name }}', 'data-fact="name">{{ card.reading }}'),
    ("track", 'data-fact="points">{{ n }}', 'data-fact="points">{{ n + 1 }}'), ("track", ' data-fact="points"', ""),
    ("strip", 'data-fact="order">{{ phase.number }}', 'data-fact="order">{{ phase.number + 1 }}'),
    ("strip", 'data-fact="phases">{{ phase.name }}', 'data-fact="phases">{{ rules.phases[0].name }}'),
    ("mat", 'data-fact="piles">{{ name }}', 'data-fact="piles">{{ card.name }}'),
]  # fmt: skip


@pytest.mark.parametrize("slip", SPOILT, ids=[f"{n}-{s[0]}" for n, s in enumerate(SPOILT)])
def test_a_template_that_prints_the_wrong_thing_is_found(copy: Path, slip: tuple[str, str, str]) -> None:
    family, old, new = slip
    with exchanged(copy / TEMPLATES / f"{family}.svg", old, new, 1):
        found = on_faces(copy, NAME, family)
    assert is_told_as_printed(found), found


# --- what is drawn ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def composer() -> Composer:
    return composer_of(open_project(ROOT), loaded(ROOT, NAME), "en", 3.0)


def sides(game: Game, family: str) -> list[Side]:
    return [Side(f, card, "") for f in game.families for card in f.cards if f.id == family]


@pytest.mark.parametrize("side", sides(loaded(ROOT, NAME), "combat"), ids=lambda side: side.card.id)
def test_a_fanned_hand_shows_what_a_card_is(side: Side, composer: Composer) -> None:
    """Its names, its seal and what it takes or stops stand in the left 13 mm, above the panel."""
    face, _ = composer.draw(side)
    assert side.card
    data = composer.game.printed(side.card, "en")
    shown = {m.fact: m.string for m in walk(face.marks) if isinstance(m, Text) and m.fact and m.matrix.e < 13}
    assert shown["kanji"] == data["kanji"]
    assert shown["name"] == data["name"]
    drawn = {m.name: m.value for m in walk(face.marks) if isinstance(m, Fact)}
    for fact in ("damage", "negates"):
        if data[fact] is not None and data[fact] != "":
            assert drawn[fact] == str(data[fact])


# --- the rules sheet ----------------------------------------------------------------------------------------------------

IMAGE = re.compile(r"!\[[^\]]*\]\((\w+):([\w/-]+)[^)]*\)")
SHEET = ROOT / DATA / "rules.md"


def rendered(composer: Composer, context: dict[str, Any]) -> str:
    return composer.plain.from_string(SHEET.read_text(encoding="utf-8")).render(context)


def test_no_number_is_typed_in_the_sheet() -> None:
    typed = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "", SHEET.read_text(encoding="utf-8"), flags=re.S)
    typed = re.sub(r"^\d+\. ", "", IMAGE.sub("", typed), flags=re.M)
    assert re.findall(r".{0,20}\d.{0,20}", typed) == []


def test_the_sheet_speaks_of_every_card_and_prints_every_ruling(composer: Composer) -> None:
    text = rendered(composer, composer.context)
    assert text.startswith("# Daisho\n")
    assert not re.search(r"\{\{|\{%|\n{4}", text)
    running = re.sub(r"^\|.*$", "", IMAGE.sub("", text), flags=re.M)
    for printed in RULES.deck():
        if not printed.optional:
            assert composer.context["cards"][printed.card].name in running, printed.card
    chapter = text[text.index("## Rulings of this edition") :].replace("’", "'")
    for ruling in RULES.rulings:
        assert f"- **{ruling.name[0].upper()}{ruling.name[1:]}.** {ruling.says}\n" in chapter, ruling.name
    for who in composer.context["rules"]["personas"]:
        row = re.search(rf"^\| \*\*{who['name']}\*\*.* \| {who['from']} \| {who['to']} \| {who['phase']} \|$", text, re.M)
        assert row, who["name"]
        assert who["weapon"] in row[0]
    assert set(IMAGE.findall(text)) >= {("face", who["id"]) for who in composer.context["rules"]["personas"]}


def test_every_diagram_is_used(composer: Composer) -> None:
    used = {name for kind, name in IMAGE.findall(rendered(composer, composer.context)) if kind == "diagram"}
    assert used == {file.stem for file in (ROOT / TEMPLATES / "rules").glob("*.svg")} - PARTS


@pytest.mark.parametrize(
    "change",
    [
        lambda rules: rules["personas"][2].update(to="Combo"),
        lambda rules: rules["example"]["turns"][0].update(lead="B"),
        lambda rules: rules["example"]["turns"][1]["A"].update(taken=1),
        lambda rules: rules["odds"]["any"].update(speed=1),
        lambda rules: rules.update(damage=2),
    ],
)
def test_where_the_rules_change_the_text_is_not_printed(composer: Composer, change: Any) -> None:
    rules = copying.deepcopy(dict(composer.context["rules"]))
    change(rules)
    with pytest.raises(jinja2.UndefinedError):
        rendered(composer, {**composer.context, "rules": rules})
