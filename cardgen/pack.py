"""Many small results in one file, read one at a time, so that ten thousand of them need no memory."""

from __future__ import annotations

import marshal
import os
import zlib
from io import BytesIO
from pathlib import Path
from typing import IO, NamedTuple

_MAGIC = b"cardgen pack 2\n"
_TAIL = 12
"""A pack ends with its index, the index's length (8 bytes) and checksum (4)."""


class _Entry(NamedTuple):
    """Where a value lies, how long it is, its checksum, and what was noted with it."""

    at: int
    length: int
    checksum: int
    note: object


class Pack:
    """Values by key. As a context: what is put in it is there afterwards, together with what was there before.

    The file is replaced when the context ends; an error inside it leaves the former one. What is damaged in the file is as if
    it were not there. A disk that does not take the file is no hindrance: what was put is there until `close`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.whole = True
        self._index: dict[str, _Entry] = {}
        self._asked: set[str] = set()
        self._passing: set[str] = set()
        self._file: IO[bytes] | None = None
        self._part: Path | None = None
        self._putting = False
        self._end = 0

    def __enter__(self) -> Pack:
        self._open()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._putting and kind is None:
            self._publish()
        self._putting = False
        self._drop_part()

    def close(self) -> None:
        """Let go of the file; nothing can be read from the pack after it."""
        if self._file is not None:
            self._file.close()
            self._file = None
        self._drop_part()

    def has(self, key: str) -> bool:
        """Whether the value is there, and whole."""
        self._asked.add(key)
        entry = self._index.get(key)
        if entry is None:
            return False
        if zlib.crc32(self._read(entry)) != entry.checksum:
            del self._index[key]
            return False
        return True

    def get(self, key: str) -> object:
        """The kept value. KeyError where there is none."""
        return marshal.loads(self._read(self._index[key]))

    def note(self, key: str) -> object:
        """What was noted with the kept value; it is in memory already."""
        return self._index[key].note

    def put(self, key: str, value: object, note: object = None, lasting: bool = True) -> None:
        """Keep a value made of tuples, numbers, texts, bytes and None, and a short note of it that is read at once; where it is
        not lasting, until the pack is closed or opened anew.
        """
        data = marshal.dumps(value)  # type: ignore[arg-type]
        if not self._putting:
            self._begin()
        assert self._file is not None
        try:
            self._write(self._file, data)
        except OSError:
            self._elsewhere()
            self._write(self._file, data)
        self._index[key] = _Entry(self._end, len(data), zlib.crc32(data), note)
        self._asked.add(key)
        (self._passing.discard if lasting else self._passing.add)(key)
        self._end += len(data)

    def _read(self, entry: _Entry) -> bytes:
        assert self._file is not None
        self._file.seek(entry.at)
        return self._file.read(entry.length)

    def _write(self, out: IO[bytes], data: bytes) -> None:
        out.seek(self._end)
        if out.write(data) != len(data):  # the file is not buffered: a full disk takes a part of it
            raise OSError("not all was written")

    def _open(self) -> None:
        self._index, self._end = {}, 0
        try:
            self._file = self.path.open("rb")
            self._index, self._end = _read_index(self._file)
        except (OSError, ValueError):
            if self._file is not None:
                self._file.close()
            self._file = None

    def _begin(self) -> None:
        """Go on in a copy beside the pack; in memory where its folder cannot be written."""
        part = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
        try:
            part.parent.mkdir(parents=True, exist_ok=True)
            out: IO[bytes] = part.open("w+b", buffering=0)
            self._part = part
            self._copied(out)
        except OSError:
            self._drop_part()
            self._copied(BytesIO())
        self._putting = True

    def _elsewhere(self) -> None:
        """The disk takes no more: go on in memory."""
        self._copied(BytesIO())
        self._drop_part()

    def _copied(self, out: IO[bytes]) -> None:
        """Copy what is there into `out`, and read and write there from now on."""
        former, end = self._file, self._end
        self._end = 0
        if former is None:
            self._write(out, _MAGIC)
            end = len(_MAGIC)
        else:
            former.seek(0)
            while self._end < end:
                data = former.read(min(1 << 20, end - self._end))
                self._write(out, data)
                self._end += len(data)
            former.close()
        self._file, self._end = out, end

    def _publish(self) -> None:
        """Give the file its name; what was not asked for goes when it is more than half, unless only a part was asked for."""
        assert self._file is not None
        if self._part is None:
            return
        if self.whole:
            self._index = {k: v for k, v in self._index.items() if k in self._asked}
            if sum(e.length for e in self._index.values()) * 2 < self._end:
                self._compact()
        table = marshal.dumps({k: tuple(v) for k, v in self._index.items() if k not in self._passing})
        tail = len(table).to_bytes(8, "big") + zlib.crc32(table).to_bytes(4, "big")
        try:
            self._write(self._file, table + tail)
            self._file.truncate()
            if os.name == "nt":  # Windows renames no open file
                self._file.close()
                self._part.replace(self.path)
                self._file = self.path.open("rb")
            else:  # read on in this very file, whoever replaces it by then
                self._part.replace(self.path)
            self._part = None
        except OSError:
            if self._file.closed and self._part is not None:
                self._file = self._part.open("rb")

    def _compact(self) -> None:
        assert self._file is not None
        end = len(_MAGIC)
        for key, entry in sorted(self._index.items(), key=lambda kv: kv[1].at):
            data = self._read(entry)
            self._file.seek(end)  # never behind where the value lay
            self._file.write(data)
            self._index[key] = entry._replace(at=end)
            end += len(data)
        self._end = end

    def _drop_part(self) -> None:
        if self._part is not None:
            try:
                self._part.unlink(missing_ok=True)
            except OSError:  # Windows, while it is still read from
                return
            self._part = None


def _read_index(file: IO[bytes]) -> tuple[dict[str, _Entry], int]:
    """The index of a pack and where its values end. ValueError where the file is not a whole pack."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size < len(_MAGIC) + _TAIL or file.read(len(_MAGIC)) != _MAGIC:
        raise ValueError("not a pack")
    file.seek(size - _TAIL)
    tail = file.read(_TAIL)
    start = size - _TAIL - int.from_bytes(tail[:8], "big")
    if start < len(_MAGIC):
        raise ValueError("not a whole pack")
    file.seek(start)
    table = file.read(size - _TAIL - start)
    if zlib.crc32(table) != int.from_bytes(tail[8:], "big"):
        raise ValueError("a damaged pack")
    return {key: _Entry(*entry) for key, entry in marshal.loads(table).items()}, start
