"""tigersim: what every historical unit of the miniatures game Paper Tigers is really worth.

The public names are loaded on first use, so that exact odds and the catalogue never wait for a compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tigersim.version import __version__

if TYPE_CHECKING:
    from tigersim import odds, simulate
    from tigersim.battle import Battle
    from tigersim.catalogue.profile import Profile, profile
    from tigersim.catalogue.rulesets import RuleSet
    from tigersim.catalogue.units import Unit, unit, units
    from tigersim.lab import battles
    from tigersim.pricing import Prices, fit_prices, prices
    from tigersim.tabletop import Table, table

__all__ = [
    "Battle",
    "Prices",
    "Profile",
    "RuleSet",
    "Table",
    "Unit",
    "__version__",
    "battles",
    "fit_prices",
    "odds",
    "prices",
    "profile",
    "simulate",
    "table",
    "unit",
    "units",
]

_HOME = {
    "Battle": "tigersim.battle",
    "Prices": "tigersim.pricing",
    "Profile": "tigersim.catalogue.profile",
    "RuleSet": "tigersim.catalogue.rulesets",
    "Table": "tigersim.tabletop",
    "Unit": "tigersim.catalogue.units",
    "battles": "tigersim.lab",
    "fit_prices": "tigersim.pricing",
    "prices": "tigersim.pricing",
    "table": "tigersim.tabletop",
    "profile": "tigersim.catalogue.profile",
    "unit": "tigersim.catalogue.units",
    "units": "tigersim.catalogue.units",
}


def __getattr__(name: str) -> Any:
    if name in ("odds", "simulate"):
        value: Any = import_module(f"tigersim.{name}")
    elif name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
    else:
        raise AttributeError(f"module 'tigersim' has no attribute '{name}'")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
