"""Plans: three pairs of a stance and a technique, and which of their slots are misplays."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cardgen.rules.duel.terms import HC, OF_STANCE, SLOTS, WAIT, Stance, Technique


class Pair(NamedTuple):
    """What is planned for one slot."""

    stance: Stance
    technique: Technique


Plan = tuple[Pair, ...]


def misplays(plan: Plan, free: bool) -> tuple[bool, ...]:
    """Which slots of a plan fail: judged when it is locked, from the plan alone, whatever happens to it later [ruling].

    A stance is the former one or its neighbour; its technique is its own or Wait; after a planned heavy cut comes Low with
    Horizontal Cut or Wait, unless its owner is `free` of recovery. Where a slot fails the stance is Middle, and what follows is
    judged from there [ruling].
    """
    wrong = []
    former: Stance | None = None
    heavy = False
    for stance, technique in plan:
        if heavy:
            fails = stance is not Stance.LOW or technique not in (HC, WAIT)
        else:
            fails = former is not None and abs(stance - former) > 1
        fails = fails or technique.stance not in (stance, None)
        wrong.append(fails)
        former = Stance.MIDDLE if fails else stance
        heavy = technique.heavy and not fails and not free
    return tuple(wrong)


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
