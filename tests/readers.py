"""What tests read of a PDF, by programs that are not ours."""

from __future__ import annotations

from collections.abc import Iterator

import pikepdf


def dictionaries(pdf: pikepdf.Pdf) -> Iterator[bytes]:
    """Every dictionary and array of a file as text, streams by their dictionaries."""
    for obj in pdf.objects:
        if isinstance(obj, pikepdf.Stream):
            yield pikepdf.Dictionary(obj.stream_dict).unparse()
        elif isinstance(obj, pikepdf.Dictionary | pikepdf.Array):
            yield obj.unparse()


def operators(pdf: pikepdf.Pdf) -> set[str]:
    """The operators of all pages and forms of a file."""
    drawn = [*pdf.pages, *(o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form")]
    return {str(operator) for one in drawn for _, operator in pikepdf.parse_content_stream(one)}
