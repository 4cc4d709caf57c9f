"""A PNG against what a shop that takes pictures asks: its size in pixels, its colours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardgen.findings import Code, Finding, Severity, Span
from cardgen.profile import Profile

UNREADABLE = Code("unreadable-picture", "a picture that no program can read is printed by none")
PIXELS = Code("wrong-pixels", "a picture of another size is scaled by the shop, and its edge cut elsewhere")
COLOURS = Code("wrong-picture-colours", "what is not RGB of 8 bits without holes is turned into it by the shop, unseen before")
PROFILE = Code(
    "foreign-icc-profile", "a shop that takes sRGB passes over another profile, and the colours shift", Severity.WARNING
)

LARGEST = 89_000_000
"""A picture of more pixels is not unpacked: 800 mm a side at 300 dots an inch, and where Pillow warns of bombs."""
KINDS = {0: "grey", 2: "RGB", 3: "a palette", 4: "grey with transparency", 6: "RGB with transparency"}
"""A PNG's colour type (ISO/IEC 15948, 11.2.2)."""
SRGB = (b"sRGB", "sRGB".encode("utf-16-be"))


def check_picture(path: Path, shown: str, profile: Profile) -> Iterator[Finding]:
    """What is wrong with the PNG of that path, named as shown: unreadable; of other pixels than the shop's sizes have; of
    other colours than RGB of 8 bits, without transparency where the profile's corners are square; with a profile that is not
    sRGB.
    """
    at = Span(shown)
    try:
        with path.open("rb") as file:
            head = file.read(26)
    except OSError as error:
        yield Finding(UNREADABLE, at, error.strerror or "it cannot be read")
        return
    if len(head) < 26 or not head.startswith(b"\x89PNG\r\n\x1a\n") or head[12:16] != b"IHDR":
        yield Finding(UNREADABLE, at, "it is no PNG", "write it as one")
        return
    size = (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big"))
    yield from _pixels(size, at, profile)
    if size[0] * size[1] > LARGEST:
        yield Finding(UNREADABLE, at, f"its {size[0]} x {size[1]} pixels are more than are looked at")
        return
    read = _read(path)
    if isinstance(read, str):
        yield Finding(UNREADABLE, at, read, "write it again")
        return
    holes, icc = read
    depth, kind = head[24], head[25]
    if kind not in (2, 6) or depth != 8:
        yield Finding(COLOURS, at, f"it is {KINDS.get(kind, 'something unknown')} of {depth} bits", "write it as RGB of 8 bits")
    elif profile.corners == "square" and (holes or kind == 6):
        yield Finding(COLOURS, at, "it has a channel of transparency", "write it as RGB without one")
    if icc and not any(name in icc[:4096] for name in SRGB):
        yield Finding(PROFILE, at, "its ICC profile is not sRGB", "convert it to sRGB")


def _read(path: Path) -> tuple[bool, bytes] | str:
    """Whether colours of the picture are transparent, and its ICC profile; what is wrong where it is no whole PNG."""
    from PIL import Image

    try:
        with Image.open(path, formats=("PNG",)) as image:
            image.load()
            icc = image.info.get("icc_profile")
            return "transparency" in image.info, icc if isinstance(icc, bytes) else b""
    except OSError as error:
        return error.strerror or "it breaks off or is damaged"
    except (SyntaxError, ValueError, EOFError, Image.DecompressionBombError):
        return "it breaks off or is damaged"


def _pixels(size: tuple[int, int], at: Span, profile: Profile) -> Iterator[Finding]:
    made = {name: own.pixels for name, own in profile.sizes.items() if own.pixels}
    if made and size not in made.values():
        name, near = min(made.items(), key=lambda own: max(abs(own[1][0] - size[0]), abs(own[1][1] - size[1])))
        says = f"it is {size[0]} x {size[1]} pixels, which is no size that the shop makes"
        yield Finding(PIXELS, at, says, f"the nearest is {name}, {near[0]} x {near[1]}")
