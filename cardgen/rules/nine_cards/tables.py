"""What boards and the rules sheets print of the game, in plain numbers, words and rows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from cardgen.rules.nine_cards import terms
from cardgen.rules.nine_cards.cards import draws, is_through
from cardgen.rules.nine_cards.chances import blow
from cardgen.rules.nine_cards.example import contest, duel
from cardgen.rules.nine_cards.facts import COMMON_AREA, DISCARD, DISCARDS, LIFE, TITLE, chinese, deck
from cardgen.rules.nine_cards.figures import ENDS, FALLS, MOSTLY
from cardgen.rules.nine_cards.rulings import RULINGS
from cardgen.rules.nine_cards.terms import DECK, NUMBERS, SEATS, Card, Element

Words = dict[str, str]
"""A word by language: English, Simplified and Traditional Chinese."""


def _words(en: str, hans: str, hant: str) -> Words:
    return {"en": en, "zh-Hans": hans, "zh-Hant": hant}


TAUNT = "taunt"
"""The step of `cards` in which both may say what they like [S2.3; ruling]."""
NAMES = {
    "title": TITLE,
    "once": _words("Single combat", "一骑讨", "一騎討"),
    "attacker": _words("attacker", "攻方", "攻方"),
    "defender": _words("defender", "守方", "守方"),
    "tie": _words("tie", "平手", "平手"),
    "draw": _words("draw", "和局", "和局"),
    "life": LIFE,
    "long": _words("long contest", "死斗模式", "死鬥模式"),
    "common": COMMON_AREA,
    "discard": DISCARD,
}
"""What things are called in the source, and in English."""
SETUP_DICE = {
    "agree": _words("Agree on life, take discs", "议定血量，分取圆片", "議定血量，分取圓片"),
    "shuffle": _words("Shuffle in turn", "轮流洗牌", "輪流洗牌"),
    "deal": _words("Deal both hands", "各抽手牌", "各抽手牌"),
    "aside": _words("The last card face down to the discard", "余牌暗弃", "餘牌暗棄"),
}
"""What comes before the first round of `dice`, in order [S1.2; ruling]."""
STEPS_DICE = {
    "choose": _words("Lay a card face down", "暗选一张", "暗選一張"),
    "reveal": _words("Turn both over", "同时翻开", "同時翻開"),
    "sides": _words("Attack, defence or tie", "判定攻守", "判定攻守"),
    "attack": _words("The attacker throws", "攻方掷骰", "攻方擲骰"),
    "defend": _words("The defender throws", "守方掷骰", "守方擲骰"),
    "settle": _words("Take off life", "扣减血量", "扣減血量"),
    "discard": _words("Discard both cards", "弃置两牌", "棄置兩牌"),
}
"""The steps of a round of `dice`, in order; in a tie nobody throws."""
SETUP_CARDS = {
    "shuffle": SETUP_DICE["shuffle"],
    "deal": SETUP_DICE["deal"],
    "row": _words("The others face down in a row", "余牌背面朝上排开", "餘牌背面朝上排開"),
}
"""What comes before the first round of `cards`, in order [S2.2]."""
STEPS_CARDS = {
    TAUNT: _words("Taunt", "口术试探", "口術試探"),
    "choose": STEPS_DICE["choose"],
    "reveal": STEPS_DICE["reveal"],
    "sides": STEPS_DICE["sides"],
    "return": _words("Shuffle both into the common cards", "洗入公共卡牌", "洗入公共卡牌"),
    "draw": _words("Draw, the attacker first", "抽牌（攻方先）", "抽牌（攻方先）"),
    "end": _words("Is a hand empty?", "查看手牌", "查看手牌"),
}
"""The steps of a round of `cards`, in order; in a tie nobody draws."""


def tables() -> dict[str, Any]:
    """By name; life, cards, dice and rounds are whole numbers, chances are per cent with one decimal."""
    return {
        "players": len(SEATS),
        "minutes": f"{terms.MINUTES_CARDS.split('-')[0]}-{terms.MINUTES_DICE.split('-')[-1]}",
        "names": NAMES,
        "beats": {language: between.join(_beats(language)) for language, between in _BETWEEN.items()},
        "elements": [_element(element) for element in Element],
        "circle": [element.id for element in Element],
        "numbers": list(NUMBERS),
        "nine": [{"id": card.id, "element": card.element.id, "number": card.number, "name": chinese(card)} for card in DECK],
        "cards": len(DECK),
        "copies": {printed.card: printed.copies for printed in deck()},
        "discards": DISCARDS,
        "variants": {"dice": _dice(), "cards": _cards()},
        "rulings": [{"name": ruling.name, "variant": ruling.variant, "says": ruling.says} for ruling in RULINGS],
    }


def _element(element: Element) -> dict[str, Any]:
    beats, beaten = element.beats, element.beaten
    return {"id": element.id, "sign": element.sign, "beats": beats.id, "beaten": beaten.id}


def _dice() -> dict[str, Any]:
    """Of the variant `dice`."""
    return {
        "minutes": terms.MINUTES_DICE,
        "life": {"least": terms.LEAST_LIFE, "most": terms.MOST_LIFE, "usual": terms.LIFE, "long": terms.LONG_LIFE},
        "hand": terms.HAND,
        "aside": len(DECK) - len(SEATS) * terms.HAND,
        "rounds": terms.ROUNDS,
        "dice": terms.DICE,
        "sides": terms.SIDES,
        "discs": terms.DISCS,
        "track": {"last": terms.TRACK, "mark": terms.MARKED, "most": terms.MOST_TRACKED},
        "doubling": {"attacker": terms.DOUBLED[0], "defender": terms.DOUBLED[1], "times": terms.TIMES},
        "setup": _steps(SETUP_DICE),
        "steps": _steps(STEPS_DICE),
        "blows": {"thrown": list(_blows(False)), "best": list(_blows(True))},
        "most_damage": max(blow(a, d, False).most for a in NUMBERS for d in NUMBERS),
        "falls": [fall._asdict() for fall in FALLS],
        "example": duel(),
    }


def _cards() -> dict[str, Any]:
    """Of the variant `cards`."""
    return {
        "minutes": terms.MINUTES_CARDS,
        "hand": terms.OPEN_HAND,
        "common": terms.COMMON,
        "defended": terms.DEFENDED,
        "fewest_rounds": terms.FEWEST_ROUNDS,
        "last_round": terms.LAST_ROUND,
        "setup": _steps(SETUP_CARDS),
        "steps": _steps(STEPS_CARDS),
        "draws": list(_draws()),
        "most_drawn": max(max(row["attacker"], row["defender"]) for row in _draws()),
        "ends": ENDS._asdict() | {"of": MOSTLY},
        "example": contest(),
    }


def _steps(steps: dict[str, Words]) -> list[dict[str, Any]]:
    return [{"id": step, "name": name} for step, name in steps.items()]


def _blows(best: bool) -> Iterator[dict[str, Any]]:
    """Attacks by the two numbers: in how many of 100 damage is done, how much is to be expected, and the most."""
    for one in NUMBERS:
        for two in NUMBERS:
            hits, expected, most = blow(one, two, best)
            doubled = (one, two) == terms.DOUBLED
            row = {"attacker": one, "defender": two, "hits": percent(hits), "expected": round(float(expected), 2), "most": most}
            yield row | {"doubled": doubled}


_BETWEEN = {"en": ", ", "zh-Hans": "，", "zh-Hant": "，"}


def _beats(language: str) -> Iterator[str]:
    """Which symbol beats which, in the order of the circle."""
    for one in Element:
        in_english = f"{one.id} beats {one.beats.id}"
        yield {"en": in_english}.get(language, f"{one.sign}{'克' if language == 'zh-Hans' else '剋'}{one.beats.sign}")


def _draws() -> Iterator[dict[str, Any]]:
    """Attacks of `cards` by the two numbers: whether they come through, and what both draw."""
    for one in NUMBERS:
        for two in NUMBERS:
            attacks, defends = Card(0, Element.WATER, one), Card(0, Element.FIRE, two)
            drawn = draws(attacks, defends)
            row = {"attacks": one, "defends": two, "through": is_through(attacks, defends)}
            yield row | {"attacker": drawn[0], "defender": drawn[1]}


def percent(share: Fraction | float) -> float:
    """A share of 1 as per cent with one decimal."""
    return round(100 * float(share), 1)
