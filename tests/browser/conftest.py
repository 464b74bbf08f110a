"""A real browser for the pages, and pages that may load nothing but themselves and must not complain."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Page, Request, sync_playwright

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
NEEDED = "TIGERSIM_NEEDS_BROWSER"
"""Environment variable: with it a missing browser is a failure."""
DESKTOP = {"width": 1280, "height": 900}
OWN = ("blob:", "about:srcdoc", "data:image/svg+xml;base64,")
"""How addresses begin that hold what stands in the page itself: a download, a frame, a figure."""

Opener = Callable[..., AbstractContextManager[Page]]
"""Called with the address of a file and options of the browser, as ``color_scheme="dark"``."""


@dataclass
class Seen:
    """What a page did besides showing itself."""

    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def ask(self, request: Request) -> None:
        """Keep what a page asks for; files that a visitor goes to are no such thing."""
        if not (request.is_navigation_request() and request.url.startswith("file:")):
            self.requests.append(request.url)

    def dismiss(self, dialog: Dialog) -> None:
        """No page of ours ever asks anything."""
        self.complaints.append(f"{dialog.type}: {dialog.message}")
        dialog.dismiss()


def chromium() -> str:
    """Where the browser is; without one the test is skipped, or fails where ``NEEDED`` is set, as in the gate."""
    found = shutil.which("chromium")
    if found is not None:
        return found
    why = "there is no browser for the tests of pages: install Debian's package chromium"
    if os.environ.get(NEEDED):
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Started once for a module; each page has a context of its own.

    Not for longer: while it is open its loop counts as running in this thread, and notebooks need that place.
    """
    found = chromium()
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def opened(browser: Browser) -> Opener:
    """Opens a file; where the block ends, it must have asked for nothing and complained of nothing."""

    @contextmanager
    def opening(file: str, **options: Any) -> Iterator[Page]:
        context = browser.new_context(**{"viewport": DESKTOP, **options})
        page, seen = context.new_page(), Seen()
        page.set_default_timeout(5_000)
        page.on("request", seen.ask)
        page.on("pageerror", lambda error: seen.complaints.append(str(error)))
        page.on("console", lambda message: seen.complaints.append(message.text))
        page.on("dialog", seen.dismiss)
        page.goto(file)
        try:
            yield page
            assert [url for url in seen.requests if not url.startswith(OWN)] == []
            assert seen.complaints == []
            assert page.title() != "broken"  # what the hostile names of the tests would make of it
        finally:
            context.close()

    return opening
