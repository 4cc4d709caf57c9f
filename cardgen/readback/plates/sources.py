"""Content streams read once, as far as plates care: the operators that colour and paint, and all between them as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf

from cardgen.readback.plates.paints import Unseen
from cardgen.readback.plates.samples import Pictures
from cardgen.readback.streams import instructions
from cardgen.readback.values import BROKEN

_WATCHED = frozenset(
    "q Q g G rg RG k K cs CS sc scn SC SCN gs Do sh f F f* B B* b b* S s Tj TJ ' \" Tr Tf d0 d1".split()  # noqa: SIM905
)

Instruction = tuple[str, Any]
"""An operator that matters here and its operands; or "" and a run of others, as bytes."""


class Source:
    """Content streams read once: for the survey and for every group of plates."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf = pdf
        self.pictures = Pictures(pdf)
        self._read: dict[object, list[Instruction]] = {}

    def read(self, content: Any) -> list[Instruction]:
        own = content.obj if isinstance(content, pikepdf.Page) else content
        key = own.objgen if own.is_indirect else id(own)
        if key not in self._read:
            try:
                self._read[key] = list(_watched(self.pdf, content))
            except BROKEN:
                raise Unseen("content that cannot be read") from None
        return self._read[key]


def _watched(pdf: pikepdf.Pdf, content: Any) -> Iterator[Instruction]:
    run: list[Any] = []
    for one in instructions(content):
        inline = isinstance(one, pikepdf.ContentStreamInlineImage)
        name = "BI" if inline else str(one.operator)
        if not inline and name not in _WATCHED:
            run.append(one)
            continue
        if run:
            yield "", pikepdf.unparse_content_stream(run)
            run = []
        yield name, _inline(pdf, one.iimage) if inline else list(one.operands)
    if run:
        yield "", pikepdf.unparse_content_stream(run)


def _inline(pdf: pikepdf.Pdf, image: Any) -> Any:
    """An inline image as the stream that it would be as an object of its own; None where it is broken."""
    try:
        new = pikepdf.Stream(pdf, image.read_raw_bytes())
        for name, value in image.obj.items():  # by their whole names
            if name != "/Length":
                new[name] = value
        new.Type, new.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        return pdf.make_indirect(new)
    except BROKEN:
        return None
