"""The nine-card Duel (單挑, once 一騎討): water, fire and wood, one to three; with dice, or with the cards alone."""

from __future__ import annotations

from cardgen.rules.nine_cards.model import RULES, Cards, Dice
from cardgen.rules.nine_cards.terms import Agreed

__all__ = ["RULES", "Agreed", "Cards", "Dice"]
