"""Reads a page's content as a printer does, and tells what it paints, in painting order.

Clips, and what is no rectangle, are known by their bounding boxes. Of a pattern one cell is read.
"""

from __future__ import annotations

from typing import NamedTuple

from cardgen.readback.document import Sheet
from cardgen.readback.look.operators import OPERATORS
from cardgen.readback.look.painted import Painted
from cardgen.readback.look.reader import Kept, Reader, Trouble


class Content(NamedTuple):
    """All that a page paints, in painting order, and all that of it cannot be read, each once."""

    painted: tuple[Painted, ...]
    trouble: tuple[Trouble, ...]


def read(sheet: Sheet, kept: Kept | None = None) -> Content:
    """What that page paints. Whatever is wrong with it is told as trouble; nothing is raised.

    `kept` holds what the pages of one document share; the caller gives the same to each of them.
    """
    reader = Reader(sheet, kept or Kept(), OPERATORS)
    reader.page()
    return Content(tuple(reader.painted), tuple(dict.fromkeys(reader.trouble)))
