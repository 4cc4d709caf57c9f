"""A real browser: Debian's Chromium, driven by Playwright. Every page that a test opens is held to a silent console and to
no failed request.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from tests.browser.server import Server
from tests.tiny import tiny_project

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GIVEN_UP = "net::ERR_ABORTED"
"""How Chromium calls a request that the page itself has no use for any more."""


def _missing(what: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"{what} is not installed on this CI machine")
    pytest.skip(f"{what} is not installed here")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all these tests. It ends with them: its event loop is in the way of others."""
    try:
        from playwright.sync_api import expect, sync_playwright
    except ImportError:
        _missing("playwright")
    program = shutil.which("chromium")
    if program is None:
        _missing("chromium")
    expect.set_options(timeout=30_000)  # the machine may be busy
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


class Looking:
    """Opens pages; what any of them complained of stands in `complaints`. A test that takes the server away says what it
    `expects` to be complained of.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.complaints: list[str] = []
        self.expects: tuple[str, ...] = ()

    def at(self, url: str, width: int = 1440, height: int = 900, **more: object) -> Page:
        """The live page, once its faces stand there, in a browser that has not been there before."""
        page = self.page(url, width, height, **more)
        page.wait_for_selector("html[data-version]")
        page.wait_for_selector(".face img, #general .finding", state="attached")
        return page

    def page(self, url: str, width: int = 1440, height: int = 900, **more: object) -> Page:
        """Any page, also a file, in a browser that has not been there before."""
        context = self.browser.new_context(viewport={"width": width, "height": height}, **more)  # type: ignore[arg-type]
        context.set_default_timeout(30_000)
        page = context.new_page()
        page.on("console", lambda m: self._note(f"{m.type}: {m.text}") if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: self._note(f"uncaught: {e}"))
        page.on("requestfailed", lambda r: self._note(f"{r.url}: {r.failure}") if r.failure != GIVEN_UP else None)
        page.on("response", lambda r: self._note(f"{r.url}: {r.status}") if r.status >= 400 else None)
        page.goto(url)
        return page

    def _note(self, text: str) -> None:
        if not any(words in text for words in self.expects):
            self.complaints.append(text)


@pytest.fixture
def looking(browser: Browser) -> Iterator[Looking]:
    """Opens pages, and holds at the test's end that none complained of anything."""
    looking = Looking(browser)
    yield looking
    for context in browser.contexts:
        context.close()
    assert looking.complaints == []


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    """Starts servers, and ends them with the test."""
    running: list[Server] = []

    def start(folder: Path, game: str, port: int = 0) -> Server:
        running.append(Server(folder, game, port))
        return running[-1]

    yield start
    for server in running:
        server.stop()


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """The folder of the small good project."""
    return tiny_project(tmp_path / "tiny").root
