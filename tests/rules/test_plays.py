"""Recorded games replay move by move."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules import record_heavenly_debt as heavenly_debt
from tests.rules import record_nine_cards as nine_cards
from tests.rules.record import PLAYS, RECORDED, replayed


@pytest.mark.parametrize("file", sorted(PLAYS.glob("*.txt")), ids=lambda p: p.stem)
def test_a_recorded_duel_replays_move_by_move(file: Path) -> None:
    for number, (stands, comes) in enumerate(replayed(file.read_text(encoding="utf-8")), 1):
        assert comes == stands, f"{file.name}:{number}"


def test_the_recorded_duels_show_what_they_should() -> None:
    assert {p.stem for p in PLAYS.glob("*.txt")} == RECORDED.keys()
    text = "".join(p.read_text(encoding="utf-8") for p in PLAYS.glob("*.txt"))
    for seen in ("morning-sun", "dodge |", "locked", "stiff", "wins", "| lot "):
        assert seen in text, seen


@pytest.mark.parametrize("name", nine_cards.RECORDED)
def test_a_recorded_game_of_nine_cards_replays_move_by_move(name: str) -> None:
    text = (nine_cards.PLAYS / f"{name}.txt").read_text(encoding="utf-8")
    for number, (stands, comes) in enumerate(nine_cards.replayed(nine_cards.RECORDED[name].rules, text), 1):
        assert comes == stands, f"{name}.txt:{number}"


def test_the_recorded_games_of_nine_cards_show_what_they_should() -> None:
    texts = {p.stem: p.read_text(encoding="utf-8") for p in nine_cards.PLAYS.glob("*.txt")}
    assert texts.keys() == nine_cards.RECORDED.keys()
    for name, seen in {
        "dice-a-fall": "no life left",
        "dice-three-rounds": "less life",
        "dice-the-best-of-three": "less life",
        "dice-the-long-contest": "deal 5",
        "dice-both-fall": "both fell in one round",
        "cards-the-last-card": "no card left",
        "cards-both-out": "both have played their last card",
        "cards-to-the-last-round": "fewer cards after the last round",
        "cards-level": "as many cards after the last round",
        "cards-resigned": "| resign =>",
    }.items():
        assert seen in texts[name], name
    assert len(texts["dice-three-rounds"].splitlines()) == 1 + 3 + 1
    assert len(texts["cards-to-the-last-round"].splitlines()) == 1 + 15 + 1


@pytest.mark.parametrize("name", heavenly_debt.RECORDED)
def test_a_recorded_duel_of_heavenly_debt_replays_move_by_move(name: str) -> None:
    text = (heavenly_debt.PLAYS / f"{name}.txt").read_text(encoding="utf-8")
    for number, (stands, comes) in enumerate(heavenly_debt.replayed(heavenly_debt.RECORDED[name], text), 1):
        assert comes == stands, f"{name}.txt:{number}"


def test_the_recorded_duels_of_heavenly_debt_show_what_they_should() -> None:
    texts = {p.stem: p.read_text(encoding="utf-8") for p in heavenly_debt.PLAYS.glob("*.txt")}
    assert texts.keys() == heavenly_debt.RECORDED.keys()
    for name, seen in {
        "a-rival-on-the-ferry": "stay | -",
        "a-boss-on-the-stair": "Foresight | -",
        "from-the-reeds": "m1 q3 s0 reeds",
        "outranked-in-the-granary": "finisher | - | lots 16",
        "fled": "Red Tide Step | -",
    }.items():
        assert seen in texts[name], name
    assert texts["fled"].endswith("foe: the hero has fled\n")
