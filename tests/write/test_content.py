"""Marks into operators, without a file round them."""

from __future__ import annotations

from cardgen.face import Clipped, Mark, Shape, Stencil, Stroke
from cardgen.fonts import Fonts
from cardgen.ink import Ink, Paint
from cardgen.paths import parse_path
from cardgen.project import open_project
from cardgen.units import Matrix, Rect
from cardgen.write.content import Colour, Drawer, Glyphs
from tests.conftest import ROOT

INKS = {"black": Ink("black", (0, 0, 0, 1), (0, 0, 0)), "wash": Ink("wash", (0, 0, 0.1, 0), (250, 250, 240))}
ANGLE = parse_path("M0,0 L3,0 L0,1")


class Named:
    """What stands in for the names that a file gives."""

    def font(self, key: str) -> str:
        return key

    def tone(self, mark: Mark) -> str:
        return "T"

    def stencil(self, mark: Mark) -> str:
        return "S"

    def spot(self, ink: str) -> str:
        return ink

    def overprint(self, on: bool) -> str:
        return "O1" if on else "O0"


def drawn(*marks: Mark) -> list[str]:
    drawer = Drawer(INKS, Colour.PROCESS, Glyphs(Fonts(open_project(ROOT))), Named())
    return drawer.draw(marks).data.decode().split("\n")


def line(join: int = 0, **rest: float) -> Shape:
    return Shape(ANGLE, None, Stroke(Paint("black"), 1.0, 0, join, (), **rest), False, "t:1")


def test_the_miter_limit_is_svgs_and_is_said_once() -> None:
    said = drawn(line(), line(), Clipped(ANGLE, (line(miter=2.5),), "t:1"), line())
    assert [step for step in said if step.endswith(" M")] == ["4 M", "2.5 M"], "the state within a clip ends with it"
    assert not [step for step in drawn(line(join=1)) if step.endswith(" M")], "only a mitred join has a limit"


def test_a_clip_has_its_own_rule_and_an_empty_one_shows_nothing() -> None:
    assert "0 0 m 3 0 l 0 1 l W n" in drawn(Clipped(ANGLE, (line(),), "t:1"))
    assert "0 0 m 3 0 l 0 1 l W* n" in drawn(Clipped(ANGLE, (line(),), "t:1", True))
    assert drawn(Clipped((), (line(),), "t:1")) == [""]


def test_black_overprints_as_a_line_round_a_wash_and_as_a_seal() -> None:
    box = line()._replace(fill=Paint("wash"))
    states = [step for step in drawn(box) if step.endswith(" gs") or step in ("f", "S", "B")]
    assert states == ["f", "/O1 gs", "S"], "the wash knocks out, the line round it does not"
    seal = Stencil("\u6280/haku", 8, Matrix(), Paint("black"), Rect(0, 0, 8, 8), "t:1")
    assert "/O1 gs" in drawn(seal)
    assert "/O1 gs" not in drawn(seal._replace(paint=Paint("wash")))
