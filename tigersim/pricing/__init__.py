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
    from tigersim.pricing.estimate.indifference import Indifference, even_point, fieller, two_stages
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

__all__ = [
    "Agreement",
    "BattleTable",
    "Close",
    "Conditions",
    "Cycles",
    "EvenNumber",
    "FairMatch",
    "Guards",
    "HoldOut",
    "Indifference",
    "Interactions",
    "OwnPrice",
    "PriceStudy",
    "Prices",
    "Settled",
    "Shrunk",
    "WinPrices",
    "agreement",
    "always_valid",
    "class_and_trait_columns",
    "close_run",
    "cyclic_share",
    "even_number",
    "even_point",
    "fair_match",
    "fair_prices",
    "fieller",
    "fit_prices",
    "fit_wins",
    "hold_out",
    "interaction_share",
    "leave_units_out",
    "merge_runs",
    "over_conditions",
    "pair_synergies",
    "price_unit",
    "prices",
    "prices_by_wins",
    "robust_verdicts",
    "selected_half_width",
    "selected_level",
    "settled_list",
    "shrink",
    "skill_slope",
    "two_stages",
    "with_answers",
]

_HOME = {
    "Agreement": "tigersim.pricing.estimate.wins",
    "BattleTable": "tigersim.pricing.estimate.data",
    "Close": "tigersim.pricing.play.closing",
    "Conditions": "tigersim.pricing.estimate.conditions",
    "Cycles": "tigersim.pricing.estimate.cycles",
    "FairMatch": "tigersim.pricing.play.fair",
    "Guards": "tigersim.pricing.estimate.scale",
    "HoldOut": "tigersim.pricing.estimate.holdout",
    "Indifference": "tigersim.pricing.estimate.indifference",
    "Interactions": "tigersim.pricing.estimate.synergies",
    "OwnPrice": "tigersim.pricing.play.own_unit",
    "PriceStudy": "tigersim.pricing.play.study",
    "Prices": "tigersim.pricing.report.result",
    "Settled": "tigersim.pricing.report.settled",
    "Shrunk": "tigersim.pricing.estimate.shrinkage",
    "WinPrices": "tigersim.pricing.estimate.wins",
    "agreement": "tigersim.pricing.estimate.wins",
    "always_valid": "tigersim.pricing.estimate.stopping",
    "class_and_trait_columns": "tigersim.pricing.estimate.traits",
    "close_run": "tigersim.pricing.play.closing",
    "cyclic_share": "tigersim.pricing.estimate.cycles",
    "EvenNumber": "tigersim.pricing.play.duels",
    "even_number": "tigersim.pricing.play.duels",
    "even_point": "tigersim.pricing.estimate.indifference",
    "fair_prices": "tigersim.pricing.estimate.secant",
    "fair_match": "tigersim.pricing.play.fair",
    "fieller": "tigersim.pricing.estimate.indifference",
    "fit_prices": "tigersim.pricing.play.study",
    "fit_wins": "tigersim.pricing.estimate.wins",
    "hold_out": "tigersim.pricing.estimate.holdout",
    "interaction_share": "tigersim.pricing.estimate.synergies",
    "leave_units_out": "tigersim.pricing.estimate.holdout",
    "over_conditions": "tigersim.pricing.estimate.conditions",
    "pair_synergies": "tigersim.pricing.estimate.synergies",
    "merge_runs": "tigersim.pricing.play.merge",
    "price_unit": "tigersim.pricing.play.own_unit",
    "prices": "tigersim.pricing.play.job",
    "prices_by_wins": "tigersim.pricing.estimate.wins",
    "robust_verdicts": "tigersim.pricing.estimate.conditions",
    "selected_half_width": "tigersim.pricing.estimate.mispricing",
    "selected_level": "tigersim.pricing.estimate.mispricing",
    "settled_list": "tigersim.pricing.report.settled",
    "shrink": "tigersim.pricing.estimate.shrinkage",
    "skill_slope": "tigersim.pricing.estimate.conditions",
    "two_stages": "tigersim.pricing.estimate.indifference",
    "with_answers": "tigersim.pricing.report.answers",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'tigersim.pricing' has no attribute '{name}'")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
