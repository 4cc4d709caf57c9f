"""What ends an exchange, and the game: cards lost and players out in the Duel, Ippon and Hansoku in the Competition."""

from __future__ import annotations

from cardgen.rules.kendo_duel.choices import drawable
from cardgen.rules.kendo_duel.state import Score, Stage, State
from cardgen.rules.kendo_duel.table import begun, swept
from cardgen.rules.kendo_duel.terms import CROWD, HANSOKU, IPPON, REFILL, SEATS, TRIO, H
from cardgen.rules.protocol import Result

# --- the Duel ---------------------------------------------------------------------------------------------------------


def beaten(state: State) -> State:
    """After the cards for an unanswered attack were taken: with two or three players in the loser starts, with four the winner,
    against anyone but the loser [S8].
    """
    attack = state.attack
    assert attack is not None
    if len(state.inside) >= CROWD:
        return begun(state, attack.by, spared=attack.on)
    return begun(state, attack.on)


def out(state: State, seat: int) -> State:
    """A player without cards who is attacked, or has to start, is out [S9]. The last attacker draws a bonus card and starts; of
    three players the one who drew none starts [S9]. Who is left alone has won.
    """
    before, left = len(state.inside), state.others(seat)
    state = swept(state)._replace(inside=left)
    if len(left) == 1:
        winner = SEATS[left[0]]
        return state._replace(ended=Result((winner,), f"{winner} wins: {SEATS[seat]} has no card left"))
    last = state.attackers[seat]
    assert last in left, "who runs out of cards was attacked by somebody who is still in"
    then = next(other for other in left if other != last) if before == TRIO else last
    return state._replace(stage=Stage.BONUS, turn=last, then=then)


# --- the Competition --------------------------------------------------------------------------------------------------


def changing(state: State) -> bool:
    """Whether a card must be switched, and one drawn, before one is played: not again where it was done and no card played
    since; nor after a parry, an Ippon, a Hansoku [S, gameplay].
    """
    return state.scores is not None and not state.changed[state.turn]


def with_changed(state: State, seat: int, done: bool) -> State:
    """The state in which a seat has switched and drawn, or has not; nobody does in the Duel."""
    if state.scores is None or state.changed[seat] is done:
        return state
    return state._replace(changed=(*state.changed[:seat], done, *state.changed[seat + 1 :]))


def ippon(state: State, loser: int, letter: str = H) -> State:
    """An Ippon for the other; the second wins [S]. Else both fill their hands, and the loser starts, without a switch [S]."""
    scores = state.scores
    assert scores is not None
    winner = 1 - loser
    score = scores[winner]._replace(ippon=(*scores[winner].ippon, letter))
    state = swept(state)._replace(scores=_scored(scores, winner, score))
    if len(score.ippon) == IPPON:
        why = f"{SEATS[winner]} wins: Ippon {' and '.join(score.ippon)}"
        return state._replace(ended=Result((SEATS[winner],), why))
    return with_changed(state, loser, True)._replace(stage=Stage.REFILL, turn=loser, then=loser)


def hansoku(state: State, seat: int) -> State:
    """A penalty point; the second is an Ippon for the other [S], and both are taken off [ruling]. Else who suffers it starts,
    without a switch [S].
    """
    scores = state.scores
    assert scores is not None
    count = scores[seat].hansoku + 1
    state = state._replace(scores=_scored(scores, seat, scores[seat]._replace(hansoku=count % HANSOKU)))
    return ippon(state, seat) if count == HANSOKU else begun(with_changed(state, seat, True), seat)


def _scored(scores: tuple[Score, Score], seat: int, score: Score) -> tuple[Score, Score]:
    return (score, scores[1]) if seat == 0 else (scores[0], score)


def refilled(state: State) -> State:
    """After an Ippon: each draws card by card until he has six, who starts first [S; the order: ruling]; then he starts."""
    if len(state.hand) < REFILL and drawable(state):
        return state
    return begun(state, state.then) if state.turn != state.then else state._replace(turn=1 - state.then)
