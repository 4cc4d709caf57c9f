"""`cardgen serve`, started as a user starts it, in a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

from tests.conftest import ROOT

PATIENCE = 60.0
"""Seconds that a start, or a stop, may take before the test gives up."""


class Server:
    """The server of one game in a project's folder; `url` is where its page stands, `port` where it listens."""

    def __init__(self, folder: Path, game: str, port: int = 0) -> None:
        self.said = tempfile.TemporaryFile()  # noqa: SIM115
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cardgen", "serve", game, "--port", str(port)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"},
            stdout=self.said,
            stderr=subprocess.STDOUT,
        )
        self.url = self._url()
        self.port = int(self.url.rsplit(":", 1)[1].strip("/"))

    def _url(self) -> str:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if found := re.search(r"http://127\.0\.0\.1:\d+", self.output()):
                return found[0] + "/"
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        self.stop()
        raise AssertionError(f"cardgen serve has not begun: {self.output()}")

    def output(self) -> str:
        """What it has said so far."""
        return os.pread(self.said.fileno(), 1 << 20, 0).decode(errors="replace")

    def stop(self) -> int:
        """End it as Ctrl+C does; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
