"""What CONTRIBUTING.md says of the house is what stands there."""

from __future__ import annotations

import re

from tests.conftest import ROOT
from tests.test_architecture import LEVELS


def test_the_table_of_levels_is_that_of_the_house() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", text, re.M)
    told = {int(level): set(re.findall(r"`(\w+)/?`", names)) for level, names in rows}
    assert told == {n: names for n, names in enumerate(LEVELS) if "__main__" not in names}
