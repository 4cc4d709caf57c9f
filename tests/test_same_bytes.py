"""Same input, same bytes: whatever the clock, the time zone, the locale, the order of a dictionary."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from tests.conftest import ROOT


def built(out: Path, **environment: str) -> dict[str, str]:
    command = [sys.executable, "-m", "cardgen", "build", "duel", "--only", "technique", "--only", "weather", "--out", str(out)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=True, capture_output=True)
    files = sorted(p for p in out.rglob("*") if p.is_file())
    return {p.relative_to(out).as_posix(): sha256(p.read_bytes()).hexdigest() for p in files}


def test_two_builds_in_two_processes_give_equal_files(tmp_path: Path) -> None:
    one = built(tmp_path / "one", TZ="Pacific/Kiritimati", LC_ALL="C", PYTHONHASHSEED="1", SOURCE_DATE_EPOCH="0")
    two = built(tmp_path / "two", TZ="America/St_Johns", LC_ALL="tr_TR.UTF-8", PYTHONHASHSEED="77")
    assert one == two
    assert len(one) == 4
