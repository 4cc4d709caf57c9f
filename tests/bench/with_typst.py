"""The benchmark's job in Typst: `python tests/bench/with_typst.py FOLDER OUT`, with the `typst` package installed."""

from __future__ import annotations

import sys
from pathlib import Path

import typst

HERE = Path(__file__).resolve().parent
folder, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
out.mkdir(parents=True, exist_ok=True)
typst.compile(
    str(HERE / "cards.typ"),
    output=str(out / "typst.pdf"),
    root=HERE.anchor,
    font_paths=[str(HERE.parents[1] / "fonts")],
    ignore_system_fonts=True,
    sys_inputs={"folder": folder.as_posix()},
)
