"""A turn: seven phases, from the First Step to Recover. Each function takes what both chose and goes on to the next choice."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.rules.daisho.choices import (
    Attack,
    Defence,
    Drop,
    Guard,
    Show,
    Strike,
    laid,
    shows_as_speed,
    struck_with,
)
from cardgen.rules.daisho.hands import Pile, along, fewer, filled, new_pile, without
from cardgen.rules.daisho.state import IDLE, Deed, Side, Stage, State, Turn
from cardgen.rules.daisho.terms import ARMOR, CALM, DAMAGE, SPEED, STOPS, Advantage, Card, Persona
from cardgen.rules.protocol import Chance, Result


def picked(state: State, persona: Persona, chance: Chance) -> State:
    """After a persona was picked: A picks first, openly, then B among the others [ruling]; then the cards are dealt."""
    if state.a.persona is None:
        return state._replace(a=Side(persona))
    state = state._replace(b=Side(persona))
    return dealt(state, new_pile(chance), chance)


def dealt(state: State, pile: Pile, chance: Chance) -> State:
    """Both with ten cards of this draw pile. The First Step of turn 1 has nothing left to fill [ruling]."""
    return first_step(state._replace(pile=pile), chance)


def first_step(state: State, chance: Chance) -> State:
    """Phase 1: both hands are filled [S]."""
    return _filled(state, chance)._replace(stage=Stage.SECOND_STEP)


def _filled(state: State, chance: Chance) -> State:
    a, b, pile, discards, held = filled(state.a.hand, state.b.hand, state.pile, state.discards, chance)
    sure = (state.a.sure, state.b.sure) if held is None else held
    one, two = state.a._replace(hand=a, sure=sure[0]), state.b._replace(hand=b, sure=sure[1])
    return state._replace(a=one, b=two, pile=pile, discards=discards)


def second_step(state: State, drops: tuple[Drop, Drop], chance: Chance) -> State:
    """Phase 2: both discard face up what they chose before either showed it, then fill [S; ruling]."""
    one, two = (_dropped(side, drop) for side, drop in zip(state.sides, drops, strict=True))
    a = one._replace(deed=Deed(dropped=drops[0].cards))
    b = two._replace(deed=Deed(dropped=drops[1].cards))
    discards = along(state.discards, drops[0].cards + drops[1].cards)
    state = _filled(state._replace(a=a, b=b, discards=discards), chance)
    if any(shows_as_speed(persona_of(side)) for side in state.sides):
        return state._replace(stage=Stage.SPEED)
    return speed(state, (Show(0), Show(0)))


def _dropped(side: Side, drop: Drop) -> Side:
    return _left(side, drop.cards) if drop.cards else side


def _left(side: Side, cards: Sequence[Card]) -> Side:
    """The player after these cards have left the hand, seen by the other."""
    return side._replace(hand=without(side.hand, cards), sure=fewer(side.sure, cards))


def speed(state: State, shows: tuple[Show, Show]) -> State:
    """Phase 3: all natural Speed cards are shown, and as many others as were chosen; who has more leads [S; ruling]."""
    a, b = shown(state.a, shows[0]), shown(state.b, shows[1])
    one, two = a.deed.speeds, b.deed.speeds
    state = state._replace(a=a, b=b)
    if one == two:
        return state._replace(stage=Stage.STRIKE)
    return state._replace(stage=Stage.ADVANTAGE, lead=0 if one > two else 1)


def shown(side: Side, show: Show) -> Side:
    """The player with every Speed card shown, and so many cards that the persona shows as Speed."""
    natural = side.hand[SPEED]
    if natural or show.turned:
        side = _left(side, [SPEED] * natural + [persona_of(side).turns] * show.turned)
    deed = side.deed._replace(speed=natural, turned=show.turned)
    return side._replace(speed=natural, turned=show.turned, deed=deed)


def bars(state: State, seat: int, what: Advantage) -> bool:
    """Whether the other's advantage forbids this to a seat in this turn.

    What a card is played as counts: a Speed card used as Armor is Armor, an Armor card used as Block is none [ruling].
    """
    return state.advantage is what and state.lead == 1 - seat


def strike(state: State, strikes: tuple[Strike, Strike]) -> State:
    """Phase 4: both attack at once, or not [S; ruling]."""
    a, b = (_struck(side, one) for side, one in zip(state.sides, strikes, strict=True))
    state = state._replace(a=a, b=b)
    if any(may_defend(state, seat) for seat in (0, 1)):
        return state._replace(stage=Stage.DEFEND)
    return _to_cut(state)


def _struck(side: Side, one: Strike) -> Side:
    return _spent(side, struck_with(one, persona_of(side)))._replace(deed=side.deed._replace(strike=one))


def may_defend(state: State, seat: int) -> bool:
    """Whether a seat has something to defend against, and may play other defence cards than Armor."""
    attacked = bool(state.sides[1 - seat].deed.strike.attacks)
    return attacked and not bars(state, seat, Advantage.ARMOR_ONLY)


def defend(state: State, defences: tuple[Defence, Defence]) -> State:
    """Phase 5: each defence card negates all attacks of its type with their Kai; all of these are discarded [S]."""
    sides, gone = [], []
    for seat, one in enumerate(defences):
        side, other = state.sides[seat], state.sides[1 - seat]
        cards = [cover.card for cover in one.covers]
        sides.append(_spent(side, cards)._replace(deed=side.deed._replace(defence=one)))
        gone += cards
        for attack in other.deed.strike.attacks:
            if negated(attack, one):
                gone += laid(attack, persona_of(other))
    return _to_cut(state._replace(a=sides[0], b=sides[1], discards=along(state.discards, gone)))


def negated(attack: Attack, defence: Defence) -> bool:
    """Whether the defence stops the attack: with it falls the Kai attached to it [S; without a Combo: ruling]."""
    return any(STOPS[cover.played] is attack.type for cover in defence.covers)


def damage_to(state: State, seat: int) -> int:
    """The points that have come through to a seat: one for each attack card and Kai that was not negated [S]."""
    defence = state.sides[seat].deed.defence
    return sum(attack.damage for attack in state.sides[1 - seat].deed.strike.attacks if not negated(attack, defence))


def _to_cut(state: State) -> State:
    if damage_to(state, 0) or damage_to(state, 1):
        return state._replace(stage=Stage.CUT)
    return cut(state, (Guard(0, 0), Guard(0, 0)))


def cut(state: State, guards: tuple[Guard, Guard]) -> State:
    """Phase 6: Armor negates a point each, hit points are lost, all played and shown cards are discarded; then the end [S]."""
    sides, gone = [], []
    for seat, guard in enumerate(guards):
        side = state.sides[seat]
        cards = [ARMOR] * guard.own + [persona_of(side).turns] * guard.turned
        taken = damage_to(state, seat) - (guard.own + guard.turned) * DAMAGE
        gone += cards + _left_on_table(side, state.sides[1 - seat].deed.defence)
        side = _spent(side, cards)
        gone += shown_cards(side)
        deed = side.deed._replace(guard=guard, taken=taken)
        sides.append(Side(side.persona, wounded(side.hit_points, taken), side.hand, 0, 0, deed, side.sure))
    a, b = sides
    calm = 0 if a.deed.taken or b.deed.taken else state.calm + 1
    over = not a.hit_points or not b.hit_points or calm >= CALM
    stage = Stage.OVER if over else Stage.RECOVER
    state = state._replace(stage=stage, a=a, b=b, discards=along(state.discards, gone), calm=calm)
    return _closed(state) if over else state


def wounded(hit_points: int, taken: int) -> int:
    """Hit points after a cut: they stop at zero, however deep it was [ruling]."""
    return max(0, hit_points - taken)


def shown_cards(side: Side) -> list[Card]:
    """The cards that still lie shown as Speed when the Cut phase ends: they are discarded then [ruling]."""
    return [SPEED] * side.speed + [persona_of(side).turns] * side.turned


def _left_on_table(side: Side, against: Defence) -> list[Card]:
    """The cards of a strike that were not discarded in the Defend phase; the card played as Combo lies until the Cut."""
    strike_of = side.deed.strike
    out = [] if strike_of.combo is None else [strike_of.combo]
    for attack in strike_of.attacks:
        if not negated(attack, against):
            out += laid(attack, persona_of(side))
    return out


def recover(state: State, drops: tuple[Drop, Drop], chance: Chance) -> State:
    """Phase 7: both discard up to five [S], at once and face up as in the Second Step [ruling]; then the next turn begins."""
    sides = []
    for side, drop in zip(state.sides, drops, strict=True):
        sides.append(_dropped(side, drop)._replace(deed=side.deed._replace(recovered=drop.cards)))
    discards = along(state.discards, drops[0].cards + drops[1].cards)
    state = _closed(state._replace(a=sides[0], b=sides[1], discards=discards))
    return first_step(state._replace(turn=state.turn + 1), chance)


def ended(state: State, seats: tuple[str, str]) -> Result:
    """Who is left; nobody where both fell in one cut, or neither was struck for long enough [rulings]."""
    winners = tuple(seat for seat, side in zip(seats, state.sides, strict=True) if side.hit_points)
    if len(winners) == len(seats):
        return Result((), f"{CALM} turns without a wound")
    return Result(winners, f"{winners[0]} wins" if winners else "both fell in one cut")


def _closed(state: State) -> State:
    """The turn told as the last one, and nothing of it left over."""
    last = Turn(state.turn, state.lead, state.advantage, (state.a.deed, state.b.deed))
    a, b = (side._replace(deed=IDLE) for side in state.sides)
    return state._replace(a=a, b=b, lead=None, advantage=None, last=last)


def _spent(side: Side, cards: Sequence[Card]) -> Side:
    """The player without these cards; Speed cards are those that lie shown."""
    if not cards:
        return side
    speeds = sum(card is SPEED for card in cards)
    if speeds > side.speed:
        raise ValueError("there are not so many Speed cards shown")
    return _left(side, [card for card in cards if card is not SPEED])._replace(speed=side.speed - speeds)


def persona_of(side: Side) -> Persona:
    assert side.persona is not None, "personas are picked before cards are dealt"
    return side.persona
