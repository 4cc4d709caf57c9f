"""Backs put right: a printer that lays them off by known amounts, what is read of it, and where they lie afterwards."""

from __future__ import annotations

from math import hypot
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.findings import Refused
from cardgen.impose import Flip, Page, Paper
from cardgen.layout import put_right
from cardgen.printers import FILE, keep_printer, printers, register_of
from cardgen.project import Project
from cardgen.register import Register, measured, spots
from cardgen.units import Matrix
from tests.tiny import tiny_project

A4, LETTER = Paper(210, 297, 5), Paper(215.9, 279.4, 5)
PAPERS = st.sampled_from([A4, LETTER])
REGISTERS = st.builds(Register, st.floats(-5, 5), st.floats(-5, 5), st.floats(-1.5, 1.5), st.floats(0.985, 1.015))


def read(register: Register, paper: Paper, *names: str, steps: float = 0.0) -> dict[str, tuple[float, float]]:
    """What a person reads on a target that such a printer printed: where a long line of the back, drawn through two of its
    points, crosses the scale of the front; to the nearest of `steps` mm where that is more than nought.
    """
    laid = register.laid(paper.width, paper.height)
    out = {}
    for name, ((x, y), (across, down)) in spots(paper.width, paper.height).items():
        if names and name not in names:
            continue
        (x1, y1), (x2, y2) = laid.apply(x, y - 7), laid.apply(x, y + 7)
        right = x1 + (y - y1) / (y2 - y1) * (x2 - x1) - x
        (x1, y1), (x2, y2) = laid.apply(across - 7, down), laid.apply(across + 7, down)
        low = y1 + (across - x1) / (x2 - x1) * (y2 - y1) - down
        out[name] = (round(right / steps) * steps, round(low / steps) * steps) if steps else (right, low)
    return out


def seen_from_the_front(page: Page, flip: Flip, paper: Paper, printer: Register, x: float, y: float) -> tuple[float, float]:
    """Where a point of a page comes to lie on portrait paper, seen from the front; the printer turns the sheet over as it was
    asked to, and lays the back as it does.
    """
    assert (page.width, page.height) == (paper.width, paper.height)
    x, y = page.shift.apply(x, y)
    if not page.behind:
        return x, y
    x, y = (paper.width - x, y) if flip is Flip.LONG else (x, paper.height - y)
    return printer.laid(paper.width, paper.height).apply(x, y)


@given(REGISTERS, PAPERS)
def test_what_a_printer_does_is_worked_out_from_what_is_read(register: Register, paper: Paper) -> None:
    found = measured(read(register, paper), paper.width, paper.height)
    assert found.x == pytest.approx(register.x, abs=0.001)
    assert found.y == pytest.approx(register.y, abs=0.001)
    assert found.angle == pytest.approx(register.angle, abs=0.0002)
    assert found.scale == pytest.approx(register.scale, abs=0.00002)


@given(REGISTERS, PAPERS, st.sampled_from([("top-left", "bottom-right"), ("top-left", "top-right"), ("middle", "bottom-left")]))
def test_two_places_are_enough(register: Register, paper: Paper, names: tuple[str, str]) -> None:
    found = measured(read(register, paper, *names), paper.width, paper.height)
    assert found == pytest.approx(register, abs=0.001)


@given(REGISTERS, PAPERS, st.sampled_from([Flip.LONG, Flip.SHORT]), st.booleans(), st.floats(5, 205), st.floats(5, 270))
def test_a_back_that_is_put_right_lies_where_it_belongs(
    printer: Register, paper: Paper, flip: Flip, level: bool, u: float, v: float
) -> None:
    """Measured on a target and kept to what the file keeps; on portrait paper and on landscape, whose pages are turned."""
    known = measured(read(printer, paper), paper.width, paper.height)
    width, height = (paper.height, paper.width) if level else (paper.width, paper.height)
    x, y = (v, u) if level else (u, v)
    upright = (flip is Flip.LONG) == (width <= height)
    behind = (width - x, y) if upright else (x, height - y)  # as sheets lay backs on a page that is not put right
    front = Page(width, height, None, None, (), (), "front")
    back = front._replace(label="back", behind=True)
    there = seen_from_the_front(put_right(front, flip, known), flip, paper, printer, x, y)
    here = seen_from_the_front(put_right(back, flip, known), flip, paper, printer, *behind)
    assert hypot(here[0] - there[0], here[1] - there[1]) < 0.05


@given(PAPERS, st.sampled_from([Flip.LONG, Flip.SHORT]), st.floats(5, 205), st.floats(5, 205))
def test_a_printer_that_is_true_has_its_pages_turned_at_the_most(paper: Paper, flip: Flip, x: float, y: float) -> None:
    back = Page(paper.width, paper.height, None, None, (), (), "back", behind=True)
    assert put_right(back, flip, Register()).shift == pytest.approx(Matrix())
    for page in (Page(paper.height, paper.width, None, None, (), (), "level", behind=b) for b in (False, True)):
        moved = put_right(page, flip, Register())
        assert (moved.width, moved.height) == (paper.width, paper.height)
        a, b, c, d, _, _ = moved.shift
        assert abs(a) + abs(d) < 1e-9
        assert a * d - b * c == pytest.approx(1), "turned, not mirrored"
        u, v = moved.shift.apply(x, y)
        assert 0 <= u <= paper.width
        assert 0 <= v <= paper.height


@given(REGISTERS, PAPERS)
def test_readings_to_a_tenth_put_a_back_right_to_a_tenth_or_two(register: Register, paper: Paper) -> None:
    known = measured(read(register, paper, steps=0.1), paper.width, paper.height)
    both = register.laid(paper.width, paper.height).after(known.undone(paper.width, paper.height))
    for x in (5, paper.width - 5):
        for y in (5, paper.height - 5):
            u, v = both.apply(x, y)
            assert hypot(u - x, v - y) < 0.2


def test_one_place_tells_a_shift_alone() -> None:
    assert measured({"top-left": (0.4, -0.2)}, 210, 297) == Register(0.4, -0.2)


@pytest.mark.parametrize(
    ("readings", "says"),
    [
        ({"middle": (10.5, 0)}, "10.5 mm is more than 10 mm"),
        ({"middle": (0, 1), "top-left": (0.1, -12)}, "-12 mm is more than 10 mm"),
        ({"top-left": (0, 3), "top-right": (0, 9)}, "the back would be turned by"),
        ({"top-left": (-3, -3), "bottom-right": (3, 4)}, "% of its size: it was not printed at 100 %, or is misread"),
        ({"top-left": (0.1, 0), "bottom-right": (0.1, 0), "middle": (3, 0)}, "the readings do not go together"),
    ],
)
def test_readings_that_cannot_be_true_are_refused(readings: dict[str, tuple[float, float]], says: str) -> None:
    with pytest.raises(Refused) as error:
        measured(readings, 210, 297)
    assert {f.code.name for f in error.value.findings} == {"implausible-reading"}
    assert any(says in f.says for f in error.value.findings), str(error.value)


def test_what_is_read_at_the_farthest_that_is_believed() -> None:
    assert measured({"middle": (10, -10)}, 210, 297) == Register(10, -10)


# --- the file --------------------------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return tiny_project(tmp_path)


def test_printers_are_kept_by_name_in_order_whatever_is_measured_first(project: Project) -> None:
    keep_printer(project, "office", "letter", Register(0.5, -0.25, 0.125, 1.001))
    keep_printer(project, "attic", "a4", Register(-1.0, 2.0))
    first = (project.root / FILE).read_bytes()
    assert first.index(b"attic") < first.index(b"office")
    keep_printer(project, "attic", "a4", Register(-1.5, 2.0))
    keep_printer(project, "attic", "a4", Register(-1.0, 2.0))
    assert (project.root / FILE).read_bytes() == first, "the same says the same"
    assert register_of(project, "office") == Register(0.5, -0.25, 0.125, 1.001)
    assert register_of(project, "attic") == Register(-1.0, 2.0)
    assert [p.name for p in project.root.glob("*.part")] == []


@given(REGISTERS)
def test_what_is_kept_is_what_is_read_again(register: Register) -> None:
    with TemporaryDirectory() as folder:
        project = tiny_project(Path(folder))
        keep_printer(project, "attic", "a4", register)
        assert register_of(project, "attic") == pytest.approx(register, abs=0.0006)


def test_a_printer_that_was_never_measured_is_told_with_the_nearest(project: Project) -> None:
    with pytest.raises(Refused) as error:
        register_of(project, "attic")
    assert error.value.findings[0].code.name == "unknown-printer"
    assert error.value.findings[0].hint == "measure it: cardgen calibrate"
    keep_printer(project, "attic", "a4", Register())
    with pytest.raises(Refused, match='did you mean "attic"'):
        register_of(project, "attik")
    with pytest.raises(Refused, match="there are: attic"):
        register_of(project, "zebra")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("x: 0.500mm", "x: 0.5", '"0.5" has no unit'),
        ("x: 0.500mm", "x: 12mm", "12 is farther than 10 from 0"),
        ("angle: 0.0000", "angle: a bit", '"a bit" is not a number'),
        ("scale: 1.00000", "scale: 100", "100 is farther than 0.02 from 1"),
        ("paper: a4", "paper: a3", '"a3" is none of a4 or letter'),
        ("angle:", "angel:", 'did you mean "angle"?'),
    ],
)
def test_a_fault_of_the_file_is_told_in_its_line(project: Project, old: str, new: str, says: str) -> None:
    keep_printer(project, "attic", "a4", Register(0.5))
    path = project.root / FILE
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(Refused) as error:
        printers(project)
    assert all(f.at.path == FILE and f.at.line > 4 for f in error.value.findings)
    assert says in str(error.value)
    before = path.read_bytes()
    with pytest.raises(Refused):
        keep_printer(project, "office", "a4", Register())
    assert path.read_bytes() == before, "what cannot be read is not written over"
