"""What units are worth: battles in, prices with error bars out.

Words.  cost: VP as printed.  theta: VP of margin that one more such unit brings.  worth: what a unit should cost, all
other prices staying as printed; delta: worth minus cost.  price: of the revised list, in which all prices change at
once so that every unit brings what it costs, read off battles at printed costs.  settled: the price of a list that has
been played by and read off until it stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tigersim.lazy import lazily

if TYPE_CHECKING:
    from tigersim.pricing.estimate.conditions import Conditions as Conditions
    from tigersim.pricing.estimate.conditions import over_conditions as over_conditions
    from tigersim.pricing.estimate.conditions import robust_verdicts as robust_verdicts
    from tigersim.pricing.estimate.cycles import Cycles as Cycles
    from tigersim.pricing.estimate.cycles import cyclic_share as cyclic_share
    from tigersim.pricing.estimate.data import BattleTable as BattleTable
    from tigersim.pricing.estimate.holdout import HoldOut as HoldOut
    from tigersim.pricing.estimate.holdout import hold_out as hold_out
    from tigersim.pricing.estimate.holdout import leave_units_out as leave_units_out
    from tigersim.pricing.estimate.indifference import Indifference as Indifference
    from tigersim.pricing.estimate.indifference import even_point as even_point
    from tigersim.pricing.estimate.indifference import two_stages as two_stages
    from tigersim.pricing.estimate.mispricing import selected_half_width as selected_half_width
    from tigersim.pricing.estimate.mispricing import selected_level as selected_level
    from tigersim.pricing.estimate.scale import Guards as Guards
    from tigersim.pricing.estimate.secant import fair_prices as fair_prices
    from tigersim.pricing.estimate.shrinkage import Shrunk as Shrunk
    from tigersim.pricing.estimate.shrinkage import shrink as shrink
    from tigersim.pricing.estimate.stopping import always_valid as always_valid
    from tigersim.pricing.estimate.synergies import Interactions as Interactions
    from tigersim.pricing.estimate.synergies import interaction_share as interaction_share
    from tigersim.pricing.estimate.synergies import pair_synergies as pair_synergies
    from tigersim.pricing.estimate.traits_from_prices import class_and_trait_columns as class_and_trait_columns
    from tigersim.pricing.estimate.wins import Agreement as Agreement
    from tigersim.pricing.estimate.wins import WinPrices as WinPrices
    from tigersim.pricing.estimate.wins import agreement as agreement
    from tigersim.pricing.estimate.wins import fit_wins as fit_wins
    from tigersim.pricing.estimate.wins import prices_by_wins as prices_by_wins
    from tigersim.pricing.play.army_summary import ArmySummary as ArmySummary
    from tigersim.pricing.play.army_summary import army as army
    from tigersim.pricing.play.build import Built as Built
    from tigersim.pricing.play.build import build as build
    from tigersim.pricing.play.closing import Close as Close
    from tigersim.pricing.play.closing import close_run as close_run
    from tigersim.pricing.play.duels import EvenNumber as EvenNumber
    from tigersim.pricing.play.duels import even_number as even_number
    from tigersim.pricing.play.fair import FairMatch as FairMatch
    from tigersim.pricing.play.fair import fair_match as fair_match
    from tigersim.pricing.play.foretell import Forecast as Forecast
    from tigersim.pricing.play.foretell import foretell as foretell
    from tigersim.pricing.play.job import prices as prices
    from tigersim.pricing.play.merge import merge_runs as merge_runs
    from tigersim.pricing.play.own_unit import OwnPrice as OwnPrice
    from tigersim.pricing.play.own_unit import price_unit as price_unit
    from tigersim.pricing.play.study import PriceStudy as PriceStudy
    from tigersim.pricing.play.study import fit_prices as fit_prices
    from tigersim.pricing.report.answers import with_answers as with_answers
    from tigersim.pricing.report.result import Prices as Prices
    from tigersim.pricing.report.settled import Settled as Settled
    from tigersim.pricing.report.settled import settled_list as settled_list
    from tigersim.statistics.fieller import fieller as fieller

__all__, __getattr__, __dir__ = lazily(__name__)
