"""A slot: six steps, from the stances to the damage; then states, the weather's count, and the end of an exchange."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.rules.duel.plans import AFTER_MISPLAY, Misplay
from cardgen.rules.duel.state import Deed, Fighter, Slot, Stage, State, blinded, veiled, weather
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
    MIGHTY_SLOT,
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
    Technique,
    Variant,
    Weather,
)
from cardgen.rules.protocol import Chance

# an enum's member takes longer to look up than to compare, and a slot is played tens of thousands of times a second
_BRUTE, _SAMURAI, _MASTER = Duellist.BRUTE, Duellist.SAMURAI, Duellist.MASTER
_RAIN = Weather.RAIN


def begun(state: State) -> State:
    """The slot's stances are shown and taken, and it is told who must rest; next is footwork."""
    return state._replace(stage=Stage.FOOTWORK, a=shown(state.a, state.slot), b=shown(state.b, state.slot))


def shown(f: Fighter, slot: int) -> Fighter:
    """The fighter with his stance of the slot: a locked or resting player's is shown and taken all the same [ruling]."""
    stance, technique = f.plan[slot]
    wrong = f.wrong[slot]
    if wrong and wrong is Misplay.STANCE:
        stance = AFTER_MISPLAY
    return Fighter(
        f.duellist, f.space, f.health, f.stamina, stance, f.plan, f.wrong, f.lock, f.stiff, f.heavy,
        short(f, technique), f.space, None,
    )  # fmt: skip


def short(f: Fighter, planned: Technique) -> bool:
    """Whether he must rest: no stamina, or less than the planned technique costs, be it void or not [ruling]."""
    return f.stamina < (planned.cost or 1)


def stopped(space: int) -> int:
    """The space, or the one at the wall that it lies beyond [ruling]."""
    return 1 if space < 1 else SPACES if space > SPACES else space


def moved(a: int, b: int, by_a: int, by_b: int) -> tuple[int, int]:
    """Where A and B stand after moving so many spaces toward each other (negative: away) at once: footwork and own steps.

    A wall stops a move. Where they would meet or pass, or one would reach the other's space, neither moves [ruling].
    """
    to_a, to_b = stopped(a + by_a), stopped(b - by_b)
    return (a, b) if to_a >= to_b else (to_a, to_b)


def farther(spaces: int, condition: Weather) -> int:
    """A move as long as it is in that weather: in rain every move that is not zero goes one space farther."""
    if condition is not _RAIN or not spaces:
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


def believed(state: State, f: Fighter) -> int:
    """Where he takes himself to stand: until the dodge is over, fog hides from him what held his own footwork back [ruling]."""
    if f.footwork is None or not veiled(state):
        return f.space
    return stopped(f.was + f.footwork.spaces if f is state.a else f.was - f.footwork.spaces)


def can_dodge(state: State, f: Fighter) -> bool:
    """Not locked, stiff or resting; with the stamina; and with room behind, as far as he knows [ruling]."""
    if f.lock or f.stiff or f.resting or f.stamina < DODGE_COST:
        return False
    back = farther(DODGE_BACK, weather(state))
    return on_track(believed(state, f) + (-back if f is state.a else back))


def on_track(space: int) -> bool:
    """Whether a dodge to that space has room: the whole way must lie on the track [ruling]."""
    return 1 <= space <= SPACES


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
        return both_reach(a, b)
    if to_b:
        taken, works = one_reaches(a, b)
        return Meeting((taken[1], taken[0]), (True, False), (False, works))
    if to_a:
        taken, works = one_reaches(b, a)
        return Meeting(taken, (False, True), (works, False))
    return Meeting((0, 0), (False, False), (False, False))


def both_reach(a: Side, b: Side) -> Meeting:
    """Two attacks that both reach. One Mighty Cut goes before any normal technique; two meet by the table [ruling]."""
    assert a.technique
    assert b.technique
    both, neither = (True, True), (False, False)
    if a.mighty != b.mighty:
        return Meeting((0, MIGHTY_DAMAGE) if a.mighty else (MIGHTY_DAMAGE, 0), both, neither)
    cell = TABLE[a.technique.row][b.technique.row]
    return Meeting((cell.taken, cell.dealt), both, neither, cell.clash)


def one_reaches(by: Side, on: Side) -> tuple[tuple[int, int], bool]:
    """An attack that reaches one who does not attack back in reach: damage to the other and to its owner, and whether the
    other's defence worked. Who waits, or whose technique is void, takes its listed damage [ruling].
    """
    attack, answer = by.technique, on.technique
    assert attack
    if on.dodged:
        return (attack.pursuit, 0), False
    if answer is None or not answer.defends:
        return (MIGHTY_DAMAGE if by.mighty else attack.damage, 0), False
    return defended(by, on, attack, answer)


def defended(by: Side, on: Side, attack: Technique, answer: Technique) -> tuple[tuple[int, int], bool]:
    """An attack on Block or Counterattack. Block works where it lets nothing through, Counterattack where it deals its 1; only
    then is it paid for [ruling].
    """
    if on.duellist is _SAMURAI and attack == AC:
        if answer == B:
            return (0, 0), True
        if not by.mighty:
            return (0, CA.damage), True
    if by.mighty:
        return (MIGHTY_DAMAGE, 0), False
    cell = TABLE[attack.row][answer.row]
    return (cell.dealt, cell.taken), cell.taken > 0 if answer == CA else cell.dealt == 0


def resolved(state: State, dodge_a: bool, dodge_b: bool, variant: Variant, chance: Chance) -> State:
    """The rest of a slot after both have said whether they dodge. Each technique's own step comes before its range [ruling]."""
    condition = weather(state)
    a, b, slot = state.a, state.b, state.slot
    back = farther(DODGE_BACK, condition)
    # one who dodges in fog may have been held back where there is no room for it: then it is no dodge
    dodge_a, dodge_b = dodge_a and on_track(a.space - back), dodge_b and on_track(b.space + back)
    at_a, at_b = a.space - back if dodge_a else a.space, b.space + back if dodge_b else b.space
    one, two = side(a, slot, dodge_a), side(b, slot, dodge_b)
    at_a, at_b = moved(
        at_a,
        at_b,
        farther(one.technique.step, condition) if one.technique else 0,
        farther(two.technique.step, condition) if two.technique else 0,
    )
    distance = at_b - at_a
    met = meet(one, two, distance)
    if met.clash:
        at_a, at_b = stopped(at_a - KNOCK_BACK), stopped(at_b + KNOCK_BACK)
    after_a, deed_a = after(a, one, two, met, 0, at_a, variant)
    after_b, deed_b = after(b, two, one, met, 1, at_b, variant)
    last = Slot(state.turn, condition, blinded(state), b.was - a.was, distance, (deed_a, deed_b), met.clash)
    over = after_a.health <= 0 or after_b.health <= 0
    ends = dodge_a or dodge_b or slot == SLOTS - 1
    if over:
        stage = Stage.OVER
    elif ends:
        stage = Stage.OPENING
        after_a, after_b = parted(after_a), parted(after_b)
    else:
        stage = Stage.FOOTWORK
        after_a, after_b = shown(after_a, slot + 1), shown(after_b, slot + 1)
    turn, drawn, blind = advanced(state, chance)
    new = ends and not over
    return State(stage, after_a, after_b, 0 if new else slot + 1, state.exchange + new, turn, drawn, blind, last)


def advanced(state: State, chance: Chance) -> tuple[int, Weather | None, int]:
    """The weather's count after a slot, which only a slot that was begun moves on [ruling]; rain or fog as drawn; whom the sun
    blinds first, by lot each time [ruling].
    """
    turn = state.turn % ROUND + 1
    if turn == CHANGING[0][0]:
        return turn, (Weather.RAIN, Weather.FOG)[chance.randrange(2)], state.blinded
    if turn == SUN_FROM:
        return turn, state.drawn, chance.randrange(2)
    return turn, None if turn == 1 else state.drawn, state.blinded


def side(f: Fighter, slot: int, dodged: bool) -> Side:
    """What he performs: nothing where he dodged, is locked, stiff or resting, or misplayed."""
    assert f.duellist
    technique = None if dodged or f.lock or f.stiff or f.resting or f.wrong[slot] else f.plan[slot].technique
    mighty = f.duellist is _BRUTE and slot == MIGHTY_SLOT and technique is not None and technique.heavy
    return Side(f.duellist, technique, mighty, dodged)


LOCKED, STIFF, RESTING, MISPLAY = "locked", "stiff", "resting", "misplay"
"""What a slot's notes say of a player whose technique was void."""


def after(f: Fighter, own: Side, other: Side, met: Meeting, seat: int, space: int, variant: Variant) -> tuple[Fighter, Deed]:
    """The fighter after the slot: damage, costs, states and recovery, and what he did in it.

    A technique that was intercepted or cancelled was performed all the same [ruling].
    """
    technique = own.technique
    taken, dealt = met.taken[seat], met.taken[1 - seat]
    stance = f.stance
    assert stance is not None
    # a lock and stiffness for the same slot run together [ruling]
    lock = f.lock - 1 if f.lock else 0
    stiff = heavy = False
    cost = DODGE_COST if own.dodged else 0
    gain = REST if f.resting else 0
    notes: tuple[str, ...] = ()
    if technique is not None:
        if technique.most:
            free = variant.samurai_free and own.duellist is _SAMURAI
            cost = technique.cost
            heavy = technique.heavy and not free
            stiff = technique.thrust and dealt == 0 and not free
            lock = held(own, other, met, seat, variant)  # none is left over: who is locked performs nothing
        elif met.works[seat]:
            cost = technique.cost
        elif technique == WAIT and f.footwork == STAY:
            gain = WAITING
    elif not own.dodged:
        notes = _notes(f)
        if not notes:
            # his technique was revealed and failed
            notes, stance = (MISPLAY,), AFTER_MISPLAY
    stamina = min(MOST_STAMINA, f.stamina - cost + gain)
    deed = Deed(stance, f.footwork, own.dodged, technique, taken, space, notes)
    new = Fighter(f.duellist, space, f.health - taken, stamina, stance, f.plan, f.wrong, lock, stiff, heavy, False, space, None)
    return new, deed


def held(own: Side, other: Side, met: Meeting, seat: int, variant: Variant) -> int:
    """For how many slots an attack locks him who performed it; the longest lock holds, they do not add up [ruling].

    A missed Mighty Cut does, out of reach or dodged; an attack that does the Master no damage, whatever the reason; and a
    forward cut or a thrust that the Samurai blocks.
    """
    attack = own.technique
    assert attack
    if own.mighty and not met.reached[seat]:
        return MIGHTY_LOCK
    if other.duellist is _MASTER:
        return LOCK if met.taken[1 - seat] == 0 or not variant.master_unhurt else 0
    if other.duellist is _SAMURAI and other.technique == B and met.works[1 - seat] and (attack == AC or attack.thrust):
        return LOCK
    return 0


def _notes(f: Fighter) -> tuple[str, ...]:
    is_so = ((LOCKED, f.lock > 0), (STIFF, f.stiff), (RESTING, f.resting))
    return tuple(word for word, so in is_so if so)


def parted(f: Fighter) -> Fighter:
    """Between exchanges: stamina comes back, recovery and stiffness clear, a lock stays [ruling]; the plan goes to the hand."""
    return Fighter(f.duellist, f.space, f.health, min(MOST_STAMINA, f.stamina + BETWEEN), lock=f.lock, was=f.space)
