"""A game now against the game as it was: both composed, and compared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cardgen.build import NO_LANGUAGE, Progress
from cardgen.findings import Finding, Refused
from cardgen.project import Project
from cardgen.proof.compare import Changes, changes_of
from cardgen.proof.likeness import Eye
from cardgen.proof.moved import Told, told_now, told_then
from cardgen.proof.pairing import Moment
from cardgen.proof.picture import Studio
from cardgen.proof.revision import Former, former
from cardgen.proof.state import State, found_otherwise, set_rules, state_of
from cardgen.store import KEEP


class Compared(NamedTuple):
    """A game at two moments and what changed: `before` is None where the game was not there. `shown` is what the former state
    is called; `found` what is noticed of the comparison itself.
    """

    before: Moment | None
    after: Moment
    shown: str
    changes: Changes
    found: tuple[Finding, ...]


@contextmanager
def compared(project: Project, name: str, language: str | None, since: str | None, progress: Progress) -> Iterator[Compared]:
    """A game held against itself at `since`: a revision of git (the last commit, where it is None), or another folder.

    Refused where there is no game now, or no such state. As long as the context lasts the faces of both can be drawn.
    """
    found: list[Finding] = []
    with former(project, since) as then:
        progress("composing", 0, 2)
        now = state_of(project, name, language, one_of_two=True)
        try:
            told = told_now(now.game.record.rules)
            before = _before(project, then, now, told, found)
            try:
                progress("composing", 1, 2)
                after = _moment(now, told)
                yield Compared(before, after, then.shown, changes_of(before, after), tuple(found))
            finally:
                if before:
                    before.state.composer.pack.close()
        finally:
            now.composer.pack.close()


def _before(project: Project, then: Former, now: State, told: Told, found: list[Finding]) -> Moment | None:
    """The game as it was; None where it was not there. Where it cannot be read now, its findings say what of then."""
    name, language = now.game.id, now.composer.language
    if name not in then.project.games():
        return None
    try:
        state = _state(then.project, name, language, project.root / KEEP, now)
    except Refused as refused:
        raise Refused(*(_of_then(finding, then) for finding in refused.findings)) from None
    told = told_then(project, then, name, now.game.record.rules, told, found)
    return _moment(state if told.found is None else found_otherwise(state, told.found), told)


def _state(project: Project, name: str, language: str, keep: Path, now: State) -> State:
    """The former state, in its own first language where it had not the one of now. Both share one store, in which each finds
    what is the same in the other; a face that has nothing wrong now and was the same has not to be checked again.
    """
    try:
        return state_of(project, name, language, keep=keep, one_of_two=True, former=now)
    except Refused as refused:
        if not any(finding.code is NO_LANGUAGE for finding in refused.findings):
            raise
        return state_of(project, name, keep=keep, one_of_two=True)


def _moment(state: State, told: Told) -> Moment:
    found: list[Finding] = []
    book = set_rules(state, found)
    pages = tuple(book.faces.values()) if book else None if state.game.has_rules_sheet else ()
    return Moment(state, Eye(Studio(state)), told, pages, tuple(found))


def _of_then(finding: Finding, then: Former) -> Finding:
    at = finding.at._replace(path=f"{then.shown}: {finding.at.path}")
    return finding._replace(at=at)
