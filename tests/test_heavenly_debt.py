"""Heavenly Debt's cards, boards and sheet against its rules: what ships agrees, what a designer gets wrong is found."""

from __future__ import annotations

import copy as copying
import re
from pathlib import Path
from typing import Any

import jinja2
import pytest

from cardgen.build import Request, build, check, composer_of
from cardgen.compose import Composer, Side
from cardgen.face import Fact, Shape, Text, walk
from cardgen.findings import Refused
from cardgen.load import Game
from cardgen.project import open_project
from cardgen.rules import rules_of
from tests.conftest import ROOT
from tests.shipped import copied, exchanged, is_told_as_printed, loaded, on_data, on_faces, told_in_words

NAME = "heavenly-debt"
RULES = rules_of(NAME)
DATA, TEMPLATES = "card_data/heavenly-debt", "templates/heavenly-debt"
PARTS = {"parts", "duel"}
"""What the diagrams share."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp(NAME), NAME)


def test_what_ships_agrees_with_the_rules(copy: Path) -> None:
    assert on_data(copy, NAME) == []
    assert on_faces(copy, NAME) == []


def test_forty_cards_and_what_lies_on_the_table() -> None:
    game = loaded(ROOT, NAME)
    counts = {f.id: sum(c.copies for c in game.copies(f)) for f in game.families}
    assert counts == {
        "stance": 4, "foe-stance": 4, "technique": 8, "finisher": 1, "effort": 3, "trait": 7, "foe": 4, "temperament": 5,
        "reference": 4, "hero": 4, "foe-board": 1, "scene": 6, "marker": 12, "pawn": 2, "card-box": 1,
    }  # fmt: skip
    assert sum(counts[f.id] for f in game.families if not f.record.piece) == 40


def test_the_hero_s_hand_and_the_foe_s_have_backs_of_their_own() -> None:
    terms = loaded(ROOT, NAME).record.terms["backs"]
    assert isinstance(terms, dict)
    assert len({terms["stance"], terms["foe-stance"], terms["trait"]}) == 3


def test_the_foe_s_stances_under_the_hero_s_back_are_found(copy: Path) -> None:
    with exchanged(copy / DATA / "game.yaml", "foe-stance: back-foe", "foe-stance: back-hero"):
        (found,) = check(open_project(copy), NAME)
    assert (found.code.name, found.at.path) == ("backs-alike", f"{DATA}/foe-stances.yaml")
    assert "foe-attack has the back of attack" in found.says


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("stances.yaml", "  - id: guard\n", "  - id: guard\n    copies: 2\n", "wrong-copies"),
        ("techniques.yaml", "id: foresight\n", "id: hindsight\n    art: foresight\n", "card-missing"),
        ("techniques.yaml", "    calling: Seal\n", "", "fact-missing"),
        ("techniques.yaml", "    qi: 1\n", "    qi: 1\n    momentum: 2\n", "wrong-fact"),
        ("foes.yaml", "id: mob\n", "id: crowd\n", "card-unknown"),
        ("markers.yaml", "copies: 8", "copies: 7", "wrong-copies"),
        ("game.yaml", 'players: "1-2"', 'players: "1-3"', "wrong-seats"),
        ("game.yaml", "seats: [hero, foe]", "seats: [hero]", "wrong-seats"),
        ("game.yaml", "name: Stances\n", "name: Stances\n    per: player\n", "wrong-seats"),
    ],
)
def test_a_deck_that_is_not_the_rules_is_found(copy: Path, file: str, old: str, new: str, code: str) -> None:
    with exchanged(copy / DATA / file, old, new, 1):
        assert code in [f.code.name for f in on_data(copy, NAME)]


SLIPS = [
    ("stances", "stance", "{{ rules.momentum.gain }} Momentum", "two Momentum"),
    ("stances", "stance", "Off Balance when it lands", "Surprised when it lands"),
    ("stances", "stance", "at the reveal", "before it"),
    ("stances", "stance", "and nothing else", "and beats a Feint"),
    ("foe-stances", "foe-stance", "{{ rules.momentum.loses }} Momentum", "all Momentum"),
    ("foe-stances", "foe-stance", "A foe’s Qi is not counted", "A foe has three Qi"),
    ("techniques", "technique", "Once a Duel", "At any time"),
    ("techniques", "technique", "Not while Outranked", "Even while it is higher"),
    ("techniques", "technique", "from any Zone", "from here"),
    ("techniques", "technique", "unless that is Screened", "whatever that is"),
    ("techniques", "technique", "but not from Water", "from wherever you are"),
    ("techniques", "technique", "your Feint lands", "your Attack lands"),
    ("techniques", "technique", "as the Round ends", "at once"),
    ("efforts", "effort", "{{ strain }} Strain", "two Strain"),
    ("efforts", "effort", "before you roll", "after you roll"),
    ("efforts", "effort", "Only once a Duel", "Whenever you like"),
    ("efforts", "effort", "raise its result {{ rules.raise.steps }} step", "raise its result two steps"),
    ("finisher", "finisher", "even if there is Ward", "if there is no Ward"),
    ("finisher", "finisher", "Outranked by {{ rules.momentum.defiant }}", "Outranked by two"),
    ("traits", "trait", "{{ rules.harm.hazard }} harm", "two harm"),
    ("traits", "trait", "by no Check at all", "by another Check"),
    ("traits", "trait", "costs no Qi", "costs less Qi"),
    ("traits", "trait", "at least {{ rules.harm.least }}", "at least two"),
    ("traits", "trait", "{{ rules.momentum.ambush }} Momentum", "all Momentum"),
    ("traits", "trait", "No Hit comes in from another Zone", "No Hit comes in"),
    ("foes", "foe", "{{ rules.minion_rounds }} Round ends", "two Rounds end"),
    ("foes", "foe", "A crowd", "A Boss"),
    ("references", "reference", "{{ rules.bands.under }} or less", "six or less"),
    ("references", "reference", "To a foe’s Feint", "To a foe’s Guard"),
    ("heroes", "hero", "deals {{ rules.harm.fist }}", "deals four"),
    ("heroes", "hero", "She has Foresight", "She has Salt Burn"),
    # a condition that is turned round, or to which something is added
    ("stances", "stance", "next Round the foe reveals first", "next Round you reveal first"),
    ("stances", "stance", "whatever comes of it", "but only if it lands"),
    ("foe-stances", "foe-stance", "you must lose", "the foe must lose"),
    ("foe-stances", "foe-stance", "is not counted, and so it pays none", "is counted, and so it pays as you do"),
    ("techniques", "technique", "Not while Outranked", "Only while Outranked"),
    ("techniques", "technique", "unless that is Screened", "but only if that is Screened"),
    ("techniques", "technique", "Once a Duel.", "Once a Duel. Or more often, if a foe allows for it."),
    ("techniques", "technique", "you still make the Flee Check", "you need not make the Flee Check"),
    ("techniques", "technique", "If your Guard lands", "Unless your Guard lands"),
    ("efforts", "effort", "Once a Check, before", "As often as you like, before"),
    ("efforts", "effort", "but never the last", "even the last"),
    ("efforts", "effort", "must have a free box", "need not have a free box"),
    ("finisher", "finisher", "If your Stance lands", "Whether or not your Stance lands"),
    ("finisher", "finisher", "unless the Clash is lost", "unless the Clash is won"),
    ("traits", "trait", "whoever came first", "whoever came last"),
    ("traits", "trait", "a foe’s to its Defense", "a foe’s is off its Defense"),
    ("traits", "trait", "when it lands on a fighter who stands", "when a fighter lands it who stands"),
    ("traits", "trait", "nobody has won", "the hero has won"),
    ("traits", "trait", "No Hit comes in", "Every Hit comes in"),
    ("foes", "foe", "whatever the Check", "unless the Check"),
    ("foes", "foe", "of your own Realm", "of a Realm above yours"),
    ("temperaments", "temperament", "Choose first; then roll for the foe", "Roll for the foe first; then choose"),
    ("references", "reference", "is not spent before", "is spent before"),
    ("references", "reference", "above the Defense. It", "below the Defense. It"),
    ("references", "reference", "marks a Wound of yours", "is marked a Wound by you"),
    ("foe-board", "foe-board", "unless it lost the Clash", "unless it won the Clash"),
    ("heroes", "hero", "except in Dense Qi", "but only in Dense Qi"),
]


@pytest.mark.parametrize("slip", SLIPS, ids=[f"{n}-{s[0]}" for n, s in enumerate(SLIPS)])
def test_a_slip_in_the_words_is_found_in_the_words(copy: Path, slip: tuple[str, str, str, str]) -> None:
    name, family, old, new = slip
    with exchanged(copy / DATA / f"{name}.yaml", old, new):
        found = on_faces(copy, NAME, family)
    told_in_words(found, f"{DATA}/{name}.yaml")


SPOILT = [
    ("stance", "stance", "'harm', 'harm', card.harm", "'harm', 'harm', 4"),
    ("stance", "stance", "'uses', 'uses', card.uses", "'uses', 'uses', card.beats"),
    ("stance", "stance", 'data-fact="beats">{{ card.beats }}', 'data-fact="beats">{{ card.loses }}'),
    ("marks", "stance", 'data-fact="circle"{% endif %}>{{ one.name }}', 'data-fact="circle"{% endif %}>{{ one.beats }}'),
    ("marks", "stance", 'data-value="{{ count }}"', 'data-value="{{ count + 1 }}"'),
    ("marks", "trait", 'data-fact="reading">{{ card.reading }}', 'data-fact="reading">{{ card.name }}'),
    ("technique", "technique", 'data-fact="way">{{ card.way }}', 'data-fact="way">{{ card.stance }}'),
    ("technique", "technique", 'data-fact="calling"', 'data-fact="caling"'),
    ("technique", "technique", "{% set cost = card[what] %}", "{% set cost = 3 %}"),
    ("effort", "effort", 'data-fact="bonus">{{ card.bonus }}', 'data-fact="bonus">{{ card.strain }}'),
    ("finisher", "finisher", 'data-fact="back">{{ card.back }}', 'data-fact="back">{{ card.name }}'),
    ("temperament", "temperament", 'data-fact="faces">{{ face }}', 'data-fact="faces">{{ card.faces[0] }}'),
    ("foe", "foe", 'data-fact="ward">{{ card.ward }}', 'data-fact="ward">{{ card.wounds }}'),
    ("reference", "reference", "{{ cell.says | prose }}", "{{ row.cells[0].says | prose }}"),
    ("hero", "hero", 'data-fact="{{ name }}">{{ card[name] }}', 'data-fact="{{ name }}">{{ card.force }}'),
    ("hero", "hero", "t.qi[0], t.qi[1]", "t.qi[0], t.qi[1] + 1"),
    ("foe-board", "foe-board", ">{{ card.defense }}<", ">20<"),
    ("marker", "marker", ' data-fact="bonus"', ""),
    ("scene", "scene", 'data-fact="zones.{{ id }}">{{ card.zones[id] }}', 'data-fact="zones.{{ id }}">{{ id }}'),
    ("scene", "scene", "cards[trait | lower", "cards[traits[0] | lower"),
    ("scene", "scene", "cards[trait.id].seal", "cards.high.seal"),
    ("marks", "stance", "cards[one.name | lower", "cards[rules.circle[0].name | lower"),
    ("scene", "scene", "{{ trait }}</text>", "{{ traits[0] }}</text>"),
    ("scene", "scene", 'data-value="{{ way }}"', 'data-value="{{ one }}"'),
    ("scene", "scene", "mark(card.start, 'start', card.start", "mark(card.start, 'start', ids[-1]"),
    ("scene", "scene", "'or here, unseen'", "'or here, seen'"),
    ("scene", "scene", "3: [0, 4, 8], 4: [0, 2, 6, 8]", "4: [0, 4, 8], 3: [0, 2, 6, 8]"),
    ("scene", "scene", "seal:{{ terms.start }}", "seal:{{ cards.exit.seal }}"),
    ("stance", "stance", "beats <tspan", "loses to <tspan"),
    ("technique", "technique", "only a <tspan", "never a <tspan"),
    ("effort", "effort", "raises a result", "lowers a result"),
    ("foe", "foe", "out with Wound <tspan", "safe with Wound <tspan"),
    ("hero", "hero", "marks.label('Qi', ", "marks.label('Momentum', "),
    ("hero", "hero", "out with <tspan", "begins at <tspan"),
    ("hero", "hero", "cell, high, rules.hero.ward)", "cell, high, rules.hero.qi)"),
    ("hero", "hero", "cell, high, none, rules.hero.wounds)", "cell, high, none, 4)"),
    ("hero", "hero", "{{ card[name] }}</text>", "{{ card[name] | replace('+', '') }}</text>"),
    ("foe-board", "foe-board", "marks.place('Temperament', ", "marks.place('Technique', "),
    ("reference", "reference", "card.does[loop.index0] }}</text>", "card.does[-1 - loop.index0] }}</text>"),
    ("reference", "reference", "words(card.does[loop.index0], 12", "words(card.does[-1 - loop.index0], 12"),
    ("pawn", "pawn", "seal:{{ card.seal }}", "seal:仇"),
]  # fmt: skip


@pytest.mark.parametrize("slip", SPOILT, ids=[f"{n}-{s[0]}" for n, s in enumerate(SPOILT)])
def test_a_template_that_prints_the_wrong_thing_is_found(copy: Path, slip: tuple[str, str, str, str]) -> None:
    template, family, old, new = slip
    with exchanged(copy / TEMPLATES / f"{template}.svg", old, new):
        found = on_faces(copy, NAME, family)
    assert is_told_as_printed(found), found


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("heroes.yaml", 'force: "+3"', 'force: "3"', "fist: force is 3, by the rules +3"),
        ("references.yaml", "a Hit of {{ rules.harm.graze }} harm", "a Hit of two harm",
         "reference-words: does is a Hit of two harm and no effect, by the rules a Hit of 1 harm and no effect"),
        ("references.yaml", "unless you lost", "if you lost", "does is with full Momentum, if you lost, by the rules"),
        ("markers.yaml", "seal: 傾", "seal: 下", "off-balance-marker: seal is 下, by the rules 傾"),
        ("pawns.yaml", "seal: 俠", "seal: 仇", "hero-pawn: seal is 仇, by the rules 俠"),
        ("scenes.yaml", "kanji: 索橋", "kanji: 封泉", "rope-bridge: kanji is 封泉, by the rules 索橋"),
    ],
)  # fmt: skip
def test_a_slip_in_a_fact_is_told_in_its_line(copy: Path, file: str, old: str, new: str, says: str) -> None:
    with exchanged(copy / DATA / file, old, new, 1):
        (found,) = on_data(copy, NAME)
        line = (copy / DATA / file).read_text(encoding="utf-8").splitlines()[found.at.line - 1]
    assert says in found.says
    assert new in line


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("in a Clash that you lost", "in a Clash that you won"),
        ("~ d.defiant ~", '~ "2" ~'),
        ("{{ card.back }}", "{{ card.name }}"),
        ("makes it less.", "makes it less. Or not."),
    ],
)
def test_what_the_finisher_s_back_says_is_held_against_the_rules(copy: Path, old: str, new: str) -> None:
    with exchanged(copy / TEMPLATES / "finisher-back.svg", old, new):
        found = check(open_project(copy), NAME)
    assert {(f.code.name, f.at.path) for f in found} <= {
        (code, f"{TEMPLATES}/finisher-back.svg") for code in ("phrase-missing", "words-beside")
    }
    assert found


def test_what_the_finisher_s_back_says_stops_a_build(copy: Path) -> None:
    spoilt = exchanged(copy / TEMPLATES / "finisher-back.svg", "makes it less.", "makes it less. Or not.")
    with spoilt, pytest.raises(Refused) as refused:
        build(open_project(copy), Request(NAME, ("png",), only=("finisher",)), lambda *_: None)
    assert [f.code.name for f in refused.value.findings] == ["words-beside"]


# --- what is drawn ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def composer() -> Composer:
    return composer_of(open_project(ROOT), loaded(ROOT, NAME), "en", 3.0)


def sides(game: Game, *families: str) -> list[Side]:
    return [Side(f, card, "") for f in game.families for card in f.cards if f.id in families]


def test_no_frame_on_a_card_stands_nearer_to_the_knife_than_is_safe(composer: Composer) -> None:
    safe = 3.0
    for family in composer.game.families:
        if family.record.piece:
            continue
        for side in (*(Side(family, card, "") for card in family.cards), Side(family, None, "")):
            for m in walk(composer.draw(side)[0].marks):
                if isinstance(m, Shape):
                    half = m.stroke.width / 2 if m.stroke else 0.0
                    xs, ys = ([n for _, points in m.path for n in points[k::2]] for k in (0, 1))
                    ends = (min(xs) - half, min(ys) - half, 63 - max(xs) - half, 88 - max(ys) - half) if xs else ()
                    assert all(end <= 0 or end > safe - 0.01 for end in ends), (side.card, m.src, ends)


@pytest.mark.parametrize(
    "side", sides(loaded(ROOT, NAME), "stance", "foe-stance", "technique", "effort"), ids=lambda side: side.card.id
)
def test_a_fanned_hand_shows_what_a_card_is(side: Side, composer: Composer) -> None:
    """Its names, and what it takes or costs, stand in the left 13 mm, above the panel."""
    face, _ = composer.draw(side)
    assert side.card
    data = composer.game.printed(side.card, "en")
    edge = [m for m in walk(face.marks) if isinstance(m, Text) and m.fact and m.matrix.e < 13 and m.matrix.f < 59]
    shown = {m.fact: m.string for m in edge}
    assert shown["kanji"] == data["kanji"]
    assert shown["name"] == data["name"]
    if "stance" in side.family.id:
        assert {m.name: m.value for m in walk(face.marks) if isinstance(m, Fact)}["harm"] == str(data["harm"])
    else:
        assert {"qi", "momentum", "strain", "debt", "wounds"} & shown.keys()


# --- the rules sheet ----------------------------------------------------------------------------------------------------

IMAGE = re.compile(r"!\[[^\]]*\]\((\w+):([\w/-]+)[^)]*\)")
SHEET = ROOT / DATA / "rules.md"


def rendered(composer: Composer, context: dict[str, Any]) -> str:
    return composer.plain.from_string(SHEET.read_text(encoding="utf-8")).render(context)


def test_no_number_is_typed_in_the_sheet() -> None:
    typed = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "", SHEET.read_text(encoding="utf-8"), flags=re.S)
    typed = re.sub(r"^\d+\. ", "", IMAGE.sub("", typed), flags=re.M)
    assert re.findall(r".{0,20}\d.{0,20}", re.sub(r"\bd(?=\{)", "", typed)) == []


def test_the_sheet_speaks_of_every_card_and_prints_every_ruling(composer: Composer) -> None:
    text = rendered(composer, composer.context)
    assert text.startswith("# The Duel of Heavenly Debt\n")
    assert not re.search(r"\{\{|\{%|\n{4}", text)
    running = IMAGE.sub("", text)
    for printed in RULES.deck():
        if not printed.optional and printed.family != "reference":
            assert composer.context["cards"][printed.card].name in running, printed.card
    follows, ours = text[text.index("## Rulings") :].replace("’", "'").split("### Ours")
    told = {row["name"]: row for row in RULES.tables()["rulings"]}
    for ruling in RULES.rulings:
        variant = f" ({ruling.variant})" if ruling.variant else ""
        line = f"- **{ruling.name[0].upper()}{ruling.name[1:]}{variant}.** {ruling.says}\n"
        assert line in (ours if told[ruling.name]["ours"] else follows), ruling.name
        assert line not in (follows if told[ruling.name]["ours"] else ours)
    assert {("face", row["id"]) for row in RULES.tables()["maps"]["table"]} <= set(IMAGE.findall(text))
    figures = RULES.tables()["figures"]
    assert f"| {figures['terrain']} | {figures['source_terrain']} |" in text


def test_every_diagram_is_used(composer: Composer) -> None:
    used = {name for kind, name in IMAGE.findall(rendered(composer, composer.context)) if kind == "diagram"}
    assert used == {file.stem for file in (ROOT / TEMPLATES / "rules").glob("*.svg")} - PARTS


@pytest.mark.parametrize(
    "change",
    [
        lambda rules: rules["example"]["rounds"][0].update(moved="Gate"),
        lambda rules: rules["example"]["rounds"][2].update(shown=False),
        lambda rules: rules["example"]["rounds"][3]["to"].update(foe_wounds=3),
        lambda rules: rules.update(players=3),
        lambda rules: rules["figures"].update(terrain=9),
        lambda rules: rules["harm"].update(graze=2),
        lambda rules: rules["momentum"].update(defiant=2),
        lambda rules: rules["techniques"][1].update(calling="Mask"),
    ],
)
def test_where_the_rules_change_the_text_is_not_printed(composer: Composer, change: Any) -> None:
    rules = copying.deepcopy(dict(composer.context["rules"]))
    change(rules)
    with pytest.raises(jinja2.UndefinedError):
        rendered(composer, {**composer.context, "rules": rules})
