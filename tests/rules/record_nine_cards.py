"""Games of the nine-card Duel as readable text, a choice of both a line: `python -m tests.rules.record_nine_cards` writes the
recorded ones anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.rules.nine_cards import RULES, Dice, dice
from cardgen.rules.nine_cards.policies import steadfast
from cardgen.rules.nine_cards.terms import DECK, Card, Word
from cardgen.rules.protocol import Rules

PLAYS = Path(__file__).parent / "plays" / "nine-cards"


class Recorded(NamedTuple):
    """A recorded game: its rules, its seed, and in which round somebody resigns (0: never)."""

    rules: Rules[Any, Any]
    seed: int
    resigns: int = 0


RECORDED = {
    "dice-a-fall": Recorded(RULES, 594),
    "dice-three-rounds": Recorded(RULES, 1866),
    "dice-the-best-of-three": Recorded(Dice(best=True), 13),
    "dice-the-long-contest": Recorded(Dice(36), 36),
    "dice-both-fall": Recorded(Dice(36), 87),
    "cards-the-last-card": Recorded(RULES.variants["cards"], 1),
    "cards-both-out": Recorded(RULES.variants["cards"], 0),
    "cards-to-the-last-round": Recorded(RULES.variants["cards"], 27),
    "cards-level": Recorded(RULES.variants["cards"], 169),
    "cards-resigned": Recorded(RULES.variants["cards"], 1, 4),
}
"""By name; a name begins with the variant."""


class Drawn:
    """A generator that remembers what it drew."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)
        self.lots: list[int] = []

    def randrange(self, stop: int, /) -> int:
        self.lots.append(self.source.randrange(stop))
        return self.lots[-1]

    def told(self) -> str:
        lots, self.lots = self.lots, []
        return f" | lots {' '.join(map(str, lots))}" if lots else ""


class Lots:
    """Chance that falls as it once fell."""

    def __init__(self, lots: Sequence[int]) -> None:
        self.lots = [*lots]

    def randrange(self, stop: int, /) -> int:
        lot = self.lots.pop(0)
        assert 0 <= lot < stop
        return lot


def word(move: Card | Word) -> str:
    return move.id if isinstance(move, Card) else move.value


def move(text: str) -> Card | Word:
    """A choice read back."""
    return Word.RESIGN if text == Word.RESIGN.value else next(card for card in DECK if card.id == text)


def told(state: Any) -> str:
    """The state after a choice, with both hands open."""
    hands = "; ".join(
        f"{seat} {' '.join(card.id for card in hand) or '-'}" for seat, hand in zip("AB", state.hands, strict=True)
    )
    if isinstance(state, dice.State):
        life = "A {} B {}".format(*state.life)
        return f"{life}; {hands}{f'; deal {state.deal}' if state.deal > 1 else ''}"
    return f"{hands}; common {' '.join(card.id for card in state.common)}"


def recorded(game: Recorded) -> Iterator[str]:
    """A game line by line: what A and B chose, the lots drawn, the state after."""
    rules, chance, choice = game.rules, Drawn(game.seed), random.Random(1000 + game.seed)
    state = rules.setup(chance)
    yield f"deal{chance.told()} => {told(state)}"
    while rules.result(state) is None:
        chosen = [steadfast(rules.moves(state, seat), choice) for seat in rules.seats]
        if state.round == game.resigns:
            chosen[1] = Word.RESIGN
        state = rules.play(state, chosen, chance)
        yield f"{word(chosen[0])} | {word(chosen[1])}{chance.told()} => {told(state)}"
    result = rules.result(state)
    assert result is not None
    yield f"=> {result.why}"


def replayed(rules: Rules[Any, Any], text: str) -> Iterator[tuple[str, str]]:
    """For each line of a recorded game what stands in it, and what the rules make of its choices."""
    state: Any = None
    for line in text.splitlines():
        choices, _, after = line.partition("=> ")
        *parts, drawn = [part.strip() for part in choices.split("|")] or [""]
        if not drawn.startswith("lots"):
            parts, drawn = [*parts, drawn], ""
        chance = Lots([int(lot) for lot in drawn.split()[1:]])
        if parts == [""]:
            result = rules.result(state)
            yield after, result.why if result else "unfinished"
            continue
        state = rules.setup(chance) if parts == ["deal"] else rules.play(state, [move(part) for part in parts], chance)
        assert not chance.lots, line
        yield after, told(state)


if __name__ == "__main__":
    PLAYS.mkdir(parents=True, exist_ok=True)
    for name, game in RECORDED.items():
        (PLAYS / f"{name}.txt").write_text("\n".join(recorded(game)) + "\n", encoding="utf-8", newline="\n")
