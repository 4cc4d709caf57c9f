"""How a game goes on: what each choice does, and all that follows from it until somebody has a choice again."""

from __future__ import annotations

from cardgen.rules.kendo_duel.answers import EFFECTS, Effect
from cardgen.rules.kendo_duel.choices import can_start, drawable, moves
from cardgen.rules.kendo_duel.ends import beaten, changing, hansoku, ippon, out, refilled, with_changed
from cardgen.rules.kendo_duel.opening import switched, with_hand
from cardgen.rules.kendo_duel.piles import along, put, without
from cardgen.rules.kendo_duel.state import (
    Answer,
    Attack,
    Change,
    Discard,
    Draw,
    Move,
    Pull,
    Pulled,
    Stage,
    Start,
    State,
    Switch,
)
from cardgen.rules.kendo_duel.table import begun, taken, to_answer
from cardgen.rules.kendo_duel.terms import (
    LETTERS,
    LOST_TO_ATTACK,
    LOST_TO_OTHER,
    SEATS,
    Card,
    Subdeck,
)
from cardgen.rules.protocol import Chance, Result


def played(state: State, move: Move, chance: Chance) -> State:
    """The state after a choice that the stage allows, gone on to the next one."""
    match move:
        case Switch(cards):
            state = switched(state, cards)
        case Change(card, new):
            state = _changed(state, card, new, chance)
        case Draw(subdeck):
            state = _drawn(state, subdeck, chance)
        case Start(card, red, on):
            state = _started(state, card, red, on)
        case Answer(card, on):
            state = _answered(state, card, on)
        case Discard(card):
            state = _discarded(state, card, chance)
        case Pull(subdeck):
            state = _pulled(state, subdeck, chance)
    return onward(state, chance)


def onward(state: State, chance: Chance) -> State:
    """The state gone on to the next choice, or to the end."""
    while state.ended is None:
        after = _next(state, chance)
        if after is state:
            return state
        state = after
    return state._replace(stage=Stage.OVER)


def _next(state: State, chance: Chance) -> State:
    """The same state where there is a choice in it; else what follows."""
    match state.stage:
        case Stage.CHANGE if not drawable(state):
            return state._replace(stage=Stage.DRAW)
        case Stage.DRAW if not moves(state):
            return _to_act(with_changed(state, state.turn, True))
        case Stage.START:
            return _start(state, chance)
        case Stage.RED | Stage.ANSWER:
            return _answer(state)
        case Stage.PULL:
            return _pull(state)
        case Stage.REFILL:
            return refilled(state)
    return state


# --- starting ---------------------------------------------------------------------------------------------------------


def _start(state: State, chance: Chance) -> State:
    """Who starts and has no card is out [S9], in the Competition it is an Ippon. With no card that starts he draws a basic
    attack, in the Duel for one that he discards [S10; S, competition].
    """
    if not state.hand:
        return out(state, state.turn) if state.scores is None else ippon(state, state.turn)
    if changing(state):
        return state._replace(stage=Stage.CHANGE)
    if moves(state):
        return state
    if not drawable(state, (Subdeck.BASIC,)):
        return passed(state)
    if state.scores is None:
        return state._replace(stage=Stage.DISCARD)
    return _with_drawn(state, Subdeck.BASIC, chance)


def passed(state: State) -> State:
    """The start goes to the next player who can start: all basic attacks are in other hands, so that somebody can [ruling]."""
    after = [seat for seat in state.inside if seat > state.turn] + [seat for seat in state.inside if seat < state.turn]
    return begun(state, next(seat for seat in after if can_start(state.hands[seat])))


def _discarded(state: State, card: Card, chance: Chance) -> State:
    state = with_hand(state, state.turn, without(state.hand, card))
    pile = along(state.played[card.subdeck], (card,))
    state = state._replace(played=put(state.played, card.subdeck, pile))
    return _with_drawn(state, Subdeck.BASIC, chance)._replace(stage=Stage.START)


def _with_drawn(state: State, subdeck: Subdeck, chance: Chance) -> State:
    card, state = taken(state, subdeck, chance)
    return with_hand(state, state.turn, along(state.hand, (card,)))


def _started(state: State, card: Card, red: Card | None, on: int | None) -> State:
    by = state.turn
    state = _laid(state, card)
    if on is None:
        return state._replace(ended=Result((SEATS[by],), f"{SEATS[by]} wins: time is over, in the lead"))
    state = state._replace(spared=None)
    if red is None:
        return to_answer(state, Attack(by, on, card))
    return to_answer(_laid(state, red), Attack(by, on, card), Attack(by, on, red))


def _laid(state: State, card: Card) -> State:
    """The card on the court."""
    state = with_hand(state, state.turn, without(state.hand, card))._replace(court=along(state.court, (card,)))
    return with_changed(state, state.turn, False)


# --- answering --------------------------------------------------------------------------------------------------------


def _answer(state: State) -> State:
    """Who can answer must [S7]; the reinforcing card comes first, and the basic attack after it [S7]."""
    incoming = state.incoming
    assert incoming is not None
    if not state.hand:
        return _empty(state)
    if changing(state):
        return state._replace(stage=Stage.CHANGE)
    if moves(state):
        return state
    if state.red is not None:
        return state._replace(stage=Stage.PULL, turn=incoming.by, owed=LOST_TO_OTHER)
    struck = incoming.card.to
    if state.scores is not None:
        return hansoku(state, incoming.on) if struck is None else ippon(state, incoming.on, LETTERS[struck])
    return state._replace(stage=Stage.PULL, turn=incoming.by, owed=LOST_TO_OTHER if struck is None else LOST_TO_ATTACK)


def _empty(state: State) -> State:
    """Who has no card at all: in the Duel a reinforcing card takes nothing from him [ruling], and an attack puts him out [S9];
    in the Competition it is an Ippon [S].
    """
    attack = state.attack
    assert attack is not None
    if state.scores is not None:
        struck = attack.card.to if attack.on == state.turn else None
        return ippon(state, state.turn) if struck is None else ippon(state, state.turn, LETTERS[struck])
    return out(state, state.turn) if state.red is None else to_answer(state, attack)


def _answered(state: State, card: Card, on: int | None) -> State:
    seat, attack, incoming = state.turn, state.attack, state.incoming
    assert attack is not None
    assert incoming is not None
    does = EFFECTS[card.row][incoming.card.row]
    state = _laid(state, card)
    match does:
        case Effect.LIVE:
            assert on is not None
            return to_answer(state, Attack(seat, on, card))
        case Effect.CLOSE:
            return begun(state, attack.by)
        case Effect.NEUTRALISE:
            return to_answer(state, attack)
        case Effect.REFLECT | Effect.DEFLECT:
            assert on is not None
            sent = Attack(seat, on, incoming.card)
            return to_answer(state, sent) if state.red is None else to_answer(state, attack, sent)
    return _parried(state)


def _parried(state: State) -> State:
    """Who parried starts anew [ruling], in the Competition without a switch and a draw [S]. With his last card, and two players
    in, it is a draw [S, hikiwake].
    """
    seat = state.turn
    if state.scores is None and not state.hand and len(state.inside) == 2:
        return state._replace(ended=Result((), f"hikiwake: {SEATS[seat]} parried with the last card"))
    return begun(with_changed(state, seat, True), seat)


# --- cards that change hands ------------------------------------------------------------------------------------------


def _pull(state: State) -> State:
    """Cards are pulled until none is owed, or none is left [ruling]."""
    incoming, attack = state.incoming, state.attack
    assert incoming is not None
    assert attack is not None
    if state.owed and state.hands[incoming.on]:
        return state
    state = state._replace(owed=0)
    return beaten(state) if state.red is None else to_answer(state, attack)


def _pulled(state: State, subdeck: Subdeck, chance: Chance) -> State:
    """A card of that back out of the other's hand, unseen [S7]."""
    assert state.incoming is not None
    of = state.incoming.on
    those = [card for card in state.hands[of] if card.subdeck is subdeck]
    card = those[chance.randrange(len(those))]
    state = with_hand(state, of, without(state.hands[of], card))
    state = with_hand(state, state.turn, along(state.hand, (card,)))
    return state._replace(owed=state.owed - 1, pulled=Pulled(state.turn, of, card))


def _changed(state: State, card: Card, new: Subdeck, chance: Chance) -> State:
    """The new card is taken before the old one is put under its own subdeck [S, gameplay]."""
    top, state = taken(state, new, chance)
    state = with_hand(state, state.turn, along(without(state.hand, card), (top,)))
    under = (card, *state.subdecks[card.subdeck])
    return state._replace(subdecks=put(state.subdecks, card.subdeck, under), stage=Stage.DRAW)


def _drawn(state: State, subdeck: Subdeck, chance: Chance) -> State:
    stage = state.stage
    state = _with_drawn(state, subdeck, chance)
    if stage is Stage.BONUS:
        return begun(state, state.then)
    return state if stage is Stage.REFILL else _to_act(with_changed(state, state.turn, True))


def _to_act(state: State) -> State:
    """Back to what the card is played for."""
    if state.attack is None:
        return state._replace(stage=Stage.START)
    return state._replace(stage=Stage.ANSWER if state.red is None else Stage.RED)
