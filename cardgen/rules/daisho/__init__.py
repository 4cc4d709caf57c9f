"""Daisho: two fighters, one common deck, seven phases a turn."""

from __future__ import annotations

from cardgen.rules.daisho.model import RULES, Daisho
from cardgen.rules.daisho.state import Side, Stage, State

__all__ = ["RULES", "Daisho", "Side", "Stage", "State"]
