"""Words for readers, by language: what each rule says (``data/words/LANGUAGE/rules.toml``), names, labels.

A language is a folder of ``data/words``, a subject one file in it that gives an identifier its sentence. The sentences
are our own and have the figures of the game in them; tests hold the figures against the rules.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tigersim.errors import RuleNotFound, UnknownName
from tigersim.given import check_text

if TYPE_CHECKING:
    from tigersim.catalogue.printed import Unit

ENGLISH = "en"
"""The language of the catalogue: names of classes and traits stand there, those of others in their ``names.toml``."""
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


def rule_words(rule_id: str, language: str = "en") -> str:
    """What a rule says, in a sentence or two: ``rule_words("PT-FIRE-02")``.

    The ID in upper or lower case.  Raises ``RuleNotFound`` with close matches and ``UnknownName`` for a language.
    """
    known: dict[str, str] = book("rules", language)
    check_text("rule_id", rule_id, 'the ID of a rule, as "PT-FIRE-02"')
    found = known.get(rule_id) or known.get(rule_id.upper())
    if found is None:
        raise RuleNotFound(rule_id, known)
    return found


def labels(part: str, language: str = ENGLISH) -> dict[str, str]:
    """What stands next to facts, by their names (a part of ``labels.toml``).  Raises ``UnknownName`` for a language."""
    found: dict[str, str] = book("labels", language)[part]
    return found


def class_name(class_id: str, language: str = ENGLISH) -> str:
    """What a class of units is called.  Raises ``UnknownName`` for a language."""
    from tigersim.catalogue.classes import classes  # rulesets are read without it

    return classes()[class_id].name if language == ENGLISH else str(book("names", language)["classes"][class_id])


def trait_name(trait_id: str, language: str = ENGLISH) -> str:
    """What a trait or a note is called.  Raises ``UnknownName`` for a language."""
    from tigersim.catalogue.traits import traits

    return traits()[trait_id].label if language == ENGLISH else str(book("names", language)["traits"][trait_id])


def other_names(unit: Unit) -> tuple[str, ...]:
    """What a unit is called elsewhere: as the source writes it, and as other languages spell it."""
    found = (unit.source_name, *spellings().get(unit.name, ()))
    return tuple(dict.fromkeys(name for name in found if name and name != unit.name))


@cache
def spellings() -> dict[str, tuple[str, ...]]:
    """How other languages spell names of units: ``"Jagd Tiger"`` -> ``("Ягд Тигр", "Ягдтигр")``."""
    found: dict[str, tuple[str, ...]] = {}
    for language in languages():
        if language != ENGLISH:
            for name, forms in book("names", language).get("spellings", {}).items():
                found[name] = (*found.get(name, ()), *str(forms).split(", "))
    return found


def plural(number: int, forms: str) -> str:
    """A phrase that counts, in the form that its number asks for: ``plural(2, "{} die|{} dice")``.

    forms: between bars, with ``{}`` for the number; two for languages that tell one from many, three for those that
    tell one, few and many as Russian does.
    """
    known = forms.split("|")
    tens, ones = abs(number) % 100, abs(number) % 10
    if len(known) == 2:
        form = int(number != 1)
    else:
        form = 0 if ones == 1 and tens != 11 else 1 if 2 <= ones <= 4 and not 12 <= tens <= 14 else 2
    return known[form].format(number)
