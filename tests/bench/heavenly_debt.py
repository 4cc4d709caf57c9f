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


class Place(NamedTuple):
    """The Zone in which both stand, and who holds its High ground."""

    zone: str
    high: str


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
        self.values: dict[tuple[Health, Health], Array] = {}
        self.after: dict[tuple[Health, Health], Array] = {}
        heroes = list(product(range(terms.WARD + 1), range(1, terms.WOUNDS + 1)))
        foes = list(product(range(case.kind.ward + 1), range(1, case.kind.wounds + 1)))
        for own, foe in sorted(product(heroes, foes), key=lambda pair: sum(pair[0]) + sum(pair[1])):
            self.values[own, foe] = self._solved(own, foe)
            self.after[own, foe] = self._after(own, foe)

    def value(self, start: Start | None = None) -> float:
        """From the first Round on, Ward whole; on a map from one of its starts."""
        place, momentum = Place("", ""), 0
        if start is not None and self.traits:
            place = Place(start.zone, start.first if self.has(start.zone, HIGH) else "")
            momentum = terms.AMBUSH if start.ambush else 0
        own, foe = (terms.WARD, terms.WOUNDS), (self.case.kind.ward, self.case.kind.wounds)
        qi = terms.STRAIN if self.fist and not self._burns_free(place) else terms.QI
        return float(self.values[own, foe][self.index[place], momentum, qi, 4, 0, 0])

    def has(self, zone: str, trait: object) -> bool:
        return bool(self.traits and zone and self.case.scene and trait in traits_of(self.case.scene, zone))

    def _burns_free(self, place: Place) -> bool:
        return False  # what a Fist may burst with is the lesser of Qi and Strain, wherever he stands

    # --- the end of a Round -------------------------------------------------------------------------------------------

    def _after(self, own: Health, foe: Health) -> Array:
        """Values before the moves at the end of a Round: by who alone landed (nobody, hero, foe), then as `values`."""
        base = np.stack([self._burnt(own, foe, n) for n in range(len(self.places))])
        if not self.traits:
            return np.stack([base, base, base])
        hero, other = base.copy(), base.copy()
        for n, place in enumerate(self.places):
            hero[n] = np.max([base[m] for m in self._ways(place, "hero")], axis=0)
            ways = self._ways(place, "foe")
            other[n] = np.min([base[m] for m in ways], axis=0) if self.case.worst else base[self._solo(place)]
        return np.stack([base, hero, other])

    def _ways(self, place: Place, side: str) -> list[int]:
        assert self.case.scene is not None
        zones = (place.zone, *connected(self.case.scene, place.zone))
        return [self._came(zone, side) for zone in zones]

    def _came(self, zone: str, side: str) -> int:
        return self.index[Place(zone, side if self.has(zone, HIGH) else "")]

    def _solo(self, place: Place) -> int:
        assert self.case.scene is not None
        up = [zone for zone in connected(self.case.scene, place.zone) if self.has(zone, HIGH)]
        return self._came(place.zone if self.has(place.zone, HIGH) or not up else up[0], "foe")

    def _burnt(self, own: Health, foe: Health, n: int) -> Array:
        if not self.has(self.places[n].zone, HAZARD):
            return self.values[own, foe][n]
        own, foe = hit(own, 1, False), hit(foe, 1, False)
        if not own[1] or not foe[1]:
            return np.full(self._shape()[1:], float(bool(own[1])))
        return self.values[own, foe][n]

    def _shape(self) -> tuple[int, ...]:
        """Places, Momentum, Qi, the last Stance (4: none), the foe's Momentum, whether it is Off Balance."""
        return len(self.places), MOMENTA, QIS, 5, MOMENTA, 2

    # --- a Round ------------------------------------------------------------------------------------------------------

    def _solved(self, own: Health, foe: Health) -> Array:
        out = np.zeros(self._shape())
        shares = dict(zip(ORDER, self.case.temperament.shares, strict=True))
        for n, place in enumerate(self.places):
            met = {(s, t): self._met(own, foe, n, place, s, t) for s in range(4) for t in range(4)}
            for last in range(5):
                blind, seen = [], {t: [] for t in range(4)}
                for s in range(4):
                    same = s == last
                    ways = {t: self._paid(met[s, t][same], s, place) for t in range(4)}
                    for t in range(4):
                        seen[t].append(ways[t])
                    answer = ways[(s - 1) % 4] if same else sum(shares[t] * ways[t] for t in range(4)) / terms.DIE
                    blind.append(answer)
                out[n, :, :, last, :, 0] = np.max(blind, axis=0)
                out[n, :, :, last, :, 1] = sum(shares[t] * np.max(seen[t], axis=0) for t in range(4)) / terms.DIE
            if self.foresees:
                cost = terms.FORESIGHT
                out[n, cost:, :, :, :, 0] = np.maximum(out[n, cost:, :, :, :, 0], out[n, :-cost, :, :, :, 1])
        return out

    def _paid(self, value: Array, stance: int, place: Place) -> Array:
        """By the Qi before the cost of a Qi Burst; none where it cannot be paid."""
        if stance != Q or self.has(place.zone, DENSE_QI):
            return value
        out = np.full_like(value, -1.0)
        out[:, 1:] = value[:, :-1]
        return out

    def _met(self, own: Health, foe: Health, n: int, place: Place, s: int, t: int) -> tuple[Array, Array]:
        """Values of two Stances by Momentum, Qi left and the foe's Momentum: with another Stance than the last, with it."""
        gap = self.case.gap
        clash = "won" if (s + 1) % 4 == t else "lost" if (t + 1) % 4 == s else "draw"
        if clash == "draw" and gap:
            clash = "lost" if gap > 0 else "won"
        bands = [self._band(own, foe, n, place, s, t, clash, band) for band in range(4)]
        realm, foe_realm = (1, 1 + gap) if gap >= 0 else (1 - gap, 1)
        bonus = self.case.hero.attributes[ORDER.index(s)] + realm + {"won": 2, "draw": 0, "lost": -2}[clash]
        bonus += place.high == "hero"
        against = terms.DEFENSE + foe_realm + (place.high == "foe")
        out = []
        for predictable in (0, terms.PREDICTABLE):
            odds = chances(bonus - predictable - against)
            value = sum(p * plain for p, (plain, _) in zip(odds, bands, strict=True))
            if clash != "lost" or gap == 1:
                finisher = sum(p * final for p, (_, final) in zip(odds, bands, strict=True))
                value[3] = np.maximum(value[3], finisher[3])
            out.append(value)
        return out[0], out[1]

    def _band(
        self, own: Health, foe: Health, n: int, place: Place, s: int, t: int, clash: str, band: int
    ) -> tuple[Array, Array]:
        """Values when the band is known: with a Momentum spent where that is better, and with a Finisher."""
        lands, theirs = TABLE[clash][band]
        plain = self._dealt(own, foe, n, place, s, t, clash, band, lands, theirs, 0, False)
        if lands != NONE:
            spent = self._dealt(own, foe, n, place, s, t, clash, band, lands, theirs, 1, False)
            plain[1:] = np.maximum(plain[1:], spent[1:])
        if clash == "lost" and lands == GRAZE:
            lands = LANDS
        return plain, self._dealt(own, foe, n, place, s, t, clash, band, lands, theirs, 3, True)

    def _dealt(
        self,
        own: Health,
        foe: Health,
        n: int,
        place: Place,
        s: int,
        t: int,
        clash: str,
        band: int,
        lands: int,
        theirs: int,
        paid: int,
        finisher: bool,
    ) -> Array:
        """Values after all harm, by the Momentum before what is paid."""
        gap = self.case.gap
        if lands != NONE:
            harm = self._harm(s, place, self.fist) if lands == LANDS else 1
            harm += (band == 3) + (paid == 1)
            final = finisher and lands == LANDS
            if gap > 0 and not (final and gap == 1):
                harm = max(1, harm - gap)
            foe = hit(foe, harm, final)
            if not foe[1]:
                return np.ones((MOMENTA, QIS, MOMENTA))
        out = np.zeros((MOMENTA, QIS, MOMENTA))
        alone = 1 if lands == LANDS != theirs else 2 if theirs == LANDS != lands else 0
        for group in (slice(0, 3), slice(3, 4)):
            final = theirs == LANDS and clash != "won" and group.start == 3
            left = own
            if theirs != NONE:
                harm = self._harm(t, place, False) if theirs == LANDS else 1
                if gap < 0 and not (final and gap == -1):
                    harm = max(1, harm + gap)
                left = hit(own, harm, final)
                if not left[1]:
                    continue
            gained = (clash == "won") + (band >= 2) + (lands == LANDS and s == G) - (theirs == LANDS and t == F)
            gained += gap > 0 and left[1] < own[1]
            their = (clash == "lost") + (theirs == LANDS and t == G) - (lands == LANDS and s == F) - 3 * final
            momenta = np.clip(np.maximum(np.arange(MOMENTA) - paid, 0) + gained, 0, 3)
            others = np.clip(np.arange(MOMENTA)[group] + their, 0, 3)
            then = self.after[left, foe][alone, n, :, :, s, :, int(lands == LANDS and s == F)]
            out[:, :, group] = then[momenta][:, :, others]
        return out

    def _harm(self, stance: int, place: Place, fist: bool) -> int:
        harm = terms.FIST_ATTACK if fist and stance == A else HARM[stance]
        if stance == F and self.has(place.zone, UNSTABLE):
            return harm + 1
        return max(1, harm - 1) if stance == A and self.has(place.zone, WATER) else harm


def hit(side: Health, harm: int, wounds: bool) -> Health:
    ward, left = side
    return max(0, ward - harm), left - (wounds or harm > ward)


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
