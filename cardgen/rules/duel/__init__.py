"""Duel: two swordsmen, three planned moves, fifteen spaces of shore."""

from __future__ import annotations

from cardgen.rules.duel.model import RULES, Duel
from cardgen.rules.duel.state import Fighter, Stage, State
from cardgen.rules.duel.terms import Variant

__all__ = ["RULES", "Duel", "Fighter", "Stage", "State", "Variant"]
