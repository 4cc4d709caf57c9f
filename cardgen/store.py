"""What a build keeps, so that the next is quick: slow results as files named after everything they depend on.

Deleting the store is always safe. Files are written beside their name and renamed, so that nobody reads half a one.
"""

from __future__ import annotations

import marshal
import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, cast

KEEP = "output/.store"
_MAGIC = b"cardgen pack 1\n"


def digest(*parts: object) -> str:
    """A name for a result that depends on these parts (texts, bytes, numbers, tuples of them): 32 hexadecimal digits."""
    h = blake2b(digest_size=16)
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode()
        h.update(len(data).to_bytes(8, "big"))
        h.update(data)
    return h.hexdigest()


@cache
def code_digest(part: str = "") -> str:
    """A digest of cardgen's own source below that folder: a result of other code is another result."""
    folder = Path(__file__).parent / part
    files = sorted(p for suffix in ("*.py", "*.toml") for p in folder.rglob(suffix))
    return digest(*(p.read_bytes() for p in files))


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


def stored(path: Path, make: Callable[[], bytes]) -> bytes:
    """The file's bytes; made and kept first where it is not there. A store that cannot be written is no hindrance."""
    try:
        return path.read_bytes()
    except OSError:
        data = make()
        try:
            write_beside(path, data)
        except OSError:
            pass
        return data


class Pack:
    """Many small results in one file, read one at a time, so that ten thousand of them need no memory.

    Use it as a context: what is put while it is open is there afterwards, together with what was there before. The file
    is replaced when the context ends; an error inside it leaves the former one. Where it cannot be written, what is put
    is there until `close`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.index: dict[str, tuple[int, int, object]] = {}
        self.asked: set[str] = set()
        self._file: BinaryIO | None = None
        self._part: Path | None = None
        self._putting = False
        self._end = 0

    def __enter__(self) -> Pack:
        self._open()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._putting and self._part is not None and self._file is not None:
            try:
                if kind is None:
                    self._finish(self._file, self._part)
            finally:
                self.close()
                self._part.unlink(missing_ok=True)
                self._part = None
            if kind is None:
                self._open()
        self._putting = False

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def has(self, key: str) -> bool:
        self.asked.add(key)
        return key in self.index

    def get(self, key: str) -> object:
        """The kept value. KeyError where there is none."""
        at, length, _ = self.index[key]
        assert self._file is not None
        self._file.seek(at)
        return marshal.loads(self._file.read(length))

    def note(self, key: str) -> object:
        """What was noted with the kept value; it is in memory already."""
        return self.index[key][2]

    def put(self, key: str, value: object, note: object = None) -> None:
        """Keep a value made of tuples, numbers, texts, bytes and None, and a short note of it that is read at once."""
        out = self._writable()
        data = marshal.dumps(value)  # type: ignore[arg-type]
        if out.tell() != self._end:  # a seek, even to where the file stands, would write out its buffer
            out.seek(self._end)
        out.write(data)
        self.index[key] = (self._end, len(data), note)
        self._end += len(data)

    def __iter__(self) -> Iterator[str]:
        return iter(self.index)

    def _open(self) -> None:
        try:
            self._file = self.path.open("rb")
            self.index, self._end = _read_index(self._file)
        except (OSError, ValueError, EOFError, TypeError):
            self.close()
            self.index, self._end = {}, 0

    def _writable(self) -> BinaryIO:
        if self._putting and self._file is not None:
            return self._file
        out = self._beside()
        if self._file is not None:
            self._file.seek(0)
            shutil.copyfileobj(self._file, out)
            self._file.close()
        else:
            out.write(_MAGIC)
            self._end = len(_MAGIC)
        self._file, self._putting = out, True
        return out

    def _beside(self) -> BinaryIO:
        """A file to write beside the pack's; a nameless one where its folder cannot be written."""
        part = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
        try:
            part.parent.mkdir(parents=True, exist_ok=True)
            out = part.open("w+b")
        except OSError:
            return cast("BinaryIO", TemporaryFile())
        self._part = part
        return out

    def _finish(self, out: BinaryIO, part: Path) -> None:
        live = {k: v for k, v in self.index.items() if k in self.asked}
        if sum(n for _, n, _ in live.values()) * 2 < self._end:
            self._compact(out, live)
        out.seek(self._end)
        table = marshal.dumps(live)
        out.write(table + len(table).to_bytes(8, "big"))
        out.truncate()
        out.close()
        part.replace(self.path)

    def _compact(self, out: BinaryIO, live: dict[str, tuple[int, int, object]]) -> None:
        end = len(_MAGIC)
        for key, (at, length, note) in sorted(live.items(), key=lambda kv: kv[1][0]):
            out.seek(at)
            data = out.read(length)
            out.seek(end)
            out.write(data)
            live[key] = (end, length, note)
            end += length
        self._end = end


def _read_index(file: BinaryIO) -> tuple[dict[str, tuple[int, int, object]], int]:
    if file.read(len(_MAGIC)) != _MAGIC:
        raise ValueError("not a pack")
    file.seek(-8, os.SEEK_END)
    length = int.from_bytes(file.read(8), "big")
    start = file.seek(-8 - length, os.SEEK_END)
    index = marshal.loads(file.read(length))
    if not isinstance(index, dict):
        raise ValueError("not a pack")
    return index, start
