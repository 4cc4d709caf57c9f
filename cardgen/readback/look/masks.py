"""Soft masks: where they let something through (ISO 32000-1, 11.6.5.2)."""

from __future__ import annotations

import pikepdf

from cardgen.readback.look.painted import Painted, Sides, State, union
from cardgen.readback.look.reader import Reader
from cardgen.readback.values import entry, numbers, word

EVERYWHERE: Sides = (-1e9, -1e9, 1e9, 1e9)
"""A box in which all of a page lies."""


def lit(reader: Reader, mask: pikepdf.Object) -> Sides | None:
    """The box of all that a soft mask lets through when it is set now; None where it lets nothing through. Where that cannot be
    told it is everything.
    """
    group = entry(mask, "/G")
    behind, curve = numbers(mask.get("/BC")), mask.get("/TR")
    light = word(mask.get("/S")) != "Alpha"
    dark = not any(behind) or behind == [0, 0, 0, 1]
    if not isinstance(group, pikepdf.Stream) or curve not in (None, pikepdf.Name.Identity) or (light and not dark):
        return EVERYWHERE
    key = group.objgen, reader.state.matrix, light
    if key not in reader.masks or key[0] == (0, 0):
        reader.masks[key] = _lit(reader, group, light)
    return reader.masks[key]


def _lit(reader: Reader, group: pikepdf.Stream, light: bool) -> Sides | None:
    kept, reader.state = reader.state, State(reader.state.matrix, EVERYWHERE)
    unsure, reader.vague, wrong = reader.vague, False, len(reader.trouble)
    try:
        inside = reader.aside(lambda: reader.form(group))
        if reader.vague or len(reader.trouble) > wrong or reader.left < 0:
            return EVERYWHERE
    finally:
        reader.state, reader.vague = kept, unsure
    out: Sides | None = None
    for one in inside:
        if one.seen and one.alpha > 0 and not (light and _dark(one)):
            box = reader.sides(one.seen)
            out = union(out, box) if out else box
    return out


def _dark(one: Painted) -> bool:
    """Whether it lets nothing through where it stands in a soft mask that is made of light: it is black all over."""
    laid = one.laid
    black = laid.get("Black", 0) >= 1 or all(laid.get(plate, 0) >= 1 for plate in ("Cyan", "Magenta", "Yellow"))
    return black and one.kind in ("fill", "stroke", "text", "mask") and one.blend == "Normal"
