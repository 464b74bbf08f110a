"""The words of the site: the same keys and the same blanks in every language."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from tigersim.catalogue.classes import CLASS_IDS
from tigersim.catalogue.printed import NATIONS
from tigersim.catalogue.traits import traits
from tigersim.site.words import ENGLISH, Words, languages

OTHERS = [one for one in languages() if one != ENGLISH]
ENGLISH_WORDS = Words(ENGLISH).parts


def blanks(text: str) -> set[str]:
    """The names of what a page puts into a text; plurals have their number several times."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_keys_of_english(language: str) -> None:
    parts = Words(language).parts
    assert set(parts) == set(ENGLISH_WORDS)
    assert {part: set(words) for part, words in parts.items()} == {p: set(words) for p, words in ENGLISH_WORDS.items()}


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_has_the_blanks_of_the_english_one(language: str) -> None:
    parts = Words(language).parts
    for part, words in ENGLISH_WORDS.items():
        for key, text in words.items():
            assert blanks(parts[part][key]) == blanks(text), f"{part}.{key}"


@pytest.mark.parametrize("language", languages())
def test_every_class_trait_and_nation_has_a_name(language: str) -> None:
    words = Words(language)
    named = [words(f"classes.{one}") for one in CLASS_IDS]
    named += [words(f"traits.{one}") for one in traits()]
    named += [words(f"nations.{one}") for one in NATIONS]
    assert all(text.strip() == text and "_" not in text and text for text in named)


def test_russian_is_written_in_russian() -> None:
    words = Words("ru").parts
    texts = [
        text for part in ("units", "unit", "compare", "cards", "classes", "traits") for text in words[part].values()
    ]
    bare = [re.sub(r"\{\w*\}", "", text) for text in texts]
    assert [text for text in bare if re.search(r"[A-Za-z]{2,}", text) and not re.search(r"[а-яё]", text)] == []
