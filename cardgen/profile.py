"""Profiles: contracts with one printer or shop, as YAML. `--for` names one that ships, or is a path to one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from cardgen.findings import Code, Finding, Refused, Span, nearest
from cardgen.model import Distance, Plain, Record, Size, Slug, Whole, slug
from cardgen.source import read_yaml
from cardgen.units import Mm
from cardgen.validated import validated

SHIPPED = Path(__file__).parent / "profiles"
DEFAULT = ("shop", "home-a4")

UNKNOWN_PROFILE = Code("unknown-profile", "a printer that is not known has no size, no order of pages and no bleed")
BLEED = Code("bleed-out-of-range", "more bleed than the printer takes is cut off, less leaves white edges")


class Bleed(Record):
    default: Distance
    least: Distance
    most: Distance


class PaperSize(Record):
    width: Size
    height: Size
    margin: Distance


class CardSheet(Record):
    """A picture of many cards in rows and columns: how many at most, and how many pixels a side."""

    columns: Annotated[Whole, Field(ge=2)]
    rows: Annotated[Whole, Field(ge=1)]
    pixels: Annotated[Whole, Field(ge=256, le=16_384)]


class Profile(Record):
    """What a printer takes. `pages` is one face a page; `sheets` is many on a paper, to cut oneself; `png` is a picture a
    face; `tts` is what Tabletop Simulator takes.

    `corners` says whether a picture is square or cut as the piece will be, transparent outside.
    """

    kind: Literal["pages", "sheets", "png", "tts"]
    folder: Slug
    suffix: Annotated[Plain, AfterValidator(lambda text: slug(text) if text else text)] = ""
    paper: PaperSize | None = None
    sheet: CardSheet | None = None
    corners: Literal["square", "round"] = "square"
    bleed: Bleed
    ppi: Annotated[Whole, Field(ge=72, le=2400)] = 300

    @model_validator(mode="after")
    def _whole(self) -> Profile:
        if (self.paper is None) == (self.kind == "sheets"):
            raise ValueError("sheets have a paper, and nothing else has one")
        if (self.sheet is None) == (self.kind == "tts"):
            raise ValueError("tts has a sheet of cards, and nothing else has one")
        if self.corners == "round" and (self.kind != "png" or self.bleed.most > 0):
            raise ValueError("round corners are for png without bleed: they are cut at the trim")
        if not self.bleed.least <= self.bleed.default <= self.bleed.most:
            raise ValueError("the bleed's default lies between its least and its most")
        return self


def load_profile(name: str) -> Profile:
    """The profile of that name, or in that file. Refused where there is none, or where it says something unknown."""
    path = Path(name)
    if path.suffix not in (".yaml", ".yml"):
        path = SHIPPED / f"{name}.yaml"
        if not path.is_file():
            known = sorted(p.stem for p in SHIPPED.glob("*.yaml"))
            hint = nearest(name, known) or "there are: " + ", ".join(known) + "; or give the path of your own (.yaml)"
            raise Refused(Finding(UNKNOWN_PROFILE, Span("--for"), f'there is no profile "{name}"', hint))
    document = read_yaml(path, path.as_posix())
    found: list[Finding] = []
    profile = validated(Profile, document.value, document, (), found)
    if profile is None:
        raise Refused(*found)
    return profile


def bleed_for(profile: Profile, name: str, asked: Mm | None) -> Mm:
    """The bleed to print with: what was asked where the printer takes it, else its default. Refused out of its range."""
    if asked is None:
        return profile.bleed.default
    if asked < 0:
        raise Refused(Finding(BLEED, Span("--bleed"), f"{asked:g} mm is less than nothing"))
    least, most = profile.bleed.least, profile.bleed.most
    if not least - 1e-9 <= asked <= most + 1e-9:
        says = f'{asked:g} mm is not a bleed that the profile "{name}" takes'
        takes = f"{least:g} mm to {most:g} mm" if most else "none: it is cut at the trim"
        raise Refused(Finding(BLEED, Span("--bleed"), says, f"it takes {takes}"))
    return asked
