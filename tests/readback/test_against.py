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
    assert 'wrong-page-count: "high A" has 1 front, and the manifest says 2 copies' in text


def test_many_cards_too_few_are_one_finding(tmp_path: Path) -> None:
    more = [{"card": f"x{n}", "seat": "", "copies": 1} for n in range(26)]
    path = labelled(tmp_path, PAIRS)
    (text,) = found(path, profile(), {**SAID, "pieces": [*SAID["pieces"], *more]})  # type: ignore[misc]
    says = '26 cards have too few fronts, the first: "x0" has 0 fronts, and the manifest says 1 copy'
    assert f"wrong-page-count: {says}" in text
    few, many = found(path, profile(), {**SAID, "pieces": [*SAID["pieces"][1:], {"card": "high", "seat": "A", "copies": 1},  # type: ignore[index]
        more[0]]})  # fmt: skip
    assert '"x0" has 0 fronts' in few
    assert '"high A" has 2 fronts, and the manifest says 1 copy' in many


@pytest.mark.parametrize("count", [-3, 0, True, "2", 2.5])
def test_what_is_no_count_is_passed_over(count: object, tmp_path: Path) -> None:
    said = {"pages": count, "pieces": [{"card": "rule", "seat": "", "copies": count}]}
    assert found(labelled(tmp_path, PAIRS), profile(), said) == []


def test_whole_pairs_out_of_the_manifests_order(tmp_path: Path) -> None:
    swapped = (*PAIRS[:4], *PAIRS[6:], *PAIRS[4:6])
    (text,) = found(labelled(tmp_path, swapped), profile(), SAID)
    assert "wrong-page-order: page 5 (track front): " in text
    assert 'it shows "track", and the manifest has "rule" in its place' in text
    assert found(labelled(tmp_path, swapped), profile()) == []  # of what no manifest tells nothing is known
    backs = tuple(label for label in swapped if label.endswith("back"))
    shop = load_profile("longpack")
    assert codes(found(labelled(tmp_path, backs), shop, {**SAID, "pages": 4})) == ["wrong-page-order"]
    assert found(labelled(tmp_path, PAIRS[1::2]), shop, {**SAID, "pages": 4}) == []
    one = (*PAIRS[:8:2], "track back")  # one back for all
    assert found(labelled(tmp_path, one), shop, {**SAID, "pages": 5}) == []


@pytest.mark.parametrize(
    ("own", "pages", "says"),
    [
        ("shop", 3, "3 pages are no pairs of front and back"),
        ("shop", 1, ""),  # a board
        ("shop", 4, ""),
        ("mbprint", 1, "one page is no pair of front and back"),
        ("longpack", 3, ""),  # the fronts, and a back for all
    ],
)
def test_pages_without_labels_that_are_no_pairs(own: str, pages: int, says: str, tmp_path: Path) -> None:
    texts = found(sound(tmp_path / "a.pdf", pages=pages), load_profile(own))
    assert codes(texts) == (["odd-pages"] if says else [])
    assert says in "".join(texts)
    labels = tuple(f"{n} front" for n in range(pages))
    assert found(labelled(tmp_path, labels), load_profile(own)) == []  # one side is printed, and it says so


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
        ("front-first", ("1", "2", "3", "4"), 0),
    ],
)
def test_the_order_of_the_pages_by_their_labels(order: str, labels: tuple[str, ...], page: int, tmp_path: Path) -> None:
    shop = profile().model_copy(update={"order": order})
    texts = found(labelled(tmp_path, labels), shop)
    assert codes(texts) == (["wrong-page-order"] if page else [])
    assert not page or f"page {page} ({labels[page - 1]})" in texts[0]


@pytest.mark.parametrize(
    ("size", "paper", "fits"),
    [
        ((297, 210), "home-a4", True),
        ((209.2, 297.9), "home-a4", True),
        ((215.9, 279.4), "home-a4", False),
        ((215.9, 279.4), "home-letter", True),
        ((63, 88), "home-a4", False),
    ],
)
def test_a_page_is_of_the_paper(size: tuple[float, float], paper: str, fits: bool, tmp_path: Path) -> None:
    texts = found(sound(tmp_path / "a.pdf", trim=size, bleed=0), load_profile(paper))
    assert codes(texts) == ([] if fits else ["wrong-size"])
    if paper == "home-a4" and not fits:
        assert f"pages 1-2: it is {size[0]:g} x {size[1]:g} mm, and the paper is 210 x 297 mm" in texts[0]


def test_of_a_trim_far_from_every_size_those_are_told(tmp_path: Path) -> None:
    path = sound(tmp_path / "a.pdf", bleed=3.175, trim=(200, 120))
    (text,) = found(path, load_profile("drivethrucards"))
    assert "the shop makes cards alone: poker, 63.5 x 88.9 mm" in text
    assert "nearest" not in text
    said = {"sizes": {"track": {"width": 200, "height": 120}}}  # a board that another shop makes
    assert codes(found(path, load_profile("drivethrucards"), said)) == ["wrong-size"]
    assert found(path, profile(), said) == []


def test_a_label_taken_apart() -> None:
    assert turn("high A 1/3 front") == ("high A 1/3", "high A", "front")
    assert turn("front") is None
    assert turn("12") is None


def test_a_printer_at_home_has_the_manifest_alone(tmp_path: Path) -> None:
    path = sound(tmp_path / "a.pdf", bleed=0, trim=(210, 297))
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
