"""The job of the benchmark: a game of so many cards, each with its own words, over 29 arts; made in an empty folder.

It is written twice: as a cardgen project (YAML, one template a side, 29 ink scores), and as `job.json` for the programs
that stand beside it, which read no YAML and know the design by heart. `pictures` gives those the very pixels that cardgen
painted, as PNG files. Run alone: `python tests/bench/job.py make FOLDER CARDS`, `python tests/bench/job.py pictures FOLDER`.
"""

from __future__ import annotations

import json
import marshal
import random
import struct
import sys
import zlib
from pathlib import Path

ARTS = 29
GAME = "bench"
_WORDS = """
when the hero enters a ruined temple draw two cards then discard one unless an ally guards gate each player may spend three gold
to reroll any die that shows lower number than current threat level of region before resolving combat token seal shadow river
lantern merchant captain oath winter harvest signal tower bridge
"""
WORDS = _WORDS.split()

_GAME_YAML = """\
name: Bench
version: "1"
date: 2026-01-01
players: "2"
minutes: "20"
age: "8+"
card: {width: 63mm, height: 88mm, corner: 3mm, safe: 3mm}
stock: {gsm: 310, thickness: 0.30mm, finish: linen}
families:
  card:
    name: Cards
    fields: {text: text, first: list, second: list}
"""

_STAR = " ".join(
    f"{x},{y}"
    for x, y in [
        (0, -4), (0.62, -2.32), (2, -3.46), (1.7, -1.7), (3.46, -2), (2.32, -0.62), (4, 0), (2.32, 0.62), (3.46, 2),
        (1.7, 1.7), (2, 3.46), (0.62, 2.32), (0, 4), (-0.62, 2.32), (-2, 3.46), (-1.7, 1.7), (-3.46, 2), (-2.32, 0.62),
        (-4, 0), (-2.32, -0.62), (-3.46, -2), (-1.7, -1.7), (-2, -3.46), (-0.62, -2.32),
    ]
)  # fmt: skip

_SEAL = f"""\
  <circle class="fill-seal" cx="0" cy="0" r="6"/>
  <circle class="stroke-paper" fill="none" stroke-width="0.3" cx="0" cy="0" r="4.8"/>
  <polygon class="fill-paper" points="{_STAR}"/>"""

_FRONT = (
    """\
<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<image href="{{ art }}" class="ink-black ground-paper" x="-3" y="-3" width="69" height="94"/>
<g class="fill-paper stroke-black" stroke-width="0.3">
  <rect x="3" y="3" width="57" height="9"/>
  <rect x="3" y="45" width="57" height="24"/>
</g>
<text class="fill-black" x="31.5" y="9" text-anchor="middle" font-family="Cormorant SC" font-weight="600"
  font-size="{{ pt(12) }}">{{ card.name }}</text>
<g transform="translate(53 19)">
"""
    + _SEAL
    + """
</g>
<foreignObject x="6.5" y="48" width="50" height="18" font-family="EB Garamond" data-fit="9pt 6.5pt"
  ><p xmlns="http://www.w3.org/1999/xhtml">{{ card.text }}</p></foreignObject>
<rect class="fill-paper" x="3" y="71" width="57" height="14"/>
<rect class="fill-black-17" x="3" y="71" width="57" height="4.6667"/>
<path class="stroke-black" fill="none" stroke-width="0.25"
  d="M3,71H60M3,75.6667H60M3,80.3333H60M3,85H60M3,71V85M22,71V85M41,71V85M60,71V85"/>
<g class="fill-black" font-family="EB Garamond" font-weight="700" font-size="{{ pt(7.5) }}" text-anchor="middle">
{% for row in (('Cost', 'Power', 'Guard'), card.first, card.second) %}
{% set y = 74.2 + loop.index0 * 4.6667 %}
{% for cell in row %}
  <text x="{{ 12.5 + 19 * loop.index0 }}" y="{{ y }}">{{ cell }}</text>
{% endfor %}
{% endfor %}
</g>
</svg>
"""
)

_BACK = (
    """\
<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<rect class="fill-back" x="-4" y="-4" width="71" height="96"/>
<g transform="translate(31.5 44)">
"""
    + _SEAL
    + """
</g>
</svg>
"""
)


def make(folder: Path, cards: int) -> None:
    """Write the job of that many cards into the folder, both ways."""
    deck = [_card(random.Random(n), n) for n in range(cards)]
    _write(folder / f"card_data/{GAME}/game.yaml", _GAME_YAML)
    write_cards(folder, deck)
    _write(folder / f"templates/{GAME}/card.svg", _FRONT)
    _write(folder / f"templates/{GAME}/back.svg", _BACK)
    for n in range(ARTS):
        _write(folder / f"art/{GAME}/{_art(n)}.svg", _score(random.Random(n)))
    _write(folder / "job.json", json.dumps(deck))


def write_cards(folder: Path, deck: list[dict[str, object]]) -> None:
    lines = ["family: card\ncards:\n"]
    for card in deck:
        lines.append(
            f"  - id: {card['id']}\n    name: {card['title']}\n    art: {card['art']}\n    text: {card['text']}\n"
            f"    first: [{', '.join(card['table'][0])}]\n    second: [{', '.join(card['table'][1])}]\n"  # type: ignore[index]
            + (f"    copies: {card['copies']}\n" if card["copies"] != 1 else "")
        )
    _write(folder / f"card_data/{GAME}/cards.yaml", "".join(lines))


def change_one(folder: Path, to: int) -> None:
    """Change the words of one card in the middle of the deck, each number `to` to other words."""
    deck = json.loads((folder / "job.json").read_text(encoding="utf-8"))
    deck[len(deck) // 2]["text"] = _text(random.Random(-1 - to))
    write_cards(folder, deck)


def copied(folder: Path, copies: int) -> None:
    """So many copies of each card."""
    deck = json.loads((folder / "job.json").read_text(encoding="utf-8"))
    write_cards(folder, [card | {"copies": copies} for card in deck])


def pictures(folder: Path) -> None:
    """The arts that a build of this folder has painted, as grey PNG files `art/NN.png`: the same pixels, packed alike."""
    from cardgen.build import composer_of
    from cardgen.load import load
    from cardgen.project import open_project
    from cardgen.write.pictures import Pictures

    project = open_project(folder)
    game, _ = load(project, GAME)
    composer = composer_of(project, game, "en", 3.0)
    painter = Pictures(composer.arts, composer.fonts, game.inks, composer.keep)
    with composer.pack:
        for item in composer.compose([game.families[0]])[:ARTS]:
            for want in composer.pictures(item.front):
                width, height, black, red = marshal.loads(painter.kept(want))
                assert red is None, "the job has grey art"
                _write_png(folder / f"art/{Path(want.what).stem}.png", width, height, black)


def _write_png(path: Path, width: int, height: int, rows: bytes) -> None:
    """A plate is Flate over PNG's own predictor already: it needs a PNG's frame only."""
    out = b"\x89PNG\r\n\x1a\n"
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    for kind, data in ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")):
        out += struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    path.write_bytes(out)


def _art(n: int) -> str:
    return f"a{n:02d}"


def _card(r: random.Random, n: int) -> dict[str, object]:
    return {
        "id": f"c{n:05d}",
        "title": f"{r.choice(WORDS)} {r.choice(WORDS)}".title(),
        "art": _art(n % ARTS),
        "text": _text(r),
        "table": [[str(r.randint(0, 9)) for _ in range(3)], [str(r.randint(10, 99)) for _ in range(3)]],
        "copies": 1,
    }


def _text(r: random.Random) -> str:
    """About forty words in sentences."""
    words = [r.choice(WORDS) for _ in range(r.randint(37, 43))]
    out = []
    while words:
        n = r.randint(7, 13)
        out.append(" ".join(words[:n]).capitalize() + ".")
        words = words[n:]
    return " ".join(out)


def _score(r: random.Random) -> str:
    """A few strokes: a breath of ink behind, two thrown gestures, a dry ground."""
    strokes = []
    for brush, width, reach in (("ghost", 26, 60), ("sweep", 5, 45), ("sweep", 3, 40), ("dry", 4, 60)):
        x, y = r.uniform(5, 25), r.uniform(10, 70)
        points = [(x + reach * k / 3, y + r.uniform(-18, 18)) for k in range(4)]
        (x0, y0), *rest = points
        curve = " ".join(f"{px:.1f},{py:.1f}" for px, py in rest)
        strokes.append(
            f'  <path fill="none" stroke="#111" stroke-width="{width}" d="M{x0:.1f},{y0:.1f} C{curve}" ink:brush="{brush}"/>'
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:ink="urn:cardgen:ink"\n'
        '     width="69mm" height="94mm" viewBox="-3 -3 69 94">\n' + "\n".join(strokes) + "\n</svg>\n"
    )


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        pictures(Path(sys.argv[2]))
