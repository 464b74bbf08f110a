"""Paper Tigers in five minutes: how a battle goes, with the rules behind every step."""

from __future__ import annotations

from collections.abc import Iterator

from tigersim.catalogue.words import rule_words
from tigersim.site.page import Page
from tigersim.site.words import Words

STEPS = {
    "cards": ("PT-CARD-01", "PT-CARD-04"),
    "turn": ("PT-TURN-02", "PT-TURN-07", "PT-TURN-08", "PT-TURN-09"),
    "orders": ("PT-CARD-06", "PT-CARD-07"),
    "move": ("PT-MOVE-01", "PT-MOVE-02"),
    "fire": ("PT-FIRE-06", "PT-FIRE-07", "PT-FIRE-02"),
    "armor": ("PT-ARMOR-01", "PT-ARMOR-02", "PT-COVER-01"),
    "hits": ("PT-HIT-01", "PT-HIT-02", "PT-RECOVER-04"),
    "assault": ("PT-MELEE-02", "PT-MELEE-04", "PT-MELEE-05"),
    "follow": ("PT-FOLLOW-01", "PT-FOLLOW-05"),
    "victory": ("PT-VP-01", "PT-VP-02", "PT-VP-03", "PT-VP-05", "PT-VP-13", "PT-VP-14"),
}
"""What is told, in its order -> the rules that it rests on; the words are "start.NAME" and "start.NAME_says"."""


def pages(words: Words) -> Iterator[Page]:
    """One page."""
    steps = [
        {
            "title": words(f"start.{name}"),
            "says": words(f"start.{name}_says"),
            "rules": [(rule, rule_words(rule, words.language)) for rule in rules],
        }
        for name, rules in STEPS.items()
    ]
    yield Page("start.html", words("start.title"), words("start.about"), "start.html", {"steps": steps})
