"""Words to play a Duel of Heavenly Debt by hand in a test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.rules.heavenly_debt import Agreed, HeavenlyDebt, Stage, State
from cardgen.rules.heavenly_debt.frame import Arts, Ground
from cardgen.rules.heavenly_debt.scenes import Scene, Start
from cardgen.rules.heavenly_debt.state import After, Bid, Effort, Go, Word
from cardgen.rules.heavenly_debt.steps import begun
from cardgen.rules.heavenly_debt.terms import (
    CHOSEN,
    LEVEL,
    MASK,
    RIVAL,
    TECHNIQUES,
    Hero,
    Kind,
    Raise,
    Stance,
    Temperament,
)

BY_ID = {technique.id: technique for technique in TECHNIQUES}
QUIET = (BY_ID["red-tide-step"], BY_ID["hundred-step-return"])
"""Techniques that ask nothing in a Round of those who do not name them."""
LETTERS = {"A": Stance.ATTACK, "F": Stance.FEINT, "Q": Stance.QI_BURST, "G": Stance.GUARD}


class Lots:
    """Chance that falls as it is told, and then no more."""

    def __init__(self, *lots: int) -> None:
        self.lots = list(lots)

    def randrange(self, stop: int, /) -> int:
        assert self.lots, "nothing is left to chance here"
        lot = self.lots.pop(0)
        assert 0 <= lot < stop
        return lot


def rules_for(
    hero: Hero = MASK,
    kind: Kind = RIVAL,
    scene: Scene | None = None,
    gap: int = 0,
    arts: Sequence[str] = (),
    start: Start | None = None,
    solo: bool = False,
    temperament: Temperament = LEVEL,
) -> HeavenlyDebt:
    """The rules in a frame that leaves nothing open; Techniques are filled up to two."""
    own = [technique for technique in CHOSEN if technique.id in arts]
    own += [technique for technique in QUIET if technique not in own][: 2 - len(own)]
    realm, foe_realm = (1, 1 + gap) if gap >= 0 else (1 - gap, 1)
    brought = Arts(tuple(technique for technique in CHOSEN if technique in own))
    frame = Agreed(hero, brought, kind, temperament, scene or Ground.PLAIN, start, realm, foe_realm)
    return HeavenlyDebt(frame, solo)


def duel(**frame: Any) -> State:
    """A Duel before its first Round."""
    return rules_for(**frame).setup(Lots())


def having(state: State, **fields: Any) -> State:
    """The same Duel with other values of the hero's, or with `foe_` of the foe's."""
    own = {name: value for name, value in fields.items() if not name.startswith("foe_")}
    foe = {name.removeprefix("foe_"): value for name, value in fields.items() if name.startswith("foe_")}
    state = state._replace(player=state.player._replace(**own), foe=state.foe._replace(**foe))
    return again(state)


def again(state: State) -> State:
    """The Round begun anew, as the sides have changed."""
    if state.stage in (Stage.EDGE, Stage.STANCE, Stage.SHOW):
        return begun(state, Lots())
    return state


def at(state: State, zone: str, foe: str | None = None, high: str = "") -> State:
    """The same Duel with both in a Zone, or the foe in another."""
    player, other = state.player._replace(zone=zone), state.foe._replace(zone=zone if foe is None else foe)
    return again(state._replace(player=player, foe=other, high=high))


def revealed(state: State, own: str, foe: str, technique: str = "", to: str = "", lots: Sequence[int] = ()) -> State:
    """After both Stances (by their letters) are revealed; a hero who may let the foe reveal first does not."""
    rules = HeavenlyDebt(state.frame, state.solo)
    if state.stage is Stage.EDGE:
        state = rules.play(state, (Word.GO_ON, None), Lots())
    if state.stage is Stage.SHOW:
        state = rules.play(state, (None, LETTERS[foe]), Lots())
    bid = Bid(LETTERS[own], BY_ID[technique] if technique else None, to)
    answer = LETTERS[foe] if rules.moves(state, "foe") else None
    return rules.play(state, (bid, answer), Lots(*lots))


def played(
    state: State,
    own: str,
    foe: str,
    roll: int,
    technique: str = "",
    to: str = "",
    finisher: bool = False,
    push: bool = False,
    raised: Raise | None = None,
    spends: bool = False,
    go: str = "",
    follow: Word = Word.FOLLOW,
    yields: bool = False,
) -> State:
    """A Round to where the hero may leave, or to the end of the Duel."""
    rules = HeavenlyDebt(state.frame, state.solo)
    die = roll - 1
    efforts = {Stage.EFFORT: Effort(finisher, push), Stage.AFTER: After(raised, spends), Stage.FOLLOW: follow}
    state = revealed(state, own, foe, technique, to, [die] if not state.solo else [4, die])
    while state.stage not in (Stage.LEAVE, Stage.OVER):
        if state.stage in efforts:
            lots = [die] if state.stage is Stage.EFFORT else []
            state = rules.play(state, (efforts[state.stage], None), Lots(*lots))
        elif state.stage is Stage.FOE_YIELDS:
            state = rules.play(state, (None, Word.YIELD if yields else Word.GO_ON), Lots())
        else:
            assert state.stage is Stage.MOVE
            moves: list[Any] = [Go(go), None]
            state = rules.play(state, moves if state.bout.mover == "hero" else moves[::-1], Lots())
    return state


def went_on(state: State) -> State:
    """The next Round."""
    return HeavenlyDebt(state.frame, state.solo).play(state, (Word.GO_ON, None), Lots())
