"""What holds in every Duel of Heavenly Debt, and what its cards, maps and sheets are told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.rules import rules_of, variants_of
from cardgen.rules.heavenly_debt import RULES, Agreed, HeavenlyDebt, Stage, State
from cardgen.rules.heavenly_debt.example import FRAME, ROUNDS
from cardgen.rules.heavenly_debt.frame import Arts, agreed, all_arts
from cardgen.rules.heavenly_debt.policies import POLICIES, playout, steadfast, uniform
from cardgen.rules.heavenly_debt.rulings import OURS
from cardgen.rules.heavenly_debt.scenes import SCENES, connected
from cardgen.rules.heavenly_debt.state import Go, Word
from cardgen.rules.heavenly_debt.terms import CHOSEN, HEROES, KINDS, RESULTS, STANCES, SUCCESS, TECHNIQUES, TEMPERAMENTS, Clash
from cardgen.rules.heavenly_debt.words import PHRASES, SAID
from tests.rules.heavenly_debt_table import LETTERS, Lots, duel, having, played, revealed

MOST_ROUNDS = 40
"""Of harm that both sides can take, of Leaps that a hero can pay, and of Rounds apart, which the foe must bring about."""
FRAMES = [Agreed(realm=realm, foe_realm=foe) for realm, foe in ((1, 1), (1, 2), (2, 1), (1, 3), (4, 1), (3, 3))]


def states(rules: HeavenlyDebt, seed: int, policy: Any = steadfast) -> Iterator[State]:
    chance = random.Random(seed)
    state = rules.setup(chance)
    yield state
    while state.over is None:
        may = [rules.moves(state, seat) for seat in rules.seats]
        state = rules.play(state, [policy(state, m, chance) if m else None for m in may], chance)
        yield state


@given(st.integers(0, 10**6), st.sampled_from(FRAMES), st.booleans())
def test_what_holds_in_every_duel(seed: int, frame: Agreed, solo: bool) -> None:
    rules, together = HeavenlyDebt(frame, solo), True
    for was, now in pairwise(states(rules, seed)):
        player, foe = now.player, now.foe
        assert 0 <= player.ward <= 6
        assert 0 <= player.wounds <= 3
        assert 0 <= player.momentum <= 3
        assert 0 <= player.qi <= 3
        assert 0 <= player.strain <= 2
        assert 0 <= player.debt <= 1
        assert 0 <= foe.momentum <= 3
        assert now.bout.number <= MOST_ROUNDS
        if was.frame.ground is None or was.stage in (Stage.HERO, Stage.ARTS, Stage.KIND, Stage.TEMPERAMENT, Stage.GROUND):
            continue
        assert player.ward <= was.player.ward
        assert player.wounds >= was.player.wounds
        assert player.qi <= was.player.qi
        assert player.strain >= was.player.strain
        assert foe.ward <= was.foe.ward
        assert foe.wounds >= was.foe.wounds
        scene = now.frame.scene
        zones = {zone.id for zone in scene.zones} if scene else {""}
        assert {player.zone, foe.zone} <= zones
        assert now.high in ("", "hero", "foe")
        if now.stage in (Stage.LEAVE, Stage.STANCE, Stage.EDGE, Stage.SHOW) and player.zone != foe.zone:
            assert scene is not None
            assert foe.zone in connected(scene, player.zone)  # never further apart
        if was.stage is Stage.STANCE:
            bid = now.bout.bid
            assert bid is not None
            leaps = bid.technique is not None and bid.technique.leap
            together = was.player.zone == was.foe.zone and not leaps
        if now.stage is Stage.LEAVE and together:
            assert now.bout.hit or now.bout.foe_hit  # where both can land, somebody does


@pytest.mark.parametrize("rules", variants_of("heavenly-debt").values(), ids=["table", "solo"])
@pytest.mark.parametrize("policy", POLICIES)
def test_every_duel_ends(rules: Any, policy: str) -> None:
    chance, longest = random.Random(5), 0
    for _ in range(60):
        state, rounds = playout(rules, POLICIES[policy], POLICIES[policy], chance, MOST_ROUNDS)
        assert state.over is not None
        longest = max(longest, rounds)
    assert longest < 20


def used_in(state: State, counts: Counter[str]) -> None:
    """Counts the cards that a state shows in use."""
    bout, frame = state.bout, state.frame
    if frame.kind and state.stage in (Stage.LEAVE, Stage.OVER):
        for bid in [bout.bid] if bout.bid else []:
            counts[bid.stance.id] += 1
            counts[bid.technique.id if bid.technique else ""] += 1
        counts["foe-" + bout.foe.id if bout.foe is not None else ""] += 1
        counts["finisher" if bout.effort.finisher else ""] += 1
        counts["push" if bout.effort.push else ""] += 1
        counts[bout.after.raised.value if bout.after.raised else ""] += 1
        for one in (frame.kind, frame.temperament, frame.hero, frame.scene):
            counts[one.id if one else ""] += 1
        for trait in (trait for zone in (frame.scene.zones if frame.scene else ()) for trait in zone.traits):
            counts[trait.id] += 1
    for word, card in (("LANTERN", "lantern-heart-sutra"), ("FORESIGHT", "foresight")):
        counts[card if bout.edge and bout.edge.name == word else ""] += 1


def test_every_card_is_used_in_some_of_a_thousand_games() -> None:
    counts: Counter[str] = Counter()
    for solo, seed in product((False, True), range(500)):
        rules = HeavenlyDebt(solo=solo)
        policy = uniform if seed % 10 == 0 else steadfast
        for was, now in pairwise(states(rules, seed, policy)):
            used_in(now, counts)
            if was.stage is Stage.LEAVE and now.player.qi < was.player.qi:
                counts["red-tide-step"] += 1
    cards = {printed.card for printed in RULES.deck() if printed.family not in ("reference", "marker", "pawn", "foe-board")}
    assert cards - counts.keys() == set()


def test_the_rules_know_their_variants() -> None:
    assert rules_of("heavenly-debt") is RULES
    assert list(variants_of("heavenly-debt")) == ["table", "solo"]
    assert {ruling.variant for ruling in RULES.rulings} == {"", "table", "solo"}


def test_what_is_left_open_is_chosen_in_its_order() -> None:
    rules = HeavenlyDebt()
    state = rules.setup(Lots())
    seen = []
    for choice in (HEROES[1], all_arts()[0], KINDS[3], None):
        seen.append(state.stage)
        if choice is not None:
            chosen = (None, choice) if state.stage is Stage.KIND else (choice, None)
            state = rules.play(state, chosen, Lots())
    assert seen == [Stage.HERO, Stage.ARTS, Stage.KIND, Stage.GROUND]
    table = rules.play(state, (rules.moves(state, "hero")[1], None), Lots(5))
    assert table.frame.scene == SCENES[5]
    assert (table.foe.ward, table.player.zone) == (6, "spring")
    solo = HeavenlyDebt(Agreed(HEROES[0], all_arts()[0]), solo=True)
    asked = solo.play(solo.setup(Lots()), (KINDS[1], None), Lots())
    assert (asked.stage, solo.moves(asked, "hero")) == (Stage.TEMPERAMENT, TEMPERAMENTS)


def test_a_frame_that_is_none_is_refused() -> None:
    for wrong in (Agreed(realm=0), Agreed(foe_realm=0), Agreed(arts=Arts(())), Agreed(arts=Arts((CHOSEN[1], CHOSEN[0])))):
        with pytest.raises(ValueError, match=r"Realm|brings"):
            agreed(wrong)


# --- cards, tables, rulings -------------------------------------------------------------------------------------------


def test_the_forty_cards() -> None:
    families: Counter[str] = Counter()
    for printed in RULES.deck():
        assert printed.shared
        if not printed.optional:
            families[printed.family] += printed.copies
    assert families == {
        "stance": 4, "foe-stance": 4, "trait": 7, "technique": 8, "finisher": 1, "effort": 3, "temperament": 5, "foe": 4,
        "reference": 4,
    }  # fmt: skip
    assert sum(families.values()) == RULES.tables()["cards"] == 40


def test_what_a_stance_card_states() -> None:
    facts = RULES.facts()
    assert facts["qi-burst"] == {
        "name": "Qi Burst", "kanji": "氣浪", "reading": "qìlàng", "seal": "氣",
        "circle": ("Attack", "Feint", "Qi Burst", "Guard"), "signs": ("攻", "佯", "氣", "守"),
        "beats": "Guard", "loses": "Feint", "harm": 3, "uses": "Insight", "qi": 1, "labels": ("beats", "loses to"),
    }  # fmt: skip
    for stance in STANCES:
        foe = facts["foe-" + stance.id]
        assert foe == {name: value for name, value in facts[stance.id].items() if name not in ("uses", "qi")}


def test_what_the_other_cards_state() -> None:
    facts = RULES.facts()
    names = ("name", "kanji", "reading", "seal", "labels")
    own = {card: {k: v for k, v in facts[card].items() if k not in names} for card in facts}
    assert facts["foresight"]["labels"] == ("only a", "Momentum")
    assert facts["pole-sweep"]["labels"] == ("with", "Qi")
    assert facts["boss"]["labels"] == ("Ward", "out with Wound")
    assert own["foresight"] == {"momentum": 2, "calling": "Seal"}
    assert own["salt-burn"] == {"stance": "Qi Burst", "way": "Reach", "qi": 0}
    assert own["thunder-in-the-bones"] == {"stance": "Attack", "way": "Leap", "qi": 1}
    assert own["finisher"] == {"momentum": 3, "back": "Defiant Finisher"}
    assert own["push"] == {"bonus": "+3", "strain": 1}
    assert own["boss"] == {"ward": 6, "wounds": 4}
    assert own["sly"]["faces"] == ("Attack", "Guard", "Feint", "Feint", "Feint", "Qi Burst")
    assert own["high"] == {}
    assert own["foe-board"]["defense"] == "19 + Realm"
    assert (own["mask"]["guile"], own["mask"]["start.ward"], own["mask"]["end.wound"]) == ("+3", 6, 3)


def test_what_a_map_states() -> None:
    here = ("High", "Water", "Screened", "Exit")
    assert RULES.facts()["reed-ford"] == {
        "name": "Reed Ford", "kanji": "葦渡", "seal": "始",
        "zones.ford": "Ford", "zones.reeds": "Reeds", "zones.road": "Road", "zones.bank": "Bank",
        "traits.ford": ("Water",), "traits.reeds": ("Water", "Screened"), "traits.road": ("Exit",), "traits.bank": ("High",),
        "signs.ford": ("水",), "signs.reeds": ("水", "蔽"), "signs.road": ("出",), "signs.bank": ("高",),
        "sign.high": "高", "sign.water": "水", "sign.screened": "蔽", "sign.exit": "出",
        "connections": ("ford-reeds", "reeds-road", "road-bank", "bank-ford"),
        "start": "ford", "die": 3, "labels": ("or here, unseen", *here),
        "ambush": ("reeds",),
        "begins": "Start: Ford, or the hero unseen.",
        **{"acts." + trait["id"]: trait["acts"] for trait in RULES.tables()["traits"] if trait["name"] in here},
    }  # fmt: skip
    assert RULES.facts()["shrine-stair"]["first"] == "foe"
    assert RULES.facts()["rope-bridge"]["held"] == ("west", "east")


def test_the_reference_cards() -> None:
    facts = RULES.facts()
    table = facts["reference-results"]
    assert (table["row.won"], table["row.draw"], table["row.lost"]) == ("Won +2", "Draw", "Lost -2")
    assert table["won.partial"] == "You land, Foe Grazes"
    assert table["lost.success"] == "You Graze"
    assert facts["reference-round"]["order"] == tuple("123456789")
    assert len(facts["reference-words"]["words"]) == 13


def test_what_lies_out_is_in_the_box_and_backs_are_two() -> None:
    copies = {printed.card: printed.copies for printed in RULES.deck()}
    for laid in RULES.layouts():
        assert all(count <= copies[card] for card, count in laid.items())
    own, foe = RULES.face_down()
    assert own.isdisjoint(foe)
    families = {printed.card: printed.family for printed in RULES.deck()}
    assert [{families[card] for card in pile} for pile in (own, foe)] == [{"stance"}, {"foe-stance"}]


def test_every_phrase_and_number_is_of_a_card() -> None:
    cards = RULES.facts().keys()
    families = {printed.family for printed in RULES.deck()}
    assert PHRASES.keys() | SAID.keys() <= cards | {f"{family}/back" for family in families}
    assert RULES.whole <= PHRASES.keys() | cards
    named = {str(facts["name"]) for facts in RULES.facts().values() if "name" in facts}
    assert {"Attack", "High", "Foresight", "Minion"} <= named


def test_the_tables() -> None:
    tables = RULES.tables()
    assert [row["bonus"] for row in tables["results"]] == [2, 0, -2]
    for row, clash in zip(tables["results"], Clash, strict=True):
        assert (row["cells"][0]["hero"], row["cells"][0]["foe"]) == tuple(land.value for land in RESULTS[clash, SUCCESS])
    assert [row["name"] for row in tables["circle"]] == ["Attack", "Feint", "Qi Burst", "Guard"]
    assert tables["tracks"] == {"ward": [0, 8], "wounds": [1, 4], "momentum": [0, 3], "qi": [0, 5], "strain": [1, 2]}
    assert [row["id"] for row in tables["techniques"]] == [technique.id for technique in TECHNIQUES]
    assert [row["die"] for row in tables["maps"]["table"]] == [1, 2, 3, 4, 5, 6]
    assert tables["maps"]["scenes"]["rope-bridge"]["starts"][1] == {"zone": "West head", "first": "hero", "ambush": False}
    assert len(tables["momentum"]["gains"]) == 4
    assert tables["check"]["first_defense"] == 20


def test_every_ruling_says_whether_it_is_ours() -> None:
    told = {row["name"]: row for row in RULES.tables()["rulings"]}
    assert len(told) == len(RULES.rulings)
    for ruling in RULES.rulings:
        assert told[ruling.name]["ours"] is ruling.why.startswith(OURS)
    assert not told["one Momentum for a Guard"]["ours"]  # it follows from the source
    assert told["Ambush"]["ours"]


def test_a_card_is_told() -> None:
    assert "against Guard: beats it" in RULES.describe("qi-burst")
    assert "Shallows [Water, Exit] to Deck" in RULES.describe("ferry-deck")
    assert "Has Foresight" in RULES.describe("seal")
    with pytest.raises(KeyError):
        RULES.describe("moon")


# --- the example of the sheet -----------------------------------------------------------------------------------------


def test_the_example_shows_what_it_should() -> None:
    example = RULES.tables()["example"]
    rounds = example["rounds"]
    assert (example["zone"], example["high"]) == ("Stair", "foe")
    assert [one["clash"] for one in rounds] == ["won", "won", "won", "lost"]
    assert [one["outcome"] for one in rounds] == ["Partial Success", "Success", "Partial Success", "Partial Success"]
    assert (rounds[0]["defense"], rounds[0]["moved"], rounds[1]["zone"]) == (21, "Shrine", "Shrine")
    assert rounds[2]["shown"]  # the Feint before it landed
    assert rounds[2]["hit"] == {"stance": True, "harm": 2, "wound": True, "finisher": True}
    assert (rounds[3]["predictable"], rounds[3]["push"], rounds[3]["foe"]) == (True, True, "Guard")
    for before, after in pairwise(rounds):
        assert before["to"] == after["from"] | {"off_balance": before["to"]["off_balance"]}
    assert example["instead"]["from"] == rounds[3]["from"]
    assert (example["instead"]["stance"], example["instead"]["to"]["qi"]) == ("Qi Burst", 3)  # the Qi is dense


def test_the_example_replays_by_the_model() -> None:
    """Every choice of the example is one that the rules offer, and comes out as it is told."""
    rules = HeavenlyDebt(FRAME)
    state = rules.setup(Lots())
    for number, choices in enumerate(ROUNDS, 1):
        while state.stage is not Stage.LEAVE:
            own = {
                Stage.STANCE: choices.bid, Stage.EFFORT: choices.effort, Stage.AFTER: choices.after, Stage.MOVE: choices.go,
            }.get(state.stage, Word.GO_ON)  # fmt: skip
            foe = {Stage.STANCE: choices.foe, Stage.SHOW: choices.foe, Stage.MOVE: Go()}.get(state.stage, Word.GO_ON)
            chosen = own if rules.moves(state, "hero") else None, foe if rules.moves(state, "foe") else None
            state = rules.play(state, chosen, Lots(*[choices.roll - 1] * (state.stage is Stage.EFFORT)))
        told = RULES.tables()["example"]["rounds"][number - 1]
        assert (state.bout.number, state.bout.total) == (number, told["total"])
        assert (state.foe.ward, state.player.ward) == (told["to"]["foe_ward"], told["to"]["ward"])
        state = rules.play(state, (Word.GO_ON, None), Lots())


# --- every ruling has a test ------------------------------------------------------------------------------------------

RULED = {
    "four heroes": "test_heavenly_debt.test_the_stance_sets_the_attribute_of_the_check",
    "the hero's tracks": "test_heavenly_debt.test_the_third_wound_is_the_heros_last",
    "kinds of foe": "test_heavenly_debt.test_a_foe_is_out_with_its_last_wound",
    "how much Qi": "test_heavenly_debt.test_a_qi_burst_costs_a_qi_at_the_reveal_whatever_comes_of_it",
    "how much Strain": "test_heavenly_debt_momentum.test_a_push_adds_three_for_a_strain_before_the_roll",
    "Realm Bonus": "test_heavenly_debt.test_the_realm_bonus_and_the_defense",
    "Defense": "test_heavenly_debt.test_the_realm_bonus_and_the_defense",
    "Realm 1": "test_heavenly_debt.test_the_example_of_the_check",
    "how the frame is chosen": "test_heavenly_debt_told.test_what_is_left_open_is_chosen_in_its_order",
    "two Techniques": "test_heavenly_debt_told.test_a_frame_that_is_none_is_refused",
    "Foresight is the Seal's": "test_heavenly_debt_techniques.test_foresight_is_the_seals_and_not_while_outranked",
    "the map table": "test_heavenly_debt_told.test_what_is_left_open_is_chosen_in_its_order",
    "six maps": "test_heavenly_debt_ground.test_the_six_maps_are_the_editions",
    "one start": "test_heavenly_debt_ground.test_an_agreed_start_wins_over_the_maps",
    "Ambush": "test_heavenly_debt_ground.test_an_ambush_from_screened_ground_begins_with_a_momentum",
    "costs before the reveal": "test_heavenly_debt_techniques.test_lantern_heart_sutra_makes_the_foe_reveal_first_once",
    "who is Predictable": "test_heavenly_debt.test_the_same_stance_again_is_predictable",
    "how long a foe is Off Balance": (
        "test_heavenly_debt.test_a_feint_that_lands_makes_the_foe_reveal_first_in_the_next_round"
    ),
    "the Technique's Zone": "test_heavenly_debt_techniques.test_a_leap_goes_at_the_reveal_and_lands_from_there",
    "Technique costs": "test_heavenly_debt_techniques.test_each_goes_with_its_stance_and_costs_its_qi",
    "no Technique changes a Clash": "test_heavenly_debt_told.test_no_technique_changes_a_clash",
    "a Fist's Strain": "test_heavenly_debt.test_a_fists_qi_burst_marks_a_strain_and_needs_a_box",
    "Push": "test_heavenly_debt_momentum.test_a_push_adds_three_for_a_strain_before_the_roll",
    "the bands": "test_heavenly_debt.test_the_bands",
    "raising a result": "test_heavenly_debt_momentum.test_a_raise_makes_the_result_a_step_better_once_a_duel",
    "nobody breaks himself": "test_heavenly_debt_momentum.test_nobody_takes_himself_out_by_breaking_the_limit",
    "raise and Momentum together": "test_heavenly_debt_momentum.test_one_momentum_after_the_check_is_one_more_harm",
    "a Hit greater than the Ward": "test_heavenly_debt.test_harm_goes_to_the_ward_and_then_marks_one_wound",
    "Realm Suppression": "test_heavenly_debt.test_realm_suppression_takes_the_gap_from_the_hits_of_the_outranked",
    "the order of harm": "test_heavenly_debt_told.test_suppression_comes_last",
    "Defiant Finisher": "test_heavenly_debt_momentum.test_a_defiant_finisher_turns_a_graze_into_the_stance",
    "the foe's Momentum": "test_heavenly_debt_momentum.test_the_foes_momentum",
    "the foe's Finisher": "test_heavenly_debt_momentum.test_with_three_the_foes_next_stance_is_a_finisher",
    "the foe's Feint": "test_heavenly_debt_momentum.test_a_feint_of_the_foes_that_lands_takes_one",
    "one Momentum for a Guard": "test_heavenly_debt.test_a_guard_that_lands_gains_one_momentum_not_two",
    "when a foe yields": "test_heavenly_debt.test_a_foe_that_was_hit_may_yield_and_lands_nothing",
    "a foe of nobody's never yields": "test_heavenly_debt.test_solo_no_foe_yields",
    "a Stance lands in its own Zone": "test_heavenly_debt_ground.test_a_hero_with_reach_may_stay_and_the_foe_comes_back",
    "Reach and Leap": "test_heavenly_debt_ground.test_screened_ground_lets_no_stance_in_from_another_zone",
    "a Leap is made at the reveal": "test_heavenly_debt_techniques.test_a_leap_leaves_the_high_ground",
    "moving": "test_heavenly_debt_ground.test_the_side_that_alone_lands_may_move_and_the_other_follows_second",
    "staying behind": "test_heavenly_debt_ground.test_a_hero_with_reach_may_stay_and_the_foe_comes_back",
    "the foe comes after you": "test_heavenly_debt_techniques.test_a_leap_goes_at_the_reveal_and_lands_from_there",
    "where a foe of nobody's moves": "test_heavenly_debt_ground.test_solo_the_foe_goes_up_or_out_or_stays",
    "the Temperament's die": "test_heavenly_debt.test_every_temperament_has_six_faces",
    "the end of a Round": "test_heavenly_debt_ground.test_a_hazard_takes_one_from_whoever_ends_a_round_there",
    "both out": "test_heavenly_debt_ground.test_a_hazard_takes_one_from_whoever_ends_a_round_there",
    "a Minion": "test_heavenly_debt.test_a_minion_falls_in_one_round_whatever_happened",
    "yielding and fleeing": "test_heavenly_debt_ground.test_without_a_map_you_flee_from_where_you_stand_and_may_yield",
    "fleeing without a map": "test_heavenly_debt_ground.test_without_a_map_you_flee_from_where_you_stand_and_may_yield",
    "the Flee Check": "test_heavenly_debt_ground.test_the_flee_check_is_grace_and_realm_against_the_defense",
    "Chinese names": "test_heavenly_debt_told.test_what_a_stance_card_states",
    "the pieces": "test_heavenly_debt_told.test_the_forty_cards",
}
"""Of each ruling a test that would fail without it."""


def test_every_ruling_has_a_test() -> None:
    assert {ruling.name for ruling in RULES.rulings} == RULED.keys()
    for dotted in RULED.values():
        module, _, name = dotted.partition(".")
        assert callable(getattr(import_module(f"tests.rules.{module}"), name))


def test_no_technique_changes_a_clash() -> None:
    for technique in TECHNIQUES:
        if technique.stance is None:
            continue
        state = duel(scene=SCENES[4], arts=[technique.id])
        own = next(letter for letter, stance in LETTERS.items() if stance is technique.stance)
        to = "west" if technique.leap else ""
        for foe in LETTERS:
            assert revealed(state, own, foe, technique.id, to).bout.clash is revealed(state, own, foe).bout.clash


def test_suppression_comes_last() -> None:
    """An Attack in water, critical, outranked by 1: 2 and 1 less, 1 more, 1 less; ground changes no Graze."""
    hit = played(duel(scene=SCENES[2], gap=1), "A", "F", 20).bout.hit
    assert hit == (True, 1, False, False)
    spent = having(duel(scene=SCENES[0], gap=1), momentum=1)  # a Feint on unstable ground: 1, 1 more, 1 spent, 1 less
    assert played(spent, "F", "Q", 19, spends=True).bout.hit == (True, 2, False, False)
    assert played(duel(scene=SCENES[2]), "A", "G", 20).bout.hit == (False, 2, False, False)
