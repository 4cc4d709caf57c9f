"""The model of the Duel as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.rules.heavenly_debt import figures, terms
from cardgen.rules.heavenly_debt.facts import COLUMNS, OF_FOE, cell, deck, facts
from cardgen.rules.heavenly_debt.figures import FIGURES
from cardgen.rules.heavenly_debt.rulings import RULINGS
from cardgen.rules.heavenly_debt.scenes import SCENES, Scene, named
from cardgen.rules.heavenly_debt.signs import SIGNS, Sign
from cardgen.rules.heavenly_debt.terms import (
    GAINS,
    HARM,
    HEROES,
    KINDS,
    LOSS,
    STANCES,
    STEPS,
    TEMPERAMENTS,
    USES,
    Attribute,
    Clash,
    Stance,
)
from cardgen.rules.protocol import Fact, Printed


def describe(card: str | None = None) -> str:
    """The whole game, or one card. KeyError where the rules know no card of that id."""
    return "\n".join(_game() if card is None else _card(card)) + "\n"


def _game() -> Iterator[str]:
    yield "The Duel of Heavenly Debt"
    yield "  A hero against a foe; the hero's player rolls a d20 every Round, and nobody else rolls one."
    yield "  Variants: table (a second player is the foe), solo (a die is)."
    yield ""
    yield "Stances"
    for stance in STANCES:
        yield (
            f"  {stance.title:8} {USES[stance].value:7} beats {stance.beats.title:8} loses to {stance.loses.title:8} "
            f"harm {HARM[stance]}"
        )
    yield ""
    yield "A Round"
    for number, name in enumerate(STEPS, 1):
        yield f"  {number} {name}"
    yield ""
    yield "Results"
    yield "  " + " " * 6 + "".join(f"{column.title:24}" for column in COLUMNS).rstrip()
    for clash in Clash:
        yield "  " + (f"{clash.value:6}" + "".join(f"{cell(clash, column):24}" for column in COLUMNS)).rstrip()
    yield ""
    yield f"Momentum, 0 to {terms.MOST_MOMENTUM}"
    for gain in GAINS:
        yield f"  +1: {gain}."
    yield f"  -1: {LOSS}."
    yield f"  {terms.EXTRA_COST}: {terms.EXTRA_HARM} more harm. {terms.FORESIGHT}: Foresight, of a Seal."
    yield f"  {terms.FINISHER}: a Finisher."
    yield ""
    yield f"Heroes: Ward {terms.WARD}, out with Wound {terms.WOUNDS}, {terms.QI} Qi, {terms.STRAIN} Strain"
    for hero in HEROES:
        shown = ", ".join(f"{which.value} +{hero.attribute(which)}" for which in Attribute)
        yield f"  {hero.calling:6} {hero.name:13} {shown}"
    yield "Foes"
    for kind in KINDS:
        yield f"  {kind.name:7} Ward {kind.ward}, out with Wound {kind.wounds}"
    yield f"Temperaments: the faces of a d{terms.DIE}"
    for temperament in TEMPERAMENTS:
        yield f"  {temperament.name:8} {', '.join(stance.title for stance in temperament.faces)}"
    yield ""
    yield f"Scene maps, by a d{terms.DIE}"
    for number, scene in enumerate(SCENES, 1):
        yield f"  {number} {scene.name}: {'; '.join(_zones(scene))}"
    yield ""
    yield "Cards and pieces"
    of_all = facts()
    for printed in deck():
        shown = "; ".join(f"{name} {_told(value)}" for name, value in of_all[printed.card].items() if _is_told(name, printed))
        yield f"  {printed.copies} x {_title(printed):30} {shown}".rstrip()
    yield ""
    yield "Of 100 Duels against a Rival, by the best play without Techniques, Pushes and raises (in brackets: the source)"
    yield f"  equals without a map {FIGURES.equal}; a map moves them by at most {FIGURES.terrain} ({figures.SOURCE_TERRAIN})"
    yield f"  outranked by 1 {FIGURES.outranked}; on the best map {FIGURES.best} (about {figures.SOURCE_OUTRANKED})"
    yield f"  and from an Ambush {FIGURES.ambush}"
    yield ""
    yield "Rulings"
    for ruling in RULINGS:
        of = f" [{ruling.variant}]" if ruling.variant else ""
        yield f"  {ruling.name}{of}: {ruling.says} ({ruling.why})"


def _zones(scene: Scene) -> Iterator[str]:
    for zone in scene.zones:
        near = [named(scene, pair[pair[0] == zone.id]) for pair in scene.connections if zone.id in pair]
        traits = ", ".join(trait.value for trait in zone.traits) or "no trait"
        yield f"{zone.name} [{traits}] to {', '.join(near)}"


def _card(card: str) -> Iterator[str]:
    row = next((row for row in deck() if row.card == card), None)
    if row is None:
        raise KeyError(card)
    yield f"{_title(row)} ({row.family}), {row.copies} in the box"
    if sign := SIGNS.get(card.removeprefix(OF_FOE)):
        yield f"  {sign.kanji} ({sign.reading}), seal {sign.seal}"
    for name, value in facts()[card].items():
        if name not in ("name", *Sign._fields):
            yield f"  {name}: {_told(value)}"
    stance = next((stance for stance in Stance if card.removeprefix(OF_FOE) == stance.id), None)
    if stance is not None:
        for other in STANCES:
            won = "beats it" if stance.beats is other else "loses to it" if stance.loses is other else "a Draw"
            yield f"  against {other.title}: {won}"
    for scene in SCENES:
        if scene.id == card:
            yield from (f"  {zone}" for zone in _zones(scene))
    for line in ABOUT.get(card, ()):
        yield f"  {line}"


def _title(printed: Printed) -> str:
    own = str(facts()[printed.card].get("name") or printed.card.replace("-", " ").capitalize())
    return f"{own} of the foe" if printed.family == "foe-stance" else own


def _is_told(fact: str, printed: Printed) -> bool:
    """Whether a fact stands in a card's row; names, the circle, maps and references have places of their own."""
    return fact not in ("name", "circle", *Sign._fields) and printed.family not in ("scene", "reference")


def _told(value: Fact) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


ABOUT = {
    "high": (f"+{terms.HIGH_BONUS} to the Checks, or the Defense, of the side that was first or alone landed its Stance.",),
    "unstable": (f"A landed Feint does {terms.UNSTABLE_HARM} more to a fighter here.",),
    "water": (f"A landed Attack does {terms.WATER_HARM} less to a fighter here, at least {terms.LEAST_HARM}.",),
    "screened": (f"No Hit from another Zone lands here. A start here unseen is an Ambush: {terms.AMBUSH} Momentum.",),
    "hazard": (f"{terms.HAZARD_HARM} harm to each side that is here as a Round ends.",),
    "exit": ("The hero flees from here; without a foe in his Zone no Check is made.",),
    "dense-qi": ("A Qi Burst costs no Qi here, and a Fist no Strain.",),
    "lantern-heart-sutra": ("The foe reveals first. Once a Duel.",),
    "foresight": ("The foe reveals first. Not while outranked.",),
    "red-tide-step": ("Flees from any Zone, by a Check where the foe is.",),
    "pole-sweep": ("Lands in a connected Zone, too, that is not Screened.",),
    "salt-burn": ("Lands in a connected Zone, too, that is not Screened; no cost beside that of the Qi Burst.",),
    "chain-stair-step": ("At the reveal goes to a connected Zone; the Stance lands from there. Once a Duel.",),
    "thunder-in-the-bones": (
        "At the reveal goes to a connected Zone, not from Water; the Stance lands from there. Once a Duel.",
    ),
    "hundred-step-return": ("When the Guard lands, goes on to a connected Zone as the Round ends, if he likes.",),
    "finisher": (
        "In a Clash that was not lost: a Stance that lands marks a Wound whatever Ward is left.",
        f"Outranked by {terms.DEFIANT_GAP} in a lost one, too, and a Graze is a Stance that lands then.",
    ),
    "push": ("Before the roll.",),
    "borrow-from-heaven": (f"After the Check: the result is {terms.RAISE_STEPS} step better. Once a Duel.",),
    "break-the-limit": (f"After the Check: the result is {terms.RAISE_STEPS} step better. Once a Duel.",),
    "minion": ("Out at the end of the first Round.",),
    "fist": (f"Its Attack deals {terms.FIST_ATTACK}. Its Qi Burst marks {terms.BURST_STRAIN} Strain, except in Dense Qi.",),
    "seal": ("Has Foresight.",),
}
"""What else the rules say of a card, in a sentence or two."""
