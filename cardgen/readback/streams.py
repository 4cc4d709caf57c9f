"""Content streams taken apart into operators and their operands (ISO 32000-1, 7.8.2), none without end."""

from __future__ import annotations

import re
import warnings
from typing import Any

import pikepdf

from cardgen.readback.values import decoded, entry, one_or_more

_LITTLE, _TOKENS = 1 << 20, 3_000_000
"""Content longer than a megabyte is counted before it is taken apart, which takes a hundred times its room."""
_TOKEN = re.compile(rb"\S+")


def instructions(content: pikepdf.Object | pikepdf.Page, operators: str = "") -> list[Any]:
    """The instructions of a page, a form, a pattern's cell or a glyph, as pikepdf has them: each an operator and its operands,
    or an inline image; of those operators alone, if any are told. ValueError, saying why, where they cannot be read or go on
    without end.
    """
    own = entry(content.obj, "/Contents") if isinstance(content, pikepdf.Page) else content
    tokens = 0
    for part in one_or_more(own):
        data = decoded(part) if isinstance(part, pikepdf.Stream) else b""
        if len(data) > _LITTLE:
            tokens += sum(1 for _ in _TOKEN.finditer(data))
        if tokens > _TOKENS:
            raise ValueError("its content goes on without end")
    try:
        with warnings.catch_warnings(action="ignore"):  # of what breaks off
            return list(pikepdf.parse_content_stream(content, operators))
    except Exception:  # the parser raises of several kinds
        raise ValueError("its content cannot be read") from None
