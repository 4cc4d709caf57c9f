"""Where the source is silent or can be read two ways: what this edition plays."""

from __future__ import annotations

from cardgen.rules.protocol import Ruling

RULINGS = (
    Ruling(
        "the opening is free",
        "The opening stance of an exchange may be any of the three.",
        "The source binds stances from slot to slot only.",
    ),
    Ruling(
        "plans are judged when they are locked",
        "What fails as a misplay is told from the plan alone; a cut that is then rested, locked or cancelled makes none.",
        "A plan that was legal when it was laid must not be broken by the other player.",
    ),
    Ruling(
        "the drop after a heavy cut",
        "After a planned Downward or Advancing Cut the next slot is Low, though High and Low are not neighbours.",
        "Heavy recovery and the one-step rule collide otherwise.",
    ),
    Ruling(
        "after a misplay",
        "A slot that fails is in Middle; whether the next slot fails is judged from Middle.",
        "The source puts the stance back to Middle and says no more.",
    ),
    Ruling(
        "walls stop",
        "A move longer than the room ends at the wall.",
        "The source calls spaces 1 and 15 walls.",
    ),
    Ruling(
        "nobody meets or passes",
        "If both would finish on one space, would pass through each other, or one would reach the space where the "
        "other ends, neither moves.",
        "The source says it for one space; duellists never share or exchange spaces.",
    ),
    Ruling(
        "room to dodge",
        "The whole way of a dodge must lie on the track: two spaces, three in rain.",
        "The source asks for clear space behind the player.",
    ),
    Ruling(
        "both may dodge",
        "Dodges are chosen in secret and made at once; what does not pursue misses a dodger even in reach, and is paid for.",
        "The source gives each player one chance in the same step.",
    ),
    Ruling(
        "pursuit replaces the reach",
        "On a dodger the distances of the card do not count: Advancing Thrust hits one at 1 to 3 spaces.",
        "The source lets all three pursuers hit within three spaces.",
    ),
    Ruling(
        "attack on a waiting player",
        "Wait has no row in the table: what reaches a player who waits, or whose technique is void, deals its listed damage.",
        "Only one attack reaches then.",
    ),
    Ruling(
        "the cell before the list",
        "Where both reach, the table's cell rules, also where it differs from the listed damage.",
        "Retreating Cut on Counterattack deals 1, Retreating Horizontal Cut on Advancing Thrust 2.",
    ),
    Ruling(
        "when a defence works",
        "Block works when an attack that reached it dealt nothing, Counterattack when it dealt its 1. Only then is it"
        " paid for; two defences pay nothing.",
        "The source makes both free unless they work.",
    ),
    Ruling(
        "out of Block's reach",
        "Block's own step comes before the range: an attack that falls short through it was not blocked.",
        "The technique's step is step five, damage is step six.",
    ),
    Ruling(
        "an intercepted technique was performed",
        "It pays, and leaves recovery, stiffness and the Master's lock behind.",
        "It was revealed and begun.",
    ),
    Ruling(
        "Clash",
        "Both pay their technique's cost once and are thrown back one space: no move, so rain adds nothing; at a wall none.",
        "The cost of both cuts is the two stamina that the source names.",
    ),
    Ruling(
        "Mighty in slot 1",
        "The Brute's Downward and Advancing Cut are Mighty in slot 1 of every exchange.",
        "The source says: in the first slot.",
    ),
    Ruling(
        "a missed Mighty Cut",
        "It misses when it is out of reach or dodged, not when it is blocked.",
        "Blocked it has met its mark.",
    ),
    Ruling(
        "two Mighty Cuts",
        "They meet by the table.",
        "Neither goes before the other.",
    ),
    Ruling(
        "the Master's lock",
        "Whoever performs an attack that deals the Master nothing is locked in the next slot: out of reach, dodged, "
        "in a Clash too; never Counterattack, Block or Wait.",
        "The sentence is read as it stands.",
    ),
    Ruling(
        "locks do not add up",
        "Of two locks the longer one holds.",
        "The source counts slots from the slot that caused them.",
    ),
    Ruling(
        "a locked slot",
        "Its stance is shown and taken, its technique is void; who is locked does not rest and recovers nothing.",
        "A full action lock leaves no action, a rest among them.",
    ),
    Ruling(
        "a lock in a new exchange",
        "Its slots are planned all the same; their cards are void.",
        "The lock stays, the plan is laid in secret.",
    ),
    Ruling(
        "a forced rest",
        "It is announced; the planned technique stays face down and is discarded, the stance is shown and taken.",
        "The source lets the player stand still for the slot.",
    ),
    Ruling(
        "stiff and tired",
        "Who is stiff rests only at zero stamina: his technique is void, and its cost not asked.",
        "Stiffness leaves footwork, a rest leaves none.",
    ),
    Ruling(
        "a void Wait",
        "A Wait in a slot that is locked, stiff, rested or misplayed recovers nothing.",
        "It was not performed.",
    ),
    Ruling(
        "who is blinded first",
        "Drawn by lot each time the low sun comes.",
        "The source says three slots for each, not who begins.",
    ),
    Ruling(
        "weather goes by slots begun",
        "Slots that a dodge leaves unplayed do not count.",
        "The source advances the weather after a slot.",
    ),
    Ruling(
        "fog on the track",
        "Pawns are set after the dodge, and far and near are judged by where both stood when the slot began.",
        "A hidden step would show at once.",
    ),
    Ruling(
        "what lies open",
        "Health, stamina, locks and rests are known to both in any weather.",
        "They are tokens on the table, or announced.",
    ),
    Ruling(
        "cards come back",
        "After an exchange all plan cards return to their owners' hands.",
        "Each player has three of each for three slots.",
    ),
    Ruling(
        "no last slot",
        "Nothing forces an end; a playout takes a cap and reports a game that reaches it as unfinished.",
        "The source names no limit.",
    ),
)
