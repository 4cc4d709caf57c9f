"""Numbers that are typed where they could be asked of the rules: in a rules sheet, on a box."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.findings import Code, Finding
from cardgen.load import Game, worded

TYPED_NUMBER = Code("typed-number", "a number typed into a rules sheet or on a box stays as it is when the rules change")
ASKED = "ask the rules for it, as in {{ rules.NAME | words }}, or a card, as in {{ cards.ID.FIELD }}"
_WORDS = "three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|dozen|tripled|triple"
_HAN = "[三四五六七八九十]+"
"""Numbers from three on in Han signs: what is above them or below is most often part of a word."""
NUMBERS = re.compile(rf"\d+|\b(?:{_WORDS})\b|{_HAN}", re.IGNORECASE)
_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.S)


def without_asked(text: str) -> str:
    """A text with blanks for all that Jinja puts there; its lines stay as they are."""
    return _JINJA.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def on_boxes(game: Game) -> Iterator[Finding]:
    """Numbers typed in the words of boxes, of which no rule speaks: in each language, where they stand."""
    boxes = {name for name, piece in game.record.pieces.items() if piece.net}
    printed = {f.id for f in game.families if f.record.piece in boxes}
    of_cards = {(card.document, card.number): card for f in game.families if f.id in printed for card in f.cards}
    for text in worded(game):
        if (
            text.steps[0] != "cards"
            or (card := of_cards.get((game.documents.index(text.document), int(text.steps[1])))) is None
        ):
            continue
        by_language = text.words.items() if isinstance(text.words, dict) else [("", text.words)]
        for language, words in by_language:
            for number in NUMBERS.findall(without_asked(words)):
                at = text.document.at(*text.steps, *([language] if language else []))
                yield Finding(TYPED_NUMBER, at, f'{card.id}: "{number}" is typed', ASKED)
