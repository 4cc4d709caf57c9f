"""Kendo Duel: basic attacks, counterattacks, and the cards that answer both; a Duel of two to four, and a Competition."""

from __future__ import annotations

from cardgen.rules.kendo_duel.model import RULES, VARIANTS, Competition, Duel
from cardgen.rules.kendo_duel.state import Stage, State

__all__ = ["RULES", "VARIANTS", "Competition", "Duel", "Stage", "State"]
