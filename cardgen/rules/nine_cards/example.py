"""The played examples of the rules sheets: a game of each variant by fixed deals, choices, throws and draws, played by the
rules themselves.
"""

from __future__ import annotations

from typing import Any

from cardgen.rules.nine_cards import cards, dice
from cardgen.rules.nine_cards.terms import DECK, SEATS, Agreed, Card

_BY_ID = {card.id: card for card in DECK}


class _Lots:
    """Chance that falls as it is told."""

    def __init__(self, *lots: int) -> None:
        self.lots = [*lots]

    def randrange(self, stop: int, /) -> int:
        lot = self.lots.pop(0)
        assert 0 <= lot < stop
        return lot


def hand(text: str) -> tuple[Card, ...]:
    """Cards by their ids, in the order of the nine. KeyError where one is none of them."""
    return tuple(sorted(_BY_ID[card] for card in text.split()))


DICE_HANDS = "water-1 water-3 fire-2 wood-2", "fire-1 fire-3 water-2 wood-1"
DICE_ROUNDS = (
    ("wood-2", "fire-1", (5, 2, 1)),
    ("water-1", "fire-3", (6, 1, 1, 2)),
    ("water-3", "water-2", ()),
)
"""What A and B play in each round, and what the attacker throws, then the defender."""
DICE_INSTEAD = ("water-3", "wood-1", (6, 2, 1, 1))
"""What B might have played in the last round: the sheet tells what would have come of it."""


def duel() -> dict[str, Any]:
    """A game of `dice` as plain data: each round as it was played, the last one also as it might have been, and the end."""
    agreed = Agreed()
    hands = hand(DICE_HANDS[0]), hand(DICE_HANDS[1])
    (aside,) = set(DECK) - {*hands[0], *hands[1]}
    start = before = state = dice.State(hands, (agreed.life, agreed.life), aside, (), 1, 1, False, None)
    rounds = []
    for one in DICE_ROUNDS:
        before = state
        told, state = _thrown(state, one, agreed)
        rounds.append(told)
    instead, otherwise = _thrown(before, DICE_INSTEAD, agreed)
    return {
        "life": agreed.life,
        "hands": {seat: [card.id for card in own] for seat, own in zip(SEATS, start.hands, strict=True)},
        "aside": aside.id,
        "rounds": rounds,
        **_ended(dice.result(state)),
        "instead": instead | _ended(dice.result(otherwise)),
    }


def _thrown(state: dice.State, chosen: tuple[str, str, tuple[int, ...]], agreed: Agreed) -> tuple[dict[str, Any], dice.State]:
    chance = _Lots(*(die - 1 for die in chosen[2]))
    after = dice.play(state, [_BY_ID[card] for card in chosen[:2]], agreed, chance)
    assert not chance.lots, "every die is thrown"
    bout = after.last
    assert bout is not None
    told = _round(bout.round, bout.attacker) | {"doubled": bout.doubled}
    for n, seat in enumerate(SEATS):
        own = {"card": bout.cards[n].id, "thrown": [*bout.thrown[n]], "sum": sum(bout.counted[n])}
        told[seat] = own | {"lost": bout.lost[n], "life": after.life[n]}
    return told, after


CARDS_HANDS = "water-3 fire-3 wood-1", "fire-1 water-2 wood-2"
CARDS_ROUNDS = (
    ("wood-1", "wood-2", ""),
    ("fire-3", "water-2", "wood-1 fire-2"),
    ("fire-2", "wood-1", "wood-3"),
    ("water-3", "fire-1", "wood-2 water-1"),
)
"""What A and B play in each round, and what the attacker draws, then the defender."""
CARDS_INSTEAD = ("water-3", "wood-3", "fire-2 water-2")
"""What B might have played in the last round."""


def contest() -> dict[str, Any]:
    """A game of `cards` as plain data, as `duel` has it."""
    hands = hand(CARDS_HANDS[0]), hand(CARDS_HANDS[1])
    common = tuple(sorted(set(DECK) - {*hands[0], *hands[1]}))
    start = before = state = cards.State(hands, common, 1, (False, False), False, None)
    rounds = []
    for one in CARDS_ROUNDS:
        before = state
        told, state = _drawn(state, one)
        rounds.append(told)
    instead, otherwise = _drawn(before, CARDS_INSTEAD)
    return {
        "hands": {seat: [card.id for card in own] for seat, own in zip(SEATS, start.hands, strict=True)},
        "common": [card.id for card in common],
        "rounds": rounds,
        **_ended(cards.result(state)),
        "instead": instead | _ended(cards.result(otherwise)),
    }


def _drawn(state: cards.State, chosen: tuple[str, str, str]) -> tuple[dict[str, Any], cards.State]:
    pair = _BY_ID[chosen[0]], _BY_ID[chosen[1]]
    common, lots = sorted((*state.common, *pair)), []
    for card in chosen[2].split():
        lots.append(common.index(_BY_ID[card]))
        common.remove(_BY_ID[card])
    chance = _Lots(*lots)
    after = cards.play(state, pair, chance)
    assert not chance.lots, "every card is drawn"
    bout = after.last
    assert bout is not None
    told = _round(bout.round, bout.attacker) | {"through": bout.through, "common": [card.id for card in after.common]}
    for n, seat in enumerate(SEATS):
        own = {"card": bout.cards[n].id, "drew": [card.id for card in bout.drawn[n]]}
        told[seat] = own | {"hand": [card.id for card in after.hands[n]]}
    return told, after


def _round(number: int, attacker: int | None) -> dict[str, Any]:
    defender = None if attacker is None else SEATS[1 - attacker]
    return {"number": number, "attacker": None if attacker is None else SEATS[attacker], "defender": defender}


def _ended(result: Any) -> dict[str, Any]:
    """Winners (none in a draw, and while the game goes on), and how it ended ("" while it goes on)."""
    return {"winners": [*result.winners] if result else [], "why": result.why if result else ""}
