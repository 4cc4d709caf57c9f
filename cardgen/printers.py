"""The printers of a project and how they lay their backs: `printers.yaml`, kept by name."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator

from cardgen.delivery import Delivery
from cardgen.findings import Code, Finding, Refused, Span, nearest
from cardgen.model import Length, Record, slug
from cardgen.project import Project
from cardgen.register import MOST_DEGREES, MOST_MM, MOST_SCALE, Register
from cardgen.source import read_yaml
from cardgen.validated import BAD_VALUE, validated

UNKNOWN_PRINTER = Code("unknown-printer", "of a printer that was never measured nothing is known to put right")

FILE = "printers.yaml"
_HEAD = """\
# How each printer lays the back of a sheet, seen from the front: so far to the right (x) and down (y) of where it belongs,
# turned clockwise by so many degrees (angle), so large (scale), about the middle of the paper that was measured.
# Written by `cardgen calibrate --printer NAME`, undone by `cardgen build --printer NAME`.
"""


def _number(value: object) -> float:
    if not re.fullmatch(r"-?[0-9]{1,6}(\.[0-9]{1,9})?", str(value)):
        raise ValueError(f'"{value}" is not a number')
    return float(str(value))


def _near(most: float, middle: float = 0.0) -> AfterValidator:
    def checked(value: float) -> float:
        if abs(value - middle) > most + 1e-9:
            raise ValueError(f"{value:g} is farther than {most:g} from {middle:g}")
        return value

    return AfterValidator(checked)


Number = Annotated[float, BeforeValidator(_number)]


class PrinterRecord(Record):
    paper: Literal["a4", "letter"]
    x: Annotated[Length, _near(MOST_MM)]
    y: Annotated[Length, _near(MOST_MM)]
    angle: Annotated[Number, _near(MOST_DEGREES)]
    scale: Annotated[Number, _near(MOST_SCALE, 1.0)]


class PrinterFile(Record):
    printers: dict[str, PrinterRecord]


def printers(project: Project) -> dict[str, PrinterRecord]:
    """The printers that were measured, by name; none where there is no file. Refused where it says something unknown."""
    path = project.root / FILE
    if not path.is_file():
        return {}
    document = read_yaml(path, FILE)
    found: list[Finding] = []
    record = validated(PrinterFile, document.value, document, (), found)
    if record is None:
        raise Refused(*found)
    return record.printers


def register_of(project: Project, name: str) -> Register:
    """How the printer of that name lays its backs. Refused where none has it."""
    known = printers(project)
    if name not in known:
        hint = nearest(name, known) or ("there are: " + ", ".join(sorted(known)) if known else "measure it: cardgen calibrate")
        raise Refused(Finding(UNKNOWN_PRINTER, Span("--printer"), f'there is no printer "{name}" in {FILE}', hint))
    record = known[name]
    return Register(record.x, record.y, record.angle, record.scale)


def keep_printer(project: Project, name: str, paper: str, register: Register) -> None:
    """Keep what was measured under the printer's name, in place of what was known of it; the others stay as they are."""
    try:
        slug(name)
    except ValueError as error:
        raise Refused(Finding(BAD_VALUE, Span("--printer"), str(error))) from None
    kept = {n: (r.paper, Register(r.x, r.y, r.angle, r.scale)) for n, r in printers(project).items()} | {
        name: (paper, register)
    }
    lines = [_HEAD + "printers:"]
    for of, (on, said) in sorted(kept.items()):
        lines += [f"  {of}:", f"    paper: {on}", f"    x: {said.x:.3f}mm", f"    y: {said.y:.3f}mm"]
        lines += [f"    angle: {said.angle:.4f}", f"    scale: {said.scale:.5f}"]
    with Delivery() as delivery:
        with delivery.writing(project.root / FILE) as out:
            out.write(("\n".join(lines) + "\n").encode())
        delivery.place()
