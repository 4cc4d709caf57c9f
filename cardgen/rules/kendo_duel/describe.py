"""The model of Kendo Duel as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.rules.kendo_duel.answers import EFFECTS, STARTERS, Effect, answered, answers
from cardgen.rules.kendo_duel.facts import deck, facts
from cardgen.rules.kendo_duel.figures import FIGURES, GAMES, Figure
from cardgen.rules.kendo_duel.rulings import RULINGS
from cardgen.rules.kendo_duel.signs import IN_ENGLISH, SIGNS, Sign
from cardgen.rules.kendo_duel.tables import LOSSES, tables
from cardgen.rules.kendo_duel.terms import BY_ID, JIKAN_DESU, Card, Kind, origin
from cardgen.rules.protocol import Fact


def describe(card: str | None = None) -> str:
    """The whole game, or one card. KeyError where the rules know no card of that id."""
    return "\n".join(_game() if card is None else _card(card)) + "\n"


def _game() -> Iterator[str]:
    told = tables()
    yield "Kendo Duel"
    yield f"  Variants: duel, duel-3, duel-4 ({told['duel']['minutes']} minutes with two players),"
    yield f"  competition (two players, {told['competition']['minutes']} minutes)."
    yield ""
    yield "Cards"
    for row in deck():
        shown = "; ".join(f"{name} {_told(value)}" for name, value in facts()[row.card].items() if _is_told(name))
        yield f"  {row.copies} x {row.card:20} {row.family:8} {shown}".rstrip()
    yield ""
    yield "Who answers what (row: what comes in)"
    for row in told["legality"]:
        does = "; ".join(f"{name} {what}" for name, what in row["answers"].items() if what)
        yield f"  {row['incoming']}: {does}"
    yield ""
    yield from _duel(told["duel"])
    yield ""
    yield from _competition(told["competition"])
    yield ""
    yield f"Simple players: {GAMES} games a line; shares of 100 games"
    yield "  variant      player   drawn  starter  tied  time   cards (half, 95 of 100, most)"
    yield from map(_figure, FIGURES)
    for variant, title in (("", "Rulings"), ("competition", "Rulings of the Competition")):
        yield ""
        yield title
        for ruling in RULINGS:
            if ruling.variant == variant:
                yield f"  {ruling.name}: {ruling.says} ({ruling.why})"


def _duel(told: dict[str, Any]) -> Iterator[str]:
    yield f"Duel ({told['cards']} cards)"
    yield f"  Deal to each: {_dealt(told['deal'])}; each may switch {told['switches']} for others of the same subdeck."
    yield "  The highest total on basic attacks starts."
    yield f"  Unanswered: {'; '.join(f'{kind.value} {count}' for kind, count in LOSSES.items())} to the attacker."
    yield "  Who cannot answer and has no card to give, or has none to start with, is out; the last one in wins."
    for row in told["next"]:
        yield f"  {row['after']}: {row['then']}."
    yield "  With four players in, an answer that attacks may not be on the attacker."
    yield "  Nothing to start with: discard a card, draw a basic attack, start with it."


def _competition(told: dict[str, Any]) -> Iterator[str]:
    yield f"Competition ({told['cards']} cards)"
    yield f"  Deal to each: {_dealt(told['deal'])}; the highest total starts."
    yield "  Before a card is played: switch one for one of any subdeck, and draw one that is no basic attack."
    yield f"  An Ippon: an unanswered target, an empty hand, or {told['hansoku']} Hansoku (Taiatari, Maki age unanswered)."
    yield f"  {told['ippon']} Ippon win; or Jikan desu, laid by who leads. After an Ippon hands are filled to {told['refill']}."
    for row in told["next"]:
        yield f"  {row['after']}: {row['then']}."


def _dealt(deal: dict[str, int]) -> str:
    return ", ".join(f"{count} {family}" for family, count in deal.items())


def _figure(one: Figure) -> str:
    return (
        f"  {one.variant:12} {one.policy:8} {one.drawn:>5}  {one.starter:>7}  {one.tied:>4}  {one.timed:>4}   "
        f"{one.median}, {one.most_of}, {one.most}"
    )


def _card(card: str) -> Iterator[str]:
    row = next((row for row in deck() if row.card == card), None)
    if row is None:
        raise KeyError(card)
    own = facts()[card]
    yield f"{own.get('name', card.replace('-', ' ').capitalize())} ({row.family}), {row.copies} in the box"
    if sign := SIGNS.get(card):
        yield f"  {sign.kanji} ({sign.reading}), seal {sign.seal}; {IN_ENGLISH[card]}"
    for name, value in own.items():
        if _is_told(name):
            yield f"  {name}: {_told(value)}"
    if card in BY_ID:
        yield from _used(BY_ID[card])


def _used(card: Card) -> Iterator[str]:
    """How a card is played, and every card that it meets."""
    yield f"  frame: {card.kind.frame}"
    if from_ := origin(card):
        yield f"  its name is {from_.value}"
    if card.kind in STARTERS:
        yield f"  Starts an attack{', alone or with a Jodan or Seme' if card.kind is Kind.BASIC else ' alone'}."
    if card.kind is Kind.REINFORCING:
        yield "  Laid with a basic attack when one is started; it is answered first."
    if card.kind in LOSSES:
        yield f"  Unanswered it takes {LOSSES[card.kind]} of the loser's cards, unseen; Competition: {_PRICES[card.kind]}."
    if card is JIKAN_DESU:
        yield "  Competition only: on your turn to start, if you have more Ippon than the other, you win."
    for other in answers(card):
        yield f"  against {_named(other)}: {_DOES[_effect(card, other)]}"
    for other in answered(card):
        yield f"  answered by {_named(other)}: {_DOES[_effect(other, card)]}"


_PRICES = {
    Kind.BASIC: "it is an Ippon",
    Kind.COUNTER: "it is an Ippon",
    Kind.REINFORCING: "too",
    Kind.ATTACK: "it is a Hansoku",
}
_DOES = {
    Effect.LIVE: "it attacks in its turn",
    Effect.CLOSE: "the counterattack is closed, and its player starts",
    Effect.PARRY: "the attack ends, and who parried starts",
    Effect.NEUTRALISE: "it is over",
    Effect.REFLECT: "it goes back to who sent it",
    Effect.DEFLECT: "it goes on to any other player",
}


def _effect(answer: Card, incoming: Card) -> Effect:
    does = EFFECTS[answer.row][incoming.row]
    assert does is not None
    return does


def _named(card: Card) -> str:
    return f"{card.name} {card.number}" if card.number else card.name


def _is_told(fact: str) -> bool:
    """Whether a fact stands in a card's row; its names have places of their own."""
    return fact not in ("name", *Sign._fields)


def _told(value: Fact) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)
