"""Pictures as finished PDF streams: painted once, kept in the store, never packed again by a build
(but where two plates are mixed for other inks).

A stream is Flate over PNG's Up predictor, which is smaller and quicker than Flate alone (measured: a quarter less).
"""

from __future__ import annotations

import marshal
import os
import signal
import zlib
from collections.abc import Callable, Iterable
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.art import Arts
from cardgen.face import Wanted
from cardgen.findings import Finding, Refused, noted
from cardgen.fonts import SEAL_FACE, Fonts
from cardgen.ink import Ink, Inks
from cardgen.store import code_digest, digest, is_kept, keep, library, stored
from cardgen.units import MM_PER_INCH, Rect
from cardgen.write.content import Colour

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from cardgen.brush.marks import Score

SEAL_PPI = 1200
"""Seals are line art: one bit a pixel, at the resolution a plate-setter needs to keep its edges (800 at the least)."""


class Image(NamedTuple):
    """A picture ready to be written: its pixels' stream, its size, whether it has one plate, two, or is a mask."""

    kind: str
    width: int
    height: int
    data: bytes


class Pictures:
    """The pictures of one build, by what is wanted; `ppi` is that of tones at their printed size."""

    def __init__(self, arts: Arts, fonts: Fonts, inks: Inks, keep: Path, ppi: int = 300) -> None:
        self.arts, self.fonts, self.inks, self.keep, self.ppi = arts, fonts, inks, keep, ppi
        self._sources: dict[str, tuple[str, int]] = {}

    def in_inks(self, inks: Inks) -> Pictures:
        """The same pictures laid in other inks; what is painted is shared."""
        other = copy(self)
        other.inks = inks
        return other

    def check(self, pictures: Iterable[Wanted]) -> list[Finding]:
        """Every finding of the scans, and of the scores that are not painted yet."""
        asked = list(pictures)
        found = list(self.arts.check(asked))
        for name in sorted({w.what for w in asked if w.kind == "tone" and not is_kept(self.path(w))}):
            art = self.arts.find(name)
            if art and not art.is_scan:
                with noted(found):
                    _score(art.path, self.arts.shown(art))
        return found

    def prepare(self, pictures: Iterable[Wanted], progress: Callable[[int, int], None]) -> list[Finding]:
        """Paint what the store lacks, on all cores; every finding of every score."""
        missing = {self.path(w): w for w in pictures}
        jobs = [(w, path) for path, w in sorted(missing.items()) if not is_kept(path)]
        # the largest first, so that no core waits for a last one
        jobs.sort(key=lambda job: (job[0].kind != "tone", -self._source(job[0].what)[1] if job[0].kind == "tone" else 0))
        found: list[Finding] = []
        if not jobs:
            return found
        progress(0, len(jobs))
        for done, findings in enumerate(_painted([self._job(w, path) for w, path in jobs]), 1):
            found += findings
            progress(done, len(jobs))
        return found

    def path(self, w: Wanted) -> Path:
        """Where the store keeps it: the name is a digest of everything that it depends on."""
        engine = _engine()
        if w.kind == "tone":
            source, _ = self._source(w.what)
            return self.keep / "art" / f"{digest(engine, source, w.box, w.scale, self.ppi)}.plates"
        return self.keep / "art" / f"{digest(engine, w.what, w.box, SEAL_PPI, self.fonts.fingerprint(self._seal_font()))}.mask"

    def image(self, w: Wanted, inks: tuple[str, str, str], colour: Colour) -> Image:
        """The picture as a stream: one plate for an Indexed image, a mask, or two plates mixed by `inks` (ink, red, ground)."""
        path = self.path(w)
        width, height, black, red = marshal.loads(self.kept(w))
        if w.kind == "seal":
            return Image("mask", width, height, black)
        if red is None:
            return Image("plate", width, height, black)
        parts = tuple((self.inks[i].cmyk, self.inks[i].screen, self.inks[i].spot) for i in inks)
        mixed = path.with_name(f"{path.stem}-{digest(parts, colour)[:12]}.mixed")
        return Image("mixed", width, height, stored(mixed, lambda: self._mixed(width, height, black, red, inks, colour)))

    def kept(self, w: Wanted) -> bytes:
        """What the store holds of a picture; made where it is not there."""
        path = self.path(w)
        return stored(path, lambda: _make(self._job(w, path)))

    def channels(self, colour: Colour, red: str) -> int:
        """How many components a picture of two plates has."""
        if colour in (Colour.SCREEN, Colour.BLACK):
            return 3 if colour is Colour.SCREEN else 1
        return 5 if colour is Colour.SPOT and self.inks[red].spot else 4

    def _mixed(self, w: int, h: int, black: bytes, red: bytes, inks: tuple[str, str, str], colour: Colour) -> bytes:
        ink, paste, ground = (self.inks[i] for i in inks)
        if colour is Colour.SCREEN:
            parts = screen_parts(ink, paste, ground)
        elif colour is Colour.BLACK:
            parts = [(1 - ink.cmyk[3], 1 - paste.cmyk[3], 1 - ground.cmyk[3])]
        elif self.channels(colour, inks[1]) == 5:
            parts = [(p, 0.0, g) for p, g in zip(ink.cmyk, ground.cmyk, strict=True)] + [(0.0, 1.0, 0.0)]
        else:
            parts = list(zip(ink.cmyk, paste.cmyk, ground.cmyk, strict=True))
        return packed(mixed(unpacked(black, w, h), unpacked(red, w, h), parts).reshape(h, w * len(parts)), len(parts))

    def _source(self, name: str) -> tuple[str, int]:
        """What a picture is painted from, as a digest, and how many bytes that has."""
        if name not in self._sources:
            art = self.arts.find(name)
            data = art.path.read_bytes() if art else b""
            self._sources[name] = digest(data, art.view if art and art.is_scan else ""), len(data)
        return self._sources[name]

    def _seal_font(self) -> str:
        return self.fonts.find(*SEAL_FACE)

    def _job(self, w: Wanted, out: Path) -> Job:
        if w.kind == "seal":
            font = self.fonts.typefaces[self._seal_font()].path
            return Job(out, w, font, "", SEAL_PPI / MM_PER_INCH)
        art = self.arts.find(w.what)
        assert art, f"{w.what} was composed"
        return Job(out, w, art.path, self.arts.shown(art), w.scale * self.ppi / MM_PER_INCH, art.view if art.is_scan else None)


class Job(NamedTuple):
    """A picture to make: where the store keeps it, what is wanted, the file it is made from and that file's name for
    findings, pixels per mm of the art; for a scan the rectangle (mm) that it fills.
    """

    out: Path
    wanted: Wanted
    source: Path
    shown: str
    per_mm: float
    scan: Rect | None = None


def _engine() -> str:
    """What every picture depends on besides its score: the code that reads, paints and packs it, and its libraries."""
    return digest(code_digest("brush", "paths.py", "units.py", "write/pictures.py"), library("numpy"), library("pillow"))


def _painted(jobs: list[Job]) -> Iterable[list[Finding]]:
    """The findings of each job, as it is finished."""
    if len(jobs) == 1:
        yield _work(jobs[0])
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed

    pool = ProcessPoolExecutor(min(len(jobs), os.cpu_count() or 1), initializer=_quiet)
    try:
        for future in as_completed([pool.submit(_work, job) for job in jobs]):
            yield future.result()
    except BaseException:
        for process in list(pool._processes.values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _quiet() -> None:
    """An interrupt is the parent's to handle; it ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(job: Job) -> list[Finding]:
    try:
        keep(job.out, _make(job))
    except Refused as refused:
        return list(refused.findings)
    except OSError:
        pass  # a store that cannot be written: the picture is painted again when it is asked for
    return []


def _make(job: Job) -> bytes:
    """Paint a score, separate a scan or carve a seal; what the store keeps of it."""
    from cardgen.brush import carve, paint, separated

    w, box = job.wanted, Rect(*job.wanted.box)
    if w.kind == "seal":
        text, _, style = w.what.partition("/")
        mask = carve(text, style, box.w, job.per_mm, job.source, sum(ord(c) for c in w.what))
        return marshal.dumps((mask.shape[1], mask.shape[0], _bits(mask), None))
    if job.scan:
        plates = separated(job.source, job.shown, job.scan, box, job.per_mm)
    else:
        plates = paint(_score(job.source, job.shown), box, job.per_mm)
    red = None if plates.red is None else packed(plates.red, 1)
    return marshal.dumps((plates.width, plates.height, packed(plates.black, 1), red))


def _score(path: Path, shown: str) -> Score:
    """The score of that file; its findings name the path that is shown."""
    from cardgen.brush import read_score

    try:
        return read_score(path)
    except Refused as refused:
        named = (Finding(f.code, f.at._replace(path=shown), f.says, f.hint) for f in refused.findings)
        raise Refused(*named) from None


def packed(rows: npt.NDArray[np.uint8], channels: int) -> bytes:
    """Rows of bytes as Flate over PNG's Up predictor (PDF's /Predictor 15)."""
    import numpy as np

    out = np.empty((rows.shape[0], rows.shape[1] + 1), np.uint8)
    out[:, 0] = 2
    out[0, 1:] = rows[0]
    out[1:, 1:] = rows[1:] - rows[:-1]
    return zlib.compress(out.tobytes(), 6)


def unpacked(data: bytes, width: int, height: int) -> npt.NDArray[np.uint8]:
    """`packed` undone: rows of `width` bytes."""
    import numpy as np

    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, width + 1)[:, 1:]
    return np.add.accumulate(rows, axis=0, dtype=np.uint8)


Parts = list[tuple[float, float, float]]
"""For each channel of a picture its value (0..1) in full ink, in full red, on the bare ground."""


def screen_parts(ink: Ink, paste: Ink, ground: Ink) -> Parts:
    """The parts of red, green and blue in the inks' stated screen colours."""
    return [(p / 255, q / 255, g / 255) for p, q, g in zip(ink.screen, paste.screen, ground.screen, strict=True)]


def mixed(black: npt.NDArray[np.uint8], red: npt.NDArray[np.uint8], parts: Parts) -> npt.NDArray[np.uint8]:
    """Two plates as one picture, rows x columns x channels: red over the ground, black over both. Where black is full
    nothing else is added, so that ink never piles up.
    """
    import numpy as np

    k, r = ((255 - plate.astype(np.float32)) / 255 for plate in (black, red))
    planes = [(g * (1 - r) + q * r) * (1 - k) + p * k for p, q, g in parts]
    return (np.stack(planes, axis=-1) * 255 + 0.5).astype(np.uint8)


def _bits(mask: Any) -> bytes:
    """A mask of 255 = ink as one bit a pixel, packed; PDF paints where the bit is 0."""
    import numpy as np

    return zlib.compress(np.packbits(mask == 0, axis=1).tobytes(), 9)
