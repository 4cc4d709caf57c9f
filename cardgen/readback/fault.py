"""What is wrong with a PDF, and where on which page; told as findings, a fault of many pages once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from cardgen.findings import Code, Finding, Severity, Span
from cardgen.readback.document import Document, Sheet
from cardgen.units import Rect

PAGES = 6
"""How many pages a finding names; of more it says how many."""
KINDS = 6
"""Of how many findings of one kind a brief telling begins to count."""


class Fault(NamedTuple):
    """One thing that is wrong: its kind, one sentence without page or place ("the type "Toward" is set in 4.2 pt"), the page
    from 1 (0: the file), where on it (mm from the media box's top left, y down; None: all of it), how it is mended.
    """

    code: Code
    says: str
    page: int = 0
    at: Rect | None = None
    hint: str = ""


def told(faults: Iterable[Fault], document: Document, shown: str, brief: bool = False) -> Iterator[Finding]:
    """The faults as findings of the file that is shown so: page, what stands on it, the place from the trim's top left. What
    stops a press comes first.

    Faults that are alike but for their page are one finding; if it is to be brief, of one kind no more than the first few.
    """
    order = {fault: n for n, fault in reversed(list(enumerate(faults)))}
    alike: dict[tuple[Code, str, str], list[Fault]] = {}
    for fault in sorted(order, key=lambda f: (f.code.severity is not Severity.ERROR, f.page, order[f])):
        alike.setdefault((fault.code, fault.says, fault.hint), []).append(fault)
    of_code: dict[Code, int] = {}
    for code, _, _ in alike:
        of_code[code] = of_code.get(code, 0) + 1
    done: dict[Code, int] = {}
    for (code, says, hint), own in alike.items():
        number = done[code] = done.get(code, 0) + 1
        if brief and of_code[code] > KINDS and number >= KINDS:
            if number == KINDS:
                rest = of_code[code] - KINDS + 1
                yield Finding(
                    code, Span(shown), f"and {rest} more of this kind", "see them all with --format json, or --picture"
                )
            continue
        first = own[0]
        if first.page:
            says = f"{_pages(own, document)}{_place(first, document.sheets[first.page - 1])}: {says}"
        yield Finding(code, Span(shown), says, hint)


def _pages(faults: list[Fault], document: Document) -> str:
    numbers = list(dict.fromkeys(fault.page for fault in faults))
    label = document.sheets[numbers[0] - 1].label
    label = "" if label == str(numbers[0]) else label
    if len(numbers) == 1:
        return f"page {numbers[0]}" + (f" ({label})" if label else "")
    runs = [[n for _, n in run] for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])]
    words = [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    more = f" and {len(numbers) - sum(len(run) for run in runs[:PAGES])} more" if len(runs) > PAGES else ""
    return f"pages {', '.join(words[:PAGES])}{more}" + (f" (first {label})" if label else "")


def _place(fault: Fault, sheet: Sheet) -> str:
    """Where on the page: from the left and the top of what is left when it is cut."""
    if fault.at is None:
        return ""
    x, y = (round(v, 1) + 0.0 for v in (fault.at.x - sheet.trim.x, fault.at.y - sheet.trim.y))
    return f", at {x:.1f}, {y:.1f} mm"
