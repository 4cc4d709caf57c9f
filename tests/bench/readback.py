"""What reading back costs beside writing: Duel's files for a shop, in one process a run, CPU seconds with all children.

    python tests/bench/readback.py --runs 5

Rows: `first`, nothing in the store of what was judged; `warm`, everything; `one card`, other words on one card. Columns:
writing the files, reading their structure (clauses, boxes, order, the digests of pages), judging pages (what they paint, their
plates).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ENV = dict(os.environ, PYTHONPATH=str(ROOT))

TIMED = """
import json, os, sys
from pathlib import Path
import cardgen.build as job
from cardgen.readback import check
spent = {"writing": 0.0, "structure": 0.0, "judging": 0.0}

def now():
    return sum(os.times()[:4])

def clocked(what, call):
    def run(*args, **kw):
        start, inner = now(), sum(spent.values())
        try:
            out = call(*args, **kw)
            return out if not hasattr(out, "__next__") else iter(list(out))
        finally:
            # what was spent inside on another row is not counted twice
            spent[what] += now() - start - (sum(spent.values()) - inner)
    return run

check._judged = clocked("judging", check._judged)
job.read_back = clocked("structure", job.read_back)
plain = job._write_all
def write_all(plans, *rest):
    return plain([plan._replace(write=clocked("writing", plan.write)) for plan in plans], *rest)
job._write_all = write_all
start = now()
job.build(job.Project(Path.cwd(), Path.cwd()), job.Request("duel", ("shop",)), lambda *_: None)
print(json.dumps({**spent, "whole": now() - start}))
"""


def run(folder: Path) -> dict[str, float]:
    done = subprocess.run([sys.executable, "-c", TIMED], cwd=folder, env=ENV, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return dict(json.loads(done.stdout))


def main() -> None:
    runs = int(sys.argv[sys.argv.index("--runs") + 1]) if "--runs" in sys.argv else 5
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("card_data", "templates", "art", "fonts"):
            shutil.copytree(ROOT / part, folder / part)
        run(folder)  # paints
        card = folder / "card_data/duel/techniques.yaml"
        words = card.read_text(encoding="utf-8")
        rows: dict[str, list[dict[str, float]]] = {"first": [], "warm": [], "one card": []}
        for n in range(runs):
            shutil.rmtree(folder / "output/.store/readback")
            rows["first"].append(run(folder))
            rows["warm"].append(run(folder))
            card.write_text(words.replace("**Heavy.** Next slot", f"**Heavy.** {'The ' * (n % 2)}Next slot"), encoding="utf-8")
            rows["one card"].append(run(folder))
    print("| | writing | structure | judging | whole | structure / writing | judging / first |\n|---|---|---|---|---|---|---|")
    first = median(r["judging"] for r in rows["first"])
    for name, row in rows.items():
        w, s, j, whole = (median(r[key] for r in row) for key in ("writing", "structure", "judging", "whole"))
        ratio = median(r["structure"] / r["writing"] for r in row)
        print(f"| {name} | {w:.2f} | {s:.2f} | {j:.2f} | {whole:.2f} | **{ratio:.2f}** | {j / first:.2f} |")


if __name__ == "__main__":
    main()
