"""The rules sheets as booklets: whole sheets of paper, and no page that is left half empty."""

from __future__ import annotations

import pytest

from cardgen.build import composer_of
from cardgen.face import Text, walk
from cardgen.project import open_project
from cardgen.rulebook import rulebook, source
from tests.conftest import ROOT
from tests.shipped import GAMES, loaded

SHEETS = [(name, language) for name in GAMES for language in loaded(ROOT, name).record.languages]
A5, HALF_LETTER = (148.0, 210.0), (139.7, 215.9)


@pytest.mark.parametrize("size", [A5, HALF_LETTER], ids=["a5", "half-letter"])
@pytest.mark.parametrize(("name", "language"), SHEETS, ids=["-".join(sheet) for sheet in SHEETS])
def test_a_booklet_of_whole_sheets_without_a_half_empty_page(name: str, language: str, size: tuple[float, float]) -> None:
    game = loaded(ROOT, name)
    composer = composer_of(open_project(ROOT), game, language, 3.0)
    path = source(game, composer)
    assert path
    book = rulebook(game, composer, path, size, 3.0, "rules-")
    assert len(book.faces) % 4 == 0
    for face in list(book.faces.values())[1:]:
        feet = [m.matrix.f for m in walk(face.marks) if isinstance(m, Text) and m.matrix.f < size[1] - 12]
        assert max(feet, default=0) > 0.45 * size[1], face.name
