"""The rules of both editions, each in a sentence, by chapter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from tigersim.catalogue.rulebook import RuleEntry, rules
from tigersim.catalogue.rulesets import rulings
from tigersim.catalogue.words import rule_words
from tigersim.site.page import Page
from tigersim.site.words import Words


def pages(words: Words) -> Iterator[Page]:
    """One page: every rule has its ID as an anchor."""
    touching = _touching()
    chapters: list[dict[str, Any]] = [
        {
            "id": f"chapter-{chapter}",
            "title": words(f"chapters.{chapter}"),
            "rules": [_told(entry, words, touching) for entry in found],
        }
        for chapter, found in ((name, list(part)) for name, part in groupby(rules(), key=lambda entry: entry.chapter))
    ]
    places = [(one["id"], one["id"], one["says"]) for chapter in chapters for one in chapter["rules"]]
    yield Page(
        "rules.html",
        words("rules.title"),
        words("rules.about"),
        "rules.html",
        {"chapters": chapters, "places": places},
        scripts=("filter.js",),
        words=("filter",),
    )


def _told(entry: RuleEntry, words: Words, touching: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "id": entry.id,
        "says": rule_words(entry.id, words.language),
        "level": words(f"rules.level_{entry.level}") if entry.level else "",
        "simplified": entry.status != "implemented",
        "readings": touching.get(entry.id, []),
    }


def _touching() -> dict[str, list[str]]:
    """The readings that decide about each rule."""
    found: dict[str, list[str]] = {}
    for ruling in rulings():
        for rule in ruling.touches:
            found.setdefault(rule, []).append(ruling.id)
    return found
