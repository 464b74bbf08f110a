"""tigersim: what every historical unit of the miniatures game Paper Tigers is really worth.

The public names are loaded on first use, so that exact odds and the catalogue never wait for a compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tigersim.core.compile.signals import uninterrupted
from tigersim.lazy import lazily
from tigersim.registry import offer_drawing
from tigersim.version import __version__ as __version__

if TYPE_CHECKING:
    from tigersim import odds as odds
    from tigersim import rl as rl
    from tigersim import simulate as simulate
    from tigersim.catalogue.army_rules import ArmyRules as ArmyRules
    from tigersim.catalogue.army_rules import Limit as Limit
    from tigersim.catalogue.army_rules import army_rules as army_rules
    from tigersim.catalogue.price_lists import PriceList as PriceList
    from tigersim.catalogue.price_lists import price_lists as price_lists
    from tigersim.catalogue.profile import Profile as Profile
    from tigersim.catalogue.profile import profile as profile
    from tigersim.catalogue.profile.unit_table import units as units
    from tigersim.catalogue.reading_words import reading_words as reading_words
    from tigersim.catalogue.rulesets import RuleSet as RuleSet
    from tigersim.catalogue.scenarios import Scenario as Scenario
    from tigersim.catalogue.scenarios import scenarios as scenarios
    from tigersim.catalogue.traits import traits as traits
    from tigersim.catalogue.units import Unit as Unit
    from tigersim.catalogue.units import unit as unit
    from tigersim.catalogue.words import rule_words as rule_words
    from tigersim.game.action import Action as Action
    from tigersim.game.battle import Battle as Battle
    from tigersim.game.player import Player as Player
    from tigersim.game.tabletop import Table as Table
    from tigersim.game.tabletop import table as table
    from tigersim.game.terms import Terms as Terms
    from tigersim.game.view import View as View
    from tigersim.lab import Design as Design
    from tigersim.lab import battles as battles
    from tigersim.lab import write_battles as write_battles
    from tigersim.lab.ladder import ladder as ladder
    from tigersim.lab.matches import Match as Match
    from tigersim.lab.matches import match as match
    from tigersim.lab.series import Series as Series
    from tigersim.lab.series import series as series
    from tigersim.lab.survival import survival as survival
    from tigersim.pricing import ArmySummary as ArmySummary
    from tigersim.pricing import Built as Built
    from tigersim.pricing import FairMatch as FairMatch
    from tigersim.pricing import Forecast as Forecast
    from tigersim.pricing import OwnPrice as OwnPrice
    from tigersim.pricing import Prices as Prices
    from tigersim.pricing import army as army
    from tigersim.pricing import build as build
    from tigersim.pricing import fair_match as fair_match
    from tigersim.pricing import fit_prices as fit_prices
    from tigersim.pricing import foretell as foretell
    from tigersim.pricing import price_unit as price_unit
    from tigersim.pricing import prices as prices
    from tigersim.pricing.report.compare import compare as compare
    from tigersim.pricing.report.efficiency import efficiency as efficiency
    from tigersim.pricing.report.studies import findings as findings
    from tigersim.pricing.report.worth import Worth as Worth
    from tigersim.pricing.report.worth import worth as worth
    from tigersim.pricing.study.duel_study import how_many as how_many
    from tigersim.pricing.study.exploit_study import exploit as exploit
    from tigersim.pricing.study.luck_shares import luck as luck
    from tigersim.show.report import report as report

# numpy and numba cannot be loaded again after half of it
__all__, __getattr__, __dir__ = lazily(__name__, uninterrupted(import_module))


def _replay() -> Any:
    from tigersim.show.replay import replay

    return replay


def _price_plot() -> Any:
    from tigersim.show.plots import price_plot

    return price_plot


# battles and prices lie below the pages and pictures that show them
offer_drawing("replay", _replay)
offer_drawing("prices", _price_plot)
