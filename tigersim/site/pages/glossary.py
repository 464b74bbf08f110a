"""The glossary: the words of the game, and those of its numbers."""

from __future__ import annotations

from collections.abc import Iterator

from tigersim.site.page import Page
from tigersim.site.words import Words


def pages(words: Words) -> Iterator[Page]:
    """One page; every word has an anchor."""
    told = words.part("glossary_words")
    named = words.part("glossary_names")
    entries = [(name, named[name], says) for name, says in told.items()]
    yield Page(
        "glossary.html",
        words("glossary.title"),
        words("glossary.about"),
        "glossary.html",
        {"entries": entries, "places": entries},
        scripts=("filter.js",),
        words=("filter",),
    )
