"""Type against the fonts that are embedded for it: glyphs that they lack, widths that are not theirs."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.findings import Code, Severity
from cardgen.readback.document import Sheet
from cardgen.readback.fault import Fault
from cardgen.readback.look.painted import Painted

MISSING_GLYPH = Code("missing-glyph", "for a character that its font lacks a press prints a box, or nothing")
WRONG_WIDTHS = Code(
    "wrong-widths",
    "where a file and its font disagree on how wide letters are, each press sets them otherwise",
    Severity.WARNING,
)

_OFF = 0.005
"""By how many ems glyphs may differ from their font's widths, on the average of a line: programs round them to thousandths."""


def check_typefaces(sheet: Sheet, texts: list[Painted]) -> Iterator[Fault]:
    """Once for each font of the page: the first place, and how many more there are."""
    for code, says, hint, found in (
        (
            MISSING_GLYPH,
            "shows characters that its font{} lacks",
            "embed a font that has them",
            [t for t in texts if t.missing],
        ),
        (
            WRONG_WIDTHS,
            "is set by other widths than its font{} has",
            "write it with the font's own",
            [t for t in texts if t.off > _OFF],
        ),
    ):
        of_font: dict[str, list[Painted]] = {}
        for one in found:
            of_font.setdefault(one.font, []).append(one)
        for font, own in of_font.items():
            which = f" {font}" if font else ""
            more = f", and {len(own) - 1} more places too" if len(own) > 1 else ""
            yield Fault(code, f"{own[0].called()} {says.format(which)}{more}", sheet.number, own[0].seen, hint)
