"""Words to play Daisho by hand in a test: cards, choices and states as short texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardgen.rules.daisho import RULES, Side, Stage, State
from cardgen.rules.daisho.choices import Attack, Cover, Defence, Drop, Guard, Show, Strike
from cardgen.rules.daisho.hands import Hand, Pile, cards_of, hand_of
from cardgen.rules.daisho.model import Move
from cardgen.rules.daisho.terms import BY_ID, COPIES, HIT_POINTS, PERSONAS, Advantage, Card, Persona


class Lots:
    """Chance that falls as it is told, and then always on the same side."""

    def __init__(self, *lots: int, then: int = 0) -> None:
        self.lots, self.then = list(lots), then

    def randrange(self, stop: int, /) -> int:
        return self.lots.pop(0) if self.lots else self.then % stop


def order_of(pile: Pile) -> Lots:
    """Chance by which a shuffle of these cards ends in this order."""
    cards = list(cards_of(hand_of(pile)))
    lots = []
    for last in range(len(cards) - 1, 0, -1):
        other = cards.index(pile[last])
        assert other <= last
        lots.append(other)
        cards[last], cards[other] = cards[other], cards[last]
    return Lots(*lots)


def cards(text: str) -> tuple[Card, ...]:
    """Cards as `chop*3 kai`, in the order of the deck's list."""
    out: list[Card] = []
    for word in text.split():
        name, _, count = word.partition("*")
        out += [Card[name.upper()]] * int(count or 1)
    return tuple(sorted(out))


def told(cards: Sequence[Card]) -> str:
    """Cards as `cards` reads them."""
    hand = hand_of(cards)
    return " ".join(card.id if hand[card] == 1 else f"{card.id}*{hand[card]}" for card in Card if hand[card])


def hand(text: str) -> Hand:
    return hand_of(cards(text))


def who(name: str) -> Persona:
    return BY_ID[name]


def duel(
    a: str = "bushi",
    b: str = "wako",
    hands: tuple[str, str] = ("", ""),
    hit_points: tuple[int, int] = (HIT_POINTS, HIT_POINTS),
    stage: Stage = Stage.SECOND_STEP,
    **fields: object,
) -> State:
    """A duel of these two with these hands (they may be small: a test says what it needs), the rest in the draw pile."""
    one, two = hand(hands[0]), hand(hands[1])
    rest = tuple(n - x - y for n, x, y in zip(COPIES, one, two, strict=True))
    assert min(rest) >= 0, "there are not so many in the deck"
    sides = Side(who(a), hit_points[0], one), Side(who(b), hit_points[1], two)
    return State(stage, *sides, pile=cards_of(rest))._replace(**fields)


def shown(state: State, a: int = 0, b: int = 0) -> State:
    """The Speed phase of a duel: all Speed, and so many others."""
    if state.stage is Stage.SECOND_STEP:
        state = state._replace(stage=Stage.SPEED)
    return play(state, Show(a), Show(b))


def play(state: State, a: Move | None, b: Move | None, chance: Lots | None = None) -> State:
    """Both choose; what a seat cannot choose is left out."""
    may = [RULES.moves(state, seat) for seat in RULES.seats]
    return RULES.play(state, [move if m else None for move, m in zip((a, b), may, strict=True)], chance or Lots())


def at_strike(
    a: str, b: str, hands: tuple[str, str], lead: str = "", advantage: Advantage | None = None, **fields: object
) -> State:
    """A duel at its Strike phase, who leads in speed (where anybody does) having chosen; all Speed cards lie shown."""
    state = duel(a, b, hands, stage=Stage.STRIKE, **fields)  # type: ignore[arg-type]
    one, two = (_laid(side) for side in state.sides)
    seat = {"": None, "A": 0, "B": 1}[lead]
    return state._replace(a=one, b=two, lead=seat, advantage=advantage)


def _laid(side: Side) -> Side:
    speed = side.hand[Card.SPEED]
    return side._replace(hand=(*side.hand[:-1], 0), speed=speed, deed=side.deed._replace(speed=speed))


def struck(state: State, a: str = "none", b: str = "none") -> State:
    return play(state, strike(a), strike(b))


def defended(state: State, a: str = "none", b: str = "none") -> State:
    return play(state, defence(a), defence(b))


def cut(state: State, a: str = "0", b: str = "0") -> State:
    return play(state, guard(a), guard(b))


def hits(state: State) -> tuple[int, int]:
    return state.a.hit_points, state.b.hit_points


def everywhere(state: State) -> Hand:
    """All the cards that there are, wherever they lie."""
    out = list(hand_of(state.pile))
    for number, count in enumerate(state.discards):
        out[number] += count
    for seat, side in enumerate(state.sides):
        for number, count in enumerate(side.usable):
            out[number] += count
        if side.persona:
            out[side.persona.turns] += side.turned
        for card in on_table(state, seat):
            out[card] += 1
    return tuple(out)


def on_table(state: State, seat: int) -> list[Card]:
    """The cards of a seat's strike that lie on the table, told without the model's own reckoning."""
    side, other = state.sides[seat], state.sides[1 - seat]
    out = []
    stopped = {cover.played.name for cover in other.deed.defence.covers}
    stops = {"CHOP": "BLOCK", "SLASH": "PARRY", "THRUST": "DODGE"}
    if side.deed.strike.combo is not None:
        out.append(side.deed.strike.combo)
    for attack in side.deed.strike.attacks:
        if stops[attack.type.name] not in stopped:
            assert side.persona
            out += [attack.type] * attack.own + [side.persona.turns] * attack.turned + [Card.KAI] * attack.kai
    return [] if state.stage in (Stage.RECOVER, Stage.OVER, Stage.SECOND_STEP) else out


# --- choices as words -----------------------------------------------------------------------------------------------


def strike(text: str) -> Strike:
    """A strike as `chop 3 kai 1`, `slash 2+1 & thrust 1 by combo`: own cards, turned ones behind a plus."""
    if text == "none":
        return Strike((), None)
    attacks, _, combo = text.partition(" by ")
    found = [re.fullmatch(r"(\w+) (\d+)(?:\+(\d+))?(?: kai (\d+))?", part.strip()) for part in attacks.split("&")]
    parts = []
    for match in found:
        assert match, text
        name, own, turned, kai = match.groups()
        parts.append(Attack(Card[name.upper()], int(own), int(turned or 0), int(kai or 0)))
    return Strike(tuple(parts), Card[combo.upper()] if combo else None)


def defence(text: str) -> Defence:
    """A defence as `dodge parry`, `parry(armor)` where it is another card."""
    if text == "none":
        return Defence(())
    covers = []
    for word in text.split():
        played, _, card = word.rstrip(")").partition("(")
        covers.append(Cover(Card[played.upper()], Card[(card or played).upper()]))
    return Defence(tuple(covers))


def guard(text: str) -> Guard:
    """Armor as `2`, `1+3` with three cards that are used as Armor."""
    own, _, turned = text.partition("+")
    return Guard(int(own), int(turned or 0))


def word(move: Move | None) -> str:
    """A choice as `move` reads it."""
    match move:
        case None:
            return "-"
        case Persona():
            return move.id
        case Drop():
            return told(move.cards) or "nothing"
        case Show():
            return str(move.turned)
        case Advantage():
            return move.value
        case Strike():
            parts = [
                f"{a.type.id} {a.own}" + (f"+{a.turned}" if a.turned else "") + (f" kai {a.kai}" if a.kai else "")
                for a in move.attacks
            ]
            return (" & ".join(parts) or "none") + (f" by {move.combo.id}" if move.combo is not None else "")
        case Defence():
            covers = (c.played.id if c.played is c.card else f"{c.played.id}({c.card.id})" for c in move.covers)
            return " ".join(covers) or "none"
        case Guard():
            return f"{move.own}+{move.turned}" if move.turned else str(move.own)


def move(stage: Stage, text: str) -> Move | None:
    """A choice read back."""
    if text == "-":
        return None
    match stage:
        case Stage.PERSONA:
            return next(persona for persona in PERSONAS if persona.id == text)
        case Stage.SECOND_STEP | Stage.RECOVER:
            return Drop(() if text == "nothing" else cards(text))
        case Stage.SPEED:
            return Show(int(text))
        case Stage.ADVANTAGE:
            return Advantage(text)
        case Stage.STRIKE:
            return strike(text)
        case Stage.DEFEND:
            return defence(text)
        case _:
            return guard(text)
