"""How an army does against the field, foretold without a battle.

The field: random armies that spend the same budget, units drawn alike, of the same year and front and under the same
rules.  A budget that sixteen units drawn alike never spend is spent on dearer ones (``random_armies``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from tigersim.catalogue.army_rules import NO_RULES, ArmyRules
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.army_model import ArmyModel
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.play.army_search import Bought, Counts, allowed
from tigersim.pricing.play.foretell import doubt, missed
from tigersim.pricing.play.random_armies import random_armies

FIELD = 256
"""Armies of the field that a forecast is the mean over."""
COPIES = 3
"""Of one unit in an army of the field, at most."""
SEED = 1


class FieldForecast(NamedTuple):
    """What is foretold of battles of an army against the field.

    p_win: chance to win, the mean over the field, a draw counting half.
    low, high: of the middle nine tenths of the field, the chances against each.
    missed: points of a hundred by which forecasts of such pairs missed true rates, root mean square.
    budget: VP of the armies of the field.
    gains: what one more unit changes, of those of the army's nations that its rules allow: columns ``unit``, ``p_win``
    more.
    """

    p_win: float
    low: float
    high: float
    missed: float
    budget: float
    gains: pd.DataFrame

    @property
    def said(self) -> str:
        """The forecast as a sentence."""
        return (
            f"Foretold without a battle: it wins {100 * self.p_win:.0f}% against the field, random armies of "
            f"{self.budget:g} VP, and {100 * self.low:.0f} to {100 * self.high:.0f}% against nine tenths of them; "
            f"{doubt(self.missed, ' of two armies')}."
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, ready for JSON."""
        plain = {name: getattr(self, name) for name in ("p_win", "low", "high", "missed", "budget")}
        return {**plain, "gains": self.gains.to_dict("records")}


def field_rules(rules: ArmyRules | None) -> ArmyRules:
    """The rules of the field: those of the army but for its nations, and no more than three of a unit."""
    given = rules or NO_RULES
    return replace(given, nations=(), copies=min(given.copies or COPIES, COPIES))


def draw_field(
    units: Sequence[Unit], prices: Floats, budget: float, rules: ArmyRules | None, n: int, seed: int = SEED
) -> Counts:
    """``n`` armies of the field, (n, units).

    prices: of the units, VP.

    Raises ``InvalidValue`` for a budget that makes none.
    """
    bought = Bought(prices, budget, allowed(field_rules(rules), units))
    chance = np.random.default_rng([seed, round(10 * budget)])
    try:
        return bought.draw(n, chance)
    except InvalidValue:
        return random_armies(bought, n, chance)


def against_field(model: ArmyModel, army: Counts, field: Counts, budget: float) -> FieldForecast:
    """What the model foretells of an army, counts (units,), against a field."""
    more = np.concatenate([army[None], army[None] + np.eye(len(army), dtype=np.float32)])
    chances = model.each_against(more, field)
    low, high = np.quantile(chances[0], [0.05, 0.95])
    mean = chances.mean(axis=1)
    gains = pd.DataFrame({"unit": model.units, "p_win": mean[1:] - mean[0]})
    gains = gains.sort_values("p_win", ascending=False, ignore_index=True, kind="stable")
    return FieldForecast(float(mean[0]), float(low), float(high), missed(model, chances[0]), budget, gains)
