"""Measures cardgen on the benchmark's job, beside the bare program and Typst, and prints tables for README.md.

    python tests/bench/run.py [--cards 109 1000 10000] [--runs 5] [--typst PYTHON] [--work FOLDER]

Whole processes, from start to exit; CPU is user and system time of the process and its children, memory is the largest
single process. Machines are shared and uneven: in each round every program runs once, ratios are taken within a round,
and medians of rounds are told. `--typst` names a Python that has the `typst` package.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from tests.bench.job import GAME, change_one, copied, make  # noqa: E402  (run as a file)

ENV = dict(os.environ, PYTHONPATH=str(ROOT))
IMPORTS = "import gc; gc.disable(); import cardgen.__main__, cardgen.cli, cardgen.build, cardgen.profile, cardgen.project"


class Run(NamedTuple):
    cpu: float
    wall: float
    memory: float
    size: int


class Program(NamedTuple):
    """What is run: the name it has in the tables, the command, what is made ready before, the file it writes."""

    name: str
    command: list[str]
    ready: Callable[[], None]
    output: Path | None


def timed(program: Program, folder: Path) -> Run:
    program.ready()
    start = time.monotonic()
    child = subprocess.Popen(program.command, cwd=folder, env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert child.stderr
    said = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - start
    if child.returncode:
        sys.exit(f"{program.name} failed:\n{said.decode(errors='replace')}")
    unit = 1 if sys.platform == "darwin" else 1024
    size = program.output.stat().st_size if program.output else 0
    return Run(used.ru_utime + used.ru_stime, wall, used.ru_maxrss * unit / 1e6, size)


def rounds(programs: list[Program], folder: Path, count: int, cold: int) -> dict[str, list[Run]]:
    """Each program once a round, after one round that is not counted; a cold build, which paints, is run `cold` times."""
    runs: dict[str, list[Run]] = {p.name: [] for p in programs}
    for n in range(count + 1):
        for p in programs:
            if p.name == "cold" and n > cold:
                continue
            run = timed(p, folder)
            if n:
                runs[p.name].append(run)
    return runs


def table(runs: dict[str, list[Run]], beside: list[str]) -> None:
    print("| | CPU s | wall s | peak MB | file MB | " + " | ".join(f"CPU / {b}" for b in beside) + " |")
    print("|---" * (5 + len(beside)) + "|")
    for name, all_of in runs.items():
        if not all_of:
            continue
        cpu, wall, memory, size = (median(values) for values in zip(*all_of, strict=True))
        ratios = []
        for other in beside:
            pairs = [a.cpu / b.cpu for a, b in zip(all_of, runs[other], strict=False)]
            ratios.append(f"{median(pairs):.2f}" if name != other else "")
        size_text = f"{size / 1e6:.2f}" if size else ""
        print(f"| {name} | {cpu:.2f} | {wall:.2f} | {memory:.0f} | {size_text} | " + " | ".join(ratios) + " |")
    print(flush=True)


class Store:
    """A project's store in its states; the art is painted once and put aside."""

    def __init__(self, project: Path, aside: Path) -> None:
        self.store, self.aside = project / "output/.store", aside

    def empty(self) -> None:
        shutil.rmtree(self.store, ignore_errors=True)

    def art_only(self) -> None:
        self.empty()
        shutil.copytree(self.aside, self.store / "art")

    def put_aside(self) -> None:
        shutil.rmtree(self.aside, ignore_errors=True)
        shutil.copytree(self.store / "art", self.aside)


def build(*more: str) -> list[str]:
    return [sys.executable, "-m", "cardgen", "build", GAME, *more]


def measure_job(work: Path, cards: int, count: int, typst: str | None) -> None:
    folder = work / f"cards-{cards}"
    folder.mkdir(parents=True, exist_ok=True)
    make(folder, cards)
    store = Store(folder, work / "art")
    if store.aside.is_dir():
        store.art_only()
    subprocess.run(build("--for", "shop"), cwd=folder, env=ENV, check=True, stdout=subprocess.DEVNULL)
    store.put_aside()
    subprocess.run([sys.executable, str(HERE / "job.py"), "pictures", str(folder)], env=ENV, check=True)
    changed = iter(range(10_000))
    shop, out = folder / f"output/{GAME}/shop/cards.pdf", folder / "beside"

    def nothing() -> None: ...

    programs = [
        Program("bare program", [sys.executable, str(HERE / "bare.py"), ".", "beside"], nothing, out / "cards.pdf"),
        Program("cold", build("--for", "shop"), store.empty, shop),
        Program("art kept", build("--for", "shop"), store.art_only, shop),
        Program("nothing changed", build("--for", "shop"), nothing, shop),
        Program("one card changed", build("--for", "shop"), lambda: change_one(folder, next(changed)), shop),
    ]
    if typst:
        programs.append(Program("Typst", [typst, str(HERE / "with_typst.py"), ".", "beside"], nothing, out / "typst.pdf"))
    beside = ["bare program", "art kept", *(["Typst"] if typst else [])]
    if cards < 1000:
        programs += [
            Program("imports alone", [sys.executable, "-c", IMPORTS], nothing, None),
            Program("bare, both files", [sys.executable, str(HERE / "bare.py"), ".", "beside", "both"], nothing, None),
            Program("art kept, both files", build(), store.art_only, None),
        ]
        beside.append("bare, both files")
    print(f"### {cards:,} cards\n")
    table(rounds(programs, folder, count, 1), beside)


def measure_copies(work: Path) -> None:
    """How many bytes the file grows by with one more copy of a card."""
    folder = work / "copies"
    sizes = []
    for copies in (1, 11):
        make(folder, 29)
        copied(folder, copies)
        Store(folder, work / "art").art_only()
        subprocess.run(build("--for", "shop"), cwd=folder, env=ENV, check=True, stdout=subprocess.DEVNULL)
        sizes.append((folder / f"output/{GAME}/shop/cards.pdf").stat().st_size)
    print(f"One more copy of a card, front and back: {(sizes[1] - sizes[0]) / 290:.0f} bytes.\n", flush=True)


def measure_duel(work: Path, count: int) -> None:
    """Duel itself, in a copy of the project: both files, as `cardgen build duel` makes them."""
    folder = work / "duel"
    for part in ("card_data", "templates", "art", "fonts"):
        shutil.copytree(ROOT / part, folder / part, dirs_exist_ok=True)
    store = Store(folder, work / "art-of-duel")
    command = [sys.executable, "-m", "cardgen", "build", "duel"]
    subprocess.run(command, cwd=folder, env=ENV, check=True, stdout=subprocess.DEVNULL)
    store.put_aside()
    cards = folder / "card_data/duel/techniques.yaml"
    text = cards.read_text(encoding="utf-8")
    changed = iter(range(10_000))

    def change() -> None:
        now = text.replace("reading: karatake", f"reading: karatake {next(changed)}")
        assert now != text
        cards.write_text(now, encoding="utf-8")

    def nothing() -> None: ...

    programs = [
        Program("cold", command, store.empty, None),
        Program("art kept", command, store.art_only, None),
        Program("nothing changed", command, nothing, None),
        Program("one card changed", command, change, None),
        Program("imports alone", [sys.executable, "-c", IMPORTS], nothing, None),
    ]
    print("### Duel, both files\n")
    table(rounds(programs, folder, count, 1), ["art kept"])


def measure_proof(work: Path, count: int) -> None:
    """Duel proofed after one card changed since the last commit, beside a build of it in which nothing did."""
    folder = work / "duel-proof"
    for part in ("card_data", "templates", "art", "fonts"):
        shutil.copytree(ROOT / part, folder / part, dirs_exist_ok=True)
    (folder / ".gitignore").write_text("output/\n", encoding="utf-8")
    nobody = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*nobody, "commit", "-qm", "as it was"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    command = [sys.executable, "-m", "cardgen"]
    cards = folder / "card_data/duel/techniques.yaml"
    text = cards.read_text(encoding="utf-8")
    changed = iter(range(10_000))

    def change() -> None:
        letters = "".join(chr(ord("a") + int(digit)) for digit in str(next(changed)))  # a number would disagree with the rules
        now = text.replace("It meets any attack", f"It meets any {letters}attack")
        assert now != text
        cards.write_text(now, encoding="utf-8")

    def as_it_was() -> None:
        cards.write_text(text, encoding="utf-8")

    subprocess.run([*command, "build", "duel"], cwd=folder, env=ENV, check=True, stdout=subprocess.DEVNULL)
    programs = [
        Program("build, nothing changed", [*command, "build", "duel"], as_it_was, None),
        Program("proof, one card changed", [*command, "proof", "duel"], change, None),
        Program("proof, one card, JSON", [*command, "proof", "duel", "--format", "json"], change, None),
    ]
    print("### A proof of Duel\n")
    table(rounds(programs, folder, count, 1), ["build, nothing changed"])


def measure_art(work: Path, count: int) -> None:
    """Duel's art alone: painted in all processes, read from a warm store, and one score of it changed."""
    folder = work / "duel-art"
    for part in ("card_data", "art", "fonts"):
        shutil.copytree(ROOT / part, folder / part, dirs_exist_ok=True)
    score = folder / "art/duel/ronin.svg"
    text = score.read_text(encoding="utf-8")
    changed = iter(range(10_000))

    def change() -> None:
        score.write_text(f"{text}<!-- {next(changed)} -->", encoding="utf-8")

    programs = []
    for ppi in (300, 600):
        keep = folder / f"store-{ppi}"
        command = [sys.executable, str(HERE / "art.py"), str(keep), str(ppi)]
        programs += [
            Program(f"{ppi} ppi, cold", command, lambda keep=keep: shutil.rmtree(keep, ignore_errors=True), None),  # type: ignore[misc]
            Program(f"{ppi} ppi, warm", command, lambda: None, None),
            Program(f"{ppi} ppi, one score changed", command, change, None),
        ]
    keep = folder / "store-boards"
    command = [sys.executable, str(HERE / "art.py"), str(keep), "300", "boards"]
    programs.append(Program("boards, 300 ppi, cold", command, lambda: shutil.rmtree(keep, ignore_errors=True), None))
    print("### Duel's art\n")
    table(rounds(programs, folder, count, count), ["300 ppi, cold"])


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--cards", type=int, nargs="*", default=[109, 1000, 10000])
    ask.add_argument("--art", action="store_true", help="of Duel, only its art; with `--cards` and no number, that alone")
    ask.add_argument("--proof", action="store_true", help="only a proof of one changed card")
    ask.add_argument("--runs", type=int, default=5)
    ask.add_argument("--typst", help="a Python that has the typst package")
    ask.add_argument("--work", type=Path, help="a folder for the jobs. [a temporary one]")
    asked = ask.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = (asked.work or Path(temporary)).resolve()
        if asked.proof:
            measure_proof(work, asked.runs)
            return
        for cards in asked.cards:
            measure_job(work, cards, asked.runs, asked.typst)
        if asked.cards:
            measure_copies(work)
        if not asked.art:
            measure_duel(work, asked.runs)
        measure_art(work, min(asked.runs, 3))
        if not asked.art:
            measure_proof(work, asked.runs)


if __name__ == "__main__":
    main()
