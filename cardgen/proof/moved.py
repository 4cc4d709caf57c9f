"""What a game's rules say, at two moments: the model's own account of the game and of every card, line by line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Literal, NamedTuple

from cardgen.findings import Code, Finding, Severity, Span
from cardgen.project import Project
from cardgen.proof.revision import Former
from cardgen.rules import MODELS, described, rules_of

RULES_NOT_ASKED = Code(
    "former-rules-unknown", "what moved in the rules is not told where their former state cannot be run", Severity.NOTE
)

_LONGEST = 120
"""Seconds that former rules may take to tell what they know."""
_ASK = """
import json, sys
from pathlib import Path
root, name, game = sys.argv[1:]
sys.path.insert(0, root)
from cardgen.build import check
from cardgen.project import Project
from cardgen.rules import rules_of
rules = rules_of(name)
cards = {printed.card: rules.describe(printed.card) for printed in rules.deck()}
found = [
    [f.code.name, f.code.why, str(f.severity), f.at.path, f.at.line, f.at.column, f.says, f.hint]
    for f in check(Project(Path(root), Path(root)), game)
]
print(json.dumps({"game": rules.describe(), "cards": cards, "found": found}))
"""


class Line(NamedTuple):
    """A line of what the rules say that is gone, or new."""

    kind: Literal["gone", "new"]
    text: str


class Told(NamedTuple):
    """What rules say: of the game, and of each card by its id, in lines. Nothing where there are none.

    `found` is what former rules found in the game of their time; None where those of today are asked.
    """

    game: tuple[str, ...] = ()
    cards: Mapping[str, tuple[str, ...]] = {}
    found: tuple[Finding, ...] | None = None


def told_now(rules: str | None) -> Told:
    """What the rules model of that name says."""
    if rules is None or rules not in MODELS:
        return Told()
    cards = {printed.card: described(rules, printed.card) for printed in rules_of(rules).deck()}
    return _told(described(rules, None), cards)


def told_then(project: Project, then: Former, game: str, rules: str | None, now: Told, found: list[Finding]) -> Told:
    """What the rules said. Where they cannot be asked they are taken to say what they say now, with a note.

    Former rules are run only where they are a former state of the very code that runs, in a process of their own.
    """
    if then.rules is None or rules is None or _same(project.shipped / "cardgen", then.rules / "cardgen"):
        return now
    command = [sys.executable, "-I", "-c", _ASK, str(then.rules), rules, game]
    try:
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, timeout=_LONGEST)
        said = json.loads(done.stdout)
        return _told(said["game"], said["cards"])._replace(found=tuple(_finding(*row) for row in said["found"]))
    except (subprocess.SubprocessError, OSError, ValueError, KeyError, TypeError):
        says = f"the rules of {then.shown} do not tell of themselves as those of today do"
        hint = "what moved in them is left out; what is said of findings goes by today's rules"
        found.append(Finding(RULES_NOT_ASKED, Span("--since"), says, hint))
        return now


def moved(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[Line, ...]:
    """The lines that are gone and those that are new, where they stand."""
    return tuple(_moved(before, after)) if before != after else ()


def _moved(before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[Line]:
    for what, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what != "equal":
            yield from (Line("gone", line.strip()) for line in before[a:b] if line.strip())
            yield from (Line("new", line.strip()) for line in after[c:d] if line.strip())


def _told(game: str, cards: Mapping[str, str]) -> Told:
    return Told(tuple(game.splitlines()), {card: tuple(text.splitlines()) for card, text in cards.items()})


def _finding(code: str, why: str, severity: str, path: str, line: int, column: int, says: str, hint: str) -> Finding:
    return Finding(Code(code, why, Severity(severity)), Span(path, line, column), says, hint)


def _same(a: Path, b: Path) -> bool:
    """Whether two packages have the same rules in the same words."""
    return _sources(a / "rules") == _sources(b / "rules")


def _sources(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.py"))}
