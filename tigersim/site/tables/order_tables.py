"""What a card lets a unit do besides fire and close combat, as tables: units that move and hide alike are one class."""

from __future__ import annotations

from functools import cache
from typing import Any

from tigersim.catalogue.profile import Profile, profile
from tigersim.catalogue.units import Unit
from tigersim.odds.card import card
from tigersim.site.tables.firing_classes import units
from tigersim.site.tables.numbering import Unique
from tigersim.site.tables.shot_tables import DIFFICULTY, WHOLE

ASKED = ("p_move", "expected_inches", "p_find_cover")
"""Columns of the odds of a card; none of them depends on the readings that a visitor may set."""

Curve = tuple[int, ...]


@cache
def order_tables() -> dict[str, Any]:
    """[unit] -> class; [class][colour, red first] -> for each difficulty the numbers of ``ASKED``, parts of a whole."""
    classes: Unique[tuple[Curve, Curve]] = Unique()
    found: dict[Profile, int] = {}
    for one in units():
        own = profile(one)
        if own not in found:
            found[own] = classes.of(_curves(one))
    return {"units": [found[profile(one)] for one in units()], "classes": list(classes)}


def _curves(one: Unit) -> tuple[Curve, Curve]:
    """Numbers on red cards and on black ones."""
    rows = {(row["red"], row["difficulty"]): row for row in card(None, one).by_card().to_dict("records")}

    def curve(red: bool) -> Curve:
        return tuple(round(WHOLE * rows[red, d][name]) for d in DIFFICULTY for name in ASKED)

    return curve(True), curve(False)
