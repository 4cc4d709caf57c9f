"""How the personas fare between two simple players: seeded playouts, told as such; no rule depends on them."""

from __future__ import annotations

from typing import NamedTuple

GAMES = 20
"""Duels of each two personas in each seating: `policies.fared` plays them again."""


class Fared(NamedTuple):
    """Duels of one persona against all others: won and drawn, of `MEETINGS`."""

    won: int
    drawn: int


MEETINGS = 16 * 2 * GAMES

BALANCE: dict[str, Fared] = {
    "samurai": Fared(381, 80),
    "bushi": Fared(377, 88),
    "ronin": Fared(330, 119),
    "kensei": Fared(213, 97),
    "onna-bugeisha": Fared(197, 112),
    "domin": Fared(268, 98),
    "otokodate": Fared(218, 114),
    "ashigaru": Fared(234, 86),
    "traveling-monk": Fared(240, 106),
    "ninja": Fared(251, 122),
    "doshin": Fared(226, 84),
    "kyokaku": Fared(173, 128),
    "yamabushi": Fared(389, 86),
    "brigand": Fared(213, 109),
    "wako": Fared(269, 85),
    "yojimbo": Fared(375, 99),
    "merchant": Fared(240, 79),
}
"""By persona, both players greedy. Offered with it: deal the personas at random, or play a mirror [ruling]."""
