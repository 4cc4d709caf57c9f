"""Connections: not more than there are file handles for, none that says nothing."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

MOST = 64
"""Connections at a time; a browser opens six. Some systems give a process 256 file handles, and files are to be read too."""
PATIENCE = 20.0
"""Seconds that a connection may stay without a whole request."""
FAREWELL = 2.0
"""Seconds for which what is still sent after a refusal is taken and thrown away."""


class Line(H11Protocol):
    """One connection. One too many is closed, and so is one that asks for nothing or is for ever about to."""

    _looking: asyncio.TimerHandle | None = None
    _refused: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST:
            transport.abort()
            return
        self._looking = self.loop.call_later(PATIENCE, self._look, None)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for timer in (self._looking, self._refused):
            if timer:
                timer.cancel()

    def data_received(self, data: bytes) -> None:
        if not self._refused:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Answers what is no HTTP, and closes in stages (RFC 9112, 9.6): to close at once on what is still arriving would
        reset the connection, and the answer might be lost.
        """
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Connection", "close")]
        begun = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (begun, h11.Data(data=msg.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.write_eof()
        self._refused = self.loop.call_later(FAREWELL, self.transport.close)

    def _look(self, former: RequestResponseCycle | None) -> None:
        """Whether it has asked for anything since: `former` is what it had asked for, and was given, by then."""
        if (self.cycle is None or self.cycle.response_complete) and self.cycle is former:
            self.transport.close()
            return
        self._looking = self.loop.call_later(PATIENCE, self._look, self.cycle)
