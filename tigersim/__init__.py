"""tigersim: what every historical unit of the miniatures game Paper Tigers is really worth.

The public names are loaded on first use, so that exact odds and the catalogue never wait for a compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tigersim.core.compile.signals import uninterrupted
from tigersim.registry import offer_drawing
from tigersim.version import __version__

if TYPE_CHECKING:
    from tigersim import odds, rl, simulate
    from tigersim.catalogue.profile import Profile, profile
    from tigersim.catalogue.profile.unit_table import units
    from tigersim.catalogue.rulesets import RuleSet
    from tigersim.catalogue.scenarios import Scenario, scenarios
    from tigersim.catalogue.units import Unit, unit
    from tigersim.game.action import Action
    from tigersim.game.battle import Battle
    from tigersim.game.player import Player
    from tigersim.game.tabletop import Table, table
    from tigersim.game.terms import Terms
    from tigersim.game.view import View
    from tigersim.lab import Design, battles
    from tigersim.lab.matches import Match, match
    from tigersim.lab.series import Series, series
    from tigersim.pricing import FairMatch, OwnPrice, Prices, fair_match, fit_prices, price_unit, prices

__all__ = [
    "Action",
    "Battle",
    "Design",
    "FairMatch",
    "Match",
    "OwnPrice",
    "Player",
    "Prices",
    "Profile",
    "RuleSet",
    "Scenario",
    "Series",
    "Table",
    "Terms",
    "Unit",
    "View",
    "__version__",
    "battles",
    "fair_match",
    "fit_prices",
    "match",
    "odds",
    "price_unit",
    "prices",
    "profile",
    "rl",
    "scenarios",
    "series",
    "simulate",
    "table",
    "unit",
    "units",
]

_HOME = {
    "Action": "tigersim.game.action",
    "Battle": "tigersim.game.battle",
    "Design": "tigersim.lab",
    "FairMatch": "tigersim.pricing",
    "Match": "tigersim.lab.matches",
    "OwnPrice": "tigersim.pricing",
    "Player": "tigersim.game.player",
    "Prices": "tigersim.pricing",
    "Profile": "tigersim.catalogue.profile",
    "RuleSet": "tigersim.catalogue.rulesets",
    "Scenario": "tigersim.catalogue.scenarios",
    "scenarios": "tigersim.catalogue.scenarios",
    "Series": "tigersim.lab.series",
    "series": "tigersim.lab.series",
    "Table": "tigersim.game.tabletop",
    "Terms": "tigersim.game.terms",
    "Unit": "tigersim.catalogue.units",
    "View": "tigersim.game.view",
    "battles": "tigersim.lab",
    "fair_match": "tigersim.pricing",
    "fit_prices": "tigersim.pricing",
    "match": "tigersim.lab.matches",
    "price_unit": "tigersim.pricing",
    "prices": "tigersim.pricing",
    "table": "tigersim.game.tabletop",
    "profile": "tigersim.catalogue.profile",
    "unit": "tigersim.catalogue.units",
    "units": "tigersim.catalogue.profile.unit_table",
}


def __getattr__(name: str) -> Any:
    home = f"tigersim.{name}" if name in ("odds", "rl", "simulate") else _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'tigersim' has no attribute '{name}'")
    module: Any = uninterrupted(import_module)(home)  # numpy and numba cannot be loaded again after half of it
    value = getattr(module, name) if name in _HOME else module
    globals()[name] = value
    return value


def _replay() -> Any:
    from tigersim.show.replay import replay

    return replay


def _price_plot() -> Any:
    from tigersim.show.plots import price_plot

    return price_plot


# battles and prices lie below the pages and pictures that show them
offer_drawing("replay", _replay)
offer_drawing("prices", _price_plot)


def __dir__() -> list[str]:
    return sorted(__all__)
