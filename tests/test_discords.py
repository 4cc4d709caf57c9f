"""Cards of one deck that contradict one another: found even where a designer has waived what each says for itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardgen.findings import Finding
from cardgen.rules import rules_of
from cardgen.validate import Waivers, check_data
from tests.conftest import ROOT
from tests.shipped import GAMES, Changed, copied, loaded


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {name: copied(tmp_path_factory.mktemp(name), name) for name in GAMES}


def stated(name: str) -> dict[str, dict[str, Any]]:
    """The cards as their data has them, to be changed."""
    game = loaded(ROOT, name)
    return {card.id: game.printed(card, game.language) for family in game.families for card in family.cards}


def test_the_cards_of_every_game_that_ships_agree() -> None:
    for name in GAMES:
        assert list(rules_of(name).discords(stated(name))) == []


CONTRADICTIONS = [
    ("duel", "stances", "opens: [Downward Cut, ", "opens: [", "high", "downward-cut: is of the stance high"),
    ("nine-cards", "elements", "beats: 火, beaten: 木", "beats: 木, beaten: 木", "water-1", "water-1: beats 木"),
    ("daisho", "combat", "negates: Thrust", "negates: Slash", "dodge", "thrust: no card negates Thrust alone"),
    ("daisho", "personas", "from: Speed", "from: Haste", "samurai", "samurai: there is no card Haste in the deck"),
    ("heavenly-debt", "stances", "beats: Feint", "beats: Guard", "attack", "attack: beats Guard, and guard does not"),
    ("kendo-duel", "other", "answers: [Taiatari]", "answers: [Jodan]", "tai-sabaki", "tai-sabaki: answers jodan, which"),
    ("kendo-duel", "other", "answers: [Maki age]", "answers: [Maki]", "kamae", 'kamae: there is no card "Maki"'),
]  # fmt: skip


@pytest.mark.parametrize("one", CONTRADICTIONS, ids=lambda one: f"{one[0]}-{one[4]}")
def test_what_is_waived_must_agree_with_the_other_cards_all_the_same(
    copies: dict[str, Path], one: tuple[str, str, str, str, str, str]
) -> None:
    name, file, old, new, card, says = one
    folder = copies[name] / "card_data" / name
    row = f"  - {{code: wrong-fact, card: {card}, about: '', reason: a trial print}}\n"
    settings = (folder / "game.yaml").read_text(encoding="utf-8").replace("\nfamilies:", f"\nwaive:\n{row}\nfamilies:", 1)
    text = (folder / f"{file}.yaml").read_text(encoding="utf-8")
    head, own, rest = text.partition(re.search(rf"id: {card}\b", text)[0])  # type: ignore[index]
    assert old in rest
    with Changed(folder / f"{file}.yaml", head + own + rest.replace(old, new, 1)):
        assert {f.code.name for f in told(copies[name], name)} == {"wrong-fact"}, "what follows from it is not told"
        with Changed(folder / "game.yaml", settings):
            found = [f for f in told(copies[name], name) if f.code.name != "waived"]
    assert {f.code.name for f in found} == {"cards-disagree"}
    assert any(f.says.startswith(says) for f in found), found
    assert all(f.at.line > 1 and f.at.path.startswith(f"card_data/{name}/") for f in found)


def told(root: Path, name: str) -> list[Finding]:
    game = loaded(root, name)
    return list(Waivers(game).applied(check_data(game)))


def test_an_attack_that_no_card_answers_is_found() -> None:
    cards = stated("kendo-duel")
    for card in cards.values():
        for field in ("answers", "answered"):
            if isinstance(card.get(field), tuple):
                card[field] = tuple(one for one in card[field] if one not in ("Maki age", "Kamae", "Fudoshin"))
    cards["kamae"]["answers"] = ()
    found = dict(rules_of("kendo-duel").discords(cards))
    assert found["maki-age"] == "maki-age: no card answers it"


def test_one_sided_answers_are_found_from_both_sides() -> None:
    cards: Mapping[str, dict[str, Any]] = stated("kendo-duel")
    cards["mushin"]["answers"] = ("Jodan",)
    assert ("mushin", "mushin: does not answer seme, which says that it is answered by mushin") in rules_of(
        "kendo-duel"
    ).discords(cards)
    cards["mushin"]["answers"] = ("Jodan", "Seme", "Taiatari")
    assert ("mushin", "mushin: answers taiatari, which says that it is not answered by mushin") in rules_of(
        "kendo-duel"
    ).discords(cards)


OWN = """
  - id: zanshin
    name: Zanshin
    kanji: 残心
    reading: zanshin
    seal: 残
    kind: {kind}
    art: bogyo
    {lists}
    text: "*The mind that stays.*"
"""


@pytest.mark.parametrize(
    ("kind", "lists", "says"),
    [
        ("parrying card", "answers: [Jodan]", "zanshin: answers jodan, which says that it is not answered by zanshin"),
        ("parrying card", "answers: [Nobody]", 'zanshin: there is no card "Nobody", and none of a kind that is called so'),
        ("other attack", "answered: []", "zanshin: no card answers it"),
        ("other attack", "answered: [Kamae]", "kamae: does not answer zanshin, which says that it is answered by kamae"),
    ],
)
def test_a_card_of_one_s_own_must_agree_with_the_deck(copies: dict[str, Path], kind: str, lists: str, says: str) -> None:
    """Also where it is waived that the rules do not know it."""
    folder = copies["kendo-duel"] / "card_data/kendo-duel"
    waived = "\nwaive:\n  - {code: card-unknown, card: zanshin, reason: a trial print}\nfamilies:"
    settings = (folder / "game.yaml").read_text(encoding="utf-8").replace("\nfamilies:", waived, 1)
    text = (folder / "other.yaml").read_text(encoding="utf-8")
    with (
        Changed(folder / "other.yaml", text + OWN.format(kind=kind, lists=lists)),
        Changed(folder / "game.yaml", settings),
    ):
        found = [f.says for f in told(copies["kendo-duel"], "kendo-duel") if f.code.name == "cards-disagree"]
    assert says in found


def test_a_target_changed_against_what_answers_it_is_found() -> None:
    cards = stated("kendo-duel")
    cards["men-nuki-kote"]["to"] = "Do"
    found = [says for _, says in rules_of("kendo-duel").discords(cards)]
    assert "kote-2: does not answer men-nuki-kote, which says that it is answered by kote-2" in found
    assert "do-4: answers men-nuki-kote, which says that it is not answered by do-4" in found
