"""Faces before they are printed: what of them a trimming knife or a press could spoil."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from cardgen.face import Face, Stencil, Text, walk
from cardgen.findings import Code, Finding, Severity, short
from cardgen.fonts import Fonts
from cardgen.ink import Inks
from cardgen.pieces import Piece
from cardgen.scripts import chinese, is_cjk
from cardgen.sight import unseen
from cardgen.svg.markup import place
from cardgen.units import MM_PER_PT, Rect

OUTSIDE_SAFE = Code("outside-safe", "a knife wanders by a millimetre and more: words and seals near the edge are cut")
ACROSS_FOLD = Code("across-fold", "what stands across a fold is cracked by it, and read with a gap")
SMALL_TYPE = Code("small-type", "type below 6.5 pt is not read at arm's length")
OTHER_FORMS = Code("other-forms", "a sign is drawn otherwise where the other Chinese is written", Severity.WARNING)

LEAST_PT = 6.5
"""The floor of card text (the house's own: 8 pt wanted, 6.5 pt the least)."""


def preflight(face: Face, piece: Piece, inks: Inks) -> Iterator[Finding]:
    """Every word and seal of a face against the piece's safe margin, its folds and its panels; every word against the
    smallest size, and whether it is seen.
    """
    yield from unseen(face, inks)
    for mark in walk(face.marks):
        if isinstance(mark, Text | Stencil):
            named = f'"{short(mark.string, 30)}"' if isinstance(mark, Text) else f"the seal {mark.seal}"
            yield from _placed(face, piece, mark, named)
        match mark:
            case Text():
                size = printed_size(mark)
                if size < LEAST_PT - 1e-6:
                    says = f'{face.name}: "{short(mark.string, 30)}" is set in {size:.4g} pt'
                    yield Finding(SMALL_TYPE, place(mark.src), says, f"{LEAST_PT:g} pt is the least")


def other_forms(face: Face, fonts: Fonts, language: str) -> Iterator[Finding]:
    """Words in Chinese with signs in the forms of its other way of writing: of a typeface that is meant for that one, or that
    stands in for one without signs.
    """
    script = chinese(language)
    own = next((t.family for t in fonts.typefaces.values() if t.script == script), "")
    for mark in walk(face.marks) if script else ():
        if not isinstance(mark, Text):
            continue
        for word in mark.words:
            typeface = fonts.typefaces[word.font]
            if typeface.script not in (None, script) and any(is_cjk(char) for glyph in word.glyphs for char in glyph.text):
                shown = f'{face.name}: "{short(mark.string, 30)}"'
                says = f"{shown} is set in {typeface.family}, with the forms of {typeface.script}"
                yield Finding(OTHER_FORMS, place(mark.src), says, f'font-family="{own}" has those of {script}' if own else "")
                break


def printed_size(mark: Text) -> float:
    """The type size on paper in points: where a transform draws the type narrower or lower, by the smaller of the two."""
    m = mark.matrix
    smaller = abs(hypot(m.a + m.d, m.b - m.c) - hypot(m.a - m.d, m.b + m.c)) / 2  # the matrix's smaller singular value
    return smaller * 1000 / MM_PER_PT


def _placed(face: Face, piece: Piece, mark: Text | Stencil, named: str) -> Iterator[Finding]:
    """Whether a mark keeps its distance from every edge: of the trim, or, on a box, of the panel that it stands on."""
    box, safe = mark.box, piece.safe
    if piece.net:
        panels = [panel for name, panel in piece.net.panels.items() if name not in piece.net.glue]
    else:
        panels = [face.trim]
    over = min(_over(panel.grown(-safe), box) for panel in panels)
    if over > 0.01:
        edge = "the safe margin" if not piece.net else "the safe margin of any panel"
        yield Finding(OUTSIDE_SAFE, place(mark.src), f"{face.name}: {named} stands {over:.2f} mm outside {edge} of {safe:g} mm")
    for lines, start, end in ((piece.folds.upright, box.x, box.right), (piece.folds.level, box.y, box.bottom)):
        for line in lines:
            if start < line < end:
                yield Finding(ACROSS_FOLD, place(mark.src), f"{face.name}: {named} stands across the fold at {line:g} mm")


def _over(inside: Rect, box: Rect) -> float:
    """By how much (mm) a box reaches out of a rectangle."""
    return max(inside.x - box.x, inside.y - box.y, box.right - inside.right, box.bottom - inside.bottom)
