"""The nine steps of a Round. Each function takes what was chosen, and goes on to the next choice."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.rules.heavenly_debt.checks import (
    compared,
    defense,
    is_fist,
    outcome_of,
    realm_bonus,
    stance_harm,
    suppressed,
    taken,
)
from cardgen.rules.heavenly_debt.ending import ended, over
from cardgen.rules.heavenly_debt.frame import has
from cardgen.rules.heavenly_debt.ground import foe_reaches, high_bonus, near, on_ground, reaches, trait
from cardgen.rules.heavenly_debt.scenes import DENSE_QI, WATER
from cardgen.rules.heavenly_debt.state import After, Bid, Bout, Effort, Hit, Stage, State, Word
from cardgen.rules.heavenly_debt.terms import (
    BORROW_DEBT,
    BREAK_WOUNDS,
    BURST_QI,
    BURST_STRAIN,
    CLASH_BONUS,
    CRITICAL,
    CRITICAL_HARM,
    DEFIANT_GAP,
    DIE,
    EXTRA_COST,
    EXTRA_HARM,
    FEINT,
    FINISHER,
    FOE,
    FORESEEING,
    GRAZE,
    GUARD,
    HARM,
    HERO,
    LANTERN,
    PREDICTABLE,
    PUSH,
    PUSH_STRAIN,
    QI_BURST,
    RAISE_STEPS,
    RESULTS,
    SIDES,
    STANCES,
    STRAIN,
    SUCCESS,
    TECHNIQUES,
    USES,
    WOUNDS,
    Clash,
    Landing,
    Outcome,
    Raise,
    Stance,
    Technique,
)
from cardgen.rules.protocol import Chance

# --- 1 to 3: reveal first, choose, name -------------------------------------------------------------------------------


def begun(state: State, chance: Chance) -> State:
    """Step 1 of the next Round: a foe that is Off Balance reveals first; else the hero may make it [S]."""
    number = state.last.number + 1 if state.last else 1
    state = state._replace(bout=Bout(number))
    if state.foe.off_balance:
        return revealing(state._replace(foe=state.foe._replace(off_balance=False)), chance)
    return state._replace(stage=Stage.EDGE if len(edges(state)) > 1 else Stage.STANCE)


def edges(state: State) -> tuple[Word, ...]:
    """Ways to let the foe reveal first: Lantern Heart Sutra, and a Seal's Foresight, unless he is outranked [S]."""
    player, frame, out = state.player, state.frame, [Word.GO_ON]
    if has(frame, LANTERN) and LANTERN.id not in player.used and player.qi >= LANTERN.qi:
        out.append(Word.LANTERN)
    if has(frame, FORESEEING) and player.momentum >= FORESEEING.momentum and frame.gap <= 0:
        out.append(Word.FORESIGHT)
    return tuple(out)


def edged(state: State, word: Word, chance: Chance) -> State:
    """After that choice; what it costs is spent at once [ruling]."""
    player = state.player
    if word is Word.GO_ON:
        return state._replace(stage=Stage.STANCE)
    if word is Word.LANTERN:
        player = player._replace(qi=player.qi - LANTERN.qi, used=player.used | {LANTERN.id})
        bout = state.bout._replace(edge=word)
    else:
        player = player._replace(momentum=player.momentum - FORESEEING.momentum)
        bout = state.bout._replace(edge=word, paid=FORESEEING.momentum)
    return revealing(state._replace(player=player, bout=bout), chance)


def revealing(state: State, chance: Chance) -> State:
    """The foe reveals its Stance before the hero chooses: its player chooses it, or the die does [S]."""
    if not state.solo:
        return state._replace(stage=Stage.SHOW)
    return shown(state, rolled_stance(state, chance))


def shown(state: State, stance: Stance) -> State:
    return state._replace(stage=Stage.STANCE, bout=state.bout._replace(foe=stance, shown=True))


def rolled_stance(state: State, chance: Chance) -> Stance:
    """The foe's Stance by the die of its Temperament [S; the faces: ruling]."""
    assert state.frame.temperament is not None, "solo play has a Temperament"
    return state.frame.temperament.faces[chance.randrange(DIE)]


def costs(state: State, stance: Stance, technique: Technique | None) -> tuple[int, int]:
    """The Qi and the Strain that are spent at the reveal: a Qi Burst costs 1 Qi, and a Fist 1 Strain [D], neither where the Qi
    is dense [S]; a Technique what it costs.
    """
    qi = technique.qi if technique else 0
    if stance is not QI_BURST or trait(state, state.player.zone, DENSE_QI):
        return qi, 0
    return qi + BURST_QI, BURST_STRAIN if is_fist(state) else 0


def bids(state: State) -> Sequence[Bid]:
    """Every Stance that the hero can pay for, alone and with each Technique that goes with it."""
    out = []
    for stance in STANCES:
        for technique in (None, *TECHNIQUES):
            if technique is not None and (technique.stance is not stance or not usable(state, technique)):
                continue
            qi, strain = costs(state, stance, technique)
            if qi > state.player.qi or strain > STRAIN - state.player.strain:
                continue
            if technique is not None and technique.leap:
                out += [Bid(stance, technique, zone) for zone in near(state, state.player.zone)]
            else:
                out.append(Bid(stance, technique))
    return out


def usable(state: State, technique: Technique) -> bool:
    """Whether the hero has a Technique, has it still, and stands where it can be used: those of Zones need a map, one is not
    used from water [S].
    """
    if not has(state.frame, technique) or (technique.zoned and state.frame.scene is None):
        return False
    if technique.id in state.player.used:
        return False
    return not (technique.dry and trait(state, state.player.zone, WATER))


# --- 4 and 5: reveal, compare -----------------------------------------------------------------------------------------


def revealed(state: State, bid: Bid, foe: Stance | None, chance: Chance) -> State:
    """Both Stances are revealed, costs are spent, and the Clash is told [S]; `foe` is what its player chose."""
    player, bout = state.player, state.bout
    predictable = bid.stance is player.last
    if bout.shown:
        foe = bout.foe  # it keeps what it has shown [S]
    elif predictable:
        foe = bid.stance.loses  # it takes the Stance that beats the hero's, and no die is rolled [S]
    elif state.solo:
        foe = rolled_stance(state, chance)
    assert foe is not None, "the foe's player has chosen"
    qi, strain = costs(state, bid.stance, bid.technique)
    used = {bid.technique.id} if bid.technique and bid.technique.once else set()
    player = player._replace(qi=player.qi - qi, strain=player.strain + strain, used=player.used | used)
    clash = compared(bid.stance, foe, state.frame.gap)
    bout = bout._replace(bid=bid, foe=foe, predictable=predictable, clash=clash)
    state = leapt(state._replace(player=player, bout=bout), bid.to)
    if len(efforts(state)) > 1:
        return state._replace(stage=Stage.EFFORT)
    return checked(state, Effort(), chance)


def leapt(state: State, to: str) -> State:
    """A Leap is made at the reveal [ruling]; where the foe stands it was first."""
    if not to:
        return state
    return state._replace(player=state.player._replace(zone=to), high=FOE if to == state.foe.zone else "")


# --- 6 and 7: finisher, check -----------------------------------------------------------------------------------------


def efforts(state: State) -> tuple[Effort, ...]:
    """What may be declared before the roll: a Finisher, a Push, both."""
    pushes = (False, True) if state.player.strain + PUSH_STRAIN <= STRAIN else (False,)
    finishers = (False, True) if may_finish(state) else (False,)
    return tuple(Effort(finisher, push) for finisher in finishers for push in pushes)


def may_finish(state: State) -> bool:
    """Three Momentum, and a Clash that was not lost, or was by a hero who is outranked by exactly 1 [S]."""
    lost = state.bout.clash is Clash.LOST
    return state.player.momentum >= FINISHER and (not lost or state.frame.gap == DEFIANT_GAP)


def checked(state: State, effort: Effort, chance: Chance) -> State:
    """The Check: d20 and what is added to it, against the Defense [S]."""
    player, bout = state.player, state.bout
    if effort.finisher:
        player, bout = player._replace(momentum=player.momentum - FINISHER), bout._replace(paid=bout.paid + FINISHER)
    if effort.push:
        player = player._replace(strain=player.strain + PUSH_STRAIN)
    roll = 1 + chance.randrange(SIDES)
    bout = bout._replace(effort=effort, roll=roll, bonus=bonus(state, effort), defense=defense(state))
    rolled = outcome_of(roll, bout.bonus, bout.defense)
    state = state._replace(player=player, bout=bout._replace(rolled=rolled))
    if len(afters(state)) > 1:
        return state._replace(stage=Stage.AFTER)
    return struck(state, After())


def bonus(state: State, effort: Effort) -> int:
    """All that is added to the die [S]."""
    bout, hero = state.bout, state.frame.hero
    assert bout.bid is not None, "the Stances are revealed"
    assert hero is not None, "who fights is agreed on"
    clash = {Clash.WON: CLASH_BONUS, Clash.LOST: -CLASH_BONUS}.get(bout.clash or Clash.DRAW, 0)
    own = hero.attribute(USES[bout.bid.stance]) + realm_bonus(state) + clash + high_bonus(state, HERO)
    return own - (PREDICTABLE if bout.predictable else 0) + (PUSH if effort.push else 0)


# --- 8: result --------------------------------------------------------------------------------------------------------


def afters(state: State) -> tuple[After, ...]:
    """What may be added when the Check is seen: a raise that is not used up, a Momentum where the hero then lands a Hit [S].
    Nobody takes himself out by Break the Limit [ruling].
    """
    player = state.player
    rolled = state.bout.rolled
    assert rolled is not None, "the Check is made"
    raises: list[Raise | None] = [None]
    if rolled is not CRITICAL:
        raises += [Raise.BORROW] if Raise.BORROW.value not in player.used else []
        raises += [Raise.BREAK] if Raise.BREAK.value not in player.used and player.wounds + BREAK_WOUNDS < WOUNDS else []
    out: list[After] = []
    for raised in raises:
        out.append(After(raised))
        if player.momentum >= EXTRA_COST and landings(state, raised_to(rolled, raised))[0] is not Landing.NOTHING:
            out.append(After(raised, spends=True))
    return tuple(out)


def raised_to(rolled: Outcome, raised: Raise | None) -> Outcome:
    """A raise makes the result a step better, a Success critical [ruling]."""
    return rolled if raised is None else Outcome(rolled + RAISE_STEPS)


def landings(state: State, outcome: Outcome) -> tuple[Landing, Landing]:
    """What the hero and the foe land: the result table [S], by a Defiant Finisher a Stance in place of a Graze [ruling], and
    nothing where a Hit does not reach [ruling].
    """
    bout = state.bout
    assert bout.clash is not None, "the Stances are revealed"
    assert bout.bid is not None, "the Stances are revealed"
    own, foe = RESULTS[bout.clash, min(outcome, SUCCESS)]
    if own is Landing.GRAZE and bout.effort.finisher:
        own = Landing.STANCE
    if not reaches(state, bout.bid.technique):
        own = Landing.NOTHING
    return own, foe if foe_reaches(state) else Landing.NOTHING


# --- 9: harm, yours first ---------------------------------------------------------------------------------------------


def struck(state: State, after: After) -> State:
    """The result, raised or not, and the hero's Hit; a foe that it takes out lands nothing [S]."""
    player, bout = state.player, state.bout
    rolled = bout.rolled
    assert rolled is not None, "the Check is made"
    if after.raised is Raise.BORROW:
        player = player._replace(debt=player.debt + BORROW_DEBT, used=player.used | {after.raised.value})
    elif after.raised is Raise.BREAK:
        player = player._replace(wounds=player.wounds + BREAK_WOUNDS, used=player.used | {after.raised.value})
    if after.spends:
        player, bout = player._replace(momentum=player.momentum - EXTRA_COST), bout._replace(paid=bout.paid + EXTRA_COST)
    outcome = raised_to(rolled, after.raised)
    state = state._replace(player=player, bout=bout._replace(after=after, outcome=outcome))
    own = landings(state, outcome)[0]
    if own is not Landing.NOTHING:
        state = hero_hits(state, own, outcome)
        if state.foe.wounds >= state.kind.wounds:
            return over(state, (HERO,), "the foe is out")
        if not state.solo:
            return state._replace(stage=Stage.FOE_YIELDS)
    return answered(state)


def hero_hits(state: State, landing: Landing, outcome: Outcome) -> State:
    bout, foe = state.bout, state.foe
    assert bout.bid is not None, "the Stances are revealed"
    finisher = bout.effort.finisher and landing is Landing.STANCE
    harm = GRAZE
    if landing is Landing.STANCE:
        harm = on_ground(state, bout.bid.stance, stance_harm(state, bout.bid.stance), foe.zone)
    harm += (CRITICAL_HARM if outcome is CRITICAL else 0) + (EXTRA_HARM if bout.after.spends else 0)
    harm = suppressed(harm, state.frame.gap, finisher)
    ward, wound = taken(foe.ward, harm, finisher)
    off = landing is Landing.STANCE and bout.bid.stance is FEINT
    foe = foe._replace(ward=ward, wounds=foe.wounds + wound, off_balance=off)
    return state._replace(foe=foe, bout=bout._replace(hit=Hit(landing is Landing.STANCE, harm, wound, finisher)))


def foe_yields(state: State, word: Word) -> State:
    """A foe that was hit may yield, and then lands nothing [S; when: ruling]."""
    return over(state, (HERO,), "the foe yields") if word is Word.YIELD else answered(state)


def answered(state: State) -> State:
    """The foe's Hit; then the Momentum of the Round, and its end."""
    outcome = state.bout.outcome
    assert outcome is not None, "the Check is made"
    landing = landings(state, outcome)[1]
    if landing is not Landing.NOTHING:
        state = foe_hits(state, landing)
    state = momentum(state)
    if state.player.wounds >= WOUNDS:
        return over(state, (FOE,), "the hero is out")
    return ended(state)


def foe_hits(state: State, landing: Landing) -> State:
    bout, player = state.bout, state.player
    stance = bout.foe
    assert stance is not None, "the Stances are revealed"
    finisher = landing is Landing.STANCE and foe_finishes(state)
    harm = on_ground(state, stance, HARM[stance], player.zone) if landing is Landing.STANCE else GRAZE
    harm = suppressed(harm, -state.frame.gap, finisher)
    ward, wound = taken(player.ward, harm, finisher)
    player = player._replace(ward=ward, wounds=player.wounds + wound)
    bout = bout._replace(foe_hit=Hit(landing is Landing.STANCE, harm, wound, finisher), foe_paid=FINISHER if finisher else 0)
    return state._replace(player=player, bout=bout)


def foe_finishes(state: State) -> bool:
    """Whether a Stance that the foe lands is a Finisher: it has three Momentum and did not lose the Clash [ruling]."""
    return state.foe.momentum >= FINISHER and state.bout.clash is not Clash.WON


def momentum(state: State) -> State:
    """What both have gained and lost in the Round, told; it is added at its end, so that it is not spent in it [S]."""
    gained = sum(gains(state)) - (state.bout.foe_landed and state.bout.foe is FEINT)
    return state._replace(bout=state.bout._replace(gained=gained, foe_gained=foe_gains(state)))


def gains(state: State) -> tuple[bool, bool, bool, bool]:
    """Which of the four ways gain the hero a Momentum, in the order of `GAINS`; a Guard that lands is one, not two [D]."""
    bout = state.bout
    defied = bout.foe_hit is not None and bout.foe_hit.wound and state.frame.gap > 0
    success = bout.outcome is not None and bout.outcome >= SUCCESS
    guards = bout.landed and bout.bid is not None and bout.bid.stance is GUARD
    return bout.clash is Clash.WON, defied, success, guards


def foe_gains(state: State) -> int:
    """The foe's: one for a Clash that it won, one for its Guard that lands, one less for a Feint of the hero's [ruling]."""
    bout = state.bout
    feinted = bout.landed and bout.bid is not None and bout.bid.stance is FEINT
    return (bout.clash is Clash.LOST) + (bout.foe_landed and bout.foe is GUARD) - feinted
