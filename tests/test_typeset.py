"""Text into lines: what a reader relies on, whatever is typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardgen.face import Text
from cardgen.fonts import Fonts
from cardgen.ink import Paint
from cardgen.project import open_project
from cardgen.scripts import CANNOT_END, CANNOT_START, is_cjk, of_other_chinese
from cardgen.typeset import (
    STEP,
    Block,
    NoGlyph,
    Setting,
    Style,
    TooLong,
    fit,
    marks,
    shape,
    shape_whole,
)
from cardgen.units import IDENTITY, MM_PER_PT
from tests.conftest import ROOT

FONTS = Fonts(open_project(ROOT))
GARAMOND = FONTS.find("EB Garamond", 500, False)
SONG = FONTS.find("Noto Serif SC", 500, False)
BLACK = Paint("black")


def paragraph(text: str, size: float = 8, font: str = GARAMOND, align: str = "left", **rest: float) -> Block:
    return Block(((text, Style(font, size, BLACK)),), align, rest.get("leading", 1.2), 0.35, rest.get("indent", 0.0), "")


def lines(setting: Setting) -> list[str]:
    """The set lines as text."""
    out = []
    for line in setting.lines:
        text = ""
        for n, token in enumerate(line.tokens):
            text += (" " if n and token.blank else "") + "".join(g.text for p in token.parts for g in p.word.glyphs)
        out.append(text)
    return out


def placed(setting: Setting) -> list[Text]:
    return list(marks(FONTS, setting, (0, 0), IDENTITY, "here:1"))


def set_in(blocks: Sequence[Block], width: float, size: float = 8, height: float = 1000) -> Setting:
    return fit(FONTS, blocks, width, height, size, size)


HAN = "一二三人大天地水火山川風林日月心手刀剣道場武士決闘防御前進後退攻撃上下中左右的是在有不这那"
KANA = "あいうえおかきくけこさしすせそっゃゅょアイウエオカキクケコッャュョー々"
SIGNS = "，。、；：？！（）「」『』《》〈〉【】…—～·"
CJK = st.text(st.sampled_from(HAN * 3 + KANA * 2 + SIGNS), min_size=1, max_size=120)
WORDS = st.lists(st.text("abcdefghijklmnopqrstuvwxyzABCÆéöß0123456789.,;:’”-", min_size=1, max_size=9), min_size=1, max_size=40)
WIDTH = st.floats(20, 60)
quick = settings(max_examples=60, deadline=None)


# --- lines --------------------------------------------------------------------------------------------------------


@quick
@given(CJK, WIDTH)
def test_no_line_of_cjk_begins_or_ends_with_a_mark_that_must_not(text: str, width: float) -> None:
    try:
        broken = lines(set_in([paragraph(text, font=SONG)], width))
    except TooLong:
        assume(False)
    assert "".join(broken) == text
    for line in broken[1:]:
        assert line[0] not in CANNOT_START, broken
    for line in broken[:-1]:
        assert line[-1] not in CANNOT_END, broken


@quick
@given(
    CJK | WORDS.map(" ".join) | st.lists(CJK | WORDS.map(" ".join), max_size=4).map(" ".join),
    WIDTH,
    st.sampled_from([GARAMOND, SONG]),
)
def test_no_ink_leaves_the_measure(text: str, width: float, font: str) -> None:
    try:
        setting = set_in([paragraph(text, font=font)], width)
    except TooLong:
        assume(False)
    for mark in placed(setting):
        # a glyph may reach beyond its own advance, as the flag of an f does
        word = mark.words[-1]
        flag = max(0.0, *(FONTS.extents(word.font, g.gid)[2] - g.ax for g in word.glyphs[-2:]))
        assert mark.box.right <= width + max(0.05, flag / 1000 + 0.001) * 8 * MM_PER_PT, lines(setting)
        assert mark.box.x >= -0.09 * 8 * MM_PER_PT


def test_an_f_at_the_end_of_a_line_reaches_out_by_its_flag_alone() -> None:
    (mark,) = placed(set_in([paragraph("0 ” 0A 00. 0000acvÆ 0::cvf", font=GARAMOND)], 30.375))
    glyph = mark.words[-1].glyphs[-1]
    flag = FONTS.extents(mark.words[-1].font, glyph.gid)[2] - glyph.ax
    assert 0 < mark.box.right - 30.375 <= (flag / 1000 + 0.001) * 8 * MM_PER_PT


@quick
@given(WORDS, WIDTH, st.sampled_from(["left", "center", "right"]))
def test_no_word_is_lost_or_changed(words: list[str], width: float, align: str) -> None:
    try:
        setting = set_in([paragraph(" ".join(words), align=align)], width)
    except TooLong:
        assume(False)
    said = " ".join(
        "".join(m.string for m in placed(setting) if m.matrix.f == y) for y in sorted({m.matrix.f for m in placed(setting)})
    )
    assert said.replace("- ", "-").replace(" ", "") == "".join(words)
    assert [w for line in lines(setting) for w in line.split()] == said.split()


@quick
@given(WORDS | CJK.map(lambda t: [t]), st.floats(20, 40), st.floats(4, 30))
def test_the_largest_size_that_fits_is_taken(words: list[str], width: float, height: float) -> None:
    text, wanted, floor = " ".join(words), 10.0, 6.5
    steps = [wanted - STEP * n for n in range(round((wanted - floor) / STEP) + 1)]

    def fits(size: float) -> bool:
        try:
            fit(FONTS, [paragraph(text, size)], width, height, size, size)
        except TooLong:
            return False
        return True

    expected = next((size for size in steps if fits(size)), None)
    try:
        taken: float | None = fit(FONTS, [paragraph(text, wanted)], width, height, wanted, floor).scale * wanted
    except TooLong:
        taken = None
    assert taken == (pytest.approx(expected) if expected else None)


@pytest.mark.parametrize(("font", "word", "blank"), [(GARAMOND, "said”", 0.1), (GARAMOND, "men’", 0.1), (SONG, "道場。", 0.7)])
def test_only_the_blank_half_of_a_closing_mark_hangs_over_the_end_of_a_line(font: str, word: str, blank: float) -> None:
    length = sum(w.advance for w in shape(FONTS, font, word)) * 8 * MM_PER_PT / 1000
    narrowest = length
    while narrowest > 0:
        try:
            (mark,) = placed(set_in([paragraph(word, font=font)], narrowest))
        except (TooLong, ValueError):
            break
        assert mark.box.right <= narrowest + 0.01
        narrowest -= 0.02
    assert length - narrowest < blank * 8 * MM_PER_PT


def test_text_that_does_not_fit_at_its_floor_says_by_how_much() -> None:
    block = paragraph("word " * 40)
    high = set_in([block], 30).height
    with pytest.raises(TooLong) as fault:
        fit(FONTS, [block], 30, high - 2, 8, 8)
    assert fault.value.over == pytest.approx(2)
    assert fault.value.what == "high"
    wide = "Donaudampfschifffahrt"
    with pytest.raises(TooLong) as fault:
        set_in([paragraph(wide)], 10)
    length = shape(FONTS, GARAMOND, wide)[0].advance * 8 * MM_PER_PT / 1000
    assert (fault.value.over, fault.value.what) == (pytest.approx(length - 10), "wide")


def test_lines_are_even_rather_than_filled_one_by_one() -> None:
    text = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    setting = set_in([paragraph(text)], 40)
    widths = [line.width for line in setting.lines]
    assert max(widths) <= 40
    assert min(widths) > 0.6 * max(widths)


def test_a_break_that_is_typed_is_kept_and_a_space_that_does_not_break_too() -> None:
    assert lines(set_in([paragraph("one\ntwo three\nfour")], 50)) == ["one", "two three", "four"]
    assert lines(set_in([paragraph("deal\u00a03\u00a0damage now")], 17)) == ["deal\u00a03\u00a0damage", "now"]


@pytest.mark.parametrize(
    ("text", "width", "broken"),
    [
        ("cut-thrust", 9, ["cut-", "thrust"]),
        ("reach 1-2", 8, ["reach", "1-2"]),
        ("+1/-1 now", 9, ["+1/-1", "now"]),
        ("wait — then", 9, ["wait —", "then"]),
    ],
)
def test_where_a_line_may_break(text: str, width: float, broken: list[str]) -> None:
    assert lines(set_in([paragraph(text)], width)) == broken


def test_alignment() -> None:
    left, center, right = (placed(set_in([paragraph("word", align=a)], 40))[0] for a in ("left", "center", "right"))
    length = left.words[0].advance * 8 * MM_PER_PT / 1000
    assert left.matrix.e == 0
    assert center.matrix.e == pytest.approx((40 - length) / 2)
    assert right.matrix.e == pytest.approx(40 - length)


def test_paragraphs_lists_and_leading() -> None:
    style = Style(GARAMOND, 8, BLACK)
    item = Block((("one two", style),), "left", 1.5, 0.35, 1.0, "•")
    setting = set_in([paragraph("first", leading=1.5), item, item], 40)
    em = 8 * MM_PER_PT
    said = placed(setting)
    assert [m.string for m in said] == ["first", "•", "one two", "•", "one two"]
    assert [m.matrix.e for m in said] == pytest.approx([0, 0, em, 0, em])
    baselines = [m.matrix.f for m in said]
    assert baselines[1] == baselines[2]
    assert baselines[2] - baselines[0] == pytest.approx((1.5 + 0.35) * em)
    assert setting.height == pytest.approx((3 * 1.5 + 2 * 0.35) * em)


def test_styles_within_a_word_do_not_part_it() -> None:
    bold = FONTS.find("EB Garamond", 700, False)
    block = Block((("over", Style(GARAMOND, 8, BLACK)), ("joyed", Style(bold, 8, BLACK)), (" now", Style(GARAMOND, 8, BLACK))),
                  "left", 1.2, 0, 0, "")  # fmt: skip
    assert lines(set_in([block], 13)) == ["overjoyed", "now"]
    assert [m.string for m in placed(set_in([block], 60))] == ["over", "joyed", " now"]


# --- characters -----------------------------------------------------------------------------------------------------


def test_ligatures_are_read_as_what_they_stand_for() -> None:
    (word,) = shape(FONTS, GARAMOND, "Affiche office ffi fjord")
    assert "".join(g.text for g in word.glyphs) == "Affiche office ffi fjord"
    assert len(word.glyphs) < len("Affiche office ffi fjord"), "there are ligatures"
    (plain,) = shape(FONTS, GARAMOND, "act fast")
    assert len(plain.glyphs) == len("act fast"), "no archaic ct and st"


ACCENTED = st.text(st.sampled_from("éèêëàâäôöüçñåøæœßÉÀÖāēīōū"), min_size=1, max_size=12)


@quick
@given(ACCENTED)
def test_an_accent_typed_apart_is_the_same_letter(text: str) -> None:
    (one,) = shape(FONTS, GARAMOND, unicodedata.normalize("NFC", text))
    (two,) = shape(FONTS, GARAMOND, unicodedata.normalize("NFD", text))
    assert [g.gid for g in one.glyphs if g.ax] == [g.gid for g in two.glyphs if g.ax]
    assert one.advance == pytest.approx(two.advance)
    assert unicodedata.normalize("NFC", "".join(g.text for g in two.glyphs)) == unicodedata.normalize("NFC", text)


MIXED = st.text(st.sampled_from("abcdef éőŵ 剣道武士 的是在 ①ⅳ→★"), min_size=1, max_size=20)


@quick
@given(MIXED)
def test_another_face_takes_whole_runs_and_never_the_middle_of_a_word(text: str) -> None:
    try:
        words = shape(FONTS, GARAMOND, text)
    except NoGlyph:
        assume(False)
    assert "".join(g.text for w in words for g in w.glyphs) == text
    at = 0
    for one, two in pairwise(words):
        at += sum(len(g.text) for g in one.glyphs)
        if one.font != two.font:
            assert is_cjk(text[at - 1]) != is_cjk(text[at]), "a change of face within one script"


@quick
@given(MIXED)
def test_a_title_stays_in_one_face(text: str) -> None:
    try:
        word = shape_whole(FONTS, GARAMOND, text)
    except NoGlyph:
        assume(False)
    assert "".join(g.text for g in word.glyphs) == text


@pytest.mark.parametrize("char", ["🐺", "ש", "م", "ส", "\U000f0000", "ꙮ"])
def test_a_character_that_no_face_draws_is_named(char: str) -> None:
    for text in (char, f"Wolf {char}!", f"剣{char}"):
        with pytest.raises(NoGlyph) as fault:
            shape(FONTS, GARAMOND, text)
        assert fault.value.char == char
        with pytest.raises(NoGlyph) as fault:
            shape_whole(FONTS, GARAMOND, text)
        assert fault.value.char == char


def test_a_glyph_without_contours_does_not_count_as_drawn() -> None:
    assert FONTS.shape(GARAMOND, " ") is not None
    assert FONTS.shape(GARAMOND, "\u200d\u2060") is not None, "a joiner need not draw"
    for key in FONTS.typefaces:
        for char in "剣狼あ한ЖאA1+":
            word = FONTS.shape(key, char)
            if word:
                assert any(FONTS.extents(key, g.gid) != (0, 0, 0, 0) for g in word.glyphs), f"{key} draws {char} as nothing"


def test_words_of_letters_that_are_all_as_wide_are_told_apart_at_once() -> None:
    words = [FONTS.shape(SONG, a + b) for a in "剣道武士的是在人" for b in "剣道武士的是在人"]
    assert len({w.advance for w in words if w}) == 1
    assert len({hash(w) for w in words}) == len(words)


# --- Chinese ---------------------------------------------------------------------------------------------------------------

TRADITIONAL = FONTS.find("Noto Serif TC", 500, False)
STOPS = "，。、；：？！．，"
SECOND_HALVES = "”’）〕】〗》〉」』］｝"
FIRST_HALVES = "“‘（〔【〖《〈「『［｛"
BETWEEN = "…—–～·／"


@pytest.mark.parametrize("mark", [*STOPS, *SECOND_HALVES, *BETWEEN, "％", "℃"])
def test_a_mark_stays_with_the_sign_before_it(mark: str) -> None:
    """GB/T 15834-2011, 5.1: no line begins with it, however narrow."""
    assert mark in CANNOT_START
    for width in range(10, 22):
        for line in lines(set_in([paragraph(f"水克火{mark}火克木", font=SONG)], width))[1:]:
            assert line[0] != mark


@pytest.mark.parametrize("mark", [*FIRST_HALVES, "／", "￥"])
def test_a_mark_stays_with_the_sign_behind_it(mark: str) -> None:
    assert mark in CANNOT_END
    for width in range(10, 22):
        for line in lines(set_in([paragraph(f"水克火{mark}火克木", font=SONG)], width))[:-1]:
            assert line[-1] != mark


@pytest.mark.parametrize("pair", ["……", "——"])
def test_a_mark_of_two_signs_is_never_parted(pair: str) -> None:
    for width in range(10, 26):
        assert pair in "|".join(lines(set_in([paragraph(f"水克火{pair}火克木", font=SONG)], width)))


def length(text: str, font: str = SONG) -> float:
    """How long the text is on one line, in ems."""
    (line,) = set_in([paragraph(text, font=font)], 500).lines
    return line.width / (8 * MM_PER_PT)


@pytest.mark.parametrize(
    ("text", "ems"),
    [("水。」火", 3.5), ("水：「火", 3.5), ("水”“火", 3.5), ("水（火", 3.0), ("水，火", 3.0), ("水」、「火", 4.0)],
)
def test_full_width_marks_that_meet_stand_half_an_em_closer(text: str, ems: float) -> None:
    assert length(text) == pytest.approx(ems, abs=0.02)
    marks_of_it = placed(set_in([paragraph(text, font=SONG)], 500))
    assert "".join(m.string for m in marks_of_it) == text
    assert sum(w.advance for m in marks_of_it for w in m.words) / 1000 == pytest.approx(ems, abs=0.02)


def test_the_marks_of_the_traditional_face_stand_in_the_middle_of_their_square() -> None:
    for mark in "，。、":
        (word,) = shape(FONTS, TRADITIONAL, mark)
        left, low, right, high = FONTS.extents(TRADITIONAL, word.glyphs[0].gid)
        assert (left + right) / 2 == pytest.approx(500, abs=40), mark
        assert (low + high) / 2 == pytest.approx(380, abs=60), mark
    (word,) = shape(FONTS, SONG, "，")
    assert FONTS.extents(SONG, word.glyphs[0].gid)[2] < 400


def test_a_blank_parts_signs_from_letters_and_figures() -> None:
    blank = shape(FONTS, SONG, " ")[0].advance / 1000
    assert 0.15 < blank < 0.35
    three = shape(FONTS, SONG, "36")[0].advance / 1000
    assert length("血量36点") == pytest.approx(3 + three + 2 * blank, abs=0.01)
    assert lines(set_in([paragraph("血量36点", font=SONG)], 500)) == ["血量 36 点"]
    assert length("水（36）火") == pytest.approx(4 + three, abs=0.02)  # a mark has its own


def test_an_opening_mark_stands_flush_at_the_start_of_a_line_and_a_closing_one_at_its_end() -> None:
    text = "「水克火」" * 6
    em = 8 * MM_PER_PT
    setting = set_in([paragraph(text, font=SONG, align="justify")], 11 * em)
    assert len(setting.lines) > 2
    for line, mark in zip(setting.lines, placed(setting), strict=True):
        assert mark.box.x == pytest.approx(0, abs=0.08 * em)
        if line is not setting.lines[-1]:
            assert mark.box.right == pytest.approx(11 * em, abs=0.08 * em)


def test_text_as_wide_as_its_measure_is_filled_line_by_line_and_ends_as_it_ends() -> None:
    em = 8 * MM_PER_PT
    setting = set_in([paragraph("水克火火克木木克水，" * 9, font=SONG, align="justify")], 20.6 * em)
    for line, mark in zip(setting.lines[:-1], placed(setting), strict=False):
        assert mark.box.right == pytest.approx(20.6 * em, abs=0.15 * em)
        assert line.stretch < 0.2 * em
    assert setting.lines[-1].stretch == 0
    ragged = set_in([paragraph("水克火火克木木克水，" * 9, font=SONG)], 20.6 * em)
    assert all(line.stretch == 0 for line in ragged.lines)


def test_no_sign_stands_alone_on_a_last_line_of_text_as_wide_as_its_measure() -> None:
    em = 8 * MM_PER_PT
    setting = set_in([paragraph("水" * 41, font=SONG, align="justify")], 20.2 * em)
    assert [len(line.tokens) for line in setting.lines] == [20, 19, 2]


def test_a_long_word_leaves_its_line_short_rather_than_torn() -> None:
    em = 8 * MM_PER_PT
    setting = set_in([paragraph("水火 Donaudampfschifffahrt 木", font=SONG, align="justify")], 12 * em)
    assert setting.lines[0].stretch == 0


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        ("两軍对陣，两將", "zh-Hant", "两对"),
        ("两軍对陣，两將", "zh-Hans", "軍陣將"),
        ("两軍", "zh-TW", "两"),
        ("两軍", "zh-Hans-SG", "軍"),
        ("两軍", "zh", ""),  # it does not say which
        ("两軍", "ja", ""),
        ("两軍", "en-HK", ""),
        ("着", "zh-TW", "着"),
        ("着", "zh-HK", ""),  # as Hong Kong writes it
        ("后里干面 ～—「水」 water 12", "zh-Hant", ""),
        ("后里干面 ～—“水” water 12", "zh-Hans", ""),
        ("躱込気犇", "zh-Hans", ""),
        ("躱込気犇", "zh-Hant", ""),
    ],
)
def test_signs_of_the_other_way_of_writing_chinese(text: str, language: str, told: str) -> None:
    assert of_other_chinese(text, language) == told
