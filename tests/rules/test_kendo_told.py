"""Kendo Duel: what tables tell in words of who plays next, each row of it played; and what no position can show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from cardgen.rules.kendo_duel import RULES, VARIANTS, State
from cardgen.rules.kendo_duel.terms import SEATS
from tests.rules.kendo_table import offered, play, table, turn


class Told(NamedTuple):
    """What a row says comes next; a position in which A starts, the choices from there, and whose turn it is then."""

    then: str
    state: State
    lines: tuple[str, ...]
    turn: str


FOUR = table("men-12 men-1", "men-nuki-kote bogyo do-4", "kote-11 do-10 tsuki-3", "tsuki-9")
THREE = table("men-12 men-1", "men-nuki-kote bogyo do-4", "kote-11 do-10 tsuki-3")
COUNTERED, CLOSED = "answer men-nuki-kote C", "answer kote-11"
UNANSWERED = ("start men-12 - C", "pull kote-11", "pull do-10")
DUEL = {
    "an answer that attacks": Told("whoever it is on answers", FOUR, ("start men-12 - B", COUNTERED), "C answer"),
    "a counterattack closed by a basic attack": Told(
        "the counterattack's player starts", FOUR, ("start men-12 - B", COUNTERED, CLOSED), "B start"
    ),
    "a parry": Told("the parrying player starts", FOUR, ("start men-12 - B", "answer bogyo"), "B start"),
    "no answer, two or three players in": Told("the loser starts, against anyone", THREE, UNANSWERED, "C start"),
    "no answer, four players in": Told("the winner starts, against anyone but the loser", FOUR, UNANSWERED, "A start"),
    "one of four drops out": Told(
        "the last attacker draws a bonus card and starts",
        table("men-12 men-1", "do-4", "", "tsuki-9"),
        ("start men-12 - C", "draw other"),
        "A start",
    ),
    "one of three drops out": Told(
        "the last attacker draws a bonus card, the other one starts",
        table("men-12 men-1", "do-4", ""),
        ("start men-12 - C", "draw other"),
        "B start",
    ),
}
DONE = (True, True)
FULL = "kote-11 kote-6 do-10 do-5 tsuki-9 tsuki-8"
MATCH = table(f"men-12 taiatari {FULL}", "men-nuki-kote bogyo do-4", competition=True, changed=DONE)
BARE = table(f"men-12 taiatari men-1 {FULL}", "kote-2 do-4 tsuki-3 seme seigan jodan", competition=True, changed=DONE)
STRUCK_BACK = ("start men-12 - B", "answer men-nuki-kote A")
COMPETITION = {
    "an answer that attacks": Told("the other answers", MATCH, STRUCK_BACK, "A change"),
    "a counterattack closed by a basic attack": Told(
        "the counterattack's player starts",
        MATCH,
        (*STRUCK_BACK, "change do-5 basic", "draw other", "answer kote-11"),
        "B change",
    ),
    "a parry": Told(
        "the parrying player starts, without a switch and a draw", MATCH, ("start men-12 - B", "answer bogyo"), "B start"
    ),
    "an Ippon": Told(
        "both fill their hands; who suffered it starts, without a switch and a draw", BARE, ("start men-12 - B",), "B start"
    ),
    "a Hansoku": Told("who suffered it starts, without a switch and a draw", BARE, ("start taiatari - B",), "B start"),
}


@pytest.mark.parametrize(("mode", "told"), [("duel", DUEL), ("competition", COMPETITION)])
def test_who_is_next_is_told_as_it_is_played(mode: str, told: Mapping[str, Told]) -> None:
    rows = RULES.tables()[mode]["next"]
    assert {row["after"]: row["then"] for row in rows} == {after: row.then for after, row in told.items()}
    for after, row in told.items():
        assert turn(play(row.state, *row.lines)) == row.turn, after


def test_whom_the_next_attack_may_be_on_is_told_as_it_is_played() -> None:
    on = {after: {one[-1] for one in offered(play(DUEL[after].state, *DUEL[after].lines))} for after in DUEL}
    assert on["no answer, two or three players in"] == {"A", "B"}
    assert on["no answer, four players in"] == {"B", "D"}


def test_a_bonus_is_one_card_as_it_is_told() -> None:
    state = play(DUEL["one of four drops out"].state, "start men-12 - C")
    assert len(play(state, "draw other").hands[0]) == len(state.hands[0]) + RULES.tables()["duel"]["bonus"]
    assert RULES.tables()["duel"]["bonus"] == 1


def test_minutes_are_the_sources() -> None:
    tables = RULES.tables()
    assert (tables["duel"]["minutes"], tables["competition"]["minutes"]) == ("4-5", "10-20")
    assert (tables["players"], tables["duel"]["players"]) == ({"least": 2, "most": 4, "competition": 2}, [2, 3, 4])


def test_numbers_are_told_as_the_source_has_them() -> None:
    duel, match = RULES.tables()["duel"], RULES.tables()["competition"]
    assert (duel["deal"], duel["switches"]) == ({"basic": 3, "counter": 4, "other": 5}, 2)
    assert (match["deal"], match["ippon"], match["hansoku"]) == ({"basic": 2, "counter": 3, "other": 3}, 2, 2)
    assert (match["refill"], match["drawable"]) == (6, ["Counterattacks", "Other cards"])
    starts = {kind["name"] for kind in RULES.tables()["kinds"] if kind["starts"]}
    assert starts == {"basic attack", "other attack"}


def test_of_a_hand_all_see_the_backs() -> None:
    for seat in SEATS[:2]:
        assert VARIANTS["duel"].view(table("men-12 do-4 men-nuki-kote", "jodan seme bogyo"), seat).hands == (
            (2, 1, 0),
            (0, 0, 3),
        )
