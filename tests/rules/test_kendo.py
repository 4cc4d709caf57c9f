"""Kendo Duel: which card answers which, the deck and its faces, tables and examples, recorded games, games at random."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.rules.kendo_duel import RULES
from cardgen.rules.kendo_duel.answers import (
    ATTACKS,
    EFFECTS,
    Effect,
    answered,
    answers,
    disagreements,
    effect,
    expanded,
    printed,
    told,
)
from cardgen.rules.kendo_duel.facts import MARKS
from cardgen.rules.kendo_duel.terms import (
    BY_ID,
    CARDS,
    COMPETITION_DEAL,
    DUEL_DEAL,
    HOWS,
    JIKAN_DESU,
    PLAYERS,
    Card,
    Kind,
    Origin,
    Subdeck,
    Target,
    deck_of,
    origin,
)
from tests.rules.kendo_record import PLAYS, RECORDED, replayed
from tests.rules.kendo_table import ruling

HERE = Path(__file__).parent
LEGALITY = """
             | basic   | counter | mushin      | seigan   | tai-sabaki | kamae    | fudoshin | tsubazeriai | bogyo
basic        | attacks | attacks | -           | -        | -          | -        | -        | parries     | parries
counter      | closes  | attacks | -           | -        | -          | -        | -        | parries     | parries
jodan        | -       | -       | neutralises | reflects | -          | -        | deflects | -           | -
seme         | -       | -       | neutralises | reflects | -          | -        | deflects | -           | -
taiatari     | -       | -       | -           | -        | deflects   | -        | deflects | -           | -
maki-age     | -       | -       | -           | -        | -          | deflects | deflects | -           | -
"""
"""Typed off games/kendo-duel.md, 2.4, a second time; a basic attack and a counterattack answer where the target fits."""


def legality() -> dict[tuple[str, str], str]:
    """By what comes in and what answers it: what it does, or a dash."""
    head, *rows = [[cell.strip() for cell in line.split("|")] for line in LEGALITY.strip("\n").splitlines()]
    return {(row[0], answer): does for row in rows for answer, does in zip(head[1:], row[1:], strict=True)}


def sort_of(card: Card) -> str:
    return card.subdeck.family if card.subdeck is not Subdeck.OTHER else card.id


# --- which card answers which -----------------------------------------------------------------------------------------


@ruling("neutralise, reflect, deflect")
def test_every_pair_of_cards_meets_as_the_table_has_it() -> None:
    table, met = legality(), Counter[str]()
    for incoming, answer in product(CARDS, CARDS):
        expected = table.get((sort_of(incoming), sort_of(answer)), "-")
        begins = answer.begins if answer.kind is Kind.COUNTER else answer.to
        if answer.to is not None and begins is not incoming.to:
            expected = "-"
        does = effect(answer, incoming)
        assert (does.value if does else "-") == expected, (incoming.id, answer.id)
        assert EFFECTS[answer.row][incoming.row] is does
        met[expected] += 1
    assert all(met[one.value] for one in Effect)


def test_both_lists_are_read_from_the_one_relation() -> None:
    for one, two in product(CARDS, CARDS):
        assert (two in answers(one)) is (one in answered(two)) is (effect(one, two) is not None)


def test_what_cards_print_says_neither_more_nor_less() -> None:
    for card, (own, by) in printed().items():
        assert expanded(own) == set(answers(card))
        assert expanded(by) == set(answered(card))
    assert printed()[BY_ID["men-nuki-kote"]] == (
        ("Men", "counter to Men"),
        ("Kote", "counter from Kote", "Tsubazeriai", "Bogyo"),
    )
    assert printed()[BY_ID["bogyo"]] == (("any basic attack", "any counterattack"), ())
    assert all(len(names) <= 4 for lists in printed().values() for names in lists)


@given(st.sets(st.sampled_from(CARDS)))
def test_names_say_any_set_of_cards_in_which_basic_attacks_are_whole(some: set[Card]) -> None:
    whole = {card for card in CARDS if card in some or (card.kind is Kind.BASIC and any(c.name == card.name for c in some))}
    assert expanded(told(whole)) == whole


def test_lists_that_disagree_are_found_wherever_the_slip_is() -> None:
    assert disagreements(printed()) == []
    for card, at in product(CARDS, (0, 1)):
        names = printed()[card][at]
        for name in names:
            short = tuple(other for other in names if other != name)
            lists = {**printed(), card: (short, printed()[card][1]) if at == 0 else (printed()[card][0], short)}
            assert disagreements(lists), (card.id, name)
        for name in ("Jodan", "Taiatari", "Do", "counter from Tsuki", "Kamae"):
            if not expanded((name,)) <= expanded(names):
                more = (*names, name)
                lists = {**printed(), card: (more, printed()[card][1]) if at == 0 else (printed()[card][0], more)}
                assert disagreements(lists), (card.id, name)
    with pytest.raises(KeyError):
        disagreements({**printed(), JIKAN_DESU: (("Mem",), ())})


def test_no_attack_is_unanswerable() -> None:
    """Each has an answer that is not itself, in both modes; and one that is left when all of another kind are gone."""
    for card in ATTACKS:
        others = {answer.kind for answer in answered(card) if answer is not card}
        assert len(others) >= 2 or len(answered(card)) >= 2, card.id
        assert all(JIKAN_DESU is not answer for answer in answered(card))
    assert {card for card in CARDS if not answers(card) and not answered(card)} == {JIKAN_DESU}
    assert {card.kind for card in CARDS if not answers(card)} == {Kind.REINFORCING, Kind.ATTACK, Kind.TIME}


# --- the deck ---------------------------------------------------------------------------------------------------------


def test_the_list_that_was_found() -> None:
    """games/kendo-duel.md: groups, names, copies, frames."""
    found = Counter[tuple[str, Kind]]()
    for card in CARDS:
        found[card.name if card.kind is not Kind.COUNTER else "counter", card.kind] += card.copies
    assert found == {
        ("Men", Kind.BASIC): 3, ("Kote", Kind.BASIC): 3, ("Do", Kind.BASIC): 3, ("Tsuki", Kind.BASIC): 3,
        ("counter", Kind.COUNTER): 16,
        ("Jodan", Kind.REINFORCING): 2, ("Seme", Kind.REINFORCING): 2,
        ("Mushin", Kind.AGAINST): 2, ("Seigan", Kind.AGAINST): 2,
        ("Tai sabaki", Kind.DEFLECTING): 2, ("Kamae", Kind.DEFLECTING): 2, ("Fudoshin", Kind.DEFLECTING): 2,
        ("Tsubazeriai", Kind.PARRYING): 3, ("Bogyo", Kind.PARRYING): 3,
        ("Taiatari", Kind.ATTACK): 2, ("Maki age", Kind.ATTACK): 2,
        ("Jikan desu", Kind.TIME): 1,
    }  # fmt: skip
    shared = [row for row in RULES.deck() if not row.optional]
    assert sum(row.copies for row in shared) == 55
    assert all(row.shared for row in RULES.deck())


@ruling("signs for colours")
def test_the_frames() -> None:
    frames = {kind: kind.frame for kind in Kind}
    assert frames == {
        Kind.BASIC: "brown", Kind.COUNTER: "brown", Kind.REINFORCING: "red", Kind.AGAINST: "purple",
        Kind.DEFLECTING: "blue", Kind.PARRYING: "green", Kind.ATTACK: "yellow", Kind.TIME: "white",
    }  # fmt: skip


@ruling("the numbers")
def test_the_numbers_on_the_basic_attacks() -> None:
    numbers = {target: [card.number for card in CARDS if card.kind is Kind.BASIC and card.to is target] for target in Target}
    assert numbers == {
        Target.MEN: [12, 7, 1], Target.KOTE: [11, 6, 2], Target.DO: [10, 5, 4], Target.TSUKI: [9, 8, 3],
    }  # fmt: skip
    assert [sum(own) for own in numbers.values()] == [20, 19, 19, 20]


WAZA = """
Men-suriage-men A   | Men-nuki-kote A       | Men-kaeshi-do A  | Men-mukae-tsuki o
Kote-suriage-men A  | Kote-suriage-kote A   | Kote-kaeshi-do o | Kote-nuki-tsuki o
Do-uchiotoshi-men A | Do-uchiotoshi-kote o  | Do-kaeshi-do o   | Do-uchiotoshi-tsuki o
Tsuki-suriage-men A | Tsuki-suriage-kote o  | Tsuki-nuki-do A  | Tsuki-nayashi-tsuki K
"""


@ruling("sixteen counterattacks", "waza names")
def test_the_sixteen_counterattacks_by_what_they_answer_and_what_they_strike() -> None:
    marks = {"A": Origin.ATTESTED, "K": Origin.KATA, "o": Origin.OURS}
    found = {(card.begins, card.to): card for card in CARDS if card.kind is Kind.COUNTER}
    for begins, line in zip(Target, WAZA.strip().splitlines(), strict=True):
        for to, cell in zip(Target, line.split("|"), strict=True):
            name, mark = cell.split()
            card = found.pop((begins, to))
            assert (card.name, origin(card)) == (name, marks[mark])
            assert card.name.split("-")[0].upper() == begins.name
            assert card.name.split("-")[-1].upper() == to.name
            assert HOWS[begins, to][0] == card.name.split("-")[1]
    assert not found


@ruling("one Jikan desu")
def test_jikan_desu_is_in_the_deck_of_the_competition_once() -> None:
    assert BY_ID["jikan-desu"].copies == 1
    assert [sum(map(len, deck_of(competition))) for competition in (False, True)] == [52, 53]


@ruling("Japanese names")
def test_every_card_has_its_signs_and_the_seal_is_one_of_them() -> None:
    facts = RULES.facts()
    for card in CARDS:
        own = facts[card.id]
        assert len(str(own["seal"])) == 1
        assert str(own["seal"]) in str(own["kanji"])
        plain = str(own["reading"]).replace("ō", "o").replace(" ", "-").replace("mukae-zuki", "mukae-tsuki")
        assert plain == card.name.lower().replace(" ", "-")
    assert len({facts[card.id]["kanji"] for card in CARDS}) == len({card.name for card in CARDS}) == 32
    assert facts["tsuki-nayashi-tsuki"]["kanji"] == "突き萎やし突き"
    assert facts["men-mukae-tsuki"]["reading"] == "men-mukae-zuki"
    assert facts["kote-nuki-tsuki"]["reading"] == "kote-nuki-tsuki"


@ruling("fifteen marks", "the board")
def test_the_marks_and_the_board() -> None:
    facts = RULES.facts()
    assert Counter(MARKS) == dict.fromkeys("MKDTH", 3)
    assert facts["ippon-sheet"]["marks"] == MARKS
    assert len(facts["hansoku-sheet"]["triangles"]) == 4  # type: ignore[arg-type]
    board = facts["board"]
    assert board["subdecks"] == ("Basic attacks", "Counterattacks", "Other cards")
    assert (board["court"], board["scores"], board["sides"]) == ("Court", "Scores", ("Red", "White"))
    assert [len(board[name]) for name in ("played", "ippon", "hansoku")] == [3, 4, 4]  # type: ignore[arg-type]


@pytest.mark.parametrize("players", PLAYERS)
def test_all_players_can_be_dealt(players: int) -> None:
    sizes = [sum(row.copies for row in RULES.deck() if row.family == subdeck.family) for subdeck in Subdeck]
    assert sizes == [12, 16, 25]
    assert all(
        size - (subdeck == 2) >= players * need for subdeck, (size, need) in enumerate(zip(sizes, DUEL_DEAL, strict=True))
    )
    assert all(size >= 2 * need for size, need in zip(sizes, COMPETITION_DEAL, strict=True))


def test_layouts_ask_for_every_card_that_four_players_may_be_dealt() -> None:
    most: Counter[str] = Counter()
    for laid in RULES.layouts():
        for card, count in laid.items():
            most[card] = max(most[card], count)
    assert most == {row.card: row.copies for row in RULES.deck() if not row.optional}


def test_a_subdeck_has_one_back_and_no_other_has_it() -> None:
    together = RULES.face_down()
    assert [len(cards) for cards in together] == [12, 16, 12]
    families = [{row.family for row in RULES.deck() if row.card in cards} for cards in together]
    assert families == [{"basic"}, {"counter"}, {"other"}]
    assert "jikan-desu" in together[2]


def test_what_words_must_say_is_of_cards_that_there_are() -> None:
    names = {card.name for card in CARDS}
    for card in CARDS:
        for said in RULES.said(card.id):
            assert said.number == 1
        for phrase in RULES.phrases(card.id):
            for name in names - {card.name}:
                if name in phrase.split():
                    assert name in {other.name for other in (*answers(card), *answered(card))}, (card.id, phrase)
    assert {card.id for card in CARDS if RULES.said(card.id)} == {"jodan", "seme", "seigan", "taiatari", "maki-age"}


# --- tables, examples, recorded games ---------------------------------------------------------------------------------


def test_the_tables_have_what_sheets_print() -> None:
    tables = RULES.tables()
    assert (tables["cards"], tables["players"]["most"]) == (55, 4)
    assert tables["deck"] == {
        "basic": {"faces": 12, "cards": 12}, "counter": {"faces": 16, "cards": 16},
        "other": {"faces": 12, "cards": 25}, "marks": {"faces": 2, "cards": 2},
    }  # fmt: skip
    assert tables["duel"]["left"] == {"2": [6, 8, 14], "3": [3, 4, 9], "4": [0, 0, 4]}
    assert (tables["duel"]["hand"], tables["competition"]["hand"], tables["competition"]["left"]) == (12, 8, [8, 10, 19])
    assert [row["incoming"] for row in tables["legality"]] == [
        "basic attack on X", "counterattack on X", "Jodan", "Seme", "Taiatari", "Maki age",
    ]  # fmt: skip
    sorts = {"basic attack on X": "basic", "the same basic attack": "basic"}
    sorts |= {"counterattack on X": "counter", "a counterattack from X": "counter"}
    sorts |= {card.name: card.id for card in CARDS if card.subdeck is Subdeck.OTHER}
    told_ = {
        (sorts[row["incoming"]], sorts[one]): row["answers"][one] or "-" for row in tables["legality"] for one in row["answers"]
    }
    assert told_ == legality()
    for row in tables["all"]:
        assert expanded(row["answers"]) == {BY_ID[one] for one in row["answers_cards"]}
        assert expanded(row["answered"]) == {BY_ID[one] for one in row["answered_cards"]}
    assert [len(tables["origins"][name]) for name in ("attested", "kata", "ours")] == [8, 1, 7]
    assert tables["losses"] == {"basic attack": 2, "counterattack": 2, "reinforcing card": 1, "other attack": 1}


def test_the_examples_show_what_they_should() -> None:
    of = RULES.tables()["examples"]
    duel, four, match = of["duel"], of["four"], of["competition"]
    assert (duel["totals"], duel["starter"], duel["winners"]) == ({"A": 27, "B": 19}, "A", ["A"])
    assert {step["effect"] for step in duel["steps"]} >= {"neutralises", "attacks", "closes", "reflects", "parries"}
    assert {step["does"] for step in duel["steps"]} == {"switch", "start", "answer", "pull", "discard"}
    assert [step["next"] for step in four["steps"] if step["does"] == "answer"] == ["C", "B", "B", "B"]
    assert (four["steps"][-1]["in"], four["next"]) == (["A", "B", "D"], {"seat": "B", "stage": "start"})
    assert (match["winners"], match["why"]) == (["A"], "A wins: time is over, in the lead")
    assert match["steps"][-1]["scores"] == [{"ippon": ["K"], "hansoku": 1}, {"ippon": [], "hansoku": 0}]
    for told_ in of.values():
        for before, step in zip(told_["steps"], told_["steps"][1:], strict=False):
            assert step["seat"] == before["next"]


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_game_replays_choice_by_choice(name: str) -> None:
    text = (PLAYS / f"{name}.txt").read_text(encoding="utf-8")
    for number, (stands, comes) in enumerate(replayed(RECORDED[name].variant, text), 1):
        assert comes == stands, f"{name}.txt:{number}"


def test_the_recorded_games_show_what_they_should() -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in PLAYS.glob("*.txt")}
    assert texts.keys() == RECORDED.keys()
    assert "hikiwake" in texts["duel-hikiwake"]
    assert "time is over" in texts["competition-time-is-over"]
    assert "Ippon H" in texts["competition-by-hansoku"] or "and H" in texts["competition-by-hansoku"]
    assert " | lots " in texts["four-players"]
    whole = "\n".join(texts.values())
    for seen in ("answer seigan", "answer mushin", "answer fudoshin", "answer tai-sabaki", "answer kamae", "answer bogyo",
                 "discard ", "bonus:", " out", "refill:", "switch "):  # fmt: skip
        assert seen in whole, seen


def test_every_ruling_has_a_test() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_kendo*.py"))
    marked = {line.strip() for line in text.splitlines() if "@ruling(" in line}
    for one in RULES.rulings:
        assert any(f'"{one.name}"' in line for line in marked), one.name
