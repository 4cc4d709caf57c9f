"""Plans: three pairs of a stance and a technique, and which of their slots are misplays."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from cardgen.rules.duel.terms import HC, OF_STANCE, SLOTS, WAIT, Stance, Technique


class Pair(NamedTuple):
    """What is planned for one slot."""

    stance: Stance
    technique: Technique


Plan = tuple[Pair, ...]

AFTER_MISPLAY = Stance.MIDDLE
"""The stance of a slot that fails; what follows is judged from it [ruling]."""


class Misplay(Enum):
    """Why a slot of a plan fails, and thereby when it shows [ruling].

    STANCE, an illegal change, shows when stances are revealed: the stance is Middle from then on. TECHNIQUE, one that does not
    fit, shows when techniques are: until then the stance is the planned one.
    """

    STANCE = "stance"
    TECHNIQUE = "technique"


def misplays(plan: Plan, free: bool) -> tuple[Misplay | None, ...]:
    """Which slots of a plan fail: judged when it is locked, from the plan alone, whatever happens to it later [ruling].

    Who is `free` of recovery has none to keep after a heavy cut.
    """
    wrong: list[Misplay | None] = []
    former: Stance | None = None
    heavy = False
    for stance, technique in plan:
        fails: Misplay | None = None
        if not may_follow(former, stance, heavy):
            fails = Misplay.STANCE
        elif not fits(technique, stance, heavy):
            fails = Misplay.TECHNIQUE
        wrong.append(fails)
        former = AFTER_MISPLAY if fails else stance
        heavy = technique.heavy and not fails and not free
    return tuple(wrong)


def may_follow(former: Stance | None, stance: Stance, heavy: bool) -> bool:
    """A stance is the former one or its neighbour; after a heavy cut it is Low, the one drop from High to Low [ruling]."""
    return stance is Stance.LOW if heavy else former is None or abs(stance - former) <= 1


def fits(technique: Technique, stance: Stance, heavy: bool) -> bool:
    """A stance has its own techniques and Wait; after a heavy cut there are only Horizontal Cut and Wait."""
    return technique in (HC, WAIT) if heavy else technique.stance in (stance, None)


@lru_cache(maxsize=8)
def legal_plans(opening: Stance, free: bool) -> tuple[Plan, ...]:
    """Every plan without a misplay whose first slot has the opening stance."""

    def longer(plan: Plan) -> tuple[Plan, ...]:
        if len(plan) == SLOTS:
            return (plan,)
        found: tuple[Plan, ...] = ()
        for stance in Stance:
            for technique in OF_STANCE[stance]:
                more = (*plan, Pair(stance, technique))
                if not any(misplays(more, free)):
                    found += longer(more)
        return found

    return tuple(plan for technique in OF_STANCE[opening] for plan in longer((Pair(opening, technique),)))
