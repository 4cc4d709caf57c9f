"""What the cards must say, and the model as a person reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from cardgen.rules.duel import terms
from cardgen.rules.duel.boards import boards, heaps, of_technique, pieces
from cardgen.rules.duel.plans import legal_plans
from cardgen.rules.duel.prints import prints
from cardgen.rules.duel.rulings import rulings_of
from cardgen.rules.duel.signs import SIGNS, Sign
from cardgen.rules.duel.slot import Meeting, Side, held, meet
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
from cardgen.rules.mutual import names
from cardgen.rules.protocol import Deck, Fact, Printed

COPIES = 3
"""A plan has three slots, which may hold one stance or technique three times; footwork lies until the exchange ends."""


_BESIDE = ("index", "legend", "codes", "count", "filled")
"""What is printed beside the facts."""


def facts(variant: Variant) -> dict[str, dict[str, Fact]]:
    """By card id and fact; words as the card's data writes them."""
    out: dict[str, dict[str, Fact]] = {}
    for who in Duellist:
        out[who.value] = {"health": health_of(who, variant), "stamina": terms.MOST_STAMINA}
    for stance in Stance:
        named = tuple(titled(t.id) for t in OF_STANCE[stance] if t.stance is stance)
        out[stance.name.lower()] = {"opens": named, "next": _next(stance)}
    for technique in TECHNIQUES:
        out[technique.id] = dict(of_technique(technique))
        if technique.row < len(WRITTEN):
            row = zip(TECHNIQUES, WRITTEN[technique.row], strict=False)
            out[technique.id] |= {f"against.{other.id}": cell for other, cell in row}
    for step in FOOTWORK:
        out[step.id] = {"move": step.spaces}
    back = terms.DODGE_BACK
    out["dodge"] = {"stamina": terms.DODGE_COST, "back": back, "rain": back + terms.FAR_IN_RAIN}
    sun = f"{terms.SUN_FROM}-{terms.SUN_TO}"
    changing = " or ".join(f"{first}-{last}" for first, last in CHANGING)
    out |= {"morning-sun": {"slots": sun}, "rain": {"slots": changing}, "fog": {"slots": changing}}
    extra = prints()
    of_cards: dict[str, dict[str, Fact]] = {
        card: {"name": titled(card), **SIGNS[card]._asdict(), **of_card, **extra.get(card, {})} for card, of_card in out.items()
    }
    return of_cards | boards(variant)


def deck(variant: Variant) -> tuple[Printed, ...]:
    """The 109 cards and the other pieces."""
    return (*cards(), *pieces(variant))


def cards() -> tuple[Printed, ...]:
    """The 109 cards: 24 faces."""
    rows = [Printed("character", who.value, 1) for who in Duellist]
    rows += [Printed("stance", stance.name.lower(), COPIES) for stance in Stance]
    rows += [Printed("technique", technique.id, COPIES) for technique in TECHNIQUES]
    rows += [Printed("footwork", step.id, COPIES) for step in FOOTWORK]
    rows += [Printed("dodge", "dodge", 1)]
    rows += [Printed("weather", name, 1, shared=True) for name in ("morning-sun", "rain", "fog")]
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
    yield from heaps(variant)


def face_down() -> tuple[frozenset[str], ...]:
    """A duellist is chosen in secret, stances and techniques are laid in a plan, footwork and a dodge are chosen in secret."""
    families: dict[str, set[str]] = {}
    for printed in cards():
        families.setdefault(printed.family, set()).add(printed.card)
    return tuple(frozenset(cards) for cards in families.values())


def _next(stance: Stance) -> str:
    near = [s for s in Stance if abs(s - stance) <= 1]
    return "any stance" if len(near) == len(Stance) else " or ".join(s.name.title() for s in near)


def _is_told(fact: str) -> bool:
    """Whether a fact stands in a card's row; its names and its meetings have places of their own."""
    return fact not in ("name", *Sign._fields, *_BESIDE) and not fact.startswith(("against.", "head."))


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
    of_samurai = f", {counts[1]} for the Samurai" if variant.samurai_free else ""
    yield f"  There are {counts[0]} legal plans{of_samurai}."
    yield ""
    yield "Cards"
    for printed in deck(variant):
        if printed.optional:
            yield f"  {printed.copies} x {titled(printed.card):25} {'for both' if printed.shared else 'a player'}"
            continue
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
    row = next(row for row in deck(variant) if row.card == card)
    yield f"{titled(card)} ({row.family}), {row.copies} {'in the box' if row.shared else 'a player'}"
    if sign := SIGNS.get(card):
        yield f"  {sign.kanji} ({sign.reading}), seal {sign.seal}"
    for name, value in of_card.items():
        if _is_told(name):
            yield f"  {name}: {_told(value)}"
    own = next((t for t in TECHNIQUES if t.id == card), None)
    if own is not None and own.row < len(WRITTEN):
        yield "  where both reach:"
        for other in TECHNIQUES[:9]:
            yield f"    against {titled(other.id)}: {_met(_PLAIN, own, _PLAIN, other, variant)}"
        for line in _changed(own, variant):
            yield f"    {line}"
        for line in _brought_on(own, variant):
            yield f"  {line}"
    words = _words(card, variant)
    if words:
        yield f"  {words}"


def _changed(own: Technique, variant: Variant) -> Iterator[str]:
    """How the duellists change the technique's meetings, found by letting them meet."""
    for other in TECHNIQUES[:9]:
        plain = _met(_PLAIN, own, _PLAIN, other, variant)
        for one, two in product(_CHANGING, repeat=2):
            told = _met(one, own, two, other, variant)
            if _PLAIN in (one, two):
                new = told != plain
            else:  # of two who change it, what neither of them tells alone
                alone = {_met(one, own, _PLAIN, other, variant), _met(_PLAIN, own, two, other, variant)} - {plain}
                new = bool(alone) and alone != {told}
            if new:
                as_one = "" if one is _PLAIN else f"as the {_titled(one, own)}, "
                yield f"{as_one}against {_against(two, other)}: {told}"


_PLAIN = Duellist.RONIN
"""A duellist who changes nothing where techniques meet."""
_CHANGING = (_PLAIN, Duellist.SAMURAI, Duellist.BRUTE)
"""Those who change who is hit; the Master only locks, and his card says when."""


def _titled(who: Duellist, technique: Technique) -> str:
    return titled(who.value) + (f" in slot {terms.MIGHTY_SLOT + 1}" if who is Duellist.BRUTE and technique.heavy else "")


def _against(who: Duellist, technique: Technique) -> str:
    name = titled(technique.id)
    if who is _PLAIN:
        return name
    return f"the {titled(who.value)}'s {name}{_titled(who, technique).removeprefix(titled(who.value))}"


def _met(one: Duellist, own: Technique, two: Duellist, other: Technique, variant: Variant) -> str:
    """What happens where both reach, as the owner of the first technique is told it."""
    a, b = (Side(who, t, who is Duellist.BRUTE and t.heavy, False) for who, t in ((one, own), (two, other)))
    met = meet(a, b, _BOTH_REACH)
    parts = [_told_of(met, a, b)]
    if own.attacks and held(a, b, met, 0, variant):
        parts.append(f"you are locked for {_slots(held(a, b, met, 0, variant))}")
    if other.attacks and held(b, a, met, 1, variant):
        parts.append(f"its owner is locked for {_slots(held(b, a, met, 1, variant))}")
    return "; ".join(parts)


_BOTH_REACH = 2
"""A distance at which every attack lands."""


def _told_of(met: Meeting, a: Side, b: Side) -> str:
    taken, dealt = met.taken
    if met.clash:
        return "a Clash: both pay, no damage, each is thrown back one space"
    if dealt and taken:
        return f"both are hit: you deal {dealt} and take {taken}"
    if dealt:
        return f"you deal {dealt}{' and cancel it' if _cancels(a, b, dealt) else ''}"
    if taken:
        return f"you take {taken}{', and yours is cancelled' if _cancels(b, a, taken) else ''}"
    attacked = any(side.technique is not None and side.technique.attacks for side in (a, b))
    return "nothing comes through" if attacked else "nothing happens"


def _cancels(by: Side, on: Side, dealt: int) -> bool:
    """Whether that damage is an interception, or that of a Mighty Cut that goes before a normal technique."""
    assert by.technique
    return not on.mighty if by.mighty else dealt == terms.INTERCEPTION > by.technique.damage


def _slots(count: int) -> str:
    return "the next slot" if count == 1 else f"{count} slots"


def _brought_on(own: Technique, variant: Variant) -> Iterator[str]:
    """What a technique brings on its owner."""
    free = " (not for the Samurai)" if variant.samurai_free else ""
    if own.heavy:
        yield f"Heavy: the next slot is Low with Horizontal Cut or Wait{free}."
        yield f"The Brute's in slot {terms.MIGHTY_SLOT + 1}, out of reach or dodged, locks him for {_slots(terms.MIGHTY_LOCK)}."
    if own.thrust:
        yield f"Where it does no damage its owner is stiff: only footwork in the next slot{free}."
    if own.attacks:
        unhurt = ", where it does him no damage," if variant.master_unhurt else ""
        yield f"Against the Master{unhurt} it locks its owner for {_slots(terms.LOCK)}."


def _words(card: str, variant: Variant) -> str:
    """What else the rules say of a card, in a sentence or two."""
    wait = f"A Wait that is performed with Stay as the footwork chosen recovers {terms.WAITING} stamina."
    free = " He has no heavy recovery and no stiffness." if variant.samurai_free else ""
    unhurt = " without doing damage" if variant.master_unhurt else ""
    return {
        "brute": f"Mighty: Downward and Advancing Cut deal {terms.MIGHTY_DAMAGE} in slot {terms.MIGHTY_SLOT + 1} and go before "
        f"any normal technique; missed, they lock him for {_slots(terms.MIGHTY_LOCK)}.",
        "samurai": "His Block stops Advancing Cut, Mighty too; blocking Advancing Cut or a thrust locks its owner for "
        f"{_slots(terms.LOCK)}. His Counterattack stops a plain Advancing Cut and deals {terms.CA.damage}.{free}",
        "ronin": f"His footwork may be {terms.LONG_STRIDE[3].spaces} spaces.",
        "master": f"Whoever attacks him{unhurt} is locked for {_slots(terms.LOCK)}.",
        "wait": f"{wait} What reaches one who waits deals its listed damage.",
        "stay": wait,
        "dodge": f"Cancels the dodger's technique and the rest of his plan; Advancing Cut ({terms.AC.pursuit}) and both "
        f"advancing thrusts ({terms.AT.pursuit}) still hit within {terms.PURSUIT_REACH} spaces.",
        "morning-sun": f"For {terms.SUN_TURNS - terms.SUN_FROM} slots one player does not see the other's stance, footwork, "
        "technique and space; then it turns.",
        "rain": "Every move that is not zero goes one space farther.",
        "fog": "More than one space apart, stances and footwork are hidden.",
    }.get(card, "")


def discords(cards: Deck) -> Iterator[tuple[str, str]]:
    """Techniques that a stance opens and that are not of that stance, or that are of it and that it does not open."""
    opened = {stance.name.lower(): names(cards.get(stance.name.lower(), {}), "opens") for stance in Stance}
    for technique in (one for one in TECHNIQUES if one.id in cards):
        name, own = cards[technique.id]["name"], cards[technique.id]["stance"]
        for stance, opens in opened.items():
            if stance in cards and own != "any" and (name in opens) is not (own == stance):
                yield technique.id, f"{technique.id}: is of the stance {own}, and {stance} opens {', '.join(opens)}"
