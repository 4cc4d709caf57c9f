"""Recorded duels replay move by move."""

from __future__ import annotations

from pathlib import Path

import pytest

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
