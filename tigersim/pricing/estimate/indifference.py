"""How many X equal Y, with an interval that may honestly be unbounded.

Duels of k X against a fixed force are won with logit P = a + b k; the even point is -a / b, its interval Fieller's.
Where the slope is not clearly there this is everything outside an interval, or everything; that is said, not hidden.
Two stages: a few duels at every k, then the rest next to the first root, where a duel tells most.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tigersim.errors import IdentifiabilityError, InvalidValue
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.statistics.fieller import Root, fieller
from tigersim.statistics.logit import NoFit, fit_logit

REACH = 1.0
"""The second stage plays within this many logits of the first root."""


class NoEvenPoint(IdentifiabilityError):
    """The duels cannot be fitted: one side always wins, or wins are told by k without exception."""


@dataclass(frozen=True)
class Indifference:
    """How many X make a battle even.

    root: the number of X, with its interval.
    a, b: logits at no X, and per X; cov: their covariance, (2, 2).
    games: duels behind it.
    """

    root: Root
    a: float
    b: float
    cov: Floats
    games: int


def even_point(k: npt.ArrayLike, wins: npt.ArrayLike, games: npt.ArrayLike, level: float = 0.95) -> Indifference:
    """The even number of X from duels of k X against one force.

    k: numbers of X, (n,).
    wins, games: of each k, (n,); a draw is half a win.
    level: of the interval.

    Raises ``InvalidValue`` for shapes and counts that do not fit, ``NoEvenPoint`` where nothing can be fitted.
    """
    x, won, played = (np.asarray(values, dtype=np.float64) for values in (k, wins, games))
    if not x.shape == won.shape == played.shape or x.ndim != 1:
        raise InvalidValue("k, wins and games", f"shapes {x.shape}, {won.shape}, {played.shape}", "one shape, (n,)")
    if (played < 0).any() or (won < 0).any() or (won > played).any():
        raise InvalidValue("wins", "more than games, or below 0", "0 to the number of games")
    x, won, played = (values[played > 0] for values in (x, won, played))
    if len(np.unique(x)) < 2:
        raise NoEvenPoint("duels with one number of X only have no slope; play at least two numbers")
    try:
        coef, information = fit_logit(np.column_stack([np.ones(len(x)), x]), won, played)
    except NoFit:
        raise NoEvenPoint("one side always wins, or wins from some number of X on; play numbers of X between") from None
    cov = np.asarray(np.linalg.inv(information), dtype=np.float64)
    root = fieller(coef[0], coef[1], cov, level)
    return Indifference(root, float(coef[0]), float(coef[1]), cov, int(played.sum()))


def second_stage(first: Indifference, counts: Integers, games: int) -> Integers:
    """How many of ``games`` duels to play at each of ``counts``: near the root."""
    away = np.abs(first.a + first.b * counts)
    near = away <= max(REACH, float(np.sort(away)[1]))
    share = np.zeros(len(counts), dtype=np.int64)
    share[near] = games // near.sum()
    share[np.flatnonzero(near)[: games - share.sum()]] += 1
    return share


def two_stages(
    play: Callable[[Integers, Integers], Floats], counts: Integers, games: int, *, first: float = 0.2
) -> Indifference:
    """The even point from ``games`` duels.  play(counts, games): wins at each count, (n,).

    ``first``: the share of the duels that the first stage spreads evenly over ``counts``.  Both stages are fitted
    together.  Raises what ``even_point`` raises.
    """
    counts = np.asarray(counts)
    early = np.full(len(counts), max(int(first * games) // len(counts), 1), dtype=np.int64)
    won = play(counts, early)
    late = second_stage(even_point(counts, won, early), counts, games - int(early.sum()))
    return even_point(counts, won + play(counts, late), early + late)
