"""Words to play a duel by hand in a test."""

from __future__ import annotations

from cardgen.rules.duel import RULES, Duel, State
from cardgen.rules.duel.plans import Pair, Plan
from cardgen.rules.duel.terms import FOOTWORK, LONG_STRIDE, TECHNIQUES, Duellist, Evasion, Footwork, Stance

NAMES = {t.short: t for t in TECHNIQUES}
LONG = {("toward", 2): LONG_STRIDE[3], ("away", 2): LONG_STRIDE[4]}


class Lot:
    """Chance that always falls on the same side."""

    def __init__(self, value: int = 0) -> None:
        self.value = value

    def randrange(self, stop: int, /) -> int:
        return self.value % stop


def duel(
    a: str = "ronin", b: str = "ronin", at: tuple[int, int] = (6, 10), turn: int = 1, rules: Duel = RULES, **fields: object
) -> State:
    """A duel of these two, on these spaces, before an exchange whose first slot is that of the weather's count."""
    state = rules.play(rules.setup(Lot()), (Duellist(a), Duellist(b)), Lot())
    one, two = state.a._replace(space=at[0], was=at[0]), state.b._replace(space=at[1], was=at[1])
    return state._replace(a=one, b=two, turn=turn, **fields)  # type: ignore[arg-type]


def having(state: State, a: int = 20, b: int = 20) -> State:
    """The same duel with so much stamina."""
    return state._replace(a=state.a._replace(stamina=a), b=state.b._replace(stamina=b))


def held(state: State, lock: int) -> State:
    """The same duel with A in a full action lock of so many slots."""
    return state._replace(a=state.a._replace(lock=lock))


def plan(text: str) -> Plan:
    """A plan as `DC HC W.low`: each technique in its own stance, unless one is named behind a dot."""
    pairs = []
    for word in text.split():
        short, _, stance = word.partition(".")
        technique = NAMES[short]
        own = Stance[stance.upper()] if stance else technique.stance
        assert own is not None, f"{word} needs a stance"
        pairs.append(Pair(own, technique))
    return tuple(pairs)


def planned(state: State, a: str, b: str, rules: Duel = RULES) -> State:
    """The exchange opened and planned."""
    one, two = plan(a), plan(b)
    state = rules.play(state, (one[0].stance, two[0].stance), Lot())
    return rules.play(state, (one, two), Lot())


def foot(word: str | None) -> Footwork | None:
    if word is None:
        return None
    name, _, far = word.partition(" ")
    return LONG[name, 2] if far == "2" else next(f for f in FOOTWORK if f.id == name)


def stepped(state: State, a: str | None = "stay", b: str | None = "stay", rules: Duel = RULES) -> State:
    """Footwork of both, up to the dodge; who cannot move does not."""
    may = [bool(rules.moves(state, seat)) for seat in rules.seats]
    return rules.play(state, (foot(a) if may[0] else None, foot(b) if may[1] else None), Lot())


def slot(
    state: State,
    a: str | None = "stay",
    b: str | None = "stay",
    dodges: str = "",
    rules: Duel = RULES,
    lot: int = 0,
) -> State:
    """One slot: footwork of both, who dodges ("", "A", "B", "AB"), and all that follows."""
    state = stepped(state, a, b, rules)
    chosen = [
        (Evasion.DODGE if seat in dodges else Evasion.GO_ON) if rules.moves(state, seat) or seat in dodges else None
        for seat in rules.seats
    ]
    return rules.play(state, chosen, Lot(lot))


def fought(
    state: State, a: str, b: str, steps: tuple[str, str] = ("stay", "stay"), dodges: str = "", rules: Duel = RULES
) -> State:
    """The first slot of an exchange with these plans; a plan of one technique is filled up with Waits."""
    return slot(planned(state, filled(a), filled(b), rules), *steps, dodges=dodges, rules=rules)


def filled(text: str) -> str:
    words = text.split()
    while len(words) < 3:
        last = plan(words[-1])[0]
        words.append("W.low" if last.technique.heavy else f"W.{last.stance.name.lower()}")
    return " ".join(words)


def health(state: State) -> tuple[int, int]:
    return state.a.health, state.b.health


def stamina(state: State) -> tuple[int, int]:
    return state.a.stamina, state.b.stamina


def spaces(state: State) -> tuple[int, int]:
    return state.a.space, state.b.space
