"""Strength as one number: Elo by the model of Bradley and Terry.

A player that is d points stronger scores 1 / (1 + 10^(-d/400)) against the other (Bradley and Terry 1952, in Elo's
units): 400 points are ten to one.  The likelihood takes battles for independent, which mirrored ones are not, so the
errors are those that the spread of the pairs leaves (sandwich).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy import sparse

from tigersim.errors import IdentifiabilityError
from tigersim.lab.pairs import Floats, Pairs
from tigersim.statistics.intervals import Z_95
from tigersim.statistics.logit import fit_logit

if TYPE_CHECKING:
    import pandas as pd

POINTS = 400 / log(10)
"""Elo points of one unit of log odds."""
ANCHORS = {"heuristic": 1000.0, "uniform": 0.0}
"""Who fixes the scale, and where; the first that plays.  Without either it is the first player, at zero."""


class Result(NamedTuple):
    """What a match has shown: score of ``first`` against ``second``, standard error, battles."""

    first: str
    second: str
    score: float
    error: float
    battles: int


def result(first: str, second: str, pairs: Pairs) -> Result:
    """The result of mirrored pairs; one drawn pair is added where one player won all.

    No finite distance explains a match without a draw; with that pair it is finite, and its interval wide.
    """
    scores = pairs.scores
    if pairs.score in (0.0, 1.0):
        scores = np.append(scores, 0.5)
    if np.ptp(scores):
        error = float(scores.std(ddof=1) / len(scores) ** 0.5)
    else:  # all pairs scored alike, which is no certainty unless the players play alike
        low, high = pairs.score_interval
        error = (high - low) / (2 * Z_95)
    return Result(first, second, float(scores.mean()), error, pairs.battles)


def elo(results: Sequence[Result]) -> pd.DataFrame:
    """One row per player, the strongest first: ``player elo low high battles``.

    The player of ``ANCHORS`` is known by definition; the intervals (95%) of the others are of their distance from it.
    Raises ``IdentifiabilityError`` where no chain of matches connects two players.
    """
    import pandas as pd

    met = [each for each in results if each.first != each.second]  # a player against itself says nothing
    pairs = [(each.first, each.second) for each in met]
    names = _names(pairs)
    if not names:
        return pd.DataFrame(columns=["player", "elo", "low", "high", "battles"])
    check_connected(pairs)
    anchor = next((name for name in ANCHORS if name in names), names[0])
    sides = _sides(met, names)
    free = np.array([name != anchor for name in names])
    strength, cov = _fit(met, sides[:, free])
    points, errors = np.zeros(len(names)), np.zeros(len(names))
    points[free], errors[free] = POINTS * strength, POINTS * np.sqrt(np.diagonal(cov))
    points += ANCHORS.get(anchor, 0.0)
    battles = np.abs(sides).T @ np.array([each.battles for each in met])
    ends = {"low": points - Z_95 * errors, "high": points + Z_95 * errors}
    table = pd.DataFrame({"player": names, "elo": points, **ends, "battles": battles.astype(int)})
    return table.sort_values("elo", ascending=False, kind="stable", ignore_index=True)


def check_connected(matches: Sequence[tuple[str, str]]) -> None:
    """Raises ``IdentifiabilityError`` unless matches connect all who meet others."""
    others = [match for match in matches if match[0] != match[1]]
    names = _names(others)
    if not names:
        return
    first, second = ([names.index(match[k]) for match in others] for k in range(2))
    met = sparse.coo_array((np.ones(len(others)), (first, second)), shape=(len(names), len(names)))
    groups, group = sparse.csgraph.connected_components(met, directed=False)
    if groups > 1:
        far = next(name for name, number in zip(names, group, strict=True) if number != group[0])
        raise IdentifiabilityError(
            f"no chain of matches connects {names[0]} with {far}, so they cannot stand in one table; add a match"
        )


def _names(matches: Sequence[tuple[str, str]]) -> list[str]:
    """Who plays, in the order of the matches."""
    return list(dict.fromkeys(name for match in matches for name in match))


def _sides(met: Sequence[Result], names: list[str]) -> Floats:
    """(matches, players): 1 for the first player of a match, -1 for the second."""
    sides = np.zeros((len(met), len(names)))
    for row, each in zip(sides, met, strict=True):
        row[names.index(each.first)], row[names.index(each.second)] = 1.0, -1.0
    return sides


def _fit(met: Sequence[Result], sides: Floats) -> tuple[Floats, Floats]:
    """Strengths in log odds by maximum likelihood, and their covariance."""
    score, error, battles = (np.array([each[k] for each in met], dtype=float) for k in (2, 3, 4))
    weight = battles / battles.sum()
    strength, information = fit_logit(sides, weight * score, weight)
    bread = np.linalg.inv(information)
    filling = sides.T @ (((weight * error) ** 2)[:, None] * sides)
    return strength, bread @ filling @ bread
