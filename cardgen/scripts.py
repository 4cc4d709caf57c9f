"""What a script asks of who sets it: which way it runs, where its lines may break, what of its marks is blank, which of
its signs belong to the other way of writing Chinese.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import bidirectional, category

_MAYBE = re.compile(
    r"[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""The blocks of scripts that run from right to left, and the marks that turn text that way."""

SHARED = frozenset("“”‘’…—⸺·‧")
"""Marks that Latin and CJK share, each drawing them its own way."""

CANNOT_START = frozenset(
    "，。、；：？！．｡､‼⁇⁈⁉︰﹐﹑﹒﹔﹕﹖﹗"  # stops and pauses (GB/T 15834, 5.1.1)
    "”’）〕】〗》〉」』〙〛］｝｠｣〞〟﹂﹄︶︸︺︼︾﹀﹈﹚﹜﹞"  # second halves of pairs (5.1.2)
    "…—⸺–‐～〜〰·・‧／/"  # ellipsis, dash, connecting, parting and dividing marks (5.1.3 to 5.1.6)
    "%‰％℃℉°′″￠¢々〻〱〲"  # what belongs to the figure or the sign before it
    ",.;:?!)]}»›"
    "ゝゞヽヾーｰぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"  # JIS X 4051
)
"""Characters that no line begins with (GB/T 15834-2011; W3C, Requirements for Chinese Text Layout, 3.1.6; JIS X 4051)."""
CANNOT_END = frozenset(
    "‘“（〔【〖《〈「『〘〚［｛｟｢〝﹁﹃︵︷︹︻︽︿﹇﹙﹛﹝"  # first halves of pairs (GB/T 15834, 5.1.2)
    "／/"  # the dividing mark (5.1.6)
    "￥＄￡＃№"  # what belongs to the figure behind it
    "([{«‹"
)
"""Characters that no line ends with (as above)."""
HALF_BLANK = frozenset("，。、；：？！．）〕】〗》〉」』”’］｝")
"""Full-width closing marks whose blank may hang over the end of a line: there they are as wide as their ink."""
HALF_OPEN = frozenset("‘“（〔【〖《〈「『［｛")
"""Full-width opening marks whose blank hangs before the start of a line."""

_CHINESE = {
    "Hans": "gb2312",
    "CN": "gb2312",
    "SG": "gb2312",
    "Hant": "big5",
    "TW": "big5",
    "HK": "big5hkscs",
    "MO": "big5hkscs",
}
"""By script or region of a language tag, the set of characters that its readers were taught by."""
_COMMON = (b"\xa4\x40", b"\xc6\x7e")
"""Where the common signs of Big5 begin and end. Of its rare ones many are written alike everywhere, which GB 2312 lacks too."""


def right_to_left(text: str) -> str:
    """The first character of the text that runs from right to left, or turns the text so; empty where none does."""
    if text.isascii():
        return ""
    turned = ("R", "AL", "AN", "RLE", "RLO", "RLI")
    return next((found[0] for found in _MAYBE.finditer(text) if bidirectional(found[0]) in turned), "")


def chinese(language: str) -> str:
    """`zh-Hans` or `zh-Hant`, as a language's tag (BCP 47) says by script or region; empty where it says neither."""
    charset = _charset(language)
    return "" if not charset else "zh-Hans" if charset == "gb2312" else "zh-Hant"


def of_other_chinese(text: str, language: str) -> str:
    """The simplified signs of a text in Traditional Chinese, or the traditional ones of one in Simplified Chinese, each once;
    empty where the language's tag does not say which it is. Told by the sets of characters in which they are: GB 2312
    (1980) and Big5 (1984). A sign that both have, as 后 or 里, is not told.
    """
    own = _charset(language)
    if not own:
        return ""
    return "".join(
        sign for sign in dict.fromkeys(text) if "一" <= sign <= "\u9fff" and not _is_in(own, sign) and _is_other(own, sign)
    )


def _charset(language: str) -> str:
    first, *parts = language.split("-")
    return next((_CHINESE[part] for part in parts if part in _CHINESE), "") if first == "zh" else ""


def _is_other(own: str, sign: str) -> bool:
    if own != "gb2312":
        return _is_in("gb2312", sign)
    return _is_in("big5", sign) and _COMMON[0] <= sign.encode("big5") <= _COMMON[1]


def _is_in(charset: str, sign: str) -> bool:
    try:
        return bool(sign.encode(charset))
    except UnicodeEncodeError:
        return False


def is_cjk(char: str) -> bool:
    """Whether the character is of the Han, kana, bopomofo or hangul scripts, or full-width punctuation."""
    n = ord(char)
    return (
        0x2E80 <= n <= 0x9FFF
        or 0xAC00 <= n <= 0xD7AF
        or 0xF900 <= n <= 0xFAFF
        or 0xFE30 <= n <= 0xFE4F
        or 0xFF00 <= n <= 0xFFEF
        or 0x20000 <= n <= 0x3FFFF
    )


def script_runs(text: str) -> Iterator[str]:
    """The text cut where CJK and other script meet; quotes, dashes and ellipses go with what stands before them."""
    start = 0
    before: bool | None = None
    for i, char in enumerate(text):
        if char in SHARED and (before is not None or i + 1 < len(text)):
            continue
        cjk = is_cjk(char)
        if before is not None and cjk != before:
            yield text[start:i]
            start = i
        before = cjk
    if text:
        yield text[start:]


def may_break(a: str, b: str) -> bool:
    """Whether a line may end between two characters that no blank parts."""
    if b in CANNOT_START or a in CANNOT_END or not a:
        return False
    if a == b and a in "—…":
        return False
    quotes = a in "”’" and b in "“‘"  # which Chinese sets one behind the other
    return quotes or is_cjk(a) or is_cjk(b) or (a in "-–—" and b.isalpha() and a != b)


def apart(a: str, b: str) -> bool:
    """Whether a small blank stands between two characters though none is typed: a Han sign, and a letter or figure of another
    script (W3C, Requirements for Chinese Text Layout, 3.2.2).
    """
    return (_is_sign(a) and _is_plain(b)) or (_is_plain(a) and _is_sign(b))


def tucked(a: str, b: str) -> bool:
    """Whether two full-width marks, with a break allowed between them, stand half an em closer: their blanks meet (3.1.6.1)."""
    return a in HALF_BLANK and b in HALF_OPEN


def _is_sign(char: str) -> bool:
    return is_cjk(char) and category(char) in ("Lo", "Nl")


def _is_plain(char: str) -> bool:
    return not is_cjk(char) and (char.isalnum() or char in "×±+−%")
