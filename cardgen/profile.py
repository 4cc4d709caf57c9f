"""Profiles: contracts with one printer or shop, as YAML. `--for` names one that ships, or is a path to one's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from cardgen.findings import Code, Finding, Refused, Span, nearest, one_by_one
from cardgen.model import Distance, Flag, Percent, Plain, Record, Size, Slug, Whole, slug
from cardgen.source import Document, read_yaml
from cardgen.units import MM_PER_PT, Mm
from cardgen.validated import validated

SHIPPED = Path(__file__).parent / "profiles"
ICC = Path(__file__).parent / "icc"
DEFAULT = ("shop", "home-a4")

UNKNOWN_PROFILE = Code("unknown-profile", "a printer that is not known has no size, no order of pages and no bleed")
NO_ICC = Code("no-icc-profile", "a file that names a printing condition without its profile is refused by PDF/X-4")
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


Standard = Literal["none", "X-1a:2003", "X-4"]
Kind = Literal["cards", "boards", "tokens", "boxes", "rules"]
KINDS: tuple[Kind, ...] = ("cards", "boards", "tokens", "boxes", "rules")
"""What a game is made of: its cards; what is flat and larger; what is punched; what has a net; its rules sheet."""


class Condition(Record):
    """A printing condition: its name as the ICC's characterization registry has it, words for a person, the file of its
    profile: one that ships (in cardgen/icc), or a path from the YAML file's folder. Without one it is named and not embedded.
    """

    name: Plain
    says: Plain
    icc: Plain = ""


class Least(Record):
    """The smallest that is printed well: type of one ink and of several or in white, lines of one ink and of several.

    The defaults are the house's (print.md, 1.3): 5 and 8 pt of type (GWG 2022 R0016, R0017), 0.25 and 0.5 pt of line
    (R0018 and R0019 ask 0.25).
    """

    type: Distance = Mm(5 * MM_PER_PT)
    coloured: Distance = Mm(8 * MM_PER_PT)
    line: Distance = Mm(0.25 * MM_PER_PT)
    fine: Distance = Mm(0.5 * MM_PER_PT)


class Press(Record):
    """What a press asks of a PDF: the standard it must be (ISO 15930), the condition it prints under, the most ink (per cent,
    all plates together), the parts of its rich black, whether spots are plates of their own, whether type stays type, what it
    calls the plate of a dieline.
    """

    standard: Standard
    condition: Condition
    limit: Annotated[Whole, Field(ge=100, le=400)]
    rich: tuple[Percent, Percent, Percent, Percent] | None = None
    spots: Flag = True
    text: Literal["live", "outlines"] = "live"
    dieline: Plain = "Dieline"
    least: Least = Least()

    def icc(self) -> bytes:
        """The ICC profile of the condition, as the file has it; nothing where it is only named."""
        return Path(self.condition.icc).read_bytes() if self.condition.icc else b""

    @model_validator(mode="after")
    def _whole(self) -> Press:
        if self.standard == "X-4" and not self.condition.icc:
            raise ValueError("X-4 asks for the condition's ICC profile in the file (ISO 15930-7): name its file as icc")
        if self.rich and sum(self.rich) > self.limit:
            raise ValueError(f"the rich black lays {sum(self.rich)} % of ink, and {self.limit} % is the limit")
        return self


class Format(Record):
    """A size that a shop makes: trimmed, and, where it takes pictures, how many pixels one has with its bleed."""

    width: Size
    height: Size
    pixels: tuple[Annotated[Whole, Field(ge=1)], Annotated[Whole, Field(ge=1)]] | None = None


class Profile(Record):
    """What a printer takes. `pages` is one face a page; `sheets` is many on a paper, to cut oneself; `png` is a picture a
    face; `tts` is what Tabletop Simulator takes.

    `corners` says whether a picture is square or cut as the piece will be, transparent outside. `order` is that of the
    pages: front and back in turn, back and front in turn, or all fronts and then the backs (in a file of their own where
    there are several). `sizes` are those that a shop makes, by its names for them; with none it makes any. `makes` says of
    which kinds. `sources` says, by key, where the numbers are from.
    """

    kind: Literal["pages", "sheets", "png", "tts"]
    folder: Slug
    suffix: Annotated[Plain, AfterValidator(lambda text: slug(text) if text else text)] = ""
    says: Plain = ""
    paper: PaperSize | None = None
    sheet: CardSheet | None = None
    corners: Literal["square", "round"] = "square"
    bleed: Bleed
    safe: Distance = Mm(0)
    ppi: Annotated[Whole, Field(ge=72, le=2400)] = 300
    press: Press | None = None
    order: Literal["front-first", "back-first", "backs-last"] = "front-first"
    files: Literal["piece", "size"] = "piece"
    sizes: Mapping[str, Format] = Field(default_factory=dict)
    makes: tuple[Kind, ...] = KINDS
    sources: Mapping[str, Plain] = Field(default_factory=dict)

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
        if self.press and self.kind != "pages":
            raise ValueError("pages have a press, and nothing else has one")
        if any(size.pixels for size in self.sizes.values()) and self.kind != "png":
            raise ValueError("only pictures have a size in pixels")
        return self


def load_profile(name: str) -> Profile:
    """The profile of that name, or in that file. Refused where there is none, or where it says something unknown."""
    path = Path(name)
    if path.suffix not in (".yaml", ".yml"):
        path = SHIPPED / f"{name}.yaml"
        if not path.is_file():
            known = sorted(p.stem for p in SHIPPED.glob("*.yaml"))
            there = "there are: " + ", ".join(known) + "; or give the path of your own (.yaml)"
            hint = one_by_one("--for", name) or nearest(name, known) or there
            raise Refused(Finding(UNKNOWN_PROFILE, Span("--for"), f'there is no profile "{name}"', hint))
    document = read_yaml(path, path.as_posix())
    found: list[Finding] = []
    profile = validated(Profile, document.value, document, (), found)
    if profile is None:
        raise Refused(*found)
    if profile.press and profile.press.condition.icc:
        return _with_icc(profile, profile.press, path, document)
    return profile


def _with_icc(profile: Profile, press: Press, path: Path, document: Document) -> Profile:
    """The profile with the path of its condition's ICC profile. Refused where that is none for a press."""
    name = press.condition.icc
    file = next((folder / name for folder in (path.parent, ICC) if (folder / name).is_file()), None)
    says = ""
    if file is None:
        says = f'there is no file "{name}" beside {path.name}, nor one that ships'
    elif (head := file.read_bytes()[:40])[12:20] != b"prtrCMYK" or head[36:40] != b"acsp":
        says = f'"{name}" is no ICC profile of a press (an output profile of CMYK)'
    if file is None or says:
        shipped = ", ".join(sorted(p.name for p in ICC.glob("*.icc")))
        at = document.at("press", "condition", "icc")
        raise Refused(Finding(NO_ICC, at, says, f"there is {shipped}; or give the path of your own"))
    condition = press.condition.model_copy(update={"icc": file.as_posix()})
    return profile.model_copy(update={"press": press.model_copy(update={"condition": condition})})


def bleed_for(profile: Profile, name: str, asked: Mm | None) -> Mm:
    """The bleed to print with: what was asked where the printer takes it, else its default. Refused out of its range."""
    if asked is None:
        return profile.bleed.default
    if asked < 0:
        raise Refused(Finding(BLEED, Span("--bleed"), f"{asked:g} mm is less than nothing"))
    least, most = profile.bleed.least, profile.bleed.most
    if not least - 1e-9 <= asked <= most + 1e-9:
        says = f'{asked:g} mm is not a bleed that the profile "{name}" takes'
        exact = f"exactly {most:g} mm" if most == least else f"{least:g} mm to {most:g} mm"
        takes = exact if most else "none: it is cut at the trim"
        raise Refused(Finding(BLEED, Span("--bleed"), says, f"it takes {takes}"))
    return asked
