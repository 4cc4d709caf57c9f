"""Pages against a shop's profile and the manifest beside the file: sizes, bleed, count, order."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from pikepdf import Array, Pdf

from cardgen.profile import Bleed, Profile, load_profile
from cardgen.readback.against import check_pages, turn
from cardgen.readback.document import opened
from cardgen.readback.fault import told
from tests.readback.twins import Change, profile, sound

PAIRS = (
    "high A 1/2 front",
    "high A 1/2 back",
    "high A 2/2 front",
    "high A 2/2 back",
    "rule front",
    "rule back",
    "track front",
    "track back",
)
SAID = {"pages": 8, "sizes": {"cards": {"width": 63.0, "height": 88.0}}, "pieces": [
    {"card": "high", "seat": "A", "copies": 2}, {"card": "rule", "seat": "", "copies": 1},
    {"card": "track", "seat": "", "copies": 1}]}  # fmt: skip


def found(path: Path, own: Profile, said: object = None) -> list[str]:
    with opened(path, "a.pdf") as document:
        return [f.text() for f in told(list(check_pages(document, own, said)), document, "a.pdf")]  # type: ignore[arg-type]


def codes(texts: list[str]) -> list[str]:
    return [text.removeprefix("a.pdf: ").removeprefix("warning: ").partition(":")[0] for text in texts]


def labelled(path: Path, labels: tuple[str, ...], change: Change = lambda pdf: None) -> Path:
    return sound(path / "a.pdf", change=change, pages=len(labels), labels=labels)


def box(name: str, *sides: float, page: int = 1) -> Change:
    return lambda pdf: pdf.pages[page].obj.__setitem__(f"/{name}", Array(list(sides)))


def test_pages_as_the_shop_and_the_manifest_have_them_have_no_findings(tmp_path: Path) -> None:
    path = labelled(tmp_path, PAIRS)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert found(path, profile(), {**SAID, "sha256": digest}) == []
    assert found(path, profile()) == []


def test_a_trim_that_the_shop_does_not_make_names_the_nearest(tmp_path: Path) -> None:
    shop = load_profile("drivethrucards")
    (text,) = found(sound(tmp_path / "a.pdf", bleed=3.175), shop)
    assert "wrong-size: pages 1-2: its trim of 63 x 88 mm is no size that the shop makes" in text
    assert "the nearest is poker, 63.5 x 88.9 mm" in text
    assert found(sound(tmp_path / "a.pdf", bleed=3.175, trim=(63.5, 88.9)), shop) == []


def test_a_trim_on_its_side_is_another_size(tmp_path: Path) -> None:
    shop = load_profile("drivethrucards")
    assert codes(found(sound(tmp_path / "a.pdf", bleed=3.175, trim=(88.9, 63.5)), shop)) == ["wrong-size"]


def test_a_trim_that_the_manifest_does_not_tell(tmp_path: Path) -> None:
    said = {"sizes": {"cards": {"width": 63.5, "height": 88.9}, "tile": {"width": 20, "height": 20}}}
    (text,) = found(sound(tmp_path / "a.pdf"), profile(), said)
    assert "its trim is 63 x 88 mm, and the manifest says 63.5 x 88.9 mm (cards)" in text


def test_of_what_is_punched_the_sheet_is_what_is_cut(tmp_path: Path) -> None:
    said = {"sizes": {"token": {"width": 10, "height": 10}}, "sheets": {"token": [63, 88]}}
    assert found(sound(tmp_path / "a.pdf"), profile(), said) == []


def test_pages_of_two_sizes_in_one_file(tmp_path: Path) -> None:
    path = sound(tmp_path / "a.pdf", change=box("TrimBox", 12, 8.5039, 187.0866, 257.9528))
    (text,) = found(path, profile())
    assert "warning: uneven-pages: page 2: its trim is 61.77 x 88 mm, and the first page's 63 x 88 mm" in text
    sizes = {"a": {"width": 63, "height": 88}, "b": {"width": 61.77, "height": 88}}
    assert found(path, profile(), {"sizes": sizes}) == []  # both are meant


def test_too_little_bleed(tmp_path: Path) -> None:
    (text,) = found(sound(tmp_path / "a.pdf", bleed=1), profile())
    assert "too-little-bleed: pages 1-2: it bleeds 1.00 mm over its trim, and the shop asks for 2 mm" in text


def test_of_boxes_that_are_not_nested_nothing_else_is_told(tmp_path: Path) -> None:
    assert found(sound(tmp_path / "a.pdf", change=box("BleedBox", 40, 40, 60, 60)), profile()) == []  # check_clauses does


def test_a_page_with_room_for_marks(tmp_path: Path) -> None:
    path = sound(tmp_path / "a.pdf", change=box("MediaBox", -20, -20, 215.5906, 286.4567))
    (text,) = found(path, profile())
    assert "warning: page-too-large: page 2: it reaches 7.06 mm over its bleed" in text


def test_more_bleed_than_the_shop_takes(tmp_path: Path) -> None:
    shop = profile().model_copy(update={"bleed": Bleed(default="3mm", least="3mm", most="3mm")})
    (text,) = found(sound(tmp_path / "a.pdf", bleed=5), shop)
    assert "page-too-large" in text
    assert "it reaches 5.00 mm over its trim, and the shop takes 3 mm of bleed" in text


def test_another_file_than_the_manifest_tells_of(tmp_path: Path) -> None:
    assert codes(found(sound(tmp_path / "a.pdf"), profile(), {"sha256": "0" * 64})) == ["other-file"]


def test_a_page_too_few(tmp_path: Path) -> None:
    (text,) = found(sound(tmp_path / "a.pdf"), profile(), {"pages": 3})
    assert "wrong-page-count: it has 2 pages, and the manifest says 3" in text


def test_a_copy_too_few(tmp_path: Path) -> None:
    (text,) = found(labelled(tmp_path, PAIRS[2:]), profile(), {**SAID, "pages": 6})
    assert 'wrong-page-count: "high A" has 1 fronts, and the manifest says 2 copies' in text


@pytest.mark.parametrize(
    ("order", "labels", "page"),
    [
        ("front-first", ("a front", "a back", "b front", "c front", "c back"), 3),  # a blank back is missing
        ("front-first", ("a front", "b front", "c front"), 0),
        ("front-first", ("a back", "a front"), 1),
        ("front-first", ("a front", "a back", "b front", "c back", "c front", "b back"), 3),
        ("front-first", ("a front", "b front", "a back", "b back"), 1),
        ("back-first", ("a back", "a front", "b 1/2 back", "b 1/2 front", "b 2/2 back", "b 2/2 front"), 0),
        ("back-first", ("a front", "a back"), 1),
        ("backs-last", ("a front", "b front", "a back"), 0),
        ("backs-last", ("a front", "a back", "b front", "b back"), 3),
        ("front-first", ("a back", "1"), 0),  # nothing tells which side the second is
        ("front-first", ("1", "2", "3"), 0),
    ],
)
def test_the_order_of_the_pages_by_their_labels(order: str, labels: tuple[str, ...], page: int, tmp_path: Path) -> None:
    shop = profile().model_copy(update={"order": order})
    texts = found(labelled(tmp_path, labels), shop)
    assert codes(texts) == (["wrong-page-order"] if page else [])
    assert not page or f"page {page} ({labels[page - 1]})" in texts[0]


def test_a_label_taken_apart() -> None:
    assert turn("high A 1/3 front") == ("high A 1/3", "high A", "front")
    assert turn("front") is None
    assert turn("12") is None


def test_a_printer_at_home_has_the_manifest_alone(tmp_path: Path) -> None:
    path = sound(tmp_path / "a.pdf", bleed=0)
    assert found(path, load_profile("home-a4")) == []
    assert codes(found(path, load_profile("home-a4"), {"pages": 9})) == ["wrong-page-count"]


@pytest.mark.parametrize(
    "said",
    [
        [],
        "cards",
        {"sha256": 1, "pages": "2", "sizes": [], "sheets": 1, "pieces": {}},
        {"pages": True, "sizes": {"a": 1, "b": {"width": "x", "height": None}}, "pieces": [1, {"card": 1, "copies": "x"}]},
        {"sheets": {"a": [1]}, "sizes": {"a": {}}},
    ],
)
def test_a_manifest_that_is_none_is_passed_over(said: Any, tmp_path: Path) -> None:
    assert found(sound(tmp_path / "a.pdf"), profile(), said) == []


def test_a_page_that_does_not_tell_where_it_is_cut_is_no_other_fault(tmp_path: Path) -> None:
    path = sound(
        tmp_path / "a.pdf", bleed=3.175, trim=(63.5, 88.9), change=lambda pdf: pdf.pages[1].obj.__delitem__("/TrimBox")
    )
    assert found(path, load_profile("drivethrucards")) == []  # check_clauses tells of it


def test_a_page_of_absurd_boxes(tmp_path: Path) -> None:
    def change(pdf: Pdf) -> None:
        pdf.pages[1].obj.TrimBox = Array([10**15, -(10**15), 0, 5])
        pdf.pages[1].obj.MediaBox = Array([5, 5, 5, 5])

    assert "wrong-size" in codes(found(sound(tmp_path / "a.pdf", change=change), load_profile("drivethrucards")))
