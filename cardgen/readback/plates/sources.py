"""Content streams read once, as far as plates care: the operators that colour and paint, and all between them as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf
from pikepdf import Array, Name, Stream

from cardgen.readback.plates.samples import Pictures
from cardgen.readback.plates.tints import BROKEN, Unseen

_WATCHED = frozenset(
    "q Q g G rg RG k K cs CS sc scn SC SCN gs Do sh f F f* B B* b b* S s Tj TJ ' \" Tr Tf d0 d1".split()  # noqa: SIM905
)
_SHORT = {
    "/W": "/Width", "/H": "/Height", "/BPC": "/BitsPerComponent", "/CS": "/ColorSpace", "/F": "/Filter",
    "/DP": "/DecodeParms", "/IM": "/ImageMask", "/D": "/Decode", "/I": "/Interpolate",
}  # fmt: skip
_SHORT_FILTERS = {
    "/AHx": "/ASCIIHexDecode", "/A85": "/ASCII85Decode", "/LZW": "/LZWDecode", "/Fl": "/FlateDecode",
    "/RL": "/RunLengthDecode", "/CCF": "/CCITTFaxDecode", "/DCT": "/DCTDecode",
}  # fmt: skip

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
                self._read[key] = list(_instructions(self.pdf, content))
            except BROKEN:
                raise Unseen("content that cannot be read") from None
        return self._read[key]


def _instructions(pdf: pikepdf.Pdf, content: Any) -> Iterator[Instruction]:
    run: list[Any] = []
    for one in pikepdf.parse_content_stream(content):
        if isinstance(one, pikepdf.ContentStreamInlineImage):
            if run:
                yield "", pikepdf.unparse_content_stream(run)
                run = []
            yield "BI", _inline(pdf, one.iimage)
            continue
        name = str(one.operator)
        if name in _WATCHED:
            if run:
                yield "", pikepdf.unparse_content_stream(run)
                run = []
            yield name, list(one.operands)
        else:
            run.append(one)
    if run:
        yield "", pikepdf.unparse_content_stream(run)


def _inline(pdf: pikepdf.Pdf, image: Any) -> Any:
    """An inline image as the stream that it would be as an object of its own; None where it is broken."""
    try:
        given = list(image._image_object)
        new = Stream(pdf, image.read_raw_bytes())
        new.Type, new.Subtype = Name.XObject, Name.Image
        for key, value in zip(given[::2], given[1::2], strict=False):
            name = _SHORT.get(str(key), str(key))
            if name == "/Filter":
                listed = list(value) if isinstance(value, Array) else [value]
                value = Array([Name(_SHORT_FILTERS.get(str(v), str(v))) for v in listed])
            if name != "/Length":
                new[name] = value
        return pdf.make_indirect(new)
    except BROKEN:
        return None
