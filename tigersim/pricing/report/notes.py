"""Notes below a list or a study without names of columns, switches and traits.

Earlier versions wrote such names into what they kept; they are read as this version writes them.
"""

from __future__ import annotations

import re

from tigersim.catalogue.rulesets import rulings

NO_RANGE = "no range of prices over other conditions, since one condition only was played"
NO_LIST = "no self-consistent price list: "
COSTS = "not tried, because they change what units cost: "
BEFORE = {"range_low, range_high: one condition only was played": NO_RANGE}
"""Note of earlier versions -> what stands in its place."""
COLUMNS = "price, price_low, price_high: "
NAME = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b(?!\.)")
"""A name of a trait or a class; not that of a file."""


def about_costs(switches: list[str]) -> str:
    """The note on rulings that a study of readings has left out: their titles."""
    titles = {one.switch: one.title for one in rulings()}
    return COSTS + "; ".join(titles.get(name, name.replace("_", " ")) for name in switches)


def in_words(note: str) -> str:
    """A note of any version in words; one that is so already stays as it is."""
    if note.startswith(COLUMNS):
        note = NO_LIST + note.removeprefix(COLUMNS)
    elif note.startswith(COSTS) and "_" in note:
        return about_costs(note.removeprefix(COSTS).split(", "))
    return NAME.sub(lambda found: found[0].replace("_", " "), BEFORE.get(note, note))
