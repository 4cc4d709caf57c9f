"""Plates that are no ink, known by their names."""

from __future__ import annotations

import pytest

from cardgen.readback.names import knife, technical

CUT = ("Dieline", "die-cut", "Die-cut", "die_line", "Cut", "CutContour", "Thru-cut", "Thru Cut", "Kiss Cut", "Die",
       "Stanzkontur", "cutting", "Stanzung", "Schnittlinie", "FUSTELLA", "Coupe", "Tracé de découpe", "Troquel", "Stansmes",
       "snijlijn", "Corte", "De\u0301coupe")  # fmt: skip
OTHERS = ("Fold", "FOLD", "Crease", "CREASE", "Perf", "Perforation", "Varnish", "Varnish 1", "Spot UV", "UV", "Gold Foil",
          "White", "Hot Foil Gold", "Emboss", "Lack", "Score Green", "Prägung", "PRÄGUNG", "Heißfolie Gold", "UV-Lack",
          "Rillung", "Falz", "Cordonatura", "Piega", "Vernice", "Rilievo", "Rainage", "Pli", "Gaufrage", "Dorure",
          "Hendido", "Barniz", "Perforación", "Rillijn", "Vouw", "Preeg", "Foliedruk", "Lak")  # fmt: skip
INKS = ("Cyan", "Black", "Seal Red", "PANTONE 185 C", "PANTONE Black 6 C", "Gold", "Perfect Blue", "Marigold", "Folder Blue",
        "Offwhite", "Uvular", "Cutlass Grey", "Nut Brown", "Foliage Green", "Falzone", "Lacquered Red", "Rosso Caldo",
        "Plissé Rose", "Tagliatelle", "Lakeside Blue", "Schnittlauch")  # fmt: skip


@pytest.mark.parametrize("plate", CUT)
def test_a_knife_follows_it(plate: str) -> None:
    assert technical(plate)
    assert knife(plate)


@pytest.mark.parametrize("plate", OTHERS)
def test_no_ink_and_no_knife(plate: str) -> None:
    assert technical(plate)
    assert not knife(plate)


@pytest.mark.parametrize("plate", INKS)
def test_an_ink(plate: str) -> None:
    assert not technical(plate)
    assert not knife(plate)
