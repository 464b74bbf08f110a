"""What units are worth: battles in, prices with error bars out."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tigersim.pricing.answers import with_answers
    from tigersim.pricing.closing import Close, close_run
    from tigersim.pricing.conditions import Conditions, over_conditions, robust_verdicts, skill_slope
    from tigersim.pricing.cycles import Cycles, cyclic_share
    from tigersim.pricing.data import BattleTable
    from tigersim.pricing.duels import EvenNumber, even_number
    from tigersim.pricing.fair import FairMatch, fair_match
    from tigersim.pricing.holdout import HoldOut, hold_out, leave_units_out
    from tigersim.pricing.indifference import Indifference, even_point, fieller, two_stages
    from tigersim.pricing.job import prices
    from tigersim.pricing.merge import merge_runs
    from tigersim.pricing.mispricing import selected_half_width, selected_level
    from tigersim.pricing.own_unit import OwnPrice, price_unit
    from tigersim.pricing.result import Prices
    from tigersim.pricing.scale import Guards
    from tigersim.pricing.secant import fair_prices
    from tigersim.pricing.settled import Settled, settled_list
    from tigersim.pricing.shrinkage import Shrunk, shrink
    from tigersim.pricing.stopping import always_valid
    from tigersim.pricing.study import PriceStudy, fit_prices
    from tigersim.pricing.synergies import Interactions, interaction_share, pair_synergies
    from tigersim.pricing.traits import class_and_trait_columns
    from tigersim.pricing.wins import Agreement, WinPrices, agreement, fit_wins, prices_by_wins

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
    "Agreement": "tigersim.pricing.wins",
    "BattleTable": "tigersim.pricing.data",
    "Close": "tigersim.pricing.closing",
    "Conditions": "tigersim.pricing.conditions",
    "Cycles": "tigersim.pricing.cycles",
    "FairMatch": "tigersim.pricing.fair",
    "Guards": "tigersim.pricing.scale",
    "HoldOut": "tigersim.pricing.holdout",
    "Indifference": "tigersim.pricing.indifference",
    "Interactions": "tigersim.pricing.synergies",
    "OwnPrice": "tigersim.pricing.own_unit",
    "PriceStudy": "tigersim.pricing.study",
    "Prices": "tigersim.pricing.result",
    "Settled": "tigersim.pricing.settled",
    "Shrunk": "tigersim.pricing.shrinkage",
    "WinPrices": "tigersim.pricing.wins",
    "agreement": "tigersim.pricing.wins",
    "always_valid": "tigersim.pricing.stopping",
    "class_and_trait_columns": "tigersim.pricing.traits",
    "close_run": "tigersim.pricing.closing",
    "cyclic_share": "tigersim.pricing.cycles",
    "EvenNumber": "tigersim.pricing.duels",
    "even_number": "tigersim.pricing.duels",
    "even_point": "tigersim.pricing.indifference",
    "fair_prices": "tigersim.pricing.secant",
    "fair_match": "tigersim.pricing.fair",
    "fieller": "tigersim.pricing.indifference",
    "fit_prices": "tigersim.pricing.study",
    "fit_wins": "tigersim.pricing.wins",
    "hold_out": "tigersim.pricing.holdout",
    "interaction_share": "tigersim.pricing.synergies",
    "leave_units_out": "tigersim.pricing.holdout",
    "over_conditions": "tigersim.pricing.conditions",
    "pair_synergies": "tigersim.pricing.synergies",
    "merge_runs": "tigersim.pricing.merge",
    "price_unit": "tigersim.pricing.own_unit",
    "prices": "tigersim.pricing.job",
    "prices_by_wins": "tigersim.pricing.wins",
    "robust_verdicts": "tigersim.pricing.conditions",
    "selected_half_width": "tigersim.pricing.mispricing",
    "selected_level": "tigersim.pricing.mispricing",
    "settled_list": "tigersim.pricing.settled",
    "shrink": "tigersim.pricing.shrinkage",
    "skill_slope": "tigersim.pricing.conditions",
    "two_stages": "tigersim.pricing.indifference",
    "with_answers": "tigersim.pricing.answers",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'tigersim.pricing' has no attribute '{name}'")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
