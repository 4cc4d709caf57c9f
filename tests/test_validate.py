"""The validator speaks of Duel: words, templates, decks and backs changed once, and each change is found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from cardgen.build import Request, build, check, composer_of
from cardgen.findings import Refused
from cardgen.project import open_project
from cardgen.rules import rules_of
from cardgen.rules.protocol import Against
from cardgen.secrecy import check_backs
from cardgen.validate import check_data
from tests.conftest import ROOT
from tests.shipped import Changed, copied, exchanged, loaded, on_data, on_faces, told_in_words

NAME = "duel"
RULES = rules_of(NAME)
DATA = "card_data/duel"


def told_as(spoilt: Mapping[str, list[tuple[str, ...]]]) -> list[tuple[str, tuple[str, ...]]]:
    """What a test spoils, each with the code by which it is told."""
    return [(code, case) for code, cases in spoilt.items() for case in cases]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp(NAME), NAME)


def test_what_ships_agrees_with_the_rules(copy: Path) -> None:
    assert on_data(copy, NAME) == []
    assert on_faces(copy, NAME) == []


# --- words ------------------------------------------------------------------------------------------------------------

NUMBER = re.compile(r"(?<![\w{-])(\d+|two|three|one space|one farther|back one)\b")


def in_words() -> Iterator[tuple[str, str, str, str]]:
    """Every number that stands in the words of a card: card, file, and the sentence before and after."""
    for path in sorted((ROOT / DATA).glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        for block in re.finditer(r"^  - id: (\S+)\n((?:    .*\n|\n)*)", text, re.MULTILINE):
            for words in re.finditer(r"    (?:ability|text|apart): (?:>-\n((?:      .*\n)+)|(.*)\n)", block[2]):
                said = words[1] or words[2]
                for number in NUMBER.finditer(said):
                    new = {"two": "four", "three": "two", "one space": "two spaces", "back one": "back two"}
                    changed = new.get(number[0]) or str(int(number[0]) + 1)
                    yield block[1], f"{DATA}/{path.name}", said, said[: number.start()] + changed + said[number.end() :]


@pytest.mark.parametrize("change", list(in_words()), ids=lambda c: c[0])
def test_every_number_in_words_changed_once_is_found(copy: Path, change: tuple[str, str, str, str]) -> None:
    card, path, before, after = change
    file = copy / path
    family = next(f.id for f in loaded(copy, NAME).families for c in f.cards if c.id == card)
    head, own, rest = file.read_text(encoding="utf-8").partition(f"id: {card}\n")
    with Changed(file, head + own + rest.replace(before, after, 1)):
        found = on_faces(copy, NAME, family)
    assert {f.code.name for f in found} & {"wrong-number"}
    assert all(f.says.startswith(f"{card}:") for f in found)
    assert found[0].at.path == path


def test_a_number_left_out_of_the_words_is_found(copy: Path) -> None:
    file = copy / DATA / "characters.yaml"
    with Changed(file, file.read_text(encoding="utf-8").replace("for three slots", "for some slots")):
        (found,) = on_faces(copy, NAME, "character")
    assert (found.code.name, found.says) == ("number-missing", 'brute: the words do not say "for 3 slots"')


def test_a_condition_left_out_is_found(copy: Path) -> None:
    file = copy / "templates/duel/technique.svg"
    with Changed(file, file.read_text(encoding="utf-8").replace("Paid only", "Paid")):
        found = on_faces(copy, NAME, "technique")
    assert [f.code.name for f in found] == ["phrase-missing"] * 2


SLIPS = {
    "wrong-number": [
        ("characters", "deal 5 and", "deal five hundred and"), ("characters", "deal 5 and", "deal -5 and"),
        ("characters", "deal 5 and", "deal 5½ and"), ("characters", "deal 5 and", "deal 5 (Ⅵ) and"),
        ("characters", "deal 5 and", "deal five-fold 5 and"), ("characters", "three slots", "three slots and eleven more"),
        ("characters", "deal 5 and", "deal 5 twice and"), ("characters", "for a slot", "for a pair of slots"),
        ("characters", "for a slot", "for half a slot"), ("dodge", "that much track", "twice that much track"),
    ],
    "wrong-name": [
        ("characters", "Downward and Advancing Cut", "Downward and Retreating Cut"),
        ("characters", "Your Block holds", "Your Counterattack and Horizontal Cut hold"),
        ("characters", "Your Toward and Away", "Your Toward and Stay"),
        ("footwork", "With a Wait performed", "With a Block performed"), ("stances", "drops to Low", "drops to Middle"),
        ("techniques", "Low, with Horizontal Cut or Wait", "High, with Horizontal Cut or Wait"),
        ("techniques", "Next slot: Low, Horizontal Cut or Wait", "Next slot: Low, Block or Wait"),
    ],
    "phrase-missing": [
        ("characters", "no stiffness", "some stiffness"), ("footwork", "One space toward", "One space away from"),
        ("footwork", "two in rain", "two in fog"), ("weather", "one space more", "one space less"),
        ("weather", "after slot 18", "before slot 18"), ("weather", "after slot 18", "never after slot 18"),
        ("characters", "no stiffness", "not “no stiffness”"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("code", "slip"), told_as(SLIPS))
def test_a_slip_in_the_words_is_found_in_the_words(copy: Path, code: str, slip: tuple[str, str, str]) -> None:
    """Numbers that multiply another, directions, and cards that are named in place of others."""
    name, old, new = slip
    families = {"characters": "character", "techniques": "technique", "stances": "stance"}
    with exchanged(copy / DATA / f"{name}.yaml", old, new, 1):
        found = on_faces(copy, NAME, families.get(name, name))
    assert code in {f.code.name for f in told_in_words(found, f"{DATA}/{name}.yaml")}


# --- the deck -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("game.yaml", "per: player\n    copies: 3", "per: player\n    copies: 2", "wrong-copies"),
        ("techniques.yaml", "name: Block\n", "name: Block\n    copies: 4\n", "wrong-copies"),
        ("techniques.yaml", "id: block\n", "id: guard\n    art: block\n", "card-missing"),
        ("techniques.yaml", "id: block\n", "id: guard\n    art: block\n", "card-unknown"),
        ("techniques.yaml", "    pursuit: 5\n", "", "fact-missing"),
        ("game.yaml", "rules: duel", "rules: dual", "unknown-rules"),
        ("game.yaml", "per: player\n    copies: 1", "per: game\n    copies: 1", "wrong-seats"),
        ("game.yaml", "name: Weather\n    per: game", "name: Weather\n    per: player", "wrong-seats"),
        ("game.yaml", "seats: [A, B]", "seats: [A]", "wrong-seats"),
        ("game.yaml", "seats: [A, B]", "seats: [A, A]", "wrong-seats"),
        ("game.yaml", 'players: "2"', 'players: "3"', "wrong-seats"),
    ],
)  # fmt: skip
def test_a_deck_that_is_not_the_rules_is_found(copy: Path, file: str, old: str, new: str, code: str) -> None:
    with exchanged(copy / DATA / file, old, new, 1):
        assert code in [f.code.name for f in on_data(copy, NAME)]


def test_a_card_in_another_family_is_found(copy: Path) -> None:
    dodge, footwork = (copy / DATA / f"{name}.yaml" for name in ("dodge", "footwork"))
    stays = dodge.read_text(encoding="utf-8")
    moved = footwork.read_text(encoding="utf-8").replace("id: stay", "id: dodge")
    with Changed(footwork, moved), Changed(dodge, stays.replace("id: dodge", "id: stay")):
        assert [f.code.name for f in on_data(copy, NAME)].count("wrong-family") == 2


LEAP = """
  - id: leap
    name: Leap
    kanji: 跳
    reading: tobu
    seal: 跳
    art: toward
    move: 2
    text: Further toward the other.
"""


def further(fields: Mapping[str, object]) -> dict[str, str | int]:
    """What rules might say of a footwork of a designer's own."""
    move = fields["move"]
    if not isinstance(move, int) or abs(move) > 2:
        raise Against(f"nobody goes {move} spaces", "move")
    return {"name": str(fields["name"]), "move": move}


def test_a_card_of_your_own_is_held_against_the_rules_where_these_allow_for_it(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = copy / DATA / "footwork.yaml"
    own = file.read_text(encoding="utf-8") + LEAP
    with Changed(file, own):
        assert [f.code.name for f in on_data(copy, NAME)] == ["card-unknown"]
        monkeypatch.setattr(type(RULES), "free", {"footwork": further})
        assert on_data(copy, NAME) == []
        assert on_faces(copy, NAME, "footwork") == []
    with Changed(file, own.replace("move: 2", "move: 3")):
        (found,) = on_data(copy, NAME)
        assert (found.code.name, found.says) == ("own-card", "leap: nobody goes 3 spaces")
        assert file.read_text(encoding="utf-8").splitlines()[found.at.line - 1].strip() == "move: 3"
        assert on_faces(copy, NAME, "footwork") == []
    template = copy / "templates/duel/footwork.svg"
    with (
        Changed(file, own),
        Changed(template, template.read_text(encoding="utf-8").replace("banner(card.name,", "banner(card.reading,")),
    ):
        assert on_faces(copy, NAME, "footwork")


# --- templates ----------------------------------------------------------------------------------------------------------

WORDS = '<text class="fill-black" x="20" y="20" font-family="EB Garamond" font-size="4">A</text>'
TECHNIQUE, PARTS = "duel/technique.svg", "_shared/parts.svg"
SPOILT = {
    "prints-wrong": [
        (TECHNIQUE, "card.damage ~", "card.stamina ~", "technique"),
        (TECHNIQUE, "40.7, 71.3, 8.8, card.damage)", "40.7, 71.3, 8.8, card.stamina)", "technique"),
        (TECHNIQUE, "card.stamina ~ ('*'", "(card.damage or 0) ~ ('*'", "technique"),
        (TECHNIQUE, "'→ ' ~ steps if card.step > 0", "'→ ' ~ steps if card.step < 0", "technique"),
        (TECHNIQUE, "7.2, card.step)", "7.2, card.stamina)", "technique"),
        (TECHNIQUE, "card.reach | range", "'1-2'", "technique"),
        (TECHNIQUE, "terms.stances[card.stance], 8.4", "terms.stances['high'], 8.4", "technique"),
        (TECHNIQUE, "parts.heights(card.stance", "parts.heights('low'", "technique"),
        (TECHNIQUE, "{{ cell | signed }}", "{{ card.damage }}", "technique"),
        ("duel/character.svg", "'health', 'health', card.health", "'health', 'health', card.stamina", "character"),
        ("duel/character.svg", "'stamina', 'stamina', card.stamina", "'stamina', 'stamina', card.health", "character"),
        ("duel/dodge.svg", "'back', 'back', card.back", "'back', 'back', card.rain", "dodge"),
        ("duel/dodge.svg", "'rain', 'in rain', card.rain", "'rain', 'in rain', card.back", "dodge"),
        ("duel/footwork.svg", 'data-value="{{ card.move }}"', 'data-value="{{ -card.move }}"', "footwork"),
        ("duel/stance.svg", "card.next", "card.name", "stance"),
        (PARTS, ">{{ value }}</text>", ">{{ label }}</text>", "dodge"),
        (TECHNIQUE, "('*' if card.pays != 'always' else '')", "('*' if card.pays == 'always' else '')", "technique"),
        (TECHNIQUE, "('*' if card.pays != 'always' else '')", "''", "technique"),
        (PARTS, ">{{ card.reading }}<", ">{{ card.name }}<", "weather"),
        (TECHNIQUE, "+ you deal, − you take", "+ you take, − you deal", "technique"),
        (TECHNIQUE, "{{ terms.short[id] }}", "{{ terms.short['block'] }}", "technique"),
        ("duel/dodge.svg", "parts.edge('−' ~ card.back, 'index'", "parts.edge('+2', 'index'", "dodge"),
        ("duel/stance.svg", "card.name[0], 'index'", "card.name[1], 'index'", "stance"),
        ("duel/stance.svg", 'card.opens %}\n  <text class="fill-black" x="3.6"',
         'card.opens | reverse %}\n  <text class="fill-black" x="3.6"', "stance"),
        ("duel/weather.svg", "{% if ends[0] | int <= n", "{% if ends[0] | int < n", "weather"),
        ("duel/weather.svg", ">{{ n }}</text>", ">{{ n + 1 }}</text>", "weather"),
        (PARTS, "seal:{{ card.seal }}/haku", "seal:{{ terms.seals[family.id] }}/haku", "technique"),
    ],
    "untagged-number": [
        (TECHNIQUE, ' data-fact="against.{{ id }}"', "", "technique"),
        (TECHNIQUE, "terms.short[card.id], 'index'", "'9', ''", "technique"),
        ("duel/dodge.svg", "{% endblock %}", WORDS.replace(">A<", ">damage 9<") + "{% endblock %}", "dodge"),
    ],
    "wrong-label": [
        (TECHNIQUE, "parts.fact('reach', 'reach'", "parts.fact('step', 'reach'", "technique"),
        (TECHNIQUE, "parts.fact('damage', 'damage'", "parts.fact('damage', 'stamina'", "technique"),
        ("duel/dodge.svg", "'back', 'back', card.back", "'back', 'forward', card.back", "dodge"),
        ("duel/stance.svg", ">next <", ">former <", "stance"),
    ],
    "fact-not-printed": [
        (TECHNIQUE, "  {{ parts.fact('stamina'", "  {# {{ parts.fact('stamina' #}{{ parts.fact('reach'", "technique"),
        ("duel/dodge.svg", "{{ parts.fact('stamina', 'stamina', card.stamina, 49.6, 64.8, 9.8) }}", "", "dodge"),
        ("duel/stance.svg", 'data-fact="opens"', "", "stance"),
        ("duel/weather.svg", "card.slots", "card.name", "weather"), (PARTS, ' data-fact="kanji"', "", "technique"),
    ],
    "unknown-fact": [
        (TECHNIQUE, 'data-fact="legend"', 'data-fact="legnd"', "technique"),
        ("duel/footwork.svg", 'data-fact="move" data-value', 'data-fact="moves" data-value', "footwork"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("code", "spoilt"), told_as(SPOILT))
def test_every_spoilt_template_is_found(copy: Path, code: str, spoilt: tuple[str, str, str, str]) -> None:
    path, old, new, family = spoilt
    with exchanged(copy / "templates" / path, old, new):
        found = on_faces(copy, NAME, family)
    assert code in {f.code.name for f in found}, found


# --- secrecy ------------------------------------------------------------------------------------------------------------


def on_backs(root: Path) -> list[tuple[str, str]]:
    """Code and sentence of what is wrong with the backs."""
    project, game = open_project(root), loaded(root, NAME)
    composer = composer_of(project, game, game.language, 3.0)
    items = composer.compose(list(game.families))
    found = list(check_backs(game, items, composer.whole, composer.arts))
    composer.pack.close()
    return [(f.code.name, f.says) for f in found]


def test_the_backs_that_ship_betray_nothing(copy: Path) -> None:
    assert on_backs(copy) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("{% for turn in (0, 180) %}", "{% for turn in (0,) %}", "the seal"),
        ('x="6" y="7.4"', 'x="6.{{ loop.index }}" y="7.4"', "the seal 甲/haku-round"),
        ('x="-3" y="-3" width="69"', 'x="-2.9" y="-3" width="69"', "the picture art/duel/back-a.svg"),
        ("{% endblock %}", f"{WORDS}{{% endblock %}}", 'the words "A"'),
        ("{% endblock %}", '<rect class="fill-black" x="20" y="20" width="4" height="4"/>{% endblock %}', "a shape"),
    ],
)  # fmt: skip
def test_a_back_that_shows_which_way_up_it_lies_is_found(copy: Path, old: str, new: str, says: str) -> None:
    with exchanged(copy / "templates/duel/back.svg", old, new):
        found = on_backs(copy)
    assert {code for code, _ in found} == {"back-turned"}
    assert any(says in said for _, said in found)


def test_a_lopsided_picture_on_a_back_is_found(copy: Path) -> None:
    file = copy / "art/duel/back-b.svg"
    with Changed(file, file.read_text(encoding="utf-8").replace('ink:symmetry="half-turn"', "")):
        assert [code for code, _ in on_backs(copy)] == ["lopsided-art"]


def test_a_lopsided_scan_on_a_back_is_found(copy: Path) -> None:
    file = copy / "art/duel/back-b.png"
    picture = Image.new("L", (1630, 2220), 255)
    picture.paste(0, (200, 200, 900, 900))
    for turned, codes in ((True, []), (False, ["lopsided-art"])):
        scan = ImageChops.darker(picture, picture.rotate(180)) if turned else picture
        scan.save(file)
        assert [code for code, _ in on_backs(copy)] == codes
    file.write_bytes(file.read_bytes()[:400])  # cut short: told of where pictures are read
    assert on_backs(copy) == []
    file.unlink()


def test_cards_of_one_place_with_two_backs_are_found(copy: Path) -> None:
    dodge, footwork = (copy / DATA / f"{name}.yaml" for name in ("dodge", "footwork"))
    moved = footwork.read_text(encoding="utf-8").replace("id: stay", "id: dodge")
    with Changed(dodge, dodge.read_text(encoding="utf-8").replace("id: dodge", "id: stay")), Changed(footwork, moved):
        assert "backs-differ" in [code for code, _ in on_backs(copy)]


def test_a_hand_too_small_for_a_legal_plan_is_found(copy: Path) -> None:
    file = copy / DATA / "game.yaml"
    with Changed(file, file.read_text(encoding="utf-8").replace("per: player\n    copies: 3", "per: player\n    copies: 2", 1)):
        found = [f for f in on_data(copy, NAME) if f.code.name == "deck-too-small"]
    assert [f.says.split(":")[0] for f in found] == ["high", "middle", "low"]
    assert "may need 3 at once and has 2" in found[0].says


# --- waivers ------------------------------------------------------------------------------------------------------------


def waived(copy: Path, *entries: str) -> Changed:
    game = copy / DATA / "game.yaml"
    rows = "".join(f"  - {{{entry}}}\n" for entry in entries)
    text = game.read_text(encoding="utf-8")
    return Changed(game, text.replace("\nfamilies:", f"\nwaive:\n{rows}\nfamilies:", 1))


def test_a_waived_disagreement_is_listed_with_its_reason(copy: Path) -> None:
    cards = copy / DATA / "techniques.yaml"
    spoilt = cards.read_text(encoding="utf-8").replace("damage: 5", "damage: 4", 1)
    project = open_project(copy)
    with Changed(cards, spoilt), waived(copy, "code: wrong-fact, card: downward-cut, about: damage, reason: a trial print"):
        for _ in range(2):  # also when every face is kept
            found = check(project, "duel")
            assert [(f.code.name, str(f.severity)) for f in found] == [("waived", "note")]
            assert found[0].says == "downward-cut: damage is 4, by the rules 5; waived: a trial print"
        build(project, Request("duel", ("shop",), only=("downward-cut",)), lambda *_: None)
        manifest = json.loads((copy / "output/duel/shop/manifest.json").read_text(encoding="utf-8"))
    assert manifest["waived"] == [{"code": "wrong-fact", "card": "downward-cut", "about": "damage", "reason": "a trial print"}]


def test_a_waiver_of_one_card_does_not_excuse_another(copy: Path) -> None:
    cards = copy / DATA / "techniques.yaml"
    spoilt = cards.read_text(encoding="utf-8").replace("damage: 5", "damage: 4")
    with Changed(cards, spoilt), waived(copy, "code: wrong-fact, card: downward-cut, reason: a trial print"):
        codes = [(f.code.name, f.says.split(":")[0]) for f in check(open_project(copy), "duel")]
    assert codes == [("waived", "downward-cut"), ("wrong-fact", "advancing-cut")]


def test_a_waiver_of_a_word_that_is_a_card_too_excuses_that_card_alone(copy: Path) -> None:
    cards = copy / DATA / "techniques.yaml"
    spoilt = cards.read_text(encoding="utf-8").replace("stance: high", "stance: low", 1)
    with Changed(cards, spoilt), waived(copy, "code: wrong-fact, card: high, reason: a trial print"):
        codes = [f.code.name for f in check(open_project(copy), "duel")]
    assert "wrong-fact" in codes
    assert "waived" not in codes
    assert "waiver-unused" in codes


def test_an_unused_waiver_and_one_without_a_reason_are_findings(copy: Path) -> None:
    with waived(copy, "code: wrong-fact, card: block, reason: none any more"):
        (found,) = check(open_project(copy), "duel")
    assert (found.code.name, found.at.path) == ("waiver-unused", f"{DATA}/game.yaml")
    with waived(copy, "code: wrong-fact, card: block"), pytest.raises(Refused, match="reason"):
        check(open_project(copy), "duel")


def test_of_a_face_in_another_language_the_figures_are_read(copy: Path) -> None:
    game = copy / DATA / "game.yaml"
    cards = copy / DATA / "techniques.yaml"
    german = cards.read_text(encoding="utf-8").replace("name: Downward Cut\n", "name: {en: Downward Cut, de: Scheitelhieb}\n")
    template = copy / "templates" / TECHNIQUE
    with (
        Changed(game, game.read_text(encoding="utf-8").replace("languages: [en]", "languages: [en, de]")),
        Changed(cards, german),
    ):
        assert [f.says for f in check(open_project(copy), "duel")] == ["there is no rules sheet in de"]
        wrong = template.read_text(encoding="utf-8").replace(
            "{{ cell | signed }}", "{{ '1' if lang == 'de' else cell | signed }}"
        )
        with Changed(template, wrong):
            assert {f.code.name for f in check(open_project(copy), "duel")} == {"prints-wrong", "missing-translation"}


def test_a_card_that_lies_face_down_without_a_back_is_found(copy: Path) -> None:
    game = copy / DATA / "game.yaml"
    text = game.read_text(encoding="utf-8")
    with Changed(game, text.replace("    name: Footwork\n", "    name: Footwork\n    sides: 1\n")):
        assert "no-back" in [code for code, _ in on_backs(copy)]


@pytest.mark.parametrize(
    ("players", "seats", "told"),
    [("2-4", "ABCD", 0), ("2", "AB", 2), ("2-4", "AB", 1), ("3", "ABCD", 1), ("2-5", "ABCD", 1)],
)
def test_a_game_has_as_many_seats_as_its_largest_rule_set(players: str, seats: str, told: int) -> None:
    game = loaded(ROOT, NAME)
    record = game.record.model_copy(update={"rules": "kendo-duel", "players": players, "seats": tuple(seats)})
    found = [one.says for one in check_data(game._replace(record=record)) if one.says.endswith("the rules have 4")]
    assert len(found) == told
