"""A slot: six steps, from the stances to the damage; then states, the weather's count, and the end of an exchange."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.rules.duel.state import Deed, Fighter, Slot, Stage, State, blinded, weather
from cardgen.rules.duel.terms import (
    AC,
    BETWEEN,
    CA,
    CHANGING,
    DODGE_BACK,
    DODGE_COST,
    FAR_IN_RAIN,
    KNOCK_BACK,
    LOCK,
    MIGHTY_DAMAGE,
    MIGHTY_LOCK,
    MOST_STAMINA,
    PURSUIT_REACH,
    REST,
    ROUND,
    SLOTS,
    SPACES,
    STAY,
    SUN_FROM,
    TABLE,
    WAIT,
    WAITING,
    B,
    Duellist,
    Footwork,
    Stance,
    Technique,
    Variant,
    Weather,
)
from cardgen.rules.protocol import Chance


def begun(state: State) -> State:
    """The slot's stances are shown and taken, and it is told who must rest; next is footwork."""
    return state._replace(stage=Stage.FOOTWORK, a=_shown(state.a, state.slot), b=_shown(state.b, state.slot))


def _shown(f: Fighter, slot: int) -> Fighter:
    """A locked or resting player's stance is shown and taken all the same; only the technique is void [ruling].

    A lock comes before a rest: who cannot act does not recover either [ruling]. A stiff player's technique is void, so that
    only stamina of zero makes him rest [ruling].
    """
    pair = f.plan[slot]
    stance = Stance.MIDDLE if f.wrong[slot] else pair.stance
    short = f.stamina < (1 if f.stiff else max(1, pair.technique.cost))
    return Fighter(
        f.duellist, f.space, f.health, f.stamina, stance, f.plan, f.wrong, f.lock, f.stiff, f.heavy,
        short and not f.lock, f.space, None,
    )  # fmt: skip


def moved(a: int, b: int, by_a: int, by_b: int) -> tuple[int, int]:
    """Where A and B stand after moving so many spaces toward each other (negative: away) at once.

    A wall stops a move. Where they would meet or pass, or one would reach the other's space, neither moves.
    """
    to_a, to_b = min(SPACES, max(1, a + by_a)), min(SPACES, max(1, b - by_b))
    return (a, b) if to_a >= to_b else (to_a, to_b)


def farther(spaces: int, condition: Weather) -> int:
    """A move as long as it is in that weather: in rain every move that is not zero goes one space farther."""
    if condition is not Weather.RAIN or not spaces:
        return spaces
    return spaces + FAR_IN_RAIN if spaces > 0 else spaces - FAR_IN_RAIN


def stepped(state: State, by_a: Footwork | None, by_b: Footwork | None) -> State:
    """Footwork of both at once; None of who cannot move."""
    condition = weather(state)
    a, b = moved(
        state.a.space,
        state.b.space,
        farther(by_a.spaces, condition) if by_a else 0,
        farther(by_b.spaces, condition) if by_b else 0,
    )
    return State(
        Stage.DODGE, _at(state.a, a, by_a), _at(state.b, b, by_b), state.slot, state.exchange, state.turn,
        state.drawn, state.blinded, state.last,
    )  # fmt: skip


def _at(f: Fighter, space: int, footwork: Footwork | None) -> Fighter:
    # written out: a slot is played tens of thousands of times a second, and _replace takes twice as long
    return Fighter(
        f.duellist, space, f.health, f.stamina, f.stance, f.plan, f.wrong, f.lock, f.stiff, f.heavy, f.resting, f.was, footwork
    )


def can_dodge(state: State, f: Fighter) -> bool:
    """Not locked, stiff or resting; with the stamina; and with the whole way back on the track [ruling]."""
    if f.lock or f.stiff or f.resting or f.stamina < DODGE_COST:
        return False
    back = farther(DODGE_BACK, weather(state))
    return f.space - back >= 1 if f is state.a else f.space + back <= SPACES


class Side(NamedTuple):
    """A fighter at the moment of damage: the technique performed (None: none), whether it is Mighty, whether he dodged."""

    duellist: Duellist
    technique: Technique | None
    mighty: bool
    dodged: bool


class Meeting(NamedTuple):
    """How techniques met: what each takes, whether each one's attack reached, whose defence worked, a Clash."""

    taken: tuple[int, int]
    reached: tuple[bool, bool]
    works: tuple[bool, bool]
    clash: bool = False


def reaches(technique: Technique | None, distance: int, dodger: bool) -> bool:
    """Whether a technique lands at a distance. On a dodger only a pursuing one does, within three spaces."""
    if technique is None:
        return False
    if dodger:
        return technique.pursuit > 0 and distance <= PURSUIT_REACH
    return technique.least <= distance <= technique.most


def meet(a: Side, b: Side, distance: int) -> Meeting:
    """What both techniques do at the final distance: range first, then the table, then what the duellists change in it."""
    to_b, to_a = reaches(a.technique, distance, b.dodged), reaches(b.technique, distance, a.dodged)
    if to_a and to_b:
        return _both(a, b)
    if to_b:
        taken, works = _one(a, b)
        return Meeting((taken[1], taken[0]), (True, False), (False, works))
    if to_a:
        taken, works = _one(b, a)
        return Meeting(taken, (False, True), (works, False))
    return Meeting((0, 0), (False, False), (False, False))


def _both(a: Side, b: Side) -> Meeting:
    """Two attacks that both reach. One Mighty Cut goes before any normal technique; two meet by the table [ruling]."""
    assert a.technique
    assert b.technique
    both, neither = (True, True), (False, False)
    if a.mighty != b.mighty:
        return Meeting((0, MIGHTY_DAMAGE) if a.mighty else (MIGHTY_DAMAGE, 0), both, neither)
    cell = TABLE[a.technique.row][b.technique.row]
    return Meeting((cell.taken, cell.dealt), both, neither, cell.clash)


def _one(by: Side, on: Side) -> tuple[tuple[int, int], bool]:
    """An attack that reaches one who does not attack back in reach: damage to the other and to its owner, and whether the
    other's defence worked.
    """
    attack, answer = by.technique, on.technique
    assert attack
    if on.dodged:
        return (attack.pursuit, 0), False
    if answer is None or not answer.defends:
        return (MIGHTY_DAMAGE if by.mighty else attack.damage, 0), False
    if on.duellist is Duellist.SAMURAI and attack is AC:
        if answer is B:
            return (0, 0), True
        if not by.mighty:
            return (0, CA.damage), True
    if by.mighty:
        return (MIGHTY_DAMAGE, 0), False
    cell = TABLE[attack.row][answer.row]
    return (cell.dealt, cell.taken), cell.taken > 0 if answer is CA else cell.dealt == 0


def resolved(state: State, dodge_a: bool, dodge_b: bool, variant: Variant, chance: Chance) -> State:
    """The rest of a slot after both have said whether they dodge."""
    condition = weather(state)
    a, b, slot = state.a, state.b, state.slot
    back = farther(DODGE_BACK, condition)
    at_a, at_b = a.space - back if dodge_a else a.space, b.space + back if dodge_b else b.space
    one, two = _side(a, slot, dodge_a), _side(b, slot, dodge_b)
    # each technique's own step
    at_a, at_b = moved(
        at_a,
        at_b,
        farther(one.technique.step, condition) if one.technique else 0,
        farther(two.technique.step, condition) if two.technique else 0,
    )
    distance = at_b - at_a
    met = meet(one, two, distance)
    if met.clash:
        at_a, at_b = max(1, at_a - KNOCK_BACK), min(SPACES, at_b + KNOCK_BACK)
    after_a, deed_a = _after(a, one, two, met, 0, at_a, variant)
    after_b, deed_b = _after(b, two, one, met, 1, at_b, variant)
    last = Slot(state.turn, condition, blinded(state), b.was - a.was, distance, (deed_a, deed_b), met.clash)
    over = after_a.health <= 0 or after_b.health <= 0
    ends = dodge_a or dodge_b or slot == SLOTS - 1
    if over:
        stage = Stage.OVER
    elif ends:
        stage = Stage.OPENING
        after_a, after_b = _apart(after_a), _apart(after_b)
    else:
        stage = Stage.FOOTWORK
        after_a, after_b = _shown(after_a, slot + 1), _shown(after_b, slot + 1)
    turn = state.turn % ROUND + 1
    drawn, blind = state.drawn, state.blinded
    if turn == CHANGING[0][0]:
        drawn = (Weather.RAIN, Weather.FOG)[chance.randrange(2)]
    elif turn == SUN_FROM:
        blind = chance.randrange(2)
    elif turn == 1:
        drawn = None
    new = ends and not over
    return State(stage, after_a, after_b, 0 if new else slot + 1, state.exchange + new, turn, drawn, blind, last)


def _side(f: Fighter, slot: int, dodged: bool) -> Side:
    """What he performs: nothing where he dodged, is locked, stiff or resting, or misplayed."""
    assert f.duellist
    technique = None if dodged or f.lock or f.stiff or f.resting or f.wrong[slot] else f.plan[slot].technique
    mighty = f.duellist is Duellist.BRUTE and slot == 0 and technique is not None and technique.heavy
    return Side(f.duellist, technique, mighty, dodged)


def _after(f: Fighter, own: Side, other: Side, met: Meeting, seat: int, space: int, variant: Variant) -> tuple[Fighter, Deed]:
    """The fighter after the slot: damage, costs, states and recovery, and what he did in it."""
    technique = own.technique
    taken, dealt = met.taken[seat], met.taken[1 - seat]
    works, reached = met.works[seat], met.reached[seat]
    free = variant.samurai_free and own.duellist is Duellist.SAMURAI
    lock = max(0, f.lock - 1)
    stiff = heavy = False
    cost = DODGE_COST if own.dodged else 0
    gain = REST if f.resting else 0
    if technique is not None:
        if technique.most:
            cost = technique.cost
            heavy = technique.heavy and not free
            stiff = technique.thrust and dealt == 0 and not free
            held = 0
            if own.mighty and not reached:
                held = MIGHTY_LOCK
            if other.duellist is Duellist.MASTER and (dealt == 0 or not variant.master_unhurt):
                held = max(held, LOCK)
            if (
                met.works[1 - seat]
                and other.technique is B
                and other.duellist is Duellist.SAMURAI
                and (technique is AC or technique.thrust)
            ):
                held = max(held, LOCK)
            lock = max(lock, held)
        elif works:
            cost = technique.cost
        if technique is WAIT and f.footwork is STAY:
            gain = WAITING
    notes = () if not (f.lock or f.stiff or f.resting) else _notes(f)
    stamina = min(MOST_STAMINA, f.stamina - cost + gain)
    assert f.stance is not None
    deed = Deed(f.stance, f.footwork, own.dodged, technique, taken, space, notes)
    after = Fighter(
        f.duellist, space, f.health - taken, stamina, f.stance, f.plan, f.wrong, lock, stiff, heavy, False, space, None
    )
    return after, deed


def _notes(f: Fighter) -> tuple[str, ...]:
    held = (("locked", f.lock > 0), ("stiff", f.stiff), ("resting", f.resting))
    return tuple(word for word, is_so in held if is_so)


def _apart(f: Fighter) -> Fighter:
    """Between exchanges: stamina comes back, recovery and stiffness clear, a lock stays; the plan goes back to the hand."""
    return Fighter(f.duellist, f.space, f.health, min(MOST_STAMINA, f.stamina + BETWEEN), lock=f.lock, was=f.space)
