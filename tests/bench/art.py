"""Duel's art alone, as a build paints it: `python tests/bench/art.py STORE PPI [boards]` paints what is missing, and reads it.

Of the cards (sheets of 69 x 94 mm), or of the track, boards, screens and boxes.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))


CARD = (69, 94)


def main(keep: Path, ppi: int, boards: bool) -> None:
    """Every score of these at its own size, in as many processes as there are cores."""
    from cardgen.art import Arts
    from cardgen.face import Wanted
    from cardgen.fonts import Fonts
    from cardgen.load import load
    from cardgen.project import open_project
    from cardgen.units import Rect
    from cardgen.write.pictures import Pictures

    project = open_project(Path.cwd())
    game, _ = load(project, "duel")
    arts = Arts(project, Rect(0, 0, game.record.card.width, game.record.card.height))
    pictures = Pictures(arts, Fonts(project), game.inks, keep, ppi)
    wanted = []
    for path in sorted((project.root / "art/duel").glob("*.svg")):
        art = arts.find(f"art/duel/{path.name}")
        assert art
        if boards == ((art.view.w, art.view.h) == CARD):
            continue
        wanted.append(Wanted("tone", art.name, tuple(art.view), 1.0))
    found = pictures.prepare(wanted, lambda *_: None)
    if found:
        raise SystemExit("\n".join(f.text() for f in found))
    size = sum(len(pictures.kept(w)) for w in wanted)
    print(f"{len(wanted)} arts, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), "boards" in sys.argv[3:])
