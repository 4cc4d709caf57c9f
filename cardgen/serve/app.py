"""The server of one game: its page, its state, its pictures, what happens, a build."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import socket
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files as packed

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from cardgen.findings import Code, Finding, Refused, Span, in_order
from cardgen.serve.darkroom import Asked, Outdated
from cardgen.serve.guard import Guard
from cardgen.serve.lines import Line
from cardgen.serve.session import Session
from cardgen.serve.told import told_findings

PORT_IN_USE = Code("port-in-use", "one port is one server's; a second one takes another")

LEAST_PPI, MOST_PPI, USUAL_PPI = 36, 600, 150
ALIVE = 15.0
"""Seconds after which a silent stream of events says that it is still there."""
KINDS: Mapping[str, str] = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
FOR_EVER = {"Cache-Control": "private, max-age=31536000, immutable"}
"""A picture's key is of what is on it."""
TOKEN = "X-Cardgen-Token"
BACKLOG = 32
"""Connections that wait to be taken; as many are taken at once, before any is looked at."""


def bound(port: int) -> socket.socket:
    """A socket of this machine alone, at that port; at any free one for 0. Refused where another program has it."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # on Windows SO_REUSEADDR would take another server's port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        says = f"the port {port} cannot be had: {error.strerror or error}"
        raise Refused(Finding(PORT_IN_USE, Span("--port"), says, "take another, or 0 for any that is free")) from None
    return listener


class Server(uvicorn.Server):
    """Uvicorn over one session, on a socket that is bound already; `address` is said once it answers."""

    def __init__(self, session: Session, listener: socket.socket) -> None:
        port = listener.getsockname()[1]
        self.session, self.listener, self.address = session, listener, f"http://127.0.0.1:{port}/"
        config = uvicorn.Config(
            guarded(session, port),
            log_config=None,
            log_level="critical",
            access_log=False,
            lifespan="off",
            loop="asyncio",
            http=Line,
            backlog=BACKLOG,
            ws="none",
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16 * 1024,
        )
        super().__init__(config)

    async def run_session(self) -> None:
        """Serve until the process is interrupted or `should_exit` is set."""
        following = asyncio.create_task(self.session.run())
        following.add_done_callback(self._stopped)
        try:
            await self.serve(sockets=[self.listener])
        finally:
            self.session.hang_up()
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    def _stopped(self, following: asyncio.Task[None]) -> None:
        if not following.cancelled() and following.exception():
            self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.session.says.listening(self.address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.session.hang_up()
        await super().shutdown(sockets)


def guarded(session: Session, port: int, token: str | None = None) -> ASGIApp:
    """The application for that port, behind its guard. The token is what a POST must name; a new one where none is given."""
    return Guard(_app(session, token or secrets.token_urlsafe(32)), port, session.says.fault)


def _app(session: Session, token: str) -> Starlette:
    page = {
        p.name: p.read_bytes() for p in (packed("cardgen") / "serve" / "page").iterdir() if p.name.rpartition(".")[2] in KINDS
    }

    def index(request: Request) -> Response:
        text = re.sub(r"\{\{ *token *\}\}", token, page["page.html"].decode())
        return Response(text, media_type=KINDS["html"])

    def part(request: Request) -> Response:
        name = request.url.path[1:]
        return Response(page[name], media_type=KINDS[name.rpartition(".")[2]], headers={"Cache-Control": "no-cache"})

    async def state(request: Request) -> Response:
        language = request.query_params.get("lang") or session.live.language
        try:
            return JSONResponse(await session.state(language))
        except Refused as refused:
            return JSONResponse({"findings": told_findings(in_order(refused.findings))}, 404)

    async def picture(request: Request) -> Response:
        plate = request.path_params.get("plate", "")
        if plate and not session.has_plate(plate):
            raise HTTPException(404)
        asked = Asked(request.path_params["key"], _ppi(request), plate)
        tag = f'"{asked.key}-{asked.ppi}-{plate}"'
        if not session.live.has(asked.key):
            raise HTTPException(404)
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={**FOR_EVER, "ETag": tag})
        try:
            png = await session.picture(asked)
        except (KeyError, Outdated):
            raise HTTPException(404) from None
        except Refused as refused:
            return JSONResponse({"findings": told_findings(in_order(refused.findings))}, 404)
        return Response(png, media_type="image/png", headers={**FOR_EVER, "ETag": tag})

    async def build(request: Request) -> Response:
        _authorised(request)
        return Response(status_code=202 if session.build() else 409)

    async def stop(request: Request) -> Response:
        _authorised(request)
        return Response(status_code=202 if session.stop() else 409)

    def _authorised(request: Request) -> None:
        given = request.headers.get(TOKEN, "").encode()
        if not secrets.compare_digest(given, token.encode()):
            raise HTTPException(403)

    return Starlette(
        routes=[
            Route("/", index),
            Route("/favicon.ico", lambda _: Response(status_code=204)),
            Route("/state", state),
            Route("/events", Events(session)),
            Route("/picture/{key}.png", picture),
            Route("/plate/{key}/{plate}.png", picture),
            Route("/build", build, methods=["POST"]),
            Route("/build/stop", stop, methods=["POST"]),
            *(Route(f"/{name}", part) for name in page if name != "page.html"),
        ]
    )


def _ppi(request: Request) -> int:
    given = request.query_params.get("ppi", str(USUAL_PPI))
    if not re.fullmatch(r"[0-9]{2,3}", given) or not LEAST_PPI <= int(given) <= MOST_PPI:
        raise HTTPException(400, f"ppi is a whole number from {LEAST_PPI} to {MOST_PPI}")
    return int(given)


class Events:
    """Server-sent events (WHATWG, HTML, 9.2) of one session, until the listener or the session goes."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            await Response(status_code=405, headers={"Allow": "GET"})(scope, receive, send)
            return
        queue = self._session.listen()
        telling = asyncio.create_task(self._tell(queue, send))
        gone = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait({telling, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._session.leave(queue)
            telling.cancel()
            gone.cancel()
            await asyncio.gather(telling, gone, return_exceptions=True)

    async def _tell(self, queue: asyncio.Queue[tuple[str, dict[str, object]] | None], send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b": here\n\n", "more_body": True})
        while True:
            text = ": still here\n\n"
            try:
                async with asyncio.timeout(ALIVE):
                    event = await queue.get()
                if event is None:
                    break
                text = f"event: {event[0]}\ndata: {json.dumps(event[1], ensure_ascii=False)}\n\n"
            except TimeoutError:
                pass
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
