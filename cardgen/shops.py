"""The printers that a build is for: what each makes of a game, in which inks, how far its faces must be drawn."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from cardgen.findings import Code, Finding, Refused, Severity, Span
from cardgen.formats import Fit, fitted, reach
from cardgen.ink import Ink, Inking, Inks, inked, pressed
from cardgen.load import Family, Game
from cardgen.pieces import piece_of, pieces
from cardgen.profile import Press, Profile, bleed_for, load_profile
from cardgen.units import Mm

SPOTS_REFUSED = Code("spots-refused", "a plate that the shop does not print is a colour that is missing on the card")
OVER_LIMIT = Code("over-ink-limit", "more ink than the sheet takes does not dry, and comes off on the next one")
NO_KNIFE = Code(
    "plates-left-out", "a box whose dieline is in no file is cut by guess: send it to the shop apart", Severity.WARNING
)
SEVERAL = Code("several-shops", "an order for two shops would be one for the last")

CHECKED_BLEED = Mm(3.0)
"""The bleed with which faces are composed where nothing is printed, and at the least where a picture is cut from one."""


class Shop(NamedTuple):
    """A printer that is printed for: its name, its profile, the bleed (mm), the pieces as it makes them, the inks as it lays
    them.
    """

    name: str
    profile: Profile
    bleed: Mm
    fits: dict[str, Fit]
    inks: Inks
    drawn: Mm
    """How far past their trim (mm) the faces are drawn for it."""


class Asked(NamedTuple):
    """What of a game is asked for, and how: the families, whether the rules sheet too, the bleed, what is laid of the inks,
    whether spots are plates of their own.
    """

    families: tuple[Family, ...]
    rules: bool
    bleed: Mm | None
    ink: Inking
    spots: bool


def shop_of(game: Game, given: str, asked: Asked, found: list[Finding]) -> Shop:
    """What one profile, by its name or path, makes of a game. Refused where there is none, or it takes not what is asked."""
    profile = load_profile(given)
    name = Path(given).stem if given.endswith((".yaml", ".yml")) else given
    bleed = bleed_for(profile, name, asked.bleed)
    cut = pieces(game)
    rules = asked.rules and game.has_rules_sheet
    fits, notes = fitted(game, profile, name, cut, map(piece_of, asked.families), rules)
    found += notes
    inks = inked(game.inks, asked.ink)
    if profile.press:
        inks = pressed(inks, profile.press.rich, profile.press.dieline)
        found += _laid(name, profile.press, inks.values(), asked)
        printed = {piece_of(family) for family in asked.families} & fits.keys()
        lost = sorted(i for i in printed if cut[i].net or cut[i].punched or any(cut[i].folds.upright + cut[i].folds.level))
        if lost and not profile.press.spots:
            says = f"{name} takes no plates beside the inks': the dielines and folds of {', '.join(lost)} are in no file"
            found.append(Finding(NO_KNIFE, Span("--for"), says, "build them for a press that does, and send those files along"))
    far = max([bleed, *(round(reach(fit, cut[i], bleed, profile.ppi), 3) for i, fit in fits.items())])
    return Shop(name, profile, bleed, fits, inks, Mm(max(far, CHECKED_BLEED) if profile.kind in ("png", "tts") else far))


def _laid(name: str, press: Press, inks: Iterable[Ink], asked: Asked) -> list[Finding]:
    """What a press does not print: spots, or an ink of more than its limit."""
    found = []
    if asked.spots and not press.spots:
        hint = "leave --red out: the red is then laid by the process inks"
        found.append(Finding(SPOTS_REFUSED, Span("--red"), f"{name} prints no spot inks", hint))
    for ink in inks:
        if (laid := 100 * sum(ink.cmyk)) > press.limit + 0.5 and not ink.is_plate_only:
            says = f'the ink "{ink.name}" lays {laid:.0f} %, and {name} takes {press.limit} %'
            found.append(Finding(OVER_LIMIT, Span("card_data/inks.yaml"), says))
    return found


def drawn_together(shops: Iterable[Shop], ppi: int | None) -> dict[tuple[Mm, int], list[Shop]]:
    """The shops by how far their faces are drawn and at how many dots an inch (`ppi`, where it is asked for): what one is given
    does not depend on who else is asked.
    """
    out: dict[tuple[Mm, int], list[Shop]] = {}
    for shop in shops:
        out.setdefault((shop.drawn, ppi or shop.profile.ppi), []).append(shop)
    return out


def only_one(names: Iterable[str]) -> str:
    """The one profile of an order. Refused where there are several."""
    one, *more = dict.fromkeys(names)
    if more:
        raise Refused(Finding(SEVERAL, Span("--for"), f"an order goes to one shop, and {len(more) + 1} are named"))
    return one
