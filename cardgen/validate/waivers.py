"""Disagreements with the rules that are meant, each with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardgen.findings import Code, Finding, Severity
from cardgen.load import Game
from cardgen.model import in_language

WAIVED = Code("waived", "a disagreement with the rules that is meant, with its reason", Severity.NOTE)
WAIVER_UNUSED = Code("waiver-unused", "a waiver for nothing would hide the next mistake")


class Waivers:
    """The waivers of a game, and which of them have been needed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._needed: set[int] = set()

    def applied(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """The findings; those that are waived as notes with their reason."""
        for finding in findings:
            for number, waiver in enumerate(self.game.record.waive):
                if finding.code.name == waiver.code and _is_of(finding, waiver.card) and waiver.about in finding.says:
                    self._needed.add(number)
                    reason = in_language(waiver.reason, self.game.language, self.game.language)
                    yield Finding(WAIVED, finding.at, f"{finding.says}; waived: {reason}")
                    break
            else:
                yield finding

    def unused(self) -> Iterator[Finding]:
        """A finding for every waiver that nothing needed."""
        for number, waiver in enumerate(self.game.record.waive):
            if number not in self._needed:
                at = self.game.documents[0].at("waive", number)
                says = f'no finding "{waiver.code}" of {waiver.card} needs this waiver'
                yield Finding(WAIVER_UNUSED, at, says, "take it away")


def _is_of(finding: Finding, card: str) -> bool:
    """Whether a finding is of that card: it is the first that its sentence names."""
    return re.match(rf'{re.escape(card)}(?![\w-])|[^"]*"{re.escape(card)}"', finding.says) is not None
