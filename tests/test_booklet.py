"""The rules sheet as a booklet: its dialect, its grid, its breaks, its forms."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.booklet import Booklet, Sheet, set_booklet
from cardgen.booklet.flow import DROP, Picture, level
from cardgen.booklet.manner import LATIN, manner_of
from cardgen.booklet.pages import BOTTOM, TOP, margins
from cardgen.booklet.read import BAD_MARKDOWN, Figures, Heading, Prose, Table, read_markdown
from cardgen.build import Request, build, check, composer_of
from cardgen.face import Face, Shape, Text, walk
from cardgen.findings import Refused
from cardgen.fonts import Fonts
from cardgen.impose import Paper
from cardgen.load import load
from cardgen.project import open_project
from cardgen.rulebook import _typed, rulebook, size_on, source
from cardgen.stitch import order
from cardgen.typeset import TooLong
from tests.conftest import ROOT
from tests.tiny import tiny_project

FONTS = Fonts(open_project(ROOT))
A5 = Sheet(148, 210, 3, 0)


def booklet(markdown: str, sheet: Sheet = A5) -> Booklet:
    blocks = read_markdown(markdown, "rules.md")
    return set_booklet(blocks, FONTS, sheet, lambda *_: Picture(30, 42, lambda x, y: []), (), "Tiny")


def texts(face: Face) -> list[Text]:
    """What stands on a page, without its folio."""
    return [m for m in walk(face.marks) if isinstance(m, Text) and m.matrix.f < 210 - 12]


# --- the dialect --------------------------------------------------------------------------------------------------------


def test_markdown_is_read_as_it_is_written_elsewhere() -> None:
    head, first, second, table, figures = read_markdown(
        '## Steps\n\n- *one* **thing**\n- another\n\n| a | b |\n|:-:|--:|\n| c | d |\n\n![A wolf](face:wolf "26")\n', "rules.md"
    )
    assert isinstance(head, Heading)
    assert (head.level, head.text) == (2, "Steps")
    assert isinstance(first, Prose)
    assert (first.marker, first.depth) == ("•", 1)
    assert [(p.text, p.bold, p.italic) for p in first.pieces] == [
        ("one", False, True),
        (" ", False, False),
        ("thing", True, False),
    ]
    assert isinstance(second, Prose)
    assert isinstance(table, Table)
    assert table.align == ("center", "right")
    assert isinstance(figures, Figures)
    assert figures.figures[0] == ("face:wolf", 26.0, "A wolf")


@pytest.mark.parametrize(
    "text", ["<b>bold</b>", "```\ncode\n```", "a [link](https://example.org)", "#### deep", '![x](face:a "wide")']
)
def test_what_the_dialect_does_not_know_is_told(text: str) -> None:
    with pytest.raises(Refused) as error:
        read_markdown(text, "rules.md")
    assert {f.code for f in error.value.findings} == {BAD_MARKDOWN}


# --- pages --------------------------------------------------------------------------------------------------------------

WORD = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=9)
PARAGRAPH = st.lists(WORD, min_size=1, max_size=160).map(" ".join)
BLOCK = st.one_of(
    PARAGRAPH, PARAGRAPH.map("- {}".format), WORD.map("## {}".format), WORD.map("### {}".format), PARAGRAPH.map("> {}".format),
    st.just("| a | b |\n|---|---|\n| c | d |"), st.just("![x](face:wolf)"), st.just("---"),
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.lists(BLOCK, min_size=1, max_size=30))
def test_every_booklet_stands_on_its_grid_in_pages_of_four(blocks: list[str]) -> None:
    made = booklet("\n\n".join(blocks))
    assert len(made.faces) % 4 == 0
    for face in made.faces:
        for text in texts(face):
            assert text.box.y + 3 >= TOP - 1e-6
            assert text.matrix.f <= 210 - BOTTOM + 1e-6
            if text.size in (10.0, 9.5) and len(text.string) > 1:
                line = (text.matrix.f - TOP) / LATIN.grid - DROP
                assert line == pytest.approx(round(line), abs=1e-4), text.string
    said = "".join(text.string for face in made.faces for text in texts(face))
    for block in blocks:
        if block[0].isalpha():
            for word in block.split():
                assert word in said


@pytest.mark.parametrize("filling", range(28, 40))
@pytest.mark.parametrize("words", [30, 40, 60, 90])
def test_no_line_of_a_paragraph_stands_alone(filling: int, words: int) -> None:
    made = booklet("\n\n".join([*["fill"] * filling, "word " * words]))
    lines = [{t.matrix.f for t in texts(face) if "word" in t.string} for face in made.faces]
    assert all(len(page) != 1 for page in lines), [len(page) for page in lines]


def test_a_heading_never_stands_at_a_pages_foot() -> None:
    for filling in range(28, 40):
        made = booklet("\n\n".join([*["word"] * filling, "## Chapter", "the text of it " * 20]))
        (chapter,) = made.chapters
        under = [t for t in texts(made.faces[chapter.page]) if t.matrix.f > chapter.top + 2.2 * LATIN.grid]
        assert len(under) >= 2, filling


def test_a_title_that_is_longer_than_a_line_is_set_smaller() -> None:
    """A short one keeps its size; a long one is as wide as the column, and no wider."""
    titles = ("Duel", "The Duel of Every Heavenly Debt")
    short, long = (texts(booklet(f"# {title}\n\nText.\n").faces[0])[0] for title in titles)
    _, outer = margins(A5.width)
    assert short.size == LATIN.heads[1][0]
    assert long.size < short.size
    assert long.box.x + long.box.w == pytest.approx(A5.width - outer, abs=0.5)


def test_the_contents_lead_to_where_chapters_stand() -> None:
    made = booklet(
        "# Tiny\n\nA story.\n\n[[contents]]\n\n---\n\n## First\n\na\n\n---\n\n## Second, too\n\nb\n\n***\n\n## Last\n\nc"
    )
    assert [(c.page, c.name) for c in made.chapters[1:]] == [(1, "first"), (2, "second-too"), (3, "last")]
    assert [link.name for link in made.links] == ["first", "second-too", "last"]
    said = [t.string for t in texts(made.faces[0])]
    assert {"2", "3", "4"} <= set(said)


def test_a_picture_higher_than_a_page_is_not_cut() -> None:
    with pytest.raises(TooLong, match="too high"):
        set_booklet(read_markdown("![x](face:a)", "r.md"), FONTS, A5, lambda *_: Picture(30, 180, lambda x, y: []), (), "Tiny")


def test_headings_that_read_alike_are_places_of_their_own() -> None:
    made = booklet("## Steps\n\na\n\n### Dodge\n\nb\n\n## 歩\n\nc\n\n### Dodge\n\nd\n\n## 斬\n\ne")
    assert [c.name for c in made.chapters] == ["steps", "dodge", "part", "dodge-2", "part-2"]


def test_what_is_last_stands_on_the_last_page() -> None:
    made = booklet("## One\n\na\n\n***\n\n## Reference\n\nb")
    assert len(made.faces) == 4
    assert [c.page for c in made.chapters] == [0, 3]


# --- forms --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pages", [4, 8, 12, 20])
def test_a_stapled_booklet_reads_in_order(pages: int) -> None:
    """Each leaf carries page n and n + 1 on its two sides; folded one into the other they run on."""
    sides = order(pages)
    assert sorted(page for side in sides for page in side) == list(range(pages))
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        assert front[1] + 1 == back[0]  # behind the right page of the front lies the left page of the back
        assert back[1] + 1 == front[0]
        assert sum(front) == sum(back) == pages - 1
    with pytest.raises(ValueError, match="no booklet"):
        order(6)


def test_a_page_is_a5_or_half_of_a_narrower_paper() -> None:
    assert size_on(None) == size_on(Paper(210, 297, 5)) == (148, 210)
    assert size_on(Paper(215.9, 279.4, 5)) == pytest.approx((139.7, 215.9))


PRINTER = "printers:\n  attic: {paper: a4, x: 1mm, y: -2mm, angle: 0.5, scale: 1.001}\n"


def test_half_a_letter_sheet_keeps_the_measure_of_a5() -> None:
    assert margins(148) == (17, 14)
    inner, outer = margins(139.7)
    assert 139.7 - inner - outer == pytest.approx(117)
    assert inner > outer > 8
    assert margins(100) == (8, 8)


def test_duels_rules_are_set_for_both_papers() -> None:
    project = open_project(ROOT)
    game, _ = load(project, "duel")
    composer = composer_of(project, game, "en", 3.0)
    composer.compose([])
    path = source(game, composer)
    assert path
    pages = [len(rulebook(game, composer, path, size_on(paper), 3.0, "p").faces) for paper in (None, Paper(215.9, 279.4, 5))]
    composer.pack.close()
    assert pages == [20, 20]


RULES = """# Tiny

A story.

[[contents]]

## In the box

![Wolf](face:wolf "20") ![its back](face:unit/back "20")

The {{ cards.wolf.name }} has strength {{ cards.wolf.strength }}.
"""


def test_a_rules_sheet_is_built_in_three_forms(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    (tmp_path / "card_data/tiny/rules.md").write_text(RULES, encoding="utf-8")
    built = build(project, Request("tiny", ("shop", "home-a4", "home-letter"), only=("rules",)), lambda *_: None)
    names = [file.path.relative_to(tmp_path / "output/tiny").as_posix() for file in built.files]
    assert names == ["shop/rules.pdf", "home/rules-a4.pdf", "home/rules-letter.pdf", "rules.pdf"]
    folder = tmp_path / "output/tiny"
    assert not (folder / "manifest.json").exists(), "what is read is no printer's"
    with pikepdf.open(folder / "rules.pdf") as pdf:
        assert len(pdf.pages) == 4
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == ["In the box"]
        (link,) = pdf.pages[0].obj.Annots
        assert link.Dest == "in-the-box"
        assert [page.label for page in pdf.pages] == ["1", "2", "3", "4"]
    with pikepdf.open(folder / "shop/rules.pdf") as pdf:
        assert "/Annots" not in pdf.pages[0].obj
        assert "/Outlines" not in pdf.Root
        width = [float(v) * 25.4 / 72 for v in pdf.pages[0].obj.TrimBox]
        assert width[2] - width[0] == pytest.approx(148, abs=0.01)
    with pikepdf.open(folder / "home/rules-a4.pdf") as pdf:
        assert len(pdf.pages) == 2
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("A story.", "A story of three wolves.", "typed-number", 3),
        ("A story.", "A story of 3 wolves.", "typed-number", 3),
        ("face:wolf", "face:wulf", "nothing-to-show", 9),
        ("face:wolf", "photo:wolf", "nothing-to-show", 9),
        ("face:wolf", "diagram:wolf", "nothing-to-show", 9),
        ("cards.wolf.name", "cards.wolf.nam", "template-field", 11),
        ("A story.", "{% macro so(x) %}{{ {true: ''}[x] }}{% endmacro %}\nA story.{{ so(false) }}", "template-field", 4),
        ("A story.", "A \U00013000 story.", "unset-text", 0),
        ("A story.", "A <i>story</i>.", "bad-markdown", 0),
        ('"20") ![its', '"100") ![its', "unset-text", 0),
    ],
)
def test_what_is_wrong_with_a_rules_sheet_is_told(tmp_path: Path, old: str, new: str, code: str, line: int) -> None:
    project = tiny_project(tmp_path)
    (tmp_path / "card_data/tiny/rules.md").write_text(RULES.replace(old, new), encoding="utf-8")
    (finding,) = [f for f in check(project, "tiny") if f.at.path.endswith("rules.md")][:1]
    assert (finding.code.name, finding.at.line) == (code, line)


def test_what_a_sentence_is_held_to_is_told_where_it_is_so_no_longer(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    held = "{% macro holds(x) %}{{ {true: ''}[x] }}{% endmacro %}\nA story.{{ holds(cards.wolf.strength == 0) }}"
    (tmp_path / "card_data/tiny/rules.md").write_text(RULES.replace("A story.", held), encoding="utf-8")
    (finding,) = [f for f in check(project, "tiny") if f.at.path.endswith("rules.md")]
    assert (finding.at.line, finding.hint) == (4, "it is held to holds(cards.wolf.strength == 0)")


def test_rules_that_are_not_there_are_not_asked_for(tmp_path: Path) -> None:
    with pytest.raises(Refused) as error:
        build(tiny_project(tmp_path), Request("tiny", ("shop",), only=("rules",)), lambda *_: None)
    assert [f.code.name for f in error.value.findings] == ["nothing-named"]


def test_only_the_backs_of_a_stapled_booklet_move_for_a_printer(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    (tmp_path / "card_data/tiny/rules.md").write_text(RULES, encoding="utf-8")
    (tmp_path / "printers.yaml").write_text(PRINTER, encoding="utf-8")
    made = []
    for printer in (None, "attic"):
        build(project, Request("tiny", ("home-a4",), only=("rules",), printer=printer), lambda *_: None)
        with pikepdf.open(tmp_path / "output/tiny/home/rules-a4.pdf") as pdf:
            made.append([page.Contents.read_bytes() for page in pdf.pages])
            size = [float(v) for v in pdf.pages[0].MediaBox]
    front, back = made[1]
    assert size[2] < size[3], "turned upright, as no one knows which way a printer turns a sheet"
    turned = [line for line in front.splitlines() if line.endswith(b" cm")]
    moved = [line for line in back.splitlines() if line.endswith(b" cm")]
    assert made[0][0] != front
    assert turned[1] != moved[1], "the back is moved beside that"


# --- other languages --------------------------------------------------------------------------------------------------------


def chinese(text: str, language: str = "zh-Hans") -> Booklet:
    blocks = read_markdown(text, "rules.md")
    picture = lambda *_: Picture(30, 42, lambda x, y: [])  # noqa: E731
    return set_booklet(blocks, FONTS, A5, picture, (), "单挑", language=language)


@pytest.mark.parametrize(("language", "family"), [("zh-Hans", "Noto Serif SC"), ("zh-Hant", "Noto Serif TC")])
def test_a_sheet_is_set_in_the_manner_of_its_language(language: str, family: str) -> None:
    """Its own face for titles and text, two signs of indent, lines as wide as the measure."""
    made = chinese("# 對戰\n\n## 一回合\n\n" + "水火木" * 40 + "。\n\n" + "水火木" * 20 + "。", language)
    marks = [t for t in texts(made.faces[0]) if "水" in t.string or t.string in ("對戰", "一回合")]
    assert {FONTS.typefaces[w.font].family for t in marks for w in t.words} == {family}
    body = [t for t in marks if "水" in t.string]
    assert body[0].string.startswith("\u3000\u3000")
    assert body[1].box.right == pytest.approx(body[2].box.right, abs=0.3)
    assert manner_of("zh-Hant-HK") is manner_of("zh-Hant")
    assert manner_of("de") is LATIN


def test_signs_among_latin_words_are_those_of_the_cards() -> None:
    """Kanji are not set in a Chinese face, in which 突 has a dot more. What the brush lacks comes from the next face."""
    made = booklet(
        "### Lock 封\n\n| | Card |\n|:--|:--|\n| 突 | **Thrust** |\n\n居合術, *気合*; 单.\n\n![Parry 受流](face:tiny)\n"
    ).faces[0]
    families: dict[str, set[str]] = {}
    for word in (w for t in texts(made) for w in t.words):
        families.setdefault(FONTS.typefaces[word.font].family, set()).update(g.text.strip() for g in word.glyphs)
    assert families["Yuji Syuku"] - {""} == set("封突居合術気受流")
    assert families["Noto Serif SC"] == {"单"}
    assert families.keys() == {"EB Garamond", "Yuji Syuku", "Noto Serif SC"}


def test_chinese_is_stressed_by_a_dot_below_each_sign_and_none_below_a_mark() -> None:
    plain, stressed = (chinese(text).faces[0] for text in ("各按自己的数字，扣减。", "各按*自己的*数字，扣减。"))
    dots = [m for m in stressed.marks if isinstance(m, Shape)]
    assert len(dots) - len([m for m in plain.marks if isinstance(m, Shape)]) == 3
    (base,) = {t.matrix.f for t in texts(stressed) if "自" in t.string}
    assert all(m.path[0][1][1] > base for m in dots[-3:])


def weights(face: Face, sign: str) -> set[int]:
    """The weights of the typefaces in which the runs with a sign are set."""
    return {FONTS.typefaces[w.font].weight for t in texts(face) if sign in t.string for w in t.words}


def test_chinese_heads_are_bold_and_so_is_what_italics_would_set_apart() -> None:
    made = chinese("# 对战\n\n## 回合\n\n**选**　牌\n\n| 结果 | 守方 |\n|:--|:-:|\n| 平手 | 不抽 |\n").faces[0]
    assert {sign: weights(made, sign) for sign in ("战", "回", "选", "果", "平")} == {
        "战": {700}, "回": {700}, "选": {700}, "果": {700}, "平": {500}
    }  # fmt: skip
    assert weights(made, "牌") == {500}


@pytest.mark.parametrize(("language", "family"), [("zh-Hans", "Noto Serif SC"), ("zh-Hant", "Noto Serif TC")])
def test_a_sign_that_the_bold_face_lacks_is_set_in_its_familys_other_weight(language: str, family: str) -> None:
    made = chinese("**水燚**", language).faces[0]
    assert (weights(made, "水"), weights(made, "燚")) == ({700}, {500})
    assert {FONTS.typefaces[w.font].family for t in texts(made) for w in t.words} == {family}


@pytest.mark.parametrize(
    "rows",
    [
        ["| | one | two |", "|:--|:-:|:-:|", "| a | 1 | 2 |"],
        ["| a | b |", "|:--|:--|", "| short | row |"],
        ["| blow on the defender, doubled | " + "a | " * 5, "|" + ":-:|" * 6, "| 1 | " + "22 | " * 5],
        ["| " + "a very long column of words indeed, " * 3 + "| b |", "|:--|:--|", "| c | d |"],
    ],
)
def test_a_table_is_as_wide_as_its_text(rows: list[str]) -> None:
    made = booklet("\n".join(rows)).faces[0]
    rules = [m.path for m in made.marks if isinstance(m, Shape) and m.stroke]
    assert rules
    inner, outer = margins(A5.width)
    for path in rules:
        assert path[1][1][0] - path[0][1][0] == pytest.approx(A5.width - inner - outer, abs=0.1)
    assert all(t.box.right < A5.width - outer + 0.1 for t in texts(made))


def test_columns_are_filled_up_to_one_level() -> None:
    assert level([10, 10, 40], 90) == 25
    assert level([10, 20, 30], 90) == 30
    assert level([40], 30) == 30


def test_asterisks_that_stress_nothing_are_found() -> None:
    """Behind a full-width mark CommonMark does not close a stress: they would be printed."""
    with pytest.raises(Refused) as refused:
        read_markdown("各按**自己的，**数字扣减。", "r.md")
    assert [f.code for f in refused.value.findings] == [BAD_MARKDOWN]
    assert read_markdown(r"a \*\* b and 2 * 3", "r.md")


def test_the_end_of_a_typed_line_between_two_signs_is_no_blank() -> None:
    (prose,) = read_markdown("水克火，\n火克木。\nwater\nand fire", "rules.md")
    assert isinstance(prose, Prose)
    assert "".join(piece.text for piece in prose.pieces) == "水克火，火克木。 water and fire"


def test_a_blank_line_opens_no_page() -> None:
    """A table that ends with its page is followed by nothing."""
    rows = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 38
    lines = [len(booklet(rows + "| 1 | 2 |\n" * n).faces) for n in range(6)]
    assert lines[0] == 4
    for n in range(6):
        made = booklet(rows + "| 1 | 2 |\n" * n + "\n---\n\nBehind.")
        pages = [k for k, face in enumerate(made.faces) if any("Behind" in t.string for t in texts(face))]
        filled = max(k for k, face in enumerate(made.faces) if any(t.string == "1" for t in texts(face)))
        assert pages == [filled + 1]


def test_a_number_typed_in_han_signs_is_found() -> None:
    assert [f.says for f in _typed("共九张，三回合。{{ l(2) }}两方一局", "r.md")] == ['"九" is typed', '"三" is typed']
