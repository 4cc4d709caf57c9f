"""Kendo Duel at a table: positions and choices as text, and chance that falls as it is told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from cardgen.rules.kendo_duel import VARIANTS, Stage, State
from cardgen.rules.kendo_duel.example import cards, read
from cardgen.rules.kendo_duel.piles import Hand, Piles
from cardgen.rules.kendo_duel.policies import chosen
from cardgen.rules.kendo_duel.state import Answer, Change, Discard, Draw, Move, Pull, Score, Start, Switch
from cardgen.rules.kendo_duel.terms import BY_ID, SEATS, Card, deck_of

NONE = ("", "", "")


class Lots:
    """Lots as they are told, then by a seed."""

    def __init__(self, *lots: int, seed: int = 0) -> None:
        self.lots = [*lots]
        self.then = random.Random(seed)
        self.drawn: list[int] = []

    def randrange(self, stop: int, /) -> int:
        lot = self.lots.pop(0) if self.lots else self.then.randrange(stop)
        assert 0 <= lot < stop
        self.drawn.append(lot)
        return lot


def order_of(cards_: Sequence[Card], wanted: Sequence[Card]) -> list[int]:
    """The lots by which these cards come to lie in that order."""
    out, lots = list(cards_), []
    for last in range(len(out) - 1, 0, -1):
        other = max(n for n in range(last + 1) if out[n] is wanted[last])
        lots.append(other)
        out[last], out[other] = out[other], out[last]
    assert out == list(wanted)
    return lots


def table(
    *hands: str,
    tops: tuple[str, str, str] = NONE,
    rest: str = "under",
    competition: bool = False,
    **more: object,
) -> State:
    """A position: A is to start. The next cards of each subdeck are `tops`; the rest of the deck lies `under` them, is
    `played`, or is of no account (`away`).
    """
    held = tuple(map(cards, hands))
    piles = [list(pile) for pile in deck_of(competition)]
    above = [[BY_ID[one] for one in text.split()] for text in tops]
    for card in [card for pile in (*held, *above) for card in pile]:
        piles[card.subdeck].remove(card)
    under: list[Hand] = [tuple(pile) if rest == "under" else () for pile in piles]
    subdecks = tuple((*below, *reversed(top)) for below, top in zip(under, above, strict=True))
    played = tuple(tuple(pile) if rest == "played" else () for pile in piles)
    n = len(hands)
    state = State(Stage.START, 0, held, three(subdecks), three(played), inside=tuple(range(n)), attackers=(None,) * n)
    state = state._replace(changed=(False,) * n, scores=(Score(), Score()) if competition else None)
    return state._replace(**more)  # type: ignore[arg-type]


def three(piles: Sequence[Hand]) -> Piles:
    one, two, other = piles
    return one, two, other


def rules_for(state: State) -> str:
    if state.scores is not None:
        return "competition"
    return "duel" if len(state.hands) == 2 else f"duel-{len(state.hands)}"


def play(state: State, *lines: str, lots: Sequence[int] = (), seed: int = 0) -> State:
    """The state after these choices, each a line as `example.read` has it, played by the rules."""
    rules = VARIANTS[rules_for(state)]
    for line in lines:
        move, drawn = read(line, state)
        state = rules.play(state, chosen(rules, state, move), Lots(*drawn, *lots, seed=seed))
    return state


def offered(state: State) -> list[str]:
    """What the seat whose turn it is may choose, as text."""
    rules = VARIANTS[rules_for(state)]
    return [word(move) for move in rules.moves(state, SEATS[state.turn])]


def word(move: Move) -> str:
    """A choice as `example.read` has it; of a pull only the back."""
    match move:
        case Switch(of):
            return " ".join(("switch", *(card.id for card in of)))
        case Change(card, new):
            return f"change {card.id} {new.family}"
        case Draw(subdeck):
            return f"draw {subdeck.family}"
        case Start(card, red, on):
            return f"start {card.id} {red.id if red else '-'} {'-' if on is None else SEATS[on]}"
        case Answer(card, on):
            return f"answer {card.id}{'' if on is None else f' {SEATS[on]}'}"
        case Discard(card):
            return f"discard {card.id}"
        case Pull(subdeck):
            return f"pull {subdeck.family}"


def turn(state: State) -> str:
    """Whose turn it is, and for what."""
    return f"{SEATS[state.turn]} {state.stage.value}"


def held(state: State, seat: str) -> str:
    return " ".join(card.id for card in state.hands[SEATS.index(seat)])


def everywhere(state: State) -> Counter[Card]:
    """All cards of the game, wherever they are."""
    out: Counter[Card] = Counter(state.court)
    for pile in (*state.hands, *state.subdecks, *state.played):
        out.update(pile)
    return out


def ruling(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """That a test is of these rulings: a test of them all looks for this word."""
    assert names
    return lambda test: test
