"""What a Technique is worth, by the bench's exact solver: `python tests/bench/heavenly_debt_techniques.py`.

Solved are Duels of equals against a Level Rival, without what callings have. Used once a Duel are a Leap and Lantern Heart
Sutra; what comes after their Round is what the solver found without them. Reach, and fleeing, it does not know.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cardgen.rules.heavenly_debt import terms  # noqa: E402  (run as a file)
from cardgen.rules.heavenly_debt.scenes import SCENES, SCREENED, WATER, Scene, connected  # noqa: E402
from cardgen.rules.heavenly_debt.terms import HEROES, LEVEL, RIVAL, TECHNIQUES, Hero, Technique  # noqa: E402
from tests.bench.heavenly_debt import LANDS, MOMENTA, NONE, ORDER, QIS, TABLE, A, Array, Case, F, G, Met, Solver, chances  # noqa: E402

CHAIN, THUNDER, LANTERN, RETURN = (
    next(one for one in TECHNIQUES if one.id == which)
    for which in ("chain-stair-step", "thunder-in-the-bones", "lantern-heart-sutra", "hundred-step-return")
)


class Learned(Solver):
    """The values of a case of equals with a Technique that is not used yet; `without` are those without it."""

    def __init__(self, case: Case, technique: Technique, without: Solver) -> None:
        self.technique, self.without = technique, without
        self.ended: dict[tuple[int, ...], Array] = {}
        super().__init__(case)

    def _solved(self, own: Array, foe: Array) -> Array:
        out = super()._solved(own, foe)
        if self.technique is RETURN:
            return out
        better = out.copy()
        for last in range(5):
            for shown in (False, True):
                used = self._used(own, foe, last, shown)
                better[..., 1:, last, :, int(shown)] = np.maximum(out[..., 1:, last, :, int(shown)], used[..., :-1, :])
        return better

    def _used(self, own: Array, foe: Array, last: int, shown: bool) -> Array:
        """Values where the Technique is used in this Round, by the Qi that its cost leaves."""
        shares = dict(zip(ORDER, self.case.temperament.shares, strict=True))
        if self.technique is LANTERN:
            if shown:
                return np.zeros((len(own), len(self.places), MOMENTA, QIS, MOMENTA))
            met = {(s, t): [self._paid(v, s) for v in self.without._met(own, foe, s, t)] for s in range(4) for t in range(4)}
            seen = [np.max([met[s, t][s == last] for s in range(4)], axis=0) for t in range(4)]
            return np.asarray(sum(shares[t] * seen[t] for t in range(4)) / terms.DIE)
        s = F if self.technique is CHAIN else A
        if shown:  # the foe's Stance is known: another one may be better than the Leap
            met = {(o, t): [self._paid(v, o) for v in self._met(own, foe, o, t)] for o in range(4) for t in range(4)}
            best = [np.max([met[o, t][o == last] for o in range(4)], axis=0) for t in range(4)]
            leaps = [self._leapt(own, foe, s, t, s == last) for t in range(4)]
            for t in range(4):  # in the terms of the Qi that is left
                leaps[t][..., :-1, :] = np.maximum(leaps[t][..., :-1, :], best[t][..., 1:, :])
            return np.asarray(sum(shares[t] * leaps[t] for t in range(4)) / terms.DIE)
        if s == last:
            return self._leapt(own, foe, s, (s - 1) % 4, again=True)
        return np.asarray(sum(shares[t] * self._leapt(own, foe, s, t, again=False) for t in range(4)) / terms.DIE)

    def _leapt(self, own: Array, foe: Array, s: int, t: int, again: bool) -> Array:
        """Values of a Leap with a Stance against another, into the best Zone: nobody's height, no Hit of the foe's."""
        assert self.case.scene is not None
        clash = "won" if (s + 1) % 4 == t else "lost" if (t + 1) % 4 == s else "draw"
        over = self.case.hero.attributes[ORDER.index(s)] + terms.REALM + {"won": 2, "draw": 0, "lost": -2}[clash]
        odds = chances(over - terms.DEFENSE - terms.REALM - terms.PREDICTABLE * again)
        out = np.zeros((len(own), len(self.places), MOMENTA, QIS, MOMENTA))
        for n, place in enumerate(self.places):
            if self.technique.dry and self.has(place.zone, WATER):
                continue
            for zone in connected(self.case.scene, place.zone):
                plain, final = 0.0, 0.0
                for band in range(4):
                    lands = NONE if self.has(place.zone, SCREENED) else TABLE[clash][band][0]
                    ends = [self._came(zone, "hero")]
                    if lands == LANDS:  # he alone landed, and may go on from there
                        near = connected(self.case.scene, zone)
                        ends += [self._came(to, "foe" if to == place.zone else "hero") for to in near]
                    met = Met(s, t, np.array([n]), self._harm(s, place, self.fist), 0, clash, band)
                    plain = plain + odds[band] * self._landed(own, foe, met, lands, 0, ends)
                    final = final + odds[band] * self._landed(own, foe, met, lands, terms.FINISHER, ends)
                value = np.asarray(plain)
                if clash != "lost":
                    value[:, 3] = np.maximum(value[:, 3], np.asarray(final)[:, 3])
                out[:, n] = np.maximum(out[:, n], value)
        return out

    def _landed(self, own: Array, foe: Array, met: Met, lands: int, paid: int, ends: list[int]) -> Array:
        """Values after the hero's Hit, with a Momentum spent where that is better."""
        if (key := tuple(ends)) not in self.ended:
            self.ended[key] = np.stack([self.without.after[0][:, :, ends].max(axis=2, keepdims=True)] * 3)
        kept, self.after = self.after, self.ended[key]
        at = met._replace(at=np.array([0]))
        try:
            value = self._dealt(own, foe, at, lands, NONE, paid)[:, 0]
            if lands != NONE and not paid:
                value[:, 1:] = np.maximum(value[:, 1:], self._dealt(own, foe, at, lands, NONE, 1)[:, 0, 1:])
            return value
        finally:
            self.after = kept

    def _dealt(self, own: Array, foe: Array, met: Met, lands: int, theirs: int, paid: int) -> Array:
        if self.technique is not RETURN or not (met.s == G and lands == LANDS == theirs):
            return super()._dealt(own, foe, met, lands, theirs, paid)
        kept, self.after = self.after, np.stack([self.after[1], self.after[1], self.after[2]])
        try:  # his Guard landed, and he may go
            return super()._dealt(own, foe, met, lands, theirs, paid)
        finally:
            self.after = kept


def worth(job: tuple[Hero, Scene | None]) -> dict[str, list[float]]:
    """Of 100 Duels, from every start of a map: how many more are won with each Technique."""
    hero, scene = job
    case = Case(hero, RIVAL, LEVEL, 0, scene, callings=False)
    without, starts = Solver(case), scene.starts if scene else [None]
    out = {}
    for technique in (CHAIN, THUNDER, RETURN) if scene else (LANTERN,):
        learned = Learned(case, technique, without)
        out[technique.name] = [100 * (learned.value(start) - without.value(start)) for start in starts]
    return out


def main() -> None:
    jobs = [(hero, scene) for scene in (None, *SCENES) for hero in HEROES]
    found: dict[str, list[float]] = {}
    with ProcessPoolExecutor(2) as pool:
        for one in pool.map(worth, jobs):
            for name, values in one.items():
                found.setdefault(name, []).extend(values)
    print("| Technique | worth | least | most |\n|---|---|---|---|")
    for name, values in found.items():
        print(f"| {name} | {mean(values):+.1f} | {min(values):+.1f} | {max(values):+.1f} |")


if __name__ == "__main__":
    main()
