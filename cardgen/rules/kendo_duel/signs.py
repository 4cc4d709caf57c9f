"""What each card is called in Japanese, and the one sign of its seal: a ruling of this edition (the source has Latin letters).
The signs of a waza are its parts, put together as its name is.
"""

from __future__ import annotations

from typing import NamedTuple

from cardgen.rules.kendo_duel.terms import CARDS, HOWS, Target


class Sign(NamedTuple):
    """A card's signs, how they are read, and the one sign that its seal shows."""

    kanji: str
    reading: str
    seal: str


TARGETS = {
    Target.MEN: Sign("面", "men", "面"),
    Target.KOTE: Sign("小手", "kote", "手"),
    Target.DO: Sign("胴", "dō", "胴"),
    Target.TSUKI: Sign("突き", "tsuki", "突"),
}
"""The four targets, as basic attacks and within the names of counterattacks."""

TECHNIQUES = {
    "suriage": Sign("すり上げ", "suriage", "上"),
    "nuki": Sign("抜き", "nuki", "抜"),
    "kaeshi": Sign("返し", "kaeshi", "返"),
    "uchiotoshi": Sign("打ち落とし", "uchiotoshi", "落"),
    "mukae": Sign("迎え", "mukae", "迎"),
    "nayashi": Sign("萎やし", "nayashi", "萎"),
}
"""How a counterattack meets what it answers."""
VOICED = {"mukae-tsuki": "mukae-zuki"}
"""What is a word of its own in kendo, and read as one: 迎え突き, a thrust at who comes in."""
ENGLISH = {
    "suriage": "sliding up along the blade",
    "nuki": "slipping away from the cut",
    "kaeshi": "turning the blade over",
    "uchiotoshi": "knocking the blade down",
    "mukae": "meeting it as it comes",
    "nayashi": "letting the thrust wither",
}
"""What these are in English, in our words."""

_OTHERS = """
jodan|上段|jōdan|段|the sword raised overhead
seme|攻め|seme|攻|pressure
mushin|無心|mushin|無|no mind
seigan|正眼|seigan|眼|the point to the eyes
tai-sabaki|体捌き|tai sabaki|捌|the body turns away
kamae|構え|kamae|構|the firm guard
fudoshin|不動心|fudōshin|心|the immovable mind
tsubazeriai|鍔迫り合い|tsubazeriai|鍔|guard against guard
bogyo|防御|bōgyo|防|defence
taiatari|体当たり|taiatari|体|the body charge
maki-age|巻き上げ|maki age|巻|the sword wound up
jikan-desu|時間です|jikan desu|時|time is over
"""


def _signs() -> tuple[dict[str, Sign], dict[str, str]]:
    signs: dict[str, Sign] = {}
    english: dict[str, str] = {}
    for card in CARDS:
        if card.begins is not None and card.to is not None:
            begins, to, how = TARGETS[card.begins], TARGETS[card.to], HOWS[card.begins, card.to][0]
            by = TECHNIQUES[how]
            stroke = f"{by.reading}-{to.reading}"
            reading = f"{begins.reading}-{VOICED.get(stroke, stroke)}"
            signs[card.id] = Sign(begins.kanji + by.kanji + to.kanji, reading, by.seal)
            english[card.id] = f"{card.to.place} after {card.begins.place}, {ENGLISH[how]}"
        elif card.to is not None:
            signs[card.id] = TARGETS[card.to]
            english[card.id] = card.to.place
    for line in _OTHERS.strip().splitlines():
        card_id, kanji, reading, seal, says = line.split("|")
        signs[card_id], english[card_id] = Sign(kanji, reading, seal), says
    return signs, english


SIGNS, IN_ENGLISH = _signs()
"""By card id: its signs, and what it is in English."""
