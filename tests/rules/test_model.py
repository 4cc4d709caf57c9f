"""What every rules model must do, whatever its game."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import product
from typing import Any

import pytest

from cardgen.findings import Refused
from cardgen.load import load
from cardgen.project import open_project
from cardgen.rules import MODELS, described, rules_of, variants_of
from cardgen.rules.protocol import Rules
from tests.bench.playable import named
from tests.conftest import ROOT

SEEDS = range(5)
CAP = 600

RULE_SETS = [pytest.param(rules, id=f"{game} {name}".strip()) for game in MODELS for name, rules in variants_of(game).items()]
"""Every rule set of every game."""
RANDOM = sorted({*open_project(ROOT).games()} - {"duel"})
"""The games that ship whole, without Duel: who plays that at random runs for ever."""


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_can_be_played_to_its_end_by_choices_it_offers(rules: Rules[Any, Any], seed: int) -> None:
    assert 2 <= len(rules.seats) <= 4

    def played() -> list[Any]:
        chance = random.Random(seed)
        states = [rules.setup(chance)]
        while rules.result(states[-1]) is None and len(states) < CAP:
            state = states[-1]
            hash(state)  # immutable through and through
            may = [rules.moves(state, seat) for seat in rules.seats]
            for seat in rules.seats:
                assert rules.view(state, seat) == rules.view(state, seat)
            chosen = [m[chance.randrange(len(m))] if m else None for m in may]
            states.append(rules.play(state, chosen, chance))
            assert state == states[-2]
        return states

    states = played()
    assert states == played()  # the same chance, the same game
    result = rules.result(states[-1])
    if result is not None:
        assert set(result.winners) <= set(rules.seats)
        assert result.why
        assert not any(rules.moves(states[-1], seat) for seat in rules.seats)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_what_a_seat_may_choose_follows_from_what_it_sees(rules: Rules[Any, Any]) -> None:
    """Of two states that look the same to a seat, it has the same choices in both: the choices betray nothing hidden."""
    seen: dict[tuple[str, Any], tuple[Any, ...]] = {}
    alike = 0

    def looked(state: Any, seat: str) -> None:
        nonlocal alike
        looks, offered = (seat, rules.view(state, seat)), tuple(rules.moves(state, seat))
        alike += looks in seen
        assert seen.setdefault(looks, offered) == offered, state

    for seed in range(1000):
        state = rules.setup(random.Random(seed))
        for seat in rules.seats:
            looked(state, seat)
    for seed, pair in enumerate(product(BENTS, repeat=2)):
        bents = [pair[number % 2] for number in range(len(rules.seats))]
        chance = random.Random(seed)
        for _ in range(9):
            state = rules.setup(chance)
            for _ in range(120):
                if rules.result(state) is not None:
                    break
                may = [rules.moves(state, seat) for seat in rules.seats]
                chosen = [bent(m, chance, at) if m else None for m, at in zip(may, bents, strict=True)]
                for own, seat in enumerate(rules.seats):
                    for number, others in enumerate(instead(may, chosen, own, chance)):
                        looked(rules.play(state, others, random.Random(seed + number % 2)), seat)
                state = rules.play(state, chosen, chance)
    assert alike > 500  # the others had secrets


@pytest.mark.parametrize("name", RANDOM)
def test_every_random_game_ends_and_no_card_lies_unused(name: str) -> None:
    """Of 10,000 games tells tests/bench/playable.py. A card that is never hidden (a sheet of marks) is none that is chosen; one
    that a rule set leaves in the box is played in another.
    """
    played = set[str]()
    for rules in variants_of(name).values():
        chance = random.Random(2)
        for _ in range(200):
            state, choices = rules.setup(chance), 0
            while rules.result(state) is None:
                may = [rules.moves(state, seat) for seat in rules.seats]
                chosen = [m[chance.randrange(len(m))] if m else None for m in may]
                for seat, move in zip(rules.seats, chosen, strict=True):  # a card of one seat alone may be called by it
                    played.update(name for id_ in named(move) for name in (id_, f"{seat}-{id_}"))
                state, choices = rules.play(state, chosen, chance), choices + 1
                assert choices < CAP
    game, found = load(open_project(ROOT), name)
    assert not found
    cards = {card.id for family in game.families for card in family.cards if family.record.piece is None}
    hidden = set[str]().union(*rules_of(name).face_down())
    assert (cards & hidden) - played == set()


BENTS = (0, -1, None)
"""Which of its choices a seat is bent on: the first, the last, none; what it is driven to by that lies in the corners."""
FEW = 8


def bent(may: Sequence[Any], chance: random.Random, at: int | None) -> Any:
    return may[at] if at is not None and chance.random() < 0.5 else may[chance.randrange(len(may))]


def instead(may: Sequence[Sequence[Any]], chosen: Sequence[Any], own: int, chance: random.Random) -> Iterator[Sequence[Any]]:
    """What all might have chosen while one seat chose as it did: everything, or a few where that is much."""
    each = [[chosen[seat]] if seat == own else m or [None] for seat, m in enumerate(may)]
    if math.prod(map(len, each)) <= FEW:
        yield from product(*each)
    else:
        for _ in range(FEW):
            yield [m[chance.randrange(len(m))] for m in each]


def test_a_folder_of_rules_is_all_that_a_new_game_adds_to_the_code() -> None:
    """No list names the games: whoever adds one touches its own folder alone."""
    folders = [path.parent.name for path in (ROOT / "cardgen/rules").glob("*/__init__.py")]
    assert sorted(MODELS) == sorted(name.replace("_", "-") for name in folders)
    named = re.compile(r"\b(" + "|".join(sorted(name for name in {*folders, *MODELS} if name != "duel")) + r")\b")
    code = [path for path in (ROOT / "cardgen").rglob("*.py") if "rules" not in path.parts and "cli" not in path.parts]
    assert [path.name for path in code if named.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("game", MODELS)
def test_variants_are_rule_sets_of_one_game(game: str) -> None:
    rules = rules_of(game)
    assert rules.id == game
    for number, (name, variant) in enumerate(rules.variants.items()):
        assert name
        assert (variant is rules) is (number == 0)  # the default one is the model itself
        assert (variant.id, variant.rulings) == (rules.id, rules.rulings)
        few, many = sorted((variant.seats, rules.seats), key=len)
        assert many[: len(few)] == few  # seats are named alike, however many play
        assert (variant.facts(), variant.deck(), variant.tables()) == (rules.facts(), rules.deck(), rules.tables())
        assert variant.describe() == rules.describe()
        assert variant is rules or not variant.variants
    assert {ruling.variant for ruling in rules.rulings} <= {"", *rules.variants}


@pytest.mark.parametrize("game", MODELS)
def test_every_ruling_names_what_says_it_in_the_code(game: str) -> None:
    rules = rules_of(game)
    assert len({ruling.name for ruling in rules.rulings}) == len(rules.rulings)
    for ruling in rules.rulings:
        assert ruling.says
        assert ruling.why
        assert exists(ruling.code), f"{ruling.name}: {ruling.code}"
    assert not exists(f"{MODELS[game]}.nowhere")


def exists(dotted: str) -> bool:
    """Whether there is a thing of that name in a module."""
    module, _, name = dotted.rpartition(".")
    return hasattr(import_module(module), name)


@pytest.mark.parametrize("game", MODELS)
def test_facts_and_deck_speak_of_the_same_cards(game: str) -> None:
    rules = rules_of(game)
    cards = [printed.card for printed in rules.deck()]
    assert len(set(cards)) == len(cards)
    assert set(cards) == set(rules.facts())
    for card in cards:
        assert described(game, card).strip()
    whole = described(game, None)
    assert all(ruling.name in whole for ruling in rules.rulings)


def test_what_the_rules_do_not_know_is_told() -> None:
    with pytest.raises(Refused, match="no-rules"):
        rules_of("dual")
    with pytest.raises(Refused, match=r"not-in-rules[^$]*downward-cut"):
        described("duel", "downwards-cut")
