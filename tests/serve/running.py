"""A server that runs in a thread, and a browser's part played by hand."""

from __future__ import annotations

import asyncio
import http.client
import json
import queue
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from cardgen.project import Project
from cardgen.serve.app import Server, bound
from cardgen.serve.session import Change, Says, Session

PATIENCE = 60
"""Seconds for what takes one on a free machine."""


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Running:
    """A server of a game while it runs."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.port = server.listener.getsockname()[1]
        self.changes: list[Change] = []
        self.faults: list[BaseException] = []

    def ask(self, path: str, method: str = "GET", host: str | None = "", **headers: str) -> Answer:
        """One request as it is given: nothing of its path is made right. No `host` at all for None."""
        there = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        there.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        if host is not None:
            there.putheader("Host", host or f"127.0.0.1:{self.port}")
        for name, value in headers.items():
            there.putheader(name.replace("_", "-"), value)
        there.endheaders()
        answer = there.getresponse()
        try:
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            there.close()

    def state(self, query: str = "") -> Any:
        answer = self.ask(f"/state{query}")
        assert answer.status == 200, answer.body
        return answer.json

    @property
    def token(self) -> str:
        found = re.search(r'<meta name="token" content="([^"]+)">', self.ask("/").body.decode())
        assert found
        return found[1]

    @contextmanager
    def events(self) -> Iterator[queue.Queue[tuple[str, Any]]]:
        """What is told from now on, by name."""
        there = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        there.request("GET", "/events")
        answer = there.getresponse()
        assert answer.status == 200
        assert answer.readline() == b": here\n"
        told: queue.Queue[tuple[str, Any]] = queue.Queue()

        def listen() -> None:
            name = ""
            try:
                while line := answer.readline().decode():
                    key, _, value = line.strip().partition(": ")
                    if key == "event":
                        name = value
                    elif key == "data":
                        told.put((name, json.loads(value)))
            except (OSError, ValueError, AttributeError):
                pass
            told.put(("gone", None))

        threading.Thread(target=listen, daemon=True).start()
        try:
            yield told
        finally:
            there.sock and there.sock.shutdown(2)
            there.close()


@contextmanager
def running(project: Project, game: str = "tiny", language: str | None = None) -> Iterator[Running]:
    """Serve a game at a free port."""
    up = threading.Event()
    with bound(0) as listener:
        says = Says(lambda _: up.set(), lambda change: run.changes.append(change), lambda fault: run.faults.append(fault))
        session = Session(project, game, language, says)
        server = Server(session, listener)
        run = Running(server)
        thread = threading.Thread(target=lambda: asyncio.run(server.run_session()))
        thread.start()
        try:
            assert up.wait(PATIENCE)
            yield run
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            session.close()
            assert not thread.is_alive()
            assert run.faults == []
