"""What faces print beside their cards' own fields: indices, column heads, legends, the weather's count."""

from __future__ import annotations

from cardgen.rules.duel import terms
from cardgen.rules.duel.terms import CHANGING, OF_STANCE, SUN_FROM, SUN_TO, TECHNIQUES, WRITTEN, Stance
from cardgen.rules.protocol import Fact

LEGEND = "if both reach: + you deal, - you take"
"""How a row of the counter table is read."""


def prints() -> dict[str, dict[str, Fact]]:
    """By card id and fact, as `facts` has them."""
    out: dict[str, dict[str, Fact]] = {}
    for technique in TECHNIQUES:
        out[technique.id] = {"index": technique.short}
        if technique.row < len(WRITTEN):
            out[technique.id] |= {f"head.{other.id}": other.short for other in TECHNIQUES[: len(WRITTEN)]}
            out[technique.id]["legend"] = LEGEND
    for stance in Stance:
        codes = tuple(t.short for t in OF_STANCE[stance] if t.stance is stance)
        out[stance.name.lower()] = {"index": stance.name[0], "stance": stance.name.lower(), "codes": codes}
    out["dodge"] = {"index": f"-{terms.DODGE_BACK}"}
    starts = [
        1,
        SUN_FROM,
        SUN_TO + 1,
        *(n for first, last in CHANGING for n in (first, last + 1) if n <= terms.ROUND),
        terms.ROUND,
    ]
    count = tuple(map(str, starts))
    sun = _slots(((SUN_FROM, SUN_TO),))
    drawn = _slots(CHANGING)
    for card, filled in (("morning-sun", sun), ("rain", drawn), ("fog", drawn)):
        out[card] = {"count": count, "filled": filled}
    return out


def _slots(spans: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    return tuple(str(n) for first, last in spans for n in range(first, last + 1))
