"""What the boards, the screens, the reference card and the tokens of Duel must print, and how many of them there are."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.rules.duel import terms
from cardgen.rules.duel.tables import condition
from cardgen.rules.duel.terms import START, TECHNIQUES, WRITTEN, Duellist, Technique, Variant, health_of
from cardgen.rules.protocol import Fact, Printed

STEPS = ("Stance", "Footwork", "Dodge", "Technique", "Technique’s step", "Damage")
"""The six steps of a slot, as the source orders them."""


HOW = "your row, the other’s column: + you deal, − you take"
"""How the counter table is read."""


def boards(variant: Variant) -> dict[str, dict[str, Fact]]:
    """By piece and fact, as `facts` has them for cards."""
    spaces = _numbers(1, terms.SPACES)
    track: dict[str, Fact] = {
        "space": spaces,
        "start.A": START[0],
        "start.B": START[1],
        "toward.A": "1",
        "toward.B": "-1",
        "slot": _numbers(1, terms.ROUND),
        "weather": tuple(condition(slot) for slot in range(1, terms.ROUND + 1)),
    }
    player: dict[str, Fact] = {
        "slot": _numbers(1, terms.SLOTS),
        "health": _numbers(0, most_health(variant)),
        "stamina": _numbers(0, terms.MOST_STAMINA),
        "order": _numbers(1, len(STEPS)),
        "steps": STEPS,
    }
    table: dict[str, Fact] = {"how": HOW}
    table |= {f"head.{t.id}": t.short for t in TECHNIQUES[: len(WRITTEN)]}
    for own, row in zip(TECHNIQUES, WRITTEN, strict=False):
        table[f"row.{own.id}"] = own.short
        table |= {f"against.{own.id}.{other.id}": cell for other, cell in zip(TECHNIQUES, row, strict=False)}
    screen: dict[str, Fact] = {**table, "space": spaces, "codes": tuple(t.short for t in TECHNIQUES)}
    for t in TECHNIQUES:
        screen[f"title.{t.id}"] = t.id.replace("-", " ").title()
        screen |= {f"{t.id}.{name}": value for name, value in of_technique(t) if name in COLUMNS}
    tokens = {printed.card: dict[str, Fact]() for printed in pieces(variant) if printed.family in ("life", "state", "count")}
    return {"track": track, "player-board": player, "reference": table, "screen": screen, **tokens}


COLUMNS = ("stance", "step", "reach", "damage", "stamina", "pursuit")
"""What the screen tells of every technique."""


def of_technique(t: Technique) -> Iterator[tuple[str, Fact]]:
    """What a technique's card states, but for its row."""
    yield "stance", t.stance.name.lower() if t.stance is not None else "any"
    yield "step", t.step
    yield "reach", _reach(t)
    if t.attacks or t.defends:
        yield "damage", t.damage
    yield "stamina", f"{t.cost}*" if t.defends else t.cost
    yield "pays", "if it works" if t.defends else "always"
    if t.pursuit:
        yield "pursuit", t.pursuit


def _reach(t: Technique) -> str:
    if t.defends:
        return "defensive"
    if not t.attacks:
        return "none"
    return f"exactly {t.most}" if t.least == t.most else f"{t.least}-{t.most}"


def most_health(variant: Variant) -> int:
    """The most health that any duellist begins with; none ever rises."""
    return max(health_of(who, variant) for who in Duellist)


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(first, last + 1))


def pieces(variant: Variant) -> tuple[Printed, ...]:
    """The boards and tokens. A game can be played without any of them, so that each family is checked where it is there.

    Tokens are as many as the rules can ever need: health and stamina at their most, the longest lock a slot each.
    """
    return (
        Printed("reference", "reference", 1, shared=True, optional=True),
        Printed("track", "track", 1, shared=True, optional=True),
        Printed("player-board", "player-board", 1, optional=True),
        Printed("screen", "screen", 1, optional=True),
        Printed("life", "health-token", most_health(variant), optional=True),
        Printed("life", "stamina-token", terms.MOST_STAMINA, optional=True),
        Printed("state", "pawn-token", 1, optional=True),
        Printed("state", "lock-token", max(terms.LOCK, terms.MIGHTY_LOCK), optional=True),
        Printed("state", "heavy-token", 1, optional=True),
        Printed("state", "stiff-token", 1, optional=True),
        Printed("count", "weather-token", 1, shared=True, optional=True),
        Printed("count", "sun-token", 1, shared=True, optional=True),
    )


def heaps(variant: Variant) -> Iterator[dict[str, int]]:
    """Everything that may lie before one player as tokens: what each duellist begins with, under a lock of each length."""
    for who in Duellist:
        for lock in (0, terms.LOCK, terms.MIGHTY_LOCK if who is Duellist.BRUTE else 0):
            for state in ("heavy-token", "stiff-token"):
                tokens = {"health-token": health_of(who, variant), "stamina-token": terms.MOST_STAMINA, "pawn-token": 1}
                yield tokens | {"lock-token": lock, state: 1}
