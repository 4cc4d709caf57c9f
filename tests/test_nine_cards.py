"""The nine-card Duel as it ships: what its faces and sheets say in three languages, and that whatever is spoilt is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from pathlib import Path

import pytest

from cardgen.build import Request, build, check, composer_of
from cardgen.compose import Composer, Side
from cardgen.face import Fact, Text, walk
from cardgen.project import open_project
from cardgen.rulebook import A5, Rulebook, rulebook, source
from cardgen.rules import rules_of
from cardgen.scripts import CANNOT_END, CANNOT_START, is_cjk
from cardgen.secrecy import check_backs
from cardgen.translations import check_translations
from tests.conftest import ROOT
from tests.shipped import Changed, copied, exchanged, is_told_as_printed, loaded, on_data, on_faces

NAME = "nine-cards"
DATA, TEMPLATES = f"card_data/{NAME}", f"templates/{NAME}"
RULES = rules_of(NAME)
LANGUAGES = ("zh-Hans", "zh-Hant", "en")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp(NAME), NAME)


@lru_cache
def composer_in(language: str) -> Composer:
    return composer_of(open_project(ROOT), loaded(ROOT, NAME), language, 3.0)


# --- the validator ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_ships_agrees_with_the_rules(copy: Path, language: str) -> None:
    assert on_data(copy, NAME) == []
    assert on_faces(copy, NAME, language=language) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("game.yaml", "piece: disc, copies: 20", "piece: disc, copies: 19", "wrong-copies"),
        ("game.yaml", "piece: life-track, copies: 2", "piece: life-track, copies: 1", "wrong-copies"),
        ("elements.yaml", "id: wood-3", "id: wood-4", "card-missing"),
        ("elements.yaml", "id: wood-3", "id: wood-4", "card-unknown"),
        ("elements.yaml", "number: 3, seal: 木", "number: 3, copies: 2, seal: 木", "wrong-copies"),
        ("mat.yaml", "common: {zh-Hans: 公共卡牌区", "common: {zh-Hans: 公共区", "wrong-fact"),
        ("mat.yaml", "zh-Hant: 公共卡牌區", "zh-Hant: 公共區", "wrong-fact"),
        ("mat.yaml", "en: common cards", "en: cards", "wrong-fact"),
        ("mat.yaml", "zh-Hant: 棄牌區", "zh-Hant: 弃牌区", "wrong-fact"),
        ("mat.yaml", "en: your card", "en: discard", "wrong-fact"),
        ("mat.yaml", "lay: {zh-Hans: 出牌, zh-Hant: 出牌", "lay: {zh-Hans: 出牌, zh-Hant: 棄牌", "wrong-fact"),
        ("track.yaml", "life: {zh-Hans: 血量", "life: {zh-Hans: 手牌", "wrong-fact"),
        ("elements.yaml", "number: 2, seal: 水", "number: 2, art: fire-2, seal: 水", "art-of-another"),
        ("boxes.yaml", "{{ rules.cards | han }}张", "八张", "typed-number"),
        ("boxes.yaml", "{{ rules.cards | words | capitalize }}", "Ten", "typed-number"),
        ("mat.yaml", "      - {zh-Hans: 弃牌区, zh-Hant: 棄牌區, en: discard}\n    lay", "    lay", "wrong-fact"),
    ],
)
def test_a_box_that_is_not_the_rules_is_found(copy: Path, file: str, old: str, new: str, code: str) -> None:
    with exchanged(copy / DATA / file, old, new, 1):
        assert code in {f.code.name for f in on_data(copy, NAME)}


SPOILT = [
    ("element.svg", ">{{ card.number }}<", ">{{ card.number % 3 + 1 }}<"),
    ("element.svg", ' data-fact="number"', ""),
    ("element.svg", "parts.of(card.beaten) | trim", "parts.of(card.beats) | trim"),
    ("element.svg", "parts.of(card.beats) | trim", "card.element"),
    ("element.svg", "y - 2.7, 5.4, 'beats')", "y - 2.7, 5.4, 'beaten')"),
    ("element.svg", "seal:{{ card.seal }}/haku", "seal:{{ terms.seal }}/haku"),
    ("element.svg", "parts.sign(card.element, 48.6", "parts.sign('wood', 48.6"),
    ("element.svg", "parts.sign(card.element, 4.4", "parts.sign('fire', 4.4"),
    ("element.svg", ", 5, 'element')", ", 5, 'elements')"),
    ("mat.svg", "range(rules.variants.cards.common)", "range(2)"),
    ("mat.svg", "{{ game.name }}", "{{ terms.players }}"),
    ("mat.svg", "parts.label(card.lay, 210", "parts.label(card.common, 210"),
    ("element.svg", "{{ card.name }}", "{{ card.seal }}"),
    ("track.svg", "range(track.last + 1)", "range(track.last)"),
    ("track.svg", ">{{ n }}</text>", ">{{ n + 1 }}</text>"),
    ("track.svg", "×{{ track.mark }}", "×{{ track.last }}"),
    ("mat.svg", "card.discard[loop.index0]", "card.lay"),
    ("mat.svg", "for turn in (0, 180)", "for turn in (0,)"),
    ("mat.svg", "parts.sign(element, x - 8.5", "parts.sign('fire', x - 8.5"),
    ("mat.svg", "rules.circle %}", "rules.circle | reverse %}"),
    ("parts.svg", "'fire': '火', 'wood': '木'", "'fire': '木', 'wood': '火'"),
]


@pytest.mark.parametrize("spoilt", SPOILT, ids=[f"{n}-{s[0]}" for n, s in enumerate(SPOILT)])
def test_every_spoilt_template_is_found(copy: Path, spoilt: tuple[str, str, str]) -> None:
    path, old, new = spoilt
    with exchanged(copy / TEMPLATES / path, old, new):
        found = on_faces(copy, NAME, language="zh-Hans")
    assert is_told_as_printed(found), found


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("element.svg", ">{{ card.number }}<", ">{{ card.number % 3 + 1 }}<"),
        ("element.svg", "parts.of(card.beats) | trim", "card.element"),
        ("mat.svg", "rules.circle %}", "rules.circle | reverse %}"),
        ("mat.svg", "card.discard[loop.index0]", "card.lay"),
        ("element.svg", "{{ card.name }}", "{{ card.seal }}"),
    ],
)
def test_what_is_printed_is_read_in_every_language(copy: Path, language: str, path: str, old: str, new: str) -> None:
    """A sign and a figure say the same in each, and the words are those that the rules have in it."""
    file = copy / TEMPLATES / path
    with Changed(file, file.read_text(encoding="utf-8").replace(old, new)):
        assert "prints-wrong" in {f.code.name for f in on_faces(copy, NAME, language=language)}


def test_the_backs_betray_nothing(copy: Path) -> None:
    game = loaded(copy, NAME)
    composer = composer_of(open_project(copy), game, "zh-Hans", 3.0)
    items = composer.compose(list(game.families))
    assert list(check_backs(game, items, composer.whole, composer.arts)) == []
    composer.pack.close()


# --- the faces --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_sign_and_number_stand_in_the_upper_right_corner(language: str) -> None:
    game = loaded(ROOT, NAME)
    (family,) = (f for f in game.families if f.id == "element")
    for card in family.cards:
        face, _ = composer_in(language).draw(Side(family, card, ""))
        number, again = (m for m in walk(face.marks) if isinstance(m, Text) and m.fact == "number")
        assert number.box.x > face.trim.w * 0.7
        assert number.box.bottom < face.trim.h / 3
        assert again.size < number.size / 2, "in the upper left corner, for a hand in a fan, the same in small"
        assert again.box.right < 12
        assert again.box.bottom < face.trim.h / 4
        assert {m.name: m.value for m in walk(face.marks) if isinstance(m, Fact)}["element"] == card.id.partition("-")[0]


def test_a_disc_says_nothing() -> None:
    """As the source asks: blank."""
    game = loaded(ROOT, NAME)
    (family,) = (f for f in game.families if f.id == "life")
    for side in (Side(family, family.cards[0], ""), Side(family, None, "")):
        face, _ = composer_in("zh-Hans").draw(side)
        assert not any(isinstance(mark, Text) for mark in walk(face.marks))


# --- the rules sheets ---------------------------------------------------------------------------------------------------------


@lru_cache
def sheet(language: str) -> Rulebook:
    composer = composer_in(language)
    path = source(composer.game, composer)
    assert path
    assert path.name == ("rules.md" if language == "zh-Hans" else f"rules.{language}.md")
    return rulebook(composer.game, composer, path, A5, 3.0, "")


def set_lines(language: str) -> Iterator[str]:
    """The lines of a sheet as they are set, page by page; cells of one row of a table are one."""
    for face in sheet(language).faces.values():
        rows: dict[float, list[Text]] = {}
        for mark in face.marks:
            if isinstance(mark, Text):
                rows.setdefault(round(mark.matrix.f, 2), []).append(mark)
        for row in rows.values():
            yield "".join(mark.string for mark in sorted(row, key=lambda m: m.matrix.e))


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_no_line_of_a_chinese_sheet_begins_or_ends_with_a_mark_that_must_not(language: str) -> None:
    lines = [line.strip() for line in set_lines(language) if line.strip()]
    assert len(lines) > 200
    assert [line for line in lines if line[0] in CANNOT_START] == []
    assert [line for line in lines if line[-1] in CANNOT_END] == []


@pytest.mark.parametrize(("language", "family"), [("zh-Hans", "Noto Serif SC"), ("zh-Hant", "Noto Serif TC")])
def test_a_chinese_sheet_stands_in_the_face_of_its_script(language: str, family: str) -> None:
    fonts = composer_in(language).fonts
    for face in sheet(language).faces.values():
        for mark in face.marks:
            if isinstance(mark, Text) and any(is_cjk(char) for char in mark.string):
                assert {fonts.typefaces[word.font].family for word in mark.words} == {family}, mark.string


SIMPLIFIED = (
    "个为举么书于伤优余侥减几凭击则刚别剑办动区单双发变号叫国图圆场垫声处备够头夸对将尽属岁张总战戏执报挡择掷摆摊无旧时术来标样横欧毙气没满点环电"
    "画种称穷确笔红约纯纸线经结给缓胜脚获补见规计认讨记讲许论设话该说读谁负赢轮轻较输边过运还这进连选钟长门间阵险随领飞马骑齐两内军从会弃开强优侧"
    "匀"
)
"""Signs of the simplified script that the traditional one does not have, of those that the first sheet is written with."""


def test_the_traditional_sheet_is_written_in_its_own_signs() -> None:
    text = re.sub(r"\{[{%#].*?[}%#]\}", "", (ROOT / DATA / "rules.zh-Hant.md").read_text(encoding="utf-8"), flags=re.S)
    assert set(text) & set(SIMPLIFIED.replace("叫", "")) == set()
    assert not re.search(r"[“”‘’]", text), "the traditional script quotes with corners"
    assert not re.search(r"[「」]", (ROOT / DATA / "rules.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("times", [1, 2])
def test_signs_in_the_forms_of_the_other_script_are_told(copy: Path, times: int) -> None:
    """By every run, a build's too: EB Garamond borrows the signs of the simplified script."""
    file = copy / TEMPLATES / "element.svg"
    asked = Request(NAME, ("png",), only=("fire-1",), language="zh-Hant", ppi=72)
    with exchanged(file, 'font-family="{{ parts.face }}"', 'font-family="EB Garamond"'):
        for _ in range(times):
            found = check(open_project(copy), NAME)
            built = build(open_project(copy), asked, lambda *_: None).findings
    assert [f.code.name for f in built] == ["other-forms"]
    assert {(f.code.name, f.at.path) for f in found} == {("other-forms", f"{TEMPLATES}/element.svg")}
    assert len(found) == 9
    assert found[0].says == 'fire-1: "火一" is set in Noto Serif SC, with the forms of zh-Hans'


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_has_both_variants_and_all_that_is_stated(language: str) -> None:
    text = "".join(set_lines(language))
    tables = RULES.tables()
    dice, cards = tables["variants"]["dice"], tables["variants"]["cards"]
    for step in (*dice["setup"], *dice["steps"], *cards["setup"], *cards["steps"]):
        assert step["name"][language].rstrip("?").lower() in text.lower(), step
    assert tables["names"]["once"]["zh-Hans" if language == "zh-Hans" else "zh-Hant"] in text
    for minutes in (dice["minutes"], cards["minutes"]):
        assert minutes.replace("-", "–" if language == "en" else "～") in text
    for number in (dice["life"]["long"], dice["track"]["last"], dice["track"]["most"]):
        assert re.search(rf"(?<!\d){number}(?!\d)", text)
    for row in (*dice["blows"]["thrown"], *dice["falls"]):
        assert str(row.get("hits", row.get("fall"))) in text
    assert len(sheet(language).faces) == 16


LAST = {
    "zh-Hans": (
        r"打满{}个回合仍未分出胜负，手牌较少的一方获胜",
        r"打满{}个回合，手牌较少的一方获胜",
        r"打满{}回合手牌较少者胜",
    ),
    "zh-Hant": (
        r"打滿{}個回合仍未分出勝負，手牌較少的一方獲勝",
        r"打滿{}個回合，手牌較少的一方獲勝",
        r"打滿{}回合手牌較少者勝",
    ),
    "en": (
        r"After round {0} whoever has fewer cards has won",
        r"After round {0} fewer cards win",
        r"{1} rounds are over\s*fewer cards",
    ),
}
"""What a sheet says of the last round: in its chapter, among the rulings, at a glance; with the number in its own figures."""
FIGURES = {"zh-Hans": ("十五", "十六"), "zh-Hant": ("十五", "十六"), "en": (("15", "fifteen"), ("16", "sixteen"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_says_in_every_place_after_which_round_fewer_cards_win(language: str) -> None:
    """And says another one where the rules have another."""
    composer = composer_in(language)
    text = (ROOT / DATA / ("rules.md" if language == "zh-Hans" else f"rules.{language}.md")).read_text(encoding="utf-8")
    for more, figures in enumerate(FIGURES[language]):
        tables = deepcopy(RULES.tables())
        cards = tables["variants"]["cards"]
        assert cards["last_round"] == 15
        cards["last_round"] += more
        for ruling in tables["rulings"]:
            if ruling["name"] == "the last round":
                ruling["says"] = ruling["says"].replace("15", str(15 + more))
        printed = composer.plain.from_string(text).render({**composer.context, "rules": tables})
        bare = re.sub(r" ?\| ?|\*\*", "", printed)
        for place in LAST[language]:
            said = place.format(*figures) if language == "en" else place.format(figures)
            assert len(re.findall(said, bare)) == 1, said


@pytest.mark.parametrize(
    ("file", "old", "new", "language", "says", "line"),
    [
        ("boxes.yaml", "兩軍對陣", "两軍对陣", "zh-Hant", "两, 对 are not written so in zh-Hant", 7),
        ("boxes.yaml", "两军对阵", "两军對阵", "zh-Hans", "對 is not written so in zh-Hans", 6),
        ("game.yaml", "zh-Hant: 歲以上", "zh-Hant: 岁以上", "zh-Hant", "岁 is not written so in zh-Hant", 95),
    ],
)
def test_a_sign_of_the_other_way_of_writing_chinese_is_told_where_it_stands(
    copy: Path, file: str, old: str, new: str, language: str, says: str, line: int
) -> None:
    with exchanged(copy / DATA / file, old, new, 1):
        game = loaded(copy, NAME)
        found = {of: list(check_translations(open_project(copy), game, of)) for of in LANGUAGES}
    (slip,) = [f for f in found[language] if f.code.name == "other-sign"]
    assert (slip.says, slip.severity, slip.at.path, slip.at.line) == (says, "warning", f"{DATA}/{file}", line)
    assert not [f for of in LANGUAGES if of != language for f in found[of] if f.code.name == "other-sign"]


def test_signs_in_the_rules_sheet_are_looked_at_where_it_is_printed(copy: Path) -> None:
    """One for every line, each sign once."""
    for sheet, good, slip in (("rules.md", "对手", "對手"), ("rules.zh-Hant.md", "對手", "对手")):
        path = copy / DATA / sheet
        lines = path.read_text(encoding="utf-8").splitlines()
        number = next(n for n, line in enumerate(lines, 1) if good in line)
        language = "zh-Hant" if "Hant" in sheet else "zh-Hans"
        with exchanged(path, good, slip):
            game = loaded(copy, NAME)
            told = [f for f in check_translations(open_project(copy), game, language) if f.code.name == "other-sign"]
            assert told[0].at.line == number
            assert told[0].says == f"{slip[0]} is not written so in {language}"
            assert not list(check_translations(open_project(copy), game, language, sheet=False))


def test_a_ruling_that_is_worded_anew_makes_the_sheets_written_by_hand_stale(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules word it in English: what Chinese says of it, in the first language too, was made from other words."""
    project = open_project(copy)
    game = loaded(copy, NAME)
    told = lambda: {of: [f.says for f in check_translations(project, game, of)] for of in LANGUAGES}  # noqa: E731
    assert told() == {of: [] for of in LANGUAGES}
    anew = tuple(r._replace(says="After round 99.") if r.name == "the last round" else r for r in RULES.rulings)
    monkeypatch.setattr(type(RULES), "rulings", anew)
    stale = ['"rules.rulings/the last round" has changed in the rules since its translation was noted as done']
    assert told() == {"zh-Hans": stale, "zh-Hant": stale, "en": []}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_more_stops_the_printing(language: str) -> None:
    """A sheet whose rulings are written by hand is printed only with as many as the rules have."""
    composer = composer_in(language)
    text = (ROOT / DATA / ("rules.md" if language == "zh-Hans" else f"rules.{language}.md")).read_text(encoding="utf-8")
    context = {**composer.context, "rules": {**RULES.tables(), "rulings": [*RULES.tables()["rulings"], {"name": "a new one"}]}}
    assert composer.plain.from_string(text).render(composer.context)
    with pytest.raises(Exception, match="False"):
        composer.plain.from_string(text).render(context)


@pytest.mark.parametrize("languages", ["zh-hans, zh-Hant, en", "ja, zh-Hant, en", "fr", "zh-Hans, zh-Hant, en, ja"])
def test_languages_that_the_rules_do_not_tell_are_told_in_the_data_alone(copy: Path, languages: str) -> None:
    with exchanged(copy / DATA / "game.yaml", "languages: [zh-Hans, zh-Hant, en]", f"languages: [{languages}]"):
        found = check(open_project(copy), NAME)
    codes = {f.code.name for f in found}
    assert codes & {"unknown-language", "missing-translation"}
    assert not codes & {"wrong-fact", "fact-missing", "own-fault"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("water: {zh-Hans: 水, zh-Hant: 水, en: water}", "water: {zh-Hans: 水, zh-Hant: 水, en: fire}"),
        ("water: {zh-Hans: 水, zh-Hant: 水, en: water}", "water: {zh-Hans: 火, zh-Hant: 水, en: water}"),
        ("A: {zh-Hans: 甲, zh-Hant: 甲, en: A}", "A: {zh-Hans: 甲, zh-Hant: 乙, en: A}"),
        ("name: {zh-Hans: 单挑, zh-Hant: 單挑, en: Duel}", "name: {zh-Hans: 单挑, zh-Hant: 单挑, en: Duel}"),
        ('minutes: "1-4"', 'minutes: "10-40"'),
        ('en: "round #"', "en: round"),
    ],
)
def test_a_word_of_the_sheets_that_means_another_thing_is_found(copy: Path, old: str, new: str) -> None:
    with exchanged(copy / DATA / "game.yaml", old, new, 1):
        found = [f for f in check(open_project(copy), NAME) if f.code.name == "template-field"]
    assert found
    assert "rules" in found[0].at.path


def test_an_edition_first_told_in_another_language_is_not_held_to_the_chinese_names(tmp_path: Path) -> None:
    root = copied(tmp_path, NAME)
    for file in (root / DATA).glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("zh-Hans", "ja").replace("{ja: 水一,", "{ja: みず一,"), encoding="utf-8")
    assert loaded(root, NAME).language == "ja"
    assert on_data(root, NAME) == []
    assert on_faces(root, NAME, "element") == []
