"""The files are read back as a prepress operator would: every fault of the corpus is found, and nothing in the sound files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardgen.findings import Finding, Refused
from cardgen.profile import load_profile
from tests.readback import hostile, others, sound
from tests.readback.case import ANYTHING, RECIPES, Case
from tests.readback.faulty import CASES

SOUND = {**{name: (name, sound.twin) for name in RECIPES}, **others.OTHERS}


def found(data: bytes, profile: str, folder: Path, said: Mapping[str, Any] | None = None) -> list[Finding]:
    """What is found in that file; a file that is refused is told by what it is refused with."""
    from cardgen.readback.check import read_back

    path = folder / "cards.pdf"
    path.write_bytes(data)
    try:
        return list(read_back(path, "cards.pdf", load_profile(profile), said))
    except Refused as refused:
        return list(refused.findings)


def told(findings: list[Finding]) -> str:
    return "\n".join(finding.text() for finding in findings) or "nothing was found"


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_file_has_no_findings(name: str, tmp_path: Path) -> None:
    profile, make = SOUND[name]
    findings = found(make(name), profile, tmp_path)
    assert not findings, told(findings)


@pytest.mark.parametrize("name", RECIPES)
def test_a_sound_file_is_what_its_manifest_says(name: str, tmp_path: Path) -> None:
    from hashlib import sha256

    data, recipe = sound.twin(name), RECIPES[name]
    sizes = {"cards": {"width": recipe.trim[0], "height": recipe.trim[1]}}
    said = {"file": "cards.pdf", "profile": name, "pages": 2, "bleed": recipe.bleed, "sizes": sizes}
    findings = found(data, name, tmp_path, {**said, "bytes": len(data), "sha256": sha256(data).hexdigest()})
    assert not findings, told(findings)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_fault_is_found_where_it_lies(case: Case, tmp_path: Path) -> None:
    findings = found(case.faulty(), case.profile, tmp_path, case.said)
    own = [finding for finding in findings if finding.code.name == case.code]
    assert own, f"{case.why}\nexpected {case.code}, but:\n{told(findings)}"
    assert {str(finding.severity) for finding in own} == {case.severity}, told(own)
    if case.page is not None:
        assert any(page_of(finding) == case.page for finding in own), f"expected on page {case.page}:\n{told(own)}"
    others = {finding.code.name for finding in findings} - {case.code} - case.also
    assert not others or ANYTHING in case.also, f"{case.why}\none fault, and besides it:\n{told(findings)}"


ELSEWHERE = {"unreadable-picture", "wrong-pixels", "wrong-picture-colours", "foreign-icc-profile", "heavy-ink", "bad-manifest"}
"""Codes of files that are no PDF (test_picture.py), and of a press that takes more ink than any that ships (test_pixels.py)."""


def page_of(finding: Finding) -> int:
    """The first page that it names; 0 where it speaks of the file."""
    match = re.match(r"pages? (\d+)", finding.says)
    return int(match[1]) if match else 0


def test_a_finding_is_a_sentence_with_its_place(tmp_path: Path) -> None:
    (case,) = (case for case in CASES if case.name == "type-of-3-pt")
    (finding,) = found(case.faulty(), case.profile, tmp_path)
    assert finding.at.path == "cards.pdf"
    place = re.match(r"page 1 \(wolf front\), at (-?[\d.]+), (-?[\d.]+) mm: ", finding.says)
    assert place, finding.says
    # 36 mm from the left; its baseline is 60 mm from the foot of a card of 88.9 mm
    assert float(place[1]) == pytest.approx(36, abs=0.5)
    assert float(place[2]) == pytest.approx(88.9 - 60, abs=1.5)


def test_the_same_file_is_told_the_same_twice(tmp_path: Path) -> None:
    (case,) = (case for case in CASES if case.name == "half-a-file")
    assert found(case.faulty(), case.profile, tmp_path) == found(case.faulty(), case.profile, tmp_path)


@pytest.mark.parametrize("name", hostile.FILES)
def test_a_hostile_file_is_told_and_not_crashed_on(name: str, tmp_path: Path) -> None:
    """A form that holds itself, a tree of pages that is a ring, a picture of absurd size: findings, and an end; and
    the plain fault on the other page is found as ever.
    """
    findings = found(hostile.FILES[name](), "shop", tmp_path)
    assert findings, name
    if name in hostile.SPOILT:
        plain = [finding for finding in findings if finding.code.name == "rgb-colour"]
        assert any(re.match(r"pages? (1-)?2\b", finding.says) for finding in plain), (
            f"the plain fault of page 2 is not told:\n{told(findings)}"
        )


def test_a_file_packed_as_lzw_is_still_packed_so() -> None:
    """The library that writes the corpus likes to pack anew what it knows how to unpack."""
    packed = {case.name: case.faulty() for case in CASES if case.name.startswith("lzw")}
    assert len(packed) == 2
    assert all(b"/LZWDecode" in data for data in packed.values())


def test_the_corpus_holds_every_code_of_reading_back() -> None:
    """A check without a file that breaks it is not known to work."""
    from cardgen.findings import Code

    names = {code.name for module in modules() for code in vars(module).values() if isinstance(code, Code)}
    assert names, "no codes in cardgen.readback"
    assert names - {case.code for case in CASES} - ELSEWHERE == set()


def modules() -> list[Any]:
    import importlib
    import pkgutil

    import cardgen.readback as package

    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return [importlib.import_module(module.name) for module in found]


@pytest.mark.parametrize("name", ["a-damaged-stream", "a-broken-photograph", "type-of-3-pt"])
def test_what_is_kept_of_a_page_hides_no_fault_of_it(name: str, tmp_path: Path) -> None:
    """A second reading, with the store that the first one filled, tells the same: damage too, which is looked for but once."""
    from cardgen.readback.check import read_back

    (case,) = (case for case in CASES if case.name == name)
    path, profile = tmp_path / "cards.pdf", load_profile(case.profile)
    path.write_bytes(case.faulty())
    first, again = (read_back(path, "cards.pdf", profile, kept=tmp_path / "store") for _ in range(2))
    assert case.code in {finding.code.name for finding in first}
    assert again == first
    assert case.code == "damaged-pdf" or any((tmp_path / "store").rglob("*.faults"))
