"""How far forecasts of the models that come along miss true rates, as battles have shown.

The figures stand in ``catalogue/data/forecast_misses.json``; ``python -m tests.verification.quick_builds --write``
measures and writes them.  A forecast near an even match misses by more than a sure one, so they go by the chance.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tigersim.files.documents import json_of

MEASURED = Path(__file__).resolve().parents[2] / "catalogue" / "data" / "forecast_misses.json"
PRINTED = ""
"""The name of the model of battles by the printed costs; another model has that of its list."""


class Misses(NamedTuple):
    """Pairs of armies whose forecasts lie up to so far from an even match, beyond those of the row before.

    off: points of a hundred from 50, at most.  pairs: that fought.  missed: points, root mean square, with its 95%
    interval.
    """

    off: float
    pairs: int
    missed: float
    low: float
    high: float


class BuiltAtOnce(NamedTuple):
    """Armies that were built without a battle and then met the field.

    armies: how many.  high: points by which they had been foretold too much, on average.  missed: root mean square.
    """

    armies: int
    high: float
    missed: float


def lists_with_model() -> tuple[str, ...]:
    """Lists to play by whose battles a model knows."""
    return tuple(name for name in _measured()["lists"] if name != PRINTED)


@lru_cache(maxsize=8)
def misses_by_chance(name: str = PRINTED) -> tuple[Misses, ...]:
    """How far the forecasts of a model miss, the evenest first.

    name: of the model's list.
    """
    return tuple(Misses(**row) for row in _measured()["lists"][name]["by_chance"])


def expected_miss(name: str, chances: npt.ArrayLike) -> float:
    """Points by which forecasts of these chances to win are to be expected to miss, root mean square.

    name: of the model's list.
    """
    rows = misses_by_chance(name)
    off = 100 * np.abs(np.atleast_1d(np.asarray(chances, dtype=np.float64)) - 0.5)
    row = np.searchsorted([one.off for one in rows[:-1]], off)
    return float(np.sqrt(np.mean(np.square([one.missed for one in rows])[row])))


def usual_miss(name: str = PRINTED) -> float:
    """Points by which the forecasts of a model miss, all pairs that were tried together, root mean square."""
    rows = misses_by_chance(name)
    weights = [one.pairs for one in rows]
    return float(np.average(np.square([one.missed for one in rows]), weights=weights) ** 0.5)


def built_at_once(name: str = PRINTED) -> BuiltAtOnce:
    """How armies did that a model had built without a battle.

    name: of the model's list.
    """
    return BuiltAtOnce(**_measured()["lists"][name]["built_at_once"])


@lru_cache(maxsize=1)
def _measured() -> Any:
    return json_of(MEASURED)
