"""Pairs of armies of equal price, drawn at random: the matches that a fair list makes even."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tigersim.core.enums import MAX_UNITS, NOBODY
from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Floats

DRAWN = 400
"""Armies drawn for the second side; the one nearest in price to the first fights."""
EQUAL = 0.25
"""VP; pairs farther apart than this are drawn anew."""
TRIES = 100


def equal_pairs(prices: Floats, pairs: int, sizes: tuple[int, int], seed: int) -> npt.NDArray[np.int64]:
    """Armies of equal price for both sides, (pairs, 2, MAX_UNITS) unit numbers, -1 = empty.

    prices: of the units, (U,), VP.
    pairs: how many.
    sizes: fewest and most units; every unit is equally likely.
    seed: from which all chance follows.

    The second army is the nearest of 400 to the price of the first.  Raises ``InvalidValue`` for numbers out of range,
    and where no two armies are equal.
    """
    if pairs < 1:
        raise InvalidValue("pairs of armies", pairs, "1 or more")
    if not 1 <= sizes[0] <= sizes[1] <= MAX_UNITS:
        raise InvalidValue("sizes", sizes, f"fewest and most units a side, within 1 to {MAX_UNITS}")
    rng = np.random.default_rng([seed, 0x45])
    found = np.empty((pairs, 2, MAX_UNITS), dtype=np.int64)
    for pair in found:
        pair[:] = _pair(rng, prices, sizes)
    return found


def _pair(rng: np.random.Generator, prices: Floats, sizes: tuple[int, int]) -> npt.NDArray[np.int64]:
    for _ in range(TRIES):
        drawn = _armies(rng, len(prices), DRAWN + 1, sizes)
        price = army_prices(drawn, prices)
        away = np.abs(price[1:] - price[0])
        if away.min() <= EQUAL:
            return drawn[[0, 1 + int(away.argmin())]]
    raise InvalidValue("prices", "no two random armies within a quarter of a VP", "prices nearer to each other")


def _armies(rng: np.random.Generator, units: int, n: int, sizes: tuple[int, int]) -> npt.NDArray[np.int64]:
    size = rng.integers(sizes[0], sizes[1] + 1, n)
    armies = rng.integers(0, units, (n, MAX_UNITS))
    armies[np.arange(MAX_UNITS) >= size[:, None]] = NOBODY
    return armies


def army_prices(armies: npt.NDArray[np.int64], prices: Floats) -> Floats:
    """Price of each army, VP: the last axis of ``armies`` is that of the slots."""
    return np.asarray(np.append(prices, 0.0)[armies].sum(axis=-1))
