"""Where the source is silent or can be read two ways: what this edition plays."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.rules.duel.terms import Variant
from cardgen.rules.protocol import Ruling

_HERE = "cardgen.rules.duel"


def rulings_of(variant: Variant) -> tuple[Ruling, ...]:
    """The rulings of this edition, or, with a change of the rules taken back, of that variant."""
    return tuple(_rulings(variant))


def _rulings(variant: Variant) -> Iterator[Ruling]:
    # plans
    yield Ruling(
        "the opening is free",
        "The opening stance of an exchange may be any of the three.",
        "The source binds stances from slot to slot only.",
        f"{_HERE}.model.OPENINGS",
    )
    yield Ruling(
        "plans are judged when they are locked",
        "What fails as a misplay is told from the plan alone; a cut that is then rested, locked or cancelled makes none.",
        "A plan that was legal when it was laid must not be broken by the other player.",
        f"{_HERE}.plans.misplays",
    )
    free = " Not for the Samurai: for him High then Low stays a misplay." if variant.samurai_free else ""
    yield Ruling(
        "the drop after a heavy cut",
        f"After a planned Downward or Advancing Cut the next slot is Low, though High and Low are not neighbours.{free}",
        "Heavy recovery and the one-step rule collide otherwise" + ("; the Samurai has no recovery." if free else "."),
        f"{_HERE}.plans.may_follow",
    )
    yield Ruling(
        "when a misplay shows",
        "An illegal change of stance shows when stances are revealed: the stance is Middle from then on. A technique that does "
        "not fit, its stance or heavy recovery, shows when techniques are revealed: until then the stance is the planned one, "
        "then Middle. One that is never revealed (dodged, locked, stiff, rested) does not show.",
        "A locked technique stays hidden until its own step.",
        f"{_HERE}.plans.Misplay",
    )
    yield Ruling(
        "after a misplay",
        "The technique of a slot that fails is void and costs nothing; footwork and dodge stay free. Whether the next slot "
        "fails is judged from Middle, whether it showed or not.",
        "The source puts the stance back to Middle and says no more.",
        f"{_HERE}.plans.AFTER_MISPLAY",
    )
    # movement and the dodge
    yield Ruling(
        "walls stop",
        "A move longer than the room ends at the wall.",
        "The source calls spaces 1 and 15 walls.",
        f"{_HERE}.slot.stopped",
    )
    yield Ruling(
        "nobody meets or passes",
        "If both would finish on one space, would pass through each other, or one would reach the space where the "
        "other ends, neither moves: in footwork, and in the techniques' own steps.",
        "The source says it for one space; duellists never share or exchange spaces.",
        f"{_HERE}.slot.moved",
    )
    yield Ruling(
        "room to dodge",
        "The whole way of a dodge must lie on the track: two spaces, three in rain.",
        "The source asks for clear space behind the player.",
        f"{_HERE}.slot.on_track",
    )
    yield Ruling(
        "both may dodge",
        "Dodges are chosen in secret and made at once; what does not pursue misses a dodger even in reach, and is paid for.",
        "The source gives each player one chance in the same step.",
        f"{_HERE}.slot.reaches",
    )
    yield Ruling(
        "pursuit replaces the reach",
        "On a dodger the distances of the card do not count: Advancing Thrust hits one at 1 to 3 spaces.",
        "The source lets all three pursuers hit within three spaces.",
        f"{_HERE}.terms.PURSUIT_REACH",
    )
    # techniques that meet
    yield Ruling(
        "attack on a waiting player",
        "Wait has no row in the table: what reaches a player who waits, or whose technique is void, deals its listed damage.",
        "Only one attack reaches then.",
        f"{_HERE}.slot.one_reaches",
    )
    yield Ruling(
        "the cell before the list",
        "Where both reach, the table's cell rules, also where it differs from the listed damage.",
        "Retreating Cut on Counterattack deals 1, Retreating Horizontal Cut on Advancing Thrust 2.",
        f"{_HERE}.terms.TABLE",
    )
    yield Ruling(
        "when a defence works",
        "Block works when an attack that reached it dealt nothing, Counterattack when it dealt its 1. Only then is it"
        " paid for; two defences pay nothing.",
        "The source makes both free unless they work.",
        f"{_HERE}.slot.defended",
    )
    yield Ruling(
        "out of Block's reach",
        "Block's own step comes before the range: an attack that falls short through it was not blocked.",
        "The technique's step is step five, damage is step six.",
        f"{_HERE}.slot.resolved",
    )
    yield Ruling(
        "an intercepted technique was performed",
        "It pays, and brings on recovery, stiffness and the Master's lock; so does one that a Mighty Cut cancels.",
        "It was revealed and begun.",
        f"{_HERE}.slot.after",
    )
    yield Ruling(
        "Clash",
        "Both pay their technique's cost once and are thrown back one space: no move, so rain adds nothing; at a wall none.",
        "The cost of both cuts is the two stamina that the source names.",
        f"{_HERE}.terms.KNOCK_BACK",
    )
    yield Ruling(
        "Mighty in slot 1",
        "The Brute's heavy cuts are Mighty in slot 1 of every exchange.",
        "The source says: in the first slot.",
        f"{_HERE}.terms.MIGHTY_SLOT",
    )
    yield Ruling(
        "a missed Mighty Cut",
        "It misses where it reaches nobody: out of reach, or dodged. Blocked, or catching the dodger, it has not missed.",
        "Blocked it has met its mark.",
        f"{_HERE}.slot.held",
    )
    yield Ruling(
        "two Mighty Cuts",
        "They meet by the table.",
        "Neither goes before the other.",
        f"{_HERE}.slot.both_reach",
    )
    # locks, stiffness and rests
    if variant.master_unhurt:
        yield Ruling(
            "the Master's lock",
            "Whoever performs an attack that deals the Master nothing is locked in the next slot: out of reach, dodged, "
            "in a Clash too; never Counterattack, Block or Wait.",
            "The sentence is read as it stands.",
            f"{_HERE}.slot.held",
        )
    else:
        yield Ruling(
            "the Master's lock",
            "Whoever performs an attack against the Master is locked in the next slot; never Counterattack, Block or Wait.",
            "As it was before the change.",
            f"{_HERE}.slot.held",
        )
    yield Ruling(
        "locks do not add up",
        "Of two locks the longer one holds.",
        "The source counts slots from the slot that caused them.",
        f"{_HERE}.slot.held",
    )
    yield Ruling(
        "stiff and locked",
        "Stiffness and a lock for the same next slot run together: both end with it.",
        "Each of them is counted from the slot that caused it.",
        f"{_HERE}.slot.after",
    )
    yield Ruling(
        "the stamina check",
        "It is made of the planned technique, void or not: who is locked, stiff or misplays and is short of its cost rests "
        "too, stands still and recovers 1.",
        "The source checks stamina before each slot and makes no exception.",
        f"{_HERE}.slot.short",
    )
    yield Ruling(
        "a locked slot",
        "Its stance is shown and taken, its technique is void; who is short of stamina recovers 1 at its end.",
        "A full action lock leaves no action; the stamina check is none.",
        f"{_HERE}.slot.shown",
    )
    yield Ruling(
        "a lock in a new exchange",
        "Its slots are planned all the same; their cards are void.",
        "The lock stays, the plan is laid in secret.",
        f"{_HERE}.slot.parted",
    )
    yield Ruling(
        "a forced rest",
        "It is announced; the planned technique stays face down and is discarded, the stance is shown and taken.",
        "The source lets the player stand still for the slot.",
        f"{_HERE}.slot.side",
    )
    yield Ruling(
        "a void Wait",
        "A Wait in a slot that is locked, stiff, rested, misplayed or dodged recovers nothing.",
        "It was not performed.",
        f"{_HERE}.slot.after",
    )
    yield Ruling(
        "a stopped step is no Stay",
        "For the 1 that a Wait recovers the footwork chosen counts: Toward or Away that a collision or a wall stops is not "
        "Stay.",
        "The source names the footwork: Wait with Stay.",
        f"{_HERE}.terms.WAITING",
    )
    # weather
    yield Ruling(
        "who is blinded first",
        "Drawn by lot each time the low sun comes.",
        "The source says three slots for each, not who begins.",
        f"{_HERE}.slot.advanced",
    )
    yield Ruling(
        "weather goes by slots begun",
        "Slots that a dodge leaves unplayed do not count.",
        "The source advances the weather after a slot.",
        f"{_HERE}.slot.advanced",
    )
    yield Ruling(
        "collisions in the low sun",
        "Collisions and walls are announced to the blinded too: he always knows where he stands himself.",
        "The sun hides the other's place, not one's own.",
        f"{_HERE}.view.known",
    )
    yield Ruling(
        "what the blinded are told",
        "Hits, damage, dodges, locks and rests; not stiffness or a misplay, which tell what was performed or planned.",
        "The source hides stance, footwork and technique, and leaves hits and damage visible.",
        f"{_HERE}.view.TOLD_BLIND",
    )
    yield Ruling(
        "fog on the track",
        "Pawns are set after the dodge, and far and near are judged by where both stood when the slot began.",
        "A hidden step would show at once.",
        f"{_HERE}.state.veiled",
    )
    yield Ruling(
        "held back in fog",
        "Where footwork is hidden, a player takes himself, until the dodge is over, to stand where his own step and a wall "
        "leave him. A dodge that finds no room, as an unseen collision held him back, is no dodge: nothing is paid, nothing "
        "is cancelled.",
        "A collision would betray the hidden step.",
        f"{_HERE}.slot.believed",
    )
    yield Ruling(
        "what lies open",
        "Health, stamina, locks and rests are known to both in any weather; what stamina tells, as of a "
        "Wait with Stay, is part of the game.",
        "They are tokens on the table, or announced.",
        f"{_HERE}.view.Seen",
    )
    # the end
    yield Ruling(
        "cards come back",
        "After an exchange all plan cards return to their owners.",
        "Each player has three of each for three slots.",
        f"{_HERE}.facts.COPIES",
    )
    yield Ruling(
        "no last slot",
        "Nothing forces an end; you may agree on a draw.",
        "The source names no limit; a playout takes a cap, and counts a game that reaches it as unfinished.",
        f"{_HERE}.policies.playout",
    )
