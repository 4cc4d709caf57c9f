"""Games of simple players, counted: what `figures` keeps is found here, in minutes; nothing is played at an import."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from cardgen.rules.kendo_duel.figures import Figure
from cardgen.rules.kendo_duel.model import Duel
from cardgen.rules.kendo_duel.policies import Policy, chosen, laid
from cardgen.rules.kendo_duel.state import Answer, Discard, Move, Stage, Start, State
from cardgen.rules.kendo_duel.terms import JIKAN_DESU, LOST_TO_ATTACK, H
from cardgen.rules.protocol import Rules


class Tally(NamedTuple):
    """Counts over so many games: those drawn, those won by who started, those with tied totals; games ended by Jikan desu; the
    cards laid in each game, shortest first; over all games the attacks, the basic attacks and counterattacks that were not
    answered, the cards discarded for a basic attack; the Ippon for a target, the Ippon marked H, the Hansoku.
    """

    games: int
    drawn: int
    starter: int
    tied: int
    timed: int
    lengths: tuple[int, ...]
    attacks: int
    unanswered: int
    discards: int
    waza: int
    marked: int
    hansoku: int

    @property
    def median(self) -> int:
        return self.lengths[self.games // 2]

    @property
    def most_of(self) -> int:
        """The cards that 95 of 100 games do not exceed."""
        return self.lengths[self.games * 95 // 100]


def tally(rules: Rules[State, Move], policy: Policy, games: int, seed: int) -> Tally:
    """So many games in which every seat is played by this policy."""
    chance, lengths = Random(seed), []
    drawn = starter = tied = timed = attacks = unanswered = discards = waza = marked = hansoku = 0
    duel = isinstance(rules, Duel)
    for _ in range(games):
        state, cards = rules.setup(chance), 0
        while state.ended is None:
            seat = rules.seats[state.turn]
            move = policy(rules.view(state, seat), rules.moves(state, seat), chance)
            after = rules.play(state, chosen(rules, state, move), chance)
            cards += laid(move)
            timed += isinstance(move, Start) and move.card is JIKAN_DESU
            attacks += isinstance(move, Start | Answer) and after.attack is not None and after.attack != state.attack
            discards += isinstance(move, Discard)
            unanswered += duel and after.stage is Stage.PULL and after.owed == LOST_TO_ATTACK
            if state.scores and after.scores:
                for was, now in zip(state.scores, after.scores, strict=True):
                    hansoku += now.hansoku != was.hansoku
                    for letter in now.ippon[len(was.ippon) :]:
                        waza, marked = waza + (letter != H), marked + (letter == H)
            state = after
        lengths.append(cards)
        assert state.opening is not None
        drawn += not state.ended.winners
        starter += state.ended.winners == (rules.seats[state.opening.starter],)
        tied += state.opening.again is not None or state.opening.highest is not None
    found = (attacks, unanswered, discards, waza, marked, hansoku)
    return Tally(games, drawn, starter, tied, timed, tuple(sorted(lengths)), *found)


def figure(variant: str, policy: str, found: Tally) -> Figure:
    """What is kept of a tally."""
    shares = (found.drawn, found.starter, found.tied, found.timed)
    counts = (found.attacks, found.unanswered, found.discards, found.waza, found.marked, found.hansoku)
    drawn, starter, tied, timed = (round(100 * count / found.games, 1) for count in shares)
    attacks, unanswered, discards, waza, marked, hansoku = (round(count / found.games, 2) for count in counts)
    cards = found.median, found.most_of, found.lengths[-1]
    return Figure(variant, policy, drawn, starter, tied, timed, *cards, attacks, unanswered, discards, waza, marked, hansoku)
