"""Pictures of faces as they are asked for: painted by a process of its own, drawn one at a time, the last ones kept."""

from __future__ import annotations

import asyncio
import heapq
import io
import os
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from cardgen.art import Arts
from cardgen.face import Wanted
from cardgen.findings import Finding, Refused
from cardgen.fonts import Fonts
from cardgen.project import Project
from cardgen.proof.picture import Studio
from cardgen.serve.job import uninterrupted
from cardgen.serve.live import Subject
from cardgen.store import is_kept
from cardgen.units import MM_PER_INCH, Rect
from cardgen.write.content import Colour
from cardgen.write.pictures import Pictures

if TYPE_CHECKING:
    from PIL import Image

T = TypeVar("T")

FINEST = 300
"""Dots an inch at which a build paints: what is there is taken, however coarse a picture is asked for."""
PAINTED = (75, 150, FINEST)
"""What is not painted yet is painted as fine as it is asked for, and no finer: a board's art takes three times as long at 300
dots an inch as at 150 (measured)."""
MOST_PIXELS = 40_000_000
"""Pixels of one picture at most: a face asked for at more dots an inch is drawn with that many."""
MOST_KEPT = 256 * 1024 * 1024
"""Bytes of pictures in memory."""


PAINTERS = max(1, (os.cpu_count() or 2) - 1)
"""Processes that paint: a core is left for what is drawn and looked at meanwhile."""


class Asked(NamedTuple):
    """A picture by its key, its dots an inch, and the plate that it shows; "" for all inks in screen colours."""

    key: str
    ppi: int
    plate: str = ""


class Outdated(Exception):
    """Raised where a picture can be drawn no more: its art was changed since, and was not painted before."""


class Kept:
    """The last pictures by what was asked, as PNG, `most` bytes of them."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most, self._held = most, 0
        self._pictures: OrderedDict[Asked, bytes] = OrderedDict()

    def get(self, asked: Asked) -> bytes | None:
        if asked in self._pictures:
            self._pictures.move_to_end(asked)
        return self._pictures.get(asked)

    def nearest(self, asked: Asked) -> bytes | None:
        """The same picture at other dots an inch, as near as there is one."""
        near = [a for a in self._pictures if (a.key, a.plate) == (asked.key, asked.plate)]
        return self.get(min(near, key=lambda a: abs(a.ppi - asked.ppi))) if near else None

    def put(self, asked: Asked, picture: bytes) -> None:
        self._held += len(picture) - len(self._pictures.pop(asked, b""))
        self._pictures[asked] = picture
        while self._held > self._most and len(self._pictures) > 1:
            self._held -= len(self._pictures.popitem(last=False)[1])


class Darkroom:
    """Where the pictures of a game are made. The methods that are awaited belong to one event loop."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._drawing: Queue[dict[Asked, Image.Image]] = Queue()
        self._kept = Kept()
        self._running: dict[Asked, asyncio.Task[bytes]] = {}
        self._turns = Turns(PAINTERS)
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    def warm(self) -> None:
        """Start the painter's process, which takes half a second, before it is needed."""
        with uninterrupted():
            self._painter().submit(_ready)

    async def picture(self, asked: Asked, subject: Subject | None, urgent: bool) -> bytes:
        """A picture as PNG. An `urgent` one is drawn before others that wait. KeyError where it is unknown; Refused where its
        art cannot be painted; Outdated.
        """
        if kept := self._kept.get(asked):
            return kept
        if subject is None:
            raise KeyError(asked.key)
        if asked not in self._running:
            task = asyncio.create_task(self._made(asked, subject, 0 if urgent else 1))
            self._running[asked] = task
            task.add_done_callback(partial(self._done, asked))
        try:
            return await asyncio.shield(self._running[asked])
        except (Refused, Outdated):
            if near := self._kept.nearest(asked):
                return near
            raise

    def _done(self, asked: Asked, task: asyncio.Task[bytes]) -> None:
        self._running.pop(asked, None)
        if not task.cancelled():
            task.exception()  # whoever waits for it is told; nobody may be left

    async def _made(self, asked: Asked, subject: Subject, rank: int) -> bytes:
        ppi = await self._paint(subject, asked.ppi, rank)
        drawn = await asyncio.wrap_future(self._drawing.ask(rank, lambda: dict(_drawn(asked, subject, ppi))))
        for what, picture in drawn.items():  # packed beside the drawing, as a board at 600 dots an inch takes a second
            self._kept.put(what, await asyncio.to_thread(_packed, picture))
        made = self._kept.get(asked)
        assert made
        return made

    async def _paint(self, subject: Subject, ppi: int, rank: int) -> int:
        """Paint what the store lacks of a subject; the dots an inch that its tones are painted at."""
        lacks = {fine: _lacking(subject, fine) for fine in PAINTED}
        fine = FINEST if not lacks[FINEST] else next((p for p in PAINTED if p >= ppi), FINEST)
        composer = subject.state.composer
        for wanted, path in lacks[fine]:
            async with self._turns.turn(rank):
                if is_kept(path):  # painted for another face meanwhile
                    continue
                found = await self._painted(self._project, composer.arts.trim, composer.keep, wanted, fine, path.name)
            if found is None:
                raise Outdated
            if found:
                raise Refused(*found)
        return fine

    async def _painted(self, *what: Any) -> list[Finding] | None:
        for _ in range(2):
            try:
                with uninterrupted():
                    job = self._painter().submit(paint, *what)
                return await asyncio.wrap_future(job)
            except BrokenProcessPool:  # something else ended it: once more by another
                self._pool = None
        raise Outdated

    def _painter(self) -> ProcessPoolExecutor:
        if self._closed:
            raise Outdated
        if self._pool is None:
            self._pool = ProcessPoolExecutor(PAINTERS, get_context("spawn"), initializer=_alone)
        return self._pool

    def close(self) -> None:
        """End the painter and the drawing; what is being drawn is waited for."""
        self._closed, pool, self._pool = True, self._pool, None
        if pool:
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(cancel_futures=True)
        self._drawing.close()


class Turns:
    """So many at a time; of those who wait the lowest rank goes first."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def turn(self, rank: int) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            called = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (rank, next(self._numbers), called))
            await called
        try:
            yield
        finally:
            while self._waiting:
                *_, called = heapq.heappop(self._waiting)
                if not called.done():
                    called.set_result(None)
                    break
            else:
                self._free += 1


class Queue(Generic[T]):
    """A thread that does one thing after another, the lowest rank first. It alone draws: PDFium knows no threads."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, Callable[[], T], Future[T]]] = []
        self._numbers = count()
        self._more = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="drawing", daemon=True)
        self._thread.start()

    def ask(self, rank: int, work: Callable[[], T]) -> Future[T]:
        """Have it done; what comes of it."""
        future: Future[T] = Future()
        with self._more:
            heapq.heappush(self._waiting, (rank, next(self._numbers), work, future))
            self._more.notify()
        return future

    @property
    def alive(self) -> bool:
        """Whether it may do anything still."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Do nothing more; returns when what is being done is done."""
        with self._more:
            self._closed = True
            for *_, future in self._waiting:
                future.cancel()
            self._waiting.clear()
            self._more.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._more:
                while not self._waiting and not self._closed:
                    self._more.wait()
                if self._closed:
                    return
                *_, work, future = heapq.heappop(self._waiting)
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)


def _lacking(subject: Subject, fine: int) -> list[tuple[Wanted, Path]]:
    """What the store has not of a subject's pictures, and where it would lie."""
    pictures = Studio(subject.state, fine).pictures
    return [(w, path) for w in dict.fromkeys(subject.wanted) if not is_kept(path := pictures.path(w))]


def _packed(picture: Image.Image) -> bytes:
    """A picture as PNG, packed in a third of the usual time and to the same size (measured)."""
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _drawn(asked: Asked, subject: Subject, fine: int) -> Iterator[tuple[Asked, Image.Image]]:
    """The picture that is asked for; of a plate all plates, as they are made together."""
    studio = Studio(subject.state, fine)
    ppi = drawn_ppi(subject.media, asked.ppi)
    if not asked.plate:
        yield asked, studio.picture(subject.face, subject.media, ppi)
        return
    yield from _plates(asked, studio.page(subject.face, subject.media, Colour.PROCESS), subject.media, ppi)


def drawn_ppi(media: Rect, ppi: int) -> int:
    """The dots an inch of a picture: those asked for, or as many as make no more than `MOST_PIXELS` of it."""
    most = (MOST_PIXELS / (media.w * media.h)) ** 0.5 * MM_PER_INCH
    return max(1, min(ppi, int(most)))


def _plates(asked: Asked, pdf: bytes, media: Rect, ppi: int) -> Iterator[tuple[Asked, Image.Image]]:
    from tempfile import TemporaryDirectory

    import numpy as np
    from PIL import Image

    from cardgen.readback.plates.separations import Job, separated
    from cardgen.write.png import pixels

    size = pixels(media, ppi)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "face.pdf"
        path.write_bytes(pdf)
        made = separated(Job(path, 1, media, media, *size))
    for name in (*(name for name in made.plates if name != asked.plate), asked.plate):  # the last is kept for certain
        yield asked._replace(plate=name), Image.fromarray(np.uint8(255) - made.plate(name))


def paint(project: Project, trim: Rect, keep: Path, wanted: Wanted, ppi: int, name: str) -> list[Finding] | None:
    """Paint a picture into the store under its name there; what is found. None where its file is another by now.

    What a name in the store stands for is painted from that very file, or the next build would print another.
    """
    fonts = Fonts(project)

    def path() -> Path:
        return Pictures(Arts(project, trim), fonts, {}, keep, ppi).path(wanted)

    if (target := path()).name != name:
        return None
    try:
        Pictures(Arts(project, trim), fonts, {}, keep, ppi).kept(wanted)
    except Refused as refused:
        return list(refused.findings) if path() == target else None
    if path() != target:
        target.unlink(missing_ok=True)
        return None
    return []


def _alone() -> None:
    """A painter ends with its parent, and leaves interrupts to it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if parent := parent_process():

        def end() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=end, daemon=True).start()


def _ready() -> None:
    import cardgen.brush  # noqa: F401
