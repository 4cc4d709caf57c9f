"""The Duel of Heavenly Debt: a hero against a foe, in Rounds of a Stance each, the player's die between them."""

from __future__ import annotations

from cardgen.rules.heavenly_debt.frame import Agreed
from cardgen.rules.heavenly_debt.model import RULES, HeavenlyDebt
from cardgen.rules.heavenly_debt.state import Stage, State

__all__ = ["RULES", "Agreed", "HeavenlyDebt", "Stage", "State"]
