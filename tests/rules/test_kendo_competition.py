"""Kendo Duel, the Competition: sentence by sentence of its source, and ruling by ruling."""

from __future__ import annotations

import random

import pytest

from cardgen.rules.kendo_duel import VARIANTS, Stage, State
from cardgen.rules.kendo_duel.state import Attack, Score
from cardgen.rules.kendo_duel.terms import BY_ID, HANSOKU, IPPON, JIKAN_DESU, LETTER_COPIES, TRIANGLES, Subdeck, deck_of
from tests.rules.kendo_table import everywhere, held, offered, play, ruling, table, turn

RULES = VARIANTS["competition"]
DONE = (True, True)
"""Both have switched and drawn."""


def match(*hands: str, tops: tuple[str, str, str] = ("", "", ""), rest: str = "under", **more: object) -> State:
    """A position in which nobody has to switch, if nothing else is said."""
    return table(*hands, tops=tops, rest=rest, competition=True, **{"changed": DONE, **more})


def scores(state: State) -> tuple[Score, Score]:
    assert state.scores is not None
    return state.scores


LED = (Score(("M",)), Score())


# --- cards, deal, start -----------------------------------------------------------------------------------------------


def test_all_cards_are_needed_and_two_players() -> None:
    assert RULES.seats == ("A", "B")
    piles = deck_of(competition=True)
    assert [len(pile) for pile in piles] == [12, 16, 25]
    assert JIKAN_DESU in piles[Subdeck.OTHER]


@ruling("no switch at the start")
def test_each_is_dealt_two_three_and_three_and_the_highest_total_starts() -> None:
    for seed in range(20):
        state = RULES.setup(random.Random(seed))
        for hand in state.hands:
            assert [sum(card.subdeck is subdeck for card in hand) for subdeck in Subdeck] == [2, 3, 3]
        assert state.opening is not None
        sums = state.opening.again or state.opening.totals
        assert sums[state.turn] == max(sums)
        assert state.stage is Stage.CHANGE  # the first card has its switch, and there is no other
        assert everywhere(state).total() == 53


# --- switch and draw --------------------------------------------------------------------------------------------------


@ruling("switch, then draw")
def test_before_a_card_is_played_one_is_switched_and_one_drawn() -> None:
    state = match("men-12 jodan", "kote-11", tops=("do-5", "do-kaeshi-do", "kamae"), changed=(False, False))
    state = state._replace(stage=Stage.CHANGE)
    assert offered(state) == [f"change {card} {new}" for card in ("men-12", "jodan") for new in ("basic", "counter", "other")]
    after = play(state, "change jodan basic")
    assert held(after, "A") == "men-12 do-5"  # a new one of any subdeck
    assert after.subdecks[Subdeck.OTHER][0] is BY_ID["jodan"]  # the old one under its own
    assert offered(after) == ["draw counter", "draw other"]  # never from the basic attacks
    after = play(after, "draw other")
    assert held(after, "A") == "men-12 do-5 kamae"
    assert offered(after) == ["start men-12 - B", "start do-5 - B"]
    assert after.changed == (True, False)


def test_the_top_of_its_own_subdeck_comes_before_the_old_card_lies_under_it() -> None:
    state = match("men-12 jodan", "kote-11", tops=("", "", "kamae"), rest="away", changed=(False, False))
    after = play(state._replace(stage=Stage.CHANGE), "change jodan other")
    assert held(after, "A") == "men-12 kamae"
    assert after.subdecks[Subdeck.OTHER] == (BY_ID["jodan"],)


def test_who_answers_switches_and_draws_first_and_may_find_the_answer() -> None:
    state = match("men-12", "kote-11", tops=("", "men-kaeshi-do", "bogyo"), changed=(True, False))
    state = play(state, "start men-12 - B")
    assert turn(state) == "B change"
    state = play(state, "change kote-11 counter", "draw other")
    assert offered(state) == ["answer men-kaeshi-do A", "answer bogyo"]


def test_a_played_card_asks_for_the_next_switch() -> None:
    state = match("men-12 do-5", "men-kaeshi-do kote-11")
    state = play(state, "start men-12 - B", "answer men-kaeshi-do A")
    assert turn(state) == "A change"


def test_after_a_parry_its_player_does_not_switch_and_draw() -> None:
    state = match("men-12 do-5 tsuki-3", "bogyo kote-11")
    state = play(state, "start men-12 - B", "answer bogyo")
    assert offered(state) == ["start kote-11 - A"]
    assert turn(play(state, "start kote-11 - A")) == "A change"  # the other does


def test_after_an_ippon_and_a_hansoku_the_unlucky_player_plays_from_his_hand() -> None:
    six = "kote-11 kote-6 do-10 do-5 tsuki-9 tsuki-8"
    state = play(match("men-12 men-nuki-kote jodan kamae seigan bogyo mushin", six), "start men-12 - B")
    assert (turn(state), scores(state)) == ("B start", (Score(("M",)), Score()))
    state = play(match("taiatari do-4", six), "start taiatari - B")
    assert (turn(state), scores(state)) == ("B start", (Score(), Score((), 1)))


@ruling("once for a card")
def test_the_attack_that_came_with_an_unanswered_reinforcing_card_asks_for_no_second_switch() -> None:
    state = match("men-12 jodan", "kote-11 kote-6 bogyo", tops=("", "do-kaeshi-do", "kamae"), changed=(True, False))
    state = play(state, "start men-12 jodan B")
    assert turn(state) == "B change"
    state = play(state, "change kote-6 other", "draw counter")
    assert turn(state) == "A pull"
    state = play(state, "pull kote-11")
    assert turn(state) == "B answer"
    again = match("men-12 jodan", "kote-11 mushin bogyo")
    again = play(again, "start men-12 jodan B", "answer mushin")
    assert turn(again) == "B change"  # a card was played


def test_only_who_suffered_an_ippon_or_a_hansoku_plays_without_a_switch_and_a_draw() -> None:
    six = "kote-11 kote-6 do-10 do-5 tsuki-9 tsuki-8"
    for line in ("start men-12 - B", "start taiatari - B"):
        state = play(match("men-12 taiatari jodan kamae seigan bogyo mushin", six), line)
        assert turn(state) == "B start"
        assert turn(play(state, "start kote-11 - A")) == "A change"


@ruling("no card left")
def test_who_had_no_card_left_and_so_did_not_switch_plays_without_a_switch_too() -> None:
    full = "kote-11 kote-6 do-10 do-5 tsuki-9 tsuki-8"
    state = play(match(f"men-12 {full}", "", changed=(True, False)), "start men-12 - B")
    assert turn(state) == "B refill"
    assert turn(play(state, "draw basic", *["draw other"] * 5)) == "B start"


def test_any_card_may_be_switched_jikan_desu_too_and_a_reinforcing_card_answered_only_then() -> None:
    state = play(match("men-12 jodan", "jikan-desu mushin", changed=(True, False)), "start men-12 jodan B")
    assert offered(state) == [
        f"change {card} {new}" for card in ("mushin", "jikan-desu") for new in ("basic", "counter", "other")
    ]
    state = play(state, "change jikan-desu basic", "draw counter")
    assert (turn(state), offered(state)) == ("B answer to the reinforcing card", ["answer mushin"])


@ruling("once for a card")
def test_a_basic_attack_and_its_reinforcing_card_are_one_play() -> None:
    state = match("men-12 jodan do-5", "kote-11 bogyo seigan")
    state = play(state, "start men-12 jodan B")
    assert (state.changed, len(state.court)) == ((False, True), 2)


@ruling("an empty subdeck")
def test_an_empty_subdeck_is_made_of_its_played_cards_in_the_competition_too() -> None:
    state = match("men-12 jodan", "kote-11", rest="played", changed=(False, False))._replace(stage=Stage.CHANGE)
    after = play(state, "change jodan counter")
    assert (len(after.subdecks[Subdeck.COUNTER]), after.played[Subdeck.COUNTER]) == (15, ())
    nothing = match("men-12 jodan", "kote-11 bogyo", rest="away", tops=("do-5", "", ""), changed=(False, False))
    after = play(nothing._replace(stage=Stage.CHANGE), "change men-12 basic")
    assert turn(after) == "A start"  # the other two hold nothing to draw
    bare = match("men-12 do-4", "bogyo kote-11", rest="away", changed=(True, False))
    assert turn(play(bare, "start men-12 - B")) == "B answer"  # nor is there anything to switch for


# --- Ippon and Hansoku ------------------------------------------------------------------------------------------------


@ruling("letters")
@pytest.mark.parametrize(("card", "letter"), [("men-12", "M"), ("kote-11", "K"), ("do-10", "D"), ("tsuki-9", "T")])
def test_an_unanswered_basic_attack_is_an_ippon_with_its_letter(card: str, letter: str) -> None:
    state = play(match(f"{card} jodan", "kamae"), f"start {card} - B")
    assert scores(state) == (Score((letter,)), Score())


@ruling("letters")
def test_an_unanswered_counterattack_is_an_ippon_for_the_target_that_it_strikes() -> None:
    state = play(match("men-12 do-4", "men-kaeshi-do tsuki-9"), "start men-12 - B", "answer men-kaeshi-do A")
    state = play(state, "change do-4 basic", "draw counter", seed=1)
    if state.stage is Stage.ANSWER:
        pytest.fail("nothing was drawn that answers")
    assert scores(state)[1].ippon == ("D",)


def test_hansoku_is_given_for_taiatari_and_maki_age_unanswered() -> None:
    """Stepping out of the court, losing the sword."""
    for yellow in ("taiatari", "maki-age"):
        state = play(match(f"{yellow} do-4", "kote-11 do-10"), f"start {yellow} - B")
        assert scores(state) == (Score(), Score((), 1))
        assert held(state, "B") == "kote-11 do-10"  # no card is lost, and none drawn


@ruling("Hansoku in pairs")
def test_the_second_hansoku_is_an_ippon_for_the_other_marked_h() -> None:
    state = match("taiatari do-4", "kote-11 do-10", scores=(Score(), Score((), 1)))
    state = play(state, "start taiatari - B")
    assert scores(state) == (Score(("H",)), Score())
    assert turn(state) == "B refill"
    stays = play(match("men-12 do-4", "kote-11", scores=(Score((), 1), Score((), 1))), "start men-12 - B")
    assert scores(stays) == (Score(("M",), 1), Score((), 1))  # another Ippon takes none off


@ruling("after an Ippon")
def test_after_an_ippon_both_draw_from_any_subdeck_until_they_have_six() -> None:
    state = play(match("men-12 jodan kamae do-4", "kote-11 do-10"), "start men-12 - B")
    assert offered(state) == ["draw basic", "draw counter", "draw other"]
    state = play(state, "draw basic", "draw counter", "draw other", "draw other")
    assert (turn(state), len(state.hands[1])) == ("A refill", 6)
    state = play(state, "draw basic", "draw basic", "draw basic")
    assert (turn(state), len(state.hands[0])) == ("B start", 6)  # the unlucky player starts
    bare = play(match("men-12 jodan", "kote-11 do-10", rest="away"), "start men-12 - B", "draw basic")
    assert (turn(bare), len(bare.hands[0]), len(bare.hands[1])) == ("B start", 1, 3)  # the one card that was played, no more


def test_who_has_more_than_six_keeps_them_and_draws_none() -> None:
    seven = "kote-11 kote-6 do-10 do-5 tsuki-9 tsuki-8 kamae"
    state = play(match("men-12 jodan mushin do-4 seigan tai-sabaki fudoshin", seven), "start men-12 - B")
    assert (turn(state), held(state, "B")) == ("B start", seven)


@ruling("no card left")
def test_no_card_left_is_an_ippon_when_one_must_act() -> None:
    struck = play(match("men-12 do-4", ""), "start men-12 - B")
    assert scores(struck) == (Score(("M",)), Score())
    charged = play(match("taiatari do-4", ""), "start taiatari - B")
    assert scores(charged) == (Score(("H",)), Score())
    last = play(match("men-12", "bogyo kote-11"), "start men-12 - B")
    assert scores(last) == (Score(), Score())  # A has none left, and need not act
    last = play(last, "answer bogyo", "start kote-11 - A")
    assert scores(last) == (Score(), Score(("K",)))


@ruling("no hikiwake")
def test_a_parry_with_the_last_card_is_no_draw_but_an_ippon() -> None:
    state = play(match("men-12 do-4", "bogyo"), "start men-12 - B", "answer bogyo")
    assert state.ended is None
    assert (scores(state), turn(state)) == ((Score(("H",)), Score()), "B refill")


@ruling("a reinforcing card unanswered")
def test_an_unanswered_reinforcing_card_costs_a_card_and_no_ippon() -> None:
    state = play(match("men-12 jodan", "kote-11 bogyo"), "start men-12 jodan B")
    assert turn(state) == "A pull"
    state = play(state, "pull kote-11")
    assert (held(state, "A"), turn(state), scores(state)) == ("kote-11", "B answer", (Score(), Score()))


@ruling("no card left")
def test_a_reflected_card_on_an_empty_hand_is_an_ippon() -> None:
    state = play(match("men-12 jodan", "seigan bogyo"), "start men-12 jodan B", "answer seigan A")
    assert scores(state) == (Score(), Score(("H",)))
    assert (state.red, state.attack) == (None, None)


def test_a_deflected_charge_is_a_hansoku_for_who_sent_it() -> None:
    state = play(match("taiatari do-4", "tai-sabaki kote-11"), "start taiatari - B", "answer tai-sabaki A")
    assert state.attack == Attack(1, 0, BY_ID["taiatari"])
    state = play(state, "change do-4 basic", "draw counter")
    assert (scores(state), turn(state)) == ((Score((), 1), Score()), "A start")


def test_the_second_ippon_wins() -> None:
    state = play(match("kote-11 do-4", "do-10", scores=LED), "start kote-11 - B")
    assert RULES.result(state) == (("A",), "A wins: Ippon M and K")
    assert not any(RULES.moves(state, seat) for seat in RULES.seats)


# --- nothing to start with, Jikan desu --------------------------------------------------------------------------------


def test_who_has_nothing_to_start_with_draws_a_basic_attack_and_plays_it() -> None:
    state = play(match("men-12 do-4", "bogyo seme", tops=("do-5", "", "")), "start men-12 - B", "answer bogyo")
    assert held(state, "B") == "do-5 seme"
    assert offered(state) == ["start do-5 - A", "start do-5 seme A"]


@ruling("no basic attack anywhere")
def test_without_any_basic_attack_the_other_starts() -> None:
    basics = "men-7 men-1 kote-11 kote-6 kote-2 do-10 do-5 do-4 tsuki-9 tsuki-8 tsuki-3 men-12"
    state = play(match(f"taiatari {basics}", "seme kamae mushin"), "start taiatari - B")
    assert (turn(state), scores(state)) == ("A change", (Score(), Score((), 1)))


@ruling("Jikan desu")
def test_jikan_desu_wins_on_the_turn_to_start_of_who_leads() -> None:
    level = match("men-12 jikan-desu", "kote-11")
    assert offered(level) == ["start men-12 - B"]
    behind = match("men-12 jikan-desu", "kote-11", scores=(Score(), Score(("M",))))
    assert offered(behind) == ["start men-12 - B"]
    leads = match("men-12 jikan-desu", "kote-11", scores=LED)
    assert offered(leads) == ["start men-12 - B", "start jikan-desu - -"]
    after = play(leads, "start jikan-desu - -")
    assert RULES.result(after) == (("A",), "A wins: time is over, in the lead")
    even = match("men-12 jikan-desu", "kote-11", scores=(Score(("M",)), Score(("K",))))
    assert offered(even) == ["start men-12 - B"]
    other = match("kote-11", "men-12 jikan-desu", scores=(Score(), Score(("M",))), turn=1)
    assert offered(other) == ["start men-12 - A", "start jikan-desu - -"]
    attacked = play(match("men-12", "jikan-desu bogyo", scores=(Score(), Score(("M",)))), "start men-12 - B")
    assert offered(attacked) == ["answer bogyo"]


@ruling("fifteen marks")
def test_the_marks_suffice_for_every_match() -> None:
    assert 2 * IPPON - 1 <= LETTER_COPIES
    assert 2 * HANSOKU - 2 <= TRIANGLES  # before the second one each has one at the most
    worst = 0
    for seed in range(120):
        chance = random.Random(seed)
        state = RULES.setup(chance)
        while state.ended is None:
            may = RULES.moves(state, RULES.seats[state.turn])
            move = may[chance.randrange(len(may))]
            state = RULES.play(state, [move if seat == state.turn else None for seat in range(2)], chance)
            letters = [letter for score in scores(state) for letter in score.ippon]
            worst = max(worst, *(letters.count(letter) for letter in "MKDTH"))
            assert all(score.hansoku < HANSOKU for score in scores(state))
    assert 2 <= worst <= LETTER_COPIES
