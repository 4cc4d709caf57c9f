"""The papers that go with an order, drawn by templates of their own: filled, read, written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import BinaryIO

from cardgen.compose import TEMPLATE_FIELD, Composer
from cardgen.face import Face, Mark, walk, wanted
from cardgen.findings import Finding, Refused, has_errors
from cardgen.fonts import Fonts
from cardgen.impose import Page
from cardgen.ink import BLACK, Inks, Paint
from cardgen.svg import Reading, read
from cardgen.templating import FAULTS, missing_name, raised, undefined
from cardgen.typeset import Style, shape_whole, width_mm
from cardgen.units import Rect
from cardgen.write.pdf import Job, Written, write
from cardgen.write.pictures import Pictures


def drawn(
    composer: Composer, template: str, trim: Rect, bleed: float, inks: Inks, more: Mapping[str, object]
) -> tuple[Mark, ...]:
    """The template of that name in `_shared/order`, filled and read, on a sheet of that size. Refused with every finding."""
    name = f"_shared/order/{template}.svg"
    context = {"width": trim.w, "height": trim.h, **more}
    try:
        markup = composer.jinja.get_template(name).render(context)
    except FAULTS as error:
        at = raised(composer.project, error, name, missing_name(error))
        raise Refused(Finding(TEMPLATE_FIELD, at, undefined(error, context))) from None
    done = read(
        markup, f"templates/{name}", Reading(composer.fonts, inks, trim, bleed, composer.art_box, lambda _: None, template)
    )
    if has_errors(done.findings):
        raise Refused(*done.findings)
    return done.marks


def write_pages(
    composer: Composer, inks: Inks, ppi: int, pages: Sequence[Page], faces: Mapping[str, Face], job: Job, out: BinaryIO
) -> Written:
    """Pages of faces of their own, and of the game's. Refused where a picture on them cannot be painted."""
    pictures = Pictures(composer.arts, composer.fonts, inks, composer.keep, ppi)
    marks = [mark for page in pages for mark in page.marks]
    marks += [mark for face in faces.values() for mark in face.marks]
    asked = dict.fromkeys(w for mark in walk(tuple(marks)) if (w := wanted(mark)))
    of_game = (placed.key for page in pages for placed in page.placed if placed.key not in faces)
    asked.update(dict.fromkeys(w for key in of_game for w in composer.pictures(key)))
    found = pictures.check(asked) + pictures.prepare(asked, lambda *_: None)
    if has_errors(found):
        raise Refused(*found)

    def face(key: str) -> Face:
        return faces[key] if key in faces else composer.face(key)

    return write(out, iter(pages), face, lambda _: False, composer.fonts, pictures, job)


def wrapped(fonts: Fonts, text: str, width: float, size: float, weight: int = 500) -> tuple[str, ...]:
    """The text in lines no wider than that (mm), broken between words, or within one where it alone is wider."""
    style = _style(fonts, size, weight)
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and _wide(fonts, f"{line} {word}", style) > width:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
        while len(line) > 1 and _wide(fonts, line, style) > width:
            kept = next(n for n in range(len(line) - 1, 0, -1) if n == 1 or _wide(fonts, line[:n], style) <= width)
            lines.append(line[:kept])
            line = line[kept:]
    return (*lines, line) if line else tuple(lines)


def cut(fonts: Fonts, text: str, width: float, size: float, weight: int = 500) -> str:
    """The text, or as much of its beginning as is no wider than that (mm), with an ellipsis."""
    style = _style(fonts, size, weight)
    if _wide(fonts, text, style) <= width:
        return text
    return next(
        (f"{text[:n].rstrip()}…" for n in range(len(text) - 1, 0, -1) if _wide(fonts, f"{text[:n]}…", style) <= width), "…"
    )


def _style(fonts: Fonts, size: float, weight: int) -> Style:
    return Style(fonts.find("EB Garamond", weight, False), size, Paint(BLACK), "lnum,tnum")


def _wide(fonts: Fonts, text: str, style: Style) -> float:
    """The width of a text that is set in one typeface throughout (mm)."""
    return width_mm(shape_whole(fonts, style.font, text, style.features), style)
