"""The two published figures of Heavenly Debt by the bench's exact solver, and that solver held against the model."""

from __future__ import annotations

import random

import pytest

from cardgen.rules.heavenly_debt import Agreed, HeavenlyDebt, Stage, State
from cardgen.rules.heavenly_debt.figures import FIGURES, MATCHES, SOURCE_OUTRANKED, SOURCE_TERRAIN
from cardgen.rules.heavenly_debt.frame import Ground
from cardgen.rules.heavenly_debt.policies import Policy, plain, playout, pushing
from cardgen.rules.heavenly_debt.scenes import SCENES, Scene
from cardgen.rules.heavenly_debt.state import Bout, Word
from cardgen.rules.heavenly_debt.terms import (
    BOSS,
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
from tests.bench.heavenly_debt import Case, Solver
from tests.bench.heavenly_debt_played import WITHOUT_ZONES, Reader, frame_of, nexts, spread
from tests.bench.heavenly_debt_played import won as won_in_play

FERRY, SHRINE, FORD, GRANARY, BRIDGE, SPRING = SCENES


def solved(case: Case) -> tuple[HeavenlyDebt, Solver]:
    return HeavenlyDebt(frame_of(case), solo=True), Solver(case)


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


def test_ground_moves_no_solo_duel_of_equals_by_more() -> None:
    """Where the foe moves by the rules: of all match-ups and starts the one that is moved most."""
    ambush = Case(SEAL, RIVAL, FIERCE, 0, FORD, worst=False)
    change = 100 * (Solver(ambush).value(FORD.starts[1]) - Solver(ambush._replace(scene=None)).value())
    assert 7.5 < change < SOURCE_TERRAIN + 0.05


def test_the_two_figures_by_simulation() -> None:
    """A hundred and fifty Duels of a kind by the model, the hero the solver's: intervals of three deviations."""
    count, shares = 150, {}
    for gap, scene, start in ((0, None, 0), (0, FORD, 1), (0, SHRINE, 0), (1, GRANARY, 0)):
        case = Case(MASK, RIVAL, LEVEL, gap, scene, worst=False)
        wins, value = won_in_play(case, scene.starts[start] if scene else None, count, f"{gap} {start}")
        shares[gap, scene] = wins / count
        assert abs(wins / count - value) < spread(value, count, 3)  # it is as good as it is reckoned to be
    for scene in (FORD, SHRINE):
        change, around = 100 * (shares[0, scene] - shares[0, None]), 100 * spread(0.5, count, 3) * 2**0.5
        assert abs(change) < SOURCE_TERRAIN + around
    assert abs(100 * shares[1, GRANARY] - SOURCE_OUTRANKED) < 300 * (0.15 * 0.85 / count) ** 0.5 + 1
    assert shares[1, GRANARY] < shares[0, SHRINE] / 2  # Suppression decides more than any ground


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
    around = 100 * spread(share, count, 3)
    assert least < 100 * share - around
    assert 100 * share + around < most
    if policy is plain:
        assert 100 * share + around < won(MASK, LEVEL, gap)
