"""Who may ask: the page of this very server, on this machine. Every answer says what a browser may do with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST = 2048
"""Characters of a path with its query at most; this page's own have not a hundred."""

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Guard:
    """Refuses what was not asked by the page itself, before anything looks at it.

    Another name in Host is a foreign site that gave its name this machine's address (DNS rebinding): 421. Origin and
    Sec-Fetch-Site tell of requests that another site's page makes (W3C, Fetch Metadata): 403; to come here from a link is
    no such request. A fault behind it is answered with 500 and told to `fault`.
    """

    def __init__(self, app: ASGIApp, port: int, fault: Callable[[Exception], None]) -> None:
        self._app, self._fault = app, fault
        names = ("127.0.0.1", "localhost")
        self._hosts = {f"{name}:{port}" for name in names} | ({*names} if port == 80 else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if (why := self._refused(scope)) is not None:
            await PlainTextResponse(why.phrase, why)(scope, receive, guarded)
            return
        try:
            await self._app(scope, receive, guarded)
        except Exception as fault:
            self._fault(fault)
            if not begun:
                why = HTTPStatus.INTERNAL_SERVER_ERROR
                await PlainTextResponse(why.phrase, why)(scope, receive, guarded)

    def _refused(self, scope: Scope) -> HTTPStatus | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return HTTPStatus.MISDIRECTED_REQUEST
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST:
            return HTTPStatus.REQUEST_URI_TOO_LONG
        if any(origin != f"http://{hosts[0].lower()}" for origin in headers.getlist("origin")):
            return HTTPStatus.FORBIDDEN
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            followed = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
            if not (followed and scope["method"] == "GET" and scope["path"] == "/"):
                return HTTPStatus.FORBIDDEN
        return None
