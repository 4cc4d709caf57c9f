"""The wheel, as somebody gets it who has no checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

PAGE = ROOT / "cardgen/serve/page"


def run(*command: str | Path, cwd: Path) -> str:
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_builds_duel_in_an_empty_folder(tmp_path: Path) -> None:
    packed, home, empty = tmp_path / "packed", tmp_path / "home", tmp_path / "empty"
    empty.mkdir()
    try:
        run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", packed, ROOT, cwd=tmp_path)
    except AssertionError as error:
        if "No matching distribution" in str(error) and not os.environ.get("CI"):
            pytest.skip("the package index cannot be reached from here")
        raise
    (wheel,) = packed.glob("*.whl")
    run(sys.executable, "-m", "venv", home, cwd=tmp_path)
    binaries = home / ("Scripts" if os.name == "nt" else "bin")
    run(binaries / "python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", wheel, cwd=tmp_path)
    said = run(binaries / "cardgen", "build", "duel", "--bleed", "3mm", "--only", "cards", "--only", "rules", cwd=empty)
    assert "110 cards" in said
    assert (empty / "output/duel/shop/cards.pdf").read_bytes().startswith(b"%PDF-1.")
    assert (empty / "output/duel/home/cards-a4.pdf").is_file()
    assert sorted(p.name for p in empty.iterdir()) == ["output"]
    page = "from importlib.resources import files; print(sorted(p.name for p in (files('cardgen') / 'serve/page').iterdir()))"
    assert run(binaries / "python", "-c", page, cwd=empty).strip() == str(sorted(p.name for p in PAGE.iterdir()))
