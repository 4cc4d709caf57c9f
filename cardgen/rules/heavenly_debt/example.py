"""The played example of the rules sheet: Rounds of a Duel by fixed choices and dice, played by the rules themselves."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardgen.rules.heavenly_debt.ending import followed, moved
from cardgen.rules.heavenly_debt.frame import Agreed, Arts
from cardgen.rules.heavenly_debt.leaving import left
from cardgen.rules.heavenly_debt.opening import opened
from cardgen.rules.heavenly_debt.scenes import SCENES, named
from cardgen.rules.heavenly_debt.state import After, Bid, Bout, Effort, Go, Hit, Stage, State, Word
from cardgen.rules.heavenly_debt.steps import checked, edged, foe_yields, revealed, shown, struck
from cardgen.rules.heavenly_debt.terms import (
    ATTACK,
    FEINT,
    GUARD,
    HERO,
    QI_BURST,
    RIVAL,
    SEAL,
    TECHNIQUES,
    Stance,
)

_BY_ID = {technique.id: technique for technique in TECHNIQUES}
_RETURN, _BURN = _BY_ID["hundred-step-return"], _BY_ID["salt-burn"]
FRAME = Agreed(hero=SEAL, arts=Arts((_BURN, _RETURN)), kind=RIVAL, ground=SCENES[1])


class Choices(NamedTuple):
    """What both choose in a Round, and the die."""

    bid: Bid
    foe: Stance
    roll: int
    effort: Effort = Effort()
    after: After = After()
    go: Go = Go()


ROUNDS = (
    Choices(Bid(GUARD, _RETURN), ATTACK, 14, go=Go("shrine")),
    Choices(Bid(FEINT), QI_BURST, 17),
    Choices(Bid(ATTACK), FEINT, 12, Effort(finisher=True)),
    Choices(Bid(ATTACK), FEINT, 14, Effort(push=True), After()),
)
"""Four Rounds: a Guard that takes the High ground and moves on; a Feint; a Finisher against a foe that is Off Balance; the
same Stance again, which the foe answers, with a Push.
"""
INSTEAD = Choices(Bid(QI_BURST, _BURN), FEINT, 14)
"""What the hero might have chosen in the last Round: the sheet tells what would have come of it."""


class _Die:
    """A die that shows what it is told."""

    def __init__(self, face: int) -> None:
        self.face = face

    def randrange(self, stop: int, /) -> int:
        assert 1 <= self.face <= stop
        return self.face - 1


def example() -> dict[str, Any]:
    """The Rounds as plain data, the last one also as it might have been."""
    before = state = opened(State(Stage.HERO, FRAME, solo=False), _Die(1))
    start = state
    rounds = []
    for choices in ROUNDS:
        before = state
        state = played(state, choices)
        rounds.append(told(before, state))
        state = left(state, Word.GO_ON, _Die(1))
    return {
        "hero": SEAL.id,
        "foe": RIVAL.id,
        "scene": SCENES[1].id,
        "techniques": [technique.id for technique in (_BURN, _RETURN)],
        "high": start.high,
        "zone": named(SCENES[1], start.player.zone),
        "rounds": rounds,
        "instead": told(before, played(before, INSTEAD)),
    }


def played(state: State, choices: Choices) -> State:
    """The state after a Round: all but the hero's leaving has been chosen."""
    die = _Die(choices.roll)
    while state.stage not in (Stage.LEAVE, Stage.OVER):
        match state.stage:
            case Stage.EDGE:
                state = edged(state, Word.GO_ON, die)
            case Stage.SHOW:
                state = shown(state, choices.foe)
            case Stage.STANCE:
                state = revealed(state, choices.bid, choices.foe, die)
            case Stage.EFFORT:
                state = checked(state, choices.effort, die)
            case Stage.AFTER:
                state = struck(state, choices.after)
            case Stage.FOE_YIELDS:
                state = foe_yields(state, Word.GO_ON)
            case Stage.MOVE:
                state = moved(state, state.bout.mover, choices.go if state.bout.mover == HERO else Go())
            case _:
                state = followed(state, Word.FOLLOW)
    return state


def told(before: State, state: State) -> dict[str, Any]:
    """A Round that was played, in plain words and numbers; `from` and `to` are the tracks before and after it."""
    bout, scene = state.bout, state.frame.scene
    assert bout.bid is not None
    assert bout.foe is not None
    assert bout.clash is not None
    assert bout.outcome is not None
    assert scene is not None
    return {
        "number": bout.number,
        "shown": bout.shown,
        "stance": bout.bid.stance.title,
        "technique": bout.bid.technique.name if bout.bid.technique else "",
        "foe": bout.foe.title,
        "predictable": bout.predictable,
        "clash": bout.clash.value,
        "finisher": bout.effort.finisher,
        "push": bout.effort.push,
        "roll": bout.roll,
        "bonus": bout.bonus,
        "total": bout.total,
        "defense": bout.defense,
        "under": bout.defense - bout.total,
        "outcome": bout.outcome.title,
        "hit": _hit(bout.hit),
        "foe_hit": _hit(bout.foe_hit),
        "paid": bout.paid,
        "gained": bout.gained,
        "foe_gained": bout.foe_gained,
        "high": state.high,
        "zone": named(scene, state.player.zone),
        "moved": _moved(bout, state),
        "from": _tracks(before),
        "to": _tracks(state),
    }


def _hit(hit: Hit | None) -> dict[str, Any] | None:
    return hit._asdict() if hit else None


def _moved(bout: Bout, state: State) -> str:
    """The name of the Zone into which somebody moved; "" for none."""
    return named(state.frame.scene, bout.moved) if bout.moved and state.frame.scene else ""


def _tracks(state: State) -> dict[str, Any]:
    player, foe = state.player, state.foe
    return {
        "ward": player.ward,
        "wounds": player.wounds,
        "momentum": player.momentum,
        "qi": player.qi,
        "strain": player.strain,
        "foe_ward": foe.ward,
        "foe_wounds": foe.wounds,
        "foe_momentum": foe.momentum,
        "off_balance": foe.off_balance,
    }
