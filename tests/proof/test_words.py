"""Two texts held against each other word by word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.proof.words import compared

TEXTS = st.text(st.sampled_from(list("ab 12-,.技斬é\n’")), max_size=40)


@given(TEXTS, TEXTS)
def test_what_is_kept_and_what_is_new_make_the_new_text(before: str, after: str) -> None:
    steps = compared(before, after)
    assert "".join(s.text for s in steps if s.kind != "gone") == after
    assert "".join(s.text for s in steps if s.kind != "new") == before
    assert all(s.text for s in steps)


@given(TEXTS)
def test_of_equal_texts_all_is_the_same(text: str) -> None:
    assert [s.kind for s in compared(text, text)] in (["same"], [])


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("Deal 3 damage.", "Deal 4 damage.", "Deal -3- +4+ damage."),
        ("Deal 5.", "Deal 15.", "Deal -5- +15+."),
        ("It is -1.", "It is +1.", "It is --1- ++1+."),
        ("Move one space.", "Move two spaces.", "Move -one space- +two spaces+."),
        ("You may rest.", "You rest.", "You- may- rest."),
        ("踏込斬", "踏込突", "踏込-斬-+突+"),
        ("half", "½", "-half-+½+"),
        ("", "A word", "+A word+"),
        ("don't", "don’t", "-don't-+don’t+"),
    ],
)
def test_a_change_is_told_in_whole_words(before: str, after: str, told: str) -> None:
    signs = {"same": "{}", "gone": "-{}-", "new": "+{}+"}
    said = "".join(signs[s.kind].format(s.text) for s in compared(before, after))
    assert said.replace("-+", "- +").replace("- +", "-+") == told.replace("- +", "-+")
