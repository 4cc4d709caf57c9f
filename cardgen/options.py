"""Kinds of values that the command line takes."""

from __future__ import annotations

from typing import Any

import click

from cardgen.units import Mm, parse_length


class Reading(click.ParamType[tuple[Mm, Mm]]):
    """Two lengths with their units: to the right, down."""

    name = "right,down"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Mm, Mm]:
        parts = str(value).split(",")
        if len(parts) != 2:
            self.fail(f'"{value}" is not two lengths; write how far to the right and down, as 0.4mm,-0.2mm', param, ctx)
        try:
            return parse_length(parts[0]), parse_length(parts[1])
        except ValueError as error:
            self.fail(str(error), param, ctx)


class Length(click.ParamType[Mm]):
    """A length with its unit."""

    name = "length"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Mm:
        try:
            return parse_length(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
