"""Before the first attack: the deal, the switch of up to two cards, and who starts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cardgen.rules.kendo_duel.piles import NO_PILES, Hand, Piles, along, backs, put, shuffled, without
from cardgen.rules.kendo_duel.state import Opening, Score, Stage, State, Switch
from cardgen.rules.kendo_duel.terms import COMPETITION_DEAL, DUEL_DEAL, SWITCHES, Card, Subdeck, deck_of
from cardgen.rules.protocol import Chance


def dealt(players: int, competition: bool, chance: Chance) -> tuple[tuple[Hand, ...], Piles]:
    """The hands of so many players, and what is left of the three shuffled subdecks [S1, S2; S, competition, starting]."""
    hands: list[Hand] = [()] * players
    piles = NO_PILES
    for subdeck, (cards, count) in enumerate(
        zip(deck_of(competition), COMPETITION_DEAL if competition else DUEL_DEAL, strict=True)
    ):
        pile = shuffled(cards, chance)
        for seat in range(players):
            hands[seat] = along(hands[seat], pile[seat * count : (seat + 1) * count])
        piles = put(piles, Subdeck(subdeck), pile[players * count :])
    return tuple(hands), piles


def duel(players: int, chance: Chance) -> State:
    """A Duel before anybody has switched a card."""
    hands, piles = dealt(players, False, chance)
    nobody = (None,) * players
    return State(Stage.SWITCH, 0, hands, piles, inside=tuple(range(players)), attackers=nobody, changed=(False,) * players)


def competition(chance: Chance) -> State:
    """A Competition before the first attacker is found: nobody switches at the start [ruling]."""
    hands, piles = dealt(2, True, chance)
    return State(Stage.START, 0, hands, piles, scores=(Score(), Score()))


def switches(state: State) -> Iterator[Switch]:
    """Any two cards of the hand, one, or none [S3]; of a subdeck no more than lie in it [ruling]."""
    lie = [len(pile) for pile in state.subdecks]
    for count in range(SWITCHES + 1):
        for cards in dict.fromkeys(combinations(state.hand, count)):
            if all(has <= left for has, left in zip(backs(cards), lie, strict=True)):
                yield Switch(cards)


def switched(state: State, cards: tuple[Card, ...]) -> State:
    """The cards put under their own subdecks, for as many from the top of these [S3]. The next in the order of the seats
    switches then [ruling]; after the last it is found who starts.
    """
    piles, hand = state.subdecks, state.hand
    for card in cards:
        piles, hand = exchanged(piles, hand, card)
    state = with_hand(state, state.turn, hand)._replace(subdecks=piles, turn=state.turn + 1)
    return state if state.turn < len(state.hands) else opened(state)


def exchanged(piles: Piles, hand: Hand, card: Card) -> tuple[Piles, Hand]:
    """A card of the hand put under its own subdeck, for the top card of it. IndexError where nothing lies there."""
    *rest, top = piles[card.subdeck]
    return put(piles, card.subdeck, (card, *rest)), along(without(hand, card), (top,))


def opened(state: State) -> State:
    """The highest total on the basic attacks starts [S4]. Those tied for it switch their lowest for a new one, once, and all
    totals are compared again; where these are tied, too, or nothing can be drawn, the highest single number starts [ruling].
    """
    first, again, highest = totals(state), None, None
    tied = leading(first)
    if len(tied) > 1 and state.subdecks[Subdeck.BASIC]:
        for seat in tied:
            piles, hand = exchanged(state.subdecks, state.hands[seat], lowest(state.hands[seat]))
            state = with_hand(state, seat, hand)._replace(subdecks=piles)
        again = totals(state)
        tied = leading(again)
    if len(tied) > 1:
        highest = tuple(max(card.number for card in hand) if seat in tied else 0 for seat, hand in enumerate(state.hands))
        tied = leading(highest)
    return state._replace(stage=Stage.START, turn=tied[0], opening=Opening(first, again, highest, tied[0]))


def totals(state: State) -> tuple[int, ...]:
    """The sum of the numbers on each hand's basic attacks."""
    return tuple(sum(card.number for card in hand) for hand in state.hands)


def leading(numbers: tuple[int, ...]) -> list[int]:
    """The seats with the highest number."""
    return [seat for seat, number in enumerate(numbers) if number == max(numbers)]


def lowest(hand: Hand) -> Card:
    """The basic attack with the lowest number: all are different [ruling]."""
    return min((card for card in hand if card.number), key=lambda card: card.number)


def with_hand(state: State, seat: int, hand: Hand) -> State:
    """The state in which a seat holds this hand."""
    return state._replace(hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))
