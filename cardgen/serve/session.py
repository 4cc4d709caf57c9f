"""A game while it is served: what is looked at again when its files change, who is told of it, what is built."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from cardgen.build import NO_LANGUAGE, Request
from cardgen.findings import Finding, Refused, Span
from cardgen.profile import DEFAULT
from cardgen.project import Project
from cardgen.serve.darkroom import Asked, Darkroom
from cardgen.serve.job import End, Job, Said, Step, built, own_fault, rules_checked
from cardgen.serve.live import Live
from cardgen.serve.told import told_job, told_state
from cardgen.serve.watch import Saved, files, saves

SETTLED = 1.5
"""Seconds without a save after which the rules sheet is looked at: it takes a core for some seconds."""
WAITING = 1000
"""Events that wait for one listener at most; one that takes none of them is let go."""


class Change(NamedTuple):
    """What came of a save: the files, the names of the faces that are shown otherwise, the seconds since it was noticed."""

    saved: tuple[str, ...]
    changed: tuple[str, ...]
    took: float


class Says(NamedTuple):
    """What the command line is told: the address once there is one, every change, a fault of cardgen itself."""

    listening: Callable[[str], None]
    change: Callable[[Change], None]
    fault: Callable[[BaseException], None]


Event = tuple[str, dict[str, Any]] | None
"""What a listener is told, by its name; None at the end."""


class Session:
    """One game served. What is awaited belongs to one event loop; `close` ends what is left when that has ended."""

    def __init__(self, project: Project, game: str, language: str | None, says: Says) -> None:
        """Refused where there is no such game, or it has no words in that language."""
        self.project, self.game, self.says = project, game, says
        self.live = Live(project, game, language)
        self.version = 1
        self.building: dict[str, Any] | None = None
        self._files = files(project, game)
        self._looking = ThreadPoolExecutor(1, "looking")
        self._darkroom = Darkroom(project)
        self.listeners: set[asyncio.Queue[Event]] = set()
        self.builder: Job | None = None
        self._checker: Job | None = None
        self._rules: dict[str, tuple[Finding, ...]] = {}
        self._looked_at = {self.live.language}
        self._fresh: set[str] = set()
        self._urgent: set[str] = set()
        self._ended = False

    async def run(self) -> None:
        """Follow the files until it is cancelled."""
        self._loop = asyncio.get_running_loop()
        self._darkroom.warm()
        await self._look({self.live.language})
        checking = asyncio.create_task(self._check_rules())
        try:
            async for saved in saves(self.project, self.game, self._files):
                checking.cancel()
                await self._saved(saved)
                checking = asyncio.create_task(self._check_rules())
        finally:
            checking.cancel()

    def hang_up(self) -> None:
        """Let every listener go."""
        self._ended = True
        for queue in self.listeners:
            queue.put_nowait(None)

    def close(self) -> None:
        """End what is still at work, when the loop has ended."""
        jobs = [job for job in (self.builder, self._checker) if job]
        for job in jobs:
            job.stop()
        self._darkroom.close()
        self._looking.shutdown(cancel_futures=True)
        for job in jobs:
            job.join()

    # --- what is shown ------------------------------------------------------------------------------------------------

    async def state(self, language: str) -> dict[str, Any]:
        """The game in a language as the page is told it. Refused where it has no words in it."""
        self._looked_at.add(language)
        if language not in self._fresh:
            await self._look({language})
        told = self.live.told(language)
        if told is None:
            self._looked_at.discard(language)
            raise Refused(Finding(NO_LANGUAGE, Span("lang"), f'{self.game} has no words in "{language}"'))
        rules = () if told.has_errors else self._rules.get(language, ())
        first = self.live.language
        return {**told_state(told, language, first, self.game, self.version, rules), "building": self.building}

    async def picture(self, asked: Asked) -> bytes:
        """A picture as PNG. KeyError where it is unknown, Refused or Outdated where it cannot be drawn."""
        subject = self.live.subject(asked.key)
        try:
            picture = await self._darkroom.picture(asked, subject, asked.key in self._urgent)
        except Refused as refused:
            findings = refused.findings
            if changed := await self._looked(lambda: self.live.unpaintable(asked.key, findings)):
                self._changed((), changed, 0.0)
            raise
        if subject:
            self._looking.submit(self.live.painted, asked.key)  # the one who asked need not wait for it
        return picture

    def has_plate(self, name: str) -> bool:
        """Whether faces of the game may lie on a plate of that name."""
        return any(name in told.plates for language in self.live.languages() if (told := self.live.told(language)))

    async def _saved(self, saved: Saved) -> None:
        """Look at the game again in the languages that somebody looks at, and tell of it."""
        languages, self._looked_at, self._fresh = self._looked_at, {self.live.language}, set()
        before = self.live.keys()
        changed = await self._look(languages | {self.live.language})
        self._urgent = self.live.keys() - before
        self._changed(tuple(map(self.project.shown, saved.paths)), changed, time.monotonic() - saved.at)

    async def _look(self, languages: set[str]) -> set[str]:
        """Look at the game in these languages, its first one first; the names of the faces that are shown otherwise."""
        changed: set[str] = set()
        for language in sorted(languages, key=lambda one: (one != self.live.language, one)):
            try:
                changed |= await self._looked(partial(self.live.remake, language))
            except Refused as refused:  # the game has no words in it any more
                if language == self.live.language:
                    changed |= await self._looked(partial(self.live.lost, language, refused.findings))
                else:
                    self.live.forget(language)
                    continue
            except Exception as fault:
                self.says.fault(fault)
                changed |= await self._looked(partial(self.live.lost, language, [own_fault(fault)]))
            self._fresh.add(language)
        return changed

    async def _looked(self, look: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._looking, look)

    # --- who is told --------------------------------------------------------------------------------------------------

    def listen(self) -> asyncio.Queue[Event]:
        """What happens from now on."""
        queue: asyncio.Queue[Event] = asyncio.Queue()
        if self._ended:
            queue.put_nowait(None)
        self.listeners.add(queue)
        return queue

    def leave(self, queue: asyncio.Queue[Event]) -> None:
        """Tell it no more."""
        self.listeners.discard(queue)

    def _tell(self, name: str, what: dict[str, Any]) -> None:
        for queue in list(self.listeners):
            if queue.qsize() >= WAITING:
                self.listeners.discard(queue)
                queue.put_nowait(None)
            else:
                queue.put_nowait((name, what))

    def _changed(self, paths: tuple[str, ...], changed: set[str], took: float) -> None:
        self.version += 1
        change = Change(paths, tuple(sorted(changed)), round(took, 3))
        self._tell("state", {"version": self.version, **change._asdict()})
        if paths:
            self.says.change(change)

    # --- what is done apart -------------------------------------------------------------------------------------------

    def build(self) -> bool:
        """Begin a build; False where one runs."""
        if self.builder is not None:
            return False
        if gone := self.live.gone():
            self._built(End(False, (), (gone,)))
            return True
        ask = Request(self.game, DEFAULT, language=self.live.asked)
        self._built(Step("starting", 0, 0))
        self.builder = Job(partial(built, self.project, ask), partial(self._heard, self._built))
        return True

    def stop(self) -> bool:
        """Ask the build to end; False where none runs."""
        if self.builder is None:
            return False
        self.builder.stop()
        return True

    def _built(self, said: Said) -> None:
        self.building = told_job(said)
        self._tell("building", self.building)
        if isinstance(said, End):
            self.builder = None

    def _heard(self, by: Callable[[Said], None], said: Said) -> None:
        """Pass on what a job's thread says, to the loop's, as long as that runs."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(by, said)

    async def _check_rules(self) -> None:
        """Look at the rules sheet in the languages that somebody looks at, once all is quiet; given up when it is cancelled."""
        await asyncio.sleep(SETTLED)
        for language in sorted(self._fresh):
            if (told := self.live.told(language)) is None or told.has_errors:
                continue  # nothing would be said of it
            ended: asyncio.Future[Said] = self._loop.create_future()

            def said(what: Said, ended: asyncio.Future[Said] = ended) -> None:
                if isinstance(what, End) and not ended.done():
                    ended.set_result(what)

            work = partial(rules_checked, self.project, self.game, language)
            job = self._checker = Job(work, partial(self._heard, said))
            try:
                end = await ended
            except asyncio.CancelledError:
                job.stop()
                raise
            if isinstance(end, End) and end.ok and end.findings != self._rules.get(language, ()):
                self._rules[language] = end.findings
                self._changed((), set(), 0.0)
