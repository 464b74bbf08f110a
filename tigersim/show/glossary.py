"""The words of pages in plain English: titles, what a study tells, and meanings that a reader can ask for."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from tigersim.show.pages import TEMPLATES

OTHER = "other"
"""What tells of a kind of study that has no title of its own."""


@dataclass(frozen=True)
class Word:
    """A word and what it means."""

    word: str
    meaning: str
    forms: tuple[str, ...] = ()
    """Other ways to write it."""

    @property
    def id(self) -> str:
        """How the page calls it."""
        return "word-" + re.sub(r"[^a-z0-9]+", "-", self.word.lower())


@dataclass
class Linker:
    """Makes a button of the first of each word in a place; remembers which words a page needs."""

    used: dict[str, Word] = field(default_factory=dict)
    _seen: set[tuple[str, str]] = field(default_factory=set)

    def __call__(self, text: str, place: str) -> Markup:
        """The text, escaped, its words as buttons that show what they mean; ``place``: the part of the page."""
        parts: list[Markup | str] = []
        end = 0
        for match in _pattern().finditer(text):
            word = _by_form()[match[0]]
            if (place, word.id) in self._seen:
                continue
            self._seen.add((place, word.id))
            self.used[word.id] = word
            button = Markup('<button type="button" class="word" popovertarget="{}">{}</button>')
            parts += [escape(text[end : match.start()]), button.format(word.id, match[0])]
            end = match.end()
        return Markup("").join([*parts, escape(text[end:])])


def game() -> str:
    """What Paper Tigers is, and what VP are."""
    return str(_book()["page"]["game"])


def title_of(kind: str) -> str:
    """The title of a page of results of this kind, as it goes on after "Paper Tigers:"."""
    return str(_study(kind)["title"])


def about(kind: str) -> str:
    """What results of this kind tell, in a sentence."""
    return str(_study(kind)["about"])


def words() -> tuple[Word, ...]:
    """The words that can be asked for."""
    return tuple(_word(row) for row in _book()["words"])


def columns() -> tuple[Word, ...]:
    """What the columns of price lists say."""
    return tuple(_word(row) for row in _book()["columns"])


def _word(row: dict[str, Any]) -> Word:
    return Word(row["word"], row["meaning"], tuple(row.get("forms", ())))


def _study(kind: str) -> dict[str, str]:
    studies: dict[str, dict[str, str]] = _book()["studies"]
    return studies.get(kind, studies[OTHER])


@lru_cache(maxsize=1)
def _by_form() -> dict[str, Word]:
    return {form: word for word in words() for form in (word.word, *word.forms)}


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    forms = sorted(_by_form(), key=len, reverse=True)
    return re.compile(rf"(?<![\w%:-])(?:{'|'.join(map(re.escape, forms))})(?![\w-])")


@lru_cache(maxsize=1)
def _book() -> dict[str, Any]:
    return tomllib.loads((TEMPLATES / "glossary.toml").read_text(encoding="utf-8"))
