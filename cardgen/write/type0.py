"""Fonts in a PDF: a composite font per typeface with its glyphs under their own numbers (ISO 32000-1, 9.7).

ReportLab's own subsets hold 256 glyphs each and give a ligature a private character; here a glyph's number is its code,
whatever else the file holds, and ToUnicode says the characters it was set from, so that text copied out is the card's.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

from cardgen.fonts import Fonts
from cardgen.write.document import StreamedDocument

_CMAP = """/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
{ranges}
endcmap CMapName currentdict /CMap defineresource pop end end
"""


def embed(document: StreamedDocument, number: int, fonts: Fonts, key: str, used: Mapping[int, str]) -> None:
    """Write one typeface as object `number`, with the glyphs used (glyph -> the characters it stands for)."""
    gids = sorted(used)
    name = f"{_tag(key, gids)}+{key}"
    program = fonts.subset(key, gids)
    packed = zlib.compress(program, 9)
    file = document.put_stream(packed, b"/Filter /FlateDecode /Length1 %d" % len(program))
    metrics = fonts.metrics(key)
    box = " ".join(f"{v:.0f}" for v in fonts.box(key))
    italic = fonts.typefaces[key].italic
    descriptor = document.put(
        f"<< /Type /FontDescriptor /FontName /{name} /Flags {4 + 64 * italic} /FontBBox [{box}] /ItalicAngle {-12 * italic} "
        f"/Ascent {metrics.ascent:.0f} /Descent {-metrics.descent:.0f} /CapHeight {metrics.cap_height:.0f} /StemV 80 "
        f"/FontFile2 {file} 0 R >>".encode()
    )
    widths = " ".join(f"{g} [{_width(w)}]" for g, w in fonts.advances(key, gids).items())
    descendant = document.put(
        f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /FontDescriptor {descriptor} 0 R /CIDToGIDMap /Identity "
        f"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /W [{widths}] >>".encode()
    )
    to_unicode = document.put_stream(zlib.compress(_to_unicode(used).encode(), 9), b"/Filter /FlateDecode")
    document.fill(
        number,
        f"<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H /DescendantFonts [{descendant} 0 R] "
        f"/ToUnicode {to_unicode} 0 R >>".encode(),
    )


def _width(w: float) -> str:
    return f"{w:.3f}".rstrip("0").rstrip(".")


def _tag(key: str, gids: list[int]) -> str:
    """Six capitals that name this very subset."""
    from hashlib import blake2b

    h = int.from_bytes(blake2b(repr((key, gids)).encode(), digest_size=8).digest(), "big")
    return "".join(chr(65 + h // 26**n % 26) for n in range(6))


def _to_unicode(used: Mapping[int, str]) -> str:
    rows = [f"<{gid:04X}> <{text.encode('utf-16-be').hex().upper()}>" for gid, text in sorted(used.items()) if text]
    ranges = []
    for n in range(0, len(rows), 100):
        part = rows[n : n + 100]
        ranges.append(f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar")
    return _CMAP.format(ranges="\n".join(ranges))
