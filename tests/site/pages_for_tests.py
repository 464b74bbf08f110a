"""Pages of the site in a folder: take it where a test needs only some, of a few units."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tigersim.site.build import texts
from tigersim.site.page import Page
from tigersim.site.pages import search, unit_page
from tigersim.site.unit_facts import unit_facts
from tigersim.site.words import Words, languages


class FewUnits:
    """Pages of a few units: those of all take some ten seconds."""

    SLUGS = ("tiger-i-germany", "m3-lee-usa", "regulars-france", "bedford-truck-britain", "bt-7-ussr")

    @classmethod
    def pages(cls, words: Words) -> Iterator[Page]:
        """Their pages in a language."""
        return (unit_page.unit_page(one, words) for one in unit_facts() if one.slug in cls.SLUGS)


def written(folder: Path, *modules: Any) -> Path:
    """The pages of some modules in all languages, and the search that finds them."""
    for language in languages():
        words = Words(language)
        pages = [page for module in modules for page in module.pages(words)]
        for page, text in texts(words, [*pages, *search.pages(words, pages)], languages()):
            file = folder / language / page.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return folder
