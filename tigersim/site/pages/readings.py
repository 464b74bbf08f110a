"""The unclear rules: the question, what each reading says, why the default, and what it moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tigersim.catalogue.lists import READINGS, run_folder
from tigersim.catalogue.reading_words import reading_words
from tigersim.catalogue.rulesets import Ruling, rulings
from tigersim.catalogue.units import unit
from tigersim.pricing.report.findings import Findings
from tigersim.site.page import Page
from tigersim.site.words import Words

Moved = Mapping[tuple[Any, Any], Mapping[Any, Any]]
"""Ruling and option -> the row of the study."""


def pages(words: Words) -> Iterator[Page]:
    """One page: every unclear rule has its ID as an anchor."""
    table = Findings.load(run_folder(READINGS)).tables["rulings"]
    moved = {(row["id"], row["option"]): row for row in table.to_dict("records")}
    told = [_told(ruling, words, moved) for ruling in rulings()]
    yield Page(
        "readings.html",
        words("readings.title"),
        words("readings.about"),
        "readings.html",
        {"readings": told, "places": [(one["id"], one["id"], one["question"]) for one in told]},
        scripts=("filter.js",),
        words=("filter",),
    )


def _told(ruling: Ruling, words: Words, moved: Moved) -> dict[str, Any]:
    said = reading_words(ruling.id, words.language)
    return {
        "id": ruling.id,
        "question": said.question,
        "why": said.why,
        "switch": ruling.switch,
        "rules": ruling.touches,
        "options": [
            {
                "option": option,
                "says": said.options[option],
                "default": option == ruling.default,
                "moves": "" if option == ruling.default else _moves(ruling.id, option, words, moved),
            }
            for option in ruling.options
        ],
    }


def _moves(ruling: str, option: str, words: Words, moved: Moved) -> str:
    """What an option moves, as the study of unclear rules has it."""
    if (ruling, option) not in moved:
        return words("readings.not_played")
    row = moved[(ruling, option)]
    if not row["units_moved"]:
        return words("readings.moves_nothing")
    name = words.unit(unit(row["unit"]))
    return words("readings.moves", units=int(row["units_moved"]), unit=name, most=words.signed(row["most"]))
