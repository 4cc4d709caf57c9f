"""Cards against the rules of their game: the data, and what the composed faces really print."""

from cardgen.findings import Code
from cardgen.validate import data, printed, typed, words
from cardgen.validate.data import check_data
from cardgen.validate.printed import check_back, check_face
from cardgen.validate.waivers import Waivers

OF_RULES = frozenset(
    code for module in (data, printed, typed, words) for code in vars(module).values() if isinstance(code, Code)
)
"""What disagrees with the rules, on cards that can be drawn."""

__all__ = ["OF_RULES", "Waivers", "check_back", "check_data", "check_face"]
