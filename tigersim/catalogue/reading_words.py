"""Each open question of the rulebook in words: what is asked, why the default, what every option means.

``data/words/LANGUAGE/readings.toml`` has them; identifiers of switches and options are only for ``--set``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tigersim.catalogue.rulesets import Ruling, rulings
from tigersim.catalogue.words import book
from tigersim.errors import RuleNotFound
from tigersim.given import check_text

READINGS = "readings"
"""The subject of these words."""


@dataclass(frozen=True, slots=True)
class ReadingWords:
    """A ruling in words, of one language."""

    id: str
    """Of the ruling, as AMB-52."""
    question: str
    """What the rulebook leaves open."""
    why: str
    """Why the default was chosen."""
    options: Mapping[str, str]
    """Option -> what it means, the default first."""


def reading_words(ruling: Ruling | str, language: str = "en") -> ReadingWords:
    """A ruling in words: ``reading_words("AMB-52").options["one_die"]``.

    ruling: itself, its AMB number or its switch, in upper or lower case.
    language: one of ``words.languages()``.

    Raises ``RuleNotFound`` with close matches and ``UnknownName`` for a language.
    """
    if not isinstance(ruling, Ruling):
        check_text("ruling", ruling, 'its number or switch, as "AMB-52"')
    identifier = ruling.id if isinstance(ruling, Ruling) else _identifier(ruling)
    said = book(READINGS, language)[identifier]
    return ReadingWords(identifier, said["question"], said["why"], said["options"])


def option_words(switch: str, option: str, language: str = "en") -> str:
    """What an option of a switch means; what this version does not know is named as it is.

    Findings and battles of other versions may hold such options.
    """
    known = {one.switch: one for one in rulings()}
    if switch not in known:
        return f"{switch} = {option}"
    return reading_words(known[switch], language).options.get(option, f"{switch} = {option}")


def _identifier(name: str) -> str:
    known = {one.id: one.id for one in rulings()} | {one.switch: one.id for one in rulings()}
    found = known.get(name) or known.get(name.upper()) or known.get(name.lower())
    if found is None:
        raise RuleNotFound(name, known)
    return found
