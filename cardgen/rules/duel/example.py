"""The played example of the rules sheet: one exchange by fixed choices, played by the rules themselves."""

from __future__ import annotations

from typing import Any

from cardgen.rules.duel.plans import Pair, Plan
from cardgen.rules.duel.state import Fighter, Stage, State
from cardgen.rules.duel.state import weather as weather_of
from cardgen.rules.duel.terms import AT, AWAY, CA, DC, LT, RC, STAY, TOWARD, Duellist, Evasion, Footwork, Stance
from cardgen.rules.protocol import Rules

DUELLISTS = (Duellist.SAMURAI, Duellist.MASTER)
PLANS: tuple[Plan, Plan] = (
    (Pair(Stance.LOW, LT), Pair(Stance.MIDDLE, CA), Pair(Stance.MIDDLE, AT)),
    (Pair(Stance.MIDDLE, CA), Pair(Stance.HIGH, RC), Pair(Stance.HIGH, DC)),
)
STEPS = ((TOWARD, TOWARD), (STAY, STAY), (AWAY, STAY))
"""The footwork of A and B in each slot, where they have a choice."""
INSTEAD = TOWARD
"""What B might have chosen in the last slot: the sheet tells what would have come of it."""


class _NoChance:
    """The exchange is over before anything is drawn."""

    def randrange(self, stop: int, /) -> int:
        raise AssertionError("the example leaves nothing to chance")


_CHANCE = _NoChance()


def exchange(rules: Rules[State, Any]) -> dict[str, Any]:
    """The exchange as plain data: each slot as it was played, the last one also as it might have been, and how it ended."""
    state = rules.play(rules.setup(_CHANCE), DUELLISTS, _CHANCE)
    state = rules.play(state, [plan[0].stance for plan in PLANS], _CHANCE)
    state = rules.play(state, PLANS, _CHANCE)
    start, before, slots = state, state, []
    for steps in STEPS:
        before = state
        told, state = _slot(rules, state, steps)
        slots.append(told)
    instead, _ = _slot(rules, before, (STEPS[-1][0], INSTEAD))
    result = rules.result(state)
    assert result is not None, "the exchange ends the duel"
    return {
        "A": DUELLISTS[0].value,
        "B": DUELLISTS[1].value,
        "start": {"A": start.a.space, "B": start.b.space, "distance": start.b.space - start.a.space},
        "slots": slots,
        "instead": instead,
        "winners": list(result.winners),
        "why": result.why,
    }


def _slot(rules: Rules[State, Any], state: State, steps: tuple[Footwork, Footwork]) -> tuple[dict[str, Any], State]:
    assert state.stage is Stage.FOOTWORK
    may = [rules.moves(state, seat) for seat in rules.seats]
    stepped = rules.play(state, [step if m else None for step, m in zip(steps, may, strict=True)], _CHANCE)
    may = [rules.moves(stepped, seat) for seat in rules.seats]
    ended = rules.play(stepped, [Evasion.GO_ON if m else None for m in may], _CHANCE)
    last = ended.last
    assert last is not None
    told: dict[str, Any] = {
        "number": state.slot + 1,
        "turn": last.turn,
        "weather": weather_of(state).value,
        "between": stepped.b.space - stepped.a.space,
        "distance": last.distance,
        "clash": last.clash,
    }
    fighters = zip(rules.seats, (state.a, state.b), (stepped.a, stepped.b), (ended.a, ended.b), strict=True)
    for number, (seat, was, stood, now) in enumerate(fighters):
        told[seat] = _side(state, was, stood, now) | {
            "technique": deed.technique.id if (deed := last.deeds[number]).technique else None,
            "dodged": deed.dodged,
            "taken": deed.taken,
            "dealt": last.deeds[1 - number].taken,
            "notes": list(deed.notes),
        }
    return told, ended


def _side(state: State, was: Fighter, stood: Fighter, now: Fighter) -> dict[str, Any]:
    """One player's part of a slot: what was planned, where he stood, what it cost, and the state he is left in."""
    assert was.stance is not None
    return {
        "stance": was.stance.name.lower(),
        "planned": was.plan[state.slot].technique.id,
        "footwork": stood.footwork.id if stood.footwork else None,
        "from": was.space,
        "stepped": stood.space,
        "to": now.space,
        "paid": was.stamina - now.stamina,
        "stamina": now.stamina,
        "health": now.health,
        "lock": now.lock,
        "stiff": now.stiff,
        "heavy": now.heavy,
    }
