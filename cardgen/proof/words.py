"""Two texts as a reader compares them: word by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

_TOKEN = re.compile(
    r"[+\-−]?\d+(?:[.,]\d+)*"  # a number with its sign is one word: 5 to 15 is no insertion of a 1
    r"|[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]"  # scripts without spaces go sign by sign
    r"|[^\W\d_]+(?:['’][^\W\d_]+)*"
    r"|\s+|."
)
_FEW = 3
"""A gap of so few letters between two changes is told as changed too: words in shreds are not read."""


class Step(NamedTuple):
    """A stretch of text that both have, that only the former has, or only the new one."""

    kind: Literal["same", "gone", "new"]
    text: str


def compared(before: str, after: str) -> tuple[Step, ...]:
    """What became of a text, in reading order: where words are replaced, what is gone stands before what is new."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    return tuple(_joined(_steps(old, new)))


def _steps(old: list[str], new: list[str]) -> Iterator[Step]:
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            yield Step("same", "".join(old[a:b]))
        else:
            yield Step("gone", "".join(old[a:b]))
            yield Step("new", "".join(new[c:d]))


def _joined(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps with what is empty left out; of two changes with hardly a blank between them one is made."""
    gone = new = ""
    kept: list[Step] = []
    for step in [*steps, Step("same", "")]:
        if step.kind == "gone":
            gone += step.text
        elif step.kind == "new":
            new += step.text
        elif (gone or new) and step.text and len(step.text) < _FEW and not step.text.strip():
            gone, new = gone + step.text, new + step.text
        else:
            kept += [s for s in (Step("gone", gone), Step("new", new)) if s.text]
            gone = new = ""
            kept += [step] if step.text else []
    yield from _trimmed(kept)


def _trimmed(steps: list[Step]) -> Iterator[Step]:
    """Blanks that both ends of a change share belong to what stayed."""
    n = 0
    while n < len(steps):
        pair = steps[n : n + 2]
        if len(pair) == 2 and (pair[0].kind, pair[1].kind) == ("gone", "new"):
            old, new = pair[0].text, pair[1].text
            tail = old[len(old.rstrip()) :]
            if tail and new.endswith(tail):
                yield from (s for s in (Step("gone", old[: -len(tail)]), Step("new", new[: -len(tail)])) if s.text)
                yield Step("same", tail)
                n += 2
                continue
        yield steps[n]
        n += 1
