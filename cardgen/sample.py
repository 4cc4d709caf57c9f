"""A template filled with a card, as an SVG with its pictures beside it, for a browser or Inkscape."""

from __future__ import annotations

import marshal
import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from cardgen.build import composer_of
from cardgen.compose import Composer, Side
from cardgen.face import Stencil, Tone, walk, wanted
from cardgen.findings import Code, Finding, Refused, Span, has_errors, nearest
from cardgen.ink import Ink, Inks, screen_ramp
from cardgen.load import Game, load
from cardgen.project import Project
from cardgen.svg.style import SVG, XHTML, XLINK_HREF
from cardgen.write.content import Colour
from cardgen.write.pictures import Pictures, unpacked

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

NO_SAMPLE = Code("no-such-template", "a sample is a template that some family of a game uses, filled with one of its cards")

SAMPLE_PPI = 200


def write_sample(project: Project, name: str, card_id: str | None, out: Path) -> list[Path]:
    """Write the sample of a template ("duel/technique") to the folder `out`; the files written, the SVG first.

    Refused where no family uses it, or where it has findings.
    """
    game_id, _, file = name.removesuffix(".svg").partition("/")
    game, found = load(project, game_id)
    if has_errors(found):
        raise Refused(*found)
    side = _side(game, file, card_id)
    composer = composer_of(project, game, game.language, 3.0)
    drawn = composer.drawn(side, name)
    if has_errors(drawn.findings):
        raise Refused(*drawn.findings)
    out.mkdir(parents=True, exist_ok=True)
    stem = f"{game_id}-{file}"
    pictures = Pictures(composer.arts, composer.fonts, game.inks, composer.keep, SAMPLE_PPI)
    files: dict[object, Path] = {}
    painted: dict[tuple[str, str], list[Path]] = {}
    for mark in walk(drawn.marks):
        if isinstance(mark, Tone | Stencil):
            inks = (mark.ink, mark.red, mark.ground) if isinstance(mark, Tone) else (mark.paint.ink,)
            key = wanted(mark), inks
            if key not in files:
                files[key] = out / f"{stem}-{len(files) + 1}.png"
                files[key].write_bytes(_png(mark, pictures, game.inks))
            painted.setdefault((mark.src, mark.art if isinstance(mark, Tone) else f"seal:{mark.seal}"), []).append(files[key])
    _show(drawn.root, "", painted)
    _style(composer, drawn.root, out)
    ElementTree.register_namespace("", SVG.strip("{}"))
    ElementTree.register_namespace("html", XHTML.strip("{}"))
    svg = out / f"{stem}.svg"
    svg.write_text(ElementTree.tostring(drawn.root, encoding="unicode") + "\n", encoding="utf-8", newline="\n")
    return [svg, *files.values()]


def _show(element: Element, at: str, painted: dict[tuple[str, str], list[Path]]) -> None:
    """Put the files in place of what the template names: those of one line and one picture in the order they are painted."""
    at = element.attrib.pop("data-at", at)
    if element.tag == SVG + "image":
        href = element.get("href") or element.attrib.pop(XLINK_HREF, "")
        whole = f"{href}/haku" if href.startswith("seal:") and "/" not in href else href
        if paths := painted.get((at, whole)):
            element.set("href", (paths.pop(0) if len(paths) > 1 else paths[0]).name)
    for child in element:
        _show(child, at, painted)


def screen_css(inks: Inks, fonts: list[tuple[str, int, bool, str]]) -> str:
    """The style sheet that shows inks on a screen: `fonts` are family, weight, slope and file of each typeface."""
    lines = ["/* Made from card_data/inks.yaml and fonts/fonts.yaml: what a browser shows for each ink and typeface. */"]
    for family, weight, italic, file in fonts:
        slope = "italic" if italic else "normal"
        source = f"src: url(../../fonts/{file})"
        lines.append(f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {slope}; {source} }}')
    lines += [
        "p { margin: 0 } p + p { margin-top: .35em } ul, ol { margin: 0; padding-left: 1em }",
        "foreignObject > div { height: 100%; display: flex; flex-direction: column }",
        'foreignObject[data-align="middle"] > div { justify-content: center }',
        'foreignObject[data-align="bottom"] > div { justify-content: flex-end }',
        "text { font-variant-ligatures: common-ligatures }",
    ]
    for ink in inks.values():
        for tint in range(100, 0, -10):
            name = ink.name if tint == 100 else f"{ink.name}-{tint}"
            shade = "#" + "".join(f"{round(255 - (255 - part) * tint / 100):02x}" for part in ink.screen)
            lines.append(f".fill-{name} {{ fill: {shade}; color: {shade} }} .stroke-{name} {{ stroke: {shade} }}")
    return "\n".join(lines) + "\n"


def _side(game: Game, file: str, card_id: str | None) -> Side:
    for family in game.families:
        if family.template == file:
            for card in family.cards:
                if card_id in (None, card.id):
                    return Side(family, card, "")
        if family.back == file:
            return Side(family, None, game.seats[0] if family.record.per == "player" else "")
    used = sorted({f.template for f in game.families} | {f.back for f in game.families})
    what = f'no card "{card_id}" uses "{file}"' if card_id else f'no family of {game.id} uses a template "{file}"'
    hint = nearest(file, used) if not card_id else "used are: " + ", ".join(used)
    raise Refused(Finding(NO_SAMPLE, Span(f"templates/{game.id}/{file}.svg"), what, hint))


def _style(composer: Composer, root: Element, out: Path) -> None:
    sheet = composer.project.find("templates/_shared/screen.css")
    if sheet:
        relative = Path(os.path.relpath(sheet, out.resolve())).as_posix()
        for style in root.iter(SVG + "style"):
            style.text = f'@import "{relative}";'


def _png(mark: Tone | Stencil, pictures: Pictures, inks: Inks) -> bytes:
    """The picture in screen colours; a seal's paper is transparent."""
    import io

    import numpy as np
    from PIL import Image

    want = wanted(mark)
    assert want
    if isinstance(mark, Stencil):
        width, height, data, _ = marshal.loads(pictures.kept(want))
        rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, -1)
        bits = np.unpackbits(rows, axis=1)[:, :width]
        pixels = np.empty((height, width, 4), np.uint8)
        pixels[...] = (*inks[mark.paint.ink].screen, 255)
        pixels[..., 3] = 255 * (bits == 0)
    else:
        names = (mark.ink, mark.red, mark.ground)
        image = pictures.image(want, names, Colour.SCREEN)
        if image.kind == "mixed":
            pixels = unpacked(image.data, image.width * 3, image.height).reshape(image.height, image.width, 3)
        else:
            plate = unpacked(image.data, image.width, image.height)
            pixels = _shades(inks[mark.ink], inks[mark.ground])[plate]
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


def _shades(ink: Ink, ground: Ink) -> npt.NDArray[np.uint8]:
    import numpy as np

    return np.frombuffer(screen_ramp(ink, ground), np.uint8).reshape(256, 3)
