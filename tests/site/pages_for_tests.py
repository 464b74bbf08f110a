"""Pages of the site for tests: only those that a test asks for are made."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from tigersim.site.build import texts
from tigersim.site.pages import search
from tigersim.site.words import Words, languages


def written(folder: Path, *modules: ModuleType) -> Path:
    """The pages of some modules in all languages, and the search that finds them."""
    for language in languages():
        words = Words(language)
        pages = [page for module in modules for page in module.pages(words)]
        for page, text in texts(words, [*pages, *search.pages(words, pages)], languages()):
            file = folder / language / page.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return folder
