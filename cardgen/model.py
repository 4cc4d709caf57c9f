"""What a game's folder says, as frozen and strict records. Nothing here reads a file.

A card's own fields are declared by its family in `game.yaml` (`damage: number`, `stance: one of high, middle, low`), so
that a new game needs no code; `card_model` turns the declaration into a pydantic model that refuses everything else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from sys import intern
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    create_model,
    model_validator,
)

from cardgen.units import Mm, parse_length


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _length(value: object) -> Mm:
    return parse_length(value)


def _size(value: Mm) -> Mm:
    if value <= 0:
        raise ValueError(f"{value:g} mm is no size; it must be more than nothing")
    return value


def _distance(value: Mm) -> Mm:
    if value < 0:
        raise ValueError(f"{value:g} mm is less than nothing")
    return value


def _text(value: object) -> object:
    """A text as typed: a plain whole number is the same digits as text."""
    return intern(str(value)) if isinstance(value, int) and not isinstance(value, bool) else value


def _texts(value: object, inner: ValidatorFunctionWrapHandler) -> object:
    """A text, or one per language."""
    try:
        return inner({k: _text(v) for k, v in value.items()} if isinstance(value, dict) else _text(value))
    except ValidationError:
        raise ValueError("a text belongs here, or one a language, as in {en: Wolf, de: Wolf}") from None


def _terms(value: object, inner: ValidatorFunctionWrapHandler) -> object:
    """A text, or texts by name."""
    try:
        return inner(value)
    except ValidationError:
        raise ValueError("a text belongs here, or texts by name") from None


def _named(value: str | dict[str, str]) -> str | dict[str, str]:
    if not all(word.strip() for word in (value.values() if isinstance(value, dict) else (value,))):
        raise ValueError("it is empty; a name belongs here")
    return value


def _upwards(value: str) -> str:
    for least, most in re.findall(r"(\d+)\s*[-–]\s*(\d+)", value):
        if int(least) >= int(most):
            raise ValueError(f'"{value}" does not go upwards; write the least first, as in 2-4')
    return value


def _date(value: str) -> str:
    try:
        date.fromisoformat(value)
    except ValueError:
        raise ValueError(f"{value} is no day of the calendar") from None
    return value


def slug(value: str) -> str:
    """The value, where it is an id; ValueError otherwise."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value):
        raise ValueError(f'"{value}" is not an id; use small letters, digits and single hyphens, as in "downward-cut"')
    return value


Length = Annotated[Mm, BeforeValidator(_length)]
Size = Annotated[Length, AfterValidator(_size)]
Distance = Annotated[Length, AfterValidator(_distance)]
Plain = Annotated[str, BeforeValidator(_text)]
Range = Annotated[Plain, AfterValidator(_upwards)]
"""A number, or from one to another: 2, 2-4, 12+."""
Words = Annotated[str | dict[str, str], WrapValidator(_texts)]
Name = Annotated[Words, AfterValidator(_named)]
Terms = Annotated[Words | dict[str, Words], WrapValidator(_terms)]
Slug = Annotated[str, BeforeValidator(_text), AfterValidator(slug)]
Whole = Annotated[int, Field(ge=0)]
Count = Annotated[int, Field(ge=0, le=10_000)]
"""Copies of a card: more would be boxes of paper, and is a slip of the hand."""
Flag = Annotated[bool, BeforeValidator(lambda value: {"yes": True, "no": False}.get(value, value))]
Percent = Annotated[int, Field(ge=0, le=100)]
COLOUR, DATE = r"^#[0-9a-fA-F]{6}$", r"^\d{4}-\d{2}-\d{2}$"
Colour = Annotated[str, Field(pattern=COLOUR)]


class InkRecord(Record):
    process: tuple[Percent, Percent, Percent, Percent]
    screen: Colour
    spot: str = ""
    wash: Flag = False
    finish: Flag = False
    rich: Flag = False

    @model_validator(mode="after")
    def _whole(self) -> InkRecord:
        if self.finish and not self.spot:
            raise ValueError("a finish is a plate of its own: give its name as spot")
        return self


class InkFile(Record):
    inks: dict[str, InkRecord]


class CardSize(Record):
    """The finished card: its trimmed size, the radius of its corners, how far from the trim text must stay."""

    width: Size
    height: Size
    corner: Distance
    safe: Distance


class Stock(Record):
    gsm: Whole
    thickness: Distance
    finish: Words


class Folds(Record):
    """Where a board is folded: upright lines by their distance from its left edge, level ones from its top."""

    upright: tuple[Size, ...] = ()
    level: tuple[Size, ...] = ()


class PieceRecord(Record):
    """A piece that is no card: a board, a screen, a token; or, with a `net`, a box, whose size follows from what it holds.

    Pieces that name one `file` are written into one. What is `punched` is cut out of one sheet by a die.
    """

    name: Name
    width: Size | None = None
    height: Size | None = None
    corner: Distance = Mm(0)
    safe: Distance = Mm(3)
    folds: Folds = Folds()
    net: Literal["tuck", "lid", "tray"] | None = None
    file: Slug | None = None
    stock: Stock | None = None
    punched: Flag = False

    @model_validator(mode="after")
    def _whole(self) -> PieceRecord:
        if (self.width is None) != (self.height is None) or (self.width is None) == (self.net is None):
            raise ValueError("a piece has a width and a height, or, where it is a box, a net")
        for lines, side, word in ((self.folds.upright, self.width, "wide"), (self.folds.level, self.height, "high")):
            if any(line >= (side or 0) for line in lines):
                raise ValueError(f"a fold lies on the piece, which is {side or 0:g} mm {word}")
            if list(lines) != sorted(set(lines)):
                raise ValueError("folds stand in their order, each once")
        return self


class Credit(Record):
    what: Words
    by: Words
    licence: Words


class FamilyRecord(Record):
    """A family of cards, or of another piece: how many of each, whose they are, what is on their back, their fields."""

    name: Name
    copies: Count = 1
    per: Literal["player", "game"] = "game"
    piece: Slug | None = None
    sides: Literal[1, 2] = 2
    template: Slug | None = None
    back: Slug | None = None
    fields: dict[str, Plain] = {}


class Waiver(Record):
    """A disagreement with the rules that is meant: its finding's code, the card, words of the finding, and the reason."""

    code: Slug
    card: Slug
    about: Plain = ""
    reason: Name


class GameRecord(Record):
    name: Name
    version: Plain
    date: Annotated[str, Field(pattern=DATE), AfterValidator(_date)]
    languages: Annotated[tuple[Plain, ...], Field(min_length=1)] = ("en",)
    players: Range
    seats: tuple[Plain, ...] = ()
    minutes: Range
    age: Range
    card: CardSize
    stock: Stock
    booklet: Stock | None = None
    pieces: dict[Slug, PieceRecord] = {}
    ground: Literal["paper", "printed"] = "paper"
    rules: Slug | None = None
    waive: tuple[Waiver, ...] = ()
    families: Annotated[dict[Slug, FamilyRecord], Field(min_length=1)]
    terms: dict[str, Terms] = {}
    credits: tuple[Credit, ...] = ()


class CardFile(Record):
    """A file of cards before its cards are read by their family's own model."""

    family: Slug
    cards: tuple[dict[str, object], ...]


class CardRecord(Record):
    """What every card has; a family's own fields are added by `card_model`."""

    id: Slug
    name: Name
    copies: Count | None = None
    art: Slug | None = None


class FieldError(ValueError):
    """A field's declaration in `game.yaml` that has no meaning; says what may stand there."""


_TYPES: dict[str, tuple[Any, object]] = {
    "text": (Words, ""),
    "number": (int, None),
    "length": (Length, None),
    "list": (tuple[Words, ...], ()),
    "table": (dict[str, Plain], {}),
    "lists": (dict[str, tuple[Plain, ...]], {}),
}


def field_of(spec: str) -> tuple[Any, object]:
    """A field's declared type as (annotation, default) for pydantic; `...` as default where the field must be there.

    `text`, `number`, `length`, `list`, `table`, `lists` (a list by each name) or `one of a, b, c`, each with a `?` behind it
    where a card may leave it out. FieldError for anything else.
    """
    base, optional = (spec[:-1].strip(), True) if spec.endswith("?") else (spec, False)
    if m := re.fullmatch(r"one of (.+)", base):
        choices = tuple(word.strip() for word in m[1].split(","))
        if not all(choices):
            raise FieldError(f'"{spec}" names nothing between two commas; write "one of high, low"')
        kind: Any = Annotated[Literal[choices], BeforeValidator(_text)]
        return (kind | None, None) if optional else (kind, ...)
    if base not in _TYPES:
        known = ", ".join(_TYPES)
        raise FieldError(f'"{spec}" is no type; write one of {known} or "one of high, low", with "?" where it may be left out')
    kind, empty = _TYPES[base]
    if not optional:
        return kind, ...
    return (kind | None, None) if empty is None else (kind, empty)


def card_model(family: str, fields: Mapping[str, str]) -> type[CardRecord]:
    """The pydantic model of one family's cards. FieldError where a declaration has no meaning."""
    for name in fields:
        if name in CardRecord.model_fields:
            raise FieldError(f'every card has "{name}" already; it is not declared')
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or name.startswith("model_") or hasattr(CardRecord, name):
            raise FieldError(f'a field cannot be called "{name}"; templates ask for it as card.NAME: take another word')
    return create_model(f"{family}-card", __base__=CardRecord, **{k: field_of(v) for k, v in fields.items()})  # type: ignore[call-overload,no-any-return]


class Card(NamedTuple):
    """A card as loaded: its family's id, its record, and where it stands (the file's number, its own in it)."""

    family: str
    record: CardRecord
    document: int
    number: int

    @property
    def id(self) -> str:
        return self.record.id


class Copies(NamedTuple):
    """So many equal cards: one card, for one seat (empty where the family is shared)."""

    card: Card
    seat: str
    copies: int


def in_language(words: object, language: str, fallback: str) -> object:
    """Words of one language; a text that is given once is the same in all. Lists and tables are gone through."""
    if isinstance(words, dict):
        if fallback in words:
            return words.get(language, words[fallback])
        return {k: in_language(v, language, fallback) for k, v in words.items()}
    if isinstance(words, tuple):
        return tuple(in_language(w, language, fallback) for w in words)
    return words
