"""Bad projects, each with the expected findings marked in its files: see `findings/README.md`."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import cardgen
from cardgen.build import check
from cardgen.findings import Code, Finding, noted
from tests.tiny import BASE, FINDINGS, tiny_project

CASES = sorted(p for p in FINDINGS.iterdir() if p.is_dir() and p != BASE)


class Mark(NamedTuple):
    """What a line of an input says that will be found there."""

    file: str
    line: int
    code: str
    words: str


def marks(folder: Path) -> Iterator[Mark]:
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").split("\n"), 1):
            for mark in re.findall(r"(?:#!|<!--!)\s*(.*?)\s*(?=#!|<!--!|-->|$)", line):
                code, _, words = mark.partition(": ")
                yield Mark(path.relative_to(folder).as_posix(), number, code, words)


def findings(folder: Path, *overlays: Path) -> list[Finding]:
    found: list[Finding] = []
    with noted(found):
        found += check(tiny_project(folder, *overlays), "tiny")
    return found


def test_the_good_project_has_no_findings(tmp_path: Path) -> None:
    assert findings(tmp_path) == []


@pytest.mark.parametrize("case", CASES, ids=lambda p: p.name)
def test_every_fault_is_found_where_it_stands(case: Path, tmp_path: Path) -> None:
    expected = list(marks(case))
    assert expected, "a bad project says what is wrong with it"
    found = findings(tmp_path, case)
    told = "\n".join(f.text() for f in found)
    assert {(f.at.path, f.at.line, f.code.name) for f in found} == {(m.file, m.line, m.code) for m in expected}, told
    for mark in expected:
        texts = [f.text() for f in found if (f.at.path, f.at.line, f.code.name) == mark[:3]]
        assert any(mark.words in text for text in texts), f"{mark.words!r} is not in\n" + "\n".join(texts)


ELSEWHERE = {
    "no-such-game": "test_cli.py",
    "nothing-named": "test_cli.py",
    "no-such-language": "test_cli.py",
    "stale-translation": "test_translations.py",
    "no-such-text": "test_translations.py",
    "other-sign": "test_nine_cards.py",
    "bleed-out-of-range": "test_cli.py",
    "output-unwritable": "test_cli.py",
    "output-in-use": "test_cli.py",
    "no-such-template": "test_cli.py",
    "no-room-on-paper": "test_profile.py",
    "less-bleed": "test_profile.py",
    "unknown-profile": "test_profile.py",
    "same-file": "test_profile.py",
    "nothing-to-print": "test_cli.py",
    "missing-inks": "test_load.py",
    "outside-project": "test_load.py",
    "no-rules": "rules/test_model.py",
    "not-in-rules": "rules/test_model.py",
    "unknown-rules": "test_validate.py",
    "wrong-seats": "test_validate.py",
    "own-card": "test_validate.py",
    "cards-disagree": "test_discords.py",
    "typed-number": "test_booklet.py",
    "nothing-to-show": "test_booklet.py",
    "unset-text": "test_booklet.py",
    "bad-markdown": "test_booklet.py",
    "wrong-name": "test_validate.py",
    "wrong-label": "test_validate.py",
    "untagged-number": "test_validate.py",
    "unknown-fact": "test_validate.py",
    "card-missing": "test_validate.py",
    "card-unknown": "test_validate.py",
    "wrong-family": "test_validate.py",
    "wrong-copies": "test_validate.py",
    "wrong-fact": "test_validate.py",
    "art-of-another": "test_nine_cards.py",
    "other-forms": "test_nine_cards.py",
    "fact-missing": "test_validate.py",
    "prints-wrong": "test_validate.py",
    "fact-not-printed": "test_validate.py",
    "wrong-number": "test_validate.py",
    "number-missing": "test_validate.py",
    "phrase-missing": "test_validate.py",
    "words-beside": "test_heavenly_debt.py",
    "backs-differ": "test_validate.py",
    "backs-alike": "test_kendo_duel.py",
    "back-turned": "test_validate.py",
    "lopsided-art": "test_validate.py",
    "deck-too-small": "test_validate.py",
    "waived": "test_validate.py",
    "waiver-unused": "test_validate.py",
    "two-scans": "test_art.py",
    "scan-shape": "test_art.py",
    "scan-coarse": "test_art.py",
    "scan-too-coarse": "test_art.py",
    "scan-short": "test_art.py",
    "scan-unreadable": "test_art.py",
    "scan-too-large": "test_art.py",
    "no-such-picture": "test_easel.py",
    "in-its-place": "test_easel.py",
    "picture-too-large": "write/test_png.py",
    "no-url": "write/test_tts.py",
    "bad-url": "write/test_tts.py",
    "not-made": "test_formats.py",
    "no-such-format": "test_formats.py",
    "other-size": "test_formats.py",
    "spots-refused": "test_formats.py",
    "over-ink-limit": "test_formats.py",
    "no-icc-profile": "test_formats.py",
    "no-profile-given": "test_inspection.py",
    "wrong-form": "test_inspection.py",
    "no-such-file": "test_inspection.py",
    "no-back": "test_validate.py",
    "plates-left-out": "test_formats.py",
    "several-shops": "test_dispatch.py",
    "no-such-revision": "proof/test_revision.py",
    "former-rules-unknown": "proof/test_compare.py",
    "proof-not-set": "proof/test_changes.py",
    "implausible-reading": "test_register.py",
    "unknown-printer": "test_register.py",
    "no-order": "test_dispatch.py",
    "faces-alike": "proof/test_alike.py",
    "told-by-colour-alone": "proof/test_alike.py",
    "port-in-use": "serve/test_app.py",
    "build-stopped": "serve/test_app.py",
    "build-ended": "serve/test_app.py",
    "own-fault": "serve/test_app.py",
}
"""Codes that no file of a project can be marked with, and the tests that name them. Ink scores have theirs in `brush`."""


def codes() -> set[str]:
    """The name of every Code that any module of cardgen declares; those of files read back have theirs in `readback`."""
    modules = [importlib.import_module(m.name) for m in pkgutil.walk_packages(cardgen.__path__, "cardgen.")
               if m.name != "cardgen.__main__" and not m.name.startswith("cardgen.readback")]  # fmt: skip
    return {value.name for module in modules for value in vars(module).values() if isinstance(value, Code)}


def test_every_code_has_a_test() -> None:
    marked = {mark.code for case in CASES for mark in marks(case)}
    here = Path(__file__).parent
    brush = "".join(p.read_text(encoding="utf-8") for p in (here / "brush").glob("*.py"))
    untested = set()
    for code in codes() - marked:
        file = here / ELSEWHERE.get(code, "")
        text = brush if code.startswith("ink-") else file.read_text(encoding="utf-8") if file.is_file() else ""
        if not re.search(rf"(?<![\w-]){code}(?![\w-])", text):
            untested.add(code)
    assert not untested
    assert not marked - codes(), "a mark names a code that there is not"
    assert not ELSEWHERE.keys() & marked, "this code has its case now"
