"""Games of simple players, counted: what `figures` keeps is found here, in minutes; nothing is played at an import."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import NamedTuple

from cardgen.rules.kendo_duel.figures import Figure
from cardgen.rules.kendo_duel.model import Duel
from cardgen.rules.kendo_duel.policies import Policy, chosen, laid
from cardgen.rules.kendo_duel.state import Answer, Discard, Move, Stage, Start, State
from cardgen.rules.kendo_duel.terms import JIKAN_DESU, LOST_TO_ATTACK, H
from cardgen.rules.protocol import Rules


class Counted(NamedTuple):
    """Counts of one game. Whether it was drawn, won by who started, had tied totals, was ended by Jikan desu; cards laid,
    attacks; in the Duel basic attacks and counterattacks that were not answered, and cards discarded for a basic attack; in the
    Competition Ippon for a target, Ippon marked H, Hansoku.
    """

    drawn: int
    starter: int
    tied: int
    timed: int
    cards: int
    attacks: int
    unanswered: int
    discards: int
    waza: int
    marked: int
    hansoku: int


def tally(rules: Rules[State, Move], policy: Policy, games: int, seed: int) -> list[Counted]:
    """So many games in which every seat is played by this policy."""
    chance = Random(seed)
    return [counted(rules, policy, chance) for _ in range(games)]


def counted(rules: Rules[State, Move], policy: Policy, chance: Random) -> Counted:
    """One game, counted."""
    state, duel = rules.setup(chance), isinstance(rules, Duel)
    timed = cards = attacks = unanswered = discards = waza = marked = hansoku = 0
    while state.ended is None:
        seat = rules.seats[state.turn]
        move = policy(rules.view(state, seat), rules.moves(state, seat), chance)
        after = rules.play(state, chosen(rules, state, move), chance)
        cards += laid(move)
        timed += isinstance(move, Start) and move.card is JIKAN_DESU
        attacks += isinstance(move, Start | Answer) and after.attack is not None and after.attack != state.attack
        discards += isinstance(move, Discard)
        unanswered += duel and after.stage is Stage.PULL and after.owed == LOST_TO_ATTACK
        for was, now in zip(state.scores or (), after.scores or (), strict=True):
            hansoku += now.hansoku != was.hansoku
            for letter in now.ippon[len(was.ippon) :]:
                waza, marked = waza + (letter != H), marked + (letter == H)
        state = after
    found, won = state.opening, state.ended.winners
    assert found is not None
    tied = found.again is not None or found.highest is not None
    starter = won == (rules.seats[found.starter],)
    return Counted(not won, starter, tied, timed, cards, attacks, unanswered, discards, waza, marked, hansoku)


def figure(variant: str, policy: str, games: list[Counted]) -> Figure:
    """What is kept of a tally."""
    columns = [fmean(column) for column in zip(*games, strict=True)]
    drawn, starter, tied, timed = (round(100 * share, 1) for share in columns[:4])
    attacks, unanswered, discards, waza, marked, hansoku = (round(count, 2) for count in columns[5:])
    cards = sorted(game.cards for game in games)
    lengths = cards[len(cards) // 2], cards[len(cards) * 95 // 100], cards[-1]
    return Figure(variant, policy, drawn, starter, tied, timed, *lengths, attacks, unanswered, discards, waza, marked, hansoku)
