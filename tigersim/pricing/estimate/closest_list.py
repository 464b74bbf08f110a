"""How near to even the best list could make some armies: prices fitted to them alone, tried on others of the sort.

Errors of estimation are taken off as dice are: fits to two halves of the battles lie apart by four times the squared
error of the fit to all of them.
"""

from __future__ import annotations

from typing import NamedTuple

from tigersim.pricing.estimate.army_check import missed
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.even_prices import Outcomes, even_prices
from tigersim.pricing.estimate.fought import Fought


class Closest(NamedTuple):
    """What a list for such armies alone leaves.

    left: true rates of wins lie so far from those that follow from the list, with 95% interval (root mean square).
    """

    left: float
    low: float
    high: float


def closest_list(learnt: Outcomes, armies: Integers, fought: Fought, begin: Floats, least: float) -> Closest:
    """Prices fitted to battles, tried on other armies of the same sort.

    learnt: battles of independent pairs of armies.  armies: of other pairs, (P, 2, S).
    fought: their battles.  begin, least: as ``even_prices`` has them.

    Raises what ``even_prices`` and ``missed`` raise.
    """
    halves = [Outcomes(learnt.armies[k::2], learnt.won[k::2], learnt.weight[k::2]) for k in range(2)]
    fits = [even_prices(some, begin, least) for some in (learnt, *halves)]
    chances, one, other = (fit.chances(armies) for fit in fits)
    error = float(((one - other) ** 2).mean()) / 4
    left, low, high = (max(value**2 - error, 0.0) ** 0.5 for value in missed(chances, fought))
    return Closest(left, low, high)
