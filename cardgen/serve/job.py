"""Long work in a process of its own, which says how far it is and can be stopped: a build, the check of a rules sheet."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from cardgen.build import Progress, Request, build
from cardgen.findings import Code, Finding, Refused, Severity, Span, in_order
from cardgen.project import Project
from cardgen.proof.state import set_rules, state_of
from cardgen.source import UNREADABLE

STOPPED = Code("build-stopped", "a build that is stopped leaves every file as it was", Severity.NOTE)
ENDED = Code("build-ended", "a build that something else ended (a full memory, a task manager) has made nothing")
OWN_FAULT = Code("own-fault", "a fault of cardgen itself, which its makers want to hear of")

PATIENCE = 10.0
"""Seconds that a job has to end when it is asked to; it is killed after them."""


class Step(NamedTuple):
    """How far a job is: what it does, how many of how many."""

    what: str
    done: int
    of: int


class End(NamedTuple):
    """How a job ended: what it made (a build's files, as they are shown), and what was found."""

    ok: bool
    files: tuple[str, ...]
    findings: tuple[Finding, ...]


Said = Step | End
Work = Callable[[Progress], End]


def built(project: Project, ask: Request, progress: Progress) -> End:
    """A build."""
    made = build(project, ask, progress)
    return End(True, tuple(project.shown(file.path) for file in made.files), made.findings)


def rules_checked(project: Project, game: str, language: str, progress: Progress) -> End:
    """The check of a game's rules sheet in one language, which takes some seconds: out of the way of what is looked at."""
    with suppress(AttributeError, OSError):  # Windows has no such order
        os.nice(10)
    found: list[Finding] = []
    state = state_of(project, game, language, one_of_two=True)
    try:
        set_rules(state, found)
    finally:
        state.composer.pack.close()
    return End(True, (), tuple(in_order(found)))


class Job:
    """Work begun in a process of its own. `said` is called, by a thread, with every step and with the end, which comes once."""

    def __init__(self, work: Work, said: Callable[[Said], None]) -> None:
        spawn = get_context("spawn")  # a process of many threads is not forked
        self._said = said
        self._ours, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_run, args=(theirs, work), name="cardgen job")
        with uninterrupted():
            self._process.start()
        theirs.close()
        self._stopping = False
        self._thread = threading.Thread(target=self._listen, name="job", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask it to end; it takes away the parts of files that it wrote."""
        self._stopping = True
        with suppress(OSError):
            self._ours.send("stop")

    def join(self, seconds: float = PATIENCE) -> None:
        """Wait until it has ended; one that does not in time is killed, with whatever it started."""
        self._process.join(seconds)
        if self._process.is_alive():
            self.kill()
        self._thread.join()

    def kill(self) -> None:
        """End it, with whatever it started, without asking."""
        _kill(self._process.pid)
        self._process.kill()

    def _listen(self) -> None:
        end: End | None = None
        with suppress(EOFError, OSError):
            while end is None:
                # what it started holds the pipe's other end too: that alone does not tell that it is gone
                if not self._ours.poll(0.5):
                    if self._process.is_alive():
                        continue
                    break
                said = self._ours.recv()
                if isinstance(said, Step):
                    self._said(said)
                else:
                    end = said
        if end is None and self._stopping:
            self._process.join(PATIENCE)
        else:
            self._process.join()
        _kill(self._process.pid)  # what it started, if anything of it is left
        self._said(end or _broken(self._stopping))


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Processes that are begun in it are told of no Ctrl-C, which a terminal sends to all of them: also while they begin, when
    they would print a trace.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which allows the signal again when it begins
    former = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)


def own_fault(fault: Exception) -> Finding:
    """A fault that is no finding, as one: of the disk, or of cardgen itself."""
    if isinstance(fault, OSError):
        return Finding(UNREADABLE, Span(str(fault.filename or "cardgen")), f"cannot be read: {fault.strerror or fault}")
    says = f"a fault of cardgen itself: {type(fault).__name__}: {fault}"
    return Finding(OWN_FAULT, Span("cardgen"), says, "please report it")


def _broken(stopped: bool) -> End:
    if stopped:
        return End(False, (), (Finding(STOPPED, Span("build"), "stopped; the former files are as they were"),))
    return End(False, (), (Finding(ENDED, Span("build"), "ended before it was done", "build again"),))


def _kill(process: int | None) -> None:
    """End a job's own processes, which are a group of their own where there are groups."""
    if process is not None and hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process, signal.SIGKILL)


def _run(pipe: Connection, work: Work) -> None:
    """The process: an interrupt of the terminal is its parent's; the parent's word, or its end, is an interrupt here."""
    if hasattr(os, "setsid"):
        os.setsid()
    with suppress(KeyboardInterrupt, BrokenPipeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # what the terminal sent before goes
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        threading.Thread(target=_wait, args=(pipe,), daemon=True).start()
        pipe.send(_end(pipe, work))
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(pipe: Connection, work: Work) -> End:
    last: Step | None = None

    def progress(what: str, done: int, of: int) -> None:
        nonlocal last
        if last != (last := Step(what, done, of)):
            pipe.send(last)

    try:
        return work(progress)
    except Refused as refused:
        return End(False, (), tuple(in_order(refused.findings)))
    except BrokenPipeError:
        raise
    except Exception as fault:
        return End(False, (), (own_fault(fault),))


def _wait(pipe: Connection) -> None:
    with suppress(EOFError, OSError):
        pipe.recv()
    main: Any = threading.main_thread().ident
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, signal.SIGINT)  # wakes it from whatever it waits for
    else:
        import _thread

        _thread.interrupt_main()
