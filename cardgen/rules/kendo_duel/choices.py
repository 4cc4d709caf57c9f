"""What the seat whose turn it is may choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.rules.kendo_duel.answers import EFFECTS, STARTERS, Effect
from cardgen.rules.kendo_duel.opening import switches
from cardgen.rules.kendo_duel.piles import Hand, backs
from cardgen.rules.kendo_duel.state import Answer, Change, Discard, Draw, Move, Pull, Stage, Start, State
from cardgen.rules.kendo_duel.terms import CROWD, DRAWABLE, JIKAN_DESU, Kind, Subdeck

SUBDECKS = tuple(Subdeck)


def moves(state: State) -> Sequence[Move]:
    """Every choice of the seat whose turn it is; nothing when the game is over."""
    match state.stage:
        case Stage.SWITCH:
            return tuple(switches(state))
        case Stage.CHANGE:
            return tuple(Change(card, new) for card in state.held for new in drawable(state))
        case Stage.START:
            return tuple(starts(state))
        case Stage.RED | Stage.ANSWER:
            return tuple(answers(state))
        case Stage.DISCARD:
            return tuple(Discard(card) for card in state.held)
        case Stage.PULL:
            assert state.incoming is not None
            has = backs(state.hands[state.incoming.on])
            return tuple(Pull(subdeck) for subdeck in SUBDECKS if has[subdeck])
        case Stage.DRAW:
            return tuple(Draw(subdeck) for subdeck in drawable(state, DRAWABLE))
        case Stage.BONUS | Stage.REFILL:
            return tuple(Draw(subdeck) for subdeck in drawable(state))
        case Stage.OVER:
            return ()


def drawable(state: State, of: Sequence[Subdeck] = SUBDECKS) -> list[Subdeck]:
    """The subdecks from which a card can be drawn: an empty one is made of its played cards [ruling]."""
    return [subdeck for subdeck in of if state.subdecks[subdeck] or state.played[subdeck]]


def starts(state: State) -> Iterator[Start]:
    """A basic attack, alone or with one reinforcing card, or a Taiatari or Maki age alone [S5]; in the Competition also Jikan
    desu, for who leads [ruling].
    """
    reds = [card for card in state.held if card.kind is Kind.REINFORCING]
    ons = [on for on in state.others(state.turn) if on != state.spared]
    for card in state.held:
        if card.kind in STARTERS:
            for on in ons:
                yield Start(card, None, on)
                if card.kind is Kind.BASIC:
                    for red in reds:
                        yield Start(card, red, on)
        elif card is JIKAN_DESU and leads(state):
            yield Start(card, None, None)


def can_start(hand: Hand) -> bool:
    """Whether some card of it starts an attack."""
    return any(card.kind in STARTERS for card in hand)


def leads(state: State) -> bool:
    """Whether who chooses next has more Ippon than the other: what makes Jikan desu a success [ruling]."""
    scores = state.scores
    return scores is not None and len(scores[state.turn].ippon) > len(scores[1 - state.turn].ippon)


def answers(state: State) -> Iterator[Answer]:
    """Every card that answers what comes in, with everybody on whom it may go on."""
    incoming = state.incoming
    assert incoming is not None
    for card in state.held:
        match EFFECTS[card.row][incoming.card.row]:
            case None:
                continue
            case Effect.LIVE:
                for on in struck_back(state, incoming.by):
                    yield Answer(card, on)
            case Effect.DEFLECT:
                for on in state.others(state.turn):
                    yield Answer(card, on)
            case Effect.REFLECT:
                yield Answer(card, incoming.by)
            case _:
                yield Answer(card, None)


def struck_back(state: State, attacker: int) -> Iterator[int]:
    """Whom a basic attack or a counterattack may strike as an answer: anybody, but with four players in not the attacker
    [S11].
    """
    crowd = len(state.inside) >= CROWD
    return (on for on in state.others(state.turn) if not (crowd and on == attacker))
