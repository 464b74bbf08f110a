"""The first page: what the site answers, and where."""

from __future__ import annotations

from collections.abc import Iterator

from tigersim.site.page import Page
from tigersim.site.words import Words


def pages(words: Words) -> Iterator[Page]:
    """The first page."""
    yield Page("index.html", words("home.title"), words("home.about"), "home.html")
