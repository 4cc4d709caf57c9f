"""Games of Kendo Duel as readable text: `python -m tests.rules.kendo_record` writes the recorded ones anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cardgen.rules.kendo_duel import VARIANTS, State
from cardgen.rules.kendo_duel.example import read
from cardgen.rules.kendo_duel.piles import Piles, backs
from cardgen.rules.kendo_duel.policies import chosen, counter, uniform
from cardgen.rules.kendo_duel.state import Pull
from cardgen.rules.kendo_duel.terms import BY_ID, SEATS, deck_of
from tests.rules.kendo_table import Lots, order_of, word

PLAYS = Path(__file__).parent / "plays" / "kendo-duel"


class Recorded(NamedTuple):
    """A recorded game: its variant and seed."""

    variant: str
    seed: int


RECORDED = {
    "duel-to-the-last-card": Recorded("duel", 122),
    "duel-hikiwake": Recorded("duel", 14),
    "three-players": Recorded("duel-3", 229),
    "four-players": Recorded("duel-4", 190),
    "competition-time-is-over": Recorded("competition", 177),
    "competition-by-hansoku": Recorded("competition", 622),
}


def told(state: State) -> str:
    """Who does what next, what comes in, the backs of all hands, the scores."""
    sides = []
    for seat, hand in enumerate(state.hands):
        gone = "" if seat in state.inside else " out"
        score = state.scores and state.scores[seat]
        points = f" ippon {''.join(score.ippon) or '-'} hansoku {score.hansoku}" if score else ""
        sides.append(f"{SEATS[seat]} {'/'.join(map(str, backs(hand)))}{points}{gone}")
    return f"{SEATS[state.turn]} {state.stage.value}: {'  '.join(sides)}"


def deal(variant: str, chance: random.Random) -> Piles:
    """Three subdecks in the order in which they are dealt."""
    piles = []
    for pile in deck_of(variant == "competition"):
        shuffled = list(pile)
        chance.shuffle(shuffled)
        piles.append(tuple(shuffled))
    return piles[0], piles[1], piles[2]


def dealt(variant: str, piles: Piles) -> State:
    """The first state of a game whose subdecks lie so."""
    lots = [lot for pile, own in zip(deck_of(variant == "competition"), piles, strict=True) for lot in order_of(pile, own)]
    return VARIANTS[variant].setup(Lots(*lots))


def recorded(one: Recorded) -> Iterator[str]:
    """A game line by line: the subdecks, then every choice with the lots that fell, and the state after."""
    rules, dice = VARIANTS[one.variant], random.Random(one.seed)
    piles = deal(one.variant, dice)
    state = dealt(one.variant, piles)
    yield f"{' | '.join(' '.join(card.id for card in pile) for pile in piles)} => {told(state)}"
    while state.ended is None:
        seat = SEATS[state.turn]
        policy = uniform if dice.random() < 0.5 else counter
        move = policy(rules.view(state, seat), rules.moves(state, seat), dice)
        chance = Lots(seed=dice.randrange(1000))
        after = rules.play(state, chosen(rules, state, move), chance)
        line = f"{seat} {word(move)}"
        if isinstance(move, Pull):
            assert after.pulled
            line = f"{seat} pull {after.pulled.card.id}"
            chance.drawn.pop(0)
        lots = f" | lots {' '.join(map(str, chance.drawn))}" if chance.drawn else ""
        yield f"{line}{lots} => {told(after)}"
        state = after
    yield f"=> {state.ended.why}"


def replayed(variant: str, text: str) -> Iterator[tuple[str, str]]:
    """For each line of a recorded game what stands in it, and what the rules make of its choices."""
    rules = VARIANTS[variant]
    first, *lines = text.splitlines()
    subdecks, _, after = first.partition(" => ")
    one, two, other = (tuple(BY_ID[card] for card in pile.split()) for pile in subdecks.split(" | "))
    state = dealt(variant, (one, two, other))
    yield after, told(state)
    for line in lines:
        choice, _, after = line.partition("=> ")
        if not choice:
            yield after, state.ended.why if state.ended else "unfinished"
            continue
        seat, _, choice = choice.partition(" ")
        assert seat == SEATS[state.turn]
        choice, _, lots = choice.partition(" | lots ")
        move, drawn = read(choice.strip(), state)
        state = rules.play(state, chosen(rules, state, move), Lots(*drawn, *map(int, lots.split())))
        yield after, told(state)


if __name__ == "__main__":
    PLAYS.mkdir(exist_ok=True)
    for name, one in RECORDED.items():
        (PLAYS / f"{name}.txt").write_text("\n".join(recorded(one)) + "\n", encoding="utf-8", newline="\n")
