"""The pages of the site, one module for each kind.

A module has ``pages(words)``, which gives its pages in a language; ``PAGES`` names the modules, ``NAVIGATION`` the
pages that every page links to.
"""

from __future__ import annotations

from collections.abc import Iterator

from tigersim.site.page import Page
from tigersim.site.pages import (
    armies,
    comparison,
    findings,
    glossary,
    home,
    odds,
    readings,
    rules,
    scenarios,
    search,
    start,
    unit_cards,
    unit_list,
    unit_page,
)
from tigersim.site.words import Words

PAGES = (
    home,
    odds,
    unit_list,
    unit_page,
    comparison,
    armies,
    unit_cards,
    start,
    findings,
    scenarios,
    rules,
    readings,
    glossary,
)
"""Modules with pages that the search finds."""
NAVIGATION = (
    "index",
    "odds",
    "units",
    "compare",
    "armies",
    "cards",
    "start",
    "findings",
    "scenarios",
    "rules",
    "readings",
    "glossary",
)
"""Pages at the head of every page, by the names of their files; "site.nav_NAME" is what they are called there."""


def pages_of(words: Words) -> Iterator[Page]:
    """All pages in a language, that of the search last."""
    found: list[Page] = []
    for module in PAGES:
        for page in module.pages(words):
            found.append(page)
            yield page
    yield from search.pages(words, found)
