"""From a save to the picture on the screen: `python tests/bench/serving.py [--runs N]`, a table of milliseconds.

`cardgen serve` runs over a copy of Duel, a real browser shows its page, and one card, its template or its ink score is saved
again and again, each time otherwise. The time is from before the file is written until the browser has decoded the new
picture and shows it in the place of the old one; both clocks are this machine's.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402  (run as a file)

from tests.browser.server import Server  # noqa: E402

CARD, FAMILY = "downward-cut", "technique"
REST = 3.0
"""Seconds between two saves: the server's other work, such as the rules sheet, has begun by then."""
SHOWN = """(names) => {
  const faces = names.map((name) => document.querySelector(`.face[data-name='${name}'] .sheet`));
  const old = faces.map((sheet) => sheet.querySelector('img').getAttribute('src'));
  window.shown = new Promise((done) => {
    const look = () => {
      const now = faces.map((sheet) => sheet.querySelector('img')?.getAttribute('src'));
      if (!now.every((source, n) => source && source !== old[n])) return;
      watching.disconnect();
      requestAnimationFrame(() => done(performance.timeOrigin + performance.now()));
    };
    const watching = new MutationObserver(look);
    for (const sheet of faces) watching.observe(sheet, { childList: true });
  });
}"""


def copied(folder: Path) -> Path:
    """Duel in a folder of its own, with the art that was painted before, if any was."""
    for part in ("card_data", "templates", "art", "fonts"):
        shutil.copytree(ROOT / part, folder / part)
    if (ROOT / "output/.store/art").is_dir():
        shutil.copytree(ROOT / "output/.store/art", folder / "output/.store/art")
    return folder


def card(text: str, n: int) -> str:
    return text.replace("both pay, no damage", f"both pay {n}, no damage", 1)


def template(text: str, n: int) -> str:
    return text.replace("M19.4,69.7 V75.4", f"M{19.4 + n / 50:g},69.7 V75.4", 1)


def score(text: str, n: int) -> str:
    return re.sub(r'd="M39,28', f'd="M{39 - n / 10:g},28', text, count=1)


EDITS: dict[str, tuple[str, Callable[[str, int], str], bool]] = {
    "one card's words": (f"card_data/duel/{FAMILY}s.yaml", card, False),
    "its ink score": (f"art/duel/{CARD}.svg", score, False),
    "the template of ten cards: this one": (f"templates/duel/{FAMILY}.svg", template, False),
    "all that it draws and the screen shows": (f"templates/duel/{FAMILY}.svg", template, True),
}


def measured(page: Page, folder: Path, what: str, runs: int) -> list[float]:
    """Milliseconds from each save to its picture; the first save, which warms what is read once, is not counted."""
    path, edit, every = EDITS[what]
    plain = (folder / path).read_text(encoding="utf-8")
    page.locator(f".face[data-name='{CARD}']").scroll_into_view_if_needed()
    shown = page.locator(f"[data-family='{FAMILY}'] .face[data-side=front]").evaluate_all(
        "all => all.filter((one) => one.getBoundingClientRect().top < innerHeight).map((one) => one.dataset.name)"
    )
    times = []
    for n in range(1, runs + 2):
        time.sleep(REST)
        page.evaluate(SHOWN, shown if every else [CARD])
        text = edit(plain, n)
        assert text != plain, f"{path} has other words now; say here what is to be changed in it"
        begun = time.time()
        (folder / path).write_text(text, encoding="utf-8")
        times.append(page.evaluate("window.shown") - 1000 * begun)
    time.sleep(REST)
    (folder / path).write_text(plain, encoding="utf-8")
    return times[1:]


def main(runs: int) -> None:
    """The table."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        root = copied(Path(folder))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with Server(root, "duel") as server:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.set_default_timeout(120_000)
            page.goto(server.url)
            page.wait_for_selector(f".face[data-name='{CARD}'] img")
            print("| saved | median ms | least | most |\n|---|---|---|---|")
            for what in EDITS:
                times = measured(page, root, what, runs)
                print(f"| {what} | **{median(times):.0f}** | {min(times):.0f} | {max(times):.0f} |", flush=True)
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    main(parser.parse_args().runs)
