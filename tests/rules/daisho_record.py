"""Duels of Daisho as readable text: `python -m tests.rules.daisho_record` writes the recorded ones anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from cardgen.rules.daisho import RULES, State
from cardgen.rules.daisho.hands import Pile, along, cards_of, shuffled
from cardgen.rules.daisho.policies import greedy, uniform
from cardgen.rules.daisho.terms import COPIES, Card
from cardgen.rules.protocol import Chance
from tests.rules.daisho_table import Lots, move, order_of, told, word

PLAYS = Path(__file__).parent / "plays" / "daisho"
RECORDED = {"the-ronin-and-the-merchant": 1, "both-fall": 33, "two-swords": 20}
"""The names of the recorded games, and the seed of each."""
LETTERS = "CSTKADPBOX"
"""A pile card by card: Chop, Slash, Thrust, Kai, Armor, Dodge, Parry, Block, Combo, Speed (X); the last is drawn first."""


class Drawn:
    """A generator that remembers what it drew."""

    def __init__(self, source: Chance) -> None:
        self.source = source
        self.lots: list[int] = []

    def randrange(self, stop: int, /) -> int:
        lot = self.source.randrange(stop)
        self.lots.append(lot)
        return lot


def state_told(state: State) -> str:
    """The state after a choice: of each the hit points, the hand and what lies shown; the piles."""
    sides = []
    for seat, side in zip(RULES.seats, state.sides, strict=True):
        hand = told(cards_of(side.hand))
        shown = f" shown {side.speed}+{side.turned}" if side.speed or side.turned else ""
        sides.append(f"{seat} {side.hit_points} [{hand}]{shown}")
    lead = f" {RULES.seats[state.lead]} leads" if state.lead is not None else ""
    return f"turn {state.turn}{lead}: {'  '.join(sides)}  pile {len(state.pile)} discards {sum(state.discards)}"


def recorded(seed: int) -> Iterator[str]:
    """A game line by line: the phase, what A and B chose, the order of a shuffle, the state after."""
    source, dice = random.Random(seed), random.Random(seed)
    chance = Drawn(source)
    state = RULES.setup(chance)
    while RULES.result(state) is None:
        may = [RULES.moves(state, seat) for seat in RULES.seats]
        views = [RULES.view(state, seat) for seat in RULES.seats]
        # mostly greedy, so that strikes are heavy, and now and then something else
        chosen = [
            (greedy if dice.random() < 0.7 else uniform)(seen, m, dice) if m else None
            for seen, m in zip(views, may, strict=True)
        ]
        chance.lots.clear()
        after = RULES.play(state, chosen, chance)
        order = ""
        if chance.lots:
            dropped = [card for one in chosen for card in getattr(one, "cards", ())]
            cards = along(state.discards, dropped) if sum(state.discards) else COPIES
            order = f" | shuffled {spelled(shuffled(cards, Lots(*chance.lots)))}"
        yield f"{state.stage.value} | {word(chosen[0])} | {word(chosen[1])}{order} => {state_told(after)}"
        state = after
    result = RULES.result(state)
    assert result
    yield f"=> {result.why}"


def replayed(text: str) -> Iterator[tuple[str, str]]:
    """For each line of a recorded game what stands in it, and what the rules make of its choices."""
    state = RULES.setup(Lots())
    for line in text.splitlines():
        choices, _, after = line.partition("=> ")
        if not choices:
            result = RULES.result(state)
            yield after, result.why if result else "unfinished"
            continue
        stage, a, b, *order = (part.strip() for part in choices.split("|"))
        assert stage == state.stage.value
        chance = order_of(pile(order[0].removeprefix("shuffled "))) if order else Lots()
        state = RULES.play(state, (move(state.stage, a), move(state.stage, b)), chance)
        yield after, state_told(state)


def spelled(cards: Pile) -> str:
    return "".join(LETTERS[card] for card in cards)


def pile(text: str) -> Pile:
    return tuple(Card(LETTERS.index(letter)) for letter in text)


if __name__ == "__main__":
    PLAYS.mkdir(exist_ok=True)
    for name, seed in RECORDED.items():
        (PLAYS / f"{name}.txt").write_text("\n".join(recorded(seed)) + "\n", encoding="utf-8", newline="\n")
