"""Circles of counters: the share of results that no price list can mend.

The log-odds L of duels between K armies are split into a discrete gradient and a rest (HodgeRank: Jiang, Lim, Yao and
Ye 2011), L_ij = r_i - r_j + C_ij with r by weighted least squares.  Prices can move r only; C goes round in circles.
Noise is nearly all circle, so the plain share |C|^2 / |L|^2 is large where nothing is cyclic: the two halves of the
games are split each by itself and multiplied, which leaves the noise without expectation.  C is a sum of planes
s (u v' - v u') (real Schur form; Balduzzi et al. 2018); planes weaker than what noise alone would show are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import linalg

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Floats
from tigersim.statistics.intervals import Z_95, Interval

ROUNDED = 0.5
"""Games added to both sides of a pair, so that its log-odds are finite and nearly without bias."""


@dataclass(frozen=True)
class Plane:
    """A circle of counters: i beats j by strength * (x_i y_j - y_i x_j) logits."""

    strength: float
    x: Floats
    y: Floats

    @property
    def edges(self) -> Floats:
        """Logits by which i counters j, (K, K)."""
        return self.strength * (np.outer(self.x, self.y) - np.outer(self.y, self.x))


@dataclass(frozen=True)
class Cycles:
    """Results of duels split into strengths and circles of K armies.

    share: part of the squared log-odds that is cyclic, debiased, with its standard error; may be below 0 by chance.
    raw: the share with the noise in it.
    rating: logits, (K,), mean 0.
    cyclic: C, (K, K).
    edge: the singular value that noise alone reaches, in logits (Bandeira and van Handel 2016).
    planes: circles beyond the edge, the strongest first.
    """

    share: float
    se: float
    raw: float
    rating: Floats
    cyclic: Floats
    edge: float
    top: float
    """Greatest singular value of C."""
    planes: tuple[Plane, ...]

    @property
    def interval(self) -> Interval:
        """95% interval of the share, within 0 and 1."""
        low, high = (min(max(self.share + side * Z_95 * self.se, 0.0), 1.0) for side in (-1, 1))
        return Interval(low, high)


def cyclic_share(wins: Floats) -> Cycles:
    """Split the results of duels into strengths and circles.

    wins: (2, K, K), in each half of the games how often i beat j (a draw is half).

    Raises ``InvalidValue`` for another shape, fewer than three armies, negative counts, or a pair that did not meet in
    both halves.
    """
    given = np.asarray(wins, dtype=np.float64)
    _check(given)
    whole = given.sum(axis=0)
    weight = 0.5 * _information(whole)  # of one half
    halves = [_log_odds(half) for half in given]
    circles = [half - _gradient(_rating(half, weight)) for half in halves]
    cyclic_part = 0.5 * float(np.sum(weight * circles[0] * circles[1]))
    whole_part = 0.5 * float(np.sum(weight * halves[0] * halves[1]))
    share = cyclic_part / whole_part
    together = _log_odds(whole)
    rating = _rating(together, weight)
    cyclic = together - _gradient(rating)
    noise = (1 / (_information(whole) + np.eye(len(whole)))) * (1 - np.eye(len(whole)))
    # twice the root of the noise of the noisiest army's row: where all are alike, 2 sigma sqrt(K)
    edge = float(2 * np.sqrt(noise.sum(axis=1).max()))
    planes = _planes(cyclic)
    return Cycles(
        share=share,
        se=_standard_error(share, cyclic_part, whole_part, len(whole)),
        raw=float(np.sum(weight * cyclic**2) / np.sum(weight * together**2)),
        rating=rating,
        cyclic=cyclic,
        edge=edge,
        top=planes[0].strength,
        planes=tuple(plane for plane in planes if plane.strength > edge),
    )


def _check(wins: Floats) -> None:
    if wins.ndim != 3 or wins.shape[0] != 2 or wins.shape[1] != wins.shape[2] or wins.shape[1] < 3:
        raise InvalidValue("wins", f"an array of shape {wins.shape}", "shape (2 halves, K, K) with K of 3 or more")
    if not np.isfinite(wins).all() or wins.min() < 0:
        raise InvalidValue("wins", float(np.nan_to_num(wins, nan=-1).min()), "counts from 0")
    missing = np.argwhere((wins + wins.transpose(0, 2, 1) == 0) & ~np.eye(wins.shape[1], dtype=bool))
    if len(missing):
        half, i, j = missing[0]
        raise InvalidValue(f"games of armies {i} and {j} in half {half}", 0, "1 or more")


def _log_odds(wins: Floats) -> Floats:
    return np.asarray(np.log((wins + ROUNDED) / (wins.T + ROUNDED)))


def _information(wins: Floats) -> Floats:
    """1 / variance of the log-odds of each pair, 0 on the diagonal."""
    one, other = wins + ROUNDED, wins.T + ROUNDED
    return np.asarray(one * other / (one + other) * (1 - np.eye(len(wins))))


def _rating(log_odds: Floats, weight: Floats) -> Floats:
    """Weighted least squares of L_ij = r_i - r_j, mean 0."""
    laplacian = np.diag(weight.sum(axis=1)) - weight
    # the constant vector is what the Laplacian leaves open; adding it fixes the mean at 0
    return np.asarray(np.linalg.solve(laplacian + weight.mean(), np.sum(weight * log_odds, axis=1)))


def _gradient(rating: Floats) -> Floats:
    return np.asarray(rating[:, None] - rating[None, :])


def _standard_error(share: float, cyclic: float, whole: float, armies: int) -> float:
    """Standard error of the cyclic share by the delta method, noise having variance 1."""
    free = armies * (armies - 1) / 2 - (armies - 1)
    along = (1 - share) ** 2 * max(cyclic, 0.0) + share**2 * max(whole - cyclic, 0.0)
    chance = (1 - share) ** 2 * free + share**2 * (armies - 1)
    return float(np.sqrt(2 * along + chance) / abs(whole))


def _planes(cyclic: Floats) -> list[Plane]:
    """The planes of an antisymmetric matrix, the strongest first."""
    form, basis = linalg.schur(0.5 * (cyclic - cyclic.T), output="real")
    found, at = [], 0
    while at + 1 < len(form):
        turn = form[at, at + 1]
        # a block of size 2 turns; a single 0 on the diagonal is what is left of an odd number
        if abs(form[at + 1, at]) <= 1e-12 * np.abs(form).max():
            at += 1
            continue
        x, y = basis[:, at], basis[:, at + 1]
        found.append(Plane(float(abs(turn)), x, y) if turn > 0 else Plane(float(abs(turn)), y, x))
        at += 2
    return sorted(found, key=lambda plane: -plane.strength)
