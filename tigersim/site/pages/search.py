"""The page of the search: titles of all pages, and what else has an address."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tigersim.site.page import Page
from tigersim.site.words import Words


def pages(words: Words, found: Sequence[Page]) -> Iterator[Page]:
    """The page that finds ``found`` and the places within them.

    A page with several things to find has them in its context as ``places``: address, name, sentence.
    """
    index = [[page.path, page.title, page.about, page.also] for page in found if page.listed]
    for page in found:
        index += [[f"{page.path}#{anchor}", name, about, ""] for anchor, name, about in page.context.get("places", ())]
    yield Page(
        "search.html",
        words("search.title"),
        words("search.about"),
        "search.html",
        data=index,
        scripts=("search.js",),
        words=("search",),
        listed=False,
    )
