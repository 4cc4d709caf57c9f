"""A game while it is changed: what is shown of every face, what is told of it, and what stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.findings import Refused
from cardgen.project import Project
from cardgen.serve.live import Live, Shown, merged
from tests.tiny import rewrite, tiny_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return tiny_project(tmp_path)


@pytest.fixture
def live(project: Project) -> Live:
    live = Live(project, "tiny")
    live.remake("en")
    return live


def faces(live: Live, language: str = "en") -> dict[str, Shown]:
    told = live.told(language)
    assert told
    return dict(told.faces)


def keys(live: Live) -> dict[str, str]:
    return {name: face.picture for name, face in faces(live).items()}


def codes(live: Live) -> set[str]:
    told = live.told("en")
    assert told
    return {f.code.name for f in told.found}


UNITS, UNIT_SVG, WOLF = "card_data/tiny/units.yaml", "templates/tiny/unit.svg", "art/tiny/wolf.svg"


def test_every_face_is_there_with_what_it_is(live: Live) -> None:
    told = live.told("en")
    assert told
    assert [(group.id, group.name, group.piece, group.faces) for group in told.groups] == [
        ("unit", "Units", "cards", ("wolf", "pike", "unit back A", "unit back B")),
        ("omen", "Omens", "cards", ("comet", "omen back")),
    ]
    wolf = told.faces["wolf"]
    assert (wolf.card, wolf.title, wolf.side, wolf.at) == ("wolf", "Wolf", "front", f"{UNITS}:3:5")
    assert (wolf.trim, wolf.corner, wolf.safe) == ((40, 56), 2, 3)
    assert wolf.copies == (("A", 2), ("B", 2))
    assert told.faces["unit back A"].copies == (("A", 4),)
    assert told.faces["unit back A"].title == "Units, back"
    assert all(face.picture and not face.stale and not face.findings for face in told.faces.values())
    assert told.plates[:4] == ("Cyan", "Magenta", "Yellow", "Black")


def test_what_does_not_change_the_look_does_not_change_the_key(live: Live, project: Project) -> None:
    before = keys(live)
    path = project.root / UNITS
    head, _, cards = path.read_text(encoding="utf-8").partition("cards:\n")
    wolf, pike = cards.strip("\n").split("\n\n")
    path.write_text(f"# turned round\n{head}cards:\n{pike}\n\n\n{wolf}   # the first\n", encoding="utf-8")
    svg = project.root / UNIT_SVG
    svg.write_text(svg.read_text(encoding="utf-8").replace("<svg", "<!-- a word -->\n\n<svg", 1), encoding="utf-8")
    assert live.remake("en") == set()
    assert keys(live) == before
    assert list(faces(live))[:2] == ["pike", "wolf"]


def test_only_what_looks_otherwise_has_another_key(live: Live, project: Project) -> None:
    before = keys(live)
    rewrite(project.root / UNITS, "strength: 3", "strength: 4")
    assert live.remake("en") == {"wolf"}
    assert {name for name, key in keys(live).items() if key != before[name]} == {"wolf"}
    rewrite(project.root / UNITS, "strength: 4", "strength: 3")
    assert live.remake("en") == {"wolf"}
    assert keys(live) == before


def test_a_changed_score_is_another_picture_of_every_card_that_shows_it(live: Live, project: Project) -> None:
    rewrite(project.root / WOLF, "</svg>", '<path d="M1,1 L9,9" fill="none" stroke="#111" stroke-width="2"/></svg>')
    assert live.remake("en") == {"wolf", "pike"}


def test_a_renamed_card_keeps_its_look_under_its_new_name(live: Live, project: Project) -> None:
    before = keys(live)
    rewrite(project.root / UNITS, "id: pike", "id: lance")
    live.remake("en")
    assert "pike" not in keys(live)
    assert keys(live)["lance"] == before["pike"]


def test_a_deleted_card_is_gone(live: Live, project: Project) -> None:
    path = project.root / UNITS
    path.write_text(path.read_text(encoding="utf-8").partition("\n  - id: pike")[0], encoding="utf-8")
    assert live.remake("en") == {"pike", "unit back A", "unit back B"}  # of the backs fewer are printed
    assert list(faces(live)) == ["wolf", "unit back A", "unit back B", "comet", "omen back"]


def test_a_file_that_cannot_be_read_keeps_its_faces_and_says_why(live: Live, project: Project) -> None:
    before = keys(live)
    order = list(faces(live))
    rewrite(project.root / UNITS, "  - id: pike", " - id: pike")
    assert live.remake("en") == {"wolf", "pike", "unit back A", "unit back B"}
    assert list(faces(live)) == order
    assert keys(live) == before
    for name in ("wolf", "pike"):
        face = faces(live)[name]
        assert face.stale
        assert [(f.code.name, f.at.path) for f in face.findings] == [("yaml-syntax", UNITS)]
    assert not faces(live)["comet"].stale
    assert "yaml-syntax" in codes(live)
    rewrite(project.root / UNITS, " - id: pike", "  - id: pike")
    live.remake("en")
    assert keys(live) == before
    assert not any(face.stale or face.findings for face in faces(live).values())
    assert codes(live) == set()


def test_a_card_that_cannot_be_read_is_stale_and_no_other(live: Live, project: Project) -> None:
    before = keys(live)
    rewrite(project.root / UNITS, "strength: 2", "strength: two")
    live.remake("en")
    assert keys(live)["pike"] == before["pike"]
    assert [name for name, face in faces(live).items() if face.stale] == ["pike"]
    (finding,) = faces(live)["pike"].findings
    assert (finding.at.path, finding.at.line) == (UNITS, 12)
    assert faces(live)["wolf"].findings == ()
    assert finding.code.name not in codes(live), "what is wrong with one card stands beside it"


def test_a_broken_template_keeps_the_last_good_faces(live: Live, project: Project) -> None:
    before = keys(live)
    rewrite(project.root / UNIT_SVG, "{{ card.name }}", "{{ card.name }")
    live.remake("en")
    assert keys(live) == before
    assert [name for name, face in faces(live).items() if face.stale] == ["wolf", "pike"]
    (finding,) = faces(live)["wolf"].findings
    assert finding.at.path == UNIT_SVG
    assert finding.at.line
    # while it is broken a card is renamed in its words only: it is still the last good one
    rewrite(project.root / UNITS, "name: Wolf", "name: Fox")
    live.remake("en")
    assert keys(live) == before
    assert faces(live)["wolf"].title == "Fox"
    rewrite(project.root / UNIT_SVG, "{{ card.name }", "{{ card.name }}")
    assert live.remake("en") == {"wolf", "pike"}
    assert keys(live)["wolf"] != before["wolf"]
    assert not any(face.stale or face.findings for face in faces(live).values())


def test_a_broken_score_keeps_the_last_good_picture_of_its_cards(live: Live, project: Project) -> None:
    before = keys(live)
    score = (project.root / WOLF).read_text(encoding="utf-8")
    (project.root / WOLF).write_text(score.replace("<path", "<path ink:brush='besom'", 1), encoding="utf-8")
    live.remake("en")
    assert keys(live) == before
    assert [name for name, face in faces(live).items() if face.stale] == ["wolf", "pike"]
    assert {f.at.path for f in faces(live)["wolf"].findings} == {WOLF}
    assert live.subject(before["wolf"])
    (project.root / WOLF).write_text(score, encoding="utf-8")
    live.remake("en")
    assert not any(face.stale or face.findings for face in faces(live).values())


def test_a_face_that_was_never_drawn_has_no_picture(project: Project) -> None:
    rewrite(project.root / UNIT_SVG, "{{ card.name }}", "{{ card.nam }}")
    live = Live(project, "tiny")
    live.remake("en")
    assert keys(live)["wolf"] == ""
    assert faces(live)["wolf"].stale
    assert faces(live)["wolf"].findings


def test_a_game_that_cannot_be_read_at_all_keeps_everything(live: Live, project: Project) -> None:
    before = keys(live)
    rewrite(project.root / "card_data/tiny/game.yaml", "version:", "\tversion:")
    assert live.remake("en") == set(before)
    assert keys(live) == before
    assert all(face.stale for face in faces(live).values())
    assert codes(live) == {"yaml-tab"}


def test_a_game_that_cannot_be_read_yet_is_waited_for(project: Project) -> None:
    rewrite(project.root / "card_data/tiny/game.yaml", "version:", "\tversion:")
    live = Live(project, "tiny")
    live.remake("en")
    assert faces(live) == {}
    assert codes(live) == {"yaml-tab"}
    rewrite(project.root / "card_data/tiny/game.yaml", "\tversion:", "version:")
    live.remake("en")
    assert len(faces(live)) == 6


def test_a_game_or_a_language_that_there_is_not_is_refused(project: Project) -> None:
    with pytest.raises(Refused, match="no-such-game"):
        Live(project, "tinny")
    with pytest.raises(Refused, match="no-such-language"):
        Live(project, "tiny", "fr")
    with pytest.raises(Refused, match="no-such-language"):
        Live(project, "tiny").remake("fr")


def test_each_language_has_faces_of_its_own(live: Live, project: Project) -> None:
    live.remake("de")
    assert faces(live, "de")["pike"].title == "Hecht"
    assert faces(live, "de")["pike"].picture != keys(live)["pike"]
    assert faces(live, "de")["omen back"].picture == keys(live)["omen back"], "what says nothing is one picture in all of them"


def test_a_picture_that_turns_out_to_be_unpaintable_gives_way_to_the_one_before(live: Live, project: Project) -> None:
    from cardgen.findings import Code, Finding, Span

    first = keys(live)["wolf"]
    live.painted(first)
    rewrite(project.root / UNITS, "strength: 3", "strength: 4")
    live.remake("en")
    second = keys(live)["wolf"]
    found = Finding(Code("ink-odd", "of a test"), Span(WOLF, 3), "cannot be painted")
    assert live.unpaintable(second, [found]) == {"wolf"}
    assert keys(live)["wolf"] == first
    assert faces(live)["wolf"].stale
    assert faces(live)["wolf"].findings == (found,)
    live.remake("en")
    assert (keys(live)["wolf"], faces(live)["wolf"].stale, faces(live)["wolf"].findings) == (first, True, (found,))
    rewrite(project.root / UNITS, "strength: 4", "strength: 5")
    live.remake("en")
    assert keys(live)["wolf"] not in (first, second)
    assert not faces(live)["wolf"].stale
    assert not faces(live)["wolf"].findings


def test_only_pictures_that_may_be_asked_for_are_held(live: Live, project: Project) -> None:
    first = keys(live)["wolf"]
    seen = {first}
    for strength in range(4, 8):
        rewrite(project.root / UNITS, f"strength: {strength - 1}", f"strength: {strength}")
        live.remake("en")
        live.painted(keys(live)["wolf"])
        seen.add(keys(live)["wolf"])
    assert len(seen) == 5
    assert [key for key in seen if live.has(key)] == [keys(live)["wolf"]]


@pytest.mark.parametrize(
    ("former", "now", "kept", "together"),
    [
        ("abc", "ac", "b", "abc"),
        ("abc", "bc", "a", "abc"),
        ("abc", "ca", "b", "cab"),
        ("abcd", "ad", "bc", "abcd"),
        ("abc", "axc", "b", "abxc"),
        ("abc", "", "ac", "ac"),
        ("abc", "abc", "", "abc"),
    ],
)
def test_what_is_kept_stays_at_its_place(former: str, now: str, kept: str, together: str) -> None:
    assert "".join(merged(list(former), list(now), list(kept))) == together
