"""Templates into marks: what a browser would show is what is printed, or it is refused."""

from __future__ import annotations

import math
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen import brush
from cardgen.face import Clipped, Face, Fact, Mark, Shape, Stencil, Stroke, Text, Tone, dump
from cardgen.findings import Refused, Span
from cardgen.fonts import Fonts
from cardgen.frozen import freeze, thaw
from cardgen.ink import Ink, Paint
from cardgen.paths import parse_path
from cardgen.project import open_project
from cardgen.svg import Drawn, Reading, read, reader
from cardgen.units import MM_PER_PT, Rect
from tests.conftest import ROOT

FONTS = Fonts(open_project(ROOT))
INKS = {name: Ink(name, (0, 0, 0, 1), (0, 0, 0)) for name in ("black", "sumi", "seal", "ground", "paper")}
EM = 10 * MM_PER_PT
"""The type of these templates: 10 pt, in mm."""


def draw(body: str, bleed: float = 3.0) -> Drawn:
    markup = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'viewBox="0 0 40 56" data-at="templates/t.svg:1">{body}</svg>'
    )
    box = {"art/a.svg": Rect(-3, -3, 46, 62), "art/small.svg": Rect(0, 0, 20, 10), "art/none.svg": Rect(0, 0, 0, 0)}.get
    return read(markup, "templates/t.svg", Reading(FONTS, INKS, Rect(0, 0, 40, 56), bleed, box, lambda text: None, "wolf"))


def marks(body: str, bleed: float = 3.0) -> tuple[Mark, ...]:
    drawn = draw(body, bleed)
    assert not drawn.findings, drawn.findings[0].text()
    return drawn.marks


def shape(body: str) -> Shape:
    (mark,) = marks(body)
    assert isinstance(mark, Shape)
    return mark


def texts(body: str) -> list[Text]:
    return [m for m in marks(body) if isinstance(m, Text)]


def faults(body: str) -> list[str]:
    return [f.code.name for f in draw(body).findings]


RECT = '<rect width="2" height="1"{}/>'


# --- paint --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attributes", "fill"),
    [
        ("", Paint("black")),
        (' class="fill-seal"', Paint("seal")),
        (' class="fill-seal-40"', Paint("seal", 0.4)),
        (' class="fill-none"', None),
        (' fill="none"', None),
        (' fill="none" class="fill-seal"', Paint("seal")),
        (' class="fill-seal" style="fill: none"', None),
        (' class="stroke-black"', Paint("black")),
    ],
)
def test_a_style_weighs_more_than_a_class_and_a_class_more_than_an_attribute(attributes: str, fill: Paint | None) -> None:
    found = marks(RECT.format(attributes))
    assert (found[0].fill if found else None) == fill  # type: ignore[union-attr]


def test_paint_is_inherited() -> None:
    mark = shape(f'<g class="fill-seal stroke-black-50" stroke-width="0.5"><g fill="none">{RECT.format("")}</g></g>')
    assert mark.fill is None
    assert mark.stroke
    assert (mark.stroke.paint, mark.stroke.width) == (Paint("black", 0.5), 0.5)


def test_lines_and_dashes_grow_with_the_transform() -> None:
    drawn = 'class="stroke-black" stroke-width="0.5" stroke-dasharray="1 2" stroke-linecap="round" stroke-linejoin="bevel"'
    mark = shape(f'<line x1="0" y1="0" x2="3" y2="0" {drawn} transform="scale(2)"/>')
    assert mark.path == (("M", (0, 0)), ("L", (6, 0)))
    assert mark.stroke
    assert mark.stroke[1:] == (1.0, 1, 2, (2.0, 4.0), 4.0)


def test_a_line_is_as_svg_has_it_where_nothing_is_said() -> None:
    line = '<path class="stroke-black" d="M0,0 L3,0 L0,1" {}/>'
    assert shape(line.format("")).stroke == Stroke(Paint("black"), 1.0, 0, 0, (), 4.0)
    assert shape(line.format('stroke-miterlimit="2.5"')).stroke[-1] == 2.5  # type: ignore[index]
    assert shape(line.format('stroke-dasharray="0 0"')).stroke.dash == ()  # type: ignore[union-attr]
    for wrong in ('stroke-width="-1"', 'stroke-dasharray="1 -1"', 'stroke-miterlimit="0.5"'):
        assert faults(line.format(wrong)) == ["bad-attribute"]


@pytest.mark.parametrize("value", ["red", "#000", "rgb(0,0,0)", "url(#a)", "currentColor", "black", ""])
@pytest.mark.parametrize("side", ["fill", "stroke"])
def test_a_screen_colour_is_refused(value: str, side: str) -> None:
    assert faults(RECT.format(f' {side}="{value}"')) == ["screen-colour"]
    assert faults(RECT.format(f' style="{side}:{value or "red"}"')) == ["screen-colour"]


# --- shapes and transforms ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("element", "path"),
    [
        ('<rect x="1" y="2" width="3" height="4"/>', "M1,2 L4,2 L4,6 L1,6 Z"),
        ('<line x1="1" y1="2" x2="3" y2="4"/>', "M1,2 L3,4"),
        ('<polygon points="0,0 3,0 3,4"/>', "M0,0 L3,0 L3,4 Z"),
        ('<polyline points="0,0 3,0 3,4"/>', "M0,0 L3,0 L3,4"),
        ('<path d="M0,0 h3 v4 z"/>', "M0,0 L3,0 L3,4 Z"),
        ('<g transform="translate(10 0)"><path transform="scale(2)" d="M0,0 h3 v4 z"/></g>', "M10,0 L16,0 L16,8 Z"),
        ('<g transform="rotate(90)"><g transform="translate(1 0)"><path d="M0,0 L1,0"/></g></g>', "M0,1 L0,2"),
    ],
)
def test_shapes(element: str, path: str) -> None:
    expected = parse_path(path)
    assert [op for op, _ in shape(element).path] == [op for op, _ in expected]
    for (_, one), (_, two) in zip(shape(element).path, expected, strict=True):
        assert one == pytest.approx(two, abs=1e-9)


def test_a_round_shape_keeps_to_its_box() -> None:
    for element in ('<circle cx="10" cy="10" r="4"/>', '<ellipse cx="10" cy="10" rx="4" ry="4"/>'):
        ends = [v[-2:] for _, v in shape(element).path if v]
        assert all(math.hypot(x - 10, y - 10) == pytest.approx(4) for x, y in ends)


@pytest.mark.parametrize(
    "element",
    ['<rect width="{}" height="2"/>', '<rect width="2" height="{}"/>', '<circle r="{}"/>', '<ellipse rx="{}" ry="2"/>',
     '<ellipse rx="2" ry="{}"/>'],
)  # fmt: skip
def test_a_shape_without_size_is_not_drawn_and_one_of_less_is_refused(element: str) -> None:
    assert marks(element.format("0")) == ()
    assert len(marks(element.format("1"))) == 1
    assert faults(element.format("-1")) == ["bad-attribute"]


def test_the_rule_of_filling_is_kept() -> None:
    assert not shape('<path d="M0,0 h3 v4 z"/>').even_odd
    assert shape('<path fill-rule="evenodd" d="M0,0 h3 v4 z"/>').even_odd
    assert faults('<path fill-rule="odd" d="M0,0 h3 v4 z"/>') == ["bad-attribute"]


# --- use, symbol, clipPath ------------------------------------------------------------------------------------------


def test_what_is_defined_is_drawn_where_it_is_used() -> None:
    body = (
        '<defs><rect id="r" width="2" height="1"/></defs><use href="#r" x="5" y="6"/><use xlink:href="#r" class="fill-seal"/>'
    )
    one, two = marks(body)
    assert isinstance(one, Shape)
    assert isinstance(two, Shape)
    assert one.path[0] == ("M", (5, 6))
    assert (one.fill, two.fill) == (Paint("black"), Paint("seal"))


def test_an_element_may_be_used_that_is_drawn_too_and_before_it_is_written() -> None:
    one, two = marks('<use href="#r" transform="scale(2)"/><g id="r"><rect x="1" width="2" height="1"/></g>')
    assert one.path[0] == ("M", (2, 0))  # type: ignore[union-attr]
    assert two.path[0] == ("M", (1, 0))  # type: ignore[union-attr]


def test_a_symbol_is_drawn_only_where_it_is_used() -> None:
    symbol = '<symbol id="s"><rect x="1" width="2" height="1"/></symbol>'
    assert marks(symbol) == ()
    (mark,) = marks(symbol + '<use href="#s" x="10" y="20"/>')
    assert mark.path[0] == ("M", (11, 20))  # type: ignore[union-attr]


def test_a_symbols_view_box_is_brought_into_the_box_of_its_use() -> None:
    symbol = '<symbol id="s" viewBox="10 10 4 2"><rect x="10" y="10" width="4" height="2"/></symbol>'
    (mark,) = marks(symbol + '<use href="#s" x="5" y="5" width="8" height="8"/>')
    assert mark.path == parse_path("M5,7 L13,7 L13,11 L5,11 Z")  # type: ignore[union-attr]
    assert faults(symbol + '<use href="#s"/>') == ["bad-attribute"]


@pytest.mark.parametrize(
    "loop",
    [
        '<g id="a"><use href="#a"/></g>',
        '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
        '<symbol id="a"><use href="#a"/></symbol><use href="#a"/>',
    ],
)
def test_what_uses_itself_is_refused(loop: str) -> None:
    assert set(faults(loop)) == {"bad-attribute"}


def test_a_fault_in_what_is_used_does_not_pass_for_a_loop() -> None:
    body = '<symbol id="s" class="fill-blak"><rect width="1" height="1"/></symbol><use href="#s"/><use href="#s"/>'
    assert set(faults(body)) == {"unknown-class"}


def test_a_clip_path_cuts_in_the_coordinates_of_what_it_cuts() -> None:
    body = (
        '<clipPath id="c" transform="translate(1 0)"><rect width="2" height="2"/><rect x="4" width="2" height="2"/></clipPath>'
        '<g clip-path="url(#c)" transform="scale(2)"><rect width="9" height="9"/></g>'
    )
    (clip,) = marks(body)
    assert isinstance(clip, Clipped)
    assert clip.path == parse_path("M2,0 L6,0 L6,4 L2,4 Z M10,0 L14,0 L14,4 L10,4 Z")
    assert [m.path[2] for m in clip.marks] == [("L", (18, 18))]  # type: ignore[union-attr]
    assert set(faults('<clipPath id="c" clipPathUnits="objectBoundingBox"/><g clip-path="url(#c)"/>')) == {"unknown-attribute"}
    assert faults('<g id="c"/><g clip-path="url(#c)"/>') == ["bad-attribute"]
    assert faults('<clipPath id="c"><text>a</text></clipPath><g clip-path="url(#c)"/>') == ["unknown-element"]


def clip(children: str, around: str = "") -> Clipped:
    (mark,) = marks(f'<clipPath id="c">{children}</clipPath><g clip-path="url(#c)" {around}><rect width="9" height="9"/></g>')
    assert isinstance(mark, Clipped)
    return mark


def test_the_rule_of_clipping_is_the_clip_paths_own() -> None:
    star = '<path d="M0,0 h3 v4 z" {}/>'
    assert not clip(star.format("")).even_odd
    assert not clip(star.format('fill-rule="evenodd"')).even_odd
    assert not clip(star.format(""), 'clip-rule="evenodd"').even_odd
    assert clip(star.format('clip-rule="evenodd"')).even_odd
    assert not shape('<path clip-rule="evenodd" d="M0,0 h3 v4 z"/>').even_odd
    two = star.format('clip-rule="evenodd"') * 2
    assert faults(f'<clipPath id="c">{two}</clipPath><g clip-path="url(#c)"/>') == ["bad-attribute"]
    face = Face("one", Rect(0, 0, 40, 56), 3.0, (clip(star.format('clip-rule="evenodd"')),))
    assert thaw(freeze(face)) == face
    assert "clip evenodd M" in dump(face)


@pytest.mark.parametrize("children", ["", "<title>none</title>", '<rect width="0" height="3"/>', '<path d=""/>'])
def test_through_an_empty_clip_path_nothing_is_seen(children: str) -> None:
    assert marks(f'<clipPath id="c">{children}</clipPath><g clip-path="url(#c)"><rect width="9" height="9"/></g>') == ()


def test_an_id_that_two_elements_have_names_neither() -> None:
    twice = '<rect id="r" width="2" height="1"/><circle id="r" r="3"/>'
    assert len(marks(twice)) == 2
    assert faults(twice + '<use href="#r"/>') == ["bad-attribute"]
    clips = '<clipPath id="c"><rect width="2" height="2"/></clipPath>' * 2
    assert faults(clips + '<g clip-path="url(#c)"/>') == ["bad-attribute"]


def test_a_picture_within_the_picture_is_refused() -> None:
    (finding,) = draw('<svg x="5" viewBox="0 0 4 4" width="9" height="9"><rect width="4" height="4"/></svg>').findings
    assert (finding.code.name, "<g>" in finding.hint) == ("unknown-element", True)


def test_elements_that_stand_too_deep_are_a_finding() -> None:
    assert faults("<g>" * 1500 + RECT.format("") + "</g>" * 1500) == ["bad-svg"]
    clipped = '<clipPath id="c"><rect width="9" height="9"/></clipPath>' + '<g clip-path="url(#c)">' * 90
    assert len(marks(clipped + RECT.format("") + "</g>" * 90)) == 1
    chain = "".join(f'<g id="g{n}"><use href="#g{n + 1}"/></g>' for n in range(400)) + '<rect id="g400" width="1" height="1"/>'
    assert set(faults(f"<defs>{chain}</defs><use href='#g0'/>")) == {"bad-svg"}
    for one, content in (("tspan", "<text>{}</text>"), ("b", "<foreignObject width='9' height='9'>{}</foreignObject>")):
        name = f'{one} xmlns="http://www.w3.org/1999/xhtml"' if one == "b" else one
        with pytest.raises(Refused, match="bad-svg"):
            draw(content.format(f"<{name}>" * 1500 + "a" + f"</{one}>" * 1500))


# --- text on a line -------------------------------------------------------------------------------------------------

TEXT = '<text font-family="EB Garamond" font-size="{{em}}"{}>{}</text>'.replace("{{em}}", f"{EM:.6f}")


def text(attributes: str, content: str) -> list[Text]:
    return texts(TEXT.format(f" {attributes}", content))


def length(mark: Text) -> float:
    glyphs = sum(len(w.glyphs) for w in mark.words)
    return (sum(w.advance for w in mark.words) + mark.tracking * glyphs) * mark.size * MM_PER_PT / 1000


def test_a_text_begins_ends_or_stands_about_its_point() -> None:
    (start,), (middle,), (end,) = (text(f'x="20" y="9" text-anchor="{a}"', "Wolf") for a in ("start", "middle", "end"))
    assert (start.matrix.e, start.matrix.f, start.size) == (20, 9, pytest.approx(10))
    assert middle.matrix.e == pytest.approx(20 - length(middle) / 2)
    assert end.matrix.e == pytest.approx(20 - length(end))
    assert start.box.y < 9 <= start.box.bottom + 0.1


def test_letter_spacing_is_in_millimetres_behind_every_letter() -> None:
    (close,), (wide,) = text('letter-spacing="0"', "Wolf"), text('letter-spacing="0.5"', "Wolf")
    letters = sum(len(w.glyphs) for w in wide.words)
    assert length(wide) == pytest.approx(length(close) + letters * 0.5)


def test_letters_that_are_set_apart_are_not_drawn_together() -> None:
    (close,), (wide,) = text('letter-spacing="0"', "office"), text('letter-spacing="0.5"', "office")
    assert len(close.words[0].glyphs) < len("office") == len(wide.words[0].glyphs)
    (small,) = text('letter-spacing="0.5" font-variant="small-caps"', "office")
    assert small.words[0].glyphs[0].gid != wide.words[0].glyphs[0].gid, "what is asked for besides is kept"


def test_text_is_not_printed_otherwise_than_it_is_painted() -> None:
    for none in ('fill="none"', 'class="fill-none"', 'style="fill: none"'):
        (finding,) = draw(TEXT.format(f" {none}", "Wolf")).findings
        assert "text without a fill" in finding.says
    assert faults(f'<g fill="none">{box("word")}</g>') == ["bad-attribute"]
    assert faults(f'<g class="stroke-black">{TEXT.format("", "Wolf")}</g>') == ["bad-attribute"]
    assert faults(TEXT.format("", 'a <tspan class="stroke-black">b</tspan>')) == ["bad-attribute"]
    for drawn in ('class="stroke-none"', 'stroke-width="0"'):
        assert len(texts(f'<g class="stroke-black">{TEXT.format(f" {drawn}", "Wolf")}</g>')) == 1
    assert len(text('fill="none"', ' <tspan class="fill-seal">a</tspan> <tspan class="fill-black">b</tspan> ')) == 3


def test_text_from_right_to_left_is_refused() -> None:
    for char in ("ש", "م", "٣", "\u202e"):
        (finding,) = draw(TEXT.format("", f"Wolf {char}{char}")).findings
        assert finding.code.name == "right-to-left"
        assert f"U+{ord(char):04X}" in finding.says


def test_spans_follow_one_another() -> None:
    one, two, three = text('x="5" y="9"', 'Deal <tspan font-weight="700" class="fill-seal">3</tspan> damage')
    assert [m.string for m in (one, two, three)] == ["Deal ", "3", " damage"]
    assert two.matrix.e == pytest.approx(5 + length(one))
    assert three.matrix.e == pytest.approx(5 + length(one) + length(two))
    assert (one.paint, two.paint) == (Paint("black"), Paint("seal"))
    assert one.words[0].font != two.words[0].font


def test_a_span_with_a_place_begins_anew_there() -> None:
    one, two, three = text('x="5" y="9"', 'one<tspan x="7" y="12">two</tspan><tspan x="8">three</tspan>')
    assert [(m.string, m.matrix.e, m.matrix.f) for m in (one, two, three)] == [("one", 5, 9), ("two", 7, 12), ("three", 8, 12)]


def test_each_part_is_anchored_by_itself() -> None:
    one, two = text('x="20" y="9" text-anchor="end"', 'one<tspan x="20" y="12">three</tspan>')
    assert one.matrix.e + length(one) == pytest.approx(20)
    assert two.matrix.e + length(two) == pytest.approx(20)


def test_a_span_with_a_place_has_its_own_anchor() -> None:
    one, two = text('x="5" y="9"', 'one<tspan x="20" y="12" text-anchor="end">three</tspan>')
    assert one.matrix.e == 5
    assert two.matrix.e + length(two) == pytest.approx(20)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("\n   Wolf\n  and\tpike \n", "Wolf and pike"),
        ("  <tspan> Wolf </tspan> <tspan> and</tspan> ", "Wolf and"),
        ("Wolf<tspan/>s", "Wolfs"),
        ("a<title>not this</title>b", "ab"),
        ("  ", ""),
        ("a\u00a0 b", "a\u00a0 b"),
        ("R &amp; D &lt;b&gt;", "R & D <b>"),
    ],
)
def test_white_space_is_as_svg_has_it(content: str, said: str) -> None:
    assert "".join(m.string for m in text('x="1" y="9"', content)) == said


def test_a_title_shrinks_to_its_floor_and_no_further() -> None:
    def size(width: float) -> float:
        return text(f'data-width="{width}" data-fit="10pt 7pt" y="9"', "A fairly long name")[0].size

    whole = length(text("", "A fairly long name")[0])
    assert size(whole + 0.01) == pytest.approx(10)
    assert size(whole * 0.8) == pytest.approx(8)
    assert size(whole * 0.7 + 0.01) == pytest.approx(7)
    drawn = draw(TEXT.format(f' data-width="{whole * 0.6}" data-fit="10pt 7pt"', "A fairly long name"))
    (finding,) = drawn.findings
    assert finding.code.name == "text-too-long"
    assert f'wolf: "A fairly long name" on a line of {whole * 0.6:g} mm is {whole * 0.1:.1f} mm too long' in finding.says
    assert not drawn.marks, "nothing is clipped"


# --- text in a column -----------------------------------------------------------------------------------------------


def column(attributes: str, content: str) -> list[Text]:
    down = 'x="20" y="10" writing-mode="vertical-rl" font-family="Noto Serif SC"'
    return texts(f'<text {down} font-size="{EM:.6f}" {attributes}>{content}</text>')


def test_a_column_runs_down_from_its_point_with_its_middle_on_it() -> None:
    (mark,) = column("", "剣道場")
    assert mark.vertical
    assert mark.box.x + mark.box.w / 2 == pytest.approx(20, abs=0.3)
    assert mark.box.y == pytest.approx(10, abs=0.4)
    assert mark.box.bottom == pytest.approx(10 + 3 * EM, abs=0.4)
    assert mark.box.w < EM


def test_a_column_ends_or_stands_about_its_point() -> None:
    (middle,), (end,) = column('text-anchor="middle"', "剣道"), column('text-anchor="end"', "剣道")
    assert middle.box.y + middle.box.h / 2 == pytest.approx(10, abs=0.3)
    assert end.box.bottom == pytest.approx(10, abs=0.4)


def test_letter_spacing_runs_down_a_column() -> None:
    (close,), (wide,) = column("", "剣道場"), column('letter-spacing="1"', "剣道場")
    assert wide.box.bottom - close.box.bottom == pytest.approx(2, abs=0.01)
    assert (wide.box.x, wide.box.w) == (close.box.x, close.box.w)


def test_a_latin_word_lies_on_its_side_in_a_column() -> None:
    one, word, two = column("", "剣Aikido道")
    assert [m.string for m in (one, word, two)] == ["剣", "Aikido", "道"]
    assert (one.vertical, word.vertical) == (True, False)
    assert word.matrix.a == pytest.approx(0)
    assert word.box.h > word.box.w, "it runs down"
    assert word.box.y == pytest.approx(10 + EM, abs=0.4)
    assert two.box.y == pytest.approx(10 + EM + length(word), abs=0.4)
    assert word.box.x + word.box.w / 2 == pytest.approx(20, abs=0.5)


def test_brackets_stand_upright_in_a_column() -> None:
    (flat,) = texts(f'<text x="20" y="10" font-family="Noto Serif SC" font-size="{EM:.6f}">「</text>')
    (upright,) = column("", "「")
    assert flat.words[0].glyphs[0].gid != upright.words[0].glyphs[0].gid, "the vertical form of the glyph"


# --- running text ---------------------------------------------------------------------------------------------------


def box(content: str, attributes: str = "", h: float = 30) -> str:
    return (
        f'<foreignObject x="4" y="10" width="30" height="{h}" font-family="EB Garamond" data-fit="10pt 6.5pt" {attributes}>'
        f'<div xmlns="http://www.w3.org/1999/xhtml">{content}</div></foreignObject>'
    )


def test_running_text_stands_at_the_top_the_middle_or_the_bottom_of_its_box() -> None:
    (top,), (middle,), (bottom,) = (texts(box("word", f'data-align="{a}"')) for a in ("top", "middle", "bottom"))
    assert top.matrix.f < 10 + 1.2 * EM
    assert middle.matrix.f - top.matrix.f == pytest.approx((30 - 1.2 * EM) / 2)
    assert bottom.matrix.f - top.matrix.f == pytest.approx(30 - 1.2 * EM)


def test_running_text_with_stress_breaks_and_lists() -> None:
    said = texts(box("<p>Deal <b>3</b> or<br/>rest <i>well</i></p><ul><li>one</li></ul><ol><li>a</li><li>b</li></ol>"))
    lines: dict[float, str] = {}
    for mark in said:
        lines[round(mark.matrix.f, 6)] = lines.get(round(mark.matrix.f, 6), "") + mark.string
    assert list(lines.values()) == ["Deal 3 or", "rest well", "•one", "1.a", "2.b"]
    assert len({m.words[0].font for m in said}) == 3, "upright, bold and italic"


def test_running_text_shrinks_to_its_floor_and_no_further() -> None:
    words = "word " * 20
    assert texts(box(words, h=30))[0].size == pytest.approx(10)
    assert 6.5 <= texts(box(words, h=14))[0].size < 10
    drawn = draw(box(words, h=6))
    (finding,) = drawn.findings
    assert finding.code.name == "text-too-long"
    assert "wolf: " in finding.says
    assert "in a box of 30 x 6 mm" in finding.says
    assert "mm too high" in finding.says
    assert not drawn.marks


def test_an_empty_box_is_empty() -> None:
    assert marks(box("")) == ()
    assert marks(box("<p> </p>\n")) == ()


# --- pictures and seals ---------------------------------------------------------------------------------------------


def tone(attributes: str, bleed: float = 3.0) -> Tone:
    (mark,) = marks(f"<image {attributes}/>", bleed)
    assert isinstance(mark, Tone)
    return mark


def test_a_picture_is_seen_whole_or_covers_its_box() -> None:
    place = 'href="art/small.svg" x="14" y="4" width="10" height="10"'
    whole, cover = tone(place), tone(f'{place} preserveAspectRatio="xMidYMid slice"')
    assert (whole.matrix.a, whole.matrix.d) == (10, 5)
    assert (whole.matrix.e, whole.matrix.f, whole.box) == (14, 6.5, Rect(0, 0, 20, 10))
    assert (cover.matrix.a, cover.matrix.d) == (10, 10)
    assert (cover.matrix.e, cover.matrix.f, cover.box) == (14, 4, Rect(5, 0, 10, 10))
    for value in ("none", "xMinYMin", "slice"):
        assert faults(f'<image {place} preserveAspectRatio="{value}"/>') == ["bad-attribute"]


def test_art_that_reaches_the_edge_is_painted_as_far_as_the_bleed() -> None:
    place = 'href="art/a.svg" x="-3" y="-3" width="46" height="62"'
    for bleed in (0.0, 3.0, 5.0):
        mark = tone(place, bleed)
        assert mark.box == pytest.approx((-bleed, -bleed, 40 + 2 * bleed, 56 + 2 * bleed))
        assert (mark.matrix.e, mark.matrix.f, mark.matrix.a) == pytest.approx((-bleed, -bleed, 40 + 2 * bleed))


def test_a_picture_names_its_inks() -> None:
    place = 'href="art/small.svg" width="10" height="10"'
    assert tone(place)[3:6] == ("sumi", "seal", "ground")
    assert tone(f'{place} class="ink-black red-sumi ground-paper"')[3:6] == ("black", "sumi", "paper")


def test_a_picture_that_is_not_there_is_told() -> None:
    assert faults('<image href="art/b.svg" width="10" height="10"/>') == ["missing-art"]
    assert faults('<image width="10" height="10"/>') == ["missing-art"]


@pytest.mark.parametrize("transform", ["scale(0)", "scale(1e-9)", "scale(1 0)", "translate(200 0)", "translate(0 -200)"])
def test_a_picture_of_which_nothing_is_seen_is_not_asked_for(transform: str) -> None:
    assert marks(f'<image href="art/a.svg" width="9" height="9" transform="{transform}"/>') == ()
    if "scale" in transform:
        assert marks(f'<image href="seal:技/shu" width="9" height="9" transform="{transform}"/>') == ()


def test_art_without_size_is_a_finding_at_the_art() -> None:
    (finding,) = draw('<image href="art/none.svg" width="9" height="9"/>').findings
    assert (finding.code.name, finding.at) == ("bad-attribute", Span("art/none.svg"))


def test_a_seal_is_square_and_as_large_as_it_is_printed() -> None:
    (mark,) = marks('<g transform="scale(2)"><image href="seal:技/shu" x="4" y="5" width="6" height="3"/></g>')
    assert isinstance(mark, Stencil)
    assert (mark.size, mark.box) == (6, Rect(11, 10, 6, 6))
    assert (mark.matrix.a, mark.matrix.d) == (6, 6)


def test_seals() -> None:
    (mark,) = marks('<image href="seal:技/shu" class="fill-seal-50" x="4" y="5" width="6" height="6"/>')
    assert isinstance(mark, Stencil)
    assert (mark.seal, mark.size, mark.paint, mark.box) == ("技/shu", 6, Paint("seal", 0.5), Rect(4, 5, 6, 6))
    stated = marks('<image href="seal:技/shu" data-fact="seal" width="6" height="6"/>')
    assert [(m.name, m.value) for m in stated if isinstance(m, Fact)] == [("seal", "技")], "what is carved is what it states"
    within = marks('<g data-fact="foe" data-value="wolf"><image href="seal:技/shu" width="6" height="6"/></g>')
    assert [(m.name, m.value) for m in within if isinstance(m, Fact)] == [("foe", "wolf")]
    assert faults('<image href="seal:技技技/shu" width="6" height="6"/>') == ["bad-attribute"]
    assert faults('<image href="seal:技/sho" width="6" height="6"/>') == ["bad-attribute"]
    assert faults('<image href="seal:🐺" width="6" height="6"/>') == ["no-glyph"]
    assert brush.STYLES == reader._SEALS


# --- facts, places, notes -------------------------------------------------------------------------------------------


def test_facts_are_known_where_they_are_printed() -> None:
    (mark,) = texts(f'<g data-fact="damage"><text y="9" font-size="{EM}">5</text></g>')
    assert mark.fact == "damage"
    drawn = marks('<g data-fact="step" data-value="2"><rect width="1" height="1"/></g>')
    assert [(m.name, m.value) for m in drawn if isinstance(m, Fact)] == [("step", "2")]


def test_every_mark_knows_its_line() -> None:
    body = '<g data-at="templates/t.svg:7"><rect data-at="templates/t.svg:8" width="1" height="1"/></g>'
    assert shape(body).src == "templates/t.svg:8"
    found = draw('<g data-at="templates/t.svg:7"><rect widht="1" data-at="templates/t.svg:8"/></g>').findings
    assert [f.at for f in found] == [Span("templates/t.svg", 8)]


def test_an_editors_own_notes_are_passed_over() -> None:
    body = (
        '<inkscape:grid id="g"/><metadata>x</metadata><title>t</title><desc>d</desc><style>@import "a.css";</style><!-- c -->'
    )
    assert marks(body + RECT.format(' inkscape:label="x"')) == marks(RECT.format(""))


@pytest.mark.parametrize(
    ("markup", "line"),
    [
        ("<svg><g data-at='templates/t.svg:4'></svg>", 4),
        ("<svg><g data-at='templates/t.svg:4'><b data-at='templates/t.svg:5'></g></svg>", 5),
        ("<svg data-at='templates/t.svg:2'>", 2),
        ("<svg data-at='templates/t.svg:2'></g></svg>", 2),
        ("<svg data-at='templates/t.svg:2'><g data-at='templates/t.svg:3'/>剣&</svg>", 3),
        ("", 1),
        ("words", 1),
    ],
)
def test_what_is_not_well_formed_is_told_where_it_is_open(markup: str, line: int) -> None:
    reading = Reading(FONTS, INKS, Rect(0, 0, 40, 56), 3, lambda href: None, lambda text: None, "wolf")
    with pytest.raises(Refused) as error:
        read(markup.replace("'", '"'), "templates/t.svg", reading)
    (finding,) = error.value.findings
    assert (finding.code.name, finding.at) == ("bad-svg", Span("templates/t.svg", line))


def test_half_a_character_is_told() -> None:
    with pytest.raises(Refused, match=r"bad-svg: .*surrogate"):
        draw(TEXT.format("", "Wolf \ud800"))


# --- anything at all ------------------------------------------------------------------------------------------------

NAMES = sorted({a for known in reader._KNOWN.values() for a in known} | {
    "class", "style", "transform", "clip-path", "fill", "stroke", "font-family", "font-size", "font-weight", "font-style",
    "font-variant", "letter-spacing", "text-anchor", "writing-mode", "text-align", "line-height", "stroke-width",
    "stroke-dasharray", "fill-rule", "data-fact", "data-value", "id",
})  # fmt: skip
VALUES = st.sampled_from(
    ["", "0", "-1", "1e3", "1e-9", "1e308", "nan", "inf", "1 2", "10%", "5mm", "8pt", "none", "url(#a)", "#a", "M0,0 h1",
     "a" * 99, "scale(0)", "scale(1e200)", "rotate(45)", "vertical-rl", "middle", "8pt 6.5pt", "0pt 0pt", "fill-seal",
     "fill-seal-", "fill-", "fill:none;stroke", "bold", "italic", "small-caps", "art/a.svg", "seal:", "seal:技/haku",
     "seal:技技", "xMidYMid slice", "剣"]
) | st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"]), max_size=8)  # fmt: skip
ELEMENTS = st.tuples(
    st.sampled_from(sorted(reader._KNOWN)),
    st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=5),
    st.sampled_from(["", "Wolf", "剣 Wolf", '<p xmlns="http://www.w3.org/1999/xhtml">A <b>b</b></p>', "<tspan>a</tspan>"]),
)


@settings(max_examples=400, deadline=None)
@given(st.lists(ELEMENTS, min_size=1, max_size=3))
def test_whatever_a_template_says_it_is_drawn_or_there_is_a_finding(elements: list[tuple[str, dict[str, str], str]]) -> None:
    body = ""
    for name, attributes, content in elements:
        body += f"<{name} {' '.join(f'{k}={quoteattr(v)}' for k, v in attributes.items())}>{content}</{name}>"
    for mark in draw(body).marks:
        if isinstance(mark, Text):
            assert all(math.isfinite(v) for v in (*mark.matrix, *mark.box))
        if isinstance(mark, Shape):
            assert all(math.isfinite(v) for _, values in mark.path for v in values)
