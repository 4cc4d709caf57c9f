"""The played examples of the rules sheet: a whole Duel, an exchange of four, a whole Competition, by fixed cards and choices,
played by the rules themselves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cardgen.rules.kendo_duel import choices
from cardgen.rules.kendo_duel.answers import EFFECTS
from cardgen.rules.kendo_duel.flow import onward, played
from cardgen.rules.kendo_duel.opening import opened
from cardgen.rules.kendo_duel.piles import NO_PILES, Hand, Piles, backs, put
from cardgen.rules.kendo_duel.state import (
    Answer,
    Change,
    Discard,
    Draw,
    Move,
    Pull,
    Score,
    Stage,
    Start,
    State,
    Switch,
)
from cardgen.rules.kendo_duel.terms import BY_ID, SEATS, Card, Subdeck, deck_of

_SUBDECKS = {subdeck.family: subdeck for subdeck in Subdeck}


class Scene(NamedTuple):
    """Cards in hands and on the tops of the subdecks (the next to be drawn first), and the choices from there, each a line:
    what is done, and with what. A game from its `beginning` has the rest of its cards in the subdecks, another has it played.
    """

    hands: tuple[str, ...]
    tops: tuple[str, str, str]
    steps: str
    competition: bool = False
    beginning: bool = True


DUEL = Scene(
    (
        "men-12 kote-6 tsuki-9 men-kaeshi-do kote-suriage-men do-kaeshi-do tsuki-nuki-do "
        "jodan seigan tai-sabaki bogyo maki-age",
        "kote-2 do-10 tsuki-8 men-nuki-kote kote-kaeshi-do kote-nuki-tsuki do-uchiotoshi-men "
        "seme mushin tai-sabaki tsubazeriai taiatari",
    ),
    ("men-7 do-5", "", ""),
    """
    switch
    switch tsuki-8
    start men-12 jodan B
    answer mushin
    answer men-nuki-kote A
    answer kote-suriage-men B
    answer men-7
    start maki-age - B
    pull tsubazeriai
    start do-10 seme A
    answer seigan B
    pull kote-nuki-tsuki
    answer bogyo
    start tsuki-9 - B
    pull kote-2
    pull taiatari
    discard tai-sabaki
    start do-5 - A
    answer do-kaeshi-do B
    answer do-uchiotoshi-men A
    answer men-kaeshi-do B
    pull kote-kaeshi-do
    """,
)
"""A Duel of two from the deal to the end."""

FOUR = Scene(
    (
        "men-1 seme kamae",
        "do-5 tsuki-3 men-nuki-kote fudoshin taiatari",
        "kote-11",
        "tai-sabaki bogyo",
    ),
    ("", "do-kaeshi-do", ""),
    """
    start men-1 - B
    answer men-nuki-kote C
    answer kote-11
    start taiatari - D
    answer tai-sabaki B
    answer fudoshin A
    pull seme
    start tsuki-3 seme C
    draw counter
    """,
    beginning=False,
)
"""Four players late in a Duel: A starts."""

COMPETITION = Scene(
    (
        "kote-11 do-4 men-suriage-men kote-kaeshi-do tsuki-nuki-do jodan bogyo taiatari",
        "men-7 tsuki-3 men-mukae-tsuki do-kaeshi-do do-uchiotoshi-men seigan tai-sabaki maki-age",
    ),
    ("men-12", "kote-suriage-kote tsuki-suriage-men tsuki-suriage-kote", "jikan-desu fudoshin"),
    """
    change do-4 counter
    draw other
    start kote-11 - B
    change seigan other
    draw counter
    start maki-age - A
    change men-suriage-men basic
    draw counter
    start jikan-desu - -
    """,
    competition=True,
)
"""A Competition from the deal to the end."""


class _Lots:
    """Chance that falls as it is told, and nowhere else."""

    def __init__(self, lots: list[int]) -> None:
        self.lots = lots

    def randrange(self, stop: int, /) -> int:
        lot = self.lots.pop(0)
        assert 0 <= lot < stop
        return lot


def cards(text: str) -> Hand:
    """Cards by their ids, in the order of the deck. KeyError where one is none."""
    return tuple(sorted(BY_ID[card] for card in text.split()))


def laid_out(scene: Scene) -> State:
    """The state in which a scene begins. ValueError where the deck does not have its cards."""
    hands = tuple(map(cards, scene.hands))
    rest, subdecks, played_ = [list(pile) for pile in deck_of(scene.competition)], NO_PILES, NO_PILES
    tops = [[BY_ID[card] for card in text.split()] for text in scene.tops]
    for card in [card for hand in (*hands, *tops) for card in hand]:
        rest[card.subdeck].remove(card)
    for subdeck in Subdeck:
        under = tuple(rest[subdeck]) if scene.beginning else ()
        subdecks = put(subdecks, subdeck, (*under, *reversed(tops[subdeck])))
        played_ = put(played_, subdeck, () if scene.beginning else tuple(rest[subdeck]))
    return placed(hands, subdecks, played_, scene)


def placed(hands: tuple[Hand, ...], subdecks: Piles, played_: Piles, scene: Scene) -> State:
    """The state with these cards: before the switch, before the first attack, or within a game."""
    seats = len(hands)
    state = State(
        Stage.SWITCH if scene.beginning and not scene.competition else Stage.START,
        0,
        hands,
        subdecks,
        played_,
        inside=tuple(range(seats)),
        attackers=(None,) * seats,
        changed=(False,) * seats,
        scores=(Score(), Score()) if scene.competition else None,
    )
    return onward(opened(state), _Lots([])) if scene.competition else state


def example(scene: Scene) -> dict[str, Any]:
    """A scene as plain data: the hands, every choice with what it did and how it left the table, and the end."""
    state = laid_out(scene)
    start = state
    steps = []
    for line in scene.steps.strip().splitlines():
        move, lots = read(line.strip(), state)
        assert move in choices.moves(state), line
        after = played(state, move, _Lots(lots))
        assert not lots, "every lot is drawn"
        steps.append(_step(state, move, after))
        state = after
    opening = state.opening
    return {
        "hands": _named(start),
        "totals": _by_seat(opening.totals) if opening else {},
        "starter": SEATS[opening.starter if opening else start.turn],
        "steps": steps,
        "winners": [*state.ended.winners] if state.ended else [],
        "why": state.ended.why if state.ended else "",
        "next": {"seat": SEATS[state.turn], "stage": state.stage.value},
    }


def read(line: str, state: State) -> tuple[Move, list[int]]:
    """The choice of a line, and the lots that fall with it: of a pull, the card that comes."""
    word, *rest = line.split()
    match word:
        case "switch":
            return Switch(cards(" ".join(rest))), []
        case "change":
            return Change(BY_ID[rest[0]], _SUBDECKS[rest[1]]), []
        case "draw":
            return Draw(_SUBDECKS[rest[0]]), []
        case "discard":
            return Discard(BY_ID[rest[0]]), []
        case "start":
            return Start(BY_ID[rest[0]], BY_ID.get(rest[1]), None if rest[2] == "-" else SEATS.index(rest[2])), []
        case "answer":
            return Answer(BY_ID[rest[0]], SEATS.index(rest[1]) if len(rest) > 1 else None), []
    assert word == "pull", line
    assert state.incoming is not None
    card = BY_ID[rest[0]]
    those = [one for one in state.hands[state.incoming.on] if one.subdeck is card.subdeck]
    return Pull(card.subdeck), [those.index(card)]


def _step(before: State, move: Move, after: State) -> dict[str, Any]:
    """One choice: by whom, what (`does`), the names of its cards, on whom, what came of an answer; the card that was pulled or
    drawn; then whose turn it is and for what, and how many cards everybody holds.
    """
    seat = before.turn
    out: dict[str, Any] = {"seat": SEATS[seat], "does": type(move).__name__.lower(), "on": "", "effect": ""}
    of = _cards_of(move, after)
    out |= {"cards": [card.name for card in of], "ids": [card.id for card in of]}
    match move:
        case Start(_, _, on):
            out["on"] = _seat(on)
        case Answer(card, on):
            assert before.incoming is not None
            effect = EFFECTS[card.row][before.incoming.card.row]
            assert effect is not None
            out |= {"on": _seat(on), "effect": effect.value, "to": before.incoming.card.name}
        case Change(_, new) | Draw(new):
            out["from"] = new.title
        case Pull():
            assert after.pulled is not None
            out["on"] = _seat(after.pulled.of)
    gained = [card.name for card in _gained(before.hands[seat], after.hands[seat])]
    return out | {
        "gained": [] if isinstance(move, Pull) else gained,
        "next": SEATS[after.turn],
        "stage": after.stage.value,
        "held": _by_seat(tuple(map(len, after.hands))),
        "in": [SEATS[one] for one in after.inside],
        "scores": [{"ippon": [*score.ippon], "hansoku": score.hansoku} for score in after.scores or ()],
    }


def _cards_of(move: Move, after: State) -> list[Card]:
    match move:
        case Switch(of):
            return [*of]
        case Start(card, red, _):
            return [card] if red is None else [card, red]
        case Answer(card) | Change(card) | Discard(card):
            return [card]
        case Pull() if after.pulled:
            return [after.pulled.card]
    return []


def _gained(before: Hand, after: Hand) -> list[Card]:
    left, out = list(before), []
    for card in after:
        if card in left:
            left.remove(card)
        else:
            out.append(card)
    return out


def _seat(on: int | None) -> str:
    return "" if on is None else SEATS[on]


def _by_seat(numbers: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(SEATS, numbers, strict=False))


def _named(state: State) -> dict[str, dict[str, Any]]:
    """By seat the hand: names, basic attacks with their numbers; and how many of each subdeck."""
    out: dict[str, dict[str, Any]] = {}
    for seat, hand in zip(SEATS, state.hands, strict=False):
        out[seat] = {"cards": [f"{card.name} {card.number}" if card.number else card.name for card in hand]}
        out[seat]["backs"] = [*backs(hand)]
    return out
