"""How a rules sheet is set in its language: typefaces, sizes, leading, what begins a paragraph, what stresses a word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cardgen.units import MM_PER_PT


class Manner(NamedTuple):
    """Sizes are points. `family` sets text and `head` (with its weight) titles and chapters, `apart` is their tracking in
    thousandths of an em; `signs` sets what it has of Chinese signs and kana, where that is not the family itself.

    `heads` has of each level its size, the grid lines before it, its own lines, where its baseline lies in lines; `ruled` is
    where in lines a chapter's rule lies. `align` is the text's, `indent` what begins a paragraph (also the first one, where it
    `indents_all`); words are stressed by `dots` where a family has no italics, and what italics would set apart there is bold.
    """

    family: str
    head: tuple[str, int]
    apart: float
    body: float
    leading: float
    small: float
    heads: Mapping[int, tuple[float, int, int, float]]
    ruled: float
    align: str = "left"
    indent: str = "\u2003"
    indents_all: bool = False
    dots: bool = False
    signs: str = ""

    @property
    def grid(self) -> float:
        """A line of the baseline grid (mm)."""
        return self.leading * MM_PER_PT


LATIN = Manner(
    family="EB Garamond",
    head=("Cormorant SC", 600),
    apart=30,
    body=10.0,
    leading=12.5,
    small=8.5,
    heads={1: (30.0, 0, 4, 2.7), 2: (18.0, 2, 2, 0.9), 3: (11.5, 1, 1, 0.74)},
    ruled=1.35,
    signs="Yuji Syuku",
)
"""Ten on twelve and a half, for a line of some seventy letters; the signs of a name as the brush writes them on its card."""


def _chinese(family: str) -> Manner:
    """Nine and a half on fifteen and a half, for a line of some thirty-five signs, filled; a paragraph begins two signs in."""
    return Manner(
        family=family,
        head=(family, 700),
        apart=60,
        body=9.5,
        leading=15.5,
        small=8.5,
        heads={1: (28.0, 0, 3, 2.1), 2: (15.5, 2, 2, 0.86), 3: (11.5, 1, 1, 0.7)},
        ruled=1.22,
        align="justify",
        indent="\u3000\u3000",
        indents_all=True,
        dots=True,
    )


_MANNERS: Mapping[str, Manner] = {"zh-Hans": _chinese("Noto Serif SC"), "zh-Hant": _chinese("Noto Serif TC")}


def manner_of(language: str) -> Manner:
    """The manner of a language, or of the one that it is a kind of ("zh-Hant-HK" of "zh-Hant"); of most the Latin one."""
    name = language
    while name and name not in _MANNERS:
        name = name.rpartition("-")[0]
    return _MANNERS.get(name, LATIN)
