"""The ink engine: same bytes everywhere, the same picture at every resolution, and good findings."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from cardgen.brush import Plates, Score, carve, paint, read_score
from cardgen.brush.generate import GENERATORS
from cardgen.brush.marks import Stroke, Wash
from cardgen.brush.presets import brushes
from cardgen.brush.svgpath import parsed, transformed
from cardgen.findings import Refused
from cardgen.units import Matrix

ROOT = Path(__file__).resolve().parents[2]
FONT = ROOT / "fonts" / "YujiSyuku-Regular.ttf"
BOX = (0.0, 0.0, 30.0, 20.0)

STROKE = '<path id="a" d="M3,10 C9,4 16,15 26,9" stroke="#111" fill="none" ink:brush="sweep" ink:w="2 5"/>'
RED = '<circle id="sun" cx="20" cy="8" r="5" fill="#c8281e"/>'
GREY = '<path id="wash" d="M2,2 L28,3 L27,17 L4,18 Z" ink:tone="0.4 0.1" ink:soft="0.1 3"/>'


def svg(body: str, root: str = "") -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:ink="urn:cardgen:ink" width="30mm" height="20mm" '
        f'viewBox="0 0 30 20" {root}>\n{body}\n</svg>'
    )


@pytest.fixture
def score(tmp_path: Path):  # type: ignore[no-untyped-def]
    def read(body: str, root: str = "") -> Score:
        file = tmp_path / "score.svg"
        file.write_text(svg(body, root), "utf-8")
        return read_score(file)

    return read


def refused(tmp_path: Path, text: str) -> list[tuple[int, int, str]]:
    """Line, column and code of all findings."""
    file = tmp_path / "bad.svg"
    file.write_text(text, "utf-8")
    with pytest.raises(Refused) as caught:
        read_score(file)
    assert all(f.at.path == str(file) for f in caught.value.findings)
    return [(f.at.line, f.at.column, f.code.name) for f in caught.value.findings]


def reduced(plate: np.ndarray) -> np.ndarray:
    h, w = plate.shape[0] // 2 * 2, plate.shape[1] // 2 * 2
    out: np.ndarray = plate[:h, :w].reshape(h // 2, 2, w // 2, 2).mean(axis=(1, 3))
    return out


def digest(plates: Plates) -> str:
    red = b"" if plates.red is None else plates.red.tobytes()
    return hashlib.sha256(plates.black.tobytes() + red).hexdigest()


# -- the plates ----------------------------------------------------------------------------------------------------


def test_no_ink_is_255_and_red_is_none_without_red(score) -> None:  # type: ignore[no-untyped-def]
    plates = paint(score(""), BOX, 6)
    assert (plates.width, plates.height, plates.per_mm) == (180, 120, 6)
    assert plates.black.min() == 255
    assert plates.black.dtype == np.uint8
    assert plates.red is None
    assert paint(score(RED), BOX, 6).black.min() == 255


@pytest.mark.parametrize(("per_mm", "size"), [(300 / 25.4, (355, 237)), (10, (300, 200)), (0.01, (1, 1))])
def test_pixel_counts_are_rounded_up(score, per_mm: float, size: tuple[int, int]) -> None:  # type: ignore[no-untyped-def]
    plates = paint(score(STROKE), BOX, per_mm)
    assert (plates.width, plates.height) == size
    assert plates.black.shape == size[::-1]


def test_same_score_gives_the_same_bytes_in_two_processes(tmp_path: Path) -> None:
    file = tmp_path / "score.svg"
    generators = '<g ink:gen="pine" ink:x="20" ink:y="19" ink:h="17"/><g ink:gen="rain" ink:n="40"/>'
    splatter = '<circle id="s" cx="8" cy="12" r="6" ink:ang="-30"/>'
    file.write_text(svg(GREY + STROKE + RED + generators + splatter), "utf-8")
    code = (
        "import sys, pathlib; from cardgen.brush import *; import hashlib; "
        "p = paint(read_score(pathlib.Path(sys.argv[1])), (0.0, 0.0, 30.0, 20.0), 8.0); "
        "print(hashlib.sha256(p.black.tobytes() + p.red.tobytes()).hexdigest())"
    )
    one, two = (
        subprocess.run([sys.executable, "-c", code, str(file)], cwd=ROOT, text=True, capture_output=True, check=True)
        for _ in range(2)
    )
    assert one.stdout.strip() == two.stdout.strip() == digest(paint(read_score(file), BOX, 8.0))


def test_300_and_600_ppi_are_one_picture() -> None:
    score = read_score(ROOT / "art" / "duel" / "high.svg")
    box = (20.0, 10.0, 30.0, 30.0)
    low, high = paint(score, box, 12), paint(score, box, 24)
    away = np.abs(low.black - reduced(high.black))
    assert away.mean() < 3
    coarse = [reduced(reduced(reduced(p))) for p in (low.black.astype(float), reduced(high.black))]
    assert np.abs(coarse[0] - coarse[1]).max() < 26


def test_overlapping_boxes_agree() -> None:
    for name in ("ronin", "rain"):
        score = read_score(ROOT / "art" / "duel" / f"{name}.svg")
        whole = paint(score, (10.0, 5.0, 40.0, 50.0), 8)
        part = paint(score, (20.0, 15.0, 20.0, 20.0), 8)
        assert np.array_equal(whole.black[80:240, 80:240], part.black)


def test_a_board_painted_in_bands_has_no_seams(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ronin", "back-a"):
        score = read_score(ROOT / "art" / "duel" / f"{name}.svg")
        whole = paint(score, score.view, 6)
        with monkeypatch.context() as small:
            small.setattr(import_module("cardgen.brush.paint"), "_AT_ONCE", 40_000)
            banded = paint(score, score.view, 6)
        assert np.array_equal(whole.black, banded.black)
        assert (whole.red is None) == (banded.red is None)


def test_what_runs_off_the_view_goes_on(score) -> None:  # type: ignore[no-untyped-def]
    off = score('<path id="a" d="M-20,10 L50,10" ink:w="4" ink:dry="0" ink:fray="0"/>')
    plates = paint(off, (-15.0, 0.0, 60.0, 20.0), 6)
    assert (plates.black[60] < 60).mean() > 0.95


def test_another_stroke_does_not_change_the_first(score) -> None:  # type: ignore[no-untyped-def]
    other = '<path d="M2,18 L9,18" ink:w="1"/>'
    alone, with_id = score(STROKE).marks[0], score(other + STROKE).marks[1]
    assert alone == with_id
    nameless = STROKE.replace('id="a"', "")
    assert score(nameless).marks[0] == score(other + nameless).marks[1]
    first, second = paint(score(STROKE), BOX, 8), paint(score(other + STROKE), BOX, 8)
    assert np.array_equal(first.black[:120], second.black[:120])


def test_seeds_come_from_ids_and_can_be_set(score) -> None:  # type: ignore[no-untyped-def]
    a, b = score(STROKE).marks[0], score(STROKE.replace('"a"', '"b"')).marks[0]
    assert a.seed != b.seed
    assert score(STROKE.replace("ink:brush", 'ink:seed="7" ink:brush')).marks[0].seed == 7


@pytest.mark.parametrize("per_mm", [7, 300 / 25.4])
def test_half_turn_is_exact(score, per_mm: float) -> None:  # type: ignore[no-untyped-def]
    half = score(STROKE + RED, 'ink:symmetry="half-turn"')
    plain = paint(score(STROKE + RED), BOX, per_mm)
    for box in (BOX, (-3.0, -3.0, 36.0, 26.0)):
        plates = paint(half, box, per_mm)
        assert plates.red is not None
        assert np.array_equal(plates.black, plates.black[::-1, ::-1])
        assert np.array_equal(plates.red, plates.red[::-1, ::-1])
    turned = paint(half, BOX, per_mm)
    assert (turned.black <= plain.black).all()
    assert turned.black.mean() < plain.black.mean()


@pytest.mark.parametrize("name", sorted(brushes()))
def test_every_brush_paints_within_range(score, name: str) -> None:  # type: ignore[no-untyped-def]
    ground = '<path id="g" d="M0,0 L30,0 L30,20 L0,20 Z" ink:tone="0.6" ink:bleed="0" ink:edge="0"/>'
    stroke = STROKE.replace("sweep", name)
    plain, changed = paint(score(ground), BOX, 8).black, paint(score(ground + stroke), BOX, 8).black
    if name == "lift":
        assert changed.max() > plain.max()
        assert (changed >= plain).all()
    else:
        assert (changed <= plain).all()
        assert changed.min() < plain.min()


def test_darker_tones_are_darker(score) -> None:  # type: ignore[no-untyped-def]
    means = []
    for tone in ("0.1", "0.35", "0.6", "0.95"):
        stroke = f'<path id="a" d="M2,10 L28,10" ink:w="8" ink:dry="0" ink:fray="0" ink:tone="{tone}"/>'
        means.append(float(paint(score(stroke), BOX, 8).black[70:90, 60:180].mean()))
    assert means == sorted(means, reverse=True)
    assert 200 < means[0] < 245
    assert means[-1] < 30


def test_erase_clears_both_plates_and_lift_only_its_own(score) -> None:  # type: ignore[no-untyped-def]
    below = GREY + RED
    patch = '<circle id="p" cx="20" cy="8" r="2" ink:tone="0.985" ink:bleed="0" ink:mode="{}"/>'
    erased, lifted = (paint(score(below + patch.format(mode)), BOX, 8) for mode in ("erase", "lift"))
    assert erased.red is not None
    assert lifted.red is not None
    assert erased.black[64, 160] > 250
    assert erased.red[64, 160] > 250
    assert lifted.black[64, 160] > 250
    assert lifted.red[64, 160] < 230


@pytest.mark.parametrize("kind", sorted(GENERATORS))
def test_every_generator_leaves_its_mark(score, kind: str) -> None:  # type: ignore[no-untyped-def]
    ground = '<path d="M-9,-9 L90,-9 L90,99 L-9,99 Z" ink:tone="0.5" ink:bleed="0"/>'
    box = (0.0, 0.0, 63.0, 88.0)
    plain = paint(score(ground), box, 3).black
    made = paint(score(ground + f'<g ink:gen="{kind}" stroke="#111"/>'), box, 3).black
    assert (plain != made).mean() > 0.001
    red = paint(score(f'<g ink:gen="{kind}" stroke="#c8281e"/>'), box, 3)
    assert (red.red is not None) == (kind != "mist")


# -- reading ---------------------------------------------------------------------------------------------------------


def test_groups_place_scale_and_colour_their_marks(score) -> None:  # type: ignore[no-untyped-def]
    body = f'<g transform="translate(5 2) scale(2)" stroke="#c8281e"><g transform="rotate(90)">{STROKE}</g></g>'
    mark = score(body.replace('stroke="#111" ', "")).marks[0]
    assert isinstance(mark, Stroke)
    assert mark.red
    assert mark.widths == pytest.approx((4, 10))
    assert mark.curve[0].a == pytest.approx((5 - 20, 2 + 6))
    assert mark.brush.fray == pytest.approx(14)


def test_closed_paths_and_plain_circles_are_washes(score) -> None:  # type: ignore[no-untyped-def]
    wash, disc = score(GREY + RED).marks
    assert isinstance(wash, Wash)
    assert isinstance(disc, Wash)
    assert not wash.red
    assert disc.red
    assert wash.water.tone == (0.4, 0.1)


def test_what_is_not_painted_is_passed_over(score) -> None:  # type: ignore[no-untyped-def]
    body = (
        '<title>t</title><desc>d</desc><metadata><x xmlns="urn:x"/></metadata><defs><rect/></defs>'
        '<sodipodi:namedview xmlns:sodipodi="urn:s" sodipodi:zoom="1"><rect/></sodipodi:namedview>'
        '<g style="display:none"><path d="M0,0 L1,1"/></g>'
        '<g ink:gen="beard"><rect width="3"/></g>'
        '<path xmlns:inkscape="urn:i" inkscape:label="x" d="m0,0 5,5" ink:w="1 2"/>'
    )
    assert len(score(body).marks) == 2


def test_path_commands() -> None:
    same = ["M1,2 L5,2 5,6 L1,6", "m1 2 4 0v4h-4", "M1 2H5V6H1", "M1,2l4,0,0,4-4,0"]
    assert len({tuple(round(v, 6) for c in parsed(d).pieces for p in c for v in p) for d in same}) == 1
    assert parsed("M0,0 Q3,3 6,0 T12,0").pieces[1].b == pytest.approx((8, -2))
    assert parsed("M0,0 C1,1 2,1 3,0 S5,-1 6,0").pieces[1].b == pytest.approx((4, -1))
    assert parsed("M.5.5L-1e0-2z").closed
    assert transformed("rotate(90, 1, 1) translate(2)").apply(0, 1) == pytest.approx((1, 2))
    assert transformed("scale(2,3)matrix(1 0 0 1 4 5)") == Matrix(2, 0, 0, 3, 8, 15)


FAULTS = [
    ('<path d="M0,0 L1,1" ink:brush="swep"/>', (2, 32), "ink-unknown-brush"),
    ('<path d="M0,0 L1,1 L2,1"\n  ink:w="1 2"/>', (3, 10), "ink-widths"),
    ('<path d="M0,0 L1,1" ink:w="1 nan"/>', (2, 30), "ink-not-a-number"),
    ('<path d="M0,0 L1,1" ink:fray="inf"/>', (2, 31), "ink-not-a-number"),
    ('<path d="M0,0 L1,1" ink:fray="3mm"/>', (2, 31), "ink-not-a-number"),
    ('<path d="M0,0 L1,1" ink:tone="1.5"/>', (2, 31), "ink-range"),
    ('<path d="M0,0 L1,1" ink:tone=".1 .2 .3"/>', (2, 31), "ink-count"),
    ('<path d="M0,0 L1,1" ink:frayy="3"/>', (2, 32), "ink-unknown-attribute"),
    ('<path d="M0,0 L1,1 Z" ink:w="3"/>', (2, 30), "ink-unknown-attribute"),
    ('<path d="M0,0 L1,1" ink:mode="lft"/>', (2, 31), "ink-unknown-mode"),
    ('<path d="M0,0 L1"/>', (2, 17), "ink-path"),
    ('<path d="M0,0 L1,"/>', (2, 17), "ink-path"),
    ('<path d="M0,0 X"/>', (2, 15), "ink-path"),
    ('<path d="M0,0 A1 1 0 0 0 2 2"/>', (2, 15), "ink-path"),
    ('<path d="M0,0 L1,1 M2,2 L3,3"/>', (2, 20), "ink-path"),
    ('<path d="M1,1 L1,1"/>', (2, 10), "ink-path"),
    ('<path d=""/>', (2, 10), "ink-path"),
    ('<path d="M0,0 L1e999,1"/>', (2, 16), "ink-path"),
    ('<path d="M0,0 L1,1" stroke="#12"/>', (2, 29), "ink-colour"),
    ('<rect width="3"/>', (2, 1), "ink-unknown-element"),
    ("<ink:brush/>", (2, 1), "ink-unknown-element"),
    ('<g ink:gen="pin"/>', (2, 13), "ink-unknown-generator"),
    ('<g ink:gen="pine" ink:hh="3"/>', (2, 27), "ink-unknown-attribute"),
    ('<g ink:wind="3"/>', (2, 14), "ink-unknown-attribute"),
    ('<g transform="skew(3)"/>', (2, 15), "ink-transform"),
    ('<circle cx="x" cy="1" r="2"/>', (2, 13), "ink-not-a-number"),
    ("<path", (2, 6), "ink-xml"),
]


@pytest.mark.parametrize(("body", "place", "code"), FAULTS, ids=[f"{k}-{f[2]}" for k, f in enumerate(FAULTS)])
def test_faults_are_found_where_they_stand(tmp_path: Path, body: str, place: tuple[int, int], code: str) -> None:
    found = refused(tmp_path, svg(body))
    assert [c for _, _, c in found] == [code]
    if code != "ink-xml":
        assert found[0][:2] == place
    else:
        assert found[0][0] >= place[0]


def test_all_faults_come_at_once(tmp_path: Path) -> None:
    body = '<path d="M0,0 L1,1" ink:brush="swep" ink:w="x"/>\n<rect/>\n<g ink:gen="pin"/>'
    assert [f[2] for f in refused(tmp_path, svg(body, 'ink:symmetry="half"'))] == [
        "ink-symmetry", "ink-unknown-brush", "ink-not-a-number", "ink-unknown-element", "ink-unknown-generator",
    ]  # fmt: skip


def test_the_nearest_brush_is_named(tmp_path: Path) -> None:
    file = tmp_path / "bad.svg"
    file.write_text(svg('<path d="M0,0 L1,1" ink:brush="swep"/>'), "utf-8")
    with pytest.raises(Refused, match='did you mean "sweep"'):
        read_score(file)


def test_the_root_must_be_a_sheet_in_mm(tmp_path: Path) -> None:
    good = svg("")
    assert refused(tmp_path, good.replace("30mm", "300px"))[0][2] == "ink-size"
    assert refused(tmp_path, good.replace("0 0 30 20", "0 0 nan 20"))[0][2] == "ink-size"
    assert refused(tmp_path, good.replace("http://www.w3.org/2000/svg", "urn:x"))[0][2] == "ink-root"
    assert refused(tmp_path, '<!DOCTYPE svg [<!ENTITY a "b">]>' + good)[0][2] == "ink-doctype"
    assert refused(tmp_path, "")[0][2] == "ink-xml"
    with pytest.raises(Refused, match="cannot be read"):
        read_score(tmp_path / "none.svg")
    (tmp_path / "latin.svg").write_bytes(good.encode().replace(b"viewBox", b"\xff"))
    with pytest.raises(Refused, match="UTF-8"):
        read_score(tmp_path / "latin.svg")


# -- seals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["haku", "shu", "haku-round", "shu-round"])
@pytest.mark.parametrize("text", ["剣", "一刀", "剣心一如"])
def test_seals_are_one_bit_and_repeat(style: str, text: str) -> None:
    one, two = (carve(text, style, 6, 12, FONT, 5) for _ in range(2))
    assert one.shape == (72, 72)
    assert one.dtype == np.uint8
    assert set(np.unique(one)) == {0, 255}
    assert np.array_equal(one, two)
    assert not np.array_equal(one, carve(text, style, 6, 12, FONT, 6))
    inked = (one > 0).mean()
    assert (0.35 if style.startswith("haku") else 0.12) < inked < 0.9


def test_seals_refuse_what_they_cannot_hold() -> None:
    with pytest.raises(ValueError, match="signs"):
        carve("剣心一", "haku", 6, 12, FONT, 1)
    with pytest.raises(ValueError, match="style"):
        carve("剣", "red", 6, 12, FONT, 1)


@pytest.mark.parametrize(("sign", "low", "high"), [("剛", 0.3, 0.55), ("闘", 0.3, 0.55), ("人", 0.2, 0.4), ("中", 0.3, 0.55)])
def test_a_crowded_sign_is_cut_finer(sign: str, low: float, high: float) -> None:
    """Cut as broadly as the others, 剛 was white for two thirds and could not be read at 6 mm."""
    mask = carve(sign, "haku", 6, 1200 / 25.4, ROOT / "fonts" / "KaiseiTokumin-ExtraBold.ttf", 1)
    n = len(mask)
    assert low < (mask[n // 8 : -n // 8, n // 8 : -n // 8] == 0).mean() < high
