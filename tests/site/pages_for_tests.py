"""Pages of the site in a folder: take it where a test needs only some, of a few units, or the chances of all shots."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tigersim.files.atomic import write_whole
from tigersim.files.locks import locked
from tigersim.site.build import texts
from tigersim.site.page import Page
from tigersim.site.pages import odds, search, unit_page
from tigersim.site.tables.shot_tables import Classified, classified, shot_tables
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


@contextmanager
def chances_of_shots(factory: pytest.TempPathFactory) -> Iterator[Classified]:
    """Within it the page of odds has its chances from the first worker of the session that needed them.

    All shots of all units take some ten seconds, and each worker would ask for them anew.
    """
    base = factory.getbasetemp()
    file = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "chances_of_shots.pickle"
    with locked(file.parent, wait=True):
        if not file.exists():
            made = pickle.dumps((classified(), shot_tables()))
            write_whole(file, lambda passing: passing.write_bytes(made))
    with pytest.MonkeyPatch.context() as patch:
        classes, tables = pickle.loads(file.read_bytes())
        patch.setattr(odds, "shot_tables", lambda: tables)
        yield classes
