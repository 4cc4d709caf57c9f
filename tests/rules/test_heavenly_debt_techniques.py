"""Techniques in the Duel of Heavenly Debt, sentence by sentence of its source, and ruling by ruling."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.rules.heavenly_debt import Stage, State
from cardgen.rules.heavenly_debt.scenes import SCENES
from cardgen.rules.heavenly_debt.state import Word
from cardgen.rules.heavenly_debt.terms import ATTACK, MASK, QI_BURST, SEAL
from tests.rules.heavenly_debt_table import BY_ID, Lots, at, duel, having, played, revealed, rules_for, went_on

FERRY, SHRINE, FORD, GRANARY, BRIDGE, SPRING = SCENES


def offered(state: State) -> set[tuple[str, str]]:
    return {(bid.technique.id, bid.to) for bid in rules_for().moves(state, "hero") if bid.technique}


def test_techniques_of_zones_need_a_map() -> None:
    for arts in (["pole-sweep", "salt-burn"], ["chain-stair-step", "thunder-in-the-bones"], ["hundred-step-return"]):
        assert offered(duel(arts=arts)) == set()
        assert offered(duel(scene=FERRY, arts=arts))


def test_each_goes_with_its_stance_and_costs_its_qi() -> None:
    costs = {"pole-sweep": ("A", 1), "salt-burn": ("Q", 1), "chain-stair-step": ("F", 1), "thunder-in-the-bones": ("A", 1),
             "hundred-step-return": ("G", 0)}  # fmt: skip
    for technique, (own, qi) in costs.items():
        state = duel(scene=BRIDGE, arts=[technique])
        to = "west" if BY_ID[technique].leap else ""
        lots: Sequence[int] = ()
        assert revealed(state, own, "G" if own != "F" else "F", technique, to, lots).player.qi == 3 - qi
        assert {stance for bid in rules_for().moves(state, "hero") if bid.technique for stance in [bid.stance]} == {
            BY_ID[technique].stance
        }
        if qi and technique != "salt-burn":
            assert offered(having(state, qi=0)) == set()


def test_a_leap_goes_at_the_reveal_and_lands_from_there() -> None:
    state = duel(scene=BRIDGE, arts=["chain-stair-step"])
    assert offered(state) == {("chain-stair-step", "west"), ("chain-stair-step", "east")}
    after = played(state, "F", "F", 15, "chain-stair-step", "west")  # both would land
    assert (after.bout.hit, after.bout.foe_hit) == ((True, 2, False, False), None)  # the foe stands on the bridge still
    assert (after.player.zone, after.foe.zone, after.high) == ("west", "west", "hero")  # and follows, second
    apart = at(state, "bridge", foe="west")
    after = played(apart, "F", "F", 16, "chain-stair-step", "west")
    assert (after.bout.hit, after.bout.foe_hit) == ((True, 1, False, False), (True, 1, False, False))
    assert after.high == "foe"
    level = played(at(state, "west", foe="bridge"), "F", "F", 10, "chain-stair-step", "bridge")
    assert level.bout.defense == 20  # the foe was there first, and there is no height to hold


def test_a_leap_lands_next_door_and_no_further() -> None:
    apart = at(duel(scene=SHRINE, arts=["chain-stair-step"]), "stair", foe="gate")
    after = played(apart, "F", "F", 19, "chain-stair-step", "shrine")
    assert (after.bout.hit, after.player.zone, after.foe.zone) == (None, "shrine", "shrine")


def test_a_leap_is_made_once_a_duel() -> None:
    state = duel(scene=BRIDGE, arts=["chain-stair-step", "thunder-in-the-bones"])
    state = went_on(played(state, "F", "F", 2, "chain-stair-step", "west"))
    assert offered(state) == {("thunder-in-the-bones", "bridge")}  # the other is there still
    state = went_on(played(state, "A", "A", 2, "thunder-in-the-bones", "bridge"))
    assert offered(state) == set()
    again = went_on(played(duel(scene=BRIDGE, arts=["pole-sweep"]), "A", "A", 16, "pole-sweep"))
    assert offered(again) == {("pole-sweep", "")}  # what costs Qi alone is used as long as there is some


def test_one_technique_lies_beside_a_stance() -> None:
    state = duel(scene=BRIDGE, arts=["pole-sweep", "thunder-in-the-bones"])
    beside = [bid.technique and bid.technique.id for bid in rules_for().moves(state, "hero") if bid.stance is ATTACK]
    assert beside == [None, "pole-sweep", "thunder-in-the-bones", "thunder-in-the-bones"]  # to the west, to the east


def test_a_leap_leaves_the_high_ground() -> None:
    state = duel(scene=SHRINE, arts=["chain-stair-step"])
    assert played(state, "F", "F", 10, "chain-stair-step", "gate").bout.defense == 20
    assert played(at(state, "shrine", high=""), "F", "F", 19, "chain-stair-step", "stair").high == "hero"


def test_thunder_in_the_bones_does_not_leap_from_water() -> None:
    assert offered(duel(scene=FORD, arts=["thunder-in-the-bones"])) == set()
    assert offered(at(duel(scene=FORD, arts=["thunder-in-the-bones"]), "bank"))
    assert offered(duel(scene=FORD, gap=2, arts=["thunder-in-the-bones"]))  # water does nothing there


def test_hundred_step_return_moves_when_the_guard_lands() -> None:
    state = duel(scene=FERRY, arts=["hundred-step-return"])
    after = played(state, "G", "F", 16, "hundred-step-return", go="roof")  # the foe's lands, too
    assert (after.bout.foe_landed, after.player.zone, after.high) == (True, "roof", "hero")
    assert played(state, "G", "F", 16).bout.mover == ""
    assert played(state, "G", "F", 2, "hundred-step-return").bout.mover == "foe"  # it did not land


def test_lantern_heart_sutra_makes_the_foe_reveal_first_once() -> None:
    rules = rules_for()
    state = duel(arts=["lantern-heart-sutra"])
    assert state.stage is Stage.EDGE
    shows = rules.play(state, (Word.LANTERN, None), Lots())
    assert (shows.stage, shows.player.qi) == (Stage.SHOW, 2)
    state = went_on(played(shows, "G", "A", 19))
    assert state.stage is Stage.STANCE
    assert duel(arts=["lantern-heart-sutra"], solo=True).stage is Stage.EDGE
    assert having(duel(arts=["lantern-heart-sutra"]), qi=0).stage is Stage.STANCE


def test_foresight_is_the_seals_and_not_while_outranked() -> None:
    rules = rules_for()
    state = having(duel(hero=SEAL), momentum=2)
    assert state.stage is Stage.EDGE
    shows = rules.play(state, (Word.FORESIGHT, None), Lots())
    assert (shows.stage, shows.player.momentum) == (Stage.SHOW, 0)
    solo = having(duel(hero=SEAL, solo=True), momentum=3)
    solo = rules_for(solo=True).play(solo, (Word.FORESIGHT, None), Lots(5))
    assert (solo.bout.foe, solo.player.momentum) == (QI_BURST, 1)
    assert having(duel(hero=SEAL), momentum=1).stage is Stage.STANCE
    assert having(duel(hero=MASK), momentum=3).stage is Stage.STANCE
    assert having(duel(hero=SEAL, gap=1), momentum=3).stage is Stage.STANCE
    assert having(duel(hero=SEAL, gap=-1), momentum=3).stage is Stage.EDGE
