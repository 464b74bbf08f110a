"""What units are worth: battles in, prices with error bars out."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tigersim.pricing.data import BattleTable
    from tigersim.pricing.job import prices
    from tigersim.pricing.merge import merge_runs
    from tigersim.pricing.result import Prices
    from tigersim.pricing.scale import Guards
    from tigersim.pricing.study import PriceStudy, fit_prices

__all__ = ["BattleTable", "Guards", "PriceStudy", "Prices", "fit_prices", "merge_runs", "prices"]

_HOME = {
    "BattleTable": "tigersim.pricing.data",
    "Guards": "tigersim.pricing.scale",
    "PriceStudy": "tigersim.pricing.study",
    "Prices": "tigersim.pricing.result",
    "fit_prices": "tigersim.pricing.study",
    "merge_runs": "tigersim.pricing.merge",
    "prices": "tigersim.pricing.job",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'tigersim.pricing' has no attribute '{name}'")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
