"""What a build keeps, so that the next is quick: slow results as files named after everything they depend on.

Deleting the store is always safe, and so is damage to it: a file that is not whole is made again. Files are written beside
their name and renamed, so that nobody reads half a one.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path

KEEP = "output/.store"
_MAGIC = b"cardgen kept 1\n"
_HEAD = len(_MAGIC) + 8 + 16
"""A kept file begins with the magic, the length of what follows the head (8 bytes) and its digest (16)."""


def digest(*parts: object) -> str:
    """A name for a result that depends on these parts (texts, bytes, numbers, tuples of them): 32 hexadecimal digits."""
    h = blake2b(digest_size=16)
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode()
        h.update(len(data).to_bytes(8, "big"))
        h.update(data)
    return h.hexdigest()


@cache
def code_digest(*parts: str) -> str:
    """A digest of cardgen's own source, or of those of its files and folders: a result of other code is another result."""
    here = Path(__file__).parent
    files: list[Path] = []
    for path in [here / part for part in parts] or [here]:
        found = path.rglob("*") if path.is_dir() else [path]
        files += sorted(p for p in found if p.suffix in (".py", ".toml"))
    return digest(*(p.read_bytes() for p in files))


@cache
def library(name: str) -> str:
    """The version of a library that results depend on; empty where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def write_beside(path: Path, data: bytes) -> None:
    """Write the file whole or not at all; its folder is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def keep(path: Path, data: bytes) -> None:
    """Keep a result under its name. OSError where the disk does not take it."""
    write_beside(path, _MAGIC + len(data).to_bytes(8, "big") + blake2b(data, digest_size=16).digest() + data)


def is_kept(path: Path) -> bool:
    """Whether a result is there with all its bytes; whether they are the right ones is seen when it is read."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
            return head.startswith(_MAGIC) and file.seek(0, os.SEEK_END) == _HEAD + int.from_bytes(head[-24:-16], "big")
    except OSError:
        return False


def stored(path: Path, make: Callable[[], bytes]) -> bytes:
    """The kept result; made and kept first where it is not there or damaged. A store that cannot be written is no hindrance."""
    try:
        whole = path.read_bytes()
        data = whole[_HEAD:]
        if whole.startswith(_MAGIC) and whole[_HEAD - 16 : _HEAD] == blake2b(data, digest_size=16).digest():
            return data
    except OSError:
        pass
    data = make()
    try:
        keep(path, data)
    except OSError:
        pass
    return data
