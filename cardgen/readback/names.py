"""Plates that are no printing ink, by their names: what a knife, a rule, a stamp or a varnish follows."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from unicodedata import normalize

from cardgen.readback.spaces import PROCESS

_KNIVES = """
    cut cuts cutcontour contour cutting die dies dieline dielines diecut kisscut throughcut thrucut
    schnitt schnittlinie schnittkontur konturschnitt schneidlinie schneidelinie
    fustella fustelle fustellatura taglio tagli mezzotaglio
    coupe coupes découpe découpes decoupe decoupes découpage decoupage emportepièce emportepiece
    corte cortes cuchilla
    stans stansen stanslijn stansvorm stansmes stanscontour snijlijn snijlijnen snijden snijcontour kapvorm
"""
_OTHERS = """
    fold folds crease creases creasing crimp perf perfo perforation score scoring varnish lack lacquer coating laminat
    laminate lamination uv foil hotstamp hotstamping emboss embossing deboss debossing glue white weiss guide guides template
    technical dimension dimensions
    rillung rillen rillinie rilllinie nuten nutung falz falzen falzung falzlinie perforierung perforationslinie lackierung
    uvlack spotlack relieflack glanzlack mattlack prägung prägen praegung hochprägung tiefprägung blindprägung folie
    prägefolie heißfolie heissfolie kaltfolie folienprägung heißfolienprägung heissfolienpraegung weiß kleber
    piega pieghe piegatura cordonatura cordonature perforazione perforazioni vernice vernici verniciatura rilievo goffratura
    lamina laminazione plastificazione
    pli plis pliage pliure rainage rainure rainures rainurage prédécoupe predecoupe vernis vernissage gaufrage embossage
    débossage dorure pelliculage
    pliegue pliegues plegado doblez dobleces hendido hendidos hendidura perforado perforación perforacion barniz barnices
    barnizado relieve gofrado estampación estampacion plastificado
    vouw vouwen vouwlijn vouwlijnen ril rillijn rillijnen perforatie perforaties perforatielijn lak uvlak spotlak preeg
    preging foliepreeg blindpreeg foliedruk
"""
_BEGINNINGS = ("stanz", "fustell", "troquel")
"""How words for a die begin, with whatever they are compounded: "Stanzkonturlinie", "troquelado"."""
KNIVES = frozenset(_KNIVES.split())
"""Words in the name of a plate that is cut along: English, German, Italian, French, Spanish, Dutch."""
TECHNICAL = KNIVES | frozenset(_OTHERS.split())
"""Words in the name of a plate that is no ink: it tells a knife or a rule where to go, or lays varnish, foil, white."""
_WORD = re.compile(r"[A-ZÀ-ÖØ-Þ]?[a-zß-öø-ÿ]+|[A-ZÀ-ÖØ-Þ]+(?![a-zß-öø-ÿ])")


def technical(plate: str) -> bool:
    """Whether a plate's name says that it is no ink: "CutContour", "Die-cut", "Spot UV", "Varnish 1"."""
    return knife(plate) or (plate not in PROCESS and not TECHNICAL.isdisjoint(_words(plate)))


def knife(plate: str) -> bool:
    """Whether a plate's name says that a knife follows it: "CutContour", "Die-cut"."""
    words = _words(plate)
    return plate not in PROCESS and (not KNIVES.isdisjoint(words) or any(word.startswith(_BEGINNINGS) for word in words))


@lru_cache(maxsize=256)
def _words(plate: str) -> frozenset[str]:
    """The words of a name, in small letters, and each two that follow one another as one."""
    parts = [part.lower() for part in _WORD.findall(normalize("NFC", plate))]
    return frozenset(parts) | {a + b for a, b in pairwise(parts)}
