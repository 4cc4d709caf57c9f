"""Between two Rounds: the hero goes on, yields, or flees."""

from __future__ import annotations

from cardgen.rules.heavenly_debt.checks import defense, outcome_of, realm_bonus, suppressed, taken
from cardgen.rules.heavenly_debt.ending import over
from cardgen.rules.heavenly_debt.frame import has
from cardgen.rules.heavenly_debt.ground import high_bonus, trait
from cardgen.rules.heavenly_debt.scenes import EXIT
from cardgen.rules.heavenly_debt.state import Flight, State, Word, clamped
from cardgen.rules.heavenly_debt.steps import begun
from cardgen.rules.heavenly_debt.terms import (
    FAILURE,
    FOE,
    GRAZE,
    HERO,
    RED_TIDE,
    SIDES,
    SUCCESS,
    WOUNDS,
    Attribute,
)
from cardgen.rules.protocol import Chance

FLEES_WITH = Attribute.GRACE
"""What a Flee Check uses [O]."""


def leaves(state: State) -> tuple[Word, ...]:
    """What the hero may do between two Rounds: on a map he flees from an Exit, or from anywhere by Red Tide Step [S]; without
    one from where he is [ruling].
    """
    out = [Word.GO_ON, Word.YIELD]
    if state.frame.scene is None or trait(state, state.player.zone, EXIT):
        out.append(Word.FLEE)
    elif has(state.frame, RED_TIDE) and state.player.qi >= RED_TIDE.qi:
        out.append(Word.RED_TIDE)
    return tuple(out)


def left(state: State, word: Word, chance: Chance) -> State:
    """After that choice: the next Round, or the end. Whoever yields or flees has lost the Duel, not more [ruling]."""
    if word is Word.GO_ON:
        return begun(state, chance)
    if word is Word.YIELD:
        return over(state, (FOE,), "the hero yields")
    if word is Word.RED_TIDE:
        state = state._replace(player=state.player._replace(qi=state.player.qi - RED_TIDE.qi))
    if state.player.zone != state.foe.zone:  # nobody is there to hold him [S]
        return over(state._replace(flight=Flight(0, 0, 0, None)), (FOE,), "the hero has fled")
    return fled(state, chance)


def fled(state: State, chance: Chance) -> State:
    """A Flee Check [S; what it rolls and what comes of it: ruling]: a Success is away, a Partial Success is away Grazed, a
    Failure is Grazed and stays.
    """
    hero = state.frame.hero
    assert hero is not None, "who fights is agreed on before the first Round"
    roll = 1 + chance.randrange(SIDES)
    bonus = hero.attribute(FLEES_WITH) + realm_bonus(state) + high_bonus(state, HERO)
    flight = Flight(roll, bonus, defense(state), outcome_of(roll, bonus, defense(state)))
    state = state._replace(flight=flight)
    if flight.outcome is not None and flight.outcome >= SUCCESS:
        return over(state, (FOE,), "the hero has fled")
    state = grazed(state)
    if state.player.wounds >= WOUNDS:
        return over(state, (FOE,), "the hero is out")
    if flight.outcome is FAILURE:
        return begun(state, chance)
    return over(state, (FOE,), "the hero has fled")


def grazed(state: State) -> State:
    """The foe's Graze on a hero who turns away; a Wound from one who outranks him is Defiance here, too [S]."""
    player = state.player
    ward, wound = taken(player.ward, suppressed(GRAZE, -state.frame.gap, False), False)
    momentum = clamped(player.momentum + (wound and state.frame.gap > 0))
    return state._replace(player=player._replace(ward=ward, wounds=player.wounds + wound, momentum=momentum))
