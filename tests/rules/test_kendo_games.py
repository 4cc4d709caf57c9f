"""Kendo Duel at random: what holds at every choice, which cards are used, what simple players' games come to."""

from __future__ import annotations

import random
from collections import Counter
from statistics import fmean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.rules.kendo_duel import VARIANTS, Duel, Stage, State
from cardgen.rules.kendo_duel.figures import FIGURES, Figure
from cardgen.rules.kendo_duel.piles import along, backs, put, shuffled, without
from cardgen.rules.kendo_duel.policies import POLICIES, chosen, playout
from cardgen.rules.kendo_duel.state import Answer, Discard, Start
from cardgen.rules.kendo_duel.tallies import Counted, figure, tally
from cardgen.rules.kendo_duel.terms import (
    CARDS,
    DUEL_DEAL,
    JIKAN_DESU,
    SEATS,
    Card,
    Subdeck,
)
from tests.rules.kendo_table import everywhere

# --- games at random --------------------------------------------------------------------------------------------------


def redealt(state: State, seat: int, chance: random.Random) -> State:
    """A state that looks the same to a seat: all cards that it does not see lie elsewhere, back for back."""
    hands, subdecks = list(state.hands), state.subdecks
    for subdeck in Subdeck:
        unseen = list(state.subdecks[subdeck])
        for other, hand in enumerate(state.hands):
            if other != seat:
                unseen += [card for card in hand if card.subdeck is subdeck]
        mixed = list(shuffled(unseen, chance))
        subdecks = put(subdecks, subdeck, tuple(mixed[: len(state.subdecks[subdeck])]))
        del mixed[: len(state.subdecks[subdeck])]
        for other, hand in enumerate(hands):
            if other != seat:
                for card in [card for card in hand if card.subdeck is subdeck and card in state.hands[other]]:
                    hand = without(hand, card)
                count = backs(state.hands[other])[subdeck]
                hands[other] = along(hand, mixed[:count])
                del mixed[:count]
        assert not mixed
    return state._replace(hands=tuple(hands), subdecks=subdecks)


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=40)
@given(seed=st.integers(0, 10**9))
def test_at_every_choice_all_is_as_it_should_be(variant: str, seed: int) -> None:
    rules, chance = VARIANTS[variant], random.Random(seed)
    state, whole, cards = rules.setup(chance), None, 0
    policy = tuple(POLICIES.values())[seed % 2]
    duel = isinstance(rules, Duel)
    while state.ended is None:
        whole = whole or everywhere(state)
        assert everywhere(state) == whole  # no card is lost, none comes
        assert sum(bool(rules.moves(state, seat)) for seat in rules.seats) == 1
        moves = rules.moves(state, SEATS[state.turn])
        assert len(set(moves)) == len(moves)
        assert state.turn in state.inside
        assert state.scores or not any(state.changed)
        assert (state.owed > 0) is (state.stage is Stage.PULL)
        assert state.spared is None or state.attack is None
        assert state.red is None or state.attack is not None
        assert bool(state.court) is (state.attack is not None)
        for seat, hand in enumerate(state.hands):
            assert list(hand) == sorted(hand)
            assert seat in state.inside or not hand
            looks = rules.view(state, SEATS[seat])
            other = redealt(state, seat, chance)
            assert rules.view(other, SEATS[seat]) == looks
            assert rules.moves(other, SEATS[seat]) == rules.moves(state, SEATS[seat])
        own = rules.view(state, SEATS[state.turn])
        move = moves[chance.randrange(len(moves))] if chance.random() < 0.5 else policy(own, moves, chance)
        after = rules.play(state, chosen(rules, state, move), chance)
        if isinstance(move, Start | Answer):
            cards += 1 + (isinstance(move, Start) and move.red is not None)
        if isinstance(move, Discard):
            assert sum(map(len, after.hands)) == sum(map(len, state.hands))
        if state.scores and after.scores:
            for was, now in zip(state.scores, after.scores, strict=True):
                assert now.ippon[: len(was.ippon)] == was.ippon
        state = after
    assert state.stage is Stage.OVER
    assert everywhere(state) == whole
    players = len(rules.seats)
    if duel:  # each card laid is spent: those dealt, and a bonus card for each who dropped out before the last
        assert cards <= players * sum(DUEL_DEAL) + players - 2
    if state.ended.winners:
        assert len(state.ended.winners) == 1
    else:
        assert duel


def test_every_card_is_used_in_some_game() -> None:
    laid: Counter[Card] = Counter()
    for variant, rules in VARIANTS.items():
        chance = random.Random(variant)
        for _ in range(60):
            state = rules.setup(chance)
            while state.ended is None:
                moves = rules.moves(state, SEATS[state.turn])
                move = moves[chance.randrange(len(moves))]
                if isinstance(move, Start | Answer):
                    laid[move.card] += 1
                    if isinstance(move, Start) and move.red:
                        laid[move.red] += 1
                state = rules.play(state, chosen(rules, state, move), chance)
    assert laid.keys() == set(CARDS)
    assert min(count for card, count in laid.items() if card is not JIKAN_DESU) > 40


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_playout_stops_at_its_cap(variant: str) -> None:
    uniform = POLICIES["uniform"]
    state, cards = playout(VARIANTS[variant], uniform, uniform, random.Random(1), 5)
    assert state.ended is None
    assert cards in (5, 6)
    state, cards = playout(VARIANTS[variant], uniform, POLICIES["counter"], random.Random(1), 400)
    assert state.ended is not None


# --- what simple players' games come to -------------------------------------------------------------------------------


def test_there_is_a_figure_for_every_variant_and_policy() -> None:
    assert [(figure.variant, figure.policy) for figure in FIGURES] == [(v, p) for p in POLICIES for v in VARIANTS]


@pytest.mark.parametrize("one", FIGURES, ids=lambda one: f"{one.variant} {one.policy}")
def test_fewer_games_come_out_as_the_figures_say(one: Figure) -> None:
    """Within four standard errors; what is kept is rounded."""
    games = tally(VARIANTS[one.variant], POLICIES[one.policy], count := 300, 7)
    found = Counted(*zip(*games, strict=True))  # type: ignore[arg-type]
    for name in ("drawn", "starter", "tied", "timed"):
        share = getattr(one, name) / 100
        assert abs(fmean(getattr(found, name)) - share) <= 4 * (share * (1 - share) / count) ** 0.5 + 0.0005, name
    for share, cards in ((0.5, one.median), (0.95, one.most_of)):
        near = 4 * (share * (1 - share) / count) ** 0.5
        assert sum(game.cards < cards for game in games) / count <= share + near
        assert sum(game.cards <= cards for game in games) / count >= share - near
    for name in ("attacks", "unanswered", "discards", "waza", "marked", "hansoku"):
        column = getattr(found, name)
        assert abs(fmean(column) - getattr(one, name)) <= 4 * stdev(column) / count**0.5 + 0.005, name
    assert max(game.cards for game in games) <= one.most


def test_what_is_kept_of_games_is_what_was_counted() -> None:
    games = tally(VARIANTS["competition"], POLICIES["uniform"], 40, 3)
    kept = figure("competition", "uniform", games)
    assert (kept.variant, kept.policy, kept.most) == ("competition", "uniform", max(game.cards for game in games))
    assert kept.hansoku == round(sum(game.hansoku for game in games) / 40, 2)
    assert kept.starter == round(100 * sum(game.starter for game in games) / 40, 1)
    assert all(game.waza + game.marked + 2 * game.timed >= 2 for game in games)  # two Ippon, or time is over in the lead
