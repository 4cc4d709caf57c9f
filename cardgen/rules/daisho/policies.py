"""Simple players of Daisho, for playouts: they see what a seat sees and may choose, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from cardgen.rules.daisho.balance import Fared
from cardgen.rules.daisho.choices import Defence, Drop, Guard, Show, Strike
from cardgen.rules.daisho.hands import Hand, cards_of
from cardgen.rules.daisho.model import Daisho, Move
from cardgen.rules.daisho.state import Stage, State
from cardgen.rules.daisho.terms import (
    ATTACKS,
    COMBO,
    DAMAGE,
    DISCARDS,
    KAI,
    MOST_TURNS,
    PERSONAS,
    STOPS,
    Advantage,
    Card,
    Persona,
)
from cardgen.rules.daisho.view import View
from cardgen.rules.protocol import Chance

Policy = Callable[[View, Sequence[Move], Chance], Move]

BOLD = 4
"""The points of damage in hand from which the greedy player takes the other's defence rather than his attack."""


def uniform(seen: View, moves: Sequence[Move], chance: Chance) -> Move:
    """Every choice as likely."""
    return moves[chance.randrange(len(moves))]


def greedy(seen: View, moves: Sequence[Move], chance: Chance) -> Move:
    """Any persona; then all Speed that there is, the heaviest strike, every defence and all Armor; it discards attacks that do
    not go with its best one, and defences that it has twice.
    """
    match moves[0]:
        case Drop():
            return unfit(seen)
        case Strike():
            return max(moves, key=_weight)
        case Defence():
            return max(moves, key=lambda move: _spared(seen, move))
        case Guard() | Show():
            return max(moves, key=_cards)
        case Advantage():
            return Advantage.ARMOR_ONLY if _threat(seen) >= BOLD else Advantage.NO_ATTACK
    return uniform(seen, moves, chance)


def _weight(move: Move) -> tuple[int, int]:
    """The damage of a strike; of two that do as much the one that spends fewer converted cards."""
    damage = turned = 0
    for _, own, converted, kai in cast("Strike", move).attacks:  # of several hundred strikes each is weighed
        damage += own + converted + kai
        turned += converted
    return damage * DAMAGE, -turned


def _cards(move: Move) -> tuple[int, int]:
    """How many cards are played; of as many, those that are nothing else by nature come last."""
    return (sum(move), move[0]) if isinstance(move, Guard | Show) else (0, 0)


def _spared(seen: View, move: Move) -> tuple[int, int]:
    """The damage that a defence negates, and how many of its cards are what they are played as."""
    assert isinstance(move, Defence)
    stopped = {STOPS[cover.played] for cover in move.covers}
    spared = sum(a.damage for a in seen.other.deed.strike.attacks if a.type in stopped)
    return spared, sum(cover.card is cover.played for cover in move.covers)


def attacks_in(hand: Hand, persona: Persona) -> list[int]:
    """How many of each type of attack a hand could play, by itself."""
    return [hand[card] + (hand[persona.turns] if persona.into is card else 0) for card in ATTACKS]


def _threat(seen: View) -> int:
    """The damage of the heaviest strike in one's hand."""
    side = seen.own
    assert side.persona is not None
    has = attacks_in(side.usable, side.persona)
    kai = side.hand[KAI]
    combo = side.hand[COMBO] or (side.persona.into is COMBO and side.hand[side.persona.turns])
    best = sum(sorted(has)[1:]) if combo else max(has)
    return best + kai if best else 0


def unfit(seen: View) -> Drop:
    """Up to five cards that the greedy player does not want: attacks that do not go with his best (of a Combo: two best), what
    he has twice of Dodge, Parry, Block and Combo; never what his persona makes something of. Without any attack: five cards.
    """
    side = seen.own
    hand, persona = side.hand, side.persona
    assert persona is not None
    best = sorted(ATTACKS, key=lambda card: (attacks_in(hand, persona)[card], -card), reverse=True)
    if not any(attacks_in(hand, persona)):
        return Drop(cards_of(hand)[-DISCARDS:])
    kept = best[: 2 if hand[COMBO] or (persona.into is COMBO and hand[persona.turns]) else 1]
    out: list[Card] = [card for card in reversed(best) if card not in kept for _ in range(hand[card])]
    out += [card for card in (*STOPS, COMBO) for _ in range(hand[card] - 1)]
    return Drop(tuple(sorted([card for card in out if card is not persona.turns][:DISCARDS])))


POLICIES: dict[str, Policy] = {"uniform": uniform, "greedy": greedy}
TURN = "turns"
"""What a playout counts."""


def playout(
    rules: Daisho, a: Policy, b: Policy, chance: Chance, cap: int = MOST_TURNS, start: State | None = None
) -> tuple[State, int]:
    """A duel, from its beginning or from a state, to its end or until so many turns are begun: the state, and the turns. It
    ends by itself, as turns without a wound are counted [ruling].
    """
    state = rules.setup(chance) if start is None else start
    moves, play, view = rules.moves, rules.play, rules.view
    while state.stage is not Stage.OVER and state.turn <= cap:
        for_a, for_b = moves(state, "A"), moves(state, "B")
        one = a(view(state, "A"), for_a, chance) if for_a else None
        two = b(view(state, "B"), for_b, chance) if for_b else None
        state = play(state, (one, two), chance)
    return state, min(state.turn, cap)


def fared(rules: Daisho, who: Persona, games: int) -> Fared:
    """How a persona fares against each of the others in both seats, `games` duels each, both players greedy; by fixed seeds."""
    won = drawn = 0
    for other in PERSONAS:
        for seat in (0, 1):
            if other is who:
                continue
            pair = (who, other) if seat == 0 else (other, who)
            chance = Random(PERSONAS.index(pair[0]) * len(PERSONAS) + PERSONAS.index(pair[1]))
            for _ in range(games):
                state = rules.setup(chance)
                for number, persona in enumerate(pair):
                    state = rules.play(state, (persona, None) if number == 0 else (None, persona), chance)
                result = rules.result(playout(rules, greedy, greedy, chance, start=state)[0])
                assert result is not None
                won += result.winners == (rules.seats[seat],)
                drawn += not result.winners
    return Fared(won, drawn)
