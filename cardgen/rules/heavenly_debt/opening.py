"""What is left open by the frame is chosen before the first Round; then both take their places."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.rules.heavenly_debt.frame import Agreed, Arts, Ground, all_arts, drawn, start_of
from cardgen.rules.heavenly_debt.ground import came, trait
from cardgen.rules.heavenly_debt.scenes import SCREENED
from cardgen.rules.heavenly_debt.state import Foe, Player, Stage, State
from cardgen.rules.heavenly_debt.steps import begun
from cardgen.rules.heavenly_debt.terms import (
    AMBUSH,
    FOE,
    HERO,
    HEROES,
    KINDS,
    TEMPERAMENTS,
    Hero,
    Kind,
    Temperament,
)
from cardgen.rules.protocol import Chance

Opening = Hero | Arts | Kind | Temperament | Ground


def opened(state: State, chance: Chance) -> State:
    """The next thing that is open, in the order of the stages; the first Round where nothing is."""
    frame = state.frame
    if frame.hero is None:
        return state._replace(stage=Stage.HERO)
    if frame.arts is None:
        return state._replace(stage=Stage.ARTS)
    if frame.kind is None:
        return state._replace(stage=Stage.KIND)
    if state.solo and frame.temperament is None:
        return state._replace(stage=Stage.TEMPERAMENT)
    if frame.ground is None:
        return state._replace(stage=Stage.GROUND)
    if frame.ground is Ground.TABLE:
        frame = frame._replace(ground=drawn(chance))
    return placed(state._replace(frame=frame), chance)


def chooser(state: State) -> str:
    """Who chooses what is open: the foe's player his foe, the hero's all else [ruling]."""
    return FOE if state.stage is Stage.KIND and not state.solo else HERO


def openings(state: State) -> Sequence[Opening]:
    """What may be chosen."""
    match state.stage:
        case Stage.HERO:
            return HEROES
        case Stage.ARTS:
            return all_arts()
        case Stage.KIND:
            return KINDS
        case Stage.TEMPERAMENT:
            return TEMPERAMENTS
    return tuple(Ground)


def chosen(frame: Agreed, what: Opening) -> Agreed:
    """The frame with that in its place."""
    match what:
        case Hero():
            return frame._replace(hero=what)
        case Arts():
            return frame._replace(arts=what)
        case Kind():
            return frame._replace(kind=what)
        case Temperament():
            return frame._replace(temperament=what)
        case Ground():
            return frame._replace(ground=what)


def placed(state: State, chance: Chance) -> State:
    """Both in one Zone, their Ward whole, before the first Round; who was there first, from an Ambush, begins with 1 Momentum
    [ruling].
    """
    start = start_of(state.frame)
    state = state._replace(player=Player(), foe=Foe(ward=state.kind.ward))
    state = came(state, start.zone, start.first)
    if start.ambush and trait(state, start.zone, SCREENED):
        if start.first == HERO:
            state = state._replace(player=state.player._replace(momentum=AMBUSH))
        else:
            state = state._replace(foe=state.foe._replace(momentum=AMBUSH))
    return begun(state, chance)
