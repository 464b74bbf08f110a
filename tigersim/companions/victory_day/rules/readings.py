"""The rulings of the game as its rules take them: numbers instead of words."""

from __future__ import annotations

from tigersim.catalogue.companions import Readings
from tigersim.companions.asking import ask_whole
from tigersim.companions.victory_day.rules.drawing import NO_LIMIT

MOST = 1000
"""Of any number that a reading sets."""


def limit(readings: Readings, key: str) -> int:
    """A number of the readings; none = no limit."""
    return NO_LIMIT if readings.number(key) is None else whole(readings, key)


def whole(readings: Readings, key: str) -> int:
    """A number of the readings.  Raises ``InvalidValue`` if it is too large to be counted."""
    value = int(readings[key])
    ask_whole(key, value, 0, MOST)
    return value
