"""Zones, Techniques and fleeing in the Duel of Heavenly Debt, sentence by sentence of its source."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cardgen.rules.heavenly_debt import Agreed, HeavenlyDebt, Stage, State
from cardgen.rules.heavenly_debt.frame import Ground, agreed
from cardgen.rules.heavenly_debt.ground import on_ground
from cardgen.rules.heavenly_debt.scenes import EXIT, HAZARD, HIGH, SCENES, SCREENED, Scene, Start, Zone, scene
from cardgen.rules.heavenly_debt.state import After, Bid, Effort, Word
from cardgen.rules.heavenly_debt.terms import (
    ATTACK,
    BOSS,
    CRANE,
    FEINT,
    FIST,
    MINION,
    SUCCESS,
)
from tests.rules.heavenly_debt_table import Lots, at, duel, having, played, revealed, rules_for, went_on

FERRY, SHRINE, FORD, GRANARY, BRIDGE, SPRING = SCENES

# --- Zones ------------------------------------------------------------------------------------------------------------


def test_whoever_was_first_holds_the_high_ground() -> None:
    state = duel(scene=SHRINE)
    assert (state.player.zone, state.high) == ("stair", "foe")
    assert played(state, "F", "F", 10).bout.defense == 21
    mine = at(state, "stair", high="hero")
    bout = played(mine, "F", "F", 10).bout
    assert (bout.bonus, bout.defense) == (3 + 1 + 1, 20)
    assert played(at(state, "stair"), "F", "F", 10).bout.defense == 20  # nobody was first


def test_a_side_that_alone_lands_takes_the_high_ground() -> None:
    assert played(duel(scene=SHRINE), "F", "F", 19).high == "hero"
    assert played(duel(scene=SHRINE), "F", "Q", 11).high == "hero"  # the foe Grazes only
    assert played(at(duel(scene=SHRINE), "stair", high="hero"), "F", "F", 2).high == "foe"
    assert played(duel(scene=SHRINE), "F", "F", 16).high == "foe"  # both land


def test_unstable_ground_adds_one_to_a_feint_that_lands_there() -> None:
    deck = duel(scene=FERRY)
    assert played(deck, "F", "F", 19).bout.hit == (True, 2, False, False)
    assert played(deck, "F", "F", 2).bout.foe_hit == (True, 2, False, False)
    assert played(deck, "A", "A", 19).bout.hit == (True, 2, False, False)
    assert played(deck, "F", "A", 19).bout.hit == (False, 1, False, False)  # a Graze is no Feint


def test_water_takes_one_from_an_attack_that_lands_there() -> None:
    ford = duel(scene=FORD)
    assert played(ford, "A", "A", 19).bout.hit == (True, 1, False, False)
    assert played(ford, "A", "A", 2).bout.foe_hit == (True, 1, False, False)
    assert played(ford, "Q", "Q", 19).bout.hit == (True, 3, False, False)
    assert on_ground(ford, ATTACK, 1, "ford") == 1  # never less, whatever else made it so little
    assert played(duel(scene=FORD, hero=FIST), "A", "A", 19).bout.hit == (True, 2, False, False)


def test_dense_qi_makes_a_burst_free_and_a_fist_marks_no_strain() -> None:
    spring = duel(scene=SPRING, hero=FIST)
    state = revealed(having(spring, qi=0, strain=2), "Q", "G", lots=[9])
    assert (state.player.qi, state.player.strain) == (0, 2)
    assert revealed(at(spring, "ledge"), "Q", "G").player.qi == 2


def test_a_hazard_takes_one_from_whoever_ends_a_round_there() -> None:
    fire = at(duel(scene=GRANARY), "fire")
    state = played(fire, "A", "A", 19)
    assert (state.player.ward, state.foe.ward, state.bout.burnt) == (5, 1, ("hero", "foe"))
    state = played(fire, "A", "A", 19, go="floor")  # out of it, and the foe follows
    assert (state.player.ward, state.foe.ward, state.bout.burnt) == (6, 2, ())
    state = played(having(fire, ward=0, wounds=2, foe_ward=1, foe_wounds=2), "F", "F", 19)
    assert state.over == ((), "both are out")
    minion = at(duel(scene=GRANARY, kind=MINION), "fire")
    assert played(having(minion, ward=0, wounds=2), "A", "F", 1).over == (("foe",), "the hero is out")  # by a Graze before
    assert played(having(minion, ward=1, wounds=2), "A", "F", 1).over == ((), "both are out")
    minion = having(at(duel(scene=GRANARY, kind=MINION, arts=["pole-sweep"]), "fire"), ward=1, wounds=2)
    apart = played(minion, "F", "F", 2, go="floor", follow=Word.STAY)
    assert (apart.bout.burnt, apart.over) == (("hero",), ((), "both are out"))  # a Minion falls as that Round ends, too
    state = played(having(fire, ward=0, wounds=2), "A", "A", 19)
    assert state.over == (("foe",), "the hero is out")
    state = played(having(fire, foe_ward=0, foe_wounds=2), "F", "A", 2)
    assert state.over == (("hero",), "the foe is out")


def test_screened_ground_lets_no_stance_in_from_another_zone() -> None:
    state = at(duel(scene=SHRINE, arts=["salt-burn"]), "shrine", foe="bamboo")
    assert played(state, "Q", "G", 19, "salt-burn").bout.hit is None
    state = at(duel(scene=SHRINE, arts=["salt-burn"]), "bamboo", foe="shrine")
    assert played(state, "Q", "G", 19, "salt-burn").bout.hit == (True, 3, False, False)


def test_an_ambush_from_screened_ground_begins_with_a_momentum() -> None:
    start = FORD.starts[1]
    state = duel(scene=FORD, start=start)
    assert (start.ambush, state.player.momentum, state.player.zone, state.foe.zone) == (True, 1, "reeds", "reeds")
    assert state.high == ""  # who was first holds a height, and nothing else
    assert duel(scene=FORD).player.momentum == 0
    with pytest.raises(ValueError, match="no Ambush"):
        duel(scene=FORD, start=Start("ford", "hero", ambush=True))
    for gap in (-2, 2):
        with pytest.raises(ValueError, match="no Ambush"):
            duel(scene=FORD, start=start, gap=gap)
    with pytest.raises(ValueError, match="was there first"):
        duel(scene=FORD, start=start._replace(first=""))


def test_a_trait_works_the_same_for_the_foe() -> None:
    """From an Ambush of its own it begins with the Momentum; a foe first on the height holds it."""
    state = duel(scene=FORD, start=Start("reeds", "foe", ambush=True))
    assert (state.player.momentum, state.foe.momentum) == (0, 1)
    assert duel(scene=BRIDGE, start=Start("east", "foe")).high == "foe"


def test_an_agreed_start_wins_over_the_maps() -> None:
    state = duel(scene=BRIDGE, start=Start("east", "hero"))
    assert (state.player.zone, state.high) == ("east", "hero")
    for wrong, says in ((Start("moon"), "it has no Zone moon"), (Start("bridge", "me"), "me is no side")):
        with pytest.raises(ValueError, match=says):
            duel(scene=BRIDGE, start=wrong)
    with pytest.raises(ValueError, match="a map"):
        agreed(Agreed(ground=Ground.PLAIN, start=Start("east")))


@pytest.mark.parametrize("gap", [-2, 2])
def test_at_a_gap_of_two_traits_do_nothing_for_either_side(gap: int) -> None:
    assert played(duel(scene=SHRINE, gap=gap), "F", "F", 10).bout.defense == (22 if gap > 0 else 20)
    assert played(duel(scene=FERRY, gap=gap, kind=BOSS), "F", "Q", 19).bout.hit == (True, 1, False, False)
    assert revealed(duel(scene=SPRING, gap=gap), "Q", "G").player.qi == 2
    fire = at(duel(scene=GRANARY, gap=gap), "fire")
    assert played(fire, "F", "Q", 11).bout.burnt == ()
    state = at(duel(scene=SHRINE, gap=gap, arts=["salt-burn"], kind=BOSS), "shrine", foe="bamboo")
    assert played(state, "Q", "G", 19, "salt-burn").bout.hit is not None
    yard = played(duel(scene=GRANARY, gap=gap), "F", "F", 1)
    assert Word.FLEE in rules_for().moves(yard, "hero")  # only an Exit still works


def test_traits_work_at_a_gap_of_one() -> None:
    assert played(duel(scene=SHRINE, gap=1), "F", "F", 10).bout.defense == 22
    assert played(duel(scene=FERRY, gap=-1), "F", "Q", 2).bout.foe_hit == (False, 1, False, False)
    assert played(duel(scene=FERRY, gap=-1), "F", "F", 19).bout.hit == (True, 2, False, False)


# --- moving -----------------------------------------------------------------------------------------------------------


def test_the_side_that_alone_lands_may_move_and_the_other_follows_second() -> None:
    state = played(duel(scene=FERRY), "F", "F", 19, go="roof")
    assert (state.player.zone, state.foe.zone, state.high) == ("roof", "roof", "hero")
    state = played(duel(scene=FERRY), "F", "F", 2, go="roof")
    assert (state.player.zone, state.foe.zone, state.high) == ("roof", "roof", "foe")
    state = played(duel(scene=FERRY), "F", "F", 15)  # both land
    assert (state.bout.mover, state.player.zone) == ("", "deck")
    with pytest.raises(ValueError, match="cannot choose"):
        played(duel(scene=SHRINE), "F", "F", 19, go="bamboo")  # not connected


def test_a_hero_with_reach_may_stay_and_the_foe_comes_back() -> None:
    state = duel(scene=FERRY, arts=["pole-sweep"])
    state = played(state, "F", "F", 2, go="roof", follow=Word.STAY)
    assert (state.player.zone, state.foe.zone, state.high) == ("deck", "roof", "")
    apart = went_on(state)
    after = played(apart, "A", "A", 16, "pole-sweep")  # a Draw, a Partial Success: both would land
    assert (after.bout.hit, after.bout.foe_hit) == ((True, 2, False, False), None)
    assert (after.player.zone, after.foe.zone) == ("deck", "deck")
    assert played(apart, "A", "A", 16).bout.hit is None  # without naming it
    after = played(apart, "A", "A", 19, "pole-sweep", go="roof")  # alone, and he goes where the foe was first
    assert (after.player.zone, after.foe.zone, after.high) == ("roof", "roof", "foe")
    state = played(duel(scene=FERRY), "F", "F", 2, go="roof")  # nobody asks a hero without Reach
    assert state.player.zone == "roof"


def test_solo_the_foe_goes_up_or_out_or_stays() -> None:
    def moved(state: State) -> tuple[str, str]:
        rules = HeavenlyDebt(state.frame, solo=True)
        state = rules.play(state, (Bid(FEINT), None), Lots(4))
        state = rules.play(state, (Effort(), None), Lots(1))
        state = rules.play(state, (After(), None), Lots())
        assert state.bout.mover == "foe"
        return state.foe.zone, state.high

    assert moved(duel(scene=FERRY, solo=True)) == ("roof", "foe")
    assert moved(duel(scene=SHRINE, solo=True)) == ("stair", "foe")
    assert moved(at(duel(scene=GRANARY, solo=True), "floor")) == ("floor", "")
    assert moved(at(duel(scene=GRANARY, solo=True), "fire")) == ("floor", "")  # out of the Hazard
    assert moved(at(duel(scene=FORD, solo=True), "reeds")) == ("road", "")  # out of the Water, and not into the ford
    assert moved(duel(scene=FORD, solo=True)) == ("bank", "foe")
    assert moved(at(duel(scene=FORD, gap=2, solo=True), "reeds")) == ("reeds", "")  # where no trait does anything
    zones = [zone._replace(traits=(HIGH,)) for zone in BRIDGE.zones]
    assert moved(at(duel(scene=BRIDGE._replace(zones=tuple(zones)), solo=True), "bridge")) == ("bridge", "foe")  # high enough


# --- leaving ----------------------------------------------------------------------------------------------------------


def left(state: State, word: Word, roll: int = 0) -> State:
    return rules_for().play(state, (word, None), Lots(*[roll - 1] * (roll > 0)))


def leaving(zone: str = "path", foe: str | None = None, arts: Sequence[str] = (), hero: object = CRANE, **own: int) -> State:
    state = duel(scene=SPRING, hero=hero, arts=arts)
    state = played(at(having(state, **own), zone), "A", "A", 16)  # both land
    return at(state, zone, foe)


def test_you_flee_from_an_exit() -> None:
    assert rules_for().moves(leaving(), "hero") == (Word.GO_ON, Word.YIELD, Word.FLEE)
    assert Word.FLEE not in rules_for().moves(leaving("ledge"), "hero")


def test_red_tide_step_flees_from_any_zone() -> None:
    state = leaving("ledge", arts=["red-tide-step", "pole-sweep"])
    assert Word.RED_TIDE in rules_for().moves(state, "hero")
    after = left(state, Word.RED_TIDE, 19)
    assert (after.over, after.player.qi) == ((("foe",), "the hero has fled"), 2)
    assert Word.RED_TIDE not in rules_for().moves(leaving("ledge", arts=["pole-sweep", "salt-burn"]), "hero")
    assert Word.RED_TIDE not in rules_for().moves(leaving("ledge", arts=["red-tide-step"], qi=0), "hero")


def test_the_flee_check_is_grace_and_realm_against_the_defense() -> None:
    after = left(leaving(), Word.FLEE, 16)
    assert after.flight == (16, 3 + 1, 20, SUCCESS)
    assert after.over == (("foe",), "the hero has fled")
    ward = leaving().player.ward
    partial = left(leaving(), Word.FLEE, 11)
    assert (partial.over, partial.player.ward) == (after.over, ward - 1)
    failed = left(leaving(), Word.FLEE, 10)
    assert (failed.over, failed.stage, failed.player.ward) == (None, Stage.STANCE, ward - 1)
    state = leaving()._replace(player=leaving().player._replace(ward=0, wounds=2))
    assert left(state, Word.FLEE, 11).over == (("foe",), "the hero is out")


def test_with_no_foe_in_the_zone_no_check_is_needed() -> None:
    state = leaving("path", foe="spring")
    assert left(state, Word.FLEE).over == (("foe",), "the hero has fled")


def test_the_high_ground_counts_when_you_flee() -> None:
    state = at(played(duel(scene=BRIDGE), "A", "A", 16), "west", high="foe")
    assert left(state, Word.FLEE, 20).flight == (20, 1 + 1, 21, 3)
    assert left(state._replace(high="hero"), Word.FLEE, 20).flight == (20, 1 + 1 + 1, 20, 3)


def test_a_graze_in_flight_may_be_defiance() -> None:
    state = played(having(duel(gap=1), ward=0), "F", "Q", 2)
    assert (state.player.wounds, state.player.momentum) == (1, 2)  # by the foe's Graze: a Clash won, and Defiance
    state = left(state, Word.FLEE, 2)
    assert (state.player.wounds, state.player.momentum) == (2, 3)


def test_without_a_map_you_flee_from_where_you_stand_and_may_yield() -> None:
    state = played(duel(), "A", "A", 16)
    assert rules_for().moves(state, "hero") == (Word.GO_ON, Word.YIELD, Word.FLEE)
    assert rules_for().moves(state, "foe") == ()
    assert left(state, Word.YIELD).over == (("foe",), "the hero yields")


# --- maps as data -----------------------------------------------------------------------------------------------------

YARD, FIRE, GATE = Zone("yard", "Yard"), Zone("fire", "Fire", (HAZARD,)), Zone("gate", "Gate", (EXIT, HIGH))
LINES = (("yard", "fire"), ("fire", "gate"))


def test_a_seventh_map_is_played_on() -> None:
    own = scene("inn", "Burning Inn", (YARD, FIRE, GATE), LINES, (Start("gate", "foe"),))
    assert played(duel(scene=own), "F", "F", 10).bout.defense == 21
    assert played(at(duel(scene=own), "fire"), "F", "F", 16).bout.burnt == ("hero", "foe")
    hidden = own._replace(zones=(YARD._replace(traits=(SCREENED,)), FIRE, GATE), starts=(Start("yard", "hero", ambush=True),))
    assert duel(scene=hidden).player.momentum == 1
    assert duel(scene=hidden, gap=2).player.momentum == 0  # a start of the map's own, where traits do nothing


@pytest.mark.parametrize(
    ("zones", "lines", "starts", "says"),
    [
        ((YARD, FIRE), LINES[:1], (Start("yard"),), "3 to 5"),
        ((YARD, FIRE, FIRE), LINES[:1], (Start("yard"),), "named twice"),
        ((YARD, FIRE, GATE._replace(traits=(EXIT, HIGH, HAZARD))), LINES, (Start("yard"),), "more than 2"),
        ((YARD, FIRE, GATE), LINES[:1], (Start("yard"),), "not all connected"),
        ((YARD, FIRE, GATE), (*LINES, ("yard", "moon")), (Start("yard"),), "cannot be connected"),
        ((YARD, FIRE, GATE), (*LINES, ("yard", "yard")), (Start("yard"),), "cannot be connected"),
        ((YARD, FIRE, GATE), LINES, (), "no start"),
        ((YARD, FIRE, GATE), LINES, (Start("yard", ambush=True),), "Screened"),
    ],
)
def test_a_map_that_is_none_is_refused(
    zones: tuple[Zone, ...], lines: tuple[tuple[str, str], ...], starts: tuple[Start, ...], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        scene("inn", "Inn", zones, lines, starts)


def test_the_six_maps_are_the_editions() -> None:
    def told(one: Scene) -> str:
        zones = "; ".join(f"{zone.name} {'/'.join(trait.value for trait in zone.traits)}" for zone in one.zones)
        return f"{one.name}: {zones}"

    assert [told(one) for one in SCENES] == [
        "Ferry Deck: Deck Unstable; Cabin roof High; Shallows Water/Exit",
        "Shrine Stair: Gate Exit; Stair High; Shrine Dense Qi; Bamboo Screened",
        "Reed Ford: Ford Water; Reeds Water/Screened; Road Exit; Bank High",
        "Burning Granary: Loft High; Yard Exit; Grain floor Unstable; Fire Hazard",
        "Rope Bridge: West head High/Exit; Bridge Unstable; East head High",
        "Sealed Spring: Path Exit; Spring Water/Dense Qi; Ledge High",
    ]
