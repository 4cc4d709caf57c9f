"""Kendo Duel's cards, board and rules sheet against its rules: what ships agrees, and what a designer gets wrong is found."""

from __future__ import annotations

import copy as copying
import re
from pathlib import Path
from typing import Any

import jinja2
import pytest

from cardgen.build import check, composer_of
from cardgen.compose import Composer, Side
from cardgen.face import Face, Fact, Shape, Stencil, Text, walk
from cardgen.load import Game
from cardgen.project import open_project
from cardgen.rules import rules_of
from cardgen.rules.kendo_duel.answers import disagreements, printed
from cardgen.rules.kendo_duel.terms import BY_ID
from tests.conftest import ROOT
from tests.shipped import copied, exchanged, is_told_as_printed, loaded, on_data, on_faces, told_in_words

NAME = "kendo-duel"
RULES = rules_of(NAME)
DATA, TEMPLATES = "card_data/kendo-duel", "templates/kendo-duel"
PARTS = {"hall", "table"}
"""What the diagrams share."""
DECK = ("basic", "counter", "other")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp(NAME), NAME)


def test_what_ships_agrees_with_the_rules(copy: Path) -> None:
    assert on_data(copy, NAME) == []
    assert on_faces(copy, NAME) == []


def test_three_subdecks_and_two_sheets_of_marks() -> None:
    game = loaded(ROOT, NAME)
    counts = {f.id: (len(f.cards), sum(c.copies for c in game.copies(f))) for f in game.families if not f.record.piece}
    assert counts == {"basic": (12, 12), "counter": (16, 16), "other": (12, 25), "marks": (2, 2)}


def test_two_subdecks_with_one_back_are_found(copy: Path) -> None:
    back = (ROOT / TEMPLATES / "back.svg").read_text(encoding="utf-8")
    spoilt = back.replace("{{ family.id }}", "{{ 'basic' if family.id == 'counter' else family.id }}")
    assert spoilt != back
    with exchanged(copy / TEMPLATES / "back.svg", back, spoilt):
        (found,) = check(open_project(copy), NAME)
    assert (found.code.name, found.at.path) == ("backs-alike", f"{DATA}/counter.yaml")


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("other.yaml", "copies: 3\n", "copies: 2\n", "wrong-copies"),
        ("other.yaml", "id: kamae\n", "id: guard\n    art: kamae\n", "card-missing"),
        ("counter.yaml", "id: men-nuki-kote\n", "id: men-harai-kote\n    art: men-nuki-kote\n", "card-unknown"),
        ("counter.yaml", "    to: Kote\n", "    to: Men\n", "wrong-fact"),
        ("basic.yaml", "answers: [Men, counter to Men]", "answers: [Men, counter from Men]", "wrong-fact"),
        ("basic.yaml", "number: 11", "number: 12", "wrong-fact"),
        ("marks.yaml", "kanji: 反則", "kanji: 一本", "wrong-fact"),
        ("board.yaml", "[試合場, 赤, 白]", "[試合場, 白, 赤]", "wrong-fact"),
        ("game.yaml", "name: Marks", "name: Marks\n    copies: 2", "wrong-copies"),
        ("game.yaml", "seats: [A, B, C, D]", "seats: [A, B]", "wrong-seats"),
    ],
)
def test_a_deck_that_is_not_the_rules_is_found(copy: Path, file: str, old: str, new: str, code: str) -> None:
    with exchanged(copy / DATA / file, old, new, 1):
        found = [f.code.name for f in on_data(copy, NAME)]
    assert code in found


SLIPS = [
    ("other", "with a basic attack", "with any attack"),
    ("other", "It is answered first", "It is answered last"),
    ("other", "you pull 1 card, unseen", "you pull 2 cards, unseen"),
    ("other", "1 card, unseen", "1 card"),
    ("other", "Start with it, alone", "Start with it"),
    ("other", "a Hansoku", "an Ippon"),
    ("other", "goes back to the sender", "goes away"),
    ("other", "A Taiatari goes on", "A Maki age goes on"),
    ("other", "to any other player", "to the sender"),
    ("other", "The attack ends.", "The attack goes on."),
    ("other", "A Jodan or Seme that", "A Jodan that"),
    ("other", "if you lead in Ippon", "if you have an Ippon"),
    ("other", "on your turn to start", "at any time"),
    ("other", "is over.", "is over, by Kamae."),
    ("other", "when you start", "when you answer"),
    ("other", "Answer the basic attack now", "You start now"),
    ("other", "You attack with it now", "You start the next"),
    ("other", "you pull 1 card", "you give 1 card"),
    ("other", "You start the next", "He starts the next"),
    ("other", "to the sender. No answer: you pull", "to the sender. No answer: he draws"),
    ("other", "It is answered first", "It is not answered first"),
    ("other", "with a basic attack when", "with a basic attack or a counterattack when"),
    ("other", "to any other player.", "to any other player but the sender."),
    ("other", "against whom you like", "against anyone but the attacker"),
    ("other", "if you lead in Ippon", "if you do not lead in Ippon"),
    ("other", "Lay it on your turn to start", "Lay it, not only on your turn to start"),
    ("other", "was laid against you is over", "was laid against another is over"),
    ("other", "Answer the basic attack now.", "Answer the basic attack now, or leave it."),
    ("other", "when you start. It is", "when you start, or later. It is"),
    ("other", "A Maki age goes on", "No Maki age goes on"),
    ("other", "The attack ends.", "Unless the attack ends."),
    ("other", "against whom you like.", "against whom you like. The others look on."),
    ("other", "Only in the Competition.", "Not only in the Competition."),
    ("other", "*The sword raised overhead.*", "*The sword wound up.*"),
]


@pytest.mark.parametrize("slip", SLIPS, ids=[f"{n}-{s[0]}" for n, s in enumerate(SLIPS)])
def test_a_slip_in_the_words_is_found_in_the_words(copy: Path, slip: tuple[str, str, str]) -> None:
    name, old, new = slip
    with exchanged(copy / DATA / f"{name}.yaml", old, new):
        found = on_faces(copy, NAME, name)
    told = told_in_words(found, f"{DATA}/{name}.yaml")
    lines = (copy / DATA / f"{name}.yaml").read_text(encoding="utf-8").splitlines()
    at = {lines[f.at.line - 1].split()[0] for f in told}
    assert at == {"text:"}, "not where what it answers stands"


SPOILT = [
    ("basic", "basic", 'data-fact="number">{{ card.number }}', 'data-fact="number">{{ card.number + 1 }}'),
    ("basic", "basic", "target(card.to, 7, 12, 8.2, 'seal', 'to')", "target(card.name, 7, 12, 8.2, 'seal', 'from')"),
    ("basic", "signs", "card.answered[2:]", "card.answered[3:]"),
    ("basic", "signs", "'answered', card.answered[:2]", "'answered', card.answers"),
    ("basic", "signs", 'data-fact="kind">{{ card.kind }}', 'data-fact="kind">attack'),
    ("counter", "counter", "target(card.from, 7", "target(card.to, 7"),
    ("counter", "signs", "body(name, x - size / 2", "body('Men', x - size / 2"),
    ("counter", "counter", "{% if not same %}", "{% if same %}"),
    ("counter", "counter", "'seal', 'to')", "'seal', 'from')"),
    ("counter", "signs", "'answers', card.answers, 3.6", "'answers', card.answered, 3.6"),
    ("counter", "signs", "seal:{{ card.seal }}/", "seal:迎/"),
    ("counter", "counter", 'data-fact="kanji">{{ card.kanji }}', 'data-fact="kanji">{{ card.reading }}'),
    ("other", "other", 'data-fact="does">{{ card.does }}', 'data-fact="does">parries'),
    ("other", "other", "names('answers', card.answers,", "names('answers', card.answers[1:],"),
    ("other", "other", "names('answered', card.answered,", "names('answered', [],"),
    ("marks", "marks", 'data-fact="marks">{{ letter }}', 'data-fact="marks">M'),
    ("marks", "marks", 'data-fact="kanji">{{ card.kanji }}', 'data-fact="kanji">{{ card.seal }}'),
    ("marks", "marks", "in card.triangles", "in card.triangles[1:]"),
    ("board", "board", "card.ippon[own + n]", "card.hansoku[own + n]"),
    ("board", "board", "label(name, x + 31.5, 252, 'subdecks', 15)", "label(card.court, x + 31.5, 252, 'subdecks', 15)"),
    ("board", "board", "card.signs[loop.index]", "card.signs[2 - loop.index0]"),
    ("board", "board", "card.seals[loop.index0]", "card.seals[2 - loop.index0]"),
    ("basic", "basic", "signs.seal(card,", "signs.seal(cards['jikan-desu'],"),
    ("other", "other", "signs.seal(cards[id],", "signs.seal(card,"),
    ("other", "other", "signs.mark(card.kind, 4.5", "signs.mark('end of the match', 4.5"),
    ("basic", "signs", "{% if by %} by{% endif %}", "{% if by %} but not by{% endif %}"),
    ("basic", "basic", "{% endblock %}", '<text class="fill-black" x="20" y="20" font-size="4">never</text>{% endblock %}'),
    ("board", "board", 'data-fact="sides">{{ name }}', 'data-fact="sides">{{ card.sides[0] }}'),
]  # fmt: skip


@pytest.mark.parametrize("slip", SPOILT, ids=[f"{n}-{s[0]}" for n, s in enumerate(SPOILT)])
def test_a_template_that_prints_the_wrong_thing_is_found(copy: Path, slip: tuple[str, str, str, str]) -> None:
    family, template, old, new = slip
    with exchanged(copy / TEMPLATES / f"{template}.svg", old, new, 1):
        found = on_faces(copy, NAME, family)
    assert is_told_as_printed(found), found


# --- what is drawn ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def composer() -> Composer:
    return composer_of(open_project(ROOT), loaded(ROOT, NAME), "en", 3.0)


def sides(game: Game, *families: str) -> list[Side]:
    return [Side(f, card, "") for f in game.families for card in f.cards if f.id in families]


def texts(face: Face, fact: str) -> tuple[str, ...]:
    return tuple(m.string for m in walk(face.marks) if isinstance(m, Text) and m.fact == fact)


def test_what_the_cards_print_agrees_for_the_whole_deck(composer: Composer) -> None:
    """Every card prints what it answers and what answers it, by itself: of no two of them does one say that they meet and the
    other that they do not.
    """
    lists = {}
    for side in sides(composer.game, *DECK):
        assert side.card
        face, found = composer.draw(side)
        assert found == []
        assert texts(face, "label.answers") == (("answers",) if texts(face, "answers") else ())
        assert texts(face, "label.answered") == (("answered by",) if texts(face, "answered") else ())
        lists[BY_ID[side.card.id]] = texts(face, "answers"), texts(face, "answered")
    assert len(lists) == 40
    assert disagreements(lists) == []
    assert lists == printed()


@pytest.mark.parametrize("side", sides(loaded(ROOT, NAME), *DECK), ids=lambda side: side.card.id)
def test_a_fanned_hand_shows_what_a_card_is(side: Side, composer: Composer) -> None:
    """In the left 13 mm, above the panel: a target and a number, what is answered and struck, or the names; and the seal."""
    face, _ = composer.draw(side)
    assert side.card
    data = composer.game.printed(side.card, "en")
    shown = {
        m.fact: m.string for m in walk(face.marks) if isinstance(m, Text) and m.fact and m.box.right < 13.4 and m.box.y < 58
    }
    for fact in {"basic": ("number", "to", "kanji"), "counter": ("from", "to"), "other": ("name", "kanji")}[side.family.id]:
        assert shown[fact] == str(data[fact]), fact
    seals = [m.seal for m in walk(face.marks) if isinstance(m, Stencil) and m.box.right < 13.4]
    assert data["seal"] in {seal.partition("/")[0] for seal in seals}


def test_kinds_are_told_by_their_seals_where_there_is_no_colour(composer: Composer) -> None:
    """Each kind's seal is cut, or inked, as no other's; and its sign is drawn as no other's."""
    cuts: dict[str, set[tuple[str, str]]] = {}
    for side in sides(composer.game, *DECK):
        face, _ = composer.draw(side)
        assert side.card
        data = composer.game.printed(side.card, "en")
        own = next(m for m in walk(face.marks) if isinstance(m, Stencil) and m.seal.startswith(str(data["seal"])))
        cuts.setdefault(str(data["kind"]), set()).add((own.seal.partition("/")[2], own.paint.ink))
    assert len(cuts) == 8
    assert all(len(cut) == 1 for cut in cuts.values())
    assert len({next(iter(cut)) for cut in cuts.values()}) == 8


@pytest.mark.parametrize("side", sides(loaded(ROOT, NAME), "basic", "counter"), ids=lambda side: side.card.id)
def test_what_is_struck_is_red_and_nothing_else(side: Side, composer: Composer) -> None:
    """Of the fencers drawn; wrists are two."""
    face, _ = composer.draw(side)
    assert side.card
    red = [mark for mark in walk(face.marks) if isinstance(mark, Shape) and mark.fill and mark.fill.ink == "seal"]
    assert len(red) == (2 if composer.game.printed(side.card, "en")["to"] == "Kote" else 1)


@pytest.mark.parametrize("side", sides(loaded(ROOT, NAME), "counter"), ids=lambda side: side.card.id)
def test_what_is_answered_stands_above_what_is_struck(side: Side, composer: Composer) -> None:
    face, _ = composer.draw(side)
    places = {mark.fact: mark.box.y for mark in walk(face.marks) if isinstance(mark, Text) and mark.fact in ("from", "to")}
    assert places["from"] < places["to"]


def test_the_red_side_has_the_red_square(composer: Composer) -> None:
    (side,) = sides(composer.game, "board")
    face, _ = composer.draw(side)
    (red,) = (mark for mark in walk(face.marks) if isinstance(mark, Shape) and mark.fill and mark.fill.ink == "seal")
    left = red.path[0][1][0]
    named = [mark for mark in walk(face.marks) if isinstance(mark, Text) and mark.fact == "sides"]
    said = min(named, key=lambda mark: abs(mark.box.x - left))
    assert said.string == "Red"


def test_nothing_on_the_board_lies_across_the_fold(composer: Composer) -> None:
    (side,) = sides(composer.game, "board")
    face, _ = composer.draw(side)
    boxes = [m.box for m in walk(face.marks) if isinstance(m, Text | Stencil)]
    assert boxes
    assert not [box for box in boxes if box.x < 210 < box.right]


def test_the_hansoku_sheet_has_a_triangle_for_each(composer: Composer) -> None:
    side = next(side for side in sides(composer.game, "marks") if side.card and side.card.id == "hansoku-sheet")
    face, _ = composer.draw(side)
    assert [m.value for m in walk(face.marks) if isinstance(m, Fact)] == ["hansoku"] * 4


# --- the rules sheet ----------------------------------------------------------------------------------------------------

IMAGE = re.compile(r"!\[[^\]]*\]\((\w+):([\w/-]+)[^)]*\)")
SHEET = ROOT / DATA / "rules.md"


def rendered(composer: Composer, context: dict[str, Any]) -> str:
    return composer.plain.from_string(SHEET.read_text(encoding="utf-8")).render(context)


def test_no_number_is_typed_in_the_sheet() -> None:
    typed = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "", SHEET.read_text(encoding="utf-8"), flags=re.S)
    typed = re.sub(r"^\d+\. ", "", re.sub(r"!\[[^\]]*\]\([^)]*\)", "", typed), flags=re.M)
    assert re.findall(r".{0,20}\d.{0,20}", typed) == []


def test_the_sheet_speaks_of_every_card_and_prints_every_ruling(composer: Composer) -> None:
    text = rendered(composer, composer.context)
    assert text.startswith("# Kendo Duel\n")
    assert not re.search(r"\{\{|\{%|\n{4}", text)
    running = re.sub(r"^\|.*$", "", IMAGE.sub("", text), flags=re.M)
    for row in RULES.deck():
        if row.family in DECK:
            assert composer.context["cards"][row.card].name in running, row.card
    chapter = text[text.index("## Rulings of this edition") :].replace("’", "'")
    for ruling in RULES.rulings:
        assert f"- **{ruling.name[0].upper()}{ruling.name[1:]}.** {ruling.says}\n" in chapter, ruling.name
    assert chapter.index("### Of the Competition") < chapter.index("**No switch at the start.**")
    shown = {name for kind, name in IMAGE.findall(text) if kind == "face"}
    assert shown >= {row.card for row in RULES.deck() if row.family in ("counter", "other", "marks", "board")}


def test_every_diagram_is_used(composer: Composer) -> None:
    used = {name for kind, name in IMAGE.findall(rendered(composer, composer.context)) if kind == "diagram"}
    assert used == {file.stem for file in (ROOT / TEMPLATES / "rules").glob("*.svg")} - PARTS


def drawing(composer: Composer, name: str, rules: dict[str, Any] | None = None) -> str:
    """A diagram filled with the rules, or with others."""
    context = composer.context if rules is None else {**composer.context, "rules": rules}
    return composer.jinja.get_template(f"{NAME}/rules/{name}.svg").render({**context, "seat": ""})


def said(markup: str) -> list[str]:
    """The words of a diagram, one after the other."""
    return re.findall(r"<text[^>]*>([^<]+)</text>", markup)


def test_the_drawn_table_says_who_answers_what(composer: Composer) -> None:
    columns = [row["answers"] for row in composer.context["rules"]["legality"] if row["incoming"] != "Seme"]
    words = [word for word in said(drawing(composer, "answers")) if word in composer.context["rules"]["effects"]]
    assert words == [column[name] for name in columns[0] for column in columns if column[name]]


def test_the_tables_are_set_as_the_rules_deal(composer: Composer) -> None:
    rules = composer.context["rules"]
    for name, part, left in (
        ("setup-duel", rules["duel"], rules["duel"]["left"]["2"]),
        ("setup-competition", rules["competition"], rules["competition"]["left"]),
    ):
        markup = drawing(composer, name)
        dealt = [part["deal"][family] for family in DECK]
        assert [int(word) for word in said(markup) if word.isdigit()] == [*dealt, *left, *dealt], name
        backs = [markup.count(f"back-{family}.svg") for family in DECK]
        assert backs == [2 * count + 1 for count in dealt], name


def test_an_exchange_that_the_rules_forbid_is_not_drawn(composer: Composer) -> None:
    assert "closes" in said(drawing(composer, "exchange"))
    rules = copying.deepcopy(dict(composer.context["rules"]))
    next(row for row in rules["all"] if row["id"] == "men-7")["answered_cards"].remove("men-nuki-kote")
    with pytest.raises(jinja2.UndefinedError):
        drawing(composer, "exchange", rules)


def test_what_has_no_answer_costs_what_is_drawn(composer: Composer) -> None:
    losses = composer.context["rules"]["losses"]
    duel = losses["basic attack"] + losses["reinforcing card"] + losses["other attack"]
    assert drawing(composer, "losses").count("back-other.svg") == duel + losses["reinforcing card"]


@pytest.mark.parametrize(
    "change",
    [
        lambda rules: rules["losses"].update({"counterattack": 1}),
        lambda rules: rules["examples"]["duel"].update(starter="B"),
        lambda rules: rules["examples"]["duel"]["steps"][6].update(effect="attacks"),
        lambda rules: rules["examples"]["four"]["steps"][4].update(on="C"),
        lambda rules: rules["examples"]["competition"]["steps"][7]["scores"][0].update(hansoku=2),
        lambda rules: rules["competition"].update(ippon=3),
        lambda rules: rules["players"].update(least=3),
        lambda rules: rules["duel"]["left"].update({"4": [1, 0, 4]}),
        lambda rules: rules["kinds"][2].update(names=["Jodan"]),
    ],
)
def test_where_the_rules_change_the_text_is_not_printed(composer: Composer, change: Any) -> None:
    rules = copying.deepcopy(dict(composer.context["rules"]))
    change(rules)
    with pytest.raises(jinja2.UndefinedError):
        rendered(composer, {**composer.context, "rules": rules})
