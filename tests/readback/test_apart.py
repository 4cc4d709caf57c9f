"""Work that is done apart: what breaks one job leaves the others whole."""

from __future__ import annotations

import os
import time

import pytest

from cardgen.readback.plates import apart as module
from cardgen.readback.plates.apart import apart


def work(n: int, does: str) -> int:
    if does == "dies":
        os._exit(1)
    if does == "hangs":
        time.sleep(60)
    if does == "raises":
        raise ValueError(n)
    return n * n


def test_results_come_in_order() -> None:
    assert list(apart(work, [(n, "") for n in range(20)])) == [n * n for n in range(20)]
    assert list(apart(work, [])) == []


def test_a_job_that_kills_its_process_is_none_and_the_others_are_done() -> None:
    jobs = [(n, "dies" if n in (2, 3, 6) else "") for n in range(8)]
    assert list(apart(work, jobs)) == [0, 1, None, None, 16, 25, None, 49]


def test_a_job_that_takes_too_long_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 1)
    started = time.monotonic()
    assert list(apart(work, [(0, ""), (1, "hangs"), (2, ""), (3, "")])) == [0, None, 4, 9]
    assert time.monotonic() - started < 30


def test_what_is_raised_is_raised_and_leaves_no_process_behind() -> None:
    with pytest.raises(ValueError, match="1"):
        list(apart(work, [(0, ""), (1, "raises"), (2, "hangs")]))


def test_a_caller_that_stops_waits_for_nobody() -> None:
    started = time.monotonic()
    made = apart(work, [(0, ""), (1, "hangs"), (2, "hangs")])
    assert next(made) == 0
    made.close()  # type: ignore[attr-defined]
    assert time.monotonic() - started < 30
