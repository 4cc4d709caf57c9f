"""The two published figures of Heavenly Debt, by an exact solver: `python tests/bench/heavenly_debt.py [GAP...]`.

Solved is the Duel in which a die plays the foe and the hero plays as well as can be: without Techniques, Pushes and raises; he
never flees or yields; he follows where the foe goes. Every Round takes a point of harm from somebody, so that the values of all
states are found one after the other, from the last Round back. It shares no code with the model but the numbers of `terms` and
the maps of `scenes`; `tests/rules/test_heavenly_debt_figures.py` holds its values against the model's own next states.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cardgen.rules.heavenly_debt import terms  # noqa: E402  (run as a file)
from cardgen.rules.heavenly_debt.scenes import (  # noqa: E402
    DENSE_QI,
    HAZARD,
    HIGH,
    SCENES,
    UNSTABLE,
    WATER,
    Scene,
    Start,
    connected,
    traits_of,
)
from cardgen.rules.heavenly_debt.terms import HEROES, RIVAL, TEMPERAMENTS, Hero, Kind, Temperament  # noqa: E402

A, F, Q, G = range(4)  # Attack, Feint, Qi Burst, Guard: each beats the next
ORDER = (A, G, F, Q)
"""Of a hero's Attributes and a Temperament's shares."""
NONE, GRAZE, LANDS = range(3)
TABLE = {
    "won": ((NONE, GRAZE), (LANDS, GRAZE), (LANDS, NONE), (LANDS, NONE)),
    "draw": ((NONE, LANDS), (LANDS, LANDS), (LANDS, NONE), (LANDS, NONE)),
    "lost": ((NONE, LANDS), (GRAZE, LANDS), (GRAZE, NONE), (GRAZE, NONE)),
}
"""By Clash, and by Failure, Partial Success, Success, Critical Success."""
HARM = {A: 2, F: 1, Q: 3, G: 1}
MOMENTA, QIS = 4, terms.QI + 1
Array = np.ndarray
Health = tuple[int, int]
"""Ward, and the Wounds that are left."""


class Case(NamedTuple):
    """Who fights whom and where. `callings`: a Fist hits harder and marks Strain, a Seal has Foresight. `worst`: the foe moves
    as is worst for the hero; else as the rules move it in solo play.
    """

    hero: Hero
    kind: Kind
    temperament: Temperament
    gap: int = 0
    scene: Scene | None = None
    callings: bool = True
    worst: bool = True


class Met(NamedTuple):
    """Two Stances that meet, in these places (where they deal the same), in this Clash and band."""

    s: int
    t: int
    at: Array
    deals: int
    takes: int
    clash: str
    band: int


class Place(NamedTuple):
    """The Zone in which both stand, and who holds its High ground."""

    zone: str
    high: str


class Track:
    """Every Ward and number of Wounds left of a side, by number; the last number is out."""

    def __init__(self, ward: int, wounds: int) -> None:
        self.all = list(product(range(ward + 1), range(1, wounds + 1)))
        self.number = {health: n for n, health in enumerate(self.all)}
        self.out = len(self.all)
        self.total = np.array([sum(health) for health in self.all])

    def hit(self, harm: int, wounds: bool) -> tuple[Array, Array]:
        """By number: the number after such a Hit, and whether it marked a Wound."""
        after, marks = [], []
        for ward, left in self.all:
            marked = wounds or harm > ward
            after.append(self.number.get((max(0, ward - harm), left - marked), self.out))
            marks.append(marked)
        return np.array([*after, self.out]), np.array([*marks, False])


class Solver:
    """The values of a case: the hero's chance to win, of 1."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.traits = case.scene is not None and abs(case.gap) < terms.TRAITS_OFF
        self.fist = case.callings and case.hero.id == "fist"
        self.foresees = case.callings and case.hero.id == "seal" and case.gap <= 0
        zones = [zone.id for zone in case.scene.zones] if case.scene and self.traits else [""]
        self.places = [Place(z, h) for z in zones for h in (("", "hero", "foe") if self.has(z, HIGH) else ("",))]
        self.index = {place: n for n, place in enumerate(self.places)}
        self.own, self.foe = Track(terms.WARD, terms.WOUNDS), Track(case.kind.ward, case.kind.wounds)
        # of both sides, place, Momentum, Qi, the last Stance (4: none), the foe's Momentum, whether it is Off Balance
        shape = self.own.out + 1, self.foe.out + 1, len(self.places), MOMENTA, QIS, 5, MOMENTA, 2
        self.values = np.zeros(shape)
        self.values[:, self.foe.out] = 1.0
        self.values[self.own.out] = 0.0
        self.after = np.stack([self.values] * 3)  # by who alone landed: nobody, the hero, the foe
        totals = self.own.total[:, None] + self.foe.total[None, :]
        for total in range(2, totals.max() + 1):
            own, foe = np.nonzero(totals == total)
            self.values[own, foe] = self._solved(own, foe)
            self.after[:, own, foe] = self._after(own, foe)

    def value(self, start: Start | None = None) -> float:
        """From the first Round on, Ward whole; on a map from one of its starts."""
        place, momentum = Place("", ""), 0
        if start is not None and self.traits:
            place = Place(start.zone, start.first if self.has(start.zone, HIGH) else "")
            momentum = terms.AMBUSH if start.ambush else 0
        qi = min(terms.QI, terms.STRAIN) if self.fist else terms.QI  # he needs both for a Qi Burst
        return self.at((terms.WARD, terms.WOUNDS), self.case.kind[2:], place, momentum, qi)

    def at(
        self, own: Health, foe: Health, place: Place, momentum: int, qi: int, last: int = 4, other: int = 0, off: bool = False
    ) -> float:
        """The value of a state between two Rounds; `qi` is what a hero has for Qi Bursts."""
        sides = self.own.number[own], self.foe.number[foe]
        return float(self.values[sides][self.index[place], momentum, qi, last, other, int(off)])

    def has(self, zone: str, trait: object) -> bool:
        return bool(self.traits and zone and self.case.scene and trait in traits_of(self.case.scene, zone))

    # --- the end of a Round -------------------------------------------------------------------------------------------

    def _after(self, own: Array, foe: Array) -> Array:
        """Values before the moves at the end of a Round, by who alone landed."""
        base = self.values[own, foe].copy()
        burnt = self.values[self.own.hit(1, False)[0][own], self.foe.hit(1, False)[0][foe]]
        for n, place in enumerate(self.places):
            if self.has(place.zone, HAZARD):
                base[:, n] = burnt[:, n]
        if not self.traits:
            return np.stack([base, base, base])
        hero, other = base.copy(), base.copy()
        for n, place in enumerate(self.places):
            hero[:, n] = base[:, self._ways(place, "hero")].max(axis=1)
            other[:, n] = base[:, self._ways(place, "foe")].min(axis=1) if self.case.worst else base[:, self._solo(place)]
        return np.stack([base, hero, other])

    def _ways(self, place: Place, side: str) -> list[int]:
        assert self.case.scene is not None
        zones = (place.zone, *connected(self.case.scene, place.zone))
        return [self._came(zone, side) for zone in zones]

    def _came(self, zone: str, side: str) -> int:
        return self.index[Place(zone, side if self.has(zone, HIGH) else "")]

    def _solo(self, place: Place) -> int:
        assert self.case.scene is not None
        near = connected(self.case.scene, place.zone)
        better = [zone for zone in near if self.has(zone, HIGH)]
        if self._bad(place.zone):
            better += [zone for zone in near if not self._bad(zone)]
        return self._came(place.zone if self.has(place.zone, HIGH) or not better else better[0], "foe")

    def _bad(self, zone: str) -> bool:
        return self.has(zone, WATER) or self.has(zone, HAZARD)

    # --- a Round ------------------------------------------------------------------------------------------------------

    def _solved(self, own: Array, foe: Array) -> Array:
        out = np.zeros((len(own), *self.values.shape[2:]))
        shares = dict(zip(ORDER, self.case.temperament.shares, strict=True))
        met = {(s, t): self._met(own, foe, s, t) for s in range(4) for t in range(4)}
        ways = {key: [self._paid(value, key[0]) for value in values] for key, values in met.items()}
        rolled = [sum(shares[t] * ways[s, t][0] for t in range(4)) / terms.DIE for s in range(4)]
        for last in range(5):
            blind = [ways[s, (s - 1) % 4][1] if s == last else rolled[s] for s in range(4)]
            out[..., last, :, 0] = np.max(blind, axis=0)
            seen = [np.max([ways[s, t][s == last] for s in range(4)], axis=0) for t in range(4)]
            out[..., last, :, 1] = sum(shares[t] * seen[t] for t in range(4)) / terms.DIE
        if self.foresees:
            cost = terms.FORESIGHT
            out[:, :, cost:, ..., 0] = np.maximum(out[:, :, cost:, ..., 0], out[:, :, :-cost, ..., 1])
        return out

    def _paid(self, value: Array, stance: int) -> Array:
        """By the Qi before the cost of a Qi Burst; none where it cannot be paid."""
        if stance != Q:
            return value
        out = np.full_like(value, -1.0)
        out[:, :, :, 1:] = value[:, :, :, :-1]
        for n, place in enumerate(self.places):
            if self.has(place.zone, DENSE_QI):
                out[:, n] = value[:, n]
        return out

    def _met(self, own: Array, foe: Array, s: int, t: int) -> tuple[Array, Array]:
        """Values of two Stances by place, Momentum, Qi left and the foe's Momentum: of a new Stance, of the last one again."""
        gap = self.case.gap
        clash = "won" if (s + 1) % 4 == t else "lost" if (t + 1) % 4 == s else "draw"
        if clash == "draw" and gap:
            clash = "lost" if gap > 0 else "won"
        plain = np.zeros((4, len(own), len(self.places), MOMENTA, QIS, MOMENTA))
        final = np.zeros_like(plain)
        for at, deals, takes in self._grounds(s, t):
            for band in range(4):
                plain[band][:, at], final[band][:, at] = self._band(own, foe, Met(s, t, at, deals, takes, clash, band))
        realm, foe_realm = (1, 1 + gap) if gap >= 0 else (1 - gap, 1)
        over = self.case.hero.attributes[ORDER.index(s)] + realm + {"won": 2, "draw": 0, "lost": -2}[clash]
        over -= terms.DEFENSE + foe_realm
        high = [(place.high == "hero") - (place.high == "foe") for place in self.places]
        out = []
        for predictable in (0, terms.PREDICTABLE):
            odds = np.array([chances(over + h - predictable) for h in high]).T[:, None, :, None, None, None]
            value = (odds * plain).sum(axis=0)
            if clash != "lost" or gap == 1:
                value[:, :, 3] = np.maximum(value[:, :, 3], (odds * final).sum(axis=0)[:, :, 3])
            out.append(value)
        return out[0], out[1]

    def _grounds(self, s: int, t: int) -> list[tuple[Array, int, int]]:
        """The places by what the hero's and the foe's Stance deal there."""
        out: dict[tuple[int, int], list[int]] = {}
        for n, place in enumerate(self.places):
            out.setdefault((self._harm(s, place, self.fist), self._harm(t, place, False)), []).append(n)
        return [(np.array(at), *harm) for harm, at in out.items()]

    def _band(self, own: Array, foe: Array, met: Met) -> tuple[Array, Array]:
        """Values when the band is known: with a Momentum spent where that is better, and with a Finisher."""
        lands, theirs = TABLE[met.clash][met.band]
        plain = self._dealt(own, foe, met, lands, theirs, 0)
        if lands != NONE:
            spent = self._dealt(own, foe, met, lands, theirs, 1)
            plain[:, :, 1:] = np.maximum(plain[:, :, 1:], spent[:, :, 1:])
        if met.clash == "lost" and lands == GRAZE:
            lands = LANDS
        return plain, self._dealt(own, foe, met, lands, theirs, terms.FINISHER)

    def _dealt(self, own: Array, foe: Array, met: Met, lands: int, theirs: int, paid: int) -> Array:
        """Values after all harm, by the Momentum before what is paid."""
        gap, s, t, clash = self.case.gap, met.s, met.t, met.clash
        if lands != NONE:
            harm = (met.deals if lands == LANDS else 1) + (met.band == 3) + (paid == 1)
            final = paid == terms.FINISHER and lands == LANDS
            if gap > 0 and not (final and gap == 1):
                harm = max(1, harm - gap)
            foe = self.foe.hit(harm, final)[0][foe]
        left = np.repeat(own[:, None], MOMENTA, axis=1)  # by the foe's Momentum
        marked = np.zeros(left.shape, dtype=bool)
        finals = np.zeros(MOMENTA, dtype=int)
        finals[3] = theirs == LANDS and clash != "won"
        if theirs != NONE:
            for momentum, final in enumerate(finals):
                harm = met.takes if theirs == LANDS else 1
                if gap < 0 and not (final and gap == -1):
                    harm = max(1, harm + gap)
                after, marks = self.own.hit(harm, bool(final))
                standing = foe != self.foe.out  # a foe that is out lands nothing
                left[:, momentum] = np.where(standing, after[own], own)
                marked[:, momentum] = standing & marks[own]
        gained = (clash == "won") + (met.band >= 2) + (lands == LANDS and s == G) - (theirs == LANDS and t == F)
        momenta = np.maximum(np.arange(MOMENTA) - paid, 0)[None, :, None] + gained + (gap > 0) * marked[:, None, :]
        their = (clash == "lost") + (theirs == LANDS and t == G) - (lands == LANDS and s == F)
        others = np.clip(np.arange(MOMENTA) + their - 3 * finals, 0, 3)
        alone = 1 if lands == LANDS != theirs else 2 if theirs == LANDS != lands else 0
        return self.after[
            alone,
            left[:, None, None, None, :],
            foe[:, None, None, None, None],
            met.at[None, :, None, None, None],
            np.clip(momenta, 0, 3)[:, None, :, None, :],
            np.arange(QIS)[None, None, None, :, None],
            s,
            others[None, None, None, None, :],
            int(lands == LANDS and s == F),
        ]

    def _harm(self, stance: int, place: Place, fist: bool) -> int:
        harm = terms.FIST_ATTACK if fist and stance == A else HARM[stance]
        if stance == F and self.has(place.zone, UNSTABLE):
            return harm + 1
        return max(1, harm - 1) if stance == A and self.has(place.zone, WATER) else harm


def chances(over: int) -> tuple[float, float, float, float]:
    """Of a Failure, a Partial, a plain and a Critical Success, where so much is added to the die beyond the Defense."""
    out = [0.0] * 4
    for face in range(1, 21):
        total = face + over
        band = 3 if face == 20 or total >= 10 else 2 if total >= 0 else 1 if total >= -5 else 0
        out[band] += 1 / 20
    return out[0], out[1], out[2], out[3]


# --- the figures ------------------------------------------------------------------------------------------------------


def row(job: tuple[int, Hero, Temperament, bool, int]) -> dict[tuple[str, int], float]:
    """The values of one match-up against a Rival, of 100: without a map (""), and from every start of every map."""
    gap, hero, temperament, callings, _ = job
    case = Case(hero, RIVAL, temperament, gap, None, callings)
    out = {("", 0): 100 * Solver(case).value()}
    for scene in SCENES if abs(gap) < terms.TRAITS_OFF else ():
        solved = Solver(case._replace(scene=scene))
        out |= {(scene.name, n): 100 * solved.value(start) for n, start in enumerate(scene.starts)}
    return out


def main(gaps: list[int]) -> None:
    """For each gap a table: the mean of twenty match-ups, and how far the map moves the one that it moves most."""
    for callings, gap in product((False, True), gaps):
        jobs = [(gap, hero, temperament, callings, 0) for hero in HEROES for temperament in TEMPERAMENTS]
        with ProcessPoolExecutor(2) as pool:
            rows = list(pool.map(row, jobs))
        print(f"\ngap {gap}, {'with' if callings else 'without'} what callings have\n")
        print("| map | start | mean | least | most | largest change |")
        print("|---|---|---|---|---|---|")
        for key in rows[0]:
            values = [one[key] for one in rows]
            change = max((one[key] - one["", 0] for one in rows), key=abs)
            mean = sum(values) / len(values)
            print(f"| {key[0] or 'none'} | {key[1]} | {mean:.1f} | {min(values):.1f} | {max(values):.1f} | {change:+.1f} |")


if __name__ == "__main__":
    main([int(gap) for gap in sys.argv[1:]] or [0, 1])
