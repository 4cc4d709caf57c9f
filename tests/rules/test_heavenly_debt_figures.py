"""The two published figures of Heavenly Debt by the bench's exact solver, and that solver held against the model."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from cardgen.rules.heavenly_debt import Agreed, HeavenlyDebt, Stage, State
from cardgen.rules.heavenly_debt.figures import FIGURES, MATCHES, SOURCE_OUTRANKED, SOURCE_TERRAIN
from cardgen.rules.heavenly_debt.frame import Arts, Ground
from cardgen.rules.heavenly_debt.policies import Policy, plain, playout, pushing
from cardgen.rules.heavenly_debt.scenes import SCENES, Scene
from cardgen.rules.heavenly_debt.state import Bout, Word
from cardgen.rules.heavenly_debt.terms import (
    BOSS,
    CHOSEN,
    FIERCE,
    FIST,
    HEROES,
    LEVEL,
    MASK,
    RIVAL,
    SEAL,
    STANCES,
    STRAIN,
    TEMPERAMENTS,
    Hero,
    Temperament,
)
from tests.bench.heavenly_debt import Case, Place, Solver

FERRY, SHRINE, FORD, GRANARY, BRIDGE, SPRING = SCENES
WITHOUT_ZONES = Arts((CHOSEN[0], CHOSEN[1]))


class Open(Exception):
    """Chance is asked for something that is not settled yet."""


class Lots:
    """Chance that falls as it is told, and asks for what it is not."""

    def __init__(self, lots: Sequence[int]) -> None:
        self.lots = list(lots)

    def randrange(self, stop: int, /) -> int:
        if not self.lots:
            raise Open(stop)
        return self.lots.pop(0)


def nexts(rules: HeavenlyDebt, state: State, move: Any, lots: tuple[int, ...] = ()) -> Iterator[tuple[float, State]]:
    """Every state that may follow a choice of the hero's, and how likely it is."""
    try:
        yield 1.0, rules.play(state, (move, None), Lots(lots))
    except Open as asked:
        stop = asked.args[0]
        for lot in range(stop):
            for share, after in nexts(rules, state, move, (*lots, lot)):
                yield share / stop, after


def solved(case: Case) -> tuple[HeavenlyDebt, Solver]:
    foe_realm, realm = (1 + case.gap, 1) if case.gap >= 0 else (1, 1 - case.gap)
    ground = case.scene or Ground.PLAIN
    frame = Agreed(case.hero, WITHOUT_ZONES, case.kind, case.temperament, ground, None, realm, foe_realm)
    return HeavenlyDebt(frame, solo=True), Solver(case)


class Reader:
    """The value of a state by the model's own rules: the hero chooses the best, chance is the mean, and what lies behind the
    Round is looked up.
    """

    def __init__(self, rules: HeavenlyDebt, solver: Solver) -> None:
        self.rules, self.solver = rules, solver

    def value(self, state: State) -> float:
        if state.over is not None:
            return float("hero" in state.over.winners)
        if state.stage is Stage.LEAVE:
            return self.looked_up(state)
        return max(self.expected(state, move) for move in self.rules.moves(state, "hero") if self.is_reckoned(move))

    def expected(self, state: State, move: Any) -> float:
        return sum(share * self.value(after) for share, after in nexts(self.rules, state, move))

    def is_reckoned(self, move: Any) -> bool:
        """The solver knows no Technique but Foresight, no Push and no raise."""
        return not (
            getattr(move, "technique", None) or getattr(move, "push", False) or getattr(move, "raised", None)
        ) and move not in (Word.LANTERN, Word.STAY)

    def looked_up(self, state: State) -> float:
        player, foe, case = state.player, state.foe, self.solver.case
        place = Place(player.zone, state.high) if self.solver.traits else Place("", "")
        qi = min(player.qi, STRAIN - player.strain) if case.hero == FIST else player.qi
        last = 4 if player.last is None else int(player.last)
        own, other = (player.ward, 3 - player.wounds), (foe.ward, case.kind.wounds - foe.wounds)
        return self.solver.at(own, other, place, player.momentum, qi, last, foe.momentum, foe.off_balance)


def between_rounds(rules: HeavenlyDebt, case: Case, dice: random.Random) -> State:
    """Any state between two Rounds."""
    state = rules.setup(random.Random(0))
    assert state.stage in (Stage.STANCE, Stage.EDGE)
    zone, high = "", ""
    if case.scene:
        zone = dice.choice(case.scene.zones).id
        if any(trait.value == "High" for one in case.scene.zones if one.id == zone for trait in one.traits):
            high = dice.choice(("", "hero", "foe"))
    last = dice.choice((None, *STANCES))
    qi = dice.randrange(STRAIN + 1) if case.hero == FIST else dice.randrange(4)
    player = state.player._replace(
        ward=dice.randrange(7), wounds=dice.randrange(3), momentum=dice.randrange(4), qi=qi, zone=zone, last=last
    )
    if case.hero == FIST:
        player = player._replace(strain=STRAIN - qi)
    foe = state.foe._replace(
        ward=dice.randrange(case.kind.ward + 1),
        wounds=dice.randrange(case.kind.wounds),
        momentum=dice.randrange(4),
        zone=zone,
        off_balance=dice.random() < 0.3,
    )
    return state._replace(stage=Stage.LEAVE, player=player, foe=foe, high=high, last=Bout(1))


CASES = [
    Case(MASK, RIVAL, LEVEL, worst=False),
    Case(SEAL, RIVAL, FIERCE, 0, GRANARY, worst=False),
    Case(FIST, BOSS, TEMPERAMENTS[3], 1, SPRING, worst=False),
    Case(HEROES[1], RIVAL, TEMPERAMENTS[4], -1, BRIDGE, worst=False),
    Case(SEAL, RIVAL, TEMPERAMENTS[2], 2, FORD, worst=False),
    Case(FIST, RIVAL, LEVEL, 0, FERRY, worst=False),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.hero.id} {case.gap} {case.scene.id if case.scene else ''}")
def test_what_the_solver_finds_is_what_the_model_plays(case: Case) -> None:
    """The value of a state is that of the best choice, over all that the model makes of it: to the last decimal."""
    rules, solver = solved(case)
    reader, dice = Reader(rules, solver), random.Random(7)
    for _ in range(4):
        state = between_rounds(rules, case, dice)
        found = max(share * reader.value(after) for share, after in _begun(rules, state))
        if state.foe.off_balance:  # the die has shown the foe's Stance: the mean of its faces
            found = sum(share * reader.value(after) for share, after in _begun(rules, state))
        assert found == pytest.approx(reader.looked_up(state), abs=1e-9), state


def _begun(rules: HeavenlyDebt, state: State) -> list[tuple[float, State]]:
    return list(nexts(rules, state, Word.GO_ON))


# --- the two figures --------------------------------------------------------------------------------------------------


def won(hero: Hero, temperament: Temperament, gap: int, scene: Scene | None = None, start: int = 0) -> float:
    """Of 100 Duels against a Rival."""
    return 100 * Solver(Case(hero, RIVAL, temperament, gap, scene)).value(scene.starts[start] if scene else None)


@pytest.mark.parametrize(("hero", "temperament"), [(FIST, TEMPERAMENTS[4]), (MASK, TEMPERAMENTS[3])])
@pytest.mark.parametrize(("scene", "start"), [(SHRINE, 0), (FORD, 1)], ids=["stair", "ambush"])
def test_terrain_moves_a_duel_of_equals_by_eight_in_a_hundred_at_most(
    hero: Hero, temperament: Temperament, scene: Scene, start: int
) -> None:
    """On the map that moves it most for ill, and on that which does for good; all others are in the bench."""
    change = won(hero, temperament, 0, scene, start) - won(hero, temperament, 0)
    assert 0.5 < abs(change) <= FIGURES.terrain + 0.05 <= SOURCE_TERRAIN
    assert (change > 0) is (scene is FORD)


def test_outranked_by_one_about_fifteen_in_a_hundred_are_won_on_the_best_map() -> None:
    assert abs(FIGURES.best - SOURCE_OUTRANKED) < 1
    assert FIGURES.outranked < FIGURES.best < FIGURES.ambush < SOURCE_OUTRANKED + 3
    some = [won(hero, LEVEL, 1, GRANARY) for hero in (FIST, MASK)]
    assert 11 <= min(some) <= max(some) <= 25  # of single match-ups


def test_the_kept_figures_are_the_solvers() -> None:
    """Some of the match-ups without a map; all of them, and the maps, are in the bench."""
    for gap, mean in ((0, FIGURES.equal), (1, FIGURES.outranked)):
        rows = MATCHES[gap]
        assert list(rows) == [hero.id for hero in HEROES]
        assert sum(map(sum, rows.values())) / 20 == pytest.approx(mean, abs=0.1)
        for n, hero in enumerate(HEROES):
            assert won(hero, TEMPERAMENTS[n], gap) == pytest.approx(rows[hero.id][n], abs=0.051)


@pytest.mark.parametrize(
    ("policy", "gap", "least", "most"),
    [(plain, 0, 25, 45), (pushing, 0, 50, 75), (plain, 1, 1, 12), (pushing, 1, 10, 28)],
    ids=["plain", "pushing", "plain outranked", "pushing outranked"],
)
def test_duels_that_are_played_lie_where_they_should(policy: Policy, gap: int, least: int, most: int) -> None:
    """Six hundred Duels by the model, an interval of three deviations: nobody who neither Pushes nor raises does better than
    the best there is.
    """
    count, wins, chance = 600, 0, random.Random(17)
    rules = HeavenlyDebt(Agreed(MASK, WITHOUT_ZONES, RIVAL, LEVEL, Ground.PLAIN, foe_realm=1 + gap), solo=True)
    for _ in range(count):
        state, _ = playout(rules, policy, policy, chance, 40)
        assert state.over is not None
        wins += "hero" in state.over.winners
    share = wins / count
    spread = 300 * (share * (1 - share) / count) ** 0.5
    assert least < 100 * share - spread
    assert 100 * share + spread < most
    if policy is plain:
        assert 100 * share + spread < won(MASK, LEVEL, gap)
