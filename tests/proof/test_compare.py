"""What changed between two states of a game, and what did not."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cardgen.findings import Refused
from cardgen.project import TOP_LEVEL, Project
from cardgen.proof.compare import Change, Changes, changes_of
from cardgen.proof.moved import Told, moved, told_now, told_then
from cardgen.proof.reprint import reprint
from cardgen.proof.revision import Former
from cardgen.proof.since import Compared, compared
from cardgen.proof.state import found_otherwise
from tests.conftest import ROOT
from tests.tiny import rewrite, tiny_project

GAME, UNITS, OMENS = "card_data/tiny/game.yaml", "card_data/tiny/units.yaml", "card_data/tiny/omens.yaml"


class Two:
    """A project, and the same as it was."""

    def __init__(self, tmp_path: Path) -> None:
        self.project = tiny_project(tmp_path / "now")
        self.then = tiny_project(tmp_path / "then").root

    @property
    def root(self) -> Path:
        return self.project.root

    def both(self, file: str, old: str, new: str) -> None:
        for root in (self.root, self.then):
            rewrite(root / file, old, new)

    def now(self, file: str, old: str, new: str) -> None:
        rewrite(self.root / file, old, new)

    @contextmanager
    def held(self, language: str | None = None):
        with compared(self.project, "tiny", language, str(self.then), lambda *_: None) as held:
            yield held

    def changes(self, language: str | None = None) -> Changes:
        with self.held(language) as held:
            return held.changes

    def one(self, language: str | None = None) -> Change:
        changes = self.changes(language)
        assert len(changes.cards) == 1, [c.id for c in changes.cards]
        return changes.cards[0]


@pytest.fixture
def two(tmp_path: Path) -> Two:
    return Two(tmp_path)


# --- what is no change ----------------------------------------------------------------------------------------------------


def reordered(two: Two) -> None:
    head, wolf, pike = (
        (two.root / UNITS).read_text(encoding="utf-8").partition("  - id: wolf")[0],
        *("  - id: " + part for part in (two.root / UNITS).read_text(encoding="utf-8").split("  - id: ")[1:]),
    )
    (two.root / UNITS).write_text(head + pike.rstrip("\n") + "\n\n" + wolf.rstrip("\n") + "\n", encoding="utf-8")


def other_scan(two: Two) -> None:
    """A painter's scan in both, saved anew: other bytes, the same pixels."""
    rng = np.random.default_rng(1)
    grey = (rng.random((1111, 815)) * 255).astype(np.uint8)
    for root, level in ((two.root, 9), (two.then, 1)):
        Image.fromarray(grey).convert("RGB").save(root / "art/tiny/wolf.png", compress_level=level, dpi=(300, 300))
    assert (two.root / "art/tiny/wolf.png").read_bytes() != (two.then / "art/tiny/wolf.png").read_bytes()


def art_by_another_name(two: Two) -> None:
    (two.root / "art/tiny/wolf.svg").rename(two.root / "art/tiny/hound.svg")
    text = (two.root / UNITS).read_text(encoding="utf-8").replace("art: wolf", "art: hound")
    (two.root / UNITS).write_text(text.replace("    side: land\n", "    side: land\n    art: hound\n"), encoding="utf-8")


def ink_by_another_name(two: Two) -> None:
    for root in (two.root, two.then):
        shutil.copy(ROOT / "card_data/inks.yaml", root / "card_data/inks.yaml")
    text = (two.root / "card_data/inks.yaml").read_text(encoding="utf-8")
    (two.root / "card_data/inks.yaml").write_text("# the same inks\n" + text, encoding="utf-8")


NOTHING: dict[str, Callable[[Two], None]] = {
    "nothing at all": lambda two: None,
    "the order of cards": reordered,
    "a comment": lambda two: two.now(UNITS, "family: unit\n", "# the units\nfamily: unit  # all of them\n"),
    "blank lines": lambda two: two.now(UNITS, "    speed: 5\n", "\n\n    speed:    5\n\n"),
    "quotes": lambda two: two.now(OMENS, "text: Every wolf howls.", 'text: "Every wolf howls."'),
    "a field's order": lambda two: two.now(UNITS, "    strength: 3\n    speed: 5\n", "    speed: 5\n    strength: 3\n"),
    "a number that is asked for": lambda two: two.now(UNITS, "Deal **{{ strength }}**.", "Deal **3**."),
    "line ends": lambda two: (two.root / UNITS).write_bytes((two.root / UNITS).read_bytes().replace(b"\n", b"\r\n")) and None,
    "a comment in a template": lambda two: two.now("templates/tiny/unit.svg", "<svg", "<!-- the units -->\n<svg"),
    "a comment in a score": lambda two: two.now("art/tiny/wolf.svg", "</svg>", "<!-- a wolf -->\n</svg>"),
    "a scan saved anew": other_scan,
    "a file by another name": lambda two: (two.root / UNITS).rename(two.root / "card_data/tiny/armies.yaml") and None,
    "a comment in the inks": ink_by_another_name,
}


@pytest.mark.parametrize("what", NOTHING)
def test_it_is_no_change(two: Two, what: str) -> None:
    NOTHING[what](two)
    changes = two.changes()
    assert not changes.any, changes


def test_a_picture_by_another_name_is_no_change_on_paper(two: Two) -> None:
    art_by_another_name(two)
    with two.held() as held:
        assert not any(change.faces for change in held.changes.cards)
        assert reprint(held.before, held.after, held.changes) == ()


# --- what is one ----------------------------------------------------------------------------------------------------------


def test_a_number(two: Two) -> None:
    two.now(UNITS, "strength: 3", "strength: 4")
    change = two.one()
    assert (change.kind, change.card, change.was) == ("changed", "wolf", "wolf")
    assert [(f.name, f.before, f.after) for f in change.fields] == [
        ("strength", "3", "4"),
        ("text", "Deal **3**.", "Deal **4**."),  # as it is printed
    ]
    assert [s for s in change.fields[1].steps if s.kind != "same"] == [("gone", "3"), ("new", "4")]
    assert [faces.name for faces in change.faces] == ["wolf"]
    assert ("gone", "3") in change.faces[0].words
    assert ("new", "4") in change.faces[0].words


def test_a_word_in_one_language(two: Two) -> None:
    two.now(UNITS, "de: Hecht", "de: Haifisch")
    assert not two.changes().any
    assert [(f.name, f.after) for f in two.one("de").fields] == [("name", "Haifisch")]


def test_a_new_card_a_removed_one_and_its_copies(two: Two) -> None:
    two.now(
        OMENS,
        "  - id: comet\n    name: Comet\n    text: Every wolf howls.\n",
        "  - id: eclipse\n    name: Dark\n    text: All stop.\n",
    )
    (two.root / "art/tiny/comet.svg").rename(two.root / "art/tiny/eclipse.svg")
    score = two.root / "art/tiny/eclipse.svg"
    score.write_text(
        score.read_text(encoding="utf-8").replace("</svg>", '<path class="sumi wash" d="M5,5 L30,40"/></svg>'), encoding="utf-8"
    )
    with two.held() as held:
        kinds = {change.kind: change for change in held.changes.cards}
        assert set(kinds) == {"new", "removed"}
        assert kinds["new"].card == "eclipse"
        assert kinds["removed"].was == "comet"
        told = {(a.card, a.print, a.throw, a.why) for a in reprint(held.before, held.after, held.changes)}
        assert told == {("eclipse", 1, 0, "it is new"), ("comet", 0, 1, "it is removed")}


def test_a_renamed_card_is_told_by_what_is_on_it(two: Two) -> None:
    two.now(UNITS, "  - id: wolf\n    name: Wolf", "  - id: dire-wolf\n    art: wolf\n    name: Dire Wolf")
    change = two.one()
    assert (change.kind, change.card, change.was) == ("renamed", "dire-wolf", "wolf")
    assert [f.name for f in change.fields] == ["name", "art"]


def test_an_id_alone_prints_nothing_anew(two: Two) -> None:
    two.now(UNITS, "  - id: wolf\n", "  - id: hound\n    art: wolf\n")
    with two.held() as held:
        (change,) = held.changes.cards
        assert (change.kind, change.card, change.was) == ("renamed", "hound", "wolf")
        assert not change.faces
        assert reprint(held.before, held.after, held.changes) == ()


def test_ids_that_were_exchanged_print_nothing_anew(two: Two) -> None:
    two.both(UNITS, "  - id: wolf\n", "  - id: wolf\n    art: wolf\n")
    text = (two.root / UNITS).read_text(encoding="utf-8")
    text = text.replace("id: wolf", "id: x").replace("id: pike", "id: wolf").replace("id: x", "id: pike")
    (two.root / UNITS).write_text(text, encoding="utf-8")
    with two.held() as held:
        assert {(c.kind, c.card, c.was, c.faces) for c in held.changes.cards} == {
            ("renamed", "pike", "wolf", ()),
            ("renamed", "wolf", "pike", ()),
        }
        assert reprint(held.before, held.after, held.changes) == ()
    two.now(UNITS, "strength: 3", "strength: 4")
    with two.held() as held:
        assert {(c.kind, c.card, c.was, len(c.faces)) for c in held.changes.cards} == {
            ("renamed", "pike", "wolf", 1),
            ("renamed", "wolf", "pike", 0),
        }


def test_a_card_before_all_others_whose_ids_are_numbers(two: Two) -> None:
    """As a table gives them: all move on by one, and of the last the id is new. Then the first is gone, and all move back."""
    cards = ["name: Ant\n    strength: 1", "name: Bee\n    strength: 2", "name: Cow\n    strength: 3"]

    def numbered(*own: str) -> str:
        return "family: unit\ncards:\n" + "".join(
            f"  - id: u{n}\n    {c}\n    side: land\n    art: wolf\n" for n, c in enumerate(own, 1)
        )

    (two.then / UNITS).write_text(numbered(*cards), encoding="utf-8")
    (two.root / UNITS).write_text(numbered("name: Elk\n    strength: 9", *cards), encoding="utf-8")
    with two.held() as held:
        told = {(c.kind, c.card, c.was) for c in held.changes.cards}
        assert told == {("new", "u1", ""), ("renamed", "u2", "u1"), ("renamed", "u3", "u2"), ("renamed", "u4", "u3")}
        assert {(a.card, a.seat, a.print, a.throw) for a in reprint(held.before, held.after, held.changes)} == {
            ("u1", "A", 2, 0),
            ("u1", "B", 2, 0),
        }
    (two.root / UNITS).write_text(numbered(*cards[1:]), encoding="utf-8")
    with two.held() as held:
        told = {(c.kind, c.card, c.was) for c in held.changes.cards}
        assert told == {("removed", "", "u1"), ("renamed", "u1", "u2"), ("renamed", "u2", "u3")}
        assert [faces.name for c in held.changes.cards for faces in c.faces] == ["u1, as it was"]
        assert {(a.card, a.seat, a.print, a.throw) for a in reprint(held.before, held.after, held.changes)} == {
            ("u1", "A", 0, 2),
            ("u1", "B", 0, 2),
        }


def test_two_cards_that_have_little_in_common_are_no_rename(two: Two) -> None:
    two.both(
        UNITS,
        "family: unit\ncards:\n",
        "family: unit\ncards:\n  - id: ox\n    name: Ox\n    strength: 9\n    side: land\n    art: wolf\n",
    )
    two.now(
        UNITS, "id: ox\n    name: Ox\n    strength: 9\n    side: land", "id: eel\n    name: Eel\n    strength: 1\n    side: sea"
    )
    assert {change.kind for change in two.changes().cards} == {"new", "removed"}


def test_copies(two: Two) -> None:
    two.now(UNITS, "    strength: 3\n", "    strength: 3\n    copies: 5\n")
    two.now(UNITS, "    strength: 2\n", "    strength: 2\n    copies: 1\n")
    with two.held() as held:
        wolf, _ = held.changes.cards
        assert (wolf.before, wolf.after) == ({"A": 2, "B": 2}, {"A": 5, "B": 5})
        assert not wolf.faces
        told = {(a.card, a.seat): (a.print, a.throw) for a in reprint(held.before, held.after, held.changes)}
        assert told == {("wolf", "A"): (3, 0), ("wolf", "B"): (3, 0), ("pike", "A"): (0, 1), ("pike", "B"): (0, 1)}


def test_a_seat_less(two: Two) -> None:
    two.both(GAME, "seats: [A, B]", "seats: [A, B, C]")
    two.now(GAME, "seats: [A, B, C]", "seats: [A, B]")
    with two.held() as held:
        told = {(a.card, a.seat): (a.print, a.throw) for a in reprint(held.before, held.after, held.changes)}
        assert told == {("wolf", "C"): (0, 2), ("pike", "C"): (0, 2)}


def test_a_back_is_behind_every_card_of_its_family(two: Two) -> None:
    for root in (two.root, two.then):
        shutil.copy(root / "templates/tiny/back.svg", root / "templates/tiny/unit-back.svg")
    two.both(GAME, "  unit:\n    name: Units\n", "  unit:\n    name: Units\n    back: unit-back\n")
    two.now("templates/tiny/unit-back.svg", "</svg>", '<rect class="fill-seal" x="15" y="20" width="4" height="4"/></svg>')
    with two.held() as held:
        assert held.changes.cards == ()
        assert {faces.family for faces in held.changes.backs} == {"unit"}
        told = {(a.card, a.seat, a.print, a.throw, a.why) for a in reprint(held.before, held.after, held.changes)}
        assert told == {(card, seat, 2, 2, "its back changed") for card in ("wolf", "pike") for seat in "AB"}


def test_the_stock_and_the_corner_are_paper_too(two: Two) -> None:
    two.now(GAME, "gsm: 300", "gsm: 330")
    two.now(GAME, "corner: 2mm", "corner: 3mm")
    with two.held() as held:
        assert [(f.name, f.before, f.after) for f in held.changes.pieces["cards"]] == [
            ("corner", "2 mm", "3 mm"),
            ("stock", "300 gsm, 0.3 mm, smooth", "330 gsm, 0.3 mm, smooth"),
        ]
        again = reprint(held.before, held.after, held.changes)
        assert sum(a.print for a in again) == sum(a.throw for a in again) == 9
        assert {a.why for a in again} == {"its corner and stock changed"}


def test_the_paper_of_the_rules_sheet_is_paper_too(two: Two) -> None:
    for root in (two.root, two.then):
        (root / "card_data/tiny/rules.md").write_text("# Tiny\n\nDeal, and look.\n", encoding="utf-8")
    two.both(GAME, "\nfamilies:\n", "booklet: {gsm: 120, thickness: 0.13mm, finish: uncoated}\n\nfamilies:\n")
    two.now(GAME, "gsm: 120", "gsm: 100")
    changes = two.changes()
    assert list(changes.pieces) == ["rules"]
    assert not changes.sheet
    assert [f.after for f in changes.pieces["rules"]] == ["100 gsm, 0.13 mm, uncoated"]


def test_a_back_that_is_there_no_more(two: Two) -> None:
    two.now(GAME, "    name: Omens\n", "    name: Omens\n    sides: 1\n")
    with two.held() as held:
        assert [faces.name for faces in held.changes.backs] == ["omen back"]
        told = {(a.card, a.print, a.throw, a.why) for a in reprint(held.before, held.after, held.changes)}
        assert told == {("comet", 1, 1, "its back changed")}


def test_a_card_of_another_family_with_another_back(two: Two) -> None:
    """Its front is the same; what lies behind it, and what it is cut from, is not."""
    two.both(GAME, "  omen:\n", "  sign:\n    name: Signs\n    template: omen\n    fields: {text: text}\n  omen:\n")
    two.now(OMENS, "family: omen", "family: sign")
    with two.held() as held:
        (change,) = held.changes.cards
        assert (change.kind, change.card) == ("changed", "comet")
        assert [(f.name, f.before, f.after) for f in change.fields] == [("family", "omen", "sign")]
        assert [faces.name for faces in change.faces] == ["comet, its sign back"]
        told = {(a.card, a.print, a.throw, a.why) for a in reprint(held.before, held.after, held.changes)}
        assert told == {("comet", 1, 1, "its back changed")}


def test_a_card_of_another_piece(two: Two) -> None:
    two.both(
        GAME,
        "\nfamilies:\n",
        "pieces:\n  tile: {name: Tiles, width: 40mm, height: 56mm, corner: 2mm, safe: 3mm}\n"
        "  chip: {name: Chips, width: 40mm, height: 56mm, corner: 2mm, safe: 3mm, punched: yes}\n\nfamilies:\n",
    )
    two.both(GAME, "    name: Omens\n", "    name: Omens\n    piece: tile\n")
    two.now(GAME, "    piece: tile\n", "    piece: chip\n")
    with two.held() as held:
        (change,) = held.changes.cards
        assert [(f.name, f.before, f.after) for f in change.fields] == [("punched", "", "yes")]
        told = {(a.card, a.print, a.throw, a.why) for a in reprint(held.before, held.after, held.changes)}
        assert told == {("comet", 1, 1, "its punched changed")}


def test_what_game_yaml_says_that_no_paper_shows(two: Two) -> None:
    two.now(GAME, "safe: 3mm", "safe: 2.5mm")
    two.now(GAME, "name: Units", "name: Beasts")
    for root in (two.root, two.then):
        rewrite(root / "templates/tiny/back.svg", "{{ family.name }} {{ seat }}", "{{ seat }}")
    with two.held() as held:
        assert [(f.name, f.before, f.after) for f in held.changes.fields] == [
            ("safe.cards", "3 mm", "2.5 mm"),
            ("families.unit", "Units", "Beasts"),
        ]
        assert reprint(held.before, held.after, held.changes) == ()


def test_what_cannot_be_drawn_then_and_now_is_no_change(two: Two) -> None:
    two.both(UNITS, "art: wolf", "art: wolv")
    two.now("templates/tiny/unit.svg", "<svg", "<!-- the units -->\n<svg")
    assert not two.changes().any


def test_an_ink_that_is_mixed_otherwise_and_looks_the_same(two: Two) -> None:
    for root in (two.root, two.then):
        shutil.copy(ROOT / "card_data/inks.yaml", root / "card_data/inks.yaml")
    text = (two.root / "card_data/inks.yaml").read_text(encoding="utf-8")
    (two.root / "card_data/inks.yaml").write_text(text.replace("[0, 0, 0, 100]", "[0, 0, 0, 95]"), encoding="utf-8")
    changes = two.changes()
    assert {change.card for change in changes.cards} == {"wolf", "pike", "comet"}
    assert any(field.name.startswith("ink.") for field in changes.fields)


def test_a_shade_on_the_screen_alone_is_nothing_on_paper(two: Two) -> None:
    for root in (two.root, two.then):
        shutil.copy(ROOT / "card_data/inks.yaml", root / "card_data/inks.yaml")
    text = (two.root / "card_data/inks.yaml").read_text(encoding="utf-8")
    (two.root / "card_data/inks.yaml").write_text(text.replace("#c8281e", "#c8291f"), encoding="utf-8")
    changes = two.changes()
    assert not any(change.faces for change in changes.cards)
    assert not changes.backs
    assert [field.name for field in changes.fields] == ["ink.seal"]


def test_marks_in_another_order_that_do_not_touch(two: Two) -> None:
    marks = [
        '<rect class="fill-seal" x="5" y="48" width="2" height="2"/>',
        '<rect class="fill-black" x="25" y="48" width="2" height="2"/>',
    ]
    for root, own in ((two.then, marks), (two.root, marks[::-1])):
        rewrite(root / "templates/tiny/omen.svg", "</svg>", "".join(own) + "</svg>")
    assert not two.changes().any
    for root, own in ((two.then, marks), (two.root, marks[::-1])):
        clip = '<defs><clipPath id="in"><rect width="40" height="56"/></clipPath></defs>'
        rewrite(root / "templates/tiny/unit.svg", "</svg>", f'{clip}<g clip-path="url(#in)">{"".join(own)}</g></svg>')
    assert not two.changes().any, "within a clip"
    over = [mark.replace('x="25"', 'x="6"') for mark in marks]
    for root, before, after in ((two.then, marks, over), (two.root, marks[::-1], over[::-1])):
        rewrite(root / "templates/tiny/omen.svg", "".join(before), "".join(after))
    assert [change.card for change in two.changes().cards] == ["comet"], "which lies over the other is seen"


def test_findings_gained_and_lost_whatever_their_line(two: Two) -> None:
    two.both(OMENS, "text: Every wolf howls.", "text: Every wolf howls 剣")
    two.now(OMENS, "    name: Comet\n", "\n\n    name: Comet\n")
    two.now(UNITS, "art: wolf", "art: wolv")
    changes = {change.card: change for change in two.changes().cards}
    assert set(changes) == {"pike"}
    assert [finding.code.name for finding in changes["pike"].gained] == ["missing-art"]
    assert changes["pike"].faces[0].after is None


def test_a_card_that_cannot_be_read_is_not_gone(two: Two) -> None:
    two.now(UNITS, "side: sea", "side: air")
    changes = two.changes()
    assert changes.unread == ("pike",)
    assert changes.cards == ()
    assert [finding.code.name for finding in changes.gained] == ["bad-value"]
    with two.held() as held:
        assert reprint(held.before, held.after, held.changes) == ()


def test_what_speaks_of_all_cards_waits_for_one_that_cannot_be_read(two: Two) -> None:
    """Without it a board counts a card too few, and a box is too small."""
    two.both("templates/tiny/omen.svg", "{{ card.name }}", "{{ card.name }} {{ cards | length }}")
    two.both(
        GAME,
        "\nfamilies:\n",
        "pieces:\n  case: {name: Case, net: tuck, safe: 3mm}\n\nfamilies:\n  case: {name: Case, piece: case, sides: 1}\n",
    )
    for root in (two.root, two.then):
        (root / "card_data/tiny/case.yaml").write_text("family: case\ncards:\n  - {id: case, name: Case}\n", encoding="utf-8")
        shutil.copy(root / "templates/tiny/back.svg", root / "templates/tiny/case.svg")
        shutil.copy(root / "art/tiny/wolf.svg", root / "art/tiny/case.svg")
    assert not two.changes().any
    two.now(UNITS, "side: sea", "side: air")
    with two.held() as held:
        changes = held.changes
        assert (changes.unread, changes.cards, changes.pieces) == (("pike",), (), {})
        assert reprint(held.before, held.after, changes) == ()
    two.now(UNITS, "  - id: pike", "  - {id: eel, name: Eel, strength: 1, side: sea, art: wolf}\n  - id: pike")
    two.now(UNITS, "side: air", "side: sea")
    assert {"case", "comet", "eel"} <= {change.card for change in two.changes().cards}


def test_a_family_that_cannot_be_read_has_its_backs_still(two: Two) -> None:
    two.now(UNITS, "family: unit", "family: [unit")
    changes = two.changes()
    assert set(changes.unread) == {"wolf", "pike"}
    assert changes.backs == ()


def test_a_game_that_was_not_there_is_new(two: Two) -> None:
    shutil.move(two.then / "card_data/tiny", two.then / "card_data/other")
    with two.held() as held:
        assert held.before is None
        assert {change.kind for change in held.changes.cards} == {"new"}
        assert sum(a.print for a in reprint(held.before, held.after, held.changes)) == 9


def test_a_former_state_that_cannot_be_read_says_what_of_then(two: Two) -> None:
    (two.then / GAME).write_text("name: [", encoding="utf-8")
    with pytest.raises(Refused, match=r"then: card_data/tiny/game\.yaml"), two.held():
        pass


def test_a_language_that_is_new(two: Two) -> None:
    two.now(GAME, "languages: [en, de]", "languages: [en, de, fr]")
    assert [field.name for field in two.changes("fr").fields] == ["languages"]


# --- the rules ------------------------------------------------------------------------------------------------------------


def test_lines_of_the_rules_that_moved() -> None:
    before, after = ("Cut", "  damage: 5", "  reach: 1"), ("Cut", "  damage: 4", "  reach: 1", "  heavy")
    assert moved(before, after) == (("gone", "damage: 5"), ("new", "damage: 4"), ("new", "heavy"))
    assert moved(before, before) == ()


def test_former_rules_are_asked(tmp_path: Path) -> None:
    """A copy of the repository in whose rules the Brute had a health of 7, so that his card was wrong."""
    for folder in ("cardgen", *TOP_LEVEL):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    now, found = told_now("duel"), []
    project = Project(ROOT, ROOT)
    then = Former(project, "then", tmp_path)
    assert told_then(project, then, "duel", "duel", now, found) is now, "the same rules are not asked twice"
    rewrite(tmp_path / "cardgen/rules/duel/terms.py", "brute_health: int = 6", "brute_health: int = 7")
    former = told_then(project, then, "duel", "duel", now, found)
    assert not found
    assert moved(former.cards["brute"], now.cards["brute"]) == (("gone", "health: 7"), ("new", "health: 6"))
    assert moved(former.cards["samurai"], now.cards["samurai"]) == ()
    assert former.found
    assert ("wrong-fact", "brute: health is 6, by the rules 7") in {(f.code.name, f.says) for f in former.found}
    with compared(project, "duel", None, str(ROOT), lambda *_: None) as held:
        assert held.before
        state = found_otherwise(held.before.state, former.found)
        assert [f.code.name for f in state.of_cards["brute"]] == ["wrong-fact"]
        changes = changes_of(held.before._replace(state=state), held.after)
        (brute,) = [change for change in changes.cards if change.card == "brute"]
        assert [f.says for f in brute.lost] == ["brute: health is 6, by the rules 7"]
        assert changes.lost == ()


def test_former_rules_that_do_not_answer_are_told(tmp_path: Path) -> None:
    (tmp_path / "cardgen/rules").mkdir(parents=True)
    (tmp_path / "cardgen/__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "cardgen/rules/__init__.py").write_text("raise RuntimeError('older than this')", encoding="utf-8")
    now, found = Told(("Duel",), {}), []
    project = Project(ROOT, ROOT)
    assert told_then(project, Former(project, "abc of 2026-01-01", tmp_path), "duel", "duel", now, found) is now
    assert [finding.code.name for finding in found] == ["former-rules-unknown"]


def test_both_states_are_left_as_they_were(two: Two) -> None:
    two.now(UNITS, "strength: 3", "strength: 4")
    before = {path: path.read_bytes() for path in two.then.rglob("*") if path.is_file()}
    with two.held() as held:
        assert isinstance(held, Compared)
    assert {path: path.read_bytes() for path in two.then.rglob("*") if path.is_file()} == before
