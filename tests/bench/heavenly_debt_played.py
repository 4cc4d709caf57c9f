"""The two published figures of Heavenly Debt by simulation: `python tests/bench/heavenly_debt_played.py [DUELS]`.

The hero plays as the solver values it, on the model, in its solo game: the foe is a die, and moves by the rules. Beside each
share stand half of the interval in which 95 in 100 such shares lie, and what the solver finds for the same foe.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cardgen.rules.heavenly_debt import Agreed, HeavenlyDebt, Stage, State  # noqa: E402  (run as a file)
from cardgen.rules.heavenly_debt.frame import Arts, Ground  # noqa: E402
from cardgen.rules.heavenly_debt.policies import playout, steadfast  # noqa: E402
from cardgen.rules.heavenly_debt.scenes import SCENES, Scene, Start  # noqa: E402
from cardgen.rules.heavenly_debt.state import Word  # noqa: E402
from cardgen.rules.heavenly_debt.terms import CHOSEN, DIE, FIST, FORESIGHT, HEROES, LEVEL, RIVAL, STRAIN, WOUNDS, Hero  # noqa: E402
from tests.bench.heavenly_debt import ORDER, Case, Place, Solver  # noqa: E402

WITHOUT_ZONES = Arts((CHOSEN[0], CHOSEN[1]))
"""Two Techniques that ask nothing of a hero who does not use them."""
MOST_ROUNDS = 40


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


def frame_of(case: Case, start: Start | None = None) -> Agreed:
    """The frame of a case's Duels."""
    foe_realm, realm = (1 + case.gap, 1) if case.gap >= 0 else (1, 1 - case.gap)
    ground = case.scene or Ground.PLAIN
    return Agreed(case.hero, WITHOUT_ZONES, case.kind, case.temperament, ground, start, realm, foe_realm)


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
        place, momentum, qi, other = self.where(state)
        last = 4 if player.last is None else int(player.last)
        healths = (player.ward, WOUNDS - player.wounds), (foe.ward, case.kind.wounds - foe.wounds)
        return self.solver.at(*healths, self.solver.places[place], momentum, qi, last, other, foe.off_balance)

    def where(self, state: State) -> tuple[int, int, int, int]:
        """The place by its number, the Momentum, what there is for Qi Bursts, the foe's Momentum."""
        player = state.player
        place = Place(player.zone, state.high) if self.solver.traits else Place("", "")
        qi = min(player.qi, STRAIN - player.strain) if self.solver.case.hero == FIST else player.qi
        return self.solver.index[place], player.momentum, qi, state.foe.momentum


class Best:
    """A player of the hero's seat who plays as the solver values it."""

    def __init__(self, rules: HeavenlyDebt, solver: Solver) -> None:
        self.reader, self.solver = Reader(rules, solver), solver
        self.kept: dict[tuple[int, int], dict[tuple[int, int], list[np.ndarray]]] = {}

    def __call__(self, seen: State, moves: Sequence[Any], chance: Any) -> Any:
        if Word.YIELD in moves or Word.FOLLOW in moves:
            return moves[0]
        if seen.stage is Stage.EDGE:
            return Word.FORESIGHT if self.foresees(seen) else Word.GO_ON
        own = [move for move in moves if self.reader.is_reckoned(move)]
        if len(own) == 1:
            return own[0]
        if seen.stage is Stage.STANCE:
            return max(own, key=lambda bid: self.of_stance(seen, int(bid.stance)))
        return max(own, key=lambda move: self.reader.expected(seen, move))

    def foresees(self, seen: State) -> bool:
        if Word.FORESIGHT not in self.reader.rules.moves(seen, "hero"):
            return False
        paid = seen._replace(
            player=seen.player._replace(momentum=seen.player.momentum - FORESIGHT), foe=seen.foe._replace(off_balance=True)
        )
        return self.reader.looked_up(paid) >= self.reader.looked_up(seen)

    def of_stance(self, seen: State, stance: int) -> float:
        """The value of a Stance, against the foe's that is shown, or over the faces of its die."""
        place, momentum, qi, foe_momentum = self.reader.where(seen)
        ways, last = self.ways(seen), seen.player.last
        again = last is not None and int(last) == stance

        def value(other: int) -> float:
            return float(ways[stance, other][again][0, place, momentum, qi, foe_momentum])

        if seen.bout.foe is not None:
            return value(int(seen.bout.foe))
        if again:
            return value((stance - 1) % 4)
        shares = zip(ORDER, self.solver.case.temperament.shares, strict=True)
        return sum(share * value(other) for other, share in shares) / DIE

    def ways(self, seen: State) -> dict[tuple[int, int], list[np.ndarray]]:
        """The values of all pairs of Stances at what both can still take, found once."""
        solver = self.solver
        own = solver.own.number[seen.player.ward, WOUNDS - seen.player.wounds]
        foe = solver.foe.number[seen.foe.ward, solver.case.kind.wounds - seen.foe.wounds]
        if (own, foe) not in self.kept:
            one, two = np.array([own]), np.array([foe])
            pairs = [(s, t) for s in range(4) for t in range(4)]
            self.kept[own, foe] = {pair: [solver._paid(v, pair[0]) for v in solver._met(one, two, *pair)] for pair in pairs}
        return self.kept[own, foe]


def won(case: Case, start: Start | None, duels: int, seed: int | str = 1) -> tuple[int, float]:
    """How many of the Duels the solver's hero has won, and the share of them that the solver says."""
    rules, solver = HeavenlyDebt(frame_of(case, start), solo=True), Solver(case)
    best, chance, wins = Best(rules, solver), random.Random(seed), 0
    for _ in range(duels):
        state, _ = playout(rules, best, steadfast, chance, MOST_ROUNDS)
        assert state.over is not None
        wins += "hero" in state.over.winners
    return wins, solver.value(start)


def spread(share: float, count: int, deviations: float = 1.96) -> float:
    """Half of the interval around a share of so many."""
    return deviations * (share * (1 - share) / count) ** 0.5


def row(job: tuple[int, Hero, Scene | None, int, int]) -> tuple[int, float]:
    gap, hero, scene, n, duels = job
    case, seed = Case(hero, RIVAL, LEVEL, gap, scene, worst=False), f"{hero.id} {scene and scene.id} {n} {gap}"
    return won(case, scene.starts[n] if scene else None, duels, seed)


STARTS = ((None, 0), (SCENES[1], 0), (SCENES[2], 1), (SCENES[3], 0))
"""No map; the start that is worst for equals; the one Ambush, the best; the best start of a map's own when outranked."""


def main(duels: int) -> None:
    """Of 100 Duels of four heroes against a Level Rival: how many are won, by equals and outranked by 1."""
    print("| map | gap | won | solved |\n|---|---|---|---|")
    with ProcessPoolExecutor(2) as pool:
        for gap in (0, 1):
            jobs = [(gap, hero, scene, n, duels) for scene, n in STARTS for hero in HEROES]
            found = list(pool.map(row, jobs))
            for at, (scene, _) in enumerate(STARTS):
                four = found[4 * at : 4 * at + 4]
                share, solved = sum(wins for wins, _ in four) / duels / 4, sum(value for _, value in four) / 4
                interval = f"{100 * share:.1f} +- {100 * spread(share, 4 * duels):.1f}"
                print(f"| {scene.name if scene else 'none'} | {gap} | {interval} | {100 * solved:.1f} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 500)
