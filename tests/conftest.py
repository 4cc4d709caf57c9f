"""Shared by the tests: Duel built once, and programs that pip cannot bring."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of Duel's files, built as a user builds it: `cardgen build duel --bleed 3mm`."""
    from cardgen.build import Request, build
    from cardgen.project import open_project
    from cardgen.units import Mm

    out = tmp_path_factory.mktemp("built")
    build(open_project(ROOT), Request("duel", ("shop", "home-a4"), Mm(3.0), out=out), lambda *_: None)
    return out / "duel"


@pytest.fixture(scope="session")
def program():
    """Runs a program that pip cannot bring; its output. Skips where it is missing, but fails for that in CI."""

    def run(*command: str | Path) -> str:
        name = str(command[0])
        if shutil.which(name) is None:
            if os.environ.get("CI"):
                pytest.fail(f"{name} is not installed on this CI machine")
            pytest.skip(f"{name} is not installed here")
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, errors="replace", check=False)
        assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"
        return done.stdout

    return run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the goldens anew")


# the machine is noisy and a run must say the same twice
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
