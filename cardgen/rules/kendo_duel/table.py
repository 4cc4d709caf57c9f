"""What is done at the table in both modes: a card is drawn, an attack comes at somebody, an exchange ends."""

from __future__ import annotations

from cardgen.rules.kendo_duel.piles import Piles, along, put, shuffled
from cardgen.rules.kendo_duel.state import Attack, Stage, State
from cardgen.rules.kendo_duel.terms import Card, Subdeck
from cardgen.rules.protocol import Chance


def taken(state: State, subdeck: Subdeck, chance: Chance) -> tuple[Card, State]:
    """The top card of a subdeck, and the state without it. An empty subdeck is first made of its played cards, shuffled
    [ruling]; IndexError where there are none either.
    """
    pile, played = state.subdecks[subdeck], state.played
    if not pile:
        pile, played = shuffled(played[subdeck], chance), put(played, subdeck, ())
    return pile[-1], state._replace(subdecks=put(state.subdecks, subdeck, pile[:-1]), played=played)


def to_answer(state: State, attack: Attack, red: Attack | None = None) -> State:
    """The state in which these come in: the reinforcing card must be answered first [S7]."""
    incoming = red or attack
    stage = Stage.ANSWER if red is None else Stage.RED
    before, behind = state.attackers[: incoming.on], state.attackers[incoming.on + 1 :]
    attackers = (*before, incoming.by, *behind)
    return state._replace(stage=stage, turn=incoming.on, attack=attack, red=red, attackers=attackers)


def begun(state: State, seat: int, spared: int | None = None) -> State:
    """A new attack is to be started, by this seat."""
    return swept(state)._replace(stage=Stage.START, turn=seat, spared=spared)


def swept(state: State) -> State:
    """The exchange is over: the cards on the court lie on the played piles."""
    played: Piles = state.played
    for subdeck in Subdeck:
        own = [card for card in state.court if card.subdeck is subdeck]
        if own:
            played = put(played, subdeck, along(played[subdeck], own))
    return state._replace(attack=None, red=None, court=(), played=played)
