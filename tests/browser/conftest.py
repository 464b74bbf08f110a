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


@dataclass
class Tab:
    """A page in a context of its own, which one test after another may use."""

    page: Page
    options: dict[str, Any]
    seen: Seen = field(default_factory=Seen)

    @classmethod
    def of(cls, browser: Browser, options: dict[str, Any]) -> Tab:
        """A new one that keeps what its page does."""
        tab = cls(browser.new_context(**options).new_page(), options)
        tab.page.set_default_timeout(5_000)
        tab.page.on("request", tab.seen.ask)
        tab.page.on("pageerror", lambda error: tab.seen.complaints.append(str(error)))
        tab.page.on("console", lambda message: tab.seen.complaints.append(message.text))
        tab.page.on("dialog", tab.seen.dismiss)
        return tab

    def clean(self) -> None:
        """As a new one is: nothing is stored, the screen is what the options say, the mouse is in its corner."""
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.goto("about:blank")
        self.page.set_viewport_size(self.options["viewport"])
        self.page.emulate_media(media="null", color_scheme=self.options.get("color_scheme", "light"))
        self.page.mouse.move(0, 0)
        self.seen.requests.clear()
        self.seen.complaints.clear()

    def close(self) -> None:
        self.page.context.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Started once for the tests of this folder.

    Not for longer: while it is open its loop counts as running in this thread, and other tests need that place.
    """
    found = chromium()
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def opened(browser: Browser) -> Opener:
    """Opens a file; where the block ends, it must have asked for nothing and complained of nothing.

    Pages that are open at the same time never share a context.  To start one takes as long as to show most pages, so
    the next test with the same options gets a page that is free again, cleaned; after a failure it gets a new one.
    """
    free: dict[str, list[Tab]] = {}

    @contextmanager
    def opening(file: str, **options: Any) -> Iterator[Page]:
        options = {"viewport": DESKTOP, **options}
        others = free.setdefault(repr(sorted(options.items())), [])
        tab = others.pop() if others else Tab.of(browser, options)
        try:
            tab.page.goto(file)
            yield tab.page
            assert [url for url in tab.seen.requests if not url.startswith(OWN)] == []
            assert tab.seen.complaints == []
            assert tab.page.title() != "broken"  # what the hostile names of the tests would make of it
            tab.clean()
        except BaseException:
            tab.close()
            raise
        others.append(tab)

    return opening
