"""Build an army, see what it costs by both lists, and who wins against another, with the doubt of the forecast.

The forecast is that of ``foretell``: the page has the numbers of its models, one for each list that costs may be
counted by, and adds them up as ``army_model`` does; a test drives both through the same armies.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from tigersim.catalogue.price_lists import PriceList, price_lists
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import all_units
from tigersim.core.enums import MAX_UNITS
from tigersim.pricing.estimate.army_model import FULL, VP
from tigersim.pricing.play.forecast_misses import misses_by_chance
from tigersim.pricing.play.foretell import model_for
from tigersim.site.page import Page
from tigersim.site.words import Words

DIGITS = 5
"""Digits of the numbers of the model on the page."""
BUDGET = 27


def pages(words: Words) -> Iterator[Page]:
    """One page."""
    lists = [PriceList.load(name) for name in price_lists()]
    units = [
        {
            "key": one.key,
            "name": words.unit(one),
            "english": one.name,
            "nation": words(f"nations.{one.nation}"),
            "land": one.nation,
            "class": words(f"classes.{one.type}"),
            "cost": profile(one).cost,
            "points": [by.cost(one) for by in lists],
        }
        for one in all_units()
        if profile(one).cost
    ]
    data = {
        "units": units,
        "lists": [
            {
                "name": name,
                "title": by.title,
                "scale": by.scale,
                "copies": by.army_rules.copies if by.army_rules else None,
                "sizes": by.army_rules.sizes if by.army_rules else None,
            }
            for name, by in zip(price_lists(), lists, strict=True)
        ],
        "most": MAX_UNITS,
        "budget": BUDGET,
        "models": [_numbers(None), *map(_numbers, price_lists())],
    }
    yield Page(
        "armies.html",
        words("armies.title"),
        words("armies.about"),
        "armies.html",
        {"nations": list(dict.fromkeys((one["land"], one["nation"]) for one in units))},
        data=data,
        scripts=("forecast.js", "armies.js"),
        words=("armies",),
    )


@cache
def _numbers(price_list: str | None) -> dict[str, Any] | None:
    """The model of battles by a list in as few letters as its forecasts need; None where none comes along."""
    found = model_for(None if price_list is None else PriceList.load(price_list))
    if found.name is None:
        return None
    weights = {
        name: np.vectorize(lambda x: float(f"{x:.{DIGITS}g}"))(values.astype(float)).tolist()
        for name, values in found.model.weights.items()
    }
    misses = [[one.off, one.missed] for one in misses_by_chance(found.name)]
    return {"units": list(found.model.units), "full": FULL, "vp": VP, "misses": misses, **weights}
