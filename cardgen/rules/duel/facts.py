"""What the cards must say, and the model as a person reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from cardgen.rules.duel import terms
from cardgen.rules.duel.plans import legal_plans
from cardgen.rules.duel.rulings import rulings_of
from cardgen.rules.duel.signs import SIGNS, Sign
from cardgen.rules.duel.slot import Meeting, Side, meet
from cardgen.rules.duel.terms import (
    CHANGING,
    FOOTWORK,
    OF_STANCE,
    TECHNIQUES,
    WRITTEN,
    Duellist,
    Stance,
    Technique,
    Variant,
    health_of,
)
from cardgen.rules.protocol import Fact, Printed

COPIES = 3
"""A plan has three slots, which may hold one stance or technique three times; footwork lies until the exchange ends."""


def facts(variant: Variant) -> dict[str, dict[str, Fact]]:
    """By card id and fact; words as the card's data writes them."""
    out: dict[str, dict[str, Fact]] = {}
    for who in Duellist:
        out[who.value] = {"health": health_of(who, variant), "stamina": terms.MOST_STAMINA}
    for stance in Stance:
        named = tuple(titled(t.id) for t in OF_STANCE[stance] if t.stance is stance)
        out[stance.name.lower()] = {"opens": named, "next": _next(stance)}
    for technique in TECHNIQUES:
        out[technique.id] = dict(_of_technique(technique))
    for step in FOOTWORK:
        out[step.id] = {"move": step.spaces}
    back = terms.DODGE_BACK
    out["dodge"] = {"stamina": terms.DODGE_COST, "back": back, "rain": back + terms.FAR_IN_RAIN}
    sun = f"{terms.SUN_FROM}-{terms.SUN_TO}"
    changing = " or ".join(f"{first}-{last}" for first, last in CHANGING)
    out |= {"morning-sun": {"slots": sun}, "rain": {"slots": changing}, "fog": {"slots": changing}}
    return {card: {"name": titled(card), **SIGNS[card]._asdict(), **of_card} for card, of_card in out.items()}


def deck() -> tuple[Printed, ...]:
    """The 109 cards: 24 faces."""
    rows = [Printed("character", who.value, 1) for who in Duellist]
    rows += [Printed("stance", stance.name.lower(), COPIES) for stance in Stance]
    rows += [Printed("technique", technique.id, COPIES) for technique in TECHNIQUES]
    rows += [Printed("footwork", step.id, COPIES) for step in FOOTWORK]
    rows += [Printed("dodge", "dodge", 1)]
    rows += [Printed("weather", name, 1) for name in ("morning-sun", "rain", "fog")]
    return tuple(rows)


def layouts(variant: Variant) -> Iterator[dict[str, int]]:
    """Every legal plan of every duellist with every footwork of its three slots, and the one dodge; by enumeration."""
    steps = {tuple(sorted(three)) for three in product([step.id for step in FOOTWORK], repeat=terms.SLOTS)}
    plans = set()
    for free in {False, variant.samurai_free}:
        for stance in Stance:
            for plan in legal_plans(stance, free):
                laid = Counter(card for pair in plan for card in (pair.stance.name.lower(), pair.technique.id))
                plans.add(frozenset(laid.items()))
    for who in Duellist:
        yield {who.value: 1, "dodge": 1}
    for three in steps:
        yield Counter(three)
    for cards in sorted(plans, key=sorted):
        yield dict(cards)


def face_down() -> tuple[frozenset[str], ...]:
    """A duellist is chosen in secret, stances and techniques are laid in a plan, footwork and a dodge are chosen in secret."""
    families: dict[str, set[str]] = {}
    for printed in deck():
        families.setdefault(printed.family, set()).add(printed.card)
    return tuple(frozenset(cards) for cards in families.values())


def _of_technique(t: Technique) -> Iterator[tuple[str, Fact]]:
    yield "stance", t.stance.name.lower() if t.stance is not None else "any"
    yield "step", t.step
    yield "reach", _reach(t)
    if t.attacks or t.defends:
        yield "damage", t.damage
    yield "stamina", f"{t.cost}*" if t.defends else t.cost
    yield "pays", "if it works" if t.defends else "always"
    if t.pursuit:
        yield "pursuit", t.pursuit
    if t.row < len(WRITTEN):
        for other, cell in zip(TECHNIQUES, WRITTEN[t.row], strict=False):
            yield f"against.{other.id}", cell


def _reach(t: Technique) -> str:
    if t.defends:
        return "defensive"
    if not t.attacks:
        return "none"
    return f"exactly {t.most}" if t.least == t.most else f"{t.least}-{t.most}"


def _next(stance: Stance) -> str:
    near = [s for s in Stance if abs(s - stance) <= 1]
    return "any stance" if len(near) == len(Stance) else " or ".join(s.name.title() for s in near)


def _is_told(fact: str) -> bool:
    """Whether a fact stands in a card's row; its names and its meetings have places of their own."""
    return fact != "name" and fact not in Sign._fields and not fact.startswith("against.")


def _told(value: Fact) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def titled(card: str) -> str:
    """A card's name from its id."""
    return card.replace("-", " ").title()


# --- as a person reads it ---------------------------------------------------------------------------------------------


def describe(card: str | None, variant: Variant) -> str:
    """The whole game, or one card. KeyError where the rules know no card of that id."""
    return "\n".join(_game(variant) if card is None else _card(card, variant)) + "\n"


def _game(variant: Variant) -> Iterator[str]:
    yield "Duel"
    yield f"  {terms.SPACES} spaces with walls beyond both ends; A begins on {terms.START[0]}, B on {terms.START[1]}."
    yield f"  An exchange has {terms.SLOTS} slots; after it both recover {terms.BETWEEN} stamina, up to {terms.MOST_STAMINA}."
    counts = [sum(len(legal_plans(s, free)) for s in Stance) for free in (False, True)]
    yield f"  There are {counts[0]} legal plans, {counts[1]} for the Samurai."
    yield ""
    yield "Cards"
    for printed in deck():
        of_card = facts(variant)[printed.card].items()
        shown = "; ".join(f"{name} {_told(value)}" for name, value in of_card if _is_told(name))
        yield f"  {printed.copies} x {titled(printed.card):25} {shown}"
    yield ""
    yield "Counter table (row: yours; + dealt, - taken, a:b both)"
    yield "  " + " " * 4 + "".join(f"{t.short:>6}" for t in TECHNIQUES[:9])
    for t, row in zip(TECHNIQUES, WRITTEN, strict=False):
        yield f"  {t.short:4}" + "".join(f"{cell:>6}" for cell in row)
    yield ""
    yield "Rulings"
    for ruling in rulings_of(variant):
        yield f"  {ruling.name}: {ruling.says} ({ruling.why})"


def _card(card: str, variant: Variant) -> Iterator[str]:
    of_card = facts(variant)[card]
    row = next(row for row in deck() if row.card == card)
    sign = SIGNS[card]
    yield f"{titled(card)} ({row.family}), {row.copies} {'a player' if row.family != 'weather' else 'in the box'}"
    yield f"  {sign.kanji} ({sign.reading}), seal {sign.seal}"
    for name, value in of_card.items():
        if _is_told(name):
            yield f"  {name}: {_told(value)}"
    own = next((t for t in TECHNIQUES if t.id == card), None)
    if own is not None and own.row < len(WRITTEN):
        yield "  where both reach:"
        for other in TECHNIQUES[:9]:
            yield f"    against {titled(other.id)}: {_met(own, other)}"
        for line in _changed(own):
            yield f"    {line}"
    words = _WORDS.get(card)
    if words:
        yield f"  {words}"


def _met(own: Technique, other: Technique) -> str:
    if own.defends and other.defends:
        return "nothing happens"
    cell = terms.TABLE[own.row][other.row]
    if cell.clash:
        return "a Clash: both pay, no damage, each is thrown back one space"
    if cell.dealt and cell.taken:
        return f"both are hit: you deal {cell.dealt} and take {cell.taken}"
    if cell.dealt:
        cancels = " and cancel it" if cell.dealt > own.damage else ""
        return f"you deal {cell.dealt}{cancels}"
    if cell.taken:
        cancels = ", and yours is cancelled" if cell.taken > other.damage else ""
        return f"you take {cell.taken}{cancels}"
    return "nothing comes through"


def _changed(own: Technique) -> Iterator[str]:
    """How the duellists change the technique's meetings, found by letting them meet."""

    def side(who: Duellist, technique: Technique) -> Side:
        return Side(who, technique, who is Duellist.BRUTE and technique.heavy, False)

    def told(met: Meeting) -> str:
        return f"you deal {met.taken[1]} and take {met.taken[0]}"

    for other in TECHNIQUES[:9]:
        plain = meet(side(Duellist.RONIN, own), side(Duellist.RONIN, other), _distance(own, other))
        for one, two, words in (
            (Duellist.SAMURAI, Duellist.RONIN, f"as the Samurai, against {titled(other.id)}"),
            (Duellist.BRUTE, Duellist.RONIN, f"as the Brute in slot 1, against {titled(other.id)}"),
            (Duellist.RONIN, Duellist.SAMURAI, f"against the Samurai's {titled(other.id)}"),
            (Duellist.RONIN, Duellist.BRUTE, f"against the Brute's {titled(other.id)} in slot 1"),
        ):
            met = meet(side(one, own), side(two, other), _distance(own, other))
            if met != plain:
                yield f"{words}: {told(met)}"


def _distance(own: Technique, other: Technique) -> int:
    """A distance at which both reach: two spaces, where every attack does."""
    return 2


_WORDS = {
    "brute": "Mighty: Downward and Advancing Cut deal 5 in slot 1 and go before any normal technique; missed, they lock him "
    "for 3 slots.",
    "samurai": "His Block stops Advancing Cut, Mighty too, and locks the owner of a blocked one, or of a thrust, for a slot; "
    "his Counterattack stops a plain Advancing Cut and deals 1; no recovery, no stiffness.",
    "ronin": "His footwork may be two spaces.",
    "master": "Whoever attacks him without doing damage is locked in the next slot.",
    "dodge": "Cancels the dodger's technique and the rest of his plan; Advancing Cut (5) and both advancing thrusts (1) still "
    "hit within 3 spaces.",
    "morning-sun": "For three slots one player does not see the other's stance, footwork, technique and space; then it turns.",
    "rain": "Every move that is not zero goes one space farther.",
    "fog": "More than one space apart, stances and footwork are hidden.",
}
