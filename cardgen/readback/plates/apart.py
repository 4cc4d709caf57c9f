"""Work on pages done by processes of their own: a page that breaks a renderer, or is made to take for ever, stops nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

Made = TypeVar("Made")

PATIENCE = 120
"""Seconds that one page may take; a page that takes longer is made to (an honest one takes less than two)."""


def apart(work: Callable[..., Made], jobs: Sequence[tuple[Any, ...]]) -> Iterator[Made | None]:
    """What the work makes of each job, in their order; None where it broke its process, or took too long. What it raises is
    raised. Few results wait to be taken, so that few are in memory.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    done, together = 0, min(len(jobs), os.cpu_count() or 1)
    while done < len(jobs):
        pool = ProcessPoolExecutor(together, initializer=_quiet)
        running: dict[int, Future[Made]] = {}
        broken = False
        try:
            while done < len(jobs) and not broken:
                try:
                    for n in range(done, min(done + together + 1, len(jobs))):
                        if n not in running:
                            running[n] = pool.submit(work, *jobs[n])  # a pool may break while it is given more
                    made = running.pop(done).result(PATIENCE)
                except BrokenProcessPool:
                    broken = True
                except TimeoutError:
                    # it was the first of those that run: no other keeps it waiting
                    broken, together = True, 1
                else:
                    done += 1
                    yield made
        finally:
            if broken or done < len(jobs):
                for process in list((pool._processes or {}).values()):
                    process.kill()
            pool.shutdown(cancel_futures=True)
        if broken and together == 1:
            done += 1
            yield None
        # one at a time from here, so that it is known which job it is
        together = 1


def _quiet() -> None:
    """An interrupt is the parent's to handle; it ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
