"""What the cards and the other pieces must say, and how many of them there are."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.rules.heavenly_debt import terms
from cardgen.rules.heavenly_debt.frame import all_arts
from cardgen.rules.heavenly_debt.scenes import ACTS, SCENES, Scene, Trait, named
from cardgen.rules.heavenly_debt.signs import PIECES, PLACES, SIGNS, START
from cardgen.rules.heavenly_debt.terms import (
    CLASH_BONUS,
    FAILURE,
    FORESEEING,
    HEROES,
    KINDS,
    PARTIAL,
    QI_BURST,
    RESULTS,
    SEAL,
    STANCES,
    STEPS,
    SUCCESS,
    TECHNIQUES,
    TEMPERAMENTS,
    USES,
    WORDS,
    Attribute,
    Clash,
    Hero,
    Landing,
    Outcome,
    Raise,
    Stance,
    Technique,
)
from cardgen.rules.mutual import one_sided
from cardgen.rules.protocol import Deck, Fact, Printed

DEFIANT_FINISHER = "Defiant Finisher"
"""What the Finisher's back is called."""
OF_FOE = "foe-"
"""What the id of a foe's Stance card begins with."""
CIRCLE = tuple(stance.title for stance in Stance)
"""Each beats the next, the last one the first."""
TRACK_MARKERS = 8
"""Ward, Wounds, Momentum, Qi and Strain of the hero; Ward, Wounds and Momentum of the foe [O]."""
_OWN = {Landing.STANCE: "You land", Landing.GRAZE: "You Graze", Landing.NOTHING: ""}
_THEIRS = {Landing.STANCE: "Foe lands", Landing.GRAZE: "Foe Grazes", Landing.NOTHING: ""}
STEPS_SAY = (
    "when Off Balance, or when paid for",
    "hidden; the same again is Predictable",
    "if it fits the Stance",
    "with the Qi that both cost",
    "won, a draw, or lost; who Outranks wins draws",
    "with full Momentum, unless you lost",
    "die, Attribute, Realm, and what else adds",
    "look it up; raise it, spend Momentum",
    "yours lands first; then count Momentum",
)
"""What the steps of a Round are, in a few words each."""
SPENT_ON = (
    f"{terms.EXTRA_HARM} harm more for a Hit that you land, after the Check",
    "a Seal makes the foe reveal first; not while Outranked",
    "a Finisher: it marks a Wound through Ward",
)
"""What Momentum is spent on, least first."""
WORDS_SAY = (
    "a fight, in Rounds",
    "both choose and reveal; you check",
    "Attack, Guard, Feint or Qi Burst",
    "won, drawn or lost, by the circle",
    "to do harm and have its effect",
    f"a Hit of {terms.GRAZE} harm and no effect",
    "whatever lands, Stance or Graze",
    "what a Hit takes, first from Ward",
    "holds off harm; then come Wounds",
    f"from none to {terms.MOST_MOMENTUM}, built and spent",
    "what a Check must reach",
    "the foe's Realm is above yours",
    "Minion, Mob, Rival or Boss",
)
"""What the words of the Duel mean, in a few others each."""
COLUMNS = (SUCCESS, PARTIAL, FAILURE)
"""Of the result table, as the source has them."""


def facts() -> dict[str, dict[str, Fact]]:
    """By card id and fact; words as the card's data writes them."""
    return (
        _stances()
        | _techniques()
        | _others()
        | references()
        | boards()
        | {one.id: {"kanji": PLACES[one.id], "die": n, **of_scene(one)} for n, one in enumerate(SCENES, 1)}
    )


def signed(card: str, name: str) -> dict[str, Fact]:
    """The names of a card."""
    return {"name": name, **SIGNS[card]._asdict()}


def _stances() -> dict[str, dict[str, Fact]]:
    """The four of each side: what it beats and loses to, its harm; of the hero's the Attribute and the Qi, too."""
    out: dict[str, dict[str, Fact]] = {}
    for stance in STANCES:
        own: dict[str, Fact] = {
            **signed(stance.id, stance.title),
            "circle": CIRCLE,
            "signs": tuple(SIGNS[one.id].seal for one in Stance),
        }
        own |= {"beats": stance.beats.title, "loses": stance.loses.title, "harm": terms.HARM[stance]}
        own["labels"] = ("beats", "loses to")
        out[OF_FOE + stance.id] = own
        out[stance.id] = own | {"uses": USES[stance].value}
        if stance is QI_BURST:
            out[stance.id]["qi"] = terms.BURST_QI
    return out


def _techniques() -> dict[str, dict[str, Fact]]:
    return {
        technique.id: {
            **signed(technique.id, technique.name),
            **of_technique(technique),
            "labels": (
                *(("with",) if technique.stance is not None else ()),
                *(("only a",) if technique is FORESEEING else ()),
                "Momentum" if technique.momentum else "Qi",
            ),
        }
        for technique in TECHNIQUES
    }


def of_technique(technique: Technique) -> dict[str, Fact]:
    """What a Technique's card states: its Stance, its way on a map, its cost in Qi (0 for none) or in Momentum, whose it is."""
    out: dict[str, Fact] = {}
    if technique.stance is not None:
        out["stance"] = technique.stance.title
    if technique.reach or technique.leap:
        out["way"] = "Reach" if technique.reach else "Leap"
    if technique.momentum:
        out["momentum"] = technique.momentum
    else:
        out["qi"] = technique.qi
    if technique is FORESEEING:
        out["calling"] = SEAL.calling
    return out


def _others() -> dict[str, dict[str, Fact]]:
    """Traits, the Finisher, Push and Raises, Temperaments, foes."""
    out: dict[str, dict[str, Fact]] = {trait.id: signed(trait.id, trait.value) for trait in Trait}
    out["finisher"] = signed("finisher", "Finisher") | {"momentum": terms.FINISHER, "back": DEFIANT_FINISHER}
    out["push"] = signed("push", "Push") | {"bonus": f"+{terms.PUSH}", "strain": terms.PUSH_STRAIN}
    out[Raise.BORROW.value] = signed(Raise.BORROW.value, "Borrow from Heaven") | {"debt": terms.BORROW_DEBT}
    out[Raise.BREAK.value] = signed(Raise.BREAK.value, "Break the Limit") | {"wounds": terms.BREAK_WOUNDS}
    out["finisher"]["labels"] = ("Momentum", "overleaf:")
    out["push"]["labels"] = ("to the Check", "Strain")
    out[Raise.BORROW.value]["labels"] = ("raises a result", "Debt")
    out[Raise.BREAK.value]["labels"] = ("raises a result", "Wound")
    for temperament in TEMPERAMENTS:
        faces = tuple(stance.title for stance in temperament.faces)
        out[temperament.id] = signed(temperament.id, temperament.name) | {"die": _numbers(1, terms.DIE), "faces": faces}
    for kind in KINDS:
        out[kind.id] = signed(kind.id, kind.name) | {"ward": kind.ward, "wounds": kind.wounds}
        out[kind.id]["labels"] = ("Ward", "out with Wound")
    return out


def references() -> dict[str, dict[str, Fact]]:
    """The four reference cards: the result table, the order of a Round, Momentum, the words of the Duel."""
    table: dict[str, Fact] = {f"head.{column.name.lower()}": column.title for column in COLUMNS}
    for clash, sign in ((Clash.WON, f"+{CLASH_BONUS}"), (Clash.DRAW, ""), (Clash.LOST, f"-{CLASH_BONUS}")):
        table[f"row.{clash.value}"] = f"{clash.value.title()} {sign}".strip()
        table |= {f"{clash.value}.{column.name.lower()}": cell(clash, column) for column in COLUMNS}
    return {
        "reference-results": table,
        "reference-round": {"order": _numbers(1, len(STEPS)), "steps": STEPS, "does": STEPS_SAY},
        "reference-momentum": {
            "spend": tuple(map(str, (terms.EXTRA_COST, terms.FORESIGHT, terms.FINISHER))),
            "does": SPENT_ON,
            "labels": ("to spend",),
        },
        "reference-words": {"words": WORDS, "does": WORDS_SAY},
    }


def cell(clash: Clash, outcome: Outcome) -> str:
    """A cell of the result table in words."""
    own, foe = RESULTS[clash, outcome]
    return ", ".join(filter(None, (_OWN[own], _THEIRS[foe])))


def boards() -> dict[str, dict[str, Fact]]:
    """What the boards, the markers and the pawns print."""
    out = {hero.id: of_hero(hero) for hero in HEROES}
    out["foe-board"] = {
        "defense": f"{terms.DEFENSE} + Realm",
        "ward": _numbers(0, terms.MOST_WARD),
        "wound": _numbers(1, terms.MOST_WOUNDS),
        "momentum": _numbers(0, terms.MOST_MOMENTUM),
        "end.momentum": terms.MOST_MOMENTUM,
        "labels": ("Ward", "Wounds", "Momentum", "Off Balance", "Outranked", "the foe", "Temperament", "last Stance"),
    }
    out["predictable-marker"] = {"title": "Predictable", "bonus": f"-{terms.PREDICTABLE}"}
    out["off-balance-marker"] = {"title": "Off Balance"}
    out["high-ground-marker"] = {"title": "High ground", "bonus": f"+{terms.HIGH_BONUS}"}
    out["outranked-marker"] = {"title": "Outranked"}
    out |= {"track-marker": {}, "hero-pawn": {}, "foe-pawn": {}}
    return {piece: says | ({"seal": PIECES[piece]} if piece in PIECES else {}) for piece, says in out.items()}


def of_hero(hero: Hero) -> dict[str, Fact]:
    """A hero's board: names, Attributes and the Stance of each, the Realm, the tracks and where their markers begin."""
    out = signed(hero.id, hero.name) | {"calling": hero.calling}
    out |= {which.value.lower(): f"+{hero.attribute(which)}" for which in Attribute}
    return out | {
        "stances": tuple(stance.title for which in Attribute for stance in STANCES if USES[stance] is which),
        "realm": terms.REALM,
        "ward": _numbers(0, terms.MOST_WARD),
        "wound": _numbers(1, terms.MOST_WOUNDS),
        "momentum": _numbers(0, terms.MOST_MOMENTUM),
        "qi": _numbers(0, terms.MOST_QI),
        "strain": _numbers(1, terms.STRAIN),
        "start.ward": terms.WARD,
        "start.qi": terms.QI,
        "end.wound": terms.WOUNDS,
        "end.momentum": terms.MOST_MOMENTUM,
        "labels": (
            *("Ward", "Wounds", "Strain", "Qi", "Momentum"),
            *("begins at", "out with", "begins at"),
            *("last Stance", *("Technique",) * terms.ARTS),
        ),
    }


def of_scene(scene: Scene) -> dict[str, Fact]:
    """A scene map as its data writes it: Zones by id and name, the traits of each, connections as `one-other`, the Zone of the
    start and who was first there; where the hero may start from an Ambush, where he may be first instead; all that in a
    line; the seals of the traits; and, as its foot tells it, what each of them does.
    """
    start = scene.starts[0]
    out: dict[str, Fact] = {"name": scene.name}
    out |= {f"zones.{zone.id}": zone.name for zone in scene.zones}
    out |= {f"traits.{zone.id}": tuple(trait.value for trait in zone.traits) for zone in scene.zones if zone.traits}
    out |= {f"signs.{zone.id}": tuple(SIGNS[trait.id].seal for trait in zone.traits) for zone in scene.zones if zone.traits}
    out |= {"connections": tuple("-".join(pair) for pair in scene.connections), "start": start.zone}
    if start.first:
        out["first"] = start.first
    if ambush := tuple(one.zone for one in scene.starts if one.ambush):
        out["ambush"] = ambush
    if held := tuple(one.zone for one in scene.starts[1:] if one.first and not one.ambush):
        out["held"] = held
    out |= {"begins": _begins(scene), "seal": START}
    here = [trait for trait in Trait if any(trait in zone.traits for zone in scene.zones)]
    others = ["or here, unseen" if one.ambush else "or here, hero first" for one in scene.starts[1:]]
    if labels := (*((f"the {start.first} first",) if start.first else ()), *others, *(trait.value for trait in here)):
        out["labels"] = labels
    for trait in here:
        out |= {f"sign.{trait.id}": SIGNS[trait.id].seal, f"acts.{trait.id}": ACTS[trait]}
    return out


def _begins(of: Scene) -> str:
    """Where both come together, and where else they may, in a line."""
    start = of.starts[0]
    said = [f"Start: {named(of, start.zone)}"]
    if start.first:
        said.append(f"where the {start.first} came first")
    if any(one.ambush for one in of.starts):
        said.append("or the hero unseen")
    if any(one.first and not one.ambush for one in of.starts[1:]):
        said.append("or the hero came first")
    return ", ".join(said) + "."


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(first, last + 1))


def cards() -> tuple[Printed, ...]:
    """The forty cards."""
    families = {
        "stance": [stance.id for stance in STANCES],
        "foe-stance": [OF_FOE + stance.id for stance in STANCES],
        "trait": [trait.id for trait in Trait],
        "technique": [technique.id for technique in TECHNIQUES],
        "finisher": ["finisher"],
        "effort": ["push", *(each.value for each in Raise)],
        "temperament": [temperament.id for temperament in TEMPERAMENTS],
        "foe": [kind.id for kind in KINDS],
        "reference": [*references()],
    }
    return tuple(Printed(family, card, 1, shared=True) for family, ids in families.items() for card in ids)


def pieces() -> tuple[Printed, ...]:
    """Boards, maps, markers and pawns: a Duel can be played without any of them."""
    families: dict[str, dict[str, int]] = {
        "hero": {hero.id: 1 for hero in HEROES},
        "foe-board": {"foe-board": 1},
        "scene": {scene.id: 1 for scene in SCENES},
        "marker": {
            **{f"{state}-marker": 1 for state in ("predictable", "off-balance", "high-ground", "outranked")},
            "track-marker": TRACK_MARKERS,
        },
        "pawn": {"hero-pawn": 1, "foe-pawn": 1},
    }
    return tuple(
        Printed(family, piece, copies, shared=True, optional=True)
        for family, of_family in families.items()
        for piece, copies in of_family.items()
    )


def deck() -> tuple[Printed, ...]:
    """The forty cards and the other pieces, all of the game's one set."""
    return (*cards(), *pieces())


def layouts() -> Iterator[dict[str, int]]:
    """Everything that may lie out at once: of every hero with every choice of Techniques, and of every foe in both ways of
    playing, on every map.
    """
    stances = {stance.id: 1 for stance in STANCES}
    efforts = {"finisher": 1, "push": 1} | {each.value: 1 for each in Raise}
    for hero in HEROES:
        for arts in all_arts():
            own = {technique.id: 1 for technique in arts.techniques}
            own |= {FORESEEING.id: 1} if hero is SEAL else {}
            yield {hero.id: 1, **stances, **own, **efforts}
    for kind in KINDS:
        yield {kind.id: 1, "foe-board": 1, **{OF_FOE + stance: 1 for stance in stances}}
        for temperament in TEMPERAMENTS:
            yield {kind.id: 1, "foe-board": 1, temperament.id: 1}
    markers = {printed.card: printed.copies for printed in pieces() if printed.family in ("marker", "pawn")}
    for scene in SCENES:
        traits = {trait.id: 1 for zone in scene.zones for trait in zone.traits}
        yield {scene.id: 1, **traits, **markers}


def face_down() -> tuple[frozenset[str], ...]:
    """A Stance is chosen in secret, each side's from its own four."""
    own = frozenset(stance.id for stance in STANCES)
    return own, frozenset(OF_FOE + stance for stance in own)


def discords(cards: Deck) -> Iterator[tuple[str, str]]:
    """Stances of one side of which one beats the other and the other does not lose to it."""
    for side in ("", OF_FOE):
        own = {side + stance.id: cards[side + stance.id] for stance in STANCES if side + stance.id in cards}
        yield from one_sided(own, "beats", "loses")
