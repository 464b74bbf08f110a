"""What units are worth: battles in, prices with error bars out.

Words.  cost: VP as printed.  theta: VP of margin that one more such unit brings.  worth: what a unit should cost, all
other prices staying as printed; delta: worth minus cost.  price: of the revised list, in which all prices change at
once so that every unit brings what it costs, read off battles at printed costs.  settled: the price of a list that has
been played by and read off until it stays.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tigersim.pricing.estimate.conditions import Conditions, over_conditions, robust_verdicts, skill_slope
    from tigersim.pricing.estimate.cycles import Cycles, cyclic_share
    from tigersim.pricing.estimate.data import BattleTable
    from tigersim.pricing.estimate.holdout import HoldOut, hold_out, leave_units_out
    from tigersim.pricing.estimate.indifference import Indifference, even_point, two_stages
    from tigersim.pricing.estimate.mispricing import selected_half_width, selected_level
    from tigersim.pricing.estimate.scale import Guards
    from tigersim.pricing.estimate.secant import fair_prices
    from tigersim.pricing.estimate.shrinkage import Shrunk, shrink
    from tigersim.pricing.estimate.stopping import always_valid
    from tigersim.pricing.estimate.synergies import Interactions, interaction_share, pair_synergies
    from tigersim.pricing.estimate.traits import class_and_trait_columns
    from tigersim.pricing.estimate.wins import Agreement, WinPrices, agreement, fit_wins, prices_by_wins
    from tigersim.pricing.play.closing import Close, close_run
    from tigersim.pricing.play.duels import EvenNumber, even_number
    from tigersim.pricing.play.fair import FairMatch, fair_match
    from tigersim.pricing.play.job import prices
    from tigersim.pricing.play.merge import merge_runs
    from tigersim.pricing.play.own_unit import OwnPrice, price_unit
    from tigersim.pricing.play.study import PriceStudy, fit_prices
    from tigersim.pricing.report.answers import with_answers
    from tigersim.pricing.report.result import Prices
    from tigersim.pricing.report.settled import Settled, settled_list
    from tigersim.statistics.fieller import fieller

__all__ = [
    "Agreement", "BattleTable", "Close", "Conditions", "Cycles", "EvenNumber", "FairMatch", "Guards", "HoldOut",
    "Indifference", "Interactions", "OwnPrice", "PriceStudy", "Prices", "Settled", "Shrunk", "WinPrices", "agreement",
    "always_valid", "class_and_trait_columns", "close_run", "cyclic_share", "even_number", "even_point", "fair_match",
    "fair_prices", "fieller", "fit_prices", "fit_wins", "hold_out", "interaction_share", "leave_units_out",
    "merge_runs", "over_conditions", "pair_synergies", "price_unit", "prices", "prices_by_wins", "robust_verdicts",
    "selected_half_width", "selected_level", "settled_list", "shrink", "skill_slope", "two_stages", "with_answers"
]  # fmt: skip

_NAMES = {
    "tigersim.pricing.estimate.conditions": "Conditions over_conditions robust_verdicts skill_slope",
    "tigersim.pricing.estimate.cycles": "Cycles cyclic_share",
    "tigersim.pricing.estimate.data": "BattleTable",
    "tigersim.pricing.estimate.holdout": "HoldOut hold_out leave_units_out",
    "tigersim.pricing.estimate.indifference": "Indifference even_point two_stages",
    "tigersim.pricing.estimate.mispricing": "selected_half_width selected_level",
    "tigersim.pricing.estimate.scale": "Guards",
    "tigersim.pricing.estimate.secant": "fair_prices",
    "tigersim.pricing.estimate.shrinkage": "Shrunk shrink",
    "tigersim.pricing.estimate.stopping": "always_valid",
    "tigersim.pricing.estimate.synergies": "Interactions interaction_share pair_synergies",
    "tigersim.pricing.estimate.traits": "class_and_trait_columns",
    "tigersim.pricing.estimate.wins": "Agreement WinPrices agreement fit_wins prices_by_wins",
    "tigersim.pricing.play.closing": "Close close_run",
    "tigersim.pricing.play.duels": "EvenNumber even_number",
    "tigersim.pricing.play.fair": "FairMatch fair_match",
    "tigersim.pricing.play.job": "prices",
    "tigersim.pricing.play.merge": "merge_runs",
    "tigersim.pricing.play.own_unit": "OwnPrice price_unit",
    "tigersim.pricing.play.study": "PriceStudy fit_prices",
    "tigersim.pricing.report.answers": "with_answers",
    "tigersim.pricing.report.result": "Prices",
    "tigersim.pricing.report.settled": "Settled settled_list",
    "tigersim.statistics.fieller": "fieller",
}
"""Module -> public names that are loaded from it on first use."""
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'tigersim.pricing' has no attribute '{name}'")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
