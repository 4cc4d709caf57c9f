"""Connections: not more than there are file handles for, none that says nothing."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

MOST = 64
"""Connections at a time; a browser opens six. Some systems give a process 256 file handles, and files are to be read too."""
PATIENCE = 20.0
"""Seconds that a connection may stay without a whole request."""


class Line(H11Protocol):
    """One connection. One too many is closed, and so is one that asks for nothing or is for ever about to."""

    _looking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST:
            transport.abort()
            return
        self._looking = self.loop.call_later(PATIENCE, self._look, None)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._looking:
            self._looking.cancel()

    def _look(self, former: RequestResponseCycle | None) -> None:
        """Whether it has asked for anything since: `former` is what it had asked for, and was given, by then."""
        if (self.cycle is None or self.cycle.response_complete) and self.cycle is former:
            self.transport.close()
            return
        self._looking = self.loop.call_later(PATIENCE, self._look, self.cycle)
