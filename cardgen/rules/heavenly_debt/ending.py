"""The end of a Round: Momentum, High ground, moves, hazards; then whoever is out, flees or yields."""

from __future__ import annotations

from cardgen.rules.heavenly_debt.checks import taken
from cardgen.rules.heavenly_debt.frame import has
from cardgen.rules.heavenly_debt.ground import came, near, trait
from cardgen.rules.heavenly_debt.scenes import HAZARD, HIGH, WATER
from cardgen.rules.heavenly_debt.state import Go, Stage, State, Word, clamped
from cardgen.rules.heavenly_debt.terms import (
    FOE,
    GUARD,
    HAZARD_HARM,
    HERO,
    MINION,
    MINION_ROUNDS,
    TECHNIQUES,
    WOUNDS,
)
from cardgen.rules.protocol import Result


def over(state: State, winners: tuple[str, ...], why: str) -> State:
    """The Duel has ended, and both sides' Momentum with it [S]."""
    player, foe = state.player._replace(momentum=0), state.foe._replace(momentum=0)
    return state._replace(stage=Stage.OVER, player=player, foe=foe, last=state.bout, over=Result(winners, why))


def ended(state: State) -> State:
    """The end of a Round: the Momentum of both is added up and changed by the total [S], the High ground passes, somebody
    moves.
    """
    bout, player, foe = state.bout, state.player, state.foe
    assert bout.bid is not None, "the Stances are revealed"
    player = player._replace(momentum=clamped(player.momentum + bout.gained), last=bout.bid.stance)
    foe = foe._replace(momentum=clamped(foe.momentum - bout.foe_paid + bout.foe_gained), last=bout.foe)
    state = taken_high(state._replace(player=player, foe=foe))
    side = mover(state)
    if not side:
        return settled(state)
    if side == FOE and state.solo:
        return moved(state, FOE, Go(solo_goes(state)))
    return state._replace(stage=Stage.MOVE, bout=bout._replace(mover=side))


def taken_high(state: State) -> State:
    """Where only one side's Stance lands and both stand on High ground, that side takes it [S]."""
    bout, zone = state.bout, state.player.zone
    if bout.landed is bout.foe_landed or zone != state.foe.zone or not trait(state, zone, HIGH):
        return state
    return state._replace(high=HERO if bout.landed else FOE)


def mover(state: State) -> str:
    """Who may move at the end of a Round: the side that alone landed its Stance [ruling], and the hero whose Hundred-Step
    Return landed [S]; "" for nobody, as without a map.
    """
    bout = state.bout
    if state.frame.scene is None:
        return ""
    if bout.landed and (not bout.foe_landed or returned(state)):
        return HERO
    return FOE if bout.foe_landed and not bout.landed else ""


def returned(state: State) -> bool:
    """Whether a Guard landed that was a Hundred-Step Return."""
    bid = state.bout.bid
    return bid is not None and bid.stance is GUARD and bid.technique is not None and bid.technique.returns


def goes(state: State) -> tuple[Go, ...]:
    """To stay, and the Zones that a line joins to the mover's."""
    zone = state.player.zone if state.bout.mover == HERO else state.foe.zone
    return (Go(), *(Go(other) for other in near(state, zone)))


def solo_goes(state: State) -> str:
    """Where a foe goes that nobody plays: up to High ground next to it, unless it stands on some; else out of Water or a
    Hazard; else nowhere [ruling].
    """
    zone, beside = state.foe.zone, near(state, state.foe.zone)
    if trait(state, zone, HIGH):
        return ""
    better = [other for other in beside if trait(state, other, HIGH)]
    if wet_or_worse(state, zone):
        better += [other for other in beside if not wet_or_worse(state, other)]
    return better[0] if better else ""


def wet_or_worse(state: State, zone: str) -> bool:
    """Whether a Zone is one that a foe of nobody's leaves [ruling]."""
    return trait(state, zone, WATER) or trait(state, zone, HAZARD)


def moved(state: State, side: str, go: Go) -> State:
    """A side moves, and the other follows and arrives second; only a hero with Reach may stay where he is [rulings]."""
    state = state._replace(bout=state.bout._replace(mover=side, moved=go.zone))
    if not go.zone:
        return settled(state)
    if side == HERO:
        return burnt(came(state, go.zone, FOE if go.zone == state.foe.zone else HERO))
    if may_stay(state):
        return state._replace(stage=Stage.FOLLOW, foe=state.foe._replace(zone=go.zone), high="")
    return burnt(came(state, go.zone, FOE))


def may_stay(state: State) -> bool:
    """Whether the hero may let the foe go: with Reach he can land from where he stands [ruling]."""
    return any(technique.reach and has(state.frame, technique) for technique in TECHNIQUES)


def followed(state: State, word: Word) -> State:
    """After the hero followed or stayed."""
    return burnt(state if word is Word.STAY else came(state, state.foe.zone, FOE))


def settled(state: State) -> State:
    """A foe that stands in another Zone comes to the hero's, and arrives second [ruling]."""
    if state.player.zone != state.foe.zone:
        state = came(state, state.player.zone, HERO)
    return burnt(state)


def burnt(state: State) -> State:
    """Whoever ends the Round in a Hazard takes 1 harm [S]; then it is seen who is out."""
    player, foe = state.player, state.foe
    burns: list[str] = []
    if trait(state, player.zone, HAZARD):
        ward, wound = taken(player.ward, HAZARD_HARM, False)
        player, burns = player._replace(ward=ward, wounds=player.wounds + wound), [*burns, HERO]
    if trait(state, foe.zone, HAZARD):
        ward, wound = taken(foe.ward, HAZARD_HARM, False)
        foe, burns = foe._replace(ward=ward, wounds=foe.wounds + wound), [*burns, FOE]
    bout = state.bout._replace(burnt=tuple(burns))
    state = state._replace(stage=Stage.LEAVE, player=player, foe=foe, bout=bout, last=bout)
    return outs(state)


def outs(state: State) -> State:
    """Who is out when a Round has ended; both at once is a draw [ruling]."""
    hero = state.player.wounds >= WOUNDS
    fallen = state.kind.id == MINION.id and state.bout.number >= MINION_ROUNDS
    foe = state.foe.wounds >= state.kind.wounds
    if hero and (foe or fallen):
        return over(state, (), "both are out")
    if hero:
        return over(state, (FOE,), "the hero is out")
    if foe or fallen:
        return over(state, (HERO,), "the foe is out" if foe else "a Minion falls in a Round")
    return state
