"""The fit of the model of armies: what battles between all kinds of armies say of it.

By maximum likelihood on single battles: the margin is normal around what is foretold, and the win a probit of it whose
steepness is fitted too, since margins have heavier tails than a normal.  One thread of numpy: same battles and seed,
same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import special

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.army_model import FULL, HEADS, LAYER, TRAITS, VP, ArmyModel, Pass, Weights, foretell
from tigersim.pricing.estimate.arrays import Floats
from tigersim.statistics.adam import Adam, Numbers
from tigersim.statistics.normal import density

EPOCHS = 12
BATCH = 2048
RATE = 0.004
WINS = 1.0
"""Weight of the win of a battle next to its margin."""
RIDGE = 10.0
"""Battles' worth of doubt that a unit is worth anything, where the fit begins."""
LEAST_CHANCE = 1e-6
"""Chances to win are kept so far from 0 and 1 in the slopes."""


class Battles(NamedTuple):
    """Battles between armies as counts, (N, units) each, and their margins.

    Counts may be small integers: a fit makes floats of those that it looks at.  margin: (N,), VP of a minus VP of b.
    """

    side_a: Any
    side_b: Any
    margin: Floats


def additive(battles: Battles) -> Floats:
    """Worth of the units by least squares of the margins, VP, (units,)."""
    return _additive(_apart(battles), battles.margin)


def _apart(battles: Battles) -> Floats:
    return np.asarray(np.subtract(battles.side_a, battles.side_b, dtype=np.float64), dtype=np.float64)


def _additive(apart: Floats, margin: Floats) -> Floats:
    square = apart.T @ apart + RIDGE * np.eye(apart.shape[1])
    return np.asarray(np.linalg.solve(square, apart.T @ margin), dtype=np.float64)


def begin(battles: Battles, seed: int) -> Numbers:
    """Numbers to begin with: the additive fit, and a network that answers 0."""
    units = battles.side_a.shape[1]
    rng = np.random.default_rng(seed)
    apart = _apart(battles)
    worth = _additive(apart, battles.margin)
    left = battles.margin - apart @ worth
    bias = np.zeros(len(HEADS))
    bias[1] = np.log(max(float(np.std(left)), 1.0) / VP)
    numbers = {
        "worth": worth / VP,
        "traits": rng.normal(0, 0.3, (units, TRAITS)),
        "first": rng.normal(0, (2 * TRAITS) ** -0.5, (2 * TRAITS, LAYER)),
        "first_bias": np.zeros(LAYER),
        "second": rng.normal(0, LAYER**-0.5, (LAYER, LAYER)),
        "second_bias": np.zeros(LAYER),
        "last": np.zeros((LAYER, len(HEADS))),
        "last_bias": bias,
    }
    return {name: np.asarray(values, dtype=np.float32) for name, values in numbers.items()}


def slopes(weights: Weights, battles: Battles) -> tuple[float, Numbers]:
    """(Minus the log likelihood of a battle, its slopes in the numbers)."""
    n = len(battles.margin)
    (margin, spread, steepness), kept = foretell(weights, battles.side_a, battles.side_b)
    came = battles.margin / VP
    sd = np.exp(spread)
    off = (margin - came) / sd
    lean = margin * np.exp(steepness - spread)
    won = 0.5 + 0.5 * np.sign(came)
    chance = np.clip(special.ndtr(lean), LEAST_CHANCE, 1 - LEAST_CHANCE)
    to_lean = WINS * density(lean) * (chance - won) / (chance * (1 - chance))
    loss = spread + off**2 / 2 - WINS * (won * np.log(chance) + (1 - won) * np.log1p(-chance))
    to_margin = off / sd + to_lean * np.exp(steepness - spread)
    to_spread = 1 - off**2 - to_lean * lean
    to_heads = np.stack([to_margin, to_spread / 2, to_lean * lean / 2], axis=1) / n
    found = _back(weights, battles, kept, to_heads.astype(np.float32))
    found["worth"] = ((battles.side_a - battles.side_b).T @ (to_margin / n)).astype(np.float32)
    return float(loss.mean()), found


def _back(weights: Weights, battles: Battles, kept: Pass, to_heads: Any) -> Numbers:
    """Slopes in the network's numbers, from those in what it says."""
    names = ("first", "first_bias", "second", "second_bias", "last", "last_bias")
    found = {name: np.zeros_like(weights[name]) for name in names}
    to_bent = [np.zeros_like(kept.bent[0]), np.zeros_like(kept.bent[1])]
    for seen, sign in enumerate((1.0, -1.0)):
        # seen from b the margin has the other sign; spread and steepness are those of the battle
        heads = to_heads * np.array([sign, 1.0, 1.0], dtype=np.float32)
        found["last"] += kept.second[seen].T @ heads
        found["last_bias"] += heads.sum(axis=0)
        to_second = (heads @ weights["last"].T) * (kept.second[seen] > 0)
        found["second"] += kept.first[seen].T @ to_second
        found["second_bias"] += to_second.sum(axis=0)
        to_first = (to_second @ weights["second"].T) * (kept.first[seen] > 0)
        found["first"] += kept.inputs[seen].T @ to_first
        found["first_bias"] += to_first.sum(axis=0)
        own, other = np.split(to_first @ weights["first"].T, 2, axis=1)
        to_bent[seen] += own
        to_bent[1 - seen] += other
    to_sums = [slope * (1 - (bent / FULL) ** 2) for slope, bent in zip(to_bent, kept.bent, strict=True)]
    found["traits"] = battles.side_a.T @ to_sums[0] + battles.side_b.T @ to_sums[1]
    return found


def fit_armies(
    battles: Battles,
    units: Sequence[str],
    *,
    epochs: int = EPOCHS,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
) -> ArmyModel:
    """Fit the model to battles.

    units: keys, by number.
    epochs: how often the fit goes through the battles.
    seed: of the numbers that it begins with, and of the order.
    progress: called with the numbers of battles that it has gone through.

    Raises ``InvalidValue`` for fewer battles than a step takes, or for counts of other units.
    """
    total = len(battles.margin)
    if total < BATCH:
        raise InvalidValue("battles", total, f"{BATCH:,} or more")
    if battles.side_a.shape != (total, len(units)) or battles.side_b.shape != battles.side_a.shape:
        raise InvalidValue(
            "counts", f"shapes {battles.side_a.shape}, {battles.side_b.shape}", f"({total}, {len(units)})"
        )
    numbers = begin(battles, seed)
    rng = np.random.default_rng(seed)
    steps = total // BATCH
    adam = Adam(numbers, RATE, epochs * steps)
    for _ in range(epochs):
        order = rng.permutation(total)
        for step in range(steps):
            chosen = order[step * BATCH : (step + 1) * BATCH]
            side_a, side_b = (side[chosen].astype(np.float32, copy=False) for side in (battles.side_a, battles.side_b))
            _, found = slopes(numbers, Battles(side_a, side_b, battles.margin[chosen]))
            adam.step(found)
            if progress is not None:
                progress(len(chosen))
    return ArmyModel(tuple(units), numbers)
