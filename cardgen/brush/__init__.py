"""The ink: scores (SVG files of brush strokes) into printing plates, and carved seals into masks.

`read_score` refuses a faulty score with all its findings; `paint` and `carve` are pure: same input, same bytes.
"""

from __future__ import annotations

from cardgen.brush.marks import Score
from cardgen.brush.paint import Plates, paint
from cardgen.brush.read import read_score
from cardgen.brush.scan import scan_size, separated
from cardgen.brush.seal import STYLES, carve

__all__ = ["STYLES", "Plates", "Score", "carve", "paint", "read_score", "scan_size", "separated"]
