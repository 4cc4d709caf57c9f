"""The house: imports go down only, heavy libraries stay where they are used, modules stay short."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "cardgen"

LEVELS = [
    {"units", "ink", "findings", "linebreak", "scripts", "spread", "roads"},
    {
        "source",
        "model",
        "face",
        "paths",
        "frozen",
        "store",
        "pack",
        "profile",
        "project",
        "validated",
        "delivery",
        "register",
        "report",
        "printers",
        "options",
    },
    {"load", "fonts", "brush", "art", "nets"},
    {"typeset", "svg", "rules", "pieces", "translations"},
    {"templating", "chosen", "ingredients", "formats", "origin"},
    {"compose"},
    {
        "impose",
        "pages",
        "tiles",
        "layout",
        "stitch",
        "booklet",
        "furniture",
        "target",
        "sight",
        "preflight",
        "validate",
        "secrecy",
    },
    {"write", "readback"},
    {
        "manifest",
        "rulebook",
        "shops",
        "build",
        "inspection",
        "sample",
        "easel",
        "calibrate",
        "ticket",
        "stationery",
        "docket",
        "hard_proof",
        "dispatch",
        "console",
    },
    {"proof"},
    {"serve"},
    {"cli"},
    {"__main__"},
]
LEVEL = {name: n for n, names in enumerate(LEVELS) for name in names}
SAME_LEVEL = {
    ("ink", "findings"), ("profile", "model"), ("profile", "source"), ("project", "source"), ("frozen", "face"),
    ("paths", "face"), ("validated", "model"), ("validated", "source"), ("profile", "validated"),
    ("furniture", "impose"), ("preflight", "sight"), ("pages", "impose"), ("tiles", "impose"), ("layout", "impose"),
    ("layout", "tiles"), ("stitch", "impose"), ("build", "rulebook"),
    ("target", "impose"),
    *(("printers", name) for name in ("delivery", "model", "project", "register", "source", "validated")),
    ("build", "manifest"), ("build", "shops"), ("rulebook", "manifest"),
    ("dispatch", "shops"), ("sample", "build"), ("svg", "typeset"),
    ("fonts", "load"), ("art", "brush"), ("translations", "rules"),
    ("ticket", "manifest"), ("docket", "ticket"), ("docket", "stationery"), ("hard_proof", "ticket"),
    ("hard_proof", "stationery"),
    ("console", "build"),
    *(("dispatch", name) for name in ("build", "manifest", "ticket", "stationery", "docket", "hard_proof")),
}  # fmt: skip


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """The parts of cardgen that a module imports, at its top or inside its functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cardgen.") and not node.level:
            yield (node.module or "").split(".")[1]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are absolute"


def part(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_down_only(path: Path) -> None:
    own = part(path)
    if own == "__init__":
        return
    assert own in LEVEL, f"{own} has no level in the house"
    for other in imported(path):
        if other != own and (own, other) not in SAME_LEVEL:
            assert LEVEL[other] < LEVEL[own], f"{path.name} (level {LEVEL[own]}) imports {other} (level {LEVEL[other]})"


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 420


def test_only_the_command_line_prints_or_reads_the_clock() -> None:
    for path in modules():
        if part(path) == "cli":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("print", "eval", "exec", "input"), f"{path.name}:{node.lineno}"
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                spoken = (node.value.id, node.attr)
                assert spoken not in {("time", "time"), ("datetime", "now"), ("date", "today"), ("random", "random")}, (
                    f"{path.name}:{node.lineno}"
                )


@pytest.mark.parametrize(
    ("run", "without"),
    [
        ("import cardgen.cli", ["numpy", "PIL", "reportlab", "pydantic", "jinja2", "uharfbuzz"]),
        ("import cardgen.load", ["numpy", "PIL", "reportlab"]),
        ("import cardgen.compose", ["numpy", "PIL", "reportlab"]),
    ],
)
def test_heavy_libraries_are_imported_only_where_they_are_used(run: str, without: list[str]) -> None:
    code = f"import sys; {run}; print([m for m in {without!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"
