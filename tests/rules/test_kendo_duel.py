"""Kendo Duel, the Duel mode from the first answer on: steps 6 to 11 and hikiwake of its source, and ruling by ruling."""

from __future__ import annotations

import random

import pytest

from cardgen.rules.kendo_duel import RULES, VARIANTS, Stage, State
from cardgen.rules.kendo_duel.state import Answer, Attack, Start, Switch
from cardgen.rules.kendo_duel.terms import BY_ID, SEATS, Kind, Subdeck
from tests.rules.kendo_table import Lots, everywhere, held, offered, play, ruling, table, turn


def started(*hands: str, line: str, **more: object) -> State:
    """The position after A has started so."""
    return play(table(*hands, **more), line)  # type: ignore[arg-type]


# --- 6: answers -------------------------------------------------------------------------------------------------------


def test_a_men_is_answered_by_men_or_by_a_counterattack_that_starts_with_men() -> None:
    """The source's example."""
    state = started("men-12", "men-7 kote-11 men-nuki-kote kote-suriage-men bogyo kamae jodan", line="start men-12 - B")
    assert offered(state) == ["answer men-7 A", "answer men-nuki-kote A", "answer bogyo"]


def test_a_same_basic_attack_attacks_in_its_turn() -> None:
    after = play(started("men-12 men-1", "men-7 bogyo", line="start men-12 - B"), "answer men-7 A")
    assert after.attack == Attack(1, 0, BY_ID["men-7"])
    assert offered(after) == ["answer men-1 B"]


def test_a_counterattack_strikes_its_own_target_and_is_answered_and_so_on() -> None:
    state = started("men-12 kote-suriage-men tsuki-3", "men-nuki-kote men-suriage-men bogyo", line="start men-12 - B")
    after = play(state, "answer men-nuki-kote A")
    assert offered(after) == ["answer kote-suriage-men B"]
    after = play(after, "answer kote-suriage-men B")
    assert offered(after) == ["answer men-suriage-men A", "answer bogyo"]


def test_a_basic_attack_closes_a_counterattack_and_the_counterattacks_player_starts() -> None:
    state = started("men-12 kote-11", "men-nuki-kote tsuki-9", "do-10", line="start men-12 - B")
    state = play(state, "answer men-nuki-kote A")
    assert offered(state) == ["answer kote-11"]  # it attacks nobody
    after = play(state, "answer kote-11")
    assert turn(after) == "B start"
    assert after.attack is None
    assert offered(after) == ["start tsuki-9 - A", "start tsuki-9 - C"]


# --- 7: reinforcing cards, what is lost -------------------------------------------------------------------------------


@pytest.mark.parametrize("red", ["jodan", "seme"])
def test_a_reinforcing_card_is_answered_first_and_then_the_attack(red: str) -> None:
    state = started(f"men-12 {red}", "men-7 mushin bogyo seigan fudoshin", line=f"start men-12 {red} B")
    assert state.stage is Stage.RED
    assert offered(state) == ["answer mushin", "answer seigan A", "answer fudoshin A"]
    after = play(state, "answer mushin")
    assert turn(after) == "B answer"
    assert offered(after) == ["answer men-7 A", "answer bogyo"]


@ruling("pulled by its back", "after a card lost to a reinforcing card")
def test_an_unanswered_reinforcing_card_costs_a_card_that_the_attacker_may_use() -> None:
    state = started("men-12 jodan", "men-7 kote-11 bogyo", "do-10", line="start men-12 jodan B")
    assert turn(state) == "A pull"
    assert offered(state) == ["pull basic", "pull other"]  # by the backs
    after = play(state, "pull kote-11")
    assert held(after, "A") == "kote-11"
    assert turn(after) == "B answer"
    assert offered(after) == ["answer men-7 A", "answer men-7 C", "answer bogyo"]
    views = [VARIANTS["duel-3"].view(after, seat).pulled for seat in "ABC"]
    assert [view and view.card for view in views] == [BY_ID["kote-11"], BY_ID["kote-11"], None]
    assert all(view and view.back is Subdeck.BASIC for view in views)


@ruling("pulled by its back")
def test_which_card_of_a_back_is_pulled_is_chance() -> None:
    state = started("men-12", "kote-11 do-10 tsuki-9", line="start men-12 - B")
    move = RULES.moves(state, "A")[0]
    got = {RULES.play(state, (move, None), Lots(lot)).hands[0] for lot in range(3)}
    assert len(got) == 3


def test_an_unanswered_attack_costs_two_cards_and_an_other_attack_one() -> None:
    state = started("men-12", "kote-11 do-10 tsuki-9", line="start men-12 - B")
    after = play(state, "pull kote-11", "pull tsuki-9")
    assert (held(after, "A"), held(after, "B"), turn(after)) == ("kote-11 tsuki-9", "do-10", "B start")
    for yellow in ("taiatari", "maki-age"):
        state = started(yellow, "kote-11 do-10 tsuki-9", line=f"start {yellow} - B")
        after = play(state, "pull kote-11")
        assert (held(after, "A"), held(after, "B"), turn(after)) == ("kote-11", "do-10 tsuki-9", "B start")


def test_an_unanswered_counterattack_costs_two_cards() -> None:
    state = started("men-12 do-5 do-4", "men-nuki-kote", line="start men-12 - B")
    after = play(state, "answer men-nuki-kote A", "pull do-5", "pull do-4")
    assert held(after, "B") == "do-4 do-5" or held(after, "B") == "do-5 do-4"
    assert after.ended is not None  # A has to start and has no card


@ruling("who can answer must")
def test_who_has_an_answer_must_play_one() -> None:
    state = started("men-12", "bogyo kote-11", line="start men-12 - B")
    assert offered(state) == ["answer bogyo"]
    with pytest.raises(ValueError, match="B cannot choose None"):
        RULES.play(state, (None, None), Lots())


@ruling("neutralise, reflect, deflect", "what the verbs mean")
def test_a_reflected_reinforcing_card_is_on_who_sent_it() -> None:
    state = started("men-12 jodan seigan do-5", "seigan bogyo", "fudoshin", line="start men-12 jodan B")
    state = play(state, "answer seigan A")
    assert (turn(state), state.red) == ("A answer to the reinforcing card", Attack(1, 0, BY_ID["jodan"]))
    back = play(state, "answer seigan B")  # and back again: B has nothing more
    assert (turn(back), back.red) == ("A pull", Attack(0, 1, BY_ID["jodan"]))
    none = play(started("men-12 jodan do-5", "seigan bogyo", line="start men-12 jodan B"), "answer seigan A")
    assert turn(none) == "B pull"
    after = play(none, "pull do-5")
    assert (held(after, "B"), turn(after)) == ("do-5 bogyo", "B answer")  # the basic attack is still to be answered


@ruling("neutralise, reflect, deflect", "what the verbs mean")
def test_a_deflected_reinforcing_card_goes_on_to_any_other_and_the_attack_stays() -> None:
    state = started("men-12 jodan do-5", "fudoshin bogyo", "mushin kote-11", line="start men-12 jodan B")
    assert offered(state) == ["answer fudoshin A", "answer fudoshin C"]
    on_c = play(state, "answer fudoshin C")
    assert (turn(on_c), offered(on_c)) == ("C answer to the reinforcing card", ["answer mushin"])
    assert turn(play(on_c, "answer mushin")) == "B answer"
    on_a = play(state, "answer fudoshin A")  # A has none of the three
    assert turn(on_a) == "B pull"
    after = play(on_a, "pull do-5")
    assert (held(after, "B"), turn(after)) == ("do-5 bogyo", "B answer")


@ruling("neutralise, reflect, deflect", "what the verbs mean")
@pytest.mark.parametrize(("yellow", "answers"), [("taiatari", "tai-sabaki"), ("maki-age", "kamae")])
def test_an_other_attack_is_deflected_to_anyone_its_sender_among_them(yellow: str, answers: str) -> None:
    hands = (yellow, f"{answers} fudoshin {'kamae' if answers == 'tai-sabaki' else 'tai-sabaki'} bogyo mushin", "do-10")
    state = started(*hands, line=f"start {yellow} - B")
    assert offered(state) == [f"answer {card} {on}" for card in (answers, "fudoshin") for on in "AC"]
    after = play(state, f"answer {answers} C")
    assert after.attack == Attack(1, 2, BY_ID[yellow])
    assert turn(after) == "B pull"  # who deflected takes the card


@ruling("a parry")
@pytest.mark.parametrize("green", ["tsubazeriai", "bogyo"])
def test_a_parry_ends_the_attack_and_who_parried_starts_anew(green: str) -> None:
    state = started("men-12 do-4", f"{green} kote-11", line="start men-12 - B")
    after = play(state, f"answer {green}")
    assert (turn(after), after.attack) == ("B start", None)
    countered = started("men-12 do-4", f"men-kaeshi-do {green} kote-11", line="start men-12 - B")
    after = play(countered, "answer men-kaeshi-do A")
    assert offered(after) == ["answer do-4"]


# --- 8: who starts after a loss ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("others", [(), ("tsuki-9",)])
def test_with_two_or_three_players_the_loser_starts_against_anybody(others: tuple[str, ...]) -> None:
    state = started("taiatari", "kote-11 do-10", *others, line="start taiatari - B")
    after = play(state, "pull do-10")
    assert offered(after) == [f"start kote-11 - {on}" for on in ("A", "C")[: 1 + len(others)]]


def test_with_four_players_the_winner_starts_against_anybody_but_the_loser() -> None:
    state = started("taiatari", "kote-11 do-10", "tsuki-9", "tsuki-8", line="start taiatari - B")
    after = play(state, "pull do-10")
    assert offered(after) == ["start do-10 - C", "start do-10 - D"]
    assert play(after, "start do-10 - C").spared is None
    again = play(after, "start do-10 - C", "pull tsuki-9")
    assert offered(again) == ["start tsuki-9 - B", "start tsuki-9 - D"]  # it is told of the last loser alone


def test_a_winner_among_four_with_nothing_to_start_with_still_spares_the_loser() -> None:
    state = started("taiatari kamae", "bogyo mushin", "tsuki-9", "tsuki-8", line="start taiatari - B", tops=("do-5", "", ""))
    after = play(state, "pull bogyo")
    assert turn(after) == "A discard"
    assert offered(play(after, "discard kamae")) == ["start do-5 - C", "start do-5 - D"]


# --- 9: out -----------------------------------------------------------------------------------------------------------


def test_who_is_struck_without_a_card_to_give_loses() -> None:
    state = table("men-12 do-10", "kote-11")._replace(hands=(table("men-12 do-10", "").hands[0], ()))
    after = play(state, "start men-12 - B")
    assert RULES.result(after) == ((("A",)), "A wins: B has no card left")
    assert not RULES.moves(after, "A")
    assert not RULES.moves(after, "B")


@ruling("two ways to lose", "one card where two are owed")
def test_who_must_start_without_a_card_loses_too() -> None:
    state = started("men-12", "kote-11", line="start men-12 - B")
    assert offered(state) == ["pull basic"]
    after = play(state, "pull kote-11")  # one of the two owed; B has to start
    assert RULES.result(after) == (("A",), "A wins: B has no card left")


@ruling("one card where two are owed")
def test_who_gave_the_last_card_stays_in_until_he_must_play() -> None:
    state = started("men-12", "kote-11", "do-10", "tsuki-9", line="start men-12 - B")
    after = play(state, "pull kote-11")
    assert (turn(after), after.inside, held(after, "B")) == ("A start", (0, 1, 2, 3), "")


@ruling("a reinforcing card knocks nobody out")
def test_a_reinforcing_card_has_no_effect_on_an_empty_hand() -> None:
    state = started("men-12 jodan", "fudoshin bogyo kote-11", "", line="start men-12 jodan B")
    after = play(state, "answer fudoshin C")
    assert (turn(after), after.inside) == ("B answer", (0, 1, 2))


def test_when_one_of_four_drops_out_the_last_attacker_draws_a_bonus_card_and_starts() -> None:
    state = table("men-12", "", "do-10", "tsuki-9", tops=("men-7", "", ""))
    after = play(state, "start men-12 - B")
    assert (turn(after), after.inside) == ("A bonus", (0, 2, 3))
    assert (after.court, after.attack) == ((), None)  # the exchange is over
    assert BY_ID["men-12"] in after.played[Subdeck.BASIC]
    assert offered(after) == ["draw basic", "draw counter", "draw other"]
    after = play(after, "draw basic")
    assert held(after, "A") == "men-7"
    assert offered(after) == ["start men-7 - C", "start men-7 - D"]


def test_when_one_of_three_drops_out_who_got_no_bonus_card_starts() -> None:
    after = play(table("men-12", "", "do-10"), "start men-12 - B")
    assert (turn(after), after.inside) == ("A bonus", (0, 2))
    after = play(after, "draw other")
    assert (turn(after), len(after.hands[0])) == ("C start", 1)


@ruling("players still in")
def test_the_rules_go_by_those_who_are_still_in() -> None:
    four = table("men-12 men-1", "men-7", "do-10", "tsuki-9")
    assert offered(play(four, "start men-12 - B")) == ["answer men-7 C", "answer men-7 D"]
    three = four._replace(inside=(0, 1, 2))
    assert offered(play(three, "start men-12 - B")) == ["answer men-7 A", "answer men-7 C"]
    lost = table("taiatari do-5", "kote-11 kamae", "do-10", "")._replace(inside=(0, 1, 2))
    assert turn(play(lost, "start taiatari - B", "pull kamae")) == "B start"  # the loser, as three are in


@ruling("the last attacker")
def test_who_runs_out_on_his_own_turn_leaves_the_bonus_to_who_attacked_him_last() -> None:
    state = table("men-12 do-5", "bogyo", "do-10", "tsuki-9")
    after = play(state, "start men-12 - B", "answer bogyo")
    assert (turn(after), after.inside) == ("A bonus", (0, 2, 3))
    sent = table("men-12 jodan", "fudoshin bogyo", "mushin", "tsuki-9")
    sent = play(sent, "start men-12 jodan B", "answer fudoshin C")
    assert sent.attackers == (None, 0, 1, None)
    late = play(table("bogyo", "do-5", "tsuki-9", "kote-11")._replace(turn=2), "start tsuki-9 - A", "answer bogyo")
    assert (turn(late), late.inside) == ("C bonus", (1, 2, 3))


@ruling("the last attacker")
def test_a_basic_attack_comes_after_what_became_of_its_reinforcing_card() -> None:
    state = play(table("fudoshin kamae", "men-12 jodan", "seigan do-5", "tsuki-9")._replace(turn=1), "start men-12 jodan A")
    state = play(state, "answer fudoshin C", "answer seigan A", "pull kamae")
    assert (turn(state), state.inside) == ("B bonus", (1, 2, 3))  # B struck A out; C sent a Jodan before


# --- 10: nothing to start with ----------------------------------------------------------------------------------------


def test_who_has_nothing_to_start_with_discards_a_card_and_starts_with_a_basic_attack_drawn() -> None:
    state = play(table("taiatari", "bogyo seme kamae", tops=("do-5", "", "")), "start taiatari - B", "pull kamae")
    assert offered(state) == ["discard seme", "discard bogyo"]
    after = play(state, "discard bogyo")
    assert held(after, "B") == "do-5 seme"
    assert BY_ID["bogyo"] in after.played[Subdeck.OTHER]
    assert offered(after) == ["start do-5 - A", "start do-5 seme A"]


@ruling("an empty subdeck", "played cards")
def test_an_empty_subdeck_is_made_of_its_played_cards() -> None:
    state = table("do-5 kamae mushin seigan", "bogyo kote-11", rest="played")
    assert all(not pile for pile in state.subdecks)
    before = len(state.played[Subdeck.BASIC])
    state = play(state, "start do-5 - B")
    assert state.court == (BY_ID["do-5"],)  # it lies there until the exchange is over
    state = play(state, "answer bogyo")
    assert (state.court, len(state.played[Subdeck.BASIC])) == ((), before + 1)
    state = play(state, "start kote-11 - A", "pull mushin", "pull seigan")
    assert (turn(state), len(state.played[Subdeck.BASIC])) == ("A discard", 12)
    drawn = {held(play(state, "discard kamae", seed=seed), "A") for seed in range(40)}
    assert len(drawn) > 6  # shuffled
    after = play(state, "discard kamae")
    assert (len(after.subdecks[Subdeck.BASIC]), after.played[Subdeck.BASIC]) == (11, ())
    assert BY_ID["kamae"] in after.played[Subdeck.OTHER]


@ruling("no basic attack anywhere")
def test_without_any_basic_attack_to_draw_the_next_who_can_starts() -> None:
    basics = "men-12 men-7 men-1 kote-11 kote-6 kote-2 do-10 do-5 do-4 tsuki-9 tsuki-8 tsuki-3"
    state = play(table("taiatari", "kamae seme mushin", basics), "start taiatari - B", "pull seme")
    assert (turn(state), offered(state)[0]) == ("C start", "start men-12 - A")
    state = play(table(f"taiatari {basics}", "kamae seme mushin", ""), "start taiatari - B", "pull seme")
    assert turn(state) == "A start"  # C has no card, and is not out for that
    most, last = basics.rsplit(" ", 1)
    state = play(table(f"taiatari {most}", "kamae seme mushin", last), "start taiatari - B", "pull seme")
    assert turn(state) == "C start"  # who sits next to B, though A can start, too


# --- 11: whom an answer attacks ---------------------------------------------------------------------------------------


def test_with_three_players_an_answer_may_attack_anybody() -> None:
    state = started("men-12", "men-7 men-nuki-kote", "do-10", line="start men-12 - B")
    assert offered(state) == [f"answer {card} {on}" for card in ("men-7", "men-nuki-kote") for on in "AC"]


def test_with_four_players_an_answer_that_attacks_is_not_on_the_attacker() -> None:
    state = started("men-12", "men-7 men-nuki-kote", "do-10", "tsuki-9", line="start men-12 - B")
    assert offered(state) == [f"answer {card} {on}" for card in ("men-7", "men-nuki-kote") for on in "CD"]


def test_with_four_players_what_reflects_or_deflects_may_hit_the_attacker() -> None:
    state = started("men-12 jodan", "seigan fudoshin", "do-10", "tsuki-9", line="start men-12 jodan B")
    assert offered(state) == ["answer seigan A", *(f"answer fudoshin {on}" for on in "ACD")]
    state = started("taiatari", "tai-sabaki", "do-10", "tsuki-9", line="start taiatari - B")
    assert offered(state) == [f"answer tai-sabaki {on}" for on in "ACD"]


@ruling("who starts may attack anyone")
def test_who_starts_after_a_parry_or_a_closed_counterattack_may_attack_anyone() -> None:
    state = play(table("men-12", "bogyo kote-11", "do-10", "tsuki-9"), "start men-12 - B", "answer bogyo")
    assert [one[-1] for one in offered(state)] == ["A", "C", "D"]
    state = table("men-12", "men-nuki-kote do-5", "kote-11", "tsuki-9")
    state = play(state, "start men-12 - B", "answer men-nuki-kote C", "answer kote-11")
    assert [one[-1] for one in offered(state)] == ["A", "C", "D"]


# --- hikiwake ---------------------------------------------------------------------------------------------------------


@ruling("hikiwake")
@pytest.mark.parametrize("green", ["tsubazeriai", "bogyo"])
def test_with_two_players_a_parry_with_the_last_card_is_a_draw(green: str) -> None:
    after = play(table("men-12 do-10", green), "start men-12 - B", f"answer {green}")
    assert RULES.result(after) == ((), "hikiwake: B parried with the last card")


@ruling("hikiwake", "players still in")
def test_with_more_players_who_parried_with_the_last_card_drops_out() -> None:
    after = play(table("men-12 do-10", "bogyo", "kote-11"), "start men-12 - B", "answer bogyo")
    assert (turn(after), after.inside) == ("A bonus", (0, 2))
    two_left = table("men-12 do-10", "bogyo", "kote-11", "tsuki-9")._replace(inside=(0, 1))
    after = play(two_left, "start men-12 - B", "answer bogyo")
    assert VARIANTS["duel-4"].result(after) == ((), "hikiwake: B parried with the last card")


def test_the_last_one_in_wins() -> None:
    state = table("men-12 do-10", "", "kote-11", "tsuki-9")._replace(inside=(0, 1))
    after = play(state, "start men-12 - B")
    assert VARIANTS["duel-4"].result(after) == (("A",), "A wins: B has no card left")


# --- choices that are none --------------------------------------------------------------------------------------------


def test_what_nobody_may_choose_is_refused() -> None:
    state = started("men-12", "men-7 bogyo", line="start men-12 - B")
    junk = [Answer(BY_ID["men-1"], 0), Answer(BY_ID["men-7"], None), Start(BY_ID["men-7"], None, 0), ("bogyo", None), 7]
    for move in junk:
        with pytest.raises(ValueError, match="B cannot choose"):
            RULES.play(state, (None, move), Lots())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="B cannot choose"):
        RULES.play(state, (Answer(BY_ID["bogyo"], None), Answer(BY_ID["bogyo"], None)), Lots())
    over = play(table("men-12 do-10", "bogyo"), "start men-12 - B", "answer bogyo")
    for seat in range(2):
        with pytest.raises(ValueError, match="cannot choose"):
            RULES.play(over, [Switch(()) if n == seat else None for n in range(2)], Lots())


def test_seats_have_names() -> None:
    assert SEATS == ("A", "B", "C", "D")
    assert all(card.kind is not Kind.TIME for card in everywhere(RULES.setup(random.Random(1))))
