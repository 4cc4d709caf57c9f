"""The house's typefaces inside a page, so that it looks the same on a machine that has none of them."""

from __future__ import annotations

import io
from base64 import b64encode
from pathlib import Path

from cardgen.fonts import Fonts
from cardgen.store import code_digest, digest, library, stored

_SIGNS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2028), 0x2030, *range(0x2190, 0x2194), 0x2212, 0x2713]
"""Latin with its marks, the signs of text, arrows: what a page itself says. Other words are in the reader's own typefaces."""
_STYLES = (("EB Garamond", 500, False), ("EB Garamond", 500, True), ("EB Garamond", 700, False), ("Cormorant SC", 600, False))


def font_faces(fonts: Fonts, keep: Path) -> str:
    """@font-face rules with the typefaces that pages are set in, cut down to Latin, as data: addresses."""
    rules = []
    for family, weight, italic in _STYLES:
        key = fonts.find(family, weight, italic)
        name = digest(code_digest("proof/letters.py"), library("fonttools"), fonts.fingerprint(key))
        path = fonts.typefaces[key].path
        data = b64encode(stored(keep / "proof" / f"{name}.ttf", lambda path=path: _cut(path))).decode()  # type: ignore[misc]
        style = "italic" if italic else "normal"
        rules.append(
            f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; '
            f"src: url(data:font/ttf;base64,{data}) }}"
        )
    return "\n".join(rules)


def _cut(path: Path) -> bytes:
    """The typeface with no other signs."""
    from fontTools import subset  # type: ignore[import-untyped]

    options = subset.Options(layout_features=["kern", "liga", "lnum", "mark"], hinting=False, notdef_outline=True)
    font = subset.load_font(str(path), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=_SIGNS)
    cutter.subset(font)
    out = io.BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()
