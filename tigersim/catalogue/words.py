"""Sentences for readers, by language: what each rule says (``data/words/LANGUAGE/rules.toml``).

A language is a folder of ``data/words``, a subject one file in it that gives an identifier its sentence. The sentences
are our own and have the figures of the game in them; tests hold the figures against the rules.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from tigersim.errors import RuleNotFound, UnknownName

WORDS_FOLDER = Path(__file__).resolve().parent / "data" / "words"


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are sentences in, English first: ``en``, ``ru``."""
    found = sorted(path.name for path in WORDS_FOLDER.iterdir() if path.is_dir())
    return tuple(sorted(found, key=lambda language: language != "en"))


@cache
def book(subject: str, language: str = "en") -> dict[str, Any]:
    """All that a file says: of ``rules`` sentences by identifier, of ``readings`` a table each.

    Raises ``UnknownName`` for a language or a subject that is not there.
    """
    if language not in languages():
        raise UnknownName(language, languages(), kind="language")
    files = {path.stem: path for path in sorted((WORDS_FOLDER / language).glob("*.toml"))}
    if subject not in files:
        raise UnknownName(subject, files, kind="subject", where=f"the sentences in {language}")
    return tomllib.loads(files[subject].read_text(encoding="utf-8"))


def sentences(subject: str, language: str = "en") -> dict[str, str]:
    """All sentences of a subject (``rules``) by identifier, in the order of their file.

    Raises what ``book`` raises.
    """
    return book(subject, language)


def rule_words(rule_id: str, language: str = "en") -> str:
    """What a rule says, in a sentence or two: ``rule_words("PT-FIRE-02")``.

    The ID in upper or lower case.  Raises ``RuleNotFound`` with close matches and ``UnknownName`` for a language.
    """
    known = sentences("rules", language)
    found = known.get(rule_id) or known.get(rule_id.upper())
    if found is None:
        raise RuleNotFound(rule_id, known)
    return found
