"""The words of the site, one file for each language: ``words/en.toml``, ``words/ru.toml``.

A new language is a new file with the keys of the English one.  Names of classes, traits and scenarios stand in the
catalogue, in other languages than English in ``catalogue/data/words/LANGUAGE/names.toml``; what is not there stands in
the parts ``classes``, ``traits``, ``scenario_titles`` and ``scenario_abouts`` of its file here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from tigersim.catalogue.classes import classes
from tigersim.catalogue.printed import Unit
from tigersim.catalogue.scenarios import Scenario, scenarios
from tigersim.catalogue.traits import traits
from tigersim.catalogue.units import all_units, parse_army
from tigersim.catalogue.words import book
from tigersim.catalogue.words import languages as sentence_languages
from tigersim.errors import UnknownName
from tigersim.files.documents import toml_of

FOLDER = Path(__file__).resolve().parent / "words"
ENGLISH = "en"
MINUS = "\N{MINUS SIGN}"
RUSSIAN = "ru"
"""The language of the source, in which the catalogue has its names too."""


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Languages of the site, English first."""
    return tuple(sorted((path.stem for path in FOLDER.glob("*.toml")), key=lambda name: (name != ENGLISH, name)))


class Words:
    """The words of one language.  Raises ``UnknownName`` for a language that has no file."""

    def __init__(self, language: str) -> None:
        if language not in languages():
            raise UnknownName(language, languages(), kind="language")
        self.language = language
        given = toml_of(FOLDER / f"{language}.toml")
        named = {part: names | given.get(part, {}) for part, names in _of_catalogue(language).items()}
        self.parts: Mapping[str, Any] = {**given, **named}

    def __call__(self, key: str, /, **given: Any) -> str:
        """The text of a key such as "odds.title", with what is given in the place of ``{name}``.

        Raises ``KeyError`` for a key that the file does not have.
        """
        part, _, name = key.partition(".")
        text: str = self.parts[part][name]
        return text.format(**given) if given else text

    def part(self, name: str) -> dict[str, str]:
        """All texts of a part, for scripts."""
        return dict(self.parts[name])

    def unit(self, unit: Unit) -> str:
        """What a unit is called: in Russian as the source writes it."""
        return unit.source_name if self.language == RUSSIAN and unit.source_name else unit.name

    def army(self, text: str) -> str:
        """An army as text, its units as the language calls them, with a nation where several units share a name.

        In English as it is, so that commands read it.
        """
        if self.language == ENGLISH:
            return text
        members = parse_army(text)
        named = Counter(self.unit(one) for one in all_units())
        counted = []
        for one, group in groupby(members):
            name, count = self.unit(one), len(list(group))
            called = name if named[name] == 1 else f"{name} ({self(f'nations.{one.nation}')})"
            counted.append(f"{count} x {called}" if count > 1 else called)
        return ", ".join(counted)

    def number(self, value: float, digits: int = 0) -> str:
        """A number as the language writes it: "8.1", "8,1"."""
        text = f"{value:.{digits}f}".replace("-", MINUS)
        return text.replace(".", self("site.decimal"))

    def signed(self, value: float, digits: int = 1) -> str:
        """A number with its sign: "+2.4"."""
        text = self.number(value, digits)
        return text if text.startswith(MINUS) else f"+{text}"

    def interval(self, share: float, low: float, high: float) -> str:
        """A share with its interval, in percent: "65% [64, 66]"."""
        return f"{self.number(100 * share)}% [{self.number(100 * low)}, {self.number(100 * high)}]"


def _of_catalogue(language: str) -> dict[str, dict[str, str]]:
    """Names that the catalogue has in a language."""
    if language == ENGLISH:
        named = {name: Scenario.load(name) for name in scenarios()}
        return {
            "scenario_titles": {name: one.title for name, one in named.items()},
            "scenario_abouts": {name: one.about for name, one in named.items()},
            "classes": {one.id: one.name for one in classes().values()},
            "traits": {one.id: one.label for one in traits().values()},
        }
    named = book("names", language) if language in sentence_languages() else {}
    parts = ("classes", "traits", "scenario_titles", "scenario_abouts")
    return {part: dict(named.get(part, {})) for part in parts}
