"""The benchmark stays fair: cardgen and the bare program draw the same pages with the same pictures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pikepdf

from cardgen.build import Request, build
from cardgen.project import open_project
from tests.bench import job
from tests.conftest import ROOT


def test_both_programs_do_the_same_job(tmp_path: Path) -> None:
    job.make(tmp_path, 2)
    build(open_project(tmp_path), Request(job.GAME, ("shop",)), lambda *_: None)
    job.pictures(tmp_path)
    subprocess.run([sys.executable, ROOT / "tests/bench/bare.py", tmp_path, tmp_path / "beside"], check=True)
    ours, bare = pikepdf.open(tmp_path / "output/bench/shop/cards.pdf"), pikepdf.open(tmp_path / "beside/cards.pdf")
    assert len(ours.pages) == len(bare.pages) == 4
    for a, b in zip(ours.pages, bare.pages, strict=True):
        for box in ("/MediaBox", "/TrimBox", "/BleedBox"):
            assert [round(float(v), 2) for v in a[box]] == [round(float(v), 2) for v in b[box]]
    assert pixels(ours) == pixels(bare)


def pixels(pdf: pikepdf.Pdf) -> list[bytes]:
    images = (o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image")
    return sorted(o.read_raw_bytes() for o in images)
