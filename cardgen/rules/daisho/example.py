"""The played example of the rules sheet: two turns by fixed cards and choices, played by the rules themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardgen.rules.daisho.choices import NO_STRIKE, Attack, Cover, Defence, Drop, Guard, Show, Strike
from cardgen.rules.daisho.hands import Hand, Pile, cards_of, hand_of, without
from cardgen.rules.daisho.state import Deed, Side, Stage, State
from cardgen.rules.daisho.terms import (
    ARMOR,
    BLOCK,
    BY_ID,
    CHOP,
    COMBO,
    COPIES,
    DODGE,
    KAI,
    PARRY,
    SLASH,
    SPEED,
    THRUST,
    Advantage,
    Card,
)
from cardgen.rules.daisho.turn import dealt
from cardgen.rules.protocol import Rules

FIGHTERS = (BY_ID["ronin"], BY_ID["samurai"])
FIRST = (
    (*[CHOP] * 3, SLASH, THRUST, KAI, ARMOR, ARMOR, PARRY, SPEED),
    (CHOP, *[SLASH] * 3, KAI, ARMOR, DODGE, BLOCK, SPEED, SPEED),
)
"""The hands dealt to A and B."""
THEN = (
    ((COMBO,), (SLASH,)),
    (
        (CHOP, SLASH, *[THRUST] * 3, KAI, DODGE, BLOCK, COMBO, SPEED),
        (*[CHOP] * 4, SLASH, SLASH, KAI, COMBO, SPEED),
    ),
    ((SLASH,), ()),
)
"""What they draw after it: in the Second Step, in the First Step of turn 2, in its Second Step."""


class Choices(NamedTuple):
    """What A and B choose in a turn, phase by phase; an advantage by who leads."""

    drops: tuple[Drop, Drop]
    shows: tuple[Show, Show]
    advantage: Advantage | None
    strikes: tuple[Strike, Strike]
    defences: tuple[Defence, Defence]
    guards: tuple[Guard, Guard]
    recovers: tuple[Drop, Drop]


TURNS = (
    Choices(
        (Drop((SLASH,)), Drop((CHOP,))),
        (Show(2), Show(0)),
        Advantage.ARMOR_ONLY,
        (Strike((Attack(CHOP, 3, 0, 1), Attack(THRUST, 1, 0, 0)), COMBO), Strike((Attack(SLASH, 4, 0, 1),), None)),
        (Defence((Cover(PARRY, PARRY),)), Defence(())),
        (Guard(0, 0), Guard(1, 2)),
        (Drop(()), Drop((BLOCK,))),
    ),
    Choices(
        (Drop((CHOP,)), Drop(())),
        (Show(0), Show(0)),
        None,
        (
            Strike((Attack(SLASH, 2, 0, 1), Attack(THRUST, 3, 0, 0)), COMBO),
            Strike((Attack(CHOP, 4, 0, 0), Attack(SLASH, 2, 0, 1)), COMBO),
        ),
        (Defence((Cover(BLOCK, BLOCK),)), Defence((Cover(DODGE, DODGE),))),
        (Guard(0, 0), Guard(0, 1)),
        (Drop(()), Drop(())),
    ),
)


class _NoChance:
    """The draw pile lies in a known order, and does not run out."""

    def randrange(self, stop: int, /) -> int:
        raise AssertionError("the example leaves nothing to chance")


_CHANCE = _NoChance()


def stacked(draws: Sequence[tuple[Sequence[Card], Sequence[Card]]]) -> Pile:
    """A draw pile from which A and B fill their hands with these cards, one filling after the other.

    ValueError where the deck does not have them.
    """
    order: list[Card] = []
    for one, two in draws:
        for number in range(max(len(one), len(two))):
            order += [cards[number] for cards in (one, two) if number < len(cards)]
    rest = [has - needs for has, needs in zip(COPIES, hand_of(order), strict=True)]
    if min(rest) < 0:
        raise ValueError("there are not so many in the deck")
    return (*cards_of(tuple(rest)), *reversed(order))


def example(rules: Rules[State, Any]) -> dict[str, Any]:
    """Two turns as plain data: for each phase what A and B did, and how it left them."""
    start = State(Stage.SECOND_STEP, Side(FIGHTERS[0]), Side(FIGHTERS[1]))
    state = dealt(start, stacked((FIRST, *THEN)), _CHANCE)
    turns = []
    for choices in TURNS:
        told, state = _turn(rules, state, choices)
        turns.append(told)
    return {"A": FIGHTERS[0].id, "B": FIGHTERS[1].id, "turns": turns}


def _turn(rules: Rules[State, Any], state: State, choices: Choices) -> tuple[dict[str, Any], State]:
    number, before = state.turn, state
    filled = state = rules.play(state, choices.drops, _CHANCE)
    assert state.stage is Stage.SPEED, "the Ronin chooses what he shows, so that hands are still whole"
    while state.turn == number:
        chosen = _choice(state, choices)
        may = [rules.moves(state, seat) for seat in rules.seats]
        state = rules.play(state, [move if m else None for move, m in zip(chosen, may, strict=True)], _CHANCE)
    last = state.last
    assert last is not None
    told: dict[str, Any] = {
        "number": number,
        "lead": None if last.lead is None else rules.seats[last.lead],
        "advantage": last.advantage.value if last.advantage else None,
    }
    for seat, name in enumerate(rules.seats):
        was, now, deed = before.sides[seat], state.sides[seat], last.deeds[seat]
        told[name] = {
            "dealt": named(cards_of(was.hand)),
            "drawn": named(_drawn(was.hand, deed.dropped, filled.sides[seat].hand)),
            **deed_told(deed),
            "struck": sum(attack.damage for attack in last.deeds[1 - seat].strike.attacks),
            "from": was.hit_points,
            "to": now.hit_points,
        }
    return told, state


def _choice(state: State, choices: Choices) -> tuple[Any, Any]:
    match state.stage:
        case Stage.SPEED:
            return choices.shows
        case Stage.ADVANTAGE:
            return choices.advantage, choices.advantage
        case Stage.STRIKE:
            return choices.strikes
        case Stage.DEFEND:
            return choices.defences
        case Stage.CUT:
            return choices.guards
    return choices.recovers


def _drawn(before: Hand, dropped: Sequence[Card], after: Hand) -> tuple[Card, ...]:
    """What a player drew in the Second Step."""
    return cards_of(tuple(now - kept for now, kept in zip(after, without(before, dropped), strict=True)))


def deed_told(deed: Deed) -> dict[str, Any]:
    """What a player did in a turn, in plain words and numbers; cards by their names."""
    return {
        "dropped": named(deed.dropped),
        "speed": deed.speed,
        "turned": deed.turned,
        "speeds": deed.speeds,
        "attacks": [
            {"type": a.type.title, "own": a.own, "turned": a.turned, "kai": a.kai, "damage": a.damage}
            for a in deed.strike.attacks
        ],
        "combo": deed.strike != NO_STRIKE and deed.strike.combo is not None,
        "covers": [{"played": cover.played.title, "card": cover.card.title} for cover in deed.defence.covers],
        "armor": deed.guard.own,
        "armor_turned": deed.guard.turned,
        "taken": deed.taken,
        "recovered": named(deed.recovered),
    }


def named(cards: Sequence[Card]) -> list[str]:
    return [card.title for card in cards]
